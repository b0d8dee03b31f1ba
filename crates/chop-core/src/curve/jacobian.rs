//! Curves y² = x³ + a·x + b of prime order, a = −3 or 0, without points of small order: point types, doubling, addition.
//!
//! A [`Curve`] is constants; a [`CurveField`] is a field, with one lane or more, that they are constants of. Every type and formula
//! takes both.
//!
//! Jacobian coordinates: x = X/Z², y = Y/Z³; Z = 0 is the point at infinity O, whatever X and Y.
//!
//! | type          | what it holds             | for                                |
//! |---------------|---------------------------|------------------------------------|
//! | [`Jacobian`]  | X, Y, Z                   | result and first operand           |
//! | [`Cached`]    | X, Y, Z, Z², Z³           | second operand, any Z              |
//! | [`Affine`]    | x, y; never O             | second operand, Z = 1 (tables)     |
//!
//! | operation                       | cost       | formula              | exceptions                              |
//! |---------------------------------|------------|----------------------|-----------------------------------------|
//! | [`Jacobian::double`], a = −3    | 4M + 4S    | as `dbl-2001-b`      | none                                    |
//! | the same, a = 0                 | 3M + 4S, or 2M + 5S | as `dbl-2009-l` | none                                |
//! | [`Jacobian::times_minus_two`], a = 0 | 3M + 4S a doubling | the same    | none                                |
//! | [`Jacobian::add_distinct`]      | 11M + 3S   | `add-1998-cmo-2`     | P = ±Q, P = O, Q = O                    |
//! | [`Jacobian::add_affine_distinct`]| 8M + 3S   | `madd-2004-hmv`      | P = ±Q, P = O                           |
//! | [`Jacobian::add_complete`]      | a doubling, 11M + 3S | both, and selection  | none                          |
//! | [`Jacobian::add_vartime`], …    | as distinct| with a branch        | none                                    |
//!
//! The additions are not complete: their formulas divide by x2 − x1, in the disguise of a factor of Z3. So
//! **every exception shows as Z3 = 0**, and Z3 = 0 happens in no other case: Z3 = Z1·Z2·H with
//! H = x2·Z1² − x1·Z2² up to factors that are not 0. What that means for the callers:
//!
//! - public inputs: the `_vartime` forms look at Z3 and branch to what is right;
//! - secret inputs: either O is dealt with by masks and a proof beside the loop says that P = ±Q does not
//!   occur, or [`Jacobian::add_complete`] computes the doubling too and selects.
//!
//! Doubling needs no exception: no point of an odd order has y = 0, and Z = 0 gives Z3 = 2·Y·Z = 0.
//!
//! Depths of the formulas: `docs/field-sm2.md`.
#![allow(non_snake_case)] // coordinates are capital letters in the formulas

use super::formulas::{add_affine, add_affine_negated, add_tail, times_minus_two};
use crate::ct::declassify;
use crate::field::pair::Pair;
use crate::field::{LaneMask, Lanes, PerElement, PrimeField, PrimeLaneField, Sum};
use crate::lanes::steps;
use core::marker::PhantomData;

const PUBLIC: &str = "verification is public";

/// The coefficient a of a curve: formulas differ in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coefficient {
    /// a = −3.
    MinusThree,
    /// a = 0.
    Zero,
}

/// The constants of a curve y² = x³ + a·x + b of odd prime order.
pub trait Curve: Copy + 'static {
    /// The constants of the field that the curve is over.
    type Constant: Copy + 'static;
    /// a.
    const A: Coefficient;
    /// b.
    const B: Self::Constant;
    /// x of the base point G.
    const BASE_X: Self::Constant;
    /// y of the base point G.
    const BASE_Y: Self::Constant;
}

/// A curve with a = 0 over a field that has a β ≠ 1 of β³ = 1: (x, y) → (β·x, y) is an endomorphism.
pub trait Endomorphic: Curve {
    /// β.
    const BETA: Self::Constant;
}

