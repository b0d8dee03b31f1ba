//! The content of the columns that a row needs, however its table is written.

use super::layout::{Encoding, FIELDS, Layout, there_are};
use super::nested;
use super::row::Rules;
use crate::hex;
use base64ct::{Base64, Base64Unpadded, Base64Url, Base64UrlUnpadded, Encoding as _};
use std::borrow::Cow;

/// The content of one column.
pub(super) enum Cell<'a> {
    Text(Cow<'a, str>),
    /// Bytes as they are, from a table that can hold them: no encoding applies.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code))]
    Bytes(&'a [u8]),
    /// A whole number.
    Number(u64),
    /// Another number or the like: wrong if the column is one that the row needs. Many tables have an `id`.
    Other,
}

/// The columns of a record that mean something here.
pub(super) struct Cells<'a> {
    pub(super) cells: [Option<Cell<'a>>; FIELDS.len()],
    pub(super) layout: &'a Layout,
    pub(super) origin: Origin<'a>,
}

/// Where columns come from.
#[derive(Clone, Copy)]
pub(super) enum Origin<'a> {
    /// A JSON object, which says itself which columns it has.
    Json(&'a [u8]),
    /// CSV, which cannot tell an empty cell from none.
    Csv,
    /// A table that names its columns once and knows null.
    Table,
}

impl Cells<'_> {
    /// The bytes of a column, if there is one, an empty one included.
    fn bytes(&self, field: usize, encoding: Encoding) -> Result<Option<Cow<'_, [u8]>>, String> {
        let name = self.layout.name(field);
        match &self.cells[field] {
            None => Ok(None),
            Some(Cell::Text(text)) => bytes_of(text, encoding, name).map(Some),
            Some(Cell::Bytes(bytes)) => Ok(Some(Cow::Borrowed(bytes))),
            Some(Cell::Number(_) | Cell::Other) => Err(format!("{name} is not a string")),
        }
    }

    /// The bytes of a column that holds bytes as they are, if there are any.
    pub(super) fn raw(&self, field: usize) -> Option<&[u8]> {
        match &self.cells[field] {
            Some(Cell::Bytes(bytes)) if !bytes.is_empty() => Some(bytes),
            _ => None,
        }
    }

    /// The whole number in a column: a number, or text of its decimal digits, or of 0x and hexadecimal ones.
    pub(super) fn number(&self, field: usize) -> Result<Option<u64>, String> {
        let name = self.layout.name(field);
        let text = match &self.cells[field] {
            Some(Cell::Number(number)) => return Ok(Some(*number)),
            Some(Cell::Other) => return Err(format!("{name} is no whole number")),
            _ => self.text(field)?,
        };
        let Some(text) = text else { return Ok(None) };
        let (digits, radix) = match text.strip_prefix("0x") {
            Some(digits) => (digits, 16),
            None => (text.as_ref(), 10),
        };
        let number = match digits.starts_with('+') {
            false => u64::from_str_radix(digits, radix).ok(),
            true => None,
        };
        number.map(Some).ok_or_else(|| format!("{name} is no whole number"))
    }

    fn is_empty(&self, field: usize) -> bool {
        match &self.cells[field] {
            Some(Cell::Text(text)) => text.is_empty(),
            Some(Cell::Bytes(bytes)) => bytes.is_empty(),
            None | Some(Cell::Number(_) | Cell::Other) => false,
        }
    }

    /// Whether a column is there, an empty cell included where that says something.
    pub(super) fn has(&self, field: usize) -> Result<bool, String> {
        match &self.cells[field] {
            None => Ok(false),
            Some(Cell::Number(_) | Cell::Other) => {
                Err(format!("{} is not a string", self.layout.name(field)))
            }
            Some(_) => Ok(!(matches!(self.origin, Origin::Csv) && self.is_empty(field))),
        }
    }

    /// The bytes of a column, where an empty cell is the same as none: CSV cannot tell them apart.
    pub(super) fn some(&self, field: usize, encoding: Encoding) -> Result<Option<Cow<'_, [u8]>>, String> {
        if self.is_empty(field) { Ok(None) } else { self.bytes(field, encoding) }
    }

    /// The same as text.
    pub(super) fn text(&self, field: usize) -> Result<Option<Cow<'_, str>>, String> {
        self.some(field, Encoding::Utf8)?.map(utf8).transpose()
    }

    /// The bytes of a column that must be there.
    pub(super) fn needed(&self, field: usize, rules: &Rules) -> Result<Cow<'_, [u8]>, String> {
        let bytes = self.bytes(field, rules.layout.encoding(field))?;
        bytes.ok_or_else(|| {
            let name = rules.layout.name(field);
            match self.origin {
                Origin::Json(object) => format!("no column {name}{}", there_are(nested::names(object))),
                Origin::Csv | Origin::Table => format!("no column {name}: it is null"),
            }
        })
    }
}

/// The longest text that is read as base58, whose cost grows with the square of its length.
const BASE58: usize = 4096;

fn bytes_of<'t>(text: &'t str, encoding: Encoding, name: &str) -> Result<Cow<'t, [u8]>, String> {
    let owned = |bytes: Option<Vec<u8>>, what: &str| {
        bytes.map(Cow::Owned).ok_or_else(|| format!("{name} is not {what}"))
    };
    match encoding {
        Encoding::Utf8 => Ok(Cow::Borrowed(text.as_bytes())),
        Encoding::Hex => owned(hex::decode(text), "hexadecimal"),
        Encoding::Base64 => {
            owned(Base64::decode_vec(text).or_else(|_| Base64Unpadded::decode_vec(text)).ok(), "base64")
        }
        Encoding::Base64Url => owned(
            Base64Url::decode_vec(text).or_else(|_| Base64UrlUnpadded::decode_vec(text)).ok(),
            "base64url",
        ),
        Encoding::Base58 if text.len() > BASE58 => {
            Err(format!("{name} has {} characters: at most {BASE58} are read as base58", text.len()))
        }
        Encoding::Base58 => owned(bs58::decode(text).into_vec().ok(), "base58"),
    }
}

/// Bytes as text.
///
/// # Errors
/// If they are none.
pub(super) fn utf8(bytes: Cow<'_, [u8]>) -> Result<Cow<'_, str>, String> {
    let wrong = || "not UTF-8".to_owned();
    Ok(match bytes {
        Cow::Borrowed(bytes) => Cow::Borrowed(std::str::from_utf8(bytes).map_err(|_| wrong())?),
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8(bytes).map_err(|_| wrong())?),
    })
}
