//! Opening tables: plain, gzip or zstd; text or columns.

use crate::{files, output};
use anyhow::{Context, bail};
use clap::ValueEnum;
use std::io::{self, BufReader, Chain, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One JSON object a line
    Jsonl,
    /// One JSON array of objects
    Json,
    /// Comma-separated values with a header line
    Csv,
    /// Tab-separated text with a header line, escapes as `\t` and `\\`, and `\N` for null
    Tsv,
    /// An Apache Parquet file, if the program is built with the feature parquet
    Parquet,
    /// An Apache Arrow IPC file or stream, if the program is built with the feature parquet
    Arrow,
}

impl Format {
    /// Whether it is lines of text.
    pub(crate) fn is_text(self) -> bool {
        !matches!(self, Format::Parquet | Format::Arrow)
    }
}

/// The bytes of a table, decompressed.
pub(crate) type Input = BufReader<Box<dyn Read + Send>>;

/// The format that a file's name says, after `.gz` or `.zst`; `None` where the content says it: of standard input, and
/// of `.json`, as which lines and arrays are written.
///
/// # Errors
/// If it says none.
pub(crate) fn format_of(path: &Path) -> anyhow::Result<Option<Format>> {
    if files::is_dash(path) {
        return Ok(None);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("jsonl" | "ndjson") => Ok(Some(Format::Jsonl)),
        Some("json") => Ok(None),
        Some("csv") => Ok(Some(Format::Csv)),
        Some("tsv") => Ok(Some(Format::Tsv)),
        Some("parquet") => Ok(Some(Format::Parquet)),
        Some("arrow" | "arrows") => Ok(Some(Format::Arrow)),
        _ => bail!(
            "{}: the name says no format: use --format jsonl, json, csv, tsv, parquet or arrow",
            output::name(path)
        ),
    }
}

/// Opens a table; compression is told by its first bytes. `consumed` counts the bytes of the file.
///
/// # Errors
/// As the system says; if the name says that the file is compressed and it is not.
pub(crate) fn open(path: &Path, consumed: &Arc<AtomicU64>) -> anyhow::Result<Input> {
    let file = Counted { inner: files::open(path)?, consumed: Arc::clone(consumed) };
    let context = || format!("cannot read {}", output::name(path));
    let (head, file) = peek(file).with_context(context)?;
    let extension = path.extension().unwrap_or_default();
    Ok(buffered(match head {
        [0x1f, 0x8b, ..] => Box::new(flate2::read::MultiGzDecoder::new(file)),
        [0x28, 0xb5, 0x2f, 0xfd] => Box::new(zstd::stream::read::Decoder::new(file).with_context(context)?),
        _ if extension == "gz" || extension == "zst" => {
            bail!("{} is not compressed as its name says", output::name(path))
        }
        _ => Box::new(file),
    }))
}

/// Standard input as it is, so that the first row can be judged before another byte is there.
pub(crate) fn stream() -> Input {
    buffered(Box::new(io::stdin()))
}

/// A reader with a buffer.
pub(crate) fn buffered(reader: Box<dyn Read + Send>) -> Input {
    BufReader::with_capacity(256 * 1024, reader)
}

/// Whether reading from standard input returns at once, as it does at its end, too.
#[cfg(unix)]
pub(crate) fn stream_is_ready() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let mut polled = [PollFd::new(&stdin, PollFlags::IN)];
    matches!(poll(&mut polled, Some(&Timespec::default())), Ok(1))
}

/// The same where it cannot be asked: never.
#[cfg(not(unix))]
pub(crate) fn stream_is_ready() -> bool {
    false
}

type Peeked<R> = Chain<Cursor<Vec<u8>>, R>;

/// The first four bytes (zeros where there are fewer), and a reader of everything.
fn peek<R: Read>(mut reader: R) -> io::Result<([u8; 4], Peeked<R>)> {
    let mut start = Vec::new();
    reader.by_ref().take(4).read_to_end(&mut start)?;
    let mut head = [0; 4];
    head[..start.len()].copy_from_slice(&start);
    Ok((head, Cursor::new(start).chain(reader)))
}

/// Counts what is read.
struct Counted<R> {
    inner: R,
    consumed: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = loop {
            match self.inner.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.consumed.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_formats() {
        for (name, format) in [
            ("a.jsonl", Some(Format::Jsonl)),
            ("a.NDJSON", Some(Format::Jsonl)),
            ("a.csv.gz", Some(Format::Csv)),
            ("a.TSV.gz", Some(Format::Tsv)),
            ("a.parquet", Some(Format::Parquet)),
            ("a.arrow", Some(Format::Arrow)),
            ("a.arrows.zst", Some(Format::Arrow)),
            ("a.b.jsonl.zst", Some(Format::Jsonl)),
            ("a.json", None),
            ("-", None),
        ] {
            assert_eq!(format_of(Path::new(name)).unwrap(), format, "{name}");
        }
        assert!(format_of(Path::new("a.txt")).is_err() && format_of(Path::new("a.gz")).is_err());
    }
}
