//! Eight lanes as an array of eight integers.

use super::portable::{each_lane, product, register_of_words};
use super::{Eight, LaneMasks, Register, Vector};
use crate::ct;

register_of_words! {
    /// Eight unsigned 64-bit integers.
    U64x8: 8, Eight
}

impl Vector for U64x8 {
    #[inline(always)]
    fn from_four_words(rows: [&[u64; 4]; 8]) -> [U64x8; 4] {
        let mut z = [U64x8([0; 8]); 4];
        for i in 0..8 {
            for j in 0..4 {
                z[j].0[i] = rows[i][j];
            }
        }
        z
    }

    #[inline(always)]
    fn transpose(rows: [&[u64; 8]; 8]) -> [U64x8; 8] {
        let mut z = [U64x8([0; 8]); 8];
        for i in 0..8 {
            for j in 0..8 {
                z[j].0[i] = rows[i][j];
            }
        }
        z
    }

    #[inline(always)]
    fn andnot(self, y: U64x8) -> U64x8 {
        each_lane!(U64x8, 8, i => self.0[i] & !y.0[i])
    }

    #[inline(always)]
    fn sar<const N: u32>(self) -> U64x8 {
        each_lane!(U64x8, 8, i => (self.0[i] as i64 >> N) as u64)
    }

    #[inline(always)]
    fn ror<const N: u32>(self) -> U64x8 {
        each_lane!(U64x8, 8, i => self.0[i].rotate_right(N))
    }

    #[inline(always)]
    fn shl_by(self, n: u32) -> U64x8 {
        each_lane!(U64x8, 8, i => self.0[i].checked_shl(n).unwrap_or(0))
    }

    // The distances of these two may be secret: no branch on whether one is too far.
    #[inline(always)]
    fn shr_each(self, n: U64x8) -> U64x8 {
        each_lane!(U64x8, 8, i => (self.0[i] >> (n.0[i] & 63)) & ct::Mask::is_zero(n.0[i] >> 6).word())
    }

    #[inline(always)]
    fn shl_each(self, n: U64x8) -> U64x8 {
        each_lane!(U64x8, 8, i => (self.0[i] << (n.0[i] & 63)) & ct::Mask::is_zero(n.0[i] >> 6).word())
    }

    #[inline(always)]
    fn leading_zeros(self) -> U64x8 {
        each_lane!(U64x8, 8, i => {
            // With every bit below the highest one set, the zeros are those above it.
            let mut x = self.0[i];
            x |= x >> 1;
            x |= x >> 2;
            x |= x >> 4;
            x |= x >> 8;
            x |= x >> 16;
            x |= x >> 32;
            u64::from((!x).count_ones())
        })
    }

    #[inline(always)]
    fn swap_bytes(self) -> U64x8 {
        each_lane!(U64x8, 8, i => self.0[i].swap_bytes())
    }

    #[inline(always)]
    fn add_halves(self, y: U64x8) -> U64x8 {
        const HIGH: u64 = u64::MAX << 32;
        each_lane!(U64x8, 8, i => {
            let high = (self.0[i] & HIGH).wrapping_add(y.0[i] & HIGH);
            high | u64::from((self.0[i] as u32).wrapping_add(y.0[i] as u32))
        })
    }

    #[inline(always)]
    fn rol_halves<const N: u32>(self) -> U64x8 {
        each_lane!(U64x8, 8, i => {
            let high = ((self.0[i] >> 32) as u32).rotate_left(N);
            u64::from(high) << 32 | u64::from((self.0[i] as u32).rotate_left(N))
        })
    }

    #[inline(never)]
    fn lookup(table: &[u64; 16], index: U64x8) -> U64x8 {
        let mut z = [0; 8];
        for j in 0..16 {
            for i in 0..8 {
                z[i] |= table[j] & ct::Mask::eq(index.0[i], j as u64 + 1).word();
            }
        }
        U64x8(z)
    }

    #[inline(always)]
    fn prefetch_vartime<T>(_: &T) {}

    #[inline(always)]
    fn lt(self, y: U64x8) -> LaneMasks<U64x8> {
        // The borrow of the subtraction.
        LaneMasks(
            each_lane!(U64x8, 8, i => ct::Mask::from_bit((u128::from(self.0[i]).wrapping_sub(u128::from(y.0[i])) >> 127) as u64).word()),
        )
    }
}
