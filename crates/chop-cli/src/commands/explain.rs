//! `chop explain`: why a signature is or is not valid, under every rule, and what would be.

mod bip340;
mod call;
mod order;
mod recovery;
mod row;
mod secp256k1;
mod secp256k1_row;
mod sm2;

use crate::cli::{PolicyArgs, SchemeArgs};
use crate::commands::verify::expect_v;
use crate::exit::Outcome;
use crate::scheme::{EdVerifier, Verifier};
use crate::signature::{self, ReadingArgs};
use crate::{files, keys, output};
use anyhow::Context;
use chop::ed25519::{self, Facts, NamedPolicy, Policy, Signature};
use chop::explain::AS_IS;
use order::Order;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Say why a signature is or is not valid, under every rule, and what would be valid
///
/// Tries the other algorithms on the same key, hexadecimal and base64 text, line ends and digests of the
/// document. For SM2, tries the dialects of other software: identifiers (the default, that of TLS 1.3, none),
/// with Z or without, hashing once or twice, the document as a digest, r and s raw, DER, lenient DER, swapped.
/// For secp256k1, tries every --hash, the document as a digest, high s, and the forms and orders of r, s and v.
/// Exits as `chop verify` would. Of signatures in a form of their own
/// (SSH, JWS, COSE, minisign, signify), `chop verify` says the reason itself.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The public key: a file, or the key itself as hex, base64 or an ssh-ed25519 line
    #[arg(long, value_name = "KEY", required_unless_present = "row")]
    key: Option<PathBuf>,
    /// The file that was signed; held in memory, up to 1 GiB
    #[arg(value_name = "DOC", required_unless_present = "row")]
    document: Option<PathBuf>,
    /// The signature, raw or DER, or hex or base64 of that [default: DOC.sig]
    #[arg(long, value_name = "FILE")]
    signature: Option<PathBuf>,
    /// secp256k1 only: v beside a signature of 64 bytes, as `chop verify` takes it
    #[arg(long, value_name = "N", conflicts_with = "row")]
    v: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// SM2: another identifier to try, as text; can be repeated
    #[arg(long, value_name = "TEXT")]
    try_id: Vec<String>,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    scheme: SchemeArgs,
    #[command(flatten)]
    row: row::RowArgs,
}

/// Judges and explains.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    match (&args.row.row, &args.key, &args.document) {
        (Some(row), ..) => row::run(args, row),
        (None, Some(key), Some(document)) => of_file(args, key, document),
        _ => anyhow::bail!("--key and a document are needed, or --row"),
    }
}

/// Judges and explains the signature of a file.
fn of_file(args: &Args, key_path: &Path, document: &Path) -> anyhow::Result<Outcome> {
    args.row.expect_none()?;
    let signature_path = match &args.signature {
        Some(path) => path.clone(),
        None if files::is_dash(document) => {
            anyhow::bail!("standard input has no signature beside it: use --signature")
        }
        None => files::with_suffix(document, ".sig"),
    };
    files::one_stdin([key_path, document, &signature_path])?;
    let key = keys::read_verifying(key_path, args.scheme.asked())?;
    let verifier = Verifier::new(&key, args.scheme.asked()).with_context(|| output::name(key_path))?;
    expect_options_of(args, &verifier)?;
    let content = files::read_small(&signature_path)?;
    if let Some(what) = signature::structure(&content) {
        anyhow::bail!(
            "{} is {what}, which `chop verify` judges: plain signatures are explained here",
            output::name(&signature_path)
        );
    }
    let message = files::open(document)
        .and_then(|reader| files::read_held(reader, files::HELD))
        .with_context(|| format!("cannot explain {}", output::name(document)))?;
    let subject = Subject {
        document: output::name(document),
        bytes: message.len(),
        signature: output::name(&signature_path),
        key: Some(output::hex(&verifier.key_bytes())),
        fingerprint: Some(keys::fingerprint(&key)),
        algorithm: verifier.algorithm().name(),
    };
    report(args, subject, &verifier, &message, &content)
}

/// Refuses options that say nothing about this algorithm.
fn expect_options_of(args: &Args, verifier: &Verifier<'_>) -> anyhow::Result<()> {
    args.reading.refuse_structures("`chop explain` explains")?;
    if args.v.is_some() {
        expect_v(Some(verifier))?;
    }
    match verifier {
        Verifier::Sm2(..) => args.policy.refuse(),
        Verifier::Ed25519(_) if !args.try_id.is_empty() => {
            anyhow::bail!("--try-id is for sm2: {} has no identifier", verifier.algorithm().name())
        }
        Verifier::Secp256k1(..) | Verifier::Bip340(_) if !args.try_id.is_empty() => {
            anyhow::bail!("--try-id is for sm2: {} has no identifier", verifier.algorithm().name())
        }
        Verifier::Bip340(_) => {
            args.policy.refuse()?;
            args.reading.refuse_der(verifier.algorithm())
        }
        Verifier::Secp256k1(..) => args.policy.ecdsa().map(|_| ()),
        Verifier::Ed25519(_) => {
            args.policy.ed25519()?;
            args.reading.refuse_der(verifier.algorithm())
        }
    }
}

