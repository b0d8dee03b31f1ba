//! The groups as such: points, multiples and sums that schemes are made of.
#![allow(non_snake_case)] // points are capital letters

pub mod edwards;
#[cfg(feature = "secp256k1")]
pub mod secp256k1;
#[cfg(feature = "sm2")]
pub mod sm2;
#[cfg(feature = "alloc")]
pub mod sum_vartime;
