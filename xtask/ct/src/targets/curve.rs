//! Field and curve, with each field.

use super::{bytes, words};
use crate::secret::{reveal, secret};
use chop_core::curve::edwards::Extended;
use chop_core::curve::edwards::decode;
use chop_core::curve::edwards::montgomery;
use chop_core::field::f25519::{F25519, bytes_to_words};
use chop_core::field::{LaneMask, Lanes, PerElement};
use chop_core::mul::edwards::{comb, window as windows};

/// Different words in every lane, below 2^252, secret.
fn secret_words<F: F25519>(n: usize) -> PerElement<F, [u64; 4]> {
    let mut lanes = PerElement::<F, _>::splat([0; 4]);
    for (lane, value) in lanes.as_mut().iter_mut().enumerate() {
        *value = words(n + lane);
    }
    secret(lanes)
}

fn reveal_point<F: F25519>(point: &Extended<F>) {
    reveal(point.encode(&point.Z.invert()));
}

/// To limbs and back, and whether the value is 0.
pub fn field_words<F: F25519>() {
    let x = F::from_words(&secret_words::<F>(0));
    reveal(x.to_words());
    reveal(x.is_zero().lane(0).word());
}

/// s·B.
pub fn fixed_base<F: F25519>() {
    reveal_point(&comb::mul_base::<F>(&secret_words::<F>(0)));
}

/// s·P; the point is secret too.
pub fn var_base<F: F25519>() {
    let point = secret(Extended::<F>::base());
    reveal_point(&windows::mul(&secret_words::<F>(0), &point));
}

/// The u-coordinate of k·P; that of P is secret too.
pub fn ladder<F: F25519>() {
    let u = F::from_words(&secret_words::<F>(8));
    reveal(montgomery::ladder(&F::bundle(&secret_words::<F>(0)), &u).encode());
}

/// A point from its encoding, which says it is constant time: for the encoding of B, and for bytes of which
/// most lanes hold no point.
pub fn decompress<F: F25519>() {
    for encoding in [[0x66; 32], bytes(0)] {
        let words = secret(PerElement::<F, _>::splat(bytes_to_words(&encoding)));
        let [point] = decode::decompress::<F, 1>(&[words]);
        reveal(point.decodes.lane(0).word());
        reveal(point.y_reduced.lane(0).word());
        reveal(point.minus_zero.lane(0).word());
        reveal(point.x.to_words());
        reveal(point.y.to_words());
    }
}
