//! Keypairs as `solana-keygen` writes them: a JSON array of 64 numbers, the seed and its public key.
//!
//! Contract: constant time in the numbers, for reading and for writing. The length of the text shows, and with it how many
//! digits all of the numbers have together, but not which has how many.

use super::base58::within;
use super::malformed;
use crate::ed25519::SigningKey;
use crate::encoding::{SecretText, cleanly};
use crate::secret::{Secret, SecretBytes};
use crate::{Error, Fault};
use chop_core::ct::{Mask, declassify};

/// Characters of the longest text: with a line and blanks for each number.
const LONGEST: usize = 2048;
/// Characters of the longest text that is written: brackets, 64 numbers of three digits and a comma between them.
const WRITTEN: usize = 2 + 64 * 4 - 1;
/// Why it may be known whether a text is well-formed.
const DECODED: &str = "whether bytes could be decoded shows in the result";

impl SigningKey {
    /// Reads the array of 64 numbers in a keypair file of Solana.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`](crate::KeyFileError::Malformed), [`Error::PublicKeyMismatch`].
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::SigningKey;
    /// let key = SigningKey::generate()?;
    /// let again = SigningKey::from_solana(key.to_solana()?.as_str())?;
    /// assert_eq!(again.verifying_key(), key.verifying_key());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn from_solana(text: &str) -> Result<SigningKey, Error> {
        cleanly(|| read(text.trim()))
    }

    /// The array of 64 numbers that `solana-keygen` writes into a file.
    ///
    /// # Errors
    /// None that a key could cause.
    pub fn to_solana(&self) -> Result<SecretText, Error> {
        cleanly(|| SecretText::from_bytes(write(self.to_keypair_bytes().as_bytes())))
    }
}

/// Whether a text is an array that begins with a number.
pub(super) fn is_one(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('[') else { return false };
    let first = rest.trim_start().bytes().next().unwrap_or_default();
    declassify(within(first, b'0', b'9'), "which format a text has is public")
}

/// The key in a text without blanks around it.
pub(super) fn read(text: &str) -> Result<SigningKey, Error> {
    let numbers = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let numbers = numbers.ok_or(malformed(Fault::SolanaBrackets))?;
    if numbers.len() > LONGEST {
        return Err(malformed(Fault::SolanaLong));
    }
    SigningKey::from_keypair_bytes(Numbers::new().read(numbers)?.as_bytes())
}

/// The numbers of an array, character by character.
struct Numbers {
    bytes: Secret<64>,
    /// The place of the number that is being read.
    at: u64,
    value: u64,
    /// The digits of that number.
    digits: u64,
    /// Whether a blank stands behind its digits.
    ended: Mask,
    /// Whether all characters are digits, commas and blanks.
    characters: Mask,
    /// Whether all numbers are numbers from 0 to 255.
    numbers: Mask,
}

impl Numbers {
    fn new() -> Numbers {
        Numbers {
            bytes: Secret::zeros(),
            at: 0,
            value: 0,
            digits: 0,
            ended: Mask::FALSE,
            characters: Mask::TRUE,
            numbers: Mask::TRUE,
        }
    }

    fn read(mut self, text: &str) -> Result<Secret<64>, Error> {
        for character in text.bytes() {
            self.character(character);
        }
        self.number_ends(Mask::TRUE);
        for (right, fault) in [
            (self.characters, Fault::SolanaCharacters),
            (self.numbers, Fault::SolanaNumber),
            (Mask::eq(self.at, 64), Fault::SolanaCount),
        ] {
            if !declassify(right, DECODED) {
                return Err(malformed(fault));
            }
        }
        Ok(self.bytes)
    }

    fn character(&mut self, character: u8) {
        let digit = within(character, b'0', b'9');
        let comma = Mask::eq(u64::from(character), u64::from(b','));
        let blank = [b' ', b'\t', b'\r', b'\n']
            .iter()
            .fold(Mask::FALSE, |any, blank| any.or(Mask::eq(u64::from(character), u64::from(*blank))));
        self.characters = self.characters.and(digit.or(comma).or(blank));

        let begun = Mask::is_zero(self.digits).not();
        // A digit behind a zero, or behind a blank, is no more of the same number.
        let wrong = begun.and(Mask::is_zero(self.value).or(self.ended));
        self.numbers = self.numbers.and(digit.and(wrong).not());
        self.ended = self.ended.or(blank.and(begun));
        // Below 2^32 for the eight digits that fit below the limit: more than three are refused at the number's end.
        let more = (self.value * 10 + u64::from(character.wrapping_sub(b'0'))) & 0xFFFF;
        self.value = digit.select(more, self.value);
        self.digits += digit.bit();
        for (at, byte) in self.bytes.as_mut_bytes().iter_mut().enumerate() {
            *byte = Mask::eq(self.at, at as u64).select(self.value, u64::from(*byte)) as u8;
        }
        self.number_ends(comma);
    }

