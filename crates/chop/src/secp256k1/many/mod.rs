//! The parts that need an allocator: many signatures at a time, and prepared keys.

mod each;
mod item;
mod prepared;
mod recover;
mod sign;

pub use each::{KeyCache, verify_each, verify_each_into};
pub use item::{Item, KeyRef};
pub use prepared::PreparedVerifyingKey;
pub use recover::{recover_addresses, recover_many};
#[cfg(feature = "getrandom")]
pub use sign::sign_many_hedged;
pub use sign::{keygen_many, sign_digests, sign_many, sign_many_hedged_with};