/// A field that the curve is over.
pub trait CurveField<C: Curve>: PrimeField<Constant = C::Constant> {}

impl<C: Curve, F: PrimeField<Constant = C::Constant>> CurveField<C> for F {}

/// A field that the curve is over, in lanes.
pub trait CurveLanes<C: Curve>: CurveField<C> + PrimeLaneField {}

impl<C: Curve, F: CurveField<C> + PrimeLaneField> CurveLanes<C> for F {}

/// (X : Y : Z) with x = X/Z², y = Y/Z³; O for Z = 0. Coordinates have depth 1.
#[derive(Clone, Copy)]
pub struct Jacobian<C, F> {
    /// X.
    pub X: F,
    /// Y.
    pub Y: F,
    /// Z.
    pub Z: F,
    curve: PhantomData<C>,
}

/// A second operand of an addition.
#[derive(Clone, Copy)]
pub struct Cached<C, F> {
    /// X.
    pub X: F,
    /// Y.
    pub Y: F,
    /// Z.
    pub Z: F,
    /// Z².
    pub ZZ: F,
    /// Z³.
    pub ZZZ: F,
    curve: PhantomData<C>,
}

/// A point other than O.
#[derive(Clone, Copy)]
pub struct Affine<C, F> {
    /// x.
    pub x: F,
    /// y.
    pub y: F,
    curve: PhantomData<C>,
}

/// An affine point as words of a table: x, y. 64 bytes.
pub type PackedPoint = [[u64; 4]; 2];

impl<C: Curve, F: CurveField<C>> Jacobian<C, F> {
    /// (X : Y : Z).
    #[inline(always)]
    pub fn new(X: F, Y: F, Z: F) -> Self {
        Jacobian { X, Y, Z, curve: PhantomData }
    }

    /// O in every lane.
    #[inline(always)]
    pub fn identity() -> Self {
        Jacobian::new(F::one(), F::one(), F::zero())
    }

    /// Whether the point is O, per lane.
    #[inline(always)]
    pub fn is_identity(&self) -> F::Mask {
        self.Z.is_zero()
    }

    /// `P` where the mask is true, else `Q`, lane by lane.
    #[inline(always)]
    pub fn select(mask: F::Mask, P: &Self, Q: &Self) -> Self {
        Jacobian::new(F::select(mask, &P.X, &Q.X), F::select(mask, &P.Y, &Q.Y), F::select(mask, &P.Z, &Q.Z))
    }

    /// −P.
    #[inline(always)]
    pub fn negate(&self) -> Self {
        Jacobian { Y: negative(&self.Y), ..*self }
    }

    /// The form for a second operand. Cost: 1M + 1S.
    #[inline(always)]
    pub fn to_cached(&self) -> Cached<C, F> {
        cached(self)
    }

    /// The affine point, given 1/Z; (0, 0) for O if 1/0 is given as 0. Cost: 3M + 1S.
    #[inline(always)]
    pub fn to_affine(&self, z_inverse: &F) -> Affine<C, F> {
        affine(self, z_inverse)
    }

    /// 2·P. Cost: 4M + 4S for a = −3; for a = 0 3M + 4S in fields that halve, else 2M + 5S.
    #[inline(always)]
    pub fn double(&self) -> Self {
        doubled(self)
    }

    /// 2·P for a = 0: 3M + 4S and few sums where the field halves, else 2M + 5S.
    #[inline(always)]
    fn double_zero(&self) -> Self {
        let A = self.X.sqr(); //                                A = X²
        let E = A.double().add(&A).carry(); //                  E = 3·A, depth 3
        match E.half() {
            Some(L) => self.double_by_half(&L),
            None => self.double_by_squares(&A, &E),
        }
    }

