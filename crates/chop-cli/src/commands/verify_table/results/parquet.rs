//! Results as a Parquet file.
//!
//! | column                 | type    |                                             |
//! |------------------------|---------|---------------------------------------------|
//! | `row`, `line`          | INT64   | from 0 through all tables; from 1 in its own |
//! | `file`                 | string  | the table, where there are several          |
//! | `valid`                | BOOLEAN |                                             |
//! | `error`                | string  | what is wrong with a malformed row, or null |
//! | `reason`               | string  | why a row is invalid or malformed, or null  |
//! | `accepted_by`          | strings | the policies that accept a row that is not valid, where they are asked for |
//! | each that is copied    | its own | of tables of text: a string, or JSON as text |

use crate::files::{Destination, NewFile};
use crate::table::columns::Batch;
use crate::table::pipeline::{Job, JudgedRow};
use anyhow::{Context, bail};
use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Int64Array, RecordBatch, StringArray, StringViewArray, UInt64Array,
    new_null_array,
};
use arrow_schema::{DataType, Field, Schema};
use arrow_select::take::take;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use serde_json::Value;
use std::io::BufWriter;
use std::sync::Arc;

/// How much of a row group is held before it is written.
const HELD: usize = 32 << 20;

type File = BufWriter<NewFile>;

/// Verdicts on their way to a file.
pub(super) struct Table {
    sink: Sink,
    /// The names of the columns that are copied.
    copies: Vec<String>,
    /// Whether there is a column of tables.
    several: bool,
    /// Whether there is a column of policies.
    accepted_by: bool,
    rows: Rows,
}

/// The types of the columns are known when the first rows are there.
enum Sink {
    Begun(File),
    Typed(Box<ArrowWriter<File>>, Arc<Schema>),
    /// While a file becomes typed, or after that failed.
    Lost,
}

/// Rows that were added and are not written yet.
#[derive(Default)]
struct Rows {
    /// Their places among those that were judged together.
    places: Vec<u64>,
    rows: Vec<i64>,
    lines: Vec<i64>,
    files: Vec<String>,
    valid: Vec<bool>,
    errors: Vec<Option<String>>,
    reasons: Vec<Option<String>>,
    accepted_by: Vec<Option<Vec<&'static str>>>,
    /// What rows of text have of each column that is copied.
    copies: Vec<Vec<Option<String>>>,
}

impl Table {
    /// Begins a file.
    ///
    /// # Errors
    /// As [`Destination::create`].
    pub(super) fn begin(destination: &Destination<'_>, job: &Job) -> anyhow::Result<Table> {
        let file = BufWriter::with_capacity(1 << 20, destination.create()?);
        let copies = job.rules.layout.copies().to_vec();
        Ok(Table {
            sink: Sink::Begun(file),
            copies,
            several: job.tables.len() > 1,
            accepted_by: job.reasons.accepted_by,
            rows: Rows::default(),
        })
    }

    /// Adds row number `i` of those that were judged together.
    ///
    /// # Errors
    /// If a copied column is not JSON.
    pub(super) fn add(&mut self, i: usize, row: &JudgedRow, file: &str) -> anyhow::Result<()> {
        let rows = &mut self.rows;
        rows.places.push(i as u64);
        rows.rows.push(row.row.cast_signed());
        rows.lines.push(row.line.cast_signed());
        if self.several {
            rows.files.push(file.to_owned());
        }
        rows.valid.push(row.valid);
        rows.errors.push(row.error.clone());
        rows.reasons.push(row.reason().map(str::to_owned));
        if self.accepted_by {
            rows.accepted_by.push((!row.valid).then(|| row.accepted_by().to_vec()));
        }
        rows.copies.resize(self.copies.len(), Vec::new());
        for (i, texts) in rows.copies.iter_mut().enumerate() {
            let json = row.copies.get(i).and_then(|json| json.as_deref()).unwrap_or("null");
            texts.push(text_of(json)?);
        }
        Ok(())
    }

