//! s·G on a Weierstrass curve for many groups together, with affine sums. Constant time: rows of the comb are
//! looked up in registers, and the order of the work depends on the number of groups alone.
//!
//! To add (x2, y2) to (x1, y1) takes λ = (y2 − y1)/(x2 − x1), x3 = λ² − x1 − x2, y3 = λ·(x1 − x3) − y1: 2M + 1S and an
//! inverse. Where many additions wait side by side, one inversion and 3M each give the inverses of all (Montgomery
//! 1987), and 5M + 1S take the place of 8M + 3S. An inversion costs as much as a dozen additions, so that there must be
//! many side by side: the rows of the comb are four parts, 43 rows those of 11, each part of each group has a sum of its own, and
//! each round adds a row to all of them: ten rounds. Two more join the four sums of a group. (A comb of fewer than seven rows has
//! two parts.)
//!
//! **Why no exception is met**, that is, why x2 ≠ x1 wherever the addition counts. n is the order of G, T the weight of the last
//! row, H that of the row in the middle, with which the third of four parts begins. Row i has the digits d_i of
//! s = Σ d_i·64^i < n, |d_i| ≤ 32. Both summands are sums of some rows, x = Σ d_i·64^i over the rows of I and y over those of J,
//! and I and J have no row in common. If neither is 0, the lowest digits of both that are not 0 are in different rows,
//! and as 0 < |d| ≤ 32 < 64, x and y are divisible by different powers of 2: x ± y is not 0. Modulo n: only the last row
//! reaches beyond 0.51·T. Where neither has it, |x ± y| < 1.02·T < n. Where one has it, |x ± y| < 2·n, so that x ± y = ±n would be
//! needed.
//!
//! - If neither has row 0, x and y are even, and n is odd.
//! - If one has row 0 and y the last row, it is the last round: x is the sum of the rows below the middle and x + y = s, which is
//!   neither 0 nor n. y − x = s − 2·x, which is no −n as |2·x| < 1.02·H. If it is n, s = n + 2·x, so that x < 0, and
//!   y = n + x is divisible by H: −x = n mod H ≥ 33/64·H, while |x| < 0.51·H.
//!
//! [`bounds::affine`] has the inequalities.
//!
//! A sum that is O, as all its digits have been 0, becomes the summand; a summand that is O leaves the sum as it is. Masks decide
//! both, and lanes of either kind invert 1.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::{BaseComb, bounds};
use crate::curve::jacobian::{Affine, Curve, CurveLanes};
use crate::field::inverses::invert_first;
use crate::field::{PrimeLaneField, Sum};
use crate::lanes::Register;
use crate::scalar::digits::lanes::Digits;
use crate::table::JACOBIAN_WINDOW;
use crate::table::read::jacobian;
use alloc::vec::Vec;

/// Groups whose additions go side by side.
pub const SIDE_BY_SIDE: usize = 2;
/// The digits of each lane's scalar.
pub type CombDigits<V, const ROWS: usize> = Digits<V, JACOBIAN_WINDOW, ROWS>;

/// How the rows of a comb are split into parts, each with a sum of its own.
struct Parts<const ROWS: usize>;

impl<const ROWS: usize> Parts<ROWS> {
    const PARTS: usize = if ROWS < 7 { 2 } else { 4 };
    /// Rows of a part; the last may have one less.
    const LENGTH: usize = ROWS.div_ceil(Self::PARTS);
    /// The parts in the order in which their sums lie, one for each group: those that others are added to come first.
    const ORDER: [usize; 4] = if Self::PARTS == 2 { [0, 1, 0, 0] } else { [0, 2, 1, 3] };
    /// The row with which the second half of the parts begins.
    const MIDDLE: usize = {
        assert!(ROWS == Self::PARTS * Self::LENGTH || ROWS + 1 == Self::PARTS * Self::LENGTH);
        Self::PARTS / 2 * Self::LENGTH
    };
}

/// One sum a lane.
#[derive(Clone, Copy)]
struct Partial<C, F: PrimeLaneField> {
    point: Affine<C, F>,
    /// The lanes that are O, where the point is unspecified.
    empty: F::Mask,
    /// The product of what is inverted before it in a round.
    before: F,
}

