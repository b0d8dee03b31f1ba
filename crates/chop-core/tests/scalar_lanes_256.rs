//! Scalars modulo the orders of 256 bits, for the vector of every level: against arbitrary-precision integers at
//! the edges and at random, each edge beside others in every lane; and their digits.

mod common;
mod primes;

use chop_core::ct::declassify;
use chop_core::lanes::{LaneMasks, Vector, bundle};
use chop_core::scalar::digits::lanes::Digits;
use chop_core::scalar::digits::signed_radix;
use chop_core::scalar::lanes::Scalars;
use chop_core::scalar::nsecp256k1::NSecp256k1;
use chop_core::scalar::nsm2::NSm2;
use chop_ref::BigUint;
use common::{Random, laws_on_every_level, per_lane};
use primes::{Order256, power};

fn words<const N: usize>(x: &BigUint) -> [u64; N] {
    let mut words = [0; N];
    let digits = x.to_u64_digits();
    words[..digits.len()].copy_from_slice(&digits);
    words
}

fn number(words: &[u64]) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |x, word| (x << 64u32) + *word)
}

/// Word i of each lane in vector i.
fn vectors<V: Vector, const N: usize>(lanes: &[BigUint]) -> [V; N] {
    let lanes: Vec<[u64; N]> = lanes.iter().map(words).collect();
    bundle(&per_lane::<V, _>(&lanes))
}

fn values<M: Order256, V: Vector>(x: &Scalars<M, V>) -> Vec<BigUint> {
    x.store().as_ref().iter().map(|lane| number(lane)).collect()
}

fn bits<V: Vector>(mask: LaneMasks<V>) -> Vec<bool> {
    (0..V::LANES).map(|lane| declassify(mask.lane(lane), "test")).collect()
}

/// Numbers below 2^`limit` near powers of two and multiples of n, and random ones; a multiple of eight.
fn samples<M: Order256>(limit: u32, random: &mut Random) -> Vec<BigUint> {
    let mut centres =
        vec![power(limit) / M::n() * M::n(), M::n() >> 1u32, M::n().clone(), power(256) - M::n()];
    for i in (0..=limit).step_by(4) {
        centres.extend([power(i), M::n() << i, power(256) - power(i.min(256))]);
    }
    let mut all = vec![BigUint::ZERO];
    for centre in centres {
        for delta in 0..2u8 {
            all.push(&centre + delta);
            if centre >= BigUint::from(delta) {
                all.push(&centre - delta);
            }
        }
    }
    all.retain(|x| *x < power(limit));
    while all.len() < 200 || all.len() % 8 != 0 {
        let words: Vec<u64> = (0..limit / 64).map(|_| random.edgy_word()).collect();
        all.push(number(&words));
    }
    // Neighbours apart, so that lanes differ.
    let length = all.len();
    (0..length).map(|i| all[(i * 37) % length].clone()).collect()
}

fn arithmetic_agrees_with_integers<M: Order256, V: Vector>() {
    let mut random = Random::new();
    let samples = samples::<M>(256, &mut random);
    for (i, x) in samples.chunks(V::LANES).enumerate() {
        let y: Vec<_> =
            (0..V::LANES).map(|lane| samples[(13 * i + 5 * lane) % samples.len()].clone()).collect();
        let y = &y[..];
        let (x_words, y_words) = (vectors::<V, 4>(x), vectors(y));
        let (a, b) = (Scalars::<M, V>::reduce(&x_words), Scalars::<M, V>::reduce(&y_words));
        let assert = |found: Scalars<M, V>, f: &dyn Fn(&BigUint, &BigUint) -> BigUint| {
            for (lane, value) in values(&found).iter().enumerate() {
                assert_eq!(*value, f(&x[lane], &y[lane]) % M::n(), "x = {:x}, y = {:x}", x[lane], y[lane]);
            }
        };
        assert(a, &|x, _| x.clone());
        assert(a.add(&b), &|x, y| x + y);
        assert(a.sub(&b), &|x, y| x + M::n() * 2u8 - y);
        assert(a.neg(), &|x, _| M::n() * 2u8 - x);
        assert(a.mul(&b), &|x, y| x * y);
        assert(a.sub(&a), &|_, _| BigUint::ZERO);
        assert(a.add(&a.neg()), &|_, _| BigUint::ZERO);
        assert(Scalars::select(a.is_zero(), &Scalars::one(), &a), &|x, _| match x % M::n() {
            zero if zero == BigUint::ZERO => BigUint::from(1u8),
            other => other,
        });
        assert_eq!(bits(a.is_zero()), x.iter().map(|x| x % M::n() == BigUint::ZERO).collect::<Vec<_>>());
        assert_eq!(bits(a.sub(&a).is_zero()), vec![true; V::LANES]);
        assert_eq!(
            bits(Scalars::<M, V>::is_canonical(&x_words)),
            x.iter().map(|x| x < M::n()).collect::<Vec<_>>()
        );
        assert_eq!(values(&Scalars::<M, V>::from_words(&a.words())), values(&a));
    }
}

