//! GF(2^255 − 19), one element, ten limbs of 26 and 25 bits, for processors with 32 × 32 → 64 bit products.
//!
//! x = Σ x_i·2^⌈25.5·i⌉: limbs 0, 2, 4, 6, 8 have 26 bits, the others 25.
//!
//! | type    | every limb or column is             | even i           | odd i            | made by                   | read by              |
//! |---------|-------------------------------------|------------------|------------------|---------------------------|----------------------|
//! | [`Fe`]  | ≤ L_i                               | 2^26 + 2^12      | 2^25 + 2^15      | `carry`, decoding         | `mul`, `sqr`, …      |
//! | [`Sum`] | ≤ n·U_i, n its depth                | 125·2^52         | 78·2^52          | `mul`, `sqr`: n = 1; sums | `add`, `sub`, `carry`|
//!
//! A `Sum` is the ten un-carried columns of a product. 2^255 ≡ 19 folds the upper nine into the lower
//! ten by a factor on one operand. The exponents ⌈25.5·i⌉ + ⌈25.5·j⌉ and ⌈25.5·(i+j)⌉ differ by one
//! when i and j are both odd, so those products count double.
//!
//! Column 0 is the largest: x0·y0, five doubled products of two odd limbs and four of two even ones,
//! the nine times 19: 2^52·(1 + 19·(5·2·2^-2 + 4)) = 124.5·2^52 < 2^58.97. Nine of them are < 2^62.14,
//! which leaves room for the carries.
//!
//! A product is a hundred instructions and more, so products, carries and encoding are functions that are
//! called, not inlined: a call is nothing next to that, and a kernel of hundreds of products stays small.

#![allow(clippy::needless_range_loop)] // limb i of several arrays at once, written as in the formulas

use super::{Constant, F25519, words_to_51};
use crate::ct::Mask;
use crate::field::bounds::{BIAS_DEPTH, Depth, MAX_DEPTH, MAX_SUBTRAHEND};
use crate::field::chains::invert_25519;
use crate::field::{Field, Sum as SumTrait, words_of_one_lane};
use crate::lanes::Single;

/// How many bits limb i has.
const BITS: [u32; 10] = [26, 25, 26, 25, 26, 25, 26, 25, 26, 25];
/// L, the largest limbs of an [`Fe`].
const LIMB: [u32; 10] = {
    let (even, odd) = ((1 << 26) + (1 << 12), (1 << 25) + (1 << 15));
    [even, odd, even, odd, even, odd, even, odd, even, odd]
};
/// U, the largest columns of a product.
const UNIT: [u64; 10] = {
    let (even, odd) = (125 << 52, 78 << 52);
    [even, odd, even, odd, even, odd, even, odd, even, odd]
};
/// A multiple of p with columns near 3.5·U: at least 3·U, so that x + BIAS − y never goes below zero for
/// y of depth 3; at most 4·U, which is what a subtraction adds to the depth.
const BIAS: [u64; 10] = multiple_of_p_near(&UNIT);

/// A multiple of p whose columns are 3.5·`unit` or less, by at most 2^26.
const fn multiple_of_p_near(unit: &[u64; 10]) -> [u64; 10] {
    let mut column = [0; 10];
    let mut i = 0;
    while i < 10 {
        column[i] = unit[i] / 2 * 7;
        i += 1;
    }
    // r ≡ Σ column_i·2^⌈25.5·i⌉ with limbs ≤ L_i; taken away again, limb by limb, it leaves 0 modulo p.
    let r = carried(column, false);
    i = 0;
    while i < 10 {
        column[i] -= r[i];
        i += 1;
    }
    column
}

/// In which order the columns hand on their carries: two chains, 0 to 4 and 5 to 9, next to each other,
/// then one step more at the end of each.
const ORDER: [usize; 12] = [0, 5, 1, 6, 2, 7, 3, 8, 4, 9, 5, 0];

/// Ten columns to limbs, modulo p; with `largest`, the largest limbs that columns up to `c` can become.
#[inline(always)]
const fn carried(mut c: [u64; 10], largest: bool) -> [u64; 10] {
    let mut step = 0;
    while step < 12 {
        let i = ORDER[step];
        let carry = c[i] >> BITS[i];
        let mask = (1 << BITS[i]) - 1;
        c[i] = if largest { mask } else { c[i] & mask };
        // The carry of limb 9 has the weight 2^255 ≡ 19.
        c[(i + 1) % 10] += if i == 9 { 19 * carry } else { carry };
        step += 1;
    }
    c
}