    /// 2·P for a = 0, given L = 3·X²/2; with half of the Z of `dbl-2009-l`.
    #[inline(always)]
    fn double_by_half(&self, L: &F) -> Self {
        let B = self.Y.sqr().carry(); //                        B = Y²
        let T = self.X.mul(&B); //                              T = X·B
        let X3 = L.sqr_sub(&T.double()).reduce(); //            X3 = L² − 2·T, depth 5
        let rest = T.sub(&X3.widen()).carry(); //               T − X3, depth 5
        let Y3 = L.mul_sub(&rest, &B.sqr()).reduce(); //        Y3 = L·(T − X3) − B², depth 5
        Jacobian::new(X3, Y3, self.Y.mul(&self.Z).reduce()) // Z3 = Y·Z
    }

    /// 2·P for a = 0, given A = X² and E = 3·A, with B doubled so that D needs no doubling.
    #[inline(always)]
    fn double_by_squares(&self, A: &F::Sum, E: &F) -> Self {
        let B2 = self.Y.sqr().double().carry(); //              2B = 2·Y²
        let C4 = B2.sqr(); //                                   4C = (2B)²
        let root = self.X.widen().add(&B2.widen()).carry(); //  X + 2B
        let D = root.sqr_sub(&A.add(&C4)).reduce().widen(); //  D = 4·X·B = (X + 2B)² − A − 4C, depth 5
        let X3 = E.sqr_sub(&D.double()).reduce(); //            X3 = E² − 2D, depth 5
        let rest = D.sub(&X3.widen()).carry(); //               D − X3, depth 5
        let Y3 = E.mul_sub(&rest, &C4.double()).reduce(); //    Y3 = E·(D − X3) − 8C, depth 5
        Jacobian::new(X3, Y3, self.Y.mul(&self.Z).double().reduce()) // Z3 = 2·Y·Z
    }

    /// 2·P for a = −3.
    #[inline(always)]
    fn double_minus_three(&self) -> Self {
        let X1 = self.X.widen();
        let delta = self.Z.sqr(); //                            δ = Z²
        let gamma = self.Y.sqr(); //                            γ = Y²
        let product = X1.sub(&delta).carry().mul(&X1.add(&delta).carry());
        let alpha = product.double().add(&product).carry(); //  α = 3·(X − δ)·(X + δ), depth 3
        let gamma2 = gamma.double().carry(); //                 2γ
        let beta4 = self.X.mul(&gamma2).double().reduce(); //   4β = 4·X·γ
        let beta4_sum = beta4.widen();
        let X3 = alpha.sqr_sub(&beta4_sum.double()).reduce(); // X3 = α² − 8β, depth 5
        let gamma8 = gamma2.sqr().double(); //                  8γ² = 2·(2γ)²
        let rest = beta4_sum.sub(&X3.widen()).carry(); //       4β − X3
        let Y3 = alpha.mul_sub(&rest, &gamma8).reduce(); //     Y3 = α·(4β − X3) − 8γ², depth 5
        let Z3 = self.Y.twice_mul(&self.Z, &gamma.add(&delta)); // Z3 = 2·Y·Z, depth ≤ 7
        Jacobian::new(X3, Y3, Z3.reduce())
    }

    /// P + Q for P ≠ ±Q, neither O. In the other cases Z is 0. Cost: 11M + 3S.
    #[inline(always)]
    pub fn add_distinct(&self, Q: &Cached<C, F>) -> Self {
        self.add_parts(Q).0
    }

    /// [`Jacobian::add_distinct`], and r = S2 − S1, which is 0 for P = Q and not for P = −Q.
    #[inline(always)]
    fn add_parts(&self, Q: &Cached<C, F>) -> (Self, F) {
        added(self, Q)
    }

    /// P + Q for P ≠ ±Q, P not O. In the other cases Z is 0. Cost: 8M + 3S.
    #[inline(always)]
    pub fn add_affine_distinct(&self, Q: &Affine<C, F>) -> Self {
        added_affine(self, Q)
    }

