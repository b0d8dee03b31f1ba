//! SM3 (GB/T 32905): sample digests, and one that stands for many lengths.

use serde::Deserialize;

/// A message and its digest.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Case {
    /// The message.
    #[serde(rename = "msg_hex", with = "hex::serde")]
    pub message: Vec<u8>,
    /// SM3 of it.
    #[serde(with = "hex::serde")]
    pub digest: [u8; 32],
}

/// The samples of the standard and four more.
pub fn samples() -> Vec<Case> {
    file().cases
}

/// SM3 of the concatenation of SM3(00 01 02 … n − 1), bytes modulo 256, for n = 0 … 299.
pub fn of_300_lengths() -> [u8; 32] {
    file().lengths_accumulated
}

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
    #[serde(with = "hex::serde")]
    lengths_accumulated: [u8; 32],
}

fn file() -> File {
    serde_json::from_str(include_str!("../data/sm3/sm3.json")).expect("the file is well-formed")
}
