//! Four lanes in two 128-bit registers of AArch64: integers, and doubles by their bits.
//!
//! Contract: the results of `portable_u64x4`, bit for bit. Two registers, so that a multiply-add need not wait for the one before it, and
//! so that code for four lanes is the same on every processor. Operations that the processor has no instruction for are made of a few others.
//!
//! **Who may use it.** The instructions are a part of every processor that these targets are for, and rounding is to the nearest double
//! where [`Level::in_lanes`](crate::cpu::Level::in_lanes) has found it so. The type is private to this crate, and the only way to it is the
//! level `Neon4` in `run/levels.rs`.

#![allow(clippy::needless_range_loop)] // as everywhere in lane code
#![allow(unsafe_code)] // the intrinsics

use super::{Doubles, Four, LaneMasks, Madd52, Register, Step, Vector};
use core::arch::aarch64::*;
use core::arch::asm;

/// Four unsigned 64-bit integers, or four doubles, in two registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct F64x4([uint64x2_t; 2]);

/// The intrinsics are `unsafe` because a target may lack them.
macro_rules! instruction {
    ($($call:tt)*) => {
        // SAFETY: Advanced SIMD is a part of all targets that this file is compiled for.
        unsafe { $($call)* }
    };
}

/// An intrinsic of integers, on both halves.
macro_rules! halves {
    ($intrinsic:ident($($x:expr),*)) => {
        F64x4([
            instruction!($intrinsic($($x.0[0]),*)),
            instruction!($intrinsic($($x.0[1]),*)),
        ])
    };
}

/// An expression for each half $i.
macro_rules! each_half {
    ($i:ident => $half:expr) => {
        F64x4([
            {
                const $i: usize = 0;
                $half
            },
            {
                const $i: usize = 1;
                $half
            },
        ])
    };
}

/// An intrinsic of doubles, on both halves.
macro_rules! of_doubles {
    ($intrinsic:ident($($x:expr),*)) => {
        each_half!(I => instruction!(vreinterpretq_u64_f64($intrinsic($(vreinterpretq_f64_u64($x.0[I])),*))))
    };
}

/// The same value, of which the compiler knows nothing.
#[inline(always)]
fn hidden(x: uint64x2_t) -> uint64x2_t {
    let mut x = x;
    // SAFETY: no instruction is executed. One register is declared to change, and no memory, stack or flags.
    unsafe {
        asm!("/* {0:v} */", inout(vreg) x, options(pure, nomem, nostack, preserves_flags));
    }
    x
}

/// The same value, in turn: the compiler keeps the order of such blocks, because this one is not `pure`.
#[inline(always)]
fn in_order(x: uint64x2_t) -> uint64x2_t {
    let mut x = x;
    // SAFETY: as in `hidden`.
    unsafe {
        asm!("/* {0:v} */", inout(vreg) x, options(nomem, nostack, preserves_flags));
    }
    x
}

/// A mask that a comparison made, hidden: of a value that goes back to where it came from the compiler could make a store under a
/// condition.
#[inline(always)]
fn hidden_mask(lanes: F64x4) -> LaneMasks<F64x4> {
    LaneMasks(lanes.hide())
}

/// Four registers as rows of four words: their transpose.
#[inline(always)]
fn transposed(x: &[F64x4; 4]) -> [F64x4; 4] {
    let first = |half: usize| {
        F64x4([
            instruction!(vzip1q_u64(x[0].0[half], x[1].0[half])),
            instruction!(vzip1q_u64(x[2].0[half], x[3].0[half])),
        ])
    };
    let second = |half: usize| {
        F64x4([
            instruction!(vzip2q_u64(x[0].0[half], x[1].0[half])),
            instruction!(vzip2q_u64(x[2].0[half], x[3].0[half])),
        ])
    };
    [first(0), second(0), first(1), second(1)]
}

/// Two words where they lie.
#[inline(always)]
fn load_two(words: &[u64; 2]) -> uint64x2_t {
    // SAFETY: as in `instruction!`; the pointer is to 16 bytes.
    unsafe { vld1q_u64(words.as_ptr()) }
}

/// Four words where they lie.
#[inline(always)]
fn load(words: &[u64; 4]) -> F64x4 {
    let [a, b, c, d] = *words;
    F64x4([load_two(&[a, b]), load_two(&[c, d])])
}

