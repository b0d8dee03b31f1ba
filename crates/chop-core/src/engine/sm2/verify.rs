//! SM2 verification (GB/T 32918.2, 7.1): from a key, a signature and a digest to facts. Everything here is
//! public, and time varies with all of it.
//!
//! R1 = s·G + t·P with t = r + s; the signature is valid if e + x1 = r modulo n. x1 is not computed: it is one
//! of the at most two numbers below p that are r − e modulo n, and R1 is asked whether its x is that.
//! Prepared keys have their own way to R1: `prepared.rs`.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::point::{Sm2Point, load_lanes};
#[cfg(feature = "alloc")]
use super::prepared::PreparedKey;
use crate::cpu::{InLanes, Level};
use crate::ct::{Mask, declassify};
use crate::curve::sm2::{Affine, Jacobian, PackedPoint, Sm2};
use crate::field::fsm2::{FSm2, MODULUS, bytes_to_words};
use crate::field::fsm2::{LaneFe as Fe, VectorSm2};
use crate::field::{Field, LaneMask, Lanes};
use crate::lanes::{LaneMasks, PerLane};
#[cfg(feature = "alloc")]
use crate::mul::weierstrass::affine::SIDE_BY_SIDE;
use crate::mul::weierstrass::double_base_vartime::mul_vartime;
use crate::mul::weierstrass::group_vartime::{self, ENTRIES};
use crate::mul::weierstrass::halved_vartime::same_x_vartime;
#[cfg(feature = "alloc")]
use crate::mul::weierstrass::tables_vartime::tables;
use crate::run::{self, One, Wide, WideJob, in_groups, run_wide};
use crate::scalar::lanes::nsm2::Scalars;
use crate::scalar::lattice::one_vartime::{ShortPair, short_pair_modulo_vartime};
use crate::scalar::limbs;
use crate::scalar::nsm2::{ORDER, Scalar};
use crate::table::SM2_MULTIPLES;

const PUBLIC: &str = "verification is public";

/// The key of a job.
#[derive(Clone, Copy)]
pub enum Key<'a> {
    /// The point.
    Decoded(&'a Sm2Point),
    /// The comb of the point.
    #[cfg(feature = "alloc")]
    Prepared(&'a PreparedKey),
}

/// One signature to be examined.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// P.
    pub key: Key<'a>,
    /// r, the first half of the signature.
    pub r: &'a [u8; 32],
    /// s, the second half.
    pub s: &'a [u8; 32],
    /// The digest of Z and the message: any 256 bits.
    pub e: &'a [u8; 32],
}

/// The facts about a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// 1 ≤ r < n (B1).
    pub r_in_range: bool,
    /// 1 ≤ s < n (B2).
    pub s_in_range: bool,
    /// r + s ≠ 0 modulo n (B5).
    pub t_not_zero: bool,
    /// R1 is not O and e + x1 = r modulo n (B6, B7). False if one of the others is.
    pub equal: bool,
}

impl Facts {
    /// No fact holds.
    pub const NOTHING: Facts =
        Facts { r_in_range: false, s_in_range: false, t_not_zero: false, equal: false };

    /// Whether the signature is valid.
    pub fn is_valid(&self) -> bool {
        self.r_in_range && self.s_in_range && self.t_not_zero && self.equal
    }
}

/// The facts of one job.
///
/// Cost in one lane: as [`mul_vartime`]; over the lanes: one square root, and as [`same_x_vartime`]. With a prepared key: as
/// [`PreparedKey`] has it.
pub fn facts(level: Level, job: &Job<'_>) -> Facts {
    facts_over(level, level.in_lanes(), job)
}

/// The facts of one job, found in one lane where `lanes` is `None`.
fn facts_over(level: Level, lanes: Option<InLanes>, job: &Job<'_>) -> Facts {
    match job.key {
        Key::Decoded(P) => facts_of_equation(level, lanes, P, job),
        #[cfg(feature = "alloc")]
        Key::Prepared(key) => key.facts(level, lanes, job),
    }
}

