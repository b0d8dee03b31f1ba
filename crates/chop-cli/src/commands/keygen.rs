//! `chop keygen`: a new key pair.

use crate::exit::Outcome;
use crate::files::{self, Readers};
use crate::scheme::Algorithm;
use crate::{keys, output, passphrase};
use anyhow::bail;
use chop::encoding::PrivateKey;
use chop::{ed25519, ed25519_blake2b, ed25519_blake3, sm2, x25519};
use std::path::{Path, PathBuf};

/// Make a key pair
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// What the key is for; ed25519ctx and ed25519ph use ed25519 keys
    #[arg(long, value_enum, value_name = "NAME", default_value = "ed25519")]
    algorithm: Algorithm,
    /// File for the private key; the public key is written beside it as *.pub.pem
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Encrypt the private key with a passphrase, which is asked for
    #[arg(long)]
    passphrase: bool,
    /// Encrypt the private key with the passphrase in the first line of FILE
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
}

/// Generates, writes and names the pair.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let to_stdout = files::is_dash(&args.out);
    let public_path = public_path(&args.out);
    if !to_stdout && !args.force {
        for path in [&args.out, &public_path] {
            if path.is_file() {
                bail!("{} exists: use --force to overwrite it", output::name(path));
            }
        }
    }
    let passphrase = match &args.passphrase_file {
        Some(path) => Some(passphrase::from_file(path)?),
        None if args.passphrase => Some(passphrase::choose()?),
        None => None,
    };
    let key = generate(args.algorithm)?;
    let public = key.public_key();
    let pem = keys::private_to_pem(&key, passphrase.as_ref().map(|word| word.as_slice()))?;
    let mut facts = format!(
        "algorithm:   {}\npublic key:  {}\nfingerprint: {}\n",
        public.algorithm(),
        output::hex(&public.to_bytes()),
        keys::fingerprint(&public)
    );
    if to_stdout {
        output::print_binary(pem.as_bytes(), "a private key")?;
        output::note(facts.trim_end());
        return Ok(Outcome::Done);
    }
    files::write_new(&args.out, pem.as_bytes(), args.force, Readers::Owner)?;
    let written = public
        .to_pem()
        .map_err(anyhow::Error::from)
        .and_then(|pem| files::write_new(&public_path, pem.as_bytes(), args.force, Readers::Everybody));
    if let Err(error) = written {
        return Err(error.context(format!("{} is written, but not its public key", output::name(&args.out))));
    }
    facts += &format!("written:     {} {}\n", output::name(&args.out), output::name(&public_path));
    output::print(&facts)?;
    Ok(Outcome::Done)
}

fn generate(algorithm: Algorithm) -> anyhow::Result<PrivateKey> {
    Ok(match algorithm.of_key() {
        Algorithm::Ed25519Blake3 => PrivateKey::Ed25519Blake3(ed25519_blake3::SigningKey::generate()?),
        Algorithm::Ed25519Blake2b => PrivateKey::Ed25519Blake2b(ed25519_blake2b::SigningKey::generate()?),
        Algorithm::Sm2 => PrivateKey::Sm2(sm2::SigningKey::generate()?),
        Algorithm::X25519 => PrivateKey::X25519(x25519::StaticSecret::generate()?),
        _ => PrivateKey::Ed25519(ed25519::SigningKey::generate()?),
    })
}

/// `key.pem` → `key.pub.pem`; other names get `.pub.pem` added.
fn public_path(private: &Path) -> PathBuf {
    match private.extension() {
        Some(extension) if extension == "pem" => private.with_extension("pub.pem"),
        _ => files::with_suffix(private, ".pub.pem"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_public_file_stands_beside_the_private_one() {
        assert_eq!(public_path(Path::new("a/key.pem")), Path::new("a/key.pub.pem"));
        assert_eq!(public_path(Path::new("a/key.v1.pem")), Path::new("a/key.v1.pub.pem"));
        assert_eq!(public_path(Path::new("key")), Path::new("key.pub.pem"));
    }
}
