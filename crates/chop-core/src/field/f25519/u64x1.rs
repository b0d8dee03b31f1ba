//! GF(2^255 − 19), one element, five limbs of 51 bits, for processors with 64 × 64 → 128 bit products
//! and no carry flag.
//!
//! x = x0 + 2^51·x1 + 2^102·x2 + 2^153·x3 + 2^204·x4. Unit U = 2^51 + 2^13.
//!
//! | type    | every limb is                        | made by                  | read by              |
//! |---------|--------------------------------------|--------------------------|----------------------|
//! | [`Fe`]  | ≤ n·U, n its depth ≤ 9               | `carry` (free), decoding | `mul`, `sqr`, …      |
//! | [`Sum`] | ≤ n·U, n its depth                   | `mul`, `sqr`: n = 1; sums| `add`, `sub`, `carry`|
//!
//! 51 bits leave 13 spare ones, so a sum needs no carry before it is multiplied as long as the depths
//! of the two factors multiply to 81 at most ([`mul`](Field::mul) has the inequality). `carry` is
//! therefore a change of type only.

#![allow(clippy::needless_range_loop)] // several arrays are walked at once

use super::{Constant, F25519, words_to_51};
use crate::ct::Mask;
use crate::field::bounds::{BIAS_DEPTH, Depth, MAX_DEPTH};
use crate::field::{Field, Sum as SumTrait, words_of_one_lane};
use crate::lanes::Single;

const M51: u64 = (1 << 51) - 1;
/// The largest limb of a product: limb 1 keeps a last carry below 2^13.
const UNIT: [u64; 5] = [(1 << 51) + (1 << 13); 5];
/// 4p. Each limb is at least 3·U, so that x + 4p − y never goes below zero for y of depth 3; it is at
/// most 4·U, which is what a subtraction adds to the depth.
const BIAS: [u64; 5] = [(1 << 53) - 76, (1 << 53) - 4, (1 << 53) - 4, (1 << 53) - 4, (1 << 53) - 4];
const _: () = assert!(BIAS[0] >= 3 * UNIT[0] && BIAS[1] <= BIAS_DEPTH as u64 * UNIT[0]);

/// An element that may be multiplied.
#[derive(Clone, Copy, Debug)]
pub struct Fe {
    limbs: [u64; 5],
    depth: Depth,
}

/// A sum of products.
#[derive(Clone, Copy, Debug)]
pub struct Sum(Fe);

#[inline(always)]
const fn m(x: u64, y: u64) -> u128 {
    x as u128 * y as u128
}

/// Five 128-bit columns to limbs of depth 1.
///
/// With factors of depths a·b ≤ 81 and U² < 2^102·(1 + 2^-36):
/// - column 0 is the largest: (1 + 4·19)·81·U² < 2^114.7, so its carry is < 2^63.7 and fits 64 bits;
///   a later column plus such a carry stays below 2^114.7 as well;
/// - column 4 has no factor 19: 5·81·U² + 2^64 < 2^110.67, its carry < 2^59.67, times 19 < 2^63.92;
///   plus a limb < 2^51 fits 64 bits, and shifted by 51 leaves < 2^13 for limb 1.
#[inline(always)]
fn carry_columns(mut c: [u128; 5]) -> Sum {
    let mut z = [0u64; 5];
    c[1] += (c[0] >> 51) as u64 as u128;
    z[0] = c[0] as u64 & M51;
    c[2] += (c[1] >> 51) as u64 as u128;
    z[1] = c[1] as u64 & M51;
    c[3] += (c[2] >> 51) as u64 as u128;
    z[2] = c[2] as u64 & M51;
    c[4] += (c[3] >> 51) as u64 as u128;
    z[3] = c[3] as u64 & M51;
    let top = (c[4] >> 51) as u64;
    z[4] = c[4] as u64 & M51;
    debug_assert!(c[4] >> 51 < 1 << 60);
    z[0] += 19 * top;
    z[1] += z[0] >> 51;
    z[0] &= M51;
    Sum(Fe::new(z, Depth::UNIT))
}

