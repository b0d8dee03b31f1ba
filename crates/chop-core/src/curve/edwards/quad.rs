//! One point of edwards25519 over four lanes: the least time of one multiple.
//!
//! The formulas are those of [`edwards`](crate::curve::edwards), and complete as they are there. Their four products at a time
//! are one product of vectors, so that a doubling and an addition take the time of two products, one after the other.
//!
//! | type       | lanes                      | is                  |
//! |------------|----------------------------|---------------------|
//! | [`Quad`]   | X, Z, Y, T                 | sums, not carried   |
//! | [`Cached`] | Y + X, 2Z, 2dT, Y − X      | a second operand    |
//!
//! The order of the lanes: with E, F, G, H in a vector and the same rotated by one lane, their product is EF, FG, GH, HE,
//! which is X, Z, Y, T. And what is added and subtracted to make E, F, G and H comes from the lanes beside.
//!
//! Bounds are in units of 2^56, of which a product has at most 8 and a carry takes 72 (`r51/coordinates.rs`; other backends have more room). Lanes from
//! which something is subtracted begin with a multiple of p:
//!
//! | lanes                    | begin with, at most | so that                                     |
//! |--------------------------|---------------------|---------------------------------------------|
//! | X, Z, Y, T               | 0, 0, 9, 0          | Y ≥ 8 ≥ X, Z                                |
//! | D, C, B, A of a doubling | 26, 10, 9, 0        | B ≥ 8 ≥ A: G ≤ 17, H ≤ 25; D ≥ 25 ≥ H: E ≤ 26; 2C ≥ 18 ≥ G: F ≤ 36 |
//! | B, D, C, A of a sum      | 9, 9, 0, 0          | B ≥ 8 ≥ A: E ≤ 17; D ≥ 8 ≥ C: F ≤ 17; G, H ≤ 25 |
#![allow(non_snake_case)] // coordinates are capital letters in the formulas
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::ct::Mask;
use crate::curve::edwards::Extended;
use crate::field::f25519::coordinates::{Columns, Coordinates, Start, ZERO};
use crate::field::f25519::{Constant, F25519};
use crate::field::{LaneMask, Lanes};
use crate::lanes::steps;

/// (X : Z : Y : T), as in [`Extended`].
#[derive(Clone, Copy)]
pub struct Quad<F: Coordinates> {
    coordinates: F::Columns,
    patterns: Patterns<F::Pattern>,
}

/// The lanes that the formulas tell from others. Made with the first point, and handed on.
#[derive(Clone, Copy)]
struct Patterns<P> {
    first_two: P,
    first_three: P,
    third: P,
}

/// The second operand of an addition.
#[derive(Clone, Copy)]
pub struct Cached<F>(F);

/// Words of X, Y, Z and of two factors whose product is T; the last of them below 2^255.
#[derive(Clone, Copy, Debug)]
pub struct Words([[u64; 4]; 5]);

const ONE: [u64; 4] = [1, 0, 0, 0];

impl Words {
    /// The neutral element.
    pub const IDENTITY: Words = Words::affine([0; 4], ONE);

    /// (x, y), below 2^255.
    pub const fn affine(x: [u64; 4], y: [u64; 4]) -> Words {
        Words([x, y, ONE, x, y])
    }

    /// (X : Y : Z : T).
    pub const fn extended([X, Y, Z, T]: [[u64; 4]; 4]) -> Words {
        Words([X, Y, Z, T, ONE])
    }
}

/// 2.
const TWO: Constant = Constant::new([2, 0, 0, 0]);
/// The columns with which X, Z, Y and T begin.
const POINT: Start = Start::new([0, 0, 9, 0]);

impl<F: Coordinates> Quad<F> {
    /// The neutral element.
    #[inline(always)]
    pub fn identity() -> Self {
        let (zero, one) = (&Constant::ZERO, &Constant::ONE);
        let point = F::constants([zero, one, one, zero]);
        Quad::new(point.mul_onto(&POINT, &F::constant(one)))
    }

    /// A point, which must be on the curve. Cost: 1 product.
    #[inline(always)]
    pub fn from_words(point: &Words) -> Self {
        let [X, Y, Z, T, t] = point.0;
        let left = F::from_loose(&[X, Z, Y, T]);
        let right = F::from_words(&[ONE, ONE, ONE, t]);
        Quad::new(left.mul_onto(&POINT, &right))
    }

    #[inline(always)]
    fn new(coordinates: F::Columns) -> Self {
        let (first_two, first_three) = (F::pattern(0b0011), F::pattern(0b0111));
        Quad { coordinates, patterns: Patterns { first_two, first_three, third: F::pattern(0b0100) } }
    }

    /// The coordinates EF, FG, GH, HE from E, F, G, H.
    #[inline(always)]
    fn complete(&self, factors: &F::Columns) -> Self {
        completed(self, factors)
    }