    /// −(P + Q) of two groups side by side, where P ≠ ±Q and P is not O. In the other cases Z is 0. Cost: 8M + 3S, where one reduction serves two
    /// of the products if the field can do that.
    #[inline(always)]
    pub fn add_affine_negated_side_by_side(P: &[Self; 2], Q: &[Affine<C, F>; 2]) -> [Self; 2] {
        added_affine_negated(P, Q)
    }

    #[inline(always)]
    fn two([X, Y, Z]: &[Pair<F>; 3]) -> [Self; 2] {
        [Jacobian::new(X.0[0], Y.0[0], Z.0[0]), Jacobian::new(X.0[1], Y.0[1], Z.0[1])]
    }

    /// (−2)^n·P for a = 0. Cost: 3M + 4S a doubling, where one reduction serves two of the products if the field can do that; 4 carries.
    #[inline(always)]
    pub fn times_minus_two(&self, n: usize) -> Self
    where
        C: Endomorphic,
    {
        doubled_often(self, n)
    }

    /// [`Jacobian::times_minus_two`] of two groups side by side.
    #[inline(always)]
    pub fn times_minus_two_side_by_side(points: &[Self; 2], n: usize) -> [Self; 2]
    where
        C: Endomorphic,
    {
        two_doubled_often(points, n)
    }

    /// P + Q for all P and Q, constant time. Cost: 11M + 3S and a doubling.
    #[inline(always)]
    pub fn add_complete(&self, Q: &Cached<C, F>) -> Self {
        let (sum, r) = self.add_parts(Q);
        // Without O: Z = 0 for P = ±Q. For P = −Q that is the sum; r tells P = Q.
        let equal = sum.Z.is_zero().and(r.is_zero());
        let sum = Self::select(equal, &self.double(), &sum);
        let sum = Self::select(Q.Z.is_zero(), self, &sum);
        Self::select(self.Z.is_zero(), &Q.to_jacobian(), &sum)
    }

    /// P + Q for all P and Q, one lane, public.
    #[inline(always)]
    pub fn add_vartime(&self, Q: &Cached<C, F>) -> Self {
        let sum = self.add_distinct(Q);
        if declassify(sum.Z.is_zero().lane(0), PUBLIC) { self.add_complete(Q) } else { sum }
    }

    /// P + Q for all P and Q, one lane, public.
    #[inline(always)]
    pub fn add_affine_vartime(&self, Q: &Affine<C, F>) -> Self {
        let sum = self.add_affine_distinct(Q);
        if declassify(sum.Z.is_zero().lane(0), PUBLIC) {
            self.add_complete(&Q.to_jacobian().to_cached())
        } else {
            sum
        }
    }

    /// Whether the affine x of the point is this one, without an inversion: X = x·Z². False for O. Cost:
    /// 1M + 1S.
    #[inline(always)]
    pub fn has_x(&self, x: &F) -> F::Mask {
        let difference = x.mul(&self.Z.sqr().carry()).sub(&self.X.widen()).reduce();
        difference.is_zero().and(self.is_identity().not())
    }

    /// Whether two points are the same, per lane. Cost: 6M + 2S.
    #[inline(always)]
    pub fn equals(&self, Q: &Self) -> F::Mask {
        are_equal(self, Q)
    }
}

