//! Addition chains for powers, generic over the lanes. Constant time: the exponents are fixed.

#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::pair::Factor;
use super::{Field, Sum};

/// The stem of the two chains below: how often the power that was found last is squared, and which of those before it
/// is then multiplied by, 0 being x^9. A loop over a table has one squaring and one product to compile.
const STEM: [(usize, usize); 8] = [
    (1, 0),   //    x^11 to 2^5 − 1
    (5, 1),   //           2^10 − 1
    (10, 2),  //           2^20 − 1
    (20, 3),  //           2^40 − 1
    (10, 2),  //           2^50 − 1
    (50, 5),  //          2^100 − 1
    (100, 6), //          2^200 − 1
    (50, 5),  //          2^250 − 1
];

/// (x^(2^250 − 1), x^11) of each.
///
/// Several powers at a time, because a squaring in eight lanes waits twice as long for the one before as it
/// keeps the processor busy.
#[inline(always)]
fn stem<F: Field, const N: usize>(x: &[F; N]) -> ([F; N], [F; N]) {
    let x2 = sqr_n(x, 1);
    let x9 = mul(&sqr_n(&x2, 2), x);
    let x11 = mul(&x9, &x2);
    let mut found = [x9; STEM.len()];
    let mut z = x11;
    for i in 0..STEM.len() {
        let (n, factor) = STEM[i];
        z = mul(&sqr_n(&z, n), &found[factor]);
        if i + 1 < STEM.len() {
            found[i + 1] = z;
        }
    }
    (z, x11)
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
    // One lane does not wait, and keeps the words of one power in registers.
    if const { N == 1 || F::LANES == 1 } {
        for i in 0..N {
            z[i] = x[i].sqr_n(n);
        }
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

/// a·b, carried. A closure would be compiled apart from its kernel where the compiler saves space.
#[inline(always)]
fn times<T: Factor>(a: &T, b: &T) -> T {
    a.mul(b).carry()
}

/// x^e with e = 2^160 − 2^128 − 1, the first 160 bits of SM2's p. Cost: 160 squarings, 12 multiplications.
#[inline(always)]
fn stem_sm2<T: Factor>(x: &T) -> T {
    let e2 = times(&x.sqr().carry(), x); //        2^2 − 1
    let e3 = times(&e2.sqr().carry(), x); //       2^3 − 1
    let e6 = times(&e3.sqr_n(3), &e3); //          2^6 − 1
    let e12 = times(&e6.sqr_n(6), &e6); //        2^12 − 1
    let e15 = times(&e12.sqr_n(3), &e3); //       2^15 − 1
    let e30 = times(&e15.sqr_n(15), &e15); //     2^30 − 1
    let e31 = times(&e30.sqr().carry(), x); //    2^31 − 1
    let e32 = times(&e31.sqr().carry(), x); //    2^32 − 1
    // 31 ones, a zero, and 4·32 ones.
    let mut stem = times(&e31.sqr_n(33), &e32);
    for _ in 0..3 {
        stem = times(&stem.sqr_n(32), &e32);
    }
    stem
}

/// x^((p+1)/4) for p = 2^256 − 2^224 − 2^96 + 2^64 − 1: a square root, if x has one. Cost: 254 squarings, 13
/// multiplications.
///
/// (p + 1)/4 = 2^94·(2^160 − 2^128 − 1) + 2^62: after the stem 31 zeros, a one and 62 zeros.
#[inline(always)]
pub fn sqrt_sm2<T: Factor>(x: &T) -> T {
    stem_sm2(x).sqr_n(32).mul(x).carry().sqr_n(61).sqr().reduce()
}

/// x^((p+1)/4) for p = 2^256 − 2^32 − 977: a square root, if x has one. Cost: 253 squarings, 13 multiplications.
///
/// (p + 1)/4 = 2^254 − 2^30 − 244: 223 ones, a zero, 22 ones, four zeros, two ones and two zeros.
#[inline(always)]
pub fn sqrt_secp256k1<T: Factor>(x: &T) -> T {
    let e2 = times(&x.sqr().carry(), x); //          2^2 − 1
    let e3 = times(&e2.sqr().carry(), x); //         2^3 − 1
    let e6 = times(&e3.sqr_n(3), &e3); //            2^6 − 1
    let e9 = times(&e6.sqr_n(3), &e3); //            2^9 − 1
    let e11 = times(&e9.sqr_n(2), &e2); //          2^11 − 1
    let e22 = times(&e11.sqr_n(11), &e11); //       2^22 − 1
    let e44 = times(&e22.sqr_n(22), &e22); //       2^44 − 1
    let e88 = times(&e44.sqr_n(44), &e44); //       2^88 − 1
    let e176 = times(&e88.sqr_n(88), &e88); //     2^176 − 1
    let e220 = times(&e176.sqr_n(44), &e44); //    2^220 − 1
    let e223 = times(&e220.sqr_n(3), &e3); //      2^223 − 1
    let stem = times(&e223.sqr_n(23), &e22);
    times(&stem.sqr_n(6), &e2).sqr().carry().sqr().reduce()
}
