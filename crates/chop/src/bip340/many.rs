//! Many signatures, a verdict each.

use super::signature::Signature;
use super::verifying::{VerifyingKey, challenge};
use crate::verdicts::Verdicts;
use crate::{Error, level, pieces};
use alloc::vec;
use chop_core::engine::secp256k1::point::Secp256k1Point;
use chop_core::engine::secp256k1::schnorr::{self, Facts, Job};

/// A public key in any form: bytes, or decoded.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum KeyRef<'a> {
    /// 32 bytes; if they are no key, the item is invalid.
    Bytes(&'a [u8; 32]),
    /// A decoded key.
    Decoded(&'a VerifyingKey),
}

impl<'a> From<&'a [u8; 32]> for KeyRef<'a> {
    fn from(bytes: &'a [u8; 32]) -> Self {
        KeyRef::Bytes(bytes)
    }
}

impl<'a> From<&'a VerifyingKey> for KeyRef<'a> {
    fn from(key: &'a VerifyingKey) -> Self {
        KeyRef::Decoded(key)
    }
}

/// One signature to verify among many: see [`verify_each`].
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    key: KeyRef<'a>,
    message: &'a [u8],
    signature: &'a Signature,
}

impl<'a> Item<'a> {
    /// A signature of a message.
    pub fn new(key: impl Into<KeyRef<'a>>, message: &'a [u8], signature: &'a Signature) -> Item<'a> {
        Item { key: key.into(), message, signature }
    }

    /// Verifies this signature alone: the verdict that it has among many.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason; a key that is no key is one.
    ///
    /// # Timing
    /// Variable in all arguments: everything here is public.
    pub fn verify(&self) -> Result<(), Error> {
        match self.key {
            KeyRef::Bytes(bytes) => VerifyingKey::from_bytes(bytes)
                .map_err(|_| Error::InvalidSignature)?
                .verify(self.message, self.signature),
            KeyRef::Decoded(key) => key.verify(self.message, self.signature),
        }
    }

    /// x of the key, big endian.
    fn key_bytes(&self) -> [u8; 32] {
        match self.key {
            KeyRef::Bytes(bytes) => *bytes,
            KeyRef::Decoded(key) => key.to_bytes(),
        }
    }
}

/// Verifies n signatures, each under its own key and message, and gives n verdicts.
///
/// Verdict `i` equals [`Item::verify`] of item `i`, on every machine and for every grouping. An invalid signature is a verdict, not an error:
/// look at the result.
///
/// # Cost
/// As many single verifications divided by the lanes of the level; keys are decoded in lanes, too. Heap: n bytes for the verdicts, and where
/// there are lanes at most 180 KB a thread for multiples of keys.
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
    let mut points = [None; CHUNK];
    decode(items, &mut points[..n]);
    let mut challenges = [[0; 32]; CHUNK];
    for (item, e) in items.iter().zip(&mut challenges) {
        *e = challenge(item.signature.r_bytes(), &item.key_bytes(), &[item.message]);
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

/// The points of all keys; `None` for bytes that are no key.
fn decode(items: &[Item<'_>], points: &mut [Option<Secp256k1Point>]) {
    let (mut xs, mut places, mut n) = ([&[0; 32]; CHUNK], [0; CHUNK], 0);
    for (i, item) in items.iter().enumerate() {
        match item.key {
            KeyRef::Bytes(bytes) => {
                (xs[n], places[n]) = (bytes, i);
                n += 1;
            }
            KeyRef::Decoded(key) => points[i] = Some(key.point),
        }
    }
    let mut decoded = [None; CHUNK];
    schnorr::lift_x_each(level::current(), &xs[..n], &mut decoded[..n]);
    for (place, point) in places[..n].iter().zip(decoded) {
        points[*place] = point;
    }
}

/// The job of an item whose bytes are no key: no s is all ones.
const NO_KEY: Job<'static> = Job { key: &Secp256k1Point::BASE, r: &[0; 32], s: &[0xFF; 32], e: &[0; 32] };
