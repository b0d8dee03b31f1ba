//! Reading, verifying and writing at the same time, with results in the order of the rows.
//!
//! One thread reads and cuts records into chunks, `threads` threads verify them, and the calling thread
//! takes the results in order. Every chunk is paid for from a budget of bytes before it goes out and paid
//! back when its results have been taken, so that neither a slow chunk nor a slow writer lets memory grow.

use super::chunk::Rows;
use super::columns::{self, Batch};
use super::input::{self, Format};
use super::reader::{Next, Reader, Records};
use super::reasons::{self, Rejected};
use super::row::{Row, Rules};
use super::verify::{Caches, TableKey, verdicts};
use crate::output;
use anyhow::Context;
use chop::ed25519::Policy;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// A chunk has at most this many rows, and about this many bytes.
pub(super) const ROWS: usize = 4096;
pub(super) const BYTES: usize = 4 << 20;

/// What all chunks under way hold together, about: 256 MiB.
pub(crate) const IN_FLIGHT: usize = 256 << 20;

/// What is to be done.
pub(crate) struct Job {
    /// The tables with their formats; `None` where the content says it.
    pub(crate) tables: Vec<(PathBuf, Option<Format>)>,
    /// Whether the table is a stream, whose rows are judged as soon as the writer waits.
    pub(crate) stream: bool,
    /// Whether columns are copied as columns where a table has them, and not as JSON.
    pub(crate) keeps_columns: bool,
    pub(crate) rules: Rules,
    pub(crate) key: Option<TableKey>,
    pub(crate) policy: Policy,
    /// So many rows are taken apart and not judged: an earlier run did.
    pub(crate) judged: u64,
    /// The reasons that are asked for of rows that are not valid.
    pub(crate) reasons: reasons::Asked,
    pub(crate) threads: usize,
    /// Bytes of the tables that have been read.
    pub(crate) consumed: Arc<AtomicU64>,
}

/// Rows of one table with their verdicts.
pub(crate) struct Judged {
    pub(crate) file: Arc<str>,
    pub(crate) rows: Vec<JudgedRow>,
    /// The columns that their first row has, if columns are copied.
    pub(crate) columns: Vec<String>,
    /// The columns themselves, if the table has them and they are [kept](Job::keeps_columns).
    #[cfg_attr(not(feature = "parquet"), allow(dead_code))]
    pub(crate) batch: Option<Batch>,
}

/// A row with its verdict.
pub(crate) struct JudgedRow {
    /// From 0, through all tables.
    pub(crate) row: u64,
    /// From 1, in its table.
    pub(crate) line: u64,
    pub(crate) valid: bool,
    /// Whether it was judged by a digest.
    pub(crate) digest: bool,
    /// What is wrong with a malformed row, on one line.
    pub(crate) error: Option<String>,
    /// Why a well-formed row is not valid, of as many rows as that is [asked of](Job::reasons).
    pub(crate) rejected: Option<Rejected>,
    /// The copied columns as JSON.
    pub(crate) copies: Vec<Option<String>>,
}

impl JudgedRow {
    /// Why it is not valid, as far as that is known.
    pub(crate) fn reason(&self) -> Option<&str> {
        self.error.as_deref().or(self.rejected.as_ref().map(|rejected| rejected.reason.as_str()))
    }

    /// The named policies that accept it, as far as that is known.
    pub(crate) fn accepted_by(&self) -> &[&'static str] {
        self.rejected.as_ref().map_or(&[], |rejected| &rejected.accepted_by)
    }
}

/// Rows on their way to be judged.
struct Chunk {
    file: Arc<str>,
    first_row: u64,
    rows: Rows,
}

/// Something in its place in the order of all chunks.
struct Numbered<T> {
    index: u64,
    size: usize,
    /// An error stands for the rest of a table.
    content: anyhow::Result<T>,
}

/// Judges all rows of all tables, and gives the results in order to `take`, until that says stop.
///
/// A table that cannot be read to its end is an error in its place; the next ones are read.
///
/// # Errors
/// Those of `take`.
pub(crate) fn run(
    job: &Job,
    mut take: impl FnMut(anyhow::Result<Judged>) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()> {
    let budget = Budget::new(IN_FLIGHT);
    std::thread::scope(|scope| {
        let (chunks, queue) = mpsc::sync_channel(job.threads);
        let (judged, results) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        let reading = &budget;
        scope.spawn(move || read_all(job, &chunks, reading));
        for _ in 0..job.threads {
            let (queue, judged) = (Arc::clone(&queue), judged.clone());
            scope.spawn(move || {
                // Threads are shared out by chunks: what a chunk's verification does stays on its thread.
                let _alone = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
                let mut caches = Caches::of_one_of(job.threads);
                while let Some(chunk) = next(&queue) {
                    let content = chunk.content.map(|chunk| judge(job, chunk, &mut caches));
                    if judged.send(Numbered { index: chunk.index, size: chunk.size, content }).is_err() {
                        break;
                    }
                }
            });
        }
        drop((queue, judged));

        let mut waiting = BTreeMap::new();
        let mut index = 0;
        let mut stopped = Ok(());
        'all: for result in &results {
            waiting.insert(result.index, result);
            while let Some(result) = waiting.remove(&index) {
                index += 1;
                match take(result.content) {
                    Ok(ControlFlow::Continue(())) => budget.give(result.size),
                    Ok(ControlFlow::Break(())) => break 'all,
                    Err(error) => {
                        stopped = Err(error);
                        break 'all;
                    }
                }
            }
        }
        // Everybody else ends when nobody takes what they give.
        drop(results);
        budget.close();
        stopped
    })
}

