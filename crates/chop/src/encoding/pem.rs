//! PEM texts (RFC 7468), decoded in constant time.

use crate::Error;
use alloc::string::String;
use alloc::vec::Vec;
use chop_core::ct;
use pem_rfc7468::LineEnding;

pub(crate) const PRIVATE: &str = "PRIVATE KEY";
pub(crate) const ENCRYPTED: &str = "ENCRYPTED PRIVATE KEY";
pub(crate) const PUBLIC: &str = "PUBLIC KEY";

/// A secret text: wiped when dropped; no `Debug`, no `Display`, no `Clone`.
pub struct SecretText(String);

impl SecretText {
    /// The text. Do not print or log it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Drop for SecretText {
    fn drop(&mut self) {
        ct::wipe(&mut core::mem::take(&mut self.0).into_bytes());
    }
}

/// Decoded bytes that may be secret: wiped when dropped.
pub(crate) struct Content(pub(crate) Vec<u8>);

impl Drop for Content {
    fn drop(&mut self) {
        ct::wipe(&mut self.0);
    }
}

/// The label and the content of the one PEM block in `text`; blanks around it are allowed.
pub(crate) fn decode(text: &str) -> Result<(&str, Content), Error> {
    let text = text.trim();
    let label = text.strip_prefix("-----BEGIN ").and_then(|rest| rest.split_once("-----"));
    let (label, _) = label.ok_or(Error::Pem)?;
    if !label.contains('-') {
        return Ok((label, decode_plain(text, label)?));
    }
    let plain = relabelled(text, label, &without_hyphens(label))?;
    Ok((label, decode_plain(plain.as_str(), &without_hyphens(label))?))
}

fn decode_plain(text: &str, expected: &str) -> Result<Content, Error> {
    let mut content = Content(alloc::vec![0; text.len()]);
    let (label, decoded) = pem_rfc7468::decode(text.as_bytes(), &mut content.0).map_err(|_| Error::Pem)?;
    if label != expected {
        return Err(Error::Pem);
    }
    let len = decoded.len();
    content.0.truncate(len);
    Ok(content)
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
        .ok_or(Error::Pem)?;
    let parts = ["-----BEGIN ", to, body, "-----END ", to, "-----", newline];
    let mut out = String::with_capacity(parts.iter().map(|part| part.len()).sum());
    parts.iter().for_each(|part| out.push_str(part));
    Ok(SecretText(out))
}

pub(crate) fn encode_public(label: &str, content: &[u8]) -> Result<String, Error> {
    Ok(String::from(encode_secret(label, content)?.as_str()))
}

pub(crate) fn encode_secret(label: &str, content: &[u8]) -> Result<SecretText, Error> {
    let stand_in = without_hyphens(label);
    let text = pem_rfc7468::encode_string(&stand_in, LineEnding::LF, content).map_err(|_| Error::Pem)?;
    let text = SecretText(text);
    if stand_in == label { Ok(text) } else { relabelled(text.as_str(), &stand_in, label) }
}
