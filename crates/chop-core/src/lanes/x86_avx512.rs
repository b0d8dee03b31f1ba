//! Eight lanes in a 512-bit register of AVX-512: integers with IFMA, or integers and doubles by their bits.
//!
//! Contract: the results of `portable_u64x8`, bit for bit. Every operation is one or two instructions and
//! inlined into a function that has the target features.
//!
//! **Who may use it.** The instructions exist only where [`Ifma`](crate::cpu::Ifma) or [`Avx512f`](crate::cpu::Avx512f) could be made, and no
//! operation asks for that token again. So the types are private to this crate, and the only way to them are
//! the levels `Ifma8` and `Avx512f8` in `run/levels.rs`: a job gets one as an opaque parameter, inside a call
//! that a token was given for. `cargo xtask check-unsafe` holds the list of files that may name it.
//!
//! With `--cfg chop_emulate_ifma`, for tests on processors that have AVX-512 without IFMA, the two
//! multiply-adds are computed from smaller products; everything else is the code that ships.

#![allow(clippy::needless_range_loop)] // as everywhere in lane code
#![allow(unsafe_code)] // the intrinsics

use super::{Doubles, Eight, LaneMasks, Madd52, Register, Step, Vector};
use core::arch::asm;
use core::arch::x86_64::*;

/// Eight unsigned 64-bit integers in a register, which IFMA multiplies, or else eight doubles besides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zmm<const IFMA: bool>(__m512i);

/// Of the level `ifma`.
pub(crate) type U64x8 = Zmm<true>;
/// Of the level `avx512f`.
pub(crate) type F64x8 = Zmm<false>;

/// The intrinsics are `unsafe` because a processor may lack them.
macro_rules! instruction {
    ($($call:tt)*) => {
        // SAFETY: this type is reached only through the backend of a level whose token proves that the
        // processor has AVX-512 F, BW, DQ, VL, CD and, where it is used, IFMA (see the top of this file).
        Zmm(unsafe { $($call)* })
    };
}

/// An intrinsic of doubles, of registers.
macro_rules! of_doubles {
    ($intrinsic:ident($($x:expr),*)) => {
        instruction!(_mm512_castpd_si512($intrinsic($(_mm512_castsi512_pd($x.0)),*)))
    };
}

/// Whether IFMA's instructions are used where they are. See the top of this file.
const MULTIPLIES: bool = cfg!(not(chop_emulate_ifma));

/// [`Register::apart`]: a function with the target features of a kernel.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd")]
#[cfg_attr(not(chop_emulate_ifma), target_feature(enable = "avx512ifma"))]
pub(super) fn apart<S: Step>(step: S) -> S::Out {
    super::align_frame();
    step.take()
}

/// The same without IFMA.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,bmi1,bmi2,adx")]
fn apart_without_ifma<S: Step>(step: S) -> S::Out {
    super::align_frame();
    step.take()
}

/// Five values through an empty `asm!`: such blocks keep their order among each other, and what uses a value comes after its
/// own. A function with the target feature, which the registers need, as the intrinsics are.
#[inline]
#[target_feature(enable = "avx512f")]
fn in_turn<const IFMA: bool>(x: [Zmm<IFMA>; 5]) -> [Zmm<IFMA>; 5] {
    let [Zmm(mut a), Zmm(mut b), Zmm(mut c), Zmm(mut d), Zmm(mut e)] = x;
    // SAFETY: no instruction is executed. Five registers are declared to change, and no memory, stack or flags.
    unsafe {
        asm!(
            "/* {0} {1} {2} {3} {4} */",
            inout(zmm_reg) a,
            inout(zmm_reg) b,
            inout(zmm_reg) c,
            inout(zmm_reg) d,
            inout(zmm_reg) e,
            options(nomem, nostack, preserves_flags)
        );
    }
    [Zmm(a), Zmm(b), Zmm(c), Zmm(d), Zmm(e)]
}

