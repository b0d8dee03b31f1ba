//! The equation of a whole batch of Schnorr signatures (BIP 340), and its scalars. Verification is public, and time varies with all of it.
#![allow(non_snake_case)] // points are capital letters

use super::point::Secp256k1Point;
use crate::cpu::Level;
use crate::engine::weierstrass::sum_vartime::{Terms, is_zero_vartime};
use crate::engine::weights::Weight;
use crate::field::big_endian::{bytes_to_words, words_to_bytes};
use crate::lanes::{Lanes as _, PerLane, Records, Register as _};
use crate::run::{Job, One, Wide, run};
use crate::scalar::lanes::Scalars as LaneScalars;
use crate::scalar::nsecp256k1::{NSecp256k1, Scalar};
use alloc::vec::Vec;

/// s and e of a signature: any 256 bits, which count modulo n.
pub type Pair = [[u8; 32]; 2];

/// The sums that the equation of a batch needs of weights z: Σ z·s modulo n, and in `products` z·e of each item.
///
/// # Panics
/// If the lengths differ.
pub fn weighted(level: Level, z: &[Weight], pairs: &[Pair], products: &mut [Scalar]) -> Scalar {
    assert!(z.len() == pairs.len() && z.len() == products.len(), "one weight, pair and place an item");
    run(level, Weighted { z, pairs, products })
}

/// Whether Σ z·R + Σ c·P − b·G is O, for a weight z of each R and a factor c of each key P.
///
/// Cost: as `is_zero_vartime` of `engine/weierstrass/sum_vartime.rs`.
///
/// # Panics
/// If there are not as many weights as R, or factors as keys.
pub fn holds_vartime(
    level: Level,
    z: &[Weight],
    R: &[Secp256k1Point],
    c: &[Scalar],
    keys: &[Secp256k1Point],
    b: &Scalar,
) -> bool {
    let mut scalars: Vec<Scalar> = c.to_vec();
    scalars.push(b.neg());
    let mut scaled: Vec<Secp256k1Point> = keys.to_vec();
    scaled.push(Secp256k1Point::BASE);
    is_zero_vartime(level, &Terms { weights: z, weighted: R, scalars: &scalars, scaled: &scaled })
}

/// A weight modulo n.
fn to_scalar(z: &Weight) -> Scalar {
    let m = Scalar::from_bytes_mod_order(&words_to_bytes(&z.magnitude()));
    if z.is_negative() { m.neg() } else { m }
}

struct Weighted<'a> {
    z: &'a [Weight],
    pairs: &'a [Pair],
    products: &'a mut [Scalar],
}

impl Job for Weighted<'_> {
    type Out = Scalar;
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> Scalar {
        let mut sum = Scalar::ZERO;
        for ((z, [s, e]), product) in self.z.iter().zip(self.pairs).zip(self.products) {
            let z = to_scalar(z);
            sum = sum.add(&z.mul_with::<L::Word>(&Scalar::from_bytes_mod_order(s)));
            *product = z.mul_with::<L::Word>(&Scalar::from_bytes_mod_order(e));
        }
        sum
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> Scalar {
        let (mut sums, n) = (LaneScalars::<NSecp256k1, L::Words>::zero(), L::LANES);
        let groups = self.z.chunks(n).zip(self.pairs.chunks(n)).zip(self.products.chunks_mut(n));
        for ((z, pairs), products) in groups {
            // Lanes without an item have the weight 0.
            let mut weights = PerLane::<L::Words, [u64; 4]>::splat([0; 4]);
            let (mut s, mut e) = (weights, weights);
            let mut negative = 0;
            for (lane, (z, pair)) in z.iter().zip(pairs).enumerate() {
                negative |= u8::from(z.is_negative()) << lane;
                (weights[lane], s[lane], e[lane]) =
                    (z.magnitude(), bytes_to_words(&pair[0]), bytes_to_words(&pair[1]));
            }
            let z = LaneScalars::load(&weights);
            let z = LaneScalars::select(L::Words::mask_of_bits(negative), &z.neg(), &z);
            sums = sums.add(&z.mul(&LaneScalars::reduce(&L::Words::from_records(&s))));
            let e = LaneScalars::reduce(&L::Words::from_records(&e));
            let words = Records::<L::Words, 4>::new(z.mul(&e).store());
            for (lane, product) in products.iter_mut().enumerate() {
                *product = Scalar::new(words[lane]);
            }
        }
        let mut sum = Scalar::ZERO;
        for words in sums.store().as_ref() {
            sum = sum.add(&Scalar::new(*words));
        }
        sum
    }
}
