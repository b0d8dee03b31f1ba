//! Addition chains for powers, generic over the lanes. Constant time: the exponents are fixed.

#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::{Field, Sum};

/// (x^(2^250 − 1), x^11) of each: the common stem of the two chains below.
///
/// Several powers at a time, because a squaring in eight lanes waits twice as long for the one before as it
/// keeps the processor busy.
#[inline(always)]
fn stem<F: Field, const N: usize>(x: &[F; N]) -> ([F; N], [F; N]) {
    let x2 = sqr_n(x, 1); //                             2
    let x9 = mul(&sqr_n(&x2, 2), x); //                  9
    let x11 = mul(&x9, &x2); //                         11
    let e5 = mul(&sqr_n(&x11, 1), &x9); //         2^5 − 1
    let e10 = mul(&sqr_n(&e5, 5), &e5); //        2^10 − 1
    let e20 = mul(&sqr_n(&e10, 10), &e10); //     2^20 − 1
    let e40 = mul(&sqr_n(&e20, 20), &e20); //     2^40 − 1
    let e50 = mul(&sqr_n(&e40, 10), &e10); //     2^50 − 1
    let e100 = mul(&sqr_n(&e50, 50), &e50); //   2^100 − 1
    let e200 = mul(&sqr_n(&e100, 100), &e100); // 2^200 − 1
    let e250 = mul(&sqr_n(&e200, 50), &e50); //  2^250 − 1
    (e250, x11)
}

#[inline(always)]
fn mul<F: Field, const N: usize>(x: &[F; N], y: &[F; N]) -> [F; N] {
    let mut z = *x;
    for i in 0..N {
        z[i] = x[i].mul(&y[i]).carry();
    }
    z
}

/// x^(2^n) of each, n ≥ 1.
#[inline(always)]
fn sqr_n<F: Field, const N: usize>(x: &[F; N], n: usize) -> [F; N] {
    let mut z = *x;
    if N == 1 {
        z[0] = x[0].sqr_n(n);
        return z;
    }
    for _ in 0..n {
        for i in 0..N {
            z[i] = z[i].sqr().carry();
        }
    }
    z
}

/// x^(p−2) for p = 2^255 − 19: the inverse, and 0 for 0. Cost: 254 squarings, 11 multiplications.
///
/// p − 2 = 2^5·(2^250 − 1) + 11.
#[inline(always)]
pub fn invert_25519<F: Field>(x: &F) -> F {
    let ([e250], [x11]) = stem(&[*x]);
    e250.sqr_n(5).mul(&x11).reduce()
}

/// x^((p−5)/8) of each for p = 2^255 − 19, the core of a square root. Cost: 251 squarings, 11
/// multiplications.
///
/// (p − 5)/8 = 2^252 − 3 = 2^2·(2^250 − 1) + 1.
#[inline(always)]
pub fn pow_p58_25519<F: Field, const N: usize>(x: &[F; N]) -> [F; N] {
    let (e250, _) = stem(x);
    let mut z = sqr_n(&e250, 2);
    for i in 0..N {
        z[i] = z[i].mul(&x[i]).reduce();
    }
    z
}
