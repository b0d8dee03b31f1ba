//! What schemes on Weierstrass curves of 256 bits share, generic over the curve.
//!
//! | module       | has                                                                         |
//! |--------------|-----------------------------------------------------------------------------|
//! | [`point`]    | affine points: decoding, multiples of the base point, secret multiples      |
//! | [`group`]    | points with a Z, one at a time                                              |
//! | [`scalars`]  | many inverses modulo the order                                              |
//! | [`quotients_vartime`] | many public quotients modulo the order                             |
//! | [`equation`] | whether a·P + b·G has a given x modulo the order: what a verification asks  |
//! | `alone`      | the same for one equation over the lanes                                    |
//! | [`decode`]   | many points from bytes                                                      |
//! | [`sums`]     | many a·P + b·G                                                              |
//! | [`sum_vartime`] | whether a sum of many public multiples is O                              |
//! | [`prepared`] | the same for a prepared P                                                   |
//!
//! A scheme calls them with its curve in functions that are not generic: so each kernel is compiled once, here, and `check-codegen` reads it.
#![allow(non_snake_case)] // points are capital letters

mod alone;
pub mod decode;
pub mod equation;
pub mod group;
pub mod point;
#[cfg(feature = "alloc")]
pub mod prepared;
#[cfg(feature = "secp256k1")]
pub mod quotients_vartime;
pub mod scalars;
#[cfg(all(feature = "alloc", feature = "secp256k1"))]
pub mod sum_vartime;
#[cfg(feature = "secp256k1")]
pub mod sums;

use crate::cpu::InLanes;
use crate::ct::Mask;
use crate::curve::jacobian::{Curve, CurveField, CurveLanes};
use crate::curve::secp256k1::Secp256k1;
use crate::curve::sm2::Sm2;
use crate::field::fsecp256k1::{self, VectorSecp256k1};
use crate::field::fsm2::{self, VectorSm2};
use crate::inverse::Modulus;
use crate::mul::double_base_vartime::DoubleBase;
use crate::mul::weierstrass::{BaseComb, BasePieces, BaseSplit};
use crate::run::One;
use crate::scalar::lanes::LaneModulus;
use crate::scalar::modulus;
use crate::scalar::nsecp256k1::NSecp256k1;
use crate::scalar::nsm2::NSm2;
use crate::table::SPLIT_GROUPS;
use crate::table::weierstrass::JACOBIAN_ROWS;
use core::fmt::Debug;
use equation::Equation;
use point::AffinePoint;

/// A vector with the fields of all these curves in its lanes.
pub trait WeierstrassVector: VectorSm2 + VectorSecp256k1 {}

impl<V: VectorSm2 + VectorSecp256k1> WeierstrassVector for V {}

/// A curve of 256 bits with all of its tables, its scalars, and its field on every level.
pub trait EngineCurve:
    BaseComb<JACOBIAN_ROWS> + BaseSplit<SPLIT_GROUPS> + BasePieces + DoubleBase + Debug + Eq
{
    /// The order n, for integers modulo n.
    type Order: LaneModulus + Debug;
    /// A field element on a level, in one lane.
    type Fe<L: One>: CurveField<Self, Mask = Mask>;
    /// A field element in each lane of a vector.
    type LaneFe<V: WeierstrassVector>: CurveLanes<Self, Vector = V>;

    /// The prime of the field, to invert modulo it.
    const PRIME: Modulus;
    /// p as little-endian words.
    const MODULUS: [u64; 4];
    /// The base point.
    const BASE: AffinePoint<Self>;
    /// x and y of the base point, and 1, as words of a table.
    const BASE_COORDINATES: [[u64; 4]; 3];

    /// Whether an equation with one x holds, found over the lanes. `None` where they give no answer: an addition met an exception, or one lane
    /// is faster than those of the level.
    fn holds_alone(lanes: InLanes, P: &AffinePoint<Self>, equation: &Equation<Self>) -> Option<bool>;
}

/// An integer modulo the order of a curve.
pub type Scalar<C> = modulus::Scalar<<C as EngineCurve>::Order>;

impl EngineCurve for Sm2 {
    type Order = NSm2;
    type Fe<L: One> = L::FSm2;
    type LaneFe<V: WeierstrassVector> = fsm2::LaneFe<V>;
    const PRIME: Modulus = fsm2::P;
    const MODULUS: [u64; 4] = fsm2::MODULUS;
    const BASE: AffinePoint<Sm2> =
        AffinePoint::new(<Self as Curve>::BASE_X.words(), <Self as Curve>::BASE_Y.words());
    const BASE_COORDINATES: [[u64; 4]; 3] =
        [<Self as Curve>::BASE_X.r64, <Self as Curve>::BASE_Y.r64, fsm2::Constant::ONE.r64];

    fn holds_alone(lanes: InLanes, P: &AffinePoint<Self>, equation: &Equation<Self>) -> Option<bool> {
        alone::halved(lanes, P, equation)
    }
}

impl EngineCurve for Secp256k1 {
    type Order = NSecp256k1;
    type Fe<L: One> = L::FSecp256k1;
    type LaneFe<V: WeierstrassVector> = fsecp256k1::LaneFe<V>;
    const PRIME: Modulus = fsecp256k1::P;
    const MODULUS: [u64; 4] = fsecp256k1::MODULUS;
    const BASE: AffinePoint<Secp256k1> =
        AffinePoint::new(<Self as Curve>::BASE_X.words(), <Self as Curve>::BASE_Y.words());
    const BASE_COORDINATES: [[u64; 4]; 3] =
        [<Self as Curve>::BASE_X.words(), <Self as Curve>::BASE_Y.words(), fsecp256k1::Constant::ONE.words];

    fn holds_alone(lanes: InLanes, P: &AffinePoint<Self>, equation: &Equation<Self>) -> Option<bool> {
        alone::by_doubles(lanes, P, equation)
    }
}