const _: () = {
    // The largest columns of a product: the terms that mul writes out.
    let mut columns = [0; 10];
    let mut i = 0;
    while i < 10 {
        let mut j = 0;
        while j < 10 {
            let twice = if i % 2 == 1 && j % 2 == 1 { 2 } else { 1 };
            let fold = if i + j >= 10 { 19 } else { 1 };
            columns[(i + j) % 10] += twice * fold * LIMB[i] as u64 * LIMB[j] as u64;
            j += 1;
        }
        i += 1;
    }
    // The columns from which a carry is made, at their largest.
    let mut sum = [0; 10];
    i = 0;
    while i < 10 {
        assert!(columns[i] <= UNIT[i]);
        // mul_small: c·x_i < 2^17·L_i.
        assert!((LIMB[i] as u64) << 17 <= UNIT[i]);
        assert!(BIAS[i] >= MAX_SUBTRAHEND as u64 * UNIT[i] && BIAS[i] <= BIAS_DEPTH as u64 * UNIT[i]);
        sum[i] = MAX_DEPTH as u64 * UNIT[i];
        i += 1;
    }
    // The arithmetic of the carry at the largest columns, where an overflow would not compile.
    let limbs = carried(sum, true);
    i = 0;
    while i < 10 {
        assert!(limbs[i] <= LIMB[i] as u64);
        i += 1;
    }
};

/// An element that may be multiplied.
#[derive(Clone, Copy, Debug)]
pub struct Fe([u32; 10]);

/// A sum of products.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    columns: [u64; 10],
    depth: Depth,
}

#[inline(always)]
const fn m(x: u32, y: u32) -> u64 {
    x as u64 * y as u64
}

impl Fe {
    #[inline]
    fn new(limbs: [u32; 10]) -> Fe {
        for i in 0..10 {
            debug_assert!(limbs[i] <= LIMB[i], "limb {i} is {}, bound {}", limbs[i], LIMB[i]);
        }
        Fe(limbs)
    }

    /// An element with every limb at its largest value, for tests of the bounds.
    pub fn at_bound() -> Fe {
        Fe::new(LIMB)
    }

    /// The limbs, for tests: the value is Σ limb\[i\]·2^⌈25.5·i⌉.
    pub fn limbs(&self) -> [u32; 10] {
        self.0
    }

    /// Five limbs of 51 bits, each cut into one of 26 and one of 25.
    #[inline(always)]
    fn from_51(x: &[u64; 5]) -> Fe {
        let mut z = [0; 10];
        for i in 0..5 {
            z[2 * i] = (x[i] & ((1 << 26) - 1)) as u32;
            z[2 * i + 1] = (x[i] >> 26) as u32;
        }
        Fe::new(z)
    }
}

impl Sum {
    #[inline]
    fn new(columns: [u64; 10], depth: Depth) -> Sum {
        depth.assert_limbs(&columns, &UNIT);
        Sum { columns, depth }
    }

    /// A sum with every column at the largest value that depth `n` allows, for tests of the bounds.
    pub fn at_bound(n: u8) -> Sum {
        assert!(n <= MAX_DEPTH);
        Sum::new(UNIT.map(|u| n as u64 * u), Depth::new(n))
    }

    /// The columns, for tests: the value is Σ column\[i\]·2^⌈25.5·i⌉.
    pub fn columns(&self) -> [u64; 10] {
        self.columns
    }
}

impl Field for Fe {
    type Width = Single;
    type Mask = Mask;
    type Sum = Sum;
    type Words = [u64; 4];

