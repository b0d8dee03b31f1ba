//! Points of edwards25519, of curve25519 and of Weierstrass curves, SM2's among them, generic over the field and so over the lanes.

pub mod decompress;
pub mod edwards;
pub mod elligator;
pub mod jacobian;
pub mod montgomery;
pub mod quad;
pub mod quad_ladder;
pub mod ristretto;
pub mod sm2;
pub mod small_order;
pub mod square_root;
