//! Explains a signature of ECDSA over secp256k1: of a file, and what is the same for a row.

use super::{Args, NEVER, NO_CALL, Subject, call, recovery};
use crate::ecdsa::{self, Numbers, id_of_v};
use crate::signature::{self, Reading};
use chop::explain::AS_IS;
use chop::secp256k1::{
    Address, DerForm, Dialect, MessageHash, RecoveryId, Rule, VerifyingKey, dialects, dialects_of_address,
};
use serde_json::{Value, json};
use std::fmt::Write;

/// Everything that is said about one signature.
pub(super) struct Report<'a> {
    pub(super) subject: Subject,
    /// The lines about addresses, v and recovery ids: the name of each, and what it says.
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
    /// The recovery id that it takes, where there is another.
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
    /// v, where it stands beside the signature.
    pub(super) v: Option<u64>,
}

/// The sentence that is printed where no dialect is found.
pub(super) const NOTHING: &str = "no command, and nothing that was tried: hashes, Ethereum's prefix for personal messages, the document as \
                                  the\n  digest, line ends, hex or base64 text, forms and order of r and s, v before and behind them";

/// The sentence that stands for a call where the last byte of the signature is wrong.
const OTHER_V: &str = "no command: the signature ends in another v";

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
        let Question { key, hash, rule, reading, v } = *question;
        let digest = hash.digest(message);
        let read = ecdsa::with_v(&bytes, reading, rule, v);
        let numbers = read.as_ref().ok().copied();
        let judged =
            read.map_err(ecdsa::Fault::reason).and_then(|numbers| numbers.verify(key, &digest, rule));
        let reason = judged.err();
        let found = match reason {
            None => Vec::new(),
            Some(_) => question.found(message, &bytes),
        };
        let v = v.or_else(|| recovery::v_behind(&bytes));
        let mut beside = recovery::lines(v, numbers.as_ref(), &digest);
        if numbers.as_ref().and_then(Numbers::recoverable).is_some() {
            beside.insert(0, ("address", Address::of(key).to_string()));
        }
        let (hash, nothing) = (Some(hash), NOTHING);
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

impl Question<'_> {
    /// The dialects in which the bytes are a signature under the key. Where v stands behind or beside them, it must be right, too.
    fn found(&self, message: &[u8], bytes: &[u8]) -> Vec<Found> {
        let Question { key, rule, v, .. } = *self;
        let behind = recovery::v_behind(bytes).and_then(id_of_v);
        let beside = v.filter(|_| bytes.len() == 64);
        if behind.is_none() && beside.is_none() {
            return dialects(key, message, bytes).into_iter().map(|it| Found::new(it, rule)).collect();
        }
        let with_id = |(dialect, id): (Dialect, RecoveryId)| match (dialect.form, beside) {
            (Some("raw"), Some(v)) => Found::new(dialect, rule).with_v(v, id, rule),
            (Some("recoverable"), _) => recovery::with_id(Found::new(dialect, rule), id, behind, OTHER_V),
            _ => Found::new(dialect, rule),
        };
        dialects_of_address(&Address::of(key), message, bytes).into_iter().map(with_id).collect()
    }
}

/// The v that says this recovery id in the way in which `v` says another; none does of the ids 2 and 3.
fn v_of(id: RecoveryId, v: u64) -> Option<u64> {
    let id = Some(u64::from(id.to_byte())).filter(|id| *id < 2)?;
    match v {
        0 | 1 => Some(id),
        35.. => ((v - 35) & !1).checked_add(35 + id),
        _ => Some(27 + id),
    }
}

impl Found {
    /// As [`recovery::with_id`], for a v that is an argument: the command has the right one, or none where the rule takes none.
    fn with_v(self, v: u64, id: RecoveryId, rule: Rule) -> Found {
        let right = v_of(id, v).filter(|_| rule.takes_recovery_id(id));
        let argument = right.map_or(String::new(), |v| format!(" --v {v}"));
        let options = self.options.clone().map(|options| options + &argument);
        Found { options, ..recovery::with_id(self, id, id_of_v(v), OTHER_V) }
    }

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
    fn the_other_v_is_said_in_the_same_way() {
        let [zero, one, two] = [0, 1, 2].map(|id| RecoveryId::new(id).unwrap());
        for (v, expected) in [(0, [0, 1]), (28, [27, 28]), (30, [27, 28]), (36, [35, 36]), (37, [37, 38])] {
            assert_eq!([zero, one].map(|id| v_of(id, v)), expected.map(Some), "{v}");
            assert_eq!(v_of(two, v), None);
        }
        assert_eq!(v_of(one, u64::MAX), None);
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
