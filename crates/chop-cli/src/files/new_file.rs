//! Writing files: complete ones only, over nothing that was there unless asked.
//!
//! A regular file is written under a temporary name in its folder, synced, and takes its name in the end. What
//! fails or is ended by a signal before that leaves no trace, and what had the name stays. An existing file is
//! replaced with `--force` only; a link to it is followed, and the file behind it is replaced.
//!
//! FIFOs and devices are written directly; with something that only its owner may read, with `--force` only.

use super::folder::Folder;
use super::pending::Step;
use super::{Inputs, is_dash};
use crate::output;
use anyhow::{Context, bail};
use std::ffi::OsString;
use std::fs::{File, Metadata, Permissions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Who may read a new file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Readers {
    /// Those whom the file that is replaced let read; of a new file, those whom the system's mask lets.
    Everybody,
    /// Only its owner.
    Owner,
}

/// Where a result goes, and what may be done to get it there.
#[derive(Clone, Copy)]
pub(crate) struct Destination<'a> {
    pub(crate) path: &'a Path,
    /// Whether an existing file is replaced.
    pub(crate) force: bool,
    pub(crate) readers: Readers,
    /// Files that are read, and so never written.
    pub(crate) inputs: &'a Inputs,
}

/// What is at a destination.
pub(super) struct Place {
    pub(super) folder: PathBuf,
    pub(super) name: OsString,
    /// The regular file that has the name.
    pub(super) existing: Option<Metadata>,
    /// Whether it is a FIFO, a device or a socket.
    pub(super) special: bool,
}

impl Destination<'_> {
    /// Refuses what must not be written, before the work that makes what is written.
    ///
    /// # Errors
    /// If there is a file and no `force`; if it is an input; as the system says.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        if is_dash(self.path) { self.inputs.refuse(self.path) } else { self.place().map(|_| ()) }
    }

    /// Creates a file with this content.
    ///
    /// # Errors
    /// As [`create`](Destination::create) and [`NewFile::keep`].
    pub(crate) fn write(&self, content: &[u8]) -> anyhow::Result<()> {
        let mut file = self.create()?;
        file.write_all(content)?;
        file.keep()
    }

    /// Begins a file.
    ///
    /// # Errors
    /// As [`check`](Destination::check).
    pub(crate) fn create(&self) -> anyhow::Result<NewFile> {
        let place = self.place()?;
        if place.special { self.open_special() } else { self.create_regular(place) }
    }

    fn create_regular(&self, place: Place) -> anyhow::Result<NewFile> {
        let context = || self.cannot_write();
        let folder = Arc::new(Folder::open(&place.folder).with_context(context)?);
        let mode = if self.readers == Readers::Owner { 0o600 } else { 0o666 };
        let mut step = Step::begin();
        let (temporary, file) = folder.create_temporary(mode).with_context(context)?;
        step.add(&folder, &temporary);
        drop(step);
        let home = Home { folder, temporary, name: place.name, force: self.force };
        let new = NewFile { file, path: self.path.to_owned(), home: Some(home) };
        // From here on dropping it removes it.
        new.expect_private(self.readers).with_context(context)?;
        if let Some(existing) = place.existing.filter(|_| self.readers == Readers::Everybody) {
            new.file.set_permissions(plain_permissions(&existing)).with_context(context)?;
        }
        Ok(new)
    }

    fn open_special(&self) -> anyhow::Result<NewFile> {
        let context = || self.cannot_write();
        let file = File::options().write(true).open(self.path).with_context(context)?;
        if file.metadata().with_context(context)?.is_file() {
            bail!("{} became a regular file meanwhile: nothing was written", output::name(self.path));
        }
        if self.readers == Readers::Owner {
            output::refuse_terminal(file.is_terminal(), "a secret")?;
        }
        Ok(NewFile { file, path: self.path.to_owned(), home: None })
    }

    /// What is there, if it may be written.
    pub(super) fn place(&self) -> anyhow::Result<Place> {
        let context = || self.cannot_write();
        self.inputs.refuse(self.path)?;
        let is_link = match self.path.symlink_metadata() {
            Ok(metadata) => metadata.is_symlink(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let (folder, name) = split(self.path).with_context(context)?;
                return Ok(Place { folder, name, existing: None, special: false });
            }
            Err(error) => return Err(error).with_context(context),
        };
        let existing = match std::fs::metadata(self.path) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(context),
        };
        let special = match &existing {
            Some(metadata) if metadata.is_dir() => {
                return Err(io::Error::from(io::ErrorKind::IsADirectory)).with_context(context);
            }
            metadata => metadata.as_ref().is_some_and(|metadata| !metadata.is_file()),
        };
        if special && self.readers == Readers::Owner && !self.force {
            bail!(
                "{} is no regular file: others may read or keep what is written to it; use --force to write a \
                 secret to it",
                output::name(self.path)
            );
        }
        if !special && !self.force {
            bail!("{} exists: use --force to overwrite it", output::name(self.path));
        }
        let target =
            if is_link && !special { followed(self.path).with_context(context)? } else { self.path.into() };
        let (folder, name) = split(&target).with_context(context)?;
        Ok(Place { folder, name, existing, special })
    }

    fn cannot_write(&self) -> String {
        format!("cannot write {}", output::name(self.path))
    }
}

