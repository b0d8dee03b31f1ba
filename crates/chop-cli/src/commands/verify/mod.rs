//! `chop verify`: are the signatures of these files valid?

mod document;
mod hint;
mod judge;
mod rule;
mod verdict;

pub(crate) use hint::quoted;
pub(crate) use rule::SM2_EQUATION;

use crate::algorithm::Algorithm;
use crate::cli::{PolicyArgs, SchemeArgs};
use crate::exit::Outcome;
use crate::formats::jws::ClaimsArgs;
use crate::formats::minisign;
use crate::formats::sshsig::{IdentityArg, NamespaceArg};
use crate::keys::Keyring;
use crate::output::{self, Stdout};
use crate::scheme::Verifier;
use crate::signature::ReadingArgs;
use crate::time::TimeArg;
use crate::{files, keys};
use anyhow::bail;
use judge::Judge;
use rule::Rule;
use serde_json::{Value, json};
use std::path::PathBuf;
use verdict::{Case, Verdict};

/// Verify the signatures of files; prints `DOC: OK` or `DOC: INVALID`
///
/// Any of several keys may have made a signature; OK says which.
///
/// With --namespace git and without --signature, a commit or a tag, as `git cat-file` prints it, is judged by the signature in it. So is a
/// JWT or another JWS, where the key is a JWK or a set of them, or with --signature-format jws; and a COSE_Sign1 with --signature-format cose.
///
/// DOC.sig is left out where DOC is among the files.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The public key: a file, or the key itself as hex, base64, base58 or an ssh-ed25519 line; a JWK or a set of them; of SSH signatures
    /// also an allowed_signers file; a folder of all these. May be given several times
    #[arg(long, value_name = "KEY", required = true)]
    key: Vec<PathBuf>,
    /// The files that were signed
    #[arg(value_name = "DOC", required = true)]
    documents: Vec<PathBuf>,
    /// The signature, raw or DER, or hex or base64 of that; for one document [default: DOC.sig]
    #[arg(long, value_name = "FILE")]
    signature: Option<PathBuf>,
    /// secp256k1 only: v beside a signature of 64 bytes: 0, 1, 27, 28, or 35 and more with the number of a chain (EIP-155). It says
    /// which key made the signature, and that must be the given one
    #[arg(long, value_name = "N")]
    v: Option<u64>,
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
    #[command(flatten)]
    claims: ClaimsArgs,
}

/// Judges every document; one that cannot be read does not stop the others.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    if args.signature.is_some() && args.documents.len() > 1 {
        bail!("--signature is for one document, and there are {}", args.documents.len());
    }
    let inputs = args.documents.iter().chain(&args.key).chain(&args.signature);
    files::one_stdin(inputs.map(PathBuf::as_path))?;
    let keyring = keys::read_keyring(&args.key, args.scheme.algorithm)?;
    if args.signature.is_none()
        && !args.may_hold_signature(&keyring)
        && args.documents.iter().any(|document| files::is_dash(document))
    {
        bail!("standard input has no signature beside it: use --signature");
    }
    let verifiers = verifiers(args, &keyring)?;
    if args.v.is_some() {
        verifiers.iter().try_for_each(|verifier| expect_v(verifier.as_ref()))?;
    }
    let rules: anyhow::Result<Vec<Option<Rule<'_, '_>>>> = verifiers
        .iter()
        .map(|verifier| verifier.as_ref().map(|one| Rule::new(one, args)).transpose())
        .collect();
    let rules = rules?;
    let judge = Judge { args, keyring: &keyring, rules: &rules, time: args.time.unix() };

    let mut out = Stdout::lock();
    let mut outcome = None;
    let mut results = Vec::new();
    for document in files::without_signatures(&args.documents) {
        let signature = match &args.signature {
            Some(path) => path.clone(),
            None => minisign::signature_beside(&keyring, document),
        };
        let verdict = judge.judge(document, &signature);
        outcome = outcome.max(Some(verdict.outcome()));
        let case = Case { document, signature: &signature, keyring: &keyring, policy: judge.policy() };
        if args.json {
            results.push(verdict.to_json(&case));
        } else if !args.quiet {
            verdict.print(&mut out, args, &case)?;
        } else if let Verdict::NotJudged(error) = &verdict {
            output::complain(error);
        }
    }
    let outcome = outcome.unwrap_or(Outcome::CannotJudge);
    if args.json {
        let object = summary(args, &keyring, &verifiers, outcome, results);
        out.text(&format!("{object:#}\n"))?;
    }
    out.flush()?;
    Ok(outcome)
}

