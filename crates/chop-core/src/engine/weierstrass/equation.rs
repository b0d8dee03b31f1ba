//! Whether a·P + b·G has a given x modulo n: what a verification of SM2 or ECDSA comes down to. Everything here is public, and time varies
//! with all of it.
//!
//! x of the sum is not computed: it is one of the at most two numbers below p that are the given one modulo n, and the sum is asked
//! whether its x is that. Prepared keys have their own way to the sum: `prepared.rs`.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::point::{AffinePoint, load_lanes};
#[cfg(feature = "alloc")]
use super::prepared::PreparedKey;
use super::{EngineCurve, Scalar, WeierstrassVector};
use crate::cpu::{InLanes, Level};
use crate::ct::declassify;
use crate::curve::jacobian::{Affine, CurveField, Jacobian};
use crate::field::{Field, LaneMask, Lanes};
use crate::lanes::{PerLane, Vector};
#[cfg(feature = "alloc")]
use crate::mul::double_base_vartime::Factors;
#[cfg(feature = "alloc")]
use crate::mul::weierstrass::affine::SIDE_BY_SIDE;
use crate::mul::weierstrass::group_vartime::{self, ENTRIES};
#[cfg(feature = "alloc")]
use crate::mul::weierstrass::tables_vartime::Tables;
use crate::run::{self, One, Wide, WideJob, in_groups, run_wide};
use crate::scalar::limbs;

const PUBLIC: &str = "verification is public";

/// The key of a signature.
#[derive(Clone, Copy)]
pub enum Key<'a, C: EngineCurve> {
    /// The point.
    Decoded(&'a AffinePoint<C>),
    /// The comb of the point.
    #[cfg(feature = "alloc")]
    Prepared(&'a PreparedKey<C>),
}

impl<C: EngineCurve> Key<'_, C> {
    fn is_prepared(&self) -> bool {
        match self {
            Key::Decoded(_) => false,
            #[cfg(feature = "alloc")]
            Key::Prepared(_) => true,
        }
    }
}

/// The numbers of an equation: whether the x of a·P + b·G is `x` modulo n.
#[derive(Clone, Copy)]
pub struct Equation<C: EngineCurve> {
    /// The factor of P.
    pub(in crate::engine) a: Scalar<C>,
    /// The factor of G.
    pub(in crate::engine) b: Scalar<C>,
    /// x.
    pub(in crate::engine) x: Scalar<C>,
}

impl<C: EngineCurve> Equation<C> {
    /// Zeros.
    pub(in crate::engine) const NOTHING: Equation<C> =
        Equation { a: Scalar::<C>::ZERO, b: Scalar::<C>::ZERO, x: Scalar::<C>::ZERO };

    /// The other x that is this one modulo n, as n < p < 2·n, if it is below p: one time in 2^127, or made on purpose.
    #[inline(always)]
    fn other_x(&self) -> Option<[u64; 4]> {
        let (x_plus_n, carry) = limbs::add(self.x.words(), &C::ORDER);
        let below_p = carry == 0 && declassify(limbs::is_less(&x_plus_n, &C::MODULUS), PUBLIC);
        below_p.then_some(x_plus_n)
    }
}

/// Whether an equation holds.
///
/// Cost in one lane: as [`DoubleBase::sum_vartime`](crate::mul::double_base_vartime::DoubleBase::sum_vartime); over the
/// lanes: as [`EngineCurve::holds_alone`] of the curve. With a prepared key: as [`PreparedKey`] has it.
pub(in crate::engine) fn holds<C: EngineCurve>(
    level: Level,
    key: Key<'_, C>,
    equation: &Equation<C>,
) -> bool {
    holds_over(level, level.in_lanes(), key, equation)
}

/// The same, found in one lane where `lanes` is `None`.
fn holds_over<C: EngineCurve>(
    level: Level,
    lanes: Option<InLanes>,
    key: Key<'_, C>,
    equation: &Equation<C>,
) -> bool {
    match key {
        Key::Decoded(P) => equation_holds(level, lanes, P, equation),
        #[cfg(feature = "alloc")]
        Key::Prepared(key) => key.holds(level, lanes, equation),
    }
}

/// The same, given the key in the form that the sum is computed from.
pub(super) fn equation_holds<C: EngineCurve, K: KeyForm<C>>(
    level: Level,
    lanes: Option<InLanes>,
    key: &K,
    equation: &Equation<C>,
) -> bool {
    let lanes = lanes.filter(|_| equation.other_x().is_none());
    let spread = lanes.and_then(|lanes| key.holds_in_lanes(lanes, equation));
    spread.unwrap_or_else(|| run::run(level, Compare { key, equation }))
}

/// Questions that are sorted by the kind of their keys together.
pub(in crate::engine) const BLOCK: usize = 128;

/// The least number of leftover questions that are worth a group: a question alone has the lanes, too. Measured on Zen 4 with eight lanes.
fn least_leftover(prepared: bool) -> usize {
    if prepared { 7 } else { 2 }
}

