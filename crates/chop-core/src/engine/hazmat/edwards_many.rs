//! Points of edwards25519, many at a time: as many as the level has lanes, and with
//! shared inversions. Result `i` is what the function for one gives for input `i`. Constant time.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::edwards::{self, DecodedPoint, Point, decode};
use crate::cpu::Level;
use crate::ct;
use crate::curve::edwards::Extended;
use crate::curve::edwards::decode::decompress;
use crate::curve::edwards::montgomery::Origin;
#[cfg(feature = "alloc")]
use crate::curve::edwards::quad::Words;
use crate::engine::{AffinePoint, BLOCK_GROUPS};
use crate::field::f25519::LaneFe as Fe;
use crate::field::f25519::{Constant, F25519, bytes_to_words};
use crate::field::inverses::invert_first;
use crate::field::{LaneMask, Lanes, PerElement, Sum as _};
#[cfg(feature = "alloc")]
use crate::lanes::MOST_LANES;
#[cfg(feature = "alloc")]
use crate::mul::edwards::comb::ByScan;
use crate::mul::edwards::comb::{InRegisters, MulBase};
use crate::mul::edwards::ladder;
#[cfg(feature = "alloc")]
use crate::mul::edwards::quad;
#[cfg(feature = "alloc")]
use crate::mul::edwards::window::Windows;
use crate::run::{Each, One, Shared, Wide, part, run_each, run_shared};
#[cfg(feature = "alloc")]
use crate::run::{Job, WideJob, run, run_wide};
use crate::scalar::l25519::Scalar;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::marker::PhantomData;

/// Groups that share an inversion: in one lane it costs what 140S do, in eight a fifth of that an element.
const INVERSION_GROUPS: usize = 32;
/// Groups whose square roots are taken together: they wait for each other.
pub(super) const ROOTS: usize = 2;

/// Decodes many encodings, and says what was irregular about each.
///
/// # Panics
/// If the lengths differ.
pub fn decode_many(level: Level, encodings: &[[u8; 32]], out: &mut [DecodedPoint]) {
    run_each(level, &Decode(encodings), out);
}

struct Decode<'a>(&'a [[u8; 32]]);

impl Each for Decode<'_> {
    type Out = DecodedPoint;
    const BLOCK_GROUPS: usize = ROOTS;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut DecodedPoint) {
        *out = decode(level, &self.0[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [DecodedPoint]) {
        decode_groups::<Fe<L::Words>>(part(self.0, first, out.len()), out);
    }

    fn in_one_lane(&self, level: Level, out: &mut [DecodedPoint]) {
        run_shared(level, self, out);
    }
}

impl Shared for Decode<'_> {
    #[inline(always)]
    fn block_in_one_lane<L: One>(&self, first: usize, out: &mut [DecodedPoint]) {
        decode_groups::<L::F25519>(part(self.0, first, out.len()), out);
    }
}

/// The affine coordinates of many points. Cost: 5M per point, and one inversion per block of 32 groups.
///
/// # Panics
/// If the lengths differ.
pub fn to_affine_many(level: Level, points: &[Point], out: &mut [AffinePoint]) {
    run_each(level, &ToAffine(points, PhantomData), out);
}

/// The encodings of many points (RFC 8032, 5.1.2). Cost: as [`to_affine_many`].
///
/// # Panics
/// If the lengths differ.
pub fn encode_many(level: Level, points: &[Point], out: &mut [[u8; 32]]) {
    run_each(level, &ToAffine(points, PhantomData), out);
}

/// A result that is made of affine coordinates.
trait OfAffine {
    fn of(point: AffinePoint) -> Self;
}

impl OfAffine for AffinePoint {
    #[inline(always)]
    fn of(point: AffinePoint) -> AffinePoint {
        point
    }
}

impl OfAffine for [u8; 32] {
    #[inline(always)]
    fn of(point: AffinePoint) -> [u8; 32] {
        point.encode()
    }
}

struct ToAffine<'a, T>(&'a [Point], PhantomData<T>);

