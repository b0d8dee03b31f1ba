//! s·G and s·P on a Weierstrass curve, constant time, with the additions that are not complete.
//!
//! | function                | method                            | cost                                          |
//! |-------------------------|-----------------------------------|-----------------------------------------------|
//! | [`mul_comb`]            | signed comb of 6-bit windows      | 43 additions of 8M + 3S, no doublings         |
//! | [`mul`]                 | signed windows of 5 bits          | 255 doublings, 52 additions of 11M + 3S, a table of 16 points |
//! | [`mul_sum`]             | the same, doublings shared        | 255 doublings; 52 complete additions and a table of 16 points a term |
//! | [`build_comb_vartime`]  |                                   | 1,333 additions, 43 doublings, one inversion  |
//!
//! A window of 6 bits reads 43 rows of 32 entries of 64 bytes, 88 KB; 5 bits would read 53 KB for 52 additions,
//! 7 bits 152 KB for 37.
//!
//! **Why no exception is met.** n is the order of P, 2^256 − 2^225 < n < 2^256, and the scalar s is below n.
//!
//! *Comb.* Before window i the sum is Q = q·P with q = Σ d_j·64^j over j < i, and a = d_i·64^i is added. As
//! |d_j| ≤ 32, |q| ≤ 32·(64^i − 1)/63 < 0.51·64^i. If d_i = 0 the addition is discarded. Else |q| < |a|, so that
//! q ± a ≠ 0 as integers. Modulo n: for i ≤ 41, |q ± a| < 32.51·64^41 < 2^252 < n. For i = 42, where
//! 0 < d_42 ≤ 16: q + a = s, and 0 < s < n; |q − a| < (d_42 + 0.51)·2^252, which is below n for d_42 ≤ 15;
//! for d_42 = 16, q = s − 2^256 < n − 2^256 < 0, and a − q = n would need q = 2^256 − n > 0, while
//! 0 < a − q < 16.51·2^252 < 2·n. So Q is never ± the entry. Q = O as long as all digits have been 0 (if one was
//! not, 0 < |q| < n): then the sum is the entry, by a mask.
//!
//! *Windows.* Before the last addition of a step Q = q·P with q = 32·q', where q' ≥ 0 is what the digits so far
//! stand for, and |d| ≤ 16 is added. q' = 0 is Q = O and seen by a mask; else q ≥ 32 > |d|, and q ± d > 0. In
//! all steps but the last q ± d ≤ s/32 + 1 + 32 < n, so there is no exception. In the last q + d = s < n, but
//! q − d = n happens: s = n − 6 ends in the digit −3 and q = n − 3. So the last addition is a complete one.

#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::ct::{self, Mask};
use crate::curve::weierstrass::{Affine, Cached, CurveField, Jacobian};
use crate::field::{LaneMask, Lanes};
use crate::scalar::recode;
use crate::table::{SM2_ROWS, SM2_WINDOW, Sm2Comb, select_weierstrass};

/// Bits a window of [`mul`].
const WINDOW: usize = 5;
/// Windows of [`mul`]: 260 bits.
const WINDOWS: usize = 52;
/// Entries of the table of [`mul`]: the magnitudes of a signed digit of 5 bits.
const ENTRIES: usize = 16;

/// s·P in each lane, for scalars below n given as words and the comb of one P for all lanes. Constant time.
#[inline(always)]
pub fn mul_comb<F: CurveField>(comb: &Sm2Comb, scalars: &F::Lanes<[u64; 4]>) -> Jacobian<F> {
    let mut digits = F::Lanes::<[i8; SM2_ROWS]>::splat([0; SM2_ROWS]);
    for lane in 0..F::LANES {
        digits.as_mut()[lane] = recode::signed_radix::<SM2_WINDOW, SM2_ROWS>(&scalars.as_ref()[lane]);
    }
    let mut sum = Jacobian::<F>::identity();
    let mut empty = F::mask(&F::Lanes::splat(Mask::TRUE));
    for (i, row) in comb.iter().enumerate() {
        let (entry, none) = select_weierstrass::select::<F, _>(row, &digit::<F, SM2_ROWS>(&digits, i));
        let next = Jacobian::select(empty, &entry.to_jacobian(), &sum.add_affine_distinct(&entry));
        sum = Jacobian::select(none, &sum, &next);
        empty = empty.and(none);
    }
    for lane in digits.as_mut() {
        ct::wipe(lane);
    }
    sum
}

