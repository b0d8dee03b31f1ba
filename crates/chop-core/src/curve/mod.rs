//! Points of edwards25519, curve25519 and the curve of SM2, generic over the field and so over the lanes.

pub mod decompress;
pub mod edwards;
pub mod elligator;
pub mod montgomery;
pub mod quad;
pub mod quad_ladder;
pub mod ristretto;
pub mod small_order;
pub mod square_root;
pub mod weierstrass;
