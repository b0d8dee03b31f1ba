//! a·P + b·G on a Weierstrass curve in lanes, for public scalars: one per lane, and once for a prepared key.
//!
//! **Exceptions.** Whoever made a signature may have made the additions meet them. An addition gives Z = 0 exactly
//! where it met one: where the summands are equal or opposite. Z = 0 stays: a doubling has Z3 = 2·Y·Z, an addition
//! Z3 = Z1·Z2·H. So it is enough to look at the end. **Where Z of the result is 0, the lane says nothing**, and the
//! caller computes that one again by the code for one lane; elsewhere no exception occurred. Neighbours are not
//! disturbed, as no operation moves data between lanes.
//!
//! Sums that are O because nothing has been added yet are no exception: there the sum becomes the summand.
//!
//! Lanes differ in where their digits are zero, so there are fixed windows here and no sliding ones.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::group::mul_base_inline;
use super::spread::moved;
#[cfg(feature = "alloc")]
use super::tables_vartime::{MULTIPLES, Tables};
use super::{BASE_MULTIPLES, BaseComb, BaseMultiples};
use crate::curve::jacobian::{Affine, Cached, Curve, CurveLanes, Endomorphic, Jacobian, PackedPoint};
use crate::field::{Lanes, PrimeLaneField};
use crate::lanes::{PerLane, Register, Vector};
use crate::lanes::{joined, joins};
use crate::scalar::digits;
use crate::scalar::digits::lanes::Digits;
#[cfg(feature = "alloc")]
use crate::table::AFFINE_LIMBS;
use crate::table::read::jacobian;
use crate::table::{JACOBIAN_ENTRIES, JACOBIAN_WINDOW, JacobianComb};
#[cfg(feature = "alloc")]
use jacobian::AffineLimbs;
use jacobian::CachedLimbs;

/// Bits a window of the scalar of P: a table of 16 points a lane.
pub(super) const WINDOW: usize = 5;
const DIGITS: usize = 52;
/// Entries of a table with a Z: for 0, which is never added, and the 16 magnitudes of a digit.
pub const ENTRIES: usize = 17;
/// Bits a window of the scalar of G: a table of 512 points for all lanes. Twice the other window, so that both
/// are at the same places.
pub(super) const BASE_WINDOW: usize = 2 * WINDOW;
const BASE_DIGITS: usize = 26;
const _: () = assert!(BASE_MULTIPLES == 1 << (BASE_WINDOW - 1));

/// The lanes, as bits, in which the index is 0.
#[inline(always)]
pub(super) fn zeros<V: Register>(index: &PerLane<V, u64>) -> u8 {
    let mut bits = 0;
    for lane in 0..V::LANES {
        bits |= u8::from(index[lane] == 0) << lane;
    }
    bits
}

/// `next`, but `first` where the sum was O, and the sum where nothing is added.
#[inline(always)]
pub(super) fn stepped<C: Curve, F: CurveLanes<C>>(
    sum: &Jacobian<C, F>,
    next: Jacobian<C, F>,
    first: &Jacobian<C, F>,
    empty: &mut u8,
    none: u8,
) -> Jacobian<C, F> {
    let mut next = next;
    // After a few windows neither is the case in any lane, but for a zero digit now and then.
    if *empty != 0 {
        next = Jacobian::select(F::Vector::mask_of_bits(*empty), first, &next);
    }
    if none != 0 {
        next = Jacobian::select(F::Vector::mask_of_bits(none), sum, &next);
    }
    *empty &= none;
    next
}

/// A second operand of an addition in lanes.
pub trait Summand<C: Curve, F: CurveLanes<C>>: Copy {
    /// The sum and this point, where neither is O and they are not equal or opposite. In the other cases Z is 0.
    fn added_to(&self, sum: &Jacobian<C, F>) -> Jacobian<C, F>;
    /// The point alone.
    fn to_jacobian(&self) -> Jacobian<C, F>;
    /// The opposite point where the mask is true.
    fn negate_if(&self, mask: F::Mask) -> Self;
    /// The endomorphism of the point.
    fn image(&self) -> Self
    where
        C: Endomorphic;
}

