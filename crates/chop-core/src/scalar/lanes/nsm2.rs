//! Integers modulo n, the order of SM2's base point, one in each lane of any vector: see `full_order.rs`.

use super::LaneModulus;
use crate::scalar::nsm2::NSm2;

/// An integer modulo n in each lane.
pub type Scalars<V> = super::Scalars<NSm2, V>;

impl LaneModulus for NSm2 {}
