//! PEM texts (RFC 7468), decoded in constant time.

use super::blocks::ends_line;
use crate::secret::SecretBytes;
use crate::{Error, KeyFileError};
use alloc::string::String;
use chop_core::ct;
use pem_rfc7468::{BASE64_WRAP_WIDTH, Decoder, LineEnding};
#[cfg(feature = "openssh")]
use pem_rfc7468::{Encoder, encapsulated_len_wrapped};

pub(crate) const PRIVATE: &str = "PRIVATE KEY";
pub(crate) const ENCRYPTED: &str = "ENCRYPTED PRIVATE KEY";
pub(crate) const PUBLIC: &str = "PUBLIC KEY";
/// SEC1, as most software labels it.
#[cfg(any(feature = "secp256k1", feature = "sm2"))]
pub(crate) const EC: &str = "EC PRIVATE KEY";
/// SEC1, as OpenSSL 3 labels it for SM2.
#[cfg(feature = "sm2")]
pub(crate) const SM2: &str = "SM2 PRIVATE KEY";

/// The error of a label that is not the private key asked for.
pub(crate) fn not_private(label: &str) -> Error {
    match label {
        PRIVATE => Error::KeyFile(KeyFileError::Pem),
        ENCRYPTED => Error::KeyFile(KeyFileError::Encrypted),
        _ if label.ends_with(PRIVATE) => Error::KeyFile(KeyFileError::WrongAlgorithm),
        _ if label.ends_with(PUBLIC) => Error::KeyFile(KeyFileError::PublicKeyGiven),
        _ => Error::KeyFile(KeyFileError::Pem),
    }
}

/// The error of a label that is not the public key asked for.
pub(crate) fn not_public(label: &str) -> Error {
    match label {
        _ if label.ends_with(PRIVATE) => Error::KeyFile(KeyFileError::PrivateKeyGiven),
        _ if label.ends_with(PUBLIC) => Error::KeyFile(KeyFileError::WrongAlgorithm),
        _ => Error::KeyFile(KeyFileError::Pem),
    }
}

/// A secret text: wiped when dropped; no `Debug`, no `Display`, no `Clone`.
pub struct SecretText(String);

impl SecretText {
    /// The text. Do not print or log it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Parts, one behind the other, in one allocation: a text that grows leaves copies behind.
    pub(crate) fn joined(parts: &[&str]) -> SecretText {
        let mut text = String::with_capacity(parts.iter().map(|part| part.len()).sum());
        parts.iter().for_each(|part| text.push_str(part));
        SecretText(text)
    }

    /// The text that these bytes are, without a copy.
    #[cfg(any(feature = "minisign", feature = "openssh", feature = "text-keys"))]
    pub(crate) fn from_bytes(mut bytes: SecretBytes) -> Result<SecretText, Error> {
        String::from_utf8(core::mem::take(&mut bytes.0))
            .map(SecretText)
            .map_err(|_| Error::KeyFile(KeyFileError::Pem))
    }
}

impl Drop for SecretText {
    fn drop(&mut self) {
        ct::wipe(&mut core::mem::take(&mut self.0).into_bytes());
    }
}

/// The label and the content of the one PEM block in `text`; blanks around it are allowed.
pub(crate) fn decode(text: &str) -> Result<(&str, SecretBytes), Error> {
    let text = text.trim();
    let label = text.strip_prefix("-----BEGIN ").and_then(|rest| rest.split_once("-----"));
    let (label, body) = label.ok_or(Error::KeyFile(KeyFileError::Pem))?;
    if !label.contains('-') {
        return match decode_plain(text, label) {
            Ok(content) => Ok((label, content)),
            // The encryption of PEM itself (RFC 1421), whose key is one MD5 of the passphrase. Asked only of what
            // is no plain key: its text is secret.
            Err(_) if body.trim_start().starts_with("Proc-Type:") => {
                Err(Error::KeyFile(KeyFileError::UnknownEncryption))
            }
            Err(error) => Err(error),
        };
    }
    let plain = relabelled(text, label, &without_hyphens(label))?;
    Ok((label, decode_plain(plain.as_str(), &without_hyphens(label))?))
}

