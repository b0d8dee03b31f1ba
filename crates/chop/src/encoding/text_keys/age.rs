//! Keys of age for X25519: identities, `AGE-SECRET-KEY-1…`, and recipients, `age1…`.
//!
//! A file of `age-keygen` has comments, which begin with `#`, and one identity; the comment that names its public key is compared with
//! it. Source: the specification of age (C2SP), “native X25519 recipient”.
//!
//! Contract: constant time in the identity; the lines of a file show.

use super::bech32::{self, Case};
use super::malformed;
use crate::encoding::blocks::{lines, trim};
use crate::encoding::{SecretText, cleanly, halves_agree};
use crate::secret::Secret;
use crate::x25519::{PublicKey, StaticSecret};
use crate::{Error, Fault, KeyFileError};
use alloc::string::{String, ToString};
use chop_core::ct::{self, declassify};

const SECRET: &str = "age-secret-key-";
const PUBLIC: &str = "age";
/// How an identity and a recipient begin.
const IDENTITY: &str = "AGE-SECRET-KEY-1";
const RECIPIENT: &str = "age1";
/// What stands before the public key in the comment of `age-keygen`.
const COMMENT: &str = "# public key: ";

impl StaticSecret {
    /// Reads an identity of age, alone or in a file of `age-keygen`. The public key in a comment must belong to it.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`], [`Error::PublicKeyMismatch`], [`KeyFileError::PublicKeyGiven`], [`KeyFileError::SeveralKeys`].
    pub fn from_age(text: &str) -> Result<StaticSecret, Error> {
        cleanly(|| private_key(trim(text)))
    }

    /// The identity of age, `AGE-SECRET-KEY-1…`.
    ///
    /// # Errors
    /// None that a key could cause.
    ///
    /// # Example
    /// ```
    /// use chop::x25519::StaticSecret;
    /// let key = StaticSecret::generate()?;
    /// let again = StaticSecret::from_age(key.to_age()?.as_str())?;
    /// assert_eq!(again.public_key(), key.public_key());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn to_age(&self) -> Result<SecretText, Error> {
        cleanly(|| SecretText::from_bytes(bech32::encode(SECRET, self.to_bytes().as_bytes(), Case::Upper)))
    }
}

impl PublicKey {
    /// Reads a recipient of age, `age1…`.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`], [`KeyFileError::PrivateKeyGiven`], [`KeyFileError::SeveralKeys`].
    pub fn from_age(text: &str) -> Result<PublicKey, Error> {
        cleanly(|| public_key(text.trim()))
    }

    /// The recipient of age, `age1…`.
    ///
    /// # Errors
    /// None that a key could cause.
    pub fn to_age(&self) -> Result<String, Error> {
        let text = SecretText::from_bytes(bech32::encode(PUBLIC, self.as_bytes(), Case::Lower))?;
        Ok(text.as_str().to_string())
    }
}

/// Whether a text has a line of age's, other than comments, before any other.
pub(super) fn is_one(text: &str) -> bool {
    let first = keys(text).next().unwrap_or_default();
    begins(first, "AGE-SECRET-KEY-")
        || begins(first, "AGE-PLUGIN-")
        || begins(first, RECIPIENT) && first.len() == 62
}

/// The lines of a text that are neither blank nor comments.
fn keys(text: &str) -> impl Iterator<Item = &str> {
    lines(text).map(|(_, line)| trim(line)).filter(|line| !line.is_empty() && !begins(line, "#"))
}

fn begins(line: &str, beginning: &str) -> bool {
    let first = line.as_bytes().get(..beginning.len());
    first.is_some_and(|first| {
        declassify(ct::eq(first, beginning.as_bytes()), "which format a text has is public")
    })
}

/// The one key of a text.
fn one(text: &str) -> Result<&str, Error> {
    let mut keys = keys(text);
    match (keys.next(), keys.next()) {
        (Some(key), None) => Ok(key),
        (None, _) => Err(malformed(Fault::AgeNoKey)),
        _ => Err(Error::KeyFile(KeyFileError::SeveralKeys)),
    }
}

