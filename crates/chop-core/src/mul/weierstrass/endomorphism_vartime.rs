//! a·P + b·G for public scalars on a curve with an endomorphism φ, the multiplication by λ, in one lane and one per lane: with half of the
//! doublings.
//!
//! a = a1 + a2·λ and b = b1 + b2·λ, where the four halves have half of the length of n (`scalar/endomorphism.rs`), so that
//!
//! ```text
//! a·P + b·G = a1·P + a2·φ(P) + b1·G + b2·φ(G)
//! ```
//!
//! φ maps (x, y) to (β·x, y): the multiples of φ(P) are those of P with another x.
//!
//! In lanes, exceptions are found as in [`group_vartime`](super::group_vartime): where Z of the result is 0, the lane says nothing. In one
//! lane every addition looks for its own.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

#[cfg(feature = "alloc")]
use super::affine::{SIDE_BY_SIDE, side_by_side};
use super::double_base_vartime::{BASE_NAF, NAF, ODD_MULTIPLES, Odd, odd_multiples};
#[cfg(feature = "alloc")]
use super::group_vartime::{AffineMultiples, by_lanes, zeros};
use super::group_vartime::{BASE_WINDOW, Multiples, Sum, Summand, WINDOW, base_multiples};
#[cfg(feature = "alloc")]
use super::row_sums_vartime::{Point, Rows};
#[cfg(feature = "alloc")]
use super::tables_vartime::Tables;
use super::{BaseMultiples, EndomorphicGroup};
use crate::ct::declassify;
#[cfg(feature = "alloc")]
use crate::curve::jacobian::Curve;
use crate::curve::jacobian::{Affine, CurveField, CurveLanes, Jacobian};
#[cfg(feature = "alloc")]
use crate::lanes::Register;
use crate::lanes::{LaneMasks, PerLane, Vector};
use crate::mul::double_base_vartime::Factors;
use crate::scalar::digits;
use crate::scalar::digits::lanes::Digits;
use crate::scalar::endomorphism::{Half, split};
use crate::scalar::lanes::endomorphism as lanes;
use crate::scalar::modulus::Scalar;
use crate::table::read::jacobian;

const PUBLIC: &str = "verification is public";

/// Digits of the non-adjacent form of half of a scalar, below 2^128.
const LENGTH: usize = 129;
/// Digits of such a half by windows, and of one of the base point.
const DIGITS: usize = 26;
const BASE_DIGITS: usize = 13;
const _: () = assert!(WINDOW * DIGITS > 129 && BASE_WINDOW * BASE_DIGITS == WINDOW * DIGITS);

/// a·P + b·G in one lane, by four interleaved non-adjacent forms, for scalars below n in little-endian words.
///
/// Cost: about 128 doublings, 43 additions of 11M + 3S, 23 of 8M + 3S, 20 products, a table of 8 points.
#[inline(always)]
pub fn mul_vartime<C: BaseMultiples + EndomorphicGroup, F: CurveField<C>>(
    a: &[u64; 4],
    P: &Affine<C, F>,
    b: &[u64; 4],
) -> Jacobian<C, F> {
    debug_assert_eq!(F::LANES, 1);
    let [a, b] = [a, b].map(|s| split::<C::Halved, u64>(&Scalar::from_words_mod_order(s)));
    let a_digits: [[i16; LENGTH]; 2] = a.each_ref().map(|half| naf(half, NAF));
    let b_digits: [[i16; LENGTH]; 2] = b.each_ref().map(|half| naf(half, BASE_NAF));
    let table: [Odd<C, F>; ODD_MULTIPLES] = odd_multiples(&P.to_jacobian());
    let images = table.each_ref().map(|[entry, opposite]| {
        let image = entry.image();
        [image, opposite.with_x(image.X)]
    });
    let any = |i: &usize| a_digits.iter().chain(&b_digits).any(|digits| digits[*i] != 0);
    let Some(top) = (0..LENGTH).rev().find(any) else { return Jacobian::identity() };
    let mut Q = Jacobian::identity();
    for i in (0..=top).rev() {
        Q = Q.double();
        for (table, digits) in [&table, &images].into_iter().zip(&a_digits) {
            let d = digits[i];
            if d != 0 {
                Q = Q.add_vartime(&table[d.unsigned_abs() as usize / 2][(d < 0) as usize]);
            }
        }
        if b_digits[0][i] != 0 {
            Q = Q.add_affine_vartime(&jacobian::entry_vartime(C::multiples(), b_digits[0][i]));
        }
        if b_digits[1][i] != 0 {
            Q = Q.add_affine_vartime(&jacobian::entry_vartime(C::multiples(), b_digits[1][i]).image());
        }
    }
    Q
}

