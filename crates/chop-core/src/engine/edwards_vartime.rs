//! Multiplications of points of edwards25519 for public scalars and points: time varies with both.
#![allow(non_snake_case)] // points are capital letters

use super::edwards::Point;
use super::on_level;
use crate::cpu::Level;
use crate::kernel::{Backend, Kernel, dispatch_one};
use crate::mul::double_base_vartime::{
    mul_base_vartime as base, mul_interleaved_vartime, mul_prepared_vartime,
};
use crate::table::Comb;

on_level! {
    /// s·P for any scalar below 2^256. Cost: a doubling a bit, an addition for six, a table of 8 points.
    pub fn mul_vartime<B>(scalar: &[u64; 4], P: &Point) -> Point {
        Point::store(&mul_interleaved_vartime([(scalar, &P.load::<B::One>())], &[0; 4]))
    }

    /// b·B for a scalar below ℓ. Cost: at most 51 additions of 7M.
    pub fn mul_base_vartime<B>(b: &[u64; 4]) -> Point {
        Point::store(&base::<B::One>(b))
    }

    /// a·A + b·B for any scalars below 2^256. Cost: as [`mul_vartime`], and 28 additions.
    pub fn double_base_vartime<B>(a: &[u64; 4], A: &Point, b: &[u64; 4]) -> Point {
        Point::store(&mul_interleaved_vartime([(a, &A.load::<B::One>())], b))
    }

    /// a·A + b·P for any scalars below 2^256.
    pub fn double_vartime<B>(a: &[u64; 4], A: &Point, b: &[u64; 4], P: &Point) -> Point {
        let (A, P) = (A.load::<B::One>(), P.load::<B::One>());
        Point::store(&mul_interleaved_vartime([(a, &A), (b, &P)], &[0; 4]))
    }

    /// a·A + b·B for scalars below ℓ, by the comb of A. Cost: at most 102 additions of 7M.
    pub fn double_comb_vartime<B>(a: &[u64; 4], comb: &Comb, b: &[u64; 4]) -> Point {
        Point::store(&mul_prepared_vartime::<B::One>(a, comb, b))
    }
}
