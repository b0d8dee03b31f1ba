//! Secret keys and signing.

use super::digest::Digest;
use super::recoverable::RecoverableSignature;
use super::signature::Signature;
use super::stack::{IN_LANES, MOVE, NONCE, SIGNATURE};
use super::verifying::VerifyingKey;
use crate::secret::Secret;
use crate::{Error, level, rfc6979};
use chop_core::ct::{self, Wipe, Wiped, declassify};
use chop_core::engine::secp256k1::sign;
use chop_core::scalar::nsecp256k1::{NSecp256k1, Scalar};
use hmac::Hmac;

/// The nonces of RFC 6979 with HMAC-SHA-256, whatever hashed the message.
pub(super) type Nonces = rfc6979::Nonces<Hmac<sha2::Sha256>, NSecp256k1>;

/// A secret key d in 1 ..= n − 1 with its public key, ready to sign.
///
/// No signing function takes a public key from the caller. Wiped when dropped; no `Debug`, no `Clone`, no `==`.
///
/// Size: 96 bytes. Every operation on it is constant time in the key, in the nonce and in the message's
/// content; the message's length shows. Every signature has a low s.
///
/// | call               | nonce                                                       | fails              |
/// |--------------------|-------------------------------------------------------------|--------------------|
/// | `sign`             | RFC 6979 with HMAC-SHA-256: key and digest                  | never              |
/// | `sign_hedged`      | the same with randomness of the operating system added      | without randomness |
/// | `sign_hedged_with` | the same with the caller's 32 bytes                         | never              |
/// | `sign_checked`     | as `sign`, and verified before it is released               | on a fault         |
///
/// # Example
/// ```
/// use chop::secp256k1::{SigningKey, VerifyingKey};
/// let key = SigningKey::generate()?;
/// let signature = key.sign(b"hello");
/// let public = VerifyingKey::from_slice(&key.verifying_key().to_bytes())?;
/// public.verify(b"hello", &signature)?;
/// # Ok::<(), chop::Error>(())
/// ```
pub struct SigningKey {
    d: Scalar,
    public: VerifyingKey,
}

