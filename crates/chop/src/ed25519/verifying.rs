//! Public keys and verification. Everything here is public, and time varies with all of it.

use super::facts::Facts;
use super::hash::Hash;
use super::mode::{Context, Ctx, Mode, Ph, Pure};
use super::policy::Policy;
use crate::{Error, level};
use chop_core::engine::AffinePoint;
use chop_core::engine::ed25519::decode::Decoded;
use chop_core::engine::ed25519::facts::Plan;
use chop_core::engine::ed25519::verify::{self, Job, Key};
use core::fmt;
use core::marker::PhantomData;
use ed25519::Signature;

/// A public key: 32 bytes and the point they encode.
///
/// Decoded once, at construction. Every encoding that some policy accepts is a key; whether a key of
/// small order or an irregular encoding counts is the policy's verdict. `==`, order and hash go by the
/// bytes. Size: 136 bytes.
#[derive(Clone, Copy)]
pub struct VerifyingKey<H: Hash> {
    pub(super) encoding: [u8; 32],
    pub(super) decoded: Decoded,
    hash: PhantomData<H>,
}

impl<H: Hash> VerifyingKey<H> {
    /// The key with this encoding. Cost: one square root. For a key that verifies a single signature,
    /// [`Item::verify`](super::Item::verify) is shorter.
    ///
    /// # Errors
    /// [`Error::NotAPoint`] if no point has this encoding, however read.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::{Signature, VerifyingKey};
    /// # let (bytes, msg) = (chop::ed25519::SigningKey::from_seed(&[7; 32]).verifying_key().to_bytes(), b"m");
    /// # let sig = &chop::ed25519::SigningKey::from_seed(&[7; 32]).sign(msg).to_bytes()[..];
    /// let key = VerifyingKey::from_bytes(&bytes)?;
    /// key.verify(msg, &Signature::from_slice(sig)?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(encoding: &[u8; 32]) -> Result<VerifyingKey<H>, Error> {
        let decoded = Decoded::from_bytes(level::current(), encoding);
        if !decoded.decodes {
            return Err(Error::NotAPoint);
        }
        Ok(VerifyingKey { encoding: *encoding, decoded, hash: PhantomData })
    }

    /// As [`VerifyingKey::from_bytes`], from a slice.
    ///
    /// # Errors
    /// [`Error::PublicKeyLength`], [`Error::NotAPoint`].
    pub fn from_slice(bytes: &[u8]) -> Result<VerifyingKey<H>, Error> {
        VerifyingKey::from_bytes(bytes.try_into().map_err(|_| Error::PublicKeyLength)?)
    }

    /// The key of a point s·B that was just computed from a clamped s: on the curve and of order ℓ.
    pub(super) fn from_computed(point: &AffinePoint) -> VerifyingKey<H> {
        let decoded =
            Decoded { point: *point, decodes: true, y_reduced: true, minus_zero: false, small_order: false };
        VerifyingKey { encoding: point.encode(), decoded, hash: PhantomData }
    }

    pub(crate) fn point(&self) -> &AffinePoint {
        &self.decoded.point
    }

    /// The 32 bytes.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.encoding
    }

    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.encoding
    }

    /// Whether the point has order 1, 2, 4 or 8: under such a key anybody can sign.
    pub fn is_small_order(&self) -> bool {
        self.decoded.small_order
    }

    /// The order of the part of small order of the point: 1, 2, 4 or 8. The point of an honest key has order ℓ, and this is 1.
    ///
    /// A point is a multiple of B plus a point of small order. Where both parts are there, the point has *mixed order*, and
    /// rules with different equations disagree about its signatures. For the R of a signature, ask the key with that encoding.
    ///
    /// Cost: about half a verification.
    ///
    /// # Timing
    /// Variable with the key, which is public.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::{SigningKey, VerifyingKey};
    /// assert_eq!(SigningKey::from_seed(&[7; 32]).verifying_key().small_part_order(), 1);
    /// // y = 0: a point of order 4, without a multiple of B.
    /// let key = VerifyingKey::from_bytes(&[0; 32])?;
    /// assert_eq!((key.small_part_order(), key.is_small_order()), (4, true));
    /// # Ok::<(), chop::Error>(())
    /// ```
    #[cfg(feature = "explain")]
    pub fn small_part_order(&self) -> u8 {
        chop_core::engine::ed25519::small_part::order(level::current(), &self.decoded.point)
    }

    /// Whether the bytes are the one encoding that RFC 8032 gives this point.
    pub fn is_canonical(&self) -> bool {
        self.decoded.y_reduced && !self.decoded.minus_zero
    }

    /// Verifies a signature under [`Policy::DEFAULT`].
    ///
    /// Cost: one hash of the message, one double-base multiplication, one inversion. No allocation.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    ///
    /// Source: RFC 8032, 5.1.7, with the choices it leaves open fixed by the policy.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        self.bound(Pure).verify(message, signature)
    }

    /// Verifies a signature of the concatenation of `parts` under [`Policy::DEFAULT`].
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    pub fn verify_parts(&self, parts: &[&[u8]], signature: &Signature) -> Result<(), Error> {
        self.bound(Pure).verify_parts(parts, signature)
    }

    /// This key under another policy: a view with the same methods.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::{Policy, SigningKey};
    /// let key = SigningKey::from_seed(&[7; 32]);
    /// let signature = key.sign(b"hello");
    /// key.verifying_key().with_policy(Policy::ZIP_215).verify(b"hello", &signature)?;
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn with_policy(&self, policy: Policy) -> BoundVerifier<'_, H, Pure> {
        self.bound(Pure).with_policy(policy)
    }

    /// All facts about one signature, for finding out why it is or is not valid.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::{Policy, SigningKey};
    /// let key = SigningKey::from_seed(&[7; 32]);
    /// let facts = key.verifying_key().facts(b"hullo", &key.sign(b"hello"));
    /// assert!(facts.s_canonical() && !facts.cofactored_equal());
    /// println!("{}", Policy::DEFAULT.rejection(&facts).unwrap());
    /// ```
    pub fn facts(&self, message: &[u8], signature: &Signature) -> Facts {
        self.bound(Pure).facts(message, signature)
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
        self.bound(Pure).verify_reader(message, signature)
    }

    /// Ed25519ctx: this key bound to a context.
    pub fn ctx<'a>(&'a self, context: Context<'a>) -> BoundVerifier<'a, H, Ctx<'a>> {
        self.bound(Ctx(context))
    }

    /// Ed25519ph: this key for messages that are hashed first.
    pub fn ph<'a>(&'a self, context: Option<Context<'a>>) -> BoundVerifier<'a, H, Ph<'a>> {
        self.bound(Ph(context))
    }

    pub(super) fn bound<M: Mode>(&self, mode: M) -> BoundVerifier<'_, H, M> {
        BoundVerifier {
            encoding: &self.encoding,
            key: Key::Decoded(&self.decoded),
            mode,
            policy: Policy::DEFAULT,
            hash: PhantomData,
        }
    }
}

