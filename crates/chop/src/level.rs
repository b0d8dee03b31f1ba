//! Which implementation computes. Levels differ in speed and never in a result.
//!
//! | level        | what                                                        |
//! |--------------|-------------------------------------------------------------|
//! | `portable`   | 64-bit code for any processor, and for WebAssembly          |
//! | `portable32` | 32-bit code for any processor: the default on 32-bit ones, elsewhere with the feature `test-levels` |
//! | `portable8`  | eight independent problems at a time in plain Rust, slowly: with the feature `test-levels` |
//! | `portable4`  | the same with four                                                                         |
//! | `adx`        | 64-bit code for x86-64 with BMI2 and ADX                    |
//! | `fma`        | four problems at a time, or one over four lanes, in AVX2 registers, by multiply-adds of doubles |
//! | `avx512f`    | the same with eight problems, in AVX-512 registers                                                   |
//! | `neon`       | the same with four problems, in registers of AArch64                                                 |
//! | `avxifma`    | four problems at a time, or one over four lanes, in AVX2 registers, by AVX-IFMA |
//! | `ifma`       | eight problems at a time, or one over eight lanes, in AVX-512 IFMA registers |
//!
//! The fastest is chosen at run time. Tests and programs can [`force`] another, for the whole process.

#[cfg(any(feature = "alloc", feature = "secp256k1", feature = "sm2"))]
use chop_core::cpu::InLanes;
pub use chop_core::cpu::{Level, NEEDS};
use core::sync::atomic::{AtomicU8, Ordering};

/// 0 for "not forced", else 1 + the position among the levels that are available.
static FORCED: AtomicU8 = AtomicU8::new(0);

/// The level that computes now.
///
/// # Example
/// ```
/// println!("{}", chop::level::current().name());
/// ```
#[inline]
pub fn current() -> Level {
    match FORCED.load(Ordering::Relaxed) {
        0 => Level::detect(),
        i => Level::available().nth(usize::from(i) - 1).unwrap_or_else(Level::detect),
    }
}

/// Makes every later call of the whole process use `level`; `None` goes back to the fastest.
///
/// For tests and programs. The choice is one for the process: it holds on every thread, for every library that uses this
/// crate, until it is changed, and no call restores it. A call that is under way on another thread may compute on either
/// level, to the same result. A library does not call it.
///
/// A level that this processor does not have is as `None`.
///
/// # Example
/// ```
/// use chop::level::{self, Level};
/// for level in Level::available() {
///     level::force(Some(level));
///     assert_eq!(level::current(), level);
/// }
/// level::force(None);
/// ```
pub fn force(level: Option<Level>) {
    let i = level.and_then(|level| Level::available().position(|l| l == level));
    FORCED.store(i.map_or(0, |i| i as u8 + 1), Ordering::Relaxed);
}

/// Words of the stack that are wiped where lanes are arrays.
#[cfg(any(feature = "alloc", feature = "secp256k1", feature = "sm2"))]
const PLAIN_LANES: usize = 16384;

/// Returns the result of `f`, which computes with secrets: the stack is wiped, ONE words of it, or LANES words on a level whose
/// lanes are registers, which take more. Lanes in plain Rust are arrays, which take most.
#[cfg(any(feature = "alloc", feature = "secp256k1", feature = "sm2"))]
#[inline(always)]
pub(crate) fn on_wiped_stack<const ONE: usize, const LANES: usize, T>(f: impl FnOnce() -> T) -> T {
    match current().in_lanes() {
        Some(
            InLanes::Fma(_) | InLanes::Avx512f(_) | InLanes::Neon(_) | InLanes::AvxIfma(_) | InLanes::Ifma(_),
        ) => chop_core::ct::on_wiped_stack::<LANES, T>(f),
        Some(_) => chop_core::ct::on_wiped_stack::<PLAIN_LANES, T>(f),
        None => chop_core::ct::on_wiped_stack::<ONE, T>(f),
    }
}
