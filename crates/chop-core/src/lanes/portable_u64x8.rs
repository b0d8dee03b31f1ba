//! Eight lanes as an array of eight integers.
//!
//! Contract: the same results as the instructions, bit for bit, junk above bit 52 included. What runs
//! here is the very code that runs on the instructions, so that it can be debugged, traced and
//! tested on every machine. Plain loops, which a compiler turns into whatever vectors there are.

use super::{Mask8, Vector};
use crate::ct;

/// Eight unsigned 64-bit integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct U64x8(pub [u64; 8]);

const M52: u64 = (1 << 52) - 1;

/// The loop that every operation is: lane i of the result from `$i`.
macro_rules! lanes {
    ($i:ident => $lane:expr) => {{
        let mut z = [0; 8];
        for $i in 0..8 {
            z[$i] = $lane;
        }
        U64x8(z)
    }};
}

/// The 104-bit product of two low halves of 52 bits.
#[inline(always)]
const fn product(x: u64, y: u64) -> u128 {
    (x & M52) as u128 * (y & M52) as u128
}

impl Vector for U64x8 {
    const OUTLINED: bool = true;

    #[inline(always)]
    fn splat(x: u64) -> U64x8 {
        U64x8([x; 8])
    }

    #[inline(always)]
    fn from_array(x: [u64; 8]) -> U64x8 {
        U64x8(x)
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 8] {
        self.0
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
    fn permute(self, from: [u64; 8]) -> U64x8 {
        // The instruction reads three bits of each index.
        lanes!(i => self.0[(from[i] % 8) as usize])
    }

    #[inline(always)]
    fn wipe(vectors: &mut [U64x8]) {
        for i in 0..vectors.len() {
            ct::wipe(&mut vectors[i].0);
        }
    }

    #[inline(always)]
    fn add(self, y: U64x8) -> U64x8 {
        lanes!(i => self.0[i].wrapping_add(y.0[i]))
    }

    #[inline(always)]
    fn sub(self, y: U64x8) -> U64x8 {
        lanes!(i => self.0[i].wrapping_sub(y.0[i]))
    }

    #[inline(always)]
    fn madd52lo(self, x: U64x8, y: U64x8) -> U64x8 {
        lanes!(i => self.0[i].wrapping_add(product(x.0[i], y.0[i]) as u64 & M52))
    }

    #[inline(always)]
    fn madd52hi(self, x: U64x8, y: U64x8) -> U64x8 {
        lanes!(i => self.0[i].wrapping_add((product(x.0[i], y.0[i]) >> 52) as u64))
    }

    #[inline(always)]
    fn and(self, y: U64x8) -> U64x8 {
        lanes!(i => self.0[i] & y.0[i])
    }

    #[inline(always)]
    fn or(self, y: U64x8) -> U64x8 {
        lanes!(i => self.0[i] | y.0[i])
    }

    #[inline(always)]
    fn xor(self, y: U64x8) -> U64x8 {
        lanes!(i => self.0[i] ^ y.0[i])
    }

    #[inline(always)]
    fn andnot(self, y: U64x8) -> U64x8 {
        lanes!(i => self.0[i] & !y.0[i])
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> U64x8 {
        lanes!(i => self.0[i] >> N)
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> U64x8 {
        lanes!(i => self.0[i] << N)
    }

    #[inline(always)]
    fn sar<const N: u32>(self) -> U64x8 {
        lanes!(i => (self.0[i] as i64 >> N) as u64)
    }

    #[inline(always)]
    fn ror<const N: u32>(self) -> U64x8 {
        lanes!(i => self.0[i].rotate_right(N))
    }

    #[inline(always)]
    fn shr_by(self, n: u32) -> U64x8 {
        lanes!(i => self.0[i].checked_shr(n).unwrap_or(0))
    }

    #[inline(always)]
    fn shl_by(self, n: u32) -> U64x8 {
        lanes!(i => self.0[i].checked_shl(n).unwrap_or(0))
    }

    // The distances of these two may be secret: no branch on whether one is too far.
    #[inline(always)]
    fn shr_each(self, n: U64x8) -> U64x8 {
        lanes!(i => (self.0[i] >> (n.0[i] & 63)) & ct::Mask::is_zero(n.0[i] >> 6).word())
    }

    #[inline(always)]
    fn shl_each(self, n: U64x8) -> U64x8 {
        lanes!(i => (self.0[i] << (n.0[i] & 63)) & ct::Mask::is_zero(n.0[i] >> 6).word())
    }

    #[inline(always)]
    fn leading_zeros(self) -> U64x8 {
        lanes!(i => {
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
        lanes!(i => self.0[i].swap_bytes())
    }

    #[inline(always)]
    fn add_halves(self, y: U64x8) -> U64x8 {
        const HIGH: u64 = u64::MAX << 32;
        lanes!(i => {
            let high = (self.0[i] & HIGH).wrapping_add(y.0[i] & HIGH);
            high | u64::from((self.0[i] as u32).wrapping_add(y.0[i] as u32))
        })
    }

    #[inline(always)]
    fn rol_halves<const N: u32>(self) -> U64x8 {
        lanes!(i => {
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
    fn mask_of_bits(bits: u8) -> Mask8<U64x8> {
        Mask8(lanes!(i => ct::Mask::from_bit(u64::from(bits) >> i & 1).word()))
    }

    #[inline(always)]
    fn lt(self, y: U64x8) -> Mask8<U64x8> {
        // The borrow of the subtraction.
        Mask8(
            lanes!(i => ct::Mask::from_bit((u128::from(self.0[i]).wrapping_sub(u128::from(y.0[i])) >> 127) as u64).word()),
        )
    }

    #[inline(always)]
    fn eq(self, y: U64x8) -> Mask8<U64x8> {
        Mask8(lanes!(i => ct::Mask::eq(self.0[i], y.0[i]).word()))
    }

    #[inline(always)]
    fn select(mask: Mask8<U64x8>, x: U64x8, y: U64x8) -> U64x8 {
        lanes!(i => y.0[i] ^ (mask.0.0[i] & (x.0[i] ^ y.0[i])))
    }
}
