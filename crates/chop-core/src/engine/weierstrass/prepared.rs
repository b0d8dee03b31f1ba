//! Whether an equation holds under a prepared key, whose multiples need no doublings.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::equation::{Equation, Key, KeyForm, Questions, equation_holds};
use super::point::AffinePoint;
use super::{EngineCurve, WeierstrassVector};
use crate::cpu::{InLanes, Level};
use crate::ct::declassify;
use crate::curve::jacobian::{CurveField, Jacobian};
use crate::field::{Field, Lanes};
use crate::lanes::PerLane;
use crate::mul::weierstrass::comb::build_comb_vartime;
use crate::mul::weierstrass::double_base_vartime::mul_prepared_vartime;
use crate::mul::weierstrass::group_vartime::{mul_combs, mul_prepared_split};
use crate::run::{self, One, Wide, WideJob, run_wide};
use crate::table::weierstrass::Comb256;
use alloc::boxed::Box;

const PUBLIC: &str = "verification is public";

/// The comb of a key, and the code that verifies under it: a program that makes no such key links neither that code nor the
/// tables that only it reads.
///
/// Cost of a verification: as [`mul_prepared_vartime`]; over the lanes as [`mul_prepared_split`].
#[derive(Clone)]
pub struct PreparedKey<C: EngineCurve> {
    comb: Box<Comb256>,
    code: Code<C>,
}

/// The functions that answer questions with prepared keys.
#[derive(Clone, Copy)]
struct Code<C: EngineCurve> {
    one: fn(Level, Option<InLanes>, &Comb256, &Equation<C>) -> bool,
    many: fn(InLanes, Questions<'_, C>),
}

impl<C: EngineCurve> PreparedKey<C> {
    /// The comb of the point.
    pub fn comb(&self) -> &Comb256 {
        &self.comb
    }

    /// Prepares a key. Cost: as [`build_comb_vartime`]; 88,064 bytes.
    pub(in crate::engine) fn of(level: Level, key: &AffinePoint<C>) -> PreparedKey<C> {
        let code = Code { one: equation_holds::<C, Comb256>, many: ask };
        PreparedKey { comb: run::run(level, BuildComb(key)), code }
    }

    /// Whether an equation with this key holds, found in one lane where `lanes` is `None`.
    pub(super) fn holds(&self, level: Level, lanes: Option<InLanes>, equation: &Equation<C>) -> bool {
        (self.code.one)(level, lanes, &self.comb, equation)
    }

    /// Asks some questions, all with prepared keys, this one or others.
    pub(super) fn ask(&self, lanes: InLanes, questions: Questions<'_, C>) {
        (self.code.many)(lanes, questions);
    }
}

/// The constructor of prepared keys of one curve.
macro_rules! functions_of_prepared_keys {
    ($curve:ty) => {
        impl crate::engine::weierstrass::prepared::PreparedKey<$curve> {
            /// Prepares a key. Cost: a comb of 43 rows, 88,064 bytes.
            pub fn new(
                level: crate::cpu::Level,
                key: &crate::engine::weierstrass::point::AffinePoint<$curve>,
            ) -> Self {
                Self::of(level, key)
            }
        }
    };
}
pub(in crate::engine) use functions_of_prepared_keys;

struct BuildComb<'a, C>(&'a AffinePoint<C>);

impl<C: EngineCurve> run::Job for BuildComb<'_, C> {
    type Out = Box<Comb256>;
    #[inline(always)]
    fn one<L: One>(self) -> Box<Comb256> {
        build_comb_vartime(&self.0.load::<C::Fe<L>>())
    }
}

impl<C: EngineCurve> KeyForm<C> for Comb256 {
    #[inline(always)]
    fn sum<F: CurveField<C>>(&self, a: &[u64; 4], b: &[u64; 4]) -> Jacobian<C, F> {
        mul_prepared_vartime(a, self, b, C::comb())
    }

    fn holds_in_lanes(&self, lanes: InLanes, equation: &Equation<C>) -> Option<bool> {
        run_wide(lanes, CompareSplit { comb: self, equation })
    }
}

/// Whether an equation with one x holds, if the lanes can say.
struct CompareSplit<'a, C: EngineCurve> {
    comb: &'a Comb256,
    equation: &'a Equation<C>,
}

impl<C: EngineCurve> WideJob for CompareSplit<'_, C> {
    type Out = Option<bool>;
    #[inline(always)]
    fn wide<L: Wide>(self) -> Option<bool> {
        let Equation { a, b, x } = self.equation;
        let sum = mul_prepared_split::<C, C::LaneFe<L::Words>, _>(a.words(), self.comb, b.words());
        if declassify(sum.is_identity().lane(0), PUBLIC) {
            return None;
        }
        let x = C::LaneFe::<L::Words>::from_words(&Lanes::splat(*x.words()));
        Some(declassify(sum.has_x(&x).lane(0), PUBLIC))
    }
}

/// Answers questions that all have prepared keys.
fn ask<C: EngineCurve>(lanes: InLanes, questions: Questions<'_, C>) {
    run_wide(lanes, CompareCombs(questions));
}

struct CompareCombs<'a, C: EngineCurve>(Questions<'a, C>);

impl<C: EngineCurve> WideJob for CompareCombs<'_, C> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(mut self) {
        for first in (0..self.0.places.len()).step_by(L::LANES) {
            let inputs = self.0.load::<L::Words>(first);
            let combs = self.combs::<L::Words>(first);
            let sum = mul_combs(&inputs.a, &combs, &inputs.b);
            self.0.store(first, &inputs, &sum);
        }
    }
}

impl<C: EngineCurve> CompareCombs<'_, C> {
    /// The combs of a group of questions or fewer from `first` on, and that of G in lanes without one.
    #[inline(always)]
    fn combs<V: WeierstrassVector>(&self, first: usize) -> PerLane<V, &Comb256> {
        let mut combs = PerLane::<V, &Comb256>::splat(C::comb());
        for lane in 0..V::LANES {
            let Some(&place) = self.0.places.get(first + lane) else { break };
            if let Key::Prepared(key) = self.0.keys[place] {
                combs[lane] = key.comb();
            }
        }
        combs
    }
}
