//! One sum of few multiples with public scalars, over four lanes, for the least time: the equation of a verification.
//!
//! The lanes are the coordinates of one point ([`edwards::quad`](crate::curve::edwards::quad)). Doublings and additions wait for each
//! other; all else, which entry is next and its negative, is done while they do.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::curve::edwards::PackedPoint;
use crate::curve::edwards::quad::{Cached, Quad, Words};
use crate::field::f25519::MODULUS;
use crate::field::f25519::coordinates::Coordinates;
use crate::lanes::Step;
use crate::scalar::{digits, limbs};
use crate::table::{BASE_MULTIPLES, BASE_MULTIPLES_HIGH, IDENTITY};

/// Width of the NAF of a point's scalar: digits odd, |d| ≤ 15.
const NAF: usize = 5;
/// Digits of the points, both signs of 8.
const ENTRIES: usize = 16;
/// Width of the NAF of the base point's scalar: digits odd, |d| ≤ 127, every other entry of the tables.
const BASE_NAF: usize = 8;

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

/// d·P for d = −15, −13, …, 15.
type Table<F> = [Cached<F>; ENTRIES];
/// A non-adjacent form.
type Digits = [i8; 257];

/// The sum of N terms and w·B, for any w: interleaved non-adjacent forms, w as two halves of 128 bits.
///
/// Cost for two terms of 128 bits: 128 doublings, 2·21 + 2·14 additions, 7 more and 8 conversions for each table; each of
/// these is two products of vectors, one after the other, a conversion one. Longer scalars cost a doubling a bit and an
/// addition for six.
#[inline(always)]
pub fn mul_vartime<F: Coordinates, const N: usize>(terms: [Term<'_>; N], w: &[u64; 4]) -> Quad<F> {
    let mut tables = [[Cached::identity(); ENTRIES]; N];
    let mut digits = [[0; 257]; N];
    for t in 0..N {
        digits[t] = digits_vartime(&terms[t]);
    }
    F::apart(AddUp { terms: &terms, tables: &mut tables, digits: &digits, base: &base_digits_vartime(w) })
}

/// [`mul_vartime`] for any number of terms. Cost: as [`mul_vartime`]. Heap: 2,817 bytes per term.
#[cfg(feature = "alloc")]
#[inline(always)]
pub fn mul_few_vartime<F: Coordinates>(terms: &[Term<'_>], w: &[u64; 4]) -> Quad<F> {
    let mut tables = alloc::vec![[Cached::identity(); ENTRIES]; terms.len()];
    let mut digits = alloc::vec![[0; 257]; terms.len()];
    for t in 0..terms.len() {
        digits[t] = digits_vartime(&terms[t]);
    }
    F::apart(AddUp { terms, tables: &mut tables, digits: &digits, base: &base_digits_vartime(w) })
}

/// The sum, from digits of as many terms, room for their tables, and digits of both halves of the base point's scalar.
struct AddUp<'a, F> {
    terms: &'a [Term<'a>],
    tables: &'a mut [Table<F>],
    digits: &'a [Digits],
    base: &'a [Digits; 2],
}

impl<F: Coordinates> Step for AddUp<'_, F> {
    type Out = Quad<F>;

    #[inline(always)]
    fn take(self) -> Quad<F> {
        odd_multiples(self.terms, self.tables);
        add_up_vartime(self.tables, self.digits, self.base.each_ref())
    }
}

/// The forms of both halves of the base point's scalar.
fn base_digits_vartime(w: &[u64; 4]) -> [Digits; 2] {
    [[w[0], w[1], 0, 0], [w[2], w[3], 0, 0]].map(|half| digits::wnaf_vartime(&half, BASE_NAF))
}

fn digits_vartime(term: &Term<'_>) -> Digits {
    let mut digits: Digits = digits::wnaf_vartime(term.scalar, NAF);
    if term.negative {
        for digit in &mut digits {
            *digit = -*digit;
        }
    }
    digits
}

/// The sum, from tables and digits of as many terms, and digits of both halves of the base point's scalar.
#[inline(always)]
fn add_up_vartime<F: Coordinates>(
    tables: &[Table<F>],
    digits: &[Digits],
    [low, high]: [&Digits; 2],
) -> Quad<F> {
    let mut sum = Quad::identity();
    let mut begun = false;
    for i in (0..257).rev() {
        if begun {
            sum = sum.double();
        }
        for (table, digits) in tables.iter().zip(digits) {
            if digits[i] != 0 {
                sum = sum.add(entry_vartime(table, digits[i]));
                begun = true;
            }
        }
        if low[i] != 0 {
            sum = sum.add(&base_entry_vartime(&BASE_MULTIPLES.0, low[i]));
            begun = true;
        }
        if high[i] != 0 {
            sum = sum.add(&base_entry_vartime(&BASE_MULTIPLES_HIGH.0, high[i]));
            begun = true;
        }
    }
    sum
}

/// The tables of as many terms, side by side, since the entries of one wait for each other.
#[inline(always)]
fn odd_multiples<F: Coordinates>(terms: &[Term<'_>], tables: &mut [Table<F>]) {
    for (terms, tables) in terms.chunks(2).zip(tables.chunks_mut(2)) {
        let mut multiples = [Quad::identity(); 2];
        let mut steps = [Cached::identity(); 2];
        for t in 0..terms.len() {
            multiples[t] = Quad::from_words(terms[t].point);
            steps[t] = multiples[t].double().to_cached();
        }
        for j in 0..ENTRIES / 2 {
            for t in 0..terms.len() {
                if j > 0 {
                    multiples[t] = multiples[t].add(&steps[t]);
                }
                let entry = multiples[t].to_cached();
                tables[t][ENTRIES / 2 + j] = entry;
                tables[t][ENTRIES / 2 - 1 - j] = entry.negate();
            }
        }
    }
}

/// The entry for an odd digit.
#[inline(always)]
fn entry_vartime<F>(table: &[Cached<F>; ENTRIES], digit: i8) -> &Cached<F> {
    &table[(digit as usize).wrapping_add(ENTRIES - 1) / 2 % ENTRIES]
}

/// The multiple of the base point for an odd digit as the second operand of an addition: Z = 1, and the negative of (x, y)
/// is (−x, y).
#[inline(always)]
fn base_entry_vartime<F: Coordinates>(multiples: &[PackedPoint], digit: i8) -> Cached<F> {
    let place = usize::from(digit.unsigned_abs()).wrapping_sub(1);
    let [plus, minus, xy2d] = multiples.get(place).unwrap_or(&IDENTITY);
    let two = [2, 0, 0, 0];
    if digit < 0 {
        // 2dxy is below p.
        Cached::from_words(&[*minus, two, limbs::sub(&MODULUS, xy2d).0, *plus])
    } else {
        Cached::from_words(&[*plus, two, *xy2d, *minus])
    }
}
