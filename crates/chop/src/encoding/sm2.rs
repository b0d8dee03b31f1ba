//! The DER of SM2 keys: PKCS#8 and SPKI in both forms of their identifier, and SEC1.
//!
//! | structure        | read                                                                     | written           |
//! |------------------|--------------------------------------------------------------------------|-------------------|
//! | identifier       | id-ecPublicKey with the curve; the curve as algorithm, with it, NULL or nothing behind | id-ecPublicKey with the curve |
//! | `ECPrivateKey`   | with or without curve and public key; d with zeros too many or too few     | d in 32 bytes, public key |
//! | public key       | 04 ‖ x ‖ y; 02 ‖ x, 03 ‖ x                                                 | 04 ‖ x ‖ y        |
//!
//! A public key beside a secret one must belong to it. Constant time in d, whose length in the file is public.
//!
//! Sources: RFC 5915, RFC 5480, GM/T 0006 (identifiers).

use super::der::{private_info, public_info};
#[cfg(feature = "pem")]
use super::pem;
use super::{cleanly, halves_agree};
use crate::secret::Secret;
#[cfg(feature = "pem")]
use crate::secret::SecretBytes;
use crate::sm2::{SigningKey, VerifyingKey};
use crate::{Error, KeyFileError};
use chop_core::ct::{Mask, declassify};
use pkcs8::der::asn1::{AnyRef, BitStringRef, OctetStringRef};
use pkcs8::der::{self, Decode, Reader, SliceReader, Tag, TagNumber, Tagged};
use pkcs8::spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};
use pkcs8::{ObjectIdentifier, PrivateKeyInfoRef};

/// id-ecPublicKey (RFC 5480, 2.1.1).
const EC: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");
/// The curve, and in some files the algorithm.
const CURVE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.156.10197.1.301");

/// Whether a key belongs here: if so it may still be on another curve.
#[cfg(feature = "pem")]
pub(super) fn is_elliptic(identifier: &AlgorithmIdentifierRef<'_>) -> bool {
    identifier.oid == EC || identifier.oid == CURVE
}

fn check_identifier(identifier: &AlgorithmIdentifierRef<'_>) -> Result<(), Error> {
    match (identifier.oid, identifier.parameters) {
        (CURVE, None) => Ok(()),
        (CURVE, Some(parameters)) if parameters.is_null() => Ok(()),
        (EC | CURVE, Some(parameters)) => check_curve(parameters),
        _ => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
    }
}

fn check_curve(parameters: AnyRef<'_>) -> Result<(), Error> {
    match parameters.tag() {
        Tag::ObjectIdentifier => match parameters.decode_as::<ObjectIdentifier>() {
            Ok(CURVE) => Ok(()),
            Ok(_) => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
            Err(_) => Err(Error::KeyFile(KeyFileError::Der)),
        },
        Tag::Sequence => Err(Error::KeyFile(KeyFileError::CurveParameters)),
        _ => Err(Error::KeyFile(KeyFileError::Der)),
    }
}

/// ECPrivateKey ::= SEQUENCE { version INTEGER 1, privateKey OCTET STRING, parameters [0] OPTIONAL,
/// publicKey [1] BIT STRING OPTIONAL } (RFC 5915, 3).
struct EcPrivateKey<'a> {
    d: &'a [u8],
    curve: Option<AnyRef<'a>>,
    public: Option<&'a [u8]>,
}

