//! Arithmetic of `chop`: fields, scalars, curves and the engines built on them, for one element or
//! for several independent ones at a time.
//!
//! This crate is **not covered by semver**: it is the engine room of the crate `chop`, which is the
//! one to use. It has no dependencies, needs no standard library, and holds all `unsafe` code that
//! the library has, in the files that `xtask check-unsafe` names.
//!
//! ```text
//!   engine ──► mul ──► table ──► curve ──► field ──► lanes ──► cpu
//!      │        │                            ▲         ▲
//!      │        └────────► scalar ───────────┼─────────┤
//!      ├─────────────────► hash ─────────────┼─────────┤
//!      └─────────────────► run ──────────────┴─────────┘
//!                               ct (used by all), inverse (for field and scalar)
//! ```
//!
//! An arrow means "may use"; `xtask check-layers` holds the code to it. Functions are constant time in
//! all arguments unless their name ends in `_vartime`.

#![no_std]
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[allow(unsafe_code)]
pub mod cpu;
#[allow(unsafe_code)]
pub mod ct;
pub mod curve;
pub mod engine;
pub mod field;
pub mod hash;
pub mod inverse;
#[allow(unsafe_code)]
pub mod lanes;
pub mod mul;
pub mod run;
pub mod scalar;
pub mod table;
