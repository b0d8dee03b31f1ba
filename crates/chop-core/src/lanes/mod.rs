//! Lanes of 64 bits: the instructions that the fields and hashes of four and eight lanes are written in.
//!
//! A [`Register`] is four or eight unsigned 64-bit integers on which every operation acts lane by lane;
//! [`Register::permute`] alone moves data from one lane to another, for one problem that is spread over the lanes. A
//! [`Vector`] is one of independent lanes, and has what independent problems need besides: a lookup in a table gives each lane the
//! entry that its own index asks for. A [`Vector4`] is one of four, for the coordinates of one point. There is one file per
//! kind of register:
//!
//! | file               | register   | multiply-add of 52 bits | for                                  |
//! |--------------------|------------|-------------------------|--------------------------------------|
//! | [`portable_u64x8`] | `[u64; 8]` | by 128-bit products     | any machine, debuggers, Valgrind     |
//! | [`portable_u64x4`] | `[u64; 4]` | the same                | the same                             |
//! | `aarch64_neon`     | two `uint64x2_t` | by products of 26 bits | AArch64: fields by doubles      |
//! | `x86_avx2`         | `__m256i`  | by products of 26 bits  | AVX2 with FMA: fields by doubles     |
//! | the same           | `__m256i`  | `vpmadd52luq`, `…huq`   | AVX2 with AVX-IFMA                   |
//! | `x86_avx512`       | `__m512i`  | `vpmadd52luq`, `…huq`   | AVX-512 with IFMA                    |
//! | the same           | `__m512i`  | by products of 26 bits  | AVX-512 without IFMA: fields by doubles |
//! | `x86_avx512vl`     | `__m256i`  | `vpmadd52luq`, `…huq`   | AVX-512 with IFMA, where four lanes are all |
//!
//! All arithmetic wraps modulo 2^64, in debug builds too, like the instructions it stands for: a hash
//! needs that, and a field states its own bounds and asserts them on the values that it gets.
//!
//! **Masks.** A condition that is the same in all lanes is one condition, and the compiler may jump on it. So whatever becomes a
//! [`LaneMasks`] is hidden from it, lane from lane, before it is compared: by [`Register::hide`] in a register, by
//! [`ct::barrier`] in words. Only [`Register::pattern`], for constants, leaves a mask in the open.
//!
//! Contract: constant time in all values, but for what ends in `_vartime`. Code over a `Register` consists of plain `for` loops over
//! constant ranges and of array literals, without closures and iterator adaptors, so that it can be
//! compiled inside a function with target features (`docs/lanes.md`).

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

#[cfg(target_arch = "aarch64")]
pub(crate) mod aarch64_neon;
pub(crate) mod columns;
pub mod doubles;
pub(crate) mod doubles_256;
mod portable;
pub mod portable_u64x4;
pub mod portable_u64x8;
mod records;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_avx2;
#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
pub(crate) mod x86_avx512;
#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
pub(crate) mod x86_avx512vl;

use crate::ct;
use core::ops::IndexMut;
pub use records::Records;

/// An array with one `T` per lane.
pub trait Lanes<T>: Copy + AsRef<[T]> + AsMut<[T]> + IndexMut<usize, Output = T> {
    /// The same value in every lane.
    fn splat(value: T) -> Self;
}

impl<T: Copy, const N: usize> Lanes<T> for [T; N] {
    #[inline(always)]
    fn splat(value: T) -> Self {
        [value; N]
    }
}

/// A number of lanes.
pub trait Width: 'static {
    /// The number of lanes.
    const LANES: usize;
    /// One `T` per lane.
    type Array<T: Copy>: Lanes<T>;
    /// Two `T` per lane: those of all low halves, then those of all high halves.
    type Twice<T: Copy>: Lanes<T>;
}

/// One lane: what fields of one element have.
#[derive(Clone, Copy, Debug)]
pub enum Single {}

