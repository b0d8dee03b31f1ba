//! Four lanes as an array of four integers.

use super::portable::{
    HALF, each_lane, multiply_add, product, products_of_words, register_of_words, vector_of_words,
};
use super::{Doubles, Four, LaneMasks, Madd52, Register, Step, Vector, unbundle};
use crate::ct;

register_of_words! {
    /// Four unsigned 64-bit integers.
    U64x4: 4, Four
}
products_of_words!(U64x4: 4);
vector_of_words!(U64x4: 4);
