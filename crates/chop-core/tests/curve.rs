//! The curve formulas and multiplications over every backend, against the affine reference.
#![allow(non_snake_case)] // points are capital letters

use chop_core::ct::{Mask, declassify};
use chop_core::curve::edwards::decode::decompress;
use chop_core::curve::edwards::montgomery::{Origin, ProjectiveU, edwards_y, ladder, ladders_clamped};
use chop_core::curve::edwards::small_order::{is_small_order, mul_by_cofactor};
use chop_core::curve::edwards::{AffineCached, Cached, Extended, Projective};
use chop_core::field::f25519::{self, F25519, bytes_to_words, words_to_bytes};
use chop_core::field::{Field, LaneMask, Lanes, PerElement, chains};
use chop_core::lanes::portable_u64x8::U64x8;
use chop_core::mul::edwards::{comb, double_base_vartime, ladder as ladder_many, window};
use chop_ref::{BigUint, Point, l, torsion};

type Full = f25519::r64x1::Fe;
type Wide = f25519::u64x1::Fe;
type Narrow = f25519::u32x1::Fe;
type Eight = f25519::r52::Fe<U64x8>;

/// A different value for each lane.
fn lanes<F: Field, T: Copy>(each: impl Fn(usize) -> T) -> PerElement<F, T> {
    let mut lanes = PerElement::<F, T>::splat(each(0));
    for (i, lane) in lanes.as_mut().iter_mut().enumerate() {
        *lane = each(i);
    }
    lanes
}

fn words(x: &BigUint) -> [u64; 4] {
    bytes_to_words(&chop_ref::field::to_bytes(x))
}

fn load<F: F25519>(points: &[Point]) -> Extended<F> {
    let x = lanes::<F, _>(|i| words(&points[i].x));
    let y = lanes::<F, _>(|i| words(&points[i].y));
    Extended::from_affine(F::from_words(&x), F::from_words(&y))
}

fn assert_points<F: F25519>(P: &Extended<F>, expected: &[Point], what: &str) {
    let encoded = P.encode(&chains::invert_25519(&P.Z));
    for (i, (words, point)) in encoded.as_ref().iter().zip(expected).enumerate() {
        assert_eq!(words_to_bytes(words), point.encode(), "{what}, lane {i}");
    }
    // T = X·Y/Z must hold too, or the next addition is wrong.
    let identity = Extended::<F>::identity();
    let again = P.add(&identity.to_cached()).to_extended();
    let encoded = again.encode(&chains::invert_25519(&again.Z));
    assert_eq!(words_to_bytes(&encoded.as_ref()[0]), expected[0].encode(), "T of {what}");
}

/// Scalars with long runs of ones and zeros, and ones without.
fn scalars() -> Vec<BigUint> {
    let one = BigUint::from(1u8);
    let mut scalars =
        vec![BigUint::from(0u8), one.clone(), BigUint::from(2u8), l() - &one, (&one << 252u32) - &one];
    scalars.push(BigUint::from(0xFFFF_0000_FFFF_0000u64) << 100u32);
    for i in 0..10u8 {
        scalars.push(BigUint::from_bytes_le(&chop_ref::sha512(&[&[i]])) % l());
    }
    scalars
}

/// Points of every kind: neutral, small order, prime order, and mixtures.
fn points() -> Vec<Point> {
    let mut points: Vec<Point> = torsion().to_vec();
    for scalar in scalars().into_iter().skip(3).step_by(3) {
        let P = Point::mul(&scalar, &Point::base());
        points.push(P.add(&torsion()[points.len() % 8]));
        points.push(P);
    }
    points
}

fn bit(mask: Mask) -> bool {
    declassify(mask, "test")
}

/// Groups of `LANES` items, the last one filled up from the front.
fn groups<F: Field, T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    let cycle = items.iter().cycle();
    (0..items.len().div_ceil(F::LANES))
        .map(|g| cycle.clone().skip(g * F::LANES).take(F::LANES).cloned().collect())
        .collect()
}

