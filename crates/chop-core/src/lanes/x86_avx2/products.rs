//! Products of [`doubles`](super::super::doubles) in assembly: in 16 registers, of which none is put aside. Compilers order the
//! instructions otherwise, and then have too few registers.
//!
//! | registers | hold                                                                                     |
//! |-----------|------------------------------------------------------------------------------------------|
//! | 0, 1      | C and C + D                                                                              |
//! | 2 to 6    | x0 to x4; in a square 2·x0 to 2·x3 and x4                                                |
//! | 7 to 9    | parts of a product                                                                       |
//! | 10 to 15  | columns: 4 and 5 to 9, the lower ones in the places of those that have been folded       |
//!
//! y, and in a square x, is read from memory where it is used. Each macro is a step of `doubles`, of the same name.

use super::{F64x4, Ymm};
use crate::lanes::doubles::{C, C_AND_D};
use core::arch::asm;
use core::arch::x86_64::__m256i;

static CONSTANTS: [u64; 2] = [C, C_AND_D];

/// C and C + D, and x.
macro_rules! loaded {
    () => {
        concat!(
            "vbroadcastsd ymm0, [{c}]\n",
            "vbroadcastsd ymm1, [{c} + 8]\n",
            "vmovupd ymm2, [{x}]\n",
            "vmovupd ymm3, [{x} + 32]\n",
            "vmovupd ymm4, [{x} + 64]\n",
            "vmovupd ymm5, [{x} + 96]\n",
            "vmovupd ymm6, [{x} + 128]",
        )
    };
}

/// 2·x0 to 2·x3.
macro_rules! doubled {
    () => {
        concat!(
            "vaddpd ymm2, ymm2, ymm2\n",
            "vaddpd ymm3, ymm3, ymm3\n",
            "vaddpd ymm4, ymm4, ymm4\n",
            "vaddpd ymm5, ymm5, ymm5",
        )
    };
}

/// h of x·y in register $h and l in register $l, for a register x and y in memory.
macro_rules! parts {
    ($h:literal, $l:literal: $x:literal, $y:literal) => {
        concat!(
            "vmovupd ymm",
            $h,
            ", ",
            $y,
            "\n",
            "vfmadd213pd ymm",
            $h,
            ", ymm",
            $x,
            ", ymm0\n",
            "vsubpd ymm",
            $l,
            ", ymm1, ymm",
            $h,
            "\n",
            "vfmadd231pd ymm",
            $l,
            ", ymm",
            $x,
            ", ",
            $y,
        )
    };
}

/// h of x0·y0 + x1·y1 in register $h, the sum of both l in register $l; 7 is used besides.
macro_rules! parts_of_two {
    ($h:literal, $l:literal: $x0:literal, $y0:literal; $x1:literal, $y1:literal) => {
        concat!(
            "vmovupd ymm7, ",
            $y0,
            "\n",
            "vfmadd213pd ymm7, ymm",
            $x0,
            ", ymm0\n",
            "vmovupd ymm",
            $h,
            ", ",
            $y1,
            "\n",
            "vfmadd213pd ymm",
            $h,
            ", ymm",
            $x1,
            ", ymm7\n",
            "vsubpd ymm",
            $l,
            ", ymm1, ymm7\n",
            "vfmadd231pd ymm",
            $l,
            ", ymm",
            $x0,
            ", ",
            $y0,
            "\n",
            "vsubpd ymm7, ymm7, ymm",
            $h,
            "\n",
            "vfmadd231pd ymm7, ymm",
            $x1,
            ", ",
            $y1,
            "\n",
            "vaddpd ymm",
            $l,
            ", ymm",
            $l,
            ", ymm7",
        )
    };
}

