//! Some rows of a table, as records of text or as columns.

use super::columns::Batch;
use super::header::Header;
use super::reader::Records;
use super::row::{self, Parsed, Rules};
use super::single::{self, Found};
use std::sync::Arc;

/// Rows that are judged together.
pub(super) enum Rows {
    Text { records: Records, header: Option<Arc<Header>> },
    Columns(Batch),
}

impl Rows {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Rows::Text { records, .. } => records.records.len(),
            Rows::Columns(batch) => batch.len(),
        }
    }

    /// How much memory they take, about.
    pub(super) fn size(&self) -> usize {
        match self {
            Rows::Text { records, .. } => records.size(),
            Rows::Columns(batch) => batch.size(),
        }
    }

    /// Takes all of them apart. Columns to copy become JSON, except those of columns that are `kept`.
    pub(super) fn parse(&self, rules: &Rules, kept: bool) -> Vec<Parsed> {
        match self {
            Rows::Text { records, header } => {
                let parse = |record| row::parse(records, record, header.as_deref(), rules);
                records.records.iter().map(parse).collect()
            }
            Rows::Columns(batch) => batch.parse(rules, kept),
        }
    }

    /// What the row on a line holds, or what is wrong with it; `None` if it is not among these.
    pub(super) fn fields(&self, line: u64, rules: &Rules) -> Option<Found> {
        match self {
            Rows::Text { records, header } => {
                let record = records.records.iter().find(|record| record.line == line)?;
                Some(row::with_cells(records, record, header.as_deref(), rules, |cells| {
                    single::fields(cells, rules)
                }))
            }
            Rows::Columns(batch) => {
                let i = usize::try_from(line.checked_sub(batch.first_line())?).ok()?;
                (i < batch.len()).then(|| batch.fields(i, rules))
            }
        }
    }

    /// The line of each; of columns, its number in its table from 1.
    pub(super) fn lines(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        match self {
            Rows::Text { records, .. } => Box::new(records.records.iter().map(|record| record.line)),
            Rows::Columns(batch) => Box::new(batch.first_line()..),
        }
    }

    /// The names of the columns of the first row.
    pub(super) fn columns(&self) -> Vec<String> {
        match self {
            Rows::Text { records, header } => match records.records.first() {
                Some(record) => row::columns(records, record, header.as_deref()),
                None => Vec::new(),
            },
            Rows::Columns(batch) => batch.names().to_vec(),
        }
    }

    /// The columns, if these are columns.
    pub(super) fn into_batch(self) -> Option<Batch> {
        match self {
            Rows::Text { .. } => None,
            Rows::Columns(batch) => Some(batch),
        }
    }
}
