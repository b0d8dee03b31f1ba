//! Reading and creating files.
//!
//! `-` names standard input or output. [`new_file`] has the rules of writing: what may be overwritten, and when.

mod folder;
mod inputs;
mod new_file;
mod partial;
mod pending;

pub(crate) use inputs::Inputs;
pub(crate) use new_file::{Destination, NewFile, Readers, keep_pair};
pub(crate) use partial::{Partial, Unfinished};

use crate::output;
use anyhow::{Context, bail};
use std::fs::File;
use std::io::{self, Read};
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

/// The documents among some files: `NAME.sig` and `NAME.minisig` are signatures of `NAME` where that is among them, too, as all files of a
/// folder are.
pub(crate) fn without_signatures(paths: &[PathBuf]) -> impl Iterator<Item = &PathBuf> {
    paths.iter().filter(|path| {
        let name = path.as_os_str().as_encoded_bytes();
        let signed = name.strip_suffix(b".sig").or(name.strip_suffix(b".minisig"));
        !signed.is_some_and(|signed| paths.iter().any(|other| other.as_os_str().as_encoded_bytes() == signed))
    })
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
}
