//! SSHSIG: the signatures of `ssh-keygen -Y` and git.

use crate::keys::{self, Keyring, Trusted};
use crate::output;
use crate::time::unix_of;
use anyhow::{Context, bail};
use chop::ed25519::{Policy, SigningKey};
use chop::encoding::openssh::{AllowedSigners, Line, MessageHash, PublicKey, Signature};
use chop::{Error, KeyFileError};
use std::io::Read;

/// The argument that says what a signature is for.
#[derive(clap::Args, Debug)]
pub(crate) struct NamespaceArg {
    /// What an SSH signature is for, `file` or `git` or a name of your own: needed with them
    #[arg(long, value_name = "NAME")]
    pub(crate) namespace: Option<String>,
}

/// The argument that says who must have signed.
#[derive(clap::Args, Debug)]
pub(crate) struct IdentityArg {
    /// With an allowed_signers file: only a key of this principal verifies
    #[arg(long, value_name = "NAME")]
    pub(crate) identity: Option<String>,
}

impl NamespaceArg {
    /// The namespace.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn needed(&self) -> anyhow::Result<&str> {
        match self.namespace.as_deref() {
            Some("") => bail!("--namespace is empty: say what the signature is for, as `file`"),
            Some(name) => Ok(name),
            None => {
                bail!("an SSH signature is for one use: say which with --namespace, as `--namespace file`")
            }
        }
    }
}

/// Whether the content of a file is such a signature.
pub(crate) fn is_one(content: &[u8]) -> bool {
    content.trim_ascii_start().starts_with(b"-----BEGIN SSH SIGNATURE-----")
}

/// The text of the signature of everything that a reader gives.
///
/// # Errors
/// As the reader says; if the namespace is none.
pub(crate) fn sign(key: &SigningKey, namespace: &str, message: impl Read) -> anyhow::Result<Vec<u8>> {
    let mut hasher = MessageHash::Sha512.start();
    hasher.update_reader(message)?;
    Ok(Signature::sign_hashed(key, namespace, hasher)?.to_text()?.into_bytes())
}

/// The conditions under which a signature counts.
#[derive(Clone, Copy)]
pub(crate) struct Conditions<'a> {
    pub(crate) keyring: &'a Keyring,
    pub(crate) namespace: &'a str,
    pub(crate) identity: Option<&'a str>,
    /// Seconds since 1970 began.
    pub(crate) time: i64,
    pub(crate) policy: Policy,
}

/// The principals of the line in an `allowed_signers` file that has the key; `None` where a key alone is trusted.
type Signer = Option<String>;

/// The maker of a valid signature.
pub(crate) struct Accepted {
    pub(crate) signer: Signer,
    /// The place in the keyring of what trusts the key.
    pub(crate) key: usize,
}

/// Judges one signature of everything that a reader gives: who signed it, or why it is rejected.
///
/// # Errors
/// If it cannot be judged: as the reader says, or if a time of validity is none.
pub(crate) fn judge(
    content: &[u8],
    message: impl Read,
    conditions: Conditions<'_>,
) -> anyhow::Result<Result<Accepted, String>> {
    let Ok(text) = std::str::from_utf8(content) else {
        return Ok(Err("the signature is no text".to_owned()));
    };
    let signature = match Signature::from_text(text.trim()) {
        Ok(signature) => signature,
        Err(Error::KeyFile(KeyFileError::WrongAlgorithm)) => bail!(
            "the signature is made with a key of another kind than Ed25519: `ssh-keygen -Y verify` judges it"
        ),
        Err(error) => return Ok(Err(error.to_string())),
    };
    if signature.namespace() != conditions.namespace {
        let made_for = output::one_line(signature.namespace());
        return Ok(Err(format!("the signature is for {made_for}, not for {}", conditions.namespace)));
    }
    let accepted = match signer(&signature, conditions)? {
        Ok(accepted) => accepted,
        Err(reason) => return Ok(Err(reason)),
    };
    if !signature.user_present() {
        return Ok(Err("nobody touched the security token that made the signature".to_owned()));
    }
    let mut hasher = signature.hash().start();
    hasher.update_reader(message)?;
    let verdict = signature.verify_hashed(signature.key(), conditions.namespace, hasher, conditions.policy);
    Ok(verdict.map(|()| accepted).map_err(|_| "another message, or an altered signature".to_owned()))
}

