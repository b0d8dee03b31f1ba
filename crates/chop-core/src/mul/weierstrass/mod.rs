//! Scalar multiplication on Weierstrass curves of prime order, generic over the curve and the field. Constant time, or
//! `_vartime` for public inputs.
//!
//! | module                  | computes                  | method                                   |
//! |-------------------------|---------------------------|------------------------------------------|
//! | [`comb`]                | s·P for a comb of P       | signed comb of 6-bit windows             |
//! | [`window`]              | s·P                       | signed windows of 5 bits                 |
//! | [`sum`]                 | Σ s_i·P_i, secret         | the same, doublings shared               |
//! | [`spread`]              | s·G, once                 | a row of a comb in each lane             |
//! | [`group`]               | s·G, one per lane         | the comb, looked up in registers         |
//! | [`affine`]              | the same for many groups  | affine sums, an inversion for an addition of all |
//! | [`double_base_vartime`] | a·P + b·G, Σ s_i·P_i      | interleaved NAFs, two combs              |
//! | [`endomorphism_vartime`] | the same two, for a curve with an endomorphism | with half of the doublings |
//! | [`doubles_vartime`]     | a·P + b·G on such a curve, once | the doubles of P in lanes, and a comb |
//! | [`group_vartime`]       | a·P + b·G, one per lane   | fixed windows, two combs (once: rows in lanes) |
//! | [`row_sums_vartime`]    | sums of rows of points    | affine additions, an inversion for those of all rows |
//! | [`tables_vartime`]      | 1·P … 16·P for many groups | affine sums                    |
//! | [`halved_vartime`]      | x of s·G + t·P, once      | eight short multiples in lanes           |
//! | [`buckets_vartime`]     | Σ s_i·P_i, many terms     | signed buckets                           |
//! | [`group_buckets_vartime`] | the same, a bucket per lane | sorted lists for each bucket, affine additions |
//!
//! The additions are not complete (`curve/jacobian.rs`). Where a scalar is secret, a proof at the top of the file shows that no
//! exception is met if some inequalities hold for the order; [`bounds`] states them, and a curve for which one fails does not
//! compile.
//!
//! A curve is a [`Group`], and has a trait for each of the tables of its base point: a function asks for those that it reads.

#[cfg(feature = "alloc")]
pub mod affine;
pub mod bounds;
#[cfg(feature = "alloc")]
pub mod buckets_vartime;
pub mod comb;
pub mod double_base_vartime;
pub mod doubles_vartime;
pub mod endomorphism_vartime;
pub mod group;
#[cfg(feature = "alloc")]
pub mod group_buckets_vartime;
pub mod group_vartime;
pub mod halved_vartime;
#[cfg(feature = "alloc")]
pub mod row_sums_vartime;
pub mod spread;
#[cfg(feature = "alloc")]
pub mod sum;
#[cfg(feature = "alloc")]
pub mod tables_vartime;
pub mod window;

use crate::curve::jacobian::{Curve, Endomorphic, PackedPoint};
use crate::field::Limbs;
use crate::scalar::endomorphism::Endomorphism;
use crate::table::{AffineLimbRow, AffineSplitGroup, JacobianComb};

/// A curve whose points are n, a prime.
pub trait Group: Curve {
    /// n in little-endian words.
    const ORDER: [u64; 4];
}

/// A group with an endomorphism, the multiplication by the λ of its order.
pub trait EndomorphicGroup: Group + Endomorphic {
    /// The order n, and how scalars are split.
    type Halved: Endomorphism;
}

/// A group with the comb of its base point, ROWS windows of six bits.
pub trait BaseComb<const ROWS: usize>: Group {
    /// The comb of G.
    fn comb() -> &'static JacobianComb<ROWS>;
    /// The same by limbs of this kind, to be looked up in registers.
    fn comb_limbs(kind: Limbs) -> &'static [AffineLimbRow; ROWS];
}

/// A group with the comb of its base point for one scalar over the lanes, GROUPS times eight windows of four bits.
pub trait BaseSplit<const GROUPS: usize>: Group {
    /// Number l of limb w of entry j of group i is limb w of (j + 1)·16^(8·i + l)·G.
    fn split(kind: Limbs) -> &'static [AffineSplitGroup; GROUPS];
}

/// Pieces of a scalar of [`halved_vartime`].
pub const BASE_PIECES: usize = 6;

/// A group with the multiples of its base point for the pieces of a scalar.
pub trait BasePieces: Group {
    /// Entry i is 2^(43·i)·G.
    fn pieces() -> &'static [PackedPoint; BASE_PIECES];
}

/// The table of [`BasePieces`], from the comb of G: a copy, so that a program that only verifies by
/// [`halved_vartime`] does not link the comb. A window
/// of the comb has 6 bits, and 43·i = 6·7·i + i.
pub const fn pieces<const ROWS: usize>(comb: &JacobianComb<ROWS>) -> [PackedPoint; BASE_PIECES] {
    let mut pieces = [comb[0].0[0]; BASE_PIECES];
    let mut i = 1;
    while i < BASE_PIECES {
        pieces[i] = comb[7 * i].0[(1 << i) - 1];
        i += 1;
    }
    pieces
}

/// Multiples of the base point in a table of [`BaseMultiples`].
pub const BASE_MULTIPLES: usize = crate::table::weierstrass::JACOBIAN_MULTIPLES;

/// A group with multiples of its base point.
pub trait BaseMultiples: Group {
    /// Entry i is (i + 1)·G.
    fn multiples() -> &'static [PackedPoint; BASE_MULTIPLES];
}

/// The traits of a curve of 256 bits: its order and the tables of its base point.
macro_rules! tables_of_group {
    ($curve:ident, $order:ident, $tables:ident) => {
        impl crate::mul::weierstrass::Group for $curve {
            const ORDER: [u64; 4] = $order::ORDER;
        }

        impl crate::mul::weierstrass::BaseComb<{ crate::table::weierstrass::JACOBIAN_ROWS }> for $curve {
            #[inline(always)]
            fn comb() -> &'static crate::table::weierstrass::Comb256 {
                &$tables::COMB
            }

            #[inline(always)]
            fn comb_limbs(
                kind: crate::field::Limbs,
            ) -> &'static [crate::table::AffineLimbRow; crate::table::weierstrass::JACOBIAN_ROWS] {
                $tables::comb_limbs(kind)
            }
        }

        impl crate::mul::weierstrass::BaseSplit<{ crate::table::SPLIT_GROUPS }> for $curve {
            #[inline(always)]
            fn split(
                kind: crate::field::Limbs,
            ) -> &'static [crate::table::AffineSplitGroup; crate::table::SPLIT_GROUPS] {
                $tables::split(kind)
            }
        }

        impl crate::mul::weierstrass::BasePieces for $curve {
            #[inline(always)]
            fn pieces() -> &'static [crate::curve::jacobian::PackedPoint; crate::mul::weierstrass::BASE_PIECES] {
                static PIECES: [crate::curve::jacobian::PackedPoint; crate::mul::weierstrass::BASE_PIECES] =
                    crate::mul::weierstrass::pieces(&$tables::COMB);
                &PIECES
            }
        }

        impl crate::mul::weierstrass::BaseMultiples for $curve {
            #[inline(always)]
            fn multiples()
            -> &'static [crate::curve::jacobian::PackedPoint; crate::mul::weierstrass::BASE_MULTIPLES] {
                &$tables::MULTIPLES.0
            }
        }
    };
}
pub(super) use tables_of_group;
