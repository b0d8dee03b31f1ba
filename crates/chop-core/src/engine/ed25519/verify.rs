//! Ed25519 verification: from a key, R, S and a digest to facts. Everything here is public, and time
//! varies with all of it.
//!
//! R is decoded and v·(S·B − R − k·A) is computed with half the doublings, for a v that makes it neutral exactly where
//! S·B − R − k·A is (`scalar/lattice/one_vartime`). The bytes are equal where the points are and R is the canonical encoding.
//! Prepared keys have a way of their own, with the same facts: `prepared.rs`.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::decode::Decoded;
use super::facts::{Fact, Facts, Plan};
#[cfg(feature = "alloc")]
use super::prepared::PreparedKey;
use crate::cpu::{InLanes, Level};
use crate::ct::{Mask, declassify};
use crate::curve::edwards::Extended;
use crate::curve::edwards::quad::{Quad, Words};
use crate::curve::edwards::small_order::mul_by_cofactor;
use crate::engine::AffinePoint;
use crate::field::f25519::coordinates::Coordinates;
use crate::field::f25519::{F25519, WIDE, bytes_to_wide, bytes_to_words, words_to_bytes};
use crate::field::f25519::{LaneFe as Fe, Vector25519};
use crate::field::{Field, LaneMask, Lanes};
use crate::lanes::{LaneMasks, PerLane, each_ref};
use crate::mul::edwards::quad_vartime;
use crate::mul::edwards::{double_base_vartime, group_vartime};
use crate::run::{self, One, Wide, WideJob, in_groups, run_wide};
use crate::scalar::l25519::Scalar;
use crate::scalar::lanes::l25519::Scalars as LaneScalars;
use crate::scalar::lattice::lanes_vartime::{ShortPairs, short_pairs_vartime};
use crate::scalar::lattice::one_vartime::{ShortPair, short_pair_vartime};

const PUBLIC: &str = "verification is public";

