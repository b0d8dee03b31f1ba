//! The summary of a table: counts, the first bad rows, and the columns that were seen.

use super::Args;
use crate::algorithm::Algorithm;
use crate::files;
use crate::output;
use crate::table::pipeline::{Job, JudgedRow};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

/// What rows with a digest prove.
const DIGESTS: &str = "a valid row with a digest proves nothing by itself: anybody can make a digest and a \
                       signature that fit a public key; compare the digest with that of a message";

/// How many bad rows are named.
const NAMED: usize = 10;
/// How many columns are named.
const COLUMNS: usize = 64;

/// What rows came to.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) rows: u64,
    pub(super) invalid: u64,
    malformed: u64,
    /// Rows that were judged by a digest.
    digests: u64,
    pub(super) seconds: f64,
    /// The first bad rows: table, row, line, and what is wrong.
    bad: Vec<(Arc<str>, u64, u64, String)>,
    /// Whether some row has the column, for each that is copied.
    copied: Vec<bool>,
    /// Columns that some rows have.
    columns: BTreeSet<String>,
}

impl Summary {
    /// Counts a row.
    pub(super) fn count(&mut self, row: JudgedRow, file: &Arc<str>) {
        self.rows += 1;
        self.digests += u64::from(row.digest);
        self.copied.resize(self.copied.len().max(row.copies.len()), false);
        for (copied, value) in self.copied.iter_mut().zip(&row.copies) {
            *copied |= value.is_some();
        }
        if row.valid {
            return;
        }
        self.invalid += 1;
        self.malformed += u64::from(row.error.is_some());
        if self.bad.len() < NAMED {
            let what = match row.error {
                Some(error) => format!("malformed: {error}"),
                None => "the signature is not valid".to_owned(),
            };
            self.bad.push((Arc::clone(file), row.row, row.line, what));
        }
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

    /// The columns there are, in a sentence.
    pub(super) fn columns(&self) -> String {
        self.columns.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
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
        // Of SM2 there is one rule.
        let policy = (job.rules.algorithm() != Algorithm::Sm2).then(|| args.policy.id());
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
        if self.seconds > 0.0 { self.rows as f64 / self.seconds } else { 0.0 }
    }

    fn to_json(&self, args: &Args, policy: Option<&str>) -> String {
        let bad: Vec<Value> = self
            .bad
            .iter()
            .map(|(file, row, line, what)| json!({ "file": &**file, "row": row, "line": line, "reason": what }))
            .collect();
        let mut object = json!({
            "policy": policy,
            "rows": self.rows,
            "valid": self.rows - self.invalid,
            "invalid": self.invalid,
            "malformed": self.malformed,
            "seconds": self.seconds,
            "signatures_per_second": self.rate().round(),
            "level": chop::level::current().name(),
            "bad": bad,
        });
        if args.allow_digests {
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
            self.rows - self.invalid,
            self.invalid,
            self.malformed,
            self.seconds,
            self.rate(),
        );
        if let Some(policy) = policy {
            let _ = writeln!(text, "policy:     {policy}");
        }
        if args.allow_digests {
            let _ = writeln!(text, "digests:    {}: {DIGESTS}", self.digests);
        }
        if !self.bad.is_empty() {
            let more = if self.invalid > NAMED as u64 { ", the first ten" } else { "" };
            let _ = writeln!(text, "bad rows{more}:");
        }
        for (file, _, line, what) in &self.bad {
            let _ = writeln!(text, "  {file}:{line}: {what}");
        }
        text
    }
}
