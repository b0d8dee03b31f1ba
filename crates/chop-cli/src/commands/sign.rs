//! `chop sign`: signatures of files.
//!
//! Files are read twice and never held in memory. What can be read only once, standard input or a pipe,
//! is held up to a limit; Ed25519ph, SM2 and signatures of SSH and minisign read once and need no limit.

use crate::algorithm::Algorithm;
use crate::cli::SchemeArgs;
use crate::exit::Outcome;
use crate::files::{self, Destination, Inputs, Readers};
use crate::formats::minisign::{self, TrustedCommentArg};
use crate::formats::sshsig::{self, NamespaceArg};
use crate::keys::{Opened, SecretArg, Wanted};
use crate::passphrase::Source;
use crate::scheme::Signer;
use crate::signature::{Format, Signature};
use crate::{keys, output};
use anyhow::{Context, bail};
use chop::ed25519::SigningKey;
use std::io::{self, Cursor, IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Sign files; the signature of DOC is written to DOC.sig, one of minisign to DOC.minisig
///
/// Names the algorithm of each signature: on standard error, if the signature goes to standard output.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The private key
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// Files to sign; `-` is standard input, held in memory up to 1 GiB (not held, and without limit, for
    /// ed25519ph, sm2 and signatures of SSH and minisign)
    #[arg(value_name = "DOC", required = true)]
    documents: Vec<PathBuf>,
    /// Write the signature to FILE; for one document [default: DOC.sig or DOC.minisig; standard output for `-`]
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
    comment: TrustedCommentArg,
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
    let inputs = args.documents.iter().chain([&args.key]).chain(&args.source.passphrase_file);
    let inputs: Vec<&Path> = inputs.map(PathBuf::as_path).collect();
    files::one_stdin(inputs.iter().copied())?;
    let inputs = Inputs::of(inputs);
    let wanted = Wanted { algorithm: args.scheme.algorithm, secret: args.secret.secret };
    let Opened { key, beside, .. } = keys::read_opened(&args.key, wanted, &args.source)?;
    let signer = Signer::new(&key, args.scheme.asked()).with_context(|| output::name(&args.key))?;
    let format = args.signature_format.unwrap_or(Format::default_of(signer.algorithm()));
    if format.is_der() && !signer.algorithm().has_der_signatures() {
        bail!("{} signatures have no DER form: only those of sm2 have", signer.algorithm().name());
    }
    let maker = match (format, &signer) {
        (Format::Sshsig, Signer::Pure(key)) => Maker::Ssh(key, args.namespace.needed()?),
        (Format::Sshsig, other) => {
            bail!("{} makes no SSH signatures: ed25519 does", other.algorithm().name())
        }
        _ if args.namespace.namespace.is_some() => bail!("--namespace is for --signature-format sshsig"),
        (Format::Minisign, Signer::Pure(key)) => Maker::Minisign(
            minisign::Maker::new(key, &beside, &args.key),
            args.comment.trusted_comment.as_deref(),
        ),
        _ if args.comment.trusted_comment.is_some() => {
            bail!("--trusted-comment is for --signature-format minisign")
        }
        (Format::Signify, Signer::Pure(key)) => {
            Maker::Signify(minisign::Maker::new(key, &beside, &args.key), &signer)
        }
        (Format::Minisign | Format::Signify, other) => {
            bail!("{} makes no signatures of minisign and signify: ed25519 does", other.algorithm().name())
        }
        _ => Maker::Plain(&signer, format),
    };
    let mut outcome = Outcome::Done;
    for document in &args.documents {
        if let Err(error) = sign_and_write(args, &maker, &inputs, document) {
            output::complain(&error);
            outcome = Outcome::CannotJudge;
        }
    }
    Ok(outcome)
}

/// The maker of a signature file's content.
enum Maker<'a> {
    Plain(&'a Signer<'a>, Format),
    /// An SSH signature, for this namespace.
    Ssh(&'a SigningKey, &'a str),
    /// A signature of minisign, with this trusted comment.
    Minisign(minisign::Maker<'a>, Option<&'a str>),
    /// A signature of signify, which is one of this signer with more around it.
    Signify(minisign::Maker<'a>, &'a Signer<'a>),
}

impl Maker<'_> {
    fn is_text(&self) -> bool {
        match self {
            Maker::Plain(_, format) => format.is_text(),
            Maker::Ssh(..) | Maker::Minisign(..) | Maker::Signify(..) => true,
        }
    }

    /// The end of the name of a signature file.
    fn suffix(&self) -> &'static str {
        if matches!(self, Maker::Minisign(..)) { ".minisig" } else { ".sig" }
    }

    /// The name of the algorithm, and for an SSH signature its use.
    fn name(&self) -> String {
        match self {
            Maker::Plain(signer, _) => signer.algorithm().name().to_owned(),
            Maker::Ssh(_, namespace) => {
                format!("{}, for {} (sshsig)", Algorithm::Ed25519.name(), output::one_line(namespace))
            }
            Maker::Minisign(maker, _) => {
                format!("{}, key {} (minisign)", Algorithm::Ed25519.name(), maker.id)
            }
            Maker::Signify(maker, _) => format!("{}, key {} (signify)", Algorithm::Ed25519.name(), maker.id),
        }
    }

    fn make(&self, document: &Path) -> anyhow::Result<Vec<u8>> {
        let context = || format!("cannot sign {}", output::name(document));
        match self {
            Maker::Plain(signer, format) => Ok(format.write(&sign(signer, document)?)),
            Maker::Ssh(key, namespace) => {
                sshsig::sign(key, namespace, files::open(document)?).with_context(context)
            }
            Maker::Minisign(maker, comment) => {
                maker.minisign(files::open(document)?, document, *comment).with_context(context)
            }
            Maker::Signify(maker, signer) => match sign(signer, document)? {
                Signature::Ed25519(signature) => maker.signify(signature).with_context(context),
                Signature::Sm2(_) => bail!("signify has no signatures of SM2"),
            },
        }
    }
}

fn sign_and_write(args: &Args, maker: &Maker<'_>, inputs: &Inputs, document: &Path) -> anyhow::Result<()> {
    let target = match &args.out {
        Some(out) => out.clone(),
        None if files::is_dash(document) => PathBuf::from("-"),
        None => files::with_suffix(document, maker.suffix()),
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
            output::print(&format!("{said}: {}\n", output::name(&target)))?;
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
