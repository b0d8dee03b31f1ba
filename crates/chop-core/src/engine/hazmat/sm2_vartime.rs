//! Multiplications on SM2's curve for public scalars and points: time varies with both.
#![allow(non_snake_case)] // points are capital letters

use crate::engine::hazmat::weierstrass_vartime::functions_for_public_points;

functions_for_public_points!(crate::curve::sm2::Sm2);
