//! Digests as a type of their own, so that what was hashed, and how, is written where it is chosen.

use core::fmt;
use sha2::Digest as _;

/// The number that a signature is made for: 32 bytes that stand for the message.
///
/// | made by                    | is                                         | who signs that                             |
/// |----------------------------|--------------------------------------------|--------------------------------------------|
/// | [`Digest::sha256`]         | SHA-256(M)                                 | most software: the same as `sign(message)` |
/// | [`Digest::sha256d`]        | SHA-256(SHA-256(M))                        | Bitcoin                                    |
/// | [`Digest::keccak256`]      | Keccak-256(M)                              | Ethereum                                   |
/// | [`Digest::eip191`]         | Keccak-256 of the message with a prefix    | Ethereum's `personal_sign`                 |
/// | [`Digest::from_bytes`]     | as given                                   | hardware that hashed before                |
///
/// A digest at or above n counts modulo n.
///
/// # Warning
/// Never take a digest from the party that presents the signature. Without the private key anybody can choose numbers and compute a
/// digest and a signature that fit a given public key. Only a digest that the verifier computed from a message ties the signature to that
/// message.
///
/// # Example
/// ```
/// use chop::secp256k1::{Digest, SigningKey};
/// let key = SigningKey::from_bytes(&[7; 32])?;
/// assert_eq!(key.sign_digest(&Digest::sha256(b"hello")), key.sign(b"hello"));
/// let other = key.sign_digest(&Digest::keccak256(b"hello"));
/// assert!(key.verifying_key().verify(b"hello", &other).is_err());
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest as it is.
    pub const fn from_bytes(bytes: [u8; 32]) -> Digest {
        Digest(bytes)
    }

    /// SHA-256 of the message.
    pub fn sha256(message: &[u8]) -> Digest {
        Digest::sha256_parts(&[message])
    }

    /// SHA-256 of the concatenation of `parts`.
    pub fn sha256_parts(parts: &[&[u8]]) -> Digest {
        let mut state = sha2::Sha256::new();
        for part in parts {
            state.update(part);
        }
        Digest(state.finalize().into())
    }

    /// SHA-256 of SHA-256 of the message.
    pub fn sha256d(message: &[u8]) -> Digest {
        Digest::sha256(&Digest::sha256(message).0)
    }

    /// Keccak-256 of the message: SHA-3's permutation with the padding from before it was a standard.
    ///
    /// # Example
    /// ```
    /// use chop::secp256k1::Digest;
    /// assert_eq!(Digest::keccak256(b"").as_bytes()[..4], [0xc5, 0xd2, 0x46, 0x01]);
    /// ```
    pub fn keccak256(message: &[u8]) -> Digest {
        Digest::keccak256_parts(&[message])
    }

    /// Keccak-256 of the concatenation of `parts`.
    pub fn keccak256_parts(parts: &[&[u8]]) -> Digest {
        let mut state = sha3::Keccak256::new();
        for part in parts {
            state.update(part);
        }
        Digest(state.finalize().into())
    }

    /// Keccak-256 of 0x19, `Ethereum Signed Message:`, a line feed, the length of the message as a decimal number, and the message (EIP-191, version 0x45).
    pub fn eip191(message: &[u8]) -> Digest {
        let (mut digits, mut first, mut rest) = ([0; 20], 20, message.len());
        loop {
            first -= 1;
            digits[first] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        Digest::keccak256_parts(&[b"\x19Ethereum Signed Message:\n", &digits[first..], message])
    }

    /// The hash of everything that a reader gives.
    #[cfg(feature = "std")]
    pub(super) fn of_reader<H, R>(mut message: R) -> std::io::Result<Digest>
    where
        H: sha2::Digest + sha2::digest::OutputSizeUser<OutputSize = sha2::digest::typenum::U32>,
        R: std::io::Read,
    {
        let mut state = H::new();
        crate::reader::for_each_chunk(&mut message, |chunk| state.update(chunk))?;
        Ok(Digest(state.finalize().into()))
    }

    /// The 32 bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Digest(")?;
        for byte in self.0 {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}
