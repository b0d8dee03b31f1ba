//! Many signatures, one verdict: the equation of a whole batch, and the search for what breaks it.
//!
//! For weights z_i of 127 bits and a sign that nobody can predict, n valid signatures satisfy
//!
//! ```text
//! 8·( −(Σ z_i·S_i)·B + Σ z_i·R_i + Σ z_i·k_i·A_i ) = 0
//! ```
//!
//! and a set with an invalid one satisfies it with probability 2^-127 at most. That holds for the
//! cofactored equation only: without the factor 8 a defect of small order survives one time in eight.
//! So cofactorless policies are verified item by item, and [`Equation`] decides which (Chalkias,
//! Garillot, Nikolaenko 2020, eprint 2020/1244). Everything else a policy asks (ranges, canonicity,
//! small order) is checked on each item before the equation.
#![allow(non_snake_case)] // points are capital letters

use super::each::verify_each;
use super::item::{Item, KeyRef};
use crate::combination::{self, Batch, Randomness, distinct_keys};
use crate::ed25519::hash::{Hash, Parts, for_each_chunk, for_each_digest};
use crate::ed25519::mode::{Mode, Pure};
use crate::ed25519::policy::{Equation, Policy};
use crate::level;
use alloc::{vec, vec::Vec};
use chop_core::cpu::Level;
use chop_core::engine::ed25519::decode::Decoded;
use chop_core::engine::ed25519::facts::Facts;
use chop_core::engine::ed25519::scalars::reduce_many;
use chop_core::engine::ed25519::weights::weighted;
use chop_core::engine::group::sum_vartime::{Term, is_small_order_sum_vartime};
use chop_core::engine::weights::Weight;
use chop_core::scalar::l25519::Scalar;

pub use crate::combination::BatchError;

