//! GF(2^256 − c), c = 2^32 + 977, an element per lane, over any vector of 64-bit lanes: [`lane_field`] for secp256k1's p.
//!
//! x = x0 + 2^52·x1 + 2^104·x2 + 2^156·x3 + 2^208·x4 in each lane. Unit U = 11·2^52.
//!
//! | type    | every limb or column is                            | made by                   | read by              |
//! |---------|----------------------------------------------------|---------------------------|----------------------|
//! | [`Fe`]  | limbs 0..3: low 52 bits count, the rest is junk;   | `carry`, decoding         | `mul`, `sqr`, …      |
//! |         | limb 4 ≤ T = 2^48 + 2^7                            |                           |                      |
//! | [`Sum`] | ≤ n·U, n its depth                                 | `mul`, `sqr`: n = 1; sums | `add`, `sub`, `carry`|
//!
//! An upper column is 2^260 ≡ 16·c times the one five below it, and 16·c has 37 bits: the upper columns are carried, so that 52 bits of each
//! count, and fold with a low and a high half each. The high half of the last one is folded once more.
//!
//! Everything stands on one bound: **limb 4 ≤ T**, which a carry gives whatever was summed, because it folds the bits from 2^256
//! on. All that follows is checked at compile time below, term by term, and again on the values in debug builds.
//!
//! | operation            | multiply-adds | shifts | others | instructions |
//! |----------------------|---------------|--------|--------|--------------|
//! | product              | 50 + 12       | 4      | 4      | 70           |
//! | square               | 30 + 12       | 4      | 12     | 58           |
//! | of these, reduction  | 12            | 4      | 4      | 20           |
//! | product that is waited for | 50 + 16 | 4      | 12     | 82           |
//! | carry                | 1             | 5      | 5      | 11           |
//! | widen                |               |        | 4      | 4            |

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::{C, Constant, MODULUS, PSecp256k1};
use crate::field::bounds::MAX_DEPTH;
use crate::field::chains;
use crate::field::lane_field::{self, CurvePrime, Prime, assert_bias};
use crate::field::pair::Factor;
use crate::lanes::columns::{
    M52, add_largest_product, add_product, double_all_and_add_square, double_and_add_square, limbs_of,
    masked, packed, product_soon, selected, unpacked,
};
use crate::lanes::{LaneMasks, Vector, operations};

/// An element in each lane that may be multiplied.
pub type Fe<V> = lane_field::Fe<PSecp256k1, V>;
/// A sum of products in each lane.
pub type Sum<V> = lane_field::Sum<PSecp256k1, V>;

/// The top limb has 256 − 4·52 = 48 bits.
const M48: u64 = (1 << 48) - 1;
/// T, the largest top limb of an [`Fe`].
const TOP: u64 = (1 << 48) + (1 << 7);
/// 2^260 mod p.
const C16: u64 = C << 4;
/// U, the largest column of a product.
const UNIT: [u64; 5] = [11 << 52; 5];
/// p.
const P: [u64; 5] = limbs_of(&MODULUS);

