//! Integers modulo ℓ = 2^252 + c, the order of the base point of edwards25519 (RFC 8032, 5.1), where
//! c = 27742317777372353535851937790883648493.
//!
//! | quantity                        | bound              |
//! |---------------------------------|--------------------|
//! | c                               | 2^124 < c < 2^125  |
//! | [`Scalar`]                      | < ℓ < 2^253        |
//! | x·y + z of scalars              | < 2^506 + 2^253    |
//! | what `reduce_wide` takes        | < 2^512            |
//! | what `reduce_narrow` takes      | < 2^261            |
//!
//! Reduction folds: 2^252 ≡ −c and 2^256 ≡ −16·c.
//!
//! Contract: constant time in all values, with the reservation of [`limbs`].

use super::limbs::{self, Word, Words};
use super::modulus::{self, Modulus, Native};
use crate::ct::Mask;

/// ℓ as little-endian words.
pub const ORDER: [u64; 4] = [0x5812_631a_5cf5_d3ed, 0x14de_f9de_a2f7_9cd6, 0, 1 << 60];
/// c = ℓ − 2^252.
const C: [u64; 2] = [ORDER[0], ORDER[1]];
/// 256·c = 256·ℓ − 2^260 < 2^133.
const C_256: [u64; 4] = [C[0] << 8, C[1] << 8 | C[0] >> 56, C[1] >> 56, 0];

/// |s| and whether s is negative, for the s in −2^251 − c ..= 2^251 − 1 that equals x modulo ℓ: 252 bits of signed digits hold
/// it, where x needs 254. x < ℓ, in words. Constant time.
#[inline(always)]
pub fn magnitude(x: &[u64; 4]) -> ([u64; 4], Mask) {
    debug_assert!(limbs::is_less(x, &ORDER).bit() == 1);
    let (opposite, _) = limbs::sub(&ORDER, x);
    let negative = limbs::is_less(x, &[0, 0, 0, 1 << 59]).not();
    (limbs::select(negative, &opposite, x), negative)
}

/// An integer modulo ℓ, little endian as bytes.
pub type Scalar = modulus::Scalar<L25519>;

/// The order ℓ.
#[derive(Clone, Copy)]
pub struct L25519;

impl Modulus for L25519 {
    const ORDER: [u64; 4] = ORDER;
    const BIG_ENDIAN: bool = false;

    #[inline(always)]
    fn reduce<W: Word>(x: &[u64; 4]) -> Scalar {
        Scalar::new(limbs::to_u64s(&reduce_narrow::<W>(&limbs::from_u64s(x), W::ZERO)))
    }

    #[inline(always)]
    fn reduce_wide<W: Word>(low: &[u64; 4], high: &[u64; 4]) -> Scalar {
        Scalar::new(limbs::to_u64s(&reduce_wide::<W>(&limbs::from_u64s(low), &limbs::from_u64s(high))))
    }

    #[inline(always)]
    fn mul<W: Word>(x: &Scalar, y: &Scalar) -> Scalar {
        x.mul_add_with::<W>(y, &Scalar::ZERO)
    }
}

impl Scalar {
    /// self·y + z.
    #[inline]
    pub fn mul_add(&self, y: &Scalar, z: &Scalar) -> Scalar {
        self.mul_add_with::<Native>(y, z)
    }

    /// [`Scalar::mul_add`] in words of the given size.
    #[inline]
    pub fn mul_add_with<W: Word>(&self, y: &Scalar, z: &Scalar) -> Scalar {
        let x: W::Bits256 = limbs::from_u64s(self.words());
        let y: W::Bits256 = limbs::from_u64s(y.words());
        let z: W::Bits256 = limbs::from_u64s(z.words());
        let product: W::Bits512 = limbs::mul(&x, &y);
        let (low, carry) = limbs::add(&limbs::extract(&product, 0), &z);
        // The product is < 2^506, so its upper half is < 2^250 and takes the carry.
        let mut one = W::Bits256::ZERO;
        one.as_mut()[0] = carry;
        let (high, _) = limbs::add(&limbs::extract(&product, W::Bits256::LEN), &one);
        Scalar::new(limbs::to_u64s(&reduce_wide::<W>(&low, &high)))
    }
}

