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
use crate::field::full_limbs::{add_carry, mul_add, square_wide, sub_borrow};
use crate::field::{Field, Sum as SumTrait, words_of_one_lane};

/// An element that may be multiplied: any 256 bits.
#[derive(Clone, Copy, Debug)]
pub struct Fe([u64; 4]);

/// A sum of products.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    limbs: [u64; 4],
    top: i64,
    depth: Depth,
}

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

/// 512 bits modulo 2p, below 2^255 + 2^11.
///
/// The low half plus 38 times the high half is below 39·2^256, so c < 39; with the highest bit,
/// 19·(2·c + 1) < 2^11 comes back, and there is room for it above 2^255.
#[inline(always)]
const fn fold_wide(r: [u64; 8]) -> [u64; 4] {
    let (z0, c) = mul_add(r[0], 38, r[4], 0);
    let (z1, c) = mul_add(r[1], 38, r[5], c);
    let (z2, c) = mul_add(r[2], 38, r[6], c);
    let (z3, c) = mul_add(r[3], 38, r[7], c);
    let (z0, k) = z0.overflowing_add(19 * (c << 1 | z3 >> 63));
    let (z1, k) = add_carry(z1, 0, k);
    let (z2, k) = add_carry(z2, 0, k);
    [z0, z1, z2, (z3 & u64::MAX >> 1) + k as u64]
}

/// x². Cost: 14 products of words.
#[inline(always)]
fn square(x: &[u64; 4]) -> [u64; 4] {
    fold_wide(square_wide(x))
}

/// x·y. Cost: 20 products of words. Compiled once and called: a kernel has hundreds.
#[inline(never)]
fn product(x: &[u64; 4], y: &[u64; 4]) -> [u64; 4] {
    let mut r = [0; 8];
    for i in 0..4 {
        let mut c = 0;
        for j in 0..4 {
            (r[i + j], c) = mul_add(r[i + j], x[i], y[j], c);
        }
        r[i + 4] = c;
    }
    fold_wide(r)
}

/// x^(2^n), n ≥ 1. Compiled once and called, as a single squaring is too.
#[inline(never)]
fn power(x: &[u64; 4], n: usize) -> [u64; 4] {
    let mut y = square(x);
    for _ in 1..n {
        y = square(&y);
    }
    y
}

#[inline(never)]
fn square_once(x: &[u64; 4]) -> [u64; 4] {
    square(x)
}

impl Fe {
    /// The element with these limbs, for tests: the value is Σ limb\[i\]·2^(64·i).
    pub fn from_limbs(limbs: [u64; 4]) -> Fe {
        Fe(limbs)
    }

    /// The limbs, for tests.
    pub fn limbs(&self) -> [u64; 4] {
        self.0
    }
}

impl Sum {
    #[inline(always)]
    fn new(limbs: [u64; 4], top: i64, depth: Depth) -> Sum {
        // −n ≤ top < n, and top = 0 is fine for the value 0 of depth 0.
        depth.assert_limbs(&[if top < 0 { top.unsigned_abs() } else { top as u64 + (top > 0) as u64 }], &[1]);
        Sum { limbs, top, depth }
    }

    /// The sum of depth `n` with these limbs and `top` above them in units of 2^256, for tests.
    pub fn of_parts(limbs: [u64; 4], top: i64, n: u8) -> Sum {
        Sum::new(limbs, top, Depth::new(n))
    }

    /// The limbs, and what stands above them in units of 2^256, for tests.
    pub fn parts(&self) -> ([u64; 4], i64) {
        (self.limbs, self.top)
    }
}

impl Field for Fe {
    const LANES: usize = 1;
    type Lanes<T: Copy + 'static> = [T; 1];
    type Mask = Mask;
    type Sum = Sum;
    type Words = [u64; 4];

    #[inline(always)]
    fn mul(&self, y: &Fe) -> Sum {
        Sum::new(product(&self.0, &y.0), 0, Depth::UNIT)
    }

    #[inline(always)]
    fn sqr(&self) -> Sum {
        Sum::new(square_once(&self.0), 0, Depth::UNIT)
    }

    #[inline(always)]
    fn sqr_n(&self, n: usize) -> Fe {
        debug_assert!(n >= 1);
        Fe(power(&self.0, n))
    }

    #[inline(always)]
    fn twice_mul(&self, y: &Fe, squares: &Sum) -> Sum {
        // A squaring is 50 instructions cheaper than a product, the sums around it cost 35.
        self.widen().add(&y.widen()).carry().sqr().sub(squares)
    }

    #[inline(always)]
    fn mul_small(&self, c: u32) -> Sum {
        debug_assert!(c < 1 << 17);
        let mut z = [0; 4];
        let mut top = 0;
        for i in 0..4 {
            (z[i], top) = mul_add(0, self.0[i], c as u64, top);
        }
        Sum::new(fold(z, top as i64), 0, Depth::UNIT)
    }

    #[inline(always)]
    fn widen(&self) -> Sum {
        Sum::new(self.0, 0, Depth::UNIT)
    }

    #[inline(always)]
    fn select(mask: Mask, x: &Fe, y: &Fe) -> Fe {
        let mut z = [0; 4];
        for i in 0..4 {
            z[i] = mask.select(x.0[i], y.0[i]);
        }
        Fe(z)
    }

    #[inline(always)]
    fn is_zero(&self) -> Mask {
        let w = self.to_bundle();
        Mask::is_zero(w[0] | w[1] | w[2] | w[3])
    }

    words_of_one_lane!();

    #[inline(always)]
    fn from_bundle(words: &[u64; 4]) -> Fe {
        Fe([words[0], words[1], words[2], words[3] & u64::MAX >> 1])
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

impl SumTrait for Sum {
    type Fe = Fe;

    #[inline(always)]
    fn add(&self, y: &Sum) -> Sum {
        let (mut z, mut k) = ([0; 4], false);
        for i in 0..4 {
            (z[i], k) = add_carry(self.limbs[i], y.limbs[i], k);
        }
        Sum::new(z, self.top + y.top + k as i64, self.depth.plus(y.depth))
    }

    #[inline(always)]
    fn sub(&self, y: &Sum) -> Sum {
        let (mut z, mut k) = ([0; 4], false);
        for i in 0..4 {
            (z[i], k) = sub_borrow(self.limbs[i], y.limbs[i], k);
        }
        Sum::new(z, self.top - y.top - k as i64, self.depth.minus(y.depth))
    }

    #[inline(always)]
    fn carry(&self) -> Fe {
        self.depth.assert_carriable();
        Fe(fold(self.limbs, self.top))
    }

    #[inline(always)]
    fn reduce(&self) -> Fe {
        self.carry()
    }
}

impl F25519 for Fe {
    #[inline(always)]
    fn constant(c: &Constant) -> Fe {
        Fe(c.r64)
    }

    /// Cost: a fifth of the power's.
    #[inline(always)]
    fn invert(&self) -> Fe {
        Fe::from_bundle(&super::inverse(&self.to_bundle()))
    }
}
