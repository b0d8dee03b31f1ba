//! Non-negative integers of a fixed number of words, little endian, for words of 64 and of 32 bits.
//!
//! A word size is a [`Word`], an integer of several words is a [`Words`] (an array), and every function
//! is written once over them. B stands for 2^[`Word::BITS`].
//!
//! Contract: constant time in all values, given a processor that multiplies two words in a time that
//! does not depend on them (not so on some microcontrollers, such as Cortex-M3). Lengths are types.

use crate::ct::Mask;

/// An unsigned integer whose square fits a type of twice the width.
pub trait Word: Copy + 'static {
    /// Bits in a word.
    const BITS: u32;
    /// 0.
    const ZERO: Self;
    /// 128 bits.
    type Bits128: Words<Word = Self>;
    /// 256 bits.
    type Bits256: Words<Word = Self>;
    /// 384 bits.
    type Bits384: Words<Word = Self>;
    /// 512 bits.
    type Bits512: Words<Word = Self>;

    /// x mod B.
    fn truncate(x: u64) -> Self;
    /// The same number in 64 bits.
    fn widen(self) -> u64;
    /// The sum and the carry of self + y + carry, for a carry of 0 or 1.
    fn add_carry(self, y: Self, carry: Self) -> (Self, Self);
    /// The difference modulo B and the borrow of self − y − borrow, for a borrow of 0 or 1.
    fn sub_borrow(self, y: Self, borrow: Self) -> (Self, Self);
    /// The low and the high word of self + x·y + carry, which fits:
    /// (B − 1) + (B − 1)² + (B − 1) = B² − 1.
    fn mul_add(self, x: Self, y: Self, carry: Self) -> (Self, Self);
    /// self·2^k mod B, for k < [`Word::BITS`].
    fn shl(self, k: u32) -> Self;
    /// ⌊self / 2^k⌋, for k < [`Word::BITS`].
    fn shr(self, k: u32) -> Self;
    /// Bitwise and.
    fn and(self, y: Self) -> Self;
    /// Bitwise or.
    fn or(self, y: Self) -> Self;
}

/// An integer of [`Words::LEN`] words, least significant first.
pub trait Words: Copy + AsRef<[Self::Word]> + AsMut<[Self::Word]> {
    /// The word.
    type Word: Word;
    /// How many words.
    const LEN: usize;
    /// 0.
    const ZERO: Self;
}

impl<W: Word, const N: usize> Words for [W; N] {
    type Word = W;
    const LEN: usize = N;
    const ZERO: [W; N] = [W::ZERO; N];
}

macro_rules! word {
    ($word:ident, $double:ident) => {
        impl Word for $word {
            const BITS: u32 = $word::BITS;
            const ZERO: $word = 0;
            type Bits128 = [$word; 128 / $word::BITS as usize];
            type Bits256 = [$word; 256 / $word::BITS as usize];
            type Bits384 = [$word; 384 / $word::BITS as usize];
            type Bits512 = [$word; 512 / $word::BITS as usize];

            #[inline(always)]
            fn truncate(x: u64) -> $word {
                x as $word
            }
            #[inline(always)]
            fn widen(self) -> u64 {
                self as u64
            }
            #[inline(always)]
            fn add_carry(self, y: $word, carry: $word) -> ($word, $word) {
                debug_assert!(carry <= 1);
                let z = self as $double + y as $double + carry as $double;
                (z as $word, (z >> $word::BITS) as $word)
            }
            #[inline(always)]
            fn sub_borrow(self, y: $word, borrow: $word) -> ($word, $word) {
                debug_assert!(borrow <= 1);
                let z = (self as $double).wrapping_sub(y as $double).wrapping_sub(borrow as $double);
                // −B ≤ z < B: a negative z has all bits above the word set.
                (z as $word, (z >> $word::BITS) as $word & 1)
            }
            #[inline(always)]
            fn mul_add(self, x: $word, y: $word, carry: $word) -> ($word, $word) {
                let z = self as $double + x as $double * y as $double + carry as $double;
                (z as $word, (z >> $word::BITS) as $word)
            }
            #[inline(always)]
            fn shl(self, k: u32) -> $word {
                self << k
            }
            #[inline(always)]
            fn shr(self, k: u32) -> $word {
                self >> k
            }
            #[inline(always)]
            fn and(self, y: $word) -> $word {
                self & y
            }
            #[inline(always)]
            fn or(self, y: $word) -> $word {
                self | y
            }
        }
    };
}
word!(u64, u128);
word!(u32, u64);

/// The same integer in other words: little-endian 64-bit words in, as many bits out.
#[inline(always)]
pub fn from_u64s<Z: Words, const N: usize>(x: &[u64; N]) -> Z {
    const { assert!(N * 64 == Z::LEN * Z::Word::BITS as usize) };
    let mut z = Z::ZERO;
    for i in 0..Z::LEN {
        let bit = i * Z::Word::BITS as usize;
        z.as_mut()[i] = Z::Word::truncate(x[bit / 64] >> (bit % 64));
    }
    z
}

/// The inverse of [`from_u64s`].
#[inline(always)]
pub fn to_u64s<X: Words, const N: usize>(x: &X) -> [u64; N] {
    const { assert!(N * 64 == X::LEN * X::Word::BITS as usize) };
    let mut z = [0; N];
    for i in 0..X::LEN {
        let bit = i * X::Word::BITS as usize;
        z[bit / 64] |= x.as_ref()[i].widen() << (bit % 64);
    }
    z
}

