//! `chop verify`: are the signatures of these files valid?

use crate::algorithm::Algorithm;
use crate::cli::{PolicyArgs, SchemeArgs};
use crate::exit::Outcome;
use crate::formats::sshsig::{self, Conditions, IdentityArg, NamespaceArg};
use crate::formats::{git, minisign};
use crate::keys::Trusted;
use crate::output::{self, Stdout};
use crate::scheme::{EdVerifier, Verifier};
use crate::signature::{self, Reading, ReadingArgs};
use crate::time::TimeArg;
use crate::{files, keys};
use anyhow::{Context, bail};
use chop::ed25519::{Policy, Rejection, Signature};
use chop::{ReaderError, sm2};
use serde_json::{Value, json};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Verify the signatures of files; prints `DOC: OK` or `DOC: INVALID`
///
/// With --namespace git and without --signature, a commit or a tag, as `git cat-file` prints it, is judged by the signature in it.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The public key: a file, or the key itself as hex, base64, minisign's RWQ… or an ssh-ed25519 line; of SSH signatures also an allowed_signers file
    #[arg(long, value_name = "KEY")]
    key: PathBuf,
    /// The files that were signed
    #[arg(value_name = "DOC", required = true)]
    documents: Vec<PathBuf>,
    /// The signature, raw or DER, or hex or base64 of that; for one document [default: DOC.sig; with a key of minisign DOC.minisig]
    #[arg(long, value_name = "FILE")]
    signature: Option<PathBuf>,
    /// Print nothing about verdicts; the exit code says them
    #[arg(long, short)]
    quiet: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "quiet")]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    scheme: SchemeArgs,
    #[command(flatten)]
    namespace: NamespaceArg,
    #[command(flatten)]
    identity: IdentityArg,
    #[command(flatten)]
    time: TimeArg,
}

/// Judges every document; one that cannot be read does not stop the others.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    if args.signature.is_some() && args.documents.len() > 1 {
        bail!("--signature is for one document, and there are {}", args.documents.len());
    }
    if args.signature.is_none()
        && !args.may_be_git()
        && args.documents.iter().any(|document| files::is_dash(document))
    {
        bail!("standard input has no signature beside it: use --signature");
    }
    let inputs = args.documents.iter().chain([&args.key]).chain(&args.signature);
    files::one_stdin(inputs.map(PathBuf::as_path))?;
    let trusted = keys::read_trusted(&args.key, args.scheme.algorithm)?;
    let key = trusted.key();
    let verifier = key.as_ref().map(|key| Verifier::new(key, args.scheme.asked())).transpose();
    let verifier = verifier.with_context(|| output::name(&args.key))?;
    let rule =
        verifier.as_ref().map(|verifier| Rule::new(verifier, &args.policy, &args.reading)).transpose()?;
    let judge = Judge { args, trusted: &trusted, rule: &rule, time: args.time.unix() };

    let mut out = Stdout::lock();
    let mut outcome = Outcome::Done;
    let mut results = Vec::new();
    for document in &args.documents {
        let signature = match &args.signature {
            Some(path) => path.clone(),
            None => minisign::signature_beside(&trusted, document),
        };
        let verdict = judge.judge(document, &signature);
        outcome = outcome.max(verdict.outcome());
        if args.json {
            results.push(verdict.to_json(document, &signature));
        } else if !args.quiet {
            verdict.print(&mut out, args, judge.policy(), document, &signature)?;
        } else if let Verdict::NotJudged(error) = &verdict {
            output::complain(error);
        }
    }
    if args.json {
        let mut object = json!({
            "policy": args.policy.id(),
            "algorithm": verifier.as_ref().map_or(Algorithm::Ed25519, Verifier::algorithm).name(),
            "valid": outcome == Outcome::Done,
        });
        if let (Some(verifier), Some(key)) = (&verifier, &key) {
            object["public_key"] = json!(output::hex(&verifier.key_bytes()));
            object["fingerprint"] = json!(keys::fingerprint(key));
        }
        if let Some(Verifier::Sm2(_, id)) = &verifier {
            object["policy"] = Value::Null;
            object["id"] = json!(output::hex(id.as_bytes()));
        }
        object["results"] = json!(results);
        out.text(&format!("{object:#}\n"))?;
    }
    out.flush()?;
    Ok(outcome)
}

