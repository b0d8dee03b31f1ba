//! Signatures in JSON: JWS (RFC 7515), with the unencoded payloads of RFC 7797.
//!
//! ```text
//! compact:    BASE64URL(protected header) . BASE64URL(payload) . BASE64URL(signature)
//! flattened:  {"payload": …, "protected": …, "header": {…}, "signature": …}
//! general:    {"payload": …, "signatures": [{"protected": …, "header": {…}, "signature": …}, …]}
//! signed:     BASE64URL(protected header) . payload, which is in base64url unless b64 is false
//! detached:   the same without the payload, which whoever verifies has
//! ```

use super::{Jwk, Refusal, decode_array, malformed};
use crate::ed25519::{self, Policy, SigningKey};
use crate::encoding::PublicKey;
use crate::encoding::json::{Object, Text, Value};
use crate::{Error, Fault};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use base64ct::{Base64UrlUnpadded, Encoding};

/// How many signatures one JWS may have.
const MAX_SIGNATURES: usize = 64;
/// How many members a header may have: they are compared with each other.
const MAX_MEMBERS: usize = 64;
/// What counts in the protected header only.
const PROTECTED_ONLY: [&str; 4] = ["alg", "crit", "b64", "kid"];

/// A payload and its signatures.
///
/// # Example
/// ```
/// use chop::ed25519::{Policy, SigningKey};
/// use chop::encoding::{PublicKey, jose::{Jwk, Jws}};
/// let key = SigningKey::generate()?;
/// let keys = [Jwk::from(PublicKey::Ed25519(key.verifying_key()))];
/// let token = Jws::sign(&key, Some("2026"), br#"{"sub":"me"}"#);
/// let read = Jws::from_text(&token)?;
/// assert!(read.judge(&keys, Policy::DEFAULT).all(|verdict| verdict == Ok(0)));
/// assert_eq!(read.payload().as_deref(), Some(&br#"{"sub":"me"}"#[..]));
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jws {
    /// As it is signed.
    payload: Option<Vec<u8>>,
    /// Whether `payload` is in base64url.
    encoded: bool,
    compact: bool,
    /// Whether the payload was in it when it was read.
    attached: bool,
    signatures: Vec<Signature>,
}

/// A signature with what it says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The protected header as it is signed.
    protected: String,
    header: Result<Header, Refusal>,
    signature: Option<ed25519::Signature>,
}

/// The protected header, of an algorithm that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Header {
    key_id: Option<String>,
    kind: Option<String>,
    encoded: bool,
}

impl Jws {
    /// Reads a JWS, in whichever of its three forms.
    ///
    /// A signature that cannot be valid, by its header, is no error: [`Jws::judge`] says so of it.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`](crate::KeyFileError::Malformed).
    pub fn from_text(text: &str) -> Result<Jws, Error> {
        let text = text.trim_ascii();
        let (signatures, payload, compact) = if text.starts_with('{') {
            let value = Value::from_text(text).map_err(malformed)?;
            from_members(value.object().ok_or(malformed(Fault::JwsParts))?)?
        } else {
            from_parts(text)?
        };
        if signatures.is_empty() || signatures.len() > MAX_SIGNATURES {
            return Err(malformed(Fault::JwsSignatures));
        }
        let encoded = encoding(&signatures)?;
        // Where the payload stands as it is, implementations write a detached one in JSON as an empty one.
        let payload = payload.filter(|payload| encoded || !payload.is_empty());
        if encoded && payload.as_deref().is_some_and(|payload| decode(payload).is_none()) {
            return Err(malformed(Fault::JwsPayload));
        }
        Ok(Jws { attached: payload.is_some(), payload, encoded, compact, signatures })
    }

