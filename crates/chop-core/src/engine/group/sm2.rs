//! Points of SM2's curve, O included, one at a time, on any level: those operations that the scheme is made of.
//!
//! A [`Point`] is the same for every level. Constant time in all arguments. What only protocols ask for is in `engine/hazmat`.
#![allow(non_snake_case)] // points are capital letters

use crate::cpu::Level;
use crate::ct::{self, Mask};
use crate::curve::jacobian::Curve;
use crate::curve::sm2::{Jacobian, Sm2};
use crate::engine::sm2::point::{Sm2Point, affine};
use crate::field::fsm2::LaneFe as Fe;
use crate::field::fsm2::{Constant, FSm2};
use crate::field::{Lanes, PerElement, PrimeField};
use crate::mul::weierstrass::{comb, spread};
use crate::run::{Job, One, Wide, run};
use crate::scalar::limbs;
use crate::scalar::nsm2::Scalar;
use crate::table::SM2_COMB;

/// A point (X : Y : Z) of Jacobian coordinates, Z = 0 for O, as words of tables. 96 bytes.
#[derive(Clone, Copy)]
pub struct Point {
    pub(in crate::engine) coordinates: [[u64; 4]; 3],
}

impl Point {
    /// O, the neutral element.
    pub const IDENTITY: Point = Point { coordinates: [Constant::ONE.r64, Constant::ONE.r64, [0; 4]] };
    /// The base point G (GB/T 32918.5).
    pub const BASE: Point = Point { coordinates: [Sm2::BASE_X.r64, Sm2::BASE_Y.r64, Constant::ONE.r64] };

    /// The point, in every lane of the field.
    #[inline(always)]
    pub(crate) fn load<F: FSm2>(&self) -> Jacobian<F> {
        let [X, Y, Z] = &self.coordinates;
        Jacobian::new(
            F::from_table(&Lanes::splat(*X)),
            F::from_table(&Lanes::splat(*Y)),
            F::from_table(&Lanes::splat(*Z)),
        )
    }

    /// The point of one lane.
    #[inline(always)]
    pub(in crate::engine) fn store<F: FSm2>(point: &Jacobian<F>) -> Point {
        let of = |x: &F| PrimeField::to_table(x).as_ref()[0];
        Point { coordinates: [of(&point.X), of(&point.Y), of(&point.Z)] }
    }

    /// `P` where the mask is true, else `Q`.
    pub fn select(mask: Mask, P: &Point, Q: &Point) -> Point {
        Point { coordinates: limbs::select_all(mask, &P.coordinates, &Q.coordinates) }
    }

    /// Overwrites the point with O.
    pub fn wipe(&mut self) {
        ct::wipe(&mut self.coordinates);
        *self = Point::IDENTITY;
    }
}

/// The affine point, (0, 0) for O. Cost: one inversion.
pub fn to_affine(level: Level, P: &Point) -> Sm2Point {
    run(level, ToAffine(P))
}

struct ToAffine<'a>(&'a Point);

impl Job for ToAffine<'_> {
    type Out = Sm2Point;
    #[inline(always)]
    fn one<L: One>(self) -> Sm2Point {
        let ToAffine(P) = self;
        affine(&P.load::<L::FSm2>())
    }
}

/// k·G. Cost: as [`comb::mul_comb`], or over the lanes as [`spread::mul_base`].
pub fn mul_base(level: Level, k: &Scalar) -> Point {
    run(level, MulBase(k))
}

struct MulBase<'a>(&'a Scalar);

impl Job for MulBase<'_> {
    type Out = Point;
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> Point {
        let mut words = PerElement::<L::FSm2, [u64; 4]>::splat(*self.0.words());
        let point = comb::mul_comb(&SM2_COMB, &words);
        ct::wipe(words.as_mut());
        Point::store::<L::FSm2>(&point)
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> Point {
        let point = spread::mul_base::<Sm2, Fe<L::Words>, _>(self.0.words());
        Point::store::<L::FSm2>(&spread::first_lane(&point))
    }
}