impl<C: Curve, F: CurveLanes<C>> Partial<C, F> {
    /// Replaces the sum by `next`, by P where the sum was O; keeps it where there is no P.
    #[inline(always)]
    fn step(&mut self, next: Affine<C, F>, (P, none): &(Affine<C, F>, F::Mask)) {
        let next = Affine::select(self.empty, P, &next);
        self.point = Affine::select(*none, &self.point, &next);
        self.empty = self.empty.and(*none);
    }
}

/// s·G of groups of scalars, one per lane. Secrets follow from what else is in it: to be wiped.
pub struct Multiples<C, F: PrimeLaneField>(Vec<Partial<C, F>>);

impl<C: Curve, F: CurveLanes<C>> Multiples<C, F> {
    /// s·G of the scalars of each group, which are below n; as many groups as go side by side, or a multiple
    /// of that. Constant time.
    ///
    /// Cost for 43 rows: 42 additions of 5M + 1S per group, 82 lookups in a row of the comb, and 12 inversions for all groups. Heap:
    /// 4 KB per group.
    #[inline(always)]
    pub fn of<const ROWS: usize>(digits: &[CombDigits<F::Vector, ROWS>]) -> Multiples<C, F>
    where
        C: BaseComb<ROWS>,
    {
        const { assert!(bounds::affine(&C::ORDER, ROWS, Parts::<ROWS>::MIDDLE)) };
        let parts = const { Parts::<ROWS>::PARTS };
        debug_assert!(digits.len().is_multiple_of(SIDE_BY_SIDE));
        let groups = digits.len();
        let mut sums = Vec::with_capacity(parts * groups);
        for slot in 0..parts {
            for group in 0..groups {
                let (point, empty) = Summands::<C, F>::get(&Row { digits, step: 0 }, slot, group);
                sums.push(Partial { point, empty, before: F::one() });
            }
        }
        for step in 1..Parts::<ROWS>::LENGTH {
            // The last part may have a row less.
            let is_whole = step + (parts - 1) * Parts::<ROWS>::LENGTH < ROWS;
            let slots = if is_whole { parts } else { parts - 1 };
            add_to_all(&mut sums[..slots * groups], groups, &Row { digits, step });
        }
        for slots in [2, 1] {
            if slots < parts {
                let (sums, summands) = sums[..2 * slots * groups].split_at_mut(slots * groups);
                add_to_all(sums, groups, &Sums { groups, sums: summands });
            }
        }
        Multiples(sums)
    }

    /// The multiples of a group; the multiple for a scalar 0 is unspecified.
    #[inline(always)]
    pub fn group(&self, group: usize) -> &Affine<C, F> {
        &self.0[group].point
    }

    /// Overwrites all with zeros.
    #[inline(always)]
    pub fn wipe(&mut self) {
        for i in 0..self.0.len() {
            let Partial { point, empty, before } = &mut self.0[i];
            point.x.wipe_lanes();
            point.y.wipe_lanes();
            before.wipe_lanes();
            *empty = F::Vector::pattern(0);
        }
    }
}

/// The summands of a round.
trait Summands<C: Curve, F: CurveLanes<C>> {
    /// The points for the sums of a group in this slot, and where there is none.
    fn get(&self, slot: usize, group: usize) -> (Affine<C, F>, F::Mask);
}

/// A row of each part.
struct Row<'a, V, const ROWS: usize> {
    digits: &'a [CombDigits<V, ROWS>],
    /// Which of the part.
    step: usize,
}

impl<C: BaseComb<ROWS>, F: CurveLanes<C>, const ROWS: usize> Summands<C, F> for Row<'_, F::Vector, ROWS> {
    #[inline(always)]
    fn get(&self, slot: usize, group: usize) -> (Affine<C, F>, F::Mask) {
        let row = Parts::<ROWS>::ORDER[slot] * Parts::<ROWS>::LENGTH + self.step;
        let (index, negative) = self.digits[group].get(row);
        jacobian::select_lanes(&C::comb_limbs(F::LIMBS)[row], index, negative)
    }
}

