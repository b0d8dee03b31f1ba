//! Ed25519 verification: from a key, R, S and a digest to facts. Everything here is public, and time
//! varies with all of it.
//!
//! R′ = S·B − k·A is compared with R as 32 bytes first: equal bytes settle every question about R and
//! the equation. Only where they differ, and the plan asks, is R decoded.
#![allow(non_snake_case)] // points are capital letters

use super::AffinePoint;
use super::facts::{Fact, Facts, Plan};
use crate::cpu::Level;
use crate::ct::declassify;
use crate::curve::decompress::{Decompressed, decompress};
use crate::curve::edwards::Extended;
use crate::curve::small_order::{is_small_order, mul_by_cofactor};
use crate::field::f25519::{F25519, bytes_to_words, words_to_bytes};
use crate::field::{Field, LaneMask, Lanes, chains};
use crate::kernel::{Backend, Kernel, dispatch};
use crate::mul::double_base_vartime;
use crate::scalar::l25519::Scalar;
use crate::table::Comb;

const PUBLIC: &str = "verification is public";

/// A decoded encoding and what was irregular about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The point; the neutral element where `decodes` is false.
    pub point: AffinePoint,
    /// There is a point with this y.
    pub decodes: bool,
    /// y is below p.
    pub y_reduced: bool,
    /// x = 0 and the sign bit is 1.
    pub minus_zero: bool,
    /// The order divides 8 (false where nothing decodes).
    pub small_order: bool,
}

impl Decoded {
    const NOTHING: Decoded = Decoded {
        point: AffinePoint::IDENTITY,
        decodes: false,
        y_reduced: false,
        minus_zero: false,
        small_order: false,
    };

    /// Decodes one encoding. Cost: one square root and two doublings.
    pub fn from_bytes(level: Level, encoding: &[u8; 32]) -> Decoded {
        struct One<'a>(&'a [u8; 32]);
        impl Kernel for One<'_> {
            type Output = Decoded;
            #[inline(always)]
            fn run<B: Backend>(self, _: B) -> Decoded {
                decode_one::<B::One>(self.0)
            }
        }
        dispatch(level, One(encoding))
    }

    /// Decodes many encodings, as many at a time as the level has lanes.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn many_from_bytes(level: Level, encodings: &[[u8; 32]], out: &mut [Decoded]) {
        struct Many<'a>(&'a [[u8; 32]], &'a mut [Decoded]);
        impl Kernel for Many<'_> {
            type Output = ();
            #[inline(always)]
            fn run<B: Backend>(self, _: B) {
                let lanes = B::Many::LANES;
                for (encodings, out) in self.0.chunks(lanes).zip(self.1.chunks_mut(lanes)) {
                    decode_lanes::<B::Many>(encodings, out);
                }
            }
        }
        assert_eq!(encodings.len(), out.len(), "one place an encoding");
        dispatch(level, Many(encodings, out));
    }
}

/// The key of a job.
#[derive(Clone, Copy)]
pub enum Key<'a> {
    /// Not yet decoded.
    Bytes(&'a [u8; 32]),
    /// Decoded.
    Decoded(&'a Decoded),
    /// Decoded, with the comb of −A.
    Prepared(&'a Decoded, &'a Comb),
}

/// One signature to be examined.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// A.
    pub key: Key<'a>,
    /// R, the first half of the signature.
    pub R: &'a [u8; 32],
    /// S, the second half.
    pub S: &'a [u8; 32],
    /// The 64-byte hash of dom ‖ R ‖ A ‖ M; k is its value modulo ℓ.
    pub digest: &'a [u8; 64],
}

/// The facts of one job that `plan` asks for.
pub fn facts(level: Level, plan: Plan, job: &Job<'_>) -> Facts {
    struct One<'a>(Plan, &'a Job<'a>);
    impl Kernel for One<'_> {
        type Output = Facts;
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> Facts {
            facts_of_one::<B>(self.0, self.1)
        }
    }
    dispatch(level, One(plan, job))
}

/// The facts of many jobs, each as [`facts`] would find them.
///
/// # Panics
/// If the lengths differ.
pub fn facts_of_many(level: Level, plan: Plan, jobs: &[Job<'_>], out: &mut [Facts]) {
    struct Many<'a>(Plan, &'a [Job<'a>], &'a mut [Facts]);
    impl Kernel for Many<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            let lanes = B::Many::LANES;
            for (jobs, out) in self.1.chunks(lanes).zip(self.2.chunks_mut(lanes)) {
                let prepared = jobs.iter().any(|job| matches!(job.key, Key::Prepared(..)));
                if jobs.len() == 1 || prepared {
                    for (job, out) in jobs.iter().zip(out) {
                        *out = facts_of_one::<B>(self.0, job);
                    }
                } else {
                    facts_of_lanes::<B>(self.0, jobs, out);
                }
            }
        }
    }
    assert_eq!(jobs.len(), out.len(), "one place a job");
    dispatch(level, Many(plan, jobs, out));
}

