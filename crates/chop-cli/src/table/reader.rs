//! Records of JSON Lines, JSON arrays, CSV and tab-separated text, each with its line, in bounded memory.
//!
//! A reader of a stream says [`Next::Later`] instead of waiting for input while records wait to be judged, and takes each line
//! for a record, a blank one, too.

use super::RECORD;
use super::array::{Cut, Cutter};
use super::header::Header;
use super::input::{self, Format, Input, stream_is_ready};
use super::recognise::recognise;
use super::row::Rules;
use super::tsv;
use crate::output;
use anyhow::{Context, anyhow, bail};
use csv_core::ReadRecordResult;
use std::io::{self, BufRead};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

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
    /// The line on which it begins, from 1; of an element of an array its number.
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

/// What came of reading on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// A record was added.
    Record,
    /// The input has no more at the moment, and there are records that can be judged.
    Later,
    /// There are no more records.
    End,
}

/// Reads records.
pub(crate) struct Reader {
    input: Input,
    format: Format,
    /// Whether the input is a stream.
    stream: bool,
    csv: Box<csv_core::Reader>,
    array: Cutter,
    /// The line that comes next; of an array, the number of the element.
    line: u64,
    /// The record being read.
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// Whether a line has begun, and whether it is too long already.
    begun: bool,
    too_long: bool,
    longest: usize,
}

/// The most columns.
const COLUMNS: usize = 4096;

impl Reader {
    /// A reader of a whole table.
    pub(crate) fn new(input: Input, format: Format) -> Reader {
        Reader {
            input,
            format,
            stream: false,
            csv: Box::new(csv_core::Reader::new()),
            array: Cutter::new(),
            line: 1,
            bytes: Vec::new(),
            ends: Vec::new(),
            begun: false,
            too_long: false,
            longest: RECORD,
        }
    }

    /// A reader of the table in a file, or of standard input; its beginning says the format, unless one is given.
    /// `consumed` counts the bytes of the file.
    ///
    /// # Errors
    /// As [`input::open`]; as the system says.
    pub(crate) fn open(
        path: &Path,
        format: Option<Format>,
        consumed: &Arc<AtomicU64>,
    ) -> anyhow::Result<Reader> {
        let input = input::open(path, consumed)?;
        let (format, input) = match format {
            Some(format) => (format, input),
            None => recognise(input).with_context(|| format!("cannot read {}", output::name(path)))?,
        };
        Ok(Reader::new(input, format))
    }

    /// A reader of lines from standard input.
    pub(crate) fn of_stream(input: Input, format: Format) -> Reader {
        Reader { stream: true, ..Reader::new(input, format) }
    }

    /// Skips a byte order mark and reads the header, unless the layout names all columns. JSON and empty tables have
    /// none.
    ///
    /// # Errors
    /// As the reader says; if a column is missing or there twice.
    pub(crate) fn header(&mut self, rules: &Rules) -> anyhow::Result<Option<Header>> {
        let layout = &rules.layout;
        if layout.order().is_none() && self.input.fill_buf()?.starts_with(b"\xef\xbb\xbf") {
            self.input.consume(3);
        }
        if matches!(self.format, Format::Jsonl | Format::Json) {
            return Ok(None);
        }
        let names = match layout.order() {
            Some(order) => order.to_vec(),
            None => match self.names()? {
                Some(names) => names,
                None => return Ok(None),
            },
        };
        Header::new(self.format, names, rules).map(Some)
    }

    /// The names in the first record, or `None` without one.
    fn names(&mut self) -> anyhow::Result<Option<Vec<String>>> {
        let mut records = Records::default();
        if self.next(&mut records)? == Next::End {
            return Ok(None);
        }
        let Some((bytes, ends)) = records.content(&records.records[0]) else {
            bail!("the header is too long");
        };
        let name = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        let names = match self.format {
            Format::Tsv => tsv::fields(bytes)
                .map(|field| field.map(|bytes| name(&bytes.unwrap_or_default())))
                .collect::<Result<_, _>>()
                .map_err(|error| anyhow!("the header: {error}"))?,
            _ => fields(bytes, ends).map(name).collect(),
        };
        Ok(Some(names))
    }

    /// Adds the next record.
    ///
    /// # Errors
    /// As the reader says.
    pub(crate) fn next(&mut self, records: &mut Records) -> io::Result<Next> {
        match self.format {
            Format::Csv => self.next_csv(records),
            Format::Json => self.next_element(records),
            _ => self.next_line(records),
        }
    }

