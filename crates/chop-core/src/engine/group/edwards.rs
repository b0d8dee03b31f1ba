//! Points of edwards25519 one at a time, on any level: those operations that schemes are made of.
//!
//! A [`Point`] is the same for every level, so that a level may be chosen call by call. Constant time in all
//! arguments. What only protocols ask for is in `engine/hazmat`.
#![allow(non_snake_case)] // points are capital letters

use crate::cpu::Level;
use crate::ct::Mask;
use crate::curve::edwards::Extended;
use crate::curve::edwards::montgomery::ProjectiveU;
use crate::curve::edwards::small_order::is_small_order;
use crate::engine::AffinePoint;
use crate::field::f25519::{Constant, F25519, words_to_bytes};
use crate::field::{Field, LaneMask, Lanes, PerElement, Sum};
use crate::mul::edwards::{comb, spread};
use crate::run::{Job, One, Wide, run};
use crate::scalar::l25519::Scalar;
use crate::{ct, scalar::limbs};

/// A point (X : Y : Z : T) with X·Y = Z·T, each coordinate some representative below 2^256. 128 bytes.
#[derive(Clone, Copy)]
pub struct Point {
    pub(in crate::engine) coordinates: [[u64; 4]; 4],
}

impl Point {
    /// The neutral element.
    pub const IDENTITY: Point = Point { coordinates: [[0; 4], [1, 0, 0, 0], [1, 0, 0, 0], [0; 4]] };

    /// The base point B of RFC 8032.
    pub const BASE: Point = Point {
        coordinates: [
            Constant::BASE_X.words(),
            Constant::BASE_Y.words(),
            [1, 0, 0, 0],
            [0x6dde8ab3a5b7dda3, 0x20f09f80775152f5, 0x66ea4e8e64abe37d, 0x67875f0fd78b7665],
        ],
    };

    /// The point (x, y, 1, x·y), all below p.
    pub const fn from_words(x: [u64; 4], y: [u64; 4], t: [u64; 4]) -> Point {
        Point { coordinates: [x, y, [1, 0, 0, 0], t] }
    }

    /// One point in each lane.
    #[inline(always)]
    pub(in crate::engine) fn load_lanes<F: F25519>(points: &PerElement<F, Point>) -> Extended<F> {
        let mut coordinates = [PerElement::<F, _>::splat([0; 4]); 4];
        for lane in 0..F::LANES {
            let point = &points.as_ref()[lane];
            for (all, one) in coordinates.iter_mut().zip(&point.coordinates) {
                all.as_mut()[lane] = *one;
            }
        }
        let [X, Y, Z, T] = &coordinates;
        Extended { X: F::from_loose(X), Y: F::from_loose(Y), Z: F::from_loose(Z), T: F::from_loose(T) }
    }

    /// The points of the lanes.
    #[inline(always)]
    pub(in crate::engine) fn store_lanes<F: F25519>(point: &Extended<F>) -> PerElement<F, Point> {
        let (X, Y) = (point.X.to_loose(), point.Y.to_loose());
        let (Z, T) = (point.Z.to_loose(), point.T.to_loose());
        let mut points = PerElement::<F, _>::splat(Point::IDENTITY);
        for lane in 0..F::LANES {
            points.as_mut()[lane].coordinates =
                [X.as_ref()[lane], Y.as_ref()[lane], Z.as_ref()[lane], T.as_ref()[lane]];
        }
        points
    }

    /// The point in a field of one lane.
    #[inline(always)]
    pub(in crate::engine) fn load<F: F25519>(&self) -> Extended<F> {
        Point::load_lanes(&Lanes::splat(*self))
    }

    /// The first of [`Point::store_lanes`].
    #[inline(always)]
    pub(in crate::engine) fn store<F: F25519>(point: &Extended<F>) -> Point {
        Point::store_lanes(point).as_ref()[0]
    }

