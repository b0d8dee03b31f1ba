//! One element in four full limbs of 64 bits: what is the same for every prime of 256 bits.
//!
//! x = x0 + 2^64·x1 + 2^128·x2 + 2^192·x3, or that times a constant of the prime (Montgomery's form).
//!
//! | type    | value                                  | made by                       | read by              |
//! |---------|----------------------------------------|-------------------------------|----------------------|
//! | [`Fe`]  | 0 ≤ x < 2^256                          | `carry`, decoding             | `mul`, `sqr`, …      |
//! | [`Sum`] | 2^256·top + x; −n ≤ top < n for depth n| `mul`, `sqr`: top = 0; sums   | `add`, `sub`, `carry`|
//!
//! A difference may be negative, no multiple of p is added, and a product's top is a constant 0 that costs nothing to fold. An element has
//! at most two forms, as 2^256 < 2·p. A [`FullPrime`] has the functions that depend on the prime.

#![allow(clippy::needless_range_loop)] // several arrays are walked at once

use super::bounds::Depth;
use super::full_limbs::{self, FullLimbs, Products, add_carry, mul_add, sub_borrow};
use super::{Field, PrimeField, Sum as _, words_of_one_lane};
use crate::ct::{Mask, barrier};
use crate::lanes::{Single, Step};
use core::fmt::Debug;
use core::marker::PhantomData;

/// A prime between 2^255 and 2^256, as far as arithmetic in full limbs depends on it. Constant time in all values.
pub trait FullPrime: Copy + Debug + 'static {
    /// See [`PrimeField::Constant`].
    type Constant: Copy + 'static;
    /// 0.
    const ZERO: Self::Constant;
    /// 1.
    const ONE: Self::Constant;
    /// p as little-endian words.
    const MODULUS: [u64; 4];

    /// The limbs of a product from all of its words.
    fn reduced(product: &[u64; 8]) -> [u64; 4];
    /// 2^256·top + x modulo p for |top| ≤ 16; free where `top` is known to be 0.
    fn folded(x: &[u64; 4], top: i64) -> [u64; 4];
    /// 2^256·top + x modulo p for top < 2^17.
    fn folded_multiple(x: &[u64; 4], top: u64) -> [u64; 4];
    /// The limbs of a 256-bit integer.
    fn from_words<M: Products>(words: &[u64; 4]) -> [u64; 4];
    /// The least non-negative representative.
    fn to_words(limbs: &[u64; 4]) -> [u64; 4];
    /// The limbs of 1/x for the least limbs of x; those of 0 for 0.
    fn inverse<M: Products>(least: &[u64; 4]) -> [u64; 4];
    /// The same for public x.
    fn inverse_vartime<M: Products>(least: &[u64; 4]) -> [u64; 4];
    /// The limbs of a constant.
    fn limbs(constant: &Self::Constant) -> &[u64; 4];
    /// A square root of x; unspecified if there is none.
    fn sqrt<M: Products>(x: &Fe<Self, M>) -> Fe<Self, M>;
}

/// An element that may be multiplied: any 256 bits. Products of words are those of M.
#[derive(Clone, Copy, Debug)]
pub struct Fe<P, M>([u64; 4], PhantomData<(P, M)>);

/// A sum of products.
pub type Sum<P, M> = full_limbs::Sum<Fe<P, M>>;

/// x − p if x ≥ p, else x; p > 2^255.
#[inline(always)]
pub(super) fn least(x: &[u64; 4], p: &[u64; 4]) -> [u64; 4] {
    let (y, less) = minus(x, p);
    // The barrier: a compiler that knows that this is 0 or 1 may give each a path of its own.
    chosen(barrier(less as u64), x, &y)
}

/// The same of a constant.
pub(super) const fn least_constant(x: &[u64; 4], p: &[u64; 4]) -> [u64; 4] {
    let (y, less) = minus(x, p);
    chosen(less as u64, x, &y)
}

