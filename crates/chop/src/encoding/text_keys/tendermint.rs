//! The JSON of Tendermint and CometBFT: `priv_validator_key.json`, `node_key.json`, and the public key that `cometbft show-validator`
//! prints.
//!
//! | member              | holds                                                  | compared with the key      |
//! |---------------------|--------------------------------------------------------|----------------------------|
//! | `priv_key`          | type `tendermint/PrivKeyEd25519`, seed ‖ A in base64   | A                          |
//! | `pub_key`           | type `tendermint/PubKeyEd25519`, A in base64           | yes                        |
//! | `address`, `id`     | the first 20 bytes of SHA-256 of A, in hexadecimal digits | yes                     |
//!
//! Contract: constant time in the private key; where the strings of the text begin and end shows. Members with other names are not
//! looked at.

use super::malformed;
use crate::ed25519::{SigningKey, VerifyingKey};
use crate::encoding::json::{Object, Value};
use crate::encoding::{SecretText, cleanly, halves_agree};
use crate::secret::{Secret, SecretBytes};
use crate::{Error, Fault, KeyFileError};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use base64ct::{Base64, Encoding};
use sha2::{Digest, Sha256};

const PRIVATE: &str = "tendermint/PrivKeyEd25519";
const PUBLIC: &str = "tendermint/PubKeyEd25519";
/// Characters of the longest text that is looked at: a whole file has less than 400.
const LONGEST: usize = 16 << 10;

impl SigningKey {
    /// Reads `priv_validator_key.json` or `node_key.json`. A public key or an address beside the private one must belong to it.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`], also for keys of other algorithms; [`Error::PublicKeyMismatch`],
    /// [`KeyFileError::PublicKeyGiven`].
    pub fn from_tendermint(text: &str) -> Result<SigningKey, Error> {
        cleanly(|| private_key(text.trim()))
    }

    /// The text of `priv_validator_key.json`.
    ///
    /// # Errors
    /// None that a key could cause.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::SigningKey;
    /// let key = SigningKey::generate()?;
    /// let again = SigningKey::from_tendermint(key.to_tendermint()?.as_str())?;
    /// assert_eq!(again.verifying_key(), key.verifying_key());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn to_tendermint(&self) -> Result<SecretText, Error> {
        cleanly(|| {
            let public = self.verifying_key();
            let address = base16ct::upper::encode_string(&address(&public));
            let head = format!(
                "{{\n  \"address\": \"{address}\",\n  \"pub_key\": {},\n  \"priv_key\": {{\n    \"type\": \
                 \"{PRIVATE}\",\n    \"value\": \"",
                object(&public, "  ")
            );
            let tail = "\"\n  }\n}\n";
            let mut text = SecretBytes(Vec::with_capacity(head.len() + PAIR + tail.len()));
            text.0.extend_from_slice(head.as_bytes());
            text.0.resize(head.len() + PAIR, 0);
            // 64 bytes have this many characters.
            let _ = Base64::encode(self.to_keypair_bytes().as_bytes(), &mut text.0[head.len()..]);
            text.0.extend_from_slice(tail.as_bytes());
            SecretText::from_bytes(text)
        })
    }
}

impl VerifyingKey {
    /// The object that stands for a public key in these files.
    pub fn to_tendermint(&self) -> String {
        object(self, "")
    }
}

/// Characters of 64 bytes in base64.
const PAIR: usize = 88;

fn object(key: &VerifyingKey, indent: &str) -> String {
    let value = Base64::encode_string(key.as_bytes());
    format!("{{\n{indent}  \"type\": \"{PUBLIC}\",\n{indent}  \"value\": \"{value}\"\n{indent}}}")
}

/// The address of a key.
fn address(key: &VerifyingKey) -> [u8; 20] {
    let digest = Sha256::digest(key.as_bytes());
    core::array::from_fn(|at| digest[at])
}

