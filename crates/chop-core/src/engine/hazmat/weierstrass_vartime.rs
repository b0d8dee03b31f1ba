//! Multiplications on a Weierstrass curve for public scalars and points: time varies with both.
#![allow(non_snake_case)] // points are capital letters

use super::weierstrass;
use crate::cpu::Level;
use crate::ct::declassify;
use crate::engine::weierstrass::group::Point;
use crate::engine::weierstrass::{EngineCurve, Scalar};
use crate::field::Field;
#[cfg(feature = "alloc")]
use crate::mul::weierstrass::double_base_vartime::mul_sum_vartime;
use crate::run::{Job, One, run};

/// a·P + b·G for a P other than O.
fn sum_vartime<C: EngineCurve>(level: Level, a: &[u64; 4], P: &Point<C>, b: &[u64; 4]) -> Point<C> {
    run(level, SumVartime(a, P, b))
}

struct SumVartime<'a, C>(&'a [u64; 4], &'a Point<C>, &'a [u64; 4]);

impl<C: EngineCurve> Job for SumVartime<'_, C> {
    type Out = Point<C>;
    #[inline(always)]
    fn one<L: One>(self) -> Point<C> {
        let SumVartime(a, P, b) = self;
        let P = P.load::<C::Fe<L>>();
        let P = P.to_affine(&P.Z.invert());
        Point::store(&C::sum_vartime(a, &P, b))
    }
}

/// a·P + b·G. Cost: as [`DoubleBase::sum_vartime`](crate::mul::double_base_vartime::DoubleBase::sum_vartime), and one inversion.
pub(in crate::engine) fn double_base_vartime<C: EngineCurve>(
    level: Level,
    a: &Scalar<C>,
    P: &Point<C>,
    b: &Scalar<C>,
) -> Point<C> {
    if declassify(weierstrass::is_identity(level, P), "multiplication of public points") {
        return sum_vartime(level, &[0; 4], &Point::BASE, b.words());
    }
    sum_vartime(level, a.words(), P, b.words())
}

/// The least number of terms that go one per lane. Counted: the doublings of a group cost those of one lane and a half.
#[cfg(feature = "alloc")]
const SUM_IN_LANES_FROM: usize = 4;

/// Σ k_i·P_i. Cost: as [`mul_sum_vartime`]; where there are enough terms for lanes, as
/// [`multiscalar_mul`](weierstrass::multiscalar_mul).
///
/// # Panics
/// If the lengths differ.
#[cfg(feature = "alloc")]
pub(in crate::engine) fn multiscalar_mul_vartime<C: EngineCurve>(
    level: Level,
    scalars: &[Scalar<C>],
    points: &[Point<C>],
) -> Point<C> {
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    if level.lanes() > 1 && scalars.len() >= SUM_IN_LANES_FROM {
        return weierstrass::multiscalar_mul(level, scalars, points);
    }
    let words: alloc::vec::Vec<[u64; 4]> = scalars.iter().map(|k| *k.words()).collect();
    run(level, SumsVartime(&words, points))
}

#[cfg(feature = "alloc")]
struct SumsVartime<'a, C>(&'a [[u64; 4]], &'a [Point<C>]);

#[cfg(feature = "alloc")]
impl<C: EngineCurve> Job for SumsVartime<'_, C> {
    type Out = Point<C>;
    #[inline(always)]
    fn one<L: One>(self) -> Point<C> {
        let points: alloc::vec::Vec<_> = self.1.iter().map(Point::load::<C::Fe<L>>).collect();
        Point::store(&mul_sum_vartime(self.0, &points))
    }
}

/// The functions of this module for one curve.
macro_rules! functions_for_public_points {
    ($curve:ty) => {
        use crate::cpu::Level;
        use crate::engine::hazmat::weierstrass_vartime;
        use crate::engine::weierstrass::Scalar;
        use crate::engine::weierstrass::group::Point;

        /// a·P + b·G. Cost: as [`DoubleBase::sum_vartime`](crate::mul::double_base_vartime::DoubleBase::sum_vartime), and one
        /// inversion.
        pub fn double_base_vartime(
            level: Level,
            a: &Scalar<$curve>,
            P: &Point<$curve>,
            b: &Scalar<$curve>,
        ) -> Point<$curve> {
            weierstrass_vartime::double_base_vartime(level, a, P, b)
        }

        /// Σ k_i·P_i. Cost: as [`mul_sum_vartime`](crate::mul::weierstrass::double_base_vartime::mul_sum_vartime); in lanes, where
        /// there are enough terms, as `multiscalar_mul`.
        ///
        /// # Panics
        /// If the lengths differ.
        #[cfg(feature = "alloc")]
        pub fn multiscalar_mul_vartime(
            level: Level,
            scalars: &[Scalar<$curve>],
            points: &[Point<$curve>],
        ) -> Point<$curve> {
            weierstrass_vartime::multiscalar_mul_vartime(level, scalars, points)
        }
    };
}
pub(super) use functions_for_public_points;
