//! Rows of affine points of a Weierstrass curve, in lanes, each added up to one point. For public points.
//!
//! Neighbours of all rows are added, then what has become of neighbours, until one point is left of each row. So many additions wait side by
//! side that one inversion serves them (`affine.rs`): 5M + 1S for an addition.
//!
//! **Exceptions.** Whoever made the points may have made neighbours equal or opposite; then the difference of their x is 0, and with it
//! the product that is inverted for the lane. Where a product is 0, the additions that wait are made once more with a look at each: the
//! double takes the place of a sum of equal points, and no point that of a sum of opposite ones.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::affine::{SIDE_BY_SIDE, product, side_by_side, third_x, third_y};
use crate::ct::declassify;
use crate::curve::jacobian::{Affine, Curve, CurveLanes};
use crate::field::inverses_vartime::invert_first_vartime;
use crate::field::{PrimeLaneField, Sum as _};
use crate::lanes::{Register, Step};
use alloc::vec::Vec;

const PUBLIC: &str = "verification is public";

/// A point a lane, or none.
#[derive(Clone, Copy)]
pub(super) struct Point<C, F> {
    pub(super) point: Affine<C, F>,
    /// The lanes without one, as bits; there the point is unspecified.
    pub(super) none: u8,
}

impl<C: Curve, F: CurveLanes<C>> Point<C, F> {
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

/// Rows of points to be added up, one behind the other.
pub(super) struct Rows<C, F> {
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
    /// No rows, and memory for so many entries.
    #[inline(always)]
    pub(super) fn new(entries: usize) -> Self {
        let nothing = Point { point: Affine::base(), none: lanes::<F::Vector>() };
        let mut points = Vec::with_capacity(SIDE_BY_SIDE + entries);
        for _ in 0..SIDE_BY_SIDE {
            points.push(nothing);
        }
        let pairs = entries / 2 + SIDE_BY_SIDE;
        Rows { points, rows: Vec::new(), pairs: Vec::with_capacity(pairs), before: Vec::with_capacity(pairs) }
    }

    /// Forgets all rows.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.points.truncate(SIDE_BY_SIDE);
        self.rows.clear();
    }

    /// How many points all rows have.
    #[inline(always)]
    pub(super) fn entries(&self) -> usize {
        self.points.len() - SIDE_BY_SIDE
    }

    /// One more row, with nothing in it.
    #[inline(always)]
    pub(super) fn begin(&mut self) {
        self.rows.push([self.points.len(), 0]);
    }

    /// One more point in the last row.
    #[inline(always)]
    pub(super) fn push(&mut self, point: Point<C, F>) {
        self.points.push(point);
        if let Some([_, length]) = self.rows.last_mut() {
            *length += 1;
        }
    }

    /// How many rows there are.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The point at place `i` of a row that has not been added up.
    #[inline(always)]
    pub(super) fn point(&self, row: usize, i: usize) -> &Point<C, F> {
        &self.points[self.rows[row][0] + i]
    }

    /// The sum of a row, once it is added up.
    #[inline(always)]
    pub(super) fn sum(&self, row: usize) -> &Point<C, F> {
        &self.points[self.rows[row][0]]
    }

    /// The sum of each row, at its beginning.
    #[inline(always)]
    pub(super) fn add_up(&mut self) {
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
            F::apart(AddWithExceptions(self));
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
}

/// The additions of a round, each looked at for exceptions.
struct AddWithExceptions<'a, C, F>(&'a mut Rows<C, F>);

impl<C: Curve, F: CurveLanes<C>> Step for AddWithExceptions<'_, C, F> {
    type Out = ();

    #[inline(always)]
    fn take(self) {
        let mut products = self.0.products::<true>();
        invert_first_vartime(&mut products, SIDE_BY_SIDE);
        self.0.sums::<true>(products);
    }
}

/// All lanes, as bits.
#[inline(always)]
pub(super) fn lanes<V: Register>() -> u8 {
    u8::MAX >> (8 - V::LANES)
}

/// The lanes in which a mask is true, as bits.
#[inline(always)]
pub(super) fn bits<F: PrimeLaneField>(mask: F::Mask) -> u8 {
    let mut bits = 0;
    for lane in 0..F::LANES {
        bits |= u8::from(declassify(mask.lane(lane), PUBLIC)) << lane;
    }
    bits
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
        let mut run = Q.point.x.minus(&P.point.x);
        let mut rise = Q.point.y.minus(&P.point.y);
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