/// A multiple of p whose columns are `column` or less, by at most 2^52.
const fn multiple_of_p_near(column: u64) -> [u64; 5] {
    // r ≡ column·Σ 2^(52·i), brought to limbs of at most 2^52 by folds and carries; taken away again, limb
    // by limb, it leaves 0 modulo p.
    let mut r = [column; 5];
    let mut pass = 0;
    while pass < 3 {
        let h = r[4] >> 48;
        r[4] &= M48;
        r[0] += h * C;
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

/// 2·x.
const fn twice(x: &[u64; 5]) -> [u64; 5] {
    [2 * x[0], 2 * x[1], 2 * x[2], 2 * x[3], 2 * x[4]]
}

/// The lower columns of a product before it is computed, with the bias in them.
const BIASED: [u64; 5] = <PSecp256k1 as Prime>::BIAS;
/// Those of a square, which doubles four of them.
const BIASED_SQUARE: [u64; 5] = [BIASED[0], BIASED[1] / 2, BIASED[2] / 2, BIASED[3] / 2, BIASED[4] / 2];

/// The largest columns of a sum of so many products of two elements, by the steps of [`add_product`] and [`folded`] with every operand of every
/// multiply-add at its largest.
const fn largest_columns(products: usize) -> [u64; 5] {
    let (mut c, mut product) = ([0; 10], 0);
    while product < products {
        c = add_largest_product(c, TOP);
        product += 1;
    }
    let high = ((M52 as u128 * C16 as u128) >> 52) as u64;
    let mut i = 5;
    while i < 9 {
        // No column passes 64 bits.
        assert!(c[i] < 1 << 60);
        c[i + 1] += c[i] >> 52;
        c[i - 5] += M52;
        c[i - 4] += high;
        i += 1;
    }
    assert!(c[9] <= M52);
    let last = c[9] as u128 * C16 as u128;
    c[4] += M52;
    // The second fold of the high half.
    assert!(last >> 52 <= M52 as u128);
    c[0] += M52;
    c[1] += (((last >> 52) * C16 as u128) >> 52) as u64;
    [c[0], c[1], c[2], c[3], c[4]]
}

/// The largest top limb that `carried` makes of columns of `column` each.
const fn largest_top(column: u64) -> u64 {
    let h = column >> 48;
    assert!(h * C <= M52);
    let mut carry = (column + h * C) >> 52;
    let mut i = 1;
    while i < 4 {
        carry = (column + carry) >> 52;
        i += 1;
    }
    M48 + carry
}

const _: () = {
    let (one, two, three) = (largest_columns(1), largest_columns(2), largest_columns(3));
    let mut i = 0;
    while i < 5 {
        assert!(one[i] <= UNIT[i] && two[i] <= 2 * UNIT[i] && three[i] <= 3 * UNIT[i]);
        // A square begins with half of it.
        assert!(<PSecp256k1 as Prime>::BIAS[i].is_multiple_of(2));
        i += 1;
    }
    assert_bias::<PSecp256k1>();
    assert!(largest_top(MAX_DEPTH as u64 * UNIT[0]) <= TOP);
    // p is what `is_zero` and `canonical` take it for.
    assert!(P[0] == M52 + 1 - C && P[1] == M52 && P[2] == M52 && P[3] == M52 && P[4] == M48);
};

/// Ten columns, of which the lower five are these.
#[inline(always)]
fn begun<V: Vector>(columns: &[u64; 5]) -> [V; 10] {
    let mut c = [V::splat(0); 10];
    for i in 0..5 {
        c[i] = V::splat(columns[i]);
    }
    c
}

/// Ten columns modulo p. Cost: 12 multiply-adds, 4 shifts, 4 others.
#[inline(always)]
fn folded<V: Vector>(mut c: [V; 10]) -> [V; 5] {
    let by = V::splat(C16);
    for i in 5..9 {
        c[i + 1] = c[i + 1].add(c[i].shr::<52>());
        c[i - 5] = c[i - 5].madd52lo(c[i], by);
        c[i - 4] = c[i - 4].madd52hi(c[i], by);
    }
    // c_9 < 2^44.1, so that the high half is below 2^28.2 and stands for 2^260.
    let again = V::splat(0).madd52hi(c[9], by);
    c[4] = c[4].madd52lo(c[9], by);
    c[0] = c[0].madd52lo(again, by);
    c[1] = c[1].madd52hi(again, by);
    [c[0], c[1], c[2], c[3], c[4]]
}

/// The ten columns of a product modulo p, where no upper column waits for the one below it. Cost: 16 multiply-adds, 4 shifts, 4 others.
///
/// An upper column has at most 8 above its 52 bits. That part has the weight of the next column, and times 16·c it is below 2^41 and whole. The
/// columns are those of [`folded`] and less than 2^42 more: below U as well.
#[inline(always)]
fn folded_soon<V: Vector>(c: [V; 10]) -> [V; 5] {
    let (by, zero) = (V::splat(C16), V::splat(0));
    let again = zero.madd52hi(c[9], by);
    let mut z = [c[0], c[1], c[2], c[3], c[4].madd52lo(c[9], by)];
    for i in 5..9 {
        let high = zero.madd52hi(c[i], by).madd52lo(c[i].shr::<52>(), by);
        z[i - 5] = z[i - 5].madd52lo(c[i], by);
        z[i - 4] = z[i - 4].add(high);
    }
    z[0] = z[0].madd52lo(again, by);
    z[1] = z[1].madd52hi(again, by);
    z
}

operations! {
    over Vector;

    /// The limbs of the least non-negative representative.
    ///
    /// The value is below 2^208·(T + 1) < 2p, and x ≥ p exactly when x + c ≥ 2^256; then x − p is x + c − 2^256.
    fn canonical(x: &[V; 5]) -> [V; 5] {
        let m52 = V::splat(M52);
        let x = masked(x);
        let y0 = x[0].add(V::splat(C));
        let y1 = x[1].add(y0.shr::<52>());
        let y2 = x[2].add(y1.shr::<52>());
        let y3 = x[3].add(y2.shr::<52>());
        let y4 = x[4].add(y3.shr::<52>());
        let less = y4.shr::<48>().eq(V::splat(0));
        let y = [y0.and(m52), y1.and(m52), y2.and(m52), y3.and(m52), y4.and(V::splat(M48))];
        selected(less, &x, &y)
    }
}

impl Prime for PSecp256k1 {
    const TOP: u64 = TOP;
    const UNIT: [u64; 5] = UNIT;
    const BIAS: [u64; 5] = twice(&multiple_of_p_near(19 << 52));

    operations! {
        over Vector;

        /// Cost: 62 multiply-adds, 4 shifts, 4 others.
        fn mul(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
            folded(add_product([V::splat(0); 10], x, y))
        }

        /// Cost: 42 multiply-adds, 4 shifts, 12 others.
        fn sqr(x: &[V; 5]) -> [V; 5] {
            folded(double_and_add_square([V::splat(0); 10], x))
        }

        /// Cost: 66 multiply-adds, 4 shifts, 12 others.
        fn mul_soon(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
            folded_soon(product_soon(x, y))
        }

        /// Cost: as a product. The bias is in the columns from the beginning.
        fn mul_biased(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
            folded(add_product(begun(&BIASED), x, y))
        }

        /// Cost: as a square.
        fn sqr_biased(x: &[V; 5]) -> [V; 5] {
            folded(double_and_add_square(begun(&BIASED_SQUARE), x))
        }

        /// Cost: 112 multiply-adds, 4 shifts, 4 others.
        fn mul_add_mul(x: &[V; 5], y: &[V; 5], u: &[V; 5], v: &[V; 5]) -> [V; 5] {
            folded(add_product(add_product([V::splat(0); 10], x, y), u, v))
        }

        /// Cost: 92 multiply-adds, 4 shifts, 14 others.
        fn twice_mul_add_sqr(x: &[V; 5], y: &[V; 5], z: &[V; 5]) -> [V; 5] {
            folded(double_all_and_add_square(add_product([V::splat(0); 10], x, y), z))
        }

        /// Cost: 11 multiply-adds, 2 others.
        fn mul_small(x: &[V; 5], c: u32) -> [V; 5] {
            let c = V::splat(c as u64);
            let mut z = [V::splat(0); 5];
            for i in 0..5 {
                z[i] = z[i].madd52lo(x[i], c);
            }
            for i in 0..4 {
                z[i + 1] = z[i + 1].madd52hi(x[i], c);
            }
            // c·x4 < 2^17·T, whose high half is < 2^13.1 and has the weight 2^260: times 16·c it is below 2^50. Columns ≤ 3·2^52 < U.
            let h = V::splat(0).madd52hi(x[4], c);
            z[0] = z[0].madd52lo(h, V::splat(C16));
            z
        }

        /// Cost: 1 multiply-add, 5 shifts, 4 additions, one `and`.
        ///
        /// The bits of c_4 from 2^256 on come back first, as h·c with h ≤ 99·2^4 < 2^10.7; then one carry runs from limb 0 to 4. Every carry is
        /// ≤ 99, hence limb 4 < 2^48 + 2^7 = T. The limbs below keep the bits that were carried out of them: junk that no multiply-add reads.
        fn carried(c: &[V; 5]) -> [V; 5] {
            let z0 = c[0].madd52lo(c[4].shr::<48>(), V::splat(C));
            let z1 = c[1].add(z0.shr::<52>());
            let z2 = c[2].add(z1.shr::<52>());
            let z3 = c[3].add(z2.shr::<52>());
            let z4 = c[4].and(V::splat(M48)).add(z3.shr::<52>());
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
            unpacked(w)
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
    fn inverse_vartime(words: &[u64; 4]) -> [u64; 4] {
        super::inverse_vartime(words)
    }

    #[inline(always)]
    fn in_turn<V: Vector>(x: &[V; 5]) -> [V; 5] {
        V::in_turn(*x)
    }
}

impl CurvePrime for PSecp256k1 {
    type Constant = Constant;
    const ZERO: Constant = Constant::ZERO;
    const ONE: Constant = Constant::ONE;

    #[inline(always)]
    fn limbs(constant: &Constant) -> &[u64; 5] {
        &constant.r52
    }

    operations! {
        over Vector;

        fn from_table(words: &[V; 4]) -> [V; 5] {
            unpacked(words)
        }

        fn to_table(x: &[V; 5]) -> [V; 4] {
            packed(&canonical(x))
        }
    }

    #[inline(always)]
    fn sqrt<T: Factor>(x: &T) -> T {
        chains::sqrt_secp256k1(x)
    }
}