/// The private key in a text without blanks around it.
pub(super) fn private_key(text: &str) -> Result<StaticSecret, Error> {
    let line = one(text)?;
    if begins(line, RECIPIENT) {
        return Err(Error::KeyFile(KeyFileError::PublicKeyGiven));
    }
    if !begins(line, IDENTITY) {
        return Err(malformed(Fault::AgeOtherKind));
    }
    let bytes: Secret<32> =
        bech32::decode(SECRET, &line.as_bytes()[IDENTITY.len()..], Case::Upper).map_err(malformed)?;
    let key = StaticSecret::from_bytes(bytes.as_bytes());
    for (_, line) in lines(text).filter(|(_, line)| begins(line, COMMENT)) {
        if !halves_agree(recipient(line[COMMENT.len()..].trim())?.as_bytes(), key.public_key().as_bytes()) {
            return Err(Error::PublicKeyMismatch);
        }
    }
    Ok(key)
}

/// The public key in a text without blanks around it.
pub(super) fn public_key(text: &str) -> Result<PublicKey, Error> {
    let line = one(text)?;
    if begins(line, "AGE-") {
        return Err(Error::KeyFile(KeyFileError::PrivateKeyGiven));
    }
    recipient(line)
}

fn recipient(text: &str) -> Result<PublicKey, Error> {
    if !begins(text, RECIPIENT) {
        return Err(malformed(Fault::AgeOtherKind));
    }
    let bytes =
        bech32::decode(PUBLIC, &text.as_bytes()[RECIPIENT.len()..], Case::Lower).map_err(malformed)?;
    Ok(PublicKey::from_bytes(bytes.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    fn key() -> StaticSecret {
        StaticSecret::from_bytes(&[7; 32])
    }

    fn read(text: &str) -> Result<PublicKey, Error> {
        StaticSecret::from_age(text).map(|key| key.public_key())
    }

    #[test]
    fn an_identity_is_read_alone_and_from_a_file() {
        let (secret, public) = (key().to_age().unwrap(), key().public_key().to_age().unwrap());
        let secret = secret.as_str();
        let file = format!("# created: 2026-01-01T00:00:00Z\n# public key: {public}\n{secret}\n");
        for text in [secret, &file, &file.replace('\n', "\r\n"), &format!("\n{secret}\n# end")] {
            assert_eq!(read(text), Ok(key().public_key()));
            assert_eq!(PublicKey::from_age(text), Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)));
            assert!(is_one(text));
        }
        let recipient = format!("# mine\n{public}\n");
        assert_eq!(PublicKey::from_age(&recipient), Ok(key().public_key()));
        assert_eq!(read(&recipient), Err(Error::KeyFile(KeyFileError::PublicKeyGiven)));
    }

    #[test]
    fn a_public_key_in_a_comment_that_does_not_fit_is_refused() {
        let other = StaticSecret::from_bytes(&[9; 32]).public_key().to_age().unwrap();
        let text = format!("# public key: {other}\n{}\n", key().to_age().unwrap().as_str());
        assert_eq!(read(&text), Err(Error::PublicKeyMismatch));
    }

    #[test]
    fn what_is_no_single_key_for_x25519_is_refused() {
        let secret = key().to_age().unwrap();
        let secret = secret.as_str();
        let two = format!("{secret}\n{secret}\n");
        assert_eq!(read(&two), Err(Error::KeyFile(KeyFileError::SeveralKeys)));
        for (text, fault) in [
            ("", Fault::AgeNoKey),
            ("# nothing", Fault::AgeNoKey),
            ("AGE-PLUGIN-YUBIKEY-1QQQ", Fault::AgeOtherKind),
            ("AGE-SECRET-KEY-PQ-1QQQ", Fault::AgeOtherKind),
            (&secret[..secret.len() - 1], Fault::AgeLength),
            (&secret.to_lowercase(), Fault::AgeOtherKind),
        ] {
            assert_eq!(read(text), Err(malformed(fault)), "{text}");
        }
        assert_eq!(PublicKey::from_age("ssh-ed25519 AAAA"), Err(malformed(Fault::AgeOtherKind)));
        assert_eq!(PublicKey::from_age("age1qqq"), Err(malformed(Fault::AgeLength)));
    }
}
