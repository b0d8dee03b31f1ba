//! `chop verify`: are the signatures of these files valid?

use crate::cli::{PolicyArgs, SchemeArgs};
use crate::exit::Outcome;
use crate::output::{self, Stdout};
use crate::scheme::{EdVerifier, Verifier};
use crate::signature::{self, Reading, ReadingArgs};
use crate::{files, keys};
use anyhow::{Context, bail};
use chop::ed25519::{Policy, Rejection, Signature};
use chop::{ReaderError, sm2};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Verify the signatures of files; prints `DOC: OK` or `DOC: INVALID`
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The public key: a file, or the key itself as hex, base64 or an ssh-ed25519 line
    #[arg(long, value_name = "KEY")]
    key: PathBuf,
    /// The files that were signed
    #[arg(value_name = "DOC", required = true)]
    documents: Vec<PathBuf>,
    /// The signature, raw or DER, or hex or base64 of that; for one document [default: DOC.sig]
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
}

/// Judges every document; one that cannot be read does not stop the others.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    if args.signature.is_some() && args.documents.len() > 1 {
        bail!("--signature is for one document, and there are {}", args.documents.len());
    }
    if args.signature.is_none() && args.documents.iter().any(|document| files::is_dash(document)) {
        bail!("standard input has no signature beside it: use --signature");
    }
    let inputs = args.documents.iter().chain([&args.key]).chain(&args.signature);
    files::one_stdin(inputs.map(PathBuf::as_path))?;
    let key = keys::read_public(&args.key, args.scheme.algorithm)?;
    let verifier = Verifier::new(&key, args.scheme.asked()).with_context(|| output::name(&args.key))?;
    let rule = Rule::new(&verifier, &args.policy, &args.reading)?;

    let mut out = Stdout::lock();
    let mut outcome = Outcome::Done;
    let mut results = Vec::new();
    for document in &args.documents {
        let signature = match &args.signature {
            Some(path) => path.clone(),
            None => files::with_suffix(document, ".sig"),
        };
        let verdict = judge(&rule, document, &signature);
        outcome = outcome.max(verdict.outcome());
        if args.json {
            results.push(verdict.to_json(document, &signature));
        } else if !args.quiet {
            verdict.print(&mut out, args, rule.policy(), document, &signature)?;
        } else if let Verdict::NotJudged(error) = &verdict {
            output::complain(error);
        }
    }
    if args.json {
        let mut object = json!({
            "policy": args.policy.id(),
            "algorithm": verifier.algorithm().name(),
            "public_key": output::hex(&verifier.key_bytes()),
            "fingerprint": keys::fingerprint(&key),
            "valid": outcome == Outcome::Done,
        });
        if let Verifier::Sm2(_, id) = &verifier {
            object["policy"] = Value::Null;
            object["id"] = json!(output::hex(id.as_bytes()));
        }
        object["results"] = json!(results);
        out.text(&format!("{object:#}\n"))?;
    }
    out.flush()?;
    Ok(outcome)
}

/// What came out for one document.
pub(crate) enum Verdict {
    Valid,
    /// Rejected, with the reason.
    Invalid(String),
    NotJudged(anyhow::Error),
}

impl Verdict {
    fn outcome(&self) -> Outcome {
        match self {
            Verdict::Valid => Outcome::Done,
            Verdict::Invalid(_) => Outcome::Rejected,
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
            Verdict::Valid => out.text(&format!("{name}: OK\n"))?,
            Verdict::Invalid(reason) => {
                out.text(&format!("{name}: INVALID\n"))?;
                out.flush()?;
                let policy = policy.map(|policy| format!(" (policy {policy})")).unwrap_or_default();
                output::note(format_args!("chop: {name}: {reason}{policy}"));
                output::note(format_args!("hint: {}", hint(args, document, signature)));
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
            Verdict::Valid => object["valid"] = json!(true),
            Verdict::Invalid(reason) => {
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
    Ed25519(&'v EdVerifier<'c>, Policy, &'static str),
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
                Ok(Rule::Ed25519(verifier, policy.rule(), policy.id()))
            }
            Verifier::Sm2(key, id) => {
                policy.refuse()?;
                Ok(Rule::Sm2(key.with_id(id), reading.reading()))
            }
        }
    }

    /// The name of the policy, where there is one.
    fn policy(&self) -> Option<&'static str> {
        match self {
            Rule::Ed25519(_, _, name) => Some(name),
            Rule::Sm2(..) => None,
        }
    }
}

/// Judges one document.
fn judge(rule: &Rule<'_, '_>, document: &Path, signature: &Path) -> Verdict {
    let content = match files::read_small(signature) {
        Ok(content) => content,
        Err(error) => return Verdict::NotJudged(error),
    };
    let message = match files::open(document) {
        Ok(message) => message,
        Err(error) => return Verdict::NotJudged(error),
    };
    let (result, reason) = match rule {
        Rule::Ed25519(verifier, policy, _) => {
            let signature = match signature::read(&content) {
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
            let signature = match signature::read_sm2(&content, *reading) {
                Ok(signature) => signature,
                Err(reason) => return Verdict::Invalid(reason),
            };
            (verifier.verify_reader(message, &signature), SM2_EQUATION.to_owned())
        }
    };
    match result {
        Ok(()) => Verdict::Valid,
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