/// The methods of a point that is a [`Summand`].
macro_rules! summand {
    ($Point:ident by $add:ident) => {
        impl<C: Curve, F: CurveLanes<C>> Summand<C, F> for $Point<C, F> {
            #[inline(always)]
            fn added_to(&self, sum: &Jacobian<C, F>) -> Jacobian<C, F> {
                sum.$add(self)
            }

            #[inline(always)]
            fn to_jacobian(&self) -> Jacobian<C, F> {
                $Point::to_jacobian(self)
            }

            #[inline(always)]
            fn negate_if(&self, mask: F::Mask) -> Self {
                $Point::negate_if(self, mask)
            }

            #[inline(always)]
            fn image(&self) -> Self
            where
                C: Endomorphic,
            {
                $Point::image(self)
            }
        }
    };
}

summand!(Cached by add_distinct);
summand!(Affine by add_affine_distinct);

/// The multiples of P in a·P.
pub trait Multiples<C: Curve, F: CurveLanes<C>> {
    /// The form of a multiple.
    type Entry: Summand<C, F>;

    /// j·P for the public j ≤ 16 of each lane; unspecified for 0.
    fn entry(&self, j: &PerLane<F::Vector, u64>) -> Self::Entry;
}

/// Multiples with a Z: the entry for 0, and 1·P, …, 16·P of each lane.
impl<C: Curve, F: CurveLanes<C>> Multiples<C, F> for [CachedLimbs<F::Vector>; ENTRIES] {
    type Entry = Cached<C, F>;

    #[inline(always)]
    fn entry(&self, j: &PerLane<F::Vector, u64>) -> Cached<C, F> {
        jacobian::entries_of_lanes_vartime::<C, F, _>(self, j)
    }
}

/// Affine multiples: 1·P, …, 16·P of each lane.
#[cfg(feature = "alloc")]
pub type AffineMultiples<V> = [AffineLimbs<V>; MULTIPLES];

#[cfg(feature = "alloc")]
impl<C: Curve, F: CurveLanes<C>> Multiples<C, F> for AffineMultiples<F::Vector> {
    type Entry = Affine<C, F>;

    #[inline(always)]
    fn entry(&self, j: &PerLane<F::Vector, u64>) -> Affine<C, F> {
        jacobian::affine_of_lanes_vartime::<C, F, _>(self, j)
    }
}

/// A sum in each lane, to which multiples are added that are 0 in some lanes.
pub(super) struct Sum<C, F> {
    pub(super) point: Jacobian<C, F>,
    /// The lanes, as bits, where nothing has been added.
    empty: u8,
}

impl<C: Curve, F: CurveLanes<C>> Sum<C, F> {
    #[inline(always)]
    pub(super) fn nothing() -> Self {
        Sum { point: Jacobian::identity(), empty: u8::MAX }
    }

    #[inline(always)]
    pub(super) fn double(&mut self, times: usize) {
        for _ in 0..times {
            self.point = self.point.double();
        }
    }

    /// Adds a point, but in the lanes where the index is 0.
    #[inline(always)]
    pub(super) fn add<S: Summand<C, F>>(&mut self, entry: &S, index: &PerLane<F::Vector, u64>) {
        let next = entry.added_to(&self.point);
        let none = zeros::<F::Vector>(index);
        self.point = stepped(&self.point, next, &entry.to_jacobian(), &mut self.empty, none);
    }

    /// Adds a point, but in these lanes, as bits. The first point of all costs no addition.
    #[inline(always)]
    pub(super) fn add_but<S: Summand<C, F>>(&mut self, entry: &S, none: u8) {
        let next = if self.empty == u8::MAX { entry.to_jacobian() } else { entry.added_to(&self.point) };
        self.point = stepped(&self.point, next, &entry.to_jacobian(), &mut self.empty, none);
    }

    /// Adds up all lanes, in each lane.
    #[inline(always)]
    pub(super) fn join(&mut self) {
        for j in 0..joins::<F::Vector>() {
            let from = joined::<F::Vector>(j);
            let mut none = 0;
            for lane in 0..F::LANES {
                none |= (self.empty >> from[lane] & 1) << lane;
            }
            self.add_but(&moved(&self.point, from), none);
        }
    }
}