/// The signer of a signature by its key, or the reason why its key does not count: of several that of a list that has the key.
fn signer(signature: &Signature, conditions: Conditions<'_>) -> anyhow::Result<Result<Accepted, String>> {
    if conditions.identity.is_some()
        && !conditions.keyring.keys.iter().any(|named| matches!(named.trusted, Trusted::Signers(_)))
    {
        bail!("--identity is for an allowed_signers file: a key alone says nothing about who has it");
    }
    let made_with = keys::key_id(&chop::encoding::PublicKey::Ed25519(*signature.key().verifying_key()));
    let mut reason = None;
    for (key, named) in conditions.keyring.keys.iter().enumerate() {
        match trusts(&named.trusted, signature, conditions).with_context(|| named.name.clone())? {
            Ok(signer) => return Ok(Ok(Accepted { signer, key })),
            Err(Some(refusal)) => reason = Some(refusal),
            Err(None) => {}
        }
    }
    let unknown = match conditions.keyring.keys.as_slice() {
        [named] if matches!(named.trusted, Trusted::Signers(_)) => {
            format!("the signature is made with a key that is not among the allowed signers': {made_with}")
        }
        _ => format!("the signature is made with another key: {made_with}"),
    };
    Ok(Err(reason.unwrap_or(unknown)))
}

/// The signer, if this trusts the key of the signature; the reason, if it has the key and does not trust it here.
fn trusts(
    trusted: &Trusted,
    signature: &Signature,
    conditions: Conditions<'_>,
) -> anyhow::Result<Result<Signer, Option<String>>> {
    let expected = match trusted {
        Trusted::Signers(signers) => {
            return line_of(signers, signature, conditions).map(|line| line.map(Some));
        }
        // A key alone is no principal.
        _ if conditions.identity.is_some() => return Ok(Err(None)),
        Trusted::Token(key) => key.clone(),
        Trusted::Minisign(key) => PublicKey::from(key.key),
        Trusted::Key(jwk) => match jwk.key() {
            chop::encoding::PublicKey::Ed25519(key) => PublicKey::from(*key),
            other if conditions.keyring.keys.len() == 1 => {
                bail!("a key for {}, and SSH signatures here are made with ed25519", other.algorithm())
            }
            _ => return Ok(Err(None)),
        },
    };
    if *signature.key() != expected {
        return Ok(Err(None));
    }
    Ok(match trusted {
        Trusted::Key(jwk) => jwk.may_verify().map(|()| None).map_err(|refusal| Some(refusal.to_string())),
        _ => Ok(None),
    })
}

/// The principals of the first line whose conditions a signature meets, or which of them none does.
fn line_of(
    signers: &AllowedSigners,
    signature: &Signature,
    conditions: Conditions<'_>,
) -> anyhow::Result<Result<String, Option<String>>> {
    let mut reason = None;
    for line in signers.lines().iter().filter(|line| line.key == *signature.key()) {
        match refusal(line, conditions)
            .with_context(|| format!("line {} of the allowed signers", line.number))?
        {
            None => return Ok(Ok(output::one_line(&line.principals))),
            Some(refusal) => {
                reason =
                    Some(format!("line {} of the allowed signers has its key, but {refusal}", line.number));
            }
        }
    }
    Ok(Err(reason))
}

/// Why a line does not allow what it should.
fn refusal(line: &Line, conditions: Conditions<'_>) -> anyhow::Result<Option<String>> {
    let before = |moment: Option<_>| moment.as_ref().map(unix_of).transpose();
    Ok(match conditions.identity {
        Some(name) if !line.is_principal(name) => Some(format!("it is not for {}", output::one_line(name))),
        _ if !line.is_for(conditions.namespace) => {
            Some(format!("it is not for the namespace {}", conditions.namespace))
        }
        _ if before(line.valid_after)?.is_some_and(|start| conditions.time < start) => {
            Some("it is not valid yet".to_owned())
        }
        _ if before(line.valid_before)?.is_some_and(|end| conditions.time > end) => {
            Some("it is no longer valid".to_owned())
        }
        _ => None,
    })
}