/// The least number of questions whose multiples of keys are made affine together. Measured as [`least_leftover`].
#[cfg(feature = "alloc")]
const TABLES_FROM: usize = 16;

/// Whether the equations of at most [`BLOCK`] signatures hold, as [`holds`] says for each, as many at a time as there are lanes; for
/// those places of `asked` that are true.
pub(in crate::engine) fn hold_in_block<C: EngineCurve>(
    lanes: InLanes,
    keys: &[Key<'_, C>],
    equations: &[Equation<C>],
    asked: &[bool],
    out: &mut [bool],
) {
    let level = Level::from(lanes);
    for prepared in [false, true] {
        let (mut places, mut n) = ([0; BLOCK], 0);
        for (i, key) in keys.iter().enumerate() {
            if asked[i] && key.is_prepared() == prepared {
                places[n] = i;
                n += 1;
            }
        }
        let (places, rest) = places[..n].split_at(in_groups(n, level.lanes(), least_leftover(prepared)));
        for &i in rest {
            out[i] = holds(level, keys[i], &equations[i]);
        }
        let Some(&first) = places.first() else { continue };
        let mut doubtful = [false; BLOCK];
        let some = Questions { keys, equations, places, out, doubtful: &mut doubtful };
        match keys[first] {
            Key::Decoded(_) => ask(lanes, some),
            #[cfg(feature = "alloc")]
            Key::Prepared(key) => key.ask(lanes, some),
        }
        for &i in places {
            if doubtful[i] {
                out[i] = holds_over(level, None, keys[i], &equations[i]);
            }
        }
    }
}

/// Asks without prepared keys.
fn ask<C: EngineCurve>(lanes: InLanes, questions: Questions<'_, C>) {
    #[cfg(feature = "alloc")]
    if questions.places.len() >= TABLES_FROM {
        let Questions { keys, equations, places, out, doubtful } = questions;
        let (places, rest) = places.split_at(with_tables::<C>(lanes, places.len()));
        run_wide(lanes, EquationTables(Questions { keys, equations, places, out, doubtful }));
        if !rest.is_empty() {
            run_wide(lanes, EquationLanes(Questions { keys, equations, places: rest, out, doubtful }));
        }
        return;
    }
    run_wide(lanes, EquationLanes(questions));
}

/// How many of `n` items, [`TABLES_FROM`] or more, are worth affine multiples: all, or all but a last group that has none beside it.
#[cfg(feature = "alloc")]
pub(super) fn with_tables<C: EngineCurve>(lanes: InLanes, n: usize) -> usize {
    let lanes = Level::from(lanes).lanes();
    if const { C::SIDE_BY_SIDE } { in_groups(n, SIDE_BY_SIDE * lanes, lanes + 1) } else { n }
}

/// The groups of `n` items whose sums are asked for: those that are side by side are both computed.
#[cfg(feature = "alloc")]
pub(super) fn sums_asked_for<C: EngineCurve>(n: usize, lanes: usize) -> usize {
    let groups = n.div_ceil(lanes);
    if const { C::SIDE_BY_SIDE } { groups.next_multiple_of(SIDE_BY_SIDE) } else { groups }
}

/// Some of at most [`BLOCK`] equations, for the lanes.
pub(super) struct Questions<'a, C: EngineCurve> {
    pub(super) keys: &'a [Key<'a, C>],
    equations: &'a [Equation<C>],
    /// Which of them.
    pub(super) places: &'a [usize],
    out: &'a mut [bool],
    /// Those that the lanes cannot decide: an addition met an exception, or x may have been n or more. Made on
    /// purpose, or one in 2^127.
    doubtful: &'a mut [bool; BLOCK],
}

/// The words of a group of equations, by lanes.
pub(super) struct Inputs<V> {
    pub(super) a: [V; 4],
    pub(super) b: [V; 4],
    x: [V; 4],
}

impl<C: EngineCurve> Questions<'_, C> {
    /// The keys of a group of questions or fewer from `first` on, and G in lanes without one.
    #[inline(always)]
    fn points<V: WeierstrassVector>(&self, first: usize) -> Affine<C, C::LaneFe<V>> {
        let mut points = PerLane::<V, &AffinePoint<C>>::splat(const { &C::BASE });
        for lane in 0..V::LANES {
            let Some(&place) = self.places.get(first + lane) else { break };
            match self.keys[place] {
                Key::Decoded(P) => points[lane] = P,
                #[cfg(feature = "alloc")]
                Key::Prepared(_) => {}
            }
        }
        load_lanes::<C, V>(&points)
    }

    /// A group of questions or fewer from `first` on. Lanes without one compute with 0.
    #[inline(always)]
    pub(super) fn load<V: Vector>(&self, first: usize) -> Inputs<V> {
        let mut a = PerLane::<V, [u64; 4]>::splat([0; 4]);
        let (mut b, mut x) = (a, a);
        for lane in 0..V::LANES {
            let Some(&place) = self.places.get(first + lane) else { break };
            let equation = &self.equations[place];
            (a[lane], b[lane], x[lane]) = (*equation.a.words(), *equation.b.words(), *equation.x.words());
        }
        Inputs { a: V::from_records(&a), b: V::from_records(&b), x: V::from_records(&x) }
    }

    /// The answers of the group of questions or fewer from `first` on.
    #[inline(always)]
    pub(super) fn store<V: WeierstrassVector>(
        &mut self,
        first: usize,
        inputs: &Inputs<V>,
        sum: &Jacobian<C, C::LaneFe<V>>,
    ) {
        let x = &inputs.x;
        let equal = sum.has_x(&C::LaneFe::<V>::from_bundle(x));
        // x + n may be an x too only if x < p − n < 2^129.
        let doubtful = sum.is_identity().or(x[2].shr::<1>().or(x[3]).eq(V::splat(0)));
        let doubtful = doubtful.and(equal.not());
        for lane in 0..V::LANES {
            let Some(&place) = self.places.get(first + lane) else { break };
            self.out[place] = declassify(equal.lane(lane), PUBLIC);
            self.doubtful[place] = declassify(doubtful.lane(lane), PUBLIC);
        }
    }
}