/// Four lanes.
#[derive(Clone, Copy, Debug)]
pub enum Four {}

/// Eight lanes.
#[derive(Clone, Copy, Debug)]
pub enum Eight {}

impl Width for Single {
    const LANES: usize = 1;
    type Array<T: Copy> = [T; 1];
    type Twice<T: Copy> = [T; 2];
}

impl Width for Four {
    const LANES: usize = 4;
    type Array<T: Copy> = [T; 4];
    type Twice<T: Copy> = [T; 8];
}

impl Width for Eight {
    const LANES: usize = 8;
    type Array<T: Copy> = [T; 8];
    type Twice<T: Copy> = [T; 16];
}

/// The most lanes that a register has: for arrays that are made before a level is entered.
pub const MOST_LANES: usize = 8;

/// One `T` per lane of a register.
pub type PerLane<V, T> = <<V as Register>::Width as Width>::Array<T>;

/// Two `T` per lane of a register: those of all low halves, then those of all high halves.
pub type PerHalf<V, T> = <<V as Register>::Width as Width>::Twice<T>;

/// To be called at the top of a function whose registers of 256 bits or more may not all fit the processor's: a local that must be
/// aligned makes the compiler align the frame, and with it the places where it puts registers aside. At the other half of the
/// addresses a kernel would take up to twice the time.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn align_frame() {
    #[repr(align(64))]
    struct Line(#[allow(dead_code)] core::mem::MaybeUninit<[u8; 64]>);
    core::hint::black_box(&Line(core::mem::MaybeUninit::uninit()));
}

/// A part of a kernel that may be compiled in a function of its own: see [`Register::apart`].
pub trait Step {
    /// The result of the step.
    type Out;
    /// Computes the result. `#[inline(always)]`, as all code of kernels.
    fn take(self) -> Self::Out;
}

