//! Tables in columns: Parquet files, and Arrow files and streams.
//!
//! A column of bytes holds the bytes themselves, and no encoding applies to it; a column of text is read as text in JSON is;
//! null is as a field that a row of JSON lacks. Rows are made from the columns directly. A field of a struct is a column, too: `tx.sig`
//! is the field `sig` of the column `tx`, unless a column has that name.
//!
//! Whatever a damaged file makes the crates below do, a panic included, ends in an error.

mod column;
mod guarded;
mod ipc;
mod json;
mod nesting;
mod parquet;
mod structs;

use super::cells::{Cells, Origin};
use super::header::Header;
use super::input::Format;
use super::layout::Slot;
use super::pipeline::{Job, ROWS};
use super::row::{self, Parsed, Rules};
use super::single::{self, Found};
use anyhow::bail;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::Schema;
use column::Column;
use guarded::guarded;
use std::sync::Arc;
use structs::Path;

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
    path: &std::path::Path,
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
    /// The places of those that are read, of nested ones those of the columns around them.
    used: Arc<[usize]>,
    /// Where each column that is read goes, and where it is among those.
    read: Arc<[(Slot, Path)]>,
}

impl Plan {
    /// The columns that are read from a table with this schema.
    ///
    /// # Errors
    /// If a column is missing or there twice, or is to be copied and cannot be.
    fn new(job: &Job, format: Format, schema: &Schema) -> anyhow::Result<Plan> {
        let layout = &job.rules.layout;
        let all = structs::columns(schema);
        let names = all.iter().map(|column| column.name.clone()).collect();
        let header = Header::new(format, names, &job.rules)?;
        if let [_] = job.tables.as_slice() {
            // Of several tables another one may have it.
            header.expect_copies(layout)?;
        }
        let (mut used, mut read): (Vec<usize>, Vec<(Slot, Path)>) = (Vec::new(), Vec::new());
        for (slot, column) in header.slots.iter().zip(all) {
            if slot.copy.is_some() && !job.keeps_columns && !json::is_known(&column.kind) {
                let (name, kind) = (&column.name, &column.kind);
                bail!("--copy {name}: a column of type {kind} is copied to a .parquet file only");
            }
            if slot.field.is_some() || slot.copy.is_some() {
                used.push(column.path.root);
                read.push((*slot, column.path));
            }
        }
        used.sort_unstable();
        used.dedup();
        for (_, path) in &mut read {
            path.root = used.partition_point(|root| *root < path.root);
        }
        Ok(Plan { header: Arc::new(header), used: used.into(), read: read.into() })
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
    ///
    /// # Errors
    /// If it cannot be taken out of the column around it.
    pub(crate) fn copied(&self, copy: usize) -> anyhow::Result<Option<ArrayRef>> {
        let column = self.plan.read.iter().find(|(slot, _)| slot.copy == Some(copy));
        column.map(|(_, path)| path.of(&self.columns)).transpose()
    }

    /// Takes all rows apart. Columns to copy become JSON unless they are `kept`.
    pub(super) fn parse(&self, rules: &Rules, kept: bool) -> Vec<Parsed> {
        guarded(|| self.rows(rules, kept)).and_then(|rows| rows).unwrap_or_else(|error| {
            let damaged = || Parsed { row: Err(error.to_string()), copies: Vec::new() };
            (0..self.len()).map(|_| damaged()).collect()
        })
    }

    /// What row number `i` of these holds, or what is wrong with it.
    pub(super) fn fields(&self, i: usize, rules: &Rules) -> Found {
        let fields = || Ok(single::fields(&cells(&self.needed()?, i, rules), rules));
        guarded(fields).and_then(|fields| fields).unwrap_or_else(|error| Err(error.to_string()))
    }

    fn rows(&self, rules: &Rules, kept: bool) -> anyhow::Result<Vec<Parsed>> {
        let fields = self.needed()?;
        let mut copies = Vec::new();
        for (slot, path) in self.plan.read.iter().filter(|_| !kept) {
            let Some(copy) = slot.copy else { continue };
            copies.extend(json::writer(&path.of(&self.columns)?).map(|write| (copy, write)));
        }
        let row = |i: usize| {
            let mut texts = vec![None; rules.layout.copies().len()];
            for (copy, write) in &copies {
                texts[*copy] = Some(write(i));
            }
            Parsed { row: row::decode(&cells(&fields, i, rules), rules), copies: texts }
        };
        Ok((0..self.len()).map(row).collect())
    }

    /// The columns that rows need.
    fn needed(&self) -> anyhow::Result<Vec<(usize, Column)>> {
        let fields = self.plan.read.iter().filter_map(|(slot, path)| Some((slot.field?, path)));
        fields.map(|(field, path)| Ok((field, Column::new(&path.of(&self.columns)?)))).collect()
    }
}

/// The columns of a row.
fn cells<'a>(columns: &'a [(usize, Column)], row: usize, rules: &'a Rules) -> Cells<'a> {
    let mut cells = Cells { cells: Default::default(), layout: &rules.layout, origin: Origin::Table };
    for (field, column) in columns {
        cells.cells[*field] = column.cell(row);
    }
    cells
}
