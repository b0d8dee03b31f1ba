//! Secret keys and signing.

use super::digest::{Digest, with_z};
use super::id::Id;
use super::nonce::{Deterministic, Hedged};
use super::signature::Signature;
use super::verifying::VerifyingKey;
use crate::secret::Secret;
use crate::{Error, level};
use chop_core::ct::{self, Wipe, Wiped, declassify};
use chop_core::engine::sm2::sign;
use chop_core::scalar::nsm2::Scalar;

/// A secret key d in 1 ..= n − 2 with its public key, ready to sign.
///
/// It keeps (1 + d)^−1, so that a signature inverts nothing modulo n, and in its public key Z for
/// [`Id::DEFAULT`]. No signing function takes a public key from the caller. Wiped when dropped; no `Debug`,
/// no `Clone`, no `==`.
///
/// Size: 192 bytes. Every operation on it is constant time in the key, in the nonce and in the message's
/// content; the message's length shows.
///
/// | call               | nonce                                                | fails              |
/// |--------------------|------------------------------------------------------|--------------------|
/// | `sign`             | RFC 6979 with HMAC-SM3: key and digest                | never              |
/// | `sign_hedged`      | key, digest and randomness of the operating system    | without randomness |
/// | `sign_hedged_with` | the same with the caller's 32 bytes                   | never              |
/// | `sign_checked`     | as `sign`, and verified before it is released         | on a fault         |
///
/// # Example
/// ```
/// use chop::sm2::{SigningKey, VerifyingKey};
/// let key = SigningKey::generate()?;
/// let signature = key.sign(b"hello");
/// let public = VerifyingKey::from_bytes(&key.verifying_key().to_bytes())?;
/// public.verify(b"hello", &signature)?;
/// # Ok::<(), chop::Error>(())
/// ```
pub struct SigningKey {
    pub(super) d: Scalar,
    /// (1 + d)^−1.
    pub(super) factor: Scalar,
    pub(super) public: VerifyingKey,
}

