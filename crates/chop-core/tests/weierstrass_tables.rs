//! Multiplications of Weierstrass curves that read tables and work in lanes, on toy curves: those whose additions are not complete
//! with every scalar of groups for which their proofs hold, and those of public values where exceptions are met.
#![allow(non_snake_case)] // points are capital letters
#![cfg(feature = "alloc")]

mod common;
mod toy;

use chop_core::curve::jacobian::{Affine, Curve, Jacobian, PackedPoint};
use chop_core::field::Limbs;
use chop_core::lanes::Register;
use chop_core::lanes::portable_u64x8::U64x8;
use chop_core::mul::double_base_vartime::Factors;
use chop_core::mul::weierstrass::affine::{CombDigits, Multiples, SIDE_BY_SIDE};
use chop_core::mul::weierstrass::tables_vartime::{MULTIPLES, Tables};
use chop_core::mul::weierstrass::{
    self, BASE_MULTIPLES, BASE_PIECES, BaseComb, BaseMultiples, BasePieces, BaseSplit, EndomorphicGroup,
    Group, bounds, comb, double_base_vartime, doubles_vartime, endomorphism_vartime, group, group_vartime,
    halved_vartime, spread,
};
use chop_core::scalar::digits;
use chop_core::scalar::endomorphism::split;
use chop_core::scalar::lattice::one_vartime::ShortPair;
use chop_core::scalar::modulus::Scalar;
use chop_core::table::{AffineLimbRow, AffineSplitGroup, JacobianComb};
use common::Random;
use std::sync::LazyLock;
use toy::{
    Minus199, Minus63647, Residue, Toy, ToyFour, ToyLanes, Zero7, Zero13, Zero199, Zero64633, affine,
    multiples, order, value, values,
};

/// Rows of six bits for an order of 16 bits.
const ROWS: usize = 3;
/// Rows for scalars of 256 bits.
const LONG_ROWS: usize = 43;

/// The tables of the base point of a curve.
macro_rules! toy_tables {
    ($($Name:ident over $p:literal),*) => {
        toy_public_tables!($($Name over $p),*);
        $(
        impl BaseComb<ROWS> for $Name {
            fn comb() -> &'static JacobianComb<ROWS> {
                static TABLE: LazyLock<JacobianComb<ROWS>> = LazyLock::new(|| toy::comb(&multiples::<$Name, $p>()));
                &TABLE
            }
            fn comb_limbs(_: Limbs) -> &'static [AffineLimbRow; ROWS] {
                static TABLE: LazyLock<[AffineLimbRow; ROWS]> =
                    LazyLock::new(|| toy::comb_limbs(&multiples::<$Name, $p>()));
                &TABLE
            }
        }

        impl BaseSplit<1> for $Name {
            fn split(_: Limbs) -> &'static [AffineSplitGroup; 1] {
                static TABLE: LazyLock<[AffineSplitGroup; 1]> =
                    LazyLock::new(|| toy::split(&multiples::<$Name, $p>()));
                &TABLE
            }
        }
    )*};
}

/// Those that only public scalars read.
macro_rules! toy_public_tables {
    ($($Name:ident over $p:literal),*) => {$(
        impl BasePieces for $Name {
            fn pieces() -> &'static [PackedPoint; BASE_PIECES] {
                static TABLE: LazyLock<[PackedPoint; BASE_PIECES]> = LazyLock::new(|| {
                    weierstrass::pieces::<LONG_ROWS>(&toy::comb(&multiples::<$Name, $p>()))
                });
                &TABLE
            }
        }

        impl BaseMultiples for $Name {
            fn multiples() -> &'static [PackedPoint; BASE_MULTIPLES] {
                static TABLE: LazyLock<[PackedPoint; BASE_MULTIPLES]> =
                    LazyLock::new(|| toy::packed_multiples(&multiples::<$Name, $p>()));
                &TABLE
            }
        }
    )*};
}

