//! Σ s_i·P_i on a Weierstrass curve for many public terms in lanes, by buckets of equal digits (Pippenger 1976), with affine additions.
//!
//! Which term goes to which bucket is decided by [`BucketLists`]. The lists of a group, one per lane, become a row of points each: what
//! stands in a lane is a term of the lane's list. Neighbours of all rows are added, then what has become of neighbours, until one point
//! is left of each row. So many additions wait side by side that one inversion serves them (`affine.rs`): 5M + 1S for an addition.
//!
//! **Exceptions.** Whoever made the points may have made neighbours equal or opposite; then the difference of their x is 0, and with it
//! the product that is inverted for the lane. Where a product is 0, the additions that wait are made once more with a look at each: the
//! double takes the place of a sum of equal points, and no point that of a sum of opposite ones.
//!
//! Then as many windows are summed up at a time as there are lanes, in Jacobian coordinates.
//!
//! The pieces are separate functions over plain memory, so that each can be a kernel of its own and the
//! bookkeeping between them is ordinary code.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::affine::{SIDE_BY_SIDE, minus, product, side_by_side, third_x, third_y};
use super::group_vartime::stepped;
use crate::ct::declassify;
use crate::curve::jacobian::{Affine, Curve, CurveLanes, Endomorphic, Jacobian, PackedPoint};
use crate::field::inverses_vartime::invert_first_vartime;
use crate::field::{PrimeLaneField, Sum as _};
use crate::lanes::{Lanes as _, PerLane, Register};
use crate::mul::bucket_lists_vartime::{BucketLists, Costs};
use crate::table::read::jacobian;
use alloc::vec::Vec;

const PUBLIC: &str = "verification is public";

/// An addition is 5M + 1S and what is read and written, the first of a list only that; a bucket is 20M + 7S.
pub const COSTS: Costs = Costs { addition: 7, first: 1, bucket: 26 };

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
    let mut rows = Rows::<C, F>::new();
    let mut begin = 0;
    let (mut order, mut steps) = (lists.order(), lists.steps());
    while !steps.is_empty() {
        let mut groups = 0;
        rows.clear();
        while groups < steps.len() && (groups == 0 || rows.entries() + steps[groups] as usize <= TOGETHER) {
            let end = begin + steps[groups] as usize;
            rows.push(table, lists.entries(), begin, end);
            begin = end;
            groups += 1;
        }
        rows.add_up();
        let (own, others) = order.split_at(order.len().min(groups * F::LANES));
        rows.store(own, buckets);
        (order, steps) = (others, &steps[groups..]);
    }
}

/// A point a lane, or none.
#[derive(Clone, Copy)]
struct Point<C, F> {
    point: Affine<C, F>,
    /// The lanes without one, as bits; there the point is unspecified.
    none: u8,
}

impl<C: Curve, F: CurveLanes<C>> Point<C, F> {
    /// The terms of a step of a group of lists.
    #[inline(always)]
    fn gather(table: &[PackedPoint], entries: &[u32], step: usize) -> Self {
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

    /// The sum of P and Q, given it for lanes in which both are points; `none` are those where they are opposite.
    #[inline(always)]
    fn sum(P: &Self, Q: &Self, sum: Affine<C, F>, none: u8) -> Self {
        let mut point = sum;
        // Seldom, but at the ends of lists.
        if P.none | Q.none != 0 {
            point = Affine::select(F::Vector::mask_of_bits(P.none), &Q.point, &point);
            point = Affine::select(F::Vector::mask_of_bits(Q.none), &P.point, &point);
        }
        Point { point, none: P.none & Q.none | none }
    }
}

/// All lanes, as bits.
#[inline(always)]
fn lanes<V: Register>() -> u8 {
    u8::MAX >> (8 - V::LANES)
}

/// The lanes in which a mask is true, as bits.
#[inline(always)]
fn bits<F: PrimeLaneField>(mask: F::Mask) -> u8 {
    let mut bits = 0;
    for lane in 0..F::LANES {
        bits |= u8::from(declassify(mask.lane(lane), PUBLIC)) << lane;
    }
    bits
}

/// Rows of points to be added up, one behind the other.
struct Rows<C, F> {
    /// Places that belong to no row, for additions that nobody asks for, and then the rows.
    points: Vec<Point<C, F>>,
    /// Where each row begins, and how long it is.
    rows: Vec<[usize; 2]>,
    /// The places of the summands of a round of additions, a multiple of [`SIDE_BY_SIDE`].
    pairs: Vec<[usize; 2]>,
    /// The product of what is inverted before each addition.
    before: Vec<F>,
}

impl<C: Curve, F: CurveLanes<C>> Rows<C, F> {
    #[inline(always)]
    fn new() -> Self {
        let nothing = Point { point: Affine::base(), none: lanes::<F::Vector>() };
        let mut points = Vec::with_capacity(SIDE_BY_SIDE + TOGETHER);
        for _ in 0..SIDE_BY_SIDE {
            points.push(nothing);
        }
        Rows { points, rows: Vec::new(), pairs: Vec::new(), before: Vec::new() }
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.points.truncate(SIDE_BY_SIDE);
        self.rows.clear();
    }

