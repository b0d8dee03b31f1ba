//! Public keys: from a file, or from the argument itself.

use super::{Shape, Writing, agree, no_key, owner};
use crate::algorithm::Algorithm;
use crate::scheme::{Asked, Scheme};
use crate::{files, output};
use anyhow::{Context, anyhow, bail};
use chop::encoding::cose::CoseKey;
use chop::encoding::jose::{Jwk, JwkSet};
use chop::encoding::{Content, PublicKey, openssh, recognise};
use chop::{Error, KeyFileError};
use chop::{bip340, ed25519, ed25519_blake2b, ed25519_blake3, secp256k1, sm2, x25519};
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
/// `asked` says what keys without a name of their algorithm are for; ed25519 by default. `allow` refuses, by its content and the key, a key
/// that its owner does not allow for something.
///
/// # Errors
/// If it cannot be read, is no public key, or contradicts `asked`; those of `allow`.
fn read_public(
    argument: &Path,
    asked: Option<Algorithm>,
    allow: impl Fn(&[u8], &PublicKey) -> anyhow::Result<()>,
) -> anyhow::Result<PublicKey> {
    read_argument(argument, |content, name| {
        let key = public_of_kind(content, name, asked)?;
        allow(content, &key).with_context(|| name.to_owned())?;
        Ok(key)
    })
}

/// Reads a public key as [`read_public`] does, one that its owner allows to verify signatures: a JWK and a COSE_Key may say that it must not.
///
/// # Errors
/// As [`read_public`]; if its owner does not allow it.
pub(crate) fn read_verifying(argument: &Path, asked: Asked<'_>) -> anyhow::Result<PublicKey> {
    read_public(argument, asked.algorithm, |content, key| {
        let of_key = Algorithm::of_library(key.algorithm())?;
        // Whoever binds the key to what was asked for says what contradicts it.
        let algorithm = Scheme::resolve(of_key, asked).map_or(of_key, |scheme| scheme.algorithm());
        match Shape::of(content) {
            Shape::CoseKey(bytes) if !CoseKey::from_bytes(bytes)?.may_verify() => {
                bail!("the key's owner does not allow it to verify signatures")
            }
            _ => {
                Ok(jwks(content)?.iter().try_for_each(|jwk| owner::may_verify(jwk, algorithm, asked.hash))?)
            }
        }
    })
}

/// Reads a public key of SM2 as [`read_public`] does, one that its owner allows to encrypt.
///
/// # Errors
/// As [`read_public`]; if its owner does not allow it.
pub(crate) fn read_encrypting(argument: &Path) -> anyhow::Result<PublicKey> {
    read_public(argument, Some(Algorithm::Sm2), |content, _| {
        Ok(jwks(content)?.iter().try_for_each(Jwk::may_encrypt)?)
    })
}

/// The keys in some JSON, of which the owner sets conditions; none where it is no JSON.
fn jwks(content: &[u8]) -> anyhow::Result<Vec<Jwk>> {
    Ok(match Shape::of(content) {
        Shape::Jwk(text) => vec![Jwk::from_text(text)?],
        Shape::JwkSet(text) => JwkSet::from_text(text)?.keys().to_vec(),
        _ => Vec::new(),
    })
}

/// The result of `read` for the argument itself, or for the content and the name of the file that it names.
pub(super) fn read_argument<T>(
    argument: &Path,
    read: impl Fn(&[u8], &str) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let exists = argument.symlink_metadata().is_ok();
    let text = argument.to_str().filter(|text| !is_path(text, exists) && is_key_text(text));
    match text.map(|text| read(text.as_bytes(), "the public key")) {
        Some(Ok(read)) => {
            if exists {
                let name = output::name(argument);
                output::note(format_args!(
                    "chop: note: {name} is a public key itself, so the file of that name was not read; \
                     ./{name} names the file"
                ));
            }
            Ok(read)
        }
        Some(Err(error)) if !exists => Err(error),
        // It only looks like a key.
        Some(Err(_)) | None => read(&files::read_small(argument)?, &output::name(argument)),
    }
}

/// The public key in some bytes that are called `name`, if it is of the kind asked for.
pub(super) fn public_of_kind(
    content: &[u8],
    name: &str,
    asked: Option<Algorithm>,
) -> anyhow::Result<PublicKey> {
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
        Shape::Pem { .. } | Shape::Ssh(_) | Shape::Minisign(_) | Shape::Jwk(_) | Shape::JwkSet(_) => true,
        Shape::TextKey(_) => true,
        Shape::NotRead(error) => matches!(error, KeyFileError::TwoKeys | KeyFileError::Prefix),
        Shape::Bytes(bytes, Writing::Hex) => bytes.as_bytes().len() >= 16,
        Shape::Bytes(bytes, writing) => writing != Writing::Raw && is_key(bytes.as_bytes()),
        _ => false,
    }
}

