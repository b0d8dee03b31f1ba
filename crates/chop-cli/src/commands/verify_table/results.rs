//! The verdicts on rows in a file: JSON Lines or CSV, plain or compressed, or Parquet, as its name ends.

mod earlier;
mod lines;
#[cfg(not(feature = "parquet"))]
#[path = "results/no_parquet.rs"]
mod parquet;
#[cfg(feature = "parquet")]
mod parquet;

use crate::files::{self, Destination, NewFile, Partial};
use crate::output;
use crate::table::columns::{self, Batch};
use crate::table::pipeline::{Job, JudgedRow};
use anyhow::{Context, bail};
pub(super) use earlier::Earlier;
use lines::Lines;
use std::path::Path;

/// How verdicts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Jsonl,
    Csv,
    Parquet,
}

/// Whether columns are copied to this file as columns.
pub(super) fn keeps_columns(path: &Path) -> bool {
    promised(path).is_ok_and(|(form, _)| form == Form::Parquet)
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
    ["arrow", "arrows", "avro", "br", "bz2", "feather", "lz4", "lzma", "orc", "tsv", "xlsx", "xz", "zip"];

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
        Some("parquet") if packing == Packing::Plain => {
            columns::available(&format!("--out {}", output::name(path)))?;
            Ok((Form::Parquet, packing))
        }
        Some("parquet") => {
            bail!("--out {}: a Parquet file is compressed inside: use .parquet", output::name(path))
        }
        Some(ending) if REFUSED.contains(&ending) => bail!(
            "--out {}: results are not written as .{ending}, but as .jsonl or .csv, these also with .gz or .zst, or as .parquet",
            output::name(path)
        ),
        _ => Ok((Form::Jsonl, packing)),
    }
}

/// Refuses a file that cannot be continued where an earlier run ended.
///
/// # Errors
/// If it is no file of plain lines.
pub(super) fn refuse_resume(path: &Path) -> anyhow::Result<()> {
    match promised(path)? {
        (Form::Jsonl | Form::Csv, Packing::Plain) => Ok(()),
        _ => bail!("--resume: {} is not written line by line: use .jsonl or .csv", output::name(path)),
    }
}

/// A file that is written to its end and waits for its name.
enum Written {
    New(NewFile),
    Partial(Partial),
}

/// Verdicts on their way to a file or standard output.
pub(super) struct Results(Sink);

enum Sink {
    Lines(Box<Lines>),
    Parquet(Box<parquet::Table>),
}

impl Results {
    /// Begins the file that is asked for.
    ///
    /// # Errors
    /// If its name promises what is not written; as [`Destination::create`].
    pub(super) fn begin(destination: &Destination<'_>, job: &Job) -> anyhow::Result<Results> {
        Ok(Results(match promised(destination.path)? {
            (Form::Parquet, _) => Sink::Parquet(Box::new(parquet::Table::begin(destination, job)?)),
            (form, packing) => Sink::Lines(Box::new(Lines::begin(destination, form, packing, job)?)),
        }))
    }

    /// Goes on with a partial file after its last whole line; what it says of rows that were judged.
    ///
    /// # Errors
    /// If it is no file that this program wrote; as the system says.
    pub(super) fn continued(
        mut partial: Partial,
        path: &Path,
        job: &Job,
        only_invalid: bool,
    ) -> anyhow::Result<(Results, Earlier)> {
        let (form, _) = promised(path)?;
        let header = lines::csv_header(job);
        let table = job.tables.first().map(|(path, _)| output::name(path)).unwrap_or_default();
        let shape = earlier::Shape { form, header: &header, table: &table, only_invalid };
        let name = partial.name();
        let earlier = Earlier::read(partial.content(), &shape, super::summary::NAMED)
            .with_context(|| format!("{name} is damaged: remove it and {name}.json to begin anew"))?;
        partial.cut(earlier.length)?;
        let lines = Lines::continued(partial, form, job, earlier.length == 0);
        Ok((Results(Sink::Lines(Box::new(lines))), earlier))
    }

    /// Whether the reader of standard output went away.
    pub(super) fn is_closed(&self) -> bool {
        matches!(&self.0, Sink::Lines(lines) if lines.is_closed())
    }

    /// Adds row number `i` of those that were judged together, to be [written](Results::write).
    ///
    /// # Errors
    /// If a copied column is not JSON, which the reader of rows excludes.
    pub(super) fn add(&mut self, i: usize, row: &JudgedRow, file: &str, job: &Job) -> anyhow::Result<()> {
        match &mut self.0 {
            Sink::Lines(lines) => lines.add(row, file, job),
            Sink::Parquet(table) => table.add(i, row, file),
        }
    }

    /// Writes what was added; `batch` has the columns of the rows if they are kept.
    ///
    /// # Errors
    /// As the system says, with the file's name; if a copied column has another type than before.
    pub(super) fn write(&mut self, batch: Option<&Batch>) -> anyhow::Result<()> {
        match &mut self.0 {
            Sink::Lines(lines) => lines.write(),
            Sink::Parquet(table) => table.write(batch),
        }
    }

    /// Keeps the file if it is complete, and else leaves what was there, a partial file included.
    ///
    /// # Errors
    /// As the system says, with the file's name.
    pub(super) fn finish(self, complete: bool) -> anyhow::Result<()> {
        match self.written()? {
            None => Ok(()),
            Some(Written::New(file)) if complete => file.keep(),
            Some(Written::Partial(file)) if complete => file.keep(),
            Some(Written::New(_)) => {
                output::note("chop: the results are not written: not all could be judged");
                Ok(())
            }
            Some(Written::Partial(file)) => {
                let name = file.name();
                output::note(format!("chop: not all could be judged: {name} has the results so far"));
                Ok(())
            }
        }
    }

    /// Leaves what was there, and removes a partial file: no run can complete it.
    ///
    /// # Errors
    /// As the system says.
    pub(super) fn discard(self) -> anyhow::Result<()> {
        match self.written()? {
            Some(Written::Partial(file)) => file.discard(),
            _ => Ok(()),
        }
    }

    fn written(self) -> anyhow::Result<Option<Written>> {
        match self.0 {
            Sink::Lines(lines) => lines.finish(),
            Sink::Parquet(table) => Ok(table.finish()?.map(Written::New)),
        }
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
}
