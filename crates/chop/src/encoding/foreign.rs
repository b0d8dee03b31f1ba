//! Files of keys that are recognised and not read, so that the error can name them. Some are read where a passphrase or a key can be given, each
//! with a feature: CFCA and GM/T with `gm`, PKCS#12 with `pkcs12`.
//!
//! | file           | begins with, or its outer structure                                   | error                   |
//! |----------------|-----------------------------------------------------------------------|-------------------------|
//! | CFCA           | SEQUENCE { 1, SEQUENCE { 1.2.156.10197.6.1.4.2.1, … }, … }             | [`KeyFileError::CfcaFile`]     |
//! | GM/T 0010      | SEQUENCE { 1.2.156.10197.6.1.4.2.3 or .4, … }                          | [`KeyFileError::EnvelopedKey`] |
//! | PKCS#12        | SEQUENCE { 3, SEQUENCE { 1.2.840.113549.1.7.1 or .2, … }, … }          | [`KeyFileError::Pkcs12`]       |
//! | OpenPGP        | `-----BEGIN PGP `; the packet of a key of version 3 to 6 (RFC 9580, 4.2) | [`KeyFileError::OpenPgp`]    |
//! | PuTTY          | `PuTTY-User-Key-File-`                                                | [`KeyFileError::PuttyKey`]     |
//! | Java           | FEEDFEED (JKS), CECECECE (JCEKS)                                      | [`KeyFileError::JavaKeystore`] |
//! | WireGuard      | a line `[Interface]`                                                  | [`KeyFileError::WireguardFile`] |
//! | JWE            | five parts between dots, or `ciphertext` in JSON (with `jose`)        | [`KeyFileError::Jwe`]          |
//! | age            | `age-encryption.org/v1`, `-----BEGIN AGE ENCRYPTED FILE`              | [`KeyFileError::AgeFile`]      |
//! | SKF            | `ENVELOPEDKEYBLOB`: 1, 0401, 256 as numbers of four bytes                | [`KeyFileError::EnvelopedKey`] |
//! | GM/T 0009, 7.4 | SEQUENCE { SEQUENCE { 1.2.156.10197.1.104…, … }, SEQUENCE, BIT STRING, … } | [`KeyFileError::EnvelopedKey`] |

use super::blocks;
use crate::{Error, KeyFileError};
use chop_core::ct::{self, declassify};
use pkcs8::ObjectIdentifier;
use pkcs8::der::asn1::AnyRef;
use pkcs8::der::{Decode, Reader, SliceReader, Tag, Tagged};

/// The content types of GM/T 0010: 1 is data, 3 is in an envelope, 4 is signed and in an envelope.
const GM_CONTENT: &str = "1.2.156.10197.6.1.4.2";
/// SM4, alone or with a mode behind it.
const SM4: &str = "1.2.156.10197.1.104";

/// The content types of PKCS#7: 1 is data, 2 is signed.
const PKCS7: &str = "1.2.840.113549.1.7";

/// The error that names a text that is no PEM, if it is one of these.
pub(super) fn name_of_text(text: &str) -> Option<KeyFileError> {
    match text.as_bytes() {
        bytes if begins(bytes, b"PuTTY-User-Key-File-") => Some(KeyFileError::PuttyKey),
        bytes if begins(bytes, AGE) => Some(KeyFileError::AgeFile),
        _ if blocks::lines(text).any(|(_, line)| begins(line.as_bytes(), b"[Interface]")) => {
            Some(KeyFileError::WireguardFile)
        }
        _ => None,
    }
}

/// The first line of a file of age, which is text; what follows its header is not.
const AGE: &[u8] = b"age-encryption.org/v1\n";

fn begins(bytes: &[u8], beginning: &[u8]) -> bool {
    let first = bytes.get(..beginning.len());
    first.is_some_and(|first| declassify(ct::eq(first, beginning), "which format a text has is public"))
}

/// The error that names what a block of PEM holds, if it is one of these.
pub(super) fn name_of_label(label: &str) -> Option<KeyFileError> {
    match label {
        _ if label.starts_with("PGP ") => Some(KeyFileError::OpenPgp),
        "AGE ENCRYPTED FILE" => Some(KeyFileError::AgeFile),
        _ => None,
    }
}

/// The error that names binary content that is no DER, if it is one of these.
pub(super) fn name_of_binary(bytes: &[u8]) -> Option<KeyFileError> {
    match bytes {
        _ if begins(bytes, AGE) => Some(KeyFileError::AgeFile),
        _ if is_skf_envelope(bytes) => Some(KeyFileError::EnvelopedKey),
        [0xFE, 0xED, 0xFE, 0xED, ..] | [0xCE, 0xCE, 0xCE, 0xCE, ..] => Some(KeyFileError::JavaKeystore),
        // A packet of a key: tag 5 is secret, 6 is public, in the old form of its header and in the new one.
        [0x94 | 0x98, _, 3..=6, ..] if bytes.len() > PACKET => Some(KeyFileError::OpenPgp),
        [0x95 | 0x99, _, _, 3..=6, ..] if bytes.len() > PACKET => Some(KeyFileError::OpenPgp),
        [0xC5 | 0xC6, 0..=191, 3..=6, ..] if bytes.len() > PACKET => Some(KeyFileError::OpenPgp),
        [0xC5 | 0xC6, 192..=223, _, 3..=6, ..] if bytes.len() > PACKET => Some(KeyFileError::OpenPgp),
        _ => None,
    }
}

