//! Lanes as an array of integers.
//!
//! Contract: the same results as the instructions, bit for bit, junk above bit 52 included. What runs
//! here is the very code that runs on the instructions, so that it can be debugged, traced and
//! tested on every machine. Plain loops, which a compiler turns into whatever vectors there are.

const M52: u64 = (1 << 52) - 1;

/// The low and the high 52 bits of the product of the low 52 bits of x and y.
#[inline(always)]
pub(super) const fn product(x: u64, y: u64) -> (u64, u64) {
    let xy = (x & M52) as u128 * (y & M52) as u128;
    (xy as u64 & M52, (xy >> 52) as u64)
}

/// The low 32 bits.
pub(super) const HALF: u64 = u32::MAX as u64;

/// x·y + z of doubles that are integers, by their bits, rounded once: to the nearest double, to the even one of two. |x·y| and |z|
/// are below 2^126. What a processor without the instruction computes with; not in constant time.
#[inline(always)]
pub(super) fn multiply_add(x: u64, y: u64, z: u64) -> u64 {
    let [x, y, z] = [x, y, z].map(|bits| f64::from_bits(bits) as i128);
    ((x * y + z) as f64).to_bits()
}

/// The loop that every operation is: lane i of the result from `$i`.
macro_rules! each_lane {
    ($name:ident, $lanes:literal, $i:ident => $lane:expr) => {{
        let mut z = [0; $lanes];
        for $i in 0..$lanes {
            z[$i] = $lane;
        }
        $name(z)
    }};
}
pub(super) use each_lane;

