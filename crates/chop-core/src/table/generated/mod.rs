//! Tables that `cargo xtask generate` writes from the oracle; the files of bytes are read in `table/base.rs`.

pub(super) mod sm2_split;
