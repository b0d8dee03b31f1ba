//! GF(2^255 − 19), an element per lane, over any vector of 64-bit lanes.
//!
//! x = x0 + 2^52·x1 + 2^104·x2 + 2^156·x3 + 2^208·x4 in each lane. Unit U = 10·2^52.
//!
//! | type    | every limb or column is                            | made by                   | read by              |
//! |---------|----------------------------------------------------|---------------------------|----------------------|
//! | [`Fe`]  | limbs 0..3: low 52 bits count, the rest is junk;   | `carry`, decoding         | `mul`, `sqr`, …      |
//! |         | limb 4 ≤ T = 2^47 + 2^7                            |                           |                      |
//! | [`Sum`] | ≤ n·U, n its depth                                 | `mul`, `sqr`: n = 1; sums | `add`, `sub`, `carry`|
//!
//! The radix is saturated: a limb is as wide as the operands of `vpmadd52`, so that the two halves of a
//! product land on whole columns, and the bits that a carry leaves above bit 52 need no masking, because
//! the instruction does not read them. 2^260 = 2^5·2^255 ≡ 32·19 = 608 folds the upper five columns
//! into the lower five. The price is that an `Fe` cannot be added; what is added is the columns, and
//! those have 64 − 52 bits of room.
//!
//! Everything stands on one bound: **limb 4 ≤ T**. It keeps column 9, which is the high half of
//! x4·y4 alone, so small that 608 times it is below 2^52, which is what one low product can hold. All
//! that follows from it is checked at compile time below, term by term, and again on the values in debug
//! builds. `docs/field-25519.md` has the numbers.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::{Constant, F25519};
use crate::field::bounds::{BIAS_DEPTH, Depth, MAX_DEPTH, MAX_SUBTRAHEND};
use crate::field::{Exchange, Field, Sum as SumTrait, words_of_lanes};
use crate::lanes::columns::{
    M52, add_columns, add_largest_product, add_product, double_and_add_square, masked, packed, selected,
    unpacked,
};
use crate::lanes::{self, LaneMasks, PerLane, Vector, operations};

/// The top limb has 255 − 4·52 = 47 bits.
const M47: u64 = (1 << 47) - 1;
/// T, the largest top limb of an [`Fe`].
const TOP: u64 = (1 << 47) + (1 << 7);
/// 2^260 mod p.
const FOLD: u64 = 608;
/// U, the largest column of a product.
const UNIT: [u64; 5] = [10 << 52; 5];
/// A multiple of p with columns near 3.5·U: at least 3·U, so that x + BIAS − y never goes below zero for
/// y of depth 3; at most 4·U, which is what a subtraction adds to the depth.
const BIAS: [u64; 5] = multiple_of_p_near(35 << 52);

/// A multiple of p whose columns are `column` or less, by at most 2^52.
const fn multiple_of_p_near(column: u64) -> [u64; 5] {
    // r ≡ column·Σ 2^(52·i), brought to limbs of at most 2^52 by two carries; taken away again, limb by
    // limb, it leaves 0 modulo p.
    let mut r = [column; 5];
    let mut pass = 0;
    while pass < 2 {
        r[0] += 19 * (r[4] >> 47);
        r[4] &= M47;
        let mut i = 0;
        while i < 4 {
            r[i + 1] += r[i] >> 52;
            r[i] &= M52;
            i += 1;
        }
        pass += 1;
    }
    let mut z = [0; 5];
    let mut i = 0;
    while i < 5 {
        z[i] = column - r[i];
        i += 1;
    }
    z
}

/// The largest columns of a product of two elements, by the steps of [`add_product`] and [`fold`]
/// with every operand of every multiply-add at its largest.
const fn largest_columns() -> [u64; 5] {
    let mut c = add_largest_product([0; 10], TOP);
    let mut k = 5;
    while k < 9 {
        // What is above the low 52 bits goes up; they are folded.
        c[k + 1] += c[k] >> 52;
        c[k - 5] += M52;
        c[k - 4] += FOLD - 1;
        k += 1;
    }
    // Must fit the 52 bits that one low product holds.
    assert!(FOLD * c[9] <= M52);
    c[4] += FOLD * c[9];
    [c[0], c[1], c[2], c[3], c[4]]
}

