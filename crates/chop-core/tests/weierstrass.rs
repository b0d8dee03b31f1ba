//! The formulas of Weierstrass curves on every pair of points of toy curves, in every scaling, and the
//! multiplications that handle every case with every scalar: the same generic code as for SM2, over fields of a few elements.
#![allow(non_snake_case)] // points are capital letters

mod toy;

use chop_core::ct::{Mask, declassify};
use chop_core::curve::jacobian::{Affine, Curve, Jacobian};
use chop_core::mul::weierstrass::double_base_vartime::{BASE_ENTRIES, mul_vartime};
use chop_core::mul::weierstrass::window::mul;
use chop_core::mul::weierstrass::{EndomorphicGroup, Group};
use toy::{
    Minus7, Minus17, Minus19, Minus31, Minus199, OverItsOrder, Residue, Toy, ToyLanes, Zero7, Zero13,
    Zero199, affine, assert_point, multiples, order, packed_multiples, values,
};

type Coordinates = Option<(u64, u64)>;

/// The forms of a point: with some Z, and for O with some X and Y.
fn forms<C: Curve<Constant = Residue<P>>, const P: u64>(
    point: Coordinates,
    most: u64,
) -> Vec<Jacobian<C, Toy<P>>> {
    let scales = (1..P).step_by((P / most).max(1) as usize);
    match point {
        None => scales
            .map(|i| Jacobian::new(Toy(i - 1), Toy(i * i % P), Toy(if i % 2 == 0 { P } else { 0 })))
            .collect(),
        Some((x, y)) => {
            scales.map(|z| Jacobian::new(Toy(x * z * z % P), Toy(y * z * z * z % P), Toy(z))).collect()
        }
    }
}

