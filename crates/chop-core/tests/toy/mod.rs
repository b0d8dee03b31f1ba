//! Weierstrass curves of a few points, for the generic code: fields of small primes with one lane and with eight, and the
//! tables of base points. Expected values are those of the reference's affine law.

#![allow(dead_code, unused_imports, unused_macros)] // each test uses a part
#![allow(non_snake_case)] // points are capital letters

mod field;
mod orders;

use chop_core::ct::declassify;
use chop_core::curve::jacobian::{Affine, Coefficient, Curve, Endomorphic, Jacobian, PackedPoint};
use chop_core::field::{Field, LaneMask};
use chop_core::mul::weierstrass::{BASE_MULTIPLES, EndomorphicGroup, Group};
use chop_core::table::{AffineLimbRow, AffineSplitGroup, Aligned, JacobianComb};
use chop_ref::BigUint;
use chop_ref::weierstrass::{self, Point};

#[allow(unused_imports)] // each test uses a part
pub(crate) use field::{Residue, Toy, ToyFour, ToyLanes};
#[allow(unused_imports)] // each test uses a part
pub(crate) use orders::{Of199, Of64633, Seven, Thirteen};

/// Defines a curve over GF(p) with n points, the base point G among them.
macro_rules! toy_curve {
    ($Name:ident: $A:ident, p = $p:literal, b = $b:literal, n = $n:literal, G = ($x:literal, $y:literal)) => {
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum $Name {}

        impl Curve for $Name {
            type Constant = Residue<$p>;
            const A: Coefficient = Coefficient::$A;
            const B: Residue<$p> = Residue($b);
            const BASE_X: Residue<$p> = Residue($x);
            const BASE_Y: Residue<$p> = Residue($y);
        }

        impl Group for $Name {
            const ORDER: [u64; 4] = [$n, 0, 0, 0];
        }
    };
}

// a = −3. (No curve with a = −3 over a prime field has 13 points.)
toy_curve!(Minus7: MinusThree, p = 11, b = 10, n = 7, G = (2, 1));
toy_curve!(Minus17: MinusThree, p = 11, b = 1, n = 17, G = (0, 1));
toy_curve!(Minus19: MinusThree, p = 19, b = 9, n = 19, G = (0, 3));
toy_curve!(Minus31: MinusThree, p = 23, b = 8, n = 31, G = (0, 10));
toy_curve!(Minus199: MinusThree, p = 211, b = 103, n = 199, G = (0, 37));
toy_curve!(OverItsOrder: MinusThree, p = 199, b = 57, n = 199, G = (0, 16));
// a = 0.
toy_curve!(Zero7: Zero, p = 7, b = 5, n = 7, G = (3, 2));
toy_curve!(Zero13: Zero, p = 7, b = 3, n = 13, G = (1, 2));
toy_curve!(Zero199: Zero, p = 211, b = 2, n = 199, G = (4, 53));
// Just below 2^16, so that three rows of six bits are to them what 43 rows are to SM2's order.
toy_curve!(Minus63647: MinusThree, p = 64007, b = 3, n = 63647, G = (0, 3744));
toy_curve!(Zero64633: Zero, p = 64231, b = 3, n = 64633, G = (1, 2));

/// The endomorphism of a curve with a = 0: β, and the order whose λ it multiplies by.
macro_rules! endomorphic {
    ($($Name:ident: beta = $beta:literal, $Order:ident;)*) => {$(
        impl Endomorphic for $Name {
            const BETA: Self::Constant = Residue($beta);
        }

        impl EndomorphicGroup for $Name {
            type Halved = $Order;
        }
    )*};
}

endomorphic! {
    Zero7: beta = 4, Seven;
    Zero13: beta = 2, Thirteen;
    Zero199: beta = 196, Of199;
    Zero64633: beta = 17940, Of64633;
}

/// n.
pub(crate) const fn order<C: Group>() -> usize {
    C::ORDER[0] as usize
}

/// The reference's curve.
pub(crate) fn reference<C: Group<Constant = Residue<P>>, const P: u64>() -> weierstrass::Curve {
    let int = BigUint::from;
    let a = match C::A {
        Coefficient::MinusThree => int(P - 3),
        Coefficient::Zero => int(0u64),
    };
    let G = Some((int(C::BASE_X.0), int(C::BASE_Y.0)));
    weierstrass::Curve { p: int(P), a, b: int(C::B.0), n: int(C::ORDER[0]), G }
}

