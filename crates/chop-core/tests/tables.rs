//! Every entry of the tables of base points is the point that the oracle computes, in all its coordinates.
#![allow(non_snake_case)] // points are capital letters

use chop_core::field::{Limbs, fsecp256k1, fsm2};
use chop_core::table::weierstrass::{self, Comb256, Multiples256};
use chop_core::table::{
    AffineLimbRow, AffineSplitGroup, BASE_COMB_PUBLIC, BASE_COMB_SCAN, BASE_MULTIPLES, BASE_MULTIPLES_HIGH,
    BASE_SPLIT,
};
use chop_ref::field::{add, d, mul, sub};
use chop_ref::weierstrass::Curve;
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

/// The tables of a Weierstrass curve.
struct Weierstrass {
    curve: &'static Curve,
    /// What a number is multiplied by in a table.
    form: BigUint,
    comb: &'static Comb256,
    multiples: &'static Multiples256,
    comb_limbs: fn(Limbs) -> &'static [AffineLimbRow; 43],
    split: fn(Limbs) -> &'static [AffineSplitGroup; 8],
    limbs_of: fn(Limbs, &[u64; 4]) -> [u64; 5],
}

fn weierstrass() -> [Weierstrass; 2] {
    use weierstrass::{secp256k1, sm2};
    [
        Weierstrass {
            curve: chop_ref::sm2::sm2(),
            form: BigUint::from(1u32) << 256,
            comb: &sm2::COMB,
            multiples: &sm2::MULTIPLES,
            comb_limbs: sm2::comb_limbs,
            split: sm2::split,
            limbs_of: |kind, words| fsm2::limbs_of(kind, words),
        },
        Weierstrass {
            curve: chop_ref::secp256k1(),
            form: BigUint::from(1u32),
            comb: &secp256k1::COMB,
            multiples: &secp256k1::MULTIPLES,
            comb_limbs: secp256k1::comb_limbs,
            split: secp256k1::split,
            limbs_of: |kind, words| fsecp256k1::limbs_of(kind, words),
        },
    ]
}

impl Weierstrass {
    /// 1·2^exponent·G, 2·2^exponent·G, … as words of a table.
    fn multiples(&self, exponent: usize, n: usize) -> Vec<[[u64; 4]; 2]> {
        let first = self.curve.mul(&(BigUint::from(1u32) << exponent), &self.curve.G);
        let all = std::iter::successors(Some(first.clone()), |P| Some(self.curve.add(P, &first)));
        let words = |x: &BigUint| {
            let mut words = (x * &self.form % &self.curve.p).to_u64_digits();
            words.resize(4, 0);
            words.try_into().unwrap()
        };
        all.take(n).map(|P| P.map(|(x, y)| [words(&x), words(&y)]).unwrap()).collect()
    }

    /// Limbs of x, then of y.
    fn limbs(&self, kind: Limbs, [x, y]: &[[u64; 4]; 2]) -> Vec<u64> {
        [(self.limbs_of)(kind, x), (self.limbs_of)(kind, y)].concat()
    }
}

#[test]
fn the_tables_of_weierstrass_curves_have_multiples_of_powers() {
    for tables in weierstrass() {
        assert_eq!(tables.multiples.0.to_vec(), tables.multiples(0, 512));
        for (i, row) in tables.comb.iter().enumerate() {
            assert_eq!(row.0.to_vec(), tables.multiples(6 * i, 32), "row {i}");
        }
    }
}

#[test]
fn the_tables_of_lanes_have_the_limbs_of_multiples_of_powers() {
    for tables in weierstrass() {
        let mut kinds = vec![Limbs::Radix52];
        if cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
            kinds.push(Limbs::Doubles51);
        }
        for kind in kinds {
            for (row, limbs) in tables.comb.iter().zip((tables.comb_limbs)(kind)) {
                for (j, point) in row.iter().enumerate() {
                    let found: Vec<u64> = limbs.iter().map(|limb| limb[j / 16][j % 16]).collect();
                    assert_eq!(found, tables.limbs(kind, point), "entry {j}");
                }
            }
            for (i, group) in (tables.split)(kind).iter().enumerate() {
                for l in 0..8 {
                    for (j, point) in tables.multiples(4 * (8 * i + l), 8).iter().enumerate() {
                        let found: Vec<u64> = group[j].iter().map(|limb| limb[l]).collect();
                        assert_eq!(found, tables.limbs(kind, point), "group {i}, entry {j}, lane {l}");
                    }
                }
            }
        }
    }
}
