//! The split of a scalar by an endomorphism of its group: k ≡ k1 + k2·λ modulo n, where k1 and k2 have half the length of n (Gallant, Lambert
//! and Vanstone 2001).
//!
//! On a curve y² = x³ + b over a field with a β ≠ 1 of β³ = 1, the map (x, y) → (β·x, y) is the multiplication by a λ of λ³ = 1. With
//! (a1, −b1) and (a2, b2), all four positive, a1 − b1·λ ≡ a2 + b2·λ ≡ 0 and a1·b2 + a2·b1 = n,
//!
//! ```text
//! c1 = ⌊(k·⌊2^S·b2/n⌉ + 2^(S−1))/2^S⌋      k1 = k − c1·a1 − c2·a2
//! c2 = ⌊(k·⌊2^S·b1/n⌉ + 2^(S−1))/2^S⌋      k2 = c1·b1 − c2·b2
//! ```
//!
//! c1 is k·b2/n + ε1 and c2 is k·b1/n + ε2. Rounding to an integer costs 1/2, and the rounded constant k/2^(S+1) < n/2^(S+1): both errors
//! are at most 1/2 + n/2^(S+1) in magnitude. Without them k1 and k2 would be 0, as k·(b2·a1 + b1·a2) = k·n, and so, exactly,
//!
//! ```text
//! k1 = −ε1·a1 − ε2·a2      |k1| ≤ (1/2 + n/2^(S+1))·(a1 + a2)
//! k2 =  ε1·b1 − ε2·b2      |k2| ≤ (1/2 + n/2^(S+1))·(b1 + b2)
//! ```
//!
//! For secp256k1 a1 + a2 < 1.28·2^128 and b1 + b2 < 1.09·2^128, so that |k1| < 2^127.4 and |k2| < 2^127.2.
//!
//! Contract: constant time in the scalar, with the reservation of [`limbs`].

use super::limbs::{self, Word};
use super::modulus::{Modulus, Scalar};
use crate::ct::{self, Mask, Wipe};

/// A group with an endomorphism, by its order and short vectors of its lattice. The top of this file says what the constants must fulfil.
pub trait Endomorphism: Modulus {
    /// λ.
    const LAMBDA: [u64; 4];
    /// The words that S counts: S = 64·SHIFT.
    const SHIFT: usize;
    /// ⌊2^S·b2/n⌉ and ⌊2^S·b1/n⌉.
    const ROUNDED: [[u64; 4]; 2];
    /// a1 and a2.
    const A: [[u64; 4]; 2];
    /// b1 and b2.
    const B: [[u64; 4]; 2];
}

/// Half of a split scalar: a number of magnitude below 2^128. It may be a secret, so there is neither `Debug` nor `==`.
#[derive(Clone, Copy)]
pub struct Half {
    /// Whether the number is below 0.
    pub negative: Mask,
    /// The magnitude, in little-endian words.
    pub magnitude: [u64; 4],
}

impl Wipe for Half {
    fn wipe(&mut self) {
        ct::wipe(&mut self.magnitude);
        self.negative = Mask::FALSE;
    }
}

/// k1 and k2. Cost: six products of 256 bits.
#[inline(always)]
pub fn split<E: Endomorphism, W: Word>(k: &Scalar<E>) -> [Half; 2] {
    let [c1, c2] = [0, 1].map(|i| rounded::<E, W>(k.words(), &E::ROUNDED[i]));
    let k1 = limbs::sub(k.words(), &low::<W>(&c1, &E::A[0])).0;
    let k1 = limbs::sub(&k1, &low::<W>(&c2, &E::A[1])).0;
    let k2 = limbs::sub(&low::<W>(&c1, &E::B[0]), &low::<W>(&c2, &E::B[1])).0;
    [half(&k1), half(&k2)]
}

/// ⌊(x·y + 2^(S−1))/2^S⌋, which must be below 2^256. Compiled once for each word and called.
#[inline(never)]
fn rounded<E: Endomorphism, W: Word>(x: &[u64; 4], y: &[u64; 4]) -> [u64; 4] {
    let product: [u64; 8] = wide::<W>(x, y);
    let mut z = [0; 4];
    for (i, word) in product[E::SHIFT..].iter().take(4).enumerate() {
        z[i] = *word;
    }
    let up = [product[E::SHIFT - 1] >> 63, 0, 0, 0];
    limbs::add(&z, &up).0
}

/// x·y mod 2^256.
#[inline(never)]
fn low<W: Word>(x: &[u64; 4], y: &[u64; 4]) -> [u64; 4] {
    let product = wide::<W>(x, y);
    [product[0], product[1], product[2], product[3]]
}

#[inline(always)]
fn wide<W: Word>(x: &[u64; 4], y: &[u64; 4]) -> [u64; 8] {
    let (x, y): (W::Bits256, W::Bits256) = (limbs::from_u64s(x), limbs::from_u64s(y));
    let product: W::Bits512 = limbs::mul(&x, &y);
    limbs::to_u64s(&product)
}

/// A number modulo 2^256 that is near 0.
#[inline(always)]
fn half(x: &[u64; 4]) -> Half {
    let negative = Mask::from_bit(x[3] >> 63);
    let (opposite, _) = limbs::sub(&[0; 4], x);
    let magnitude = limbs::select(negative, &opposite, x);
    debug_assert!(magnitude[2] == 0 && magnitude[3] == 0, "a half has 128 bits");
    Half { negative, magnitude }
}
