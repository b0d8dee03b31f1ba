//! The claims of a token: JWT (RFC 7519).

use super::{Jws, Refusal};
use crate::encoding::json::{Object, Value};

/// The conditions that the claims of a token must meet, beside its signature.
///
/// # Example
/// ```
/// use chop::ed25519::SigningKey;
/// use chop::encoding::jose::{Claims, Jws, Refusal};
/// let token = Jws::sign(&SigningKey::generate()?, None, br#"{"exp":1000,"aud":["shop"]}"#);
/// let token = Jws::from_text(&token)?;
/// let claims = Claims { time: Some(999), audience: Some("shop"), issuer: None };
/// assert_eq!(claims.check(&token), Ok(()));
/// assert_eq!(Claims { time: Some(1000), ..claims }.check(&token), Err(Refusal::Expired));
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims<'a> {
    /// Seconds since 1970 began: `exp`, where it is present, must be later, and `nbf` not later. Neither is judged without a time.
    pub time: Option<i64>,
    /// `aud` must name it.
    pub audience: Option<&'a str>,
    /// `iss` must be it.
    pub issuer: Option<&'a str>,
}

impl Jws {
    /// Whether it is a token: `typ` says so, or it is compact and has a JSON object as its payload.
    pub fn is_token(&self) -> bool {
        let is_object = |payload: &[u8]| {
            let text = core::str::from_utf8(payload).ok()?;
            Value::from_text(text).ok()?.object().map(|_| ())
        };
        self.signatures().iter().filter_map(|signature| signature.kind()).any(is_token)
            || self.is_compact()
                && self.is_attached()
                && self.payload().and_then(|payload| is_object(&payload)).is_some()
    }
}

impl Claims<'_> {
    /// Checks the payload of a JWS, whose signatures [`Jws::judge`] judges.
    ///
    /// A payload that is no JSON object has no claims, and fulfils what asks for none; neither has a payload that was detached, unless
    /// `typ` says that it has. A JWS is a token if `typ` says so, or if it is compact and has an object as its payload; a token must have
    /// claims and must not have `b64: false`. There is no leeway.
    ///
    /// # Errors
    /// [`Refusal::Expired`], [`Refusal::NotYetValid`], [`Refusal::Audience`], [`Refusal::Issuer`], [`Refusal::Claims`],
    /// [`Refusal::TokenB64`].
    pub fn check(&self, jws: &Jws) -> Result<(), Refusal> {
        let named = jws.signatures().iter().filter_map(|signature| signature.kind()).any(is_token);
        let payload = if named || jws.is_attached() { jws.payload() } else { None };
        let text = payload.as_deref().and_then(|payload| core::str::from_utf8(payload).ok());
        let value = text.map(Value::from_text);
        let claims = match &value {
            Some(Ok(value)) => value.object(),
            _ => None,
        };
        // Such as an object with a member twice, or with bytes that are no text: other programs read it all the same.
        if claims.is_none() && payload.as_deref().is_some_and(begins_object) {
            return Err(Refusal::Claims);
        }
        if (named || jws.is_compact() && claims.is_some()) && !jws.is_encoded() {
            return Err(Refusal::TokenB64);
        }
        match claims {
            Some(claims) => self.check_members(claims),
            None if named => Err(Refusal::Claims),
            None if self.audience.is_some() => Err(Refusal::Audience),
            None if self.issuer.is_some() => Err(Refusal::Issuer),
            None => Ok(()),
        }
    }

    fn check_members(&self, claims: &Object<'_>) -> Result<(), Refusal> {
        if let Some(time) = self.time {
            if moment(claims, "exp")?.is_some_and(|end| time as f64 >= end) {
                return Err(Refusal::Expired);
            }
            if moment(claims, "nbf")?.is_some_and(|start| (time as f64) < start) {
                return Err(Refusal::NotYetValid);
            }
        }
        if self.audience.is_some_and(|asked| !names(claims.get("aud"), asked)) {
            return Err(Refusal::Audience);
        }
        if self.issuer.is_some_and(|asked| !is(claims.get("iss"), asked)) {
            return Err(Refusal::Issuer);
        }
        Ok(())
    }
}

/// Whether bytes begin as a JSON object does, behind a byte order mark or not.
fn begins_object(payload: &[u8]) -> bool {
    let payload = payload.strip_prefix("\u{feff}".as_bytes()).unwrap_or(payload);
    payload.trim_ascii_start().starts_with(b"{")
}

/// Whether `typ` says that a JWS is a token: `JWT`, or a kind of it as `at+jwt`, as it stands or behind `application/`.
fn is_token(kind: &str) -> bool {
    let kind = kind.to_ascii_lowercase();
    let kind = kind.strip_prefix("application/").unwrap_or(&kind);
    kind == "jwt" || kind.ends_with("+jwt")
}

/// Seconds since 1970 began, whole or not.
fn moment(claims: &Object<'_>, name: &str) -> Result<Option<f64>, Refusal> {
    match claims.get(name) {
        None => Ok(None),
        Some(Value::Number(number)) => number.parse().map(Some).map_err(|_| Refusal::Claims),
        Some(_) => Err(Refusal::Claims),
    }
}

/// Whether a claim is this string.
fn is(claim: Option<&Value<'_>>, asked: &str) -> bool {
    claim.and_then(Value::text).is_some_and(|text| text.decoded() == asked)
}

/// Whether a claim is this string, or a list of strings with it.
fn names(claim: Option<&Value<'_>>, asked: &str) -> bool {
    match claim {
        Some(Value::Array(all)) => all.iter().any(|one| is(Some(one), asked)),
        claim => is(claim, asked),
    }
}
