//! Results that are kept while they are unfinished: `NAME.partial`, and beside it `NAME.partial.json`, a record of
//! what they are the results of.
//!
//! The record comes first and goes last, so that no partial file is without one. One run at a time writes a partial
//! file, where the file system has locks.

use super::folder::Folder;
use super::new_file::{Destination, Place, plain_permissions};
use super::{Inputs, Readers, is_dash, with_suffix};
use crate::output;
use anyhow::{Context, bail};
use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The longest record: 1 MiB.
const RECORD: u64 = 1 << 20;

/// A place for a file with its partial file and its record.
pub(crate) struct Unfinished {
    folder: Folder,
    name: OsString,
    force: bool,
    /// As the user named it.
    path: PathBuf,
    record: PathBuf,
    permissions: Option<std::fs::Permissions>,
}

impl Unfinished {
    /// The place at a destination.
    ///
    /// # Errors
    /// As [`Destination::check`]; if it is no place for a regular file.
    pub(crate) fn at(destination: &Destination<'_>) -> anyhow::Result<Unfinished> {
        let path = destination.path;
        if is_dash(path) {
            bail!("--resume: standard output keeps nothing: use --out FILE");
        }
        let Place { folder, name, existing, special } = destination.place()?;
        if special {
            bail!(
                "--resume: {} is no regular file: what is written to it cannot be continued",
                output::name(path)
            );
        }
        let record = with_suffix(&folder.join(&name), ".partial.json");
        let folder = Folder::open(&folder).with_context(|| format!("cannot write {}", output::name(path)))?;
        let permissions = existing.as_ref().map(plain_permissions);
        Ok(Unfinished { folder, name, force: destination.force, path: path.to_owned(), record, permissions })
    }

    /// The record of an unfinished run, if there is one.
    ///
    /// # Errors
    /// As the system says; if there is a partial file without a record.
    pub(crate) fn record(&self) -> anyhow::Result<Option<Vec<u8>>> {
        let context = || format!("cannot read {}", self.shown(".partial.json"));
        let file = match File::open(&self.record) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if self.folder.has(&self.partial()) {
                    bail!(
                        "{partial} exists without {partial}.json, which would say what it has: remove it, or \
                         write to another file",
                        partial = self.shown(".partial")
                    );
                }
                return Ok(None);
            }
            other => other.with_context(context)?,
        };
        let mut record = Vec::new();
        file.take(RECORD).read_to_end(&mut record).with_context(context)?;
        Ok(Some(record))
    }

    /// Writes a record and begins a partial file.
    ///
    /// # Errors
    /// As the system says.
    pub(crate) fn begin(self, record: &[u8]) -> anyhow::Result<Partial> {
        let none = Inputs::default();
        let to = Destination { path: &self.record, force: false, readers: Readers::Everybody, inputs: &none };
        to.write(record)?;
        self.create()
    }

    /// Opens the partial file that the record is about, at its beginning; an empty one, if there is none yet.
    ///
    /// # Errors
    /// If another run writes it; as the system says.
    pub(crate) fn resume(self) -> anyhow::Result<Partial> {
        match self.folder.open_regular(&self.partial()) {
            Ok(file) => Partial { file, place: self }.locked(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.create(),
            Err(error) => Err(error).with_context(|| self.cannot_write()),
        }
    }

    fn create(self) -> anyhow::Result<Partial> {
        let file = self.folder.create_regular(&self.partial()).with_context(|| self.cannot_write())?;
        // One that may not be written could not be continued.
        if let Some(permissions) = self.permissions.as_ref().filter(|permissions| !permissions.readonly()) {
            file.set_permissions(permissions.clone()).with_context(|| self.cannot_write())?;
        }
        Partial { file, place: self }.locked()
    }

    fn partial(&self) -> OsString {
        let mut name = self.name.clone();
        name.push(".partial");
        name
    }

    /// The name of a file beside that of the user, for people.
    fn shown(&self, suffix: &str) -> String {
        output::name(&with_suffix(&self.path, suffix))
    }

    fn cannot_write(&self) -> String {
        format!("cannot write {}", self.shown(".partial"))
    }
}