    /// The point in a field of one lane. Cost: as a conversion of one coordinate in lanes.
    #[inline(always)]
    pub fn to_extended<G: F25519>(&self) -> Extended<G> {
        let words = self.coordinates.carry().to_words();
        let mut all = [G::constant(&Constant::ZERO); 4];
        for i in 0..4 {
            all[i] = G::from_loose(&Lanes::splat(words[i]));
        }
        let [X, Z, Y, T] = all;
        Extended { X, Y, Z, T }
    }

    /// 2·P. Cost: a squaring, a product, 2 carries, 20 additions, 20 permutations. `dbl-2008-hwcd` with F and H negated.
    #[inline(always)]
    pub fn double(&self) -> Self {
        doubled(self)
    }

    /// P + Q. Cost: 2 products, 2 carries, 20 additions, 20 permutations. `add-2008-hwcd-3`.
    #[inline(always)]
    pub fn add(&self, Q: &Cached<F>) -> Self {
        added(self, Q)
    }

    /// The form for a second operand. Cost: 1 product.
    #[inline(always)]
    pub fn to_cached(&self) -> Cached<F> {
        let factors = F::constants([&Constant::ONE, &TWO, &Constant::D2, &Constant::ONE]);
        Cached(self.factors().mul_onto(&Start::ZERO, &factors).carry())
    }

    /// Y + X, Z, T, Y − X.
    #[inline(always)]
    fn factors(&self) -> F {
        let P = &self.coordinates;
        let U = P.moved([2, ZERO, 3, 2]).add_in(self.patterns.first_two, P); // Y + X, Z, T, Y
        U.sub(&P.moved([ZERO, ZERO, ZERO, 0])).carry()
    }

    /// Whether this is the neutral element: X = 0 and Y = Z.
    #[inline(always)]
    pub fn is_identity(&self) -> Mask {
        let P = &self.coordinates;
        let left = P.moved([0, 2, ZERO, ZERO]);
        let is_zero = left.sub(&P.moved([ZERO, 1, ZERO, ZERO])).carry().is_zero();
        is_zero.lane(0).and(is_zero.lane(1))
    }
}

steps! {
    over F;

    /// [`Quad::complete`].
    fn completed[F: Coordinates](P: &Quad<F>, factors: &F::Columns) -> Quad<F> {
        let factors = factors.carry();
        let coordinates = factors.mul_onto(&POINT, &factors.moved([1, 2, 3, 0]));
        Quad { coordinates, patterns: P.patterns }
    }

    /// [`Quad::double`].
    fn doubled[F: Coordinates](P: &Quad<F>) -> Quad<F> {
        const START: Start = Start::new([26, 10, 9, 0]);
        let (coordinates, only) = (&P.coordinates, &P.patterns);
        let U = coordinates.moved([2, ZERO, ZERO, 0]).add_in(only.first_three, coordinates); // X + Y, Z, Y, X
        let S = U.carry().sqr_onto(&START); //                                                  D = (X + Y)², C = Z², B = Y², A = X²
        let S = S.add_or_sub(only.third, &S.moved([ZERO, 1, 3, 2])); //                         D, 2C, G = B − A, H = A + B
        let S = S.sub(&S.moved([3, 2, ZERO, ZERO])); //                                         E = D − H, F = 2C − G, G, H
        P.complete(&S)
    }

    /// [`Quad::add`].
    fn added[F: Coordinates](P: &Quad<F>, Q: &Cached<F>) -> Quad<F> {
        const START: Start = Start::new([9, 9, 0, 0]);
        let S = P.factors().mul_onto(&START, &Q.0); //                         B, D, C, A
        let S = S.add_or_sub(P.patterns.first_two, &S.moved([3, 2, 1, 0])); // E = B − A, F = D − C, G = C + D, H = A + B
        P.complete(&S)
    }
}

impl<F: Coordinates> Cached<F> {
    /// The neutral element.
    #[inline(always)]
    pub fn identity() -> Self {
        let one = &Constant::ONE;
        Cached(F::constants([one, &TWO, &Constant::ZERO, one]))
    }

    /// A point by words of Y + X, 2Z, 2dT and Y − X, each below 2^255.
    #[inline(always)]
    pub fn from_words(words: &[[u64; 4]; 4]) -> Self {
        Cached(F::from_words(words))
    }

    /// `P` where the mask is true, else `Q`.
    #[inline(always)]
    pub fn select(mask: Mask, P: &Self, Q: &Self) -> Self {
        Cached(F::select(F::mask(&[mask; 4]), &P.0, &Q.0))
    }

    /// −P: Y + X and Y − X exchanged, 2dT negated. Cost: a carry, 15 permutations and additions.
    #[inline(always)]
    pub fn negate(&self) -> Self {
        const START: Start = Start::new([0, 0, 2, 0]);
        let P = self.0.to_columns();
        let others = P.moved([3, 1, ZERO, 0]);
        let minus_T = F::Columns::start(&START).sub(&P.moved([ZERO, ZERO, 2, ZERO]));
        Cached(others.add(&minus_T).carry())
    }
}