/// Whether bytes are a key, as far as they say it themselves.
fn is_key(bytes: &[u8]) -> bool {
    match recognise(bytes) {
        Content::Bytes32
        | Content::EllipticPoint
        | Content::Sm2PublicBlob
        | Content::Sm2PrivateBlob
        | Content::Der(_) => true,
        Content::Bytes64 => PublicKey::load(bytes).is_ok(),
        _ => false,
    }
}

/// The public key in some bytes.
///
/// # Errors
/// If there is none.
pub(crate) fn public_from_content(content: &[u8], asked: Option<Algorithm>) -> anyhow::Result<PublicKey> {
    let shape = Shape::of(content);
    match &shape {
        Shape::Ssh(text) => from_ssh(text),
        Shape::AllowedSigners(_) => {
            bail!(
                "says who may make SSH signatures: it is for `chop verify`, and for signatures of that form"
            )
        }
        Shape::Bytes(bytes, _) => public_from_bytes(bytes.as_bytes(), asked),
        _ => Ok(shape.public_key()?),
    }
}

fn public_from_bytes(bytes: &[u8], asked: Option<Algorithm>) -> anyhow::Result<PublicKey> {
    if asked == Some(Algorithm::Bip340)
        && let Ok(x) = bytes.try_into()
    {
        return Ok(PublicKey::Secp256k1(bip340::VerifyingKey::from_bytes(x)?.into()));
    }
    let curve = match asked.map(Algorithm::of_key) {
        Some(Algorithm::Sm2) => Some("SM2"),
        Some(Algorithm::Secp256k1) => Some("secp256k1"),
        _ => None,
    };
    Ok(match (recognise(bytes), curve) {
        (Content::Bytes32, Some(curve)) => {
            bail!("no {curve} public key, which has 65 bytes, 64 or 33: is this the private key?")
        }
        (Content::Bytes64, Some(curve)) => match PublicKey::load(bytes) {
            Err(Error::KeyFile(KeyFileError::Unrecognised)) => {
                bail!("no {curve} public key: 64 bytes that are not the coordinates of a point on its curve")
            }
            key => key?,
        },
        (Content::EllipticPoint, Some("secp256k1")) => {
            PublicKey::Secp256k1(secp256k1::VerifyingKey::load(bytes)?)
        }
        (Content::Unknown, Some(_)) if bytes.len() == 65 && matches!(bytes[0], 6 | 7) => {
            return Err(Error::HybridPublicKey.into());
        }
        (Content::EllipticPoint, Some(_)) => PublicKey::Sm2(sm2::VerifyingKey::load(bytes)?),
        (Content::EllipticPoint, None) => PublicKey::load(bytes).map_err(|error| match error {
            Error::KeyFile(KeyFileError::BareBytes) => {
                anyhow!("33 bytes that may be a key of sm2 or of secp256k1: say --algorithm")
            }
            other => other.into(),
        })?,
        (Content::Bytes32 | Content::Unknown | Content::Sm2SignatureBlob, _) => {
            let bytes: &[u8; 32] = bytes.try_into().map_err(|_| no_key(bytes, "public", asked))?;
            match asked.unwrap_or(Algorithm::Ed25519).of_key() {
                Algorithm::Ed25519Blake3 => {
                    PublicKey::Ed25519Blake3(ed25519_blake3::VerifyingKey::from_bytes(bytes)?)
                }
                Algorithm::Ed25519Blake2b => {
                    PublicKey::Ed25519Blake2b(ed25519_blake2b::VerifyingKey::from_bytes(bytes)?)
                }
                Algorithm::X25519 => PublicKey::X25519(x25519::PublicKey::from_bytes(bytes)),
                _ => PublicKey::Ed25519(ed25519::VerifyingKey::from_bytes(bytes).map_err(|error| match asked {
                    None => anyhow!("{error}: if this is a key of X25519, as WireGuard has them, say --algorithm x25519"),
                    Some(_) => error.into(),
                })?),
            }
        }
        (Content::Bytes64, None) => PublicKey::load(bytes).map_err(|error| match error {
            Error::KeyFile(KeyFileError::Unrecognised) => no_key(bytes, "public", asked),
            other => other.into(),
        })?,
        _ => PublicKey::load(bytes)?,
    })
}

/// The comment of a key in `*.pub` or `authorized_keys`; empty where there is none.
pub(super) fn ssh_comment(text: &str) -> &str {
    openssh::PublicKey::from_lines(text)
        .ok()
        .and_then(|keys| keys.first().map(|key| key.1))
        .unwrap_or_default()
}

/// The one key in a `*.pub` file or in `authorized_keys`.
fn from_ssh(text: &str) -> anyhow::Result<PublicKey> {
    let keys = openssh::PublicKey::from_lines(text)?;
    match keys.as_slice() {
        [(key, _)] if key.application().is_some() => {
            bail!("the key of a security token, which makes nothing but SSH signatures")
        }
        [(key, _)] => Ok(PublicKey::Ed25519(*key.verifying_key())),
        [] => bail!(
            "{} is no Ed25519 key",
            output::one_line(text.split_ascii_whitespace().next().unwrap_or_default())
        ),
        more => bail!("{} keys for Ed25519: give the line of one", more.len()),
    }
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
