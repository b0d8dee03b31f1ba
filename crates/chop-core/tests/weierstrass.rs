//! The formulas of Weierstrass curves on every pair of points of toy curves, in every scaling, and the
//! multiplications with every scalar: the same generic code as for SM2, over fields of a few elements.
#![allow(non_snake_case)] // points are capital letters

use chop_core::ct::{self, Mask, declassify};
use chop_core::curve::weierstrass::{Affine, CurveField, Jacobian, PackedPoint};
use chop_core::field::bounds::Depth;
use chop_core::field::{Field, Sum};
use chop_core::mul::weierstrass::mul;
use chop_core::mul::weierstrass_vartime::{BASE_ENTRIES, mul_vartime};
use chop_ref::BigUint;
use chop_ref::sm2::{Curve, Point};

/// GF(P) for a small prime P ≡ 3 mod 4, and the curve y² = x³ − 3·x + B over it. Every element is also held
/// unreduced, as the real backends do: x or x + P.
#[derive(Clone, Copy, Debug)]
struct Toy<const P: u64, const B: u64>(u64);

/// A sum with the depth that the rule of depths gives it, asserted as by the real backends.
#[derive(Clone, Copy, Debug)]
struct ToySum<const P: u64, const B: u64>(u64, Depth);

impl<const P: u64, const B: u64> Toy<P, B> {
    fn power(self, mut n: u64) -> Self {
        let (mut y, mut x) = (1, self.0 % P);
        while n > 0 {
            if n & 1 == 1 {
                y = y * x % P;
            }
            x = x * x % P;
            n >>= 1;
        }
        Toy(y)
    }
}

impl<const P: u64, const B: u64> Sum for ToySum<P, B> {
    type Fe = Toy<P, B>;
    fn add(&self, y: &Self) -> Self {
        ToySum((self.0 + y.0) % P, self.1.plus(y.1))
    }
    fn sub(&self, y: &Self) -> Self {
        ToySum((self.0 + P - y.0) % P, self.1.minus(y.1))
    }
    fn carry(&self) -> Toy<P, B> {
        self.1.assert_carriable();
        // Not the least representative.
        Toy(self.0 + P)
    }
    fn reduce(&self) -> Toy<P, B> {
        self.carry()
    }
}

impl<const P: u64, const B: u64> Field for Toy<P, B> {
    const LANES: usize = 1;
    type Lanes<T: Copy + 'static> = [T; 1];
    type Mask = Mask;
    type Sum = ToySum<P, B>;
    type Words = [u64; 4];

    fn mul(&self, y: &Self) -> ToySum<P, B> {
        ToySum(self.0 * y.0 % P, Depth::UNIT)
    }
    fn sqr(&self) -> ToySum<P, B> {
        self.mul(self)
    }
    fn twice_mul(&self, y: &Self, squares: &ToySum<P, B>) -> ToySum<P, B> {
        // As a backend does whose squarings are much cheaper than its products.
        self.widen().add(&y.widen()).carry().sqr().sub(squares)
    }
    fn mul_small(&self, c: u32) -> ToySum<P, B> {
        ToySum(self.0 * c as u64 % P, Depth::UNIT)
    }
    fn widen(&self) -> ToySum<P, B> {
        ToySum(self.0 % P, Depth::UNIT)
    }
    fn select(mask: Mask, x: &Self, y: &Self) -> Self {
        Toy(mask.select(x.0, y.0))
    }
    fn is_zero(&self) -> Mask {
        Mask::is_zero(self.0 % P)
    }
    fn mask(lanes: &[Mask; 1]) -> Mask {
        lanes[0]
    }
    fn bundle(lanes: &[[u64; 4]; 1]) -> [u64; 4] {
        lanes[0]
    }
    fn unbundle(words: &[u64; 4]) -> [[u64; 4]; 1] {
        [*words]
    }
    fn wipe(words: &mut [u64; 4]) {
        ct::wipe(words);
    }
    fn with_top_bit(words: &[u64; 4], lowest: &[u64; 4]) -> [u64; 4] {
        [words[0], words[1], words[2], words[3] | lowest[0] << 63]
    }
    fn bit(words: &[u64; 4], i: usize) -> Mask {
        Mask::from_bit(words[i / 64] >> (i % 64) & 1)
    }
    fn from_bundle(words: &[u64; 4]) -> Self {
        Toy(words[0] % P)
    }
    fn to_bundle(&self) -> [u64; 4] {
        [self.0 % P, 0, 0, 0]
    }
}

