//! Addresses of Ethereum: the last 20 bytes of Keccak-256 of a key.

use super::digest::Digest;
use super::verifying::VerifyingKey;
use crate::Error;
use core::fmt;

/// The address of a key: the last 20 bytes of Keccak-256 of x ‖ y. Written with a checksum in its capital letters (EIP-55).
///
/// # Example
/// ```
/// use chop::secp256k1::{Address, SigningKey};
/// let mut one = [0; 32];
/// one[31] = 1;
/// let address = Address::of(&SigningKey::from_bytes(&one)?.verifying_key());
/// assert_eq!(address.to_string(), "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf");
/// assert_eq!(Address::from_text("0x7e5f4552091a69125d5dfcb7b8c2659029395bdf")?, address);
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address([u8; 20]);

impl Address {
    /// The address of a key.
    pub fn of(key: &VerifyingKey) -> Address {
        let digest = Digest::keccak256(&key.to_bytes()[1..]);
        let mut address = [0; 20];
        address.copy_from_slice(&digest.as_bytes()[12..]);
        Address(address)
    }

    /// The address with these bytes.
    pub const fn from_bytes(bytes: [u8; 20]) -> Address {
        Address(bytes)
    }

    /// `0x` and 40 hexadecimal digits, all lower case or with a right checksum (EIP-55).
    ///
    /// # Errors
    /// [`Error::Address`] for anything else.
    pub fn from_text(text: &str) -> Result<Address, Error> {
        let digits: &[u8; 40] = text
            .strip_prefix("0x")
            .and_then(|digits| digits.as_bytes().try_into().ok())
            .ok_or(Error::Address)?;
        let mut bytes = [0; 20];
        for (byte, pair) in bytes.iter_mut().zip(digits.as_chunks::<2>().0) {
            *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
        }
        let address = Address(bytes);
        let is_lower = !digits.iter().any(u8::is_ascii_uppercase);
        if is_lower || address.text() == *digits { Ok(address) } else { Err(Error::Address) }
    }

    /// The 20 bytes.
    pub const fn as_bytes(&self) -> &[u8; 20] {
        &self.0
    }

    /// The 40 digits with their checksum: a letter is a capital where the digit of Keccak-256 of the lower-case digits is 8 or more.
    fn text(&self) -> [u8; 40] {
        let mut digits = [0; 40];
        for (i, digit) in digits.iter_mut().enumerate() {
            *digit = b"0123456789abcdef"[usize::from(half(&self.0, i))];
        }
        let hash = Digest::keccak256(&digits);
        for (i, digit) in digits.iter_mut().enumerate() {
            if half(hash.as_bytes(), i) >= 8 {
                digit.make_ascii_uppercase();
            }
        }
        digits
    }
}

/// Half `i` of bytes, the higher one first.
fn half(bytes: &[u8], i: usize) -> u8 {
    if i.is_multiple_of(2) { bytes[i / 2] >> 4 } else { bytes[i / 2] & 15 }
}

fn nibble(digit: u8) -> Result<u8, Error> {
    let value = char::from(digit).to_digit(16).ok_or(Error::Address)?;
    Ok(value as u8)
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.text().iter().try_for_each(|digit| fmt::Write::write_char(f, char::from(*digit)))
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}
