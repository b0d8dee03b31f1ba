//! The arguments of the program.

use crate::commands;
use clap::{Parser, Subcommand};

/// Sign and verify files and tables with Ed25519, in all its variants
///
/// Exit codes: 0 everything judged is valid; 1 something was judged and rejected; 2 something could not be
/// judged or done. `-` is standard input or output.
#[derive(Parser, Debug)]
#[command(name = "chop", version, max_term_width = 100, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Keygen(commands::keygen::Args),
    Pubkey(commands::pubkey::Args),
    Sign(commands::sign::Args),
    Verify(commands::verify::Args),
    Explain(commands::explain::Args),
    VerifyTable(commands::verify_table::Args),
    Policies(commands::policies::Args),
    Inspect(commands::inspect::Args),
    Convert(commands::convert::Args),
    Cpu(commands::cpu::Args),
    Bench(commands::bench::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
}

/// Arguments that say which algorithm signs.
#[derive(clap::Args, Debug)]
pub(crate) struct SchemeArgs {
    /// The algorithm, where the key does not say it [default: ed25519; ed25519ctx with a context]
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) algorithm: Option<crate::scheme::Algorithm>,
    /// Context that the signature is bound to, as text: 1 to 255 bytes
    #[arg(long, value_name = "TEXT")]
    pub(crate) context: Option<String>,
    /// The same in hexadecimal
    #[arg(long, value_name = "HEX", conflicts_with = "context", value_parser = hex_bytes)]
    pub(crate) context_hex: Option<Hex>,
}

impl SchemeArgs {
    /// The bytes of the context.
    pub(crate) fn context(&self) -> Option<&[u8]> {
        self.context.as_ref().map(String::as_bytes).or(self.context_hex.as_ref().map(|hex| hex.0.as_slice()))
    }
}

/// Bytes given as hexadecimal digits.
#[derive(Clone, Debug)]
pub(crate) struct Hex(pub(crate) Vec<u8>);

fn hex_bytes(text: &str) -> Result<Hex, String> {
    base16ct::mixed::decode_vec(text).map(Hex).map_err(|_| "not pairs of hexadecimal digits".to_owned())
}

/// A policy by one of its names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolicyArg(pub(crate) chop::ed25519::Policy);

/// Arguments that say which rule decides.
#[derive(clap::Args, Debug)]
pub(crate) struct PolicyArgs {
    /// The verification rule; `chop policies` lists them
    #[arg(long, value_name = "NAME", default_value = "default", value_parser = policy)]
    pub(crate) policy: PolicyArg,
}

impl PolicyArgs {
    /// The rule.
    pub(crate) fn rule(&self) -> chop::ed25519::Policy {
        self.policy.0
    }

    /// The resolved name of the rule.
    pub(crate) fn id(&self) -> &'static str {
        self.policy.0.id().unwrap_or("custom")
    }
}

fn policy(name: &str) -> Result<PolicyArg, chop::ed25519::UnknownPolicy> {
    chop::ed25519::Policy::from_name(name).map(PolicyArg)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        super::Cli::command().debug_assert();
    }
}
