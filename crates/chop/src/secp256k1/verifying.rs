//! Public keys and verification. Everything here is public, and time varies with all of it.

use super::digest::Digest;
use super::rule::Rule;
use super::signature::Signature;
use crate::by_encoding::by_encoding;
use crate::{Error, level};
use chop_core::engine::secp256k1::point::Secp256k1Point;
use chop_core::engine::secp256k1::verify::{self, Job, Key};

/// A public key: a point of the curve other than its zero, by construction. The order of the curve is prime,
/// so there are no keys of small order. Size: 64 bytes.
///
/// # Example
/// ```
/// use chop::secp256k1::{Signature, SigningKey, VerifyingKey};
/// # let secret = SigningKey::from_bytes(&[7; 32])?;
/// # let (bytes, sig) = (secret.verifying_key().to_bytes(), secret.sign(b"hello").to_der());
/// let key = VerifyingKey::from_slice(&bytes)?;
/// key.verify(b"hello", &Signature::from_der(sig.as_ref())?)?;
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct VerifyingKey {
    pub(crate) point: Secp256k1Point,
}

impl VerifyingKey {
    /// The key of 04 ‖ x ‖ y (65 bytes), or of 02 ‖ x or 03 ‖ x (33 bytes, one square root).
    ///
    /// # Errors
    /// [`Error::PublicKeyLength`]; [`Error::HybridPublicKey`] for the forms 06 and 07; [`Error::NotAPoint`] for a point that is not on
    /// the curve, a coordinate that is not below p, and every other first byte.
    ///
    /// Source: SEC 1, 2.3.4.
    pub fn from_slice(bytes: &[u8]) -> Result<VerifyingKey, Error> {
        match (bytes.len(), bytes.first()) {
            (65, Some(6 | 7)) => Err(Error::HybridPublicKey),
            (33 | 65, _) => Secp256k1Point::from_bytes(level::current(), bytes)
                .map(VerifyingKey::from_point)
                .ok_or(Error::NotAPoint),
            _ => Err(Error::PublicKeyLength),
        }
    }

    /// The key of the coordinates x and y, big endian.
    ///
    /// # Errors
    /// [`Error::NotAPoint`].
    pub fn from_coordinates(x: &[u8; 32], y: &[u8; 32]) -> Result<VerifyingKey, Error> {
        let point = Secp256k1Point::from_coordinates(level::current(), x, y).ok_or(Error::NotAPoint)?;
        Ok(VerifyingKey::from_point(point))
    }

    pub(super) fn from_point(point: Secp256k1Point) -> VerifyingKey {
        VerifyingKey { point }
    }

    /// 04 ‖ x ‖ y.
    pub fn to_bytes(&self) -> [u8; 65] {
        self.point.to_bytes()
    }

    /// 02 ‖ x or 03 ‖ x.
    pub fn to_compressed_bytes(&self) -> [u8; 33] {
        self.point.to_compressed_bytes()
    }

    /// Verifies a signature of SHA-256 of a message, by the rule [`Rule::LIBSECP256K1`].
    ///
    /// Cost: SHA-256 of the message, an inversion modulo n, one double-base multiplication. No allocation.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    ///
    /// Source: SEC 1, 4.1.4.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        self.verify_digest(&Digest::sha256(message), signature)
    }

    /// Verifies a signature of a digest, by the rule [`Rule::LIBSECP256K1`]: see [`Digest`] for when that is right.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    pub fn verify_digest(&self, digest: &Digest, signature: &Signature) -> Result<(), Error> {
        self.verify_digest_by(Rule::LIBSECP256K1, digest, signature)
    }

    /// Verifies a signature of a digest by a rule.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    pub fn verify_digest_by(&self, rule: Rule, digest: &Digest, signature: &Signature) -> Result<(), Error> {
        judged(rule, Key::Decoded(&self.point), digest, signature)
    }
}

/// The verdict on a signature by a rule.
pub(super) fn judged(rule: Rule, key: Key<'_>, digest: &Digest, signature: &Signature) -> Result<(), Error> {
    let job = Job { key, r: signature.r_bytes(), s: signature.s_bytes(), e: digest.as_bytes() };
    let facts = verify::facts(level::current(), &job);
    if rule.accepts(&facts) { Ok(()) } else { Err(Error::InvalidSignature) }
}

by_encoding!(VerifyingKey, "secp256k1", to_compressed_bytes);
