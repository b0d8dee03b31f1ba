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
//! The upper columns are carried as integers. Four of them become digits, doubles between 0 and 2^52; the fifth, in units of 2^460, stays a
//! signed double of 51 bits. The high half of its product with 2·c, in units of 2^256, is folded once more.
//!
//! | operation            | of doubles | integers | instructions |
//! |----------------------|------------|----------|--------------|
//! | product              | 85 + 25    | 23 + 39  | 172          |
//! | square               | 52 + 25    | 23 + 39  | 139          |
//! | of these, reduction  | 25         | 39       | 64           |
//! | carry                | 7          | 28       | 35           |
//! | widen                | 8          | 7        | 15           |

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::{C, Constant, MODULUS, PSecp256k1};
use crate::field::bounds::MAX_DEPTH;
use crate::field::chains;
use crate::field::doubles_256::{
    LARGEST, M52, PRODUCT, SQUARE, canonical, centred, cut, double, half, halves, integers, largest_columns,
    limbs_of_columns, product, square,
};
use crate::field::lane_doubles::{self, CurvePrime, Prime};
use crate::field::pair::Factor;
use crate::lanes::columns::{five, splat};
use crate::lanes::doubles::{self, Columns, D, M51, TWO_52, packed};
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

/// The magic of the columns after [`folded`], given that of the ten before.
const fn magic_of_folded(magic: &[u64; 10]) -> [u64; 5] {
    let (mut z, mut k) = ([0; 5], 0);
    let (low, high): ([u64; 5], [u64; 5]) = ([2, 1, 1, 1, 1], [0, 2, 1, 1, 1]);
    while k < 5 {
        let folds = low[k].wrapping_mul(D).wrapping_add(high[k].wrapping_mul(doubles::C));
        z[k] = magic[k].wrapping_mul(2).wrapping_add(folds);
        k += 1;
    }
    z
}

const _: () = {
    // The steps of `folded`, with everything at its largest. Columns 5 to 8 are positive with their bias, and below 2^63.
    let mut c = largest_columns();
    let mut i = 5;
    while i < 9 {
        assert!(c[i] + (DIGIT_BIAS >> 50) < DIGIT_BIAS);
        i += 1;
    }
    // The top in units of 2^460, and what column 8 carries to it, is a double beside D.
    let carried = ((c[8] + 2 * DIGIT_BIAS) >> 52) + 1;
    assert!(c[9] / 2 + carried < 1 << 51);
    // Products with digits and the top are within the chains. What the top has from 2^256 on is a number of 34 bits.
    assert!((M52 as u128) * (C as u128) < 1 << 102);
    let top = (c[9] / 2 + carried) as u128 * 2 * C as u128;
    assert!(top < 1 << 102 && top >> 52 < 1 << 34);
    let digit = 2 + ((M52 as u128 * C as u128) >> 51) as u64;
    i = 0;
    while i < 5 {
        // Low parts of two digits, or of the top.
        c[i] = 2 * c[i] + digit + (1 << 51);
        assert!(c[i] <= UNIT);
        i += 1;
    }

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

operations! {
    over Doubles;

    /// Twice ten columns, modulo p, with the magic of `magic_of_folded`. Cost: 64 instructions.
    fn folded(columns: &[V; 10], magic: &[u64; 10]) -> [V; 5] {
        let c = columns;
        let (m51, two_52) = (V::splat(M51), V::splat(TWO_52));
        let bias = |k: usize| {
            // The bias of a column carries into the next one.
            let carried = if k == 5 { 0 } else { DIGIT_BIAS >> 51 };
            V::splat((DIGIT_BIAS - carried).wrapping_sub(magic[k]))
        };
        let t5 = c[5].add(bias(5));
        let t6 = c[6].add(bias(6)).add(t5.shr::<51>());
        let t7 = c[7].add(bias(7)).add(t6.shr::<51>());
        let t8 = c[8].add(bias(8)).add(t7.shr::<51>());
        // Column 9 is even: half of it, with a bias of 2^52, and what column 8 carries in units of 2^52.
        let half = c[9].add(V::splat((1u64 << 53).wrapping_sub(magic[9]))).shr::<1>();
        let unbiased = D.wrapping_sub(1 << 52).wrapping_sub(DIGIT_BIAS >> 52);
        let top = half.add(V::splat(unbiased)).add(t8.shr::<52>()).fsub(V::splat(D));

        let by = V::splat(double(C));
        let digit = |t: V| t.and(m51).or(two_52).fsub(two_52);
        let mut z = Columns::new();
        z.one(0, digit(t5), by);
        z.one(1, digit(t6), by);
        z.one(2, digit(t7), by);
        z.one(3, t8.and(V::splat(M52)).or(two_52).fsub(two_52), by);
        let again = z.low_part(4, top, V::splat(double(2 * C)));
        z.one(0, again, by);
        let z = z.all();
        five!(I => z[I].add(c[I].add(c[I])))
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

    #[inline(always)]
    fn mul<V: Doubles>(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        folded(&product(x, y), &PRODUCT)
    }

    #[inline(always)]
    fn sqr<V: Doubles>(x: &[V; 5]) -> [V; 5] {
        folded(&square(x), &SQUARE)
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
