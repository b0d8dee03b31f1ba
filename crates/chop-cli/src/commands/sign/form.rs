//! The forms of signatures, each with what makes it.

use super::Args;
use crate::algorithm::Algorithm;
use crate::formats::{jws, minisign, sshsig};
use crate::keys::{self, Opened};
use crate::scheme::Signer;
use crate::signature::{Format, Signature};
use crate::{files, output};
use anyhow::{Context, bail};
use chop::ed25519::SigningKey;
use chop::encoding::cose::Sign1;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

/// The maker of a signature file's content.
pub(super) struct Maker<'a> {
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
    /// A signature of minisign, with this trusted comment.
    Minisign(minisign::Maker<'a>, Option<&'a str>),
    /// A signature of signify, which is one of this signer with more around it.
    Signify(minisign::Maker<'a>, &'a Signer<'a>),
}

impl<'a> Form<'a> {
    /// The form that the arguments ask for.
    ///
    /// # Errors
    /// If the key makes no such signatures, or an argument is for another form.
    fn new(
        args: &'a Args,
        format: Format,
        signer: &'a Signer<'a>,
        opened: &'a Opened,
    ) -> anyhow::Result<Form<'a>> {
        if format != Format::Sshsig && args.namespace.namespace.is_some() {
            bail!("--namespace is for --signature-format sshsig");
        }
        if format != Format::Minisign && args.comment.trusted_comment.is_some() {
            bail!("--trusted-comment is for --signature-format minisign");
        }
        let structure = match format {
            Format::Sshsig => "SSH signatures",
            Format::Jws | Format::Jwt => "JWS here",
            Format::Cose => "COSE_Sign1 here",
            Format::Minisign | Format::Signify => "signatures of minisign and signify",
            _ => return Ok(Form::Plain(signer, format)),
        };
        let Signer::Pure(key) = signer else {
            bail!("{} makes no {structure}: ed25519 does", signer.algorithm().name())
        };
        let name = opened.beside.name.as_deref();
        let maker = || minisign::Maker::new(key, &opened.beside, &args.key);
        Ok(match format {
            Format::Sshsig => Form::Ssh(key, args.namespace.needed()?),
            Format::Minisign => Form::Minisign(maker(), args.comment.trusted_comment.as_deref()),
            Format::Signify => Form::Signify(maker(), signer),
            Format::Cose => Form::Cose { key, name },
            _ => Form::Jws { key, name, attached: format == Format::Jwt },
        })
    }
}

impl<'a> Maker<'a> {
    /// The maker of what the arguments ask for.
    ///
    /// # Errors
    /// If the key makes no such signatures, or an argument is for another form.
    pub(super) fn new(
        args: &'a Args,
        format: Format,
        signer: &'a Signer<'a>,
        opened: &'a Opened,
    ) -> anyhow::Result<Maker<'a>> {
        let form = Form::new(args, format, signer, opened)?;
        Ok(Maker { form, key_id: keys::key_id(&opened.key.public_key()) })
    }

    /// The ending of a signature file.
    pub(super) fn ending(&self) -> &'static str {
        match self.form {
            Form::Jws { attached: true, .. } => ".jwt",
            Form::Minisign(..) => ".minisig",
            _ => ".sig",
        }
    }

    /// Whether the signature is text.
    pub(super) fn is_text(&self) -> bool {
        match self.form {
            Form::Plain(_, format) => format.is_text(),
            Form::Cose { .. } => false,
            Form::Ssh(..) | Form::Jws { .. } | Form::Minisign(..) | Form::Signify(..) => true,
        }
    }

    /// The name of the algorithm and the key, for an SSH signature its use, and for those of minisign and signify the id by which they know
    /// the key.
    pub(super) fn name(&self) -> String {
        let ed25519 = Algorithm::Ed25519.name();
        let name = match &self.form {
            Form::Plain(signer, _) => signer.algorithm().name().to_owned(),
            Form::Ssh(_, namespace) => format!("{ed25519}, for {} (sshsig)", output::one_line(namespace)),
            Form::Jws { .. } => format!("{ed25519} (JWS)"),
            Form::Cose { .. } => format!("{ed25519} (COSE_Sign1)"),
            Form::Minisign(maker, _) => return format!("{ed25519}, key {} (minisign)", maker.id),
            Form::Signify(maker, _) => return format!("{ed25519}, key {} (signify)", maker.id),
        };
        format!("{name}, key {}", self.key_id)
    }

    /// The content of the signature file of a document.
    ///
    /// # Errors
    /// As the system says; if the document changes meanwhile.
    pub(super) fn make(&self, document: &Path) -> anyhow::Result<Vec<u8>> {
        let held = || files::read_held(files::open(document)?, files::HELD);
        let made = match &self.form {
            Form::Plain(signer, format) => return Ok(format.write(&sign(signer, document)?)),
            Form::Ssh(key, namespace) => sshsig::sign(key, namespace, files::open(document)?),
            Form::Jws { key, name, attached: true } => held().map(|payload| jws::sign(key, *name, &payload)),
            Form::Jws { key, name, .. } => held().map(|payload| jws::sign_detached(key, *name, &payload)),
            Form::Cose { key, name } => {
                held().map(|payload| Sign1::sign_detached(key, name.map(str::as_bytes), &payload))
            }
            Form::Minisign(maker, comment) => maker.minisign(files::open(document)?, document, *comment),
            Form::Signify(maker, signer) => match sign(signer, document)? {
                Signature::Ed25519(signature) => maker.signify(signature),
                Signature::Sm2(_) | Signature::Secp256k1(_) | Signature::Bip340(_) => {
                    bail!("signify has signatures of Ed25519 alone")
                }
            },
        };
        made.with_context(|| format!("cannot sign {}", output::name(document)))
    }
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