impl<const P: u64, const B: u64> CurveField for Toy<P, B> {
    fn zero() -> Self {
        Toy(0)
    }
    fn one() -> Self {
        Toy(1)
    }
    fn b() -> Self {
        Toy(B)
    }
    fn invert(&self) -> Self {
        self.power(P - 2)
    }
    fn sqrt(&self) -> Self {
        self.power(P.div_ceil(4))
    }
    fn from_table(words: &[[u64; 4]; 1]) -> Self {
        Toy(words[0][0])
    }
    fn to_table(&self) -> [[u64; 4]; 1] {
        [[self.0 % P, 0, 0, 0]]
    }
}

/// The reference's curve, and the multiples of its base point: 0·G, 1·G, …, (n − 1)·G.
fn reference<const P: u64, const B: u64>(n: u64, G: (u64, u64)) -> (Curve, Vec<Point>) {
    let int = BigUint::from;
    let G = Some((int(G.0), int(G.1)));
    let curve = Curve { p: int(P), a: int(P - 3), b: int(B), n: int(n), G };
    let mut multiples = vec![None];
    for i in 1..n as usize {
        multiples.push(curve.add(&multiples[i - 1], &curve.G));
    }
    assert_eq!(curve.add(&multiples[n as usize - 1], &curve.G), None);
    (curve, multiples)
}

fn small(x: &BigUint) -> u64 {
    x.to_u64_digits().first().copied().unwrap_or(0)
}

fn affine<const P: u64, const B: u64>(point: &Point) -> Option<Affine<Toy<P, B>>> {
    point.as_ref().map(|(x, y)| Affine { x: Toy(small(x)), y: Toy(small(y)) })
}

/// The forms of a point: with some Z, and for O with some X and Y.
fn forms<const P: u64, const B: u64>(point: &Point, most: u64) -> Vec<Jacobian<Toy<P, B>>> {
    let scales = (1..P).step_by((P / most).max(1) as usize);
    match affine::<P, B>(point) {
        None => scales
            .map(|i| Jacobian { X: Toy(i - 1), Y: Toy(i * i % P), Z: Toy(if i % 2 == 0 { P } else { 0 }) })
            .collect(),
        Some(Q) => scales
            .map(|z| Jacobian { X: Toy(Q.x.0 * z * z % P), Y: Toy(Q.y.0 * z * z * z % P), Z: Toy(z) })
            .collect(),
    }
}

fn assert_point<const P: u64, const B: u64>(found: &Jacobian<Toy<P, B>>, expected: &Point, what: &str) {
    let identity = declassify(found.is_identity(), "test");
    assert_eq!(identity, expected.is_none(), "{what}");
    if let Some((x, y)) = expected {
        let found = found.to_affine(&found.Z.invert());
        assert_eq!((found.x.0 % P, found.y.0 % P), (small(x), small(y)), "{what}");
    }
}

