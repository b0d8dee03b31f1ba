//! Secret keys and signing.
#![allow(non_snake_case)] // points are capital letters

use super::hash::Hash;
use super::mode::{Context, Ctx, Mode, Ph, Pure};
use super::verifying::VerifyingKey;
#[cfg(feature = "std")]
use crate::reader::for_each_chunk;
use crate::secret::Secret;
use crate::{Error, level};
use chop_core::ct::{self, Wipe, Wiped};
use chop_core::engine::AffinePoint;
use chop_core::engine::ed25519::sign;
use chop_core::scalar::l25519::{Scalar, clamp};
use ed25519::Signature;

/// A secret key with its public key, ready to sign.
///
/// It keeps its expanded form (scalar, prefix, public key), so that a signature hashes the seed no more.
/// No signing function takes a public key from the caller: signing with a foreign one would give the
/// secret away (RUSTSEC-2022-0093). Wiped when dropped; no `Debug`, no `Clone`, no `==`.
///
/// Size: 232 bytes. Every operation on it is constant time in the key and in the message's content; the
/// message's length shows.
///
/// # Example
/// ```
/// use chop::ed25519::{SigningKey, VerifyingKey};
/// let key = SigningKey::from_seed(&[7; 32]);
/// let signature = key.sign(b"hello");
/// let public = VerifyingKey::from_bytes(&key.verifying_key().to_bytes())?;
/// public.verify(b"hello", &signature)?;
/// # Ok::<(), chop::Error>(())
/// ```
pub struct SigningKey<H: Hash> {
    seed: Secret<32>,
    pub(super) scalar: Scalar,
    pub(super) prefix: Secret<32>,
    pub(super) public: VerifyingKey<H>,
}

impl<H: Hash> SigningKey<H> {
    /// The key of a 32-byte seed (the secret key of RFC 8032). Any 32 bytes are a seed.
    ///
    /// Cost: one hash, one base-point multiplication.
    /// Source: RFC 8032, 5.1.5.
    pub fn from_seed(seed: &[u8; 32]) -> SigningKey<H> {
        ct::on_wiped_stack::<MOVE, _>(|| {
            let mut key = SigningKey::without_secrets();
            H::on_wiped_stack(|| expand(&mut key, seed));
            let point = sign::mul_base_affine(level::current(), &key.scalar);
            key.set_public(&point);
            key
        })
    }

    /// A key that is no key yet: it gets its secrets in the place where it stays.
    pub(super) fn without_secrets() -> SigningKey<H> {
        SigningKey {
            seed: Secret::zeros(),
            scalar: Scalar::ZERO,
            prefix: Secret::zeros(),
            public: VerifyingKey::from_computed(&AffinePoint::IDENTITY),
        }
    }

    /// Gives it the seed, and the prefix from the hash of the seed.
    pub(super) fn set_seed(&mut self, seed: &[u8; 32], digest: &[u8; 64]) {
        self.seed.as_mut_bytes().copy_from_slice(seed);
        self.prefix.as_mut_bytes().copy_from_slice(&digest[32..]);
    }

    /// Gives it the public key, whose point has been computed.
    pub(super) fn set_public(&mut self, point: &AffinePoint) {
        self.public = VerifyingKey::from_computed(point);
    }

