//! The weights of the equation of a batch. They are public.

/// The weight of an item in the equation of a batch: ±m with 0 < m < 2^127. The number is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// m, and 1 for the top bit if it is −m.
    words: [u64; 2],
}

/// The sign of a [`Weight`].
const SIGN: u64 = 1 << 63;

impl Weight {
    /// A weight from 16 bytes, each from one or two of their values: m little endian, where 0 becomes 1, and the sign on top.
    #[inline]
    pub fn from_bytes(bytes: [u8; 16]) -> Weight {
        let number = u128::from_le_bytes(bytes);
        let [low, high] = [number as u64, (number >> 64) as u64];
        let is_zero = low | (high & !SIGN) == 0;
        Weight { words: [low | u64::from(is_zero), high] }
    }

    /// m.
    #[inline(always)]
    pub fn magnitude(&self) -> [u64; 4] {
        [self.words[0], self.words[1] & !SIGN, 0, 0]
    }

    /// Whether it is −m.
    #[inline(always)]
    pub fn is_negative(&self) -> bool {
        self.words[1] & SIGN != 0
    }
}
