//! Private keys: from files only, for arguments are visible to every user of the machine.

use super::owner::Owner;
use super::{Beside, Shape, agree, no_key, public_from_content};
use crate::algorithm::Algorithm;
use crate::formats::minisign::own_comment;
use crate::formats::text_keys::WifKind;
use crate::passphrase::{Passphrase, Source};
use crate::{files, output};
use anyhow::{Context, anyhow, bail};
use chop::encoding::cose::CoseKey;
use chop::encoding::jose::PrivateJwk;
use chop::encoding::openssh::PrivateKeyFile;
use chop::encoding::text_keys::{TextFormat, WifKey};
use chop::encoding::{Content, PrivateKey, PublicKey, minisign, recognise};
use chop::{Error, KeyFileError, Secret, ed25519, ed25519_blake2b, ed25519_blake3, secp256k1, sm2, x25519};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// Which private keys are taken.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// What the key must be for; what bytes without a name of their algorithm are for.
    pub(crate) algorithm: Option<Algorithm>,
    /// Whether the user says that bytes which may be a public key are a private one. That takes an algorithm,
    /// too; keys of SM2 and ECDSA need it not, since their public keys never have 32 bytes.
    pub(crate) secret: bool,
}

/// The argument that says that a key is private.
#[derive(clap::Args, Debug)]
pub(crate) struct SecretArg {
    /// 32 bare bytes (raw, hex or base64) are a private key and not a public one; needs --algorithm, too
    #[arg(long)]
    pub(crate) secret: bool,
}

/// A private key as it was in a file.
pub(crate) struct Opened {
    pub(crate) key: PrivateKey,
    /// What it was encrypted with, if it was.
    pub(crate) passphrase: Option<Passphrase>,
    /// The comment, id and name that stood beside it.
    pub(crate) beside: Beside,
    /// The conditions of its owner.
    pub(crate) owner: Owner,
}

/// A private key, and what its file says of it.
struct Commented {
    key: PrivateKey,
    beside: Beside,
    owner: Owner,
}

impl From<PrivateKey> for Commented {
    fn from(key: PrivateKey) -> Commented {
        Commented { key, beside: Beside::default(), owner: Owner::default() }
    }
}

/// Reads a private key from a file; asks for the passphrase of an encrypted one.
///
/// # Errors
/// If it cannot be read, is no private key, cannot be decrypted, or is not what is wanted.
pub(crate) fn read_private(path: &Path, wanted: Wanted, source: &Source) -> anyhow::Result<Opened> {
    files::one_stdin([Some(path), source.passphrase_file.as_deref()].into_iter().flatten())?;
    open_private(path, &files::read_small(path)?, wanted, source)
}

/// The private key in the content of a file; warns if others can read that.
///
/// # Errors
/// As [`read_private`].
pub(crate) fn open_private(
    path: &Path,
    content: &[u8],
    wanted: Wanted,
    source: &Source,
) -> anyhow::Result<Opened> {
    let name = output::name(path);
    refuse_public_half(path, content, wanted.algorithm)?;
    let mut passphrase = None;
    let read = match commented_from_content(content, wanted, None) {
        Err(error) if error.downcast_ref() == Some(&Error::KeyFile(KeyFileError::Encrypted)) => {
            let word = passphrase.insert(source.ask(&name)?);
            commented_from_content(content, wanted, Some(word))
        }
        other => other,
    };
    let read = read.map_err(|error| match error.downcast_ref() {
        Some(Error::KeyFile(KeyFileError::EnvelopedKey)) => {
            anyhow!("{error}, by `chop convert --open-with KEY {name} --key-format pem`")
        }
        _ => error,
    });
    let Commented { key, beside, owner } = read.with_context(|| name.clone())?;
    agree(&name, key.algorithm(), wanted.algorithm)?;
    warn_of_readers(path, &name);
    Ok(Opened { key, passphrase, beside, owner })
}