/// s·P in each lane, for scalars below n given as words. Constant time in both.
#[inline(always)]
pub fn mul<F: CurveField>(scalars: &F::Lanes<[u64; 4]>, P: &Affine<F>) -> Jacobian<F> {
    let table = multiples(P);
    let mut digits = F::Lanes::<[i8; WINDOWS]>::splat([0; WINDOWS]);
    for lane in 0..F::LANES {
        digits.as_mut()[lane] = recode::signed_radix::<WINDOW, WINDOWS>(&scalars.as_ref()[lane]);
    }
    let mut sum = Jacobian::<F>::identity();
    let mut empty = F::mask(&F::Lanes::splat(Mask::TRUE));
    for i in (1..WINDOWS).rev() {
        let index = digit::<F, WINDOWS>(&digits, i);
        let entry = select_weierstrass::select_cached(&table, &index);
        let none = entry.Z.is_zero();
        let next = Jacobian::select(empty, &entry.to_jacobian(), &sum.add_distinct(&entry));
        sum = Jacobian::select(none, &sum, &next);
        empty = empty.and(none);
        for _ in 0..WINDOW {
            sum = sum.double();
        }
    }
    let entry = select_weierstrass::select_cached(&table, &digit::<F, WINDOWS>(&digits, 0));
    sum = sum.add_complete(&entry);
    for lane in digits.as_mut() {
        ct::wipe(lane);
    }
    sum
}

/// Σ s_i·P_i in each lane, for scalars below n given as words (Straus 1964). Constant time in all scalars and points, O
/// included; their number is public. Additions are complete: nothing is known of how the points are related.
///
/// Heap: 2.6 KB a term and lane.
///
/// # Panics
/// If the lengths differ.
#[cfg(feature = "alloc")]
#[inline(always)]
pub fn mul_sum<F: CurveField>(scalars: &[F::Lanes<[u64; 4]>], points: &[Jacobian<F>]) -> Jacobian<F> {
    use alloc::vec::Vec;
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    let mut tables: Vec<[Cached<F>; ENTRIES]> = Vec::with_capacity(points.len());
    let mut digits: Vec<F::Lanes<[i8; WINDOWS]>> = Vec::with_capacity(points.len());
    for t in 0..points.len() {
        let first = points[t].to_cached();
        let mut table = [first; ENTRIES];
        let mut multiple = points[t];
        for i in 1..ENTRIES {
            multiple = multiple.add_complete(&first);
            table[i] = multiple.to_cached();
        }
        tables.push(table);
        let mut of_term = F::Lanes::<[i8; WINDOWS]>::splat([0; WINDOWS]);
        for lane in 0..F::LANES {
            of_term.as_mut()[lane] = recode::signed_radix::<WINDOW, WINDOWS>(&scalars[t].as_ref()[lane]);
        }
        digits.push(of_term);
    }
    let mut sum = Jacobian::<F>::identity();
    for i in (0..WINDOWS).rev() {
        if i + 1 < WINDOWS {
            for _ in 0..WINDOW {
                sum = sum.double();
            }
        }
        for t in 0..tables.len() {
            let entry = select_weierstrass::select_cached(&tables[t], &digit::<F, WINDOWS>(&digits[t], i));
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

/// Digit `i` of each lane.
#[inline(always)]
fn digit<F: CurveField, const N: usize>(digits: &F::Lanes<[i8; N]>, i: usize) -> F::Lanes<i8> {
    let mut digit = F::Lanes::<i8>::splat(0);
    for lane in 0..F::LANES {
        digit.as_mut()[lane] = digits.as_ref()[lane][i];
    }
    digit
}

/// 1·P … 16·P.
#[inline(always)]
fn multiples<F: CurveField>(P: &Affine<F>) -> [Cached<F>; ENTRIES] {
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

/// The comb of P.
#[cfg(feature = "alloc")]
pub fn build_comb_vartime<F: CurveField>(P: &Affine<F>) -> alloc::boxed::Box<Sm2Comb> {
    use crate::field::Sum;
    use crate::table::{Aligned, SM2_ENTRIES};
    use alloc::{boxed::Box, vec, vec::Vec};

    debug_assert_eq!(F::LANES, 1);
    let mut points: Vec<Jacobian<F>> = Vec::with_capacity(SM2_ROWS * SM2_ENTRIES);
    let mut first = P.to_jacobian();
    for _ in 0..SM2_ROWS {
        let step = first.to_cached();
        let mut multiple = first;
        points.push(multiple);
        for _ in 1..SM2_ENTRIES {
            multiple = multiple.add_vartime(&step);
            points.push(multiple);
        }
        first = multiple.double();
    }

    // One inversion for all Z (Montgomery 1987): running products forward, inverses backward.
    let mut product = points[0].Z;
    let mut before = vec![product];
    for point in &points[1..] {
        product = product.mul(&point.Z).carry();
        before.push(product);
    }
    let mut inverse = product.invert();
    let mut comb: Box<Sm2Comb> = vec![Aligned([[[0u64; 4]; 2]; SM2_ENTRIES]); SM2_ROWS]
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| unreachable!("the vector has SM2_ROWS rows"));
    for i in (0..points.len()).rev() {
        let z_inverse = if i == 0 { inverse } else { inverse.mul(&before[i - 1]).carry() };
        inverse = inverse.mul(&points[i].Z).carry();
        comb[i / SM2_ENTRIES].0[i % SM2_ENTRIES] = points[i].to_affine(&z_inverse).pack().as_ref()[0];
    }
    comb
}
