//! `chop convert`: a key in another form.

use crate::algorithm::Algorithm;
use crate::exit::Outcome;
use crate::files::{self, Destination, Inputs, Readers};
use crate::formats::minisign;
use crate::formats::text_keys::{Form, WifKind};
use crate::keys::{self, Beside, Opened, Wanted};
use crate::output;
use crate::passphrase::{self, Source};
use anyhow::{Context, bail};
use chop::encoding::minisign::Format as Program;
use chop::encoding::{PrivateKey, PublicKey, openssh};
use chop::{Error, KeyFileError, bip340, secp256k1};
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
    /// 32 bytes; a public key of sm2 or secp256k1 65 bytes, 04 and x and y, and with --algorithm bip340 x alone
    Raw,
    /// The same as hexadecimal digits and a newline
    Hex,
    /// SM2 only: the structure of SKF and SDF hardware, 132 bytes, of a private key 68
    Skf,
    /// JSON: a JWK, for ed25519, x25519, sm2 and secp256k1
    Jwk,
    /// Ed25519 only: a private key as in ~/.ssh/id_ed25519, a public key as the line of id_ed25519.pub
    Openssh,
    /// Ed25519 only: as minisign.key and minisign.pub
    Minisign,
    /// Ed25519 only: as the files of signify, NAME.sec and NAME.pub
    Signify,
    /// Public keys of SM2 and secp256k1 only: x and y without 04, as 128 hexadecimal digits and a newline
    Xy,
    /// Ed25519 only: a private key as the 64 numbers of solana-keygen, a public key in base58
    Solana,
    /// Ed25519 only: a private key as 128 hexadecimal digits, seed and public key, a public key as 64
    Libsodium,
    /// Ed25519 only: a private key as priv_validator_key.json of CometBFT, a public key as in it
    Tendermint,
    /// Ed25519, X25519, SM2 and secp256k1: z and base58 of a code and the key, as behind did:key:
    Multibase,
    /// X25519 only: 44 characters of base64
    Wireguard,
    /// X25519 only: a private key as AGE-SECRET-KEY-1…, a public key as age1…
    Age,
    /// Private keys of secp256k1 only: WIF, as wallets of Bitcoin write them; see --wif-kind
    Wif,
}

impl Format {
    /// The form of another program, if it is one of those in text.
    fn of_other_program(self, wif: WifKind) -> Option<Form> {
        match self {
            Format::Solana => Some(Form::Solana),
            Format::Libsodium => Some(Form::Libsodium),
            Format::Tendermint => Some(Form::Tendermint),
            Format::Multibase => Some(Form::Multibase),
            Format::Wireguard => Some(Form::Wireguard),
            Format::Age => Some(Form::Age),
            Format::Wif => Some(Form::Wif(wif)),
            Format::Pem
            | Format::Der
            | Format::Raw
            | Format::Hex
            | Format::Skf
            | Format::Jwk
            | Format::Openssh
            | Format::Minisign
            | Format::Signify
            | Format::Xy => None,
        }
    }

    /// The program of the two that have keys of one kind with a key id.
    fn program(self) -> Option<Program> {
        match self {
            Format::Minisign => Some(Program::Minisign),
            Format::Signify => Some(Program::Signify),
            _ => None,
        }
    }

    /// Whether a private key in it can be encrypted.
    fn encrypts(self) -> bool {
        matches!(self, Format::Pem | Format::Der | Format::Openssh | Format::Minisign | Format::Signify)
    }

