//! The group of a Weierstrass curve, O included, one at a time and many: what protocols are built of.
//!
//! Constant time in all arguments: the additions are complete, by computing the doubling too and selecting
//! (`curve/jacobian.rs`). The multiplications are for points of order n, which every point other than O has;
//! `mul/weierstrass/bounds.rs` checks for each curve that no exception is met.
//!
//! Kernels are compiled once for each curve: `functions_of_hazmat` makes functions that are not generic.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::cpu::Level;
use crate::ct::{self, Mask};
use crate::curve::jacobian::Jacobian;
use crate::engine::BLOCK_GROUPS;
use crate::engine::weierstrass::group::{Point, mul_base, to_affine};
use crate::engine::weierstrass::point::{AffinePoint, store_lanes, without_zeros};
use crate::engine::weierstrass::scalars::words_of;
use crate::engine::weierstrass::{EngineCurve, Scalar, WeierstrassVector};
use crate::field::bundle::Bundle;
use crate::field::inverses::invert_first;
use crate::field::{Field, LaneMask, Lanes, PerElement, PrimeField};
#[cfg(feature = "alloc")]
use crate::lanes::MOST_LANES;
use crate::lanes::{PerLane, Records};
#[cfg(feature = "alloc")]
use crate::mul::weierstrass::sum;
use crate::mul::weierstrass::{group, window};
use crate::run::{Each, Job, One, Wide, part, run, run_each};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// P + Q. Cost: a doubling, 12M + 4S.
pub(in crate::engine) fn add<C: EngineCurve>(level: Level, P: &Point<C>, Q: &Point<C>) -> Point<C> {
    run(level, Add(P, Q))
}

struct Add<'a, C>(&'a Point<C>, &'a Point<C>);

impl<C: EngineCurve> Job for Add<'_, C> {
    type Out = Point<C>;
    #[inline(always)]
    fn one<L: One>(self) -> Point<C> {
        let Add(P, Q) = self;
        Point::store(&P.load::<C::Fe<L>>().add_complete(&Q.load().to_cached()))
    }
}

/// P − Q. Cost: as [`add`].
pub(in crate::engine) fn sub<C: EngineCurve>(level: Level, P: &Point<C>, Q: &Point<C>) -> Point<C> {
    run(level, Sub(P, Q))
}

struct Sub<'a, C>(&'a Point<C>, &'a Point<C>);

impl<C: EngineCurve> Job for Sub<'_, C> {
    type Out = Point<C>;
    #[inline(always)]
    fn one<L: One>(self) -> Point<C> {
        let Sub(P, Q) = self;
        Point::store(&P.load::<C::Fe<L>>().add_complete(&Q.load().negate().to_cached()))
    }
}

/// 2·P. Cost: as [`Jacobian::double`].
pub(in crate::engine) fn double<C: EngineCurve>(level: Level, P: &Point<C>) -> Point<C> {
    run(level, Double(P))
}

struct Double<'a, C>(&'a Point<C>);

impl<C: EngineCurve> Job for Double<'_, C> {
    type Out = Point<C>;
    #[inline(always)]
    fn one<L: One>(self) -> Point<C> {
        let Double(P) = self;
        Point::store(&P.load::<C::Fe<L>>().double())
    }
}

/// −P.
pub(in crate::engine) fn negate<C: EngineCurve>(level: Level, P: &Point<C>) -> Point<C> {
    run(level, Negate(P))
}

struct Negate<'a, C>(&'a Point<C>);

impl<C: EngineCurve> Job for Negate<'_, C> {
    type Out = Point<C>;
    #[inline(always)]
    fn one<L: One>(self) -> Point<C> {
        let Negate(P) = self;
        Point::store(&P.load::<C::Fe<L>>().negate())
    }
}

/// Whether both are the same point. Cost: 6M + 2S.
pub(in crate::engine) fn equals<C: EngineCurve>(level: Level, P: &Point<C>, Q: &Point<C>) -> Mask {
    run(level, Equals(P, Q))
}

struct Equals<'a, C>(&'a Point<C>, &'a Point<C>);

impl<C: EngineCurve> Job for Equals<'_, C> {
    type Out = Mask;
    #[inline(always)]
    fn one<L: One>(self) -> Mask {
        let Equals(P, Q) = self;
        P.load::<C::Fe<L>>().equals(&Q.load()).lane(0)
    }
}

