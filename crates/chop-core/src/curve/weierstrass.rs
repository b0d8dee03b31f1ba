//! Curves y² = x³ − 3·x + b of prime order, without points of small order: point types, doubling, addition.
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
//! | [`Jacobian::double`]            | 4M + 4S    | as `dbl-2001-b`      | none                                    |
//! | [`Jacobian::add_distinct`]      | 11M + 3S   | `add-1998-cmo-2`     | P = ±Q, P = O, Q = O                    |
//! | [`Jacobian::add_affine_distinct`]| 8M + 3S   | `madd-2004-hmv`      | P = ±Q, P = O                           |
//! | [`Jacobian::add_complete`]      | 15M + 7S   | both, and selection  | none                                    |
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

use crate::ct::declassify;
use crate::field::fsm2::{Constant, FSm2};
use crate::field::{Field, LaneMask, Lanes, Sum, chains};

const PUBLIC: &str = "verification is public";

/// A field together with the curve y² = x³ − 3·x + b over it.
pub trait CurveField: Field {
    /// 0 in every lane.
    fn zero() -> Self;
    /// 1 in every lane.
    fn one() -> Self;
    /// b in every lane.
    fn b() -> Self;
    /// 1/x, and 0 for x = 0.
    fn invert(&self) -> Self;
    /// A square root of x, or something else if there is none.
    fn sqrt(&self) -> Self;
    /// Elements from words of a table.
    fn from_table(words: &Self::Lanes<[u64; 4]>) -> Self;
    /// The words that a table holds for these elements.
    fn to_table(&self) -> Self::Lanes<[u64; 4]>;
}

impl<F: FSm2> CurveField for F {
    #[inline(always)]
    fn zero() -> F {
        F::constant(&Constant::ZERO)
    }
    #[inline(always)]
    fn one() -> F {
        F::constant(&Constant::ONE)
    }
    #[inline(always)]
    fn b() -> F {
        F::constant(&Constant::B)
    }
    #[inline(always)]
    fn invert(&self) -> F {
        FSm2::inverse(self)
    }
    #[inline(always)]
    fn sqrt(&self) -> F {
        chains::sqrt_sm2(self)
    }
    #[inline(always)]
    fn from_table(words: &F::Lanes<[u64; 4]>) -> F {
        FSm2::from_table(words)
    }
    #[inline(always)]
    fn to_table(&self) -> F::Lanes<[u64; 4]> {
        FSm2::to_table(self)
    }
}

/// (X : Y : Z) with x = X/Z², y = Y/Z³; O for Z = 0. Coordinates have depth 1.
#[derive(Clone, Copy)]
pub struct Jacobian<F> {
    /// X.
    pub X: F,
    /// Y.
    pub Y: F,
    /// Z.
    pub Z: F,
}

/// A second operand of an addition.
#[derive(Clone, Copy)]
pub struct Cached<F> {
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
}

/// A point other than O.
#[derive(Clone, Copy)]
pub struct Affine<F> {
    /// x.
    pub x: F,
    /// y.
    pub y: F,
}

/// An affine point as words of a table: x, y. 64 bytes.
pub type PackedPoint = [[u64; 4]; 2];

impl<F: CurveField> Jacobian<F> {
    /// O in every lane.
    #[inline(always)]
    pub fn identity() -> Self {
        Jacobian { X: F::one(), Y: F::one(), Z: F::zero() }
    }

    /// Whether the point is O, per lane.
    #[inline(always)]
    pub fn is_identity(&self) -> F::Mask {
        self.Z.is_zero()
    }

    /// `P` where the mask is true, else `Q`, lane by lane.
    #[inline(always)]
    pub fn select(mask: F::Mask, P: &Self, Q: &Self) -> Self {
        Jacobian {
            X: F::select(mask, &P.X, &Q.X),
            Y: F::select(mask, &P.Y, &Q.Y),
            Z: F::select(mask, &P.Z, &Q.Z),
        }
    }

    /// −P.
    #[inline(always)]
    pub fn negate(&self) -> Self {
        Jacobian { Y: negative(&self.Y), ..*self }
    }

    /// The form for a second operand. Cost: 1M + 1S.
    #[inline(always)]
    pub fn to_cached(&self) -> Cached<F> {
        let ZZ = self.Z.sqr().carry();
        Cached { X: self.X, Y: self.Y, Z: self.Z, ZZ, ZZZ: ZZ.mul(&self.Z).carry() }
    }

    /// The affine point, given 1/Z; (0, 0) for O if 1/0 is given as 0. Cost: 3M + 1S.
    #[inline(always)]
    pub fn to_affine(&self, z_inverse: &F) -> Affine<F> {
        let zz = z_inverse.sqr().carry();
        let zzz = zz.mul(z_inverse).carry();
        Affine { x: self.X.mul(&zz).reduce(), y: self.Y.mul(&zzz).reduce() }
    }

