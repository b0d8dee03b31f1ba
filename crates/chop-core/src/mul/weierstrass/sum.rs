//! Σ s_i·P_i on a Weierstrass curve, constant time: the windows of [`window`](super::window), the doublings shared.
//!
//! All additions are complete, so that this holds for every curve of odd prime order and for all points and scalars.

#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::comb::digit;
use super::window::{ENTRIES, WINDOW, WINDOWS};
use crate::ct;
use crate::curve::jacobian::{Cached, Curve, CurveField, Jacobian};
use crate::field::{Lanes, PerElement};
use crate::scalar::digits;
use crate::table::read::jacobian;
use alloc::vec::Vec;

/// Σ s_i·P_i in each lane, for scalars below n given as words (Straus 1964). Constant time in all scalars and points, O
/// included; their number is public. Additions are complete: nothing is known of how the points are related.
///
/// Cost: 255 doublings; 52 complete additions and a table of 16 points per term. Heap: 2.6 KB per term and lane.
///
/// # Panics
/// If the lengths differ.
#[inline(always)]
pub fn mul_sum<C: Curve, F: CurveField<C>>(
    scalars: &[PerElement<F, [u64; 4]>],
    points: &[Jacobian<C, F>],
) -> Jacobian<C, F> {
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    let mut tables: Vec<[Cached<C, F>; ENTRIES]> = Vec::with_capacity(points.len());
    let mut digits: Vec<PerElement<F, [i8; WINDOWS]>> = Vec::with_capacity(points.len());
    for t in 0..points.len() {
        let first = points[t].to_cached();
        let mut table = [first; ENTRIES];
        let mut multiple = points[t];
        for i in 1..ENTRIES {
            multiple = multiple.add_complete(&first);
            table[i] = multiple.to_cached();
        }
        tables.push(table);
        let mut of_term = PerElement::<F, [i8; WINDOWS]>::splat([0; WINDOWS]);
        for lane in 0..F::LANES {
            of_term.as_mut()[lane] = digits::signed_radix::<WINDOW, WINDOWS>(&scalars[t].as_ref()[lane]);
        }
        digits.push(of_term);
    }
    let mut sum = Jacobian::<C, F>::identity();
    for i in (0..WINDOWS).rev() {
        if i + 1 < WINDOWS {
            for _ in 0..WINDOW {
                sum = sum.double();
            }
        }
        for t in 0..tables.len() {
            let entry = jacobian::select_cached(&tables[t], &digit::<F, WINDOWS>(&digits[t], i));
            sum = sum.add_complete(&entry);
        }
    }
    for digits in &mut digits {
        for lane in digits.as_mut() {
            ct::wipe(lane);
        }
    }
    sum
}