/// The key of a job.
#[derive(Clone, Copy)]
pub enum Key<'a> {
    /// Not yet decoded.
    Bytes(&'a [u8; 32]),
    /// Decoded.
    Decoded(&'a Decoded),
    /// Decoded, with the comb of −A.
    #[cfg(feature = "alloc")]
    Prepared(&'a PreparedKey),
}

/// One signature to be examined.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// A.
    pub key: Key<'a>,
    /// R, the first half of the signature.
    pub R: &'a [u8; 32],
    /// R decoded, where that has been done.
    pub decoded_R: Option<&'a Decoded>,
    /// S, the second half.
    pub S: &'a [u8; 32],
    /// The 64-byte hash of dom ‖ R ‖ A ‖ M; k is its value modulo ℓ.
    pub digest: &'a [u8; 64],
}

/// The facts of one job that `plan` asks for.
pub fn facts(level: Level, plan: Plan, job: &Job<'_>) -> Facts {
    match (job.key, job.decoded_R) {
        (Key::Bytes(A), None) => {
            // Together: lanes take as long for two square roots as for one.
            let mut decoded = [Decoded::NOTHING; 2];
            Decoded::many_from_bytes(level, &[*A, *job.R], &mut decoded);
            let [A, R] = &decoded;
            facts_of_equation(level, plan, A, &Job { decoded_R: Some(R), ..*job })
        }
        (Key::Bytes(A), Some(_)) => facts_of_equation(level, plan, &Decoded::from_bytes(level, A), job),
        (Key::Decoded(A), _) => facts_of_equation(level, plan, A, job),
        #[cfg(feature = "alloc")]
        (Key::Prepared(key), _) => key.facts(level, plan, job),
    }
}

/// The facts of many jobs, each as [`facts`] would find them: one by one on a level without lanes and for few jobs, else
/// as many at a time as there are lanes. Scratch: 400 bytes a job for 64 jobs at a time, on the stack.
///
/// # Panics
/// If the lengths differ.
pub fn facts_of_many(level: Level, plan: Plan, jobs: &[Job<'_>], out: &mut [Facts]) {
    assert_eq!(jobs.len(), out.len(), "one place a job");
    let Some(lanes) = level.in_lanes() else {
        for (job, out) in jobs.iter().zip(out) {
            *out = facts(level, plan, job);
        }
        return;
    };
    for (jobs, out) in jobs.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        facts_of_block(lanes, plan, jobs, out);
    }
}

/// Jobs that share an inversion.
pub(super) const BLOCK: usize = 64;

/// The least number of leftover jobs that are worth a group, with prepared keys or without. Measured on Zen 4 with eight lanes.
const LEAST_LEFTOVER: usize = 5;

/// As [`facts`], for at most [`BLOCK`] jobs.
fn facts_of_block(lanes: InLanes, plan: Plan, jobs: &[Job<'_>], out: &mut [Facts]) {
    let level = Level::from(lanes);
    for prepared in [false, true] {
        let (mut places, mut n) = ([0; BLOCK], 0);
        for (i, job) in jobs.iter().enumerate() {
            if job.is_prepared() == prepared {
                places[n] = i;
                n += 1;
            }
        }
        let (places, rest) = places[..n].split_at(in_groups(n, level.lanes(), LEAST_LEFTOVER));
        for &i in rest {
            out[i] = facts(level, plan, &jobs[i]);
        }
        let Some(&first) = places.first() else { continue };
        match jobs[first].key {
            #[cfg(feature = "alloc")]
            Key::Prepared(key) => key.facts_of_some(lanes, plan, jobs, places, out),
            _ => facts_of_equations(lanes, plan, jobs, places, out),
        }
    }
}

impl Job<'_> {
    fn is_prepared(&self) -> bool {
        match self.key {
            Key::Bytes(_) | Key::Decoded(_) => false,
            #[cfg(feature = "alloc")]
            Key::Prepared(_) => true,
        }
    }
}

/// The facts of some of at most [`BLOCK`] jobs, by their equations. Not inlined, like the next: the stack holds one of them.
#[inline(never)]
fn facts_of_equations(lanes: InLanes, plan: Plan, jobs: &[Job<'_>], places: &[usize], out: &mut [Facts]) {
    let mut points = Decodings::new();
    for &i in places {
        points.key(i, &jobs[i]);
        points.R(i, &jobs[i]);
    }
    let [keys, Rs] = points.decode(lanes.into());
    let mut equal = [Neutral::NOT; BLOCK];
    run_wide(lanes, EquationLanes { jobs, keys, Rs, places, out: &mut equal });
    for &i in places {
        out[i] = facts_of_points(plan, &keys[i], &Rs[i], jobs[i].S, equal[i]);
    }
}

/// The points of at most [`BLOCK`] jobs, those given as bytes to be decoded together.
pub(super) struct Decodings {
    /// Keys, and R.
    points: [[Decoded; BLOCK]; 2],
    encodings: [[u8; 32]; 2 * BLOCK],
    /// The places of the points of the encodings.
    places: [(usize, usize); 2 * BLOCK],
    n: usize,
}

impl Decodings {
    pub(super) fn new() -> Decodings {
        Decodings {
            points: [[Decoded::NOTHING; BLOCK]; 2],
            encodings: [[0; 32]; 2 * BLOCK],
            places: [(0, 0); 2 * BLOCK],
            n: 0,
        }
    }

    /// Asks for the key of job `i`.
    pub(super) fn key(&mut self, i: usize, job: &Job<'_>) {
        match job.key {
            Key::Bytes(encoding) => self.encoding((0, i), encoding),
            Key::Decoded(A) => self.points[0][i] = *A,
            #[cfg(feature = "alloc")]
            Key::Prepared(key) => self.points[0][i] = *key.key(),
        }
    }

    /// Asks for R of job `i`.
    pub(super) fn R(&mut self, i: usize, job: &Job<'_>) {
        match job.decoded_R {
            None => self.encoding((1, i), job.R),
            Some(R) => self.points[1][i] = *R,
        }
    }

    fn encoding(&mut self, place: (usize, usize), encoding: &[u8; 32]) {
        (self.encodings[self.n], self.places[self.n]) = (*encoding, place);
        self.n += 1;
    }

    /// The keys and R, in the places of their jobs; [`Decoded::NOTHING`] where none was asked for.
    pub(super) fn decode(&mut self, level: Level) -> &[[Decoded; BLOCK]; 2] {
        let mut decoded = [Decoded::NOTHING; 2 * BLOCK];
        Decoded::many_from_bytes(level, &self.encodings[..self.n], &mut decoded[..self.n]);
        for (&(which, i), decoded) in self.places.iter().zip(decoded).take(self.n) {
            self.points[which][i] = decoded;
        }
        &self.points
    }
}

pub(super) fn decode_r(level: Level, job: &Job<'_>) -> Decoded {
    job.decoded_R.copied().unwrap_or_else(|| Decoded::from_bytes(level, job.R))
}

/// k and S of a job, both modulo ℓ.
#[derive(Clone, Copy)]
pub(super) struct Scalars {
    pub(super) k: Scalar,
    pub(super) s: Scalar,
}

impl Scalars {
    pub(super) fn of(job: &Job<'_>) -> Scalars {
        Scalars { k: Scalar::from_bytes_wide(job.digest), s: Scalar::from_bytes_mod_order(job.S) }
    }
}

/// k and S modulo ℓ of a group of jobs or fewer, those of `places` from `first` on; 0 in lanes without a job.
#[inline(always)]
pub(super) fn scalars_of<V: Vector25519>(
    jobs: &[Job<'_>],
    places: &[usize],
    first: usize,
) -> [LaneScalars<V>; 2] {
    let mut digests = PerLane::<V, [u64; WIDE]>::splat([0; WIDE]);
    let mut s = PerLane::<V, [u64; 4]>::splat([0; 4]);
    for lane in 0..V::LANES {
        let Some(&place) = places.get(first + lane) else { break };
        let job = &jobs[place];
        digests[lane] = bytes_to_wide(job.digest);
        s[lane] = bytes_to_words(job.S);
    }
    let k = LaneScalars::reduce_wide(&V::from_eight_words(each_ref::<V, _>(&digests)));
    [k, LaneScalars::reduce(&<Fe<V>>::bundle(&s))]
}

/// Whether v·(S·B − R − k·A) of each job is neutral, and whether 8 times it is. The result is unspecified for points that
/// do not decode.
struct EquationLanes<'a> {
    jobs: &'a [Job<'a>],
    keys: &'a [Decoded; BLOCK],
    Rs: &'a [Decoded; BLOCK],
    /// Which of the jobs.
    places: &'a [usize],
    out: &'a mut [Neutral; BLOCK],
}

impl WideJob for EquationLanes<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(mut self) {
        // Two groups at a time, whose short pairs are found side by side.
        let n = L::LANES;
        for first in (0..self.places.len()).step_by(2 * n) {
            let mut scalars = [scalars_of::<L::Words>(self.jobs, self.places, first); 2];
            scalars[1] = scalars_of(self.jobs, self.places, first + n);
            let pairs = short_pairs_vartime(&[scalars[0][0].words(), scalars[1][0].words()]);
            for g in 0..2 {
                if self.places.len() > first + n * g {
                    self.group(first + n * g, &pairs[g], &scalars[g][1]);
                }
            }
        }
    }
}