    /// The key of a seed given as a slice of 32 bytes, or of the 64-byte form seed ‖ public key.
    ///
    /// # Errors
    /// [`Error::SecretKeyLength`]; [`Error::PublicKeyMismatch`] for the 64-byte form.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::SigningKey;
    /// let key = SigningKey::from_slice(&[7; 32])?;
    /// assert!(SigningKey::from_slice(&[7; 33]).is_err());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn from_slice(bytes: &[u8]) -> Result<SigningKey<H>, Error> {
        ct::on_wiped_stack::<KEY, _>(|| {
            if let Ok(seed) = bytes.try_into() {
                Ok(SigningKey::from_seed(seed))
            } else if let Ok(pair) = bytes.try_into() {
                SigningKey::from_keypair_bytes(pair)
            } else {
                Err(Error::SecretKeyLength)
            }
        })
    }

    /// The key of the 64-byte form, seed ‖ public key, as NaCl and Go write it. The public half is
    /// computed anew and compared.
    ///
    /// # Errors
    /// [`Error::PublicKeyMismatch`].
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::SigningKey;
    /// let pair = SigningKey::from_seed(&[7; 32]).to_keypair_bytes();
    /// let key = SigningKey::from_keypair_bytes(pair.as_bytes())?;
    /// let mut wrong = *pair.as_bytes();
    /// wrong[63] ^= 1;
    /// assert!(SigningKey::from_keypair_bytes(&wrong).is_err());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn from_keypair_bytes(pair: &[u8; 64]) -> Result<SigningKey<H>, Error> {
        ct::on_wiped_stack::<KEY, _>(|| {
            let [seed, public] = pair.as_chunks::<32>().0 else { return Err(Error::SecretKeyLength) };
            let key = SigningKey::from_seed(seed);
            let same = ct::eq(key.public.as_bytes(), public);
            if ct::declassify(same, "public keys are public") {
                Ok(key)
            } else {
                Err(Error::PublicKeyMismatch)
            }
        })
    }

    /// A new key from the randomness of the operating system.
    ///
    /// # Errors
    /// [`Error::Randomness`]: there is never a key without randomness.
    ///
    /// # Example
    /// ```
    /// let key = chop::ed25519::SigningKey::generate()?;
    /// # Ok::<(), chop::Error>(())
    /// ```
    #[cfg(feature = "getrandom")]
    pub fn generate() -> Result<SigningKey<H>, Error> {
        ct::on_wiped_stack::<KEY, _>(|| Ok(SigningKey::from_seed(Secret::generate()?.as_bytes())))
    }

    /// A new key from the caller's generator.
    ///
    /// # Errors
    /// [`Error::Randomness`] if the generator fails.
    #[cfg(feature = "rand_core")]
    pub fn from_rng<R: rand_core::TryCryptoRng + ?Sized>(rng: &mut R) -> Result<SigningKey<H>, Error> {
        ct::on_wiped_stack::<KEY, _>(|| Ok(SigningKey::from_seed(Secret::from_rng(rng)?.as_bytes())))
    }

    /// The public key. A copy of 136 bytes; no cost.
    pub fn verifying_key(&self) -> VerifyingKey<H> {
        self.public
    }

    /// A copy of the seed.
    pub fn to_seed(&self) -> Secret<32> {
        Secret::new(self.seed.as_bytes())
    }

    /// The 64-byte form, seed ‖ public key.
    pub fn to_keypair_bytes(&self) -> Secret<64> {
        ct::on_wiped_stack::<MOVE, _>(|| {
            let mut pair = Secret::zeros();
            pair.as_mut_bytes()[..32].copy_from_slice(self.seed.as_bytes());
            pair.as_mut_bytes()[32..].copy_from_slice(self.public.as_bytes());
            pair
        })
    }

    /// The clamped scalar's other use: the X25519 secret of the same seed (first half of its hash).
    pub(crate) fn x25519_secret(&self) -> Secret<32> {
        H::on_wiped_stack(|| {
            let (mut secret, mut digest) = (Secret::zeros(), Secret::zeros());
            H::digest_into(&[self.seed.as_bytes()], digest.as_mut_bytes());
            secret.as_mut_bytes().copy_from_slice(&digest.as_bytes()[..32]);
            secret
        })
    }

    /// Signs a message. Deterministic: the same key and message give the same signature.
    ///
    /// Cost: two hashes of the message, one base-point multiplication. No allocation.
    /// Source: RFC 8032, 5.1.6.
    pub fn sign(&self, message: &[u8]) -> Signature {
        self.bound(Pure).sign(message)
    }

    /// Signs the concatenation of `parts`.
    pub fn sign_parts(&self, parts: &[&[u8]]) -> Signature {
        self.bound(Pure).sign_parts(parts)
    }

    /// Signs with fresh randomness mixed into the nonce, which protects against faults and against
    /// leaks that repeat: see [`BoundSigner::sign_hedged`].
    ///
    /// # Errors
    /// [`Error::Randomness`].
    #[cfg(feature = "getrandom")]
    pub fn sign_hedged(&self, message: &[u8]) -> Result<Signature, Error> {
        self.bound(Pure).sign_hedged(message)
    }

    /// As `sign_hedged`, with the caller's 32 bytes of randomness: see [`BoundSigner::sign_hedged_with`].
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::SigningKey;
    /// let key = SigningKey::from_seed(&[7; 32]);
    /// let signature = key.sign_hedged_with(b"hello", &[1; 32]);
    /// key.verifying_key().verify(b"hello", &signature)?;
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn sign_hedged_with(&self, message: &[u8], randomness: &[u8; 32]) -> Signature {
        self.bound(Pure).sign_hedged_with(message, randomness)
    }

    /// Signs and verifies before releasing the signature: see [`BoundSigner::sign_checked`].
    ///
    /// # Errors
    /// [`Error::FaultDetected`].
    pub fn sign_checked(&self, message: &[u8]) -> Result<Signature, Error> {
        self.bound(Pure).sign_checked(message)
    }

    /// Signs what a reader gives, without holding it in memory: see [`BoundSigner::sign_reader`].
    ///
    /// # Errors
    /// As [`BoundSigner::sign_reader`].
    #[cfg(feature = "std")]
    pub fn sign_reader<R: std::io::Read + std::io::Seek>(
        &self,
        message: R,
    ) -> Result<Signature, crate::ReaderError> {
        self.bound(Pure).sign_reader(message)
    }

    /// Ed25519ctx: this key bound to a context.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::{Context, SigningKey};
    /// let key = SigningKey::from_seed(&[7; 32]);
    /// let signature = key.ctx(Context::new(b"log entry")?).sign(b"hello");
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn ctx<'a>(&'a self, context: Context<'a>) -> BoundSigner<'a, H, Ctx<'a>> {
        self.bound(Ctx(context))
    }

    /// Ed25519ph: this key for messages that are hashed first.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::SigningKey;
    /// let key = SigningKey::from_seed(&[7; 32]);
    /// let signature = key.ph(None).sign(b"hello");
    /// assert!(key.verifying_key().verify(b"hello", &signature).is_err());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn ph<'a>(&'a self, context: Option<Context<'a>>) -> BoundSigner<'a, H, Ph<'a>> {
        self.bound(Ph(context))
    }

    pub(super) fn bound<M: Mode>(&self, mode: M) -> BoundSigner<'_, H, M> {
        BoundSigner { key: self, mode }
    }
}

