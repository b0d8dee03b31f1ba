//! The traits of the crate `signature` 3.0. Their methods take the same arguments in the same order as
//! the inherent ones.

use super::hash::Hash;
use super::mode::{Mode, Pure};
use super::signing::{BoundSigner, SigningKey};
use super::verifying::{BoundVerifier, VerifyingKey};
#[cfg(feature = "rand_core")]
use chop_core::ct;
use ed25519::Signature;
use signature::{Error, KeypairRef, MultipartSigner, MultipartVerifier, Signer, Verifier};

/// Words of the stack that are wiped after randomness was used: where it was on its way from the generator.
#[cfg(feature = "rand_core")]
const RANDOMNESS: usize = 128;

impl<H: Hash> Signer<Signature> for SigningKey<H> {
    fn try_sign(&self, message: &[u8]) -> Result<Signature, Error> {
        Ok(self.sign(message))
    }
}

impl<H: Hash> MultipartSigner<Signature> for SigningKey<H> {
    fn try_multipart_sign(&self, message: &[&[u8]]) -> Result<Signature, Error> {
        Ok(self.sign_parts(message))
    }
}

impl<H: Hash, M: Mode> Signer<Signature> for BoundSigner<'_, H, M> {
    fn try_sign(&self, message: &[u8]) -> Result<Signature, Error> {
        Ok(self.sign(message))
    }
}

impl<H: Hash, M: Mode> MultipartSigner<Signature> for BoundSigner<'_, H, M> {
    fn try_multipart_sign(&self, message: &[&[u8]]) -> Result<Signature, Error> {
        Ok(self.sign_parts(message))
    }
}

impl<H: Hash> AsRef<VerifyingKey<H>> for SigningKey<H> {
    fn as_ref(&self) -> &VerifyingKey<H> {
        &self.public
    }
}

impl<H: Hash> KeypairRef for SigningKey<H> {
    type VerifyingKey = VerifyingKey<H>;
}

impl<H: Hash> Verifier<Signature> for VerifyingKey<H> {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        Ok(self.bound(Pure).verify(message, signature)?)
    }
}

impl<H: Hash> MultipartVerifier<Signature> for VerifyingKey<H> {
    fn multipart_verify(&self, message: &[&[u8]], signature: &Signature) -> Result<(), Error> {
        Ok(self.bound(Pure).verify_parts(message, signature)?)
    }
}

impl<H: Hash, M: Mode> Verifier<Signature> for BoundVerifier<'_, H, M> {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        Ok(self.verify_parts(&[message], signature)?)
    }
}

impl<H: Hash, M: Mode> MultipartVerifier<Signature> for BoundVerifier<'_, H, M> {
    fn multipart_verify(&self, message: &[&[u8]], signature: &Signature) -> Result<(), Error> {
        Ok(self.verify_parts(message, signature)?)
    }
}

#[cfg(feature = "digest")]
impl<H: Hash<State = sha2::Sha512>> signature::DigestSigner<sha2::Sha512, Signature>
    for BoundSigner<'_, H, super::mode::Ph<'_>>
{
    fn try_sign_digest<F: Fn(&mut sha2::Sha512) -> Result<(), Error>>(
        &self,
        message: F,
    ) -> Result<Signature, Error> {
        let mut state = H::start();
        message(&mut state)?;
        Ok(self.sign_hasher(state))
    }
}

#[cfg(feature = "digest")]
impl<H: Hash<State = sha2::Sha512>> signature::DigestVerifier<sha2::Sha512, Signature>
    for BoundVerifier<'_, H, super::mode::Ph<'_>>
{
    fn verify_digest<F: Fn(&mut sha2::Sha512) -> Result<(), Error>>(
        &self,
        message: F,
        signature: &Signature,
    ) -> Result<(), Error> {
        let mut state = H::start();
        message(&mut state)?;
        Ok(self.verify_hasher(state, signature)?)
    }
}

#[cfg(feature = "rand_core")]
impl<H: Hash> signature::RandomizedSigner<Signature> for SigningKey<H> {
    fn try_sign_with_rng<R: rand_core::TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        message: &[u8],
    ) -> Result<Signature, Error> {
        self.bound(Pure).try_sign_with_rng(rng, message)
    }
}

#[cfg(feature = "rand_core")]
impl<H: Hash> signature::RandomizedMultipartSigner<Signature> for SigningKey<H> {
    fn try_multipart_sign_with_rng<R: rand_core::TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        message: &[&[u8]],
    ) -> Result<Signature, Error> {
        ct::on_wiped_stack::<RANDOMNESS, _>(|| {
            let randomness = crate::secret::Secret::<32>::from_rng(rng)?;
            Ok(self.bound(Pure).sign_parts_hedged_with(message, randomness.as_bytes()))
        })
    }
}

#[cfg(feature = "rand_core")]
impl<H: Hash, M: Mode> signature::RandomizedSigner<Signature> for BoundSigner<'_, H, M> {
    fn try_sign_with_rng<R: rand_core::TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        message: &[u8],
    ) -> Result<Signature, Error> {
        ct::on_wiped_stack::<RANDOMNESS, _>(|| {
            let randomness = crate::secret::Secret::<32>::from_rng(rng)?;
            Ok(self.sign_hedged_with(message, randomness.as_bytes()))
        })
    }
}
