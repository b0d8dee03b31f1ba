//! The DER of RFC 8410 keys, and what some DER is that holds no key.

use super::{foreign, pbes2};
use crate::secret::Secret;
use crate::{Error, KeyFileError};
use pkcs8::der::Decode;
use pkcs8::spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};
use pkcs8::{ObjectIdentifier, PrivateKeyInfoRef};

/// The two algorithms with 32-byte keys of RFC 8410.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Ed25519,
    X25519,
}

impl Algorithm {
    pub(crate) const fn oid(self) -> ObjectIdentifier {
        match self {
            Algorithm::Ed25519 => ObjectIdentifier::new_unwrap("1.3.101.112"),
            Algorithm::X25519 => ObjectIdentifier::new_unwrap("1.3.101.110"),
        }
    }

    /// The last byte of the identifier.
    const fn last_arc(self) -> u8 {
        match self {
            Algorithm::Ed25519 => 112,
            Algorithm::X25519 => 110,
        }
    }

    fn from_identifier(identifier: &AlgorithmIdentifierRef<'_>) -> Result<Algorithm, Error> {
        let found =
            [Algorithm::Ed25519, Algorithm::X25519].into_iter().find(|known| known.oid() == identifier.oid);
        match (found, identifier.parameters) {
            (None, _) => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
            // RFC 8410, section 3: "the parameters MUST be absent".
            (Some(_), Some(_)) => Err(Error::KeyFile(KeyFileError::Der)),
            (Some(algorithm), None) => Ok(algorithm),
        }
    }
}

/// A private key as a file has it.
pub(crate) struct PrivateBytes {
    pub(crate) algorithm: Algorithm,
    pub(crate) secret: Secret<32>,
    /// The public key of version 2.
    pub(crate) public: Option<[u8; 32]>,
}

impl PrivateBytes {
    pub(crate) fn from_der(der: &[u8]) -> Result<PrivateBytes, Error> {
        if let Some(key) = from_old_ring(der) {
            return Ok(key);
        }
        PrivateBytes::from_info(&private_info(der)?)
    }

    pub(crate) fn from_info(info: &PrivateKeyInfoRef<'_>) -> Result<PrivateBytes, Error> {
        let algorithm = Algorithm::from_identifier(&info.algorithm)?;
        // CurvePrivateKey ::= OCTET STRING, inside the OCTET STRING of PKCS#8.
        let [0x04, 0x20, secret @ ..] = info.private_key.as_bytes() else {
            return Err(Error::KeyFile(KeyFileError::Der));
        };
        let secret: &[u8; 32] = secret.try_into().map_err(|_| Error::KeyFile(KeyFileError::Der))?;
        let public = match &info.public_key {
            None => None,
            Some(bits) => Some(
                bits.as_bytes()
                    .and_then(|bytes| bytes.try_into().ok())
                    .ok_or(Error::KeyFile(KeyFileError::Der))?,
            ),
        };
        Ok(PrivateBytes { algorithm, secret: Secret::new(secret), public })
    }
}

/// The PKCS#8 in `der`.
///
/// # Errors
/// What it is instead, as far as that can be told.
pub(crate) fn private_info(der: &[u8]) -> Result<PrivateKeyInfoRef<'_>, Error> {
    PrivateKeyInfoRef::from_der(der).map_err(|_| {
        if pbes2::is_encrypted(der) {
            Error::KeyFile(KeyFileError::Encrypted)
        } else if SubjectPublicKeyInfoRef::from_der(der).is_ok() {
            Error::KeyFile(KeyFileError::PublicKeyGiven)
        } else {
            foreign::name(der).unwrap_or(Error::KeyFile(KeyFileError::Der))
        }
    })
}

/// The form that ring wrote before it followed RFC 5958: version 2 with an explicitly tagged public key.
fn from_old_ring(der: &[u8]) -> Option<PrivateBytes> {
    const HEAD: &[u8] =
        &[0x30, 0x53, 0x02, 0x01, 0x01, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];
    const MIDDLE: &[u8] = &[0xa1, 0x23, 0x03, 0x21, 0x00];
    let rest = der.strip_prefix(HEAD)?;
    let (secret, rest) = rest.split_first_chunk::<32>()?;
    let public: [u8; 32] = rest.strip_prefix(MIDDLE)?.try_into().ok()?;
    Some(PrivateBytes { algorithm: Algorithm::Ed25519, secret: Secret::new(secret), public: Some(public) })
}

/// PKCS#8 version 1: 48 bytes.
pub(crate) fn private_to_der(algorithm: Algorithm, secret: &[u8; 32]) -> Secret<48> {
    const HEAD: [u8; 16] =
        [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x00, 0x04, 0x22, 0x04, 0x20];
    let mut der = Secret::new(&[0; 48]);
    let bytes = der.as_mut_bytes();
    bytes[..16].copy_from_slice(&HEAD);
    bytes[11] = algorithm.last_arc();
    bytes[16..].copy_from_slice(secret);
    der
}

const SPKI_HEAD: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x00, 0x03, 0x21, 0x00];

/// SPKI: 44 bytes.
pub(crate) fn public_to_der(algorithm: Algorithm, key: &[u8; 32]) -> [u8; 44] {
    let mut der = [0; 44];
    der[..12].copy_from_slice(&SPKI_HEAD);
    der[8] = algorithm.last_arc();
    der[12..].copy_from_slice(key);
    der
}

/// The SPKI in `der`.
///
/// # Errors
/// What it is instead, as far as that can be told.
pub(crate) fn public_info(der: &[u8]) -> Result<SubjectPublicKeyInfoRef<'_>, Error> {
    SubjectPublicKeyInfoRef::from_der(der).map_err(|_| {
        let private = PrivateKeyInfoRef::from_der(der).is_ok()
            || pbes2::is_encrypted(der)
            || from_old_ring(der).is_some()
            || foreign::name(der).is_some();
        #[cfg(any(feature = "secp256k1", feature = "sm2"))]
        let private = private || super::elliptic::is_sec1(der);
        if private {
            Error::KeyFile(KeyFileError::PrivateKeyGiven)
        } else {
            Error::KeyFile(KeyFileError::Der)
        }
    })
}

pub(crate) fn public_from_info(info: &SubjectPublicKeyInfoRef<'_>) -> Result<(Algorithm, [u8; 32]), Error> {
    let algorithm = Algorithm::from_identifier(&info.algorithm)?;
    let key = info.subject_public_key.as_bytes().and_then(|bytes| bytes.try_into().ok());
    Ok((algorithm, key.ok_or(Error::KeyFile(KeyFileError::Der))?))
}
