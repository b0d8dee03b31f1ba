//! Levels: what is detected, and that jobs come to the code of the level on every way in.

use chop_core::cpu::{Level, NEEDS};
use chop_core::field::Field;
use chop_core::field::chains;
use chop_core::field::f25519::{Constant, F25519, LaneFe};
use chop_core::run::{Job, One, Wide, WideJob, run, run_wide};

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
    macro_rules! there {
        ($($name:tt)*) => { [$(($name, std::is_x86_feature_detected!($name))),*] };
    }
    let there = there!(
        "bmi1" "bmi2" "adx" "avx2" "fma" "avxifma" "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512cd" "avx512ifma"
    );
    let has = |need: &&str| {
        let (_, has) = there.iter().find(|(name, _)| name == need).unwrap();
        let stands_in = match *need {
            "avx512ifma" => cfg!(chop_emulate_ifma),
            "avxifma" => cfg!(chop_avxifma_by_avx512) && std::is_x86_feature_detected!("avx512ifma"),
            _ => false,
        };
        *has || stands_in
    };
    for (name, needs) in NEEDS {
        assert_eq!(Level::from_name(name).is_some(), needs.iter().all(has), "{name}");
    }
    assert_eq!(NEEDS.map(|(name, _)| name), ["ifma", "avxifma", "fma", "avx512f", "adx"]);
}

struct LanesOfTheFields;
impl WideJob for LanesOfTheFields {
    type Out = [usize; 3];
    #[inline(always)]
    fn wide<L: Wide>(self) -> [usize; 3] {
        [L::LANES, <LaneFe<L::Words> as Field>::LANES, L::F25519::LANES]
    }
}

#[test]
fn a_level_has_as_many_lanes_as_its_fields() {
    for level in Level::available() {
        match level.in_lanes() {
            Some(lanes) => {
                let n = level.lanes();
                assert_eq!(run_wide(lanes, LanesOfTheFields), [n, n, 1], "{}", level.name());
                assert_eq!(Level::from(lanes), level);
            }
            None => assert_eq!(level.lanes(), 1, "{}", level.name()),
        }
    }
}

/// 1/d in words, from the first lane.
struct InverseOfD;

fn inverse_of_d<F: F25519>() -> [u64; 4] {
    let inverse = chains::invert_25519(&F::constant(&Constant::D));
    Field::to_words(&inverse).as_ref()[0]
}

impl Job for InverseOfD {
    type Out = [u64; 4];
    const OVER_LANES: bool = true;
    #[inline(always)]
    fn one<L: One>(self) -> [u64; 4] {
        inverse_of_d::<L::F25519>()
    }
    #[inline(always)]
    fn alone<L: Wide>(self) -> [u64; 4] {
        inverse_of_d::<LaneFe<L::Words>>()
    }
}

/// The same where there is no body for lanes.
struct InOneLane;
impl Job for InOneLane {
    type Out = [u64; 4];
    #[inline(always)]
    fn one<L: One>(self) -> [u64; 4] {
        inverse_of_d::<L::F25519>()
    }
}

#[test]
fn every_level_and_body_computes_the_same() {
    let expected = run(Level::PORTABLE, InverseOfD);
    for level in Level::available() {
        assert_eq!(run(level, InverseOfD), expected, "{}", level.name());
        assert_eq!(run(level, InOneLane), expected, "{}", level.name());
    }
}
