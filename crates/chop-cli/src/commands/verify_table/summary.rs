//! The summary of a table: counts, the first bad rows, and the columns that were seen.

use super::Args;
use super::results::Earlier;
use crate::algorithm::Algorithm;
use crate::files;
use crate::output;
use crate::table::pipeline::{Job, JudgedRow};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

/// What rows with a digest prove.
const DIGESTS: &str = "a valid row with a digest proves nothing by itself: anybody can make a digest and a \
                       signature that fit a public key; compare the digest with that of a message";

/// How many bad rows are named.
pub(super) const NAMED: usize = 10;
/// How many columns are named.
const COLUMNS: usize = 64;

/// A row that is not valid.
pub(super) struct Bad {
    pub(super) file: Arc<str>,
    pub(super) row: u64,
    pub(super) line: u64,
    /// Why it is not valid.
    pub(super) reason: String,
    pub(super) malformed: bool,
    /// The ids of the policies that accept it, where they are asked for.
    pub(super) accepted_by: Vec<String>,
}

/// What rows came to: each is valid, invalid or malformed.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) rows: u64,
    invalid: u64,
    malformed: u64,
    /// Rows that were judged by a digest.
    digests: u64,
    pub(super) seconds: f64,
    /// How many rows an earlier run judged.
    pub(super) resumed: u64,
    /// How many of them this run has passed.
    pub(super) passed: u64,
    /// The first bad rows.
    bad: Vec<Bad>,
    /// Whether some row has the column, for each that is copied.
    copied: Vec<bool>,
    /// Columns that some rows have.
    columns: BTreeSet<String>,
}

impl Summary {
    /// What an earlier run came to.
    pub(super) fn after(earlier: Earlier) -> Summary {
        let Earlier { rows, bad, invalid, malformed, .. } = earlier;
        Summary { rows, resumed: rows, bad, invalid, malformed, ..Summary::default() }
    }

    /// Passes a row that the earlier run judged.
    pub(super) fn pass(&mut self, row: &JudgedRow) {
        self.passed += 1;
        self.note_row(row);
    }

    fn note_row(&mut self, row: &JudgedRow) {
        self.digests += u64::from(row.digest);
        self.copied.resize(self.copied.len().max(row.copies.len()), false);
        for (copied, value) in self.copied.iter_mut().zip(&row.copies) {
            *copied |= value.is_some();
        }
    }

    /// Counts a row.
    pub(super) fn count(&mut self, row: &JudgedRow, file: &Arc<str>) {
        self.rows += 1;
        self.note_row(row);
        if row.valid {
            return;
        }
        let malformed = row.error.is_some();
        self.count_bad(malformed, || Bad {
            file: Arc::clone(file),
            row: row.row,
            line: row.line,
            reason: row.reason().unwrap_or_default().to_owned(),
            malformed,
            accepted_by: row.accepted_by().iter().map(|&id| id.to_owned()).collect(),
        });
    }

    /// Counts a row that is not valid, and keeps what is said about it if it is one of the first.
    fn count_bad(&mut self, malformed: bool, bad: impl FnOnce() -> Bad) {
        let count = if malformed { &mut self.malformed } else { &mut self.invalid };
        *count += 1;
        if self.bad.len() < NAMED {
            self.bad.push(bad());
        }
    }

    /// How many rows are invalid or malformed.
    pub(super) fn bad(&self) -> u64 {
        self.invalid + self.malformed
    }

    /// Remembers columns that rows have, to name them if one that is copied is missing.
    pub(super) fn note_columns(&mut self, columns: Vec<String>, job: &Job) {
        let copies = job.rules.layout.copies();
        self.copied.resize(self.copied.len().max(copies.len()), false);
        for (copied, copy) in self.copied.iter_mut().zip(copies) {
            *copied |= columns.contains(copy);
        }
        for column in columns {
            if self.columns.len() < COLUMNS {
                self.columns.insert(column);
            }
        }
    }

