//! Judges documents: by the signature in them or beside them, in whatever form, with any of the keys.

use super::Args;
use super::rule::Rule;
use super::verdict::{Judged, Verdict};
use crate::formats::sshsig::{self, Conditions};
use crate::formats::{cose, git, jws, minisign};
use crate::keys::{Keyring, Trusted};
use crate::{files, output};
use anyhow::{Context, bail};
use chop::encoding::jose::Jwk;
use std::io::{Cursor, Read};
use std::path::Path;

/// The longest document that is looked at whether it is a token itself.
const LONGEST_TOKEN: u64 = 16 << 20;

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
        let has_policy = |rule: &Option<Rule<'_, '_>>| rule.as_ref().is_none_or(Rule::has_policy);
        self.rules.iter().any(has_policy).then(|| self.args.policy.id())
    }

    pub(super) fn judge(&self, document: &Path, signature: &Path) -> Verdict {
        self.judge_content(document, signature).unwrap_or_else(Verdict::NotJudged)
    }

    fn judge_content(&self, document: &Path, signature: &Path) -> anyhow::Result<Verdict> {
        if self.args.may_hold_signature(self.keyring)
            && let Some(verdict) = self.judge_held(document)?
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
        if reading.reads_only_jws() || reading.reads_jws() && jws::is_one(&content) {
            let payload = files::read_held(files::open(document)?, files::HELD)?;
            return self.judge_jws(&content, Some(&payload)).with_context(name);
        }
        if reading.reads_only_cose() || reading.reads_cose() && cose::is_one(&content) {
            let payload = files::read_held(files::open(document)?, files::HELD)?;
            return self.judge_cose(&content, Some(&payload)).with_context(name);
        }
        if reading.minisign().is_some() || reading.reads_minisign() && minisign::is_one(&content) {
            return self.judge_minisign(&content, document);
        }
        if self.args.claims.ask() {
            bail!("{} is no JWS, which alone has claims: an audience, an issuer, times", name());
        }
        match reading.decoded(content) {
            Ok(content) => self.judge_plain(&content, document, &name()),
            Err(reason) => Ok(Verdict::Invalid(reason)),
        }
    }

    /// Judges a document by the signature in it; `None` if there is none.
    fn judge_held(&self, document: &Path) -> anyhow::Result<Option<Verdict>> {
        let mut reader = files::open(document)?;
        let mut head = Vec::new();
        let read = reader.by_ref().take(git::HEAD).read_to_end(&mut head);
        read.with_context(|| format!("cannot read {}", output::name(document)))?;
        let whole = head.as_slice().chain(reader);
        let verdict = match git::kind(&head).filter(|_| self.args.may_be_git()) {
            Some(kind) => Some(self.judge_git(kind, whole, document)?),
            None if self.args.may_be_jws(self.keyring) && jws::may_be_one(&head)
                || self.args.may_be_cose() =>
            {
                let mut content = Vec::new();
                whole.take(LONGEST_TOKEN).read_to_end(&mut content)?;
                self.judge_token(&content).with_context(|| output::name(document))?
            }
            None => None,
        };
        if verdict.is_none() && files::is_dash(document) {
            let none_of =
                if self.args.may_be_git() { "neither a commit nor a tag of git" } else { "no token" };
            bail!("standard input is {none_of}, and has no signature beside it: use --signature");
        }
        Ok(verdict)
    }

    /// Judges a document that is a JWS or a COSE_Sign1 itself; `None` if it is neither.
    fn judge_token(&self, content: &[u8]) -> anyhow::Result<Option<Verdict>> {
        Ok(match () {
            _ if self.args.may_be_jws(self.keyring) && jws::is_one(content) => {
                Some(self.judge_jws(content, None)?)
            }
            _ if self.args.may_be_cose() && cose::is_one(content) => Some(self.judge_cose(content, None)?),
            _ => None,
        })
    }

    /// Judges a commit or a tag by the signature in it.
    fn judge_git(&self, kind: git::Kind, content: impl Read, document: &Path) -> anyhow::Result<Verdict> {
        let content = files::read_held(content, files::HELD)?;
        let signed = match git::signed(&content, kind) {
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

    fn judge_ssh(&self, content: &[u8], message: impl Read, document: &Path) -> anyhow::Result<Verdict> {
        let conditions = Conditions {
            keyring: self.keyring,
            namespace: self.args.namespace.needed()?,
            identity: self.args.identity.identity.as_deref(),
            time: self.time,
            policy: self.args.policy.rule(),
        };
        self.refuse_bindings("SSH signatures are")?;
        let judged = sshsig::judge(content, message, conditions);
        let judged = judged.with_context(|| format!("cannot judge {}", output::name(document)))?;
        Ok(judged.map_or_else(Verdict::Refused, |accepted| {
            Verdict::Valid(Judged { signer: accepted.signer, keys: vec![accepted.key], ..Judged::default() })
        }))
    }

    /// Judges a JWS with its payload, or with the document as its payload.
    fn judge_jws(&self, content: &[u8], document: Option<&[u8]>) -> anyhow::Result<Verdict> {
        self.refuse_bindings("tokens are")?;
        let keys = self.keyring.keys.iter().enumerate();
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
        self.refuse_bindings("COSE_Sign1 are")?;
        let judged = cose::judge(content, document, self.keyring, self.args.policy.rule())?;
        Ok(judged.map_or_else(Verdict::Refused, |key| {
            Verdict::Valid(Judged { what: Some("COSE_Sign1"), keys: vec![key], ..Judged::default() })
        }))
    }

    fn judge_minisign(&self, content: &[u8], document: &Path) -> anyhow::Result<Verdict> {
        self.refuse_bindings("signatures of minisign and signify are")?;
        let conditions = minisign::Conditions {
            keyring: self.keyring,
            format: self.args.reading.minisign(),
            policy: self.args.policy.rule(),
        };
        let held = if is_regular(document) {
            None
        } else {
            Some(files::read_held(files::open(document)?, files::HELD)?)
        };
        let open = || -> anyhow::Result<Box<dyn Read + '_>> {
            match &held {
                Some(message) => Ok(Box::new(message.as_slice())),
                None => Ok(files::open(document)?),
            }
        };
        let judged = minisign::judge(content, open, conditions);
        let judged = judged.with_context(|| format!("cannot judge {}", output::name(document)))?;
        Ok(judged.map_or_else(Verdict::Refused, |accepted| {
            let trusted_comment = accepted.trusted_comment;
            Verdict::Valid(Judged { trusted_comment, keys: vec![accepted.key], ..Judged::default() })
        }))
    }

    /// Refuses what SSH signatures and tokens do not have.
    fn refuse_bindings(&self, what: &str) -> anyhow::Result<()> {
        if self.rules.iter().flatten().any(Rule::is_pure) || self.rules.iter().all(Option::is_none) {
            return Ok(());
        }
        bail!("{what} plain Ed25519, without a context")
    }

    /// Judges one document by a plain signature: any of the keys may verify it.
    fn judge_plain(&self, content: &[u8], document: &Path, signature: &str) -> anyhow::Result<Verdict> {
        let rules: Vec<(usize, &Rule<'_, '_>)> =
            self.rules.iter().enumerate().filter_map(|(place, rule)| Some((place, rule.as_ref()?))).collect();
        if rules.is_empty() {
            let of: Vec<&str> = self.keyring.keys.iter().map(|key| key.name.as_str()).collect();
            bail!("{signature} is no SSH signature, and {} is for nothing else", of.join(", "));
        }
        // What can be read once is held where it is read for several keys.
        let held = match rules.len() {
            1 => None,
            _ if is_regular(document) => None,
            _ => Some(files::read_held(files::open(document)?, files::HELD)?),
        };
        let mut reasons = Vec::new();
        for (place, rule) in &rules {
            if let Trusted::Key(jwk) = &self.keyring.keys[*place].trusted
                && let Err(refusal) = jwk.may_verify()
            {
                reasons.push(refusal.to_string());
                continue;
            }
            let verdict = match &held {
                Some(message) => rule.judge(content, Cursor::new(message), document),
                None => rule.judge(content, files::open(document)?, document),
            };
            match verdict {
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

fn is_regular(document: &Path) -> bool {
    !files::is_dash(document) && document.metadata().is_ok_and(|metadata| metadata.is_file())
}
