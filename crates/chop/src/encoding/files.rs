//! The methods of keys that come in files, written once for all algorithms.
//!
//! A key brings three functions of its own, and gets the methods and the traits of `pkcs8` and `spki`:
//!
//! | function     | private key                           | public key                       |
//! |--------------|---------------------------------------|----------------------------------|
//! | `read_der`   | PKCS#8, whatever form of it is read   | SPKI                             |
//! | `read_info`  | `PrivateKeyInfoRef`                   | `SubjectPublicKeyInfoRef`        |
//! | `write_der`  | PKCS#8 in the one form that is written| SPKI                             |

/// The methods and traits of a private key with `read_der`, `read_info` and `write_der`.
macro_rules! private_key_files {
    ($key:ty, $size:literal, $path:literal, $decode:path, $other:path, $read:literal, $written:literal) => {
        impl $key {
            #[doc = concat!("Reads PKCS#8 in DER: ", $read, ".")]
            ///
            /// # Errors
            /// [`KeyFileError::Der`], [`KeyFileError::WrongAlgorithm`], [`Error::PublicKeyMismatch`] and those of the key's
            /// own constructor; [`KeyFileError::Encrypted`], [`KeyFileError::PublicKeyGiven`] for files of another kind.
            pub fn from_pkcs8_der(der: &[u8]) -> Result<Self, $crate::Error> {
                $crate::encoding::cleanly(|| Self::read_der(der))
            }

            /// Reads encrypted PKCS#8 in DER: PBES2 with PBKDF2 (SHA-1, SHA-2 or SM3) or scrypt, and AES or
            /// SM4 in CBC or GCM mode.
            ///
            /// # Errors
            /// [`KeyFileError::Decryption`] for a wrong passphrase, [`KeyFileError::UnknownEncryption`],
            /// [`KeyFileError::KdfCost`], [`KeyFileError::Memory`], and those of `from_pkcs8_der`.
            pub fn from_pkcs8_encrypted_der(der: &[u8], passphrase: &[u8]) -> Result<Self, $crate::Error> {
                $crate::encoding::cleanly(|| {
                    let der = $crate::encoding::pbes2::decrypt(der, passphrase)?;
                    $crate::encoding::keys::after_decryption(Self::read_der(&der.0))
                })
            }

            #[doc = concat!("PKCS#8 version 1 in DER, ", $written, ": ", $size, " bytes.")]
            ///
            /// # Errors
            /// None that a key could cause.
            pub fn to_pkcs8_der(&self) -> Result<$crate::Secret<$size>, $crate::Error> {
                $crate::encoding::cleanly(|| Ok(self.write_der()))
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
                $crate::encoding::cleanly(|| {
                    $crate::encoding::pbes2::encrypt(self.write_der().as_bytes(), passphrase)
                })
            }

            /// Reads PKCS#8 in PEM, label `PRIVATE KEY`.
            ///
            /// # Errors
            /// [`KeyFileError::Pem`] and those of `from_pkcs8_der`.
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
                $crate::encoding::cleanly(|| {
                    let (label, der) = $decode(text)?;
                    match label {
                        pem::PRIVATE => Self::read_der(&der.0),
                        pem::ENCRYPTED => Err($crate::Error::KeyFile(crate::KeyFileError::Encrypted)),
                        _ => Err($other(label)),
                    }
                })
            }

            /// Reads encrypted PKCS#8 in PEM, label `ENCRYPTED PRIVATE KEY`.
            ///
            /// # Errors
            /// [`KeyFileError::Pem`] and those of `from_pkcs8_encrypted_der`.
            #[cfg(feature = "pem")]
            pub fn from_pkcs8_encrypted_pem(text: &str, passphrase: &[u8]) -> Result<Self, $crate::Error> {
                use $crate::encoding::pem;
                let (label, der) = pem::decode(text)?;
                match label {
                    pem::ENCRYPTED => Self::from_pkcs8_encrypted_der(&der.0, passphrase),
                    _ => Err($crate::Error::KeyFile(crate::KeyFileError::Pem)),
                }
            }

            /// PKCS#8 version 1 in PEM.
            ///
            /// # Errors
            /// None that a key could cause.
            #[cfg(feature = "pem")]
            pub fn to_pkcs8_pem(&self) -> Result<$crate::encoding::SecretText, $crate::Error> {
                use $crate::encoding::pem;
                $crate::encoding::cleanly(|| pem::encode_secret(pem::PRIVATE, self.write_der().as_bytes()))
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
                $crate::encoding::cleanly(|| {
                    Self::read_info(&info).map_err(|_| pkcs8::Error::KeyMalformed(pkcs8::KeyError::Invalid))
                })
            }
        }

        impl pkcs8::EncodePrivateKey for $key {
            fn to_pkcs8_der(&self) -> pkcs8::Result<pkcs8::der::SecretDocument> {
                $crate::encoding::cleanly(|| {
                    let der = self.write_der();
                    Ok(pkcs8::der::SecretDocument::try_from(der.as_bytes().as_slice())?)
                })
            }
        }
    };
}

/// The methods and traits of a public key with `read_der`, `read_info` and `write_der`.
macro_rules! public_key_files {
    ($key:ty, $size:literal, $read:literal) => {
        impl $key {
            #[doc = concat!("Reads SPKI (`SubjectPublicKeyInfo`) in DER: ", $read, ".")]
            ///
            /// # Errors
            /// [`KeyFileError::Der`], [`KeyFileError::WrongAlgorithm`], [`Error::NotAPoint`] and the others of the key's own
            /// constructor; [`KeyFileError::PrivateKeyGiven`] for a private key.
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
            /// [`KeyFileError::Pem`] and those of `from_public_key_der`.
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
                    $crate::Error::KeyFile(crate::KeyFileError::WrongAlgorithm) => {
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