impl<H: Hash> Drop for SigningKey<H> {
    fn drop(&mut self) {
        self.scalar.wipe();
    }
}

#[cfg(feature = "zeroize")]
impl<H: Hash> zeroize::ZeroizeOnDrop for SigningKey<H> {}

/// Words of the stack that are wiped after S = r + k·s.
const RESPONSE: usize = 128;
/// The same after a secret was moved to its place, of whose copies nothing is known but that they are near.
const MOVE: usize = 64;
/// The same for a key that may be none.
const KEY: usize = 256;
/// The same after a message from a reader was signed.
#[cfg(feature = "std")]
const READING: usize = 1024;

/// Gives `key` the seed, the prefix, and the scalar (clamped, then reduced modulo ℓ: B has that order).
fn expand<H: Hash>(key: &mut SigningKey<H>, seed: &[u8; 32]) {
    let mut digest = Secret::zeros();
    H::digest_into(&[seed], digest.as_mut_bytes());
    let mut low = Secret::<32>::zeros();
    low.as_mut_bytes().copy_from_slice(&digest.as_bytes()[..32]);
    let clamped = Secret::new(&clamp(*low.as_bytes()));
    key.scalar = Scalar::from_bytes_mod_order(clamped.as_bytes());
    key.set_seed(seed, digest.as_bytes());
}

/// A secret key in one mode: what signs.
pub struct BoundSigner<'a, H: Hash, M: Mode> {
    pub(super) key: &'a SigningKey<H>,
    mode: M,
}

impl<'a, H: Hash, M: Mode> BoundSigner<'a, H, M> {
    /// Signs a message (and for Ed25519ph, its hash). Deterministic.
    pub fn sign(&self, message: &[u8]) -> Signature {
        self.sign_parts(&[message])
    }

    /// Signs the concatenation of `parts`.
    pub fn sign_parts(&self, parts: &[&[u8]]) -> Signature {
        if M::PREHASHED { self.sign_raw(&[&H::digest(parts)], None) } else { self.sign_raw(parts, None) }
    }

