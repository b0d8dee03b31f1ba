//! Key files as methods of the key types.

use super::der::{Algorithm, PrivateBytes, private_to_der, public_from_der, public_from_info, public_to_der};
#[cfg(feature = "pem")]
use super::pem::{self, SecretText};
use crate::Error;
#[cfg(feature = "pem")]
use crate::ed25519::generic::Hash;
use crate::ed25519::generic::{Sha512, SigningKey, VerifyingKey};
use crate::secret::Secret;
use crate::x25519::{PublicKey, StaticSecret};
#[cfg(feature = "pem")]
use alloc::string::String;
use chop_core::ct;
use pkcs8::der::Document;
use pkcs8::der::SecretDocument;
use pkcs8::spki::SubjectPublicKeyInfoRef;
use pkcs8::{EncodePrivateKey, EncodePublicKey, PrivateKeyInfoRef, spki};

impl SigningKey<Sha512> {
    pub(super) fn from_private_bytes(bytes: &PrivateBytes) -> Result<Self, Error> {
        if bytes.algorithm != Algorithm::Ed25519 {
            return Err(Error::WrongAlgorithm);
        }
        let key = SigningKey::from_seed(bytes.secret.as_bytes());
        if agrees(bytes, key.verifying_key().as_bytes()) { Ok(key) } else { Err(Error::PublicKeyMismatch) }
    }
}

impl StaticSecret {
    pub(super) fn from_private_bytes(bytes: &PrivateBytes) -> Result<Self, Error> {
        if bytes.algorithm != Algorithm::X25519 {
            return Err(Error::WrongAlgorithm);
        }
        let key = StaticSecret::from_bytes(bytes.secret.as_bytes());
        if agrees(bytes, key.public_key().as_bytes()) { Ok(key) } else { Err(Error::PublicKeyMismatch) }
    }

    fn to_seed(&self) -> Secret<32> {
        self.to_bytes()
    }
}

/// Whether the public key that a file has beside the secret one, if any, is the one that belongs to it.
fn agrees(bytes: &PrivateBytes, public: &[u8; 32]) -> bool {
    bytes.public.is_none_or(|read| ct::declassify(ct::eq(&read, public), "public keys are public"))
}

