//! Multiplications of eight lanes on every level: against one lane, and each lane for itself.
#![allow(non_snake_case)] // points are capital letters

mod common;

use chop_core::cpu::Level;
use chop_core::ct::Mask;
use chop_core::curve::edwards::Extended;
use chop_core::field::f25519::{F25519, LaneFe as Fe, Vector25519, bytes_to_words, u64x1};
use chop_core::field::{Field, Lanes, PerElement, chains};
use chop_core::lanes::LaneMasks;
use chop_core::mul::edwards::{comb, double_base_vartime, group, group_vartime, spread};
use chop_core::run::{Wide, WideJob, run_wide};
use chop_core::scalar::l25519::ORDER;
use chop_core::table::Comb;
use chop_ref::{BigUint, Point, torsion};
use common::per_lane;

type One = u64x1::Fe;

/// Scalars below ℓ where recodings can go wrong, and ordinary ones.
fn scalars() -> Vec<[u64; 4]> {
    let mut scalars = vec![
        [0; 4],
        [1, 0, 0, 0],
        [16, 0, 0, 0],
        [17, 0, 0, 0],
        [512, 0, 0, 0],
        [513, 0, 0, 0],
        [ORDER[0] - 1, ORDER[1], ORDER[2], ORDER[3]],
        [u64::MAX, u64::MAX, u64::MAX, (1 << 60) - 1],
        [0, 0, 0, 1 << 60],
        [0x8421_0842_1084_2108, 0x0842_1084_2108_4210, 0x4210_8421_0842_1084, 0x0108_4210_8421_0842],
        [0x8080_8080_8080_8080; 4].map(|w: u64| w >> 4),
    ];
    for i in 0..14u8 {
        let digest = BigUint::from_bytes_le(&chop_ref::sha512(&[&[i]])) % chop_ref::l();
        scalars.push(bytes_to_words(&chop_ref::field::to_bytes(&digest)));
    }
    scalars
}

/// Points of large order, of small order, and sums of both.
fn points() -> Vec<Point> {
    let mut points = vec![Point::base()];
    for small in torsion() {
        points.push(small.clone());
        points.push(
            Point::mul(&BigUint::from(points.len() as u64 * 0x1234_5678_9abc), &Point::base()).add(&small),
        );
    }
    points
}

fn load<F: F25519>(points: &PerElement<F, Affine>) -> Extended<F> {
    let (mut x, mut y) = (vec![[0; 4]; F::LANES], vec![[0; 4]; F::LANES]);
    for (i, point) in points.as_ref().iter().enumerate() {
        (x[i], y[i]) = *point;
    }
    let lanes = |values: &[[u64; 4]]| {
        let mut lanes = PerElement::<F, [u64; 4]>::splat([0; 4]);
        lanes.as_mut().copy_from_slice(values);
        F::from_words(&lanes)
    };
    Extended::from_affine(lanes(&x), lanes(&y))
}

fn affine(point: &Point) -> Affine {
    (words(&point.x), words(&point.y))
}

fn words(x: &BigUint) -> [u64; 4] {
    bytes_to_words(&chop_ref::field::to_bytes(x))
}

/// x and y.
type Affine = ([u64; 4], [u64; 4]);
/// a, A, b.
type Job = ([u64; 4], Affine, [u64; 4]);
type Jobs = [Job; 8];

/// Every scalar meets several points, in several lanes.
fn jobs() -> Vec<Jobs> {
    let (scalars, points) = (scalars(), points());
    (0..scalars.len())
        .map(|start| {
            let mut jobs = [([0; 4], ([0; 4], [0; 4]), [0; 4]); 8];
            for (lane, job) in jobs.iter_mut().enumerate() {
                *job = (
                    scalars[(start + 5 * lane) % scalars.len()],
                    affine(&points[(3 * start + lane) % points.len()]),
                    scalars[(7 * start + lane) % scalars.len()],
                );
            }
            jobs
        })
        .collect()
}

/// Runs `$compute` on every level and compares each lane with `$expected` of its job.
macro_rules! on_every_level {
    ($compute:ident, $expected:ident) => {
        struct Law;
        impl WideJob for Law {
            type Out = Vec<Vec<[u64; 4]>>;
            fn wide<L: Wide>(self) -> Self::Out {
                jobs().iter().map(|jobs| $compute::<L::Words>(jobs)).collect()
            }
        }
        let expected: Vec<[[u64; 4]; 8]> =
            jobs().iter().map(|jobs| jobs.map(|job| $expected(&job))).collect();
        for lanes in Level::available().filter_map(Level::in_lanes) {
            let level = Level::from(lanes);
            for (i, (found, expected)) in run_wide(lanes, Law).iter().zip(&expected).enumerate() {
                for lane in 0..level.lanes() {
                    assert_eq!(found[lane], expected[lane], "{}: jobs {i}, lane {lane}", level.name());
                }
            }
        }
        if Level::ifma().is_none() {
            println!("skipped: the level ifma, which this processor lacks");
        }
    };
}

fn encode<F: F25519>(point: &chop_core::curve::edwards::Projective<F>) -> PerElement<F, [u64; 4]> {
    point.encode(&chains::invert_25519(&point.Z))
}

fn lane_words<V: Vector25519>(jobs: &Jobs, of: impl Fn(&Job) -> [u64; 4]) -> [V; 4] {
    <Fe<V> as Field>::bundle(&per_lane::<V, _>(&jobs.each_ref().map(of)))
}

fn lane_points<V: Vector25519>(jobs: &Jobs) -> Extended<Fe<V>> {
    load::<Fe<V>>(&per_lane::<V, _>(&jobs.map(|(_, point, _)| point)))
}

