//! Laws of SM2's field for every backend, against big integers.

mod common;

use chop_core::ct::{Mask, declassify};
use chop_core::curve::jacobian::Curve;
use chop_core::curve::sm2::Sm2;
use chop_core::field::bounds::{MAX_DEPTH, MAX_SUBTRAHEND};
use chop_core::field::chains::sqrt_sm2;
use chop_core::field::fsm2::{Constant, MODULUS, bytes_to_words, r64x1, words_to_bytes};
use chop_core::field::{Field, PrimeField, Sum};
use chop_ref::BigUint;
use chop_ref::sm2::sm2;
use common::Random;

type Full = r64x1::Fe;
type FullSum = r64x1::Sum;

fn int(x: u64) -> BigUint {
    BigUint::from(x)
}

fn p() -> &'static BigUint {
    &sm2().p
}

fn power(n: u32) -> BigUint {
    int(1) << n
}

fn words(x: &BigUint) -> [u64; 4] {
    let mut words = x.to_u64_digits();
    words.resize(4, 0);
    words.try_into().unwrap()
}

fn from_words(words: &[u64; 4]) -> BigUint {
    BigUint::from_bytes_be(&words_to_bytes(words))
}

/// 1/R modulo p.
fn r_inverse() -> BigUint {
    power(256).modinv(p()).unwrap()
}

/// The element that limbs stand for.
fn meaning(limbs: [u64; 4]) -> BigUint {
    from_words(&limbs) * r_inverse() % p()
}

fn value(x: &Full) -> BigUint {
    from_words(&x.to_words()[0])
}

/// Limbs at which a carry or a reduction can go wrong: near 0, near p, near 2^256, and what the digits of a
/// reduction make of such.
fn edges() -> Vec<[u64; 4]> {
    let all = u64::MAX;
    let mut edges = vec![[all; 4], [all, 0, 0, 0], [0, all, all, all], [0, 0, 0, all], [0, 0, 0, 1 << 63]];
    let e = power(256) - p();
    for centre in
        [int(0), p().clone(), power(256), e.clone(), p() - &e, power(256) % p(), power(224), p() >> 1]
    {
        for low in 0..4u64 {
            for near in [&centre + low, power(256) + &centre - low] {
                edges.push(words(&(near % power(256))));
            }
        }
    }
    for bit in [32u32, 63, 64, 95, 96, 128, 160, 192, 223, 224, 255] {
        edges.push(words(&power(bit)));
        edges.push(words(&(power(bit) - 1u8)));
        edges.push(words(&(power(256) - power(bit))));
    }
    // −1/R, R, R² and their neighbours in Montgomery form.
    for x in [power(512) % p(), p() - r_inverse(), r_inverse()] {
        edges.push(words(&x));
        edges.push(words(&(p() - x)));
    }
    edges
}

fn random_limbs(random: &mut Random) -> [u64; 4] {
    [random.edgy_word(), random.edgy_word(), random.edgy_word(), random.edgy_word()]
}

fn assert_product(x: [u64; 4], y: [u64; 4]) {
    let product = Full::from_limbs(x).mul(&Full::from_limbs(y)).carry();
    assert_eq!(meaning(product.limbs()), meaning(x) * meaning(y) % p(), "{x:x?} times {y:x?}");
}

fn assert_square(x: [u64; 4]) {
    let square = Full::from_limbs(x).sqr().carry();
    let expected = meaning(x) * meaning(x) % p();
    assert_eq!(meaning(square.limbs()), expected, "{x:x?} squared");
    let thrice = Full::from_limbs(x).sqr_n(3);
    assert_eq!(meaning(thrice.limbs()), expected.modpow(&int(4), p()), "{x:x?} to the eighth");
}

#[test]
fn the_modulus_and_the_constants_are_those_of_the_standard() {
    assert_eq!(from_words(&MODULUS), *p());
    let (x, y) = sm2().G.clone().unwrap();
    for (constant, expected) in [
        (Constant::ZERO, int(0)),
        (Constant::ONE, int(1)),
        (Sm2::B, sm2().b.clone()),
        (Sm2::BASE_X, x),
        (Sm2::BASE_Y, y),
    ] {
        assert_eq!(from_words(&constant.words()), expected);
        assert_eq!(value(&Full::constant(&constant)), expected);
    }
}

