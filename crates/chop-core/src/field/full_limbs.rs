//! Words of 64 bits with carries, the products of four of them, and sums of products, for fields of full limbs.
//!
//! | type        | products by                                    | for                                 |
//! |-------------|------------------------------------------------|-------------------------------------|
//! | [`Words64`] | 64 × 64 → 128 bits                             | any 64-bit processor                |
//! | [`Words32`] | 32 × 32 → 64 bits                              | 32-bit processors                   |
//! | `Mulx`      | MULX, and two chains of carries (`mulx.rs`)    | x86-64 with BMI2 and ADX            |

#![allow(clippy::needless_range_loop)] // several arrays are walked at once

use super::bounds::Depth;
use crate::ct::barrier;
use core::fmt::Debug;
use core::marker::PhantomData;

/// How numbers of 256 bits are multiplied. Constant time in all values.
pub trait Products: Copy + Debug + 'static {
    /// x·y.
    fn mul_wide(x: &[u64; 4], y: &[u64; 4]) -> [u64; 8];
    /// x².
    fn square_wide(x: &[u64; 4]) -> [u64; 8];

    /// 512 bits modulo 2^256 − 38, below 2^255 + 2^11.
    #[inline(always)]
    fn fold_38(x: &[u64; 8]) -> [u64; 4] {
        fold_38(x)
    }
}

/// Products of words of 64 bits, in plain Rust.
#[derive(Clone, Copy, Debug)]
pub struct Words64;

/// Products of words of 32 bits, in plain Rust.
#[derive(Clone, Copy, Debug)]
pub struct Words32;

impl Products for Words64 {
    #[inline(always)]
    fn mul_wide(x: &[u64; 4], y: &[u64; 4]) -> [u64; 8] {
        mul_wide(x, y)
    }

    #[inline(always)]
    fn square_wide(x: &[u64; 4]) -> [u64; 8] {
        square_wide(x)
    }
}

impl Products for Words32 {
    /// Cost: 64 products of words of 32 bits.
    #[inline(always)]
    fn mul_wide(x: &[u64; 4], y: &[u64; 4]) -> [u64; 8] {
        let (x, y) = (halves(x), halves(y));
        let mut z = [0u32; 16];
        for i in 0..8 {
            let mut carry = 0;
            for j in 0..8 {
                // At most (2^32 − 1)² + 2·(2^32 − 1) = 2^64 − 1.
                let t = u64::from(x[i]) * u64::from(y[j]) + u64::from(z[i + j]) + carry;
                (z[i + j], carry) = (t as u32, t >> 32);
            }
            z[i + 8] = carry as u32;
        }
        joined(&z)
    }

    /// Cost: 36 products of words of 32 bits.
    #[inline(always)]
    fn square_wide(x: &[u64; 4]) -> [u64; 8] {
        let x = halves(x);
        // The products of different words once.
        let mut z = [0u32; 16];
        for i in 0..7 {
            let mut carry = 0;
            for j in i + 1..8 {
                let t = u64::from(x[i]) * u64::from(x[j]) + u64::from(z[i + j]) + carry;
                (z[i + j], carry) = (t as u32, t >> 32);
            }
            z[i + 8] = carry as u32;
        }
        // Twice that, and the squares of words.
        let (mut shifted, mut carry) = (0, 0);
        for i in 0..8 {
            let square = u64::from(x[i]) * u64::from(x[i]);
            for (k, half) in [(2 * i, square & 0xffff_ffff), (2 * i + 1, square >> 32)] {
                let t = u64::from(z[k] << 1 | shifted) + half + carry;
                shifted = z[k] >> 31;
                (z[k], carry) = (t as u32, t >> 32);
            }
        }
        joined(&z)
    }
}

/// An element of a field of full limbs: any 256 bits.
pub trait FullLimbs: Copy {
    /// 2^256·top + limbs modulo p, for the `top` of a sum that may be carried; free where it is known to be 0.
    fn folded(limbs: &[u64; 4], top: i64) -> Self;
}

