//! Which code this processor can run, found once at run time.
//!
//! A token is the proof that a level may be used: it is made by detection only and carried by whatever
//! needs the level, so that entering code with target features needs no other argument.

use core::sync::atomic::{AtomicU8, Ordering};

macro_rules! token {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(());
    };
}

token! {
    /// 64-bit code for any processor.
    Portable
}
token! {
    /// 32-bit code for any processor.
    Portable32
}
token! {
    /// Eight lanes in plain Rust: the code of the widest vectors, for any processor, in slow motion.
    Portable8
}
token! {
    /// BMI1, BMI2 and ADX are there.
    Adx
}
token! {
    /// AVX-512 F, BW, DQ, VL, CD and IFMA are there, also BMI1, BMI2 and ADX, and the system saves 512-bit registers.
    Ifma
}

impl Adx {
    /// The token, if this processor has the level.
    pub fn detect() -> Option<Adx> {
        (features() & ADX != 0).then_some(Adx(()))
    }
}

impl Ifma {
    /// The token, if this processor has the level.
    pub fn detect() -> Option<Ifma> {
        (features() & IFMA != 0).then_some(Ifma(()))
    }

    /// The token of what this level has besides: `ask` reports it only together with the other.
    pub fn adx(self) -> Adx {
        Adx(())
    }
}

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
    /// 64-bit code with two chains of carries.
    Adx(Adx),
    /// Eight lanes in AVX-512 registers.
    Ifma(Ifma),
}

/// A level with eight lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InLanes {
    /// Eight lanes in plain Rust.
    Portable8(Portable8),
    /// Eight lanes in AVX-512 registers.
    Ifma(Ifma),
}

impl From<InLanes> for Level {
    #[inline]
    fn from(lanes: InLanes) -> Level {
        match lanes {
            InLanes::Portable8(cpu) => Level::Portable8(cpu),
            InLanes::Ifma(cpu) => Level::Ifma(cpu),
        }
    }
}

impl Level {
    /// 64-bit code for any processor.
    pub const PORTABLE: Level = Level::Portable(Portable(()));
    /// 32-bit code for any processor.
    pub const PORTABLE32: Level = Level::Portable32(Portable32(()));
    /// Eight lanes in plain Rust, for any processor.
    pub const PORTABLE8: Level = Level::Portable8(Portable8(()));

    /// 64-bit code with two chains of carries, if this processor has the instructions.
    pub fn adx() -> Option<Level> {
        Adx::detect().map(Level::Adx)
    }

    /// Eight lanes in AVX-512 registers, if this processor has them.
    pub fn ifma() -> Option<Level> {
        Ifma::detect().map(Level::Ifma)
    }

    /// The levels that this processor can run, the fastest first.
    pub fn available() -> impl Iterator<Item = Level> {
        let portable = if cfg!(target_pointer_width = "64") {
            [Level::PORTABLE, Level::PORTABLE32]
        } else {
            [Level::PORTABLE32, Level::PORTABLE]
        };
        Level::ifma().into_iter().chain(Level::adx()).chain(portable).chain([Level::PORTABLE8])
    }

    /// The fastest level that this processor can run.
    #[inline]
    pub fn detect() -> Level {
        if let Some(level) = Level::ifma().or_else(Level::adx) {
            return level;
        }
        if cfg!(target_pointer_width = "64") { Level::PORTABLE } else { Level::PORTABLE32 }
    }

    /// The name that tools use: `portable`, `portable32`, `portable8`, `adx`, `ifma`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Portable(_) => "portable",
            Level::Portable32(_) => "portable32",
            Level::Portable8(_) => "portable8",
            Level::Adx(_) => "adx",
            Level::Ifma(_) => "ifma",
        }
    }

    /// How many independent problems it computes at a time, where there are many of a kind.
    pub fn lanes(self) -> usize {
        if self.in_lanes().is_some() { 8 } else { 1 }
    }

    /// The level, if it has eight lanes.
    #[inline]
    pub fn in_lanes(self) -> Option<InLanes> {
        match self {
            Level::Portable(_) | Level::Portable32(_) | Level::Adx(_) => None,
            Level::Portable8(cpu) => Some(InLanes::Portable8(cpu)),
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
        // SAFETY: as above.
        unsafe { __cpuid(1) }
    });
    const OSXSAVE: u32 = 1 << 27;
    if highest < 7 || basic.ecx & OSXSAVE == 0 {
        return 0;
    }
    #[allow(unused_unsafe)]
    // SAFETY: as above; leaf 7 exists.
    let extended = unsafe { __cpuid_count(7, 0).ebx };
    let saved: u32;
    // SAFETY: XGETBV exists because OSXSAVE is set; register 0 always does; no memory is touched.
    unsafe {
        core::arch::asm!("xgetbv", in("ecx") 0, out("eax") saved, out("edx") _, options(nomem, nostack));
    }
    let has = |bits: &[u32]| bits.iter().all(|bit| extended >> bit & 1 == 1);
    let mut found = 0;
    if has(&[3, 8, 19]) {
        found |= ADX; //                           BMI1 3, BMI2 8, ADX 19
        // XCR0: bits 1, 2 for 128 and 256-bit registers; 5, 6, 7 for mask and 512-bit registers.
        let multiply_add = (has(&[21]) || cfg!(chop_emulate_ifma)) && !cfg!(chop_ct);
        if saved & 0b1110_0110 == 0b1110_0110 && has(&[16, 17, 28, 30, 31]) && multiply_add {
            found |= IFMA; //                      F 16, DQ 17, IFMA 21, CD 28, BW 30, VL 31
        }
    }
    found
}
