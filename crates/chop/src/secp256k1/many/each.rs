//! Many signatures, a verdict each.

use super::item::{HotKey, Item, KeyRef};
use crate::hot::{self, HotKeys};
use crate::secp256k1::digest::Digest;
use crate::secp256k1::rule::Rule;
use crate::verdicts::Verdicts;
use crate::{level, pieces};
use alloc::vec;
use chop_core::engine::secp256k1::point::Secp256k1Point;
use chop_core::engine::secp256k1::verify::{self, Facts, Job, Key};
use core::fmt;

/// Verifies n signatures, each under its own key and message, and gives n verdicts.
///
/// Verdict `i` equals [`Item::verify`] of item `i`, on every machine and for every grouping. There is no
/// equation for all of them: a signature of ECDSA has the x of a point without its y.
///
/// An invalid signature is a verdict, not an error: look at the result.
///
/// # Cost
/// As many single verifications divided by the lanes of the level; compressed keys are decoded in lanes, too. Keys that occur often are
/// prepared, as [`PreparedVerifyingKey`](super::PreparedVerifyingKey) does it. Heap: n bytes for the verdicts, and where there are lanes at
/// most 220 KB a thread for multiples of keys, or 500 KB where the lanes are doubles; from 128 items on 8 bytes an item, 524 KB at most, and
/// 88,064 bytes for each key that is prepared, 64 MiB at most.
///
/// # Timing
/// Variable in all arguments: everything here is public.
///
/// # Example
/// ```
/// use chop::secp256k1::{self, Item, Rule, SigningKey};
/// # let key = SigningKey::from_bytes(&[7; 32])?;
/// # let (public, signature) = (key.verifying_key(), key.sign(b"hello"));
/// let items = [Item::new(&public, b"hello", &signature), Item::new(&public, b"olleh", &signature)];
/// let verdicts = secp256k1::verify_each(&items, Rule::LIBSECP256K1);
/// assert_eq!(verdicts.invalid().collect::<Vec<_>>(), [1]);
/// # Ok::<(), chop::Error>(())
/// ```
pub fn verify_each(items: &[Item<'_>], rule: Rule) -> Verdicts {
    let mut valid = vec![false; items.len()];
    verify_each_into(items, rule, &mut valid);
    Verdicts::new(valid)
}

/// As [`verify_each`], into a slice of the caller's: `valid[i]` is the verdict on item `i`.
///
/// # Panics
/// If the lengths differ.
pub fn verify_each_into(items: &[Item<'_>], rule: Rule, valid: &mut [bool]) {
    assert_eq!(items.len(), valid.len(), "one place an item");
    let mut cache = KeyCache::new();
    if items.len() < hot::COUNTED_FROM {
        cache.verify_counted_into(items, rule, valid);
    } else {
        cache.verify_each_into(items, rule, valid);
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
/// use chop::secp256k1::{Item, KeyCache, Rule, SigningKey};
/// # let key = SigningKey::from_bytes(&[7; 32])?;
/// # let (public, signature) = (key.verifying_key(), key.sign(b"hello"));
/// let mut cache = KeyCache::new();
/// for _ in 0..3 {
///     let mut valid = [false];
///     let item = Item::new(&public, b"hello", &signature);
///     cache.verify_each_into(&[item], Rule::LIBSECP256K1, &mut valid);
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
    pub fn verify_each_into(&mut self, items: &[Item<'_>], rule: Rule, valid: &mut [bool]) {
        assert_eq!(items.len(), valid.len(), "one place an item");
        let piece = hot::piece();
        for (items, valid) in items.chunks(piece).zip(valid.chunks_mut(piece)) {
            self.hot.meet(items.len(), |i| items[i].key.name(), |i| items[i].key.hot());
            self.verify_counted_into(items, rule, valid);
        }
    }

    /// Verifies with the prepared keys that the cache has.
    fn verify_counted_into(&self, items: &[Item<'_>], rule: Rule, valid: &mut [bool]) {
        pieces::fill(items, valid, |items, valid| {
            for (items, valid) in items.chunks(CHUNK).zip(valid.chunks_mut(CHUNK)) {
                judge_chunk(items, rule, &self.hot, valid);
            }
        });
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

fn judge_chunk(items: &[Item<'_>], rule: Rule, hot: &HotKeys<HotKey>, valid: &mut [bool]) {
    let n = items.len();
    let mut points = [None; CHUNK];
    let prepared = |i: usize| hot.of_item(|| items[i].key.name());
    decode(items, prepared, &mut points[..n]);
    let (mut digests, mut jobs) = ([Digest::from_bytes([0; 32]); CHUNK], [NO_KEY; CHUNK]);
    for (item, digest) in items.iter().zip(&mut digests) {
        *digest = item.digest();
    }
    for (i, item) in items.iter().enumerate() {
        let key = match (item.key, prepared(i)) {
            (_, Some(hot)) => Some(hot.key.engine_key()),
            (KeyRef::Bytes(_), None) => points[i].as_ref().map(Key::Decoded),
            (KeyRef::Decoded(key), None) => Some(Key::Decoded(&key.point)),
            (KeyRef::Prepared(key), None) => Some(key.engine_key()),
        };
        if let Some(key) = key {
            let (r, s) = (item.signature.r_bytes(), item.signature.s_bytes());
            jobs[i] = Job { key, r, s, e: digests[i].as_bytes() };
        }
    }
    let mut facts = [Facts::NOTHING; CHUNK];
    verify::facts_of_many(level::current(), &jobs[..n], &mut facts[..n]);
    for (facts, valid) in facts.iter().zip(valid) {
        *valid = rule.accepts(facts);
    }
}

/// The points of the keys that are bytes and not prepared.
fn decode<'a>(
    items: &[Item<'_>],
    prepared: impl Fn(usize) -> Option<&'a HotKey>,
    points: &mut [Option<Secp256k1Point>],
) {
    let (mut encodings, mut places, mut n): ([&[u8]; CHUNK], _, _) = ([&[]; CHUNK], [0; CHUNK], 0);
    for (i, item) in items.iter().enumerate() {
        if let (KeyRef::Bytes(bytes), None) = (item.key, prepared(i)) {
            (encodings[n], places[n]) = (bytes, i);
            n += 1;
        }
    }
    let mut decoded = [None; CHUNK];
    Secp256k1Point::from_bytes_each(level::current(), &encodings[..n], &mut decoded[..n]);
    for (place, point) in places[..n].iter().zip(decoded) {
        points[*place] = point;
    }
}

/// The job of an item whose bytes are no key: r = 0 is never valid.
const NO_KEY: Job<'static> =
    Job { key: Key::Decoded(&Secp256k1Point::BASE), r: &[0; 32], s: &[0; 32], e: &[0; 32] };
