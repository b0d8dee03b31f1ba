//! Explains an SM2 signature.

use super::{Args, NO_CALL, Subject, call};
use crate::output;
use crate::signature::{self, Reading};
use chop::explain::AS_IS;
use chop::sm2::{Dialect, Id, VerifyingKey, dialects};
use serde_json::{Value, json};
use std::fmt::Write;

/// Everything that is said about one signature.
pub(super) struct Report<'a> {
    subject: Subject,
    id: Id<'a>,
    /// How many bytes the signature has, and as what text they are written.
    form: String,
    reason: Option<String>,
    dialects: Vec<Dialect<'a>>,
    args: &'a Args,
}

/// What decides, and what else is tried.
pub(super) struct Question<'a> {
    pub(super) key: &'a VerifyingKey,
    pub(super) id: Id<'a>,
    pub(super) more_ids: &'a [String],
    pub(super) reading: Reading,
}

impl<'a> Question<'a> {
    /// The other identifiers; what is too long for one verifies nothing.
    fn more(&self) -> Vec<Id<'a>> {
        self.more_ids.iter().filter_map(|text| Id::new(text.as_bytes()).ok()).collect()
    }
}

impl<'a> Report<'a> {
    /// Judges as `chop verify` does and, if the verdict is no, tries every dialect.
    pub(super) fn new(
        subject: Subject,
        args: &'a Args,
        question: &Question<'a>,
        message: &[u8],
        content: &[u8],
    ) -> Report<'a> {
        let (bytes, form) = signature::with_form(content);
        let judged = signature::from_sm2_bytes(&bytes, question.reading).and_then(|signature| {
            let verdict = question.key.with_id(&question.id).verify(message, &signature);
            verdict.map_err(|_| crate::commands::verify::SM2_EQUATION.to_owned())
        });
        let reason = judged.err();
        let dialects = match &reason {
            None => Vec::new(),
            Some(_) => dialects(question.key, question.id, &question.more(), message, &bytes),
        };
        Report { subject, id: question.id, form, reason, dialects, args }
    }

    pub(super) fn is_valid(&self) -> bool {
        self.reason.is_none()
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = self.subject.to_text(&format!(" ({})", self.form));
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "{name:<13}{value}");
        };
        line("identifier:", &self.id.in_words());
        match &self.reason {
            None => line("verdict:", "OK"),
            Some(reason) => line("verdict:", &format!("INVALID: {reason}")),
        }
        if self.is_valid() {
            return text;
        }
        text += "\nwhat would verify\n";
        if self.dialects.is_empty() {
            text += "  no command, and nothing that was tried: identifiers (more with --try-id), with Z and without, hashing\n  \
                     once, twice and not at all, line ends, hex or base64 text, forms and order of r and s\n";
        }
        for dialect in &self.dialects {
            let _ = writeln!(text, "  {dialect}");
            let _ = match self.call(dialect) {
                Some(call) => writeln!(text, "    {call}"),
                None if is_standard_of_another_document(dialect) => writeln!(text, "    {NO_CALL}"),
                None => {
                    writeln!(
                        text,
                        "    no command: this is not the standard, and chop verify never accepts it"
                    )
                }
            };
        }
        text
    }

    pub(super) fn to_json(&self) -> String {
        let mut object = self.subject.to_json();
        object["id"] = json!(output::hex(self.id.as_bytes()));
        object["valid"] = json!(self.is_valid());
        if let Some(reason) = &self.reason {
            object["reason"] = json!(reason);
            object["would_verify"] = self.dialects.iter().map(Dialect::to_string).collect();
            object["dialects"] = self.dialects.iter().map(|dialect| self.dialect_to_json(dialect)).collect();
        }
        format!("{object:#}\n")
    }

    /// The call of `chop verify` that accepts a dialect, if one does.
    fn call(&self, dialect: &Dialect<'_>) -> Option<String> {
        options(dialect).map(|options| call::with_options(self.args, &options))
    }

    fn dialect_to_json(&self, dialect: &Dialect<'_>) -> Value {
        json!({
            "id": dialect.id.map(|id| output::hex(id.as_bytes())),
            "hash": dialect.hash,
            "document": dialect.document,
            "signature": dialect.signature,
            "options": options(dialect),
            "command": self.call(dialect),
        })
    }
}

/// Whether the dialect would be the standard's if the document were the one that was signed.
fn is_standard_of_another_document(dialect: &Dialect<'_>) -> bool {
    let mut same = *dialect;
    same.document = AS_IS;
    same.is_standard() && !dialect.is_standard()
}

/// What `chop verify` must be told to accept a signature in this dialect, if it can be.
fn options(dialect: &Dialect<'_>) -> Option<String> {
    let (id, form) = (dialect.id?, dialect.form?);
    dialect.is_standard().then(|| format!("{} --signature-format {form}", option_of(id)))
}

/// The option that names an identifier: as text, where that is plain.
fn option_of(id: Id<'_>) -> String {
    match std::str::from_utf8(id.as_bytes()) {
        Ok(text) if text.chars().all(|c| c.is_ascii_graphic() && c != '\'') => format!("--id '{text}'"),
        _ => format!("--id-hex {}", output::hex(id.as_bytes())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chop::sm2::{Digest, SigningKey};

    #[test]
    fn only_the_standard_has_options() {
        let key = SigningKey::from_bytes(&[7; 32]).unwrap();
        let alice = Id::new(b"alice").unwrap();
        let found = |signature: &[u8]| {
            let found = dialects(&key.verifying_key(), Id::DEFAULT, &[alice], b"hello", signature);
            assert_eq!(found.len(), 1);
            options(&found[0])
        };
        for id in [Id::EMPTY, Id::TLS_13, alice] {
            let expected = format!("{} --signature-format der", option_of(id));
            assert_eq!(found(key.with_id(&id).sign(b"hello").to_der().as_ref()), Some(expected));
        }
        assert_eq!(found(&key.sign_prehashed(&Digest::without_z(b"hello")).to_bytes()), None);
        assert_eq!(found(&key.sign(b"hello\n").to_bytes()), None);
        assert_eq!(found(&key.sign(b"hello").to_blob()), None);
    }

    #[test]
    fn an_identifier_is_text_where_a_shell_takes_it_as_it_is() {
        assert_eq!(option_of(Id::new("张三".as_bytes()).unwrap()), "--id-hex e5bca0e4b889");
        assert_eq!(option_of(Id::new(b"o'clock").unwrap()), "--id-hex 6f27636c6f636b");
        assert_eq!(option_of(Id::new(b"alice").unwrap()), "--id 'alice'");
        assert_eq!(option_of(Id::EMPTY), "--id ''");
    }

    #[test]
    fn no_identifier_in_words_commands_a_terminal() {
        for c in (0..0x2100).filter_map(char::from_u32) {
            let text = c.to_string();
            let words = Id::new(text.as_bytes()).unwrap().in_words();
            assert!(!words.chars().any(output::commands_a_terminal), "{words:?}");
            assert_eq!(words.contains("hex"), output::commands_a_terminal(c), "{words:?}");
        }
    }
}
