//! Integers modulo 2^255 − 19, and those at which a reduction can go wrong.

use super::common::Random;
use chop_core::field::f25519::words_to_bytes;
use num_bigint::BigUint;

pub(crate) fn int(x: u128) -> BigUint {
    BigUint::from(x)
}

/// 2^255 − 19.
pub(crate) fn p() -> BigUint {
    (int(1) << 255u32) - int(19)
}

pub(crate) fn words(x: &BigUint) -> [u64; 4] {
    let digits = x.to_u64_digits();
    assert!(digits.len() <= 4);
    let mut w = [0; 4];
    w[..digits.len()].copy_from_slice(&digits);
    w
}

pub(crate) fn from_words(w: &[u64; 4]) -> BigUint {
    BigUint::from_bytes_le(&words_to_bytes(w))
}

/// Σ digits\[i\]·2^position(i).
pub(crate) fn weighed(digits: &[u64], position: fn(usize) -> usize) -> BigUint {
    let mut x = int(0);
    for (i, &digit) in digits.iter().enumerate() {
        x += int(digit as u128) << position(i);
    }
    x
}

pub(crate) trait RandomIntegers {
    /// An integer below 2^255.
    fn int(&mut self) -> BigUint;
}

impl RandomIntegers for Random {
    fn int(&mut self) -> BigUint {
        let mut w = [0; 4];
        for word in &mut w {
            *word = self.edgy_word();
        }
        w[3] >>= 1;
        from_words(&w)
    }
}

/// Integers below 2^255 at which a reduction can go wrong.
pub(crate) fn edges() -> Vec<BigUint> {
    let mut edges = Vec::new();
    for low in [0u128, 1, 2, 18, 19, 20, 37, 38, 608] {
        edges.push(int(low));
        if low > 0 {
            edges.push(p() - int(low));
        }
        if low < 19 {
            edges.push(p() + int(low));
        }
    }
    for bit in [25u32, 26, 51, 52, 64, 104, 128, 156, 192, 204, 208, 230, 254] {
        edges.push(int(1) << bit);
        edges.push((int(1) << bit) - int(1));
    }
    edges.push((p() - int(1)) >> 1);
    edges
}
