//! Integers modulo the orders of 256 bits against arbitrary-precision integers, in words of 64 and of 32 bits.

mod common;
mod primes;

use chop_core::ct::{Mask, Wipe, declassify};
use chop_core::scalar::limbs;
use chop_core::scalar::modulus::Scalar;
use chop_ref::BigUint;
use common::Random;
use primes::{Order256, power};

/// `value` as N big-endian bytes.
fn bytes<const N: usize>(value: &BigUint) -> [u8; N] {
    let mut out = [0; N];
    let digits = value.to_bytes_be();
    assert!(digits.len() <= N || *value == BigUint::ZERO);
    out[N - digits.len()..].copy_from_slice(&digits);
    out
}

fn value<M: Order256>(scalar: &Scalar<M>) -> BigUint {
    BigUint::from_bytes_be(&scalar.to_bytes())
}

fn scalar<M: Order256>(value: &BigUint) -> Scalar<M> {
    Scalar::<M>::from_bytes_mod_order(&bytes(value))
}

fn holds(mask: Mask) -> bool {
    declassify(mask, "test")
}

/// Numbers below 2^`limit` near powers of two and near multiples of n.
fn edges<M: Order256>(limit: u32) -> Vec<BigUint> {
    let mut centres = vec![power(limit) / M::n() * M::n(), M::n() >> 1u32, M::n().sqrt()];
    for i in 0..=limit {
        centres.push(power(i));
        centres.push(M::n() << i);
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

fn extremes<M: Order256>() -> Vec<BigUint> {
    let mut all: Vec<BigUint> = (0..3u8).map(BigUint::from).collect();
    for low in 1..4u8 {
        all.push(M::n() - low);
    }
    for bit in [32, 63, 64, 127, 128, 192, 224, 255] {
        all.push(power(bit));
        all.push(power(bit) - 1u8);
        all.push(M::n() - power(bit));
    }
    all.push(M::n() >> 1u32);
    all.push(M::n().sqrt());
    all.push(power(256) % M::n());
    all
}

fn random(random: &mut Random) -> BigUint {
    let words: Vec<u32> = (0..8).map(|_| random.edgy_word() as u32).collect();
    BigUint::new(words)
}

fn check_pair<M: Order256>(x: &BigUint, y: &BigUint) {
    let (a, b, n) = (scalar::<M>(x), scalar::<M>(y), M::n());
    assert_eq!(value(&a.mul_with::<u64>(&b)), x * y % n, "{x:x}·{y:x}");
    assert_eq!(value(&a.mul_with::<u32>(&b)), x * y % n, "{x:x}·{y:x}");
    assert_eq!(value(&a.mul(&b)), x * y % n);
    assert_eq!(value(&a.add(&b)), (x + y) % n, "{x:x} + {y:x}");
    assert_eq!(value(&a.sub(&b)), (x + n - y % n) % n, "{x:x} − {y:x}");
    assert_eq!(value(&a.neg()), (n - x % n) % n);
    assert_eq!(holds(a.eq(&b)), x % n == y % n);
    assert_eq!(value(&Scalar::<M>::select(Mask::TRUE, &a, &b)), x % n);
    assert_eq!(value(&Scalar::<M>::select(Mask::FALSE, &a, &b)), y % n);
}

fn the_order_is_that_of_the_standard<M: Order256>() {
    assert_eq!(M::ORDER.to_vec(), M::n().to_u64_digits());
    assert_eq!(limbs::from_bytes(&limbs::to_bytes(&M::ORDER)), M::ORDER);
    assert_eq!(value(&Scalar::<M>::ONE), BigUint::from(1u8));
}

fn numbers_of_256_bits_are_reduced_at_the_edges<M: Order256>() {
    for x in edges::<M>(256) {
        let (reduced, canonical) = Scalar::<M>::from_canonical_bytes(&bytes(&x));
        assert_eq!(value(&reduced), &x % M::n());
        assert_eq!(reduced.words(), scalar::<M>(&x).words());
        assert_eq!(holds(canonical), x < *M::n(), "{x:x}");
        assert_eq!(holds(reduced.is_zero()), &x % M::n() == BigUint::ZERO);
    }
}

fn numbers_of_512_bits_are_reduced_at_the_edges<M: Order256>() {
    for x in edges::<M>(512) {
        assert_eq!(value(&Scalar::<M>::from_bytes_wide_with::<u64>(&bytes(&x))), &x % M::n(), "{x:x}");
        assert_eq!(value(&Scalar::<M>::from_bytes_wide_with::<u32>(&bytes(&x))), &x % M::n(), "{x:x}");
        assert_eq!(value(&Scalar::<M>::from_bytes_wide(&bytes(&x))), &x % M::n());
    }
}

fn ring_operations_are_right_at_the_edges_and_at_random<M: Order256>() {
    for x in extremes::<M>() {
        for y in extremes::<M>() {
            check_pair::<M>(&x, &y);
        }
    }
    let mut generator = Random::new();
    for _ in 0..2000 {
        check_pair::<M>(&random(&mut generator), &random(&mut generator));
    }
}

fn inverses_times_their_scalars_are_one<M: Order256>() {
    let mut generator = Random::new();
    for x in extremes::<M>().into_iter().chain((0..20).map(|_| random(&mut generator))) {
        let a = scalar::<M>(&x);
        let expected = (x % M::n()).modinv(M::n()).unwrap_or_default();
        assert_eq!(value(&a.invert()), expected);
        assert_eq!(value(&a.invert_vartime()), expected);
    }
}

fn many_inverses_are_those_of_one<M: Order256>() {
    let mut generator = Random::new();
    let all: Vec<_> = extremes::<M>().iter().map(scalar::<M>).collect();
    for _ in 0..4 {
        let some: Vec<_> = (0..9).map(|_| all[generator.word() as usize % all.len()]).collect();
        let (mut found, mut found_vartime, mut before) = (some.clone(), some.clone(), some.clone());
        Scalar::invert_all(&mut found, &mut before);
        Scalar::invert_all_vartime(&mut found_vartime, &mut before);
        for i in 0..some.len() {
            assert_eq!(value(&found[i]), value(&some[i].invert()));
            assert_eq!(value(&found_vartime[i]), value(&some[i].invert()));
        }
    }
}

fn wiping_leaves_zero<M: Order256>() {
    let mut x = scalar::<M>(&power(200));
    x.wipe();
    assert!(holds(x.is_zero()));
}

/// Makes tests of each law on each order.
macro_rules! laws {
    ($($law:ident)*) => {
        mod sm2 {
            $(#[test] fn $law() { super::$law::<chop_core::scalar::nsm2::NSm2>() })*
        }

        mod secp256k1 {
            $(#[test] fn $law() { super::$law::<chop_core::scalar::nsecp256k1::NSecp256k1>() })*
        }
    };
}

laws! {
    the_order_is_that_of_the_standard
    numbers_of_256_bits_are_reduced_at_the_edges
    numbers_of_512_bits_are_reduced_at_the_edges
    ring_operations_are_right_at_the_edges_and_at_random
    inverses_times_their_scalars_are_one
    many_inverses_are_those_of_one
    wiping_leaves_zero
}
