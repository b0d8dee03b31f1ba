//! How many words of the stack calls of ECDSA and BIP 340 wipe, by what was there.

/// Words wiped after a secret was moved to its place, of whose copies nothing is known but that they are near.
pub(crate) const MOVE: usize = 64;
/// Words wiped after a nonce.
pub(crate) const NONCE: usize = 256;
/// Words wiped after a multiple of the base point, and s = (e + r·d)/k.
pub(crate) const SIGNATURE: usize = 640;
/// Words wiped after a message from a reader was signed.
#[cfg(feature = "std")]
pub(crate) const READING: usize = 1024;
/// Words wiped after a multiple of the base point over lanes.
pub(crate) const IN_LANES: usize = 2048;
