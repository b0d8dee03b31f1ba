//! Keys from whatever a file or an argument holds, and their fingerprints.
//!
//! | form                                   | public | private |
//! |----------------------------------------|--------|---------|
//! | PEM, DER                               | yes    | yes, encrypted too |
//! | 32 bytes raw, hex or base64            | yes    | yes (the seed), or 64 bytes: the seed and the public key |
//! | SM2: 65 or 33 bytes (32), in the same  | yes    | yes, with `--algorithm sm2` |
//! | SM2: structures of SKF and SDF         | yes    | yes     |
//! | SM2: X.509 certificates, PEM or DER    | yes: nothing but the key is looked at | no |
//! | `ssh-ed25519 AAAA…`                    | yes    | no      |
//!
//! The DER of a key may be text, too, as a PEM that lost its first and last line is.
//!
//! A public key may also be the argument itself. A private key may not: arguments are visible to every
//! user of the machine.

use crate::passphrase::Source;
use crate::scheme::Algorithm;
use crate::{files, output};
use anyhow::{Context, anyhow, bail};
use base64ct::{Base64, Base64Unpadded, Encoding};
use chop::Error;
use chop::encoding::{Certificate, PrivateKey, PublicKey};
use chop::{ed25519, ed25519_blake2b, ed25519_blake3, sm2, x25519};
use std::path::Path;
use zeroize::Zeroizing;

