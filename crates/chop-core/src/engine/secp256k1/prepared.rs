//! ECDSA verification under a prepared key, whose multiples need no doublings.

use crate::curve::secp256k1::Secp256k1;
use crate::engine::weierstrass::prepared::{self, functions_of_prepared_keys};

/// The comb of a key, and the code that verifies under it.
pub type PreparedKey = prepared::PreparedKey<Secp256k1>;

functions_of_prepared_keys!(Secp256k1);
