//! `chop pubkey`: the public key of a private one.

use crate::exit::Outcome;
use crate::files::{self, Readers};
use crate::passphrase::Source;
use crate::scheme::Algorithm;
use crate::{keys, output};
use std::path::PathBuf;

/// Print the public key of a private key as PEM
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The private key
    #[arg(value_name = "KEY")]
    key: PathBuf,
    /// The algorithm, where the key does not say it
    #[arg(long, value_enum, value_name = "NAME")]
    algorithm: Option<Algorithm>,
    /// Write to FILE instead of standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    source: Source,
}

/// Reads the one, writes the other.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let key = keys::read_private(&args.key, args.algorithm, &args.source)?;
    let pem = key.public_key().to_pem()?;
    if files::is_dash(&args.out) {
        output::print(&pem)?;
    } else {
        files::write_new(&args.out, pem.as_bytes(), args.force, Readers::Everybody)?;
    }
    Ok(Outcome::Done)
}