impl EquationLanes<'_> {
    /// A group of jobs or fewer, from `first` on. Lanes without a job compute with the neutral element and 0.
    #[inline(always)]
    fn group<V: Vector25519>(&mut self, first: usize, pairs: &ShortPairs<V>, s: &LaneScalars<V>) {
        let mut keys = PerLane::<V, AffinePoint>::splat(AffinePoint::IDENTITY);
        let mut Rs = keys;
        for lane in 0..V::LANES {
            if let Some(&place) = self.places.get(first + lane) {
                (keys[lane], Rs[lane]) = (self.keys[place].point, self.Rs[place].point);
            }
        }
        let ShortPairs { u, u_negative, v } = pairs;
        let w = LaneScalars::reduce(v).mul(s);
        let (A, R) = (AffinePoint::load::<Fe<V>>(&keys), AffinePoint::load::<Fe<V>>(&Rs));
        let terms = [
            group_vartime::Term { scalar: u, negative: u_negative.not(), point: &A },
            group_vartime::Term {
                scalar: v,
                negative: LaneMasks::from_lanes(&Lanes::splat(Mask::TRUE)),
                point: &R,
            },
        ];
        let D = group_vartime::mul_vartime(&terms, &w.words());
        let neutral = D.is_identity();
        let mut times_8 = neutral;
        if !all_vartime(neutral) {
            // The factor 8 is applied to the point, last: 8·u modulo ℓ would not be 8 times u·A.
            times_8 = mul_by_cofactor(&D).is_identity();
        }
        for lane in 0..V::LANES {
            let Some(&place) = self.places.get(first + lane) else { break };
            self.out[place] = Neutral {
                itself: declassify(neutral.lane(lane), PUBLIC),
                times_8: declassify(times_8.lane(lane), PUBLIC),
            };
        }
    }
}

/// Whether the mask is true in every lane.
#[inline(always)]
fn all_vartime<V: Vector25519>(mask: LaneMasks<V>) -> bool {
    let mut all = true;
    for lane in 0..V::LANES {
        all &= declassify(mask.lane(lane), PUBLIC);
    }
    all
}

