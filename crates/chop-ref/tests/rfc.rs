//! The reference reproduces the values of RFC 8032 and RFC 7748, and the accumulated hashes.
#![allow(non_snake_case)] // Points are uppercase, as in the standards.

use chop_ref::{
    BigUint, Mode, Point, Rule, accepts, clamp, ed_to_mont, expand_seed, facts, public_key, sha512,
};
use chop_ref::{sign, torsion, x25519, x25519_base};
use chop_vectors::{accumulated, rfc7748, rfc8032};

/// The key is derived, the signature is made, every rule accepts it, and rejects it for another message.
fn check(case: &rfc8032::Case, mode: Mode<'_>, message: &[u8]) {
    assert_eq!(public_key(sha512, &case.secret), case.public, "{}", case.name);
    assert_eq!(sign(sha512, mode, &case.secret, message), case.signature, "{}", case.name);
    let good = facts(sha512, mode, &case.public, message, &case.signature);
    let other = facts(sha512, mode, &case.public, &[0xff; 64], &case.signature);
    for rule in Rule::ALL {
        assert!(accepts(rule, &good), "{} {}", rule.name(), case.name);
        assert!(!accepts(rule, &other), "{} {}", rule.name(), case.name);
    }
}

#[test]
fn reproduces_rfc8032_pure() {
    for case in rfc8032::pure() {
        check(&case, Mode::Pure, &case.message);
    }
}

#[test]
fn reproduces_rfc8032_ctx() {
    for case in rfc8032::ctx() {
        check(&case, Mode::Ctx(case.context.as_ref().unwrap()), &case.message);
    }
}

#[test]
fn reproduces_rfc8032_ph() {
    for case in rfc8032::ph() {
        check(&case, Mode::Ph(case.context.as_ref().unwrap()), &sha512(&[&case.message]));
    }
}

#[test]
fn reproduces_rfc7748_single_calls() {
    for case in rfc7748::single() {
        assert_eq!(x25519(&case.scalar, &case.u), case.output);
    }
}

#[test]
fn reproduces_rfc7748_iteration() {
    let iterated = rfc7748::iterated();
    let (mut k, mut u) = (iterated.start, iterated.start);
    for n in 1..=1_000 {
        (k, u) = (x25519(&k, &u), k);
        if let Some((_, expected)) = iterated.after.iter().find(|(mark, _)| *mark == n) {
            assert_eq!(k, *expected, "after {n}");
        }
    }
}

#[test]
fn reproduces_rfc7748_exchange() {
    let e = rfc7748::exchange();
    assert_eq!(x25519_base(&e.secret_a), e.public_a);
    assert_eq!(x25519_base(&e.secret_b), e.public_b);
    assert_eq!(x25519(&e.secret_a, &e.public_b), e.shared);
    assert_eq!(x25519(&e.secret_b, &e.public_a), e.shared);
}

/// Compares the hash of the first N outputs for each mark N ≤ 100.
fn accumulate(marks: &[(usize, [u8; 64])], output: impl Fn(usize) -> Vec<u8>) {
    let mut all = Vec::new();
    for i in 0..100 {
        all.extend(output(i));
        if let Some((_, expected)) = marks.iter().find(|(n, _)| *n == i + 1) {
            assert_eq!(sha512(&[&all]), *expected, "N = {}", i + 1);
        }
    }
}

fn key_and_signature(input: &accumulated::Input, mode: Mode<'_>, message: &[u8]) -> Vec<u8> {
    [&public_key(sha512, &input.seed)[..], &sign(sha512, mode, &input.seed, message)].concat()
}

#[test]
fn reproduces_accumulated_ed25519() {
    accumulate(&accumulated::ed25519(), |i| {
        let input = accumulated::ed25519_input(i);
        key_and_signature(&input, Mode::Pure, &input.message)
    });
}

#[test]
fn reproduces_accumulated_ed25519ctx() {
    accumulate(&accumulated::ed25519ctx(), |i| {
        let input = accumulated::ed25519ctx_input(i);
        key_and_signature(&input, Mode::Ctx(input.context.as_ref().unwrap()), &input.message)
    });
}

#[test]
fn reproduces_accumulated_ed25519ph() {
    accumulate(&accumulated::ed25519ph(), |i| {
        let input = accumulated::ed25519ph_input(i);
        key_and_signature(&input, Mode::Ph(input.context.as_ref().unwrap()), &sha512(&[&input.message]))
    });
}

#[test]
fn reproduces_accumulated_x25519() {
    accumulate(&accumulated::x25519(), |i| {
        let (k, u) = accumulated::x25519_input(i);
        x25519(&k, &u).to_vec()
    });
}

#[test]
fn edwards_and_montgomery_multiples_agree() {
    let mut nine = [0; 32];
    nine[0] = 9;
    assert_eq!(ed_to_mont(&Point::base()), nine);
    assert_eq!(ed_to_mont(&Point::identity()), [0; 32]);
    for i in 0u8..8 {
        let seed = [i; 32];
        let P = Point::mul(&BigUint::from(i + 1), &Point::base()).add(&torsion()[i as usize]);
        let product = Point::mul(&clamp(seed), &P);
        assert_eq!(x25519(&seed, &ed_to_mont(&P)), ed_to_mont(&product));
        assert_eq!(x25519(&seed, &ed_to_mont(&torsion()[i as usize])), [0; 32]);
        let (s, _) = expand_seed(sha512, &seed);
        assert_eq!(Point::mul(&s, &Point::base()).encode(), public_key(sha512, &seed));
    }
}