impl<H: Hash> PartialEq for VerifyingKey<H> {
    fn eq(&self, other: &Self) -> bool {
        self.encoding == other.encoding
    }
}

impl<H: Hash> Eq for VerifyingKey<H> {}

impl<H: Hash> PartialOrd for VerifyingKey<H> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<H: Hash> Ord for VerifyingKey<H> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.encoding.cmp(&other.encoding)
    }
}

impl<H: Hash> core::hash::Hash for VerifyingKey<H> {
    fn hash<S: core::hash::Hasher>(&self, state: &mut S) {
        self.encoding.hash(state);
    }
}

impl<H: Hash> fmt::Debug for VerifyingKey<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VerifyingKey<{}>(", H::ALGORITHM)?;
        for byte in self.encoding {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}

impl<H: Hash> AsRef<[u8]> for VerifyingKey<H> {
    fn as_ref(&self) -> &[u8] {
        &self.encoding
    }
}

impl<H: Hash> TryFrom<&[u8]> for VerifyingKey<H> {
    type Error = Error;
    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        VerifyingKey::from_slice(bytes)
    }
}

/// A public key in one mode under one policy: what verifies.
#[derive(Clone, Copy)]
pub struct BoundVerifier<'a, H: Hash, M: Mode> {
    pub(super) encoding: &'a [u8; 32],
    pub(super) key: Key<'a>,
    pub(super) mode: M,
    pub(super) policy: Policy,
    pub(super) hash: PhantomData<H>,
}

