//! The tables of the base point B of edwards25519 and of G of SM2.
//!
//! A file in `generated` has the words of its points one after the other, the lowest byte first: y + x, y − x and 2dxy of a point of
//! edwards25519, x and y of one of SM2. Points that the comb for public scalars has are in no other file, and are taken from it
//! while the library is compiled: so the package is small, and nothing is multiplied. A test compares every entry with the oracle.

use super::{
    Aligned, BaseComb, COMB_WINDOW, PACKED_WORDS, PUBLIC_ENTRIES, PUBLIC_ROWS, PUBLIC_WINDOW, PublicComb,
    SCAN_WINDOW, SPLIT_ENTRIES, SPLIT_GROUPS, SPLIT_WINDOWS, ScanComb, Sm2Comb, SplitComb,
};
use crate::curve::edwards::PackedPoint;
use crate::curve::jacobian;

/// The comb of B: row i, entry j is (j + 1)·64^i·B.
pub(super) static BASE_COMB: BaseComb = comb(include_bytes!("generated/base_comb.bin"), COMB_WINDOW);

/// The comb of B whose rows are read from end to end: row i, entry j is (j + 1)·32^i·B.
pub static BASE_COMB_SCAN: ScanComb = comb(include_bytes!("generated/base_comb_scan.bin"), SCAN_WINDOW);

/// The comb of B for public scalars: row i, entry j is (j + 1)·256^i·B.
pub static BASE_COMB_PUBLIC: PublicComb = rows(include_bytes!("generated/base_comb_public.bin"));

/// The multiples of B: entry i is (i + 1)·B.
pub static BASE_MULTIPLES: Aligned<[PackedPoint; 512]> =
    Aligned(row(include_bytes!("generated/base_multiples.bin"), 0, 0).0);

/// The multiples of 2^128·B: entry i is (i + 1)·2^128·B.
pub static BASE_MULTIPLES_HIGH: Aligned<[PackedPoint; 512]> =
    Aligned(row(include_bytes!("generated/base_multiples_high.bin"), 0, 128).0);

/// The comb of B for one scalar in eight lanes: lane l of word w of entry j of group i is word w of the packed point
/// (j + 1)·16^(8·i + l)·B.
pub static BASE_SPLIT: Aligned<SplitComb> = Aligned(split());

/// The comb of the base point G of SM2: row i, entry j is (j + 1)·64^i·G, x and y times 2^256.
pub static SM2_COMB: Sm2Comb = rows(include_bytes!("generated/sm2_comb.bin"));

/// The multiples of the base point G of SM2: entry i is (i + 1)·G, x and y times 2^256.
pub static SM2_MULTIPLES: Aligned<[jacobian::PackedPoint; 512]> =
    Aligned(points(include_bytes!("generated/sm2_multiples.bin"), 0));

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
    assert!(bytes.len() == 8 * PACKED_WORDS * read);
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
                point(bytes, read - 1)
            }
        };
        j += 1;
    }
    (points, read)
}

/// Rows of a comb out of a file.
const fn rows<const ROWS: usize, const ENTRIES: usize, const N: usize>(
    bytes: &[u8],
) -> [Aligned<[[[u64; 4]; N]; ENTRIES]>; ROWS] {
    assert!(bytes.len() == 8 * 4 * N * ENTRIES * ROWS);
    let mut rows = [Aligned([[[0; 4]; N]; ENTRIES]); ROWS];
    let mut i = 0;
    while i < ROWS {
        rows[i] = Aligned(points(bytes, ENTRIES * i));
        i += 1;
    }
    rows
}

/// Points of a file, from number `first` on.
const fn points<const ENTRIES: usize, const N: usize>(
    bytes: &[u8],
    first: usize,
) -> [[[u64; 4]; N]; ENTRIES] {
    let mut points = [[[0; 4]; N]; ENTRIES];
    let mut j = 0;
    while j < ENTRIES {
        points[j] = point(bytes, first + j);
        j += 1;
    }
    points
}

/// A point of N coordinates in a file, by its number.
const fn point<const N: usize>(bytes: &[u8], number: usize) -> [[u64; 4]; N] {
    let words = bytes.as_chunks::<8>().0;
    let mut point = [[0; 4]; N];
    let (mut c, mut at) = (0, 4 * N * number);
    while c < N {
        point[c] = [
            u64::from_le_bytes(words[at]),
            u64::from_le_bytes(words[at + 1]),
            u64::from_le_bytes(words[at + 2]),
            u64::from_le_bytes(words[at + 3]),
        ];
        c += 1;
        at += 4;
    }
    point
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
