//! A record's columns as text: JSON, CSV and tab-separated text.

use super::cells::{Cell, utf8};
use super::header::Header;
use super::layout::{FIELDS, Layout, Slot};
use super::nested::{self, Member};
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

impl<'a> Texts<'a> {
    fn new(layout: &Layout) -> Self {
        Texts { cells: Default::default(), copies: vec![None; layout.copies().len()] }
    }

    /// Puts a JSON value where it goes.
    fn put(&mut self, slot: Slot, raw: &'a RawValue) -> serde_json::Result<()> {
        if let Some(i) = slot.copy {
            self.copies[i] = Some(on_one_line(raw.get()));
        }
        if let Some(i) = slot.field {
            self.cells[i] = match raw.get() {
                "null" => None,
                text if text.starts_with('"') => Some(Cell::Text(unquoted(text)?)),
                number => Some(number.parse().map_or(Cell::Other, Cell::Number)),
            };
        }
        Ok(())
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
        // Its lines are those of the record; most have one.
        let text = error.to_string();
        match text.split_once(" at line ") {
            Some((what, _)) if error.line() <= 1 => format!("{what} (column {})", error.column()),
            Some((what, _)) => {
                format!("{what} (line {} of the row, column {})", error.line(), error.column())
            }
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
        // One that is null is there, too.
        let mut seen = [false; FIELDS.len()];
        let mut above: Vec<Member<'de>> = Vec::new();
        while let Some(Place { slot, above: name }) = map.next_key_seed(PlaceSeed(self.0))? {
            if slot.field.is_none() && slot.copy.is_none() && name.is_none() {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            let raw: &RawValue = map.next_value()?;
            let twice = |name: &str| Err(A::Error::custom(format_args!("{name} is there twice")));
            if let Some(i) = slot.copy.filter(|i| texts.copies[*i].is_some()) {
                return twice(&self.0.copies()[i]);
            }
            if let Some(i) = slot.field.filter(|i| std::mem::replace(&mut seen[*i], true)) {
                return twice(self.0.name(i));
            }
            texts.put(slot, raw).map_err(A::Error::custom)?;
            above.extend(name.map(|name| (name, raw)));
        }
        for path in self.0.paths() {
            let Slot { field, copy } = self.0.slot(path);
            // A column that is really called so was there.
            let slot = Slot {
                field: field.filter(|i| !seen[*i]),
                copy: copy.filter(|i| texts.copies[*i].is_none()),
            };
            if let Some(raw) = nested::find(&above, path).map_err(A::Error::custom)? {
                texts.put(slot, raw).map_err(A::Error::custom)?;
            }
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

/// Where a value goes.
struct Place {
    slot: Slot,
    /// The name of the value, if it may have columns inside.
    above: Option<String>,
}

/// Reads a key as the place where its value goes.
struct PlaceSeed<'l>(&'l Layout);

impl<'de> DeserializeSeed<'de> for PlaceSeed<'_> {
    type Value = Place;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Place, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for PlaceSeed<'_> {
    type Value = Place;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a column's name")
    }
    fn visit_str<E>(self, name: &str) -> Result<Place, E> {
        let above = self.0.paths().iter().any(|path| nested::leads(name, path));
        Ok(Place { slot: self.0.slot(name), above: above.then(|| name.to_owned()) })
    }
}
