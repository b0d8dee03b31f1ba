//! GF(2^256 − c), c = 2^32 + 977, an element in each lane by multiply-adds of doubles: [`lane_doubles`] for secp256k1's p, with the limbs of
//! `doubles_256`.
//!
//! An element a is held as a/2 modulo p, which is Montgomery's form with R = 1/2: a product of two such is half of x·y, so that 2·x·y is
//! wanted, and with x·y = low + 2^255·high
//!
//! ```text
//! 2·x·y = 2·low + 2^256·high ≡ 2·low + c·high
//! ```
//!
//! needs no number of 255 bits halved. U = 2^55.
//!
//! The upper columns are carried as integers. Four of them become digits, doubles between 0 and 2^52; the top, in units of 2^460, is a signed
//! double. The high half of its product with 2·c, in units of 2^256, is folded once more. The sum of two products, and that of two products and a
//! square, take one reduction.
//!
//! | operation            | of doubles | integers | instructions |
//! |----------------------|------------|----------|--------------|
//! | product              | 85 + 25    | 22 + 38  | 170          |
//! | square               | 51 + 25    | 22 + 38  | 136          |
//! | x·y + u·v            | 172 + 25   | 54 + 38  | 289          |
//! | 2·x·y + z²           | 139 + 25   | 58 + 38  | 260          |
//! | of these, reduction  | 25         | 38       | 63           |
//! | carry                | 7          | 28       | 35           |
//! | widen                | 8          | 7        | 15           |

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::{C, Constant, MODULUS, PSecp256k1};
use crate::field::bounds::MAX_DEPTH;
use crate::field::chains;
use crate::field::doubles_256::{
    LARGEST, M52, canonical, centred, cut, double, half, halves, integers, largest_columns, limbs_of_columns,
};
use crate::field::lane_doubles::{self, CurvePrime, Prime, magic_of_sum};
use crate::field::pair::Factor;
use crate::lanes::columns::{five, splat};
use crate::lanes::doubles::{self, C_WIDE, Columns, D, M51, TWO_52, packed, units};
use crate::lanes::doubles_256::{PRODUCT, SQUARE, lower_product, lower_square, upper_product, upper_square};
use crate::lanes::{Doubles, operations};

/// An element in each lane that may be multiplied, by the bits of doubles.
pub type Fe<V> = lane_doubles::Fe<PSecp256k1, V>;
/// A sum of products in each lane.
pub type Sum<V> = lane_doubles::Sum<PSecp256k1, V>;

/// U, the largest magnitude of a column of a product.
const UNIT: u64 = 1 << 55;
/// What makes upper columns positive: a multiple of 2^52.
const DIGIT_BIAS: u64 = 1 << 57;
/// What makes columns positive in a carry: a multiple of 2^52.
const BIAS: u64 = 1 << 59;
/// (p + 1)/2 = 2^255 − 2^31 − 488.
const HALF: [u64; 4] = [((1 << 31) + 488u64).wrapping_neg(), u64::MAX, u64::MAX, u64::MAX >> 1];
/// p.
const P: [u64; 5] = cut(&MODULUS);
/// 2^256 − p.
const E: [u64; 5] = [C, 0, 0, 0, 0];
/// 1/4 modulo p, as it is.
const QUARTER: [u64; 5] = centred(&MODULUS, &half(&HALF, &HALF));

/// The limbs of the element with these words, as the bits of doubles.
pub(crate) const fn from_words(words: &[u64; 4]) -> [u64; 5] {
    centred(&MODULUS, &half(words, &HALF))
}

/// The magic of the columns after [`folded`], given that of columns 0 to 8.
const fn magic_of_folded(magic: &[u64; 9]) -> [u64; 5] {
    let (mut z, mut k) = ([0; 5], 0);
    let (low, high): ([u64; 5], [u64; 5]) = ([2, 1, 1, 1, 1], [0, 2, 1, 1, 1]);
    while k < 5 {
        let folds = low[k].wrapping_mul(D).wrapping_add(high[k].wrapping_mul(doubles::C));
        z[k] = magic[k].wrapping_mul(2).wrapping_add(folds);
        k += 1;
    }
    z
}