/// Words 4·`part` to 4·`part` + 3 of eight.
#[inline(always)]
fn load_half(words: &[u64; 8], part: usize) -> F64x4 {
    let mut half = [0; 4];
    half.copy_from_slice(&words[4 * part..4 * part + 4]);
    load(&half)
}

/// The products of the low 52 bits, the low and the high 52 bits of them, from products of 26 bits. A function, which keeps kernels short.
#[inline(never)]
fn product(x: F64x4, y: F64x4) -> (F64x4, F64x4) {
    let (m26, m52) = (F64x4::splat((1 << 26) - 1), F64x4::splat((1 << 52) - 1));
    let (x0, x1) = (x.and(m26), x.and(m52).shr::<26>());
    let (y0, y1) = (y.and(m26), y.and(m52).shr::<26>());
    let low = x0.mul_low_halves(y0); //                                                        < 2^52
    let middle = x0.mul_low_halves(y1).add(x1.mul_low_halves(y0)).add(low.shr::<26>()); //     < 2^53 + 2^26
    let high = x1.mul_low_halves(y1).add(middle.shr::<26>());
    (low.and(m26).or(middle.and(m26).shl::<26>()), high)
}

/// x·2^n, or ⌊x / 2^−n⌋, for the distance of each lane, −128 < n < 128.
#[inline(always)]
fn shifted(x: F64x4, n: F64x4) -> F64x4 {
    each_half!(I => instruction!(vshlq_u64(x.0[I], vreinterpretq_s64_u64(n.0[I]))))
}

/// The lanes of x whose distance is below 64; 0 in the others.
#[inline(always)]
fn near(x: F64x4, n: F64x4) -> F64x4 {
    each_half!(I => instruction!(vbicq_u64(x.0[I], vcgtq_u64(n.0[I], vdupq_n_u64(63)))))
}

impl Register for F64x4 {
    type Width = Four;
    const OUTLINED: bool = false;
    const PRODUCTS_APART: bool = true;

    #[inline(never)]
    fn apart<S: Step>(step: S) -> S::Out {
        step.take()
    }

    #[inline(always)]
    fn splat(x: u64) -> F64x4 {
        F64x4([instruction!(vdupq_n_u64(x)); 2])
    }

    #[inline(always)]
    fn from_array(x: [u64; 4]) -> F64x4 {
        load(&x)
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        let (mut low, mut high) = ([0; 2], [0; 2]);
        // SAFETY: as in `instruction!`; the pointer is to 16 bytes.
        unsafe { vst1q_u64(low.as_mut_ptr(), self.0[0]) };
        // SAFETY: the same.
        unsafe { vst1q_u64(high.as_mut_ptr(), self.0[1]) };
        [low[0], low[1], high[0], high[1]]
    }

    #[inline(always)]
    fn from_records(records: &[[u64; 4]; 4]) -> [F64x4; 4] {
        transposed(&[load(&records[0]), load(&records[1]), load(&records[2]), load(&records[3])])
    }

    #[inline(always)]
    fn to_records(words: &[F64x4; 4]) -> [[u64; 4]; 4] {
        let [r0, r1, r2, r3] = transposed(words);
        [r0.to_array(), r1.to_array(), r2.to_array(), r3.to_array()]
    }

    /// Of constants the compiler makes permutations.
    #[inline(always)]
    fn permute(self, from: [u64; 4]) -> F64x4 {
        let x = self.to_array();
        let lane = |i: usize| x[(from[i] & 3) as usize];
        load(&[lane(0), lane(1), lane(2), lane(3)])
    }

    #[inline(always)]
    fn wipe(registers: &mut [F64x4]) {
        let zero = F64x4::splat(0);
        for i in 0..registers.len() {
            // SAFETY: the target is an exclusive reference: valid, aligned, ours.
            unsafe { core::ptr::write_volatile(&mut registers[i], zero) };
        }
    }

    #[inline(always)]
    fn add(self, y: F64x4) -> F64x4 {
        halves!(vaddq_u64(self, y))
    }

    #[inline(always)]
    fn sub(self, y: F64x4) -> F64x4 {
        halves!(vsubq_u64(self, y))
    }