    /// A column to copy that no row has, if rows have columns at all.
    pub(super) fn missing_copy<'j>(&self, job: &'j Job) -> Option<&'j str> {
        let copied = |i: usize| self.copied.get(i).copied().unwrap_or(false);
        let mut copies = job.rules.layout.copies().iter().enumerate();
        let missing = copies.find(|(i, _)| !copied(*i)).map(|(_, name)| name.as_str());
        missing.filter(|_| !self.columns.is_empty())
    }

    /// The columns there are.
    pub(super) fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(String::as_str)
    }

    /// Prints the summary: to standard output, unless that has the results; as text beside a file of results,
    /// to standard error.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn report(&self, args: &Args, job: &Job) -> anyhow::Result<()> {
        if args.quiet {
            return Ok(());
        }
        let policy = match job.rules.algorithm() {
            // There is one rule.
            Algorithm::Sm2 | Algorithm::Bip340 => None,
            Algorithm::Secp256k1 => Some(job.rules.ecdsa.name()),
            _ => Some(args.policy.id()),
        };
        let text = if args.json { self.to_json(args, policy) } else { self.to_text(args, policy) };
        match &args.out {
            None => output::print(&text),
            Some(out) if args.json && !files::is_dash(out) => output::print(&text),
            Some(_) => {
                output::note(text.trim_end());
                Ok(())
            }
        }
    }

    fn rate(&self) -> f64 {
        let rows = self.rows - self.resumed;
        if self.seconds > 0.0 { rows as f64 / self.seconds } else { 0.0 }
    }

    fn to_json(&self, args: &Args, policy: Option<&str>) -> String {
        let bad: Vec<Value> = self.bad.iter().map(|bad| bad.to_json(args)).collect();
        let mut object = json!({
            "policy": policy,
            "rows": self.rows,
            "valid": self.rows - self.bad(),
            "invalid": self.invalid,
            "malformed": self.malformed,
            "seconds": self.seconds,
            "signatures_per_second": self.rate().round(),
            "level": chop::level::current().name(),
            "bad": bad,
        });
        if args.resume {
            object["resumed_after"] = json!(self.resumed);
        }
        if args.table.allow_digests {
            object["digests"] = json!(self.digests);
            object["digests_prove"] = json!(DIGESTS);
        }
        format!("{object:#}\n")
    }

    fn to_text(&self, args: &Args, policy: Option<&str>) -> String {
        let mut text = format!(
            "rows:       {}\nvalid:      {}\ninvalid:    {}\nmalformed:  {}\nseconds:    {:.3}\n\
             per second: {:.0}\n",
            self.rows,
            self.rows - self.bad(),
            self.invalid,
            self.malformed,
            self.seconds,
            self.rate(),
        );
        if let Some(policy) = policy {
            let _ = writeln!(text, "policy:     {policy}");
        }
        if self.resumed > 0 {
            let _ = writeln!(text, "resumed:    after {} rows that an earlier run judged", self.resumed);
        }
        if args.table.allow_digests {
            let _ = writeln!(text, "digests:    {}: {DIGESTS}", self.digests);
        }
        if !self.bad.is_empty() {
            let more = if self.bad() > NAMED as u64 { ", the first ten" } else { "" };
            let _ = writeln!(text, "bad rows{more}:");
        }
        for bad in &self.bad {
            text += &bad.to_text(args);
        }
        if let Some(bad) = self.bad.iter().find(|bad| &*bad.file != "-") {
            let (file, line) = (&bad.file, bad.line);
            let _ = writeln!(
                text,
                "more about a row: chop explain --row {file}:{line}, with the options of this run"
            );
        }
        text
    }
}

impl Bad {
    fn to_json(&self, args: &Args) -> Value {
        let mut object = Map::new();
        object.insert("file".to_owned(), json!(&*self.file));
        object.insert("row".to_owned(), json!(self.row));
        object.insert("line".to_owned(), json!(self.line));
        if self.malformed {
            object.insert("error".to_owned(), json!(self.reason));
        }
        object.insert("reason".to_owned(), json!(self.reason));
        if args.explain_invalid {
            object.insert("accepted_by".to_owned(), json!(self.accepted_by));
        }
        Value::Object(object)
    }

    /// A line for people.
    fn to_text(&self, args: &Args) -> String {
        let what = if self.malformed { "malformed" } else { "the signature is not valid" };
        let accepted = match self.accepted_by.as_slice() {
            _ if !args.explain_invalid || self.malformed => String::new(),
            [] => "; no policy accepts it".to_owned(),
            ids => format!("; accepted by {}", ids.join(", ")),
        };
        format!("  {}:{}: {what}: {}{accepted}\n", self.file, self.line, self.reason)
    }
}
