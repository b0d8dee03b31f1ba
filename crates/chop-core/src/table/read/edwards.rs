//! Reading a table row with signed digits.

#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::ct::Mask;
use crate::curve::edwards::{AffineCached, Cached, PackedPoint};
use crate::field::Limbs;
use crate::field::f25519::{self, F25519, LaneFe as Fe, Vector25519};
use crate::field::{Field, LaneField, Lanes, PerElement};
use crate::lanes::{PerLane, Vector, bundle_rows, unbundle_rows};
use crate::table::{
    IDENTITY, LIMBS, LimbRow, PACKED_WORDS, SPLIT_ENTRIES, SPLIT_WINDOWS, SplitComb, SplitGroup,
};

/// (|d|, d < 0) without a branch.
#[inline(always)]
pub(super) fn magnitude(digit: i8) -> (u64, Mask) {
    let sign = (digit as i64) >> 63;
    let magnitude = ((digit as i64 ^ sign) - sign) as u64;
    (magnitude, Mask::from_bit(sign as u64 & 1))
}

/// |d|·P of each lane's digit, from the row 1·P, 2·P, …, N·P, and whether the digit is negative.
///
/// Every entry is read for every digit: constant time. Digits are in −N ..= N.
#[inline(always)]
pub fn select<F: F25519, const N: usize>(
    row: &[PackedPoint; N],
    digits: &PerElement<F, i8>,
) -> (AffineCached<F>, F::Mask) {
    let mut points = PerElement::<F, PackedPoint>::splat(IDENTITY);
    let mut negative = PerElement::<F, Mask>::splat(Mask::FALSE);
    for lane in 0..F::LANES {
        let (index, sign) = magnitude(digits.as_ref()[lane]);
        points.as_mut()[lane] = scan(row, index);
        // Zeros were found for 0, and the neutral element is (1, 1, 0).
        let none = Mask::is_zero(index).bit();
        points.as_mut()[lane][0][0] |= none;
        points.as_mut()[lane][1][0] |= none;
        negative.as_mut()[lane] = sign;
    }
    (AffineCached::unpack(&points), F::mask(&negative))
}

/// Entry `index` counted from 1, or zeros for 0. Reads the whole row. Compiled once for each kind of point and
/// called, whatever the level: it is plain 64-bit code.
#[inline(never)]
pub(super) fn scan<const C: usize, const N: usize>(row: &[[[u64; 4]; C]; N], index: u64) -> [[u64; 4]; C] {
    let mut found = [[0; 4]; C];
    for (j, entry) in row.iter().enumerate() {
        // The barrier in this mask is what keeps the compiler from skipping the other entries.
        let wanted = Mask::eq(index, j as u64 + 1).word();
        for c in 0..C {
            for w in 0..4 {
                found[c][w] |= entry[c][w] & wanted;
            }
        }
    }
    found
}

/// |d|·P of each lane's digit, from each lane's own table 1·P, …, N·P in field form, and whether the
/// digit is negative. Every entry is read: constant time.
#[inline(always)]
pub fn select_cached<F: F25519, const N: usize>(
    table: &[Cached<F>; N],
    digits: &PerElement<F, i8>,
) -> (Cached<F>, F::Mask) {
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
    (found, F::mask(&negative))
}

/// |d|·P of one public digit, and whether the digit is negative: reads only the wanted entry.
#[inline(always)]
pub fn entry_vartime<const N: usize>(row: &[PackedPoint; N], digit: i16) -> (PackedPoint, bool) {
    match digit {
        0 => (IDENTITY, false),
        _ => (row[digit.unsigned_abs() as usize - 1], digit < 0),
    }
}

// Lanes: a vector of magnitudes in, a point per lane out.