/// The same for x0·y0 + z², z in memory; 7 and 8 are used besides, $h and $l are others, and $free is any.
macro_rules! parts_of_product_and_square {
    ($h:literal, $l:literal, $free:literal: $x0:literal, $y0:literal; $z:literal) => {
        concat!(
            "vmovupd ymm7, ",
            $y0,
            "\n",
            "vfmadd213pd ymm7, ymm",
            $x0,
            ", ymm0\n",
            "vmovupd ymm8, ",
            $z,
            "\n",
            "vmovapd ymm",
            $h,
            ", ymm8\n",
            "vfmadd213pd ymm",
            $h,
            ", ymm8, ymm7\n",
            "vsubpd ymm",
            $free,
            ", ymm7, ymm",
            $h,
            "\n",
            "vfmadd213pd ymm8, ymm8, ymm",
            $free,
            "\n",
            "vsubpd ymm",
            $l,
            ", ymm1, ymm7\n",
            "vfmadd231pd ymm",
            $l,
            ", ymm",
            $x0,
            ", ",
            $y0,
            "\n",
            "vaddpd ymm",
            $l,
            ", ymm",
            $l,
            ", ymm8",
        )
    };
}

/// Column $low += register $l, column $high += register $h.
macro_rules! put {
    ($h:literal, $l:literal => $low:literal, $high:literal) => {
        concat!(
            "vpaddq ymm",
            $low,
            ", ymm",
            $low,
            ", ymm",
            $l,
            "\n",
            "vpaddq ymm",
            $high,
            ", ymm",
            $high,
            ", ymm",
            $h,
        )
    };
}

/// Column $low += register $l.
macro_rules! put_low {
    ($l:literal => $low:literal) => {
        concat!("vpaddq ymm", $low, ", ymm", $low, ", ymm", $l)
    };
}

/// x·y to two columns that have begun.
macro_rules! one {
    ($low:literal, $high:literal: $x:literal, $y:literal) => {
        concat!(parts!("7", "8": $x, $y), "\n", put!("7", "8" => $low, $high))
    };
}

/// x0·y0 + x1·y1 to two columns that have begun.
macro_rules! two {
    ($low:literal, $high:literal: $x0:literal, $y0:literal; $x1:literal, $y1:literal) => {
        concat!(parts_of_two!("9", "8": $x0, $y0; $x1, $y1), "\n", put!("9", "8" => $low, $high))
    };
}

/// The same, where the upper column begins.
macro_rules! two_begin_high {
    ($low:literal, $high:literal: $x0:literal, $y0:literal; $x1:literal, $y1:literal) => {
        concat!(parts_of_two!($high, "8": $x0, $y0; $x1, $y1), "\n", put_low!("8" => $low))
    };
}

/// z², z in memory, to two columns that have begun.
macro_rules! one_square {
    ($low:literal, $high:literal: $z:literal) => {
        concat!(
            "vmovupd ymm8, ", $z, "\n",
            "vmovapd ymm7, ymm8\n",
            "vfmadd213pd ymm7, ymm8, ymm0\n",
            "vsubpd ymm9, ymm1, ymm7\n",
            "vfmadd213pd ymm8, ymm8, ymm9\n",
            put!("7", "8" => $low, $high),
        )
    };
}

/// Column $k = 19 times itself, which is the column five below.
macro_rules! fold {
    ($k:literal) => {
        concat!(
            "vpsllq ymm7, ymm",
            $k,
            ", 4\n",
            "vpaddq ymm8, ymm",
            $k,
            ", ymm",
            $k,
            "\n",
            "vpaddq ymm",
            $k,
            ", ymm",
            $k,
            ", ymm7\n",
            "vpaddq ymm",
            $k,
            ", ymm",
            $k,
            ", ymm8",
        )
    };
}

/// Column $low += 19 times column $k.
macro_rules! fold_onto {
    ($low:literal, $k:literal) => {
        concat!(fold!($k), "\n", put_low!($k => $low))
    };
}

