//! The tables of the base points of Weierstrass curves.
//!
//! A file in `generated` has the coordinates of its points in the form of [`PrimeField::from_table`](crate::field::PrimeField::from_table). Points that the comb has are in
//! no other file, and are taken from it while the library is compiled. Tests compare entries with the oracle.

use super::file::{POINT_BYTES, affine};
use super::{
    AFFINE_LIMBS, AffineLimbRow, AffineSplitGroup, Aligned, JACOBIAN_ENTRIES, JACOBIAN_WINDOW, JacobianComb,
    SPLIT_ENTRIES, SPLIT_GROUPS, SPLIT_WINDOWS,
};
use crate::curve::jacobian::PackedPoint;
use crate::field::Limbs;

/// Windows of the combs of curves of 256 bits: 43·6 = 258 bits, enough for a scalar below 2^256 and its last carry.
pub const JACOBIAN_ROWS: usize = 43;

/// A comb of a point of a curve of 256 bits. 88,064 bytes.
pub type Comb256 = JacobianComb<JACOBIAN_ROWS>;

/// Points in a table of multiples: the magnitudes of a signed digit of ten bits.
pub const JACOBIAN_MULTIPLES: usize = 512;

/// Multiples 1, 2, … of a point. 32,768 bytes.
pub type Multiples256 = Aligned<[PackedPoint; JACOBIAN_MULTIPLES]>;

/// The comb of a curve of 256 bits by limbs of one kind. 110,080 bytes.
pub type LimbComb256 = Aligned<[AffineLimbRow; JACOBIAN_ROWS]>;

/// A comb for one scalar over the lanes: limbs of x and y as the lanes take them. 40,960 bytes.
pub type SplitComb256 = Aligned<[AffineSplitGroup; SPLIT_GROUPS]>;

/// Points of a split comb, window by window.
type SplitPoints = [[PackedPoint; SPLIT_ENTRIES]; SPLIT_GROUPS * SPLIT_WINDOWS];

/// The tables of a base point, out of the files of the curve, for a field whose module has `limbs_of`.
macro_rules! tables_of_base_point {
    ($curve:literal, $limbs_of:path, $comb:ident, $multiples:ident, $comb_limbs:ident, $split:ident) => {
        /// The comb of the base point: row i, entry j is (j + 1)·64^i·G.
        pub static $comb: Comb256 = comb(include_bytes!(concat!("generated/", $curve, "_comb.bin")));

        /// The multiples of the base point: entry i is (i + 1)·G.
        pub static $multiples: Multiples256 =
            multiples(include_bytes!(concat!("generated/", $curve, "_multiples.bin")), &$comb);

        /// The comb of the base point by limbs, to be looked up in registers.
        #[inline(always)]
        pub fn $comb_limbs(kind: Limbs) -> &'static [AffineLimbRow; JACOBIAN_ROWS] {
            const fn by(kind: Limbs) -> LimbComb256 {
                let mut rows = [[[[0; JACOBIAN_ENTRIES / 2]; 2]; AFFINE_LIMBS]; JACOBIAN_ROWS];
                let mut i = 0;
                while i < JACOBIAN_ROWS * JACOBIAN_ENTRIES {
                    let (row, j) = (i / JACOBIAN_ENTRIES, i % JACOBIAN_ENTRIES);
                    let limbs = limbs(kind, &$comb[row].0[j]);
                    let mut l = 0;
                    while l < AFFINE_LIMBS {
                        rows[row][l][j / 16][j % 16] = limbs[l];
                        l += 1;
                    }
                    i += 1;
                }
                Aligned(rows)
            }
            const fn limbs(kind: Limbs, point: &PackedPoint) -> [u64; AFFINE_LIMBS] {
                joined(&$limbs_of(kind, &point[0]), &$limbs_of(kind, &point[1]))
            }
            static BY_52: LimbComb256 = by(Limbs::Radix52);
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            static BY_DOUBLES: LimbComb256 = by(Limbs::Doubles51);
            match kind {
                #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
                Limbs::Doubles51 => &BY_DOUBLES.0,
                _ => &BY_52.0,
            }
        }

        /// The comb of the base point for one scalar over the lanes: lane l of limb w of entry j of group i is limb w of
        /// (j + 1)·16^(8·i + l)·G.
        #[inline(always)]
        pub fn $split(kind: Limbs) -> &'static [AffineSplitGroup; SPLIT_GROUPS] {
            const fn by(kind: Limbs) -> SplitComb256 {
                const POINTS: SplitPoints =
                    split_points(include_bytes!(concat!("generated/", $curve, "_split.bin")), &$comb);
                let mut groups = [[[[0; SPLIT_WINDOWS]; AFFINE_LIMBS]; SPLIT_ENTRIES]; SPLIT_GROUPS];
                let mut i = 0;
                while i < SPLIT_GROUPS * SPLIT_WINDOWS * SPLIT_ENTRIES {
                    let (window, j) = (i / SPLIT_ENTRIES, i % SPLIT_ENTRIES);
                    let [x, y] = &POINTS[window][j];
                    let limbs = joined(&$limbs_of(kind, x), &$limbs_of(kind, y));
                    let mut l = 0;
                    while l < AFFINE_LIMBS {
                        groups[window / SPLIT_WINDOWS][j][l][window % SPLIT_WINDOWS] = limbs[l];
                        l += 1;
                    }
                    i += 1;
                }
                Aligned(groups)
            }
            static BY_52: SplitComb256 = by(Limbs::Radix52);
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            static BY_DOUBLES: SplitComb256 = by(Limbs::Doubles51);
            match kind {
                #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
                Limbs::Doubles51 => &BY_DOUBLES.0,
                _ => &BY_52.0,
            }
        }
    };
}