/// Independent unsigned 64-bit integers: what fields are computed in.
pub trait Register: Copy + 'static {
    /// How many.
    type Width: Width;
    /// The same as a number.
    const LANES: usize = Self::Width::LANES;
    /// Whether the big functions over this register (a field multiplication, say) are to be compiled once
    /// and called. True for registers made of many scalar instructions; false where an operation is one
    /// instruction, so that everything is compiled inside the function that has the target features.
    const OUTLINED: bool;
    /// Whether products of fields are steps apart ([`Register::apart`]). True for registers whose kernels are to be short for the compiler's
    /// sake.
    const PRODUCTS_APART: bool = false;

    /// Takes a step in a function of its own, which has the target features of the register. For steps of 2,000 cycles or more,
    /// of which the call is less than 1 %: the compiler's time grows faster than the length of a function. In debug builds for shorter ones, too.
    fn apart<S: Step>(step: S) -> S::Out;

    /// The same value in every lane.
    fn splat(x: u64) -> Self;
    /// Lane i is `x[i]`.
    fn from_array(x: PerLane<Self, u64>) -> Self;
    /// Lane i is `words[i]`; 0 in every lane if there are fewer words than lanes.
    #[inline(always)]
    fn from_words(words: &[u64]) -> Self {
        let mut x = PerLane::<Self, u64>::splat(0);
        if let Some(words) = words.get(..Self::LANES) {
            x.as_mut().copy_from_slice(words);
        }
        Self::from_array(x)
    }
    /// The lanes.
    fn to_array(self) -> PerLane<Self, u64>;
    /// Register j holds word j of each lane's record.
    #[inline(always)]
    fn from_records(records: &PerLane<Self, [u64; 4]>) -> [Self; 4] {
        bundle(records)
    }
    /// The record of each lane: the inverse of [`Register::from_records`].
    #[inline(always)]
    fn to_records(words: &[Self; 4]) -> PerLane<Self, [u64; 4]> {
        unbundle(words)
    }
    /// Lane i is lane `from[i]` of self, from\[i\] a lane and public. One instruction where `from` is a constant.
    fn permute(self, from: PerLane<Self, u64>) -> Self;

    /// As [`Register::permute`], but lane i is lane `from[i]` ^ 2 where the mask is true, which is one mask for all lanes. Constant time in the
    /// mask.
    #[inline(always)]
    fn permute_across(self, from: PerLane<Self, u64>, across: LaneMasks<Self>) -> Self {
        let mut other = from;
        for lane in 0..Self::LANES {
            other[lane] = from[lane] ^ 2;
        }
        Self::select(across, self.permute(other), self.permute(from))
    }

    /// Overwrites registers with zeros, even if nobody reads them again.
    fn wipe(registers: &mut [Self]);

    /// x + y mod 2^64.
    fn add(self, y: Self) -> Self;
    /// x − y mod 2^64.
    fn sub(self, y: Self) -> Self;
    /// Bits in both.
    fn and(self, y: Self) -> Self;
    /// Bits in either.
    fn or(self, y: Self) -> Self;
    /// Bits in exactly one.
    fn xor(self, y: Self) -> Self;

    /// ⌊x / 2^N⌋, N < 64.
    fn shr<const N: u32>(self) -> Self;
    /// x·2^N mod 2^64, N < 64.
    fn shl<const N: u32>(self) -> Self;
    /// ⌊x / 2^n⌋ for a public n, the same in every lane; 0 for n ≥ 64.
    fn shr_by(self, n: u32) -> Self;

    /// The same value, of which the compiler knows nothing any more, not even that lanes are equal. No instruction. Where
    /// every lane has a barrier of its own, as soon as it becomes a mask, it is the value as it is.
    #[inline(always)]
    fn hide(self) -> Self {
        self
    }
    /// The lanes whose word is 2^64 − 1. The others are 0, and each is that of a [`ct::Mask`].
    fn mask_of_words(words: PerLane<Self, u64>) -> LaneMasks<Self>;
    /// The lanes whose bit is 1, lane i being bit i.
    fn mask_of_bits(bits: u8) -> LaneMasks<Self>;
    /// The same for constants, of which the compiler makes constants. Not hidden from it: bits that are no constants are for
    /// [`Register::mask_of_bits`].
    fn pattern(bits: u8) -> LaneMasks<Self>;
    /// The same five values, with which the compiler has computed everything that was handed to earlier calls, or has not begun.
    /// Left to itself it computes with two products at a time, whose columns do not fit the registers together. No
    /// instruction.
    #[inline(always)]
    fn in_turn(x: [Self; 5]) -> [Self; 5] {
        x
    }

    /// x = y, lane by lane.
    fn eq(self, y: Self) -> LaneMasks<Self>;
    /// `x` where the mask is true, else `y`.
    fn select(mask: LaneMasks<Self>, x: Self, y: Self) -> Self;
}

/// Integers that are multiplied by 52 bits: fields and scalars of radix 2^52.
pub trait Madd52: Register {
    /// self + (xl·yl mod 2^52) mod 2^64, where xl, yl are the low 52 bits of x, y (`vpmadd52luq`).
    fn madd52lo(self, x: Self, y: Self) -> Self;
    /// self + ⌊xl·yl / 2^52⌋ mod 2^64, where xl, yl are the low 52 bits of x, y (`vpmadd52huq`).
    fn madd52hi(self, x: Self, y: Self) -> Self;
}

