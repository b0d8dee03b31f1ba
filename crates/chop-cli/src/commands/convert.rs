//! `chop convert`: a key in another form.

use crate::algorithm::Algorithm;
use crate::exit::Outcome;
use crate::files::{self, Destination, Inputs, Readers};
use crate::formats::minisign;
use crate::keys::{self, Beside, Opened, Wanted};
use crate::output;
use crate::passphrase::{self, Source};
use anyhow::{Context, bail};
use chop::encoding::minisign::Format as Program;
use chop::encoding::{PrivateKey, PublicKey, openssh};
use chop::{Error, KeyFileError};
use clap::ValueEnum;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use zeroize::Zeroizing;

/// How a key is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text with a label
    Pem,
    /// PKCS#8 or SPKI, binary
    Der,
    /// 32 bytes; an SM2 public key 65 bytes, 04 and x and y
    Raw,
    /// The same as hexadecimal digits and a newline
    Hex,
    /// SM2 only: the structure of SKF and SDF hardware, 132 bytes, of a private key 68
    Skf,
    /// Ed25519 only: a private key as in ~/.ssh/id_ed25519, a public key as the line of id_ed25519.pub
    Openssh,
    /// Ed25519 only: as minisign.key and minisign.pub
    Minisign,
    /// Ed25519 only: as the files of signify, NAME.sec and NAME.pub
    Signify,
}

impl Format {
    /// The program of the two that have keys of one kind with a key id.
    fn program(self) -> Option<Program> {
        match self {
            Format::Minisign => Some(Program::Minisign),
            Format::Signify => Some(Program::Signify),
            _ => None,
        }
    }

    /// Whether a public key is text in this form.
    fn is_text(self) -> bool {
        !matches!(self, Format::Der | Format::Raw | Format::Skf)
    }
}

/// Write a key in another form
///
/// An encrypted private key stays encrypted, with the same passphrase unless another is given; only
/// --no-passphrase makes it plain. A plain one stays plain unless a passphrase is given. With --force the output
/// may be the file itself: that changes a passphrase in place.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The key, private or public, in any form
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The form to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    key_format: Format,
    /// Write to FILE instead of standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    /// The algorithm, where the key does not say it
    #[arg(long, value_enum, value_name = "NAME")]
    algorithm: Option<Algorithm>,
    /// The input is a private key: needed, with --algorithm, for 32 bare bytes (raw, hex or base64), and to write
    /// raw, hex or skf, which have no protection
    #[arg(long)]
    secret: bool,
    /// Encrypt the private key that is written with a new passphrase, which is asked for
    #[arg(long)]
    encrypt: bool,
    /// Encrypt it with the passphrase in the first line of FILE
    #[arg(long, value_name = "FILE")]
    new_passphrase_file: Option<PathBuf>,
    /// Write an encrypted private key without a passphrase, readable for everybody who has the file
    #[arg(long, conflicts_with_all = ["encrypt", "new_passphrase_file"])]
    no_passphrase: bool,
    #[command(flatten)]
    source: Source,
}

/// Reads the key and writes it.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let inputs = [Some(&args.file), args.source.passphrase_file.as_ref(), args.new_passphrase_file.as_ref()];
    files::one_stdin(inputs.into_iter().flatten().map(PathBuf::as_path))?;
    destination(args, &args.passphrase_inputs(), Readers::Everybody).check()?;
    let content = files::read_small(&args.file)?;
    let name = output::name(&args.file);
    let wanted = Wanted { algorithm: args.algorithm, secret: args.secret };
    if args.secret {
        let key = keys::open_private(&args.file, &content, wanted, &args.source)?;
        return write_private(args, key, &name);
    }
    match keys::public_from_content(&content, args.algorithm) {
        Ok(key) => {
            keys::agree(&name, key.algorithm(), args.algorithm)?;
            write_public(args, &key, &Beside::of_public(&content))
        }
        Err(error) if error.downcast_ref() == Some(&Error::KeyFile(KeyFileError::PrivateKeyGiven)) => {
            if matches!(args.key_format, Format::Raw | Format::Hex | Format::Skf) {
                bail!("{name} is a private key: to write it without any protection, say --secret");
            }
            let key = keys::open_private(&args.file, &content, wanted, &args.source)?;
            write_private(args, key, &name)
        }
        Err(error) => Err(error.context(name)),
    }
}

/// The file that is named, which may be the one that is read; but not one with a passphrase.
fn destination<'a>(args: &'a Args, inputs: &'a Inputs, readers: Readers) -> Destination<'a> {
    Destination { path: &args.out, force: args.force, readers, inputs }
}

impl Args {
    fn passphrase_inputs(&self) -> Inputs {
        let files = [self.source.passphrase_file.as_deref(), self.new_passphrase_file.as_deref()];
        Inputs::of(files.into_iter().flatten())
    }
}

