//! Signatures of SM2 on the edges: altered numbers, keys, identifiers and encodings, with the verdict of the standard.
#![allow(non_snake_case)] // points are capital letters

use crate::BigUint;
use crate::sm2::sm2;
use crate::weierstrass::Point;
use ::sm3::{Digest, Sm3};

/// A key, an identifier, a message and a signature as bytes, with the verdict.
pub struct Sm2Edge {
    /// What is odd about it.
    pub name: &'static str,
    /// 04 ‖ x ‖ y, 02 ‖ x or 03 ‖ x, or something that is no key.
    pub key: Vec<u8>,
    /// The identifier that is verified with.
    pub id: &'static [u8],
    /// The message.
    pub message: &'static [u8],
    /// r ‖ s in 64 bytes, or DER, or neither.
    pub signature: Vec<u8>,
    /// Whether it is valid: strict DER alone counts, and 64 bytes are r ‖ s.
    pub valid: bool,
}

/// The identifier that everybody takes.
const ID: &[u8] = b"1234567812345678";

fn bytes(x: &BigUint) -> [u8; 32] {
    let mut big_endian = [0; 32];
    let digits = x.to_bytes_be();
    big_endian[32 - digits.len()..].copy_from_slice(&digits);
    big_endian
}

fn coordinates(P: &Point) -> (BigUint, BigUint) {
    P.clone().expect("a key is not neutral")
}

fn uncompressed(P: &Point) -> Vec<u8> {
    let (x, y) = coordinates(P);
    [&[4][..], &bytes(&x), &bytes(&y)].concat()
}

/// e = SM3(Z ‖ M) with Z = SM3(bits of ID ‖ ID ‖ a ‖ b ‖ G ‖ P) (GB/T 32918.2, 5.5 and 6.1).
fn digest(P: &Point, id: &[u8], message: &[u8]) -> BigUint {
    let ((x, y), (gx, gy)) = (coordinates(P), coordinates(&sm2().G));
    let mut z = Sm3::new();
    z.update((8 * id.len() as u16).to_be_bytes());
    z.update(id);
    for number in [&sm2().a, &sm2().b, &gx, &gy, &x, &y] {
        z.update(bytes(number));
    }
    BigUint::from_bytes_be(&Sm3::new().chain_update(z.finalize()).chain_update(message).finalize())
}

fn raw(r: &BigUint, s: &BigUint) -> Vec<u8> {
    [bytes(r), bytes(s)].concat()
}

/// A SEQUENCE of two INTEGERs of these contents.
fn sequence(r: &[u8], s: &[u8]) -> Vec<u8> {
    let integer = |content: &[u8]| [&[2, content.len() as u8][..], content].concat();
    let content = [integer(r), integer(s)].concat();
    [&[0x30, content.len() as u8][..], &content].concat()
}

/// The shortest content of a positive INTEGER.
fn content(x: &BigUint) -> Vec<u8> {
    let digits = x.to_bytes_be();
    if digits[0] < 0x80 { digits } else { [&[0][..], &digits].concat() }
}

