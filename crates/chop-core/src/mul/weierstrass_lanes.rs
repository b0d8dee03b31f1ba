//! s·G on SM2's curve in eight lanes. Constant time: rows of the comb are looked up in registers.
//!
//! The windows are those of [`weierstrass`](super::weierstrass), which has the proof that the additions meet no
//! exception: in each lane the sum is never ± the entry that is added.
#![allow(non_snake_case)] // coordinates are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::curve::weierstrass::{CurveField, Jacobian};
use crate::field::Field;
use crate::field::fsm2::r52::Fe;
use crate::lanes::Vector;
use crate::scalar::digits_x8::Digits;
use crate::table::{SM2_COMB_LIMBS, SM2_ROWS, SM2_WINDOW, select_weierstrass};

/// s·G in each lane, for scalars below n in little-endian words. Constant time.
///
/// Cost: 42 additions of 8M + 3S.
#[inline(always)]
pub fn mul_base<V: Vector>(scalars: &[V; 4]) -> Jacobian<Fe<V>> {
    let mut digits = Digits::<V, SM2_WINDOW, SM2_ROWS>::new(scalars);
    let (index, negative) = digits.get(0);
    let (entry, mut empty) = select_weierstrass::select_lanes(&SM2_COMB_LIMBS[0], index, negative);
    let mut sum = entry.to_jacobian();
    for i in 1..SM2_ROWS {
        let (index, negative) = digits.get(i);
        let (entry, none) = select_weierstrass::select_lanes(&SM2_COMB_LIMBS[i], index, negative);
        let next = Jacobian::select(empty, &entry.to_jacobian(), &sum.add_affine_distinct(&entry));
        sum = Jacobian::select(none, &sum, &next);
        empty = empty.and(none);
    }
    digits.wipe();
    // Where all digits were 0, the sum is what was to be ignored.
    Jacobian { Z: Fe::select(empty, &Fe::zero(), &sum.Z), ..sum }
}
