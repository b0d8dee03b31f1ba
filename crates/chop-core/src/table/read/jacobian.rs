//! Reading a table of points of a Weierstrass curve with signed digits. O has no affine coordinates, so a
//! digit 0 gives a mask and a point that is none.

#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::edwards::{magnitude, scan, scan_split};
use crate::ct::Mask;
use crate::curve::jacobian::{Affine, Cached, Curve, CurveField, CurveLanes, PackedPoint};
use crate::field::{Lanes, PerElement};
use crate::lanes::{PerLane, Register, Vector, bundle_rows, unbundle_rows};
use crate::table::{AFFINE_LIMBS, AffineLimbRow, AffineSplitGroup};

/// d·P of each lane's digit, from the row 1·P, 2·P, …, N·P, and whether the digit is 0: then the point is to
/// be ignored. Every entry is read for every digit: constant time. Digits are in −N ..= N.
#[inline(always)]
pub fn select<C: Curve, F: CurveField<C>, const N: usize>(
    row: &[PackedPoint; N],
    digits: &PerElement<F, i8>,
) -> (Affine<C, F>, F::Mask) {
    let mut points = PerElement::<F, PackedPoint>::splat([[0; 4]; 2]);
    let mut negative = PerElement::<F, Mask>::splat(Mask::FALSE);
    let mut none = negative;
    for lane in 0..F::LANES {
        let (index, sign) = magnitude(digits.as_ref()[lane]);
        points.as_mut()[lane] = scan(row, index);
        negative.as_mut()[lane] = sign;
        none.as_mut()[lane] = Mask::is_zero(index);
    }
    (Affine::unpack(&points).negate_if(F::mask(&negative)), F::mask(&none))
}

/// d·P of each lane's digit, from each lane's own table 1·P, …, N·P, O for 0. Every entry is read: constant
/// time.
#[inline(always)]
pub fn select_cached<C: Curve, F: CurveField<C>, const N: usize>(
    table: &[Cached<C, F>; N],
    digits: &PerElement<F, i8>,
) -> Cached<C, F> {
    let mut indices = PerElement::<F, u64>::splat(0);
    let mut negative = PerElement::<F, Mask>::splat(Mask::FALSE);
    for lane in 0..F::LANES {
        let (index, sign) = magnitude(digits.as_ref()[lane]);
        indices.as_mut()[lane] = index;
        negative.as_mut()[lane] = sign;
    }
    let mut found = Cached::identity();
    for (j, entry) in table.iter().enumerate() {
        let mut wanted = PerElement::<F, Mask>::splat(Mask::FALSE);
        for lane in 0..F::LANES {
            wanted.as_mut()[lane] = Mask::eq(indices.as_ref()[lane], j as u64 + 1);
        }
        found = Cached::select(F::mask(&wanted), entry, &found);
    }
    found.negate_if(F::mask(&negative))
}

/// d·P of one public digit that is not 0: reads only the wanted entry.
#[inline(always)]
pub fn entry_vartime<C: Curve, F: CurveField<C>>(row: &[PackedPoint], digit: i16) -> Affine<C, F> {
    let entry = Affine::unpack(&Lanes::splat(row[digit.unsigned_abs() as usize - 1]));
    if digit < 0 { entry.negate_if(F::mask(&Lanes::splat(Mask::TRUE))) } else { entry }
}

/// Entry `index` ≤ 32 of a row in each lane, counted from 1, its negative where the mask is true, and where the
/// index is 0: there the point is to be ignored. Constant time: the row is looked up in registers.
///
/// Cost: 20 lookups, 10 selections, a negation.
#[inline(always)]
pub fn select_lanes<C: Curve, F: CurveLanes<C>>(
    row: &AffineLimbRow,
    index: F::Vector,
    negative: F::Mask,
) -> (Affine<C, F>, F::Mask) {
    let one = F::Vector::splat(1);
    let none = index.eq(F::Vector::splat(0));
    let place = index.sub(one);
    let low = place.lt(F::Vector::splat(16)).or(none);
    // 1 ..= 16 in both halves of the row; anything for index 0.
    let place = place.and(F::Vector::splat(15)).add(one);
    let mut l = [F::Vector::splat(0); AFFINE_LIMBS];
    for i in 0..AFFINE_LIMBS {
        l[i] = F::Vector::select(
            low,
            F::Vector::lookup(&row[i][0], place),
            F::Vector::lookup(&row[i][1], place),
        );
    }
    let x = F::from_limbs([l[0], l[1], l[2], l[3], l[4]]);
    let y = F::from_limbs([l[5], l[6], l[7], l[8], l[9]]);
    (Affine::new(x, y).negate_if(negative), none)
}

