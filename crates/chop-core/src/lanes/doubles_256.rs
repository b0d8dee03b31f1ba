//! Columns of products of integers of 256 bits by multiply-adds of doubles: five signed limbs, of which limbs 0 to 3 have 51 bits and limb 4
//! has one more.
//!
//! [`doubles`](super::doubles) says how a product gets its parts, what a chain is, and what the magic of a column is. Products with limb 4 are
//! up to 2^101 in magnitude and a little more, so that x0·y4 and x4·y0, and all such, are in different chains, each with a product of other
//! limbs; x4·y4 is split in units of 2^52.
//!
//! A product comes in two parts: the upper one are columns 4 to 8 and h, and the lower one columns 0 to 3 and what these bring to column 4. A
//! field can fold the upper part before the lower one takes its place in the registers.

use super::Doubles;
use super::doubles::{C, Columns, D};

/// What columns 0 to 8 have besides the value, modulo 2^64, if this many low parts bring the bits of D and high parts those of C.
const fn magic(low: [u64; 9], high: [u64; 9]) -> [u64; 9] {
    let (mut z, mut k) = ([0; 9], 0);
    while k < 9 {
        z[k] = low[k].wrapping_mul(D).wrapping_add(high[k].wrapping_mul(C));
        k += 1;
    }
    z
}

/// The magic of x·y.
pub(crate) const PRODUCT: [u64; 9] = magic([1, 1, 2, 2, 3, 2, 2, 2, 1], [0, 1, 1, 2, 2, 3, 2, 2, 2]);
/// The magic of x².
pub(crate) const SQUARE: [u64; 9] = magic([1, 1, 1, 2, 3, 2, 3, 2, 1], [0, 1, 1, 1, 2, 3, 2, 3, 2]);

/// Columns 4 to 8, added to those before if there are any, and h of x·y, by its upper part. Column 4 lacks what the lower part brings. h counts
/// 2^408 and is 1.5·2^104 and a multiple of 2^52.
#[inline(always)]
pub(crate) fn upper_product<V: Doubles>(before: Option<[V; 5]>, x: &[V; 5], y: &[V; 5]) -> [V; 6] {
    let mut z = Columns::upper(before);
    z.two(4, [x[0], y[4]], [x[1], y[3]]);
    z.two(4, [x[4], y[0]], [x[3], y[1]]);
    z.one(4, x[2], y[2]);
    z.in_order(4, 5);
    z.two(5, [x[1], y[4]], [x[2], y[3]]);
    z.two(5, [x[4], y[1]], [x[3], y[2]]);
    z.in_order(5, 6);
    z.two(6, [x[2], y[4]], [x[3], y[3]]);
    z.one(6, x[4], y[2]);
    z.in_order(6, 7);
    z.one(7, x[3], y[4]);
    z.one(7, x[4], y[3]);
    z.in_order(7, 8);
    z.upper_and_wide(x[4], y[4])
}

/// Columns 0 to 3, added to those before if there are any, and column 4, added to `c4`, by the lower part of x·y.
#[inline(always)]
pub(crate) fn lower_product<V: Doubles>(before: Option<[V; 4]>, c4: V, x: &[V; 5], y: &[V; 5]) -> [V; 5] {
    let mut z = Columns::lower_and(before, c4);
    z.lower_product(x, y);
    z.lower()
}

/// [`upper_product`] of x². A doubled limb times x4 is more than a chain holds; its parts are doubled instead.
#[inline(always)]
pub(crate) fn upper_square<V: Doubles>(before: Option<[V; 5]>, x: &[V; 5]) -> [V; 6] {
    let mut z = Columns::upper(before);
    z.two(4, [x[1].fadd(x[1]), x[3]], [x[2], x[2]]);
    z.one_twice(4, x[0], x[4]);
    z.in_order(4, 5);
    z.two_twice(5, [x[1], x[4]], [x[2], x[3]]);
    z.in_order(5, 6);
    z.one_twice(6, x[2], x[4]);
    z.one(6, x[3], x[3]);
    z.in_order(6, 7);
    z.one_twice(7, x[3], x[4]);
    z.in_order(7, 8);
    z.upper_and_wide(x[4], x[4])
}

/// [`lower_product`] of x².
#[inline(always)]
pub(crate) fn lower_square<V: Doubles>(before: Option<[V; 4]>, c4: V, x: &[V; 5]) -> [V; 5] {
    let mut z = Columns::lower_and(before, c4);
    z.lower_square(x, &[x[0].fadd(x[0]), x[1].fadd(x[1])]);
    z.lower()
}
