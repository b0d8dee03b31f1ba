//! Eight lanes as an array of eight integers.

use super::portable::{each_lane, product, register_of_words, vector_of_words};
use super::{Eight, LaneMasks, Register, Step, Vector, unbundle};
use crate::ct;

register_of_words! {
    /// Eight unsigned 64-bit integers.
    U64x8: 8, Eight
}
vector_of_words!(U64x8: 8);
