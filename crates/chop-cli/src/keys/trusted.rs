//! The keys that are trusted when signatures are verified: of one argument or of several, in files, sets and folders.

use super::public::{public_of_kind, read_argument};
use super::{Shape, agree, fingerprint};
use crate::algorithm::Algorithm;
use crate::{files, output};
use anyhow::{Context, bail};
use chop::encoding::PublicKey;
use chop::encoding::cose::CoseKey;
use chop::encoding::jose::{Jwk, JwkSet};
use chop::encoding::minisign;
use chop::encoding::openssh::{self, AllowedSigners};
use chop::{Error, KeyFileError};
use std::path::{Path, PathBuf};

/// A key, or a list of them that says more of its keys.
pub(crate) enum Trusted {
    /// A key, with the conditions of its owner where it stands in JSON.
    Key(Jwk),
    /// An Ed25519 key with the id by which minisign and signify find it.
    Minisign(minisign::PublicKey),
    /// An Ed25519 key in a security token, which makes nothing but SSH signatures.
    Token(openssh::PublicKey),
    /// A list of those who may make SSH signatures.
    Signers(AllowedSigners),
}

impl Trusted {
    /// The key, if it is one and no list of them.
    pub(crate) fn key(&self) -> Option<PublicKey> {
        match self {
            Trusted::Key(jwk) => Some(*jwk.key()),
            Trusted::Minisign(key) => Some(PublicKey::Ed25519(key.key)),
            Trusted::Token(key) => Some(PublicKey::Ed25519(*key.verifying_key())),
            Trusted::Signers(_) => None,
        }
    }

    /// The key that makes plain signatures and those of tokens, with the conditions of its owner; none if it makes SSH signatures only.
    pub(crate) fn jwk(&self) -> Option<Jwk> {
        match self {
            Trusted::Key(jwk) => Some(jwk.clone()),
            Trusted::Minisign(key) => Some(Jwk::from(PublicKey::Ed25519(key.key))),
            Trusted::Token(_) | Trusted::Signers(_) => None,
        }
    }
}

/// A trusted key or list, with the name of where it is from.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) trusted: Trusted,
    /// Whether it stood in JSON, as the keys of tokens do.
    pub(crate) is_json: bool,
}

impl Named {
    /// The name and the key id, as a sentence names them.
    pub(crate) fn in_words(&self) -> String {
        match self.trusted.key() {
            Some(key) => format!("{} ({})", self.name, key_id(&key)),
            None => self.name.clone(),
        }
    }
}

/// All that is trusted, in the order of the arguments.
#[derive(Default)]
pub(crate) struct Keyring {
    pub(crate) keys: Vec<Named>,
    /// Whether there could have been several keys, so that it is said which made a signature.
    pub(crate) is_plural: bool,
}

/// How many characters of a fingerprint are a key id.
const KEY_ID: usize = "SHA256:".len() + 12;

/// The short name of a key: how its fingerprint begins.
pub(crate) fn key_id(key: &PublicKey) -> String {
    let mut id = fingerprint(key);
    id.truncate(KEY_ID);
    id
}

/// The name of a key in a signature, for a sentence about keys; nothing where there is none.
pub(crate) fn named_in_signature(name: Option<&[u8]>) -> String {
    match name {
        Some(name) => {
            format!(" (the signature names the key {})", output::one_line(&String::from_utf8_lossy(name)))
        }
        None => String::new(),
    }
}

/// Reads everything that the arguments name: keys themselves, files, and folders of files.
///
/// Of a folder every regular file counts whose name does not begin with a dot; what is no public key is named and left out.
///
/// # Errors
/// If something that is no folder cannot be read, is no key, or contradicts `asked`; if no key is left.
pub(crate) fn read_keyring(arguments: &[PathBuf], asked: Option<Algorithm>) -> anyhow::Result<Keyring> {
    let mut keyring = Keyring { is_plural: arguments.len() > 1, ..Keyring::default() };
    for argument in arguments {
        if argument.is_dir() {
            keyring.add_folder(argument, asked)?;
        } else {
            let read = read_argument(argument, |content, name| Keyring::of(content, name, asked))?;
            keyring.add(read);
        }
    }
    if keyring.keys.is_empty() {
        let names: Vec<String> = arguments.iter().map(|argument| output::name(argument)).collect();
        bail!("{}: no key that could verify anything", names.join(", "));
    }
    Ok(keyring)
}

impl Keyring {
    /// Whether some of it stood in JSON.
    pub(crate) fn has_json(&self) -> bool {
        self.keys.iter().any(|named| named.is_json)
    }

    fn add(&mut self, other: Keyring) {
        self.keys.extend(other.keys);
        self.is_plural |= other.is_plural;
    }

    fn add_folder(&mut self, folder: &Path, asked: Option<Algorithm>) -> anyhow::Result<()> {
        self.is_plural = true;
        let unreadable = || format!("cannot read the folder {}", output::name(folder));
        let entries = std::fs::read_dir(folder).with_context(unreadable)?;
        let paths: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
        let mut paths = paths.with_context(unreadable)?;
        paths.sort();
        let is_hidden =
            |path: &Path| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        for path in paths.iter().filter(|path| !is_hidden(path) && path.is_file()) {
            let name = output::name(path);
            match files::read_small(path).and_then(|content| Keyring::of(&content, &name, asked)) {
                Ok(read) => self.add(read),
                Err(error) => output::note(format_args!("chop: note: skipped, no public key: {error:#}")),
            }
        }
        Ok(())
    }

