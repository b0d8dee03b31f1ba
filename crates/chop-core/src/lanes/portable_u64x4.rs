//! Four lanes as an array of four integers.

use super::portable::{each_lane, product, register_of_words, vector_of_words};
use super::{Four, LaneMasks, Register, Step, Vector, unbundle};
use crate::ct;

register_of_words! {
    /// Four unsigned 64-bit integers.
    U64x4: 4, Four
}
vector_of_words!(U64x4: 4);
