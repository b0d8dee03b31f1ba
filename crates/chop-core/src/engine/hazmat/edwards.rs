//! Points of edwards25519 one at a time, on any level: what protocols are built of.
//!
//! Constant time in all arguments; what varies with them is in [`super::edwards_vartime`].
#![allow(non_snake_case)] // points are capital letters

use crate::cpu::Level;
use crate::ct::{self, Mask};
use crate::curve::edwards::Extended;
use crate::curve::edwards::decode::decompress;
use crate::curve::edwards::elligator;
use crate::curve::edwards::montgomery::ladder;
use crate::curve::edwards::quad::Words;
use crate::curve::edwards::quad_ladder;
use crate::curve::edwards::small_order;
pub use crate::engine::group::edwards::*;

use crate::field::f25519::{F25519, WIDE, bytes_to_words, words_to_bytes};
use crate::field::{Field, LaneMask, Lanes, PerElement, Sum};
use crate::mul::edwards::{comb, quad, window};
use crate::run::{Job, One, Wide, run};
use crate::scalar::l25519::Scalar;
use crate::table::Comb;

impl Point {
    /// As words of a point over lanes.
    pub(in crate::engine) fn words(&self) -> Words {
        Words::extended(self.coordinates)
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
        let mut words = PerElement::<L::F25519, [u64; 4]>::splat(*scalar.words());
        let product = comb::mul_comb::<L::F25519>(comb, &words);
        ct::wipe(words.as_mut());
        Point::store(&product)
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
        let mut words = PerElement::<L::F25519, [u64; 4]>::splat(*scalar);
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
