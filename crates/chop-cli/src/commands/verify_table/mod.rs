//! `chop verify-table`: the signatures in the rows of tables.

use crate::cli::{IdArgs, PolicyArgs};
use crate::exit::Outcome;
use crate::files::{self, NewFile, Readers};
use crate::keys;
use crate::output::{self, Stdout};
use crate::scheme::{Algorithm, Asked, Scheme};
use crate::signature::ReadingArgs;
use crate::table::input::{Format, format_of};
use crate::table::layout::Layout;
use crate::table::pipeline::{self, Job, Judged, JudgedRow};
use crate::table::row::Rules;
use crate::table::verify::TableKey;
use anyhow::Context;
use chop::sm2;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Verify the signatures in the rows of tables
///
/// Tables are JSON Lines or CSV, plain, gzip or zstd, of any size, with the columns public_key, message and
/// signature in hexadecimal, and optionally context (text), context_hex and algorithm. Rows of SM2 have a
/// point as public_key (65 bytes, or 33), message or digest (32 bytes), a raw or DER signature, and optionally
/// id (hexadecimal). A malformed row counts as invalid and stops nothing.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The tables; `-` is standard input
    #[arg(value_name = "TABLE", required = true)]
    tables: Vec<PathBuf>,
    /// How the tables are written [default: as their names end; jsonl for standard input]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// The algorithm of rows that do not say it [default: ed25519; ed25519ctx with a context]
    #[arg(long, value_enum, value_name = "NAME")]
    algorithm: Option<Algorithm>,
    /// One public key for all rows; a column of public keys is then ignored
    #[arg(long, value_name = "KEY")]
    key: Option<PathBuf>,
    /// Names of columns that differ, as in public_key=pk,signature=sig
    #[arg(long, value_name = "COLUMN=NAME", value_delimiter = ',')]
    columns: Vec<String>,
    /// Encodings that are not hex, as in message=utf8,signature=base64
    #[arg(long, value_name = "COLUMN=ENCODING", value_delimiter = ',')]
    encoding: Vec<String>,
    /// Threads that verify [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write one JSON object a row to FILE
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Copy this column to the output; can be repeated
    #[arg(long, value_name = "COLUMN", requires = "out")]
    copy: Vec<String>,
    /// Write only invalid rows to the output
    #[arg(long, requires = "out")]
    only_invalid: bool,
    /// Stop at the first invalid row
    #[arg(long)]
    fail_fast: bool,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    /// Print the summary as one JSON object
    #[arg(long, conflicts_with = "quiet")]
    json: bool,
    /// Print no summary and no progress; the exit code says the verdict
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    policy: PolicyArgs,
    // Of SM2 rows without an id.
    #[command(flatten)]
    id: IdArgs,
}

/// Judges all rows.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    files::one_stdin(args.tables.iter().chain(&args.key).map(PathBuf::as_path))?;
    let job = job(args)?;
    let mut results = match &args.out {
        None => None,
        Some(path) if files::is_dash(path) => Some(Results::Stdout(Stdout::lock())),
        Some(path) => {
            let file = NewFile::create(path, args.force, Readers::Everybody)?;
            Some(Results::File(BufWriter::with_capacity(1 << 20, file)))
        }
    };
    let bar = progress(args, &job);
    let start = Instant::now();
    let mut summary = Summary::default();
    let mut failed = false;
    pipeline::run(&job, |judged| {
        let judged = match judged {
            Ok(judged) => judged,
            Err(error) => {
                bar.suspend(|| output::complain(&error));
                failed = true;
                return Ok(ControlFlow::Continue(()));
            }
        };
        let stop = take(args, &job, judged, &mut summary, results.as_mut())?;
        bar.set_position(job.consumed.load(Ordering::Relaxed));
        bar.set_message(format!("{} rows, {} invalid", summary.rows, summary.invalid));
        Ok(stop)
    })?;
    bar.finish_and_clear();
    summary.seconds = start.elapsed().as_secs_f64();
    let closed = matches!(&results, Some(Results::Stdout(out)) if out.is_closed());
    if let Some(results) = results {
        results.finish()?;
    }
    if closed {
        // Whoever read the results had enough; not all rows were judged.
        return Ok(Outcome::CannotJudge);
    }
    if summary.rows == 0 && !failed {
        output::note("chop: there are no rows: nothing was judged");
    }
    report(args, &job, &summary)?;
    if failed || summary.rows == 0 {
        return Ok(Outcome::CannotJudge);
    }
    Ok(Outcome::of_verdict(summary.invalid == 0))
}

fn job(args: &Args) -> anyhow::Result<Job> {
    let layout = Layout::new(&args.columns, &args.encoding, &args.copy)?;
    let key = match &args.key {
        None => None,
        Some(path) => Some(keys::read_public(path, args.algorithm)?),
    };
    let of_key = key.as_ref().map(|key| keys::algorithm_of(key.algorithm())).transpose()?;
    let rules = rules(args, layout, of_key)?;
    let mut tables = Vec::new();
    for path in &args.tables {
        let format = match args.format {
            Some(format) => format,
            None => format_of(path)?,
        };
        tables.push((path.clone(), format));
    }
    Ok(Job {
        tables,
        rules,
        key: key.as_ref().map(TableKey::new).transpose()?,
        policy: args.policy.rule(),
        threads: args.threads.map_or_else(super::all_cores, usize::from),
        consumed: Arc::new(AtomicU64::new(0)),
    })
}