fn every_pair_of_points<C: Group<Constant = Residue<P>>, const P: u64>(most: u64) {
    let (points, n) = (multiples::<C, P>(), order::<C>());
    for (i, &A) in points.iter().enumerate() {
        for form in forms::<C, P>(A, most) {
            assert_point(&form.double(), points[2 * i % n], "double");
            assert_point(&form.negate(), points[(n - i) % n], "negate");
        }
        for (j, &B) in points.iter().enumerate() {
            let sum = points[(i + j) % n];
            let exception = i == 0 || j == 0 || i == j || i + j == n;
            for P1 in forms::<C, P>(A, most) {
                for P2 in forms::<C, P>(B, most) {
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
                if let Some(Q) = B.map(affine::<C, P>) {
                    assert_point(&P1.add_affine_vartime(&Q), sum, "add_affine_vartime");
                    let distinct = P1.add_affine_distinct(&Q);
                    let exception = i == 0 || i == j || i + j == n;
                    assert_eq!(declassify(distinct.is_identity(), "test"), exception, "{i} + {j}");
                    if !exception {
                        assert_point(&distinct, sum, "add_affine_distinct");
                    }
                    let same_x = i != 0 && (i == j || i + j == n);
                    assert_eq!(declassify(P1.has_x(&Q.x), "test"), same_x);
                }
            }
        }
    }
}

#[test]
fn every_pair_is_added_right_on_curves_of_order_7() {
    every_pair_of_points::<Minus7, 11>(11);
    every_pair_of_points::<Zero7, 7>(7);
}

#[test]
fn every_pair_is_added_right_on_curves_of_other_orders() {
    every_pair_of_points::<Zero13, 7>(7);
    every_pair_of_points::<Minus17, 11>(11);
    every_pair_of_points::<Minus19, 19>(19);
    every_pair_of_points::<Minus31, 23>(7);
}

#[test]
fn every_pair_is_added_right_on_curves_of_order_199() {
    every_pair_of_points::<Minus199, 211>(2);
    every_pair_of_points::<Zero199, 211>(2);
}

/// The form in every lane of another point: the one that many further on.
fn in_lanes<C: Curve<Constant = Residue<P>>, const P: u64>(
    forms: &[Jacobian<C, Toy<P>>],
    first: usize,
) -> Jacobian<C, ToyLanes<P>> {
    let of = |coordinate: fn(&Jacobian<C, Toy<P>>) -> u64| {
        ToyLanes(std::array::from_fn(|lane| coordinate(&forms[(first + lane) % forms.len()])))
    };
    Jacobian::new(of(|form| form.X.0), of(|form| form.Y.0), of(|form| form.Z.0))
}

/// Some form of each point, and the points.
fn a_form_of_each<C: Group<Constant = Residue<P>>, const P: u64>()
-> (Vec<Jacobian<C, Toy<P>>>, Vec<Coordinates>) {
    let points = multiples::<C, P>();
    let forms = points.iter().enumerate().map(|(i, &point)| {
        let forms = forms::<C, P>(point, 3);
        forms[i % forms.len()]
    });
    (forms.collect(), points)
}

/// The points that are `first` and more, each times `factor`.
fn expected(points: &[Coordinates], first: usize, factor: usize) -> [Coordinates; 8] {
    std::array::from_fn(|lane| points[(first + lane) % points.len() * factor % points.len()])
}

fn every_double_in_lanes<C: Group<Constant = Residue<P>>, const P: u64>() {
    let (forms, points) = a_form_of_each::<C, P>();
    for i in 0..points.len() {
        assert_eq!(values(&in_lanes::<C, P>(&forms, i).double()), expected(&points, i, 2));
    }
}

/// Powers of −2 times every point of a curve with a = 0: in one lane, in eight, and of two groups side by side.
fn every_power_of_minus_two<C: EndomorphicGroup<Constant = Residue<P>>, const P: u64>() {
    let (forms, points) = a_form_of_each::<C, P>();
    let n = points.len();
    let mut factor = 1;
    for power in 0..7 {
        for i in 0..n {
            assert_point(&forms[i].times_minus_two(power), points[i * factor % n], "times_minus_two");
            let group = in_lanes::<C, P>(&forms, i);
            assert_eq!(values(&group.times_minus_two(power)), expected(&points, i, factor));
            let pair = [group, in_lanes::<C, P>(&forms, i + 3)];
            let [first, second] = Jacobian::times_minus_two_side_by_side(&pair, power);
            assert_eq!(values(&first), expected(&points, i, factor));
            assert_eq!(values(&second), expected(&points, i + 3, factor));
        }
        factor = factor * (2 * n - 2) % n;
    }
}

/// Sums of all points and all affine ones, two groups side by side, beside those of each group.
fn every_sum_side_by_side<C: Group<Constant = Residue<P>>, const P: u64>() {
    let (forms, points) = a_form_of_each::<C, P>();
    let affine: Vec<_> = points.iter().flatten().collect();
    for i in 0..points.len() {
        for j in 0..affine.len() {
            let group = |first: usize| {
                let lane = |lane: usize| affine[(first + lane) % affine.len()];
                Affine::<C, _>::new(
                    ToyLanes(std::array::from_fn(|i| lane(i).0)),
                    ToyLanes(std::array::from_fn(|i| lane(i).1)),
                )
            };
            let (A, B) = ([in_lanes(&forms, i), in_lanes(&forms, i + 2)], [group(j), group(3 * j + 1)]);
            let sums = Jacobian::add_affine_negated_side_by_side(&A, &B);
            for g in 0..2 {
                let alone = A[g].add_affine_distinct(&B[g]);
                assert_eq!(values(&sums[g]), values(&alone.negate()), "{i} and {j}");
                for lane in 0..8 {
                    // Which lane has which point: that of the group's first and as many more.
                    let [a, b] = [i + 2 * g + lane, [j, 3 * j + 1][g] + lane];
                    let (a, b) = (a % points.len(), b % affine.len() + 1);
                    let exception = a == 0 || a == b || a + b == points.len();
                    let sum = if exception { None } else { points[(a + b) % points.len()] };
                    assert_eq!(values(&alone)[lane], sum, "{a} + {b}");
                }
            }
        }
    }
}

#[test]
fn groups_of_points_are_doubled_and_added_right() {
    every_double_in_lanes::<Minus7, 11>();
    every_double_in_lanes::<Minus31, 23>();
    every_double_in_lanes::<Zero7, 7>();
    every_double_in_lanes::<Zero13, 7>();
    every_double_in_lanes::<Zero199, 211>();
    every_sum_side_by_side::<Minus31, 23>();
    every_sum_side_by_side::<Zero7, 7>();
    every_sum_side_by_side::<Zero13, 7>();
}

#[test]
fn every_point_is_multiplied_by_powers_of_minus_two() {
    every_power_of_minus_two::<Zero7, 7>();
    every_power_of_minus_two::<Zero13, 7>();
    every_power_of_minus_two::<Zero199, 211>();
}

/// Whatever is added to a sum that met an exception, or doubled, Z stays 0.
fn every_exception<C: Group<Constant = Residue<P>>, const P: u64>() {
    let points = multiples::<C, P>();
    let others: Vec<_> = points.iter().flatten().map(|&point| affine::<C, P>(point)).collect();
    for Q in &others {
        for met in [Q.to_jacobian(), Q.to_jacobian().negate()].map(|sum| sum.add_affine_distinct(Q)) {
            assert!(declassify(met.is_identity(), "test"));
            assert!(declassify(met.double().is_identity(), "test"));
            for next in &others {
                let cached = next.to_jacobian().double().to_cached();
                assert!(declassify(met.add_affine_distinct(next).is_identity(), "test"));
                assert!(declassify(met.add_distinct(&cached).is_identity(), "test"));
                assert!(declassify(next.to_jacobian().add_distinct(&met.to_cached()).is_identity(), "test"));
            }
        }
    }
}

#[test]
fn an_exception_appears_as_a_z_of_0_and_stays() {
    every_exception::<Minus7, 11>();
    every_exception::<Minus31, 23>();
    every_exception::<Minus199, 211>();
    every_exception::<Zero7, 7>();
    every_exception::<Zero13, 7>();
    every_exception::<Zero199, 211>();
}

fn every_coordinate<C: Group<Constant = Residue<P>>, const P: u64>() {
    let coordinates: Vec<_> = multiples::<C, P>().into_iter().flatten().collect();
    for x in 0..P {
        for y in 0..P {
            let on_curve = declassify(affine::<C, P>((x, y)).is_on_curve(), "test");
            assert_eq!(on_curve, coordinates.contains(&(x, y)), "({x}, {y})");
        }
        for odd in [0, 1] {
            let (point, exists) = Affine::<C, Toy<P>>::lift_x(&Toy(x), Mask::from_bit(odd));
            let expected = coordinates.iter().find(|(a, b)| *a == x && b % 2 == odd);
            assert_eq!(declassify(exists, "test"), expected.is_some());
            assert!(expected.is_none_or(|(_, y)| point.y.0 % P == *y));
            let next = (x + 1) % P;
            let pair =
                Affine::<C, Toy<P>>::lift_x_side_by_side(&[Toy(x), Toy(next)], &[Mask::from_bit(odd); 2]);
            for ((point, exists), x) in pair.into_iter().zip([x, next]) {
                let expected = coordinates.iter().find(|(a, b)| *a == x && b % 2 == odd);
                assert_eq!(declassify(exists, "test"), expected.is_some());
                assert!(expected.is_none_or(|&point_of_x| (point.x.0 % P, point.y.0 % P) == point_of_x));
            }
        }
    }
}

#[test]
fn every_coordinate_is_judged_right() {
    every_coordinate::<Minus7, 11>();
    every_coordinate::<Minus31, 23>();
    every_coordinate::<Minus199, 211>();
    every_coordinate::<Zero7, 7>();
    every_coordinate::<Zero13, 7>();
    every_coordinate::<Zero199, 211>();
}

fn every_secret_multiple<C: Group<Constant = Residue<P>>, const P: u64>() {
    let (points, n) = (multiples::<C, P>(), order::<C>());
    for base in [1usize, 2, 100, n - 2, n - 1] {
        let Q = affine::<C, P>(points[base].unwrap());
        for k in 0..n {
            let found = mul(&[[k as u64, 0, 0, 0]], &Q);
            assert_point(&found, points[k * base % n], &format!("{k} times {base}·G"));
        }
    }
}

#[test]
fn every_secret_multiple_is_right_on_curves_of_order_199() {
    every_secret_multiple::<Minus199, 211>();
    every_secret_multiple::<Zero199, 211>();
}

fn every_sum_of_two_multiples<C: Group<Constant = Residue<P>>, const P: u64>() {
    let points = multiples::<C, P>();
    let table = packed_multiples::<BASE_ENTRIES>(&points);
    for base in [1usize, 3, 198] {
        let Q = affine::<C, P>(points[base].unwrap());
        for a in 0..199 {
            for b in 0..199 {
                let sum = mul_vartime(&[a as u64, 0, 0, 0], &Q, &[b as u64, 0, 0, 0], &table);
                assert_point(&sum, points[(a * base + b) % 199], &format!("{a}·{base}·G + {b}·G"));
            }
        }
    }
}

#[test]
fn every_sum_of_two_multiples_is_right_on_curves_of_order_199() {
    every_sum_of_two_multiples::<OverItsOrder, 199>();
    every_sum_of_two_multiples::<Zero199, 211>();
}

/// Σ s_i·P_i, constant time and not, of every pair of scalars and every second point.
#[cfg(feature = "alloc")]
fn every_sum_of_two_terms<C: Group<Constant = Residue<P>>, const P: u64>(scalars: usize) {
    use chop_core::mul::weierstrass::{double_base_vartime::mul_sum_vartime, sum::mul_sum};
    let (points, n) = (multiples::<C, P>(), order::<C>());
    let bases = [0, 1, n - 1];
    for (i, &first) in bases.iter().enumerate() {
        for second in 0..n.min(20) {
            let pair = [first, second].map(|k| forms::<C, P>(points[k], 2)[i % 2]);
            for s in 0..scalars.min(n) {
                for t in 0..scalars.min(n) {
                    let (s, t) = ((s * 97) % n, (t * 89) % n);
                    let words = [s, t].map(|s| [s as u64, 0, 0, 0]);
                    let expected = points[(s * first + t * second) % n];
                    let what = format!("{s}·{first}·G + {t}·{second}·G");
                    assert_point(&mul_sum(&words.map(|words| [words]), &pair), expected, &what);
                    assert_point(&mul_sum_vartime(&words, &pair), expected, &what);
                }
            }
        }
    }
}

#[cfg(feature = "alloc")]
#[test]
fn sums_of_two_terms_are_right_on_curves_of_every_order() {
    every_sum_of_two_terms::<Minus7, 11>(7);
    every_sum_of_two_terms::<Minus17, 11>(17);
    every_sum_of_two_terms::<Minus199, 211>(8);
    every_sum_of_two_terms::<Zero7, 7>(7);
    every_sum_of_two_terms::<Zero13, 7>(13);
    every_sum_of_two_terms::<Zero199, 211>(8);
}