/// Entry `index` ≤ 8 of the window of each lane, counted from 1, its negative where the mask is true, and where the index
/// is 0: there the point is to be ignored. Lane l has window LANES·`group` + l. Constant time: every entry is read.
///
/// Cost: 80 loads, of two operations each at most, and a negation.
#[inline(always)]
pub fn select_split<C: Curve, F: CurveLanes<C>>(
    comb: &[AffineSplitGroup],
    group: usize,
    index: F::Vector,
    negative: F::Mask,
) -> (Affine<C, F>, F::Mask) {
    let l: [F::Vector; AFFINE_LIMBS] = scan_split(comb, group, index);
    let x = F::from_limbs([l[0], l[1], l[2], l[3], l[4]]);
    let y = F::from_limbs([l[5], l[6], l[7], l[8], l[9]]);
    (Affine::new(x, y).negate_if(negative), index.eq(F::Vector::splat(0)))
}

/// Words of a packed point.
const PACKED_WORDS: usize = 8;

/// Entries of tables in memory, one per lane.
#[inline(always)]
pub fn load_lanes<C: Curve, F: CurveLanes<C>>(entries: PerLane<F::Vector, &PackedPoint>) -> Affine<C, F> {
    let mut rows = PerLane::<F::Vector, &[u64; PACKED_WORDS]>::splat(&[0; PACKED_WORDS]);
    for lane in 0..F::LANES {
        if let Some(words) = entries[lane].as_flattened().first_chunk() {
            rows[lane] = words;
        }
    }
    let w = F::Vector::from_eight_words(rows);
    Affine::new(
        F::from_table_lanes(&[w[0], w[1], w[2], w[3]]),
        F::from_table_lanes(&[w[4], w[5], w[6], w[7]]),
    )
}

/// Limbs of a cached point.
const CACHED_LIMBS: usize = 25;

/// A cached point of each lane by limbs, the lanes one after the other.
pub type CachedLimbs<V> = PerLane<V, [u64; CACHED_LIMBS]>;

/// The limbs of a cached point.
#[inline(always)]
pub fn cached_limbs<C: Curve, F: CurveLanes<C>>(point: &Cached<C, F>) -> CachedLimbs<F::Vector> {
    let coordinates = [point.X, point.Y, point.Z, point.ZZ, point.ZZZ];
    let mut limbs = [F::Vector::splat(0); CACHED_LIMBS];
    for c in 0..5 {
        let coordinate = coordinates[c].to_limbs();
        for i in 0..5 {
            limbs[5 * c + i] = coordinate[i];
        }
    }
    unbundle_rows(&limbs)
}

/// Row `index` of each lane's own table. For public indices below N: they choose addresses.
#[inline(always)]
pub fn entries_of_lanes_vartime<C: Curve, F: CurveLanes<C>, const N: usize>(
    rows: &[CachedLimbs<F::Vector>; N],
    index: &PerLane<F::Vector, u64>,
) -> Cached<C, F> {
    let mut wanted = PerLane::<F::Vector, &[u64; CACHED_LIMBS]>::splat(&[0; CACHED_LIMBS]);
    for lane in 0..F::LANES {
        if let Some(row) = rows.get(index[lane] as usize) {
            wanted[lane] = &row[lane];
        }
    }
    let l = bundle_rows::<F::Vector, CACHED_LIMBS>(wanted);
    Cached::from_coordinates([
        F::from_limbs([l[0], l[1], l[2], l[3], l[4]]),
        F::from_limbs([l[5], l[6], l[7], l[8], l[9]]),
        F::from_limbs([l[10], l[11], l[12], l[13], l[14]]),
        F::from_limbs([l[15], l[16], l[17], l[18], l[19]]),
        F::from_limbs([l[20], l[21], l[22], l[23], l[24]]),
    ])
}

/// An affine point of each lane by limbs, the lanes one after the other.
#[cfg(feature = "alloc")]
pub type AffineLimbs<V> = PerLane<V, [u64; AFFINE_LIMBS]>;

/// The limbs of an affine point.
#[cfg(feature = "alloc")]
#[inline(always)]
pub fn affine_limbs<C: Curve, F: CurveLanes<C>>(point: &Affine<C, F>) -> AffineLimbs<F::Vector> {
    let (x, y) = (point.x.to_limbs(), point.y.to_limbs());
    unbundle_rows(&[x[0], x[1], x[2], x[3], x[4], y[0], y[1], y[2], y[3], y[4]])
}

/// Row `index` − 1 of each lane's own table, an unspecified one for 0. For public indices up to N: they choose addresses.
#[cfg(feature = "alloc")]
#[inline(always)]
pub fn affine_of_lanes_vartime<C: Curve, F: CurveLanes<C>, const N: usize>(
    rows: &[AffineLimbs<F::Vector>; N],
    index: &PerLane<F::Vector, u64>,
) -> Affine<C, F> {
    let mut wanted = PerLane::<F::Vector, &[u64; AFFINE_LIMBS]>::splat(&[0; AFFINE_LIMBS]);
    for lane in 0..F::LANES {
        wanted[lane] = &rows[(index[lane] as usize).wrapping_sub(1) % N][lane];
    }
    let l = bundle_rows::<F::Vector, AFFINE_LIMBS>(wanted);
    Affine::new(F::from_limbs([l[0], l[1], l[2], l[3], l[4]]), F::from_limbs([l[5], l[6], l[7], l[8], l[9]]))
}