/// The largest columns of a product of two elements, by the steps of [`folded`] with every operand at its largest.
const fn largest_columns_soon() -> [u64; 5] {
    let mut c = add_largest_product([0; 10], TOP);
    let mut k = 5;
    while k < 9 {
        // The three operands of the fold of column k: low 52 bits, the same, and what is above them.
        c[k - 5] += M52;
        c[k - 4] += FOLD - 1;
        c[k - 4] += FOLD * (c[k] >> 52);
        k += 1;
    }
    // Must fit the 52 bits that one low product holds.
    assert!(FOLD * c[9] <= M52);
    c[4] += FOLD * c[9];
    [c[0], c[1], c[2], c[3], c[4]]
}

/// The largest columns of a product by a factor, by the steps of [`mul_factor_columns`] with every operand at its largest.
const fn largest_factor_columns() -> [u64; 5] {
    let largest = [M52, M52, M52, M52, TOP];
    let mut c = [0; 6];
    let mut i = 0;
    while i < 5 {
        let mut j = 0;
        while j < 5 {
            c[j] += M52;
            c[j + 1] += ((largest[i] as u128 * largest[j] as u128) >> 52) as u64;
            j += 1;
        }
        i += 1;
    }
    // Five high halves of top limbs: the 52 bits that are read of column 5 are all of it.
    assert!(c[5] <= M52);
    [c[0] + M52, c[1] + FOLD - 1, c[2], c[3], c[4]]
}

/// The largest top limb that [`carried`] makes of columns of `column` each.
const fn largest_top(column: u64) -> u64 {
    let q = column >> 47;
    assert!(19 * q <= M52);
    let mut carry = (column + 19 * q) >> 52;
    let mut i = 1;
    while i < 4 {
        carry = (column + carry) >> 52;
        i += 1;
    }
    M47 + carry
}

const _: () = {
    let (largest, soon, by_factor) = (largest_columns(), largest_columns_soon(), largest_factor_columns());
    let mut i = 0;
    while i < 5 {
        assert!(largest[i] <= UNIT[i] && by_factor[i] <= UNIT[i]);
        // A square has its products with limb 4 from 2·x4. Of 2·x_i·x4 the high half may be one more than twice that of
        // x_i·x4: four ones, folded.
        assert!(soon[i] + 4 + 4 * FOLD <= UNIT[i]);
        assert!(BIAS[i] >= MAX_SUBTRAHEND as u64 * UNIT[i] && BIAS[i] <= BIAS_DEPTH as u64 * UNIT[i]);
        i += 1;
    }
    // 90·2^52 < 2^58.5 fits 64 bits with room for what a carry adds.
    assert!(largest_top(MAX_DEPTH as u64 * UNIT[0]) <= TOP);
};

/// An element in each lane that may be multiplied.
#[derive(Clone, Copy, Debug)]
pub struct Fe<V>([V; 5]);

/// A sum of products in each lane.
#[derive(Clone, Copy, Debug)]
pub struct Sum<V> {
    columns: [V; 5],
    depth: Depth,
}

