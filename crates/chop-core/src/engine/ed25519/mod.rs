//! Ed25519: keys, signatures and the facts of verification.

pub mod decode;
pub mod facts;
#[cfg(feature = "alloc")]
pub mod prepared;
pub mod scalars;
pub mod sign;
pub mod small_part;
pub mod verify;
pub mod weights;
