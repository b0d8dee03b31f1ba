//! Points of edwards25519 one at a time, on any level: what protocols are built of.
//!
//! A [`Point`] is the same for every level, so that a level may be chosen call by call. Constant time in all
//! arguments; what varies with them is in [`super::edwards_vartime`].
#![allow(non_snake_case)] // points are capital letters

use crate::cpu::Level;
use crate::ct::Mask;
use crate::curve::edwards::Extended;
use crate::curve::edwards::decode::decompress;
use crate::curve::edwards::elligator;
use crate::curve::edwards::montgomery::{ProjectiveU, ladder};
use crate::curve::edwards::quad::Words;
use crate::curve::edwards::quad_ladder;
use crate::curve::edwards::small_order::{self, is_small_order};
use crate::engine::AffinePoint;
use crate::field::f25519::{Constant, F25519, WIDE, bytes_to_words, words_to_bytes};
use crate::field::{Field, LaneMask, Lanes, Sum};
use crate::mul::edwards::{comb, quad, spread, window};
use crate::run::{Job, One, Wide, run};
use crate::scalar::l25519::Scalar;
use crate::table::Comb;
use crate::{ct, scalar::limbs};

/// A point (X : Y : Z : T) with X·Y = Z·T, each coordinate some representative below 2^256. 128 bytes.
#[derive(Clone, Copy)]
pub struct Point {
    coordinates: [[u64; 4]; 4],
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
    pub(super) fn load_lanes<F: F25519>(points: &F::Lanes<Point>) -> Extended<F> {
        let mut coordinates = [F::Lanes::splat([0; 4]); 4];
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
    pub(super) fn store_lanes<F: F25519>(point: &Extended<F>) -> F::Lanes<Point> {
        let (X, Y) = (point.X.to_loose(), point.Y.to_loose());
        let (Z, T) = (point.Z.to_loose(), point.T.to_loose());
        let mut points = F::Lanes::splat(Point::IDENTITY);
        for lane in 0..F::LANES {
            points.as_mut()[lane].coordinates =
                [X.as_ref()[lane], Y.as_ref()[lane], Z.as_ref()[lane], T.as_ref()[lane]];
        }
        points
    }

    /// The point in a field of one lane.
    #[inline(always)]
    pub(super) fn load<F: F25519>(&self) -> Extended<F> {
        Point::load_lanes(&F::Lanes::splat(*self))
    }

    /// The first of [`Point::store_lanes`].
    #[inline(always)]
    pub(super) fn store<F: F25519>(point: &Extended<F>) -> Point {
        Point::store_lanes(point).as_ref()[0]
    }

    /// As words of a point over lanes.
    pub(super) fn words(&self) -> Words {
        Words::extended(self.coordinates)
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

/// P − Q. Cost: 9M.
pub fn sub(level: Level, P: &Point, Q: &Point) -> Point {
    run(level, Sub(P, Q))
}

struct Sub<'a>(&'a Point, &'a Point);

impl Job for Sub<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let Sub(P, Q) = self;
        let (P, Q) = (P.load::<L::F25519>(), Q.load::<L::F25519>());
        Point::store(&P.sub(&Q.to_cached()).to_extended())
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
        Point::store(&P.load::<L::F25519>().double().to_extended())
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

/// 2^k·P for a public k, P itself for 0. Cost: 3M + 4S a bit, and 1M.
pub fn mul_by_pow_2(level: Level, P: &Point, k: &u32) -> Point {
    run(level, MulByPow2(P, k))
}

struct MulByPow2<'a>(&'a Point, &'a u32);

impl Job for MulByPow2<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let MulByPow2(P, k) = self;
        let mut R = P.load::<L::F25519>();
        if *k > 0 {
            let mut doubled = R.to_projective();
            for _ in 1..*k {
                doubled = doubled.double().to_projective();
            }
            R = doubled.double().to_extended();
        }
        Point::store(&R)
    }
}

/// Whether both are the same point. Cost: 4M.
pub fn equals(level: Level, P: &Point, Q: &Point) -> Mask {
    run(level, Equals(P, Q))
}

struct Equals<'a>(&'a Point, &'a Point);

impl Job for Equals<'_> {
    type Out = Mask;
    #[inline(always)]
    fn one<L: One>(self) -> Mask {
        let Equals(P, Q) = self;
        P.load::<L::F25519>().equals(&Q.load()).lane(0)
    }
}

