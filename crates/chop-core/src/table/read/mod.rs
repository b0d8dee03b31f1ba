//! Entries of tables by their digits: constant time for secret digits, direct for public ones.

pub mod edwards;
pub mod jacobian;
