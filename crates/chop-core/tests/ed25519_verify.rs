//! Facts about signatures whose A and R have parts of every small order, for scalars k that are easy and hard to
//! shorten, on every level, alone and many together; against affine arithmetic with long integers.
#![allow(non_snake_case)] // points are capital letters

use chop_core::cpu::Level;
use chop_core::engine::ed25519::decode::Decoded;
use chop_core::engine::ed25519::facts::{Fact, Facts, Plan};
use chop_core::engine::ed25519::verify::{Job, Key, facts, facts_of_many};
use chop_ref::{BigUint, Point, l, torsion};
use std::sync::LazyLock;

/// One signature, and what is true of it.
struct Case {
    A: [u8; 32],
    R: [u8; 32],
    S: [u8; 32],
    digest: [u8; 64],
    bytes_equal: bool,
    points_equal: bool,
    cofactored_equal: bool,
}

fn number(label: &str, i: usize) -> BigUint {
    BigUint::from_bytes_le(&chop_ref::sha512(&[label.as_bytes(), &(i as u64).to_le_bytes()]))
}

fn bytes<const N: usize>(value: &BigUint) -> [u8; N] {
    let mut out = [0; N];
    let digits = value.to_bytes_le();
    out[..digits.len()].copy_from_slice(&digits);
    out
}

/// Scalars k: 0 and small ones (a pair with u = k), ℓ − 1, a half and a third modulo ℓ (short pairs with an even v modulo
/// ℓ alone), powers of two, and random ones.
fn scalars() -> Vec<BigUint> {
    let mut all: Vec<BigUint> = (0u8..9).map(BigUint::from).collect();
    let inverse = |n: u8| BigUint::from(n).modpow(&(l() - 2u8), l());
    all.extend([
        l() - 1u8,
        l() - 8u8,
        inverse(2),
        inverse(3),
        inverse(8),
        l() - inverse(2),
        inverse(5) * 4u8 % l(),
    ]);
    all.extend([127, 128, 251].map(|n| BigUint::from(1u8) << n));
    all.extend((0..6).map(|i| number("k", i) % l()));
    all
}

/// For each k, keys and R with small parts: S makes 8·(S·B − k·A − R) neutral, and in every fifth case is one off.
/// Every third digest is k plus a multiple of ℓ.
fn cases() -> &'static [Case] {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(make_cases);
    &CASES
}

fn make_cases() -> Vec<Case> {
    let (torsion, B) = (torsion(), Point::base());
    let mut all = Vec::new();
    for (i, k) in scalars().into_iter().enumerate() {
        for (j, (TA, TR)) in torsion.iter().flat_map(|a| torsion.iter().map(move |r| (a, r))).enumerate() {
            let (a, r) = (number("a", i) % l(), number("r", i) % l());
            // Without a part of large order too.
            let (a, r) = if j % 7 >= 5 { (BigUint::ZERO, BigUint::ZERO) } else { (a, r) };
            let (A, R) = (Point::mul(&a, &B).add(TA), Point::mul(&r, &B).add(TR));
            let off = u8::from(j % 5 == 4);
            let S = (&r + &k * &a + off) % l();
            let D = Point::mul(&S, &B).add(&Point::mul(&k, &A).neg()).add(&R.neg());
            let mut digest = k.clone();
            if j % 3 == 0 {
                digest += l() * (number("multiple", j) >> 260);
            }
            let canonical = R.encode();
            // The neutral element has a second encoding, with the sign of x set.
            let minus_zero = R.x == BigUint::ZERO && j / 8 % 2 == 0;
            let mut encoding = canonical;
            encoding[31] |= u8::from(minus_zero) << 7;
            all.push(Case {
                A: A.encode(),
                R: encoding,
                S: bytes(&S),
                digest: bytes(&digest),
                bytes_equal: D == Point::identity() && !minus_zero,
                points_equal: D == Point::identity(),
                cofactored_equal: D.is_small_order(),
            });
        }
    }
    all
}

fn check(facts: Facts, case: &Case, name: &str) {
    assert_eq!(facts.holds(Fact::BytesEqual), case.bytes_equal, "bytes, {name}");
    assert_eq!(facts.holds(Fact::PointsEqual), case.points_equal, "points, {name}");
    assert_eq!(facts.holds(Fact::CofactoredEqual), case.cofactored_equal, "cofactored, {name}");
}

#[test]
fn small_parts_of_a_and_r_count_exactly_as_the_definition_says() {
    let cases = cases();
    let decode = |encoding| Decoded::from_bytes(Level::PORTABLE, encoding);
    let decoded: Vec<[Decoded; 2]> = cases.iter().map(|case| [decode(&case.A), decode(&case.R)]).collect();
    // What makes the test worth its time.
    assert!(cases.iter().filter(|case| case.bytes_equal).count() > 100);
    assert!(cases.iter().filter(|case| case.points_equal && !case.bytes_equal).count() > 5);
    assert!(cases.iter().filter(|case| case.cofactored_equal && !case.points_equal).count() > 500);
    for level in Level::available() {
        let jobs: Vec<Job<'_>> = cases
            .iter()
            .zip(&decoded)
            .enumerate()
            .map(|(i, (case, [A, R]))| Job {
                key: if i % 2 == 0 { Key::Bytes(&case.A) } else { Key::Decoded(A) },
                R: &case.R,
                decoded_R: if i % 3 == 0 { Some(R) } else { None },
                S: &case.S,
                digest: &case.digest,
            })
            .collect();
        let mut many = vec![Facts::UNKNOWN; jobs.len()];
        facts_of_many(level, Plan::EVERYTHING, &jobs, &mut many);
        // Groups that are not whole, too.
        for n in 1..=33 {
            let mut some = vec![Facts::UNKNOWN; n];
            facts_of_many(level, Plan::EVERYTHING, &jobs[n..2 * n], &mut some);
            for (i, facts) in some.iter().enumerate() {
                check(*facts, &cases[n + i], &format!("{}, {i} of {n}", level.name()));
            }
        }
        for (i, (case, job)) in cases.iter().zip(&jobs).enumerate() {
            check(facts(level, Plan::EVERYTHING, job), case, &format!("{} alone, case {i}", level.name()));
            check(many[i], case, &format!("{} many, case {i}", level.name()));
        }
    }
}

#[test]
fn facts_that_were_not_asked_for_change_none_that_were() {
    let bytes_only = Plan::NOTHING.with(Fact::BytesEqual);
    for case in cases().iter().step_by(5) {
        let job =
            Job { key: Key::Bytes(&case.A), R: &case.R, decoded_R: None, S: &case.S, digest: &case.digest };
        let facts = facts(Level::PORTABLE, bytes_only, &job);
        assert_eq!(facts.holds(Fact::BytesEqual), case.bytes_equal);
    }
}
