//! The group of SM2's curve: its order and the tables of its base point.

#![allow(non_snake_case)] // points are capital letters

use super::weierstrass::group_vartime::{self, Multiples};
use super::weierstrass::{BaseMultiples, DoubleBase, double_base_vartime, tables_of_group};
use crate::curve::jacobian::{Affine, CurveField, CurveLanes, Jacobian};
use crate::curve::sm2::Sm2;
use crate::scalar::nsm2;
use crate::table::weierstrass::sm2 as tables;

tables_of_group!(Sm2, nsm2, tables);

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
    fn sum_lanes<F: CurveLanes<Self>, M: Multiples<Self, F>>(
        a: &[F::Vector; 4],
        table: &M,
        b: &[F::Vector; 4],
    ) -> Jacobian<Self, F> {
        group_vartime::mul_lanes(a, table, b)
    }
}