toy_tables!(Minus63647 over 64007, Zero64633 over 64231, Zero199 over 211);
toy_public_tables!(Minus199 over 211, Zero7 over 7, Zero13 over 7);

/// Both kinds of curve, each with its prime.
macro_rules! on_both_curves {
    ($($test:ident is $law:ident over $first:ident($p:literal) and $second:ident($q:literal);)*) => {$(
        #[test]
        fn $test() {
            $law::<$first, $p>();
            $law::<$second, $q>();
        }
    )*};
}

on_both_curves! {
    every_multiple_by_a_comb_is_right is every_comb over Minus63647(64007) and Zero64633(64231);
    every_multiple_by_a_comb_in_registers_is_right is every_group over Minus63647(64007) and Zero64633(64231);
    every_multiple_spread_over_the_lanes_is_right is every_spread over Minus63647(64007) and Zero64633(64231);
    every_multiple_by_affine_sums_is_right is every_affine_sum over Minus63647(64007) and Zero64633(64231);
    sums_in_lanes_are_right_or_have_a_z_of_0 is every_sum_in_lanes over Minus63647(64007) and Zero64633(64231);
    sums_of_combs_in_lanes_are_right_or_have_a_z_of_0 is every_sum_of_combs over Minus63647(64007) and Zero64633(64231);
    halved_equations_are_answered_right_or_not_at_all is halved_equations over Minus63647(64007) and Zero64633(64231);
    combs_of_every_point_hold_its_multiples is combs_of_points over Minus199(211) and Zero199(211);
    tables_of_every_point_hold_its_multiples is tables_of_points over Minus199(211) and Zero199(211);
    every_sum_in_lanes_is_right_or_has_a_z_of_0 is all_sums_in_lanes over Minus199(211) and Zero199(211);
    every_halved_equation_is_answered_right_or_not_at_all is all_halved_equations over Minus199(211) and Zero199(211);
}

fn words(k: usize) -> [u64; 4] {
    [k as u64, 0, 0, 0]
}

/// Eight scalars from `first` on; the last one again where there is none.
fn eight<C: Group>(first: usize) -> [usize; 8] {
    std::array::from_fn(|lane| (first + lane).min(order::<C>() - 1))
}

fn every_comb<C: BaseComb<ROWS> + Curve<Constant = Residue<P>>, const P: u64>() {
    for (k, expected) in multiples::<C, P>().into_iter().enumerate() {
        let found: Jacobian<C, Toy<P>> = comb::mul_comb(<C as BaseComb<ROWS>>::comb(), &[words(k)]);
        assert_eq!(value(&found), expected, "{k}");
    }
}

fn every_group<C: BaseComb<ROWS> + Curve<Constant = Residue<P>>, const P: u64>() {
    let points = multiples::<C, P>();
    for first in (0..points.len()).step_by(8) {
        let scalars = eight::<C>(first);
        let found = group::mul_base::<C, ToyLanes<P>, ROWS>(&U64x8::from_records(&scalars.map(words)));
        assert_eq!(values(&found), scalars.map(|k| points[k]), "from {first} on");
    }
}

fn every_spread<C: BaseSplit<1> + Curve<Constant = Residue<P>>, const P: u64>() {
    for (k, expected) in multiples::<C, P>().into_iter().enumerate() {
        let found = spread::mul_base::<C, ToyLanes<P>, 1>(&words(k));
        assert_eq!(values(&found), [expected; 8], "{k}");
        assert_eq!(value(&spread::first_lane::<C, Toy<P>, _>(&found)), expected, "{k}");
    }
}

