//! Kernels of the level `ifma` over points and scalars of Weierstrass curves, the same for each curve.

use super::LANES;
use super::rules::{Kernel, Secret};

/// Each for both curves. What panics, what jumps and what moves is as in `codegen.rs`.
pub(super) const KERNELS: &[Kernel] = &[
    // The product of eight, stored as scalars, is inverted in one lane, and the inverses become scalars again.
    Kernel {
        name: "weierstrass::scalars::InvertAll<chop_core::scalar::nsm2::NSm2>",
        multiply_adds: 600,
        halves: 2,
        panics: 2,
        secret: Some(Secret { jumps: 14, moves: 8 }),
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "weierstrass::scalars::InvertAll<chop_core::scalar::nsecp256k1::NSecp256k1>",
        multiply_adds: 600,
        halves: 2,
        panics: 2,
        secret: Some(Secret { jumps: 14, moves: 8 }),
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "weierstrass::point::Many<chop_core::curve::sm2::Sm2>",
        multiply_adds: 460,
        panics: 3,
        secret: Some(Secret { jumps: 19, moves: 0 }),
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "weierstrass::point::Many<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 360,
        panics: 3,
        secret: Some(Secret { jumps: 19, moves: 0 }),
        one_lane: true,
        ..LANES
    },
    // The jumps are loops over rounds, parts and groups, and that sums, digits and rows are where they are looked for.
    Kernel {
        name: "weierstrass::point::ManyAffine<chop_core::curve::sm2::Sm2>",
        multiply_adds: 2000,
        panics: 9,
        secret: Some(Secret { jumps: 93, moves: 0 }),
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "weierstrass::point::ManyAffine<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 1600,
        panics: 9,
        secret: Some(Secret { jumps: 93, moves: 0 }),
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "weierstrass::group::MulBase<chop_core::curve::sm2::Sm2>",
        multiply_adds: 1000,
        one_lane: true,
        secret: Some(Secret { jumps: 4, moves: 12 }),
        ..LANES
    },
    Kernel {
        name: "weierstrass::group::MulBase<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 800,
        one_lane: true,
        secret: Some(Secret { jumps: 4, moves: 12 }),
        ..LANES
    },
    Kernel {
        name: "hazmat::weierstrass::Multiples<chop_core::curve::sm2::Sm2>",
        multiply_adds: 120,
        secret: Some(Secret { jumps: 16, moves: 0 }),
        ..LANES
    },
    // Its products are in the step `MulBase`: coordinates of this field have no Montgomery form to be converted to.
    Kernel {
        name: "hazmat::weierstrass::Multiples<chop_core::curve::secp256k1::Secp256k1>",
        wide: 150,
        secret: Some(Secret { jumps: 16, moves: 0 }),
        ..LANES
    },
    Kernel {
        name: "hazmat::weierstrass::AffineOf<chop_core::curve::sm2::Sm2>",
        multiply_adds: 470,
        panics: 2,
        secret: Some(Secret { jumps: 31, moves: 0 }),
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "hazmat::weierstrass::AffineOf<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 370,
        panics: 2,
        secret: Some(Secret { jumps: 31, moves: 0 }),
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "hazmat::weierstrass::Products<chop_core::curve::sm2::Sm2>",
        multiply_adds: 2000,
        panics: 1,
        secret: Some(Secret { jumps: 52, moves: 1 }),
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "hazmat::weierstrass::Products<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 1600,
        panics: 1,
        secret: Some(Secret { jumps: 52, moves: 1 }),
        one_lane: true,
        ..LANES
    },
    // The jumps are lengths, lists and which of eight points are stored.
    Kernel {
        name: "hazmat::weierstrass::Sum<chop_core::curve::sm2::Sm2>",
        multiply_adds: 1000,
        panics: 2,
        secret: Some(Secret { jumps: 66, moves: 1 }),
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "hazmat::weierstrass::Sum<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 800,
        panics: 2,
        secret: Some(Secret { jumps: 66, moves: 1 }),
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "weierstrass::equation::EquationLanes<chop_core::curve::sm2::Sm2>",
        multiply_adds: 2000,
        panics: 4,
        ..LANES
    },
    Kernel {
        name: "weierstrass::equation::EquationLanes<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 1600,
        panics: 4,
        ..LANES
    },
    Kernel {
        name: "weierstrass::equation::EquationTables<chop_core::curve::sm2::Sm2>",
        multiply_adds: 2000,
        panics: 8,
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "weierstrass::equation::EquationTables<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 800,
        panics: 8,
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "weierstrass::prepared::CompareCombs<chop_core::curve::sm2::Sm2>",
        multiply_adds: 830,
        panics: 4,
        ..LANES
    },
    Kernel {
        name: "weierstrass::prepared::CompareCombs<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 660,
        panics: 4,
        ..LANES
    },
    Kernel {
        name: "weierstrass::alone::CompareHalved<chop_core::curve::sm2::Sm2>",
        multiply_adds: 1500,
        ..LANES
    },
    Kernel {
        name: "weierstrass::alone::CompareDoubles<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 1500,
        panics: 2,
        ..LANES
    },
    // The words of a point on the way to the caller.
    Kernel {
        name: "weierstrass::decode::Lift<chop_core::curve::sm2::Sm2>",
        multiply_adds: 600,
        halves: 1,
        panics: 2,
        ..LANES
    },
    Kernel {
        name: "weierstrass::decode::Lift<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 600,
        halves: 1,
        panics: 2,
        ..LANES
    },
    Kernel {
        name: "weierstrass::sums::SumLanes<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 1600,
        panics: 4,
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "weierstrass::sums::SumTables<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 1000,
        panics: 8,
        one_lane: true,
        ..LANES
    },
    // The product of all lanes, stored as scalars, is inverted in one, as in `InvertAll`.
    Kernel {
        name: "weierstrass::quotients_vartime::DivideAll<chop_core::scalar::nsecp256k1::NSecp256k1>",
        multiply_adds: 800,
        halves: 2,
        panics: 2,
        one_lane: true,
        ..LANES
    },
    // The equation of a batch. Its sum of scalars ends in one lane, and so does the inverse of what many additions divide by.
    Kernel { name: "secp256k1::schnorr_batch::Weighted", multiply_adds: 100, one_lane: true, ..LANES },
    Kernel {
        name: "weierstrass::sum_vartime::Split<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 60,
        ..LANES
    },
    Kernel { name: "weierstrass::sum_vartime::Recode", panics: 6, ..LANES },
    Kernel {
        name: "weierstrass::sum_vartime::Rows<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 40,
        ..LANES
    },
    Kernel {
        name: "weierstrass::sum_vartime::Fill<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 400,
        panics: 2,
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "weierstrass::sum_vartime::Add<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 800,
        panics: 2,
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "weierstrass::prepared::CompareSplit<chop_core::curve::sm2::Sm2>",
        multiply_adds: 1000,
        ..LANES
    },
    Kernel {
        name: "weierstrass::prepared::CompareSplit<chop_core::curve::secp256k1::Secp256k1>",
        multiply_adds: 800,
        ..LANES
    },
    Kernel {
        name: "apart InvertLanes<Fe<PSm2, U64x8>>",
        multiply_adds: 270,
        secret: Some(Secret { jumps: 1, moves: 0 }),
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "apart InvertLanes<Fe<PSecp256k1, U64x8>>",
        multiply_adds: 170,
        secret: Some(Secret { jumps: 1, moves: 0 }),
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "apart MulBase<Sm2, Fe<PSm2, U64x8>, 43>",
        multiply_adds: 660,
        secret: Some(Secret { jumps: 4, moves: 0 }),

        ..LANES
    },
    Kernel {
        name: "apart MulBase<Secp256k1, Fe<PSecp256k1, U64x8>, 43>",
        multiply_adds: 560,
        secret: Some(Secret { jumps: 4, moves: 0 }),

        ..LANES
    },
    // Steps over public lanes. Rows, tables and pairs lie in lists, and the panics are their bounds: a few for an addition of two groups.
    Kernel {
        name: "apart SumGroups<Fe<PSecp256k1, U64x8>>",
        multiply_adds: 2600,
        panics: 5,
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "apart AddWithExceptions<Secp256k1, Fe<PSecp256k1, U64x8>>",
        multiply_adds: 800,
        panics: 19,
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "apart SumOfDistinct<Secp256k1, Fe<PSecp256k1, U64x8>>",
        multiply_adds: 1700,
        panics: 2,
        one_lane: true,
        ..LANES
    },
    Kernel {
        name: "apart SumOfAny<Secp256k1, Fe<PSecp256k1, U64x8>>",
        multiply_adds: 2000,
        panics: 2,
        one_lane: true,
        ..LANES
    },
];
