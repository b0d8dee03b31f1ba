//! Schnorr signatures of BIP 340: what they ask of the curve. Their keys are x alone, of the point with an even y; their hashes are computed
//! above.
//!
//! Verification is public, and time varies with all of it. What makes signatures and keys is constant time.
#![allow(non_snake_case)] // points are capital letters

use super::point::{Secp256k1Point, mul_base};
use crate::cpu::Level;
use crate::ct::{Wiped, declassify};
use crate::curve::secp256k1::Secp256k1;
use crate::engine::weierstrass::decode::{HalfPoint, lift_each};
use crate::engine::weierstrass::sums;
use crate::field::big_endian::bytes_to_words;
use crate::scalar::nsecp256k1::Scalar;

const PUBLIC: &str = "verification is public";

/// A term of the engine's sums.
type Term = sums::Term<Secp256k1>;

/// One signature to be examined.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// P, whose y is even.
    pub key: &'a Secp256k1Point,
    /// The first half of the signature: x of R.
    pub r: &'a [u8; 32],
    /// The second half.
    pub s: &'a [u8; 32],
    /// The challenge: any 256 bits, which count modulo n.
    pub e: &'a [u8; 32],
}

/// The facts about a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// s < n.
    pub s_in_range: bool,
    /// R = s·G − e·P is not O, its y is even, and its x is r. False if s is out of range.
    pub equal: bool,
}

impl Facts {
    /// No fact holds.
    pub const NOTHING: Facts = Facts { s_in_range: false, equal: false };

    /// Whether the signature is valid.
    pub fn is_valid(&self) -> bool {
        self.s_in_range && self.equal
    }
}

/// The facts of one job.
///
/// Cost: as [`DoubleBase::sum_vartime`](crate::mul::double_base_vartime::DoubleBase::sum_vartime), and one inversion modulo p.
pub fn facts(level: Level, job: &Job<'_>) -> Facts {
    match job.term() {
        Some(term) => Facts { s_in_range: true, equal: job.is_of(sums::sum(level, &term)) },
        None => Facts::NOTHING,
    }
}

/// Jobs that are examined together.
const BLOCK: usize = 128;

/// The facts of many jobs, each as [`facts`] would find them: one by one on a level without lanes, else as many at a time as there are lanes.
///
/// # Panics
/// If the lengths differ.
pub fn facts_of_many(level: Level, jobs: &[Job<'_>], out: &mut [Facts]) {
    assert_eq!(jobs.len(), out.len(), "one place a job");
    for (jobs, out) in jobs.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        let n = jobs.len();
        let (mut terms, mut points) = ([Term::NOTHING; BLOCK], [None; BLOCK]);
        for ((job, term), out) in jobs.iter().zip(&mut terms).zip(out.iter_mut()) {
            let own = job.term();
            *out = Facts { s_in_range: own.is_some(), equal: false };
            *term = own.unwrap_or(Term::NOTHING);
        }
        sums::sum_each(level, &terms[..n], &mut points[..n]);
        for ((job, point), out) in jobs.iter().zip(points).zip(out) {
            out.equal = out.s_in_range && job.is_of(point);
        }
    }
}

impl Job<'_> {
    /// s·G − e·P; `None` if s is out of range.
    fn term(&self) -> Option<Term> {
        let (s, canonical) = Scalar::from_canonical_bytes(self.s);
        let a = Scalar::from_bytes_mod_order(self.e).neg();
        declassify(canonical, PUBLIC).then_some(Term { a, P: *self.key, b: s })
    }

    /// Whether R is the point that the signature names.
    fn is_of(&self, R: Option<Secp256k1Point>) -> bool {
        R.is_some_and(|R| R.x() == *self.r && !declassify(R.is_odd(), PUBLIC))
    }
}

/// The points with an even y and these x, big endian; `None` for an x that is not below p or belongs to no point. One by one on a level
/// without lanes, else as many at a time as there are lanes.
///
/// # Panics
/// If the lengths differ.
pub fn lift_x_each(level: Level, xs: &[&[u8; 32]], out: &mut [Option<Secp256k1Point>]) {
    assert_eq!(xs.len(), out.len(), "one place a point");
    for (xs, out) in xs.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        let mut halves = [HalfPoint::NOTHING; BLOCK];
        for (x, half) in xs.iter().zip(&mut halves) {
            *half = HalfPoint { x: bytes_to_words(x), odd: false };
        }
        lift_each(level, &halves[..xs.len()], out);
    }
}

/// P + t·G; `None` for O. Everything is public, and time varies with it.
pub fn add_base_vartime(level: Level, P: &Secp256k1Point, t: &Scalar) -> Option<Secp256k1Point> {
    sums::sum(level, &Term { a: Scalar::ONE, P: *P, b: *t })
}

/// The one of k·G and −k·G with an even y, and in the place of k the one of k and −k that it belongs to; `None` if k is 0. Constant time but
/// for that.
///
/// Cost: as [`mul_base`].
pub fn even(level: Level, k: &mut Scalar) -> Option<Secp256k1Point> {
    let point = mul_base(level, k)?;
    let negative = Wiped::new(k.neg());
    *k = Scalar::select(point.is_odd(), &negative, k);
    Some(point.with_even_y())
}

/// s = k + e·d. Constant time.
pub fn response(k: &Scalar, e: &[u8; 32], d: &Scalar) -> [u8; 32] {
    let product = Wiped::new(Scalar::from_bytes_mod_order(e).mul(d));
    k.add(&product).to_bytes()
}