impl<'a> EcPrivateKey<'a> {
    fn from_der(der: &'a [u8]) -> der::Result<EcPrivateKey<'a>> {
        let mut reader = SliceReader::new(der)?;
        let key = reader.sequence(|reader| {
            if u8::decode(reader)? != 1 {
                return Err(Tag::Integer.value_error().into());
            }
            let d = <&OctetStringRef>::decode(reader)?.as_bytes();
            let curve = tagged(reader, TagNumber(0))?;
            let public = match tagged(reader, TagNumber(1))? {
                None => None,
                Some(any) => {
                    let bits: BitStringRef<'a> = any.decode_as()?;
                    Some(bits.as_bytes().ok_or_else(|| Tag::BitString.value_error())?)
                }
            };
            Ok::<_, der::Error>(EcPrivateKey { d, curve, public })
        })?;
        reader.finish()?;
        Ok(key)
    }

    /// The key, which must agree with its own public key and with the one of PKCS#8 version 2.
    fn to_signing_key(&self, beside: Option<&[u8]>) -> Result<SigningKey, Error> {
        if let Some(curve) = self.curve {
            check_curve(curve)?;
        }
        let key = SigningKey::from_bytes(number(self.d)?.as_bytes())?;
        let computed = key.verifying_key().to_bytes();
        for public in [self.public, beside].into_iter().flatten() {
            if !halves_agree(&VerifyingKey::from_slice(public)?.to_bytes(), &computed) {
                return Err(Error::PublicKeyMismatch);
            }
        }
        Ok(key)
    }
}

/// The content of an explicit tag, if it is next.
fn tagged<'a>(reader: &mut impl Reader<'a>, number: TagNumber) -> der::Result<Option<AnyRef<'a>>> {
    let tag = Tag::ContextSpecific { constructed: true, number };
    if reader.is_finished() || Tag::peek(reader)? != tag {
        return Ok(None);
    }
    AnyRef::from_der(AnyRef::decode(reader)?.value()).map(Some)
}

/// d in 32 bytes: software that strips zeros has written fewer, software that pads has written more.
fn number(bytes: &[u8]) -> Result<Secret<32>, Error> {
    let mut d = Secret::new(&[0; 32]);
    let (zeros, significant) = bytes.split_at(bytes.len().saturating_sub(32));
    let excess = zeros.iter().fold(0, |all, byte| all | u64::from(*byte));
    if !declassify(Mask::is_zero(excess), "a key of more than 256 bits is refused") {
        return Err(Error::SecretKeyLength);
    }
    d.as_mut_bytes()[32 - significant.len()..].copy_from_slice(significant);
    Ok(d)
}

/// Whether this is an elliptic-curve key in SEC1, on whatever curve.
pub(super) fn is_sec1(der: &[u8]) -> bool {
    EcPrivateKey::from_der(der).is_ok()
}

/// A key in SEC1. `sure` says that the file told its curve elsewhere.
///
/// # Errors
/// [`KeyFileError::WrongAlgorithm`] for a key of which nothing says that it is on this curve.
pub(super) fn sec1(der: &[u8], sure: bool) -> Result<SigningKey, Error> {
    let key = EcPrivateKey::from_der(der).map_err(|_| match private_info(der) {
        Ok(_) => Error::KeyFile(KeyFileError::Der),
        Err(other) => other,
    })?;
    if !sure && key.curve.is_none() && key.public.is_none() {
        return Err(Error::KeyFile(KeyFileError::WrongAlgorithm));
    }
    key.to_signing_key(None)
}

impl SigningKey {
    fn read_der(der: &[u8]) -> Result<SigningKey, Error> {
        SigningKey::read_info(&private_info(der)?)
    }

    pub(super) fn read_info(info: &PrivateKeyInfoRef<'_>) -> Result<SigningKey, Error> {
        check_identifier(&info.algorithm)?;
        let key = EcPrivateKey::from_der(info.private_key.as_bytes())
            .map_err(|_| Error::KeyFile(KeyFileError::Der))?;
        let beside = match &info.public_key {
            None => None,
            Some(bits) => Some(bits.as_bytes().ok_or(Error::KeyFile(KeyFileError::Der))?),
        };
        key.to_signing_key(beside)
    }

    fn write_der(&self) -> Secret<138> {
        /// Up to d: PKCS#8 version 1 and its identifier, `ECPrivateKey` version 1.
        const HEAD: [u8; 36] = [
            0x30, 0x81, 0x87, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02,
            0x01, 0x06, 0x08, 0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x82, 0x2d, 0x04, 0x6d, 0x30, 0x6b, 0x02,
            0x01, 0x01, 0x04, 0x20,
        ];
        /// Up to the public key.
        const MIDDLE: [u8; 5] = [0xa1, 0x44, 0x03, 0x42, 0x00];
        let mut der = Secret::new(&[0; 138]);
        let (head, rest) = der.as_mut_bytes().split_at_mut(36);
        let (d, rest) = rest.split_at_mut(32);
        let (middle, public) = rest.split_at_mut(5);
        head.copy_from_slice(&HEAD);
        d.copy_from_slice(self.to_bytes().as_bytes());
        middle.copy_from_slice(&MIDDLE);
        public.copy_from_slice(&self.verifying_key().to_bytes());
        der
    }