impl SigningKey {
    /// The key of a number d, big endian.
    ///
    /// Cost: one base-point multiplication; the inversion modulo n goes beside that modulo p.
    ///
    /// # Errors
    /// [`Error::SecretKeyRange`] unless d is in 1 ..= n − 2 (with d = n − 1, 1 + d has no inverse).
    ///
    /// # Example
    /// ```
    /// use chop::sm2::SigningKey;
    /// let key = SigningKey::from_bytes(&[7; 32])?;
    /// assert!(SigningKey::from_bytes(&[0; 32]).is_err());
    /// assert!(SigningKey::from_bytes(&[0xFF; 32]).is_err());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn from_bytes(d: &[u8; 32]) -> Result<SigningKey, Error> {
        ct::on_wiped_stack::<MOVE, _>(|| {
            let (mut number, mut factor) = (Wiped::new(Scalar::ZERO), Wiped::new(Scalar::ZERO));
            let point = level::on_wiped_stack::<INVERSION, IN_LANES, _>(|| {
                SigningKey::read_number(d, &mut number);
                sign::key_pair(level::current(), &number, &mut factor)
            });
            let public = point.map(VerifyingKey::from_point);
            let mut key = public.map(SigningKey::without_secrets).ok_or(Error::SecretKeyRange);
            if let Ok(key) = &mut key {
                key.set_secrets(&number, &factor);
            }
            key
        })
    }

    /// The number d, which is below n, but may still be no key: 0 for what is not.
    pub(super) fn read_number(d: &[u8; 32], number: &mut Scalar) {
        let canonical;
        (*number, canonical) = Scalar::from_canonical_bytes(d);
        if !declassify(canonical, "a secret key out of range is refused, and everybody knows it") {
            number.wipe();
        }
    }

    /// A key that is no key yet: [`SigningKey::set_secrets`] makes it one, in the place where it stays.
    pub(super) fn without_secrets(public: VerifyingKey) -> SigningKey {
        SigningKey { d: Scalar::ZERO, factor: Scalar::ZERO, public }
    }

    /// Gives it d and (1 + d)^−1, which belong to its public key.
    pub(super) fn set_secrets(&mut self, d: &Scalar, factor: &Scalar) {
        self.d = *d;
        self.factor = *factor;
    }

    /// As [`SigningKey::from_bytes`], from a slice.
    ///
    /// # Errors
    /// [`Error::SecretKeyLength`], [`Error::SecretKeyRange`].
    pub fn from_slice(bytes: &[u8]) -> Result<SigningKey, Error> {
        let d = bytes.try_into().map_err(|_| Error::SecretKeyLength)?;
        SigningKey::from_bytes(d)
    }

    /// A new key from the randomness of the operating system.
    ///
    /// # Errors
    /// [`Error::Randomness`]: there is never a key without randomness.
    #[cfg(feature = "getrandom")]
    pub fn generate() -> Result<SigningKey, Error> {
        ct::on_wiped_stack::<INVERSION, _>(|| SigningKey::first(Secret::generate))
    }

    /// A new key from the caller's generator.
    ///
    /// # Errors
    /// [`Error::Randomness`] if the generator fails.
    #[cfg(feature = "rand_core")]
    pub fn from_rng<R: rand_core::TryCryptoRng + ?Sized>(rng: &mut R) -> Result<SigningKey, Error> {
        ct::on_wiped_stack::<INVERSION, _>(|| SigningKey::first(|| Secret::from_rng(rng)))
    }

    /// The first of the numbers that is a key: one in 2^32 is not.
    #[cfg(any(feature = "getrandom", feature = "rand_core"))]
    fn first(mut next: impl FnMut() -> Result<Secret<32>, Error>) -> Result<SigningKey, Error> {
        loop {
            if let Ok(key) = SigningKey::from_bytes(next()?.as_bytes()) {
                return Ok(key);
            }
        }
    }

    /// The public key. A copy of 96 bytes; no cost.
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

    /// d, big endian, into its place.
    pub(crate) fn write_bytes(&self, bytes: &mut [u8; 32]) {
        ct::on_wiped_stack::<MOVE, _>(|| *bytes = self.d.to_bytes());
    }

    /// Signs a message under [`Id::DEFAULT`]. Deterministic: the same key and message give the same signature.
    ///
    /// Cost: SM3 of the message, one base-point multiplication. No allocation.
    /// Source: GB/T 32918.2, 6.1; the nonce is that of RFC 6979, section 3.2, with HMAC-SM3.
    pub fn sign(&self, message: &[u8]) -> Signature {
        self.with_id(&Id::DEFAULT).sign(message)
    }

    /// Signs the concatenation of `parts` under [`Id::DEFAULT`].
    pub fn sign_parts(&self, parts: &[&[u8]]) -> Signature {
        self.with_id(&Id::DEFAULT).sign_parts(parts)
    }

    /// Signs a message under [`Id::DEFAULT`] with fresh randomness mixed into the nonce: see
    /// [`BoundSigner::sign_hedged`].
    ///
    /// # Errors
    /// [`Error::Randomness`]: nothing is signed without it.
    #[cfg(feature = "getrandom")]
    pub fn sign_hedged(&self, message: &[u8]) -> Result<Signature, Error> {
        self.with_id(&Id::DEFAULT).sign_hedged(message)
    }

    /// As `sign_hedged`, with the caller's 32 bytes of randomness: see [`BoundSigner::sign_hedged_with`].
    pub fn sign_hedged_with(&self, message: &[u8], randomness: &[u8; 32]) -> Signature {
        self.with_id(&Id::DEFAULT).sign_hedged_with(message, randomness)
    }

    /// Signs a message under [`Id::DEFAULT`] and verifies the signature before releasing it: see
    /// [`BoundSigner::sign_checked`].
    ///
    /// # Errors
    /// [`Error::FaultDetected`].
    pub fn sign_checked(&self, message: &[u8]) -> Result<Signature, Error> {
        self.with_id(&Id::DEFAULT).sign_checked(message)
    }

    /// Signs what a reader gives under [`Id::DEFAULT`], without holding it in memory: see
    /// [`BoundSigner::sign_reader`].
    ///
    /// # Errors
    /// As [`BoundSigner::sign_reader`].
    #[cfg(feature = "std")]
    pub fn sign_reader<R: std::io::Read>(&self, message: R) -> Result<Signature, crate::ReaderError> {
        self.with_id(&Id::DEFAULT).sign_reader(message)
    }

    /// As `sign_reader`, with fresh randomness mixed into the nonce.
    ///
    /// # Errors
    /// As [`BoundSigner::sign_reader_hedged`].
    #[cfg(all(feature = "std", feature = "getrandom"))]
    pub fn sign_reader_hedged<R: std::io::Read>(&self, message: R) -> Result<Signature, crate::ReaderError> {
        self.with_id(&Id::DEFAULT).sign_reader_hedged(message)
    }

    /// Signs a digest with the nonce of RFC 6979: see [`Digest`] for when signing a digest is right.
    pub fn sign_prehashed(&self, digest: &Digest) -> Signature {
        let mut nonces = Deterministic::new();
        ct::on_wiped_stack::<NONCE, _>(|| nonces.start(&self.to_bytes(), digest.as_bytes(), &[]));
        self.sign_with_nonces(digest, |nonce| nonces.next(nonce))
    }

    /// As `sign_prehashed`, with fresh randomness mixed into the nonce.
    ///
    /// # Errors
    /// [`Error::Randomness`].
    #[cfg(feature = "getrandom")]
    pub fn sign_prehashed_hedged(&self, digest: &Digest) -> Result<Signature, Error> {
        Ok(self.sign_prehashed_hedged_with(digest, Secret::generate()?.as_bytes()))
    }

    /// As `sign_prehashed_hedged`, with the caller's 32 bytes of randomness.
    pub fn sign_prehashed_hedged_with(&self, digest: &Digest, randomness: &[u8; 32]) -> Signature {
        let mut nonces = Hedged::new();
        ct::on_wiped_stack::<NONCE, _>(|| {
            nonces.start_signature(&self.to_bytes(), randomness, digest.as_bytes());
        });
        self.sign_with_nonces(digest, |nonce| nonces.next(nonce))
    }

    /// The signature with the first of the nonces that gives one. The others have r = 0, r + k = n or s = 0,
    /// which no random test has ever seen: each is as likely as guessing the key.
    fn sign_with_nonces(&self, digest: &Digest, mut next: impl FnMut(&mut Scalar)) -> Signature {
        let mut k = Scalar::ZERO;
        loop {
            ct::on_wiped_stack::<NONCE, _>(|| next(&mut k));
            let made = level::on_wiped_stack::<SIGNATURE, SIGNATURE, _>(|| {
                sign::sign(level::current(), &self.factor, &k, digest.as_bytes())
            });
            k.wipe();
            if let Some(signature) = made {
                return Signature::from_engine(&signature);
            }
        }
    }

    /// This key with an identifier: a view with the same methods. Z is computed here, once.
    ///
    /// # Example
    /// ```
    /// use chop::sm2::{Id, SigningKey};
    /// let key = SigningKey::from_bytes(&[7; 32])?;
    /// let alice = Id::new(b"alice@example.org")?;
    /// let signature = key.with_id(&alice).sign(b"hello");
    /// key.verifying_key().with_id(&alice).verify(b"hello", &signature)?;
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn with_id(&self, id: &Id<'_>) -> BoundSigner<'_> {
        BoundSigner { key: self, z: self.public.z_of(id) }
    }
}

