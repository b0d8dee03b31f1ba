//! Signed digits of scalars.
//!
//! Input: a non-negative integer as little-endian 64-bit words, reduced or not. Output: small digits d
//! with Σ d_i·2^(w·i) = value, least significant first.
//!
//! | function                     | digits                                | for                             |
//! |------------------------------|---------------------------------------|---------------------------------|
//! | [`signed_radix`], `…_wide`   | −2^(w−1) ..= 2^(w−1) − 1, last: below | fixed windows, constant time    |
//! | [`SignedRadix::new_vartime`] | the same, width chosen at run time    | buckets, public values          |
//! | [`wnaf_vartime`]             | 0 or odd, magnitude < 2^(w−1)         | sliding windows, public values  |
//!
//! A digit that is 2^(w−1) or more hands a carry to the next one and becomes negative. The last digit
//! has no next one and keeps what it got: for a value below 2^b and n digits it lies in
//! 0 ..= 2^(b − w·(n−1)), so that b ≤ w·n − 1 bounds its magnitude by 2^(w−1) as that of all others. A
//! table of the multiples 1 ..= 2^(w−1) therefore serves every digit.

use super::limbs;

pub mod lanes;
pub mod split;
pub mod windows;

/// Bits `at` .. `at + w` of the value, for w ≤ 15; bits beyond its words are 0.
#[inline(always)]
fn bits<const N: usize>(words: &[u64; N], at: usize, w: usize) -> i32 {
    // The position is public; only the words may be secret.
    let (word, shift) = (at / 64, at % 64);
    if word >= N {
        return 0;
    }
    let mut x = words[word] >> shift;
    if shift + w > 64 && word + 1 < N {
        x |= words[word + 1] << (64 - shift);
    }
    (x & ((1 << w) - 1)) as i32
}

/// Σ 2^(w−1)·2^(w·i) for i < n − 1, below 2^256.
pub(super) const fn halves(w: usize, n: usize) -> [u64; 4] {
    let mut sum = [0; 4];
    let mut i = 0;
    while i + 1 < n {
        let bit = w * i + w - 1;
        sum[bit / 64] |= 1 << (bit % 64);
        i += 1;
    }
    sum
}

/// N digits of W bits, constant time.
///
/// The value must be < 2^(W·N − 1), and < 2^(W·N − 2) for W = 8, where a last digit of 128 would not fit.
/// Debug builds assert it. Useful pairs:
///
/// | W | N  | for values below | last digit           |
/// |---|----|------------------|----------------------|
/// | 4 | 64 | 2^255            | 0 ..= 8 (ℓ: 0 ..= 2) |
/// | 5 | 51 | 2^254            | 0 ..= 16 (ℓ: 0 ..= 5)|
/// | 5 | 52 | 2^256            | 0 ..= 2              |
/// | 6 | 43 | 2^256            | 0 ..= 16             |
/// | 8 | 32 | 2^254            | 0 ..= 64 (ℓ: 0 ..= 17)|
/// | 8 | 33 | 2^256            | 0 ..= 1              |
///
/// It does not compile for a W outside 2 ..= 8, or for so many digits that one would begin beyond bit 256.
#[inline(always)]
pub fn signed_radix<const W: usize, const N: usize>(words: &[u64; 4]) -> [i8; N] {
    const { assert!(W <= 8) };
    signed_digits::<W, N, i8>(words)
}

/// [`signed_radix`] of wider digits, up to 10 bits, for a [magnitude](super::l25519::magnitude), which may be so much more
/// than 2^(W·N − 1) that the last digit is 2^(W−1).
#[inline(always)]
pub fn signed_radix_wide<const W: usize, const N: usize>(words: &[u64; 4]) -> [i16; N] {
    const { assert!(W <= 10 && W * N >= 252) };
    signed_digits::<W, N, i16>(words)
}

/// An integer that holds a signed digit.
pub trait Digit: Copy {
    /// The digit, which must fit.
    fn new(digit: i32) -> Self;
}

impl Digit for i8 {
    #[inline(always)]
    fn new(digit: i32) -> i8 {
        debug_assert!(i8::try_from(digit).is_ok(), "value too great for the digits");
        digit as i8
    }
}

impl Digit for i16 {
    #[inline(always)]
    fn new(digit: i32) -> i16 {
        debug_assert!(i16::try_from(digit).is_ok(), "value too great for the digits");
        digit as i16
    }
}

#[inline(always)]
#[allow(clippy::needless_range_loop)] // part of kernels: no iterator adaptors
fn signed_digits<const W: usize, const N: usize, D: Digit>(words: &[u64; 4]) -> [D; N] {
    const { assert!(W >= 2 && W * (N - 1) <= 256) };
    let half = 1 << (W - 1);
    // With 2^(W−1) added at every place but the last, the plain digits in 0 ..= 2^W − 1 are each 2^(W−1)
    // too great: one long addition instead of a carry from digit to digit.
    let (sum, carry) = limbs::add(words, &const { halves(W, N) });
    let raised = [sum[0], sum[1], sum[2], sum[3], carry];
    let mut digits = [D::new(0); N];
    for i in 0..N - 1 {
        digits[i] = D::new(bits(&raised, W * i, W) - half);
    }
    // All that is left, at most 257 − W·(N − 1) ≤ 3 + W bits.
    let last = bits(&raised, W * (N - 1), W + 3);
    debug_assert!(last <= half, "value too great for the digits");
    digits[N - 1] = D::new(last);
    digits
}

