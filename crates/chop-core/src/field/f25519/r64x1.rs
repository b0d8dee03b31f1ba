//! GF(2^255 − 19), one element, four limbs of 64 bits, for processors with 64 × 64 → 128 bit products
//! and additions with carry.
//!
//! x = x0 + 2^64·x1 + 2^128·x2 + 2^192·x3, computed modulo 2^256 − 38 = 2·p.
//!
//! | type    | value                                  | made by                       | read by              |
//! |---------|----------------------------------------|-------------------------------|----------------------|
//! | [`Fe`]  | 0 ≤ x < 2^256                          | `carry`, decoding             | `mul`, `sqr`, …      |
//! | [`Sum`] | 2^256·top + x; −n ≤ top < n for depth n| `mul`, `sqr`: top = 0; sums   | `add`, `sub`, `carry`|
//!
//! Full limbs need 16 products of words where limbs of 51 bits need 25. The price is a carry after each
//! sum, and none after a product: its top is a constant 0, and folding that away costs nothing. A
//! difference may be negative: `top` has a sign, and no multiple of p is added.

#![allow(clippy::needless_range_loop)] // several arrays are walked at once

use super::{Constant, F25519};
use crate::ct::Mask;
use crate::field::bounds::Depth;
use crate::field::full_limbs::{self, FullLimbs, Products, Words64, add_carry, mul_add};
use crate::field::{Field, Sum as _, words_of_one_lane};
use crate::lanes::Single;
use core::marker::PhantomData;

/// An element that may be multiplied: any 256 bits.
#[derive(Clone, Copy, Debug)]
pub struct Full<P>([u64; 4], PhantomData<P>);

/// The field with products in plain Rust.
pub type Fe = Full<Words64>;

/// A sum of products.
pub type Sum<P = Words64> = full_limbs::Sum<Full<P>>;

/// x + 2^256·top modulo 2p, for |top| < 2^50; free where `top` is known to be 0.
///
/// x + 38·top is between −2^56 and 2^256 + 2^56. Where it leaves 0 .. 2^256 by one turn of 2^256, what is
/// left is below 2^56, or above 2^256 − 2^56: 38 more, or less, do not carry out of the lowest limb.
#[inline(always)]
const fn fold(x: [u64; 4], top: i64) -> [u64; 4] {
    debug_assert!(top < 1 << 50 && top > -(1 << 50));
    let sign = (top >> 63) as u64;
    let (z0, k) = x[0].overflowing_add((38 * top) as u64);
    let (z1, k) = add_carry(x[1], sign, k);
    let (z2, k) = add_carry(x[2], sign, k);
    let (z3, k) = add_carry(x[3], sign, k);
    let turns = sign.wrapping_add(k as u64);
    [z0.wrapping_add(turns.wrapping_mul(38)), z1, z2, z3]
}

/// x². Cost: 14 products of words.
#[inline(always)]
fn square<P: Products>(x: &[u64; 4]) -> [u64; 4] {
    P::fold_38(&P::square_wide(x))
}

/// x·y. Cost: 20 products of words. Compiled once and called: a kernel has hundreds.
#[inline(never)]
fn product<P: Products>(x: &[u64; 4], y: &[u64; 4]) -> [u64; 4] {
    P::fold_38(&P::mul_wide(x, y))
}

/// x^(2^n), n ≥ 1. Compiled once and called, as a single squaring is too.
#[inline(never)]
fn power<P: Products>(x: &[u64; 4], n: usize) -> [u64; 4] {
    let mut y = square::<P>(x);
    for _ in 1..n {
        y = square::<P>(&y);
    }
    y
}

#[inline(never)]
fn square_once<P: Products>(x: &[u64; 4]) -> [u64; 4] {
    square::<P>(x)
}

impl<P: Products> Full<P> {
    #[inline(always)]
    const fn new(limbs: [u64; 4]) -> Full<P> {
        Full(limbs, PhantomData)
    }

    /// The element with these limbs, for tests: the value is Σ limb\[i\]·2^(64·i).
    pub fn from_limbs(limbs: [u64; 4]) -> Full<P> {
        Full::new(limbs)
    }

    /// The limbs, for tests.
    pub fn limbs(&self) -> [u64; 4] {
        self.0
    }
}

impl<P: Products> Field for Full<P> {
    type Width = Single;
    type Mask = Mask;
    type Sum = Sum<P>;
    type Words = [u64; 4];

    #[inline(always)]
    fn mul(&self, y: &Full<P>) -> Sum<P> {
        Sum::new(product::<P>(&self.0, &y.0), 0, Depth::UNIT)
    }