fn every_affine_sum<C: BaseComb<ROWS> + Curve<Constant = Residue<P>>, const P: u64>() {
    let points = multiples::<C, P>();
    let groups = points.len().div_ceil(8).next_multiple_of(SIDE_BY_SIDE);
    let digits: Vec<CombDigits<U64x8, ROWS>> = (0..groups)
        .map(|group| CombDigits::new(&U64x8::from_records(&eight::<C>(8 * group).map(words))))
        .collect();
    let found = Multiples::<C, ToyLanes<P>>::of(&digits);
    for group in 0..groups {
        let point = found.group(group);
        for (lane, k) in eight::<C>(8 * group).into_iter().enumerate() {
            // For 0 the point is unspecified.
            if let Some(expected) = points[k] {
                assert_eq!((point.x.0[lane] % P, point.y.0[lane] % P), expected, "{k}");
            }
        }
    }
}

/// Scalars b of G beside which a·P, P = d·G, often meets an exception: small sums, small differences, and others.
fn public_scalars<C: Group>(generator: &mut Random, d: usize) -> ([usize; 8], [usize; 8]) {
    let n = order::<C>();
    let a: [usize; 8] = std::array::from_fn(|_| generator.word() as usize % n);
    let b = std::array::from_fn(|lane| match generator.word() % 4 {
        0 => (n - a[lane] * d % n + generator.word() as usize % 3) % n,
        1 => (a[lane] * d + generator.word() as usize % 3) % n,
        2 => generator.word() as usize % 70,
        _ => generator.word() as usize % n,
    });
    (a, b)
}

/// Counts the lanes that gave no answer, and asserts that the others are right and that O is never a wrong answer.
fn unanswered(found: &[Option<(u64, u64)>; 8], expected: &[Option<(u64, u64)>; 8], what: &str) -> usize {
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.is_none() || found == expected, "{what}: {found:?}, not {expected:?}");
    }
    found.iter().filter(|found| found.is_none()).count()
}

fn every_sum_in_lanes<C: BaseMultiples + Curve<Constant = Residue<P>>, const P: u64>() {
    let (points, n) = (multiples::<C, P>(), order::<C>());
    let mut generator = Random::new();
    let (mut all, mut none) = (0, 0);
    for d in (1..40).chain(n - 40..n).chain([512, 1024, 12345]) {
        let Q = Affine::<C, ToyLanes<P>>::new(
            ToyLanes([points[d].unwrap().0; 8]),
            ToyLanes([points[d].unwrap().1; 8]),
        );
        let table: [_; group_vartime::ENTRIES] = group_vartime::multiples(&Q);
        let affine_table = group_vartime::by_lanes(&Tables::new(&[Q; SIDE_BY_SIDE]), 0);
        for _ in 0..10 {
            let (a, b) = public_scalars::<C>(&mut generator, d);
            let expected = std::array::from_fn(|lane| points[(a[lane] * d + b[lane]) % n]);
            let [a, b] = [a, b].map(|s| U64x8::from_records(&s.map(words)));
            let sums: [Jacobian<C, ToyLanes<P>>; 2] =
                [group_vartime::mul_lanes(&a, &table, &b), group_vartime::mul_lanes(&a, &affine_table, &b)];
            for sum in sums {
                none += unanswered(&values(&sum), &expected, &format!("d = {d}"));
                all += 8;
            }
        }
    }
    assert!(none > all / 20 && none < all / 2, "{none} of {all} without an answer");
}

/// a·P + b·G for every pair of scalars of a group so small that most sums meet an exception.
fn all_sums_in_lanes<C: BaseMultiples + Curve<Constant = Residue<P>>, const P: u64>() {
    let (points, n) = (multiples::<C, P>(), order::<C>());
    for d in [1, 2, 17, n - 1] {
        let (x, y) = points[d].unwrap();
        let Q = Affine::<C, ToyLanes<P>>::new(ToyLanes([x; 8]), ToyLanes([y; 8]));
        let table: [_; group_vartime::ENTRIES] = group_vartime::multiples(&Q);
        let (mut all, mut none) = (0, 0);
        for a in 0..n {
            for first in (0..n).step_by(8) {
                let b = eight::<C>(first);
                let expected = b.map(|b| points[(a * d + b) % n]);
                let sum: Jacobian<C, ToyLanes<P>> = group_vartime::mul_lanes(
                    &U64x8::from_records(&[words(a); 8]),
                    &table,
                    &U64x8::from_records(&b.map(words)),
                );
                none += unanswered(&values(&sum), &expected, &format!("{a}·{d} + {b:?}"));
                all += 8;
            }
        }
        assert!(none < all / 2, "{none} of {all} without an answer");
    }
}