impl Args {
    /// Whether documents that are objects of git are judged by the signatures in them.
    fn may_be_git(&self) -> bool {
        self.signature.is_none() && self.namespace.namespace.as_deref() == Some("git")
    }
}

/// The knowledge that comes with a valid signature.
#[derive(Default)]
pub(crate) struct Judged {
    /// The kind of the document, where it holds its signature.
    what: Option<&'static str>,
    /// The signer, where that is known.
    signer: sshsig::Signer,
    /// The comment that is signed, too.
    trusted_comment: Option<String>,
}

/// What came out for one document.
pub(crate) enum Verdict {
    Valid(Judged),
    /// Rejected, with the reason.
    Invalid(String),
    /// Rejected, with a reason that `chop explain` has nothing to add to.
    Refused(String),
    NotJudged(anyhow::Error),
}

impl Verdict {
    /// The same, of this part or kind of the document.
    fn of(self, what: &'static str) -> Verdict {
        match self {
            Verdict::Valid(judged) => Verdict::Valid(Judged { what: Some(what), ..judged }),
            other => other,
        }
    }

    fn outcome(&self) -> Outcome {
        match self {
            Verdict::Valid(_) => Outcome::Done,
            Verdict::Invalid(_) | Verdict::Refused(_) => Outcome::Rejected,
            Verdict::NotJudged(_) => Outcome::CannotJudge,
        }
    }

    fn print(
        &self,
        out: &mut Stdout,
        args: &Args,
        policy: Option<&str>,
        document: &Path,
        signature: &Path,
    ) -> anyhow::Result<()> {
        let name = output::name(document);
        match self {
            Verdict::Valid(Judged { what, signer, trusted_comment }) => {
                let what = what.map(|what| format!(", {what}")).unwrap_or_default();
                let signer =
                    signer.as_ref().map(|signer| format!(", signed by {signer}")).unwrap_or_default();
                let comment = trusted_comment
                    .as_deref()
                    .map(|text| format!(", trusted comment: {}", output::one_line(text)));
                out.text(&format!("{name}: OK{what}{signer}{}\n", comment.unwrap_or_default()))?;
            }
            Verdict::Invalid(reason) | Verdict::Refused(reason) => {
                out.text(&format!("{name}: INVALID\n"))?;
                out.flush()?;
                let policy = policy.map(|policy| format!(" (policy {policy})")).unwrap_or_default();
                output::note(format_args!("chop: {name}: {reason}{policy}"));
                if args.namespace.namespace.is_none() && matches!(self, Verdict::Invalid(_)) {
                    output::note(format_args!("hint: {}", hint(args, document, signature)));
                }
            }
            Verdict::NotJudged(error) => output::complain(error),
        }
        Ok(())
    }

    fn to_json(&self, document: &Path, signature: &Path) -> Value {
        let mut object = json!({
            "file": document.to_string_lossy(),
            "signature": signature.to_string_lossy(),
        });
        match self {
            Verdict::Valid(Judged { what, signer, trusted_comment }) => {
                object["valid"] = json!(true);
                if let Some(what) = what {
                    object["judged"] = json!(what);
                }
                if let Some(signer) = signer {
                    object["signed_by"] = json!(signer);
                }
                if let Some(comment) = trusted_comment {
                    object["trusted_comment"] = json!(comment);
                }
            }
            Verdict::Invalid(reason) | Verdict::Refused(reason) => {
                object["valid"] = json!(false);
                object["reason"] = json!(reason);
            }
            Verdict::NotJudged(error) => {
                object["valid"] = Value::Null;
                object["error"] = json!(format!("{error:#}"));
            }
        }
        object
    }
}

/// What decides: a key, and how signatures are read or which policy they obey.
pub(crate) enum Rule<'v, 'c> {
    Ed25519(&'v EdVerifier<'c>, Policy),
    Sm2(sm2::BoundVerifier<'v>, Reading),
}

impl<'v, 'c> Rule<'v, 'c> {
    /// What the arguments say for this key.
    ///
    /// # Errors
    /// If they say something that signatures of this kind do not have.
    pub(crate) fn new(
        verifier: &'v Verifier<'c>,
        policy: &PolicyArgs,
        reading: &ReadingArgs,
    ) -> anyhow::Result<Rule<'v, 'c>> {
        match verifier {
            Verifier::Ed25519(verifier) => {
                reading.refuse_der(verifier.algorithm())?;
                Ok(Rule::Ed25519(verifier, policy.rule()))
            }
            Verifier::Sm2(key, id) => {
                policy.refuse()?;
                reading.refuse_ssh("SM2 has")?;
                Ok(Rule::Sm2(key.with_id(id), reading.reading()))
            }
        }
    }
}

/// The judge of all documents.
struct Judge<'a, 'v, 'c> {
    args: &'a Args,
    trusted: &'a Trusted,
    /// For plain signatures; none where only SSH signatures are judged.
    rule: &'a Option<Rule<'v, 'c>>,
    /// Seconds since 1970 began.
    time: i64,
}

