//! Points of secp256k1 as bytes, and their secret multiples.
//!
//! Coordinates are 32 big-endian bytes each; a coordinate that is not below p is refused, never reduced.

use crate::curve::secp256k1::Secp256k1;
use crate::engine::weierstrass::point::{AffinePoint, functions_of_points};

/// A point of secp256k1 other than O, as canonical words: the same for every level, 64 bytes. Every such
/// value is on the curve; as the order is prime, every such point generates the group.
pub type Secp256k1Point = AffinePoint<Secp256k1>;

functions_of_points!(Secp256k1);
