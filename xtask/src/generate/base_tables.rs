//! The tables of the base point B of edwards25519.
//!
//! A point in a file is y + x and y − x modulo p, 32 bytes each, the lowest first. Points that the comb for public scalars has are in no other file.
#![allow(non_snake_case)] // points are capital letters

use chop_ref::field::{add, sub, to_bytes};
use chop_ref::{BigUint, Point};

/// Rows of the comb: one for each six bits of a number of magnitude ℓ/2 at most.
const COMB_ROWS: usize = 42;
/// Entries of a row of the comb: the magnitudes of a signed digit of six bits.
const COMB_ENTRIES: usize = 32;
/// Rows of the comb that is read from end to end: one for each five bits of a scalar.
const SCAN_ROWS: usize = 51;
/// Entries of a row of that comb: the magnitudes of a signed digit of five bits.
const SCAN_ENTRIES: usize = 16;
/// Rows of the comb for public scalars: one for each eight bits of a number of magnitude ℓ/2 at most.
const PUBLIC_ROWS: usize = 32;
/// Entries of a row of that comb: the magnitudes of a signed digit of eight bits.
const PUBLIC_ENTRIES: usize = 128;
/// Entries of the tables of multiples: the magnitudes of a signed digit of ten bits.
const MULTIPLES: usize = 512;
/// Where a scalar is cut in two halves.
const HALF: usize = 128;

/// `table/generated/base_comb.bin`: row i, entry j is (j + 1)·64^i·B.
pub(super) fn comb() -> Vec<u8> {
    rows(COMB_ROWS, COMB_ENTRIES, unknown)
}

/// `table/generated/base_comb_scan.bin`: row i, entry j is (j + 1)·32^i·B.
pub(super) fn scan_comb() -> Vec<u8> {
    rows(SCAN_ROWS, SCAN_ENTRIES, unknown)
}

/// `table/generated/base_comb_public.bin`: row i, entry j is (j + 1)·256^i·B.
pub(super) fn public_comb() -> Vec<u8> {
    rows(PUBLIC_ROWS, PUBLIC_ENTRIES, |_, _| true)
}

/// Whether the comb for public scalars does not have (multiple)·2^exponent·B.
fn unknown(multiple: usize, exponent: usize) -> bool {
    let bits = PUBLIC_ENTRIES.ilog2() as usize + 1;
    exponent / bits >= PUBLIC_ROWS || multiple << (exponent % bits) > PUBLIC_ENTRIES
}

/// Rows of a comb of B: those points (multiple)·2^exponent·B that are written.
fn rows(rows: usize, entries: usize, is_written: impl Fn(usize, usize) -> bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut first = Point::base();
    let window = entries.ilog2() as usize + 1;
    for i in 0..rows {
        let mut P = first.clone();
        for j in 0..entries {
            if j != 0 {
                P = P.add(&first);
            }
            if is_written(j + 1, window * i) {
                bytes.extend(entry(&P));
            }
        }
        // With e entries of the row of r^i·B: 2·e = r, and 2·e·r^i = r^(i + 1).
        first = P.add(&P);
    }
    bytes
}

/// `table/generated/base_multiples.bin`: entry i is (i + 1)·B.
pub(super) fn multiples() -> Vec<u8> {
    multiples_of(&Point::base(), 0)
}

/// `table/generated/base_multiples_high.bin`: entry i is (i + 1)·2^128·B.
pub(super) fn high_multiples() -> Vec<u8> {
    multiples_of(&Point::mul(&(BigUint::from(1u32) << HALF), &Point::base()), HALF)
}

/// The multiples of 2^exponent·B.
fn multiples_of(first: &Point, exponent: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut P = first.clone();
    for i in 0..MULTIPLES {
        if unknown(i + 1, exponent) {
            bytes.extend(entry(&P));
        }
        P = P.add(first);
    }
    bytes
}

/// A point in a file.
fn entry(P: &Point) -> Vec<u8> {
    [to_bytes(&add(&P.y, &P.x)), to_bytes(&sub(&P.y, &P.x))].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a table ends with the entry that has this factor, found by double and add.
    fn ends_with_multiple(table: &[u8], entries: usize, last_digit: usize) -> bool {
        let P = Point::mul(&(BigUint::from(entries) << last_digit), &Point::base());
        table.ends_with(&entry(&P))
    }

    #[test]
    fn the_last_rows_of_the_combs_are_multiples_found_by_double_and_add() {
        assert!(ends_with_multiple(&comb(), COMB_ENTRIES, 6 * (COMB_ROWS - 1)));
        // All points of its last row are in the comb for public scalars.
        assert!((1..=SCAN_ENTRIES).all(|multiple| !unknown(multiple, 5 * (SCAN_ROWS - 1))));
        assert!(ends_with_multiple(&scan_comb(), SCAN_ENTRIES, 5 * (SCAN_ROWS - 2)));
        assert!(ends_with_multiple(&public_comb(), PUBLIC_ENTRIES, 8 * (PUBLIC_ROWS - 1)));
    }

    #[test]
    fn the_last_multiples_are_found_by_double_and_add() {
        assert!(ends_with_multiple(&multiples(), MULTIPLES, 0));
        assert!(ends_with_multiple(&high_multiples(), MULTIPLES, HALF));
    }
}
