//! `chop sign`: signatures of files.
//!
//! Files are read twice and never held in memory. What can be read only once, standard input or a pipe,
//! is held up to a limit; Ed25519ph, SM2 and SSH signatures read once and need no limit.

use crate::algorithm::Algorithm;
use crate::cli::SchemeArgs;
use crate::exit::Outcome;
use crate::files::{self, Destination, Inputs, Readers};
use crate::formats::jws;
use crate::formats::sshsig::{self, NamespaceArg};
use crate::keys::{Opened, SecretArg, Wanted};
use crate::passphrase::Source;
use crate::scheme::Signer;
use crate::signature::{Format, Signature};
use crate::{keys, output};
use anyhow::{Context, bail};
use chop::ed25519::SigningKey;
use chop::encoding::cose::Sign1;
use std::io::{self, Cursor, IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Sign files; the signature of DOC is written to DOC.sig
///
/// Names the algorithm, the key id and the file of each signature: on standard error, if the signature goes to standard output. DOC.sig is
/// not signed where DOC is among the files.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The private key
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// Files to sign; `-` is standard input, held in memory up to 1 GiB (not held, and without limit, for
    /// ed25519ph, sm2 and SSH signatures)
    #[arg(value_name = "DOC", required = true)]
    documents: Vec<PathBuf>,
    /// Write the signature to FILE; for one document [default: DOC.sig; standard output for `-`]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How to write the signature [default: der for sm2, else raw]
    #[arg(long, value_enum, value_name = "FORMAT")]
    signature_format: Option<Format>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Do not say what was signed with which algorithm
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    namespace: NamespaceArg,
    #[command(flatten)]
    secret: SecretArg,
    #[command(flatten)]
    scheme: SchemeArgs,
    #[command(flatten)]
    source: Source,
}

/// Signs every document; one that fails does not stop the others.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    if args.out.is_some() && args.documents.len() > 1 {
        bail!("--out is for one document, and there are {}", args.documents.len());
    }
    let documents: Vec<&PathBuf> = files::without_signatures(&args.documents).collect();
    let inputs = documents.iter().copied().chain([&args.key]).chain(&args.source.passphrase_file);
    let inputs: Vec<&Path> = inputs.map(PathBuf::as_path).collect();
    files::one_stdin(inputs.iter().copied())?;
    let inputs = Inputs::of(inputs);
    let wanted = Wanted { algorithm: args.scheme.algorithm, secret: args.secret.secret };
    let opened = keys::read_private(&args.key, wanted, &args.source)?;
    opened.may_sign.with_context(|| output::name(&args.key))?;
    let signer = Signer::new(&opened.key, args.scheme.asked()).with_context(|| output::name(&args.key))?;
    let format = args.signature_format.unwrap_or(Format::default_of(signer.algorithm()));
    if format.is_der() && !signer.algorithm().has_der_signatures() {
        bail!("{} signatures have no DER form: only those of sm2 have", signer.algorithm().name());
    }
    let form = Form::new(args, format, &signer, &opened)?;
    let maker = Maker { form, key_id: keys::key_id(&opened.key.public_key()) };
    let mut outcome = Outcome::Done;
    for document in documents {
        if let Err(error) = sign_and_write(args, &maker, &inputs, document) {
            output::complain(&error);
            outcome = Outcome::CannotJudge;
        }
    }
    Ok(outcome)
}

/// The maker of a signature file's content.
struct Maker<'a> {
    form: Form<'a>,
    /// The short name of the key.
    key_id: String,
}

/// The form of a signature with what makes it.
enum Form<'a> {
    Plain(&'a Signer<'a>, Format),
    /// An SSH signature, for this namespace.
    Ssh(&'a SigningKey, &'a str),
    /// A JWS, with the document in it or without, for a key with a name.
    Jws {
        key: &'a SigningKey,
        name: Option<&'a str>,
        attached: bool,
    },
    /// A COSE_Sign1 without the document in it.
    Cose {
        key: &'a SigningKey,
        name: Option<&'a str>,
    },
}

impl<'a> Form<'a> {
    /// What the arguments ask for.
    ///
    /// # Errors
    /// If the key makes no such signatures.
    fn new(
        args: &'a Args,
        format: Format,
        signer: &'a Signer<'a>,
        opened: &'a Opened,
    ) -> anyhow::Result<Form<'a>> {
        if format != Format::Sshsig && args.namespace.namespace.is_some() {
            bail!("--namespace is for --signature-format sshsig");
        }
        let name = opened.key_id.as_deref();
        Ok(match (format, signer) {
            (Format::Sshsig, Signer::Pure(key)) => Form::Ssh(key, args.namespace.needed()?),
            (Format::Sshsig, other) => {
                bail!("{} makes no SSH signatures: ed25519 does", other.algorithm().name())
            }
            (Format::Jws | Format::Jwt, Signer::Pure(key)) => {
                Form::Jws { key, name, attached: format == Format::Jwt }
            }
            (Format::Jws | Format::Jwt, other) => {
                bail!("{} makes no JWS here: ed25519 does", other.algorithm().name())
            }
            (Format::Cose, Signer::Pure(key)) => Form::Cose { key, name },
            (Format::Cose, other) => {
                bail!("{} makes no COSE_Sign1 here: ed25519 does", other.algorithm().name())
            }
            _ => Form::Plain(signer, format),
        })
    }

    /// The ending of its file.
    fn ending(&self) -> &'static str {
        match self {
            Form::Jws { attached: true, .. } => ".jwt",
            _ => ".sig",
        }
    }
}