    /// Writes what was added; `batch` has the columns of rows that are no text.
    ///
    /// # Errors
    /// As the system says; if a copied column has another type than before.
    pub(super) fn write(&mut self, batch: Option<&Batch>) -> anyhow::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        let places = UInt64Array::from(rows.places);
        let mut columns: Vec<ArrayRef> =
            vec![Arc::new(Int64Array::from(rows.rows)), Arc::new(Int64Array::from(rows.lines))];
        if self.several {
            columns.push(Arc::new(StringArray::from(rows.files)));
        }
        columns.push(Arc::new(BooleanArray::from(rows.valid)));
        columns.push(Arc::new(StringArray::from(rows.errors)));
        columns.push(Arc::new(StringArray::from(rows.reasons)));
        if self.accepted_by {
            columns.push(lists(&rows.accepted_by));
        }
        let fixed = columns.len();
        let mut texts = rows.copies.into_iter();
        for copy in 0..self.copies.len() {
            let texts = texts.next().unwrap_or_default();
            columns.push(match batch.map(|batch| batch.copied(copy)).transpose()? {
                None => Arc::new(StringViewArray::from_iter(texts)),
                Some(Some(column)) => take(&column, &places, None)?,
                Some(None) => new_null_array(&DataType::Null, places.len()),
            });
        }
        let (writer, schema) = self.typed(&columns)?;
        for (field, column) in schema.fields().iter().zip(&mut columns).skip(fixed) {
            fit(column, field)?;
        }
        writer.write(&RecordBatch::try_new(schema, columns)?)?;
        if writer.in_progress_size() > HELD {
            writer.flush()?;
        }
        Ok(())
    }

    /// The file, written to its end.
    ///
    /// # Errors
    /// As the system says, with the file's name.
    pub(super) fn finish(mut self) -> anyhow::Result<Option<NewFile>> {
        if matches!(self.sink, Sink::Begun(_)) {
            self.write(None)?;
        }
        let Sink::Typed(writer, _) = self.sink else { return Ok(None) };
        let file = writer.into_inner()?;
        Ok(Some(file.into_inner().map_err(|error| error.into_error())?))
    }

    /// The file with columns of types; those of these columns if they are the first ones.
    fn typed(&mut self, columns: &[ArrayRef]) -> anyhow::Result<(&mut ArrowWriter<File>, Arc<Schema>)> {
        if let Sink::Begun(_) = &self.sink
            && let Sink::Begun(file) = std::mem::replace(&mut self.sink, Sink::Lost)
        {
            let schema = Arc::new(self.schema(columns));
            let compression = Compression::ZSTD(ZstdLevel::default());
            let properties = WriterProperties::builder().set_compression(compression).build();
            // Readers find the types of Parquet, and none of Arrow that only some of them know.
            let options =
                ArrowWriterOptions::new().with_properties(properties).with_skip_arrow_metadata(true);
            let writer = ArrowWriter::try_new_with_options(file, Arc::clone(&schema), options)?;
            self.sink = Sink::Typed(Box::new(writer), schema);
        }
        match &mut self.sink {
            Sink::Typed(writer, schema) => Ok((writer, Arc::clone(schema))),
            _ => bail!("the results cannot be written"),
        }
    }

    fn schema(&self, columns: &[ArrayRef]) -> Schema {
        let file = self.several.then_some("file");
        let accepted_by = self.accepted_by.then_some("accepted_by");
        let names = ["row", "line"].into_iter().chain(file).chain(["valid", "error", "reason"]);
        let names = names.chain(accepted_by).chain(self.copies.iter().map(String::as_str));
        let field = |(name, column): (&str, &ArrayRef)| {
            let may_be_null = ["error", "reason", "accepted_by"].contains(&name)
                || self.copies.iter().any(|copy| copy == name);
            let data_type = match column.data_type() {
                // Of the first table, which lacks the column.
                DataType::Null => DataType::Utf8View,
                known => known.clone(),
            };
            Field::new(name, data_type, may_be_null)
        };
        Schema::new(names.zip(columns).map(field).collect::<Vec<_>>())
    }
}

/// A column of lists of texts.
fn lists(rows: &[Option<Vec<&str>>]) -> ArrayRef {
    let mut lists = ListBuilder::new(StringBuilder::new());
    for row in rows {
        for text in row.iter().flatten() {
            lists.values().append_value(text);
        }
        lists.append(row.is_some());
    }
    Arc::new(lists.finish())
}

/// Makes a copied column one of the type that the file has for it.
fn fit(column: &mut ArrayRef, field: &Field) -> anyhow::Result<()> {
    if column.data_type() == &DataType::Null {
        *column = new_null_array(field.data_type(), column.len());
    }
    let (name, before, now) = (field.name(), field.data_type(), column.data_type());
    if before != now {
        bail!("--copy {name}: a table has it as {now}, one before as {before}: write .jsonl or .csv");
    }
    Ok(())
}

/// A string as text, null as nothing, everything else as JSON.
fn text_of(json: &str) -> anyhow::Result<Option<String>> {
    Ok(match serde_json::from_str(json).context("a copied column is no JSON")? {
        Value::Null => None,
        Value::String(text) => Some(text),
        _ => Some(json.to_owned()),
    })
}