/// Ten columns to five, modulo p.
///
/// c_k·2^(52·k) ≡ 608·c_k·2^(52·(k−5)). Columns 5..8 are wider than the 52 bits that a multiply-add reads: what is above
/// them, at most 9, goes to the next column, and the low 52 bits are folded in a low and a high half. c_9 =
/// hi(x4·y4) + 9 at most < 2^42.01, so 608·c_9 < 2^51.26 is one low product.
///
/// Four additions run through the upper columns one after the other. To fold all four columns at once and 608 times what is
/// above the 52 bits takes four multiply-adds more: [`folded`] does, where one result is waited for.
#[inline(always)]
fn fold<V: Vector>(mut c: [V; 10]) -> [V; 5] {
    let k608 = V::splat(FOLD);
    for k in 5..9 {
        c[k + 1] = c[k + 1].add(c[k].shr::<52>());
        c[k - 5] = c[k - 5].madd52lo(c[k], k608);
        c[k - 4] = c[k - 4].madd52hi(c[k], k608);
    }
    // The largest column: 5 low and 4 high halves, half a fold < 2^10, and 608·c_9: 9·2^52 + 2^51.26 < U.
    c[4] = c[4].madd52lo(c[9], k608);
    [c[0], c[1], c[2], c[3], c[4]]
}

/// lo + hi, ten columns to five, modulo p, in two accumulators to the end.
///
/// As in [`fold`], but all upper columns at once: with t = ⌊c_k/2^52⌋ ≤ 8, 608·c_k = 608·(c_k mod 2^52) +
/// 2^52·608·t, where 608·t < 2^13.
#[inline(always)]
fn folded<V: Vector>(mut lo: [V; 10], mut hi: [V; 10]) -> [V; 5] {
    let k608 = V::splat(FOLD);
    hi[4] = hi[4].madd52lo(hi[9], k608);
    for i in 0..4 {
        let k = 8 - i;
        let c = lo[k].add(hi[k]);
        let t = c.shr::<52>();
        lo[k - 5] = lo[k - 5].madd52lo(c, k608);
        hi[k - 4] = hi[k - 4].madd52hi(c, k608);
        lo[k - 4] = lo[k - 4].madd52lo(t, k608);
    }
    let mut z = [lo[0]; 5];
    for k in 1..5 {
        z[k] = lo[k].add(hi[k]);
    }
    z
}

