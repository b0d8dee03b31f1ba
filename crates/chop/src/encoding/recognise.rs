//! Recognises bytes: keys, signatures and certificates by their beginning, their length and their frame.

use super::blocks::{self, Chosen};
use super::foreign;
use crate::{Error, KeyFileError};
use chop_core::ct::{Mask, declassify};

/// The kind of some bytes, as far as they tell it themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content<'a> {
    /// Text with PEM in it.
    Pem {
        /// The block that counts, without what stands around it: the private key, else the public key, the first certificate, the request
        /// for one, or the last block. Curve parameters before a key belong to it. A text without a whole block is here as it is.
        text: &'a str,
        /// The label of that block.
        label: &'a str,
        /// All of the text, in which other blocks may stand.
        whole: &'a str,
    },
    /// A key in a text format of its own. With the feature `text-keys`.
    #[cfg(feature = "text-keys")]
    TextKey(super::text_keys::TextKey<'a>),
    /// A file that is known and not read, or one that holds several keys, with the error that names it.
    NotRead(KeyFileError),
    /// Text that begins like a public key of OpenSSH, `ssh-ed25519 AAAA…`, without the blanks around it; with the feature `openssh` also
    /// `authorized_keys`.
    Ssh(&'a str),
    /// Text with a line as in an `allowed_signers` file of OpenSSH, without the blanks around it. With the feature `openssh`.
    AllowedSigners(&'a str),
    /// A key in JSON, public or private, without the blanks around it. With the feature `jose`, as the next two.
    Jwk(&'a str),
    /// A set of keys in JSON.
    JwkSet(&'a str),
    /// A signature of JSON Web Tokens, compact or in JSON.
    Jws(&'a str),
    /// A key of COSE, public or private. With the feature `cose`, as the next one.
    CoseKey(&'a [u8]),
    /// A signature of COSE.
    CoseSign1(&'a [u8]),
    /// Text that begins as the files of minisign and signify do, `untrusted comment:`, or a public key of theirs without that line; without
    /// the blanks around it. [`minisign::holds`](super::minisign::holds) says more. With the feature `minisign`.
    Minisign(&'a str),
    /// An element of DER.
    Der(DerContent),
    /// 32 bytes: a public key, or a secret. They do not say which.
    Bytes32,
    /// 64 bytes: a signature, or a seed with its public key. They do not say which.
    Bytes64,
    /// A point of SM2 or secp256k1: 04 ‖ x ‖ y in 65 bytes, 02 ‖ x or 03 ‖ x in 33.
    EllipticPoint,
    /// A public key of SM2 in the structure of SKF and SDF.
    Sm2PublicBlob,
    /// A private key of SM2 in the structure of SKF and SDF.
    Sm2PrivateBlob,
    /// A signature of SM2 in the structure of SKF and SDF.
    Sm2SignatureBlob,
    /// None of these.
    Unknown,
}

/// The content of an element of DER.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DerContent {
    /// A signature of SM2, strict or not: r and s.
    Sm2Signature,
    /// A ciphertext of SM2. Whether its point is one, decrypting tells.
    Sm2Ciphertext {
        /// How many bytes are encrypted.
        message_bytes: usize,
    },
    /// An X.509 certificate, of whatever algorithms.
    Certificate,
    /// A CFCA file: a private key of SM2 under a passphrase, and its certificate.
    CfcaFile,
    /// A private key of SM2 in an envelope that another key opens (GM/T 0009), or data in one (GM/T 0010).
    EnvelopedKey,
    /// A PKCS#12 file, which may be BER.
    Pkcs12,
    /// A key, or something else: [`PrivateKey`](super::PrivateKey) and [`PublicKey`](super::PublicKey) tell.
    Other,
}

/// Says what bytes are, without reading them: whether they are a key that can be used, its own function tells.
///
/// | bytes                               | are                                                              |
/// |-------------------------------------|------------------------------------------------------------------|
/// | 32                                  | [`Content::Bytes32`], whatever they hold                          |
/// | text with a line that begins with `-----BEGIN `; `ssh-…` | [`Content::Pem`], [`Content::Ssh`]           |
/// | text that begins with `untrusted comment:` | [`Content::Minisign`] with the feature `minisign`           |
/// | 64                                  | [`Content::Bytes64`]                                              |
/// | of the lengths and beginnings of SM2 | a point, a structure of SKF and SDF; signatures with the feature `sm2` |
/// | that begin like a SEQUENCE          | [`Content::Der`]; signatures and ciphertexts with the feature `sm2`, certificates with `x509` |
///
/// Hexadecimal and base64 text is the caller's to decode first.
///
/// # Timing
/// Constant in the content of what is no text, but for which of the results it is and for the frame of DER. Text shows
/// whether it is PEM, and its labels.
///
/// # Example
/// ```
/// use chop::ed25519::SigningKey;
/// use chop::encoding::{Content, DerContent, recognise};
/// let key = SigningKey::from_seed(&[7; 32]).verifying_key();
/// assert_eq!(recognise(key.as_bytes()), Content::Bytes32);
/// assert_eq!(recognise(&key.to_public_key_der()), Content::Der(DerContent::Other));
/// let pem = key.to_public_key_pem()?;
/// assert!(matches!(recognise(pem.as_bytes()), Content::Pem { label: "PUBLIC KEY", .. }));
/// # Ok::<(), chop::Error>(())
/// ```
pub fn recognise(bytes: &[u8]) -> Content<'_> {
    if bytes.len() != 32
        && may_be_text(bytes)
        && let Some(text) = named_text(bytes)
    {
        return text;
    }
    match (bytes.len(), bytes) {
        (32, _) => Content::Bytes32,
        (64, _) => Content::Bytes64,
        (33, [2 | 3, ..]) | (65, [4, ..]) => Content::EllipticPoint,
        (36, [0, 1, 0, 0, ..]) => Content::Sm2PrivateBlob,
        (68, [0, 1, 0, 0, number @ ..]) if begins_with_zeros(number) => Content::Sm2PrivateBlob,
        (68 | 132, [0, 1, 0, 0, ..]) => Content::Sm2PublicBlob,
        #[cfg(feature = "sm2")]
        (128, _) if crate::sm2::Signature::from_blob(bytes).is_ok() => Content::Sm2SignatureBlob,
        (_, [0x30, ..]) => Content::Der(der_content(bytes)),
        _ => other_binary(bytes),
    }
}

/// A structure of COSE, or a file that is named and not read.
fn other_binary(bytes: &[u8]) -> Content<'_> {
    #[cfg(feature = "cose")]
    if let Some(content) = super::cose::recognise(bytes) {
        return content;
    }
    foreign::name_of_binary(bytes).map_or(Content::Unknown, Content::NotRead)
}

/// Whether there are no bytes that text has not: control characters other than blanks.
fn may_be_text(bytes: &[u8]) -> bool {
    let below = |byte: u8, limit: u32| u32::from(byte).wrapping_sub(limit) >> 31;
    let controls =
        bytes.iter().fold(0, |all, &byte| all | below(byte, 9) | below(byte, 32) & (1 ^ below(byte, 14)));
    declassify(Mask::is_zero(u64::from(controls)), DECODED)
}

/// Why it may be known whether bytes are text, and whether a number fits.
const DECODED: &str = "whether bytes could be decoded shows in the result";

/// Text in a form with a name, if the bytes are one.
fn named_text(bytes: &[u8]) -> Option<Content<'_>> {
    let text = core::str::from_utf8(bytes).ok()?;
    // Some editors put a byte order mark before a text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
    // Before anything is searched in the text: that of a secret in JSON is not searched.
    #[cfg(feature = "jose")]
    if let Some(content) = super::jose::recognise(text) {
        return Some(content);
    }
    #[cfg(feature = "minisign")]
    if super::minisign::is_one(text) {
        return Some(Content::Minisign(text));
    }
    if let Some(label) = blocks::last_label(text) {
        return Some(pem(text, label));
    }
    if let Some(error) = foreign::name_of_text(text) {
        return Some(Content::NotRead(error));
    }
    #[cfg(feature = "text-keys")]
    if let Some(key) = super::text_keys::TextKey::of(text) {
        return Some(Content::TextKey(key));
    }
    if has_blanks(text) { ssh(text) } else { None }
}

/// Keys and lists of OpenSSH, whose fields have blanks between them.
fn ssh(text: &str) -> Option<Content<'_>> {
    #[cfg(feature = "openssh")]
    {
        if super::openssh::is_allowed_signers(text) {
            return Some(Content::AllowedSigners(text));
        }
        if super::openssh::is_public_key(text) {
            return Some(Content::Ssh(text));
        }
    }
    text.starts_with("ssh-").then_some(Content::Ssh(text))
}

/// Whether a text has a blank or a line end in it. Text of bytes, which may be secret, has none.
fn has_blanks(text: &str) -> bool {
    let none = text.bytes().fold(Mask::TRUE, |none, byte| {
        let blank = [b' ', b'\t', b'\r', b'\n']
            .iter()
            .fold(Mask::FALSE, |any, blank| any.or(Mask::eq(u64::from(byte), u64::from(*blank))));
        none.and(blank.not())
    });
    !declassify(none, "which format a text has is public")
}

/// What a text with PEM is about; `last` is the label of the last line that begins a block.
fn pem<'a>(whole: &'a str, last: &'a str) -> Content<'a> {
    let (text, label) = match blocks::choose(whole) {
        Chosen::Block(text, label) => (text, label),
        Chosen::Several => return Content::NotRead(KeyFileError::SeveralKeys),
        Chosen::Nothing => (whole, last),
    };
    match foreign::name_of_label(label) {
        Some(error) => Content::NotRead(error),
        None => Content::Pem { text, label, whole },
    }
}

/// Whether 64 bytes are a number of 32, behind zeros.
fn begins_with_zeros(number: &[u8]) -> bool {
    let excess = number.iter().take(32).fold(0, |all, byte| all | u64::from(*byte));
    declassify(Mask::is_zero(excess), DECODED)
}

fn der_content(der: &[u8]) -> DerContent {
    #[cfg(feature = "sm2")]
    {
        if crate::sm2::Signature::from_der_lenient(der).is_ok() {
            return DerContent::Sm2Signature;
        }
        if let Some(message_bytes) = crate::sm2::encrypted_length(der) {
            return DerContent::Sm2Ciphertext { message_bytes };
        }
    }
    #[cfg(feature = "x509")]
    if super::Certificate::from_der(der).is_ok() {
        return DerContent::Certificate;
    }
    match foreign::name(der) {
        Some(Error::KeyFile(KeyFileError::CfcaFile)) => DerContent::CfcaFile,
        Some(Error::KeyFile(KeyFileError::EnvelopedKey)) => DerContent::EnvelopedKey,
        Some(Error::KeyFile(KeyFileError::Pkcs12)) => DerContent::Pkcs12,
        _ => DerContent::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_told_apart_by_length_and_beginning() {
        let blob = |length: usize, number: usize| {
            let mut bytes = alloc::vec![0; length];
            bytes[1] = 1;
            bytes[number] = 7;
            bytes
        };
        assert_eq!(recognise(&blob(36, 4)), Content::Sm2PrivateBlob);
        assert_eq!(recognise(&blob(68, 36)), Content::Sm2PrivateBlob);
        assert_eq!(recognise(&blob(68, 35)), Content::Sm2PublicBlob);
        assert_eq!(recognise(&blob(132, 36)), Content::Sm2PublicBlob);
        assert_eq!(recognise(&blob(64, 36)), Content::Bytes64);
        for (first, length) in [(2, 33), (3, 33), (4, 65)] {
            let mut point = alloc::vec![0; length];
            point[0] = first;
            assert_eq!(recognise(&point), Content::EllipticPoint);
        }
        for nothing in [&b""[..], b"hello", &[4; 33], &[2; 65], &[0; 128]] {
            assert_eq!(recognise(nothing), Content::Unknown);
        }
        assert_eq!(recognise(&[0x30, 0]), Content::Der(DerContent::Other));
    }

    #[test]
    fn text_says_what_it_is_unless_it_has_32_bytes() {
        let two = " -----BEGIN EC PARAMETERS-----\n-----BEGIN EC PRIVATE KEY-----\n";
        let Content::Pem { text, label, .. } = recognise(two.as_bytes()) else { panic!("PEM") };
        assert_eq!((text, label), (two.trim(), "EC PRIVATE KEY"));
        let begun = "-----BEGIN x";
        assert_eq!(recognise(begun.as_bytes()), Content::Pem { text: begun, label: "", whole: begun });
        assert_eq!(recognise(b"ssh-rsa AAAA\n"), Content::Ssh("ssh-rsa AAAA"));
        assert_eq!(recognise(b"ssh-ed25519 AAAA 32 bytes in all"), Content::Bytes32);
    }
}
