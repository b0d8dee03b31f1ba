//! GF(p), p = 2^256 − 2^224 − 2^96 + 2^64 − 1, an element in each lane in Montgomery form with R = 2^255, by multiply-adds of doubles:
//! [`lane_doubles`] for SM2's p.
//!
//! X = 2^50 + 2^10 for limbs 0 to 3 and 2^51 + 2^28 for limb 4, because p has one bit more than five limbs of 51. U = 2^54.
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
//! | square               | 52         | 23 + 105 | 180          |
//! | of these, reduction  |            | 105      | 105          |
//! | carry                | 7          | 31       | 38           |
//! | widen                | 8          | 7        | 15           |

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::{Constant, MODULUS, PSm2};
use crate::field::bounds::MAX_DEPTH;
use crate::field::chains;
use crate::field::lane_doubles::{self, CurvePrime, Prime};
use crate::lanes::columns::{doubled_modulo, five, minus, selected, splat};
use crate::lanes::doubles::{C, C_WIDE, Columns, D, M51, TWO_52, packed, unpacked};
use crate::lanes::{Doubles, Vector, operations};

/// An element in each lane that may be multiplied, by the bits of doubles.
pub type Fe<V> = lane_doubles::Fe<PSm2, V>;
/// A sum of products in each lane.
pub type Sum<V> = lane_doubles::Sum<PSm2, V>;

/// X, the largest magnitude of each limb.
const LARGEST: [u64; 5] = {
    let limb = (1 << 50) + (1 << 10);
    [limb, limb, limb, limb, (1 << 51) + (1 << 28)]
};
/// U, the largest magnitude of a column of a product.
const UNIT: u64 = 1 << 54;
const M52: u64 = (1 << 52) - 1;
const K1: u64 = (1 << 52) - (1 << 20);
const K2: u64 = (1 << 45) - (1 << 13);
/// What makes columns positive while digits are taken from them: a multiple of 2^51.
const DIGIT_BIAS: u64 = 1 << 57;
/// What makes columns positive in a carry: a multiple of 2^52.
const BIAS: u64 = 1 << 58;
/// W = 1.5·2^78, by its bits: x + W is rounded to a multiple of 2^26.
const W: u64 = 0x44D8_0000_0000_0000;
/// (p + 1)/2 = 2^255 − 2^223 − 2^95 + 2^63.
const HALF: [u64; 4] = [1 << 63, u64::MAX << 31, u64::MAX, (1 << 63) - (1 << 31) - 1];

/// Cuts 256 bits into four limbs of 51 and one of 52.
const fn cut(w: &[u64; 4]) -> [u64; 5] {
    [
        w[0] & M51,
        (w[0] >> 51 | w[1] << 13) & M51,
        (w[1] >> 38 | w[2] << 26) & M51,
        (w[2] >> 25 | w[3] << 39) & M51,
        w[3] >> 12,
    ]
}

/// p.
const P: [u64; 5] = cut(&MODULUS);
/// R² = 2^510 mod p: times this, and divided by R in the product, an integer comes into Montgomery form.
const R2: [u64; 5] = centred(&doubled_modulo(&MODULUS, &[1, 0, 0, 0], 510));

/// The limbs of a number below p, as the bits of doubles: of the number itself or of the number less p, whichever is nearer to 0.
const fn centred(words: &[u64; 4]) -> [u64; 5] {
    let upper = words[3] >> 63 == 1;
    let mut x = cut(&if upper { minus(&MODULUS, words).0 } else { *words });
    let (mut z, mut i) = ([0; 5], 0);
    while i < 5 {
        let mut limb = x[i] as i64;
        if i < 4 && limb >> 50 > 0 {
            limb -= 1 << 51;
            x[i + 1] += 1;
        }
        z[i] = ((if upper { -limb } else { limb }) as f64).to_bits();
        i += 1;
    }
    z
}

/// Half of a number below p, modulo p.
const fn half(words: &[u64; 4]) -> [u64; 4] {
    let (odd, mut z, mut carry, mut i) = (words[0] & 1, [0; 4], 0, 0);
    while i < 4 {
        let above = if i < 3 { words[i + 1] << 63 } else { 0 };
        let sum = (words[i] >> 1 | above) as u128 + (odd * HALF[i]) as u128 + carry;
        (z[i], carry) = (sum as u64, sum >> 64);
        i += 1;
    }
    z
}

