//! Four lanes in a 256-bit register of AVX2: integers, and doubles by their bits with FMA, or integers with AVX-IFMA.
//!
//! Contract: the results of `portable_u64x4`, bit for bit. Operations that AVX2 has no instruction for are made of a few others.
//!
//! **Who may use it.** The instructions exist only where [`Fma`](crate::cpu::Fma) or [`AvxIfma`](crate::cpu::AvxIfma) could be made, and no
//! operation asks for that token again. So the types are private to this crate, and the only way to them are the levels `Fma4`, `AvxIfma4`
//! and `Avx512f8` in `run/levels.rs`: a job gets one as an opaque parameter, inside a call that a token was given for. `cargo xtask check-unsafe` holds the list of files that may name
//! it.

#![allow(clippy::needless_range_loop)] // as everywhere in lane code
#![allow(unsafe_code)] // the intrinsics

mod products;

use super::{Doubles, Four, LaneMasks, Madd52, Register, Step, Vector};
use core::arch::asm;
use core::arch::x86_64::*;

/// Four unsigned 64-bit integers in a register, which IFMA multiplies, or else four doubles besides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ymm<const IFMA: bool>(__m256i);

/// Of the level `avxifma`.
#[cfg(not(chop_ct))]
pub(crate) type U64x4 = Ymm<true>;
/// Of the level `fma`.
pub(crate) type F64x4 = Ymm<false>;

/// The intrinsics are `unsafe` because a processor may lack them.
macro_rules! instruction {
    ($($call:tt)*) => {
        // SAFETY: this type is reached only through the backend of a level whose token proves that the processor has AVX2, FMA,
        // BMI1 and BMI2, and AVX-IFMA where it is used (see the top of this file).
        Ymm(unsafe { $($call)* })
    };
}

/// An intrinsic of doubles, of registers.
macro_rules! of_doubles {
    ($intrinsic:ident($($x:expr),*)) => {
        instruction!(_mm256_castpd_si256($intrinsic($(_mm256_castsi256_pd($x.0)),*)))
    };
}

/// The multiply-adds of AVX-IFMA.
#[cfg(not(chop_avxifma_by_avx512))]
mod multiply_add {
    pub(super) use core::arch::x86_64::{
        _mm256_madd52hi_avx_epu64 as high, _mm256_madd52lo_avx_epu64 as low,
    };
}

/// The same instructions of AVX-512 on the same sixteen registers, for tests on processors that have only those.
#[cfg(chop_avxifma_by_avx512)]
mod multiply_add {
    use core::arch::asm;
    use core::arch::x86_64::__m256i;

    macro_rules! instruction {
        ($name:ident, $mnemonic:literal) => {
            #[inline]
            #[target_feature(enable = "avx2")]
            pub(super) fn $name(mut sum: __m256i, x: __m256i, y: __m256i) -> __m256i {
                // SAFETY: the level was detected by AVX-512 VL and IFMA. Three registers are read, one of them is written, and no
                // memory, stack or flags.
                unsafe {
                    asm!(
                        concat!($mnemonic, " {0}, {1}, {2}"),
                        inout(ymm_reg) sum,
                        in(ymm_reg) x,
                        in(ymm_reg) y,
                        options(pure, nomem, nostack, preserves_flags)
                    );
                }
                sum
            }
        };
    }

    instruction!(low, "vpmadd52luq");
    instruction!(high, "vpmadd52huq");
}

/// [`Register::apart`]: a function with the target features of a kernel.
#[inline(never)]
#[target_feature(enable = "avx2,fma,bmi1,bmi2")]
fn apart<S: Step>(step: S) -> S::Out {
    super::align_frame();
    step.take()
}

/// The same with AVX-IFMA.
#[inline(never)]
#[target_feature(enable = "avx2,fma,bmi1,bmi2")]
#[cfg_attr(not(chop_avxifma_by_avx512), target_feature(enable = "avxifma"))]
fn apart_with_ifma<S: Step>(step: S) -> S::Out {
    super::align_frame();
    step.take()
}

/// The same value, of which the compiler knows nothing; why what is compared passes through here is said at the function of
/// [`x86_avx512`](super::x86_avx512).
#[inline]
#[target_feature(enable = "avx2")]
fn hidden<const IFMA: bool>(x: Ymm<IFMA>) -> Ymm<IFMA> {
    let Ymm(mut x) = x;
    // SAFETY: no instruction is executed. One register is declared to change, and no memory, stack or flags.
    unsafe {
        asm!("/* {0} */", inout(ymm_reg) x, options(pure, nomem, nostack, preserves_flags));
    }
    Ymm(x)
}

