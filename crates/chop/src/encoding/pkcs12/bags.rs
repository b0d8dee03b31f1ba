//! The keys and certificates in a PKCS#12 file, and which belong together.
//!
//! ```text
//! SafeContents ::= SEQUENCE OF SafeBag
//! SafeBag ::= SEQUENCE { bagId, [0] EXPLICIT bagValue, SET OF Attribute OPTIONAL }
//! ```
//!
//! Contract: the frames of bags are public, that of a key which is not encrypted again included; the key in it is not looked at before it
//! is read as PKCS#8, in constant time.

use super::super::keys::after_decryption;
use super::super::x509::Certificate;
use super::super::{PrivateKey, PublicKey};
use super::{EXPLICIT, MAX_BAGS, open};
use crate::{Error, Fault, KeyFileError};
use alloc::vec::Vec;
use pkcs8::ObjectIdentifier;
use pkcs8::der::asn1::{AnyRef, OctetStringRef};
use pkcs8::der::{self, Decode, Reader, SliceReader, Tag, Tagged};
use pkcs8::spki::AlgorithmIdentifierRef;

const KEY_BAG: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.12.10.1.1");
const SHROUDED_KEY_BAG: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.12.10.1.2");
const CERTIFICATE_BAG: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.12.10.1.3");
const NESTED_BAG: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.12.10.1.6");
const X509_CERTIFICATE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.22.1");
const LOCAL_KEY_ID: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.21");

/// What the bags of a file hold.
#[derive(Default)]
pub(super) struct Bags<'a> {
    keys: Vec<Key<'a>>,
    certificates: Vec<(Certificate, Option<&'a [u8]>)>,
}

/// A key, with the number that its certificate has, too.
struct Key<'a> {
    /// PKCS#8, encrypted or not.
    info: AnyRef<'a>,
    der: &'a [u8],
    encrypted: bool,
    id: Option<&'a [u8]>,
}

impl<'a> Bags<'a> {
    /// Adds those of a list.
    pub(super) fn add(&mut self, list: &'a [u8]) -> Result<(), Error> {
        let wrong = |_| Fault::Pkcs12Bags.error();
        let list = AnyRef::from_der(list).map_err(wrong)?;
        list.tag().assert_eq(Tag::Sequence).map_err(wrong)?;
        let mut reader = SliceReader::new(list.value()).map_err(wrong)?;
        let mut count = 0;
        while !reader.is_finished() {
            count += 1;
            if count > MAX_BAGS {
                return Err(Fault::Pkcs12Bags.error());
            }
            let bag = bag(&mut reader).map_err(wrong)?;
            self.add_bag(bag)?;
        }
        Ok(())
    }

    fn add_bag(&mut self, bag: Bag<'a>) -> Result<(), Error> {
        match bag.kind {
            KEY_BAG | SHROUDED_KEY_BAG => {
                let info = AnyRef::from_der(bag.value).map_err(|_| Fault::Pkcs12Bag.error())?;
                let encrypted = bag.kind == SHROUDED_KEY_BAG;
                self.keys.push(Key { info, der: bag.value, encrypted, id: bag.id });
            }
            CERTIFICATE_BAG => {
                if let Some(certificate) = certificate(bag.value).map_err(|_| Fault::Pkcs12Bag.error())? {
                    let certificate = Certificate::from_der(certificate);
                    let certificate = certificate.map_err(|_| Fault::Pkcs12Certificate.error())?;
                    self.certificates.push((certificate, bag.id));
                }
            }
            NESTED_BAG => return Err(Fault::Pkcs12Nested.error()),
            // Lists of revoked certificates, and secrets that are no keys.
            _ => {}
        }
        Ok(())
    }

    /// The one key, if it belongs to the certificates.
    pub(super) fn key(&self, passphrase: &[u8]) -> Result<PrivateKey, Error> {
        let key = match self.keys.as_slice() {
            [] => return Err(Fault::Pkcs12NoKey.error()),
            [key] => key,
            _ => return Err(Error::KeyFile(KeyFileError::SeveralKeys)),
        };
        let private = key.read(passphrase)?;
        if self.agree(key.id, &private.public_key()) { Ok(private) } else { Err(Error::PublicKeyMismatch) }
    }

    /// Whether a certificate is one of this key: the one with the same number, or else any.
    fn agree(&self, id: Option<&[u8]>, key: &PublicKey) -> bool {
        let of_key = |certificate: &Certificate| certificate.public_key() == Ok(*key);
        let mut named = self.certificates.iter().filter(|(_, other)| id.is_some() && *other == id).peekable();
        if named.peek().is_some() {
            return named.all(|(certificate, _)| of_key(certificate));
        }
        self.certificates.is_empty() || self.certificates.iter().any(|(certificate, _)| of_key(certificate))
    }
}

impl Key<'_> {
    fn read(&self, passphrase: &[u8]) -> Result<PrivateKey, Error> {
        if !self.encrypted {
            return PrivateKey::from_pkcs8(self.der);
        }
        let parts = self.info.sequence(|reader| {
            let scheme = AlgorithmIdentifierRef::decode(reader)?;
            Ok::<_, der::Error>((scheme, <&OctetStringRef>::decode(reader)?.as_bytes()))
        });
        let (scheme, encrypted) = parts.map_err(|_| Fault::Pkcs12Bag.error())?;
        let plain = open(&scheme, encrypted, passphrase)?;
        after_decryption(PrivateKey::from_pkcs8(&plain.0))
    }
}

struct Bag<'a> {
    kind: ObjectIdentifier,
    /// What is in the explicit tag.
    value: &'a [u8],
    /// `localKeyID`.
    id: Option<&'a [u8]>,
}

/// The next bag.
fn bag<'a>(reader: &mut SliceReader<'a>) -> der::Result<Bag<'a>> {
    reader.sequence(|reader| {
        let kind = reader.decode()?;
        let value = AnyRef::decode(reader)?;
        value.tag().assert_eq(EXPLICIT)?;
        let attributes = if reader.is_finished() { None } else { Some(AnyRef::decode(reader)?) };
        Ok(Bag { kind, value: value.value(), id: attributes.map(key_id).transpose()?.flatten() })
    })
}

/// Attribute ::= SEQUENCE { type, SET OF value }. The value of `localKeyID` is an OCTET STRING.
fn key_id(attributes: AnyRef<'_>) -> der::Result<Option<&[u8]>> {
    attributes.tag().assert_eq(Tag::Set)?;
    let mut reader = SliceReader::new(attributes.value())?;
    let mut found = None;
    while !reader.is_finished() {
        let (kind, values): (ObjectIdentifier, AnyRef<'_>) =
            reader.sequence(|reader| Ok::<_, der::Error>((reader.decode()?, reader.decode()?)))?;
        if kind == LOCAL_KEY_ID {
            found = Some(<&OctetStringRef>::from_der(values.value())?.as_bytes());
        }
    }
    Ok(found)
}

/// CertBag ::= SEQUENCE { certId, [0] EXPLICIT OCTET STRING }; `None` for what is no X.509 certificate.
fn certificate(value: &[u8]) -> der::Result<Option<&[u8]>> {
    let (kind, content): (ObjectIdentifier, AnyRef<'_>) = AnyRef::from_der(value)?
        .sequence(|reader| Ok::<_, der::Error>((reader.decode()?, reader.decode()?)))?;
    if kind != X509_CERTIFICATE {
        return Ok(None);
    }
    content.tag().assert_eq(EXPLICIT)?;
    Ok(Some(<&OctetStringRef>::from_der(content.value())?.as_bytes()))
}
