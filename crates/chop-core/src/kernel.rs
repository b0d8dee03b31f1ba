//! From a public call to code compiled for the level: one branch per call, none per operation.
//!
//! A computation is a [`Kernel`]: a small struct with its inputs and a generic `run`. [`dispatch`]
//! branches on the [`Level`] once. Levels with target features are entered through a trampoline that
//! has those features; `run` and all it calls are `#[inline(always)]` and so are compiled inside it.
//! (The same work passed as a closure would be compiled without the features: right but slow.)
//!
//! What a kernel computes with says how it is entered, so that nothing is compiled that never runs:
//!
//! | function           | for kernels that use                     | compiled for                                  |
//! |--------------------|------------------------------------------|-----------------------------------------------|
//! | [`dispatch_one`]   | [`Backend::One`], [`Backend::OneSm2`]    | levels that differ in them: all but `ifma`    |
//! | [`dispatch_lanes`] | [`Backend::Vector`], always eight lanes  | levels with lanes                             |
//! | [`dispatch`]       | [`Backend::Many`], one lane or eight     | all                                           |

use crate::cpu::{Adx, Ifma, InLanes, Level, Portable, Portable8, Portable32};
use crate::ct::Mask;
#[cfg(target_arch = "x86_64")]
use crate::field::f25519::r64x1;
use crate::field::f25519::{F25519, r51, r52, u32x1, u64x1};
use crate::field::fsm2::{self, FSm2};
use crate::field::full_limbs::Words32;
#[cfg(target_arch = "x86_64")]
use crate::field::mulx;
use crate::lanes::portable_u64x4::U64x4;
use crate::lanes::portable_u64x8::U64x8;
use crate::lanes::{Vector, Vector4};
#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
use crate::lanes::{x86_u64x4, x86_u64x8};
use crate::scalar::limbs::Word;

/// The field for one element on 64-bit processors: full limbs where they have been measured to be
/// faster, limbs that need no carry flag elsewhere.
#[cfg(target_arch = "x86_64")]
type Wide = r64x1::Fe;
#[cfg(not(target_arch = "x86_64"))]
type Wide = u64x1::Fe;

/// The fields and words that a level computes with.
pub trait Backend: Copy {
    /// Whether code for it is compiled.
    const EXISTS: bool;
    /// One element: for single operations.
    type One: F25519<Mask = Mask>;
    /// As many elements as the level has lanes: for many independent operations.
    type Many: F25519;
    /// One element, or few, where every result is waited for: a power.
    type Chain: F25519;
    /// One element of SM2's field.
    type OneSm2: FSm2<Mask = Mask>;
    /// Eight words of 64 bits: what hashes and scalars of many operations are computed in.
    type Vector: Vector;
    /// Four words of 64 bits: the coordinates of one point, where one result is waited for.
    type Vector4: Vector4;
    /// The word of scalar arithmetic.
    type Word: Word;
}

/// A computation written once for any number of lanes.
pub trait Kernel: Sized {
    /// What it computes.
    type Output;
    /// Must be `#[inline(always)]`, like all it calls: it is compiled once per level, inside a
    /// function that has the level's target features. Outlined code would lose them.
    fn run<B: Backend>(self, cpu: B) -> Self::Output;
}

impl Backend for Portable {
    const EXISTS: bool = Portable::EXISTS;
    type One = Wide;
    type Many = Wide;
    type Chain = Wide;
    type OneSm2 = fsm2::r64x1::Fe;
    type Vector = U64x8;
    type Vector4 = U64x4;
    type Word = u64;
}

impl Backend for Portable32 {
    const EXISTS: bool = Portable32::EXISTS;
    type One = u32x1::Fe;
    type Many = u32x1::Fe;
    type Chain = u32x1::Fe;
    type OneSm2 = fsm2::r64x1::Full<Words32>;
    type Vector = U64x8;
    type Vector4 = U64x4;
    type Word = u32;
}

impl Backend for Portable8 {
    const EXISTS: bool = Portable8::EXISTS;
    type One = u64x1::Fe;
    type Many = r52::Fe<U64x8>;
    type Chain = r51::Fe<U64x4>;
    type OneSm2 = fsm2::r64x1::Fe;
    type Vector = U64x8;
    type Vector4 = U64x4;
    type Word = u64;
}

/// What runs where BMI2 and ADX are. Private, and made in [`enter_adx`] only: a kernel that gets it as its backend
/// has been entered with a token.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Adx1(#[allow(dead_code)] Adx);

#[cfg(target_arch = "x86_64")]
impl Backend for Adx1 {
    const EXISTS: bool = true;
    type One = r64x1::Full<mulx::Mulx>;
    type Many = r64x1::Full<mulx::Mulx>;
    type Chain = r64x1::Full<mulx::Mulx>;
    type OneSm2 = fsm2::r64x1::Full<mulx::Mulx>;
    type Vector = U64x8;
    type Vector4 = U64x4;
    type Word = u64;
}

