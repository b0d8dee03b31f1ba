//! `chop completions`: for shells.

use crate::exit::Outcome;
use crate::output;
use clap_complete::Shell;

/// Print completions for a shell
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::cli::command(), "chop", &mut script);
    output::print_bytes(&script)?;
    Ok(Outcome::Done)
}
