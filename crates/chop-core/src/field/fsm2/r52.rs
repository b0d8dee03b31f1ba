//! GF(p), p = 2^256 − 2^224 − 2^96 + 2^64 − 1, an element per lane in Montgomery form with R = 2^260, over any vector
//! of 64-bit lanes.
//!
//! x = x0 + 2^52·x1 + 2^104·x2 + 2^156·x3 + 2^208·x4 in each lane. Unit U = 10·2^52.
//!
//! | type    | every limb or column is                            | made by                   | read by              |
//! |---------|----------------------------------------------------|---------------------------|----------------------|
//! | [`Fe`]  | limbs 0..3: low 52 bits count, the rest is junk;   | `carry`, decoding         | `mul`, `sqr`, …      |
//! |         | limb 4 ≤ T = 2^48 + 2^27                           |                           |                      |
//! | [`Sum`] | ≤ n·U, n its depth; ≥ 0, but for column 1, which   | `mul`, `sqr`: n = 1; sums | `add`, `sub`, `carry`|
//! |         | is ≥ −n·K2                                         |                           |                      |
//!
//! K1 = 2^48 − 2^16 and K2 = 2^44 − 2^12, so that p + 1 = 2^208·K1 − 2^52·K2. As p ≡ −1 modulo 2^52 a Montgomery
//! digit is the column itself, and as p has few terms a step of the reduction is four multiply-adds.
//!
//! Everything stands on one bound: **limb 4 ≤ T**, which a carry gives whatever was summed, because it folds the
//! bits from 2^256 on. All that follows is checked at compile time below, term by term, and again on the values
//! in debug builds. `docs/field-sm2.md` has the derivation.
//!
//! | operation            | multiply-adds | shifts | others | instructions |
//! |----------------------|---------------|--------|--------|--------------|
//! | product              | 50 + 20       | 5      | 10     | 85           |
//! | square               | 30 + 20       | 5      | 18     | 73           |
//! | of these, reduction  | 20            | 5      | 10     | 35           |
//! | carry                | 3             | 5      | 6      | 14           |
//! | widen                |               |        | 4      | 4            |

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::{Constant, MODULUS, PSm2};
use crate::field::bounds::MAX_DEPTH;
use crate::field::chains;
use crate::field::lane_field::{self, CurvePrime, Prime, assert_bias};
use crate::field::pair::Factor;
use crate::lanes::columns::{
    M52, add_largest_product, add_product, double_and_add_square, doubled_modulo, limbs_of, masked, packed,
    selected, splat, unpacked,
};
use crate::lanes::{LaneMasks, Vector, operations};

/// An element in each lane that may be multiplied.
pub type Fe<V> = lane_field::Fe<PSm2, V>;
/// A sum of products in each lane.
pub type Sum<V> = lane_field::Sum<PSm2, V>;

/// The top limb has 256 − 4·52 = 48 bits.
const M48: u64 = (1 << 48) - 1;
/// T, the largest top limb of an [`Fe`].
const TOP: u64 = (1 << 48) + (1 << 27);
const K1: u64 = (1 << 48) - (1 << 16);
const K2: u64 = (1 << 44) - (1 << 12);
/// 2^16: e = 2^256 mod p = 2^208·2^16 + 2^52·K2 + 1.
const E4: u64 = 1 << 16;
/// U, the largest column of a product.
const UNIT: [u64; 5] = [10 << 52; 5];
/// p.
const P: [u64; 5] = limbs_of(&MODULUS);
/// R² = 2^520 mod p: times this, and divided by R in the product, an integer comes into Montgomery form.
const R2: [u64; 5] = limbs_of(&doubled_modulo(&MODULUS, &[1, 0, 0, 0], 520));
/// 2^256 mod p: times this, and divided by R in the product, an element becomes what a table holds.
const E: [u64; 5] = limbs_of(&doubled_modulo(&MODULUS, &[1, 0, 0, 0], 256));

/// The limbs of a·R from the words of a·2^256.
pub(crate) const fn from_r64(words: &[u64; 4]) -> [u64; 5] {
    limbs_of(&doubled_modulo(&MODULUS, words, 4))
}

