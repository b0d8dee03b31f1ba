//! Public keys of OpenSSH (RFC 4253, section 6.6; RFC 8709, section 4; `PROTOCOL.u2f` of its sources): lines of `*.pub` and
//! `authorized_keys`.
//!
//! ```text
//! [options] kind base64 [comment]
//! base64 of: string kind, string A [, string application of a security token]
//! ```

use super::wire::{Reader, malformed, strings};
use crate::ed25519::VerifyingKey;
use crate::{Error, Fault, KeyFileError};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use base64ct::{Base64, Encoding};

/// The kind of Ed25519 keys.
pub(crate) const ED25519: &[u8] = b"ssh-ed25519";
/// The kind of Ed25519 keys that a security token holds.
pub(super) const SK_ED25519: &[u8] = b"sk-ssh-ed25519@openssh.com";
/// Kinds that are recognised, so that a line with another key can be told from something else.
const OTHER_KINDS: &[&str] = &[
    "ssh-rsa",
    "ssh-dss",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "ssh-ed448",
];

/// Options that lines of `authorized_keys` begin with.
const OPTIONS: &[&str] = &[
    "agent-forwarding",
    "cert-authority",
    "command",
    "environment",
    "expiry-time",
    "from",
    "no-agent-forwarding",
    "no-port-forwarding",
    "no-pty",
    "no-touch-required",
    "no-user-rc",
    "no-x11-forwarding",
    "permitlisten",
    "permitopen",
    "port-forwarding",
    "principals",
    "pty",
    "restrict",
    "tunnel",
    "user-rc",
    "verify-required",
    "x11-forwarding",
];

/// An Ed25519 key as OpenSSH has it: one of its own, or one in a security token.
///
/// # Example
/// ```
/// use chop::encoding::openssh::PublicKey;
/// let key = chop::ed25519::SigningKey::from_seed(&[7; 32]).verifying_key();
/// let line = PublicKey::from(key).to_line("me@here");
/// assert!(line.starts_with("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI") && line.ends_with(" me@here"));
/// assert_eq!(PublicKey::from_line(&line)?.0.verifying_key(), &key);
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    key: VerifyingKey,
    /// The application that a security token signs for, `ssh:` as a rule.
    application: Option<Vec<u8>>,
}

impl From<VerifyingKey> for PublicKey {
    fn from(key: VerifyingKey) -> PublicKey {
        PublicKey { key, application: None }
    }
}

impl PublicKey {
    /// The key and the comment in a line; options of `authorized_keys` before the key are skipped.
    ///
    /// # Errors
    /// [`KeyFileError::WrongAlgorithm`] for the line of another kind of key; [`KeyFileError::Malformed`], for the key of a certificate
    /// authority, too; [`Error::NotAPoint`].
    pub fn from_line(line: &str) -> Result<(PublicKey, &str), Error> {
        let mut rest = line.trim();
        let mut word = next_word(&mut rest).ok_or(malformed(Fault::PublicEmpty))?;
        if is_options(word) {
            if split_options(word).any(|option| option.eq_ignore_ascii_case("cert-authority")) {
                return Err(malformed(Fault::PublicCertAuthority));
            }
            word = next_word(&mut rest).ok_or(malformed(Fault::PublicOptionsOnly))?;
        }
        if !is_kind(word) {
            return Err(malformed(Fault::PublicNoKind));
        }
        if OTHER_KINDS.contains(&word) {
            return Err(Error::KeyFile(KeyFileError::WrongAlgorithm));
        }
        let text = next_word(&mut rest).ok_or(malformed(Fault::PublicKindOnly))?;
        let bytes = Base64::decode_vec(text).map_err(|_| malformed(Fault::PublicBase64))?;
        let key = PublicKey::from_bytes(&bytes)?;
        if key.kind() != word.as_bytes() {
            return Err(malformed(Fault::PublicOtherKind));
        }
        Ok((key, rest.trim()))
    }

    /// The Ed25519 keys of a file, with their comments: lines as in [`PublicKey::from_line`]. Empty lines, comments behind `#` and keys of
    /// other kinds are skipped.
    ///
    /// # Errors
    /// Those of the first line that is none of these.
    pub fn from_lines(text: &str) -> Result<Vec<(PublicKey, &str)>, Error> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let keys = lines.map(PublicKey::from_line);
        keys.filter(|key| *key != Err(Error::KeyFile(KeyFileError::WrongAlgorithm))).collect()
    }

    /// The key in the bytes that a line has in base64.
    ///
    /// # Errors
    /// As [`PublicKey::from_line`].
    pub fn from_bytes(bytes: &[u8]) -> Result<PublicKey, Error> {
        let mut reader = Reader::new(bytes);
        let kind = reader.string(Fault::PublicKind)?;
        if kind != ED25519 && kind != SK_ED25519 {
            return Err(Error::KeyFile(KeyFileError::WrongAlgorithm));
        }
        let key = reader.string(Fault::PublicKey)?;
        let key = key.try_into().map_err(|_| malformed(Fault::PublicLength))?;
        let application = match kind {
            SK_ED25519 => Some(reader.string(Fault::PublicApplication)?.to_vec()),
            _ => None,
        };
        reader.finish(Fault::PublicAfterKey)?;
        Ok(PublicKey { key: VerifyingKey::from_bytes(key)?, application })
    }

    /// The bytes that a line has in base64.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Some(application) = &self.application else { return blob(&self.key).to_vec() };
        strings(&[SK_ED25519, self.key.as_bytes(), application])
    }

    /// The line of a `*.pub` file, without a newline. `comment` must be one line, and blanks at its ends are lost in reading.
    pub fn to_line(&self, comment: &str) -> String {
        let kind = String::from_utf8_lossy(self.kind());
        let line = [&*kind, &Base64::encode_string(&self.to_bytes()), comment].join(" ");
        line.trim_end().to_string()
    }

    /// The key itself.
    pub fn verifying_key(&self) -> &VerifyingKey {
        &self.key
    }

    /// The application that the security token with the key signs for; `None` if no token holds the key.
    pub fn application(&self) -> Option<&[u8]> {
        self.application.as_deref()
    }

    pub(super) fn kind(&self) -> &'static [u8] {
        if self.application.is_some() { SK_ED25519 } else { ED25519 }
    }
}