/// The non-adjacent form of half of a scalar.
fn naf(half: &Half, width: usize) -> [i16; LENGTH] {
    let mut digits: [i16; LENGTH] = digits::wnaf_vartime(&half.magnitude, width);
    if declassify(half.negative, PUBLIC) {
        for digit in &mut digits {
            *digit = -*digit;
        }
    }
    digits
}

/// Signed digits of halves of scalars in each lane.
struct HalfDigits<V, const W: usize, const N: usize> {
    digits: Digits<V, W, N>,
    negative: LaneMasks<V>,
}

impl<V: Vector, const W: usize, const N: usize> HalfDigits<V, W, N> {
    #[inline(always)]
    fn new(halves: &lanes::Halves<V>, i: usize) -> Self {
        HalfDigits { digits: Digits::new(&halves.magnitudes[i]), negative: halves.negative[i] }
    }

    #[inline(always)]
    fn get(&self, i: usize) -> (PerLane<V, u64>, LaneMasks<V>) {
        let (index, negative) = self.digits.get(i);
        (index.to_array(), negative.xor(self.negative))
    }
}

/// The digits of both scalars in each lane.
struct ScalarDigits<V> {
    a: [HalfDigits<V, WINDOW, DIGITS>; 2],
    b: [HalfDigits<V, BASE_WINDOW, BASE_DIGITS>; 2],
}

impl<V: Vector> ScalarDigits<V> {
    #[inline(always)]
    fn new<C: EndomorphicGroup>(factors: &Factors<V>) -> Self {
        let Factors { a, b } = factors;
        let (a, b) = (lanes::split::<C::Halved, V>(a), lanes::split::<C::Halved, V>(b));
        ScalarDigits {
            a: [HalfDigits::new(&a, 0), HalfDigits::new(&a, 1)],
            b: [HalfDigits::new(&b, 0), HalfDigits::new(&b, 1)],
        }
    }
}

/// The sign of a digit of window i, where each window multiplies the sum by (−2)^5: 32^i = (−1)^i·(−32)^i. Where additions turn the sum to its
/// opposite, too, an even number of them in each window, those that the window has made before are added to i.
#[inline(always)]
fn turned<V: Vector>(negative: LaneMasks<V>, i: usize) -> LaneMasks<V> {
    const { assert!(WINDOW % 2 == 1) };
    if i % 2 == 1 { negative.not() } else { negative }
}

/// a·P + b·G in each lane, for scalars below n in little-endian words. Where Z is 0: see the top of this file.
///
/// Cost: 125 doublings, 78 additions of 8M + 3S, 39 products, and 3M more for each of 52 of the additions if the multiples have a Z.
#[inline(always)]
pub fn mul_lanes<C: BaseMultiples + EndomorphicGroup, F: CurveLanes<C>, M: Multiples<C, F>>(
    a: &[F::Vector; 4],
    table: &M,
    b: &[F::Vector; 4],
) -> Jacobian<C, F> {
    let digits = ScalarDigits::new::<C>(&Factors { a: *a, b: *b });
    let mut sum = Sum::nothing();
    for i in (0..DIGITS).rev() {
        if i + 1 < DIGITS {
            sum.point = sum.point.times_minus_two(WINDOW);
        }
        let (index, negative) = digits.a[0].get(i);
        sum.add(&table.entry(&index).negate_if(turned(negative, i)), &index);
        let (index, negative) = digits.a[1].get(i);
        sum.add(&table.entry(&index).image().negate_if(turned(negative, i)), &index);
        if i % 2 == 0 {
            let (index, negative) = digits.b[0].get(i / 2);
            sum.add(&base_multiples::<C, F>(&index).negate_if(turned(negative, i)), &index);
            let (index, negative) = digits.b[1].get(i / 2);
            sum.add(&base_multiples::<C, F>(&index).image().negate_if(turned(negative, i)), &index);
        }
    }
    sum.point
}

/// A point in each lane, and the lanes, as bits, in which it is not added: where it is a multiple by 0.
#[cfg(feature = "alloc")]
type Multiple<C, F> = (Affine<C, F>, u8);

/// The most that is added in a window.
#[cfg(feature = "alloc")]
const SUMMANDS: usize = 4;

