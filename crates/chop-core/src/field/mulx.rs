//! Products of four words of 64 bits with MULX, ADCX and ADOX: a row's low words are added with one flag and its high
//! words with another, so that nothing waits for both.
//!
//! The compiler keeps one chain of carries at a time. Written by hand a product takes 0.7 of the time; what is done with
//! the eight words is left to it. The plain twin is [`Words64`](super::full_limbs::Words64), and tests hold the two
//! against each other.

#![allow(unsafe_code)] // the instructions

use super::full_limbs::Products;
use crate::cpu::Adx;
use core::arch::asm;

/// Products by MULX, ADCX and ADOX. Named in the level that proves them to be there, and nowhere else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mulx;

impl Products for Mulx {
    /// Rows of x, each word of which is multiplied by all of y.
    #[inline(always)]
    fn mul_wide(x: &[u64; 4], y: &[u64; 4]) -> [u64; 8] {
        let (z0, z1, z2, z3, z4, z5, z6, z7): (u64, u64, u64, u64, u64, u64, u64, u64);
        // SAFETY: BMI2 and ADX are there: this type is the field of a level whose token exists (`run/levels.rs`). Two arrays
        // of four words are read, and nothing is written.
        unsafe {
            asm!(
                // x0: one chain is enough.
                "mov rdx, [rsi]",
                "mulx r9, r8, [rdi]",
                "mulx r10, rax, [rdi + 8]",
                "add r9, rax",
                "mulx r11, rax, [rdi + 16]",
                "adc r10, rax",
                "mulx r12, rax, [rdi + 24]",
                "adc r11, rax",
                "adc r12, 0",
                // x1. The exclusive or clears both flags; a row and what is there are below 2^320, so that none is left.
                "mov rdx, [rsi + 8]",
                "xor r15d, r15d",
                "mulx rcx, rax, [rdi]",
                "adcx r9, rax",
                "adox r10, rcx",
                "mulx rcx, rax, [rdi + 8]",
                "adcx r10, rax",
                "adox r11, rcx",
                "mulx rcx, rax, [rdi + 16]",
                "adcx r11, rax",
                "adox r12, rcx",
                "mulx r13, rax, [rdi + 24]",
                "adcx r12, rax",
                "adox r13, r15",
                "adcx r13, r15",
                // x2.
                "mov rdx, [rsi + 16]",
                "xor r15d, r15d",
                "mulx rcx, rax, [rdi]",
                "adcx r10, rax",
                "adox r11, rcx",
                "mulx rcx, rax, [rdi + 8]",
                "adcx r11, rax",
                "adox r12, rcx",
                "mulx rcx, rax, [rdi + 16]",
                "adcx r12, rax",
                "adox r13, rcx",
                "mulx r14, rax, [rdi + 24]",
                "adcx r13, rax",
                "adox r14, r15",
                "adcx r14, r15",
                // x3, whose address is needed no more.
                "mov rdx, [rsi + 24]",
                "xor r15d, r15d",
                "mulx rcx, rax, [rdi]",
                "adcx r11, rax",
                "adox r12, rcx",
                "mulx rcx, rax, [rdi + 8]",
                "adcx r12, rax",
                "adox r13, rcx",
                "mulx rcx, rax, [rdi + 16]",
                "adcx r13, rax",
                "adox r14, rcx",
                "mulx rsi, rax, [rdi + 24]",
                "adcx r14, rax",
                "adox rsi, r15",
                "adcx rsi, r15",
                inout("rsi") x.as_ptr() => z7,
                in("rdi") y.as_ptr(),
                out("r8") z0,
                out("r9") z1,
                out("r10") z2,
                out("r11") z3,
                out("r12") z4,
                out("r13") z5,
                out("r14") z6,
                out("r15") _,
                out("rax") _,
                out("rcx") _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        [z0, z1, z2, z3, z4, z5, z6, z7]
    }

    /// The products of different words once; then twice that with one flag, and the squares of words with the other.
    #[inline(always)]
    fn square_wide(x: &[u64; 4]) -> [u64; 8] {
        let (z0, z1, z2, z3, z4, z5, z6, z7): (u64, u64, u64, u64, u64, u64, u64, u64);
        // SAFETY: as above; one array of four words is read.
        unsafe {
            asm!(
                "mov rdx, [rsi]",
                "mulx r10, r9, [rsi + 8]",
                "mulx r11, rax, [rsi + 16]",
                "add r10, rax",
                "mulx r12, rax, [rsi + 24]",
                "adc r11, rax",
                "adc r12, 0",
                "mov rdx, [rsi + 8]",
                "xor r15d, r15d",
                "mulx rcx, rax, [rsi + 16]",
                "adcx r11, rax",
                "adox r12, rcx",
                "mulx r13, rax, [rsi + 24]",
                "adcx r12, rax",
                "adox r13, r15",
                "adcx r13, r15",
                "mov rdx, [rsi + 16]",
                "mulx r14, rax, [rsi + 24]",
                "add r13, rax",
                "adc r14, 0",
                // Twice, and the squares. r15 is 0 and becomes the highest word.
                "mov rdx, [rsi]",
                "xor r15d, r15d",
                "mulx rcx, r8, rdx",
                "adcx r9, r9",
                "adox r9, rcx",
                "mov rdx, [rsi + 8]",
                "mulx rcx, rax, rdx",
                "adcx r10, r10",
                "adox r10, rax",
                "adcx r11, r11",
                "adox r11, rcx",
                "mov rdx, [rsi + 16]",
                "mulx rcx, rax, rdx",
                "adcx r12, r12",
                "adox r12, rax",
                "adcx r13, r13",
                "adox r13, rcx",
                "mov rdx, [rsi + 24]",
                "mulx rcx, rax, rdx",
                "adcx r14, r14",
                "adox r14, rax",
                "adcx r15, r15",
                "adox r15, rcx",
                in("rsi") x.as_ptr(),
                out("r8") z0,
                out("r9") z1,
                out("r10") z2,
                out("r11") z3,
                out("r12") z4,
                out("r13") z5,
                out("r14") z6,
                out("r15") z7,
                out("rax") _,
                out("rcx") _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        [z0, z1, z2, z3, z4, z5, z6, z7]
    }

    /// The low half plus 38 times the high half; then the bits from 255 on, of which each counts 19, once more.
    #[inline(always)]
    fn fold_38(x: &[u64; 8]) -> [u64; 4] {
        let [mut z0, mut z1, mut z2, mut z3, x4, x5, x6, x7] = *x;
        // SAFETY: as above; no memory is read or written.
        unsafe {
            asm!(
                "xor {zero:e}, {zero:e}",
                "mulx {high}, {low}, {x4}",
                "adcx {z0}, {low}",
                "adox {z1}, {high}",
                "mulx {high}, {low}, {x5}",
                "adcx {z1}, {low}",
                "adox {z2}, {high}",
                "mulx {high}, {low}, {x6}",
                "adcx {z2}, {low}",
                "adox {z3}, {high}",
                "mulx {high}, {low}, {x7}",
                "adcx {z3}, {low}",
                "adox {high}, {zero}",
                "adcx {high}, {zero}",
                // high < 39 is above 2^256.
                "shld {high}, {z3}, 1",
                "shl {z3}, 1",
                "shr {z3}, 1",
                "imul {high}, {high}, 19",
                "add {z0}, {high}",
                "adc {z1}, 0",
                "adc {z2}, 0",
                "adc {z3}, 0",
                zero = out(reg) _,
                high = out(reg) _,
                low = out(reg) _,
                z0 = inout(reg) z0,
                z1 = inout(reg) z1,
                z2 = inout(reg) z2,
                z3 = inout(reg) z3,
                x4 = in(reg) x4,
                x5 = in(reg) x5,
                x6 = in(reg) x6,
                x7 = in(reg) x7,
                in("rdx") 38u64,
                options(pure, nomem, nostack),
            );
        }
        [z0, z1, z2, z3]
    }
}

/// x·y, for the holder of a token.
pub fn mul_wide(_: Adx, x: &[u64; 4], y: &[u64; 4]) -> [u64; 8] {
    Mulx::mul_wide(x, y)
}

/// x², for the holder of a token.
pub fn square_wide(_: Adx, x: &[u64; 4]) -> [u64; 8] {
    Mulx::square_wide(x)
}

/// [`Products::fold_38`] for the holder of a token.
pub fn fold_38(_: Adx, x: &[u64; 8]) -> [u64; 4] {
    Mulx::fold_38(x)
}
