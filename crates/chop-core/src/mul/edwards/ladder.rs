//! s·P for many points P, constant time: the ladder of the Montgomery form, and the way back.
//!
//! In lanes a step costs less than its share of a window does, for no entry of a table is looked up: every digit there reads 160
//! registers. It needs 1/Z and more of each P, by an inversion that many share.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::curve::edwards::Extended;
use crate::curve::edwards::montgomery::{Origin, multiples};
use crate::field::LaneMask;
use crate::field::f25519::{Constant, F25519, MODULUS};

/// Bits of a scalar.
pub const BITS: usize = 253;

/// s·P in each lane of N groups, for scalars below 2^253 given as words and the inverses of [`Origin::denominator`]. Constant time in
/// both; P may be any point.
///
/// Cost: 253 ladder steps, 19M + 1S.
#[inline(always)]
pub fn mul<F: F25519, const N: usize>(
    scalars: &[F::Words; N],
    points: &[Extended<F>; N],
    inverses: &[F; N],
) -> [Extended<F>; N] {
    let (mut u, mut v) = (*inverses, *inverses);
    for i in 0..N {
        Origin { u: u[i], v: v[i] } = Origin::from_edwards(&points[i], &inverses[i]);
    }
    let found = multiples(scalars, &u, BITS);
    let mut products = *points;
    for i in 0..N {
        let P = &points[i];
        let (Q, [neutral, order_2, opposite]) = Origin { u: u[i], v: v[i] }.recover(&found[i]);
        let Q = Q.to_extended();
        let Q = Extended::select(order_2, &of_order_2(), &Q);
        let Q = Extended::select(opposite, &P.negate(), &Q);
        let Q = Extended::select(neutral, &Extended::identity(), &Q);
        // (0, ±1) has no origin: its odd multiples are itself, its even ones neutral.
        let none = P.X.is_zero();
        let Q = Extended::select(none, P, &Q);
        let even = F::bit(&scalars[i], 0).not();
        products[i] = Extended::select(none.and(even), &Extended::identity(), &Q);
    }
    products
}

/// (0, −1), the point of order 2, in every lane.
#[inline(always)]
fn of_order_2<F: F25519>() -> Extended<F> {
    const MINUS_ONE: Constant = Constant::new([MODULUS[0] - 1, MODULUS[1], MODULUS[2], MODULUS[3]]);
    Extended { Z: F::constant(&MINUS_ONE), ..Extended::identity() }
}
