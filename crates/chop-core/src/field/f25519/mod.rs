//! GF(p), p = 2^255 − 19, in six backends behind one trait.
//!
//! | backend   | limbs                 | lanes | for                                         |
//! |-----------|-----------------------|-------|---------------------------------------------|
//! | [`r64x1`] | 4 × 64 bits           | 1     | x86-64                                      |
//! | [`u64x1`] | 5 × 51 bits, 64-bit   | 1     | other 64-bit processors                     |
//! | [`u32x1`] | 10 × 25.5 bits, 32-bit| 1     | 32-bit processors                           |
//! | [`r52`]   | 5 × 52 bits           | 8     | many at a time, over any vector             |
//! | [`r51`]   | 5 × 51 bits           | 4     | one at a time in lanes, the same            |
//! | [`fma51`] | 5 × 51 bits, doubles  | 4     | vectors with multiply-adds of doubles       |
//!
//! Proofs of the bounds: the table at the top of each backend, and `docs/field-25519.md`.

mod constant;
pub mod coordinates;
pub mod fma51;
pub mod r51;
pub mod r52;
pub mod r64x1;
pub mod u32x1;
pub mod u64x1;

use super::full_limbs::{Products, Words64, add_carry};
use super::{Field, LaneField, Lanes, Limbs, PerElement};
use crate::inverse::Modulus;
use crate::lanes::Vector;

/// A field of 2^255 − 19: the trait that the curve formulas ask for.
pub trait F25519: Field {
    /// A constant in every lane.
    fn constant(c: &Constant) -> Self;

    /// Elements from any 256 bits: points between two calls are kept as words that need not be the least.
    #[inline(always)]
    fn from_loose(words: &PerElement<Self, [u64; 4]>) -> Self {
        let mut folded = *words;
        for lane in 0..Self::LANES {
            folded.as_mut()[lane] = fold_top_bit(&folded.as_ref()[lane]);
        }
        Self::from_words(&folded)
    }

    /// Words that [`F25519::from_loose`] takes for the same elements, as cheaply as they can be had.
    #[inline(always)]
    fn to_loose(&self) -> PerElement<Self, [u64; 4]> {
        self.to_words()
    }

    /// Elements from integers of 512 bits: what becomes of the uniform bytes of a hash.
    #[inline(always)]
    fn from_wide(words: &PerElement<Self, [u64; WIDE]>) -> Self {
        let mut folded = PerElement::<Self, _>::splat([0; 4]);
        for lane in 0..Self::LANES {
            folded.as_mut()[lane] = <Words64 as Products>::fold_38(&words.as_ref()[lane]);
        }
        Self::from_loose(&folded)
    }
}

/// The same number modulo p, below 2^255. Twice, because 2^255 − 1 + 19 is not.
#[inline(always)]
fn fold_top_bit(words: &[u64; 4]) -> [u64; 4] {
    let mut z = *words;
    for _ in 0..2 {
        let (z0, k) = z[0].overflowing_add(19 * (z[3] >> 63));
        let (z1, k) = add_carry(z[1], 0, k);
        let (z2, k) = add_carry(z[2], 0, k);
        z = [z0, z1, z2, (z[3] & u64::MAX >> 1) + k as u64];
    }
    z
}

/// The limbs of words below 2^255.
pub const fn limbs_of(kind: Limbs, words: &[u64; 4]) -> [u64; 5] {
    match kind {
        Limbs::Radix52 => words_to_52(words),
        Limbs::Doubles51 => fma51::limbs_of(words),
    }
}

/// The first limb of 1, whose others are 0, as those of 0 are.
pub const fn first_limb_of_one(kind: Limbs) -> u64 {
    match kind {
        Limbs::Radix52 => 1,
        Limbs::Doubles51 => 1f64.to_bits(),
    }
}

/// A vector with a field of 2^255 − 19 in its lanes. What the register can multiply says which field that is.
pub trait Vector25519: Vector {
    /// An element in each lane.
    type Fe: F25519 + LaneField<Vector = Self>;
    /// The limbs of tables.
    const LIMBS: Limbs = <Self::Fe as LaneField>::LIMBS;
}

/// An element in each lane of a vector.
pub type LaneFe<V> = <V as Vector25519>::Fe;

/// 2^255 − 19.
#[derive(Clone, Copy, Debug)]
pub enum P25519 {}

/// p as little-endian words.
pub const MODULUS: [u64; 4] = [0xffff_ffff_ffff_ffed, u64::MAX, u64::MAX, u64::MAX >> 1];

/// p, to invert modulo it in one lane.
const P: Modulus = Modulus::new(&MODULUS);

/// 1/x of the least words of x, and 0 for 0. Compiled once and called.
#[inline(never)]
fn inverse(words: &[u64; 4]) -> [u64; 4] {
    P.invert(words)
}

/// [`inverse`] of public words.
#[inline(never)]
fn inverse_vartime(words: &[u64; 4]) -> [u64; 4] {
    P.invert_vartime(words)
}

/// A constant in the limbs of every backend, computed at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    pub(crate) r64: [u64; 4],
    pub(crate) r51: [u64; 5],
    pub(crate) r25: [u32; 10],
    pub(crate) r52: [u64; 5],
    pub(crate) doubles: [u64; 5],
}

