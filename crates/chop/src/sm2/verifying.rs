//! Public keys and verification. Everything here is public, and time varies with all of it.

use super::digest::{Digest, with_z};
use super::id::Id;
use super::signature::Signature;
use crate::by_encoding::by_encoding;
use crate::{Error, level};
use chop_core::engine::sm2::point::Sm2Point;
use chop_core::engine::sm2::verify::{self, Job, Key};
use core::fmt;

/// A public key: a point of the curve other than its zero, by construction. The order of the curve is prime,
/// so there are no keys of small order.
///
/// It keeps Z for [`Id::DEFAULT`]. `==`, order and hash go by the point. Size: 96 bytes.
///
/// # Example
/// ```
/// use chop::sm2::{Signature, SigningKey, VerifyingKey};
/// # let secret = SigningKey::from_bytes(&[7; 32])?;
/// # let (bytes, sig) = (secret.verifying_key().to_bytes(), secret.sign(b"hello").to_der());
/// let key = VerifyingKey::from_bytes(&bytes)?;
/// key.verify(b"hello", &Signature::from_der(sig.as_ref())?)?;
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct VerifyingKey {
    pub(super) point: Sm2Point,
    /// Of the default identifier.
    pub(super) z: [u8; 32],
}

impl VerifyingKey {
    /// The key of 04 ‖ x ‖ y. [`VerifyingKey::from_slice`] reads compressed points, too.
    ///
    /// # Errors
    /// [`Error::NotAPoint`] for a point that is not on the curve, a coordinate that is not below p, and every other
    /// first byte (the hybrid forms 06 and 07 among them).
    ///
    /// Source: GB/T 32918.1, 4.2.9.
    pub fn from_bytes(bytes: &[u8; 65]) -> Result<VerifyingKey, Error> {
        VerifyingKey::from_slice(bytes)
    }

    /// The key of 04 ‖ x ‖ y (65 bytes), or of 02 ‖ x or 03 ‖ x (33 bytes, one square root).
    ///
    /// # Errors
    /// [`Error::PublicKeyLength`]; [`Error::NotAPoint`] as [`VerifyingKey::from_bytes`].
    ///
    /// # Example
    /// ```
    /// use chop::sm2::{SigningKey, VerifyingKey};
    /// let key = SigningKey::from_bytes(&[7; 32])?.verifying_key();
    /// assert_eq!(VerifyingKey::from_slice(&key.to_compressed_bytes())?, key);
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn from_slice(bytes: &[u8]) -> Result<VerifyingKey, Error> {
        match bytes.len() {
            33 | 65 => {
                let point = Sm2Point::from_bytes(level::current(), bytes).ok_or(Error::NotAPoint)?;
                Ok(VerifyingKey::from_point(point))
            }
            _ => Err(Error::PublicKeyLength),
        }
    }

    /// The key of the coordinates x and y, big endian.
    ///
    /// # Errors
    /// [`Error::NotAPoint`].
    pub fn from_coordinates(x: &[u8; 32], y: &[u8; 32]) -> Result<VerifyingKey, Error> {
        let point = Sm2Point::from_coordinates(level::current(), x, y).ok_or(Error::NotAPoint)?;
        Ok(VerifyingKey::from_point(point))
    }

    pub(super) fn from_point(point: Sm2Point) -> VerifyingKey {
        VerifyingKey { point, z: Id::DEFAULT.z(&point) }
    }

    /// 04 ‖ x ‖ y.
    pub fn to_bytes(&self) -> [u8; 65] {
        self.point.to_bytes()
    }

    /// 02 ‖ x or 03 ‖ x.
    pub fn to_compressed_bytes(&self) -> [u8; 33] {
        self.point.to_compressed_bytes()
    }

