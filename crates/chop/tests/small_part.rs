//! The order of the part of small order of a point is what the oracle says, for every such part.
#![cfg(feature = "explain")]
#![allow(non_snake_case)] // points are capital letters

use chop::ed25519::{SigningKey, VerifyingKey};
use chop_ref::{Point, decode, torsion};
use num_bigint::BigUint;

/// The order of a point of small order, by counting.
fn order(T: &Point) -> u8 {
    (1..=8).find(|n| Point::mul(&BigUint::from(*n), T) == Point::identity()).unwrap()
}

fn of_library(P: &Point) -> u8 {
    VerifyingKey::from_bytes(&P.encode()).unwrap().small_part_order()
}

#[test]
fn the_order_of_the_small_part_is_that_of_the_oracle() {
    let honest = SigningKey::from_seed(&[7; 32]).verifying_key();
    let A = decode(honest.as_bytes()).point.unwrap();
    let mut seen = Vec::new();
    for T in torsion() {
        let expected = order(&T);
        assert_eq!(of_library(&T), expected);
        assert_eq!(of_library(&A.add(&T)), expected);
        assert!(!VerifyingKey::from_bytes(&A.add(&T).encode()).unwrap().is_small_order());
        seen.push(expected);
    }
    seen.sort_unstable();
    assert_eq!(seen, [1, 2, 4, 4, 8, 8, 8, 8]);
}

#[test]
fn irregular_encodings_have_the_order_of_their_point() {
    for encoding in chop_ref::small_order_encodings() {
        let key = VerifyingKey::from_bytes(&encoding).unwrap();
        assert_eq!(key.small_part_order(), order(&decode(&encoding).point.unwrap()), "{encoding:02x?}");
    }
}