/// Judges a signature and prints everything that is said about it.
fn report(
    args: &Args,
    subject: Subject,
    verifier: &Verifier<'_>,
    message: &[u8],
    content: &[u8],
) -> anyhow::Result<Outcome> {
    let (text, valid) = match verifier {
        Verifier::Ed25519(verifier) => {
            let report = Report::new(subject, args, verifier, message, content);
            (if args.json { report.to_json() } else { report.to_text() }, report.valid)
        }
        Verifier::Sm2(key, id) => {
            let question =
                sm2::Question { key, id: *id, more_ids: &args.try_id, reading: args.reading.reading() };
            let report = sm2::Report::new(subject, args, &question, message, content);
            (if args.json { report.to_json() } else { report.to_text() }, report.is_valid())
        }
        Verifier::Bip340(key) => {
            let report = bip340::Report::new(subject, key, message, content);
            (if args.json { report.to_json() } else { report.to_text() }, report.is_valid())
        }
        Verifier::Secp256k1(key, hash) => {
            let (rule, reading) = (args.policy.ecdsa()?, args.reading.reading());
            let question = secp256k1::Question { key, hash: *hash, rule, reading, v: args.v };
            let report = secp256k1::Report::new(subject, args, &question, message, content);
            (if args.json { report.to_json() } else { report.to_text() }, report.is_valid())
        }
    };
    output::print(&text)?;
    Ok(Outcome::of_verdict(valid))
}

/// What is explained.
struct Subject {
    document: String,
    bytes: usize,
    signature: String,
    /// The key and its fingerprint; `None` where only its address is known.
    key: Option<String>,
    fingerprint: Option<String>,
    algorithm: &'static str,
}

impl Subject {
    /// Lines for people; `form` is what the signature looks like.
    fn to_text(&self, form: &str) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "{name:<13}{value}");
        };
        line("document:", &format!("{} ({} bytes)", self.document, self.bytes));
        line("signature:", &format!("{}{form}", self.signature));
        for (name, value) in [("public key:", &self.key), ("fingerprint:", &self.fingerprint)] {
            if let Some(value) = value {
                line(name, value);
            }
        }
        line("algorithm:", self.algorithm);
        text
    }

    fn to_json(&self) -> Value {
        json!({
            "file": self.document,
            "bytes": self.bytes,
            "signature": self.signature,
            "public_key": self.key,
            "fingerprint": self.fingerprint,
            "algorithm": self.algorithm,
        })
    }
}

