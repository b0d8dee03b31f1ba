//! The program `chop`: signs and verifies files and tables with the Ed25519 family and SM2.
//!
//! No cryptography here: it reads arguments and files, asks the library `chop`, and prints. `cli` holds the
//! arguments, `commands` one file a command, `exit` the meaning of exit codes. It is a library so that what
//! reads untrusted tables can be fuzzed; nothing else should depend on it.

mod algorithm;
mod cli;
mod commands;
mod ecdsa;
mod examples;
mod exit;
mod files;
mod formats;
mod hex;
mod keys;
mod output;
mod passphrase;
mod scheme;
mod schnorr;
mod signature;
mod table;
mod time;

use std::process::ExitCode;

/// The program: reads the arguments of the process and does what they say.
pub fn run() -> ExitCode {
    let outcome = match cli::parse(std::env::args_os()) {
        Ok(cli) => commands::force_level().and_then(|()| commands::run(cli.command)),
        Err(answer) => cli::answer(&answer),
    };
    let outcome = outcome.unwrap_or_else(|error| {
        output::complain(&error);
        exit::Outcome::CannotJudge
    });
    outcome.code()
}

pub use table::input::Format;

/// Reads a table as `verify-table` does: the line and the well-formedness of each row, or `None` if the table as a
/// whole cannot be read.
pub fn read_table(bytes: &[u8], format: Format) -> Option<Vec<(u64, bool)>> {
    table::read(bytes, format).ok()
}