impl Constant {
    /// The constant with these little-endian 64-bit words; must be below p.
    pub const fn new(w: [u64; 4]) -> Constant {
        let r51 = words_to_51(&w);
        let mut r25 = [0; 10];
        let mut i = 0;
        while i < 5 {
            // 51 bits = an even limb of 26 bits and an odd one of 25.
            r25[2 * i] = (r51[i] & ((1 << 26) - 1)) as u32;
            r25[2 * i + 1] = (r51[i] >> 26) as u32;
            i += 1;
        }
        Constant { r64: w, r51, r25, r52: words_to_52(&w), doubles: fma51::limbs_of(&w) }
    }

    /// The constant as little-endian 64-bit words.
    pub const fn words(&self) -> [u64; 4] {
        self.r64
    }

    /// 0.
    pub const ZERO: Constant = Constant::new([0; 4]);
    /// 1.
    pub const ONE: Constant = Constant::new([1, 0, 0, 0]);
    /// The curve constant d = −121665/121666 of edwards25519 (RFC 8032, 5.1).
    pub const D: Constant =
        Constant::new([0x75eb4dca135978a3, 0x00700a4d4141d8ab, 0x8cc740797779e898, 0x52036cee2b6ffe73]);
    /// 2d.
    pub const D2: Constant =
        Constant::new([0xebd69b9426b2f159, 0x00e0149a8283b156, 0x198e80f2eef3d130, 0x2406d9dc56dffce7]);
    /// 1/(2d).
    pub const D2_INVERSE: Constant =
        Constant::new([0x12f0793b66e4fc18, 0x05aeeb4c213caa17, 0x958b108a66dce7b3, 0x60483f690a6ae721]);
    /// 2^((p−1)/4), a square root of −1 (RFC 8032, 5.1.3).
    pub const SQRT_M1: Constant =
        Constant::new([0xc4ee1b274a0ea0b0, 0x2f431806ad2fe478, 0x2b4d00993dfbd7a7, 0x2b8324804fc1df0b]);
    /// x of the base point (RFC 8032, 5.1).
    pub const BASE_X: Constant =
        Constant::new([0xc9562d608f25d51a, 0x692cc7609525a7b2, 0xc0a4e231fdd6dc5c, 0x216936d3cd6e53fe]);
    /// y of the base point, 4/5.
    pub const BASE_Y: Constant =
        Constant::new([0x6666666666666658, 0x6666666666666666, 0x6666666666666666, 0x6666666666666666]);
}

/// Cuts 255 bits into five limbs of 51. Bit 255 is dropped.
pub(crate) const fn words_to_51(w: &[u64; 4]) -> [u64; 5] {
    const M: u64 = (1 << 51) - 1;
    [
        w[0] & M,
        (w[0] >> 51 | w[1] << 13) & M,
        (w[1] >> 38 | w[2] << 26) & M,
        (w[2] >> 25 | w[3] << 39) & M,
        (w[3] >> 12) & M,
    ]
}

/// Cuts 255 bits into four limbs of 52 and one of 47. Bit 255 is dropped.
pub(crate) const fn words_to_52(w: &[u64; 4]) -> [u64; 5] {
    const M: u64 = (1 << 52) - 1;
    [
        w[0] & M,
        (w[0] >> 52 | w[1] << 12) & M,
        (w[1] >> 40 | w[2] << 24) & M,
        (w[2] >> 28 | w[3] << 36) & M,
        (w[3] >> 16) & ((1 << 47) - 1),
    ]
}

/// Words of an integer of 512 bits.
pub const WIDE: usize = 8;

/// Little-endian 64-bit words of 64 bytes.
#[inline(always)]
pub fn bytes_to_wide(bytes: &[u8; 64]) -> [u64; WIDE] {
    let mut words = [0; WIDE];
    for i in 0..WIDE {
        let mut word = [0; 8];
        word.copy_from_slice(&bytes[8 * i..8 * i + 8]);
        words[i] = u64::from_le_bytes(word);
    }
    words
}

/// Little-endian 64-bit words of 32 bytes.
#[inline(always)]
pub const fn bytes_to_words(b: &[u8; 32]) -> [u64; 4] {
    // Spelled out: a loop over bytes stays one in a kernel.
    #[inline(always)]
    const fn word(b: &[u8; 32], i: usize) -> u64 {
        u64::from_le_bytes([b[i], b[i + 1], b[i + 2], b[i + 3], b[i + 4], b[i + 5], b[i + 6], b[i + 7]])
    }
    [word(b, 0), word(b, 8), word(b, 16), word(b, 24)]
}

/// The 32 bytes of little-endian 64-bit words.
#[inline(always)]
pub const fn words_to_bytes(w: &[u64; 4]) -> [u8; 32] {
    // Spelled out: a loop over bytes stays one in a kernel.
    let [a, b, c, d] = [w[0].to_le_bytes(), w[1].to_le_bytes(), w[2].to_le_bytes(), w[3].to_le_bytes()];
    [
        a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], c[0],
        c[1], c[2], c[3], c[4], c[5], c[6], c[7], d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7],
    ]
}
