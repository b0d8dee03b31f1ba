//! The tables of the base point B of edwards25519.
//!
//! A table entry is y + x, y − x and 2·d·x·y modulo p, each as four little-endian 64-bit words: the
//! second operand of the addition `madd-2008-hwcd-3`.
#![allow(non_snake_case)] // points are capital letters

use super::HEADER;
use chop_ref::field::{add, d, mul, sub};
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

/// Groups of rows of the split comb, and rows of a group: one for each four bits of a scalar, eight of them in the lanes.
const SPLIT_GROUPS: usize = 8;
/// Entries of a row of the split comb: the magnitudes of a signed digit of four bits.
const SPLIT_ENTRIES: usize = 8;
/// Where the last digit of a split comb begins.
#[cfg(test)]
pub(super) const SPLIT_LAST: usize = 4 * (8 * SPLIT_GROUPS - 1);

/// Keeps rustfmt from breaking lines of numbers.
pub(super) const UNFORMATTED: &str = "#![cfg_attr(rustfmt, rustfmt_skip)]\n";

/// `table/generated/base_comb.rs`.
pub(super) fn comb() -> String {
    let mut text = format!("{HEADER}{UNFORMATTED}\nuse crate::table::{{Aligned, BaseComb}};\n\n");
    text += "/// The comb of the base point B of edwards25519: row i, entry j is (j + 1)·64^i·B.\n";
    text += "pub(crate) static BASE_COMB: BaseComb = [\n";
    text += &rows(COMB_ROWS, COMB_ENTRIES);
    text + "];\n"
}

/// `table/generated/base_comb_scan.rs`.
pub(super) fn scan_comb() -> String {
    let mut text = format!("{HEADER}{UNFORMATTED}\nuse crate::table::{{Aligned, ScanComb}};\n\n");
    text += "/// The comb of the base point B of edwards25519 whose rows are read from end to end: row i, entry j is (j + 1)·32^i·B.\n";
    text += "pub static BASE_COMB_SCAN: ScanComb = [\n";
    text += &rows(SCAN_ROWS, SCAN_ENTRIES);
    text + "];\n"
}

/// `table/generated/base_comb_public.rs`.
pub(super) fn public_comb() -> String {
    let mut text = format!("{HEADER}{UNFORMATTED}\nuse crate::table::{{Aligned, PublicComb}};\n\n");
    text += "/// The comb of the base point B of edwards25519 for public scalars: row i, entry j is (j + 1)·256^i·B.\n";
    text += "pub static BASE_COMB_PUBLIC: PublicComb = [\n";
    text += &rows(PUBLIC_ROWS, PUBLIC_ENTRIES);
    text + "];\n"
}

/// Rows of a comb of B.
fn rows(rows: usize, entries: usize) -> String {
    let mut text = String::new();
    let mut first = Point::base();
    for _ in 0..rows {
        text += "    Aligned([\n";
        let mut P = first.clone();
        for j in 0..entries {
            if j != 0 {
                P = P.add(&first);
            }
            text += &format!("        {},\n", entry(&P));
        }
        text += "    ]),\n";
        // With e entries of the row of r^i·B: 2·e = r, and 2·e·r^i = r^(i + 1).
        first = P.add(&P);
    }
    text
}

/// `table/generated/base_split.rs`.
pub(super) fn split() -> String {
    let mut text = format!("{HEADER}{UNFORMATTED}\nuse crate::table::{{Aligned, SplitComb}};\n\n");
    text += "/// The comb of the base point B of edwards25519 for one scalar in eight lanes: lane l of word w of entry j of\n";
    text += "/// group i is word w of the packed point (j + 1)·16^(8·i + l)·B.\n";
    text += "pub static BASE_SPLIT: Aligned<SplitComb> = Aligned([\n";
    text += &split_groups(&Point::base(), Point::add, packed);
    text + "]);\n"
}

/// The groups of a split comb of a point, whose entries are made of words.
pub(super) fn split_groups<P: Clone>(
    point: &P,
    add: impl Fn(&P, &P) -> P,
    words: impl Fn(&P) -> Vec<u64>,
) -> String {
    let mut text = String::new();
    let mut first = point.clone();
    for _ in 0..SPLIT_GROUPS {
        // The entries of each lane.
        let mut lanes = Vec::new();
        for _ in 0..8 {
            let mut multiples = vec![first.clone()];
            while multiples.len() < SPLIT_ENTRIES {
                multiples.push(add(&multiples[multiples.len() - 1], &first));
            }
            // 2·8·16^i = 16^(i + 1).
            let last = &multiples[SPLIT_ENTRIES - 1];
            first = add(last, last);
            lanes.push(multiples);
        }
        text += "    [\n";
        for j in 0..SPLIT_ENTRIES {
            let entries: Vec<Vec<u64>> = lanes.iter().map(|multiples| words(&multiples[j])).collect();
            text += "        [\n";
            for w in 0..entries[0].len() {
                let lanes: Vec<String> = entries.iter().map(|entry| format!("{:#018x}", entry[w])).collect();
                text += &format!("            [{}],\n", lanes.join(", "));
            }
            text += "        ],\n";
        }
        text += "    ],\n";
    }
    text
}

