//! Judges documents: by the signature in them or beside them, in whatever form, with any of the keys.

use super::Args;
use super::document::Document;
use super::rule::Rule;
use super::verdict::{Judged, Verdict};
use crate::algorithm::Algorithm;
use crate::formats::sshsig::{self, Conditions};
use crate::formats::{cose, git, jws, minisign};
use crate::keys::{self, Keyring, Trusted};
use crate::{files, output};
use anyhow::{Context, bail};
use chop::encoding::jose::Jwk;
use std::io::Read;
use std::path::Path;

/// The longest document that is looked at whether it is a token itself.
const LONGEST_TOKEN: u64 = 16 << 20;

/// The forms of signatures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Ssh,
    Jws,
    Cose,
    Minisign,
    Plain,
}

impl Form {
    /// In a sentence.
    fn name(self) -> &'static str {
        match self {
            Form::Ssh => "an SSH signature",
            Form::Jws => "a JWS",
            Form::Cose => "a COSE_Sign1",
            Form::Minisign => "a signature of minisign or signify",
            Form::Plain => "a plain signature",
        }
    }
}

/// The judge of all documents.
pub(super) struct Judge<'a, 'v, 'c> {
    pub(super) args: &'a Args,
    pub(super) keyring: &'a Keyring,
    /// For plain signatures: the rule of each key; none for what makes SSH signatures only.
    pub(super) rules: &'a [Option<Rule<'v, 'c>>],
    /// Seconds since 1970 began.
    pub(super) time: i64,
}

