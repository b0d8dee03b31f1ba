//! ECDSA and BIP 340 over secp256k1: multiples of points, keys, signatures.

use super::bytes;
use crate::secret::{reveal, secret};
use chop_core::cpu::Level;
use chop_core::engine::secp256k1::{point, schnorr, sign};
use chop_core::scalar::nsecp256k1::Scalar;

fn secret_scalar(n: usize) -> Scalar {
    secret(Scalar::from_bytes_mod_order(&bytes(n)))
}

/// k·P: what both sides of an exchange compute.
pub fn mul(level: Level) {
    reveal(point::mul(level, &secret_scalar(0), &point::Secp256k1Point::BASE));
}

/// The public key.
pub fn keygen(level: Level) {
    let point = sign::public_key(level, &secret_scalar(0)).expect("not 0");
    reveal(point.x());
    reveal(point.y());
}

/// A signature; the digest is secret too.
pub fn sign(level: Level) {
    let (d, k) = (secret_scalar(0), secret_scalar(1));
    let signature = sign::sign(level, &d, &k, &secret(bytes(2))).expect("no rare case");
    reveal(signature.r);
    reveal(signature.s);
    reveal(signature.recovery);
}

/// Signatures of many digests, which are secret too.
pub fn sign_many<const N: usize>(level: Level) {
    let keys: [Scalar; N] = core::array::from_fn(secret_scalar);
    let nonces: [Scalar; N] = core::array::from_fn(|n| secret_scalar(n + N));
    let es: [[u8; 32]; N] = secret(core::array::from_fn(|n| bytes(n + 2 * N)));
    let mut out = [None; N];
    sign::sign_many(level, &keys, &nonces, &es, &mut out);
    for signature in out {
        let signature = signature.expect("no rare case");
        reveal(signature.r);
        reveal(signature.s);
        reveal(signature.recovery);
    }
}

/// A signature of BIP 340: a nonce, whose point is public in the end, and the response to a challenge.
pub fn schnorr(level: Level) {
    let (mut k, d) = (secret_scalar(0), secret_scalar(1));
    let point = schnorr::even(level, &mut k).expect("not 0");
    reveal(point.x());
    reveal(schnorr::response(&k, &secret(bytes(2)), &d));
}

/// The public keys of many.
pub fn keygen_many<const N: usize>(level: Level) {
    let ds: [Scalar; N] = core::array::from_fn(secret_scalar);
    let mut points = [None; N];
    sign::public_key_many(level, &ds, &mut points);
    for point in points {
        reveal(point.expect("not 0").x());
    }
}