/// Whether a text is an object of this kind.
pub(super) fn is_one(text: &str) -> bool {
    if !text.starts_with('{') || text.len() > LONGEST {
        return false;
    }
    let Ok(Value::Object(object)) = Value::from_text(text) else { return false };
    let names_type = |object: &Object<'_>| type_of(object).is_some_and(|kind| is_type(&kind));
    let within = |name| object.get(name).and_then(Value::object).is_some_and(names_type);
    names_type(&object) || within("priv_key") || within("pub_key")
}

/// Whether a type of key is one of these programs'.
fn is_type(name: &str) -> bool {
    name.starts_with("tendermint/") || name.starts_with("cometbft/")
}

fn type_of(object: &Object<'_>) -> Option<String> {
    Some(object.get("type")?.text()?.decoded().into_owned())
}

/// The private key in a text without blanks around it.
pub(super) fn private_key(text: &str) -> Result<SigningKey, Error> {
    let whole = read(text)?;
    let private = match whole.get("priv_key") {
        Some(private) => private.object().ok_or(malformed(Fault::TendermintMember))?,
        None if whole.get("pub_key").is_some() || type_of(&whole).as_deref() == Some(PUBLIC) => {
            return Err(Error::KeyFile(KeyFileError::PublicKeyGiven));
        }
        None => &whole,
    };
    let mut pair = Secret::<64>::zeros();
    value(private, PRIVATE, pair.as_mut_bytes())?;
    let key = SigningKey::from_keypair_bytes(pair.as_bytes())?;
    compare(&whole, &key.verifying_key())?;
    Ok(key)
}

/// The public key in a text without blanks around it.
pub(super) fn public_key(text: &str) -> Result<VerifyingKey, Error> {
    let whole = read(text)?;
    if whole.get("priv_key").is_some() || type_of(&whole).as_deref() == Some(PRIVATE) {
        return Err(Error::KeyFile(KeyFileError::PrivateKeyGiven));
    }
    let public = match whole.get("pub_key") {
        Some(public) => public.object().ok_or(malformed(Fault::TendermintMember))?,
        None => &whole,
    };
    let key = public_of(public)?;
    compare(&whole, &key)?;
    Ok(key)
}

fn read(text: &str) -> Result<Object<'_>, Error> {
    if text.len() > LONGEST {
        return Err(malformed(Fault::TendermintLong));
    }
    match Value::from_text(text).map_err(malformed)? {
        Value::Object(object) => Ok(object),
        _ => Err(malformed(Fault::TendermintMember)),
    }
}

fn public_of(object: &Object<'_>) -> Result<VerifyingKey, Error> {
    let mut key = [0; 32];
    value(object, PUBLIC, &mut key)?;
    VerifyingKey::from_bytes(&key)
}

/// Compares what a file says about a key with it.
fn compare(whole: &Object<'_>, key: &VerifyingKey) -> Result<(), Error> {
    if let Some(public) = whole.get("pub_key") {
        let public = public.object().ok_or(malformed(Fault::TendermintMember))?;
        if !halves_agree(public_of(public)?.as_bytes(), key.as_bytes()) {
            return Err(Error::PublicKeyMismatch);
        }
    }
    for name in ["address", "id"] {
        let Some(written) = whole.get(name) else { continue };
        let written = written.text().ok_or(malformed(Fault::TendermintMember))?.decoded();
        let read = base16ct::mixed::decode_vec(&*written).unwrap_or_default();
        if !halves_agree(&read, &address(key)) {
            return Err(Error::PublicKeyMismatch);
        }
    }
    Ok(())
}