    /// Whether a private key in it looks like a public one, or has no protection at all and is no text of a program either.
    fn needs_secret(self) -> bool {
        matches!(self, Format::Raw | Format::Hex | Format::Skf | Format::Wireguard)
    }

    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// Write a key in another form
///
/// An encrypted private key stays encrypted, with the same passphrase unless another is given; only
/// --no-passphrase makes it plain. A plain one stays plain unless a passphrase is given. With --force the output
/// may be the file itself: that changes a passphrase in place. A key from an envelope is protected as the key that opens it.
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
    /// The network of a key in WIF, and how its public key is written: as in the WIF that is read, otherwise mainnet
    #[arg(long, value_enum, value_name = "KIND")]
    wif_kind: Option<WifKind>,
    /// The SM2 private key that the envelope in FILE is for (GM/T 0009, GM/T 0010); its passphrase is asked for
    #[arg(long, value_name = "KEY")]
    open_with: Option<PathBuf>,
    /// The algorithm, where the key does not say it
    #[arg(long, value_enum, value_name = "NAME")]
    algorithm: Option<Algorithm>,
    /// The input is a private key: needed, with --algorithm, for 32 bare bytes (raw, hex, base64 or base58), and to write
    /// raw, hex, skf or wireguard, which do not say that they are private
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
    if args.wif_kind.is_some() && args.key_format != Format::Wif {
        bail!("--wif-kind is for --key-format wif");
    }
    let inputs = [Some(&args.file), args.open_with.as_ref()];
    let passphrases = [args.source.passphrase_file.as_ref(), args.new_passphrase_file.as_ref()];
    let inputs = inputs.into_iter().chain(passphrases);
    files::one_stdin(inputs.flatten().map(PathBuf::as_path))?;
    destination(args, &args.passphrase_inputs(), Readers::Everybody).check()?;
    let content = files::read_small(&args.file)?;
    let name = output::name(&args.file);
    let wanted = Wanted { algorithm: args.algorithm, secret: args.secret };
    if let Some(opener) = &args.open_with {
        let key = keys::open_envelope(&content, opener, &args.source).with_context(|| name.clone())?;
        keys::agree(&name, key.key.algorithm(), args.algorithm)?;
        refuse_without_protection(args, &name)?;
        return write_private(args, &key, &name);
    }
    if args.secret {
        let key = keys::open_private(&args.file, &content, wanted, &args.source)?;
        return write_private(args, &key, &name);
    }
    match keys::public_from_content(&content, args.algorithm) {
        Ok(key) => {
            keys::agree(&name, key.algorithm(), args.algorithm)?;
            write_public(args, &key, &Beside::of_public(&content))
        }
        Err(error) if error.downcast_ref() == Some(&Error::KeyFile(KeyFileError::PrivateKeyGiven)) => {
            refuse_without_protection(args, &name)?;
            let key = keys::open_private(&args.file, &content, wanted, &args.source)?;
            write_private(args, &key, &name)
        }
        Err(error) => Err(error.context(name)),
    }
}

/// Says that the conditions of a JWK's owner are not written: no form here has them.
fn note_conditions(beside: &Beside) {
    if beside.has_conditions {
        output::note("chop: note: the conditions of the key's owner (use, key_ops, alg) are not written");
    }
}

/// Refuses a form that does not say that its key is private, unless the user says it.
fn refuse_without_protection(args: &Args, name: &str) -> anyhow::Result<()> {
    if args.key_format.needs_secret() && !args.secret {
        bail!("{name} is a private key: to write it without any protection, say --secret");
    }
    Ok(())
}

/// The file that is named, which may be the one that is read; but not one with a passphrase, nor the key that opens it.
fn destination<'a>(args: &'a Args, inputs: &'a Inputs, readers: Readers) -> Destination<'a> {
    Destination { path: &args.out, force: args.force, readers, inputs }
}

/// The key of BIP 340 of a point.
fn x_of(key: &secp256k1::VerifyingKey) -> [u8; 32] {
    bip340::VerifyingKey::from(*key).to_bytes()
}

impl Args {
    fn is_bip340(&self) -> bool {
        self.algorithm == Some(Algorithm::Bip340)
    }

    fn passphrase_inputs(&self) -> Inputs {
        let files = [&self.source.passphrase_file, &self.new_passphrase_file, &self.open_with];
        Inputs::of(files.map(Option::as_deref).into_iter().flatten())
    }

    /// The form of another program that is asked for.
    fn form(&self, beside: &Beside) -> Option<Form> {
        self.key_format.of_other_program(self.wif_kind.or(beside.wif).unwrap_or_default())
    }
}

