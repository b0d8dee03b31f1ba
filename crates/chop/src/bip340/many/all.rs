//! Many signatures, one verdict: the equation of a whole batch, and the search for what breaks it.
//!
//! For weights z_i of 127 bits and a sign that nobody can predict, n valid signatures satisfy
//!
//! ```text
//! Σ z_i·R_i + Σ z_i·e_i·P_i − (Σ z_i·s_i)·G = 0
//! ```
//!
//! for the point R_i with the x of the signature and an even y, and a set with an invalid one satisfies it with probability 2^-127 at
//! most: the order of the group is a prime, so that a defect vanishes for one weight modulo n only, and each weight comes from two
//! numbers at most. s_i below n, and that R_i and P_i exist, are found before the equation.
//!
//! Source: BIP 340, "Batch Verification", with weights of 127 bits.
#![allow(non_snake_case)] // points are capital letters

use super::each::verify_each;
use super::item::{Item, KeyRef, decode};
use crate::bip340::hash::Tag;
#[cfg(feature = "getrandom")]
use crate::combination::find_invalid as find_invalid_of;
use crate::combination::{self, Batch, BatchError, Randomness, distinct_keys};
use crate::level;
use alloc::{vec, vec::Vec};
use chop_core::engine::secp256k1::point::Secp256k1Point;
use chop_core::engine::secp256k1::schnorr::lift_x_each;
use chop_core::engine::secp256k1::schnorr_batch::{Pair, holds_vartime, weighted};
use chop_core::engine::weights::Weight;
use chop_core::scalar::nsecp256k1::Scalar;
use sha2::{Digest as _, Sha256};