    /// 2·P. Cost: 4M + 4S.
    #[inline(always)]
    pub fn double(&self) -> Self {
        let X1 = self.X.widen();
        let delta = self.Z.sqr(); //                            δ = Z²
        let gamma = self.Y.sqr(); //                            γ = Y²
        let product = X1.sub(&delta).carry().mul(&X1.add(&delta).carry());
        let alpha = product.double().add(&product).carry(); //  α = 3·(X − δ)·(X + δ), depth 3
        let gamma2 = gamma.double().carry(); //                 2γ
        let beta4 = self.X.mul(&gamma2).double().reduce(); //   4β = 4·X·γ
        let beta4_sum = beta4.widen();
        let X3 = alpha.sqr().sub(&beta4_sum.double()).reduce(); // X3 = α² − 8β, depth 5
        let gamma8 = gamma2.sqr().double(); //                  8γ² = 2·(2γ)²
        let rest = beta4_sum.sub(&X3.widen()).carry(); //       4β − X3
        let Y3 = alpha.mul(&rest).sub(&gamma8).reduce(); //     Y3 = α·(4β − X3) − 8γ², depth 5
        let Z3 = self.Y.twice_mul(&self.Z, &gamma.add(&delta)); // Z3 = 2·Y·Z, depth ≤ 7
        Jacobian { X: X3, Y: Y3, Z: Z3.reduce() }
    }

    /// P + Q for P ≠ ±Q, neither O. In the other cases Z is 0. Cost: 11M + 3S.
    #[inline(always)]
    pub fn add_distinct(&self, Q: &Cached<F>) -> Self {
        self.add_parts(Q).0
    }

    /// [`Jacobian::add_distinct`], and r = S2 − S1, which is 0 for P = Q and not for P = −Q.
    #[inline(always)]
    fn add_parts(&self, Q: &Cached<F>) -> (Self, F) {
        let Z1Z1 = self.Z.sqr().carry(); //                     Z1²
        let U1 = self.X.mul(&Q.ZZ); //                          U1 = X1·Z2²
        let U2 = Q.X.mul(&Z1Z1); //                             U2 = X2·Z1²
        let S1 = self.Y.mul(&Q.ZZZ); //                         S1 = Y1·Z2³
        let S2 = Q.Y.mul(&Z1Z1.mul(&self.Z).carry()); //        S2 = Y2·Z1³
        let ZZ = self.Z.mul(&Q.Z).carry();
        add_tail(&U1.reduce(), &U2, &S1.reduce(), &S2, &ZZ)
    }

    /// P + Q for P ≠ ±Q, P not O. In the other cases Z is 0. Cost: 8M + 3S.
    #[inline(always)]
    pub fn add_affine_distinct(&self, Q: &Affine<F>) -> Self {
        let Z1Z1 = self.Z.sqr().carry(); //                     Z1²
        let U2 = Q.x.mul(&Z1Z1); //                             U2 = x2·Z1²
        let S2 = Q.y.mul(&Z1Z1.mul(&self.Z).carry()); //        S2 = y2·Z1³
        add_tail(&self.X, &U2, &self.Y, &S2, &self.Z).0
    }

    /// P + Q for all P and Q, constant time. Cost: 15M + 7S.
    #[inline(always)]
    pub fn add_complete(&self, Q: &Cached<F>) -> Self {
        let (sum, r) = self.add_parts(Q);
        // Without O: Z = 0 for P = ±Q. For P = −Q that is the sum; r tells P = Q.
        let equal = sum.Z.is_zero().and(r.is_zero());
        let sum = Self::select(equal, &self.double(), &sum);
        let sum = Self::select(Q.Z.is_zero(), self, &sum);
        Self::select(self.Z.is_zero(), &Q.to_jacobian(), &sum)
    }

    /// P + Q for all P and Q, one lane, public.
    #[inline(always)]
    pub fn add_vartime(&self, Q: &Cached<F>) -> Self {
        let sum = self.add_distinct(Q);
        if declassify(sum.Z.is_zero().lane(0), PUBLIC) { self.add_complete(Q) } else { sum }
    }

    /// P + Q for all P and Q, one lane, public.
    #[inline(always)]
    pub fn add_affine_vartime(&self, Q: &Affine<F>) -> Self {
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
        let (P, Q) = (self.to_cached(), Q.to_cached());
        let x = P.X.mul(&Q.ZZ).sub(&Q.X.mul(&P.ZZ)).reduce().is_zero();
        let y = P.Y.mul(&Q.ZZZ).sub(&Q.Y.mul(&P.ZZZ)).reduce().is_zero();
        let (p, q) = (self.is_identity(), Q.Z.is_zero());
        x.and(y).and(p.or(q).not()).or(p.and(q))
    }
}

/// −y; 0 stays 0 modulo p.
#[inline(always)]
fn negative<F: CurveField>(y: &F) -> F {
    F::zero().widen().sub(&y.widen()).reduce()
}