    fn one(name: &str, trusted: Trusted) -> Keyring {
        Keyring { keys: vec![Named { name: name.to_owned(), trusted, is_json: false }], ..Keyring::default() }
    }

    /// All that is trusted in some bytes that are called `name`.
    fn of(content: &[u8], name: &str, asked: Option<Algorithm>) -> anyhow::Result<Keyring> {
        if content.starts_with(b"SSHKRL") {
            bail!("{name} is a list of revoked keys, which says nothing about who may sign");
        }
        match Shape::of(content) {
            Shape::AllowedSigners(text) => {
                let signers = AllowedSigners::from_text(text).with_context(|| name.to_owned())?;
                for line in signers.unusable() {
                    let (number, fault) = (line.number, line.fault);
                    output::note(format_args!(
                        "chop: warning: {name}: line {number} does not count: it {fault}"
                    ));
                }
                Ok(Keyring::one(name, Trusted::Signers(signers)))
            }
            Shape::Ssh(text) => of_lines(text, content, name, asked),
            Shape::Minisign(text) => {
                public_of_kind(content, name, asked)?;
                let key = minisign::PublicKey::from_text(text).with_context(|| name.to_owned())?;
                Ok(Keyring::one(name, Trusted::Minisign(key)))
            }
            Shape::Jwk(text) => {
                let jwk = Jwk::from_text(text).with_context(|| name.to_owned())?;
                agree(name, jwk.key().algorithm(), asked)?;
                let named = Named { name: name.to_owned(), trusted: Trusted::Key(jwk), is_json: true };
                Ok(Keyring { keys: vec![named], ..Keyring::default() })
            }
            Shape::JwkSet(text) => of_set(text, name, asked),
            Shape::CoseKey(bytes) => {
                let key = CoseKey::from_bytes(bytes).with_context(|| name.to_owned())?;
                if !key.may_verify() {
                    bail!("{name}: the key's owner does not allow it to verify signatures");
                }
                agree(name, key.key().algorithm(), asked)?;
                Ok(Keyring::one(name, Trusted::Key(Jwk::from(*key.key()))))
            }
            _ => {
                let key = public_of_kind(content, name, asked)?;
                Ok(Keyring::one(name, Trusted::Key(Jwk::from(key))))
            }
        }
    }
}

/// The keys of a `*.pub` file or of `authorized_keys`.
fn of_lines(text: &str, content: &[u8], name: &str, asked: Option<Algorithm>) -> anyhow::Result<Keyring> {
    let keys = keys_of_lines(text, name)?;
    if keys.is_empty() {
        // The error says what there is instead.
        public_of_kind(content, name, asked)?;
    }
    let several = keys.len() > 1;
    let mut keyring = Keyring { is_plural: several, ..Keyring::default() };
    for (key, comment) in keys {
        agree(name, Algorithm::Ed25519.name(), asked)?;
        let name = if several && !comment.is_empty() {
            format!("{name}, {}", output::one_line(comment))
        } else {
            name.to_owned()
        };
        let trusted = if key.application().is_some() {
            Trusted::Token(key)
        } else {
            Trusted::Key(Jwk::from(PublicKey::Ed25519(*key.verifying_key())))
        };
        keyring.keys.push(Named { name, trusted, is_json: false });
    }
    Ok(keyring)
}

/// The Ed25519 keys of lines with their comments. A line that is not read, or that has the key of a certificate authority, is named and left out.
///
/// # Errors
/// If there is such a line, and no key.
fn keys_of_lines<'a>(text: &'a str, name: &str) -> anyhow::Result<Vec<(openssh::PublicKey, &'a str)>> {
    let (mut keys, mut unusable) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match openssh::PublicKey::from_line(line) {
            Ok(key) => keys.push(key),
            Err(Error::KeyFile(KeyFileError::WrongAlgorithm)) => {}
            Err(error) => unusable.push((number, error)),
        }
    }
    match unusable.first() {
        Some((number, error)) if keys.is_empty() => bail!("{name}: line {number}: {error}"),
        _ => {}
    }
    for (number, error) in unusable {
        output::note(format_args!("chop: warning: {name}: line {number} does not count: {error}"));
    }
    Ok(keys)
}

/// The keys of a set that verify: those that agree are left out without a word, as keys of other algorithms are.
fn of_set(text: &str, name: &str, asked: Option<Algorithm>) -> anyhow::Result<Keyring> {
    let set = JwkSet::from_text(text).with_context(|| name.to_owned())?;
    for unusable in set.unusable() {
        if unusable.error != Error::KeyFile(KeyFileError::WrongAlgorithm) {
            let (number, error) = (unusable.number, &unusable.error);
            output::note(format_args!("chop: warning: {name}: key {number} does not count: {error}"));
        }
    }
    let mut keyring = Keyring { is_plural: true, ..Keyring::default() };
    for (number, jwk) in (1..).zip(set.keys()) {
        let verifies = !matches!(jwk.key(), PublicKey::X25519(_));
        if verifies && agree(name, jwk.key().algorithm(), asked).is_ok() {
            let of_set = match jwk.key_id() {
                Some(id) => format!("{name}, kid {}", output::one_line(id)),
                None => format!("{name}, key {number}"),
            };
            keyring.keys.push(Named { name: of_set, trusted: Trusted::Key(jwk.clone()), is_json: true });
        }
    }
    Ok(keyring)
}