/// The magic of x·y + u·v.
const TWO_PRODUCTS: [u64; 9] = magic_of_sum(&PRODUCT, 1, &PRODUCT);
/// The magic of 2·x·y + z².
const PRODUCTS_AND_SQUARE: [u64; 9] = magic_of_sum(&SQUARE, 2, &PRODUCT);

/// The steps of [`folded`], with everything at its largest, for this many products at once.
const fn assert_folded(products: u64) {
    // Columns 5 to 8 are positive with their bias, and below 2^63.
    let (mut c, mut i) = (largest_columns(), 0);
    while i < 10 {
        c[i] *= products;
        assert!(i < 5 || i == 9 || c[i] + (DIGIT_BIAS >> 50) < DIGIT_BIAS);
        i += 1;
    }
    // The top in units of 2^460: what a product and column 8 bring to it is a double beside D, and the sum is a double.
    let carried = ((c[8] + 2 * DIGIT_BIAS) >> 52) + 1;
    assert!(c[9] / 2 / products + carried < 1 << 51 && c[9] / 2 + carried < 1 << 52);
    let top = c[9] / 2 + carried;
    // Products with digits and the top are within the chains. What the top has from 2^256 on is a number of 34 bits.
    assert!((M52 as u128) * (C as u128) < 1 << 102);
    let top = top as u128 * 2 * C as u128;
    assert!(top < 1 << 102 && top >> 52 < 1 << 34);
    let digit = 2 + ((M52 as u128 * C as u128) >> 51) as u64;
    i = 0;
    while i < 5 {
        // Low parts of two digits, or of the top.
        c[i] = 2 * c[i] + digit + (1 << 51);
        assert!(c[i] <= products * UNIT);
        i += 1;
    }
}

const _: () = {
    assert_folded(1);
    assert_folded(2);
    assert_folded(3);

    // The carry: columns are positive with their bias, that of column 0 after the fold, too.
    let most = MAX_DEPTH as u64 * UNIT;
    let fold = ((2 * BIAS) >> 52) * C;
    assert!(most + fold < BIAS && BIAS.is_multiple_of(1 << 52));
    // What is carried into limbs 1 to 4.
    let carry = ((most + fold) >> 51) + 2;
    assert!((1 << 50) + carry <= LARGEST[0] && (1 << 51) + carry <= LARGEST[4]);

    // p and (p + 1)/2 are what they are taken for.
    assert!(P[0] == M51 + 1 - C && P[1] == M51 && P[2] == M51 && P[3] == M51 && P[4] == M52);
    assert!(
        half(&[1, 0, 0, 0], &HALF)[0] == HALF[0] && HALF[0].wrapping_mul(2) == MODULUS[0].wrapping_add(1)
    );
};

/// The high part of a product in units of 2^460, as `upper_product` returns it with `bias` units too much: a double.
#[inline(always)]
fn whole<V: Doubles>(high: V, bias: u64) -> V {
    units(high, C_WIDE + bias)
}

/// x less k·2^51, and k, for a double of 52 bits: x is rounded to a multiple of 2^51.
#[inline(always)]
fn rest_and_carry<V: Doubles>(x: V) -> [V; 2] {
    let c = V::splat(doubles::C);
    let rounded = x.fadd(c);
    [x.fsub(rounded.fsub(c)), units(rounded, doubles::C)]
}

