//! The twisted Edwards curve −x² + y² = 1 + d·x²·y² of RFC 8032: point types, doubling, addition.
//!
//! Formulas: Hisil, Wong, Carter, Dawson 2008 (eprint 2008/522), `dbl-2008-hwcd` and
//! `add-2008-hwcd-3`. With a = −1 a square and d a non-square the addition is complete: no input, equal
//! or opposite or of small order, is an exception.
//!
//! | type            | what it holds                        | for                               |
//! |-----------------|--------------------------------------|-----------------------------------|
//! | [`Extended`]    | X, Y, Z, T; x = X/Z, y = Y/Z, T = XY/Z | a point as such                 |
//! | [`Accumulator`] | Y + X, Y − X, Z, T                   | first operand of an addition      |
//! | [`Projective`]  | X, Y, Z                              | operand of a doubling             |
//! | [`Completed`]   | E, F, G, H: X = EF, Y = GH, Z = FG, T = EH | result of any operation     |
//! | [`Cached`]      | Y + X, Y − X, 2Z, 2dT                | second operand, any Z             |
//! | [`AffineCached`]| y + x, y − x, 2dxy                   | second operand, Z = 1 (tables)    |
//!
//! Subtracting a cached point exchanges y + x with y − x, and F with G: no negation is needed.
//!
//! | module           | what                                                                         |
//! |------------------|------------------------------------------------------------------------------|
//! | [`decode`]       | points from their encodings                                                  |
//! | [`square_root`]  | √(u/v) and signs, for [`decode`], [`ristretto`] and [`elligator`]            |
//! | [`small_order`]  | the points that 8 annihilates                                                |
//! | [`ristretto`]    | the group of RFC 9496 over these points                                      |
//! | [`elligator`]    | points from field elements                                                   |
//! | [`montgomery`]   | curve25519: its ladder, and maps between the two forms                       |
//! | [`quad`]         | a point with a coordinate in each of four lanes                              |
//! | [`quad_ladder`]  | the ladder in that form                                                      |
#![allow(non_snake_case)] // coordinates are capital letters in the formulas

pub mod decode;
pub mod elligator;
pub mod montgomery;
pub mod quad;
pub mod quad_ladder;
pub mod ristretto;
pub mod small_order;
pub mod square_root;

use crate::field::f25519::{Constant, F25519};
use crate::field::{Lanes, PerElement, Sum};
use crate::lanes::steps;

/// (X : Y : Z : T) with x = X/Z, y = Y/Z, X·Y = Z·T. Coordinates have depth 1.
#[derive(Clone, Copy)]
pub struct Extended<F> {
    /// X.
    pub X: F,
    /// Y.
    pub Y: F,
    /// Z, never 0.
    pub Z: F,
    /// T = X·Y/Z.
    pub T: F,
}

/// (X : Y : Z) with x = X/Z, y = Y/Z. Coordinates have depth 1.
#[derive(Clone, Copy)]
pub struct Projective<F> {
    /// X.
    pub X: F,
    /// Y.
    pub Y: F,
    /// Z, never 0.
    pub Z: F,
}

/// The sum so far: the first operand of an addition. The sums are made of products, before they are carried.
#[derive(Clone, Copy)]
pub struct Accumulator<F: F25519> {
    /// Y + X.
    pub y_plus_x: F,
    /// Y − X.
    pub y_minus_x: F,
    /// Z, never 0, of depth 1.
    pub Z: F::Sum,
    /// T = X·Y/Z, of depth 1.
    pub T: F,
}

/// The four factors that every operation ends with; ((E : G), (H : F)) on P¹ × P¹.
#[derive(Clone, Copy)]
pub struct Completed<F> {
    /// X/Z = E/G.
    pub E: F,
    /// T/X = H/F.
    pub F: F,
    /// Z = F·G.
    pub G: F,
    /// Y/Z = H/F.
    pub H: F,
}