fn additions_agree_with_the_affine_law<F: F25519>() {
    let points = points();
    for shift in [0, 1, 5, 9] {
        let pairs: Vec<(Point, Point)> = (0..points.len())
            .map(|i| (points[i].clone(), points[(i + shift) % points.len()].clone()))
            .collect();
        for group in groups::<F, _>(&pairs) {
            let (p, q): (Vec<Point>, Vec<Point>) = group.iter().cloned().unzip();
            let (P, Q) = (load::<F>(&p), load::<F>(&q));
            let sums: Vec<Point> = group.iter().map(|(p, q)| p.add(q)).collect();
            let differences: Vec<Point> = group.iter().map(|(p, q)| p.add(&q.neg())).collect();
            let cached = Q.to_cached();
            assert_points(&P.add(&cached).to_extended(), &sums, "P + Q");
            assert_points(&P.sub(&cached).to_extended(), &differences, "P − Q");
            // The same with Z ≠ 1 on both sides.
            let P2 = P.add(&cached).to_extended().sub(&cached).to_extended();
            let Q2 = Q.add(&P.to_cached()).to_extended().sub(&P.to_cached()).to_extended();
            assert_points(&P2.add(&Q2.to_cached()).to_extended(), &sums, "P + Q with Z ≠ 1");
            let affine = Q2.to_affine_cached(&chains::invert_25519(&Q2.Z));
            let affine = AffineCached::<F>::unpack(&affine.pack());
            // The first operand as a sum leaves it.
            let sum = P.add(&cached).to_accumulator().sub(&cached).to_accumulator();
            assert_points(&sum.to_extended(), &p, "P");
            assert_points(&Extended::<F>::identity().add(&sum.to_cached()).to_extended(), &p, "0 + P");
            assert_points(&sum.add_affine(&affine).to_extended(), &sums, "P + affine Q");
            assert_points(&sum.sub_affine(&affine).to_extended(), &differences, "P − affine Q");
            // A sign of its own in each lane.
            let negative = lanes::<F, _>(|i| Mask::from_public(i % 2 == 1));
            let expected: Vec<Point> = (0..F::LANES)
                .map(|i| if i % 2 == 1 { differences[i].clone() } else { sums[i].clone() })
                .collect();
            let negative = F::mask(&negative);
            assert_points(&sum.add_affine_signed(&affine, negative).to_extended(), &expected, "P ± affine Q");
            assert_points(&sum.add_signed(&Q2.to_cached(), negative).to_extended(), &expected, "P ± Q");
            let entry = affine.to_accumulator_signed(negative);
            let signed: Vec<Point> =
                (0..F::LANES).map(|i| if i % 2 == 1 { q[i].neg() } else { q[i].clone() }).collect();
            assert_points(&entry.to_extended(), &signed, "±Q");
            assert_points(&P2.add(&Cached::identity()).to_extended(), &p, "P + 0");
            for i in 0..F::LANES {
                assert_eq!(bit(P.equals(&Q).lane(i)), p[i] == q[i]);
                assert!(bit(P2.equals(&P).lane(i)));
                assert_eq!(bit(P.is_identity().lane(i)), p[i] == Point::identity());
            }
        }
    }
}

fn doubling_agrees_with_the_affine_law<F: F25519>() {
    for group in groups::<F, _>(&points()) {
        let P = load::<F>(&group);
        let doubled: Vec<Point> = group.iter().map(|p| p.add(p)).collect();
        assert_points(&P.double().to_extended(), &doubled, "2P");
        let four: Vec<Point> = doubled.iter().map(|p| p.add(p)).collect();
        let projective: Projective<F> = P.double().to_projective();
        assert_points(&projective.double().to_extended(), &four, "4P");
        let eight: Vec<Point> = four.iter().map(|p| p.add(p)).collect();
        assert_points(&mul_by_cofactor(&P.to_projective()), &eight, "8P");
        for (i, p) in group.iter().enumerate() {
            assert_eq!(bit(is_small_order(&P.to_projective()).lane(i)), p.is_small_order());
            assert_eq!(bit(is_small_order(&projective).lane(i)), doubled[i].is_small_order());
        }
    }
}

