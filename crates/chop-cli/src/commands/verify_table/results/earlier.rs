//! What an earlier run wrote, read back: the rows that need not be judged again.
//!
//! A whole line ends in LF; of CSV outside of quotes. What follows the last whole line was being written when the run
//! ended, and is cut off.

use super::Form;
use crate::commands::verify_table::summary::Bad;
use anyhow::{Context, anyhow, bail};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;

/// How lines are written.
pub(super) struct Shape<'a> {
    pub(super) form: Form,
    /// The first line of CSV.
    pub(super) header: &'a str,
    /// The table of rows that name none.
    pub(super) table: &'a str,
    /// Whether valid rows are left out.
    pub(super) only_invalid: bool,
}

/// What lines say of rows that were judged.
#[derive(Default)]
pub(crate) struct Earlier {
    /// How many rows are behind the last whole line.
    pub(crate) rows: u64,
    /// Those that are not valid, up to some: all are counted.
    pub(crate) bad: Vec<Bad>,
    pub(crate) invalid: u64,
    pub(crate) malformed: u64,
    /// The bytes of the whole lines.
    pub(super) length: u64,
}

impl Earlier {
    /// Reads lines back, and keeps as many bad rows as `most`.
    ///
    /// # Errors
    /// As the reader says; if they are not lines that this program writes.
    pub(super) fn read(file: impl Read, shape: &Shape<'_>, most: usize) -> anyhow::Result<Earlier> {
        let mut reader = BufReader::with_capacity(1 << 20, file);
        let (mut earlier, mut line) = (Earlier::default(), Vec::new());
        while next(&mut reader, shape.form, &mut line)? {
            let header = shape.form == Form::Csv && earlier.length == 0;
            earlier.length += line.len() as u64;
            match header {
                true if line != shape.header.as_bytes() => bail!("it has another header"),
                true => {}
                false => earlier.add(told(&line, shape)?, shape.only_invalid, most)?,
            }
        }
        Ok(earlier)
    }

    /// Counts a row, and all that were left out before it.
    fn add(&mut self, told: Told, only_invalid: bool, most: usize) -> anyhow::Result<()> {
        let row = told.0.row;
        if row < self.rows || row > self.rows && !only_invalid {
            bail!("row {row} is not in its place");
        }
        self.rows = row.checked_add(1).context("it has a row without end")?;
        if told.1 {
            return Ok(());
        }
        let count = if told.0.malformed { &mut self.malformed } else { &mut self.invalid };
        *count += 1;
        if self.bad.len() < most {
            self.bad.push(told.0);
        }
        Ok(())
    }
}

/// A row as a line tells it, and whether it is valid.
struct Told(Bad, bool);

/// Reads the next whole line; `false` if there is none.
fn next(reader: &mut impl BufRead, form: Form, line: &mut Vec<u8>) -> anyhow::Result<bool> {
    line.clear();
    let mut quotes = 0;
    loop {
        let start = line.len();
        if reader.read_until(b'\n', line)? == 0 || !line.ends_with(b"\n") {
            return Ok(false);
        }
        quotes += memchr::memchr_iter(b'"', &line[start..]).count();
        if form != Form::Csv || quotes % 2 == 0 {
            return Ok(true);
        }
    }
}

fn told(line: &[u8], shape: &Shape<'_>) -> anyhow::Result<Told> {
    let members = match shape.form {
        Form::Csv => of_csv(line, shape.header)?,
        _ => serde_json::from_slice(line).context("a line is no JSON")?,
    };
    let number = |name: &str| members[name].as_u64().ok_or_else(|| anyhow!("a line has no {name}"));
    let text = |name: &str| members[name].as_str().filter(|text| !text.is_empty());
    let accepted_by = members["accepted_by"].as_array().into_iter().flatten();
    let bad = Bad {
        file: Arc::from(text("file").unwrap_or(shape.table)),
        row: number("row")?,
        line: number("line")?,
        reason: text("reason").unwrap_or_default().to_owned(),
        malformed: text("error").is_some(),
        accepted_by: accepted_by.filter_map(|id| Some(id.as_str()?.to_owned())).collect(),
    };
    let valid = members["valid"].as_bool().context("a line has no verdict")?;
    Ok(Told(bad, valid))
}