    #[inline(always)]
    fn entries(&self) -> usize {
        self.points.len() - SIDE_BY_SIDE
    }

    /// One more row: the steps from `begin` to `end` of a group of lists.
    #[inline(always)]
    fn push(&mut self, table: &[PackedPoint], entries: &[u32], begin: usize, end: usize) {
        self.rows.push([self.points.len(), end - begin]);
        for step in begin..end {
            self.points.push(Point::gather(table, entries, step));
        }
    }

    /// The sum of each row, at its beginning.
    #[inline(always)]
    fn add_up(&mut self) {
        let mut distance = 1;
        while self.find_pairs(distance) {
            self.add_pairs();
            distance *= 2;
        }
    }

    /// The places of what is left of each row that are neighbours; whether there are any.
    #[inline(always)]
    fn find_pairs(&mut self, distance: usize) -> bool {
        self.pairs.clear();
        for r in 0..self.rows.len() {
            let [begin, length] = self.rows[r];
            let mut at = distance;
            while at < length {
                self.pairs.push([begin + at - distance, begin + at]);
                at += 2 * distance;
            }
        }
        let found = !self.pairs.is_empty();
        while !self.pairs.len().is_multiple_of(SIDE_BY_SIDE) {
            self.pairs.push([0, 1]);
        }
        found
    }

    /// Adds the second point of each pair to the first. Cost: 5M + 1S each, and an inversion.
    #[inline(always)]
    fn add_pairs(&mut self) {
        let mut products = self.products::<false>();
        let zero = products[0].is_zero().or(products[1].is_zero());
        if bits::<F>(zero) == 0 {
            invert_first_vartime(&mut products, SIDE_BY_SIDE);
            self.sums::<false>(products);
        } else {
            products = self.products::<true>();
            invert_first_vartime(&mut products, SIDE_BY_SIDE);
            self.sums::<true>(products);
        }
    }

    /// The products of what is to be inverted.
    #[inline(always)]
    fn products<const EXCEPTIONS: bool>(&mut self) -> [F; SIDE_BY_SIDE] {
        self.before.clear();
        let mut products = [F::one(); SIDE_BY_SIDE];
        for k in (0..self.pairs.len()).step_by(SIDE_BY_SIDE) {
            for i in 0..SIDE_BY_SIDE {
                self.before.push(products[i]);
            }
            let runs = side_by_side!(i => self.slope::<EXCEPTIONS>(k + i).run);
            products = side_by_side!(i => product(&products[i], &runs[i]));
        }
        products
    }

    /// The sums, given the inverses of the products.
    #[inline(always)]
    fn sums<const EXCEPTIONS: bool>(&mut self, mut inverses: [F; SIDE_BY_SIDE]) {
        for k in (0..self.pairs.len()).step_by(SIDE_BY_SIDE).rev() {
            let slopes = side_by_side!(i => self.slope::<EXCEPTIONS>(k + i));
            let own = side_by_side!(i => product(&inverses[i], &self.before[k + i]));
            inverses = side_by_side!(i => product(&inverses[i], &slopes[i].run));
            let P = side_by_side!(i => self.points[self.pairs[k + i][0]]);
            let Q = side_by_side!(i => self.points[self.pairs[k + i][1]]);
            let steep = side_by_side!(i => product(&own[i], &slopes[i].rise));
            let x = side_by_side!(i => third_x(&steep[i], &P[i].point, &Q[i].point));
            let y = side_by_side!(i => third_y(&steep[i], &P[i].point, &x[i]));
            for i in 0..SIDE_BY_SIDE {
                let place = self.pairs[k + i][0];
                self.points[place] = Point::sum(&P[i], &Q[i], Affine::new(x[i], y[i]), slopes[i].opposite);
            }
        }
    }

    /// What the slope of a pair's line is made of.
    #[inline(always)]
    fn slope<const EXCEPTIONS: bool>(&self, pair: usize) -> Slope<F> {
        let [p, q] = self.pairs[pair];
        Slope::new::<C, EXCEPTIONS>(&self.points[p], &self.points[q])
    }

