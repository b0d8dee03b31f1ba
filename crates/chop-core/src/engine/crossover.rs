//! From how many items on which way is the faster one: the only place where that is decided.
//!
//! | constant              | levels        | value | how it was found                                          |
//! |-----------------------|---------------|------:|-----------------------------------------------------------|
//! | [`PIPPENGER_FROM`]    | one lane      | 144   | measured: instructions, Xeon 2.50 GHz model 85 (docs/performance.md) |
//! | [`LANES_PAY_FROM`]    | eight lanes   | 2     | counted: eight lanes cost about what one item costs alone, of Ed25519 and of SM2 |
//! | [`sum_pays_from`]     | one lane      | 2     | measured, as above                                        |
//! |                       | eight lanes   | 64    | estimated: docs/performance.md, "Eight lanes, estimated"  |
//!
//! What is not measured waits for a processor with AVX-512 IFMA. A crossover never changes a verdict, only
//! speed.

use crate::cpu::Level;

/// From this many terms on, buckets beat interleaved doublings in one lane.
pub const PIPPENGER_FROM: usize = 144;

/// From this many jobs on, eight lanes beat one by one.
pub const LANES_PAY_FROM: usize = 2;

/// From this many signatures on, one equation for all beats one for each.
pub fn sum_pays_from(level: Level) -> usize {
    if level.lanes() == 1 { 2 } else { 64 }
}
