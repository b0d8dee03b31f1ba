//! Eight scalars modulo ℓ, for the vector of every level: against arbitrary-precision integers and
//! against one scalar, at random and at the edges, each edge in each lane beside random lanes; and their
//! digits, which must be those of one scalar.
//!
//! The seed of the random values is in the output of a failing test; `CHOP_TEST_SEED` takes another.

mod common;

use chop_core::ct::declassify;
use chop_core::lanes::portable_u64x8::U64x8;
use chop_core::lanes::{Register, Vector};
use chop_core::scalar::digits::lanes::Digits;
use chop_core::scalar::digits::{signed_radix, signed_radix_wide};
use chop_core::scalar::l25519::{self, ORDER, Scalar};
use chop_core::scalar::lanes::l25519::{Scalars, magnitude};
use chop_core::scalar::limbs;
use common::{Random, laws_on_every_level, per_lane};
use num_bigint::{BigInt, BigUint};

trait RandomIntegers {
    /// A number below 2^(64·N), now and then with long runs of equal bits.
    fn below_2_to<const N: usize>(&mut self) -> BigUint;
    fn scalar(&mut self) -> BigUint;
}

impl RandomIntegers for Random {
    fn below_2_to<const N: usize>(&mut self) -> BigUint {
        if self.word().is_multiple_of(4) {
            let bits = 64 * N as u64;
            let (a, b) = (self.word() % bits, self.word() % bits);
            return power(a.max(b)) - power(a.min(b));
        }
        let words: [u64; N] = std::array::from_fn(|_| self.word());
        number(&words)
    }

    fn scalar(&mut self) -> BigUint {
        self.below_2_to::<4>() % order()
    }
}

/// ℓ from RFC 8032, 5.1, and not from the code under test.
fn order() -> BigUint {
    power(252) + BigUint::from(27742317777372353535851937790883648493u128)
}

fn power(n: u64) -> BigUint {
    BigUint::from(1u8) << n
}

fn number<const N: usize>(words: &[u64; N]) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |x, word| (x << 64u32) + *word)
}

fn words<const N: usize>(x: &BigUint) -> [u64; N] {
    let mut words = [0; N];
    let digits = x.to_u64_digits();
    words[..digits.len()].copy_from_slice(&digits);
    words
}

/// Word i of each lane in vector i.
fn vectors<V: Vector, const N: usize>(lanes: &[BigUint; 8]) -> [V; N] {
    let lanes = lanes.each_ref().map(words::<N>);
    std::array::from_fn(|i| V::from_words(&lanes.map(|lane| lane[i])))
}

fn numbers<V: Vector>(words: &[V; 4]) -> Vec<BigUint> {
    V::to_records(words).as_ref().iter().map(number).collect()
}

fn scalars<V: Vector>(lanes: &[BigUint; 8]) -> Scalars<V> {
    Scalars::load(&per_lane::<V, _>(&lanes.each_ref().map(words)))
}

fn values<V: Vector>(x: &Scalars<V>) -> Vec<BigUint> {
    x.store().as_ref().iter().map(number).collect()
}

/// The first items, as many as there are lanes.
fn first<V: Register, T>(items: [T; 8]) -> Vec<T> {
    items.into_iter().take(V::LANES).collect()
}

/// Hands on eight lanes many times: each of `edges` in each lane, the other lanes random.
fn each_in_each_lane(
    edges: &[BigUint],
    mut random: impl FnMut() -> BigUint,
    mut check: impl FnMut(&[BigUint; 8]),
) {
    for edge in edges {
        for lane in 0..8 {
            let mut lanes = std::array::from_fn(|_| random());
            lanes[lane] = edge.clone();
            check(&lanes);
        }
    }
}

/// The neighbourhoods of multiples of ℓ and of powers of two, where a quotient may be off by one and
/// where a word, a limb or a fold ends; all below 2^`limit`.
fn edges(limit: u64) -> Vec<BigUint> {
    let l = order();
    let mut centres = vec![BigUint::ZERO, power(limit), power(limit) / &l * &l];
    for k in [1u32, 2, 3, 7, 8, 15, 16, 17, 255, 256, 257] {
        centres.push(&l * k);
    }
    for n in (0..=260).step_by(4) {
        // ℓ·2^n, and the greatest multiple of ℓ below 2^(252 + n).
        centres.push(&l << n);
        centres.push(power(252 + n) / &l * &l);
    }
    // Ends of words and of limbs.
    for n in 0..10 {
        centres.push(power(64 * n));
        centres.push(power(52 * n));
    }
    centres.extend([251, 252, 253, 254, 255, 256, 260, 261, 385, 511].map(power));
    // 2^260·h and 2^252·h for which c·h is next to powers of two where a limb of it ends.
    let c = &l - power(252);
    for n in [125, 156, 208, 252, 260, 312, 364, 376] {
        for k in 0u8..2 {
            centres.push((power(n) / &c + k) << 260u32);
            centres.push((power(n) / &c + k) << 252u32);
        }
    }
    let mut all = vec![];
    for centre in centres {
        for delta in 0u32..=2 {
            all.push(&centre + delta);
            if centre >= BigUint::from(delta) {
                all.push(&centre - delta);
            }
        }
    }
    // Single full limbs, and full limbs over empty ones.
    for n in 0..limit.div_ceil(52) {
        all.push((power(52) - 1u8) << (52 * n));
        all.push(power(limit) - power(52 * n));
    }
    all.retain(|x| *x < power(limit));
    all.sort();
    all.dedup();
    for x in [BigUint::ZERO, &l - 1u8, l.clone(), &l + 1u8, &l * 2u8, power(252) - 1u8, power(limit) - 1u8] {
        assert!(all.contains(&x), "{x:x}");
    }
    all
}