/// low + 2^256·high modulo ℓ, for any two 256-bit numbers. Cost: 14 multiplications of 64-bit words or
/// 52 of 32-bit words.
#[inline(always)]
fn reduce_wide<W: Word>(low: &W::Bits256, high: &W::Bits256) -> W::Bits256 {
    let c: W::Bits128 = limbs::from_u64s(&C);
    // t = c·high < 2^125·2^256 = 2^381, cut at bit 256: t0 < 2^256, t1 < 2^125.
    let t: W::Bits384 = limbs::mul(high, &c);
    let t0: W::Bits256 = limbs::extract(&t, 0);
    let t1: W::Bits128 = limbs::extract(&t, W::Bits256::LEN);
    // u = c·t1 < 2^250.
    let u: W::Bits256 = limbs::mul(&t1, &c);
    // low + 2^256·high ≡ low − 16·t = low − 16·t0 − 16·2^256·t1 ≡ low − 16·t0 + 256·u.
    let (u_256, u_top) = limbs::shl(&u, 8);
    let (t0_16, t0_top) = limbs::shl(&t0, 4);
    // v = low + 256·u + 256·ℓ − 16·t0:
    // v > 0, as 256·ℓ > 2^260 > 16·t0;
    // v < 2^256 + 2^258 + 2^260 + 2^133 < 2^261.
    let (v, carry) = limbs::add(low, &u_256);
    let (v, carry_c) = limbs::add(&v, &limbs::from_u64s(&C_256));
    let (v, borrow) = limbs::sub(&v, &t0_16);
    // The bits from 256 on: carries ≤ 1, u_top < 4, 2^260 / 2^256 = 16, t0_top < 16; at least 0 as v is.
    let top = carry.widen() + carry_c.widen() + u_top.widen() + 16 - t0_top.widen() - borrow.widen();
    reduce_narrow(&v, W::truncate(top))
}

/// v + 2^256·top modulo ℓ, for a sum < 2^261, that is top < 2^5.
#[inline(always)]
fn reduce_narrow<W: Word>(v: &W::Bits256, top: W) -> W::Bits256 {
    debug_assert!(top.widen() < 1 << 5);
    // q = ⌊(v + 2^256·top) / 2^252⌋ < 2^9.
    let last = W::Bits256::LEN - 1;
    let q = top.shl(4).or(v.as_ref()[last].shr(W::BITS - 4));
    let mut r = *v;
    r.as_mut()[last] = r.as_ref()[last].and(W::truncate(u64::MAX >> (68 - W::BITS)));
    // The number is r + 2^252·q ≡ r − c·q, with r < 2^252 < ℓ and c·q < 2^134 < ℓ:
    // between −ℓ and ℓ, so one addition of ℓ at most.
    let c: W::Bits256 = limbs::from_u64s(&[C[0], C[1], 0, 0]);
    let (c_q, _) = limbs::mul_word(&c, q);
    let (r, borrow) = limbs::sub(&r, &c_q);
    limbs::add_if(Mask::from_bit(borrow.widen()), &r, &limbs::from_u64s(&ORDER))
}

/// The secret scalar of RFC 8032, 5.1.5, and RFC 7748, 5: a multiple of 8 in 2^254 .. 2^255.
///
/// > The lowest three bits of the first octet are cleared, the highest bit of the last octet is cleared,
/// > and the second highest bit of the last octet is set.
///
/// This is the only place where clamping happens.
#[inline]
pub fn clamp(mut bytes: [u8; 32]) -> [u8; 32] {
    bytes[0] &= 0b1111_1000;
    bytes[31] &= 0b0111_1111;
    bytes[31] |= 0b0100_0000;
    bytes
}