    /// Judges the number and begins the next one, where there is a comma or the end.
    fn number_ends(&mut self, here: Mask) {
        let digits = Mask::eq(self.digits, 1).or(Mask::eq(self.digits, 2)).or(Mask::eq(self.digits, 3));
        let byte = Mask::is_zero(self.value >> 8);
        self.numbers = self.numbers.and(here.and(digits.and(byte).not()).not());
        self.at += here.bit();
        self.value = here.select(0, self.value);
        self.digits = here.select(0, self.digits);
        self.ended = self.ended.and(here.not());
    }
}

/// The text of an array.
fn write(bytes: &[u8; 64]) -> SecretBytes {
    let mut text = SecretBytes(alloc::vec![0; WRITTEN]);
    let mut length = 0;
    let mut put = |character: u8, here: Mask| {
        for (at, place) in text.0.iter_mut().enumerate() {
            let here = here.and(Mask::eq(length, at as u64));
            *place = here.select(u64::from(character), u64::from(*place)) as u8;
        }
        length += here.bit();
    };
    for (at, byte) in bytes.iter().enumerate() {
        put(if at == 0 { b'[' } else { b',' }, Mask::TRUE);
        // ⌊x / 100⌋ for x < 256, and ⌊x / 10⌋ for x < 100.
        let hundreds = (u32::from(*byte) * 41) >> 12;
        let rest = u32::from(*byte) - 100 * hundreds;
        let tens = (rest * 103) >> 10;
        let no_hundreds = Mask::is_zero(u64::from(hundreds));
        put(b'0' + hundreds as u8, no_hundreds.not());
        put(b'0' + tens as u8, no_hundreds.and(Mask::is_zero(u64::from(tens))).not());
        put(b'0' + (rest - 10 * tens) as u8, Mask::TRUE);
    }
    put(b']', Mask::TRUE);
    let length = (0..WRITTEN).find(|at| declassify(Mask::eq(length, *at as u64), LENGTH)).unwrap_or(WRITTEN);
    text.0.truncate(length);
    text
}

/// Why it may be known how long a text is.
const LENGTH: &str = "the length of a text of numbers is public";

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    fn key() -> SigningKey {
        SigningKey::from_seed(&[7; 32])
    }

    fn numbers(bytes: &[u8], between: &str) -> String {
        bytes.iter().map(|byte| format!("{byte}")).collect::<Vec<_>>().join(between)
    }

    #[test]
    fn every_byte_is_written_as_its_number_and_read_back() {
        for start in 0..4u8 {
            let bytes: [u8; 64] = core::array::from_fn(|at| 64 * start + at as u8);
            let text = write(&bytes);
            assert_eq!(text.0, format!("[{}]", numbers(&bytes, ",")).as_bytes());
            for between in [",", ", ", "\n ,\t", ",\r\n"] {
                let text = numbers(&bytes, between);
                assert_eq!(Numbers::new().read(&text).map(|read| *read.as_bytes()), Ok(bytes));
            }
        }
    }

    #[test]
    fn what_is_no_array_of_64_bytes_is_refused() {
        let pair = key().to_keypair_bytes();
        let text = numbers(pair.as_bytes(), ",");
        let refused = |text: &str| SigningKey::from_solana(text).map(|_| ()).unwrap_err();
        for (wrong, fault) in [
            (text.clone(), Fault::SolanaBrackets),
            (format!("[{text},0]"), Fault::SolanaCount),
            (format!("[{}]", numbers(&pair.as_bytes()[1..], ",")), Fault::SolanaCount),
            (format!("[{text},]"), Fault::SolanaNumber),
            (format!("[,{text}]"), Fault::SolanaNumber),
            (format!("[0{text}]"), Fault::SolanaNumber),
            (format!("[1 {text}]"), Fault::SolanaNumber),
            (format!("[-{text}]"), Fault::SolanaCharacters),
            (format!("[{text}]").replacen(',', ".0,", 1), Fault::SolanaCharacters),
            (format!("[256{}]", &text[text.find(',').unwrap()..]), Fault::SolanaNumber),
            (format!("[1000000000000000000007{}]", &text[text.find(',').unwrap()..]), Fault::SolanaNumber),
            (format!("[{text}{}]", " ".repeat(LONGEST)), Fault::SolanaLong),
        ] {
            assert_eq!(refused(&wrong), malformed(fault), "{wrong}");
        }
    }

    #[test]
    fn a_public_half_that_does_not_fit_is_refused() {
        let mut pair = *key().to_keypair_bytes().as_bytes();
        for at in 0..64 {
            pair[at] ^= 1;
            let text = format!("[{}]", numbers(&pair, ","));
            assert_eq!(SigningKey::from_solana(&text).map(|_| ()), Err(Error::PublicKeyMismatch));
            pair[at] ^= 1;
        }
    }
}
