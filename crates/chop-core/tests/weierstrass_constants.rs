//! That a further curve needs its constants and no change of the generic code: secp256k1 (SEC 2, 2.4.1), whose field is left to
//! the type parameter. Nothing here runs but the check of its order; the rest is compiled.
#![allow(non_snake_case)] // points are capital letters
#![allow(dead_code)] // there is no field to call it with
#![cfg(feature = "alloc")]

use chop_core::curve::jacobian::{Affine, Coefficient, Curve, CurveField, CurveLanes, Jacobian, PackedPoint};
use chop_core::field::Limbs;
use chop_core::field::PerElement;
use chop_core::lanes::Lanes;
use chop_core::mul::weierstrass::{
    self, BASE_MULTIPLES, BASE_PIECES, BaseComb, BaseMultiples, BasePieces, BaseSplit, Group, affine, bounds,
    comb, double_base_vartime, group, group_vartime, halved_vartime, spread, sum, tables_vartime, window,
};
use chop_core::scalar::lattice::one_vartime::ShortPair;
use chop_core::table::{AffineLimbRow, AffineSplitGroup, Aligned, JacobianComb};
use chop_ref::BigUint;

const ROWS: usize = 43;
const GROUPS: usize = 8;

#[derive(Clone, Copy)]
enum Secp256k1 {}

impl Curve for Secp256k1 {
    type Constant = [u64; 4];
    const A: Coefficient = Coefficient::Zero;
    const B: [u64; 4] = [7, 0, 0, 0];
    const BASE_X: [u64; 4] =
        [0x59f2_815b_16f8_1798, 0x029b_fcdb_2dce_28d9, 0x55a0_6295_ce87_0b07, 0x79be_667e_f9dc_bbac];
    const BASE_Y: [u64; 4] =
        [0x9c47_d08f_fb10_d4b8, 0xfd17_b448_a685_5419, 0x5da4_fbfc_0e11_08a8, 0x483a_da77_26a3_c465];
}

impl Group for Secp256k1 {
    const ORDER: [u64; 4] =
        [0xbfd2_5e8c_d036_4141, 0xbaae_dce6_af48_a03b, 0xffff_ffff_ffff_fffe, 0xffff_ffff_ffff_ffff];
}

// The tables would be generated.
static COMB: JacobianComb<ROWS> = [Aligned([[[0; 4]; 2]; 32]); ROWS];
static COMB_LIMBS: [AffineLimbRow; ROWS] = [[[[0; 16]; 2]; 10]; ROWS];
static SPLIT: [AffineSplitGroup; GROUPS] = [[[[0; 8]; 10]; 8]; GROUPS];
static MULTIPLES: [PackedPoint; BASE_MULTIPLES] = [[[0; 4]; 2]; BASE_MULTIPLES];

impl BaseComb<ROWS> for Secp256k1 {
    fn comb() -> &'static JacobianComb<ROWS> {
        &COMB
    }
    fn comb_limbs(_: Limbs) -> &'static [AffineLimbRow; ROWS] {
        &COMB_LIMBS
    }
}

impl BaseSplit<GROUPS> for Secp256k1 {
    fn split(_: Limbs) -> &'static [AffineSplitGroup; GROUPS] {
        &SPLIT
    }
}

impl BasePieces for Secp256k1 {
    fn pieces() -> &'static [PackedPoint; BASE_PIECES] {
        static PIECES: [PackedPoint; BASE_PIECES] = weierstrass::pieces(&COMB);
        &PIECES
    }
}

impl BaseMultiples for Secp256k1 {
    fn multiples() -> &'static [PackedPoint; BASE_MULTIPLES] {
        &MULTIPLES
    }
}

/// Everything that works with one lane.
fn with_one_lane<F: CurveField<Secp256k1>>(s: &[u64; 4], x: &F, odd: F::Mask) -> [Jacobian<Secp256k1, F>; 7] {
    let (P, _) = Affine::<Secp256k1, F>::lift_x(x, odd);
    let Q = P.to_jacobian().double().add_complete(&Affine::base().to_jacobian().to_cached());
    let own = comb::build_comb_vartime(&P);
    let words = PerElement::<F, [u64; 4]>::splat(*s);
    [
        comb::mul_comb(&COMB, &words),
        window::mul(&words, &P),
        sum::mul_sum(&[words], &[Q]),
        double_base_vartime::mul_vartime(s, &P, s, &MULTIPLES),
        double_base_vartime::mul_sum_vartime(&[*s], &[Q]),
        double_base_vartime::mul_prepared_vartime(s, &own, s, &COMB),
        Q,
    ]
}

/// Everything that works in lanes.
fn with_lanes<F: CurveLanes<Secp256k1>>(
    s: &[u64; 4],
    lanes: &[F::Vector; 4],
    P: &Affine<Secp256k1, F>,
    pair: &ShortPair,
) -> (Option<bool>, [Jacobian<Secp256k1, F>; 6]) {
    let table: [_; group_vartime::ENTRIES] = group_vartime::multiples(P);
    let tables = tables_vartime::tables(&[*P; 2]);
    let digits = affine::CombDigits::new(lanes);
    let multiples = affine::Multiples::of(&[digits; 2]);
    (
        halved_vartime::same_x_vartime::<Secp256k1, F>(s, pair, &MULTIPLES[0], &MULTIPLES[1]),
        [
            group::mul_base(lanes),
            spread::mul_base(s),
            group_vartime::mul_lanes(lanes, &table, lanes),
            group_vartime::mul_lanes(lanes, &group_vartime::by_lanes(&tables[0]), lanes),
            group_vartime::mul_combs(lanes, &Lanes::splat(&COMB), lanes),
            multiples.group(0).to_jacobian(),
        ],
    )
}

#[test]
fn the_constants_are_those_of_a_curve_with_this_order() {
    let int = |words: &[u64; 4]| words.iter().rev().fold(BigUint::ZERO, |sum, word| (sum << 64u32) + word);
    let curve = chop_ref::weierstrass::Curve {
        p: (BigUint::from(1u8) << 256u32) - (BigUint::from(1u8) << 32u32) - 977u32,
        a: BigUint::ZERO,
        b: int(&Secp256k1::B),
        n: int(&Secp256k1::ORDER),
        G: Some((int(&Secp256k1::BASE_X), int(&Secp256k1::BASE_Y))),
    };
    assert!(curve.contains(&curve.G));
    assert_eq!(curve.mul(&(&curve.n - 1u8), &curve.G), curve.neg(&curve.G));
}

#[test]
fn the_proofs_hold_for_the_order() {
    let n = &Secp256k1::ORDER;
    assert!(bounds::comb(n, ROWS) && bounds::affine(n, ROWS, 22));
    assert!(bounds::bits(n) == 256 && bounds::spread(n, 64) && bounds::window(n));
}