fn decoding_answers_every_question<F: F25519>() {
    let mut encodings: Vec<[u8; 32]> = points().iter().map(Point::encode).collect();
    encodings.extend(chop_ref::small_order_encodings());
    for i in 0..24u8 {
        // Near p, near 0, and anywhere; about half of them are no points.
        let near = chop_ref::field::to_bytes(&(chop_ref::field::p() + BigUint::from(i) - BigUint::from(5u8)));
        let mut small = [0; 32];
        small[0] = i;
        let any: [u8; 32] = chop_ref::sha512(&[&[i]])[..32].try_into().unwrap();
        for mut encoding in [near, small, any] {
            encodings.push(encoding);
            encoding[31] ^= 0x80;
            encodings.push(encoding);
        }
    }
    for group in groups::<F, _>(&encodings) {
        let [found] = decompress::<F, 1>(&[lanes::<F, _>(|i| bytes_to_words(&group[i]))]);
        let mut expected = Vec::new();
        for (i, encoding) in group.iter().enumerate() {
            let reference = chop_ref::decode(encoding);
            assert_eq!(bit(found.decodes.lane(i)), reference.point.is_some(), "{encoding:02x?}");
            assert_eq!(bit(found.y_reduced.lane(i)), reference.y_reduced, "{encoding:02x?}");
            assert_eq!(bit(found.minus_zero.lane(i)), reference.minus_zero, "{encoding:02x?}");
            expected.push(reference.point.unwrap_or(Point::identity()));
        }
        assert_points(&Extended::from_affine(found.x, found.y), &expected, "decoded");
    }
}

fn multiplications_agree_with_the_reference<F: F25519>() {
    let (scalars, points) = (scalars(), points());
    let jobs: Vec<(BigUint, Point)> =
        (0..points.len()).map(|i| (scalars[i % scalars.len()].clone(), points[i].clone())).collect();
    for group in groups::<F, _>(&jobs) {
        let s = lanes::<F, _>(|i| words(&group[i].0));
        let p: Vec<Point> = group.iter().map(|(_, p)| p.clone()).collect();
        let P = load::<F>(&p);
        let fixed: Vec<Point> = group.iter().map(|(s, _)| Point::mul(s, &Point::base())).collect();
        assert_points(&comb::mul_base::<F>(&s), &fixed, "s·B");
        let variable: Vec<Point> = group.iter().map(|(s, p)| Point::mul(s, p)).collect();
        assert_points(&window::mul(&s, &P), &variable, "s·P");
    }
}

/// What exists for one lane only.
fn single_multiplications_agree_with_the_reference<F: F25519>() {
    let (scalars, points) = (scalars(), points());
    for (i, p) in points.iter().enumerate() {
        let (a, b) = (&scalars[i % scalars.len()], &scalars[(i * 7 + 1) % scalars.len()]);
        let (c, q) = (&scalars[(i * 5 + 2) % scalars.len()], &points[(i * 3 + 1) % points.len()]);
        let (P, Q) = (load::<F>(core::slice::from_ref(p)), load::<F>(core::slice::from_ref(q)));
        let expected = Point::mul(a, p).add(&Point::mul(c, q)).add(&Point::mul(b, &Point::base()));
        let sum = double_base_vartime::mul_interleaved_vartime([(&words(a), &P), (&words(c), &Q)], &words(b));
        assert_points(&sum, &[expected], "a·P + c·Q + b·B");
    }
    for s in &scalars {
        let expected = [Point::mul(s, &Point::base())];
        assert_points(&double_base_vartime::mul_base_vartime::<F>(&words(s)), &expected, "b·B");
    }
}

