//! The scalars of many signatures, eight at a time on a level with lanes. Constant time in all values.

#![allow(non_snake_case)] // S is a capital letter in the papers

use crate::cpu::Level;
use crate::ct;
use crate::field::Field;
use crate::field::f25519::{bytes_to_words, words_to_bytes};
use crate::kernel::{Backend, Kernel, dispatch};
use crate::lanes::{Register as _, Vector};
use crate::scalar::l25519::{Scalar, clamp};
use crate::scalar::l25519x8::Scalars;

/// 64-byte digests modulo ℓ: k of many signatures, or their nonces. Lanes are wiped.
///
/// # Panics
/// If the lengths differ.
pub fn reduce_many(level: Level, digests: &[[u8; 64]], out: &mut [Scalar]) {
    struct Many<'a>(&'a [[u8; 64]], &'a mut [Scalar]);
    impl Kernel for Many<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            for (digests, out) in self.0.chunks(8).zip(self.1.chunks_mut(8)) {
                if const { B::Many::LANES == 1 } {
                    for (digest, out) in digests.iter().zip(out) {
                        *out = Scalar::from_bytes_wide_with::<B::Word>(digest);
                    }
                } else {
                    let mut words = [[0; 8]; 8];
                    for (words, digest) in words.iter_mut().zip(digests) {
                        *words = words_of(digest);
                    }
                    let mut lanes = B::Vector::transpose(words.each_ref());
                    let mut scalars = Scalars::reduce_wide(&lanes);
                    store(&scalars, out);
                    ct::wipe(words.as_flattened_mut());
                    B::Vector::wipe(&mut lanes);
                    scalars.wipe();
                }
            }
        }
    }
    assert_eq!(digests.len(), out.len(), "one place a digest");
    dispatch(level, Many(digests, out));
}

/// The scalars of many keys, from the hashes of their seeds: the first halves clamped, then modulo ℓ (RFC 8032, 5.1.5).
/// Lanes are wiped.
///
/// # Panics
/// If the lengths differ.
pub fn expand_many(level: Level, digests: &[[u8; 64]], out: &mut [Scalar]) {
    struct Many<'a>(&'a [[u8; 64]], &'a mut [Scalar]);
    impl Kernel for Many<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            for (digests, out) in self.0.chunks(8).zip(self.1.chunks_mut(8)) {
                let mut words = [[0; 4]; 8];
                for (words, digest) in words.iter_mut().zip(digests) {
                    let mut half = [0; 32];
                    half.copy_from_slice(&digest[..32]);
                    half = clamp(half);
                    *words = bytes_to_words(&half);
                    ct::wipe(&mut half);
                }
                if const { B::Many::LANES == 1 } {
                    for (words, out) in words.iter().zip(out) {
                        let mut bytes = words_to_bytes(words);
                        *out = Scalar::from_bytes_mod_order_with::<B::Word>(&bytes);
                        ct::wipe(&mut bytes);
                    }
                } else {
                    let mut lanes = B::Vector::from_records(&words);
                    let mut scalars = Scalars::reduce(&lanes);
                    store(&scalars, out);
                    B::Vector::wipe(&mut lanes);
                    scalars.wipe();
                }
                ct::wipe(words.as_flattened_mut());
            }
        }
    }
    assert_eq!(digests.len(), out.len(), "one place a digest");
    dispatch(level, Many(digests, out));
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
    struct Many<'a> {
        challenges: &'a [[u8; 64]],
        keys: &'a [&'a Scalar],
        nonces: &'a [Scalar],
        out: &'a mut [[u8; 32]],
    }
    impl Kernel for Many<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            let items = self.challenges.chunks(8).zip(self.keys.chunks(8)).zip(self.nonces.chunks(8));
            for (((challenges, keys), nonces), out) in items.zip(self.out.chunks_mut(8)) {
                if const { B::Many::LANES == 1 } {
                    for (((challenge, key), nonce), out) in challenges.iter().zip(keys).zip(nonces).zip(out) {
                        let k = Scalar::from_bytes_wide_with::<B::Word>(challenge);
                        *out = k.mul_add_with::<B::Word>(key, nonce).to_bytes();
                    }
                } else {
                    let (mut words, mut s, mut r) = ([[0; 8]; 8], [[0; 4]; 8], [[0; 4]; 8]);
                    for (lane, ((challenge, key), nonce)) in
                        challenges.iter().zip(keys).zip(nonces).enumerate()
                    {
                        (words[lane], s[lane], r[lane]) = (words_of(challenge), *key.words(), *nonce.words());
                    }
                    let k = Scalars::<B::Vector>::reduce_wide(&B::Vector::transpose(words.each_ref()));
                    let (mut keys, mut nonces) = (Scalars::load(&s), Scalars::load(&r));
                    for (out, words) in out.iter_mut().zip(k.mul_add(&keys, &nonces).store()) {
                        *out = words_to_bytes(&words);
                    }
                    ct::wipe(s.as_flattened_mut());
                    ct::wipe(r.as_flattened_mut());
                    keys.wipe();
                    nonces.wipe();
                }
            }
        }
    }
    let n = out.len();
    assert!(
        challenges.len() == n && keys.len() == n && nonces.len() == n,
        "one challenge, key, nonce and place an item"
    );
    dispatch(level, Many { challenges, keys, nonces, out });
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

