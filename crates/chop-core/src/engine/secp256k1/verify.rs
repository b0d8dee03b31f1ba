//! ECDSA verification (SEC 1, 4.1.4): from a key, a signature and a digest to facts. Everything here is public, and time varies
//! with all of it.
//!
//! R = u1·G + u2·P with u1 = e/s and u2 = r/s; the signature is valid if x of R is r modulo n.
#![allow(non_snake_case)] // points are capital letters

use super::sign::is_high;
use crate::cpu::Level;
use crate::ct::declassify;
use crate::curve::secp256k1::Secp256k1;
use crate::engine::weierstrass::equation::{self, BLOCK, hold_in_block, holds};
use crate::engine::weierstrass::quotients_vartime::{Division, divide_all_vartime};
use crate::scalar::nsecp256k1::Scalar;

const PUBLIC: &str = "verification is public";

/// The key of a job.
pub type Key<'a> = equation::Key<'a, Secp256k1>;
/// The equation of a signature.
type Equation = equation::Equation<Secp256k1>;

/// One signature to be examined.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// P.
    pub key: Key<'a>,
    /// r, the first half of the signature.
    pub r: &'a [u8; 32],
    /// s, the second half.
    pub s: &'a [u8; 32],
    /// The digest of the message: any 256 bits.
    pub e: &'a [u8; 32],
}

/// The facts about a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// 1 ≤ r < n.
    pub r_in_range: bool,
    /// 1 ≤ s < n.
    pub s_in_range: bool,
    /// s ≤ (n − 1)/2. False if s is n or more.
    pub s_is_low: bool,
    /// R is not O and its x is r modulo n. False if r or s is out of range.
    pub equal: bool,
}

impl Facts {
    /// No fact holds.
    pub const NOTHING: Facts = Facts { r_in_range: false, s_in_range: false, s_is_low: false, equal: false };

    /// Whether the equation of ECDSA holds, for numbers in range.
    pub fn is_valid_with_any_s(&self) -> bool {
        self.are_in_range() && self.equal
    }

    fn are_in_range(&self) -> bool {
        self.r_in_range && self.s_in_range
    }
}

/// The facts of one job.
///
/// Cost: an inversion modulo n, and as that of one verification over the curve, in one lane or over all.
pub fn facts(level: Level, job: &Job<'_>) -> Facts {
    let (mut facts, numbers) = job.read();
    facts.equal =
        facts.are_in_range() && holds(level, job.key, &numbers.equation(&numbers.s.invert_vartime()));
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
        let n = jobs.len();
        let mut keys = [jobs[0].key; BLOCK];
        let (mut divisions, mut rs) = ([Division::NOTHING; BLOCK], [Scalar::ZERO; BLOCK]);
        let (mut asked, mut equal) = ([false; BLOCK], [false; BLOCK]);
        for (i, job) in jobs.iter().enumerate() {
            keys[i] = job.key;
            let (own, Numbers { r, s, e }) = job.read();
            (out[i], asked[i], rs[i]) = (own, own.are_in_range(), r);
            divisions[i] = Division { numerators: [r, e], divisor: s };
        }
        divide_all_vartime(lanes, &mut divisions[..n]);
        let mut equations = [Equation::NOTHING; BLOCK];
        for i in 0..n {
            let [a, b] = divisions[i].numerators;
            equations[i] = Equation { a, b, x: rs[i] };
        }
        hold_in_block(lanes, &keys[..n], &equations, &asked, &mut equal);
        for (out, equal) in out.iter_mut().zip(equal) {
            out.equal = equal;
        }
    }
}

/// The numbers of a signature modulo n.
#[derive(Clone, Copy)]
struct Numbers {
    r: Scalar,
    s: Scalar,
    e: Scalar,
}

impl Numbers {
    /// The equation, given 1/s.
    fn equation(&self, inverse: &Scalar) -> Equation {
        Equation { a: self.r.mul(inverse), b: self.e.mul(inverse), x: self.r }
    }
}

impl Job<'_> {
    /// The facts that need no point, and the numbers.
    fn read(&self) -> (Facts, Numbers) {
        let (r, r_canonical) = Scalar::from_canonical_bytes(self.r);
        let (s, s_canonical) = Scalar::from_canonical_bytes(self.s);
        let facts = Facts {
            r_in_range: declassify(r_canonical.and(r.is_zero().not()), PUBLIC),
            s_in_range: declassify(s_canonical.and(s.is_zero().not()), PUBLIC),
            s_is_low: declassify(s_canonical.and(is_high(&s).not()), PUBLIC),
            equal: false,
        };
        (facts, Numbers { r, s, e: Scalar::from_bytes_mod_order(self.e) })
    }
}