/// The same value, in turn: the compiler keeps the order of such blocks, because this one is not `pure`.
#[inline]
#[target_feature(enable = "avx2")]
fn in_order<const IFMA: bool>(x: Ymm<IFMA>) -> Ymm<IFMA> {
    let Ymm(mut x) = x;
    // SAFETY: as in `hidden`.
    unsafe {
        asm!("/* {0} */", inout(ymm_reg) x, options(nomem, nostack, preserves_flags));
    }
    Ymm(x)
}

/// A mask that a comparison made. Hidden: of a value that goes back to where it came from, or to another one by a mask that is known
/// to be one, the compiler makes a store under the mask, whose time may depend on it.
#[inline(always)]
fn hidden_mask<const IFMA: bool>(lanes: Ymm<IFMA>) -> LaneMasks<Ymm<IFMA>> {
    LaneMasks(lanes.hide())
}

/// Lanes below zero, as signed integers.
#[inline(always)]
fn negative<const IFMA: bool>(x: Ymm<IFMA>) -> Ymm<IFMA> {
    instruction!(_mm256_cmpgt_epi64(_mm256_setzero_si256(), x.0))
}

/// Four registers as rows of four words: their transpose.
#[inline(always)]
fn transposed<const IFMA: bool>(x: &[Ymm<IFMA>; 4]) -> [Ymm<IFMA>; 4] {
    let (mut even, mut odd) = ([x[0]; 2], [x[0]; 2]);
    for i in 0..2 {
        even[i] = instruction!(_mm256_unpacklo_epi64(x[2 * i].0, x[2 * i + 1].0));
        odd[i] = instruction!(_mm256_unpackhi_epi64(x[2 * i].0, x[2 * i + 1].0));
    }
    [
        instruction!(_mm256_permute2x128_si256::<0x20>(even[0].0, even[1].0)),
        instruction!(_mm256_permute2x128_si256::<0x20>(odd[0].0, odd[1].0)),
        instruction!(_mm256_permute2x128_si256::<0x31>(even[0].0, even[1].0)),
        instruction!(_mm256_permute2x128_si256::<0x31>(odd[0].0, odd[1].0)),
    ]
}

/// The halves of lanes that a permutation of lanes moves.
#[inline(always)]
fn halves<const IFMA: bool>(from: [u64; 4]) -> Ymm<IFMA> {
    let both = |lane: u64| 2 * lane + ((2 * lane + 1) << 32);
    Ymm::from_array([both(from[0]), both(from[1]), both(from[2]), both(from[3])])
}

