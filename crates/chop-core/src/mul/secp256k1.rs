//! The group of secp256k1: its order and the tables of its base point.

#![allow(non_snake_case)] // points are capital letters

use super::weierstrass::group_vartime::Multiples;
use super::weierstrass::{DoubleBase, EndomorphicGroup, endomorphism_vartime, tables_of_group};
use crate::curve::jacobian::{Affine, CurveField, CurveLanes, Jacobian};
use crate::curve::secp256k1::Secp256k1;
use crate::scalar::nsecp256k1;
use crate::table::weierstrass::secp256k1 as tables;

tables_of_group!(Secp256k1, nsecp256k1, tables);

impl EndomorphicGroup for Secp256k1 {
    type Halved = nsecp256k1::NSecp256k1;
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
    fn sum_lanes<F: CurveLanes<Self>, M: Multiples<Self, F>>(
        a: &[F::Vector; 4],
        table: &M,
        b: &[F::Vector; 4],
    ) -> Jacobian<Self, F> {
        endomorphism_vartime::mul_lanes(a, table, b)
    }
}