/// The folder and the name of a path.
fn split(path: &Path) -> io::Result<(PathBuf, OsString)> {
    let ends_in_a_separator = path
        .as_os_str()
        .as_encoded_bytes()
        .last()
        .is_some_and(|&byte| std::path::is_separator(char::from(byte)));
    let name = path.file_name().filter(|_| !ends_in_a_separator).ok_or(io::ErrorKind::IsADirectory)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok((folder.to_owned(), name.to_owned()))
}

/// How many links are followed: as many as Linux follows.
const LINKS: usize = 40;

/// The path behind a link, whether something is there or not.
fn followed(link: &Path) -> io::Result<PathBuf> {
    let mut path = link.to_owned();
    for _ in 0..LINKS {
        match path.read_link() {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            // No link: what has the name, or nothing.
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// The permissions of a file, without set-user-ID and the like.
pub(super) fn plain_permissions(metadata: &Metadata) -> Permissions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        Permissions::from_mode(metadata.permissions().mode() & 0o777)
    }
    #[cfg(not(unix))]
    metadata.permissions()
}

/// A file that is being written. Removed again unless it is [kept](NewFile::keep).
pub(crate) struct NewFile {
    file: File,
    /// As the user named it.
    path: PathBuf,
    /// Where it takes its name; none if it is written directly, or has its name.
    home: Option<Home>,
}

/// Where a file is until it has its name.
struct Home {
    folder: Arc<Folder>,
    temporary: OsString,
    name: OsString,
    force: bool,
}

impl NewFile {
    /// Keeps the file, which is complete: gives it its name.
    ///
    /// # Errors
    /// As the system says; if something has the name, without `force`.
    pub(crate) fn keep(mut self) -> anyhow::Result<()> {
        self.complete()?;
        let folder = self.home.as_ref().map(|home| Arc::clone(&home.folder));
        self.take_name(&mut Step::begin())?;
        if let Some(folder) = folder {
            folder.sync();
        }
        Ok(())
    }

    /// Sees to it that all of it is on the disk.
    fn complete(&mut self) -> anyhow::Result<()> {
        self.file.flush().with_context(|| self.cannot_write())?;
        if self.home.is_some() {
            self.file.sync_all().with_context(|| self.cannot_write())?;
        }
        Ok(())
    }

    fn take_name(&mut self, step: &mut Step) -> anyhow::Result<()> {
        let Some(Home { folder, temporary, name, force }) = &self.home else { return Ok(()) };
        let taken = if *force { folder.replace(temporary, name) } else { folder.rename(temporary, name) };
        match taken {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !force => {
                bail!("{} has appeared meanwhile: use --force to overwrite it", output::name(&self.path))
            }
            other => other.with_context(|| self.cannot_write())?,
        }
        step.forget(folder, temporary);
        self.home = None;
        Ok(())
    }

    /// Checks that it is a regular file of this user that nobody else can have open, if only its owner may read it.
    fn expect_private(&self, readers: Readers) -> io::Result<()> {
        #[cfg(unix)]
        if readers == Readers::Owner {
            use std::os::unix::fs::MetadataExt;
            let metadata = self.file.metadata()?;
            let ours = metadata.uid() == rustix::process::geteuid().as_raw();
            if !metadata.is_file() || !ours || metadata.nlink() != 1 {
                return Err(io::Error::other("what was created there is not a file of its own"));
            }
        }
        #[cfg(not(unix))]
        let _ = readers;
        Ok(())
    }

    fn cannot_write(&self) -> String {
        format!("cannot write {}", output::name(&self.path))
    }
}

/// Keeps a private key and its public half, so that no run and no crash leaves halves that do not match: under
/// the lock of the folder the old public half goes first and the new one comes last.
///
/// # Errors
/// As [`NewFile::keep`]. Without `force` then neither is kept; with it the private key may be.
pub(crate) fn keep_pair(mut private: NewFile, mut public: NewFile) -> anyhow::Result<()> {
    private.complete()?;
    public.complete()?;
    // Held until the folder is dropped, at the end of this function.
    let place = private.home.as_ref().map(|home| (Arc::clone(&home.folder), home.name.clone(), home.force));
    if let Some((folder, ..)) = &place {
        folder.lock();
    }
    let mut step = Step::begin();
    public.clear()?;
    private.take_name(&mut step)?;
    let name = output::name(&private.path);
    match (public.take_name(&mut step), place) {
        (Ok(()), place) => {
            drop(step);
            if let Some((folder, ..)) = place {
                folder.sync();
            }
            Ok(())
        }
        (Err(error), Some((folder, private, false))) => {
            // Of this run, under a name that nothing had: nobody knows it yet.
            let _ = folder.remove(&private);
            Err(error)
        }
        (Err(error), _) => {
            Err(error.context(format!("{name} is written, but not its public key: `chop pubkey` makes it")))
        }
    }
}

impl NewFile {
    /// Makes way for it: removes what has its name, or refuses it without `force`.
    fn clear(&self) -> anyhow::Result<()> {
        let Some(Home { folder, name, force, .. }) = &self.home else { return Ok(()) };
        if !folder.has(name) {
            return Ok(());
        }
        if !force {
            bail!("{} has appeared meanwhile: use --force to overwrite it", output::name(&self.path));
        }
        folder.remove(name).with_context(|| self.cannot_write())
    }
}

impl Write for NewFile {
    /// Errors name the file.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| named(error, &self.path))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| named(error, &self.path))
    }
}