/// x − p modulo 2^256, and whether x < p.
#[inline(always)]
const fn minus(x: &[u64; 4], p: &[u64; 4]) -> ([u64; 4], bool) {
    let (y0, b) = x[0].overflowing_sub(p[0]);
    let (y1, b) = sub_borrow(x[1], p[1], b);
    let (y2, b) = sub_borrow(x[2], p[2], b);
    let (y3, b) = sub_borrow(x[3], p[3], b);
    ([y0, y1, y2, y3], b)
}

/// x if `bit` is 1, y if it is 0.
#[inline(always)]
const fn chosen(bit: u64, x: &[u64; 4], y: &[u64; 4]) -> [u64; 4] {
    let keep = bit.wrapping_neg();
    [
        y[0] ^ (keep & (x[0] ^ y[0])),
        y[1] ^ (keep & (x[1] ^ y[1])),
        y[2] ^ (keep & (x[2] ^ y[2])),
        y[3] ^ (keep & (x[3] ^ y[3])),
    ]
}

/// The limbs of x·y. Cost: 16 products of words.
#[inline(always)]
pub(super) fn product<P: FullPrime, M: Products>(x: &[u64; 4], y: &[u64; 4]) -> [u64; 4] {
    P::reduced(&M::mul_wide(x, y))
}

/// The limbs of 1/x; those of 0 for 0. Compiled once and called.
#[inline(never)]
fn inverse<P: FullPrime, M: Products>(x: &[u64; 4]) -> [u64; 4] {
    P::inverse::<M>(&least(x, &P::MODULUS))
}

/// [`inverse`] of public limbs.
#[inline(never)]
fn inverse_vartime<P: FullPrime, M: Products>(x: &[u64; 4]) -> [u64; 4] {
    P::inverse_vartime::<M>(&least(x, &P::MODULUS))
}

/// The limbs of x². Cost: 10 products of words.
#[inline(always)]
fn square<P: FullPrime, M: Products>(x: &[u64; 4]) -> [u64; 4] {
    P::reduced(&M::square_wide(x))
}

/// n squarings, n ≥ 1. Compiled once and called.
#[inline(never)]
fn power<P: FullPrime, M: Products>(x: &[u64; 4], n: usize) -> [u64; 4] {
    let mut y = square::<P, M>(x);
    for _ in 1..n {
        y = square::<P, M>(&y);
    }
    y
}

impl<P: FullPrime, M: Products> Fe<P, M> {
    #[inline(always)]
    pub(super) const fn new(limbs: [u64; 4]) -> Self {
        Fe(limbs, PhantomData)
    }

    /// The element with these limbs, for tests: the value is Σ limb\[i\]·2^(64·i), in the form of the prime.
    pub fn from_limbs(limbs: [u64; 4]) -> Self {
        Fe::new(limbs)
    }

    /// The limbs, for tests.
    pub fn limbs(&self) -> [u64; 4] {
        self.0
    }
}

impl<P: FullPrime, M: Products> Field for Fe<P, M> {
    type Width = Single;
    type Mask = Mask;
    type Sum = Sum<P, M>;
    type Words = [u64; 4];

    #[inline(never)]
    fn apart<S: Step>(step: S) -> S::Out {
        step.take()
    }

    #[inline(always)]
    fn mul(&self, y: &Self) -> Sum<P, M> {
        Sum::new(product::<P, M>(&self.0, &y.0), 0, Depth::UNIT)
    }

    #[inline(always)]
    fn sqr(&self) -> Sum<P, M> {
        Sum::new(square::<P, M>(&self.0), 0, Depth::UNIT)
    }

    #[inline(always)]
    fn sqr_n(&self, n: usize) -> Self {
        debug_assert!(n >= 1);
        Fe::new(power::<P, M>(&self.0, n))
    }

