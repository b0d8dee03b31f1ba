//! Key files as methods of the key types.

#[cfg(feature = "pem")]
use super::cleanly;
use super::der::{Algorithm, PrivateBytes, private_to_der, public_from_info, public_info, public_to_der};
use super::halves_agree;
#[cfg(feature = "pem")]
use super::pem::{self, SecretText};
#[cfg(feature = "pem")]
use crate::ed25519::generic::Hash;
use crate::ed25519::generic::{Sha512, SigningKey, VerifyingKey};
use crate::secret::Secret;
use crate::x25519::{PublicKey, StaticSecret};
use crate::{Error, KeyFileError};
#[cfg(feature = "pem")]
use alloc::string::String;
use pkcs8::PrivateKeyInfoRef;
use pkcs8::spki::SubjectPublicKeyInfoRef;

impl SigningKey<Sha512> {
    pub(super) fn from_private_bytes(bytes: &PrivateBytes) -> Result<Self, Error> {
        if bytes.algorithm != Algorithm::Ed25519 {
            return Err(Error::KeyFile(KeyFileError::WrongAlgorithm));
        }
        let key = SigningKey::from_seed(bytes.secret.as_bytes());
        if agrees(bytes, key.verifying_key().as_bytes()) { Ok(key) } else { Err(Error::PublicKeyMismatch) }
    }

    fn read_der(der: &[u8]) -> Result<Self, Error> {
        Self::from_private_bytes(&PrivateBytes::from_der(der)?)
    }

    fn read_info(info: &PrivateKeyInfoRef<'_>) -> Result<Self, Error> {
        Self::from_private_bytes(&PrivateBytes::from_info(info)?)
    }

    fn write_der(&self) -> Secret<48> {
        private_to_der(Algorithm::Ed25519, self.to_seed().as_bytes())
    }
}

impl StaticSecret {
    pub(super) fn from_private_bytes(bytes: &PrivateBytes) -> Result<Self, Error> {
        if bytes.algorithm != Algorithm::X25519 {
            return Err(Error::KeyFile(KeyFileError::WrongAlgorithm));
        }
        let key = StaticSecret::from_bytes(bytes.secret.as_bytes());
        if agrees(bytes, key.public_key().as_bytes()) { Ok(key) } else { Err(Error::PublicKeyMismatch) }
    }

    fn read_der(der: &[u8]) -> Result<Self, Error> {
        Self::from_private_bytes(&PrivateBytes::from_der(der)?)
    }

    fn read_info(info: &PrivateKeyInfoRef<'_>) -> Result<Self, Error> {
        Self::from_private_bytes(&PrivateBytes::from_info(info)?)
    }

    fn write_der(&self) -> Secret<48> {
        private_to_der(Algorithm::X25519, self.to_bytes().as_bytes())
    }
}

/// Whether the public key that a file has beside the secret one, if any, is the one that belongs to it.
fn agrees(bytes: &PrivateBytes, public: &[u8; 32]) -> bool {
    bytes.public.is_none_or(|read| halves_agree(&read, public))
}

impl VerifyingKey<Sha512> {
    fn read_der(der: &[u8]) -> Result<Self, Error> {
        Self::read_info(&public_info(der)?)
    }

    fn read_info(info: &SubjectPublicKeyInfoRef<'_>) -> Result<Self, Error> {
        match public_from_info(info)? {
            (Algorithm::Ed25519, key) => VerifyingKey::from_bytes(&key),
            _ => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
        }
    }

    fn write_der(&self) -> [u8; 44] {
        public_to_der(Algorithm::Ed25519, self.as_bytes())
    }
}

impl PublicKey {
    fn read_der(der: &[u8]) -> Result<Self, Error> {
        Self::read_info(&public_info(der)?)
    }

    fn read_info(info: &SubjectPublicKeyInfoRef<'_>) -> Result<Self, Error> {
        match public_from_info(info)? {
            (Algorithm::X25519, key) => Ok(PublicKey::from_bytes(&key)),
            _ => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
        }
    }

    fn write_der(&self) -> [u8; 44] {
        public_to_der(Algorithm::X25519, self.as_bytes())
    }
}

