//! Whatever key a file holds.

#[cfg(feature = "gm")]
use super::cfca;
#[cfg(any(feature = "secp256k1", feature = "sm2"))]
use super::curves::{self, Named};
#[cfg(any(feature = "secp256k1", feature = "sm2"))]
use super::der::private_info;
use super::der::{Algorithm, PrivateBytes, public_from_info, public_info};
#[cfg(any(feature = "secp256k1", feature = "sm2"))]
use super::elliptic;
use super::keys::after_decryption;
#[cfg(feature = "openssh")]
use super::openssh;
#[cfg(feature = "pkcs12")]
use super::pkcs12;
use super::{cleanly, foreign, pbes2, pem};
use crate::ed25519::{SigningKey, VerifyingKey};
use crate::x25519;
use crate::{Error, KeyFileError};
use alloc::vec::Vec;

/// A private key of any algorithm.
#[non_exhaustive]
pub enum PrivateKey {
    /// Ed25519, with its context and prehash modes.
    Ed25519(SigningKey),
    /// Ed25519 with BLAKE3.
    #[cfg(feature = "blake3")]
    Ed25519Blake3(crate::ed25519_blake3::SigningKey),
    /// Ed25519 with BLAKE2b.
    #[cfg(feature = "blake2b")]
    Ed25519Blake2b(crate::ed25519_blake2b::SigningKey),
    /// X25519.
    X25519(x25519::StaticSecret),
    /// SM2.
    #[cfg(feature = "sm2")]
    Sm2(crate::sm2::SigningKey),
    /// ECDSA over secp256k1.
    #[cfg(feature = "secp256k1")]
    Secp256k1(crate::secp256k1::SigningKey),
}

impl PrivateKey {
    /// Reads any PEM private key; an encrypted one needs its passphrase.
    ///
    /// # Errors
    /// [`KeyFileError::Encrypted`] without a passphrase, [`KeyFileError::Decryption`] with a wrong one,
    /// [`KeyFileError::UnknownEncryption`], [`KeyFileError::KdfCost`], [`KeyFileError::Memory`];
    /// [`KeyFileError::PublicKeyGiven`], [`KeyFileError::WrongAlgorithm`] for keys of unknown algorithms,
    /// [`KeyFileError::EnvelopedKey`], [`KeyFileError::CurveParameters`] for elliptic keys in forms that are not read,
    /// [`KeyFileError::CfcaFile`] without the feature `gm`, [`KeyFileError::Pkcs12`] without the feature `pkcs12`; [`KeyFileError::Pem`], [`KeyFileError::Der`], [`Error::PublicKeyMismatch`] and those of the key's own
    /// constructor.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::SigningKey;
    /// use chop::encoding::PrivateKey;
    /// let text = SigningKey::generate()?.to_pkcs8_pem()?;
    /// assert!(matches!(PrivateKey::from_pem(text.as_str(), None)?, PrivateKey::Ed25519(_)));
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn from_pem(text: &str, passphrase: Option<&[u8]>) -> Result<PrivateKey, Error> {
        cleanly(|| PrivateKey::read_pem(text, passphrase))
    }

    fn read_pem(text: &str, passphrase: Option<&[u8]>) -> Result<PrivateKey, Error> {
        #[cfg(any(feature = "secp256k1", feature = "sm2"))]
        if let (Some(parameters), text) = pem::split_parameters(text)? {
            let named = Named::of_parameters(&parameters.0)?;
            let key = match pem::decode(text)? {
                (pem::EC, content) => named.sec1(&content.0)?,
                #[cfg(feature = "sm2")]
                (pem::SM2, content) => named.sec1(&content.0)?,
                _ => PrivateKey::from_block(text, passphrase)?,
            };
            return if key.is_on(named) { Ok(key) } else { Err(Error::KeyFile(KeyFileError::Pem)) };
        }
        PrivateKey::from_block(text, passphrase)
    }

