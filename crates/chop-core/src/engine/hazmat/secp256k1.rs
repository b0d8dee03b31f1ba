//! The group of secp256k1, O included, one at a time and many: what protocols are built of. Constant time in all arguments.
#![allow(non_snake_case)] // points are capital letters

pub use crate::engine::group::secp256k1::*;
use crate::engine::hazmat::weierstrass::functions_of_hazmat;

functions_of_hazmat!(crate::curve::secp256k1::Secp256k1);