/// The facts of one job by its equation, given its key in the form that the sum is computed from.
pub(super) fn facts_of_equation<K: KeyForm>(
    level: Level,
    lanes: Option<InLanes>,
    key: &K,
    job: &Job<'_>,
) -> Facts {
    let (r, r_canonical) = Scalar::from_canonical_bytes(job.r);
    let (s, s_canonical) = Scalar::from_canonical_bytes(job.s);
    let t = r.add(&s);
    let mut facts = Facts {
        r_in_range: declassify(r_canonical.and(r.is_zero().not()), PUBLIC),
        s_in_range: declassify(s_canonical.and(s.is_zero().not()), PUBLIC),
        t_not_zero: declassify(t.is_zero().not(), PUBLIC),
        equal: false,
    };
    if facts.r_in_range && facts.s_in_range && facts.t_not_zero {
        let equation = Equation { s, t, x1: r.sub(&Scalar::from_bytes_mod_order(job.e)) };
        let lanes = lanes.filter(|_| equation.other_x().is_none());
        let spread = lanes.and_then(|lanes| key.holds_in_lanes(lanes, &equation));
        facts.equal = spread.unwrap_or_else(|| run::run(level, Compare { key, equation: &equation }));
    }
    facts
}

/// The facts of many jobs, each as [`facts`] would find them: one by one on a level without lanes, else as many
/// at a time as there are lanes.
///
/// # Panics
/// If the lengths differ.
pub fn facts_of_many(level: Level, jobs: &[Job<'_>], out: &mut [Facts]) {
    assert_eq!(jobs.len(), out.len(), "one place a job");
    let Some(lanes) = level.in_lanes() else {
        for (job, out) in jobs.iter().zip(out) {
            *out = facts(level, job);
        }
        return;
    };
    for (jobs, out) in jobs.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        facts_of_block(lanes, jobs, out);
    }
}

/// Jobs that are sorted by the kind of their keys together.
const BLOCK: usize = 128;

/// The least number of leftover jobs that are worth a group: a job alone has the lanes, too. Measured on Zen 4 with eight lanes.
fn least_leftover(prepared: bool) -> usize {
    if prepared { 7 } else { 2 }
}

impl Job<'_> {
    fn is_prepared(&self) -> bool {
        match self.key {
            Key::Decoded(_) => false,
            #[cfg(feature = "alloc")]
            Key::Prepared(_) => true,
        }
    }
}

/// The least number of jobs whose multiples of keys are made affine together. Measured as [`least_leftover`].
#[cfg(feature = "alloc")]
const TABLES_FROM: usize = 16;

/// As [`facts`], for at most [`BLOCK`] jobs.
fn facts_of_block(lanes: InLanes, jobs: &[Job<'_>], out: &mut [Facts]) {
    let level = Level::from(lanes);
    for prepared in [false, true] {
        let (mut places, mut n) = ([0; BLOCK], 0);
        for (i, job) in jobs.iter().enumerate() {
            if job.is_prepared() == prepared {
                places[n] = i;
                n += 1;
            }
        }
        let (places, rest) = places[..n].split_at(in_groups(n, level.lanes(), least_leftover(prepared)));
        for &i in rest {
            out[i] = facts(level, &jobs[i]);
        }
        let Some(&first) = places.first() else { continue };
        let mut doubtful = [false; BLOCK];
        let some = LaneJobs { jobs, places, out, doubtful: &mut doubtful };
        match jobs[first].key {
            Key::Decoded(_) => facts_of_equations(lanes, some),
            #[cfg(feature = "alloc")]
            Key::Prepared(key) => key.facts_of_some(lanes, some),
        }
        for &i in places {
            if doubtful[i] {
                out[i] = facts_over(level, None, &jobs[i]);
            }
        }
    }
}

/// The facts of jobs without prepared keys.
fn facts_of_equations(lanes: InLanes, jobs: LaneJobs<'_>) {
    #[cfg(feature = "alloc")]
    if jobs.places.len() >= TABLES_FROM {
        return run_wide(lanes, EquationTables(jobs));
    }
    run_wide(lanes, EquationLanes(jobs));
}

/// Some of at most [`BLOCK`] jobs, for the lanes.
pub(super) struct LaneJobs<'a> {
    pub(super) jobs: &'a [Job<'a>],
    /// Which of the jobs.
    pub(super) places: &'a [usize],
    out: &'a mut [Facts],
    /// The jobs that the lanes cannot decide: an addition met an exception, or x1 may have been n or more. Made on
    /// purpose, or one in 2^128.
    doubtful: &'a mut [bool; BLOCK],
}

/// The inputs of a group of jobs, by lanes.
pub(super) struct LaneInputs<V> {
    pub(super) s: Scalars<V>,
    pub(super) t: Scalars<V>,
    /// r − e modulo n.
    x1: Scalars<V>,
    r_in_range: LaneMasks<V>,
    s_in_range: LaneMasks<V>,
}

