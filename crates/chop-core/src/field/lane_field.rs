//! Elements in lanes, five limbs of 52 bits each: what is the same for every prime.
//!
//! x = x0 + 2^52·x1 + 2^104·x2 + 2^156·x3 + 2^208·x4 in each lane, or that times a constant of the prime (Montgomery's form).
//!
//! | type    | every limb or column is                                         | made by                   | read by              |
//! |---------|-----------------------------------------------------------------|---------------------------|----------------------|
//! | [`Fe`]  | limbs 0..3: low 52 bits count, the rest is junk; limb 4 ≤ T     | `carry`, decoding         | `mul`, `sqr`, …      |
//! | [`Sum`] | ≤ n·U, n its depth, and ≥ −n·B                                  | `mul`, `sqr`: n = 1; sums | `add`, `sub`, `carry`|
//!
//! A [`Prime`] has the bounds [T](Prime::TOP), [U](Prime::UNIT) and [B](Prime::BELOW), and the functions on limbs and columns that
//! depend on it: products, the carry, words. It proves at compile time that its functions keep the bounds; `assert_bias` proves the
//! part that subtraction needs. Debug builds assert the bounds on all values. A [`CurvePrime`] has constants, tables and roots
//! besides, and so its elements are those of a [`LaneField`](super::LaneField).

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::bounds::{BIAS_DEPTH, Depth, MAX_DEPTH, MAX_SUBTRAHEND};
use super::inverses_vartime::invert_lanes_vartime;
use super::prime::lanes_of_a_prime;
use super::{Bounded, Field, Limbs, invert_lanes, words_of_lanes};
use crate::lanes::columns::{add_columns, masked, selected, splat, sub_columns, sub_unbiased};
use crate::lanes::{self, LaneMasks, Lanes, PerLane, Step, Vector};
use core::fmt::Debug;
use core::marker::PhantomData;

/// A prime, as far as arithmetic in lanes depends on it. Limbs and columns are within the bounds at the top of this file.
pub trait Prime: Copy + Debug + 'static {
    /// T, the largest top limb of an [`Fe`].
    const TOP: u64;
    /// U, the largest column of a product.
    const UNIT: [u64; 5];
    /// B, how far below zero a column of a product may be, as a signed integer.
    const BELOW: [u64; 5] = [0; 5];
    /// A multiple of p with columns near 3.5·U: at least 3·U, so that x + BIAS − y is never below what is allowed for y of
    /// depth 3; at most 4·U, which is what a subtraction adds to the depth.
    const BIAS: [u64; 5];

    /// The columns of x·y.
    fn mul<V: Vector>(x: &[V; 5], y: &[V; 5]) -> [V; 5];
    /// The columns of x².
    fn sqr<V: Vector>(x: &[V; 5]) -> [V; 5];
    /// Columns of x² that are ready sooner, if there are any, for a square that is waited for.
    #[inline(always)]
    fn sqr_soon<V: Vector>(x: &[V; 5]) -> [V; 5] {
        Self::sqr(x)
    }
    /// Columns of x·y that are ready sooner, if there are any, for a product that is waited for.
    #[inline(always)]
    fn mul_soon<V: Vector>(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        Self::mul(x, y)
    }
    /// The columns of x·y + BIAS, as a minuend.
    #[inline(always)]
    fn mul_biased<V: Vector>(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        add_columns(&Self::mul(x, y), &splat(&Self::BIAS))
    }
    /// The columns of x² + BIAS, likewise.
    #[inline(always)]
    fn sqr_biased<V: Vector>(x: &[V; 5]) -> [V; 5] {
        add_columns(&Self::sqr(x), &splat(&Self::BIAS))
    }
    /// The columns of x·y + u·v, of depth 2.
    #[inline(always)]
    fn mul_add_mul<V: Vector>(x: &[V; 5], y: &[V; 5], u: &[V; 5], v: &[V; 5]) -> [V; 5] {
        add_columns(&Self::mul(x, y), &Self::mul(u, v))
    }
    /// The columns of 2·x·y + z², of depth 3.
    #[inline(always)]
    fn twice_mul_add_sqr<V: Vector>(x: &[V; 5], y: &[V; 5], z: &[V; 5]) -> [V; 5] {
        let xy = Self::mul(x, y);
        add_columns(&add_columns(&xy, &xy), &Self::sqr(z))
    }
    /// The columns of c·x, c < 2^17.
    fn mul_small<V: Vector>(x: &[V; 5], c: u32) -> [V; 5];
    /// Limbs from columns of depth 9 at most.
    fn carried<V: Vector>(columns: &[V; 5]) -> [V; 5];
    /// Whether x ≡ 0.
    fn is_zero<V: Vector>(x: &[V; 5]) -> LaneMasks<V>;
    /// Limbs of a 256-bit integer: see [`Field::from_bundle`].
    fn from_words<V: Vector>(words: &[V; 4]) -> [V; 5];
    /// The least non-negative representative.
    fn to_words<V: Vector>(x: &[V; 5]) -> [V; 4];
    /// 1/x of the least words of x, and 0 for 0: in one lane.
    fn inverse(words: &[u64; 4]) -> [u64; 4];
    /// The same for public words.
    #[inline(always)]
    fn inverse_vartime(words: &[u64; 4]) -> [u64; 4] {
        Self::inverse(words)
    }
    /// See [`Field::in_turn`].
    #[inline(always)]
    fn in_turn<V: Vector>(x: &[V; 5]) -> [V; 5] {
        *x
    }
}