/// What the additions have in common: the sum of (U1, S1) and (U2, S2) over a common Z, and r.
#[inline(always)]
fn add_tail<F: CurveField>(U1: &F, U2: &F::Sum, S1: &F, S2: &F::Sum, Z: &F) -> (Jacobian<F>, F) {
    let H = U2.sub(&U1.widen()).carry(); //                     H = U2 − U1, depth 5
    let r = S2.sub(&S1.widen()).reduce(); //                    r = S2 − S1, depth 5
    let HH = H.sqr().carry(); //                                H²
    let HHH = H.mul(&HH); //                                    H³
    let V = U1.mul(&HH); //                                     V = U1·H²
    let X3 = r.sqr().sub(&V.double().add(&HHH)).reduce(); //    X3 = r² − H³ − 2·V, depth 5
    let rest = V.sub(&X3.widen()).carry(); //                   V − X3, depth 5
    let Y3 = r.mul(&rest).sub(&S1.mul(&HHH.carry())).reduce(); // Y3 = r·(V − X3) − S1·H³, depth 5
    (Jacobian { X: X3, Y: Y3, Z: Z.mul(&H).reduce() }, r)
}

impl<F: CurveField> Cached<F> {
    /// O in every lane.
    #[inline(always)]
    pub fn identity() -> Self {
        Jacobian::identity().to_cached()
    }

    /// Without the powers of Z.
    #[inline(always)]
    pub fn to_jacobian(&self) -> Jacobian<F> {
        Jacobian { X: self.X, Y: self.Y, Z: self.Z }
    }

    /// −P where the mask is true, else P.
    #[inline(always)]
    pub fn negate_if(&self, mask: F::Mask) -> Self {
        Cached { Y: F::select(mask, &negative(&self.Y), &self.Y), ..*self }
    }

    /// `P` where the mask is true, else `Q`, lane by lane.
    #[inline(always)]
    pub fn select(mask: F::Mask, P: &Self, Q: &Self) -> Self {
        Cached {
            X: F::select(mask, &P.X, &Q.X),
            Y: F::select(mask, &P.Y, &Q.Y),
            Z: F::select(mask, &P.Z, &Q.Z),
            ZZ: F::select(mask, &P.ZZ, &Q.ZZ),
            ZZZ: F::select(mask, &P.ZZZ, &Q.ZZZ),
        }
    }
}

impl<F: CurveField> Affine<F> {
    /// With Z = 1.
    #[inline(always)]
    pub fn to_jacobian(&self) -> Jacobian<F> {
        Jacobian { X: self.x, Y: self.y, Z: F::one() }
    }

    /// `P` where the mask is true, else `Q`, lane by lane.
    #[inline(always)]
    pub fn select(mask: F::Mask, P: &Self, Q: &Self) -> Self {
        Affine { x: F::select(mask, &P.x, &Q.x), y: F::select(mask, &P.y, &Q.y) }
    }

    /// −P where the mask is true, else P.
    #[inline(always)]
    pub fn negate_if(&self, mask: F::Mask) -> Self {
        Affine { y: F::select(mask, &negative(&self.y), &self.y), ..*self }
    }

    /// x³ − 3·x + b. Cost: 1M + 1S.
    #[inline(always)]
    fn right_side(x: &F) -> F {
        let one = F::one().widen();
        let three = one.double().add(&one);
        let linear = x.sqr().sub(&three).carry(); //            x² − 3, depth 1 + 4
        x.mul(&linear).add(&F::b().widen()).reduce()
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
        let y = square.sqrt();
        let exists = y.sqr().sub(&square.widen()).reduce().is_zero();
        let (words, mut is_odd) = (y.to_words(), F::Lanes::splat(crate::ct::Mask::FALSE));
        for lane in 0..F::LANES {
            is_odd.as_mut()[lane] = crate::ct::Mask::from_bit(words.as_ref()[lane][0] & 1);
        }
        // No point has y = 0, so one of y and −y is odd.
        (Affine { x: *x, y }.negate_if(F::mask(&is_odd).xor(odd)), exists)
    }

    /// One packed point per lane.
    #[inline(always)]
    pub fn unpack(points: &F::Lanes<PackedPoint>) -> Self {
        let (mut x, mut y) = (F::Lanes::splat([0; 4]), F::Lanes::splat([0; 4]));
        for lane in 0..F::LANES {
            [x.as_mut()[lane], y.as_mut()[lane]] = points.as_ref()[lane];
        }
        Affine { x: F::from_table(&x), y: F::from_table(&y) }
    }

    /// The packed point of each lane.
    #[inline(always)]
    pub fn pack(&self) -> F::Lanes<PackedPoint> {
        let (x, y) = (self.x.to_table(), self.y.to_table());
        let mut points = F::Lanes::<PackedPoint>::splat([[0; 4]; 2]);
        for lane in 0..F::LANES {
            points.as_mut()[lane] = [x.as_ref()[lane], y.as_ref()[lane]];
        }
        points
    }
}
