//! s·P for any point P, constant time: signed windows of 4 bits.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::comb::{ByScan, InRegisters};
use crate::curve::edwards::{Cached, Completed, Extended, Projective};
use crate::field::f25519::{F25519, Vector25519};
use crate::field::{Field, LaneField, Lanes, PerElement};
use crate::scalar::digits;
use crate::scalar::digits::lanes::Digits;
use crate::scalar::l25519::ORDER;
use crate::table::read::edwards;

/// Bits a window.
pub(super) const WINDOW: usize = 4;
/// Windows of a scalar below 2^255.
pub const DIGITS: usize = 64;
/// The magnitudes of a signed digit, but 0.
pub const ENTRIES: usize = 1 << (WINDOW - 1);
/// 1·P … 8·P.
pub type Table<F> = [Cached<F>; ENTRIES];

/// How digits are cut out of scalars, and the table of a point is read by them. Constant time.
pub trait Windows<F: Field> {
    /// The digits of a scalar a lane.
    type Digits: Copy;
    /// The digits of scalars below 2^255.
    fn digits(scalars: &F::Words) -> Self::Digits;
    /// The entry for the magnitudes of digit `i`, and where it is negative.
    fn entry(table: &Table<F>, digits: &Self::Digits, i: usize) -> (Cached<F>, F::Mask);
    /// Overwrites the digits.
    fn wipe(digits: &mut Self::Digits);
}

impl<F: F25519> Windows<F> for ByScan {
    type Digits = PerElement<F, [i8; DIGITS]>;

    #[inline(always)]
    fn digits(scalars: &F::Words) -> Self::Digits {
        let scalars = F::unbundle(scalars);
        let mut digits = PerElement::<F, [i8; DIGITS]>::splat([0; DIGITS]);
        for lane in 0..F::LANES {
            digits.as_mut()[lane] = digits::signed_radix::<WINDOW, DIGITS>(&scalars.as_ref()[lane]);
        }
        digits
    }

    #[inline(always)]
    fn entry(table: &Table<F>, digits: &Self::Digits, i: usize) -> (Cached<F>, F::Mask) {
        let mut digit = PerElement::<F, i8>::splat(0);
        for lane in 0..F::LANES {
            digit.as_mut()[lane] = digits.as_ref()[lane][i];
        }
        edwards::select_cached(table, &digit)
    }

    #[inline(always)]
    fn wipe(digits: &mut Self::Digits) {
        for lane in digits.as_mut() {
            crate::ct::wipe(lane);
        }
    }
}

impl<F: F25519 + LaneField> Windows<F> for InRegisters
where
    F::Vector: Vector25519<Fe = F>,
{
    type Digits = Digits<F::Vector, WINDOW, DIGITS>;

    #[inline(always)]
    fn digits(scalars: &F::Words) -> Self::Digits {
        Digits::new(scalars)
    }

    #[inline(always)]
    fn entry(table: &Table<F>, digits: &Self::Digits, i: usize) -> (Cached<F>, F::Mask) {
        let (index, negative) = digits.get(i);
        (edwards::select_cached_lanes(table, index), negative)
    }

    #[inline(always)]
    fn wipe(digits: &mut Self::Digits) {
        digits.wipe();
    }
}

/// s·P in each lane, for scalars below 2^255 given as words. Constant time in both.
///
/// Cost: 252 doublings, 64 additions, a table of 8 points.
#[inline(always)]
pub fn mul<F: F25519>(scalars: &PerElement<F, [u64; 4]>, P: &Extended<F>) -> Extended<F> {
    let table = multiples(P);
    let mut bundle = F::bundle(scalars);
    let mut digits = <ByScan as Windows<F>>::digits(&bundle);
    F::wipe(&mut bundle);
    let mut last = Completed::identity();
    for i in (0..DIGITS).rev() {
        if i + 1 < DIGITS {
            last = next_window(&last.to_projective());
        }
        let (entry, negative) = <ByScan as Windows<F>>::entry(&table, &digits, i);
        last = last.to_accumulator().add_signed(&entry, negative);
    }
    <ByScan as Windows<F>>::wipe(&mut digits);
    last.to_extended()
}

/// ℓ·P in one lane, constant time in P: the digits that choose are those of ℓ.
///
/// Cost: 252 doublings, 31 additions, a table of 8 points.
#[inline(always)]
pub fn mul_by_order<F: F25519>(P: &Extended<F>) -> Extended<F> {
    debug_assert_eq!(F::LANES, 1);
    let table = multiples(P);
    let digits = digits::signed_radix::<WINDOW, DIGITS>(&ORDER);
    let mut last = Completed::identity();
    for i in (0..DIGITS).rev() {
        if i + 1 < DIGITS {
            last = next_window(&last.to_projective());
        }
        // ℓ = 2^252 + c with c < 2^125: half of its digits are 0.
        let digit = digits[i];
        if digit > 0 {
            last = last.to_accumulator().add(&table[digit as usize - 1]);
        } else if digit < 0 {
            last = last.to_accumulator().sub(&table[digit.unsigned_abs() as usize - 1]);
        }
    }
    last.to_extended()
}

/// 16·Q. The coordinate T, which an addition needs, is not made before the last doubling.
#[inline(always)]
pub(super) fn next_window<F: F25519>(Q: &Projective<F>) -> Completed<F> {
    let mut doubled = *Q;
    for _ in 1..WINDOW {
        doubled = doubled.double().to_projective();
    }
    doubled.double()
}

/// 1·P … 8·P.
#[inline(always)]
pub(super) fn multiples<F: F25519>(P: &Extended<F>) -> Table<F> {
    let mut multiple = P.to_accumulator();
    let first = multiple.to_cached();
    let mut table = [first; ENTRIES];
    for entry in &mut table[1..] {
        multiple = multiple.add(&first).to_accumulator();
        *entry = multiple.to_cached();
    }
    table
}
