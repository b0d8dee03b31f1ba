//! The operations of points and scalars.
#![allow(non_snake_case)] // points are capital letters

use chop::hazmat::curve25519::{EdwardsPoint, FixedBaseTable, RistrettoPoint, Scalar, Strictness};
use chop_bench::inputs::{fold, fold_all};
use chop_bench::points;
use chop_bench::subject::Prepared;

type Input = points::Input<Scalar, EdwardsPoint, RistrettoPoint>;

fn inputs(size: usize) -> Vec<Vec<Input>> {
    points::inputs(size, |a, b, wide| {
        let (a, b) = (Scalar::from_bytes_mod_order(a), Scalar::from_bytes_mod_order(b));
        let P = EdwardsPoint::mul_base(&(a * b)) + EdwardsPoint::BASE;
        let R = RistrettoPoint::from_uniform_bytes(&wide);
        Input { a, b, P, R, encoding: P.compress(), ristretto: R.compress(), wide }
    })
}

fn sum(points: impl IntoIterator<Item = EdwardsPoint>) -> u64 {
    fold(&points.into_iter().sum::<EdwardsPoint>().compress())
}

fn encodings(all: &[[u8; 32]]) -> u64 {
    fold_all(all.iter().map(|encoding| fold(encoding)))
}

/// An operation on one part of each input: in a list beforehand, since copying is not what is measured.
fn given<T: 'static>(size: usize, part: fn(&Input) -> T, call: fn(&[T]) -> u64) -> Prepared {
    let groups: Vec<Vec<T>> = inputs(size).iter().map(|group| group.iter().map(part).collect()).collect();
    Prepared::new(groups, move |group: &Vec<T>| call(group))
}

/// The operation of this name.
pub(crate) fn prepare(name: &str, size: usize) -> Option<Prepared> {
    let call: fn(&Vec<Input>) -> u64 = match name {
        "point_add" => |g| sum(g.iter().map(|i| i.P)),
        "point_double" => |g| fold(&g.iter().fold(g[0].P, |P, _| P.double()).compress()),
        "point_compress" => |g| fold_all(g.iter().map(|i| fold(&i.P.compress()))),
        "point_compress_many" => {
            return Some(given(size, |i| i.P, |points| encodings(&EdwardsPoint::compress_many(points))));
        }
        "point_decompress" => |g| {
            let decompress =
                |i: &Input| EdwardsPoint::decompress(&i.encoding, Strictness::Liberal).expect("a point");
            sum(g.iter().map(decompress))
        },
        "point_decompress_many" => |g| {
            let encodings: Vec<[u8; 32]> = g.iter().map(|i| i.encoding).collect();
            let points = EdwardsPoint::decompress_many(&encodings, Strictness::Liberal);
            sum(points.into_iter().map(|point| point.expect("a point")))
        },
        "point_mul" => |g| sum(g.iter().map(|i| i.P * i.a)),
        "point_mul_many" => {
            |g| sum(EdwardsPoint::mul_many(&g.iter().map(|i| (i.a, i.P)).collect::<Vec<_>>()))
        }
        "point_mul_base" => |g| sum(g.iter().map(|i| EdwardsPoint::mul_base(&i.a))),
        "point_mul_base_many" => {
            |g| sum(EdwardsPoint::mul_base_many(&g.iter().map(|i| i.a).collect::<Vec<_>>()))
        }
        "point_table_mul" => {
            let groups = inputs(size);
            let table = FixedBaseTable::new(&groups[0][0].P);
            return Some(Prepared::new(groups, move |g: &Vec<Input>| sum(g.iter().map(|i| table.mul(&i.a)))));
        }
        "point_double_base" => |g| sum(g.iter().map(|i| EdwardsPoint::double_base_vartime(&i.a, &i.P, &i.b))),
        "point_torsion_free" => |g| fold_all(g.iter().map(|i| u64::from(i.P.is_torsion_free()))),
        "multiscalar" => {
            |g| sum([EdwardsPoint::multiscalar_mul(&g.iter().map(|i| (i.a, i.P)).collect::<Vec<_>>())])
        }
        "multiscalar_vartime" => |g| {
            sum([EdwardsPoint::multiscalar_mul_vartime(&g.iter().map(|i| (i.a, i.P)).collect::<Vec<_>>())])
        },
        "ristretto_compress" => |g| fold_all(g.iter().map(|i| fold(&i.R.compress()))),
        "ristretto_compress_many" => {
            return Some(given(size, |i| i.R, |points| encodings(&RistrettoPoint::compress_many(points))));
        }
        "ristretto_decompress" => |g| {
            let decompress = |i: &Input| RistrettoPoint::decompress(&i.ristretto).expect("an element");
            fold(&g.iter().map(decompress).sum::<RistrettoPoint>().compress())
        },
        "ristretto_decompress_many" => |g| {
            let encodings: Vec<[u8; 32]> = g.iter().map(|i| i.ristretto).collect();
            let points = RistrettoPoint::decompress_many(&encodings);
            let sum: RistrettoPoint = points.into_iter().map(|point| point.expect("an element")).sum();
            fold(&sum.compress())
        },
        "ristretto_uniform" => |g| {
            let sum: RistrettoPoint = g.iter().map(|i| RistrettoPoint::from_uniform_bytes(&i.wide)).sum();
            fold(&sum.compress())
        },
        "hash_to_curve" => |g| {
            let point =
                |i: &Input| EdwardsPoint::hash_to_curve(&[&i.encoding], b"chop-bench").expect("a tag");
            sum(g.iter().map(point))
        },
        "scalar_mul" => |g| fold(&g.iter().map(|i| i.a).product::<Scalar>().to_bytes()),
        "scalar_invert" => |g| fold(&g.iter().map(|i| i.a.invert()).sum::<Scalar>().to_bytes()),
        "scalar_invert_all" => |g| {
            let mut scalars: Vec<Scalar> = g.iter().map(|i| i.a).collect();
            Scalar::invert_all(&mut scalars);
            fold(&scalars.iter().sum::<Scalar>().to_bytes())
        },
        _ => return None,
    };
    Some(Prepared::new(inputs(size), move |g: &Vec<Input>| call(g)))
}
