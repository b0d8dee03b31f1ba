//! Whatever key a file holds.

use super::der::{Algorithm, PrivateBytes, public_from_der};
use super::pem;
use crate::Error;
use crate::ed25519::{SigningKey, VerifyingKey};
use crate::x25519;

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
}

impl PrivateKey {
    /// Reads any PEM private key; an encrypted one needs its passphrase.
    ///
    /// # Errors
    /// [`Error::Encrypted`] without a passphrase, [`Error::Decryption`] with a wrong one,
    /// [`Error::PublicKeyGiven`], [`Error::WrongAlgorithm`] for keys of unknown algorithms,
    /// [`Error::Pem`], [`Error::Der`], [`Error::PublicKeyMismatch`].
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
        let (label, content) = pem::decode(text)?;
        match label {
            pem::PRIVATE => PrivateKey::from_bytes(&PrivateBytes::from_der(&content.0)?),
            pem::ENCRYPTED => {
                let passphrase = passphrase.ok_or(Error::Encrypted)?;
                PrivateKey::from_bytes(&PrivateBytes::from_encrypted_der(&content.0, passphrase)?)
            }
            #[cfg(feature = "blake3")]
            "ED25519-BLAKE3 PRIVATE KEY" => {
                Ok(PrivateKey::Ed25519Blake3(crate::ed25519_blake3::SigningKey::from_raw_pem(text)?))
            }
            #[cfg(feature = "blake2b")]
            "ED25519-BLAKE2B PRIVATE KEY" => {
                Ok(PrivateKey::Ed25519Blake2b(crate::ed25519_blake2b::SigningKey::from_raw_pem(text)?))
            }
            _ if label.ends_with(pem::PRIVATE) => Err(Error::WrongAlgorithm),
            _ if label.ends_with(pem::PUBLIC) => Err(Error::PublicKeyGiven),
            _ => Err(Error::Pem),
        }
    }

    /// Reads any DER private key; an encrypted one needs its passphrase.
    ///
    /// # Errors
    /// As [`PrivateKey::from_pem`].
    pub fn from_der(der: &[u8], passphrase: Option<&[u8]>) -> Result<PrivateKey, Error> {
        match (PrivateBytes::from_der(der), passphrase) {
            (Err(Error::Encrypted), Some(passphrase)) => {
                PrivateKey::from_bytes(&PrivateBytes::from_encrypted_der(der, passphrase)?)
            }
            (bytes, _) => PrivateKey::from_bytes(&bytes?),
        }
    }

    fn from_bytes(bytes: &PrivateBytes) -> Result<PrivateKey, Error> {
        Ok(match bytes.algorithm {
            Algorithm::Ed25519 => PrivateKey::Ed25519(SigningKey::from_private_bytes(bytes)?),
            Algorithm::X25519 => PrivateKey::X25519(x25519::StaticSecret::from_private_bytes(bytes)?),
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
}

impl PublicKey {
    /// Reads any PEM public key.
    ///
    /// # Errors
    /// [`Error::PrivateKeyGiven`], [`Error::WrongAlgorithm`] for keys of unknown algorithms,
    /// [`Error::Pem`], [`Error::Der`], [`Error::NotAPoint`].
    pub fn from_pem(text: &str) -> Result<PublicKey, Error> {
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
            _ if label.ends_with(pem::PRIVATE) => Err(Error::PrivateKeyGiven),
            _ if label.ends_with(pem::PUBLIC) => Err(Error::WrongAlgorithm),
            _ => Err(Error::Pem),
        }
    }

    /// Reads any DER public key.
    ///
    /// # Errors
    /// As [`PublicKey::from_pem`].
    pub fn from_der(der: &[u8]) -> Result<PublicKey, Error> {
        let (algorithm, key) = public_from_der(der)?;
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
        }
    }

    /// The 32 bytes.
    pub fn to_bytes(&self) -> [u8; 32] {
        match self {
            PublicKey::Ed25519(key) => key.to_bytes(),
            #[cfg(feature = "blake3")]
            PublicKey::Ed25519Blake3(key) => key.to_bytes(),
            #[cfg(feature = "blake2b")]
            PublicKey::Ed25519Blake2b(key) => key.to_bytes(),
            PublicKey::X25519(key) => key.to_bytes(),
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
        }
    }
}
