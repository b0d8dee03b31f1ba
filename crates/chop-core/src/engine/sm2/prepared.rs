//! SM2 verification under a prepared key, whose multiples need no doublings.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::point::Sm2Point;
use super::verify::{Equation, Facts, Job, Key, KeyForm, LaneJobs, facts_of_equation};
use crate::cpu::{InLanes, Level};
use crate::ct::declassify;
use crate::curve::sm2::{Jacobian, Sm2};
use crate::field::fsm2::FSm2;
use crate::field::fsm2::{LaneFe as Fe, VectorSm2};
use crate::field::{Field, Lanes};
use crate::lanes::PerLane;
use crate::mul::weierstrass::comb::build_comb_vartime;
use crate::mul::weierstrass::double_base_vartime::mul_prepared_vartime;
use crate::mul::weierstrass::group_vartime::{mul_combs, mul_prepared_split};
use crate::run::{self, One, Wide, WideJob, run_wide};
use crate::table::{SM2_COMB, Sm2Comb};
use alloc::boxed::Box;

const PUBLIC: &str = "verification is public";

/// The comb of a key, and the code that verifies under it: a program that makes no such key links neither that code nor the
/// tables that only it reads.
///
/// Cost of a verification: as [`mul_prepared_vartime`]; over the lanes as [`mul_prepared_split`].
#[derive(Clone)]
pub struct PreparedKey {
    comb: Box<Sm2Comb>,
    code: Code,
}

/// The functions that find the facts of jobs with prepared keys.
#[derive(Clone, Copy)]
struct Code {
    one: fn(Level, Option<InLanes>, &Sm2Comb, &Job<'_>) -> Facts,
    many: fn(InLanes, LaneJobs<'_>),
}

impl PreparedKey {
    /// Prepares a key. Cost: as [`build_comb_vartime`]; 88,064 bytes.
    pub fn new(level: Level, key: &Sm2Point) -> PreparedKey {
        let code = Code { one: facts_of_equation, many: facts_of_some };
        PreparedKey { comb: run::run(level, BuildComb(key)), code }
    }

    /// The comb of the point.
    pub fn comb(&self) -> &Sm2Comb {
        &self.comb
    }

    /// The facts of one job with this key, found in one lane where `lanes` is `None`.
    pub(super) fn facts(&self, level: Level, lanes: Option<InLanes>, job: &Job<'_>) -> Facts {
        (self.code.one)(level, lanes, &self.comb, job)
    }

    /// The facts of some jobs, all with prepared keys, this one or others.
    pub(super) fn facts_of_some(&self, lanes: InLanes, jobs: LaneJobs<'_>) {
        (self.code.many)(lanes, jobs);
    }
}

struct BuildComb<'a>(&'a Sm2Point);

impl run::Job for BuildComb<'_> {
    type Out = Box<Sm2Comb>;
    #[inline(always)]
    fn one<L: One>(self) -> Box<Sm2Comb> {
        build_comb_vartime(&self.0.load::<L::FSm2>())
    }
}

impl KeyForm for Sm2Comb {
    #[inline(always)]
    fn sum<F: FSm2>(&self, t: &[u64; 4], s: &[u64; 4]) -> Jacobian<F> {
        mul_prepared_vartime(t, self, s, &SM2_COMB)
    }

    fn holds_in_lanes(&self, lanes: InLanes, equation: &Equation) -> Option<bool> {
        run_wide(lanes, CompareSplit { comb: self, equation })
    }
}

/// Whether an equation with one x holds, if the lanes can say.
struct CompareSplit<'a> {
    comb: &'a Sm2Comb,
    equation: &'a Equation,
}

impl WideJob for CompareSplit<'_> {
    type Out = Option<bool>;
    #[inline(always)]
    fn wide<L: Wide>(self) -> Option<bool> {
        let Equation { s, t, x1 } = self.equation;
        let R1 = mul_prepared_split::<Sm2, Fe<L::Words>, _>(t.words(), self.comb, s.words());
        if declassify(R1.is_identity().lane(0), PUBLIC) {
            return None;
        }
        let x = Fe::<L::Words>::from_words(&Lanes::splat(*x1.words()));
        Some(declassify(R1.has_x(&x).lane(0), PUBLIC))
    }
}

/// The facts of jobs that all have prepared keys.
fn facts_of_some(lanes: InLanes, jobs: LaneJobs<'_>) {
    run_wide(lanes, CompareCombs(jobs));
}

struct CompareCombs<'a>(LaneJobs<'a>);

impl WideJob for CompareCombs<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(mut self) {
        for first in (0..self.0.places.len()).step_by(L::LANES) {
            let inputs = self.0.load::<L::Words>(first);
            let combs = self.combs::<L::Words>(first);
            let R1 = mul_combs(&inputs.t.words(), &combs, &inputs.s.words());
            self.0.store(first, &inputs, &R1);
        }
    }
}

impl CompareCombs<'_> {
    /// The combs of a group of jobs or fewer from `first` on, and that of G in lanes without a job.
    #[inline(always)]
    fn combs<V: VectorSm2>(&self, first: usize) -> PerLane<V, &Sm2Comb> {
        let mut combs = PerLane::<V, &Sm2Comb>::splat(&SM2_COMB);
        for lane in 0..V::LANES {
            let Some(&place) = self.0.places.get(first + lane) else { break };
            if let Key::Prepared(key) = self.0.jobs[place].key {
                combs[lane] = key.comb();
            }
        }
        combs
    }
}
