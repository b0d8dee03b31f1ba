//! The group of SM2's curve, O included, one at a time and many: what protocols are built of.
//!
//! Constant time in all arguments: the additions are complete, by computing the doubling too and selecting
//! (`curve/jacobian.rs`).
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::cpu::Level;
use crate::ct::{self, Mask};
use crate::curve::sm2::Jacobian;
use crate::curve::sm2::Sm2;
use crate::engine::BLOCK_GROUPS;
pub use crate::engine::group::sm2::*;
use crate::engine::sm2::point::Sm2Point;
use crate::engine::weierstrass::WeierstrassVector;
use crate::engine::weierstrass::point::{store_lanes, without_zeros};
use crate::engine::weierstrass::scalars::words_of;
use crate::field::bundle::Bundle;
use crate::field::fsm2::LaneFe as Fe;
use crate::field::inverses::invert_first;
use crate::field::{Field, LaneMask, Lanes, PerElement, PrimeField};
#[cfg(feature = "alloc")]
use crate::lanes::MOST_LANES;
use crate::lanes::{PerLane, Records};
#[cfg(feature = "alloc")]
use crate::mul::weierstrass::sum;
use crate::mul::weierstrass::{group, window};
use crate::run::{Each, Job, One, Wide, part, run, run_each};
use crate::scalar::nsm2::{NSm2, Scalar};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// P + Q. Cost: 16M + 8S.
pub fn add(level: Level, P: &Point, Q: &Point) -> Point {
    run(level, Add(P, Q))
}

struct Add<'a>(&'a Point, &'a Point);

impl Job for Add<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let Add(P, Q) = self;
        Point::store(&P.load::<L::FSm2>().add_complete(&Q.load().to_cached()))
    }
}

/// P − Q. Cost: 16M + 8S.
pub fn sub(level: Level, P: &Point, Q: &Point) -> Point {
    run(level, Sub(P, Q))
}

struct Sub<'a>(&'a Point, &'a Point);

impl Job for Sub<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let Sub(P, Q) = self;
        Point::store(&P.load::<L::FSm2>().add_complete(&Q.load().negate().to_cached()))
    }
}

/// 2·P. Cost: 4M + 4S.
pub fn double(level: Level, P: &Point) -> Point {
    run(level, Double(P))
}

struct Double<'a>(&'a Point);

impl Job for Double<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let Double(P) = self;
        Point::store(&P.load::<L::FSm2>().double())
    }
}

/// −P.
pub fn negate(level: Level, P: &Point) -> Point {
    run(level, Negate(P))
}

struct Negate<'a>(&'a Point);

impl Job for Negate<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let Negate(P) = self;
        Point::store(&P.load::<L::FSm2>().negate())
    }
}

/// Whether both are the same point. Cost: 6M + 2S.
pub fn equals(level: Level, P: &Point, Q: &Point) -> Mask {
    run(level, Equals(P, Q))
}

struct Equals<'a>(&'a Point, &'a Point);

impl Job for Equals<'_> {
    type Out = Mask;
    #[inline(always)]
    fn one<L: One>(self) -> Mask {
        let Equals(P, Q) = self;
        P.load::<L::FSm2>().equals(&Q.load()).lane(0)
    }
}

/// Whether this is O.
pub fn is_identity(level: Level, P: &Point) -> Mask {
    run(level, IsIdentity(P))
}

struct IsIdentity<'a>(&'a Point);

impl Job for IsIdentity<'_> {
    type Out = Mask;
    #[inline(always)]
    fn one<L: One>(self) -> Mask {
        let IsIdentity(P) = self;
        P.load::<L::FSm2>().is_identity().lane(0)
    }
}

/// The point of affine coordinates. Cost: 2M.
pub fn from_affine(level: Level, P: &Sm2Point) -> Point {
    run(level, FromAffine(P))
}

struct FromAffine<'a>(&'a Sm2Point);

impl Job for FromAffine<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let FromAffine(P) = self;
        Point::store(&P.load::<L::FSm2>().to_jacobian())
    }
}