    /// The sums of rows to the buckets of these numbers, one per lane of each row.
    #[inline(always)]
    fn store(&self, order: &[u32], buckets: &mut [PackedPoint]) {
        for r in 0..self.rows.len() {
            let Point { point, none } = self.points[self.rows[r][0]];
            let packed = point.pack();
            for lane in 0..F::LANES {
                let Some(&bucket) = order.get(r * F::LANES + lane) else { break };
                if let Some(bucket) = buckets.get_mut(bucket as usize) {
                    *bucket = if none >> lane & 1 == 1 { NO_POINT } else { packed.as_ref()[lane] };
                }
            }
        }
    }
}

/// λ of a line as a fraction.
struct Slope<F> {
    /// The denominator, not 0: 1 where one of the points is none.
    run: F,
    rise: F,
    /// The lanes whose points are opposite, as bits, where exceptions are asked for.
    opposite: u8,
}

impl<F> Slope<F> {
    /// The line through P and Q. Without a look at exceptions, `run` is 0 where they are equal or opposite.
    #[inline(always)]
    fn new<C: Curve, const EXCEPTIONS: bool>(P: &Point<C, F>, Q: &Point<C, F>) -> Slope<F>
    where
        F: CurveLanes<C>,
    {
        let mut run = minus(&Q.point.x, &P.point.x);
        let mut rise = minus(&Q.point.y, &P.point.y);
        let (none, mut opposite) = (P.none | Q.none, 0);
        if EXCEPTIONS {
            let same_x = run.is_zero();
            let equal = same_x.and(rise.is_zero());
            rise = F::select(equal, &P.point.tangent_rise(), &rise);
            run = F::select(same_x, &F::one(), &run);
            run = F::select(equal, &P.point.y.widen().double().carry(), &run);
            opposite = bits::<F>(same_x) & !bits::<F>(equal) & !none;
        }
        if none != 0 {
            run = F::select(F::Vector::mask_of_bits(none), &F::one(), &run);
        }
        Slope { run, rise, opposite }
    }
}

/// Words of X, Y and Z of a point, as those of tables.
pub type JacobianWords = [[u64; 4]; 3];

/// Σ d·(bucket of digit d) for each lane's buckets, a sum per lane: from the top, a running sum of buckets, and the sum of the
/// running sums. The buckets of a lane follow those of the one before, digits 1 and up.
///
/// Cost: 20M + 7S a bucket of a lane.
#[inline(always)]
pub fn add_buckets<C: Curve, F: CurveLanes<C>>(buckets: &[PackedPoint], sums: &mut [JacobianWords]) {
    let (mut sum, empty) = sum_of_buckets::<C, F>(buckets);
    if bits::<F>(sum.Z.is_zero()) & !empty != 0 {
        sum = complete_sum_of_buckets::<C, F>(buckets);
    }
    let coordinates = [sum.X.to_table(), sum.Y.to_table(), sum.Z.to_table()];
    for lane in 0..F::LANES.min(sums.len()) {
        for c in 0..3 {
            sums[lane][c] = coordinates[c].as_ref()[lane];
        }
    }
}

/// The sums, and the lanes without a bucket, as bits; there the sum is O. Elsewhere Z is 0 where an addition met an exception, or the sum is O
/// ([`group_vartime`](super::group_vartime)).
#[inline(always)]
fn sum_of_buckets<C: Curve, F: CurveLanes<C>>(buckets: &[PackedPoint]) -> (Jacobian<C, F>, u8) {
    let of_a_lane = buckets.len() / F::LANES;
    let (mut running, mut sum) = (Jacobian::<C, F>::identity(), Jacobian::identity());
    // The lanes without a bucket so far, and those whose sums both are the first bucket.
    let (mut empty, mut same) = (lanes::<F::Vector>(), 0);
    for b in (0..of_a_lane).rev() {
        let Point { point, none } = load_bucket::<C, F>(buckets, of_a_lane, b);
        let (first, twice) = (empty & !none, same & none);
        let next = running.add_affine_distinct(&point);
        running = stepped(&running, next, &point.to_jacobian(), &mut empty, none);
        let mut next = sum.add_distinct(&running.to_cached());
        if twice != 0 {
            next = Jacobian::select(F::Vector::mask_of_bits(twice), &sum.double(), &next);
        }
        if empty | first != 0 {
            next = Jacobian::select(F::Vector::mask_of_bits(empty | first), &running, &next);
        }
        (sum, same) = (next, first);
    }
    (sum, empty)
}

/// The sums, whatever the buckets are. Cost: two complete additions a bucket of a lane.
#[inline(always)]
fn complete_sum_of_buckets<C: Curve, F: CurveLanes<C>>(buckets: &[PackedPoint]) -> Jacobian<C, F> {
    let of_a_lane = buckets.len() / F::LANES;
    let (mut running, mut sum) = (Jacobian::<C, F>::identity(), Jacobian::identity());
    for b in (0..of_a_lane).rev() {
        let Point { point, none } = load_bucket::<C, F>(buckets, of_a_lane, b);
        let none = F::Vector::mask_of_bits(none);
        let bucket = Jacobian::select(none, &Jacobian::identity(), &point.to_jacobian());
        running = running.add_complete(&bucket.to_cached());
        sum = sum.add_complete(&running.to_cached());
    }
    sum
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