/// A second operand of an addition.
#[derive(Clone, Copy)]
pub struct Cached<F> {
    /// Y + X.
    pub y_plus_x: F,
    /// Y − X.
    pub y_minus_x: F,
    /// 2·Z.
    pub z2: F,
    /// 2·d·T.
    pub t2d: F,
}

/// A second operand of an addition, with Z = 1.
#[derive(Clone, Copy)]
pub struct AffineCached<F> {
    /// y + x.
    pub y_plus_x: F,
    /// y − x.
    pub y_minus_x: F,
    /// 2·d·x·y.
    pub xy2d: F,
}

/// An affine cached point as canonical 64-bit words: y + x, y − x, 2dxy. 96 bytes, the same for every
/// backend.
pub type PackedPoint = [[u64; 4]; 3];

impl<F: F25519> Extended<F> {
    /// The neutral element (0, 1) in every lane.
    #[inline(always)]
    pub fn identity() -> Self {
        let (zero, one) = (F::constant(&Constant::ZERO), F::constant(&Constant::ONE));
        Extended { X: zero, Y: one, Z: one, T: zero }
    }

    /// The base point B of RFC 8032 in every lane.
    #[inline(always)]
    pub fn base() -> Self {
        Self::from_affine(F::constant(&Constant::BASE_X), F::constant(&Constant::BASE_Y))
    }

    /// The point (x, y), which must be on the curve. Cost: 1M.
    #[inline(always)]
    pub fn from_affine(x: F, y: F) -> Self {
        Extended { X: x, Y: y, Z: F::constant(&Constant::ONE), T: x.mul(&y).carry() }
    }

    /// −P. Cost: 2 subtractions.
    #[inline(always)]
    pub fn negate(&self) -> Self {
        let zero = F::constant(&Constant::ZERO).widen();
        Extended {
            X: zero.sub(&self.X.widen()).reduce(),
            Y: self.Y,
            Z: self.Z,
            T: zero.sub(&self.T.widen()).reduce(),
        }
    }

    /// Without T. Free.
    #[inline(always)]
    pub fn to_projective(&self) -> Projective<F> {
        Projective { X: self.X, Y: self.Y, Z: self.Z }
    }

    /// The form for a second operand. Cost: 1M.
    #[inline(always)]
    pub fn to_cached(&self) -> Cached<F> {
        self.to_accumulator().to_cached()
    }

    /// The form for a table entry, given 1/Z. Cost: 4M.
    #[inline(always)]
    pub fn to_affine_cached(&self, z_inverse: &F) -> AffineCached<F> {
        let x = self.X.mul(z_inverse).carry();
        let y = self.Y.mul(z_inverse).carry();
        AffineCached::from_affine(&Extended::from_affine(x, y))
    }

    /// 2·P. Cost: 3S + 1M (or 4S), then 3M or 4M for the coordinates.
    #[inline(always)]
    pub fn double(&self) -> Completed<F> {
        self.to_projective().double()
    }

    /// P + Q. Cost: 4M, then 3M or 4M for the coordinates.
    #[inline(always)]
    pub fn add(&self, Q: &Cached<F>) -> Completed<F> {
        self.to_accumulator().add(Q)
    }

    /// P − Q. Cost as [`Extended::add`].
    #[inline(always)]
    pub fn sub(&self, Q: &Cached<F>) -> Completed<F> {
        self.to_accumulator().sub(Q)
    }

    /// The form for a first operand. Cost: 2 sums.
    #[inline(always)]
    pub fn to_accumulator(&self) -> Accumulator<F> {
        let (X, Y) = (self.X.widen(), self.Y.widen());
        Accumulator {
            y_plus_x: Y.add(&X).carry(),
            y_minus_x: Y.sub(&X).carry(),
            Z: self.Z.widen(),
            T: self.T,
        }
    }

