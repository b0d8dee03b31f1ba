//! `chop verify-table`: the signatures in the rows of tables.

mod results;
mod resume;
mod stream;
mod summary;

use crate::algorithm::Algorithm;
use crate::cli::{HashArg, IdArgs, PolicyArgs};
use crate::exit::Outcome;
use crate::files::{self, Destination, Inputs, Readers};
use crate::keys;
use crate::output;
use crate::scheme::{Asked, Scheme, needed};
use crate::signature::ReadingArgs;
use crate::table::args::TableArgs;
use crate::table::columns;
use crate::table::input::{Format, format_of};
use crate::table::layout::{Layout, there_are};
use crate::table::pipeline::{self, Job, Judged};
use crate::table::reasons;
use crate::table::row::Rules;
use crate::table::verify::TableKey;
use anyhow::{Context, bail};
use chop::encoding::PublicKey;
use chop::secp256k1::MessageHash;
use chop::sm2;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use results::Results;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use summary::Summary;

/// Verify the signatures in the rows of tables
///
/// Tables are JSON Lines, a JSON array, CSV or tab-separated text, plain, gzip or zstd, of any size, with the columns public_key,
/// message and signature in hexadecimal, and optionally context (text), context_hex and algorithm. Rows of SM2 have a
/// point as public_key (65 bytes, or 33), a raw or DER signature, optionally id (hexadecimal), and with
/// --allow-digests a digest (32 bytes) instead of the message. Rows of secp256k1 have the same but an id, and instead
/// of a public_key, or beside it, an address, which is compared with that of the recovered key: then the signature has
/// 65 bytes, or beside 64 stands v or recovery_id; --hash says how messages are hashed. A malformed row is counted
/// apart from the invalid ones, and stops nothing.
///
/// Parquet and Arrow (.parquet, .arrow, .arrows) are for programs built with the feature parquet. Their columns of
/// bytes hold the bytes themselves; columns of text are read as in JSON.
///
/// With --stream the rows come from standard input, and each is answered by a line, 1 or 0, as soon as no more
/// rows are there: a database can keep the program running and ask it block by block.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The tables; `-` is standard input
    #[arg(value_name = "TABLE", required_unless_present = "stream")]
    tables: Vec<PathBuf>,
    /// Answer each row of standard input, JSON Lines or with --format tsv tab-separated text without a header, by the
    /// line 1 if it is valid and 0 if not, malformed or blank ones included. The exit code is 0 at the end of the
    /// rows, whatever the answers
    #[arg(long, conflicts_with_all = ["tables", "out", "fail_fast", "json", "explain_invalid"])]
    stream: bool,
    /// The algorithm of rows that do not say it [default: ed25519; ed25519ctx with a context]
    #[arg(long, value_parser = Algorithm::that_sign(), value_name = "NAME")]
    algorithm: Option<Algorithm>,
    /// One public key for all rows; a column of public keys is then ignored
    #[arg(long, value_name = "KEY")]
    key: Option<PathBuf>,
    /// Threads that verify [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the verdict on each row to FILE: CSV if its name ends in .csv, Parquet if in .parquet, else JSON Lines;
    /// compressed, if it ends in .gz or .zst. FILE appears when all rows are judged
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Copy this column to the output; can be repeated
    #[arg(long, value_name = "COLUMN", requires = "out")]
    copy: Vec<String>,
    /// Write only invalid rows to the output
    #[arg(long, requires = "out")]
    only_invalid: bool,
    /// Keep unfinished results as FILE.partial, and go on after the last whole line of it, if an earlier run with
    /// --resume left one: one with the same arguments, policy and key, of tables that have not changed since
    #[arg(long, requires = "out", conflicts_with = "fail_fast")]
    resume: bool,
    /// Say of each invalid row which of the policies of `chop policies` accept it, as accepted_by in the output and in
    /// the summary
    #[arg(long)]
    explain_invalid: bool,
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
    table: TableArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    policy: PolicyArgs,
    // Of SM2 rows without an id.
    #[command(flatten)]
    id: IdArgs,
    #[command(flatten)]
    hash: HashArg,
}

