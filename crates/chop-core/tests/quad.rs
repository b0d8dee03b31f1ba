//! One point over four lanes: doubling, addition and multiplication on every level, against one lane.
#![allow(non_snake_case)] // points are capital letters

use chop_core::cpu::{InLanes, Level};
use chop_core::ct::declassify;
use chop_core::curve::edwards::Extended;
use chop_core::curve::edwards::quad::{Quad, Words};
use chop_core::curve::edwards::{montgomery, quad_ladder};
use chop_core::field::f25519::coordinates::{Columns, Coordinates, Start, ZERO};
use chop_core::field::f25519::{Constant, bytes_to_words, fma51, r51, u64x1};
use chop_core::field::{Field, Sum, chains};
use chop_core::lanes::portable_u64x4::U64x4;
use chop_core::mul::edwards::quad_vartime::{Term, mul_vartime};
use chop_core::mul::edwards::{double_base_vartime, quad, window};
use chop_core::run::{Wide, WideJob, run_wide};
use chop_core::scalar::l25519::ORDER;
use chop_ref::{BigUint, Point, torsion};

type One = u64x1::Fe;
/// x and y.
type Affine = [[u64; 4]; 2];

fn words(x: &BigUint) -> [u64; 4] {
    bytes_to_words(&chop_ref::field::to_bytes(x))
}

fn affine(point: &Point) -> Affine {
    [words(&point.x), words(&point.y)]
}

fn extended(point: &Affine) -> Extended<One> {
    let [x, y] = point.map(|words| One::from_words(&[words]));
    Extended::from_affine(x, y)
}

fn encode(point: &Extended<One>) -> [u64; 4] {
    point.encode(&chains::invert_25519(&point.Z))[0]
}

fn encode_quad<F: Coordinates>(point: &Quad<F>) -> [u64; 4] {
    encode(&point.to_extended::<One>())
}

/// Points of large order, of small order, and sums of both.
fn points() -> Vec<Affine> {
    let mut points = vec![affine(&Point::base())];
    for small in torsion() {
        points.push(affine(&small));
        let n = BigUint::from(points.len() as u64 * 0x1234_5678_9abc);
        points.push(affine(&Point::mul(&n, &Point::base()).add(&small)));
        points.push(affine(&Point::mul(&n, &Point::base()).neg()));
    }
    points
}

/// Every point with every other one, so that equal and opposite ones are there.
fn pairs() -> Vec<[Affine; 2]> {
    let points = points();
    points.iter().flat_map(|P| points.iter().map(move |Q| [*P, *Q])).collect()
}

fn on_every_level(mut law: impl FnMut(InLanes)) {
    for level in Level::available().filter_map(Level::in_lanes) {
        println!("level {}", Level::from(level).name());
        law(level);
    }
    if Level::ifma().is_none() {
        println!("skipped: the level ifma, which this processor lacks");
    }
}

fn unscaled([x, y]: &Affine) -> Words {
    Words::affine(*x, *y)
}

/// (z·x : z·y : z : z·x·y), by words that are not the least.
fn scaled([x, y]: &Affine, z: u64) -> Words {
    let p = (BigUint::from(1u8) << 255) - 19u8;
    let value =
        |words: &[u64; 4]| words.iter().rev().fold(BigUint::from(0u8), |value, word| (value << 64) + *word);
    let (x, y) = (value(x), value(y));
    let coordinates = [&x * z, &y * z, BigUint::from(z), &x * &y * z];
    Words::extended(coordinates.map(|coordinate| words(&(coordinate % &p + &p))))
}