/// The prime of a Weierstrass curve.
pub trait CurvePrime: Prime {
    /// See [`PrimeField::Constant`](super::PrimeField::Constant).
    type Constant: Copy + 'static;
    /// 0.
    const ZERO: Self::Constant;
    /// 1.
    const ONE: Self::Constant;

    /// The limbs of a constant.
    fn limbs(constant: &Self::Constant) -> &[u64; 5];
    /// Limbs of words as [`PrimeField::from_table`](super::PrimeField::from_table) takes them.
    fn from_table<V: Vector>(words: &[V; 4]) -> [V; 5];
    /// The least words that [`CurvePrime::from_table`] takes for the same element.
    fn to_table<V: Vector>(x: &[V; 5]) -> [V; 4];
    /// A square root of x; unspecified if there is none.
    fn sqrt<T: super::pair::Factor>(x: &T) -> T;
}

/// Fails to compile where the bias does not keep a difference within its bounds.
pub(super) const fn assert_bias<P: Prime>() {
    let mut i = 0;
    while i < 5 {
        let (bias, unit, below) = (P::BIAS[i], P::UNIT[i], P::BELOW[i]);
        assert!(bias >= MAX_SUBTRAHEND as u64 * unit);
        // Of a subtrahend below zero.
        assert!(bias + MAX_SUBTRAHEND as u64 * below <= BIAS_DEPTH as u64 * unit);
        // Of a minuend below zero, at a depth that may still be carried.
        assert!(below == 0 || bias - MAX_SUBTRAHEND as u64 * unit >= MAX_DEPTH as u64 * below);
        i += 1;
    }
}

/// An element in each lane that may be multiplied.
#[derive(Clone, Copy, Debug)]
pub struct Fe<P, V>([V; 5], PhantomData<P>);

/// A sum of products in each lane.
#[derive(Clone, Copy, Debug)]
pub struct Sum<P, V> {
    columns: [V; 5],
    depth: Depth,
    prime: PhantomData<P>,
}

#[cfg(debug_assertions)]
#[inline(never)]
fn check_top<V: Vector>(limbs: &[V; 5], top: u64) {
    for lane in lanes::unbundle(limbs).as_ref() {
        assert!(lane[4] <= top, "top limb is {}, bound {top}", lane[4]);
    }
}

#[cfg(debug_assertions)]
#[inline(never)]
fn check_columns<V: Vector>(columns: &[V; 5], depth: Depth, unit: &[u64; 5], below: &[u64; 5]) {
    for lane in lanes::unbundle(columns).as_mut() {
        for (column, below) in lane.iter_mut().zip(below) {
            if *below > 0 && (*column as i64) < 0 {
                depth.assert_limbs(&[column.wrapping_neg()], &[*below]);
                *column = 0;
            }
        }
        depth.assert_limbs(lane, unit);
    }
}

/// Limbs or columns as signed integers.
fn signed<V: Vector>(lanes: PerLane<V, [u64; 5]>) -> PerLane<V, [i64; 5]> {
    let mut z = PerLane::<V, [i64; 5]>::splat([0; 5]);
    for lane in 0..V::LANES {
        z[lane] = lanes[lane].map(|x| x as i64);
    }
    z
}

impl<P: Prime, V: Vector> Fe<P, V> {
    /// Elements from limbs within the bounds.
    #[inline(always)]
    pub(crate) fn new(limbs: [V; 5]) -> Self {
        #[cfg(debug_assertions)]
        check_top(&limbs, P::TOP);
        Fe(limbs, PhantomData)
    }

