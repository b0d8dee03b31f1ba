//! Reading and creating files.
//!
//! `-` names standard input or output. Nothing is overwritten without `--force`, and then only by a
//! complete new file; files with secrets are created readable by their owner only.

use crate::output;
use anyhow::{Context, bail};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// The largest key or signature file.
const SMALL: usize = 64 * 1024;

/// How much of standard input is held in memory where it must be read twice: 1 GiB.
pub(crate) const HELD: u64 = 1 << 30;

/// Whether a name means standard input or output.
pub(crate) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Opens a file or standard input.
///
/// # Errors
/// As the system says, with the file's name.
pub(crate) fn open(path: &Path) -> anyhow::Result<Box<dyn Read + Send>> {
    if is_dash(path) { Ok(Box::new(io::stdin())) } else { Ok(Box::new(open_file(path)?)) }
}

/// Opens a file; a directory is an error here and not only when it is read.
///
/// # Errors
/// As the system says, with the file's name.
pub(crate) fn open_file(path: &Path) -> anyhow::Result<File> {
    let context = || format!("cannot read {}", output::name(path));
    let file = File::open(path).with_context(context)?;
    if file.metadata().with_context(context)?.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory)).with_context(context);
    }
    Ok(file)
}

/// Reads a small file, a key or a signature, into memory that is wiped.
///
/// # Errors
/// As the system says; if there is more than 64 KiB.
pub(crate) fn read_small(path: &Path) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let mut reader = open(path)?;
    // Allocated once: growing would leave copies behind.
    let mut bytes = Zeroizing::new(vec![0; SMALL + 1]);
    let mut len = 0;
    while len < bytes.len() {
        match reader.read(&mut bytes[len..]) {
            Ok(0) => break,
            Ok(n) => len += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", output::name(path)));
            }
        }
    }
    if len > SMALL {
        bail!("{} is no key or signature: it has more than 64 KiB", output::name(path));
    }
    bytes.truncate(len);
    Ok(bytes)
}

/// Reads everything, up to a limit.
///
/// # Errors
/// As the reader says; if there is more than `limit`.
pub(crate) fn read_held(reader: impl Read, limit: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        bail!("more than {} MiB: more than is held in memory", limit >> 20);
    }
    Ok(bytes)
}

/// Reads everything, up to a limit, into memory that is wiped.
///
/// # Errors
/// As the system says; if there is more than `limit`.
pub(crate) fn read_secret(path: &Path, limit: u64) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let mut reader = open(path)?.take(limit + 1);
    let mut bytes = Zeroizing::new(Vec::new());
    let mut piece = Zeroizing::new([0; SMALL]);
    loop {
        let n = match reader.read(&mut piece[..]) {
            Ok(0) => break,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if bytes.capacity() - bytes.len() < n {
            // Grown by hand: growing in place would leave copies behind.
            let mut grown = Zeroizing::new(Vec::with_capacity(2 * bytes.len() + SMALL));
            grown.extend_from_slice(&bytes);
            bytes = grown;
        }
        bytes.extend_from_slice(&piece[..n]);
    }
    if bytes.len() as u64 > limit {
        bail!("more than {} MiB", limit >> 20);
    }
    Ok(bytes)
}

/// Refuses a file that is there already, before the work.
///
/// # Errors
/// If there is one, unless `force`.
pub(crate) fn refuse_existing(path: &Path, force: bool) -> anyhow::Result<()> {
    if !force && !is_dash(path) && path.is_file() {
        bail!("{} exists: use --force to overwrite it", output::name(path));
    }
    Ok(())
}

/// Refuses that two arguments read standard input.
///
/// # Errors
/// If more than one is `-`.
pub(crate) fn one_stdin<'a>(paths: impl IntoIterator<Item = &'a Path>) -> anyhow::Result<()> {
    if paths.into_iter().filter(|path| is_dash(path)).count() > 1 {
        bail!("only one argument can be `-`: there is one standard input");
    }
    Ok(())
}

