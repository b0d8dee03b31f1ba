//! A folder that is held open: names in it are created, renamed and removed whatever happens to its path.
//!
//! On Unix every operation goes through the descriptor of the folder, so that a link which takes the folder's
//! place meanwhile leads nothing astray. Elsewhere the operations go through the path.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::Path;

/// How many random names are tried before a folder is given up.
const TRIES: usize = 16;

#[cfg(unix)]
pub(super) use unix::Folder;

#[cfg(not(unix))]
pub(super) use elsewhere::Folder;

impl Folder {
    /// Creates a file under a random name, readable as `mode` and the system's mask say.
    ///
    /// # Errors
    /// As the system says.
    pub(super) fn create_temporary(&self, mode: u32) -> io::Result<(OsString, File)> {
        let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
        for _ in 0..TRIES {
            let mut random = [0; 8];
            getrandom::fill(&mut random).map_err(io::Error::other)?;
            let name = OsString::from(format!(".chop-{:016x}.part", u64::from_le_bytes(random)));
            match self.create(&name, mode) {
                Ok(file) => return Ok((name, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
                Err(error) => return Err(error),
            }
        }
        Err(last)
    }

    /// Creates a file that does not exist, readable as the system's mask says.
    ///
    /// # Errors
    /// As the system says.
    pub(super) fn create_regular(&self, name: &OsStr) -> io::Result<File> {
        self.create(name, 0o666)?;
        // Opened again, to be read, too.
        self.open_regular(name)
    }

    /// Opens a file that exists, to be read and written.
    ///
    /// # Errors
    /// As the system says; if it is a link or no regular file.
    pub(super) fn open_regular(&self, name: &OsStr) -> io::Result<File> {
        let file = self.open_existing(name)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is no regular file"));
        }
        Ok(file)
    }
}

#[cfg(unix)]
mod unix {
    use super::{File, OsStr, Path, io};
    use rustix::fs::{
        AtFlags, CWD, Mode, OFlags, RenameFlags, linkat, openat, renameat, renameat_with, unlinkat,
    };
    use rustix::io::Errno;

    /// A folder that is held open.
    pub(crate) struct Folder(File);

    impl Folder {
        /// Opens a folder.
        ///
        /// # Errors
        /// As the system says.
        pub(crate) fn open(path: &Path) -> io::Result<Folder> {
            let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
            let opened = openat(CWD, path, flags | OFlags::RDONLY, Mode::empty());
            // A folder that may be written but not listed cannot be opened for reading.
            #[cfg(any(target_os = "linux", target_os = "android"))]
            let opened = match opened {
                Err(Errno::ACCESS) => openat(CWD, path, flags | OFlags::PATH, Mode::empty()),
                other => other,
            };
            Ok(Folder(File::from(opened?)))
        }

        /// Creates a file that does not exist.
        pub(super) fn create(&self, name: &OsStr, mode: u32) -> io::Result<File> {
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            Ok(File::from(openat(&self.0, name, flags, Mode::from_raw_mode(mode as _))?))
        }

        /// Opens a regular file that exists, to be read and written.
        pub(super) fn open_existing(&self, name: &OsStr) -> io::Result<File> {
            let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
            Ok(File::from(openat(&self.0, name, flags, Mode::empty())?))
        }

        /// Gives a file another name and replaces the file that has that name.
        pub(crate) fn replace(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
            Ok(renameat(&self.0, from, &self.0, to)?)
        }

        /// Gives a file another name, unless something has that name.
        pub(crate) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
            match renameat_with(&self.0, from, &self.0, to, RenameFlags::NOREPLACE) {
                Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                    linkat(&self.0, from, &self.0, to, AtFlags::empty())?;
                    self.remove(from)
                }
                other => Ok(other?),
            }
        }

        /// Removes a file.
        pub(crate) fn remove(&self, name: &OsStr) -> io::Result<()> {
            Ok(unlinkat(&self.0, name, AtFlags::empty())?)
        }

        /// Whether something has this name, a link that leads nowhere included.
        pub(crate) fn has(&self, name: &OsStr) -> bool {
            rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW).is_ok()
        }

        /// Waits until no other run of this program holds the folder; held until the folder is dropped. A file
        /// system without locks gives none.
        pub(crate) fn lock(&self) {
            let _ = self.0.lock();
        }

        /// Waits until the names in it are on the disk, where the system can.
        pub(crate) fn sync(&self) {
            let _ = self.0.sync_all();
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use super::{File, OsStr, Path, io};
    use std::fs;
    use std::path::PathBuf;

    /// A folder by its path.
    pub(crate) struct Folder(PathBuf);

    impl Folder {
        pub(crate) fn open(path: &Path) -> io::Result<Folder> {
            path.canonicalize().map(Folder)
        }

        pub(super) fn create(&self, name: &OsStr, _: u32) -> io::Result<File> {
            File::options().write(true).create_new(true).open(self.0.join(name))
        }

        pub(super) fn open_existing(&self, name: &OsStr) -> io::Result<File> {
            File::options().read(true).write(true).open(self.0.join(name))
        }

        pub(crate) fn replace(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
            fs::rename(self.0.join(from), self.0.join(to))
        }

        pub(crate) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
            fs::hard_link(self.0.join(from), self.0.join(to))?;
            self.remove(from)
        }

        pub(crate) fn remove(&self, name: &OsStr) -> io::Result<()> {
            fs::remove_file(self.0.join(name))
        }

        pub(crate) fn has(&self, name: &OsStr) -> bool {
            self.0.join(name).symlink_metadata().is_ok()
        }

        pub(crate) fn lock(&self) {}

        pub(crate) fn sync(&self) {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_has_appeared_is_not_replaced_unasked() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = Folder::open(temporary.path()).unwrap();
        let (name, _) = folder.create_temporary(0o600).unwrap();
        std::fs::write(temporary.path().join("there"), "old").unwrap();
        let error = folder.rename(&name, OsStr::new("there")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(temporary.path().join("there")).unwrap(), b"old");
        folder.replace(&name, OsStr::new("there")).unwrap();
        assert_eq!(std::fs::read(temporary.path().join("there")).unwrap(), b"");
        assert!(!folder.has(&name));
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_whose_path_is_taken_by_a_link_is_still_the_same() {
        let temporary = tempfile::tempdir().unwrap();
        let at = |name: &str| temporary.path().join(name);
        std::fs::create_dir(at("ours")).unwrap();
        std::fs::create_dir(at("theirs")).unwrap();
        let folder = Folder::open(&at("ours")).unwrap();
        std::fs::rename(at("ours"), at("moved")).unwrap();
        std::os::unix::fs::symlink(at("theirs"), at("ours")).unwrap();
        let (name, _) = folder.create_temporary(0o600).unwrap();
        folder.rename(&name, OsStr::new("result")).unwrap();
        assert!(at("moved/result").exists() && !at("theirs/result").exists());
    }
}
