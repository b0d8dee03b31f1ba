//! Public keys: from a file, or from the argument itself.

use super::{Shape, agree, no_key};
use crate::algorithm::Algorithm;
use crate::{files, output};
use anyhow::{Context, anyhow, bail};
use base64ct::{Base64, Encoding};
use chop::encoding::{Certificate, Content, PublicKey, recognise};
use chop::{Error, KeyFileError};
use chop::{ed25519, ed25519_blake2b, ed25519_blake3, sm2, x25519};
use std::path::Path;

/// Reads a public key from the argument itself, or from the file that it names.
///
/// | argument                                                        | is                                      |
/// |-----------------------------------------------------------------|-----------------------------------------|
/// | `-`                                                             | standard input                          |
/// | begins with `./` or `../`, or begins with `/` and names a file  | a file                                  |
/// | decodes to a public key of the kind that is asked for           | that key, whatever files there are      |
/// | anything else                                                   | a file, if there is one                 |
///
/// So no file that somebody puts into the folder takes the place of a key that was typed.
/// `asked` says what keys without a name of their algorithm are for; ed25519 by default.
///
/// # Errors
/// If it cannot be read, is no public key, or contradicts `asked`.
pub(crate) fn read_public(argument: &Path, asked: Option<Algorithm>) -> anyhow::Result<PublicKey> {
    let exists = argument.symlink_metadata().is_ok();
    let text = argument.to_str().filter(|text| !is_path(text, exists) && is_key_text(text));
    match text.map(|text| public_of_kind(text.as_bytes(), "the public key", asked)) {
        Some(Ok(key)) => {
            if exists {
                let name = output::name(argument);
                output::note(format_args!(
                    "chop: note: {name} is a public key itself, so the file of that name was not read; \
                     ./{name} names the file"
                ));
            }
            Ok(key)
        }
        Some(Err(error)) if !exists => Err(error),
        // It only looks like a key.
        Some(Err(_)) | None => public_of_kind(&files::read_small(argument)?, &output::name(argument), asked),
    }
}

/// The public key in some bytes that are called `name`, if it is of the kind asked for.
fn public_of_kind(content: &[u8], name: &str, asked: Option<Algorithm>) -> anyhow::Result<PublicKey> {
    let key = public_from_content(content, asked).with_context(|| name.to_owned())?;
    agree(name, key.algorithm(), asked)?;
    Ok(key)
}

/// Whether an argument names a file whatever it could be decoded to. Base64 may begin with `/`.
fn is_path(text: &str, exists: bool) -> bool {
    text == "-" || text.starts_with("./") || text.starts_with("../") || text.starts_with('/') && exists
}

/// Whether an argument may be meant as a key: it is not, if it can only be a file's name.
fn is_key_text(text: &str) -> bool {
    match Shape::of(text.as_bytes()) {
        Shape::Pem { .. } | Shape::Ssh(_) => true,
        Shape::Bytes(bytes, "hex") => bytes.len() >= 16,
        Shape::Bytes(bytes, form) => form != "raw" && is_key(recognise(&bytes)),
        Shape::Der(_) => false,
    }
}

/// Whether bytes are a key, as far as they say it themselves.
fn is_key(content: Content<'_>) -> bool {
    matches!(
        content,
        Content::Bytes32
            | Content::Sm2Point
            | Content::Sm2PublicBlob
            | Content::Sm2PrivateBlob
            | Content::Der(_)
    )
}

/// The public key in some bytes.
///
/// # Errors
/// If there is none.
pub(crate) fn public_from_content(content: &[u8], asked: Option<Algorithm>) -> anyhow::Result<PublicKey> {
    match Shape::of(content) {
        Shape::Pem { text, label } if label.ends_with("CERTIFICATE") => {
            certified(&Certificate::from_pem(text)?)
        }
        Shape::Pem { text, label } => Ok(PublicKey::from_pem(text).map_err(|error| match error {
            // One that cannot even be decoded is a private key all the same.
            Error::KeyFile(KeyFileError::Pem) if label.ends_with("PRIVATE KEY") => {
                Error::KeyFile(KeyFileError::PrivateKeyGiven)
            }
            _ => error,
        })?),
        Shape::Der(_) => public_from_der(content),
        Shape::Ssh(line) => Ok(PublicKey::Ed25519(ed25519::VerifyingKey::from_bytes(&from_ssh(line)?)?)),
        Shape::Bytes(bytes, _) => public_from_bytes(&bytes, asked),
    }
}

