//! Signatures, honest and altered in every way that verification rules disagree about.
#![allow(dead_code)] // each test file uses a part
#![allow(non_snake_case)] // points are capital letters

use chop_bench::random::Random;
use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION};
use curve25519_dalek::edwards::EdwardsPoint;
use curve25519_dalek::scalar::{Scalar, clamp_integer};
use sha2::{Digest, Sha512};

/// The generator of a test. Its seed is printed, and chosen by the environment variable `SEED`.
pub(crate) fn random(test: &str) -> Random {
    let seed = std::env::var("SEED").map_or(20_260, |text| text.parse().expect("SEED is a number"));
    println!("{test}: SEED={seed}");
    Random::new(seed)
}

/// A key, a message and a signature, and how they were made.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) key: [u8; 32],
    pub(crate) message: Vec<u8>,
    pub(crate) signature: [u8; 64],
    pub(crate) how: String,
}

/// ℓ, little-endian.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

/// p, little-endian.
const P: [u8; 32] = {
    let mut p = [0xff; 32];
    p[0] = 0xed;
    p[31] = 0x7f;
    p
};

/// x + y modulo 2^256.
fn add(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    let mut sum = [0; 32];
    let mut carry = 0;
    for i in 0..32 {
        let t = u16::from(x[i]) + u16::from(y[i]) + carry;
        sum[i] = t as u8;
        carry = t >> 8;
    }
    sum
}

/// Every encoding of a point whose order divides 8, the irregular ones included.
pub(crate) fn small_order_encodings() -> Vec<[u8; 32]> {
    let mut all: Vec<[u8; 32]> = Vec::new();
    for point in EIGHT_TORSION {
        let canonical = point.compress().to_bytes();
        let mut y = canonical;
        y[31] &= 0x7f;
        let mut forms = vec![canonical];
        if y[0] < 19 && y[1..].iter().all(|byte| *byte == 0) {
            let mut lifted = add(&y, &P);
            lifted[31] |= canonical[31] & 0x80;
            forms.push(lifted);
        }
        // x = 0 is its own negative: both sign bits say the same.
        if point + point == EdwardsPoint::default() {
            forms.extend(forms.clone().iter().map(|form| {
                let mut form = *form;
                form[31] ^= 0x80;
                form
            }));
        }
        all.extend(forms);
    }
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 14, "the literature counts 14");
    all
}

/// Encodings with y ≥ p, whatever they decode to: y = 0 … 18 written as y + p, with both sign bits.
pub(crate) fn lifted_encodings() -> Vec<[u8; 32]> {
    let mut all = Vec::new();
    for y in 0..19 {
        let mut bytes = [0; 32];
        bytes[0] = y;
        let lifted = add(&bytes, &P);
        all.push(lifted);
        let mut negative = lifted;
        negative[31] |= 0x80;
        all.push(negative);
    }
    all
}

/// H(R ‖ A ‖ M) modulo ℓ.
fn challenge(R: &[u8; 32], A: &[u8; 32], message: &[u8]) -> Scalar {
    let digest = Sha512::new().chain_update(R).chain_update(A).chain_update(message).finalize();
    Scalar::from_bytes_mod_order_wide(&digest.into())
}

/// A secret scalar.
fn secret(random: &mut Random) -> Scalar {
    Scalar::from_bytes_mod_order(clamp_integer(random.bytes()))
}

/// A signature of a key a·B + T under R = r·B + T′, hashed as these encodings, with S = r + k·a: what is
/// left of the equation has small order.
fn forge(random: &mut Random, A: Option<[u8; 32]>, R: Option<[u8; 32]>, how: &str) -> Case {
    let message = message(random);
    let torsion = |random: &mut Random| EIGHT_TORSION[random.below(8)];
    let (a, r) = (secret(random), secret(random));
    // A given encoding has small order and counts as 0·B + T.
    let (a, A) = match A {
        Some(A) => (Scalar::ZERO, A),
        None => (a, (ED25519_BASEPOINT_POINT * a + torsion(random)).compress().to_bytes()),
    };
    let (r, R) = match R {
        Some(R) => (Scalar::ZERO, R),
        None => (r, (ED25519_BASEPOINT_POINT * r + torsion(random)).compress().to_bytes()),
    };
    let S = r + challenge(&R, &A, &message) * a;
    Case { key: A, message, signature: join(&R, &S.to_bytes()), how: how.to_owned() }
}

