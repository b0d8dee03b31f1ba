//! Files of SM2 keys that are recognised and not read, so that the error can name them.
//!
//! | file           | outer structure                                                       | error                   |
//! |----------------|-----------------------------------------------------------------------|-------------------------|
//! | CFCA           | SEQUENCE { 1, SEQUENCE { 1.2.156.10197.6.1.4.2.1, … }, … }             | [`KeyFileError::CfcaFile`]     |
//! | GM/T 0010      | SEQUENCE { 1.2.156.10197.6.1.4.2.3 or .4, … }                          | [`KeyFileError::EnvelopedKey`] |
//! | GM/T 0009, 7.4 | SEQUENCE { SEQUENCE { 1.2.156.10197.1.104…, … }, SEQUENCE, BIT STRING, … } | [`KeyFileError::EnvelopedKey`] |

use crate::{Error, KeyFileError};
use pkcs8::ObjectIdentifier;
use pkcs8::der::asn1::AnyRef;
use pkcs8::der::{Decode, Reader, SliceReader, Tag, Tagged};

/// The content types of GM/T 0010: 1 is data, 3 is in an envelope, 4 is signed and in an envelope.
const GM_CONTENT: &str = "1.2.156.10197.6.1.4.2";
/// SM4, alone or with a mode behind it.
const SM4: &str = "1.2.156.10197.1.104";

/// The error that names a file, if it is one of these.
pub(crate) fn name(der: &[u8]) -> Option<Error> {
    match begin(AnyRef::from_der(der).ok()?)? {
        Begin::Number(1, next) => match begin(next?)? {
            Begin::Identifier(oid) if below(GM_CONTENT, &oid) == Some(1) => {
                Some(Error::KeyFile(KeyFileError::CfcaFile))
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
