//! The arguments of the program.

use crate::algorithm::Algorithm;
use crate::commands;
use crate::examples;
use crate::exit::Outcome;
use crate::output;
use crate::scheme::Asked;
use chop::ed25519::{Policy, Software};
use chop::secp256k1::{MessageHash, Rule};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;

/// Sign and verify files and tables with Ed25519, in all its variants, with SM2 and with ECDSA over secp256k1
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
    Encrypt(commands::encrypt::Args),
    Decrypt(commands::decrypt::Args),
    Policies(commands::policies::Args),
    Inspect(commands::inspect::Args),
    Convert(commands::convert::Args),
    Cpu(commands::cpu::Args),
    Bench(commands::bench::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
}

/// The program with all its commands, and the examples of their help.
pub(crate) fn command() -> clap::Command {
    examples::add(Cli::command())
}

/// Reads arguments.
///
/// # Errors
/// The text for the user instead: help, the version, or the mistake.
pub(crate) fn parse(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<Cli, clap::Error> {
    let mut matches = command().try_get_matches_from(arguments)?;
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command()))
}

/// Prints what clap says instead of arguments: help and the version to standard output, mistakes to standard
/// error. An argument may be a file's name that a shell filled in: it is shown on one line, control characters escaped.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn answer(answer: &clap::Error) -> anyhow::Result<Outcome> {
    if answer.use_stderr() {
        let shown = std::env::args_os().map(|argument| output::one_line(&argument.to_string_lossy()));
        let mistake = parse(shown).err();
        output::note(mistake.as_ref().unwrap_or(answer).render().to_string().trim_end());
        return Ok(Outcome::CannotJudge);
    }
    use std::io::IsTerminal;
    if std::io::stdout().is_terminal() {
        output::print_bytes(answer.render().ansi().to_string().as_bytes())?;
    } else {
        output::print(&answer.render().to_string())?;
    }
    Ok(Outcome::Done)
}

/// Arguments that say which algorithm signs.
#[derive(clap::Args, Debug)]
pub(crate) struct SchemeArgs {
    /// The algorithm, where the key does not say it [default: ed25519; ed25519ctx with a context]
    #[arg(long, value_parser = Algorithm::that_sign(), value_name = "NAME")]
    pub(crate) algorithm: Option<Algorithm>,
    /// Context that the signature is bound to, as text: 1 to 255 bytes
    #[arg(long, value_name = "TEXT")]
    pub(crate) context: Option<String>,
    /// The same in hexadecimal
    #[arg(long, value_name = "HEX", conflicts_with = "context", value_parser = hex_bytes)]
    pub(crate) context_hex: Option<Hex>,
    #[command(flatten)]
    pub(crate) id: IdArgs,
    #[command(flatten)]
    pub(crate) hash: HashArg,
}

/// The argument that says how messages of secp256k1 are hashed.
#[derive(clap::Args, Debug)]
pub(crate) struct HashArg {
    /// secp256k1 only, and needed there: how the message becomes the 32 bytes that are signed: sha256, sha256d (twice,
    /// Bitcoin), keccak256 (Ethereum) or eip191 (keccak256 behind Ethereum's prefix for personal messages)
    #[arg(long, value_name = "NAME", value_parser = hash)]
    pub(crate) hash: Option<MessageHash>,
}

fn hash(name: &str) -> Result<MessageHash, String> {
    MessageHash::from_name(name).ok_or_else(|| "neither sha256, sha256d, keccak256 nor eip191".to_owned())
}

/// Arguments that say who signs with SM2.
#[derive(clap::Args, Debug)]
pub(crate) struct IdArgs {
    /// Identifier of the SM2 signer, as text: up to 8191 bytes [default: 1234567812345678; the programs of
    /// OpenSSL 3 take the empty one, '']
    #[arg(long, value_name = "TEXT")]
    pub(crate) id: Option<String>,
    /// The same in hexadecimal
    #[arg(long, value_name = "HEX", conflicts_with = "id", value_parser = hex_bytes)]
    pub(crate) id_hex: Option<Hex>,
}

impl IdArgs {
    /// The bytes of the identifier.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        self.id.as_ref().map(String::as_bytes).or(self.id_hex.as_ref().map(|hex| hex.0.as_slice()))
    }
}