/// Whether this is the neutral element.
pub fn is_identity(level: Level, P: &Point) -> Mask {
    run(level, IsIdentity(P))
}

struct IsIdentity<'a>(&'a Point);

impl Job for IsIdentity<'_> {
    type Out = Mask;
    #[inline(always)]
    fn one<L: One>(self) -> Mask {
        let IsIdentity(P) = self;
        P.load::<L::F25519>().is_identity().lane(0)
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

/// 8·P. Cost: 10M + 12S.
pub fn mul_by_cofactor(level: Level, P: &Point) -> Point {
    run(level, MulByCofactor(P))
}

struct MulByCofactor<'a>(&'a Point);

impl Job for MulByCofactor<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let MulByCofactor(P) = self;
        Point::store(&small_order::mul_by_cofactor(&P.load::<L::F25519>().to_projective()))
    }
}

/// The encoding (RFC 8032, 5.1.2). Cost: one inversion, 2M.
pub fn compress(level: Level, P: &Point) -> [u8; 32] {
    run(level, Compress(P))
}

struct Compress<'a>(&'a Point);

impl Job for Compress<'_> {
    type Out = [u8; 32];
    #[inline(always)]
    fn one<L: One>(self) -> [u8; 32] {
        let Compress(P) = self;
        let P = P.load::<L::F25519>();
        words_to_bytes(&P.encode(&P.Z.invert()).as_ref()[0])
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

/// s·P by the comb of P. Cost: as [`comb::mul_comb`].
pub fn mul_comb(level: Level, scalar: &Scalar, comb: &Comb) -> Point {
    run(level, MulComb(scalar, comb))
}

struct MulComb<'a>(&'a Scalar, &'a Comb);

impl Job for MulComb<'_> {
    type Out = Point;
    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let MulComb(scalar, comb) = self;
        let mut words = <L::F25519 as Field>::Lanes::<[u64; 4]>::splat(*scalar.words());
        let product = comb::mul_comb::<L::F25519>(comb, &words);
        ct::wipe(words.as_mut());
        Point::store(&product)
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

/// Whether two u-coordinates are the same modulo p; bit 255 is ignored.
pub fn equals_montgomery(level: Level, u: &[u8; 32], v: &[u8; 32]) -> Mask {
    run(level, EqualsMontgomery(u, v))
}

struct EqualsMontgomery<'a>(&'a [u8; 32], &'a [u8; 32]);

impl Job for EqualsMontgomery<'_> {
    type Out = Mask;
    #[inline(always)]
    fn one<L: One>(self) -> Mask {
        let EqualsMontgomery(u, v) = self;
        let u = L::F25519::from_words(&Lanes::splat(bytes_to_words(u)));
        let v = L::F25519::from_words(&Lanes::splat(bytes_to_words(v)));
        u.widen().sub(&v.widen()).reduce().is_zero().lane(0)
    }
}

/// s·P for a scalar below 2^255. Cost: as [`window::mul`], over four lanes where there are any.
pub fn mul(level: Level, scalar: &[u64; 4], P: &Point) -> Point {
    run(level, Mul(scalar, P))
}

struct Mul<'a>(&'a [u64; 4], &'a Point);

impl Job for Mul<'_> {
    type Out = Point;
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let Mul(scalar, P) = self;
        let mut words = <L::F25519 as Field>::Lanes::<[u64; 4]>::splat(*scalar);
        let product = window::mul(&words, &P.load::<L::F25519>());
        ct::wipe(words.as_mut());
        Point::store(&product)
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> Point {
        let Mul(scalar, P) = self;
        Point::store(&quad::mul::<L::Quad, 1>(&[*scalar], &[P.words()]).to_extended::<L::F25519>())
    }
}

