//! Points of edwards25519 and curve25519, generic over the field and so over the lanes.

pub mod decompress;
pub mod edwards;
pub mod montgomery;
pub mod small_order;
