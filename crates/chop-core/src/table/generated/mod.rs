//! Tables that `cargo xtask generate` writes from the oracle; those of edwards25519 are read in `table/base.rs`.

pub(super) mod sm2_comb;
pub(super) mod sm2_multiples;
pub(super) mod sm2_split;
