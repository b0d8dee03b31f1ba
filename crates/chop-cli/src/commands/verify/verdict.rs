//! The verdict on one document, in words and in JSON.

use super::Args;
use super::hint::hint;
use crate::exit::Outcome;
use crate::keys::{self, Keyring};
use crate::output::{self, Stdout};
use serde_json::{Value, json};
use std::path::Path;

/// The knowledge that comes with a valid signature.
#[derive(Default)]
pub(super) struct Judged {
    /// The kind of the document, where it holds its signature, or of the signature.
    pub(super) what: Option<&'static str>,
    /// The signer, where that is known.
    pub(super) signer: Option<String>,
    /// The comment that is signed, too.
    pub(super) trusted_comment: Option<String>,
    /// The keys that made the signatures, by their places in the keyring.
    pub(super) keys: Vec<usize>,
}

/// The verdict on one document.
pub(super) enum Verdict {
    Valid(Judged),
    /// A plain signature that is rejected, with the reason; `chop explain` says more.
    Invalid(String),
    /// A signature in a form of its own that is rejected, with the reason.
    Refused(String),
    NotJudged(anyhow::Error),
}

/// A document with its signature, and what they are judged by.
pub(super) struct Case<'a> {
    pub(super) document: &'a Path,
    pub(super) signature: &'a Path,
    pub(super) keyring: &'a Keyring,
    /// The name of the policy, where there is one.
    pub(super) policy: Option<&'a str>,
}

impl Verdict {
    /// The same, of this part or kind of the document.
    pub(super) fn of(self, what: &'static str) -> Verdict {
        match self {
            Verdict::Valid(judged) => Verdict::Valid(Judged { what: Some(what), ..judged }),
            other => other,
        }
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self {
            Verdict::Valid(_) => Outcome::Done,
            Verdict::Invalid(_) | Verdict::Refused(_) => Outcome::Rejected,
            Verdict::NotJudged(_) => Outcome::CannotJudge,
        }
    }

    pub(super) fn print(&self, out: &mut Stdout, args: &Args, case: &Case<'_>) -> anyhow::Result<()> {
        let name = output::name(case.document);
        match self {
            Verdict::Valid(judged) => out.text(&format!("{name}: OK{}\n", judged.in_words(case.keyring)))?,
            Verdict::Invalid(reason) | Verdict::Refused(reason) => {
                out.text(&format!("{name}: INVALID\n"))?;
                out.flush()?;
                let policy = case.policy.map(|policy| format!(" (policy {policy})")).unwrap_or_default();
                output::note(format_args!("chop: {name}: {reason}{policy}"));
                if matches!(self, Verdict::Invalid(_))
                    && let Some(hint) = hint(args, case)
                {
                    output::note(format_args!("hint: {hint}"));
                }
            }
            Verdict::NotJudged(error) => output::complain(error),
        }
        Ok(())
    }

    pub(super) fn to_json(&self, case: &Case<'_>) -> Value {
        let mut object = json!({
            "file": case.document.to_string_lossy(),
            "signature": case.signature.to_string_lossy(),
        });
        match self {
            Verdict::Valid(judged) => {
                object["valid"] = json!(true);
                judged.add_to(&mut object, case.keyring);
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

impl Judged {
    /// All of it behind OK. The key is named where there are several.
    fn in_words(&self, keyring: &Keyring) -> String {
        let mut words = String::new();
        if let Some(what) = self.what {
            words += &format!(", {what}");
        }
        if let Some(signer) = &self.signer {
            words += &format!(", signed by {signer}");
        }
        if keyring.is_plural && !self.keys.is_empty() {
            let keys: Vec<String> = self.keys.iter().map(|key| keyring.keys[*key].in_words()).collect();
            words += &format!(", with {}", keys.join(" and "));
        }
        if let Some(comment) = &self.trusted_comment {
            words += &format!(", trusted comment: {}", output::one_line(comment));
        }
        words
    }

    fn add_to(&self, object: &mut Value, keyring: &Keyring) {
        if let Some(what) = self.what {
            object["judged"] = json!(what);
        }
        if let Some(signer) = &self.signer {
            object["signed_by"] = json!(signer);
        }
        if let Some(comment) = &self.trusted_comment {
            object["trusted_comment"] = json!(comment);
        }
        if keyring.is_plural && !self.keys.is_empty() {
            let key = |key: &usize| {
                let named = &keyring.keys[*key];
                let id = named.trusted.key().map(|key| keys::key_id(&key));
                json!({ "name": named.name, "key_id": id })
            };
            object["keys"] = self.keys.iter().map(key).collect();
        }
    }
}
