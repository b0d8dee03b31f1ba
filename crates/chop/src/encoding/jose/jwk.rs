//! Keys in JSON: JWK and JWKS (RFC 7517, RFC 8037, RFC 8812).

use super::{Refusal, decode_array, malformed};
use crate::encoding::json::{Object, Text, Value};
use crate::encoding::{PrivateKey, PublicKey, cleanly, halves_agree};
use crate::secret::Secret;
use crate::{Error, Fault, KeyFileError, ed25519, x25519};
use alloc::string::String;
use alloc::vec::Vec;
use base64ct::{Base64UrlUnpadded, Encoding};

/// The kinds of keys that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Ed25519,
    X25519,
    #[cfg(feature = "sm2")]
    Sm2,
    #[cfg(feature = "secp256k1")]
    Secp256k1,
}

/// The conditions of a key's owner for its use, and its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Attributes {
    key_id: Option<String>,
    algorithm: Option<String>,
    usage: Option<String>,
    operations: Option<Vec<String>>,
}

impl Attributes {
    fn of(members: &Object<'_>) -> Result<Attributes, Error> {
        let text = |name, fault| match members.get(name) {
            None => Ok(None),
            Some(value) => value.text().map(owned).map(Some).ok_or(malformed(fault)),
        };
        let operations = match members.get("key_ops") {
            None => None,
            Some(value) => Some(texts(value).ok_or(malformed(Fault::JwkOperations))?),
        };
        Ok(Attributes {
            key_id: text("kid", Fault::JwkKeyId)?,
            algorithm: text("alg", Fault::JwkAlgorithm)?,
            usage: text("use", Fault::JwkUse)?,
            operations,
        })
    }

    /// Whether a key with these values of `alg` may do something: an operation of `key_ops`, which is of a `use`.
    fn allow(&self, usage: &str, operation: &str, fitting: &[&str]) -> Result<(), Refusal> {
        if self.usage.as_deref().is_some_and(|own| own != usage) {
            return Err(Refusal::KeyUse);
        }
        if self.operations.as_ref().is_some_and(|all| !all.iter().any(|one| one == operation)) {
            return Err(Refusal::KeyOperations);
        }
        if self.algorithm.as_deref().is_some_and(|algorithm| !fitting.contains(&algorithm)) {
            return Err(Refusal::KeyAlgorithm);
        }
        Ok(())
    }

    /// Whether the owner sets conditions.
    fn has_conditions(&self) -> bool {
        self.algorithm.is_some() || self.usage.is_some() || self.operations.is_some()
    }
}

/// The values of `alg` that fit a key.
fn fitting(key: &PublicKey) -> &'static [&'static str] {
    match key {
        PublicKey::Ed25519(_) => &["Ed25519", "EdDSA"],
        #[cfg(feature = "sm2")]
        PublicKey::Sm2(_) => &["SM2"],
        #[cfg(feature = "secp256k1")]
        PublicKey::Secp256k1(_) => &["ES256K"],
        _ => &[],
    }
}

/// A public key in JSON.
///
/// # Example
/// ```
/// use chop::encoding::jose::Jwk;
/// // RFC 8037, A.2.
/// let text = r#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#;
/// let jwk = Jwk::from_text(text)?;
/// assert_eq!(jwk.key().algorithm(), "ed25519");
/// assert_eq!(jwk.key().jwk_thumbprint()?, "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jwk {
    key: PublicKey,
    attributes: Attributes,
}

impl Jwk {
    /// Reads one public key.
    ///
    /// # Errors
    /// [`KeyFileError::PrivateKeyGiven`] if there is a secret in it, [`KeyFileError::WrongAlgorithm`] for keys of other kinds;
    /// [`KeyFileError::Malformed`], [`Error::NotAPoint`].
    pub fn from_text(text: &str) -> Result<Jwk, Error> {
        let value = Value::from_text(text).map_err(malformed)?;
        Jwk::of(value.object().ok_or(malformed(Fault::JwkObject))?)
    }