macro_rules! private_key_files {
    ($key:ty, $algorithm:expr, $name:literal) => {
        impl $key {
            /// Reads PKCS#8 in DER: version 1, version 2, or the form that old versions of ring wrote.
            ///
            /// # Errors
            /// [`Error::Der`], [`Error::WrongAlgorithm`], [`Error::PublicKeyMismatch`];
            /// [`Error::Encrypted`], [`Error::PublicKeyGiven`] for files of another kind.
            pub fn from_pkcs8_der(der: &[u8]) -> Result<Self, Error> {
                Self::from_private_bytes(&PrivateBytes::from_der(der)?)
            }

            /// Reads encrypted PKCS#8 in DER (PBES2 with PBKDF2 or scrypt, and AES).
            ///
            /// # Errors
            /// [`Error::Decryption`] for a wrong passphrase, and those of `from_pkcs8_der`.
            pub fn from_pkcs8_encrypted_der(der: &[u8], passphrase: &[u8]) -> Result<Self, Error> {
                Self::from_private_bytes(&PrivateBytes::from_encrypted_der(der, passphrase)?)
            }

            /// PKCS#8 version 1 in DER: 48 bytes.
            ///
            /// # Errors
            /// None that a key could cause.
            pub fn to_pkcs8_der(&self) -> Result<Secret<48>, Error> {
                private_to_der($algorithm, self.to_seed().as_bytes())
            }

            /// Encrypted PKCS#8 in DER: PBES2 with PBKDF2-HMAC-SHA-256, 600,000 iterations, and
            /// AES-256-CBC. Takes a fraction of a second on purpose.
            ///
            /// # Errors
            /// [`Error::Randomness`].
            #[cfg(feature = "getrandom")]
            pub fn to_pkcs8_encrypted_der(&self, passphrase: &[u8]) -> Result<alloc::vec::Vec<u8>, Error> {
                super::der::private_to_encrypted_der($algorithm, self.to_seed().as_bytes(), passphrase)
            }

            /// Reads PKCS#8 in PEM, label `PRIVATE KEY`.
            ///
            /// # Errors
            /// [`Error::Pem`] and those of `from_pkcs8_der`.
            ///
            /// # Example
            /// ```
            /// # use chop::{ed25519::SigningKey, x25519::StaticSecret};
            #[doc = concat!("type Key = ", $name, ";")]
            /// let text = Key::generate()?.to_pkcs8_pem()?;
            /// let key = Key::from_pkcs8_pem(text.as_str())?;
            /// assert_eq!(key.to_pkcs8_pem()?.as_str(), text.as_str());
            /// # Ok::<(), chop::Error>(())
            /// ```
            #[cfg(feature = "pem")]
            pub fn from_pkcs8_pem(text: &str) -> Result<Self, Error> {
                let (label, der) = pem::decode(text)?;
                match label {
                    pem::PRIVATE => Self::from_pkcs8_der(&der.0),
                    pem::ENCRYPTED => Err(Error::Encrypted),
                    _ if label.ends_with(pem::PUBLIC) => Err(Error::PublicKeyGiven),
                    _ if label.ends_with(pem::PRIVATE) => Err(Error::WrongAlgorithm),
                    _ => Err(Error::Pem),
                }
            }

            /// Reads encrypted PKCS#8 in PEM, label `ENCRYPTED PRIVATE KEY`.
            ///
            /// # Errors
            /// [`Error::Pem`] and those of `from_pkcs8_encrypted_der`.
            #[cfg(feature = "pem")]
            pub fn from_pkcs8_encrypted_pem(text: &str, passphrase: &[u8]) -> Result<Self, Error> {
                let (label, der) = pem::decode(text)?;
                match label {
                    pem::ENCRYPTED => Self::from_pkcs8_encrypted_der(&der.0, passphrase),
                    _ => Err(Error::Pem),
                }
            }

            /// PKCS#8 version 1 in PEM.
            ///
            /// # Errors
            /// None that a key could cause.
            #[cfg(feature = "pem")]
            pub fn to_pkcs8_pem(&self) -> Result<SecretText, Error> {
                pem::encode_secret(pem::PRIVATE, self.to_pkcs8_der()?.as_bytes())
            }

            /// Encrypted PKCS#8 in PEM.
            ///
            /// # Errors
            /// [`Error::Randomness`].
            #[cfg(all(feature = "pem", feature = "getrandom"))]
            pub fn to_pkcs8_encrypted_pem(&self, passphrase: &[u8]) -> Result<String, Error> {
                pem::encode_public(pem::ENCRYPTED, &self.to_pkcs8_encrypted_der(passphrase)?)
            }
        }

        impl TryFrom<PrivateKeyInfoRef<'_>> for $key {
            type Error = pkcs8::Error;
            fn try_from(info: PrivateKeyInfoRef<'_>) -> Result<Self, pkcs8::Error> {
                PrivateBytes::from_info(&info)
                    .and_then(|bytes| Self::from_private_bytes(&bytes))
                    .map_err(|_| pkcs8::Error::KeyMalformed(pkcs8::KeyError::Invalid))
            }
        }

        impl EncodePrivateKey for $key {
            fn to_pkcs8_der(&self) -> pkcs8::Result<SecretDocument> {
                let der = <$key>::to_pkcs8_der(self)
                    .map_err(|_| pkcs8::Error::KeyMalformed(pkcs8::KeyError::Invalid))?;
                Ok(SecretDocument::try_from(der.as_bytes().as_slice())?)
            }
        }
    };
}

private_key_files!(SigningKey<Sha512>, Algorithm::Ed25519, "SigningKey");
private_key_files!(StaticSecret, Algorithm::X25519, "StaticSecret");

