//! 1·P … 16·P, affine, for many groups of eight points of a Weierstrass curve together. For public points.
//!
//! As in [`affine`](super::affine) one inversion serves all additions that wait side by side, here those
//! of one of four steps: from 1·P … h·P come (h + j)·P for j < h and the double of h·P, for h = 1, 2, 4 and 8. The order of P is a
//! prime above 16, so that no two of these are equal or opposite, and no y is 0.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::affine::{SIDE_BY_SIDE, minus, product, side_by_side, third_x, third_y};
use crate::curve::jacobian::{Affine, Curve, CurveLanes};
use crate::field::Sum;
use crate::field::inverses_vartime::invert_first_vartime;
use alloc::vec::Vec;

/// Multiples of a point.
pub const MULTIPLES: usize = 16;

/// 1·P … 16·P of eight points.
pub type Table<C, F> = [Affine<C, F>; MULTIPLES];

/// The tables of groups of points other than O; as many groups as go side by side, or a multiple of that.
///
/// Cost: 75M + 17S per group, and four inversions for all groups. Heap: 10 KB per group.
#[inline(always)]
pub fn tables<C: Curve, F: CurveLanes<C>>(points: &[Affine<C, F>]) -> Vec<Table<C, F>> {
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
fn double_all<C: Curve, F: CurveLanes<C>>(tables: &mut [Table<C, F>], half: usize) {
    let mut products = [F::one(); SIDE_BY_SIDE];
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
    invert_first_vartime(&mut inverses, SIDE_BY_SIDE);
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
                tables[group + i][half + j] = Affine::new(x[i], y[i]);
            }
        }
    }
}

/// The denominator of λ: the difference of x, or 2·y for the double.
#[inline(always)]
fn run<C: Curve, F: CurveLanes<C>>(table: &Table<C, F>, half: usize, j: usize) -> F {
    let P = &table[half - 1];
    if j + 1 == half { P.y.widen().double().carry() } else { minus(&table[j].x, &P.x) }
}

/// The other part of λ: the difference of y, or 3·x² + a for the double.
#[inline(always)]
fn rise<C: Curve, F: CurveLanes<C>>(table: &Table<C, F>, half: usize, j: usize) -> F {
    let P = &table[half - 1];
    if j + 1 == half { P.tangent_rise() } else { minus(&table[j].y, &P.y) }
}
