//! The 64-byte hash functions that the Ed25519 family is built with, one message at a time or many.

#[cfg(feature = "alloc")]
mod bulk;

use crate::secret::Secret;
#[cfg(feature = "alloc")]
pub(super) use bulk::{CHUNK, Parts, for_each_chunk, for_each_digest};

mod sealed {
    pub trait Sealed {}
}

/// A hash function with 64 bytes of output. Sealed: keys of different hash functions are different
/// types and cannot be mixed.
pub trait Hash: sealed::Sealed + Clone + Copy + Send + Sync + 'static {
    /// A running hash.
    #[doc(hidden)]
    type State: Clone;
    /// The name of the algorithm with this hash, as the `chop` program spells it.
    const ALGORITHM: &'static str;
    /// The PEM labels of raw keys, for variants without an object identifier.
    #[doc(hidden)]
    const RAW_LABELS: Option<(&'static str, &'static str)>;

    #[doc(hidden)]
    fn start() -> Self::State;
    #[doc(hidden)]
    fn update(state: &mut Self::State, bytes: &[u8]);
    #[doc(hidden)]
    fn finish(state: Self::State) -> [u8; 64];

    /// The hash of the concatenation of `parts`.
    #[doc(hidden)]
    fn digest(parts: &[&[u8]]) -> [u8; 64] {
        let mut state = Self::start();
        for part in parts {
            Self::update(&mut state, part);
        }
        Self::finish(state)
    }

    /// The hash of secret parts.
    #[doc(hidden)]
    fn secret_digest(parts: &[&[u8]]) -> Secret<64> {
        let mut digest = Self::digest(parts);
        let secret = Secret::new(&digest);
        chop_core::ct::wipe(&mut digest);
        secret
    }

    /// The hashes of many messages: `message(i)` is that of `digests[i]`. No allocation. Digests are the
    /// caller's to wipe if they are secret.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn digest_many<'a>(message: impl Fn(usize) -> Parts<'a>, digests: &mut [[u8; 64]]) {
        bulk::one_by_one::<Self>(message, digests);
    }
}

/// SHA-512 (FIPS 180-4): standard Ed25519.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sha512;

impl sealed::Sealed for Sha512 {}
impl self::Hash for Sha512 {
    type State = sha2::Sha512;
    const ALGORITHM: &'static str = "ed25519";
    const RAW_LABELS: Option<(&'static str, &'static str)> = None;

    fn start() -> sha2::Sha512 {
        use sha2::Digest;
        sha2::Sha512::new()
    }
    fn update(state: &mut sha2::Sha512, bytes: &[u8]) {
        sha2::Digest::update(state, bytes);
    }
    fn finish(state: sha2::Sha512) -> [u8; 64] {
        sha2::Digest::finalize(state).into()
    }
    #[cfg(feature = "alloc")]
    fn digest_many<'a>(message: impl Fn(usize) -> Parts<'a>, digests: &mut [[u8; 64]]) {
        bulk::sha512(crate::level::current(), message, digests);
    }
}

/// BLAKE3 with 64 bytes of extendable output.
#[cfg(feature = "blake3")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blake3;

#[cfg(feature = "blake3")]
impl sealed::Sealed for Blake3 {}
#[cfg(feature = "blake3")]
impl self::Hash for Blake3 {
    type State = blake3::Hasher;
    const ALGORITHM: &'static str = "ed25519-blake3";
    const RAW_LABELS: Option<(&'static str, &'static str)> =
        Some(("ED25519-BLAKE3 PRIVATE KEY", "ED25519-BLAKE3 PUBLIC KEY"));

    fn start() -> blake3::Hasher {
        blake3::Hasher::new()
    }
    fn update(state: &mut blake3::Hasher, bytes: &[u8]) {
        state.update(bytes);
    }
    #[allow(unused_mut)]
    fn finish(mut state: blake3::Hasher) -> [u8; 64] {
        let mut digest = [0; 64];
        state.finalize_xof().fill(&mut digest);
        zeroize::Zeroize::zeroize(&mut state);
        digest
    }
}

/// BLAKE2b with 64 bytes of output (RFC 7693).
#[cfg(feature = "blake2b")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blake2b;

#[cfg(feature = "blake2b")]
impl sealed::Sealed for Blake2b {}
#[cfg(feature = "blake2b")]
impl self::Hash for Blake2b {
    type State = blake2::Blake2b512;
    const ALGORITHM: &'static str = "ed25519-blake2b";
    const RAW_LABELS: Option<(&'static str, &'static str)> =
        Some(("ED25519-BLAKE2B PRIVATE KEY", "ED25519-BLAKE2B PUBLIC KEY"));

    fn start() -> blake2::Blake2b512 {
        use blake2::Digest;
        blake2::Blake2b512::new()
    }
    fn update(state: &mut blake2::Blake2b512, bytes: &[u8]) {
        blake2::Digest::update(state, bytes);
    }
    fn finish(state: blake2::Blake2b512) -> [u8; 64] {
        blake2::Digest::finalize(state).into()
    }
}
