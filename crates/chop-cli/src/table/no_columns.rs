//! Tables in columns, Parquet and Arrow, where the program is built without the feature `parquet`: none can be read.

use super::input::Format;
use super::pipeline::Job;
use super::row::{Parsed, Rules};
use super::single::Found;
use std::path::Path;

/// Some rows in columns: there are none.
pub(crate) enum Batch {}

impl Batch {
    pub(super) fn len(&self) -> usize {
        match *self {}
    }

    pub(super) fn size(&self) -> usize {
        match *self {}
    }

    pub(super) fn first_line(&self) -> u64 {
        match *self {}
    }

    pub(super) fn names(&self) -> &[String] {
        match *self {}
    }

    pub(super) fn fields(&self, _: usize, _: &Rules) -> Found {
        match *self {}
    }

    pub(super) fn parse(&self, _: &Rules, _: bool) -> Vec<Parsed> {
        match *self {}
    }
}

/// Says how to get a program that reads such tables.
///
/// # Errors
/// Always.
pub(crate) fn available(what: &str) -> anyhow::Result<()> {
    anyhow::bail!(
        "{what}: this program is built without Parquet and Arrow; install one that has them with \
         cargo install --locked --path crates/chop-cli --features parquet"
    )
}

/// Reads no table.
///
/// # Errors
/// Always.
pub(super) fn read(
    _: &Job,
    path: &Path,
    _: Format,
    _: &mut dyn FnMut(Batch) -> bool,
) -> anyhow::Result<bool> {
    available(&crate::output::name(path)).map(|()| true)
}