/// k·P. Cost: as [`window::mul`], and one inversion.
pub fn mul(level: Level, k: &Scalar, P: &Point) -> Point {
    run(level, Mul(k, P))
}

struct Mul<'a>(&'a Scalar, &'a Point);

impl Job for Mul<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let Mul(k, P) = self;
        let P = P.load::<L::FSm2>();
        // The windows are for points other than O: G stands in for it.
        let none = P.is_identity();
        let base = Point::BASE.load::<L::FSm2>();
        let Q = Jacobian::select(none, &base, &P);
        let Q = Q.to_affine(&Q.Z.invert());
        let mut words = PerElement::<L::FSm2, [u64; 4]>::splat(*k.words());
        let product = window::mul(&words, &Q);
        ct::wipe(words.as_mut());
        Point::store(&Jacobian::select(none, &Jacobian::identity(), &product))
    }
}

/// Many k·G.
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
        *out = mul_base(level, &self.0[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [Point]) {
        let mut words = PerLane::<L::Words, [u64; 4]>::splat([0; 4]);
        for (words, scalar) in words.as_mut().iter_mut().zip(part(self.0, first, out.len())) {
            *words = *scalar.words();
        }
        let bundle = Bundle::<Fe<L::Words>>::of(&mut words);
        store_some::<L::Words>(&group::mul_base(&bundle), out);
    }
}

/// Many affine points, (0, 0) for O. Cost: 8M + 1S per point; in lanes one inversion per block of 16 groups, else one each.
///
/// # Panics
/// If the lengths differ.
pub fn to_affine_many(level: Level, points: &[Point], out: &mut [Sm2Point]) {
    run_each(level, &AffineOf(points), out);
}

struct AffineOf<'a>(&'a [Point]);

impl Each for AffineOf<'_> {
    type Out = Sm2Point;
    const BLOCK_GROUPS: usize = BLOCK_GROUPS;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut Sm2Point) {
        *out = to_affine(level, &self.0[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [Sm2Point]) {
        affine_shared::<L::Words>(part(self.0, first, out.len()), out);
    }
}

/// The points of a group or fewer.
#[inline(always)]
fn store_some<V: WeierstrassVector>(point: &Jacobian<Fe<V>>, out: &mut [Point]) {
    let (X, Y) = (PrimeField::to_table(&point.X), PrimeField::to_table(&point.Y));
    let Z = PrimeField::to_table(&point.Z);
    for (lane, out) in out.iter_mut().enumerate().take(V::LANES) {
        out.coordinates = [X[lane], Y[lane], Z[lane]];
    }
}

/// A group of points or fewer, O in the other lanes.
#[inline(always)]
fn load_some<V: WeierstrassVector>(points: &[Point]) -> Jacobian<Fe<V>> {
    let mut coordinates = [PerLane::<V, [u64; 4]>::splat([0; 4]); 3];
    for (lane, point) in points.iter().enumerate() {
        for c in 0..3 {
            coordinates[c][lane] = point.coordinates[c];
        }
    }
    let [X, Y, Z] = &coordinates;
    Jacobian::new(PrimeField::from_table(X), PrimeField::from_table(Y), PrimeField::from_table(Z))
}

/// 1/Z of at most [`BLOCK_GROUPS`] groups of points with one inversion, 1 for O.
#[inline(always)]
fn z_inverses<V: WeierstrassVector>(points: &[Point]) -> [Fe<V>; BLOCK_GROUPS] {
    let mut z = [Fe::<V>::one(); BLOCK_GROUPS];
    let groups = points.len().div_ceil(V::LANES);
    for (group, points) in points.chunks(V::LANES).enumerate() {
        z[group] = without_zeros::<Sm2, V>(&load_some::<V>(points).Z);
    }
    invert_first(&mut z, groups);
    z
}

#[inline(always)]
fn affine_shared<V: WeierstrassVector>(points: &[Point], out: &mut [Sm2Point]) {
    let z = z_inverses::<V>(points);
    for (group, (points, out)) in points.chunks(V::LANES).zip(out.chunks_mut(V::LANES)).enumerate() {
        let P = load_some::<V>(points);
        // 1/Z is 0 for O, and the coordinates with it.
        let inverse = Fe::<V>::select(P.is_identity(), &Fe::<V>::zero(), &z[group]);
        let n = out.len().min(V::LANES);
        out[..n].copy_from_slice(&store_lanes::<Sm2, V>(&P, &inverse).as_ref()[..n]);
    }
}

/// Many k·P; as many at a time as the level has lanes.
///
/// # Panics
/// If the lengths differ.
pub fn mul_many(level: Level, scalars: &[Scalar], points: &[Point], out: &mut [Point]) {
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    run_each(level, &Products { scalars, points }, out);
}

struct Products<'a> {
    scalars: &'a [Scalar],
    points: &'a [Point],
}