steps! {
    over F, called if F::CALLED;

    /// [`Jacobian::double`].
    fn doubled[C: Curve, F: CurveField<C>](P: &Jacobian<C, F>) -> Jacobian<C, F> {
        if const { matches!(C::A, Coefficient::Zero) } { P.double_zero() } else { P.double_minus_three() }
    }

    /// [`Jacobian::add_parts`].
    fn added[C: Curve, F: CurveField<C>](P: &Jacobian<C, F>, Q: &Cached<C, F>) -> (Jacobian<C, F>, F) {
        let Z1Z1 = P.Z.sqr().carry(); //                        Z1²
        let U1 = P.X.mul(&Q.ZZ).reduce(); //                    U1 = X1·Z2²
        let S1 = P.Y.mul(&Q.ZZZ).reduce(); //                   S1 = Y1·Z2³
        let ZZZ1 = Z1Z1.mul(&P.Z).carry(); //                   Z1³
        let H = Q.X.mul_sub(&Z1Z1, &U1.widen()).carry(); //     H = X2·Z1² − U1, depth 5
        let r = Q.Y.mul_sub(&ZZZ1, &S1.widen()).reduce(); //    r = Y2·Z1³ − S1, depth 5
        let ZZ = P.Z.mul(&Q.Z).carry();
        let [X, Y, Z] = add_tail(&U1, &H, &S1, &r, &ZZ);
        (Jacobian::new(X, Y, Z), r)
    }

    /// [`Jacobian::add_affine_distinct`].
    fn added_affine[C: Curve, F: CurveField<C>](P: &Jacobian<C, F>, Q: &Affine<C, F>) -> Jacobian<C, F> {
        let [X, Y, Z] = add_affine(&[P.X, P.Y, P.Z], &[Q.x, Q.y]);
        Jacobian::new(X, Y, Z)
    }
}

steps! {
    over F;

    /// [`Jacobian::add_affine_negated_side_by_side`].
    fn added_affine_negated[C: Curve, F: CurveField<C>](P: &[Jacobian<C, F>; 2], Q: &[Affine<C, F>; 2]) -> [Jacobian<C, F>; 2] {
        let [P0, P1] = P;
        let [Q0, Q1] = Q;
        let sum = add_affine_negated(
            &[Pair([P0.X, P1.X]), Pair([P0.Y, P1.Y]), Pair([P0.Z, P1.Z])],
            &[Pair([Q0.x, Q1.x]), Pair([Q0.y, Q1.y])],
        );
        Jacobian::two(&sum)
    }

    /// [`Jacobian::times_minus_two`].
    fn doubled_often[C: Curve, F: CurveField<C>](P: &Jacobian<C, F>, n: usize) -> Jacobian<C, F> {
        let [X, Y, Z] = times_minus_two(&[P.X, P.Y, P.Z], n);
        Jacobian::new(X, Y, Z)
    }

    /// [`Jacobian::times_minus_two_side_by_side`].
    fn two_doubled_often[C: Curve, F: CurveField<C>](points: &[Jacobian<C, F>; 2], n: usize) -> [Jacobian<C, F>; 2] {
        let [P, Q] = points;
        Jacobian::two(&times_minus_two(&[Pair([P.X, Q.X]), Pair([P.Y, Q.Y]), Pair([P.Z, Q.Z])], n))
    }

    /// [`Jacobian::to_cached`].
    fn cached[C: Curve, F: CurveField<C>](P: &Jacobian<C, F>) -> Cached<C, F> {
        let ZZ = P.Z.sqr().carry();
        let ZZZ = ZZ.mul(&P.Z).carry();
        Cached::from_coordinates([P.X, P.Y, P.Z, ZZ, ZZZ])
    }

    /// [`Jacobian::to_affine`].
    fn affine[C: Curve, F: CurveField<C>](P: &Jacobian<C, F>, z_inverse: &F) -> Affine<C, F> {
        let zz = z_inverse.sqr().carry();
        let zzz = zz.mul(z_inverse).carry();
        Affine::new(P.X.mul(&zz).reduce(), P.Y.mul(&zzz).reduce())
    }

    /// [`Jacobian::equals`].
    fn are_equal[C: Curve, F: CurveField<C>](P: &Jacobian<C, F>, Q: &Jacobian<C, F>) -> F::Mask {
        let (p, q) = (P.is_identity(), Q.is_identity());
        let (P, Q) = (P.to_cached(), Q.to_cached());
        let x = P.X.mul(&Q.ZZ).sub(&Q.X.mul(&P.ZZ)).reduce().is_zero();
        let y = P.Y.mul(&Q.ZZZ).sub(&Q.Y.mul(&P.ZZZ)).reduce().is_zero();
        x.and(y).and(p.or(q).not()).or(p.and(q))
    }

    /// [`Affine::with_root`].
    fn lifted[C: Curve, F: CurveField<C>](x: &F, square: &F, y: &F, odd: F::Mask) -> (Affine<C, F>, F::Mask) {
        let exists = y.sqr().sub(&square.widen()).reduce().is_zero();
        let (words, mut is_odd) = (y.to_words(), PerElement::<F, _>::splat(crate::ct::Mask::FALSE));
        for lane in 0..F::LANES {
            is_odd.as_mut()[lane] = crate::ct::Mask::from_bit(words.as_ref()[lane][0] & 1);
        }
        // No point has y = 0, so one of y and −y is odd.
        (Affine::new(*x, *y).negate_if(F::mask(&is_odd).xor(odd)), exists)
    }

    /// [`Affine::unpack`].
    fn unpacked[C: Curve, F: CurveField<C>](points: &PerElement<F, PackedPoint>) -> Affine<C, F> {
        let (mut x, mut y) = (PerElement::<F, _>::splat([0; 4]), PerElement::<F, _>::splat([0; 4]));
        for lane in 0..F::LANES {
            [x.as_mut()[lane], y.as_mut()[lane]] = points.as_ref()[lane];
        }
        Affine::new(F::from_table(&x), F::from_table(&y))
    }

    /// [`Affine::pack`].
    fn packed[C: Curve, F: CurveField<C>](P: &Affine<C, F>) -> PerElement<F, PackedPoint> {
        let (x, y) = (P.x.to_table(), P.y.to_table());
        let mut points = PerElement::<F, PackedPoint>::splat([[0; 4]; 2]);
        for lane in 0..F::LANES {
            points.as_mut()[lane] = [x.as_ref()[lane], y.as_ref()[lane]];
        }
        points
    }
}

