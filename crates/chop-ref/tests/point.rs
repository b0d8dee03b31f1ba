//! Laws of the curve and of its encodings.
#![allow(non_snake_case)] // Points are uppercase, as in the standards.

use chop_ref::field::{self, add, d, mul, sub};
use chop_ref::{BigUint, Decoded, Point, decode, l, small_order_encodings, torsion};

fn on_curve(P: &Point) -> bool {
    let (xx, yy) = (mul(&P.x, &P.x), mul(&P.y, &P.y));
    sub(&yy, &xx) == add(&BigUint::from(1u8), &mul(d(), &mul(&xx, &yy)))
}

#[test]
fn mul_is_repeated_affine_addition() {
    for P in [Point::base(), torsion()[1].clone(), Point::base().add(&torsion()[1])] {
        let mut sum = Point::identity();
        for n in 0u32..40 {
            assert!(on_curve(&sum));
            assert_eq!(Point::mul(&BigUint::from(n), &P), sum);
            sum = sum.add(&P);
        }
    }
}

#[test]
fn base_has_order_l_and_even_x() {
    assert_eq!(Point::mul(l(), &Point::base()), Point::identity());
    assert!(!Point::base().x.bit(0));
    assert!(!Point::base().is_small_order());
    assert_eq!(Point::base().add(&Point::base().neg()), Point::identity());
}

#[test]
fn torsion_is_the_cyclic_group_of_eight() {
    let points = torsion();
    assert!(points.iter().all(|P| on_curve(P) && P.is_small_order()));
    for i in 0..8 {
        for j in 0..8 {
            assert_eq!(points[i].add(&points[j]), points[(i + j) % 8]);
            assert_eq!(points[i] == points[j], i == j);
        }
    }
}

#[test]
fn small_order_has_fourteen_encodings_of_which_six_are_not_canonical() {
    let encodings = small_order_encodings();
    assert_eq!(encodings.len(), 14);
    let decoded: Vec<Decoded> = encodings.iter().map(decode).collect();
    assert!(decoded.iter().all(|it| it.point.as_ref().is_some_and(Point::is_small_order)));
    assert_eq!(decoded.iter().filter(|it| it.y_reduced && !it.minus_zero).count(), 8);
    assert_eq!(decoded.iter().filter(|it| !it.y_reduced).count(), 4);
    assert_eq!(decoded.iter().filter(|it| it.minus_zero).count(), 3); // y = 1, p − 1, p + 1
    for (bytes, it) in encodings.iter().zip(&decoded) {
        let canonical = it.y_reduced && !it.minus_zero;
        assert_eq!(it.point.as_ref().unwrap().encode() == *bytes, canonical);
    }
}

#[test]
fn decode_inverts_encode() {
    let mut P = Point::base();
    for _ in 0..20 {
        let expected = Decoded { point: Some(P.clone()), y_reduced: true, minus_zero: false };
        assert_eq!(decode(&P.encode()), expected);
        assert_eq!(decode(&P.neg().encode()).point, Some(P.neg()));
        P = P.add(&P);
    }
}

#[test]
fn y_without_a_point_does_not_decode() {
    let absent = |y: u8| decode(&field::to_bytes(&BigUint::from(y))).point.is_none();
    assert_eq!((0..20).filter(|y| absent(*y)).collect::<Vec<u8>>(), [2, 7, 8, 11, 12, 13, 17]);
}
