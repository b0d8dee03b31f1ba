//! SM2 verification (GB/T 32918.2, 7.1): from a key, a signature and a digest to facts. Everything here is
//! public, and time varies with all of it.
//!
//! R1 = s·G + t·P with t = r + s; the signature is valid if e + x1 = r modulo n: if R1 has the x that is r − e.
#![allow(non_snake_case)] // points are capital letters

use crate::cpu::Level;
use crate::ct::declassify;
use crate::curve::sm2::Sm2;
use crate::engine::weierstrass::equation::{self, BLOCK, hold_in_block, holds};
use crate::scalar::nsm2::Scalar;

const PUBLIC: &str = "verification is public";

/// The key of a job.
pub type Key<'a> = equation::Key<'a, Sm2>;
/// The equation of a signature.
type Equation = equation::Equation<Sm2>;

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
        self.can_be_valid() && self.equal
    }

    /// Whether all facts hold but the last.
    fn can_be_valid(&self) -> bool {
        self.r_in_range && self.s_in_range && self.t_not_zero
    }
}

/// The facts of one job.
///
/// Cost: as that of one verification over the curve, in one lane or over all.
pub fn facts(level: Level, job: &Job<'_>) -> Facts {
    let (mut facts, equation) = job.read();
    facts.equal = facts.can_be_valid() && holds(level, job.key, &equation);
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
        let mut keys = [jobs[0].key; BLOCK];
        let mut equations = [Equation::NOTHING; BLOCK];
        let (mut asked, mut equal) = ([false; BLOCK], [false; BLOCK]);
        for (i, job) in jobs.iter().enumerate() {
            keys[i] = job.key;
            (out[i], equations[i]) = job.read();
            asked[i] = out[i].can_be_valid();
        }
        hold_in_block(lanes, &keys[..jobs.len()], &equations, &asked, &mut equal);
        for (out, equal) in out.iter_mut().zip(equal) {
            out.equal = equal;
        }
    }
}

impl Job<'_> {
    /// The facts that need no point, and the equation.
    fn read(&self) -> (Facts, Equation) {
        let (r, r_canonical) = Scalar::from_canonical_bytes(self.r);
        let (s, s_canonical) = Scalar::from_canonical_bytes(self.s);
        let t = r.add(&s);
        let facts = Facts {
            r_in_range: declassify(r_canonical.and(r.is_zero().not()), PUBLIC),
            s_in_range: declassify(s_canonical.and(s.is_zero().not()), PUBLIC),
            t_not_zero: declassify(t.is_zero().not(), PUBLIC),
            equal: false,
        };
        let x = r.sub(&Scalar::from_bytes_mod_order(self.e));
        (facts, Equation { a: t, b: s, x })
    }
}