/// The private key in an envelope, opened with the key of SM2 in a file, whose passphrase becomes its own.
///
/// # Errors
/// As [`read_private`]; if that key does not open it.
pub(crate) fn open_envelope(envelope: &[u8], opener: &Path, source: &Source) -> anyhow::Result<Opened> {
    let wanted = Wanted { algorithm: Some(Algorithm::Sm2), secret: true };
    let opened = read_private(opener, wanted, source)?;
    let PrivateKey::Sm2(key) = &opened.key else {
        bail!("{} is a key for {}: only sm2 opens", output::name(opener), opened.key.algorithm());
    };
    let key = PrivateKey::Sm2(sm2::SigningKey::from_enveloped(envelope, key)?);
    Ok(Opened { key, passphrase: opened.passphrase, beside: Beside::default(), owner: Owner::default() })
}

/// Warns if a file can be read by others than its owner.
fn warn_of_readers(path: &Path, name: &str) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let metadata = if files::is_dash(path) { None } else { path.metadata().ok() };
        if metadata.is_some_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o044 != 0) {
            output::note(format_args!(
                "chop: warning: others can read the private key in {name}: `chmod 600` stops that"
            ));
        }
    }
    #[cfg(not(unix))]
    let _ = (path, name);
}

/// Refuses 32 bare bytes that are the public key in a file beside this one, of the same name and `.pub`.
fn refuse_public_half(path: &Path, content: &[u8], asked: Option<Algorithm>) -> anyhow::Result<()> {
    let Shape::Bytes(bytes, _) = Shape::of(content) else { return Ok(()) };
    let Ok(bytes) = <&[u8; 32]>::try_from(bytes.as_bytes()) else { return Ok(()) };
    let bytes = Secret::new(bytes);
    for beside in public_files_beside(path) {
        let Ok(key) = files::read_small(&beside).and_then(|content| public_from_content(&content, asked))
        else {
            continue;
        };
        if <[u8; 32]>::try_from(key.to_bytes()).is_ok_and(|key| bytes.equals(&Secret::new(&key))) {
            bail!(
                "{} is the public key in {}, and no private one",
                output::name(path),
                output::name(&beside)
            );
        }
    }
    Ok(())
}

/// How many files are looked at for a public key.
const BESIDE: usize = 16;