/// a·P + b·G, and b·P + a·G in a second group, by one of the ways to many sums.
#[allow(clippy::type_complexity)] // said once
fn pair<C: Curve<Constant = Residue<P>>, const P: u64>(
    way: fn(&[Factors<U64x8>], &Tables<C, ToyLanes<P>>, &mut [Jacobian<C, ToyLanes<P>>]),
    tables: &Tables<C, ToyLanes<P>>,
    a: [U64x8; 4],
    b: [U64x8; 4],
) -> [Jacobian<C, ToyLanes<P>>; 2] {
    let mut sums = [Jacobian::identity(); 2];
    way(&[Factors { a, b }, Factors { a: b, b: a }], tables, &mut sums);
    sums
}

/// a·P + b·G by the endomorphism for every pair of scalars, in one lane, and where `lanes` is true in eight, too.
fn all_sums_by_endomorphism<C, const P: u64>(lanes: bool)
where
    C: BaseMultiples + EndomorphicGroup + Curve<Constant = Residue<P>>,
{
    let (points, n) = (multiples::<C, P>(), order::<C>());
    for d in [1, 2, n / 2, n - 1] {
        let (x, y) = points[d].unwrap();
        let Q = Affine::<C, ToyLanes<P>>::new(ToyLanes([x; 8]), ToyLanes([y; 8]));
        let table: [_; group_vartime::ENTRIES] = group_vartime::multiples(&Q);
        let tables = lanes.then(|| Tables::new(&[Q; SIDE_BY_SIDE]));
        let affine_table = tables.as_ref().map(|tables| group_vartime::by_lanes(tables, 0));
        let (mut all, mut none) = (0, 0);
        for a in 0..n {
            for first in (0..n).step_by(8) {
                let b = eight::<C>(first);
                let expected = b.map(|b| points[(a * d + b) % n]);
                let what = format!("{a}·{d} + {b:?}");
                for (b, expected) in b.iter().zip(expected) {
                    let one = affine::<C, P>((x, y));
                    let sum = endomorphism_vartime::mul_vartime(&words(a), &one, &words(*b));
                    assert_eq!(value(&sum), expected, "{what}");
                }
                let (Some(tables), Some(affine_table)) = (&tables, &affine_table) else { continue };
                let (a, b) = (U64x8::from_records(&[words(a); 8]), U64x8::from_records(&b.map(words)));
                // The second group has other scalars: those of the first exchanged.
                let [side, exchanged] = pair(endomorphism_vartime::sum_side_by_side, tables, a, b);
                let [windows, exchanged_windows] = pair(endomorphism_vartime::sum_by_windows, tables, a, b);
                let sums: [Jacobian<C, ToyLanes<P>>; 4] = [
                    endomorphism_vartime::mul_lanes(&a, &table, &b),
                    endomorphism_vartime::mul_lanes(&a, affine_table, &b),
                    side,
                    windows,
                ];
                for sum in sums {
                    none += unanswered(&values(&sum), &expected, &what);
                    all += 8;
                }
                assert_eq!(values(&side), values(&sums[1]), "{what}");
                let alone: Jacobian<C, ToyLanes<P>> = endomorphism_vartime::mul_lanes(&b, affine_table, &a);
                assert_eq!(values(&exchanged), values(&alone), "{what}, exchanged");
                for (found, alone) in values(&exchanged_windows).iter().zip(values(&alone)) {
                    assert!(found.is_none() || alone.is_none() || *found == alone, "{what}, exchanged");
                }
            }
        }
        assert!(!lanes || none < all / 2, "{none} of {all} without an answer");
    }
}