fn multiples_by_the_ladder_agree_with_the_reference<F: F25519>() {
    // Points of order ℓ, 2ℓ, 4ℓ and 8ℓ and of small order, with scalars for which a multiple is neutral, of order 2, or ±P.
    let mut all: Vec<Point> =
        torsion().iter().map(|T| Point::mul(&BigUint::from(5u8), &Point::base()).add(T)).collect();
    all.extend(torsion());
    all.extend(points());
    let mut few: Vec<BigUint> = (0..10u8).map(BigUint::from).collect();
    few.extend((1..10u8).map(|i| l() - BigUint::from(i)));
    few.extend([l() / 2u8, l() / 4u8, l() / 8u8, l() / 2u8 + 1u8]);
    few.extend(scalars());
    let jobs: Vec<(&BigUint, &Point)> = all.iter().flat_map(|P| few.iter().map(move |s| (s, P))).collect();
    for jobs in groups::<F, _>(&jobs) {
        let group: Vec<Point> = jobs.iter().map(|(_, P)| (*P).clone()).collect();
        let P = load::<F>(&group);
        let inverse = Origin::denominator(&P).invert();
        let s = F::bundle(&lanes::<F, _>(|i| words(jobs[i].0)));
        // Two groups at a time: this one, and itself again.
        let [Q, again] = ladder_many::mul(&[s; 2], &[P; 2], &[inverse; 2]);
        let expected: Vec<Point> = jobs.iter().map(|(s, P)| Point::mul(s, P)).collect();
        assert_points(&Q, &expected, "s·P by the ladder");
        assert_points(&again, &expected, "s·P by the ladder, twice");
    }
}

fn the_ladder_agrees_with_the_reference<F: F25519>() {
    // u of small order, −1, which is one on the twist, and 0 and 1 with p added.
    let mut small: Vec<[u8; 32]> = torsion().iter().map(chop_ref::ed_to_mont).collect();
    for low in [0xec, 0xed, 0xee] {
        let mut u = [0xff; 32];
        (u[0], u[31]) = (low, 0x7f);
        small.push(u);
    }
    let jobs: Vec<([u8; 32], [u8; 32])> = (0..32u8)
        .map(|i| {
            let hash = chop_ref::sha512(&[&[i, 1]]);
            let mut u: [u8; 32] = hash[32..].try_into().unwrap();
            if i < 4 {
                u = [0; 32];
                u[0] = i; // 0 and 1 have small order
            } else if let Some(small) = small.get(usize::from(i) - 4) {
                u = *small;
            }
            (hash[..32].try_into().unwrap(), u)
        })
        .collect();
    for group in groups::<F, _>(&jobs) {
        let clamped = |i: usize| bytes_to_words(&chop_core::scalar::l25519::clamp(group[i].0));
        let u = F::from_words(&lanes::<F, _>(|i| bytes_to_words(&group[i].1)));
        let scalars = F::bundle(&lanes::<F, _>(clamped));
        let found = ladder(&scalars, &u).encode();
        // Two at a time: the group, and itself again.
        let [same, again] = ladders_clamped(&[scalars; 2], &[u; 2]).map(|product| product.encode());
        for (i, (k, u)) in group.iter().enumerate() {
            let expected = chop_ref::x25519(k, u);
            assert_eq!(words_to_bytes(&found.as_ref()[i]), expected);
            assert_eq!(words_to_bytes(&same.as_ref()[i]), expected);
            assert_eq!(words_to_bytes(&again.as_ref()[i]), expected);
        }
    }
    for group in groups::<F, _>(&points()) {
        let P = load::<F>(&group);
        let u = ProjectiveU::from_edwards(&P).encode();
        let (y, exists) = edwards_y(&F::from_words(&u));
        for (i, p) in group.iter().enumerate() {
            assert_eq!(words_to_bytes(&u.as_ref()[i]), chop_ref::ed_to_mont(p));
            // The neutral element goes to infinity, written 0, which comes back as y = −1.
            if *p != Point::identity() {
                assert!(bit(exists.lane(i)));
                assert_eq!(y.as_ref()[i], words(&p.y));
            }
        }
    }
}

