//! RFC 9381: verifiable random functions on edwards25519 with SHA-512.

use serde::Deserialize;

/// An example.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Example {
    /// `TAI` or `ELL2`.
    pub suite: String,
    /// SK.
    #[serde(rename = "SK", with = "hex::serde")]
    pub secret: [u8; 32],
    /// PK.
    #[serde(rename = "PK", with = "hex::serde")]
    pub public: [u8; 32],
    /// The input.
    #[serde(with = "hex::serde")]
    pub alpha: Vec<u8>,
    /// The point of the input.
    #[serde(rename = "H", with = "hex::serde")]
    pub h: [u8; 32],
    /// The nonce.
    #[serde(with = "hex::serde")]
    pub k: [u8; 32],
    /// k·B.
    #[serde(rename = "U", with = "hex::serde")]
    pub u: [u8; 32],
    /// k·H.
    #[serde(rename = "V", with = "hex::serde")]
    pub v: [u8; 32],
    /// The proof.
    #[serde(with = "hex::serde")]
    pub pi: [u8; 80],
    /// The output.
    #[serde(with = "hex::serde")]
    pub beta: [u8; 64],
}

/// The examples of a suite.
pub fn examples(suite: &str) -> Vec<Example> {
    let text = include_str!("../data/rfc9381/ecvrf-edwards25519.json");
    let all: Vec<Example> = serde_json::from_str(text).expect("the file is well-formed");
    all.into_iter().filter(|example| example.suite == suite).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_suites_have_three_examples() {
        assert_eq!((examples("TAI").len(), examples("ELL2").len()), (3, 3));
    }
}