impl Judge<'_, '_, '_> {
    fn judge(&self, document: &Path, signature: &Path) -> Verdict {
        self.judge_content(document, signature).unwrap_or_else(Verdict::NotJudged)
    }

    fn judge_content(&self, document: &Path, signature: &Path) -> anyhow::Result<Verdict> {
        if self.args.may_be_git()
            && let Some(verdict) = self.judge_git(document)?
        {
            return Ok(verdict);
        }
        if self.args.signature.is_none() && !signature.exists() {
            minisign::refuse_attached(document)?;
        }
        let content = files::read_small(signature)?;
        let reading = &self.args.reading;
        if reading.reads_only_ssh() || reading.reads_ssh() && sshsig::is_one(&content) {
            return self.judge_ssh(&content, files::open(document)?, document);
        }
        let name = || output::name(signature);
        if self.args.namespace.namespace.is_some() || self.args.identity.identity.is_some() {
            bail!("{} is no SSH signature, which alone has a --namespace and an --identity", name());
        }
        if reading.minisign().is_some() || reading.reads_minisign() && minisign::is_one(&content) {
            return self.judge_minisign(&content, document);
        }
        let rule = self.rule.as_ref();
        let rule = rule.with_context(|| {
            format!(
                "{} is no SSH signature, and {} is for nothing else",
                name(),
                output::name(&self.args.key)
            )
        })?;
        Ok(judge(rule, &content, document))
    }

    /// Judges a commit or a tag by the signature in it; `None` if the document is neither.
    fn judge_git(&self, document: &Path) -> anyhow::Result<Option<Verdict>> {
        let mut reader = files::open(document)?;
        let mut head = Vec::new();
        let read = reader.by_ref().take(git::HEAD).read_to_end(&mut head);
        read.with_context(|| format!("cannot read {}", output::name(document)))?;
        let Some(kind) = git::kind(&head) else {
            if files::is_dash(document) {
                bail!(
                    "standard input is neither a commit nor a tag of git, and has no signature beside it: use --signature"
                );
            }
            return Ok(None);
        };
        let content = files::read_held(head.as_slice().chain(reader), files::HELD)?;
        let signed = match git::signed(&content, kind) {
            Ok(signed) => signed,
            Err(reason) => return Ok(Some(Verdict::Invalid(reason))),
        };
        if !sshsig::is_one(&signed.signature) {
            bail!(
                "the signature in this {} is no SSH signature: `git verify-{0}` calls the program for it",
                kind.name()
            );
        }
        let verdict = self.judge_ssh(&signed.signature, signed.payload.as_slice(), document)?;
        Ok(Some(verdict.of(kind.name())))
    }

    fn judge_ssh(&self, content: &[u8], message: impl Read, document: &Path) -> anyhow::Result<Verdict> {
        let conditions = Conditions {
            trusted: self.trusted,
            namespace: self.args.namespace.needed()?,
            identity: self.args.identity.identity.as_deref(),
            time: self.time,
            policy: self.args.policy.rule(),
        };
        if !matches!(self.rule, None | Some(Rule::Ed25519(EdVerifier::Pure(_), _))) {
            bail!("SSH signatures are plain Ed25519, without a context");
        }
        let judged = sshsig::judge(content, message, conditions);
        let judged = judged.with_context(|| format!("cannot judge {}", output::name(document)))?;
        Ok(judged
            .map_or_else(Verdict::Invalid, |signer| Verdict::Valid(Judged { signer, ..Judged::default() })))
    }

    fn judge_minisign(&self, content: &[u8], document: &Path) -> anyhow::Result<Verdict> {
        let key = match (self.trusted, self.rule) {
            (Trusted::Minisign(key), Some(Rule::Ed25519(EdVerifier::Pure(_), _))) => key.clone(),
            (_, Some(Rule::Ed25519(EdVerifier::Pure(key), _))) => (*key).into(),
            _ => bail!(
                "signatures of minisign and signify are verified under one plain Ed25519 key, without a context"
            ),
        };
        let conditions = minisign::Conditions {
            key: &key,
            format: self.args.reading.minisign(),
            policy: self.args.policy.rule(),
        };
        let judged = minisign::judge(content, files::open(document)?, conditions);
        let judged = judged.with_context(|| format!("cannot judge {}", output::name(document)))?;
        Ok(judged.map_or_else(Verdict::Refused, |trusted_comment| {
            Verdict::Valid(Judged { trusted_comment, ..Judged::default() })
        }))
    }

    /// The name of the policy, where there is one.
    fn policy(&self) -> Option<&'static str> {
        match self.rule {
            Some(Rule::Sm2(..)) => None,
            _ => Some(self.args.policy.id()),
        }
    }
}