/// Whether ℓ·P is neutral: there is no part of small order. Cost: as [`window::mul_by_order`], over four lanes where there are
/// any.
pub fn is_torsion_free(level: Level, P: &Point) -> Mask {
    run(level, IsTorsionFree(P))
}

struct IsTorsionFree<'a>(&'a Point);

impl Job for IsTorsionFree<'_> {
    type Out = Mask;
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> Mask {
        let IsTorsionFree(P) = self;
        window::mul_by_order(&P.load::<L::F25519>()).is_identity().lane(0)
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> Mask {
        let IsTorsionFree(P) = self;
        quad::mul_by_order::<L::Quad>(&P.words()).is_identity()
    }
}

/// Decodes an encoding, and says what was irregular. Cost: one square root.
pub fn decode(level: Level, encoding: &[u8; 32]) -> DecodedPoint {
    run(level, Decode(encoding))
}

struct Decode<'a>(&'a [u8; 32]);

impl Job for Decode<'_> {
    type Out = DecodedPoint;
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> DecodedPoint {
        decoded::<L::F25519>(self.0)
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> DecodedPoint {
        decoded::<L::Chain>(self.0)
    }
}

#[inline(always)]
fn decoded<F: F25519>(encoding: &[u8; 32]) -> DecodedPoint {
    let [found] = decompress::<F, 1>(&[Lanes::splat(bytes_to_words(encoding))]);
    DecodedPoint {
        point: Point::store(&Extended::from_affine(found.x, found.y)),
        decodes: found.decodes.lane(0),
        y_reduced: found.y_reduced.lane(0),
        minus_zero: found.minus_zero.lane(0),
    }
}

/// The point of Elligator 2 of the integer modulo p (RFC 9380, 6.8.2); it may have a part of small order.
/// Cost: one square root.
pub fn map_to_curve(level: Level, u: &[u64; WIDE]) -> Point {
    run(level, MapToCurve(u))
}

struct MapToCurve<'a>(&'a [u64; WIDE]);

impl Job for MapToCurve<'_> {
    type Out = Point;
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> Point {
        mapped::<L::F25519>(self.0)
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> Point {
        mapped::<L::Chain>(self.0)
    }
}

#[inline(always)]
fn mapped<F: F25519>(u: &[u64; WIDE]) -> Point {
    let [point] = elligator::map::<F, 1>(&[F::from_wide(&Lanes::splat(*u))]);
    Point::store(&point)
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
        let mut words = <L::F25519 as Field>::Lanes::<[u64; 4]>::splat(*self.0.words());
        let point = comb::mul_base::<L::F25519>(&words);
        ct::wipe(words.as_mut());
        Point::store(&point)
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> Point {
        Point::store(&spread::one_of_all::<L::F25519, _>(&spread::mul_base::<L::Words>(self.0.words())))
    }
}

/// The u-coordinate of k·(u, ·) for any k below 2^255, taken as it is. Bit 255 of `u` is ignored. Cost: 255
/// ladder steps and one inversion.
pub fn mul_montgomery(level: Level, k: &[u64; 4], u: &[u8; 32]) -> [u8; 32] {
    run(level, MulMontgomery(k, u))
}

struct MulMontgomery<'a>(&'a [u64; 4], &'a [u8; 32]);

impl Job for MulMontgomery<'_> {
    type Out = [u8; 32];
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> [u8; 32] {
        let k = L::F25519::bundle(&Lanes::splat(*self.0));
        let product = ladder(&k, &L::F25519::from_words(&Lanes::splat(bytes_to_words(self.1))));
        words_to_bytes(&product.encode().as_ref()[0])
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> [u8; 32] {
        let product = quad_ladder::ladder::<L::F25519, L::Quad>(self.0, &bytes_to_words(self.1));
        words_to_bytes(&product.encode().as_ref()[0])
    }
}

/// A decoded encoding and what was irregular about it.
#[derive(Clone, Copy)]
pub struct DecodedPoint {
    /// The point; the neutral element where `decodes` is false.
    pub point: Point,
    /// Whether there is a point with this y.
    pub decodes: Mask,
    /// y is below p.
    pub y_reduced: Mask,
    /// x = 0 and the sign bit is 1.
    pub minus_zero: Mask,
}
