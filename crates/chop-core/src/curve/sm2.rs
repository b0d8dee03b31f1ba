//! The curve of SM2 (GB/T 32918.5), y² = x³ − 3·x + b, and its points.

use super::jacobian::{self, Coefficient, Curve};
use crate::field::fsm2::Constant;

pub use super::jacobian::PackedPoint;

/// The constants of SM2's curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sm2 {}

impl Curve for Sm2 {
    type Constant = Constant;
    const A: Coefficient = Coefficient::MinusThree;
    const B: Constant = Constant::new([
        0xddbc_bd41_4d94_0e93,
        0xf397_89f5_15ab_8f92,
        0x4d5a_9e4b_cf65_09a7,
        0x28e9_fa9e_9d9f_5e34,
    ]);
    const BASE_X: Constant = Constant::new([
        0x715a_4589_334c_74c7,
        0x8fe3_0bbf_f266_0be1,
        0x5f99_0446_6a39_c994,
        0x32c4_ae2c_1f19_8119,
    ]);
    const BASE_Y: Constant = Constant::new([
        0x02df_32e5_2139_f0a0,
        0xd0a9_877c_c62a_4740,
        0x59bd_cee3_6b69_2153,
        0xbc37_36a2_f4f6_779c,
    ]);
}

/// A point with a Z.
pub type Jacobian<F> = jacobian::Jacobian<Sm2, F>;
/// A second operand with a Z.
pub type Cached<F> = jacobian::Cached<Sm2, F>;
/// A point other than O.
pub type Affine<F> = jacobian::Affine<Sm2, F>;