    /// Signs with fresh randomness from the operating system mixed into the nonce.
    ///
    /// The nonce is H(dom2 ‖ prefix′ ‖ M), where prefix′ is the first half of H(prefix ‖ Z) with 32
    /// random bytes Z: a fault or a power trace of one signature says nothing about the next, and with
    /// bad randomness the nonce is as good as the deterministic one. Verifiers see no difference.
    ///
    /// # Errors
    /// [`Error::Randomness`]: nothing is signed without it.
    ///
    /// Source: draft-irtf-cfrg-det-sigs-with-noise, "Hedged EdDSA".
    #[cfg(feature = "getrandom")]
    pub fn sign_hedged(&self, message: &[u8]) -> Result<Signature, Error> {
        Ok(self.sign_hedged_with(message, Secret::generate()?.as_bytes()))
    }

    /// As `sign_hedged`, with the caller's 32 bytes of randomness.
    pub fn sign_hedged_with(&self, message: &[u8], randomness: &[u8; 32]) -> Signature {
        self.sign_parts_hedged_with(&[message], randomness)
    }

    pub(super) fn sign_parts_hedged_with(&self, parts: &[&[u8]], randomness: &[u8; 32]) -> Signature {
        if M::PREHASHED {
            self.sign_raw(&[&H::digest(parts)], Some(randomness))
        } else {
            self.sign_raw(parts, Some(randomness))
        }
    }

    /// Signs, and verifies the signature before releasing it: a flipped bit in this machine then gives
    /// an error and not a signature that reveals the key.
    ///
    /// Cost: as signing and verifying.
    ///
    /// # Errors
    /// [`Error::FaultDetected`].
    pub fn sign_checked(&self, message: &[u8]) -> Result<Signature, Error> {
        let signature = self.sign(message);
        match self.key.public.bound(self.mode).verify(message, &signature) {
            Ok(()) => Ok(signature),
            Err(_) => Err(Error::FaultDetected),
        }
    }

    /// Signs the parts as they are (for Ed25519ph: the digest).
    fn sign_raw(&self, parts: &[&[u8]], randomness: Option<&[u8; 32]>) -> Signature {
        let mut nonce = Wiped::new(Scalar::ZERO);
        H::on_wiped_stack(|| match randomness {
            None => self.find_nonce(&self.key.prefix, parts, &mut nonce),
            Some(randomness) => {
                let mut digest = Secret::zeros();
                H::digest_into(&[self.key.prefix.as_bytes(), randomness], digest.as_mut_bytes());
                let mut prefix = Secret::zeros();
                prefix.as_mut_bytes().copy_from_slice(&digest.as_bytes()[..32]);
                self.find_nonce(&prefix, parts, &mut nonce);
            }
        });
        let R = self.commit(&nonce);
        self.finish_with(&nonce, &R, parts)
    }

    /// r = H(dom2 ‖ prefix ‖ M), for the parts as they are.
    fn find_nonce(&self, prefix: &Secret<32>, parts: &[&[u8]], nonce: &mut Scalar) {
        let mut state = H::start();
        self.start_nonce(prefix, &mut state);
        for part in parts {
            H::update(&mut state, part);
        }
        let mut digest = Secret::zeros();
        H::finish_into(&mut state, digest.as_mut_bytes());
        *nonce = Scalar::from_bytes_wide(digest.as_bytes());
    }

    /// The signature with this nonce and its commitment, for the parts as they are.
    fn finish_with(&self, nonce: &Scalar, R: &[u8; 32], parts: &[&[u8]]) -> Signature {
        let mut state = self.start_challenge(R);
        for part in parts {
            H::update(&mut state, part);
        }
        self.respond(nonce, R, H::finish(state))
    }

    /// Hashes what precedes the message in the nonce: dom2 ‖ prefix.
    fn start_nonce(&self, prefix: &Secret<32>, state: &mut H::State) {
        for part in self.mode.dom().parts() {
            H::update(state, part);
        }
        H::update(state, prefix.as_bytes());
    }

    /// R = r·B.
    fn commit(&self, nonce: &Scalar) -> [u8; 32] {
        sign::mul_base_encoded(level::current(), nonce)
    }

    /// Hashes what precedes the message in the challenge: dom2 ‖ R ‖ A.
    fn start_challenge(&self, R: &[u8; 32]) -> H::State {
        let mut state = H::start();
        for part in self.mode.dom().parts() {
            H::update(&mut state, part);
        }
        H::update(&mut state, R);
        H::update(&mut state, self.key.public.as_bytes());
        state
    }