/// Whether this is O.
pub(in crate::engine) fn is_identity<C: EngineCurve>(level: Level, P: &Point<C>) -> Mask {
    run(level, IsIdentity(P))
}

struct IsIdentity<'a, C>(&'a Point<C>);

impl<C: EngineCurve> Job for IsIdentity<'_, C> {
    type Out = Mask;
    #[inline(always)]
    fn one<L: One>(self) -> Mask {
        let IsIdentity(P) = self;
        P.load::<C::Fe<L>>().is_identity().lane(0)
    }
}

/// The point of affine coordinates. Cost: 2M.
pub(in crate::engine) fn from_affine<C: EngineCurve>(level: Level, P: &AffinePoint<C>) -> Point<C> {
    run(level, FromAffine(P))
}

struct FromAffine<'a, C>(&'a AffinePoint<C>);

impl<C: EngineCurve> Job for FromAffine<'_, C> {
    type Out = Point<C>;
    #[inline(always)]
    fn one<L: One>(self) -> Point<C> {
        let FromAffine(P) = self;
        Point::store(&P.load::<C::Fe<L>>().to_jacobian())
    }
}

/// k·P. Cost: as [`window::mul`], and one inversion.
pub(in crate::engine) fn mul<C: EngineCurve>(level: Level, k: &Scalar<C>, P: &Point<C>) -> Point<C> {
    run(level, Mul::<C>(k, P))
}

struct Mul<'a, C: EngineCurve>(&'a Scalar<C>, &'a Point<C>);

impl<C: EngineCurve> Job for Mul<'_, C> {
    type Out = Point<C>;
    #[inline(always)]
    fn one<L: One>(self) -> Point<C> {
        let Mul(k, P) = self;
        let P = P.load::<C::Fe<L>>();
        // The windows are for points other than O: G stands in for it.
        let none = P.is_identity();
        let base = Point::<C>::BASE.load::<C::Fe<L>>();
        let Q = Jacobian::select(none, &base, &P);
        let Q = Q.to_affine(&Q.Z.invert());
        let mut words = PerElement::<C::Fe<L>, [u64; 4]>::splat(*k.words());
        let product = window::mul(&words, &Q);
        ct::wipe(words.as_mut());
        Point::store(&Jacobian::select(none, &Jacobian::identity(), &product))
    }
}

/// Many k·G.
///
/// # Panics
/// If the lengths differ.
pub(in crate::engine) fn mul_base_many<C: EngineCurve>(
    level: Level,
    scalars: &[Scalar<C>],
    out: &mut [Point<C>],
) {
    run_each(level, &Multiples::<C>(scalars), out);
}

struct Multiples<'a, C: EngineCurve>(&'a [Scalar<C>]);

impl<C: EngineCurve> Each for Multiples<'_, C> {
    type Out = Point<C>;
    const BLOCK_GROUPS: usize = 1;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut Point<C>) {
        *out = mul_base::<C>(level, &self.0[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [Point<C>]) {
        let mut words = PerLane::<L::Words, [u64; 4]>::splat([0; 4]);
        for (words, scalar) in words.as_mut().iter_mut().zip(part(self.0, first, out.len())) {
            *words = *scalar.words();
        }
        let bundle = Bundle::<C::LaneFe<L::Words>>::of(&mut words);
        store_some::<C, L::Words>(&group::mul_base(&bundle), out);
    }
}

/// Many affine points, (0, 0) for O. Cost: 8M + 1S per point; in lanes one inversion per block of 16 groups, else one each.
///
/// # Panics
/// If the lengths differ.
pub(in crate::engine) fn to_affine_many<C: EngineCurve>(
    level: Level,
    points: &[Point<C>],
    out: &mut [AffinePoint<C>],
) {
    run_each(level, &AffineOf(points), out);
}

struct AffineOf<'a, C>(&'a [Point<C>]);

