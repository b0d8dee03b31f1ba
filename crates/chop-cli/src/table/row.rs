//! A record's fields, decoded: everything that verification needs, or what is wrong with it.

use super::layout::{
    ALGORITHM, CONTEXT, CONTEXT_HEX, Encoding, FIELDS, Layout, MESSAGE, PUBLIC_KEY, SIGNATURE, Slot,
};
use super::reader::{Header, Record, Records, fields};
use super::sm2::{self, Sm2Row};
use crate::algorithm::Algorithm;
use crate::output::one_line;
use crate::scheme::{Asked, Scheme};
use crate::signature::Reading;
use base64ct::{Base64, Base64Unpadded, Encoding as _};
use chop::ed25519::{Context, Signature};
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use sha2::{Digest, Sha512};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// A row that can be judged.
pub(crate) enum Row {
    Ed25519(EdRow),
    Sm2(Sm2Row),
}

impl Row {
    /// Whether it has a digest instead of a message.
    pub(crate) fn has_digest(&self) -> bool {
        matches!(self, Row::Sm2(row) if row.has_digest())
    }
}

/// A row of the Ed25519 family.
pub(crate) struct EdRow {
    /// `None` if one key is given for all rows.
    pub(crate) key: Option<[u8; 32]>,
    pub(crate) signed: Signed,
    pub(crate) signature: Signature,
}

/// The signed content of a row and its scheme: the row owns its message and its context.
pub(crate) enum Signed {
    Pure(Vec<u8>),
    Ctx {
        context: Vec<u8>,
        message: Vec<u8>,
    },
    Ph {
        context: Option<Vec<u8>>,
        /// The SHA-512 of the message.
        digest: [u8; 64],
    },
    Blake3(Vec<u8>),
    Blake2b(Vec<u8>),
}

/// What holds for all rows.
pub(crate) struct Rules {
    pub(crate) layout: Layout,
    /// The algorithm that was asked for.
    pub(crate) asked: Option<Algorithm>,
    /// The algorithm of the one key, if one is given.
    pub(crate) key: Option<Algorithm>,
    /// How signatures of SM2 are read.
    pub(crate) reading: Reading,
    /// The identifier of SM2 rows that have none.
    pub(crate) id: Vec<u8>,
    /// Whether rows of SM2 with a digest are judged.
    pub(crate) allow_digests: bool,
}

impl Rules {
    /// Nothing asked for, and a key in every row.
    pub(crate) fn new(layout: Layout) -> Rules {
        let id = chop::sm2::Id::DEFAULT.as_bytes().to_vec();
        Rules { layout, asked: None, key: None, reading: Reading::Auto, id, allow_digests: false }
    }

    /// The algorithm of rows that name none.
    pub(crate) fn algorithm(&self) -> Algorithm {
        self.key.or(self.asked).unwrap_or(Algorithm::Ed25519)
    }
}

/// A record taken apart.
pub(crate) struct Parsed {
    /// The row, or what is wrong with it.
    pub(crate) row: Result<Row, String>,
    /// The copied columns as JSON; `None` where a row has none.
    pub(crate) copies: Vec<Option<String>>,
}

/// Takes a record apart.
pub(crate) fn parse(records: &Records, record: &Record, header: Option<&Header>, rules: &Rules) -> Parsed {
    let Some((bytes, ends)) = records.content(record) else {
        let error = format!("longer than {} MiB", super::RECORD >> 20);
        return Parsed { row: Err(error), copies: Vec::new() };
    };
    let texts = match header {
        Some(header) => csv_texts(bytes, ends, header, &rules.layout),
        None => json_texts(bytes, &rules.layout),
    };
    match texts {
        Err(error) => Parsed { row: Err(error), copies: Vec::new() },
        Ok(Texts { cells, copies }) => {
            let row = decode(&Cells { cells, layout: &rules.layout, csv: header.is_some() }, rules);
            Parsed { row, copies }
        }
    }
}

/// The names of a record's columns; none if it is no record.
pub(crate) fn columns(records: &Records, record: &Record, header: Option<&Header>) -> Vec<String> {
    match (header, records.content(record)) {
        (Some(header), _) => header.names.clone(),
        (None, Some((bytes, _))) => {
            let object = serde_json::from_slice::<BTreeMap<String, IgnoredAny>>(bytes);
            object.map(|object| object.into_keys().collect()).unwrap_or_default()
        }
        (None, None) => Vec::new(),
    }
}

