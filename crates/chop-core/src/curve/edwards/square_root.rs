//! √(u/v) modulo 2^255 − 19 without a division, and signs: what decoding, ristretto255 and Elligator 2 are made of.
//!
//! p ≡ 5 modulo 8, so that x = u·v³·(u·v⁷)^((p−5)/8) satisfies v·x² = ε·u for a fourth root of one ε: 1 or −1
//! where u/v is a square, √−1 or −√−1 where it is not (RFC 8032, 5.1.3; RFC 9496, 4.2).

#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::ct::Mask;
use crate::field::f25519::{Constant, F25519};
use crate::field::{Field, LaneMask, Lanes, Sum, chains};
use crate::lanes::Step;

/// A square root, lane by lane.
#[derive(Clone, Copy)]
pub struct SqrtRatio<F: Field> {
    /// u/v is a square, 0 included.
    pub is_square: F::Mask,
    /// One of the two roots of u/v where that is a square, else one of √−1·u/v; 0 where u or v is 0.
    pub root: F,
}

/// √(u/v) for N pairs at a time, of depth 1. Where v is 0 and u is not there is no square and the root is 0.
///
/// Cost of each: 1 power (251S + 11M), 3S + 7M. Constant time.
#[inline(always)]
pub fn sqrt_ratios<F: F25519, const N: usize>(u: &[F; N], v: &[F; N]) -> [SqrtRatio<F>; N] {
    F::apart(SqrtRatios { u, v })
}

struct SqrtRatios<'a, F, const N: usize> {
    u: &'a [F; N],
    v: &'a [F; N],
}

impl<F: F25519, const N: usize> Step for SqrtRatios<'_, F, N> {
    type Out = [SqrtRatio<F>; N];

    #[inline(always)]
    fn take(self) -> [SqrtRatio<F>; N] {
        let SqrtRatios { u, v } = self;
        let (mut uv3, mut base) = (*u, *u);
        for i in 0..N {
            let v2 = v[i].sqr().carry();
            uv3[i] = u[i].mul(&v2.mul(&v[i]).carry()).carry(); //         u·v³
            base[i] = uv3[i].mul(&v2.sqr().carry()).carry(); //           u·v⁷
        }
        let power = chains::pow_p58_25519(&base);
        let no = F::mask(&Lanes::splat(Mask::FALSE));
        let mut roots = [SqrtRatio { is_square: no, root: u[0] }; N];
        for i in 0..N {
            roots[i] = root(&u[i], &v[i], &uv3[i].mul(&power[i]).carry());
        }
        roots
    }
}

/// The root, given x with v·x² = ε·u.
#[inline(always)]
fn root<F: F25519>(u: &F, v: &F, x: &F) -> SqrtRatio<F> {
    let sqrt_m1 = F::constant(&Constant::SQRT_M1);
    let wide = u.widen();
    let vxx = x.sqr().carry().mul(v);
    let is_root = vxx.sub(&wide).reduce().is_zero(); //               ε = 1
    let is_minus = vxx.add(&wide).reduce().is_zero(); //              ε = −1
    let is_minus_i = vxx.add(&u.mul(&sqrt_m1)).reduce().is_zero(); // ε = −√−1
    let turned = x.mul(&sqrt_m1).carry();
    SqrtRatio { is_square: is_root.or(is_minus), root: F::select(is_minus.or(is_minus_i), &turned, x) }
}

/// Whether the least representative is odd, lane by lane: what RFC 9496 calls negative.
#[inline(always)]
pub fn is_odd<F: F25519>(x: &F) -> F::Mask {
    F::bit(&x.to_bundle(), 0)
}

/// −x where the mask is true, else x, lane by lane, for x of depth 3 at most; depth 1.
#[inline(always)]
pub fn negate_if<F: F25519>(mask: F::Mask, x: &F) -> F {
    F::select(mask, &F::constant(&Constant::ZERO).widen().sub(&x.widen()).reduce(), x)
}

/// The one of x and −x that is even.
#[inline(always)]
pub fn absolute<F: F25519>(x: &F) -> F {
    negate_if(is_odd(x), x)
}
