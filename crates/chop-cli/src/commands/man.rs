//! `chop man`: the manual.

use crate::exit::Outcome;
use crate::output;
use anyhow::anyhow;

/// Print the manual page of the program or of one command
///
/// For example: chop man | man -l -
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The command
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

/// Prints the page in roff.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let mut program = crate::cli::command();
    program.build();
    let page = match &args.command {
        None => program,
        Some(name) => {
            let command = program.find_subcommand(name);
            let command = command.ok_or_else(|| anyhow!("no command {}", output::one_line(name)))?;
            command.clone()
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    output::print_bytes(&text)?;
    Ok(Outcome::Done)
}