impl SigningKey {
    /// The key of a number d, big endian.
    ///
    /// Cost: one base-point multiplication.
    ///
    /// # Errors
    /// [`Error::SecretKeyRange`] unless d is in 1 ..= n − 1.
    ///
    /// # Example
    /// ```
    /// use chop::secp256k1::SigningKey;
    /// let key = SigningKey::from_bytes(&[7; 32])?;
    /// assert!(SigningKey::from_bytes(&[0; 32]).is_err());
    /// assert!(SigningKey::from_bytes(&[0xFF; 32]).is_err());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn from_bytes(d: &[u8; 32]) -> Result<SigningKey, Error> {
        ct::on_wiped_stack::<MOVE, _>(|| {
            let mut number = Wiped::new(Scalar::ZERO);
            let point = level::on_wiped_stack::<SIGNATURE, IN_LANES, _>(|| {
                SigningKey::read_number(d, &mut number);
                sign::public_key(level::current(), &number)
            });
            let public = point.map(VerifyingKey::from_point);
            let mut key = public.map(SigningKey::without_secret).ok_or(Error::SecretKeyRange);
            if let Ok(key) = &mut key {
                key.set_secret(&number);
            }
            key
        })
    }

    /// The number d, 0 if it is not below n.
    pub(super) fn read_number(bytes: &[u8; 32], d: &mut Scalar) {
        let canonical;
        (*d, canonical) = Scalar::from_canonical_bytes(bytes);
        if !declassify(canonical, "a secret key out of range is refused, and everybody knows it") {
            d.wipe();
        }
    }

    /// A key whose secret is still to be set, where it lies.
    pub(super) fn without_secret(public: VerifyingKey) -> SigningKey {
        SigningKey { d: Scalar::ZERO, public }
    }

    pub(super) fn set_secret(&mut self, d: &Scalar) {
        self.d = *d;
    }

    /// d, to where it is to lie.
    #[cfg(feature = "alloc")]
    pub(super) fn write_scalar(&self, d: &mut Scalar) {
        *d = self.d;
    }

    /// d, big endian, to where it is to lie.
    pub(super) fn write_bytes(&self, bytes: &mut [u8; 32]) {
        *bytes = self.d.to_bytes();
    }

    /// As [`SigningKey::from_bytes`], from a slice.
    ///
    /// # Errors
    /// [`Error::SecretKeyLength`], [`Error::SecretKeyRange`].
    pub fn from_slice(bytes: &[u8]) -> Result<SigningKey, Error> {
        SigningKey::from_bytes(bytes.try_into().map_err(|_| Error::SecretKeyLength)?)
    }

    /// A new key from the randomness of the operating system.
    ///
    /// # Errors
    /// [`Error::Randomness`]: there is never a key without randomness.
    #[cfg(feature = "getrandom")]
    pub fn generate() -> Result<SigningKey, Error> {
        ct::on_wiped_stack::<MOVE, _>(|| SigningKey::first(Secret::generate))
    }

    /// A new key from the caller's generator.
    ///
    /// # Errors
    /// [`Error::Randomness`] if the generator fails.
    #[cfg(feature = "rand_core")]
    pub fn from_rng<R: rand_core::TryCryptoRng + ?Sized>(rng: &mut R) -> Result<SigningKey, Error> {
        ct::on_wiped_stack::<MOVE, _>(|| SigningKey::first(|| Secret::from_rng(rng)))
    }

    /// The first of the numbers that is a key: one in 2^127 is not.
    #[cfg(any(feature = "getrandom", feature = "rand_core"))]
    fn first(mut next: impl FnMut() -> Result<Secret<32>, Error>) -> Result<SigningKey, Error> {
        loop {
            if let Ok(key) = SigningKey::from_bytes(next()?.as_bytes()) {
                return Ok(key);
            }
        }
    }

    /// The public key. A copy of 64 bytes; no cost.
    pub fn verifying_key(&self) -> VerifyingKey {
        self.public
    }

    /// A copy of d, big endian.
    pub fn to_bytes(&self) -> Secret<32> {
        ct::on_wiped_stack::<MOVE, _>(|| {
            let mut secret = Secret::zeros();
            self.write_bytes(secret.as_mut_bytes());
            secret
        })
    }

    /// Signs SHA-256 of a message. Deterministic: the same key and message give the same signature.
    ///
    /// Cost: SHA-256 of the message, one base-point multiplication, two inversions side by side. No allocation.
    /// Source: SEC 1, 4.1.3; the nonce is that of RFC 6979, section 3.2.
    pub fn sign(&self, message: &[u8]) -> Signature {
        self.sign_digest(&Digest::sha256(message))
    }

    /// Signs SHA-256 of a message with fresh randomness from the operating system in the nonce.
    ///
    /// A fault or a power trace of one signature then says nothing about the next, and bad randomness does not give the key away. Verifiers
    /// see no difference.
    ///
    /// # Errors
    /// [`Error::Randomness`]: nothing is signed without it.
    #[cfg(feature = "getrandom")]
    pub fn sign_hedged(&self, message: &[u8]) -> Result<Signature, Error> {
        Ok(self.sign_hedged_with(message, Secret::generate()?.as_bytes()))
    }

    /// As `sign_hedged`, with the caller's 32 bytes of randomness.
    pub fn sign_hedged_with(&self, message: &[u8], randomness: &[u8; 32]) -> Signature {
        *self.sign_digest_with(&Digest::sha256(message), randomness).signature()
    }

    /// Signs, and verifies the signature before releasing it: a flipped bit in this machine then gives an
    /// error and not a signature that may reveal the key.
    ///
    /// Cost: as signing and verifying.
    ///
    /// # Errors
    /// [`Error::FaultDetected`].
    pub fn sign_checked(&self, message: &[u8]) -> Result<Signature, Error> {
        let digest = Digest::sha256(message);
        let signature = self.sign_digest(&digest);
        let valid = self.public.verify_digest(&digest, &signature);
        valid.map(|()| signature).map_err(|_| Error::FaultDetected)
    }

    /// Signs a digest with the nonce of RFC 6979: see [`Digest`] for when signing a digest is right.
    pub fn sign_digest(&self, digest: &Digest) -> Signature {
        *self.sign_digest_recoverable(digest).signature()
    }

    /// As [`SigningKey::sign_digest`], and what recovers the key.
    ///
    /// # Example
    /// ```
    /// use chop::secp256k1::{Digest, SigningKey};
    /// let key = SigningKey::from_bytes(&[7; 32])?;
    /// let digest = Digest::keccak256(b"hello");
    /// let signature = key.sign_digest_recoverable(&digest);
    /// assert_eq!(signature.recover(&digest)?, key.verifying_key());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn sign_digest_recoverable(&self, digest: &Digest) -> RecoverableSignature {
        self.sign_digest_with(digest, &[])
    }

    /// The signature, with this added to what the nonce is made of.
    pub(super) fn sign_digest_with(&self, digest: &Digest, added: &[u8]) -> RecoverableSignature {
        let mut nonces = Nonces::new();
        ct::on_wiped_stack::<NONCE, _>(|| nonces.start(&self.to_bytes(), digest.as_bytes(), added));
        let mut k = Wiped::new(Scalar::ZERO);
        loop {
            ct::on_wiped_stack::<NONCE, _>(|| nonces.next(&mut k));
            // The others have r = 0 or s = 0: each is as likely as guessing the key.
            let made = level::on_wiped_stack::<SIGNATURE, SIGNATURE, _>(|| {
                sign::sign(level::current(), &self.d, &k, digest.as_bytes())
            });
            if let Some(signature) = made {
                return RecoverableSignature::from_engine(&signature);
            }
        }
    }
}

impl Drop for SigningKey {
    fn drop(&mut self) {
        self.d.wipe();
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::ZeroizeOnDrop for SigningKey {}
