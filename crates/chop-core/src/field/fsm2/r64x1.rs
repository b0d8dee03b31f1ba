//! GF(2^256 − 2^224 − 2^96 + 2^64 − 1), one element, four limbs of 64 bits, Montgomery form with R = 2^256.
//!
//! x = x0 + 2^64·x1 + 2^128·x2 + 2^192·x3.
//!
//! | type    | value                                  | made by                       | read by              |
//! |---------|----------------------------------------|-------------------------------|----------------------|
//! | [`Fe`]  | 0 ≤ x < 2^256                          | `carry`, decoding             | `mul`, `sqr`, …      |
//! | [`Sum`] | 2^256·top + x; −n ≤ top < n for depth n| `mul`, `sqr`: top = 0; sums   | `add`, `sub`, `carry`|
//!
//! With e = 2^256 − p = 2^224 + 2^96 − 2^64 + 1 < 2^224 + 2^96, a multiple of 2^256 becomes one of e. As in
//! the field of four limbs for 2^255 − 19, a difference may be negative, no multiple of p is added, and a
//! product's top is a constant 0 that costs nothing to fold. 2^256 < 2·p: an element has at most two forms.

#![allow(clippy::needless_range_loop)] // several arrays are walked at once

use super::{Constant, MODULUS};
use crate::ct::Mask;
use crate::field::bounds::Depth;
use crate::field::full_limbs::{
    self, FullLimbs, Products, Words64, add_carry, mul_add, mul_wide, sub_borrow,
};
use crate::field::{Field, PrimeField, Sum as _, chains, words_of_one_lane};
use crate::lanes::Single;
use core::marker::PhantomData;

/// 2^512 mod p: times this, and divided by R in the product, an integer comes into Montgomery form.
const R2: [u64; 4] =
    [0x0000_0002_0000_0003, 0x0000_0002_ffff_ffff, 0x0000_0001_0000_0001, 0x0000_0004_0000_0002];

/// 2^768 mod p: times this, and divided by R in the product, 1/(a·R) becomes (1/a)·R.
const R3: [u64; 4] = to_montgomery(&R2);
/// An element that may be multiplied: any 256 bits.
#[derive(Clone, Copy, Debug)]
pub struct Full<P>([u64; 4], PhantomData<P>);

/// The field with products in plain Rust.
pub type Fe = Full<Words64>;

/// A sum of products.
pub type Sum<P = Words64> = full_limbs::Sum<Full<P>>;

/// x + q·e modulo 2^256 for |q| < 2^30, and the carry.
///
/// q·e = q + 2^64·(2^32 − 1)·q + 2^192·2^32·q; for a negative q the words of q·(2^96 − 2^64 + 1) are
/// sign-extended into the two words above them.
#[inline(always)]
const fn add_e(x: &[u64; 4], q: i64) -> ([u64; 4], bool) {
    let sign = q >> 63;
    let (z0, k) = x[0].overflowing_add(q as u64);
    let (z1, k) = add_carry(x[1], ((q << 32) - q + sign) as u64, k);
    let (z2, k) = add_carry(x[2], sign as u64, k);
    let (z3, k) = add_carry(x[3], ((q << 32) + sign) as u64, k);
    ([z0, z1, z2, z3], k)
}

/// 2^256·top + x modulo p, for |top| ≤ 16; free where `top` is known to be 0.
///
/// With v = 2^256·top + x, δ = top·(2^224 + 2^219) and q = ⌊(v + δ)/2^256⌋ the result is v − q·p. The words
/// below the highest do not matter to q, as δ has none. Let c = q − top, which is −1, 0 or 1:
///
/// | c  | then                  | v − q·p                                                                       |
/// |----|-----------------------|-------------------------------------------------------------------------------|
/// | 0  | 0 ≤ x + δ < 2^256     | x + top·e; for top ≥ 0, top·e ≤ δ; for top < 0, x ≥ −δ ≥ −top·e: in 0 .. 2^256 |
/// | 1  | top > 0, x ≥ 2^256 − δ| x − 2^256 + (top + 1)·e ≥ e − top·2^219 ≥ 0; below 17·e < 2^256               |
/// | −1 | top < 0, x < −δ       | x + 2^256 + (top − 1)·e < 2^256 − top·2^219 − e < 2^256; at least 2^256 − 17·e |
#[inline(always)]
const fn fold(x: &[u64; 4], top: i64) -> [u64; 4] {
    debug_assert!(top <= 16 && top >= -16);
    let delta = (top << 32) + (top << 27);
    let (_, k) = x[3].overflowing_add(delta as u64);
    add_e(x, top + (delta >> 63) + k as i64).0
}