    /// An element with every limb at its largest value, junk included, for tests of the bounds.
    pub fn at_bound() -> Self {
        let full = V::splat(u64::MAX);
        Fe::new([full, full, full, full, V::splat(P::TOP)])
    }

    /// The limbs of each lane without junk, for tests: the value is Σ limb\[i\]·2^(52·i), in the form of the prime.
    pub fn limbs(&self) -> PerLane<V, [u64; 5]> {
        lanes::unbundle(&masked(&self.0))
    }
}

impl<P: Prime, V: Vector> Sum<P, V> {
    /// A sum from columns within the bounds of its depth.
    #[inline(always)]
    pub(super) fn new(columns: [V; 5], depth: Depth) -> Self {
        #[cfg(debug_assertions)]
        check_columns(&columns, depth, &P::UNIT, &P::BELOW);
        Sum { columns, depth, prime: PhantomData }
    }

    /// A sum with every column at the largest value that depth `n` allows, for tests of the bounds.
    pub fn at_bound(n: u8) -> Self {
        assert!(n <= MAX_DEPTH);
        Sum::new(splat(&P::UNIT.map(|unit| n as u64 * unit)), Depth::new(n))
    }

    /// The columns of each lane, for tests: the value is Σ column\[i\]·2^(52·i), in the form of the prime.
    pub fn columns(&self) -> PerLane<V, [u64; 5]> {
        lanes::unbundle(&self.columns)
    }
}

/// [`Prime::mul`], apart where the register asks for that.
#[inline(always)]
fn product<P: Prime, V: Vector>(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
    if const { V::PRODUCTS_APART } { V::apart(Product::<P, V>(x, y, PhantomData)) } else { P::mul(x, y) }
}

/// [`Prime::sqr`], likewise.
#[inline(always)]
fn square<P: Prime, V: Vector>(x: &[V; 5]) -> [V; 5] {
    if const { V::PRODUCTS_APART } { V::apart(Square::<P, V>(x, PhantomData)) } else { P::sqr(x) }
}

/// [`Prime::sqr_soon`], likewise; apart it is the same square.
#[inline(always)]
fn square_soon<P: Prime, V: Vector>(x: &[V; 5]) -> [V; 5] {
    if const { V::PRODUCTS_APART } { square::<P, V>(x) } else { P::sqr_soon(x) }
}

struct Product<'a, P, V>(&'a [V; 5], &'a [V; 5], PhantomData<P>);

impl<P: Prime, V: Vector> Step for Product<'_, P, V> {
    type Out = [V; 5];

    #[inline(always)]
    fn take(self) -> [V; 5] {
        P::mul(self.0, self.1)
    }
}

struct Square<'a, P, V>(&'a [V; 5], PhantomData<P>);

impl<P: Prime, V: Vector> Step for Square<'_, P, V> {
    type Out = [V; 5];

    #[inline(always)]
    fn take(self) -> [V; 5] {
        P::sqr(self.0)
    }
}

impl<P: Prime, V: Vector> Field for Fe<P, V> {
    type Width = V::Width;
    type Mask = LaneMasks<V>;
    type Sum = Sum<P, V>;
    type Words = [V; 4];

    #[inline(always)]
    fn apart<S: Step>(step: S) -> S::Out {
        V::apart(step)
    }

    #[inline(always)]
    fn mul(&self, y: &Self) -> Sum<P, V> {
        Sum::new(product::<P, V>(&self.0, &y.0), Depth::UNIT)
    }

    #[inline(always)]
    fn sqr(&self) -> Sum<P, V> {
        Sum::new(square::<P, V>(&self.0), Depth::UNIT)
    }

    #[inline(always)]
    fn mul_sub(&self, y: &Self, z: &Sum<P, V>) -> Sum<P, V> {
        let columns = if const { V::PRODUCTS_APART } {
            sub_columns(&product::<P, V>(&self.0, &y.0), &z.columns, &P::BIAS)
        } else {
            sub_unbiased(&P::mul_biased(&self.0, &y.0), &z.columns)
        };
        Sum::new(columns, Depth::UNIT.minus(z.depth))
    }

    #[inline(always)]
    fn sqr_sub(&self, z: &Sum<P, V>) -> Sum<P, V> {
        let columns = if const { V::PRODUCTS_APART } {
            sub_columns(&square::<P, V>(&self.0), &z.columns, &P::BIAS)
        } else {
            sub_unbiased(&P::sqr_biased(&self.0), &z.columns)
        };
        Sum::new(columns, Depth::UNIT.minus(z.depth))
    }

