//! Signed digits of a scalar in each lane, one digit of all lanes at a time.
//!
//! The digits of [`Digits`] are those of [`signed_radix`](super::signed_radix) in each lane, under the same
//! bounds on values, but that a last digit of 128 fits here. All digits in lanes would be up to 64
//! vectors; here they are five, and a digit is cut out of them when it is used.
//!
//! Contract: constant time in all values. The number of a digit is public.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::halves;
use super::windows::Windows;
use crate::lanes::{LaneMasks, Vector, operations};

/// N digits of W bits: the value with 2^(W−1) added at every place but the last, so that the plain digits
/// are the signed ones plus 2^(W−1). Four words, and the carry out of them.
///
/// It may be a secret, so there is neither `Debug` nor `==`.
#[derive(Clone, Copy)]
pub struct Digits<V, const W: usize, const N: usize>([V; 5]);

impl<V: Vector, const W: usize, const N: usize> Digits<V, W, N> {
    /// The digits of 256-bit numbers in little-endian words, reduced or not. Cost: 19.
    ///
    /// The values must be < 2^(W·N − 1), or so little more that the last digit is 2^(W−1) at most. Debug builds assert
    /// it. It does not compile for a W outside 2 ..= 10, or for so many digits that one would begin beyond bit 256.
    #[inline(always)]
    pub fn new(words: &[V; 4]) -> Digits<V, W, N> {
        const { assert!(W >= 2 && W <= 10 && W * (N - 1) <= 256) };
        let raised = raised(words, const { &halves(W, N) });
        #[cfg(debug_assertions)]
        assert_last(&raised, W * (N - 1), W);
        Digits(raised)
    }

    /// Overwrites the digits with zeros.
    #[inline(always)]
    pub fn wipe(&mut self) {
        V::wipe(&mut self.0);
    }

    /// Digit `i`: its magnitude in 0 ..= 2^(W−1), and where it is negative. Zero is not. Cost: 9.
    ///
    /// # Panics
    /// If there is no digit `i`.
    #[inline(always)]
    pub fn get(&self, i: usize) -> (V, LaneMasks<V>) {
        assert!(i < N, "there is no such digit");
        digit(&self.0, W, N, i)
    }
}

/// Digits −3, −1, 1 and 3 of two bits of odd numbers. For public ones, whose greatest length is known.
///
/// With digits 2·b − 3 for b in 0 ..= 3, x = Σ (2·b_i − 3)·4^i = 2·Σ b_i·4^i − (4^n − 1): the b_i are the digits of
/// (4^n + x − 1)/2, which is 2^(2n−1) + ⌊x/2⌋ for x > 0 and, since 4^n − 1 − |x| has the opposite bits, the opposite of
/// that for x < 0.
#[derive(Clone, Copy)]
pub struct OddDigits<V>([V; 5]);

impl<V: Vector> OddDigits<V> {
    /// n digits of ±x for odd x < 4^n in little-endian words; x is to be negative where the mask is true. n ≤ 128.
    ///
    /// # Panics
    /// In debug builds, if an x is even or too great.
    #[inline(always)]
    pub fn new(words: &[V; 4], negative: LaneMasks<V>, n: usize) -> OddDigits<V> {
        #[cfg(debug_assertions)]
        assert_odd(words, n);
        // Twice the sum of the digits, from bit 1 on.
        let mut x = [words[0], words[1], words[2], words[3], V::splat(0)];
        x[2 * n / 64] = x[2 * n / 64].or(V::splat(1 << (2 * n % 64)));
        for i in 0..5 {
            x[i] = x[i].xor(negative.vector());
        }
        OddDigits(x)
    }

    /// b for digit `i`, which is 2·b − 3.
    #[inline(always)]
    pub fn get(&self, i: usize) -> V {
        bits(&self.0, 2 * i + 1, 2)
    }
}

/// Digits of [`Windows`], for buckets. For public scalars.
#[derive(Clone, Copy)]
pub struct PublicDigits<V>([V; 5]);

