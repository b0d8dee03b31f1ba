//! Products of integers of 51 bits by multiply-adds of doubles, and their columns: what fields whose limbs are doubles share.
//!
//! x = x0 + 2^51·x1 + 2^102·x2 + 2^153·x3 + 2^204·x4 in each lane, with signed limbs: doubles that are integers, |x_i| ≤ X =
//! 2^50 + 2^16. A product of two limbs has 102 bits. With C = 1.5·2^103, whose last bit is worth 2^51, and D = 1.5·2^52,
//!
//! ```text
//! h = fma(x, y, C)             C + high, high the multiple of 2^51 that is nearest to x·y
//! l = fma(x, y, (C + D) − h)   D + low,  low = x·y − high, |low| ≤ 2^50
//! ```
//!
//! and both are exact: (C + D) − h is a multiple of 2^51 below 2^103, and D + low an integer below 2^53. The bits of a double between
//! 2^52 and 2^53 are those of 2^52 and its distance from there, as an integer, and those of one between 2^103 and 2^104 likewise in
//! units of 2^51. So `bits(l) = bits(D) + low` and `bits(h) = bits(C) + high/2^51`: they are added as integers, low to its column and
//! high to the next one. What the bits of C and D add up to is a constant a column, the *magic* of the product.
//!
//! Two products of one column are chained, which saves an instruction of ten:
//!
//! ```text
//! h1 = fma(x0, y0, C),  h2 = fma(x1, y1, h1),  l = fma(x0, y0, (C + D) − h1) + fma(x1, y1, h1 − h2)
//! ```
//!
//! That is exact as long as |x0·y0| + |x1·y1| ≤ 2^102, so that h2 stays between 2^103 and 2^104: for two products, and for one and the
//! double of another (3·X² < 2^102), not for two doubles. l is D and two numbers of at most 2^50.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::{Doubles, operations};

/// 2^51 − 1.
pub(crate) const M51: u64 = (1 << 51) - 1;
/// 2^52, by its bits. The bits of 2^52 + x are these and x, 0 ≤ x < 2^52.
pub(crate) const TWO_52: u64 = 0x4330_0000_0000_0000;
/// X, the largest magnitude of a limb.
pub const LIMB: u64 = (1 << 50) + (1 << 16);
/// C = 1.5·2^103, by its bits.
pub(crate) const C: u64 = 0x4668_0000_0000_0000;
/// C + D, by its bits.
pub(crate) const C_AND_D: u64 = C + 3;
/// 1.5·2^104, by its bits.
pub(crate) const C_WIDE: u64 = 0x4678_0000_0000_0000;
/// D = 1.5·2^52, by its bits.
pub const D: u64 = 0x4338_0000_0000_0000;

const _: () = {
    // C + D is three units of C's last bit above C, and D three of 2^51.
    assert!(f64::from_bits(D) == 3.0 * 2_251_799_813_685_248.0);
    assert!(f64::from_bits(C_AND_D) == f64::from_bits(C) + f64::from_bits(D));
    let most = LIMB as u128 * LIMB as u128;
    assert!(3 * most <= 1 << 102);
};

/// How many pairs of a low and a high part come to each column of nine, the high part to the next one.
type Steps = [u64; 9];
/// Those of [`product`].
const PRODUCT: Steps = [1, 1, 2, 2, 3, 2, 2, 1, 1];
/// Those of [`square`].
const SQUARE: Steps = [1, 1, 1, 2, 2, 2, 1, 1, 1];
/// Those of [`multiple`].
const MULTIPLE: Steps = [1, 1, 1, 1, 1, 0, 0, 0, 0];

/// Ten columns to five, modulo 2^255 − 19: 2^(51·(k + 5)) ≡ 19·2^(51·k).
const fn folded(c: [u64; 10]) -> [u64; 5] {
    let mut z = [0; 5];
    let mut k = 0;
    while k < 5 {
        z[k] = c[k].wrapping_add(c[k + 5].wrapping_mul(19));
        k += 1;
    }
    z
}