/// x and y of 0·G, 1·G, …, (n − 1)·G, by the reference.
pub(crate) fn multiples<C: Group<Constant = Residue<P>>, const P: u64>() -> Vec<Option<(u64, u64)>> {
    let curve = reference::<C, P>();
    let small = |x: &BigUint| x.to_u64_digits().first().copied().unwrap_or(0);
    let mut Q = None;
    let mut all = Vec::with_capacity(order::<C>());
    for _ in 0..order::<C>() {
        all.push(Q.as_ref().map(|(x, y)| (small(x), small(y))));
        Q = curve.add(&Q, &curve.G);
    }
    assert!(Q.is_none(), "n·G is O");
    all
}

/// k·G for a multiple from [`multiples`], in a field of one lane.
pub(crate) fn affine<C: Curve<Constant = Residue<P>>, const P: u64>((x, y): (u64, u64)) -> Affine<C, Toy<P>> {
    Affine::new(Toy(x), Toy(y))
}

/// Asserts that a point is the expected one.
#[track_caller]
pub(crate) fn assert_point<C: Curve<Constant = Residue<P>>, const P: u64>(
    found: &Jacobian<C, Toy<P>>,
    expected: Option<(u64, u64)>,
    what: &str,
) {
    assert_eq!(value(found), expected, "{what}");
}

/// x and y of a point; nothing for O.
pub(crate) fn value<C: Curve<Constant = Residue<P>>, const P: u64>(
    point: &Jacobian<C, Toy<P>>,
) -> Option<(u64, u64)> {
    let found = point.to_affine(&point.Z.invert());
    (!declassify(point.is_identity(), "test")).then_some((found.x.0 % P, found.y.0 % P))
}

/// The same of each lane.
pub(crate) fn values<C: Curve<Constant = Residue<P>>, const P: u64>(
    point: &Jacobian<C, ToyLanes<P>>,
) -> [Option<(u64, u64)>; 8] {
    std::array::from_fn(|lane| {
        let of = |coordinate: &ToyLanes<P>| Toy::<P>(coordinate.0[lane]);
        value(&Jacobian::<C, _>::new(of(&point.X), of(&point.Y), of(&point.Z)))
    })
}

/// k·G as words of a table.
fn packed(all: &[Option<(u64, u64)>], k: usize) -> PackedPoint {
    let (x, y) = all[k % all.len()].expect("a multiple of G that is not O");
    [[x, 0, 0, 0], [y, 0, 0, 0]]
}

/// base^i, modulo the number of multiples.
fn weight(all: &[Option<(u64, u64)>], base: usize, i: usize) -> usize {
    (0..i).fold(1, |weight, _| weight * base % all.len())
}

/// The comb of G.
pub(crate) fn comb<const ROWS: usize>(all: &[Option<(u64, u64)>]) -> JacobianComb<ROWS> {
    std::array::from_fn(|i| Aligned(std::array::from_fn(|j| packed(all, (j + 1) * weight(all, 64, i)))))
}

/// The comb of G by limbs.
pub(crate) fn comb_limbs<const ROWS: usize>(all: &[Option<(u64, u64)>]) -> [AffineLimbRow; ROWS] {
    let mut rows = [AffineLimbRow::default(); ROWS];
    for (row, entries) in rows.iter_mut().zip(comb::<ROWS>(all)) {
        for (j, [x, y]) in entries.iter().enumerate() {
            (row[0][j / 16][j % 16], row[5][j / 16][j % 16]) = (x[0], y[0]);
        }
    }
    rows
}

/// The comb of G for one scalar in eight lanes, of eight windows.
pub(crate) fn split(all: &[Option<(u64, u64)>]) -> [AffineSplitGroup; 1] {
    let mut group = AffineSplitGroup::default();
    for (j, entry) in group.iter_mut().enumerate() {
        let points: [PackedPoint; 8] =
            std::array::from_fn(|lane| packed(all, (j + 1) * weight(all, 16, lane)));
        (entry[0], entry[5]) = (points.map(|[x, _]| x[0]), points.map(|[_, y]| y[0]));
    }
    [group]
}

/// 1·G, 2·G, …; in the place of a multiple that is O, which no table has, the one before it.
pub(crate) fn packed_multiples<const N: usize>(all: &[Option<(u64, u64)>]) -> [PackedPoint; N] {
    std::array::from_fn(|k| if (k + 1) % all.len() == 0 { packed(all, k) } else { packed(all, k + 1) })
}