    /// Verifies a signature of a message under [`Id::DEFAULT`].
    ///
    /// Cost: SM3 of the message, one double-base multiplication. No allocation.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    ///
    /// Source: GB/T 32918.2, 7.1.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        self.with_id(&Id::DEFAULT).verify(message, signature)
    }

    /// Verifies a signature of the concatenation of `parts` under [`Id::DEFAULT`].
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    pub fn verify_parts(&self, parts: &[&[u8]], signature: &Signature) -> Result<(), Error> {
        self.with_id(&Id::DEFAULT).verify_parts(parts, signature)
    }

    /// Verifies a signature of a digest: see [`Digest`] for when that is right.
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

    /// Verifies everything that a reader gives, in one pass and 64 KiB of memory, under [`Id::DEFAULT`].
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

    /// This key with an identifier: a view with the same methods. Z is computed here, once.
    ///
    /// # Example
    /// ```
    /// use chop::sm2::{Id, SigningKey};
    /// let key = SigningKey::from_bytes(&[7; 32])?;
    /// let signature = key.with_id(&Id::TLS_13).sign(b"hello");
    /// key.verifying_key().with_id(&Id::TLS_13).verify(b"hello", &signature)?;
    /// assert!(key.verifying_key().verify(b"hello", &signature).is_err());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn with_id(&self, id: &Id<'_>) -> BoundVerifier<'_> {
        BoundVerifier { key: Key::Decoded(&self.point), z: self.z_of(id) }
    }

    pub(super) fn z_of(&self, id: &Id<'_>) -> [u8; 32] {
        if *id == Id::DEFAULT { self.z } else { id.z(&self.point) }
    }
}

impl PartialEq for VerifyingKey {
    fn eq(&self, other: &Self) -> bool {
        self.point == other.point
    }
}

impl Eq for VerifyingKey {}

by_encoding!(VerifyingKey, "SM2", to_compressed_bytes);

/// A public key with the Z of an identifier: what verifies.
#[derive(Clone, Copy)]
pub struct BoundVerifier<'a> {
    pub(super) key: Key<'a>,
    pub(super) z: [u8; 32],
}

impl BoundVerifier<'_> {
    /// Verifies a signature of a message.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        self.verify_parts(&[message], signature)
    }

    /// Verifies a signature of the concatenation of `parts`.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    pub fn verify_parts(&self, parts: &[&[u8]], signature: &Signature) -> Result<(), Error> {
        self.verify_prehashed(&with_z(&self.z, parts), signature)
    }

    /// Verifies a signature of a digest, which the identifier has no part in: see [`Digest`].
    ///
    /// # Warning
    /// A valid signature of a digest that somebody else computed proves nothing: anybody can make a digest and a
    /// signature that fit a given public key. Compute the digest from the message yourself.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    pub fn verify_prehashed(&self, digest: &Digest, signature: &Signature) -> Result<(), Error> {
        let facts = verify::facts(level::current(), &self.job(signature, digest.as_bytes()));
        if facts.is_valid() { Ok(()) } else { Err(Error::InvalidSignature) }
    }

    /// The job of the engine for a signature of the digest e.
    pub(super) fn job<'b>(&'b self, signature: &'b Signature, e: &'b [u8; 32]) -> Job<'b> {
        Job { key: self.key, r: signature.r_bytes(), s: signature.s_bytes(), e }
    }

    /// Verifies everything that a reader gives, in one pass and 64 KiB of memory.
    ///
    /// # Errors
    /// [`ReaderError::Io`](crate::ReaderError::Io); [`Error::InvalidSignature`].
    #[cfg(feature = "std")]
    pub fn verify_reader<R: std::io::Read>(
        &self,
        message: R,
        signature: &Signature,
    ) -> Result<(), crate::ReaderError> {
        let digest = super::digest::of_reader(&self.z, message)?;
        Ok(self.verify_prehashed(&digest, signature)?)
    }

    /// SM3(Z ‖ M): the digest that [`BoundVerifier::verify`] verifies.
    pub fn digest(&self, message: &[u8]) -> Digest {
        with_z(&self.z, &[message])
    }

    /// SM3(Z ‖ SM3(M)), which some products sign.
    pub fn double_digest(&self, message: &[u8]) -> Digest {
        with_z(&self.z, &[Digest::without_z(message).as_bytes()])
    }

    /// Z: SM3 of the identifier, the curve and the key.
    pub fn z(&self) -> &[u8; 32] {
        &self.z
    }
}

impl fmt::Debug for BoundVerifier<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundVerifier").finish_non_exhaustive()
    }
}
