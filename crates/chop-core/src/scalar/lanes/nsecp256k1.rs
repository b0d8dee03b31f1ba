//! Integers modulo n, the order of secp256k1's base point, one in each lane of any vector: see `full_order.rs`.

use super::LaneModulus;
use crate::scalar::nsecp256k1::NSecp256k1;

/// An integer modulo n in each lane.
pub type Scalars<V> = super::Scalars<NSecp256k1, V>;

impl LaneModulus for NSecp256k1 {}
