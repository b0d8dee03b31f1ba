//! Σ s_i·P_i in constant time: one chain of doublings for all terms (Straus 1964).
#![allow(non_snake_case)] // points are capital letters

use super::window::{DIGITS, Table, Windows, multiples, next_window};
use crate::curve::edwards::{Completed, Extended};
use crate::field::f25519::F25519;
use alloc::vec::Vec;

/// Σ s_i·P_i in each lane, for scalars below 2^255. Constant time in all scalars and points; their number is public.
///
/// Cost: 252 doublings, and for each term 64 additions and a table of 8 points. Heap: 1,280 bytes a term and lane,
/// and its digits.
///
/// # Panics
/// If the lengths differ.
#[inline(always)]
pub fn mul<F: F25519, W: Windows<F>>(scalars: &[F::Words], points: &[Extended<F>]) -> Extended<F> {
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    let mut tables: Vec<Table<F>> = Vec::with_capacity(points.len());
    let mut digits: Vec<W::Digits> = Vec::with_capacity(points.len());
    for i in 0..points.len() {
        tables.push(multiples(&points[i]));
        digits.push(W::digits(&scalars[i]));
    }
    let mut last = Completed::identity();
    for i in (0..DIGITS).rev() {
        if i + 1 < DIGITS {
            last = next_window(&last.to_projective());
        }
        for t in 0..tables.len() {
            let (entry, negative) = W::entry(&tables[t], &digits[t], i);
            last = last.to_accumulator().add_signed(&entry, negative);
        }
    }
    for digits in &mut digits {
        W::wipe(digits);
    }
    last.to_extended()
}
