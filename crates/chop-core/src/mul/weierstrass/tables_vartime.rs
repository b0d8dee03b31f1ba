//! 1·P … 16·P, affine, for many groups of eight points of a Weierstrass curve together. For public points.
//!
//! As in [`affine`](super::affine) one inversion serves all additions that wait side by side, here those
//! of one of four steps: from 1·P … h·P come (h + j)·P for j < h and the double of h·P, for h = 1, 2, 4 and 8. The order of P is a
//! prime above 16, so that no two of these are equal or opposite, and no y is 0.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::affine::{SIDE_BY_SIDE, product, side_by_side, third_x, third_y};
use crate::curve::jacobian::{Affine, Curve, CurveLanes};
use crate::field::Sum;
use crate::field::inverses_vartime::invert_first_vartime;
use alloc::vec::Vec;

/// Multiples of a point.
pub const MULTIPLES: usize = 16;

/// 1·P … 16·P of groups of points.
pub struct Tables<C, F> {
    groups: usize,
    /// (j + 1)·P of group g at j·groups + g.
    points: Vec<Affine<C, F>>,
}

impl<C: Curve, F: CurveLanes<C>> Tables<C, F> {
    /// The tables of groups of points other than O; as many groups as go side by side, or a multiple of that.
    ///
    /// Cost: 75M + 17S per group, and four inversions for all groups. Heap: 10 KB per group.
    #[inline(always)]
    pub fn new(points: &[Affine<C, F>]) -> Self {
        debug_assert!(points.len().is_multiple_of(SIDE_BY_SIDE));
        let mut tables =
            Tables { groups: points.len(), points: Vec::with_capacity(points.len() * MULTIPLES) };
        tables.points.extend_from_slice(points);
        let mut half = 1;
        while half < MULTIPLES {
            tables.double_all(half);
            half *= 2;
        }
        tables
    }

    /// How many groups there are.
    #[inline(always)]
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// (j + 1)·P of a group.
    #[inline(always)]
    pub fn multiple(&self, group: usize, j: usize) -> &Affine<C, F> {
        &self.points[j * self.groups + group]
    }

    /// From the first `half` multiples as many again, in all tables.
    #[inline(always)]
    fn double_all(&mut self, half: usize) {
        let mut products = [F::one(); SIDE_BY_SIDE];
        for j in 0..half {
            for group in (0..self.groups).step_by(SIDE_BY_SIDE) {
                // The place of the result has the product of what is inverted before it, until the result is there.
                self.points.push(Affine::new(products[0], products[0]));
                self.points.push(Affine::new(products[1], products[1]));
                products = side_by_side!(i => product(&products[i], &self.run(group + i, half, j)));
            }
        }
        let mut inverses = products;
        invert_first_vartime(&mut inverses, SIDE_BY_SIDE);
        for j in (0..half).rev() {
            for group in (0..self.groups).step_by(SIDE_BY_SIDE).rev() {
                let runs = side_by_side!(i => self.run(group + i, half, j));
                let own = side_by_side!(i => product(&inverses[i], &self.multiple(group + i, half + j).x));
                inverses = side_by_side!(i => product(&inverses[i], &runs[i]));
                let slopes = side_by_side!(i => product(&own[i], &self.rise(group + i, half, j)));
                let x = side_by_side!(i => {
                    third_x(&slopes[i], self.multiple(group + i, half - 1), self.multiple(group + i, j))
                });
                let y = side_by_side!(i => third_y(&slopes[i], self.multiple(group + i, half - 1), &x[i]));
                for i in 0..SIDE_BY_SIDE {
                    self.points[(half + j) * self.groups + group + i] = Affine::new(x[i], y[i]);
                }
            }
        }
    }

    /// The denominator of λ: the difference of x, or 2·y for the double.
    #[inline(always)]
    fn run(&self, group: usize, half: usize, j: usize) -> F {
        let P = self.multiple(group, half - 1);
        if j + 1 == half { P.y.widen().double().carry() } else { self.multiple(group, j).x.minus(&P.x) }
    }

    /// The other part of λ: the difference of y, or 3·x² + a for the double.
    #[inline(always)]
    fn rise(&self, group: usize, half: usize, j: usize) -> F {
        let P = self.multiple(group, half - 1);
        if j + 1 == half { P.tangent_rise() } else { self.multiple(group, j).y.minus(&P.y) }
    }
}