    #[inline(always)]
    fn and(self, y: F64x4) -> F64x4 {
        halves!(vandq_u64(self, y))
    }

    #[inline(always)]
    fn or(self, y: F64x4) -> F64x4 {
        halves!(vorrq_u64(self, y))
    }

    #[inline(always)]
    fn xor(self, y: F64x4) -> F64x4 {
        halves!(veorq_u64(self, y))
    }

    /// A shift by a vector of constants becomes the instruction for constants.
    #[inline(always)]
    fn shr<const N: u32>(self) -> F64x4 {
        shifted(self, F64x4::splat(u64::from(N).wrapping_neg()))
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> F64x4 {
        shifted(self, F64x4::splat(u64::from(N)))
    }

    #[inline(always)]
    fn shr_by(self, n: u32) -> F64x4 {
        self.shr_each(F64x4::splat(u64::from(n)))
    }

    #[inline(always)]
    fn hide(self) -> F64x4 {
        F64x4([hidden(self.0[0]), hidden(self.0[1])])
    }

    #[inline(always)]
    fn mask_of_words(words: [u64; 4]) -> LaneMasks<F64x4> {
        hidden_mask(load(&words))
    }

    #[inline(always)]
    fn mask_of_bits(bits: u8) -> LaneMasks<F64x4> {
        // Bit i of lane i becomes the sign, and that all of the lane.
        let signs = F64x4::splat(bits.into()).hide().shl_each(load(&[63, 62, 61, 60]));
        hidden_mask(signs.sar::<63>())
    }

    #[inline(always)]
    fn pattern(bits: u8) -> LaneMasks<F64x4> {
        let lane = |i: u8| u64::from(bits >> i & 1).wrapping_neg();
        LaneMasks(load(&[lane(0), lane(1), lane(2), lane(3)]))
    }

    #[inline(always)]
    fn eq(self, y: F64x4) -> LaneMasks<F64x4> {
        let x = self.hide();
        hidden_mask(halves!(vceqq_u64(x, y)))
    }

    #[inline(always)]
    fn select(mask: LaneMasks<F64x4>, x: F64x4, y: F64x4) -> F64x4 {
        halves!(vbslq_u64(mask.0, x, y))
    }
}

impl Madd52 for F64x4 {
    #[inline(always)]
    fn madd52lo(self, x: F64x4, y: F64x4) -> F64x4 {
        self.add(product(x, y).0)
    }

    #[inline(always)]
    fn madd52hi(self, x: F64x4, y: F64x4) -> F64x4 {
        self.add(product(x, y).1)
    }
}

impl Doubles for F64x4 {
    /// The intrinsic takes the addend first.
    #[inline(always)]
    fn fma(x: F64x4, y: F64x4, z: F64x4) -> F64x4 {
        of_doubles!(vfmaq_f64(z, x, y))
    }

    #[inline(always)]
    fn fadd(self, y: F64x4) -> F64x4 {
        of_doubles!(vaddq_f64(self, y))
    }

    #[inline(always)]
    fn fsub(self, y: F64x4) -> F64x4 {
        of_doubles!(vsubq_f64(self, y))
    }

    #[inline(always)]
    fn mul_low_halves(self, y: F64x4) -> F64x4 {
        each_half!(I => instruction!(vmull_u32(vmovn_u64(self.0[I]), vmovn_u64(y.0[I]))))
    }

    #[inline(always)]
    fn pin(self) -> F64x4 {
        self.hide()
    }

    #[inline(always)]
    fn in_order(self) -> F64x4 {
        F64x4([in_order(self.0[0]), in_order(self.0[1])])
    }
}

impl Vector for F64x4 {
    #[inline(always)]
    fn from_four_words(rows: [&[u64; 4]; 4]) -> [F64x4; 4] {
        transposed(&[load(rows[0]), load(rows[1]), load(rows[2]), load(rows[3])])
    }