impl Fe {
    #[inline(always)]
    fn new(limbs: [u64; 5], depth: Depth) -> Fe {
        depth.assert_limbs(&limbs, &UNIT);
        Fe { limbs, depth }
    }

    /// An element with every limb at the largest value that depth `n` allows, for tests of the bounds.
    pub fn at_bound(n: u8) -> Fe {
        assert!(n <= MAX_DEPTH);
        Fe::new(UNIT.map(|u| n as u64 * u), Depth::new(n))
    }

    /// The limbs, for tests: the value is Σ limb\[i\]·2^(51·i).
    pub fn limbs(&self) -> [u64; 5] {
        self.limbs
    }

    /// Limbs < 2^51 + 2^13 with the same value modulo p: one carry of each limb into the next at once.
    /// A limb is ≤ 9·U < 2^54.2, so a carry is < 2^3.2 and 19 times it < 2^8.
    #[inline(always)]
    fn weak_reduce(&self) -> Fe {
        let x = &self.limbs;
        Fe::new(
            [
                (x[0] & M51) + 19 * (x[4] >> 51),
                (x[1] & M51) + (x[0] >> 51),
                (x[2] & M51) + (x[1] >> 51),
                (x[3] & M51) + (x[2] >> 51),
                (x[4] & M51) + (x[3] >> 51),
            ],
            Depth::UNIT,
        )
    }
}

impl Fe {
    /// The squaring itself, for the two functions that are called.
    #[inline(always)]
    fn square(&self) -> Sum {
        self.depth.assert_carriable();
        let x = &self.limbs;
        // 38·x_4 < 2^59.5, and the columns are those of mul.
        let (d0, d1, d2) = (2 * x[0], 2 * x[1], 2 * x[2]);
        let (x3, x4) = (19 * x[3], 19 * x[4]);
        // By rows, one factor at a time: the compiler keeps it in a register. By columns it stores and
        // reloads factors, 148 instructions instead of 139.
        let mut c = [m(x[0], x[0]), m(d0, x[1]), m(d0, x[2]), m(d0, x[3]), m(d0, x[4])];
        c[0] += m(x4, d1);
        c[1] += m(x4, d2);
        c[2] += m(x4, 2 * x[3]);
        c[3] += m(x4, x[4]);
        c[3] += m(x[2], d1);
        c[4] += m(x[2], x[2]);
        c[0] += m(x3, d2);
        c[1] += m(x3, x[3]);
        c[2] += m(x[1], x[1]);
        c[4] += m(d1, x[3]);
        carry_columns(c)
    }
}

impl Field for Fe {
    type Width = Single;
    type Mask = Mask;
    type Sum = Sum;
    type Words = [u64; 4];

    /// x·y. Cost: 25 multiplications, one carry chain. Compiled once and called: a kernel has hundreds.
    #[inline(never)]
    fn mul(&self, y: &Fe) -> Sum {
        self.depth.assert_carriable();
        y.depth.assert_carriable();
        let (x, y) = (&self.limbs, &y.limbs);
        // 19·y_j ≤ 19·9·U < 2^58.5.
        let (y1, y2, y3, y4) = (19 * y[1], 19 * y[2], 19 * y[3], 19 * y[4]);
        carry_columns([
            m(x[0], y[0]) + m(x[4], y1) + m(x[3], y2) + m(x[2], y3) + m(x[1], y4),
            m(x[1], y[0]) + m(x[0], y[1]) + m(x[4], y2) + m(x[3], y3) + m(x[2], y4),
            m(x[2], y[0]) + m(x[1], y[1]) + m(x[0], y[2]) + m(x[4], y3) + m(x[3], y4),
            m(x[3], y[0]) + m(x[2], y[1]) + m(x[1], y[2]) + m(x[0], y[3]) + m(x[4], y4),
            m(x[4], y[0]) + m(x[3], y[1]) + m(x[2], y[2]) + m(x[1], y[3]) + m(x[0], y[4]),
        ])
    }

    /// x². Cost: 15 multiplications, one carry chain. Compiled once and called.
    #[inline(never)]
    fn sqr(&self) -> Sum {
        self.square()
    }