/// Judges one document by a plain signature.
fn judge(rule: &Rule<'_, '_>, content: &[u8], document: &Path) -> Verdict {
    let message = match files::open(document) {
        Ok(message) => message,
        Err(error) => return Verdict::NotJudged(error),
    };
    let (result, reason) = match rule {
        Rule::Ed25519(verifier, policy) => {
            let signature = match signature::read(content) {
                Ok(signature) => signature,
                Err(reason) => return Verdict::Invalid(reason),
            };
            let result = verifier.verify(*policy, message, &signature);
            let reason = match &result {
                Ok(()) => String::new(),
                Err(_) => reason(verifier, *policy, &signature),
            };
            (result, reason)
        }
        Rule::Sm2(verifier, reading) => {
            let signature = match signature::read_sm2(content, *reading) {
                Ok(signature) => signature,
                Err(reason) => return Verdict::Invalid(reason),
            };
            (verifier.verify_reader(message, &signature), SM2_EQUATION.to_owned())
        }
    };
    match result {
        Ok(()) => Verdict::Valid(Judged::default()),
        Err(ReaderError::Failed(_)) => Verdict::Invalid(reason),
        Err(error) => Verdict::NotJudged(
            anyhow::Error::new(error).context(format!("cannot judge {}", output::name(document))),
        ),
    }
}

/// Why an SM2 signature in range is rejected.
pub(crate) const SM2_EQUATION: &str = "the equation does not hold: another message, key or identifier, another way of hashing, or an altered signature";

/// Why a signature that was rejected was rejected.
///
/// Only the equation depends on the message; so the facts of another message, the empty one, tell every
/// other reason, and what they do not tell is the equation.
fn reason(verifier: &EdVerifier<'_>, policy: Policy, signature: &Signature) -> String {
    match policy.rejection(&verifier.facts(b"", signature)) {
        None | Some(Rejection::Equation) => {
            "the equation does not hold: another message, key, context or algorithm, or an altered signature"
                .to_owned()
        }
        Some(other) => other.to_string(),
    }
}

/// The call of `chop explain` for this document.
fn hint(args: &Args, document: &Path, signature: &Path) -> String {
    let mut call = format!("chop explain --key {}", quoted(&args.key));
    if args.signature.is_some() {
        call += &format!(" --signature {}", quoted(signature));
    }
    if args.policy.id() != "chop-1" {
        call += &format!(" --policy {}", args.policy.id());
    }
    if let Some(algorithm) = args.scheme.algorithm {
        call += &format!(" --algorithm {}", algorithm.name());
    }
    if let Some(context) = args.scheme.context() {
        call += &format!(" --context-hex {}", output::hex(context));
    }
    match args.scheme.id.bytes() {
        None => {}
        Some(b"") => call += " --id ''",
        Some(id) => call += &format!(" --id-hex {}", output::hex(id)),
    }
    if let Some(reading) = args.reading.name() {
        call += &format!(" --signature-format {reading}");
    }
    format!("{call} {}", quoted(document))
}

/// A name as a shell takes it.
fn quoted(path: &Path) -> String {
    let name = output::name(path);
    let plain = |c: char| c.is_alphanumeric() || "/._-+=,:@%".contains(c);
    if !name.is_empty() && name.chars().all(plain) {
        name
    } else {
        format!("'{}'", name.replace('\'', "'\\''"))
    }
}