    /// x·y. Cost: 100 multiplications.
    #[inline(never)]
    #[rustfmt::skip] // a row per column
    fn mul(&self, y: &Fe) -> Sum {
        let (x, y) = (&self.0, &y.0);
        // Doubled, an odd limb is < 2^26.1; 19 times, a limb is < 2^30.3: both fit 32 bits.
        let (d1, d3, d5, d7, d9) = (2 * x[1], 2 * x[3], 2 * x[5], 2 * x[7], 2 * x[9]);
        let mut g = [0; 10];
        for i in 1..10 {
            g[i] = 19 * y[i];
        }
        let c = [
            m(x[0], y[0]) + m(d1, g[9]) + m(x[2], g[8]) + m(d3, g[7]) + m(x[4], g[6])
                + m(d5, g[5]) + m(x[6], g[4]) + m(d7, g[3]) + m(x[8], g[2]) + m(d9, g[1]),
            m(x[0], y[1]) + m(x[1], y[0]) + m(x[2], g[9]) + m(x[3], g[8]) + m(x[4], g[7])
                + m(x[5], g[6]) + m(x[6], g[5]) + m(x[7], g[4]) + m(x[8], g[3]) + m(x[9], g[2]),
            m(x[0], y[2]) + m(d1, y[1]) + m(x[2], y[0]) + m(d3, g[9]) + m(x[4], g[8])
                + m(d5, g[7]) + m(x[6], g[6]) + m(d7, g[5]) + m(x[8], g[4]) + m(d9, g[3]),
            m(x[0], y[3]) + m(x[1], y[2]) + m(x[2], y[1]) + m(x[3], y[0]) + m(x[4], g[9])
                + m(x[5], g[8]) + m(x[6], g[7]) + m(x[7], g[6]) + m(x[8], g[5]) + m(x[9], g[4]),
            m(x[0], y[4]) + m(d1, y[3]) + m(x[2], y[2]) + m(d3, y[1]) + m(x[4], y[0])
                + m(d5, g[9]) + m(x[6], g[8]) + m(d7, g[7]) + m(x[8], g[6]) + m(d9, g[5]),
            m(x[0], y[5]) + m(x[1], y[4]) + m(x[2], y[3]) + m(x[3], y[2]) + m(x[4], y[1])
                + m(x[5], y[0]) + m(x[6], g[9]) + m(x[7], g[8]) + m(x[8], g[7]) + m(x[9], g[6]),
            m(x[0], y[6]) + m(d1, y[5]) + m(x[2], y[4]) + m(d3, y[3]) + m(x[4], y[2])
                + m(d5, y[1]) + m(x[6], y[0]) + m(d7, g[9]) + m(x[8], g[8]) + m(d9, g[7]),
            m(x[0], y[7]) + m(x[1], y[6]) + m(x[2], y[5]) + m(x[3], y[4]) + m(x[4], y[3])
                + m(x[5], y[2]) + m(x[6], y[1]) + m(x[7], y[0]) + m(x[8], g[9]) + m(x[9], g[8]),
            m(x[0], y[8]) + m(d1, y[7]) + m(x[2], y[6]) + m(d3, y[5]) + m(x[4], y[4])
                + m(d5, y[3]) + m(x[6], y[2]) + m(d7, y[1]) + m(x[8], y[0]) + m(d9, g[9]),
            m(x[0], y[9]) + m(x[1], y[8]) + m(x[2], y[7]) + m(x[3], y[6]) + m(x[4], y[5])
                + m(x[5], y[4]) + m(x[6], y[3]) + m(x[7], y[2]) + m(x[8], y[1]) + m(x[9], y[0]),
        ];
        Sum::new(c, Depth::UNIT)
    }

    /// x². Cost: 55 multiplications.
    #[inline(never)]
    #[rustfmt::skip] // a row per column
    fn sqr(&self) -> Sum {
        let x = &self.0;
        // 2·x_i < 2^27.1; 19·x_i < 2^30.3; 38 times an odd limb < 2^30.3: all fit 32 bits.
        let (mut d, mut g, mut h) = ([0; 10], [0; 10], [0; 10]);
        for i in 0..10 {
            d[i] = 2 * x[i];
            g[i] = 19 * x[i];
        }
        for i in 0..5 {
            h[2 * i + 1] = 38 * x[2 * i + 1];
        }
        // The columns are those of mul, term by term.
        let c = [
            m(x[0], x[0]) + m(d[1], h[9]) + m(d[2], g[8]) + m(d[3], h[7]) + m(d[4], g[6]) + m(x[5], h[5]),
            m(d[0], x[1]) + m(d[2], g[9]) + m(d[3], g[8]) + m(d[4], g[7]) + m(d[5], g[6]),
            m(d[0], x[2]) + m(x[1], d[1]) + m(d[3], h[9]) + m(d[4], g[8]) + m(d[5], h[7]) + m(x[6], g[6]),
            m(d[0], x[3]) + m(d[1], x[2]) + m(d[4], g[9]) + m(d[5], g[8]) + m(d[6], g[7]),
            m(d[0], x[4]) + m(d[1], d[3]) + m(x[2], x[2]) + m(d[5], h[9]) + m(d[6], g[8]) + m(x[7], h[7]),
            m(d[0], x[5]) + m(d[1], x[4]) + m(d[2], x[3]) + m(d[6], g[9]) + m(d[7], g[8]),
            m(d[0], x[6]) + m(d[1], d[5]) + m(d[2], x[4]) + m(x[3], d[3]) + m(d[7], h[9]) + m(x[8], g[8]),
            m(d[0], x[7]) + m(d[1], x[6]) + m(d[2], x[5]) + m(d[3], x[4]) + m(d[8], g[9]),
            m(d[0], x[8]) + m(d[1], d[7]) + m(d[2], x[6]) + m(d[3], d[5]) + m(x[4], x[4]) + m(x[9], h[9]),
            m(d[0], x[9]) + m(d[1], x[8]) + m(d[2], x[7]) + m(d[3], x[6]) + m(d[4], x[5]),
        ];
        Sum::new(c, Depth::UNIT)
    }

