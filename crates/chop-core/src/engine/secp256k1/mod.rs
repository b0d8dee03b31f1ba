//! ECDSA over secp256k1 (SEC 1, 4.1; SEC 2, 2.4.1): keys, signatures, the facts of verification, and recovered keys.

pub mod point;
#[cfg(feature = "alloc")]
pub mod prepared;
pub mod recover;
pub mod schnorr;
#[cfg(feature = "alloc")]
pub mod schnorr_batch;
pub mod sign;
pub mod verify;
