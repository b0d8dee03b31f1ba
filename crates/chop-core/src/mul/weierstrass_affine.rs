//! s·G on SM2's curve for many groups of eight lanes together, with affine sums. Constant time: rows of the comb are
//! looked up in registers, and the order of the work depends on the number of groups alone.
//!
//! To add (x2, y2) to (x1, y1) takes λ = (y2 − y1)/(x2 − x1), x3 = λ² − x1 − x2, y3 = λ·(x1 − x3) − y1: 2M + 1S and an
//! inverse. Where many additions wait side by side, one inversion and 3M each give the inverses of all (Montgomery
//! 1987), and 5M + 1S take the place of 8M + 3S. An inversion costs as much as a dozen additions, so that there must be
//! many side by side: the 43 rows of the comb are four parts of 11, each part of each group has a sum of its own, and
//! ten rounds add a row to all of them. Two more join the four sums of a group.
//!
//! **Why no exception is met**, that is, why x2 ≠ x1 wherever the addition counts. n is the order of G, 2^256 − 2^225 < n.
//! Row i has the digits d_i of s = Σ d_i·64^i < n, |d_i| ≤ 32. What is added up is always the sum of some rows, x = Σ d_i·64^i
//! over the rows of I, and the same for y and J, where I and J have no row in common. If neither is 0, the lowest digits of both that
//! are not 0 are in different rows, and as 0 < |d| ≤ 32 < 64, x and y are divisible by different powers of 2: x ± y is not
//! 0. Modulo n: only row 42 reaches beyond 2^252. Where neither has it, |x ± y| < 1.02·2^252 < n. Where one has it, |x ± y| < 2·n,
//! so that x ± y = ±n would be needed.
//!
//! - If neither has row 0, x and y are even, and n is odd.
//! - If one has row 0 and y the last row, it is the last round: x is the sum of the rows below 22 and x + y = s, which is
//!   neither 0 nor n. y − x = s − 2·x, which is no −n as |2·x| < 1.02·64^22. If it is n, s = n + 2·x, so that x < 0, and
//!   y = n + x is divisible by 64^22: −x = n mod 64^22 > 0.96·64^22, while |x| < 0.51·64^22. (Checked below.)
//!
//! Where a sum is O as all its digits have been 0, it becomes the summand, and where the summand is none, the sum stays: by
//! masks. What is inverted there is 1.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::curve::weierstrass::{Affine, CurveField};
use crate::field::fsm2::r52::Fe;
use crate::field::inverses::invert_all_sm2;
use crate::field::{Field, Sum};
use crate::lanes::{LaneMasks, Vector};
use crate::scalar::digits_x8::Digits;
use crate::scalar::nsm2::ORDER;
use crate::table::{SM2_COMB_LIMBS, SM2_ROWS, SM2_WINDOW, select_weierstrass};
use alloc::vec::Vec;

/// Sums of their own that a scalar's rows are split into.
const PARTS: usize = 4;
/// Groups whose additions go side by side.
pub const SIDE_BY_SIDE: usize = 2;
/// Rows of a part; the last has one less.
const ROWS: usize = SM2_ROWS.div_ceil(PARTS);

// n modulo 64^22 = 2^132 is above 15/16 of it.
const _: () = assert!(2 * ROWS == 22 && ORDER[2] & 15 == 15);

/// The digits of eight scalars.
pub type CombDigits<V> = Digits<V, SM2_WINDOW, SM2_ROWS>;

/// One sum a lane.
#[derive(Clone, Copy)]
struct Partial<V> {
    point: Affine<Fe<V>>,
    /// Where it is O, and the point says nothing.
    empty: LaneMasks<V>,
    /// The product of what is inverted before it in a round.
    before: Fe<V>,
}

impl<V: Vector> Partial<V> {
    /// Makes it what was computed for it and P together, or P where it was O, and leaves it where P is none.
    #[inline(always)]
    fn step(&mut self, next: Affine<Fe<V>>, (P, none): &(Affine<Fe<V>>, LaneMasks<V>)) {
        let next = Affine::select(self.empty, P, &next);
        self.point = Affine::select(*none, &self.point, &next);
        self.empty = self.empty.and(*none);
    }
}

/// s·G of groups of eight scalars. Secrets follow from what else is in it: to be wiped.
pub struct Multiples<V>(Vec<Partial<V>>);

/// The parts in the order in which their sums lie, one for each group: those that others are added to come first.
const ORDER_OF_PARTS: [usize; PARTS] = [0, 2, 1, 3];

impl<V: Vector> Multiples<V> {
    /// s·G of the eight scalars of each group, which are below n; as many groups as go side by side, or a multiple
    /// of that. Constant time.
    ///
    /// Cost: 42 additions of 5M + 1S a group, 82 lookups in a row of the comb, and 12 inversions for all. Heap: 4 KB a
    /// group.
    #[inline(always)]
    pub fn of(digits: &[CombDigits<V>]) -> Multiples<V> {
        debug_assert!(digits.len().is_multiple_of(SIDE_BY_SIDE));
        let groups = digits.len();
        let mut sums = Vec::with_capacity(PARTS * groups);
        for slot in 0..PARTS {
            for group in 0..groups {
                let (point, empty) = Row { digits, step: 0 }.get(slot, group);
                sums.push(Partial { point, empty, before: Fe::one() });
            }
        }
        for step in 1..ROWS {
            // The last part has a row less.
            let slots = if step + (PARTS - 1) * ROWS < SM2_ROWS { PARTS } else { PARTS - 1 };
            add_to_all(&mut sums[..slots * groups], groups, &Row { digits, step });
        }
        for slots in [2, 1] {
            let (sums, summands) = sums[..2 * slots * groups].split_at_mut(slots * groups);
            add_to_all(sums, groups, &Sums { groups, sums: summands });
        }
        Multiples(sums)
    }

