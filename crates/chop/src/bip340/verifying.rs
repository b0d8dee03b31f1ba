//! Public keys and verification. Everything here is public, and time varies with all of it.

use super::hash::Tag;
use super::signature::Signature;
use crate::by_encoding::by_encoding;
use crate::{Error, level, secp256k1};
use chop_core::ct::declassify;
use chop_core::engine::secp256k1::point::Secp256k1Point;
use chop_core::engine::secp256k1::schnorr::{self, Job};
use chop_core::scalar::nsecp256k1::Scalar;
#[cfg(feature = "std")]
use sha2::Digest as _;

/// A public key: the x of a point of the curve, which stands for the point with an even y. It is on the curve by construction.
///
/// `==`, order and hash go by the 32 bytes. Size: 64 bytes.
///
/// # Example
/// ```
/// use chop::bip340::{SigningKey, VerifyingKey};
/// # let secret = SigningKey::from_bytes(&[7; 32])?;
/// # let (bytes, signature) = (secret.verifying_key().to_bytes(), secret.sign(b"hello"));
/// let key = VerifyingKey::from_bytes(&bytes)?;
/// key.verify(b"hello", &signature)?;
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct VerifyingKey {
    pub(super) point: Secp256k1Point,
}

/// Whether the y of a point is even or odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// y is even.
    Even,
    /// y is odd.
    Odd,
}

impl VerifyingKey {
    /// The key of an x, big endian. Cost: one square root.
    ///
    /// # Errors
    /// [`Error::NotAPoint`] if x is not below p or no point has it.
    ///
    /// Source: BIP 340, `lift_x`.
    pub fn from_bytes(x: &[u8; 32]) -> Result<VerifyingKey, Error> {
        let point = Secp256k1Point::from_x(level::current(), x, false).ok_or(Error::NotAPoint)?;
        Ok(VerifyingKey { point })
    }

    /// As [`VerifyingKey::from_bytes`], from a slice.
    ///
    /// # Errors
    /// [`Error::PublicKeyLength`], [`Error::NotAPoint`].
    pub fn from_slice(bytes: &[u8]) -> Result<VerifyingKey, Error> {
        VerifyingKey::from_bytes(bytes.try_into().map_err(|_| Error::PublicKeyLength)?)
    }

    /// The key of a public point, and what its y was.
    fn of_point(point: &Secp256k1Point) -> (VerifyingKey, Parity) {
        let odd = point.to_compressed_bytes()[0] == 3;
        let point = if odd { point.negated() } else { *point };
        (VerifyingKey { point }, if odd { Parity::Odd } else { Parity::Even })
    }

    /// x, big endian.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.point.x()
    }

    /// Verifies a signature of a message.
    ///
    /// Cost: SHA-256 of the message, one double-base multiplication, an inversion. No allocation.
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
        self.verify_challenge(&challenge(signature.r_bytes(), &self.to_bytes(), parts), signature)
    }

    fn verify_challenge(&self, e: &[u8; 32], signature: &Signature) -> Result<(), Error> {
        let job = Job { key: &self.point, r: signature.r_bytes(), s: signature.s_bytes(), e };
        let facts = schnorr::facts(level::current(), &job);
        if facts.is_valid() { Ok(()) } else { Err(Error::InvalidSignature) }
    }

    /// Verifies everything that a reader gives, in one pass and 64 KiB of memory.
    ///
    /// # Errors
    /// [`ReaderError::Io`](crate::ReaderError::Io); [`Error::InvalidSignature`].
    ///
    /// # Example
    /// ```
    /// # let secret = chop::bip340::SigningKey::from_bytes(&[7; 32])?;
    /// # let (key, signature) = (secret.verifying_key(), secret.sign(b"hello"));
    /// key.verify_reader(&b"hello"[..], &signature)?;
    /// # Ok::<(), chop::ReaderError>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn verify_reader<R: std::io::Read>(
        &self,
        mut message: R,
        signature: &Signature,
    ) -> Result<(), crate::ReaderError> {
        let mut challenge = start_challenge(signature.r_bytes(), &self.to_bytes());
        crate::reader::for_each_chunk(&mut message, |chunk| challenge.update(chunk))?;
        Ok(self.verify_challenge(&challenge.finalize().into(), signature)?)
    }

    /// The output key of Taproot (BIP 341): P + t·G for t = TapTweak(P ‖ root), and whether its y is odd, which a control block says.
    /// Without a root of scripts, t is TapTweak(P).
    ///
    /// # Errors
    /// [`Error::SecretKeyRange`] if t is not below n or the sum is the point at infinity: nobody knows such a key and root.
    ///
    /// # Example
    /// ```
    /// use chop::bip340::SigningKey;
    /// let key = SigningKey::from_bytes(&[7; 32])?;
    /// let (output, _) = key.verifying_key().tweaked(None)?;
    /// output.verify(b"hello", &key.tweaked(None)?.sign(b"hello"))?;
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn tweaked(&self, root: Option<&[u8; 32]>) -> Result<(VerifyingKey, Parity), Error> {
        let (t, canonical) = Scalar::from_canonical_bytes(&tweak(&self.to_bytes(), root));
        if !declassify(canonical, "verification is public") {
            return Err(Error::SecretKeyRange);
        }
        let sum = schnorr::add_base_vartime(level::current(), &self.point, &t);
        Ok(VerifyingKey::of_point(&sum.ok_or(Error::SecretKeyRange)?))
    }
}

/// The key of ECDSA without the parity of its y: BIP 340 knows the point with an even y. No cost.
///
/// # Example
/// ```
/// use chop::{bip340, secp256k1};
/// let ecdsa = secp256k1::SigningKey::from_bytes(&[7; 32])?;
/// let key = bip340::VerifyingKey::from(ecdsa.verifying_key());
/// assert_eq!(key, bip340::SigningKey::from(&ecdsa).verifying_key());
/// assert_eq!(key.to_bytes(), ecdsa.verifying_key().to_compressed_bytes()[1..]);
/// # Ok::<(), chop::Error>(())
/// ```
impl From<secp256k1::VerifyingKey> for VerifyingKey {
    fn from(key: secp256k1::VerifyingKey) -> VerifyingKey {
        VerifyingKey::of_point(&key.point).0
    }
}

/// The same point as a key of ECDSA. No cost.
impl From<VerifyingKey> for secp256k1::VerifyingKey {
    fn from(key: VerifyingKey) -> secp256k1::VerifyingKey {
        secp256k1::VerifyingKey { point: key.point }
    }
}

/// e, from x of R, x of P and the message.
pub(super) fn challenge(r: &[u8; 32], key: &[u8; 32], message: &[&[u8]]) -> [u8; 32] {
    Tag::CHALLENGE.hash([&r[..], key].into_iter().chain(message.iter().copied()))
}

/// The hash that becomes e, before the message.
#[cfg(feature = "std")]
pub(super) fn start_challenge(r: &[u8; 32], key: &[u8; 32]) -> sha2::Sha256 {
    Tag::CHALLENGE.start().chain_update(r).chain_update(key)
}

/// t, from x of P and the root of scripts.
pub(super) fn tweak(key: &[u8; 32], root: Option<&[u8; 32]>) -> [u8; 32] {
    Tag::TWEAK.hash([&key[..], root.map_or(&[][..], |root| root)])
}

by_encoding!(VerifyingKey, "BIP 340", to_bytes);