    /// Whether the key is on this curve.
    #[cfg(any(feature = "secp256k1", feature = "sm2"))]
    fn is_on(&self, named: Named) -> bool {
        match (self, named) {
            #[cfg(feature = "sm2")]
            (PrivateKey::Sm2(_), Named::Sm2) => true,
            #[cfg(feature = "secp256k1")]
            (PrivateKey::Secp256k1(_), Named::Secp256k1) => true,
            _ => false,
        }
    }

    /// Reads one block of PEM.
    fn from_block(text: &str, passphrase: Option<&[u8]>) -> Result<PrivateKey, Error> {
        let (label, content) = pem::decode(text)?;
        match label {
            #[cfg(feature = "openssh")]
            openssh::PRIVATE_LABEL => {
                Ok(PrivateKey::Ed25519(openssh::read_private(&content.0, passphrase)?.key))
            }
            #[cfg(any(feature = "secp256k1", feature = "sm2"))]
            pem::EC => curves::sec1(&content.0, None),
            #[cfg(feature = "sm2")]
            pem::SM2 => Named::Sm2.sec1(&content.0),
            pem::PRIVATE => PrivateKey::from_pkcs8(&content.0),
            pem::ENCRYPTED => PrivateKey::decrypt(&content.0, passphrase),
            #[cfg(feature = "blake3")]
            "ED25519-BLAKE3 PRIVATE KEY" => {
                Ok(PrivateKey::Ed25519Blake3(crate::ed25519_blake3::SigningKey::from_raw_pem(text)?))
            }
            #[cfg(feature = "blake2b")]
            "ED25519-BLAKE2B PRIVATE KEY" => {
                Ok(PrivateKey::Ed25519Blake2b(crate::ed25519_blake2b::SigningKey::from_raw_pem(text)?))
            }
            _ => PrivateKey::from_container(
                &content.0,
                passphrase,
                foreign::name(&content.0).unwrap_or_else(|| pem::not_private(label)),
            ),
        }
    }

    /// Reads a file that has a frame of its own around the key, which `name` is the error of. Of any other it is the result.
    #[cfg_attr(not(any(feature = "gm", feature = "pkcs12")), expect(unused_variables))]
    fn from_container(der: &[u8], passphrase: Option<&[u8]>, name: Error) -> Result<PrivateKey, Error> {
        match name {
            #[cfg(feature = "gm")]
            Error::KeyFile(KeyFileError::CfcaFile) => cfca::read(der, passphrase).map(PrivateKey::Sm2),
            #[cfg(feature = "pkcs12")]
            Error::KeyFile(KeyFileError::Pkcs12) => pkcs12::read(der, passphrase),
            other => Err(other),
        }
    }

    /// Reads any DER private key; an encrypted one needs its passphrase.
    ///
    /// # Errors
    /// As [`PrivateKey::from_pem`].
    pub fn from_der(der: &[u8], passphrase: Option<&[u8]>) -> Result<PrivateKey, Error> {
        cleanly(|| PrivateKey::read_der(der, passphrase))
    }

    fn read_der(der: &[u8], passphrase: Option<&[u8]>) -> Result<PrivateKey, Error> {
        match PrivateKey::from_plain_der(der) {
            Err(Error::KeyFile(KeyFileError::Encrypted)) => PrivateKey::decrypt(der, passphrase),
            Err(other) => PrivateKey::from_container(der, passphrase, other),
            key => key,
        }
    }

    /// Reads SEC1 or PKCS#8 that is not encrypted.
    pub(super) fn from_plain_der(der: &[u8]) -> Result<PrivateKey, Error> {
        #[cfg(any(feature = "secp256k1", feature = "sm2"))]
        if elliptic::is_sec1(der) {
            return curves::sec1(der, None);
        }
        PrivateKey::from_pkcs8(der)
    }

