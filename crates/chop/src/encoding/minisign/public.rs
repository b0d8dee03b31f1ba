//! Public keys: "Ed" ‖ key id ‖ A in base64, 56 characters, behind a comment or alone.

use super::{ED25519, Holds, KeyId, decode, first_line, holds, malformed, split_comment, to_text};
use crate::ed25519::VerifyingKey;
use crate::{Error, Fault, KeyFileError};
use alloc::string::{String, ToString};

/// Characters of a key in base64.
pub(super) const CHARACTERS: usize = 56;
/// The beginning of base64 that stands for bytes beginning with "Ed".
const BEGINNING: &[u8] = b"RW";

/// A public key of minisign or signify. Both write the same form.
///
/// # Example
/// ```
/// use chop::encoding::minisign::{KeyId, PublicKey};
/// let key = chop::ed25519::SigningKey::from_seed(&[7; 32]).verifying_key();
/// let file = PublicKey { key, id: Some(KeyId(*b"\x01\x02\x03\x04\x05\x06\x07\x08")), comment: "mine".into() };
/// let text = file.to_text()?;
/// assert!(text.starts_with("untrusted comment: mine\nRWQ"));
/// assert_eq!(PublicKey::from_text(&text)?, file);
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    /// The key itself.
    pub key: VerifyingKey,
    /// Its id, which must be that of a signature. A key from elsewhere has none, and verifies signatures with any id.
    pub id: Option<KeyId>,
    /// The comment in the file, which anybody may have written.
    pub comment: String,
}

impl From<VerifyingKey> for PublicKey {
    fn from(key: VerifyingKey) -> PublicKey {
        PublicKey { key, id: None, comment: String::new() }
    }
}

impl PublicKey {
    /// Reads the text of a file, or the base64 alone, as `minisign -P` takes it. Blanks around it are skipped.
    ///
    /// # Errors
    /// [`KeyFileError::PrivateKeyGiven`], [`KeyFileError::Malformed`], [`Error::NotAPoint`].
    pub fn from_text(text: &str) -> Result<PublicKey, Error> {
        let text = text.trim();
        let (comment, rest) = split_comment(text)?;
        match holds(text) {
            Some(Holds::PublicKey) => {}
            Some(Holds::PrivateKey(_)) => return Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)),
            Some(Holds::Signature) => return Err(malformed(Fault::CommentedSignature)),
            None => return Err(malformed(Fault::CommentedLength)),
        }
        let (line, behind) = first_line(rest);
        if !behind.trim().is_empty() {
            return Err(malformed(Fault::CommentedPublicAfter));
        }
        let mut bytes = [0; 42];
        decode(line, &mut bytes, Fault::CommentedPublicBase64)?;
        let key = PublicKey::from_bytes(&bytes)?;
        Ok(PublicKey { comment: comment.to_string(), ..key })
    }

    /// Reads the bytes that a text has in base64.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`] for another algorithm than Ed25519, [`Error::NotAPoint`].
    pub fn from_bytes(bytes: &[u8; 42]) -> Result<PublicKey, Error> {
        let rest = bytes.strip_prefix(ED25519).ok_or(malformed(Fault::CommentedPublicAlgorithm))?;
        let (id, key) = rest.split_first_chunk().ok_or(malformed(Fault::CommentedPublicBase64))?;
        Ok(PublicKey { key: VerifyingKey::from_slice(key)?, id: Some(KeyId(*id)), comment: String::new() })
    }

    /// The bytes that the text has in base64. A key without an id gets [`KeyId::of`].
    pub fn to_bytes(&self) -> [u8; 42] {
        let id = self.id.unwrap_or(KeyId::of(&self.key));
        let mut bytes = [0; 42];
        bytes[..2].copy_from_slice(ED25519);
        bytes[2..10].copy_from_slice(&id.0);
        bytes[10..].copy_from_slice(self.key.as_bytes());
        bytes
    }

    /// The text of a file, with its comment and a newline at its end.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`] for a comment with control characters or of more than 1000 bytes.
    pub fn to_text(&self) -> Result<String, Error> {
        to_text(&self.comment, &self.to_bytes())
    }
}

/// Whether a text is as long as a key without its comment and begins like one.
pub(super) fn is_bare(text: &str) -> bool {
    text.len() == CHARACTERS && text.as_bytes().starts_with(BEGINNING)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> PublicKey {
        let key = crate::ed25519::SigningKey::from_seed(&[7; 32]).verifying_key();
        PublicKey { key, id: Some(KeyId([8; 8])), comment: "a comment: with a colon".to_string() }
    }

    #[test]
    fn a_key_is_read_with_and_without_its_comment() {
        let text = key().to_text().unwrap();
        assert_eq!(PublicKey::from_text(&text), Ok(key()));
        assert_eq!(PublicKey::from_text(&text.replace('\n', "\r\n")), Ok(key()));
        let bare = text.lines().nth(1).unwrap();
        assert_eq!(PublicKey::from_text(bare), Ok(PublicKey { comment: String::new(), ..key() }));
        let own = PublicKey::from(key().key);
        let with_id = PublicKey { id: Some(KeyId::of(&own.key)), ..own.clone() };
        assert_eq!(PublicKey::from_text(&own.to_text().unwrap()), Ok(with_id));
    }

    #[test]
    fn what_is_cut_or_longer_or_of_another_algorithm_is_refused() {
        let text = key().to_text().unwrap();
        for cut in (0..text.len() - 1).filter(|cut| text.is_char_boundary(*cut)) {
            assert!(PublicKey::from_text(&text[..cut]).is_err(), "{cut}");
        }
        let error = PublicKey::from_text(&[&text, "more"].concat());
        assert_eq!(error, Err(malformed(Fault::CommentedPublicAfter)));
        let mut bytes = key().to_bytes();
        bytes[1] = b'D';
        assert_eq!(PublicKey::from_bytes(&bytes), Err(malformed(Fault::CommentedPublicAlgorithm)));
        let signature = to_text("", &[b'E'; 74]).unwrap();
        assert_eq!(PublicKey::from_text(&signature), Err(malformed(Fault::CommentedSignature)));
    }
}