macro_rules! public_key_files {
    ($key:ty, $algorithm:expr, $from:expr) => {
        impl $key {
            /// Reads SPKI (`SubjectPublicKeyInfo`) in DER.
            ///
            /// # Errors
            /// [`Error::Der`], [`Error::WrongAlgorithm`], [`Error::NotAPoint`];
            /// [`Error::PrivateKeyGiven`] for a private key.
            pub fn from_public_key_der(der: &[u8]) -> Result<Self, Error> {
                match public_from_der(der)? {
                    (algorithm, key) if algorithm == $algorithm => $from(&key),
                    _ => Err(Error::WrongAlgorithm),
                }
            }

            /// SPKI in DER: 44 bytes.
            pub fn to_public_key_der(&self) -> [u8; 44] {
                public_to_der($algorithm, self.as_bytes())
            }

            /// Reads SPKI in PEM, label `PUBLIC KEY`.
            ///
            /// # Errors
            /// [`Error::Pem`] and those of `from_public_key_der`.
            #[cfg(feature = "pem")]
            pub fn from_public_key_pem(text: &str) -> Result<Self, Error> {
                let (label, der) = pem::decode(text)?;
                match label {
                    pem::PUBLIC => Self::from_public_key_der(&der.0),
                    _ if label.ends_with(pem::PRIVATE) => Err(Error::PrivateKeyGiven),
                    _ if label.ends_with(pem::PUBLIC) => Err(Error::WrongAlgorithm),
                    _ => Err(Error::Pem),
                }
            }

            /// SPKI in PEM.
            ///
            /// # Errors
            /// None that a key could cause.
            #[cfg(feature = "pem")]
            pub fn to_public_key_pem(&self) -> Result<String, Error> {
                pem::encode_public(pem::PUBLIC, &self.to_public_key_der())
            }
        }

        impl TryFrom<SubjectPublicKeyInfoRef<'_>> for $key {
            type Error = spki::Error;
            fn try_from(info: SubjectPublicKeyInfoRef<'_>) -> Result<Self, spki::Error> {
                match public_from_info(&info) {
                    Ok((algorithm, key)) if algorithm == $algorithm => {
                        $from(&key).map_err(|_| spki::Error::KeyMalformed)
                    }
                    _ => Err(spki::Error::OidUnknown { oid: info.algorithm.oid }),
                }
            }
        }

        impl EncodePublicKey for $key {
            fn to_public_key_der(&self) -> spki::Result<Document> {
                Ok(Document::try_from(<$key>::to_public_key_der(self).as_slice())?)
            }
        }
    };
}

public_key_files!(VerifyingKey<Sha512>, Algorithm::Ed25519, VerifyingKey::from_bytes);
public_key_files!(PublicKey, Algorithm::X25519, |key| Ok::<_, Error>(PublicKey::from_bytes(key)));

/// Raw keys of the hash variants, which have no object identifier: 32 bytes under a label of their own.
#[cfg(feature = "pem")]
impl<H: Hash> SigningKey<H> {
    /// Reads the raw PEM of a hash variant.
    ///
    /// # Errors
    /// [`Error::Pem`]; [`Error::WrongAlgorithm`] for keys of another algorithm and for standard
    /// Ed25519, whose files are PKCS#8.
    pub fn from_raw_pem(text: &str) -> Result<Self, Error> {
        let (label, content) = pem::decode(text)?;
        match H::RAW_LABELS {
            Some((private, _)) if label == private => {
                let seed = content.0.as_slice().try_into().map_err(|_| Error::SecretKeyLength)?;
                Ok(SigningKey::from_seed(seed))
            }
            Some((_, public)) if label == public => Err(Error::PublicKeyGiven),
            _ if label.ends_with(pem::PRIVATE) || label.ends_with(pem::PUBLIC) => Err(Error::WrongAlgorithm),
            _ => Err(Error::Pem),
        }
    }

    /// The raw PEM of a hash variant.
    ///
    /// # Errors
    /// [`Error::WrongAlgorithm`] for standard Ed25519, whose files are PKCS#8.
    pub fn to_raw_pem(&self) -> Result<SecretText, Error> {
        let (private, _) = H::RAW_LABELS.ok_or(Error::WrongAlgorithm)?;
        pem::encode_secret(private, self.to_seed().as_bytes())
    }
}

#[cfg(feature = "pem")]
impl<H: Hash> VerifyingKey<H> {
    /// Reads the raw PEM of a hash variant.
    ///
    /// # Errors
    /// [`Error::Pem`], [`Error::NotAPoint`]; [`Error::WrongAlgorithm`] for keys of another algorithm
    /// and for standard Ed25519, whose files are SPKI.
    pub fn from_raw_pem(text: &str) -> Result<Self, Error> {
        let (label, content) = pem::decode(text)?;
        match H::RAW_LABELS {
            Some((_, public)) if label == public => VerifyingKey::from_slice(&content.0),
            _ if label.ends_with(pem::PRIVATE) => Err(Error::PrivateKeyGiven),
            _ if label.ends_with(pem::PUBLIC) => Err(Error::WrongAlgorithm),
            _ => Err(Error::Pem),
        }
    }

    /// The raw PEM of a hash variant.
    ///
    /// # Errors
    /// [`Error::WrongAlgorithm`] for standard Ed25519, whose files are SPKI.
    pub fn to_raw_pem(&self) -> Result<String, Error> {
        let (_, public) = H::RAW_LABELS.ok_or(Error::WrongAlgorithm)?;
        pem::encode_public(public, self.as_bytes())
    }
}
