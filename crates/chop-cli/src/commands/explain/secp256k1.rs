//! Explains a signature of ECDSA over secp256k1: of a file, and what is the same for a row.

use super::{Args, NEVER, NO_CALL, Subject, call};
use crate::ecdsa;
use crate::signature::{self, Reading};
use chop::explain::AS_IS;
use chop::secp256k1::{DerForm, Dialect, MessageHash, RecoveryId, Rule, VerifyingKey, dialects};
use serde_json::{Value, json};
use std::fmt::Write;

/// Everything that is said about one signature.
pub(super) struct Report<'a> {
    pub(super) subject: Subject,
    /// The lines about a row besides: the name of each, and what it says.
    pub(super) beside: Vec<(&'static str, String)>,
    /// `None` if the row has the digest.
    pub(super) hash: Option<MessageHash>,
    pub(super) rule: Rule,
    /// How many bytes the signature has, and as what text they are written.
    pub(super) form: String,
    pub(super) reason: Option<String>,
    /// What would verify.
    pub(super) found: Vec<Found>,
    /// The sentence that is printed where nothing would.
    pub(super) nothing: &'static str,
    pub(super) args: &'a Args,
}

/// A dialect in which the signature is valid.
pub(super) struct Found {
    pub(super) dialect: Dialect,
    /// The recovery id that it takes, where the row has another.
    pub(super) id: Option<RecoveryId>,
    /// The dialect in words.
    pub(super) words: String,
    /// What the program must be told to accept it, or why it never does.
    pub(super) options: Result<String, &'static str>,
}

/// What decides.
pub(super) struct Question<'a> {
    pub(super) key: &'a VerifyingKey,
    pub(super) hash: MessageHash,
    pub(super) rule: Rule,
    pub(super) reading: Reading,
}

/// The sentence that is printed where no dialect is found.
pub(super) const NOTHING: &str = "no command, and nothing that was tried: hashes, Ethereum's prefix for personal messages, the document as \
                                  the\n  digest, line ends, hex or base64 text, forms and order of r and s, v before and behind them";

impl<'a> Report<'a> {
    /// Judges as `chop verify` does and, if the verdict is no, tries every dialect.
    pub(super) fn new(
        subject: Subject,
        args: &'a Args,
        question: &Question<'_>,
        message: &[u8],
        content: &[u8],
    ) -> Report<'a> {
        let (bytes, form) = signature::with_form(content);
        let Question { key, hash, rule, reading } = *question;
        let judged = ecdsa::from_bytes(&bytes, reading, rule)
            .map_err(ecdsa::Fault::reason)
            .and_then(|numbers| numbers.verify(key, &hash.digest(message), rule));
        let reason = judged.err();
        let dialects = match &reason {
            None => Vec::new(),
            Some(_) => dialects(key, message, &bytes),
        };
        let found = dialects.into_iter().map(|dialect| Found::new(dialect, rule)).collect();
        let (beside, hash, nothing) = (Vec::new(), Some(hash), NOTHING);
        Report { subject, beside, hash, rule, form, reason, found, nothing, args }
    }

    pub(super) fn is_valid(&self) -> bool {
        self.reason.is_none()
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = self.subject.to_text(&format!(" ({})", self.form));
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "{:<13}{value}", format!("{name}:"));
        };
        for (name, value) in &self.beside {
            line(name, value);
        }
        line("hash", self.hash.map_or("none: the row has a digest", MessageHash::name));
        line("rule", self.rule.name());
        match &self.reason {
            None => line("verdict", "OK"),
            Some(reason) => line("verdict", &format!("INVALID: {reason}")),
        }
        if self.is_valid() {
            return text;
        }
        text += "\nwhat would verify\n";
        if self.found.is_empty() {
            let _ = writeln!(text, "  {}", self.nothing);
        }
        for found in &self.found {
            let call = self.call(found).unwrap_or_else(|why| why.to_owned());
            let _ = writeln!(text, "  {}\n    {call}", found.words);
        }
        text
    }

    pub(super) fn to_json(&self) -> String {
        let mut object = self.subject.to_json();
        for (name, value) in &self.beside {
            object[name.replace(' ', "_")] = json!(value);
        }
        object["hash"] = json!(self.hash.map(MessageHash::name));
        object["policy"] = json!(self.rule.name());
        object["valid"] = json!(self.is_valid());
        if let Some(reason) = &self.reason {
            object["reason"] = json!(reason);
            object["would_verify"] = self.found.iter().map(|found| found.words.as_str()).collect();
            object["dialects"] = self.found.iter().map(|found| self.dialect_to_json(found)).collect();
        }
        format!("{object:#}\n")
    }

    /// The call that accepts a dialect, if one does.
    fn call(&self, found: &Found) -> Result<String, &'static str> {
        found.options.as_ref().map(|options| call::with_options(self.args, options)).map_err(|why| *why)
    }

    fn dialect_to_json(&self, found: &Found) -> Value {
        let dialect = &found.dialect;
        let mut object = json!({
            "hash": dialect.hash.map(MessageHash::name),
            "document": dialect.document,
            "signature": dialect.signature,
            "high_s": dialect.high_s,
            "options": found.options.as_deref().ok(),
            "command": self.call(found).ok(),
        });
        if let Some(id) = found.id {
            object["recovery_id"] = json!(id.to_byte());
        }
        object
    }
}

