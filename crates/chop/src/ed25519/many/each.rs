//! Many signatures, a verdict each.

use super::item::Item;
use super::prepared::PreparedVerifyingKey;
use crate::ed25519::hash::{CHUNK, Hash};
use crate::ed25519::policy::Policy;
use crate::hot::{self, HotKeys};
use crate::verdicts::Verdicts;
use crate::{level, pieces};
use chop_core::engine::ed25519::facts::Facts;
use chop_core::engine::ed25519::verify::{self, Key};
use core::fmt;

/// Verifies n signatures, each under its own key and message, and gives n verdicts.
///
/// Verdict `i` equals `verify` on item `i` alone, on every machine and for every grouping. If only "are
/// all valid?" matters, [`verify_all`](super::verify_all) is faster for many signatures.
///
/// | argument | shape | unit                                                                        |
/// |----------|-------|-----------------------------------------------------------------------------|
/// | `items`  | n     | key (32 bytes, decoded, or prepared), message of any length, signature 64 bytes |
/// | `policy` | 1     | which edge cases count as valid; see [`Policy`]                             |
///
/// An invalid signature is a verdict, not an error: look at the result.
///
/// # Cost
/// As many single verifications divided by the lanes of the level. Keys that occur often are prepared, as
/// [`PreparedVerifyingKey`] does it: rows of few keys cost a third. Heap: n bytes for the verdicts; from 128 items on 8 bytes an
/// item, 524 KB at most, and 132,096 bytes for each key that is prepared, 64 MiB at most.
/// Messages are hashed in lanes too, those of similar length together; one that is much longer than the
/// others is hashed alone.
///
/// # Timing
/// Variable in all arguments: everything here is public.
///
/// # Example
/// ```
/// # use chop::ed25519::{self, Item, Policy, SigningKey};
/// # let key = SigningKey::from_seed(&[7; 32]);
/// # let (public, signature) = (key.verifying_key(), key.sign(b"hello"));
/// let items = [Item::new(&public, b"hello", &signature), Item::new(&public, b"olleh", &signature)];
/// let verdicts = ed25519::verify_each(&items, Policy::ZIP_215);
/// assert_eq!(verdicts.invalid().collect::<Vec<_>>(), [1]);
/// ```
pub fn verify_each<H: Hash>(items: &[Item<'_, H>], policy: Policy) -> Verdicts {
    let mut valid = alloc::vec![false; items.len()];
    verify_each_into(items, policy, &mut valid);
    Verdicts::new(valid)
}

/// As [`verify_each`], into a slice of the caller's: `valid[i]` is the verdict on item `i`. No
/// allocation for fewer than 128 items; on the stack at most 72 KiB with lanes, for 64 items at a time, and 18 KiB without, whatever their
/// messages' lengths.
///
/// # Panics
/// If the lengths differ.
///
/// # Example
/// ```
/// # use chop::ed25519::{self, Item, Policy, SigningKey};
/// # let key = SigningKey::from_seed(&[7; 32]);
/// # let (public, signature) = (key.verifying_key(), key.sign(b"hello"));
/// let items = [Item::new(&public, b"hello", &signature)];
/// let mut valid = [false];
/// ed25519::verify_each_into(&items, Policy::DEFAULT, &mut valid);
/// assert!(valid[0]);
/// ```
pub fn verify_each_into<H: Hash>(items: &[Item<'_, H>], policy: Policy, valid: &mut [bool]) {
    assert_eq!(items.len(), valid.len(), "one place an item");
    let mut cache = KeyCache::new();
    if items.len() < hot::COUNTED_FROM {
        cache.verify_counted_into(items, policy, valid);
    } else {
        cache.verify_each_into(items, policy, valid);
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
/// use chop::ed25519::{Item, KeyCache, Policy, SigningKey};
/// # let key = SigningKey::from_seed(&[7; 32]);
/// # let (public, signature) = (key.verifying_key(), key.sign(b"hello"));
/// let mut cache = KeyCache::new();
/// for _ in 0..3 {
///     let items = [Item::new(&public, b"hello", &signature)];
///     let mut valid = [false];
///     cache.verify_each_into(&items, Policy::ZIP_215, &mut valid);
///     assert!(valid[0]);
/// }
/// ```
pub struct KeyCache<H: Hash> {
    hot: HotKeys<PreparedVerifyingKey<H>>,
}

impl<H: Hash> KeyCache<H> {
    /// A cache without keys.
    pub const fn new() -> KeyCache<H> {
        KeyCache { hot: HotKeys::NONE }
    }

    /// A cache without keys whose tables take at most so many bytes, instead of 64 MiB: where each of many threads has a cache of
    /// its own.
    pub const fn with_memory(bytes: usize) -> KeyCache<H> {
        KeyCache { hot: HotKeys::with_memory(bytes) }
    }

    /// Counts the keys of the items, prepares those that pay, and verifies as [`verify_each_into`].
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn verify_each_into(&mut self, items: &[Item<'_, H>], policy: Policy, valid: &mut [bool]) {
        assert_eq!(items.len(), valid.len(), "one place an item");
        let piece = hot::piece();
        for (items, valid) in items.chunks(piece).zip(valid.chunks_mut(piece)) {
            self.count(items);
            self.verify_counted_into(items, policy, valid);
        }
    }

    /// Counts the keys of the items and prepares those that pay.
    fn count(&mut self, items: &[Item<'_, H>]) {
        self.hot.meet(items.len(), |i| items[i].key.unprepared(), |i| items[i].key.prepared());
    }

    /// Verifies with the prepared keys that the cache has.
    fn verify_counted_into(&self, items: &[Item<'_, H>], policy: Policy, valid: &mut [bool]) {
        pieces::fill(items, valid, |items, valid| judge_piece(items, policy, &self.hot, valid));
    }
}

impl<H: Hash> Default for KeyCache<H> {
    fn default() -> Self {
        KeyCache::new()
    }
}

impl<H: Hash> fmt::Debug for KeyCache<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyCache({} prepared)", self.hot.len())
    }
}

fn judge_piece<H: Hash>(
    items: &[Item<'_, H>],
    policy: Policy,
    hot: &HotKeys<PreparedVerifyingKey<H>>,
    valid: &mut [bool],
) {
    for (items, valid) in items.chunks(CHUNK).zip(valid.chunks_mut(CHUNK)) {
        let mut digests = [[0; 64]; CHUNK];
        H::digest_many(|i| items[i].parts(), &mut digests[..items.len()]);
        let mut jobs = [items[0].job(&digests[0]); CHUNK];
        for ((item, digest), job) in items.iter().zip(&digests).zip(&mut jobs) {
            *job = item.job(digest);
            if let Some(key) = hot.of_item(|| item.key.unprepared()) {
                job.key = Key::Prepared(&key.prepared);
            }
        }
        let mut facts = [Facts::UNKNOWN; CHUNK];
        let n = items.len();
        verify::facts_of_many(level::current(), policy.plan(), &jobs[..n], &mut facts[..n]);
        for (facts, valid) in facts.iter().zip(valid) {
            *valid = policy.judge(facts).is_none();
        }
    }
}
