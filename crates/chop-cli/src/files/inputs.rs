//! Which files a run reads, so that it writes over none of them.

use super::is_dash;
use crate::output;
use anyhow::bail;
use std::path::{Path, PathBuf};

/// The files that a run reads, by what they are and not by their names.
#[derive(Default)]
pub(crate) struct Inputs(Vec<(PathBuf, Identity)>);

impl Inputs {
    /// Those of these paths that are there; `-` is the file that standard input is, if it is one.
    pub(crate) fn of<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Inputs {
        let known = |path: &Path| {
            let identity = if is_dash(path) { Identity::of_stdin() } else { Identity::of(path) };
            identity.map(|identity| (path.to_owned(), identity))
        };
        Inputs(paths.into_iter().filter_map(known).collect())
    }

    /// Refuses an output that is one of the inputs, links followed. `-` is the file that standard output is.
    ///
    /// # Errors
    /// If it is one.
    pub(super) fn refuse(&self, output: &Path) -> anyhow::Result<()> {
        let target = if is_dash(output) { Identity::of_stdout() } else { Identity::of(output) };
        let same = self.0.iter().find(|(_, identity)| Some(identity) == target.as_ref());
        let Some((input, _)) = same else { return Ok(()) };
        let (output, input) = (output::name(output), output::name(input));
        bail!("{output} is the file that {input} is read from: write to another file")
    }
}

#[cfg(unix)]
use unix::Identity;

#[cfg(unix)]
mod unix {
    use rustix::fs::{FileType, Stat, fstat, stat};
    use std::path::Path;

    /// Device and inode of a regular file.
    #[derive(PartialEq, Eq)]
    pub(super) struct Identity(u64, u64);

    impl Identity {
        pub(super) fn of(path: &Path) -> Option<Identity> {
            stat(path).ok().and_then(Identity::from_stat)
        }

        pub(super) fn of_stdin() -> Option<Identity> {
            fstat(std::io::stdin()).ok().and_then(Identity::from_stat)
        }

        pub(super) fn of_stdout() -> Option<Identity> {
            fstat(std::io::stdout()).ok().and_then(Identity::from_stat)
        }

        #[allow(clippy::unnecessary_cast)] // the types differ between systems
        fn from_stat(stat: Stat) -> Option<Identity> {
            let regular = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
            regular.then_some(Identity(stat.st_dev as u64, stat.st_ino as u64))
        }
    }
}

#[cfg(not(unix))]
use elsewhere::Identity;

#[cfg(not(unix))]
mod elsewhere {
    use std::path::{Path, PathBuf};

    /// The path of a regular file without links.
    #[derive(PartialEq, Eq)]
    pub(super) struct Identity(PathBuf);

    impl Identity {
        pub(super) fn of(path: &Path) -> Option<Identity> {
            path.canonicalize().ok().filter(|path| path.is_file()).map(Identity)
        }

        pub(super) fn of_stdin() -> Option<Identity> {
            None
        }

        pub(super) fn of_stdout() -> Option<Identity> {
            None
        }
    }
}
