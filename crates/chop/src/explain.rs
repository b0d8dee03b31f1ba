//! What may have happened to a document between signing and verifying.
//!
//! The searches for what else a signature may be, [`ed25519::dialects`](crate::ed25519::dialects()),
//! `sm2::dialects`, `secp256k1::dialects` and `bip340::dialects`, try each document of [`documents`].

use alloc::borrow::Cow;
use alloc::vec::Vec;
use base64ct::{Base64, Encoding};
use sha2::{Digest, Sha256, Sha512};

/// The name of a document that nothing happened to.
pub const AS_IS: &str = "the document as it is";

/// The most bytes of a document with which a search tries all its combinations: 16 MiB.
///
/// Each search says which it tries with a larger document.
pub const LARGE: usize = 16 << 20;

/// Gives the document itself, named [`AS_IS`], then each document that may have been signed instead, with its name.
///
/// | what changed | documents                                                                                   |
/// |--------------|---------------------------------------------------------------------------------------------|
/// | line ends    | without the last newline; with LF or CR LF added; without blanks around it; text in UTF-8 with CR LF instead of LF, or LF instead of CR LF |
/// | encoding     | the bytes whose hexadecimal or base64 text the document is; the document as such a text      |
/// | hashing      | SHA-256 and SHA-512 of the document, and the hexadecimal text of SHA-256                     |
/// | everything   | the empty message                                                                           |
///
/// A change that does not apply to the document is left out. Two changes may give equal bytes.
///
/// # Cost
/// Each document is made when it is asked for. The longest has twice the bytes of the one given, or 64.
///
/// # Timing
/// Variable with the document: everything here is public.
///
/// # Example
/// ```
/// use chop::explain::{AS_IS, documents};
/// let mut all = documents(b"6869\n");
/// assert_eq!(all.next().unwrap(), (AS_IS, b"6869\n".into()));
/// assert_eq!(all.next().unwrap(), ("the document without its last newline", b"6869".into()));
/// assert!(all.any(|(name, bytes)| name.starts_with("the bytes whose hexadecimal text") && *bytes == *b"hi"));
/// ```
pub fn documents(document: &[u8]) -> impl Iterator<Item = (&'static str, Cow<'_, [u8]>)> {
    let changed = CHANGES.iter().filter_map(move |(name, change)| Some((*name, change(document)?.into())));
    core::iter::once((AS_IS, document.into())).chain(changed)
}

/// What a change makes of a document; `None` where it does not apply.
type Change = fn(&[u8]) -> Option<Vec<u8>>;

const CHANGES: &[(&str, Change)] = &[
    ("the document without its last newline", |document| {
        let line = document.strip_suffix(b"\n")?;
        Some(line.strip_suffix(b"\r").unwrap_or(line).to_vec())
    }),
    ("the document with a newline added", |document| Some([document, b"\n"].concat())),
    ("the document with CR LF added", |document| Some([document, b"\r\n"].concat())),
    ("the document without blanks around it", |document| {
        let text = document.trim_ascii();
        (text.len() != document.len()).then(|| text.to_vec())
    }),
    ("the document with LF line ends instead of CR LF", |document| {
        let text = core::str::from_utf8(document).ok()?;
        text.contains("\r\n").then(|| text.replace("\r\n", "\n").into_bytes())
    }),
    ("the document with CR LF line ends instead of LF", |document| {
        let text = core::str::from_utf8(document).ok()?;
        (text.contains('\n') && !text.contains('\r')).then(|| text.replace('\n', "\r\n").into_bytes())
    }),
    ("the bytes whose hexadecimal text the document is", |document| {
        let text = core::str::from_utf8(document.trim_ascii()).ok()?;
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
        base16ct::mixed::decode_vec(digits).ok()
    }),
    ("the bytes whose base64 the document is", |document| {
        let text = core::str::from_utf8(document.trim_ascii()).ok()?;
        Base64::decode_vec(text).ok()
    }),
    ("the document as lower-case hexadecimal text", |document| {
        Some(base16ct::lower::encode_string(document).into_bytes())
    }),
    ("the document as upper-case hexadecimal text", |document| {
        Some(base16ct::upper::encode_string(document).into_bytes())
    }),
    ("the document as base64", |document| Some(Base64::encode_string(document).into_bytes())),
    ("the SHA-256 of the document", |document| Some(Sha256::digest(document).to_vec())),
    ("the SHA-512 of the document", |document| Some(Sha512::digest(document).to_vec())),
    ("the SHA-256 of the document as hexadecimal text", |document| {
        Some(base16ct::lower::encode_string(&Sha256::digest(document)).into_bytes())
    }),
    ("the empty message", |document| (!document.is_empty()).then(Vec::new)),
];
