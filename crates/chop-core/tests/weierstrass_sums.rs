//! Sums of many public multiples on Weierstrass curves: by buckets over groups so small that equal and opposite points meet all the time,
//! and the equation of a batch on every level.
#![allow(non_snake_case)] // points are capital letters
#![cfg(feature = "alloc")]

mod common;
mod toy;

use chop_core::cpu::Level;
use chop_core::curve::jacobian::{CurveLanes, Jacobian, PackedPoint};
use chop_core::engine::secp256k1::point::{Secp256k1Point, mul_base};
use chop_core::engine::secp256k1::schnorr_batch::{holds_vartime, weighted};
use chop_core::engine::weights::Weight;
use chop_core::lanes::portable_u64x4::U64x4;
use chop_core::lanes::portable_u64x8::U64x8;
use chop_core::lanes::{Lanes, PerLane, Register, Vector};
use chop_core::mul::bucket_lists_vartime::{BucketLists, GROUPS_AT_A_TIME};
use chop_core::mul::weierstrass::buckets_vartime::{Short, mul_vartime};
use chop_core::mul::weierstrass::group_buckets_vartime::{
    JacobianWords, NO_POINT, add_buckets, fill_buckets, rows,
};
use chop_core::mul::weierstrass::{EndomorphicGroup, Group};
use chop_core::scalar::nsecp256k1::Scalar;
use common::Random;
use toy::{Residue, Toy, ToyFour, ToyLanes, Zero7, Zero13, Zero199, affine, multiples, order, value};

/// Bits of the scalars of sums over small groups.
const BITS: usize = 16;

/// Terms of a sum over a small group: which multiple of G, scalar, whether it is below 0.
fn terms(random: &mut Random, n: usize, order: usize) -> Vec<(usize, u64, bool)> {
    let spread = [1, 2, order - 1][n % 3];
    let term = |_| (1 + random.word() as usize % spread, random.word() % (1 << BITS), random.word() % 2 == 1);
    (0..n).map(term).collect()
}

/// The lists of the terms.
fn lists<V: Vector>(terms: &[(usize, u64, bool)], window: usize) -> BucketLists {
    let mut lists = BucketLists::new(V::LANES, terms.len(), [BITS; 2], window);
    for first in (0..terms.len()).step_by(GROUPS_AT_A_TIME * V::LANES) {
        let mut scalars = [PerLane::<V, [u64; 4]>::splat([0; 4]); GROUPS_AT_A_TIME];
        let mut negative = [PerLane::<V, u64>::splat(0); GROUPS_AT_A_TIME];
        for (i, (_, scalar, is_negative)) in
            terms[first..].iter().take(GROUPS_AT_A_TIME * V::LANES).enumerate()
        {
            scalars[i / V::LANES][i % V::LANES] = [*scalar, 0, 0, 0];
            negative[i / V::LANES][i % V::LANES] = u64::from(*is_negative);
        }
        lists.recode::<V>(first, &scalars, &negative, BITS);
    }
    lists
}

/// How often G is in each bucket of a pass, from its lists.
fn buckets_of(lists: &BucketLists, terms: &[(usize, u64, bool)], lanes: usize, order: usize) -> Vec<usize> {
    let mut sums = vec![0; lanes * lists.buckets()];
    let mut begin = 0;
    for (group, &steps) in lists.order().chunks(lanes).zip(lists.steps()) {
        for step in begin..begin + steps as usize {
            for (lane, &bucket) in group.iter().enumerate() {
                let entry = lists.entries()[lanes * step + lane];
                if let Some((k, ..)) = terms.get(entry as usize / 2) {
                    let k = if entry % 2 == 1 { order - k } else { *k };
                    sums[bucket as usize] = (sums[bucket as usize] + k) % order;
                }
            }
        }
        begin += steps as usize;
    }
    sums
}