impl Drop for SigningKey {
    fn drop(&mut self) {
        self.d.wipe();
        self.factor.wipe();
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::ZeroizeOnDrop for SigningKey {}

/// Words of the stack that are wiped after a secret was moved to its place, of whose copies nothing is known but that they
/// are near.
const MOVE: usize = 64;
/// The same after 1/(1 + d).
const INVERSION: usize = 512;
/// The same after a multiple of the base point over lanes, and 1/(1 + d).
const IN_LANES: usize = 2048;
/// The same after a nonce.
const NONCE: usize = 256;
/// The same after s = (1 + d)^−1·(k + r) − r.
const SIGNATURE: usize = 640;
/// The same after a message from a reader was signed.
#[cfg(feature = "std")]
const READING: usize = 1024;

/// A secret key with the Z of an identifier: what signs messages.
pub struct BoundSigner<'a> {
    key: &'a SigningKey,
    z: [u8; 32],
}

impl BoundSigner<'_> {
    /// Signs a message. Deterministic: the same key, identifier and message give the same signature.
    pub fn sign(&self, message: &[u8]) -> Signature {
        self.sign_parts(&[message])
    }

    /// Signs the concatenation of `parts`.
    pub fn sign_parts(&self, parts: &[&[u8]]) -> Signature {
        self.key.sign_prehashed(&with_z(&self.z, parts))
    }