    #[inline(always)]
    fn twice_mul(&self, y: &Self, _: &Sum<P, M>) -> Sum<P, M> {
        // A squaring instead would save less than the sums around it cost.
        self.mul(y).double()
    }

    #[inline(always)]
    fn mul_small(&self, c: u32) -> Sum<P, M> {
        debug_assert!(c < 1 << 17);
        let mut z = [0; 4];
        let mut top = 0;
        for i in 0..4 {
            (z[i], top) = mul_add(0, self.0[i], c as u64, top);
        }
        Sum::new(P::folded_multiple(&z, top), 0, Depth::UNIT)
    }

    /// Cost: a fifth of the power's.
    #[inline(always)]
    fn invert(&self) -> Self {
        Fe::new(inverse::<P, M>(&self.0))
    }

    #[inline(always)]
    fn invert_vartime(&self) -> Self {
        Fe::new(inverse_vartime::<P, M>(&self.0))
    }

    #[inline(always)]
    fn widen(&self) -> Sum<P, M> {
        Sum::new(self.0, 0, Depth::UNIT)
    }

    #[inline(always)]
    fn select(mask: Mask, x: &Self, y: &Self) -> Self {
        let mut z = [0; 4];
        for i in 0..4 {
            z[i] = mask.select(x.0[i], y.0[i]);
        }
        Fe::new(z)
    }

    #[inline(always)]
    fn is_zero(&self) -> Mask {
        // 0 has the forms 0 and p.
        let (mut any, mut differs) = (0, 0);
        for i in 0..4 {
            any |= self.0[i];
            differs |= self.0[i] ^ P::MODULUS[i];
        }
        Mask::is_zero(any).or(Mask::is_zero(differs))
    }

    words_of_one_lane!();

    #[inline(always)]
    fn from_bundle(words: &[u64; 4]) -> Self {
        Fe::new(P::from_words::<M>(words))
    }

    #[inline(always)]
    fn to_bundle(&self) -> [u64; 4] {
        P::to_words(&self.0)
    }
}

impl<P: FullPrime, M: Products> FullLimbs for Fe<P, M> {
    #[inline(always)]
    fn folded(limbs: &[u64; 4], top: i64) -> Self {
        Fe::new(P::folded(limbs, top))
    }
}

impl<P: FullPrime, M: Products> PrimeField for Fe<P, M> {
    type Constant = P::Constant;
    const CALLED: bool = true;

    #[inline(always)]
    fn zero() -> Self {
        Fe::constant(&P::ZERO)
    }

    #[inline(always)]
    fn one() -> Self {
        Fe::constant(&P::ONE)
    }

    /// Of x or x + p, whichever is even.
    #[inline(always)]
    fn half(&self) -> Option<Self> {
        let (x, p) = (&self.0, &P::MODULUS);
        let odd = barrier(x[0] & 1).wrapping_neg();
        let (z0, k) = x[0].overflowing_add(p[0] & odd);
        let (z1, k) = add_carry(x[1], p[1] & odd, k);
        let (z2, k) = add_carry(x[2], p[2] & odd, k);
        let (z3, k) = add_carry(x[3], p[3] & odd, k);
        // The barrier: as in `least`.
        let top = barrier(k as u64);
        Some(Fe::new([z0 >> 1 | z1 << 63, z1 >> 1 | z2 << 63, z2 >> 1 | z3 << 63, z3 >> 1 | top << 63]))
    }

    #[inline(always)]
    fn sqrt(&self) -> Self {
        P::sqrt(self)
    }

    #[inline(always)]
    fn constant(c: &P::Constant) -> Self {
        Fe::new(*P::limbs(c))
    }

    #[inline(always)]
    fn from_table(words: &[[u64; 4]; 1]) -> Self {
        Fe::new(words[0])
    }

    #[inline(always)]
    fn to_table(&self) -> [[u64; 4]; 1] {
        [least(&self.0, &P::MODULUS)]
    }
}
