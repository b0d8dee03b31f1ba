//! Many signatures, one verdict: what the schemes share whose equations can be combined.
//!
//! A [`Batch`] has an equation for any of its items together, with weights that nobody can predict: items that are valid satisfy it,
//! and items with an invalid one do so with probability 2^-127 at most. Everything else that makes an item invalid is found before.

use crate::pieces;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// Why a batch was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BatchError {
    /// There were no items: nothing was verified.
    Empty,
    /// At least one signature is invalid; `find_invalid` tells which.
    Invalid,
    /// The operating system had no randomness for the weights.
    Randomness,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BatchError::Empty => "an empty batch verifies nothing",
            BatchError::Invalid => "at least one signature of the batch is not valid",
            BatchError::Randomness => "no randomness could be had from the operating system",
        })
    }
}

impl core::error::Error for BatchError {}

/// 32 bytes that weights depend on besides the batch.
pub(crate) type Randomness = [u8; 32];

/// Signatures that are ready for their combined equations.
pub(crate) trait Batch {
    /// Whether another check than the equation rejects each item.
    fn rejected(&self) -> &[bool];

    /// Whether the combined equation of some items holds.
    fn holds(&self, subset: &[usize], randomness: &Randomness) -> bool;

    /// Adds those of some items that are invalid by their own equation.
    #[cfg(feature = "getrandom")]
    fn judge_each(&self, subset: &[usize], invalid: &mut Vec<usize>);

    /// Whether all items are valid.
    fn all_valid(&self, randomness: &Randomness) -> bool {
        let all: Vec<usize> = (0..self.rejected().len()).collect();
        !self.rejected().contains(&true) && self.holds(&all, randomness)
    }
}

/// A smaller batch loses more by being smaller than another thread gains.
#[cfg(feature = "getrandom")]
const LEAST_OF_A_THREAD: usize = 512;

/// A larger batch gains nothing more by being larger, and needs memory that other caches and pages are for.
const LARGEST: usize = 8192;

#[cfg(feature = "getrandom")]
fn randomness_of_the_system() -> Result<Randomness, BatchError> {
    let mut randomness = [0; 32];
    getrandom::fill(&mut randomness).map_err(|_| BatchError::Randomness)?;
    Ok(randomness)
}

/// Whether `all_valid` says so of all pieces of the items: batches with weights of their own, on several threads a piece for each.
///
/// # Errors
/// [`BatchError`].
#[cfg(feature = "getrandom")]
pub(crate) fn verify_all<T: Sync>(
    items: &[T],
    all_valid: impl Fn(&[T], &Randomness) -> bool + Sync,
) -> Result<(), BatchError> {
    if items.is_empty() {
        return Err(BatchError::Empty);
    }
    let randomness = randomness_of_the_system()?;
    let valid = pieces::all(items, LEAST_OF_A_THREAD..=LARGEST, |items| all_valid(items, &randomness));
    if valid { Ok(()) } else { Err(BatchError::Invalid) }
}

/// As [`verify_all`], without randomness.
///
/// # Errors
/// [`BatchError::Empty`], [`BatchError::Invalid`].
pub(crate) fn verify_all_deterministic<T>(
    items: &[T],
    all_valid: impl Fn(&[T], &Randomness) -> bool,
) -> Result<(), BatchError> {
    if items.is_empty() {
        return Err(BatchError::Empty);
    }
    let mut pieces = items.chunks(pieces::equal(items.len(), LARGEST));
    if pieces.all(|items| all_valid(items, &[0; 32])) { Ok(()) } else { Err(BatchError::Invalid) }
}

/// The indices of the invalid items, ascending; `None` without randomness. A set of `search_from` items whose equation fails is searched piece
/// by piece before its items are judged one by one.
#[cfg(feature = "getrandom")]
pub(crate) fn find_invalid<'a, T, B: Batch>(
    items: &'a [T],
    search_from: usize,
    batch: impl Fn(&'a [T]) -> B,
) -> Option<Vec<usize>> {
    let randomness = randomness_of_the_system().ok()?;
    let piece = pieces::equal(items.len().max(1), LARGEST);
    let mut all = Vec::new();
    for (n, items) in items.chunks(piece).enumerate() {
        let batch = batch(items);
        let (mut invalid, mut candidates) = (Vec::new(), Vec::new());
        for (i, rejected) in batch.rejected().iter().enumerate() {
            if *rejected { invalid.push(i) } else { candidates.push(i) }
        }
        search(&batch, search_from, &candidates, &randomness, &mut invalid);
        invalid.sort_unstable();
        all.extend(invalid.into_iter().map(|i| n * piece + i));
    }
    Some(all)
}

