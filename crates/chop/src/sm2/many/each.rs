//! Many signatures, a verdict each.

use super::item::Item;
use crate::sm2::digest::Digest;
use crate::sm2::hash::bulk::digest_many;
use crate::verdicts::Verdicts;
use crate::{level, pieces};
use alloc::vec;
use chop_core::engine::sm2::point::Sm2Point;
use chop_core::engine::sm2::verify::{self, Facts, Job, Key};

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
/// hashed in lanes too, but for long ones. Heap: n bytes for the verdicts, and where there are lanes at most 180 KB a thread
/// for multiples of keys.
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
    pieces::fill(items, valid, |items, valid| {
        for (items, valid) in items.chunks(TOGETHER).zip(valid.chunks_mut(TOGETHER)) {
            judge(items, valid);
        }
    });
}

/// Items that are verified together: what the engine sorts by the kind of their keys.
const TOGETHER: usize = 128;

/// The verdicts on at most [`TOGETHER`] items.
fn judge(items: &[Item<'_>], valid: &mut [bool]) {
    let mut decoded = [None; TOGETHER];
    let mut opened = [None; TOGETHER];
    for ((item, decoded), opened) in items.iter().zip(&mut decoded).zip(&mut opened) {
        *opened = item.open(decoded);
    }
    // Digests, and nothing, are hashed too, which is shorter than to leave them out.
    let mut es = [[0; 32]; TOGETHER];
    digest_many(
        |i| match &opened[i] {
            Some(verifier) => [verifier.z(), items[i].message().unwrap_or_default()],
            None => [&[], &[]],
        },
        &mut es[..items.len()],
    );
    let nothing = Job { key: Key::Decoded(&Sm2Point::BASE), r: &[0; 32], s: &[0; 32], e: &[0; 32] };
    let (mut jobs, mut n) = ([nothing; TOGETHER], 0);
    for ((item, opened), e) in items.iter().zip(&opened).zip(&es) {
        if let Some(verifier) = opened {
            let (r, s) = (item.signature().r_bytes(), item.signature().s_bytes());
            jobs[n] = Job { key: verifier.key, r, s, e: item.digest().map_or(e, Digest::as_bytes) };
            n += 1;
        }
    }
    let nothing = Facts { r_in_range: false, s_in_range: false, t_not_zero: false, equal: false };
    let mut facts = [nothing; TOGETHER];
    verify::facts_of_many(level::current(), &jobs[..n], &mut facts[..n]);
    let mut facts = facts.iter();
    for (valid, opened) in valid.iter_mut().zip(&opened) {
        // An item whose bytes are no key has no facts.
        *valid = opened.is_some() && facts.next().is_some_and(Facts::is_valid);
    }
}
