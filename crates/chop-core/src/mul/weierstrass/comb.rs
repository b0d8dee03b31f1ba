//! s·P on a Weierstrass curve for a comb of P, constant time, with the additions that are not complete.
//!
//! A window of 6 bits reads 43 rows of 32 entries of 64 bytes for scalars of 256 bits, 88 KB; 5 bits would read 53 KB for 52
//! additions, 7 bits 152 KB for 37.
//!
//! **Why no exception is met.** n is the order of P, and the scalar s is below n. Before window i the sum is Q = q·P with
//! q = Σ d_j·64^j over j < i, and a = d_i·64^i is added. As |d_j| ≤ 32, |q| ≤ 32·(64^i − 1)/63 < 0.51·64^i. If d_i = 0 the
//! addition is discarded. Else |q| < |a|, so that q ± a ≠ 0 as integers. Modulo n, with T the weight of the last row:
//!
//! - In a row but the last |q ± a| < 32.51·T/64 < n.
//! - In the last row q + a = s and 0 < s < n. Its digit d is not negative, so that q − a = n is not; a − q < 2·n, as a = s − q and
//!   n ≥ 2·T; and a − q = n is q = d·T − n, where d·T < n as else s = d·T + q = 2·d·T − n would be n or more. Then
//!   n mod T = −q < 0.51·T, which it is not.
//!
//! So Q is never ± the entry. Q = O as long as all digits have been 0 (if one was not, 0 < |q| < n): then the sum is the entry, by
//! a mask. [`bounds::comb`] has the inequalities.

#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::{Group, bounds};
use crate::ct::{self, Mask};
#[cfg(feature = "alloc")]
use crate::curve::jacobian::{Affine, Curve};
use crate::curve::jacobian::{CurveField, Jacobian};
use crate::field::{LaneMask, Lanes, PerElement, PrimeField};
use crate::scalar::digits;
use crate::table::read::jacobian;
use crate::table::{JACOBIAN_WINDOW, JacobianComb};

/// s·P in each lane, for scalars below n given as words and the comb of one P for all lanes. Constant time.
///
/// Cost for 43 rows: 43 additions of 8M + 3S.
#[inline(always)]
pub fn mul_comb<C: Group, F: CurveField<C>, const ROWS: usize>(
    comb: &JacobianComb<ROWS>,
    scalars: &PerElement<F, [u64; 4]>,
) -> Jacobian<C, F> {
    const { assert!(bounds::comb(&C::ORDER, ROWS)) };
    let mut digits = PerElement::<F, [i8; ROWS]>::splat([0; ROWS]);
    for lane in 0..F::LANES {
        digits.as_mut()[lane] = digits::signed_radix::<JACOBIAN_WINDOW, ROWS>(&scalars.as_ref()[lane]);
    }
    let mut sum = Jacobian::<C, F>::identity();
    let mut empty = F::mask(&Lanes::splat(Mask::TRUE));
    for (i, row) in comb.iter().enumerate() {
        let (entry, none) = jacobian::select::<C, F, _>(row, &digit::<F, ROWS>(&digits, i));
        let next = Jacobian::select(empty, &entry.to_jacobian(), &sum.add_affine_distinct(&entry));
        sum = Jacobian::select(none, &sum, &next);
        empty = empty.and(none);
    }
    for lane in digits.as_mut() {
        ct::wipe(lane);
    }
    sum
}

/// The comb of P, whose order is a prime above 32. Cost for 43 rows: 1,333 additions, 43 doublings, one inversion.
#[cfg(feature = "alloc")]
pub fn build_comb_vartime<C: Curve, F: CurveField<C>, const ROWS: usize>(
    P: &Affine<C, F>,
) -> alloc::boxed::Box<JacobianComb<ROWS>> {
    use crate::field::inverses::invert_all;
    use crate::table::{Aligned, JACOBIAN_ENTRIES};
    use alloc::{boxed::Box, vec, vec::Vec};

    debug_assert_eq!(F::LANES, 1);
    let mut points: Vec<Jacobian<C, F>> = Vec::with_capacity(ROWS * JACOBIAN_ENTRIES);
    let mut first = P.to_jacobian();
    for _ in 0..ROWS {
        let step = first.to_cached();
        let mut multiple = first;
        points.push(multiple);
        for _ in 1..JACOBIAN_ENTRIES {
            multiple = multiple.add_vartime(&step);
            points.push(multiple);
        }
        first = multiple.double();
    }

    let mut z = Vec::with_capacity(points.len());
    for point in &points {
        z.push(point.Z);
    }
    let mut running = z.clone();
    invert_all(&mut z, &mut running);
    let mut comb: Box<JacobianComb<ROWS>> = vec![Aligned([[[0u64; 4]; 2]; JACOBIAN_ENTRIES]); ROWS]
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| unreachable!("the vector has ROWS rows"));
    for i in 0..points.len() {
        comb[i / JACOBIAN_ENTRIES].0[i % JACOBIAN_ENTRIES] = points[i].to_affine(&z[i]).pack().as_ref()[0];
    }
    comb
}

/// Digit `i` of each lane.
#[inline(always)]
pub(super) fn digit<F: PrimeField, const N: usize>(
    digits: &PerElement<F, [i8; N]>,
    i: usize,
) -> PerElement<F, i8> {
    let mut digit = PerElement::<F, i8>::splat(0);
    for lane in 0..F::LANES {
        digit.as_mut()[lane] = digits.as_ref()[lane][i];
    }
    digit
}
