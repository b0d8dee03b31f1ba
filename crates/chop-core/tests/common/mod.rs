//! What several tests need: random values that can be repeated, and laws on the vector of every level.

#![allow(dead_code, unused_macros, unused_imports)] // each test uses a part

use chop_core::lanes::{Lanes, PerLane, Register};

/// SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    /// The generator of a test. Its seed is in the output of a failing test; the environment variable
    /// `CHOP_TEST_SEED` takes another.
    pub(crate) fn new() -> Random {
        let seed = match std::env::var("CHOP_TEST_SEED") {
            Ok(text) => text.parse().expect("CHOP_TEST_SEED is a decimal number below 2^64"),
            Err(_) => 0x5eed_25519,
        };
        println!("CHOP_TEST_SEED={seed}");
        Random(seed)
    }

    /// Another generator, the same in every run.
    pub(crate) fn from_seed(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A word that is often at an end of its range.
    pub(crate) fn edgy_word(&mut self) -> u64 {
        match self.word() % 8 {
            0 => 0,
            1 => u64::MAX,
            2 => self.word() >> 63,
            3 => u64::MAX << 52,
            4 => (1 << 52) - 1,
            5 => self.word() >> (self.word() % 64),
            _ => self.word(),
        }
    }
}

/// Makes tests of functions that are generic over a register: each runs on that of every level with lanes, entered as a job
/// enters it.
macro_rules! laws_on_every_level {
    ($module:ident over $Register:ty: $($law:ident)*) => {
        mod $module {
            use chop_core::cpu::Level;
            use chop_core::run::{Wide, WideJob, run_wide};

            $(
                #[test]
                fn $law() {
                    struct Law;
                    impl WideJob for Law {
                        type Out = ();
                        fn wide<L: Wide>(self) {
                            super::$law::<$Register>();
                        }
                    }
                    for lanes in Level::available().filter_map(Level::in_lanes) {
                        println!("level {}", Level::from(lanes).name());
                        run_wide(lanes, Law);
                    }
                    if Level::ifma().is_none() {
                        println!("skipped: the level ifma, which this processor lacks");
                    }
                }
            )*
        }
    };
}
pub(crate) use laws_on_every_level;

/// The first items, one per lane.
pub(crate) fn per_lane<V: Register, T: Copy>(items: &[T]) -> PerLane<V, T> {
    let mut lanes = PerLane::<V, T>::splat(items[0]);
    lanes.as_mut().copy_from_slice(&items[..V::LANES]);
    lanes
}