/// What the columns of five have besides the value, modulo 2^64, if each low part brings the bits of D and each high part those of C.
const fn magic(steps: Steps) -> [u64; 5] {
    let mut c = [0u64; 10];
    let mut k = 0;
    while k < 9 {
        c[k] = c[k].wrapping_add(steps[k].wrapping_mul(D));
        c[k + 1] = c[k + 1].wrapping_add(steps[k].wrapping_mul(C));
        k += 1;
    }
    folded(c)
}

/// The magic of [`product`].
pub const MAGIC_OF_PRODUCT: [u64; 5] = magic(PRODUCT);
/// The magic of [`square`].
pub const MAGIC_OF_SQUARE: [u64; 5] = magic(SQUARE);
/// The magic of [`multiple`].
pub const MAGIC_OF_MULTIPLE: [u64; 5] = magic(MULTIPLE);

/// The largest magnitude of the columns of a product, without magic.
pub const LARGEST_COLUMNS: [u64; 5] = {
    let (low, high) = (1 << 50, ((LIMB as u128 * LIMB as u128) >> 51) as u64 + 1);
    let mut c = [0; 10];
    let mut i = 0;
    while i < 5 {
        let mut j = 0;
        while j < 5 {
            c[i + j] += low;
            c[i + j + 1] += high;
            j += 1;
        }
        i += 1;
    }
    folded(c)
};

/// How many units of its last bit a double has above `constant`, given by its bits: a double, for less than 2^51 of them.
#[inline(always)]
pub(crate) fn units<V: Doubles>(x: V, constant: u64) -> V {
    x.add(V::splat(D.wrapping_sub(constant))).fsub(V::splat(D))
}

/// Ten columns on their way to five. They begin with zeros, whose addition the compiler leaves out.
pub(crate) struct Columns<V> {
    sums: [V; 10],
    c: V,
    c_and_d: V,
}

