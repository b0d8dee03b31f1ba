//! Ed25519 verification under a prepared key, whose multiples need no doublings: R′ = S·B − k·A is compared with R as 32
//! bytes first. Equal bytes settle every question about R and the equation; only where they differ, and the plan asks, is R
//! decoded.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::decode::Decoded;
use super::facts::{Fact, Facts, Plan};
use super::verify::{BLOCK, Decodings, Job, Key, Neutral, Scalars, decode_r, is_neutral, scalars_of};
use crate::cpu::{InLanes, Level};
use crate::ct::declassify;
use crate::curve::edwards::Projective;
use crate::curve::edwards::small_order::is_small_order;
use crate::engine::AffinePoint;
use crate::engine::group::{edwards, sum_vartime};
use crate::field::f25519::F25519;
use crate::field::f25519::{LaneFe as Fe, Vector25519};
use crate::field::inverses::invert_first;
use crate::field::{Field, LaneMask, Lanes};
use crate::lanes::PerLane;
use crate::mul::edwards::{double_base_vartime, group_vartime, spread};
use crate::run::{self, One, Wide, WideJob, run_wide};
use crate::table::Comb;
use alloc::boxed::Box;

const PUBLIC: &str = "verification is public";

/// A decoded key A with the comb of −A, and with the code that verifies under it: a program that makes no such key links
/// neither that code nor the tables that only it reads.
#[derive(Clone)]
pub struct PreparedKey {
    key: Decoded,
    comb: Box<Comb>,
    code: Code,
}

/// The functions that find the facts of jobs with prepared keys.
#[derive(Clone, Copy)]
struct Code {
    one: fn(Level, Plan, &Job<'_>, &PreparedKey) -> Facts,
    /// For some of at most [`BLOCK`] jobs.
    many: fn(InLanes, Plan, &[Job<'_>], &[usize], &mut [Facts]),
}

impl PreparedKey {
    /// Prepares a key. Cost: as [`build_comb_vartime`](sum_vartime::build_comb_vartime).
    pub fn new(level: Level, key: &Decoded) -> PreparedKey {
        let minus_A = edwards::negate(level, &edwards::from_affine(level, &key.point));
        let code = Code { one: facts_of_one, many: facts_of_some };
        PreparedKey { key: *key, comb: sum_vartime::build_comb_vartime(level, &minus_A), code }
    }

    /// The key itself.
    pub(super) fn key(&self) -> &Decoded {
        &self.key
    }

    /// The facts of one job with this key.
    pub(super) fn facts(&self, level: Level, plan: Plan, job: &Job<'_>) -> Facts {
        (self.code.one)(level, plan, job, self)
    }

    /// The facts of some of at most [`BLOCK`] jobs, all with prepared keys, this one or others.
    pub(super) fn facts_of_some(
        &self,
        lanes: InLanes,
        plan: Plan,
        jobs: &[Job<'_>],
        places: &[usize],
        out: &mut [Facts],
    ) {
        (self.code.many)(lanes, plan, jobs, places, out);
    }
}

/// The facts of one job with a prepared key.
fn facts_of_one(level: Level, plan: Plan, job: &Job<'_>, key: &PreparedKey) -> Facts {
    let mut combined = Combined::NOTHING;
    let comb = &*key.comb;
    run::run(level, CombinePrepared { plan, comb, scalars: Scalars::of(job), out: &mut combined });
    facts_of_combined(level, plan, &key.key, job, &combined)
}

/// The facts of some of at most [`BLOCK`] jobs, all with prepared keys. R of those whose bytes are not the ones of R′ are
/// decoded together, if the plan asks for them: signatures that are not valid cost little more than others.
#[inline(never)]
fn facts_of_some(lanes: InLanes, plan: Plan, jobs: &[Job<'_>], places: &[usize], out: &mut [Facts]) {
    let mut combined = [Combined::NOTHING; BLOCK];
    run_wide(lanes, CombineCombs { jobs, places, out: &mut combined });
    let mut points = Decodings::new();
    for &i in places {
        points.key(i, &jobs[i]);
        if combined[i].point.encode() != *jobs[i].R && plan.decodes_r() {
            points.R(i, &jobs[i]);
        }
    }
    let [keys, Rs] = points.decode(lanes.into());
    for &i in places {
        let job = Job { decoded_R: Some(&Rs[i]), ..jobs[i] };
        out[i] = facts_of_combined(lanes.into(), plan, &keys[i], &job, &combined[i]);
    }
}

/// R′ = S·B − k·A. −k·A is k·(−A), not (ℓ − k)·A: A may have a part of small order.
#[derive(Clone, Copy)]
struct Combined {
    point: AffinePoint,
    /// Whether the order of R′ divides 8; computed only if the plan asks for the order of R.
    small_order: bool,
}

impl Combined {
    const NOTHING: Combined = Combined { point: AffinePoint::IDENTITY, small_order: false };

    #[inline(always)]
    fn of<F: F25519>(plan: Plan, R1: &Projective<F>) -> Combined {
        let (x, y) = R1.to_affine(&R1.Z.invert_vartime());
        Combined {
            point: AffinePoint { x: x.to_words().as_ref()[0], y: y.to_words().as_ref()[0] },
            small_order: plan.has(Fact::RSmallOrder) && declassify(is_small_order(R1).lane(0), PUBLIC),
        }
    }
}

struct CombinePrepared<'a> {
    plan: Plan,
    /// The comb of −A.
    comb: &'a Comb,
    scalars: Scalars,
    out: &'a mut Combined,
}

impl run::Job for CombinePrepared<'_> {
    type Out = ();
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) {
        let (k, s) = (self.scalars.k.words(), self.scalars.s.words());
        let R1 = double_base_vartime::mul_prepared_vartime::<L::F25519>(k, self.comb, s);
        *self.out = Combined::of(self.plan, &R1.to_projective());
    }

    #[inline(always)]
    fn alone<L: Wide>(self) {
        let (k, s) = (self.scalars.k.words(), self.scalars.s.words());
        let R1 = spread::mul_prepared_vartime::<L::Words>(k, self.comb, s);
        *self.out = Combined::of(self.plan, &spread::one_of_all::<L::F25519, L::Words>(&R1).to_projective());
    }
}

/// Groups that share an inversion.
const BLOCK_GROUPS: usize = 8;

/// R′ of jobs with prepared keys.
struct CombineCombs<'a> {
    jobs: &'a [Job<'a>],
    /// Which of the jobs.
    places: &'a [usize],
    out: &'a mut [Combined; BLOCK],
}