/// A handful of scalars at the edges of 0 .. ℓ.
fn extreme_scalars() -> Vec<BigUint> {
    let l = order();
    let mut all = vec![BigUint::ZERO, 1u8.into(), &l - 1u8, &l - 2u8, &l >> 1u32, (&l >> 1u32) + 1u8];
    for n in [52, 104, 156, 208, 252] {
        all.push(power(n) - 1u8);
        all.push(power(n));
    }
    // c itself, the square root of ℓ, and full limbs: products right at ℓ or with the largest columns.
    all.extend([&l - power(252), l.sqrt(), l.sqrt() + 1u8, power(252) - power(52), power(252) - power(208)]);
    all
}

fn wide_numbers_are_reduced<V: Vector>() {
    let mut random = Random::new();
    let check = |x: &[BigUint; 8]| {
        let reduced = Scalars::<V>::reduce_wide(&vectors(x));
        assert_eq!(values(&reduced), first::<V, _>(x.each_ref().map(|x| x % order())), "{x:x?}");
    };
    each_in_each_lane(&edges(512), || random.below_2_to::<8>(), check);
    for _ in 0..500 {
        let x: [BigUint; 8] = std::array::from_fn(|_| random.below_2_to::<8>());
        check(&x);
        // Next to random multiples of ℓ.
        let multiples = x.map(|x| x / order() * order());
        check(&multiples);
        check(&multiples.map(|x| if x == BigUint::ZERO { x } else { x - 1u8 }));
    }
}

fn narrow_numbers_are_reduced_and_judged<V: Vector>() {
    let mut random = Random::new();
    let check = |x: &[BigUint; 8]| {
        let reduced = Scalars::<V>::reduce(&vectors(x));
        assert_eq!(values(&reduced), first::<V, _>(x.each_ref().map(|x| x % order())), "{x:x?}");
        let canonical = Scalars::<V>::is_canonical(&vectors(x)).vector().to_array();
        let expected = x.each_ref().map(|x| if *x < order() { u64::MAX } else { 0 });
        assert_eq!(canonical.as_ref(), first::<V, _>(expected), "{x:x?}");
    };
    // Half of the random lanes are canonical.
    each_in_each_lane(&edges(256), || random.below_2_to::<4>() >> (random.word() % 9), check);
    // One bit more or less above the order's low words, and in them.
    for n in 0..252 {
        check(&std::array::from_fn(|i| match i {
            0 => order() + power(n),
            1 => order() - power(n),
            2 => order() - 1u8 + power(n),
            _ => random.below_2_to::<4>(),
        }));
    }
}

fn words_of_scalars_return<V: Vector>() {
    let mut random = Random::new();
    each_in_each_lane(
        &extreme_scalars(),
        || random.scalar(),
        |x| {
            let loaded = Scalars::<V>::from_words(&vectors(x));
            let x = x.clone();
            assert_eq!(numbers(&loaded.words()), x[..V::LANES]);
            assert_eq!(values(&loaded), x[..V::LANES]);
            assert_eq!(values(&scalars::<V>(&x)), x[..V::LANES]);
        },
    );
}

fn check_ring<V: Vector>(x: &[BigUint; 8], y: &[BigUint; 8], z: &[BigUint; 8]) {
    let l = order();
    let (a, b, c) = (scalars::<V>(x), scalars::<V>(y), scalars::<V>(z));
    let expected: [BigUint; 8] = std::array::from_fn(|i| (&x[i] * &y[i] + &z[i]) % &l);
    assert_eq!(values(&a.mul_add(&b, &c)), expected[..V::LANES], "{x:x?}·{y:x?} + {z:x?}");
    let expected: [BigUint; 8] = std::array::from_fn(|i| (&x[i] + &y[i]) % &l);
    assert_eq!(values(&a.add(&b)), expected[..V::LANES], "{x:x?} + {y:x?}");
    assert_eq!(values(&a.neg()), first::<V, _>(x.each_ref().map(|x| (&l - x) % &l)), "−{x:x?}");
}

