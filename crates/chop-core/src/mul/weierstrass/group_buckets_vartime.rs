//! Σ s_i·P_i on a Weierstrass curve for many public terms in lanes, by buckets of equal digits (Pippenger 1976), with affine additions.
//!
//! Which term goes to which bucket is decided by [`BucketLists`]. The lists of a group, one per lane, become a row of points each: what
//! stands in a lane is a term of the lane's list. Rows are added up together (`row_sums_vartime.rs`), whatever their points are.
//!
//! Then as many windows are summed up at a time as there are lanes. The buckets of a window are taken as a square: those of a line, and
//! those of a column, are rows of points again, and what they add up to is little enough for Jacobian coordinates.
//!
//! The pieces are separate functions over plain memory, so that each can be a kernel of its own and the
//! bookkeeping between them is ordinary code.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::group_vartime::stepped;
use super::row_sums_vartime::{Point, Rows, bits, lanes};
use crate::curve::jacobian::{Affine, Curve, CurveLanes, Endomorphic, Jacobian, PackedPoint};
use crate::lanes::{Lanes as _, PerLane, Register, Step};
use crate::mul::bucket_lists_vartime::{BucketLists, Costs};
use crate::table::read::jacobian;
use core::ops::Range;

/// An addition is 5M + 1S and what is read and written, the first of a list only that; a bucket is two additions, and its part of the
/// sums of lines and columns.
pub const COSTS: Costs = Costs { addition: 7, first: 1, bucket: 18 };

/// A bucket without a point: no point of a curve whose b is not 0 has these coordinates.
pub const NO_POINT: PackedPoint = [[0; 4]; 2];

/// The most entries of lists that are added up together, unless a single group has more: enough for the inversions of their
/// additions, and not more than caches hold.
const TOGETHER: usize = 512;

/// The table entry of each lane's point. `image` asks for its endomorphism. Cost: 2M.
#[inline(always)]
pub fn rows<C: Endomorphic, F: CurveLanes<C>>(
    point: &Affine<C, F>,
    image: bool,
) -> PerLane<F::Vector, PackedPoint> {
    let point = if image { point.image() } else { *point };
    let mut rows = PerLane::<F::Vector, PackedPoint>::splat(NO_POINT);
    let packed = point.pack();
    for lane in 0..F::LANES {
        rows[lane] = packed.as_ref()[lane];
    }
    rows
}

/// Adds up the lists of a pass: each bucket gets the sum of its list. `table` has a row a term.
///
/// Cost: 5M + 1S for each term of a list but the first, in all lanes, and an inversion for each time that neighbours are added.
/// Heap: 1 MB.
#[inline(always)]
pub fn fill_buckets<C: Curve, F: CurveLanes<C>>(
    table: &[PackedPoint],
    lists: &BucketLists,
    buckets: &mut [PackedPoint],
) {
    for &bucket in lists.without_terms() {
        if let Some(bucket) = buckets.get_mut(bucket as usize) {
            *bucket = NO_POINT;
        }
    }
    let mut rows = Rows::<C, F>::new(TOGETHER);
    let mut begin = 0;
    let (mut order, mut steps) = (lists.order(), lists.steps());
    while !steps.is_empty() {
        let mut groups = 0;
        rows.clear();
        while groups < steps.len() && (groups == 0 || rows.entries() + steps[groups] as usize <= TOGETHER) {
            let end = begin + steps[groups] as usize;
            rows.begin();
            for step in begin..end {
                rows.push(gather(table, lists.entries(), step));
            }
            begin = end;
            groups += 1;
        }
        rows.add_up();
        let (own, others) = order.split_at(order.len().min(groups * F::LANES));
        store(&rows, own, buckets);
        (order, steps) = (others, &steps[groups..]);
    }
}

/// The terms of a step of a group of lists.
#[inline(always)]
fn gather<C: Curve, F: CurveLanes<C>>(table: &[PackedPoint], entries: &[u32], step: usize) -> Point<C, F> {
    let mut rows = PerLane::<F::Vector, &PackedPoint>::splat(&NO_POINT);
    let (mut negative, mut none) = (0, u8::MAX);
    if let Some(entries) = entries.get(F::LANES * step..F::LANES * (step + 1)) {
        for lane in 0..F::LANES {
            // A list that is at its end has an entry of no term.
            if let Some(row) = table.get((entries[lane] >> 1) as usize) {
                rows[lane] = row;
                negative |= (entries[lane] as u8 & 1) << lane;
                none &= !(1 << lane);
            }
        }
    }
    let point = jacobian::load_lanes::<C, F>(rows).negate_if(F::Vector::mask_of_bits(negative));
    Point { point, none: none & lanes::<F::Vector>() }
}

/// The sums of rows to the buckets of these numbers, one per lane of each row.
#[inline(always)]
fn store<C: Curve, F: CurveLanes<C>>(rows: &Rows<C, F>, order: &[u32], buckets: &mut [PackedPoint]) {
    for r in 0..rows.len() {
        let Point { point, none } = *rows.sum(r);
        let packed = point.pack();
        for lane in 0..F::LANES {
            let Some(&bucket) = order.get(r * F::LANES + lane) else { break };
            if let Some(bucket) = buckets.get_mut(bucket as usize) {
                *bucket = if none >> lane & 1 == 1 { NO_POINT } else { packed.as_ref()[lane] };
            }
        }
    }
}

/// Words of X, Y and Z of a point, as those of tables.
pub type JacobianWords = [[u64; 4]; 3];

