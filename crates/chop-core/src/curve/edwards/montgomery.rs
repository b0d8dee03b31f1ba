//! The Montgomery form v² = u³ + 486662·u² + u of RFC 7748: the x-only ladder, v of what it finds, and the two maps.

#![allow(non_snake_case)] // points are capital letters

use super::{Completed, Extended};
use crate::ct::Mask;
use crate::field::f25519::{Constant, F25519, MODULUS};
use crate::field::{LaneMask, Lanes, PerElement, Sum};
use crate::lanes::steps;

/// A projective u-coordinate, u = U/W; the point at infinity has W = 0.
#[derive(Clone, Copy)]
pub struct ProjectiveU<F> {
    /// U.
    pub u: F,
    /// W.
    pub w: F,
}

/// The factors of the products of a step: A = x2 + z2, B = x2 − z2, C = x3 + z3, D = x3 − z3 of two points whose difference is
/// ±(u : 1).
type Factors<F> = [F; 4];

/// 2·486662.
const TWICE_A: Constant = Constant::new([973_324, 0, 0, 0]);
/// −2·486664.
const TWICE_B: Constant = Constant::new([MODULUS[0] - 973_328, MODULUS[1], MODULUS[2], MODULUS[3]]);

/// k·(u, ·) in each lane for 255-bit scalars `k`, taken as they are (clamping is the caller's).
///
/// Cost: 255 steps of 5M + 4S and one small multiplication. Constant time in everything.
/// Source: RFC 7748, section 5.
#[inline(always)]
pub fn ladder<F: F25519>(scalars: &F::Words, u: &F) -> ProjectiveU<F> {
    let [[product, _]] = multiples(&[*scalars], &[*u], 255);
    product
}

/// n·P and (n + 1)·P in each lane for scalars n below 2^`bits`, given u of P: N ladders, a step of each in turn.
///
/// Cost: a step a bit. Constant time in everything.
#[inline(always)]
pub fn multiples<F: F25519, const N: usize>(
    scalars: &[F::Words; N],
    u: &[F; N],
    bits: usize,
) -> [[ProjectiveU<F>; 2]; N] {
    let (zero, one) = (F::constant(&Constant::ZERO), F::constant(&Constant::ONE));
    let mut start = [[one; 4]; N];
    for i in 0..N {
        start[i] = factors::<F>(&[one.widen(), zero.widen()], &[u[i].widen(), one.widen()]);
    }
    steps(scalars, u, (bits - 1, 0), start, F::mask(&Lanes::splat(Mask::FALSE)))
}

/// [`ladder`] for clamped scalars: bit 254 is 1 and the lowest three are 0. N ladders, a step of each in turn.
///
/// Cost: 251 steps, and 4 doublings of 2M + 2S and one small multiplication. Constant time in everything.
#[inline(always)]
pub fn ladders_clamped<F: F25519, const N: usize>(
    scalars: &[F::Words; N],
    u: &[F; N],
) -> [ProjectiveU<F>; N] {
    let one = F::constant(&Constant::ONE);
    let mut start = [[one; 4]; N];
    for i in 0..N {
        // What the first step would make of O and P: 2·P and P.
        let P = [u[i].widen(), one.widen()];
        start[i] = factors::<F>(&double::<F>(&P), &P);
    }
    let found = steps(scalars, u, (253, 3), start, F::mask(&Lanes::splat(Mask::TRUE)));
    let mut products = [ProjectiveU { u: one, w: one }; N];
    for i in 0..N {
        products[i] = found[i][0];
        for _ in 0..3 {
            let [u, w] = double::<F>(&[products[i].u.widen(), products[i].w.widen()]);
            products[i] = ProjectiveU { u: u.carry(), w: w.carry() };
        }
    }
    products
}

/// n·P and (n + 1)·P after the steps for bits `from` down to `to`, for n the bits so far, from what they are made of before, where the
/// bit was `last`: if that was 1 they come the other way round.
///
/// Two ladders at a time, where lanes are multiplied, hide what ends a step: a product of the other one is ready to begin.
#[inline(always)]
fn steps<F: F25519, const N: usize>(
    scalars: &[F::Words; N],
    u: &[F; N],
    (from, to): (usize, usize),
    mut state: [Factors<F>; N],
    last: F::Mask,
) -> [[ProjectiveU<F>; 2]; N] {
    let mut before = [last; N];
    for t in (to..=from).rev() {
        for i in 0..N {
            let bit = F::bit(&scalars[i], t);
            state[i] = step::<F>(&u[i], bit.xor(before[i]), &state[i]);
            before[i] = bit;
        }
    }
    let one = F::constant(&Constant::ONE);
    let mut found = [[ProjectiveU { u: one, w: one }; 2]; N];
    for i in 0..N {
        let [a, b, c, d] = &state[i];
        let (P2, P3) = (point(a, b), point(c, d));
        found[i] = [ProjectiveU::select(before[i], &P3, &P2), ProjectiveU::select(before[i], &P2, &P3)];
    }
    found
}

/// A, B, C, D. Points are [x, z], of depth 1.
#[inline(always)]
fn factors<F: F25519>([x2, z2]: &[F::Sum; 2], [x3, z3]: &[F::Sum; 2]) -> Factors<F> {
    [x2.add(z2).carry(), x2.sub(z2).carry(), x3.add(z3).carry(), x3.sub(z3).carry()]
}

