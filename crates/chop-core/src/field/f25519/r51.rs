//! GF(2^255 − 19), an element in each of four lanes, for the least time of one result.
//!
//! x = x0 + 2^51·x1 + 2^102·x2 + 2^153·x3 + 2^204·x4 in each lane. Unit U = 2^59.
//!
//! | type    | every limb or column is              | made by                   | read by              |
//! |---------|--------------------------------------|---------------------------|----------------------|
//! | [`Fe`]  | ≤ L = 2^51 + 2^16                    | `carry`, decoding         | `mul`, `sqr`, …      |
//! | [`Sum`] | ≤ n·U, n its depth                   | `mul`, `sqr`: n = 1; sums | `add`, `sub`, `carry`|
//!
//! A radix of one bit less than the operands of `vpmadd52` have. So limbs may be a little longer than the radix, and a carry goes from
//! every limb to the next one at once, where [`r52`](super::r52) has to carry through all of them one after the other; and
//! 2^255 ≡ 19 lies on the border of a limb, so that the upper columns are folded by a shift and additions. The price is
//! that high halves count double, and more instructions: the radix for one result that is waited for, not for many.
//!
//! | column of a product                                      | largest                                    |
//! |----------------------------------------------------------|--------------------------------------------|
//! | c_k = Σ_{i+j=k} lo(x_i·y_j) + 2·Σ_{i+j=k−1} hi(x_i·y_j)  | 5·2^52 + 4·2·hi(L²) < 9.01·2^52            |
//! | c_k + 19·c_{k+5}                                         | k = 0: (1 + 19·(4 + 2.51))·2^52 < U/1.02   |
//!
//! All of it is computed at compile time below, and checked again on the values in debug builds. `docs/field-25519.md` has
//! the numbers.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

pub mod coordinates;

use super::{Constant, F25519};
use crate::field::bounds::{BIAS_DEPTH, Depth, MAX_DEPTH, MAX_SUBTRAHEND};
use crate::field::{Exchange, Field, Sum as SumTrait, invert_lanes, words_of_lanes};
use crate::lanes::columns::{add_columns, selected};
use crate::lanes::{self, LaneMasks, Madd52, PerLane, Step, operations};

const M51: u64 = (1 << 51) - 1;
const M52: u64 = (1 << 52) - 1;
/// L, the largest limb of an [`Fe`].
const LIMB: u64 = (1 << 51) + (1 << 16);
/// U, the largest column of a product.
const UNIT: [u64; 5] = [1 << 59; 5];
/// A multiple of p with columns near 3.5·U: at least 3·U, so that x + BIAS − y never goes below zero for
/// y of depth 3; at most 4·U, which is what a subtraction adds to the depth.
const BIAS: [u64; 5] = multiple_of_p_near(7 << 58);

