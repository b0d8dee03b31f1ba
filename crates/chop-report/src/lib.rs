//! Measurements as data, and the pages and tables that are made of them.
//!
//! A [`Run`] is what one run on one machine measured, of `chop` alone or of `chop` beside others, with all
//! that is needed to judge it: the machine, the compilers, the command, who is measured by which rule, and
//! who was left out and why. `chop bench` and the run of rivals write it; everything that shows
//! measurements reads it. There is no cryptography here and nothing is measured.
//!
//! ```
//! use chop_report::{Implementation, Machine, Run};
//!
//! let mut run = Run::new("chop bench --json", Machine::here("0.1.0", "portable", "chop-1"));
//! run.implementations.push(Implementation {
//!     id: "chop-portable".into(),
//!     name: "chop, portable".into(),
//!     version: "0.1.0".into(),
//!     language: "Rust".into(),
//!     flags: String::new(),
//!     rule: "chop-1".into(),
//!     constant_time: Some("yes".into()),
//!     ours: true,
//! });
//! assert_eq!(Run::from_json(&run.to_json())?, run);
//! # Ok::<(), chop_report::Error>(())
//! ```

#![forbid(unsafe_code)]

mod error;
mod here;
mod names;
mod run;

pub use error::Error;
pub use here::today;
pub use names::{Algorithm, Key, Operation};
pub use run::{Absent, Case, FORMAT, Implementation, Machine, Measurement, Run, VerdictRow, VerdictTable};
