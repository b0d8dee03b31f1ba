//! Four lanes in a 256-bit register of AVX-512 VL with IFMA.
//!
//! For one problem whose results wait for each other: what has four lanes in a register of 512 bits keeps processors busy
//! with the other four, for twice as long where the multipliers are 256 bits wide.
//!
//! Contract: the results of `portable_u64x4`, bit for bit. Every operation is one or two instructions and
//! inlined into a function that has the target features. Who may use it is said at the top of
//! [`x86_avx512`](super::x86_avx512), and holds here.

#![allow(clippy::needless_range_loop)] // as everywhere in lane code
#![allow(unsafe_code)] // the intrinsics

use super::x86_avx512::apart;
use super::{Four, LaneMasks, Madd52, Register, Step};
use core::arch::asm;
use core::arch::x86_64::*;

/// Four unsigned 64-bit integers in a register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct U64x4(__m256i);

/// The intrinsics are `unsafe` because a processor may lack them.
macro_rules! instruction {
    ($($call:tt)*) => {
        // SAFETY: this type is reached only through the backend of a level whose token proves that the
        // processor has AVX-512 F, BW, DQ, VL, CD and IFMA (see the top of `x86_avx512`).
        U64x4(unsafe { $($call)* })
    };
}

/// The same value, of which the compiler knows nothing; why what is compared passes through here is said at the function of
/// [`x86_avx512`](super::x86_avx512). Of the class for 512 bits: that for 256 has only half of the registers.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn hidden(x: U64x4) -> U64x4 {
    let U64x4(mut x) = x;
    // SAFETY: no instruction is executed. One register is declared to change, and no memory, stack or flags.
    unsafe {
        asm!("/* {0:y} */", inout(zmm_reg) x, options(pure, nomem, nostack, preserves_flags));
    }
    U64x4(x)
}

/// Lanes of all ones or all zeros from a mask register.
#[inline(always)]
fn mask_lanes(mask: __mmask8) -> LaneMasks<U64x4> {
    LaneMasks(instruction!(_mm256_movm_epi64(mask)))
}

