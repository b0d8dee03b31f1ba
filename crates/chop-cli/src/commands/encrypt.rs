//! `chop encrypt`: for the owner of an SM2 key.

use crate::exit::Outcome;
use crate::files::{self, Destination, Inputs, Readers};
use crate::{keys, output};
use anyhow::{Context, bail};
use chop::encoding::PublicKey;
use chop::sm2;
use clap::ValueEnum;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// The largest document: encrypting holds it in memory a few times.
const LIMIT: u64 = 64 << 20;

/// How the parts of a ciphertext are put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// SEQUENCE of x, y, C3, C2 (GM/T 0009), as the programs openssl and gmssl write and read it
    #[default]
    Der,
    /// C1 ‖ C3 ‖ C2, C1 = 04 ‖ x ‖ y: the standard since 2012, as most libraries for Java and Go write it
    C1c3c2,
    /// C1 ‖ C2 ‖ C3: older software
    C1c2c3,
    /// C1 ‖ C3 ‖ C2, C1 = x ‖ y without 04: as sm-crypto of JavaScript writes and reads it, in hexadecimal digits
    #[value(name = "c1c3c2-without-04")]
    C1c3c2Without04,
    /// C1 ‖ C2 ‖ C3, C1 = x ‖ y without 04: sm-crypto with cipherMode 0
    #[value(name = "c1c2c3-without-04")]
    C1c2c3Without04,
}

impl Form {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Form::Der => "der",
            Form::C1c3c2 => "c1c3c2",
            Form::C1c2c3 => "c1c2c3",
            Form::C1c3c2Without04 => "c1c3c2-without-04",
            Form::C1c2c3Without04 => "c1c2c3-without-04",
        }
    }

    /// The same for the library.
    pub(crate) fn of_library(self) -> sm2::Form {
        match self {
            Form::Der => sm2::Form::Der,
            Form::C1c3c2 => sm2::Form::C1C3C2,
            Form::C1c2c3 => sm2::Form::C1C2C3,
            Form::C1c3c2Without04 => sm2::Form::C1C3C2Without04,
            Form::C1c2c3Without04 => sm2::Form::C1C2C3Without04,
        }
    }
}

/// Encrypt a file for the owner of an SM2 key
///
/// The ciphertext of DOC is written to DOC.enc. Anybody who has the public key can encrypt: that it decrypts
/// says nothing about who did. At most 64 MiB; for much data, encrypt the key of a cipher.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The SM2 public key: a file, or the key itself as hex or base64
    #[arg(long, value_name = "KEY")]
    key: PathBuf,
    /// The file; `-` is standard input
    #[arg(value_name = "DOC")]
    document: PathBuf,
    /// How to put the parts of the ciphertext together
    #[arg(long, value_enum, value_name = "FORM", default_value = "der")]
    form: Form,
    /// Write to FILE [default: DOC.enc; standard output for `-`]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
}

/// Reads, encrypts, writes.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    files::one_stdin([args.key.as_path(), &args.document])?;
    let key = match keys::read_encrypting(&args.key)? {
        PublicKey::Sm2(key) => key,
        other => bail!("{} is a key for {}: only sm2 encrypts", output::name(&args.key), other.algorithm()),
    };
    let target = match &args.out {
        Some(out) => out.clone(),
        None if files::is_dash(&args.document) => PathBuf::from("-"),
        None => files::with_suffix(&args.document, ".enc"),
    };
    if files::is_dash(&target) {
        output::refuse_terminal(io::stdout().is_terminal(), "a ciphertext")?;
    }
    let inputs = Inputs::of([args.key.as_path(), &args.document]);
    let (path, force, readers) = (target.as_path(), args.force, Readers::Everybody);
    let destination = Destination { path, force, readers, inputs: &inputs };
    destination.check()?;
    let context = || format!("cannot encrypt {}", output::name(&args.document));
    let message = files::read_secret(&args.document, LIMIT).with_context(context)?;
    let ciphertext = sm2::encrypt(&key, &message, args.form.of_library()).with_context(context)?;
    if files::is_dash(&target) {
        output::print_binary(&ciphertext, "a ciphertext")?;
    } else {
        destination.write(&ciphertext)?;
    }
    Ok(Outcome::Done)
}
