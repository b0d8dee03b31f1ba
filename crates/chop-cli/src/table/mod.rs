//! Tables of signatures: a row holds a public key, a message and a signature.
//!
//! ```text
//! input ──► reader ──► pipeline ──► row ──► verify ──► pipeline ──► the command
//! bytes     records    chunks       fields  verdicts   in order
//! ```
//!
//! Memory stays bounded for every text: records longer than [`RECORD`] are malformed and skipped, and the
//! chunks under way hold at most about [`pipeline::IN_FLIGHT`] bytes. Tables in columns go the same way with
//! `columns` as their reader, which says what it holds besides.

pub(crate) mod args;
mod array;
mod bip340;
mod cells;
mod chunk;
#[cfg(feature = "parquet")]
pub(crate) mod columns;
#[cfg(not(feature = "parquet"))]
#[path = "no_columns.rs"]
pub(crate) mod columns;
mod header;
pub(crate) mod input;
pub(crate) mod layout;
mod nested;
pub(crate) mod pipeline;
pub(crate) mod reader;
pub(crate) mod reasons;
mod recognise;
pub(crate) mod row;
pub(crate) mod secp256k1;
pub(crate) mod single;
mod sm2;
mod texts;
mod tsv;
pub(crate) mod verify;

/// The longest record: 64 MiB.
pub(crate) const RECORD: usize = 64 << 20;

/// A column inside of objects, so that what looks for such columns sees every row.
const NESTED: &str = "id=tx.a.id";

/// Reads a table held in memory: the line and the well-formedness of each row.
///
/// # Errors
/// A header that names no usable columns.
pub(crate) fn read(bytes: &[u8], format: input::Format) -> anyhow::Result<Vec<(u64, bool)>> {
    let rules = row::Rules::new(layout::Layout::new(&[NESTED.to_owned()], &[], &[])?);
    let mut reader =
        reader::Reader::new(input::buffered(Box::new(std::io::Cursor::new(bytes.to_vec()))), format);
    let header = reader.header(&rules)?;
    let mut records = reader::Records::default();
    while reader.next(&mut records)? != reader::Next::End {}
    let parse = |record| row::parse(&records, record, header.as_ref(), &rules).row.is_ok();
    Ok(records.records.iter().map(|record| (record.line, parse(record))).collect())
}
