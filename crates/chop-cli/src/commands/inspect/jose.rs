//! Keys, sets of keys and signatures in JSON.

use super::{Facts, key_facts};
use crate::keys;
use crate::output;
use anyhow::bail;
use chop::encoding::jose::{Jwk, JwkSet, Jws, PrivateJwk, Refusal};
use chop::{Error, KeyFileError};
use serde_json::json;

/// A key: private or public.
pub(super) fn key(text: &str) -> anyhow::Result<Facts> {
    let (kind, key, name, allowed) = match Jwk::from_text(text) {
        Ok(jwk) => ("public key", *jwk.key(), jwk.key_id().map(str::to_owned), jwk.may_verify()),
        Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)) => {
            let jwk = PrivateJwk::from_text(text)?;
            ("private key", jwk.key.public_key(), jwk.key_id().map(str::to_owned), jwk.may_sign())
        }
        Err(error) => return Err(error.into()),
    };
    let mut facts = vec![("kind", json!(kind)), ("form", json!("JWK"))];
    if kind == "private key" {
        facts.push(("encrypted", json!(false)));
    }
    facts.extend(key_facts(&key, ""));
    facts.push(("thumbprint", json!(key.jwk_thumbprint()?)));
    if let Some(name) = name {
        facts.push(("kid", json!(output::one_line(&name))));
    }
    if let Err(refusal) = allowed
        && refusal != Refusal::OtherKey
    {
        let doing = if kind == "private key" { "may sign" } else { "may verify" };
        facts.push((doing, json!(format!("no: {refusal}"))));
    }
    Ok(facts)
}

/// A set of keys.
pub(super) fn set(text: &str) -> anyhow::Result<Facts> {
    let set = JwkSet::from_text(text)?;
    let keys: Vec<String> = set
        .keys()
        .iter()
        .map(|jwk| {
            let name = jwk.key_id().map(|id| format!(", kid {}", output::one_line(id))).unwrap_or_default();
            format!("{} {}{name}", jwk.key().algorithm(), keys::key_id(jwk.key()))
        })
        .collect();
    let unusable: Vec<String> =
        set.unusable().iter().map(|key| format!("key {}: {}", key.number, key.error)).collect();
    let mut facts =
        vec![("kind", json!("public keys")), ("form", json!("JWK set")), ("keys", json!(keys.join("; ")))];
    if !unusable.is_empty() {
        facts.push(("do not count", json!(unusable.join("; "))));
    }
    Ok(facts)
}

/// A signature, and the claims of a token. Nothing of it is verified.
pub(super) fn signature(text: &str) -> anyhow::Result<Facts> {
    let jws = Jws::from_text(text)?;
    let form = match (jws.is_compact(), jws.is_detached()) {
        (true, false) => "JWS, compact",
        (true, true) => "JWS, compact, without its payload",
        (false, false) => "JWS in JSON",
        (false, true) => "JWS in JSON, without its payload",
    };
    let kind = if jws.is_token() { "token (not verified here)" } else { "signature" };
    let mut facts = vec![("kind", json!(kind)), ("form", json!(form))];
    let signatures: Vec<String> = jws.signatures().iter().map(one).collect();
    if signatures.is_empty() {
        bail!("a JWS without a signature");
    }
    facts.push(("signatures", json!(signatures.join("; "))));
    if let Some(payload) = jws.payload()
        && jws.is_token()
    {
        facts.push(("claims", json!(output::one_line(&String::from_utf8_lossy(&payload)))));
    }
    Ok(facts)
}

/// A signature by its header.
fn one(signature: &chop::encoding::jose::Signature) -> String {
    match (signature.refusal(), signature.key_id()) {
        (Some(refusal), _) => format!("refused: {refusal}"),
        (None, Some(name)) => format!("ed25519, kid {}", output::one_line(name)),
        (None, None) => "ed25519".to_owned(),
    }
}
