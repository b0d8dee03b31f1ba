//! The tables of the base point B of edwards25519.
//!
//! A file in `generated` has y + x and y − x of each point, 32 bytes each, the lowest byte first. The third coordinate, and the split
//! comb, which holds points of another table, are computed while the library is compiled: so the package is small. A test
//! compares every entry with the oracle.
#![allow(long_running_const_eval)] // thousands of points

use super::{
    Aligned, BaseComb, PACKED_WORDS, PublicComb, SPLIT_ENTRIES, SPLIT_GROUPS, SPLIT_WINDOWS, ScanComb,
    SplitComb,
};
use crate::curve::edwards::PackedPoint;
use crate::field::f25519::{Constant, bytes_to_words, compiled};

/// The comb of B: row i, entry j is (j + 1)·64^i·B.
pub(super) static BASE_COMB: BaseComb = rows(include_bytes!("generated/base_comb.bin"));

/// The comb of B whose rows are read from end to end: row i, entry j is (j + 1)·32^i·B.
pub static BASE_COMB_SCAN: ScanComb = rows(include_bytes!("generated/base_comb_scan.bin"));

/// The comb of B for public scalars: row i, entry j is (j + 1)·256^i·B.
pub static BASE_COMB_PUBLIC: PublicComb = rows(include_bytes!("generated/base_comb_public.bin"));

/// The multiples of B: entry i is (i + 1)·B.
pub static BASE_MULTIPLES: Aligned<[PackedPoint; 512]> =
    Aligned(points(include_bytes!("generated/base_multiples.bin"), 0));

/// The multiples of 2^128·B: entry i is (i + 1)·2^128·B.
pub static BASE_MULTIPLES_HIGH: Aligned<[PackedPoint; 512]> =
    Aligned(points(include_bytes!("generated/base_multiples_high.bin"), 0));

/// The comb of B for one scalar in eight lanes: lane l of word w of entry j of group i is word w of the packed point
/// (j + 1)·16^(8·i + l)·B.
pub static BASE_SPLIT: Aligned<SplitComb> = Aligned(split(&BASE_COMB_PUBLIC));

/// Bytes of a point in a file.
const POINT: usize = 64;

/// Rows of a comb.
const fn rows<const ROWS: usize, const ENTRIES: usize>(
    bytes: &[u8],
) -> [Aligned<[PackedPoint; ENTRIES]>; ROWS] {
    assert!(bytes.len() == POINT * ENTRIES * ROWS);
    let mut rows = [Aligned([[[0; 4]; 3]; ENTRIES]); ROWS];
    let mut i = 0;
    while i < ROWS {
        rows[i] = Aligned(points(bytes, ENTRIES * i));
        i += 1;
    }
    rows
}

/// Points of a file, from number `first` on.
const fn points<const N: usize>(bytes: &[u8], first: usize) -> [PackedPoint; N] {
    let mut points = [[[0; 4]; 3]; N];
    let coordinates = bytes.as_chunks::<32>().0;
    let mut i = 0;
    while i < N {
        let at = 2 * (first + i);
        points[i] = packed(bytes_to_words(&coordinates[at]), bytes_to_words(&coordinates[at + 1]));
        i += 1;
    }
    points
}

/// 1/2 = (p + 1)/2 = 2^254 − 9.
const HALF: [u64; 4] = [u64::MAX - 8, u64::MAX, u64::MAX, u64::MAX >> 2];

/// A point of y + x and y − x, with 2dxy: (d/2)·((y + x) + (y − x))·((y + x) − (y − x)) = (d/2)·2y·2x.
const fn packed(plus: [u64; 4], minus: [u64; 4]) -> PackedPoint {
    const HALF_D: [u64; 4] = compiled::mul(&Constant::D.words(), &HALF);
    let xy4 = compiled::mul(&compiled::add(&plus, &minus), &compiled::sub(&plus, &minus));
    [plus, minus, compiled::mul(&xy4, &HALF_D)]
}

/// 16^(2·k) is 256^k, and (j + 1)·16^(2·k + 1) is 16·(j + 1)·256^k: all are in the comb for public scalars.
const fn split(comb: &PublicComb) -> SplitComb {
    let mut groups = [[[[0; SPLIT_WINDOWS]; PACKED_WORDS]; SPLIT_ENTRIES]; SPLIT_GROUPS];
    let mut i = 0;
    while i < SPLIT_GROUPS * SPLIT_WINDOWS {
        let mut j = 0;
        while j < SPLIT_ENTRIES {
            let entry = if i % 2 == 0 { j } else { 16 * (j + 1) - 1 };
            let point = &comb[i / 2].0[entry];
            let mut w = 0;
            while w < PACKED_WORDS {
                groups[i / SPLIT_WINDOWS][j][w][i % SPLIT_WINDOWS] = point[w / 4][w % 4];
                w += 1;
            }
            j += 1;
        }
        i += 1;
    }
    groups
}
