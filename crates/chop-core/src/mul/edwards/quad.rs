//! s·P and sums of few of them over four lanes, for the least time; constant time: signed windows of 4 bits.
//!
//! The lanes are the coordinates of one point ([`edwards::quad`](crate::curve::edwards::quad)). [`window`](super::window) and
//! [`sum`](super::sum) are the same for one lane, or for independent points in lanes.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::window::{DIGITS, ENTRIES, WINDOW};
use crate::ct::{self, Mask};
use crate::curve::edwards::quad::{Cached, Quad, Words};
use crate::field::f25519::coordinates::Coordinates;
use crate::scalar::digits;
use crate::scalar::l25519::ORDER;

/// 1·P … 8·P: the magnitudes of a signed digit.
type Table<F> = [Cached<F>; ENTRIES];
/// The digits of a scalar below 2^255.
type Digits = [i8; DIGITS];

/// Σ s_i·P_i for N scalars below 2^255. Constant time in all of them.
///
/// Cost: 252 doublings, and for each term 64 additions and a table of 8 points.
#[inline(always)]
pub fn mul<F: Coordinates, const N: usize>(scalars: &[[u64; 4]; N], points: &[Words; N]) -> Quad<F> {
    let mut tables = [[Cached::identity(); ENTRIES]; N];
    let mut digits = [[0; DIGITS]; N];
    for t in 0..N {
        tables[t] = multiples(&points[t]);
        digits[t] = digits::signed_radix::<WINDOW, DIGITS>(&scalars[t]);
    }
    let sum = add_up(&tables, &digits);
    for digits in &mut digits {
        ct::wipe(digits);
    }
    sum
}

/// [`mul`] for any number of terms, which is public. Cost: as [`mul`]. Heap: 1,344 bytes per term.
///
/// # Panics
/// If the lengths differ.
#[cfg(feature = "alloc")]
#[inline(always)]
pub fn mul_few<F: Coordinates>(scalars: &[[u64; 4]], points: &[Words]) -> Quad<F> {
    use alloc::vec::Vec;
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    let mut tables: Vec<Table<F>> = Vec::with_capacity(points.len());
    let mut digits: Vec<Digits> = Vec::with_capacity(points.len());
    for t in 0..points.len() {
        tables.push(multiples(&points[t]));
        digits.push(digits::signed_radix::<WINDOW, DIGITS>(&scalars[t]));
    }
    let sum = add_up(&tables, &digits);
    for digits in &mut digits {
        ct::wipe(digits);
    }
    sum
}

/// The sum, from tables and digits of as many terms.
#[inline(always)]
fn add_up<F: Coordinates>(tables: &[Table<F>], digits: &[Digits]) -> Quad<F> {
    let mut sum = Quad::identity();
    for i in (0..DIGITS).rev() {
        if i + 1 < DIGITS {
            for _ in 0..WINDOW {
                sum = sum.double();
            }
        }
        for (table, digits) in tables.iter().zip(digits) {
            sum = sum.add(&entry(table, digits[i]));
        }
    }
    sum
}

/// d·P for −8 ≤ d ≤ 8, every entry of the table read.
#[inline(always)]
fn entry<F: Coordinates>(table: &Table<F>, digit: i8) -> Cached<F> {
    let negative = Mask::from_bit(digit as u64 >> 63);
    let magnitude = (digit as u64 ^ negative.word()).wrapping_sub(negative.word());
    let mut found = Cached::identity();
    for j in 0..ENTRIES {
        found = Cached::select(Mask::eq(magnitude, j as u64 + 1), &table[j], &found);
    }
    Cached::select(negative, &found.negate(), &found)
}

/// ℓ·P, constant time in P: the digits that choose are those of ℓ.
///
/// Cost: 252 doublings, 31 additions, a table of 8 points.
#[inline(always)]
pub fn mul_by_order<F: Coordinates>(P: &Words) -> Quad<F> {
    let table = multiples(P);
    let digits = digits::signed_radix::<WINDOW, DIGITS>(&ORDER);
    let mut sum = Quad::identity();
    for i in (0..DIGITS).rev() {
        if i + 1 < DIGITS {
            for _ in 0..WINDOW {
                sum = sum.double();
            }
        }
        // ℓ = 2^252 + c with c < 2^125: half of its digits are 0.
        let digit = digits[i];
        if digit > 0 {
            sum = sum.add(&table[digit as usize - 1]);
        } else if digit < 0 {
            sum = sum.add(&table[digit.unsigned_abs() as usize - 1].negate());
        }
    }
    sum
}

/// 1·P … 8·P.
#[inline(always)]
fn multiples<F: Coordinates>(P: &Words) -> Table<F> {
    let mut multiple = Quad::from_words(P);
    let first = multiple.to_cached();
    let mut table = [first; ENTRIES];
    for j in 1..ENTRIES {
        multiple = multiple.add(&first);
        table[j] = multiple.to_cached();
    }
    table
}
