//! Points of edwards25519 one at a time, on any level: what protocols are built of.
//!
//! A [`Point`] is the same for every level, so that a level may be chosen call by call. Constant time in all
//! arguments; what varies with them is in [`super::edwards_vartime`].
#![allow(non_snake_case)] // points are capital letters

use super::{AffinePoint, on_level};
use crate::cpu::Level;
use crate::ct::Mask;
use crate::curve::decompress::decompress;
use crate::curve::edwards::Extended;
use crate::curve::elligator;
use crate::curve::montgomery::ProjectiveU;
use crate::curve::quad::Words;
use crate::curve::small_order::{self, is_small_order};
use crate::field::f25519::{Constant, F25519, bytes_to_words, words_to_bytes};
use crate::field::{Field, LaneMask, Lanes, Sum};
use crate::kernel::{Backend, Kernel, dispatch, dispatch_one};
use crate::mul::{fixed_base, quad, var_base};
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

on_level! {
    /// P + Q. Cost: 9M.
    pub fn add<B>(P: &Point, Q: &Point) -> Point {
        let (P, Q) = (P.load::<B::One>(), Q.load::<B::One>());
        Point::store(&P.add(&Q.to_cached()).to_extended())
    }

    /// P − Q. Cost: 9M.
    pub fn sub<B>(P: &Point, Q: &Point) -> Point {
        let (P, Q) = (P.load::<B::One>(), Q.load::<B::One>());
        Point::store(&P.sub(&Q.to_cached()).to_extended())
    }

    /// 2·P. Cost: 4M + 4S.
    pub fn double<B>(P: &Point) -> Point {
        Point::store(&P.load::<B::One>().double().to_extended())
    }

    /// −P.
    pub fn negate<B>(P: &Point) -> Point {
        Point::store(&P.load::<B::One>().negate())
    }

    /// 2^k·P for a public k, P itself for 0. Cost: 3M + 4S a bit, and 1M.
    pub fn mul_by_pow_2<B>(P: &Point, k: &u32) -> Point {
        let mut R = P.load::<B::One>();
        if *k > 0 {
            let mut doubled = R.to_projective();
            for _ in 1..*k {
                doubled = doubled.double().to_projective();
            }
            R = doubled.double().to_extended();
        }
        Point::store(&R)
    }

    /// Whether both are the same point. Cost: 4M.
    pub fn equals<B>(P: &Point, Q: &Point) -> Mask {
        P.load::<B::One>().equals(&Q.load()).lane(0)
    }

    /// Whether this is the neutral element.
    pub fn is_identity<B>(P: &Point) -> Mask {
        P.load::<B::One>().is_identity().lane(0)
    }

    /// Whether the order divides 8. Cost: 2S.
    pub fn has_small_order<B>(P: &Point) -> Mask {
        is_small_order(&P.load::<B::One>().to_projective()).lane(0)
    }

    /// 8·P. Cost: 10M + 12S.
    pub fn mul_by_cofactor<B>(P: &Point) -> Point {
        Point::store(&small_order::mul_by_cofactor(&P.load::<B::One>().to_projective()))
    }

    /// The encoding (RFC 8032, 5.1.2). Cost: one inversion, 2M.
    pub fn compress<B>(P: &Point) -> [u8; 32] {
        let P = P.load::<B::One>();
        words_to_bytes(&P.encode(&P.Z.invert()).as_ref()[0])
    }

    /// The affine coordinates. Cost: one inversion, 2M.
    pub fn to_affine<B>(P: &Point) -> AffinePoint {
        let P = P.load::<B::One>();
        let z_inverse = P.Z.invert();
        AffinePoint {
            x: P.X.mul(&z_inverse).carry().to_words().as_ref()[0],
            y: P.Y.mul(&z_inverse).carry().to_words().as_ref()[0],
        }
    }

    /// The point of affine coordinates, which must be on the curve. Cost: 1M.
    pub fn from_affine<B>(P: &AffinePoint) -> Point {
        Point::store(&AffinePoint::load::<B::One>(&Lanes::splat(*P)))
    }

    /// s·P by the comb of P. Cost: 51 additions of 7M.
    pub fn mul_comb<B>(scalar: &Scalar, comb: &Comb) -> Point {
        let mut words = <B::One as Field>::Lanes::<[u64; 4]>::splat(*scalar.words());
        let product = fixed_base::mul_comb::<B::One>(comb, &words);
        ct::wipe(words.as_mut());
        Point::store(&product)
    }

    /// The u-coordinate of the curve of RFC 7748; 0 for the neutral element. Cost: one inversion.
    pub fn to_montgomery<B>(P: &Point) -> [u8; 32] {
        words_to_bytes(&ProjectiveU::from_edwards(&P.load::<B::One>()).encode().as_ref()[0])
    }

    /// Whether two u-coordinates are the same modulo p; bit 255 is ignored.
    pub fn equals_montgomery<B>(u: &[u8; 32], v: &[u8; 32]) -> Mask {
        let u = B::One::from_words(&Lanes::splat(bytes_to_words(u)));
        let v = B::One::from_words(&Lanes::splat(bytes_to_words(v)));
        u.widen().sub(&v.widen()).reduce().is_zero().lane(0)
    }
}

