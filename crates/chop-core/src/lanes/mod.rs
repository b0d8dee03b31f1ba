//! Eight 64-bit lanes: the instructions that the eight-lane fields and hashes are written in.
//!
//! A [`Vector`] is eight unsigned 64-bit integers on which every operation acts lane by lane; a lookup in a
//! table gives each lane the entry that its own index asks for, and [`Vector::permute`] alone moves data from one
//! lane to another, for one problem that is spread over the lanes. There is one file per kind of register:
//!
//! | file               | register   | multiply-add of 52 bits | for                                  |
//! |--------------------|------------|-------------------------|--------------------------------------|
//! | [`portable_u64x8`] | `[u64; 8]` | by 128-bit products     | any machine, debuggers, Valgrind     |
//! | `x86_u64x8`        | `__m512i`  | `vpmadd52luq`, `…huq`   | AVX-512 with IFMA                    |
//!
//! All arithmetic wraps modulo 2^64, in debug builds too, like the instructions it stands for: a hash
//! needs that, and a field states its own bounds and asserts them on the values that it gets.
//!
//! Contract: constant time in all values, but for what ends in `_vartime`. Code over a `Vector` consists of plain `for` loops over
//! constant ranges and of array literals, without closures and iterator adaptors, so that it can be
//! compiled inside a function with target features (`docs/lanes.md`).

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

pub(crate) mod columns;
pub mod portable_u64x8;
#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
pub(crate) mod x86_u64x8;

use crate::ct;

/// Eight independent unsigned 64-bit integers.
pub trait Vector: Copy + 'static {
    /// Whether the big functions over this vector (a field multiplication, say) are to be compiled once
    /// and called. True for vectors made of many scalar instructions; false where an operation is one
    /// instruction, so that everything is compiled inside the function that has the target features.
    const OUTLINED: bool;

    /// The same value in every lane.
    fn splat(x: u64) -> Self;
    /// Lane i is `x[i]`.
    fn from_array(x: [u64; 8]) -> Self;
    /// The lanes.
    fn to_array(self) -> [u64; 8];
    /// Lane i of vector j is `rows[i][j]`: eight records of eight words, one a lane.
    fn transpose(rows: [&[u64; 8]; 8]) -> [Self; 8];
    /// Lane i is lane `from[i]` of self, from\[i\] < 8 and public. One instruction where `from` is a constant.
    fn permute(self, from: [u64; 8]) -> Self;

    /// Overwrites vectors with zeros, even if nobody reads them again.
    fn wipe(vectors: &mut [Self]);

    /// x + y mod 2^64.
    fn add(self, y: Self) -> Self;
    /// x − y mod 2^64.
    fn sub(self, y: Self) -> Self;
    /// self + (xl·yl mod 2^52) mod 2^64, where xl, yl are the low 52 bits of x, y (`vpmadd52luq`).
    fn madd52lo(self, x: Self, y: Self) -> Self;
    /// self + ⌊xl·yl / 2^52⌋ mod 2^64, where xl, yl are the low 52 bits of x, y (`vpmadd52huq`).
    fn madd52hi(self, x: Self, y: Self) -> Self;

    /// Bits in both.
    fn and(self, y: Self) -> Self;
    /// Bits in either.
    fn or(self, y: Self) -> Self;
    /// Bits in exactly one.
    fn xor(self, y: Self) -> Self;
    /// Bits of self that are not in y.
    fn andnot(self, y: Self) -> Self;

    /// ⌊x / 2^N⌋, N < 64.
    fn shr<const N: u32>(self) -> Self;
    /// x·2^N mod 2^64, N < 64.
    fn shl<const N: u32>(self) -> Self;
    /// ⌊x / 2^N⌋ of a signed integer, N < 64.
    fn sar<const N: u32>(self) -> Self;
    /// x rotated right by N bits, N < 64.
    fn ror<const N: u32>(self) -> Self;

    /// ⌊x / 2^n⌋ for a public n, the same in every lane; 0 for n ≥ 64.
    fn shr_by(self, n: u32) -> Self;
    /// x·2^n mod 2^64 for a public n, the same in every lane; 0 for n ≥ 64.
    fn shl_by(self, n: u32) -> Self;
    /// ⌊x / 2^n⌋ with each lane's own n; 0 for n ≥ 64.
    fn shr_each(self, n: Self) -> Self;
    /// x·2^n mod 2^64 with each lane's own n; 0 for n ≥ 64.
    fn shl_each(self, n: Self) -> Self;
    /// How many zero bits stand above the highest one; 64 for 0.
    fn leading_zeros(self) -> Self;
    /// The eight bytes of each lane in the opposite order.
    fn swap_bytes(self) -> Self;

    /// The sums of the low and of the high 32 bits, each mod 2^32: sixteen words instead of eight.
    fn add_halves(self, y: Self) -> Self;
    /// The low and the high 32 bits, each rotated left by N bits, 0 < N < 32.
    fn rol_halves<const N: u32>(self) -> Self;

    /// Entry `index` of the table, counted from 1, in each lane; 0 for index 0. Indices are ≤ 16. Constant
    /// time: no address depends on an index.
    fn lookup(table: &[u64; 16], index: Self) -> Self;
    /// Has memory brought near that will be read soon. For public addresses.
    fn prefetch_vartime<T>(soon: &T);
    /// The lanes whose bit is 1, lane i being bit i.
    fn mask_of_bits(bits: u8) -> Mask8<Self>;
    /// x < y, as unsigned integers, lane by lane.
    fn lt(self, y: Self) -> Mask8<Self>;
    /// x = y, lane by lane.
    fn eq(self, y: Self) -> Mask8<Self>;
    /// `x` where the mask is true, else `y`.
    fn select(mask: Mask8<Self>, x: Self, y: Self) -> Self;
}