/// The same value, of which the compiler knows nothing: neither a bit of it nor that lanes are equal.
///
/// What is compared passes through here, and not the result: of equal lanes the compiler makes one condition, of general
/// registers, *before* it is spread over the lanes, and to that condition it may jump. A barrier after the comparison, on
/// either kind of register, comes too late. Of lanes that it cannot know to be equal it has no condition but a mask. A
/// function with the target feature, as [`in_turn`].
#[inline]
#[target_feature(enable = "avx512f")]
fn hidden<const IFMA: bool>(x: Zmm<IFMA>) -> Zmm<IFMA> {
    let Zmm(mut x) = x;
    // SAFETY: no instruction is executed. One register is declared to change, and no memory, stack or flags.
    unsafe {
        asm!("/* {0} */", inout(zmm_reg) x, options(pure, nomem, nostack, preserves_flags));
    }
    Zmm(x)
}

/// The same value, in turn: the compiler keeps the order of such blocks, because this one is not `pure`.
#[inline]
#[target_feature(enable = "avx512f")]
fn in_order(x: F64x8) -> F64x8 {
    let Zmm(mut x) = x;
    // SAFETY: as in `hidden`.
    unsafe {
        asm!("/* {0} */", inout(zmm_reg) x, options(nomem, nostack, preserves_flags));
    }
    Zmm(x)
}

/// The products of the low 52 bits, the low and the high 52 bits of them, from products of 26 bits. A function, which keeps kernels as long
/// as they are with the instruction.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd")]
fn product<const IFMA: bool>(x: Zmm<IFMA>, y: Zmm<IFMA>) -> (Zmm<IFMA>, Zmm<IFMA>) {
    let (m26, m52) = (Zmm::splat((1 << 26) - 1), Zmm::splat((1 << 52) - 1));
    let (x0, x1) = (x.and(m26), x.and(m52).shr::<26>());
    let (y0, y1) = (y.and(m26), y.and(m52).shr::<26>());
    let low = of_low_halves(x0, y0); //                                                       < 2^52
    let middle = of_low_halves(x0, y1).add(of_low_halves(x1, y0)).add(low.shr::<26>()); //    < 2^53 + 2^26
    let high = of_low_halves(x1, y1).add(middle.shr::<26>());
    (low.and(m26).or(middle.and(m26).shl::<26>()), high)
}

/// The product of the low 32 bits.
#[inline(always)]
fn of_low_halves<const IFMA: bool>(x: Zmm<IFMA>, y: Zmm<IFMA>) -> Zmm<IFMA> {
    instruction!(_mm512_mul_epu32(x.0, y.0))
}

/// A mask register from lanes of all ones or all zeros.
#[inline(always)]
fn mask_register(mask: __m512i) -> __mmask8 {
    // SAFETY: as in `instruction!`.
    unsafe { _mm512_movepi64_mask(mask) }
}

/// Lanes of all ones or all zeros from a mask register.
#[inline(always)]
fn mask_lanes<const IFMA: bool>(mask: __mmask8) -> LaneMasks<Zmm<IFMA>> {
    LaneMasks(instruction!(_mm512_movm_epi64(mask)))
}

/// A distance of shifting, the same for all lanes.
#[inline(always)]
fn distance(n: u32) -> __m128i {
    // SAFETY: SSE2 is a part of x86-64.
    unsafe { _mm_cvtsi64_si128(n as i64) }
}

