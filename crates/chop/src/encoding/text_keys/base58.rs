//! Base58 with the alphabet of Bitcoin, for bytes of a known number, which may be secret.
//!
//! Contract: no branch and no address depends on the bytes. What shows: the length of the text, which depends on how large the number is that
//! the bytes are, and how many of the first bytes are zero, which the text shows as `1`; whether a text could be decoded.
//!
//! Encoding and decoding are long division and multiplication by 58 in base 256, one step a byte and a character, n² in all.

use crate::secret::SecretBytes;
use alloc::string::String;
use alloc::vec::Vec;
use chop_core::ct::{Mask, declassify};

/// The ranges of the alphabet: first and last character, and the digit of the first.
const RANGES: [(u8, u8, u8); 6] = [
    (b'1', b'9', 0),
    (b'A', b'H', 9),
    (b'J', b'N', 17),
    (b'P', b'Z', 22),
    (b'a', b'k', 33),
    (b'm', b'z', 44),
];

/// The most characters that `length` bytes are: log 256 / log 58 < 1.38 a byte.
const fn longest(length: usize) -> usize {
    length * 138 / 100 + 1
}

/// The text of some bytes that are public.
///
/// # Example
/// ```
/// assert_eq!(chop::encoding::text_keys::to_base58(&[0, 0, 1, 2]), "115T");
/// ```
pub fn to_base58(bytes: &[u8]) -> String {
    encode(bytes).0.iter().map(|character| char::from(*character)).collect()
}

/// The `length` bytes that `text` stands for.
pub(in crate::encoding) fn decode(text: &str, length: usize) -> Option<SecretBytes> {
    if text.len() < length || text.len() > longest(length) {
        return None;
    }
    let mut bytes = SecretBytes(alloc::vec![0; length]);
    let (mut valid, mut ones, mut leading) = (Mask::TRUE, 0, Mask::TRUE);
    let mut overflow = 0;
    for character in text.bytes() {
        let (digit, known) = digit_of(character);
        valid = valid.and(known);
        leading = leading.and(Mask::is_zero(u64::from(digit)));
        ones += leading.bit();
        let mut carry = u32::from(digit);
        for byte in bytes.0.iter_mut().rev() {
            let sum = u32::from(*byte) * 58 + carry; // ≤ 255·58 + 255 < 2^14
            *byte = sum as u8;
            carry = sum >> 8;
        }
        overflow |= u64::from(carry);
    }
    // A leading zero is one character, and no more than that is written.
    let same = Mask::eq(ones, leading_zeros(&bytes.0));
    let valid = valid.and(Mask::is_zero(overflow)).and(same);
    declassify(valid, "whether bytes could be decoded shows in the result").then_some(bytes)
}

/// The characters for some bytes.
pub(super) fn encode(bytes: &[u8]) -> SecretBytes {
    let mut digits = SecretBytes(alloc::vec![0; longest(bytes.len())]);
    for byte in bytes {
        let mut carry = u32::from(*byte);
        for digit in digits.0.iter_mut().rev() {
            let sum = u32::from(*digit) * 256 + carry; // ≤ 57·256 + 255 < 2^14
            // ⌊sum / 58⌋, since 1130·58 = 2^16 + 4 and 4·2^14 ≤ 2^16.
            carry = (sum * 1130) >> 16;
            *digit = (sum - 58 * carry) as u8;
        }
    }
    let (zeros, unused) = (leading_zeros(bytes), leading_zeros(&digits.0));
    let start = (0..=digits.0.len())
        .find(|start| declassify(Mask::eq(unused, *start as u64), LENGTH))
        .unwrap_or_default();
    let ones = (0..=bytes.len()).find(|n| declassify(Mask::eq(zeros, *n as u64), LENGTH)).unwrap_or_default();
    let mut text = Vec::with_capacity(ones + digits.0.len() - start);
    text.resize(ones, b'1');
    text.extend(digits.0[start..].iter().map(|digit| character_of(*digit)));
    SecretBytes(text)
}

/// Why it may be known how large a number is.
const LENGTH: &str = "the length of a text of base58 is public";

/// The number of zeros before the first byte that is none.
fn leading_zeros(bytes: &[u8]) -> u64 {
    let mut leading = Mask::TRUE;
    bytes.iter().fold(0, |zeros, byte| {
        leading = leading.and(Mask::is_zero(u64::from(*byte)));
        zeros + leading.bit()
    })
}

/// Whether a character is one of the alphabet.
#[cfg(feature = "secp256k1")]
pub(super) fn has(character: u8) -> Mask {
    digit_of(character).1
}

/// The digit of a character, and whether it is one of the alphabet.
fn digit_of(character: u8) -> (u8, Mask) {
    let (mut digit, mut known) = (0, Mask::FALSE);
    for (first, last, value) in RANGES {
        let within = within(character, first, last);
        digit |= within.word() as u8 & character.wrapping_sub(first).wrapping_add(value);
        known = known.or(within);
    }
    (digit, known)
}

/// The character of a digit below 58.
fn character_of(digit: u8) -> u8 {
    RANGES.iter().fold(0, |character, (first, last, value)| {
        let within = within(digit, *value, value + (last - first));
        character | within.word() as u8 & digit.wrapping_sub(*value).wrapping_add(*first)
    })
}

/// first ≤ x ≤ last.
pub(super) fn within(x: u8, first: u8, last: u8) -> Mask {
    let outside = u64::from(x).wrapping_sub(u64::from(first)) | u64::from(last).wrapping_sub(u64::from(x));
    Mask::from_bit((outside >> 63) ^ 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_that_of_another_implementation() {
        let mut bytes = alloc::vec::Vec::new();
        for length in [0, 1, 2, 32, 33, 34, 64, 66] {
            for (zeros, fill) in [(0, 1u8), (1, 0xff), (2, 0x80), (length, 0), (0, 0xff), (0, 57)] {
                bytes.clear();
                bytes.resize(length, 0);
                for (at, byte) in bytes.iter_mut().enumerate().skip(zeros) {
                    *byte = fill.wrapping_mul(at as u8 | 1) ^ fill;
                }
                let text = to_base58(&bytes);
                assert_eq!(text, bs58::encode(&bytes).into_string());
                assert_eq!(decode(&text, length).unwrap().0, bytes);
                assert!(decode(&text, length + 1).is_none());
                assert!(length == 0 || decode(&text, length - 1).is_none());
            }
        }
    }

    #[test]
    fn what_is_no_text_of_that_length_is_refused() {
        let text = to_base58(&[0xff; 32]);
        for at in 0..text.len() {
            for wrong in ["0", "O", "I", "l", " ", "/", ":", "@", "[", "`", "{", "é"] {
                let changed = [&text[..at], wrong, &text[at + 1..]].concat();
                assert!(decode(&changed, 32).is_none(), "{changed}");
            }
        }
        // One more than the largest number of 32 bytes.
        let mut more = text.clone();
        more.pop();
        assert!(decode(&(more + "H"), 32).is_none() || text.ends_with('H'));
        assert!(decode(&"z".repeat(44), 32).is_none());
        assert!(decode(&"1".repeat(32), 32).is_some() && decode(&"1".repeat(33), 32).is_none());
    }

    #[test]
    fn every_digit_has_its_character() {
        for digit in 0..58 {
            let (back, known) = digit_of(character_of(digit));
            assert_eq!((back, known.bit()), (digit, 1));
        }
        let known = (0..=255).filter(|character| digit_of(*character).1.bit() == 1).count();
        assert_eq!(known, 58);
    }
}