/// A sum of products in the field of `F`: 2^256·top + limbs, −n ≤ top < n for depth n.
#[derive(Clone, Copy, Debug)]
pub struct Sum<F> {
    limbs: [u64; 4],
    top: i64,
    depth: Depth,
    field: PhantomData<F>,
}

impl<F: FullLimbs> Sum<F> {
    #[inline(always)]
    pub(super) fn new(limbs: [u64; 4], top: i64, depth: Depth) -> Sum<F> {
        // −n ≤ top < n, and top = 0 is fine for the value 0 of depth 0.
        depth.assert_limbs(&[if top < 0 { top.unsigned_abs() } else { top as u64 + (top > 0) as u64 }], &[1]);
        Sum { limbs, top, depth, field: PhantomData }
    }

    /// The sum of depth `n` with these limbs and `top` above them in units of 2^256, for tests.
    pub fn of_parts(limbs: [u64; 4], top: i64, n: u8) -> Sum<F> {
        Sum::new(limbs, top, Depth::new(n))
    }

    /// The limbs, and what stands above them in units of 2^256.
    #[inline(always)]
    pub fn parts(&self) -> ([u64; 4], i64) {
        (self.limbs, self.top)
    }
}

impl<F: FullLimbs> super::Sum for Sum<F> {
    type Fe = F;

    #[inline(always)]
    fn add(&self, y: &Sum<F>) -> Sum<F> {
        let (mut z, mut k) = ([0; 4], false);
        for i in 0..4 {
            (z[i], k) = add_carry(self.limbs[i], y.limbs[i], k);
        }
        // The barrier: a compiler that knows that this is 0 or 1 may give each a path of its own.
        Sum::new(z, self.top + y.top + barrier(k as u64) as i64, self.depth.plus(y.depth))
    }

    #[inline(always)]
    fn sub(&self, y: &Sum<F>) -> Sum<F> {
        let (mut z, mut k) = ([0; 4], false);
        for i in 0..4 {
            (z[i], k) = sub_borrow(self.limbs[i], y.limbs[i], k);
        }
        // The barrier: as in `add`, of 0 or −1.
        let borrow = barrier((k as u64).wrapping_neg()) as i64;
        Sum::new(z, self.top - y.top + borrow, self.depth.minus(y.depth))
    }

    #[inline(always)]
    fn carry(&self) -> F {
        self.depth.assert_carriable();
        F::folded(&self.limbs, self.top)
    }

    #[inline(always)]
    fn reduce(&self) -> F {
        self.carry()
    }
}

/// The words of 32 bits.
#[inline(always)]
fn halves(x: &[u64; 4]) -> [u32; 8] {
    let mut z = [0; 8];
    for i in 0..4 {
        (z[2 * i], z[2 * i + 1]) = (x[i] as u32, (x[i] >> 32) as u32);
    }
    z
}

/// The words of 64 bits.
#[inline(always)]
fn joined(x: &[u32; 16]) -> [u64; 8] {
    let mut z = [0; 8];
    for i in 0..8 {
        z[i] = u64::from(x[2 * i]) | u64::from(x[2 * i + 1]) << 32;
    }
    z
}

/// a + x·y + c, low and high word: at most (2^64 − 1)² + 2·(2^64 − 1) = 2^128 − 1.
#[inline(always)]
pub(super) const fn mul_add(a: u64, x: u64, y: u64, c: u64) -> (u64, u64) {
    let t = a as u128 + x as u128 * y as u128 + c as u128;
    (t as u64, (t >> 64) as u64)
}

/// x + y + carry, and the carry.
#[inline(always)]
pub(super) const fn add_carry(x: u64, y: u64, carry: bool) -> (u64, bool) {
    let (z, c1) = x.overflowing_add(y);
    let (z, c2) = z.overflowing_add(carry as u64);
    (z, c1 | c2)
}

