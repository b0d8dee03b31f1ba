//! Key agreement of the library, on the level that the target names.

use super::bytes;
use crate::secret::{reveal, secret};
use chop::ed25519::SigningKey;
use chop::level::{self, Level};
use chop::x25519::{self, PublicKey, StaticSecret};

/// Items of a job for many: one group of lanes that is full and one that is not.
const MANY: usize = 11;

fn key(n: usize) -> StaticSecret {
    StaticSecret::from_bytes(&secret(bytes(n)))
}

/// A public key, and that of the key that belongs to an Ed25519 key.
pub fn public_key(level: Level) {
    level::force(Some(level));
    reveal(key(0).public_key().to_bytes());
    let converted = StaticSecret::from_ed25519(&SigningKey::from_seed(&secret(bytes(0))));
    reveal(converted.public_key().to_bytes());
}

/// The same for many.
pub fn public_key_many(level: Level) {
    level::force(Some(level));
    let keys: [_; MANY] = core::array::from_fn(key);
    for public in x25519::public_key_many(&keys.each_ref()) {
        reveal(public.to_bytes());
    }
}

/// A shared secret.
pub fn exchange(level: Level) {
    level::force(Some(level));
    let shared = key(0).exchange(&PublicKey::from_bytes(&bytes(1))).expect("not of small order");
    reveal(*shared.as_bytes());
}

/// The same for many.
pub fn exchange_many(level: Level) {
    level::force(Some(level));
    let keys: [_; MANY] = core::array::from_fn(key);
    let publics: [_; MANY] = core::array::from_fn(|n| PublicKey::from_bytes(&bytes(n + MANY)));
    let pairs: [_; MANY] = core::array::from_fn(|n| (&keys[n], &publics[n]));
    for shared in x25519::exchange_many(&pairs) {
        reveal(*shared.expect("not of small order").as_bytes());
    }
}
