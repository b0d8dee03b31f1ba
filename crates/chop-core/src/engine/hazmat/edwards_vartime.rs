//! Multiplications of points of edwards25519 for public scalars and points: time varies with both.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::edwards::Point;
use crate::cpu::{InLanes, Level};
use crate::curve::edwards::quad::Words;
use crate::mul::edwards::double_base_vartime::{
    mul_base_vartime as base, mul_interleaved_vartime, mul_prepared_vartime,
};
use crate::mul::edwards::quad_vartime;
use crate::run::{Job, One, Wide, WideJob, run, run_wide};
use crate::table::Comb;

/// Σ s·P + b·B over four lanes (`mul/edwards/quad_vartime.rs`).
struct Spread<'a, const N: usize> {
    terms: [(&'a [u64; 4], Words); N],
    /// b.
    base: &'a [u64; 4],
}

impl<const N: usize> Spread<'_, N> {
    fn sum(self, lanes: InLanes) -> Point {
        run_wide(lanes, self)
    }
}

impl<const N: usize> WideJob for Spread<'_, N> {
    type Out = Point;
    #[inline(always)]
    fn wide<L: Wide>(self) -> Point {
        let mut terms =
            [quad_vartime::Term { scalar: self.base, negative: false, point: &Words::IDENTITY }; N];
        for i in 0..N {
            (terms[i].scalar, terms[i].point) = (self.terms[i].0, &self.terms[i].1);
        }
        let sum = quad_vartime::mul_vartime::<L::Quad, N>(terms, self.base);
        Point::store(&sum.to_extended::<L::F25519>())
    }
}

/// s·P for any scalar below 2^256. Cost: a doubling a bit, an addition for six, a table of 8 points; over four
/// lanes where there are any.
pub fn mul_vartime(level: Level, scalar: &[u64; 4], P: &Point) -> Point {
    double_base_vartime(level, scalar, P, &[0; 4])
}

/// a·A + b·B for any a below 2^256 and b below ℓ. Cost: as [`mul_vartime`] and [`mul_base_vartime`] together.
pub fn double_base_vartime(level: Level, a: &[u64; 4], A: &Point, b: &[u64; 4]) -> Point {
    match level.in_lanes() {
        Some(lanes) => Spread { terms: [(a, A.words())], base: b }.sum(lanes),
        None => double_base_in_one_lane(level, a, A, b),
    }
}

/// a·A + b·P for any scalars below 2^256.
pub fn double_vartime(level: Level, a: &[u64; 4], A: &Point, b: &[u64; 4], P: &Point) -> Point {
    match level.in_lanes() {
        Some(lanes) => Spread { terms: [(a, A.words()), (b, P.words())], base: &[0; 4] }.sum(lanes),
        None => double_in_one_lane(level, a, A, b, P),
    }
}

/// b·B for a scalar below ℓ. Cost: as [`mul_base_vartime`](crate::mul::edwards::double_base_vartime::mul_base_vartime).
pub fn mul_base_vartime(level: Level, b: &[u64; 4]) -> Point {
    run(level, MulBaseVartime(b))
}

struct MulBaseVartime<'a>(&'a [u64; 4]);

impl Job for MulBaseVartime<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let MulBaseVartime(b) = self;
        Point::store(&base::<L::F25519>(b))
    }
}

fn double_base_in_one_lane(level: Level, a: &[u64; 4], A: &Point, b: &[u64; 4]) -> Point {
    run(level, DoubleBaseInOneLane(a, A, b))
}

struct DoubleBaseInOneLane<'a>(&'a [u64; 4], &'a Point, &'a [u64; 4]);

impl Job for DoubleBaseInOneLane<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let DoubleBaseInOneLane(a, A, b) = self;
        Point::store(&mul_interleaved_vartime([(a, &A.load::<L::F25519>())], b))
    }
}

fn double_in_one_lane(level: Level, a: &[u64; 4], A: &Point, b: &[u64; 4], P: &Point) -> Point {
    run(level, DoubleInOneLane(a, A, b, P))
}

struct DoubleInOneLane<'a>(&'a [u64; 4], &'a Point, &'a [u64; 4], &'a Point);

impl Job for DoubleInOneLane<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let DoubleInOneLane(a, A, b, P) = self;
        let (A, P) = (A.load::<L::F25519>(), P.load::<L::F25519>());
        Point::store(&mul_interleaved_vartime([(a, &A), (b, &P)], &[0; 4]))
    }
}

/// a·A + b·B for scalars below ℓ, by the comb of A. Cost: as [`mul_prepared_vartime`].
pub fn double_comb_vartime(level: Level, a: &[u64; 4], comb: &Comb, b: &[u64; 4]) -> Point {
    run(level, DoubleCombVartime(a, comb, b))
}

struct DoubleCombVartime<'a>(&'a [u64; 4], &'a Comb, &'a [u64; 4]);

impl Job for DoubleCombVartime<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let DoubleCombVartime(a, comb, b) = self;
        Point::store(&mul_prepared_vartime::<L::F25519>(a, comb, b))
    }
}