impl Maker<'_> {
    fn is_text(&self) -> bool {
        match self.form {
            Form::Plain(_, format) => format.is_text(),
            Form::Ssh(..) | Form::Jws { .. } => true,
            Form::Cose { .. } => false,
        }
    }

    /// The name of the algorithm and the key, and for an SSH signature its use.
    fn name(&self) -> String {
        let name = match &self.form {
            Form::Plain(signer, _) => signer.algorithm().name().to_owned(),
            Form::Ssh(_, namespace) => {
                format!("{}, for {} (sshsig)", Algorithm::Ed25519.name(), output::one_line(namespace))
            }
            Form::Jws { .. } => format!("{} (JWS)", Algorithm::Ed25519.name()),
            Form::Cose { .. } => format!("{} (COSE_Sign1)", Algorithm::Ed25519.name()),
        };
        format!("{name}, key {}", self.key_id)
    }

    fn make(&self, document: &Path) -> anyhow::Result<Vec<u8>> {
        let made = match &self.form {
            Form::Plain(signer, format) => return Ok(format.write(&sign(signer, document)?)),
            Form::Ssh(key, namespace) => sshsig::sign(key, namespace, files::open(document)?),
            Form::Jws { key, name, attached } => {
                files::read_held(files::open(document)?, files::HELD).map(|payload| match attached {
                    true => jws::sign(key, *name, &payload),
                    false => jws::sign_detached(key, *name, &payload),
                })
            }
            Form::Cose { key, name } => files::read_held(files::open(document)?, files::HELD)
                .map(|payload| Sign1::sign_detached(key, name.map(str::as_bytes), &payload)),
        };
        made.with_context(|| format!("cannot sign {}", output::name(document)))
    }
}

fn sign_and_write(args: &Args, maker: &Maker<'_>, inputs: &Inputs, document: &Path) -> anyhow::Result<()> {
    let target = match &args.out {
        Some(out) => out.clone(),
        None if files::is_dash(document) => PathBuf::from("-"),
        None => files::with_suffix(document, maker.form.ending()),
    };
    let to_stdout = files::is_dash(&target);
    let destination = Destination { path: &target, force: args.force, readers: Readers::Everybody, inputs };
    // Before the work, which may take long.
    destination.check()?;
    if to_stdout {
        output::refuse_terminal(!maker.is_text() && io::stdout().is_terminal(), "a binary signature")?;
    }
    let content = maker.make(document)?;
    let said = format!("{}: signed with {}", output::name(document), maker.name());
    if to_stdout {
        if maker.is_text() {
            output::print(&String::from_utf8(content)?)?;
        } else {
            output::print_binary(&content, "a binary signature")?;
        }
        if !args.quiet {
            output::note(said);
        }
    } else {
        let mut file = destination.create()?;
        file.write_all(&content)?;
        if !args.quiet {
            // Printed before the file has its name: a failure leaves none.
            output::print(&format!("{said}, written to {}\n", output::name(&target)))?;
        }
        file.keep()?;
    }
    Ok(())
}

fn sign(signer: &Signer<'_>, document: &Path) -> anyhow::Result<Signature> {
    let context = || format!("cannot sign {}", output::name(document));
    if files::is_dash(document) {
        return sign_once_readable(signer, io::stdin().lock()).with_context(context);
    }
    let file = files::open_file(document)?;
    if file.metadata().with_context(context)?.is_file() {
        signer.sign(file).with_context(context)
    } else {
        sign_once_readable(signer, file).with_context(context)
    }
}

fn sign_once_readable(signer: &Signer<'_>, reader: impl Read) -> anyhow::Result<Signature> {
    if signer.algorithm().reads_once() {
        return Ok(signer.sign(Once(reader))?);
    }
    let message = files::read_held(reader, files::HELD).context("use ed25519ph for more")?;
    Ok(signer.sign(Cursor::new(message))?)
}

/// A reader for a signer that does not rewind.
struct Once<R>(R);

impl<R: Read> Read for Once<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl<R> Seek for Once<R> {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Err(io::ErrorKind::NotSeekable.into())
    }
}
