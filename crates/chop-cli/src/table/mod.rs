//! Tables of signatures: a row holds a public key, a message and a signature.
//!
//! ```text
//! input ──► reader ──► pipeline ──► row ──► verify ──► pipeline ──► the command
//! bytes     records    chunks       fields  verdicts   in order
//! ```
//!
//! Memory stays bounded for every input: records longer than [`RECORD`] are malformed and skipped, and the
//! chunks under way hold at most about [`pipeline::IN_FLIGHT`] bytes.

pub(crate) mod input;
pub(crate) mod layout;
pub(crate) mod pipeline;
pub(crate) mod reader;
pub(crate) mod row;
pub(crate) mod verify;

/// The longest record: 64 MiB.
pub(crate) const RECORD: usize = 64 << 20;