#[test]
fn points_are_doubled_and_added_as_in_one_lane() {
    struct Law;
    impl WideJob for Law {
        type Out = Vec<[[u64; 4]; 3]>;
        fn wide<L: Wide>(self) -> Self::Out {
            let compute = |[P, Q]: [Affine; 2]| {
                let P = Quad::<L::Quad>::from_words(&unscaled(&P));
                let Q = Quad::from_words(&unscaled(&Q));
                // Coordinates other than 1 and sums of sums.
                let (P, Q) = (P.double(), Q.double().double());
                let sum = P.add(&Q.to_cached());
                [sum, P.add(&Q.to_cached().negate()), sum.add(&sum.to_cached()).double()]
                    .map(|point| encode_quad(&point))
            };
            pairs().into_iter().map(compute).collect()
        }
    }
    let expected = |[P, Q]: [Affine; 2]| {
        let P = extended(&P).double().to_extended();
        let Q = extended(&Q).double().to_extended().double().to_extended();
        let sum = P.add(&Q.to_cached()).to_extended();
        let difference = P.sub(&Q.to_cached()).to_extended();
        [sum, difference, sum.double().to_extended().double().to_extended()].map(|point| encode(&point))
    };
    let expected: Vec<_> = pairs().into_iter().map(expected).collect();
    on_every_level(|level| {
        for (i, (found, expected)) in run_wide(level, Law).iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "pair {i}");
        }
    });
}

#[test]
fn the_neutral_element_is_found() {
    struct Law;
    impl WideJob for Law {
        type Out = Vec<bool>;
        fn wide<L: Wide>(self) -> Self::Out {
            let compute = |[P, Q]: [Affine; 2]| {
                let P = Quad::<L::Quad>::from_words(&unscaled(&P));
                let Q = Quad::from_words(&unscaled(&Q));
                declassify(P.add(&Q.to_cached().negate()).is_identity(), "a test")
            };
            assert!(declassify(Quad::<L::Quad>::identity().is_identity(), "a test"));
            pairs().into_iter().map(compute).collect()
        }
    }
    on_every_level(|level| {
        for (i, (found, [P, Q])) in run_wide(level, Law).iter().zip(pairs()).enumerate() {
            assert_eq!(*found, P == Q, "pair {i}");
        }
    });
}

/// u, v, w, signs of the terms, A and R.
#[derive(Clone, Copy)]
struct Job {
    u: [u64; 4],
    v: [u64; 4],
    w: [u64; 4],
    negative: [bool; 2],
    points: [Affine; 2],
}

/// Extreme values, and one of each length.
fn scalars() -> Vec<[u64; 4]> {
    let mut scalars = vec![
        [0; 4],
        [1, 0, 0, 0],
        [0, 0, 1, 0],
        [u64::MAX, u64::MAX, 0, 0],
        [0x8888_8888_8888_8888; 4],
        [0x7777_7777_7777_7777; 4],
        [u64::MAX; 4],
        [ORDER[0] - 1, ORDER[1], ORDER[2], ORDER[3]],
        ORDER.map(|word| word << 3 | 5),
    ];
    for bits in 2..=256 {
        let digest = BigUint::from_bytes_le(&chop_ref::sha512(&[&[bits as u8]]));
        let value: BigUint = (digest >> (512 - bits + 1)) | BigUint::from(1u8) << (bits - 1);
        let mut all = [0; 4];
        for (word, digit) in all.iter_mut().zip(value.to_u64_digits()) {
            *word = digit;
        }
        scalars.push(all);
    }
    scalars
}

fn jobs() -> Vec<Job> {
    let (scalars, points) = (scalars(), points());
    let mut jobs = Vec::new();
    // Scalars of B: 0, ℓ − 1, those with carries between the halves, and others.
    let mut of_base = vec![
        [0; 4],
        [ORDER[0] - 1, ORDER[1], ORDER[2], ORDER[3]],
        [u64::MAX, u64::MAX, 0, 0],
        [0, 0, 1, 0],
        [0x8080_8080_8080_8080, 0x8080_8080_8080_8080, 0x8080_8080_8080_8080, 0x0080_8080_8080_8080],
        [0x7f7f_7f7f_7f7f_7f7f, 0x7f7f_7f7f_7f7f_7f7f, 0x7f7f_7f7f_7f7f_7f7f, 0x007f_7f7f_7f7f_7f7f],
    ];
    for i in 0..7u8 {
        let value = BigUint::from_bytes_le(&chop_ref::sha512(&[&[i]])) % chop_ref::l();
        of_base.push(words(&value));
    }
    for (i, u) in scalars.iter().enumerate() {
        for (j, v) in [scalars[(5 * i + 3) % scalars.len()], *u, scalars[i % 9]].iter().enumerate() {
            let n = jobs.len();
            jobs.push(Job {
                u: if j == 2 { *v } else { *u },
                v: if j == 2 { *u } else { *v },
                w: of_base[n % of_base.len()],
                negative: [n % 2 == 1, n / 2 % 2 == 1],
                points: [points[n % points.len()], points[(7 * n / 5) % points.len()]],
            });
        }
    }
    jobs
}

