//! Panics of the crates that read columns, as errors.

use anyhow::anyhow;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// The result, or an error if `work` panics, which it then does silently.
///
/// # Errors
/// If it panics. The caller must drop whatever `f` was working on.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> anyhow::Result<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !GUARDED.get() {
                others(panic);
            }
        }));
    });
    let before = GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(before);
    result.map_err(|_| anyhow!("its content is damaged"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error() {
        assert_eq!(guarded(|| 7).unwrap(), 7);
        let error = guarded(|| panic!("of a crate")).unwrap_err();
        assert_eq!(error.to_string(), "its content is damaged");
    }
}
