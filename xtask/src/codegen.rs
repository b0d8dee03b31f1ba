//! `check-codegen`: what the compiler made of the kernels, read from its assembly.
//!
//! A piece of lane code that is compiled outside its kernel lacks the target features. Its results are
//! right, so that no test can see it; it is only slow. And where lanes are secret, Valgrind sees the portable
//! vector but not this code. So the assembly of `chop-core` is made and read:
//!
//! 1. Only kernels use 512-bit registers or multiply-adds of 52 bits.
//! 2. Kernels call listed functions only, and name no others.
//! 3. Kernels call no more panics than are listed.
//! 4. Kernels for lanes are made of lane code.
//! 5. They load no 64 bytes that were stored as halves: a processor does not forward such stores.
//! 6. Kernels with secrets take no addresses from lanes and make no masks of conditions that are not in lanes: of what is
//!    the same in all lanes the compiler makes one condition, and may jump on it.
//! 7. They move lanes to where conditions are made, and jump on conditions, no more often than is listed.
//! 8. Kernels put vectors aside in frames that are aligned.
//! 9. No function, a kernel or not, keeps a value where the code that makes its frame overwrites it: a fault of the compiler.
//!
//! All of that holds at opt-level 3, which the numbers are of. At 1, 2 and s, which users may take as well, code is cut into
//! other functions and loops are other loops; there 1, 6, 8 and 9 hold, and of 7 that no more lanes are moved than is listed.
//! What counts are the kernels themselves: by 1 no other function has lanes in registers of 512 bits. Moves are instructions
//! from vectors and masks to general registers and flags, and reading with general registers what vectors left in the
//! frame. What is read through another pointer, by the kernel or by what it calls, is not seen.
//!
//! Kernels of the levels `fma`, `avx512f` and `avxifma` are read in the same way, with the registers and the multiply-adds of the level; those
//! of the others are faults, and so is memory under a mask. Those over public lanes are the same jobs as on `ifma` and are not counted again
//! (`codegen/fma.rs`, `codegen/avx512f.rs`, `codegen/avxifma.rs`).
//!
//! The check finds something only if it can: `chop-core` is built with two kernels more, which leak
//! (`engine/leaky.rs`), and that nothing is found in one of them is a fault at every level.
//!
//! Numbers belong to a compiler and to a text. Where a number went up, look at the lines that are shown:
//! either they are a fault, or the table below gets the new number and its reason. Where one went down, the
//! table can follow.

mod assembly;
mod avx512f;
mod avxifma;
mod counted;
mod fma;
mod frame;
mod levels;
mod rules;
mod weierstrass;

use crate::{Outcome, outcome};
use assembly::Listing;
use rules::Callers::{Every, OneLane};
use rules::{Found, Kernel, Rules, Secret};

/// The compiler that the numbers are of.
const COUNTED_WITH: &str = "rustc version 1.95.0";

/// A kernel over lanes.
const LANES: Kernel = Kernel {
    name: "",
    multiply_adds: 0,
    wide: 0,
    one_lane: false,
    panics: 0,
    through_pointers: 0,
    halves: 0,
    secret: None,
};