/// [`mul_lanes`] of all groups of the tables, an even number of them, two side by side.
#[cfg(feature = "alloc")]
#[inline(always)]
pub fn sum_side_by_side<C: BaseMultiples + EndomorphicGroup, F: CurveLanes<C>>(
    factors: &[Factors<F::Vector>],
    tables: &Tables<C, F>,
    sums: &mut [Jacobian<C, F>],
) {
    for first in (0..sums.len()).step_by(SIDE_BY_SIDE) {
        let own = side_by_side!(g => by_lanes(tables, first + g));
        let digits = side_by_side!(g => ScalarDigits::new::<C>(&factors[first + g]));
        let pair = mul_side_by_side::<C, F>(&own, &digits);
        [sums[first], sums[first + 1]] = pair;
    }
}

#[cfg(feature = "alloc")]
#[inline(always)]
fn mul_side_by_side<C: BaseMultiples + EndomorphicGroup, F: CurveLanes<C>>(
    tables: &[AffineMultiples<F::Vector>; 2],
    digits: &[ScalarDigits<F::Vector>; 2],
) -> [Jacobian<C, F>; 2] {
    let mut sums = [Jacobian::identity(); 2];
    let mut empty = [u8::MAX; 2];
    let mut summands = [[(Affine::base(), 0); 2]; SUMMANDS];
    for i in (0..DIGITS).rev() {
        if i + 1 < DIGITS {
            sums = Jacobian::times_minus_two_side_by_side(&sums, WINDOW);
        }
        let n = read_summands::<C, F>(&mut summands, tables, digits, i);
        // One addition in a loop: a kernel with four of them would take the compiler long.
        for k in 0..n {
            add_negated(&mut sums, &mut empty, &summands[k]);
        }
    }
    sums
}

/// Groups whose windows are added up together: enough for the inversions, and not more than caches hold.
#[cfg(feature = "alloc")]
const TOGETHER: usize = 4;

/// [`sum_side_by_side`] where additions of affine points cost so much less that it pays to read and write them: what is added in a window is
/// added up first, in all windows of some groups together.
///
/// Cost of a group: 125 doublings, 52 additions of 5M + 1S and 26 of 8M + 3S, 39 products; and two inversions for four groups. Heap: 140 KB with
/// four lanes, 280 KB with eight.
#[cfg(feature = "alloc")]
#[inline(always)]
pub fn sum_by_windows<C: BaseMultiples + EndomorphicGroup, F: CurveLanes<C>>(
    factors: &[Factors<F::Vector>],
    tables: &Tables<C, F>,
    sums: &mut [Jacobian<C, F>],
) {
    let mut rows = Rows::<C, F>::new(TOGETHER * (2 * DIGITS + 2 * BASE_DIGITS));
    for first in (0..sums.len()).step_by(TOGETHER) {
        let end = sums.len().min(first + TOGETHER);
        rows.clear();
        for g in first..end {
            push_windows(&mut rows, &by_lanes(tables, g), &ScalarDigits::new::<C>(&factors[g]));
        }
        rows.add_up();
        for g in (first..end).step_by(SIDE_BY_SIDE) {
            [sums[g], sums[g + 1]] = sums_of_windows(&rows, g - first);
        }
    }
}

/// The sums of two groups, given those of their windows.
#[cfg(feature = "alloc")]
#[inline(always)]
fn sums_of_windows<C: EndomorphicGroup, F: CurveLanes<C>>(
    rows: &Rows<C, F>,
    group: usize,
) -> [Jacobian<C, F>; 2] {
    let mut sums = [Jacobian::identity(); 2];
    let mut empty = [u8::MAX; 2];
    for i in (0..DIGITS).rev() {
        if i + 1 < DIGITS {
            sums = Jacobian::times_minus_two_side_by_side(&sums, WINDOW);
        }
        let summands = side_by_side!(g => {
            let Point { point, none } = *rows.sum(DIGITS * (group + g) + i);
            (point, none)
        });
        add_negated(&mut sums, &mut empty, &summands);
    }
    sums
}

/// Replaces two sums by the opposites of what they are with a summand each.
#[cfg(feature = "alloc")]
#[inline(always)]
fn add_negated<C: Curve, F: CurveLanes<C>>(
    sums: &mut [Jacobian<C, F>; 2],
    empty: &mut [u8; 2],
    summands: &[Multiple<C, F>; 2],
) {
    let [(P, none_P), (Q, none_Q)] = summands;
    let [next_P, next_Q] = Jacobian::add_affine_negated_side_by_side(sums, &[*P, *Q]);
    *sums = [
        stepped_negated(&sums[0], next_P, P, &mut empty[0], *none_P),
        stepped_negated(&sums[1], next_Q, Q, &mut empty[1], *none_Q),
    ];
}