fn wide_numbers_are_reduced<M: Order256, V: Vector>() {
    let mut random = Random::new();
    for x in samples::<M>(512, &mut random).chunks(V::LANES) {
        let found = Scalars::<M, V>::reduce_wide(&vectors::<V, 8>(x));
        assert_eq!(values(&found), x.iter().map(|x| x % M::n()).collect::<Vec<_>>());
    }
}

fn inverses_are_the_powers_they_should_be<M: Order256, V: Vector>() {
    let mut random = Random::new();
    for x in samples::<M>(256, &mut random).chunks(V::LANES).step_by(5) {
        let scalars = Scalars::<M, V>::reduce(&vectors::<V, 4>(x));
        let expected: Vec<_> = x.iter().map(|x| x.modpow(&(M::n() - 2u8), M::n())).collect();
        assert_eq!(values(&scalars.invert()), expected);
        assert_eq!(values(&scalars.invert_vartime()), expected);
    }
}

fn digits_are_those_of_one_scalar<V: Vector>() {
    fn check<V: Vector, const W: usize, const N: usize>(
        x: &[BigUint],
        expected: impl Fn(&[u64; 4]) -> [i16; N],
    ) {
        let digits = Digits::<V, W, N>::new(&vectors::<V, 4>(x));
        let expected: Vec<_> = x.iter().map(|x| expected(&words(x))).collect();
        for i in 0..N {
            let (magnitude, negative) = digits.get(i);
            for lane in 0..V::LANES {
                let size = magnitude.to_array()[lane] as i16;
                let found = if bits(negative)[lane] { -size } else { size };
                assert_eq!(Some(&found), expected[lane].get(i), "digit {i} of {:x}", x[lane]);
            }
        }
    }
    let mut random = Random::new();
    for x in samples::<NSm2>(256, &mut random).chunks(V::LANES) {
        check::<V, 5, 52>(x, |x| signed_radix::<5, 52>(x).map(i16::from));
        check::<V, 6, 43>(x, |x| signed_radix::<6, 43>(x).map(i16::from));
        // Ten bits: the definition.
        check::<V, 10, 26>(x, |x| {
            let (mut rest, mut digits) = (number(x), [0; 26]);
            for (i, digit) in digits.iter_mut().enumerate() {
                let low = i16::try_from(&rest % 1024u32).unwrap();
                rest >>= 10u32;
                *digit = low;
                if low >= 512 && i < 25 {
                    *digit -= 1024;
                    rest += 1u8;
                }
            }
            digits
        });
    }
}

/// Makes tests of each law on each order.
macro_rules! laws {
    ($($law:ident)*) => {
        mod sm2 {
            $(fn $law<V: super::Vector>() { super::$law::<super::NSm2, V>() })*
            super::laws_on_every_level! { on_every_level over L::Words: $($law)* }
        }

        mod secp256k1 {
            $(fn $law<V: super::Vector>() { super::$law::<super::NSecp256k1, V>() })*
            super::laws_on_every_level! { on_every_level over L::Words: $($law)* }
        }
    };
}

laws! {
    arithmetic_agrees_with_integers
    wide_numbers_are_reduced
    inverses_are_the_powers_they_should_be
}

laws_on_every_level! { on_every_level over L::Words: digits_are_those_of_one_scalar }
