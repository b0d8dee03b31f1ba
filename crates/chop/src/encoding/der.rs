//! The DER of RFC 8410 keys, and its encryption (PBES2).

use crate::Error;
use crate::secret::Secret;
#[cfg(feature = "getrandom")]
use alloc::vec::Vec;
use pkcs8::der::asn1::OctetStringRef;
use pkcs8::der::{Decode, Encode};
use pkcs8::spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};
use pkcs8::{EncryptedPrivateKeyInfoRef, ObjectIdentifier, PrivateKeyInfoRef};

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

    fn from_identifier(identifier: &AlgorithmIdentifierRef<'_>) -> Result<Algorithm, Error> {
        // RFC 8410, section 3: "the parameters MUST be absent".
        if identifier.parameters.is_some() {
            return Err(Error::Der);
        }
        [Algorithm::Ed25519, Algorithm::X25519]
            .into_iter()
            .find(|algorithm| algorithm.oid() == identifier.oid)
            .ok_or(Error::WrongAlgorithm)
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
        let info = match PrivateKeyInfoRef::from_der(der) {
            Ok(info) => info,
            Err(_) if EncryptedPrivateKeyInfoRef::from_der(der).is_ok() => return Err(Error::Encrypted),
            Err(_) if SubjectPublicKeyInfoRef::from_der(der).is_ok() => return Err(Error::PublicKeyGiven),
            Err(_) => return Err(Error::Der),
        };
        PrivateBytes::from_info(&info)
    }

    pub(crate) fn from_info(info: &PrivateKeyInfoRef<'_>) -> Result<PrivateBytes, Error> {
        let algorithm = Algorithm::from_identifier(&info.algorithm)?;
        // CurvePrivateKey ::= OCTET STRING, inside the OCTET STRING of PKCS#8.
        let [0x04, 0x20, secret @ ..] = info.private_key.as_bytes() else {
            return Err(Error::Der);
        };
        let secret: &[u8; 32] = secret.try_into().map_err(|_| Error::Der)?;
        let public = match &info.public_key {
            None => None,
            Some(bits) => Some(bits.as_bytes().and_then(|bytes| bytes.try_into().ok()).ok_or(Error::Der)?),
        };
        Ok(PrivateBytes { algorithm, secret: Secret::new(secret), public })
    }

    /// Decrypts PBES2 (PBKDF2 or scrypt, AES).
    pub(crate) fn from_encrypted_der(der: &[u8], passphrase: &[u8]) -> Result<PrivateBytes, Error> {
        let info = EncryptedPrivateKeyInfoRef::from_der(der).map_err(|_| Error::Der)?;
        let document = info.decrypt(passphrase).map_err(|_| Error::Decryption)?;
        // Padding that comes out right by chance gives no DER.
        PrivateBytes::from_der(document.as_bytes()).map_err(|error| match error {
            Error::Der => Error::Decryption,
            other => other,
        })
    }
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
pub(crate) fn private_to_der(algorithm: Algorithm, secret: &[u8; 32]) -> Result<Secret<48>, Error> {
    let mut inner = Secret::new(&[0; 34]);
    inner.as_mut_bytes()[..2].copy_from_slice(&[0x04, 0x20]);
    inner.as_mut_bytes()[2..].copy_from_slice(secret);
    let mut der = Secret::new(&[0; 48]);
    let info = info(algorithm, inner.as_bytes())?;
    info.encode_to_slice(der.as_mut_bytes()).map_err(|_| Error::Der)?;
    Ok(der)
}

fn info(algorithm: Algorithm, inner: &[u8; 34]) -> Result<PrivateKeyInfoRef<'_>, Error> {
    let identifier = AlgorithmIdentifierRef { oid: algorithm.oid(), parameters: None };
    Ok(PrivateKeyInfoRef::new(identifier, OctetStringRef::new(inner).map_err(|_| Error::Der)?))
}

/// How often a passphrase is hashed: OWASP's 2023 figure for PBKDF2 with HMAC-SHA-256.
#[cfg(feature = "getrandom")]
const ITERATIONS: u32 = 600_000;

/// Encrypted PKCS#8: PBES2 with PBKDF2-HMAC-SHA-256 and AES-256-CBC, which every program reads.
#[cfg(feature = "getrandom")]
pub(crate) fn private_to_encrypted_der(
    algorithm: Algorithm,
    secret: &[u8; 32],
    passphrase: &[u8],
) -> Result<Vec<u8>, Error> {
    use pkcs8::pkcs5::pbes2::Parameters;
    let (mut salt, mut iv) = ([0; 16], [0; 16]);
    getrandom::fill(&mut salt).map_err(|_| Error::Randomness)?;
    getrandom::fill(&mut iv).map_err(|_| Error::Randomness)?;
    let parameters =
        Parameters::generate_pbkdf2_sha256_aes256cbc(ITERATIONS, &salt, iv).map_err(|_| Error::Der)?;
    let mut inner = Secret::new(&[0; 34]);
    inner.as_mut_bytes()[..2].copy_from_slice(&[0x04, 0x20]);
    inner.as_mut_bytes()[2..].copy_from_slice(secret);
    let info = info(algorithm, inner.as_bytes())?;
    let document = info.encrypt_with_params(parameters, passphrase).map_err(|_| Error::Der)?;
    Ok(document.as_bytes().to_vec())
}

const SPKI_HEAD: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x00, 0x03, 0x21, 0x00];

/// SPKI: 44 bytes.
pub(crate) fn public_to_der(algorithm: Algorithm, key: &[u8; 32]) -> [u8; 44] {
    let mut der = [0; 44];
    der[..12].copy_from_slice(&SPKI_HEAD);
    der[8] = match algorithm {
        Algorithm::Ed25519 => 112,
        Algorithm::X25519 => 110,
    };
    der[12..].copy_from_slice(key);
    der
}

pub(crate) fn public_from_der(der: &[u8]) -> Result<(Algorithm, [u8; 32]), Error> {
    match SubjectPublicKeyInfoRef::from_der(der) {
        Ok(info) => public_from_info(&info),
        Err(_) if PrivateKeyInfoRef::from_der(der).is_ok() || from_old_ring(der).is_some() => {
            Err(Error::PrivateKeyGiven)
        }
        Err(_) if EncryptedPrivateKeyInfoRef::from_der(der).is_ok() => Err(Error::PrivateKeyGiven),
        Err(_) => Err(Error::Der),
    }
}

pub(crate) fn public_from_info(info: &SubjectPublicKeyInfoRef<'_>) -> Result<(Algorithm, [u8; 32]), Error> {
    let algorithm = Algorithm::from_identifier(&info.algorithm)?;
    let key = info.subject_public_key.as_bytes().and_then(|bytes| bytes.try_into().ok());
    Ok((algorithm, key.ok_or(Error::Der)?))
}