/// What holds for all rows. What was asked for and can mean nothing is refused before any row, with the
/// sentence that single signatures get.
fn rules(args: &Args, layout: Layout, key: Option<Algorithm>) -> anyhow::Result<Rules> {
    let id = args.id.bytes();
    if let Some(known) = key.or(args.algorithm) {
        let asked = Asked { algorithm: args.algorithm, context: None, id };
        match Scheme::resolve(known.of_key(), Asked { algorithm: None, ..asked })
            .map_err(anyhow::Error::msg)?
        {
            Scheme::Sm2(_) => args.policy.refuse()?,
            scheme => args.reading.refuse_der(scheme.name())?,
        }
    }
    let id = match id {
        Some(id) => sm2::Id::new(id).with_context(|| format!("--id has {} bytes", id.len()))?,
        None => sm2::Id::DEFAULT,
    };
    let id = id.as_bytes().to_vec();
    Ok(Rules { asked: args.algorithm, key, reading: args.reading.reading(), id, ..Rules::new(layout) })
}

/// A bar on standard error, if that is a terminal and the amount of work is known.
fn progress(args: &Args, job: &Job) -> ProgressBar {
    let sizes = args.tables.iter().map(|path| std::fs::metadata(path).ok().filter(|m| m.is_file()));
    let total: Option<u64> = sizes.map(|metadata| metadata.map(|metadata| metadata.len())).sum();
    if args.quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total), "{bar:30} {percent}% {msg}, {eta} left"),
        None => (ProgressBar::new_spinner(), "{spinner} {msg}, {elapsed}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_position(job.consumed.load(Ordering::Relaxed));
    bar
}

/// Where results go, a line a row.
enum Results {
    Stdout(Stdout),
    File(BufWriter<NewFile>),
}

impl Results {
    fn write(&mut self, text: &str) -> std::io::Result<()> {
        match self {
            Results::Stdout(out) => out.write_all(text.as_bytes()),
            Results::File(file) => file.write_all(text.as_bytes()),
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        match self {
            Results::Stdout(mut out) => out.flush().context("cannot write to standard output"),
            Results::File(file) => {
                let file = file.into_inner().map_err(|error| error.into_error());
                file.context("cannot write the results")?.keep()
            }
        }
    }
}

/// What is said in the end.
#[derive(Default)]
struct Summary {
    rows: u64,
    invalid: u64,
    malformed: u64,
    seconds: f64,
    /// The first bad rows: table, row, line, and what is wrong.
    bad: Vec<(Arc<str>, u64, u64, String)>,
}

/// How many bad rows are named.
const NAMED: usize = 10;

/// Counts rows, and writes them if there is somewhere to write to.
fn take(
    args: &Args,
    job: &Job,
    judged: Judged,
    summary: &mut Summary,
    results: Option<&mut Results>,
) -> anyhow::Result<ControlFlow<()>> {
    let mut text = String::new();
    let mut stop = false;
    for row in judged.rows {
        summary.rows += 1;
        if results.is_some() && !(row.valid && args.only_invalid) {
            write_row(&mut text, &row, &judged.file, job)?;
        }
        if row.valid {
            continue;
        }
        summary.invalid += 1;
        summary.malformed += u64::from(row.error.is_some());
        if summary.bad.len() < NAMED {
            let what = match row.error {
                Some(error) => format!("malformed: {error}"),
                None => "the signature is not valid".to_owned(),
            };
            summary.bad.push((Arc::clone(&judged.file), row.row, row.line, what));
        }
        if args.fail_fast {
            stop = true;
            break;
        }
    }
    if let Some(results) = results {
        results.write(&text).context("cannot write the results")?;
        stop |= matches!(results, Results::Stdout(out) if out.is_closed());
    }
    Ok(if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
}

/// `{"row":0,"line":1,"valid":true}`, with the table where there are several, and the copied columns.
fn write_row(text: &mut String, row: &JudgedRow, file: &str, job: &Job) -> anyhow::Result<()> {
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

/// Prints the summary: to standard output, unless that has the results; as text beside a file of results,
/// to standard error.
fn report(args: &Args, job: &Job, summary: &Summary) -> anyhow::Result<()> {
    if args.quiet {
        return Ok(());
    }
    // Of SM2 there is one rule.
    let policy = (job.rules.algorithm() != Algorithm::Sm2).then(|| args.policy.id());
    let rate = if summary.seconds > 0.0 { summary.rows as f64 / summary.seconds } else { 0.0 };
    let text = if args.json {
        let bad: Vec<Value> = summary
            .bad
            .iter()
            .map(|(file, row, line, what)| json!({ "file": &**file, "row": row, "line": line, "reason": what }))
            .collect();
        let object = json!({
            "policy": policy,
            "rows": summary.rows,
            "valid": summary.rows - summary.invalid,
            "invalid": summary.invalid,
            "malformed": summary.malformed,
            "seconds": summary.seconds,
            "signatures_per_second": rate.round(),
            "level": chop::level::current().name(),
            "bad": bad,
        });
        format!("{object:#}\n")
    } else {
        let mut text = format!(
            "rows:       {}\nvalid:      {}\ninvalid:    {}\nmalformed:  {}\nseconds:    {:.3}\n\
             per second: {rate:.0}\n",
            summary.rows,
            summary.rows - summary.invalid,
            summary.invalid,
            summary.malformed,
            summary.seconds,
        );
        if let Some(policy) = policy {
            writeln!(text, "policy:     {policy}")?;
        }
        if !summary.bad.is_empty() {
            let more = if summary.invalid > NAMED as u64 { ", the first ten" } else { "" };
            writeln!(text, "bad rows{more}:")?;
        }
        for (file, _, line, what) in &summary.bad {
            writeln!(text, "  {file}:{line}: {what}")?;
        }
        text
    };
    match &args.out {
        None => output::print(&text),
        Some(out) if args.json && !files::is_dash(out) => output::print(&text),
        Some(_) => {
            output::note(text.trim_end());
            Ok(())
        }
    }
}
