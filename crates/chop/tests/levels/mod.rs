//! Running a test on every level that this processor has.

use chop::level::{self, Level};

/// Runs `test` on every level. The tests of one file share the process, so they take turns.
pub(crate) fn on_every_level(test: impl Fn(Level)) {
    static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    for level in Level::available() {
        level::force(Some(level));
        test(level);
    }
    level::force(None);
}
