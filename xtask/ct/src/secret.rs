//! The borders of a target: where secrets enter and where results leave.

use crate::valgrind;
use std::cell::Cell;
use std::hint::black_box;

thread_local! {
    /// Results that depended on a secret, and results that did not.
    static RESULTS: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// `value` as a secret. The compiler knows nothing of it either.
#[inline(never)]
pub fn secret<T: Copy>(value: T) -> T {
    let mut value = black_box(value);
    valgrind::mark_undefined(&mut value);
    value
}

/// Makes what `value` refers to secret where it lies.
#[inline(never)]
pub fn mark_secret<T: ?Sized>(value: &mut T) {
    valgrind::mark_undefined(black_box(value));
}

/// A result, public from here on. A target reveals what its caller would publish and nothing sooner.
#[inline(never)]
pub fn reveal<T: Copy>(result: T) -> T {
    let mut result = black_box(result);
    let depends = valgrind::validity(&mut result).is_some_and(|bits| bits.iter().any(|bit| *bit != 0));
    valgrind::mark_defined(&mut result);
    let (secret, public) = RESULTS.get();
    RESULTS.set(if depends { (secret + 1, public) } else { (secret, public + 1) });
    black_box(result)
}

/// Whether there were results since the last call and all depended on a secret. Where not, the target did
/// not test what it seems to test.
pub fn results_were_secret() -> bool {
    let (secret, public) = RESULTS.replace((0, 0));
    secret > 0 && public == 0
}
