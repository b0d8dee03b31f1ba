//! The tables of the base points G of SM2 and secp256k1.
//!
//! A point in a file is x and y modulo p, 32 bytes each, the lowest first: for SM2 times 2^256, which is Montgomery's form. Points that the comb
//! has are in no other file.
#![allow(non_snake_case)] // points are capital letters

use chop_ref::BigUint;
use chop_ref::weierstrass::{Curve, Point};

/// Bits of a window of the comb.
const WINDOW: usize = 6;
/// Rows of the comb: one for each window of a scalar.
const COMB_ROWS: usize = 43;
/// Entries of a row of the comb: the magnitudes of a signed digit of six bits.
const COMB_ENTRIES: usize = 32;
/// Entries of the table of multiples: the magnitudes of a signed digit of ten bits.
const MULTIPLES: usize = 512;
/// Windows of four bits of the comb for one scalar over the lanes.
const SPLIT_WINDOWS: usize = 64;
/// Entries of such a window.
const SPLIT_ENTRIES: usize = 8;

/// A curve, and the bits by which a number in a file is shifted.
struct Tables {
    curve: &'static Curve,
    shift: u32,
}

fn sm2() -> Tables {
    Tables { curve: chop_ref::sm2::sm2(), shift: 256 }
}

fn secp256k1() -> Tables {
    Tables { curve: chop_ref::secp256k1(), shift: 0 }
}

/// `table/generated/sm2_comb.bin`: row i, entry j is (j + 1)·64^i·G.
pub(super) fn sm2_comb() -> Vec<u8> {
    sm2().comb()
}

/// `table/generated/sm2_multiples.bin`: (i + 1)·G.
pub(super) fn sm2_multiples() -> Vec<u8> {
    sm2().multiples()
}

/// `table/generated/sm2_split.bin`: window by window (j + 1)·16^i·G.
pub(super) fn sm2_split() -> Vec<u8> {
    sm2().split()
}

/// `table/generated/secp256k1_comb.bin`.
pub(super) fn secp256k1_comb() -> Vec<u8> {
    secp256k1().comb()
}

/// `table/generated/secp256k1_multiples.bin`.
pub(super) fn secp256k1_multiples() -> Vec<u8> {
    secp256k1().multiples()
}

/// `table/generated/secp256k1_split.bin`.
pub(super) fn secp256k1_split() -> Vec<u8> {
    secp256k1().split()
}

/// Whether the comb does not have (multiple)·2^exponent·G.
fn unknown(multiple: usize, exponent: usize) -> bool {
    let zeros = multiple.trailing_zeros() as usize;
    let exponent = exponent + zeros;
    exponent / WINDOW >= COMB_ROWS || multiple >> zeros << (exponent % WINDOW) > COMB_ENTRIES
}

impl Tables {
    fn comb(&self) -> Vec<u8> {
        self.rows(COMB_ROWS, COMB_ENTRIES, |_, _| true)
    }

    fn multiples(&self) -> Vec<u8> {
        self.rows(1, MULTIPLES, unknown)
    }

    fn split(&self) -> Vec<u8> {
        self.rows(SPLIT_WINDOWS, SPLIT_ENTRIES, unknown)
    }

    /// Rows of multiples 1, 2, … of G, and of what twice the last one of a row is: those points (multiple)·2^exponent·G that are written.
    fn rows(&self, rows: usize, entries: usize, is_written: impl Fn(usize, usize) -> bool) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut first = self.curve.G.clone();
        let window = entries.ilog2() as usize + 1;
        for i in 0..rows {
            let mut P = first.clone();
            for j in 0..entries {
                if j != 0 {
                    P = self.curve.add(&P, &first);
                }
                if is_written(j + 1, window * i) {
                    bytes.extend(self.entry(&P));
                }
            }
            // With e entries of the row of r^i·G: 2·e = r, and 2·e·r^i = r^(i + 1).
            first = self.curve.add(&P, &P);
        }
        bytes
    }

    /// A point in a file.
    fn entry(&self, P: &Point) -> Vec<u8> {
        let (x, y) = P.as_ref().expect("small multiples of G are not O");
        let form = |x: &BigUint| {
            let mut bytes = ((x << self.shift) % &self.curve.p).to_bytes_le();
            bytes.resize(32, 0);
            bytes
        };
        [form(x), form(y)].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_points_are_found_by_double_and_add() {
        for tables in [sm2(), secp256k1()] {
            let multiple = |k: usize, exponent: usize| {
                let k = BigUint::from(k) << exponent;
                tables.entry(&tables.curve.mul(&k, &tables.curve.G))
            };
            assert!(tables.comb().ends_with(&multiple(COMB_ENTRIES, WINDOW * (COMB_ROWS - 1))));
            // 512·G is 8·64·G, and in the comb.
            assert!(unknown(MULTIPLES - 1, 0) && !unknown(MULTIPLES, 0));
            assert!(tables.multiples().ends_with(&multiple(MULTIPLES - 1, 0)));
            // 16^63 is 2^252 and 64^42, of which the comb has all eight; 16^62 is 4·64^41, and 16^61 16·64^40.
            let last = 4 * (SPLIT_WINDOWS - 3);
            assert!(unknown(SPLIT_ENTRIES - 1, last) && !unknown(SPLIT_ENTRIES, last));
            assert!((1..=SPLIT_ENTRIES).all(|k| !unknown(k, last + 4) && !unknown(k, last + 8)));
            assert!(tables.split().ends_with(&multiple(SPLIT_ENTRIES - 1, last)));
        }
    }
}