    /// `P` where the mask is true, else `Q`, lane by lane.
    #[inline(always)]
    pub fn select(mask: F::Mask, P: &Self, Q: &Self) -> Self {
        Extended {
            X: F::select(mask, &P.X, &Q.X),
            Y: F::select(mask, &P.Y, &Q.Y),
            Z: F::select(mask, &P.Z, &Q.Z),
            T: F::select(mask, &P.T, &Q.T),
        }
    }

    /// Whether this is the neutral element, per lane.
    #[inline(always)]
    pub fn is_identity(&self) -> F::Mask {
        self.to_projective().is_identity()
    }

    /// Whether two points are the same, per lane: X1·Z2 = X2·Z1 and Y1·Z2 = Y2·Z1. Cost: 4M.
    #[inline(always)]
    pub fn equals(&self, Q: &Self) -> F::Mask {
        are_equal(self, Q)
    }

    /// The 32-byte encoding of each lane, as words, given 1/Z: y, and the lowest bit of x on top.
    /// Cost: 2M.
    #[inline(always)]
    pub fn encode(&self, z_inverse: &F) -> PerElement<F, [u64; 4]> {
        self.to_projective().encode(z_inverse)
    }
}

impl<F: F25519> Accumulator<F> {
    /// The neutral element (0, 1) in every lane.
    #[inline(always)]
    pub fn identity() -> Self {
        let one = F::constant(&Constant::ONE);
        Accumulator { y_plus_x: one, y_minus_x: one, Z: one.widen(), T: F::constant(&Constant::ZERO) }
    }

    /// P + Q. Cost: 4M, then 3M or 4M for the coordinates. `add-2008-hwcd-3`.
    #[inline(always)]
    pub fn add(&self, Q: &Cached<F>) -> Completed<F> {
        self.add_parts(&Q.y_plus_x, &Q.y_minus_x, &Q.t2d, self.Z.carry().mul(&Q.z2), false)
    }

    /// P − Q. Cost as [`Accumulator::add`].
    #[inline(always)]
    pub fn sub(&self, Q: &Cached<F>) -> Completed<F> {
        self.add_parts(&Q.y_minus_x, &Q.y_plus_x, &Q.t2d, self.Z.carry().mul(&Q.z2), true)
    }

    /// P + Q for a table entry Q. Cost: 3M, then 3M or 4M for the coordinates. `madd-2008-hwcd-3`.
    #[inline(always)]
    pub fn add_affine(&self, Q: &AffineCached<F>) -> Completed<F> {
        self.add_parts(&Q.y_plus_x, &Q.y_minus_x, &Q.xy2d, self.Z.double(), false)
    }

    /// P + Q, or P − Q if `negative`, for a table entry Q and a public sign that is as good as random:
    /// without a branch to mispredict. Cost as [`Accumulator::add_affine`].
    #[inline(always)]
    pub fn add_affine_signed_vartime(&self, Q: &AffineCached<F>, negative: bool) -> Completed<F> {
        let factors = [&Q.y_plus_x, &Q.y_minus_x];
        let D = self.Z.double();
        let sum = self.add_parts(factors[negative as usize], factors[!negative as usize], &Q.xy2d, D, false);
        let ends = [sum.F, sum.G];
        Completed { F: ends[negative as usize], G: ends[!negative as usize], ..sum }
    }

    /// P − Q for a table entry Q. Cost as [`Accumulator::add_affine`].
    #[inline(always)]
    pub fn sub_affine(&self, Q: &AffineCached<F>) -> Completed<F> {
        self.add_parts(&Q.y_minus_x, &Q.y_plus_x, &Q.xy2d, self.Z.double(), true)
    }

    /// P + Q in the lanes where the mask is false, P − Q where it is true. Cost as
    /// [`Accumulator::add_affine`]; constant time in the mask.
    #[inline(always)]
    pub fn add_affine_signed(&self, Q: &AffineCached<F>, negative: F::Mask) -> Completed<F> {
        let mut Q = *Q;
        F::swap(negative, &mut Q.y_plus_x, &mut Q.y_minus_x);
        let mut R = self.add_affine(&Q);
        F::swap(negative, &mut R.F, &mut R.G);
        R
    }

