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
    /// Whether operations on points are compiled once for the field, with all of their products inlined, and called.
    const CALLED: bool = false;

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
    /// x/2, where that takes a few instructions; `None` for fields where it would take a product.
    #[inline(always)]
    fn half(&self) -> Option<Self> {
        None
    }
    /// A square root of x; unspecified if there is none.
    fn sqrt(&self) -> Self;
    /// The same of two values, side by side where that takes less time.
    #[inline(always)]
    fn sqrts([x, y]: &[Self; 2]) -> [Self; 2] {
        [x.sqrt(), y.sqrt()]
    }
}

/// What the five limbs of an element are, as tables hold them for fields in lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limbs {
    /// Integers in radix 2^52; in Montgomery form with R = 2^260, if the field has that form.
    Radix52,
    /// Doubles in radix 2^51, by their bits; in Montgomery form with R = 2^255, if the field has that form.
    Doubles51,
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
    /// What the limbs are.
    const LIMBS: Limbs;

    /// Elements from limbs as [`LaneField::to_limbs`] or a table of limbs gives them.
    fn from_limbs(limbs: [Self::Vector; 5]) -> Self;
    /// The limbs that [`LaneField::from_limbs`] reads.
    fn to_limbs(self) -> [Self::Vector; 5];
    /// Lane i is lane `from[i]`, from\[i\] a lane.
    fn permute(&self, from: PerLane<Self::Vector, u64>) -> Self;
    /// Overwrites the elements with 0.
    fn wipe_lanes(&mut self);
}

/// What tests of its bounds need of a field in lanes.
pub trait Bounded: LaneField {
    /// An element whose limbs are as large as they may be; limb i below zero where bit i of `signs` is 1, if limbs may be that.
    fn at_bound(signs: u8) -> Self;
    /// A sum whose columns are as large as depth `n` allows, with this sign, if columns may be below zero.
    fn sum_at_bound(n: u8, sign: i64) -> Self::Sum;
    /// The limbs of each lane: the value is Σ limb\[i\]·2^(b·i), b the bits of [`LaneField::LIMBS`], in the form of the prime.
    fn limbs(&self) -> PerLane<Self::Vector, [i64; 5]>;
    /// The columns of each lane, with the same meaning.
    fn columns(sum: &Self::Sum) -> PerLane<Self::Vector, [i64; 5]>;
}

/// A field under a Weierstrass curve, in lanes.
pub trait PrimeLaneField: LaneField + PrimeField {
    /// [`PrimeField::from_table`] of words that are in lanes already.
    fn from_table_lanes(words: &[Self::Vector; 4]) -> Self;
    /// Lane i is lane `from[i]` of the sum: [`LaneField::permute`].
    fn permute_sum(sum: &Self::Sum, from: PerLane<Self::Vector, u64>) -> Self::Sum;
}

/// What elements in lanes have besides [`Field`], for every prime: `Fe<P, V>` of the module, P a `Prime` and V a vector with these
/// traits, whose limbs are of the kind `$limbs`; and if P is a `CurvePrime`, what a curve asks for.
macro_rules! lanes_of_a_prime {
    ($limbs:expr, $($bound:tt)+) => {
        impl<P: Prime, V: $($bound)+> crate::field::Exchange for Fe<P, V> {
            #[inline(always)]
            fn across(&self, distance: usize) -> Self {
                crate::field::LaneField::permute(self, crate::lanes::across::<V>(distance))
            }

            #[inline(always)]
            fn inverse(words: &[u64; 4]) -> [u64; 4] {
                P::inverse(words)
            }

            #[inline(always)]
            fn inverse_vartime(words: &[u64; 4]) -> [u64; 4] {
                P::inverse_vartime(words)
            }
        }

        impl<P: Prime, V: $($bound)+> crate::field::LaneField for Fe<P, V> {
            type Vector = V;
            const LIMBS: crate::field::Limbs = $limbs;

            #[inline(always)]
            fn from_limbs(limbs: [V; 5]) -> Self {
                Fe::new(limbs)
            }

            #[inline(always)]
            fn to_limbs(self) -> [V; 5] {
                self.0
            }

            /// Cost: 5 permutations.
            #[inline(always)]
            fn permute(&self, from: PerLane<V, u64>) -> Self {
                let mut limbs = self.0;
                for limb in &mut limbs {
                    *limb = limb.permute(from);
                }
                Fe(limbs, PhantomData)
            }

            #[inline(always)]
            fn wipe_lanes(&mut self) {
                V::wipe(&mut self.0);
            }
        }

        impl<P: CurvePrime, V: $($bound)+> crate::field::PrimeLaneField for Fe<P, V> {
            #[inline(always)]
            fn from_table_lanes(words: &[V; 4]) -> Self {
                Fe::new(P::from_table(words))
            }

            #[inline(always)]
            fn permute_sum(sum: &Self::Sum, from: PerLane<V, u64>) -> Self::Sum {
                let mut permuted = *sum;
                for column in &mut permuted.columns {
                    *column = column.permute(from);
                }
                permuted
            }
        }

        impl<P: CurvePrime, V: $($bound)+> crate::field::PrimeField for Fe<P, V> {
            type Constant = P::Constant;

            #[inline(always)]
            fn zero() -> Self {
                Fe::new(crate::lanes::columns::splat(P::limbs(&P::ZERO)))
            }

            #[inline(always)]
            fn one() -> Self {
                Fe::new(crate::lanes::columns::splat(P::limbs(&P::ONE)))
            }

            #[inline(always)]
            fn constant(c: &P::Constant) -> Self {
                Fe::new(crate::lanes::columns::splat(P::limbs(c)))
            }

            #[inline(always)]
            fn from_table(words: &PerLane<V, [u64; 4]>) -> Self {
                Fe::new(P::from_table(&V::from_records(words)))
            }

            #[inline(always)]
            fn to_table(&self) -> PerLane<V, [u64; 4]> {
                V::to_records(&P::to_table(&self.0))
            }

            #[inline(always)]
            fn sqrt(&self) -> Self {
                P::sqrt(self)
            }

            #[inline(always)]
            fn sqrts(x: &[Self; 2]) -> [Self; 2] {
                P::sqrt(&crate::field::pair::Pair(*x)).0
            }
        }
    };
}
pub(super) use lanes_of_a_prime;
