//! Which code this processor can run, found once at run time.
//!
//! A token is the proof that a level may be used: it is made by detection only and carried by whatever
//! needs the level, so that entering code with target features needs no other argument.
//!
//! Code for a level that a target does not need is not compiled:
//!
//! | level         | is needed on                                            |
//! |---------------|---------------------------------------------------------|
//! | `portable`    | targets with 64-bit words, WebAssembly among them       |
//! | `portable32`  | other targets                                           |
//! | `portable8`, `portable4` | no target                                    |
//! | `neon`        | AArch64                                                 |
//! | `adx`, `fma`, `avxifma`, `avx512f`, `ifma` | x86-64                     |
//!
//! The feature `test-levels` adds the portable ones everywhere, so that their code can be tested.

use core::sync::atomic::{AtomicU8, Ordering};

/// Whether this target computes with words of 64 bits. WebAssembly does, although its pointers have 32.
pub const WORDS_OF_64_BITS: bool = cfg!(any(target_pointer_width = "64", target_arch = "wasm32"));

macro_rules! token {
    ($(#[$doc:meta])* $name:ident compiled if $exists:expr, there if $has:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(());

        impl $name {
            /// Whether code for it is compiled.
            pub const EXISTS: bool = $exists;

            /// The token, if this processor has the level.
            #[inline]
            pub fn detect() -> Option<$name> {
                ($name::EXISTS && $has).then_some($name(()))
            }
        }
    };
}

token! {
    /// 64-bit code for any processor.
    Portable compiled if WORDS_OF_64_BITS || cfg!(feature = "test-levels"), there if true
}
token! {
    /// 32-bit code for any processor.
    Portable32 compiled if !WORDS_OF_64_BITS || cfg!(feature = "test-levels"), there if true
}
token! {
    /// Eight lanes in plain Rust: the code of the widest vectors, for any processor, in slow motion.
    Portable8 compiled if cfg!(feature = "test-levels"), there if true
}
token! {
    /// Four lanes in plain Rust: code for any number of lanes, for any processor.
    Portable4 compiled if cfg!(feature = "test-levels"), there if true
}
token! {
    /// Advanced SIMD is there, as on every processor that the targets of AArch64 are for.
    Neon compiled if cfg!(all(target_arch = "aarch64", target_endian = "little", not(miri))), there if true
}
token! {
    /// BMI1, BMI2 and ADX are there.
    Adx compiled if cfg!(target_arch = "x86_64"), there if features() & ADX != 0
}
token! {
    /// AVX2, FMA, BMI1 and BMI2 are there, and the system saves 256-bit registers.
    Fma compiled if cfg!(target_arch = "x86_64"), there if features() & FMA != 0
}
token! {
    /// AVX2, FMA, AVX-IFMA, BMI1, BMI2 and ADX are there, and the system saves 256-bit registers.
    AvxIfma compiled if cfg!(target_arch = "x86_64"), there if features() & AVX_IFMA != 0
}
token! {
    /// AVX-512 F, BW, DQ, VL and CD are there, also FMA, BMI1, BMI2 and ADX, and the system saves 512-bit registers.
    Avx512f compiled if cfg!(target_arch = "x86_64"), there if features() & AVX512F != 0
}
token! {
    /// AVX-512 F, BW, DQ, VL, CD and IFMA are there, also BMI1, BMI2 and ADX, and the system saves 512-bit registers.
    Ifma compiled if cfg!(target_arch = "x86_64"), there if features() & IFMA != 0
}

/// Levels that are reported only together with the other.
macro_rules! have_adx {
    ($($name:ident)*) => {$(
        impl $name {
            /// The token of what this level has besides.
            pub fn adx(self) -> Adx {
                Adx(())
            }
        }
    )*};
}

have_adx!(Ifma Avx512f AvxIfma);

/// Whether doubles are computed with as levels need it whose products are of doubles: rounded to the nearest one, subnormal numbers as they
/// are, and no exception a signal. A thread starts so, but a caller in another language may have changed it.
#[inline]
fn rounds_to_nearest() -> bool {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let mut control = 0u32;
        // SAFETY: SSE is a part of x86-64, and the instruction writes four bytes to the address.
        unsafe {
            core::arch::asm!("stmxcsr [{}]", in(reg) &raw mut control, options(nostack, preserves_flags));
        }
        // Bits 15 (flush to zero), 14 and 13 (rounding), 12 to 7 (masks of exceptions), 6 (denormals are zero); those below say
        // which exceptions there were.
        control & 0xFFC0 == 0x1F80
    }
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    {
        let control: u64;
        // SAFETY: every processor of AArch64 lets programs read the register.
        unsafe {
            core::arch::asm!("mrs {}, fpcr", out(reg) control, options(nomem, nostack, preserves_flags));
        }
        // Bits 24 (flush to zero), 23 and 22 (rounding), 15 and 12 to 8 (exceptions are signals), 2 to 0 (other ways to compute).
        control & 0x01C0_9F07 == 0
    }
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
    false
}