/// Four registers as rows of four words: their transpose.
#[inline(always)]
fn transposed(x: &[U64x4; 4]) -> [U64x4; 4] {
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

impl Register for U64x4 {
    type Width = Four;
    const OUTLINED: bool = false;

    #[inline(always)]
    fn apart<S: Step>(step: S) -> S::Out {
        // SAFETY: as in `instruction!`.
        unsafe { apart(step) }
    }

    #[inline(always)]
    fn splat(x: u64) -> U64x4 {
        instruction!(_mm256_set1_epi64x(x as i64))
    }

    #[inline(always)]
    fn from_array(x: [u64; 4]) -> U64x4 {
        // SAFETY: as in `instruction!`; the pointer is to 32 bytes, and alignment is not asked for.
        U64x4(unsafe { _mm256_loadu_si256(x.as_ptr().cast()) })
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        let mut z = [0; 4];
        // SAFETY: as in `instruction!`; the pointer is to 32 bytes, and alignment is not asked for.
        unsafe { _mm256_storeu_si256(z.as_mut_ptr().cast(), self.0) };
        z
    }

    #[inline(always)]
    fn from_records(records: &[[u64; 4]; 4]) -> [U64x4; 4] {
        let mut x = [U64x4::splat(0); 4];
        for i in 0..4 {
            x[i] = U64x4::from_array(records[i]);
        }
        transposed(&x)
    }

    #[inline(always)]
    fn to_records(words: &[U64x4; 4]) -> [[u64; 4]; 4] {
        let [r0, r1, r2, r3] = transposed(words);
        [r0.to_array(), r1.to_array(), r2.to_array(), r3.to_array()]
    }

    #[inline(always)]
    fn permute(self, from: [u64; 4]) -> U64x4 {
        let from = U64x4::from_array(from);
        instruction!(_mm256_permutexvar_epi64(from.0, self.0))
    }

    #[inline(always)]
    fn permute_across(self, from: [u64; 4], across: LaneMasks<U64x4>) -> U64x4 {
        let from = U64x4::from_array(from).xor(across.vector().and(U64x4::splat(2)));
        instruction!(_mm256_permutexvar_epi64(from.0, self.0))
    }

    #[inline(always)]
    fn wipe(registers: &mut [U64x4]) {
        let zero = U64x4::splat(0);
        for i in 0..registers.len() {
            // SAFETY: the target is an exclusive reference: valid, aligned, ours.
            unsafe { core::ptr::write_volatile(&mut registers[i], zero) };
        }
    }

    #[inline(always)]
    fn add(self, y: U64x4) -> U64x4 {
        instruction!(_mm256_add_epi64(self.0, y.0))
    }

    #[inline(always)]
    fn sub(self, y: U64x4) -> U64x4 {
        instruction!(_mm256_sub_epi64(self.0, y.0))
    }

    #[inline(always)]
    fn and(self, y: U64x4) -> U64x4 {
        instruction!(_mm256_and_si256(self.0, y.0))
    }

    #[inline(always)]
    fn or(self, y: U64x4) -> U64x4 {
        instruction!(_mm256_or_si256(self.0, y.0))
    }

    #[inline(always)]
    fn xor(self, y: U64x4) -> U64x4 {
        instruction!(_mm256_xor_si256(self.0, y.0))
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> U64x4 {
        // The intrinsic wants a signed constant; a shift by a vector of constants becomes the same instruction.
        let n = U64x4::splat(u64::from(N));
        instruction!(_mm256_srlv_epi64(self.0, n.0))
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> U64x4 {
        let n = U64x4::splat(u64::from(N));
        instruction!(_mm256_sllv_epi64(self.0, n.0))
    }

    #[inline(always)]
    fn shr_by(self, n: u32) -> U64x4 {
        // SAFETY: as in `instruction!`.
        instruction!(_mm256_srl_epi64(self.0, _mm_cvtsi64_si128(i64::from(n))))
    }

    #[inline(always)]
    fn hide(self) -> U64x4 {
        // SAFETY: as in `instruction!`.
        unsafe { hidden(self) }
    }

    #[inline(always)]
    fn mask_of_words(words: [u64; 4]) -> LaneMasks<U64x4> {
        LaneMasks(U64x4::from_array(words).hide())
    }

    #[inline(always)]
    fn mask_of_bits(bits: u8) -> LaneMasks<U64x4> {
        // Bit i of lane i becomes the sign, and that all of the lane.
        let (bits, up) = (U64x4::splat(bits.into()).hide(), U64x4::from_array([63, 62, 61, 60]));
        let signs = instruction!(_mm256_sllv_epi64(bits.0, up.0));
        LaneMasks(instruction!(_mm256_srai_epi64::<63>(signs.0)))
    }

    #[inline(always)]
    fn pattern(bits: u8) -> LaneMasks<U64x4> {
        mask_lanes(bits)
    }

    #[inline(always)]
    fn eq(self, y: U64x4) -> LaneMasks<U64x4> {
        // SAFETY: as in `instruction!`.
        mask_lanes(unsafe { _mm256_cmpeq_epi64_mask(self.hide().0, y.0) })
    }

    #[inline(always)]
    fn select(mask: LaneMasks<U64x4>, x: U64x4, y: U64x4) -> U64x4 {
        // SAFETY: as in `instruction!`.
        let mask = unsafe { _mm256_movepi64_mask(mask.0.0) };
        instruction!(_mm256_mask_blend_epi64(mask, y.0, x.0))
    }
}

impl Madd52 for U64x4 {
    #[cfg(not(chop_emulate_ifma))]
    #[inline(always)]
    fn madd52lo(self, x: U64x4, y: U64x4) -> U64x4 {
        instruction!(_mm256_madd52lo_epu64(self.0, x.0, y.0))
    }

    #[cfg(not(chop_emulate_ifma))]
    #[inline(always)]
    fn madd52hi(self, x: U64x4, y: U64x4) -> U64x4 {
        instruction!(_mm256_madd52hi_epu64(self.0, x.0, y.0))
    }

    #[cfg(chop_emulate_ifma)]
    #[inline(always)]
    fn madd52lo(self, x: U64x4, y: U64x4) -> U64x4 {
        // SAFETY: as in `instruction!`.
        self.add(unsafe { emulated::product(x, y) }.0)
    }

    #[cfg(chop_emulate_ifma)]
    #[inline(always)]
    fn madd52hi(self, x: U64x4, y: U64x4) -> U64x4 {
        // SAFETY: as in `instruction!`.
        self.add(unsafe { emulated::product(x, y) }.1)
    }
}

/// The 104-bit product from products of 26 bits, for processors without the instruction.
#[cfg(chop_emulate_ifma)]
mod emulated {
    #![allow(unused_unsafe)] // of the macro, where the features are those of the function

    use super::*;

    /// The low and the high 52 bits of the product of the low 52 bits of x and y. A function, which keeps
    /// kernels as long as they are with the instruction.
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd")]
    pub(super) fn product(x: U64x4, y: U64x4) -> (U64x4, U64x4) {
        let (m26, m52) = (U64x4::splat((1 << 26) - 1), U64x4::splat((1 << 52) - 1));
        let (x0, x1) = (x.and(m26), x.and(m52).shr::<26>());
        let (y0, y1) = (y.and(m26), y.and(m52).shr::<26>());
        let mul = |a: U64x4, b: U64x4| instruction!(_mm256_mul_epu32(a.0, b.0));
        let low = mul(x0, y0); //                                      < 2^52
        let middle = mul(x0, y1).add(mul(x1, y0)).add(low.shr::<26>()); // < 2^53 + 2^26
        let high = mul(x1, y1).add(middle.shr::<26>());
        (low.and(m26).or(middle.and(m26).shl::<26>()), high)
    }
}