/// −y; 0 stays 0 modulo p.
#[inline(always)]
fn negative<F: PrimeField>(y: &F) -> F {
    F::zero().widen().sub(&y.widen()).reduce()
}

impl<C: Curve, F: CurveField<C>> Cached<C, F> {
    /// From X, Y, Z, Z² and Z³.
    #[inline(always)]
    pub fn from_coordinates([X, Y, Z, ZZ, ZZZ]: [F; 5]) -> Self {
        Cached { X, Y, Z, ZZ, ZZZ, curve: PhantomData }
    }

    /// O in every lane.
    #[inline(always)]
    pub fn identity() -> Self {
        Jacobian::identity().to_cached()
    }

    /// Without the powers of Z.
    #[inline(always)]
    pub fn to_jacobian(&self) -> Jacobian<C, F> {
        Jacobian::new(self.X, self.Y, self.Z)
    }

    /// The point with this X.
    #[inline(always)]
    pub(crate) fn with_x(&self, X: F) -> Self {
        Cached { X, ..*self }
    }

    /// The endomorphism of the point. Cost: 1M.
    #[inline(always)]
    pub fn image(&self) -> Self
    where
        C: Endomorphic,
    {
        Cached { X: self.X.mul(&F::constant(&C::BETA)).reduce(), ..*self }
    }

    /// −P where the mask is true, else P.
    #[inline(always)]
    pub fn negate_if(&self, mask: F::Mask) -> Self {
        Cached { Y: self.Y.negate_if(mask, &F::zero()), ..*self }
    }

    /// `P` where the mask is true, else `Q`, lane by lane.
    #[inline(always)]
    pub fn select(mask: F::Mask, P: &Self, Q: &Self) -> Self {
        Cached::from_coordinates([
            F::select(mask, &P.X, &Q.X),
            F::select(mask, &P.Y, &Q.Y),
            F::select(mask, &P.Z, &Q.Z),
            F::select(mask, &P.ZZ, &Q.ZZ),
            F::select(mask, &P.ZZZ, &Q.ZZZ),
        ])
    }
}

