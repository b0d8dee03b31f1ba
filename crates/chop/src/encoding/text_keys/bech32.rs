//! Bech32 (BIP 173) of 32 bytes, which may be secret.
//!
//! | part        | characters | holds                                                  |
//! |-------------|------------|--------------------------------------------------------|
//! | prefix      | its own    | text that says what follows                            |
//! | `1`         | 1          |                                                        |
//! | data        | 52         | 256 bits in symbols of 5, the last with four zeros     |
//! | checksum    | 6          | a remainder modulo a polynomial over GF(32)            |
//!
//! Contract: constant time in the data and the checksum. The prefix shows, and whether a text is well-formed.

use super::base58::within;
use crate::Fault;
use crate::secret::{Secret, SecretBytes};
use alloc::vec::Vec;
use chop_core::ct::{Mask, declassify};

/// The characters of the symbols 0 to 31.
const CHARACTERS: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
/// The generator polynomial, times x^0 to x^4 of a symbol.
const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
/// Symbols of the data, and of the checksum.
const DATA: usize = 52;
const CHECKSUM: usize = 6;
/// Why it may be known whether a text is well-formed.
const DECODED: &str = "whether bytes could be decoded shows in the result";

/// The case of the letters of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Lower,
    Upper,
}

impl Case {
    /// The character as this case has it.
    fn of(self, lower: u8) -> u8 {
        let letter = within(lower, b'a', b'z').word() as u8;
        match self {
            Case::Lower => lower,
            Case::Upper => lower - (letter & 0x20),
        }
    }
}

/// The 32 bytes in `text`, which stands behind the prefix and its `1`; `prefix` is in lower case.
pub(super) fn decode(prefix: &str, text: &[u8], case: Case) -> Result<Secret<32>, Fault> {
    if text.len() != DATA + CHECKSUM {
        return Err(Fault::AgeLength);
    }
    let mut symbols = SecretBytes(alloc::vec![0; DATA + CHECKSUM]);
    let mut known = Mask::TRUE;
    for (symbol, character) in symbols.0.iter_mut().zip(text.iter().copied()) {
        let mut found = Mask::FALSE;
        for (value, of) in (0..32).zip(CHARACTERS) {
            let same = Mask::eq(u64::from(character), u64::from(case.of(*of)));
            *symbol |= same.word() as u8 & value;
            found = found.or(same);
        }
        known = known.and(found);
    }
    let remainder = remainder(prefix, &symbols.0);
    let mut bytes = Secret::zeros();
    let (mut bits, mut held, mut at) = (0u32, 0, 0);
    for symbol in &symbols.0[..DATA] {
        bits = (bits << 5 | u32::from(*symbol)) & 0xFFF; // 7 bits that are left, and 5
        held += 5;
        if held >= 8 {
            held -= 8;
            bytes.as_mut_bytes()[at] = (bits >> held) as u8;
            at += 1;
        }
    }
    for (right, fault) in [
        (known, Fault::AgeCharacter),
        (Mask::eq(u64::from(remainder), 1), Fault::AgeChecksum),
        (Mask::is_zero(u64::from(bits & 0xF)), Fault::AgePadding),
    ] {
        if !declassify(right, DECODED) {
            return Err(fault);
        }
    }
    Ok(bytes)
}

/// The whole text of 32 bytes.
pub(super) fn encode(prefix: &str, bytes: &[u8; 32], case: Case) -> SecretBytes {
    let mut symbols = SecretBytes(alloc::vec![0; DATA + CHECKSUM]);
    let (mut bits, mut held, mut at) = (0u32, 0, 0);
    for byte in bytes.iter().chain(&[0]) {
        bits = (bits << 8 | u32::from(*byte)) & 0xFFF;
        held += 8;
        while held >= 5 && at < DATA {
            held -= 5;
            symbols.0[at] = (bits >> held) as u8 & 31;
            at += 1;
        }
    }
    let checksum = remainder(prefix, &symbols.0) ^ 1;
    for (at, symbol) in symbols.0[DATA..].iter_mut().enumerate() {
        *symbol = (checksum >> (5 * (CHECKSUM - 1 - at))) as u8 & 31;
    }
    let mut text = SecretBytes(Vec::with_capacity(prefix.len() + 1 + symbols.0.len()));
    text.0.extend(prefix.bytes().chain([b'1']).map(|character| case.of(character)));
    text.0.extend(symbols.0.iter().map(|symbol| {
        let character = (0..32u8).zip(CHARACTERS).fold(0, |found, (value, character)| {
            found | Mask::eq(u64::from(*symbol), u64::from(value)).word() as u8 & character
        });
        case.of(character)
    }));
    text
}

