//! The tables of the base point B of edwards25519.
//!
//! A file in `generated` has y + x and y − x of its points one after the other, 32 bytes each, the lowest first. Points that the comb for public
//! scalars has are in no other file, and are taken from it while the library is compiled, as 2dxy is computed then: so the package is
//! small. A test compares every entry with the oracle.

// 4,096 points have three products each.
#![allow(long_running_const_eval)]

use super::file::{POINT_BYTES, affine};
use super::{
    Aligned, BaseComb, COMB_WINDOW, PACKED_WORDS, PUBLIC_ENTRIES, PUBLIC_ROWS, PUBLIC_WINDOW, PublicComb,
    SCAN_WINDOW, SPLIT_ENTRIES, SPLIT_GROUPS, SPLIT_WINDOWS, ScanComb, SplitComb,
};
use crate::curve::edwards::PackedPoint;
use crate::field::f25519::Constant;

/// The comb of B: row i, entry j is (j + 1)·64^i·B.
pub(super) static BASE_COMB: BaseComb = comb(include_bytes!("generated/base_comb.bin"), COMB_WINDOW);

/// The comb of B whose rows are read from end to end: row i, entry j is (j + 1)·32^i·B.
pub static BASE_COMB_SCAN: ScanComb = comb(include_bytes!("generated/base_comb_scan.bin"), SCAN_WINDOW);

/// The comb of B for public scalars: row i, entry j is (j + 1)·256^i·B.
pub static BASE_COMB_PUBLIC: PublicComb = {
    let bytes = include_bytes!("generated/base_comb_public.bin");
    assert!(bytes.len() == POINT_BYTES * PUBLIC_ENTRIES * PUBLIC_ROWS);
    let mut rows = [Aligned([[[0; 4]; 3]; PUBLIC_ENTRIES]); PUBLIC_ROWS];
    let mut i = 0;
    while i < PUBLIC_ENTRIES * PUBLIC_ROWS {
        rows[i / PUBLIC_ENTRIES].0[i % PUBLIC_ENTRIES] = packed(bytes, i);
        i += 1;
    }
    rows
};

/// The multiples of B: entry i is (i + 1)·B.
pub static BASE_MULTIPLES: Aligned<[PackedPoint; 512]> =
    Aligned(row(include_bytes!("generated/base_multiples.bin"), 0, 0).0);

/// The multiples of 2^128·B: entry i is (i + 1)·2^128·B.
pub static BASE_MULTIPLES_HIGH: Aligned<[PackedPoint; 512]> =
    Aligned(row(include_bytes!("generated/base_multiples_high.bin"), 0, 128).0);

/// The comb of B for one scalar in eight lanes: lane l of word w of entry j of group i is word w of the packed point
/// (j + 1)·16^(8·i + l)·B.
pub static BASE_SPLIT: Aligned<SplitComb> = Aligned(split());

/// (multiple)·2^exponent·B, if the comb for public scalars has that point.
const fn known(multiple: usize, exponent: usize) -> Option<&'static PackedPoint> {
    let (row, entry) = (exponent / PUBLIC_WINDOW, multiple << (exponent % PUBLIC_WINDOW));
    if row < PUBLIC_ROWS && entry <= PUBLIC_ENTRIES {
        Some(&BASE_COMB_PUBLIC[row].0[entry - 1])
    } else {
        None
    }
}

/// A comb of B with windows of `window` bits: the points that are known, and the others out of a file.
const fn comb<const ROWS: usize, const ENTRIES: usize>(
    bytes: &[u8],
    window: usize,
) -> [Aligned<[PackedPoint; ENTRIES]>; ROWS] {
    let mut rows = [Aligned([[[0; 4]; 3]; ENTRIES]); ROWS];
    let (mut i, mut read) = (0, 0);
    while i < ROWS {
        (rows[i].0, read) = row(bytes, read, window * i);
        i += 1;
    }
    assert!(bytes.len() == POINT_BYTES * read);
    rows
}

/// The multiples 1, 2, … of 2^exponent·B, those that are not known from point number `read` of a file on; and the number of the next point.
const fn row<const N: usize>(bytes: &[u8], mut read: usize, exponent: usize) -> ([PackedPoint; N], usize) {
    let mut points = [[[0; 4]; 3]; N];
    let mut j = 0;
    while j < N {
        points[j] = match known(j + 1, exponent) {
            Some(point) => *point,
            None => {
                read += 1;
                packed(bytes, read - 1)
            }
        };
        j += 1;
    }
    (points, read)
}

/// y + x, y − x and 2dxy of a point in a file, by its number.
const fn packed(bytes: &[u8], number: usize) -> PackedPoint {
    let [y_plus_x, y_minus_x] = affine(bytes, number);
    [y_plus_x, y_minus_x, Constant::twice_d_x_y(&y_plus_x, &y_minus_x)]
}

/// 16^(2·k) is 256^k, and (j + 1)·16^(2·k + 1) is 16·(j + 1)·256^k: all are in the comb for public scalars.
const fn split() -> SplitComb {
    let mut groups = [[[[0; SPLIT_WINDOWS]; PACKED_WORDS]; SPLIT_ENTRIES]; SPLIT_GROUPS];
    let mut i = 0;
    while i < SPLIT_GROUPS * SPLIT_WINDOWS {
        let mut j = 0;
        while j < SPLIT_ENTRIES {
            let entry = if i % 2 == 0 { j } else { 16 * (j + 1) - 1 };
            let point = &BASE_COMB_PUBLIC[i / 2].0[entry];
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
