//! Integers modulo n, the order of SM2's base point (GB/T 32918.5), a prime just below 2^256.
//!
//! | quantity                                | bound                                     |
//! |-----------------------------------------|-------------------------------------------|
//! | n                                       | 2^256 − 2^224 − 2^128 < n < 2^256 − 2^224 |
//! | [`Scalar`]                              | < n                                       |
//! | factors of `montgomery`                 | one < n, the other < 2^256                |
//! | what it reduces, x·y + m·n with m < R   | < 2·n·R; after the division by R < 2·n    |
//!
//! 2^256 − n is too great to fold by: products are reduced by Montgomery's method with R = 2^256, twice for
//! x·y/R·R²/R.
//!
//! Contract: constant time in all values, with the reservation of [`limbs`].

use super::limbs::{self, Word, Words};
use super::modulus::{self, Modulus};
use crate::lanes::columns::doubled_modulo;

/// n as little-endian words.
pub const ORDER: [u64; 4] =
    [0x53bb_f409_39d5_4123, 0x7203_df6b_21c6_052b, 0xffff_ffff_ffff_ffff, 0xffff_fffe_ffff_ffff];
/// R² mod n.
const R2: [u64; 4] = doubled_modulo(&ORDER, &[1, 0, 0, 0], 512);
/// −1/n mod 2^64; its low half is −1/n mod 2^32.
pub(super) const MINUS_INVERSE: u64 = 0x327f9e8872350975;

/// An integer modulo n, big endian as bytes, as all numbers of SM2 are.
pub type Scalar = modulus::Scalar<NSm2>;

/// The order n.
#[derive(Clone, Copy)]
pub struct NSm2;

impl Modulus for NSm2 {
    const ORDER: [u64; 4] = ORDER;
    const BIG_ENDIAN: bool = true;

    #[inline(always)]
    fn reduce<W: Word>(x: &[u64; 4]) -> Scalar {
        // 2^256 < 2·n.
        Scalar::new(limbs::sub_if_not_less(x, 0, &ORDER))
    }

    #[inline(always)]
    fn reduce_wide<W: Word>(low: &[u64; 4], high: &[u64; 4]) -> Scalar {
        // 2^256·high ≡ high·R²/R.
        Scalar::new(montgomery::<W>(high, &R2)).add(&Scalar::from_words_mod_order(low))
    }

    /// Cost: 64 products of 64-bit words.
    #[inline(always)]
    fn mul<W: Word>(x: &Scalar, y: &Scalar) -> Scalar {
        Scalar::new(montgomery::<W>(&montgomery::<W>(x.words(), y.words()), &R2))
    }
}

/// x·y/R modulo n, for one factor below n and the other below 2^256. Cost: 32 products of 64-bit words.
/// Compiled once for each word and called: an inversion has hundreds.
#[inline(never)]
fn montgomery<W: Word>(x: &[u64; 4], y: &[u64; 4]) -> [u64; 4] {
    let (x, y, n): (W::Bits256, W::Bits256, W::Bits256) =
        (limbs::from_u64s(x), limbs::from_u64s(y), limbs::from_u64s(&ORDER));
    let mut product: W::Bits512 = limbs::mul(&x, &y);
    let (z, n) = (product.as_mut(), n.as_ref());
    let mut top = W::ZERO;
    for i in 0..W::Bits256::LEN {
        // m·n takes the lowest word away: z_i + m·n_0 ≡ 0.
        let (m, _) = W::ZERO.mul_add(z[i], W::truncate(MINUS_INVERSE), W::ZERO);
        let mut carry = W::ZERO;
        for j in 0..W::Bits256::LEN {
            (z[i + j], carry) = z[i + j].mul_add(m, n[j], carry);
        }
        (z[i + W::Bits256::LEN], top) = z[i + W::Bits256::LEN].add_carry(carry, top);
    }
    let high: W::Bits256 = limbs::extract(&product, W::Bits256::LEN);
    limbs::to_u64s(&limbs::sub_if_not_less(&high, top, &limbs::from_u64s(&ORDER)))
}
