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

mod circumstances;
mod error;
mod escape;
mod figures;
mod groups;
mod here;
mod html;
mod language;
mod markdown;
mod names;
mod numbers;
mod run;
mod tables;
mod views;

pub use error::Error;
pub use here::{features, today};
pub use html::html;
pub use language::Language;
pub use markdown::markdown;
pub use names::{Algorithm, Key, Operation};
pub use run::{Absent, Case, FORMAT, Implementation, Machine, Measurement, Run, VerdictRow, VerdictTable};
pub use views::{Choice, View, view};

#[cfg(test)]
mod tests {
    use super::*;

    /// A run of Ed25519 with every kind of operation. Names that begin with `chop` are ours; times are a
    /// little different for everybody and fall with n.
    pub(crate) fn run(names: &[&str], sizes: &[usize]) -> Run {
        let mut run = Run::new("cargo xtask rivals", Machine::here("0.1.0", "portable", "chop-1"));
        for (i, name) in names.iter().enumerate() {
            run.implementations.push(Implementation {
                id: name.to_string(),
                name: name.to_string(),
                version: "1.0".into(),
                language: "Rust".into(),
                flags: String::new(),
                rule: "RFC 8032".into(),
                constant_time: None,
                ours: name.starts_with("chop"),
            });
            for operation in [
                Operation::Keygen,
                Operation::Sign,
                Operation::Verify,
                Operation::VerifyEach,
                Operation::VerifyAll,
            ] {
                let single = if sizes.is_empty() { &[][..] } else { &[1] };
                for &n in if operation.takes_many() { sizes } else { single } {
                    let ns = 20_000.0 * (1.0 + 0.3 * i as f64) / (n as f64).powf(0.2);
                    run.results.push(Measurement {
                        implementation: name.to_string(),
                        operation,
                        algorithm: Algorithm::Ed25519,
                        level: None,
                        key: operation.verifies().then_some(Key::Bytes),
                        n,
                        message_bytes: (operation != Operation::Keygen).then_some(32),
                        threads: 1,
                        ns,
                        ns_min: 0.9 * ns,
                        rounds: 5,
                        call: None,
                    });
                }
            }
        }
        run
    }
}
