//! The fields and registers that each level computes with.

#[cfg(target_arch = "aarch64")]
use crate::cpu::Neon;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Adx, Fma};
#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
use crate::cpu::{Avx512f, AvxIfma, Ifma};
use crate::cpu::{InLanes, Level, Portable, Portable4, Portable8, Portable32};
use crate::ct::Mask;
use crate::field::f25519::coordinates::Coordinates;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::field::f25519::fma51;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::field::f25519::r64x1;
use crate::field::f25519::{F25519, Vector25519, r51, r52, u32x1, u64x1};
use crate::field::fsecp256k1::{self, FSecp256k1, VectorSecp256k1};
use crate::field::fsm2::{self, FSm2, VectorSm2};
use crate::field::full_limbs::Words32;
#[cfg(target_arch = "x86_64")]
use crate::field::mulx;
#[cfg(target_arch = "aarch64")]
use crate::lanes::aarch64_neon;
use crate::lanes::portable_u64x4::U64x4;
use crate::lanes::portable_u64x8::U64x8;
#[cfg(target_arch = "x86_64")]
use crate::lanes::x86_avx2::F64x4;
use crate::lanes::{Eight, Four, Register, Width};
#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
use crate::lanes::{x86_avx2, x86_avx512, x86_avx512vl};
use crate::scalar::limbs::Word;

/// A level, and what it computes with in one lane.
pub trait One: Copy {
    /// Whether code for it is compiled.
    const EXISTS: bool;
    /// An element modulo 2^255 − 19.
    type F25519: F25519<Mask = Mask>;
    /// An element of SM2's field.
    type FSm2: FSm2<Mask = Mask>;
    /// An element of secp256k1's field.
    type FSecp256k1: FSecp256k1<Mask = Mask>;
    /// The word of scalar arithmetic.
    type Word: Word;
}

/// A level with lanes, and what it computes with in them.
pub trait Wide: One {
    /// A word of 64 bits per lane: hashes, scalars, digits.
    type Words: Vector25519 + VectorSm2 + VectorSecp256k1;
    /// The four coordinates of a point, where one result is waited for.
    type Quad: Coordinates;
    /// The lanes that one verification over a Weierstrass curve is spread over.
    type Spread: VectorSm2 + VectorSecp256k1;
    /// A few elements modulo 2^255 − 19, where each result is waited for: powers.
    type Chain: F25519;
    /// How many lanes there are.
    const LANES: usize = <Self::Words as Register>::Width::LANES;
}

impl Level {
    /// How many independent problems it computes at a time, where there are many of a kind.
    pub fn lanes(self) -> usize {
        match self.in_lanes() {
            None => 1,
            Some(InLanes::Portable8(_)) => <Portable8 as Wide>::LANES,
            Some(InLanes::Portable4(_)) => <Portable4 as Wide>::LANES,
            Some(InLanes::Fma(_) | InLanes::AvxIfma(_) | InLanes::Neon(_)) => Four::LANES,
            Some(InLanes::Avx512f(_) | InLanes::Ifma(_)) => Eight::LANES,
        }
    }
}

/// The field for one element on 64-bit processors: full limbs where they are known to be faster, which takes a
/// carry flag and a product of 128 bits; limbs that need no carry flag elsewhere.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
type Native = r64x1::Fe;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
type Native = u64x1::Fe;

impl One for Portable {
    const EXISTS: bool = Portable::EXISTS;
    type F25519 = Native;
    type FSm2 = fsm2::r64x1::Fe;
    type FSecp256k1 = fsecp256k1::r64x1::Fe;
    type Word = u64;
}

impl One for Portable32 {
    const EXISTS: bool = Portable32::EXISTS;
    type F25519 = u32x1::Fe;
    type FSm2 = fsm2::r64x1::Full<Words32>;
    type FSecp256k1 = fsecp256k1::r64x1::Full<Words32>;
    type Word = u32;
}

impl One for Portable8 {
    const EXISTS: bool = Portable8::EXISTS;
    type F25519 = u64x1::Fe;
    type FSm2 = fsm2::r64x1::Fe;
    type FSecp256k1 = fsecp256k1::r64x1::Fe;
    type Word = u64;
}

impl Wide for Portable8 {
    type Words = U64x8;
    type Quad = r51::Fe<U64x4>;
    type Spread = U64x8;
    type Chain = r51::Fe<U64x4>;
}

impl One for Portable4 {
    const EXISTS: bool = Portable4::EXISTS;
    type F25519 = u64x1::Fe;
    type FSm2 = fsm2::r64x1::Fe;
    type FSecp256k1 = fsecp256k1::r64x1::Fe;
    type Word = u64;
}

impl Wide for Portable4 {
    type Words = U64x4;
    type Quad = r51::Fe<U64x4>;
    type Spread = U64x4;
    type Chain = r51::Fe<U64x4>;
}