/// The affine multiples of each lane's point of a group, lane by lane.
#[cfg(feature = "alloc")]
#[inline(always)]
pub fn by_lanes<C: Curve, F: CurveLanes<C>>(
    tables: &Tables<C, F>,
    group: usize,
) -> AffineMultiples<F::Vector> {
    let mut limbs = [PerLane::<F::Vector, _>::splat([0; AFFINE_LIMBS]); MULTIPLES];
    for j in 0..MULTIPLES {
        limbs[j] = jacobian::affine_limbs(tables.multiple(group, j));
    }
    limbs
}

/// a·P + b·G in each lane, for scalars below n in little-endian words. Where Z is 0: see the top of this file.
///
/// Cost: 255 doublings, 78 additions of 8M + 3S, and 3M more for each of 52 of them if the multiples have a Z.
#[inline(always)]
pub fn mul_lanes<C: BaseMultiples, F: CurveLanes<C>, M: Multiples<C, F>>(
    a: &[F::Vector; 4],
    table: &M,
    b: &[F::Vector; 4],
) -> Jacobian<C, F> {
    let a_digits = Digits::<F::Vector, WINDOW, DIGITS>::new(a);
    let b_digits = Digits::<F::Vector, BASE_WINDOW, BASE_DIGITS>::new(b);
    let mut sum = Sum::nothing();
    for i in (0..DIGITS).rev() {
        if i + 1 < DIGITS {
            sum.double(WINDOW);
        }
        let (index, negative) = a_digits.get(i);
        let index = index.to_array();
        sum.add(&table.entry(&index).negate_if(negative), &index);
        if i % 2 == 0 {
            let (index, negative) = b_digits.get(i / 2);
            let index = index.to_array();
            sum.add(&base_multiples::<C, F>(&index).negate_if(negative), &index);
        }
    }
    sum.point
}

/// index·G in each lane, for indices up to 512; G for 0.
#[inline(always)]
pub(super) fn base_multiples<C: BaseMultiples, F: CurveLanes<C>>(
    index: &PerLane<F::Vector, u64>,
) -> Affine<C, F> {
    let mut entries = PerLane::<F::Vector, &PackedPoint>::splat(&C::multiples()[0]);
    for lane in 0..F::LANES {
        if let Some(entry) = C::multiples().get((index[lane] as usize).wrapping_sub(1)) {
            entries[lane] = entry;
        }
    }
    jacobian::load_lanes::<C, F>(entries)
}

/// P, and 1·P, …, (N − 1)·P of each lane, N ≤ 17; the entry for 0 is never added.
#[inline(always)]
pub fn multiples<C: Curve, F: CurveLanes<C>, const N: usize>(
    P: &Affine<C, F>,
) -> [CachedLimbs<F::Vector>; N] {
    let first = P.to_jacobian();
    let mut table = [jacobian::cached_limbs(&first.to_cached()); N];
    let mut multiple = first.double();
    for j in 2..N {
        table[j] = jacobian::cached_limbs(&multiple.to_cached());
        // j·P ≠ ±P for 1 < j ≤ 16 and a prime order above 17; the last sum is not used.
        multiple = multiple.add_affine_distinct(P);
    }
    table
}