    /// x^(2^n), in registers from one squaring to the next.
    #[inline(never)]
    fn sqr_n(&self, n: usize) -> Fe {
        debug_assert!(n >= 1);
        let mut y = self.square();
        for _ in 1..n {
            y = y.0.square();
        }
        y.0
    }

    #[inline(always)]
    fn twice_mul(&self, y: &Fe, squares: &Sum) -> Sum {
        // A squaring is 10 multiplications cheaper than a product, a difference costs 10 additions.
        self.widen().add(&y.widen()).carry().sqr().sub(squares)
    }

    #[inline(always)]
    fn mul_small(&self, c: u32) -> Sum {
        debug_assert!(c < 1 << 17);
        self.depth.assert_carriable();
        carry_columns(self.limbs.map(|x| m(x, c as u64)))
    }

    /// Cost: a fifth of the power's.
    #[inline(always)]
    fn invert(&self) -> Fe {
        Fe::from_bundle(&super::inverse(&self.to_bundle()))
    }

    #[inline(always)]
    fn invert_vartime(&self) -> Fe {
        Fe::from_bundle(&super::inverse_vartime(&self.to_bundle()))
    }

    #[inline(always)]
    fn widen(&self) -> Sum {
        Sum(*self)
    }

    #[inline(always)]
    fn select(mask: Mask, x: &Fe, y: &Fe) -> Fe {
        let mut z = [0; 5];
        for i in 0..5 {
            z[i] = mask.select(x.limbs[i], y.limbs[i]);
        }
        Fe { limbs: z, depth: x.depth.max(y.depth) }
    }

    #[inline(always)]
    fn is_zero(&self) -> Mask {
        let w = self.to_bundle();
        Mask::is_zero(w[0] | w[1] | w[2] | w[3])
    }

    words_of_one_lane!();

    #[inline(always)]
    fn from_bundle(words: &[u64; 4]) -> Fe {
        Fe::new(words_to_51(words), Depth::UNIT)
    }

    #[inline(never)]
    fn to_bundle(&self) -> [u64; 4] {
        // Twice, because one parallel carry can leave a limb at 2^51 + 2^8: now the value is < 2p.
        let mut x = self.weak_reduce().weak_reduce().limbs;
        // q = ⌊(x + 19)/2^255⌋ is 1 exactly when x ≥ p; then x − p = x + 19 − 2^255.
        let mut q = (x[0] + 19) >> 51;
        for limb in &x[1..] {
            q = (limb + q) >> 51;
        }
        x[0] += 19 * q;
        for i in 0..4 {
            x[i + 1] += x[i] >> 51;
            x[i] &= M51;
        }
        x[4] &= M51;
        [x[0] | x[1] << 51, x[1] >> 13 | x[2] << 38, x[2] >> 26 | x[3] << 25, x[3] >> 39 | x[4] << 12]
    }
}

impl SumTrait for Sum {
    type Fe = Fe;

    #[inline(always)]
    fn add(&self, y: &Sum) -> Sum {
        let mut z = [0; 5];
        for i in 0..5 {
            z[i] = self.0.limbs[i] + y.0.limbs[i];
        }
        Sum(Fe::new(z, self.0.depth.plus(y.0.depth)))
    }

    #[inline(always)]
    fn sub(&self, y: &Sum) -> Sum {
        let depth = self.0.depth.minus(y.0.depth);
        let mut z = [0; 5];
        for i in 0..5 {
            z[i] = self.0.limbs[i] + BIAS[i] - y.0.limbs[i];
        }
        Sum(Fe::new(z, depth))
    }

    #[inline(always)]
    fn carry(&self) -> Fe {
        self.0.depth.assert_carriable();
        self.0
    }

    #[inline(always)]
    fn reduce(&self) -> Fe {
        self.0.depth.assert_carriable();
        self.0.weak_reduce()
    }
}

impl F25519 for Fe {
    #[inline(always)]
    fn constant(c: &Constant) -> Fe {
        Fe::new(c.r51, Depth::UNIT)
    }
}
