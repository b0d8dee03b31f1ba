//! GF(p), p = 2^256 − 2^32 − 977, the field of secp256k1 (SEC 2, 2.4.1).
//!
//! | backend   | limbs        | form            | lanes             | for           |
//! |-----------|--------------|-----------------|-------------------|---------------|
//! | [`r64x1`] | 4 × 64 bits  | the number      | 1                 | any processor |
//! | [`r52`]   | 5 × 52 bits  | the number      | those of a vector | vectors with multiply-adds of integers |
//! | [`fma51`] | 5 × 51 bits, doubles | half of it modulo p | those of a vector | vectors with multiply-adds of doubles |
//!
//! With c = 2^256 − p = 2^32 + 977, a multiple of 2^256 is one of c, a number of 33 bits. Proofs of the bounds: the top of each backend, and
//! `docs/field-secp256k1.md`.

pub mod fma51;
pub mod r52;
pub mod r64x1;

use super::{Bounded, Limbs, PrimeField, PrimeLaneField};
use crate::inverse::Modulus;
use crate::lanes::Vector;
use crate::lanes::columns::limbs_of as limbs_of_52;

/// secp256k1's p.
#[derive(Clone, Copy, Debug)]
pub enum PSecp256k1 {}

/// c = 2^256 mod p = 2^32 + 977.
pub(crate) const C: u64 = (1 << 32) + 977;

/// p as little-endian words.
pub const MODULUS: [u64; 4] = [C.wrapping_neg(), u64::MAX, u64::MAX, u64::MAX];

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

/// A field of secp256k1's p. Tables hold the words of an element.
pub trait FSecp256k1: PrimeField<Constant = Constant> {}

impl<F: PrimeField<Constant = Constant>> FSecp256k1 for F {}

/// A vector with a field of secp256k1's p in its lanes. What the register can multiply says which field that is.
pub trait VectorSecp256k1: Vector {
    /// An element in each lane.
    type Fe: FSecp256k1 + PrimeLaneField<Vector = Self> + Bounded;
}

/// An element in each lane of a vector.
pub type LaneFe<V> = <V as VectorSecp256k1>::Fe;

/// The limbs of the element with these words, which are those of a number below p.
pub const fn limbs_of(kind: Limbs, words: &[u64; 4]) -> [u64; 5] {
    match kind {
        Limbs::Radix52 => limbs_of_52(words),
        Limbs::Doubles51 => fma51::from_words(words),
    }
}

/// A constant in the limbs of every backend, computed at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    pub(crate) words: [u64; 4],
    pub(crate) r52: [u64; 5],
    pub(crate) doubles: [u64; 5],
}

impl Constant {
    /// The constant with these little-endian 64-bit words; must be below p.
    pub const fn new(words: [u64; 4]) -> Constant {
        Constant { words, r52: limbs_of(Limbs::Radix52, &words), doubles: limbs_of(Limbs::Doubles51, &words) }
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