/// The key in a decrypted file. Padding that comes out right by chance gives no DER, and decryption without padding what is malformed.
pub(crate) fn after_decryption<T>(key: Result<T, Error>) -> Result<T, Error> {
    key.map_err(|error| match error {
        Error::KeyFile(KeyFileError::Der | KeyFileError::Malformed(_)) => {
            Error::KeyFile(KeyFileError::Decryption)
        }
        other => other,
    })
}

private_key_files!(
    SigningKey<Sha512>,
    48,
    "chop::ed25519::SigningKey",
    pem::decode,
    pem::not_private,
    "version 1, version 2, or the form that old versions of ring wrote",
    "without public key"
);
private_key_files!(
    StaticSecret,
    48,
    "chop::x25519::StaticSecret",
    pem::decode,
    pem::not_private,
    "version 1, version 2, or the form that old versions of ring wrote",
    "without public key"
);

public_key_files!(VerifyingKey<Sha512>, 44, "RFC 8410");
public_key_files!(PublicKey, 44, "RFC 8410");

/// Raw keys of the hash variants, which have no object identifier: 32 bytes under a label of their own.
#[cfg(feature = "pem")]
impl<H: Hash> SigningKey<H> {
    /// Reads the raw PEM of a hash variant.
    ///
    /// # Errors
    /// [`KeyFileError::Pem`]; [`KeyFileError::WrongAlgorithm`] for keys of another algorithm and for standard
    /// Ed25519, whose files are PKCS#8.
    pub fn from_raw_pem(text: &str) -> Result<Self, Error> {
        cleanly(|| {
            let (label, content) = pem::decode(text)?;
            match H::RAW_LABELS {
                Some((private, _)) if label == private => {
                    let seed = content.0.as_slice().try_into().map_err(|_| Error::SecretKeyLength)?;
                    Ok(SigningKey::from_seed(seed))
                }
                Some((_, public)) if label == public => Err(Error::KeyFile(KeyFileError::PublicKeyGiven)),
                _ if label.ends_with(pem::PRIVATE) || label.ends_with(pem::PUBLIC) => {
                    Err(Error::KeyFile(KeyFileError::WrongAlgorithm))
                }
                _ => Err(Error::KeyFile(KeyFileError::Pem)),
            }
        })
    }

    /// The raw PEM of a hash variant.
    ///
    /// # Errors
    /// [`KeyFileError::WrongAlgorithm`] for standard Ed25519, whose files are PKCS#8.
    pub fn to_raw_pem(&self) -> Result<SecretText, Error> {
        let (private, _) = H::RAW_LABELS.ok_or(Error::KeyFile(KeyFileError::WrongAlgorithm))?;
        cleanly(|| pem::encode_secret(private, self.to_seed().as_bytes()))
    }
}

#[cfg(feature = "pem")]
impl<H: Hash> VerifyingKey<H> {
    /// Reads the raw PEM of a hash variant.
    ///
    /// # Errors
    /// [`KeyFileError::Pem`], [`Error::NotAPoint`]; [`KeyFileError::WrongAlgorithm`] for keys of another algorithm
    /// and for standard Ed25519, whose files are SPKI.
    pub fn from_raw_pem(text: &str) -> Result<Self, Error> {
        let (label, content) = pem::decode(text)?;
        match H::RAW_LABELS {
            Some((_, public)) if label == public => VerifyingKey::from_slice(&content.0),
            _ if label.ends_with(pem::PRIVATE) => Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)),
            _ if label.ends_with(pem::PUBLIC) => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
            _ => Err(Error::KeyFile(KeyFileError::Pem)),
        }
    }

    /// The raw PEM of a hash variant.
    ///
    /// # Errors
    /// [`KeyFileError::WrongAlgorithm`] for standard Ed25519, whose files are SPKI.
    pub fn to_raw_pem(&self) -> Result<String, Error> {
        let (_, public) = H::RAW_LABELS.ok_or(Error::KeyFile(KeyFileError::WrongAlgorithm))?;
        pem::encode_public(public, self.as_bytes())
    }
}