/// The facts about the range of S.
#[inline(always)]
fn facts_of_s(facts: &mut Facts, s: &[u8; 32]) {
    facts.set(Fact::SCanonical, declassify(Scalar::is_canonical(s), PUBLIC));
    facts.set(Fact::STopBitsClear, s[31] >> 5 == 0);
}

/// The facts about the encoding of A.
#[inline(always)]
fn facts_of_a(facts: &mut Facts, A: &Decoded) {
    facts.set(Fact::ADecodes, A.decodes);
    facts.set(Fact::AYReduced, A.y_reduced);
    facts.set(Fact::AMinusZero, A.minus_zero);
    facts.set(Fact::ASmallOrder, A.small_order);
}

/// The facts about the encoding of R.
#[inline(always)]
fn facts_of_r(facts: &mut Facts, R: &Decoded) {
    facts.set(Fact::RDecodes, R.decodes);
    facts.set(Fact::RYReduced, R.y_reduced);
    facts.set(Fact::RMinusZero, R.minus_zero);
    facts.set(Fact::RSmallOrder, R.small_order);
}

/// The facts that need no equation, with R decoded: what a batch checks item by item.
pub fn facts_without_equation(S: &[u8; 32], A: &Decoded, R: &Decoded) -> Facts {
    let mut facts = Facts::UNKNOWN;
    facts_of_s(&mut facts, S);
    facts_of_a(&mut facts, A);
    facts_of_r(&mut facts, R);
    facts
}

#[inline(always)]
fn facts_of_one<B: Backend>(plan: Plan, job: &Job<'_>) -> Facts {
    let mut facts = Facts::UNKNOWN;
    facts_of_s(&mut facts, job.S);
    let here;
    let (A, comb) = match job.key {
        Key::Bytes(encoding) => {
            here = decode_one::<B::One>(encoding);
            (&here, None)
        }
        Key::Decoded(A) => (A, None),
        Key::Prepared(A, comb) => (A, Some(comb)),
    };
    facts_of_a(&mut facts, A);
    let k = Scalar::from_bytes_wide_with::<B::Word>(job.digest);
    let s = Scalar::from_bytes_mod_order(job.S);
    // −k·A must be k·(−A), not (ℓ − k)·A: A may have a part of small order.
    let R1 = match comb {
        Some(comb) => double_base_vartime::mul_prepared_vartime::<B::One>(k.words(), comb, s.words()),
        None => {
            let minus_A = AffinePoint::load_negated::<B::One>(&Lanes::splat(A.point));
            double_base_vartime::mul_vartime(k.words(), &minus_A, s.words())
        }
    };
    let encoding = words_to_bytes(&R1.encode(&chains::invert_25519(&R1.Z)).as_ref()[0]);
    facts_of_equation::<B>(&mut facts, plan, A.decodes, &encoding, job.R);
    facts
}

