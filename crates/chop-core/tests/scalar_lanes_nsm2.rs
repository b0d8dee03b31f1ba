//! Scalars modulo the order of SM2, for the vector of every level: against arbitrary-precision integers at
//! the edges and at random, each edge beside others in every lane; and their digits.

mod common;

use chop_core::ct::declassify;
use chop_core::lanes::{LaneMasks, Vector, bundle};
use chop_core::scalar::digits::lanes::Digits;
use chop_core::scalar::digits::signed_radix;
use chop_core::scalar::lanes::nsm2::Scalars;
use chop_ref::BigUint;
use chop_ref::sm2::sm2;
use common::{Random, laws_on_every_level, per_lane};

fn n() -> &'static BigUint {
    &sm2().n
}

fn power(bits: u32) -> BigUint {
    BigUint::from(1u8) << bits
}

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

fn values<V: Vector>(x: &Scalars<V>) -> Vec<BigUint> {
    x.store().as_ref().iter().map(|lane| number(lane)).collect()
}

fn bits<V: Vector>(mask: LaneMasks<V>) -> Vec<bool> {
    (0..V::LANES).map(|lane| declassify(mask.lane(lane), "test")).collect()
}

/// Numbers below 2^`limit` near powers of two and multiples of n, and random ones; a multiple of eight.
fn samples(limit: u32, random: &mut Random) -> Vec<BigUint> {
    let mut centres = vec![power(limit) / n() * n(), n() >> 1u32, n().clone(), power(256) - n()];
    for i in (0..=limit).step_by(4) {
        centres.extend([power(i), n() << i, power(256) - power(i.min(256))]);
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

fn arithmetic_agrees_with_integers<V: Vector>() {
    let mut random = Random::new();
    let samples = samples(256, &mut random);
    for (i, x) in samples.chunks(V::LANES).enumerate() {
        let y: Vec<_> =
            (0..V::LANES).map(|lane| samples[(13 * i + 5 * lane) % samples.len()].clone()).collect();
        let y = &y[..];
        let (x_words, y_words) = (vectors::<V, 4>(x), vectors(y));
        let (a, b) = (Scalars::reduce(&x_words), Scalars::reduce(&y_words));
        let assert = |found: Scalars<V>, f: &dyn Fn(&BigUint, &BigUint) -> BigUint| {
            for (lane, value) in values(&found).iter().enumerate() {
                assert_eq!(*value, f(&x[lane], &y[lane]) % n(), "x = {:x}, y = {:x}", x[lane], y[lane]);
            }
        };
        assert(a, &|x, _| x.clone());
        assert(a.add(&b), &|x, y| x + y);
        assert(a.sub(&b), &|x, y| x + n() * 2u8 - y);
        assert(a.neg(), &|x, _| n() * 2u8 - x);
        assert(a.mul(&b), &|x, y| x * y);
        assert(a.sub(&a), &|_, _| BigUint::ZERO);
        assert(a.add(&a.neg()), &|_, _| BigUint::ZERO);
        assert(Scalars::select(a.is_zero(), &Scalars::one(), &a), &|x, _| match x % n() {
            zero if zero == BigUint::ZERO => BigUint::from(1u8),
            other => other,
        });
        assert_eq!(bits(a.is_zero()), x.iter().map(|x| x % n() == BigUint::ZERO).collect::<Vec<_>>());
        assert_eq!(bits(a.sub(&a).is_zero()), vec![true; V::LANES]);
        assert_eq!(bits(Scalars::is_canonical(&x_words)), x.iter().map(|x| x < n()).collect::<Vec<_>>());
        assert_eq!(values(&Scalars::from_words(&a.words())), values(&a));
    }
}

fn wide_numbers_are_reduced<V: Vector>() {
    let mut random = Random::new();
    for x in samples(512, &mut random).chunks(V::LANES) {
        let found = Scalars::reduce_wide(&vectors::<V, 8>(x));
        assert_eq!(values(&found), x.iter().map(|x| x % n()).collect::<Vec<_>>());
    }
}

fn inverses_are_the_powers_they_should_be<V: Vector>() {
    let mut random = Random::new();
    for x in samples(256, &mut random).chunks(V::LANES).step_by(5) {
        let inverse = Scalars::reduce(&vectors::<V, 4>(x)).invert();
        assert_eq!(values(&inverse), x.iter().map(|x| x.modpow(&(n() - 2u8), n())).collect::<Vec<_>>());
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
    for x in samples(256, &mut random).chunks(V::LANES) {
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

laws_on_every_level! {
    on_every_level over L::Words:
    arithmetic_agrees_with_integers
    wide_numbers_are_reduced
    inverses_are_the_powers_they_should_be
    digits_are_those_of_one_scalar
}