/// Every bucket and the sum of every window, for random terms.
fn sums_by_buckets<C, F, const P: u64>()
where
    C: Group<Constant = Residue<P>> + EndomorphicGroup,
    F: CurveLanes<C>,
{
    let (points, order) = (multiples::<C, P>(), order::<C>());
    let packed = |k: usize| points[k].map_or(NO_POINT, |(x, y)| [[x, 0, 0, 0], [y, 0, 0, 0]]);
    let mut random = Random::new();
    for n in (1..40).chain([100, 300]) {
        let window = 2 + n % 4;
        let terms = terms(&mut random, n, order);
        let table: Vec<PackedPoint> = terms.iter().map(|(k, ..)| packed(*k)).collect();
        let mut lists = lists::<F::Vector>(&terms, window);
        for pass in 0..lists.passes() {
            lists.sort(pass);
            let mut buckets = vec![[[7; 4]; 2]; F::LANES * lists.buckets()];
            fill_buckets::<C, F>(&table, &lists, &mut buckets);
            let expected = buckets_of(&lists, &terms, F::LANES, order);
            for (found, k) in buckets.iter().zip(&expected) {
                assert_eq!(*found, packed(*k), "{n} terms, windows of {window} bits");
            }
            let mut sums = vec![[[0; 4]; 3]; F::LANES];
            add_buckets::<C, F>(&buckets, &mut sums);
            for (sum, own) in sums.iter().zip(expected.chunks(lists.buckets())) {
                let k = own.iter().enumerate().map(|(b, k)| (b + 1) * k).sum::<usize>() % order;
                assert_eq!(point::<C, P>(sum), points[k], "{n} terms, windows of {window} bits");
            }
        }
    }
}

/// The point of words.
fn point<C: Group<Constant = Residue<P>>, const P: u64>(words: &JacobianWords) -> Option<(u64, u64)> {
    let [X, Y, Z] = words.map(|words| Toy::<P>(words[0]));
    value(&Jacobian::<C, _>::new(X, Y, Z))
}

#[test]
fn buckets_hold_the_sums_of_equal_and_opposite_points() {
    sums_by_buckets::<Zero7, ToyLanes<7>, 7>();
    sums_by_buckets::<Zero13, ToyLanes<7>, 7>();
    sums_by_buckets::<Zero199, ToyLanes<211>, 211>();
    sums_by_buckets::<Zero7, ToyFour<7>, 7>();
    sums_by_buckets::<Zero13, ToyFour<7>, 7>();
    sums_by_buckets::<Zero199, ToyFour<211>, 211>();
}

/// Sums by buckets in one lane.
fn sums_in_one_lane<C: Group<Constant = Residue<P>>, const P: u64>() {
    let (points, order) = (multiples::<C, P>(), order::<C>());
    let mut random = Random::new();
    for n in (0..40).chain([100, 300]) {
        let terms = terms(&mut random, n, order);
        let short =
            |&(_, scalar, negative): &(usize, u64, bool)| Short { magnitude: [scalar, scalar], negative };
        let scalars: Vec<Short> = terms.iter().map(short).collect();
        let own: Vec<_> = terms.iter().map(|(k, ..)| affine::<C, P>(points[*k].unwrap())).collect();
        let mut expected = 0;
        for (k, scalar, negative) in &terms {
            let words = (u128::from(*scalar) << 64 | u128::from(*scalar)) % order as u128;
            let product = k * words as usize % order;
            expected = (expected + if *negative { order - product } else { product }) % order;
        }
        assert_eq!(value(&mul_vartime(&scalars, &own)), points[expected], "{n} terms");
    }
}

#[test]
fn sums_in_one_lane_are_right_for_equal_and_opposite_points() {
    sums_in_one_lane::<Zero7, 7>();
    sums_in_one_lane::<Zero13, 7>();
    sums_in_one_lane::<Zero199, 211>();
}

#[test]
fn rows_of_a_table_are_points_and_their_images() {
    let points = multiples::<Zero199, 211>();
    let lanes = |of: fn((u64, u64)) -> u64| {
        ToyLanes::<211>(std::array::from_fn(|lane| of(points[20 * lane + 1].unwrap())))
    };
    let point = chop_core::curve::jacobian::Affine::<Zero199, _>::new(lanes(|p| p.0), lanes(|p| p.1));
    for lane in 0..U64x8::LANES {
        let (x, y) = points[20 * lane + 1].unwrap();
        assert_eq!(rows(&point, false)[lane], [[x, 0, 0, 0], [y, 0, 0, 0]]);
        assert_eq!(rows(&point, true)[lane], [[x * 196 % 211, 0, 0, 0], [y, 0, 0, 0]]);
    }
    assert_eq!(U64x4::LANES, 4);
}

/// Terms of the equation of a batch, by what their points are multiples of.
struct Batch {
    weights: Vec<Weight>,
    Rs: Vec<Scalar>,
    factors: Vec<Scalar>,
    keys: Vec<Scalar>,
}

impl Batch {
    fn new(random: &mut Random, weighted: usize, scaled: usize) -> Batch {
        let mut scalars = |n: usize| -> Vec<Scalar> { (0..n).map(|_| scalar(random)).collect() };
        let (Rs, factors, keys) = (scalars(weighted), scalars(scaled), scalars(scaled));
        let mut weight = |_| Weight::from_bytes(std::array::from_fn(|_| random.word() as u8));
        Batch { weights: (0..weighted).map(&mut weight).collect(), Rs, factors, keys }
    }