    fn of(members: &Object<'_>) -> Result<Jwk, Error> {
        let kind = kind(members)?;
        if members.get("d").is_some() {
            return Err(Error::KeyFile(KeyFileError::PrivateKeyGiven));
        }
        Ok(Jwk { key: public_key(kind, members)?, attributes: Attributes::of(members)? })
    }

    /// The key.
    pub fn key(&self) -> &PublicKey {
        &self.key
    }

    /// The name of the key, `kid`.
    pub fn key_id(&self) -> Option<&str> {
        self.attributes.key_id.as_deref()
    }

    /// Whether its owner allows it to verify signatures: `use`, `key_ops` and `alg`.
    ///
    /// # Errors
    /// [`Refusal::KeyUse`], [`Refusal::KeyOperations`], [`Refusal::KeyAlgorithm`].
    pub fn may_verify(&self) -> Result<(), Refusal> {
        self.attributes.allow("sig", "verify", fitting(&self.key))
    }

    /// Whether its owner allows it to encrypt: `use`, `key_ops` and `alg`.
    ///
    /// # Errors
    /// As [`Jwk::may_verify`].
    ///
    /// # Example
    /// ```
    /// use chop::encoding::jose::{Jwk, Refusal};
    /// let text = r#"{"kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08","use":"sig"}"#;
    /// assert_eq!(Jwk::from_text(text)?.may_encrypt(), Err(Refusal::KeyUse));
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn may_encrypt(&self) -> Result<(), Refusal> {
        self.attributes.allow("enc", "encrypt", fitting(&self.key))
    }

    /// The algorithm that the owner names, `alg`. `Ed25519` and `EdDSA` are Ed25519 without a context or prehash.
    pub fn algorithm(&self) -> Option<&str> {
        self.attributes.algorithm.as_deref()
    }

    /// Whether the owner sets conditions: `use`, `key_ops` or `alg`.
    pub fn has_conditions(&self) -> bool {
        self.attributes.has_conditions()
    }
}

/// A key alone, whose owner sets no conditions.
impl From<PublicKey> for Jwk {
    fn from(key: PublicKey) -> Jwk {
        Jwk { key, attributes: Attributes::default() }
    }
}

/// A private key in JSON.
pub struct PrivateJwk {
    /// The key.
    pub key: PrivateKey,
    attributes: Attributes,
}

impl PrivateJwk {
    /// Reads one private key. Constant time in the secret, whose characters must not be written as escapes.
    ///
    /// # Errors
    /// [`KeyFileError::PublicKeyGiven`] if there is no secret in it, [`KeyFileError::WrongAlgorithm`] for keys of other kinds,
    /// [`Error::PublicKeyMismatch`] if its public half belongs to another secret; [`KeyFileError::Malformed`].
    ///
    /// # Example
    /// ```
    /// use chop::encoding::PrivateKey;
    /// use chop::encoding::jose::PrivateJwk;
    /// let key = PrivateKey::Ed25519(chop::ed25519::SigningKey::generate()?);
    /// let text = key.to_jwk(Some("2026"))?;
    /// let jwk = PrivateJwk::from_text(text.as_str())?;
    /// assert_eq!((jwk.key_id(), jwk.key.public_key()), (Some("2026"), key.public_key()));
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn from_text(text: &str) -> Result<PrivateJwk, Error> {
        cleanly(|| {
            let value = Value::from_text(text).map_err(malformed)?;
            let members = value.object().ok_or(malformed(Fault::JwkObject))?;
            let kind = kind(members)?;
            let secret = members.get("d").ok_or(Error::KeyFile(KeyFileError::PublicKeyGiven))?;
            let attributes = Attributes::of(members)?;
            Ok(PrivateJwk { key: private_key(kind, members, secret)?, attributes })
        })
    }

