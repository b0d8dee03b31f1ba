//! Points of order 1, 2, 4 or 8, found by arithmetic and never by a list of encodings.

use super::edwards::{Extended, Projective};
use crate::field::f25519::F25519;

/// Whether the order of P divides 8, per lane. Cost: 2 doublings.
///
/// 8·P is neutral exactly when 4·P is (0, 1) or (0, −1), the two points with x = 0.
#[inline(always)]
pub fn is_small_order<F: F25519>(point: &Projective<F>) -> F::Mask {
    let doubled = point.double().to_projective().double().to_projective();
    doubled.X.is_zero()
}

/// 8·P. Cost: 3 doublings.
#[inline(always)]
pub fn mul_by_cofactor<F: F25519>(point: &Extended<F>) -> Extended<F> {
    point.double().to_projective().double().to_projective().double().to_extended()
}