impl<H: Hash, M: Mode> fmt::Debug for BoundVerifier<'_, H, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundVerifier").finish_non_exhaustive()
    }
}

impl<'a, H: Hash, M: Mode> BoundVerifier<'a, H, M> {
    /// The same key and mode under another policy.
    pub fn with_policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Verifies a signature of a message (for Ed25519ph, of its hash).
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
        self.judge(signature, &self.digest(parts, signature))
    }

    /// All facts about one signature.
    pub fn facts(&self, message: &[u8], signature: &Signature) -> Facts {
        self.facts_of(Plan::EVERYTHING, signature, &self.digest(&[message], signature))
    }

    /// H(dom2 ‖ R ‖ A ‖ M), the message hashed first if the mode says so.
    fn digest(&self, parts: &[&[u8]], signature: &Signature) -> [u8; 64] {
        if M::PREHASHED {
            return self.digest_raw(&[&H::digest(parts)], signature);
        }
        self.digest_raw(parts, signature)
    }

    fn digest_raw(&self, parts: &[&[u8]], signature: &Signature) -> [u8; 64] {
        let mut state = self.start(signature);
        for part in parts {
            H::update(&mut state, part);
        }
        H::finish(state)
    }

    /// Hashes what precedes the message: dom2 ‖ R ‖ A, the bytes as they were received.
    fn start(&self, signature: &Signature) -> H::State {
        let mut state = H::start();
        for part in self.mode.dom().parts() {
            H::update(&mut state, part);
        }
        H::update(&mut state, signature.r_bytes());
        H::update(&mut state, self.encoding);
        state
    }

    fn judge(&self, signature: &Signature, digest: &[u8; 64]) -> Result<(), Error> {
        let facts = self.facts_of(self.policy.plan(), signature, digest);
        match self.policy.judge(&facts.known) {
            None => Ok(()),
            Some(_) => Err(Error::InvalidSignature),
        }
    }

    fn facts_of(&self, plan: Plan, signature: &Signature, digest: &[u8; 64]) -> Facts {
        let job =
            Job { key: self.key, R: signature.r_bytes(), decoded_R: None, S: signature.s_bytes(), digest };
        Facts { known: verify::facts(level::current(), plan, &job) }
    }

    /// Verifies everything that a reader gives, in one pass and 64 KiB of memory.
    ///
    /// # Errors
    /// [`ReaderError::Io`](crate::ReaderError::Io); [`Error::InvalidSignature`].
    #[cfg(feature = "std")]
    pub fn verify_reader<R: std::io::Read>(
        &self,
        mut message: R,
        signature: &Signature,
    ) -> Result<(), crate::ReaderError> {
        let mut state = if M::PREHASHED { H::start() } else { self.start(signature) };
        crate::reader::for_each_chunk(&mut message, |chunk| H::update(&mut state, chunk))?;
        let digest = H::finish(state);
        let digest = if M::PREHASHED { self.digest_raw(&[&digest], signature) } else { digest };
        Ok(self.judge(signature, &digest)?)
    }
}

impl<H: Hash> BoundVerifier<'_, H, Ph<'_>> {
    /// Verifies a signature of the message with this 64-byte digest.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    pub fn verify_prehashed(&self, digest: &[u8; 64], signature: &Signature) -> Result<(), Error> {
        self.judge(signature, &self.digest_raw(&[digest], signature))
    }

    /// All facts about one signature of the message with this 64-byte digest.
    pub fn facts_of_prehashed(&self, digest: &[u8; 64], signature: &Signature) -> Facts {
        self.facts_of(Plan::EVERYTHING, signature, &self.digest_raw(&[digest], signature))
    }
}

impl<H: Hash<State = sha2::Sha512>> BoundVerifier<'_, H, Ph<'_>> {
    /// Verifies a signature of the message that a running SHA-512 has been fed.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason.
    pub fn verify_hasher(&self, hasher: sha2::Sha512, signature: &Signature) -> Result<(), Error> {
        self.verify_prehashed(&H::finish(hasher), signature)
    }
}