/// Whether this is an `ENVELOPEDKEYBLOB` of SKF (GM/T 0016): version 1, SM4 in ECB mode, 256 bits, as numbers of four bytes.
pub(super) fn is_skf_envelope(bytes: &[u8]) -> bool {
    bytes.len() > 372 && bytes.starts_with(&[1, 0, 0, 0, 1, 4, 0, 0, 0, 1, 0, 0])
}

/// The length up to which nothing is the packet of an OpenPGP key: those have longer ones.
const PACKET: usize = 65;

/// The error that names a structure in DER, if it is one of these.
pub(crate) fn name(der: &[u8]) -> Option<Error> {
    if is_ber_pkcs12(der) {
        return Some(Error::KeyFile(KeyFileError::Pkcs12));
    }
    match begin(AnyRef::from_der(der).ok()?)? {
        Begin::Number(1, next) => match begin(next?)? {
            Begin::Identifier(oid) if below(GM_CONTENT, &oid) == Some(1) => {
                Some(Error::KeyFile(KeyFileError::CfcaFile))
            }
            _ => None,
        },
        Begin::Number(3, next) => match begin(next?)? {
            Begin::Identifier(oid) if matches!(below(PKCS7, &oid), Some(1 | 2)) => {
                Some(Error::KeyFile(KeyFileError::Pkcs12))
            }
            _ => None,
        },
        Begin::Identifier(oid) => match below(GM_CONTENT, &oid) {
            Some(3 | 4) => Some(Error::KeyFile(KeyFileError::EnvelopedKey)),
            _ => None,
        },
        Begin::Sequence(algorithm, Some(next)) if next.tag() == Tag::Sequence => match begin(algorithm)? {
            Begin::Identifier(oid) if below(SM4, &oid).is_some() => {
                Some(Error::KeyFile(KeyFileError::EnvelopedKey))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether this begins like PKCS#12 in BER, where the ends of elements are not known before they are read.
fn is_ber_pkcs12(ber: &[u8]) -> bool {
    fn inside(ber: &[u8]) -> Option<&[u8]> {
        match ber.strip_prefix(&[0x30])? {
            [0..=0x80, inside @ ..] => Some(inside),
            [long @ 0x81..=0x84, rest @ ..] => rest.get(usize::from(long & 0x7F)..),
            _ => None,
        }
    }
    let content = inside(ber).and_then(|outer| inside(outer.strip_prefix(&[2, 1, 3])?));
    let oid =
        content.and_then(|content| content.strip_prefix(&[6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7]));
    matches!(oid, Some([1 | 2, ..]))
}

/// How a SEQUENCE begins, with the element behind, if there is one.
enum Begin<'a> {
    Number(u8, Option<AnyRef<'a>>),
    Identifier(ObjectIdentifier),
    Sequence(AnyRef<'a>, Option<AnyRef<'a>>),
}

fn begin(any: AnyRef<'_>) -> Option<Begin<'_>> {
    if any.tag() != Tag::Sequence {
        return None;
    }
    let mut reader = SliceReader::new(any.value()).ok()?;
    let first: AnyRef<'_> = reader.decode().ok()?;
    let second = if reader.is_finished() { None } else { Some(reader.decode().ok()?) };
    match first.tag() {
        Tag::Integer => Some(Begin::Number(first.decode_as().ok()?, second)),
        Tag::ObjectIdentifier => Some(Begin::Identifier(first.decode_as().ok()?)),
        Tag::Sequence => Some(Begin::Sequence(first, second)),
        _ => None,
    }
}

/// The number that `oid` has behind `arc`; 0 for the arc itself.
fn below(arc: &str, oid: &ObjectIdentifier) -> Option<u32> {
    let arc = ObjectIdentifier::new(arc).ok()?;
    let mut numbers = oid.arcs();
    if !arc.arcs().all(|number| numbers.next() == Some(number)) {
        return None;
    }
    Some(numbers.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::element;
    use alloc::vec::Vec;

    fn oid(text: &str) -> Vec<u8> {
        element(0x06, &[ObjectIdentifier::new_unwrap(text).as_bytes()])
    }

    #[test]
    fn content_types_in_envelopes_are_named_and_others_are_not() {
        let file = |text| element(0x30, &[&oid(text), &element(0xA0, &[])]);
        assert_eq!(name(&file("1.2.156.10197.6.1.4.2.3")), Some(Error::KeyFile(KeyFileError::EnvelopedKey)));
        assert_eq!(name(&file("1.2.156.10197.6.1.4.2.4")), Some(Error::KeyFile(KeyFileError::EnvelopedKey)));
        for other in ["1.2.156.10197.6.1.4.2.1", "1.2.156.10197.6.1.4.2", "1.2.840.113549.1.7.3"] {
            assert_eq!(name(&file(other)), None);
        }
    }
}