/// Lanes that are the bits of doubles as well, for fields whose limbs are doubles. Rounding is to the nearest double, to the even one
/// of two: who enters a level with such a register has seen to it. All values are integers, and none of them is subnormal.
pub trait Doubles: Register {
    /// x·y + z, rounded once (`vfmadd`).
    fn fma(x: Self, y: Self, z: Self) -> Self;
    /// x + y.
    fn fadd(self, y: Self) -> Self;
    /// x − y.
    fn fsub(self, y: Self) -> Self;
    /// The product of the low 32 bits, as an integer (`vpmuludq`).
    fn mul_low_halves(self, y: Self) -> Self;
    /// The same value, of which the compiler no longer knows how it was made: sums of shifted values stay sums. No instruction.
    #[inline(always)]
    fn pin(self) -> Self {
        self
    }
    /// The same value, computed before all that passes through here later: the compiler, left to itself, begins more columns than there are
    /// registers. No instruction.
    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }
    /// The columns of x·y: [`doubles::product`], or the same in another order of instructions.
    #[inline(always)]
    fn product(x: &[Self; 5], y: &[Self; 5]) -> [Self; 5] {
        doubles::product(x, y)
    }
    /// The columns of x²: [`doubles::square`], or the same in another order of instructions.
    #[inline(always)]
    fn square(x: &[Self; 5]) -> [Self; 5] {
        doubles::square(x)
    }
}

/// Four integers: one point's coordinates.
pub trait Vector4: Madd52 + Register<Width = Four> {}

impl<V: Madd52 + Register<Width = Four>> Vector4 for V {}

/// Independent integers, with what hashes and scalars need and with tables.
pub trait Vector: Madd52 {
    /// As [`Register::from_records`], for records wherever they lie.
    fn from_four_words(rows: PerLane<Self, &[u64; 4]>) -> [Self; 4];
    /// Lane i of vector j is `rows[i][j]`: a record of eight words per lane.
    fn from_eight_words(rows: PerLane<Self, &[u64; 8]>) -> [Self; 8];
    /// The record of each lane: the inverse of [`Vector::from_eight_words`].
    fn to_eight_words(words: &[Self; 8]) -> PerLane<Self, [u64; 8]>;

    /// Bits of self that are not in y.
    fn andnot(self, y: Self) -> Self;

    /// ⌊x / 2^N⌋ of a signed integer, N < 64.
    fn sar<const N: u32>(self) -> Self;
    /// x rotated right by N bits, N < 64.
    fn ror<const N: u32>(self) -> Self;

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
    /// The low and the high 32 bits, each rotated right by N bits, 0 < N < 32.
    fn ror_halves<const N: u32>(self) -> Self;

    /// Entry `index` of the table, counted from 1, in each lane; 0 for index 0. Indices are ≤ 16. Constant
    /// time: no address depends on an index.
    fn lookup(table: &[u64; 16], index: Self) -> Self;
    /// Has memory brought near that will be read soon. For public addresses.
    fn prefetch_vartime<T>(soon: &T);
    /// x < y, as unsigned integers, lane by lane.
    fn lt(self, y: Self) -> LaneMasks<Self>;
}

/// The permutation that exchanges lanes over a distance, which is a power of two: lane i comes from lane i ^ distance.
#[inline(always)]
pub(crate) fn across<V: Register>(distance: usize) -> PerLane<V, u64> {
    let mut from = PerLane::<V, u64>::splat(0);
    for lane in 0..V::LANES {
        from[lane] = (lane ^ distance) as u64;
    }
    from
}

/// How many times lanes are joined until each has the sum of all.
#[inline(always)]
pub(crate) const fn joins<V: Register>() -> u32 {
    V::LANES.ilog2()
}

/// The lane that lane i takes when lanes are joined for the `j`th time: for eight lanes lane i ± 4, then i ± 2, then i ± 1.
#[inline(always)]
pub(crate) fn joined<V: Register>(j: u32) -> PerLane<V, u64> {
    across::<V>(V::LANES >> (j + 1))
}

/// References to what each lane has.
#[inline(always)]
pub fn each_ref<V: Register, T: Copy>(lanes: &PerLane<V, T>) -> PerLane<V, &T> {
    let mut refs = PerLane::<V, &T>::splat(&lanes[0]);
    for lane in 1..V::LANES {
        refs[lane] = &lanes[lane];
    }
    refs
}