/// `table/generated/base_multiples.rs`.
pub(super) fn multiples() -> String {
    let mut text = format!(
        "{HEADER}{UNFORMATTED}\nuse crate::curve::edwards::PackedPoint;\nuse crate::table::Aligned;\n\n"
    );
    text += "/// The multiples of the base point B of edwards25519: entry i is (i + 1)·B.\n";
    text += &format!("pub static BASE_MULTIPLES: Aligned<[PackedPoint; {MULTIPLES}]> = Aligned([\n");
    let mut P = Point::base();
    for _ in 0..MULTIPLES {
        text += &format!("    {},\n", entry(&P));
        P = P.add(&Point::base());
    }
    text + "]);\n"
}

/// `table/generated/base_multiples_high.rs`.
pub(super) fn high_multiples() -> String {
    let mut text = format!(
        "{HEADER}{UNFORMATTED}\nuse crate::curve::edwards::PackedPoint;\nuse crate::table::Aligned;\n\n"
    );
    text += &format!(
        "/// The multiples of 2^{HALF}·B, B the base point of edwards25519: entry i is (i + 1)·2^{HALF}·B.\n"
    );
    text += &format!("pub static BASE_MULTIPLES_HIGH: Aligned<[PackedPoint; {MULTIPLES}]> = Aligned([\n");
    let first = Point::mul(&(BigUint::from(1u32) << HALF), &Point::base());
    let mut P = first.clone();
    for _ in 0..MULTIPLES {
        text += &format!("    {},\n", entry(&P));
        P = P.add(&first);
    }
    text + "]);\n"
}

/// A point as a table entry.
fn entry(P: &Point) -> String {
    let [plus, minus, xy2d] = coordinates(P);
    format!("[{}, {}, {}]", words(&plus), words(&minus), words(&xy2d))
}

/// y + x, y − x and 2·d·x·y.
fn coordinates(P: &Point) -> [BigUint; 3] {
    [add(&P.y, &P.x), sub(&P.y, &P.x), mul(&mul(&P.x, &P.y), &add(d(), d()))]
}

/// The words of a table entry.
fn packed(P: &Point) -> Vec<u64> {
    let mut packed = Vec::new();
    for coordinate in coordinates(P) {
        let mut words = coordinate.to_u64_digits();
        words.resize(4, 0);
        packed.extend(words);
    }
    packed
}

/// An integer below 2^256 as four words.
pub(super) fn words(x: &BigUint) -> String {
    let mut words = x.to_u64_digits();
    words.resize(4, 0);
    format!("[{:#018x}, {:#018x}, {:#018x}, {:#018x}]", words[0], words[1], words[2], words[3])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a table of a comb ends with the entry that has this factor, found by double and add.
    fn ends_with_multiple(table: &str, entries: usize, last_digit: usize) -> bool {
        let P = Point::mul(&(BigUint::from(entries) << last_digit), &Point::base());
        table.ends_with(&format!("        {},\n    ]),\n];\n", entry(&P)))
    }

    #[test]
    fn the_last_rows_of_the_combs_are_multiples_found_by_double_and_add() {
        assert!(ends_with_multiple(&comb(), COMB_ENTRIES, 6 * (COMB_ROWS - 1)));
        assert!(ends_with_multiple(&scan_comb(), SCAN_ENTRIES, 5 * (SCAN_ROWS - 1)));
        assert!(ends_with_multiple(&public_comb(), PUBLIC_ENTRIES, 8 * (PUBLIC_ROWS - 1)));
    }

    #[test]
    fn the_last_lane_of_the_split_comb_is_a_multiple_found_by_double_and_add() {
        let P = Point::mul(&(BigUint::from(SPLIT_ENTRIES) << SPLIT_LAST), &Point::base());
        let last = packed(&P)[11];
        assert!(split().ends_with(&format!("{last:#018x}],\n        ],\n    ],\n]);\n")));
    }

    #[test]
    fn the_last_multiple_is_one_found_by_double_and_add() {
        let P = Point::mul(&BigUint::from(MULTIPLES), &Point::base());
        assert!(multiples().ends_with(&format!("    {},\n]);\n", entry(&P))));
    }

    #[test]
    fn the_last_high_multiple_is_one_found_by_double_and_add() {
        let P = Point::mul(&(BigUint::from(MULTIPLES) << HALF), &Point::base());
        assert!(high_multiples().ends_with(&format!("    {},\n]);\n", entry(&P))));
    }
}