    /// The payload, decoded; `None` if it is detached.
    pub fn payload(&self) -> Option<Cow<'_, [u8]>> {
        let payload = self.payload.as_deref()?;
        if self.encoded { decode(payload).map(Cow::Owned) } else { Some(Cow::Borrowed(payload)) }
    }

    /// Whether the payload is detached, and must be given before anything is judged.
    pub fn is_detached(&self) -> bool {
        self.payload.is_none()
    }

    /// The same with the payload that was detached.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`](crate::KeyFileError::Malformed), if there is one already.
    pub fn with_payload(mut self, payload: &[u8]) -> Result<Jws, Error> {
        if self.payload.is_some() {
            return Err(malformed(Fault::JwsTwoPayloads));
        }
        self.payload = Some(match self.encoded {
            true => Base64UrlUnpadded::encode_string(payload).into_bytes(),
            false => payload.to_vec(),
        });
        Ok(self)
    }

    /// The signatures, in their order.
    pub fn signatures(&self) -> &[Signature] {
        &self.signatures
    }

    /// Whether it is in the compact form.
    pub fn is_compact(&self) -> bool {
        self.compact
    }

    /// Whether the payload was in it when it was read, and not detached.
    pub(super) fn is_attached(&self) -> bool {
        self.attached
    }

    /// Whether the payload is in base64url, as it is unless `b64` is false.
    pub(super) fn is_encoded(&self) -> bool {
        self.encoded
    }

    /// The verdict on each signature: which of the keys verifies it, or why none does. A JWS is valid if all its signatures are.
    ///
    /// A key whose `kid` is not that of the signature is not tried; a key without one is, and so are all for a signature without one.
    pub fn judge(&self, keys: &[Jwk], policy: Policy) -> impl Iterator<Item = Result<usize, Refusal>> {
        self.signatures.iter().map(move |signature| self.judge_one(signature, keys, policy))
    }

    fn judge_one(&self, signature: &Signature, keys: &[Jwk], policy: Policy) -> Result<usize, Refusal> {
        let header = signature.header.as_ref().map_err(|refusal| *refusal)?;
        let bytes = signature.signature.as_ref().ok_or(Refusal::SignatureLength)?;
        let payload = self.payload.as_deref().ok_or(Refusal::Detached)?;
        let parts = [signature.protected.as_bytes(), b".", payload];
        let mut refusal = Refusal::NoKey;
        for (number, key) in keys.iter().enumerate() {
            match tried(key, header) {
                Ok(key) if key.with_policy(policy).verify_parts(&parts, bytes).is_ok() => return Ok(number),
                Ok(_) => refusal = Refusal::Invalid,
                Err(other) if closeness(other) > closeness(refusal) => refusal = other,
                Err(_) => {}
            }
        }
        Err(refusal)
    }

    /// Signs a payload: the compact form with the payload in it, and `typ` where the payload is a token's claims, a JSON object.
    pub fn sign(key: &SigningKey, key_id: Option<&str>, payload: &[u8]) -> String {
        let is_object = core::str::from_utf8(payload).ok().and_then(|text| Value::from_text(text).ok());
        let kind = is_object.and_then(|value| value.object().map(|_| "JWT"));
        let protected = protected(key_id, kind);
        let payload = Base64UrlUnpadded::encode_string(payload);
        let signature = key.sign_parts(&[protected.as_bytes(), b".", payload.as_bytes()]);
        format!("{protected}.{payload}.{}", Base64UrlUnpadded::encode_string(&signature.to_bytes()))
    }

    /// Signs a payload: the compact form without the payload.
    pub fn sign_detached(key: &SigningKey, key_id: Option<&str>, payload: &[u8]) -> String {
        let protected = protected(key_id, None);
        let payload = Base64UrlUnpadded::encode_string(payload);
        let signature = key.sign_parts(&[protected.as_bytes(), b".", payload.as_bytes()]);
        format!("{protected}..{}", Base64UrlUnpadded::encode_string(&signature.to_bytes()))
    }
}

impl Signature {
    /// The name of the key that made it, as the protected header has it.
    pub fn key_id(&self) -> Option<&str> {
        self.header.as_ref().ok()?.key_id.as_deref()
    }

    /// The kind of the whole, `typ`, as the protected header has it.
    pub fn kind(&self) -> Option<&str> {
        self.header.as_ref().ok()?.kind.as_deref()
    }

    /// Why it cannot be valid, if its header says so.
    pub fn refusal(&self) -> Option<Refusal> {
        self.header.as_ref().err().copied()
    }
}

/// The key, if it may have made the signature.
fn tried<'k>(key: &'k Jwk, header: &Header) -> Result<&'k ed25519::VerifyingKey, Refusal> {
    if key.key_id().is_some_and(|name| header.key_id.as_deref().is_some_and(|asked| asked != name)) {
        return Err(Refusal::OtherKeyId);
    }
    let PublicKey::Ed25519(point) = key.key() else { return Err(Refusal::OtherKey) };
    key.may_verify().map(|()| point)
}

/// Of several reasons the one that is told is the highest: what was tried says more than what was not.
fn closeness(refusal: Refusal) -> u8 {
    match refusal {
        Refusal::NoKey => 0,
        Refusal::OtherKeyId => 1,
        Refusal::Invalid => 3,
        _ => 2,
    }
}

type Read = (Vec<Signature>, Option<Vec<u8>>, bool);

/// The compact form.
fn from_parts(text: &str) -> Result<Read, Error> {
    let parts: Vec<&str> = text.splitn(4, '.').collect();
    let [protected, payload, signature] = parts[..] else { return Err(malformed(Fault::JwsParts)) };
    let payload = (!payload.is_empty()).then(|| payload.as_bytes().to_vec());
    Ok((alloc::vec![Signature::of(protected.to_string(), None, signature)], payload, true))
}

/// The forms in JSON.
fn from_members(members: &Object<'_>) -> Result<Read, Error> {
    let payload = match members.get("payload") {
        None => None,
        Some(payload) => {
            let text = payload.text().ok_or(malformed(Fault::JwsPayload))?;
            Some(text.decoded().into_owned().into_bytes())
        }
    };
    let signatures = match (members.get("signature"), members.get("signatures").map(Value::array)) {
        (Some(_), None) => alloc::vec![from_object(members)?],
        (None, Some(Some(all))) => {
            let object =
                |one: &Value<'_>| one.object().ok_or(malformed(Fault::JwsSignature)).and_then(from_object);
            all.iter().take(MAX_SIGNATURES + 1).map(object).collect::<Result<_, _>>()?
        }
        _ => return Err(malformed(Fault::JwsMembers)),
    };
    Ok((signatures, payload, false))
}