/// The fields over vectors that multiply and add integers of 52 bits.
macro_rules! in_radix_52 {
    ($($(#[$condition:meta])* $V:ty,)*) => {$(
        $(#[$condition])*
        impl Vector25519 for $V {
            type Fe = r52::Fe<$V>;
        }

        $(#[$condition])*
        impl VectorSm2 for $V {
            type Fe = fsm2::r52::Fe<$V>;
        }

        $(#[$condition])*
        impl VectorSecp256k1 for $V {
            type Fe = fsecp256k1::r52::Fe<$V>;
        }
    )*};
}

in_radix_52! {
    U64x8,
    U64x4,
    #[cfg(all(target_arch = "x86_64", not(chop_ct)))]
    x86_avx512::U64x8,
    #[cfg(all(target_arch = "x86_64", not(chop_ct)))]
    x86_avx2::U64x4,
}

/// The level of processors with BMI2 and ADX. Only the function that enters it makes this value, from a token.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct Adx1(#[allow(dead_code)] pub(super) Adx);

/// Levels whose processors have BMI2 and ADX: one lane is the same on all of them.
#[cfg(target_arch = "x86_64")]
macro_rules! in_one_lane_by_mulx {
    ($($(#[$condition:meta])* $Level:ty,)*) => {$(
        $(#[$condition])*
        impl One for $Level {
            const EXISTS: bool = true;
            type F25519 = r64x1::Full<mulx::Mulx>;
            type FSm2 = fsm2::r64x1::Full<mulx::Mulx>;
            type FSecp256k1 = fsecp256k1::r64x1::Full<mulx::Mulx>;
            type Word = u64;
        }
    )*};
}

#[cfg(target_arch = "x86_64")]
in_one_lane_by_mulx! {
    Adx1,
    #[cfg(not(chop_ct))]
    Avx512f8,
    #[cfg(not(chop_ct))]
    AvxIfma4,
    #[cfg(not(chop_ct))]
    Ifma8,
}

/// The level of processors with AVX2 and FMA. Only the function that enters it makes this value, from a token.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct Fma4(#[allow(dead_code)] pub(super) Fma);

#[cfg(target_arch = "x86_64")]
impl One for Fma4 {
    const EXISTS: bool = true;
    type F25519 = r64x1::Fe;
    type FSm2 = fsm2::r64x1::Fe;
    type FSecp256k1 = fsecp256k1::r64x1::Fe;
    type Word = u64;
}

#[cfg(target_arch = "x86_64")]
impl Wide for Fma4 {
    type Words = F64x4;
    type Quad = fma51::Fe<F64x4>;
    type Spread = F64x4;
    type Chain = fma51::Fe<F64x4>;
}

/// The fields over vectors that multiply and add doubles.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! in_doubles {
    ($($(#[$condition:meta])* $V:ty,)*) => {$(
        $(#[$condition])*
        impl Vector25519 for $V {
            type Fe = fma51::Fe<$V>;
        }

        $(#[$condition])*
        impl VectorSm2 for $V {
            type Fe = fsm2::fma51::Fe<$V>;
        }

        $(#[$condition])*
        impl VectorSecp256k1 for $V {
            type Fe = fsecp256k1::fma51::Fe<$V>;
        }
    )*};
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
in_doubles! {
    #[cfg(target_arch = "x86_64")]
    F64x4,
    #[cfg(all(target_arch = "x86_64", not(chop_ct)))]
    x86_avx512::F64x8,
    #[cfg(target_arch = "aarch64")]
    aarch64_neon::F64x4,
}

/// The level of processors of AArch64. Only the function that enters it makes this value, from a token.
#[cfg(target_arch = "aarch64")]
#[derive(Clone, Copy)]
pub(super) struct Neon4(#[allow(dead_code)] pub(super) Neon);

#[cfg(target_arch = "aarch64")]
impl One for Neon4 {
    const EXISTS: bool = true;
    type F25519 = Native;
    type FSm2 = fsm2::r64x1::Fe;
    type FSecp256k1 = fsecp256k1::r64x1::Fe;
    type Word = u64;
}

#[cfg(target_arch = "aarch64")]
impl Wide for Neon4 {
    type Words = aarch64_neon::F64x4;
    type Quad = fma51::Fe<aarch64_neon::F64x4>;
    type Spread = aarch64_neon::F64x4;
    type Chain = fma51::Fe<aarch64_neon::F64x4>;
}

/// The level of processors with AVX-512 without IFMA. Only the function that enters it makes this value, from a token. As the other levels
/// with such registers it does not exist in the constant-time check, whose machine has none.
#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
#[derive(Clone, Copy)]
pub(super) struct Avx512f8(#[allow(dead_code)] pub(super) Avx512f);

#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
impl Wide for Avx512f8 {
    type Words = x86_avx512::F64x8;
    type Quad = fma51::Fe<F64x4>;
    type Spread = F64x4;
    type Chain = fma51::Fe<F64x4>;
}

/// The level of processors with AVX-IFMA. Only the function that enters it makes this value, from a token.
#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
#[derive(Clone, Copy)]
pub(super) struct AvxIfma4(#[allow(dead_code)] pub(super) AvxIfma);

#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
impl Wide for AvxIfma4 {
    type Words = x86_avx2::U64x4;
    type Quad = r51::Fe<x86_avx2::U64x4>;
    type Spread = x86_avx2::U64x4;
    type Chain = r51::Fe<x86_avx2::U64x4>;
}

/// The level of processors with AVX-512 IFMA. Only the function that enters it makes this value, from a token. It does not exist in the constant-time
/// check, whose machine has no such registers.
#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
#[derive(Clone, Copy)]
pub(super) struct Ifma8(#[allow(dead_code)] pub(super) Ifma);

#[cfg(all(target_arch = "x86_64", not(chop_ct)))]
impl Wide for Ifma8 {
    type Words = x86_avx512::U64x8;
    type Quad = r51::Fe<x86_avx512vl::U64x4>;
    type Spread = x86_avx512::U64x8;
    type Chain = r51::Fe<x86_avx512vl::U64x4>;
}