impl<C: EngineCurve> Each for AffineOf<'_, C> {
    type Out = AffinePoint<C>;
    const BLOCK_GROUPS: usize = BLOCK_GROUPS;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut AffinePoint<C>) {
        *out = to_affine(level, &self.0[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [AffinePoint<C>]) {
        affine_shared::<C, L::Words>(part(self.0, first, out.len()), out);
    }
}

/// The points of a group or fewer.
#[inline(always)]
fn store_some<C: EngineCurve, V: WeierstrassVector>(point: &Jacobian<C, C::LaneFe<V>>, out: &mut [Point<C>]) {
    let (X, Y) = (PrimeField::to_table(&point.X), PrimeField::to_table(&point.Y));
    let Z = PrimeField::to_table(&point.Z);
    for (lane, out) in out.iter_mut().enumerate().take(V::LANES) {
        out.coordinates = [X[lane], Y[lane], Z[lane]];
    }
}

/// A group of points or fewer, O in the other lanes.
#[inline(always)]
fn load_some<C: EngineCurve, V: WeierstrassVector>(points: &[Point<C>]) -> Jacobian<C, C::LaneFe<V>> {
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
fn z_inverses<C: EngineCurve, V: WeierstrassVector>(points: &[Point<C>]) -> [C::LaneFe<V>; BLOCK_GROUPS] {
    let mut z = [C::LaneFe::<V>::one(); BLOCK_GROUPS];
    let groups = points.len().div_ceil(V::LANES);
    for (group, points) in points.chunks(V::LANES).enumerate() {
        z[group] = without_zeros::<C, V>(&load_some::<C, V>(points).Z);
    }
    invert_first(&mut z, groups);
    z
}

#[inline(always)]
fn affine_shared<C: EngineCurve, V: WeierstrassVector>(points: &[Point<C>], out: &mut [AffinePoint<C>]) {
    let z = z_inverses::<C, V>(points);
    for (group, (points, out)) in points.chunks(V::LANES).zip(out.chunks_mut(V::LANES)).enumerate() {
        let P = load_some::<C, V>(points);
        // 1/Z is 0 for O, and the coordinates with it.
        let inverse = C::LaneFe::<V>::select(P.is_identity(), &C::LaneFe::<V>::zero(), &z[group]);
        let n = out.len().min(V::LANES);
        out[..n].copy_from_slice(&store_lanes::<C, V>(&P, &inverse).as_ref()[..n]);
    }
}

/// Many k·P; as many at a time as the level has lanes.
///
/// # Panics
/// If the lengths differ.
pub(in crate::engine) fn mul_many<C: EngineCurve>(
    level: Level,
    scalars: &[Scalar<C>],
    points: &[Point<C>],
    out: &mut [Point<C>],
) {
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    run_each(level, &Products { scalars, points }, out);
}

struct Products<'a, C: EngineCurve> {
    scalars: &'a [Scalar<C>],
    points: &'a [Point<C>],
}

impl<C: EngineCurve> Each for Products<'_, C> {
    type Out = Point<C>;
    const BLOCK_GROUPS: usize = BLOCK_GROUPS;

    fn count(&self) -> usize {
        self.scalars.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut Point<C>) {
        *out = mul(level, &self.scalars[i], &self.points[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [Point<C>]) {
        let n = out.len();
        products_shared::<C, L::Words>(part(self.scalars, first, n), part(self.points, first, n), out);
    }
}

/// A block of products.
#[inline(always)]
fn products_shared<C: EngineCurve, V: WeierstrassVector>(
    scalars: &[Scalar<C>],
    points: &[Point<C>],
    out: &mut [Point<C>],
) {
    let (base, identity) = (Point::<C>::BASE.load::<C::LaneFe<V>>(), Jacobian::identity());
    let z = z_inverses::<C, V>(points);
    let items = scalars.chunks(V::LANES).zip(points.chunks(V::LANES)).zip(out.chunks_mut(V::LANES));
    for (group, ((scalars, points), out)) in items.enumerate() {
        let P = load_some::<C, V>(points);
        // The windows are for points other than O: G stands in for it.
        let none = P.is_identity();
        let affine = Jacobian::select(none, &base, &P).to_affine(&z[group]);
        let words = Records::<V, 4>::new(words_of::<C::Order, V>(scalars));
        let product = window::mul(&*words, &affine);
        store_some::<C, V>(&Jacobian::select(none, &identity, &product), out);
    }
}

/// Σ k_i·P_i. Cost: as [`mul_sum`](crate::mul::weierstrass::sum::mul_sum); each lane adds up its share of the terms.
///
/// # Panics
/// If the lengths differ.
#[cfg(feature = "alloc")]
pub(in crate::engine) fn multiscalar_mul<C: EngineCurve>(
    level: Level,
    scalars: &[Scalar<C>],
    points: &[Point<C>],
) -> Point<C> {
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
struct Sum<'a, C: EngineCurve> {
    scalars: &'a [Scalar<C>],
    points: &'a [Point<C>],
    out: &'a mut [Point<C>],
}

#[cfg(feature = "alloc")]
impl<C: EngineCurve> Job for Sum<'_, C> {
    type Out = ();
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) {
        let n = self.scalars.len();
        let (mut words, mut loaded) = (Vec::with_capacity(n), Vec::with_capacity(n));
        for (scalar, point) in self.scalars.iter().zip(self.points) {
            words.push(Lanes::splat(*scalar.words()));
            loaded.push(point.load::<C::Fe<L>>());
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
            words.push(words_of::<C::Order, L::Words>(scalars));
            loaded.push(load_some::<C, L::Words>(points));
        }
        store_some::<C, L::Words>(&sum::mul_sum(&words, &loaded), self.out);
        for words in &mut words {
            ct::wipe(words.as_mut());
        }
    }
}