    /// Signs with fresh randomness from the operating system mixed into the nonce.
    ///
    /// The nonce is a hash of the key, the digest and 32 random bytes: a fault or a power trace of one signature says
    /// nothing about the next, and bad randomness does not give the key away. Verifiers see no difference.
    ///
    /// # Errors
    /// [`Error::Randomness`]: nothing is signed without it.
    #[cfg(feature = "getrandom")]
    pub fn sign_hedged(&self, message: &[u8]) -> Result<Signature, Error> {
        self.key.sign_prehashed_hedged(&self.digest(message))
    }

    /// As `sign_hedged`, with the caller's 32 bytes of randomness.
    pub fn sign_hedged_with(&self, message: &[u8], randomness: &[u8; 32]) -> Signature {
        self.key.sign_prehashed_hedged_with(&self.digest(message), randomness)
    }

    /// Signs, and verifies the signature before releasing it: a flipped bit in this machine then gives an
    /// error and not a signature that may reveal the key.
    ///
    /// Cost: as signing and verifying.
    ///
    /// # Errors
    /// [`Error::FaultDetected`].
    pub fn sign_checked(&self, message: &[u8]) -> Result<Signature, Error> {
        let digest = self.digest(message);
        let signature = self.key.sign_prehashed(&digest);
        match self.key.public.verify_prehashed(&digest, &signature) {
            Ok(()) => Ok(signature),
            Err(_) => Err(Error::FaultDetected),
        }
    }

    /// Signs what a reader gives, in one pass and 64 KiB of memory.
    ///
    /// # Errors
    /// [`ReaderError::Io`](crate::ReaderError::Io).
    #[cfg(feature = "std")]
    pub fn sign_reader<R: std::io::Read>(&self, message: R) -> Result<Signature, crate::ReaderError> {
        ct::on_wiped_stack::<READING, _>(|| {
            let digest = super::digest::of_reader(&self.z, message)?;
            Ok(self.key.sign_prehashed(&digest))
        })
    }

    /// As `sign_reader`, with fresh randomness mixed into the nonce.
    ///
    /// # Errors
    /// [`ReaderError::Io`](crate::ReaderError::Io); [`Error::Randomness`].
    #[cfg(all(feature = "std", feature = "getrandom"))]
    pub fn sign_reader_hedged<R: std::io::Read>(&self, message: R) -> Result<Signature, crate::ReaderError> {
        ct::on_wiped_stack::<READING, _>(|| {
            let digest = super::digest::of_reader(&self.z, message)?;
            Ok(self.key.sign_prehashed_hedged(&digest)?)
        })
    }

    /// SM3(Z ‖ M): the digest that is signed.
    pub fn digest(&self, message: &[u8]) -> Digest {
        with_z(&self.z, &[message])
    }

    /// SM3(Z ‖ SM3(M)), which some products sign.
    pub fn double_digest(&self, message: &[u8]) -> Digest {
        with_z(&self.z, &[Digest::without_z(message).as_bytes()])
    }
}
