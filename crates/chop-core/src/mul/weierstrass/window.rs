//! s·P on a Weierstrass curve by signed windows of 5 bits, constant time, with the additions that are not complete.
//!
//! **Why no exception is met.** n ≥ 64 is the order of P, and the scalar s is below n. Before the last addition of a step
//! Q = q·P with q = 32·q', where q' ≥ 0 is what the digits so far stand for, and |d| ≤ 16 is added. q' = 0 is Q = O and seen by a
//! mask; else q ≥ 32 > |d|, and q ± d > 0. In all steps but the last q ± d ≤ s/32 + 1 + 32 < n, so there is no exception. In the
//! last q + d = s < n, but q − d = n happens: for SM2's n, s = n − 6 ends in the digit −3 and q = n − 3; for secp256k1's n, s = n − 2
//! ends in the digit −1 and q = n − 1. So the last addition is a complete one. [`bounds::window`] has the inequality.

#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::comb::digit;
use super::{Group, bounds};
use crate::ct::{self, Mask};
use crate::curve::jacobian::{Affine, Cached, Curve, CurveField, Jacobian};
use crate::field::{LaneMask, Lanes, PerElement};
use crate::scalar::digits;
use crate::table::read::jacobian;

/// Bits a window.
pub(super) const WINDOW: usize = 5;
/// Windows: 260 bits.
pub(super) const WINDOWS: usize = 52;
/// Entries of a table: the magnitudes of a signed digit of 5 bits.
pub(super) const ENTRIES: usize = 16;

/// s·P in each lane, for scalars below n given as words. Constant time in both.
///
/// Cost: 255 doublings, 52 additions of 11M + 3S, a table of 16 points.
#[inline(always)]
pub fn mul<C: Group, F: CurveField<C>>(
    scalars: &PerElement<F, [u64; 4]>,
    P: &Affine<C, F>,
) -> Jacobian<C, F> {
    const { assert!(bounds::window(&C::ORDER)) };
    let table = multiples(P);
    let mut digits = PerElement::<F, [i8; WINDOWS]>::splat([0; WINDOWS]);
    for lane in 0..F::LANES {
        digits.as_mut()[lane] = digits::signed_radix::<WINDOW, WINDOWS>(&scalars.as_ref()[lane]);
    }
    let mut sum = Jacobian::<C, F>::identity();
    let mut empty = F::mask(&Lanes::splat(Mask::TRUE));
    for i in (1..WINDOWS).rev() {
        let index = digit::<F, WINDOWS>(&digits, i);
        let entry = jacobian::select_cached(&table, &index);
        let none = entry.Z.is_zero();
        let next = Jacobian::select(empty, &entry.to_jacobian(), &sum.add_distinct(&entry));
        sum = Jacobian::select(none, &sum, &next);
        empty = empty.and(none);
        for _ in 0..WINDOW {
            sum = sum.double();
        }
    }
    let entry = jacobian::select_cached(&table, &digit::<F, WINDOWS>(&digits, 0));
    sum = sum.add_complete(&entry);
    for lane in digits.as_mut() {
        ct::wipe(lane);
    }
    sum
}

/// 1·P … 16·P.
#[inline(always)]
fn multiples<C: Curve, F: CurveField<C>>(P: &Affine<C, F>) -> [Cached<C, F>; ENTRIES] {
    let first = P.to_jacobian();
    let mut table = [first.to_cached(); ENTRIES];
    let mut multiple = first.double();
    for i in 1..ENTRIES {
        table[i] = multiple.to_cached();
        // j·P ≠ ±P for 1 < j ≤ 16 and a prime n > 17; the last sum is not used.
        multiple = multiple.add_affine_distinct(P);
    }
    table
}
