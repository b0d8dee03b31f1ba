//! The files of keys on secp256k1. Sources: SEC 2 (identifier), and those of `elliptic.rs`.

use super::cleanly;
use super::der::{private_info, public_info};
#[cfg(feature = "pem")]
use super::elliptic::check_parameters;
use super::elliptic::{
    Elliptic, EllipticPublic, of_private_info, of_public_info, sec1, written, written_public,
};
#[cfg(feature = "pem")]
use super::pem;
use crate::Error;
#[cfg(feature = "pem")]
use crate::KeyFileError;
use crate::secp256k1::{SigningKey, VerifyingKey};
use crate::secret::Secret;
#[cfg(feature = "pem")]
use crate::secret::SecretBytes;
use pkcs8::spki::SubjectPublicKeyInfoRef;
use pkcs8::{ObjectIdentifier, PrivateKeyInfoRef};

impl Elliptic for SigningKey {
    type Public = VerifyingKey;

    fn from_number(d: &[u8; 32]) -> Result<SigningKey, Error> {
        SigningKey::from_bytes(d)
    }

    fn public(&self) -> VerifyingKey {
        self.verifying_key()
    }
}

impl EllipticPublic for VerifyingKey {
    const CURVE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.132.0.10");
    const IS_ALGORITHM: bool = false;

    fn from_encoding(bytes: &[u8]) -> Result<VerifyingKey, Error> {
        VerifyingKey::from_slice(bytes)
    }

    fn encoding(&self) -> [u8; 65] {
        self.to_bytes()
    }
}

impl SigningKey {
    fn read_der(der: &[u8]) -> Result<SigningKey, Error> {
        SigningKey::read_info(&private_info(der)?)
    }

    pub(super) fn read_info(info: &PrivateKeyInfoRef<'_>) -> Result<SigningKey, Error> {
        of_private_info(info)
    }

    fn write_der(&self) -> Secret<135> {
        /// Up to d: PKCS#8 version 1 and its identifier, `ECPrivateKey` version 1.
        const HEAD: [u8; 33] = [
            0x30, 0x81, 0x84, 0x02, 0x01, 0x00, 0x30, 0x10, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02,
            0x01, 0x06, 0x05, 0x2b, 0x81, 0x04, 0x00, 0x0a, 0x04, 0x6d, 0x30, 0x6b, 0x02, 0x01, 0x01, 0x04,
            0x20,
        ];
        written(&HEAD, &self.to_bytes(), self)
    }

    /// Reads SEC1 (`ECPrivateKey`, RFC 5915) in DER. A key that does not tell its curve is taken for one on secp256k1.
    ///
    /// # Errors
    /// [`KeyFileError::Der`]; [`KeyFileError::WrongAlgorithm`] for another curve, [`KeyFileError::CurveParameters`] for one without
    /// a name; [`Error::SecretKeyLength`], [`Error::SecretKeyRange`], [`Error::NotAPoint`],
    /// [`Error::PublicKeyMismatch`]; [`KeyFileError::Encrypted`], [`KeyFileError::PublicKeyGiven`] for files of another kind.
    pub fn from_sec1_der(der: &[u8]) -> Result<SigningKey, Error> {
        cleanly(|| sec1(der, true))
    }

    /// Reads SEC1 in PEM, label `EC PRIVATE KEY`, also behind a block of `EC PARAMETERS`.
    ///
    /// # Errors
    /// [`KeyFileError::Pem`]; [`KeyFileError::UnknownEncryption`] for the encryption of PEM itself (`Proc-Type`); those of
    /// [`SigningKey::from_sec1_der`].
    ///
    /// # Example
    /// ```
    /// use chop::secp256k1::SigningKey;
    /// let key = SigningKey::from_sec1_pem(
    ///     "-----BEGIN EC PRIVATE KEY-----\n\
    ///      MC4CAQEEIAcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHoAcGBSuBBAAK\n\
    ///      -----END EC PRIVATE KEY-----\n",
    /// )?;
    /// assert_eq!(key.to_bytes().as_bytes(), &[7; 32]);
    /// # Ok::<(), chop::Error>(())
    /// ```
    #[cfg(feature = "pem")]
    pub fn from_sec1_pem(text: &str) -> Result<SigningKey, Error> {
        cleanly(|| {
            let (label, der) = decode(text)?;
            match label {
                pem::EC => sec1(&der.0, true),
                _ => Err(pem::not_private(label)),
            }
        })
    }
}

/// The PEM of a key, also behind a block of parameters, which OpenSSL's `ecparam -genkey` writes before
/// PKCS#8 too.
#[cfg(feature = "pem")]
fn decode(text: &str) -> Result<(&str, SecretBytes), Error> {
    let (parameters, text) = pem::split_parameters(text)?;
    if let Some(parameters) = parameters {
        check_parameters::<VerifyingKey>(&parameters.0)?;
    }
    pem::decode(text)
}

/// The error of a PEM text that holds something else than PKCS#8.
#[cfg(feature = "pem")]
fn not_pkcs8(label: &str) -> Error {
    match label {
        pem::EC => Error::KeyFile(KeyFileError::Pem),
        _ => pem::not_private(label),
    }
}

impl VerifyingKey {
    fn read_der(der: &[u8]) -> Result<VerifyingKey, Error> {
        VerifyingKey::read_info(&public_info(der)?)
    }

    pub(super) fn read_info(info: &SubjectPublicKeyInfoRef<'_>) -> Result<VerifyingKey, Error> {
        of_public_info(info)
    }

    fn write_der(&self) -> [u8; 88] {
        /// Up to the point: the identifier.
        const HEAD: [u8; 23] = [
            0x30, 0x56, 0x30, 0x10, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x05, 0x2b,
            0x81, 0x04, 0x00, 0x0a, 0x03, 0x42, 0x00,
        ];
        written_public(&HEAD, self)
    }
}

private_key_files!(
    SigningKey,
    135,
    "chop::secp256k1::SigningKey",
    decode,
    not_pkcs8,
    "version 1 or 2, with or without curve and public key in the `ECPrivateKey` inside. (In DER the `openssl` program often writes SEC1: see `from_sec1_der`)",
    "with the curve as parameter and the public key, as OpenSSL 3 writes it"
);
public_key_files!(VerifyingKey, 88, "the point compressed or not");
