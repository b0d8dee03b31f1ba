//! Σ s_i·P_i for many public terms in eight lanes, by buckets of equal digits (Pippenger 1976).
//!
//! Eight lists of terms are walked at a time: the accumulators stay in registers, and only the points are
//! gathered. Then eight windows are summed up at a time, one a lane. What goes to which bucket is
//! decided by [`BucketLists`].
//!
//! The pieces are separate functions over plain memory, so that each can be a kernel of its own and the
//! bookkeeping between them is ordinary code.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::bucket_lists_vartime::BucketLists;
use crate::curve::edwards::{Accumulator, AffineCached, Extended};
use crate::field::f25519::r52::Fe;
use crate::field::{Field, Sum as _};
use crate::lanes::{Vector8, bundle_rows, scatter_rows};
use crate::table::select::Row;

/// Limbs of Y + X, Y − X, Z and T of a point.
pub type Bucket = [u64; 20];

/// The neutral element.
pub const EMPTY: Bucket = {
    let mut bucket = [0; 20];
    (bucket[0], bucket[5], bucket[10]) = (1, 1, 1);
    bucket
};

/// The rows of eight affine points. Cost: 2M.
#[inline(always)]
pub fn rows<V: Vector8>(point: &Extended<Fe<V>>) -> [Row; 8] {
    Row::store(&AffineCached::from_affine(point))
}

/// Adds up the lists of a pass: each bucket gets the sum of its list. `table` has a row a term.
///
/// Cost: 1M for the first term of a list and 7M for each other, in all eight lanes.
#[inline(always)]
pub fn fill_buckets<V: Vector8>(table: &[Row], lists: &BucketLists, buckets: &mut [Bucket]) {
    for &bucket in lists.without_terms() {
        if let Some(bucket) = buckets.get_mut(bucket as usize) {
            *bucket = EMPTY;
        }
    }
    let mut begin = 0;
    for (eight, &steps) in lists.order().chunks(8).zip(lists.steps()) {
        let end = begin + steps as usize;
        let (entry, negative) = gather::<V>(table, lists.entries(), begin);
        let mut sum = entry.to_accumulator_signed(negative);
        for step in begin + 1..end {
            let (entry, negative) = gather::<V>(table, lists.entries(), step);
            sum = sum.add_affine_signed(&entry, negative).to_accumulator();
        }
        begin = end;
        let mut places = [usize::MAX; 8];
        for lane in 0..8 {
            if let Some(&bucket) = eight.get(lane) {
                places[lane] = bucket as usize;
            }
        }
        scatter_rows(&limbs(&sum), places, buckets);
    }
}

/// How many steps ahead rows are asked for: additions are too long for a processor to look beyond them.
const AHEAD: usize = 2;

/// The rows of a step, and where their digits are negative. A list that is at its end has the neutral element.
#[inline(always)]
fn gather<V: Vector8>(
    table: &[Row],
    entries: &[[u32; 8]],
    step: usize,
) -> (AffineCached<Fe<V>>, <Fe<V> as Field>::Mask) {
    let (mut rows, mut negative) = ([&Row::NEUTRAL; 8], 0);
    if let Some(entries) = entries.get(step) {
        for lane in 0..8 {
            negative |= (entries[lane] as u8 & 1) << lane;
            rows[lane] = table.get((entries[lane] >> 1) as usize).unwrap_or(&Row::NEUTRAL);
        }
    }
    if let Some(entries) = entries.get(step + AHEAD) {
        for lane in 0..8 {
            if let Some(row) = table.get((entries[lane] >> 1) as usize) {
                V::prefetch_vartime(row);
            }
        }
    }
    (Row::load(rows), V::mask_of_bits(negative))
}

/// The words of a [`Bucket`] a lane.
#[inline(always)]
fn limbs<V: Vector8>(point: &Accumulator<Fe<V>>) -> [V; 20] {
    let coordinates = [point.y_plus_x, point.y_minus_x, point.Z.carry(), point.T];
    let mut limbs = [V::splat(0); 20];
    for c in 0..4 {
        let coordinate = coordinates[c].to_table();
        for i in 0..5 {
            limbs[5 * c + i] = coordinate[i];
        }
    }
    limbs
}

/// Canonical words of Y + X, 2Z, 2dT and Y − X of a point a lane.
pub type CachedWords = [[[u64; 4]; 8]; 4];

/// Σ d·(bucket of digit d), in each lane: from the top, a running sum of buckets, and the sum of the running sums. The
/// running sum is the second operand of both additions, so that it is converted once. The buckets of a lane follow those of
/// the one before, digits 1 and up.
///
/// Cost: 17M a bucket of a lane, but 1M for the highest.
#[inline(always)]
pub fn add_buckets<V: Vector8>(buckets: &[Bucket]) -> CachedWords {
    let of_a_lane = buckets.len() / 8;
    let mut sum = load_bucket::<V>(buckets, of_a_lane, of_a_lane.wrapping_sub(1));
    let mut running = sum.to_cached();
    for b in (0..of_a_lane.saturating_sub(1)).rev() {
        running = load_bucket::<V>(buckets, of_a_lane, b).add(&running).to_cached();
        sum = sum.add(&running).to_accumulator();
    }
    let sum = sum.to_cached();
    [sum.y_plus_x.to_words(), sum.z2.to_words(), sum.t2d.to_words(), sum.y_minus_x.to_words()]
}

/// Bucket `b` of each lane, which has `of_a_lane` of them.
#[inline(always)]
fn load_bucket<V: Vector8>(buckets: &[Bucket], of_a_lane: usize, b: usize) -> Accumulator<Fe<V>> {
    let mut eight = [&EMPTY; 8];
    for lane in 0..8 {
        if let Some(bucket) = buckets.get(lane * of_a_lane + b) {
            eight[lane] = bucket;
        }
    }
    let l = bundle_rows(eight);
    Accumulator {
        y_plus_x: Fe::from_table([l[0], l[1], l[2], l[3], l[4]]),
        y_minus_x: Fe::from_table([l[5], l[6], l[7], l[8], l[9]]),
        Z: Fe::from_table([l[10], l[11], l[12], l[13], l[14]]).widen(),
        T: Fe::from_table([l[15], l[16], l[17], l[18], l[19]]),
    }
}