/// Register i holds number i of each lane's record: as [`Register::from_records`], for any length.
#[inline(always)]
pub fn bundle<V: Register, const N: usize>(lanes: &PerLane<V, [u64; N]>) -> [V; N] {
    let mut z = [V::splat(0); N];
    for i in 0..N {
        let mut word = PerLane::<V, u64>::splat(0);
        for lane in 0..V::LANES {
            word[lane] = lanes[lane][i];
        }
        z[i] = V::from_array(word);
    }
    z
}

/// The record of each lane: the inverse of [`bundle`].
#[inline(always)]
pub fn unbundle<V: Register, const N: usize>(words: &[V; N]) -> PerLane<V, [u64; N]> {
    let mut z = PerLane::<V, [u64; N]>::splat([0; N]);
    for i in 0..N {
        let word = words[i].to_array();
        for lane in 0..V::LANES {
            z[lane][i] = word[lane];
        }
    }
    z
}

/// As [`bundle`], for longer records wherever they lie: four words at a time, the last four overlapping
/// those before if N is no multiple of four. For reading tables: a row is 32 bytes at a time, and no
/// instruction gathers, which processors with mitigations do in ten times the time.
#[inline(always)]
pub fn bundle_rows<V: Vector, const N: usize>(rows: PerLane<V, &[u64; N]>) -> [V; N] {
    const { assert!(N >= 4) };
    let mut z = [V::splat(0); N];
    for block in 0..N.div_ceil(4) {
        let first = if 4 * block + 4 <= N { 4 * block } else { N - 4 };
        let mut words = PerLane::<V, &[u64; 4]>::splat(&[0; 4]);
        for lane in 0..V::LANES {
            if let Some(rest) = rows[lane].get(first..)
                && let Some(chunk) = rest.first_chunk()
            {
                words[lane] = chunk;
            }
        }
        let vectors = V::from_four_words(words);
        for i in 0..4 {
            if let Some(word) = z.get_mut(first + i) {
                *word = vectors[i];
            }
        }
    }
    z
}

/// The record of each lane, for records that [`bundle_rows`] reads.
#[inline(always)]
pub fn unbundle_rows<V: Vector, const N: usize>(words: &[V; N]) -> PerLane<V, [u64; N]> {
    let mut z = PerLane::<V, [u64; N]>::splat([0; N]);
    let mut places = PerLane::<V, usize>::splat(0);
    for lane in 0..V::LANES {
        places[lane] = lane;
    }
    scatter_rows(words, places, z.as_mut());
    z
}

/// Writes the record of lane i to `rows[places[i]]`, if there is such a row. Constant time in the words; the places are public.
#[inline(always)]
pub fn scatter_rows<V: Vector, const N: usize>(
    words: &[V; N],
    places: PerLane<V, usize>,
    rows: &mut [[u64; N]],
) {
    const { assert!(N >= RECORD) };
    for block in 0..N.div_ceil(RECORD) {
        let first = if RECORD * block + RECORD <= N { RECORD * block } else { N - RECORD };
        let mut columns = [V::splat(0); RECORD];
        for i in 0..RECORD {
            if let Some(word) = words.get(first + i) {
                columns[i] = *word;
            }
        }
        let records = V::to_eight_words(&columns);
        for lane in 0..V::LANES {
            if let Some(row) = rows.get_mut(places[lane])
                && let Some(place) = row.get_mut(first..first + RECORD)
            {
                place.copy_from_slice(&records[lane]);
            }
        }
    }
}

/// Words of a record that [`Vector::to_eight_words`] writes.
const RECORD: usize = 8;

