//! Elements in lanes, five limbs of 51 bits each that are doubles: what is the same for every prime.
//!
//! x = x0 + 2^51·x1 + 2^102·x2 + 2^153·x3 + 2^204·x4 in each lane, with signed limbs, or that times a constant of the prime (Montgomery's
//! form).
//!
//! | type    | every limb or column is                                                     | made by                   | read by              |
//! |---------|-----------------------------------------------------------------------------|---------------------------|----------------------|
//! | [`Fe`]  | a double that is an integer, magnitude ≤ X                                   | `carry`, decoding         | `mul`, `sqr`, …      |
//! | [`Sum`] | a signed integer, magnitude ≤ n·U, n its depth, and the magic of the column | `mul`, `sqr`: n = 1; sums | `add`, `sub`, `carry`|
//!
//! How doubles make products is said in [`doubles`](crate::lanes::doubles). The bits of the constants that split products are in the
//! columns; how much of them, the *magic*, is counted beside the depth. It is a constant wherever the compiler sees how a sum was made, and
//! is taken away once, with the bias of the carry. So a sum that lives from one turn of a loop to the next must be made in the same way in
//! all turns, which `widen` helps: its magic is that of a product.
//!
//! Columns are signed, so that a difference has no bias, and the limbs of a carry lie around zero.
//!
//! A [`Prime`] has the bounds [X](Prime::LARGEST) and [U](Prime::UNIT), and the functions on limbs and columns that depend on it. It proves
//! at compile time that its functions keep the bounds, and debug builds assert them on all values. A [`CurvePrime`] has constants, tables
//! and roots besides.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::bounds::{Depth, MAX_DEPTH};
use super::inverses_vartime::invert_lanes_vartime;
use super::prime::lanes_of_a_prime;
use super::{Bounded, Field, Limbs, invert_lanes, words_of_lanes};
use crate::lanes::columns::{five, selected};
use crate::lanes::{self, Doubles, LaneMasks, Lanes, PerLane, Step, Vector};
use core::fmt::Debug;
use core::marker::PhantomData;

/// A prime, as far as arithmetic in lanes of doubles depends on it. Limbs and columns are within the bounds at the top of this file.
pub trait Prime: Copy + Debug + 'static {
    /// Whether products are steps apart ([`Register::apart`](lanes::Register::apart)) on every register, and not only on those that ask
    /// for it.
    const PRODUCTS_APART: bool = false;
    /// X, the largest magnitude of each limb.
    const LARGEST: [u64; 5];
    /// U, the largest magnitude of a column of a product.
    const UNIT: u64;
    /// The magic of a product, modulo 2^64.
    const MAGIC_OF_PRODUCT: [u64; 5];
    /// The magic of a square.
    const MAGIC_OF_SQUARE: [u64; 5];
    /// The magic of a small multiple.
    const MAGIC_OF_MULTIPLE: [u64; 5];
    /// The magic of x·y + u·v.
    const MAGIC_OF_TWO_PRODUCTS: [u64; 5] = magic_of_sum(&Self::MAGIC_OF_PRODUCT, 1, &Self::MAGIC_OF_PRODUCT);
    /// The magic of 2·x·y + z².
    const MAGIC_OF_PRODUCTS_AND_SQUARE: [u64; 5] =
        magic_of_sum(&Self::MAGIC_OF_SQUARE, 2, &Self::MAGIC_OF_PRODUCT);

    /// The columns of x·y.
    fn mul<V: Doubles>(x: &[V; 5], y: &[V; 5]) -> [V; 5];
    /// The columns of x².
    fn sqr<V: Doubles>(x: &[V; 5]) -> [V; 5];
    /// The columns of x·y + u·v, of depth 2.
    #[inline(always)]
    fn mul_add_mul<V: Doubles>(x: &[V; 5], y: &[V; 5], u: &[V; 5], v: &[V; 5]) -> [V; 5] {
        let (own, other) = (Self::mul(x, y), Self::mul(u, v));
        five!(I => own[I].add(other[I]))
    }
    /// The columns of 2·x·y + z², of depth 3.
    #[inline(always)]
    fn twice_mul_add_sqr<V: Doubles>(x: &[V; 5], y: &[V; 5], z: &[V; 5]) -> [V; 5] {
        let (product, square) = (Self::mul(x, y), Self::sqr(z));
        five!(I => product[I].add(product[I]).add(square[I]))
    }
    /// x − y.
    #[inline(always)]
    fn minus<V: Doubles>(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let (x, y) = (Self::widened(x), Self::widened(y));
        Self::carried(&five!(I => x[I].sub(y[I])), &[0; 5])
    }
    /// The columns of c·x, c < 2^17.
    fn mul_small<V: Doubles>(x: &[V; 5], c: u32) -> [V; 5];
    /// x as columns with the magic of a product.
    fn widened<V: Doubles>(x: &[V; 5]) -> [V; 5];
    /// Limbs from columns of depth 9 at most, from which the magic has not been taken yet.
    fn carried<V: Doubles>(columns: &[V; 5], magic: &[u64; 5]) -> [V; 5];
    /// Limbs of a 256-bit integer: see [`Field::from_bundle`].
    fn from_words<V: Doubles>(words: &[V; 4]) -> [V; 5];
    /// The least non-negative representative.
    fn to_words<V: Doubles>(x: &[V; 5]) -> [V; 4];
    /// The limbs of the least non-negative representative of the limbs, as integers.
    fn canonical<V: Doubles>(x: &[V; 5]) -> [V; 5];
    /// Whether x ≡ 0.
    #[inline(always)]
    fn is_zero<V: Doubles>(x: &[V; 5]) -> LaneMasks<V> {
        let x = Self::canonical(x);
        x[0].or(x[1]).or(x[2]).or(x[3]).or(x[4]).eq(V::splat(0))
    }
    /// 1/x of the least words of x, and 0 for 0: in one lane.
    fn inverse(words: &[u64; 4]) -> [u64; 4];
    /// The same for public words.
    #[inline(always)]
    fn inverse_vartime(words: &[u64; 4]) -> [u64; 4] {
        Self::inverse(words)
    }
}