    /// The name of the key, `kid`.
    pub fn key_id(&self) -> Option<&str> {
        self.attributes.key_id.as_deref()
    }

    /// Whether its owner allows it to sign: `use`, `key_ops` and `alg`.
    ///
    /// # Errors
    /// [`Refusal::KeyUse`], [`Refusal::KeyOperations`], [`Refusal::KeyAlgorithm`].
    pub fn may_sign(&self) -> Result<(), Refusal> {
        self.attributes.allow("sig", "sign", fitting(&self.key.public_key()))
    }

    /// Whether its owner allows it to decrypt: `use`, `key_ops` and `alg`.
    ///
    /// # Errors
    /// As [`PrivateJwk::may_sign`].
    pub fn may_decrypt(&self) -> Result<(), Refusal> {
        self.attributes.allow("enc", "decrypt", fitting(&self.key.public_key()))
    }

    /// The algorithm that the owner names: see [`Jwk::algorithm`].
    pub fn algorithm(&self) -> Option<&str> {
        self.attributes.algorithm.as_deref()
    }

    /// Whether the owner sets conditions: `use`, `key_ops` or `alg`.
    pub fn has_conditions(&self) -> bool {
        self.attributes.has_conditions()
    }
}

/// A set of public keys, as a server publishes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JwkSet {
    keys: Vec<Jwk>,
    unusable: Vec<Unusable>,
}

/// A key of a set that is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unusable {
    /// Which key of the set, from 1.
    pub number: usize,
    /// Its name, if it has one.
    pub key_id: Option<String>,
    /// What is wrong with it: [`KeyFileError::WrongAlgorithm`] if it only is of another kind.
    pub error: Error,
}

impl JwkSet {
    /// Reads a set. A key that is not read is left out, as RFC 7517 (section 5) asks, and listed.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`], if it is no set.
    ///
    /// # Example
    /// ```
    /// use chop::encoding::jose::JwkSet;
    /// let set = JwkSet::from_text(r#"{"keys":[{"kty":"RSA","kid":"old"}]}"#)?;
    /// assert_eq!((set.keys().len(), set.unusable()[0].key_id.as_deref()), (0, Some("old")));
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn from_text(text: &str) -> Result<JwkSet, Error> {
        let value = Value::from_text(text).map_err(malformed)?;
        let keys = value.object().and_then(|set| set.get("keys")).and_then(Value::array);
        let mut set = JwkSet { keys: Vec::new(), unusable: Vec::new() };
        for (key, number) in keys.ok_or(malformed(Fault::JwkSet))?.iter().zip(1..) {
            match key.object().map_or(Err(malformed(Fault::JwkObject)), Jwk::of) {
                Ok(key) => set.keys.push(key),
                Err(error) => {
                    let key_id = key.object().and_then(|key| key.get("kid")).and_then(Value::text).map(owned);
                    set.unusable.push(Unusable { number, key_id, error });
                }
            }
        }
        Ok(set)
    }

    /// The keys that are read, in their order.
    pub fn keys(&self) -> &[Jwk] {
        &self.keys
    }

    /// The keys that are not.
    pub fn unusable(&self) -> &[Unusable] {
        &self.unusable
    }
}

fn owned(text: Text<'_>) -> String {
    text.decoded().into_owned()
}

/// The strings of an array of them.
fn texts(value: &Value<'_>) -> Option<Vec<String>> {
    value.array()?.iter().map(|one| one.text().map(owned)).collect()
}