impl LaneJobs<'_> {
    /// The keys of a group of jobs or fewer from `first` on, and G in lanes without a job.
    #[inline(always)]
    fn points<V: VectorSm2>(&self, first: usize) -> Affine<Fe<V>> {
        let mut points = PerLane::<V, &Sm2Point>::splat(&Sm2Point::BASE);
        for lane in 0..V::LANES {
            let Some(&place) = self.places.get(first + lane) else { break };
            match self.jobs[place].key {
                Key::Decoded(P) => points[lane] = P,
                #[cfg(feature = "alloc")]
                Key::Prepared(_) => {}
            }
        }
        load_lanes::<V>(&points)
    }

    /// A group of jobs or fewer from `first` on. Lanes without a job compute with 0.
    #[inline(always)]
    pub(super) fn load<V: VectorSm2>(&self, first: usize) -> LaneInputs<V> {
        let mut r = PerLane::<V, [u64; 4]>::splat([0; 4]);
        let (mut s, mut e) = (r, r);
        for lane in 0..V::LANES {
            let Some(&place) = self.places.get(first + lane) else { break };
            let job = &self.jobs[place];
            (r[lane], s[lane], e[lane]) =
                (bytes_to_words(job.r), bytes_to_words(job.s), bytes_to_words(job.e));
        }
        let (r_words, s_words): ([V; 4], [V; 4]) = (<Fe<V>>::bundle(&r), <Fe<V>>::bundle(&s));
        let (r, s) = (Scalars::reduce(&r_words), Scalars::reduce(&s_words));
        LaneInputs {
            s,
            t: r.add(&s),
            x1: r.sub(&Scalars::reduce(&<Fe<V>>::bundle(&e))),
            r_in_range: Scalars::is_canonical(&r_words).and(r.is_zero().not()),
            s_in_range: Scalars::is_canonical(&s_words).and(s.is_zero().not()),
        }
    }

    /// The facts of the group of jobs or fewer from `first` on.
    #[inline(always)]
    pub(super) fn store<V: VectorSm2>(&mut self, first: usize, inputs: &LaneInputs<V>, R1: &Jacobian<Fe<V>>) {
        let LaneInputs { t, x1, r_in_range, s_in_range, .. } = inputs;
        let words = x1.words();
        let equal = R1.has_x(&Fe::<V>::from_bundle(&words));
        // x1 + n may be an x too only if x1 < p − n < 2^128.
        let doubtful = R1.is_identity().or(words[2].or(words[3]).eq(V::splat(0)));
        let t_not_zero = t.is_zero().not();
        let fits = r_in_range.and(*s_in_range).and(t_not_zero);
        let (equal, doubtful) = (equal.and(fits), doubtful.and(fits).and(equal.not()));
        for lane in 0..V::LANES {
            let Some(&place) = self.places.get(first + lane) else { break };
            self.out[place] = Facts {
                r_in_range: declassify(r_in_range.lane(lane), PUBLIC),
                s_in_range: declassify(s_in_range.lane(lane), PUBLIC),
                t_not_zero: declassify(t_not_zero.lane(lane), PUBLIC),
                equal: declassify(equal.lane(lane), PUBLIC),
            };
            self.doubtful[place] = declassify(doubtful.lane(lane), PUBLIC);
        }
    }
}

/// Facts of jobs without prepared keys.
struct EquationLanes<'a>(LaneJobs<'a>);

impl WideJob for EquationLanes<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(mut self) {
        for first in (0..self.0.places.len()).step_by(L::LANES) {
            let inputs = self.0.load::<L::Words>(first);
            let table: [_; ENTRIES] = group_vartime::multiples(&self.0.points::<L::Words>(first));
            let R1 = group_vartime::mul_lanes(&inputs.t.words(), &table, &inputs.s.words());
            self.0.store(first, &inputs, &R1);
        }
    }
}

/// The same for many jobs, with affine multiples of the keys.
#[cfg(feature = "alloc")]
struct EquationTables<'a>(LaneJobs<'a>);

#[cfg(feature = "alloc")]
impl WideJob for EquationTables<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(mut self) {
        let groups = self.0.places.len().div_ceil(L::LANES).next_multiple_of(SIDE_BY_SIDE);
        let mut points = alloc::vec::Vec::with_capacity(groups);
        for group in 0..groups {
            points.push(self.0.points::<L::Words>(L::LANES * group));
        }
        let tables = tables(&points);
        for first in (0..self.0.places.len()).step_by(L::LANES) {
            let inputs = self.0.load::<L::Words>(first);
            let table = group_vartime::by_lanes(&tables[first / L::LANES]);
            let R1 = group_vartime::mul_lanes(&inputs.t.words(), &table, &inputs.s.words());
            self.0.store(first, &inputs, &R1);
        }
    }
}

