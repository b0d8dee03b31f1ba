//! The hash variants: Ed25519 with another hash function in place of SHA-512, everywhere.
//!
//! Their keys and signatures are not standard Ed25519: nothing else reads them but the crates
//! `ed25519-dalek-blake3` 1.0.11 and `ed25519-dalek-blake2b` 1.0.2, to whose signatures these are equal
//! byte for byte. The key types differ from Ed25519's, so that nothing can be mixed up.

/// Ed25519 with BLAKE3 (64 bytes of its extendable output).
///
/// # Example
/// ```
/// use chop::ed25519_blake3::SigningKey;
/// let key = SigningKey::from_seed(&[7; 32]);
/// key.verifying_key().verify(b"hello", &key.sign(b"hello"))?;
/// # Ok::<(), chop::Error>(())
/// ```
#[cfg(feature = "blake3")]
pub mod ed25519_blake3 {
    pub use crate::ed25519::*;
    crate::ed25519::names!(Blake3);
}

/// Ed25519 with BLAKE2b-512.
///
/// # Example
/// ```
/// use chop::ed25519_blake2b::SigningKey;
/// let key = SigningKey::from_seed(&[7; 32]);
/// key.verifying_key().verify(b"hello", &key.sign(b"hello"))?;
/// # Ok::<(), chop::Error>(())
/// ```
#[cfg(feature = "blake2b")]
pub mod ed25519_blake2b {
    pub use crate::ed25519::*;
    crate::ed25519::names!(Blake2b);
}
