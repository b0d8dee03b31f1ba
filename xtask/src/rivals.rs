//! `rivals`: everybody beside everybody, by `chop-bench`, which has a workspace of its own.

use crate::{Outcome, repository};
use std::process::Command;

/// Hands the arguments on.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--quiet", "--locked", "--manifest-path"]);
    command.arg(repository::at("crates/chop-bench/Cargo.toml")).args(["--", "rivals"]).args(arguments);
    // Its results lie beside what else this repository builds.
    if std::env::var_os("CARGO_TARGET_DIR").is_none() {
        command.env("CARGO_TARGET_DIR", repository::at("target"));
    }
    let status = command.status().map_err(|error| format!("cargo does not start: {error}"))?;
    if status.success() {
        Ok("all who are here agree and are measured".into())
    } else {
        Err(status.to_string())
    }
}
