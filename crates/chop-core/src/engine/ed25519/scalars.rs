//! The scalars of many signatures, a group at a time on a level with lanes. Constant time in all values.

#![allow(non_snake_case)] // S is a capital letter in the papers

use crate::cpu::Level;
use crate::ct::Wiped;
use crate::field::Lanes;
use crate::field::f25519::{WIDE, bytes_to_wide, bytes_to_words, words_to_bytes};
use crate::lanes::{PerLane, Records, Register as _, Vector, each_ref};
use crate::run::{Each, Wide, part, run_each};
use crate::scalar::l25519::{Scalar, clamp};
use crate::scalar::lanes::l25519::Scalars;

/// 64-byte digests modulo ℓ: k of many signatures, or their nonces. Lanes are wiped.
///
/// # Panics
/// If the lengths differ.
pub fn reduce_many(level: Level, digests: &[[u8; 64]], out: &mut [Scalar]) {
    run_each(level, &Reduce(digests), out);
}

struct Reduce<'a>(&'a [[u8; 64]]);

impl Each for Reduce<'_> {
    type Out = Scalar;
    const BLOCK_GROUPS: usize = 1;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, _: Level, i: usize, out: &mut Scalar) {
        *out = Scalar::from_bytes_wide(&self.0[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [Scalar]) {
        let mut words = Records::<L::Words, WIDE>::zeros();
        for (words, digest) in words.as_mut().iter_mut().zip(part(self.0, first, out.len())) {
            *words = bytes_to_wide(digest);
        }
        let mut lanes = L::Words::from_eight_words(each_ref::<L::Words, _>(&words));
        let scalars = Wiped::new(Scalars::reduce_wide(&lanes));
        store(&scalars, out);
        L::Words::wipe(&mut lanes);
    }
}

/// The scalars of many keys, from the hashes of their seeds: the first halves clamped, then modulo ℓ (RFC 8032, 5.1.5).
/// Lanes are wiped.
///
/// # Panics
/// If the lengths differ.
pub fn expand_many(level: Level, digests: &[[u8; 64]], out: &mut [Scalar]) {
    run_each(level, &Expand(digests), out);
}

struct Expand<'a>(&'a [[u8; 64]]);

impl Each for Expand<'_> {
    type Out = Scalar;
    const BLOCK_GROUPS: usize = 1;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, _: Level, i: usize, out: &mut Scalar) {
        *out = Scalar::from_bytes_mod_order(&clamped_half(&self.0[i]));
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [Scalar]) {
        let mut words = Records::<L::Words, 4>::zeros();
        for (words, digest) in words.as_mut().iter_mut().zip(part(self.0, first, out.len())) {
            *words = bytes_to_words(&clamped_half(digest));
        }
        let mut lanes = L::Words::from_records(&words);
        let scalars = Wiped::new(Scalars::reduce(&lanes));
        store(&scalars, out);
        L::Words::wipe(&mut lanes);
    }
}

/// The first half of a digest, clamped.
#[inline(always)]
fn clamped_half(digest: &[u8; 64]) -> Wiped<[u8; 32]> {
    let mut half = Wiped::new([0; 32]);
    half.copy_from_slice(&digest[..32]);
    *half = clamp(*half);
    half
}

/// S = r + k·s of many signatures: k from 64-byte challenges, s the scalars of the keys, r the nonces, which are wiped
/// where they have been in lanes.
///
/// # Panics
/// If the lengths differ.
pub fn respond_many(
    level: Level,
    challenges: &[[u8; 64]],
    keys: &[&Scalar],
    nonces: &[Scalar],
    out: &mut [[u8; 32]],
) {
    let n = challenges.len();
    assert!(keys.len() == n && nonces.len() == n, "one challenge, key and nonce an item");
    run_each(level, &Respond { challenges, keys, nonces }, out);
}

struct Respond<'a> {
    challenges: &'a [[u8; 64]],
    keys: &'a [&'a Scalar],
    nonces: &'a [Scalar],
}

impl Each for Respond<'_> {
    type Out = [u8; 32];
    const BLOCK_GROUPS: usize = 1;

    fn count(&self) -> usize {
        self.challenges.len()
    }

    fn one(&self, _: Level, i: usize, out: &mut [u8; 32]) {
        let k = Scalar::from_bytes_wide(&self.challenges[i]);
        *out = k.mul_add(self.keys[i], &self.nonces[i]).to_bytes();
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [[u8; 32]]) {
        let mut words = PerLane::<L::Words, [u64; WIDE]>::splat([0; WIDE]);
        let mut s = Records::<L::Words, 4>::zeros();
        let mut r = Records::<L::Words, 4>::zeros();
        let n = out.len();
        let items = part(self.challenges, first, n).iter().zip(part(self.keys, first, n));
        for (lane, ((challenge, key), nonce)) in items.zip(part(self.nonces, first, n)).enumerate() {
            (words[lane], s[lane], r[lane]) = (bytes_to_wide(challenge), *key.words(), *nonce.words());
        }
        let k =
            Scalars::<L::Words>::reduce_wide(&L::Words::from_eight_words(each_ref::<L::Words, _>(&words)));
        let (keys, nonces) =
            (Wiped::new(Scalars::<L::Words>::load(&s)), Wiped::new(Scalars::<L::Words>::load(&r)));
        for (out, words) in out.iter_mut().zip(k.mul_add(&keys, &nonces).store().as_ref()) {
            *out = words_to_bytes(words);
        }
    }
}

/// The scalars of the first lanes. Their words are wiped where they are brought apart.
#[inline(always)]
pub(super) fn store<V: Vector>(scalars: &Scalars<V>, out: &mut [Scalar]) {
    let words = Records::<V, 4>::new(scalars.store());
    for (out, words) in out.iter_mut().zip(words.as_ref()) {
        *out = Scalar::new(*words);
    }
}
