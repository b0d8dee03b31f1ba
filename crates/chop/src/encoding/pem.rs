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
pub struct SecretText(Vec<u8>);

impl SecretText {
    /// The text. Do not print or log it.
    pub fn as_str(&self) -> &str {
        // Made from text only.
        core::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl Drop for SecretText {
    fn drop(&mut self) {
        ct::wipe(&mut self.0);
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
    let mut content = Content(alloc::vec![0; text.len()]);
    let (label, decoded) = pem_rfc7468::decode(text.as_bytes(), &mut content.0).map_err(|_| Error::Pem)?;
    let len = decoded.len();
    content.0.truncate(len);
    Ok((label, content))
}

pub(crate) fn encode_public(label: &str, content: &[u8]) -> Result<String, Error> {
    pem_rfc7468::encode_string(label, LineEnding::LF, content).map_err(|_| Error::Pem)
}

pub(crate) fn encode_secret(label: &str, content: &[u8]) -> Result<SecretText, Error> {
    Ok(SecretText(encode_public(label, content)?.into_bytes()))
}
