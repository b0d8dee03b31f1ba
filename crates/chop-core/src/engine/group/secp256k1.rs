//! Points of secp256k1, O included, one at a time, on any level: those operations that schemes are made of.

use crate::engine::weierstrass::group::functions_of_group;

functions_of_group!(crate::curve::secp256k1::Secp256k1);