    /// P + Q in the lanes where the mask is false, P − Q where it is true. Cost as [`Accumulator::add`];
    /// constant time in the mask.
    #[inline(always)]
    pub fn add_signed(&self, Q: &Cached<F>, negative: F::Mask) -> Completed<F> {
        let mut Q = *Q;
        F::swap(negative, &mut Q.y_plus_x, &mut Q.y_minus_x);
        let mut R = self.add(&Q);
        F::swap(negative, &mut R.F, &mut R.G);
        R
    }

    /// The common part; `D` = 2·Z1·Z2. `negative` (public) exchanges F and G.
    #[inline(always)]
    fn add_parts(&self, y_plus_x: &F, y_minus_x: &F, t2d: &F, D: F::Sum, negative: bool) -> Completed<F> {
        added(self, y_plus_x, y_minus_x, t2d, D, negative)
    }

    /// The form for a second operand. Cost: 1M.
    #[inline(always)]
    pub fn to_cached(&self) -> Cached<F> {
        cached(self)
    }

    /// (2·X : 2·Y : 2·Z : 2·T), which is the same point. Cost: 4 sums.
    #[inline(always)]
    pub fn to_extended(&self) -> Extended<F> {
        let (plus, minus) = (self.y_plus_x.widen().reduce().widen(), self.y_minus_x.widen().reduce().widen());
        Extended {
            X: plus.sub(&minus).reduce(),
            Y: plus.add(&minus).reduce(),
            Z: self.Z.double().reduce(),
            T: self.T.widen().double().reduce(),
        }
    }
}

impl<F: F25519> Projective<F> {
    /// The neutral element (0, 1) in every lane.
    #[inline(always)]
    pub fn identity() -> Self {
        Extended::identity().to_projective()
    }

    /// 2·P. Cost: 3S and 1S or 1M, then 3M or 4M for the coordinates. `dbl-2008-hwcd` with F and H
    /// negated, which negates all four coordinates and so keeps the point.
    #[inline(always)]
    pub fn double(&self) -> Completed<F> {
        doubled(self)
    }

    /// Whether this is the neutral element, per lane: X = 0 and Y = Z.
    #[inline(always)]
    pub fn is_identity(&self) -> F::Mask {
        use crate::field::LaneMask;
        let difference = self.Y.widen().sub(&self.Z.widen()).carry();
        self.X.is_zero().and(difference.is_zero())
    }

    /// x and y, given 1/Z. Cost: 2M.
    #[inline(always)]
    pub fn to_affine(&self, z_inverse: &F) -> (F, F) {
        (self.X.mul(z_inverse).carry(), self.Y.mul(z_inverse).carry())
    }

    /// The 32-byte encoding of each lane, as words, given 1/Z. Cost: 2M.
    #[inline(always)]
    pub fn encode(&self, z_inverse: &F) -> PerElement<F, [u64; 4]> {
        encoded(self, z_inverse)
    }
}

impl<F: F25519> Completed<F> {
    /// The neutral element (0, 1) in every lane.
    #[inline(always)]
    pub fn identity() -> Self {
        let one = F::constant(&Constant::ONE);
        Completed { E: F::constant(&Constant::ZERO), F: one, G: one, H: one }
    }

    /// Cost: 3M.
    #[inline(always)]
    pub fn to_projective(&self) -> Projective<F> {
        projective(self)
    }

    /// Cost: 4M.
    #[inline(always)]
    pub fn to_extended(&self) -> Extended<F> {
        extended(self)
    }

    /// Cost: 4M.
    #[inline(always)]
    pub fn to_accumulator(&self) -> Accumulator<F> {
        accumulator(self)
    }