    fn decrypt(der: &[u8], passphrase: Option<&[u8]>) -> Result<PrivateKey, Error> {
        let plain = pbes2::decrypt(der, passphrase.ok_or(Error::KeyFile(KeyFileError::Encrypted))?)?;
        after_decryption(PrivateKey::from_pkcs8(&plain.0))
    }

    pub(super) fn from_pkcs8(der: &[u8]) -> Result<PrivateKey, Error> {
        #[cfg(any(feature = "secp256k1", feature = "sm2"))]
        if let Ok(info) = private_info(der)
            && let Some(key) = curves::private_key(&info)
        {
            return key;
        }
        let bytes = PrivateBytes::from_der(der)?;
        Ok(match bytes.algorithm {
            Algorithm::Ed25519 => PrivateKey::Ed25519(SigningKey::from_private_bytes(&bytes)?),
            Algorithm::X25519 => PrivateKey::X25519(x25519::StaticSecret::from_private_bytes(&bytes)?),
        })
    }

    /// The name of the algorithm, as the `chop` program spells it.
    pub fn algorithm(&self) -> &'static str {
        match self {
            PrivateKey::Ed25519(_) => "ed25519",
            #[cfg(feature = "blake3")]
            PrivateKey::Ed25519Blake3(_) => "ed25519-blake3",
            #[cfg(feature = "blake2b")]
            PrivateKey::Ed25519Blake2b(_) => "ed25519-blake2b",
            PrivateKey::X25519(_) => "x25519",
            #[cfg(feature = "sm2")]
            PrivateKey::Sm2(_) => "sm2",
            #[cfg(feature = "secp256k1")]
            PrivateKey::Secp256k1(_) => "secp256k1",
        }
    }

    /// The public key.
    pub fn public_key(&self) -> PublicKey {
        match self {
            PrivateKey::Ed25519(key) => PublicKey::Ed25519(key.verifying_key()),
            #[cfg(feature = "blake3")]
            PrivateKey::Ed25519Blake3(key) => PublicKey::Ed25519Blake3(key.verifying_key()),
            #[cfg(feature = "blake2b")]
            PrivateKey::Ed25519Blake2b(key) => PublicKey::Ed25519Blake2b(key.verifying_key()),
            PrivateKey::X25519(key) => PublicKey::X25519(key.public_key()),
            #[cfg(feature = "sm2")]
            PrivateKey::Sm2(key) => PublicKey::Sm2(key.verifying_key()),
            #[cfg(feature = "secp256k1")]
            PrivateKey::Secp256k1(key) => PublicKey::Secp256k1(key.verifying_key()),
        }
    }
}

/// A public key of any algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PublicKey {
    /// Ed25519, with its context and prehash modes.
    Ed25519(VerifyingKey),
    /// Ed25519 with BLAKE3.
    #[cfg(feature = "blake3")]
    Ed25519Blake3(crate::ed25519_blake3::VerifyingKey),
    /// Ed25519 with BLAKE2b.
    #[cfg(feature = "blake2b")]
    Ed25519Blake2b(crate::ed25519_blake2b::VerifyingKey),
    /// X25519.
    X25519(x25519::PublicKey),
    /// SM2.
    #[cfg(feature = "sm2")]
    Sm2(crate::sm2::VerifyingKey),
    /// ECDSA over secp256k1.
    #[cfg(feature = "secp256k1")]
    Secp256k1(crate::secp256k1::VerifyingKey),
}