/// The edge cases.
pub fn sm2_edges() -> Vec<Sm2Edge> {
    let n = &sm2().n;
    let d = BigUint::from_bytes_be(&[0x42; 32]);
    let P = sm2().mul(&d, &sm2().G);
    let sign = |id: &[u8], message: &[u8]| {
        // A nonce with which r and s have 32 bytes, and one of them its top bit.
        let nonces = (1u32..).map(|i| BigUint::from_bytes_be(&[0x17; 32]) + i);
        let mut pairs = nonces.filter_map(|k| sm2().sign(&d, &k, &digest(&P, id, message)));
        pairs.find(|(r, s)| r.bits() == 256 && s.bits() > 248).expect("half of all nonces")
    };
    let (r, s) = sign(ID, b"message");
    let (key, (x, y)) = (uncompressed(&P), coordinates(&P));
    let mut edges = Vec::new();
    let mut add = |name, key: &[u8], id, message, signature: Vec<u8>, valid| {
        edges.push(Sm2Edge { name, key: key.to_vec(), id, message, signature, valid });
    };
    let zero = BigUint::ZERO;
    add("honest, r ‖ s", &key, ID, b"message", raw(&r, &s), true);
    add("honest, DER", &key, ID, b"message", sequence(&content(&r), &content(&s)), true);
    add("another message", &key, ID, b"massage", raw(&r, &s), false);
    add("another identifier", &key, b"", b"message", raw(&r, &s), false);
    let (r2, s2) = sign(b"", b"message");
    add("honest, empty identifier", &key, b"", b"message", raw(&r2, &s2), true);
    add("of the empty identifier", &key, ID, b"message", raw(&r2, &s2), false);

    // Numbers: out of range, sums that are zero, swapped, negated.
    for (name, r, s) in [
        ("r = 0", &zero, &s),
        ("s = 0", &r, &zero),
        ("r = n", n, &s),
        ("s = n", &r, n),
        ("r + s = n", &r, &(n - &r)),
        ("r and s swapped", &s, &r),
        ("s negated", &r, &(n - &s)),
        ("r negated", &(n - &r), &s),
        ("r = n - 1", &(n - 1u8), &s),
        ("s = n - 1", &r, &(n - 1u8)),
        ("s altered", &r, &(&s ^ BigUint::from(4u8))),
    ] {
        let valid = sm2().verify(&P, &digest(&P, ID, b"message"), r, s);
        add(name, &key, ID, b"message", raw(r, s), valid);
    }
    let largest = BigUint::from_bytes_be(&[0xFF; 32]);
    add("r and s beyond p", &key, ID, b"message", raw(&largest, &largest), false);

    // Keys: other forms of the same point, its negative, and bytes that are none.
    let sign_byte = 2 + u8::from(y.bit(0));
    add("compressed key", &[&[sign_byte][..], &bytes(&x)].concat(), ID, b"message", raw(&r, &s), true);
    add(
        "compressed key of −P",
        &[&[5 - sign_byte][..], &bytes(&x)].concat(),
        ID,
        b"message",
        raw(&r, &s),
        false,
    );
    let hybrid = [&[4 + sign_byte][..], &key[1..]].concat();
    add("hybrid key", &hybrid, ID, b"message", raw(&r, &s), false);
    let mut off = key.clone();
    off[64] ^= 1;
    add("a key off the curve", &off, ID, b"message", raw(&r, &s), false);
    add("the neutral point as a key", &[0], ID, b"message", raw(&r, &s), false);
    add("a key without 04", &key[1..], ID, b"message", raw(&r, &s), false);
    add("a key of 64 bytes", &key[..64], ID, b"message", raw(&r, &s), false);
    let unreduced = [&[4][..], &bytes(&sm2().p), &bytes(&y)].concat();
    add("a key with x = p", &unreduced, ID, b"message", raw(&r, &s), false);
    let (gr, gs) = (BigUint::from(1u8), BigUint::from(1u8));
    let G = uncompressed(&sm2().G);
    let valid = sm2().verify(&sm2().G, &digest(&sm2().G, ID, b"message"), &gr, &gs);
    add("r = s = 1 under G", &G, ID, b"message", raw(&gr, &gs), valid);

    // DER that strict readers refuse, and bytes that are no signature.
    let (rc, sc) = (content(&r), content(&s));
    let der = sequence(&rc, &sc);
    let longer = |content: &[u8]| [&[0][..], content].concat();
    add("DER with a needless zero in r", &key, ID, b"message", sequence(&longer(&rc), &sc), false);
    add("DER with a needless zero in s", &key, ID, b"message", sequence(&rc, &longer(&sc)), false);
    add("DER with a negative r", &key, ID, b"message", sequence(&rc[1..], &sc), false);
    let long_length = [&[0x30, 0x81, der[1]][..], &der[2..]].concat();
    add("DER with a long length", &key, ID, b"message", long_length, false);
    add("DER with a byte behind it", &key, ID, b"message", [&der[..], &[0]].concat(), false);
    add("DER cut short", &key, ID, b"message", der[..der.len() - 1].to_vec(), false);
    add("63 bytes", &key, ID, b"message", raw(&r, &s)[..63].to_vec(), false);
    add("no bytes", &key, ID, b"message", Vec::new(), false);
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn honest_edges_are_valid_and_altered_ones_are_not() {
        let edges = sm2_edges();
        let valid = |name: &str| edges.iter().find(|edge| edge.name == name).map(|edge| edge.valid);
        assert_eq!(valid("honest, r ‖ s"), Some(true));
        for (i, edge) in edges.iter().enumerate() {
            assert!(edges[..i].iter().all(|other| other.name != edge.name), "{}", edge.name);
        }
        let honest = |edge: &&Sm2Edge| edge.valid;
        assert_eq!(edges.iter().filter(honest).count(), 4);
    }

    #[test]
    fn the_digest_of_an_honest_edge_verifies() {
        let d = BigUint::from_bytes_be(&[0x42; 32]);
        let P = sm2().mul(&d, &sm2().G);
        let (e, k) = (digest(&P, ID, b"m"), BigUint::from(99u8));
        let (r, s) = sm2().sign(&d, &k, &e).unwrap();
        assert!(sm2().verify(&P, &e, &r, &s) && !sm2().verify(&P, &e, &s, &r));
    }
}