#[test]
fn a_sum_of_three_multiples_is_that_of_one_lane() {
    struct Law;
    impl WideJob for Law {
        type Out = Vec<[u64; 4]>;
        fn wide<L: Wide>(self) -> Self::Out {
            let compute = |job: &Job, points: [Words; 2]| {
                let terms = [
                    Term { scalar: &job.u, negative: job.negative[0], point: &points[0] },
                    Term { scalar: &job.v, negative: job.negative[1], point: &points[1] },
                ];
                encode_quad(&mul_vartime::<L::Quad, 2>(terms, &job.w))
            };
            let mut found = Vec::new();
            for (i, job) in jobs().iter().enumerate() {
                let [P, Q] = &job.points;
                let points =
                    if i % 2 == 0 { [unscaled(P), unscaled(Q)] } else { [scaled(P, 3), scaled(Q, 1 << 40)] };
                found.push(compute(job, points));
            }
            found
        }
    }
    let expected: Vec<[u64; 4]> = jobs()
        .iter()
        .map(|job| {
            let [mut A, mut R] = job.points.map(|point| extended(&point));
            if job.negative[0] {
                A = A.negate();
            }
            if job.negative[1] {
                R = R.negate();
            }
            encode(&double_base_vartime::mul_interleaved_vartime([(&job.u, &A), (&job.v, &R)], &job.w))
        })
        .collect();
    on_every_level(|level| {
        for (i, (found, expected)) in run_wide(level, Law).iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "job {i}");
        }
    });
}

#[test]
#[cfg(feature = "alloc")]
fn sums_of_few_terms_are_those_of_one_lane() {
    use chop_core::mul::edwards::quad_vartime::mul_few_vartime;
    const TERMS: usize = 5;
    struct Law<'a>(&'a [Job]);
    impl WideJob for Law<'_> {
        type Out = Vec<[[u64; 4]; 3]>;
        fn wide<L: Wide>(self) -> Self::Out {
            let compute = |jobs: &[Job]| {
                let scalars: Vec<[u64; 4]> = jobs.iter().map(|job| job.u).collect();
                let points: Vec<Words> = jobs.iter().map(|job| scaled(&job.points[0], 5)).collect();
                let term = |i: usize| Term { scalar: &scalars[i], negative: false, point: &points[i] };
                let terms: Vec<Term<'_>> = (0..jobs.len()).map(term).collect();
                let one = match (&scalars[..], &points[..]) {
                    ([scalar, ..], [point, ..]) => quad::mul::<L::Quad, 1>(&[*scalar], &[*point]),
                    _ => Quad::identity(),
                };
                let secret = quad::mul_few::<L::Quad>(&scalars, &points);
                [one, secret, mul_few_vartime(&terms, &[0; 4])].map(|sum| encode_quad(&sum))
            };
            (0..self.0.len() / TERMS)
                .map(|i| compute(&self.0[TERMS * i..TERMS * i + i % (TERMS + 1)]))
                .collect()
        }
    }
    let mut all = jobs();
    all.iter_mut().for_each(|job| job.u[3] &= u64::MAX >> 1);
    let sum = |jobs: &[Job]| {
        let multiple = |job: &Job| window::mul::<One>(&[job.u], &extended(&job.points[0]));
        let zero = Extended::<One>::identity();
        let one = jobs.first().map_or(zero, multiple);
        let add = |sum: Extended<One>, job: &Job| sum.add(&multiple(job).to_cached()).to_extended();
        let sum = encode(&jobs.iter().fold(zero, add));
        [encode(&one), sum, sum]
    };
    let expected: Vec<_> =
        (0..all.len() / TERMS).map(|i| sum(&all[TERMS * i..TERMS * i + i % (TERMS + 1)])).collect();
    on_every_level(|level| {
        for (i, (found, expected)) in run_wide(level, Law(&all)).iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "sum {i}");
        }
    });
}