/// A multiple of p whose columns are `column` or less, by at most 2^51.
pub(super) const fn multiple_of_p_near(column: u64) -> [u64; 5] {
    // r ≡ column·Σ 2^(51·i), brought to limbs of at most 2^51 by two carries; taken away again, limb by
    // limb, it leaves 0 modulo p.
    let mut r = [column; 5];
    let mut pass = 0;
    while pass < 2 {
        let mut i = 0;
        while i < 4 {
            r[i + 1] += r[i] >> 51;
            r[i] &= M51;
            i += 1;
        }
        r[0] += 19 * (r[4] >> 51);
        r[4] &= M51;
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

/// The largest columns of a product of two elements.
const fn largest_columns() -> [u64; 5] {
    // No low half is more, and no high one.
    let (lo, hi) = (M52, ((LIMB as u128 * LIMB as u128) >> 52) as u64);
    let mut c = [0u64; 10];
    let mut i = 0;
    while i < 5 {
        let mut j = 0;
        while j < 5 {
            c[i + j] += lo;
            c[i + j + 1] += 2 * hi;
            j += 1;
        }
        i += 1;
    }
    let mut z = [0; 5];
    let mut k = 0;
    while k < 5 {
        z[k] = c[k] + 19 * c[k + 5];
        k += 1;
    }
    z
}

const _: () = {
    // One bit is not read by a multiply-add where it would not fit.
    assert!(LIMB <= M52);
    let largest = largest_columns();
    let mut i = 0;
    while i < 5 {
        assert!(largest[i] <= UNIT[i]);
        assert!(BIAS[i] >= MAX_SUBTRAHEND as u64 * UNIT[i] && BIAS[i] <= BIAS_DEPTH as u64 * UNIT[i]);
        i += 1;
    }
    assert!(largest_limb(MAX_DEPTH as u64 * UNIT[0]) <= LIMB);
};

/// The largest limb that [`carried`] makes of columns of `column` each.
const fn largest_limb(column: u64) -> u64 {
    M51 + 19 * (column >> 51)
}

/// An element in each lane that may be multiplied.
#[derive(Clone, Copy, Debug)]
pub struct Fe<V>([V; 5]);

/// A sum of products in each lane.
#[derive(Clone, Copy, Debug)]
pub struct Sum<V> {
    columns: [V; 5],
    depth: Depth,
}

/// 19·x for x < 2^59.
#[inline(always)]
fn times_19<V: Madd52>(x: V) -> V {
    x.add(x.shl::<1>()).add(x.shl::<4>())
}

/// lo + 2·hi, ten columns to five, modulo p: 2^(51·(k+5)) ≡ 19·2^(51·k). lo_9 and hi_0 are 0.
#[inline(always)]
fn folded<V: Madd52>(lo: &[V; 10], hi: &[V; 10]) -> [V; 5] {
    let mut z = [lo[0]; 5];
    for k in 0..5 {
        let upper = lo[k + 5].add(hi[k + 5]).add(hi[k + 5]);
        z[k] = lo[k].add(hi[k]).add(hi[k]).add(times_19(upper));
    }
    z
}

operations! {
    over Madd52;

    /// start + x·y: 50 multiply-adds. Low and high halves apart; limb 0, which a carry makes last, is used last.
    fn product_onto(start: &[V; 5], x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let zero = V::splat(0);
        let mut lo = [start[0], start[1], start[2], start[3], start[4], zero, zero, zero, zero, zero];
        let mut hi = [zero; 10];
        for m in 0..5 {
            let i = 4 - m;
            for j in i..5 {
                lo[i + j] = lo[i + j].madd52lo(x[i], y[j]);
                hi[i + j + 1] = hi[i + j + 1].madd52hi(x[i], y[j]);
                if i < j {
                    lo[i + j] = lo[i + j].madd52lo(x[j], y[i]);
                    hi[i + j + 1] = hi[i + j + 1].madd52hi(x[j], y[i]);
                }
            }
        }
        folded(&lo, &hi)
    }

    /// start + x²: 30 multiply-adds. With d the products on the diagonal and e those off it, taken once,
    /// column k is lo(d) + 2·(hi(d) + lo(e)) + 4·hi(e).
    fn square_onto(start: &[V; 5], x: &[V; 5]) -> [V; 5] {
        let zero = V::splat(0);
        let mut once = [start[0], start[1], start[2], start[3], start[4], zero, zero, zero, zero, zero];
        let (mut twice, mut four_times) = ([zero; 10], [zero; 10]);
        for m in 0..5 {
            let i = 4 - m;
            once[2 * i] = once[2 * i].madd52lo(x[i], x[i]);
            twice[2 * i + 1] = twice[2 * i + 1].madd52hi(x[i], x[i]);
            for j in i + 1..5 {
                twice[i + j] = twice[i + j].madd52lo(x[i], x[j]);
                four_times[i + j + 1] = four_times[i + j + 1].madd52hi(x[i], x[j]);
            }
        }
        for k in 1..10 {
            twice[k] = twice[k].add(four_times[k]).add(four_times[k]);
        }
        folded(&once, &twice)
    }

    /// c·x, c in every lane: columns ≤ 2^52 + 2·2^17 + 19·2·2^17.
    fn mul_small_columns(x: &[V; 5], c: u32) -> [V; 5] {
        let (c, zero) = (V::splat(c as u64), V::splat(0));
        let (mut lo, mut hi) = ([zero; 10], [zero; 10]);
        for i in 0..5 {
            lo[i] = lo[i].madd52lo(x[i], c);
            hi[i + 1] = hi[i + 1].madd52hi(x[i], c);
        }
        folded(&lo, &hi)
    }

    /// x + BIAS − y: every column is ≥ 0 for y of depth 3, and grows by 4·U at most.
    fn sub_columns(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let mut z = *x;
        for i in 0..5 {
            z[i] = z[i].add(V::splat(BIAS[i])).sub(y[i]);
        }
        z
    }

    /// Five columns to limbs: what is above bit 51 of each goes to the next, at once; 19 times that of the last to the
    /// first. With columns ≤ 9·U it is ≤ 9·2^8, and 19 times it < 2^16.
    fn carried(c: &[V; 5]) -> [V; 5] {
        let m51 = V::splat(M51);
        let mut z = *c;
        z[0] = c[0].and(m51).madd52lo(c[4].shr::<51>(), V::splat(19));
        for i in 1..5 {
            z[i] = c[i].and(m51).add(c[i - 1].shr::<51>());
        }
        z
    }

    /// The limbs of the least non-negative representative.
    ///
    /// The value is below 2^204·(L + 1) < 2p, so q = ⌊(x + 19)/2^255⌋ is 1 exactly when x ≥ p, and
    /// then x − p = x + 19 − 2^255.
    fn canonical(x: &[V; 5]) -> [V; 5] {
        let mut x = *x;
        let mut q = x[0].add(V::splat(19)).shr::<51>();
        for i in 1..5 {
            q = x[i].add(q).shr::<51>();
        }
        x[0] = x[0].madd52lo(q, V::splat(19));
        for i in 0..4 {
            x[i + 1] = x[i + 1].add(x[i].shr::<51>());
            x[i] = x[i].and(V::splat(M51));
        }
        x[4] = x[4].and(V::splat(M51));
        x
    }

    /// Words to limbs, without bit 255.
    fn from_words(w: &[V; 4]) -> [V; 5] {
        let m51 = V::splat(M51);
        [
            w[0].and(m51),
            w[0].shr::<51>().or(w[1].shl::<13>()).and(m51),
            w[1].shr::<38>().or(w[2].shl::<26>()).and(m51),
            w[2].shr::<25>().or(w[3].shl::<39>()).and(m51),
            w[3].shr::<12>().and(m51),
        ]
    }

    /// Words to limbs, any 256 bits: bit 255 comes back as 19.
    fn from_loose_words(w: &[V; 4]) -> [V; 5] {
        let mut x = from_words(w);
        x[0] = x[0].madd52lo(w[3].shr::<63>(), V::splat(19));
        x
    }

    fn to_words(x: &[V; 5]) -> [V; 4] {
        let x = canonical(x);
        [
            x[0].or(x[1].shl::<51>()),
            x[1].shr::<13>().or(x[2].shl::<38>()),
            x[2].shr::<26>().or(x[3].shl::<25>()),
            x[3].shr::<39>().or(x[4].shl::<12>()),
        ]
    }
}

#[cfg(debug_assertions)]
#[inline(never)]
fn assert_limbs<V: Madd52>(limbs: &[V; 5]) {
    for lane in lanes::unbundle(limbs).as_ref() {
        for limb in lane {
            assert!(*limb <= LIMB, "limb is {limb}, bound {LIMB}");
        }
    }
}

#[cfg(debug_assertions)]
#[inline(never)]
fn assert_columns<V: Madd52>(columns: &[V; 5], depth: Depth) {
    for lane in lanes::unbundle(columns).as_ref() {
        depth.assert_limbs(lane, &UNIT);
    }
}

impl<V: Madd52> Fe<V> {
    #[inline(always)]
    fn new(limbs: [V; 5]) -> Fe<V> {
        #[cfg(debug_assertions)]
        assert_limbs(&limbs);
        Fe(limbs)
    }

    /// An element with every limb at its largest value, for tests of the bounds.
    pub fn at_bound() -> Fe<V> {
        Fe::new([V::splat(LIMB); 5])
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

    /// The limbs of each lane, for tests: the value is Σ limb\[i\]·2^(51·i).
    pub fn limbs(&self) -> PerLane<V, [u64; 5]> {
        lanes::unbundle(&self.0)
    }
}

impl<V: Madd52> Sum<V> {
    #[inline(always)]
    fn new(columns: [V; 5], depth: Depth) -> Sum<V> {
        #[cfg(debug_assertions)]
        assert_columns(&columns, depth);
        Sum { columns, depth }
    }

    /// A sum with every column at the largest value that depth `n` allows, for tests of the bounds.
    pub fn at_bound(n: u8) -> Sum<V> {
        assert!(n <= MAX_DEPTH);
        Sum::new([V::splat(n as u64 * UNIT[0]); 5], Depth::new(n))
    }

    /// The columns of each lane, for tests: the value is Σ column\[i\]·2^(51·i).
    pub fn columns(&self) -> PerLane<V, [u64; 5]> {
        lanes::unbundle(&self.columns)
    }
}

impl<V: Madd52> Field for Fe<V> {
    type Width = V::Width;
    type Mask = LaneMasks<V>;
    type Sum = Sum<V>;
    type Words = [V; 4];

    #[inline(always)]
    fn apart<S: Step>(step: S) -> S::Out {
        V::apart(step)
    }

    /// x·y. Cost: 50 multiply-adds, 45 shifts and additions.
    #[inline(always)]
    fn mul(&self, y: &Fe<V>) -> Sum<V> {
        Sum::new(product_onto(&[V::splat(0); 5], &self.0, &y.0), Depth::UNIT)
    }

    /// x². Cost: 30 multiply-adds, 63 shifts and additions.
    #[inline(always)]
    fn sqr(&self) -> Sum<V> {
        Sum::new(square_onto(&[V::splat(0); 5], &self.0), Depth::UNIT)
    }

    /// x·y doubled, depth 2: a square waits as long as a product.
    #[inline(always)]
    fn twice_mul(&self, y: &Fe<V>, _squares: &Sum<V>) -> Sum<V> {
        self.mul(y).double()
    }

    /// c·x. Cost: 10 multiply-adds.
    #[inline(always)]
    fn mul_small(&self, c: u32) -> Sum<V> {
        debug_assert!(c < 1 << 17);
        Sum::new(mul_small_columns(&self.0, c), Depth::UNIT)
    }

    #[inline(always)]
    fn invert(&self) -> Fe<V> {
        invert_lanes(self)
    }

    #[inline(always)]
    fn widen(&self) -> Sum<V> {
        Sum::new(self.0, Depth::UNIT)
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

impl<V: Madd52> SumTrait for Sum<V> {
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

impl<V: Madd52> Exchange for Fe<V> {
    #[inline(always)]
    fn across(&self, distance: usize) -> Fe<V> {
        self.permute(lanes::across::<V>(distance))
    }

    #[inline(always)]
    fn inverse(words: &[u64; 4]) -> [u64; 4] {
        super::inverse(words)
    }
}

impl<V: Madd52> F25519 for Fe<V> {
    #[inline(always)]
    fn from_loose(words: &PerLane<V, [u64; 4]>) -> Fe<V> {
        Fe::new(from_loose_words(&V::from_records(words)))
    }

    #[inline(always)]
    fn constant(c: &Constant) -> Fe<V> {
        let mut limbs = [V::splat(0); 5];
        for i in 0..5 {
            limbs[i] = V::splat(c.r51[i]);
        }
        Fe::new(limbs)
    }
}