/// The columns of a record as text.
struct Texts<'a> {
    cells: [Option<Cell<'a>>; FIELDS.len()],
    copies: Vec<Option<String>>,
}

/// The content of one column.
enum Cell<'a> {
    Text(Cow<'a, str>),
    /// A number or the like: wrong if the column is one that the row needs. Many tables have an `id`.
    Other,
}

/// The columns of a record that mean something here.
pub(crate) struct Cells<'a> {
    cells: [Option<Cell<'a>>; FIELDS.len()],
    layout: &'a Layout,
    /// Whether they come from CSV, which cannot tell an empty cell from none.
    csv: bool,
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

impl Texts<'_> {
    fn new(layout: &Layout) -> Self {
        Texts { cells: Default::default(), copies: vec![None; layout.copies().len()] }
    }
}

fn csv_texts<'a>(
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

fn json_texts<'a>(bytes: &'a [u8], layout: &Layout) -> Result<Texts<'a>, String> {
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

fn decode(cells: &Cells<'_>, rules: &Rules) -> Result<Row, String> {
    let algorithm = match cells.some(ALGORITHM)? {
        None => rules.asked,
        Some(name) => {
            let Some(named) = Algorithm::from_name(name) else {
                return Err(format!("no algorithm {}", one_line(name)));
            };
            if let Some(asked) = rules.asked.filter(|asked| *asked != named) {
                return Err(format!("the row is {name}, and {} was asked for", asked.name()));
            }
            Some(named)
        }
    };
    let of_key = rules.key.or(algorithm).unwrap_or(Algorithm::Ed25519).of_key();
    let layout = &rules.layout;
    let context = match (cells.some(CONTEXT)?, cells.some(CONTEXT_HEX)?) {
        (None, None) => None,
        (Some(text), None) => Some(text.as_bytes().to_vec()),
        (None, Some(hex)) => Some(bytes_of(hex, Encoding::Hex, layout.name(CONTEXT_HEX))?),
        (Some(_), Some(_)) => {
            return Err(format!("both {} and {}", layout.name(CONTEXT), layout.name(CONTEXT_HEX)));
        }
    };
    let asked = Asked { algorithm, context: context.as_deref(), id: None };
    let owned = |context: Context<'_>| context.as_bytes().to_vec();
    let row = |signed: &dyn Fn(Vec<u8>) -> Signed| decode_ed(cells, rules, signed).map(Row::Ed25519);
    match Scheme::resolve(of_key, asked)? {
        Scheme::Pure => row(&Signed::Pure),
        Scheme::Ctx(context) => row(&|message| Signed::Ctx { context: owned(context), message }),
        Scheme::Ph(context) => row(&|message| Signed::Ph {
            context: context.map(owned),
            digest: Sha512::digest(&message).into(),
        }),
        Scheme::Blake3 => row(&Signed::Blake3),
        Scheme::Blake2b => row(&Signed::Blake2b),
        Scheme::Sm2(_) => sm2::decode(cells, rules).map(Row::Sm2),
    }
}

/// A row of the Ed25519 family, whose message becomes what `signed` says.
fn decode_ed(cells: &Cells<'_>, rules: &Rules, signed: &dyn Fn(Vec<u8>) -> Signed) -> Result<EdRow, String> {
    let exactly = |field: usize, bytes: &[u8], n: usize| {
        format!("{} has {} bytes, and must have {n}", rules.layout.name(field), bytes.len())
    };
    let key = match rules.key {
        Some(_) => None,
        None => {
            let bytes = cells.needed(PUBLIC_KEY, rules)?;
            Some(bytes.as_slice().try_into().map_err(|_| exactly(PUBLIC_KEY, &bytes, 32))?)
        }
    };
    let message = cells.needed(MESSAGE, rules)?;
    let signature = cells.needed(SIGNATURE, rules)?;
    let signature = signature.as_slice().try_into().map_err(|_| exactly(SIGNATURE, &signature, 64))?;
    Ok(EdRow { key, signed: signed(message), signature: Signature::from_bytes(signature) })
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
