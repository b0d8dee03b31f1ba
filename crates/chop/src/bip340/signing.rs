//! Secret keys and signing.

use super::hash::Tag;
use super::signature::Signature;
#[cfg(feature = "std")]
use super::verifying::start_challenge;
use super::verifying::{VerifyingKey, challenge, tweak};
#[cfg(feature = "std")]
use crate::reader::for_each_chunk;
#[cfg(feature = "std")]
use crate::secp256k1::stack::READING;
use crate::secp256k1::stack::{IN_LANES, MOVE, NONCE, SIGNATURE};
use crate::secret::Secret;
use crate::{Error, level, secp256k1};
use chop_core::ct::{self, Wipe, Wiped, declassify};
use chop_core::engine::secp256k1::schnorr;
use chop_core::scalar::nsecp256k1::Scalar;
#[cfg(feature = "std")]
use sha2::{Digest as _, Sha256};

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
/// | `sign_reader`      | as `sign`, of a message that is read twice                  | on a reader's error, or if the message changes |
/// | `sign_reader_hedged` | the same as `sign_hedged`                                 | as both            |
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
        let r = commit(&mut k);
        let e = challenge(&r, &key, &[message]);
        self.respond(r, &k, &e)
    }

    /// s, and the signature.
    fn respond(&self, r: [u8; 32], k: &Scalar, e: &[u8; 32]) -> Signature {
        Signature::from_parts(r, ct::on_wiped_stack::<MOVE, _>(|| schnorr::response(k, e, &self.d)))
    }

    /// k, from d and the randomness, the public key and the message.
    fn find_nonce(&self, key: &[u8; 32], message: &[u8], randomness: &[u8; 32], k: &mut Scalar) {
        let secret = self.masked(randomness);
        let hash = Wiped::new(Tag::NONCE.hash([&secret.as_bytes()[..], key, message]));
        *k = Scalar::from_bytes_mod_order(&hash);
    }

    /// d, masked by the randomness.
    fn masked(&self, randomness: &[u8; 32]) -> Secret<32> {
        let mut secret = self.to_bytes();
        let mut mask = Wiped::new(Tag::AUX.hash([&randomness[..]]));
        for (byte, mask) in secret.as_mut_bytes().iter_mut().zip(mask.iter_mut()) {
            *byte ^= *mask;
        }
        secret
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

/// The key of the same number. Cost: one base-point multiplication.
impl From<&secp256k1::SigningKey> for SigningKey {
    fn from(key: &secp256k1::SigningKey) -> SigningKey {
        ct::on_wiped_stack::<MOVE, _>(|| match SigningKey::from_bytes(key.to_bytes().as_bytes()) {
            Ok(key) => key,
            Err(_) => unreachable!("the number of a key is in range"),
        })
    }
}

/// The x of R for a nonce, and in the place of k the one of k and −k that R with an even y belongs to.
fn commit(k: &mut Scalar) -> [u8; 32] {
    let point = level::on_wiped_stack::<SIGNATURE, IN_LANES, _>(|| schnorr::even(level::current(), k));
    let Some(point) = point else { unreachable!("a hash that is 0 modulo n is not found") };
    point.x()
}

#[cfg(feature = "std")]
impl SigningKey {
    /// Signs everything from the reader's current position to its end, in 64 KiB of memory.
    ///
    /// The message is read twice, first for the nonce and then for the challenge; if it were another one the second time, the two
    /// signatures would share a nonce and give the secret key away. So the second pass computes the nonce's hash again, and nothing
    /// is released unless it is the same.
    ///
    /// # Errors
    /// [`ReaderError::Io`](crate::ReaderError::Io); [`Error::MessageChanged`].
    ///
    /// # Example
    /// ```
    /// let key = chop::bip340::SigningKey::from_bytes(&[7; 32])?;
    /// let signature = key.sign_reader(std::io::Cursor::new(b"hello"))?;
    /// assert_eq!(signature, key.sign(b"hello"));
    /// # Ok::<(), chop::ReaderError>(())
    /// ```
    pub fn sign_reader<R: std::io::Read + std::io::Seek>(
        &self,
        message: R,
    ) -> Result<Signature, crate::ReaderError> {
        ct::on_wiped_stack::<READING, _>(|| self.sign_what_is_read(message, &[0; 32]))
    }

    /// As `sign_reader`, with fresh randomness from the operating system in the nonce.
    ///
    /// # Errors
    /// As there; [`Error::Randomness`].
    #[cfg(feature = "getrandom")]
    pub fn sign_reader_hedged<R: std::io::Read + std::io::Seek>(
        &self,
        message: R,
    ) -> Result<Signature, crate::ReaderError> {
        let randomness = Secret::generate()?;
        ct::on_wiped_stack::<READING, _>(|| self.sign_what_is_read(message, randomness.as_bytes()))
    }

    fn sign_what_is_read<R: std::io::Read + std::io::Seek>(
        &self,
        mut message: R,
        randomness: &[u8; 32],
    ) -> Result<Signature, crate::ReaderError> {
        let key = self.public.to_bytes();
        let secret = self.masked(randomness);
        let start_nonce = || Tag::NONCE.start().chain_update(secret.as_bytes()).chain_update(key);
        let start = message.stream_position()?;
        let mut nonce = start_nonce();
        for_each_chunk(&mut message, |chunk| nonce.update(chunk))?;
        let first = finish(nonce);
        let mut k = Wiped::new(Scalar::from_bytes_mod_order(first.as_bytes()));
        let r = commit(&mut k);

        message.seek(std::io::SeekFrom::Start(start))?;
        let mut challenge = start_challenge(&r, &key);
        let mut again = start_nonce();
        let read = for_each_chunk(&mut message, |chunk| {
            challenge.update(chunk);
            again.update(chunk);
        });
        let second = finish(again);
        match read {
            Err(error) => Err(error.into()),
            Ok(()) if !first.equals(&second) => Err(Error::MessageChanged.into()),
            Ok(()) => Ok(self.respond(r, &k, &challenge.finalize().into())),
        }
    }
}

/// The hash, as a secret.
#[cfg(feature = "std")]
fn finish(state: Sha256) -> Secret<32> {
    let mut hash = Secret::zeros();
    state.finalize_into(hash.as_mut_bytes().into());
    hash
}

impl Drop for SigningKey {
    fn drop(&mut self) {
        self.d.wipe();
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::ZeroizeOnDrop for SigningKey {}
