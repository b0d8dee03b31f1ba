//! Hash compression functions over lanes: one source for one message and for eight at a time.
//!
//! A single long message is better hashed by the well-kept crates, and the crate `chop` does so; these
//! are for several independent messages, one per lane.

mod blocks;
pub mod sha512;
pub mod sm3;
