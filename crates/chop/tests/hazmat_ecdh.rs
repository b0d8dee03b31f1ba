//! ECDH of `hazmat::secp256k1` on every level: values that libsecp256k1 has computed, those of Wycheproof, and what is refused.
#![allow(non_snake_case)] // points are capital letters
#![cfg(all(feature = "hazmat", feature = "secp256k1"))]

mod levels;

use chop::Error;
use chop::hazmat::secp256k1::{Point, Scalar, ecdh};
use levels::on_every_level;
use wycheproof::TestResult;
use wycheproof::ecdh::{TestName, TestSet};

fn hex<const N: usize>(text: &str) -> [u8; N] {
    core::array::from_fn(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap())
}

/// Two scalars, the point of the second, and `ecdh::SharedSecret` of the crate secp256k1 0.33.1 (libsecp256k1) for both. The products have an
/// odd y, an even one and an odd one.
const SHARED: [([u8; 32], [u8; 32], &str, &str); 3] = [
    (
        [7; 32],
        [8; 32],
        "03f991f944d1e1954a7fc8b9bf62e0d78f015f4c07762d505e20e6c45260a3661b",
        "7d5ab70bc892c18f0cf94ecd2f8dbae5ef5af1887d7d4dcd26778630156ad469",
    ),
    (
        [0x11; 32],
        [0xA5; 32],
        "02e8c20537e368bbc1f15b99159088c265444bb3365cbea99c16f94bfddc23aeeb",
        "0d4e530706200aa93d6968ca455cb5ee7c1ee58e7e57e0285c7a2eba5541f2a8",
    ),
    (
        [7; 32],
        [9; 32],
        "0256b328b30c8bf5839e24058747879408bdb36241dc9c2e7c619faa12b2920967",
        "9e3f19337cfd6830d123657c92ea70c236e97454b6ad0d90cebcd77ea3339ffd",
    ),
];

#[test]
fn shared_secrets_are_those_of_libsecp256k1_for_both_sides() {
    on_every_level(|level| {
        for (a, b, point, expected) in SHARED {
            let [a, b] = [a, b].map(|bytes| Scalar::from_canonical_bytes(&bytes).unwrap());
            let P = Point::from_bytes(&hex::<33>(point)).unwrap();
            assert_eq!(P, Point::mul_base(&b));
            assert_eq!(*ecdh(&a, &P).unwrap().as_bytes(), hex(expected), "{}", level.name());
            assert_eq!(
                *ecdh(&b, &Point::mul_base(&a)).unwrap().as_bytes(),
                hex(expected),
                "{}",
                level.name()
            );
        }
    });
}

#[test]
fn a_point_that_was_computed_gives_the_same_as_the_one_that_was_decoded() {
    let k = Scalar::from(12345u64);
    let P = Point::mul_base(&Scalar::from(3u64)) + Point::BASE.double();
    let decoded = Point::from_bytes(&P.to_bytes().unwrap()).unwrap();
    assert_eq!(ecdh(&k, &P).unwrap().as_bytes(), ecdh(&k, &decoded).unwrap().as_bytes());
}

#[test]
fn a_scalar_0_and_o_are_refused_and_the_ends_of_the_range_are_not() {
    on_every_level(|_| {
        assert_eq!(ecdh(&Scalar::ZERO, &Point::BASE).err(), Some(Error::SecretKeyRange));
        assert_eq!(ecdh(&Scalar::ONE, &Point::IDENTITY).err(), Some(Error::NotAPoint));
        let (one, last) =
            (ecdh(&Scalar::ONE, &Point::BASE).unwrap(), ecdh(&-Scalar::ONE, &-Point::BASE).unwrap());
        assert_eq!(one.as_bytes(), last.as_bytes());
    });
}

/// The header of a public key: an SPKI with the name of the curve and 65 bytes to follow.
const HEADER: &str = "3056301006072a8648ce3d020106052b8104000a034200";

#[test]
fn products_are_those_of_wycheproof() {
    let set = TestSet::load(TestName::EcdhSecp256k1).unwrap();
    let (mut valid, mut refused) = (0, 0);
    for case in set.test_groups.iter().flat_map(|group| &group.tests) {
        let what = format!("tcId {}: {}", case.tc_id, case.comment);
        let Some(point) = case.public_key.strip_prefix(&hex::<23>(HEADER)) else {
            assert_ne!(case.result, TestResult::Valid, "{what}");
            continue;
        };
        let Ok(P) = Point::from_bytes(point) else {
            assert_ne!(case.result, TestResult::Valid, "{what}");
            refused += 1;
            continue;
        };
        assert_ne!(case.result, TestResult::Invalid, "{what}");
        // A number in DER may begin with zeros, or have fewer bytes.
        let (digits, mut k) = (&case.private_key, [0; 32]);
        let digits = &digits[digits.iter().take_while(|byte| **byte == 0).count()..];
        k[32 - digits.len()..].copy_from_slice(digits);
        let product = Scalar::from_canonical_bytes(&k).unwrap() * P;
        assert_eq!(product.to_bytes().unwrap()[1..33], case.shared_secret[..], "{what}");
        valid += 1;
    }
    assert!(valid > 400 && refused > 5, "{valid} valid, {refused} refused");
}