/// The functions of this module for one curve, beside those of `engine/group`.
macro_rules! functions_of_hazmat {
    ($curve:ty) => {
        use crate::cpu::Level;
        use crate::ct::Mask;
        use crate::engine::hazmat::weierstrass;
        use crate::engine::weierstrass::Scalar;
        use crate::engine::weierstrass::point::AffinePoint;

        /// P + Q. Cost: a doubling, 12M + 4S.
        pub fn add(level: Level, P: &Point, Q: &Point) -> Point {
            weierstrass::add(level, P, Q)
        }

        /// P − Q. Cost: as [`add`].
        pub fn sub(level: Level, P: &Point, Q: &Point) -> Point {
            weierstrass::sub(level, P, Q)
        }

        /// 2·P. Cost: as [`Jacobian::double`](crate::curve::jacobian::Jacobian::double).
        pub fn double(level: Level, P: &Point) -> Point {
            weierstrass::double(level, P)
        }

        /// −P.
        pub fn negate(level: Level, P: &Point) -> Point {
            weierstrass::negate(level, P)
        }

        /// Whether both are the same point. Cost: 6M + 2S.
        pub fn equals(level: Level, P: &Point, Q: &Point) -> Mask {
            weierstrass::equals(level, P, Q)
        }

        /// Whether this is O.
        pub fn is_identity(level: Level, P: &Point) -> Mask {
            weierstrass::is_identity(level, P)
        }

        /// The point of affine coordinates. Cost: 2M.
        pub fn from_affine(level: Level, P: &AffinePoint<$curve>) -> Point {
            weierstrass::from_affine(level, P)
        }

        /// Many affine points, (0, 0) for O. Cost: 8M + 1S per point; in lanes one inversion per block of 16 groups, else one each.
        ///
        /// # Panics
        /// If the lengths differ.
        pub fn to_affine_many(level: Level, points: &[Point], out: &mut [AffinePoint<$curve>]) {
            weierstrass::to_affine_many(level, points, out);
        }

        /// k·P. Cost: as [`window::mul`](crate::mul::weierstrass::window::mul), and one inversion.
        pub fn mul(level: Level, k: &Scalar<$curve>, P: &Point) -> Point {
            weierstrass::mul(level, k, P)
        }

        /// Many k·P; as many at a time as the level has lanes.
        ///
        /// # Panics
        /// If the lengths differ.
        pub fn mul_many(level: Level, scalars: &[Scalar<$curve>], points: &[Point], out: &mut [Point]) {
            weierstrass::mul_many(level, scalars, points, out);
        }

        /// Many k·G; as many at a time as the level has lanes.
        ///
        /// # Panics
        /// If the lengths differ.
        pub fn mul_base_many(level: Level, scalars: &[Scalar<$curve>], out: &mut [Point]) {
            weierstrass::mul_base_many(level, scalars, out);
        }

        /// Σ k_i·P_i. Cost: as [`mul_sum`](crate::mul::weierstrass::sum::mul_sum); each lane adds up its share of the terms.
        ///
        /// # Panics
        /// If the lengths differ.
        #[cfg(feature = "alloc")]
        pub fn multiscalar_mul(level: Level, scalars: &[Scalar<$curve>], points: &[Point]) -> Point {
            weierstrass::multiscalar_mul(level, scalars, points)
        }
    };
}
pub(super) use functions_of_hazmat;
