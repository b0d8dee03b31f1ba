//! One s·G on a Weierstrass curve, spread over the lanes as [`edwards::spread`](crate::mul::edwards::spread) spreads it on edwards25519. Constant time.
//!
//! **Why no exception is met.** The scalar has D digits of four bits; digit j stands for d_j·16^j, |d_j| ≤ 8, and
//! Σ d_j·16^j = s < 16^D/2. n is the order of G, 9·16^(D−1) ≤ n < 16^D.
//!
//! *In a lane.* Lane l of W adds up the digits l, l + W, …, from the lowest on. Before digit j the sum is q·G with
//! |q| < 8.01·16^(j−W), and a = d_j·16^j is added. If d_j = 0 the addition is discarded. Else |q| < |a|, and
//! |q ± a| < 8.01·16^(D−1) < n: the sum is never ± the entry. It is O as long as all digits have been 0; then it becomes
//! the entry, by a mask.
//!
//! *Joining.* The lanes that are joined have digits at different places: x and y are sums over disjoint sets of places.
//! If neither is 0, the lowest digits of both that are not 0 are at different places, and as 0 < |d| ≤ 8 < 16, x and y
//! are divisible by different powers of 2. So x ≠ ±y, and |x ± y| < 8.6·16^(D−1) < n. Where one of them is O, the other is
//! the sum, by masks. [`bounds::spread`] has the inequalities.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::{BaseSplit, Group, bounds};
use crate::ct::{self, Mask};
use crate::curve::jacobian::{Cached, Curve, CurveField, CurveLanes, Jacobian};
use crate::field::Lanes;
use crate::lanes::{PerLane, Register};
use crate::lanes::{joined, joins};
use crate::scalar::digits::split::SplitDigits;
use crate::scalar::limbs;
use crate::table::SPLIT_WINDOWS;
use crate::table::read::jacobian;

/// s·G for one scalar below n, in each lane.
///
/// Cost for 256 bits in eight lanes: 7 additions of 8M + 3S, 3 of 12M + 4S; the whole table of 40 KB is read.
#[inline(always)]
pub fn mul_base<C: BaseSplit<GROUPS>, F: CurveLanes<C>, const GROUPS: usize>(
    scalar: &[u64; 4],
) -> Jacobian<C, F> {
    const { assert!(bounds::spread(&C::ORDER, digits::<C>()) && GROUPS == digits::<C>().div_ceil(SPLIT_WINDOWS)) };
    // The digits reach half of the power: from there on n − s, which is less, is taken, and −(n − s)·G.
    let (mut opposite, _) = limbs::sub(&C::ORDER, scalar);
    let top = const { 4 * digits::<C>() - 1 };
    let is_great = Mask::from_bit(scalar[top / 64] >> (top % 64) & 1);
    let mut words = limbs::select(is_great, &opposite, scalar);
    let mut digits = SplitDigits::new(&words);
    let (index, negative) = digits.get(0);
    let (entry, mut empty) = jacobian::select_split::<C, F>(C::split(F::LIMBS), 0, index, negative);
    let mut sum = entry.to_jacobian();
    for group in 1..GROUPS * SPLIT_WINDOWS / F::LANES {
        let (index, negative) = digits.get(group);
        let (entry, none) = jacobian::select_split(C::split(F::LIMBS), group, index, negative);
        let next = Jacobian::select(empty, &entry.to_jacobian(), &sum.add_affine_distinct(&entry));
        sum = Jacobian::select(none, &sum, &next);
        empty = empty.and(none);
    }
    digits.wipe();
    ct::wipe(&mut opposite);
    ct::wipe(&mut words);
    // Where all digits were 0, the sum is what was to be ignored.
    sum.Z = F::select(empty, &F::zero(), &sum.Z);
    let sum = join(&sum);
    Jacobian::select(F::mask(&Lanes::splat(is_great)), &sum.negate(), &sum)
}

/// Digits of four bits of a scalar.
const fn digits<C: Group>() -> usize {
    bounds::bits(&C::ORDER).div_ceil(4)
}

/// The sum of all lanes, in each lane, for sums that meet no exception when they are joined.
#[inline(always)]
fn join<C: Curve, F: CurveLanes<C>>(P: &Jacobian<C, F>) -> Jacobian<C, F> {
    let mut sum = *P;
    for j in 0..joins::<F::Vector>() {
        let moved = moved(&sum, joined::<F::Vector>(j));
        let next = Jacobian::select(sum.is_identity(), &moved.to_jacobian(), &sum.add_distinct(&moved));
        sum = Jacobian::select(moved.Z.is_zero(), &sum, &next);
    }
    sum
}

/// Lane i is lane `from[i]` of the sum.
#[inline(always)]
pub(super) fn moved<C: Curve, F: CurveLanes<C>>(
    sum: &Jacobian<C, F>,
    from: PerLane<F::Vector, u64>,
) -> Cached<C, F> {
    let mut moved = sum.to_cached();
    for coordinate in [&mut moved.X, &mut moved.Y, &mut moved.Z, &mut moved.ZZ, &mut moved.ZZZ] {
        *coordinate = coordinate.permute(from);
    }
    moved
}

/// The point of the first lane in a field of one lane. (The point is the same in every lane, but its coordinates are
/// not: lanes that were joined have opposite Y and Z.) Cost: 1M, and as a conversion of one coordinate.
#[inline(always)]
pub fn first_lane<C: Curve, F: CurveField<C>, L: CurveLanes<C>>(P: &Jacobian<C, L>) -> Jacobian<C, F> {
    const { assert!(L::LANES >= 3) };
    // All coordinates in lanes of one element.
    let first = PerLane::<L::Vector, u64>::splat(0);
    let all = L::select(L::Vector::pattern(0b010), &P.Y.permute(first), &P.X);
    let all = L::select(L::Vector::pattern(0b100), &P.Z.permute(first), &all).to_table();
    let words = all.as_ref();
    let [X, Y, Z] = [words[0], words[1], words[2]].map(|words| F::from_table(&Lanes::splat(words)));
    Jacobian::new(X, Y, Z)
}
