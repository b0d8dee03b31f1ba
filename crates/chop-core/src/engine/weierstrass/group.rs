//! Points of a Weierstrass curve, O included, one at a time, on any level: those operations that schemes are made of.
//!
//! A [`Point`] is the same for every level. Constant time in all arguments. What only protocols ask for is in `engine/hazmat`.
#![allow(non_snake_case)] // points are capital letters

use super::point::{AffinePoint, affine};
use super::{EngineCurve, Scalar};
use crate::cpu::Level;
use crate::ct::{self, Mask};
use crate::curve::jacobian::{CurveField, Jacobian};
use crate::field::{Lanes, PerElement, PrimeField};
use crate::mul::weierstrass::{comb, spread};
use crate::run::{Job, One, Wide, run};
use crate::scalar::limbs;
use core::marker::PhantomData;

/// A point (X : Y : Z) of Jacobian coordinates, Z = 0 for O, as words of tables. 96 bytes.
#[derive(Clone, Copy)]
pub struct Point<C> {
    pub(in crate::engine) coordinates: [[u64; 4]; 3],
    curve: PhantomData<C>,
}

impl<C: EngineCurve> Point<C> {
    const ONE: [u64; 4] = C::BASE_COORDINATES[2];
    /// O, the neutral element.
    pub const IDENTITY: Point<C> = Point::new([Self::ONE, Self::ONE, [0; 4]]);
    /// The base point G.
    pub const BASE: Point<C> = Point::new(C::BASE_COORDINATES);

    pub(in crate::engine) const fn new(coordinates: [[u64; 4]; 3]) -> Point<C> {
        Point { coordinates, curve: PhantomData }
    }

    /// The point, in every lane of the field.
    #[inline(always)]
    pub(crate) fn load<F: CurveField<C>>(&self) -> Jacobian<C, F> {
        let [X, Y, Z] = &self.coordinates;
        Jacobian::new(
            F::from_table(&Lanes::splat(*X)),
            F::from_table(&Lanes::splat(*Y)),
            F::from_table(&Lanes::splat(*Z)),
        )
    }

    /// The point of one lane.
    #[inline(always)]
    pub(in crate::engine) fn store<F: CurveField<C>>(point: &Jacobian<C, F>) -> Point<C> {
        let of = |x: &F| PrimeField::to_table(x).as_ref()[0];
        Point::new([of(&point.X), of(&point.Y), of(&point.Z)])
    }

    /// `P` where the mask is true, else `Q`.
    pub fn select(mask: Mask, P: &Point<C>, Q: &Point<C>) -> Point<C> {
        Point::new(limbs::select_all(mask, &P.coordinates, &Q.coordinates))
    }

    /// Overwrites the point with O.
    pub fn wipe(&mut self) {
        ct::wipe(&mut self.coordinates);
        *self = Point::IDENTITY;
    }
}

/// The affine point, (0, 0) for O. Cost: one inversion.
pub(in crate::engine) fn to_affine<C: EngineCurve>(level: Level, P: &Point<C>) -> AffinePoint<C> {
    run(level, ToAffine(P))
}

struct ToAffine<'a, C>(&'a Point<C>);

impl<C: EngineCurve> Job for ToAffine<'_, C> {
    type Out = AffinePoint<C>;
    #[inline(always)]
    fn one<L: One>(self) -> AffinePoint<C> {
        let ToAffine(P) = self;
        affine(&P.load::<C::Fe<L>>())
    }
}

/// k·G. Cost: as [`comb::mul_comb`], or over the lanes as [`spread::mul_base`].
pub(in crate::engine) fn mul_base<C: EngineCurve>(level: Level, k: &Scalar<C>) -> Point<C> {
    run(level, MulBase::<C>(k))
}

struct MulBase<'a, C: EngineCurve>(&'a Scalar<C>);

impl<C: EngineCurve> Job for MulBase<'_, C> {
    type Out = Point<C>;
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> Point<C> {
        let mut words = PerElement::<C::Fe<L>, [u64; 4]>::splat(*self.0.words());
        let point = comb::mul_comb(C::comb(), &words);
        ct::wipe(words.as_mut());
        Point::store::<C::Fe<L>>(&point)
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> Point<C> {
        let point = spread::mul_base::<C, C::LaneFe<L::Words>, _>(self.0.words());
        Point::store::<C::Fe<L>>(&spread::first_lane(&point))
    }
}

/// The functions of this module for one curve.
macro_rules! functions_of_group {
    ($curve:ty) => {
        /// A point (X : Y : Z) of Jacobian coordinates, Z = 0 for O, as words of tables. 96 bytes.
        pub type Point = crate::engine::weierstrass::group::Point<$curve>;

        /// The affine point, (0, 0) for O. Cost: one inversion.
        pub fn to_affine(
            level: crate::cpu::Level,
            P: &Point,
        ) -> crate::engine::weierstrass::point::AffinePoint<$curve> {
            crate::engine::weierstrass::group::to_affine(level, P)
        }

        /// k·G. Cost: one addition for six bits of k, or over the lanes one for 32 bits.
        pub fn mul_base(level: crate::cpu::Level, k: &crate::engine::weierstrass::Scalar<$curve>) -> Point {
            crate::engine::weierstrass::group::mul_base::<$curve>(level, k)
        }
    };
}
pub(in crate::engine) use functions_of_group;
