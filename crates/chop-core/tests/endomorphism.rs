//! The split of scalars by the endomorphism: of secp256k1 at the edges, where roundings change and at random, and of small groups for every
//! scalar.

mod common;
mod primes;
mod toy;

use chop_core::ct::declassify;
use chop_core::lanes::Register;
use chop_core::lanes::portable_u64x8::U64x8;
use chop_core::scalar::endomorphism::{Endomorphism, Half, split};
use chop_core::scalar::lanes::endomorphism as lanes;
use chop_core::scalar::modulus::Scalar;
use chop_core::scalar::nsecp256k1::NSecp256k1;
use chop_ref::BigUint;
use common::Random;
use primes::{int, power, words};
use toy::{Of199, Of64633, Seven, Thirteen};

fn number(words: &[u64; 4]) -> BigUint {
    primes::from_words(words)
}

fn n<E: Endomorphism>() -> BigUint {
    number(&E::ORDER)
}

/// Half of a scalar modulo n.
fn value<E: Endomorphism>(half: &Half) -> BigUint {
    let magnitude = number(&half.magnitude) % n::<E>();
    if declassify(half.negative, "test") { (n::<E>() - magnitude) % n::<E>() } else { magnitude }
}

/// The halves that eight lanes find, each lane for another number of those around the scalar.
fn split_in_lanes<E: Endomorphism>(scalar: &Scalar<E>) -> [(Scalar<E>, [Half; 2]); 8] {
    let mut scalars = [*scalar; 8];
    for i in 1..8 {
        scalars[i] = scalars[i - 1].add(&Scalar::ONE);
    }
    let words: [[u64; 4]; 8] = scalars.map(|scalar| *scalar.words());
    let halves = lanes::split::<E, U64x8>(&U64x8::from_records(&words));
    let magnitudes = halves.magnitudes.map(|words| U64x8::to_records(&words));
    std::array::from_fn(|lane| {
        let half =
            |i: usize| Half { negative: halves.negative[i].lane(lane), magnitude: magnitudes[i][lane] };
        (scalars[lane], [half(0), half(1)])
    })
}

/// Checks that the halves stand for the scalar, and that they are as short as the proof says: twice a half is at most
/// (1 + 2^-35)·(a1 + a2), or the same of b: in one lane and in eight.
fn check<E: Endomorphism>(scalar: &Scalar<E>) {
    let halves = split::<E, u64>(scalar);
    for (one, other) in halves.iter().zip(split::<E, u32>(scalar)) {
        assert_eq!(one.magnitude, other.magnitude);
        assert_eq!(declassify(one.negative, "test"), declassify(other.negative, "test"));
    }
    check_halves(scalar, &halves);
    for (scalar, halves) in &split_in_lanes(scalar) {
        check_halves(scalar, halves);
    }
}

fn check_halves<E: Endomorphism>(scalar: &Scalar<E>, halves: &[Half; 2]) {
    let k = number(scalar.words());
    let [k1, k2] = halves.each_ref().map(value::<E>);
    assert_eq!((k1 + k2 * number(&E::LAMBDA)) % n::<E>(), k, "{k:x}");
    for (half, vectors) in halves.iter().zip([E::A, E::B]) {
        let most = number(&vectors[0]) + number(&vectors[1]);
        let slack = &most >> 35;
        assert!(number(&half.magnitude) * 2u8 <= most + slack, "{k:x}");
    }
}

fn lattice_is_right<E: Endomorphism>() {
    let n = n::<E>();
    let lambda = number(&E::LAMBDA);
    assert_eq!((&lambda * &lambda + &lambda + 1u8) % &n, BigUint::ZERO);
    let [[a1, a2], [b1, b2]] = [E::A, E::B].map(|pair| pair.map(|words| number(&words)));
    assert_eq!(&b1 * &lambda % &n, &a1 % &n);
    assert_eq!((&a2 + &b2 * &lambda) % &n, BigUint::ZERO);
    assert_eq!(&a1 * &b2 + &a2 * &b1, n);
    for (rounded, b) in E::ROUNDED.iter().zip([b2, b1]) {
        assert_eq!(number(rounded), ((b << (64 * E::SHIFT)) + (&n >> 1u8)) / &n);
    }
}

#[test]
fn the_vectors_are_short_ones_of_the_lattice() {
    lattice_is_right::<NSecp256k1>();
    lattice_is_right::<Seven>();
    lattice_is_right::<Thirteen>();
    lattice_is_right::<Of199>();
    lattice_is_right::<Of64633>();
    // The bounds that are stated.
    let sum = |pair: [[u64; 4]; 2]| number(&pair[0]) + number(&pair[1]);
    assert!(sum(NSecp256k1::A) * 100u8 < power(128) * 128u8);
    assert!(sum(NSecp256k1::B) * 100u8 < power(128) * 109u8);
}

fn every_scalar<E: Endomorphism>() {
    let mut scalar = Scalar::<E>::ZERO;
    for _ in 0..E::ORDER[0] {
        check(&scalar);
        scalar = scalar.add(&Scalar::ONE);
    }
}

#[test]
fn every_scalar_of_small_groups_is_split() {
    every_scalar::<Seven>();
    every_scalar::<Thirteen>();
    every_scalar::<Of199>();
    every_scalar::<Of64633>();
}

#[test]
fn scalars_at_the_edges_and_where_roundings_change_are_split() {
    let n = n::<NSecp256k1>();
    let lambda = number(&NSecp256k1::LAMBDA);
    let mut centres = vec![int(0), n.clone(), &n >> 1u8, lambda.clone(), &n - &lambda];
    centres.extend((0..256).map(power));
    // Where a multiple of a rounded constant is a half: there c1 or c2 becomes one more.
    let mut random = Random::new();
    for rounded in NSecp256k1::ROUNDED {
        for i in 0..400u32 {
            let multiple = if i < 100 {
                int(i.into())
            } else {
                BigUint::from_slice(&[0; 4].map(|_: u32| random.word() as u32))
            };
            centres.push((multiple * 2u8 + 1u8) * power(383) / number(&rounded));
        }
    }
    for centre in centres {
        for delta in 0..3u8 {
            for near in [&centre + delta, &centre + &n - delta] {
                check(&Scalar::<NSecp256k1>::from_words_mod_order(&words(&(near % &n))));
            }
        }
    }
    for _ in 0..20_000 {
        let words = [random.edgy_word(), random.edgy_word(), random.edgy_word(), random.edgy_word()];
        check(&Scalar::<NSecp256k1>::from_words_mod_order(&words));
    }
}