/// r/R modulo p, for any 512 bits; below 2^256.
///
/// A step adds m·p for the lowest limb m, which becomes 0 as p ≡ −1 modulo 2^64, and drops it:
/// m·(p + 1)/2^64 = m + 2^192·m − 2^32·m − 2^160·m. No product of words is needed.
#[inline(always)]
const fn reduce_wide(r: &[u64; 8]) -> [u64; 4] {
    // The low half becomes (low + M·p)/R with M < R, at most p: no step has a carry out.
    let mut z = [r[0], r[1], r[2], r[3]];
    let mut i = 0;
    while i < 4 {
        let m = z[0];
        let (z0, k) = z[1].overflowing_add(m);
        let (z1, k) = add_carry(z[2], 0, k);
        let (z2, k) = add_carry(z[3], 0, k);
        let z3 = m.wrapping_add(k as u64);
        let (z0, b) = z0.overflowing_sub(m << 32);
        let (z1, b) = sub_borrow(z1, m >> 32, b);
        let (z2, b) = sub_borrow(z2, m << 32, b);
        let (z3, _) = sub_borrow(z3, m >> 32, b);
        z = [z0, z1, z2, z3];
        i += 1;
    }
    // low/R + high ≤ p + 2^256 − 1: where it passes 2^256, less than p is left, and p + e = 2^256.
    let (z0, k) = z[0].overflowing_add(r[4]);
    let (z1, k) = add_carry(z[1], r[5], k);
    let (z2, k) = add_carry(z[2], r[6], k);
    let (z3, k) = add_carry(z[3], r[7], k);
    add_e(&[z0, z1, z2, z3], k as i64).0
}

/// x·R mod p, for the constants.
pub(super) const fn to_montgomery(x: &[u64; 4]) -> [u64; 4] {
    least(&reduce_wide(&mul_wide(x, &R2)))
}

/// x − p if x ≥ p, else x.
#[inline(always)]
const fn least(x: &[u64; 4]) -> [u64; 4] {
    let (y0, b) = x[0].overflowing_sub(MODULUS[0]);
    let (y1, b) = sub_borrow(x[1], MODULUS[1], b);
    let (y2, b) = sub_borrow(x[2], MODULUS[2], b);
    let (y3, b) = sub_borrow(x[3], MODULUS[3], b);
    let keep = (b as u64).wrapping_neg();
    [
        y0 ^ (keep & (x[0] ^ y0)),
        y1 ^ (keep & (x[1] ^ y1)),
        y2 ^ (keep & (x[2] ^ y2)),
        y3 ^ (keep & (x[3] ^ y3)),
    ]
}

/// x·y/R. Cost: 16 products of words. Compiled once and called: a kernel has hundreds.
#[inline(never)]
fn product<P: Products>(x: &[u64; 4], y: &[u64; 4]) -> [u64; 4] {
    reduce_wide(&P::mul_wide(x, y))
}

/// R²/x, the Montgomery form of 1/a for x = a·R; 0 for 0. Compiled once and called.
#[inline(never)]
fn inverse<P: Products>(x: &[u64; 4]) -> [u64; 4] {
    product::<P>(&super::inverse(&least(x)), &R3)
}

/// x²/R. Cost: 10 products of words.
#[inline(always)]
fn square<P: Products>(x: &[u64; 4]) -> [u64; 4] {
    reduce_wide(&P::square_wide(x))
}

/// n squarings, n ≥ 1. Compiled once and called, as a single squaring is too.
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

    /// The element with these limbs, for tests: the value is Σ limb\[i\]·2^(64·i), divided by R.
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
    fn twice_mul(&self, y: &Full<P>, _: &Sum<P>) -> Sum<P> {
        // A squaring instead would save less than the sums around it cost.
        self.mul(y).double()
    }

    #[inline(always)]
    fn mul_small(&self, c: u32) -> Sum<P> {
        debug_assert!(c < 1 << 17);
        let mut z = [0; 4];
        let mut top = 0;
        for i in 0..4 {
            (z[i], top) = mul_add(0, self.0[i], c as u64, top);
        }
        // top·e < 2^17·2^225: where adding it passes 2^256, adding e once more does not.
        let (z, passes) = add_e(&z, top as i64);
        Sum::new(add_e(&z, passes as i64).0, 0, Depth::UNIT)
    }

    /// Cost: a fifth of the power's.
    #[inline(always)]
    fn invert(&self) -> Full<P> {
        Full::new(inverse::<P>(&self.0))
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
        // 0 has the forms 0 and p.
        let (mut any, mut differs) = (0, 0);
        for i in 0..4 {
            any |= self.0[i];
            differs |= self.0[i] ^ MODULUS[i];
        }
        Mask::is_zero(any).or(Mask::is_zero(differs))
    }

    words_of_one_lane!();

    #[inline(always)]
    fn from_bundle(words: &[u64; 4]) -> Full<P> {
        Full::new(product::<P>(words, &R2))
    }

    #[inline(always)]
    fn to_bundle(&self) -> [u64; 4] {
        let [x0, x1, x2, x3] = self.0;
        // (x + M·p)/R ≤ p, as M < R.
        least(&reduce_wide(&[x0, x1, x2, x3, 0, 0, 0, 0]))
    }
}

impl<P: Products> FullLimbs for Full<P> {
    #[inline(always)]
    fn folded(limbs: &[u64; 4], top: i64) -> Full<P> {
        Full::new(fold(limbs, top))
    }
}

impl<P: Products> PrimeField for Full<P> {
    type Constant = Constant;

    #[inline(always)]
    fn zero() -> Full<P> {
        Full::constant(&Constant::ZERO)
    }

    #[inline(always)]
    fn one() -> Full<P> {
        Full::constant(&Constant::ONE)
    }

    #[inline(always)]
    fn sqrt(&self) -> Full<P> {
        chains::sqrt_sm2(self)
    }

    #[inline(always)]
    fn constant(c: &Constant) -> Full<P> {
        Full::new(c.r64)
    }

    #[inline(always)]
    fn from_table(words: &[[u64; 4]; 1]) -> Full<P> {
        Full::new(words[0])
    }

    #[inline(always)]
    fn to_table(&self) -> [[u64; 4]; 1] {
        [least(&self.0)]
    }
}