#[test]
fn multiples_by_the_order_are_neutral_without_a_part_of_small_order() {
    struct Law<'a>(&'a [Affine]);
    impl WideJob for Law<'_> {
        type Out = Vec<[u64; 4]>;
        fn wide<L: Wide>(self) -> Self::Out {
            let compute = |P: &Affine| encode_quad(&quad::mul_by_order::<L::Quad>(&unscaled(P)));
            self.0.iter().map(compute).collect()
        }
    }
    let all = points();
    let expected: Vec<_> = all.iter().map(|P| encode(&window::mul_by_order(&extended(P)))).collect();
    on_every_level(|level| assert_eq!(run_wide(level, Law(&all)), expected));
}

// Products and sums of lanes that are coordinates.

type Integers = r51::Fe<U64x4>;
type Doubles = fma51::Fe<U64x4>;

/// Elements at the bounds, which are given, and others.
fn elements<F: Coordinates>(at_bounds: &[F]) -> Vec<F> {
    let word = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let words = [1, 2, 3, 4].map(|lane| [1, 2, 3, 4].map(|i| word(8 * i + lane)));
    let x = F::from_words(&words);
    let mut all = vec![
        F::constants([&Constant::ZERO, &Constant::D, &Constant::ONE, &Constant::D2]),
        x,
        x.sqr().carry(),
    ];
    all.extend(at_bounds);
    all
}

fn products_and_squares_on_a_start_are_products_and_squares<F: Coordinates>(at_bounds: &[F]) {
    for start in [Start::ZERO, Start::new([2, 11, 0, 34]), Start::new([64; 4])] {
        for x in elements(at_bounds) {
            for y in elements(at_bounds) {
                let product = x.mul_onto(&start, &y).carry();
                assert_eq!(product.to_words(), x.mul(&y).carry().to_words());
            }
            assert_eq!(x.sqr_onto(&start).carry().to_words(), x.sqr().carry().to_words());
        }
    }
}

fn lanes_are_moved_and_combined<F: Coordinates>() {
    let start = Start::new([12, 12, 0, 12]);
    let [_, x, y] = *elements::<F>(&[]) else { unreachable!("three elements") };
    let (x, y) = (x.mul_onto(&start, &x), y.to_columns());
    let words = |columns: F::Columns| columns.carry().to_words();
    let (sum, difference) = (words(x.add(&y)), words(F::Columns::start(&Start::new([2; 4])).sub(&y)));
    let (plain, other) = (words(x), words(y));
    assert_eq!(words(x.moved([3, ZERO, 0, 0])), [plain[3], [0; 4], plain[0], plain[0]]);
    let in_two = words(x.add_in(F::pattern(0b0110), &y));
    assert_eq!(in_two, [plain[0], sum[1], sum[2], plain[3]]);
    let mixed = words(x.add_or_sub(F::pattern(0b1011), &y));
    assert_eq!(mixed[2], sum[2]);
    for lane in 0..4 {
        // y − y, by way of 0 − y and of x − y.
        let one = |words: [u64; 4]| F::from_words(&[words; 4]).widen();
        assert_eq!(one(difference[lane]).add(&one(other[lane])).carry().to_words()[0], [0; 4]);
        if lane != 2 {
            let back = one(mixed[lane]).add(&one(other[lane])).carry();
            assert_eq!(back.to_words()[0], plain[lane]);
        }
    }
    let x = x.carry();
    for (bit, from) in [(0, [1, 0, 2, 3]), (1, [3, 2, 0, 1])] {
        assert_eq!(x.moved_across([1, 0, 2, 3], F::all_if(bit)).to_words(), from.map(|lane| plain[lane]));
    }
}