    /// x·y doubled, depth 2: on a processor that adds 64 bits in two steps, what a square saves is
    /// what the carry of x + y and the subtraction would cost.
    #[inline]
    fn twice_mul(&self, y: &Fe, _squares: &Sum) -> Sum {
        self.mul(y).double()
    }

    #[inline]
    fn mul_small(&self, c: u32) -> Sum {
        debug_assert!(c < 1 << 17);
        let mut z = [0; 10];
        for i in 0..10 {
            z[i] = m(self.0[i], c);
        }
        Sum::new(z, Depth::UNIT)
    }

    /// Cost: 254 squarings, 11 multiplications.
    #[inline(always)]
    fn invert(&self) -> Fe {
        invert_25519(self)
    }

    #[inline(always)]
    fn widen(&self) -> Sum {
        let mut z = [0; 10];
        for i in 0..10 {
            z[i] = self.0[i] as u64;
        }
        Sum::new(z, Depth::UNIT)
    }

    #[inline]
    fn select(mask: Mask, x: &Fe, y: &Fe) -> Fe {
        let mask = mask.word() as u32;
        let mut z = [0; 10];
        for i in 0..10 {
            z[i] = y.0[i] ^ (mask & (x.0[i] ^ y.0[i]));
        }
        Fe(z)
    }

    #[inline]
    fn is_zero(&self) -> Mask {
        let w = self.to_bundle();
        Mask::is_zero(w[0] | w[1] | w[2] | w[3])
    }

    words_of_one_lane!();

    #[inline]
    fn from_bundle(words: &[u64; 4]) -> Fe {
        Fe::from_51(&words_to_51(words))
    }

    #[inline(never)]
    fn to_bundle(&self) -> [u64; 4] {
        // The value is below 2^230·(L_9 + 2) < 2p, so q = ⌊(x + 19)/2^255⌋ is 1 exactly when x ≥ p, and
        // then x − p = x + 19 − 2^255.
        let mut x = self.0;
        let mut q = 19;
        for i in 0..10 {
            q = (x[i] + q) >> BITS[i];
        }
        let mut carry = 19 * q;
        let mut y = [0u64; 10];
        for i in 0..10 {
            x[i] += carry;
            carry = x[i] >> BITS[i];
            y[i] = (x[i] & ((1 << BITS[i]) - 1)) as u64;
        }
        [
            y[0] | y[1] << 26 | y[2] << 51,
            y[2] >> 13 | y[3] << 13 | y[4] << 38,
            y[5] | y[6] << 25 | y[7] << 51,
            y[7] >> 13 | y[8] << 12 | y[9] << 38,
        ]
    }
}

impl SumTrait for Sum {
    type Fe = Fe;

    #[inline]
    fn add(&self, y: &Sum) -> Sum {
        let mut z = self.columns;
        for i in 0..10 {
            z[i] += y.columns[i];
        }
        Sum::new(z, self.depth.plus(y.depth))
    }

    #[inline]
    fn sub(&self, y: &Sum) -> Sum {
        let depth = self.depth.minus(y.depth);
        let mut z = self.columns;
        for i in 0..10 {
            z[i] = z[i] + BIAS[i] - y.columns[i];
        }
        Sum::new(z, depth)
    }

    #[inline(never)]
    fn carry(&self) -> Fe {
        self.depth.assert_carriable();
        let c = carried(self.columns, false);
        let mut z = [0; 10];
        for i in 0..10 {
            z[i] = c[i] as u32;
        }
        Fe::new(z)
    }

    #[inline(always)]
    fn reduce(&self) -> Fe {
        self.carry()
    }
}

impl F25519 for Fe {
    #[inline(always)]
    fn constant(c: &Constant) -> Fe {
        Fe::new(c.r25)
    }
}
