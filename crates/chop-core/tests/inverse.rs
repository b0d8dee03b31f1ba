//! Inverses by division steps against integers, for every modulus in use and for others.

#[allow(unreachable_pub)]
mod common;

use chop_core::inverse::{Modulus, invert_side_by_side};
use common::Random;
use num_bigint::BigUint;

fn words(x: &BigUint) -> [u64; 4] {
    let mut words = [0; 4];
    for (word, digit) in words.iter_mut().zip(x.iter_u64_digits()) {
        *word = digit;
    }
    words
}

fn value(words: &[u64; 4]) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |x, word| (x << 64) + word)
}

fn power(n: u32) -> BigUint {
    BigUint::from(1u8) << n
}

/// The moduli of the fields and scalars, and numbers of every shape: small, long, near a power of two.
fn moduli() -> Vec<BigUint> {
    let sm2_p = power(256) - power(224) - power(96) + power(64) - 1u8;
    let sm2_n = BigUint::parse_bytes(b"fffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123", 16);
    vec![
        power(255) - 19u8,
        sm2_p,
        sm2_n.unwrap(),
        BigUint::from(3u8),
        BigUint::from(199u8),
        power(61) - 1u8,
        power(62) + 1u8,
        power(127) - 1u8,
        power(248) + 1u8,
        power(255) + 1u8,
        power(256) - 1u8,
        power(256) - 189u8,
    ]
}

fn check(m: &BigUint, modulus: &Modulus, x: &BigUint) {
    let inverse = modulus.invert(&words(x));
    assert_eq!(modulus.invert_vartime(&words(x)), inverse, "1/{x:x} modulo {m:x}");
    match x.modinv(m) {
        Some(expected) => assert_eq!(value(&inverse), expected, "1/{x:x} modulo {m:x}"),
        // There is an answer for 0 only.
        None if *x == BigUint::ZERO => assert_eq!(inverse, [0; 4], "0 modulo {m:x}"),
        None => {}
    }
}

#[test]
fn inverses_are_those_of_integers() {
    let mut random = Random::new();
    for m in moduli() {
        let modulus = Modulus::new(&words(&m));
        for i in 0..10u8 {
            check(&m, &modulus, &(BigUint::from(i) % &m));
            check(&m, &modulus, &(&m - 1u8 - BigUint::from(i) % (&m - 1u8)));
        }
        for n in 0..m.bits() as u32 {
            for x in [power(n) - 1u8, power(n), power(n) + 1u8, &m - (power(n) % &m)] {
                check(&m, &modulus, &(x % &m));
            }
        }
        for _ in 0..300 {
            let x = value(&[random.word(), random.word(), random.word(), random.word()]);
            check(&m, &modulus, &(x % &m));
        }
    }
}

#[test]
fn inverses_side_by_side_are_those_of_each() {
    let mut random = Random::new();
    let moduli = moduli();
    for (i, m) in moduli.iter().enumerate() {
        let other = &moduli[(i + 1) % moduli.len()];
        let (first, second) = (Modulus::new(&words(m)), Modulus::new(&words(other)));
        for _ in 0..50 {
            let x = words(&(value(&[random.word(), random.word(), random.word(), random.word()]) % m));
            let y = words(&(value(&[random.word(), random.word(), random.word(), 0]) % other));
            let expected = [first.invert(&x), second.invert(&y)];
            assert_eq!(invert_side_by_side([(&first, &x), (&second, &y)]), expected, "{m:x} {other:x}");
        }
    }
}

/// The most steps are taken by quotients of neighbours in the sequence of the division steps: numbers whose
/// continued fractions have small quotients, like those of Fibonacci's.
#[test]
fn inverses_of_slow_numbers_are_right() {
    let (mut a, mut b) = (BigUint::from(1u8), BigUint::from(2u8));
    while b.bits() <= 256 {
        for (m, x) in [(&b, &a), (&(&b * 2u8 + 1u8), &b)] {
            if m.bit(0) && m.bits() <= 256 && *m > BigUint::from(2u8) {
                check(m, &Modulus::new(&words(m)), x);
            }
        }
        (a, b) = (b.clone(), a + b);
    }
    // The same for halves: x(n+1) = (x(n) + x(n−1))/2 backwards, which keeps both odd.
    let (mut f, mut g) = (BigUint::from(1u8), BigUint::from(1u8));
    while f.bits() <= 254 {
        (f, g) = (&g * 2u8 + &f, f);
        check(&f, &Modulus::new(&words(&f)), &(&g % &f));
    }
}

#[test]
#[should_panic(expected = "an odd modulus")]
fn an_even_modulus_is_refused() {
    Modulus::new(&[4, 0, 0, 1]);
}
