//! From how many items on which way is the faster one: the only place where that is decided.
//!
//! | constant              | levels        | value | how it was found                                          |
//! |-----------------------|---------------|------:|-----------------------------------------------------------|
//! | [`PIPPENGER_FROM`]    | one lane      | 144   | measured: instructions, Xeon 2.50 GHz model 85 (docs/costs.md) |
//! | [`sm2_lanes_pay_from`] | eight lanes  | 2     | measured: an item alone has the lanes, too (docs/costs.md, "Eight lanes, measured") |
//! |                       | the same, prepared | 7 | measured, as above                                       |
//! | [`ed25519_lanes_pay_from`] | eight lanes | 5   | measured, as above; with prepared keys or without         |
//! | [`base_lanes_pay_from`] | eight lanes | 3; 2   | measured, as above; less where whole groups share the inversion |
//! | [`sm2_affine_sums_pay_from`] | eight lanes | 64 | measured: one inversion must serve enough additions           |
//! | [`sm2_tables_pay_from`] | eight lanes | 16  | measured, as above                                        |
//! | [`exchange_lanes_pay_from`] | eight lanes | 4  | measured, as above                                        |
//! | [`mul_lanes_pay_from`] | eight lanes      | 5     | measured, as above                                        |
//! | [`secret_sum_in_lanes_pays_from`] | eight lanes | 40 | measured: few terms have the coordinates of their sum in four |
//! | [`public_sum_in_lanes_pays_from`] | one lane | 144 | as [`PIPPENGER_FROM`]                                  |
//! |                       | eight lanes   | 240   | measured: few terms have the coordinates of their sum in four |
//! | [`equation_in_lanes_pays_from`] | eight lanes | 104 | measured: the same, half of the terms being short and all affine |
//! | [`cost_of_few`]       | eight lanes   | 3,100 + 770·n | measured: cycles of the sum of few, over those of a product in one of eight lanes |
//! | [`sum_in_lanes_pays_from`] | one lane | 144   | as [`PIPPENGER_FROM`]                                     |
//! |                       | eight lanes   | 4     | counted: the doublings in lanes cost those of one lane and a half |
//! | [`sum_pays_from`]     | one lane      | 2     | measured, as above                                        |
//! |                       | eight lanes   | 3     | measured: few terms have the coordinates of their sum in four |
//! | [`find_pays_from`]    | one lane      | 16    | measured: the least for which a batch of invalid items costs less than 1.5 times each alone |
//! |                       | eight lanes   | 192   | measured, as above                                        |
//! | [`search_pays_from`]  | one lane      | 128   | measured, for the same bound                              |
//! |                       | eight lanes   | never | measured: verifying each costs little more than a sum     |
//!
//! Lanes are measured on Zen 4 (EPYC, family 25, model 17), one lane on an Intel Xeon (model 85) unless said. A crossover
//! never changes a verdict, only speed.

use crate::cpu::Level;

/// From this many terms on, buckets beat interleaved doublings in one lane.
pub const PIPPENGER_FROM: usize = 144;

/// From this many verifications of SM2 on, with prepared keys or without, eight at a time beat one by one.
pub fn sm2_lanes_pay_from(prepared: bool) -> usize {
    if prepared { 7 } else { 2 }
}

/// From this many verifications of Ed25519 on they do.
pub fn ed25519_lanes_pay_from() -> usize {
    5
}

/// From this many of n multiples of a base point on, those of a group that is not whole, they do.
pub fn base_lanes_pay_from(n: usize) -> usize {
    if n < 8 { 3 } else { 2 }
}

/// From this many multiples of SM2's base point on, affine sums beat those with a Z.
pub fn sm2_affine_sums_pay_from() -> usize {
    64
}

/// From this many verifications of SM2 on, multiples of their keys that are made affine together pay.
pub fn sm2_tables_pay_from() -> usize {
    16
}

/// From this many X25519 exchanges on, they do.
pub fn exchange_lanes_pay_from() -> usize {
    4
}

/// From this many multiples of points of edwards25519 on, they do.
pub fn mul_lanes_pay_from() -> usize {
    5
}

/// How many of n items go together, eight at a time; those after them go one by one. `pay_from` of them are worth a group
/// of their own. All of them on a level without lanes.
pub fn together(level: Level, n: usize, pay_from: usize) -> usize {
    let rest = n % 8;
    if level.lanes() == 1 || rest >= pay_from { n } else { n - rest }
}

/// From this many terms on, a sum with secret scalars has eight of them in the lanes, and not the coordinates of one point.
pub fn secret_sum_in_lanes_pays_from() -> usize {
    40
}

/// From this many terms on, a public sum on edwards25519 has buckets.
pub fn public_sum_in_lanes_pays_from(level: Level) -> usize {
    if level.lanes() == 1 { PIPPENGER_FROM } else { 240 }
}

/// From this many terms on, the sum of a batch's equation has, where there are lanes.
pub fn equation_in_lanes_pays_from() -> usize {
    104
}

/// What the sum of n long terms and of the base point costs where its coordinates are the lanes, in products of one of
/// eight lanes: it is made apart from a sum of many short ones where that costs less.
pub fn cost_of_few(n: usize) -> usize {
    3100 + 770 * n
}

/// From this many terms on, points of a sum on SM2's curve are made affine first, and added up in lanes where there are any.
pub fn sum_in_lanes_pays_from(level: Level) -> usize {
    if level.lanes() == 1 { PIPPENGER_FROM } else { 4 }
}

/// From this many signatures on, one equation for all beats one for each.
pub fn sum_pays_from(level: Level) -> usize {
    if level.lanes() == 1 { 2 } else { 3 }
}

/// From this many signatures on, the invalid ones among them are looked for with one equation for all first.
pub fn find_pays_from(level: Level) -> usize {
    if level.lanes() == 1 { 16 } else { 192 }
}

/// From this many signatures on, a set whose equation fails is searched piece by piece before its items are verified
/// one by one.
pub fn search_pays_from(level: Level) -> usize {
    if level.lanes() == 1 { 128 } else { usize::MAX }
}