/// The magic of columns with that of `x` and of `times` times those with that of `y`.
pub(super) const fn magic_of_sum<const N: usize>(x: &[u64; N], times: u64, y: &[u64; N]) -> [u64; N] {
    let (mut z, mut k) = ([0; N], 0);
    while k < N {
        z[k] = x[k].wrapping_add(times.wrapping_mul(y[k]));
        k += 1;
    }
    z
}

/// The prime of a Weierstrass curve.
pub trait CurvePrime: Prime {
    /// See [`PrimeField::Constant`](super::PrimeField::Constant).
    type Constant: Copy + 'static;
    /// 0.
    const ZERO: Self::Constant;
    /// 1.
    const ONE: Self::Constant;

    /// The limbs of a constant, doubles by their bits.
    fn limbs(constant: &Self::Constant) -> &[u64; 5];
    /// Limbs of words as [`PrimeField::from_table`](super::PrimeField::from_table) takes them.
    fn from_table<V: Doubles>(words: &[V; 4]) -> [V; 5];
    /// The least words that [`CurvePrime::from_table`] takes for the same element.
    fn to_table<V: Doubles>(x: &[V; 5]) -> [V; 4];
    /// A square root of x; unspecified if there is none.
    fn sqrt<T: super::pair::Factor>(x: &T) -> T;
}

/// An element in each lane that may be multiplied, by the bits of doubles.
#[derive(Clone, Copy, Debug)]
pub struct Fe<P, V>(pub(super) [V; 5], PhantomData<P>);

/// A sum of products in each lane.
#[derive(Clone, Copy, Debug)]
pub struct Sum<P, V> {
    columns: [V; 5],
    /// What the columns have besides the value, modulo 2^64.
    magic: [u64; 5],
    depth: Depth,
    prime: PhantomData<P>,
}

/// The bits of the integer x as a double.
fn bits_of(x: i64) -> u64 {
    (x as f64).to_bits()
}

#[cfg(debug_assertions)]
#[inline(never)]
fn check_limbs<V: Doubles>(limbs: &[V; 5], largest: &[u64; 5]) {
    for lane in lanes::unbundle(limbs).as_ref() {
        for (limb, largest) in lane.iter().zip(largest) {
            let x = f64::from_bits(*limb);
            assert!(x as i64 as f64 == x && (x as i64).unsigned_abs() <= *largest, "a limb is {x}");
        }
    }
}

#[cfg(debug_assertions)]
#[inline(never)]
fn check_columns<V: Doubles>(columns: &[V; 5], magic: &[u64; 5], depth: Depth, unit: u64) {
    for lane in lanes::unbundle(columns).as_ref() {
        for i in 0..5 {
            let column = lane[i].wrapping_sub(magic[i]) as i64;
            depth.assert_limbs(&[column.unsigned_abs()], &[unit]);
        }
    }
}

impl<P: Prime, V: Doubles> Fe<P, V> {
    /// Elements from doubles within the bounds.
    #[inline(always)]
    pub(super) fn new(limbs: [V; 5]) -> Self {
        #[cfg(debug_assertions)]
        check_limbs(&limbs, &P::LARGEST);
        Fe(limbs, PhantomData)
    }

