//! The operations of points and scalars.
#![allow(non_snake_case)] // points are capital letters

use chop_bench::inputs::{fold, fold_all};
use chop_bench::points;
use chop_bench::subject::Prepared;
use curve25519_dalek::constants::ED25519_BASEPOINT_POINT as BASE;
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsBasepointTable, EdwardsPoint};
use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{BasepointTable, Identity, MultiscalarMul, VartimeMultiscalarMul};
use sha2::Sha512;

type Input = points::Input<Scalar, EdwardsPoint, RistrettoPoint>;

fn inputs(size: usize) -> Vec<Vec<Input>> {
    points::inputs(size, |a, b, wide| {
        let (a, b) = (Scalar::from_bytes_mod_order(*a), Scalar::from_bytes_mod_order(*b));
        let P = EdwardsPoint::mul_base(&(a * b)) + BASE;
        let R = RistrettoPoint::from_uniform_bytes(&wide);
        Input { a, b, P, R, encoding: P.compress().to_bytes(), ristretto: R.compress().to_bytes(), wide }
    })
}

fn sum(points: impl IntoIterator<Item = EdwardsPoint>) -> u64 {
    fold(points.into_iter().fold(EdwardsPoint::identity(), |sum, P| sum + P).compress().as_bytes())
}

fn sum_of_elements(points: impl IntoIterator<Item = RistrettoPoint>) -> u64 {
    fold(points.into_iter().fold(RistrettoPoint::identity(), |sum, P| sum + P).compress().as_bytes())
}

fn decompress(encoding: &[u8; 32]) -> EdwardsPoint {
    CompressedEdwardsY(*encoding).decompress().expect("a point")
}

/// The operation of this name.
pub(crate) fn prepare(name: &str, size: usize) -> Option<Prepared> {
    let call: fn(&Vec<Input>) -> u64 = match name {
        "point_add" => |g| sum(g.iter().map(|i| i.P)),
        "point_double" => |g| fold(g.iter().fold(g[0].P, |P, _| P + P).compress().as_bytes()),
        "point_compress" => |g| fold_all(g.iter().map(|i| fold(i.P.compress().as_bytes()))),
        "point_compress_many" => {
            // The points in a list beforehand, since copying is not what is measured.
            let points = |group: &Vec<Input>| group.iter().map(|i| i.P).collect::<Vec<EdwardsPoint>>();
            let groups: Vec<Vec<EdwardsPoint>> = inputs(size).iter().map(points).collect();
            return Some(Prepared::new(groups, |points: &Vec<EdwardsPoint>| {
                let encodings = EdwardsPoint::compress_batch_alloc(points);
                fold_all(encodings.iter().map(|encoding| fold(encoding.as_bytes())))
            }));
        }
        "point_decompress" | "point_decompress_many" => |g| sum(g.iter().map(|i| decompress(&i.encoding))),
        "point_mul" | "point_mul_many" => |g| sum(g.iter().map(|i| i.P * i.a)),
        "point_mul_base" | "point_mul_base_many" => |g| sum(g.iter().map(|i| EdwardsPoint::mul_base(&i.a))),
        "point_table_mul" => {
            let groups = inputs(size);
            let table = EdwardsBasepointTable::create(&groups[0][0].P);
            return Some(Prepared::new(groups, move |g: &Vec<Input>| {
                sum(g.iter().map(|i| table.mul_base(&i.a)))
            }));
        }
        "point_double_base" => {
            |g| sum(g.iter().map(|i| EdwardsPoint::vartime_double_scalar_mul_basepoint(&i.a, &i.P, &i.b)))
        }
        "point_torsion_free" => |g| fold_all(g.iter().map(|i| u64::from(i.P.is_torsion_free()))),
        "multiscalar" => {
            |g| sum([EdwardsPoint::multiscalar_mul(g.iter().map(|i| i.a), g.iter().map(|i| i.P))])
        }
        "multiscalar_vartime" => {
            |g| sum([EdwardsPoint::vartime_multiscalar_mul(g.iter().map(|i| i.a), g.iter().map(|i| i.P))])
        }
        "ristretto_compress" | "ristretto_compress_many" => {
            |g| fold_all(g.iter().map(|i| fold(i.R.compress().as_bytes())))
        }
        "ristretto_decompress" | "ristretto_decompress_many" => |g| {
            let decompress = |i: &Input| CompressedRistretto(i.ristretto).decompress().expect("an element");
            sum_of_elements(g.iter().map(decompress))
        },
        "ristretto_uniform" => {
            |g| sum_of_elements(g.iter().map(|i| RistrettoPoint::from_uniform_bytes(&i.wide)))
        }
        "hash_to_curve" => |g| {
            let point = |i: &Input| EdwardsPoint::hash_to_curve::<Sha512>(&[&i.encoding], &[b"chop-bench"]);
            sum(g.iter().map(point))
        },
        "scalar_mul" => |g| fold(&g.iter().map(|i| i.a).product::<Scalar>().to_bytes()),
        "scalar_invert" => |g| fold(&g.iter().map(|i| i.a.invert()).sum::<Scalar>().to_bytes()),
        "scalar_invert_all" => |g| {
            let mut scalars: Vec<Scalar> = g.iter().map(|i| i.a).collect();
            Scalar::invert_batch_alloc(&mut scalars);
            fold(&scalars.iter().sum::<Scalar>().to_bytes())
        },
        _ => return None,
    };
    Some(Prepared::new(inputs(size), move |g: &Vec<Input>| call(g)))
}
