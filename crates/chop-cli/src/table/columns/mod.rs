//! Tables in columns: Parquet files, and Arrow files and streams.
//!
//! A column of bytes holds the bytes themselves, and no encoding applies to it; a column of text is read as text in JSON is;
//! null is as a field that a row of JSON lacks. Rows are made from the columns directly.
//!
//! Whatever a damaged file makes the crates below do, a panic included, ends in an error.

mod column;
mod guarded;
mod ipc;
mod json;
mod nesting;
mod parquet;

use super::cells::Cells;
use super::header::Header;
use super::input::Format;
use super::pipeline::{Job, ROWS};
use super::row::{self, Parsed, Rules};
use anyhow::bail;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::Schema;
use column::Column;
use guarded::guarded;
use std::path::Path;
use std::sync::Arc;

/// Whether such tables can be read: here they can.
///
/// # Errors
/// None.
pub(crate) fn available(_: &str) -> anyhow::Result<()> {
    Ok(())
}

/// Reads a table, and gives its rows to `take` until that wants no more, which is then the answer.
///
/// # Errors
/// If it cannot be read to its end, with its name.
pub(super) fn read(
    job: &Job,
    path: &Path,
    format: Format,
    take: &mut dyn FnMut(Batch) -> bool,
) -> anyhow::Result<bool> {
    match format {
        Format::Parquet => parquet::read(job, path, take),
        _ => ipc::read(job, path, take),
    }
}

/// Which columns of a table are read.
#[derive(Clone)]
struct Plan {
    header: Arc<Header>,
    /// The places of those that are read.
    used: Arc<[usize]>,
}

impl Plan {
    /// The columns that are read from a table with this schema.
    ///
    /// # Errors
    /// If a column is missing or there twice, or is to be copied and cannot be.
    fn new(job: &Job, format: Format, schema: &Schema) -> anyhow::Result<Plan> {
        let layout = &job.rules.layout;
        let names = schema.fields().iter().map(|field| field.name().clone()).collect();
        let header = Header::new(format, names, &job.rules)?;
        if let [_] = job.tables.as_slice() {
            // Of several tables another one may have it.
            header.expect_copies(layout)?;
        }
        let mut used = Vec::new();
        for (i, slot) in header.slots.iter().enumerate() {
            if slot.copy.is_some() && !job.keeps_columns && !json::is_known(schema.field(i).data_type()) {
                let (name, kind) = (&header.names[i], schema.field(i).data_type());
                bail!("--copy {name}: a column of type {kind} is copied to a .parquet file only");
            }
            if slot.field.is_some() || slot.copy.is_some() {
                used.push(i);
            }
        }
        Ok(Plan { header: Arc::new(header), used: used.into() })
    }

    /// Gives the rows of columns that are read on, some thousand at a time, and counts them; `false` if nobody wants more.
    fn give(
        &self,
        columns: &RecordBatch,
        line: &mut u64,
        take: &mut dyn FnMut(Batch) -> bool,
    ) -> anyhow::Result<bool> {
        let rows = columns.num_rows();
        let row_size = columns.get_array_memory_size() / rows.max(1) + 256;
        for start in (0..rows).step_by(ROWS) {
            let columns = columns.slice(start, ROWS.min(rows - start));
            let n = columns.num_rows();
            let batch = Batch { plan: self.clone(), columns, first_line: *line, size: n * row_size };
            *line += n as u64;
            if !take(batch) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Some rows in columns.
pub(crate) struct Batch {
    plan: Plan,
    /// Those that are read, in their order.
    columns: RecordBatch,
    first_line: u64,
    size: usize,
}

impl Batch {
    pub(super) fn len(&self) -> usize {
        self.columns.num_rows()
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn first_line(&self) -> u64 {
        self.first_line
    }

    pub(super) fn names(&self) -> &[String] {
        &self.plan.header.names
    }

    /// A column to copy, if the table has it.
    pub(crate) fn copied(&self, copy: usize) -> Option<&ArrayRef> {
        let mut columns = self.plan.used.iter().zip(self.columns.columns());
        let of_copy = |(i, _): &(&usize, _)| self.plan.header.slots[**i].copy == Some(copy);
        columns.find(of_copy).map(|(_, column)| column)
    }

    /// Takes all rows apart. Columns to copy become JSON unless they are `kept`.
    pub(super) fn parse(&self, rules: &Rules, kept: bool) -> Vec<Parsed> {
        guarded(|| self.rows(rules, kept)).unwrap_or_else(|error| {
            let damaged = || Parsed { row: Err(error.to_string()), copies: Vec::new() };
            (0..self.len()).map(|_| damaged()).collect()
        })
    }

    fn rows(&self, rules: &Rules, kept: bool) -> Vec<Parsed> {
        let slots = self.plan.used.iter().map(|i| self.plan.header.slots[*i]);
        let columns = slots.zip(self.columns.columns());
        let (mut fields, mut copies) = (Vec::new(), Vec::new());
        for (slot, array) in columns {
            fields.extend(slot.field.map(|field| (field, Column::new(array))));
            copies.extend(slot.copy.filter(|_| !kept).zip(json::writer(array)));
        }
        let row = |i: usize| {
            let mut cells = Cells { cells: Default::default(), layout: &rules.layout, csv: false };
            for (field, column) in &fields {
                cells.cells[*field] = column.cell(i);
            }
            let mut texts = vec![None; rules.layout.copies().len()];
            for (copy, write) in &copies {
                texts[*copy] = Some(write(i));
            }
            Parsed { row: row::decode(&cells, rules), copies: texts }
        };
        (0..self.len()).map(row).collect()
    }
}
