//! `chop pubkey`: the public key of a private one.

use crate::algorithm::Algorithm;
use crate::exit::Outcome;
use crate::files::{self, Destination, Inputs, Readers};
use crate::keys::{SecretArg, Wanted};
use crate::passphrase::Source;
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
    secret: SecretArg,
    #[command(flatten)]
    source: Source,
}

/// Reads the one, writes the other.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let inputs = [Some(&args.key), args.source.passphrase_file.as_ref()];
    let inputs = Inputs::of(inputs.into_iter().flatten().map(PathBuf::as_path));
    let (path, force, readers) = (args.out.as_path(), args.force, Readers::Everybody);
    let destination = Destination { path, force, readers, inputs: &inputs };
    destination.check()?;
    let wanted = Wanted { algorithm: args.algorithm, secret: args.secret.secret };
    let key = keys::read_private(&args.key, wanted, &args.source)?.key;
    let pem = key.public_key().to_pem()?;
    if files::is_dash(path) {
        output::print(&pem)?;
    } else {
        destination.write(pem.as_bytes())?;
    }
    Ok(Outcome::Done)
}