/// string "ssh-ed25519", string A.
pub(super) fn blob(key: &VerifyingKey) -> [u8; 51] {
    let mut blob = [0; 51];
    blob[..19].copy_from_slice(b"\0\0\0\x0bssh-ed25519\0\0\0\x20");
    blob[19..].copy_from_slice(key.as_bytes());
    blob
}

/// Whether a text is of this format, by its first line that is neither empty nor a comment: perhaps options, and a kind of key.
pub(crate) fn begins_like_key(text: &str) -> bool {
    let lines = text.lines().map(str::trim);
    let Some(mut rest) = lines.into_iter().find(|line| !line.is_empty() && !line.starts_with('#')) else {
        return false;
    };
    let words = [next_word(&mut rest), next_word(&mut rest)].map(Option::unwrap_or_default);
    is_kind(words[0]) || is_options(words[0]) && is_kind(words[1])
}

/// Whether a word names a kind of key, whether or not keys of that kind are read.
pub(super) fn is_kind(word: &str) -> bool {
    [ED25519, SK_ED25519].contains(&word.as_bytes()) || OTHER_KINDS.contains(&word)
}

/// Whether an option of `authorized_keys` is in a field.
pub(super) fn is_options(field: &str) -> bool {
    split_options(field).any(|option| {
        let name = option.split('=').next().unwrap_or_default().to_ascii_lowercase();
        OPTIONS.contains(&&*name)
    })
}

/// The parts between commas that do not stand between quotation marks.
pub(super) fn split_options(text: &str) -> impl Iterator<Item = &str> {
    let (mut quoted, mut escaped) = (false, false);
    text.split(move |c: char| {
        let ends = !quoted && c == ',';
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })
}

/// Cuts the next word off: up to a blank that does not stand between quotation marks, as options have them.
pub(super) fn next_word<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let text = rest.trim_start();
    let (mut quoted, mut escaped) = (false, false);
    let end = text.find(|c: char| {
        let ends = !quoted && (c == ' ' || c == '\t');
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    let (word, tail) = text.split_at(end.unwrap_or(text.len()));
    *rest = tail;
    if word.is_empty() { None } else { Some(word) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ed25519::SigningKey;
    use alloc::format;

    fn key() -> VerifyingKey {
        SigningKey::from_seed(&[7; 32]).verifying_key()
    }

    #[test]
    fn lines_are_read_back_with_options_and_comments() {
        let plain = PublicKey::from(key());
        let token = PublicKey { key: key(), application: Some(b"ssh:".to_vec()) };
        for key in [plain, token] {
            for comment in ["", "me@here", "two words"] {
                let line = key.to_line(comment);
                for before in ["", "  ", "no-pty ", "command=\"a \\\" b\",from=\"x y\" "] {
                    let text = [before, &line, "\n"].concat();
                    assert_eq!(PublicKey::from_line(&text), Ok((key.clone(), comment)), "{text}");
                }
            }
            assert_eq!(PublicKey::from_bytes(&key.to_bytes()), Ok(key));
        }
    }

    #[test]
    fn a_file_has_as_many_keys_as_lines_of_the_kind() {
        let line = PublicKey::from(key()).to_line("me");
        let text = format!("# mine\n\n{line}\r\nssh-rsa AAAA you\nno-pty {line}\n");
        let keys = PublicKey::from_lines(&text).unwrap();
        assert_eq!(keys.iter().map(|(_, comment)| *comment).collect::<Vec<_>>(), ["me", "me"]);
        assert!(PublicKey::from_lines(&format!("{line}\nhello")).is_err());
    }

    #[test]
    fn faults_are_named() {
        let line = PublicKey::from(key()).to_line("");
        let other = line.replace("ssh-ed25519", "ssh-rsa");
        assert_eq!(PublicKey::from_line(&other), Err(Error::KeyFile(KeyFileError::WrongAlgorithm)));
        let wrong = line.replace("ssh-ed25519 ", "sk-ssh-ed25519@openssh.com ");
        for text in [
            "",
            "hello",
            "a b c",
            "alice ssh-ed25519 AAAA",
            &["cert-authority ", &line].concat(),
            "ssh-ed25519",
            "ssh-ed25519 !",
            &line[..40],
            &wrong,
        ] {
            let found = PublicKey::from_line(text);
            assert!(matches!(found, Err(Error::KeyFile(KeyFileError::Malformed(_)))), "{text}: {found:?}");
        }
    }
}