/// Four registers as rows of four pairs of words: their transpose.
#[inline(always)]
fn pairs<const IFMA: bool>(x: &[Zmm<IFMA>; 4]) -> [Zmm<IFMA>; 4] {
    // 0x88 takes pairs 0 and 2 of both operands, 0xdd pairs 1 and 3.
    let low_even: Zmm<IFMA> = instruction!(_mm512_shuffle_i64x2::<0x88>(x[0].0, x[1].0));
    let low_odd: Zmm<IFMA> = instruction!(_mm512_shuffle_i64x2::<0xdd>(x[0].0, x[1].0));
    let high_even: Zmm<IFMA> = instruction!(_mm512_shuffle_i64x2::<0x88>(x[2].0, x[3].0));
    let high_odd: Zmm<IFMA> = instruction!(_mm512_shuffle_i64x2::<0xdd>(x[2].0, x[3].0));
    [
        instruction!(_mm512_shuffle_i64x2::<0x88>(low_even.0, high_even.0)),
        instruction!(_mm512_shuffle_i64x2::<0x88>(low_odd.0, high_odd.0)),
        instruction!(_mm512_shuffle_i64x2::<0xdd>(low_even.0, high_even.0)),
        instruction!(_mm512_shuffle_i64x2::<0xdd>(low_odd.0, high_odd.0)),
    ]
}

/// Four words and four others.
#[inline(always)]
fn beside<const IFMA: bool>(low: &[u64; 4], high: &[u64; 4]) -> Zmm<IFMA> {
    // SAFETY: as in `instruction!`; the pointer is to 32 bytes, and alignment is not asked for.
    let low = unsafe { _mm256_loadu_si256(low.as_ptr().cast()) };
    // SAFETY: as in `instruction!`; the pointer is to 32 bytes, and alignment is not asked for.
    let high = unsafe { _mm256_loadu_si256(high.as_ptr().cast()) };
    // SAFETY: as in `instruction!`.
    let low = unsafe { _mm512_castsi256_si512(low) };
    instruction!(_mm512_inserti64x4::<1>(low, high))
}

/// The words of both halves.
#[inline(always)]
fn halves<const IFMA: bool>(x: Zmm<IFMA>) -> [[u64; 4]; 2] {
    let mut words = [[0; 4]; 2];
    // SAFETY: as in `instruction!`.
    let low = unsafe { _mm512_castsi512_si256(x.0) };
    // SAFETY: as in `instruction!`.
    let high = unsafe { _mm512_extracti64x4_epi64::<1>(x.0) };
    // SAFETY: as in `instruction!`; the pointer is to 32 bytes, and alignment is not asked for.
    unsafe { _mm256_storeu_si256(words[0].as_mut_ptr().cast(), low) };
    // SAFETY: as in `instruction!`; the pointer is to 32 bytes, and alignment is not asked for.
    unsafe { _mm256_storeu_si256(words[1].as_mut_ptr().cast(), high) };
    words
}

/// Lanes 0, 2, 4, 6 of x, each before the same lane of y.
#[inline(always)]
fn unpack_low<const IFMA: bool>(x: Zmm<IFMA>, y: Zmm<IFMA>) -> Zmm<IFMA> {
    instruction!(_mm512_unpacklo_epi64(x.0, y.0))
}

/// Lanes 1, 3, 5, 7 of x, each before the same lane of y.
#[inline(always)]
fn unpack_high<const IFMA: bool>(x: Zmm<IFMA>, y: Zmm<IFMA>) -> Zmm<IFMA> {
    instruction!(_mm512_unpackhi_epi64(x.0, y.0))
}

/// The first pairs of both halves of x, each before that of y, and the second pairs.
#[inline(always)]
fn pairs_of_halves<const IFMA: bool>(x: Zmm<IFMA>, y: Zmm<IFMA>) -> [Zmm<IFMA>; 2] {
    let first = Zmm::<IFMA>::from_array([0, 1, 8, 9, 4, 5, 12, 13]);
    let second = Zmm::<IFMA>::from_array([2, 3, 10, 11, 6, 7, 14, 15]);
    [
        instruction!(_mm512_permutex2var_epi64(x.0, first.0, y.0)),
        instruction!(_mm512_permutex2var_epi64(x.0, second.0, y.0)),
    ]
}

