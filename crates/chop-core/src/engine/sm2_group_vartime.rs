//! Multiplications on SM2's curve for public scalars and points: time varies with both.
#![allow(non_snake_case)] // points are capital letters

#[cfg(feature = "alloc")]
use super::crossover::sum_in_lanes_pays_from;
use super::on_level;
use super::sm2_group::{self, Point};
use crate::cpu::Level;
use crate::ct::declassify;
use crate::curve::weierstrass::CurveField;
use crate::kernel::{Backend, Kernel, dispatch_one};
#[cfg(feature = "alloc")]
use crate::mul::weierstrass_vartime::mul_sum_vartime;
use crate::mul::weierstrass_vartime::mul_vartime;
use crate::scalar::nsm2::Scalar;
use crate::table::SM2_MULTIPLES;

on_level! {
    /// a·P + b·G for a P other than O.
    fn sum_vartime<B>(a: &[u64; 4], P: &Point, b: &[u64; 4]) -> Point {
        let P = P.load::<B::OneSm2>();
        let P = P.to_affine(&CurveField::invert(&P.Z));
        Point::store(&mul_vartime(a, &P, b, &SM2_MULTIPLES.0))
    }
}

/// a·P + b·G. Cost: about 256 doublings, 71 additions and one inversion.
pub fn double_base_vartime(level: Level, a: &Scalar, P: &Point, b: &Scalar) -> Point {
    if declassify(sm2_group::is_identity(level, P), "multiplication of public points") {
        return sum_vartime(level, &[0; 4], &Point::BASE, b.words());
    }
    sum_vartime(level, a.words(), P, b.words())
}

/// Σ k_i·P_i. Cost: about 256 doublings, and for each term 51 additions; where there are enough terms for lanes, as
/// [`multiscalar_mul`](sm2_group::multiscalar_mul).
///
/// # Panics
/// If the lengths differ.
#[cfg(feature = "alloc")]
pub fn multiscalar_mul_vartime(level: Level, scalars: &[Scalar], points: &[Point]) -> Point {
    use alloc::vec::Vec;
    struct Sum<'a>(&'a [[u64; 4]], &'a [Point]);
    impl Kernel for Sum<'_> {
        type Output = Point;
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> Point {
            let points: Vec<_> = self.1.iter().map(Point::load::<B::OneSm2>).collect();
            Point::store(&mul_sum_vartime(self.0, &points))
        }
    }
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    if scalars.len() >= sum_in_lanes_pays_from(level) && level.lanes() > 1 {
        return sm2_group::multiscalar_mul(level, scalars, points);
    }
    let words: Vec<[u64; 4]> = scalars.iter().map(|k| *k.words()).collect();
    dispatch_one(level, Sum(&words, points))
}
