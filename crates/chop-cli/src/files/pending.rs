//! Files that are being written and have not their names yet, and the signals that end the process.
//!
//! SIGHUP, SIGINT and SIGTERM remove those files; the exit status is then 128 and the signal's number. A signal
//! that was ignored when the process began, as `nohup` does, stays ignored.

use super::folder::Folder;
use std::ffi::{OsStr, OsString};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

struct Pending {
    folder: Arc<Folder>,
    name: OsString,
}

static PENDING: Mutex<Vec<Pending>> = Mutex::new(Vec::new());

/// A step that no signal divides: while it lives, a signal waits.
pub(super) struct Step(MutexGuard<'static, Vec<Pending>>);

impl Step {
    /// Begins one.
    pub(super) fn begin() -> Step {
        signals::watch();
        Step(lock())
    }

    /// From now on a signal removes this file.
    pub(super) fn add(&mut self, folder: &Arc<Folder>, name: &OsStr) {
        self.0.push(Pending { folder: Arc::clone(folder), name: name.to_owned() });
    }

    /// From now on a signal leaves this file alone.
    pub(super) fn forget(&mut self, folder: &Arc<Folder>, name: &OsStr) {
        self.0.retain(|pending| pending.name != name || !Arc::ptr_eq(&pending.folder, folder));
    }
}

fn lock() -> MutexGuard<'static, Vec<Pending>> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
mod signals {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::sync::Once;

    /// Starts the thread that waits for signals, once.
    pub(super) fn watch() {
        static WATCHED: Once = Once::new();
        WATCHED.call_once(|| {
            if let Ok(mut signals) = Signals::new(handled()) {
                std::thread::spawn(move || {
                    if let Some(signal) = signals.forever().next() {
                        end(signal);
                    }
                });
            }
        });
    }

    /// Removes what is pending and ends the process.
    fn end(signal: i32) -> ! {
        // Never given back: nothing gets a name from here on.
        let pending = super::lock();
        for file in pending.iter() {
            let _ = file.folder.remove(&file.name);
        }
        std::process::exit(128 + signal)
    }

    /// The signals that are not ignored. Where the system does not tell, a hangup is left to its default, so that
    /// what `nohup` began goes on.
    fn handled() -> Vec<i32> {
        let Some(ignored) = ignored() else { return vec![SIGINT, SIGTERM] };
        [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0).collect()
    }

    /// The set of ignored signals, as Linux shows it.
    fn ignored() -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(line.trim(), 16).ok()
    }
}

#[cfg(not(unix))]
mod signals {
    /// Nothing is promised about signals here.
    pub(super) fn watch() {}
}