/// Four words where they lie.
#[inline(always)]
fn load<const IFMA: bool>(words: &[u64; 4]) -> Ymm<IFMA> {
    // SAFETY: as in `instruction!`; the pointer is to 32 bytes, and alignment is not asked for.
    Ymm(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
}

/// Words 4·`part` to 4·`part` + 3 of eight.
#[inline(always)]
fn load_half<const IFMA: bool>(words: &[u64; 8], part: usize) -> Ymm<IFMA> {
    let mut half = [0; 4];
    half.copy_from_slice(&words[4 * part..4 * part + 4]);
    load(&half)
}

/// The products of the low 52 bits, the low and the high 52 bits of them, from products of 26 bits. A function, which keeps kernels short.
#[inline(never)]
#[target_feature(enable = "avx2,fma,bmi1,bmi2")]
fn product<const IFMA: bool>(x: Ymm<IFMA>, y: Ymm<IFMA>) -> (Ymm<IFMA>, Ymm<IFMA>) {
    let (m26, m52) = (Ymm::splat((1 << 26) - 1), Ymm::splat((1 << 52) - 1));
    let (x0, x1) = (x.and(m26), x.and(m52).shr::<26>());
    let (y0, y1) = (y.and(m26), y.and(m52).shr::<26>());
    let low = of_low_halves(x0, y0); //                                                        < 2^52
    let middle = of_low_halves(x0, y1).add(of_low_halves(x1, y0)).add(low.shr::<26>()); //     < 2^53 + 2^26
    let high = of_low_halves(x1, y1).add(middle.shr::<26>());
    (low.and(m26).or(middle.and(m26).shl::<26>()), high)
}

/// The product of the low 32 bits.
#[inline(always)]
fn of_low_halves<const IFMA: bool>(x: Ymm<IFMA>, y: Ymm<IFMA>) -> Ymm<IFMA> {
    instruction!(_mm256_mul_epu32(x.0, y.0))
}

impl<const IFMA: bool> Register for Ymm<IFMA> {
    type Width = Four;
    const OUTLINED: bool = false;
    const PRODUCTS_APART: bool = IFMA;

    #[inline(always)]
    fn apart<S: Step>(step: S) -> S::Out {
        if const { IFMA } {
            // SAFETY: as in `instruction!`.
            unsafe { apart_with_ifma(step) }
        } else {
            // SAFETY: as in `instruction!`.
            unsafe { apart(step) }
        }
    }

    #[inline(always)]
    fn splat(x: u64) -> Self {
        instruction!(_mm256_set1_epi64x(x as i64))
    }

    #[inline(always)]
    fn from_array(x: [u64; 4]) -> Self {
        load(&x)
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        let mut z = [0; 4];
        // SAFETY: as in `instruction!`; the pointer is to 32 bytes, and alignment is not asked for.
        unsafe { _mm256_storeu_si256(z.as_mut_ptr().cast(), self.0) };
        z
    }

    #[inline(always)]
    fn from_records(records: &[[u64; 4]; 4]) -> [Self; 4] {
        transposed(&[load(&records[0]), load(&records[1]), load(&records[2]), load(&records[3])])
    }

    #[inline(always)]
    fn to_records(words: &[Self; 4]) -> [[u64; 4]; 4] {
        let [r0, r1, r2, r3] = transposed(words);
        [r0.to_array(), r1.to_array(), r2.to_array(), r3.to_array()]
    }

    #[inline(always)]
    fn permute(self, from: [u64; 4]) -> Self {
        instruction!(_mm256_permutevar8x32_epi32(self.0, halves::<IFMA>(from).0))
    }

    #[inline(always)]
    fn permute_across(self, from: [u64; 4], across: LaneMasks<Self>) -> Self {
        let distance = across.vector().and(Self::splat(4 << 32 | 4));
        instruction!(_mm256_permutevar8x32_epi32(self.0, halves(from).xor(distance).0))
    }

    #[inline(always)]
    fn wipe(registers: &mut [Self]) {
        let zero = Self::splat(0);
        for i in 0..registers.len() {
            // SAFETY: the target is an exclusive reference: valid, aligned, ours.
            unsafe { core::ptr::write_volatile(&mut registers[i], zero) };
        }
    }

    #[inline(always)]
    fn add(self, y: Self) -> Self {
        instruction!(_mm256_add_epi64(self.0, y.0))
    }

    #[inline(always)]
    fn sub(self, y: Self) -> Self {
        instruction!(_mm256_sub_epi64(self.0, y.0))
    }

    #[inline(always)]
    fn and(self, y: Self) -> Self {
        instruction!(_mm256_and_si256(self.0, y.0))
    }

    #[inline(always)]
    fn or(self, y: Self) -> Self {
        instruction!(_mm256_or_si256(self.0, y.0))
    }

    #[inline(always)]
    fn xor(self, y: Self) -> Self {
        instruction!(_mm256_xor_si256(self.0, y.0))
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        // The intrinsic wants a signed constant; a shift by a vector of constants becomes the same instruction.
        self.shr_each(Self::splat(u64::from(N)))
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        self.shl_each(Self::splat(u64::from(N)))
    }

    #[inline(always)]
    fn shr_by(self, n: u32) -> Self {
        instruction!(_mm256_srl_epi64(self.0, _mm_cvtsi64_si128(i64::from(n))))
    }

    #[inline(always)]
    fn hide(self) -> Self {
        // SAFETY: as in `instruction!`.
        unsafe { hidden(self) }
    }

    #[inline(always)]
    fn mask_of_words(words: [u64; 4]) -> LaneMasks<Self> {
        LaneMasks(load(&words).hide())
    }

    #[inline(always)]
    fn mask_of_bits(bits: u8) -> LaneMasks<Self> {
        // Bit i of lane i becomes the sign.
        hidden_mask(negative(Self::splat(bits.into()).hide().shl_each(load(&[63, 62, 61, 60]))))
    }

    #[inline(always)]
    fn pattern(bits: u8) -> LaneMasks<Self> {
        let lane = |i: u8| u64::from(bits >> i & 1).wrapping_neg();
        LaneMasks(Self::from_array([lane(0), lane(1), lane(2), lane(3)]))
    }

    #[inline(always)]
    fn eq(self, y: Self) -> LaneMasks<Self> {
        hidden_mask(instruction!(_mm256_cmpeq_epi64(self.hide().0, y.0)))
    }

    #[inline(always)]
    fn select(mask: LaneMasks<Self>, x: Self, y: Self) -> Self {
        instruction!(_mm256_blendv_epi8(y.0, x.0, mask.0.0))
    }
}

impl<const IFMA: bool> Madd52 for Ymm<IFMA> {
    #[inline(always)]
    fn madd52lo(self, x: Self, y: Self) -> Self {
        if const { IFMA } {
            instruction!(multiply_add::low(self.0, x.0, y.0))
        } else {
            // SAFETY: as in `instruction!`.
            self.add(unsafe { product(x, y) }.0)
        }
    }

    #[inline(always)]
    fn madd52hi(self, x: Self, y: Self) -> Self {
        if const { IFMA } {
            instruction!(multiply_add::high(self.0, x.0, y.0))
        } else {
            // SAFETY: as in `instruction!`.
            self.add(unsafe { product(x, y) }.1)
        }
    }
}

impl Doubles for F64x4 {
    #[inline(always)]
    fn fma(x: F64x4, y: F64x4, z: F64x4) -> F64x4 {
        of_doubles!(_mm256_fmadd_pd(x, y, z))
    }

    #[inline(always)]
    fn fadd(self, y: F64x4) -> F64x4 {
        of_doubles!(_mm256_add_pd(self, y))
    }

    #[inline(always)]
    fn fsub(self, y: F64x4) -> F64x4 {
        of_doubles!(_mm256_sub_pd(self, y))
    }

    #[inline(always)]
    fn mul_low_halves(self, y: F64x4) -> F64x4 {
        of_low_halves(self, y)
    }

    #[inline(always)]
    fn pin(self) -> F64x4 {
        self.hide()
    }

    #[inline(always)]
    fn in_order(self) -> F64x4 {
        // SAFETY: as in `instruction!`.
        unsafe { in_order(self) }
    }

    #[inline(always)]
    fn product(x: &[F64x4; 5], y: &[F64x4; 5]) -> [F64x4; 5] {
        // SAFETY: as in `instruction!`.
        unsafe { products::product(x, y) }
    }

    #[inline(always)]
    fn square(x: &[F64x4; 5]) -> [F64x4; 5] {
        // SAFETY: as in `instruction!`.
        unsafe { products::square(x) }
    }
}

impl<const IFMA: bool> Vector for Ymm<IFMA> {
    #[inline(always)]
    fn from_four_words(rows: [&[u64; 4]; 4]) -> [Self; 4] {
        transposed(&[load(rows[0]), load(rows[1]), load(rows[2]), load(rows[3])])
    }

    #[inline(always)]
    fn from_eight_words(rows: [&[u64; 8]; 4]) -> [Self; 8] {
        let mut z = [Self::splat(0); 8];
        for part in 0..2 {
            let mut x = [z[0]; 4];
            for i in 0..4 {
                x[i] = load_half(rows[i], part);
            }
            let x = transposed(&x);
            for i in 0..4 {
                z[4 * part + i] = x[i];
            }
        }
        z
    }

    #[inline(always)]
    fn to_eight_words(words: &[Self; 8]) -> [[u64; 8]; 4] {
        let low = transposed(&[words[0], words[1], words[2], words[3]]);
        let high = transposed(&[words[4], words[5], words[6], words[7]]);
        let mut records = [[0; 8]; 4];
        for i in 0..4 {
            records[i][..4].copy_from_slice(&low[i].to_array());
            records[i][4..].copy_from_slice(&high[i].to_array());
        }
        records
    }

    #[inline(always)]
    fn andnot(self, y: Self) -> Self {
        instruction!(_mm256_andnot_si256(y.0, self.0))
    }

    #[inline(always)]
    fn sar<const N: u32>(self) -> Self {
        // A shift by 64 gives 0.
        self.shr::<N>().or(negative(self).shl_by(64 - N))
    }

    #[inline(always)]
    fn ror<const N: u32>(self) -> Self {
        self.shr::<N>().or(self.shl_by(64 - N))
    }

    #[inline(always)]
    fn shl_by(self, n: u32) -> Self {
        instruction!(_mm256_sll_epi64(self.0, _mm_cvtsi64_si128(i64::from(n))))
    }

    #[inline(always)]
    fn shr_each(self, n: Self) -> Self {
        instruction!(_mm256_srlv_epi64(self.0, n.0))
    }

    #[inline(always)]
    fn shl_each(self, n: Self) -> Self {
        instruction!(_mm256_sllv_epi64(self.0, n.0))
    }

    #[inline(always)]
    fn leading_zeros(self) -> Self {
        // With every bit below the highest one set, the zeros are those above it.
        let mut x = self;
        x = x.or(x.shr::<1>());
        x = x.or(x.shr::<2>());
        x = x.or(x.shr::<4>());
        x = x.or(x.shr::<8>());
        x = x.or(x.shr::<16>());
        x = x.or(x.shr::<32>());
        // How many zeros each half of a byte has, and then the bytes of each lane added up.
        const ZEROS: [u64; 2] = [0x0102_0203_0203_0304, 0x0001_0102_0102_0203];
        let zeros = Self::from_array([ZEROS[0], ZEROS[1], ZEROS[0], ZEROS[1]]);
        let halves = Self::splat(0x0F0F_0F0F_0F0F_0F0F);
        let low: Self = instruction!(_mm256_shuffle_epi8(zeros.0, x.and(halves).0));
        let high: Self = instruction!(_mm256_shuffle_epi8(zeros.0, x.shr::<4>().and(halves).0));
        instruction!(_mm256_sad_epu8(_mm256_add_epi8(low.0, high.0), _mm256_setzero_si256()))
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        // Byte i of each half of a 128-bit group comes from byte 7 − i.
        const LOW: u64 = 0x0001_0203_0405_0607;
        const HIGH: u64 = 0x0809_0a0b_0c0d_0e0f;
        let from = Self::from_array([LOW, HIGH, LOW, HIGH]);
        instruction!(_mm256_shuffle_epi8(self.0, from.0))
    }

    #[inline(always)]
    fn add_halves(self, y: Self) -> Self {
        instruction!(_mm256_add_epi32(self.0, y.0))
    }

    #[inline(always)]
    fn ror_halves<const N: u32>(self) -> Self {
        // By vectors of constants, as `shr`.
        let (down, up) = (Self::splat(u64::from(N) << 32 | u64::from(N)), 32 - N);
        let up = Self::splat(u64::from(up) << 32 | u64::from(up));
        let low = instruction!(_mm256_srlv_epi32(self.0, down.0));
        low.or(instruction!(_mm256_sllv_epi32(self.0, up.0)))
    }

    /// Four registers hold the table. Bits 0 and 1 of the place say which lane of a register, bits 2 and 3 which register.
    #[inline(always)]
    fn lookup(table: &[u64; 16], index: Self) -> Self {
        let index = index.hide();
        let place = index.sub(Self::splat(1));
        // Lanes as halves of lanes; of each the instruction reads three bits.
        let first = place.shl::<1>();
        let halves = first.add(first.shl::<32>()).add(Self::splat(1 << 32));
        let mut found = [index; 4];
        for i in 0..4 {
            let mut part = [0; 4];
            part.copy_from_slice(&table[4 * i..4 * i + 4]);
            found[i] = instruction!(_mm256_permutevar8x32_epi32(Self::from_array(part).0, halves.0));
        }
        let (second, upper) = (place.shl::<61>(), place.shl::<60>());
        let low: Self = of_doubles!(_mm256_blendv_pd(found[0], found[1], second));
        let high: Self = of_doubles!(_mm256_blendv_pd(found[2], found[3], second));
        let found = of_doubles!(_mm256_blendv_pd(low, high, upper));
        found.andnot(instruction!(_mm256_cmpeq_epi64(index.0, _mm256_setzero_si256())))
    }

    #[inline(always)]
    fn prefetch_vartime<T>(soon: &T) {
        let first = core::ptr::from_ref(soon).cast::<i8>();
        for line in 0..size_of::<T>().div_ceil(64) {
            // SAFETY: SSE is a part of x86-64, and the instruction reads nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(64 * line)) };
        }
    }

    #[inline(always)]
    fn lt(self, y: Self) -> LaneMasks<Self> {
        // As signed integers, both moved by 2^63.
        let top = Self::splat(1 << 63);
        hidden_mask(instruction!(_mm256_cmpgt_epi64(y.xor(top).0, self.hide().xor(top).0)))
    }
}