/// Whether all signatures are valid under `policy`: one verdict for the whole batch.
///
/// Agrees with `verify` on every item, for every policy: cofactored ones by one equation with random
/// weights (up to a chance of 2^-127 a call), the others item by item. The weights depend on everything
/// in the batch, or in the part of a large one that shares an equation, and on 32 bytes from the operating system.
///
/// # Cost
/// For n = 1,024 distinct keys less than half of `verify` a signature; falls with n. Equal keys are
/// added up first. Heap: about 1,000 bytes an item, for 8,192 items at a time (and on each
/// thread).
///
/// # Errors
/// [`BatchError`].
///
/// # Example
/// ```
/// # use chop::ed25519::{self, BatchError, Item, Policy, SigningKey};
/// # let key = SigningKey::from_seed(&[7; 32]);
/// # let (public, signature) = (key.verifying_key(), key.sign(b"hello"));
/// let items = [Item::new(&public, b"hello", &signature)];
/// ed25519::verify_all(&items, Policy::ZIP_215)?;
/// assert_eq!(ed25519::verify_all(&items[..0], Policy::ZIP_215), Err(BatchError::Empty));
/// # Ok::<(), BatchError>(())
/// ```
#[cfg(feature = "getrandom")]
pub fn verify_all<H: Hash>(items: &[Item<'_, H>], policy: Policy) -> Result<(), BatchError> {
    if !items.is_empty() && policy.equation == Equation::Cofactorless {
        return if one_by_one(items, policy) { Ok(()) } else { Err(BatchError::Invalid) };
    }
    combination::verify_all(items, |items, randomness| all_valid(items, policy, randomness))
}

/// As `verify_all`, with weights that depend on the batch alone: the same batch gives the same
/// computation everywhere, and no randomness is needed.
///
/// # Errors
/// [`BatchError::Empty`], [`BatchError::Invalid`].
///
/// # Example
/// ```
/// # use chop::ed25519::{self, Item, Policy, SigningKey};
/// # let key = SigningKey::from_seed(&[7; 32]);
/// # let (public, signature) = (key.verifying_key(), key.sign(b"hello"));
/// ed25519::verify_all_deterministic(&[Item::new(&public, b"hello", &signature)], Policy::DEFAULT)?;
/// # Ok::<(), ed25519::BatchError>(())
/// ```
pub fn verify_all_deterministic<H: Hash>(items: &[Item<'_, H>], policy: Policy) -> Result<(), BatchError> {
    combination::verify_all_deterministic(items, |items, randomness| all_valid(items, policy, randomness))
}

fn all_valid<H: Hash>(items: &[Item<'_, H>], policy: Policy, randomness: &Randomness) -> bool {
    // Few items need no combination: their own equations are cheaper.
    if policy.equation == Equation::Cofactorless || items.len() < equation_from(level::current()) {
        return one_by_one(items, policy);
    }
    Equations::new(items, policy).all_valid(randomness)
}

fn one_by_one<H: Hash>(items: &[Item<'_, H>], policy: Policy) -> bool {
    verify_each(items, policy).all_valid()
}

/// The indices of the invalid signatures, ascending: the equation first, then eighths of what fails.
///
/// Agrees with `verify` on every item. If the operating system has no randomness for the weights, every
/// item is verified alone.
///
/// # Cost
/// As [`verify_all`] if all are valid. Points are decoded and messages hashed once, and eighths are tried only until
/// two of them fail: whatever an attacker mixes in, the sum of all points, a quarter of another, and every item once;
/// in all at most 1.5 times what [`verify_each`] costs (docs/verification.md).
///
/// # Example
/// ```
/// # use chop::ed25519::{self, Item, Policy, SigningKey};
/// # let key = SigningKey::from_seed(&[7; 32]);
/// # let (public, signature) = (key.verifying_key(), key.sign(b"hello"));
/// let items = [Item::new(&public, b"hello", &signature), Item::new(&public, b"olleh", &signature)];
/// assert_eq!(ed25519::find_invalid(&items, Policy::DEFAULT), [1]);
/// ```
#[cfg(feature = "getrandom")]
pub fn find_invalid<H: Hash>(items: &[Item<'_, H>], policy: Policy) -> Vec<usize> {
    let level = level::current();
    let alone = policy.equation == Equation::Cofactorless || items.len() < find_from(level);
    let found = match alone {
        true => None,
        false => combination::find_invalid(items, search_from(level), |items| Equations::new(items, policy)),
    };
    found.unwrap_or_else(|| verify_each(items, policy).invalid().collect())
}

/// The least number of signatures for which one equation for all beats one for each. Measured on Zen 4, with lanes and without.
fn equation_from(level: Level) -> usize {
    if level.lanes() == 1 { 2 } else { 3 }
}

/// The least number of signatures among which the invalid ones are looked for with one equation for all first. Measured as
/// [`equation_from`]: the least for which a batch of invalid items costs less than 1.5 times each alone.
#[cfg(feature = "getrandom")]
fn find_from(level: Level) -> usize {
    if level.lanes() == 1 { 16 } else { 192 }
}

/// The least number of signatures of a set whose equation fails that is searched piece by piece before its items are verified
/// one by one. Measured for the same bound: in lanes, verifying each costs little more than a sum.
#[cfg(feature = "getrandom")]
fn search_from(level: Level) -> usize {
    if level.lanes() == 1 { 128 } else { usize::MAX }
}

/// How many of n items a leaf has of the tree that the weights are hashed from: the fewer, the sooner the lanes are full; the
/// more, the less is hashed one after the other at the root.
fn items_of_a_leaf(n: usize) -> usize {
    (n / 128).clamp(16, 64)
}

/// The keys of the items, each once, and which of them is an item's. Of equal keys a decoded one is taken, if there is one.
fn keys_of<'a, H: Hash>(items: &[Item<'a, H>]) -> (Vec<KeyRef<'a, H>>, Vec<u32>) {
    let keys: Vec<KeyRef<'a, H>> = items.iter().map(|item| item.key).collect();
    distinct_keys(&keys, |key| key.encoding(), |_, own| matches!(own, KeyRef::Bytes(_)))
}

/// Encodings that are decoded together: enough for the lanes, and little beside what becomes of them.
const DECODED: usize = 48;

/// The keys decoded, those that are bytes together.
fn decoded_keys<H: Hash>(keys: &[KeyRef<'_, H>]) -> Vec<Decoded> {
    let mut all = Vec::with_capacity(keys.len());
    for keys in keys.chunks(DECODED) {
        let (mut encodings, mut n) = ([[0; 32]; DECODED], 0);
        for key in keys {
            if let KeyRef::Bytes(encoding) = key {
                encodings[n] = **encoding;
                n += 1;
            }
        }
        let mut decoded = [Decoded::NOTHING; DECODED];
        Decoded::many_from_bytes(level::current(), &encodings[..n], &mut decoded[..n]);
        let mut decoded = decoded.into_iter();
        all.extend(keys.iter().map(|key| match key {
            KeyRef::Bytes(_) => decoded.next().unwrap_or(Decoded::NOTHING),
            KeyRef::Decoded(key) => key.decoded,
            KeyRef::Prepared(key) => key.key.decoded,
        }));
    }
    all
}

/// R of all items, decoded.
fn decoded_commitments<H: Hash>(items: &[Item<'_, H>]) -> Vec<Decoded> {
    let mut all = vec![Decoded::NOTHING; items.len()];
    for (items, decoded) in items.chunks(DECODED).zip(all.chunks_mut(DECODED)) {
        let mut encodings = [[0; 32]; DECODED];
        for (encoding, item) in encodings.iter_mut().zip(items) {
            *encoding = *item.signature.r_bytes();
        }
        Decoded::many_from_bytes(level::current(), &encodings[..items.len()], decoded);
    }
    all
}

/// The scalars of an equation.
struct Coefficients {
    weights: Vec<Weight>,
    of_keys: Vec<Scalar>,
    of_base: Scalar,
}

/// Decoded items of a batch.
struct Equations<'a, H: Hash> {
    items: &'a [Item<'a, H>],
    policy: Policy,
    /// The keys, each once.
    keys: Vec<Decoded>,
    /// Which of the keys is an item's.
    key_of: Vec<u32>,
    R: Vec<Decoded>,
    k: Vec<Scalar>,
    /// Items that a check other than the equation rejects.
    rejected: Vec<bool>,
}

impl<'a, H: Hash> Equations<'a, H> {
    fn new(items: &'a [Item<'a, H>], policy: Policy) -> Equations<'a, H> {
        let level = level::current();
        let (keys, key_of) = keys_of(items);
        let keys = decoded_keys(&keys);
        let R = decoded_commitments(items);
        let mut k = vec![Scalar::ZERO; items.len()];
        for_each_chunk::<H>(
            items.len(),
            |i| items[i].parts(),
            |start, digests| reduce_many(level, digests, &mut k[start..start + digests.len()]),
        );
        let judged = items.iter().zip(&key_of).zip(&R);
        let rejected = judged
            .map(|((item, &key), R)| {
                let facts = Facts::without_equation(item.signature.s_bytes(), &keys[key as usize], R);
                policy.judge_without_equation(&facts).is_some()
            })
            .collect();
        Equations { items, policy, keys, key_of, R, k, rejected }
    }

    /// The scalars by which R of each item of a subset, each key and the base point are multiplied.
    fn coefficients(&self, subset: &[usize], randomness: &[u8; 32]) -> Coefficients {
        let both = |&i: &usize| [*self.items[i].signature.s_bytes(), self.k[i].to_bytes()];
        let pairs: Vec<[[u8; 32]; 2]> = subset.iter().map(both).collect();
        let weights = self.weights(&pairs, randomness);
        let mut products = vec![Scalar::ZERO; subset.len()];
        let sum = weighted(level::current(), &weights, &pairs, &mut products);
        let mut of_keys = vec![Scalar::ZERO; self.keys.len()];
        for (&i, product) in subset.iter().zip(&products) {
            let coefficient = &mut of_keys[self.key_of[i] as usize];
            *coefficient = coefficient.add(product);
        }
        Coefficients { weights, of_keys, of_base: sum.neg() }
    }

    /// A weight of 127 bits and a sign, never 0, for each pair of S and k of a subset. Each weight depends on all pairs (and so on
    /// every A, R and M, which k is the hash of), on their number, on the policy and on the randomness.
    fn weights(&self, pairs: &[[[u8; 32]; 2]], randomness: &[u8; 32]) -> Vec<Weight> {
        let mut transcript = H::start();
        H::update(&mut transcript, b"chop batch weights v3");
        H::update(&mut transcript, &[self.policy.bits()]);
        H::update(&mut transcript, &(pairs.len() as u64).to_le_bytes());
        H::update(&mut transcript, randomness);
        // A tree of two levels, so that the lanes can hash the leaves: all are of one length but the last.
        let items = items_of_a_leaf(pairs.len());
        let leaf = |i: usize| pairs.chunks(items).nth(i).unwrap_or(&[]).as_flattened().as_flattened();
        let message = |i: usize| Parts::new(Pure.dom(), [leaf(i), b"", b""]);
        let take = |_, digest: &[u8; 64]| H::update(&mut transcript, digest);
        for_each_digest::<H>(pairs.len().div_ceil(items), message, take);
        let seed = H::finish(transcript);
        let numbers: Vec<[u8; 8]> = (0..pairs.len().div_ceil(4) as u64).map(u64::to_le_bytes).collect();
        let mut weights = Vec::with_capacity(4 * numbers.len());
        let message = |i: usize| Parts::new(Pure.dom(), [&seed, &numbers[i], b""]);
        for_each_digest::<H>(numbers.len(), message, |_, digest| {
            for quarter in digest.chunks_exact(16) {
                let mut bytes = [0; 16];
                bytes.copy_from_slice(quarter);
                weights.push(Weight::from_bytes(bytes));
            }
        });
        weights.truncate(pairs.len());
        weights
    }
}

impl<H: Hash> Batch for Equations<'_, H> {
    fn rejected(&self) -> &[bool] {
        &self.rejected
    }

    fn holds(&self, subset: &[usize], randomness: &Randomness) -> bool {
        let Coefficients { weights, of_keys, of_base } = self.coefficients(subset, randomness);
        let mut terms = Vec::with_capacity(subset.len() + self.keys.len());
        for (&i, z) in subset.iter().zip(&weights) {
            terms.push(Term::weighted(z, &self.R[i].point));
        }
        for (key, coefficient) in self.keys.iter().zip(&of_keys) {
            // Keys of other subsets have none.
            if *coefficient.words() != [0; 4] {
                terms.push(Term::new(coefficient, &key.point));
            }
        }
        is_small_order_sum_vartime(level::current(), &terms, of_base.words())
    }

    /// Nothing is decoded or hashed again.
    #[cfg(feature = "getrandom")]
    fn judge_each(&self, subset: &[usize], invalid: &mut Vec<usize>) {
        use chop_core::engine::ed25519::verify::{Job, Key, facts_of_many};
        // k is its own remainder, so it stands for the digest that it was made of.
        let digests: Vec<[u8; 64]> = subset
            .iter()
            .map(|&i| {
                let mut digest = [0; 64];
                digest[..32].copy_from_slice(&self.k[i].to_bytes());
                digest
            })
            .collect();
        let jobs: Vec<Job<'_>> = subset
            .iter()
            .zip(&digests)
            .map(|(&i, digest)| {
                let item = &self.items[i];
                let key = match item.key {
                    KeyRef::Prepared(_) => item.key.engine_key(),
                    _ => Key::Decoded(&self.keys[self.key_of[i] as usize]),
                };
                Job { key, decoded_R: Some(&self.R[i]), ..item.job(digest) }
            })
            .collect();
        let mut facts = vec![Facts::UNKNOWN; subset.len()];
        facts_of_many(level::current(), self.policy.plan(), &jobs, &mut facts);
        let judged = subset.iter().zip(&facts);
        invalid.extend(judged.filter(|(_, facts)| self.policy.judge(facts).is_some()).map(|(&i, _)| i));
    }
}