impl Judge<'_, '_, '_> {
    /// The name of the policy, where one decides.
    pub(super) fn policy(&self) -> Option<&'static str> {
        let of_structures = || Some(self.args.policy.id());
        self.rules.iter().find_map(|rule| rule.as_ref().map_or_else(of_structures, Rule::policy))
    }

    pub(super) fn judge(&self, document: &Path, signature: &Path) -> Verdict {
        self.judge_content(document, signature).unwrap_or_else(Verdict::NotJudged)
    }

    fn judge_content(&self, document: &Path, signature: &Path) -> anyhow::Result<Verdict> {
        let may_hold = self.args.may_hold_signature(self.keyring);
        let document = Document::new(document, may_hold || self.keyring.keys.len() > 1)?;
        if may_hold && let Some(verdict) = self.judge_held(&document, signature)? {
            return Ok(verdict);
        }
        if self.args.signature.is_none() && !signature.exists() {
            minisign::refuse_attached(document.path())?;
        }
        let content = files::read_small(signature).with_context(|| self.other_way(&document))?;
        let form = self.form_of(&content);
        self.refuse_others(form, &output::name(signature))?;
        let context = || format!("cannot judge {}", document.name());
        match form {
            Form::Ssh => self.judge_ssh(&content, document.open()?, &document),
            Form::Jws => self.judge_jws(&content, Some(&document.whole()?)).with_context(context),
            Form::Cose => self.judge_cose(&content, Some(&document.whole()?)).with_context(context),
            Form::Minisign => self.judge_minisign(&content, &document).with_context(context),
            Form::Plain => match self.args.reading.decoded(content) {
                Ok(content) => self.judge_plain(&content, &document, &output::name(signature)),
                Err(reason) => Ok(Verdict::Invalid(reason)),
            },
        }
    }

    /// The form of a signature: the one that was asked for, or that of its content.
    fn form_of(&self, content: &[u8]) -> Form {
        let reading = &self.args.reading;
        match () {
            _ if reading.reads_only_ssh() || reading.reads_ssh() && sshsig::is_one(content) => Form::Ssh,
            _ if reading.reads_only_jws() || reading.reads_jws() && jws::is_one(content) => Form::Jws,
            _ if reading.reads_only_cose() || reading.reads_cose() && cose::is_one(content) => Form::Cose,
            _ if reading.minisign().is_some() || reading.reads_minisign() && minisign::is_one(content) => {
                Form::Minisign
            }
            _ => Form::Plain,
        }
    }

    /// Refuses the arguments that say nothing about signatures of a form: whoever gave them wants more than would be judged.
    fn refuse_others(&self, form: Form, name: &str) -> anyhow::Result<()> {
        let args = self.args;
        if form != Form::Ssh && (args.namespace.namespace.is_some() || args.identity.identity.is_some()) {
            bail!("{name} is no SSH signature, which alone has a --namespace and an --identity");
        }
        if form != Form::Jws && args.claims.ask() {
            bail!("{name} is no JWS, which alone has claims: an audience, an issuer, times");
        }
        let is_bound = args.scheme.context().is_some() || args.scheme.id.bytes().is_some();
        let is_other = args.scheme.algorithm.is_some_and(|algorithm| algorithm != Algorithm::Ed25519);
        if form != Form::Plain && (is_bound || is_other) {
            bail!("{name} is {}: these are plain Ed25519, without a context", form.name());
        }
        Ok(())
    }

    /// The way to judge a document that may hold its signature, for whoever did not say so; and that there is no signature beside it.
    fn other_way(&self, document: &Document<'_>) -> String {
        let mut head = Vec::new();
        let name = document.name();
        let alone = format!("{name} has no signature beside it");
        let Ok(reader) = files::open_file(document.path()) else { return alone };
        if self.args.signature.is_some() || reader.take(git::HEAD).read_to_end(&mut head).is_err() {
            return format!("cannot judge {name}");
        }
        match git::kind(&head) {
            Some(kind) => format!("{alone}; if it is a {} of git, say --namespace git", kind.name()),
            None if head.starts_with(b"ey") => {
                format!("{alone}; if it is a JWT or another JWS, say --signature-format jws")
            }
            None => alone,
        }
    }

    /// Judges a document by the signature in it; `None` if there is none.
    fn judge_held(&self, document: &Document<'_>, signature: &Path) -> anyhow::Result<Option<Verdict>> {
        let mut head = Vec::new();
        let read = document.open()?.take(git::HEAD).read_to_end(&mut head);
        read.with_context(|| format!("cannot read {}", document.name()))?;
        let verdict = match git::kind(&head).filter(|_| self.args.may_be_git()) {
            Some(kind) => Some(self.judge_git(kind, document)?),
            None => self.judge_token(document, &head, signature)?,
        };
        if verdict.is_none() && files::is_dash(document.path()) {
            let none_of =
                if self.args.may_be_git() { "neither a commit nor a tag of git" } else { "no token" };
            bail!("standard input is {none_of}, and has no signature beside it: use --signature");
        }
        Ok(verdict)
    }

    /// Judges a document that is a JWS or a COSE_Sign1 itself; `None` if it is neither.
    fn judge_token(
        &self,
        document: &Document<'_>,
        head: &[u8],
        signature: &Path,
    ) -> anyhow::Result<Option<Verdict>> {
        let may_be_jws = self.args.may_be_jws(self.keyring) && jws::may_be_one(head);
        if !may_be_jws && !self.args.may_be_cose() {
            return Ok(None);
        }
        let mut content = Vec::new();
        document.open()?.take(LONGEST_TOKEN + 1).read_to_end(&mut content)?;
        let name = document.name();
        let only = self.args.reading.reads_only_jws() || self.args.may_be_cose();
        if content.len() as u64 > LONGEST_TOKEN {
            // A part of it would not be all that is signed.
            if only {
                bail!("{name} has more than {} MiB: too long for a token", LONGEST_TOKEN >> 20);
            }
            return Ok(None);
        }
        let form = match () {
            _ if may_be_jws && jws::is_one(&content) => Form::Jws,
            _ if self.args.may_be_cose() && cose::is_one(&content) => Form::Cose,
            _ => return Ok(None),
        };
        if !only && signature.exists() {
            bail!(
                "{name} is a JWS itself, and {0} stands beside it: say --signature {0}, or --signature-format jws for \
                 the document itself",
                output::name(signature)
            );
        }
        self.refuse_others(form, &name)?;
        let verdict = match form {
            Form::Jws => self.judge_jws(&content, None),
            _ => self.judge_cose(&content, None),
        };
        verdict.map(Some).with_context(|| format!("cannot judge {name}"))
    }

    /// Judges a commit or a tag by the signature in it.
    fn judge_git(&self, kind: git::Kind, document: &Document<'_>) -> anyhow::Result<Verdict> {
        self.refuse_others(Form::Ssh, &document.name())?;
        let signed = match git::signed(&document.whole()?, kind) {
            Ok(signed) => signed,
            Err(reason) => return Ok(Verdict::Refused(reason)),
        };
        if !sshsig::is_one(&signed.signature) {
            bail!(
                "the signature in this {} is no SSH signature: `git verify-{0}` calls the program for it",
                kind.name()
            );
        }
        let verdict = self.judge_ssh(&signed.signature, signed.payload.as_slice(), document)?;
        Ok(verdict.of(kind.name()))
    }

    fn judge_ssh(
        &self,
        content: &[u8],
        message: impl Read,
        document: &Document<'_>,
    ) -> anyhow::Result<Verdict> {
        let conditions = Conditions {
            keyring: self.keyring,
            namespace: self.args.namespace.needed()?,
            identity: self.args.identity.identity.as_deref(),
            time: self.time,
            policy: self.args.policy.rule(),
        };
        let judged = sshsig::judge(content, message, conditions);
        let judged = judged.with_context(|| format!("cannot judge {}", document.name()))?;
        Ok(judged.map_or_else(Verdict::Refused, |accepted| {
            Verdict::Valid(Judged { signer: accepted.signer, keys: vec![accepted.key], ..Judged::default() })
        }))
    }

    /// Judges a JWS with its payload, or with the document as its payload. Only keys out of JSON are those of tokens that hold their payload,
    /// unless that form was asked for.
    fn judge_jws(&self, content: &[u8], document: Option<&[u8]>) -> anyhow::Result<Verdict> {
        let any = document.is_some() || self.args.reading.reads_only_jws();
        let keys = self.keyring.keys.iter().enumerate().filter(|(_, named)| any || named.is_json);
        let (places, keys): (Vec<usize>, Vec<Jwk>) =
            keys.filter_map(|(place, named)| Some((place, named.trusted.jwk()?))).unzip();
        let conditions = jws::Conditions {
            keys: &keys,
            claims: &self.args.claims,
            time: self.time,
            policy: self.args.policy.rule(),
        };
        Ok(jws::judge(content, document, conditions)?.map_or_else(Verdict::Refused, |accepted| {
            let keys = accepted.keys.iter().map(|key| places[*key]).collect();
            Verdict::Valid(Judged { what: Some(accepted.kind), keys, ..Judged::default() })
        }))
    }

    fn judge_cose(&self, content: &[u8], document: Option<&[u8]>) -> anyhow::Result<Verdict> {
        let judged = cose::judge(content, document, self.keyring, self.args.policy.rule())?;
        Ok(judged.map_or_else(Verdict::Refused, |key| {
            Verdict::Valid(Judged { what: Some("COSE_Sign1"), keys: vec![key], ..Judged::default() })
        }))
    }

    fn judge_minisign(&self, content: &[u8], document: &Document<'_>) -> anyhow::Result<Verdict> {
        let conditions = minisign::Conditions {
            keyring: self.keyring,
            format: self.args.reading.minisign(),
            policy: self.args.policy.rule(),
        };
        let judged = minisign::judge(content, || document.open(), conditions)?;
        Ok(judged.map_or_else(Verdict::Refused, |accepted| {
            Verdict::Valid(Judged {
                what: accepted.kind,
                trusted_comment: accepted.trusted_comment,
                keys: vec![accepted.key],
                ..Judged::default()
            })
        }))
    }

    /// Judges one document by a plain signature: any of the keys may verify it.
    fn judge_plain(
        &self,
        content: &[u8],
        document: &Document<'_>,
        signature: &str,
    ) -> anyhow::Result<Verdict> {
        let rules: Vec<(usize, &Rule<'_, '_>)> =
            self.rules.iter().enumerate().filter_map(|(place, rule)| Some((place, rule.as_ref()?))).collect();
        if rules.is_empty() {
            let of: Vec<&str> = self.keyring.keys.iter().map(|key| key.name.as_str()).collect();
            bail!("{signature} is no SSH signature, and {} is for nothing else", of.join(", "));
        }
        let mut reasons = Vec::new();
        for (place, rule) in &rules {
            if let Trusted::Key(jwk) = &self.keyring.keys[*place].trusted
                && let Err(refusal) = keys::may_verify(jwk, rule.algorithm(), rule.hash())
            {
                reasons.push(refusal.to_string());
                continue;
            }
            match rule.judge(content, document.open()?, document.path()) {
                Verdict::Valid(judged) => return Ok(Verdict::Valid(Judged { keys: vec![*place], ..judged })),
                Verdict::Invalid(reason) => reasons.push(reason),
                other => return Ok(other),
            }
        }
        Ok(Verdict::Invalid(all_reasons(reasons)))
    }
}

/// The reason why no key verifies: the one that all have in common, or all of them.
fn all_reasons(mut reasons: Vec<String>) -> String {
    let count = reasons.len();
    reasons.sort();
    reasons.dedup();
    let reasons = reasons.join("; or ");
    if count == 1 { reasons } else { format!("none of the {count} keys verifies it: {reasons}") }
}
