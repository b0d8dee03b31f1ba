//! The curve secp256k1 (SEC 2, 2.4.1), y² = x³ + 7, and its points.

use super::jacobian::{self, Coefficient, Curve, Endomorphic};
use crate::field::fsecp256k1::Constant;

/// The constants of secp256k1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secp256k1 {}

impl Curve for Secp256k1 {
    type Constant = Constant;
    const A: Coefficient = Coefficient::Zero;
    const B: Constant = Constant::new([7, 0, 0, 0]);
    const BASE_X: Constant = Constant::new([
        0x59f2_815b_16f8_1798,
        0x029b_fcdb_2dce_28d9,
        0x55a0_6295_ce87_0b07,
        0x79be_667e_f9dc_bbac,
    ]);
    const BASE_Y: Constant = Constant::new([
        0x9c47_d08f_fb10_d4b8,
        0xfd17_b448_a685_5419,
        0x5da4_fbfc_0e11_08a8,
        0x483a_da77_26a3_c465,
    ]);
}

impl Endomorphic for Secp256k1 {
    const BETA: Constant = Constant::new([
        0xc139_6c28_7195_01ee,
        0x9cf0_4975_12f5_8995,
        0x6e64_479e_ac34_34e9,
        0x7ae9_6a2b_657c_0710,
    ]);
}

/// A point with a Z.
pub type Jacobian<F> = jacobian::Jacobian<Secp256k1, F>;
/// A second operand with a Z.
pub type Cached<F> = jacobian::Cached<Secp256k1, F>;
/// A point other than O.
pub type Affine<F> = jacobian::Affine<Secp256k1, F>;