/// Vector i holds number i of each lane's record.
#[inline(always)]
pub fn bundle<V: Vector, const N: usize>(lanes: &[[u64; N]; 8]) -> [V; N] {
    let mut z = [V::splat(0); N];
    for i in 0..N {
        let mut word = [0; 8];
        for lane in 0..8 {
            word[lane] = lanes[lane][i];
        }
        z[i] = V::from_array(word);
    }
    z
}

/// The record of each lane: the inverse of [`bundle`].
#[inline(always)]
pub fn unbundle<V: Vector, const N: usize>(words: &[V; N]) -> [[u64; N]; 8] {
    let mut z = [[0; N]; 8];
    for i in 0..N {
        let word = words[i].to_array();
        for lane in 0..8 {
            z[lane][i] = word[lane];
        }
    }
    z
}

/// As [`bundle`], for longer records wherever they lie: eight words at a time, the last eight overlapping
/// those before if N is no multiple of eight. For reading tables: a row is 64 bytes at a time, and no
/// instruction gathers, which processors with mitigations do in ten times the time.
#[inline(always)]
pub fn bundle_rows<V: Vector, const N: usize>(rows: [&[u64; N]; 8]) -> [V; N] {
    const { assert!(N >= 8) };
    let mut z = [V::splat(0); N];
    for block in 0..N / 8 {
        let mut words = [&[0; 8]; 8];
        for lane in 0..8 {
            if let Some(chunk) = rows[lane].as_chunks().0.get(block) {
                words[lane] = chunk;
            }
        }
        let vectors = V::transpose(words);
        for i in 0..8 {
            z[8 * block + i] = vectors[i];
        }
    }
    if !N.is_multiple_of(8) {
        let mut words = [&[0; 8]; 8];
        for lane in 0..8 {
            if let Some(last) = rows[lane].last_chunk() {
                words[lane] = last;
            }
        }
        let vectors = V::transpose(words);
        for i in 0..8 {
            z[N - 8 + i] = vectors[i];
        }
    }
    z
}

/// The record of each lane, for records that [`bundle_rows`] reads.
#[inline(always)]
pub fn unbundle_rows<V: Vector, const N: usize>(words: &[V; N]) -> [[u64; N]; 8] {
    const { assert!(N >= 8) };
    let mut z = [[0; N]; 8];
    for block in 0..N.div_ceil(8) {
        let first = if 8 * block + 8 <= N { 8 * block } else { N - 8 };
        let mut columns = [[0; 8]; 8];
        for i in 0..8 {
            if let Some(word) = words.get(first + i) {
                columns[i] = word.to_array();
            }
        }
        let [c0, c1, c2, c3, c4, c5, c6, c7] = &columns;
        let rows = V::transpose([c0, c1, c2, c3, c4, c5, c6, c7]);
        for lane in 0..8 {
            if let Some(place) = z[lane].get_mut(first..first + 8) {
                place.copy_from_slice(&rows[lane].to_array());
            }
        }
    }
    z
}

/// Defines functions over vectors that are inlined into the kernel where a vector operation is one
/// instruction, and called where it is many ([`Vector::OUTLINED`]).
macro_rules! operations {
    ($($(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $type:ty),*) -> $out:ty $body:block)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        $vis fn $name<V: Vector>($($arg: $type),*) -> $out {
            #[inline(always)]
            fn inlined<V: Vector>($($arg: $type),*) -> $out $body
            #[inline(never)]
            fn called<V: Vector>($($arg: $type),*) -> $out {
                inlined::<V>($($arg),*)
            }
            if const { V::OUTLINED } { called::<V>($($arg),*) } else { inlined::<V>($($arg),*) }
        }
    )*};
}
pub(crate) use operations;

/// A condition per lane: every bit of a lane is one (true) or every bit is zero (false).
#[derive(Clone, Copy, Debug)]
pub struct Mask8<V>(V);

impl<V: Vector> Mask8<V> {
    /// The condition of each lane.
    #[inline(always)]
    pub fn from_lanes(lanes: &[ct::Mask; 8]) -> Mask8<V> {
        let mut words = [0; 8];
        for i in 0..8 {
            words[i] = lanes[i].word();
        }
        Mask8(V::from_array(words))
    }

    /// The condition of lane `lane`.
    #[inline(always)]
    pub fn lane(self, lane: usize) -> ct::Mask {
        ct::Mask::from_bit(self.0.to_array()[lane] & 1)
    }

    /// Both.
    #[inline(always)]
    pub fn and(self, other: Mask8<V>) -> Mask8<V> {
        Mask8(self.0.and(other.0))
    }

    /// Either.
    #[inline(always)]
    pub fn or(self, other: Mask8<V>) -> Mask8<V> {
        Mask8(self.0.or(other.0))
    }

    /// Exactly one.
    #[inline(always)]
    pub fn xor(self, other: Mask8<V>) -> Mask8<V> {
        Mask8(self.0.xor(other.0))
    }

    /// The opposite.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)] // a word of its own keeps `!` off secret data
    pub fn not(self) -> Mask8<V> {
        Mask8(self.0.xor(V::splat(u64::MAX)))
    }

    /// The mask as a vector, each lane 2^64 − 1 or 0.
    #[inline(always)]
    pub fn vector(self) -> V {
        self.0
    }
}
