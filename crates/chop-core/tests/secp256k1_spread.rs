//! One a·P + b·G of secp256k1 over the lanes: that the lanes give the answer themselves, and where they give none.
#![allow(non_snake_case)] // points are capital letters
#![cfg(feature = "alloc")]

mod common;

use chop_core::ct::declassify;
use chop_core::curve::jacobian::{Affine, CurveLanes};
use chop_core::curve::secp256k1::Secp256k1;
use chop_core::field::Lanes;
use chop_core::field::big_endian::bytes_to_words;
use chop_core::field::fsecp256k1::r52;
use chop_core::lanes::portable_u64x4::U64x4;
use chop_core::lanes::portable_u64x8::U64x8;
use chop_core::mul::weierstrass::doubles_vartime::mul_vartime;
use chop_core::scalar::endomorphism::{Endomorphism, split};
use chop_core::scalar::nsecp256k1::{NSecp256k1, Scalar};
use chop_core::table::weierstrass::JACOBIAN_ROWS;
use chop_ref::weierstrass::Point;
use chop_ref::{BigUint, secp256k1};
use common::Random;

fn words(x: &BigUint) -> [u64; 4] {
    let digits = x.to_bytes_be();
    let mut bytes = [0; 32];
    bytes[32 - digits.len()..].copy_from_slice(&digits);
    bytes_to_words(&bytes)
}

fn n() -> &'static BigUint {
    &secp256k1().n
}

fn lambda() -> BigUint {
    NSecp256k1::LAMBDA.iter().rev().fold(BigUint::ZERO, |sum, word| (sum << 64u32) + word)
}

fn random(random: &mut Random) -> BigUint {
    BigUint::new((0..8).map(|_| random.word() as u32).collect()) % n()
}

/// a·P + b·G.
fn sum(a: &BigUint, P: &Point, b: &BigUint) -> Point {
    secp256k1().add(&secp256k1().mul(b, &secp256k1().G), &secp256k1().mul(a, P))
}

/// Whether the lanes find the x of a·P + b·G to be x, if they say anything.
fn has_x_in<F: CurveLanes<Secp256k1>>(a: &BigUint, P: &Point, b: &BigUint, x: &BigUint) -> Option<bool> {
    let (Px, Py) = P.as_ref().expect("not O");
    let element = |x: &BigUint| F::from_words(&Lanes::splat(words(x)));
    let P = Affine::new(element(Px), element(Py));
    let halves = split::<NSecp256k1, u64>(&Scalar::from_words_mod_order(&words(a)));
    let sum = mul_vartime::<Secp256k1, F, JACOBIAN_ROWS>(&halves, &P, &words(b));
    if declassify(sum.is_identity().lane(0), "a test") {
        return None;
    }
    Some(declassify(sum.has_x(&F::from_words(&Lanes::splat(words(x)))).lane(0), "a test"))
}

/// The same over eight lanes and four, which must agree.
fn has_x(a: &BigUint, P: &Point, b: &BigUint, x: &BigUint) -> Option<bool> {
    let found = has_x_in::<r52::Fe<U64x8>>(a, P, b, x);
    assert_eq!(has_x_in::<r52::Fe<U64x4>>(a, P, b, x), found, "a = {a:x}, b = {b:x}");
    found
}

fn assert_right(a: &BigUint, P: &Point, b: &BigUint) {
    let (x, _) = sum(a, P, b).expect("not O");
    assert_eq!(has_x(a, P, b, &x), Some(true), "a = {a:x}, b = {b:x}");
    assert_eq!(has_x(a, P, b, &(x + 1u8)), Some(false), "a = {a:x}, b = {b:x}");
}

#[test]
fn lanes_answer_for_ordinary_scalars() {
    let mut generator = Random::new();
    for _ in 0..40 {
        let [d, a, b] = [(); 3].map(|()| random(&mut generator));
        assert_right(&a, &secp256k1().mul(&d, &secp256k1().G), &b);
    }
}

#[test]
fn lanes_answer_where_some_have_nothing_to_add() {
    let mut generator = Random::new();
    let P = secp256k1().mul(&random(&mut generator), &secp256k1().G);
    let one = BigUint::from(1u8);
    let mut scalars: Vec<BigUint> =
        vec![one.clone(), BigUint::from(3u8), n() - 1u8, lambda(), n() - lambda()];
    scalars.extend([lambda() + 5u8, &one << 127u32, (&one << 127u32) - 1u8, &one << 255u32]);
    scalars.extend((0..4u32).map(|i| (&one << (32 * i)) * 0xaaab_5555u32 % n()));
    for a in &scalars {
        for b in scalars.iter().chain([&BigUint::ZERO]) {
            assert_right(a, &P, b);
        }
    }
    for b in &scalars {
        assert_right(&BigUint::ZERO, &P, b);
    }
}

#[test]
fn lanes_give_no_answer_for_O_and_where_an_addition_meets_an_exception() {
    let mut generator = Random::new();
    let (d, a) = (random(&mut generator), random(&mut generator));
    let P = secp256k1().mul(&d, &secp256k1().G);
    let x = BigUint::from(1u8);
    let b = n() - &a * &d % n();
    assert!(sum(&a, &P, &b).is_none());
    assert_eq!(has_x(&a, &P, &b, &x), None, "O");
    assert_eq!(has_x(&BigUint::ZERO, &P, &BigUint::ZERO, &x), None, "nothing at all");
    // One lane has G and another has G, too.
    let G = &secp256k1().G;
    let one = BigUint::from(1u8);
    let (x, _) = sum(&one, G, &one).expect("not O");
    assert_eq!(has_x(&one, G, &one, &x), None, "G + G");
}
