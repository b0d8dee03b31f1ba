//! Levels: what is detected, and that kernels come to the code of the level on every way in.

use chop_core::cpu::{Adx, Ifma, Level};
use chop_core::field::Field;
use chop_core::field::chains;
use chop_core::field::f25519::{Constant, F25519};
use chop_core::kernel::{Backend, Kernel, dispatch, dispatch_lanes, dispatch_one};

#[test]
fn the_detected_level_is_the_first_of_those_available() {
    assert_eq!(Level::available().next(), Some(Level::detect()));
    if Level::ifma().is_none() {
        eprintln!("skipped: this processor has no AVX-512 IFMA");
    }
}

#[test]
fn every_available_level_has_a_name_of_its_own() {
    let names: Vec<_> = Level::available().map(Level::name).collect();
    for (i, name) in names.iter().enumerate() {
        assert_eq!(Level::from_name(name).unwrap().name(), *name);
        assert!(!names[..i].contains(name));
    }
    assert!(Level::from_name("quantum").is_none());
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn detection_agrees_with_the_standard_library() {
    let adx = std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("adx");
    assert_eq!(Adx::detect().is_some(), adx);
    let ifma = adx
        && std::is_x86_feature_detected!("avx512f")
        && std::is_x86_feature_detected!("avx512bw")
        && std::is_x86_feature_detected!("avx512dq")
        && std::is_x86_feature_detected!("avx512vl")
        && std::is_x86_feature_detected!("avx512cd")
        && (std::is_x86_feature_detected!("avx512ifma") || cfg!(chop_emulate_ifma));
    assert_eq!(Ifma::detect().is_some(), ifma);
}

struct LanesOfTheField;
impl Kernel for LanesOfTheField {
    type Output = usize;
    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> usize {
        B::Many::LANES
    }
}

#[test]
fn a_level_has_as_many_lanes_as_its_field() {
    for level in Level::available() {
        assert_eq!(dispatch(level, LanesOfTheField), level.lanes(), "{}", level.name());
        assert_eq!(dispatch_one(level, LanesOfTheField) == 8, level == Level::PORTABLE8, "{}", level.name());
    }
}

/// 1/d in words, from the first lane of `Many`.
struct InverseOfD;
impl Kernel for InverseOfD {
    type Output = [u64; 4];
    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> [u64; 4] {
        let inverse = chains::invert_25519(&B::Many::constant(&Constant::D));
        Field::to_words(&inverse).as_ref()[0]
    }
}

#[test]
fn every_level_and_trampoline_computes_the_same() {
    let expected = dispatch(Level::PORTABLE, InverseOfD);
    for level in Level::available() {
        assert_eq!(dispatch(level, InverseOfD), expected, "{}", level.name());
        assert_eq!(dispatch_one(level, InverseOfD), expected, "{}", level.name());
        if let Some(lanes) = level.in_lanes() {
            assert_eq!(dispatch_lanes(lanes, InverseOfD), expected, "{}", level.name());
            assert_eq!(Level::from(lanes), level);
        }
    }
    let Level::Portable8(backend) = Level::PORTABLE8 else { unreachable!() };
    match Adx::detect() {
        Some(cpu) => assert_eq!(cpu.enter(InverseOfD, backend), expected),
        None => eprintln!("skipped: this processor has no BMI2 and ADX"),
    }
    match Ifma::detect() {
        Some(cpu) => assert_eq!(cpu.enter(InverseOfD, backend), expected),
        None => eprintln!("skipped: this processor has no AVX-512 IFMA"),
    }
}
