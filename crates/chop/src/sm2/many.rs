//! Many keys and many signatures at a time.

use super::item::Item;
use super::signature::Signature;
use super::signing::SigningKey;
use crate::verdicts::Verdicts;
use crate::{Error, level, pieces};
use alloc::vec::Vec;
use chop_core::engine::sm2_verify::{self, Job};

/// Verifies n signatures, each under its own key, identifier and message, and gives n verdicts.
///
/// Verdict `i` equals `verify` on item `i` alone, on every machine and for every grouping. There is no
/// equation for all of them: a signature has x1 of a point without its y, so that a sum of n points could be
/// any of 2^n, and nothing sound and faster than n equations is known for the standard's signatures.
///
/// An invalid signature is a verdict, not an error: look at the result.
///
/// # Timing
/// Variable in all arguments: everything here is public.
///
/// # Example
/// ```
/// use chop::sm2::{self, Item, SigningKey};
/// # let key = SigningKey::from_bytes(&[7; 32])?;
/// # let (public, signature) = (key.verifying_key(), key.sign_deterministic(b"hello"));
/// let items = [Item::new(&public, b"hello", &signature), Item::new(&public, b"olleh", &signature)];
/// let verdicts = sm2::verify_each(&items);
/// assert_eq!(verdicts.invalid().collect::<Vec<_>>(), [1]);
/// # Ok::<(), chop::Error>(())
/// ```
pub fn verify_each(items: &[Item<'_>]) -> Verdicts {
    let mut valid = alloc::vec![false; items.len()];
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
        for (item, valid) in items.iter().zip(valid) {
            let mut decoded = None;
            *valid = item.open(&mut decoded).is_some_and(|(key, digest)| {
                let (r, s) = (item.signature().r_bytes(), item.signature().s_bytes());
                let job = Job { key, r, s, e: digest.as_bytes() };
                sm2_verify::facts(level::current(), &job).is_valid()
            });
        }
    });
}

/// Signs n messages under [`Id::DEFAULT`](super::Id::DEFAULT), each with its own key and 32 bytes of
/// randomness; signature `i` equals `keys[i].sign_with_randomness(messages[i], &randomness[i])`.
///
/// Constant time in keys and contents.
///
/// # Panics
/// If the lengths differ.
///
/// # Example
/// ```
/// use chop::sm2::{self, SigningKey};
/// let key = SigningKey::from_bytes(&[7; 32])?;
/// let items = [(&key, b"one".as_slice()), (&key, b"two")];
/// let signatures = sm2::sign_many_with_randomness(&items, &[[1; 32], [2; 32]]);
/// assert_eq!(signatures[1], key.sign_with_randomness(b"two", &[2; 32]));
/// # Ok::<(), chop::Error>(())
/// ```
pub fn sign_many_with_randomness(items: &[(&SigningKey, &[u8])], randomness: &[[u8; 32]]) -> Vec<Signature> {
    assert_eq!(items.len(), randomness.len(), "32 bytes an item");
    let jobs: Vec<_> = items.iter().zip(randomness).collect();
    let mut signatures = alloc::vec![None; items.len()];
    pieces::fill(&jobs, &mut signatures, |jobs, signatures| {
        for (((key, message), randomness), signature) in jobs.iter().zip(signatures) {
            *signature = Some(key.sign_with_randomness(message, randomness));
        }
    });
    signatures.into_iter().flatten().collect()
}

/// As [`sign_many_with_randomness`], with randomness of the operating system.
///
/// # Errors
/// [`Error::Randomness`]: nothing is signed without it.
#[cfg(feature = "getrandom")]
pub fn sign_many(items: &[(&SigningKey, &[u8])]) -> Result<Vec<Signature>, Error> {
    let mut randomness = alloc::vec![[0; 32]; items.len()];
    getrandom::fill(randomness.as_flattened_mut()).map_err(|_| Error::Randomness)?;
    Ok(sign_many_with_randomness(items, &randomness))
}

/// The keys of n numbers; key `i` equals `SigningKey::from_bytes(&secrets[i])`.
///
/// Constant time in the numbers, but for whether one is out of range.
///
/// # Errors
/// [`Error::SecretKeyRange`] if any of them is no key.
///
/// # Example
/// ```
/// use chop::sm2::{self, SigningKey};
/// let keys = sm2::keygen_many(&[[1; 32], [2; 32]])?;
/// assert_eq!(keys[1].verifying_key(), SigningKey::from_bytes(&[2; 32])?.verifying_key());
/// # Ok::<(), chop::Error>(())
/// ```
pub fn keygen_many(secrets: &[[u8; 32]]) -> Result<Vec<SigningKey>, Error> {
    let mut keys: Vec<Option<Result<SigningKey, Error>>> = Vec::new();
    keys.resize_with(secrets.len(), || None);
    pieces::fill(secrets, &mut keys, |secrets, keys| {
        for (secret, key) in secrets.iter().zip(keys) {
            *key = Some(SigningKey::from_bytes(secret));
        }
    });
    keys.into_iter().flatten().collect()
}