fn every_pair_of_points<const P: u64, const B: u64>(n: u64, G: (u64, u64), most: u64) {
    let (curve, points) = reference::<P, B>(n, G);
    for (i, A) in points.iter().enumerate() {
        for form in forms::<P, B>(A, most) {
            assert_point(&form.double(), &curve.add(A, A), "double");
            assert_point(&form.negate(), &curve.neg(A), "negate");
        }
        for (j, C) in points.iter().enumerate() {
            let sum = &points[(i + j) % n as usize];
            let exception = i == 0 || j == 0 || i == j || i + j == n as usize;
            for P1 in forms::<P, B>(A, most) {
                for P2 in forms::<P, B>(C, most) {
                    let cached = P2.to_cached();
                    assert_point(&P1.add_complete(&cached), sum, "add_complete");
                    assert_point(&P1.add_vartime(&cached), sum, "add_vartime");
                    let distinct = P1.add_distinct(&cached);
                    assert_eq!(declassify(distinct.is_identity(), "test"), exception, "{i} + {j}");
                    if !exception {
                        assert_point(&distinct, sum, "add_distinct");
                    }
                    assert_eq!(declassify(P1.equals(&P2), "test"), i == j, "{i} and {j}");
                }
                if let Some(Q) = affine::<P, B>(C) {
                    assert_point(&P1.add_affine_vartime(&Q), sum, "add_affine_vartime");
                    let distinct = P1.add_affine_distinct(&Q);
                    let exception = i == 0 || i == j || i + j == n as usize;
                    assert_eq!(declassify(distinct.is_identity(), "test"), exception, "{i} + {j}");
                    if !exception {
                        assert_point(&distinct, sum, "add_affine_distinct");
                    }
                    let same_x = i != 0 && (i == j || i + j == n as usize);
                    assert_eq!(declassify(P1.has_x(&Q.x), "test"), same_x);
                }
            }
        }
    }
}

fn every_coordinate<const P: u64, const B: u64>(n: u64, G: (u64, u64)) {
    let (_, points) = reference::<P, B>(n, G);
    let coordinates: Vec<_> = points.iter().flatten().map(|(x, y)| (small(x), small(y))).collect();
    for x in 0..P {
        for y in 0..P {
            let on_curve = declassify(Affine::<Toy<P, B>> { x: Toy(x), y: Toy(y) }.is_on_curve(), "test");
            assert_eq!(on_curve, coordinates.contains(&(x, y)), "({x}, {y})");
        }
        for odd in [0, 1] {
            let (point, exists) = Affine::<Toy<P, B>>::lift_x(&Toy(x), Mask::from_bit(odd));
            let expected = coordinates.iter().find(|(a, b)| *a == x && b % 2 == odd);
            assert_eq!(declassify(exists, "test"), expected.is_some());
            assert!(expected.is_none_or(|(_, y)| point.y.0 % P == *y));
        }
    }
}

#[test]
fn every_pair_is_added_right_on_the_curve_of_order_7() {
    every_pair_of_points::<11, 10>(7, (2, 1), 11);
}

#[test]
fn every_pair_is_added_right_on_curves_of_other_orders() {
    every_pair_of_points::<11, 1>(17, (0, 1), 11);
    every_pair_of_points::<19, 9>(19, (0, 3), 19);
    every_pair_of_points::<23, 8>(31, (0, 10), 7);
}

#[test]
fn every_pair_is_added_right_on_the_curve_of_order_199() {
    every_pair_of_points::<211, 103>(199, (0, 37), 2);
}

#[test]
fn every_coordinate_is_judged_right() {
    every_coordinate::<11, 10>(7, (2, 1));
    every_coordinate::<23, 8>(31, (0, 10));
    every_coordinate::<211, 103>(199, (0, 37));
}

#[test]
fn every_secret_multiple_is_right_on_the_curve_of_order_199() {
    let (_, points) = reference::<211, 103>(199, (0, 37));
    for base in [1usize, 2, 100, 197, 198] {
        let Q = affine::<211, 103>(&points[base]).unwrap();
        for k in 0..199 {
            let expected = &points[k * base % 199];
            assert_point(&mul(&[[k as u64, 0, 0, 0]], &Q), expected, &format!("{k} times {base}·G"));
        }
    }
}

#[test]
fn every_sum_of_two_multiples_is_right_on_the_curve_of_order_199() {
    let (_, points) = reference::<199, 57>(199, (0, 16));
    let table: Vec<PackedPoint> =
        points[1..=BASE_ENTRIES].iter().map(|point| affine::<199, 57>(point).unwrap().pack()[0]).collect();
    for base in [1usize, 3, 198] {
        let Q = affine::<199, 57>(&points[base]).unwrap();
        for a in 0..199 {
            for b in 0..199 {
                let sum = mul_vartime(&[a as u64, 0, 0, 0], &Q, &[b as u64, 0, 0, 0], &table);
                assert_point(&sum, &points[(a * base + b) % 199], &format!("{a}·{base}·G + {b}·G"));
            }
        }
    }
}