impl Found {
    /// A dialect of a signature whose message is known.
    pub(super) fn new(dialect: Dialect, rule: Rule) -> Found {
        let options = match (dialect.hash, dialect.form) {
            _ if dialect.document != AS_IS => Err(NO_CALL),
            (Some(hash), Some(form)) => Ok(format!("--hash {hash}{}", of_form(&dialect, form, rule))),
            _ => Err(NEVER),
        };
        Found { dialect, id: None, words: dialect.to_string(), options }
    }

    /// A dialect of a signature whose digest is known, and stands for the document.
    pub(super) fn of_digest(dialect: Dialect, rule: Rule) -> Found {
        let words = match dialect.hash {
            None if dialect.document == AS_IS => {
                dialect.to_string().replacen("the document is the digest, ", "", 1)
            }
            _ => format!("the digest {dialect}"),
        };
        let options = match (dialect.hash, dialect.form) {
            (None, Some(form)) if dialect.document == AS_IS => {
                Ok(of_form(&dialect, form, rule)[1..].to_owned())
            }
            _ => Err(NEVER),
        };
        Found { dialect, id: None, words, options }
    }
}

/// The form of a signature, and the rule that takes it, each with a blank before it.
fn of_form(dialect: &Dialect, form: &str, rule: Rule) -> String {
    let refuses = dialect.high_s && rule.requires_low_s()
        || form == "der-lax"
        || form == "der" && rule.der() == DerForm::None
        || form == "recoverable" && RecoveryId::new(0).is_some_and(|id| !rule.takes_recovery_id(id));
    let rule = if refuses { Rule::ANY_S } else { rule };
    let mut options = format!(" --signature-format {form}");
    if rule != Rule::default() {
        options += &format!(" --policy {rule}");
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use chop::secp256k1::{Digest, SigningKey};

    #[test]
    fn what_can_be_asked_for_has_options() {
        let key = SigningKey::from_bytes(&[7; 32]).unwrap();
        let found = |signature: &[u8], rule: Rule| {
            let found = dialects(&key.verifying_key(), b"hello", signature);
            assert_eq!(found.len(), 1, "{found:?}");
            Found::new(found[0], rule).options
        };
        let default = Rule::default();
        let low = key.sign_digest(&Digest::keccak256(b"hello"));
        assert_eq!(found(&low.to_bytes(), default), Ok("--hash keccak256 --signature-format raw".to_owned()));
        let high = "--hash keccak256 --signature-format der --policy any-s";
        assert_eq!(found(low.with_other_s().to_der().as_ref(), default), Ok(high.to_owned()));
        // Ethereum's rules have no DER.
        assert_eq!(found(low.to_der().as_ref(), Rule::ETHEREUM_TRANSACTION), Ok(high.to_owned()));
        let relay = "--hash keccak256 --signature-format der --policy bitcoin-relay";
        assert_eq!(found(low.to_der().as_ref(), Rule::BITCOIN_RELAY), Ok(relay.to_owned()));
        let other_document = key.sign_digest(&Digest::keccak256(b"hello\n"));
        assert_eq!(found(&other_document.to_bytes(), default), Err(NO_CALL));
        let swapped = [*low.s_bytes(), *low.r_bytes()].concat();
        assert_eq!(found(&swapped, default), Err(NEVER));
    }

    #[test]
    fn a_digest_stands_for_the_document() {
        let key = SigningKey::from_bytes(&[7; 32]).unwrap();
        let digest = Digest::keccak256(b"hello");
        let found = |signature: &[u8]| {
            let found = dialects(&key.verifying_key(), digest.as_bytes(), signature);
            Found::of_digest(found[0], Rule::default())
        };
        let high = found(&key.sign_digest(&digest).with_other_s().to_bytes());
        assert_eq!(high.words, "signature as r ‖ s, s above n/2");
        assert_eq!(high.options, Ok("--signature-format raw --policy any-s".to_owned()));
        let again = found(&key.sign(digest.as_bytes()).to_bytes());
        assert_eq!(again.words, "the digest hashed with sha256, signature as r ‖ s");
        assert_eq!(again.options, Err(NEVER));
    }
}