operations! {
    over Vector;

    fn mul_columns(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        fold(add_product([V::splat(0); 10], x, y))
    }

    /// 2^52·x, for limbs without junk, and as such. Limb 4 goes down to limbs 0 and 1, 608·x_4 < 2^57 in two halves.
    fn times_radix(x: &[V; 5]) -> [V; 5] {
        let (zero, k608) = (V::splat(0), V::splat(FOLD));
        masked(&carried(&[zero.madd52lo(x[4], k608), x[0].madd52hi(x[4], k608), x[1], x[2], x[3]]))
    }

    /// x·y from y, 2^52·y, … 2^208·y modulo p: Σ x_i·(2^(52·i)·y), which has six columns. Column 5 are high halves of
    /// top limbs, below 2^49.4.
    fn mul_factor_columns(x: &[V; 5], y: &[[V; 5]; 5]) -> [V; 5] {
        let mut c = [V::splat(0); 6];
        for i in 0..5 {
            for j in 0..5 {
                c[j] = c[j].madd52lo(x[i], y[i][j]);
                c[j + 1] = c[j + 1].madd52hi(x[i], y[i][j]);
            }
        }
        let k608 = V::splat(FOLD);
        [c[0].madd52lo(c[5], k608), c[1].madd52hi(c[5], k608), c[2], c[3], c[4]]
    }

    fn sqr_columns(x: &[V; 5]) -> [V; 5] {
        fold(double_and_add_square([V::splat(0); 10], x))
    }

    /// The same in two accumulators a column, which are ready sooner: the products off the diagonal once, and doubled, but those with limb 4, which is short
    /// enough to be doubled itself: 2·T < 2^49.
    fn square_soon(x: &[V; 5]) -> [V; 5] {
        let zero = V::splat(0);
        let (mut lo, mut hi) = ([zero; 10], [zero; 10]);
        for m in 0..4 {
            for j in 0..m {
                hi[m + j] = hi[m + j].madd52lo(x[m], x[j]);
                hi[m + j + 1] = hi[m + j + 1].madd52hi(x[m], x[j]);
            }
            lo[2 * m] = lo[2 * m].madd52lo(x[m], x[m]);
            lo[2 * m + 1] = lo[2 * m + 1].madd52hi(x[m], x[m]);
        }
        for k in 1..7 {
            hi[k] = hi[k].add(hi[k]);
        }
        let twice_x4 = x[4].add(x[4]);
        for j in 0..4 {
            lo[4 + j] = lo[4 + j].madd52lo(x[j], twice_x4);
            lo[5 + j] = lo[5 + j].madd52hi(x[j], twice_x4);
        }
        lo[8] = lo[8].madd52lo(x[4], x[4]);
        hi[9] = hi[9].madd52hi(x[4], x[4]);
        folded(lo, hi)
    }

    /// c·x, c in every lane.
    fn mul_small_columns(x: &[V; 5], c: u32) -> [V; 5] {
        let c = V::splat(c as u64);
        let mut z = [V::splat(0); 5];
        for i in 0..5 {
            z[i] = z[i].madd52lo(x[i], c);
        }
        for i in 0..4 {
            z[i + 1] = z[i + 1].madd52hi(x[i], c);
        }
        // c·x4 < 2^17·T, whose high half is ≤ 2^12: 608 times it is < 2^22. Columns < 2·2^52 < U.
        z[0] = z[0].madd52lo(V::splat(0).madd52hi(x[4], c), V::splat(FOLD));
        z
    }

    /// x + BIAS − y: every column is ≥ 0 for y of depth 3, and grows by 4·U at most.
    fn sub_columns(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let mut z = *x;
        for i in 0..5 {
            z[i] = z[i].add(V::splat(BIAS[i])).sub(y[i]);
        }
        z
    }

    /// Five columns to limbs. Cost: one multiply-add, five shifts, four additions, one `and`.
    ///
    /// The bits of c_4 from 2^255 on come back first, as 19·q with q = ⌊c_4/2^47⌋ ≤ 90·2^5 < 2^11.5; then
    /// one carry runs from limb 0 to 4. With columns ≤ 90·2^52 every carry is ≤ 90, hence limb 4 ≤
    /// 2^47 − 1 + 90 < T. The limbs below keep the bits that were carried out of them: junk that no
    /// multiply-add reads.
    fn carried(c: &[V; 5]) -> [V; 5] {
        let q = c[4].shr::<47>();
        let z0 = c[0].madd52lo(q, V::splat(19));
        let z1 = c[1].add(z0.shr::<52>());
        let z2 = c[2].add(z1.shr::<52>());
        let z3 = c[3].add(z2.shr::<52>());
        let z4 = c[4].and(V::splat(M47)).add(z3.shr::<52>());
        [z0, z1, z2, z3, z4]
    }

    /// The limbs of the least non-negative representative.
    ///
    /// The value is below 2^208·(T + 1) < 2p, so q = ⌊(x + 19)/2^255⌋ is 1 exactly when x ≥ p, and
    /// then x − p = x + 19 − 2^255.
    fn canonical(x: &[V; 5]) -> [V; 5] {
        let (m52, m47) = (V::splat(M52), V::splat(M47));
        let mut x = masked(x);
        let mut q = x[0].add(V::splat(19)).shr::<52>();
        q = x[1].add(q).shr::<52>();
        q = x[2].add(q).shr::<52>();
        q = x[3].add(q).shr::<52>();
        q = x[4].add(q).shr::<47>();
        x[0] = x[0].madd52lo(q, V::splat(19));
        for i in 0..4 {
            x[i + 1] = x[i + 1].add(x[i].shr::<52>());
            x[i] = x[i].and(m52);
        }
        x[4] = x[4].and(m47);
        x
    }

    /// Words to limbs, without bit 255.
    fn from_words(w: &[V; 4]) -> [V; 5] {
        let mut x = unpacked(w);
        x[4] = x[4].and(V::splat(M47));
        x
    }

    /// Words to limbs, any 256 bits: bit 255 comes back as 19.
    fn from_loose_words(w: &[V; 4]) -> [V; 5] {
        carried(&masked(&unpacked(w)))
    }

    fn to_words(x: &[V; 5]) -> [V; 4] {
        packed(&canonical(x))
    }
}