/// The limbs of a·R, as the bits of doubles, from the words of a·2^256.
pub(crate) const fn from_r64(words: &[u64; 4]) -> [u64; 5] {
    centred(&half(words))
}

/// The limbs of a·R, as the bits of doubles, from the limbs of a·2^260 in radix 2^52.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) const fn from_r52(x: &[u64; 5]) -> [u64; 5] {
    let mut words =
        [x[0] | x[1] << 52, x[1] >> 12 | x[2] << 40, x[2] >> 24 | x[3] << 28, x[3] >> 36 | x[4] << 16];
    let mut i = 0;
    while i < 5 {
        words = half(&words);
        i += 1;
    }
    centred(&words)
}

/// What ten columns have besides the value, modulo 2^64, if this many low parts bring the bits of D and high parts those of C. Column 9 has
/// the high part of [`Columns::wide`] twice.
const fn magic(low: [u64; 10], high: [u64; 10]) -> [u64; 10] {
    let (mut z, mut k) = ([0; 10], 0);
    while k < 10 {
        z[k] = low[k].wrapping_mul(D).wrapping_add(high[k].wrapping_mul(C));
        k += 1;
    }
    z[9] = z[9].wrapping_add(C_WIDE.wrapping_mul(2));
    z
}

/// The magic of [`product`].
const PRODUCT: [u64; 10] = magic([1, 1, 2, 2, 3, 2, 2, 2, 1, 0], [0, 1, 1, 2, 2, 3, 2, 2, 2, 0]);
/// The magic of [`square`].
const SQUARE: [u64; 10] = magic([1, 1, 1, 2, 3, 2, 3, 2, 1, 0], [0, 1, 1, 1, 2, 3, 2, 3, 2, 0]);

/// The magic of columns 5 to 9 after [`reduced`], given that of all ten before.
const fn magic_of_reduced(magic: &[u64; 10]) -> [u64; 5] {
    [magic[5].wrapping_add(DIGIT_BIAS >> 51), magic[6], magic[7], magic[8], magic[9]]
}

/// The largest magnitudes of the columns of a product, by the steps of [`product`]; a square adds the same terms.
const fn largest_columns() -> [u64; 10] {
    let (mut c, mut i) = ([0; 10], 0);
    while i < 5 {
        let mut j = 0;
        while j < 5 {
            c[i + j] += if i + j == 8 { 1 << 51 } else { 1 << 50 };
            c[i + j + 1] += ((LARGEST[i] as u128 * LARGEST[j] as u128) >> 51) as u64 + 2;
            j += 1;
        }
        i += 1;
    }
    c
}

