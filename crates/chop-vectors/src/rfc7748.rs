//! RFC 7748: single calls, iterated calls and one key exchange of X25519.

use crate::bytes;
use serde::Deserialize;
use std::collections::BTreeMap;

/// One call: `output = X25519(scalar, u)`.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Single {
    /// The scalar, before clamping.
    #[serde(with = "hex::serde")]
    pub scalar: [u8; 32],
    /// The u-coordinate, before bit 255 is masked.
    #[serde(with = "hex::serde")]
    pub u: [u8; 32],
    /// The resulting u-coordinate.
    #[serde(rename = "out", with = "hex::serde")]
    pub output: [u8; 32],
}

/// `k = u = start`, then `(k, u) = (X25519(k, u), k)` again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iterated {
    /// The first `k` and `u`.
    pub start: [u8; 32],
    /// `k` after so many iterations, ascending.
    pub after: Vec<(usize, [u8; 32])>,
}

/// A Diffie-Hellman exchange.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Exchange {
    /// Alice's private key.
    #[serde(rename = "a", with = "hex::serde")]
    pub secret_a: [u8; 32],
    /// Alice's public key.
    #[serde(rename = "A", with = "hex::serde")]
    pub public_a: [u8; 32],
    /// Bob's private key.
    #[serde(rename = "b", with = "hex::serde")]
    pub secret_b: [u8; 32],
    /// Bob's public key.
    #[serde(rename = "B", with = "hex::serde")]
    pub public_b: [u8; 32],
    /// Their shared secret.
    #[serde(rename = "K", with = "hex::serde")]
    pub shared: [u8; 32],
}

/// Section 5.2, the two single calls.
pub fn single() -> Vec<Single> {
    file().single
}

/// Section 5.2, the values after 1, 1,000 and 1,000,000 iterations.
pub fn iterated() -> Iterated {
    let mut table = file().iterated;
    let start = bytes(&table.remove("start").expect("the file has a start"));
    let mut after: Vec<(usize, [u8; 32])> =
        table.iter().map(|(n, value)| (n.parse().expect("the key is a count"), bytes(value))).collect();
    after.sort_unstable();
    Iterated { start, after }
}

/// Section 6.1, the exchange.
pub fn exchange() -> Exchange {
    file().dh
}

#[derive(Deserialize)]
struct File {
    single: Vec<Single>,
    iterated: BTreeMap<String, String>,
    dh: Exchange,
}

fn file() -> File {
    serde_json::from_str(include_str!("../data/rfc7748/x25519.json")).expect("the file is well-formed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_as_many_cases_as_the_rfc() {
        assert_eq!(single().len(), 2);
        let counts: Vec<usize> = iterated().after.iter().map(|(n, _)| *n).collect();
        assert_eq!(counts, [1, 1_000, 1_000_000]);
    }

    #[test]
    fn iteration_starts_at_the_base_point() {
        let start = iterated().start;
        assert_eq!((start[0], &start[1..]), (9, &[0; 31][..]));
    }

    #[test]
    fn exchange_has_five_different_values() {
        let e = exchange();
        let mut all = [e.secret_a, e.public_a, e.secret_b, e.public_b, e.shared].to_vec();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 5);
    }
}
