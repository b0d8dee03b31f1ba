//! SM2 verification (GB/T 32918.2, 7.1): from a key, a signature and a digest to facts. Everything here is
//! public, and time varies with all of it.
//!
//! R1 = s·G + t·P with t = r + s; the signature is valid if e + x1 = r modulo n. x1 is not computed: it is one
//! of the at most two numbers below p that are r − e modulo n, and R1 is asked whether its x is that.
#![allow(non_snake_case)] // points are capital letters

use super::sm2_point::Sm2Point;
use crate::cpu::Level;
use crate::ct::declassify;
use crate::curve::weierstrass::Jacobian;
use crate::field::fsm2::{FSm2, MODULUS};
use crate::field::{LaneMask, Lanes};
use crate::kernel::{Backend, Kernel, dispatch};
use crate::mul::weierstrass_vartime::{mul_prepared_vartime, mul_vartime};
use crate::scalar::limbs;
use crate::scalar::nsm2::{ORDER, Scalar};
use crate::table::{SM2_COMB, SM2_MULTIPLES, Sm2Comb};

const PUBLIC: &str = "verification is public";

/// The key of a job.
#[derive(Clone, Copy)]
pub enum Key<'a> {
    /// The point.
    Decoded(&'a Sm2Point),
    /// The comb of the point.
    Prepared(&'a Sm2Comb),
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

/// What can be said about a signature.
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
    /// Whether the signature is valid.
    pub fn is_valid(&self) -> bool {
        self.r_in_range && self.s_in_range && self.t_not_zero && self.equal
    }
}

/// The facts of one job.
///
/// Cost: 256 doublings and 71 additions; with a prepared key 86 additions and no doubling.
pub fn facts(level: Level, job: &Job<'_>) -> Facts {
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
        let x1 = r.sub(&Scalar::from_bytes_mod_order(job.e));
        facts.equal = dispatch(level, Compare { key: job.key, s, t, x1 });
    }
    facts
}

/// Whether the x of s·G + t·P is x1 modulo n.
struct Compare<'a> {
    key: Key<'a>,
    s: Scalar,
    t: Scalar,
    x1: Scalar,
}

impl Kernel for Compare<'_> {
    type Output = bool;
    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> bool {
        let (s, t) = (self.s.words(), self.t.words());
        let R1: Jacobian<B::OneSm2> = match self.key {
            Key::Decoded(P) => mul_vartime(t, &P.load(), s, &SM2_MULTIPLES),
            Key::Prepared(comb) => mul_prepared_vartime(t, comb, s, &SM2_COMB),
        };
        // n < p < 2·n: x1 may be p's x reduced by n once.
        let x = *self.x1.words();
        let (x_plus_n, carry) = limbs::add(&x, &ORDER);
        let below_p = carry == 0 && declassify(limbs::is_less(&x_plus_n, &MODULUS), PUBLIC);
        has_x(&R1, &x) || (below_p && has_x(&R1, &x_plus_n))
    }
}

/// Whether the point is not O and has this x.
#[inline(always)]
fn has_x<F: FSm2>(point: &Jacobian<F>, x: &[u64; 4]) -> bool {
    declassify(point.has_x(&F::from_words(&Lanes::splat(*x))).lane(0), PUBLIC)
}

/// The comb of a key that is used often: 88,064 bytes for a third of the time. Cost: 1,333 additions, 43
/// doublings and one inversion.
#[cfg(feature = "alloc")]
pub fn prepare(level: Level, key: &Sm2Point) -> alloc::boxed::Box<Sm2Comb> {
    struct One<'a>(&'a Sm2Point);
    impl Kernel for One<'_> {
        type Output = alloc::boxed::Box<Sm2Comb>;
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> Self::Output {
            crate::mul::weierstrass::build_comb_vartime(&self.0.load::<B::OneSm2>())
        }
    }
    dispatch(level, One(key))
}
