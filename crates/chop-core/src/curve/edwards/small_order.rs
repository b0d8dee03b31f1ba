//! Points of order 1, 2, 4 or 8, found by arithmetic and never by a list of encodings.

use super::{Extended, Projective};
use crate::field::f25519::F25519;
use crate::field::{LaneMask, Sum};

/// Whether the order of P divides 8, per lane. Cost: 2S.
///
/// 8·P is neutral exactly when 4·P is (0, 1) or (0, −1), the two points with x = 0. Doubling makes
/// x(2P) a multiple of x·y and y(2P) one of y² + x², so x(4P) = 0 exactly when x·y·(x² + y²) = 0.
#[inline(always)]
pub fn is_small_order<F: F25519>(point: &Projective<F>) -> F::Mask {
    let squares = point.X.sqr().add(&point.Y.sqr()).carry();
    point.X.is_zero().or(point.Y.is_zero()).or(squares.is_zero())
}

/// 8·P. Cost: 3 doublings.
#[inline(always)]
pub fn mul_by_cofactor<F: F25519>(point: &Projective<F>) -> Extended<F> {
    point.double().to_projective().double().to_projective().double().to_extended()
}
