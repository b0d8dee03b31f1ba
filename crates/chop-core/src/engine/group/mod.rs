//! The groups as such: points, multiples and sums that schemes are made of.

pub mod edwards;
pub mod sm2;
#[cfg(feature = "alloc")]
pub mod sum_vartime;
