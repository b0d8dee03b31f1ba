//! Tables of points and the ways to read them: constant time for secret digits, direct for public.
//!
//! Tables hold points as words, canonical ones or, for SM2, in Montgomery form; those of base points are made of the files in `generated`, which
//! `cargo xtask generate` writes from the oracle. For lanes a comb whose rows are looked up in registers is turned at compile time into
//! limbs, by limbs first; what is read by public indices is read as it is, row by row.

mod base;
mod file;
pub mod read;
pub mod weierstrass;

pub use base::{BASE_COMB_PUBLIC, BASE_COMB_SCAN, BASE_MULTIPLES, BASE_MULTIPLES_HIGH, BASE_SPLIT};

use base::BASE_COMB;

use core::ops::Deref;

use crate::curve::edwards::PackedPoint;
use crate::curve::jacobian;
use crate::field::Limbs;
use crate::field::f25519::{self, Vector25519};

/// A value that begins where a line of a cache does, 64 bytes: then no register is loaded from two lines, and an entry of a comb is
/// in two lines and not in three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Aligned<T>(pub T);

impl<T> Deref for Aligned<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

/// Bits a window of the combs.
pub const COMB_WINDOW: usize = 6;
/// Windows of the combs: 43·6 = 258 bits, enough for a scalar below 2^253 and its last carry.
pub const COMB_ROWS: usize = 43;
/// Entries a row: 1·P … 32·P for signed digits of six bits.
pub const COMB_ENTRIES: usize = 32;

/// A comb of a point P: row i holds 1·64^i·P, 2·64^i·P, …, 32·64^i·P. 132,096 bytes.
pub type Comb = [Aligned<[PackedPoint; COMB_ENTRIES]>; COMB_ROWS];

/// Bits a window of the comb whose rows are read from end to end, for secret digits in one lane.
pub const SCAN_WINDOW: usize = 5;
/// Windows of that comb: 51·5 = 255 bits.
pub const SCAN_ROWS: usize = 51;
/// Entries a row of that comb: 1·P … 16·P for signed digits of five bits.
pub const SCAN_ENTRIES: usize = 16;

/// A comb of a point P: row i holds 1·32^i·P, 2·32^i·P, …, 16·32^i·P. 78,336 bytes.
pub type ScanComb = [Aligned<[PackedPoint; SCAN_ENTRIES]>; SCAN_ROWS];

/// Windows of the comb of the base point: 42·6 = 252 bits, enough for a
/// [magnitude](crate::scalar::l25519::magnitude) of 2^251 and little more.
pub const BASE_ROWS: usize = 42;

/// The comb of the base point: the first rows of a [`Comb`]. 129,024 bytes.
type BaseComb = [Aligned<[PackedPoint; COMB_ENTRIES]>; BASE_ROWS];

/// Bits a window of the comb of which one entry a row is read, for public digits.
pub const PUBLIC_WINDOW: usize = 8;
/// Windows of that comb: 32·8 = 256 bits, enough for a [magnitude](crate::scalar::l25519::magnitude) of 2^251 and
/// little more.
pub const PUBLIC_ROWS: usize = 32;
/// Entries a row of that comb: 1·P … 128·P for signed digits of eight bits.
pub const PUBLIC_ENTRIES: usize = 128;

/// A comb of a point P: row i holds 1·256^i·P, 2·256^i·P, …, 128·256^i·P. 393,216 bytes.
pub type PublicComb = [Aligned<[PackedPoint; PUBLIC_ENTRIES]>; PUBLIC_ROWS];

/// Windows that lie side by side in the split combs: a level of as many lanes or fewer, a power of two, reads them.
pub const SPLIT_WINDOWS: usize = 8;
/// Times so many windows of the split combs, four bits each: 256 bits.
pub const SPLIT_GROUPS: usize = 8;
/// Entries a window of the split combs: 1·P … 8·P for signed digits of four bits.
pub const SPLIT_ENTRIES: usize = 8;
/// Words of a packed point.
pub const PACKED_WORDS: usize = 12;

