//! One file a command; each has its `Args` and a `run`.

pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod cpu;
pub(crate) mod decrypt;
pub(crate) mod encrypt;
pub(crate) mod explain;
pub(crate) mod inspect;
pub(crate) mod keygen;
pub(crate) mod man;
pub(crate) mod policies;
pub(crate) mod pubkey;
pub(crate) mod sign;
pub(crate) mod verify;
pub(crate) mod verify_table;

use crate::cli::Command;
use crate::exit::Outcome;
use chop::level::{self, Level};

/// Runs a command.
///
/// # Errors
/// Whatever kept it from judging or finishing: exit code 2.
pub(crate) fn run(command: Command) -> anyhow::Result<Outcome> {
    match command {
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Cpu(args) => cpu::run(&args),
        Command::Encrypt(args) => encrypt::run(&args),
        Command::Decrypt(args) => decrypt::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Policies(args) => policies::run(&args),
        Command::Keygen(args) => keygen::run(&args),
        Command::Pubkey(args) => pubkey::run(&args),
        Command::Sign(args) => sign::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::VerifyTable(args) => verify_table::run(&args),
    }
}

/// Obeys the variable `CHOP_LEVEL`, which makes another implementation compute.
///
/// # Errors
/// If it names a level that this processor does not have.
pub(crate) fn force_level() -> anyhow::Result<()> {
    let Some(name) = std::env::var_os("CHOP_LEVEL") else {
        return Ok(());
    };
    let found = name.to_str().and_then(Level::from_name);
    let Some(found) = found else {
        let available: Vec<_> = Level::available().map(Level::name).collect();
        anyhow::bail!(
            "CHOP_LEVEL is {}, and this processor has {}",
            crate::output::one_line(&name.to_string_lossy()),
            available.join(", ")
        );
    };
    level::force(Some(found));
    Ok(())
}

/// How many threads this machine runs at a time.
pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
