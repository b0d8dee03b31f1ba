//! Addition chains for powers, generic over the lanes. Constant time: the exponents are fixed.

#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::pair::Factor;
use super::{Field, Sum};
use crate::lanes::steps;

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
        z[i] = times(&x[i], &y[i]);
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
            z[i] = squared(&x[i], n);
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
    squared(&e250, 5).mul(&x11).reduce()
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

steps! {
    over T;

    /// a·b, carried. A closure would be compiled apart from its kernel where the compiler saves space.
    fn times[T: Factor](a: &T, b: &T) -> T {
        a.mul(b).carry()
    }

    /// x^(2^n), n ≥ 1.
    fn squared[T: Factor](x: &T, n: usize) -> T {
        x.sqr_n(n)
    }
}

/// x^e with e = 2^160 − 2^128 − 1, the first 160 bits of SM2's p. Cost: 160 squarings, 12 multiplications.
#[inline(always)]
fn stem_sm2<T: Factor>(x: &T) -> T {
    let e2 = times(&x.sqr().carry(), x); //       2^2 − 1
    let e3 = times(&e2.sqr().carry(), x); //      2^3 − 1
    let e6 = times(&squared(&e3, 3), &e3); //     2^6 − 1
    let e12 = times(&squared(&e6, 6), &e6); //    2^12 − 1
    let e15 = times(&squared(&e12, 3), &e3); //   2^15 − 1
    let e30 = times(&squared(&e15, 15), &e15); // 2^30 − 1
    let e31 = times(&e30.sqr().carry(), x); //    2^31 − 1
    let e32 = times(&e31.sqr().carry(), x); //    2^32 − 1
    // 31 ones, a zero, and 4·32 ones.
    let mut stem = times(&squared(&e31, 33), &e32);
    for _ in 0..3 {
        stem = times(&squared(&stem, 32), &e32);
    }
    stem
}

/// x^((p+1)/4) for p = 2^256 − 2^224 − 2^96 + 2^64 − 1: a square root, if x has one. Cost: 254 squarings, 13
/// multiplications.
///
/// (p + 1)/4 = 2^94·(2^160 − 2^128 − 1) + 2^62: after the stem 31 zeros, a one and 62 zeros.
#[inline(always)]
pub fn sqrt_sm2<T: Factor>(x: &T) -> T {
    squared(&times(&squared(&stem_sm2(x), 32), x), 61).sqr().reduce()
}

/// x^((p+1)/4) for p = 2^256 − 2^32 − 977: a square root, if x has one. Cost: 253 squarings, 13 multiplications.
///
/// (p + 1)/4 = 2^254 − 2^30 − 244: 223 ones, a zero, 22 ones, four zeros, two ones and two zeros.
#[inline(always)]
pub fn sqrt_secp256k1<T: Factor>(x: &T) -> T {
    let e2 = times(&x.sqr().carry(), x); //         2^2 − 1
    let e3 = times(&e2.sqr().carry(), x); //        2^3 − 1
    let e6 = times(&squared(&e3, 3), &e3); //       2^6 − 1
    let e9 = times(&squared(&e6, 3), &e3); //       2^9 − 1
    let e11 = times(&squared(&e9, 2), &e2); //      2^11 − 1
    let e22 = times(&squared(&e11, 11), &e11); //   2^22 − 1
    let e44 = times(&squared(&e22, 22), &e22); //   2^44 − 1
    let e88 = times(&squared(&e44, 44), &e44); //   2^88 − 1
    let e176 = times(&squared(&e88, 88), &e88); //  2^176 − 1
    let e220 = times(&squared(&e176, 44), &e44); // 2^220 − 1
    let e223 = times(&squared(&e220, 3), &e3); //   2^223 − 1
    let stem = times(&squared(&e223, 23), &e22);
    times(&squared(&stem, 6), &e2).sqr().carry().sqr().reduce()
}
