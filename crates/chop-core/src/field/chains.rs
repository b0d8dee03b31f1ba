//! Addition chains for powers, generic over the lanes. Constant time: the exponents are fixed.

use super::{Field, Sum};

/// x^(2^n), n ≥ 1. Cost: n squarings, each waiting for the one before.
#[inline(always)]
pub fn sqr_n<F: Field>(x: &F, n: usize) -> F {
    debug_assert!(n >= 1);
    let mut y = x.sqr().carry();
    for _ in 1..n {
        y = y.sqr().carry();
    }
    y
}

/// (x^(2^250 − 1), x^11): the common stem of the two chains below.
#[inline(always)]
fn stem<F: Field>(x: &F) -> (F, F) {
    let mul = |a: &F, b: &F| a.mul(b).carry();
    let x2 = x.sqr().carry(); //                          2
    let x9 = mul(&sqr_n(&x2, 2), x); //                   9
    let x11 = mul(&x9, &x2); //                          11
    let e5 = mul(&x11.sqr().carry(), &x9); //      2^5 − 1
    let e10 = mul(&sqr_n(&e5, 5), &e5); //        2^10 − 1
    let e20 = mul(&sqr_n(&e10, 10), &e10); //     2^20 − 1
    let e40 = mul(&sqr_n(&e20, 20), &e20); //     2^40 − 1
    let e50 = mul(&sqr_n(&e40, 10), &e10); //     2^50 − 1
    let e100 = mul(&sqr_n(&e50, 50), &e50); //   2^100 − 1
    let e200 = mul(&sqr_n(&e100, 100), &e100); // 2^200 − 1
    let e250 = mul(&sqr_n(&e200, 50), &e50); //  2^250 − 1
    (e250, x11)
}

/// x^(p−2) for p = 2^255 − 19: the inverse, and 0 for 0. Cost: 254 squarings, 11 multiplications.
///
/// p − 2 = 2^5·(2^250 − 1) + 11.
#[inline(always)]
pub fn invert_25519<F: Field>(x: &F) -> F {
    let (e250, x11) = stem(x);
    sqr_n(&e250, 5).mul(&x11).reduce()
}

/// x^((p−5)/8) for p = 2^255 − 19, the core of a square root. Cost: 251 squarings, 11 multiplications.
///
/// (p − 5)/8 = 2^252 − 3 = 2^2·(2^250 − 1) + 1.
#[inline(always)]
pub fn pow_p58_25519<F: Field>(x: &F) -> F {
    let (e250, _) = stem(x);
    sqr_n(&e250, 2).mul(x).reduce()
}