#[test]
fn coordinates_of_integers() {
    products_and_squares_on_a_start_are_products_and_squares(&[Integers::at_bound()]);
    lanes_are_moved_and_combined::<Integers>();
}

#[test]
fn coordinates_of_doubles() {
    products_and_squares_on_a_start_are_products_and_squares(&[
        Doubles::at_bound(0),
        Doubles::at_bound(0b11111),
    ]);
    lanes_are_moved_and_combined::<Doubles>();
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "units are taken from as few as")]
fn what_may_go_below_zero_is_found() {
    let x = Integers::at_bound().mul_onto(&Start::new([8; 4]), &Integers::at_bound());
    let _ = x.sub(&x.moved([0, 1, 2, 3]));
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "is carried, 72 allowed")]
fn what_is_too_great_to_be_carried_is_found() {
    let _ = Integers::at_bound().mul_onto(&Start::new([0, 65, 0, 0]), &Integers::at_bound()).carry();
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "is carried, 9 allowed")]
fn sums_of_doubles_that_are_too_great_to_be_carried_are_found() {
    let x = Doubles::at_bound(1).mul_onto(&Start::ZERO, &Doubles::at_bound(1));
    let twice = x.add(&x);
    let _ = twice.add(&twice).add(&twice).add(&twice).add(&twice).carry();
}

#[test]
fn the_ladder_over_four_lanes_is_that_of_one() {
    struct Law<'a>(&'a [[u64; 4]], &'a [[u64; 4]]);
    impl WideJob for Law<'_> {
        type Out = Vec<[u64; 4]>;
        fn wide<L: Wide>(self) -> Self::Out {
            let all = self.0.iter().flat_map(|k| self.1.iter().map(move |u| (k, u)));
            all.map(|(k, u)| quad_ladder::ladder::<One, L::Quad>(k, u).encode()[0]).collect()
        }
    }
    const TOP: u64 = u64::MAX >> 1;
    let mut scalars =
        vec![[0; 4], [1, 0, 0, 0], [2, 0, 0, 0], [u64::MAX, u64::MAX, u64::MAX, TOP], [0, 0, 0, 1 << 62]];
    let mut us = vec![[0; 4], [1, 0, 0, 0], [9, 0, 0, 0]];
    // p − 1, p, p + 1, 2^255 − 1, and bit 255, which is ignored.
    us.extend(
        [u64::MAX - 19, u64::MAX - 18, u64::MAX - 17, u64::MAX].map(|low| [low, u64::MAX, u64::MAX, TOP]),
    );
    us.push([9, 0, 0, 1 << 63]);
    // Of order 8 (RFC 7748 has no list; x of a point of that order).
    us.push([0xb8495f16056286e0, 0xb1329ceb8d09da6a, 0x2aff1ae8a4e83aeb, 0x57119fd0dd4e22d8]);
    for i in 0..6u8 {
        let digest = BigUint::from_bytes_le(&chop_ref::sha512(&[&[i]])) % chop_ref::l();
        scalars.push(words(&digest));
        let [low, rest @ .., high] = words(&digest);
        us.push([high, rest[0], rest[1], low & TOP]);
    }
    let one = |k: &[u64; 4], u: &[u64; 4]| montgomery::ladder(k, &One::from_words(&[*u])).encode()[0];
    let expected: Vec<_> = scalars.iter().flat_map(|k| us.iter().map(|u| one(k, u))).collect();
    on_every_level(|level| {
        for (i, (found, expected)) in run_wide(level, Law(&scalars, &us)).iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "scalar {}, u {}", i / us.len(), i % us.len());
        }
    });
}
