//! Whole jobs on a level.

use super::bytes;
use crate::secret::{reveal, secret};
use chop_core::cpu::Level;
use chop_core::engine::ed25519::sign;
use chop_core::engine::x25519;
use chop_core::scalar::l25519::Scalar;

/// Items of a job for many: one group of lanes that is full and one that is not.
const MANY: usize = 11;

fn scalar(n: usize) -> Scalar {
    Scalar::from_bytes_mod_order(&bytes(n))
}

/// The encoding of s·B: a public key, the R of a signature.
pub fn mul_base_encoded(level: Level) {
    reveal(sign::mul_base_encoded(level, &secret(scalar(0))));
}

/// The same for many secrets.
pub fn mul_base_encoded_many(level: Level) {
    let scalars: [Scalar; MANY] = secret(core::array::from_fn(scalar));
    let mut out = [[0; 32]; MANY];
    sign::mul_base_encoded_many(level, &scalars, &mut out);
    reveal(out);
}

/// X25519; the other side's key is secret too.
pub fn exchange(level: Level) {
    reveal(x25519::exchange(level, &secret(bytes(0)), &secret(bytes(1))));
}

/// The same for many secrets.
pub fn exchange_many(level: Level) {
    let k: [[u8; 32]; MANY] = secret(core::array::from_fn(bytes));
    let u: [[u8; 32]; MANY] = core::array::from_fn(|n| bytes(n + MANY));
    let mut out = [[0; 32]; MANY];
    x25519::exchange_many(level, &k, &u, &mut out);
    reveal(out);
}

/// The public key of X25519.
pub fn public_key(level: Level) {
    reveal(x25519::public_key(level, &secret(bytes(0))));
}