impl<T: OfAffine> Each for ToAffine<'_, T> {
    type Out = T;
    const BLOCK_GROUPS: usize = INVERSION_GROUPS;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut T) {
        *out = T::of(edwards::to_affine(level, &self.0[i]));
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [T]) {
        affine_shared::<Fe<L::Words>, T>(part(self.0, first, out.len()), out);
    }

    fn in_one_lane(&self, level: Level, out: &mut [T]) {
        run_shared(level, self, out);
    }
}

impl<T: OfAffine> Shared for ToAffine<'_, T> {
    #[inline(always)]
    fn block_in_one_lane<L: One>(&self, first: usize, out: &mut [T]) {
        affine_shared::<L::F25519, T>(part(self.0, first, out.len()), out);
    }
}

/// Many s·B. Cost of each: as [`comb::mul_base`](crate::mul::edwards::comb::mul_base), in lanes as [`group::mul_base`](crate::mul::edwards::group::mul_base).
///
/// # Panics
/// If the lengths differ.
pub fn mul_base_many(level: Level, scalars: &[Scalar], out: &mut [Point]) {
    run_each(level, &Multiples(scalars), out);
}

struct Multiples<'a>(&'a [Scalar]);

impl Each for Multiples<'_> {
    type Out = Point;
    const BLOCK_GROUPS: usize = 1;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut Point) {
        *out = edwards::mul_base(level, &self.0[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [Point]) {
        mul_base_group::<Fe<L::Words>, InRegisters>(part(self.0, first, out.len()), out);
    }
}

/// The words of encodings, 0 where there is none.
#[inline(always)]
pub(super) fn words_of<F: F25519>(encodings: &[[u8; 32]]) -> [PerElement<F, [u64; 4]>; ROOTS] {
    let mut words = [PerElement::<F, _>::splat([0; 4]); ROOTS];
    for i in 0..encodings.len() {
        words[i / F::LANES].as_mut()[i % F::LANES] = bytes_to_words(&encodings[i]);
    }
    words
}

#[inline(always)]
fn decode_groups<F: F25519>(encodings: &[[u8; 32]], out: &mut [DecodedPoint]) {
    let found = decompress::<F, ROOTS>(&words_of::<F>(encodings));
    for (group, out) in out.chunks_mut(F::LANES).enumerate().take(ROOTS) {
        let found = &found[group];
        let points = Point::store_lanes(&Extended::from_affine(found.x, found.y));
        for (lane, out) in out.iter_mut().enumerate() {
            *out = DecodedPoint {
                point: points.as_ref()[lane],
                decodes: found.decodes.lane(lane),
                y_reduced: found.y_reduced.lane(lane),
                minus_zero: found.minus_zero.lane(lane),
            };
        }
    }
}

/// 1/Z of at most [`INVERSION_GROUPS`] groups of points, with one inversion.
#[inline(always)]
fn z_inverses<F: F25519>(points: &[Point]) -> [F; INVERSION_GROUPS] {
    let mut z = [F::constant(&Constant::ONE); INVERSION_GROUPS];
    let groups = points.len().div_ceil(F::LANES);
    for (group, points) in points.chunks(F::LANES).enumerate() {
        z[group] = load_some::<F>(points).Z;
    }
    invert_first(&mut z, groups);
    z
}

/// At most [`INVERSION_GROUPS`] groups of points.
#[inline(always)]
fn affine_shared<F: F25519, T: OfAffine>(points: &[Point], out: &mut [T]) {
    let z = z_inverses::<F>(points);
    for (group, (points, out)) in points.chunks(F::LANES).zip(out.chunks_mut(F::LANES)).enumerate() {
        let P = load_some::<F>(points);
        let x = P.X.mul(&z[group]).carry().to_words();
        let y = P.Y.mul(&z[group]).carry().to_words();
        for (lane, out) in out.iter_mut().enumerate() {
            *out = T::of(AffinePoint { x: x.as_ref()[lane], y: y.as_ref()[lane] });
        }
    }
}

/// At most as many points as there are lanes, the neutral element in the others.
#[inline(always)]
pub(super) fn load_some<F: F25519>(points: &[Point]) -> Extended<F> {
    let mut lanes = PerElement::<F, _>::splat(Point::IDENTITY);
    lanes.as_mut()[..points.len()].copy_from_slice(points);
    Point::load_lanes(&lanes)
}

/// At most as many scalars as there are lanes, 0 in the others.
#[cfg(feature = "alloc")]
#[inline(always)]
fn load_scalars<F: F25519>(scalars: &[[u64; 4]]) -> F::Words {
    let mut lanes = PerElement::<F, [u64; 4]>::splat([0; 4]);
    lanes.as_mut()[..scalars.len()].copy_from_slice(scalars);
    let bundle = F::bundle(&lanes);
    ct::wipe(lanes.as_mut());
    bundle
}

#[inline(always)]
fn mul_base_group<F: F25519, M: MulBase<F>>(scalars: &[Scalar], out: &mut [Point]) {
    let mut words = PerElement::<F, [u64; 4]>::splat([0; 4]);
    for (lane, scalar) in scalars.iter().enumerate().take(F::LANES) {
        words.as_mut()[lane] = *scalar.words();
    }
    let points = Point::store_lanes(&M::mul_base(&mut words));
    let n = out.len().min(F::LANES);
    out[..n].copy_from_slice(&points.as_ref()[..n]);
}

/// Many s·P. Cost of each: as [`window::mul`](crate::mul::edwards::window::mul); in lanes as [`ladder::mul`], and one inversion per block of 16 groups.
///
/// # Panics
/// If the lengths differ.
pub fn mul_many(level: Level, terms: &[(Scalar, Point)], out: &mut [Point]) {
    run_each(level, &Mul(terms), out);
}

struct Mul<'a>(&'a [(Scalar, Point)]);

