//! `chop.ed25519` and its variants with other hashes: keys, and many at a time.
//!
//! The classes of each hash are other types, as in the library, so that keys cannot be mixed up: `variant` writes them.

mod variant;

use crate::bulk::Rows;
use crate::bytes::Input;
use crate::column::{Cell, Column, Encodings, Kind, Role, Wanted, equal_lengths, no_keys};
use crate::errors::{of, wrong_value};
use chop::Error;
use chop::ed25519::generic::Hash;
use chop::ed25519::{Context, Signature, Variant};
use pyo3::prelude::*;
use zeroize::Zeroizing;

/// What a column of a bulk call must be.
pub(crate) fn wanted(role: Role, encoding: Option<Encodings>) -> Wanted<'static> {
    let (name, widths): (_, &[usize]) = match role {
        Role::Key => ("keys", &[32]),
        Role::Signature => ("sigs", &[64]),
        Role::Message => ("msgs", &[]),
        Role::Id => ("id", &[]),
    };
    Wanted {
        name,
        role,
        widths,
        encoding: encoding.unwrap_or_default().of(role),
        is_key: no_keys,
        copied: false,
    }
}

/// The three columns of a call, and what its result is to be.
struct Columns {
    keys: Column,
    signatures: Column,
    messages: Column,
    kind: Kind,
    n: usize,
}

impl Columns {
    fn of(
        keys: Option<&Bound<'_, PyAny>>,
        is_key: fn(&Bound<'_, PyAny>) -> bool,
        key: &[u8],
        sigs: &Bound<'_, PyAny>,
        msgs: &Bound<'_, PyAny>,
        encoding: Option<Encodings>,
    ) -> PyResult<Columns> {
        let signatures = Column::of(sigs, &wanted(Role::Signature, encoding))?;
        let messages = Column::of(msgs, &wanted(Role::Message, encoding))?;
        let keys = match keys {
            Some(keys) => Column::of(keys, &Wanted { is_key, ..wanted(Role::Key, encoding) })?,
            None => Column::same(key, signatures.len()),
        };
        let n = equal_lengths(&[("sigs", &signatures), ("msgs", &messages), ("keys", &keys)])?;
        let kind = keys.kind.max(signatures.kind).max(messages.kind);
        Ok(Columns { keys, signatures, messages, kind, n })
    }

    fn rows(&self) -> Rows<'_> {
        Rows {
            keys: &self.keys,
            signatures: &self.signatures,
            messages: &self.messages,
            ids: None,
            n: self.n,
        }
    }
}

/// Messages to sign: copied, because a signature reads them twice.
pub(crate) fn messages_to_sign(msgs: &Bound<'_, PyAny>, encoding: Option<Encodings>) -> PyResult<Column> {
    let messages = Column::of(msgs, &Wanted { copied: true, ..wanted(Role::Message, encoding) })?;
    match (0..messages.len()).find(|i| !matches!(messages.cell(*i), Cell::Bytes(_))) {
        Some(row) => Err(wrong_value(format!("column msgs: row {row} is no message"))),
        None => Ok(messages),
    }
}

/// The seeds, or secret keys, of a column with this name, 32 bytes each.
pub(crate) fn secrets_of(
    secrets: &Bound<'_, PyAny>,
    name: &'static str,
) -> PyResult<Zeroizing<Vec<[u8; 32]>>> {
    let column = Column::of(secrets, &Wanted { name, copied: true, ..wanted(Role::Key, None) })?;
    // Written where they stay: bytes that move leave copies behind.
    let mut all = Zeroizing::new(vec![[0; 32]; column.len()]);
    for (i, own) in all.iter_mut().enumerate() {
        match column.cell(i) {
            Cell::Bytes(secret) if secret.len() == 32 => own.copy_from_slice(secret),
            _ => return Err(wrong_value(format!("column {name}, row {i}: 32 bytes are needed"))),
        }
    }
    Ok(all)
}

/// The message in a row that is one.
pub(crate) fn message(messages: &Column, i: usize) -> &[u8] {
    match messages.cell(i) {
        Cell::Bytes(message) => message,
        Cell::Null | Cell::NotText => &[],
    }
}

/// A signature of 64 bytes.
fn signature(bytes: &Input) -> PyResult<Signature> {
    Signature::from_slice(bytes.as_ref()).map_err(|_| of(Error::SignatureLength))
}

/// The context of an argument.
fn context(ctx: Option<&Input>) -> PyResult<Option<Context<'_>>> {
    ctx.map(|ctx| Context::new(ctx.as_ref())).transpose().map_err(of)
}

/// The variant that a key of this hash is asked for with.
fn asked<H: Hash>(context: Option<Context<'_>>, ph: bool) -> Variant<'_> {
    match (H::ALGORITHM, context) {
        ("ed25519-blake3", _) => Variant::Blake3,
        ("ed25519-blake2b", _) => Variant::Blake2b,
        (_, context) if ph => Variant::Ph(context),
        (_, Some(context)) => Variant::Ctx(context),
        (_, None) => Variant::Pure,
    }
}

variant::classes!(sha512, Sha512, ed25519, Ed25519, "ed25519", "chop.ed25519", files_der);
variant::classes!(
    blake3,
    Blake3,
    ed25519_blake3,
    Ed25519Blake3,
    "ed25519_blake3",
    "chop.ed25519_blake3",
    files_raw
);
variant::classes!(
    blake2b,
    Blake2b,
    ed25519_blake2b,
    Ed25519Blake2b,
    "ed25519_blake2b",
    "chop.ed25519_blake2b",
    files_raw
);