/// The bytes of a key's object.
fn value(object: &Object<'_>, expected: &str, bytes: &mut [u8]) -> Result<(), Error> {
    match type_of(object).ok_or(malformed(Fault::TendermintMember))?.as_str() {
        kind if kind == expected => {}
        kind if kind.ends_with("Secp256k1") => return Err(malformed(Fault::TendermintSecp256k1)),
        kind if kind.ends_with("Sr25519") => return Err(malformed(Fault::TendermintSr25519)),
        kind if kind.ends_with("Bls12_381") => return Err(malformed(Fault::TendermintBls)),
        _ => return Err(malformed(Fault::TendermintType)),
    }
    let text = object.get("value").and_then(Value::text).and_then(|text| text.plain());
    let text = text.ok_or(malformed(Fault::TendermintMember))?;
    let length = bytes.len();
    match Base64::decode(text, bytes) {
        Ok(decoded) if decoded.len() == length => Ok(()),
        _ => Err(malformed(Fault::TendermintValue)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::text_keys::TextKey;

    fn key() -> SigningKey {
        SigningKey::from_seed(&[7; 32])
    }

    fn other() -> String {
        base16ct::upper::encode_string(&address(&SigningKey::from_seed(&[8; 32]).verifying_key()))
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = key().to_tendermint().unwrap();
        assert_eq!(
            private_key(text.as_str().trim()).map(|key| key.verifying_key()),
            Ok(key().verifying_key())
        );
        assert!(TextKey::of(text.as_str().trim()).is_some());
        let public = key().verifying_key().to_tendermint();
        assert_eq!(public_key(&public), Ok(key().verifying_key()));
        assert_eq!(public_key(text.as_str()), Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)));
        assert_eq!(private_key(&public).map(|_| ()), Err(Error::KeyFile(KeyFileError::PublicKeyGiven)));
    }

    #[test]
    fn a_public_half_or_an_address_that_does_not_fit_is_refused() {
        let text = key().to_tendermint().unwrap();
        let text = text.as_str();
        let own = base16ct::upper::encode_string(&address(&key().verifying_key()));
        let public = Base64::encode_string(key().verifying_key().as_bytes());
        let strange = Base64::encode_string(SigningKey::from_seed(&[8; 32]).verifying_key().as_bytes());
        let mut pair = *key().to_keypair_bytes().as_bytes();
        let whole = Base64::encode_string(&pair);
        pair[63] ^= 1;
        for (from, to) in [
            (own.as_str(), other().as_str()),
            (&own, &own[1..]),
            (&own, ""),
            (&public, &strange),
            (&whole, &Base64::encode_string(&pair)),
            ("\"address\"", "\"id\": \"00\", \"address\""),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            assert_eq!(private_key(&changed).map(|_| ()), Err(Error::PublicKeyMismatch), "{changed}");
        }
        let node = text.replace("\"address\"", "\"id\"").replace(&own, &own.to_lowercase());
        assert!(private_key(&node).is_ok());
    }

    #[test]
    fn other_types_and_values_are_named() {
        let text = key().to_tendermint().unwrap();
        let text = text.as_str();
        for (from, to, fault) in [
            ("PrivKeyEd25519", "PrivKeySecp256k1", Fault::TendermintSecp256k1),
            ("PrivKeyEd25519", "PrivKeySr25519", Fault::TendermintSr25519),
            ("PrivKeyEd25519", "PrivKeyBls12_381", Fault::TendermintBls),
            ("PrivKeyEd25519", "PrivKeyOther", Fault::TendermintType),
            ("PubKeyEd25519", "PubKeyOther", Fault::TendermintType),
            ("\"value\": \"", "\"value\": \"!", Fault::TendermintValue),
            ("\"priv_key\": {", "\"priv_key\": 1, \"x\": {", Fault::TendermintMember),
            ("\"pub_key\": {", "\"pub_key\": [], \"x\": {", Fault::TendermintMember),
            ("\"address\": ", "\"address\": 1, \"x\": ", Fault::TendermintMember),
            ("{", "{\"address\": \"\",", Fault::JsonTwice),
            ("}", "", Fault::JsonSyntax),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            assert_eq!(private_key(&changed).map(|_| ()), Err(malformed(fault)), "{changed}");
        }
        assert_eq!(private_key("[]").map(|_| ()), Err(malformed(Fault::TendermintMember)));
        let long = format!("{text}{}", " ".repeat(LONGEST));
        assert_eq!(private_key(&long).map(|_| ()), Err(malformed(Fault::TendermintLong)));
    }
}
