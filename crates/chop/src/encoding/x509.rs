//! X.509 certificates, as far as SM2 is concerned: the key in one, and whose key signed it.
//!
//! Reads the frame that RFC 5280, 4.1 gives and nothing within names, dates and extensions. The signed bytes
//! are kept as they came: nothing is encoded anew before it is verified.

use super::pem;
use crate::sm2::{Signature, VerifyingKey};
use crate::{Error, KeyFileError};
use alloc::vec::Vec;
use pkcs8::ObjectIdentifier;
use pkcs8::der::asn1::{AnyRef, BitStringRef};
use pkcs8::der::{self, Decode, Reader, SliceReader, Tag, TagNumber, Tagged};
use pkcs8::spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};

/// Signatures of SM2 with SM3 (GM/T 0006).
const SM2_WITH_SM3: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.156.10197.1.501");

/// A certificate whose SM2 key is wanted, or whose SM2 signature.
///
/// This is no validation of certificates. Names, dates, extensions, key usage, revocation and chains are not
/// looked at: who needs them needs a library for them, and [`Certificate::verify_issued_by`] says only that a
/// key signed these bytes.
///
/// # Example
/// ```
/// use chop::encoding::Certificate;
/// # let text = chop_vectors::sm2_keys::certificates()[0].pem;
/// let root = Certificate::from_pem(text)?;
/// let key = root.sm2_key()?;
/// root.verify_issued_by(&key)?;
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Certificate {
    /// TBSCertificate with its tag and length: what was signed.
    signed: Vec<u8>,
    key: Result<VerifyingKey, Error>,
    /// SubjectPublicKeyInfo.
    info: Vec<u8>,
    signature: Result<Signature, Error>,
}

impl Certificate {
    /// Reads a certificate in DER, of whatever algorithms.
    ///
    /// # Errors
    /// [`KeyFileError::Certificate`].
    pub fn from_der(der: &[u8]) -> Result<Certificate, Error> {
        read(der).map_err(|_| Error::KeyFile(KeyFileError::Certificate))
    }

    /// Reads a certificate in PEM, label `CERTIFICATE`.
    ///
    /// # Errors
    /// [`KeyFileError::Pem`], [`KeyFileError::Certificate`]; [`KeyFileError::PrivateKeyGiven`] for a private key.
    pub fn from_pem(text: &str) -> Result<Certificate, Error> {
        let (label, content) = pem::decode(text)?;
        match label {
            "CERTIFICATE" | "X509 CERTIFICATE" => Certificate::from_der(&content.0),
            _ if label.ends_with(pem::PRIVATE) => Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)),
            _ => Err(Error::KeyFile(KeyFileError::Pem)),
        }
    }

    /// The key that the certificate is for.
    ///
    /// # Errors
    /// [`KeyFileError::WrongAlgorithm`] if it is not one of SM2, and those of
    /// [`VerifyingKey::from_public_key_der`].
    pub fn sm2_key(&self) -> Result<VerifyingKey, Error> {
        self.key
    }

    /// The key that the certificate is for, of whatever algorithm.
    ///
    /// # Errors
    /// Those of [`PublicKey::from_der`](super::PublicKey::from_der): [`KeyFileError::WrongAlgorithm`] for RSA, say.
    pub fn public_key(&self) -> Result<super::PublicKey, Error> {
        super::PublicKey::from_der(&self.info)
    }

    /// Whether `issuer` signed this certificate with SM2 and SM3 under [`Id::DEFAULT`](crate::sm2::Id::DEFAULT).
    ///
    /// No more than that: see [`Certificate`].
    ///
    /// # Errors
    /// [`KeyFileError::WrongAlgorithm`] if it is signed with another algorithm, or names two;
    /// [`Error::SignatureDer`], [`Error::SignatureRange`] for a signature that is none;
    /// [`Error::InvalidSignature`].
    pub fn verify_issued_by(&self, issuer: &VerifyingKey) -> Result<(), Error> {
        issuer.verify(&self.signed, &self.signature?)
    }
}

/// Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm, signatureValue BIT STRING }.
fn read(der: &[u8]) -> der::Result<Certificate> {
    let mut reader = SliceReader::new(der)?;
    let (signed, algorithm, signature) = reader.sequence(|reader| {
        let signed = reader.tlv_bytes()?;
        Ok::<_, der::Error>((signed, AlgorithmIdentifierRef::decode(reader)?, BitStringRef::decode(reader)?))
    })?;
    reader.finish()?;
    let (inner, info) = read_signed(signed)?;
    let signature = match signature.as_bytes() {
        // RFC 5280, 4.1.1.2: both fields name the same algorithm.
        _ if algorithm != inner || !is_sm2_with_sm3(&algorithm) => {
            Err(Error::KeyFile(KeyFileError::WrongAlgorithm))
        }
        Some(bytes) => Signature::from_der(bytes),
        None => Err(Error::SignatureDer),
    };
    Ok(Certificate {
        signed: signed.to_vec(),
        key: VerifyingKey::read_info(&SubjectPublicKeyInfoRef::from_der(info)?),
        info: info.to_vec(),
        signature,
    })
}

/// TBSCertificate ::= SEQUENCE { version [0] OPTIONAL, serialNumber, signature, issuer, validity, subject,
/// subjectPublicKeyInfo, … }.
fn read_signed(der: &[u8]) -> der::Result<(AlgorithmIdentifierRef<'_>, &[u8])> {
    AnyRef::from_der(der)?.sequence(|reader| {
        let version = Tag::ContextSpecific { constructed: true, number: TagNumber(0) };
        if Tag::peek(reader)? == version {
            reader.tlv_bytes()?;
        }
        expect(reader, Tag::Integer)?;
        let algorithm = reader.decode()?;
        for _ in ["issuer", "validity", "subject"] {
            expect(reader, Tag::Sequence)?;
        }
        let key = reader.tlv_bytes()?;
        while !reader.is_finished() {
            reader.tlv_bytes()?;
        }
        Ok((algorithm, key))
    })
}

/// Passes over an element of this tag.
fn expect<'a>(reader: &mut impl Reader<'a>, tag: Tag) -> der::Result<()> {
    AnyRef::decode(reader)?.tag().assert_eq(tag).map(|_| ())
}

fn is_sm2_with_sm3(algorithm: &AlgorithmIdentifierRef<'_>) -> bool {
    algorithm.oid == SM2_WITH_SM3 && algorithm.parameters.is_none_or(AnyRef::is_null)
}
