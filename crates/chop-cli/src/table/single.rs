//! One row of a table, found by its line and taken apart without being judged.

use super::cells::Cells;
use super::chunk::Rows;
use super::columns;
use super::layout::{
    ALGORITHM, CONTEXT, CONTEXT_HEX, DIGEST, Encoding, ID, MESSAGE, PUBLIC_KEY, RECOVERY_ID, SIGNATURE, V,
};
use super::pipeline::Job;
use super::reader::{Next, Reader, Records};
use super::row::{self, Row, Rules};
use super::secp256k1::EcdsaRow;
use crate::algorithm::Algorithm;
use crate::output;
use anyhow::{Context, anyhow};
use std::path::Path;

/// What a well-formed row holds.
pub(crate) struct Fields {
    /// The algorithm that the row names, or else that was asked for.
    pub(crate) algorithm: Option<Algorithm>,
    /// `None` if one key is given for all rows.
    pub(crate) key: Option<Vec<u8>>,
    /// The message, or of SM2 and secp256k1 its digest.
    pub(crate) content: Content,
    pub(crate) signature: Vec<u8>,
    pub(crate) context: Option<Vec<u8>>,
    pub(crate) id: Option<Vec<u8>>,
    /// A row of secp256k1 as it is judged.
    pub(crate) ecdsa: Option<EcdsaRow>,
    /// What stands beside a signature of secp256k1 and says which point R was.
    pub(crate) v: Option<u64>,
    pub(crate) recovery_id: Option<u64>,
}

/// What was signed.
pub(crate) enum Content {
    Message(Vec<u8>),
    Digest(Vec<u8>),
}

/// A row, or what is wrong with it.
pub(crate) type Found = Result<Fields, String>;

/// The row of the job's first table that begins on a line; of a table in columns, the row with this number from 1.
///
/// # Errors
/// If no row begins there; if the table cannot be read that far.
pub(crate) fn find(job: &Job, line: u64) -> anyhow::Result<Found> {
    let Some((path, format)) = job.tables.first() else { return Err(anyhow!("no table")) };
    let mut found = None;
    match format {
        Some(format) if !format.is_text() => {
            columns::read(job, path, *format, &mut |batch| {
                found = Rows::Columns(batch).fields(line, &job.rules);
                found.is_none()
            })?;
        }
        format => {
            let mut reader = Reader::open(path, *format, &job.consumed)?;
            let name = output::name(path);
            let header = reader.header(&job.rules).with_context(|| name.clone())?.map(Into::into);
            while found.is_none() {
                let mut records = Records::default();
                if reader.next(&mut records).with_context(|| format!("cannot read {name}"))? == Next::End
                    || records.records.first().is_some_and(|record| record.line > line)
                {
                    break;
                }
                found = Rows::Text { records, header: Option::clone(&header) }.fields(line, &job.rules);
            }
        }
    }
    found.ok_or_else(|| none(path, line))
}

fn none(path: &Path, line: u64) -> anyhow::Error {
    anyhow!("{}: no row begins on line {line}", output::name(path))
}

/// What a row holds, if it is well-formed.
pub(super) fn fields(cells: &Cells<'_>, rules: &Rules) -> Found {
    let ecdsa = match row::decode(cells, rules)? {
        Row::Secp256k1(row) => Some(row),
        Row::Ed25519(_) | Row::Sm2(_) | Row::Bip340(_) => None,
    };
    let owned =
        |field, encoding| Ok::<_, String>(cells.some(field, encoding)?.map(|bytes| bytes.into_owned()));
    let coded = |field| owned(field, rules.layout.encoding(field));
    let algorithm = cells.text(ALGORITHM)?.and_then(|name| Algorithm::from_name(&name));
    let content = match coded(DIGEST)? {
        Some(digest) if !cells.has(MESSAGE)? => Content::Digest(digest),
        _ => Content::Message(cells.needed(MESSAGE, rules)?.into_owned()),
    };
    Ok(Fields {
        algorithm: algorithm.or(rules.asked),
        key: if rules.key.is_none() { coded(PUBLIC_KEY)? } else { None },
        content,
        signature: cells.needed(SIGNATURE, rules)?.into_owned(),
        context: owned(CONTEXT, Encoding::Utf8)?
            .map_or_else(|| owned(CONTEXT_HEX, Encoding::Hex), |text| Ok(Some(text)))?,
        id: owned(ID, Encoding::Hex)?,
        v: if ecdsa.is_some() { cells.number(V)? } else { None },
        recovery_id: if ecdsa.is_some() { cells.number(RECOVERY_ID)? } else { None },
        ecdsa,
    })
}
