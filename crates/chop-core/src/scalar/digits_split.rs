//! Signed digits of one scalar, eight of them in the lanes.
//!
//! The digits are those of [`signed_radix`](super::recode::signed_radix) with windows of four bits, 64 of them: digit
//! 8·i + l is in lane l of group i.
//!
//! Contract: constant time in the value. The number of a group is public.

use super::{limbs, recode::halves};
use crate::ct;
use crate::lanes::{LaneMasks, Vector8};

/// Groups of eight digits.
const GROUPS: usize = 8;

/// The value with 8 added at every place but the last, so that the plain digits are the signed ones plus 8.
///
/// It may be a secret, so there is neither `Debug` nor `==`.
#[derive(Clone, Copy)]
pub struct SplitDigits([u64; 4]);

impl SplitDigits {
    /// The digits of a number below 2^255 in little-endian words.
    #[inline(always)]
    pub fn new(words: &[u64; 4]) -> SplitDigits {
        debug_assert!(words[3] >> 63 == 0, "value too great for the digits");
        // Below 2^255 + 8/15·2^252: no carry.
        SplitDigits(limbs::add(words, &const { halves(4, 64) }).0)
    }

    /// Overwrites the digits with zeros.
    #[inline(always)]
    pub fn wipe(&mut self) {
        ct::wipe(&mut self.0);
    }

    /// The digits of group `i`: their magnitudes in 0 ..= 8, and where they are negative. Zero is not. Cost: 7.
    ///
    /// # Panics
    /// If there is no group `i`.
    #[inline(always)]
    pub fn get<V: Vector8>(&self, i: usize) -> (V, LaneMasks<V>) {
        assert!(i < GROUPS, "group {i} of {GROUPS}");
        let plain = V::splat(self.0[i / 2] >> (32 * (i % 2)))
            .shr_each(V::from_array([0, 4, 8, 12, 16, 20, 24, 28]))
            .and(V::splat(15));
        // The last digit of all is not raised.
        let last = if i == GROUPS - 1 { 0 } else { 8 };
        let half = V::from_array([8, 8, 8, 8, 8, 8, 8, last]);
        let negative = plain.lt(half);
        // −d = (d xor −1) − (−1).
        let sign = negative.vector();
        (plain.sub(half).xor(sign).sub(sign), negative)
    }
}
