//! What only protocols ask of the groups: a program that asks for schemes alone does not compile it.

pub mod edwards;
pub mod edwards_many;
#[cfg(feature = "alloc")]
pub mod edwards_sum_vartime;
pub mod edwards_vartime;
pub mod ristretto;
pub mod ristretto_many;
#[cfg(feature = "secp256k1")]
pub mod secp256k1;
#[cfg(feature = "secp256k1")]
pub mod secp256k1_vartime;
#[cfg(feature = "sm2")]
pub mod sm2;
#[cfg(feature = "sm2")]
pub mod sm2_vartime;
#[cfg(any(feature = "secp256k1", feature = "sm2"))]
mod weierstrass;
#[cfg(any(feature = "secp256k1", feature = "sm2"))]
mod weierstrass_vartime;
