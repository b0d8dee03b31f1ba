//! Parquet files, a row group after the other.
//!
//! Text and bytes of variable length are read as views into the pages, so that a value that a dictionary repeats takes
//! its memory once. Of a row group as many rows are read at a time as take some MiB by its metadata.

use super::{Batch, Plan, guarded, nesting};
use crate::table::input::Format;
use crate::table::pipeline::{BYTES, Job, ROWS};
use crate::{files, output};
use anyhow::{Context, bail};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::file::metadata::RowGroupMetaData;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Reads a file, and gives its rows to `take`; `false` if that wants no more.
///
/// # Errors
/// If it cannot be read to its end, with its name.
pub(super) fn read(job: &Job, path: &Path, take: &mut dyn FnMut(Batch) -> bool) -> anyhow::Result<bool> {
    if files::is_dash(path) {
        bail!("-: a Parquet file is read from its end, and standard input is not: name the file");
    }
    let file = files::open_file(path)?;
    let read = guarded(|| read_groups(job, &file, take)).and_then(|read| read);
    read.with_context(|| format!("cannot read {}", output::name(path)))
}

fn read_groups(job: &Job, file: &File, take: &mut dyn FnMut(Batch) -> bool) -> anyhow::Result<bool> {
    let table = Table::open(job, file)?;
    let mut line = 1;
    for (i, group) in table.metadata.metadata().row_groups().iter().enumerate() {
        let end = line + u64::try_from(group.num_rows())?;
        for columns in table.group(file, i, group)? {
            if !table.plan.give(&columns?, &mut line, take)? {
                return Ok(false);
            }
        }
        if line != end {
            bail!("row group {i} has not as many rows as it says");
        }
        let size = u64::try_from(group.compressed_size()).unwrap_or(0);
        job.consumed.fetch_add(size, Ordering::Relaxed);
    }
    Ok(true)
}

/// An open file.
struct Table {
    metadata: ArrowReaderMetadata,
    plan: Plan,
    mask: ProjectionMask,
}

impl Table {
    fn open(job: &Job, file: &File) -> anyhow::Result<Table> {
        nesting::check(file)?;
        // Types are those of Parquet, whatever types of Arrow its writer had.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let metadata = ArrowReaderMetadata::load(file, options.clone())?;
        let plan = Plan::new(job, Format::Parquet, metadata.schema())?;
        let options = options.with_schema(with_views(metadata.schema()));
        let metadata = ArrowReaderMetadata::try_new(Arc::clone(metadata.metadata()), options)?;
        let mask = ProjectionMask::roots(metadata.parquet_schema(), plan.used.iter().copied());
        Ok(Table { metadata, plan, mask })
    }

    fn group(
        &self,
        file: &File,
        i: usize,
        group: &RowGroupMetaData,
    ) -> anyhow::Result<ParquetRecordBatchReader> {
        let file = file.try_clone()?;
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.metadata.clone());
        let builder = builder.with_row_groups(vec![i]).with_projection(self.mask.clone());
        Ok(builder.with_batch_size(rows_at_a_time(group, &self.mask)).build()?)
    }
}

/// The schema with views instead of copies.
fn with_views(schema: &SchemaRef) -> SchemaRef {
    let view = |field: &Field| match field.data_type() {
        DataType::Utf8 => field.clone().with_data_type(DataType::Utf8View),
        DataType::Binary => field.clone().with_data_type(DataType::BinaryView),
        _ => field.clone(),
    };
    let fields: Vec<Field> = schema.fields().iter().map(|field| view(field)).collect();
    Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()))
}

/// How many rows take some MiB, and at most as many as are judged together.
fn rows_at_a_time(group: &RowGroupMetaData, mask: &ProjectionMask) -> usize {
    let columns = group.columns().iter().enumerate().filter(|(i, _)| mask.leaf_included(*i));
    let (mut size, mut fixed) = (0, 0);
    for (_, column) in columns {
        size += usize::try_from(column.uncompressed_size()).unwrap_or(0);
        fixed += usize::try_from(column.column_descr().type_length()).unwrap_or(0);
    }
    let rows = usize::try_from(group.num_rows()).unwrap_or(0).max(1);
    (BYTES / (size / rows).max(fixed).max(1)).clamp(1, ROWS)
}
