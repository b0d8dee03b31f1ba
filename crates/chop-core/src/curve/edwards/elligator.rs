//! Elligator 2 (Bernstein, Hamburg, Krasnova, Lange 2013, eprint 2013/325), as RFC 9380, 6.7.1 and 6.8.2 has it:
//! from a field element to a point of edwards25519 by way of curve25519, t² = s³ + J·s² + s with J = 486662.
//!
//! With Z = 2, no square: s = −J/(1 + 2·u²) where that is on the curve, else −J minus that. 1 + 2·u² is never 0, as
//! −1/2 is no square either.
#![allow(non_snake_case)] // coordinates are capital letters in the formulas
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::Extended;
use super::square_root::{is_odd, negate_if, sqrt_ratios};
use crate::field::f25519::{Constant, F25519, MODULUS};
use crate::field::{LaneMask, Sum};

/// J².
const J_SQR: Constant = Constant::new([486_662 * 486_662, 0, 0, 0]);
/// −J.
const MINUS_J: Constant = Constant::new([MODULUS[0] - 486_662, MODULUS[1], MODULUS[2], MODULUS[3]]);
/// √−(J + 2), the even one: RFC 9380, 6.8.2 asks for the root with sgn0 = 0.
const SQRT_MINUS_J_2: Constant =
    Constant::new([0xcc6e04aaff457e06, 0xc5a1d3d14b7d1a82, 0xd27b08dc03fc4f7e, 0x0f26edf460a006bb]);
/// 1 − √−1, whose square is −2·√−1 = 2/√−1.
const ONE_MINUS_SQRT_M1: Constant =
    Constant::new([0x3b11e4d8b5f15f3e, 0xd0bce7f952d01b87, 0xd4b2ff66c2042858, 0x547cdb7fb03e20f4]);

/// map_to_curve_elligator2_edwards25519 of N groups of field elements. The point may have a part of small order.
///
/// Cost of each: 1 power, 6S + 22M. Constant time.
#[inline(always)]
pub fn map<F: F25519, const N: usize>(u: &[F; N]) -> [Extended<F>; N] {
    let (one, minus_j) = (F::constant(&Constant::ONE), F::constant(&MINUS_J));
    let (mut uu2, mut sd, mut gn, mut gd) = ([one; N], [one; N], [one; N], [one; N]);
    for i in 0..N {
        let twice = u[i].sqr().double();
        uu2[i] = twice.carry(); //                                    2·u²
        sd[i] = twice.add(&one.widen()).reduce(); //                  s1 = −J/sd, sd = 1 + 2·u²
        // g(s1) = s1³ + J·s1² + s1 = −J·(J² − J²·sd + sd²)/sd³, and J² − J²·sd = −J²·2·u².
        let sd_sqr = sd[i].sqr();
        let inner = sd_sqr.sub(&uu2[i].mul(&F::constant(&J_SQR))).carry();
        gn[i] = inner.mul(&minus_j).reduce();
        gd[i] = sd_sqr.carry().mul(&sd[i]).reduce();
    }
    let roots = sqrt_ratios(&gn, &gd);
    let mut points = [Extended::identity(); N];
    for i in 0..N {
        let is_square = roots[i].is_square;
        // g(s2) = 2·u²·g(s1), and the root is that of √−1·g(s1): t = u·√(2/√−1)·root.
        let other = roots[i].root.mul(&u[i]).carry().mul(&F::constant(&ONE_MINUS_SQRT_M1)).reduce();
        let t = F::select(is_square, &roots[i].root, &other);
        // t is odd where s = s1, and even where s = s2 = s1·2·u².
        let t = negate_if(is_odd(&t).xor(is_square), &t);
        let sn = F::select(is_square, &minus_j, &minus_j.mul(&uu2[i]).reduce());
        points[i] = from_montgomery(&sn, &sd[i], &t);
    }
    points
}

/// The point of edwards25519 of (s, t) = (sn/sd, t): (√−(J + 2)·s/t, (s − 1)/(s + 1)), and the neutral element where
/// a denominator is 0. Cost: 7M.
#[inline(always)]
fn from_montgomery<F: F25519>(sn: &F, sd: &F, t: &F) -> Extended<F> {
    let xn = sn.mul(&F::constant(&SQRT_MINUS_J_2)).carry();
    let xd = sd.mul(t).carry();
    let yn = sn.widen().sub(&sd.widen()).carry();
    let yd = sn.widen().add(&sd.widen()).carry();
    let Z = xd.mul(&yd).reduce();
    let point = Extended { X: xn.mul(&yd).carry(), Y: yn.mul(&xd).carry(), Z, T: xn.mul(&yn).carry() };
    Extended::select(Z.is_zero(), &Extended::identity(), &point)
}