/// Defines functions over registers that are inlined into the kernel where an operation is one instruction, and called where it is
/// many ([`Register::OUTLINED`]). Debug builds call them everywhere, which makes their kernels short. `over` names the trait that they need.
macro_rules! operations {
    (over $lanes:ident; $($(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $type:ty),*) -> $out:ty $body:block)*) => {
        $crate::lanes::steps! {
            over V, called if V::OUTLINED;
            $($(#[$doc])* $vis fn $name[V: $lanes]($($arg: $type),*) -> $out $body)*
        }
    };
}
pub(crate) use operations;

/// Defines functions that are inlined into their callers, and in debug builds are [`Step`]s in functions of their own; in all builds where the
/// condition is true, if there is one. `over` names the type that takes the steps, a [`Register`] or a
/// [`Field`](crate::field::Field) among the parameters.
macro_rules! steps {
    (over $over:ident; $($functions:tt)*) => {
        $crate::lanes::steps! { over $over, called if false; $($functions)* }
    };
    (over $over:ident, called if $called:expr; $($(#[$doc:meta])* $vis:vis fn $name:ident[$($parameter:ident: $bound:path),*]($($arg:ident: $type:ty),*) -> $out:ty $body:block)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        $vis fn $name<$($parameter: $bound),*>($($arg: $type),*) -> $out {
            #[inline(always)]
            fn inlined<$($parameter: $bound),*>($($arg: $type),*) -> $out $body

            struct Called<A, P>(A, core::marker::PhantomData<P>);

            impl<$($parameter: $bound),*> $crate::lanes::Step for Called<($($type,)*), ($($parameter,)*)> {
                type Out = $out;

                #[inline(always)]
                fn take(self) -> $out {
                    let ($($arg,)*) = self.0;
                    inlined::<$($parameter),*>($($arg),*)
                }
            }

            if const { $called || cfg!(debug_assertions) } {
                $over::apart(Called::<_, ($($parameter,)*)>(($($arg,)*), core::marker::PhantomData))
            } else {
                inlined::<$($parameter),*>($($arg),*)
            }
        }
    )*};
}
pub(crate) use steps;

steps! {
    over V;

    /// [`Register::from_records`].
    pub(crate) fn from_records[V: Register](records: &PerLane<V, [u64; 4]>) -> [V; 4] {
        V::from_records(records)
    }

    /// [`Register::to_records`].
    pub(crate) fn to_records[V: Register](words: &[V; 4]) -> PerLane<V, [u64; 4]> {
        V::to_records(words)
    }
}

/// A condition per lane: every bit of a lane is one (true) or every bit is zero (false).
#[derive(Clone, Copy, Debug)]
pub struct LaneMasks<V>(V);

impl<V: Register> LaneMasks<V> {
    /// The condition of each lane.
    #[inline(always)]
    pub fn from_lanes(lanes: &PerLane<V, ct::Mask>) -> LaneMasks<V> {
        let mut words = PerLane::<V, u64>::splat(0);
        for i in 0..V::LANES {
            words[i] = lanes[i].word();
        }
        V::mask_of_words(words)
    }

    /// The condition of lane `lane`.
    #[inline(always)]
    pub fn lane(self, lane: usize) -> ct::Mask {
        ct::Mask::from_bit(self.0.to_array()[lane] & 1)
    }

    /// Both.
    #[inline(always)]
    pub fn and(self, other: LaneMasks<V>) -> LaneMasks<V> {
        LaneMasks(self.0.and(other.0))
    }

    /// Either.
    #[inline(always)]
    pub fn or(self, other: LaneMasks<V>) -> LaneMasks<V> {
        LaneMasks(self.0.or(other.0))
    }

    /// Exactly one.
    #[inline(always)]
    pub fn xor(self, other: LaneMasks<V>) -> LaneMasks<V> {
        LaneMasks(self.0.xor(other.0))
    }

    /// The opposite.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)] // a word of its own keeps `!` off secret data
    pub fn not(self) -> LaneMasks<V> {
        LaneMasks(self.0.xor(V::splat(u64::MAX)))
    }

    /// The mask as a vector, each lane 2^64 − 1 or 0.
    #[inline(always)]
    pub fn vector(self) -> V {
        self.0
    }
}
