//! Reduction modulo an order m of 256 bits, whatever m is, by Montgomery's method with R = 2^256.
//!
//! | quantity                                | bound                                     |
//! |-----------------------------------------|-------------------------------------------|
//! | m                                       | 2^255 < m < 2^256                         |
//! | factors of `montgomery`                 | one < m, the other < 2^256                |
//! | what it reduces, x·y + q·m with q < R   | < 2·m·R; after the division by R < 2·m    |
//!
//! Products are reduced twice, for x·y/R·R²/R.
//!
//! Contract: constant time in all values, with the reservation of [`limbs`].

use super::limbs::{self, Word, Words};
use super::modulus::{Modulus, Scalar};
use crate::lanes::columns::doubled_modulo;

/// −1/m mod 2^64 for an odd m with this lowest word; its low half is −1/m mod 2^32.
pub(super) const fn minus_inverse(lowest: u64) -> u64 {
    // Each step doubles the bits that are right; m is its own inverse modulo 8.
    let (mut inverse, mut i) = (lowest, 0);
    while i < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(lowest.wrapping_mul(inverse)));
        i += 1;
    }
    inverse.wrapping_neg()
}

/// R² mod m.
const fn r2(order: &[u64; 4]) -> [u64; 4] {
    assert!(order[3] >> 63 == 1, "an order of 256 bits");
    doubled_modulo(order, &[1, 0, 0, 0], 512)
}

/// A 256-bit number modulo m.
#[inline(always)]
pub(super) fn reduce<M: Modulus>(x: &[u64; 4]) -> Scalar<M> {
    // 2^256 < 2·m.
    Scalar::new(limbs::sub_if_not_less(x, 0, &M::ORDER))
}

/// low + 2^256·high modulo m.
#[inline(always)]
pub(super) fn reduce_wide<M: Modulus, W: Word>(low: &[u64; 4], high: &[u64; 4]) -> Scalar<M> {
    // 2^256·high ≡ high·R²/R.
    Scalar::new(montgomery::<M, W>(high, &const { r2(&M::ORDER) })).add(&Scalar::from_words_mod_order(low))
}

/// x·y modulo m. Cost: 64 products of 64-bit words.
#[inline(always)]
pub(super) fn mul<M: Modulus, W: Word>(x: &Scalar<M>, y: &Scalar<M>) -> Scalar<M> {
    Scalar::new(montgomery::<M, W>(&montgomery::<M, W>(x.words(), y.words()), &const { r2(&M::ORDER) }))
}

/// x·y/R modulo m, for one factor below m and the other below 2^256. Cost: 32 products of 64-bit words.
/// Compiled once for each word and called: an inversion has hundreds.
#[inline(never)]
fn montgomery<M: Modulus, W: Word>(x: &[u64; 4], y: &[u64; 4]) -> [u64; 4] {
    let (x, y, m): (W::Bits256, W::Bits256, W::Bits256) =
        (limbs::from_u64s(x), limbs::from_u64s(y), limbs::from_u64s(&M::ORDER));
    let mut product: W::Bits512 = limbs::mul(&x, &y);
    let (z, m) = (product.as_mut(), m.as_ref());
    let mut top = W::ZERO;
    for i in 0..W::Bits256::LEN {
        // q·m takes the lowest word away: z_i + q·m_0 ≡ 0.
        let (q, _) = W::ZERO.mul_add(z[i], W::truncate(const { minus_inverse(M::ORDER[0]) }), W::ZERO);
        let mut carry = W::ZERO;
        for j in 0..W::Bits256::LEN {
            (z[i + j], carry) = z[i + j].mul_add(q, m[j], carry);
        }
        (z[i + W::Bits256::LEN], top) = z[i + W::Bits256::LEN].add_carry(carry, top);
    }
    let high: W::Bits256 = limbs::extract(&product, W::Bits256::LEN);
    limbs::to_u64s(&limbs::sub_if_not_less(&high, top, &limbs::from_u64s(&M::ORDER)))
}
