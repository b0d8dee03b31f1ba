//! GF(p), p = 2^256 − 2^224 − 2^96 + 2^64 − 1, an element in each lane in Montgomery form with R = 2^255, by multiply-adds of doubles:
//! [`lane_doubles`] for SM2's p, with the limbs of `doubles_256`.
//!
//! U = 2^54.
//!
//! K1 = 2^52 − 2^20 and K2 = 2^45 − 2^13, so that p + 1 = 2^204·K1 − 2^51·K2. As p ≡ −1 modulo 2^51 a Montgomery digit m is the low 51 bits
//! of the column itself. What m·K1 and −m·K2 bring to columns are shifted digits, for which integers are better than doubles: the next
//! digit waits for four instructions instead of for two multiply-adds.
//!
//! Everything stands on one bound: **|limb 4| ≤ 2^51 + 2^28**, which a carry gives whatever was summed, because it folds the bits from 2^256
//! on. All that follows is checked at compile time below, and again on the values in debug builds. `docs/field-sm2.md` has the derivation.
//!
//! | operation            | of doubles | integers | instructions |
//! |----------------------|------------|----------|--------------|
//! | product              | 85         | 23 + 105 | 213          |
//! | square               | 51         | 23 + 105 | 179          |
//! | of these, reduction  |            | 105      | 105          |
//! | carry                | 7          | 31       | 38           |
//! | widen                | 8          | 7        | 15           |

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::{Constant, MODULUS, PSm2};
use crate::field::bounds::MAX_DEPTH;
use crate::field::chains;
use crate::field::doubles_256::{
    LARGEST, canonical, centred, cut, half, halves, integers, largest_columns, limbs_of_columns,
};
use crate::field::lane_doubles::{self, CurvePrime, Prime};
use crate::field::pair::Factor;
use crate::lanes::columns::{doubled_modulo, five, splat};
use crate::lanes::doubles::{C_WIDE, M51, packed, unpacked};
use crate::lanes::doubles_256::{PRODUCT, SQUARE, lower_product, lower_square, upper_product, upper_square};
use crate::lanes::{Doubles, operations};

/// An element in each lane that may be multiplied, by the bits of doubles.
pub type Fe<V> = lane_doubles::Fe<PSm2, V>;
/// A sum of products in each lane.
pub type Sum<V> = lane_doubles::Sum<PSm2, V>;

/// U, the largest magnitude of a column of a product.
const UNIT: u64 = 1 << 54;
const K1: u64 = (1 << 52) - (1 << 20);
const K2: u64 = (1 << 45) - (1 << 13);
/// What makes columns positive while digits are taken from them: a multiple of 2^51.
const DIGIT_BIAS: u64 = 1 << 57;
/// What makes columns positive in a carry: a multiple of 2^52.
const BIAS: u64 = 1 << 58;
/// (p + 1)/2 = 2^255 − 2^223 − 2^95 + 2^63.
const HALF: [u64; 4] = [1 << 63, u64::MAX << 31, u64::MAX, (1 << 63) - (1 << 31) - 1];

/// p.
const P: [u64; 5] = cut(&MODULUS);
/// e = 2^256 − p.
const E: [u64; 5] = [1, K2, 0, 0, 1 << 20];
/// R² = 2^510 mod p: times this, and divided by R in the product, an integer comes into Montgomery form.
const R2: [u64; 5] = centred(&MODULUS, &doubled_modulo(&MODULUS, &[1, 0, 0, 0], 510));

/// The limbs of a·R, as the bits of doubles, from the words of a·2^256.
pub(crate) const fn from_r64(words: &[u64; 4]) -> [u64; 5] {
    centred(&MODULUS, &half(words, &HALF))
}

/// The magic of ten columns, given that of columns 0 to 8: column 9 has that of the high part of x4·y4 twice.
const fn of_ten([m0, m1, m2, m3, m4, m5, m6, m7, m8]: &[u64; 9]) -> [u64; 10] {
    [*m0, *m1, *m2, *m3, *m4, *m5, *m6, *m7, *m8, C_WIDE.wrapping_mul(2)]
}

/// The magic of columns 5 to 9 after [`reduced`], given that of all ten before.
const fn magic_of_reduced(magic: &[u64; 10]) -> [u64; 5] {
    [magic[5].wrapping_add(DIGIT_BIAS >> 51), magic[6], magic[7], magic[8], magic[9]]
}