operations! {
    over Doubles;

    /// What columns 5 to 8 and the top bring to columns 0 to 4, modulo p, for `magic`, that of columns 0 to 8. The top counts 2^460: `upper` has
    /// a part of it as `upper_product` returns it, and `more` is the rest as a double. Cost: 53 instructions.
    fn folds(upper: &[V; 6], more: Option<V>, magic: &[u64; 9]) -> [V; 5] {
        let [_, c5, c6, c7, c8, high] = *upper;
        let (m51, two_52) = (V::splat(M51), V::splat(TWO_52));
        let bias = |k: usize| {
            // The bias of a column carries into the next one.
            let carried = if k == 5 { 0 } else { DIGIT_BIAS >> 51 };
            V::splat((DIGIT_BIAS - carried).wrapping_sub(magic[k]))
        };
        let t5 = c5.add(bias(5));
        let t6 = c6.add(bias(6)).add(t5.shr::<51>());
        let t7 = c7.add(bias(7)).add(t6.shr::<51>());
        let t8 = c8.add(bias(8)).add(t7.shr::<51>());
        // Less the bias that column 8 carries.
        let top = whole(high.add(t8.shr::<52>()), DIGIT_BIAS >> 52);
        let top = more.map_or(top, |more| top.fadd(more));

        let by = V::splat(double(C));
        let digit = |t: V| t.and(m51).or(two_52).fsub(two_52);
        let mut z = Columns::new();
        z.one(0, digit(t5), by);
        z.one(1, digit(t6), by);
        z.one(2, digit(t7), by);
        z.one(3, t8.and(V::splat(M52)).or(two_52).fsub(two_52), by);
        let again = z.low_part(4, top, V::splat(double(2 * C)));
        z.one(0, again, by);
        z.lower()
    }

    /// x·y, with the magic `MAGIC_OF_PRODUCT`.
    fn of_product(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let upper = upper_product(None, x, y);
        let folds = folds(&upper, None, &PRODUCT);
        twice_and(&lower_product(None, upper[0], x, y), &folds)
    }

    /// x², with the magic `MAGIC_OF_SQUARE`.
    fn of_square(x: &[V; 5]) -> [V; 5] {
        let upper = upper_square(None, x);
        let folds = folds(&upper, None, &SQUARE);
        twice_and(&lower_square(None, upper[0], x), &folds)
    }

    /// x·y + u·v, with the magic `MAGIC_OF_TWO_PRODUCTS`.
    fn of_two_products(x: &[V; 5], y: &[V; 5], u: &[V; 5], v: &[V; 5]) -> [V; 5] {
        let [c4, c5, c6, c7, c8, high] = upper_product(None, x, y);
        let upper = upper_product(Some([c4, c5, c6, c7, c8]), u, v);
        let folds = folds(&upper, Some(whole(high, 0)), &TWO_PRODUCTS);
        let [c0, c1, c2, c3, c4] = lower_product(None, upper[0], x, y);
        twice_and(&lower_product(Some([c0, c1, c2, c3]), c4, u, v), &folds)
    }

    /// 2·x·y + z², with the magic `MAGIC_OF_PRODUCTS_AND_SQUARE`.
    fn of_products_and_square(x: &[V; 5], y: &[V; 5], z: &[V; 5]) -> [V; 5] {
        let [c4, c5, c6, c7, c8, high] = upper_product(None, x, y);
        let [c0, c1, c2, c3, c4] = lower_product(None, c4, x, y);
        let twice = |c: V| c.add(c);
        let upper = upper_square(Some([twice(c4), twice(c5), twice(c6), twice(c7), twice(c8)]), z);
        let high = whole(high, 0);
        let folds = folds(&upper, Some(high.fadd(high)), &PRODUCTS_AND_SQUARE);
        let lower = lower_square(Some([twice(c0), twice(c1), twice(c2), twice(c3)]), upper[0], z);
        twice_and(&lower, &folds)
    }

    /// 2·x + y.
    fn twice_and(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        five!(I => y[I].add(x[I].add(x[I])))
    }

    /// Limbs from columns from which the magic has not been taken yet.
    ///
    /// With t_4 = c_4 + 2^59 + 2^51 and h = ⌊t_4/2^52⌋, h − 2^7 is folded: 2^256 ≡ c.
    fn folded_and_carried(columns: &[V; 5], magic: &[u64; 5]) -> [V; 5] {
        let bias = |i: usize, h: u64| V::splat((BIAS + (1 << 50) - h).wrapping_sub(magic[i]));
        let top = columns[4].add(V::splat((BIAS + (1 << 51)).wrapping_sub(magic[4])));
        let h = top.shr::<52>();
        let fold = h.mul_low_halves(V::splat(C - (1 << 32))).add(h.shl::<32>());
        let t = [
            columns[0].add(bias(0, (BIAS >> 52) * C)).add(fold),
            columns[1].add(bias(1, 0)),
            columns[2].add(bias(2, 0)),
            columns[3].add(bias(3, 0)),
            top,
        ];
        limbs_of_columns(&t, BIAS, V::splat(0), 0)
    }

    /// x − y. Limb i < 4 is rounded to a multiple k of 2^51, limb 4 to one of 2^52, which is folded before: k is −1, 0 or 1. Cost: 31
    /// instructions.
    fn difference(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let mut d = five!(I => x[I].fsub(y[I]));
        let c_wide = V::splat(C_WIDE);
        let rounded = d[4].fadd(c_wide);
        d[0] = V::fma(whole(rounded, 0), V::splat(double(C)), d[0]);
        let [d0, d1, d2, d3, d4] = [d[0], d[1], d[2], d[3], d[4].fsub(rounded.fsub(c_wide))];
        let ([z0, k0], [z1, k1]) = (rest_and_carry(d0), rest_and_carry(d1));
        let ([z2, k2], [z3, k3]) = (rest_and_carry(d2), rest_and_carry(d3));
        [z0, z1.fadd(k0), z2.fadd(k1), z3.fadd(k2), d4.fadd(k3)]
    }

    /// Twice the number that the limbs stand for, less than p.
    fn doubled(x: &[V; 5]) -> [V; 4] {
        let columns = integers(x);
        let twice = five!(I => columns[I].add(columns[I]));
        packed(&PSecp256k1::canonical(&folded_and_carried(&twice, &[0; 5])))
    }
}

