//! The input of the bulk operations: signatures with their keys, messages and modes.

use super::prepared::PreparedVerifyingKey;
use crate::ed25519::hash::{Hash, Parts};
use crate::ed25519::mode::{Context, Ctx, Dom, Mode, Ph, Pure};
use crate::ed25519::policy::Policy;
use crate::ed25519::verifying::VerifyingKey;
use crate::{Error, level};
use chop_core::engine::ed25519::verify::{self, Job, Key};
use ed25519::Signature;

/// A public key in any form: 32 bytes, decoded, or prepared.
#[derive(Debug)]
#[non_exhaustive]
pub enum KeyRef<'a, H: Hash> {
    /// Bytes; if they are no key, the item is invalid.
    Bytes(&'a [u8; 32]),
    /// A decoded key.
    Decoded(&'a VerifyingKey<H>),
    /// A prepared key.
    Prepared(&'a PreparedVerifyingKey<H>),
}

impl<H: Hash> Clone for KeyRef<'_, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H: Hash> Copy for KeyRef<'_, H> {}

impl<'a, H: Hash> KeyRef<'a, H> {
    pub(super) fn encoding(&self) -> &'a [u8; 32] {
        match self {
            KeyRef::Bytes(encoding) => encoding,
            KeyRef::Decoded(key) => key.as_bytes(),
            KeyRef::Prepared(key) => key.key.as_bytes(),
        }
    }

    /// The bytes of a key that is not prepared.
    pub(super) fn unprepared(&self) -> Option<&'a [u8]> {
        match self {
            KeyRef::Bytes(_) | KeyRef::Decoded(_) => Some(self.encoding()),
            KeyRef::Prepared(_) => None,
        }
    }

    /// The key, prepared; `None` if its bytes are no key.
    pub(super) fn prepared(&self) -> Option<PreparedVerifyingKey<H>> {
        let key = VerifyingKey::from_bytes(self.encoding()).ok()?;
        Some(PreparedVerifyingKey::new(&key))
    }

    pub(super) fn engine_key(&self) -> Key<'a> {
        match self {
            KeyRef::Bytes(encoding) => Key::Bytes(encoding),
            KeyRef::Decoded(key) => Key::Decoded(&key.decoded),
            KeyRef::Prepared(key) => Key::Prepared(&key.prepared),
        }
    }
}

impl<'a, H: Hash> From<&'a [u8; 32]> for KeyRef<'a, H> {
    fn from(bytes: &'a [u8; 32]) -> Self {
        KeyRef::Bytes(bytes)
    }
}

impl<'a, H: Hash> From<&'a VerifyingKey<H>> for KeyRef<'a, H> {
    fn from(key: &'a VerifyingKey<H>) -> Self {
        KeyRef::Decoded(key)
    }
}

impl<'a, H: Hash> From<&'a PreparedVerifyingKey<H>> for KeyRef<'a, H> {
    fn from(key: &'a PreparedVerifyingKey<H>) -> Self {
        KeyRef::Prepared(key)
    }
}

/// One signature to verify among many: see [`verify_each`](super::verify_each).
///
/// # Example
/// ```
/// use chop::ed25519::{Item, SigningKey};
/// let key = SigningKey::from_seed(&[7; 32]);
/// let (public, signature) = (key.verifying_key(), key.sign(b"hello"));
/// let from_key = Item::new(&public, b"hello", &signature);
/// let bytes = public.to_bytes();
/// let from_bytes = Item::new(&bytes, b"hello", &signature);
/// ```
#[derive(Debug)]
pub struct Item<'a, H: Hash> {
    pub(super) key: KeyRef<'a, H>,
    /// The message; for Ed25519ph its 64-byte digest.
    pub(super) message: &'a [u8],
    pub(super) signature: &'a Signature,
    pub(super) mode: AnyMode<'a>,
}

impl<H: Hash> Clone for Item<'_, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H: Hash> Copy for Item<'_, H> {}

impl<'a, H: Hash> Item<'a, H> {
    /// An Ed25519 signature.
    pub fn new(key: impl Into<KeyRef<'a, H>>, message: &'a [u8], signature: &'a Signature) -> Item<'a, H> {
        Item { key: key.into(), message, signature, mode: AnyMode::Pure(Pure) }
    }

    /// An Ed25519ctx signature.
    pub fn ctx(
        key: impl Into<KeyRef<'a, H>>,
        context: Context<'a>,
        message: &'a [u8],
        signature: &'a Signature,
    ) -> Item<'a, H> {
        Item { key: key.into(), message, signature, mode: AnyMode::Ctx(Ctx(context)) }
    }

    /// An Ed25519ph signature of the message with this 64-byte digest.
    pub fn ph(
        key: impl Into<KeyRef<'a, H>>,
        context: Option<Context<'a>>,
        digest: &'a [u8; 64],
        signature: &'a Signature,
    ) -> Item<'a, H> {
        Item { key: key.into(), message: digest, signature, mode: AnyMode::Ph(Ph(context)) }
    }

    /// Verifies this signature alone: the verdict that it has among many.
    ///
    /// With a key of 32 bytes, on levels with lanes, the shortest way from bytes to a verdict: key and signature are
    /// decoded together.
    ///
    /// # Cost
    /// One hash of the message, the square roots of R and of a key of bytes, one sum of three multiples. No allocation.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason; a key that is no key is one.
    ///
    /// # Timing
    /// Variable in all arguments: everything here is public.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::{Item, Policy, SigningKey};
    /// # let key = SigningKey::from_seed(&[7; 32]);
    /// # let (bytes, signature) = (key.verifying_key().to_bytes(), key.sign(b"hello"));
    /// Item::new(&bytes, b"hello", &signature).verify(Policy::DEFAULT)?;
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn verify(&self, policy: Policy) -> Result<(), Error> {
        let digest = H::digest(&self.parts().slices());
        let facts = verify::facts(level::current(), policy.plan(), &self.job(&digest));
        policy.judge(&facts).map_or(Ok(()), |_| Err(Error::InvalidSignature))
    }

    /// The job of the engine, given the hash of [`Item::parts`].
    pub(super) fn job<'b>(&self, digest: &'b [u8; 64]) -> Job<'b>
    where
        'a: 'b,
    {
        Job {
            key: self.key.engine_key(),
            R: self.signature.r_bytes(),
            decoded_R: None,
            S: self.signature.s_bytes(),
            digest,
        }
    }

    /// dom2 ‖ R ‖ A ‖ M, whose hash is k.
    pub(super) fn parts(&self) -> Parts<'_> {
        Parts::new(self.mode.dom(), [self.signature.r_bytes(), self.key.encoding(), self.message])
    }
}

/// A mode chosen at run time, for items of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnyMode<'a> {
    Pure(Pure),
    Ctx(Ctx<'a>),
    Ph(Ph<'a>),
}

impl AnyMode<'_> {
    pub(super) fn dom(&self) -> Dom<'_> {
        match self {
            AnyMode::Pure(mode) => mode.dom(),
            AnyMode::Ctx(mode) => mode.dom(),
            AnyMode::Ph(mode) => mode.dom(),
        }
    }
}