const _: () = {
    // The steps of `reduced`, with everything at its largest.
    let mut c = largest_columns();
    let mut i = 0;
    while i < 5 {
        // A column is positive with its bias, and below 2^63.
        assert!(c[i] < DIGIT_BIAS);
        c[i + 1] += M51 + (DIGIT_BIAS >> 50);
        c[i + 2] += M51 >> 6;
        c[i + 4] += M51;
        c[i + 5] += 2 * M51;
        i += 1;
    }
    while i < 10 {
        assert!(c[i] <= UNIT);
        i += 1;
    }

    // The carry: columns are positive with their bias, that of column 1 after the fold, too.
    let most = MAX_DEPTH as u64 * UNIT;
    let fold = (2 * BIAS) >> 52;
    assert!(most + fold * (K2 + 1) < BIAS && BIAS.is_multiple_of(1 << 52));
    // What is carried into limbs 1 to 4, and the fold into limb 4.
    let carry = ((most + fold * (K2 + 1)) >> 51) + 2;
    assert!((1 << 50) + carry <= LARGEST[0]);
    assert!((1 << 51) + (fold << 20) + carry <= LARGEST[4]);

    // p and (p + 1)/2 are what they are taken for.
    assert!(P[0] == M51 && P[1] == M51 - K2 && P[2] == M51 && P[3] == M51 && P[4] == K1 - 1);
    let half = cut(&HALF);
    assert!(
        half[0] == 0
            && half[1] == M51 + 1 - K2 / 2
            && half[2] == M51
            && half[3] == M51
            && half[4] == K1 / 2 - 1
    );
};

operations! {
    over Doubles;

    /// The ten columns of x·y, with the magic of `PRODUCT` and `of_ten`.
    fn product(x: &[V; 5], y: &[V; 5]) -> [V; 10] {
        let upper = upper_product(None, x, y);
        ten(&upper, lower_product(None, upper[0], x, y))
    }

    /// The ten columns of x², with the magic of `SQUARE` and `of_ten`.
    fn square(x: &[V; 5]) -> [V; 10] {
        let upper = upper_square(None, x);
        ten(&upper, lower_square(None, upper[0], x))
    }

    /// All columns, of an upper part and a lower one.
    fn ten(upper: &[V; 6], lower: [V; 5]) -> [V; 10] {
        let [_, c5, c6, c7, c8, high] = *upper;
        let [c0, c1, c2, c3, c4] = lower;
        [c0, c1, c2, c3, c4, c5, c6, c7, c8, high.add(high)]
    }

    /// Ten columns divided by R, modulo p, with the magic of `magic_of_reduced`. Cost: 105 instructions.
    ///
    /// The digit m that clears column i is its low 51 bits, and m·p = −m − 2^51·m·K2 + 2^204·m·K1. Of m·K2 = m·2^45 − m·2^13 and
    /// m·K1 = m·2^52 − m·2^20 the bits below 2^51 go to one column and the others to the next.
    fn reduced(columns: &[V; 10], magic: &[u64; 10]) -> [V; 5] {
        let (mut c, m51) = (*columns, V::splat(M51));
        for i in 0..5 {
            // The bias of a column carries into the next one.
            let bias = if i == 0 { DIGIT_BIAS } else { DIGIT_BIAS - (DIGIT_BIAS >> 51) };
            c[i] = c[i].add(V::splat(bias.wrapping_sub(magic[i])));
        }
        for i in 0..5 {
            let t = c[i];
            let low = t.shl::<13>().and(m51).sub(t.shl::<45>().and(m51));
            c[i + 1] = c[i + 1].add(t.shr::<51>()).add(low);
            let m = t.and(m51);
            c[i + 2] = c[i + 2].add(m.shr::<38>()).sub(m.shr::<6>());
            c[i + 4] = c[i + 4].sub(t.shl::<20>().and(m51));
            c[i + 5] = c[i + 5].add(m.add(m)).sub(m.shr::<31>());
        }
        [c[5], c[6], c[7], c[8], c[9]]
    }

    /// Limbs from columns from which the magic has not been taken yet.
    ///
    /// With t_4 = c_4 + 2^58 + 2^51 and h = ⌊t_4/2^52⌋, h − 2^6 is folded: 2^256 ≡ 2^204·2^20 + 2^51·K2 + 1.
    fn folded_and_carried(columns: &[V; 5], magic: &[u64; 5]) -> [V; 5] {
        const H: u64 = BIAS >> 52;
        // Of limb i < 4, with what the bias of h brings to it.
        let bias = |i: usize, h: u64| V::splat((BIAS + (1 << 50) - h).wrapping_sub(magic[i]));
        let top = columns[4].add(V::splat((BIAS + (1 << 51)).wrapping_sub(magic[4])));
        let h = top.shr::<52>();
        let t = [
            columns[0].add(bias(0, H)).add(h),
            columns[1].add(bias(1, H * K2)).add(h.shl::<45>().sub(h.shl::<13>())),
            columns[2].add(bias(2, 0)),
            columns[3].add(bias(3, 0)),
            top,
        ];
        limbs_of_columns(&t, BIAS, h.shl::<20>(), H << 20)
    }
}