fn write_public(args: &Args, key: &PublicKey, beside: &Beside) -> anyhow::Result<Outcome> {
    if args.encrypt || args.no_passphrase || args.new_passphrase_file.is_some() {
        bail!("{} is a public key: there is nothing to encrypt", output::name(&args.file));
    }
    note_conditions(beside);
    let content = match args.form(beside) {
        Some(form) => form.public(key)?.into_bytes(),
        None => match (args.key_format, key) {
            // The x of the point is a key of BIP 340 by itself.
            (Format::Raw, PublicKey::Secp256k1(key)) if args.is_bip340() => x_of(key).to_vec(),
            (Format::Hex, PublicKey::Secp256k1(key)) if args.is_bip340() => {
                (output::hex(&x_of(key)) + "\n").into_bytes()
            }
            (format, key) => public_content(format, key, beside)?,
        },
    };
    if !files::is_dash(&args.out) {
        destination(args, &args.passphrase_inputs(), Readers::Everybody).write(&content)?;
    } else if !matches!(args.key_format, Format::Der | Format::Raw | Format::Skf) {
        output::print(&String::from_utf8(content)?)?;
    } else {
        output::print_binary(&content, "a binary key")?;
    }
    Ok(Outcome::Done)
}

/// A public key in a form of this program.
fn public_content(format: Format, key: &PublicKey, beside: &Beside) -> anyhow::Result<Vec<u8>> {
    Ok(match (format, key) {
        (Format::Pem, _) => key.to_pem()?.into_bytes(),
        (Format::Der, PublicKey::Ed25519(key)) => key.to_public_key_der().to_vec(),
        (Format::Der, PublicKey::X25519(key)) => key.to_public_key_der().to_vec(),
        (Format::Der, PublicKey::Sm2(key)) => key.to_public_key_der().to_vec(),
        (Format::Der, PublicKey::Secp256k1(key)) => key.to_public_key_der().to_vec(),
        (Format::Der, other) => bail!("{} keys have no DER form: they have no identifier", other.algorithm()),
        (Format::Skf, PublicKey::Sm2(key)) => key.to_blob().to_vec(),
        (Format::Openssh, PublicKey::Ed25519(key)) => {
            (openssh::PublicKey::from(*key).to_line(&beside.comment) + "\n").into_bytes()
        }
        (Format::Minisign | Format::Signify, PublicKey::Ed25519(own)) => match format.program() {
            Some(program) => minisign::public_text(program, *own, beside)?.into_bytes(),
            None => bail!("{}", no_form(format, key.algorithm())),
        },
        (Format::Jwk, _) => key.to_jwk(beside.name.as_deref())?.into_bytes(),
        (Format::Raw, _) => key.to_bytes().to_vec(),
        (Format::Hex, _) => (output::hex(&key.to_bytes()) + "\n").into_bytes(),
        (Format::Xy, PublicKey::Sm2(key)) => (output::hex(&key.to_bytes()[1..]) + "\n").into_bytes(),
        (Format::Xy, PublicKey::Secp256k1(key)) => (output::hex(&key.to_bytes()[1..]) + "\n").into_bytes(),
        (format, other) => bail!("{}", no_form(format, other.algorithm())),
    })
}

fn write_private(args: &Args, opened: &Opened, name: &str) -> anyhow::Result<Outcome> {
    if files::is_dash(&args.out) {
        output::refuse_terminal(io::stdout().is_terminal(), "a private key")?;
    }
    let passphrase = match &args.new_passphrase_file {
        Some(path) => Some(passphrase::from_file(path)?),
        None if args.encrypt => Some(passphrase::choose()?),
        None if args.no_passphrase => None,
        None => opened.passphrase.clone(),
    };
    let passphrase = passphrase.as_ref().map(|word| word.as_slice());
    if passphrase.is_some() && !args.key_format.encrypts() {
        let format = args.key_format.name();
        if opened.passphrase.is_some() {
            bail!(
                "{name} is encrypted, and {format} keys have no encrypted form: to write it without a passphrase, \
                 say --no-passphrase"
            );
        }
        bail!("{format} keys have no encrypted form");
    }
    note_conditions(&opened.beside);
    if opened.beside.key_id.is_some() && args.key_format.program().is_none() {
        output::note(format_args!(
            "chop: note: this form has no place for the key id of minisign and signify: written as one of their keys again, it has another"
        ));
    }
    if opened.beside.wif.is_some_and(|kind| kind != WifKind::default()) && args.key_format != Format::Wif {
        output::note(
            "chop: note: this form has no place for the network of a WIF key and for the form of its public key: they are dropped",
        );
    }
    let content = match args.form(&opened.beside) {
        Some(form) => form.private(&opened.key)?,
        None => private_content(args.key_format, opened, passphrase).with_context(|| name.to_owned())?,
    };
    if files::is_dash(&args.out) {
        output::print_binary(&content, "a private key").with_context(|| name.to_owned())?;
    } else {
        destination(args, &args.passphrase_inputs(), Readers::Owner).write(&content)?;
    }
    Ok(Outcome::Done)
}

