//! Explains a signature of ECDSA over secp256k1.

use super::{Args, NO_CALL, Subject, call};
use crate::ecdsa;
use crate::signature::{self, Reading};
use chop::explain::AS_IS;
use chop::secp256k1::{Dialect, MessageHash, Rule, VerifyingKey, dialects};
use serde_json::{Value, json};
use std::fmt::Write;

/// Everything that is said about one signature.
pub(super) struct Report<'a> {
    subject: Subject,
    hash: MessageHash,
    rule: Rule,
    /// How many bytes the signature has, and as what text they are written.
    form: String,
    reason: Option<String>,
    dialects: Vec<Dialect>,
    args: &'a Args,
}

/// What decides.
pub(super) struct Question<'a> {
    pub(super) key: &'a VerifyingKey,
    pub(super) hash: MessageHash,
    pub(super) rule: Rule,
    pub(super) reading: Reading,
}

impl<'a> Report<'a> {
    /// Judges as `chop verify` does and, if the verdict is no, tries every dialect.
    pub(super) fn new(
        subject: Subject,
        args: &'a Args,
        question: &Question<'_>,
        message: &[u8],
        content: &[u8],
    ) -> Report<'a> {
        let (bytes, text) = signature::unwrapped(content).unwrap_or((content.to_vec(), None));
        let form = match text {
            Some(text) => format!("{} bytes as {}", bytes.len(), text.name()),
            None => format!("{} bytes", bytes.len()),
        };
        let Question { key, hash, rule, reading } = *question;
        let judged = ecdsa::from_bytes(&bytes, reading, rule)
            .map_err(ecdsa::Fault::reason)
            .and_then(|numbers| numbers.verify(key, &hash.digest(message), rule));
        let reason = judged.err();
        let dialects = match &reason {
            None => Vec::new(),
            Some(_) => dialects(key, message, &bytes),
        };
        Report { subject, hash, rule, form, reason, dialects, args }
    }

    pub(super) fn is_valid(&self) -> bool {
        self.reason.is_none()
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = self.subject.to_text(&format!(" ({})", self.form));
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "{name:<13}{value}");
        };
        line("hash:", self.hash.name());
        line("rule:", self.rule.name());
        match &self.reason {
            None => line("verdict:", "OK"),
            Some(reason) => line("verdict:", &format!("INVALID: {reason}")),
        }
        if self.is_valid() {
            return text;
        }
        text += "\nwhat would verify\n";
        if self.dialects.is_empty() {
            text += "  no command, and nothing that was tried: hashes, Ethereum's prefix for personal messages, the document as \
                     the\n  digest, line ends, hex or base64 text, forms and order of r and s, v before and behind them\n";
        }
        for dialect in &self.dialects {
            let _ = writeln!(text, "  {dialect}");
            let _ = match self.call(dialect) {
                Some(call) => writeln!(text, "    {call}"),
                None if dialect.document != AS_IS => writeln!(text, "    {NO_CALL}"),
                None => writeln!(text, "    no command: chop verify never accepts this"),
            };
        }
        text
    }

    pub(super) fn to_json(&self) -> String {
        let mut object = self.subject.to_json();
        object["hash"] = json!(self.hash.name());
        object["policy"] = json!(self.rule.name());
        object["valid"] = json!(self.is_valid());
        if let Some(reason) = &self.reason {
            object["reason"] = json!(reason);
            object["would_verify"] = self.dialects.iter().map(Dialect::to_string).collect();
            object["dialects"] = self.dialects.iter().map(|dialect| self.dialect_to_json(dialect)).collect();
        }
        format!("{object:#}\n")
    }

    /// The call of `chop verify` that accepts a dialect, if one does.
    fn call(&self, dialect: &Dialect) -> Option<String> {
        options(dialect, self.rule).map(|options| call::with_options(self.args, &options))
    }

    fn dialect_to_json(&self, dialect: &Dialect) -> Value {
        json!({
            "hash": dialect.hash.map(MessageHash::name),
            "document": dialect.document,
            "signature": dialect.signature,
            "high_s": dialect.high_s,
            "options": options(dialect, self.rule),
            "command": self.call(dialect),
        })
    }
}

/// What `chop verify` must be told to accept a signature in this dialect, if it can be.
fn options(dialect: &Dialect, rule: Rule) -> Option<String> {
    let (hash, form) = (dialect.hash?, dialect.form?);
    if dialect.document != AS_IS {
        return None;
    }
    let mut options = format!("--hash {hash} --signature-format {form}");
    let refuses = dialect.high_s && rule.requires_low_s() || form == "der-lax";
    if refuses {
        options += " --policy any-s";
    } else if rule != Rule::default() {
        options += &format!(" --policy {rule}");
    }
    Some(options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chop::secp256k1::{Digest, SigningKey};

    #[test]
    fn what_can_be_asked_for_has_options() {
        let key = SigningKey::from_bytes(&[7; 32]).unwrap();
        let found = |signature: &[u8]| {
            let found = dialects(&key.verifying_key(), b"hello", signature);
            assert_eq!(found.len(), 1, "{found:?}");
            options(&found[0], Rule::LIBSECP256K1)
        };
        let low = key.sign_digest(&Digest::keccak256(b"hello"));
        assert_eq!(found(&low.to_bytes()), Some("--hash keccak256 --signature-format raw".to_owned()));
        let high = "--hash keccak256 --signature-format der --policy any-s";
        assert_eq!(found(low.with_other_s().to_der().as_ref()), Some(high.to_owned()));
        let other_document = key.sign_digest(&Digest::keccak256(b"hello\n"));
        assert_eq!(found(&other_document.to_bytes()), None);
        let swapped = [*low.s_bytes(), *low.r_bytes()].concat();
        assert_eq!(found(&swapped), None);
    }
}
