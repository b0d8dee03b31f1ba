//! Integers modulo n, the order of SM2's base point (GB/T 32918.5), a prime just below 2^256.
//!
//! A [`Scalar`] is the least non-negative representative, in four little-endian 64-bit words. Bytes are big
//! endian, as everywhere in SM2.
//!
//! | quantity                                | bound                                     |
//! |-----------------------------------------|-------------------------------------------|
//! | n                                       | 2^256 − 2^224 − 2^128 < n < 2^256 − 2^224 |
//! | [`Scalar`]                              | < n                                       |
//! | factors of `montgomery`                 | one < n, the other < 2^256                |
//! | what it reduces, x·y + m·n with m < R   | < 2·n·R; after the division by R < 2·n    |
//!
//! 2^256 − n is too great to fold by: products are reduced by Montgomery's method with R = 2^256, twice for
//! x·y/R·R²/R. It is written once for words of 64 and of 32 bits; what multiplies has a form `…_with` that
//! takes the word size as a type.
//!
//! Contract: constant time in all values, with the reservation of [`limbs`].

use super::l25519::Native;
use super::limbs::{self, Word, Words};
use crate::ct::{self, Mask};
use crate::inverse::Modulus;

/// n as little-endian words.
pub const ORDER: [u64; 4] =
    [0x53bb_f409_39d5_4123, 0x7203_df6b_21c6_052b, 0xffff_ffff_ffff_ffff, 0xffff_fffe_ffff_ffff];
/// n, to invert modulo it.
const N: Modulus = Modulus::new(&ORDER);
/// R² mod n.
const R2: [u64; 4] = [0x901192af7c114f20, 0x3464504ade6fa2fa, 0x620fc84c3affe0d4, 0x1eb5e412a22b3d3b];
/// −1/n mod 2^64; its low half is −1/n mod 2^32.
pub(super) const MINUS_INVERSE: u64 = 0x327f9e8872350975;

/// An integer modulo n. It may be a secret, so it has neither `Debug` nor `==`.
#[derive(Clone, Copy)]
pub struct Scalar([u64; 4]);

impl Scalar {
    /// 0.
    pub const ZERO: Scalar = Scalar([0; 4]);
    /// 1.
    pub const ONE: Scalar = Scalar([1, 0, 0, 0]);

    #[inline(always)]
    fn new(words: [u64; 4]) -> Scalar {
        debug_assert!(limbs::is_less(&words, &ORDER).bit() == 1);
        Scalar(words)
    }

    /// Any 256-bit number, big endian, modulo n: what becomes of a digest.
    #[inline]
    pub fn from_bytes_mod_order(bytes: &[u8; 32]) -> Scalar {
        Scalar::from_words_mod_order(&words(bytes))
    }

    /// Any 256-bit number modulo n: what becomes of a coordinate.
    #[inline]
    pub fn from_words_mod_order(words: &[u64; 4]) -> Scalar {
        // 2^256 < 2·n.
        Scalar::new(limbs::sub_if_not_less(words, &ORDER))
    }

    /// A 512-bit number, big endian, modulo n. For a number that is uniform below 2^384 or more the result
    /// is as good as uniform: its bias is 2^-128.
    #[inline]
    pub fn from_bytes_wide(bytes: &[u8; 64]) -> Scalar {
        Scalar::from_bytes_wide_with::<Native>(bytes)
    }

    /// [`Scalar::from_bytes_wide`] in words of the given size.
    #[inline]
    pub fn from_bytes_wide_with<W: Word>(bytes: &[u8; 64]) -> Scalar {
        // Both halves where they are: a copy would have to be wiped.
        let [high, low] = bytes.as_chunks::<32>().0 else { unreachable!("64 bytes are twice 32") };
        // 2^256·high ≡ high·R²/R.
        Scalar(montgomery::<W>(&words(high), &R2)).add(&Scalar::from_bytes_mod_order(low))
    }

