//! Tables that `cargo xtask generate` writes from the oracle.

pub(super) mod base_comb;
pub(super) mod base_comb_public;
pub(super) mod base_comb_scan;
pub(super) mod base_multiples;
pub(super) mod base_multiples_high;
pub(super) mod base_split;
pub(super) mod sm2_comb;
pub(super) mod sm2_multiples;
pub(super) mod sm2_split;
