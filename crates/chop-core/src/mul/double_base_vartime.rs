//! a·A + b·B for public scalars, B the base point: the equation of a verification.
#![allow(non_snake_case)] // points are capital letters

use super::fixed_base::add_packed_vartime;
use crate::curve::edwards::{AffineCached, Cached, Extended, PackedPoint, Projective};
use crate::field::Lanes;
use crate::field::f25519::F25519;
use crate::scalar::recode;
use crate::table::{BASE_COMB, BASE_MULTIPLES, COMB_ROWS, COMB_WINDOW, select};

/// Width of the NAF of the base point's scalar: digits odd, |d| ≤ 127, every other entry of the table.
const BASE_NAF: usize = 8;
/// Width of the NAF of the other scalar: digits odd, |d| ≤ 15, 8 entries.
const NAF: usize = 5;

/// 1·P, 3·P, …, 15·P.
#[inline(always)]
pub(super) fn odd_multiples<F: F25519>(P: &Extended<F>) -> [Cached<F>; 8] {
    let twice = P.double().to_extended().to_cached();
    let mut table = [P.to_cached(); 8];
    let mut multiple = *P;
    for entry in &mut table[1..] {
        multiple = multiple.add(&twice).to_extended();
        *entry = multiple.to_cached();
    }
    table
}

/// a·A + b·B in one lane, by two interleaved non-adjacent forms.
///
/// Cost: about 253 doublings, 42 + 28 additions, a table of 8 points.
#[inline(always)]
pub fn mul_vartime<F: F25519>(a: &[u64; 4], A: &Extended<F>, b: &[u64; 4]) -> Projective<F> {
    debug_assert_eq!(F::LANES, 1);
    let a_digits = recode::wnaf_vartime(a, NAF);
    let b_digits = recode::wnaf_vartime(b, BASE_NAF);
    let table = odd_multiples(A);
    let Some(top) = (0..a_digits.len()).rev().find(|&i| a_digits[i] != 0 || b_digits[i] != 0) else {
        return Projective::identity();
    };
    let mut Q = Projective::identity();
    for i in (0..=top).rev() {
        let mut R = Q.double();
        let d = a_digits[i];
        if d > 0 {
            R = R.to_extended().add(&table[d as usize / 2]);
        } else if d < 0 {
            R = R.to_extended().sub(&table[d.unsigned_abs() as usize / 2]);
        }
        let d = b_digits[i];
        if d != 0 {
            let entry: &PackedPoint = &BASE_MULTIPLES[d.unsigned_abs() as usize - 1];
            let entry = AffineCached::<F>::unpack(&F::Lanes::splat(*entry));
            let R1 = R.to_extended();
            R = if d > 0 { R1.add_affine(&entry) } else { R1.sub_affine(&entry) };
        }
        Q = R.to_projective();
    }
    Q
}

/// b·B in one lane. Cost: at most 51 additions of 7M.
#[inline(always)]
pub fn mul_base_vartime<F: F25519>(b: &[u64; 4]) -> Extended<F> {
    let digits = recode::signed_radix::<COMB_WINDOW, COMB_ROWS>(b);
    let mut Q = Extended::identity();
    for (row, digit) in BASE_COMB.iter().zip(digits) {
        if digit != 0 {
            let (entry, negative) = select::entry_vartime(row, digit);
            Q = add_packed_vartime(&Q, &entry, negative);
        }
    }
    Q
}

/// Sum of two combs in one lane: a·A + b·B for a prepared A. Cost: at most 102 additions of 7M.
#[inline(always)]
pub fn mul_prepared_vartime<F: F25519>(
    a: &[u64; 4],
    comb: &crate::table::Comb,
    b: &[u64; 4],
) -> Projective<F> {
    debug_assert_eq!(F::LANES, 1);
    let (a_digits, b_digits) = (
        recode::signed_radix::<COMB_WINDOW, COMB_ROWS>(a),
        recode::signed_radix::<COMB_WINDOW, COMB_ROWS>(b),
    );
    let mut Q = Extended::identity();
    for i in 0..COMB_ROWS {
        for (row, digit) in [(&comb[i], a_digits[i]), (&BASE_COMB[i], b_digits[i])] {
            if digit != 0 {
                let (entry, negative) = select::entry_vartime(row, digit);
                Q = add_packed_vartime(&Q, &entry, negative);
            }
        }
    }
    Q.to_projective()
}
