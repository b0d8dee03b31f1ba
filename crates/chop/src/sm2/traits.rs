//! The traits of the crate `signature` 3.0.

#[cfg(feature = "rand_core")]
use super::id::Id;
use super::signature::Signature;
use super::signing::{BoundSigner, SigningKey};
use super::verifying::{BoundVerifier, VerifyingKey};
use signature::{Error, KeypairRef, MultipartSigner, MultipartVerifier, SignatureEncoding, Signer, Verifier};

impl Signer<Signature> for SigningKey {
    fn try_sign(&self, message: &[u8]) -> Result<Signature, Error> {
        Ok(self.sign(message))
    }
}

impl MultipartSigner<Signature> for SigningKey {
    fn try_multipart_sign(&self, message: &[&[u8]]) -> Result<Signature, Error> {
        Ok(self.sign_parts(message))
    }
}

impl Signer<Signature> for BoundSigner<'_> {
    fn try_sign(&self, message: &[u8]) -> Result<Signature, Error> {
        Ok(self.sign(message))
    }
}

impl MultipartSigner<Signature> for BoundSigner<'_> {
    fn try_multipart_sign(&self, message: &[&[u8]]) -> Result<Signature, Error> {
        Ok(self.sign_parts(message))
    }
}

#[cfg(feature = "rand_core")]
impl signature::RandomizedSigner<Signature> for SigningKey {
    fn try_sign_with_rng<R: rand_core::TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        message: &[u8],
    ) -> Result<Signature, Error> {
        self.with_id(&Id::DEFAULT).try_sign_with_rng(rng, message)
    }
}

#[cfg(feature = "rand_core")]
impl signature::RandomizedSigner<Signature> for BoundSigner<'_> {
    fn try_sign_with_rng<R: rand_core::TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        message: &[u8],
    ) -> Result<Signature, Error> {
        // Wiped: where the randomness was on its way from the generator.
        chop_core::ct::on_wiped_stack::<128, _>(|| {
            let randomness = crate::Secret::from_rng(rng)?;
            Ok(self.sign_hedged_with(message, randomness.as_bytes()))
        })
    }
}

impl AsRef<VerifyingKey> for SigningKey {
    fn as_ref(&self) -> &VerifyingKey {
        &self.public
    }
}

impl KeypairRef for SigningKey {
    type VerifyingKey = VerifyingKey;
}

impl Verifier<Signature> for VerifyingKey {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        Ok(Self::verify(self, message, signature)?)
    }
}

impl MultipartVerifier<Signature> for VerifyingKey {
    fn multipart_verify(&self, message: &[&[u8]], signature: &Signature) -> Result<(), Error> {
        Ok(self.verify_parts(message, signature)?)
    }
}

impl Verifier<Signature> for BoundVerifier<'_> {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        Ok(Self::verify(self, message, signature)?)
    }
}

impl MultipartVerifier<Signature> for BoundVerifier<'_> {
    fn multipart_verify(&self, message: &[&[u8]], signature: &Signature) -> Result<(), Error> {
        Ok(self.verify_parts(message, signature)?)
    }
}

impl SignatureEncoding for Signature {
    type Repr = [u8; 64];
}

impl From<Signature> for [u8; 64] {
    fn from(signature: Signature) -> [u8; 64] {
        signature.to_bytes()
    }
}

impl TryFrom<&[u8]> for Signature {
    type Error = crate::Error;

    fn try_from(bytes: &[u8]) -> Result<Signature, crate::Error> {
        Signature::from_slice(bytes)
    }
}