fn public_from_der(der: &[u8]) -> anyhow::Result<PublicKey> {
    match (PublicKey::from_der(der), Certificate::from_der(der)) {
        (Err(Error::KeyFile(KeyFileError::Der)), Ok(certificate)) => certified(&certificate),
        (key, _) => Ok(key?),
    }
}

/// The key of a certificate. Its issuer and its dates are not examined.
fn certified(certificate: &Certificate) -> anyhow::Result<PublicKey> {
    let key = certificate.sm2_key().map_err(|error| match error {
        Error::KeyFile(KeyFileError::WrongAlgorithm) => {
            anyhow!("the key of this certificate is not one of SM2")
        }
        other => other.into(),
    })?;
    Ok(PublicKey::Sm2(key))
}

fn public_from_bytes(bytes: &[u8], asked: Option<Algorithm>) -> anyhow::Result<PublicKey> {
    let for_sm2 = asked == Some(Algorithm::Sm2);
    Ok(match recognise(bytes) {
        Content::Der(_) => return public_from_der(bytes),
        Content::Sm2Point => PublicKey::Sm2(sm2::VerifyingKey::from_slice(bytes)?),
        Content::Sm2PublicBlob => PublicKey::Sm2(sm2::VerifyingKey::from_blob(bytes)?),
        Content::Sm2PrivateBlob => return Err(Error::KeyFile(KeyFileError::PrivateKeyGiven).into()),
        Content::Bytes64 if is_pair(bytes) => {
            return Err(Error::KeyFile(KeyFileError::PrivateKeyGiven).into());
        }
        Content::Bytes32 if for_sm2 => {
            bail!("no SM2 public key, which has 65 bytes or 33: is this the private key?")
        }
        Content::Bytes64 if for_sm2 => {
            bail!("no SM2 public key, but perhaps one without its first byte: put 04 before x and y")
        }
        _ => {
            let bytes: &[u8; 32] = bytes.try_into().map_err(|_| no_key(bytes, "public", asked))?;
            match asked.unwrap_or(Algorithm::Ed25519).of_key() {
                Algorithm::Ed25519Blake3 => {
                    PublicKey::Ed25519Blake3(ed25519_blake3::VerifyingKey::from_bytes(bytes)?)
                }
                Algorithm::Ed25519Blake2b => {
                    PublicKey::Ed25519Blake2b(ed25519_blake2b::VerifyingKey::from_bytes(bytes)?)
                }
                Algorithm::X25519 => PublicKey::X25519(x25519::PublicKey::from_bytes(bytes)),
                _ => PublicKey::Ed25519(ed25519::VerifyingKey::from_bytes(bytes)?),
            }
        }
    })
}

/// Whether 64 bytes are a seed and its public key: a private key of the Ed25519 family.
fn is_pair(bytes: &[u8]) -> bool {
    ed25519::SigningKey::from_slice(bytes).is_ok()
        || ed25519_blake3::SigningKey::from_slice(bytes).is_ok()
        || ed25519_blake2b::SigningKey::from_slice(bytes).is_ok()
}

/// The key in `ssh-ed25519 AAAA… comment` (RFC 8709, section 4).
fn from_ssh(line: &str) -> anyhow::Result<[u8; 32]> {
    let mut words = line.split_ascii_whitespace();
    match words.next() {
        Some("ssh-ed25519") => {}
        other => bail!("{} is no Ed25519 key", output::one_line(other.unwrap_or_default())),
    }
    let blob = words.next().and_then(|word| Base64::decode_vec(word).ok());
    // string "ssh-ed25519", string key; a string is its length in four bytes and its content.
    let key = blob.as_deref().and_then(|blob| blob.strip_prefix(b"\0\0\0\x0bssh-ed25519\0\0\0\x20"));
    key.and_then(|key| key.try_into().ok()).ok_or_else(|| anyhow!("not a complete ssh-ed25519 line"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_file_name_is_no_key() {
        assert!(!is_key_text("pub.pem") && !is_key_text("deadbeef") && !is_key_text("./pub"));
        assert!(is_key_text(&"ab".repeat(32)) && is_key_text(&"ab".repeat(31)));
    }
}