const _: () = {
    // C = 1.5·2^103 holds what is chained, and 1.5·2^104 the square of the largest limb.
    let (limb, top) = (LARGEST[0] as u128, LARGEST[4] as u128);
    assert!(limb * top + limb * limb <= 1 << 102 && 3 * limb * limb <= 1 << 102 && 2 * limb * top > 1 << 102);
    assert!(top * top <= 1 << 103);
    assert!(f64::from_bits(C_WIDE) == 2.0 * f64::from_bits(C));

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

    /// The ten columns of x·y, with the magic `PRODUCT`. x0·y4 and x4·y0, and all such, are in different chains.
    fn product(x: &[V; 5], y: &[V; 5]) -> [V; 10] {
        let mut z = Columns::new();
        z.one(0, x[0], y[0]);
        z.two(1, [x[0], y[1]], [x[1], y[0]]);
        z.two(2, [x[0], y[2]], [x[1], y[1]]);
        z.one(2, x[2], y[0]);
        z.two(3, [x[0], y[3]], [x[1], y[2]]);
        z.two(3, [x[2], y[1]], [x[3], y[0]]);
        z.two(4, [x[0], y[4]], [x[1], y[3]]);
        z.two(4, [x[4], y[0]], [x[3], y[1]]);
        z.one(4, x[2], y[2]);
        z.two(5, [x[1], y[4]], [x[2], y[3]]);
        z.two(5, [x[4], y[1]], [x[3], y[2]]);
        z.two(6, [x[2], y[4]], [x[3], y[3]]);
        z.one(6, x[4], y[2]);
        z.one(7, x[3], y[4]);
        z.one(7, x[4], y[3]);
        z.wide(8, x[4], y[4]);
        z.all()
    }

    /// The ten columns of x², with the magic `SQUARE`. A doubled limb times x4 is more than a chain holds; its parts are doubled instead.
    fn square(x: &[V; 5]) -> [V; 10] {
        let d = [x[0].fadd(x[0]), x[1].fadd(x[1]), x[2].fadd(x[2])];
        let mut z = Columns::new();
        z.one(0, x[0], x[0]);
        z.one(1, d[0], x[1]);
        z.two(2, [d[0], x[2]], [x[1], x[1]]);
        z.one(3, d[0], x[3]);
        z.one(3, d[1], x[2]);
        z.two(4, [d[1], x[3]], [x[2], x[2]]);
        z.one_twice(4, x[0], x[4]);
        z.two_twice(5, [x[1], x[4]], [x[2], x[3]]);
        z.one_twice(6, x[2], x[4]);
        z.one(6, x[3], x[3]);
        z.one_twice(7, x[3], x[4]);
        z.wide(8, x[4], x[4]);
        z.all()
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
    /// With t_4 = c_4 + 2^58 + 2^51 and h = ⌊t_4/2^52⌋, h − 2^6 is folded: 2^256 ≡ 2^204·2^20 + 2^51·K2 + 1. Then limb i < 4 is
    /// (t_i mod 2^51) − 2^50 and the carry of the limb below, and limb 4 is (t_4 mod 2^52) − 2^51, (h − 2^6)·2^20 and a carry: as it may
    /// leave the doubles that have the bits of an integer, it is a sum of doubles.
    fn folded_and_carried(columns: &[V; 5], magic: &[u64; 5]) -> [V; 5] {
        const H: u64 = BIAS >> 52;
        const CARRY: u64 = BIAS >> 51;
        let m51 = V::splat(M51);
        // Of limb i < 4, with what the bias of h brings to it.
        let bias = |i: usize, h: u64| V::splat((BIAS + (1 << 50) - h).wrapping_sub(magic[i]));
        let top = columns[4].add(V::splat((BIAS + (1 << 51)).wrapping_sub(magic[4])));
        let h = top.shr::<52>();
        let t = [
            columns[0].add(bias(0, H)).add(h),
            columns[1].add(bias(1, H * K2)).add(h.shl::<45>().sub(h.shl::<13>())),
            columns[2].add(bias(2, 0)),
            columns[3].add(bias(3, 0)),
        ];
        let (two_52, less) = (V::splat(TWO_52), V::splat(double(M52 + 1 + (1 << 50) + CARRY)));
        let low = top.and(V::splat(M52)).or(two_52).fsub(V::splat(double(M52 + 1 + (1 << 51))));
        let high = h.shl::<20>().add(t[3].shr::<51>()).or(two_52);
        [
            t[0].and(m51).or(two_52).fsub(V::splat(double(M52 + 1 + (1 << 50)))),
            t[1].and(m51).or(two_52).add(t[0].shr::<51>()).fsub(less),
            t[2].and(m51).or(two_52).add(t[1].shr::<51>()).fsub(less),
            t[3].and(m51).or(two_52).add(t[2].shr::<51>()).fsub(less),
            low.fadd(high.fsub(V::splat(double(M52 + 1 + (H << 20) + CARRY)))),
        ]
    }

    /// Limbs as columns, without magic.
    fn integers(x: &[V; 5]) -> [V; 5] {
        let d = V::splat(D);
        // Limb 4 has more bits than there are beside D: those from 2^26 on are taken by themselves.
        let w = V::splat(W);
        let upper = x[4].fadd(w);
        let lower = x[4].fsub(upper.fsub(w)).fadd(d);
        [
            x[0].fadd(d).sub(d),
            x[1].fadd(d).sub(d),
            x[2].fadd(d).sub(d),
            x[3].fadd(d).sub(d),
            upper.sub(w).shl::<26>().add(lower.sub(d)),
        ]
    }

    /// The limbs of the least non-negative representative, as integers.
    ///
    /// |x| < 2^255.1, so that x + p is between 0 and 2p. x + p ≥ p exactly when x + p + e ≥ 2^256, e = 2^256 − p; then x is x + p + e − 2^256.
    fn canonical(x: &[V; 5]) -> [V; 5] {
        let (x, m51) = (integers(x), V::splat(M51));
        let (mut y, mut z) = (x, x);
        for i in 0..5 {
            // Limbs of p + e = 2^256, which are 0 but for the last: but positive ones.
            y[i] = x[i].add(V::splat(P[i]));
        }
        const E: [u64; 5] = [1, K2, 0, 0, 1 << 20];
        for i in 0..5 {
            z[i] = y[i].add(V::splat(E[i]));
        }
        for i in 0..4 {
            y[i + 1] = y[i + 1].add(y[i].shr::<51>());
            z[i + 1] = z[i + 1].add(z[i].shr::<51>());
            (y[i], z[i]) = (y[i].and(m51), z[i].and(m51));
        }
        let less = z[4].shr::<52>().eq(V::splat(0));
        z[4] = z[4].and(V::splat(M52));
        selected(less, &y, &z)
    }
}

/// The bits of the double x.
const fn double(x: u64) -> u64 {
    (x as f64).to_bits()
}

impl Prime for PSm2 {
    /// Written out wherever there is a product, kernels have 200,000 instructions instead of 60,000.
    const PRODUCTS_APART: bool = true;
    const LARGEST: [u64; 5] = LARGEST;
    const UNIT: u64 = UNIT;
    const MAGIC_OF_PRODUCT: [u64; 5] = magic_of_reduced(&PRODUCT);
    const MAGIC_OF_SQUARE: [u64; 5] = magic_of_reduced(&SQUARE);
    const MAGIC_OF_MULTIPLE: [u64; 5] = magic_of_reduced(&PRODUCT);

    #[inline(always)]
    fn mul<V: Doubles>(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        reduced(&product(x, y), &PRODUCT)
    }

    #[inline(always)]
    fn sqr<V: Doubles>(x: &[V; 5]) -> [V; 5] {
        reduced(&square(x), &SQUARE)
    }

    /// Two products: the curve's formulas have no such multiples.
    #[inline(always)]
    fn mul_small<V: Doubles>(x: &[V; 5], c: u32) -> [V; 5] {
        let zero = V::splat(0);
        let c = [V::splat(f64::from(c).to_bits()), zero, zero, zero, zero];
        PSm2::mul(&PSm2::carried(&PSm2::mul(x, &splat(&R2)), &magic_of_reduced(&PRODUCT)), &c)
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
        PSm2::carried(&PSm2::mul(&x, &splat(&R2)), &magic_of_reduced(&PRODUCT))
    }

    /// x/R modulo p, from a reduction of x itself: between −2 and p.
    #[inline(always)]
    fn to_words<V: Doubles>(x: &[V; 5]) -> [V; 4] {
        let zero = V::splat(0);
        let [x0, x1, x2, x3, x4] = integers(x);
        let columns = [x0, x1, x2, x3, x4, zero, zero, zero, zero, zero];
        packed(&canonical(&PSm2::carried(&reduced(&columns, &[0; 10]), &magic_of_reduced(&[0; 10]))))
    }

    #[inline(always)]
    fn canonical<V: Doubles>(x: &[V; 5]) -> [V; 5] {
        canonical(x)
    }

    #[inline(always)]
    fn inverse(words: &[u64; 4]) -> [u64; 4] {
        super::inverse(words)
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
        let odd = V::splat(0).sub(words[0].and(V::splat(1)));
        let mut half = *words;
        for i in 0..4 {
            let above = if i < 3 { words[i + 1].shl::<63>() } else { V::splat(0) };
            half[i] = words[i].shr::<1>().or(above);
        }
        let mut columns = unpacked(&half);
        for i in 0..5 {
            columns[i] = columns[i].add(odd.and(V::splat(cut(&HALF)[i])));
        }
        PSm2::carried(&columns, &[0; 5])
    }

    #[inline(always)]
    fn to_table<V: Doubles>(x: &[V; 5]) -> [V; 4] {
        let mut columns = integers(x);
        for column in &mut columns {
            *column = column.add(*column);
        }
        packed(&canonical(&PSm2::carried(&columns, &[0; 5])))
    }

    #[inline(always)]
    fn sqrt<V: Doubles + Vector>(x: &Fe<V>) -> Fe<V> {
        chains::sqrt_sm2(x)
    }
}