    /// The form for a second operand. Cost: 5M.
    #[inline(always)]
    pub fn to_cached(&self) -> Cached<F> {
        self.to_accumulator().to_cached()
    }
}

steps! {
    over F;

    /// [`Accumulator::add_parts`].
    fn added[F: F25519](P: &Accumulator<F>, y_plus_x: &F, y_minus_x: &F, t2d: &F, D: F::Sum, negative: bool) -> Completed<F> {
        let A = P.y_minus_x.mul(y_minus_x); // A = (Y1 − X1)·(Y2 − X2)
        let B = P.y_plus_x.mul(y_plus_x); //   B = (Y1 + X1)·(Y2 + X2)
        let C = P.T.mul(t2d); //               C = 2d·T1·T2
        let D_minus_C = D.sub(&C).carry(); //  F = D − C, depth 2 + 4
        let D_plus_C = D.add(&C).carry(); //   G = D + C, depth 3
        let (F, G) = if negative { (D_plus_C, D_minus_C) } else { (D_minus_C, D_plus_C) };
        Completed {
            E: B.sub(&A).carry(), //                          E = B − A, depth 5
            F,
            G,
            H: B.add(&A).carry(), //                          H = B + A, depth 2
        }
    }

    /// [`Projective::double`].
    fn doubled[F: F25519](P: &Projective<F>) -> Completed<F> {
        let A = P.X.sqr(); //               A = X²
        let B = P.Y.sqr(); //               B = Y²
        let C = P.Z.sqr().double(); //      C = 2·Z²
        let H = A.add(&B); //               H = A + B, depth 2
        let E = P.X.twice_mul(&P.Y, &H); // E = 2·X·Y, depth ≤ 7
        let G = B.sub(&A); //               G = B − A, depth 5
        let F = C.add(&A).sub(&B); //       F = C − G, depth 7
        Completed { E: E.carry(), F: F.carry(), G: G.carry(), H: H.carry() }
    }

    /// [`Completed::to_projective`].
    fn projective[F: F25519](P: &Completed<F>) -> Projective<F> {
        Projective {
            X: P.E.mul(&P.F).carry(),
            Y: P.G.mul(&P.H).carry(),
            Z: P.F.mul(&P.G).carry(),
        }
    }

    /// [`Completed::to_extended`].
    fn extended[F: F25519](P: &Completed<F>) -> Extended<F> {
        Extended {
            X: P.E.mul(&P.F).carry(),
            Y: P.G.mul(&P.H).carry(),
            Z: P.F.mul(&P.G).carry(),
            T: P.E.mul(&P.H).carry(),
        }
    }

    /// [`Completed::to_accumulator`].
    fn accumulator[F: F25519](P: &Completed<F>) -> Accumulator<F> {
        let (X, Y) = (P.E.mul(&P.F), P.G.mul(&P.H));
        Accumulator {
            y_plus_x: Y.add(&X).carry(),
            y_minus_x: Y.sub(&X).carry(),
            Z: P.F.mul(&P.G),
            T: P.E.mul(&P.H).carry(),
        }
    }

    /// [`Accumulator::to_cached`].
    fn cached[F: F25519](P: &Accumulator<F>) -> Cached<F> {
        Cached {
            y_plus_x: P.y_plus_x,
            y_minus_x: P.y_minus_x,
            z2: P.Z.double().carry(),
            t2d: P.T.mul(&F::constant(&Constant::D2)).carry(),
        }
    }

    /// [`AffineCached::from_affine`].
    fn affine_cached[F: F25519](point: &Extended<F>) -> AffineCached<F> {
        let (x, y) = (point.X.widen(), point.Y.widen());
        AffineCached {
            y_plus_x: y.add(&x).carry(),
            y_minus_x: y.sub(&x).carry(),
            xy2d: point.T.mul(&F::constant(&Constant::D2)).carry(),
        }
    }

    /// [`AffineCached::unpack`].
    fn unpacked[F: F25519](points: &PerElement<F, PackedPoint>) -> AffineCached<F> {
        let mut words = [PerElement::<F, [u64; 4]>::splat([0; 4]); 3];
        for i in 0..F::LANES {
            for (j, word) in words.iter_mut().enumerate() {
                word.as_mut()[i] = points.as_ref()[i][j];
            }
        }
        AffineCached {
            y_plus_x: F::from_words(&words[0]),
            y_minus_x: F::from_words(&words[1]),
            xy2d: F::from_words(&words[2]),
        }
    }

    /// [`AffineCached::pack`].
    fn packed[F: F25519](P: &AffineCached<F>) -> PerElement<F, PackedPoint> {
        let (a, b, c) = (P.y_plus_x.to_words(), P.y_minus_x.to_words(), P.xy2d.to_words());
        let mut points = PerElement::<F, PackedPoint>::splat([[0; 4]; 3]);
        for i in 0..F::LANES {
            points.as_mut()[i] = [a.as_ref()[i], b.as_ref()[i], c.as_ref()[i]];
        }
        points
    }

    /// [`Projective::encode`].
    fn encoded[F: F25519](P: &Projective<F>, z_inverse: &F) -> PerElement<F, [u64; 4]> {
        let (x, y) = P.to_affine(z_inverse);
        F::unbundle(&F::with_top_bit(&y.to_bundle(), &x.to_bundle()))
    }

    /// [`Extended::equals`].
    fn are_equal[F: F25519](P: &Extended<F>, Q: &Extended<F>) -> F::Mask {
        use crate::field::LaneMask;
        let dx = P.X.mul(&Q.Z).sub(&Q.X.mul(&P.Z)).carry();
        let dy = P.Y.mul(&Q.Z).sub(&Q.Y.mul(&P.Z)).carry();
        dx.is_zero().and(dy.is_zero())
    }
}

