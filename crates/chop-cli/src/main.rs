//! `chop`: signs and verifies files and tables with the Ed25519 family and SM2.

use std::process::ExitCode;

fn main() -> ExitCode {
    chop_cli::run()
}
