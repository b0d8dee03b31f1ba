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

use super::{Constant, F25519, P25519};
use crate::field::bounds::MAX_DEPTH;
use crate::field::lane_field::{self, Prime, assert_bias};
use crate::lanes::columns::{
    M52, add_largest_product, add_product, double_and_add_square, masked, packed, splat, unpacked,
};
use crate::lanes::{LaneMasks, PerLane, Vector, operations};

/// An element in each lane that may be multiplied.
pub type Fe<V> = lane_field::Fe<P25519, V>;
/// A sum of products in each lane.
pub type Sum<V> = lane_field::Sum<P25519, V>;

/// The top limb has 255 − 4·52 = 47 bits.
const M47: u64 = (1 << 47) - 1;
/// T, the largest top limb of an [`Fe`].
const TOP: u64 = (1 << 47) + (1 << 7);
/// 2^260 mod p.
const FOLD: u64 = 608;
/// U, the largest column of a product.
const UNIT: [u64; 5] = [10 << 52; 5];

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
    let (largest, soon) = (largest_columns(), largest_columns_soon());
    let mut i = 0;
    while i < 5 {
        assert!(largest[i] <= UNIT[i]);
        // A square has its products with limb 4 from 2·x4. Of 2·x_i·x4 the high half may be one more than twice that of
        // x_i·x4: four ones, folded.
        assert!(soon[i] + 4 + 4 * FOLD <= UNIT[i]);
        i += 1;
    }
    assert_bias::<P25519>();
    // 90·2^52 < 2^58.5 fits 64 bits with room for what a carry adds.
    assert!(largest_top(MAX_DEPTH as u64 * UNIT[0]) <= TOP);
};

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

    /// Words to limbs, any 256 bits: bit 255 comes back as 19.
    fn from_loose_words(w: &[V; 4]) -> [V; 5] {
        P25519::carried(&masked(&unpacked(w)))
    }

}

impl Prime for P25519 {
    const TOP: u64 = TOP;
    const UNIT: [u64; 5] = UNIT;
    const BIAS: [u64; 5] = multiple_of_p_near(35 << 52);

    operations! {
        over Vector;

        /// Cost: 59 multiply-adds, 4 shifts, 4 additions.
        fn mul(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
            fold(add_product([V::splat(0); 10], x, y))
        }

        /// Cost: 39 multiply-adds, 12 additions, 4 shifts.
        fn sqr(x: &[V; 5]) -> [V; 5] {
            fold(double_and_add_square([V::splat(0); 10], x))
        }

        /// In two accumulators per column, for 5 additions more: the products off the diagonal once, and doubled, but those with
        /// limb 4, which is short enough to be doubled itself: 2·T < 2^49.
        fn sqr_soon(x: &[V; 5]) -> [V; 5] {
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

        /// Cost: 11 multiply-adds.
        fn mul_small(x: &[V; 5], c: u32) -> [V; 5] {
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

        /// Cost: one multiply-add, five shifts, four additions, one `and`.
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

        fn is_zero(x: &[V; 5]) -> LaneMasks<V> {
            let x = canonical(x);
            x[0].or(x[1]).or(x[2]).or(x[3]).or(x[4]).eq(V::splat(0))
        }

        /// Without bit 255.
        fn from_words(w: &[V; 4]) -> [V; 5] {
            let mut x = unpacked(w);
            x[4] = x[4].and(V::splat(M47));
            x
        }

        fn to_words(x: &[V; 5]) -> [V; 4] {
            packed(&canonical(x))
        }
    }

    #[inline(always)]
    fn inverse(words: &[u64; 4]) -> [u64; 4] {
        super::inverse(words)
    }

    #[inline(always)]
    fn in_turn<V: Vector>(x: &[V; 5]) -> [V; 5] {
        V::in_turn(*x)
    }
}

impl<V: Vector> F25519 for Fe<V> {
    #[inline(always)]
    fn from_loose(words: &PerLane<V, [u64; 4]>) -> Fe<V> {
        Fe::new(from_loose_words(&V::from_records(words)))
    }

    #[inline(always)]
    fn constant(c: &Constant) -> Fe<V> {
        Fe::new(splat(&c.r52))
    }
}
