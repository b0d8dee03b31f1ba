//! Records of JSON Lines and CSV, each with its line, in bounded memory.

use super::RECORD;
use super::input::Format;
use super::layout::{ALGORITHM, DIGEST, FIELDS, Layout, MESSAGE, PUBLIC_KEY, SIGNATURE, Slot};
use super::row::Rules;
use crate::algorithm::Algorithm;
use anyhow::bail;
use csv_core::ReadRecordResult;
use std::io::{self, BufRead};
use std::ops::Range;

/// Records in one allocation.
#[derive(Default)]
pub(crate) struct Records {
    pub(crate) records: Vec<Record>,
    bytes: Vec<u8>,
    /// Where the fields of CSV records end, relative to their start.
    ends: Vec<usize>,
}

/// One record.
pub(crate) struct Record {
    /// The line on which it begins, from 1.
    pub(crate) line: u64,
    /// `None`: longer than [`RECORD`].
    content: Option<(Range<usize>, Range<usize>)>,
}

impl Records {
    /// How much memory they take, about.
    pub(crate) fn size(&self) -> usize {
        self.bytes.len() + 256 * self.records.len()
    }

    /// The bytes of a record and the ends of its CSV fields; `None` if it was too long.
    pub(crate) fn content(&self, record: &Record) -> Option<(&[u8], &[usize])> {
        let (bytes, ends) = record.content.as_ref()?;
        Some((&self.bytes[bytes.clone()], &self.ends[ends.clone()]))
    }

    fn add(&mut self, line: u64, content: Option<(&[u8], &[usize])>) {
        let content = content.map(|(bytes, ends)| {
            let start = (self.bytes.len(), self.ends.len());
            self.bytes.extend_from_slice(bytes);
            self.ends.extend_from_slice(ends);
            (start.0..self.bytes.len(), start.1..self.ends.len())
        });
        self.records.push(Record { line, content });
    }
}

/// What the header of a CSV table says.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    /// Where each column goes.
    pub(crate) slots: Vec<Slot>,
    /// The name of each.
    pub(crate) names: Vec<String>,
}

impl Header {
    /// Refuses a table without a column that is to be copied.
    ///
    /// # Errors
    /// If one is missing.
    pub(crate) fn expect_copies(&self, layout: &Layout) -> anyhow::Result<()> {
        match layout.copies().iter().find(|copy| !self.names.contains(copy)) {
            Some(copy) => bail!("--copy {copy}: no row has that column; there are {}", self.names.join(", ")),
            None => Ok(()),
        }
    }
}

/// Reads records.
pub(crate) struct Reader {
    input: Box<dyn BufRead + Send>,
    csv: Option<Box<csv_core::Reader>>,
    /// The line that comes next.
    line: u64,
    /// The record being read.
    bytes: Vec<u8>,
    ends: Vec<usize>,
    longest: usize,
}

/// The most columns.
const COLUMNS: usize = 4096;

impl Reader {
    pub(crate) fn new(input: Box<dyn BufRead + Send>, format: Format) -> Reader {
        let csv = (format == Format::Csv).then(|| Box::new(csv_core::Reader::new()));
        Reader { input, csv, line: 1, bytes: Vec::new(), ends: Vec::new(), longest: RECORD }
    }

    /// Skips a byte order mark and, in CSV, reads the header. An empty table has none.
    ///
    /// # Errors
    /// As the reader says; if a column is missing or there twice.
    pub(crate) fn header(&mut self, rules: &Rules) -> anyhow::Result<Option<Header>> {
        let layout = &rules.layout;
        if self.input.fill_buf()?.starts_with(b"\xef\xbb\xbf") {
            self.input.consume(3);
        }
        if self.csv.is_none() {
            return Ok(None);
        }
        let mut records = Records::default();
        if !self.next(&mut records)? {
            return Ok(None);
        }
        let Some((bytes, ends)) = records.content(&records.records[0]) else {
            bail!("the header is too long");
        };
        let mut slots: Vec<Slot> = Vec::new();
        let mut names = Vec::new();
        for name in fields(bytes, ends) {
            names.push(String::from_utf8_lossy(name).trim().to_owned());
            let slot = layout.slot(std::str::from_utf8(name).unwrap_or_default().trim());
            if slot.field.is_some() && slots.iter().any(|earlier| earlier.field == slot.field) {
                bail!("the header has column {} twice", String::from_utf8_lossy(name));
            }
            slots.push(slot);
        }
        let has = |field| slots.iter().any(|slot| slot.field == Some(field));
        // Rows of SM2 may have a digest instead of the message.
        let digests = has(DIGEST) && (rules.algorithm() == Algorithm::Sm2 || has(ALGORITHM));
        for field in [PUBLIC_KEY, MESSAGE, SIGNATURE] {
            let needed = match field {
                PUBLIC_KEY => rules.key.is_none(),
                MESSAGE => !digests,
                _ => true,
            };
            if needed && !has(field) {
                bail!(
                    "the header has no column {}: use --columns {}=NAME",
                    layout.name(field),
                    FIELDS[field]
                );
            }
        }
        Ok(Some(Header { slots, names }))
    }