fn ring_operations_are_right_at_the_edges<V: Vector>() {
    let extremes = extreme_scalars();
    let at = |i: usize| extremes[i % extremes.len()].clone();
    for i in 0..extremes.len() {
        for j in 0..extremes.len() {
            // All pairs of factors, in changing lanes, and changing summands.
            let x = std::array::from_fn(|lane| at(i + 3 * lane));
            let y = std::array::from_fn(|lane| at(j + 5 * lane));
            check_ring::<V>(&x, &y, &std::array::from_fn(|lane| at(i + j + lane)));
        }
    }
    // The greatest of all in all lanes, and every sum next to ℓ.
    let greatest: [BigUint; 8] = std::array::from_fn(|_| order() - 1u8);
    check_ring::<V>(&greatest, &greatest, &greatest);
    let mut random = Random::new();
    for _ in 0..50 {
        let x: [BigUint; 8] = std::array::from_fn(|_| random.scalar());
        let complement = |delta: u8| x.each_ref().map(|x| (order() - x + delta) % order());
        check_ring::<V>(&x, &complement(0), &greatest);
        check_ring::<V>(&x, &complement(1), &greatest);
    }
}

fn an_extreme_lane_disturbs_no_other<V: Vector>() {
    let mut random = Random::new();
    let mut others = Random::from_seed(1);
    each_in_each_lane(
        &extreme_scalars(),
        || random.scalar(),
        |x| {
            let y: [BigUint; 8] = std::array::from_fn(|_| others.scalar());
            check_ring::<V>(x, &y, x);
            check_ring::<V>(&y, x, &y);
        },
    );
}

fn every_lane_agrees_with_one_scalar<V: Vector>() {
    let mut random = Random::new();
    for _ in 0..300 {
        let wide: [BigUint; 8] = std::array::from_fn(|_| random.below_2_to::<8>());
        let narrow: [BigUint; 8] = std::array::from_fn(|_| random.below_2_to::<4>());
        let (x, y) = (Scalars::<V>::reduce_wide(&vectors(&wide)), Scalars::<V>::reduce(&vectors(&narrow)));
        let [sums, products, negatives] = [x.add(&y), x.mul_add(&y, &x), x.neg()].map(|z| z.store());
        for lane in 0..V::LANES {
            let mut bytes = [0; 64];
            let digits = wide[lane].to_bytes_le();
            bytes[..digits.len()].copy_from_slice(&digits);
            let one = Scalar::from_bytes_wide(&bytes);
            let other = Scalar::from_bytes_mod_order(&limbs::to_bytes(&words(&narrow[lane])));
            assert_eq!(sums[lane], *one.add(&other).words());
            assert_eq!(products[lane], *one.mul_add(&other, &one).words());
            assert_eq!(negatives[lane], *one.neg().words());
        }
    }
}

/// The digits of each lane against those of one scalar, and against the value.
fn check_digits<V: Vector, const W: usize, const N: usize>(x: &[BigUint; 8]) {
    let digits = Digits::<V, W, N>::new(&vectors(x));
    let expected = x.each_ref().map(|x| signed_radix::<W, N>(&words(x)));
    let mut sums = x.each_ref().map(|_| BigInt::ZERO);
    for i in (0..N).rev() {
        let (magnitude, negative) = digits.get(i);
        let (magnitude, negative) = (magnitude.to_array(), negative.vector().to_array());
        for lane in 0..V::LANES {
            assert!(magnitude[lane] <= 1 << (W - 1) && [0, u64::MAX].contains(&negative[lane]));
            let d = if negative[lane] == 0 { magnitude[lane] as i64 } else { -(magnitude[lane] as i64) };
            assert_eq!(d, expected[lane][i] as i64, "W {W}, digit {i}, lane {lane}, {x:x?}");
            assert!(d != 0 || negative[lane] == 0);
            sums[lane] = (&sums[lane] << W) + d;
        }
    }
    let expected = x.each_ref().map(|x| BigInt::from(x.clone()));
    assert_eq!(sums[..V::LANES], expected[..V::LANES]);
}