/// A row for each window of a group, from the lowest on: the opposites of what is added in it, as the addition turns the sum to its opposite
/// and the doublings do so, too: −((−32)·sum + P) = 32·sum − P.
#[cfg(feature = "alloc")]
#[inline(always)]
fn push_windows<C: BaseMultiples + EndomorphicGroup, F: CurveLanes<C>>(
    rows: &mut Rows<C, F>,
    table: &AffineMultiples<F::Vector>,
    digits: &ScalarDigits<F::Vector>,
) {
    for i in 0..DIGITS {
        rows.begin();
        for half in 0..2 {
            let (index, negative) = digits.a[half].get(i);
            push_opposite(rows, table.entry(&index), half == 1, negative, &index);
        }
        if i % 2 == 0 {
            for half in 0..2 {
                let (index, negative) = digits.b[half].get(i / 2);
                push_opposite(rows, base_multiples::<C, F>(&index), half == 1, negative, &index);
            }
        }
    }
}

/// The opposite of a multiple, or of its image; of −P in lanes with a negative digit, and nothing in those with the digit 0.
#[cfg(feature = "alloc")]
#[inline(always)]
fn push_opposite<C: EndomorphicGroup, F: CurveLanes<C>>(
    rows: &mut Rows<C, F>,
    P: Affine<C, F>,
    image: bool,
    negative: LaneMasks<F::Vector>,
    index: &PerLane<F::Vector, u64>,
) {
    let P = if image { P.image() } else { P };
    rows.push(Point { point: P.negate_if(negative.not()), none: zeros::<F::Vector>(index) });
}

/// `next`, which is −(sum + P), but −P where the sum was O, and −sum where nothing is added.
#[cfg(feature = "alloc")]
#[inline(always)]
fn stepped_negated<C: Curve, F: CurveLanes<C>>(
    sum: &Jacobian<C, F>,
    next: Jacobian<C, F>,
    P: &Affine<C, F>,
    empty: &mut u8,
    none: u8,
) -> Jacobian<C, F> {
    let mut next = next;
    // Seldom, as in `stepped`.
    if *empty != 0 {
        next = Jacobian::select(F::Vector::mask_of_bits(*empty), &P.to_jacobian().negate(), &next);
    }
    if none != 0 {
        next = Jacobian::select(F::Vector::mask_of_bits(none), &sum.negate(), &next);
    }
    *empty &= none;
    next
}

/// Reads the summands of window `i` of two groups, and returns how many there are: multiples of P and φ(P), and in every other window of G
/// and φ(G).
#[cfg(feature = "alloc")]
#[inline(always)]
fn read_summands<C: BaseMultiples + EndomorphicGroup, F: CurveLanes<C>>(
    summands: &mut [[Multiple<C, F>; 2]; SUMMANDS],
    tables: &[AffineMultiples<F::Vector>; 2],
    digits: &[ScalarDigits<F::Vector>; 2],
    i: usize,
) -> usize {
    summands[0] = side_by_side!(g => multiple_of_key::<C, F>(&tables[g], &digits[g].a[0], i, 0));
    summands[1] = side_by_side!(g => image(multiple_of_key::<C, F>(&tables[g], &digits[g].a[1], i, 1)));
    if i % 2 == 1 {
        return 2;
    }
    summands[2] = side_by_side!(g => multiple_of_base::<C, F>(&digits[g].b[0], i, 0));
    summands[3] = side_by_side!(g => image(multiple_of_base::<C, F>(&digits[g].b[1], i, 1)));
    SUMMANDS
}

/// A multiple of P for window `i`, in which `k` summands are added before it.
#[cfg(feature = "alloc")]
#[inline(always)]
fn multiple_of_key<C: Curve, F: CurveLanes<C>>(
    table: &AffineMultiples<F::Vector>,
    digits: &HalfDigits<F::Vector, WINDOW, DIGITS>,
    i: usize,
    k: usize,
) -> Multiple<C, F> {
    let (index, negative) = digits.get(i);
    let point: Affine<C, F> = table.entry(&index);
    (point.negate_if(turned(negative, i + k)), zeros::<F::Vector>(&index))
}

/// The same of G.
#[cfg(feature = "alloc")]
#[inline(always)]
fn multiple_of_base<C: BaseMultiples, F: CurveLanes<C>>(
    digits: &HalfDigits<F::Vector, BASE_WINDOW, BASE_DIGITS>,
    i: usize,
    k: usize,
) -> Multiple<C, F> {
    let (index, negative) = digits.get(i / 2);
    (base_multiples::<C, F>(&index).negate_if(turned(negative, i + k)), zeros::<F::Vector>(&index))
}

#[cfg(feature = "alloc")]
#[inline(always)]
fn image<C: EndomorphicGroup, F: CurveLanes<C>>((point, none): Multiple<C, F>) -> Multiple<C, F> {
    (point.image(), none)
}