/// Refuses --v for signatures that have none beside them.
///
/// # Errors
/// If the key is of another algorithm, or of signatures of SSH alone.
pub(crate) fn expect_v(verifier: Option<&Verifier<'_>>) -> anyhow::Result<()> {
    match verifier {
        Some(Verifier::Secp256k1(..)) => Ok(()),
        _ => bail!("--v is for secp256k1: no other signature has it beside it"),
    }
}

/// The key of each plain signature with its scheme; none for what makes SSH signatures only. A key of a folder or a set that does not fit the
/// arguments is one of those.
fn verifiers<'a>(args: &'a Args, keyring: &Keyring) -> anyhow::Result<Vec<Option<Verifier<'a>>>> {
    let alone = args.key.len() == keyring.keys.len();
    let mut verifiers = Vec::new();
    for named in &keyring.keys {
        verifiers.push(match named.trusted.jwk() {
            None => None,
            Some(jwk) => match Verifier::new(jwk.key(), args.scheme.asked()) {
                Ok(verifier) => Some(verifier),
                Err(error) if alone => return Err(error.context(named.name.clone())),
                Err(error) => {
                    output::note(format_args!("chop: note: {} is not tried: {error:#}", named.name));
                    None
                }
            },
        });
    }
    let usable = keyring.keys.iter().zip(&verifiers);
    if usable.into_iter().all(|(named, verifier)| verifier.is_none() && named.trusted.jwk().is_some()) {
        bail!("no key is left that these arguments fit");
    }
    Ok(verifiers)
}

/// All results as one object.
fn summary(
    args: &Args,
    keyring: &Keyring,
    verifiers: &[Option<Verifier<'_>>],
    outcome: Outcome,
    results: Vec<Value>,
) -> Value {
    let only = match verifiers {
        [one] => one.as_ref(),
        _ => None,
    };
    let mut object = json!({
        "policy": args.policy.id(),
        "algorithm": only.map_or(Algorithm::Ed25519, Verifier::algorithm).name(),
        "valid": outcome == Outcome::Done,
    });
    if verifiers.len() > 1 {
        object["algorithm"] = Value::Null;
    }
    if let (Some(verifier), [named]) = (only, keyring.keys.as_slice())
        && let Some(key) = named.trusted.key()
    {
        object["public_key"] = json!(output::hex(&verifier.key_bytes()));
        object["fingerprint"] = json!(keys::fingerprint(&key));
    }
    if let Some(Verifier::Sm2(..) | Verifier::Bip340(_)) = only {
        object["policy"] = Value::Null;
    }
    if let Some(Verifier::Sm2(_, id)) = only {
        object["id"] = json!(output::hex(id.as_bytes()));
    }
    if let Some(Verifier::Secp256k1(_, hash)) = only {
        object["policy"] = json!(args.policy.ecdsa().map_or("", |rule| rule.name()));
        object["hash"] = json!(hash.name());
    }
    object["results"] = json!(results);
    object
}

impl Args {
    /// Whether documents that are objects of git are judged by the signatures in them.
    fn may_be_git(&self) -> bool {
        self.signature.is_none() && self.namespace.namespace.as_deref() == Some("git")
    }

    /// Whether documents that are JWS are judged by themselves.
    fn may_be_jws(&self, keyring: &Keyring) -> bool {
        self.signature.is_none()
            && self.namespace.namespace.is_none()
            && (self.reading.reads_only_jws() || self.reading.reads_jws() && keyring.has_json())
    }

    /// Whether documents that are COSE_Sign1 are judged by themselves.
    fn may_be_cose(&self) -> bool {
        self.signature.is_none() && self.reading.reads_only_cose()
    }

    /// Whether documents may hold their signatures.
    fn may_hold_signature(&self, keyring: &Keyring) -> bool {
        self.may_be_git() || self.may_be_jws(keyring) || self.may_be_cose()
    }
}