/// Entry `index` ≤ 32 of a row, counted from 1, in each lane; the neutral element for 0. Constant time: the row
/// is in registers, and no address depends on an index. Cost: 30 lookups.
#[inline(always)]
pub fn select_lanes<V: Vector25519>(row: &LimbRow, index: V) -> AffineCached<Fe<V>> {
    let mut limbs = [V::splat(0); LIMBS];
    // Each index is one of one half of the row, and 0 of the other, which finds 0.
    let high = V::splat(16).lt(index).vector();
    let (low, high) = (index.andnot(high), index.sub(V::splat(16)).and(high));
    for l in 0..LIMBS {
        limbs[l] = V::lookup(&row[l][0], low).or(V::lookup(&row[l][1], high));
    }
    // 0 was found for index 0, and the neutral element is (1, 1, 0).
    let none = index.eq(V::splat(0)).vector().and(V::splat(f25519::first_limb_of_one(V::LIMBS)));
    limbs[0] = limbs[0].or(none);
    limbs[5] = limbs[5].or(none);
    affine_cached(&limbs)
}

/// Entry `index`, counted from 1, of each lane's own table; the neutral element for 0. Constant time: every entry is
/// read. Cost: 20 selections an entry.
#[inline(always)]
pub fn select_cached_lanes<V: Vector25519, const N: usize>(
    table: &[Cached<Fe<V>>; N],
    index: V,
) -> Cached<Fe<V>> {
    let mut found = Cached::identity();
    for j in 0..N {
        found = Cached::select(index.eq(V::splat(j as u64 + 1)), &table[j], &found);
    }
    found
}

/// Entry `index` of the window of each lane, counted from 1, or zeros for 0. Lane l has window LANES·`group` + l. Reads all
/// entries.
#[inline(always)]
pub(super) fn scan_split<V: Vector, const N: usize>(
    comb: &[SplitGroup<N>],
    group: usize,
    index: V,
) -> [V; N] {
    const { assert!(SPLIT_WINDOWS.is_multiple_of(V::LANES)) };
    let first = V::LANES * group;
    let (rows, at) = (&comb[first / SPLIT_WINDOWS], first % SPLIT_WINDOWS);
    let mut found = [V::splat(0); N];
    for j in 0..SPLIT_ENTRIES {
        let wanted = index.eq(V::splat(j as u64 + 1)).vector();
        for w in 0..N {
            found[w] = found[w].or(V::from_words(&rows[j][w][at..]).and(wanted));
        }
    }
    found
}

/// Entry `index` of the window of each lane, counted from 1; the neutral element for 0. Lane l has window LANES·`group` + l.
/// Constant time: every entry is read. Cost: 96 loads, of two operations each at most.
#[inline(always)]
pub fn select_split<V: Vector25519>(comb: &SplitComb, group: usize, index: V) -> AffineCached<Fe<V>> {
    let mut found: [V; PACKED_WORDS] = scan_split(comb, group, index);
    // 0 was found for index 0, and the neutral element is (1, 1, 0).
    let none = index.eq(V::splat(0)).vector().and(V::splat(1));
    found[0] = found[0].or(none);
    found[4] = found[4].or(none);
    unpacked(&found)
}

/// Entries of tables in memory, one per lane.
#[inline(always)]
pub fn load_lanes<V: Vector25519>(entries: PerLane<V, &PackedPoint>) -> AffineCached<Fe<V>> {
    let mut rows = PerLane::<V, &[u64; PACKED_WORDS]>::splat(&[0; PACKED_WORDS]);
    for lane in 0..V::LANES {
        if let Some(words) = entries[lane].as_flattened().first_chunk() {
            rows[lane] = words;
        }
    }
    unpacked(&bundle_rows::<V, PACKED_WORDS>(rows))
}

#[inline(always)]
fn unpacked<V: Vector25519>(w: &[V; PACKED_WORDS]) -> AffineCached<Fe<V>> {
    AffineCached {
        y_plus_x: Fe::<V>::from_bundle(&[w[0], w[1], w[2], w[3]]),
        y_minus_x: Fe::<V>::from_bundle(&[w[4], w[5], w[6], w[7]]),
        xy2d: Fe::<V>::from_bundle(&[w[8], w[9], w[10], w[11]]),
    }
}

/// A point as the second operand of an addition, by the limbs of the field in lanes: y + x, y − x, 2dxy, and a word
/// that fills two lines of a cache, which are a pair: some processors fetch the other with one.
#[derive(Clone, Copy, Debug)]
#[repr(align(128))]
pub struct Row([u64; LIMBS + 1]);