/// An open partial file, which stays where it is unless it is [kept](Partial::keep) or [dropped](Partial::discard).
pub(crate) struct Partial {
    file: File,
    place: Unfinished,
}

impl Partial {
    fn locked(self) -> anyhow::Result<Partial> {
        if let Err(TryLockError::WouldBlock) = self.file.try_lock() {
            bail!("another run is writing {}", self.name());
        }
        Ok(self)
    }

    /// Its name, for people.
    pub(crate) fn name(&self) -> String {
        self.place.shown(".partial")
    }

    /// The file, to be read.
    pub(crate) fn content(&self) -> &File {
        &self.file
    }

    /// Cuts it off after so many bytes, where writing then goes on.
    ///
    /// # Errors
    /// As the system says.
    pub(crate) fn cut(&mut self, length: u64) -> anyhow::Result<()> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(drop).with_context(|| self.place.cannot_write())
    }

    /// Gives the file, which is complete, its name, and removes the record.
    ///
    /// # Errors
    /// As the system says; if something has the name, without `force`.
    pub(crate) fn keep(self) -> anyhow::Result<()> {
        let Unfinished { folder, name, force, path, .. } = &self.place;
        if let Some(permissions) = &self.place.permissions {
            self.file.set_permissions(permissions.clone()).with_context(|| self.place.cannot_write())?;
        }
        self.file.sync_all().with_context(|| self.place.cannot_write())?;
        let partial = self.place.partial();
        let taken = if *force { folder.replace(&partial, name) } else { folder.rename(&partial, name) };
        match taken {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !force => bail!(
                "{} has appeared meanwhile: the results are in {}; use --force to overwrite it",
                output::name(path),
                self.name()
            ),
            other => other.with_context(|| format!("cannot write {}", output::name(path)))?,
        }
        self.place.remove_record()?;
        folder.sync();
        Ok(())
    }

    /// Removes the file and the record.
    ///
    /// # Errors
    /// As the system says.
    pub(crate) fn discard(self) -> anyhow::Result<()> {
        let removed = self.place.folder.remove(&self.place.partial());
        removed.with_context(|| format!("cannot remove {}", self.name()))?;
        self.place.remove_record()
    }
}

impl Unfinished {
    fn remove_record(&self) -> anyhow::Result<()> {
        let name = Path::new(&self.record).file_name().unwrap_or_default();
        self.folder.remove(name).with_context(|| format!("cannot remove {}", self.shown(".partial.json")))
    }
}

impl Write for Partial {
    /// Errors name the file.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            kind => io::Error::new(kind, format!("{}: {error}", self.place.cannot_write())),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(path: &Path, force: bool) -> anyhow::Result<Unfinished> {
        let inputs = Inputs::default();
        Unfinished::at(&Destination { path, force, readers: Readers::Everybody, inputs: &inputs })
    }

    #[test]
    fn a_partial_file_stays_until_it_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let mut partial = place(&path, false).unwrap().begin(b"{}").unwrap();
        partial.write_all(b"one\ntw").unwrap();
        assert!(place(&path, false).unwrap().resume().is_err(), "two at a time");
        drop(partial);
        let again = place(&path, false).unwrap();
        assert_eq!(again.record().unwrap().unwrap(), b"{}");
        let mut partial = again.resume().unwrap();
        partial.cut(4).unwrap();
        partial.write_all(b"two\n").unwrap();
        partial.keep().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"one\ntwo\n");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn nothing_of_others_is_taken_for_a_partial_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        std::fs::write(folder.path().join("out.partial"), "theirs").unwrap();
        assert!(place(&path, false).unwrap().record().unwrap_err().to_string().contains("without"));
        assert!(place(&path, false).unwrap().begin(b"{}").is_err());
        assert_eq!(std::fs::read(folder.path().join("out.partial")).unwrap(), b"theirs");
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink("out.partial", folder.path().join("link.partial")).unwrap();
            assert!(place(&link, false).unwrap().resume().is_err());
        }
        std::fs::write(&path, "old").unwrap();
        assert!(place(&path, false).is_err() && place(&path, true).is_ok());
    }
}
