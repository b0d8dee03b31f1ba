//! RFC 9380: hashing to edwards25519 with SHA-512.

use serde::Deserialize;

/// A message and the point it is hashed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hashed {
    /// The message.
    pub message: String,
    /// The point, as RFC 8032 encodes it.
    pub encoding: [u8; 32],
}

/// A message and the bytes it is expanded to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expanded {
    /// The message.
    pub message: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// J.5.1, edwards25519_XMD:SHA-512_ELL2_RO_: the tag, and the cases.
pub fn random_oracle() -> (String, Vec<Hashed>) {
    suite(include_str!("../data/rfc9380/edwards25519_XMD-SHA-512_ELL2_RO_.json"))
}

/// J.5.2, edwards25519_XMD:SHA-512_ELL2_NU_: the tag, and the cases.
pub fn non_uniform() -> (String, Vec<Hashed>) {
    suite(include_str!("../data/rfc9380/edwards25519_XMD-SHA-512_ELL2_NU_.json"))
}

/// K.3, expand_message_xmd with SHA-512: the tag, and the cases.
pub fn expanded() -> (String, Vec<Expanded>) {
    #[derive(Deserialize)]
    struct File {
        #[serde(rename = "DST")]
        tag: String,
        tests: Vec<Case>,
    }
    #[derive(Deserialize)]
    struct Case {
        msg: String,
        uniform_bytes: String,
    }
    let text = include_str!("../data/rfc9380/expand_message_xmd_SHA512_38.json");
    let file: File = serde_json::from_str(text).expect("the file is well-formed");
    let case = |case: Case| Expanded {
        message: case.msg,
        bytes: hex::decode(case.uniform_bytes).expect("the value is hexadecimal"),
    };
    (file.tag, file.tests.into_iter().map(case).collect())
}

fn suite(text: &str) -> (String, Vec<Hashed>) {
    #[derive(Deserialize)]
    struct File {
        dst: String,
        vectors: Vec<Case>,
    }
    #[derive(Deserialize)]
    struct Case {
        #[serde(rename = "P")]
        point: Coordinates,
        msg: String,
    }
    #[derive(Deserialize)]
    struct Coordinates {
        x: String,
        y: String,
    }
    let file: File = serde_json::from_str(text).expect("the file is well-formed");
    let case = |case: Case| {
        let (x, mut encoding) = (little_endian(&case.point.x), little_endian(&case.point.y));
        encoding[31] |= (x[0] & 1) << 7;
        Hashed { message: case.msg, encoding }
    };
    (file.dst, file.vectors.into_iter().map(case).collect())
}

/// The 32 bytes of `0x…`, the last digit first.
fn little_endian(text: &str) -> [u8; 32] {
    let digits = text.strip_prefix("0x").expect("the value is hexadecimal");
    let mut bytes: [u8; 32] = crate::bytes(digits);
    bytes.reverse();
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_have_as_many_cases_as_the_rfc() {
        assert_eq!((random_oracle().1.len(), non_uniform().1.len(), expanded().1.len()), (5, 5, 10));
        assert_eq!(random_oracle().1[1].message, "abc");
    }
}