    /// `P` where the mask is true, else `Q`.
    pub fn select(mask: Mask, P: &Point, Q: &Point) -> Point {
        Point { coordinates: limbs::select_all(mask, &P.coordinates, &Q.coordinates) }
    }

    /// Overwrites the point with the neutral element.
    pub fn wipe(&mut self) {
        ct::wipe(&mut self.coordinates);
        *self = Point::IDENTITY;
    }
}

/// P + Q. Cost: 9M.
pub fn add(level: Level, P: &Point, Q: &Point) -> Point {
    run(level, Add(P, Q))
}

struct Add<'a>(&'a Point, &'a Point);

impl Job for Add<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let Add(P, Q) = self;
        let (P, Q) = (P.load::<L::F25519>(), Q.load::<L::F25519>());
        Point::store(&P.add(&Q.to_cached()).to_extended())
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
        Point::store(&P.load::<L::F25519>().negate())
    }
}

/// Whether the order divides 8. Cost: 2S.
pub fn has_small_order(level: Level, P: &Point) -> Mask {
    run(level, HasSmallOrder(P))
}

struct HasSmallOrder<'a>(&'a Point);

impl Job for HasSmallOrder<'_> {
    type Out = Mask;
    #[inline(always)]
    fn one<L: One>(self) -> Mask {
        let HasSmallOrder(P) = self;
        is_small_order(&P.load::<L::F25519>().to_projective()).lane(0)
    }
}

/// The affine coordinates. Cost: one inversion, 2M.
pub fn to_affine(level: Level, P: &Point) -> AffinePoint {
    run(level, ToAffine(P))
}

struct ToAffine<'a>(&'a Point);

impl Job for ToAffine<'_> {
    type Out = AffinePoint;
    #[inline(always)]
    fn one<L: One>(self) -> AffinePoint {
        let P = self.0.load::<L::F25519>();
        let z_inverse = P.Z.invert();
        AffinePoint {
            x: P.X.mul(&z_inverse).carry().to_words().as_ref()[0],
            y: P.Y.mul(&z_inverse).carry().to_words().as_ref()[0],
        }
    }
}

/// The point of affine coordinates, which must be on the curve. Cost: 1M.
pub fn from_affine(level: Level, P: &AffinePoint) -> Point {
    run(level, FromAffine(P))
}

struct FromAffine<'a>(&'a AffinePoint);

impl Job for FromAffine<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let FromAffine(P) = self;
        Point::store(&AffinePoint::load::<L::F25519>(&Lanes::splat(*P)))
    }
}

/// The u-coordinate of the curve of RFC 7748; 0 for the neutral element. Cost: one inversion.
pub fn to_montgomery(level: Level, P: &Point) -> [u8; 32] {
    run(level, ToMontgomery(P))
}

struct ToMontgomery<'a>(&'a Point);

impl Job for ToMontgomery<'_> {
    type Out = [u8; 32];
    #[inline(always)]
    fn one<L: One>(self) -> [u8; 32] {
        let ToMontgomery(P) = self;
        words_to_bytes(&ProjectiveU::from_edwards(&P.load::<L::F25519>()).encode().as_ref()[0])
    }
}

/// s·B. Cost: as [`comb::mul_base`], or over the lanes as [`spread::mul_base`].
pub fn mul_base(level: Level, scalar: &Scalar) -> Point {
    run(level, MulBase(scalar))
}

struct MulBase<'a>(&'a Scalar);

impl Job for MulBase<'_> {
    type Out = Point;
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let mut words = PerElement::<L::F25519, [u64; 4]>::splat(*self.0.words());
        let point = comb::mul_base::<L::F25519>(&words);
        ct::wipe(words.as_mut());
        Point::store(&point)
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> Point {
        Point::store(&spread::one_of_all::<L::F25519, L::Words>(&spread::mul_base::<L::Words>(
            self.0.words(),
        )))
    }
}
