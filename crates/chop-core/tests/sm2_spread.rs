//! One signature of SM2 over eight lanes: that the lanes give the answer themselves, and where they give none.
#![allow(non_snake_case)] // points are capital letters
#![cfg(feature = "alloc")]

mod common;

use chop_core::cpu::Level;
use chop_core::ct::declassify;
use chop_core::curve::sm2::{Affine, PackedPoint, Sm2};
use chop_core::engine::sm2::point::Sm2Point;
use chop_core::engine::sm2::prepared::PreparedKey;
use chop_core::field::Field;
use chop_core::field::big_endian::bytes_to_words;
use chop_core::field::fsm2::r52::Fe;
use chop_core::field::fsm2::r64x1;
use chop_core::lanes::portable_u64x8::U64x8;
use chop_core::mul::weierstrass::group_vartime::mul_prepared_split;
use chop_core::mul::weierstrass::halved_vartime::same_x_vartime;
use chop_core::scalar::lattice::one_vartime::{ShortPair, short_pair_modulo_vartime};
use chop_core::scalar::nsm2;
use chop_ref::BigUint;
use chop_ref::sm2::sm2;
use chop_ref::weierstrass::Point;
use common::Random;

fn bytes(x: &BigUint) -> [u8; 32] {
    let digits = x.to_bytes_be();
    let mut out = [0; 32];
    out[32 - digits.len()..].copy_from_slice(&digits);
    out
}

fn words(x: &BigUint) -> [u64; 4] {
    bytes_to_words(&bytes(x))
}

fn value(words: &[u64; 4]) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |sum, word| (sum << 64u32) + word)
}

fn random(random: &mut Random) -> BigUint {
    BigUint::new((0..8).map(|_| random.word() as u32).collect()) % &sm2().n
}

fn packed(P: &Point) -> PackedPoint {
    let (x, y) = P.as_ref().expect("not O");
    let element = |x: &BigUint| r64x1::Fe::from_words(&[words(x)]);
    Affine::new(element(x), element(y)).pack()[0]
}

/// s·G + t·P.
fn sum(s: &BigUint, t: &BigUint, P: &Point) -> Point {
    sm2().add(&sm2().mul(s, &sm2().G), &sm2().mul(t, P))
}

/// Whether the lanes find x of R to be that of s·G + t·P, if they say anything.
fn has_x(s: &BigUint, t: &BigUint, P: &Point, R: &Point) -> Option<bool> {
    let pair = short_pair_modulo_vartime(&nsm2::ORDER, &words(t));
    let w = s * value(&pair.v) % &sm2().n;
    same_x_vartime::<Sm2, Fe<U64x8>>(&words(&w), &pair, &packed(P), &packed(R))
}

fn negative(P: &Point) -> Point {
    sm2().mul(&(&sm2().n - 1u8), P)
}

#[test]
fn lanes_answer_for_ordinary_signatures() {
    let mut generator = Random::new();
    let mut negative_pairs = 0;
    for _ in 0..40 {
        let [d, s, t] = [(); 3].map(|()| random(&mut generator));
        let P = sm2().mul(&d, &sm2().G);
        let R = sum(&s, &t, &P);
        negative_pairs += u32::from(short_pair_modulo_vartime(&nsm2::ORDER, &words(&t)).u_negative);
        assert_eq!(has_x(&s, &t, &P, &R), Some(true), "s = {s}, t = {t}, d = {d}");
        assert_eq!(has_x(&s, &t, &P, &negative(&R)), Some(true), "the opposite has the same x");
        assert_eq!(has_x(&s, &t, &negative(&P), &R), Some(false), "s = {s}, t = {t}, d = −{d}");
        assert_eq!(has_x(&(&s + 1u8), &t, &P, &R), Some(false), "s = {s} + 1, t = {t}, d = {d}");
        assert_eq!(has_x(&s, &(&t + 1u8), &P, &R), Some(false), "s = {s}, t = {t} + 1, d = {d}");
    }
    assert!((5..35).contains(&negative_pairs), "both signs of u occur: {negative_pairs} of 40");
}

#[test]
fn lanes_with_nothing_to_add_up_and_long_pairs_have_no_answer() {
    let (s, t) = (BigUint::from(5u8), BigUint::from(7u8));
    let P = sm2().mul(&BigUint::from(0x1234_5678u32), &sm2().G);
    let R = sum(&s, &t, &P);
    // v = 1 and w = 5: five pieces of w are 0.
    assert_eq!(has_x(&s, &t, &P, &R), None);
    let w = words(&random(&mut Random::new()));
    let short = |u, v| {
        same_x_vartime::<Sm2, Fe<U64x8>>(&w, &ShortPair { u, u_negative: false, v }, &packed(&P), &packed(&R))
    };
    assert_eq!(short([1, 0, 0, 0], [1, 0, 0, 0]), Some(false));
    assert_eq!(short([0, 0, 3, 0], [1, 0, 0, 0]), Some(false), "u of 130 bits");
    assert_eq!(short([0, 0, 4, 0], [1, 0, 0, 0]), None, "u of 131 bits");
    assert_eq!(short([1, 0, 0, 0], [0, 0, 0, 1]), None, "v of 193 bits");
}

#[test]
fn numbers_of_130_bits_are_multiplied_right() {
    let mut generator = Random::new();
    let P = sm2().mul(&random(&mut generator), &sm2().G);
    // The greatest number whose digits no carry leaves, and one with all digits negative.
    for u in [[u64::MAX, u64::MAX, 3, 0], [0x8888_8888_8888_8889, 0x8888_8888_8888_8888, 2, 0]] {
        for v in [[u64::MAX, u64::MAX, 3, 0], [3, 0, 0, 0]] {
            for u_negative in [false, true] {
                let w = random(&mut generator);
                // R with v·R = w·G ± u·P.
                let n = &sm2().n;
                let signed = if u_negative { n - value(&u) } else { value(&u) };
                let inverse = value(&v).modpow(&(n - 2u8), n);
                let R = sm2().mul(&inverse, &sum(&w, &signed, &P));
                let pair = ShortPair { u, u_negative, v };
                let found = same_x_vartime::<Sm2, Fe<U64x8>>(&words(&w), &pair, &packed(&P), &packed(&R));
                assert_eq!(found, Some(true), "{pair:?}");
                let pair = ShortPair { u_negative: !u_negative, ..pair };
                let found = same_x_vartime::<Sm2, Fe<U64x8>>(&words(&w), &pair, &packed(&P), &packed(&R));
                assert_eq!(found, Some(false), "{pair:?}");
            }
        }
    }
}

#[test]
fn lanes_answer_for_ordinary_signatures_of_prepared_keys() {
    let mut generator = Random::new();
    for _ in 0..10 {
        let [d, s, t] = [(); 3].map(|()| random(&mut generator));
        let P = sm2().mul(&d, &sm2().G);
        let (x, y) = P.as_ref().expect("not O");
        let prepared = PreparedKey::new(
            Level::PORTABLE,
            &Sm2Point::from_coordinates(Level::PORTABLE, &bytes(x), &bytes(y)).expect("on the curve"),
        );
        let found = mul_prepared_split::<Sm2, Fe<U64x8>, _>(&words(&t), prepared.comb(), &words(&s));
        let (x, _) = sum(&s, &t, &P).expect("not O");
        let has_x = found.has_x(&Fe::from_words(&[words(&x); 8])).lane(0);
        assert!(declassify(has_x, "test"), "s = {s}, t = {t}, d = {d}");
    }
}
