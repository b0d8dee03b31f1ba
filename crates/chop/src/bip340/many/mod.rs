//! The parts that need an allocator: many signatures at a time.

mod all;
mod each;
mod item;

pub use crate::combination::BatchError;
pub use all::verify_all_deterministic;
#[cfg(feature = "getrandom")]
pub use all::{find_invalid, verify_all};
pub use each::{verify_each, verify_each_into};
pub use item::{Item, KeyRef};