impl Prime for PSecp256k1 {
    /// As for SM2's p: written out wherever there is a product, kernels are three times as long.
    const PRODUCTS_APART: bool = true;
    const LARGEST: [u64; 5] = LARGEST;
    const UNIT: u64 = UNIT;
    const MAGIC_OF_PRODUCT: [u64; 5] = magic_of_folded(&PRODUCT);
    const MAGIC_OF_SQUARE: [u64; 5] = magic_of_folded(&SQUARE);
    const MAGIC_OF_MULTIPLE: [u64; 5] = magic_of_folded(&PRODUCT);
    const MAGIC_OF_TWO_PRODUCTS: [u64; 5] = magic_of_folded(&TWO_PRODUCTS);
    const MAGIC_OF_PRODUCTS_AND_SQUARE: [u64; 5] = magic_of_folded(&PRODUCTS_AND_SQUARE);

    #[inline(always)]
    fn mul<V: Doubles>(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        of_product(x, y)
    }

    #[inline(always)]
    fn sqr<V: Doubles>(x: &[V; 5]) -> [V; 5] {
        of_square(x)
    }

    #[inline(always)]
    fn mul_add_mul<V: Doubles>(x: &[V; 5], y: &[V; 5], u: &[V; 5], v: &[V; 5]) -> [V; 5] {
        of_two_products(x, y, u, v)
    }

    #[inline(always)]
    fn twice_mul_add_sqr<V: Doubles>(x: &[V; 5], y: &[V; 5], z: &[V; 5]) -> [V; 5] {
        of_products_and_square(x, y, z)
    }

    #[inline(always)]
    fn minus<V: Doubles>(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        difference(x, y)
    }

    /// Two products: the curve's formulas have no such multiples.
    #[inline(always)]
    fn mul_small<V: Doubles>(x: &[V; 5], c: u32) -> [V; 5] {
        let zero = V::splat(0);
        let c = [V::splat(double(c as u64)), zero, zero, zero, zero];
        let quarter = PSecp256k1::carried(&PSecp256k1::mul(x, &splat(&QUARTER)), &Self::MAGIC_OF_PRODUCT);
        PSecp256k1::mul(&quarter, &c)
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
        folded_and_carried(&halves(words, &HALF), &[0; 5])
    }

    #[inline(always)]
    fn to_words<V: Doubles>(x: &[V; 5]) -> [V; 4] {
        doubled(x)
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

impl CurvePrime for PSecp256k1 {
    type Constant = Constant;
    const ZERO: Constant = Constant::ZERO;
    const ONE: Constant = Constant::ONE;

    #[inline(always)]
    fn limbs(constant: &Constant) -> &[u64; 5] {
        &constant.doubles
    }

    #[inline(always)]
    fn from_table<V: Doubles>(words: &[V; 4]) -> [V; 5] {
        folded_and_carried(&halves(words, &HALF), &[0; 5])
    }

    #[inline(always)]
    fn to_table<V: Doubles>(x: &[V; 5]) -> [V; 4] {
        doubled(x)
    }

    #[inline(always)]
    fn sqrt<T: Factor>(x: &T) -> T {
        chains::sqrt_secp256k1(x)
    }
}
