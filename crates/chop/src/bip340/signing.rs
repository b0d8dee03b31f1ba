//! Secret keys and signing.

use super::hash::Tag;
use super::signature::Signature;
use super::verifying::{VerifyingKey, challenge, tweak};
use crate::secp256k1::stack::{IN_LANES, MOVE, NONCE, SIGNATURE};
use crate::secret::Secret;
use crate::{Error, level};
use chop_core::ct::{self, Wipe, Wiped, declassify};
use chop_core::engine::secp256k1::schnorr;
use chop_core::scalar::nsecp256k1::Scalar;

/// A secret key d in 1 ..= n − 1 with its public key, ready to sign. Of d and n − d, which have the same public key, it keeps the one whose
/// point has an even y.
///
/// No signing function takes a public key from the caller. Wiped when dropped; no `Debug`, no `Clone`, no `==`.
///
/// Size: 96 bytes. Every operation on it is constant time in the key, in the nonce and in the message's
/// content; the message's length shows.
///
/// | call               | auxiliary randomness                                        | fails              |
/// |--------------------|-------------------------------------------------------------|--------------------|
/// | `sign`             | 32 zeros: the same key and message give the same signature  | never              |
/// | `sign_hedged`      | 32 bytes of the operating system                            | without randomness |
/// | `sign_hedged_with` | the caller's 32 bytes                                       | never              |
/// | `sign_checked`     | as `sign`, and verified before it is released               | on a fault         |
///
/// # Example
/// ```
/// use chop::bip340::{SigningKey, VerifyingKey};
/// let key = SigningKey::generate()?;
/// let signature = key.sign(b"hello");
/// VerifyingKey::from_bytes(&key.verifying_key().to_bytes())?.verify(b"hello", &signature)?;
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
    pub fn from_bytes(d: &[u8; 32]) -> Result<SigningKey, Error> {
        ct::on_wiped_stack::<MOVE, _>(|| {
            let mut number = Wiped::new(Scalar::ZERO);
            let public = level::on_wiped_stack::<SIGNATURE, IN_LANES, _>(|| {
                let canonical;
                (*number, canonical) = Scalar::from_canonical_bytes(d);
                if !declassify(canonical, "a secret key out of range is refused, and everybody knows it") {
                    number.wipe();
                }
                schnorr::even(level::current(), &mut number)
            });
            SigningKey::of(public.map(|point| VerifyingKey { point }), &number)
        })
    }

    /// The key of a public key and its d, if there is one.
    fn of(public: Option<VerifyingKey>, d: &Scalar) -> Result<SigningKey, Error> {
        let key = public.map(|public| SigningKey { d: Scalar::ZERO, public });
        let mut key = key.ok_or(Error::SecretKeyRange);
        if let Ok(key) = &mut key {
            key.d = *d;
        }
        key
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
        ct::on_wiped_stack::<MOVE, _>(|| {
            loop {
                // One number in 2^127 is no key.
                if let Ok(key) = SigningKey::from_bytes(Secret::generate()?.as_bytes()) {
                    return Ok(key);
                }
            }
        })
    }

    /// The public key. A copy of 64 bytes; no cost.
    pub fn verifying_key(&self) -> VerifyingKey {
        self.public
    }

    /// A copy of d, big endian: of the number that the key was made of, or of n less that number.
    pub fn to_bytes(&self) -> Secret<32> {
        ct::on_wiped_stack::<MOVE, _>(|| {
            let mut secret = Secret::zeros();
            *secret.as_mut_bytes() = self.d.to_bytes();
            secret
        })
    }

    /// Signs a message. Deterministic: the same key and message give the same signature.
    ///
    /// Cost: SHA-256 of the message twice, one base-point multiplication, an inversion. No allocation.
    /// Source: BIP 340, with auxiliary randomness of 32 zeros.
    pub fn sign(&self, message: &[u8]) -> Signature {
        self.sign_hedged_with(message, &[0; 32])
    }

    /// Signs a message with fresh randomness from the operating system in the nonce.
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

    /// As `sign_hedged`, with the caller's 32 bytes of auxiliary randomness.
    pub fn sign_hedged_with(&self, message: &[u8], randomness: &[u8; 32]) -> Signature {
        let key = self.public.to_bytes();
        let mut k = Wiped::new(Scalar::ZERO);
        ct::on_wiped_stack::<NONCE, _>(|| self.find_nonce(&key, message, randomness, &mut k));
        let point =
            level::on_wiped_stack::<SIGNATURE, IN_LANES, _>(|| schnorr::even(level::current(), &mut k));
        let Some(point) = point else { unreachable!("a hash that is 0 modulo n is not found") };
        let r = point.x();
        let e = challenge(&r, &key, &[message]);
        Signature::from_parts(r, ct::on_wiped_stack::<MOVE, _>(|| schnorr::response(&k, &e, &self.d)))
    }

    /// k, from d and the randomness, the public key and the message.
    fn find_nonce(&self, key: &[u8; 32], message: &[u8], randomness: &[u8; 32], k: &mut Scalar) {
        let mut secret = self.to_bytes();
        let mut mask = Wiped::new(Tag::AUX.hash([&randomness[..]]));
        for (byte, mask) in secret.as_mut_bytes().iter_mut().zip(mask.iter_mut()) {
            *byte ^= *mask;
        }
        let hash = Wiped::new(Tag::NONCE.hash([&secret.as_bytes()[..], key, message]));
        *k = Scalar::from_bytes_mod_order(&hash);
    }

    /// Signs, and verifies the signature before releasing it: a flipped bit in this machine then gives an
    /// error and not a signature that may reveal the key.
    ///
    /// Cost: as signing and verifying.
    ///
    /// # Errors
    /// [`Error::FaultDetected`].
    pub fn sign_checked(&self, message: &[u8]) -> Result<Signature, Error> {
        let signature = self.sign(message);
        let valid = self.public.verify(message, &signature);
        valid.map(|()| signature).map_err(|_| Error::FaultDetected)
    }

    /// The secret of [`VerifyingKey::tweaked`]: the key that spends a Taproot output (BIP 341).
    ///
    /// Cost: one base-point multiplication. Constant time in the key.
    ///
    /// # Errors
    /// [`Error::SecretKeyRange`] as there.
    ///
    /// # Example
    /// ```
    /// use chop::bip340::SigningKey;
    /// let key = SigningKey::from_bytes(&[7; 32])?;
    /// let root = [1; 32];
    /// let (output, _) = key.verifying_key().tweaked(Some(&root))?;
    /// assert_eq!(key.tweaked(Some(&root))?.verifying_key(), output);
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn tweaked(&self, root: Option<&[u8; 32]>) -> Result<SigningKey, Error> {
        let (t, canonical) = Scalar::from_canonical_bytes(&tweak(&self.public.to_bytes(), root));
        if !declassify(canonical, "verification is public") {
            return Err(Error::SecretKeyRange);
        }
        ct::on_wiped_stack::<MOVE, _>(|| {
            let mut sum = Wiped::new(Scalar::ZERO);
            let public = level::on_wiped_stack::<SIGNATURE, IN_LANES, _>(|| {
                *sum = self.d.add(&t);
                schnorr::even(level::current(), &mut sum)
            });
            SigningKey::of(public.map(|point| VerifyingKey { point }), &sum)
        })
    }
}

impl Drop for SigningKey {
    fn drop(&mut self) {
        self.d.wipe();
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::ZeroizeOnDrop for SigningKey {}