#[test]
fn every_sum_by_the_endomorphism_is_right() {
    all_sums_by_endomorphism::<Zero7, 7>(false);
    all_sums_by_endomorphism::<Zero13, 7>(false);
    all_sums_by_endomorphism::<Zero199, 211>(true);
}

/// The same where halves have digits enough for doublings between them.
#[test]
fn sums_by_the_endomorphism_of_a_group_of_64633_are_right() {
    type P = Zero64633;
    let (points, n) = (multiples::<P, 64231>(), order::<P>());
    let mut generator = Random::new();
    let (mut all, mut none) = (0, 0);
    let mut spread = Spread::default();
    for d in (1..40).chain(n - 40..n).chain([512, 1024, 12345]) {
        let (x, y) = points[d].unwrap();
        let Q = Affine::<P, ToyLanes<64231>>::new(ToyLanes([x; 8]), ToyLanes([y; 8]));
        let tables = Tables::new(&[Q; SIDE_BY_SIDE]);
        let table = group_vartime::by_lanes(&tables, 0);
        for _ in 0..10 {
            let scalars = public_scalars::<P>(&mut generator, d);
            let (a, b) = scalars;
            let expected = std::array::from_fn(|lane| points[(a[lane] * d + b[lane]) % n]);
            for lane in 0..8 {
                let one = affine::<P, 64231>((x, y));
                let sum = endomorphism_vartime::mul_vartime(&words(a[lane]), &one, &words(b[lane]));
                assert_eq!(value(&sum), expected[lane], "{}·{d} + {}", a[lane], b[lane]);
            }
            spread.sum::<P, 64231>((x, y), words(a[0]), words(b[0]), expected[0]);
            let [a, b] = [a, b].map(|s| U64x8::from_records(&s.map(words)));
            let sum: Jacobian<P, ToyLanes<64231>> = endomorphism_vartime::mul_lanes(&a, &table, &b);
            none += unanswered(&values(&sum), &expected, &format!("d = {d}"));
            all += 8;
            let [side, exchanged] = pair::<P, 64231>(endomorphism_vartime::sum_side_by_side, &tables, a, b);
            assert_eq!(values(&side), values(&sum), "d = {d}");
            let [windows, other] = pair::<P, 64231>(endomorphism_vartime::sum_by_windows, &tables, a, b);
            unanswered(&values(&windows), &expected, &format!("windows, d = {d}"));
            let expected = std::array::from_fn(|lane| points[(scalars.1[lane] * d + scalars.0[lane]) % n]);
            unanswered(&values(&other), &expected, &format!("windows, exchanged, d = {d}"));
            let alone: Jacobian<P, ToyLanes<64231>> = endomorphism_vartime::mul_lanes(&b, &table, &a);
            assert_eq!(values(&exchanged), values(&alone), "d = {d}, exchanged");
        }
    }
    assert!(none > 0 && none < all / 2, "{none} of {all} without an answer");
    assert!(spread.none > 0 && spread.none < spread.all / 2, "{spread:?}");
}

/// Four lanes, and again.
fn twice<C: Curve<Constant = Residue<P>>, const P: u64>(
    point: &Jacobian<C, ToyFour<P>>,
) -> Jacobian<C, ToyLanes<P>> {
    let [X, Y, Z] = [point.X, point.Y, point.Z].map(|x| ToyLanes(std::array::from_fn(|lane| x.0[lane % 4])));
    Jacobian::new(X, Y, Z)
}

/// How many sums over the lanes there were, and how many without an answer.
#[derive(Debug, Default)]
struct Spread {
    all: usize,
    none: usize,
}

