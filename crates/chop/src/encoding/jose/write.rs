//! Keys written as JSON, and thumbprints.

use super::jwk::names;
use crate::Error;
use crate::encoding::{PrivateKey, PublicKey, SecretText, cleanly};
use alloc::format;
use alloc::string::String;
use base64ct::{Base64UrlUnpadded, Encoding};
use sha2::{Digest, Sha256};

/// How many characters 32 bytes have in base64url.
const SECRET: usize = 43;

impl PublicKey {
    /// The key as a JWK, in one line; `key_id` becomes its `kid`.
    ///
    /// # Errors
    /// [`KeyFileError::WrongAlgorithm`](crate::KeyFileError::WrongAlgorithm) for the hash variants of Ed25519, which have no form in JSON.
    ///
    /// # Example
    /// ```
    /// use chop::encoding::{PublicKey, jose::Jwk};
    /// let key = PublicKey::Ed25519(chop::ed25519::SigningKey::from_seed(&[7; 32]).verifying_key());
    /// assert_eq!(Jwk::from_text(&key.to_jwk(None)?)?.key(), &key);
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn to_jwk(&self, key_id: Option<&str>) -> Result<String, Error> {
        let (kty, crv) = names(self)?;
        Ok(format!("{{\"kty\":\"{kty}\",\"crv\":\"{crv}\",{}{}}}\n", members(self), name(key_id)))
    }

    /// The thumbprint of the key (RFC 7638) with SHA-256, in base64url: a name of 43 characters that follows from the key.
    ///
    /// # Errors
    /// As [`PublicKey::to_jwk`].
    pub fn jwk_thumbprint(&self) -> Result<String, Error> {
        let (kty, crv) = names(self)?;
        let canonical = format!("{{\"crv\":\"{crv}\",\"kty\":\"{kty}\",{}}}", members(self));
        Ok(Base64UrlUnpadded::encode_string(&Sha256::digest(canonical)))
    }
}

impl PrivateKey {
    /// The key as a JWK, in one line; `key_id` becomes its `kid`.
    ///
    /// # Errors
    /// [`KeyFileError::WrongAlgorithm`](crate::KeyFileError::WrongAlgorithm) for the hash variants of Ed25519, which have no form in JSON.
    pub fn to_jwk(&self, key_id: Option<&str>) -> Result<SecretText, Error> {
        cleanly(|| {
            let public = self.public_key();
            let (kty, crv) = names(&public)?;
            let mut digits = crate::secret::Secret::<SECRET>::zeros();
            let secret = match self {
                PrivateKey::Ed25519(key) => key.to_seed(),
                PrivateKey::X25519(key) => key.to_bytes(),
                #[cfg(feature = "sm2")]
                PrivateKey::Sm2(key) => key.to_bytes(),
                #[cfg(feature = "secp256k1")]
                PrivateKey::Secp256k1(key) => key.to_bytes(),
                #[cfg(any(feature = "blake3", feature = "blake2b"))]
                _ => return Err(Error::KeyFile(crate::KeyFileError::WrongAlgorithm)),
            };
            let secret = Base64UrlUnpadded::encode(secret.as_bytes(), digits.as_mut_bytes())
                .map_err(|_| Error::SecretKeyLength)?;
            let head = format!("{{\"kty\":\"{kty}\",\"crv\":\"{crv}\",{},\"d\":\"", members(&public));
            Ok(SecretText::joined(&[&head, secret, "\"", &name(key_id), "}\n"]))
        })
    }
}

/// The coordinates, as members.
fn members(key: &PublicKey) -> String {
    let encode = Base64UrlUnpadded::encode_string;
    let bytes = key.to_bytes();
    // Of SM2 and secp256k1 04 ‖ x ‖ y.
    match bytes.as_slice() {
        [_, coordinates @ ..] if coordinates.len() == 64 => {
            let (x, y) = coordinates.split_at(32);
            format!("\"x\":\"{}\",\"y\":\"{}\"", encode(x), encode(y))
        }
        x => format!("\"x\":\"{}\"", encode(x)),
    }
}

/// `kid` behind a comma; nothing where there is none.
fn name(key_id: Option<&str>) -> String {
    key_id.map(|key_id| format!(",\"kid\":{}", quoted(key_id))).unwrap_or_default()
}

/// A text as a JSON string.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\0'..=' ' if character != ' ' => quoted.push_str(&format!("\\u{:04x}", character as u32)),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(all(test, feature = "getrandom"))]
mod tests {
    use super::super::PrivateJwk;
    use super::*;

    #[test]
    fn a_name_is_read_back_whatever_its_characters() {
        let key = PrivateKey::Ed25519(crate::ed25519::SigningKey::from_seed(&[7; 32]));
        for name in [None, Some(""), Some("a"), Some("\"\\\u{1}\n\u{1f} /é\u{1f600}\u{7f}")] {
            let jwk = PrivateJwk::from_text(key.to_jwk(name).unwrap().as_str()).unwrap();
            assert_eq!(jwk.key_id(), name);
        }
    }
}