macro_rules! laws {
    ($module:ident, $fe:ty, $($law:ident)*) => {
        mod $module { $( #[test] fn $law() { super::$law::<$fe>() } )* }
    };
}

macro_rules! for_every_backend {
    ($($law:ident)*) => {
        laws!(r64x1, super::Full, single_multiplications_agree_with_the_reference $($law)*);
        laws!(u64x1, super::Wide, single_multiplications_agree_with_the_reference $($law)*);
        laws!(u32x1, super::Narrow, single_multiplications_agree_with_the_reference $($law)*);
        laws!(r52, super::Eight, $($law)*);
    };
}

for_every_backend! {
    additions_agree_with_the_affine_law
    doubling_agrees_with_the_affine_law
    decoding_answers_every_question
    multiplications_agree_with_the_reference
    the_ladder_agrees_with_the_reference
    multiples_by_the_ladder_agree_with_the_reference
}

#[cfg(feature = "alloc")]
mod many_terms {
    use super::*;
    use chop_core::engine::AffinePoint;
    use chop_core::engine::group::sum_vartime::{Term, is_small_order_sum_vartime};
    use chop_core::mul::edwards::{buckets_vartime, sum_vartime};

    fn terms(n: usize) -> Vec<(BigUint, usize, Point)> {
        let (scalars, points) = (scalars(), points());
        (0..n)
            .map(|i| {
                let scalar = &scalars[(i * 5 + i / 7) % scalars.len()];
                let point = points[i % points.len()].clone();
                match i % 2 {
                    0 => (scalar.clone(), 253, point),
                    _ => (scalar % (BigUint::from(1u8) << 128u32), 128, point),
                }
            })
            .collect()
    }

    fn sum(terms: &[(BigUint, usize, Point)]) -> Point {
        terms.iter().fold(Point::identity(), |sum, (s, _, p)| sum.add(&Point::mul(s, p)))
    }

    #[test]
    fn straus_and_pippenger_agree_with_the_reference() {
        for n in [0, 1, 2, 3, 10, 40, 120] {
            let terms = terms(n);
            let expected = [sum(&terms)];
            let scalars: Vec<[u64; 4]> = terms.iter().map(|(s, _, _)| words(s)).collect();
            let points: Vec<Extended<Wide>> =
                terms.iter().map(|(_, _, p)| load(core::slice::from_ref(p))).collect();
            assert_points(&sum_vartime::mul_vartime(&scalars, &points), &expected, "Straus");
            let scalars: Vec<buckets_vartime::Scalar> = terms
                .iter()
                .map(|(s, bits, _)| buckets_vartime::Scalar { words: words(s), bits: *bits })
                .collect();
            assert_points(&buckets_vartime::mul_vartime(&scalars, &points), &expected, "Pippenger");
        }
    }

    #[test]
    fn a_sum_is_neutral_exactly_when_the_base_point_cancels_it() {
        for n in [1, 30, 130] {
            // Points of prime order only, with known logarithms.
            let logs: Vec<BigUint> = (0..n).map(|i| BigUint::from(i as u64 * i as u64 + 3)).collect();
            let scalars = scalars();
            let mut total = BigUint::from(0u8);
            let terms: Vec<([u64; 4], AffinePoint)> = logs
                .iter()
                .enumerate()
                .map(|(i, log)| {
                    let s = &scalars[i % scalars.len()];
                    total = (&total + s * log) % l();
                    let p = Point::mul(log, &Point::base());
                    (words(s), AffinePoint { x: words(&p.x), y: words(&p.y) })
                })
                .collect();
            let terms: Vec<Term<'_>> = terms
                .iter()
                .map(|&(scalar, ref point)| Term { scalar, bits: 253, negative: false, point })
                .collect();
            let cancels = (l() - &total) % l();
            for level in chop_core::cpu::Level::available() {
                assert!(is_small_order_sum_vartime(level, &terms, &words(&cancels)));
                let other = (&cancels + BigUint::from(1u8)) % l();
                assert!(!is_small_order_sum_vartime(level, &terms, &words(&other)));
            }
        }
    }
}
