//! Running a test on every level that this processor has, or on the one that the environment variable CHOP_LEVEL names.

use chop::level::{self, Level};

/// Runs `test` on every level. The tests of one file share the process, so they take turns.
pub(crate) fn on_every_level(test: impl Fn(Level)) {
    static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let only = std::env::var("CHOP_LEVEL").ok();
    let is_wanted = |level: &Level| only.as_ref().is_none_or(|name| name == level.name());
    assert!(Level::available().any(|level| is_wanted(&level)), "this processor has no level {only:?}");
    for level in Level::available().filter(is_wanted) {
        level::force(Some(level));
        test(level);
    }
    level::force(None);
}
