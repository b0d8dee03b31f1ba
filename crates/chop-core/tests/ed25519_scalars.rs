//! Scalars of many signatures on every level, against one at a time.
#![allow(non_snake_case)] // S is a capital letter in the papers

use chop_core::cpu::Level;
use chop_core::engine::ed25519::scalars::{expand_many, reduce_many, respond_many};
use chop_core::engine::ed25519::weights::weighted;
use chop_core::engine::weights::Weight;
use chop_core::field::f25519::words_to_bytes;
use chop_core::scalar::l25519::{Scalar, clamp};

/// 64 bytes from a name, now and then the greatest.
fn wide(label: &str, i: usize) -> [u8; 64] {
    if i % 5 == 3 {
        return [0xff; 64];
    }
    chop_ref::sha512(&[label.as_bytes(), &(i as u64).to_le_bytes()])
}

fn narrow(label: &str, i: usize) -> [u8; 32] {
    let mut half = [0; 32];
    half.copy_from_slice(&wide(label, i)[..32]);
    half
}

fn words(scalars: &[Scalar]) -> Vec<[u64; 4]> {
    scalars.iter().map(|scalar| *scalar.words()).collect()
}

#[test]
fn many_digests_are_reduced_as_one_is() {
    for level in Level::available() {
        for n in 0..=33 {
            let digests: Vec<[u8; 64]> = (0..n).map(|i| wide("digest", i)).collect();
            let expected: Vec<Scalar> = digests.iter().map(Scalar::from_bytes_wide).collect();
            let mut found = vec![Scalar::ONE; n];
            reduce_many(level, &digests, &mut found);
            assert_eq!(words(&found), words(&expected), "{}, {n} digests", level.name());
        }
    }
}

#[test]
fn weights_are_multiplied_as_one_by_one() {
    for level in Level::available() {
        for n in 0..=33 {
            let z: Vec<Weight> = (0..n)
                .map(|i| {
                    let mut weight = [0; 16];
                    weight.copy_from_slice(&wide("weight", i)[..16]);
                    Weight::from_bytes(weight)
                })
                .collect();
            // S is any number of 256 bits; k is reduced.
            let pairs: Vec<[[u8; 32]; 2]> =
                (0..n).map(|i| [narrow("S", i), Scalar::from_bytes_wide(&wide("k", i)).to_bytes()]).collect();
            let (mut sum, mut expected) = (Scalar::ZERO, Vec::new());
            for (z, [S, k]) in z.iter().map(Weight::to_scalar).zip(&pairs) {
                sum = z.mul_add(&Scalar::from_bytes_mod_order(S), &sum);
                expected.push(z.mul(&Scalar::from_bytes_mod_order(k)));
            }
            let mut products = vec![Scalar::ONE; n];
            let found = weighted(level, &z, &pairs, &mut products);
            assert_eq!(found.words(), sum.words(), "{}, {n} items", level.name());
            assert_eq!(words(&products), words(&expected), "{}, {n} items", level.name());
        }
    }
}

#[test]
fn weights_are_a_magnitude_that_is_not_zero_and_a_sign() {
    let value = |bytes: u128| {
        let weight = Weight::from_bytes(bytes.to_le_bytes());
        (weight.magnitude(), weight.is_negative(), *weight.to_scalar().words())
    };
    let sign = 1 << 127;
    let (one, seven, most) = ([1, 0, 0, 0], [7, 0, 0, 0], [u64::MAX, u64::MAX >> 1, 0, 0]);
    let opposite = |words: [u64; 4]| *Scalar::from_bytes_mod_order(&words_to_bytes(&words)).neg().words();
    for (bytes, magnitude) in [(0, one), (1, one), (7, seven), (sign - 1, most)] {
        assert_eq!(value(bytes), (magnitude, false, magnitude));
        assert_eq!(value(sign | bytes), (magnitude, true, opposite(magnitude)));
    }
}

#[test]
fn many_hashes_of_seeds_are_expanded_as_one_is() {
    for level in Level::available() {
        for n in 0..=33 {
            let digests: Vec<[u8; 64]> = (0..n).map(|i| wide("seed", i)).collect();
            let one = |i| Scalar::from_bytes_mod_order(&clamp(narrow("seed", i)));
            let mut found = vec![Scalar::ONE; n];
            expand_many(level, &digests, &mut found);
            let expected: Vec<Scalar> = (0..n).map(one).collect();
            assert_eq!(words(&found), words(&expected), "{}, {n} digests", level.name());
        }
    }
}

#[test]
fn many_responses_are_made_as_one_is() {
    for level in Level::available() {
        for n in 0..=33 {
            let challenges: Vec<[u8; 64]> = (0..n).map(|i| wide("challenge", i)).collect();
            let keys: Vec<Scalar> = (0..n).map(|i| Scalar::from_bytes_wide(&wide("key", i))).collect();
            let nonces: Vec<Scalar> =
                (0..n).map(|i| Scalar::from_bytes_wide(&wide("nonce", i + 1))).collect();
            let one =
                |i: usize| Scalar::from_bytes_wide(&challenges[i]).mul_add(&keys[i], &nonces[i]).to_bytes();
            let mut found = vec![[1; 32]; n];
            respond_many(level, &challenges, &keys.iter().collect::<Vec<_>>(), &nonces, &mut found);
            assert_eq!(found, (0..n).map(one).collect::<Vec<_>>(), "{}, {n} items", level.name());
        }
    }
}

#[test]
#[should_panic(expected = "one place an item")]
fn a_place_for_each_digest_is_asked_for() {
    reduce_many(Level::PORTABLE, &[[0; 64]], &mut []);
}

#[test]
#[should_panic(expected = "one weight, pair and place an item")]
fn a_place_for_each_product_is_asked_for() {
    weighted(Level::PORTABLE, &[Weight::from_bytes([0; 16])], &[[[0; 32]; 2]], &mut []);
}

#[test]
#[should_panic(expected = "one place an item")]
fn a_place_for_each_response_is_asked_for() {
    respond_many(Level::PORTABLE, &[[0; 64]], &[&Scalar::ONE], &[Scalar::ONE], &mut []);
}
