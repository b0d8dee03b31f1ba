//! GF(p), p = 2^256 − 2^224 − 2^96 + 2^64 − 1, the field of SM2 (GB/T 32918.5), in Montgomery form.
//!
//! | backend   | limbs        | R     | lanes             | for           |
//! |-----------|--------------|-------|-------------------|---------------|
//! | [`r64x1`] | 4 × 64 bits  | 2^256 | 1                 | any processor |
//! | [`r52`]   | 5 × 52 bits  | 2^260 | those of a vector | vectors with multiply-adds of integers |
//! | [`fma51`] | 5 × 51 bits, doubles | 2^255 | those of a vector | vectors with multiply-adds of doubles |
//!
//! An element a is held as a·R mod p. p ≡ −1 modulo any power of two up to 2^64, so the quotient digit of a
//! Montgomery reduction is the lowest limb itself. Proofs of the bounds: the top of each backend, and
//! `docs/field-sm2.md`.

pub mod fma51;
pub mod r52;
pub mod r64x1;

use super::{Bounded, Limbs, PrimeField, PrimeLaneField};
use crate::inverse::Modulus;
use crate::lanes::Vector;

/// SM2's p.
#[derive(Clone, Copy, Debug)]
pub enum PSm2 {}

/// p as little-endian words.
pub const MODULUS: [u64; 4] =
    [0xffff_ffff_ffff_ffff, 0xffff_ffff_0000_0000, 0xffff_ffff_ffff_ffff, 0xffff_fffe_ffff_ffff];

/// p, to invert modulo it in one lane.
pub(crate) const P: Modulus = Modulus::new(&MODULUS);

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

/// A field of SM2's p. Tables hold a·2^256 mod p, whatever the R of the backend.
pub trait FSm2: PrimeField<Constant = Constant> {}

impl<F: PrimeField<Constant = Constant>> FSm2 for F {}

/// A vector with a field of SM2's p in its lanes. What the register can multiply says which field that is.
pub trait VectorSm2: Vector {
    /// An element in each lane.
    type Fe: FSm2 + PrimeLaneField<Vector = Self> + Bounded;
}

/// The limbs of an element a, given a·2^256 mod p.
pub const fn limbs_of(kind: Limbs, words: &[u64; 4]) -> [u64; 5] {
    match kind {
        Limbs::Radix52 => r52::from_r64(words),
        Limbs::Doubles51 => fma51::from_r64(words),
    }
}

/// An element in each lane of a vector.
pub type LaneFe<V> = <V as VectorSm2>::Fe;

/// A constant in the limbs of every backend, computed at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    pub(crate) words: [u64; 4],
    pub(crate) r64: [u64; 4],
    pub(crate) r52: [u64; 5],
    pub(crate) doubles: [u64; 5],
}

impl Constant {
    /// The constant with these little-endian 64-bit words; must be below p.
    pub const fn new(words: [u64; 4]) -> Constant {
        let r64 = r64x1::to_montgomery(&words);
        Constant { words, r64, r52: r52::from_r64(&r64), doubles: fma51::from_r64(&r64) }
    }

    /// The constant as little-endian 64-bit words.
    pub const fn words(&self) -> [u64; 4] {
        self.words
    }

    /// 0.
    pub const ZERO: Constant = Constant::new([0; 4]);
    /// 1.
    pub const ONE: Constant = Constant::new([1, 0, 0, 0]);
}
