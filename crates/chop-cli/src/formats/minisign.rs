//! minisign and signify: their signatures, and the comments and key ids beside their keys.

use crate::files;
use crate::keys::{Beside, Keyring, Trusted};
use crate::output;
use anyhow::bail;
use chop::ReaderError;
use chop::ed25519::{self, Policy, SigningKey};
use chop::encoding::minisign::{Format, KeyId, MEMORY, PublicKey, Signature, SignatureKind};
use jiff::Timestamp;
use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// The argument that says what is signed beside a document.
#[derive(clap::Args, Debug)]
pub(crate) struct TrustedCommentArg {
    /// With --signature-format minisign: a line that is signed, too, and shown with a valid signature [default: time and name of the file]
    #[arg(long, value_name = "TEXT")]
    pub(crate) trusted_comment: Option<String>,
}

/// Whether the content of a file begins as such a signature does.
pub(crate) fn is_one(content: &[u8]) -> bool {
    content.trim_ascii_start().starts_with(b"untrusted comment:")
}

/// The key with which signatures are made, and what is said beside them.
pub(crate) struct Maker<'a> {
    pub(crate) key: &'a SigningKey,
    pub(crate) id: KeyId,
    /// The file of the key.
    pub(crate) path: &'a Path,
}

impl<'a> Maker<'a> {
    /// The maker with this key, which has an id of its own unless one stood beside it.
    pub(crate) fn new(key: &'a SigningKey, beside: &Beside, path: &'a Path) -> Maker<'a> {
        Maker { key, id: beside.key_id.unwrap_or(KeyId::of(&key.verifying_key())), path }
    }

    /// The text of a signature of minisign of everything that a reader gives.
    ///
    /// # Errors
    /// As the reader says; if the comment has control characters.
    pub(crate) fn minisign(
        &self,
        message: impl Read,
        document: &Path,
        comment: Option<&str>,
    ) -> anyhow::Result<Vec<u8>> {
        let comment = comment.map_or_else(|| default_comment(document), str::to_owned);
        Ok(Signature::sign_reader(self.key, self.id, message, &comment)?.to_text()?.into_bytes())
    }

    /// The text of a signature of signify. Its comment names the public key that belongs to a private key NAME.sec.
    ///
    /// # Errors
    /// None that a signature could cause.
    pub(crate) fn signify(&self, signature: ed25519::Signature) -> anyhow::Result<Vec<u8>> {
        let name =
            if self.path.extension() == Some(OsStr::new("sec")) { self.path.file_stem() } else { None };
        let comment = name.map_or_else(
            || "signature from signify secret key".to_owned(),
            |name| format!("verify with {}.pub", output::one_line(&name.to_string_lossy())),
        );
        Ok(Signature::signify(signature, self.id, &comment)?.to_text()?.into_bytes())
    }
}

/// The trusted comment that minisign writes unless told otherwise.
fn default_comment(document: &Path) -> String {
    let time = Timestamp::now().as_second();
    match document.file_name() {
        Some(name) if !files::is_dash(document) => {
            format!("timestamp:{time}\tfile:{}\thashed", output::one_line(&name.to_string_lossy()))
        }
        _ => format!("timestamp:{time}\thashed"),
    }
}

/// The file in which the signature of a document is looked for: `DOC.sig`, or `DOC.minisig`, which
/// comes first under a key of minisign.
pub(crate) fn signature_beside(keyring: &Keyring, document: &Path) -> PathBuf {
    let [sig, minisig] = [".sig", ".minisig"].map(|suffix| files::with_suffix(document, suffix));
    let of_minisign = keyring.keys.iter().find_map(|named| match &named.trusted {
        Trusted::Minisign(key) => Some(key),
        _ => None,
    });
    let (first, second) = match of_minisign {
        Some(key) if key.comment.ends_with(PUBLIC) => (sig, minisig),
        Some(_) => (minisig, sig),
        None => (sig, minisig),
    };
    if !first.exists() && second.exists() { second } else { first }
}

/// Refuses a document whose signature is in it in a way that is known and not read.
///
/// # Errors
/// If it is one; as the system says.
pub(crate) fn refuse_attached(document: &Path) -> anyhow::Result<()> {
    let mut head = Vec::new();
    files::open(document)?.take(64).read_to_end(&mut head)?;
    // A gzip file (RFC 1952) without extra fields and name, and with a comment.
    let gzip = head.strip_prefix(&[0x1f, 0x8b, 8, 16]).and_then(|rest| rest.get(6..)).is_some_and(is_one);
    let name = output::name(document);
    if gzip {
        bail!(
            "{name} has a signature in its gzip header, as `signify -S -z` writes it: `signify -V -z` judges that"
        );
    }
    if is_one(&head) {
        bail!(
            "{name} is itself a signature, with its message behind it if `signify -S -e` wrote it: `signify -V -e` judges that"
        );
    }
    Ok(())
}