/// Lane i of register j is lane j of register i: pairs of words, then pairs of pairs, then both halves. Cost: 24 permutations.
#[inline(always)]
fn transposed<const IFMA: bool>(x: &[Zmm<IFMA>; 8]) -> [Zmm<IFMA>; 8] {
    let zero = Zmm::splat(0);
    let (mut even, mut odd) = ([zero; 4], [zero; 4]);
    for i in 0..4 {
        (even[i], odd[i]) = (unpack_low(x[2 * i], x[2 * i + 1]), unpack_high(x[2 * i], x[2 * i + 1]));
    }
    let (even, odd) = (pairs(&even), pairs(&odd));
    [even[0], odd[0], even[1], odd[1], even[2], odd[2], even[3], odd[3]]
}

impl<const IFMA: bool> Register for Zmm<IFMA> {
    type Width = Eight;
    const OUTLINED: bool = false;
    const PRODUCTS_APART: bool = !IFMA;

    #[inline(always)]
    fn apart<S: Step>(step: S) -> S::Out {
        if const { IFMA } {
            // SAFETY: as in `instruction!`.
            unsafe { apart(step) }
        } else {
            // SAFETY: as in `instruction!`.
            unsafe { apart_without_ifma(step) }
        }
    }

    #[inline(always)]
    fn splat(x: u64) -> Self {
        instruction!(_mm512_set1_epi64(x as i64))
    }

    #[inline(always)]
    fn from_array(x: [u64; 8]) -> Self {
        // SAFETY: as in `instruction!`; the pointer is to 64 bytes, and alignment is not asked for.
        Self(unsafe { _mm512_loadu_si512(x.as_ptr().cast()) })
    }

    #[inline(always)]
    fn from_words(words: &[u64]) -> Self {
        match words.first_chunk() {
            Some(words) => Self::from_array(*words),
            None => Self::splat(0),
        }
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 8] {
        let mut z = [0; 8];
        // SAFETY: as in `instruction!`; the pointer is to 64 bytes, and alignment is not asked for.
        unsafe { _mm512_storeu_si512(z.as_mut_ptr().cast(), self.0) };
        z
    }

    #[inline(always)]
    fn from_records(records: &[[u64; 4]; 8]) -> [Self; 4] {
        let [r0, r1, r2, r3, r4, r5, r6, r7] = records;
        Self::from_four_words([r0, r1, r2, r3, r4, r5, r6, r7])
    }

    #[inline(always)]
    fn to_records(words: &[Self; 4]) -> [[u64; 4]; 8] {
        let [w0, w1, w2, w3] = *words;
        let even = [unpack_low(w0, w1), unpack_low(w2, w3)];
        let odd = [unpack_high(w0, w1), unpack_high(w2, w3)];
        let ([r0, r2], [r1, r3]) = (pairs_of_halves(even[0], even[1]), pairs_of_halves(odd[0], odd[1]));
        let all = [r0, r1, r2, r3];
        let mut records = [[0; 4]; 8];
        for i in 0..4 {
            [records[i], records[i + 4]] = halves(all[i]);
        }
        records
    }

    #[inline(always)]
    fn permute(self, from: [u64; 8]) -> Self {
        let from = Self::from_array(from);
        instruction!(_mm512_permutexvar_epi64(from.0, self.0))
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
        instruction!(_mm512_add_epi64(self.0, y.0))
    }

    #[inline(always)]
    fn sub(self, y: Self) -> Self {
        instruction!(_mm512_sub_epi64(self.0, y.0))
    }

    #[inline(always)]
    fn in_turn(x: [Self; 5]) -> [Self; 5] {
        // SAFETY: as in `instruction!`.
        unsafe { in_turn(x) }
    }

    #[inline(always)]
    fn and(self, y: Self) -> Self {
        instruction!(_mm512_and_si512(self.0, y.0))
    }

    #[inline(always)]
    fn or(self, y: Self) -> Self {
        instruction!(_mm512_or_si512(self.0, y.0))
    }

