//! Columns of text: bytes in an encoding that the caller names, and that is never guessed.

use super::{Cell, Role, Wanted};
use crate::errors::{wrong_type, wrong_value};
use base64ct::{Base64, Base64Unpadded, Base64Url, Base64UrlUnpadded, Encoding as _};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use zeroize::Zeroizing;

/// How text stands for bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Hex,
    Base64,
    Base64Url,
    Utf8,
}

impl Encoding {
    fn of(name: &str) -> PyResult<Encoding> {
        Ok(match name {
            "hex" => Encoding::Hex,
            "base64" => Encoding::Base64,
            "base64url" => Encoding::Base64Url,
            "utf-8" => Encoding::Utf8,
            _ => {
                return Err(wrong_value(format!(
                    "encoding '{name}' is unknown: 'hex', 'base64', 'base64url' and 'utf-8' are known"
                )));
            }
        })
    }

    /// The bytes that text stands for, if it is in the encoding. Both forms of base64 are read with and without `=` at their ends.
    pub(super) fn decode(self, text: &str) -> Option<Zeroizing<Vec<u8>>> {
        let bytes = match self {
            Encoding::Hex => base16ct::mixed::decode_vec(text).ok().or_else(|| {
                // The prefix is looked at where all that follows is digits: no digit of a secret decides.
                let (prefix, digits) = text.split_at_checked(2)?;
                let bytes = base16ct::mixed::decode_vec(digits).ok()?;
                matches!(prefix, "0x" | "0X").then_some(bytes)
            }),
            Encoding::Base64 => Base64::decode_vec(text).or_else(|_| Base64Unpadded::decode_vec(text)).ok(),
            Encoding::Base64Url => {
                Base64Url::decode_vec(text).or_else(|_| Base64UrlUnpadded::decode_vec(text)).ok()
            }
            Encoding::Utf8 => Some(text.as_bytes().to_vec()),
        };
        bytes.map(Zeroizing::new)
    }
}

/// The encodings of the columns: the argument `encoding`, one name for all, or a dict by role.
#[derive(Clone, Copy, Default)]
pub(crate) struct Encodings {
    key: Option<Encoding>,
    signature: Option<Encoding>,
    message: Option<Encoding>,
    id: Option<Encoding>,
}

impl Encodings {
    /// That of one column.
    pub(crate) fn of(&self, role: Role) -> Option<Encoding> {
        match role {
            Role::Key => self.key,
            Role::Signature => self.signature,
            Role::Message => self.message,
            Role::Id => self.id,
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Encodings {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Encodings> {
        if let Ok(name) = object.cast::<PyString>() {
            let all = Some(Encoding::of(name.to_str()?)?);
            return Ok(Encodings { key: all, signature: all, message: all, id: all });
        }
        let Ok(by_role) = object.cast::<PyDict>() else {
            return Err(wrong_type("encoding is a name, or a dict with 'key', 'signature' or 'message'"));
        };
        let mut encodings = Encodings::default();
        for (role, name) in by_role.to_owned() {
            let role: String = role.extract()?;
            let encoding = Some(Encoding::of(&name.extract::<String>()?)?);
            match role.as_str() {
                "key" => encodings.key = encoding,
                "signature" => encodings.signature = encoding,
                "message" => encodings.message = encoding,
                "id" => encodings.id = encoding,
                _ => {
                    return Err(wrong_value(format!(
                        "encoding has no part '{role}': 'key', 'signature', 'message', 'id'"
                    )));
                }
            }
        }
        Ok(encodings)
    }
}

/// Decoded text: the rows one after the other.
pub(super) struct Decoded {
    bytes: Vec<u8>,
    /// Where each row ends.
    ends: Vec<usize>,
    /// What rows without bytes are instead.
    other: Vec<(usize, Other)>,
}

#[derive(Clone, Copy)]
enum Other {
    Null,
    NotText,
}

/// The encoding of a column that holds text.
///
/// # Errors
/// `TypeError` if the caller has named none.
pub(super) fn encoding_of(wanted: &Wanted<'_>) -> PyResult<Encoding> {
    let encoding = wanted.encoding.ok_or_else(|| {
        wrong_type(format!(
            "column {} holds text: name its encoding, for example encoding='hex' or encoding={{'message': 'utf-8'}}",
            wanted.name
        ))
    })?;
    if encoding == Encoding::Utf8 && !matches!(wanted.role, Role::Message | Role::Id) {
        return Err(wrong_value(format!(
            "column {}: 'utf-8' is an encoding of messages and identifiers alone",
            wanted.name
        )));
    }
    Ok(encoding)
}

impl Decoded {
    /// Decodes the text of each row.
    pub(super) fn of<'a>(
        rows: impl Iterator<Item = Option<&'a str>>,
        wanted: &Wanted<'_>,
    ) -> PyResult<Decoded> {
        let encoding = encoding_of(wanted)?;
        let mut decoded = Decoded { bytes: Vec::new(), ends: Vec::new(), other: Vec::new() };
        for (i, text) in rows.enumerate() {
            match text.map(|text| encoding.decode(text)) {
                Some(Some(bytes)) => decoded.bytes.extend_from_slice(&bytes),
                Some(None) => decoded.other.push((i, Other::NotText)),
                None => decoded.other.push((i, Other::Null)),
            }
            decoded.ends.push(decoded.bytes.len());
        }
        Ok(decoded)
    }

    pub(super) fn cell(&self, i: usize) -> Cell<'_> {
        if let Ok(found) = self.other.binary_search_by_key(&i, |(row, _)| *row) {
            return match self.other[found].1 {
                Other::Null => Cell::Null,
                Other::NotText => Cell::NotText,
            };
        }
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        Cell::Bytes(&self.bytes[start..self.ends[i]])
    }
}