impl Each for Mul<'_> {
    type Out = Point;
    const BLOCK_GROUPS: usize = BLOCK_GROUPS;

    /// Measured on Zen 4 with eight lanes.
    fn least_leftover(_n: usize) -> usize {
        5
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut Point) {
        let (scalar, P) = &self.0[i];
        *out = edwards::mul(level, scalar.words(), P);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [Point]) {
        mul_shared::<Fe<L::Words>>(part(self.0, first, out.len()), out);
    }
}

/// A block of multiples, two groups at a time.
#[inline(always)]
fn mul_shared<F: F25519>(terms: &[(Scalar, Point)], out: &mut [Point]) {
    let mut inverses = [F::constant(&Constant::ONE); BLOCK_GROUPS];
    let groups = terms.len().div_ceil(F::LANES);
    for (group, terms) in terms.chunks(F::LANES).enumerate() {
        inverses[group] = Origin::denominator(&points_of::<F>(terms));
    }
    invert_first(&mut inverses, groups);
    let groups = terms.chunks(2 * F::LANES).zip(inverses.chunks(2));
    for ((terms, inverses), out) in groups.zip(out.chunks_mut(2 * F::LANES)) {
        if terms.len() > F::LANES {
            mul_groups::<F, 2>(terms, inverses, out);
        } else {
            mul_groups::<F, 1>(terms, inverses, out);
        }
    }
}

/// N groups of multiples, the last of which may be short.
#[inline(always)]
fn mul_groups<F: F25519, const N: usize>(terms: &[(Scalar, Point)], inverses: &[F], out: &mut [Point]) {
    let mut scalars = [F::bundle(&PerElement::<F, _>::splat([0; 4])); N];
    let mut points = [Extended::<F>::identity(); N];
    let mut own = [F::constant(&Constant::ONE); N];
    for (i, (terms, inverse)) in terms.chunks(F::LANES).zip(inverses).enumerate().take(N) {
        let mut words = PerElement::<F, [u64; 4]>::splat([0; 4]);
        let mut group = PerElement::<F, _>::splat(Point::IDENTITY);
        for (lane, (scalar, P)) in terms.iter().enumerate() {
            words.as_mut()[lane] = *scalar.words();
            group.as_mut()[lane] = *P;
        }
        scalars[i] = F::bundle(&words);
        ct::wipe(words.as_mut());
        points[i] = Point::load_lanes(&group);
        own[i] = *inverse;
    }
    let products = ladder::mul::<F, N>(&scalars, &points, &own);
    for (group, out) in out.chunks_mut(F::LANES).enumerate().take(N) {
        let products = Point::store_lanes(&products[group]);
        for (lane, out) in out.iter_mut().enumerate() {
            *out = products.as_ref()[lane];
        }
    }
    for scalars in &mut scalars {
        F::wipe(scalars);
    }
}

