//! The verdicts on rows in a file: JSON Lines or CSV, plain or compressed, as its name ends.

use crate::files::{self, Destination, NewFile};
use crate::output::{self, Stdout};
use crate::table::pipeline::{Job, JudgedRow};
use anyhow::{Context, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{BufWriter, Write};
use std::path::Path;

/// How verdicts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Jsonl,
    Csv,
}

/// How the file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Plain,
    Gzip,
    Zstd,
}

/// Endings that promise what is not written here.
const REFUSED: [&str; 13] =
    ["arrow", "avro", "br", "bz2", "feather", "lz4", "lzma", "orc", "parquet", "tsv", "xlsx", "xz", "zip"];

/// What a file's name promises; standard output is plain JSON Lines, and so is what promises nothing.
fn promised(path: &Path) -> anyhow::Result<(Form, Packing)> {
    if files::is_dash(path) {
        return Ok((Form::Jsonl, Packing::Plain));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let (name, packing) = match (name.strip_suffix(".gz"), name.strip_suffix(".zst")) {
        (Some(name), _) => (name, Packing::Gzip),
        (_, Some(name)) => (name, Packing::Zstd),
        _ => (name.as_str(), Packing::Plain),
    };
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("csv") => Ok((Form::Csv, packing)),
        Some(ending) if REFUSED.contains(&ending) => bail!(
            "--out {}: results are not written as .{ending}, but as .jsonl or .csv, and these with .gz or .zst",
            output::name(path)
        ),
        _ => Ok((Form::Jsonl, packing)),
    }
}

enum Sink {
    Stdout(Stdout),
    Plain(BufWriter<NewFile>),
    Gzip(GzEncoder<BufWriter<NewFile>>),
    Zstd(zstd::Encoder<'static, BufWriter<NewFile>>),
}

/// Verdicts on their way to a file or standard output.
pub(super) struct Results {
    form: Form,
    sink: Sink,
    /// Rows that were added and are not written yet.
    text: String,
}

impl Results {
    /// Begins the file that is asked for.
    ///
    /// # Errors
    /// If its name promises what is not written; as [`Destination::create`].
    pub(super) fn begin(destination: &Destination<'_>, job: &Job) -> anyhow::Result<Results> {
        let (form, packing) = promised(destination.path)?;
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
        Ok(Results { form, sink, text })
    }

    /// Whether the reader of standard output went away.
    pub(super) fn is_closed(&self) -> bool {
        matches!(&self.sink, Sink::Stdout(out) if out.is_closed())
    }

    /// Adds a row, to be [written](Results::write).
    ///
    /// # Errors
    /// If a copied column is not JSON, which the reader of rows excludes.
    pub(super) fn add(&mut self, row: &JudgedRow, file: &str, job: &Job) -> anyhow::Result<()> {
        match self.form {
            Form::Jsonl => add_json(&mut self.text, row, file, job),
            Form::Csv => add_csv(&mut self.text, row, file, job),
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
        }
        self.text.clear();
        Ok(())
    }

    /// Keeps the file if it is complete, and else leaves what was there.
    ///
    /// # Errors
    /// As the system says, with the file's name.
    pub(super) fn finish(mut self, complete: bool) -> anyhow::Result<()> {
        self.write()?;
        let file = match self.sink {
            Sink::Stdout(mut out) => return out.flush(),
            Sink::Plain(file) => file,
            Sink::Gzip(file) => file.finish()?,
            Sink::Zstd(file) => file.finish()?,
        };
        let file = file.into_inner().map_err(|error| error.into_error())?;
        if complete {
            file.keep()
        } else {
            output::note("chop: the results are not written: not all could be judged");
            Ok(())
        }
    }
}

/// `{"row":0,"line":1,"valid":true}`, with the table where there are several, and the copied columns.
fn add_json(text: &mut String, row: &JudgedRow, file: &str, job: &Job) -> anyhow::Result<()> {
    write!(text, "{{\"row\":{},\"line\":{}", row.row, row.line)?;
    if job.tables.len() > 1 {
        write!(text, ",\"file\":{}", serde_json::to_string(file)?)?;
    }
    write!(text, ",\"valid\":{}", row.valid)?;
    if let Some(error) = &row.error {
        write!(text, ",\"error\":{}", serde_json::to_string(error)?)?;
    }
    for (i, name) in job.rules.layout.copies().iter().enumerate() {
        let value = row.copies.get(i).and_then(|value| value.as_deref()).unwrap_or("null");
        write!(text, ",{}:{value}", serde_json::to_string(name)?)?;
    }
    text.push_str("}\n");
    Ok(())
}

/// The names of the columns; one of errors is always there.
fn csv_header(job: &Job) -> String {
    let mut names = vec![Cow::Borrowed("row"), "line".into()];
    if job.tables.len() > 1 {
        names.push("file".into());
    }
    names.extend(["valid".into(), "error".into()]);
    names.extend(job.rules.layout.copies().iter().map(|name| csv_field(name)));
    names.join(",") + "\n"
}

/// `0,1,true,`, with the table where there are several, and the copied columns: strings as text, null as nothing,
/// everything else as JSON.
fn add_csv(text: &mut String, row: &JudgedRow, file: &str, job: &Job) -> anyhow::Result<()> {
    write!(text, "{},{}", row.row, row.line)?;
    if job.tables.len() > 1 {
        write!(text, ",{}", csv_field(file))?;
    }
    write!(text, ",{},{}", row.valid, csv_field(row.error.as_deref().unwrap_or_default()))?;
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
    fn endings_promise_a_form_and_a_packing() {
        for (name, form, packing) in [
            ("out", Form::Jsonl, Packing::Plain),
            ("out.txt", Form::Jsonl, Packing::Plain),
            ("a.CSV", Form::Csv, Packing::Plain),
            ("a.csv.gz", Form::Csv, Packing::Gzip),
            ("a.jsonl.zst", Form::Jsonl, Packing::Zstd),
            ("a.gz", Form::Jsonl, Packing::Gzip),
            ("-", Form::Jsonl, Packing::Plain),
        ] {
            assert_eq!(promised(Path::new(name)).unwrap(), (form, packing), "{name}");
        }
        for ending in REFUSED {
            let error = promised(Path::new(&format!("a.{ending}"))).unwrap_err().to_string();
            assert!(error.contains(ending), "{error}");
        }
    }

    #[test]
    fn fields_with_commas_quotes_and_line_ends_are_quoted() {
        assert_eq!(csv_field("plain"), "plain");
        assert_eq!(csv_field("a,b"), "\"a,b\"");
        assert_eq!(csv_field("say \"hi\"\n"), "\"say \"\"hi\"\"\n\"");
    }
}
