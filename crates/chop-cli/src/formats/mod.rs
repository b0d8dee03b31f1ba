//! Forms of other programs: signatures that say more than R and S, with their key, a use, a time, or a comment, and keys in text.

pub(crate) mod cose;
pub(crate) mod git;
pub(crate) mod jws;
pub(crate) mod minisign;
pub(crate) mod sshsig;
pub(crate) mod text_keys;