/// The kind of a key by `kty` and `crv`.
fn kind(members: &Object<'_>) -> Result<Kind, Error> {
    let text = |name| members.get(name).and_then(Value::text).map(Text::decoded);
    let kty = text("kty").ok_or(malformed(Fault::JwkType))?;
    if kty != "OKP" && kty != "EC" {
        return Err(Error::KeyFile(KeyFileError::WrongAlgorithm));
    }
    let crv = text("crv").ok_or(malformed(Fault::JwkCurve))?;
    match (&*kty, &*crv) {
        ("OKP", "Ed25519") => Ok(Kind::Ed25519),
        ("OKP", "X25519") => Ok(Kind::X25519),
        #[cfg(feature = "sm2")]
        ("EC", "SM2" | "sm2p256v1") => Ok(Kind::Sm2),
        #[cfg(feature = "secp256k1")]
        ("EC", "secp256k1") => Ok(Kind::Secp256k1),
        _ => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
    }
}

/// 32 public bytes of a member.
fn coordinate(members: &Object<'_>, name: &str, fault: Fault) -> Result<[u8; 32], Error> {
    let text = members.get(name).and_then(Value::text).and_then(Text::plain);
    text.and_then(decode_array).ok_or(malformed(fault))
}

fn public_key(kind: Kind, members: &Object<'_>) -> Result<PublicKey, Error> {
    let x = coordinate(members, "x", Fault::JwkX)?;
    Ok(match kind {
        Kind::Ed25519 => PublicKey::Ed25519(ed25519::VerifyingKey::from_bytes(&x)?),
        Kind::X25519 => PublicKey::X25519(x25519::PublicKey::from_bytes(&x)),
        #[cfg(feature = "sm2")]
        Kind::Sm2 => {
            let y = coordinate(members, "y", Fault::JwkY)?;
            PublicKey::Sm2(crate::sm2::VerifyingKey::from_coordinates(&x, &y)?)
        }
        #[cfg(feature = "secp256k1")]
        Kind::Secp256k1 => {
            let y = coordinate(members, "y", Fault::JwkY)?;
            PublicKey::Secp256k1(crate::secp256k1::VerifyingKey::from_coordinates(&x, &y)?)
        }
    })
}

fn private_key(kind: Kind, members: &Object<'_>, secret: &Value<'_>) -> Result<PrivateKey, Error> {
    let public = public_key(kind, members)?;
    let text = secret.text().and_then(Text::plain).ok_or(malformed(Fault::JwkSecret))?;
    let mut bytes = Secret::<32>::zeros();
    match Base64UrlUnpadded::decode(text, bytes.as_mut_bytes()) {
        Ok(decoded) if decoded.len() == 32 => {}
        _ => return Err(malformed(Fault::JwkSecret)),
    }
    let key = match kind {
        Kind::Ed25519 => PrivateKey::Ed25519(ed25519::SigningKey::from_seed(bytes.as_bytes())),
        Kind::X25519 => PrivateKey::X25519(x25519::StaticSecret::from_bytes(bytes.as_bytes())),
        #[cfg(feature = "sm2")]
        Kind::Sm2 => PrivateKey::Sm2(crate::sm2::SigningKey::from_bytes(bytes.as_bytes())?),
        #[cfg(feature = "secp256k1")]
        Kind::Secp256k1 => PrivateKey::Secp256k1(crate::secp256k1::SigningKey::from_bytes(bytes.as_bytes())?),
    };
    if halves_agree(&public.to_bytes(), &key.public_key().to_bytes()) {
        Ok(key)
    } else {
        Err(Error::PublicKeyMismatch)
    }
}

/// `kty` and `crv` of a key that has a form in JSON.
pub(super) fn names(key: &PublicKey) -> Result<(&'static str, &'static str), Error> {
    match key {
        PublicKey::Ed25519(_) => Ok(("OKP", "Ed25519")),
        PublicKey::X25519(_) => Ok(("OKP", "X25519")),
        #[cfg(feature = "sm2")]
        PublicKey::Sm2(_) => Ok(("EC", "SM2")),
        #[cfg(feature = "secp256k1")]
        PublicKey::Secp256k1(_) => Ok(("EC", "secp256k1")),
        #[cfg(any(feature = "blake3", feature = "blake2b"))]
        _ => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
    }
}