/// Who may read a new file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Readers {
    /// Whom the system's mask allows.
    Everybody,
    /// Only its owner.
    Owner,
}

/// A file that is being written. Removed again unless it is [kept](NewFile::keep).
pub(crate) struct NewFile {
    file: File,
    path: PathBuf,
    /// Where it is written before it takes its name, if something has that name.
    temporary: Option<PathBuf>,
    /// Not a file but a device or a pipe: nothing to remove or rename.
    special: bool,
    kept: bool,
}

impl NewFile {
    /// Creates a file. An existing one is an error, or replaced on `keep` if `force`.
    ///
    /// # Errors
    /// If there is one; as the system says.
    pub(crate) fn create(path: &Path, force: bool, readers: Readers) -> anyhow::Result<NewFile> {
        let context = || format!("cannot write {}", output::name(path));
        let existing = match std::fs::metadata(path) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(context),
        };
        let new = |file, temporary, special| NewFile {
            file,
            path: path.to_owned(),
            temporary,
            special,
            kept: false,
        };
        match existing {
            Some(metadata) if metadata.is_dir() => {
                Err(io::Error::from(io::ErrorKind::IsADirectory)).with_context(context)
            }
            Some(metadata) if !metadata.is_file() => {
                let file = OpenOptions::new().write(true).open(path).with_context(context)?;
                Ok(new(file, None, true))
            }
            Some(_) if !force => bail!("{} exists: use --force to overwrite it", output::name(path)),
            Some(_) => {
                let mut name = path.file_name().unwrap_or_default().to_owned();
                name.push(format!(".{}.new", std::process::id()));
                let temporary = path.with_file_name(name);
                let file = exclusive(&temporary, readers).with_context(context)?;
                Ok(new(file, Some(temporary), false))
            }
            None => match exclusive(path, readers) {
                Ok(file) => Ok(new(file, None, false)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    bail!("{} exists: use --force to overwrite it", output::name(path))
                }
                Err(error) => Err(error).with_context(context),
            },
        }
    }

    /// Keeps the file: gives it its name if it does not have it yet.
    ///
    /// # Errors
    /// As the system says.
    pub(crate) fn keep(mut self) -> anyhow::Result<()> {
        let context = || format!("cannot write {}", output::name(&self.path));
        self.file.flush().with_context(context)?;
        if let Some(temporary) = &self.temporary {
            std::fs::rename(temporary, &self.path).with_context(context)?;
        }
        self.kept = true;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.kept && !self.special {
            let _ = std::fs::remove_file(self.temporary.as_ref().unwrap_or(&self.path));
        }
    }
}

/// Creates a file that does not exist, with its final permissions from the start.
fn exclusive(path: &Path, readers: Readers) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if readers == Readers::Owner {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = readers;
    options.open(path)
}

/// Creates a file with this content.
///
/// # Errors
/// As [`NewFile::create`].
pub(crate) fn write_new(path: &Path, content: &[u8], force: bool, readers: Readers) -> anyhow::Result<()> {
    let mut file = NewFile::create(path, force, readers)?;
    file.write_all(content).with_context(|| format!("cannot write {}", output::name(path)))?;
    file.keep()
}

/// `path` with `suffix` added to its name.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_in_memory_has_a_limit() {
        assert_eq!(read_held(&[7; 5][..], 5).unwrap(), [7; 5]);
        assert!(read_held(&[7; 6][..], 5).is_err());
        assert!(read_held(io::repeat(0), 1 << 20).unwrap_err().to_string().contains("1 MiB"));
    }

    #[test]
    fn a_file_that_is_not_kept_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        drop(NewFile::create(&path, false, Readers::Owner).unwrap());
        assert!(!path.exists());
        std::fs::write(&path, "old").unwrap();
        let mut file = NewFile::create(&path, true, Readers::Owner).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
