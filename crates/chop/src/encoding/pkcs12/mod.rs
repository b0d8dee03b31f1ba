//! PKCS#12 files (RFC 7292), also called PFX: a private key and its certificate under one passphrase.
//!
//! ```text
//! PFX ::= SEQUENCE { INTEGER 3, authSafe ContentInfo, MacData OPTIONAL }
//! authSafe is data: a SEQUENCE OF ContentInfo, each data or encryptedData with a list of bags
//! ```
//!
//! | part       | read                                                                                            |
//! |------------|-------------------------------------------------------------------------------------------------|
//! | encoding   | DER and BER, which BouncyCastle and browsers write                                                |
//! | check      | HMAC with SHA-1, SHA-2 or SM3 and the key derivation of RFC 7292, B; none                         |
//! | encryption | PBES2 as in PKCS#8: see `pbes2`; what is older (RC2, DES) is [`KeyFileError::Pkcs12Encryption`]   |
//! | keys       | one, of an algorithm of this library, encrypted again or not                                      |
//! | certificate | the key must be that of the certificate with its `localKeyID`, or else of one of the certificates |
//!
//! The work that a file can ask for is limited: see [`MAX_PARTS`], [`MAX_ENCRYPTED`] and [`MAX_BAGS`], and the limits of PBES2.

mod bags;
mod ber;
mod mac;

use super::keys::after_decryption;
use super::{PrivateKey, pbes2};
use crate::secret::SecretBytes;
use crate::{Error, Fault, KeyFileError};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use bags::Bags;
use mac::Mac;
use pkcs8::ObjectIdentifier;
use pkcs8::der::asn1::{AnyRef, OctetStringRef};
use pkcs8::der::{self, Decode, Reader, SliceReader, Tag, TagNumber, Tagged};
use pkcs8::spki::AlgorithmIdentifierRef;

const DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.1");
const SIGNED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
const ENCRYPTED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.6");
/// The encryption of RFC 7292, C, with RC4, DES or RC2: six schemes below this one.
const OLD_SCHEMES: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.12.1");

/// Parts at most, and among them encrypted ones: each of those costs a key derivation.
const MAX_PARTS: usize = 16;
const MAX_ENCRYPTED: usize = 4;
/// Keys and certificates in a part at most.
const MAX_BAGS: usize = 64;

const EXPLICIT: Tag = Tag::ContextSpecific { constructed: true, number: TagNumber(0) };
const IMPLICIT: Tag = Tag::ContextSpecific { constructed: false, number: TagNumber(0) };

/// The key in a file.
///
/// # Errors
/// [`KeyFileError::Malformed`]; [`KeyFileError::Encrypted`] without a passphrase, [`KeyFileError::Decryption`] with a wrong one;
/// [`KeyFileError::Pkcs12Encryption`], [`KeyFileError::UnknownEncryption`], [`KeyFileError::KdfCost`], [`KeyFileError::Memory`];
/// [`KeyFileError::SeveralKeys`]; [`Error::PublicKeyMismatch`] if no certificate in it is one of the key; those of PKCS#8.
pub(super) fn read(file: &[u8], passphrase: Option<&[u8]>) -> Result<PrivateKey, Error> {
    let file = ber::to_der(file)?;
    let (content, mac) = outer(&file.0)?;
    let passphrase = passphrase.ok_or(Error::KeyFile(KeyFileError::Encrypted))?;
    if let Some(mac) = mac {
        mac.check(content, passphrase)?;
    }
    let parts = parts(content, passphrase)?;
    let mut bags = Bags::default();
    for part in &parts {
        bags.add(&part.0)?;
    }
    bags.key(passphrase)
}

/// The content that the check is about, and the check.
fn outer(file: &[u8]) -> Result<(&[u8], Option<Mac<'_>>), Error> {
    let parts = AnyRef::from_der(file).and_then(|file| {
        file.sequence(|reader| {
            let version = u8::decode(reader)?;
            let content = content_info(reader)?;
            let mac = if reader.is_finished() { None } else { Some(AnyRef::decode(reader)?) };
            Ok::<_, der::Error>((version, content, mac))
        })
    });
    let (3, (kind, content), mac) = parts.map_err(|_| Fault::Pkcs12Frame.error())? else {
        return Err(Fault::Pkcs12Frame.error());
    };
    if kind == SIGNED_DATA {
        return Err(Fault::Pkcs12Signed.error());
    }
    let content = data(kind, content).map_err(|_| Fault::Pkcs12Frame.error())?;
    Ok((content, mac.map(Mac::read).transpose()?))
}