fn write_public(args: &Args, key: &PublicKey, beside: &Beside) -> anyhow::Result<Outcome> {
    if args.encrypt || args.no_passphrase || args.new_passphrase_file.is_some() {
        bail!("{} is a public key: there is nothing to encrypt", output::name(&args.file));
    }
    let content = match (args.key_format, key) {
        (Format::Pem, _) => key.to_pem()?.into_bytes(),
        (Format::Der, PublicKey::Ed25519(key)) => key.to_public_key_der().to_vec(),
        (Format::Der, PublicKey::X25519(key)) => key.to_public_key_der().to_vec(),
        (Format::Der, PublicKey::Sm2(key)) => key.to_public_key_der().to_vec(),
        (Format::Der, other) => bail!("{} keys have no DER form: they have no identifier", other.algorithm()),
        (Format::Skf, PublicKey::Sm2(key)) => key.to_blob().to_vec(),
        (Format::Skf, other) => {
            bail!("{} keys have no form in SKF: only those of sm2 have", other.algorithm())
        }
        (Format::Openssh, PublicKey::Ed25519(key)) => {
            (openssh::PublicKey::from(*key).to_line(&beside.comment) + "\n").into_bytes()
        }
        (Format::Openssh, other) => bail!("{}", no_openssh(other.algorithm())),
        (Format::Minisign | Format::Signify, _) => match (args.key_format.program(), key) {
            (Some(program), PublicKey::Ed25519(key)) => {
                minisign::public_text(program, *key, beside)?.into_bytes()
            }
            _ => bail!("{}", no_minisign(key.algorithm())),
        },
        (Format::Raw, _) => key.to_bytes().to_vec(),
        (Format::Hex, _) => (output::hex(&key.to_bytes()) + "\n").into_bytes(),
    };
    if !files::is_dash(&args.out) {
        destination(args, &args.passphrase_inputs(), Readers::Everybody).write(&content)?;
    } else if args.key_format.is_text() {
        output::print(&String::from_utf8(content)?)?;
    } else {
        output::print_binary(&content, "a binary key")?;
    }
    Ok(Outcome::Done)
}

fn write_private(args: &Args, opened: Opened, name: &str) -> anyhow::Result<Outcome> {
    if files::is_dash(&args.out) {
        output::refuse_terminal(io::stdout().is_terminal(), "a private key")?;
    }
    let was_encrypted = opened.passphrase.is_some();
    let passphrase = match &args.new_passphrase_file {
        Some(path) => Some(passphrase::from_file(path)?),
        None if args.encrypt => Some(passphrase::choose()?),
        None if args.no_passphrase => None,
        None => opened.passphrase,
    };
    let passphrase = passphrase.as_ref().map(|word| word.as_slice());
    let key = &opened.key;
    let beside = &opened.beside;
    let bytes = |vec: &[u8]| Zeroizing::new(vec.to_vec());
    let content = match (args.key_format, key, passphrase) {
        (Format::Pem, _, _) => bytes(keys::private_to_pem(key, passphrase)?.as_bytes()),
        (Format::Der, PrivateKey::Ed25519(key), None) => bytes(key.to_pkcs8_der()?.as_bytes()),
        (Format::Der, PrivateKey::X25519(key), None) => bytes(key.to_pkcs8_der()?.as_bytes()),
        (Format::Der, PrivateKey::Sm2(key), None) => bytes(key.to_pkcs8_der()?.as_bytes()),
        (Format::Der, PrivateKey::Sm2(key), Some(word)) => bytes(&key.to_pkcs8_encrypted_der(word)?),
        (Format::Der, PrivateKey::Ed25519(key), Some(word)) => bytes(&key.to_pkcs8_encrypted_der(word)?),
        (Format::Der, PrivateKey::X25519(key), Some(word)) => bytes(&key.to_pkcs8_encrypted_der(word)?),
        (Format::Der, other, _) => {
            bail!("{} keys have no DER form: they have no identifier", other.algorithm())
        }
        (Format::Openssh, PrivateKey::Ed25519(key), None) => {
            bytes(key.to_openssh(&beside.comment)?.as_str().as_bytes())
        }
        (Format::Openssh, PrivateKey::Ed25519(key), Some(word)) => {
            bytes(key.to_openssh_encrypted(&beside.comment, word)?.as_bytes())
        }
        (Format::Openssh, other, _) => bail!("{}", no_openssh(other.algorithm())),
        (Format::Minisign | Format::Signify, _, _) => match (args.key_format.program(), key) {
            (Some(program), PrivateKey::Ed25519(key)) => {
                minisign::private_text(program, key, beside, passphrase)?
            }
            _ => bail!("{}", no_minisign(key.algorithm())),
        },
        (Format::Raw | Format::Hex | Format::Skf, _, Some(_)) if was_encrypted => bail!(
            "{name} is encrypted, and raw, hex and skf keys have no encrypted form: to write it without a \
             passphrase, say --no-passphrase"
        ),
        (Format::Raw | Format::Hex | Format::Skf, _, Some(_)) => {
            bail!("raw, hex and skf keys have no encrypted form")
        }
        (Format::Skf, PrivateKey::Sm2(key), None) => bytes(key.to_blob().as_bytes()),
        (Format::Skf, other, None) => {
            bail!("{} keys have no form in SKF: only those of sm2 have", other.algorithm())
        }
        (Format::Raw, _, None) => bytes(keys::private_to_bytes(key)?.as_bytes()),
        (Format::Hex, _, None) => secret_hex(keys::private_to_bytes(key)?.as_bytes()),
    };
    if files::is_dash(&args.out) {
        output::print_binary(&content, "a private key").with_context(|| name.to_owned())?;
    } else {
        destination(args, &args.passphrase_inputs(), Readers::Owner).write(&content)?;
    }
    Ok(Outcome::Done)
}

fn no_openssh(algorithm: &str) -> String {
    format!("{algorithm} keys have no form in OpenSSH: of those here only ed25519 has one")
}

fn no_minisign(algorithm: &str) -> String {
    format!("{algorithm} keys have no form in minisign and signify: of those here only ed25519 has one")
}

/// Hexadecimal digits and a newline, made in constant time in memory that is wiped.
fn secret_hex(bytes: &[u8; 32]) -> Zeroizing<Vec<u8>> {
    let mut text = Zeroizing::new(vec![b'\n'; 65]);
    // Encoding 32 bytes into 64 places cannot fail.
    let _ = base16ct::lower::encode(bytes, &mut text[..64]);
    text
}