/// Σ d·(bucket of digit d) for each lane's buckets, a sum per lane. The buckets of a lane follow those of the one before, digits 1 and up;
/// their number is a power of two.
///
/// Digit d is columns·r + c + 1 for line r and column c: the sum is columns·(Σ r·(line r)) + Σ (c + 1)·(column c).
///
/// Cost in all lanes: 10M + 2S a bucket of a lane, 20M + 7S a line and column, and an inversion for each bit of a column's number.
/// Heap: 1.8 KB a bucket of a lane.
#[inline(always)]
pub fn add_buckets<C: Curve, F: CurveLanes<C>>(buckets: &[PackedPoint], sums: &mut [JacobianWords]) {
    let of_a_lane = buckets.len() / F::LANES;
    let bits_of_column = of_a_lane.trailing_zeros().div_ceil(2);
    let columns = 1 << bits_of_column;
    let lines = of_a_lane / columns;
    let mut rows = Rows::<C, F>::new(2 * of_a_lane);
    for column in 0..columns {
        rows.begin();
        for line in 0..lines {
            rows.push(load_bucket(buckets, of_a_lane, columns * line + column));
        }
    }
    // The first line counts 0 times.
    for line in 1..lines {
        rows.begin();
        for column in 0..columns {
            rows.push(*rows.point(column, line));
        }
    }
    rows.add_up();
    let mut high = sum_of_multiples(&rows, columns..rows.len());
    for _ in 0..bits_of_column {
        high = high.double();
    }
    let sum = sum_of_multiples(&rows, 0..columns).add_complete(&high.to_cached());
    let coordinates = [sum.X.to_table(), sum.Y.to_table(), sum.Z.to_table()];
    for lane in 0..F::LANES.min(sums.len()) {
        for c in 0..3 {
            sums[lane][c] = coordinates[c].as_ref()[lane];
        }
    }
}

/// Σ i·(i-th row of these), from the last one on: a running sum of rows, and the sum of the running sums.
#[inline(always)]
fn sum_of_multiples<C: Curve, F: CurveLanes<C>>(rows: &Rows<C, F>, which: Range<usize>) -> Jacobian<C, F> {
    let (sum, empty) = F::apart(SumOfDistinct(rows, which.clone()));
    if bits::<F>(sum.Z.is_zero()) & !empty == 0 { sum } else { F::apart(SumOfAny(rows, which)) }
}

/// The sums, and the lanes without a point, as bits; there the sum is O. Elsewhere Z is 0 where an addition met an exception, or the sum is O
/// ([`group_vartime`](super::group_vartime)).
struct SumOfDistinct<'a, C, F>(&'a Rows<C, F>, Range<usize>);

impl<C: Curve, F: CurveLanes<C>> Step for SumOfDistinct<'_, C, F> {
    type Out = (Jacobian<C, F>, u8);

    #[inline(always)]
    fn take(self) -> (Jacobian<C, F>, u8) {
        let SumOfDistinct(rows, which) = self;
        let (mut running, mut sum) = (Jacobian::<C, F>::identity(), Jacobian::identity());
        // The lanes without a point so far, and those whose sums both are the first point.
        let (mut empty, mut same) = (lanes::<F::Vector>(), 0);
        for r in which.rev() {
            let Point { point, none } = *rows.sum(r);
            let (own, twice) = (empty & !none, same & none);
            let next = running.add_affine_distinct(&point);
            running = stepped(&running, next, &point.to_jacobian(), &mut empty, none);
            let mut next = sum.add_distinct(&running.to_cached());
            if twice != 0 {
                next = Jacobian::select(F::Vector::mask_of_bits(twice), &sum.double(), &next);
            }
            if empty | own != 0 {
                next = Jacobian::select(F::Vector::mask_of_bits(empty | own), &running, &next);
            }
            (sum, same) = (next, own);
        }
        (sum, empty)
    }
}

/// The sums, whatever the points are. Cost: two complete additions a row.
struct SumOfAny<'a, C, F>(&'a Rows<C, F>, Range<usize>);

impl<C: Curve, F: CurveLanes<C>> Step for SumOfAny<'_, C, F> {
    type Out = Jacobian<C, F>;

    #[inline(always)]
    fn take(self) -> Jacobian<C, F> {
        let SumOfAny(rows, which) = self;
        let (mut running, mut sum) = (Jacobian::<C, F>::identity(), Jacobian::identity());
        for r in which.rev() {
            let Point { point, none } = *rows.sum(r);
            let none = F::Vector::mask_of_bits(none);
            let point = Jacobian::select(none, &Jacobian::identity(), &point.to_jacobian());
            running = running.add_complete(&point.to_cached());
            sum = sum.add_complete(&running.to_cached());
        }
        sum
    }
}

/// Bucket `b` of each lane, which has `of_a_lane` of them.
#[inline(always)]
fn load_bucket<C: Curve, F: CurveLanes<C>>(
    buckets: &[PackedPoint],
    of_a_lane: usize,
    b: usize,
) -> Point<C, F> {
    let (mut group, mut none) = (PerLane::<F::Vector, &PackedPoint>::splat(&NO_POINT), 0);
    for lane in 0..F::LANES {
        if let Some(bucket) = buckets.get(lane * of_a_lane + b) {
            group[lane] = bucket;
            none |= u8::from(*bucket == NO_POINT) << lane;
        }
    }
    Point { point: jacobian::load_lanes::<C, F>(group), none }
}
