//! One equation over the lanes: whether a·P + b·G has a given x, where P is not prepared. Everything here is public, and time varies with all
//! of it.
//!
//! Each curve has the way that saves it most: [`halved`] where nothing else halves the doublings, [`by_doubles`] with an endomorphism.
#![allow(non_snake_case)] // points are capital letters

use super::equation::Equation;
use super::point::{AffinePoint, load_lanes};
use super::{EngineCurve, Scalar};
use crate::cpu::{InLanes, Level};
use crate::ct::{Mask, declassify};
use crate::curve::jacobian::{Affine, PackedPoint};
use crate::field::{Field, LaneField, LaneMask, Lanes, Limbs};
use crate::mul::weierstrass::EndomorphicGroup;
use crate::mul::weierstrass::doubles_vartime::mul_vartime;
use crate::mul::weierstrass::halved_vartime::same_x_vartime;
use crate::run::{self, One, Wide, WideJob, run_wide};
use crate::scalar::endomorphism::{Half, split};
use crate::scalar::lattice::one_vartime::{ShortPair, short_pair_modulo_vartime};
use crate::scalar::modulus;
use core::marker::PhantomData;

const PUBLIC: &str = "verification is public";

/// Whether an equation with one x holds; `None` where an addition met an exception. Cost: one square root, and as [`same_x_vartime`].
pub(super) fn halved<C: EngineCurve>(
    lanes: InLanes,
    P: &AffinePoint<C>,
    equation: &Equation<C>,
) -> Option<bool> {
    let lift = Lift { P, x: equation.x.words() };
    let Some([P, R]) = run::run(Level::from(lanes), lift) else {
        return Some(false); // no point has this x
    };
    let pair = short_pair_modulo_vartime(&C::ORDER, equation.a.words());
    let w = equation.b.mul(&Scalar::<C>::from_words_mod_order(&pair.v));
    let compare = CompareHalved::<C> { w: w.words(), pair: &pair, P: &P, R: &R, curve: PhantomData };
    run_wide(lanes, compare)
}

/// P and one of the two points with this x, if there are any.
struct Lift<'a, C> {
    P: &'a AffinePoint<C>,
    x: &'a [u64; 4],
}

impl<C: EngineCurve> run::Job for Lift<'_, C> {
    type Out = Option<[PackedPoint; 2]>;
    #[inline(always)]
    fn one<L: One>(self) -> Option<[PackedPoint; 2]> {
        let x = C::Fe::<L>::from_words(&Lanes::splat(*self.x));
        let (R, exists) = Affine::<C, _>::lift_x(&x, Mask::FALSE);
        let (P, R) = (self.P.load::<C::Fe<L>>().pack(), R.pack());
        declassify(exists.lane(0), PUBLIC).then(|| [P.as_ref()[0], R.as_ref()[0]])
    }
}

/// Whether w·G + u·P and v·R have the same x, if the lanes can say.
struct CompareHalved<'a, C> {
    w: &'a [u64; 4],
    pair: &'a ShortPair,
    P: &'a PackedPoint,
    R: &'a PackedPoint,
    curve: PhantomData<C>,
}

impl<C: EngineCurve> WideJob for CompareHalved<'_, C> {
    type Out = Option<bool>;
    #[inline(always)]
    fn wide<L: Wide>(self) -> Option<bool> {
        same_x_vartime::<C, C::LaneFe<L::Spread>>(self.w, self.pair, self.P, self.R)
    }
}

/// Whether an equation with one x holds; `None` where an addition met an exception, and where lanes multiply doubles: there one lane is faster.
/// Cost: as [`mul_vartime`].
pub(super) fn by_doubles<C: EngineCurve + EndomorphicGroup>(
    lanes: InLanes,
    P: &AffinePoint<C>,
    equation: &Equation<C>,
) -> Option<bool> {
    let a = split::<C::Halved, u64>(&modulus::Scalar::from_words_mod_order(equation.a.words()));
    run_wide(lanes, CompareDoubles { a: &a, P, equation })
}

struct CompareDoubles<'a, C: EngineCurve> {
    a: &'a [Half; 2],
    P: &'a AffinePoint<C>,
    equation: &'a Equation<C>,
}

impl<C: EngineCurve + EndomorphicGroup> WideJob for CompareDoubles<'_, C> {
    type Out = Option<bool>;
    #[inline(always)]
    fn wide<L: Wide>(self) -> Option<bool> {
        if const { !matches!(C::LaneFe::<L::Spread>::LIMBS, Limbs::Radix52) } {
            return None;
        }
        let Equation { b, x, .. } = self.equation;
        let P = load_lanes::<C, L::Spread>(&Lanes::splat(self.P));
        let sum = mul_vartime(self.a, &P, b.words());
        if declassify(sum.is_identity().lane(0), PUBLIC) {
            return None;
        }
        let x = C::LaneFe::<L::Spread>::from_words(&Lanes::splat(*x.words()));
        Some(declassify(sum.has_x(&x).lane(0), PUBLIC))
    }
}
