//! `chop`: signs and verifies files and tables with the Ed25519 family.
//!
//! No cryptography here: this program reads arguments and files, asks the library `chop`, and prints.
//! [`cli`] holds the arguments, [`commands`] one file a command, [`exit`] the meaning of exit codes.

mod cli;
mod commands;
mod exit;
mod files;
mod keys;
mod output;
mod passphrase;
mod scheme;
mod signature;
mod table;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    match commands::force_level().and_then(|()| commands::run(cli.command)) {
        Ok(outcome) => outcome.code(),
        Err(error) => {
            output::complain(&error);
            exit::Outcome::CannotJudge.code()
        }
    }
}
