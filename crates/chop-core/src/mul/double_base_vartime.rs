//! The way to a·P + b·G on each Weierstrass curve, for public scalars below n in little-endian words.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

#[cfg(feature = "alloc")]
use super::weierstrass::group_vartime::AffineMultiples;
use super::weierstrass::group_vartime::{self, Multiples};
use super::weierstrass::{BaseMultiples, double_base_vartime, endomorphism_vartime};
use crate::curve::jacobian::{Affine, CurveField, CurveLanes, Jacobian};
use crate::curve::secp256k1::Secp256k1;
use crate::curve::sm2::Sm2;

/// A group with a way to a·P + b·G.
pub trait DoubleBase: BaseMultiples {
    /// In one lane.
    fn sum_vartime<F: CurveField<Self>>(a: &[u64; 4], P: &Affine<Self, F>, b: &[u64; 4])
    -> Jacobian<Self, F>;

    /// One per lane, given the multiples of P. Where Z is 0: see [`group_vartime`].
    fn sum_lanes_vartime<F: CurveLanes<Self>, M: Multiples<Self, F>>(
        a: &[F::Vector; 4],
        table: &M,
        b: &[F::Vector; 4],
    ) -> Jacobian<Self, F>;

    /// Whether two groups side by side take less time than one after the other.
    const SIDE_BY_SIDE: bool = false;

    /// [`DoubleBase::sum_lanes_vartime`] of two groups, with affine multiples.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn sums_side_by_side_vartime<F: CurveLanes<Self>>(
        a: &[[F::Vector; 4]; 2],
        tables: &[AffineMultiples<F::Vector>; 2],
        b: &[[F::Vector; 4]; 2],
    ) -> [Jacobian<Self, F>; 2] {
        let mut sums = [Jacobian::identity(); 2];
        for g in 0..2 {
            sums[g] = Self::sum_lanes_vartime(&a[g], &tables[g], &b[g]);
        }
        sums
    }
}

impl DoubleBase for Sm2 {
    #[inline(always)]
    fn sum_vartime<F: CurveField<Self>>(
        a: &[u64; 4],
        P: &Affine<Self, F>,
        b: &[u64; 4],
    ) -> Jacobian<Self, F> {
        double_base_vartime::mul_vartime(a, P, b, Self::multiples())
    }

    #[inline(always)]
    fn sum_lanes_vartime<F: CurveLanes<Self>, M: Multiples<Self, F>>(
        a: &[F::Vector; 4],
        table: &M,
        b: &[F::Vector; 4],
    ) -> Jacobian<Self, F> {
        group_vartime::mul_lanes(a, table, b)
    }
}

impl DoubleBase for Secp256k1 {
    #[inline(always)]
    fn sum_vartime<F: CurveField<Self>>(
        a: &[u64; 4],
        P: &Affine<Self, F>,
        b: &[u64; 4],
    ) -> Jacobian<Self, F> {
        endomorphism_vartime::mul_vartime(a, P, b)
    }

    #[inline(always)]
    fn sum_lanes_vartime<F: CurveLanes<Self>, M: Multiples<Self, F>>(
        a: &[F::Vector; 4],
        table: &M,
        b: &[F::Vector; 4],
    ) -> Jacobian<Self, F> {
        endomorphism_vartime::mul_lanes(a, table, b)
    }

    const SIDE_BY_SIDE: bool = true;

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn sums_side_by_side_vartime<F: CurveLanes<Self>>(
        a: &[[F::Vector; 4]; 2],
        tables: &[AffineMultiples<F::Vector>; 2],
        b: &[[F::Vector; 4]; 2],
    ) -> [Jacobian<Self, F>; 2] {
        endomorphism_vartime::mul_side_by_side(a, tables, b)
    }
}