/// What a key file looks like from outside.
pub(crate) enum Shape<'a> {
    Pem(&'a str),
    Der(&'a [u8]),
    Ssh(&'a str),
    /// Bytes, and how they were written: `raw`, `hex` or `base64`.
    Bytes(Zeroizing<Vec<u8>>, &'static str),
}

impl<'a> Shape<'a> {
    /// Tells the forms apart. 32 bytes are always raw.
    pub(crate) fn of(content: &'a [u8]) -> Shape<'a> {
        let raw = || Shape::Bytes(Zeroizing::new(content.to_vec()), "raw");
        if content.len() == 32 {
            return raw();
        }
        if let Ok(text) = std::str::from_utf8(content) {
            let text = text.trim();
            if text.contains("-----BEGIN ") {
                return Shape::Pem(text);
            }
            if text.starts_with("ssh-") {
                return Shape::Ssh(text);
            }
            if let Some((bytes, form)) = decode_text(text) {
                return Shape::Bytes(bytes, form);
            }
        }
        match content {
            [0x30, ..] if content.len() != 64 => Shape::Der(content),
            _ => raw(),
        }
    }
}

/// Hex or base64, decoded in constant time: it may be a secret. Blank text is nothing.
pub(crate) fn decode_text(text: &str) -> Option<(Zeroizing<Vec<u8>>, &'static str)> {
    if text.is_empty() {
        return None;
    }
    if let Ok(bytes) = base16ct::mixed::decode_vec(text) {
        return Some((Zeroizing::new(bytes), "hex"));
    }
    let bytes = Base64::decode_vec(text).or_else(|_| Base64Unpadded::decode_vec(text)).ok()?;
    Some((Zeroizing::new(bytes), "base64"))
}

/// The label of a PEM text; of the last block, for curve parameters may stand before a key.
pub(crate) fn label(text: &str) -> Option<&str> {
    let (_, rest) = text.rsplit_once("-----BEGIN ")?;
    rest.split_once("-----").map(|(label, _)| label)
}

/// What bytes that are no text hold, as far as their length and their first bytes say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// 32 bytes: a public key, or a secret.
    Half,
    /// 64 bytes.
    Pair,
    /// A point of SM2: 04 ‖ x ‖ y, 02 ‖ x or 03 ‖ x.
    Point,
    /// A public key in the structure of SKF and SDF.
    PublicBlob,
    /// A private one.
    PrivateBlob,
    /// One element of DER.
    Der,
    Nothing,
}

impl Holds {
    /// By the first four bytes and, in a blob of 68 bytes, by whether the first number of it has 32 bytes.
    pub(crate) fn of(bytes: &[u8]) -> Holds {
        match (bytes.len(), bytes) {
            (32, _) => Holds::Half,
            (64, _) => Holds::Pair,
            (33, [2 | 3, ..]) | (65, [4, ..]) => Holds::Point,
            (36, [0, 1, 0, 0, ..]) => Holds::PrivateBlob,
            (68, [0, 1, 0, 0, number @ ..]) if number.starts_with(&[0; 32]) => Holds::PrivateBlob,
            (68 | 132, [0, 1, 0, 0, ..]) => Holds::PublicBlob,
            (_, [0x30, ..]) => Holds::Der,
            _ => Holds::Nothing,
        }
    }
}

/// The algorithm that the library calls by this name.
///
/// # Errors
/// If this program does not know it.
pub(crate) fn algorithm_of(name: &str) -> anyhow::Result<Algorithm> {
    Algorithm::from_name(name).ok_or_else(|| anyhow!("keys for {name} are not supported"))
}

/// Reads a public key from a file, or from the argument itself where no such file exists.
///
/// `asked` says what keys without a name of their algorithm are for; ed25519 by default.
///
/// # Errors
/// If it cannot be read, is no public key, or contradicts `asked`.
pub(crate) fn read_public(argument: &Path, asked: Option<Algorithm>) -> anyhow::Result<PublicKey> {
    let exists = files::is_dash(argument) || argument.symlink_metadata().is_ok();
    let (content, name) = match argument.to_str() {
        Some(text) if !exists && is_key_text(text) => {
            (Zeroizing::new(text.as_bytes().to_vec()), "the public key".to_owned())
        }
        _ => (files::read_small(argument)?, output::name(argument)),
    };
    let key = public_from_content(&content, asked).with_context(|| name.clone())?;
    agree(&name, key.algorithm(), asked)?;
    Ok(key)
}

/// Whether an argument that is no file is meant as a key: not a name that was misspelt.
fn is_key_text(text: &str) -> bool {
    match Shape::of(text.as_bytes()) {
        Shape::Pem(_) | Shape::Ssh(_) => true,
        Shape::Bytes(bytes, "hex") => bytes.len() >= 16,
        Shape::Bytes(bytes, form) => {
            form != "raw" && !matches!(Holds::of(&bytes), Holds::Nothing | Holds::Pair)
        }
        Shape::Der(_) => false,
    }
}

/// The public key in some bytes.
///
/// # Errors
/// If there is none.
pub(crate) fn public_from_content(content: &[u8], asked: Option<Algorithm>) -> anyhow::Result<PublicKey> {
    match Shape::of(content) {
        Shape::Pem(text) if label(text).is_some_and(|label| label.ends_with("CERTIFICATE")) => {
            certified(&Certificate::from_pem(text)?)
        }
        Shape::Pem(text) => Ok(PublicKey::from_pem(text).map_err(|error| match label(text) {
            // One that cannot even be decoded is a private key all the same.
            Some(label) if error == Error::Pem && label.ends_with("PRIVATE KEY") => Error::PrivateKeyGiven,
            _ => error,
        })?),
        Shape::Der(der) => public_from_der(der),
        Shape::Ssh(line) => Ok(PublicKey::Ed25519(ed25519::VerifyingKey::from_bytes(&from_ssh(line)?)?)),
        Shape::Bytes(bytes, _) => public_from_bytes(&bytes, asked),
    }
}

fn public_from_der(der: &[u8]) -> anyhow::Result<PublicKey> {
    match (PublicKey::from_der(der), Certificate::from_der(der)) {
        (Err(Error::Der), Ok(certificate)) => certified(&certificate),
        (key, _) => Ok(key?),
    }
}

/// The key of a certificate. Who issued it, and for how long, nobody looks at.
fn certified(certificate: &Certificate) -> anyhow::Result<PublicKey> {
    let key = certificate.sm2_key().map_err(|error| match error {
        Error::WrongAlgorithm => anyhow!("the key of this certificate is not one of SM2"),
        other => other.into(),
    })?;
    Ok(PublicKey::Sm2(key))
}

fn public_from_bytes(bytes: &[u8], asked: Option<Algorithm>) -> anyhow::Result<PublicKey> {
    let for_sm2 = asked == Some(Algorithm::Sm2);
    Ok(match Holds::of(bytes) {
        Holds::Der => return public_from_der(bytes),
        Holds::Point => PublicKey::Sm2(sm2::VerifyingKey::from_bytes(bytes)?),
        Holds::PublicBlob => PublicKey::Sm2(sm2::VerifyingKey::from_blob(bytes)?),
        Holds::PrivateBlob => return Err(Error::PrivateKeyGiven.into()),
        Holds::Half if for_sm2 => {
            bail!("no SM2 public key, which has 65 bytes or 33: is this the private key?")
        }
        Holds::Pair if for_sm2 => {
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

/// Reads a private key from a file; asks for the passphrase of an encrypted one.
///
/// # Errors
/// If it cannot be read, is no private key, cannot be decrypted, or contradicts `asked`.
pub(crate) fn read_private(
    path: &Path,
    asked: Option<Algorithm>,
    source: &Source,
) -> anyhow::Result<PrivateKey> {
    files::one_stdin([Some(path), source.passphrase_file.as_deref()].into_iter().flatten())?;
    let content = files::read_small(path)?;
    let name = output::name(path);
    let key = match private_from_content(&content, asked, None) {
        Err(error) if error.downcast_ref() == Some(&Error::Encrypted) => {
            let passphrase = source.ask(&name)?;
            private_from_content(&content, asked, Some(&passphrase))
        }
        other => other,
    };
    let key = key.with_context(|| name.clone())?;
    agree(&name, key.algorithm(), asked)?;
    Ok(key)
}

/// The private key in some bytes.
///
/// # Errors
/// If there is none; [`Error::Encrypted`] if a passphrase is missing.
pub(crate) fn private_from_content(
    content: &[u8],
    asked: Option<Algorithm>,
    passphrase: Option<&[u8]>,
) -> anyhow::Result<PrivateKey> {
    match Shape::of(content) {
        Shape::Pem(text) if label(text) == Some("OPENSSH PRIVATE KEY") => {
            bail!("private keys in OpenSSH's own form are not supported")
        }
        Shape::Pem(text) => without_curve(PrivateKey::from_pem(text, passphrase), asked, || {
            sm2::SigningKey::from_sec1_pem(text)
        }),
        Shape::Der(der) => private_from_der(der, asked, passphrase),
        Shape::Ssh(_) => Err(Error::PublicKeyGiven.into()),
        Shape::Bytes(bytes, _) => private_from_bytes(&bytes, asked, passphrase),
    }
}

fn private_from_der(
    der: &[u8],
    asked: Option<Algorithm>,
    passphrase: Option<&[u8]>,
) -> anyhow::Result<PrivateKey> {
    without_curve(PrivateKey::from_der(der, passphrase), asked, || sm2::SigningKey::from_sec1_der(der))
}

/// A key in SEC1 that does not say its curve is one of SM2 if that was asked for.
fn without_curve(
    read: Result<PrivateKey, Error>,
    asked: Option<Algorithm>,
    sec1: impl Fn() -> Result<sm2::SigningKey, Error>,
) -> anyhow::Result<PrivateKey> {
    let Err(Error::WrongAlgorithm) = read else { return Ok(read?) };
    match sec1() {
        Ok(key) if asked == Some(Algorithm::Sm2) => Ok(PrivateKey::Sm2(key)),
        Ok(_) => {
            bail!(
                "an elliptic-curve key that does not say its curve: if it is one of SM2, say --algorithm sm2"
            )
        }
        Err(_) => Err(Error::WrongAlgorithm.into()),
    }
}

fn private_from_bytes(
    bytes: &[u8],
    asked: Option<Algorithm>,
    passphrase: Option<&[u8]>,
) -> anyhow::Result<PrivateKey> {
    let algorithm = asked.unwrap_or(Algorithm::Ed25519).of_key();
    Ok(match (Holds::of(bytes), algorithm) {
        (Holds::Der, _) => return private_from_der(bytes, asked, passphrase),
        (Holds::PrivateBlob, _) => PrivateKey::Sm2(sm2::SigningKey::from_blob(bytes)?),
        (Holds::Point | Holds::PublicBlob, _) => return Err(Error::PublicKeyGiven.into()),
        (Holds::Half, Algorithm::Sm2) => PrivateKey::Sm2(sm2::SigningKey::from_slice(bytes)?),
        (Holds::Nothing, _) | (_, Algorithm::Sm2) => return Err(no_key(bytes, "private", asked)),
        (_, Algorithm::Ed25519Blake3) => {
            PrivateKey::Ed25519Blake3(ed25519_blake3::SigningKey::from_slice(bytes)?)
        }
        (_, Algorithm::Ed25519Blake2b) => {
            PrivateKey::Ed25519Blake2b(ed25519_blake2b::SigningKey::from_slice(bytes)?)
        }
        (_, Algorithm::X25519) => PrivateKey::X25519(x25519::StaticSecret::from_slice(bytes)?),
        _ => PrivateKey::Ed25519(ed25519::SigningKey::from_slice(bytes)?),
    })
}

fn no_key(bytes: &[u8], kind: &str, asked: Option<Algorithm>) -> anyhow::Error {
    let length = match (asked, kind) {
        (Some(Algorithm::Sm2), "public") => "65 or 33 bytes",
        _ => "32 bytes",
    };
    match bytes.len() {
        0 => anyhow!("empty: no key"),
        len => anyhow!("no {kind} key: neither PEM, DER nor {length}, but {len}"),
    }
}

/// Refuses a key of another algorithm than was asked for.
fn agree(name: &str, algorithm: &str, asked: Option<Algorithm>) -> anyhow::Result<()> {
    let key = algorithm_of(algorithm)?;
    match asked {
        Some(asked) if asked.of_key() != key => {
            bail!("{name} is a key for {algorithm}, not for {}", asked.name())
        }
        _ => Ok(()),
    }
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

/// The fingerprint: SHA-256 of the key's SPKI in DER; of the algorithm's name, a zero byte and the key
/// for the hash variants, which have no SPKI.
pub(crate) fn fingerprint(key: &PublicKey) -> String {
    use sha2::{Digest, Sha256};
    let digest = match key {
        PublicKey::Ed25519(key) => Sha256::digest(key.to_public_key_der()),
        PublicKey::X25519(key) => Sha256::digest(key.to_public_key_der()),
        PublicKey::Sm2(key) => Sha256::digest(key.to_public_key_der()),
        other => Sha256::new()
            .chain_update(other.algorithm())
            .chain_update([0])
            .chain_update(other.to_bytes())
            .finalize(),
    };
    format!("SHA256:{}", Base64Unpadded::encode_string(&digest))
}

/// The PEM of a private key, encrypted if there is a passphrase.
///
/// # Errors
/// If a hash variant should be encrypted: there is no such form.
pub(crate) fn private_to_pem(
    key: &PrivateKey,
    passphrase: Option<&[u8]>,
) -> anyhow::Result<Zeroizing<String>> {
    let plain = |text: chop::encoding::SecretText| Zeroizing::new(text.as_str().to_owned());
    Ok(match (key, passphrase) {
        (PrivateKey::Ed25519(key), None) => plain(key.to_pkcs8_pem()?),
        (PrivateKey::X25519(key), None) => plain(key.to_pkcs8_pem()?),
        (PrivateKey::Sm2(key), None) => plain(key.to_pkcs8_pem()?),
        (PrivateKey::Ed25519(key), Some(word)) => Zeroizing::new(key.to_pkcs8_encrypted_pem(word)?),
        (PrivateKey::X25519(key), Some(word)) => Zeroizing::new(key.to_pkcs8_encrypted_pem(word)?),
        (PrivateKey::Sm2(key), Some(word)) => Zeroizing::new(key.to_pkcs8_encrypted_pem(word)?),
        (PrivateKey::Ed25519Blake3(key), None) => plain(key.to_raw_pem()?),
        (PrivateKey::Ed25519Blake2b(key), None) => plain(key.to_raw_pem()?),
        (other, _) => bail!("{} keys have no encrypted form", other.algorithm()),
    })
}

/// The 32 secret bytes.
///
/// # Errors
/// If this program does not know the algorithm.
pub(crate) fn private_to_bytes(key: &PrivateKey) -> anyhow::Result<chop::Secret<32>> {
    Ok(match key {
        PrivateKey::Ed25519(key) => key.to_seed(),
        PrivateKey::Ed25519Blake3(key) => key.to_seed(),
        PrivateKey::Ed25519Blake2b(key) => key.to_seed(),
        PrivateKey::X25519(key) => key.to_bytes(),
        PrivateKey::Sm2(key) => key.to_bytes(),
        other => bail!("keys for {} are not supported", other.algorithm()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_public_key_gives_the_same_key() {
        let key = ed25519::SigningKey::from_seed(&[7; 32]).verifying_key();
        let mut ssh = b"\0\0\0\x0bssh-ed25519\0\0\0\x20".to_vec();
        ssh.extend_from_slice(key.as_bytes());
        let forms = [
            key.to_bytes().to_vec(),
            output::hex(key.as_bytes()).into_bytes(),
            format!(" {}\n", output::hex(key.as_bytes()).to_uppercase()).into_bytes(),
            Base64::encode_string(key.as_bytes()).into_bytes(),
            Base64Unpadded::encode_string(key.as_bytes()).into_bytes(),
            format!("ssh-ed25519 {} me@here\n", Base64::encode_string(&ssh)).into_bytes(),
            key.to_public_key_pem().unwrap().into_bytes(),
            key.to_public_key_der().to_vec(),
            Base64::encode_string(&key.to_public_key_der()).into_bytes(),
        ];
        for form in &forms {
            assert_eq!(public_from_content(form, None).unwrap(), PublicKey::Ed25519(key));
        }
    }

    #[test]
    fn every_form_of_an_sm2_key_gives_the_same_key() {
        let secret = sm2::SigningKey::from_bytes(&[7; 32]).unwrap();
        let key = secret.verifying_key();
        let der = key.to_public_key_der();
        let forms = [
            key.to_bytes().to_vec(),
            key.to_compressed_bytes().to_vec(),
            key.to_blob().to_vec(),
            output::hex(&key.to_bytes()).into_bytes(),
            Base64::encode_string(&key.to_compressed_bytes()).into_bytes(),
            der.to_vec(),
            output::hex(&der).into_bytes(),
            Base64::encode_string(&der).into_bytes(),
            key.to_public_key_pem().unwrap().into_bytes(),
        ];
        for form in &forms {
            assert_eq!(public_from_content(form, None).unwrap(), PublicKey::Sm2(key));
            let error = private_from_content(form, Some(Algorithm::Sm2), None).map(|_| ()).unwrap_err();
            assert_eq!(error.downcast_ref(), Some(&Error::PublicKeyGiven), "{error}");
        }
        let private = [
            vec![7; 32],
            output::hex(&[7; 32]).into_bytes(),
            secret.to_blob().as_bytes().to_vec(),
            secret.to_pkcs8_der().unwrap().as_bytes().to_vec(),
            Base64::encode_string(secret.to_pkcs8_der().unwrap().as_bytes()).into_bytes(),
        ];
        for form in &private {
            let read = private_from_content(form, Some(Algorithm::Sm2), None).unwrap();
            assert_eq!(read.public_key(), PublicKey::Sm2(key));
        }
    }

    #[test]
    fn a_misspelt_file_name_is_no_key() {
        assert!(!is_key_text("pub.pem") && !is_key_text("deadbeef") && !is_key_text("./pub"));
        assert!(is_key_text(&"ab".repeat(32)) && is_key_text(&"ab".repeat(31)));
    }
}
