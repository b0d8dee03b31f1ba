//! The Montgomery form v² = u³ + 486662·u² + u of RFC 7748: the x-only ladder and the two maps.

#![allow(non_snake_case)] // points are capital letters

use super::edwards::Extended;
use crate::ct::Mask;
use crate::field::f25519::{Constant, F25519};
use crate::field::{LaneMask, Lanes, Sum};

/// A projective u-coordinate, u = U/W; the point at infinity has W = 0.
#[derive(Clone, Copy)]
pub struct ProjectiveU<F> {
    /// U.
    pub u: F,
    /// W.
    pub w: F,
}

/// k·(u, ·) in each lane for 255-bit scalars `k`, taken as they are (clamping is the caller's).
///
/// Cost: 255 steps of 5M + 4S and one small multiplication. Constant time in everything.
/// Source: RFC 7748, section 5.
#[inline(always)]
pub fn ladder<F: F25519>(scalars: &F::Words, u: &F) -> ProjectiveU<F> {
    let (zero, one) = (F::constant(&Constant::ZERO), F::constant(&Constant::ONE));
    let start = ([one.widen(), zero.widen()], [u.widen(), one.widen()]);
    let last = F::mask(&F::Lanes::splat(Mask::FALSE));
    steps(scalars, u, (254, 0), start, last)
}

/// [`ladder`] for clamped scalars: bit 254 is 1 and the lowest three are 0.
///
/// Cost: 251 steps, and 4 doublings of 2M + 2S and one small multiplication. Constant time in everything.
#[inline(always)]
pub fn ladder_clamped<F: F25519>(scalars: &F::Words, u: &F) -> ProjectiveU<F> {
    // What the first step would make of O and P: 2·P and P.
    let P = [u.widen(), F::constant(&Constant::ONE).widen()];
    let last = F::mask(&F::Lanes::splat(Mask::TRUE));
    let mut Q = steps(scalars, u, (253, 3), (double::<F>(&P), P), last);
    for _ in 0..3 {
        let [u, w] = double::<F>(&[Q.u.widen(), Q.w.widen()]);
        Q = ProjectiveU { u: u.carry(), w: w.carry() };
    }
    Q
}

/// The steps for bits `from` down to `to`, from P2 and P3 after a bit that was `last`: n·P and (n + 1)·P for n the bits so
/// far, and the other way round if it was 1.
#[inline(always)]
fn steps<F: F25519>(
    scalars: &F::Words,
    u: &F,
    (from, to): (usize, usize),
    (mut P2, mut P3): ([F::Sum; 2], [F::Sum; 2]),
    last: F::Mask,
) -> ProjectiveU<F> {
    let mut before = last;
    for t in (to..=from).rev() {
        let bit = F::bit(scalars, t);
        (P2, P3) = step(u, bit.xor(before), &P2, &P3);
        before = bit;
    }
    let ([x2, z2], [x3, z3]) = (P2, P3);
    ProjectiveU {
        u: F::select(before, &x3.carry(), &x2.carry()),
        w: F::select(before, &z3.carry(), &z2.carry()),
    }
}

/// 2·P. Points are [x, z], of depth 1.
#[inline(always)]
fn double<F: F25519>([x, z]: &[F::Sum; 2]) -> [F::Sum; 2] {
    doubled::<F>(x.add(z).carry().sqr(), x.sub(z).carry().sqr())
}

/// 2·P from AA = (x + z)² and BB = (x − z)².
#[inline(always)]
fn doubled<F: F25519>(aa: F::Sum, bb: F::Sum) -> [F::Sum; 2] {
    let e = aa.sub(&bb).carry(); //                     E = AA − BB, depth 5
    let x = aa.carry().in_turn().mul(&bb.carry()); //   AA·BB
    let factor = e.mul_small_onto(121_666, &bb); //     BB + (a24 + 1)·E = AA + a24·E
    [x, e.in_turn().mul(&factor)] //                    E·(AA + a24·E)
}

/// One step: 2·P2, or 2·P3 where the mask is true, and P2 + P3, given P3 − P2 = ±(u : 1). Points are [x, z], of depth 1.
///
/// The sum is the same whichever of the two is which, but for signs of what is squared, so that only the doubling
/// chooses.
#[inline(always)]
fn step<F: F25519>(
    u: &F,
    swap: F::Mask,
    [x2, z2]: &[F::Sum; 2],
    [x3, z3]: &[F::Sum; 2],
) -> ([F::Sum; 2], [F::Sum; 2]) {
    let a = x2.add(z2).carry(); //                      A = x2 + z2
    let b = x2.sub(z2).carry(); //                      B = x2 − z2
    let c = x3.add(z3).carry(); //                      C = x3 + z3
    let d = x3.sub(z3).carry(); //                      D = x3 − z3
    // One product after the other: two at a time need more registers than there are.
    let da = d.in_turn().mul(&a);
    let cb = c.in_turn().mul(&b);
    let aa = F::select(swap, &c, &a).in_turn().sqr(); // AA = A², or C²
    let bb = F::select(swap, &d, &b).in_turn().sqr(); // BB = B², or D²
    let x5 = da.add(&cb).carry().in_turn().sqr(); //    (DA + CB)²
    let difference = da.sub(&cb).carry().in_turn().sqr().carry();
    let z5 = u.in_turn().mul(&difference); //           u·(DA − CB)²
    (doubled::<F>(aa, bb), [x5, z5])
}

impl<F: F25519> ProjectiveU<F> {
    /// u = U/W as words, 0 for the point at infinity. Cost: one inversion (254S + 11M), 1M.
    #[inline(always)]
    pub fn encode(&self) -> F::Lanes<[u64; 4]> {
        self.u.mul(&self.w.invert()).carry().to_words()
    }

    /// The u-coordinate of an Edwards point: u = (1 + y)/(1 − y) = (Z + Y)/(Z − Y). The neutral
    /// element goes to the point at infinity.
    #[inline(always)]
    pub fn from_edwards(point: &Extended<F>) -> Self {
        let (y, z) = (point.Y.widen(), point.Z.widen());
        ProjectiveU { u: z.add(&y).carry(), w: z.sub(&y).carry() }
    }
}

/// The y-coordinate of the Edwards points over a u-coordinate, y = (u − 1)/(u + 1), as words without a
/// sign bit; the mask is false for u = −1, which has none. Cost: one inversion, 1M.
#[inline(always)]
pub fn edwards_y<F: F25519>(u: &F) -> (F::Lanes<[u64; 4]>, F::Mask) {
    let one = F::constant(&Constant::ONE).widen();
    let denominator = u.widen().add(&one).carry();
    let exists = denominator.is_zero().not();
    let y = u.widen().sub(&one).carry().mul(&denominator.invert()).carry();
    (y.to_words(), exists)
}
