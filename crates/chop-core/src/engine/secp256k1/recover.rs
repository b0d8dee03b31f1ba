//! The key of an ECDSA signature (SEC 1, 4.1.6): from a signature, a digest and which of the points with x ≡ r was R. Everything here is
//! public, and time varies with all of it.
//!
//! P = (s·R − e·G)/r.
#![allow(non_snake_case)] // points are capital letters

use super::point::Secp256k1Point;
use crate::cpu::Level;
use crate::ct::declassify;
use crate::curve::jacobian::{CurveField, Jacobian};
use crate::curve::secp256k1::Secp256k1;
use crate::engine::weierstrass::EngineCurve;
use crate::engine::weierstrass::point::affine;
use crate::field::LaneMask;
use crate::field::big_endian::words_to_bytes;
use crate::mul::weierstrass::BaseMultiples;
use crate::mul::weierstrass::double_base_vartime::mul_vartime;
use crate::run::{self, One, run};
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
/// Cost: a square root, an inversion modulo n and one modulo p, and as [`mul_vartime`].
pub fn recover(level: Level, job: &Job<'_>) -> Option<Secp256k1Point> {
    let (r, r_canonical) = Scalar::from_canonical_bytes(job.r);
    let (s, s_canonical) = Scalar::from_canonical_bytes(job.s);
    let in_range = r_canonical.and(r.is_zero().not()).and(s_canonical).and(s.is_zero().not());
    if !declassify(in_range, PUBLIC) {
        return None;
    }
    let x = x_of(&r, job.recovery & 2 != 0)?;
    let R = Secp256k1Point::from_x(level, &words_to_bytes(&x), job.recovery & 1 != 0)?;
    let inverse = r.invert_vartime();
    let (a, b) = (s.mul(&inverse), Scalar::from_bytes_mod_order(job.e).mul(&inverse).neg());
    run(level, Sum { a: &a, R: &R, b: &b })
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

/// a·R + b·G; `None` for O.
struct Sum<'a> {
    a: &'a Scalar,
    R: &'a Secp256k1Point,
    b: &'a Scalar,
}

impl run::Job for Sum<'_> {
    type Out = Option<Secp256k1Point>;
    #[inline(always)]
    fn one<L: One>(self) -> Option<Secp256k1Point> {
        point_of(&mul_vartime::<Secp256k1, L::FSecp256k1>(
            self.a.words(),
            &self.R.load(),
            self.b.words(),
            Secp256k1::multiples(),
        ))
    }
}

#[inline(always)]
fn point_of<F: CurveField<Secp256k1>>(point: &Jacobian<Secp256k1, F>) -> Option<Secp256k1Point> {
    (!declassify(point.is_identity().lane(0), PUBLIC)).then(|| affine(point))
}
