//! The content of the columns that a row needs, however its table is written.

use super::layout::{Encoding, FIELDS, Layout};
use super::row::Rules;
use base64ct::{Base64, Base64Unpadded, Encoding as _};
use std::borrow::Cow;

/// The content of one column.
pub(super) enum Cell<'a> {
    Text(Cow<'a, str>),
    /// A number or the like: wrong if the column is one that the row needs. Many tables have an `id`.
    Other,
}

/// The columns of a record that mean something here.
pub(super) struct Cells<'a> {
    pub(super) cells: [Option<Cell<'a>>; FIELDS.len()],
    pub(super) layout: &'a Layout,
    /// Whether they come from CSV, which cannot tell an empty cell from none.
    pub(super) csv: bool,
}

impl Cells<'_> {
    /// The text of a column, if there is one.
    fn text(&self, field: usize) -> Result<Option<&str>, String> {
        match &self.cells[field] {
            None => Ok(None),
            Some(Cell::Text(text)) => Ok(Some(text)),
            Some(Cell::Other) => Err(format!("{} is not a string", self.layout.name(field))),
        }
    }

    /// Whether a column is there, an empty cell included where that says something.
    pub(super) fn has(&self, field: usize) -> Result<bool, String> {
        Ok(self.text(field)?.is_some_and(|text| !(self.csv && text.is_empty())))
    }

    /// The same, where an empty cell is the same as none: CSV cannot tell them apart.
    pub(super) fn some(&self, field: usize) -> Result<Option<&str>, String> {
        Ok(self.text(field)?.filter(|text| !text.is_empty()))
    }

    /// The bytes of a column that must be there.
    pub(super) fn needed(&self, field: usize, rules: &Rules) -> Result<Vec<u8>, String> {
        let name = rules.layout.name(field);
        match self.text(field)? {
            Some(text) => bytes_of(text, rules.layout.encoding(field), name),
            None => Err(format!("no column {name}")),
        }
    }
}

pub(super) fn bytes_of(text: &str, encoding: Encoding, name: &str) -> Result<Vec<u8>, String> {
    match encoding {
        Encoding::Utf8 => Ok(text.as_bytes().to_vec()),
        Encoding::Hex => base16ct::mixed::decode_vec(text.strip_prefix("0x").unwrap_or(text))
            .map_err(|_| format!("{name} is not hexadecimal")),
        Encoding::Base64 => Base64::decode_vec(text)
            .or_else(|_| Base64Unpadded::decode_vec(text))
            .map_err(|_| format!("{name} is not base64")),
    }
}