/// Judges all rows.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    files::one_stdin(args.inputs())?;
    let (mut job, key) = job(args)?;
    if args.stream {
        return stream::answer(&job);
    }
    let inputs = Inputs::of(args.inputs());
    let destination =
        |path| Destination { path, force: args.force, readers: Readers::Everybody, inputs: &inputs };
    let mut summary = Summary::default();
    let mut results = match &args.out {
        Some(path) if args.resume => {
            let (results, earlier) = resume::open(args, &destination(path), &job, key.as_ref())?;
            job.judged = earlier.rows;
            summary = Summary::after(earlier);
            Some(results)
        }
        Some(path) => Some(Results::begin(&destination(path), &job)?),
        None => None,
    };
    let bar = progress(args, &job);
    let start = Instant::now();
    let (mut failed, mut stopped) = (false, false);
    pipeline::run(&job, |judged| {
        let judged = match judged {
            Ok(judged) => judged,
            Err(error) => {
                bar.suspend(|| output::complain(&error));
                failed = true;
                // What is continued must have no gap.
                return Ok(if args.resume { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
            }
        };
        let stop = take(args, &job, judged, &mut summary, results.as_mut())?;
        bar.set_position(job.consumed.load(Ordering::Relaxed));
        bar.set_message(progressed(&summary, &bar));
        stopped |= stop.is_break();
        Ok(stop)
    })?;
    bar.finish_and_clear();
    summary.seconds = start.elapsed().as_secs_f64();
    if results.as_ref().is_some_and(Results::is_closed) {
        // Whoever read the results had enough; not all rows were judged.
        return Ok(Outcome::CannotJudge);
    }
    if !failed && summary.passed < summary.resumed {
        bail!("the tables have {} rows, and {} were judged before", summary.passed, summary.resumed);
    }
    if summary.rows == 0 && !failed {
        output::note("chop: there are no rows: nothing was judged");
    }
    if let Some(column) = summary.missing_copy(&job).filter(|_| !failed && !stopped) {
        let columns = there_are(summary.columns());
        results.map_or(Ok(()), Results::discard)?;
        bail!("--copy {column}: no row has that column{columns}");
    }
    if summary.rows > 0 || args.json {
        summary.report(args, &job)?;
    }
    let complete = !failed && summary.rows > 0;
    match results {
        Some(results) if summary.rows == 0 && !failed => results.discard()?,
        Some(results) => results.finish(complete)?,
        None => {}
    }
    if !complete {
        return Ok(Outcome::CannotJudge);
    }
    Ok(Outcome::of_verdict(summary.bad() == 0))
}

impl Args {
    /// The files that are read.
    fn inputs(&self) -> impl Iterator<Item = &Path> {
        let stream = self.stream.then_some(Path::new("-"));
        self.tables.iter().chain(&self.key).map(PathBuf::as_path).chain(stream)
    }
}

/// Counts rows, and writes them if there is somewhere to write to.
fn take(
    args: &Args,
    job: &Job,
    judged: Judged,
    summary: &mut Summary,
    mut results: Option<&mut Results>,
) -> anyhow::Result<ControlFlow<()>> {
    let mut stop = false;
    summary.note_columns(judged.columns, job);
    for (i, row) in judged.rows.into_iter().enumerate() {
        if row.row < job.judged {
            summary.pass(&row);
            continue;
        }
        if let Some(results) = results.as_mut().filter(|_| !(row.valid && args.only_invalid)) {
            results.add(i, &row, &judged.file, job)?;
        }
        let valid = row.valid;
        summary.count(&row, &judged.file);
        if !valid && args.fail_fast {
            stop = true;
            break;
        }
    }
    if let Some(results) = results {
        results.write(judged.batch.as_ref())?;
        stop |= results.is_closed();
    }
    Ok(if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
}

/// What is to be done, and the one key for all rows, if one is given.
fn job(args: &Args) -> anyhow::Result<(Job, Option<PublicKey>)> {
    let (layout, tables) = if args.stream { stream::table(args)? } else { tables(args)? };
    let key = match &args.key {
        None => None,
        Some(path) => {
            Some(keys::read_verifying(path, Asked { algorithm: args.algorithm, ..Asked::default() })?)
        }
    };
    let of_key = key.as_ref().map(|key| Algorithm::of_library(key.algorithm())).transpose()?;
    let Args { algorithm, table, reading, policy, id, .. } = args;
    let what = RuleArgs { algorithm: *algorithm, table, reading, policy, id, hash: args.hash.hash };
    let rules = rules(&what, layout, of_key)?;
    let job = Job {
        tables,
        stream: args.stream,
        keeps_columns: args.out.as_deref().is_some_and(results::keeps_columns),
        rules,
        key: key.as_ref().map(TableKey::new).transpose()?,
        policy: args.policy.rule(),
        reasons: reasons(args),
        threads: args.threads.map_or_else(super::all_cores, usize::from),
        consumed: Arc::new(AtomicU64::new(0)),
        judged: 0,
    };
    Ok((job, key))
}

/// The reasons that are asked for of rows that are not valid: of all of them in results, of the first ones in a summary.
fn reasons(args: &Args) -> reasons::Asked {
    let rows = match args {
        Args { out: Some(_), .. } => usize::MAX,
        Args { stream: false, quiet: false, .. } => summary::NAMED,
        _ => 0,
    };
    reasons::Asked { rows, accepted_by: args.explain_invalid }
}

/// Tables with their formats; `None` where the content says it.
type Tables = Vec<(PathBuf, Option<Format>)>;

/// The tables that are asked for, and their layout.
fn tables(args: &Args) -> anyhow::Result<(Layout, Tables)> {
    let layout = Layout::new(&args.table.columns, &args.table.encoding, &args.copy)?;
    let table = |path: &PathBuf| Ok((path.clone(), format(path, &args.table)?));
    Ok((layout, args.tables.iter().map(table).collect::<anyhow::Result<_>>()?))
}

/// The format of a table; `None` where the content says it.
///
/// # Errors
/// If neither an argument nor the name says it; if this program reads no such tables.
pub(crate) fn format(path: &Path, args: &TableArgs) -> anyhow::Result<Option<Format>> {
    let format = args.format.map_or_else(|| format_of(path), |format| Ok(Some(format)))?;
    if format.is_some_and(|format| !format.is_text()) {
        columns::available(&output::name(path))?;
    }
    Ok(format)
}

/// Arguments that decide what holds for all rows.
pub(crate) struct RuleArgs<'a> {
    pub(crate) algorithm: Option<Algorithm>,
    pub(crate) table: &'a TableArgs,
    pub(crate) reading: &'a ReadingArgs,
    pub(crate) policy: &'a PolicyArgs,
    pub(crate) id: &'a IdArgs,
    pub(crate) hash: Option<MessageHash>,
}

/// What holds for all rows. What was asked for and can mean nothing is refused before any row, with the
/// sentence that single signatures get.
///
/// # Errors
/// If something is refused.
pub(crate) fn rules(args: &RuleArgs<'_>, layout: Layout, key: Option<Algorithm>) -> anyhow::Result<Rules> {
    let id = args.id.bytes();
    if let Some(known) = key.or(args.algorithm) {
        // What else the rows of other algorithms need stands in the table.
        let algorithm = args.algorithm.filter(|asked| *asked == Algorithm::Bip340);
        let asked = Asked { algorithm, id, hash: args.hash, ..Asked::default() };
        match Scheme::resolve(known.of_key(), asked).map_err(anyhow::Error::msg)? {
            Scheme::Sm2(_) => args.policy.refuse()?,
            Scheme::Bip340 => {
                args.policy.refuse()?;
                args.reading.refuse_der(Algorithm::Bip340)?;
            }
            Scheme::Secp256k1(hash) => {
                args.policy.ecdsa()?;
                if !args.table.allow_digests {
                    needed(hash).map_err(anyhow::Error::msg)?;
                }
            }
            scheme => {
                args.policy.ed25519()?;
                args.reading.refuse_der(scheme.algorithm())?;
            }
        }
    }
    let id = match id {
        Some(id) => sm2::Id::new(id).with_context(|| format!("--id has {} bytes", id.len()))?,
        None => sm2::Id::DEFAULT,
    };
    let id = id.as_bytes().to_vec();
    args.reading.refuse_structures("tables have")?;
    args.reading.refuse_base58()?;
    let (reading, allow_digests) = (args.reading.reading(), args.table.allow_digests);
    let (hash, ecdsa) = (args.hash, args.policy.ecdsa().unwrap_or_default());
    Ok(Rules { asked: args.algorithm, key, reading, id, hash, ecdsa, allow_digests, layout })
}

/// A bar on standard error, if that is a terminal and the amount of work is known.
fn progress(args: &Args, job: &Job) -> ProgressBar {
    let sizes = args.tables.iter().map(|path| std::fs::metadata(path).ok().filter(|m| m.is_file()));
    let total: Option<u64> = sizes.map(|metadata| metadata.map(|metadata| metadata.len())).sum();
    if args.quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    // On one line of any terminal: what is left of the line has the beginning of the message.
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total), "{bar:12} {percent:>3}% {wide_msg}"),
        None => (ProgressBar::new_spinner(), "{spinner} {wide_msg}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_position(job.consumed.load(Ordering::Relaxed));
    bar
}

/// What a bar says: how many rows, and how long it will take, or has taken where the amount of work is unknown.
fn progressed(summary: &Summary, bar: &ProgressBar) -> String {
    let time = match bar.length() {
        Some(_) => format!("{:#} left", HumanDuration(bar.eta())),
        None => format!("{:#}", HumanDuration(bar.elapsed())),
    };
    format!("{} rows, {} bad, {time}", summary.rows, summary.bad())
}