impl Spread {
    /// Asserts that a·(x, y) + b·G over eight lanes and over four is right in every lane or not there.
    fn sum<C, const P: u64>(
        &mut self,
        (x, y): (u64, u64),
        a: [u64; 4],
        b: [u64; 4],
        expected: Option<(u64, u64)>,
    ) where
        C: BaseComb<ROWS> + EndomorphicGroup + Curve<Constant = Residue<P>>,
    {
        let halves = split::<C::Halved, u64>(&Scalar::from_words_mod_order(&a));
        let point = Affine::<C, ToyLanes<P>>::new(ToyLanes([x; 8]), ToyLanes([y; 8]));
        let eight = doubles_vartime::mul_vartime::<C, ToyLanes<P>, ROWS>(&halves, &point, &b);
        let point = Affine::<C, ToyFour<P>>::new(ToyFour([x; 4]), ToyFour([y; 4]));
        let four = doubles_vartime::mul_vartime::<C, ToyFour<P>, ROWS>(&halves, &point, &b);
        for found in [values(&eight), values(&twice(&four))] {
            assert!(found.iter().all(|it| *it == found[0]), "the same in each lane: {a:?}, {b:?}");
            assert!(
                found[0].is_none() || found[0] == expected,
                "{a:?}·{x} + {b:?}: {found:?}, not {expected:?}"
            );
            self.all += 1;
            self.none += usize::from(found[0].is_none());
        }
    }
}

/// Every sum over the lanes, in a group in which the comb of G has no O.
#[test]
fn every_sum_from_doubles_is_right_or_has_a_z_of_0() {
    type C = Zero199;
    let (points, n) = (multiples::<C, 211>(), order::<C>());
    let mut spread = Spread::default();
    for d in [1, 2, n / 2, n - 1] {
        for a in 0..n {
            for b in 0..n {
                let expected = points[(a * d + b) % n];
                spread.sum::<C, 211>(points[d].unwrap(), words(a), words(b), expected);
            }
        }
    }
    assert!(spread.none < spread.all / 2, "{spread:?}");
}

/// x modulo n.
fn modulo<C: Group>(x: &[u64; 4]) -> usize {
    let n = order::<C>() as u128;
    x.iter().rev().fold(0, |sum, &word| (sum << 64 | u128::from(word)) % n) as usize
}

/// What the two ways of sharing a halved equation out find: among eight lanes and among four.
fn same_x<C: BasePieces + Curve<Constant = Residue<P>>, const P: u64>(
    w: &[u64; 4],
    pair: &ShortPair,
    point: &PackedPoint,
    R: &PackedPoint,
) -> [Option<bool>; 2] {
    [
        halved_vartime::same_x_vartime::<C, ToyLanes<P>>(w, pair, point, R),
        halved_vartime::same_x_vartime::<C, ToyFour<P>>(w, pair, point, R),
    ]
}

/// Whether w·G + u·P and v·R have the same x, for every u and v of a group so small that most sums meet an exception. A lane
/// without a digit gives no answer, so that w is long.
fn all_halved_equations<C: BasePieces + Curve<Constant = Residue<P>>, const P: u64>() {
    let (points, n) = (multiples::<C, P>(), order::<C>());
    let packed = |k: usize| points[k].map(|(x, y)| [[x, 0, 0, 0], [y, 0, 0, 0]]).unwrap();
    let mut generator = Random::new();
    let (mut all, mut answers) = (0, [0; 2]);
    for u in 1..n {
        for v in 1..n {
            let w: [u64; 4] = std::array::from_fn(|_| generator.word());
            let (d, r) = (1 + u * v % (n - 1), 1 + (u + 3 * v) % (n - 1));
            let pair = ShortPair { u: words(u), u_negative: v % 2 == 0, v: words(v) };
            let signed = if pair.u_negative { n - u } else { u };
            let left = (modulo::<C>(&w) + signed * d) % n;
            let expected = v * r % n == left || (v * r + left).is_multiple_of(n);
            for found in same_x::<C, P>(&w, &pair, &packed(d), &packed(r)) {
                assert!(found.is_none_or(|found| found == expected), "u = {u}, v = {v}: {found:?}");
                all += 1;
                found.into_iter().for_each(|same| answers[usize::from(same)] += 1);
            }
        }
    }
    assert!(answers[0] > all / 20 && answers[1] > 20, "{answers:?} of {all}");
}

