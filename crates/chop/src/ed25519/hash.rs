//! The 64-byte hash functions that the Ed25519 family is built with, one message at a time or many.

#[cfg(feature = "alloc")]
mod bulk;

#[cfg(feature = "alloc")]
pub(super) use bulk::{CHUNK, Parts, for_each_chunk, for_each_digest, for_each_secret_chunk};

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
    /// The digest into its place. The state stays where it is, to be wiped when it is dropped, and is of no more use.
    #[doc(hidden)]
    fn finish_into(state: &mut Self::State, digest: &mut [u8; 64]);

    /// The digest, of what is public.
    #[doc(hidden)]
    fn finish(mut state: Self::State) -> [u8; 64] {
        let mut digest = [0; 64];
        Self::finish_into(&mut state, &mut digest);
        digest
    }

    /// The hash of the concatenation of `parts`.
    #[doc(hidden)]
    fn digest(parts: &[&[u8]]) -> [u8; 64] {
        let mut state = Self::start();
        for part in parts {
            Self::update(&mut state, part);
        }
        Self::finish(state)
    }

    /// Returns the result of `f`, which hashes secrets; the stack that the hash uses is wiped.
    #[doc(hidden)]
    #[inline(always)]
    fn on_wiped_stack<T>(f: impl FnOnce() -> T) -> T {
        chop_core::ct::on_wiped_stack::<256, T>(f)
    }

    /// The hash of secret parts, into its place.
    #[doc(hidden)]
    fn digest_into(parts: &[&[u8]], digest: &mut [u8; 64]) {
        let mut state = Self::start();
        for part in parts {
            Self::update(&mut state, part);
        }
        Self::finish_into(&mut state, digest);
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
    fn finish_into(state: &mut sha2::Sha512, digest: &mut [u8; 64]) {
        sha2::Digest::finalize_into_reset(state, digest.into());
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
    #[inline(always)]
    fn on_wiped_stack<T>(f: impl FnOnce() -> T) -> T {
        chop_core::ct::on_wiped_stack::<1024, T>(f)
    }
    fn finish_into(state: &mut blake3::Hasher, digest: &mut [u8; 64]) {
        let mut output = state.finalize_xof();
        output.fill(digest);
        zeroize::Zeroize::zeroize(&mut output);
        zeroize::Zeroize::zeroize(state);
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
    #[inline(always)]
    fn on_wiped_stack<T>(f: impl FnOnce() -> T) -> T {
        chop_core::ct::on_wiped_stack::<1024, T>(f)
    }
    fn finish_into(state: &mut blake2::Blake2b512, digest: &mut [u8; 64]) {
        blake2::Digest::finalize_into_reset(state, digest.into());
    }
}