/// Whether all signatures are valid: one verdict for the whole batch.
///
/// Agrees with [`Item::verify`] on every item, by one equation with random weights, up to a chance of 2^-127 a call. The weights depend on
/// everything in the batch, or in the part of a large one that shares an equation, and on 32 bytes from the operating system.
///
/// # Cost
/// For n = 1,024 distinct keys about half of [`verify_each`] where there are lanes, and less where there are none; falls with n. Equal keys are
/// added up first. Heap: at most 1,400 bytes an item and 1 MB, for 8,192 items at a time (and on each
/// thread).
///
/// # Errors
/// [`BatchError`].
///
/// # Timing
/// Variable in all arguments: everything here is public.
///
/// # Example
/// ```
/// use chop::bip340::{self, BatchError, Item, SigningKey};
/// # let key = SigningKey::from_bytes(&[7; 32]).map_err(|_| BatchError::Invalid)?;
/// # let (public, signature) = (key.verifying_key(), key.sign(b"hello"));
/// let items = [Item::new(&public, b"hello", &signature)];
/// bip340::verify_all(&items)?;
/// assert_eq!(bip340::verify_all(&[]), Err(BatchError::Empty));
/// # Ok::<(), BatchError>(())
/// ```
#[cfg(feature = "getrandom")]
pub fn verify_all(items: &[Item<'_>]) -> Result<(), BatchError> {
    combination::verify_all(items, all_valid)
}

/// As `verify_all`, with weights that depend on the batch alone: the same batch gives the same computation everywhere, and no randomness is
/// needed.
///
/// # Errors
/// [`BatchError::Empty`], [`BatchError::Invalid`].
///
/// # Example
/// ```
/// use chop::bip340::{self, Item, SigningKey};
/// # let key = SigningKey::from_bytes(&[7; 32]).unwrap();
/// # let (public, signature) = (key.verifying_key(), key.sign(b"hello"));
/// bip340::verify_all_deterministic(&[Item::new(&public, b"hello", &signature)])?;
/// # Ok::<(), bip340::BatchError>(())
/// ```
pub fn verify_all_deterministic(items: &[Item<'_>]) -> Result<(), BatchError> {
    combination::verify_all_deterministic(items, all_valid)
}

fn all_valid(items: &[Item<'_>], randomness: &Randomness) -> bool {
    // Few items need no combination: their own equations are cheaper.
    if items.len() < equation_from() {
        return verify_each(items).all_valid();
    }
    Equations::new(items).all_valid(randomness)
}

/// The indices of the invalid signatures, ascending: the equation first, then eighths of what fails.
///
/// Agrees with [`Item::verify`] on every item. If the operating system has no randomness for the weights, every item is verified alone.
///
/// # Cost
/// As [`verify_all`] if all are valid; whatever an attacker mixes in, at most 1.5 times what [`verify_each`] costs.
///
/// # Timing
/// Variable in all arguments: everything here is public.
///
/// # Example
/// ```
/// use chop::bip340::{self, Item, SigningKey};
/// # let key = SigningKey::from_bytes(&[7; 32])?;
/// # let (public, signature) = (key.verifying_key(), key.sign(b"hello"));
/// let items = [Item::new(&public, b"hello", &signature), Item::new(&public, b"olleh", &signature)];
/// assert_eq!(bip340::find_invalid(&items), [1]);
/// # Ok::<(), chop::Error>(())
/// ```
#[cfg(feature = "getrandom")]
pub fn find_invalid(items: &[Item<'_>]) -> Vec<usize> {
    let found = match items.len() < find_from() {
        true => None,
        false => find_invalid_of(items, search_from(), Equations::new),
    };
    found.unwrap_or_else(|| verify_each(items).invalid().collect())
}

/// The least number of signatures for which one equation for all beats one for each. Measured on Zen 4, with lanes and without.
fn equation_from() -> usize {
    if level::current().lanes() == 1 { 12 } else { 48 }
}

/// The least number of signatures among which the invalid ones are looked for with one equation for all first. Measured as
/// [`equation_from`]: the least for which a batch of invalid items costs no more than 1.5 times each alone.
#[cfg(feature = "getrandom")]
fn find_from() -> usize {
    match level::current().lanes() {
        1 => 128,
        4 => 512,
        _ => 4096,
    }
}

/// The least number of signatures of a set whose equation fails that is searched piece by piece before its items are verified one by one.
/// Measured for the same bound: in lanes, verifying each costs little more than a sum.
#[cfg(feature = "getrandom")]
fn search_from() -> usize {
    if level::current().lanes() == 1 { 1024 } else { usize::MAX }
}

/// Decoded items of a batch.
struct Equations<'a> {
    #[cfg_attr(
        not(feature = "getrandom"),
        expect(dead_code, reason = "find_invalid alone asks for own equations")
    )]
    items: &'a [Item<'a>],
    /// The keys, each once; some point in the place of one that is none.
    keys: Vec<Secp256k1Point>,
    /// Which of the keys is an item's.
    key_of: Vec<u32>,
    /// R of each item; some point in the place of one that is none.
    R: Vec<Secp256k1Point>,
    /// s and e of each item.
    pairs: Vec<Pair>,
    /// Items with an s out of range, or a key or R that is no point.
    rejected: Vec<bool>,
}

