//! The three tables of the base point G of SM2.
//!
//! A table entry is x and y modulo p, each times 2^256 and as 32 bytes, the lowest first: Montgomery form. The split comb has limbs.
#![allow(non_snake_case)] // points are capital letters

use super::HEADER;
use super::base_tables::{UNFORMATTED, split_groups};
use chop_ref::BigUint;
use chop_ref::sm2::sm2;
use chop_ref::weierstrass::Point;

/// Rows of the comb: one for each six bits of a scalar.
const COMB_ROWS: usize = 43;
/// Entries of a row of the comb: the magnitudes of a signed digit of six bits.
const COMB_ENTRIES: usize = 32;
/// Entries of the table of multiples: the magnitudes of a signed digit of ten bits.
const MULTIPLES: usize = 512;

/// `table/generated/sm2_comb.bin`: row i, entry j is (j + 1)·64^i·G.
pub(super) fn comb() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut first = sm2().G.clone();
    for _ in 0..COMB_ROWS {
        let mut P = first.clone();
        for j in 0..COMB_ENTRIES {
            if j != 0 {
                P = sm2().add(&P, &first);
            }
            bytes.extend(entry(&P));
        }
        // 2·32·64^i = 64^(i + 1).
        first = sm2().add(&P, &P);
    }
    bytes
}

/// `table/generated/sm2_split.rs`.
pub(super) fn split() -> String {
    let mut text = format!("{HEADER}{UNFORMATTED}\nuse crate::table::{{Aligned, Sm2SplitComb}};\n\n");
    text += "/// The comb of the base point G of SM2 for one scalar in eight lanes: lane l of limb w of entry j of group i is\n";
    text += "/// limb w of (j + 1)·16^(8·i + l)·G, x and y times 2^260 in limbs of 52 bits.\n";
    text += "pub static SM2_SPLIT: Aligned<Sm2SplitComb> = Aligned([\n";
    text += &split_groups(&sm2().G, |P, Q| sm2().add(P, Q), limbs);
    text + "]);\n"
}

/// `table/generated/sm2_multiples.bin`: entry i is (i + 1)·G.
pub(super) fn multiples() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut P = sm2().G.clone();
    for _ in 0..MULTIPLES {
        bytes.extend(entry(&P));
        P = sm2().add(&P, &sm2().G);
    }
    bytes
}

/// A point in a file.
fn entry(P: &Point) -> Vec<u8> {
    let (x, y) = P.as_ref().expect("small multiples of G are not O");
    let form = |x: &BigUint| {
        let mut bytes = ((x << 256u32) % &sm2().p).to_bytes_le();
        bytes.resize(32, 0);
        bytes
    };
    [form(x), form(y)].concat()
}

/// A point as five limbs of x and five of y.
fn limbs(P: &Point) -> Vec<u64> {
    let (x, y) = P.as_ref().expect("small multiples of G are not O");
    let mut limbs = Vec::new();
    for coordinate in [x, y] {
        let form = (coordinate << 260u32) % &sm2().p;
        for i in 0..5 {
            let limb: BigUint = (&form >> (52 * i)) & BigUint::from((1u64 << 52) - 1);
            limbs.push(limb.iter_u64_digits().next().unwrap_or(0));
        }
    }
    limbs
}

#[cfg(test)]
mod tests {
    use super::super::base_tables::SPLIT_LAST;
    use super::*;

    #[test]
    fn the_last_row_of_the_comb_is_a_multiple_found_by_double_and_add() {
        let P = sm2().mul(&(BigUint::from(COMB_ENTRIES) << (6 * (COMB_ROWS - 1))), &sm2().G);
        assert!(comb().ends_with(&entry(&P)));
    }

    #[test]
    fn the_last_lane_of_the_split_comb_is_a_multiple_found_by_double_and_add() {
        let P = sm2().mul(&(BigUint::from(8u32) << SPLIT_LAST), &sm2().G);
        let last = limbs(&P)[9];
        assert!(split().ends_with(&format!("{last:#018x}],\n        ],\n    ],\n]);\n")));
    }

    #[test]
    fn the_last_multiple_is_one_found_by_double_and_add() {
        let P = sm2().mul(&BigUint::from(MULTIPLES), &sm2().G);
        assert!(multiples().ends_with(&entry(&P)));
    }
}
