//! Addition chains for powers, generic over the lanes. Constant time: the exponents are fixed.

use super::{Field, Sum};

/// (x^(2^250 − 1), x^11): the common stem of the two chains below.
#[inline(always)]
fn stem<F: Field>(x: &F) -> (F, F) {
    let mul = |a: &F, b: &F| a.mul(b).carry();
    let x2 = x.sqr().carry(); //                          2
    let x9 = mul(&x2.sqr_n(2), x); //                   9
    let x11 = mul(&x9, &x2); //                          11
    let e5 = mul(&x11.sqr().carry(), &x9); //      2^5 − 1
    let e10 = mul(&e5.sqr_n(5), &e5); //        2^10 − 1
    let e20 = mul(&e10.sqr_n(10), &e10); //     2^20 − 1
    let e40 = mul(&e20.sqr_n(20), &e20); //     2^40 − 1
    let e50 = mul(&e40.sqr_n(10), &e10); //     2^50 − 1
    let e100 = mul(&e50.sqr_n(50), &e50); //   2^100 − 1
    let e200 = mul(&e100.sqr_n(100), &e100); // 2^200 − 1
    let e250 = mul(&e200.sqr_n(50), &e50); //  2^250 − 1
    (e250, x11)
}

/// x^(p−2) for p = 2^255 − 19: the inverse, and 0 for 0. Cost: 254 squarings, 11 multiplications.
///
/// p − 2 = 2^5·(2^250 − 1) + 11.
#[inline(always)]
pub fn invert_25519<F: Field>(x: &F) -> F {
    let (e250, x11) = stem(x);
    e250.sqr_n(5).mul(&x11).reduce()
}

/// x^((p−5)/8) for p = 2^255 − 19, the core of a square root. Cost: 251 squarings, 11 multiplications.
///
/// (p − 5)/8 = 2^252 − 3 = 2^2·(2^250 − 1) + 1.
#[inline(always)]
pub fn pow_p58_25519<F: Field>(x: &F) -> F {
    let (e250, _) = stem(x);
    e250.sqr_n(2).mul(x).reduce()
}