    #[inline(always)]
    fn xor(self, y: Self) -> Self {
        instruction!(_mm512_xor_si512(self.0, y.0))
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        instruction!(_mm512_srli_epi64::<N>(self.0))
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        instruction!(_mm512_slli_epi64::<N>(self.0))
    }

    #[inline(always)]
    fn shr_by(self, n: u32) -> Self {
        instruction!(_mm512_srl_epi64(self.0, distance(n)))
    }

    #[inline(always)]
    fn hide(self) -> Self {
        // SAFETY: as in `instruction!`.
        unsafe { hidden(self) }
    }

    #[inline(always)]
    fn mask_of_words(words: [u64; 8]) -> LaneMasks<Self> {
        LaneMasks(Self::from_array(words).hide())
    }

    #[inline(always)]
    fn mask_of_bits(bits: u8) -> LaneMasks<Self> {
        // Bit i of lane i becomes the sign, and that all of the lane.
        let signs =
            Self::splat(bits.into()).hide().shl_each(Self::from_array([63, 62, 61, 60, 59, 58, 57, 56]));
        LaneMasks(signs.sar::<63>())
    }

    #[inline(always)]
    fn pattern(bits: u8) -> LaneMasks<Self> {
        mask_lanes(bits)
    }

    #[inline(always)]
    fn eq(self, y: Self) -> LaneMasks<Self> {
        // SAFETY: as in `instruction!`.
        mask_lanes(unsafe { _mm512_cmpeq_epi64_mask(self.hide().0, y.0) })
    }

    #[inline(always)]
    fn select(mask: LaneMasks<Self>, x: Self, y: Self) -> Self {
        instruction!(_mm512_mask_blend_epi64(mask_register(mask.0.0), y.0, x.0))
    }
}

impl<const IFMA: bool> Madd52 for Zmm<IFMA> {
    #[inline(always)]
    fn madd52lo(self, x: Self, y: Self) -> Self {
        if const { MULTIPLIES && IFMA } {
            instruction!(_mm512_madd52lo_epu64(self.0, x.0, y.0))
        } else {
            // SAFETY: as in `instruction!`.
            self.add(unsafe { product(x, y) }.0)
        }
    }

    #[inline(always)]
    fn madd52hi(self, x: Self, y: Self) -> Self {
        if const { MULTIPLIES && IFMA } {
            instruction!(_mm512_madd52hi_epu64(self.0, x.0, y.0))
        } else {
            // SAFETY: as in `instruction!`.
            self.add(unsafe { product(x, y) }.1)
        }
    }
}

impl Doubles for F64x8 {
    #[inline(always)]
    fn fma(x: Self, y: Self, z: Self) -> Self {
        of_doubles!(_mm512_fmadd_pd(x, y, z))
    }

    #[inline(always)]
    fn fadd(self, y: Self) -> Self {
        of_doubles!(_mm512_add_pd(self, y))
    }

    #[inline(always)]
    fn fsub(self, y: Self) -> Self {
        of_doubles!(_mm512_sub_pd(self, y))
    }

    #[inline(always)]
    fn mul_low_halves(self, y: Self) -> Self {
        of_low_halves(self, y)
    }

    #[inline(always)]
    fn pin(self) -> Self {
        self.hide()
    }

    #[inline(always)]
    fn in_order(self) -> Self {
        // SAFETY: as in `instruction!`.
        unsafe { in_order(self) }
    }
}

impl<const IFMA: bool> Vector for Zmm<IFMA> {
    #[inline(always)]
    fn from_four_words(rows: [&[u64; 4]; 8]) -> [Self; 4] {
        // Rows 0 and 4, 1 and 5, … side by side, which leaves pairs of words and pairs of pairs: 8 permutations.
        let mut x = [Self::splat(0); 4];
        for i in 0..4 {
            x[i] = beside(rows[i], rows[i + 4]);
        }
        let even = [unpack_low(x[0], x[1]), unpack_low(x[2], x[3])];
        let odd = [unpack_high(x[0], x[1]), unpack_high(x[2], x[3])];
        let ([w0, w2], [w1, w3]) = (pairs_of_halves(even[0], even[1]), pairs_of_halves(odd[0], odd[1]));
        [w0, w1, w2, w3]
    }