/// Other sums.
struct Sums<'a, C, F: PrimeLaneField> {
    groups: usize,
    sums: &'a [Partial<C, F>],
}

impl<C: Curve, F: CurveLanes<C>> Summands<C, F> for Sums<'_, C, F> {
    #[inline(always)]
    fn get(&self, slot: usize, group: usize) -> (Affine<C, F>, F::Mask) {
        let Partial { point, empty, .. } = self.sums[slot * self.groups + group];
        (point, empty)
    }
}

/// The results for `$i` = 0 and 1: each step of an addition waits for the one before, so two take each step together. A loop would be
/// one of two rounds, one after the other.
macro_rules! side_by_side {
    ($i:ident => $value:expr) => {
        [
            {
                let $i = 0;
                $value
            },
            {
                let $i = 1;
                $value
            },
        ]
    };
}

pub(super) use side_by_side;

/// Adds a point to each sum, `groups` of them in each slot.
///
/// Cost: 5M + 1S for each, and one inversion.
#[inline(always)]
fn add_to_all<C: Curve, F: CurveLanes<C>, S: Summands<C, F>>(
    sums: &mut [Partial<C, F>],
    groups: usize,
    summands: &S,
) {
    let slots = sums.len() / groups;
    let mut products = [F::one(); SIDE_BY_SIDE];
    for slot in 0..slots {
        for group in (0..groups).step_by(SIDE_BY_SIDE) {
            let sums = &mut sums[slot * groups + group..][..SIDE_BY_SIDE];
            let points = side_by_side!(i => summands.get(slot, group + i));
            let runs = side_by_side!(i => run(&sums[i], &points[i]));
            for i in 0..SIDE_BY_SIDE {
                sums[i].before = products[i];
            }
            products = side_by_side!(i => product(&products[i], &runs[i]));
        }
    }
    let mut inverses = products;
    invert_first(&mut inverses, SIDE_BY_SIDE);
    for slot in (0..slots).rev() {
        for group in (0..groups).step_by(SIDE_BY_SIDE).rev() {
            let sums = &mut sums[slot * groups + group..][..SIDE_BY_SIDE];
            let points = side_by_side!(i => summands.get(slot, group + i));
            let runs = side_by_side!(i => run(&sums[i], &points[i]));
            let own = side_by_side!(i => product(&inverses[i], &sums[i].before));
            inverses = side_by_side!(i => product(&inverses[i], &runs[i]));
            // λ = (y2 − y1)/(x2 − x1)
            let slopes = side_by_side!(i => product(&own[i], &points[i].0.y.minus(&sums[i].point.y)));
            let x = side_by_side!(i => third_x(&slopes[i], &sums[i].point, &points[i].0));
            let y = side_by_side!(i => third_y(&slopes[i], &sums[i].point, &x[i]));
            for i in 0..SIDE_BY_SIDE {
                sums[i].step(Affine::new(x[i], y[i]), &points[i]);
            }
        }
    }
}

/// x·y.
#[inline(always)]
pub(super) fn product<F: PrimeLaneField>(x: &F, y: &F) -> F {
    x.mul(y).carry().in_turn()
}

/// x2 − x1, and 1 where nothing is added to something.
#[inline(always)]
fn run<C: Curve, F: CurveLanes<C>>(sum: &Partial<C, F>, (P, none): &(Affine<C, F>, F::Mask)) -> F {
    F::select(sum.empty.or(*none), &F::one(), &P.x.minus(&sum.point.x))
}

/// x3 = λ² − x1 − x2.
#[inline(always)]
pub(super) fn third_x<C: Curve, F: CurveLanes<C>>(slope: &F, P: &Affine<C, F>, Q: &Affine<C, F>) -> F {
    slope.sqr_sub(&P.x.widen().add(&Q.x.widen())).carry().in_turn()
}

/// y3 = λ·(x1 − x3) − y1.
#[inline(always)]
pub(super) fn third_y<C: Curve, F: CurveLanes<C>>(slope: &F, P: &Affine<C, F>, x: &F) -> F {
    slope.mul_sub(&P.x.minus(x), &P.y.widen()).carry().in_turn()
}