    /// Adds the next element of an array; its line is its number: all may stand on one.
    fn next_element(&mut self, records: &mut Records) -> io::Result<Next> {
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return self.array.end().map_or(Ok(Next::End), |what| Err(io::Error::other(what)));
            }
            let cut = self.array.cut(buffer);
            let (part, consumed) = match cut {
                Cut::Wrong(what) => return Err(io::Error::other(what)),
                Cut::Blank(n) => (0, n),
                Cut::Part(n) => (n, n),
                Cut::Last(n) => (n, n + 1),
            };
            self.too_long |= !collect(&mut self.bytes, &buffer[..part], self.too_long, self.longest);
            self.input.consume(consumed);
            if matches!(cut, Cut::Last(_)) {
                let number = self.line;
                self.line += 1;
                self.add_text(number, records);
                return Ok(Next::Record);
            }
        }
    }

    fn next_line(&mut self, records: &mut Records) -> io::Result<Next> {
        loop {
            let mut ended = false;
            while !ended {
                if self.must_answer(records) {
                    return Ok(Next::Later);
                }
                let buffer = self.input.fill_buf()?;
                if buffer.is_empty() {
                    break;
                }
                self.begun = true;
                let (part, consumed) = match memchr::memchr(b'\n', buffer) {
                    Some(end) => (&buffer[..end], end + 1),
                    None => (buffer, buffer.len()),
                };
                ended = consumed > part.len();
                self.too_long |= !collect(&mut self.bytes, part, self.too_long, self.longest);
                self.input.consume(consumed);
            }
            if !std::mem::take(&mut self.begun) {
                return Ok(Next::End);
            }
            if self.add_line(records) {
                return Ok(Next::Record);
            }
        }
    }

    /// Whether reading on could wait for input while records of a stream wait for their answers.
    fn must_answer(&self, records: &Records) -> bool {
        self.stream && !records.records.is_empty() && self.input.buffer().is_empty() && !stream_is_ready()
    }

    /// Adds the line that was read; `false` if it is blank and says nothing.
    fn add_line(&mut self, records: &mut Records) -> bool {
        let line = self.line;
        self.line += 1;
        let said = self.too_long || self.stream || !self.is_blank();
        if said {
            self.add_text(line, records);
        }
        self.bytes.clear();
        said
    }

    /// Adds the text that was read.
    fn add_text(&mut self, line: u64, records: &mut Records) {
        let too_long = std::mem::take(&mut self.too_long);
        records.add(line, (!too_long).then_some((&self.bytes, &[])));
        self.bytes.clear();
        self.release();
    }

    /// Whether a line is blank; tabs stand between empty fields.
    fn is_blank(&self) -> bool {
        match self.format {
            Format::Tsv => tsv::without_end(&self.bytes).is_empty(),
            _ => self.bytes.trim_ascii().is_empty(),
        }
    }

    /// Gives the memory of an unusually long record back.
    fn release(&mut self) {
        if self.bytes.capacity() > RECORD / 16 {
            self.bytes = Vec::new();
        }
    }

    fn next_csv(&mut self, records: &mut Records) -> io::Result<Next> {
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
                self.csv.read_record(buffer, &mut self.bytes[written..], &mut self.ends[columns..]);
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
                ReadRecordResult::End => return Ok(Next::End),
            }
        }
        let content = (!too_long).then(|| (&self.bytes[..written], &self.ends[..columns]));
        records.add(line, content);
        self.release();
        Ok(Next::Record)
    }
}

/// Adds a part to a text, unless that is too long, or would be; whether it was added.
fn collect(text: &mut Vec<u8>, part: &[u8], too_long: bool, longest: usize) -> bool {
    let fits = !too_long && text.len() + part.len() <= longest;
    if fits {
        text.extend_from_slice(part);
    } else {
        *text = Vec::new();
    }
    fits
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
    use crate::table::input::buffered;

    fn read(text: &'static str, format: Format, longest: usize) -> Vec<(u64, Option<Vec<u8>>)> {
        let mut reader = Reader::new(buffered(Box::new(text.as_bytes())), format);
        reader.longest = longest;
        let mut records = Records::default();
        while reader.next(&mut records).unwrap() != Next::End {}
        let content = |record| records.content(record).map(|(bytes, _)| bytes.to_vec());
        records.records.iter().map(|record| (record.line, content(record))).collect()
    }

    #[test]
    fn lines_are_counted_and_blank_ones_skipped() {
        let rows = read("a\n\n  \r\nb\nc", Format::Jsonl, 100);
        assert_eq!(rows, [(1, Some(b"a".to_vec())), (4, Some(b"b".to_vec())), (5, Some(b"c".to_vec()))]);
        assert_eq!(read("", Format::Jsonl, 100), []);
        let rows = read("a\tb\n\n\r\n\t\n", Format::Tsv, 100);
        assert_eq!(rows, [(1, Some(b"a\tb".to_vec())), (4, Some(b"\t".to_vec()))]);
    }

    #[test]
    fn elements_of_an_array_know_their_number() {
        let rows = read(" [\n{\n\"a\":1},2,\n\n \"x\n\"\n]\n", Format::Json, 100);
        let text: Vec<_> = rows.iter().map(|(line, row)| (*line, row.as_deref().unwrap())).collect();
        assert_eq!(text, [(1, &b"{\n\"a\":1}"[..]), (2, b"2"), (3, b"\"x\n\"\n")]);
        assert_eq!(read("[]", Format::Json, 100), []);
        let rows = read("[\"aaaa\",\n1]", Format::Json, 4);
        assert_eq!(rows, [(1, None), (2, Some(b"1".to_vec()))]);
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
