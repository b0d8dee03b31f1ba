//! Signed digits of one scalar, one per lane.
//!
//! The digits are those of [`signed_radix`](super::signed_radix) with windows of four bits, 64 of them: digit
//! LANES·i + l is in lane l of group i.
//!
//! Contract: constant time in the value. The number of a group is public.

use super::halves;
use super::lanes::less_half;
use crate::ct;
use crate::lanes::{LaneMasks, Lanes, PerLane, Vector};
use crate::scalar::limbs;

/// Bits of a digit.
const WINDOW: usize = 4;
/// Digits of 256 bits.
const DIGITS: usize = 64;
/// The greatest magnitude of a digit, which is added to it.
const HALF: u64 = 8;

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
        SplitDigits(limbs::add(words, &const { halves(WINDOW, DIGITS) }).0)
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
    pub fn get<V: Vector>(&self, i: usize) -> (V, LaneMasks<V>) {
        let groups = const { DIGITS / V::LANES };
        assert!(i < groups, "group {i} of {groups}");
        let first = WINDOW * V::LANES * i;
        let (mut places, mut halves) = (PerLane::<V, u64>::splat(0), PerLane::<V, u64>::splat(HALF));
        for lane in 0..V::LANES {
            places[lane] = (WINDOW * lane) as u64;
        }
        // The last digit of all is not raised.
        if i == groups - 1 {
            halves[V::LANES - 1] = 0;
        }
        let (places, half) = (V::from_array(places), V::from_array(halves));
        let plain = V::splat(self.0[first / 64] >> (first % 64)).shr_each(places).and(V::splat(2 * HALF - 1));
        less_half(plain, half)
    }
}
