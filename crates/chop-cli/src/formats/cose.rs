//! COSE_Sign1.

use crate::keys::{self, Keyring, Trusted};
use anyhow::bail;
use chop::ed25519::Policy;
use chop::encoding::cose::Sign1;
use chop::encoding::{Content, PublicKey, recognise};

/// Whether the content of a file is one.
pub(crate) fn is_one(content: &[u8]) -> bool {
    matches!(recognise(content), Content::CoseSign1(_))
}

/// Judges one signature of this payload, or of its own: the place of the key that made it, or why it is rejected.
///
/// # Errors
/// If no key could make one; if there is no payload.
pub(crate) fn judge(
    content: &[u8],
    document: Option<&[u8]>,
    keyring: &Keyring,
    policy: Policy,
) -> anyhow::Result<Result<usize, String>> {
    let signature = match Sign1::from_bytes(content) {
        Ok(signature) => signature,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let payload = match (document, signature.payload()) {
        (Some(document), Some(own)) if document != own => {
            return Ok(Err("the payload in the signature is not this document".to_owned()));
        }
        (Some(payload), _) | (None, Some(payload)) => payload,
        (None, None) => bail!(
            "a COSE_Sign1 without its payload: name the file with the payload, and this one with --signature"
        ),
    };
    let mut tried = 0;
    for (place, named) in keyring.keys.iter().enumerate() {
        let Some(jwk) = named.trusted.jwk() else { continue };
        let PublicKey::Ed25519(key) = jwk.key() else { continue };
        tried += 1;
        if jwk.may_verify().is_ok() && signature.verify(key, payload, b"", policy).is_ok() {
            return Ok(Ok(place));
        }
    }
    match (tried, keyring.keys.as_slice()) {
        (0, _) => bail!("no key for ed25519, with which COSE_Sign1 are made here"),
        (_, [only]) if matches!(&only.trusted, Trusted::Key(jwk) if jwk.may_verify().is_err()) => {
            Ok(Err("the key's owner does not allow it to verify signatures".to_owned()))
        }
        _ => Ok(Err(format!(
            "another document or key{}, or an altered signature",
            keys::named_in_signature(signature.key_id())
        ))),
    }
}