    /// An element whose limb i has the largest magnitude, below zero where bit i of `signs` is 1, for tests of the bounds.
    pub fn at_bound(signs: u8) -> Self {
        let mut limbs = [V::splat(0); 5];
        for i in 0..5 {
            let sign = 1 - 2 * i64::from(signs >> i & 1);
            limbs[i] = V::splat(bits_of(sign * P::LARGEST[i] as i64));
        }
        Fe::new(limbs)
    }

    /// The limbs of each lane, for tests: the value is Σ limb\[i\]·2^(51·i), in the form of the prime.
    pub fn limbs(&self) -> PerLane<V, [i64; 5]> {
        let mut z = PerLane::<V, [i64; 5]>::splat([0; 5]);
        let limbs = lanes::unbundle(&self.0);
        for lane in 0..V::LANES {
            for i in 0..5 {
                z[lane][i] = f64::from_bits(limbs[lane][i]) as i64;
            }
        }
        z
    }
}

impl<P: Prime, V: Doubles> Sum<P, V> {
    #[inline(always)]
    fn new(columns: [V; 5], magic: [u64; 5], depth: Depth) -> Self {
        #[cfg(debug_assertions)]
        check_columns(&columns, &magic, depth, P::UNIT);
        Sum { columns, magic, depth, prime: PhantomData }
    }

    /// A sum with every column at the largest magnitude that depth `n` allows, with this sign, for tests of the bounds.
    pub fn at_bound(n: u8, sign: i64) -> Self {
        assert!(n <= MAX_DEPTH);
        let column = (sign * i64::from(n) * P::UNIT as i64) as u64;
        Sum::new([V::splat(column); 5], [0; 5], Depth::new(n))
    }

    /// The columns of each lane, for tests: the value is Σ column\[i\]·2^(51·i), in the form of the prime.
    pub fn columns(&self) -> PerLane<V, [i64; 5]> {
        let mut z = PerLane::<V, [i64; 5]>::splat([0; 5]);
        let columns = lanes::unbundle(&self.columns);
        for lane in 0..V::LANES {
            for i in 0..5 {
                z[lane][i] = columns[lane][i].wrapping_sub(self.magic[i]) as i64;
            }
        }
        z
    }
}

/// [`Prime::mul`], apart where the prime or the register asks for that.
#[inline(always)]
fn product<P: Prime, V: Doubles>(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
    if const { P::PRODUCTS_APART || V::PRODUCTS_APART } {
        V::apart(Product::<P, V>(x, y, PhantomData))
    } else {
        P::mul(x, y)
    }
}

/// [`Prime::sqr`], likewise.
#[inline(always)]
fn square<P: Prime, V: Doubles>(x: &[V; 5]) -> [V; 5] {
    if const { P::PRODUCTS_APART || V::PRODUCTS_APART } {
        V::apart(Square::<P, V>(x, PhantomData))
    } else {
        P::sqr(x)
    }
}

struct Product<'a, P, V>(&'a [V; 5], &'a [V; 5], PhantomData<P>);

impl<P: Prime, V: Doubles> Step for Product<'_, P, V> {
    type Out = [V; 5];

    #[inline(always)]
    fn take(self) -> [V; 5] {
        P::mul(self.0, self.1)
    }
}

struct Square<'a, P, V>(&'a [V; 5], PhantomData<P>);

impl<P: Prime, V: Doubles> Step for Square<'_, P, V> {
    type Out = [V; 5];

    #[inline(always)]
    fn take(self) -> [V; 5] {
        P::sqr(self.0)
    }
}

/// [`Prime::mul_add_mul`], likewise.
#[inline(always)]
fn two_products<P: Prime, V: Doubles>(x: &[V; 5], y: &[V; 5], u: &[V; 5], v: &[V; 5]) -> [V; 5] {
    if const { P::PRODUCTS_APART || V::PRODUCTS_APART } {
        V::apart(TwoProducts::<P, V>([x, y, u, v], PhantomData))
    } else {
        P::mul_add_mul(x, y, u, v)
    }
}

/// [`Prime::twice_mul_add_sqr`], likewise.
#[inline(always)]
fn products_and_square<P: Prime, V: Doubles>(x: &[V; 5], y: &[V; 5], z: &[V; 5]) -> [V; 5] {
    if const { P::PRODUCTS_APART || V::PRODUCTS_APART } {
        V::apart(ProductsAndSquare::<P, V>([x, y, z], PhantomData))
    } else {
        P::twice_mul_add_sqr(x, y, z)
    }
}

struct TwoProducts<'a, P, V>([&'a [V; 5]; 4], PhantomData<P>);

impl<P: Prime, V: Doubles> Step for TwoProducts<'_, P, V> {
    type Out = [V; 5];

    #[inline(always)]
    fn take(self) -> [V; 5] {
        let [x, y, u, v] = self.0;
        P::mul_add_mul(x, y, u, v)
    }
}