/// As [`facts_of_one`], for 1 ..= LANES jobs without prepared keys.
#[inline(always)]
fn facts_of_lanes<B: Backend>(plan: Plan, jobs: &[Job<'_>], out: &mut [Facts]) {
    let lanes = B::Many::LANES;
    // Undecoded keys first: lanes without one decode the neutral element's encoding.
    let mut encodings =
        <B::Many as Field>::Lanes::<[u8; 32]>::splat(words_to_bytes(&AffinePoint::IDENTITY.y));
    let mut any = false;
    for (lane, job) in jobs.iter().enumerate() {
        if let Key::Bytes(encoding) = job.key {
            encodings.as_mut()[lane] = *encoding;
            any = true;
        }
    }
    let mut keys = <B::Many as Field>::Lanes::<Decoded>::splat(Decoded::NOTHING);
    if any {
        decode_lanes::<B::Many>(encodings.as_ref(), keys.as_mut());
    }
    let mut points = <B::Many as Field>::Lanes::<AffinePoint>::splat(AffinePoint::IDENTITY);
    let mut k = <B::Many as Field>::Lanes::<[u64; 4]>::splat([0; 4]);
    let mut s = k;
    for (lane, job) in jobs.iter().enumerate() {
        if let Key::Decoded(A) | Key::Prepared(A, _) = job.key {
            keys.as_mut()[lane] = *A;
        }
        points.as_mut()[lane] = keys.as_ref()[lane].point;
        k.as_mut()[lane] = *Scalar::from_bytes_wide_with::<B::Word>(job.digest).words();
        s.as_mut()[lane] = *Scalar::from_bytes_mod_order(job.S).words();
    }
    let minus_A = AffinePoint::load_negated::<B::Many>(&points);
    let R1 = double_base_vartime::mul_lanes_vartime(&k, &minus_A, &s);
    let encoded = R1.encode(&chains::invert_25519(&R1.Z));
    for lane in 0..lanes.min(jobs.len()) {
        let mut facts = Facts::UNKNOWN;
        let A = &keys.as_ref()[lane];
        facts_of_s(&mut facts, jobs[lane].S);
        facts_of_a(&mut facts, A);
        let encoding = words_to_bytes(&encoded.as_ref()[lane]);
        facts_of_equation::<B>(&mut facts, plan, A.decodes, &encoding, jobs[lane].R);
        out[lane] = facts;
    }
}

/// The facts about R and the equation, given the encoding of R′ = S·B − k·A.
#[inline(always)]
fn facts_of_equation<B: Backend>(
    facts: &mut Facts,
    plan: Plan,
    a_decodes: bool,
    encoding: &[u8; 32],
    R: &[u8; 32],
) {
    let bytes_equal = a_decodes && encoding == R;
    facts.set(Fact::BytesEqual, bytes_equal);
    if bytes_equal {
        // An encoding that was computed is canonical and decodes.
        facts.set(Fact::PointsEqual, true);
        facts.set(Fact::CofactoredEqual, true);
        facts.set(Fact::RDecodes, true);
        facts.set(Fact::RYReduced, true);
        facts.set(Fact::RMinusZero, false);
        if plan.has(Fact::RSmallOrder) {
            facts.set(Fact::RSmallOrder, decode_one::<B::One>(R).small_order);
        }
    } else if plan.decodes_r() {
        let R = decode_one::<B::One>(R);
        facts_of_r(facts, &R);
        let comparable = a_decodes && R.decodes;
        let R1 = AffinePoint::load::<B::One>(&Lanes::splat(decode_one::<B::One>(encoding).point));
        let minus_R = AffinePoint::load_negated::<B::One>(&Lanes::splat(R.point));
        let difference = R1.add(&minus_R.to_cached()).to_extended();
        let points_equal = comparable && declassify(difference.is_identity(), PUBLIC);
        // The factor 8 is applied to the point, last: 8·k modulo ℓ would not be 8 times k·A.
        let cofactored = comparable && declassify(mul_by_cofactor(&difference).is_identity(), PUBLIC);
        facts.set(Fact::PointsEqual, points_equal);
        facts.set(Fact::CofactoredEqual, cofactored);
    } else {
        facts.set(
            Fact::RYReduced,
            declassify(crate::curve::decompress::y_is_reduced(&bytes_to_words(R)), PUBLIC),
        );
    }
}

#[inline(always)]
fn decode_one<F: F25519>(encoding: &[u8; 32]) -> Decoded {
    let mut out = [Decoded::NOTHING];
    decode_lanes::<F>(core::slice::from_ref(encoding), &mut out);
    out[0]
}

/// Decodes 1 ..= LANES encodings.
#[inline(always)]
fn decode_lanes<F: F25519>(encodings: &[[u8; 32]], out: &mut [Decoded]) {
    let mut words = F::Lanes::<[u64; 4]>::splat(AffinePoint::IDENTITY.y);
    for (lane, encoding) in encodings.iter().enumerate() {
        words.as_mut()[lane] = bytes_to_words(encoding);
    }
    let Decompressed { point, decodes, y_reduced, minus_zero } = decompress::<F>(&words);
    let small_order = is_small_order(&point).and(decodes);
    let Extended { X, Y, .. } = point;
    let (x, y) = (X.to_words(), Y.to_words());
    for (lane, out) in out.iter_mut().enumerate().take(encodings.len()) {
        *out = Decoded {
            point: AffinePoint { x: x.as_ref()[lane], y: y.as_ref()[lane] },
            decodes: declassify(decodes.lane(lane), PUBLIC),
            y_reduced: declassify(y_reduced.lane(lane), PUBLIC),
            minus_zero: declassify(minus_zero.lane(lane), PUBLIC),
            small_order: declassify(small_order.lane(lane), PUBLIC),
        };
    }
}
