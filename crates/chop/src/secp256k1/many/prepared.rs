//! Public keys with a table, for frequent use.

use crate::secp256k1::digest::Digest;
use crate::secp256k1::rule::Rule;
use crate::secp256k1::signature::Signature;
use crate::secp256k1::verifying::{VerifyingKey, judged};
use crate::{Error, level};
use chop_core::engine::secp256k1::prepared::PreparedKey;
use chop_core::engine::secp256k1::verify::Key;
use core::fmt;

/// A public key with a table of its multiples, for keys that verify often: a third of the time a signature.
///
/// Size: 88,064 bytes on the heap. Made in the time of a dozen verifications in one lane.
#[derive(Clone)]
pub struct PreparedVerifyingKey {
    key: VerifyingKey,
    prepared: PreparedKey,
}

impl PreparedVerifyingKey {
    /// Prepares a key.
    ///
    /// # Example
    /// ```
    /// use chop::secp256k1::{PreparedVerifyingKey, SigningKey};
    /// let key = SigningKey::from_bytes(&[7; 32])?;
    /// let prepared = PreparedVerifyingKey::new(&key.verifying_key());
    /// prepared.verify(b"hello", &key.sign(b"hello"))?;
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn new(key: &VerifyingKey) -> PreparedVerifyingKey {
        PreparedVerifyingKey { key: *key, prepared: PreparedKey::new(level::current(), &key.point) }
    }

    /// The key.
    pub fn verifying_key(&self) -> &VerifyingKey {
        &self.key
    }

    /// As [`VerifyingKey::verify`].
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        self.verify_digest(&Digest::sha256(message), signature)
    }

    /// As [`VerifyingKey::verify_digest`].
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    pub fn verify_digest(&self, digest: &Digest, signature: &Signature) -> Result<(), Error> {
        self.verify_digest_by(Rule::LIBSECP256K1, digest, signature)
    }

    /// As [`VerifyingKey::verify_digest_by`].
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    pub fn verify_digest_by(&self, rule: Rule, digest: &Digest, signature: &Signature) -> Result<(), Error> {
        judged(rule, self.engine_key(), digest, signature)
    }

    pub(super) fn engine_key(&self) -> Key<'_> {
        Key::Prepared(&self.prepared)
    }
}

impl fmt::Debug for PreparedVerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prepared{:?}", self.key)
    }
}