/// a·P + b·G in each lane, for scalars below n, b ≠ 0, and the comb of each lane's P. Where Z is 0: see the top
/// of this file.
///
/// Cost for 43 rows: 85 additions of 8M + 3S, no doublings. Combs are read where they lie: 43 times 64 bytes of each, which are asked
/// for an addition before.
#[inline(always)]
pub fn mul_combs<C: BaseComb<ROWS>, F: CurveLanes<C>, const ROWS: usize>(
    a: &[F::Vector; 4],
    combs: &PerLane<F::Vector, &JacobianComb<ROWS>>,
    b: &[F::Vector; 4],
) -> Jacobian<C, F> {
    let digits = Digits::<F::Vector, JACOBIAN_WINDOW, ROWS>::new(a);
    let mut Q = mul_base_inline::<C, F, ROWS>(b);
    let (mut index, mut negative) = digits.get(0);
    let mut entries = comb_entries::<F, ROWS>(combs, 0, index);
    for i in 0..ROWS {
        let (own, none, is_negative) = (entries, zeros::<F::Vector>(&index.to_array()), negative);
        if i + 1 < ROWS {
            (index, negative) = digits.get(i + 1);
            entries = comb_entries::<F, ROWS>(combs, i + 1, index);
            for lane in 0..F::LANES {
                F::Vector::prefetch_vartime(entries[lane]);
            }
        }
        let entry = jacobian::load_lanes::<C, F>(own).negate_if(is_negative);
        let next = Q.add_affine_distinct(&entry);
        Q = stepped(&Q, next, &entry.to_jacobian(), &mut 0, none);
    }
    Q
}

/// Entry `index` of row `row` of each lane's comb; that of 0 is not used.
#[inline(always)]
fn comb_entries<'a, F: PrimeLaneField, const ROWS: usize>(
    combs: &PerLane<F::Vector, &'a JacobianComb<ROWS>>,
    row: usize,
    index: F::Vector,
) -> PerLane<F::Vector, &'a PackedPoint> {
    let index = index.to_array();
    let mut entries = PerLane::<F::Vector, &'a PackedPoint>::splat(&combs[0][0][0]);
    for lane in 0..F::LANES {
        // An index is 32 at most.
        entries[lane] = &combs[lane][row][(index[lane] as usize).wrapping_sub(1) % JACOBIAN_ENTRIES];
    }
    entries
}

/// a·P + b·G once, in each lane, for scalars below n and the comb of P, the rows of both combs in the lanes as in
/// [`edwards::spread`](crate::mul::edwards::spread). Where Z is 0: see the top of this file.
///
/// Cost for 43 rows in eight lanes: 10 additions of 8M + 3S, 3 of 12M + 4S.
#[inline(always)]
pub fn mul_prepared_split<C: BaseComb<ROWS>, F: CurveLanes<C>, const ROWS: usize>(
    a: &[u64; 4],
    comb: &JacobianComb<ROWS>,
    b: &[u64; 4],
) -> Jacobian<C, F> {
    let mut sum = Sum::nothing();
    add_rows(&mut sum, &[comb, C::comb()], &[comb_digits(a), comb_digits(b)]);
    sum.join();
    sum.point
}

/// Adds the multiples whose digits choose from the rows of combs, in parts that the lanes have: the rows one after the other.
#[inline(always)]
pub(super) fn add_rows<C: Curve, F: CurveLanes<C>, const ROWS: usize>(
    sum: &mut Sum<C, F>,
    combs: &[&JacobianComb<ROWS>],
    digits: &[[i8; ROWS]],
) {
    for first in (0..combs.len() * ROWS).step_by(F::LANES) {
        let mut entries = PerLane::<F::Vector, &PackedPoint>::splat(&combs[0][0][0]);
        let (mut negative, mut none) = (0, u8::MAX);
        for lane in 0..F::LANES {
            let (i, row) = ((first + lane) / ROWS, (first + lane) % ROWS);
            let (Some(comb), Some(digits)) = (combs.get(i), digits.get(i)) else { break };
            let digit = digits[row];
            if let Some(entry) = comb[row].get((digit.unsigned_abs() as usize).wrapping_sub(1)) {
                entries[lane] = entry;
                negative |= u8::from(digit < 0) << lane;
                none &= !(1 << lane);
            }
        }
        let entry = jacobian::load_lanes::<C, F>(entries);
        sum.add_but(&entry.negate_if(F::Vector::mask_of_bits(negative)), none);
    }
}

/// The digits of a scalar below n that choose from the rows of a comb.
#[inline(always)]
pub(super) fn comb_digits<const ROWS: usize>(s: &[u64; 4]) -> [i8; ROWS] {
    digits::signed_radix::<JACOBIAN_WINDOW, ROWS>(s)
}
