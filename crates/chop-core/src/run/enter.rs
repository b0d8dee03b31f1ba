//! The functions that bodies are compiled in, with the target features of their levels.

#[cfg(target_arch = "aarch64")]
use super::levels::Neon4;
#[cfg(target_arch = "x86_64")]
use super::levels::{Adx1, Fma4};
#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
use super::levels::{Avx512f8, AvxIfma4, Ifma8};
use super::levels::{One, Wide};
use super::one::{Job, WideJob};
use crate::cpu::{Adx, Avx512f, AvxIfma, Fma, Ifma, InLanes, Level, Neon, Portable};
#[cfg(target_arch = "x86_64")]
use crate::lanes::align_frame;

/// Runs the body for one lane, on a level with lanes too.
#[inline]
pub(super) fn enter_one<J: Job>(level: Level, job: J) -> J::Out {
    match level {
        Level::Portable(cpu) => enter_portable(job, cpu),
        Level::Portable32(cpu) => enter_portable(job, cpu),
        Level::Portable8(cpu) => enter_portable(job, cpu),
        Level::Portable4(cpu) => enter_portable(job, cpu),
        Level::Adx(cpu) => enter_adx(job, cpu),
        Level::Fma(_) | Level::Neon(_) => match (Adx::detect(), Portable::detect()) {
            (Some(cpu), _) => enter_adx(job, cpu),
            (None, Some(cpu)) => enter_portable(job, cpu),
            (None, None) => unreachable!("a processor with this level has words of 64 bits"),
        },
        Level::Avx512f(cpu) => enter_adx(job, cpu.adx()),
        Level::AvxIfma(cpu) => enter_adx(job, cpu.adx()),
        Level::Ifma(cpu) => enter_adx(job, cpu.adx()),
    }
}

/// Runs the body for lanes.
#[inline]
pub(super) fn enter_wide<J: WideJob>(level: InLanes, job: J) -> J::Out {
    match level {
        InLanes::Portable8(cpu) => enter_wide_portable(job, cpu),
        InLanes::Portable4(cpu) => enter_wide_portable(job, cpu),
        InLanes::Neon(cpu) => enter_neon(job, cpu),
        InLanes::Fma(cpu) => enter_fma(job, cpu),
        InLanes::Avx512f(cpu) => enter_avx512f(job, cpu),
        InLanes::AvxIfma(cpu) => enter_avxifma(job, cpu),
        InLanes::Ifma(cpu) => enter_ifma(job, cpu),
    }
}

/// A level that this target does not need has no token, and no code.
#[inline]
fn enter_portable<J: Job, L: One>(job: J, level: L) -> J::Out {
    if const { L::EXISTS } {
        job.one_apart(level)
    } else {
        unreachable!("no token of this level is made here")
    }
}

/// The same for lanes.
#[inline]
fn enter_wide_portable<J: WideJob, L: Wide>(job: J, level: L) -> J::Out {
    if const { L::EXISTS } {
        job.wide_apart(level)
    } else {
        unreachable!("no token of this level is made here")
    }
}

#[inline]
fn enter_adx<J: Job>(job: J, cpu: Adx) -> J::Out {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: `cpu` exists, and `Adx::detect` and the `adx` of other tokens are its only constructors: CPUID reported
        // the features.
        unsafe { job.one_with_adx(Adx1(cpu)) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = (job, cpu);
        unreachable!("no token of this level is made here")
    }
}

#[inline]
fn enter_fma<J: WideJob>(job: J, cpu: Fma) -> J::Out {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: `cpu` exists, and `Fma::detect` is its only constructor: CPUID reported the features and XCR0 that the system
        // saves the registers.
        unsafe { job.wide_with_fma(Fma4(cpu)) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = (job, cpu);
        unreachable!("no token of this level is made here")
    }
}

/// Its instructions are a part of the target, and the function needs no features.
#[inline]
fn enter_neon<J: WideJob>(job: J, cpu: Neon) -> J::Out {
    #[cfg(target_arch = "aarch64")]
    {
        job.wide_apart(Neon4(cpu))
    }
    #[cfg(not(target_arch = "aarch64"))]
    {
        let _ = (job, cpu);
        unreachable!("no token of this level is made here")
    }
}

