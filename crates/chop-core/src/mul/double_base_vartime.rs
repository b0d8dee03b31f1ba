//! The way to a·P + b·G on each Weierstrass curve, for public scalars below n in little-endian words.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::weierstrass::group_vartime::{self, Multiples};
#[cfg(feature = "alloc")]
use super::weierstrass::tables_vartime::Tables;
use super::weierstrass::{BaseMultiples, double_base_vartime, endomorphism_vartime};
use crate::curve::jacobian::{Affine, CurveField, CurveLanes, Jacobian};
use crate::curve::secp256k1::Secp256k1;
use crate::curve::sm2::Sm2;
#[cfg(feature = "alloc")]
use crate::field::{Limbs, PrimeLaneField};
#[cfg(feature = "alloc")]
use crate::lanes::Step;

/// The factors of P and of G in each lane, below n in little-endian words.
#[derive(Clone, Copy)]
pub struct Factors<V> {
    /// That of P.
    pub a: [V; 4],
    /// That of G.
    pub b: [V; 4],
}

/// A group with a way to a·P + b·G.
pub trait DoubleBase: BaseMultiples {
    /// In one lane.
    fn sum_vartime<F: CurveField<Self>>(a: &[u64; 4], P: &Affine<Self, F>, b: &[u64; 4])
    -> Jacobian<Self, F>;

    /// One per lane, given the multiples of P. Where Z is 0: see [`group_vartime`].
    fn sum_lanes_vartime<F: CurveLanes<Self>, M: Multiples<Self, F>>(
        a: &[F::Vector; 4],
        table: &M,
        b: &[F::Vector; 4],
    ) -> Jacobian<Self, F>;

    /// Whether two groups side by side take less time than one after the other.
    const SIDE_BY_SIDE: bool = false;

    /// [`DoubleBase::sum_lanes_vartime`] of the first groups of the tables, as many as there are sums: an even number where they are
    /// [side by side](DoubleBase::SIDE_BY_SIDE). May allocate 280 KB.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn sum_groups_vartime<F: CurveLanes<Self>>(
        factors: &[Factors<F::Vector>],
        tables: &Tables<Self, F>,
        sums: &mut [Jacobian<Self, F>],
    ) {
        for g in 0..sums.len() {
            let table = group_vartime::by_lanes(tables, g);
            sums[g] = Self::sum_lanes_vartime(&factors[g].a, &table, &factors[g].b);
        }
    }
}

impl DoubleBase for Sm2 {
    #[inline(always)]
    fn sum_vartime<F: CurveField<Self>>(
        a: &[u64; 4],
        P: &Affine<Self, F>,
        b: &[u64; 4],
    ) -> Jacobian<Self, F> {
        double_base_vartime::mul_vartime(a, P, b, Self::multiples())
    }

    #[inline(always)]
    fn sum_lanes_vartime<F: CurveLanes<Self>, M: Multiples<Self, F>>(
        a: &[F::Vector; 4],
        table: &M,
        b: &[F::Vector; 4],
    ) -> Jacobian<Self, F> {
        group_vartime::mul_lanes(a, table, b)
    }
}

impl DoubleBase for Secp256k1 {
    #[inline(always)]
    fn sum_vartime<F: CurveField<Self>>(
        a: &[u64; 4],
        P: &Affine<Self, F>,
        b: &[u64; 4],
    ) -> Jacobian<Self, F> {
        endomorphism_vartime::mul_vartime(a, P, b)
    }

    #[inline(always)]
    fn sum_lanes_vartime<F: CurveLanes<Self>, M: Multiples<Self, F>>(
        a: &[F::Vector; 4],
        table: &M,
        b: &[F::Vector; 4],
    ) -> Jacobian<Self, F> {
        endomorphism_vartime::mul_lanes(a, table, b)
    }

    const SIDE_BY_SIDE: bool = true;

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn sum_groups_vartime<F: CurveLanes<Self>>(
        factors: &[Factors<F::Vector>],
        tables: &Tables<Self, F>,
        sums: &mut [Jacobian<Self, F>],
    ) {
        F::apart(SumGroups::<F> { factors, tables, sums })
    }
}

/// [`DoubleBase::sum_groups_vartime`] on secp256k1.
#[cfg(feature = "alloc")]
struct SumGroups<'a, F: PrimeLaneField> {
    factors: &'a [Factors<F::Vector>],
    tables: &'a Tables<Secp256k1, F>,
    sums: &'a mut [Jacobian<Secp256k1, F>],
}

#[cfg(feature = "alloc")]
impl<F: CurveLanes<Secp256k1>> Step for SumGroups<'_, F> {
    type Out = ();

    #[inline(always)]
    fn take(self) {
        let SumGroups { factors, tables, sums } = self;
        // Measured on a Xeon: 0.9 of the time with doubles, 1.17 with integers, whose products are fast beside what is read and written.
        if const { matches!(F::LIMBS, Limbs::Doubles51) } {
            endomorphism_vartime::sum_by_windows(factors, tables, sums)
        } else {
            endomorphism_vartime::sum_side_by_side(factors, tables, sums)
        }
    }
}