impl Row {
    /// A row that nobody has written: no point.
    pub const UNWRITTEN: Row = Row([0; LIMBS + 1]);

    /// The neutral element in the limbs of one kind of field.
    pub const fn neutral(limbs: Limbs) -> Row {
        let mut row = [0; LIMBS + 1];
        (row[0], row[5]) = (f25519::first_limb_of_one(limbs), f25519::first_limb_of_one(limbs));
        Row(row)
    }

    /// The row of each lane's point.
    #[inline(always)]
    pub fn store<V: Vector25519>(points: &AffineCached<Fe<V>>) -> PerLane<V, Row> {
        let coordinates = [points.y_plus_x, points.y_minus_x, points.xy2d];
        let mut limbs = [V::splat(0); LIMBS + 1];
        for c in 0..3 {
            let coordinate = coordinates[c].to_limbs();
            for i in 0..5 {
                limbs[5 * c + i] = coordinate[i];
            }
        }
        let words = unbundle_rows(&limbs);
        let mut rows = PerLane::<V, Row>::splat(const { Row::neutral(V::LIMBS) });
        for lane in 0..V::LANES {
            rows[lane] = Row(words[lane]);
        }
        rows
    }

    /// The point of each lane's row.
    #[inline(always)]
    pub fn load<V: Vector25519>(rows: PerLane<V, &Row>) -> AffineCached<Fe<V>> {
        let mut words = PerLane::<V, &[u64; LIMBS + 1]>::splat(&[0; LIMBS + 1]);
        for lane in 0..V::LANES {
            words[lane] = &rows[lane].0;
        }
        affine_cached(&bundle_rows::<V, { LIMBS + 1 }>(words))
    }
}

#[inline(always)]
fn affine_cached<V: Vector25519, const N: usize>(l: &[V; N]) -> AffineCached<Fe<V>> {
    AffineCached {
        y_plus_x: Fe::<V>::from_limbs([l[0], l[1], l[2], l[3], l[4]]),
        y_minus_x: Fe::<V>::from_limbs([l[5], l[6], l[7], l[8], l[9]]),
        xy2d: Fe::<V>::from_limbs([l[10], l[11], l[12], l[13], l[14]]),
    }
}

/// Limbs of a cached point.
const CACHED_LIMBS: usize = 20;

/// A cached point of each lane by limbs, the lanes one after the other.
pub type CachedLimbs<V> = PerLane<V, [u64; CACHED_LIMBS]>;

/// The limbs of a cached point.
#[inline(always)]
pub fn cached_limbs<V: Vector25519>(point: &Cached<Fe<V>>) -> CachedLimbs<V> {
    let coordinates = [point.y_plus_x, point.y_minus_x, point.z2, point.t2d];
    let mut limbs = [V::splat(0); CACHED_LIMBS];
    for c in 0..4 {
        let coordinate = coordinates[c].to_limbs();
        for i in 0..5 {
            limbs[5 * c + i] = coordinate[i];
        }
    }
    unbundle_rows(&limbs)
}

/// Row `index` of each lane's own table. For public indices below N: they choose addresses.
#[inline(always)]
pub fn entries_of_lanes_vartime<V: Vector25519, const N: usize>(
    rows: &[CachedLimbs<V>; N],
    index: V,
) -> Cached<Fe<V>> {
    let index = index.to_array();
    let mut wanted = PerLane::<V, &[u64; CACHED_LIMBS]>::splat(&[0; CACHED_LIMBS]);
    for lane in 0..V::LANES {
        if let Some(row) = rows.get(index[lane] as usize) {
            wanted[lane] = &row[lane];
        }
    }
    let l = bundle_rows::<V, CACHED_LIMBS>(wanted);
    Cached {
        y_plus_x: Fe::<V>::from_limbs([l[0], l[1], l[2], l[3], l[4]]),
        y_minus_x: Fe::<V>::from_limbs([l[5], l[6], l[7], l[8], l[9]]),
        z2: Fe::<V>::from_limbs([l[10], l[11], l[12], l[13], l[14]]),
        t2d: Fe::<V>::from_limbs([l[15], l[16], l[17], l[18], l[19]]),
    }
}