/// The levels that not every processor has, the fastest first, and the instructions that each needs, by the names that Rust has for them.
///
/// ```
/// use chop_core::cpu::{Level, NEEDS};
/// for (name, instructions) in NEEDS {
///     println!("{name}: {}, from {instructions:?}", Level::from_name(name).is_some());
/// }
/// ```
pub const NEEDS: [(&str, &[&str]); 5] = [
    (
        "ifma",
        &["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd", "avx512ifma", "bmi1", "bmi2", "adx"],
    ),
    ("avxifma", &["avx2", "fma", "avxifma", "bmi1", "bmi2", "adx"]),
    ("fma", &["avx2", "fma", "bmi1", "bmi2"]),
    ("avx512f", &["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd", "fma", "bmi1", "bmi2", "adx"]),
    ("adx", &["bmi1", "bmi2", "adx"]),
];

/// Which implementation computes. No level ever changes a result; they differ in speed only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Level {
    /// 64-bit code for any processor.
    Portable(Portable),
    /// 32-bit code for any processor.
    Portable32(Portable32),
    /// Eight lanes in plain Rust.
    Portable8(Portable8),
    /// Four lanes in plain Rust.
    Portable4(Portable4),
    /// 64-bit code with two chains of carries.
    Adx(Adx),
    /// Four lanes in AVX2 registers, products by multiply-adds of doubles.
    Fma(Fma),
    /// Eight lanes in AVX-512 registers, products by multiply-adds of doubles.
    Avx512f(Avx512f),
    /// Four lanes in registers of Advanced SIMD, products by multiply-adds of doubles.
    Neon(Neon),
    /// Four lanes in AVX2 registers, products by multiply-adds of 52 bits.
    AvxIfma(AvxIfma),
    /// Eight lanes in AVX-512 registers.
    Ifma(Ifma),
}

/// A level with lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InLanes {
    /// Eight lanes in plain Rust.
    Portable8(Portable8),
    /// Four lanes in plain Rust.
    Portable4(Portable4),
    /// Four lanes in AVX2 registers, products by multiply-adds of doubles.
    Fma(Fma),
    /// Eight lanes in AVX-512 registers, products by multiply-adds of doubles.
    Avx512f(Avx512f),
    /// Four lanes in registers of Advanced SIMD, products by multiply-adds of doubles.
    Neon(Neon),
    /// Four lanes in AVX2 registers, products by multiply-adds of 52 bits.
    AvxIfma(AvxIfma),
    /// Eight lanes in AVX-512 registers.
    Ifma(Ifma),
}

impl From<InLanes> for Level {
    #[inline]
    fn from(lanes: InLanes) -> Level {
        match lanes {
            InLanes::Portable8(cpu) => Level::Portable8(cpu),
            InLanes::Portable4(cpu) => Level::Portable4(cpu),
            InLanes::Fma(cpu) => Level::Fma(cpu),
            InLanes::Avx512f(cpu) => Level::Avx512f(cpu),
            InLanes::Neon(cpu) => Level::Neon(cpu),
            InLanes::AvxIfma(cpu) => Level::AvxIfma(cpu),
            InLanes::Ifma(cpu) => Level::Ifma(cpu),
        }
    }
}

impl Level {
    /// The level for any processor of this target.
    const NATIVE: Level =
        if WORDS_OF_64_BITS { Level::Portable(Portable(())) } else { Level::Portable32(Portable32(())) };