#[inline]
fn enter_avx512f<J: WideJob>(job: J, cpu: Avx512f) -> J::Out {
    #[cfg(all(target_arch = "x86_64", not(chop_ct)))]
    {
        // SAFETY: `cpu` exists, and `Avx512f::detect` is its only constructor: CPUID reported the features and XCR0 that the system
        // saves the registers.
        unsafe { job.wide_with_avx512f(Avx512f8(cpu)) }
    }
    #[cfg(not(all(target_arch = "x86_64", not(chop_ct))))]
    {
        let _ = (job, cpu);
        unreachable!("no token of this level is made here")
    }
}

#[inline]
fn enter_avxifma<J: WideJob>(job: J, cpu: AvxIfma) -> J::Out {
    #[cfg(all(target_arch = "x86_64", not(chop_ct)))]
    {
        // SAFETY: `cpu` exists, and `AvxIfma::detect` is its only constructor: CPUID reported the features and XCR0 that the system
        // saves the registers.
        unsafe { job.wide_with_avxifma(AvxIfma4(cpu)) }
    }
    #[cfg(not(all(target_arch = "x86_64", not(chop_ct))))]
    {
        let _ = (job, cpu);
        unreachable!("no token of this level is made here")
    }
}

#[inline]
fn enter_ifma<J: WideJob>(job: J, cpu: Ifma) -> J::Out {
    #[cfg(all(target_arch = "x86_64", not(chop_ct)))]
    {
        // SAFETY: `cpu` exists, and `Ifma::detect` is its only constructor: CPUID reported the
        // features and XCR0 that the system saves the registers.
        unsafe { job.wide_with_ifma(Ifma8(cpu)) }
    }
    #[cfg(not(all(target_arch = "x86_64", not(chop_ct))))]
    {
        let _ = (job, cpu);
        unreachable!("no token of this level is made here")
    }
}

/// The functions that a body for one lane is compiled in. Methods of the job: a compiler that works on several modules at a
/// time has these in the modules of the jobs, side by side, and functions of this module all in one.
trait EnterOne: Job {
    /// In a function of its own: one that has the body for three levels takes the compiler longer.
    #[inline(never)]
    fn one_apart<L: One>(self, _: L) -> Self::Out {
        self.one::<L>()
    }

    /// In code that may use BMI1, BMI2 and ADX.
    ///
    /// # Safety
    /// The processor has them.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,adx")]
    unsafe fn one_with_adx<L: One>(self, _: L) -> Self::Out {
        self.one::<L>()
    }
}

impl<J: Job> EnterOne for J {}

/// The functions that a body for lanes is compiled in.
trait EnterWide: WideJob {
    /// In a function of its own.
    #[inline(never)]
    fn wide_apart<L: Wide>(self, _: L) -> Self::Out {
        self.wide::<L>()
    }

    /// In code that may use AVX2, FMA, BMI1 and BMI2.
    ///
    /// # Safety
    /// The processor has them, and the system saves the registers.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
    unsafe fn wide_with_fma<L: Wide>(self, _: L) -> Self::Out {
        align_frame();
        self.wide::<L>()
    }

    /// In code that may use AVX-512 F, BW, DQ, VL and CD.
    ///
    /// # Safety
    /// The processor has them, and the system saves the registers.
    #[cfg(all(target_arch = "x86_64", not(chop_ct)))]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,bmi1,bmi2,adx")]
    unsafe fn wide_with_avx512f<L: Wide>(self, _: L) -> Self::Out {
        align_frame();
        self.wide::<L>()
    }

    /// In code that may use AVX2, FMA, AVX-IFMA, BMI1 and BMI2.
    ///
    /// # Safety
    /// The processor has them, and the system saves the registers.
    #[cfg(all(target_arch = "x86_64", not(chop_ct)))]
    #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
    // Not where AVX-512 stands in: the compiler finds uses of its own for the instructions.
    #[cfg_attr(not(chop_avxifma_by_avx512), target_feature(enable = "avxifma"))]
    unsafe fn wide_with_avxifma<L: Wide>(self, _: L) -> Self::Out {
        align_frame();
        self.wide::<L>()
    }

    /// In code that may use AVX-512 F, BW, DQ, VL, CD and IFMA.
    ///
    /// # Safety
    /// The processor has them, and the system saves the registers.
    #[cfg(all(target_arch = "x86_64", not(chop_ct)))]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd")]
    // Not where it is emulated: the compiler finds uses of its own for the instructions.
    #[cfg_attr(not(chop_emulate_ifma), target_feature(enable = "avx512ifma"))]
    unsafe fn wide_with_ifma<L: Wide>(self, _: L) -> Self::Out {
        align_frame();
        self.wide::<L>()
    }
}

impl<J: WideJob> EnterWide for J {}