/// ContentInfo ::= SEQUENCE { contentType, [0] EXPLICIT content }.
fn content_info<'a>(reader: &mut impl Reader<'a>) -> der::Result<(ObjectIdentifier, AnyRef<'a>)> {
    AnyRef::decode(reader)?.sequence(|reader| {
        let kind = reader.decode()?;
        let content = AnyRef::decode(reader)?;
        content.tag().assert_eq(EXPLICIT)?;
        Ok((kind, AnyRef::from_der(content.value())?))
    })
}

/// The bytes of a content that is data.
fn data(kind: ObjectIdentifier, content: AnyRef<'_>) -> der::Result<&[u8]> {
    if kind != DATA {
        return Err(der::ErrorKind::OidUnknown { oid: kind }.into());
    }
    Ok(content.decode_as::<&OctetStringRef>()?.as_bytes())
}

/// The lists of bags, decrypted.
fn parts(content: &[u8], passphrase: &[u8]) -> Result<Vec<SecretBytes>, Error> {
    let wrong = |_| Fault::Pkcs12Parts.error();
    let content = ber::to_der(content)?;
    let list = AnyRef::from_der(&content.0).map_err(wrong)?;
    list.tag().assert_eq(Tag::Sequence).map_err(wrong)?;
    let mut reader = SliceReader::new(list.value()).map_err(wrong)?;
    let (mut parts, mut encrypted) = (Vec::with_capacity(MAX_PARTS), 0);
    while !reader.is_finished() {
        let (kind, content) = content_info(&mut reader).map_err(wrong)?;
        encrypted += usize::from(kind == ENCRYPTED_DATA);
        if parts.len() == MAX_PARTS || encrypted > MAX_ENCRYPTED {
            return Err(Fault::Pkcs12Parts.error());
        }
        let part = if kind == ENCRYPTED_DATA {
            let (scheme, encrypted) = encrypted_data(content).map_err(wrong)?;
            let list = open(&scheme, &encrypted, passphrase)?;
            after_decryption(ber::to_der(&list.0))?
        } else {
            ber::to_der(data(kind, content).map_err(wrong)?)?
        };
        parts.push(part);
    }
    Ok(parts)
}

/// EncryptedData ::= SEQUENCE { version, SEQUENCE { contentType, algorithm, [0] IMPLICIT OCTET STRING } }.
fn encrypted_data(content: AnyRef<'_>) -> der::Result<(AlgorithmIdentifierRef<'_>, Cow<'_, [u8]>)> {
    content.sequence(|reader| {
        u8::decode(reader)?;
        AnyRef::decode(reader)?.sequence(|reader| {
            <ObjectIdentifier>::decode(reader)?;
            let scheme = reader.decode()?;
            let encrypted = AnyRef::decode(reader)?;
            match encrypted.tag() {
                IMPLICIT => Ok((scheme, Cow::Borrowed(encrypted.value()))),
                tag => {
                    tag.assert_eq(EXPLICIT)?;
                    Ok((scheme, Cow::Owned(pieces(encrypted.value())?)))
                }
            }
        })
    })
}

/// A string that BER has in pieces.
fn pieces(content: &[u8]) -> der::Result<Vec<u8>> {
    let (mut reader, mut whole) = (SliceReader::new(content)?, Vec::new());
    while !reader.is_finished() {
        whole.extend_from_slice(<&OctetStringRef>::decode(&mut reader)?.as_bytes());
    }
    Ok(whole)
}

/// Decrypts with a scheme of PBES2.
fn open(
    scheme: &AlgorithmIdentifierRef<'_>,
    content: &[u8],
    passphrase: &[u8],
) -> Result<SecretBytes, Error> {
    if scheme.oid.parent() == Some(OLD_SCHEMES) {
        return Err(Error::KeyFile(KeyFileError::Pkcs12Encryption));
    }
    pbes2::open(scheme, content, passphrase)
}