/// Regular files whose names are that of `path`, with its ending or without, and `.pub` and anything.
fn public_files_beside(path: &Path) -> Vec<PathBuf> {
    if files::is_dash(path) {
        return Vec::new();
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let starts: Vec<Vec<u8>> = [path.file_name(), path.file_stem()]
        .into_iter()
        .flatten()
        .map(|name| [name.as_encoded_bytes(), b".pub"].concat())
        .collect();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter(|entry| starts.iter().any(|start| entry.file_name().as_encoded_bytes().starts_with(start)))
        .map(|entry| entry.path())
        .filter(|found| found.as_path() != path && found.is_file())
        .take(BESIDE)
        .collect()
}

/// The private key in some bytes.
///
/// # Errors
/// If there is none; [`KeyFileError::Encrypted`] if a passphrase is missing.
pub(crate) fn private_from_content(
    content: &[u8],
    wanted: Wanted,
    passphrase: Option<&[u8]>,
) -> anyhow::Result<PrivateKey> {
    Ok(commented_from_content(content, wanted, passphrase)?.key)
}

/// The same with what stands beside it.
fn commented_from_content(
    content: &[u8],
    wanted: Wanted,
    passphrase: Option<&[u8]>,
) -> anyhow::Result<Commented> {
    let asked = wanted.algorithm;
    let shape = Shape::of(content);
    let key = match &shape {
        Shape::Pem { text, label: "OPENSSH PRIVATE KEY", .. } => {
            let PrivateKeyFile { key, comment } = PrivateKeyFile::from_text(text, passphrase)?;
            shape.check_halves(&PublicKey::Ed25519(key.verifying_key()))?;
            let beside = Beside { comment, ..Beside::default() };
            return Ok(Commented { beside, ..PrivateKey::Ed25519(key).into() });
        }
        Shape::Minisign(text) => {
            let file = minisign::PrivateKeyFile::from_text(text, passphrase)?;
            let comment = own_comment(&file.comment).to_owned();
            let beside = Beside { comment, key_id: Some(file.id), ..Beside::default() };
            return Ok(Commented { beside, ..PrivateKey::Ed25519(file.key).into() });
        }
        Shape::TextKey(key) if key.format() == TextFormat::Wif => {
            let wif = WifKey::from_text(key.text())?;
            let beside = Beside { wif: Some(WifKind::of(&wif)), ..Beside::default() };
            return Ok(Commented { beside, ..PrivateKey::Secp256k1(wif.key).into() });
        }
        Shape::CoseKey(bytes) => {
            let key = CoseKey::private_from_bytes(bytes)?;
            return Ok(Commented { owner: Owner::of_cose(bytes)?, ..key.into() });
        }
        Shape::Jwk(text) => {
            let jwk = PrivateJwk::from_text(text)?;
            let name = jwk.key_id().map(str::to_owned);
            let beside = Beside { name, has_conditions: jwk.has_conditions(), ..Beside::default() };
            return Ok(Commented { beside, owner: Owner::of_private(&jwk), ..jwk.key.into() });
        }
        Shape::Pem { text, .. } => without_curve(shape.private_key(passphrase), asked, |algorithm| {
            let key = match algorithm {
                Algorithm::Secp256k1 => PrivateKey::Secp256k1(secp256k1::SigningKey::from_sec1_pem(text)?),
                _ => PrivateKey::Sm2(sm2::SigningKey::from_sec1_pem(text)?),
            };
            shape.check_halves(&key.public_key())?;
            Ok(key)
        }),
        Shape::Der(der, _) => private_from_der(der, asked, passphrase),
        Shape::Bytes(bytes, _) => private_from_bytes(bytes.as_bytes(), wanted, passphrase),
        _ => Ok(shape.private_key(passphrase)?),
    };
    Ok(key?.into())
}

fn private_from_der(
    der: &[u8],
    asked: Option<Algorithm>,
    passphrase: Option<&[u8]>,
) -> anyhow::Result<PrivateKey> {
    without_curve(PrivateKey::from_der(der, passphrase), asked, |algorithm| {
        Ok(match algorithm {
            Algorithm::Secp256k1 => PrivateKey::Secp256k1(secp256k1::SigningKey::from_sec1_der(der)?),
            _ => PrivateKey::Sm2(sm2::SigningKey::from_sec1_der(der)?),
        })
    })
}

/// A key in SEC1 that does not say its curve is one of the algorithm that was asked for, SM2 or secp256k1.
fn without_curve(
    read: Result<PrivateKey, Error>,
    asked: Option<Algorithm>,
    sec1: impl Fn(Algorithm) -> Result<PrivateKey, Error>,
) -> anyhow::Result<PrivateKey> {
    let Err(Error::KeyFile(KeyFileError::WrongAlgorithm)) = read else { return Ok(read?) };
    match asked {
        Some(algorithm) if matches!(algorithm.of_key(), Algorithm::Sm2 | Algorithm::Secp256k1) => {
            Ok(sec1(algorithm.of_key()).map_err(|_| Error::KeyFile(KeyFileError::WrongAlgorithm))?)
        }
        _ if sec1(Algorithm::Sm2).is_ok() || sec1(Algorithm::Secp256k1).is_ok() => {
            bail!(
                "an elliptic-curve key that does not say its curve: if it is one of SM2 or secp256k1, say --algorithm"
            )
        }
        _ => Err(Error::KeyFile(KeyFileError::WrongAlgorithm).into()),
    }
}

fn private_from_bytes(bytes: &[u8], wanted: Wanted, passphrase: Option<&[u8]>) -> anyhow::Result<PrivateKey> {
    let asked = wanted.algorithm;
    // The public keys of BIP 340 have 32 bytes, too.
    let is_ambiguous = asked == Some(Algorithm::Bip340) && !wanted.secret;
    let algorithm = asked.unwrap_or(Algorithm::Ed25519).of_key();
    Ok(match (recognise(bytes), algorithm) {
        (Content::Der(_), _) => return private_from_der(bytes, asked, passphrase),
        (Content::Bytes64, Algorithm::Ed25519Blake3) => {
            PrivateKey::Ed25519Blake3(ed25519_blake3::SigningKey::from_slice(bytes)?)
        }
        (Content::Bytes64, Algorithm::Ed25519Blake2b) => {
            PrivateKey::Ed25519Blake2b(ed25519_blake2b::SigningKey::from_slice(bytes)?)
        }
        (Content::Bytes64, Algorithm::X25519 | Algorithm::Sm2 | Algorithm::Secp256k1) => {
            PrivateKey::load(bytes, None).map_err(|error| match error {
                Error::PublicKeyMismatch => no_key(bytes, "private", asked),
                other => other.into(),
            })?
        }
        (Content::Bytes32, Algorithm::Sm2) => PrivateKey::Sm2(sm2::SigningKey::load(bytes, None)?),
        (Content::Bytes32, Algorithm::Secp256k1) if !is_ambiguous => {
            PrivateKey::Secp256k1(secp256k1::SigningKey::load(bytes, None)?)
        }
        (Content::Bytes32, _) if !(wanted.secret && asked.is_some()) => bail!(
            "32 bytes do not say whether they are a private key or a public one: if they are a private key, say \
             --secret and --algorithm"
        ),
        (Content::Bytes32, Algorithm::Ed25519Blake3) => {
            PrivateKey::Ed25519Blake3(ed25519_blake3::SigningKey::from_slice(bytes)?)
        }
        (Content::Bytes32, Algorithm::Ed25519Blake2b) => {
            PrivateKey::Ed25519Blake2b(ed25519_blake2b::SigningKey::from_slice(bytes)?)
        }
        (Content::Bytes32, Algorithm::X25519) => PrivateKey::X25519(x25519::StaticSecret::from_slice(bytes)?),
        (Content::Bytes32, _) => PrivateKey::Ed25519(ed25519::SigningKey::from_slice(bytes)?),
        (Content::Unknown, Algorithm::Sm2) if bytes.len() == 33 => {
            PrivateKey::Sm2(sm2::SigningKey::load(bytes, None).map_err(|_| no_key(bytes, "private", asked))?)
        }
        (Content::Unknown, Algorithm::Secp256k1) if bytes.len() == 33 => PrivateKey::Secp256k1(
            secp256k1::SigningKey::load(bytes, None).map_err(|_| no_key(bytes, "private", asked))?,
        ),
        (Content::Unknown, _) if bytes.len() == 33 => bail!(
            "no private key of 32 bytes, but 33: if it is one of SM2 or secp256k1 with 00 before it, as Java writes \
             numbers, say --algorithm"
        ),
        (Content::Unknown | Content::Sm2SignatureBlob, _) => return Err(no_key(bytes, "private", asked)),
        _ => PrivateKey::load(bytes, passphrase)?,
    })
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
        (PrivateKey::Secp256k1(key), None) => plain(key.to_pkcs8_pem()?),
        (PrivateKey::Ed25519(key), Some(word)) => Zeroizing::new(key.to_pkcs8_encrypted_pem(word)?),
        (PrivateKey::X25519(key), Some(word)) => Zeroizing::new(key.to_pkcs8_encrypted_pem(word)?),
        (PrivateKey::Sm2(key), Some(word)) => Zeroizing::new(key.to_pkcs8_encrypted_pem(word)?),
        (PrivateKey::Secp256k1(key), Some(word)) => Zeroizing::new(key.to_pkcs8_encrypted_pem(word)?),
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
        PrivateKey::Secp256k1(key) => key.to_bytes(),
        other => bail!("keys for {} are not supported", other.algorithm()),
    })
}
