//! Sums of multiples of points of edwards25519 for public scalars and points: time varies with both.
#![allow(non_snake_case)] // points are capital letters

use super::edwards_many::to_affine_many;
use crate::cpu::Level;
use crate::curve::edwards::Extended;
use crate::curve::edwards::quad::Words;
use crate::engine::AffinePoint;
use crate::engine::group::edwards::Point;
use crate::engine::group::sum_vartime::{self, BUCKETS_IN_ONE_LANE_FROM, Quads, Term};
use crate::mul::edwards::quad_vartime;
use crate::mul::edwards::sum_vartime::mul_vartime;
use crate::run::{Job, One, run, run_wide};
use crate::scalar::digits;
use alloc::{vec, vec::Vec};

/// The least number of terms for which a public sum has buckets. Measured as those of [`sum_vartime`].
fn buckets_from(level: Level) -> usize {
    if level.lanes() == 1 { BUCKETS_IN_ONE_LANE_FROM } else { 240 }
}

/// Σ s_i·P_i for any points and public scalars below 2^253. Right for points with a part of small order.
///
/// Cost: as the sum, and for what is not done one by one 5M a point and one inversion for 32 groups of lanes.
///
/// # Panics
/// If the lengths differ.
pub fn multiscalar_mul_vartime(level: Level, scalars: &[[u64; 4]], points: &[Point]) -> Point {
    struct Few<'a>(&'a [[u64; 4]], &'a [Point]);
    impl Job for Few<'_> {
        type Out = Point;
        #[inline(always)]
        fn one<L: One>(self) -> Point {
            let points: Vec<Extended<L::F25519>> = self.1.iter().map(Point::load).collect();
            Point::store(&mul_vartime(self.0, &points))
        }
    }
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    if scalars.len() < buckets_from(level) {
        let Some(lanes) = level.in_lanes() else {
            return run(level, Few(scalars, points));
        };
        let words: Vec<Words> = points.iter().map(Point::words).collect();
        let term = |(scalar, point)| quad_vartime::Term { scalar, negative: false, point };
        let terms: Vec<_> = scalars.iter().zip(&words).map(term).collect();
        return run_wide(lanes, Quads(&terms, &[0; 4]));
    }
    let mut affine = vec![AffinePoint::IDENTITY; points.len()];
    to_affine_many(level, points, &mut affine);
    let mut terms = Vec::with_capacity(points.len());
    for (scalar, point) in scalars.iter().zip(&affine) {
        let bits = digits::length_vartime(scalar);
        terms.push(Term { scalar: *scalar, bits, negative: false, point });
    }
    sum_vartime::sum_vartime(level, &terms, &[0; 4])
}
