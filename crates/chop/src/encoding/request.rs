//! Certificate requests (PKCS#10, RFC 2986), as far as their key is concerned.

use super::PublicKey;
use super::pem;
use crate::{Error, KeyFileError};
use alloc::vec::Vec;
use pkcs8::der::asn1::{AnyRef, BitStringRef};
use pkcs8::der::{self, Decode, Reader, SliceReader, Tag, TagNumber, Tagged};
use pkcs8::spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};

/// A request for a certificate, whose key is wanted.
///
/// Its subject, its attributes and its own signature are not examined.
///
/// # Example
/// ```
/// use chop::encoding::{CertificateRequest, PublicKey};
/// # let text = chop_vectors::text_around::REQUEST_ED25519;
/// assert!(matches!(CertificateRequest::from_pem(text)?.public_key()?, PublicKey::Ed25519(_)));
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CertificateRequest {
    /// SubjectPublicKeyInfo.
    info: Vec<u8>,
}

impl CertificateRequest {
    /// Reads a request in DER, of whatever algorithm.
    ///
    /// # Errors
    /// [`KeyFileError::Certificate`].
    pub fn from_der(der: &[u8]) -> Result<CertificateRequest, Error> {
        let info = read(der).map_err(|_| Error::KeyFile(KeyFileError::Certificate))?;
        Ok(CertificateRequest { info: info.to_vec() })
    }

    /// Reads a request in PEM, label `CERTIFICATE REQUEST` or `NEW CERTIFICATE REQUEST`.
    ///
    /// # Errors
    /// [`KeyFileError::Pem`], [`KeyFileError::Certificate`]; [`KeyFileError::PrivateKeyGiven`] for a private key.
    pub fn from_pem(text: &str) -> Result<CertificateRequest, Error> {
        let (label, content) = pem::decode(text)?;
        match label {
            "CERTIFICATE REQUEST" | "NEW CERTIFICATE REQUEST" => CertificateRequest::from_der(&content.0),
            _ if label.ends_with(pem::PRIVATE) => Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)),
            _ => Err(Error::KeyFile(KeyFileError::Pem)),
        }
    }

    /// The key that a certificate is requested for.
    ///
    /// # Errors
    /// Those of [`PublicKey::from_der`]: [`KeyFileError::WrongAlgorithm`] for RSA, say.
    pub fn public_key(&self) -> Result<PublicKey, Error> {
        PublicKey::from_der(&self.info)
    }
}

/// CertificationRequest ::= SEQUENCE { SEQUENCE { version INTEGER 0, subject, subjectPKInfo, attributes [0] }, signatureAlgorithm,
/// signature BIT STRING }.
fn read(der: &[u8]) -> der::Result<&[u8]> {
    let mut reader = SliceReader::new(der)?;
    let info = reader.sequence(|reader| {
        let info = AnyRef::decode(reader)?.sequence(|reader| {
            if u8::decode(reader)? != 0 {
                return Err(Tag::Integer.value_error().into());
            }
            AnyRef::decode(reader)?.tag().assert_eq(Tag::Sequence)?;
            let info = reader.tlv_bytes()?;
            SubjectPublicKeyInfoRef::from_der(info)?;
            let attributes = Tag::ContextSpecific { constructed: true, number: TagNumber(0) };
            if !reader.is_finished() {
                AnyRef::decode(reader)?.tag().assert_eq(attributes)?;
            }
            Ok::<_, der::Error>(info)
        })?;
        AlgorithmIdentifierRef::decode(reader)?;
        BitStringRef::decode(reader)?;
        Ok::<_, der::Error>(info)
    })?;
    reader.finish()?;
    Ok(info)
}
