//! The key of an ECDSA signature (SEC 1, 4.1.6): from a signature, a digest and which of the points with x ≡ r was R. Everything here is
//! public, and time varies with all of it.
//!
//! P = (s·R − e·G)/r.
#![allow(non_snake_case)] // points are capital letters

use super::point::Secp256k1Point;
use crate::cpu::{InLanes, Level};
use crate::ct::declassify;
use crate::curve::secp256k1::Secp256k1;
use crate::engine::weierstrass::EngineCurve;
use crate::engine::weierstrass::decode::{HalfPoint, lift_each};
use crate::engine::weierstrass::point::lift;
use crate::engine::weierstrass::quotients_vartime::{Division, divide_all_vartime};
use crate::engine::weierstrass::sums::{Term, sum, sum_each};
use crate::scalar::limbs;
use crate::scalar::nsecp256k1::{ORDER, Scalar};

const PUBLIC: &str = "verification is public";

/// A signature whose key is asked for.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// r, the first half of the signature.
    pub r: &'a [u8; 32],
    /// s, the second half.
    pub s: &'a [u8; 32],
    /// The digest of the message: any 256 bits.
    pub e: &'a [u8; 32],
    /// Bit 0 is 1 where y of R is odd, bit 1 where its x is r + n.
    pub recovery: u8,
}

/// The key under which the signature is valid, s high or low. `None` if r or s is not in 1 ..= n − 1, no point has that x, or the sum is O.
///
/// Cost: a square root, an inversion modulo n and one modulo p, and as
/// [`DoubleBase::sum_vartime`](crate::mul::double_base_vartime::DoubleBase::sum_vartime).
pub fn recover(level: Level, job: &Job<'_>) -> Option<Secp256k1Point> {
    let numbers = job.read()?;
    let HalfPoint { x, odd } = numbers.half?;
    let R = lift(level, &x, odd)?;
    sum(level, &numbers.term(&numbers.r.invert_vartime(), R))
}

/// Jobs that share inversions.
const BLOCK: usize = 128;

/// The keys of many jobs, each as [`recover`] would find it: one by one on a level without lanes, else as many at a time as there are lanes.
///
/// Cost of a group: a square root, and as that of many sums.
///
/// # Panics
/// If the lengths differ.
pub fn recover_many(level: Level, jobs: &[Job<'_>], out: &mut [Option<Secp256k1Point>]) {
    assert_eq!(jobs.len(), out.len(), "one place a job");
    let Some(lanes) = level.in_lanes() else {
        for (job, out) in jobs.iter().zip(out) {
            *out = recover(level, job);
        }
        return;
    };
    for (jobs, out) in jobs.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        recover_block(lanes, jobs, out);
    }
}

/// At most [`BLOCK`] keys.
fn recover_block(lanes: InLanes, jobs: &[Job<'_>], out: &mut [Option<Secp256k1Point>]) {
    let level = Level::from(lanes);
    // Those that have an x, and where they are.
    let (mut asked, mut n) = ([0; BLOCK], 0);
    let (mut divisions, mut halves) = ([Division::NOTHING; BLOCK], [HalfPoint::NOTHING; BLOCK]);
    out.fill(None);
    for (i, job) in jobs.iter().enumerate() {
        if let Some(numbers) = job.read()
            && let Some(half) = numbers.half
        {
            let Numbers { r, s, e, .. } = numbers;
            (asked[n], halves[n]) = (i, half);
            divisions[n] = Division { numerators: [s, e.neg()], divisor: r };
            n += 1;
        }
    }
    divide_all_vartime(lanes, &mut divisions[..n]);
    let mut points = [None; BLOCK];
    lift_each(level, &halves[..n], &mut points[..n]);
    let (mut terms, mut places, mut known) = ([Term::NOTHING; BLOCK], [0; BLOCK], 0);
    for i in 0..n {
        if let Some(R) = points[i] {
            let [a, b] = divisions[i].numerators;
            (terms[known], places[known]) = (Term { a, P: R, b }, asked[i]);
            known += 1;
        }
    }
    sum_each(level, &terms[..known], &mut points[..known]);
    for (place, point) in places[..known].iter().zip(points) {
        out[*place] = point;
    }
}

/// The numbers of a signature modulo n, and R.
#[derive(Clone, Copy)]
struct Numbers {
    r: Scalar,
    s: Scalar,
    e: Scalar,
    /// `None` if the x of R is not below p.
    half: Option<HalfPoint>,
}

impl Numbers {
    /// (s·R − e·G)/r, given 1/r.
    fn term(&self, inverse: &Scalar, R: Secp256k1Point) -> Term<Secp256k1> {
        Term { a: self.s.mul(inverse), P: R, b: self.e.mul(inverse).neg() }
    }
}

impl Job<'_> {
    /// The numbers; `None` if r or s is out of range.
    fn read(&self) -> Option<Numbers> {
        let (r, r_canonical) = Scalar::from_canonical_bytes(self.r);
        let (s, s_canonical) = Scalar::from_canonical_bytes(self.s);
        let in_range = r_canonical.and(r.is_zero().not()).and(s_canonical).and(s.is_zero().not());
        if !declassify(in_range, PUBLIC) {
            return None;
        }
        let x = x_of(&r, self.recovery & 2 != 0);
        let half = x.map(|x| HalfPoint { x, odd: self.recovery & 1 != 0 });
        Some(Numbers { r, s, e: Scalar::from_bytes_mod_order(self.e), half })
    }
}

/// x of R: r, or r + n if that is below p.
fn x_of(r: &Scalar, above: bool) -> Option<[u64; 4]> {
    if !above {
        return Some(*r.words());
    }
    let (x, carry) = limbs::add(r.words(), &ORDER);
    let below_p = carry == 0 && declassify(limbs::is_less(&x, &Secp256k1::MODULUS), PUBLIC);
    below_p.then_some(x)
}
