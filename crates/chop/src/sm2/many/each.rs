//! Many signatures, a verdict each.

use super::item::{HotKey, Item};
use crate::hot::{self, HotKeys};
use crate::sm2::digest::Digest;
use crate::sm2::hash::bulk::digest_many;
use crate::verdicts::Verdicts;
use crate::{level, pieces};
use alloc::vec;
use chop_core::engine::sm2::point::Sm2Point;
use chop_core::engine::sm2::verify::{self, Facts, Job, Key};
use core::fmt;

/// Verifies n signatures, each under its own key, identifier and message, and gives n verdicts.
///
/// Verdict `i` equals `verify` on item `i` alone, on every machine and for every grouping. There is no
/// equation for all of them: a signature has x1 of a point without its y, so that a sum of n points could be
/// any of 2^n, and nothing sound and faster than n equations is known for the standard's signatures.
///
/// An invalid signature is a verdict, not an error: look at the result.
///
/// # Cost
/// As many single verifications divided by the lanes of the level. Messages are
/// hashed in lanes too, but for long ones. Keys that occur often are prepared, as
/// [`PreparedVerifyingKey`](super::PreparedVerifyingKey) does it. Heap: n bytes for the verdicts, and where there are lanes at most
/// 220 KB a thread for multiples of keys; from 128 items on 8 bytes an item, 524 KB at most, and 88,064 bytes for each key that
/// is prepared, 64 MiB at most.
///
/// # Timing
/// Variable in all arguments: everything here is public.
///
/// # Example
/// ```
/// use chop::sm2::{self, Item, SigningKey};
/// # let key = SigningKey::from_bytes(&[7; 32])?;
/// # let (public, signature) = (key.verifying_key(), key.sign(b"hello"));
/// let items = [Item::new(&public, b"hello", &signature), Item::new(&public, b"olleh", &signature)];
/// let verdicts = sm2::verify_each(&items);
/// assert_eq!(verdicts.invalid().collect::<Vec<_>>(), [1]);
/// # Ok::<(), chop::Error>(())
/// ```
pub fn verify_each(items: &[Item<'_>]) -> Verdicts {
    let mut valid = vec![false; items.len()];
    verify_each_into(items, &mut valid);
    Verdicts::new(valid)
}

/// As [`verify_each`], into a slice of the caller's: `valid[i]` is the verdict on item `i`.
///
/// # Panics
/// If the lengths differ.
pub fn verify_each_into(items: &[Item<'_>], valid: &mut [bool]) {
    assert_eq!(items.len(), valid.len(), "one place an item");
    let mut cache = KeyCache::new();
    if items.len() < hot::COUNTED_FROM {
        cache.verify_counted_into(items, valid);
    } else {
        cache.verify_each_into(items, valid);
    }
}

/// Prepared keys that stay from call to call, for streams of signatures in which keys recur.
///
/// Each call counts its keys, and a key that recurs often enough is prepared, as
/// [`PreparedVerifyingKey`](super::PreparedVerifyingKey) does it; when the memory for tables is full, a key that occurs more than
/// twice as often as the rarest takes its place. No verdict depends on the cache.
///
/// # Cost
/// At most 524 KB for counts and 64 MiB for tables, whatever the keys.
///
/// # Timing
/// Variable: everything here is public.
///
/// # Example
/// ```
/// use chop::sm2::{Item, KeyCache, SigningKey};
/// # let key = SigningKey::from_bytes(&[7; 32])?;
/// # let (public, signature) = (key.verifying_key(), key.sign(b"hello"));
/// let mut cache = KeyCache::new();
/// for _ in 0..3 {
///     let mut valid = [false];
///     cache.verify_each_into(&[Item::new(&public, b"hello", &signature)], &mut valid);
///     assert!(valid[0]);
/// }
/// # Ok::<(), chop::Error>(())
/// ```
pub struct KeyCache {
    hot: HotKeys<HotKey>,
}

impl KeyCache {
    /// A cache without keys.
    pub const fn new() -> KeyCache {
        KeyCache { hot: HotKeys::NONE }
    }

    /// A cache without keys whose tables take at most so many bytes, instead of 64 MiB: where each of many threads has a cache of
    /// its own.
    pub const fn with_memory(bytes: usize) -> KeyCache {
        KeyCache { hot: HotKeys::with_memory(bytes) }
    }

    /// Counts the keys of the items, prepares those that pay, and verifies as [`verify_each_into`].
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn verify_each_into(&mut self, items: &[Item<'_>], valid: &mut [bool]) {
        assert_eq!(items.len(), valid.len(), "one place an item");
        let piece = hot::piece();
        for (items, valid) in items.chunks(piece).zip(valid.chunks_mut(piece)) {
            self.count(items);
            self.verify_counted_into(items, valid);
        }
    }

    /// Counts the keys of the items and prepares those that pay.
    fn count(&mut self, items: &[Item<'_>]) {
        self.hot.meet(items.len(), |i| items[i].key_name(), |i| items[i].hot());
    }

    /// Verifies with the prepared keys that the cache has.
    fn verify_counted_into(&self, items: &[Item<'_>], valid: &mut [bool]) {
        pieces::fill(items, valid, |items, valid| judge_piece(items, &self.hot, valid));
    }
}

impl Default for KeyCache {
    fn default() -> Self {
        KeyCache::new()
    }
}

impl fmt::Debug for KeyCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyCache({} prepared)", self.hot.len())
    }
}

/// Items that are verified together: what the engine sorts by the kind of their keys.
const CHUNK: usize = 128;

fn judge_piece(items: &[Item<'_>], hot: &HotKeys<HotKey>, valid: &mut [bool]) {
    for (items, valid) in items.chunks(CHUNK).zip(valid.chunks_mut(CHUNK)) {
        let (mut decoded, mut opened) = ([None; CHUNK], [None; CHUNK]);
        for ((item, decoded), opened) in items.iter().zip(&mut decoded).zip(&mut opened) {
            *opened = match hot.of_item(|| item.key_name()) {
                Some(key) => Some(item.open_hot(key)),
                None => item.open(decoded),
            };
        }
        // Digests, and nothing, are hashed too, which is shorter than to leave them out.
        let mut digests = [[0; 32]; CHUNK];
        digest_many(
            |i| match &opened[i] {
                Some(verifier) => [verifier.z(), items[i].message().unwrap_or_default()],
                None => [&[], &[]],
            },
            &mut digests[..items.len()],
        );
        let mut jobs = [NO_KEY; CHUNK];
        for (((item, opened), digest), job) in items.iter().zip(&opened).zip(&digests).zip(&mut jobs) {
            if let Some(verifier) = opened {
                *job = verifier.job(item.signature(), item.digest().map_or(digest, Digest::as_bytes));
            }
        }
        let mut facts = [Facts::NOTHING; CHUNK];
        let n = items.len();
        verify::facts_of_many(level::current(), &jobs[..n], &mut facts[..n]);
        for (facts, valid) in facts.iter().zip(valid) {
            *valid = facts.is_valid();
        }
    }
}

/// The job of an item whose bytes are no key: r = 0 is never valid.
const NO_KEY: Job<'static> =
    Job { key: Key::Decoded(&Sm2Point::BASE), r: &[0; 32], s: &[0; 32], e: &[0; 32] };