/// x − y − borrow, and the borrow.
#[inline(always)]
pub(super) const fn sub_borrow(x: u64, y: u64, borrow: bool) -> (u64, bool) {
    let (z, b1) = x.overflowing_sub(y);
    let (z, b2) = z.overflowing_sub(borrow as u64);
    (z, b1 | b2)
}

/// x·y. Cost: 16 products of words.
///
/// Row by row, the low words of a row's products in one chain of carries and the high words in another: two
/// additions a product, where a word and a carry at a time would be four.
#[inline(always)]
pub(super) const fn mul_wide(x: &[u64; 4], y: &[u64; 4]) -> [u64; 8] {
    let mut r = [0u64; 8];
    let mut i = 0;
    while i < 4 {
        let (a0, b0) = mul_add(0, x[i], y[0], 0);
        let (a1, b1) = mul_add(0, x[i], y[1], 0);
        let (a2, b2) = mul_add(0, x[i], y[2], 0);
        let (a3, b3) = mul_add(0, x[i], y[3], 0);
        let mut k;
        (r[i], k) = r[i].overflowing_add(a0);
        (r[i + 1], k) = add_carry(r[i + 1], a1, k);
        (r[i + 2], k) = add_carry(r[i + 2], a2, k);
        (r[i + 3], k) = add_carry(r[i + 3], a3, k);
        r[i + 4] = k as u64;
        (r[i + 1], k) = r[i + 1].overflowing_add(b0);
        (r[i + 2], k) = add_carry(r[i + 2], b1, k);
        (r[i + 3], k) = add_carry(r[i + 3], b2, k);
        (r[i + 4], _) = add_carry(r[i + 4], b3, k);
        i += 1;
    }
    r
}

/// x². Cost: 10 products of words.
#[inline(always)]
pub(super) const fn square_wide(x: &[u64; 4]) -> [u64; 8] {
    // The products of different limbs once, then twice that, then the squares of limbs.
    let (r1, c) = mul_add(0, x[0], x[1], 0);
    let (r2, c) = mul_add(0, x[0], x[2], c);
    let (r3, r4) = mul_add(0, x[0], x[3], c);
    let (r3, c) = mul_add(r3, x[1], x[2], 0);
    let (r4, r5) = mul_add(r4, x[1], x[3], c);
    let (r5, r6) = mul_add(r5, x[2], x[3], 0);
    let doubled = [
        0,
        r1 << 1,
        r2 << 1 | r1 >> 63,
        r3 << 1 | r2 >> 63,
        r4 << 1 | r3 >> 63,
        r5 << 1 | r4 >> 63,
        r6 << 1 | r5 >> 63,
        r6 >> 63,
    ];
    let mut r = [0; 8];
    let mut k = false;
    let mut i = 0;
    while i < 4 {
        let (low, high) = mul_add(0, x[i], x[i], 0);
        (r[2 * i], k) = add_carry(doubled[2 * i], low, k);
        (r[2 * i + 1], k) = add_carry(doubled[2 * i + 1], high, k);
        i += 1;
    }
    debug_assert!(!k);
    r
}

/// 512 bits modulo 2^256 − 38, below 2^255 + 2^11. Cost: 4 products of words.
///
/// The low half plus 38 times the high half is below 39·2^256, so c < 39; with the highest bit,
/// 19·(2·c + 1) < 2^11 comes back, and there is room for it above 2^255.
#[inline(always)]
fn fold_38(r: &[u64; 8]) -> [u64; 4] {
    let (z0, c) = mul_add(r[0], 38, r[4], 0);
    let (z1, c) = mul_add(r[1], 38, r[5], c);
    let (z2, c) = mul_add(r[2], 38, r[6], c);
    let (z3, c) = mul_add(r[3], 38, r[7], c);
    let (z0, k) = z0.overflowing_add(19 * (c << 1 | z3 >> 63));
    let (z1, k) = add_carry(z1, 0, k);
    let (z2, k) = add_carry(z2, 0, k);
    [z0, z1, z2, (z3 & u64::MAX >> 1) + k as u64]
}
