//! a·P + b·G on a Weierstrass curve for public scalars, G the base point: the equation of a verification. And Σ s_i·P_i.
//!
//! Every addition looks for its exceptions: sums of multiples of two points may meet them, and whoever made
//! the signature may have made them meet.
#![allow(non_snake_case)] // points are capital letters

use crate::curve::jacobian::{Affine, Cached, Curve, CurveField, Jacobian, PackedPoint};
use crate::scalar::digits;
use crate::table::read::jacobian;
use crate::table::{JACOBIAN_WINDOW, JacobianComb};

/// Width of the NAF of the base point's scalar: digits odd, |d| ≤ 511.
pub(super) const BASE_NAF: usize = 10;
/// Multiples of the base point that are needed.
pub const BASE_ENTRIES: usize = 511;
/// Width of the NAF of the other scalar: digits odd, |d| ≤ 15.
pub(super) const NAF: usize = 5;
/// Magnitudes of such a digit.
pub(super) const ODD_MULTIPLES: usize = 1 << (NAF - 2);

/// A multiple and its opposite.
pub(super) type Odd<C, F> = [Cached<C, F>; 2];

/// 1·P, 3·P, …, 15·P.
#[inline(always)]
pub(super) fn odd_multiples<C: Curve, F: CurveField<C>>(
    first: &Jacobian<C, F>,
) -> [Odd<C, F>; ODD_MULTIPLES] {
    let twice = first.double().to_cached();
    let both = |multiple: &Jacobian<C, F>| [multiple.to_cached(), multiple.negate().to_cached()];
    let mut table = [both(first); ODD_MULTIPLES];
    let mut multiple = *first;
    for entry in &mut table[1..] {
        multiple = multiple.add_vartime(&twice);
        *entry = both(&multiple);
    }
    table
}

/// a·P + b·G in one lane, by two interleaved non-adjacent forms, given a table of 1·G, 2·G, …, of
/// [`BASE_ENTRIES`] points at least.
///
/// Cost: about 256 doublings, 43 additions of 11M + 3S, 23 of 8M + 3S, a table of 8 points.
#[inline(always)]
pub fn mul_vartime<C: Curve, F: CurveField<C>>(
    a: &[u64; 4],
    P: &Affine<C, F>,
    b: &[u64; 4],
    base: &[PackedPoint],
) -> Jacobian<C, F> {
    debug_assert_eq!(F::LANES, 1);
    debug_assert!(base.len() >= BASE_ENTRIES);
    let a_digits: [i8; 257] = digits::wnaf_vartime(a, NAF);
    let b_digits: [i16; 257] = digits::wnaf_vartime(b, BASE_NAF);
    let table = odd_multiples(&P.to_jacobian());
    let Some(top) = (0..a_digits.len()).rev().find(|&i| a_digits[i] != 0 || b_digits[i] != 0) else {
        return Jacobian::identity();
    };
    let mut Q = Jacobian::identity();
    for i in (0..=top).rev() {
        Q = Q.double();
        let d = a_digits[i];
        if d != 0 {
            Q = Q.add_vartime(&table[d.unsigned_abs() as usize / 2][(d < 0) as usize]);
        }
        let d = b_digits[i];
        if d != 0 {
            Q = Q.add_affine_vartime(&jacobian::entry_vartime(base, d));
        }
    }
    Q
}

/// Σ s_i·P_i in one lane, by interleaved non-adjacent forms, for any points, O included.
///
/// Cost: about 256 doublings, and for each term 43 additions of 11M + 3S and a table of 8 points. Heap: 2.8 KB a term.
///
/// # Panics
/// If the lengths differ.
#[cfg(feature = "alloc")]
pub fn mul_sum_vartime<C: Curve, F: CurveField<C>>(
    scalars: &[[u64; 4]],
    points: &[Jacobian<C, F>],
) -> Jacobian<C, F> {
    use alloc::vec::Vec;
    debug_assert_eq!(F::LANES, 1);
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    let tables: Vec<[Odd<C, F>; ODD_MULTIPLES]> = points.iter().map(odd_multiples).collect();
    let digits: Vec<[i8; 257]> = scalars.iter().map(|s| digits::wnaf_vartime(s, NAF)).collect();
    let top = digits.iter().filter_map(|digits| digits.iter().rposition(|&d| d != 0)).max();
    let mut Q = Jacobian::identity();
    let Some(top) = top else { return Q };
    for i in (0..=top).rev() {
        Q = Q.double();
        for (table, digits) in tables.iter().zip(&digits) {
            let d = digits[i];
            if d != 0 {
                Q = Q.add_vartime(&table[d.unsigned_abs() as usize / 2][(d < 0) as usize]);
            }
        }
    }
    Q
}

/// Sum of two combs in one lane: a·P + b·G for a prepared P. Cost for 43 rows: at most 86 additions of 8M + 3S.
#[inline(always)]
pub fn mul_prepared_vartime<C: Curve, F: CurveField<C>, const ROWS: usize>(
    a: &[u64; 4],
    comb: &JacobianComb<ROWS>,
    b: &[u64; 4],
    base: &JacobianComb<ROWS>,
) -> Jacobian<C, F> {
    debug_assert_eq!(F::LANES, 1);
    let digits =
        [digits::signed_radix::<JACOBIAN_WINDOW, ROWS>(a), digits::signed_radix::<JACOBIAN_WINDOW, ROWS>(b)];
    let mut Q = Jacobian::identity();
    for i in 0..ROWS {
        for (comb, digits) in [comb, base].into_iter().zip(&digits) {
            if digits[i] != 0 {
                Q = Q.add_affine_vartime(&jacobian::entry_vartime(&comb[i].0, digits[i].into()));
            }
        }
    }
    Q
}