/// A comb of a point P for one scalar over the lanes, as it is read: number l of word w of entry j of group i is word w
/// of (j + 1)·16^(8·i + l)·P. 49,152 bytes.
pub type SplitComb = [SplitGroup<PACKED_WORDS>; SPLIT_GROUPS];

/// Windows of a split comb that lie side by side, N words per entry.
pub type SplitGroup<const N: usize> = [[[u64; SPLIT_WINDOWS]; N]; SPLIT_ENTRIES];

/// Bits a window of the combs of Weierstrass curves.
pub const JACOBIAN_WINDOW: usize = 6;
/// Entries a row: 1·P … 32·P for signed digits of six bits.
pub const JACOBIAN_ENTRIES: usize = 32;

/// A comb of a point P of a Weierstrass curve: row i holds 1·64^i·P, 2·64^i·P, …, 32·64^i·P. 2,048 bytes a row.
pub type JacobianComb<const ROWS: usize> = [Aligned<[jacobian::PackedPoint; JACOBIAN_ENTRIES]>; ROWS];

/// Limbs of a packed point in radix 2^52: five of y + x, five of y − x, five of 2dxy.
pub const LIMBS: usize = 15;

/// A row of a comb by limbs: limb l of entry 16·h + j is `row[l][h][j]`.
pub type LimbRow = [[[u64; COMB_ENTRIES / 2]; 2]; LIMBS];

/// The comb of the base point by limbs of one kind, to be looked up in registers. 161,280 bytes.
type LimbComb = Aligned<[LimbRow; BASE_ROWS]>;
static BASE_COMB_52: LimbComb = base_comb_by(Limbs::Radix52);
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
static BASE_COMB_DOUBLES: LimbComb = base_comb_by(Limbs::Doubles51);

/// The comb of the base point by the limbs of a vector.
#[inline(always)]
pub fn base_comb_limbs<V: Vector25519>() -> &'static LimbComb {
    match V::LIMBS {
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        Limbs::Doubles51 => &BASE_COMB_DOUBLES,
        _ => &BASE_COMB_52,
    }
}

const fn base_comb_by(kind: Limbs) -> LimbComb {
    let comb = &BASE_COMB;
    let mut rows = [[[[0; COMB_ENTRIES / 2]; 2]; LIMBS]; BASE_ROWS];
    let mut i = 0;
    while i < BASE_ROWS {
        let mut j = 0;
        while j < COMB_ENTRIES {
            let limbs = limbs_of(&comb[i].0[j], kind);
            let mut l = 0;
            while l < LIMBS {
                rows[i][l][j / 16][j % 16] = limbs[l];
                l += 1;
            }
            j += 1;
        }
        i += 1;
    }
    Aligned(rows)
}

/// Limbs of an affine point of a Weierstrass curve: five of x, five of y.
pub const AFFINE_LIMBS: usize = 10;

/// Eight windows of a [`SplitComb`] of a Weierstrass curve, by limbs as the lanes take them. 5,120 bytes.
pub type AffineSplitGroup = SplitGroup<AFFINE_LIMBS>;

/// A row of a comb of a Weierstrass curve by limbs as the lanes take them: limb l of entry 16·h + j is `row[l][h][j]`.
pub type AffineLimbRow = [[[u64; JACOBIAN_ENTRIES / 2]; 2]; AFFINE_LIMBS];

/// The neutral element, packed.
pub(crate) static IDENTITY: PackedPoint = [[1, 0, 0, 0], [1, 0, 0, 0], [0; 4]];

const fn limbs_of(point: &PackedPoint, kind: Limbs) -> [u64; LIMBS] {
    let mut limbs = [0; LIMBS];
    let mut c = 0;
    while c < 3 {
        let cut = f25519::limbs_of(kind, &point[c]);
        let mut i = 0;
        while i < 5 {
            limbs[5 * c + i] = cut[i];
            i += 1;
        }
        c += 1;
    }
    limbs
}
