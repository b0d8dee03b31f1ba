//! Σ s_i·P_i for few public terms: one chain of doublings, interleaved non-adjacent forms (Straus 1964).
#![allow(non_snake_case)] // points are capital letters

use super::double_base_vartime::{ODD_MULTIPLES, odd_multiples};
use crate::curve::edwards::{Cached, Extended, Projective};
use crate::field::f25519::F25519;
use crate::scalar::digits;
use alloc::vec::Vec;

/// Σ s_i·P_i in one lane.
///
/// | argument  | shape | unit                       |
/// |-----------|-------|----------------------------|
/// | `scalars` | n     | below 2^255, as words      |
/// | `points`  | n     |                            |
///
/// Cost: as many doublings as the longest scalar has bits, and for each term a table of 8 points and a
/// sixth of its scalar's bits in additions.
///
/// # Panics
/// If the lengths differ.
pub fn mul_vartime<F: F25519>(scalars: &[[u64; 4]], points: &[Extended<F>]) -> Extended<F> {
    debug_assert_eq!(F::LANES, 1);
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    let tables: Vec<[Cached<F>; ODD_MULTIPLES]> = points.iter().map(odd_multiples).collect();
    let digits: Vec<[i8; 257]> = scalars.iter().map(|s| digits::wnaf_vartime(s, 5)).collect();
    let top = digits.iter().filter_map(|d| d.iter().rposition(|&d| d != 0)).max();
    let mut Q = Projective::identity();
    let Some(top) = top else { return Extended::identity() };
    let mut last = Q.double();
    for i in (0..=top).rev() {
        let mut R = Q.double();
        for (table, digits) in tables.iter().zip(&digits) {
            let d = digits[i];
            if d > 0 {
                R = R.to_accumulator().add(&table[d as usize / 2]);
            } else if d < 0 {
                R = R.to_accumulator().sub(&table[d.unsigned_abs() as usize / 2]);
            }
        }
        last = R;
        Q = R.to_projective();
    }
    last.to_extended()
}