    /// A 256-bit number modulo n, and whether it was below n to begin with.
    #[inline]
    pub fn from_canonical_bytes(bytes: &[u8; 32]) -> (Scalar, Mask) {
        (Scalar::from_bytes_mod_order(bytes), Scalar::is_canonical(bytes))
    }

    /// Whether a 256-bit number, big endian, is below n.
    #[inline]
    pub fn is_canonical(bytes: &[u8; 32]) -> Mask {
        limbs::is_less(&words(bytes), &ORDER)
    }

    /// The scalar as 32 big-endian bytes.
    #[inline]
    pub fn to_bytes(&self) -> [u8; 32] {
        let mut bytes = limbs::to_bytes(&self.0);
        bytes.reverse();
        bytes
    }

    /// The scalar as little-endian words, less than n.
    #[inline]
    pub fn words(&self) -> &[u64; 4] {
        &self.0
    }

    /// self·y.
    #[inline]
    pub fn mul(&self, y: &Scalar) -> Scalar {
        self.mul_with::<Native>(y)
    }

    /// [`Scalar::mul`] in words of the given size. Cost: 64 products of 64-bit words.
    #[inline]
    pub fn mul_with<W: Word>(&self, y: &Scalar) -> Scalar {
        Scalar::new(montgomery::<W>(&montgomery::<W>(&self.0, &y.0), &R2))
    }

    /// 1/self, and 0 for 0. Cost: about ten multiplications.
    #[inline]
    pub fn invert(&self) -> Scalar {
        Scalar::new(N.invert(&self.0))
    }

    super::invert_all!();

    /// self + y. Additions use 64-bit words on every target: they are cheap on all.
    #[inline]
    pub fn add(&self, y: &Scalar) -> Scalar {
        let (sum, carry) = limbs::add(&self.0, &y.0);
        Scalar::new(reduce_once(&sum, carry))
    }

    /// self − y.
    #[inline]
    pub fn sub(&self, y: &Scalar) -> Scalar {
        // self − y > −n.
        let (difference, borrow) = limbs::sub(&self.0, &y.0);
        Scalar::new(limbs::add_if(Mask::from_bit(borrow), &difference, &ORDER))
    }

    /// −self.
    #[inline]
    pub fn neg(&self) -> Scalar {
        Scalar::ZERO.sub(self)
    }

    /// Whether the scalar is 0.
    #[inline]
    pub fn is_zero(&self) -> Mask {
        Mask::is_zero(self.0[0] | self.0[1] | self.0[2] | self.0[3])
    }

    /// Whether both are the same scalar.
    #[inline]
    pub fn eq(&self, y: &Scalar) -> Mask {
        let mut difference = 0;
        for i in 0..4 {
            difference |= self.0[i] ^ y.0[i];
        }
        Mask::is_zero(difference)
    }

    /// `x` where the mask is true, else `y`.
    #[inline]
    pub fn select(mask: Mask, x: &Scalar, y: &Scalar) -> Scalar {
        Scalar(limbs::select(mask, &x.0, &y.0))
    }
}

impl ct::Wipe for Scalar {
    fn wipe(&mut self) {
        ct::wipe(&mut self.0);
    }
}

/// Little-endian words of big-endian bytes.
#[inline(always)]
fn words(bytes: &[u8; 32]) -> [u64; 4] {
    let mut reversed = *bytes;
    reversed.reverse();
    let words = limbs::from_bytes(&reversed);
    ct::wipe(&mut reversed);
    words
}

/// x + 2^256·carry − n if that is not negative, else x; for a number below 2·n.
#[inline(always)]
fn reduce_once<W: Words>(x: &W, carry: W::Word) -> W
where
    W::Word: Word<Bits256 = W>,
{
    let (y, borrow) = limbs::sub(x, &limbs::from_u64s(&ORDER));
    // Less than n exactly when there is a borrow that no carry pays for.
    limbs::select(Mask::from_bit(borrow.widen() & (carry.widen() ^ 1)), x, &y)
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
    limbs::to_u64s(&reduce_once(&high, top))
}