/// Into how many pieces a set that fails is cut.
#[cfg(feature = "getrandom")]
const PIECES: usize = 8;

/// Adds the invalid items of a subset that no other check rejects.
///
/// Of a failing set all eighths but one hold, or two fail: then there may be many invalid items, and what is
/// not known to hold is judged item by item.
#[cfg(feature = "getrandom")]
fn search<B: Batch>(
    batch: &B,
    search_from: usize,
    subset: &[usize],
    randomness: &Randomness,
    invalid: &mut Vec<usize>,
) {
    if subset.is_empty() || (subset.len() > 1 && batch.holds(subset, randomness)) {
        return;
    }
    let mut failing = subset;
    while failing.len() >= search_from {
        let pieces: Vec<&[usize]> = failing.chunks(failing.len().div_ceil(PIECES)).collect();
        let mut first: Option<&[usize]> = None;
        for (i, piece) in pieces.iter().enumerate() {
            // Where all others hold, the last one is what fails.
            let is_known_to_fail = first.is_none() && i + 1 == pieces.len();
            if !is_known_to_fail && batch.holds(piece, randomness) {
                continue;
            }
            if let Some(first) = first {
                let rest = pieces[i..].concat();
                batch.judge_each(&[first, &rest].concat(), invalid);
                return;
            }
            first = Some(piece);
        }
        let Some(piece) = first else { return };
        failing = piece;
    }
    batch.judge_each(failing, invalid);
}

/// Which of the n items is the first with the same encoding of a key, for each.
pub(crate) fn first_with_key<'a>(n: usize, encoding: impl Fn(usize) -> &'a [u8; 32]) -> Vec<u32> {
    // Sorted by the first eight bytes, which tell honest keys apart, and of equal keys the first item first.
    let mut order: Vec<(u64, u32)> = Vec::with_capacity(n);
    for i in 0..n {
        let [a, b, c, d, e, f, g, h, ..] = *encoding(i);
        order.push((u64::from_be_bytes([a, b, c, d, e, f, g, h]), i as u32));
    }
    let encoding = |i: u32| encoding(i as usize);
    order.sort_unstable_by(|x, y| {
        x.0.cmp(&y.0).then_with(|| encoding(x.1).cmp(encoding(y.1)).then(x.1.cmp(&y.1)))
    });
    let mut first: Vec<u32> = (0..n as u32).collect();
    for pair in order.windows(2) {
        let [(prefix, before), (same_prefix, i)] = [pair[0], pair[1]];
        if prefix == same_prefix && encoding(before) == encoding(i) {
            first[i as usize] = first[before as usize];
        }
    }
    first
}

/// The keys of the items, each once, in the order in which they come first, and which of them is an item's. `prefer` says whether the key of
/// an item is to take the place of an equal one.
pub(crate) fn distinct_keys<K: Copy>(
    keys: &[K],
    encoding: impl Fn(&K) -> &[u8; 32],
    prefer: impl Fn(&K, &K) -> bool,
) -> (Vec<K>, Vec<u32>) {
    let first = first_with_key(keys.len(), |i| encoding(&keys[i]));
    let mut distinct: Vec<K> = Vec::with_capacity(keys.len());
    let mut key_of = vec![0; keys.len()];
    for (i, key) in keys.iter().enumerate() {
        if first[i] as usize == i {
            key_of[i] = distinct.len() as u32;
            distinct.push(*key);
        } else {
            key_of[i] = key_of[first[i] as usize];
            let own = &mut distinct[key_of[i] as usize];
            if prefer(key, own) {
                *own = *key;
            }
        }
    }
    (distinct, key_of)
}