/// The little-endian 64-bit words of 32 little-endian bytes.
#[inline(always)]
pub fn from_bytes(bytes: &[u8; 32]) -> [u64; 4] {
    let mut words = [0; 4];
    for i in 0..4 {
        let mut word = [0; 8];
        word.copy_from_slice(&bytes[8 * i..8 * i + 8]);
        words[i] = u64::from_le_bytes(word);
    }
    words
}

/// The inverse of [`from_bytes`].
#[inline(always)]
pub fn to_bytes(words: &[u64; 4]) -> [u8; 32] {
    let mut bytes = [0; 32];
    for i in 0..4 {
        bytes[8 * i..8 * i + 8].copy_from_slice(&words[i].to_le_bytes());
    }
    bytes
}

/// The words of `x` from word `at` on, as many as `Z` has: ⌊x / B^at⌋ mod B^LEN.
#[inline(always)]
pub fn extract<X: Words, Z: Words<Word = X::Word>>(x: &X, at: usize) -> Z {
    let mut z = Z::ZERO;
    z.as_mut().copy_from_slice(&x.as_ref()[at..at + Z::LEN]);
    z
}

/// x·y, in full. Cost: one multiplication for each pair of words.
#[inline(always)]
pub fn mul<X: Words, Y: Words<Word = X::Word>, Z: Words<Word = X::Word>>(x: &X, y: &Y) -> Z {
    const { assert!(Z::LEN == X::LEN + Y::LEN) };
    let (x, y) = (x.as_ref(), y.as_ref());
    let mut product = Z::ZERO;
    let z = product.as_mut();
    for i in 0..X::LEN {
        let mut carry = X::Word::ZERO;
        for j in 0..Y::LEN {
            (z[i + j], carry) = z[i + j].mul_add(x[i], y[j], carry);
        }
        z[i + Y::LEN] = carry;
    }
    product
}

/// x·y for a single word y: the low words and the word above them.
#[inline(always)]
pub fn mul_word<X: Words>(x: &X, y: X::Word) -> (X, X::Word) {
    let mut z = X::ZERO;
    let mut carry = X::Word::ZERO;
    for i in 0..X::LEN {
        (z.as_mut()[i], carry) = X::Word::ZERO.mul_add(x.as_ref()[i], y, carry);
    }
    (z, carry)
}

/// x + y: the low words and the carry, 0 or 1.
#[inline(always)]
pub fn add<X: Words>(x: &X, y: &X) -> (X, X::Word) {
    let mut z = X::ZERO;
    let mut carry = X::Word::ZERO;
    for i in 0..X::LEN {
        (z.as_mut()[i], carry) = x.as_ref()[i].add_carry(y.as_ref()[i], carry);
    }
    (z, carry)
}

/// x − y modulo B^LEN, and the borrow: 1 if x < y, else 0.
#[inline(always)]
pub fn sub<X: Words>(x: &X, y: &X) -> (X, X::Word) {
    let mut z = X::ZERO;
    let mut borrow = X::Word::ZERO;
    for i in 0..X::LEN {
        (z.as_mut()[i], borrow) = x.as_ref()[i].sub_borrow(y.as_ref()[i], borrow);
    }
    (z, borrow)
}

/// x·2^k: the low words and the bits shifted out, for 0 < k < [`Word::BITS`].
#[inline(always)]
pub fn shl<X: Words>(x: &X, k: u32) -> (X, X::Word) {
    let mut z = X::ZERO;
    let mut out = X::Word::ZERO;
    for i in 0..X::LEN {
        let word = x.as_ref()[i];
        z.as_mut()[i] = word.shl(k).or(out);
        out = word.shr(X::Word::BITS - k);
    }
    (z, out)
}

/// x < y.
#[inline(always)]
pub fn is_less<X: Words>(x: &X, y: &X) -> Mask {
    let (_, borrow) = sub(x, y);
    Mask::from_bit(borrow.widen())
}

/// `x` where the mask is true, else `y`.
#[inline(always)]
pub fn select<X: Words>(mask: Mask, x: &X, y: &X) -> X {
    let mut z = X::ZERO;
    for i in 0..X::LEN {
        z.as_mut()[i] = X::Word::truncate(mask.select(x.as_ref()[i].widen(), y.as_ref()[i].widen()));
    }
    z
}

/// [`select`] of several integers.
#[inline(always)]
pub fn select_all<X: Words, const N: usize>(mask: Mask, x: &[X; N], y: &[X; N]) -> [X; N] {
    let mut z = *y;
    for i in 0..N {
        z[i] = select(mask, &x[i], &y[i]);
    }
    z
}

/// x + B^LEN·top − m if that is not negative, else x; for a number below 2·m with top 0 or 1.
#[inline(always)]
pub fn sub_if_not_less<X: Words>(x: &X, top: X::Word, m: &X) -> X {
    let (z, borrow) = sub(x, m);
    // Less than m exactly when there is a borrow that `top` does not pay for.
    select(Mask::from_bit(borrow.widen() & (top.widen() ^ 1)), x, &z)
}

/// x + m modulo B^LEN where the mask is true, else x.
#[inline(always)]
pub fn add_if<X: Words>(mask: Mask, x: &X, m: &X) -> X {
    let (z, _) = add(x, &select(mask, m, &X::ZERO));
    z
}