    /// The factor of G for which the sum is O.
    fn b(&self) -> Scalar {
        let mut products = vec![Scalar::ZERO; self.weights.len()];
        let pairs: Vec<_> = self.Rs.iter().map(|R| [R.to_bytes(), [0; 32]]).collect();
        let sum = weighted(Level::PORTABLE, &self.weights, &pairs, &mut products);
        self.factors.iter().zip(&self.keys).fold(sum, |sum, (c, d)| sum.add(&c.mul(d)))
    }

    fn holds(&self, level: Level, b: &Scalar) -> bool {
        let points = |scalars: &[Scalar]| -> Vec<Secp256k1Point> {
            scalars.iter().map(|k| mul_base(Level::PORTABLE, k).unwrap()).collect()
        };
        holds_vartime(level, &self.weights, &points(&self.Rs), &self.factors, &points(&self.keys), b)
    }

    fn assert_holds_for_its_b_only(&self, what: &str) {
        let b = self.b();
        for level in Level::available() {
            assert!(self.holds(level, &b), "{what} at {}", level.name());
            assert!(!self.holds(level, &b.add(&Scalar::ONE)), "{what} at {}", level.name());
        }
    }
}

fn scalar(random: &mut Random) -> Scalar {
    Scalar::from_bytes_wide(&std::array::from_fn(|_| random.word() as u8))
}

#[test]
fn equations_of_batches_hold_for_one_factor_of_the_base_point() {
    let mut random = Random::new();
    for (weighted, scaled) in [(0, 0), (1, 0), (1, 1), (2, 2), (3, 1), (9, 9), (40, 1), (70, 70), (300, 20)] {
        let batch = Batch::new(&mut random, weighted, scaled);
        batch.assert_holds_for_its_b_only(&format!("{weighted} points with weights, {scaled} keys"));
    }
}

#[test]
fn equations_of_batches_are_right_for_equal_and_opposite_points() {
    let mut random = Random::new();
    for n in [2, 8, 30, 150] {
        let mut batch = Batch::new(&mut random, n, n);
        // One point throughout, with one weight.
        let (point, weight) = (batch.Rs[0], batch.weights[0]);
        for i in 0..n {
            (batch.Rs[i], batch.weights[i], batch.keys[i]) = (point, weight, point);
        }
        batch.assert_holds_for_its_b_only(&format!("{n} times one point"));
        for i in (0..n).step_by(2) {
            (batch.Rs[i], batch.keys[i]) = (point.neg(), batch.keys[i].neg());
        }
        batch.assert_holds_for_its_b_only(&format!("{n} times one point and its opposite"));
        // The base point, which is in every sum, and factors at the edges.
        for i in 0..n {
            (batch.keys[i], batch.factors[i]) =
                (Scalar::ONE, [Scalar::ONE, Scalar::ONE.neg(), Scalar::ZERO][i % 3]);
        }
        batch.assert_holds_for_its_b_only(&format!("{n} times the base point"));
    }
}

#[test]
fn weighted_sums_and_products_are_those_of_the_scalars() {
    let mut random = Random::new();
    for n in [0, 1, 5, 8, 21] {
        let batch = Batch::new(&mut random, n, 0);
        let pairs: Vec<[[u8; 32]; 2]> =
            (0..n).map(|_| [0; 2].map(|_| std::array::from_fn(|_| random.word() as u8))).collect();
        let z = |weight: &Weight| {
            let [low, high, ..] = weight.magnitude();
            let mut bytes = [0; 32];
            bytes[16..].copy_from_slice(&(u128::from(high) << 64 | u128::from(low)).to_be_bytes());
            let m = Scalar::from_bytes_mod_order(&bytes);
            if weight.is_negative() { m.neg() } else { m }
        };
        for level in Level::available() {
            let mut products = vec![Scalar::ZERO; n];
            let sum = weighted(level, &batch.weights, &pairs, &mut products);
            let mut expected = Scalar::ZERO;
            for ((weight, [s, e]), product) in batch.weights.iter().zip(&pairs).zip(&products) {
                expected = expected.add(&z(weight).mul(&Scalar::from_bytes_mod_order(s)));
                let e = Scalar::from_bytes_mod_order(e);
                assert_eq!(product.to_bytes(), z(weight).mul(&e).to_bytes(), "{n} items at {}", level.name());
            }
            assert_eq!(sum.to_bytes(), expected.to_bytes(), "{n} items at {}", level.name());
        }
    }
}
