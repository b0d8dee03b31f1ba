//! Signatures that say more than R and S: with their key, a use, a time, or a comment.

pub(crate) mod git;
pub(crate) mod minisign;
pub(crate) mod sshsig;