    /// S = r + k·s.
    fn respond(&self, nonce: &Scalar, R: &[u8; 32], challenge: [u8; 64]) -> Signature {
        let k = Scalar::from_bytes_wide(&challenge);
        let S = ct::on_wiped_stack::<RESPONSE, _>(|| k.mul_add(&self.key.scalar, nonce).to_bytes());
        Signature::from_components(*R, S)
    }
}

impl<H: Hash> BoundSigner<'_, H, Ph<'_>> {
    /// Signs a message by its 64-byte digest, which must come from the hash function of the scheme
    /// (SHA-512 for Ed25519ph).
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::SigningKey;
    /// let digest = [0x5A; 64]; // SHA-512 of a large file
    /// let key = SigningKey::from_seed(&[7; 32]);
    /// let signature = key.ph(None).sign_prehashed(&digest);
    /// key.verifying_key().ph(None).verify_prehashed(&digest, &signature)?;
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn sign_prehashed(&self, digest: &[u8; 64]) -> Signature {
        self.sign_raw(&[digest], None)
    }
}

impl<H> BoundSigner<'_, H, Ph<'_>>
where
    H: Hash<State = sha2::Sha512>,
{
    /// Signs the message that a running SHA-512 has been fed.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::{Sha512State, SigningKey};
    /// let mut hash = Sha512State::default();
    /// # use sha2::Digest;
    /// hash.update(b"a long ");
    /// hash.update(b"message");
    /// let key = SigningKey::from_seed(&[7; 32]);
    /// let signature = key.ph(None).sign_hasher(hash);
    /// key.verifying_key().ph(None).verify(b"a long message", &signature)?;
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn sign_hasher(&self, hasher: sha2::Sha512) -> Signature {
        self.sign_prehashed(&H::finish(hasher))
    }
}

#[cfg(feature = "std")]
impl<H: Hash, M: Mode> BoundSigner<'_, H, M> {
    /// Signs everything from the reader's current position to its end, in 64 KiB of memory.
    ///
    /// Ed25519ph reads once. The others must read twice, first for the nonce and then for the challenge;
    /// if the message were another one the second time, the two signatures would share a nonce and give
    /// the secret key away. So the second pass computes the nonce's hash again, and nothing is released
    /// unless it is the same.
    ///
    /// # Errors
    /// [`ReaderError::Io`](crate::ReaderError::Io); [`Error::MessageChanged`].
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::SigningKey;
    /// let key = SigningKey::from_seed(&[7; 32]);
    /// let signature = key.sign_reader(std::io::Cursor::new(b"hello"))?;
    /// assert_eq!(signature, key.sign(b"hello"));
    /// # Ok::<(), chop::ReaderError>(())
    /// ```
    pub fn sign_reader<R: std::io::Read + std::io::Seek>(
        &self,
        message: R,
    ) -> Result<Signature, crate::ReaderError> {
        ct::on_wiped_stack::<READING, _>(|| self.sign_what_is_read(message))
    }

    fn sign_what_is_read<R: std::io::Read + std::io::Seek>(
        &self,
        mut message: R,
    ) -> Result<Signature, crate::ReaderError> {
        if M::PREHASHED {
            let mut state = H::start();
            for_each_chunk(&mut message, |chunk| H::update(&mut state, chunk))?;
            return Ok(self.sign_raw(&[&H::finish(state)], None));
        }
        let start = message.stream_position()?;
        let mut state = H::start();
        self.start_nonce(&self.key.prefix, &mut state);
        for_each_chunk(&mut message, |chunk| H::update(&mut state, chunk))?;
        let mut first = Secret::<64>::zeros();
        H::finish_into(&mut state, first.as_mut_bytes());
        let nonce = Wiped::new(Scalar::from_bytes_wide(first.as_bytes()));
        let R = self.commit(&nonce);

        message.seek(std::io::SeekFrom::Start(start))?;
        let mut challenge = self.start_challenge(&R);
        let mut again = H::start();
        self.start_nonce(&self.key.prefix, &mut again);
        let read = for_each_chunk(&mut message, |chunk| {
            H::update(&mut challenge, chunk);
            H::update(&mut again, chunk);
        });
        let mut second = Secret::zeros();
        H::finish_into(&mut again, second.as_mut_bytes());
        match read {
            Err(error) => Err(error.into()),
            Ok(()) if !first.equals(&second) => Err(Error::MessageChanged.into()),
            Ok(()) => Ok(self.respond(&nonce, &R, H::finish(challenge))),
        }
    }
}