impl Prime for PSm2 {
    /// Written out wherever there is a product, kernels have 200,000 instructions instead of 60,000.
    const PRODUCTS_APART: bool = true;
    const LARGEST: [u64; 5] = LARGEST;
    const UNIT: u64 = UNIT;
    const MAGIC_OF_PRODUCT: [u64; 5] = magic_of_reduced(&of_ten(&PRODUCT));
    const MAGIC_OF_SQUARE: [u64; 5] = magic_of_reduced(&of_ten(&SQUARE));
    const MAGIC_OF_MULTIPLE: [u64; 5] = magic_of_reduced(&of_ten(&PRODUCT));

    #[inline(always)]
    fn mul<V: Doubles>(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        reduced(&product(x, y), &const { of_ten(&PRODUCT) })
    }

    #[inline(always)]
    fn sqr<V: Doubles>(x: &[V; 5]) -> [V; 5] {
        reduced(&square(x), &const { of_ten(&SQUARE) })
    }

    /// Two products: the curve's formulas have no such multiples.
    #[inline(always)]
    fn mul_small<V: Doubles>(x: &[V; 5], c: u32) -> [V; 5] {
        let zero = V::splat(0);
        let c = [V::splat(f64::from(c).to_bits()), zero, zero, zero, zero];
        PSm2::mul(&PSm2::carried(&PSm2::mul(x, &splat(&R2)), &Self::MAGIC_OF_PRODUCT), &c)
    }

    #[inline(always)]
    fn widened<V: Doubles>(x: &[V; 5]) -> [V; 5] {
        let columns = integers(x);
        five!(I => columns[I].add(V::splat(Self::MAGIC_OF_PRODUCT[I])))
    }

    #[inline(always)]
    fn carried<V: Doubles>(columns: &[V; 5], magic: &[u64; 5]) -> [V; 5] {
        folded_and_carried(columns, magic)
    }

    #[inline(always)]
    fn from_words<V: Doubles>(words: &[V; 4]) -> [V; 5] {
        let x = PSm2::carried(&unpacked(words), &[0; 5]);
        PSm2::carried(&PSm2::mul(&x, &splat(&R2)), &Self::MAGIC_OF_PRODUCT)
    }

    /// x/R modulo p, from a reduction of x itself: between −2 and p.
    #[inline(always)]
    fn to_words<V: Doubles>(x: &[V; 5]) -> [V; 4] {
        let zero = V::splat(0);
        let [x0, x1, x2, x3, x4] = integers(x);
        let columns = [x0, x1, x2, x3, x4, zero, zero, zero, zero, zero];
        packed(&PSm2::canonical(&PSm2::carried(&reduced(&columns, &[0; 10]), &magic_of_reduced(&[0; 10]))))
    }

    #[inline(always)]
    fn canonical<V: Doubles>(x: &[V; 5]) -> [V; 5] {
        canonical(x, &P, &E)
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
        &constant.doubles
    }

    /// From the words of a·2^256: half as much modulo p is a·R.
    #[inline(always)]
    fn from_table<V: Doubles>(words: &[V; 4]) -> [V; 5] {
        PSm2::carried(&halves(words, &HALF), &[0; 5])
    }

    #[inline(always)]
    fn to_table<V: Doubles>(x: &[V; 5]) -> [V; 4] {
        let mut columns = integers(x);
        for column in &mut columns {
            *column = column.add(*column);
        }
        packed(&PSm2::canonical(&PSm2::carried(&columns, &[0; 5])))
    }

    #[inline(always)]
    fn sqrt<T: Factor>(x: &T) -> T {
        chains::sqrt_sm2(x)
    }
}