/// The tables of SM2's G.
pub mod sm2 {
    use super::*;
    use crate::field::fsm2::limbs_of;
    tables_of_base_point!("sm2", limbs_of, COMB, MULTIPLES, comb_limbs, split);
}

/// The tables of secp256k1's G.
pub mod secp256k1 {
    use super::*;
    use crate::field::fsecp256k1::limbs_of;
    tables_of_base_point!("secp256k1", limbs_of, COMB, MULTIPLES, comb_limbs, split);
}

/// The rows of a comb out of a file.
const fn comb(bytes: &[u8]) -> Comb256 {
    assert!(bytes.len() == POINT_BYTES * JACOBIAN_ENTRIES * JACOBIAN_ROWS);
    let mut rows = [Aligned([[[0; 4]; 2]; JACOBIAN_ENTRIES]); JACOBIAN_ROWS];
    let mut i = 0;
    while i < JACOBIAN_ENTRIES * JACOBIAN_ROWS {
        rows[i / JACOBIAN_ENTRIES].0[i % JACOBIAN_ENTRIES] = affine(bytes, i);
        i += 1;
    }
    rows
}

/// multiple·2^exponent·G, if the comb has that point.
const fn known(comb: &Comb256, multiple: usize, exponent: usize) -> Option<&PackedPoint> {
    let zeros = multiple.trailing_zeros() as usize;
    let exponent = exponent + zeros;
    let (row, entry) = (exponent / JACOBIAN_WINDOW, multiple >> zeros << (exponent % JACOBIAN_WINDOW));
    if row < JACOBIAN_ROWS && entry <= JACOBIAN_ENTRIES { Some(&comb[row].0[entry - 1]) } else { None }
}

/// Multiples 1, 2, … of 2^exponent·G, those that are not known from point number `read` of a file on; and the number of the next point.
const fn row<const N: usize>(
    bytes: &[u8],
    comb: &Comb256,
    mut read: usize,
    exponent: usize,
) -> ([PackedPoint; N], usize) {
    let mut points = [[[0; 4]; 2]; N];
    let mut j = 0;
    while j < N {
        points[j] = match known(comb, j + 1, exponent) {
            Some(point) => *point,
            None => {
                read += 1;
                affine(bytes, read - 1)
            }
        };
        j += 1;
    }
    (points, read)
}

const fn multiples(bytes: &[u8], comb: &Comb256) -> Multiples256 {
    let (points, read) = row(bytes, comb, 0, 0);
    assert!(bytes.len() == POINT_BYTES * read);
    Aligned(points)
}

const fn split_points(bytes: &[u8], comb: &Comb256) -> SplitPoints {
    let mut windows = [[[[0; 4]; 2]; SPLIT_ENTRIES]; SPLIT_GROUPS * SPLIT_WINDOWS];
    let (mut i, mut read) = (0, 0);
    while i < SPLIT_GROUPS * SPLIT_WINDOWS {
        (windows[i], read) = row(bytes, comb, read, 4 * i);
        i += 1;
    }
    assert!(bytes.len() == POINT_BYTES * read);
    windows
}

/// The limbs of x, then those of y.
const fn joined(x: &[u64; 5], y: &[u64; 5]) -> [u64; AFFINE_LIMBS] {
    let mut limbs = [0; AFFINE_LIMBS];
    let mut l = 0;
    while l < 5 {
        (limbs[l], limbs[5 + l]) = (x[l], y[l]);
        l += 1;
    }
    limbs
}