struct ProductsAndSquare<'a, P, V>([&'a [V; 5]; 3], PhantomData<P>);

impl<P: Prime, V: Doubles> Step for ProductsAndSquare<'_, P, V> {
    type Out = [V; 5];

    #[inline(always)]
    fn take(self) -> [V; 5] {
        let [x, y, z] = self.0;
        P::twice_mul_add_sqr(x, y, z)
    }
}

impl<P: Prime, V: Doubles + Vector> Field for Fe<P, V> {
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
        Sum::new(product::<P, V>(&self.0, &y.0), P::MAGIC_OF_PRODUCT, Depth::UNIT)
    }

    #[inline(always)]
    fn sqr(&self) -> Sum<P, V> {
        Sum::new(square::<P, V>(&self.0), P::MAGIC_OF_SQUARE, Depth::UNIT)
    }

    #[inline(always)]
    fn mul_add_mul(&self, y: &Self, [u, v]: [&Self; 2]) -> Sum<P, V> {
        let columns = two_products::<P, V>(&self.0, &y.0, &u.0, &v.0);
        Sum::new(columns, P::MAGIC_OF_TWO_PRODUCTS, Depth::new(2))
    }

    #[inline(always)]
    fn twice_mul_add_sqr(&self, y: &Self, z: &Self) -> Sum<P, V> {
        let columns = products_and_square::<P, V>(&self.0, &y.0, &z.0);
        Sum::new(columns, P::MAGIC_OF_PRODUCTS_AND_SQUARE, Depth::new(3))
    }

    /// x·y doubled, depth 2: a square has some 35 instructions less than a product, and the carry of x + y and the subtraction would
    /// have more.
    #[inline(always)]
    fn twice_mul(&self, y: &Self, _squares: &Sum<P, V>) -> Sum<P, V> {
        super::Sum::double(&self.mul(y))
    }

    #[inline(always)]
    fn mul_small(&self, c: u32) -> Sum<P, V> {
        debug_assert!(c < 1 << 17);
        Sum::new(P::mul_small(&self.0, c), P::MAGIC_OF_MULTIPLE, Depth::UNIT)
    }

    #[inline(always)]
    fn invert(&self) -> Self {
        invert_lanes(self)
    }

    #[inline(always)]
    fn invert_vartime(&self) -> Self {
        invert_lanes_vartime(self)
    }

    /// With the magic of a product.
    #[inline(always)]
    fn widen(&self) -> Sum<P, V> {
        Sum::new(P::widened(&self.0), P::MAGIC_OF_PRODUCT, Depth::UNIT)
    }

    #[inline(always)]
    fn minus(&self, y: &Self) -> Self {
        Fe::new(P::minus(&self.0, &y.0))
    }

    /// The signs of the limbs.
    #[inline(always)]
    fn negate_if(&self, mask: LaneMasks<V>, _zero: &Self) -> Self {
        let sign = mask.vector().and(V::splat(1 << 63));
        Fe::new(five!(I => self.0[I].xor(sign)))
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

impl<P: Prime, V: Doubles + Vector> super::Sum for Sum<P, V> {
    type Fe = Fe<P, V>;

    #[inline(always)]
    fn add(&self, y: &Self) -> Self {
        let columns = five!(I => self.columns[I].add(y.columns[I]));
        let magic = five!(I => self.magic[I].wrapping_add(y.magic[I]));
        Sum::new(columns, magic, self.depth.plus(y.depth))
    }

    #[inline(always)]
    fn sub(&self, y: &Self) -> Self {
        let columns = five!(I => self.columns[I].sub(y.columns[I]));
        let magic = five!(I => self.magic[I].wrapping_sub(y.magic[I]));
        Sum::new(columns, magic, self.depth.minus(y.depth))
    }

    #[inline(always)]
    fn carry(&self) -> Fe<P, V> {
        self.depth.assert_carriable();
        Fe::new(P::carried(&self.columns, &self.magic))
    }

    #[inline(always)]
    fn reduce(&self) -> Fe<P, V> {
        self.carry()
    }
}

impl<P: Prime, V: Doubles + Vector> Bounded for Fe<P, V> {
    fn at_bound(signs: u8) -> Self {
        Fe::at_bound(signs)
    }

    fn sum_at_bound(n: u8, sign: i64) -> Sum<P, V> {
        Sum::at_bound(n, sign)
    }

    fn limbs(&self) -> PerLane<V, [i64; 5]> {
        Fe::limbs(self)
    }

    fn columns(sum: &Sum<P, V>) -> PerLane<V, [i64; 5]> {
        sum.columns()
    }
}

lanes_of_a_prime!(Limbs::Doubles51, Doubles + Vector);
