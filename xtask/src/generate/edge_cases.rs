//! One signature for each class that rules of verification disagree on, made with the reference.
#![allow(non_snake_case)] // points are capital letters

use chop_ref::field::to_bytes;
use chop_ref::{BigUint, Facts, Mode, Point, challenge, decode, expand_seed, facts, l, sha512};
use chop_ref::{sign, small_order_encodings, torsion};

/// A class of signatures, by one of them.
pub(super) struct EdgeCase {
    /// What is odd about it.
    pub(super) name: &'static str,
    pub(super) public: [u8; 32],
    pub(super) message: Vec<u8>,
    pub(super) signature: [u8; 64],
    pub(super) facts: Facts,
}

/// The honest signer.
const SEED: [u8; 32] = [0x42; 32];

/// All classes, in the order of the page.
pub(super) fn edge_cases() -> Vec<EdgeCase> {
    let secret = expand_seed(sha512, &SEED).0;
    let A = Point::mul(&secret, &Point::base());
    let public = A.encode();
    let nonce = expand_seed(sha512, &[0x43; 32]).0;
    let R = Point::mul(&nonce, &Point::base());
    let [O, T1, .., T7] = torsion();
    let zero = BigUint::ZERO;
    let honest = |message: &[u8]| sign(sha512, Mode::Pure, &SEED, message);
    // S for the multiple ℓ·n more.
    let beyond = |n: u8| {
        move |message: &[u8]| {
            let signature = honest(message);
            let S = BigUint::from_bytes_le(&signature[32..]) + l() * BigUint::from(n);
            (public, join(&first_half(&signature), &S))
        }
    };
    // R = r·B + T under A = s·B + U: right up to T and U.
    let mixed = |T: &Point, U: &Point| {
        let (public, R) = (A.add(U).encode(), R.add(T).encode());
        let (nonce, secret) = (&nonce, &secret);
        move |message: &[u8]| {
            let k = challenge(sha512, Mode::Pure, &R, &public, message);
            (public, join(&R, &((nonce + k * secret) % l())))
        }
    };
    // R = r·B, S = r under a key of small order: right up to k·A, for whoever knows no secret at all.
    let forged = |public: [u8; 32]| {
        let (R, S) = (R.encode(), &nonce % l());
        move |_: &[u8]| (public, join(&R, &S))
    };
    // S = k·s for an R of small order: right up to R. The hash may be of another encoding.
    let small = |R: [u8; 32], hashed: [u8; 32]| {
        let secret = &secret;
        move |message: &[u8]| {
            let k = challenge(sha512, Mode::Pure, &hashed, &public, message);
            (public, join(&R, &(k * secret % l())))
        }
    };
    let exact = |facts: &Facts| facts.points_equal;
    let times_8 = |facts: &Facts| facts.cofactored_equal && !facts.points_equal;
    let unreduced = small_order(|it| !it.y_reduced && !it.minus_zero && it.point != Some(Point::identity()));
    let minus_zero = small_order(|it| it.y_reduced && it.minus_zero);
    let unreduced_zero = small_order(|it| !it.y_reduced && it.point == Some(Point::identity()));

    vec![
        first("an honest signature", |m| (public, honest(m)), exact),
        first("another message", |_| (public, honest(b"another message")), |_| true),
        first("S + ℓ, below 2^253", beyond(1), |f| f.s_top_bits_clear),
        first("S + 2·ℓ, above 2^253", beyond(2), |f| !f.s_top_bits_clear),
        first("A of small order, k·A = 0", forged(T1.encode()), exact),
        first("A of small order, k·A ≠ 0", forged(T1.encode()), times_8),
        first("A of small order with y ≥ p, k·A = 0", forged(unreduced), exact),
        first("A of small order with y ≥ p, k·A ≠ 0", forged(unreduced), times_8),
        first("A = −0", forged(minus_zero), exact),
        first("R = 0", small(O.encode(), O.encode()), exact),
        first("R of small order, not 0", small(T1.encode(), T1.encode()), times_8),
        first("R = 0 with y ≥ p", small(unreduced_zero, unreduced_zero), exact),
        first("R = −0", small(minus_zero, minus_zero), exact),
        first("R = 0 with y ≥ p, k of its canonical encoding", small(unreduced_zero, O.encode()), |_| true),
        first("A and R of small order, S = 0, −k·A = R", both_small(&T1, &T7, &zero), exact),
        first("A and R of small order, S = 0, −k·A ≠ R", both_small(&T1, &T7, &zero), times_8),
        first("A of mixed order, k·A has no small part", mixed(&O, &T1), exact),
        first("A of mixed order, k·A has a small part", mixed(&O, &T1), times_8),
        first("R of mixed order", mixed(&T1, &O), times_8),
        first("A and R of mixed order, small parts cancel", mixed(&T7, &T1), exact),
    ]
}

fn both_small(A: &Point, R: &Point, S: &BigUint) -> impl Fn(&[u8]) -> ([u8; 32], [u8; 64]) {
    let (public, signature) = (A.encode(), join(&R.encode(), S));
    move |_| (public, signature)
}

/// The signature of the first message of one byte for which it has the wanted facts.
fn first(
    name: &'static str,
    make: impl Fn(&[u8]) -> ([u8; 32], [u8; 64]),
    wanted: impl Fn(&Facts) -> bool,
) -> EdgeCase {
    for byte in 0..=u8::MAX {
        let message = vec![byte];
        let (public, signature) = make(&message);
        let facts = facts(sha512, Mode::Pure, &public, &message, &signature);
        if wanted(&facts) {
            return EdgeCase { name, public, message, signature, facts };
        }
    }
    unreachable!("{name}: one message in eight will do")
}

/// The first encoding of a point of small order with this property.
fn small_order(wanted: impl Fn(&chop_ref::Decoded) -> bool) -> [u8; 32] {
    small_order_encodings().into_iter().find(|it| wanted(&decode(it))).expect("there is one")
}

fn join(R: &[u8; 32], S: &BigUint) -> [u8; 64] {
    [*R, to_bytes(S)].concat().try_into().expect("R and S have 32 bytes each")
}

fn first_half(signature: &[u8; 64]) -> [u8; 32] {
    signature[..32].try_into().expect("a half has 32 bytes")
}