#[test]
fn the_base_point_is_multiplied_as_in_one_lane() {
    fn compute<V: Vector25519>(jobs: &Jobs) -> Vec<[u64; 4]> {
        let mut scalars = per_lane::<V, _>(&jobs.map(|job| job.0));
        encode(&group::mul_base::<V>(&mut scalars).to_projective()).as_ref().to_vec()
    }
    on_every_level!(compute, expected_multiple);
}

fn expected_multiple((a, _, _): &Job) -> [u64; 4] {
    encode(&comb::mul_base::<One>(&[*a]).to_projective())[0]
}

fn expected_sum((a, A, b): &Job) -> [u64; 4] {
    let A = load::<One>(&[*A]);
    encode(&double_base_vartime::mul_interleaved_vartime([(a, &A)], b).to_projective())[0]
}

#[test]
fn sums_of_multiples_are_those_of_one_lane() {
    // ±a·P ± b·Q + w·B, with scalars of all lengths.
    fn compute<V: Vector25519>(jobs: &Jobs) -> Vec<[u64; 4]> {
        let (a, b) = (lane_words::<V>(jobs, |job| job.0), lane_words::<V>(jobs, |job| longer(&job.2)));
        let w = lane_words::<V>(jobs, mixed);
        let (P, Q) = (lane_points::<V>(jobs), load::<Fe<V>>(&per_lane::<V, _>(&jobs.map(|job| other(&job)))));
        let (mut first, mut second) = ([Mask::FALSE; 8], [Mask::FALSE; 8]);
        for lane in 0..8 {
            first[lane] = Mask::from_bit(jobs[lane].0[0] & 1);
            second[lane] = Mask::from_bit(jobs[lane].2[0] >> 1 & 1);
        }
        let terms = [
            group_vartime::Term {
                scalar: &a,
                negative: LaneMasks::from_lanes(&per_lane::<V, _>(&first)),
                point: &P,
            },
            group_vartime::Term {
                scalar: &b,
                negative: LaneMasks::from_lanes(&per_lane::<V, _>(&second)),
                point: &Q,
            },
        ];
        encode(&group_vartime::mul_vartime(&terms, &w)).as_ref().to_vec()
    }
    fn expected(job: &Job) -> [u64; 4] {
        let signed = |point: Affine, negative: bool| {
            let P = load::<One>(&[point]);
            if negative { P.negate() } else { P }
        };
        let (P, Q) = (signed(job.1, job.0[0] & 1 == 1), signed(other(job), job.2[0] >> 1 & 1 == 1));
        let terms = [(&job.0, &P), (&longer(&job.2), &Q)];
        encode(&double_base_vartime::mul_interleaved_vartime(terms, &mixed(job)).to_projective())[0]
    }
    /// Odd, and up to 256 bits, which no scalar below ℓ has, or 128.
    fn longer(scalar: &[u64; 4]) -> [u64; 4] {
        let [a, b, c, d] = *scalar;
        if a % 3 == 0 { [!a | 1, !b, !c, !d] } else { [a | 1, b, 0, 0] }
    }
    fn mixed(job: &Job) -> [u64; 4] {
        [job.0[0], job.0[1], job.2[0], job.2[1]]
    }
    /// A point that is not the first.
    fn other(job: &Job) -> Affine {
        let P = load::<One>(&[job.1]);
        let sum = P.double().to_extended().add(&Extended::base().to_cached()).to_extended();
        let (x, y) = sum.to_projective().to_affine(&sum.Z.invert());
        (x.to_words()[0], y.to_words()[0])
    }
    on_every_level!(compute, expected);
}

#[test]
fn sums_over_combs_are_those_of_one_lane() {
    fn compute<V: Vector25519>(jobs: &Jobs) -> Vec<[u64; 4]> {
        let (a, b) = (lane_words::<V>(jobs, |job| job.0), lane_words::<V>(jobs, |job| job.2));
        let combs: Vec<Box<Comb>> =
            jobs.iter().map(|(_, A, _)| comb::build_comb_vartime(&load::<One>(&[*A]))).collect();
        let references: Vec<&Comb> = combs.iter().map(|comb| &**comb).collect();
        encode(&group_vartime::double_comb_vartime(&a, &per_lane::<V, _>(&references), &b)).as_ref().to_vec()
    }
    on_every_level!(compute, expected_sum);
}

/// The scalars of the jobs one after the other, each in all lanes, and the first lane taken out as well.
fn split_of<V: Vector25519>(jobs: &Jobs, mul: impl Fn(&Job) -> Extended<Fe<V>>) -> Vec<[u64; 4]> {
    let split = jobs.map(|job| {
        let sum = mul(&job);
        let lanes = encode(&sum.to_projective());
        assert_eq!(lanes.as_ref(), vec![lanes[0]; V::LANES], "a lane without the sum");
        assert_eq!(encode(&spread::one_of_all::<One, V>(&sum).to_projective())[0], lanes[0]);
        lanes[0]
    });
    split.to_vec()
}

#[test]
fn one_multiple_of_the_base_point_is_spread_over_lanes() {
    fn compute<V: Vector25519>(jobs: &Jobs) -> Vec<[u64; 4]> {
        split_of::<V>(jobs, |job| spread::mul_base::<V>(&job.0))
    }
    on_every_level!(compute, expected_multiple);
}

#[test]
fn one_sum_over_combs_is_spread_over_lanes() {
    fn compute<V: Vector25519>(jobs: &Jobs) -> Vec<[u64; 4]> {
        split_of::<V>(jobs, |(a, A, b)| {
            let comb = comb::build_comb_vartime(&load::<One>(&[*A]));
            spread::mul_prepared_vartime::<V>(a, &comb, b)
        })
    }
    on_every_level!(compute, expected_sum);
}
