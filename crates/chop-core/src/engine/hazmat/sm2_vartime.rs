//! Multiplications on SM2's curve for public scalars and points: time varies with both.
#![allow(non_snake_case)] // points are capital letters

use super::sm2::{self, Point};
use crate::cpu::Level;
use crate::ct::declassify;
use crate::field::Field;
#[cfg(feature = "alloc")]
use crate::mul::weierstrass::double_base_vartime::mul_sum_vartime;
use crate::mul::weierstrass::double_base_vartime::mul_vartime;
use crate::run::{Job, One, run};
use crate::scalar::nsm2::Scalar;
use crate::table::weierstrass::sm2::MULTIPLES;

/// a·P + b·G for a P other than O.
fn sum_vartime(level: Level, a: &[u64; 4], P: &Point, b: &[u64; 4]) -> Point {
    run(level, SumVartime(a, P, b))
}

struct SumVartime<'a>(&'a [u64; 4], &'a Point, &'a [u64; 4]);

impl Job for SumVartime<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let SumVartime(a, P, b) = self;
        let P = P.load::<L::FSm2>();
        let P = P.to_affine(&P.Z.invert());
        Point::store(&mul_vartime(a, &P, b, &MULTIPLES.0))
    }
}

/// a·P + b·G. Cost: as [`mul_vartime`], and one inversion.
pub fn double_base_vartime(level: Level, a: &Scalar, P: &Point, b: &Scalar) -> Point {
    if declassify(sm2::is_identity(level, P), "multiplication of public points") {
        return sum_vartime(level, &[0; 4], &Point::BASE, b.words());
    }
    sum_vartime(level, a.words(), P, b.words())
}

/// The least number of terms that go one per lane. Counted: the doublings of a group cost those of one lane and a half.
#[cfg(feature = "alloc")]
const SUM_IN_LANES_FROM: usize = 4;

/// Σ k_i·P_i. Cost: as [`mul_sum_vartime`]; where there are enough terms for lanes, as
/// [`multiscalar_mul`](sm2::multiscalar_mul).
///
/// # Panics
/// If the lengths differ.
#[cfg(feature = "alloc")]
pub fn multiscalar_mul_vartime(level: Level, scalars: &[Scalar], points: &[Point]) -> Point {
    use alloc::vec::Vec;
    struct Sum<'a>(&'a [[u64; 4]], &'a [Point]);
    impl Job for Sum<'_> {
        type Out = Point;
        #[inline(always)]
        fn one<L: One>(self) -> Point {
            let points: Vec<_> = self.1.iter().map(Point::load::<L::FSm2>).collect();
            Point::store(&mul_sum_vartime(self.0, &points))
        }
    }
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    if level.lanes() > 1 && scalars.len() >= SUM_IN_LANES_FROM {
        return sm2::multiscalar_mul(level, scalars, points);
    }
    let words: Vec<[u64; 4]> = scalars.iter().map(|k| *k.words()).collect();
    run(level, Sum(&words, points))
}