    /// 64-bit code for any processor.
    #[cfg(feature = "test-levels")]
    pub const PORTABLE: Level = Level::Portable(Portable(()));
    /// 32-bit code for any processor.
    #[cfg(feature = "test-levels")]
    pub const PORTABLE32: Level = Level::Portable32(Portable32(()));
    /// Eight lanes in plain Rust, for any processor.
    #[cfg(feature = "test-levels")]
    pub const PORTABLE8: Level = Level::Portable8(Portable8(()));
    /// Four lanes in plain Rust, for any processor.
    #[cfg(feature = "test-levels")]
    pub const PORTABLE4: Level = Level::Portable4(Portable4(()));

    /// 64-bit code with two chains of carries, if this processor has the instructions.
    pub fn adx() -> Option<Level> {
        Adx::detect().map(Level::Adx)
    }

    /// Four lanes in AVX2 registers, if this processor has them and multiply-adds of doubles.
    pub fn fma() -> Option<Level> {
        Fma::detect().map(Level::Fma)
    }

    /// Four lanes in registers of Advanced SIMD, if this processor is one of AArch64.
    pub fn neon() -> Option<Level> {
        Neon::detect().map(Level::Neon)
    }

    /// Eight lanes in AVX-512 registers, products by multiply-adds of doubles, if this processor has them.
    pub fn avx512f() -> Option<Level> {
        Avx512f::detect().map(Level::Avx512f)
    }

    /// Four lanes in AVX2 registers, products by multiply-adds of 52 bits, if this processor has AVX-IFMA.
    pub fn avxifma() -> Option<Level> {
        AvxIfma::detect().map(Level::AvxIfma)
    }

    /// Eight lanes in AVX-512 registers with IFMA, if this processor has them.
    pub fn ifma() -> Option<Level> {
        Ifma::detect().map(Level::Ifma)
    }

    /// The levels that this processor can run, the fastest first as far as that is known: the first is [`Level::detect`].
    pub fn available() -> impl Iterator<Item = Level> {
        let words64 = Portable::detect().map(Level::Portable);
        let words32 = Portable32::detect().map(Level::Portable32);
        let neon = Level::neon();
        let portable = if WORDS_OF_64_BITS { [words64, neon, words32] } else { [words32, neon, words64] };
        let lanes = [Portable8::detect().map(Level::Portable8), Portable4::detect().map(Level::Portable4)];
        let portable = portable.into_iter().chain(lanes).flatten();
        let vectors = [Level::ifma(), Level::avxifma(), Level::fma(), Level::avx512f(), Level::adx()];
        vectors.into_iter().flatten().chain(portable)
    }

    /// The level that computes if nobody chooses another: the fastest of those that have been measured on processors like this one. `avx512f`
    /// and `neon` are chosen by name only.
    #[inline]
    pub fn detect() -> Level {
        let lanes = Level::ifma().or_else(Level::avxifma).or_else(Level::fma);
        lanes.or_else(Level::adx).unwrap_or(Level::NATIVE)
    }

    /// The name that tools use: `portable`, `portable32`, `portable8`, `portable4`, `adx`, `fma`, `avx512f`, `avxifma`, `ifma`,
    /// `neon`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Portable(_) => "portable",
            Level::Portable32(_) => "portable32",
            Level::Portable8(_) => "portable8",
            Level::Portable4(_) => "portable4",
            Level::Adx(_) => "adx",
            Level::Fma(_) => "fma",
            Level::Avx512f(_) => "avx512f",
            Level::Neon(_) => "neon",
            Level::AvxIfma(_) => "avxifma",
            Level::Ifma(_) => "ifma",
        }
    }

    /// The level, if it has lanes that may be used now: `fma`, `avx512f` and `neon` have none while the caller has changed how doubles
    /// are rounded.
    #[inline]
    pub fn in_lanes(self) -> Option<InLanes> {
        match self {
            Level::Portable(_) | Level::Portable32(_) | Level::Adx(_) => None,
            Level::Portable8(cpu) => Some(InLanes::Portable8(cpu)),
            Level::Portable4(cpu) => Some(InLanes::Portable4(cpu)),
            Level::Fma(cpu) => rounds_to_nearest().then_some(InLanes::Fma(cpu)),
            Level::Avx512f(cpu) => rounds_to_nearest().then_some(InLanes::Avx512f(cpu)),
            Level::Neon(cpu) => rounds_to_nearest().then_some(InLanes::Neon(cpu)),
            Level::AvxIfma(cpu) => Some(InLanes::AvxIfma(cpu)),
            Level::Ifma(cpu) => Some(InLanes::Ifma(cpu)),
        }
    }

    /// The level with this name, if this processor can run it.
    pub fn from_name(name: &str) -> Option<Level> {
        Level::available().find(|level| level.name() == name)
    }
}