    #[inline(always)]
    fn from_eight_words(rows: [&[u64; 8]; 4]) -> [F64x4; 8] {
        let mut z = [F64x4::splat(0); 8];
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
    fn to_eight_words(words: &[F64x4; 8]) -> [[u64; 8]; 4] {
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
    fn andnot(self, y: F64x4) -> F64x4 {
        halves!(vbicq_u64(self, y))
    }

    #[inline(always)]
    fn sar<const N: u32>(self) -> F64x4 {
        each_half!(I => instruction!(vreinterpretq_u64_s64(vshlq_s64(
            vreinterpretq_s64_u64(self.0[I]),
            vdupq_n_s64(-i64::from(N))
        ))))
    }

    #[inline(always)]
    fn ror<const N: u32>(self) -> F64x4 {
        // A shift by 64 gives 0.
        self.shr::<N>().or(shifted(self, F64x4::splat(u64::from(64 - N))))
    }

    #[inline(always)]
    fn shl_by(self, n: u32) -> F64x4 {
        self.shl_each(F64x4::splat(u64::from(n)))
    }

    #[inline(always)]
    fn shr_each(self, n: F64x4) -> F64x4 {
        near(shifted(self, F64x4::splat(0).sub(n)), n)
    }

    #[inline(always)]
    fn shl_each(self, n: F64x4) -> F64x4 {
        near(shifted(self, n), n)
    }

    #[inline(always)]
    fn leading_zeros(self) -> F64x4 {
        // With every bit below the highest one set, the zeros are those above it: counted in each byte, and added up.
        let mut x = self;
        x = x.or(x.shr::<1>());
        x = x.or(x.shr::<2>());
        x = x.or(x.shr::<4>());
        x = x.or(x.shr::<8>());
        x = x.or(x.shr::<16>());
        x = x.or(x.shr::<32>());
        each_half!(I => instruction!(vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8(vmvnq_u8(vreinterpretq_u8_u64(x.0[I]))))))))
    }

    #[inline(always)]
    fn swap_bytes(self) -> F64x4 {
        each_half!(I => instruction!(vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(self.0[I])))))
    }

    #[inline(always)]
    fn add_halves(self, y: F64x4) -> F64x4 {
        each_half!(I => instruction!(vreinterpretq_u64_u32(vaddq_u32(
            vreinterpretq_u32_u64(self.0[I]),
            vreinterpretq_u32_u64(y.0[I])
        ))))
    }

    #[inline(always)]
    fn ror_halves<const N: u32>(self) -> F64x4 {
        let shifted = |n: i32| each_half!(I => instruction!(vreinterpretq_u64_u32(vshlq_u32(vreinterpretq_u32_u64(self.0[I]), vdupq_n_s32(n)))));
        shifted(-(N as i32)).or(shifted(32 - N as i32))
    }

    /// The instruction reads bytes of four registers, half of the table, and gives 0 for places outside them.
    #[inline(always)]
    fn lookup(table: &[u64; 16], index: F64x4) -> F64x4 {
        let index = index.hide();
        // Byte j of a lane comes from byte 8·(index − 1) + j of the table. Bytes do not carry into each other.
        const STEPS: u64 = 0x0706_0504_0302_0100;
        let row = |i: usize| instruction!(vreinterpretq_u8_u64(load_two(&[table[2 * i], table[2 * i + 1]])));
        let low = uint8x16x4_t(row(0), row(1), row(2), row(3));
        let high = uint8x16x4_t(row(4), row(5), row(6), row(7));
        let each_byte = instruction!(vreinterpretq_u8_u64(load_two(&[0, 0x0808_0808_0808_0808])));
        let steps = instruction!(vreinterpretq_u8_u64(vdupq_n_u64(STEPS)));
        each_half!(I => {
            let number = instruction!(vqtbl1q_u8(vreinterpretq_u8_u64(index.0[I]), each_byte));
            let first = instruction!(vsubq_u8(vshlq_n_u8::<3>(number), vdupq_n_u8(8)));
            let place = instruction!(vaddq_u8(first, steps));
            let above = instruction!(vsubq_u8(place, vdupq_n_u8(64)));
            instruction!(vreinterpretq_u64_u8(vorrq_u8(vqtbl4q_u8(low, place), vqtbl4q_u8(high, above))))
        })
    }

    #[inline(always)]
    fn prefetch_vartime<T>(_: &T) {}

    #[inline(always)]
    fn lt(self, y: F64x4) -> LaneMasks<F64x4> {
        let x = self.hide();
        hidden_mask(halves!(vcltq_u64(x, y)))
    }
}
