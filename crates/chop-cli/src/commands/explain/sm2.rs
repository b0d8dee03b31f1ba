//! What is said about an SM2 signature.

use super::Subject;
use super::dialects::{self, Dialect};
use crate::output;
use crate::signature::{self, Reading};
use chop::sm2::{Id, VerifyingKey};
use serde_json::json;
use std::fmt::Write;

/// Everything that is said about one signature.
pub(super) struct Report {
    subject: Subject,
    id: Vec<u8>,
    /// How many bytes the signature has, and as what text they are written.
    form: String,
    reason: Option<String>,
    dialects: Vec<Dialect>,
}

/// What decides, and what else is tried.
pub(super) struct Question<'a> {
    pub(super) key: &'a VerifyingKey,
    pub(super) id: Id<'a>,
    pub(super) more_ids: &'a [String],
    pub(super) reading: Reading,
}

impl Report {
    /// Judges as `chop verify` does and, if the verdict is no, tries every dialect.
    pub(super) fn new(subject: Subject, question: &Question<'_>, message: &[u8], content: &[u8]) -> Report {
        let (bytes, text) = signature::unwrapped(content);
        let form = match text {
            Some(text) => format!("{} bytes as {text}", bytes.len()),
            None => format!("{} bytes", bytes.len()),
        };
        let judged = signature::from_sm2_bytes(&bytes, question.reading).and_then(|signature| {
            let verdict = question.key.with_id(&question.id).verify(message, &signature);
            verdict.map_err(|_| crate::commands::verify::SM2_EQUATION.to_owned())
        });
        let reason = judged.err();
        let dialects = match &reason {
            None => Vec::new(),
            Some(_) => dialects::valid(question.key, question.id, question.more_ids, message, &bytes),
        };
        Report { subject, id: question.id.as_bytes().to_vec(), form, reason, dialects }
    }

    pub(super) fn is_valid(&self) -> bool {
        self.reason.is_none()
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = self.subject.to_text(&format!(" ({})", self.form));
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "{name:<13}{value}");
        };
        line("identifier:", &dialects::describe_id(&self.id));
        match &self.reason {
            None => line("verdict:", "OK"),
            Some(reason) => line("verdict:", &format!("INVALID: {reason}")),
        }
        if self.is_valid() {
            return text;
        }
        text += "\nwhat would verify\n";
        if self.dialects.is_empty() {
            text += "  nothing that was tried: identifiers (more with --try-id), with Z and without, hashing once and twice,\n  \
                     the document as a digest, line ends, hex or base64 text, forms and order of r and s\n";
        }
        for dialect in &self.dialects {
            let _ = writeln!(text, "  {}", dialect.in_words());
            let _ = match &dialect.options {
                Some(options) => writeln!(text, "    chop verify accepts it with {options}"),
                None => writeln!(text, "    not the standard: chop verify never accepts it"),
            };
        }
        text
    }

    pub(super) fn to_json(&self) -> String {
        let mut object = self.subject.to_json();
        object["id"] = json!(output::hex(&self.id));
        object["valid"] = json!(self.is_valid());
        if let Some(reason) = &self.reason {
            object["reason"] = json!(reason);
            object["would_verify"] = self.dialects.iter().map(Dialect::in_words).collect();
            object["dialects"] = self.dialects.iter().map(Dialect::to_json).collect();
        }
        format!("{object:#}\n")
    }
}