impl<V: Vector> PublicDigits<V> {
    /// The digits of little-endian words below 2^bits in their first `count` windows, which are as many as
    /// [`Windows::count_for`] says for the bits. Cost: 19.
    ///
    /// # Panics
    /// In debug builds, if a number is too great for the windows.
    #[inline(always)]
    pub fn new(words: &[V; 4], windows: &Windows, count: usize) -> PublicDigits<V> {
        let raised = raised(words, &windows.halves(count));
        #[cfg(debug_assertions)]
        assert_last(&raised, windows.begin(count - 1), windows.width(count - 1));
        PublicDigits(raised)
    }

    /// Digit d of window `i` of `count` as 2·|d|, or 2·|d| + 1 if it is negative. Cost: 11.
    #[inline(always)]
    pub fn get(&self, windows: &Windows, count: usize, i: usize) -> V {
        let width = windows.width(i);
        // The last digit is not raised.
        let half = if i + 1 == count { 0 } else { 1 << (width - 1) };
        let (magnitude, negative) = less_half(bits(&self.0, windows.begin(i), width), V::splat(half));
        magnitude.add(magnitude).sub(negative.vector())
    }
}

operations! {
    over Vector;

    /// words + addend, and the carry, for an addend whose words are below 2^64 − 1.
    fn raised(words: &[V; 4], addend: &[u64; 4]) -> [V; 5] {
        let mut z = [V::splat(0); 5];
        for i in 0..4 {
            // z_i is the carry, 0 or 1, and so the sum of it and addend_i does not wrap. The other sum
            // does where it is less than a summand; there the mask is −1.
            let summand = z[i].add(V::splat(addend[i]));
            z[i] = words[i].add(summand);
            z[i + 1] = z[i + 1].sub(z[i].lt(summand).vector());
        }
        z
    }
}

/// Digit `i` of `n` with `w` bits: its magnitude, and where it is negative.
#[inline(always)]
fn digit<V: Vector>(raised: &[V; 5], w: usize, n: usize, i: usize) -> (V, LaneMasks<V>) {
    // The last digit is not raised and keeps all that is left, at most 257 − w·(n − 1) ≤ w + 3 bits.
    let (width, half) = if i + 1 == n { (w + 3, 0) } else { (w, 1 << (w - 1)) };
    less_half(bits(raised, w * i, width), V::splat(half))
}

/// |d| and where d is negative, for d = raised − half.
#[inline(always)]
pub(super) fn less_half<V: Vector>(raised: V, half: V) -> (V, LaneMasks<V>) {
    let negative = raised.lt(half);
    // −d = (d xor −1) − (−1).
    let sign = negative.vector();
    (raised.sub(half).xor(sign).sub(sign), negative)
}

/// Bits `at` .. `at + width`, at ≤ 256 and width < 64, the same in every lane; bits beyond the words are 0.
#[inline(always)]
fn bits<V: Vector>(words: &[V; 5], at: usize, width: usize) -> V {
    // The position is public.
    let (word, shift) = (at / 64, at % 64);
    let mut x = words[word].shr_by(shift as u32);
    if shift + width > 64 && word < 4 {
        x = x.or(words[word + 1].shl_by(64 - shift as u32));
    }
    x.and(V::splat((1 << width) - 1))
}

#[cfg(debug_assertions)]
#[inline(never)]
fn assert_odd<V: Vector>(words: &[V; 4], n: usize) {
    let high = bits(&[words[0], words[1], words[2], words[3], V::splat(0)], (2 * n).min(256), 63);
    for lane in 0..V::LANES {
        assert!(words[0].to_array()[lane] & 1 == 1, "an even number has no such digits");
        assert!(high.to_array()[lane] == 0, "value too great for the digits");
    }
}

#[cfg(debug_assertions)]
#[inline(never)]
fn assert_last<V: Vector>(raised: &[V; 5], at: usize, width: usize) {
    for last in bits(raised, at, width + 3).to_array().as_ref() {
        assert!(*last <= 1 << (width - 1), "value too great for the digits");
    }
}
