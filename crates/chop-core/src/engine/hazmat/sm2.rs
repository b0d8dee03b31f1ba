//! The group of SM2's curve, O included, one at a time and many: what protocols are built of. Constant time in all arguments.
#![allow(non_snake_case)] // points are capital letters

pub use crate::engine::group::sm2::*;
use crate::engine::hazmat::weierstrass::functions_of_hazmat;

functions_of_hazmat!(crate::curve::sm2::Sm2);
