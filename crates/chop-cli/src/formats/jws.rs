//! JWS: the signatures of JSON Web Tokens.

use crate::output;
use anyhow::Context;
use chop::ed25519::{Policy, SigningKey};
use chop::encoding::jose::{Claims, Jwk, Jws, Refusal};
use chop::encoding::{Content, recognise};

/// The arguments that say what a token must claim.
#[derive(clap::Args, Debug)]
pub(crate) struct ClaimsArgs {
    /// Of a JWT, `aud` must name NAME
    #[arg(long, value_name = "NAME")]
    pub(crate) audience: Option<String>,
    /// Of a JWT, `iss` must be NAME
    #[arg(long, value_name = "NAME")]
    pub(crate) issuer: Option<String>,
    /// Do not judge `exp` and `nbf` of a JWT
    #[arg(long)]
    pub(crate) ignore_time: bool,
}

impl ClaimsArgs {
    /// Whether they ask for something that only tokens have.
    pub(crate) fn ask(&self) -> bool {
        self.audience.is_some() || self.issuer.is_some() || self.ignore_time
    }

    /// The conditions at a time, in seconds since 1970 began.
    fn at(&self, time: i64) -> Claims<'_> {
        Claims {
            time: (!self.ignore_time).then_some(time),
            audience: self.audience.as_deref(),
            issuer: self.issuer.as_deref(),
        }
    }
}

/// Whether the content of a file is one.
pub(crate) fn is_one(content: &[u8]) -> bool {
    matches!(recognise(content), Content::Jws(_))
}

/// Whether a file may be one by the byte that it begins with.
pub(crate) fn may_be_one(head: &[u8]) -> bool {
    matches!(head.trim_ascii_start().first(), Some(b'e' | b'{'))
}

/// The compact JWS of a payload without the payload in it, and a newline.
pub(crate) fn sign_detached(key: &SigningKey, key_id: Option<&str>, payload: &[u8]) -> Vec<u8> {
    (Jws::sign_detached(key, key_id, payload) + "\n").into_bytes()
}

/// The compact JWS of a payload, and a newline.
pub(crate) fn sign(key: &SigningKey, key_id: Option<&str>, payload: &[u8]) -> Vec<u8> {
    (Jws::sign(key, key_id, payload) + "\n").into_bytes()
}

/// The conditions under which a JWS counts.
#[derive(Clone, Copy)]
pub(crate) struct Conditions<'a> {
    pub(crate) keys: &'a [Jwk],
    pub(crate) claims: &'a ClaimsArgs,
    /// Seconds since 1970 began.
    pub(crate) time: i64,
    pub(crate) policy: Policy,
}

/// A valid JWS.
pub(crate) struct Accepted {
    /// The keys that made its signatures, by their places among those given.
    pub(crate) keys: Vec<usize>,
    /// `JWT` or `JWS`.
    pub(crate) kind: &'static str,
}

/// Judges a JWS with its payload, or with this one: which keys made its signatures, or why it is rejected.
///
/// # Errors
/// If it is none, or if there is no payload.
pub(crate) fn judge(
    content: &[u8],
    document: Option<&[u8]>,
    conditions: Conditions<'_>,
) -> anyhow::Result<Result<Accepted, String>> {
    let text = std::str::from_utf8(content).context("a JWS is text, and this is none")?;
    let mut jws = Jws::from_text(text)?;
    match document {
        Some(document) if jws.is_detached() => jws = jws.with_payload(document)?,
        Some(document) if jws.payload().as_deref() != Some(document) => {
            return Ok(Err("the payload in the signature is not this document".to_owned()));
        }
        _ => {}
    }
    let kind = if jws.is_token() { "JWT" } else { "JWS" };
    let (mut keys, several) = (Vec::new(), jws.signatures().len() > 1);
    for ((number, signature), verdict) in
        (1..).zip(jws.signatures()).zip(jws.judge(conditions.keys, conditions.policy))
    {
        match verdict {
            Ok(key) => keys.push(key),
            Err(Refusal::Detached) => anyhow::bail!(
                "a JWS without its payload: name the file with the payload, and this one with --signature"
            ),
            Err(refusal) => {
                let of = if several { format!("signature {number}: ") } else { String::new() };
                let named = named_key(refusal, signature.key_id(), &jws, conditions);
                return Ok(Err(format!("{of}{refusal}{named}")));
            }
        }
    }
    Ok(match conditions.claims.at(conditions.time).check(&jws) {
        Ok(()) => Ok(Accepted { keys, kind }),
        Err(refusal) => Err(refusal.to_string()),
    })
}

/// The `kid` that no key has, and whether one with another `kid` made the signature all the same.
fn named_key(refusal: Refusal, key_id: Option<&str>, jws: &Jws, conditions: Conditions<'_>) -> String {
    let (Refusal::OtherKeyId, Some(key_id)) = (refusal, key_id) else { return String::new() };
    let nameless: Vec<Jwk> = conditions.keys.iter().map(|jwk| Jwk::from(*jwk.key())).collect();
    let made = jws.judge(&nameless, conditions.policy).find_map(Result::ok);
    let other = made.and_then(|key| conditions.keys[key].key_id());
    let but = other.map(|other| format!("; the key with kid {} made it", output::one_line(other)));
    format!(" ({}{})", output::one_line(key_id), but.unwrap_or_default())
}