const RULES: Rules = Rules {
    // What panics: indices of groups and slices whose lengths are the caller's. Per group of eight or per
    // chunk, never per operation of a field.
    kernels: &[
        // The controls. The jump is a loop.
        Kernel { name: rules::CONTROLS[0], secret: Some(Secret { jumps: 1, moves: 0 }), ..LANES },
        Kernel { name: rules::CONTROLS[1], secret: Some(Secret { jumps: 1, moves: 0 }), ..LANES },
        // Secret lanes. The jumps are loops and lengths. `form` is called for each of eight lanes.
        Kernel {
            name: "ed25519::sign::Multiples",
            multiply_adds: 270,
            panics: 2,
            through_pointers: 8,
            secret: Some(Secret { jumps: 33, moves: 0 }),
            one_lane: true,
            ..LANES
        },
        // The moves are the words of a result, which become bytes, and of the product of all lanes, which is inverted in one.
        Kernel {
            name: "x25519::Exchanges",
            multiply_adds: 800,
            panics: 3,
            secret: Some(Secret { jumps: 47, moves: 24 }),
            one_lane: true,
            ..LANES
        },
        Kernel {
            name: "x25519::PublicKeys",
            multiply_adds: 210,
            panics: 2,
            secret: Some(Secret { jumps: 26, moves: 24 }),
            one_lane: true,
            ..LANES
        },
        Kernel {
            name: "hash::Group<chop_core::hash::sha512::Sha512>",
            wide: 500,
            secret: Some(Secret { jumps: 4, moves: 0 }),
            ..LANES
        },
        Kernel {
            name: "hash::Group<chop_core::hash::sm3::Sm3>",
            wide: 500,
            secret: Some(Secret { jumps: 4, moves: 0 }),
            ..LANES
        },
        Kernel {
            name: "sm2::sign::sign_many::Many",
            multiply_adds: 200,
            // Four slices of the caller's a group.
            panics: 4,
            // The moves are r and s, which become bytes, and whether there is a signature.
            secret: Some(Secret { jumps: 12, moves: 9 }),
            one_lane: true,
            ..LANES
        },
        // The moves are the words of encodings, and the answers to what is asked of an encoding, a mask a lane.
        Kernel {
            name: "hazmat::edwards_many::Decode",
            multiply_adds: 140,
            secret: Some(Secret { jumps: 24, moves: 0 }),
            ..LANES
        },
        Kernel {
            name: "hazmat::edwards_many::ToAffine<AffinePoint>",
            multiply_adds: 270,
            panics: 2,
            secret: Some(Secret { jumps: 22, moves: 0 }),
            one_lane: true,
            ..LANES
        },
        // The moves are the words of encodings, which become bytes.
        Kernel {
            name: "hazmat::edwards_many::ToAffine<[u8; 32]>",
            multiply_adds: 270,
            panics: 2,
            secret: Some(Secret { jumps: 22, moves: 37 }),
            one_lane: true,
            ..LANES
        },
        Kernel {
            name: "hazmat::edwards_many::Multiples",
            multiply_adds: 4,
            secret: Some(Secret { jumps: 15, moves: 0 }),
            ..LANES
        },
        Kernel {
            name: "hazmat::edwards_many::Mul",
            multiply_adds: 1000,
            panics: 2,
            secret: Some(Secret { jumps: 66, moves: 0 }),
            one_lane: true,
            ..LANES
        },
        // Its lists of tables and digits are allocated, once a call.
        Kernel {
            name: "hazmat::edwards_many::Sum",
            multiply_adds: 1000,
            one_lane: true,
            panics: 2,
            secret: Some(Secret { jumps: 44, moves: 1 }),
            ..LANES
        },
        Kernel {
            name: "hazmat::ristretto_many::Decode",
            multiply_adds: 540,
            secret: Some(Secret { jumps: 30, moves: 7 }),
            ..LANES
        },
        Kernel {
            name: "hazmat::ristretto_many::Encode",
            multiply_adds: 740,
            panics: 1,
            secret: Some(Secret { jumps: 37, moves: 0 }),
            ..LANES
        },
        Kernel {
            name: "hazmat::ristretto_many::FromUniformBytes",
            multiply_adds: 1000,
            secret: Some(Secret { jumps: 27, moves: 0 }),
            ..LANES
        },
        // One secret in eight lanes, which ends in one lane: the jumps are loops, the moves words of the result.
        Kernel {
            name: "group::edwards::MulBase",
            multiply_adds: 1000,
            one_lane: true,
            secret: Some(Secret { jumps: 4, moves: 0 }),
            ..LANES
        },
        // The ladder over four lanes: the coordinates of the result leave them.
        Kernel {
            name: "x25519::Exchange",
            multiply_adds: 130,
            one_lane: true,
            secret: Some(Secret { jumps: 1, moves: 8 }),
            ..LANES
        },
        Kernel {
            name: "hazmat::edwards::MulMontgomery",
            multiply_adds: 130,
            one_lane: true,
            secret: Some(Secret { jumps: 1, moves: 8 }),
            ..LANES
        },
        // Points over four lanes, which end in one. The jumps are loops, the digits of ℓ and lengths, the moves answers.
        Kernel {
            name: "hazmat::edwards::Mul",
            multiply_adds: 200,
            halves: 1,
            one_lane: true,
            secret: Some(Secret { jumps: 6, moves: 0 }),
            ..LANES
        },
        Kernel {
            name: "hazmat::edwards::IsTorsionFree",
            multiply_adds: 200,
            panics: 2,
            // The jumps are loops, and the digits of the order, which is a constant.
            secret: Some(Secret { jumps: 10, moves: 2 }),
            ..LANES
        },
        Kernel {
            name: "hazmat::edwards_many::SumOfFew",
            multiply_adds: 200,
            panics: 1,
            one_lane: true,
            secret: Some(Secret { jumps: 23, moves: 0 }),
            ..LANES
        },
        // One square root in four lanes, or two: the answers, and the words of a result, leave them.
        Kernel {
            name: "hazmat::edwards::Decode",
            multiply_adds: 120,
            secret: Some(Secret { jumps: 3, moves: 3 }),
            ..LANES
        },
        Kernel {
            name: "hazmat::edwards::MapToCurve",
            multiply_adds: 560,
            secret: Some(Secret { jumps: 3, moves: 0 }),
            ..LANES
        },
        Kernel {
            name: "hazmat::ristretto::Decode",
            multiply_adds: 450,
            secret: Some(Secret { jumps: 3, moves: 1 }),
            ..LANES
        },
        Kernel {
            name: "hazmat::ristretto::Encode",
            multiply_adds: 630,
            secret: Some(Secret { jumps: 3, moves: 5 }),
            ..LANES
        },
        Kernel {
            name: "hazmat::ristretto::FromUniformBytes",
            multiply_adds: 800,
            halves: 4,
            secret: Some(Secret { jumps: 16, moves: 0 }),
            ..LANES
        },
        // Public lanes.
        // Short pairs end in one lane; points are put together from x and y and copied whole.
        Kernel {
            name: "ed25519::verify::EquationLanes",
            multiply_adds: 1390,
            one_lane: true,
            panics: 6,
            ..LANES
        },
        Kernel {
            name: "ed25519::prepared::CombineCombs",
            multiply_adds: 1200,
            one_lane: true,
            panics: 5,
            halves: 1,
            ..LANES
        },
        Kernel { name: "ed25519::prepared::CombinePrepared", multiply_adds: 1000, one_lane: true, ..LANES },
        // Two points are put together from x and y, once.
        Kernel { name: "ed25519::verify::Equation", multiply_adds: 72, halves: 6, ..LANES },
        // A point in one lane is what they give.
        Kernel { name: "hazmat::edwards_vartime::Spread<1>", multiply_adds: 2, one_lane: true, ..LANES },
        Kernel { name: "hazmat::edwards_vartime::Spread<2>", multiply_adds: 2, one_lane: true, ..LANES },
        Kernel { name: "group::sum_vartime::Quads", multiply_adds: 2, one_lane: true, ..LANES },
        Kernel { name: "ed25519::decode::Decode", multiply_adds: 130, ..LANES },
        // Points of 64 bytes are put together from x and y and copied whole: of three groups, two, one, and of four lanes.
        Kernel { name: "ed25519::decode::DecodeMany", multiply_adds: 630, panics: 2, halves: 9, ..LANES },
        // Nonces, keys and hashes of seeds are secret. The jumps are loops and lengths, the moves of responses S, which are
        // published.
        Kernel {
            name: "ed25519::scalars::Reduce",
            multiply_adds: 50,
            secret: Some(Secret { jumps: 12, moves: 0 }),
            ..LANES
        },
        Kernel {
            name: "ed25519::scalars::Expand",
            multiply_adds: 8,
            secret: Some(Secret { jumps: 12, moves: 0 }),
            ..LANES
        },
        Kernel {
            name: "ed25519::scalars::Respond",
            multiply_adds: 150,
            secret: Some(Secret { jumps: 19, moves: 24 }),
            ..LANES
        },
        Kernel { name: "ed25519::weights::Weighted", multiply_adds: 200, ..LANES },
        // Digits have no multiplications. Rows of a block of terms are cut out of the lists.
        Kernel { name: "group::sum_vartime::Recode", panics: 6, ..LANES },
        Kernel { name: "group::sum_vartime::Rows", multiply_adds: 65, panics: 1, ..LANES },
        Kernel { name: "group::sum_vartime::Fill", multiply_adds: 250, ..LANES },
        Kernel { name: "group::sum_vartime::Add", multiply_adds: 1000, ..LANES },
        // Leaves the lanes to end in one.
        Kernel { name: "group::sum_vartime::Join", wide: 90, one_lane: true, ..LANES },
        // Steps of kernels: the jumps are loops over constants.
        Kernel {
            name: "apart InvertLanes<Fe<P25519, U64x8>>",
            multiply_adds: 160,
            secret: Some(Secret { jumps: 1, moves: 0 }),
            one_lane: true,
            ..LANES
        },
        Kernel { name: "apart AddUp<Fe<U64x4>>", multiply_adds: 650, panics: 1, ..LANES },
        Kernel { name: "apart OddSums<U64x8>", multiply_adds: 2000, ..LANES },
        Kernel { name: "apart MulVartime<U64x8>", multiply_adds: 1800, panics: 3, ..LANES },
        Kernel {
            name: "apart MulBase<U64x8>",
            multiply_adds: 430,
            secret: Some(Secret { jumps: 4, moves: 0 }),

            ..LANES
        },
        Kernel {
            name: "apart SqrtRatios<Fe<P25519, U64x8>, 1>",
            multiply_adds: 980,
            secret: Some(Secret { jumps: 3, moves: 0 }),

            ..LANES
        },
        Kernel {
            name: "apart SqrtRatios<Fe<P25519, U64x8>, 2>",
            multiply_adds: 850,
            secret: Some(Secret { jumps: 14, moves: 0 }),

            ..LANES
        },
        Kernel {
            name: "apart SqrtRatios<Fe<P25519, U64x8>, 3>",
            multiply_adds: 850,
            secret: Some(Secret { jumps: 14, moves: 0 }),

            ..LANES
        },
        Kernel {
            name: "apart SqrtRatios<Fe<U64x4>, 1>",
            multiply_adds: 780,
            secret: Some(Secret { jumps: 3, moves: 0 }),

            ..LANES
        },
        Kernel {
            name: "apart SqrtRatios<Fe<U64x4>, 2>",
            multiply_adds: 700,
            secret: Some(Secret { jumps: 14, moves: 0 }),

            ..LANES
        },
    ],
    others: &[weierstrass::KERNELS, fma::KERNELS, avx512f::KERNELS, avxifma::KERNELS],
    calls: &[
        (rules::LEVELS[0].apart, Every, "a step of the kernel, which is a kernel itself here"),
        (rules::LEVELS[1].apart, Every, "the same"),
        (rules::LEVELS[2].apart, Every, "the same"),
        (rules::LEVELS[3].apart, Every, "the same"),
        (rules::OF_52_BITS, Every, "products of 52 bits of scalars, likewise"),
        (rules::IN_ASSEMBLY, Every, "the same, a product or a square in assembly"),
        (
            "chop_core::lanes::x86_avx2::product",
            Every,
            "products of 52 bits of scalars, a function with the features by design",
        ),
        ("memcpy", Every, "copies of points that are too long to be written out"),
        ("memmove", Every, "the same"),
        ("memset", Every, "the same, of zeros"),
        (
            "chop_core::scalar::lattice::one_vartime::short_pair_vartime",
            OneLane,
            "the pair of a scalar with a long quotient, alone",
        ),
        ("core::fmt::", Every, "numbers in the message of a panic"),
        ("chop_core::hash::blocks::fetch", Every, "a block of each message: no lane code"),
        (
            "<chop_core::hash::blocks::Blocks>::new",
            Every,
            "where the blocks of a message begin: no lane code",
        ),
        ("chop_core::field::f25519::r64x1::product", OneLane, "a function by design, like all of this field"),
        ("chop_core::field::f25519::r64x1::square_once", OneLane, "the same"),
        ("chop_core::field::f25519::inverse", OneLane, "the same, by division steps"),
        ("chop_core::field::f25519::inverse_vartime", OneLane, "the same"),
        ("chop_core::field::fsecp256k1::inverse", OneLane, "the same"),
        ("chop_core::field::fsecp256k1::inverse_vartime", OneLane, "the same"),
        ("chop_core::field::fsm2::inverse", OneLane, "the same"),
        ("chop_core::field::fsm2::inverse_vartime", OneLane, "the same"),
        (
            "<chop_core::scalar::modulus::Scalar<chop_core::scalar::nsecp256k1::NSecp256k1>>::invert_all",
            OneLane,
            "the same, modulo n",
        ),
        (
            "<chop_core::scalar::modulus::Scalar<chop_core::scalar::nsm2::NSm2>>::invert_all",
            OneLane,
            "the same, modulo n",
        ),
        (
            "<chop_core::scalar::modulus::Scalar<chop_core::scalar::nsecp256k1::NSecp256k1>>::invert_all_vartime",
            OneLane,
            "the same of public scalars",
        ),
        ("chop_core::field::full_field::inverse", OneLane, "the same"),
        ("chop_core::field::full_field::inverse_vartime", OneLane, "the same"),
        (
            "chop_core::mul::edwards::quad_vartime::base_digits_vartime",
            Every,
            "digits of a public scalar: no lane code",
        ),
        ("chop_core::field::full_field::product", OneLane, "a function by design, like all of this field"),
        ("chop_core::field::full_field::square_once", OneLane, "the same"),
        ("chop_core::scalar::full_order::montgomery", OneLane, "the same, of scalars"),
        ("<alloc::raw_vec::RawVec<", OneLane, "lists of points and scalars, where they grow"),
        ("alloc::raw_vec::handle_error", OneLane, "no memory"),
        ("__rustc::", OneLane, "memory"),
        ("_Unwind_Resume", OneLane, "after a panic, lists are dropped"),
        (
            "core::ptr::drop_in_place::<chop_core::mul::weierstrass::row_sums_vartime::Rows<",
            OneLane,
            "the same, else as well",
        ),
    ],
    panics: &[
        "core::panicking::",
        "core::slice::index::",
        "core::slice::copy_from_slice_impl::",
        "core::option::expect_failed",
        "core::option::unwrap_failed",
        "core::result::unwrap_failed",
    ],
    last: &["_Unwind_Resume", "alloc::raw_vec::handle_error", "alloc::alloc::handle_alloc_error"],
    results: &[
        ("<alloc::raw_vec::RawVecInner>::try_allocate_in", 24),
        ("chop_core::field::f25519::r64x1::product", 32),
        ("chop_core::field::f25519::r64x1::square_once", 32),
        ("chop_core::field::f25519::inverse", 32),
        ("chop_core::field::full_field::product", 32),
        ("chop_core::field::full_field::square_once", 32),
        ("chop_core::field::full_field::inverse", 32),
        ("chop_core::field::fsecp256k1::inverse", 32),
        ("chop_core::field::fsm2::inverse", 32),
        ("chop_core::scalar::full_order::montgomery", 32),
    ],
};