/// The conditions under which a signature counts.
#[derive(Clone, Copy)]
pub(crate) struct Conditions<'a> {
    pub(crate) keyring: &'a Keyring,
    /// The program that must have made it, if one was asked for.
    pub(crate) format: Option<Format>,
    pub(crate) policy: Policy,
}

/// A valid signature.
pub(crate) struct Accepted {
    /// The name of the program, where it is not minisign, whose signatures show their trusted comment.
    pub(crate) kind: Option<&'static str>,
    /// The comment that is signed, too, of a signature of minisign.
    pub(crate) trusted_comment: Option<String>,
    /// The place of its key in the keyring.
    pub(crate) key: usize,
}

/// Judges one signature of everything that the readers give which `open` opens: the key that made it, or why it is rejected.
///
/// # Errors
/// As the readers say; if no key could have made it.
pub(crate) fn judge<R: Read>(
    content: &[u8],
    open: impl Fn() -> anyhow::Result<R>,
    conditions: Conditions<'_>,
) -> anyhow::Result<Result<Accepted, String>> {
    let Conditions { keyring, format, policy } = conditions;
    let Ok(text) = std::str::from_utf8(content) else {
        return Ok(Err("the signature is no text in UTF-8".to_owned()));
    };
    let signature = match Signature::from_text(text.trim()) {
        Ok(signature) => signature,
        Err(error) => return Ok(Err(error.to_string())),
    };
    if let Some(format) = format.filter(|format| *format != program(&signature)) {
        return Ok(Err(format!(
            "the signature is one of {}, not of {}",
            program(&signature).name(),
            format.name()
        )));
    }
    let mut reason = None;
    for (place, key) in keys(keyring)? {
        if let Some(id) = key.id.filter(|id| *id != signature.id()) {
            let other =
                format!("the signature is made with the key {}, and this key is {id}", signature.id());
            reason = reason.or(Some(other));
        } else if format.is_none()
            && signature.kind() == SignatureKind::Signify
            && is_of_minisign(keyring, &key)
        {
            reason = Some(CUT.to_owned());
        } else if signature.verify_trusted_comment(&key, policy).is_err() {
            reason = Some("another trusted comment or key, or an altered signature".to_owned());
        } else {
            match signature.verify_reader(&key, open()?, policy) {
                Ok(()) => {
                    let trusted_comment = signature.trusted_comment().map(str::to_owned);
                    let kind = (program(&signature) == Format::Signify).then_some("signify");
                    return Ok(Ok(Accepted { kind, trusted_comment, key: place }));
                }
                Err(ReaderError::Failed(_)) if signature.trusted_comment().is_some() => {
                    return Ok(
                        Err("another message: the trusted comment is signed with this key".to_owned()),
                    );
                }
                Err(ReaderError::Failed(_)) => {
                    reason = Some("another message or key, or an altered signature".to_owned());
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok(Err(reason.unwrap_or_else(|| "no key that its owner allows to verify signatures".to_owned())))
}

/// The reason why a signature of minisign that lost its trusted comment is rejected: what is left is one of signify, and nothing tells that it was
/// more.
const CUT: &str = "the signature has no trusted comment, as those of minisign have: if signify made it with this key, say --signature-format signify";

/// Whether a key is in a file of minisign, and not of signify, whatever other files have it.
fn is_of_minisign(keyring: &Keyring, key: &PublicKey) -> bool {
    keyring.keys.iter().any(|named| {
        matches!(&named.trusted, Trusted::Minisign(own) if own.key == key.key && !own.comment.ends_with(PUBLIC))
    })
}

/// The keys that may have made a signature, with their places in the keyring.
///
/// # Errors
/// If there is none.
fn keys(keyring: &Keyring) -> anyhow::Result<Vec<(usize, PublicKey)>> {
    let key = |(place, named): (usize, &crate::keys::Named)| match &named.trusted {
        Trusted::Minisign(key) => Some((place, key.clone())),
        Trusted::Key(jwk) => match jwk.key() {
            chop::encoding::PublicKey::Ed25519(key) => Some((place, (*key).into())),
            _ => None,
        },
        Trusted::Token(_) | Trusted::Signers(_) => None,
    };
    let mut keys: Vec<(usize, PublicKey)> = keyring.keys.iter().enumerate().filter_map(key).collect();
    if keys.is_empty() {
        bail!("signatures of minisign and signify are verified under a key for ed25519, and there is none");
    }
    keys.retain(|(place, _)| keyring.keys[*place].trusted.jwk().is_some_and(|jwk| jwk.may_verify().is_ok()));
    Ok(keys)
}

/// The program that makes such signatures.
fn program(signature: &Signature) -> Format {
    if signature.kind() == SignatureKind::Signify { Format::Signify } else { Format::Minisign }
}

/// The end of the comment of a public key of signify, and of a private one.
const PUBLIC: &str = " public key";
const SECRET: &str = " secret key";

/// The part of a comment that its owner wrote: the programs write the rest.
pub(crate) fn own_comment(comment: &str) -> &str {
    let own = comment.strip_suffix(PUBLIC).or(comment.strip_suffix(SECRET)).unwrap_or(comment);
    if own == "signify" || comment.starts_with("minisign ") { "" } else { own }
}

/// The text of a public key.
///
/// # Errors
/// If the comment has control characters or is too long.
pub(crate) fn public_text(
    format: Format,
    key: ed25519::VerifyingKey,
    beside: &Beside,
) -> anyhow::Result<String> {
    let id = beside.key_id.unwrap_or(KeyId::of(&key));
    let comment = match (format, &*beside.comment) {
        (Format::Signify, "") => format!("signify{PUBLIC}"),
        (Format::Signify, own) => format!("{own}{PUBLIC}"),
        (_, "") => format!("minisign public key {}", without_zeros(id)),
        (_, own) => own.to_owned(),
    };
    Ok(PublicKey { key, id: Some(id), comment }.to_text()?)
}

/// An id as minisign has it in comments: without the zeros before it.
fn without_zeros(id: KeyId) -> String {
    let digits = id.to_string();
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() { "0".to_owned() } else { digits.to_owned() }
}

/// The text of a private key, encrypted if there is a passphrase.
///
/// # Errors
/// If the comment has control characters or is too long; if there is no randomness, or not enough memory.
pub(crate) fn private_text(
    format: Format,
    key: &SigningKey,
    beside: &Beside,
    passphrase: Option<&[u8]>,
) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let id = beside.key_id.unwrap_or(KeyId::of(&key.verifying_key()));
    let own = match (format, &*beside.comment, passphrase) {
        (Format::Signify, "", _) => format!("signify{SECRET}"),
        (Format::Signify, own, _) => format!("{own}{SECRET}"),
        (_, "", Some(_)) => "minisign encrypted secret key".to_owned(),
        (_, "", None) => "minisign secret key".to_owned(),
        (_, own, _) => own.to_owned(),
    };
    let plain = |text: chop::encoding::SecretText| text.as_str().as_bytes().to_vec();
    Ok(Zeroizing::new(match (format, passphrase) {
        (Format::Signify, None) => plain(key.to_signify(id, &own)?),
        (Format::Signify, Some(word)) => key.to_signify_encrypted(id, &own, word)?.into_bytes(),
        (_, None) => plain(key.to_minisign(id, &own)?),
        (_, Some(word)) => key.to_minisign_encrypted(id, &own, word, MEMORY)?.into_bytes(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_in_a_comment_has_no_zeros_before_it() {
        for (id, expected) in [(0x0A25_6633_66E1_3834, "A25663366E13834"), (1, "1"), (0, "0")] {
            let id: u64 = id;
            assert_eq!(without_zeros(KeyId(id.to_le_bytes())), expected);
        }
    }

    #[test]
    fn what_the_programs_write_is_no_comment_of_the_owner() {
        for comment in
            ["minisign public key 0123456789ABCDEF", "minisign encrypted secret key", "signify public key"]
        {
            assert_eq!(own_comment(comment), "", "{comment}");
        }
        assert_eq!(own_comment("my name secret key"), "my name");
        assert_eq!(own_comment("my name"), "my name");
    }

    #[test]
    fn the_default_comment_is_one_line_whatever_the_file_is_called() {
        let comment = default_comment(Path::new("folder/a\nb"));
        assert!(comment.starts_with("timestamp:") && comment.ends_with("\tfile:a\\nb\thashed"), "{comment}");
        assert!(!default_comment(Path::new("-")).contains("file"));
    }
}