    #[inline(always)]
    fn from_eight_words(rows: [&[u64; 8]; 8]) -> [Self; 8] {
        let mut x = [Self::splat(0); 8];
        for i in 0..8 {
            x[i] = Self::from_array(*rows[i]);
        }
        transposed(&x)
    }

    #[inline(always)]
    fn to_eight_words(words: &[Self; 8]) -> [[u64; 8]; 8] {
        let x = transposed(words);
        let mut records = [[0; 8]; 8];
        for i in 0..8 {
            records[i] = x[i].to_array();
        }
        records
    }

    #[inline(always)]
    fn andnot(self, y: Self) -> Self {
        instruction!(_mm512_andnot_si512(y.0, self.0))
    }

    #[inline(always)]
    fn sar<const N: u32>(self) -> Self {
        instruction!(_mm512_srai_epi64::<N>(self.0))
    }

    #[inline(always)]
    fn ror<const N: u32>(self) -> Self {
        // The intrinsic wants a signed constant; a rotation by a vector of constants becomes the same
        // instruction.
        let n = Self::splat(N as u64);
        instruction!(_mm512_rorv_epi64(self.0, n.0))
    }

    #[inline(always)]
    fn shl_by(self, n: u32) -> Self {
        instruction!(_mm512_sll_epi64(self.0, distance(n)))
    }

    #[inline(always)]
    fn shr_each(self, n: Self) -> Self {
        instruction!(_mm512_srlv_epi64(self.0, n.0))
    }

    #[inline(always)]
    fn shl_each(self, n: Self) -> Self {
        instruction!(_mm512_sllv_epi64(self.0, n.0))
    }

    #[inline(always)]
    fn leading_zeros(self) -> Self {
        instruction!(_mm512_lzcnt_epi64(self.0))
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        // Byte i of each half of a 128-bit group comes from byte 7 − i.
        const LOW: u64 = 0x0001_0203_0405_0607;
        const HIGH: u64 = 0x0809_0a0b_0c0d_0e0f;
        let from = Self::from_array([LOW, HIGH, LOW, HIGH, LOW, HIGH, LOW, HIGH]);
        instruction!(_mm512_shuffle_epi8(self.0, from.0))
    }

    #[inline(always)]
    fn add_halves(self, y: Self) -> Self {
        instruction!(_mm512_add_epi32(self.0, y.0))
    }

    #[inline(always)]
    fn ror_halves<const N: u32>(self) -> Self {
        // By a vector of constants, as `ror`.
        let n = Self::splat(u64::from(N) << 32 | u64::from(N));
        instruction!(_mm512_rorv_epi32(self.0, n.0))
    }

    #[inline(always)]
    fn lookup(table: &[u64; 16], index: Self) -> Self {
        let mut halves = [[0; 8]; 2];
        halves[0].copy_from_slice(&table[..8]);
        halves[1].copy_from_slice(&table[8..]);
        let (low, high) = (Self::from_array(halves[0]), Self::from_array(halves[1]));
        let index = index.hide();
        // The instruction reads four bits of the index, and the mask puts 0 where the index is 0.
        let place = index.sub(Self::splat(1));
        // SAFETY: as in `instruction!`.
        let wanted = unsafe { _mm512_test_epi64_mask(index.0, index.0) };
        instruction!(_mm512_maskz_permutex2var_epi64(wanted, low.0, place.0, high.0))
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
        // SAFETY: as in `instruction!`.
        mask_lanes(unsafe { _mm512_cmplt_epu64_mask(self.hide().0, y.0) })
    }
}