/// Whether a point is the neutral element, and whether 8 times the point is.
#[derive(Clone, Copy)]
pub(super) struct Neutral {
    pub(super) itself: bool,
    pub(super) times_8: bool,
}

impl Neutral {
    const NOT: Neutral = Neutral { itself: false, times_8: false };
}

/// Whether v·(S·B − R − k·A) is neutral for an odd v, and whether 8 times it is.
struct Equation<'a> {
    A: &'a AffinePoint,
    R: &'a AffinePoint,
    /// u ≡ v·k modulo 8ℓ.
    pair: ShortPair,
    /// v·S modulo ℓ.
    w: Scalar,
}

impl<'a> Equation<'a> {
    fn new(A: &'a AffinePoint, R: &'a AffinePoint, scalars: &Scalars) -> Equation<'a> {
        let pair = short_pair_vartime(scalars.k.words());
        let w = scalars.s.mul(&Scalar::from_bytes_mod_order(&words_to_bytes(&pair.v)));
        Equation { A, R, pair, w }
    }
}

impl run::Job for Equation<'_> {
    type Out = Neutral;
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> Neutral {
        let ShortPair { u, u_negative, v } = &self.pair;
        let A = Lanes::splat(*self.A);
        let minus_u_A =
            if *u_negative { AffinePoint::load::<L::F25519>(&A) } else { AffinePoint::load_negated(&A) };
        let minus_R = AffinePoint::load_negated(&Lanes::splat(*self.R));
        let terms = [(u, &minus_u_A), (v, &minus_R)];
        is_neutral(&double_base_vartime::mul_interleaved_vartime(terms, self.w.words()))
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> Neutral {
        let ShortPair { u, u_negative, v } = &self.pair;
        let terms = [
            quad_vartime::Term {
                scalar: u,
                negative: !u_negative,
                point: &Words::affine(self.A.x, self.A.y),
            },
            quad_vartime::Term { scalar: v, negative: true, point: &Words::affine(self.R.x, self.R.y) },
        ];
        let mut D = quad_vartime::mul_vartime::<L::Quad, 2>(terms, self.w.words());
        if is_neutral_quad(&D) {
            return Neutral { itself: true, times_8: true };
        }
        // The factor 8 is applied last, as in `is_neutral`.
        for _ in 0..3 {
            D = D.double();
        }
        Neutral { itself: false, times_8: is_neutral_quad(&D) }
    }
}

/// Whether a point is neutral, and whether 8 times it is.
#[inline(always)]
pub(super) fn is_neutral<F: F25519>(D: &Extended<F>) -> Neutral {
    // The factor 8 is applied to the point, last: 8·k modulo ℓ would not be 8 times k·A.
    let times_8 = mul_by_cofactor(&D.to_projective()).is_identity();
    Neutral {
        itself: declassify(D.is_identity().lane(0), PUBLIC),
        times_8: declassify(times_8.lane(0), PUBLIC),
    }
}

/// Whether a point over four lanes is neutral.
#[inline(always)]
fn is_neutral_quad<F: Coordinates>(D: &Quad<F>) -> bool {
    declassify(D.is_identity(), PUBLIC)
}

/// All facts of a job, given its decoded key, by its equation.
fn facts_of_equation(level: Level, plan: Plan, A: &Decoded, job: &Job<'_>) -> Facts {
    let R = decode_r(level, job);
    let mut equal = Neutral::NOT;
    if A.decodes && R.decodes {
        equal = run::run(level, Equation::new(&A.point, &R.point, &Scalars::of(job)));
    }
    facts_of_points(plan, A, &R, job.S, equal)
}

/// All facts, given both points and, if both decode, whether S·B − R − k·A is neutral and whether 8 times it is.
fn facts_of_points(plan: Plan, A: &Decoded, R: &Decoded, S: &[u8; 32], equal: Neutral) -> Facts {
    let mut facts = Facts::UNKNOWN;
    facts.set_s(S);
    facts.set_a(A);
    let decode = A.decodes && R.decodes;
    let points_equal = decode && equal.itself;
    let bytes_equal = points_equal && R.y_reduced && !R.minus_zero;
    facts.set(Fact::BytesEqual, bytes_equal);
    if bytes_equal || plan.decodes_r() {
        facts.set_r(R);
        facts.set(Fact::PointsEqual, points_equal);
        facts.set(Fact::CofactoredEqual, decode && equal.times_8);
    }
    facts
}