#[cfg(debug_assertions)]
#[inline(never)]
fn assert_top<V: Vector>(limbs: &[V; 5]) {
    for lane in lanes::unbundle(limbs).as_ref() {
        assert!(lane[4] <= TOP, "top limb is {}, bound {TOP}", lane[4]);
    }
}

#[cfg(debug_assertions)]
#[inline(never)]
fn assert_columns<V: Vector>(columns: &[V; 5], depth: Depth) {
    for lane in lanes::unbundle(columns).as_ref() {
        depth.assert_limbs(lane, &UNIT);
    }
}

impl<V: Vector> Fe<V> {
    #[inline(always)]
    fn new(limbs: [V; 5]) -> Fe<V> {
        #[cfg(debug_assertions)]
        assert_top(&limbs);
        Fe(limbs)
    }

    /// An element with every limb at its largest value, junk included, for tests of the bounds.
    pub fn at_bound() -> Fe<V> {
        let full = V::splat(u64::MAX);
        Fe::new([full, full, full, full, V::splat(TOP)])
    }

    /// Elements from limbs as a table of constants holds them: each below 2^52, the last below 2^47.
    #[inline(always)]
    pub(crate) fn from_table(limbs: [V; 5]) -> Fe<V> {
        Fe::new(limbs)
    }

    /// The limbs, junk included, for tables that `from_table` reads.
    #[inline(always)]
    pub(crate) fn to_table(self) -> [V; 5] {
        self.0
    }

    /// Lane i is lane `from[i]`. Cost: 5 permutations.
    #[inline(always)]
    pub(crate) fn permute(&self, from: PerLane<V, u64>) -> Fe<V> {
        let mut limbs = self.0;
        for limb in &mut limbs {
            *limb = limb.permute(from);
        }
        Fe(limbs)
    }

    /// The limbs of each lane without junk, for tests: the value is Σ limb\[i\]·2^(52·i).
    pub fn limbs(&self) -> PerLane<V, [u64; 5]> {
        lanes::unbundle(&masked(&self.0))
    }
}

impl<V: Vector> Sum<V> {
    #[inline(always)]
    fn new(columns: [V; 5], depth: Depth) -> Sum<V> {
        #[cfg(debug_assertions)]
        assert_columns(&columns, depth);
        Sum { columns, depth }
    }

    /// A sum with every column at the largest value that depth `n` allows, for tests of the bounds.
    pub fn at_bound(n: u8) -> Sum<V> {
        assert!(n <= MAX_DEPTH);
        let column = V::splat(n as u64 * UNIT[0]);
        Sum::new([column; 5], Depth::new(n))
    }

    /// The columns of each lane, for tests: the value is Σ column\[i\]·2^(52·i).
    pub fn columns(&self) -> PerLane<V, [u64; 5]> {
        lanes::unbundle(&self.columns)
    }
}

impl<V: Vector> Field for Fe<V> {
    const LANES: usize = V::LANES;
    type Lanes<T: Copy> = PerLane<V, T>;
    type Mask = LaneMasks<V>;
    type Sum = Sum<V>;
    type Words = [V; 4];

    /// x·y. Cost: 59 multiply-adds, 4 shifts, 4 additions.
    #[inline(always)]
    fn mul(&self, y: &Fe<V>) -> Sum<V> {
        Sum::new(mul_columns(&self.0, &y.0), Depth::UNIT)
    }

    /// x². Cost: 39 multiply-adds, 12 additions, 4 shifts.
    #[inline(always)]
    fn sqr(&self) -> Sum<V> {
        Sum::new(sqr_columns(&self.0), Depth::UNIT)
    }

    /// Squares in two accumulators, which finish sooner, for 5 additions more.
    #[inline(always)]
    fn sqr_n(&self, n: usize) -> Fe<V> {
        debug_assert!(n >= 1);
        let mut y = carried(&square_soon(&self.0));
        for _ in 1..n {
            y = carried(&square_soon(&y));
        }
        Fe::new(y)
    }

