//! Secrets as the words of memory that would show them.
//!
//! | form                | of                  | what it is                                                           |
//! |---------------------|---------------------|----------------------------------------------------------------------|
//! | bytes               | strings and numbers | eight bytes at a time, in both orders                                |
//! | limbs               | numbers             | of 51, 52 and 60 bits                                                |
//! | opposite            | numbers             | the order less the number, in the forms of the number                |
//! | digits              | numbers             | signed, of 4, 5 and 6 bits, a byte each; and the number raised by half a digit everywhere |
//!
//! Words without secrets, such as small numbers, are left out.

use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Words, and the name of the secret that each belongs to.
#[derive(Clone, Default)]
pub(crate) struct Secrets(BTreeMap<u64, &'static str>);

impl Secrets {
    /// With these bytes.
    pub(crate) fn bytes(mut self, name: &'static str, bytes: &[u8]) -> Secrets {
        for eight in bytes.as_chunks::<8>().0 {
            let word = u64::from_le_bytes(*eight);
            self.word(name, word);
            self.word(name, word.swap_bytes());
        }
        self
    }

    /// With this number below `order`, an integer modulo it.
    pub(crate) fn number(self, name: &'static str, number: &BigUint, order: &BigUint) -> Secrets {
        assert!(number < order, "{name} is a number modulo the order");
        self.integer(name, number).integer(name, &(order - number))
    }

    /// With this number below 2^256.
    pub(crate) fn integer(mut self, name: &'static str, number: &BigUint) -> Secrets {
        for bits in [51, 52, 60] {
            for limb in pieces(number, bits, 256usize.div_ceil(bits)) {
                self.word(name, limb);
            }
        }
        for width in [4, 5, 6] {
            let raised = raised(number, width);
            let digits = pieces(&raised, width, 256usize.div_ceil(width));
            let digits: Vec<u8> =
                digits.iter().map(|digit| (*digit as u8).wrapping_sub(1 << (width - 1))).collect();
            self = self.bytes(name, &digits);
            for word in pieces(&raised, 64, 4) {
                self.word(name, word);
            }
        }
        self.bytes(name, &bytes_of(number))
    }

    /// With the words of others.
    pub(crate) fn and(mut self, others: Secrets) -> Secrets {
        self.0.extend(others.0);
        self
    }

    fn word(&mut self, name: &'static str, word: u64) {
        let bytes = word.to_le_bytes();
        let distinct = (0..8).filter(|&i| !bytes[..i].contains(&bytes[i])).count();
        if distinct >= 4 {
            self.0.insert(word, name);
        }
    }

    /// All words.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.keys().copied()
    }

    /// The secret that a word belongs to.
    pub(crate) fn name(&self, word: u64) -> Option<&'static str> {
        self.0.get(&word).copied()
    }
}

/// The number as 32 little-endian bytes.
pub(crate) fn bytes_of(number: &BigUint) -> [u8; 32] {
    let mut bytes = number.to_bytes_le();
    bytes.resize(32, 0);
    bytes.try_into().expect("a number of 256 bits")
}

/// `n` pieces of so many bits, the lowest first.
fn pieces(number: &BigUint, bits: usize, n: usize) -> Vec<u64> {
    let mask = (BigUint::from(1u8) << bits) - 1u8;
    let piece = |i: usize| (number >> (bits * i)) & &mask;
    (0..n).map(|i| piece(i).iter_u64_digits().next().unwrap_or(0)).collect()
}

/// The number with half of 2^width added at every place below 2^256.
fn raised(number: &BigUint, width: usize) -> BigUint {
    let half = BigUint::from(1u8) << (width - 1);
    (0..256 / width).fold(number.clone(), |sum, i| sum + (&half << (width * i)))
}
