//! Multiplications of points of edwards25519 for public scalars and points: time varies with both.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::edwards::Point;
use super::on_level;
use crate::cpu::{InLanes, Level};
use crate::curve::quad::Words;
use crate::kernel::{Backend, Kernel, dispatch_lanes, dispatch_one};
use crate::mul::double_base_vartime::{
    mul_base_vartime as base, mul_interleaved_vartime, mul_prepared_vartime,
};
use crate::mul::quad_vartime::{self, Term};
use crate::table::Comb;

/// Σ s·P + b·B over four lanes (`mul/quad_vartime.rs`).
struct Spread<'a, const N: usize> {
    terms: [(&'a [u64; 4], Words); N],
    /// b.
    base: &'a [u64; 4],
}

impl<const N: usize> Spread<'_, N> {
    fn sum(self, lanes: InLanes) -> Point {
        dispatch_lanes(lanes, self)
    }
}

impl<const N: usize> Kernel for Spread<'_, N> {
    type Output = Point;
    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> Point {
        let mut terms = [Term { scalar: self.base, negative: false, point: &Words::IDENTITY }; N];
        for i in 0..N {
            (terms[i].scalar, terms[i].point) = (self.terms[i].0, &self.terms[i].1);
        }
        let sum = quad_vartime::mul_vartime::<B::Vector4, N>(terms, self.base);
        Point::store(&sum.to_extended::<B::One>())
    }
}

/// s·P for any scalar below 2^256. Cost: a doubling a bit, an addition for six, a table of 8 points; over four
/// lanes where there are any.
pub fn mul_vartime(level: Level, scalar: &[u64; 4], P: &Point) -> Point {
    double_base_vartime(level, scalar, P, &[0; 4])
}

/// a·A + b·B for any a below 2^256 and b below ℓ. Cost: as [`mul_vartime`], and 32 additions.
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

on_level! {
    /// b·B for a scalar below ℓ. Cost: at most 51 additions of 7M.
    pub fn mul_base_vartime<B>(b: &[u64; 4]) -> Point {
        Point::store(&base::<B::One>(b))
    }

    fn double_base_in_one_lane<B>(a: &[u64; 4], A: &Point, b: &[u64; 4]) -> Point {
        Point::store(&mul_interleaved_vartime([(a, &A.load::<B::One>())], b))
    }

    fn double_in_one_lane<B>(a: &[u64; 4], A: &Point, b: &[u64; 4], P: &Point) -> Point {
        let (A, P) = (A.load::<B::One>(), P.load::<B::One>());
        Point::store(&mul_interleaved_vartime([(a, &A), (b, &P)], &[0; 4]))
    }

    /// a·A + b·B for scalars below ℓ, by the comb of A. Cost: at most 75 additions of 7M.
    pub fn double_comb_vartime<B>(a: &[u64; 4], comb: &Comb, b: &[u64; 4]) -> Point {
        Point::store(&mul_prepared_vartime::<B::One>(a, comb, b))
    }
}
