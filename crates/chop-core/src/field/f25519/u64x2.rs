//! GF(2^255 − 19), two elements: two [`u64x1`] elements side by side.
//!
//! A squaring waits for the one before it, and a processor has room for a second chain meanwhile. A
//! square root is 252 squarings in a row, so two of them at a time take much less than twice as long.
//! Everything else is the one-element code twice; bounds are those of [`u64x1`].

use super::{Constant, F25519, u64x1};
use crate::ct::Mask;
use crate::field::{Field, LaneMask, Sum as SumTrait};

/// Two elements that may be multiplied.
#[derive(Clone, Copy, Debug)]
pub struct Fe([u64x1::Fe; 2]);

/// Two sums of products.
#[derive(Clone, Copy, Debug)]
pub struct Sum([u64x1::Sum; 2]);

/// Two conditions.
#[derive(Clone, Copy)]
pub struct Mask2([Mask; 2]);

impl LaneMask for Mask2 {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Mask2([self.0[0].and(other.0[0]), self.0[1].and(other.0[1])])
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Mask2([self.0[0].or(other.0[0]), self.0[1].or(other.0[1])])
    }
    #[inline(always)]
    fn not(self) -> Self {
        Mask2([self.0[0].not(), self.0[1].not()])
    }
    #[inline(always)]
    fn lane(self, lane: usize) -> Mask {
        self.0[lane]
    }
}

impl Fe {
    /// Two elements side by side.
    pub fn join(lanes: [u64x1::Fe; 2]) -> Fe {
        Fe(lanes)
    }

    /// The two elements.
    pub fn split(&self) -> [u64x1::Fe; 2] {
        self.0
    }
}

impl Field for Fe {
    const LANES: usize = 2;
    type Lanes<T: Copy + 'static> = [T; 2];
    type Mask = Mask2;
    type Sum = Sum;

    #[inline(always)]
    fn mul(&self, y: &Fe) -> Sum {
        Sum([self.0[0].mul(&y.0[0]), self.0[1].mul(&y.0[1])])
    }

    #[inline(always)]
    fn sqr(&self) -> Sum {
        Sum([self.0[0].sqr(), self.0[1].sqr()])
    }

    /// x^(2^n): two interleaved chains.
    #[inline(never)]
    fn sqr_n(&self, n: usize) -> Fe {
        debug_assert!(n >= 1);
        let [mut x, mut y] = self.0;
        for _ in 0..n {
            x = x.square().carry();
            y = y.square().carry();
        }
        Fe([x, y])
    }

    #[inline(always)]
    fn twice_mul(&self, y: &Fe, squares: &Sum) -> Sum {
        Sum([self.0[0].twice_mul(&y.0[0], &squares.0[0]), self.0[1].twice_mul(&y.0[1], &squares.0[1])])
    }

    #[inline(always)]
    fn mul_small(&self, c: u32) -> Sum {
        Sum([self.0[0].mul_small(c), self.0[1].mul_small(c)])
    }

    #[inline(always)]
    fn widen(&self) -> Sum {
        Sum([self.0[0].widen(), self.0[1].widen()])
    }

    #[inline(always)]
    fn select(mask: Mask2, x: &Fe, y: &Fe) -> Fe {
        Fe([u64x1::Fe::select(mask.0[0], &x.0[0], &y.0[0]), u64x1::Fe::select(mask.0[1], &x.0[1], &y.0[1])])
    }

    #[inline(always)]
    fn is_zero(&self) -> Mask2 {
        Mask2([self.0[0].is_zero(), self.0[1].is_zero()])
    }

    #[inline(always)]
    fn mask(lanes: &[Mask; 2]) -> Mask2 {
        Mask2(*lanes)
    }

    #[inline(always)]
    fn from_words(words: &[[u64; 4]; 2]) -> Fe {
        Fe([u64x1::Fe::from_words(&[words[0]]), u64x1::Fe::from_words(&[words[1]])])
    }

    #[inline(always)]
    fn to_words(&self) -> [[u64; 4]; 2] {
        [self.0[0].to_words()[0], self.0[1].to_words()[0]]
    }
}

impl SumTrait for Sum {
    type Fe = Fe;

    #[inline(always)]
    fn add(&self, y: &Sum) -> Sum {
        Sum([self.0[0].add(&y.0[0]), self.0[1].add(&y.0[1])])
    }

    #[inline(always)]
    fn sub(&self, y: &Sum) -> Sum {
        Sum([self.0[0].sub(&y.0[0]), self.0[1].sub(&y.0[1])])
    }

    #[inline(always)]
    fn carry(&self) -> Fe {
        Fe([self.0[0].carry(), self.0[1].carry()])
    }

    #[inline(always)]
    fn reduce(&self) -> Fe {
        Fe([self.0[0].reduce(), self.0[1].reduce()])
    }
}

impl F25519 for Fe {
    #[inline(always)]
    fn constant(c: &Constant) -> Fe {
        Fe([u64x1::Fe::constant(c), u64x1::Fe::constant(c)])
    }
}
