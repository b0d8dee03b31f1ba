//! A caller may have changed how doubles are rounded. Levels whose products are of doubles then have no lanes, and every result is
//! as before.
#![cfg(all(target_arch = "x86_64", not(miri)))]

use chop_core::cpu::Level;
use chop_core::engine::x25519;
use chop_core::run::{Wide, WideJob, run_wide};

// As a function of C changes it, and changes it back.
core::arch::global_asm!(
    ".global chop_test_swap_mxcsr",
    "chop_test_swap_mxcsr:",
    "stmxcsr [rsp - 4]",
    "mov eax, [rsp - 4]",
    "mov [rsp - 4], edi",
    "ldmxcsr [rsp - 4]",
    "ret",
);

unsafe extern "C" {
    /// Sets the control register of doubles, and returns what it was.
    fn chop_test_swap_mxcsr(control: u32) -> u32;
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
    let before = unsafe { chop_test_swap_mxcsr(0x1F80 ^ flipped) };
    let lanes = level.in_lanes().map(|lanes| run_wide(lanes, Lanes));
    let shared = x25519::exchange(level, &scalar, &u);
    // SAFETY: as above.
    unsafe { chop_test_swap_mxcsr(before) };
    (shared, lanes)
}

#[test]
fn a_changed_rounding_mode_changes_no_result() {
    for (level, lanes) in [(Level::fma(), 4), (Level::avx512f(), 8)] {
        let Some(level) = level else {
            eprintln!("skipped: a level of {lanes} lanes of doubles, which this processor lacks");
            continue;
        };
        let expected = exchange(level, 0);
        assert_eq!(expected.1, Some(lanes));
        // Rounding down, up and to zero; flush to zero; denormals are zero; each exception unmasked.
        let modes = [1 << 13, 1 << 14, 3 << 13, 1 << 15, 1 << 6];
        for flipped in modes.into_iter().chain((7..=12).map(|bit| 1 << bit)) {
            assert_eq!(exchange(level, flipped), (expected.0, None), "bits {flipped:#x}");
        }
        // What has happened before is no mode.
        assert_eq!(exchange(level, 0x3F), expected);
    }
}