const KNOWN: u8 = 1;
const ADX: u8 = 2;
const IFMA: u8 = 4;
const FMA: u8 = 8;
const AVX512F: u8 = 16;
const AVX_IFMA: u8 = 32;

/// The detected feature groups, asked of the processor once.
fn features() -> u8 {
    static FOUND: AtomicU8 = AtomicU8::new(0);
    let found = FOUND.load(Ordering::Relaxed);
    if found & KNOWN != 0 {
        return found;
    }
    let found = KNOWN | ask();
    FOUND.store(found, Ordering::Relaxed);
    found
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn ask() -> u8 {
    0
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
fn ask() -> u8 {
    use core::arch::x86_64::{__cpuid, __cpuid_count};
    // CPUID exists on every x86-64 processor; newer compilers know it and call these two safe.
    #[allow(unused_unsafe)]
    // SAFETY: CPUID exists on every x86-64 processor.
    let (highest, basic) = (unsafe { __cpuid(0).eax }, {
        // SAFETY: CPUID exists on every x86-64 processor.
        unsafe { __cpuid(1) }
    });
    const OSXSAVE: u32 = 1 << 27;
    if highest < 7 || basic.ecx & OSXSAVE == 0 {
        return 0;
    }
    #[allow(unused_unsafe)]
    // SAFETY: CPUID exists on every x86-64 processor, and leaf 7, because leaf 0 says so.
    let (extended, more) = (unsafe { __cpuid_count(7, 0) }, {
        // SAFETY: as above. A leaf that is not there is all zeros.
        unsafe { __cpuid_count(7, 1) }
    });
    // What leaf 7 has at 1 counts if 0 says that it is there.
    let (extended, more) = (extended.ebx, if extended.eax >= 1 { more.eax } else { 0 });
    let saved: u32;
    // SAFETY: XGETBV exists because OSXSAVE is set; register 0 always does; no memory is touched.
    unsafe {
        core::arch::asm!("xgetbv", in("ecx") 0, out("eax") saved, out("edx") _, options(nomem, nostack));
    }
    let has = |bits: &[u32]| bits.iter().all(|bit| extended >> bit & 1 == 1);
    // XCR0: bits 1, 2 for 128 and 256-bit registers; 5, 6, 7 for mask and 512-bit registers.
    let saves_256 = saved & 0b110 == 0b110;
    let saves_512 = saved & 0b1110_0110 == 0b1110_0110 && !cfg!(chop_ct);
    let multiplies_512 = has(&[21]) || cfg!(chop_emulate_ifma);
    const MULTIPLY_ADD: u32 = 1 << 12;
    // BMI1 3, AVX2 5, BMI2 8.
    let has_fma = saves_256 && has(&[3, 5, 8]) && basic.ecx & MULTIPLY_ADD != 0;
    // BMI1 3, BMI2 8, ADX 19.
    let has_adx = has(&[3, 8, 19]);
    // F 16, DQ 17, CD 28, BW 30, VL 31.
    let has_avx512 = has_fma && has_adx && saves_512 && has(&[16, 17, 28, 30, 31]);
    let has_avx_ifma =
        if cfg!(chop_avxifma_by_avx512) { has_avx512 && has(&[21]) } else { more >> 23 & 1 == 1 };
    let group = |there: bool, bit: u8| if there { bit } else { 0 };
    group(has_adx, ADX)
        | group(has_fma, FMA)
        | group(has_fma && has_adx && has_avx_ifma && !cfg!(chop_ct), AVX_IFMA)
        | group(has_avx512, AVX512F)
        | group(has_avx512 && multiplies_512, IFMA)
}