/// A private key in a form of this program, encrypted if there is a passphrase.
fn private_content(
    format: Format,
    opened: &Opened,
    passphrase: Option<&[u8]>,
) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let beside = &opened.beside;
    let bytes = |vec: &[u8]| Zeroizing::new(vec.to_vec());
    Ok(match (format, &opened.key, passphrase) {
        (Format::Pem, key, _) => bytes(keys::private_to_pem(key, passphrase)?.as_bytes()),
        (Format::Der, PrivateKey::Ed25519(key), None) => bytes(key.to_pkcs8_der()?.as_bytes()),
        (Format::Der, PrivateKey::X25519(key), None) => bytes(key.to_pkcs8_der()?.as_bytes()),
        (Format::Der, PrivateKey::Sm2(key), None) => bytes(key.to_pkcs8_der()?.as_bytes()),
        (Format::Der, PrivateKey::Sm2(key), Some(word)) => bytes(&key.to_pkcs8_encrypted_der(word)?),
        (Format::Der, PrivateKey::Secp256k1(key), None) => bytes(key.to_pkcs8_der()?.as_bytes()),
        (Format::Der, PrivateKey::Secp256k1(key), Some(word)) => bytes(&key.to_pkcs8_encrypted_der(word)?),
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
        (Format::Minisign | Format::Signify, PrivateKey::Ed25519(own), _) => match format.program() {
            Some(program) => minisign::private_text(program, own, beside, passphrase)?,
            None => bail!("{}", no_form(format, opened.key.algorithm())),
        },
        (Format::Skf, PrivateKey::Sm2(key), _) => bytes(key.to_blob().as_bytes()),
        (Format::Raw, key, _) => bytes(keys::private_to_bytes(key)?.as_bytes()),
        (Format::Hex, key, _) => secret_hex(keys::private_to_bytes(key)?.as_bytes()),
        (Format::Jwk, key, _) => bytes(key.to_jwk(beside.name.as_deref())?.as_str().as_bytes()),
        (Format::Xy, ..) => bail!("this is a private key, and xy is a form of public keys"),
        (format, other, _) => bail!("{}", no_form(format, other.algorithm())),
    })
}

/// The sentence about a form that keys of an algorithm do not have.
fn no_form(format: Format, algorithm: &str) -> String {
    match format {
        Format::Openssh => {
            format!("{algorithm} keys have no form in OpenSSH: of those here only ed25519 has one")
        }
        Format::Minisign | Format::Signify => {
            format!(
                "{algorithm} keys have no form in minisign and signify: of those here only ed25519 has one"
            )
        }
        Format::Skf => format!("{algorithm} keys have no form in SKF: only those of sm2 have"),
        other => format!("{algorithm} keys have no form that is called {}", other.name()),
    }
}

/// Hexadecimal digits and a newline, made in constant time in memory that is wiped.
fn secret_hex(bytes: &[u8; 32]) -> Zeroizing<Vec<u8>> {
    let mut text = Zeroizing::new(vec![b'\n'; 65]);
    // Encoding 32 bytes into 64 places cannot fail.
    let _ = base16ct::lower::encode(bytes, &mut text[..64]);
    text
}
