//! `chop sign`: signatures of files.
//!
//! Files are read twice and never held in memory. What can be read only once, standard input or a pipe,
//! is held up to a limit; Ed25519ph, SM2, secp256k1 and signatures of SSH and minisign read once and need no limit.

mod form;

use crate::cli::SchemeArgs;
use crate::exit::Outcome;
use crate::files::{self, Destination, Inputs, Readers};
use crate::formats::minisign::TrustedCommentArg;
use crate::formats::sshsig::NamespaceArg;
use crate::keys::{SecretArg, Wanted};
use crate::passphrase::Source;
use crate::scheme::Signer;
use crate::signature::Format;
use crate::{keys, output};
use anyhow::{Context, bail};
use form::Maker;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Sign files; the signature of DOC is written to DOC.sig, one of minisign to DOC.minisig
///
/// Names the algorithm, the key id and the file of each signature: on standard error, if the signature goes to standard output.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The private key
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// Files to sign; `-` is standard input, held in memory up to 1 GiB (not held, and without limit, for
    /// ed25519ph, sm2, secp256k1 and signatures of SSH and minisign)
    #[arg(value_name = "DOC", required = true)]
    documents: Vec<PathBuf>,
    /// Write the signature to FILE; for one document [default: DOC.sig or DOC.minisig; standard output for `-`]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How to write the signature [default: der for sm2 and secp256k1, else raw]
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
    let opened = keys::read_private(&args.key, wanted, &args.source)?;
    let signer = Signer::new(&opened.key, args.scheme.asked()).with_context(|| output::name(&args.key))?;
    opened.owner.may_sign(signer.algorithm(), signer.hash()).with_context(|| output::name(&args.key))?;
    let format = args.signature_format.unwrap_or(Format::default_of(signer.algorithm()));
    format.suit(signer.algorithm())?;
    let maker = Maker::new(args, format, &signer, &opened)?;
    let mut outcome = Outcome::Done;
    for document in &args.documents {
        if let Err(error) = sign_and_write(args, &maker, &inputs, document) {
            output::complain(&error);
            outcome = Outcome::CannotJudge;
        }
    }
    Ok(outcome)
}

fn sign_and_write(args: &Args, maker: &Maker<'_>, inputs: &Inputs, document: &Path) -> anyhow::Result<()> {
    let target = match &args.out {
        Some(out) => out.clone(),
        None if files::is_dash(document) => PathBuf::from("-"),
        None => files::with_suffix(document, maker.ending()),
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