    #[inline(always)]
    fn sqr(&self) -> Sum<P> {
        Sum::new(square_once::<P>(&self.0), 0, Depth::UNIT)
    }

    #[inline(always)]
    fn sqr_n(&self, n: usize) -> Full<P> {
        debug_assert!(n >= 1);
        Full::new(power::<P>(&self.0, n))
    }

    #[inline(always)]
    fn twice_mul(&self, y: &Full<P>, squares: &Sum<P>) -> Sum<P> {
        // A squaring is 50 instructions cheaper than a product, the sums around it cost 35.
        self.widen().add(&y.widen()).carry().sqr().sub(squares)
    }

    #[inline(always)]
    fn mul_small(&self, c: u32) -> Sum<P> {
        debug_assert!(c < 1 << 17);
        let mut z = [0; 4];
        let mut top = 0;
        for i in 0..4 {
            (z[i], top) = mul_add(0, self.0[i], c as u64, top);
        }
        Sum::new(fold(z, top as i64), 0, Depth::UNIT)
    }

    /// In one chain of carries, which is folded once.
    #[inline(always)]
    fn mul_small_onto(&self, c: u32, y: &Sum<P>) -> Full<P> {
        debug_assert!(c < 1 << 17);
        let (mut z, above) = y.parts();
        let mut top = 0;
        for i in 0..4 {
            (z[i], top) = mul_add(z[i], self.0[i], c as u64, top);
        }
        Full::new(fold(z, above + top as i64))
    }

    /// Cost: a fifth of the power's.
    #[inline(always)]
    fn invert(&self) -> Full<P> {
        Full::from_bundle(&super::inverse(&self.to_bundle()))
    }

    #[inline(always)]
    fn invert_vartime(&self) -> Full<P> {
        Full::from_bundle(&super::inverse_vartime(&self.to_bundle()))
    }

    #[inline(always)]
    fn widen(&self) -> Sum<P> {
        Sum::new(self.0, 0, Depth::UNIT)
    }

    #[inline(always)]
    fn select(mask: Mask, x: &Full<P>, y: &Full<P>) -> Full<P> {
        let mut z = [0; 4];
        for i in 0..4 {
            z[i] = mask.select(x.0[i], y.0[i]);
        }
        Full::new(z)
    }

    #[inline(always)]
    fn is_zero(&self) -> Mask {
        let w = self.to_bundle();
        Mask::is_zero(w[0] | w[1] | w[2] | w[3])
    }

    words_of_one_lane!();

    #[inline(always)]
    fn from_bundle(words: &[u64; 4]) -> Full<P> {
        Full::new([words[0], words[1], words[2], words[3] & u64::MAX >> 1])
    }

    #[inline(always)]
    fn to_bundle(&self) -> [u64; 4] {
        // Below 2^255 + 19 < 2p once the highest bit is folded.
        let [x0, x1, x2, x3] = self.0;
        let (x0, k) = x0.overflowing_add(19 * (x3 >> 63));
        let (x1, k) = add_carry(x1, 0, k);
        let (x2, k) = add_carry(x2, 0, k);
        let x3 = (x3 & u64::MAX >> 1) + k as u64;
        // x ≥ p exactly when x + 19 reaches 2^255; then x − p = x + 19 − 2^255.
        let (y0, k) = x0.overflowing_add(19);
        let (y1, k) = add_carry(x1, 0, k);
        let (y2, k) = add_carry(x2, 0, k);
        let y3 = x3 + k as u64;
        let reach = Mask::from_bit(y3 >> 63);
        [
            reach.select(y0, x0),
            reach.select(y1, x1),
            reach.select(y2, x2),
            reach.select(y3 & u64::MAX >> 1, x3),
        ]
    }
}

impl<P: Products> FullLimbs for Full<P> {
    #[inline(always)]
    fn folded(limbs: &[u64; 4], top: i64) -> Full<P> {
        Full::new(fold(*limbs, top))
    }
}

impl<P: Products> F25519 for Full<P> {
    #[inline(always)]
    fn constant(c: &Constant) -> Full<P> {
        Full::new(c.r64)
    }

    #[inline(always)]
    fn from_loose(words: &[[u64; 4]; 1]) -> Full<P> {
        Full::new(words[0])
    }

    #[inline(always)]
    fn to_loose(&self) -> [[u64; 4]; 1] {
        [self.0]
    }

    #[inline(always)]
    fn from_wide(words: &[[u64; 8]; 1]) -> Full<P> {
        Full::new(P::fold_38(&words[0]))
    }
}
