//! Eight lanes as an array of eight integers.

use super::portable::{
    HALF, each_lane, multiply_add, product, products_of_words, register_of_words, vector_of_words,
};
use super::{Doubles, Eight, LaneMasks, Madd52, Register, Step, Vector, unbundle};
use crate::ct;

register_of_words! {
    /// Eight unsigned 64-bit integers.
    U64x8: 8, Eight
}
products_of_words!(U64x8: 8);
vector_of_words!(U64x8: 8);
