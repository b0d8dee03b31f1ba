//! Sums of few multiples with public scalars, one of them of the base point B: the equations of a verification.
#![allow(non_snake_case)] // points are capital letters

use super::comb::add_packed_vartime;
use crate::ct::declassify;
use crate::curve::edwards::{Accumulator, AffineCached, Cached, Extended, Projective};
use crate::field::Lanes;
use crate::field::f25519::F25519;
use crate::scalar::digits;
use crate::scalar::l25519::magnitude;
use crate::table::read::edwards;
use crate::table::{
    BASE_COMB_PUBLIC, BASE_MULTIPLES, BASE_MULTIPLES_HIGH, COMB_ROWS, COMB_WINDOW, PUBLIC_ROWS, PUBLIC_WINDOW,
};

/// Width of the NAF of the base point's scalar: digits odd, |d| ≤ 127, every other entry of the table.
const BASE_NAF: usize = 8;
/// Width of the NAF of the other scalar: digits odd, |d| ≤ 15.
const NAF: usize = 5;
/// Magnitudes of such a digit.
pub(super) const ODD_MULTIPLES: usize = 1 << (NAF - 2);

/// 1·P, 3·P, …, 15·P.
#[inline(always)]
pub(super) fn odd_multiples<F: F25519>(P: &Extended<F>) -> [Cached<F>; ODD_MULTIPLES] {
    let twice = P.double().to_cached();
    let mut multiple = P.to_accumulator();
    let mut table = [multiple.to_cached(); ODD_MULTIPLES];
    for entry in &mut table[1..] {
        multiple = multiple.add(&twice).to_accumulator();
        *entry = multiple.to_cached();
    }
    table
}

/// Σ s_i·P_i + w·B in one lane for N terms: interleaved non-adjacent forms, w as two halves of 128 bits.
///
/// Cost for two terms of 128 bits: 128 doublings, 2·21 + 2·14 additions, two tables of 8 points. Longer ones cost a
/// doubling a bit and an addition for six, and are as right: any scalars below 2^256.
#[inline(always)]
pub fn mul_interleaved_vartime<F: F25519, const N: usize>(
    terms: [(&[u64; 4], &Extended<F>); N],
    w: &[u64; 4],
) -> Extended<F> {
    debug_assert_eq!(F::LANES, 1);
    let mut tables = [[Cached::identity(); ODD_MULTIPLES]; N];
    let mut digits = [[0i8; 257]; N];
    for (i, (s, P)) in terms.into_iter().enumerate() {
        tables[i] = odd_multiples(P);
        digits[i] = digits::wnaf_vartime(s, NAF);
    }
    let base_digits: [[i8; 257]; 2] = [
        digits::wnaf_vartime(&[w[0], w[1], 0, 0], BASE_NAF),
        digits::wnaf_vartime(&[w[2], w[3], 0, 0], BASE_NAF),
    ];
    let is_used = |&i: &usize| digits.iter().chain(&base_digits).any(|digits| digits[i] != 0);
    let Some(top) = (0..base_digits[0].len()).rev().find(is_used) else { return Extended::identity() };
    let mut Q = Projective::identity();
    let mut last = Q.double();
    for i in (0..=top).rev() {
        last = Q.double();
        for (table, digits) in tables.iter().zip(&digits) {
            let d = digits[i];
            if d > 0 {
                last = last.to_accumulator().add(&table[d as usize / 2]);
            } else if d < 0 {
                last = last.to_accumulator().sub(&table[d.unsigned_abs() as usize / 2]);
            }
        }
        for (high, digits) in base_digits.iter().enumerate() {
            let d = digits[i];
            if d != 0 {
                let magnitude = usize::from(d.unsigned_abs());
                let entry = if high == 1 {
                    &BASE_MULTIPLES_HIGH[magnitude - 1]
                } else {
                    &BASE_MULTIPLES[magnitude - 1]
                };
                let entry = AffineCached::<F>::unpack(&Lanes::splat(*entry));
                last = last.to_accumulator().add_affine_signed_vartime(&entry, d < 0);
            }
        }
        Q = last.to_projective();
    }
    last.to_extended()
}

/// b·B in one lane, for b below ℓ. Cost: at most 32 additions of 7M.
#[inline(always)]
pub fn mul_base_vartime<F: F25519>(b: &[u64; 4]) -> Extended<F> {
    add_base(Accumulator::identity(), b).to_extended()
}

/// Sum of two combs in one lane: a·A + b·B for a prepared A and b below ℓ. Cost: at most 75 additions of 7M.
#[inline(always)]
pub fn mul_prepared_vartime<F: F25519>(a: &[u64; 4], comb: &crate::table::Comb, b: &[u64; 4]) -> Extended<F> {
    debug_assert_eq!(F::LANES, 1);
    let mut Q = Accumulator::identity();
    for (row, digit) in comb.iter().zip(digits::signed_radix::<COMB_WINDOW, COMB_ROWS>(a)) {
        if digit != 0 {
            let (entry, negative) = edwards::entry_vartime(&row.0, digit.into());
            Q = add_packed_vartime(&Q, &entry, negative);
        }
    }
    add_base(Q, b).to_extended()
}

/// Q + b·B in one lane.
#[inline(always)]
fn add_base<F: F25519>(mut Q: Accumulator<F>, b: &[u64; 4]) -> Accumulator<F> {
    debug_assert_eq!(F::LANES, 1);
    for (row, digit) in BASE_COMB_PUBLIC.iter().zip(base_digits_vartime(b)) {
        if digit != 0 {
            let (entry, negative) = edwards::entry_vartime(&row.0, digit);
            Q = add_packed_vartime(&Q, &entry, negative);
        }
    }
    Q
}

/// The digits of b for the comb of B.
#[inline(always)]
pub(super) fn base_digits_vartime(b: &[u64; 4]) -> [i16; PUBLIC_ROWS] {
    let (magnitude, negative) = magnitude(b);
    let mut digits = digits::signed_radix_wide::<PUBLIC_WINDOW, PUBLIC_ROWS>(&magnitude);
    if declassify(negative, "verification is public") {
        for digit in &mut digits {
            *digit = -*digit;
        }
    }
    digits
}
