//! Key files as methods of the key types.

use super::der::{Algorithm, PrivateBytes, private_to_der, public_from_info, public_info, public_to_der};
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
use pkcs8::PrivateKeyInfoRef;
use pkcs8::spki::SubjectPublicKeyInfoRef;

impl SigningKey<Sha512> {
    pub(super) fn from_private_bytes(bytes: &PrivateBytes) -> Result<Self, Error> {
        if bytes.algorithm != Algorithm::Ed25519 {
            return Err(Error::WrongAlgorithm);
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
            return Err(Error::WrongAlgorithm);
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
    bytes.public.is_none_or(|read| ct::declassify(ct::eq(&read, public), "public keys are public"))
}

impl VerifyingKey<Sha512> {
    fn read_der(der: &[u8]) -> Result<Self, Error> {
        Self::read_info(&public_info(der)?)
    }

    fn read_info(info: &SubjectPublicKeyInfoRef<'_>) -> Result<Self, Error> {
        match public_from_info(info)? {
            (Algorithm::Ed25519, key) => VerifyingKey::from_bytes(&key),
            _ => Err(Error::WrongAlgorithm),
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
            _ => Err(Error::WrongAlgorithm),
        }
    }

    fn write_der(&self) -> [u8; 44] {
        public_to_der(Algorithm::X25519, self.as_bytes())
    }
}

/// The key in a decrypted file. Padding that comes out right by chance gives no DER.
pub(super) fn after_decryption<T>(key: Result<T, Error>) -> Result<T, Error> {
    key.map_err(|error| if error == Error::Der { Error::Decryption } else { error })
}

/// The methods and traits of a private key with `read_der`, `read_info` and `write_der`.
macro_rules! private_key_files {
    ($key:ty, $size:literal, $path:literal, $other:path, $read:literal, $written:literal) => {
        impl $key {
            #[doc = concat!("Reads PKCS#8 in DER: ", $read, ".")]
            ///
            /// # Errors
            /// [`Error::Der`], [`Error::WrongAlgorithm`], [`Error::PublicKeyMismatch`] and those of the key's
            /// own constructor; [`Error::Encrypted`], [`Error::PublicKeyGiven`] for files of another kind.
            pub fn from_pkcs8_der(der: &[u8]) -> Result<Self, $crate::Error> {
                Self::read_der(der)
            }

            /// Reads encrypted PKCS#8 in DER: PBES2 with PBKDF2 (SHA-1, SHA-2 or SM3) or scrypt, and AES or
            /// SM4 in CBC or GCM mode.
            ///
            /// # Errors
            /// [`Error::Decryption`] for a wrong passphrase, [`Error::UnknownEncryption`],
            /// [`Error::KdfCost`], and those of `from_pkcs8_der`.
            pub fn from_pkcs8_encrypted_der(der: &[u8], passphrase: &[u8]) -> Result<Self, $crate::Error> {
                let der = $crate::encoding::pbes2::decrypt(der, passphrase)?;
                $crate::encoding::keys::after_decryption(Self::read_der(&der.0))
            }

            #[doc = concat!("PKCS#8 version 1 in DER, ", $written, ": ", $size, " bytes.")]
            ///
            /// # Errors
            /// None that a key could cause.
            pub fn to_pkcs8_der(&self) -> Result<$crate::Secret<$size>, $crate::Error> {
                Ok(self.write_der())
            }

            /// Encrypted PKCS#8 in DER: PBES2 with PBKDF2-HMAC-SHA-256, 600,000 iterations, and
            /// AES-256-CBC. Takes a fraction of a second on purpose.
            ///
            /// # Errors
            /// [`Error::Randomness`].
            #[cfg(feature = "getrandom")]
            pub fn to_pkcs8_encrypted_der(
                &self,
                passphrase: &[u8],
            ) -> Result<alloc::vec::Vec<u8>, $crate::Error> {
                $crate::encoding::pbes2::encrypt(self.write_der().as_bytes(), passphrase)
            }

            /// Reads PKCS#8 in PEM, label `PRIVATE KEY`.
            ///
            /// # Errors
            /// [`Error::Pem`] and those of `from_pkcs8_der`.
            ///
            /// # Example
            /// ```
            #[doc = concat!("# type Key = ", $path, ";")]
            /// let text = Key::generate()?.to_pkcs8_pem()?;
            /// let key = Key::from_pkcs8_pem(text.as_str())?;
            /// assert_eq!(key.to_pkcs8_pem()?.as_str(), text.as_str());
            /// # Ok::<(), chop::Error>(())
            /// ```
            #[cfg(feature = "pem")]
            pub fn from_pkcs8_pem(text: &str) -> Result<Self, $crate::Error> {
                use $crate::encoding::pem;
                let (label, der) = pem::decode(text)?;
                match label {
                    pem::PRIVATE => Self::from_pkcs8_der(&der.0),
                    pem::ENCRYPTED => Err($crate::Error::Encrypted),
                    _ => Err($other(label)),
                }
            }

            /// Reads encrypted PKCS#8 in PEM, label `ENCRYPTED PRIVATE KEY`.
            ///
            /// # Errors
            /// [`Error::Pem`] and those of `from_pkcs8_encrypted_der`.
            #[cfg(feature = "pem")]
            pub fn from_pkcs8_encrypted_pem(text: &str, passphrase: &[u8]) -> Result<Self, $crate::Error> {
                use $crate::encoding::pem;
                let (label, der) = pem::decode(text)?;
                match label {
                    pem::ENCRYPTED => Self::from_pkcs8_encrypted_der(&der.0, passphrase),
                    _ => Err($crate::Error::Pem),
                }
            }

            /// PKCS#8 version 1 in PEM.
            ///
            /// # Errors
            /// None that a key could cause.
            #[cfg(feature = "pem")]
            pub fn to_pkcs8_pem(&self) -> Result<$crate::encoding::SecretText, $crate::Error> {
                use $crate::encoding::pem;
                pem::encode_secret(pem::PRIVATE, self.write_der().as_bytes())
            }

            /// Encrypted PKCS#8 in PEM.
            ///
            /// # Errors
            /// [`Error::Randomness`].
            #[cfg(all(feature = "pem", feature = "getrandom"))]
            pub fn to_pkcs8_encrypted_pem(
                &self,
                passphrase: &[u8],
            ) -> Result<alloc::string::String, $crate::Error> {
                use $crate::encoding::pem;
                pem::encode_public(pem::ENCRYPTED, &self.to_pkcs8_encrypted_der(passphrase)?)
            }
        }

        impl TryFrom<pkcs8::PrivateKeyInfoRef<'_>> for $key {
            type Error = pkcs8::Error;
            fn try_from(info: pkcs8::PrivateKeyInfoRef<'_>) -> Result<Self, pkcs8::Error> {
                Self::read_info(&info).map_err(|_| pkcs8::Error::KeyMalformed(pkcs8::KeyError::Invalid))
            }
        }

        impl pkcs8::EncodePrivateKey for $key {
            fn to_pkcs8_der(&self) -> pkcs8::Result<pkcs8::der::SecretDocument> {
                let der = self.write_der();
                Ok(pkcs8::der::SecretDocument::try_from(der.as_bytes().as_slice())?)
            }
        }
    };
}
pub(super) use private_key_files;

private_key_files!(
    SigningKey<Sha512>,
    48,
    "chop::ed25519::SigningKey",
    pem::not_private,
    "version 1, version 2, or the form that old versions of ring wrote",
    "without public key"
);
private_key_files!(
    StaticSecret,
    48,
    "chop::x25519::StaticSecret",
    pem::not_private,
    "version 1, version 2, or the form that old versions of ring wrote",
    "without public key"
);

/// The methods and traits of a public key with `read_der`, `read_info` and `write_der`.
macro_rules! public_key_files {
    ($key:ty, $size:literal, $read:literal) => {
        impl $key {
            #[doc = concat!("Reads SPKI (`SubjectPublicKeyInfo`) in DER: ", $read, ".")]
            ///
            /// # Errors
            /// [`Error::Der`], [`Error::WrongAlgorithm`], [`Error::NotAPoint`] and the others of the key's own
            /// constructor; [`Error::PrivateKeyGiven`] for a private key.
            pub fn from_public_key_der(der: &[u8]) -> Result<Self, $crate::Error> {
                Self::read_der(der)
            }

            #[doc = concat!("SPKI in DER: ", $size, " bytes.")]
            pub fn to_public_key_der(&self) -> [u8; $size] {
                self.write_der()
            }

            /// Reads SPKI in PEM, label `PUBLIC KEY`.
            ///
            /// # Errors
            /// [`Error::Pem`] and those of `from_public_key_der`.
            #[cfg(feature = "pem")]
            pub fn from_public_key_pem(text: &str) -> Result<Self, $crate::Error> {
                use $crate::encoding::pem;
                let (label, der) = pem::decode(text)?;
                match label {
                    pem::PUBLIC => Self::from_public_key_der(&der.0),
                    _ => Err(pem::not_public(label)),
                }
            }

            /// SPKI in PEM.
            ///
            /// # Errors
            /// None that a key could cause.
            #[cfg(feature = "pem")]
            pub fn to_public_key_pem(&self) -> Result<alloc::string::String, $crate::Error> {
                use $crate::encoding::pem;
                pem::encode_public(pem::PUBLIC, &self.write_der())
            }
        }

        impl TryFrom<pkcs8::spki::SubjectPublicKeyInfoRef<'_>> for $key {
            type Error = pkcs8::spki::Error;
            fn try_from(info: pkcs8::spki::SubjectPublicKeyInfoRef<'_>) -> Result<Self, pkcs8::spki::Error> {
                Self::read_info(&info).map_err(|error| match error {
                    $crate::Error::WrongAlgorithm => {
                        pkcs8::spki::Error::OidUnknown { oid: info.algorithm.oid }
                    }
                    _ => pkcs8::spki::Error::KeyMalformed,
                })
            }
        }

        impl pkcs8::EncodePublicKey for $key {
            fn to_public_key_der(&self) -> pkcs8::spki::Result<pkcs8::der::Document> {
                Ok(pkcs8::der::Document::try_from(self.write_der().as_slice())?)
            }
        }
    };
}
pub(super) use public_key_files;

public_key_files!(VerifyingKey<Sha512>, 44, "RFC 8410");
public_key_files!(PublicKey, 44, "RFC 8410");

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