on_level! { by dispatch:
    /// s·P for a scalar below 2^255. Cost: 252 doublings, 64 additions, a table of 8 points, over four lanes where there
    /// are any.
    pub fn mul<B>(scalar: &[u64; 4], P: &Point) -> Point {
        if const { B::Many::LANES == 1 } {
            let mut words = <B::One as Field>::Lanes::<[u64; 4]>::splat(*scalar);
            let product = var_base::mul(&words, &P.load::<B::One>());
            ct::wipe(words.as_mut());
            Point::store(&product)
        } else {
            Point::store(&quad::mul::<B::Vector4, 1>(&[*scalar], &[P.words()]).to_extended::<B::One>())
        }
    }

    /// Whether ℓ·P is neutral: there is no part of small order. Cost: 252 doublings, 40 additions, as for [`mul`].
    pub fn is_torsion_free<B>(P: &Point) -> Mask {
        if const { B::Many::LANES == 1 } {
            var_base::mul_by_order(&P.load::<B::One>()).is_identity().lane(0)
        } else {
            quad::mul_by_order::<B::Vector4>(&P.words()).is_identity()
        }
    }

    /// Decodes an encoding, and says what was irregular. Cost: one square root.
    pub fn decode<B>(encoding: &[u8; 32]) -> Decoded {
        let [found] = decompress::<B::Chain, 1>(&[Lanes::splat(bytes_to_words(encoding))]);
        Decoded {
            point: Point::store(&Extended::from_affine(found.x, found.y)),
            decodes: found.decodes.lane(0),
            y_reduced: found.y_reduced.lane(0),
            minus_zero: found.minus_zero.lane(0),
        }
    }

    /// The point of Elligator 2 of the integer modulo p (RFC 9380, 6.8.2); it may have a part of small order.
    /// Cost: one square root.
    pub fn map_to_curve<B>(u: &[u64; 8]) -> Point {
        let [point] = elligator::map::<B::Chain, 1>(&[B::Chain::from_wide(&Lanes::splat(*u))]);
        Point::store(&point)
    }

    /// s·B. Cost: 51 additions of 7M, or in lanes 7 of 7M and 3 of 9M of eight lanes each.
    pub fn mul_base<B>(scalar: &Scalar) -> Point {
        Point::store(&super::mul_base::<B>(scalar.words()))
    }

    /// The u-coordinate of k·(u, ·) for any k below 2^255, taken as it is. Bit 255 of `u` is ignored. Cost: 255
    /// ladder steps and one inversion.
    pub fn mul_montgomery<B>(k: &[u64; 4], u: &[u8; 32]) -> [u8; 32] {
        let product = super::x25519::ladder_of_one::<B>(k, &bytes_to_words(u));
        words_to_bytes(&product.encode().as_ref()[0])
    }
}

/// A decoded encoding and what was irregular about it.
#[derive(Clone, Copy)]
pub struct Decoded {
    /// The point; the neutral element where `decodes` is false.
    pub point: Point,
    /// There is a point with this y.
    pub decodes: Mask,
    /// y is below p.
    pub y_reduced: Mask,
    /// x = 0 and the sign bit is 1.
    pub minus_zero: Mask,
}
