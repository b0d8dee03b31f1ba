//! SM2: keys, signatures and the facts of verification.

pub mod point;
#[cfg(feature = "alloc")]
pub mod prepared;
pub mod sign;
pub mod verify;
