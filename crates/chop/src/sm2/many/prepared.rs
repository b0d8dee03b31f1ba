//! Public keys with a table, for frequent use.

use crate::sm2::digest::Digest;
use crate::sm2::id::Id;
use crate::sm2::signature::Signature;
use crate::sm2::verifying::{BoundVerifier, VerifyingKey};
use crate::{Error, level};
use chop_core::engine::sm2::prepared::PreparedKey;
use chop_core::engine::sm2::verify::Key;
use core::fmt;

/// A public key with a table of its multiples, for keys that verify often: a third of the time a signature.
///
/// Size: 88,064 bytes on the heap. Made in the time of eight verifications in one lane, of twelve on a level with
/// lanes.
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
    /// use chop::sm2::{PreparedVerifyingKey, SigningKey};
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
        self.with_id(&Id::DEFAULT).verify(message, signature)
    }

    /// As [`VerifyingKey::verify_parts`].
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    pub fn verify_parts(&self, parts: &[&[u8]], signature: &Signature) -> Result<(), Error> {
        self.with_id(&Id::DEFAULT).verify_parts(parts, signature)
    }

    /// As [`VerifyingKey::verify_prehashed`].
    ///
    /// # Warning
    /// A valid signature of a digest that somebody else computed proves nothing: anybody can make a digest and a
    /// signature that fit a given public key. Compute the digest from the message yourself.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    pub fn verify_prehashed(&self, digest: &Digest, signature: &Signature) -> Result<(), Error> {
        self.with_id(&Id::DEFAULT).verify_prehashed(digest, signature)
    }

    /// As [`VerifyingKey::verify_reader`].
    ///
    /// # Errors
    /// [`ReaderError::Io`](crate::ReaderError::Io); [`Error::InvalidSignature`].
    #[cfg(feature = "std")]
    pub fn verify_reader<R: std::io::Read>(
        &self,
        message: R,
        signature: &Signature,
    ) -> Result<(), crate::ReaderError> {
        self.with_id(&Id::DEFAULT).verify_reader(message, signature)
    }

    /// As [`VerifyingKey::with_id`].
    pub fn with_id(&self, id: &Id<'_>) -> BoundVerifier<'_> {
        BoundVerifier { key: Key::Prepared(&self.prepared), z: self.key.z_of(id) }
    }
}

impl fmt::Debug for PreparedVerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prepared{:?}", self.key)
    }
}

#[cfg(feature = "signature")]
impl signature::Verifier<Signature> for PreparedVerifyingKey {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), signature::Error> {
        Ok(Self::verify(self, message, signature)?)
    }
}
