//! The rules differ exactly where they should, on signatures built to hold chosen facts.
#![allow(non_snake_case)] // Points are uppercase, as in the standards.

use chop_ref::field::{from_bytes, p, to_bytes};
use chop_ref::{
    BigUint, Mode, Point, Rule, accepts, blake2b, blake3, challenge, decode, expand_seed, facts, l,
};
use chop_ref::{public_key, sha512, sign, small_order_encodings, torsion};

const MESSAGE: &[u8] = b"message";

fn accepting(public: &[u8; 32], signature: &[u8; 64]) -> Vec<&'static str> {
    let facts = facts(sha512, Mode::Pure, public, MESSAGE, signature);
    Rule::ALL.into_iter().filter(|rule| accepts(*rule, &facts)).map(Rule::name).collect()
}

fn join(R: &[u8; 32], S: &BigUint) -> [u8; 64] {
    [*R, to_bytes(S)].concat().try_into().unwrap()
}

/// R = [r]B + T and A = [s]B + U, signed with S = r + k·s: right up to the small-order points T and U.
fn mixed(T: &Point, U: &Point) -> ([u8; 32], [u8; 64]) {
    let (s, _) = expand_seed(sha512, &[1; 32]);
    let (r, _) = expand_seed(sha512, &[2; 32]);
    let A = Point::mul(&s, &Point::base()).add(U).encode();
    let R = Point::mul(&r, &Point::base()).add(T).encode();
    let k = challenge(sha512, Mode::Pure, &R, &A, MESSAGE);
    (A, join(&R, &((r + k * s) % l())))
}

#[test]
fn names_are_different() {
    let mut names = Rule::ALL.map(Rule::name).to_vec();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 10);
}

#[test]
fn only_legacy_accepts_s_plus_l() {
    let seed = [3; 32];
    let public = public_key(sha512, &seed);
    let signature = sign(sha512, Mode::Pure, &seed, MESSAGE);
    let R: [u8; 32] = signature[..32].try_into().unwrap();
    let S = from_bytes(&signature[32..]);
    assert!(S < *l());
    assert_eq!(accepting(&public, &signature).len(), 10);
    assert_eq!(accepting(&public, &join(&R, &(&S + l()))), ["legacy"]);
    // Still below p, and above 2^253.
    for multiple in [2u8, 4] {
        let S = &S + l() * multiple;
        assert!(S < *p());
        assert_eq!(accepting(&public, &join(&R, &S)), [""; 0]);
        assert!(facts(sha512, Mode::Pure, &public, MESSAGE, &join(&R, &S)).bytes_equal);
    }
    assert_eq!(accepting(&public, &join(&R, l())), [""; 0]);
    assert_eq!(accepting(&public, &join(&R, &(S + 1u8))), [""; 0]);
}

#[test]
fn only_cofactored_rules_accept_a_small_order_difference() {
    let [O, T, ..] = torsion();
    let (A, signature) = mixed(&T, &O);
    assert_eq!(accepting(&A, &signature), ["chop-1", "fips-186-5", "zip-215", "simd-0376-2026-09"]);
    assert_eq!(accepting(&A, &mixed(&O, &O).1).len(), 10);
}

#[test]
fn the_cofactor_multiplies_the_point_and_not_the_scalar() {
    // [8]([k]U) is the identity, but [8k mod l]U is not where 8k ≥ l, as l is odd.
    let [O, U, ..] = torsion();
    let (A, signature) = mixed(&O, &U);
    let R = signature[..32].try_into().unwrap();
    let k = challenge(sha512, Mode::Pure, &R, &A, MESSAGE);
    assert_ne!(Point::mul(&(k * 8u8 % l()), &U), O);
    assert_eq!(accepting(&A, &signature), ["chop-1", "fips-186-5", "zip-215", "simd-0376-2026-09"]);
}

#[test]
fn small_order_keys_and_commitments_pass_where_the_rule_asks_nothing_of_them() {
    // R = B, S = 1 is right up to a small-order point for each such key.
    let B = Point::base().encode();
    for A in small_order_encodings() {
        let decoded = decode(&A);
        let canonical = decoded.y_reduced && !decoded.minus_zero;
        let signature = join(&B, &BigUint::from(1u8));
        let exact = facts(sha512, Mode::Pure, &A, MESSAGE, &signature).points_equal;
        let expected: Vec<_> = [
            ("stdlib", exact),
            ("fips-186-5", canonical),
            ("rfc8032-cofactorless", canonical && exact),
            ("zip-215", true),
            ("legacy", exact),
        ]
        .into_iter()
        .filter_map(|(name, accepted)| accepted.then_some(name))
        .collect();
        assert_eq!(accepting(&A, &signature), expected);
    }

    // R of small order and S = k·s, under an honest key.
    let (s, _) = expand_seed(sha512, &[1; 32]);
    let A = public_key(sha512, &[1; 32]);
    for R in small_order_encodings() {
        let decoded = decode(&R);
        let canonical = decoded.y_reduced && !decoded.minus_zero;
        let exact = decoded.point == Some(Point::identity());
        let k = challenge(sha512, Mode::Pure, &R, &A, MESSAGE);
        let signature = join(&R, &(k * &s % l()));
        let expected: Vec<_> = [
            ("chop-1", canonical),
            ("stdlib", canonical && exact),
            ("fips-186-5", canonical),
            ("rfc8032-cofactorless", canonical && exact),
            ("zip-215", true),
            ("legacy", canonical && exact),
        ]
        .into_iter()
        .filter_map(|(name, accepted)| accepted.then_some(name))
        .collect();
        assert_eq!(accepting(&A, &signature), expected);
    }
}

#[test]
fn points_that_do_not_decode_make_the_equation_facts_false() {
    let absent = to_bytes(&BigUint::from(2u8));
    let (A, signature) = mixed(&Point::identity(), &Point::identity());
    let key = facts(sha512, Mode::Pure, &absent, MESSAGE, &signature);
    assert!(!key.a_decodes && !key.bytes_equal && !key.points_equal && !key.cofactored_equal);
    assert!(key.a_y_reduced && !key.a_small_order && key.r_decodes);
    let commitment = facts(sha512, Mode::Pure, &A, MESSAGE, &join(&absent, &BigUint::from(1u8)));
    assert!(!commitment.r_decodes && !commitment.points_equal && !commitment.cofactored_equal);
}

#[test]
fn modes_and_hashes_do_not_verify_each_other() {
    let (seed, digest) = ([5; 32], [6; 64]);
    let modes = [Mode::Pure, Mode::Ctx(b""), Mode::Ctx(b"a"), Mode::Ph(b""), Mode::Ph(b"a")];
    let signatures = modes.map(|mode| sign(sha512, mode, &seed, &digest));
    let public = public_key(sha512, &seed);
    for (i, signature) in signatures.iter().enumerate() {
        for (j, mode) in modes.into_iter().enumerate() {
            assert_eq!(facts(sha512, mode, &public, &digest, signature).cofactored_equal, i == j);
        }
    }
    for hash in [sha512, blake2b, blake3] {
        let (public, signature) = (public_key(hash, &seed), sign(hash, Mode::Pure, &seed, &digest));
        for other in [sha512, blake2b, blake3] {
            let same = hash(&[b"x"]) == other(&[b"x"]);
            assert_eq!(facts(other, Mode::Pure, &public, &digest, &signature).bytes_equal, same);
        }
    }
}
