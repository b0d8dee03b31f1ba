//! Keys from whatever a file or an argument holds.
//!
//! | bytes                                 | [`PrivateKey::load`]     | [`PublicKey::load`]       | of a type of keys |
//! |---------------------------------------|--------------------------|---------------------------|-------------------|
//! | a format that names its algorithm     | read                     | read                      | read              |
//! | 64, a seed and its public key         | Ed25519, or of another hash | refused: private        | the same          |
//! | 64, the coordinates of a point of SM2 or secp256k1 | refused: public | that of its curve     | the same          |
//! | 65 or 33, such a point                | refused: public          | that of its curve; refused if it may be either | the one asked for |
//! | 32                                    | refused                  | refused                   | public: read; private: refused, but for SM2 and secp256k1 |
//! | 33, the first zero                    | refused                  | refused                   | private of SM2 and secp256k1 |
//!
//! Bytes are raw, or hexadecimal digits, base64 or base58 of them. 32 bytes are never guessed to be a private key: that is for
//! the constructors `from_bytes` and `from_seed`. Keys of SM2 and secp256k1 are the exception where these are asked for, since their public
//! keys never have 32 bytes.

use super::shape::Shape;
#[cfg(any(feature = "secp256k1", feature = "sm2"))]
use super::shape::is_long_number;
use super::{PrivateKey, PublicKey, cleanly};
use crate::{Error, KeyFileError, ed25519, x25519};

impl PrivateKey {
    /// Reads a private key of whatever format: PEM with text around it, DER, text formats, as far as the features know them. An encrypted
    /// one needs its passphrase.
    ///
    /// # Errors
    /// Those of [`PrivateKey::from_pem`] and of each format; [`KeyFileError::BareBytes`] for 32 bytes, which say nothing;
    /// [`KeyFileError::TwoKeys`], [`KeyFileError::SeveralKeys`]; [`KeyFileError::OpenPgp`] and the like for what is known and
    /// not read; [`KeyFileError::Unrecognised`].
    ///
    /// # Timing
    /// Constant in the secret, except for what `docs/constant-time.md` names.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::SigningKey;
    /// use chop::encoding::PrivateKey;
    /// let key = SigningKey::generate()?;
    /// let text = key.to_pkcs8_pem()?;
    /// for file in [text.as_str().as_bytes(), key.to_keypair_bytes().as_bytes()] {
    ///     assert!(matches!(PrivateKey::load(file, None)?, PrivateKey::Ed25519(_)));
    /// }
    /// assert!(PrivateKey::load(key.to_seed().as_bytes(), None).is_err());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn load(bytes: &[u8], passphrase: Option<&[u8]>) -> Result<PrivateKey, Error> {
        cleanly(|| Shape::of(bytes).private_key(passphrase))
    }
}

impl PublicKey {
    /// Reads a public key of whatever format: PEM with text around it, DER, text formats, as far as the features know them. Of several
    /// certificates it is the key of the first.
    ///
    /// # Errors
    /// Those of [`PublicKey::from_pem`] and of each format; [`KeyFileError::PrivateKeyGiven`]; [`KeyFileError::BareBytes`] for 32
    /// bytes, which do not say for which algorithm they are; [`KeyFileError::TwoKeys`], [`KeyFileError::SeveralKeys`];
    /// [`KeyFileError::OpenPgp`] and the like for what is known and not read; [`KeyFileError::Unrecognised`].
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::SigningKey;
    /// use chop::encoding::PublicKey;
    /// let key = SigningKey::generate()?.verifying_key();
    /// assert_eq!(PublicKey::load(&key.to_public_key_der())?, PublicKey::Ed25519(key));
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn load(bytes: &[u8]) -> Result<PublicKey, Error> {
        cleanly(|| Shape::of(bytes).public_key())
    }
}

/// The method `load` of a type of private keys. `bare` reads bytes that do not say what they are.
macro_rules! load_private {
    ($key:ty, $variant:ident, $bare:expr, $path:literal, $example:literal) => {
        impl $key {
            /// Reads a private key of whatever format: see [`PrivateKey::load`]. An encrypted one needs its passphrase.
            ///
            /// # Errors
            /// As [`PrivateKey::load`]; [`KeyFileError::WrongAlgorithm`] for a key of another algorithm.
            ///
            /// # Example
            /// ```
            #[doc = concat!("# type Key = ", $path, ";")]
            /// let key = Key::generate()?;
            #[doc = concat!("let file = ", $example, ";")]
            /// assert!(Key::load(file.as_bytes(), None)?.to_pkcs8_der()?.equals(&key.to_pkcs8_der()?));
            /// # Ok::<(), chop::Error>(())
            /// ```
            pub fn load(bytes: &[u8], passphrase: Option<&[u8]>) -> Result<Self, Error> {
                cleanly(|| {
                    let shape = Shape::of(bytes);
                    let bare: fn(&[u8]) -> Option<Result<Self, Error>> = $bare;
                    if let Shape::Bytes(bytes, _) = &shape
                        && let Some(key) = bare(bytes.as_bytes())
                    {
                        return key;
                    }
                    match shape.private_key(passphrase)? {
                        PrivateKey::$variant(key) => Ok(key),
                        #[allow(unreachable_patterns)] // where the features leave one algorithm
                        _ => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
                    }
                })
            }
        }
    };
}