fn next(queue: &Mutex<Receiver<Numbered<Chunk>>>) -> Option<Numbered<Chunk>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Reads all tables, until nobody wants more.
fn read_all(job: &Job, chunks: &SyncSender<Numbered<Chunk>>, budget: &Budget) {
    let (mut index, mut first_row) = (0, 0);
    let mut send = |content: anyhow::Result<Chunk>| {
        let size = content.as_ref().map_or(0, |chunk| chunk.rows.size());
        let sent = budget.take(size) && chunks.send(Numbered { index, size, content }).is_ok();
        index += 1;
        sent
    };
    for (path, format) in &job.tables {
        let file: Arc<str> = output::name(path).into();
        let mut take = |rows: Rows| {
            let n = rows.len() as u64;
            let wanted = send(Ok(Chunk { file: Arc::clone(&file), first_row, rows }));
            first_row += n;
            wanted
        };
        let mut read = || match format {
            // An error names the file.
            Some(format) if !format.is_text() => {
                columns::read(job, path, *format, &mut |batch| take(Rows::Columns(batch)))
            }
            format => read_text(job, path, *format, &mut take),
        };
        let wanted = match read() {
            Ok(wanted) => wanted,
            Err(error) => send(Err(error)),
        };
        if !wanted {
            return;
        }
    }
}

/// Reads a table of text; `false` if nobody wants more.
fn read_text(
    job: &Job,
    path: &Path,
    format: Option<Format>,
    take: &mut dyn FnMut(Rows) -> bool,
) -> anyhow::Result<bool> {
    let name = output::name(path);
    let mut reader = match (job.stream, format) {
        (true, format) => Reader::of_stream(input::stream(), format.unwrap_or(Format::Jsonl)),
        (false, format) => Reader::open(path, format, &job.consumed)?,
    };
    let header = reader.header(&job.rules).with_context(|| name.clone())?.map(Arc::new);
    if let (Some(header), [_]) = (&header, job.tables.as_slice()) {
        // Of several tables another one may have it.
        header.expect_copies(&job.rules.layout).with_context(|| name.clone())?;
    }
    loop {
        let mut records = Records::default();
        let mut next = Ok(Next::Record);
        while matches!(next, Ok(Next::Record)) && records.records.len() < ROWS && records.size() < BYTES {
            next = reader.next(&mut records);
        }
        if !records.records.is_empty() && !take(Rows::Text { records, header: header.clone() }) {
            return Ok(false);
        }
        if next.with_context(|| format!("cannot read {name}"))? == Next::End {
            return Ok(true);
        }
    }
}

fn judge(job: &Job, chunk: Chunk, caches: &mut Caches) -> Judged {
    let (file, first_row, rows) = (chunk.file, chunk.first_row, chunk.rows);
    let parsed = rows.parse(&job.rules, job.keeps_columns);
    let verdicts_of = parsed.iter().zip(first_row..).map(|(parsed, row)| {
        let wanted = row >= job.judged;
        parsed.row.as_ref().ok().filter(|_| wanted)
    });
    let valid = verdicts(verdicts_of, job.key.as_ref(), job.policy, &job.rules, caches);
    let mut reasons = job.reasons.rows;
    let mut reason_of = |row: &Row| {
        reasons = reasons.checked_sub(1)?;
        Some(reasons::of(row, job))
    };
    let judged = parsed.into_iter().zip(valid).zip(rows.lines()).zip(first_row..);
    let judged = judged.map(|(((parsed, valid), line), row)| JudgedRow {
        row,
        line,
        valid,
        digest: parsed.row.as_ref().is_ok_and(Row::has_digest),
        rejected: match &parsed.row {
            Ok(of_row) if !valid && row >= job.judged => reason_of(of_row),
            _ => None,
        },
        // It may quote what the row says.
        error: parsed.row.err().map(|error| output::one_line(&error)),
        copies: parsed.copies,
    });
    let judged = judged.collect();
    let copies = !job.rules.layout.copies().is_empty();
    let columns = if copies { rows.columns() } else { Vec::new() };
    let batch = if job.keeps_columns { rows.into_batch() } else { None };
    Judged { file, rows: judged, columns, batch }
}

/// How many bytes may be under way.
struct Budget {
    limit: usize,
    /// The bytes under way; `None` when closed.
    used: Mutex<Option<usize>>,
    freed: Condvar,
}

impl Budget {
    fn new(limit: usize) -> Budget {
        Budget { limit, used: Mutex::new(Some(0)), freed: Condvar::new() }
    }

    /// Waits until `size` fits, or nothing else is under way; `false` when closed.
    fn take(&self, size: usize) -> bool {
        let guard = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |used: &mut Option<usize>| matches!(used, Some(n) if *n > 0 && *n + size > self.limit);
        let mut used = self.freed.wait_while(guard, full).unwrap_or_else(PoisonError::into_inner);
        match &mut *used {
            Some(n) => {
                *n += size;
                true
            }
            None => false,
        }
    }

    fn give(&self, size: usize) {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        *used = used.map(|n| n.saturating_sub(size));
        self.freed.notify_all();
    }

    fn close(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.freed.notify_all();
    }
}