/// What the equation of a batch needs of weights z: Σ z·S modulo ℓ, and in `products` z·k of each item.
///
/// `pairs` are S, any 32 bytes, and k, below ℓ.
///
/// # Panics
/// If the lengths differ.
pub fn weighted(level: Level, z: &[Weight], pairs: &[[[u8; 32]; 2]], products: &mut [Scalar]) -> Scalar {
    struct Weighted<'a>(&'a [Weight], &'a [[[u8; 32]; 2]], &'a mut [Scalar]);
    impl Kernel for Weighted<'_> {
        type Output = Scalar;
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> Scalar {
            let Weighted(z, pairs, products) = self;
            let groups = z.chunks(8).zip(pairs.chunks(8)).zip(products.chunks_mut(8));
            if const { B::Many::LANES == 1 } {
                let mut sum = Scalar::ZERO;
                for ((z, pairs), products) in groups {
                    for ((z, [S, k]), product) in z.iter().zip(pairs).zip(products) {
                        let z = z.to_scalar();
                        sum = z.mul_add_with::<B::Word>(&Scalar::from_bytes_mod_order(S), &sum);
                        let (k, _) = Scalar::from_canonical_bytes(k);
                        *product = z.mul_add_with::<B::Word>(&k, &Scalar::ZERO);
                    }
                }
                return sum;
            }
            let zero = Scalars::from_words(&[B::Vector::splat(0); 4]);
            let mut sums = zero;
            for ((z, pairs), products) in groups {
                // Lanes without an item have the weight 0.
                let (mut weights, mut s, mut k) = ([[0; 4]; 8], [[0; 4]; 8], [[0; 4]; 8]);
                let mut negative = 0;
                for (lane, (z, pair)) in z.iter().zip(pairs).enumerate() {
                    negative |= u8::from(z.is_negative()) << lane;
                    (weights[lane], s[lane], k[lane]) =
                        (z.magnitude(), bytes_to_words(&pair[0]), bytes_to_words(&pair[1]));
                }
                let z = Scalars::load(&weights).negate_if(B::Vector::mask_of_bits(negative));
                sums = z.mul_add(&Scalars::reduce(&B::Vector::from_records(&s)), &sums);
                store(&z.mul_add(&Scalars::load(&k), &zero), products);
            }
            let mut sum = Scalar::ZERO;
            for words in sums.store() {
                sum = sum.add(&Scalar::new(words));
            }
            sum
        }
    }
    assert!(z.len() == pairs.len() && z.len() == products.len(), "one weight, pair and place an item");
    dispatch(level, Weighted(z, pairs, products))
}

/// The scalars of the first lanes.
#[inline(always)]
fn store<V: Vector>(scalars: &Scalars<V>, out: &mut [Scalar]) {
    for (out, words) in out.iter_mut().zip(scalars.store()) {
        *out = Scalar::new(words);
    }
}

/// The little-endian words of 64 bytes.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // part of kernels: no iterator adaptors
pub(super) fn words_of(bytes: &[u8; 64]) -> [u64; 8] {
    let mut words = [0; 8];
    for i in 0..8 {
        let mut word = [0; 8];
        word.copy_from_slice(&bytes[8 * i..8 * i + 8]);
        words[i] = u64::from_le_bytes(word);
    }
    words
}
