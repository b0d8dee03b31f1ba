//! The parts that need an allocator: many signatures at a time, and prepared keys.

mod all;
mod each;
mod item;
mod prepared;
mod sign;

pub use crate::verdicts::Verdicts;
pub use all::{BatchError, verify_all_deterministic};
#[cfg(feature = "getrandom")]
pub use all::{find_invalid, verify_all};
pub use each::{KeyCache, verify_each, verify_each_into};
pub use item::{Item, KeyRef};
pub use prepared::PreparedVerifyingKey;
pub use sign::{keygen_many, sign_many};