#[test]
fn products_and_squares_are_right_at_the_edges() {
    let edges = edges();
    for x in &edges {
        assert_square(*x);
        for y in &edges {
            assert_product(*x, *y);
        }
    }
}

#[test]
fn products_and_squares_are_right_at_random() {
    let mut random = Random::new();
    for _ in 0..20_000 {
        let (x, y) = (random_limbs(&mut random), random_limbs(&mut random));
        assert_product(x, y);
        assert_square(x);
    }
}

#[test]
fn small_multiples_and_double_products_are_right() {
    for x in edges() {
        for c in [0, 1, 2, 3, 121_665, (1 << 17) - 1] {
            let multiple = Full::from_limbs(x).mul_small(c).carry();
            assert_eq!(meaning(multiple.limbs()), meaning(x) * c % p(), "{c} times {x:x?}");
        }
        for y in edges().iter().take(8) {
            let (a, b) = (Full::from_limbs(x), Full::from_limbs(*y));
            let squares = a.sqr().add(&b.sqr());
            let twice = a.twice_mul(&b, &squares).carry();
            assert_eq!(meaning(twice.limbs()), meaning(x) * meaning(*y) * 2u8 % p());
        }
    }
}

#[test]
fn every_top_at_every_edge_is_folded_right() {
    for limbs in edges() {
        for top in -9i64..9 {
            let folded = FullSum::of_parts(limbs, top, MAX_DEPTH).carry();
            let multiple = power(256) * (top + 16) as u64 + from_words(&limbs) + p() * 16u8;
            let expected = (multiple - power(256) * 16u8) * r_inverse() % p();
            assert_eq!(meaning(folded.limbs()), expected, "{top} and {limbs:x?}");
        }
    }
}

#[test]
fn sums_and_differences_are_right_up_to_the_greatest_depth() {
    let mut random = Random::new();
    let edges = edges();
    for i in 0..5_000 {
        let mut pick = || match i % 2 {
            0 => edges[random.word() as usize % edges.len()],
            _ => random_limbs(&mut random),
        };
        let (x, y) = (pick(), pick());
        let (a, b) = (Full::from_limbs(x).widen(), Full::from_limbs(y).widen());
        let (x, y) = (meaning(x), meaning(y));
        let (mut sum, mut expected) = (a, x.clone());
        for _ in 1..MAX_DEPTH {
            sum = sum.add(&b);
            expected += &y;
        }
        assert_eq!(meaning(sum.carry().limbs()), &expected % p());
        let mut subtrahend = b;
        for _ in 1..MAX_SUBTRAHEND {
            subtrahend = subtrahend.add(&b);
        }
        let twice = a.sub(&subtrahend).sub(&subtrahend);
        let expected = &x + p() * 6u8 - &y * 6u8;
        assert_eq!(meaning(twice.reduce().limbs()), expected % p());
    }
}

#[test]
fn words_go_in_and_come_out_least() {
    let mut random = Random::new();
    for x in edges().into_iter().chain((0..1000).map(|_| random_limbs(&mut random))) {
        let element = Full::from_words(&[x]);
        assert_eq!(value(&element), from_words(&x) % p());
        assert_eq!(from_words(&Full::from_table(&[x]).to_table()[0]), from_words(&x) % p());
        assert_eq!(value(&Full::from_limbs(x)), meaning(x), "{x:x?}");
        assert_eq!(bytes_to_words(&words_to_bytes(&x)), x);
        let zero = declassify(Full::from_limbs(x).is_zero(), "test");
        assert_eq!(zero, meaning(x) == int(0), "{x:x?}");
        let y = Full::constant(&Constant::ONE);
        assert_eq!(Full::select(Mask::TRUE, &element, &y).limbs(), element.limbs());
        assert_eq!(Full::select(Mask::FALSE, &element, &y).limbs(), y.limbs());
    }
}

#[test]
fn inverses_and_square_roots_are_the_powers_they_should_be() {
    let mut random = Random::new();
    for x in edges().into_iter().chain((0..20).map(|_| random_limbs(&mut random))) {
        let (element, x) = (Full::from_limbs(x), meaning(x));
        assert_eq!(value(&element.invert()), x.modpow(&(p() - 2u8), p()));
        assert_eq!(value(&sqrt_sm2(&element)), x.modpow(&((p() + 1u8) / 4u8), p()));
    }
}