/// (2·x : 2·z) from x + z and x − z.
#[inline(always)]
fn point<F: F25519>(sum: &F, difference: &F) -> ProjectiveU<F> {
    let (sum, difference) = (sum.widen().reduce().widen(), difference.widen().reduce().widen());
    ProjectiveU { u: sum.add(&difference).reduce(), w: sum.sub(&difference).reduce() }
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

steps! {
    over F;

    /// One step: of 2·P2, or 2·P3 where the mask is true, and P2 + P3.
    ///
    /// The sum is the same whichever of the two is which, but for signs of what is squared, so that only the doubling
    /// chooses. One product after the other: two at a time need more registers than there are. Next to each other are those
    /// that do not wait for each other.
    fn step[F: F25519](u: &F, swap: F::Mask, factors_before: &Factors<F>) -> Factors<F> {
        let [a, b, c, d] = factors_before;
        let da = d.in_turn().mul(a);
        let cb = c.in_turn().mul(b);
        let aa = F::select(swap, c, a).in_turn().sqr(); //  AA = A², or C²
        let bb = F::select(swap, d, b).in_turn().sqr(); //  BB = B², or D²
        let sum = da.add(&cb).carry();
        let difference = da.sub(&cb).carry().in_turn().sqr().carry();
        let x5 = sum.in_turn().sqr(); //         (DA + CB)²
        let z5 = difference.in_turn().mul(u); // u·(DA − CB)²
        factors::<F>(&doubled::<F>(aa, bb), &[x5, z5])
    }

    /// [`Origin::recover`].
    fn recovered[F: F25519](origin: &Origin<F>, Q: &ProjectiveU<F>, next: &ProjectiveU<F>) -> (Completed<F>, [F::Mask; 3]) {
        let (U, W) = (Q.u.widen(), Q.w.widen());
        let uW = origin.u.mul(&Q.w); //                                             u·W
        let aW = Q.w.mul(&F::constant(&TWICE_A)); //                                2·a·W
        let uU_W = origin.u.mul(&Q.u).add(&W).carry(); //                           u·U + W
        let long = uU_W.mul(&uW.add(&U).add(&aW).carry()); //                       its product with u·W + U + 2·a·W
        let short = aW.carry().mul(&Q.w); //                                        2·a·W²
        let square = uW.sub(&U).carry().sqr().carry(); //                           (u·W − U)²
        let v = long.sub(&short).carry().mul(&next.w).sub(&square.mul(&next.u)); // v of Q times 2·b·v·W²·W′
        let scale = origin.v.mul(&F::constant(&TWICE_B)).carry().mul(&Q.w).carry().mul(&next.w).carry();
        // x = u/v and y = (u − 1)/(u + 1).
        let point = Completed {
            E: scale.mul(&Q.u).carry(),
            F: U.add(&W).carry(),
            G: v.carry(),
            H: U.sub(&W).carry(),
        };
        (point, [Q.w.is_zero(), Q.u.is_zero(), next.w.is_zero()])
    }
}

/// The values that recover the y-coordinate of a multiple, for a point of the curve that is neither neutral nor of order 2.
///
/// Coordinates (u, v) with v = u/x: those of the curve −486664·v² = u³ + 486662·u² + u, on which v is that of RFC 7748 over the square
/// root of −486664, which is then never needed.
pub struct Origin<F> {
    /// u.
    pub u: F,
    /// v.
    pub v: F,
}

impl<F: F25519> Origin<F> {
    /// The element that [`Origin::from_edwards`] needs the inverse of: (Z − Y)·X, and 1 where X = 0, as (0, ±1) has no origin. Cost: 1M.
    #[inline(always)]
    pub fn denominator(P: &Extended<F>) -> F {
        let product = P.Z.widen().sub(&P.Y.widen()).carry().mul(&P.X).carry();
        F::select(P.X.is_zero(), &F::constant(&Constant::ONE), &product)
    }

    /// u = (Z + Y)/(Z − Y) and v = u·Z/X, given the inverse of the denominator. Cost: 3M.
    #[inline(always)]
    pub fn from_edwards(P: &Extended<F>, inverse: &F) -> Origin<F> {
        let common = P.Z.widen().add(&P.Y.widen()).carry().mul(inverse).carry();
        Origin { u: common.mul(&P.X).carry(), v: common.mul(&P.Z).carry() }
    }

    /// Q = n·P as an Edwards point, from u of Q and of Q + P. The masks are true where this cannot be told so: where Q is neutral,
    /// where it is (0, −1), of order 2, and where it is −P.
    ///
    /// Cost: 15M + 1S. Source: Okeya and Sakurai 2001, for a curve b·v² = u³ + a·u² + u; with U, W of Q and U′, W′ of Q + P,
    /// 2·b·v·W²·W′·(v of Q) = ((u·U + W)·(u·W + U + 2·a·W) − 2·a·W²)·W′ − (u·W − U)²·U′.
    #[inline(always)]
    pub fn recover(&self, [Q, next]: &[ProjectiveU<F>; 2]) -> (Completed<F>, [F::Mask; 3]) {
        recovered(self, Q, next)
    }
}

impl<F: F25519> ProjectiveU<F> {
    /// `P` where the mask is true, else `Q`, lane by lane.
    #[inline(always)]
    fn select(mask: F::Mask, P: &Self, Q: &Self) -> Self {
        ProjectiveU { u: F::select(mask, &P.u, &Q.u), w: F::select(mask, &P.w, &Q.w) }
    }

    /// u = U/W as words, 0 for the point at infinity. Cost: one inversion (254S + 11M), 1M.
    #[inline(always)]
    pub fn encode(&self) -> PerElement<F, [u64; 4]> {
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
pub fn edwards_y<F: F25519>(u: &F) -> (PerElement<F, [u64; 4]>, F::Mask) {
    let one = F::constant(&Constant::ONE).widen();
    let denominator = u.widen().add(&one).carry();
    let exists = denominator.is_zero().not();
    let y = u.widen().sub(&one).carry().mul(&denominator.invert()).carry();
    (y.to_words(), exists)
}