/// How many digits of `w` bits a value below 2^`bits` needs: the least n with bits ≤ w·n − 1.
pub const fn signed_radix_len(bits: usize, w: usize) -> usize {
    bits / w + 1
}

/// The least b with value < 2^b.
pub fn length_vartime(words: &[u64]) -> usize {
    let top = words.iter().rposition(|word| *word != 0);
    top.map_or(0, |i| 64 * (i + 1) - words[i].leading_zeros() as usize)
}

/// A public value whose signed digits of w bits can be had in any order: half of 2^w is added to each of them once, and
/// taken from it when it is read, so that no carry runs from one to the next. 2 ≤ w ≤ 15.
#[derive(Clone, Copy, Debug)]
pub struct SignedRadix {
    /// The value and Σ 2^(w·i + w − 1) over all digits; a word more, so that no digit asks where it ends.
    words: [u64; 6],
    len: usize,
}

impl SignedRadix {
    /// No digits.
    pub const ZERO: SignedRadix = SignedRadix { words: [0; 6], len: 0 };

    /// The value in `len` digits, [`signed_radix_len`] of its bits at least; digits beyond those needed are 0.
    ///
    /// # Panics
    /// If `w` is out of range or `len` too short for the value, or for more than 320 bits.
    pub fn new_vartime(value: &[u64; 4], w: usize, len: usize) -> SignedRadix {
        assert!((2..=15).contains(&w), "window of {w} bits");
        assert!(w * len <= 320, "digits of 320 bits at most");
        assert!(length_vartime(value) <= w * len, "too few digits");
        let mut words = [0u64; 6];
        for i in 0..len {
            let at = w * i + w - 1;
            words[at / 64] |= 1 << (at % 64);
        }
        let mut carry = false;
        for (i, word) in words.iter_mut().enumerate() {
            let (sum, first) = word.overflowing_add(value.get(i).copied().unwrap_or(0));
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, first | second);
        }
        // Only 2^(w−1) may the last digit reach.
        assert!(len == 0 || word_at(&words, w * (len - 1)) <= 1 << w, "too few digits");
        SignedRadix { words, len }
    }

    /// How many digits there are.
    pub fn digits(&self) -> usize {
        self.len
    }

    /// Digit `i`, of `w` bits as when this was made; 0 from the last on.
    #[inline]
    pub fn digit(&self, w: usize, i: usize) -> i16 {
        if i >= self.len {
            return 0;
        }
        let plain = word_at(&self.words, w * i);
        // The last one has all that is left.
        let digit = if i + 1 == self.len { plain } else { plain & ((1 << w) - 1) };
        (digit as i32 - (1 << (w - 1))) as i16
    }
}

/// 64 bits from bit `at` on, for `at` below the last word.
#[inline]
pub(super) fn word_at<const N: usize>(words: &[u64; N], at: usize) -> u64 {
    let (word, shift) = ((at / 64).min(N - 2), at % 64);
    words[word] >> shift | (words[word + 1] << 1) << (63 - shift)
}

/// The width-w non-adjacent form, for public values: each digit is 0 or odd with |d| < 2^(w−1), and of
/// any w digits in a row at most one is not 0. 2 ≤ w, at most the bits of a digit; any value below 2^(N−1).
///
/// # Panics
/// If `w` is out of range.
pub fn wnaf_vartime<D: Digit, const N: usize>(words: &[u64; 4], w: usize) -> [D; N] {
    assert!(w >= 2 && w <= 8 * size_of::<D>(), "window of {w} bits");
    let mut digits = [D::new(0); N];
    let words = [words[0], words[1], words[2], words[3], 0, 0];
    let (mut carry, mut i) = (0, 0);
    // What remains is 2^i·(⌊value / 2^i⌋ + carry).
    while i < N {
        let rest = word_at(&words, i);
        // 0 + 0 or 1 + 1: an even remainder, and the carry moves on as it is.
        let even = (rest ^ 0u64.wrapping_sub(carry)).trailing_zeros() as usize;
        i += even;
        if even + w > 64 {
            continue;
        }
        // An odd remainder: its low w bits, 0 < d < 2^w.
        let d = (rest >> even & ((1 << w) - 1)) + carry;
        carry = d >> (w - 1) & 1;
        if let Some(digit) = digits.get_mut(i) {
            *digit = D::new(d as i32 - ((carry as i32) << w));
        }
        i += w;
    }
    // d ≥ 2^(w−1) needs bit i + w − 1 of the value to be 1, as d is odd and adding the carry to an even
    // number reaches no other bit. So a carry is never handed beyond bit N − 1, where the value has only
    // zeros: the digit there is the carry itself, and none is left.
    debug_assert!(carry == 0);
    digits
}
