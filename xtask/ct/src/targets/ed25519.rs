//! Keys and signatures of the library, with each hash, on the level that the target names.

use super::bytes;
use crate::secret::{reveal, secret};
use chop::ed25519::generic::{Hash, SigningKey};
use chop::ed25519::{self, Context};
use chop::level::{self, Level};
use std::io::Cursor;

/// Items of a job for many: one group of lanes that is full and one that is not.
const MANY: usize = 11;
/// Bytes of a message: more than one block of each hash but less than two, with dom2 or without.
const LONG: usize = 200;

fn key<H: Hash>(n: usize) -> SigningKey<H> {
    SigningKey::from_seed(&secret(bytes(n)))
}

/// What is signed is secret as long as it is not released.
fn message(n: usize) -> [u8; LONG] {
    secret(core::array::from_fn(|i| bytes(n)[i % 32] ^ i as u8))
}

fn context() -> Context<'static> {
    Context::new(b"constant time").expect("a context of 13 bytes")
}

/// A public key from a seed.
pub fn keygen<H: Hash>(level: Level) {
    level::force(Some(level));
    reveal(key::<H>(0).verifying_key().to_bytes());
}

/// The same for many seeds.
pub fn keygen_many<H: Hash>(level: Level) {
    level::force(Some(level));
    let seeds: [[u8; 32]; MANY] = secret(core::array::from_fn(bytes));
    for key in ed25519::keygen_many::<H>(&seeds) {
        reveal(key.verifying_key().to_bytes());
    }
}

/// A signature, and one of two parts.
pub fn sign<H: Hash>(level: Level) {
    level::force(Some(level));
    let key = key::<H>(0);
    reveal(key.sign(&message(1)).to_bytes());
    reveal(key.sign_parts(&[&message(1), &message(2)]).to_bytes());
}

/// A signature with randomness, which is secret too.
pub fn sign_hedged_with<H: Hash>(level: Level) {
    level::force(Some(level));
    let key = key::<H>(0);
    let signature = key.ctx(context()).sign_hedged_with(&message(1), &secret(bytes(2)));
    reveal(signature.to_bytes());
}

/// Signatures of many messages under two keys.
pub fn sign_many<H: Hash>(level: Level) {
    level::force(Some(level));
    let keys = [key::<H>(0), key(1)];
    let messages: [_; MANY] = core::array::from_fn(message);
    let items: [_; MANY] = core::array::from_fn(|i| (&keys[i % 2], messages[i].as_slice()));
    for signature in ed25519::sign_many(&items) {
        reveal(signature.to_bytes());
    }
}

/// The modes with a context and with a hash first.
pub fn sign_modes<H: Hash>(level: Level) {
    level::force(Some(level));
    let key = key::<H>(0);
    reveal(key.ctx(context()).sign(&message(1)).to_bytes());
    reveal(key.ph(None).sign(&message(1)).to_bytes());
    reveal(key.ph(Some(context())).sign(&message(1)).to_bytes());
}

/// What a reader gives, in two passes and in one.
pub fn sign_reader<H: Hash>(level: Level) {
    level::force(Some(level));
    let key = key::<H>(0);
    let pure = key.sign_reader(Cursor::new(message(1))).expect("a reader that does not fail");
    let ph = key.ph(None).sign_reader(Cursor::new(message(1))).expect("a reader that does not fail");
    reveal(pure.to_bytes());
    reveal(ph.to_bytes());
}

/// The 64-byte form, whose second half is public, and back.
pub fn keypair_bytes<H: Hash>(level: Level) {
    level::force(Some(level));
    let mut pair = *SigningKey::<H>::from_seed(&bytes(0)).to_keypair_bytes().as_bytes();
    let seed = secret(bytes(0));
    pair[..32].copy_from_slice(&seed);
    let key = SigningKey::<H>::from_slice(&pair).expect("the public half belongs to it");
    reveal(key.verifying_key().to_bytes());
    reveal(key.to_keypair_bytes().as_bytes().first_chunk::<32>().copied().expect("half of 64"));
}