    /// Adds the next record; `false` at the end.
    ///
    /// # Errors
    /// As the reader says.
    pub(crate) fn next(&mut self, records: &mut Records) -> io::Result<bool> {
        if self.csv.is_some() { self.next_csv(records) } else { self.next_line(records) }
    }

    fn next_line(&mut self, records: &mut Records) -> io::Result<bool> {
        loop {
            self.bytes.clear();
            let (mut too_long, mut any, mut ended) = (false, false, false);
            while !ended {
                let buffer = self.input.fill_buf()?;
                if buffer.is_empty() {
                    break;
                }
                any = true;
                let (part, consumed) = match memchr::memchr(b'\n', buffer) {
                    Some(end) => (&buffer[..end], end + 1),
                    None => (buffer, buffer.len()),
                };
                ended = consumed > part.len();
                if self.bytes.len() + part.len() > self.longest {
                    too_long = true;
                    self.bytes = Vec::new();
                } else if !too_long {
                    self.bytes.extend_from_slice(part);
                }
                self.input.consume(consumed);
            }
            if !any {
                return Ok(false);
            }
            let line = self.line;
            self.line += 1;
            if too_long {
                records.add(line, None);
                return Ok(true);
            }
            if !self.bytes.trim_ascii().is_empty() {
                records.add(line, Some((&self.bytes, &[])));
                self.release();
                return Ok(true);
            }
        }
    }

    /// Gives the memory of an unusually long record back.
    fn release(&mut self) {
        if self.bytes.capacity() > RECORD / 16 {
            self.bytes = Vec::new();
        }
    }

    fn next_csv(&mut self, records: &mut Records) -> io::Result<bool> {
        let Some(csv) = &mut self.csv else { return Ok(false) };
        // Empty lines, and the LF of CR LF, stand before the record: so the line is where it begins.
        loop {
            let buffer = self.input.fill_buf()?;
            let blank = buffer.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            if blank == 0 {
                break;
            }
            self.line += newlines(&buffer[..blank]);
            self.input.consume(blank);
        }
        let line = self.line;
        self.bytes.resize(self.bytes.len().max(4096), 0);
        self.ends.resize(COLUMNS, 0);
        let (mut written, mut columns, mut too_long) = (0, 0, false);
        loop {
            let buffer = self.input.fill_buf()?;
            let (result, consumed, more, ended) =
                csv.read_record(buffer, &mut self.bytes[written..], &mut self.ends[columns..]);
            self.line += newlines(&buffer[..consumed]);
            self.input.consume(consumed);
            written += more;
            columns += ended;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if !too_long && self.bytes.len() < self.longest => {
                    let longer = (2 * self.bytes.len()).min(self.longest);
                    self.bytes.resize(longer, 0);
                }
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                    // Read on, over what is there already, to find the end.
                    too_long = true;
                    (written, columns) = (0, 0);
                }
                ReadRecordResult::Record => break,
                ReadRecordResult::End => return Ok(false),
            }
        }
        let content = (!too_long).then(|| (&self.bytes[..written], &self.ends[..columns]));
        records.add(line, content);
        self.release();
        Ok(true)
    }
}

fn newlines(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

/// The fields of a CSV record.
pub(crate) fn fields<'a>(bytes: &'a [u8], ends: &'a [usize]) -> impl Iterator<Item = &'a [u8]> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends.iter().copied()).map(|(start, end)| &bytes[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &'static str, format: Format, longest: usize) -> Vec<(u64, Option<Vec<u8>>)> {
        let mut reader = Reader::new(Box::new(text.as_bytes()), format);
        reader.longest = longest;
        let mut records = Records::default();
        while reader.next(&mut records).unwrap() {}
        let content = |record| records.content(record).map(|(bytes, _)| bytes.to_vec());
        records.records.iter().map(|record| (record.line, content(record))).collect()
    }

    #[test]
    fn lines_are_counted_and_blank_ones_skipped() {
        let rows = read("a\n\n  \r\nb\nc", Format::Jsonl, 100);
        assert_eq!(rows, [(1, Some(b"a".to_vec())), (4, Some(b"b".to_vec())), (5, Some(b"c".to_vec()))]);
        assert_eq!(read("", Format::Jsonl, 100), []);
    }

    #[test]
    fn csv_records_know_the_line_where_they_begin() {
        let rows = read("a,b\r\n\r\n\"c\nd\",e\nf,g", Format::Csv, 100);
        let text: Vec<_> = rows.iter().map(|(line, row)| (*line, row.as_deref().unwrap())).collect();
        assert_eq!(text, [(1, &b"ab"[..]), (3, b"c\nde"), (5, b"fg")]);
    }

    #[test]
    fn a_record_that_is_too_long_is_skipped_whole() {
        let rows = read("a\nbbbbbbbb\nc\n", Format::Jsonl, 4);
        assert_eq!(rows, [(1, Some(b"a".to_vec())), (2, None), (3, Some(b"c".to_vec()))]);
        // A quote that is never closed swallows the rest, and no memory.
        let long: &'static str = Box::leak(format!("a,b\n\"{}\n", "x,\n".repeat(9000)).into_boxed_str());
        assert_eq!(read(long, Format::Csv, 8192), [(1, Some(b"ab".to_vec())), (2, None)]);
    }
}
