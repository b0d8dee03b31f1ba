//! Results as lines: JSON Lines or CSV, plain or compressed.

use super::{Form, Packing, Written};
use crate::files::{self, Destination, NewFile, Partial};
use crate::output::Stdout;
use crate::table::pipeline::{Job, JudgedRow};
use anyhow::Context;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{BufWriter, Write};

enum Sink {
    Stdout(Stdout),
    Plain(BufWriter<NewFile>),
    Gzip(GzEncoder<BufWriter<NewFile>>),
    Zstd(zstd::Encoder<'static, BufWriter<NewFile>>),
    /// Written line by line as rows are judged, so that they are there if the run ends.
    Partial(Partial),
}

/// Verdicts on their way to a file or standard output.
pub(super) struct Lines {
    form: Form,
    sink: Sink,
    /// Rows that were added and are not written yet.
    text: String,
}

impl Lines {
    /// Begins a file.
    ///
    /// # Errors
    /// As [`Destination::create`].
    pub(super) fn begin(
        destination: &Destination<'_>,
        form: Form,
        packing: Packing,
        job: &Job,
    ) -> anyhow::Result<Lines> {
        let sink = if files::is_dash(destination.path) {
            destination.check()?;
            Sink::Stdout(Stdout::lock())
        } else {
            let file = BufWriter::with_capacity(1 << 20, destination.create()?);
            match packing {
                Packing::Plain => Sink::Plain(file),
                Packing::Gzip => Sink::Gzip(GzEncoder::new(file, Compression::fast())),
                Packing::Zstd => Sink::Zstd(zstd::Encoder::new(file, zstd::DEFAULT_COMPRESSION_LEVEL)?),
            }
        };
        let text = if form == Form::Csv { csv_header(job) } else { String::new() };
        Ok(Lines { form, sink, text })
    }

    /// Goes on with a partial file; with its header, if it is empty.
    pub(super) fn continued(partial: Partial, form: Form, job: &Job, empty: bool) -> Lines {
        let text = if form == Form::Csv && empty { csv_header(job) } else { String::new() };
        Lines { form, sink: Sink::Partial(partial), text }
    }

    /// Whether the reader of standard output went away.
    pub(super) fn is_closed(&self) -> bool {
        matches!(&self.sink, Sink::Stdout(out) if out.is_closed())
    }

    /// Adds a row, to be [written](Lines::write).
    ///
    /// # Errors
    /// If a copied column is not JSON, which the reader of rows excludes.
    pub(super) fn add(&mut self, row: &JudgedRow, file: &str, job: &Job) -> anyhow::Result<()> {
        match self.form {
            Form::Csv => add_csv(&mut self.text, row, file, job),
            _ => add_json(&mut self.text, row, file, job),
        }
    }

    /// Writes what was added.
    ///
    /// # Errors
    /// As the system says, with the file's name.
    pub(super) fn write(&mut self) -> anyhow::Result<()> {
        let bytes = self.text.as_bytes();
        match &mut self.sink {
            Sink::Stdout(out) => out.text(&self.text)?,
            Sink::Plain(file) => file.write_all(bytes)?,
            Sink::Gzip(file) => file.write_all(bytes)?,
            Sink::Zstd(file) => file.write_all(bytes)?,
            Sink::Partial(file) => file.write_all(bytes)?,
        }
        self.text.clear();
        Ok(())
    }

    /// The file, written to its end; `None` if it is standard output.
    ///
    /// # Errors
    /// As the system says, with the file's name.
    pub(super) fn finish(mut self) -> anyhow::Result<Option<Written>> {
        self.write()?;
        let file = match self.sink {
            Sink::Stdout(mut out) => return out.flush().map(|()| None),
            Sink::Plain(file) => file,
            Sink::Gzip(file) => file.finish()?,
            Sink::Zstd(file) => file.finish()?,
            Sink::Partial(file) => return Ok(Some(Written::Partial(file))),
        };
        let file = file.into_inner().map_err(|error| error.into_error())?;
        Ok(Some(Written::New(file)))
    }
}

/// `{"row":0,"line":1,"valid":true}`, with the table where there are several, what is known about a row that is not
/// valid, and the copied columns.
fn add_json(text: &mut String, row: &JudgedRow, file: &str, job: &Job) -> anyhow::Result<()> {
    write!(text, "{{\"row\":{},\"line\":{}", row.row, row.line)?;
    if job.tables.len() > 1 {
        write!(text, ",\"file\":{}", serde_json::to_string(file)?)?;
    }
    write!(text, ",\"valid\":{}", row.valid)?;
    if let Some(error) = &row.error {
        write!(text, ",\"error\":{}", serde_json::to_string(error)?)?;
    }
    if let Some(reason) = row.reason() {
        write!(text, ",\"reason\":{}", serde_json::to_string(reason)?)?;
    }
    if job.reasons.accepted_by && !row.valid {
        write!(text, ",\"accepted_by\":{}", serde_json::to_string(row.accepted_by())?)?;
    }
    for (i, name) in job.rules.layout.copies().iter().enumerate() {
        let value = row.copies.get(i).and_then(|value| value.as_deref()).unwrap_or("null");
        write!(text, ",{}:{value}", serde_json::to_string(name)?)?;
    }
    text.push_str("}\n");
    Ok(())
}

/// The names of the columns; those of errors and reasons are always there.
pub(super) fn csv_header(job: &Job) -> String {
    let mut names = vec![Cow::Borrowed("row"), "line".into()];
    if job.tables.len() > 1 {
        names.push("file".into());
    }
    names.extend(["valid".into(), "error".into(), "reason".into()]);
    if job.reasons.accepted_by {
        names.push("accepted_by".into());
    }
    names.extend(job.rules.layout.copies().iter().map(|name| csv_field(name)));
    names.join(",") + "\n"
}

/// `0,1,true,,`, with the table where there are several, the policies that accept a row with blanks between them where
/// they are asked for, and the copied columns: strings as text, null as nothing, everything else as JSON.
fn add_csv(text: &mut String, row: &JudgedRow, file: &str, job: &Job) -> anyhow::Result<()> {
    write!(text, "{},{}", row.row, row.line)?;
    if job.tables.len() > 1 {
        write!(text, ",{}", csv_field(file))?;
    }
    let (error, reason) = (row.error.as_deref().unwrap_or_default(), row.reason().unwrap_or_default());
    write!(text, ",{},{},{}", row.valid, csv_field(error), csv_field(reason))?;
    if job.reasons.accepted_by {
        write!(text, ",{}", row.accepted_by().join(" "))?;
    }
    for i in 0..job.rules.layout.copies().len() {
        let value = row.copies.get(i).and_then(|value| value.as_deref()).unwrap_or("null");
        let value = match serde_json::from_str(value).context("a copied column is no JSON")? {
            Value::Null => Cow::Borrowed(""),
            Value::String(text) => Cow::Owned(text),
            _ => Cow::Borrowed(value),
        };
        write!(text, ",{}", csv_field(&value))?;
    }
    text.push('\n');
    Ok(())
}

/// A field as RFC 4180 writes it.
fn csv_field(text: &str) -> Cow<'_, str> {
    if text.contains(['"', ',', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_quotes_and_line_ends_are_quoted() {
        assert_eq!(csv_field("plain"), "plain");
        assert_eq!(csv_field("a,b"), "\"a,b\"");
        assert_eq!(csv_field("say \"hi\"\n"), "\"say \"\"hi\"\"\n\"");
    }
}
