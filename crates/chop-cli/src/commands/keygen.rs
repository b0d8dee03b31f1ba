//! `chop keygen`: a new key pair.

use crate::algorithm::Algorithm;
use crate::exit::Outcome;
use crate::files::{self, Destination, Inputs, Readers};
use crate::{keys, output, passphrase};
use chop::encoding::PrivateKey;
use chop::{ed25519, ed25519_blake2b, ed25519_blake3, secp256k1, sm2, x25519};
use std::io::Write;
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
    let inputs = Inputs::of(args.passphrase_file.as_deref());
    let destination = |path, readers| Destination { path, force: args.force, readers, inputs: &inputs };
    let private_destination = destination(&args.out, Readers::Owner);
    let public_destination = destination(&public_path, Readers::Everybody);
    private_destination.check()?;
    if !to_stdout {
        public_destination.check()?;
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
    let mut private_file = private_destination.create()?;
    let mut public_file = public_destination.create()?;
    private_file.write_all(pem.as_bytes())?;
    public_file.write_all(public.to_pem()?.as_bytes())?;
    facts += &format!("written:     {} {}\n", output::name(&args.out), output::name(&public_path));
    // Printed before the files have their names: a failure leaves none.
    output::print(&facts)?;
    files::keep_pair(private_file, public_file)?;
    Ok(Outcome::Done)
}

fn generate(algorithm: Algorithm) -> anyhow::Result<PrivateKey> {
    Ok(match algorithm.of_key() {
        Algorithm::Ed25519Blake3 => PrivateKey::Ed25519Blake3(ed25519_blake3::SigningKey::generate()?),
        Algorithm::Ed25519Blake2b => PrivateKey::Ed25519Blake2b(ed25519_blake2b::SigningKey::generate()?),
        Algorithm::Sm2 => PrivateKey::Sm2(sm2::SigningKey::generate()?),
        Algorithm::Secp256k1 | Algorithm::Bip340 => PrivateKey::Secp256k1(secp256k1::SigningKey::generate()?),
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