/// `check-codegen [--quick] [--opt LEVEL]…`: builds the assembly at optimisation levels, all if none is named, and reads it.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let (levels, quick) = levels::wanted(arguments)?;
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return Ok("skipped: what is read is assembly for x86-64 Linux".into());
    }
    let (mut violations, mut summary) = (Vec::new(), String::new());
    for (level, path) in levels::assembly(&levels, quick) {
        let path = path.map_err(|error| format!("opt-level {level}: {error}"))?;
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let listing = Listing::parse(&text);
        let wrong = check(level, &listing);
        println!("  opt-level {level}: {} functions, {} faults", listing.functions.len(), wrong.len());
        if !wrong.is_empty() {
            violations.extend(wrong.into_iter().map(|line| format!("opt-level {level}: {line}")));
            violations.push(format!("in {}", path.display()));
            if !listing.compiler.starts_with(COUNTED_WITH) {
                violations.push(format!("numbers are of {COUNTED_WITH}, this is {}", listing.compiler));
            }
        }
        summary = format!(
            "{} kernels at opt-levels {}, {}",
            RULES.all().count(),
            levels.join(", "),
            listing.compiler
        );
    }
    outcome(violations, summary)
}

/// What is wrong with the assembly of an optimisation level.
fn check(level: &str, listing: &Listing<'_>) -> Vec<String> {
    let is_counted = level == levels::COUNTED;
    let mut violations = rules::stray(listing);
    violations.extend(rules::unlisted(listing, &RULES));
    violations.extend(rules::clobbered(listing));
    violations.extend(rules::misaligned(listing));
    if is_counted {
        println!("{}", heading());
    }
    for function in &listing.functions {
        let Some(name) = rules::kernel_of(&function.name) else { continue };
        let Some(kernel) = listed(&name) else { continue };
        let found = rules::examine(listing, function, kernel, &RULES);
        let wrong =
            if is_counted { rules::judge(&found, kernel) } else { rules::judge_lanes(&found, kernel) };
        if rules::CONTROLS.contains(&name.as_str()) {
            // Found for what they do with lanes, and not for a call or a panic.
            let is_missed = rules::judge_lanes(&found, kernel).is_empty();
            violations.extend(is_missed.then(|| format!("{name}: leaks, and nothing was found")));
            continue;
        }
        if is_counted {
            println!("{}", row(kernel, &found));
        }
        violations.extend(wrong);
    }
    violations
}

fn listed(name: &str) -> Option<&'static Kernel> {
    RULES.all().find(|kernel| kernel.name == name)
}

fn heading() -> String {
    format!(
        "  {:<45}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}",
        "kernel", "madd52", "zmm", "spills", "panics", "pointers", "halves", "moves", "jumps"
    )
}

/// The numbers of a kernel, with an arrow where the table could follow.
fn row(kernel: &Kernel, found: &Found<'_>) -> String {
    let limited = |number: usize, most: usize| {
        format!("{}{number}", if number < most && most != usize::MAX { "↓" } else { "" })
    };
    let secret = |number: usize, most: Option<usize>| most.map_or("–".into(), |most| limited(number, most));
    format!(
        "  {:<45}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}",
        kernel.name,
        found.multiply_adds,
        found.wide,
        found.spills,
        limited(found.panics.len(), kernel.panics),
        limited(found.through_pointers.len(), kernel.through_pointers),
        limited(found.halves.len(), kernel.halves),
        secret(found.moves.len(), kernel.secret.map(|it| it.moves)),
        secret(found.jumps.len(), kernel.secret.map(|it| it.jumps)),
    )
}
