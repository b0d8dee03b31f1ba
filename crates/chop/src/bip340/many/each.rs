//! Many signatures, a verdict each.

use super::item::{Item, decode};
use crate::bip340::hash::Tag;
use crate::verdicts::Verdicts;
use crate::{level, pieces};
use alloc::vec;
use chop_core::engine::secp256k1::point::Secp256k1Point;
use chop_core::engine::secp256k1::schnorr::{self, Facts, Job};

/// Verifies n signatures, each under its own key and message, and gives n verdicts.
///
/// Verdict `i` equals [`Item::verify`] of item `i`, on every machine and for every grouping. An invalid signature is a verdict, not an error:
/// look at the result.
///
/// # Cost
/// As many single verifications divided by the lanes of the level; keys are decoded in lanes, too. Heap: n bytes for the verdicts, and where
/// there are lanes at most 220 KB a thread for multiples of keys, or 500 KB where the lanes are doubles.
///
/// # Timing
/// Variable in all arguments: everything here is public.
///
/// # Example
/// ```
/// use chop::bip340::{self, Item, SigningKey};
/// # let key = SigningKey::from_bytes(&[7; 32])?;
/// # let (public, signature) = (key.verifying_key().to_bytes(), key.sign(b"hello"));
/// let items = [Item::new(&public, b"hello", &signature), Item::new(&public, b"olleh", &signature)];
/// let verdicts = bip340::verify_each(&items);
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
    pieces::fill(items, valid, |items, valid| {
        for (items, valid) in items.chunks(CHUNK).zip(valid.chunks_mut(CHUNK)) {
            judge_chunk(items, valid);
        }
    });
}

/// Items that are verified together.
const CHUNK: usize = 128;

fn judge_chunk(items: &[Item<'_>], valid: &mut [bool]) {
    let n = items.len();
    let (mut keys, mut points) = ([items[0].key; CHUNK], [None; CHUNK]);
    for (item, key) in items.iter().zip(&mut keys) {
        *key = item.key;
    }
    decode(&keys[..n], &mut points[..n]);
    let (start, mut challenges) = (Tag::CHALLENGE.start(), [[0; 32]; CHUNK]);
    for (item, e) in items.iter().zip(&mut challenges) {
        *e = item.challenge(&start);
    }
    let mut jobs = [NO_KEY; CHUNK];
    for (i, item) in items.iter().enumerate() {
        if let Some(key) = &points[i] {
            let (r, s) = (item.signature.r_bytes(), item.signature.s_bytes());
            jobs[i] = Job { key, r, s, e: &challenges[i] };
        }
    }
    let mut facts = [Facts::NOTHING; CHUNK];
    schnorr::facts_of_many(level::current(), &jobs[..n], &mut facts[..n]);
    for (facts, valid) in facts.iter().zip(valid) {
        *valid = facts.is_valid();
    }
}

/// The job of an item whose bytes are no key: no s is all ones.
const NO_KEY: Job<'static> = Job { key: &Secp256k1Point::BASE, r: &[0; 32], s: &[0xFF; 32], e: &[0; 32] };
