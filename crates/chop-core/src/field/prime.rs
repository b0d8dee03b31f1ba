//! Fields under Weierstrass curves: what points, their tables and inversions need of a field besides its arithmetic.
//!
//! | trait          | is implemented by               | adds                                            |
//! |----------------|---------------------------------|-------------------------------------------------|
//! | [`PrimeField`] | every backend of such a field   | constants, words of tables, root                |
//! | [`LaneField`]  | backends in lanes               | limbs of tables, permuted lanes                 |
//! | [`PrimeLaneField`] | backends of such a field in lanes | words of tables in lanes                  |
//!
//! [`PrimeField::Constant`] stands for the prime: a curve names it as the type of its constants, and so each backend of the field
//! serves the curve.

use super::{Field, PerElement};
use crate::lanes::{LaneMasks, PerLane, Register, Vector};

/// A field of 256 bits or less that a Weierstrass curve is defined over. Constant time in all values.
pub trait PrimeField: Field {
    /// A constant in the limbs of every backend of this field.
    type Constant: Copy + 'static;

    /// 0 in every lane.
    fn zero() -> Self;
    /// 1 in every lane.
    fn one() -> Self;
    /// A constant in every lane.
    fn constant(c: &Self::Constant) -> Self;
    /// Elements from words of a table, whose form is that of one backend: for a prime in Montgomery form a·2^256 mod p.
    fn from_table(words: &PerElement<Self, [u64; 4]>) -> Self;
    /// The least words that [`PrimeField::from_table`] takes for the same elements.
    fn to_table(&self) -> PerElement<Self, [u64; 4]>;
    /// A square root of x; unspecified if there is none.
    fn sqrt(&self) -> Self;
}

/// A field in the lanes of a vector, five limbs an element.
pub trait LaneField:
    Field<
        Width = <<Self as LaneField>::Vector as Register>::Width,
        Mask = LaneMasks<<Self as LaneField>::Vector>,
        Words = [<Self as LaneField>::Vector; 4],
    >
{
    /// The lanes.
    type Vector: Vector;

    /// Elements from limbs as [`LaneField::to_limbs`] or a table of limbs gives them.
    fn from_limbs(limbs: [Self::Vector; 5]) -> Self;
    /// The limbs that [`LaneField::from_limbs`] reads.
    fn to_limbs(self) -> [Self::Vector; 5];
    /// Lane i is lane `from[i]`, from\[i\] a lane.
    fn permute(&self, from: PerLane<Self::Vector, u64>) -> Self;
    /// Overwrites the elements with 0.
    fn wipe_lanes(&mut self);
}

/// A field under a Weierstrass curve, in lanes.
pub trait PrimeLaneField: LaneField + PrimeField {
    /// [`PrimeField::from_table`] of words that are in lanes already.
    fn from_table_lanes(words: &[Self::Vector; 4]) -> Self;
}
