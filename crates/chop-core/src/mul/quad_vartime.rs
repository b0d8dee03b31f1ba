//! One sum of three multiples with public scalars in eight lanes, for the least time: the equation of a verification.
//!
//! The lanes are the coordinates of two points ([`curve::quad`](crate::curve::quad)): two chains of doublings side by
//! side, one for each point, added to each other in the end. The scalar of the base point is cut in two halves of 128
//! bits, the lower for one chain and the upper, with multiples of 2^128·B, for the other.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::curve::edwards::PackedPoint;
use crate::curve::quad::{Cached, Quad, Words};
use crate::field::f25519::MODULUS;
use crate::lanes::Vector;
use crate::scalar::{limbs, recode};
use crate::table::{BASE_MULTIPLES, BASE_MULTIPLES_HIGH, IDENTITY};

/// Bits a window of a point that has no table yet: multiples −8 … 8 are made. With five bits there would be 7 additions
/// fewer for the digits and 8 more for the table.
const WINDOW: usize = 4;
/// Digits of a scalar below 2^256 with its last carry.
const DIGITS: usize = 65;
/// The entry 0·P of the table.
const NONE: usize = 1 << (WINDOW - 1);

/// Bits a window of the base point, a multiple of the other: the tables have 128 multiples.
const BASE_WINDOW: usize = 8;
/// Digits of a half of its scalar.
const BASE_DIGITS: usize = 128 / BASE_WINDOW;

/// ±s·P.
#[derive(Clone, Copy)]
pub struct Term<'a> {
    /// s, any value below 2^256.
    pub scalar: &'a [u64; 4],
    /// −s·P is meant.
    pub negative: bool,
    /// P.
    pub point: &'a Words,
}

/// The sum of two terms and w·B, in both halves, for w below ℓ.
///
/// Cost for scalars of 128 bits: 128 doublings, 33 + 16 + 1 additions, and 7 for a table of 8 multiples and their
/// negatives; each is two products of vectors, one after the other. Longer scalars cost four doublings and an addition
/// for four bits.
#[inline(always)]
pub fn mul_vartime<V: Vector>(terms: [Term<'_>; 2], w: &[u64; 4]) -> Quad<V> {
    let table = multiples_vartime::<V>([terms[0].point, terms[1].point]);
    let digits = [
        recode::signed_radix::<WINDOW, DIGITS>(terms[0].scalar),
        recode::signed_radix::<WINDOW, DIGITS>(terms[1].scalar),
    ];
    let mut windows = WINDOW_OF_LAST_BASE_DIGIT + 1;
    for i in 0..DIGITS {
        if digits[0][i] != 0 || digits[1][i] != 0 {
            windows = windows.max(i + 1);
        }
    }
    let base_digits = recode::signed_radix::<BASE_WINDOW, { 2 * BASE_DIGITS }>(w);
    let mut sum = Quad::identity();
    // Over all digits, so that every index is within bounds.
    for i in (0..DIGITS).rev() {
        if i >= windows {
            continue;
        }
        if i + 1 < windows {
            for _ in 0..WINDOW {
                sum = sum.double();
            }
        }
        let low = entry_vartime(&table, digits[0][i], terms[0].negative);
        let high = entry_vartime(&table, digits[1][i], terms[1].negative);
        sum = sum.add(&Cached::halves(low, high));
        if (i * WINDOW).is_multiple_of(BASE_WINDOW) && i <= WINDOW_OF_LAST_BASE_DIGIT {
            let i = i * WINDOW / BASE_WINDOW;
            let low = base_entry_vartime(&BASE_MULTIPLES, base_digits[i]);
            let high = base_entry_vartime(&BASE_MULTIPLES_HIGH, base_digits[BASE_DIGITS + i]);
            sum = sum.add(&cached_vartime(low, high));
        }
    }
    sum.join()
}

/// Where the highest digits of both halves of the base point's scalar are added.
const WINDOW_OF_LAST_BASE_DIGIT: usize = (BASE_DIGITS - 1) * BASE_WINDOW / WINDOW;

/// j·P of both points for j = −8 … 8, at j + 8.
#[inline(always)]
fn multiples_vartime<V: Vector>(points: [&Words; 2]) -> [Cached<V>; 2 * NONE + 1] {
    let mut multiple = Quad::from_words(points);
    let step = multiple.to_cached();
    let mut table = [Cached::identity(); 2 * NONE + 1];
    (table[NONE + 1], table[NONE - 1]) = (step, step.negate());
    for j in 2..NONE + 1 {
        multiple = multiple.add(&step);
        let entry = multiple.to_cached();
        (table[NONE + j], table[NONE - j]) = (entry, entry.negate());
    }
    table
}

/// The entry for a digit.
#[inline(always)]
fn entry_vartime<V>(table: &[Cached<V>; 2 * NONE + 1], digit: i8, negative: bool) -> &Cached<V> {
    let digit = isize::from(if negative { -digit } else { digit });
    table.get(NONE.wrapping_add_signed(digit)).unwrap_or(&table[NONE])
}

/// The entry for a digit of the base point, and whether it is to be negated.
#[inline(always)]
fn base_entry_vartime(multiples: &[PackedPoint], digit: i8) -> (&PackedPoint, bool) {
    (multiples.get((digit.unsigned_abs() as usize).wrapping_sub(1)).unwrap_or(&IDENTITY), digit < 0)
}

/// Two entries as the second operands of an addition: Z = 1, and the negative of (x, y) is (−x, y).
#[inline(always)]
fn cached_vartime<V: Vector>(low: (&PackedPoint, bool), high: (&PackedPoint, bool)) -> Cached<V> {
    let mut words = [[2, 0, 0, 0]; 8];
    for (half, ([plus, minus, xy2d], negative)) in [low, high].into_iter().enumerate() {
        let (first, last, xy2d) = if negative {
            (minus, plus, limbs::sub(&MODULUS, xy2d).0) // 2dxy is below p
        } else {
            (plus, minus, *xy2d)
        };
        (words[4 * half], words[4 * half + 2], words[4 * half + 3]) = (*first, xy2d, *last);
    }
    Cached::from_words(&words)
}
