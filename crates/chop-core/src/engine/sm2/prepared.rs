//! SM2 verification under a prepared key, whose multiples need no doublings.

use crate::curve::sm2::Sm2;
use crate::engine::weierstrass::prepared::{self, functions_of_prepared_keys};

/// The comb of a key, and the code that verifies under it.
pub type PreparedKey = prepared::PreparedKey<Sm2>;

functions_of_prepared_keys!(Sm2);
