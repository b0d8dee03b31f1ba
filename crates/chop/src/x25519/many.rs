//! Many exchanges and many public keys at a time.

use super::{PublicKey, SharedSecret, StaticSecret};
use crate::secret::Secret;
use crate::{Error, level};
use alloc::vec::Vec;
use chop_core::ct;
use chop_core::engine::x25519;

/// Words of the stack that are wiped after many exchanges on a level with lanes.
const EXCHANGES: usize = 5120;
/// The same after many public keys.
const PUBLIC_KEYS: usize = 1024;

/// The shared secrets of n pairs; result `i` equals `pairs[i].0.exchange(pairs[i].1)`.
///
/// Constant time in all secrets. Heap: about 150 bytes a pair.
///
/// # Example
/// ```
/// use chop::x25519::{self, StaticSecret};
/// let (a, b) = (StaticSecret::from_bytes(&[1; 32]), StaticSecret::from_bytes(&[2; 32]));
/// let shared = x25519::exchange_many(&[(&a, &b.public_key()), (&b, &a.public_key())]);
/// assert_eq!(shared[0].as_ref().unwrap().as_bytes(), shared[1].as_ref().unwrap().as_bytes());
/// ```
pub fn exchange_many(pairs: &[(&StaticSecret, &PublicKey)]) -> Vec<Result<SharedSecret, Error>> {
    let mut shared = alloc::vec![[0; 32]; pairs.len()];
    crate::pieces::fill(pairs, &mut shared, |pairs, shared| {
        let mut secrets: Vec<[u8; 32]> = pairs.iter().map(|(secret, _)| *secret.0.as_bytes()).collect();
        let publics: Vec<[u8; 32]> = pairs.iter().map(|(_, public)| public.0).collect();
        level::on_wiped_stack::<1024, EXCHANGES, _>(|| {
            x25519::exchange_many(level::current(), &secrets, &publics, shared);
        });
        ct::wipe(&mut secrets);
    });
    let mut results = Vec::with_capacity(shared.len());
    results.resize_with(shared.len(), || Ok(SharedSecret(Secret::zeros())));
    for (bytes, result) in shared.iter().zip(&mut results) {
        SharedSecret::write(bytes, result);
    }
    ct::wipe(&mut shared);
    results
}

/// The public keys of n secrets; result `i` equals `secrets[i].public_key()`.
///
/// Constant time in all secrets. Heap: 96 bytes a key.
///
/// # Example
/// ```
/// use chop::x25519::{self, StaticSecret};
/// let a = StaticSecret::from_bytes(&[1; 32]);
/// assert_eq!(x25519::public_key_many(&[&a]), [a.public_key()]);
/// ```
pub fn public_key_many(secrets: &[&StaticSecret]) -> Vec<PublicKey> {
    let mut out = alloc::vec![[0; 32]; secrets.len()];
    crate::pieces::fill(secrets, &mut out, |secrets, out| {
        let mut bytes: Vec<[u8; 32]> = secrets.iter().map(|secret| *secret.0.as_bytes()).collect();
        level::on_wiped_stack::<128, PUBLIC_KEYS, _>(|| {
            x25519::public_key_many(level::current(), &bytes, out);
        });
        ct::wipe(&mut bytes);
    });
    out.into_iter().map(PublicKey).collect()
}