impl PublicKey {
    /// Reads any PEM public key.
    ///
    /// # Errors
    /// [`KeyFileError::PrivateKeyGiven`], [`KeyFileError::WrongAlgorithm`] for keys of unknown algorithms,
    /// [`KeyFileError::Pem`], [`KeyFileError::Der`], [`Error::NotAPoint`].
    pub fn from_pem(text: &str) -> Result<PublicKey, Error> {
        #[cfg(any(feature = "secp256k1", feature = "sm2"))]
        let (_, text) = pem::split_parameters(text)?;
        let (label, content) = pem::decode(text)?;
        match label {
            pem::PUBLIC => PublicKey::from_der(&content.0),
            #[cfg(feature = "blake3")]
            "ED25519-BLAKE3 PUBLIC KEY" => {
                Ok(PublicKey::Ed25519Blake3(crate::ed25519_blake3::VerifyingKey::from_raw_pem(text)?))
            }
            #[cfg(feature = "blake2b")]
            "ED25519-BLAKE2B PUBLIC KEY" => {
                Ok(PublicKey::Ed25519Blake2b(crate::ed25519_blake2b::VerifyingKey::from_raw_pem(text)?))
            }
            _ if foreign::name(&content.0).is_some() => Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)),
            _ => Err(pem::not_public(label)),
        }
    }

    /// Reads any DER public key.
    ///
    /// # Errors
    /// As [`PublicKey::from_pem`].
    pub fn from_der(der: &[u8]) -> Result<PublicKey, Error> {
        let info = public_info(der)?;
        #[cfg(any(feature = "secp256k1", feature = "sm2"))]
        if let Some(key) = curves::public_key(&info) {
            return key;
        }
        let (algorithm, key) = public_from_info(&info)?;
        Ok(match algorithm {
            Algorithm::Ed25519 => PublicKey::Ed25519(VerifyingKey::from_bytes(&key)?),
            Algorithm::X25519 => PublicKey::X25519(x25519::PublicKey::from_bytes(&key)),
        })
    }

    /// The name of the algorithm, as the `chop` program spells it.
    pub fn algorithm(&self) -> &'static str {
        match self {
            PublicKey::Ed25519(_) => "ed25519",
            #[cfg(feature = "blake3")]
            PublicKey::Ed25519Blake3(_) => "ed25519-blake3",
            #[cfg(feature = "blake2b")]
            PublicKey::Ed25519Blake2b(_) => "ed25519-blake2b",
            PublicKey::X25519(_) => "x25519",
            #[cfg(feature = "sm2")]
            PublicKey::Sm2(_) => "sm2",
            #[cfg(feature = "secp256k1")]
            PublicKey::Secp256k1(_) => "secp256k1",
        }
    }

    /// The bytes: 32, for SM2 and secp256k1 the 65 of 04 ‖ x ‖ y.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            PublicKey::Ed25519(key) => key.to_bytes().to_vec(),
            #[cfg(feature = "blake3")]
            PublicKey::Ed25519Blake3(key) => key.to_bytes().to_vec(),
            #[cfg(feature = "blake2b")]
            PublicKey::Ed25519Blake2b(key) => key.to_bytes().to_vec(),
            PublicKey::X25519(key) => key.to_bytes().to_vec(),
            #[cfg(feature = "sm2")]
            PublicKey::Sm2(key) => key.to_bytes().to_vec(),
            #[cfg(feature = "secp256k1")]
            PublicKey::Secp256k1(key) => key.to_bytes().to_vec(),
        }
    }

    /// The PEM of this key: SPKI, or the raw form of a hash variant.
    ///
    /// # Errors
    /// None that a key could cause.
    pub fn to_pem(&self) -> Result<alloc::string::String, Error> {
        match self {
            PublicKey::Ed25519(key) => key.to_public_key_pem(),
            #[cfg(feature = "blake3")]
            PublicKey::Ed25519Blake3(key) => key.to_raw_pem(),
            #[cfg(feature = "blake2b")]
            PublicKey::Ed25519Blake2b(key) => key.to_raw_pem(),
            PublicKey::X25519(key) => key.to_public_key_pem(),
            #[cfg(feature = "sm2")]
            PublicKey::Sm2(key) => key.to_public_key_pem(),
            #[cfg(feature = "secp256k1")]
            PublicKey::Secp256k1(key) => key.to_public_key_pem(),
        }
    }
}