    /// The multiples of a group; any multiple of G for a scalar 0.
    #[inline(always)]
    pub fn group(&self, group: usize) -> &Affine<Fe<V>> {
        &self.0[group].point
    }

    /// Overwrites all with zeros.
    #[inline(always)]
    pub fn wipe(&mut self) {
        for i in 0..self.0.len() {
            let Partial { point, empty, before } = &mut self.0[i];
            point.x.wipe();
            point.y.wipe();
            before.wipe();
            *empty = V::pattern(0);
        }
    }
}

/// What a round adds to the sums.
trait Summands<V: Vector> {
    /// The points for the sums of a group in this slot, and where there is none.
    fn get(&self, slot: usize, group: usize) -> (Affine<Fe<V>>, LaneMasks<V>);
}

/// A row of each part.
struct Row<'a, V> {
    digits: &'a [CombDigits<V>],
    /// Which of the part.
    step: usize,
}

impl<V: Vector> Summands<V> for Row<'_, V> {
    #[inline(always)]
    fn get(&self, slot: usize, group: usize) -> (Affine<Fe<V>>, LaneMasks<V>) {
        let row = ORDER_OF_PARTS[slot] * ROWS + self.step;
        let (index, negative) = self.digits[group].get(row);
        select_weierstrass::select_lanes(&SM2_COMB_LIMBS[row], index, negative)
    }
}

/// Other sums.
struct Sums<'a, V> {
    groups: usize,
    sums: &'a [Partial<V>],
}

impl<V: Vector> Summands<V> for Sums<'_, V> {
    #[inline(always)]
    fn get(&self, slot: usize, group: usize) -> (Affine<Fe<V>>, LaneMasks<V>) {
        let Partial { point, empty, .. } = self.sums[slot * self.groups + group];
        (point, empty)
    }
}

/// What `$i` = 0 and 1 give: each step of an addition waits for the one before, so two take each step together. A loop would be
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
fn add_to_all<V: Vector, S: Summands<V>>(sums: &mut [Partial<V>], groups: usize, summands: &S) {
    let slots = sums.len() / groups;
    let mut products = [Fe::one(); SIDE_BY_SIDE];
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
    let mut before = products;
    invert_all_sm2(&mut inverses, &mut before);
    for slot in (0..slots).rev() {
        for group in (0..groups).step_by(SIDE_BY_SIDE).rev() {
            let sums = &mut sums[slot * groups + group..][..SIDE_BY_SIDE];
            let points = side_by_side!(i => summands.get(slot, group + i));
            let runs = side_by_side!(i => run(&sums[i], &points[i]));
            let own = side_by_side!(i => product(&inverses[i], &sums[i].before));
            inverses = side_by_side!(i => product(&inverses[i], &runs[i]));
            // λ = (y2 − y1)/(x2 − x1)
            let slopes = side_by_side!(i => product(&own[i], &minus(&points[i].0.y, &sums[i].point.y)));
            let x = side_by_side!(i => third_x(&slopes[i], &sums[i].point, &points[i].0));
            let y = side_by_side!(i => third_y(&slopes[i], &sums[i].point, &x[i]));
            for i in 0..SIDE_BY_SIDE {
                sums[i].step(Affine { x: x[i], y: y[i] }, &points[i]);
            }
        }
    }
}

/// x·y.
#[inline(always)]
pub(super) fn product<V: Vector>(x: &Fe<V>, y: &Fe<V>) -> Fe<V> {
    x.mul(y).carry()
}

/// x − y.
#[inline(always)]
pub(super) fn minus<V: Vector>(x: &Fe<V>, y: &Fe<V>) -> Fe<V> {
    x.widen().sub(&y.widen()).carry()
}

/// x2 − x1, and 1 where nothing is added to something.
#[inline(always)]
fn run<V: Vector>(sum: &Partial<V>, (P, none): &(Affine<Fe<V>>, LaneMasks<V>)) -> Fe<V> {
    Fe::select(sum.empty.or(*none), &Fe::one(), &minus(&P.x, &sum.point.x))
}

/// x3 = λ² − x1 − x2.
#[inline(always)]
pub(super) fn third_x<V: Vector>(slope: &Fe<V>, P: &Affine<Fe<V>>, Q: &Affine<Fe<V>>) -> Fe<V> {
    slope.sqr().sub(&P.x.widen().add(&Q.x.widen())).carry()
}

/// y3 = λ·(x1 − x3) − y1.
#[inline(always)]
pub(super) fn third_y<V: Vector>(slope: &Fe<V>, P: &Affine<Fe<V>>, x: &Fe<V>) -> Fe<V> {
    slope.mul(&minus(&P.x, x)).sub(&P.y.widen()).carry()
}
