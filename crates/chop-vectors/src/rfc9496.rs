//! RFC 9496: ristretto255.

use crate::bytes;
use serde::Deserialize;

/// 64 bytes and the element that is derived from them.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Derived {
    /// Uniform bytes.
    #[serde(with = "hex::serde")]
    pub input: [u8; 64],
    /// The encoding of the element.
    #[serde(with = "hex::serde")]
    pub output: [u8; 32],
}

/// Why an encoding must be refused, and it.
pub type Invalid = (&'static str, [u8; 32]);

/// A.1: the encodings of 0·B … 15·B.
pub fn multiples() -> Vec<[u8; 32]> {
    file().multiples.iter().map(|text| bytes(text)).collect()
}

/// A.2: encodings of no element.
pub fn invalid() -> Vec<Invalid> {
    let all = file().invalid;
    let groups = [
        ("not canonical", all.non_canonical),
        ("negative", all.negative),
        ("no square", all.non_square),
        ("x·y negative", all.negative_xy),
        ("s = −1", all.s_is_minus_one),
    ];
    let group = |(why, list): (&'static str, Vec<String>)| {
        list.iter().map(|text| (why, bytes(text))).collect::<Vec<_>>()
    };
    groups.into_iter().flat_map(group).collect()
}

/// A.3: elements of uniform bytes; the last four inputs have the same output.
pub fn derived() -> Vec<Derived> {
    file().from_uniform_bytes
}

#[derive(Deserialize)]
struct File {
    multiples: Vec<String>,
    invalid: InvalidFile,
    from_uniform_bytes: Vec<Derived>,
}

#[derive(Deserialize)]
struct InvalidFile {
    non_canonical: Vec<String>,
    negative: Vec<String>,
    non_square: Vec<String>,
    negative_xy: Vec<String>,
    s_is_minus_one: Vec<String>,
}

fn file() -> File {
    serde_json::from_str(include_str!("../data/rfc9496/ristretto255.json")).expect("the file is well-formed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_as_many_cases_as_the_rfc() {
        assert_eq!((multiples().len(), invalid().len(), derived().len()), (16, 29, 11));
        assert!(derived()[7..].iter().all(|case| case.output == derived()[7].output));
    }
}