/// The method `load` of a type of public keys. `bare` reads bytes that do not say what they are.
macro_rules! load_public {
    ($key:ty, $variant:ident, $bare:expr, $path:literal, $example:literal) => {
        impl $key {
            /// Reads a public key of whatever format: see [`PublicKey::load`]. Bytes that do not say what they are are one of this algorithm.
            ///
            /// # Errors
            /// As [`PublicKey::load`]; [`KeyFileError::WrongAlgorithm`] for a key of another algorithm; those of `from_bytes`.
            ///
            /// # Example
            /// ```
            #[doc = concat!("let key = ", $example, ";")]
            /// let text: String = key.to_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
            #[doc = concat!("assert!(", $path, "::load(text.as_bytes())? == key);")]
            /// # Ok::<(), chop::Error>(())
            /// ```
            pub fn load(bytes: &[u8]) -> Result<Self, Error> {
                cleanly(|| {
                    let shape = Shape::of(bytes);
                    let bare: fn(&[u8]) -> Option<Result<Self, Error>> = $bare;
                    if let Shape::Bytes(bytes, _) = &shape
                        && let Some(key) = bare(bytes.as_bytes())
                    {
                        return key;
                    }
                    match shape.public_key()? {
                        PublicKey::$variant(key) => Ok(key),
                        _ => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
                    }
                })
            }
        }
    };
}

load_private!(ed25519::SigningKey, Ed25519, |_| None, "chop::ed25519::SigningKey", "key.to_keypair_bytes()");
load_private!(x25519::StaticSecret, X25519, |_| None, "chop::x25519::StaticSecret", "key.to_pkcs8_der()?");
#[cfg(feature = "sm2")]
load_private!(
    crate::sm2::SigningKey,
    Sm2,
    |bytes| match bytes.len() {
        32 => Some(crate::sm2::SigningKey::from_slice(bytes)),
        33 if is_long_number(bytes) => Some(crate::sm2::SigningKey::from_slice(&bytes[1..])),
        _ => None,
    },
    "chop::sm2::SigningKey",
    "key.to_bytes()"
);
#[cfg(feature = "secp256k1")]
load_private!(
    crate::secp256k1::SigningKey,
    Secp256k1,
    |bytes| match bytes.len() {
        32 => Some(crate::secp256k1::SigningKey::from_slice(bytes)),
        33 if is_long_number(bytes) => Some(crate::secp256k1::SigningKey::from_slice(&bytes[1..])),
        _ => None,
    },
    "chop::secp256k1::SigningKey",
    "key.to_bytes()"
);
load_public!(
    ed25519::VerifyingKey,
    Ed25519,
    |bytes| Some(ed25519::VerifyingKey::from_bytes(bytes.try_into().ok()?)),
    "chop::ed25519::VerifyingKey",
    "chop::ed25519::SigningKey::generate()?.verifying_key()"
);
load_public!(
    x25519::PublicKey,
    X25519,
    |bytes| Some(Ok(x25519::PublicKey::from_bytes(bytes.try_into().ok()?))),
    "chop::x25519::PublicKey",
    "chop::x25519::StaticSecret::generate()?.public_key()"
);
#[cfg(feature = "sm2")]
load_public!(
    crate::sm2::VerifyingKey,
    Sm2,
    |bytes| matches!(bytes.len(), 33 | 65).then(|| crate::sm2::VerifyingKey::from_slice(bytes)),
    "chop::sm2::VerifyingKey",
    "chop::sm2::SigningKey::generate()?.verifying_key()"
);
#[cfg(feature = "secp256k1")]
load_public!(
    crate::secp256k1::VerifyingKey,
    Secp256k1,
    |bytes| matches!(bytes.len(), 33 | 65).then(|| crate::secp256k1::VerifyingKey::from_slice(bytes)),
    "chop::secp256k1::VerifyingKey",
    "chop::secp256k1::SigningKey::generate()?.verifying_key()"
);
