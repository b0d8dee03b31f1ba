//! The group of secp256k1: its order and the tables of its base point.

use super::weierstrass::{EndomorphicGroup, tables_of_group};
use crate::curve::secp256k1::Secp256k1;
use crate::scalar::nsecp256k1;
use crate::table::weierstrass::secp256k1 as tables;

tables_of_group!(Secp256k1, nsecp256k1, tables);

impl EndomorphicGroup for Secp256k1 {
    type Halved = nsecp256k1::NSecp256k1;
}
