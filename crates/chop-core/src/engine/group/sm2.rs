//! Points of SM2's curve, O included, one at a time, on any level: those operations that the scheme is made of.

use crate::engine::weierstrass::group::functions_of_group;

functions_of_group!(crate::curve::sm2::Sm2);