    /// Reads SEC1 (`ECPrivateKey`, RFC 5915) in DER. A key that does not tell its curve is taken for SM2's.
    ///
    /// # Errors
    /// [`KeyFileError::Der`]; [`KeyFileError::WrongAlgorithm`] for another curve, [`KeyFileError::CurveParameters`] for one without
    /// a name; [`Error::SecretKeyLength`], [`Error::SecretKeyRange`], [`Error::NotAPoint`],
    /// [`Error::PublicKeyMismatch`]; [`KeyFileError::Encrypted`], [`KeyFileError::PublicKeyGiven`] for files of another kind.
    pub fn from_sec1_der(der: &[u8]) -> Result<SigningKey, Error> {
        cleanly(|| sec1(der, true))
    }

    /// Reads SEC1 in PEM, label `EC PRIVATE KEY` or `SM2 PRIVATE KEY`, also behind a block of `EC PARAMETERS`.
    ///
    /// # Errors
    /// [`KeyFileError::Pem`]; [`KeyFileError::UnknownEncryption`] for the encryption of PEM itself (`Proc-Type`); those of
    /// [`SigningKey::from_sec1_der`].
    ///
    /// # Example
    /// ```
    /// use chop::sm2::SigningKey;
    /// let key = SigningKey::from_sec1_pem(
    ///     "-----BEGIN EC PRIVATE KEY-----\n\
    ///      MDECAQEEIDlFII97IUSxPzbjisbTn5WIk5NpKGC1GkL7ge9N98W4oAoGCCqBHM9V\n\
    ///      AYIt\n\
    ///      -----END EC PRIVATE KEY-----\n",
    /// )?;
    /// assert_eq!(key.to_bytes().as_bytes()[..4], [0x39, 0x45, 0x20, 0x8f]);
    /// # Ok::<(), chop::Error>(())
    /// ```
    #[cfg(feature = "pem")]
    pub fn from_sec1_pem(text: &str) -> Result<SigningKey, Error> {
        cleanly(|| {
            let (label, der) = decode(text)?;
            match label {
                pem::EC | pem::SM2 => sec1(&der.0, true),
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
        check_parameters(&parameters.0)?;
    }
    pem::decode(text)
}

/// The error of a PEM text that holds something else than PKCS#8.
#[cfg(feature = "pem")]
fn not_pkcs8(label: &str) -> Error {
    match label {
        pem::EC | pem::SM2 => Error::KeyFile(KeyFileError::Pem),
        _ => pem::not_private(label),
    }
}

/// The content of an `EC PARAMETERS` block.
#[cfg(feature = "pem")]
pub(super) fn check_parameters(der: &[u8]) -> Result<(), Error> {
    check_curve(AnyRef::from_der(der).map_err(|_| Error::KeyFile(KeyFileError::Der))?)
}

impl VerifyingKey {
    fn read_der(der: &[u8]) -> Result<VerifyingKey, Error> {
        VerifyingKey::read_info(&public_info(der)?)
    }

    pub(super) fn read_info(info: &SubjectPublicKeyInfoRef<'_>) -> Result<VerifyingKey, Error> {
        check_identifier(&info.algorithm)?;
        VerifyingKey::from_slice(info.subject_public_key.as_bytes().ok_or(Error::KeyFile(KeyFileError::Der))?)
    }

    fn write_der(&self) -> [u8; 91] {
        const HEAD: [u8; 26] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a,
            0x81, 0x1c, 0xcf, 0x55, 0x01, 0x82, 0x2d, 0x03, 0x42, 0x00,
        ];
        let mut der = [0; 91];
        der[..26].copy_from_slice(&HEAD);
        der[26..].copy_from_slice(&self.to_bytes());
        der
    }
}

private_key_files!(
    SigningKey,
    138,
    "chop::sm2::SigningKey",
    decode,
    not_pkcs8,
    "version 1 or 2, with either form of the identifier, with or without curve and public key in the \
     `ECPrivateKey` inside. (In DER the `openssl` program often writes SEC1: see `from_sec1_der`, and \
     [`PrivateKey::from_der`](crate::encoding::PrivateKey::from_der) for either)",
    "with the curve as parameter and the public key, as OpenSSL 3 writes it"
);
public_key_files!(VerifyingKey, 91, "either form of the identifier, the point compressed or not");
