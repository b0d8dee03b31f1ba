//! Laws of the field, and the first bytes of the hash functions.

use chop_ref::field::{add, d, mul, p, sqrt_m1, sqrt_ratio};
use chop_ref::{BigUint, Hash, blake2b, blake3, sha512};

#[test]
fn constants_satisfy_their_equations() {
    assert_eq!(add(&mul(d(), &BigUint::from(121666u32)), &BigUint::from(121665u32)), BigUint::ZERO);
    assert_eq!(mul(sqrt_m1(), sqrt_m1()), p() - 1u8);
    assert!(!sqrt_m1().bit(0));
}

#[test]
fn sqrt_ratio_finds_a_root_of_squares_only() {
    let (four, nine) = (BigUint::from(4u8), BigUint::from(9u8));
    let root = sqrt_ratio(&four, &nine).unwrap();
    assert_eq!(mul(&mul(&root, &root), &nine), four);
    assert_eq!(sqrt_ratio(&BigUint::from(2u8), &nine), None); // 2 is no square, as p = 5 mod 8
    assert_eq!(sqrt_ratio(&BigUint::ZERO, &nine), Some(BigUint::ZERO));
    assert!(sqrt_ratio(&(p() - 4u8), &nine).is_some()); // −1 is a square
}

#[test]
fn first_bytes_are_the_published_ones() {
    let first = |hash: Hash, parts: &[&[u8]]| u64::from_be_bytes(hash(parts)[..8].try_into().unwrap());
    assert_eq!(first(sha512, &[b"a", b"bc"]), 0xddaf_35a1_9361_7aba); // FIPS 180-4 example, "abc"
    assert_eq!(first(blake2b, &[b"ab", b"c"]), 0xba80_a53f_981c_4d0d); // RFC 7693, appendix A, "abc"
    assert_eq!(first(blake3, &[]), 0xaf13_49b9_f5f9_a1a6); // the empty input
}
