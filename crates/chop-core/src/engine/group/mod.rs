//! The groups as such, for protocols: points, multiples and sums.

pub mod edwards;
pub mod edwards_many;
pub mod edwards_vartime;
pub mod ristretto;
pub mod ristretto_many;
pub mod sm2;
pub mod sm2_vartime;
#[cfg(feature = "alloc")]
pub mod sum_vartime;
