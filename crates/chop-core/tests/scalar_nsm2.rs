//! Integers modulo the order of SM2 against arbitrary-precision integers, in words of 64 and of 32 bits.

mod common;

use chop_core::ct::{Mask, Wipe, declassify};
use chop_core::scalar::limbs;
use chop_core::scalar::nsm2::{ORDER, Scalar};
use chop_ref::BigUint;
use chop_ref::sm2::sm2;
use common::Random;

fn n() -> &'static BigUint {
    &sm2().n
}

fn power(bits: u32) -> BigUint {
    BigUint::from(1u8) << bits
}

/// `value` as N big-endian bytes.
fn bytes<const N: usize>(value: &BigUint) -> [u8; N] {
    let mut out = [0; N];
    let digits = value.to_bytes_be();
    assert!(digits.len() <= N || *value == BigUint::ZERO);
    out[N - digits.len()..].copy_from_slice(&digits);
    out
}

fn value(scalar: &Scalar) -> BigUint {
    BigUint::from_bytes_be(&scalar.to_bytes())
}

fn scalar(value: &BigUint) -> Scalar {
    Scalar::from_bytes_mod_order(&bytes(value))
}

fn holds(mask: Mask) -> bool {
    declassify(mask, "test")
}

/// Numbers below 2^`limit` near powers of two and near multiples of n.
fn edges(limit: u32) -> Vec<BigUint> {
    let mut centres = vec![power(limit) / n() * n(), n() >> 1u32, n().sqrt()];
    for i in 0..=limit {
        centres.push(power(i));
        centres.push(n() << i);
        centres.push(power(256) - power(i.min(256)));
    }
    let mut all = vec![BigUint::ZERO];
    for centre in centres {
        for delta in 0..3u8 {
            all.push(&centre + delta);
            if centre >= BigUint::from(delta) {
                all.push(&centre - delta);
            }
        }
    }
    all.retain(|x| *x < power(limit));
    all.sort();
    all.dedup();
    all
}

fn extremes() -> Vec<BigUint> {
    let mut all: Vec<BigUint> = (0..3u8).map(BigUint::from).collect();
    for low in 1..4u8 {
        all.push(n() - low);
    }
    for bit in [32, 63, 64, 127, 128, 192, 224, 255] {
        all.push(power(bit));
        all.push(power(bit) - 1u8);
        all.push(n() - power(bit));
    }
    all.push(n() >> 1u32);
    all.push(n().sqrt());
    all.push(power(256) % n());
    all
}

fn random(random: &mut Random) -> BigUint {
    let words: Vec<u32> = (0..8).map(|_| random.edgy_word() as u32).collect();
    BigUint::new(words)
}

fn check_pair(x: &BigUint, y: &BigUint) {
    let (a, b, n) = (scalar(x), scalar(y), n());
    assert_eq!(value(&a.mul_with::<u64>(&b)), x * y % n, "{x:x}·{y:x}");
    assert_eq!(value(&a.mul_with::<u32>(&b)), x * y % n, "{x:x}·{y:x}");
    assert_eq!(value(&a.mul(&b)), x * y % n);
    assert_eq!(value(&a.add(&b)), (x + y) % n, "{x:x} + {y:x}");
    assert_eq!(value(&a.sub(&b)), (x + n - y % n) % n, "{x:x} − {y:x}");
    assert_eq!(value(&a.neg()), (n - x % n) % n);
    assert_eq!(holds(a.eq(&b)), x % n == y % n);
    assert_eq!(value(&Scalar::select(Mask::TRUE, &a, &b)), x % n);
    assert_eq!(value(&Scalar::select(Mask::FALSE, &a, &b)), y % n);
}

#[test]
fn the_order_is_that_of_the_standard() {
    assert_eq!(ORDER.to_vec(), n().to_u64_digits());
    assert_eq!(limbs::from_bytes(&limbs::to_bytes(&ORDER)), ORDER);
    assert_eq!(value(&Scalar::ONE), BigUint::from(1u8));
}

#[test]
fn numbers_of_256_bits_are_reduced_at_the_edges() {
    for x in edges(256) {
        let (reduced, canonical) = Scalar::from_canonical_bytes(&bytes(&x));
        assert_eq!(value(&reduced), &x % n());
        assert_eq!(reduced.words(), scalar(&x).words());
        assert_eq!(holds(canonical), x < *n(), "{x:x}");
        assert_eq!(holds(reduced.is_zero()), &x % n() == BigUint::ZERO);
    }
}

#[test]
fn numbers_of_512_bits_are_reduced_at_the_edges() {
    for x in edges(512) {
        assert_eq!(value(&Scalar::from_bytes_wide_with::<u64>(&bytes(&x))), &x % n(), "{x:x}");
        assert_eq!(value(&Scalar::from_bytes_wide_with::<u32>(&bytes(&x))), &x % n(), "{x:x}");
        assert_eq!(value(&Scalar::from_bytes_wide(&bytes(&x))), &x % n());
    }
}

#[test]
fn ring_operations_are_right_at_the_edges_and_at_random() {
    for x in extremes() {
        for y in extremes() {
            check_pair(&x, &y);
        }
    }
    let mut generator = Random::new();
    for _ in 0..2000 {
        check_pair(&random(&mut generator), &random(&mut generator));
    }
}

#[test]
fn inverses_times_their_scalars_are_one() {
    let mut generator = Random::new();
    for x in extremes().into_iter().chain((0..20).map(|_| random(&mut generator))) {
        let a = scalar(&x);
        let expected = (x % n()).modinv(n()).unwrap_or_default();
        assert_eq!(value(&a.invert()), expected);
        assert_eq!(value(&a.invert()), expected);
    }
}

#[test]
fn wiping_leaves_zero() {
    let mut x = scalar(&power(200));
    x.wipe();
    assert!(holds(x.is_zero()));
}