impl<V: Doubles> Columns<V> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        let zero = V::splat(0);
        // Written out, as in `five`.
        let sums = [zero, zero, zero, zero, zero, zero, zero, zero, zero, zero];
        Columns { sums, c: V::splat(C), c_and_d: V::splat(C_AND_D) }
    }

    #[inline(always)]
    fn put(&mut self, k: usize, x: V) {
        self.sums[k] = self.sums[k].add(x);
    }

    /// x·y, of which |x·y| ≤ 2^102, to columns k and k + 1. Cost: 5 instructions.
    #[inline(always)]
    pub(crate) fn one(&mut self, k: usize, x: V, y: V) {
        let [l, h] = self.parts(x, y);
        self.put(k, l);
        self.put(k + 1, h);
    }

    /// x0·y0 + x1·y1, of which |x0·y0| + |x1·y1| ≤ 2^102. Cost: 9 instructions.
    #[inline(always)]
    pub(crate) fn two(&mut self, k: usize, x: [V; 2], y: [V; 2]) {
        let [l, h] = self.parts_of_two(x, y);
        self.put(k, l);
        self.put(k + 1, h);
    }

    /// The parts of x·y, of which |x·y| ≤ 2^102, with the bits of D and of C.
    #[inline(always)]
    fn parts(&self, x: V, y: V) -> [V; 2] {
        let h = V::fma(x, y, self.c);
        [V::fma(x, y, self.c_and_d.fsub(h)), h]
    }

    /// The parts of x0·y0 + x1·y1, of which |x0·y0| + |x1·y1| ≤ 2^102.
    #[inline(always)]
    fn parts_of_two(&self, [x0, y0]: [V; 2], [x1, y1]: [V; 2]) -> [V; 2] {
        let h1 = V::fma(x0, y0, self.c);
        let h2 = V::fma(x1, y1, h1);
        let l1 = V::fma(x0, y0, self.c_and_d.fsub(h1));
        let l2 = V::fma(x1, y1, h1.fsub(h2));
        [l1.fadd(l2), h2]
    }

    /// 2·x·y, of which |x·y| ≤ 2^102, to columns k and k + 1. Cost: 7 instructions.
    #[inline(always)]
    pub(crate) fn one_twice(&mut self, k: usize, x: V, y: V) {
        let [l, h] = self.parts(x, y);
        self.put(k, l.add(l));
        self.put(k + 1, h.add(h));
    }

    /// 2·(x0·y0 + x1·y1), of which |x0·y0| + |x1·y1| ≤ 2^102. Cost: 11 instructions.
    #[inline(always)]
    pub(crate) fn two_twice(&mut self, k: usize, x: [V; 2], y: [V; 2]) {
        let [l, h] = self.parts_of_two(x, y);
        self.put(k, l.add(l));
        self.put(k + 1, h.add(h));
    }

    /// x·y, of which |x·y| ≤ 2^103: 1.5·2^104 and the nearest multiple of 2^52, and the rest, of a magnitude of 2^51 at most, to column k.
    /// Cost: 5 instructions.
    #[inline(always)]
    pub(crate) fn wide(&mut self, k: usize, x: V, y: V) -> V {
        let c = V::splat(C_WIDE);
        let h = V::fma(x, y, c);
        self.put(k, V::fma(x, y, c.fsub(h)).fadd(V::splat(D)));
        h
    }

    /// x·y, of which |x·y| ≤ 2^102: the nearest multiple of 2^52, in these units and as a double, and the rest, of a magnitude of 2^51 at most,
    /// to column k. Cost: 7 instructions.
    #[inline(always)]
    pub(crate) fn low_part(&mut self, k: usize, x: V, y: V) -> V {
        units(self.wide(k, x, y), C_WIDE)
    }

    /// 19 times column k + 5, which is complete, to column k. Cost: 5 instructions.
    #[inline(always)]
    fn fold(&mut self, k: usize) {
        let upper = self.sums[k + 5];
        // Pinned, so that 2·c + 16·c does not become a multiplication, which 64-bit lanes do not have.
        let twice = upper.add(upper).pin();
        self.put(k, upper);
        self.put(k, twice);
        self.put(k, upper.shl::<4>());
    }

    /// What x·y brings to columns 0 to 3, and they to column 4.
    #[inline(always)]
    pub(crate) fn lower_product(&mut self, x: &[V; 5], y: &[V; 5]) {
        self.one(0, x[0], y[0]);
        self.in_order(0, 1);
        self.two(1, [x[0], y[1]], [x[1], y[0]]);
        self.in_order(1, 2);
        self.two(2, [x[0], y[2]], [x[1], y[1]]);
        self.one(2, x[2], y[0]);
        self.in_order(2, 3);
        self.two(3, [x[0], y[3]], [x[1], y[2]]);
        self.two(3, [x[2], y[1]], [x[3], y[0]]);
    }

    /// The same of x², given 2·x0 and 2·x1.
    #[inline(always)]
    pub(crate) fn lower_square(&mut self, x: &[V; 5], d: &[V; 2]) {
        self.one(0, x[0], x[0]);
        self.in_order(0, 1);
        self.one(1, d[0], x[1]);
        self.in_order(1, 2);
        self.two(2, [d[0], x[2]], [x[1], x[1]]);
        self.in_order(2, 3);
        self.one(3, d[0], x[3]);
        self.one(3, d[1], x[2]);
    }

    /// What came to columns j and k is computed before what will come.
    #[inline(always)]
    pub(crate) fn in_order(&mut self, j: usize, k: usize) {
        self.sums[j] = self.sums[j].in_order();
        self.sums[k] = self.sums[k].in_order();
    }

    /// Columns 4 to 8 that have begun, or none.
    #[inline(always)]
    pub(crate) fn upper(before: Option<[V; 5]>) -> Self {
        let mut z = Columns::new();
        if let Some([c4, c5, c6, c7, c8]) = before {
            (z.sums[4], z.sums[5], z.sums[6], z.sums[7], z.sums[8]) = (c4, c5, c6, c7, c8);
        }
        z
    }

    /// Column 4, and columns 0 to 3 that have begun, or not.
    #[inline(always)]
    pub(crate) fn lower_and(before: Option<[V; 4]>, c4: V) -> Self {
        let mut z = Columns::new();
        if let Some([c0, c1, c2, c3]) = before {
            (z.sums[0], z.sums[1], z.sums[2], z.sums[3]) = (c0, c1, c2, c3);
        }
        z.sums[4] = c4;
        z
    }

    /// Columns 4 to 8 with x·y, |x·y| ≤ 2^103, for column 8, and what [`Columns::wide`] returns.
    #[inline(always)]
    pub(crate) fn upper_and_wide(&mut self, x: V, y: V) -> [V; 6] {
        let high = self.wide(8, x, y);
        let [_, _, _, _, c4, c5, c6, c7, c8, _] = self.sums;
        [c4, c5, c6, c7, c8, high]
    }

    /// The lower five columns.
    #[inline(always)]
    pub(crate) fn lower(&self) -> [V; 5] {
        let [c0, c1, c2, c3, c4, ..] = self.sums;
        [c0, c1, c2, c3, c4]
    }
}