impl<'a> Equations<'a> {
    fn new(items: &'a [Item<'a>]) -> Equations<'a> {
        let (keys, key_of) = keys_of(items);
        let mut points = vec![None; keys.len()];
        decode(&keys, &mut points);
        let xs: Vec<&[u8; 32]> = items.iter().map(|item| item.signature.r_bytes()).collect();
        let mut Rs = vec![None; items.len()];
        lift_x_each(level::current(), &xs, &mut Rs);
        let rejected = items.iter().zip(&key_of).zip(&Rs).map(|((item, key), R)| {
            !item.signature.has_s_in_range() || points[*key as usize].is_none() || R.is_none()
        });
        let rejected = rejected.collect();
        let start = Tag::CHALLENGE.start();
        let pair = |item: &Item<'_>| [*item.signature.s_bytes(), item.challenge(&start)];
        let pairs = items.iter().map(pair).collect();
        Equations { items, keys: or_base(&points), key_of, R: or_base(&Rs), pairs, rejected }
    }

    /// A weight for each pair of s and e of a subset. Each depends on all pairs (and so on every R, P and message, which e is the
    /// hash of), on their number and on the randomness.
    fn weights(pairs: &[Pair], randomness: &Randomness) -> Vec<Weight> {
        let mut transcript = Sha256::new();
        transcript.update(b"chop BIP 340 batch weights v1");
        transcript.update((pairs.len() as u64).to_le_bytes());
        transcript.update(randomness);
        transcript.update(pairs.as_flattened().as_flattened());
        let seed = transcript.finalize();
        let mut weights = Vec::with_capacity(pairs.len() + 1);
        for number in 0..pairs.len().div_ceil(2) as u64 {
            let digest = Sha256::new().chain_update(seed).chain_update(number.to_le_bytes()).finalize();
            for half in digest.chunks_exact(16) {
                let mut bytes = [0; 16];
                bytes.copy_from_slice(half);
                weights.push(Weight::from_bytes(bytes));
            }
        }
        weights.truncate(pairs.len());
        weights
    }

    /// What only belongs to the items of a subset.
    fn of<T: Copy>(all: &[T], subset: &[usize]) -> Vec<T> {
        subset.iter().map(|&i| all[i]).collect()
    }
}

/// The keys of the items, each once, and which of them is an item's. Of equal keys a decoded one is taken, if there is one.
fn keys_of<'a>(items: &[Item<'a>]) -> (Vec<KeyRef<'a>>, Vec<u32>) {
    let encodings: Vec<([u8; 32], KeyRef<'a>)> =
        items.iter().map(|item| (item.key.to_bytes(), item.key)).collect();
    let (keys, key_of) = distinct_keys(&encodings, |key| &key.0, |_, own| matches!(own.1, KeyRef::Bytes(_)));
    (keys.into_iter().map(|key| key.1).collect(), key_of)
}

/// The points, G in the place of none.
fn or_base(points: &[Option<Secp256k1Point>]) -> Vec<Secp256k1Point> {
    points.iter().map(|point| point.unwrap_or(Secp256k1Point::BASE)).collect()
}

impl Batch for Equations<'_> {
    fn rejected(&self) -> &[bool] {
        &self.rejected
    }

    fn holds(&self, subset: &[usize], randomness: &Randomness) -> bool {
        let pairs = Self::of(&self.pairs, subset);
        let weights = Self::weights(&pairs, randomness);
        let mut products = vec![Scalar::ZERO; subset.len()];
        let b = weighted(level::current(), &weights, &pairs, &mut products);
        let mut sums = vec![None; self.keys.len()];
        for (&i, product) in subset.iter().zip(&products) {
            let sum = &mut sums[self.key_of[i] as usize];
            *sum = Some(sum.map_or(*product, |sum: Scalar| sum.add(product)));
        }
        // Keys of other subsets have no factor.
        let (mut factors, mut keys) = (Vec::new(), Vec::new());
        for (sum, key) in sums.iter().zip(&self.keys) {
            if let Some(sum) = sum {
                factors.push(*sum);
                keys.push(*key);
            }
        }
        holds_vartime(level::current(), &weights, &Self::of(&self.R, subset), &factors, &keys, &b)
    }

    /// Nothing is decoded or hashed again.
    #[cfg(feature = "getrandom")]
    fn judge_each(&self, subset: &[usize], invalid: &mut Vec<usize>) {
        use chop_core::engine::secp256k1::schnorr::{Facts, Job, facts_of_many};
        let job = |&i: &usize| {
            let (signature, [_, e]) = (self.items[i].signature, &self.pairs[i]);
            let (r, s) = (signature.r_bytes(), signature.s_bytes());
            Job { key: &self.keys[self.key_of[i] as usize], r, s, e }
        };
        let jobs: Vec<Job<'_>> = subset.iter().map(job).collect();
        let mut facts = vec![Facts::NOTHING; jobs.len()];
        facts_of_many(level::current(), &jobs, &mut facts);
        invalid.extend(subset.iter().zip(&facts).filter(|(_, facts)| !facts.is_valid()).map(|(&i, _)| i));
    }
}