/// A multiple of p whose columns are `column` or less, by at most 2^52.
const fn multiple_of_p_near(column: u64) -> [u64; 5] {
    // r ≡ column·Σ 2^(52·i), brought to limbs of at most 2^52 by folds and carries; taken away again, limb
    // by limb, it leaves 0 modulo p.
    let mut r = [column; 5];
    let mut pass = 0;
    while pass < 3 {
        let h = r[4] >> 48;
        let hk = h as u128 * K2 as u128;
        r[4] = (r[4] & M48) + h * E4;
        r[0] += h;
        r[1] += hk as u64 & M52;
        r[2] += (hk >> 52) as u64;
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

/// The largest columns of a product of two elements, by the steps of [`add_product`] and [`reduced`] with every
/// operand of every multiply-add at its largest.
const fn largest_columns() -> [u64; 5] {
    let mut c = add_largest_product([0, K2, 0, 0, 0, 0, 0, 0, 0, 0], TOP);
    let mut i = 0;
    while i < 5 {
        // All that is shifted is positive as a signed integer.
        assert!(c[i] < 1 << 56);
        c[i + 1] += (c[i] >> 52) + M52;
        c[i + 2] += ((M52 as u128 * K2 as u128) >> 52) as u64;
        c[i + 4] += M52;
        c[i + 5] += ((M52 as u128 * K1 as u128) >> 52) as u64;
        i += 1;
    }
    [c[5], c[6], c[7], c[8], c[9]]
}

/// The largest top limb that `carried` makes of columns of `column` each.
const fn largest_top(column: u64) -> u64 {
    let h = column >> 48;
    assert!(h * E4 <= M52);
    let mut carry = (column + h) >> 52;
    carry = (column + M52 + carry) >> 52;
    carry = (column + (((h as u128) * (K2 as u128)) >> 52) as u64 + carry) >> 52;
    carry = (column + carry) >> 52;
    M48 + h * E4 + carry
}

const _: () = {
    let largest = largest_columns();
    let mut i = 0;
    while i < 5 {
        assert!(largest[i] <= UNIT[i]);
        i += 1;
    }
    assert_bias::<PSm2>();
    // 90·2^52 < 2^58.5 fits 63 bits with room for what a carry adds.
    assert!(largest_top(MAX_DEPTH as u64 * UNIT[0]) <= TOP);
    // p ends in 52 ones, and is what the reduction takes it for.
    assert!(P[0] == M52 && P[4] == K1 - 1 && P[3] == M52 && P[2] == M52 && P[1] == M52 - K2);
};

/// Ten columns before a product is added: the constants of [`reduced`], divided by `by`, 2 for a square.
#[inline(always)]
fn start<V: Vector>(by: u64) -> [V; 10] {
    let mut c = [V::splat(0); 10];
    c[1] = V::splat(K2 / by);
    c[6] = V::splat((K2 / by).wrapping_neg());
    c
}

/// Ten columns from [`start`] divided by R, modulo p. Cost: 20 multiply-adds, 5 shifts, 10 others.
///
/// The digit m that clears column i is its low 52 bits, and m·p = −m − 2^52·m·K2 + 2^208·m·K1. The first term
/// clears the column. For the second, with m' = 2^52 − 1 − m,
///
/// −m·K2·2^52 = m'·K2·2^52 + K2·2^52 − K2·2^104,
///
/// and the constants of the five steps telescope to K2 in column 1 and −K2 in column 6: they were there from
/// the start. Columns 0 to 5 never go below zero; column 6 may, by K2.
#[inline(always)]
fn reduced<V: Vector>(mut c: [V; 10]) -> [V; 5] {
    let (k1, k2, ones) = (V::splat(K1), V::splat(K2), V::splat(u64::MAX));
    for i in 0..5 {
        let not_m = c[i].xor(ones);
        c[i + 1] = c[i + 1].add(c[i].shr::<52>());
        c[i + 1] = c[i + 1].madd52lo(not_m, k2);
        c[i + 2] = c[i + 2].madd52hi(not_m, k2);
        c[i + 4] = c[i + 4].madd52lo(c[i], k1);
        c[i + 5] = c[i + 5].madd52hi(c[i], k1);
    }
    [c[5], c[6], c[7], c[8], c[9]]
}

operations! {
    over Vector;

    /// The limbs of the least non-negative representative.
    ///
    /// The value is below 2^208·(T + 1) < 2p, and x ≥ p exactly when x + e ≥ 2^256; then x − p is x + e − 2^256.
    fn canonical(x: &[V; 5]) -> [V; 5] {
        let m52 = V::splat(M52);
        let x = masked(x);
        let y0 = x[0].add(V::splat(1));
        let y1 = x[1].add(V::splat(K2)).add(y0.shr::<52>());
        let y2 = x[2].add(y1.shr::<52>());
        let y3 = x[3].add(y2.shr::<52>());
        let y4 = x[4].add(V::splat(E4)).add(y3.shr::<52>());
        let less = y4.shr::<48>().eq(V::splat(0));
        let y = [y0.and(m52), y1.and(m52), y2.and(m52), y3.and(m52), y4.and(V::splat(M48))];
        selected(less, &x, &y)
    }

    /// x/R modulo p, as limbs. Below x/R + p < p + 1/8: at most p.
    fn out_of_form(x: &[V; 5]) -> [V; 5] {
        let mut c: [V; 10] = start(1);
        let x = masked(x);
        for i in 0..5 {
            c[i] = c[i].add(x[i]);
        }
        PSm2::carried(&reduced(c))
    }
}

impl Prime for PSm2 {
    const TOP: u64 = TOP;
    const UNIT: [u64; 5] = UNIT;
    const BELOW: [u64; 5] = [0, K2, 0, 0, 0];
    const BIAS: [u64; 5] = multiple_of_p_near(35 << 52);

    operations! {
        over Vector;

        /// Cost: 70 multiply-adds, 5 shifts, 10 others.
        fn mul(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
            reduced(add_product(start(1), x, y))
        }

        /// Cost: 50 multiply-adds, 5 shifts, 18 others.
        fn sqr(x: &[V; 5]) -> [V; 5] {
            reduced(double_and_add_square(start(2), x))
        }

        /// Cost: 13 multiply-adds, 2 others.
        fn mul_small(x: &[V; 5], c: u32) -> [V; 5] {
            let c = V::splat(c as u64);
            let mut z = [V::splat(0); 5];
            for i in 0..5 {
                z[i] = z[i].madd52lo(x[i], c);
            }
            for i in 0..4 {
                z[i + 1] = z[i + 1].madd52hi(x[i], c);
            }
            // c·x4 < 2^17·T, whose high half is < 2^13.1 and has the weight 2^260 = 2^4·2^256: h·e with
            // h < 2^17.1. Columns ≤ 3·2^52 < U.
            let h = V::splat(0).madd52hi(x[4], c).shl::<4>();
            z[0] = z[0].add(h);
            z[1] = z[1].madd52lo(h, V::splat(K2));
            z[2] = z[2].madd52hi(h, V::splat(K2));
            z[4] = z[4].madd52lo(h, V::splat(E4));
            z
        }

        /// Cost: 3 multiply-adds, 5 shifts, 5 additions, one `and`.
        ///
        /// The bits of c_4 from 2^256 on come back first, as h·e with h ≤ 90·2^4 < 2^10.5; then one carry runs
        /// from limb 0 to 4. Column 1 may be below zero and so may be the carry out of it, which may run on
        /// through columns that are 0: their shifts are those of signed integers. Every carry is ≤ 96, hence limb
        /// 4 < 2^48 + 1440·2^16 + 96 < T. The value is not below zero, so limb 4 is not. The limbs below keep the
        /// bits that were carried out of them: junk that no multiply-add reads.
        fn carried(c: &[V; 5]) -> [V; 5] {
            let h = c[4].shr::<48>();
            let z0 = c[0].add(h);
            let z1 = c[1].madd52lo(h, V::splat(K2)).add(z0.shr::<52>());
            let z2 = c[2].madd52hi(h, V::splat(K2)).add(z1.sar::<52>());
            let z3 = c[3].add(z2.sar::<52>());
            let z4 = c[4].and(V::splat(M48)).madd52lo(h, V::splat(E4)).add(z3.sar::<52>());
            [z0, z1, z2, z3, z4]
        }

        /// Whether the value is 0 or p, the two multiples of p below 2p.
        fn is_zero(x: &[V; 5]) -> LaneMasks<V> {
            let x = masked(x);
            let (mut any, mut differs) = (x[0], x[0].xor(V::splat(P[0])));
            for i in 1..5 {
                any = any.or(x[i]);
                differs = differs.or(x[i].xor(V::splat(P[i])));
            }
            any.eq(V::splat(0)).or(differs.eq(V::splat(0)))
        }

        fn from_words(w: &[V; 4]) -> [V; 5] {
            PSm2::carried(&PSm2::mul(&unpacked(w), &splat(&R2)))
        }

        fn to_words(x: &[V; 5]) -> [V; 4] {
            packed(&canonical(&out_of_form(x)))
        }
    }

    #[inline(always)]
    fn inverse(words: &[u64; 4]) -> [u64; 4] {
        super::inverse(words)
    }

    #[inline(always)]
    fn inverse_vartime(words: &[u64; 4]) -> [u64; 4] {
        super::inverse_vartime(words)
    }
}

impl CurvePrime for PSm2 {
    type Constant = Constant;
    const ZERO: Constant = Constant::ZERO;
    const ONE: Constant = Constant::ONE;

    #[inline(always)]
    fn limbs(constant: &Constant) -> &[u64; 5] {
        &constant.r52
    }

    operations! {
        over Vector;

        /// From the words of a·2^256: 16 times as much is a·R. Cost: 30.
        fn from_table(words: &[V; 4]) -> [V; 5] {
            let x = masked(&unpacked(words));
            // Below 16·2^52 ≤ 2·U.
            PSm2::carried(&[x[0].shl::<4>(), x[1].shl::<4>(), x[2].shl::<4>(), x[3].shl::<4>(), x[4].shl::<4>()])
        }

        fn to_table(x: &[V; 5]) -> [V; 4] {
            packed(&canonical(&PSm2::carried(&PSm2::mul(x, &splat(&E)))))
        }
    }

    #[inline(always)]
    fn sqrt<T: Factor>(x: &T) -> T {
        chains::sqrt_sm2(x)
    }
}
