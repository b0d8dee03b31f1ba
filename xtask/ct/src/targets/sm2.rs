//! SM2: multiples of points, signatures.

use super::bytes;
use crate::secret::{reveal, secret};
use chop_core::cpu::Level;
use chop_core::engine::hash;
use chop_core::engine::sm2::{point, sign};
use chop_core::scalar::nsm2::Scalar;

fn secret_scalar(n: usize) -> Scalar {
    secret(Scalar::from_bytes_mod_order(&bytes(n)))
}

/// k·G: the first part of a ciphertext.
pub fn mul_base(level: Level) {
    let point = point::mul_base(level, &secret_scalar(0)).expect("not 0");
    reveal(point.x());
    reveal(point.y());
}

/// k·P: what both sides compute.
pub fn mul(level: Level) {
    reveal(point::mul(level, &secret_scalar(0), &point::Sm2Point::BASE));
}

/// The public key, and what signing needs of the secret one.
pub fn keygen(level: Level) {
    let d = secret_scalar(0);
    reveal(sign::public_key(level, &d).expect("in range").x());
    let mut factor = Scalar::ZERO;
    reveal(sign::key_pair(level, &d, &mut factor).expect("in range").x());
    reveal(factor.to_bytes());
}

/// A signature; the digest is secret too.
pub fn sign(level: Level) {
    let (factor, k) = (secret_scalar(0), secret_scalar(1));
    let signature = sign::sign(level, &factor, &k, &secret(bytes(2))).expect("no rare case");
    reveal(signature.r);
    reveal(signature.s);
}

/// Items of a job for many: one group of lanes that is full and one that is not.
pub const MANY: usize = 11;
/// As many as are made with affine sums: nine groups, of which one is not full.
pub const AFFINE: usize = 67;

/// Signatures of many digests, which are secret too.
pub fn sign_many<const N: usize>(level: Level) {
    let factors: [Scalar; N] = core::array::from_fn(secret_scalar);
    let nonces: [Scalar; N] = core::array::from_fn(|n| secret_scalar(n + N));
    let es: [[u8; 32]; N] = secret(core::array::from_fn(|n| bytes(n + 2 * N)));
    let mut out = [None; N];
    sign::sign_many(level, &factors, &nonces, &es, &mut out);
    for signature in out {
        let signature = signature.expect("no rare case");
        reveal(signature.r);
        reveal(signature.s);
    }
}

/// The public keys of many, and what signing needs of their secret ones.
pub fn keygen_many<const N: usize>(level: Level) {
    let ds: [Scalar; N] = core::array::from_fn(secret_scalar);
    let (mut points, mut factors) = ([None; N], [None; N]);
    sign::public_key_many(level, &ds, &mut points);
    sign::key_factor_many(level, &ds, &mut factors);
    for (point, factor) in points.iter().zip(factors) {
        reveal(point.expect("in range").x());
        reveal(factor.expect("in range").to_bytes());
    }
}

/// SM3 of sixteen secret messages of public lengths.
pub fn sm3_x16(level: Level) {
    let lanes = level.in_lanes().expect("a level with lanes");
    let messages: [[u8; 32]; 16] = secret(core::array::from_fn(bytes));
    let parts: [[&[u8]; 3]; 16] =
        core::array::from_fn(|n| [&messages[n][..], &messages[15 - n][..2 * n], &messages[n][..]]);
    let messages: [_; 16] = core::array::from_fn(|n| &parts[n][..]);
    let mut digests = [[0; 32]; 16];
    hash::sm3_many(lanes, &messages, &mut digests);
    reveal(digests);
}