fn every_sum_of_combs<C: BaseComb<ROWS> + Curve<Constant = Residue<P>>, const P: u64>() {
    let (points, n) = (multiples::<C, P>(), order::<C>());
    let base = <C as BaseComb<ROWS>>::comb();
    let mut generator = Random::new();
    let (mut all, mut none) = (0, 0);
    for d in (1..40).chain(n - 40..n).chain([64, 4096, 12345]) {
        let own = comb::build_comb_vartime::<C, Toy<P>, ROWS>(&affine(points[d].unwrap()));
        for _ in 0..10 {
            let (a, b) = public_scalars::<C>(&mut generator, d);
            let expected = std::array::from_fn(|lane| points[(a[lane] * d + b[lane]) % n]);
            let [a_lanes, b_lanes] = [a, b].map(|s| U64x8::from_records(&s.map(words)));
            let found = group_vartime::mul_combs::<C, ToyLanes<P>, ROWS>(&a_lanes, &[&own; 8], &b_lanes);
            none += unanswered(&values(&found), &expected, &format!("d = {d}"));
            all += 8;
            let (a, b) = (words(a[0]), words(b[0]));
            let one: Jacobian<C, Toy<P>> = double_base_vartime::mul_prepared_vartime(&a, &own, &b, base);
            assert_eq!(value(&one), expected[0], "one lane, d = {d}");
            let spread = group_vartime::mul_prepared_split::<C, ToyLanes<P>, ROWS>(&a, &own, &b);
            unanswered(&values(&spread), &[expected[0]; 8], &format!("spread, d = {d}"));
        }
    }
    assert!(none > all / 50 && none < all / 2, "{none} of {all} without an answer");
}

fn halved_equations<C: BasePieces + Curve<Constant = Residue<P>>, const P: u64>() {
    let (points, n) = (multiples::<C, P>(), order::<C>());
    let mut generator = Random::new();
    let packed = |k: usize| points[k].map(|(x, y)| [[x, 0, 0, 0], [y, 0, 0, 0]]).unwrap();
    let (mut answered, mut same) = (0, 0);
    for i in 0..2000 {
        let w: [u64; 4] = std::array::from_fn(|_| generator.word());
        let mut short = || [generator.word(), generator.word(), 0, 0];
        let pair = ShortPair { u: short(), u_negative: i % 2 == 0, v: short() };
        let (u, v) = (modulo::<C>(&pair.u), modulo::<C>(&pair.v));
        let d = 1 + generator.word() as usize % (n - 1);
        let signed = if pair.u_negative { n - u } else { u };
        let left = (modulo::<C>(&w) + signed * d) % n;
        // R with v·R = ± the left side, and any other.
        let inverse = (0..16).rev().fold(1, |power, bit| {
            let square = power * power % n;
            if (n - 2) >> bit & 1 == 1 { square * v % n } else { square }
        });
        let r = match i % 3 {
            0 => left * inverse % n,
            1 => (n - left) * inverse % n,
            _ => 1 + generator.word() as usize % (n - 1),
        };
        if r == 0 || v == 0 {
            continue;
        }
        let expected = v * r % n == left || (v * r + left).is_multiple_of(n);
        for found in same_x::<C, P>(&w, &pair, &packed(d), &packed(r)) {
            assert!(found.is_none_or(|found| found == expected), "i = {i}: {found:?}");
            answered += u32::from(found.is_some());
            same += u32::from(found == Some(true));
        }
    }
    assert!(answered > 3600 && same > 2400, "{answered} answers, {same} of them yes");
}

