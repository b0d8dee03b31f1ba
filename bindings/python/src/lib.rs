//! The native half of the Python package `chopsig`: `chop._chop`.
//!
//! ```text
//! Python objects ──► column ──► bulk ──► verdicts ──► what the caller gave: list, numpy, Arrow, table
//!      key objects ──► ed25519, sm2, x25519
//! ```
//!
//! The library gives every verdict: this crate turns rows into its items, and its answers into objects. `capsule` and `memory` are
//! the rooms with `unsafe`: the Arrow C interface, and the memory of other people's buffers.

#![deny(unsafe_code)]

mod bulk;
mod bytes;
mod capsule;
mod column;
mod ed25519;
mod errors;
mod explain;
mod held;
mod load;
mod memory;
mod policy;
mod results;
mod sm2;
mod table;
mod work;
mod x25519;

use pyo3::prelude::*;

/// The native half of `chop`. Import `chop`, not this module.
#[pymodule(gil_used = false)]
mod _chop {
    #[pymodule_export]
    use super::level;
    #[pymodule_export]
    use crate::explain::{Dialect, Explanation};
    #[pymodule_export]
    use crate::policy::{Policy, policies};
    #[pymodule_export]
    use crate::results::{Column, Reader};
    #[pymodule_export]
    use crate::table::Judge;

    #[pymodule_export]
    use crate::ed25519::blake2b::module as ed25519_blake2b;
    #[pymodule_export]
    use crate::ed25519::blake3::module as ed25519_blake3;
    #[pymodule_export]
    use crate::ed25519::sha512::module as ed25519;
    #[pymodule_export]
    use crate::sm2::module as sm2;
    #[pymodule_export]
    use crate::x25519::module as x25519;
}

/// The name of the level that computes on this processor, such as `"ifma"`, `"adx"` or `"portable"`. No level changes a result.
///
/// >>> import chop
/// >>> chop.level() in ("ifma", "avxifma", "fma", "avx512f", "neon", "adx", "portable", "portable32")
/// True
#[pyfunction]
fn level() -> &'static str {
    chop::level::current().name()
}