/// A register of integers side by side.
macro_rules! register_of_words {
    ($(#[$doc:meta])* $name:ident: $lanes:literal, $Width:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub [u64; $lanes]);

        impl Register for $name {
            type Width = $Width;
            const OUTLINED: bool = true;

            #[inline(never)]
            fn apart<S: Step>(step: S) -> S::Out {
                step.take()
            }

            #[inline(always)]
            fn splat(x: u64) -> $name {
                $name([x; $lanes])
            }

            #[inline(always)]
            fn from_array(x: [u64; $lanes]) -> $name {
                $name(x)
            }

            #[inline(always)]
            fn to_array(self) -> [u64; $lanes] {
                self.0
            }

            #[inline(always)]
            fn permute(self, from: [u64; $lanes]) -> $name {
                // The instruction reads no more bits of an index than it needs.
                each_lane!($name, $lanes, i => self.0[(from[i] % $lanes) as usize])
            }

            #[inline(always)]
            fn wipe(registers: &mut [$name]) {
                for i in 0..registers.len() {
                    ct::wipe(&mut registers[i].0);
                }
            }

            #[inline(always)]
            fn add(self, y: $name) -> $name {
                each_lane!($name, $lanes, i => self.0[i].wrapping_add(y.0[i]))
            }

            #[inline(always)]
            fn sub(self, y: $name) -> $name {
                each_lane!($name, $lanes, i => self.0[i].wrapping_sub(y.0[i]))
            }

            #[inline(always)]
            fn and(self, y: $name) -> $name {
                each_lane!($name, $lanes, i => self.0[i] & y.0[i])
            }

            #[inline(always)]
            fn or(self, y: $name) -> $name {
                each_lane!($name, $lanes, i => self.0[i] | y.0[i])
            }

            #[inline(always)]
            fn xor(self, y: $name) -> $name {
                each_lane!($name, $lanes, i => self.0[i] ^ y.0[i])
            }

            #[inline(always)]
            fn shr<const N: u32>(self) -> $name {
                each_lane!($name, $lanes, i => self.0[i] >> N)
            }

            #[inline(always)]
            fn shl<const N: u32>(self) -> $name {
                each_lane!($name, $lanes, i => self.0[i] << N)
            }

            #[inline(always)]
            fn shr_by(self, n: u32) -> $name {
                each_lane!($name, $lanes, i => self.0[i].checked_shr(n).unwrap_or(0))
            }

            #[inline(always)]
            fn mask_of_words(words: [u64; $lanes]) -> LaneMasks<$name> {
                // Each came out of a barrier.
                LaneMasks($name(words))
            }

            #[inline(always)]
            fn mask_of_bits(bits: u8) -> LaneMasks<$name> {
                LaneMasks(each_lane!($name, $lanes, i => ct::Mask::from_bit(u64::from(bits) >> i & 1).word()))
            }

            #[inline(always)]
            fn pattern(bits: u8) -> LaneMasks<$name> {
                $name::mask_of_bits(bits)
            }

            #[inline(always)]
            fn eq(self, y: $name) -> LaneMasks<$name> {
                LaneMasks(each_lane!($name, $lanes, i => ct::Mask::eq(self.0[i], y.0[i]).word()))
            }

            #[inline(always)]
            fn select(mask: LaneMasks<$name>, x: $name, y: $name) -> $name {
                each_lane!($name, $lanes, i => y.0[i] ^ (mask.0.0[i] & (x.0[i] ^ y.0[i])))
            }
        }
    };
}
pub(super) use register_of_words;

/// The products of such a register: of integers of 52 bits, and of doubles.
macro_rules! products_of_words {
    ($name:ident: $lanes:literal) => {
        impl Madd52 for $name {
            #[inline(always)]
            fn madd52lo(self, x: $name, y: $name) -> $name {
                each_lane!($name, $lanes, i => self.0[i].wrapping_add(product(x.0[i], y.0[i]).0))
            }

            #[inline(always)]
            fn madd52hi(self, x: $name, y: $name) -> $name {
                each_lane!($name, $lanes, i => self.0[i].wrapping_add(product(x.0[i], y.0[i]).1))
            }
        }

        impl Doubles for $name {
            #[inline(always)]
            fn fma(x: $name, y: $name, z: $name) -> $name {
                each_lane!($name, $lanes, i => multiply_add(x.0[i], y.0[i], z.0[i]))
            }

            #[inline(always)]
            fn fadd(self, y: $name) -> $name {
                each_lane!($name, $lanes, i => (f64::from_bits(self.0[i]) + f64::from_bits(y.0[i])).to_bits())
            }

            #[inline(always)]
            fn fsub(self, y: $name) -> $name {
                each_lane!($name, $lanes, i => (f64::from_bits(self.0[i]) - f64::from_bits(y.0[i])).to_bits())
            }

            #[inline(always)]
            fn mul_low_halves(self, y: $name) -> $name {
                each_lane!($name, $lanes, i => (self.0[i] & HALF) * (y.0[i] & HALF))
            }
        }
    };
}
pub(super) use products_of_words;

/// The same register as independent lanes.
macro_rules! vector_of_words {
    ($name:ident: $lanes:literal) => {
        impl Vector for $name {
            #[inline(always)]
            fn from_four_words(rows: [&[u64; 4]; $lanes]) -> [$name; 4] {
                let mut z = [$name([0; $lanes]); 4];
                for i in 0..$lanes {
                    for j in 0..4 {
                        z[j].0[i] = rows[i][j];
                    }
                }
                z
            }

            #[inline(always)]
            fn from_eight_words(rows: [&[u64; 8]; $lanes]) -> [$name; 8] {
                let mut z = [$name([0; $lanes]); 8];
                for i in 0..$lanes {
                    for j in 0..8 {
                        z[j].0[i] = rows[i][j];
                    }
                }
                z
            }

            #[inline(always)]
            fn to_eight_words(words: &[$name; 8]) -> [[u64; 8]; $lanes] {
                unbundle(words)
            }

            #[inline(always)]
            fn andnot(self, y: $name) -> $name {
                each_lane!($name, $lanes, i => self.0[i] & !y.0[i])
            }

            #[inline(always)]
            fn sar<const N: u32>(self) -> $name {
                each_lane!($name, $lanes, i => (self.0[i] as i64 >> N) as u64)
            }

            #[inline(always)]
            fn ror<const N: u32>(self) -> $name {
                each_lane!($name, $lanes, i => self.0[i].rotate_right(N))
            }

            #[inline(always)]
            fn shl_by(self, n: u32) -> $name {
                each_lane!($name, $lanes, i => self.0[i].checked_shl(n).unwrap_or(0))
            }

            // The distances of these two may be secret: no branch on whether one is too far.
            #[inline(always)]
            fn shr_each(self, n: $name) -> $name {
                each_lane!($name, $lanes, i => (self.0[i] >> (n.0[i] & 63)) & ct::Mask::is_zero(n.0[i] >> 6).word())
            }

            #[inline(always)]
            fn shl_each(self, n: $name) -> $name {
                each_lane!($name, $lanes, i => (self.0[i] << (n.0[i] & 63)) & ct::Mask::is_zero(n.0[i] >> 6).word())
            }

            #[inline(always)]
            fn leading_zeros(self) -> $name {
                each_lane!($name, $lanes, i => {
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
            fn swap_bytes(self) -> $name {
                each_lane!($name, $lanes, i => self.0[i].swap_bytes())
            }

            #[inline(always)]
            fn add_halves(self, y: $name) -> $name {
                const HIGH: u64 = u64::MAX << 32;
                each_lane!($name, $lanes, i => {
                    let high = (self.0[i] & HIGH).wrapping_add(y.0[i] & HIGH);
                    high | u64::from((self.0[i] as u32).wrapping_add(y.0[i] as u32))
                })
            }

            #[inline(always)]
            fn ror_halves<const N: u32>(self) -> $name {
                each_lane!($name, $lanes, i => {
                    let high = ((self.0[i] >> 32) as u32).rotate_right(N);
                    u64::from(high) << 32 | u64::from((self.0[i] as u32).rotate_right(N))
                })
            }

            #[inline(never)]
            fn lookup(table: &[u64; 16], index: $name) -> $name {
                let mut z = [0; $lanes];
                for j in 0..16 {
                    for i in 0..$lanes {
                        z[i] |= table[j] & ct::Mask::eq(index.0[i], j as u64 + 1).word();
                    }
                }
                $name(z)
            }

            #[inline(always)]
            fn prefetch_vartime<T>(_: &T) {}

            #[inline(always)]
            fn lt(self, y: $name) -> LaneMasks<$name> {
                // The borrow of the subtraction.
                LaneMasks(
                    each_lane!($name, $lanes, i => ct::Mask::from_bit((u128::from(self.0[i]).wrapping_sub(u128::from(y.0[i])) >> 127) as u64).word()),
                )
            }
        }
    };
}
pub(super) use vector_of_words;