    /// x·y doubled, depth 2: a square is only 12 instructions cheaper than a product, less than the
    /// carry of x + y and the subtraction would cost.
    #[inline(always)]
    fn twice_mul(&self, y: &Fe<V>, _squares: &Sum<V>) -> Sum<V> {
        self.mul(y).double()
    }

    /// c·x. Cost: 11 multiply-adds.
    #[inline(always)]
    fn mul_small(&self, c: u32) -> Sum<V> {
        debug_assert!(c < 1 << 17);
        Sum::new(mul_small_columns(&self.0, c), Depth::UNIT)
    }

    #[inline(always)]
    fn in_turn(&self) -> Fe<V> {
        Fe(V::in_turn(self.0))
    }

    #[inline(always)]
    fn widen(&self) -> Sum<V> {
        Sum::new(masked(&self.0), Depth::UNIT)
    }

    #[inline(always)]
    fn select(mask: LaneMasks<V>, x: &Fe<V>, y: &Fe<V>) -> Fe<V> {
        Fe(selected(mask, &x.0, &y.0))
    }

    #[inline(always)]
    fn is_zero(&self) -> LaneMasks<V> {
        let x = canonical(&self.0);
        x[0].or(x[1]).or(x[2]).or(x[3]).or(x[4]).eq(V::splat(0))
    }

    words_of_lanes!();

    #[inline(always)]
    fn from_bundle(words: &[V; 4]) -> Fe<V> {
        Fe::new(from_words(words))
    }

    #[inline(always)]
    fn to_bundle(&self) -> [V; 4] {
        to_words(&self.0)
    }
}

impl<V: Vector> SumTrait for Sum<V> {
    type Fe = Fe<V>;

    #[inline(always)]
    fn add(&self, y: &Sum<V>) -> Sum<V> {
        Sum::new(add_columns(&self.columns, &y.columns), self.depth.plus(y.depth))
    }

    #[inline(always)]
    fn sub(&self, y: &Sum<V>) -> Sum<V> {
        let depth = self.depth.minus(y.depth);
        Sum::new(sub_columns(&self.columns, &y.columns), depth)
    }

    #[inline(always)]
    fn carry(&self) -> Fe<V> {
        self.depth.assert_carriable();
        Fe::new(carried(&self.columns))
    }

    #[inline(always)]
    fn reduce(&self) -> Fe<V> {
        self.carry()
    }
}

impl<V: Vector> Exchange for Fe<V> {
    #[inline(always)]
    fn across(&self, distance: usize) -> Fe<V> {
        self.permute(lanes::across::<V>(distance))
    }
}

impl<V: Vector> F25519 for Fe<V> {
    super::invert_in_lanes!();

    type Factor = [[V; 5]; 5];

    /// Cost: 4 carries.
    #[inline(always)]
    fn to_factor(&self) -> [[V; 5]; 5] {
        let mut shifted = [masked(&self.0); 5];
        for i in 1..5 {
            shifted[i] = times_radix(&shifted[i - 1]);
        }
        shifted
    }

    /// Cost: 52 multiply-adds.
    #[inline(always)]
    fn mul_factor(&self, y: &[[V; 5]; 5]) -> Sum<V> {
        Sum::new(mul_factor_columns(&self.0, y), Depth::UNIT)
    }

    #[inline(always)]
    fn from_loose(words: &PerLane<V, [u64; 4]>) -> Fe<V> {
        Fe::new(from_loose_words(&V::from_records(words)))
    }

    #[inline(always)]
    fn constant(c: &Constant) -> Fe<V> {
        Fe::new([
            V::splat(c.r52[0]),
            V::splat(c.r52[1]),
            V::splat(c.r52[2]),
            V::splat(c.r52[3]),
            V::splat(c.r52[4]),
        ])
    }
}
