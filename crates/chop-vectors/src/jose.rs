//! Keys, signatures and tokens in JSON, of the standards and of other implementations.

use serde_json::Value;

/// RFC 8037, appendix A: one key of Ed25519 and a signature, and two keys of X25519.
#[derive(Clone, Debug)]
pub struct Rfc8037 {
    /// The private key, as a JWK.
    pub private_key: String,
    /// The public key, as a JWK.
    pub public_key: String,
    /// The thumbprint of the public key.
    pub thumbprint: String,
    /// The message that is signed.
    pub payload: String,
    /// The signature, compact.
    pub jws: String,
    /// Public keys of X25519, as JWKs.
    pub x25519_public_keys: [String; 2],
}

/// The values of RFC 8037.
///
/// # Panics
/// If the file is not what it was.
pub fn rfc8037() -> Rfc8037 {
    let values = object(include_str!("../data/jose/rfc8037.json"));
    Rfc8037 {
        private_key: values["private_key"].to_string(),
        public_key: values["public_key"].to_string(),
        thumbprint: text(&values["thumbprint"]),
        payload: text(&values["payload"]),
        jws: text(&values["jws"]),
        x25519_public_keys: [
            values["x25519_public_key"].to_string(),
            values["x25519_ephemeral_public_key"].to_string(),
        ],
    }
}

/// The detached signature of RFC 7797, section 4.2, and its payload.
///
/// # Panics
/// If the file is not what it was.
pub fn rfc7797() -> (String, String) {
    let values = object(include_str!("../data/jose/rfc7797.json"));
    (text(&values["detached"]), text(&values["payload"]))
}

/// The message under the signatures of other implementations that are no tokens.
pub const MESSAGE: &[u8] = b"hello\n";

/// The value of this name that `jose` of npm made: text as it stands, else as JSON.
///
/// # Panics
/// If there is none.
pub fn node(name: &str) -> String {
    text(&object(include_str!("../data/jose/node.json"))[name])
}

/// The value of this name that packages of Python made.
///
/// # Panics
/// If there is none.
pub fn python(name: &str) -> String {
    text(&object(include_str!("../data/jose/python.json"))[name])
}

fn object(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => panic!("no value"),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