/// The points of at most as many terms as there are lanes, O in the others.
#[inline(always)]
fn points_of<F: F25519>(terms: &[(Scalar, Point)]) -> Extended<F> {
    let mut points = PerElement::<F, _>::splat(Point::IDENTITY);
    for (lane, (_, P)) in terms.iter().enumerate() {
        points.as_mut()[lane] = *P;
    }
    Point::load_lanes(&points)
}

/// Σ s_i·P_i, for scalars below 2^255. Cost: as [`sum::mul`](crate::mul::edwards::sum::mul); on a level with lanes each lane adds up
/// its share of the terms, or the coordinates of the sum of few are in four lanes.
///
/// # Panics
/// If the lengths differ.
#[cfg(feature = "alloc")]
pub fn multiscalar_mul(level: Level, scalars: &[[u64; 4]], points: &[Point]) -> Point {
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    if let Some(lanes) = level.in_lanes()
        && scalars.len() < SUM_IN_LANES_FROM
    {
        let words: Vec<Words> = points.iter().map(Point::words).collect();
        return run_wide(lanes, SumOfFew { scalars, points: &words });
    }
    let mut sums = [Point::IDENTITY; MOST_LANES];
    run(level, Sum { scalars, points, out: &mut sums });
    let mut total = sums[0];
    for sum in sums.iter().take(level.lanes()).skip(1) {
        total = edwards::add(level, &total, sum);
    }
    total
}

/// The least number of terms that go one per lane; of fewer the coordinates of the sum have the lanes. Measured on Zen 4 with
/// eight lanes.
#[cfg(feature = "alloc")]
const SUM_IN_LANES_FROM: usize = 40;

/// Sums of the terms, one per lane.
#[cfg(feature = "alloc")]
struct Sum<'a> {
    scalars: &'a [[u64; 4]],
    points: &'a [Point],
    out: &'a mut [Point; MOST_LANES],
}

#[cfg(feature = "alloc")]
impl Job for Sum<'_> {
    type Out = ();
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) {
        sum_lanes::<L::F25519, ByScan>(self.scalars, self.points, self.out);
    }

    #[inline(always)]
    fn alone<L: Wide>(self) {
        sum_lanes::<Fe<L::Words>, InRegisters>(self.scalars, self.points, self.out);
    }
}

/// The sum of few terms.
#[cfg(feature = "alloc")]
struct SumOfFew<'a> {
    scalars: &'a [[u64; 4]],
    points: &'a [Words],
}

#[cfg(feature = "alloc")]
impl WideJob for SumOfFew<'_> {
    type Out = Point;
    #[inline(always)]
    fn wide<L: Wide>(self) -> Point {
        Point::store(&quad::mul_few::<L::Quad>(self.scalars, self.points).to_extended::<L::F25519>())
    }
}

/// The sum of each lane.
#[cfg(feature = "alloc")]
#[inline(always)]
fn sum_lanes<F: F25519, W: Windows<F>>(
    scalars: &[[u64; 4]],
    points: &[Point],
    out: &mut [Point; MOST_LANES],
) {
    let groups = scalars.len().div_ceil(F::LANES);
    let (mut words, mut loaded) = (Vec::with_capacity(groups), Vec::with_capacity(groups));
    for (scalars, points) in scalars.chunks(F::LANES).zip(points.chunks(F::LANES)) {
        words.push(load_scalars::<F>(scalars));
        loaded.push(load_some::<F>(points));
    }
    let sums = Point::store_lanes(&crate::mul::edwards::sum::mul::<F, W>(&words, &loaded));
    out[..F::LANES].copy_from_slice(sums.as_ref());
    for words in &mut words {
        F::wipe(words);
    }
}
