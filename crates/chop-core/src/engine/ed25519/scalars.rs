//! The scalars of many signatures, a group at a time on a level with lanes. Constant time in all values.

#![allow(non_snake_case)] // S is a capital letter in the papers

use crate::cpu::Level;
use crate::ct::Wiped;
use crate::field::Lanes;
use crate::field::f25519::{WIDE, bytes_to_wide, bytes_to_words, words_to_bytes};
use crate::lanes::{PerLane, Records, Register as _, Vector, each_ref};
use crate::run::{Each, Job, One, Wide, part, run, run_each};
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

/// The weight of an item in the equation of a batch: ±m with 0 < m < 2^127. The number is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// m, and 1 for the top bit if it is −m.
    words: [u64; 2],
}

/// The sign of a [`Weight`].
const SIGN: u64 = 1 << 63;

impl Weight {
    /// A weight from 16 bytes, each from one or two of their values: m little endian, where 0 becomes 1, and the sign on top.
    #[inline]
    pub fn from_bytes(bytes: [u8; 16]) -> Weight {
        let number = u128::from_le_bytes(bytes);
        let [low, high] = [number as u64, (number >> 64) as u64];
        let is_zero = low | (high & !SIGN) == 0;
        Weight { words: [low | u64::from(is_zero), high] }
    }

    /// m.
    #[inline(always)]
    pub fn magnitude(&self) -> [u64; 4] {
        [self.words[0], self.words[1] & !SIGN, 0, 0]
    }

    /// Whether it is −m.
    #[inline(always)]
    pub fn is_negative(&self) -> bool {
        self.words[1] & SIGN != 0
    }

    /// The weight modulo ℓ.
    pub fn to_scalar(&self) -> Scalar {
        let m = Scalar::from_bytes_mod_order(&words_to_bytes(&self.magnitude()));
        if self.is_negative() { m.neg() } else { m }
    }
}

/// The sums that the equation of a batch needs of weights z: Σ z·S modulo ℓ, and in `products` z·k of each item.
///
/// `pairs` are S, any 32 bytes, and k, below ℓ.
///
/// # Panics
/// If the lengths differ.
pub fn weighted(level: Level, z: &[Weight], pairs: &[[[u8; 32]; 2]], products: &mut [Scalar]) -> Scalar {
    assert!(z.len() == pairs.len() && z.len() == products.len(), "one weight, pair and place an item");
    run(level, Weighted { z, pairs, products })
}

struct Weighted<'a> {
    z: &'a [Weight],
    pairs: &'a [[[u8; 32]; 2]],
    products: &'a mut [Scalar],
}

impl Job for Weighted<'_> {
    type Out = Scalar;
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> Scalar {
        let mut sum = Scalar::ZERO;
        for ((z, [S, k]), product) in self.z.iter().zip(self.pairs).zip(self.products) {
            let z = z.to_scalar();
            sum = z.mul_add_with::<L::Word>(&Scalar::from_bytes_mod_order(S), &sum);
            let (k, _) = Scalar::from_canonical_bytes(k);
            *product = z.mul_with::<L::Word>(&k);
        }
        sum
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> Scalar {
        let (mut sums, n) = (Scalars::zero(), L::LANES);
        let groups = self.z.chunks(n).zip(self.pairs.chunks(n)).zip(self.products.chunks_mut(n));
        for ((z, pairs), products) in groups {
            // Lanes without an item have the weight 0.
            let mut weights = PerLane::<L::Words, [u64; 4]>::splat([0; 4]);
            let (mut s, mut k) = (weights, weights);
            let mut negative = 0;
            for (lane, (z, pair)) in z.iter().zip(pairs).enumerate() {
                negative |= u8::from(z.is_negative()) << lane;
                (weights[lane], s[lane], k[lane]) =
                    (z.magnitude(), bytes_to_words(&pair[0]), bytes_to_words(&pair[1]));
            }
            let z = Scalars::load(&weights);
            let z = Scalars::select(L::Words::mask_of_bits(negative), &z.neg(), &z);
            sums = z.mul_add(&Scalars::reduce(&L::Words::from_records(&s)), &sums);
            store(&z.mul(&Scalars::load(&k)), products);
        }
        let mut sum = Scalar::ZERO;
        for words in sums.store().as_ref() {
            sum = sum.add(&Scalar::new(*words));
        }
        sum
    }
}

/// The scalars of the first lanes.
#[inline(always)]
fn store<V: Vector>(scalars: &Scalars<V>, out: &mut [Scalar]) {
    for (out, words) in out.iter_mut().zip(scalars.store().as_ref()) {
        *out = Scalar::new(*words);
    }
}