fn combs_of_points<C: Group<Constant = Residue<P>>, const P: u64>() {
    let (points, n) = (multiples::<C, P>(), order::<C>());
    for d in 1..n {
        let found = comb::build_comb_vartime::<C, Toy<P>, ROWS>(&affine(points[d].unwrap()));
        let mut weight = d;
        for row in found.iter() {
            for (j, [x, y]) in row.iter().enumerate() {
                assert_eq!(Some((x[0], y[0])), points[(j + 1) * weight % n], "{d}");
            }
            weight = 64 * weight % n;
        }
        // Every case is handled: an order of eight bits meets exceptions everywhere.
        for b in 0..n {
            let (a, base) = (words(b * 7 % n), &found);
            let sum: Jacobian<C, Toy<P>> =
                double_base_vartime::mul_prepared_vartime(&a, &found, &words(b), base);
            assert_eq!(value(&sum), points[(b * 7 % n + b) * d % n], "{b}·{d}");
        }
    }
}

fn tables_of_points<C: Group<Constant = Residue<P>>, const P: u64>() {
    let (points, n) = (multiples::<C, P>(), order::<C>());
    let eight = |group: usize| std::array::from_fn(|lane| (8 * group + lane) % (n - 1) + 1);
    let groups = n.div_ceil(8).next_multiple_of(SIDE_BY_SIDE);
    let inputs: Vec<Affine<C, ToyLanes<P>>> = (0..groups)
        .map(|group| {
            let of: [(u64, u64); 8] = eight(group).map(|k: usize| points[k].unwrap());
            Affine::new(ToyLanes(of.map(|(x, _)| x)), ToyLanes(of.map(|(_, y)| y)))
        })
        .collect();
    let tables = Tables::new(&inputs);
    for group in 0..tables.groups() {
        for j in 0..MULTIPLES {
            for (lane, k) in eight(group).into_iter().enumerate() {
                let point = tables.multiple(group, j);
                let found = (point.x.0[lane] % P, point.y.0[lane] % P);
                assert_eq!(Some(found), points[(j + 1) * k % n], "{} times {k}·G", j + 1);
            }
        }
    }
}

#[test]
fn orders_for_which_a_proof_does_not_hold_are_refused() {
    let order = |n: u64| [n, 0, 0, 0];
    let middle = 2;
    for n in [63647, 64633] {
        assert!(bounds::comb(&order(n), ROWS) && bounds::affine(&order(n), ROWS, middle));
        assert!(bounds::spread(&order(n), 4) && bounds::window(&order(n)) && bounds::bits(&order(n)) == 16);
    }
    // Too many bits for the digits; the multiple of the last row just below n, and half a row above it; less than two.
    for n in [0x2_0001, 0xf001, 0xf801, 0x1fff] {
        assert!(!bounds::comb(&order(n), ROWS), "{n}");
    }
    assert!(
        bounds::comb(&order(0xf840), ROWS) && !bounds::affine(&order(0xf840), ROWS, middle),
        "an even order"
    );
    assert!(!bounds::spread(&order(0x8fff), 4) && !bounds::spread(&order(0x1_0001), 4));
    assert!(bounds::spread(&order(0x9001), 4) && !bounds::window(&order(61)));
}

#[test]
fn the_exception_that_the_proof_excludes_shows_as_a_z_of_0() {
    // n = 199 = 3·64 + 7: the last row adds 3·64·G = −7·G to −7·G where s = 3·64 − 7.
    assert!(!bounds::comb(&Minus199::ORDER, 2));
    let points = multiples::<Minus199, 211>();
    let entry = |k: i64| affine::<Minus199, 211>(points[k.rem_euclid(199) as usize].unwrap());
    for (s, &multiple) in points.iter().enumerate() {
        let [low, high] = digits::signed_radix::<6, 2>(&words(s)).map(i64::from);
        if low == 0 || high == 0 {
            continue;
        }
        let sum = entry(low).to_jacobian().add_affine_distinct(&entry(64 * high));
        assert_eq!(value(&sum), multiple.filter(|_| s != 185), "{s}");
    }
}
