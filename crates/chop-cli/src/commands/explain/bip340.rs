//! Explains a signature of BIP 340.

use super::{NEVER, NO_CALL, Subject};
use crate::schnorr;
use crate::signature;
use chop::bip340::{Dialect, VerifyingKey, dialects};
use chop::explain::AS_IS;
use serde_json::json;
use std::fmt::Write;

/// Everything that is said about one signature.
pub(super) struct Report {
    subject: Subject,
    /// How many bytes the signature has, and as what text they are written.
    form: String,
    reason: Option<String>,
    dialects: Vec<Dialect>,
}

impl Report {
    /// Judges as `chop verify` does and, if the verdict is no, tries every dialect.
    pub(super) fn new(subject: Subject, key: &VerifyingKey, message: &[u8], content: &[u8]) -> Report {
        let (bytes, form) = signature::with_form(content);
        let judged = signature::read_bip340(content).and_then(|signature| {
            key.verify(message, &signature).map_err(|_| schnorr::reason(&signature).to_owned())
        });
        let reason = judged.err();
        let dialects = match &reason {
            None => Vec::new(),
            Some(_) => dialects(key, message, &bytes),
        };
        Report { subject, form, reason, dialects }
    }

    pub(super) fn is_valid(&self) -> bool {
        self.reason.is_none()
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = self.subject.to_text(&format!(" ({})", self.form));
        let Some(reason) = &self.reason else { return text + "verdict:     OK\n" };
        let _ = writeln!(text, "verdict:     INVALID: {reason}\n\nwhat would verify");
        if self.dialects.is_empty() {
            text += "  no command, and nothing that was tried: digests of the document as the message, line ends, hex or base64 \
                     text,\n  order of r and s, a sighash byte\n";
        }
        for dialect in &self.dialects {
            let _ = writeln!(text, "  {dialect}\n    {}", no_call(dialect));
        }
        text
    }

    pub(super) fn to_json(&self) -> String {
        let mut object = self.subject.to_json();
        object["valid"] = json!(self.is_valid());
        if let Some(reason) = &self.reason {
            object["reason"] = json!(reason);
            object["would_verify"] = self.dialects.iter().map(Dialect::to_string).collect();
        }
        format!("{object:#}\n")
    }
}

/// The sentence that stands for a call: no option accepts a dialect.
fn no_call(dialect: &Dialect) -> &'static str {
    match (dialect.hash, dialect.document) {
        (None, AS_IS) => NEVER,
        _ => NO_CALL,
    }
}
