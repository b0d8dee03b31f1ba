//! One s·G on SM2's curve, spread over eight lanes as [`split`](super::split) spreads it on edwards25519. Constant time.
//!
//! **Why no exception is met.** Digit j stands for d_j·16^j, |d_j| ≤ 8, and Σ d_j·16^j = s < 2^255. n is the order
//! of G, 2^256 − 2^225 < n.
//!
//! *In a lane.* Lane l adds up the digits l, l + 8, …, from the lowest on. Before digit j the sum is q·G with
//! |q| < 8.01·16^(j−8), and a = d_j·16^j is added. If d_j = 0 the addition is discarded. Else |q| < |a|, and
//! |q ± a| < 8.01·16^63 < n: the sum is never ± the entry. It is O as long as all digits have been 0; then it becomes
//! the entry, by a mask.
//!
//! *Joining.* The lanes that are joined have digits at different places: x and y are sums over disjoint sets of places.
//! If neither is 0, the lowest digits of both that are not 0 are at different places, and as 0 < |d| ≤ 8 < 16, x and y
//! are divisible by different powers of 2. So x ≠ ±y, and |x ± y| < 8.6·16^63 < n. Where one of them is O, the other is
//! the sum, by masks.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::split::JOINS;
use crate::ct::{self, Mask};
use crate::curve::weierstrass::{Cached, CurveField, Jacobian};
use crate::field::fsm2::{FSm2, r52::Fe};
use crate::field::{Field, Lanes};
use crate::lanes::Vector;
use crate::scalar::digits_split::SplitDigits;
use crate::scalar::limbs;
use crate::scalar::nsm2::ORDER;
use crate::table::{SM2_SPLIT, SPLIT_GROUPS, select_weierstrass};

/// s·G for one scalar below n, in each lane.
///
/// Cost: 7 additions of 8M + 3S, 3 of 12M + 4S, of eight lanes each; the whole table of 40 KB is read.
#[inline(always)]
pub fn mul_base<V: Vector>(scalar: &[u64; 4]) -> Jacobian<Fe<V>> {
    // 64 digits reach 2^255: from there on n − s, which is less, is taken, and −(n − s)·G.
    let (mut opposite, _) = limbs::sub(&ORDER, scalar);
    let is_great = Mask::from_bit(scalar[3] >> 63);
    let mut words = limbs::select(is_great, &opposite, scalar);
    let mut digits = SplitDigits::new(&words);
    let (index, negative) = digits.get(0);
    let (entry, mut empty) = select_weierstrass::select_split(&SM2_SPLIT[0], index, negative);
    let mut sum = entry.to_jacobian();
    for group in 1..SPLIT_GROUPS {
        let (index, negative) = digits.get(group);
        let (entry, none) = select_weierstrass::select_split(&SM2_SPLIT[group], index, negative);
        let next = Jacobian::select(empty, &entry.to_jacobian(), &sum.add_affine_distinct(&entry));
        sum = Jacobian::select(none, &sum, &next);
        empty = empty.and(none);
    }
    digits.wipe();
    ct::wipe(&mut opposite);
    ct::wipe(&mut words);
    // Where all digits were 0, the sum is what was to be ignored.
    sum.Z = Fe::select(empty, &Fe::zero(), &sum.Z);
    let sum = join(&sum);
    Jacobian::select(<Fe<V>>::mask(&[is_great; 8]), &sum.negate(), &sum)
}

/// The sum of all lanes, in each lane, for sums that meet no exception when they are joined.
#[inline(always)]
fn join<V: Vector>(P: &Jacobian<Fe<V>>) -> Jacobian<Fe<V>> {
    let mut sum = *P;
    for from in JOINS {
        let moved = moved(&sum, from);
        let next = Jacobian::select(sum.is_identity(), &moved.to_jacobian(), &sum.add_distinct(&moved));
        sum = Jacobian::select(moved.Z.is_zero(), &sum, &next);
    }
    sum
}

/// Lane i is lane `from[i]` of the sum.
#[inline(always)]
pub(super) fn moved<V: Vector>(sum: &Jacobian<Fe<V>>, from: [u64; 8]) -> Cached<Fe<V>> {
    let mut moved = sum.to_cached();
    for coordinate in [&mut moved.X, &mut moved.Y, &mut moved.Z, &mut moved.ZZ, &mut moved.ZZZ] {
        *coordinate = coordinate.permute(from);
    }
    moved
}

/// The point of the first lane in a field of one lane. (The point is the same in every lane, but its coordinates are
/// not: lanes that were joined have opposite Y and Z.) Cost: 1M, and as a conversion of one coordinate.
#[inline(always)]
pub fn first_lane<F: FSm2, V: Vector>(P: &Jacobian<Fe<V>>) -> Jacobian<F> {
    // All coordinates in lanes of one element.
    let all = Fe::select(V::pattern(0b010), &P.Y.permute([0; 8]), &P.X);
    let all = Fe::select(V::pattern(0b100), &P.Z.permute([0; 8]), &all);
    let [X, Y, Z, ..] = FSm2::to_table(&all).map(|words| FSm2::from_table(&F::Lanes::splat(words)));
    Jacobian { X, Y, Z }
}
