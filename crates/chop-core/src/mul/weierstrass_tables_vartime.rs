//! 1·P … 16·P, affine, for many groups of eight points of SM2's curve together. For public points.
//!
//! As in [`weierstrass_affine`](super::weierstrass_affine) one inversion serves all additions that wait side by side, here those
//! of one of four steps: from 1·P … h·P come (h + j)·P for j < h and the double of h·P, for h = 1, 2, 4 and 8. The order of P is a
//! prime above 16, so that no two of these are equal or opposite, and no y is 0.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::weierstrass_affine::{SIDE_BY_SIDE, minus, product, side_by_side, third_x, third_y};
use crate::curve::weierstrass::{Affine, CurveField};
use crate::field::fsm2::r52::Fe;
use crate::field::inverses::invert_all_sm2;
use crate::field::{Field, Sum};
use crate::lanes::Vector;
use alloc::vec::Vec;

/// Multiples of a point.
pub const MULTIPLES: usize = 16;

/// 1·P … 16·P of eight points.
pub type Table<V> = [Affine<Fe<V>>; MULTIPLES];

/// The tables of groups of points other than O; as many groups as go side by side, or a multiple of that.
///
/// Cost: 75M + 17S a group, and four inversions for all. Heap: 10 KB a group.
#[inline(always)]
pub fn tables<V: Vector>(points: &[Affine<Fe<V>>]) -> Vec<Table<V>> {
    debug_assert!(points.len().is_multiple_of(SIDE_BY_SIDE));
    let mut tables = Vec::with_capacity(points.len());
    for group in 0..points.len() {
        tables.push([points[group]; MULTIPLES]);
    }
    let mut half = 1;
    while half < MULTIPLES {
        double_all(&mut tables, half);
        half *= 2;
    }
    tables
}

/// From the first `half` multiples as many again, in all tables.
#[inline(always)]
fn double_all<V: Vector>(tables: &mut [Table<V>], half: usize) {
    let mut products = [Fe::one(); SIDE_BY_SIDE];
    for group in (0..tables.len()).step_by(SIDE_BY_SIDE) {
        for j in 0..half {
            for i in 0..SIDE_BY_SIDE {
                // The place of the result is free until it is there.
                tables[group + i][half + j].x = products[i];
            }
            products = side_by_side!(i => product(&products[i], &run(&tables[group + i], half, j)));
        }
    }
    let mut inverses = products;
    invert_all_sm2(&mut inverses, &mut products);
    for group in (0..tables.len()).step_by(SIDE_BY_SIDE).rev() {
        for j in (0..half).rev() {
            let runs = side_by_side!(i => run(&tables[group + i], half, j));
            let own = side_by_side!(i => product(&inverses[i], &tables[group + i][half + j].x));
            inverses = side_by_side!(i => product(&inverses[i], &runs[i]));
            let slopes = side_by_side!(i => product(&own[i], &rise(&tables[group + i], half, j)));
            let x = side_by_side!(i => {
                third_x(&slopes[i], &tables[group + i][half - 1], &tables[group + i][j])
            });
            let y = side_by_side!(i => third_y(&slopes[i], &tables[group + i][half - 1], &x[i]));
            for i in 0..SIDE_BY_SIDE {
                tables[group + i][half + j] = Affine { x: x[i], y: y[i] };
            }
        }
    }
}

/// What λ is divided by: the difference of x, or 2·y for the double.
#[inline(always)]
fn run<V: Vector>(table: &Table<V>, half: usize, j: usize) -> Fe<V> {
    let P = &table[half - 1];
    if j + 1 == half { P.y.widen().double().carry() } else { minus(&table[j].x, &P.x) }
}

/// The other part of λ: the difference of y, or 3·(x² − 1) for the double.
#[inline(always)]
fn rise<V: Vector>(table: &Table<V>, half: usize, j: usize) -> Fe<V> {
    let P = &table[half - 1];
    if j + 1 == half {
        let square = P.x.sqr().sub(&Fe::one().widen()).carry().widen();
        square.double().add(&square).carry()
    } else {
        minus(&table[j].y, &P.y)
    }
}