impl SchemeArgs {
    /// All of them.
    pub(crate) fn asked(&self) -> Asked<'_> {
        Asked {
            algorithm: self.algorithm,
            context: self.context(),
            id: self.id.bytes(),
            hash: self.hash.hash,
        }
    }

    /// The bytes of the context.
    pub(crate) fn context(&self) -> Option<&[u8]> {
        self.context.as_ref().map(String::as_bytes).or(self.context_hex.as_ref().map(|hex| hex.0.as_slice()))
    }
}

/// Bytes given as hexadecimal digits.
#[derive(Clone, Debug)]
pub(crate) struct Hex(pub(crate) Vec<u8>);

fn hex_bytes(text: &str) -> Result<Hex, String> {
    crate::hex::decode(text).map(Hex).ok_or_else(|| "not pairs of hexadecimal digits".to_owned())
}

/// A rule by one of its names: of the Ed25519 family a policy, of ECDSA a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PolicyArg {
    Ed25519(Policy),
    Ecdsa(Rule),
}

/// Arguments that say which rule decides.
#[derive(clap::Args, Debug)]
pub(crate) struct PolicyArgs {
    /// The verification rule of the Ed25519 family or of secp256k1; `chop policies` lists them [default: default;
    /// libsecp256k1 for secp256k1]
    #[arg(long, value_name = "NAME", value_parser = policy)]
    pub(crate) policy: Option<PolicyArg>,
}

impl PolicyArgs {
    /// The rule of the Ed25519 family.
    pub(crate) fn rule(&self) -> Policy {
        match self.policy {
            Some(PolicyArg::Ed25519(policy)) => policy,
            Some(PolicyArg::Ecdsa(_)) | None => Policy::DEFAULT,
        }
    }

    /// The rule of the Ed25519 family.
    ///
    /// # Errors
    /// If one of ECDSA was asked for.
    pub(crate) fn ed25519(&self) -> anyhow::Result<Policy> {
        match self.policy {
            Some(PolicyArg::Ecdsa(rule)) => {
                anyhow::bail!("--policy {rule} is for secp256k1, and this is Ed25519")
            }
            _ => Ok(self.rule()),
        }
    }

    /// The rule of ECDSA.
    ///
    /// # Errors
    /// If one of the Ed25519 family was asked for.
    pub(crate) fn ecdsa(&self) -> anyhow::Result<Rule> {
        match self.policy {
            Some(PolicyArg::Ecdsa(rule)) => Ok(rule),
            Some(PolicyArg::Ed25519(_)) => {
                let names: Vec<&str> = Rule::NAMED.iter().map(|rule| rule.name()).collect();
                anyhow::bail!("--policy {} is for Ed25519; secp256k1 has {}", self.id(), names.join(", "))
            }
            None => Ok(Rule::default()),
        }
    }

    /// Refuses a rule where there is nothing to choose.
    ///
    /// # Errors
    /// If one was asked for.
    pub(crate) fn refuse(&self) -> anyhow::Result<()> {
        match self.policy {
            None => Ok(()),
            Some(_) => {
                anyhow::bail!(
                    "--policy is for Ed25519 and ECDSA: SM2 and BIP 340 have one rule, that of their standards"
                )
            }
        }
    }

    /// The resolved name of the rule of the Ed25519 family.
    pub(crate) fn id(&self) -> &'static str {
        self.rule().id().unwrap_or("custom")
    }
}

fn policy(name: &str) -> Result<PolicyArg, String> {
    if let Some(rule) = Rule::from_name(name) {
        return Ok(PolicyArg::Ecdsa(rule));
    }
    let error = match Policy::from_name(name) {
        Ok(policy) => return Ok(PolicyArg::Ed25519(policy)),
        Err(error) => error,
    };
    Err(match Software::named(name).next() {
        Some(_) => format!("software is no rule: `chop policies {name}` says by which it verifies"),
        None if error.nearest.is_some() => error.to_string(),
        None => format!("{error}; `chop policies` lists them"),
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_arguments_are_consistent() {
        super::command().debug_assert();
    }
}
