//! A document: read as often as it is needed, and held where it can be read only once.

use crate::{files, output};
use std::io::Read;
use std::path::Path;

/// A document that is judged.
pub(super) struct Document<'a> {
    path: &'a Path,
    held: Option<Vec<u8>>,
}

impl<'a> Document<'a> {
    /// The document with this name. `again` says that it may be read more than once: what is no regular file is then held.
    ///
    /// # Errors
    /// As the system says; if it must be held and is longer than what is held.
    pub(super) fn new(path: &'a Path, again: bool) -> anyhow::Result<Document<'a>> {
        let is_regular = !files::is_dash(path) && path.metadata().is_ok_and(|metadata| metadata.is_file());
        let held = if again && !is_regular {
            Some(files::read_held(files::open(path)?, files::HELD)?)
        } else {
            None
        };
        Ok(Document { path, held })
    }

    /// Its file.
    pub(super) fn path(&self) -> &'a Path {
        self.path
    }

    /// Its name, as a sentence has it.
    pub(super) fn name(&self) -> String {
        output::name(self.path)
    }

    /// Opens it at its beginning.
    ///
    /// # Errors
    /// As the system says.
    pub(super) fn open(&self) -> anyhow::Result<Box<dyn Read + '_>> {
        match &self.held {
            Some(content) => Ok(Box::new(content.as_slice())),
            None => Ok(files::open(self.path)?),
        }
    }

    /// All of it.
    ///
    /// # Errors
    /// As the system says; if it is longer than what is held.
    pub(super) fn whole(&self) -> anyhow::Result<Vec<u8>> {
        files::read_held(self.open()?, files::HELD)
    }
}