/// The numbers of an equation: whether the x of t·P + s·G is x1 modulo n.
pub(super) struct Equation {
    pub(super) s: Scalar,
    pub(super) t: Scalar,
    pub(super) x1: Scalar,
}

impl Equation {
    /// The other x that is x1 modulo n, as n < p < 2·n, if it is below p: one time in 2^128, or made on purpose.
    #[inline(always)]
    fn other_x(&self) -> Option<[u64; 4]> {
        let (x_plus_n, carry) = limbs::add(self.x1.words(), &ORDER);
        let below_p = carry == 0 && declassify(limbs::is_less(&x_plus_n, &MODULUS), PUBLIC);
        below_p.then_some(x_plus_n)
    }
}

/// A key in a form that t·P + s·G is computed from.
pub(super) trait KeyForm {
    /// t·P + s·G in one lane.
    fn sum<F: FSm2>(&self, t: &[u64; 4], s: &[u64; 4]) -> Jacobian<F>;
    /// Whether an equation with one x holds, found over the lanes. `None` where they give no answer, because an addition met
    /// an exception.
    fn holds_in_lanes(&self, lanes: InLanes, equation: &Equation) -> Option<bool>;
}

/// Whether an equation holds, in one lane.
struct Compare<'a, K> {
    key: &'a K,
    equation: &'a Equation,
}

impl<K: KeyForm> run::Job for Compare<'_, K> {
    type Out = bool;
    #[inline(always)]
    fn one<L: One>(self) -> bool {
        let Equation { s, t, x1 } = self.equation;
        let R1 = self.key.sum::<L::FSm2>(t.words(), s.words());
        has_x(&R1, x1.words()) || self.equation.other_x().is_some_and(|x| has_x(&R1, &x))
    }
}

impl KeyForm for Sm2Point {
    #[inline(always)]
    fn sum<F: FSm2>(&self, t: &[u64; 4], s: &[u64; 4]) -> Jacobian<F> {
        mul_vartime(t, &self.load(), s, &SM2_MULTIPLES.0)
    }

    fn holds_in_lanes(&self, lanes: InLanes, equation: &Equation) -> Option<bool> {
        let lift = Lift { P: self, x: equation.x1.words() };
        let Some([P, R]) = run::run(Level::from(lanes), lift) else {
            return Some(false); // no point has this x
        };
        let pair = short_pair_modulo_vartime(&ORDER, equation.t.words());
        let w = equation.s.mul(&Scalar::from_words_mod_order(&pair.v));
        run_wide(lanes, CompareHalved { w: w.words(), pair: &pair, P: &P, R: &R })
    }
}

/// P and one of the two points with this x, if there are any.
struct Lift<'a> {
    P: &'a Sm2Point,
    x: &'a [u64; 4],
}

impl run::Job for Lift<'_> {
    type Out = Option<[PackedPoint; 2]>;
    #[inline(always)]
    fn one<L: One>(self) -> Option<[PackedPoint; 2]> {
        let (R, exists) =
            Affine::<L::FSm2>::lift_x(&L::FSm2::from_words(&Lanes::splat(*self.x)), Mask::FALSE);
        let (P, R) = (self.P.load::<L::FSm2>().pack(), R.pack());
        declassify(exists.lane(0), PUBLIC).then(|| [P.as_ref()[0], R.as_ref()[0]])
    }
}

/// Whether w·G + u·P and v·R have the same x, if the lanes can say.
struct CompareHalved<'a> {
    w: &'a [u64; 4],
    pair: &'a ShortPair,
    P: &'a PackedPoint,
    R: &'a PackedPoint,
}

impl WideJob for CompareHalved<'_> {
    type Out = Option<bool>;
    #[inline(always)]
    fn wide<L: Wide>(self) -> Option<bool> {
        same_x_vartime::<Sm2, Fe<L::Spread>>(self.w, self.pair, self.P, self.R)
    }
}

/// Whether the point is not O and has this x.
#[inline(always)]
fn has_x<F: FSm2>(point: &Jacobian<F>, x: &[u64; 4]) -> bool {
    declassify(point.has_x(&F::from_words(&Lanes::splat(*x))).lane(0), PUBLIC)
}