/// What runs inside a function with the features of AVX-512 IFMA. Private, and made in [`enter_ifma`] only:
/// a kernel that gets it as its backend has been entered with a token. Not there in the constant-time
/// check, whose machine has no such registers.
#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
#[derive(Clone, Copy)]
struct Ifma8(#[allow(dead_code)] Ifma);

#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
impl Backend for Ifma8 {
    const EXISTS: bool = true;
    type One = r64x1::Full<mulx::Mulx>;
    type Many = r52::Fe<x86_u64x8::U64x8>;
    type Chain = r51::Fe<x86_u64x4::U64x4>;
    type OneSm2 = fsm2::r64x1::Full<mulx::Mulx>;
    type Vector = x86_u64x8::U64x8;
    type Vector4 = x86_u64x4::U64x4;
    type Word = u64;
}

/// Runs `kernel`, which computes with as many lanes as there are, on `level`.
#[inline]
pub fn dispatch<K: Kernel>(level: Level, kernel: K) -> K::Output {
    match level {
        Level::Portable(cpu) => enter_portable(kernel, cpu),
        Level::Portable32(cpu) => enter_portable(kernel, cpu),
        Level::Portable8(cpu) => enter_portable(kernel, cpu),
        Level::Adx(cpu) => enter_adx(kernel, cpu),
        Level::Ifma(cpu) => enter_ifma(kernel, cpu),
    }
}

/// Runs `kernel`, which computes with single elements, on `level`. What it asks of [`Backend::Many`] is computed, too, but on
/// `ifma` in one lane.
#[inline]
pub fn dispatch_one<K: Kernel>(level: Level, kernel: K) -> K::Output {
    match level {
        Level::Portable(cpu) => enter_portable(kernel, cpu),
        Level::Portable32(cpu) => enter_portable(kernel, cpu),
        Level::Portable8(cpu) => enter_portable(kernel, cpu),
        Level::Adx(cpu) => enter_adx(kernel, cpu),
        Level::Ifma(cpu) => enter_adx(kernel, cpu.adx()),
    }
}

/// Runs `kernel`, which computes with eight lanes, on a level that has them.
#[inline]
pub fn dispatch_lanes<K: Kernel>(level: InLanes, kernel: K) -> K::Output {
    match level {
        InLanes::Portable8(cpu) => enter_portable(kernel, cpu),
        InLanes::Ifma(cpu) => enter_ifma(kernel, cpu),
    }
}

/// A level that this target does not need has no token, and no code.
#[inline]
fn enter_portable<K: Kernel, B: Backend>(kernel: K, backend: B) -> K::Output {
    if const { B::EXISTS } {
        kernel.run_apart(backend)
    } else {
        unreachable!("no token of this level is made here")
    }
}

#[inline]
fn enter_adx<K: Kernel>(kernel: K, cpu: Adx) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        cpu.enter(kernel, Adx1(cpu))
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = (kernel, cpu);
        unreachable!("no token of this level is made here")
    }
}

#[inline]
fn enter_ifma<K: Kernel>(kernel: K, cpu: Ifma) -> K::Output {
    #[cfg(all(target_arch = "x86_64", not(chop_ct)))]
    {
        cpu.enter(kernel, Ifma8(cpu))
    }
    #[cfg(not(all(target_arch = "x86_64", not(chop_ct))))]
    {
        let _ = (kernel, cpu);
        unreachable!("no token of this level is made here")
    }
}

/// The functions that kernels are compiled in. Methods of the kernel: a compiler that works on several modules at a time
/// has these in the modules of the kernels, side by side, and functions of this module all in one.
trait Enter: Kernel {
    /// In a function of its own: one that has the kernel for three levels takes the compiler longer.
    #[inline(never)]
    fn run_apart<B: Backend>(self, backend: B) -> Self::Output {
        self.run(backend)
    }

    /// In code that may use BMI1, BMI2 and ADX.
    ///
    /// # Safety
    /// The processor has them.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,adx")]
    unsafe fn run_with_adx<B: Backend>(self, backend: B) -> Self::Output {
        self.run(backend)
    }

    /// In code that may use AVX-512 F, BW, DQ, VL, CD and IFMA.
    ///
    /// # Safety
    /// The processor has them, and the system saves the registers.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd")]
    // Not where it is emulated: the compiler finds uses of its own for the instructions.
    #[cfg_attr(not(chop_emulate_ifma), target_feature(enable = "avx512ifma"))]
    unsafe fn run_with_ifma<B: Backend>(self, backend: B) -> Self::Output {
        self.run(backend)
    }
}

impl<K: Kernel> Enter for K {}

impl Adx {
    /// Runs `kernel` with backend `B` in code that may use BMI1, BMI2 and ADX.
    #[inline]
    pub fn enter<K: Kernel, B: Backend>(self, kernel: K, backend: B) -> K::Output {
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: `self` exists, and `Adx::detect` and `Ifma::adx` are its only constructors: CPUID reported
            // the features.
            unsafe { kernel.run_with_adx(backend) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        kernel.run(backend)
    }
}

impl Ifma {
    /// Runs `kernel` with backend `B` in code that may use AVX-512 F, BW, DQ, VL, CD and IFMA.
    #[inline]
    pub fn enter<K: Kernel, B: Backend>(self, kernel: K, backend: B) -> K::Output {
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: `self` exists, and `Ifma::detect` is its only constructor: CPUID reported the
            // features and XCR0 that the system saves the registers.
            unsafe { kernel.run_with_ifma(backend) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        kernel.run(backend)
    }
}
