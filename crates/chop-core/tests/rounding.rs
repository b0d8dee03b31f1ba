//! A caller may have changed how doubles are rounded. Levels whose products are of doubles then have no lanes, and every result is
//! as before.
#![cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]

use chop_core::cpu::Level;
use chop_core::engine::x25519;
use chop_core::run::{Wide, WideJob, run_wide};

// As a function of C changes it, and changes it back.
#[cfg(target_arch = "x86_64")]
core::arch::global_asm!(
    ".global chop_test_swap_control",
    "chop_test_swap_control:",
    "stmxcsr [rsp - 4]",
    "mov eax, [rsp - 4]",
    "mov [rsp - 4], edi",
    "ldmxcsr [rsp - 4]",
    "ret",
);
#[cfg(target_arch = "aarch64")]
core::arch::global_asm!(
    ".global chop_test_swap_control",
    "chop_test_swap_control:",
    "mrs x1, fpcr",
    "mov w0, w0",
    "msr fpcr, x0",
    "mov x0, x1",
    "ret",
);

/// What the register has where nobody changed it.
const CONTROL: u32 = if cfg!(target_arch = "x86_64") { 0x1F80 } else { 0 };
/// Bits that change how doubles are computed with: rounding, subnormal numbers, and, where every processor has them, signals.
const MODES: &[u32] = if cfg!(target_arch = "x86_64") {
    &[1 << 13, 1 << 14, 3 << 13, 1 << 15, 1 << 6, 1 << 7, 1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12]
} else {
    &[1 << 22, 1 << 23, 3 << 22, 1 << 24]
};
/// Bits that change nothing: what has happened before, and how numbers are that are none.
const HARMLESS: u32 = if cfg!(target_arch = "x86_64") { 0x3F } else { 1 << 25 };

unsafe extern "C" {
    /// Sets the control register of doubles, and returns what it was.
    fn chop_test_swap_control(control: u32) -> u32;
}

struct Lanes;
impl WideJob for Lanes {
    type Out = usize;
    fn wide<L: Wide>(self) -> usize {
        L::LANES
    }
}

/// What the exchange is, and whether the level had lanes, with these bits of the register flipped.
fn exchange(level: Level, flipped: u32) -> ([u8; 32], Option<usize>) {
    let (scalar, mut u) = ([0x42; 32], [0; 32]);
    u[0] = 9;
    // SAFETY: the function changes how doubles are computed with, and nothing else; it is called again before this one returns.
    let before = unsafe { chop_test_swap_control(CONTROL ^ flipped) };
    let lanes = level.in_lanes().map(|lanes| run_wide(lanes, Lanes));
    let shared = x25519::exchange(level, &scalar, &u);
    // SAFETY: as above.
    unsafe { chop_test_swap_control(before) };
    (shared, lanes)
}

#[test]
fn a_changed_rounding_mode_changes_no_result() {
    for (level, lanes) in [(Level::fma(), 4), (Level::avx512f(), 8), (Level::neon(), 4)] {
        let Some(level) = level else {
            eprintln!("skipped: a level of {lanes} lanes of doubles, which this processor lacks");
            continue;
        };
        let expected = exchange(level, 0);
        assert_eq!(expected.1, Some(lanes));
        for &flipped in MODES {
            assert_eq!(exchange(level, flipped), (expected.0, None), "bits {flipped:#x}");
        }
        assert_eq!(exchange(level, HARMLESS), expected);
    }
}