/// The columns of x·y, as by [`doubles::product`](crate::lanes::doubles::product).
#[target_feature(enable = "avx2,fma")]
pub(super) fn product(x: &[F64x4; 5], y: &[F64x4; 5]) -> [F64x4; 5] {
    let (z0, z1, z2, z3, z4): (__m256i, __m256i, __m256i, __m256i, __m256i);
    // SAFETY: the block reads the five registers of x and of y and the two constants. It writes registers only, and declares each of
    // them.
    unsafe {
        asm!(
            loaded!(),
            parts_of_two!("11", "10": "2", "[{y} + 128]"; "3", "[{y} + 96]"),
            two!("10", "11": "4", "[{y} + 64]"; "5", "[{y} + 32]"),
            one!("10", "11": "6", "[{y}]"),
            two_begin_high!("11", "12": "3", "[{y} + 128]"; "4", "[{y} + 96]"),
            two!("11", "12": "5", "[{y} + 64]"; "6", "[{y} + 32]"),
            fold!("11"),
            two_begin_high!("12", "13": "4", "[{y} + 128]"; "5", "[{y} + 96]"),
            one!("12", "13": "6", "[{y} + 64]"),
            fold!("12"),
            two_begin_high!("13", "14": "5", "[{y} + 128]"; "6", "[{y} + 96]"),
            fold!("13"),
            parts!("15", "8": "6", "[{y} + 128]"),
            put_low!("8" => "14"),
            fold!("14"),
            fold_onto!("10", "15"),
            one!("11", "12": "2", "[{y}]"),
            two!("12", "13": "2", "[{y} + 32]"; "3", "[{y}]"),
            two!("13", "14": "2", "[{y} + 64]"; "3", "[{y} + 32]"),
            one!("13", "14": "4", "[{y}]"),
            two!("14", "10": "2", "[{y} + 96]"; "3", "[{y} + 64]"),
            two!("14", "10": "4", "[{y} + 32]"; "5", "[{y}]"),
            x = in(reg) x.as_ptr(),
            y = in(reg) y.as_ptr(),
            c = in(reg) CONSTANTS.as_ptr(),
            out("ymm0") _, out("ymm1") _, out("ymm2") _, out("ymm3") _, out("ymm4") _, out("ymm5") _,
            out("ymm6") _, out("ymm7") _, out("ymm8") _, out("ymm9") _, out("ymm15") _,
            out("ymm10") z4, out("ymm11") z0, out("ymm12") z1, out("ymm13") z2, out("ymm14") z3,
            options(pure, readonly, nostack, preserves_flags)
        );
    }
    [Ymm(z0), Ymm(z1), Ymm(z2), Ymm(z3), Ymm(z4)]
}

/// The columns of x², as by [`doubles::square`](crate::lanes::doubles::square).
#[target_feature(enable = "avx2,fma")]
pub(super) fn square(x: &[F64x4; 5]) -> [F64x4; 5] {
    let (z0, z1, z2, z3, z4): (__m256i, __m256i, __m256i, __m256i, __m256i);
    // SAFETY: as in `product`.
    unsafe {
        asm!(
            loaded!(),
            doubled!(),
            parts_of_product_and_square!("11", "10", "15": "2", "[{x} + 128]"; "[{x} + 64]"),
            one!("10", "11": "3", "[{x} + 96]"),
            parts!("12", "8": "3", "[{x} + 128]"),
            put_low!("8" => "11"),
            one!("11", "12": "4", "[{x} + 96]"),
            fold!("11"),
            parts_of_product_and_square!("13", "9", "15": "4", "[{x} + 128]"; "[{x} + 96]"),
            put_low!("9" => "12"),
            fold!("12"),
            parts!("14", "8": "5", "[{x} + 128]"),
            put_low!("8" => "13"),
            fold!("13"),
            parts!("15", "8": "6", "[{x} + 128]"),
            put_low!("8" => "14"),
            fold!("14"),
            fold_onto!("10", "15"),
            one_square!("11", "12": "[{x}]"),
            one!("12", "13": "2", "[{x} + 32]"),
            parts_of_product_and_square!("15", "9", "6": "2", "[{x} + 64]"; "[{x} + 32]"),
            put!("15", "9" => "13", "14"),
            one!("14", "10": "2", "[{x} + 96]"),
            one!("14", "10": "3", "[{x} + 64]"),
            x = in(reg) x.as_ptr(),
            c = in(reg) CONSTANTS.as_ptr(),
            out("ymm0") _, out("ymm1") _, out("ymm2") _, out("ymm3") _, out("ymm4") _, out("ymm5") _,
            out("ymm6") _, out("ymm7") _, out("ymm8") _, out("ymm9") _, out("ymm15") _,
            out("ymm10") z4, out("ymm11") z0, out("ymm12") z1, out("ymm13") z2, out("ymm14") z3,
            options(pure, readonly, nostack, preserves_flags)
        );
    }
    [Ymm(z0), Ymm(z1), Ymm(z2), Ymm(z3), Ymm(z4)]
}
