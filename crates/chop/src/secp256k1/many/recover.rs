//! Many recovered keys and addresses.

use crate::secp256k1::address::Address;
use crate::secp256k1::digest::Digest;
use crate::secp256k1::recoverable::RecoverableSignature;
use crate::secp256k1::rule::Rule;
use crate::secp256k1::verifying::VerifyingKey;
use crate::{level, pieces};
use alloc::{vec, vec::Vec};
use chop_core::engine::secp256k1::recover;

/// Recovers n keys; key `i` equals `items[i].1.recover_by(rule, items[i].0)`, and is `None` where that is an error.
///
/// Every digest has a key for almost every signature: that there is one says nothing. Compare it, or its
/// [`Address`], with the one that you expect, and compute the digest from the message yourself.
///
/// # Cost
/// As many single recoveries divided by the lanes of the level. Heap: 72 bytes an item, and where there are lanes at most 220 KB a thread,
/// or 500 KB where the lanes are doubles.
///
/// # Timing
/// Variable in all arguments: everything here is public.
///
/// # Example
/// ```
/// use chop::secp256k1::{self, Digest, Rule, SigningKey};
/// let key = SigningKey::from_bytes(&[7; 32])?;
/// let digests = [Digest::keccak256(b"one"), Digest::keccak256(b"two")];
/// let signatures = digests.map(|digest| key.sign_digest_recoverable(&digest));
/// let items = [(&digests[0], &signatures[0]), (&digests[1], &signatures[1])];
/// let keys = secp256k1::recover_many(&items, Rule::ETHEREUM_TRANSACTION);
/// assert_eq!(keys, [Some(key.verifying_key()); 2]);
/// # Ok::<(), chop::Error>(())
/// ```
pub fn recover_many(items: &[(&Digest, &RecoverableSignature)], rule: Rule) -> Vec<Option<VerifyingKey>> {
    recover_each(items, rule, |key| key)
}

/// As [`recover_many`], with the addresses of the keys.
///
/// # Cost
/// As [`recover_many`], and Keccak-256 for each.
///
/// # Timing
/// Variable in all arguments: everything here is public.
///
/// # Example
/// ```
/// use chop::secp256k1::{self, Address, Digest, Rule, SigningKey};
/// let key = SigningKey::from_bytes(&[7; 32])?;
/// let digest = Digest::keccak256(b"a transaction");
/// let signature = key.sign_digest_recoverable(&digest);
/// let addresses = secp256k1::recover_addresses(&[(&digest, &signature)], Rule::ETHEREUM_TRANSACTION);
/// assert_eq!(addresses, [Some(Address::of(&key.verifying_key()))]);
/// # Ok::<(), chop::Error>(())
/// ```
pub fn recover_addresses(items: &[(&Digest, &RecoverableSignature)], rule: Rule) -> Vec<Option<Address>> {
    recover_each(items, rule, |key| Address::of(&key))
}

/// Items that are recovered together.
const CHUNK: usize = 128;

/// What `made` makes of each key.
fn recover_each<T: Copy + Send>(
    items: &[(&Digest, &RecoverableSignature)],
    rule: Rule,
    made: impl Fn(VerifyingKey) -> T + Sync,
) -> Vec<Option<T>> {
    let mut all = vec![None; items.len()];
    pieces::fill(items, &mut all, |items, out| {
        for (items, out) in items.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
            let mut jobs = [NOTHING; CHUNK];
            for ((digest, signature), job) in items.iter().zip(&mut jobs) {
                if signature.is_taken_by(rule) {
                    *job = signature.job(digest);
                }
            }
            let mut points = [None; CHUNK];
            let n = items.len();
            recover::recover_many(level::current(), &jobs[..n], &mut points[..n]);
            for (point, out) in points.iter().zip(out) {
                *out = point.map(|point| made(VerifyingKey::from_point(point)));
            }
        }
    });
    all
}

/// The job of a signature that the rule refuses: no key has r = 0.
const NOTHING: recover::Job<'static> = recover::Job { r: &[0; 32], s: &[0; 32], e: &[0; 32], recovery: 0 };
