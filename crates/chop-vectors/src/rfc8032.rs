//! RFC 8032, section 7: keys and signatures of Ed25519, Ed25519ctx and Ed25519ph.

use serde::{Deserialize, Deserializer};

/// One key pair, message and signature.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Case {
    /// The title in the RFC.
    pub name: String,
    /// The secret key (seed).
    #[serde(with = "hex::serde")]
    pub secret: [u8; 32],
    /// The public key of `secret`.
    #[serde(with = "hex::serde")]
    pub public: [u8; 32],
    /// The message; for Ed25519ph the message itself, not its digest.
    #[serde(with = "hex::serde")]
    pub message: Vec<u8>,
    /// The context; `None` for pure Ed25519.
    #[serde(default, deserialize_with = "some_hex")]
    pub context: Option<Vec<u8>>,
    /// The signature R ‖ S.
    #[serde(with = "hex::serde")]
    pub signature: [u8; 64],
}

/// Section 7.1, Ed25519.
pub fn pure() -> Vec<Case> {
    file().ed25519
}

/// Section 7.2, Ed25519ctx.
pub fn ctx() -> Vec<Case> {
    file().ed25519ctx
}

/// Section 7.3, Ed25519ph.
pub fn ph() -> Vec<Case> {
    file().ed25519ph
}

#[derive(Deserialize)]
struct File {
    ed25519: Vec<Case>,
    ed25519ctx: Vec<Case>,
    ed25519ph: Vec<Case>,
}

fn file() -> File {
    serde_json::from_str(include_str!("../data/rfc8032/ed25519.json")).expect("the file is well-formed")
}

fn some_hex<'de, D: Deserializer<'de>>(text: D) -> Result<Option<Vec<u8>>, D::Error> {
    hex::serde::deserialize(text).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_as_many_cases_as_the_rfc() {
        assert_eq!((pure().len(), ctx().len(), ph().len()), (5, 4, 1));
    }

    #[test]
    fn only_pure_has_no_context() {
        assert!(pure().iter().all(|case| case.context.is_none()));
        assert!(ctx().iter().all(|case| case.context.as_ref().is_some_and(|bytes| !bytes.is_empty())));
        assert_eq!(ph()[0].context, Some(vec![]));
    }

    #[test]
    fn messages_have_the_lengths_of_their_titles() {
        let lengths: Vec<usize> = pure().iter().map(|case| case.message.len()).collect();
        assert_eq!(lengths, [0, 1, 2, 1023, 64]); // "TEST 1024" has 1023 bytes
    }
}