/// The content of the block of curve parameters that some software writes before a key, if there is one, and
/// the text behind it. Searches public text only: to the end of that block.
#[cfg(any(feature = "secp256k1", feature = "sm2"))]
pub(crate) fn split_parameters(text: &str) -> Result<(Option<SecretBytes>, &str), Error> {
    for end in ["-----END EC PARAMETERS-----", "-----END SM2 PARAMETERS-----"] {
        let begin = end.len() + "BEGIN".len() - "END".len();
        let label = &end["-----END ".len()..];
        let text = text.trim_start();
        let starts = text.get(..begin).and_then(|first| first.strip_prefix("-----BEGIN "));
        if starts == Some(label) {
            let at = text.find(end).ok_or(Error::KeyFile(KeyFileError::Pem))? + end.len();
            return Ok((Some(decode(&text[..at])?.1), &text[at..]));
        }
    }
    Ok((None, text))
}

fn decode_plain(text: &str, expected: &str) -> Result<SecretBytes, Error> {
    let mut content = SecretBytes(alloc::vec![0; text.len()]);
    let wrong = |_| Error::KeyFile(KeyFileError::Pem);
    let mut decoder = Decoder::new_wrapped(text.as_bytes(), line_width(text)).map_err(wrong)?;
    if decoder.type_label() != expected {
        return Err(Error::KeyFile(KeyFileError::Pem));
    }
    content.0.truncate(decoder.remaining_len());
    decoder.decode(&mut content.0).map_err(wrong)?;
    if decoder.is_finished() { Ok(content) } else { Err(Error::KeyFile(KeyFileError::Pem)) }
}

/// The longest line that is looked for: that of any software, and no more of a text without lines.
pub(super) const LONGEST_LINE: usize = 1024;

/// How long the first line behind the boundary is, and so all but the last are: 64 as RFC 7468 asks, 70 as OpenSSH writes, 76 as in mail.
/// Constant time but for where that line ends.
fn line_width(text: &str) -> usize {
    let body = text.split_once('\n').map_or("", |(_, body)| body);
    let line = body.as_bytes().iter().take(LONGEST_LINE).position(|byte| ends_line(*byte));
    line.filter(|width| *width > 0).unwrap_or(BASE64_WRAP_WIDTH)
}

/// RFC 7468 allows hyphens in labels, the PEM library does not: it is given this stand-in.
fn without_hyphens(label: &str) -> String {
    label.replace('-', "+")
}

/// One PEM block under another label, in one allocation. Looks at the boundaries only: to search the text
/// between them, which is secret, would take a time that depends on it.
fn relabelled(text: &str, from: &str, to: &str) -> Result<SecretText, Error> {
    let (body, newline) = match text.strip_suffix('\n') {
        Some(body) => (body, "\n"),
        None => (text, ""),
    };
    let body = body
        .strip_prefix("-----BEGIN ")
        .and_then(|rest| rest.strip_prefix(from))
        .and_then(|rest| rest.strip_suffix("-----"))
        .and_then(|rest| rest.strip_suffix(from))
        .and_then(|rest| rest.strip_suffix("-----END "))
        .ok_or(Error::KeyFile(KeyFileError::Pem))?;
    Ok(SecretText::joined(&["-----BEGIN ", to, body, "-----END ", to, "-----", newline]))
}

pub(crate) fn encode_public(label: &str, content: &[u8]) -> Result<String, Error> {
    Ok(String::from(encode_secret(label, content)?.as_str()))
}

/// The same in lines of `width` characters.
#[cfg(feature = "openssh")]
pub(crate) fn encode_wrapped(label: &str, content: &[u8], width: usize) -> Result<SecretText, Error> {
    let wrong = |_| Error::KeyFile(KeyFileError::Pem);
    let length = encapsulated_len_wrapped(label, width, LineEnding::LF, content.len()).map_err(wrong)?;
    let mut text = SecretBytes(alloc::vec![0; length]);
    let mut encoder = Encoder::new_wrapped(label, width, LineEnding::LF, &mut text.0).map_err(wrong)?;
    encoder.encode(content).map_err(wrong)?;
    let length = encoder.finish().map_err(wrong)?;
    text.0.truncate(length);
    SecretText::from_bytes(text)
}

pub(crate) fn encode_secret(label: &str, content: &[u8]) -> Result<SecretText, Error> {
    let stand_in = without_hyphens(label);
    let text = pem_rfc7468::encode_string(&stand_in, LineEnding::LF, content)
        .map_err(|_| Error::KeyFile(KeyFileError::Pem))?;
    let text = SecretText(text);
    if stand_in == label { Ok(text) } else { relabelled(text.as_str(), &stand_in, label) }
}