/// Everything that is said about one signature of the Ed25519 family.
struct Report {
    subject: Subject,
    policy: &'static str,
    /// The reason why the bytes are no signature, if they are none.
    malformed: Option<String>,
    facts: Option<Facts>,
    /// The orders of A and R, where there are facts.
    orders: [(&'static str, Option<Order>); 2],
    valid: bool,
    reason: Option<String>,
    /// What would verify instead.
    dialects: Vec<Found>,
    /// The call of `chop verify` under the first rule that accepts, if one does and the rule asked for does not.
    under_policy: Option<String>,
}

/// A dialect in which the signature is valid, in words, and the call that says so where there is one.
struct Found {
    words: String,
    call: Option<String>,
}

impl Report {
    fn new(
        subject: Subject,
        args: &Args,
        verifier: &EdVerifier<'_>,
        message: &[u8],
        content: &[u8],
    ) -> Report {
        let mut report = Report {
            subject,
            policy: args.policy.id(),
            malformed: None,
            facts: None,
            orders: [("A", None), ("R", None)],
            valid: false,
            reason: None,
            dialects: Vec::new(),
            under_policy: None,
        };
        let policy = args.policy.rule();
        match signature::read(content) {
            Err(reason) => report.malformed = Some(reason),
            Ok(signature) => {
                report.judge(verifier, policy, message, &signature);
                if !report.valid {
                    let (key, asked) = (verifier.key_bytes(), verifier.variant());
                    let found = ed25519::dialects(&key, asked, policy, message, &signature);
                    let found = found.iter().map(|dialect| Found {
                        words: format!("as {dialect}"),
                        call: (dialect.document == AS_IS)
                            .then(|| call::as_variant(args, &key, asked, dialect.variant))
                            .flatten(),
                    });
                    report.dialects = found.collect();
                    let accepting = report.accepted_by().next();
                    report.under_policy = accepting.and_then(|named| call::under_policy(args, named.policy));
                }
            }
        }
        report
    }

    fn judge(&mut self, verifier: &EdVerifier<'_>, policy: Policy, message: &[u8], signature: &Signature) {
        let facts = verifier.facts(message, signature);
        let rejection = policy.rejection(&facts);
        self.valid = rejection.is_none();
        self.reason = rejection.map(|rejection| rejection.to_string());
        self.facts = Some(facts);
        self.orders = Order::of_both(&verifier.key_bytes(), signature);
    }

    /// The rules that accept the signature.
    fn accepted_by(&self) -> impl Iterator<Item = &'static NamedPolicy> {
        let facts = self.facts;
        Policy::NAMED.iter().filter(move |named| facts.is_some_and(|facts| named.policy.accepts(&facts)))
    }

    fn to_text(&self) -> String {
        let mut text = self.subject.to_text("");
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "{name:<13}{value}");
        };
        line("policy:", self.policy);
        match self.malformed.as_ref().or(self.reason.as_ref()) {
            None => line("verdict:", "OK"),
            Some(reason) => line("verdict:", &format!("INVALID: {reason}")),
        }
        let Some(facts) = &self.facts else {
            return text + "\nwhat would verify\n  no command: this is no signature\n";
        };
        text += "\nfacts\n";
        for (name, holds) in facts.iter() {
            let holds = if holds { "yes" } else { "no" };
            let _ = writeln!(text, "  {name:<18}{holds:<5}{}", meaning(name));
        }
        for (point, order) in self.orders {
            let Some(order) = order else { continue };
            let _ = writeln!(text, "  order of {point:<9}{:<5}{}", order.to_string(), order.meaning());
        }
        text += "\nrules\n";
        for named in Policy::NAMED {
            let verdict = match named.policy.rejection(facts) {
                None => "OK".to_owned(),
                Some(rejection) => format!("INVALID  {rejection}"),
            };
            let _ = writeln!(text, "  {:<22}{verdict}", named.id);
        }
        if self.valid {
            return text;
        }
        text += "\nwhat would verify\n";
        text += &self.alternatives();
        text
    }

    /// The calls of `chop verify` that accept the signature.
    fn commands(&self) -> impl Iterator<Item = &str> {
        self.under_policy
            .iter()
            .chain(self.dialects.iter().filter_map(|found| found.call.as_ref()))
            .map(String::as_str)
    }

    /// The rules and dialects that accept the signature, each with its call.
    fn alternatives(&self) -> String {
        let mut text = String::new();
        if let Some(call) = &self.under_policy {
            let ids: Vec<&str> = self.accepted_by().map(|named| named.id).collect();
            let _ = writeln!(text, "  accepted under --policy {}\n    {call}", ids.join(", "));
        }
        for Found { words, call } in &self.dialects {
            let call = call.as_deref().unwrap_or(NO_CALL);
            let _ = writeln!(text, "  {words}\n    {call}");
        }
        if text.is_empty() {
            text += "  no command: every rule rejects it, and so do other algorithms, line ends, hex or base64 text,\n  \
                     and digests of the document\n";
        }
        text
    }

    fn to_json(&self) -> String {
        let mut object = self.subject.to_json();
        object["policy"] = json!(self.policy);
        object["valid"] = json!(self.valid);
        if let Some(reason) = self.malformed.as_ref().or(self.reason.as_ref()) {
            object["reason"] = json!(reason);
        }
        if let Some(facts) = &self.facts {
            let all: Map<String, Value> =
                facts.iter().map(|(name, holds)| (name.to_owned(), json!(holds))).collect();
            object["facts"] = Value::Object(all);
            object["rules"] = Policy::NAMED
                .iter()
                .map(|named| match named.policy.rejection(facts) {
                    None => json!({ "policy": named.id, "valid": true }),
                    Some(rejection) => {
                        json!({ "policy": named.id, "valid": false, "reason": rejection.to_string() })
                    }
                })
                .collect();
            let orders =
                self.orders.iter().map(|(point, order)| ((*point).to_owned(), Order::to_json(*order)));
            object["orders"] = Value::Object(orders.collect());
        }
        object["accepted_by"] = self.accepted_by().map(|named| named.id).collect();
        object["would_verify"] = self.dialects.iter().map(|found| found.words.as_str()).collect();
        object["commands"] = self.commands().collect();
        format!("{object:#}\n")
    }
}

/// The sentence that stands for a call where no option names the form of the signature.
const NEVER: &str = "no command: chop verify never accepts this";
/// The sentence that stands for a call where the document had to be changed.
const NO_CALL: &str = "no command: `chop verify` judges the document as it is";

/// What a fact says, in words.
fn meaning(fact: &str) -> &'static str {
    match fact {
        "s_canonical" => "S is below the group order",
        "s_top_bits_clear" => "the top three bits of S are zero",
        "a_decodes" => "the public key A is the encoding of a point",
        "a_y_reduced" => "the y of A is below p",
        "a_minus_zero" => "A has x = 0 and the sign bit set",
        "a_small_order" => "the order of A divides 8: anybody can sign under such a key",
        "r_decodes" => "R is the encoding of a point",
        "r_y_reduced" => "the y of R is below p",
        "r_minus_zero" => "R has x = 0 and the sign bit set",
        "r_small_order" => "the order of R divides 8",
        "bytes_equal" => "S·B − k·A encodes to R",
        "points_equal" => "S·B − k·A = R",
        "cofactored_equal" => "8·(S·B − k·A − R) = 0",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use chop::ed25519::SigningKey;

    #[test]
    fn every_fact_has_a_meaning() {
        let key = SigningKey::from_seed(&[7; 32]);
        for (name, _) in key.verifying_key().facts(b"", &key.sign(b"")).iter() {
            assert!(!super::meaning(name).is_empty(), "{name}");
        }
    }
}