/// The magnitudes and their digits of each lane against those of one scalar.
fn magnitudes_are_those_of_one_scalar<V: Vector>() {
    let mut random = Random::new();
    let mut edges: Vec<BigUint> = edges(256).into_iter().filter(|x| *x < order()).collect();
    for x in [power(251), order() - power(251), order() >> 1] {
        edges.extend([&x - 1u8, x.clone(), x + 1u8]);
    }
    // Words of zeros and of ones, on both sides of where the sign changes.
    for words in 0..16u64 {
        for top in [(1 << 59) - 1, 1 << 59, (1 << 60) - 1] {
            let word = |i: usize| if words >> i & 1 == 1 { u64::MAX } else { 0 };
            edges.push(number(&[word(0), word(1), word(2), if words >> 3 == 1 { top } else { 0 }]));
        }
    }
    each_in_each_lane(
        &edges,
        || random.scalar(),
        |x| {
            let (words_of_all, negative) = magnitude(&vectors::<V, 4>(x));
            let negative = negative.vector().to_array();
            let found = V::to_records(&words_of_all);
            let (wide, narrow) =
                (Digits::<V, 8, 32>::new(&words_of_all), Digits::<V, 6, 42>::new(&words_of_all));
            for lane in 0..V::LANES {
                let (expected, sign) = l25519::magnitude(&words(&x[lane]));
                assert_eq!(found[lane], expected, "lane {lane}, {x:x?}");
                assert_eq!(negative[lane] != 0, declassify(sign, "test"), "lane {lane}, {x:x?}");
                for (i, d) in signed_radix_wide::<8, 32>(&expected).into_iter().enumerate() {
                    let (magnitude, negative) = wide.get(i);
                    let found = magnitude.to_array()[lane] as i16;
                    assert_eq!(if negative.vector().to_array()[lane] == 0 { found } else { -found }, d);
                }
                for (i, d) in signed_radix_wide::<6, 42>(&expected).into_iter().enumerate() {
                    let (magnitude, negative) = narrow.get(i);
                    let found = magnitude.to_array()[lane] as i16;
                    assert_eq!(if negative.vector().to_array()[lane] == 0 { found } else { -found }, d);
                }
            }
        },
    );
}

/// All digits that may be asked of numbers of at most `bits` bits.
fn check_all_digits<V: Vector>(x: &[BigUint; 8], bits: u64) {
    if bits <= 254 {
        check_digits::<V, 5, 51>(x);
        check_digits::<V, 8, 32>(x);
    }
    if bits <= 255 {
        check_digits::<V, 4, 64>(x);
    }
    check_digits::<V, 5, 52>(x);
    check_digits::<V, 8, 33>(x);
    check_digits::<V, 6, 43>(x);
}

fn digits_are_those_of_one_scalar<V: Vector>() {
    let mut random = Random::new();
    for bits in [254, 255, 256] {
        let mut edges = edges(256);
        // Digits all at the border between staying and handing on a carry, and one below it.
        for w in [4, 5, 6, 8] {
            for digit in [(1u32 << (w - 1)) - 1, 1 << (w - 1), (1 << w) - 1] {
                edges.push((0..256 / w).fold(BigUint::ZERO, |x, _| (x << w) + digit) >> (256 - bits));
            }
        }
        edges.push(power(bits) - 1u8);
        edges.retain(|x| x.bits() <= bits);
        let mut lane = 0;
        for edge in &edges {
            let mut lanes = std::array::from_fn(|_| random.below_2_to::<4>() >> (256 - bits));
            lanes[lane] = edge.clone();
            check_all_digits::<V>(&lanes, bits);
            lane = (lane + 1) % 8;
        }
        each_in_each_lane(
            &[BigUint::ZERO, power(bits) - 1u8],
            || random.below_2_to::<4>() >> (256 - bits),
            |x| check_all_digits::<V>(x, bits),
        );
    }
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "is not below the order")]
fn debug_builds_reject_the_order_as_a_scalar() {
    let mut lanes = [[0; 4]; 8];
    lanes[5] = ORDER;
    Scalars::<U64x8>::load(&lanes);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "value too great for the digits")]
fn debug_builds_reject_a_value_too_great_for_its_digits() {
    // The last digit of 4 bits would be 9, in one lane.
    let mut top = [0; 8];
    top[6] = (1 << 63) | (1 << 60);
    let zero = U64x8([0; 8]);
    Digits::<U64x8, 4, 64>::new(&[zero, zero, zero, U64x8(top)]);
}

#[test]
#[should_panic(expected = "there is no such digit")]
fn a_digit_beyond_the_last_is_refused() {
    Digits::<U64x8, 4, 64>::new(&[U64x8([0; 8]); 4]).get(64);
}

laws_on_every_level! {
    on_every_level over L::Words:
    wide_numbers_are_reduced
    narrow_numbers_are_reduced_and_judged
    words_of_scalars_return
    ring_operations_are_right_at_the_edges
    an_extreme_lane_disturbs_no_other
    every_lane_agrees_with_one_scalar
    digits_are_those_of_one_scalar
    magnitudes_are_those_of_one_scalar
}