impl<C: Curve, F: CurveField<C>> Affine<C, F> {
    /// (x, y).
    #[inline(always)]
    pub fn new(x: F, y: F) -> Self {
        Affine { x, y, curve: PhantomData }
    }

    /// The base point G in every lane.
    #[inline(always)]
    pub fn base() -> Self {
        Affine::new(F::constant(&C::BASE_X), F::constant(&C::BASE_Y))
    }

    /// With Z = 1.
    #[inline(always)]
    pub fn to_jacobian(&self) -> Jacobian<C, F> {
        Jacobian::new(self.x, self.y, F::one())
    }

    /// `P` where the mask is true, else `Q`, lane by lane.
    #[inline(always)]
    pub fn select(mask: F::Mask, P: &Self, Q: &Self) -> Self {
        Affine::new(F::select(mask, &P.x, &Q.x), F::select(mask, &P.y, &Q.y))
    }

    /// −P where the mask is true, else P.
    #[inline(always)]
    pub fn negate_if(&self, mask: F::Mask) -> Self {
        Affine { y: self.y.negate_if(mask, &F::zero()), ..*self }
    }

    /// The endomorphism of the point. Cost: 1M.
    #[inline(always)]
    pub fn image(&self) -> Self
    where
        C: Endomorphic,
    {
        Affine { x: self.x.mul(&F::constant(&C::BETA)).reduce(), ..*self }
    }

    /// x³ + a·x + b. Cost: 1M + 1S.
    #[inline(always)]
    fn right_side(x: &F) -> F {
        let square = x.sqr();
        let factor = if const { matches!(C::A, Coefficient::Zero) } {
            square.carry()
        } else {
            let one = F::one().widen();
            let three = one.double().add(&one);
            square.sub(&three).carry() //                       x² − 3, depth 1 + 4
        };
        x.mul(&factor).add(&F::constant(&C::B).widen()).reduce()
    }

    /// 3·x² + a, which λ of a doubling divides by 2·y. Cost: 1S.
    #[inline(always)]
    pub fn tangent_rise(&self) -> F {
        let third = if const { matches!(C::A, Coefficient::Zero) } {
            self.x.sqr()
        } else {
            self.x.sqr().sub(&F::one().widen()).carry().widen() // x² − 1
        };
        third.double().add(&third).carry()
    }

    /// Whether the coordinates satisfy the equation of the curve, per lane. Cost: 1M + 2S.
    #[inline(always)]
    pub fn is_on_curve(&self) -> F::Mask {
        self.y.sqr().sub(&Self::right_side(&self.x).widen()).reduce().is_zero()
    }

    /// The point with this x and a y with this lowest bit, and whether there is one, per lane. Cost: one
    /// square root, 1M + 2S.
    #[inline(always)]
    pub fn lift_x(x: &F, odd: F::Mask) -> (Self, F::Mask) {
        let square = Self::right_side(x);
        Self::with_root(x, &square, &square.sqrt(), odd)
    }

    /// [`Affine::lift_x`] of two groups side by side.
    #[inline(always)]
    pub fn lift_x_side_by_side([x, u]: &[F; 2], odd: &[F::Mask; 2]) -> [(Self, F::Mask); 2] {
        let squares = [Self::right_side(x), Self::right_side(u)];
        let [y, v] = F::sqrts(&squares);
        [Self::with_root(x, &squares[0], &y, odd[0]), Self::with_root(u, &squares[1], &v, odd[1])]
    }

    /// The same, given the right side of the equation and what is a root of it if there is one.
    #[inline(always)]
    fn with_root(x: &F, square: &F, y: &F, odd: F::Mask) -> (Self, F::Mask) {
        lifted(x, square, y, odd)
    }

    /// One packed point per lane.
    #[inline(always)]
    pub fn unpack(points: &PerElement<F, PackedPoint>) -> Self {
        unpacked(points)
    }

    /// The packed point of each lane.
    #[inline(always)]
    pub fn pack(&self) -> PerElement<F, PackedPoint> {
        packed(self)
    }
}
