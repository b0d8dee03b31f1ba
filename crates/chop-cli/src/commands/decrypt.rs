//! `chop decrypt`: with an SM2 key.

use super::encrypt::Form;
use crate::algorithm::Algorithm;
use crate::exit::Outcome;
use crate::files::{self, Destination, Inputs, Readers};
use crate::keys::Wanted;
use crate::passphrase::Source;
use crate::{keys, output, signature};
use anyhow::{Context, anyhow, bail};
use chop::encoding::PrivateKey;
use chop::sm2;
use clap::ValueEnum;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// The largest ciphertext: a little more than is encrypted, and its hexadecimal text.
const LIMIT: u64 = 129 << 20;

/// Decrypt a file with an SM2 private key
///
/// The ciphertext, binary or hex or base64 of it, must be of the form that is named: if it is another, the
/// error says which. Nothing is written unless all of it decrypts; what is written only its owner can read.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The SM2 private key
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// The ciphertext; `-` is standard input
    #[arg(value_name = "DOC")]
    document: PathBuf,
    /// How the parts of the ciphertext are put together
    #[arg(long, value_enum, value_name = "FORM", default_value = "der")]
    form: Form,
    /// Write to FILE [default: DOC without its .enc; standard output for `-`]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    /// 32 bare bytes (raw, hex or base64) are a private key, as in other commands; here they are one without it,
    /// since public keys of SM2 never have 32 bytes
    #[arg(long)]
    secret: bool,
    #[command(flatten)]
    source: Source,
}

/// Reads, decrypts, writes.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let inputs = [Some(&args.key), Some(&args.document), args.source.passphrase_file.as_ref()];
    let inputs: Vec<&Path> = inputs.into_iter().flatten().map(PathBuf::as_path).collect();
    files::one_stdin(inputs.iter().copied())?;
    let inputs = Inputs::of(inputs);
    let wanted = Wanted { algorithm: Some(Algorithm::Sm2), secret: args.secret };
    let opened = keys::read_private(&args.key, wanted, &args.source)?;
    opened.owner.may_decrypt().with_context(|| output::name(&args.key))?;
    let key = match opened.key {
        PrivateKey::Sm2(key) => key,
        other => bail!("{} is a key for {}: only sm2 decrypts", output::name(&args.key), other.algorithm()),
    };
    let name = output::name(&args.document);
    let target = match (&args.out, args.document.extension()) {
        (Some(out), _) => out.clone(),
        (None, _) if files::is_dash(&args.document) => PathBuf::from("-"),
        (None, Some(extension)) if extension == "enc" => args.document.with_extension(""),
        (None, _) => bail!("{name} does not end in .enc: say with --out where to write what it decrypts to"),
    };
    let (path, force, readers) = (target.as_path(), args.force, Readers::Owner);
    let destination = Destination { path, force, readers, inputs: &inputs };
    destination.check()?;
    let context = || format!("cannot decrypt {name}");
    let content = files::read_secret(&args.document, LIMIT).with_context(context)?;
    let (ciphertext, _) = signature::unwrapped(&content)?;
    let plaintext = sm2::decrypt(&key, &ciphertext, args.form.of_library())
        .map_err(|error| hint(&key, &ciphertext).map_or(error.into(), |hint| anyhow!("{error}; {hint}")))
        .with_context(context)?;
    if !files::is_dash(&target) {
        destination.write(plaintext.as_bytes())?;
    } else if is_text(plaintext.as_bytes()) || !io::stdout().is_terminal() {
        output::print_bytes(plaintext.as_bytes())?;
    } else {
        output::refuse_terminal(true, "what is decrypted, which is no text,")?;
    }
    Ok(Outcome::Done)
}

/// What would decrypt instead. It costs one decryption a form, and shows no plaintext.
fn hint(key: &sm2::SigningKey, ciphertext: &[u8]) -> Option<String> {
    let opens = |bytes: &[u8], form: &Form| sm2::decrypt(key, bytes, form.of_library()).is_ok();
    let form = Form::value_variants().iter().find(|form| opens(ciphertext, form))?;
    Some(format!("it does with --form {}", form.name()))
}

/// Whether a terminal may show it as it is: lines that end in LF or CR LF, tabs, and nothing that commands a terminal.
fn is_text(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| {
        let harmless = |c: char| c == '\t' || !output::commands_a_terminal(c);
        text.split('\n').all(|line| line.strip_suffix('\r').unwrap_or(line).chars().all(harmless))
    })
}
