//! Multiplications on SM2's curve for public scalars and points: time varies with both.
#![allow(non_snake_case)] // points are capital letters

use super::on_level;
use super::sm2_group::{self, Point};
use crate::cpu::Level;
use crate::ct::declassify;
use crate::curve::weierstrass::CurveField;
use crate::kernel::{Backend, Kernel, dispatch_one};
use crate::mul::weierstrass_vartime::mul_vartime;
use crate::scalar::nsm2::Scalar;
use crate::table::SM2_MULTIPLES;

on_level! {
    /// a·P + b·G for a P other than O.
    fn sum_vartime<B>(a: &[u64; 4], P: &Point, b: &[u64; 4]) -> Point {
        let P = P.load::<B::OneSm2>();
        let P = P.to_affine(&CurveField::invert(&P.Z));
        Point::store(&mul_vartime(a, &P, b, &SM2_MULTIPLES))
    }
}

/// a·P + b·G. Cost: about 256 doublings, 71 additions and one inversion.
pub fn double_base_vartime(level: Level, a: &Scalar, P: &Point, b: &Scalar) -> Point {
    if declassify(sm2_group::is_identity(level, P), "multiplication of public points") {
        return sum_vartime(level, &[0; 4], &Point::BASE, b.words());
    }
    sum_vartime(level, a.words(), P, b.words())
}
