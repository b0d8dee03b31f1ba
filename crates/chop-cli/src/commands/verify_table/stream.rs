//! Answers on rows from standard input, for a program that waits for the answers to a block of rows before it
//! sends the next block.
//!
//! Each line is a row, and each row gets one line, `1` or `0`, in its place. What has been read is answered as soon as
//! reading on would wait, and the answers are flushed: so the other side may wait for them at any row's end.

use super::{Args, Tables};
use crate::exit::Outcome;
use crate::output::{self, Stdout};
use crate::table::input::Format;
use crate::table::layout::Layout;
use crate::table::pipeline::{self, Job};
use anyhow::bail;
use std::ops::ControlFlow;

/// The layout and the format of the rows.
///
/// # Errors
/// If the format is none for streams, or its columns are not named.
pub(super) fn table(args: &Args) -> anyhow::Result<(Layout, Tables)> {
    let format = args.table.format.unwrap_or(Format::Jsonl);
    let layout = match format {
        Format::Jsonl => Layout::new(&args.table.columns, &args.table.encoding, &[])?,
        Format::Tsv if args.table.columns.is_empty() => bail!(
            "--stream --format tsv: the rows have no header; name their columns in order, as in \
             --columns public_key,message,signature"
        ),
        Format::Tsv => Layout::in_order(&args.table.columns, &args.table.encoding)?,
        _ => bail!("--stream reads jsonl and tsv"),
    };
    Ok((layout, vec![("-".into(), Some(format))]))
}

/// Answers all rows.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn answer(job: &Job) -> anyhow::Result<Outcome> {
    let mut out = Stdout::lock();
    let mut outcome = Outcome::Done;
    pipeline::run(job, |judged| {
        match judged {
            Ok(judged) => {
                let answers: String =
                    judged.rows.iter().map(|row| if row.valid { "1\n" } else { "0\n" }).collect();
                out.text(&answers)?;
                out.flush()?;
            }
            Err(error) => {
                output::complain(&error);
                outcome = Outcome::CannotJudge;
            }
        }
        if !out.is_closed() {
            return Ok(ControlFlow::Continue(()));
        }
        // Whoever asked has gone, and not all rows were answered.
        outcome = Outcome::CannotJudge;
        Ok(ControlFlow::Break(()))
    })?;
    Ok(outcome)
}
