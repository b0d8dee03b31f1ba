//! Keys and signatures of JSON Web Tokens: JWK and JWKS (RFC 7517, RFC 8037), their thumbprints (RFC 7638), JWS (RFC 7515, with the
//! unencoded payloads of RFC 7797), and the claims of a JWT (RFC 7519).
//!
//! | is                                       | read                                      | written                 |
//! |------------------------------------------|-------------------------------------------|-------------------------|
//! | key                                      | [`Jwk`], [`PrivateJwk`]: `OKP` with `Ed25519` or `X25519`, `EC` with `SM2` or `sm2p256v1`, or with `secp256k1` | the first name of each |
//! | set of keys                              | [`JwkSet`]; keys of other kinds are left out | no                   |
//! | signature                                | [`Jws`], compact and JSON, attached and detached: `Ed25519` (RFC 9864) and `EdDSA` | compact, `Ed25519` |
//!
//! What a signature says about itself counts only in its protected header, and its keys (`jwk`, `jku`, `x5c`, `x5u`) never count: whoever
//! verifies brings the keys. `crit` may name `b64` and nothing else. [`Refusal`] has the reasons.

mod claims;
mod jwk;
mod jws;
mod refusal;
mod write;

pub use claims::Claims;
pub use jwk::{Jwk, JwkSet, PrivateJwk, Unusable};
pub use jws::{Jws, Signature};
pub use refusal::Refusal;

use super::Content;
use super::json::Value;
use crate::{Error, Fault, FormatFault, KeyFileError};
use base64ct::{Base64UrlUnpadded, Encoding};

/// The error that says this.
fn malformed(fault: Fault) -> Error {
    Error::KeyFile(KeyFileError::Malformed(FormatFault(fault)))
}

/// Exactly N public bytes of base64url without padding.
fn decode_array<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let length = Base64UrlUnpadded::decode(text, &mut bytes).ok()?.len();
    (length == N).then_some(bytes)
}

/// What a text is, by the names of its members or by its header.
pub(super) fn recognise(text: &str) -> Option<Content<'_>> {
    if !text.starts_with('{') {
        return match compact_parts(text)? {
            3 => Some(Content::Jws(text)),
            5 => Some(JWE),
            _ => None,
        };
    }
    let Ok(value) = Value::from_text(text) else {
        // Reading says what is wrong with it.
        return text.contains("\"kty\"").then_some(Content::Jwk(text));
    };
    let members = value.object()?;
    let has = |name| members.get(name).is_some();
    match () {
        _ if has("kty") => Some(Content::Jwk(text)),
        _ if members.get("keys").and_then(Value::array).is_some() => Some(Content::JwkSet(text)),
        _ if has("signature") && (has("payload") || has("protected")) => Some(Content::Jws(text)),
        _ if has("signatures") && has("payload") => Some(Content::Jws(text)),
        _ if has("ciphertext") => Some(JWE),
        _ => None,
    }
}

const JWE: Content<'static> = Content::NotRead(KeyFileError::Jwe);

/// How the base64url of a JSON object begins: `{"`, or `{` and a blank.
const BEGINNINGS: [&str; 4] = ["eyJ", "eyA", "ewo", "ew0"];

/// How many parts a compact text has, the first of which is text that begins as an object does: a JWS has three. Whether its header is one,
/// judging tells.
fn compact_parts(text: &str) -> Option<usize> {
    if !BEGINNINGS.iter().any(|beginning| text.starts_with(beginning)) {
        return None;
    }
    let mut parts = text.split('.');
    let header = Base64UrlUnpadded::decode_vec(parts.next()?).ok()?;
    core::str::from_utf8(&header).ok()?;
    Some(1 + parts.count())
}