impl Each for Products<'_> {
    type Out = Point;
    const BLOCK_GROUPS: usize = BLOCK_GROUPS;

    fn count(&self) -> usize {
        self.scalars.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut Point) {
        *out = mul(level, &self.scalars[i], &self.points[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [Point]) {
        let n = out.len();
        products_shared::<L::Words>(part(self.scalars, first, n), part(self.points, first, n), out);
    }
}

/// A block of products.
#[inline(always)]
fn products_shared<V: WeierstrassVector>(scalars: &[Scalar], points: &[Point], out: &mut [Point]) {
    let (base, identity) = (Point::BASE.load::<Fe<V>>(), Jacobian::identity());
    let z = z_inverses::<V>(points);
    let items = scalars.chunks(V::LANES).zip(points.chunks(V::LANES)).zip(out.chunks_mut(V::LANES));
    for (group, ((scalars, points), out)) in items.enumerate() {
        let P = load_some::<V>(points);
        // The windows are for points other than O: G stands in for it.
        let none = P.is_identity();
        let affine = Jacobian::select(none, &base, &P).to_affine(&z[group]);
        let words = Records::<V, 4>::new(words_of::<NSm2, V>(scalars));
        let product = window::mul(&*words, &affine);
        store_some::<V>(&Jacobian::select(none, &identity, &product), out);
    }
}

/// Σ k_i·P_i. Cost: as [`mul_sum`](crate::mul::weierstrass::sum::mul_sum); each lane adds up its share of the terms.
///
/// # Panics
/// If the lengths differ.
#[cfg(feature = "alloc")]
pub fn multiscalar_mul(level: Level, scalars: &[Scalar], points: &[Point]) -> Point {
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    let mut sums = [Point::IDENTITY; MOST_LANES];
    run(level, Sum { scalars, points, out: &mut sums });
    let mut total = sums[0];
    for sum in sums.iter().take(level.lanes()).skip(1) {
        total = add(level, &total, sum);
    }
    total
}

/// Sums of the terms, one per lane.
#[cfg(feature = "alloc")]
struct Sum<'a> {
    scalars: &'a [Scalar],
    points: &'a [Point],
    out: &'a mut [Point],
}

#[cfg(feature = "alloc")]
impl Job for Sum<'_> {
    type Out = ();
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) {
        let n = self.scalars.len();
        let (mut words, mut loaded) = (Vec::with_capacity(n), Vec::with_capacity(n));
        for (scalar, point) in self.scalars.iter().zip(self.points) {
            words.push(Lanes::splat(*scalar.words()));
            loaded.push(point.load::<L::FSm2>());
        }
        self.out[0] = Point::store(&sum::mul_sum(&words, &loaded));
        for words in &mut words {
            ct::wipe(words.as_mut());
        }
    }

    #[inline(always)]
    fn alone<L: Wide>(self) {
        let groups = self.scalars.len().div_ceil(L::LANES);
        let (mut words, mut loaded) = (Vec::with_capacity(groups), Vec::with_capacity(groups));
        for (scalars, points) in self.scalars.chunks(L::LANES).zip(self.points.chunks(L::LANES)) {
            words.push(words_of::<NSm2, L::Words>(scalars));
            loaded.push(load_some::<L::Words>(points));
        }
        store_some::<L::Words>(&sum::mul_sum(&words, &loaded), self.out);
        for words in &mut words {
            ct::wipe(words.as_mut());
        }
    }
}
