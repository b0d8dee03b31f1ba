//! Signatures of Ed25519 on the edges: altered in every way that implementations are known to disagree on, with what is true of them.
#![allow(non_snake_case)] // points are capital letters

use crate::ed25519::{Facts, Mode, challenge, expand_seed, facts, sign};
use crate::point::{Point, decode, l, small_order_encodings, torsion};
use crate::{BigUint, field, sha512};

/// 96 bytes and a message, with everything that rules of verification differ in.
pub struct Edge {
    /// What is odd about it.
    pub name: String,
    /// The public key.
    pub key: [u8; 32],
    /// R ‖ S.
    pub signature: [u8; 64],
    /// The message.
    pub message: Vec<u8>,
    /// What is true of it.
    pub facts: Facts,
}

struct Builder(Vec<Edge>);

impl Builder {
    fn add(&mut self, name: impl Into<String>, key: [u8; 32], R: [u8; 32], S: &BigUint, message: &[u8]) {
        let mut signature = [0; 64];
        signature[..32].copy_from_slice(&R);
        signature[32..].copy_from_slice(&field::to_bytes(S));
        let facts = facts(sha512, Mode::Pure, &key, message, &signature);
        self.0.push(Edge { name: name.into(), key, signature, message: message.to_vec(), facts });
    }
}

/// R, and S as a number.
fn halves(signature: &[u8; 64]) -> ([u8; 32], BigUint) {
    let mut R = [0; 32];
    R.copy_from_slice(&signature[..32]);
    (R, BigUint::from_bytes_le(&signature[32..]))
}

/// The edge cases of the published collections, built anew.
pub fn edges() -> Vec<Edge> {
    let mut out = Builder(Vec::new());
    let seed = [0x42; 32];
    let (s, _) = expand_seed(sha512, &seed);
    let A = Point::mul(&s, &Point::base());
    let zero = BigUint::from(0u8);

    // Honest, and honest with everything that can be altered altered.
    let honest = sign(sha512, Mode::Pure, &seed, b"message");
    let (R, S) = halves(&honest);
    out.add("honest", A.encode(), R, &S, b"message");
    out.add("another message", A.encode(), R, &S, b"massage");
    for m in [1u8, 2, 4, 8, 14] {
        out.add(format!("S + {m}l"), A.encode(), R, &(&S + l() * BigUint::from(m)), b"message");
    }
    out.add("S = l", A.encode(), R, l(), b"message");
    out.add("zero R and S", A.encode(), [0; 32], &zero, b"message");
    let mut flipped = R;
    flipped[5] ^= 4;
    out.add("altered R", A.encode(), flipped, &S, b"message");
    let not_a_point = (2u8..).map(|y| {
        let mut e = [0; 32];
        e[0] = y;
        e
    });
    let not_a_point =
        not_a_point.clone().find(|e| decode(e).point.is_none()).expect("half of all y are none");
    out.add("A is no point", not_a_point, R, &S, b"message");
    out.add("R is no point", A.encode(), not_a_point, &S, b"message");
    // y in 2..18 plus p that decode: large order, not canonical; no valid signature is known.
    for y in 2u8..19 {
        let mut encoding = field::to_bytes(&(field::p() + BigUint::from(y)));
        for sign in [0, 0x80] {
            encoding[31] = (encoding[31] & 0x7f) | sign;
            if decode(&encoding).point.is_some() {
                out.add(format!("A = p + {y}, sign {sign}"), encoding, R, &S, b"message");
                out.add(format!("R = p + {y}, sign {sign}"), A.encode(), encoding, &S, b"message");
            }
        }
    }

    // ZIP-215's 196 cases: small order everywhere, every encoding, S = 0.
    let small = small_order_encodings();
    for (i, A) in small.iter().enumerate() {
        for (j, R) in small.iter().enumerate() {
            out.add(format!("small A {i}, small R {j}"), *A, *R, &zero, b"Zcash");
        }
    }

    // Torsion added to an honest key, to an honest R, to both; with messages for which the defects
    // cancel and for which they do not.
    for (i, T) in torsion().iter().enumerate() {
        for (j, U) in torsion().iter().enumerate() {
            if i == 0 && j == 0 || (i % 3 != 1 && j % 3 != 1) {
                continue;
            }
            for n in 0u8..2 {
                let (A, r) = (A.add(T), BigUint::from(7_654_321u32 + n as u32));
                let R = Point::mul(&r, &Point::base()).add(U);
                let k = challenge(sha512, Mode::Pure, &R.encode(), &A.encode(), &[n]);
                let S = (&r + k * &s) % l();
                out.add(format!("torsion {i} in A, {j} in R, message {n}"), A.encode(), R.encode(), &S, &[n]);
            }
        }
    }
    // Small-order A in every encoding with an honest R: k·A is small, so S = r almost fits.
    for (i, A) in small.iter().enumerate() {
        let r = BigUint::from(99u8 + i as u8);
        let R = Point::mul(&r, &Point::base());
        out.add(format!("small A {i}, honest R"), *A, R.encode(), &r, b"forged");
    }
    // Honest A with a small-order R in every encoding, S = k·s. Hashing the received bytes, and hashing
    // the canonical encoding instead, which is what a re-encoding implementation would do.
    for (i, R) in small.iter().enumerate() {
        let canonical = decode(R).point.expect("a point of small order").encode();
        for (what, hashed) in [("as received", *R), ("re-encoded", canonical)] {
            let k = challenge(sha512, Mode::Pure, &hashed, &A.encode(), b"r");
            out.add(format!("small R {i}, k {what}"), A.encode(), *R, &((k * &s) % l()), b"r");
        }
    }
    out.0
}