impl WideJob for CombineCombs<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(mut self) {
        let mut points = [Projective::<Fe<L::Words>>::identity(); BLOCK_GROUPS];
        for places in self.places.chunks(BLOCK_GROUPS * L::LANES) {
            for (g, places) in places.chunks(L::LANES).enumerate() {
                points[g] = self.combined::<L::Words>(places);
            }
            self.store::<L::Words>(places, &points);
        }
    }
}

impl CombineCombs<'_> {
    /// R′ of a group of jobs or fewer.
    #[inline(always)]
    fn combined<V: Vector25519>(&self, places: &[usize]) -> Projective<Fe<V>> {
        let [k, s] = scalars_of::<V>(self.jobs, places, 0);
        let mut combs = PerLane::<V, Option<&Comb>>::splat(None);
        for lane in 0..V::LANES {
            let Some(&place) = places.get(lane) else { break };
            if let Key::Prepared(key) = self.jobs[place].key {
                combs[lane] = Some(&*key.comb);
            }
        }
        // The first lane has a job; where there is none the scalars are 0, and any comb does.
        let Some(first) = combs[0] else { return Projective::identity() };
        let mut all = PerLane::<V, &Comb>::splat(first);
        for lane in 1..V::LANES {
            if let Some(comb) = combs[lane] {
                all[lane] = comb;
            }
        }
        group_vartime::double_comb_vartime(&k.words(), &all, &s.words())
    }

    /// Stores R′ of some groups as affine points, with one inversion for all.
    #[inline(always)]
    fn store<V: Vector25519>(&mut self, places: &[usize], points: &[Projective<Fe<V>>; BLOCK_GROUPS]) {
        let mut z = [points[0].Z; BLOCK_GROUPS];
        let groups = places.len().div_ceil(V::LANES);
        for g in 0..groups {
            z[g] = points[g].Z;
        }
        invert_first(&mut z, groups);
        for (g, places) in places.chunks(V::LANES).enumerate() {
            let (x, y) = points[g].to_affine(&z[g]);
            let (x, y) = (x.to_words(), y.to_words());
            let small_order = is_small_order(&points[g]);
            for lane in 0..V::LANES {
                let Some(&place) = places.get(lane) else { break };
                self.out[place] = Combined {
                    point: AffinePoint { x: x[lane], y: y[lane] },
                    small_order: declassify(small_order.lane(lane), PUBLIC),
                };
            }
        }
    }
}

/// Whether two points are equal, and whether 8 times them are.
struct Compare<'a>(&'a AffinePoint, &'a AffinePoint);

impl run::Job for Compare<'_> {
    type Out = Neutral;
    #[inline(always)]
    fn one<L: One>(self) -> Neutral {
        let P = AffinePoint::load::<L::F25519>(&Lanes::splat(*self.0));
        let minus_Q = AffinePoint::load_negated::<L::F25519>(&Lanes::splat(*self.1));
        is_neutral(&P.add(&minus_Q.to_cached()).to_extended())
    }
}

/// All facts of a job, given its decoded key and R′.
fn facts_of_combined(level: Level, plan: Plan, A: &Decoded, job: &Job<'_>, combined: &Combined) -> Facts {
    let mut facts = Facts::UNKNOWN;
    facts.set_s(job.S);
    facts.set_a(A);
    let bytes_equal = A.decodes && combined.point.encode() == *job.R;
    facts.set(Fact::BytesEqual, bytes_equal);
    if bytes_equal {
        // An encoding that was computed is canonical and decodes.
        facts.set(Fact::PointsEqual, true);
        facts.set(Fact::CofactoredEqual, true);
        facts.set(Fact::RDecodes, true);
        facts.set(Fact::RYReduced, true);
        facts.set(Fact::RMinusZero, false);
        if plan.has(Fact::RSmallOrder) {
            facts.set(Fact::RSmallOrder, combined.small_order);
        }
    } else if plan.decodes_r() {
        let R = decode_r(level, job);
        facts.set_r(&R);
        let equal = run::run(level, Compare(&combined.point, &R.point));
        facts.set(Fact::PointsEqual, A.decodes && R.decodes && equal.itself);
        facts.set(Fact::CofactoredEqual, A.decodes && R.decodes && equal.times_8);
    }
    facts
}
