//! s·G on a Weierstrass curve in lanes. Constant time: rows of the comb are looked up in registers.
//!
//! The windows are those of [`comb`](super::comb), which has the proof that the additions meet no exception: in each lane the
//! sum is never ± the entry that is added.
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::{BaseComb, bounds};
use crate::curve::jacobian::{CurveLanes, Jacobian};
use crate::field::PrimeLaneField;
use crate::lanes::Step;
use crate::scalar::digits::lanes::Digits;
use crate::table::JACOBIAN_WINDOW;
use crate::table::read::jacobian;
use core::marker::PhantomData;

/// s·G in each lane, for scalars below n in little-endian words. Constant time.
///
/// Cost for 43 rows: 42 additions of 8M + 3S.
#[inline(always)]
pub fn mul_base<C: BaseComb<ROWS>, F: CurveLanes<C>, const ROWS: usize>(
    scalars: &[F::Vector; 4],
) -> Jacobian<C, F> {
    F::apart(MulBase::<C, F, ROWS>(scalars, PhantomData))
}

/// The same as a part of a longer chain of additions, which would wait at a call: 2 % of all of it.
#[inline(always)]
pub(super) fn mul_base_inline<C: BaseComb<ROWS>, F: CurveLanes<C>, const ROWS: usize>(
    scalars: &[F::Vector; 4],
) -> Jacobian<C, F> {
    MulBase::<C, F, ROWS>(scalars, PhantomData).take()
}

struct MulBase<'a, C, F: PrimeLaneField, const ROWS: usize>(&'a [F::Vector; 4], PhantomData<C>);

impl<C: BaseComb<ROWS>, F: CurveLanes<C>, const ROWS: usize> Step for MulBase<'_, C, F, ROWS> {
    type Out = Jacobian<C, F>;

    #[inline(always)]
    fn take(self) -> Jacobian<C, F> {
        const { assert!(bounds::comb(&C::ORDER, ROWS)) };
        let mut digits = Digits::<F::Vector, JACOBIAN_WINDOW, ROWS>::new(self.0);
        let (index, negative) = digits.get(0);
        let (entry, mut empty) = jacobian::select_lanes::<C, F>(&C::comb_limbs(F::LIMBS)[0], index, negative);
        let mut sum = entry.to_jacobian();
        for i in 1..ROWS {
            let (index, negative) = digits.get(i);
            let (entry, none) = jacobian::select_lanes(&C::comb_limbs(F::LIMBS)[i], index, negative);
            let next = Jacobian::select(empty, &entry.to_jacobian(), &sum.add_affine_distinct(&entry));
            sum = Jacobian::select(none, &sum, &next);
            empty = empty.and(none);
        }
        digits.wipe();
        // Where all digits were 0, the sum is what was to be ignored.
        sum.Z = F::select(empty, &F::zero(), &sum.Z);
        sum
    }
}