    #[inline(always)]
    fn mul_add_mul(&self, y: &Self, [u, v]: [&Self; 2]) -> Sum<P, V> {
        if const { V::PRODUCTS_APART } {
            return super::Sum::add(&self.mul(y), &u.mul(v));
        }
        Sum::new(P::mul_add_mul(&self.0, &y.0, &u.0, &v.0), Depth::new(2))
    }

    #[inline(always)]
    fn twice_mul_add_sqr(&self, y: &Self, z: &Self) -> Sum<P, V> {
        if const { V::PRODUCTS_APART } {
            return super::Sum::add(&super::Sum::double(&self.mul(y)), &z.sqr());
        }
        Sum::new(P::twice_mul_add_sqr(&self.0, &y.0, &z.0), Depth::new(3))
    }

    #[inline(always)]
    fn mul_soon(&self, y: &Self) -> Sum<P, V> {
        if const { V::PRODUCTS_APART } {
            return self.mul(y);
        }
        Sum::new(P::mul_soon(&self.0, &y.0), Depth::UNIT)
    }

    #[inline(always)]
    fn sqr_n(&self, n: usize) -> Self {
        debug_assert!(n >= 1);
        let mut y = P::carried(&square_soon::<P, V>(&self.0));
        for _ in 1..n {
            y = P::carried(&square_soon::<P, V>(&y));
        }
        Fe::new(y)
    }

    /// x·y doubled, depth 2: a square is only 12 instructions cheaper than a product, less than the
    /// carry of x + y and the subtraction would cost.
    #[inline(always)]
    fn twice_mul(&self, y: &Self, _squares: &Sum<P, V>) -> Sum<P, V> {
        super::Sum::double(&self.mul(y))
    }

    #[inline(always)]
    fn mul_small(&self, c: u32) -> Sum<P, V> {
        debug_assert!(c < 1 << 17);
        Sum::new(P::mul_small(&self.0, c), Depth::UNIT)
    }

    #[inline(always)]
    fn invert(&self) -> Self {
        invert_lanes(self)
    }

    #[inline(always)]
    fn invert_vartime(&self) -> Self {
        invert_lanes_vartime(self)
    }

    #[inline(always)]
    fn in_turn(&self) -> Self {
        Fe(P::in_turn(&self.0), PhantomData)
    }

    #[inline(always)]
    fn widen(&self) -> Sum<P, V> {
        Sum::new(masked(&self.0), Depth::UNIT)
    }

    #[inline(always)]
    fn select(mask: LaneMasks<V>, x: &Self, y: &Self) -> Self {
        Fe(selected(mask, &x.0, &y.0), PhantomData)
    }

    #[inline(always)]
    fn is_zero(&self) -> LaneMasks<V> {
        P::is_zero(&self.0)
    }

    words_of_lanes!();

    #[inline(always)]
    fn from_bundle(words: &[V; 4]) -> Self {
        Fe::new(P::from_words(words))
    }

    #[inline(always)]
    fn to_bundle(&self) -> [V; 4] {
        P::to_words(&self.0)
    }
}

impl<P: Prime, V: Vector> super::Sum for Sum<P, V> {
    type Fe = Fe<P, V>;

    #[inline(always)]
    fn add(&self, y: &Self) -> Self {
        Sum::new(add_columns(&self.columns, &y.columns), self.depth.plus(y.depth))
    }

    #[inline(always)]
    fn sub(&self, y: &Self) -> Self {
        let depth = self.depth.minus(y.depth);
        Sum::new(sub_columns(&self.columns, &y.columns, &P::BIAS), depth)
    }

    #[inline(always)]
    fn carry(&self) -> Fe<P, V> {
        self.depth.assert_carriable();
        Fe::new(P::carried(&self.columns))
    }

    #[inline(always)]
    fn reduce(&self) -> Fe<P, V> {
        self.carry()
    }
}

impl<P: Prime, V: Vector> Bounded for Fe<P, V> {
    fn at_bound(_signs: u8) -> Self {
        Fe::at_bound()
    }

    fn sum_at_bound(n: u8, _sign: i64) -> Sum<P, V> {
        Sum::at_bound(n)
    }

    fn limbs(&self) -> PerLane<V, [i64; 5]> {
        signed::<V>(Fe::limbs(self))
    }

    fn columns(sum: &Sum<P, V>) -> PerLane<V, [i64; 5]> {
        signed::<V>(sum.columns())
    }
}

// Of limbs 0 to 3 the junk above 52 bits counts for nothing; the last limb is ≤ T.
lanes_of_a_prime!(Limbs::Radix52, Vector);