operations! {
    over Doubles;

    /// The columns of x·y, with [`MAGIC_OF_PRODUCT`]. From column 4 upwards, each upper column folded when it is complete, and then the
    /// others: that needs the fewest registers. Cost: 130 instructions.
    pub fn product(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let mut z = Columns::new();
        z.two(4, [x[0], y[4]], [x[1], y[3]]);
        z.two(4, [x[2], y[2]], [x[3], y[1]]);
        z.one(4, x[4], y[0]);
        z.in_order(4, 5);
        z.two(5, [x[1], y[4]], [x[2], y[3]]);
        z.two(5, [x[3], y[2]], [x[4], y[1]]);
        z.fold(0);
        z.in_order(0, 6);
        z.two(6, [x[2], y[4]], [x[3], y[3]]);
        z.one(6, x[4], y[2]);
        z.fold(1);
        z.in_order(1, 7);
        z.two(7, [x[3], y[4]], [x[4], y[3]]);
        z.fold(2);
        z.in_order(2, 8);
        z.one(8, x[4], y[4]);
        z.fold(3);
        z.fold(4);
        z.in_order(3, 4);
        z.lower_product(x, y);
        z.lower()
    }

    /// The columns of x², with [`MAGIC_OF_SQUARE`]: products off the diagonal from doubled limbs. Cost: 91 instructions.
    pub fn square(x: &[V; 5]) -> [V; 5] {
        let d = [x[0].fadd(x[0]), x[1].fadd(x[1]), x[2].fadd(x[2]), x[3].fadd(x[3])];
        let mut z = Columns::new();
        z.two(4, [d[0], x[4]], [x[2], x[2]]);
        z.one(4, d[1], x[3]);
        z.in_order(4, 5);
        z.one(5, d[1], x[4]);
        z.one(5, d[2], x[3]);
        z.fold(0);
        z.in_order(0, 6);
        z.two(6, [d[2], x[4]], [x[3], x[3]]);
        z.fold(1);
        z.in_order(1, 7);
        z.one(7, d[3], x[4]);
        z.fold(2);
        z.in_order(2, 8);
        z.one(8, x[4], x[4]);
        z.fold(3);
        z.fold(4);
        z.in_order(3, 4);
        z.lower_square(x, &[d[0], d[1]]);
        z.lower()
    }

    /// The columns of c·x for an integer c < 2^17, with [`MAGIC_OF_MULTIPLE`]. Cost: 24 instructions.
    pub fn multiple(x: &[V; 5], c: u32) -> [V; 5] {
        let c = V::splat(f64::from(c).to_bits());
        let mut z = Columns::new();
        z.one(4, x[4], c);
        z.fold(0);
        z.one(0, x[0], c);
        z.one(1, x[1], c);
        z.one(2, x[2], c);
        z.one(3, x[3], c);
        z.lower()
    }

    /// Words to columns below 2^52, which have no magic: 51 bits each, and what is above them.
    pub(crate) fn unpacked(w: &[V; 4]) -> [V; 5] {
        let m51 = V::splat(M51);
        [
            w[0].and(m51),
            w[0].shr::<51>().or(w[1].shl::<13>()).and(m51),
            w[1].shr::<38>().or(w[2].shl::<26>()).and(m51),
            w[2].shr::<25>().or(w[3].shl::<39>()).and(m51),
            w[3].shr::<12>(),
        ]
    }

    /// Limbs below 2^51, as integers, to words.
    pub(crate) fn packed(x: &[V; 5]) -> [V; 4] {
        [
            x[0].or(x[1].shl::<51>()),
            x[1].shr::<13>().or(x[2].shl::<38>()),
            x[2].shr::<26>().or(x[3].shl::<25>()),
            x[3].shr::<39>().or(x[4].shl::<12>()),
        ]
    }
}
