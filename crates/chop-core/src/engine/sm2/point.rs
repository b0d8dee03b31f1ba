//! Points of SM2's curve as bytes, and their secret multiples.
//!
//! Coordinates are 32 big-endian bytes each; a coordinate that is not below p is refused, never reduced.
#![allow(non_snake_case)] // points are capital letters

use crate::curve::jacobian::Curve;
use crate::curve::sm2::Sm2;
use crate::engine::weierstrass::point::{AffinePoint, functions_of_points};
use crate::field::big_endian::words_to_bytes;
use crate::field::fsm2::MODULUS;

/// A point of SM2's curve other than O, as canonical words: the same for every level, 64 bytes. Every such
/// value is on the curve; as the order is prime, every such point generates the group.
pub type Sm2Point = AffinePoint<Sm2>;

functions_of_points!(Sm2);

impl Sm2Point {
    /// a = p − 3 of the curve's equation y² = x³ + a·x + b, big endian.
    pub const A: [u8; 32] = words_to_bytes(&[MODULUS[0] - 3, MODULUS[1], MODULUS[2], MODULUS[3]]);
    /// b of the curve's equation, big endian.
    pub const B: [u8; 32] = words_to_bytes(&Sm2::B.words());
}