fn join(R: &[u8; 32], S: &[u8; 32]) -> [u8; 64] {
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(R);
    signature[32..].copy_from_slice(S);
    signature
}

fn message(random: &mut Random) -> Vec<u8> {
    let n = random.below(200);
    random.vec(n)
}

/// An honest signature by dalek.
fn honest(random: &mut Random) -> Case {
    use ed25519_dalek::{Signer, SigningKey};
    let key = SigningKey::from_bytes(&random.bytes());
    let message = message(random);
    let signature = key.sign(&message).to_bytes();
    Case { key: key.verifying_key().to_bytes(), message, signature, how: "honest".to_owned() }
}

/// One of the 14 or of the 38 encodings.
fn odd_encoding(random: &mut Random) -> [u8; 32] {
    let mut all = small_order_encodings();
    all.extend(lifted_encodings());
    all[random.below(all.len())]
}

fn flip(bytes: &mut [u8], random: &mut Random) {
    let bit = random.below(8 * bytes.len());
    bytes[bit / 8] ^= 1 << (bit % 8);
}

/// Case number `i`: all kinds take turns.
pub(crate) fn case(random: &mut Random, i: usize) -> Case {
    let small = small_order_encodings();
    let pick = |random: &mut Random| small[random.below(small.len())];
    let mut case = match i % 6 {
        0 | 1 => honest(random),
        2 => forge(random, None, None, "torsion added to A and R"),
        3 => {
            let A = pick(random);
            forge(random, Some(A), None, "small-order A")
        }
        4 => {
            let R = pick(random);
            forge(random, None, Some(R), "small-order R")
        }
        _ => {
            let (A, R) = (pick(random), pick(random));
            forge(random, Some(A), Some(R), "small-order A and R")
        }
    };
    let mut alter = |how: &str, change: &mut dyn FnMut(&mut Case, &mut Random)| {
        change(&mut case, random);
        case.how = format!("{}, {how}", case.how);
    };
    match i / 6 % 20 {
        0..=7 => {}
        8 => alter("bit of A", &mut |case, random| flip(&mut case.key, random)),
        9 => alter("bit of R", &mut |case, random| flip(&mut case.signature[..32], random)),
        10 => alter("bit of S", &mut |case, random| flip(&mut case.signature[32..], random)),
        11 => alter("bit of M", &mut |case, random| {
            case.message.push(0);
            flip(&mut case.message, random);
        }),
        // S < ℓ < 2^252.01: 15·ℓ can be added below 2^256.
        12 | 13 => alter("S + j·ℓ", &mut |case, random| {
            let mut S: [u8; 32] = case.signature[32..].try_into().expect("32 bytes");
            for _ in 0..=random.below(if i / 6 % 20 == 12 { 7 } else { 15 }) {
                S = add(&S, &ORDER);
            }
            case.signature[32..].copy_from_slice(&S);
        }),
        14 => alter("S at an edge", &mut |case, random| {
            let mut minus_one = ORDER;
            minus_one[0] -= 1;
            let edges = [[0; 32], ORDER, minus_one, add(&ORDER, &ORDER), [0xff; 32], [0x1f; 32]];
            case.signature[32..].copy_from_slice(&edges[random.below(edges.len())]);
        }),
        15 => alter("an odd A", &mut |case, random| case.key = odd_encoding(random)),
        16 => alter("an odd R", &mut |case, random| {
            case.signature[..32].copy_from_slice(&odd_encoding(random));
        }),
        17 => alter("random A", &mut |case, random| case.key = random.bytes()),
        18 => alter("random R and S", &mut |case, random| case.signature = random.bytes()),
        _ => alter("sign bits of A and R", &mut |case, _| {
            case.key[31] ^= 0x80;
            case.signature[31] ^= 0x80;
        }),
    }
    case
}
