//! Laws of the fields of 256 bits in one lane, against big integers.

mod common;
mod primes;

use chop_core::ct::{Mask, declassify};
use chop_core::field::big_endian::{bytes_to_words, words_to_bytes};
use chop_core::field::bounds::{MAX_DEPTH, MAX_SUBTRAHEND};
use chop_core::field::full_limbs::Words64;
use chop_core::field::{Field, PrimeField, Sum, full_field};
use chop_ref::BigUint;
use common::Random;
use primes::{Full, Prime256, from_words, int, power, words};

type FullSum<P> = full_field::Sum<P, Words64>;

/// 1/R modulo p.
fn r_inverse<P: Prime256>() -> BigUint {
    P::full_form().modinv(P::p()).unwrap()
}

/// The element that limbs stand for.
fn meaning<P: Prime256>(limbs: [u64; 4]) -> BigUint {
    from_words(&limbs) * r_inverse::<P>() % P::p()
}

fn value<P: Prime256>(x: &Full<P>) -> BigUint {
    from_words(&x.to_words()[0])
}

/// Limbs at which a carry or a reduction can go wrong: near 0, near p, near 2^256, and what the digits of a
/// reduction make of such.
fn edges<P: Prime256>() -> Vec<[u64; 4]> {
    let all = u64::MAX;
    let mut edges = vec![[all; 4], [all, 0, 0, 0], [0, all, all, all], [0, 0, 0, all], [0, 0, 0, 1 << 63]];
    let e = power(256) - P::p();
    for centre in [
        int(0),
        P::p().clone(),
        power(256),
        e.clone(),
        P::p() - &e,
        power(256) % P::p(),
        power(224),
        P::p() >> 1,
    ] {
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
    for x in [power(512) % P::p(), P::p() - r_inverse::<P>(), r_inverse::<P>()] {
        edges.push(words(&x));
        edges.push(words(&(P::p() - x)));
    }
    edges
}

fn random_limbs(random: &mut Random) -> [u64; 4] {
    [random.edgy_word(), random.edgy_word(), random.edgy_word(), random.edgy_word()]
}

fn assert_product<P: Prime256>(x: [u64; 4], y: [u64; 4]) {
    let product = Full::<P>::from_limbs(x).mul(&Full::<P>::from_limbs(y)).carry();
    assert_eq!(
        meaning::<P>(product.limbs()),
        meaning::<P>(x) * meaning::<P>(y) % P::p(),
        "{x:x?} times {y:x?}"
    );
}

fn assert_square<P: Prime256>(x: [u64; 4]) {
    let square = Full::<P>::from_limbs(x).sqr().carry();
    let expected = meaning::<P>(x) * meaning::<P>(x) % P::p();
    assert_eq!(meaning::<P>(square.limbs()), expected, "{x:x?} squared");
    let thrice = Full::<P>::from_limbs(x).sqr_n(3);
    assert_eq!(meaning::<P>(thrice.limbs()), expected.modpow(&int(4), P::p()), "{x:x?} to the eighth");
}

fn the_modulus_and_the_constants_are_those_of_the_standard<P: Prime256>() {
    assert_eq!(from_words(&P::MODULUS), *P::p());
    for (constant, expected) in P::CONSTANTS.iter().zip(P::values()) {
        assert_eq!(from_words(&P::words(constant)), expected);
        assert_eq!(value(&Full::<P>::constant(constant)), expected);
    }
}

fn products_and_squares_are_right_at_the_edges<P: Prime256>() {
    let edges = edges::<P>();
    for x in &edges {
        assert_square::<P>(*x);
        for y in &edges {
            assert_product::<P>(*x, *y);
        }
    }
}

fn products_and_squares_are_right_at_random<P: Prime256>() {
    let mut random = Random::new();
    for _ in 0..20_000 {
        let (x, y) = (random_limbs(&mut random), random_limbs(&mut random));
        assert_product::<P>(x, y);
        assert_square::<P>(x);
    }
}

fn small_multiples_and_double_products_are_right<P: Prime256>() {
    for x in edges::<P>() {
        for c in [0, 1, 2, 3, 121_665, (1 << 17) - 1] {
            let multiple = Full::<P>::from_limbs(x).mul_small(c).carry();
            assert_eq!(meaning::<P>(multiple.limbs()), meaning::<P>(x) * c % P::p(), "{c} times {x:x?}");
        }
        for y in edges::<P>().iter().take(8) {
            let (a, b) = (Full::<P>::from_limbs(x), Full::<P>::from_limbs(*y));
            let squares = a.sqr().add(&b.sqr());
            let twice = a.twice_mul(&b, &squares).carry();
            let (x, y) = (meaning::<P>(x), meaning::<P>(*y));
            assert_eq!(meaning::<P>(twice.limbs()), &x * &y * 2u8 % P::p());
            let less = |z: BigUint| (z + P::p() * P::p() - &y) % P::p();
            assert_eq!(meaning::<P>(a.mul_sub(&b, &b.widen()).carry().limbs()), less(&x * &y));
            assert_eq!(meaning::<P>(a.sqr_sub(&b.widen()).carry().limbs()), less(&x * &x));
            let sum = a.mul_add_mul(&b, [&b, &b]).carry();
            assert_eq!(meaning::<P>(sum.limbs()), (&x * &y + &y * &y) % P::p());
            let sum = a.twice_mul_add_sqr(&b, &a).carry();
            assert_eq!(meaning::<P>(sum.limbs()), (&x * &y * 2u8 + &x * &x) % P::p());
        }
    }
}

fn every_top_at_every_edge_is_folded_right<P: Prime256>() {
    for limbs in edges::<P>() {
        for top in -9i64..9 {
            let folded = FullSum::<P>::of_parts(limbs, top, MAX_DEPTH).carry();
            let multiple = power(256) * (top + 16) as u64 + from_words(&limbs) + P::p() * 16u8;
            let expected = (multiple - power(256) * 16u8) * r_inverse::<P>() % P::p();
            assert_eq!(meaning::<P>(folded.limbs()), expected, "{top} and {limbs:x?}");
        }
    }
}

fn sums_and_differences_are_right_up_to_the_greatest_depth<P: Prime256>() {
    let mut random = Random::new();
    let edges = edges::<P>();
    for i in 0..5_000 {
        let mut pick = || match i % 2 {
            0 => edges[random.word() as usize % edges.len()],
            _ => random_limbs(&mut random),
        };
        let (x, y) = (pick(), pick());
        let (a, b) = (Full::<P>::from_limbs(x).widen(), Full::<P>::from_limbs(y).widen());
        let (x, y) = (meaning::<P>(x), meaning::<P>(y));
        let (mut sum, mut expected) = (a, x.clone());
        for _ in 1..MAX_DEPTH {
            sum = sum.add(&b);
            expected += &y;
        }
        assert_eq!(meaning::<P>(sum.carry().limbs()), &expected % P::p());
        let mut subtrahend = b;
        for _ in 1..MAX_SUBTRAHEND {
            subtrahend = subtrahend.add(&b);
        }
        let twice = a.sub(&subtrahend).sub(&subtrahend);
        let expected = &x + P::p() * 6u8 - &y * 6u8;
        assert_eq!(meaning::<P>(twice.reduce().limbs()), expected % P::p());
    }
}

fn words_go_in_and_come_out_least<P: Prime256>() {
    let mut random = Random::new();
    for x in edges::<P>().into_iter().chain((0..1000).map(|_| random_limbs(&mut random))) {
        let element = Full::<P>::from_words(&[x]);
        assert_eq!(value(&element), from_words(&x) % P::p());
        assert_eq!(from_words(&Full::<P>::from_table(&[x]).to_table()[0]), from_words(&x) % P::p());
        assert_eq!(value(&Full::<P>::from_limbs(x)), meaning::<P>(x), "{x:x?}");
        assert_eq!(bytes_to_words(&words_to_bytes(&x)), x);
        let zero = declassify(Full::<P>::from_limbs(x).is_zero(), "test");
        assert_eq!(zero, meaning::<P>(x) == int(0), "{x:x?}");
        let y = Full::<P>::one();
        assert_eq!(Full::<P>::select(Mask::TRUE, &element, &y).limbs(), element.limbs());
        assert_eq!(Full::<P>::select(Mask::FALSE, &element, &y).limbs(), y.limbs());
    }
}

fn inverses_and_square_roots_are_the_powers_they_should_be<P: Prime256>() {
    let mut random = Random::new();
    for x in edges::<P>().into_iter().chain((0..20).map(|_| random_limbs(&mut random))) {
        let (element, x) = (Full::<P>::from_limbs(x), meaning::<P>(x));
        assert_eq!(value(&element.invert()), x.modpow(&(P::p() - 2u8), P::p()));
        assert_eq!(value(&element.invert_vartime()), x.modpow(&(P::p() - 2u8), P::p()));
        let half = element.half().expect("one lane halves");
        assert_eq!(meaning::<P>(half.limbs()) * 2u8 % P::p(), x);
        assert_eq!(value(&element.sqrt()), x.modpow(&((P::p() + 1u8) / 4u8), P::p()));
    }
}

/// Makes tests of each law on the field of each prime.
macro_rules! laws {
    ($($law:ident)*) => {
        mod sm2 {
            $(#[test] fn $law() { super::$law::<chop_core::field::fsm2::PSm2>() })*
        }

        mod secp256k1 {
            $(#[test] fn $law() { super::$law::<chop_core::field::fsecp256k1::PSecp256k1>() })*
        }
    };
}

laws! {
    products_and_squares_are_right_at_the_edges
    the_modulus_and_the_constants_are_those_of_the_standard
    products_and_squares_are_right_at_random
    small_multiples_and_double_products_are_right
    every_top_at_every_edge_is_folded_right
    sums_and_differences_are_right_up_to_the_greatest_depth
    words_go_in_and_come_out_least
    inverses_and_square_roots_are_the_powers_they_should_be
}