/// Answers without prepared keys.
struct EquationLanes<'a, C: EngineCurve>(Questions<'a, C>);

impl<C: EngineCurve> WideJob for EquationLanes<'_, C> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(mut self) {
        for first in (0..self.0.places.len()).step_by(L::LANES) {
            let inputs = self.0.load::<L::Words>(first);
            let table: [_; ENTRIES] = group_vartime::multiples(&self.0.points::<L::Words>(first));
            let sum = C::sum_lanes_vartime(&inputs.a, &table, &inputs.b);
            self.0.store(first, &inputs, &sum);
        }
    }
}

/// The same for many, with affine multiples of the keys.
#[cfg(feature = "alloc")]
struct EquationTables<'a, C: EngineCurve>(Questions<'a, C>);

#[cfg(feature = "alloc")]
impl<C: EngineCurve> WideJob for EquationTables<'_, C> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(mut self) {
        let groups = self.0.places.len().div_ceil(L::LANES).next_multiple_of(SIDE_BY_SIDE);
        let mut points = alloc::vec::Vec::with_capacity(groups);
        let mut inputs = alloc::vec::Vec::with_capacity(groups);
        let mut factors = alloc::vec::Vec::with_capacity(groups);
        for group in 0..groups {
            points.push(self.0.points::<L::Words>(L::LANES * group));
            let own = self.0.load::<L::Words>(L::LANES * group);
            factors.push(Factors { a: own.a, b: own.b });
            inputs.push(own);
        }
        let mut sums = alloc::vec::Vec::with_capacity(groups);
        sums.resize(groups, Jacobian::identity());
        let asked = sums_asked_for::<C>(self.0.places.len(), L::LANES);
        C::sum_groups_vartime(&factors, &Tables::new(&points), &mut sums[..asked]);
        for group in 0..asked {
            self.0.store(L::LANES * group, &inputs[group], &sums[group]);
        }
    }
}

/// A key in a form that a·P + b·G is computed from.
pub(super) trait KeyForm<C: EngineCurve> {
    /// a·P + b·G in one lane.
    fn sum<F: CurveField<C>>(&self, a: &[u64; 4], b: &[u64; 4]) -> Jacobian<C, F>;
    /// Whether an equation with one x holds, found over the lanes. `None` where they give no answer: this form of a key has no way over them, or
    /// an addition met an exception.
    fn holds_in_lanes(&self, lanes: InLanes, equation: &Equation<C>) -> Option<bool>;
}

/// Whether an equation holds, in one lane.
struct Compare<'a, C: EngineCurve, K> {
    key: &'a K,
    equation: &'a Equation<C>,
}

impl<C: EngineCurve, K: KeyForm<C>> run::Job for Compare<'_, C, K> {
    type Out = bool;
    #[inline(always)]
    fn one<L: One>(self) -> bool {
        let Equation { a, b, x } = self.equation;
        let sum = self.key.sum::<C::Fe<L>>(a.words(), b.words());
        has_x(&sum, x.words()) || self.equation.other_x().is_some_and(|x| has_x(&sum, &x))
    }
}

impl<C: EngineCurve> KeyForm<C> for AffinePoint<C> {
    #[inline(always)]
    fn sum<F: CurveField<C>>(&self, a: &[u64; 4], b: &[u64; 4]) -> Jacobian<C, F> {
        C::sum_vartime(a, &self.load(), b)
    }

    fn holds_in_lanes(&self, lanes: InLanes, equation: &Equation<C>) -> Option<bool> {
        C::holds_alone(lanes, self, equation)
    }
}

/// Whether the point is not O and has this x.
#[inline(always)]
fn has_x<C: EngineCurve, F: CurveField<C>>(point: &Jacobian<C, F>, x: &[u64; 4]) -> bool {
    declassify(point.has_x(&F::from_words(&Lanes::splat(*x))).lane(0), PUBLIC)
}