/// The first columns of a line of CSV, up to `accepted_by`, as JSON would have them.
fn of_csv(line: &[u8], header: &str) -> anyhow::Result<Value> {
    let (mut fields, mut ends) = (vec![0; line.len()], vec![0; 1 + memchr::memchr_iter(b',', line).count()]);
    let (_, _, _, n) = csv_core::Reader::new().read_record(line, &mut fields, &mut ends);
    let mut start = 0;
    let mut members = serde_json::Map::new();
    for (name, end) in header.trim_end().split(',').zip(&ends[..n]) {
        let text = std::str::from_utf8(fields.get(start..*end).unwrap_or_default())?;
        start = *end;
        let value = match name {
            "row" | "line" => text.parse::<u64>().map_or(Value::Null, Value::from),
            "valid" => text.parse::<bool>().map_or(Value::Null, Value::from),
            "accepted_by" => text.split_whitespace().map(str::to_owned).collect(),
            "file" | "error" | "reason" => Value::from(text),
            // Copied columns begin.
            _ => break,
        };
        members.insert(name.to_owned(), value);
    }
    Ok(Value::Object(members))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, form: Form, only_invalid: bool) -> anyhow::Result<Earlier> {
        let header = "row,line,valid,error,reason,accepted_by,\"a \"\"b\"\n";
        let shape = Shape { form, header, table: "t", only_invalid };
        Earlier::read(text.as_bytes(), &shape, 2)
    }

    const JSON: &str = "{\"row\":0,\"line\":1,\"valid\":true,\"x\":\"\\n\"}\n\
        {\"row\":1,\"line\":2,\"valid\":false,\"reason\":\"r\",\"accepted_by\":[\"a\",\"b\"]}\n\
        {\"row\":2,\"line\":4,\"file\":\"f\",\"valid\":false,\"error\":\"e\",\"reason\":\"e\"}\n";

    #[test]
    fn whole_lines_are_counted_and_the_rest_is_not() {
        let csv = "row,line,valid,error,reason,accepted_by,\"a \"\"b\"\n\
            0,1,true,,,,\"x\n\"\"0,1\"\n1,2,false,,r,a b,\n2,4,false,\"e, e\",\"e, e\",,\"\n\"\n";
        for (text, form) in [(JSON, Form::Jsonl), (csv, Form::Csv)] {
            let mut last = 0;
            for n in (0..=text.len()).filter(|n| text.is_char_boundary(*n)) {
                let earlier = read(&text[..n], form, false).unwrap();
                assert!(earlier.length as usize <= n && earlier.rows >= last, "{form:?} {n}");
                last = earlier.rows;
            }
            let whole = read(text, form, false).unwrap();
            assert_eq!(whole.length as usize, text.len());
            assert_eq!((whole.rows, whole.invalid, whole.malformed), (3, 1, 1), "{form:?}");
            assert_eq!((whole.bad[0].reason.as_str(), whole.bad[0].line), ("r", 2));
            assert_eq!(whole.bad[0].accepted_by, ["a", "b"]);
            assert!(whole.bad[1].malformed && whole.bad[1].row == 2);
        }
    }

    #[test]
    fn lines_that_are_not_ours_are_refused() {
        let (first, rest) = JSON.split_once('\n').unwrap();
        for text in
            [rest.to_owned(), format!("{first}\n{first}\n"), "{}\n".into(), "x\n".into(), "[]\n".into()]
        {
            assert!(read(&text, Form::Jsonl, false).is_err(), "{text}");
        }
        assert!(read("row,line\n", Form::Csv, false).is_err());
        // Valid rows may be left out.
        assert_eq!(read(rest, Form::Jsonl, true).unwrap().rows, 3);
        assert!(read(&format!("{first}\n{first}\n"), Form::Jsonl, true).is_err());
    }
}