impl<F: F25519> Cached<F> {
    /// The neutral element in every lane.
    #[inline(always)]
    pub fn identity() -> Self {
        let one = F::constant(&Constant::ONE);
        let two = one.widen().double().reduce();
        Cached { y_plus_x: one, y_minus_x: one, z2: two, t2d: F::constant(&Constant::ZERO) }
    }

    /// `P` where the mask is true, else `Q`, lane by lane.
    #[inline(always)]
    pub fn select(mask: F::Mask, P: &Self, Q: &Self) -> Self {
        Cached {
            y_plus_x: F::select(mask, &P.y_plus_x, &Q.y_plus_x),
            y_minus_x: F::select(mask, &P.y_minus_x, &Q.y_minus_x),
            z2: F::select(mask, &P.z2, &Q.z2),
            t2d: F::select(mask, &P.t2d, &Q.t2d),
        }
    }
}

impl<F: F25519> AffineCached<F> {
    /// The form for a table entry of a point with Z = 1. Cost: 1M.
    #[inline(always)]
    pub fn from_affine(point: &Extended<F>) -> Self {
        affine_cached(point)
    }

    /// P in the lanes where the mask is false, −P where it is true: what a sum of table entries begins with. Cost: 1M;
    /// constant time in the mask.
    #[inline(always)]
    pub fn to_accumulator_signed(&self, negative: F::Mask) -> Accumulator<F> {
        let (mut y_plus_x, mut y_minus_x) = (self.y_plus_x, self.y_minus_x);
        F::swap(negative, &mut y_plus_x, &mut y_minus_x);
        let T = self.xy2d.mul(&F::constant(&Constant::D2_INVERSE)).carry();
        let minus_T = F::constant(&Constant::ZERO).widen().sub(&T.widen()).reduce();
        Accumulator {
            y_plus_x,
            y_minus_x,
            Z: F::constant(&Constant::ONE).widen(),
            T: F::select(negative, &minus_T, &T),
        }
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
