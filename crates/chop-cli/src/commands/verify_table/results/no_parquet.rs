//! Results as a Parquet file, where the program is built without the feature `parquet`: none is begun.

use crate::files::{Destination, NewFile};
use crate::table::columns::{Batch, available};
use crate::table::pipeline::{Job, JudgedRow};

/// Verdicts on their way to a file: there are none.
pub(super) enum Table {}

impl Table {
    pub(super) fn begin(destination: &Destination<'_>, _: &Job) -> anyhow::Result<Table> {
        available(&crate::output::name(destination.path))?;
        unreachable!("such files are not available")
    }

    pub(super) fn add(&mut self, _: usize, _: &JudgedRow, _: &str) -> anyhow::Result<()> {
        match *self {}
    }

    pub(super) fn write(&mut self, _: Option<&Batch>) -> anyhow::Result<()> {
        match *self {}
    }

    pub(super) fn finish(self) -> anyhow::Result<Option<NewFile>> {
        match self {}
    }
}
