//! What the equation of a batch needs of its weights.

#![allow(non_snake_case)] // S is a capital letter in the papers

use super::scalars::store;
use crate::cpu::Level;
use crate::engine::weights::Weight;
use crate::field::Lanes;
use crate::field::f25519::{bytes_to_words, words_to_bytes};
use crate::lanes::{PerLane, Register as _};
use crate::run::{Job, One, Wide, run};
use crate::scalar::l25519::Scalar;
use crate::scalar::lanes::l25519::Scalars;

impl Weight {
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