/// One signature of a form in JSON.
fn from_object(members: &Object<'_>) -> Result<Signature, Error> {
    let text = |name| members.get(name).map(|value| value.text().map(Text::decoded));
    let Some(Some(signature)) = text("signature") else { return Err(malformed(Fault::JwsSignature)) };
    let protected = match text("protected") {
        None => Cow::Borrowed(""),
        Some(protected) => protected.ok_or(malformed(Fault::JwsSignature))?,
    };
    let open = match members.get("header") {
        None => None,
        Some(header) => {
            let few = header.object().filter(|members| members.names().count() <= MAX_MEMBERS);
            Some(few.ok_or(malformed(Fault::JwsHeader))?)
        }
    };
    Ok(Signature::of(protected.into_owned(), open, &signature))
}

impl Signature {
    /// The signature with this protected header, and the header that is not protected.
    fn of(protected: String, open: Option<&Object<'_>>, signature: &str) -> Signature {
        let header = read_header(&protected, open);
        let signature =
            decode_array(signature.as_bytes()).map(|bytes| ed25519::Signature::from_bytes(&bytes));
        Signature { protected, header, signature }
    }
}

fn read_header(protected: &str, open: Option<&Object<'_>>) -> Result<Header, Refusal> {
    if open.is_some_and(|open| PROTECTED_ONLY.iter().any(|name| open.get(name).is_some())) {
        return Err(Refusal::Unprotected);
    }
    if protected.is_empty() {
        return Err(Refusal::NoAlgorithm);
    }
    let bytes = Base64UrlUnpadded::decode_vec(protected).map_err(|_| Refusal::Header)?;
    let text = core::str::from_utf8(&bytes).map_err(|_| Refusal::Header)?;
    let value = Value::from_text(text).map_err(|_| Refusal::Header)?;
    let members =
        value.object().filter(|members| members.names().count() <= MAX_MEMBERS).ok_or(Refusal::Header)?;
    if open.is_some_and(|open| members.names().any(|name| open.get(&name).is_some())) {
        return Err(Refusal::Unprotected);
    }
    check_algorithm(members)?;
    let encoded = match members.get("b64") {
        None => true,
        Some(Value::Bool(encoded)) => *encoded,
        Some(_) => return Err(Refusal::Header),
    };
    let critical = check_critical(members)?;
    if !encoded && !critical {
        return Err(Refusal::UncriticalB64);
    }
    let text = |name| match members.get(name) {
        None => Ok(None),
        Some(value) => value.text().map(|text| Some(text.decoded().into_owned())).ok_or(Refusal::Header),
    };
    Ok(Header { key_id: text("kid")?, kind: text("typ")?, encoded })
}

fn check_algorithm(members: &Object<'_>) -> Result<(), Refusal> {
    let algorithm = members.get("alg").and_then(Value::text).ok_or(Refusal::NoAlgorithm)?.decoded();
    match &*algorithm {
        "Ed25519" | "EdDSA" => Ok(()),
        // Whatever its case, as programs that took it once did not care.
        none if none.eq_ignore_ascii_case("none") => Err(Refusal::Unsigned),
        "HS256" | "HS384" | "HS512" => Err(Refusal::Hmac),
        _ => Err(Refusal::OtherAlgorithm),
    }
}

/// Whether `crit` names `b64`, which is all that it may name.
fn check_critical(members: &Object<'_>) -> Result<bool, Refusal> {
    let Some(critical) = members.get("crit") else { return Ok(false) };
    let names = critical.array().ok_or(Refusal::Critical)?;
    let is_b64 = |name: &Value<'_>| name.text().is_some_and(|name| name.decoded() == "b64");
    match names {
        [name] if is_b64(name) && members.get("b64").is_some() => Ok(true),
        _ => Err(Refusal::Critical),
    }
}

/// Whether the payload of these signatures is in base64url: on which all must agree.
fn encoding(signatures: &[Signature]) -> Result<bool, Error> {
    let mut headers = signatures.iter().filter_map(|signature| signature.header.as_ref().ok());
    let first = headers.next().is_none_or(|header| header.encoded);
    if headers.all(|header| header.encoded == first) {
        Ok(first)
    } else {
        Err(malformed(Fault::JwsMixedPayload))
    }
}

fn decode(payload: &[u8]) -> Option<Vec<u8>> {
    Base64UrlUnpadded::decode_vec(core::str::from_utf8(payload).ok()?).ok()
}

/// The protected header that is written.
fn protected(key_id: Option<&str>, kind: Option<&str>) -> String {
    let member = |name: &str, value: Option<&str>| {
        value.map(|value| format!(",\"{name}\":{}", super::write::quoted(value))).unwrap_or_default()
    };
    let header = format!("{{\"alg\":\"Ed25519\"{}{}}}", member("typ", kind), member("kid", key_id));
    Base64UrlUnpadded::encode_string(header.as_bytes())
}
