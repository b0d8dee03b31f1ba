//! A record's columns as text: JSON, CSV and tab-separated text.

use super::cells::{Cell, utf8};
use super::header::Header;
use super::layout::{FIELDS, Layout, Slot};
use super::reader::fields;
use super::tsv;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// The columns of a record as text.
pub(super) struct Texts<'a> {
    pub(super) cells: [Option<Cell<'a>>; FIELDS.len()],
    pub(super) copies: Vec<Option<String>>,
}

impl Texts<'_> {
    fn new(layout: &Layout) -> Self {
        Texts { cells: Default::default(), copies: vec![None; layout.copies().len()] }
    }
}

pub(super) fn csv<'a>(
    bytes: &'a [u8],
    ends: &'a [usize],
    header: &Header,
    layout: &Layout,
) -> Result<Texts<'a>, String> {
    if ends.len() != header.slots.len() {
        return Err(format!("{} columns where the header has {}", ends.len(), header.slots.len()));
    }
    let mut texts = Texts::new(layout);
    for (slot, field) in header.slots.iter().zip(fields(bytes, ends)) {
        if slot.field.is_none() && slot.copy.is_none() {
            continue;
        }
        let text = std::str::from_utf8(field).map_err(|_| "not UTF-8".to_owned())?;
        if let Some(i) = slot.copy {
            texts.copies[i] = serde_json::to_string(text).ok();
        }
        if let Some(i) = slot.field {
            texts.cells[i] = Some(Cell::Text(Cow::Borrowed(text)));
        }
    }
    Ok(texts)
}

/// `\N` is null. An empty field is an empty text.
pub(super) fn tsv<'a>(bytes: &'a [u8], header: &Header, layout: &Layout) -> Result<Texts<'a>, String> {
    let n = tsv::count(bytes);
    if n != header.slots.len() {
        return Err(format!("{n} columns where {} are named", header.slots.len()));
    }
    let mut texts = Texts::new(layout);
    for (slot, field) in header.slots.iter().zip(tsv::fields(bytes)) {
        if slot.field.is_none() && slot.copy.is_none() {
            continue;
        }
        let text = field?.map(utf8).transpose()?;
        if let Some(i) = slot.copy {
            texts.copies[i] = serde_json::to_string(&text).ok();
        }
        if let Some(i) = slot.field {
            texts.cells[i] = text.map(Cell::Text);
        }
    }
    Ok(texts)
}

pub(super) fn json<'a>(bytes: &'a [u8], layout: &Layout) -> Result<Texts<'a>, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "not UTF-8".to_owned())?;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let result = deserializer
        .deserialize_map(ObjectVisitor(layout))
        .and_then(|texts| deserializer.end().map(|()| texts));
    result.map_err(|error| {
        // Its line is always 1: the record's own.
        let text = error.to_string();
        match text.split_once(" at line ") {
            Some((what, _)) => format!("{what} (column {})", error.column()),
            None => text,
        }
    })
}

/// Reads an object's columns.
struct ObjectVisitor<'l>(&'l Layout);

impl<'de> Visitor<'de> for ObjectVisitor<'_> {
    type Value = Texts<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Texts<'de>, A::Error> {
        let mut texts = Texts::new(self.0);
        let mut seen = [false; FIELDS.len()];
        while let Some(slot) = map.next_key_seed(SlotSeed(self.0))? {
            if slot.field.is_none() && slot.copy.is_none() {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            let raw: &RawValue = map.next_value()?;
            let twice = |name: &str| Err(A::Error::custom(format_args!("{name} is there twice")));
            if let Some(i) = slot.copy
                && texts.copies[i].replace(on_one_line(raw.get())).is_some()
            {
                return twice(&self.0.copies()[i]);
            }
            let Some(i) = slot.field else { continue };
            // One that is null is there, too.
            if std::mem::replace(&mut seen[i], true) {
                return twice(self.0.name(i));
            }
            texts.cells[i] = match raw.get() {
                "null" => None,
                text if text.starts_with('"') => Some(Cell::Text(unquoted(text).map_err(A::Error::custom)?)),
                _ => Some(Cell::Other),
            };
        }
        Ok(texts)
    }
}

/// JSON without the control characters that may stand between its parts.
fn on_one_line(json: &str) -> String {
    json.replace(|c: char| c.is_ascii_control() && c != '\u{7f}', " ")
}

/// The text of a JSON string.
fn unquoted(raw: &str) -> Result<Cow<'_, str>, serde_json::Error> {
    match raw.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(text) if !text.contains('\\') => Ok(Cow::Borrowed(text)),
        _ => serde_json::from_str(raw).map(Cow::Owned),
    }
}

/// Reads a key as the place where its value goes.
struct SlotSeed<'l>(&'l Layout);

impl<'de> DeserializeSeed<'de> for SlotSeed<'_> {
    type Value = Slot;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Slot, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for SlotSeed<'_> {
    type Value = Slot;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a column's name")
    }
    fn visit_str<E>(self, name: &str) -> Result<Slot, E> {
        Ok(self.0.slot(name))
    }
}