/// The remainder of the prefix and the symbols; 1 for a text whose checksum is right.
fn remainder(prefix: &str, symbols: &[u8]) -> u32 {
    let high = prefix.bytes().map(|character| character >> 5);
    let low = prefix.bytes().map(|character| character & 31);
    high.chain([0]).chain(low).chain(symbols.iter().copied()).fold(1, |remainder, symbol| {
        let top = remainder >> 25;
        let shifted = (remainder & 0x1FF_FFFF) << 5 ^ u32::from(symbol);
        GENERATOR.iter().enumerate().fold(shifted, |remainder, (bit, generator)| {
            remainder ^ (generator & Mask::from_bit(u64::from(top >> bit & 1)).word() as u32)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bech32::{Bech32, Hrp};

    #[test]
    fn text_is_that_of_another_implementation() {
        for fill in [0u8, 1, 0x5a, 0x80, 0xff] {
            let bytes: [u8; 32] = core::array::from_fn(|at| fill.wrapping_mul(at as u8 | 1));
            for prefix in ["age", "age-secret-key-"] {
                let hrp = Hrp::parse(prefix).unwrap();
                let lower = encode(prefix, &bytes, Case::Lower);
                let lower = core::str::from_utf8(&lower.0).unwrap();
                assert_eq!(lower, bech32::encode::<Bech32>(hrp, &bytes).unwrap());
                let upper = encode(prefix, &bytes, Case::Upper);
                assert_eq!(upper.0, lower.to_uppercase().as_bytes());
                let upper = core::str::from_utf8(&upper.0).unwrap();
                for (text, case) in [(lower, Case::Lower), (upper, Case::Upper)] {
                    let read = decode(prefix, &text.as_bytes()[prefix.len() + 1..], case);
                    assert_eq!(read.map(|read| *read.as_bytes()), Ok(bytes));
                }
                assert!(decode(prefix, &lower.as_bytes()[prefix.len() + 1..], Case::Upper).is_err());
            }
        }
    }

    #[test]
    fn every_changed_character_is_noticed() {
        let text = encode("age", &[7; 32], Case::Lower);
        let text = &text.0[4..];
        for at in 0..text.len() {
            for character in (b'!'..=b'~').filter(|character| *character != text[at]) {
                let mut changed = text.to_vec();
                changed[at] = character;

                let fault = decode("age", &changed, Case::Lower).map(|_| ()).unwrap_err();
                let expected = CHARACTERS.contains(&character);
                assert_eq!(fault == Fault::AgeChecksum, expected, "{at} {character}");
            }
        }
        assert_eq!(decode("age", b"qqq", Case::Lower).map(|_| ()), Err(Fault::AgeLength));
    }

    #[test]
    fn bits_behind_the_data_are_zero() {
        let mut symbols = [0; DATA + CHECKSUM];
        symbols[DATA - 1] = 1;
        let checksum = remainder("age", &symbols) ^ 1;
        for at in 0..CHECKSUM {
            symbols[DATA + at] = (checksum >> (5 * (CHECKSUM - 1 - at))) as u8 & 31;
        }
        let text = symbols.map(|symbol| CHARACTERS[usize::from(symbol)]);
        assert_eq!(decode("age", &text, Case::Lower).map(|_| ()), Err(Fault::AgePadding));
    }
}
