//! Short pairs: what must hold for every scalar, and how short they are.

mod common;

use chop_core::cpu::Level;
use chop_core::lanes::Register;
use chop_core::run::{Wide, WideJob, run_wide};
use chop_core::scalar::lattice::lanes_vartime::short_pairs_vartime;
use chop_core::scalar::lattice::one_vartime::{ShortPair, short_pair_modulo_vartime, short_pair_vartime};
use chop_core::scalar::nsm2;
use chop_ref::sm2::sm2;
use common::per_lane;
use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;

/// ℓ from RFC 8032, 5.1, and not from the code under test.
fn order() -> BigUint {
    (BigUint::from(1u8) << 252u32) + BigUint::from(27742317777372353535851937790883648493u128)
}

fn words(value: &BigUint) -> [u64; 4] {
    let mut words = [0; 4];
    for (word, digit) in words.iter_mut().zip(value.to_u64_digits()) {
        *word = digit;
    }
    words
}

fn value(words: &[u64; 4]) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |sum, word| (sum << 64u32) + word)
}

/// u ≡ v·k modulo 8ℓ, v odd and no multiple of ℓ; gives the bits of the longer one.
fn check(k: &BigUint) -> u64 {
    let ShortPair { u, u_negative, v } = short_pair_vartime(&words(k));
    let (u, v) = (value(&u), value(&v));
    let longest = u.bits().max(v.bits());
    let signed = if u_negative { -BigInt::from(u) } else { BigInt::from(u) };
    let difference = signed - BigInt::from(v.clone()) * BigInt::from(k.clone());
    assert_eq!(difference % BigInt::from(order() * 8u8), BigInt::ZERO, "a pair of the lattice: k = {k}");
    assert!(v.bit(0), "v is odd: k = {k}");
    assert_ne!(&v % order(), BigUint::ZERO, "v is no multiple of ℓ: k = {k}");
    longest
}

/// Scalars whose lattices have very short vectors, long quotients, or an even v in the middle.
fn awkward() -> Vec<BigUint> {
    let (one, order) = (BigUint::from(1u8), order());
    let mut all = vec![BigUint::ZERO];
    for n in 0..253u32 {
        let power = &one << n;
        // k near 2^n, 8ℓ/2^n and ℓ/2^n: continued fractions with long quotients.
        for centre in [power.clone(), (&order * 8u8) >> n, &order >> n, &order - (&order >> n)] {
            for near in [centre.clone(), &centre + 1u8, if centre > one { &centre - 1u8 } else { centre }] {
                all.push(near % &order);
            }
        }
        // u ≡ v·k for given short u and v, modulo ℓ: v even too.
        for (u, v) in [(1u64, 2u64), (3, 4), (5, 6), (7, 1 << 40), ((1 << 50) + 1, 1 << 60)] {
            let v = BigUint::from(v) << (n / 4);
            let inverse = v.modpow(&(&order - 2u8), &order);
            all.push(BigUint::from(u) * inverse % &order);
        }
    }
    all
}

#[test]
fn every_awkward_scalar_has_a_right_pair() {
    for k in awkward() {
        check(&k);
    }
}

#[test]
fn pairs_of_random_scalars_are_short() {
    // 4,000 scalars of a multiplicative generator: repeatable, and as good as random.
    let (order, mut k) = (order(), BigUint::from(0x1234_5678_9abc_def1u64).pow(3));
    let (mut total, n) = (0, 4000);
    for _ in 0..n {
        k = (&k * &k + 1u8) % &order;
        let bits = check(&k);
        assert!(bits <= 150, "{bits} bits for {k}");
        total += bits;
    }
    let mean = total as f64 / f64::from(n);
    assert!((126.0..129.0).contains(&mean), "{mean} bits in the mean");
}

#[test]
fn lanes_find_the_pairs_of_one() {
    struct Lanes<'a>(&'a [[[[u64; 4]; 8]; 2]]);
    impl WideJob for Lanes<'_> {
        type Out = Vec<[Vec<ShortPair>; 2]>;
        fn wide<L: Wide>(self) -> Self::Out {
            let words = |k: &[[u64; 4]; 8]| L::Words::from_records(&per_lane::<L::Words, _>(k));
            let of_group = |k: &[[[u64; 4]; 8]; 2]| {
                short_pairs_vartime(&[words(&k[0]), words(&k[1])])
                    .map(|pairs| pairs.lanes().as_ref().to_vec())
            };
            self.0.iter().map(of_group).collect()
        }
    }
    // Scalars of all kinds beside each other: lanes are done after different numbers of rounds.
    let scalars: Vec<[u64; 4]> = awkward().iter().map(words).collect();
    let mut groups = Vec::new();
    for start in 0..scalars.len() / 4 {
        let mut group = [[[0; 4]; 8]; 2];
        for (i, k) in group.as_flattened_mut().iter_mut().enumerate() {
            *k = scalars[(start + 97 * i) % scalars.len()];
        }
        groups.push(group);
    }
    for lanes in Level::available().filter_map(Level::in_lanes) {
        let level = Level::from(lanes);
        for (group, found) in groups.iter().zip(run_wide(lanes, Lanes(&groups))) {
            for (k, found) in group.iter().zip(&found) {
                assert_eq!(found.len(), level.lanes());
                for (k, found) in k.iter().zip(found) {
                    assert_eq!(*found, short_pair_vartime(k), "{}: {k:x?}", level.name());
                }
            }
        }
    }
    if Level::ifma().is_none() {
        println!("skipped: the level ifma, which this processor lacks");
    }
}

proptest! {
    #[test]
    fn every_scalar_has_a_right_pair(bytes: [u8; 32]) {
        check(&(BigUint::from_bytes_le(&bytes) % order()));
    }
}

/// u ≡ v·k modulo n and v is no multiple of n; gives the bits of the longer one.
fn check_sm2(k: &BigUint) -> u64 {
    let n = &sm2().n;
    let ShortPair { u, u_negative, v } = short_pair_modulo_vartime(&nsm2::ORDER, &words(k));
    let (u, v) = (value(&u), value(&v));
    let longest = u.bits().max(v.bits());
    let signed = if u_negative { -BigInt::from(u) } else { BigInt::from(u) };
    let difference = signed - BigInt::from(v.clone()) * BigInt::from(k.clone());
    assert_eq!(difference % BigInt::from(n.clone()), BigInt::ZERO, "a pair of the lattice: k = {k}");
    assert_ne!(v % n, BigUint::ZERO, "v is no multiple of n: k = {k}");
    longest
}

#[test]
fn pairs_modulo_the_order_of_sm2_are_right_and_short() {
    let (one, n) = (BigUint::from(1u8), &sm2().n);
    for i in 0..256u32 {
        let power = &one << i;
        for centre in [power.clone(), n >> i, n - (n >> i)] {
            for k in [centre.clone(), &centre + 1u8, if centre > one { &centre - 1u8 } else { centre }] {
                let k = k % n;
                if k != BigUint::ZERO {
                    assert!(check_sm2(&k) <= 130, "{k}");
                }
            }
        }
    }
    let (mut k, mut total) = (BigUint::from(0x1234_5678_9abc_def1u64).pow(3), 0);
    for _ in 0..4000 {
        k = (&k * &k + 1u8) % n;
        let bits = check_sm2(&k);
        assert!(bits <= 130, "{bits} bits for {k}");
        total += bits;
    }
    let mean = total as f64 / 4000.0;
    assert!((126.0..129.0).contains(&mean), "{mean} bits in the mean");
}
