//! Every entry of the tables of B is the point that the oracle computes, in all its coordinates.
#![allow(non_snake_case)] // points are capital letters

use chop_core::table::{BASE_COMB_PUBLIC, BASE_COMB_SCAN, BASE_MULTIPLES, BASE_MULTIPLES_HIGH, BASE_SPLIT};
use chop_ref::field::{add, d, mul, sub};
use chop_ref::{BigUint, Point};

/// y + x, y − x and 2dxy as words.
fn packed(P: &Point) -> [[u64; 4]; 3] {
    let coordinates = [add(&P.y, &P.x), sub(&P.y, &P.x), mul(&mul(&P.x, &P.y), &add(d(), d()))];
    coordinates.map(|coordinate| {
        let mut words = coordinate.to_u64_digits();
        words.resize(4, 0);
        words.try_into().unwrap()
    })
}

/// P, 2·P, 3·P, …
fn multiples(P: Point) -> impl Iterator<Item = Point> {
    let step = P.clone();
    std::iter::successors(Some(P), move |multiple| Some(multiple.add(&step)))
}

/// 2^k·B.
fn power(k: usize) -> Point {
    Point::mul(&(BigUint::from(1u32) << k), &Point::base())
}

#[track_caller]
fn is_multiples(entries: &[[[u64; 4]; 3]], P: Point) {
    for (i, (entry, multiple)) in entries.iter().zip(multiples(P)).enumerate() {
        assert_eq!(*entry, packed(&multiple), "{i}");
    }
}

#[test]
fn the_rows_of_the_combs_are_multiples_of_powers() {
    for (i, row) in BASE_COMB_SCAN.iter().enumerate() {
        is_multiples(&row.0, power(5 * i));
    }
    for (i, row) in BASE_COMB_PUBLIC.iter().enumerate() {
        is_multiples(&row.0, power(8 * i));
    }
}

#[test]
fn the_multiples_are_multiples() {
    is_multiples(&BASE_MULTIPLES.0, Point::base());
    is_multiples(&BASE_MULTIPLES_HIGH.0, power(128));
}

#[test]
fn the_split_comb_has_multiples_of_powers_of_16_in_its_lanes() {
    for (i, group) in BASE_SPLIT.iter().enumerate() {
        for l in 0..8 {
            for (j, multiple) in multiples(power(4 * (8 * i + l))).take(group.len()).enumerate() {
                let words = packed(&multiple).concat();
                let lane: Vec<u64> = group[j].iter().map(|word| word[l]).collect();
                assert_eq!(lane, words, "group {i}, entry {j}, lane {l}");
            }
        }
    }
}
