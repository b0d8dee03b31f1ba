//! `chop`: signs and verifies files and tables with the Ed25519 family.

use std::process::ExitCode;

fn main() -> ExitCode {
    chop_cli::run()
}