/// The error with the file's name. An interruption stays one, so that it is tried again.
fn named(error: io::Error, path: &Path) -> io::Error {
    let kind = error.kind();
    if kind == io::ErrorKind::Interrupted {
        return error;
    }
    io::Error::new(kind, format!("cannot write {}: {error}", output::name(path)))
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(Home { folder, temporary, .. }) = &self.home {
            let mut step = Step::begin();
            let _ = folder.remove(temporary);
            step.forget(folder, temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn destination<'a>(path: &'a Path, force: bool, inputs: &'a Inputs) -> Destination<'a> {
        Destination { path, force, readers: Readers::Owner, inputs }
    }

    #[test]
    fn a_file_that_is_not_kept_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let none = Inputs::default();
        drop(destination(&path, false, &none).create().unwrap());
        assert!(!path.exists());
        std::fs::write(&path, "old").unwrap();
        let mut file = destination(&path, true, &none).create().unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_name_that_appears_while_a_file_is_written_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let none = Inputs::default();
        let mut file = destination(&path, false, &none).create().unwrap();
        file.write_all(b"ours").unwrap();
        std::fs::write(&path, "theirs").unwrap();
        assert!(file.keep().unwrap_err().to_string().contains("appeared meanwhile"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "theirs");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_pair_whose_public_name_is_taken_is_not_kept_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let (private, public) = (folder.path().join("a"), folder.path().join("a.pub"));
        let none = Inputs::default();
        let pair = || {
            let file = |path| destination(path, false, &none).create().unwrap();
            (file(&private), file(&public))
        };
        let (a, b) = pair();
        std::fs::write(&public, "theirs").unwrap();
        assert!(keep_pair(a, b).is_err());
        assert!(!private.exists() && std::fs::read(&public).unwrap() == b"theirs");
        std::fs::remove_file(&public).unwrap();
        let (a, b) = pair();
        keep_pair(a, b).unwrap();
        assert!(private.exists() && public.exists());
    }
}
