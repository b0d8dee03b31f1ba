//! Σ s_i·P_i for many public terms in lanes, by buckets of equal digits (Pippenger 1976).
//!
//! As many lists of terms are walked at a time as there are lanes: the accumulators stay in registers, and only the points
//! are gathered. Then as many windows are summed up at a time, one per lane. What goes to which bucket is
//! decided by [`BucketLists`].
//!
//! The pieces are separate functions over plain memory, so that each can be a kernel of its own and the
//! bookkeeping between them is ordinary code.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::ct;
use crate::curve::edwards::{Accumulator, AffineCached, Extended};
use crate::field::Limbs;
use crate::field::f25519::{LaneFe as Fe, Vector25519, first_limb_of_one};
use crate::field::{Field, LaneField, Lanes, Sum as _};
use crate::lanes::{PerLane, bundle_rows, scatter_rows};
use crate::mul::bucket_lists_vartime::{BucketLists, Costs};
use crate::table::read::edwards::Row;

/// 7M for a term and 17M for a bucket; the first term of a bucket has 1M, and what begins and ends a list. Right to about a tenth; with 12
/// bits a window the buckets are 2.6 MB, more than the caches of most cores, and 5 % of the time are lost at 32,768 terms.
pub const COSTS: Costs = Costs { addition: 7, first: 4, bucket: 17 };

/// Limbs of Y + X, Y − X, Z and T of a point.
pub type Bucket = [u64; LIMBS];
const LIMBS: usize = 20;

/// A bucket that nobody has filled: no point.
pub const UNWRITTEN: Bucket = [0; LIMBS];

/// The neutral element in the limbs of one kind of field.
const fn empty(limbs: Limbs) -> Bucket {
    let mut bucket = [0; LIMBS];
    let one = first_limb_of_one(limbs);
    (bucket[0], bucket[5], bucket[10]) = (one, one, one);
    bucket
}

/// The row of each lane's affine point. Cost: 2M.
#[inline(always)]
pub fn rows<V: Vector25519>(point: &Extended<Fe<V>>) -> PerLane<V, Row> {
    Row::store::<V>(&AffineCached::from_affine(point))
}

/// Adds up the lists of a pass: each bucket gets the sum of its list. `table` has a row a term.
///
/// Cost: 1M for the first term of a list and 7M for each other, in all lanes.
#[inline(always)]
pub fn fill_buckets<V: Vector25519>(table: &[Row], lists: &BucketLists, buckets: &mut [Bucket]) {
    for &bucket in lists.without_terms() {
        if let Some(bucket) = buckets.get_mut(bucket as usize) {
            *bucket = empty(V::LIMBS);
        }
    }
    let mut begin = 0;
    for (group, &steps) in lists.order().chunks(V::LANES).zip(lists.steps()) {
        let end = begin + steps as usize;
        let (entry, negative) = gather::<V>(table, lists.entries(), begin);
        let mut sum = entry.to_accumulator_signed(negative);
        for step in begin + 1..end {
            let (entry, negative) = gather::<V>(table, lists.entries(), step);
            sum = sum.add_affine_signed(&entry, negative).to_accumulator();
        }
        begin = end;
        let mut places = PerLane::<V, usize>::splat(usize::MAX);
        for lane in 0..V::LANES {
            if let Some(&bucket) = group.get(lane) {
                places[lane] = bucket as usize;
            }
        }
        scatter_rows(&limbs::<V>(&sum), places, buckets);
    }
}

/// How many steps ahead rows are asked for: additions are too long for a processor to look beyond them.
const AHEAD: usize = 2;

/// The rows of a step, and where their digits are negative. A list that is at its end has the neutral element.
#[inline(always)]
fn gather<V: Vector25519>(
    table: &[Row],
    entries: &[u32],
    step: usize,
) -> (AffineCached<Fe<V>>, <Fe<V> as Field>::Mask) {
    let (mut rows, mut negative) = (PerLane::<V, &Row>::splat(const { &Row::neutral(V::LIMBS) }), 0);
    if let Some(entries) = entries.get(V::LANES * step..V::LANES * (step + 1)) {
        for lane in 0..V::LANES {
            // One by one: out of one vector, which a compiler makes of them, the addresses come too late.
            let entry = ct::barrier(u64::from(entries[lane]));
            negative |= (entry as u8 & 1) << lane;
            rows[lane] = table.get((entry >> 1) as usize).unwrap_or(const { &Row::neutral(V::LIMBS) });
        }
    }
    let step = step + AHEAD;
    if let Some(entries) = entries.get(V::LANES * step..V::LANES * (step + 1)) {
        for lane in 0..V::LANES {
            if let Some(row) = table.get((entries[lane] >> 1) as usize) {
                V::prefetch_vartime(row);
            }
        }
    }
    (Row::load::<V>(rows), V::mask_of_bits(negative))
}

/// The words of a [`Bucket`] a lane.
#[inline(always)]
fn limbs<V: Vector25519>(point: &Accumulator<Fe<V>>) -> [V; LIMBS] {
    let coordinates = [point.y_plus_x, point.y_minus_x, point.Z.carry(), point.T];
    let mut limbs = [V::splat(0); LIMBS];
    for c in 0..4 {
        let coordinate = coordinates[c].to_limbs();
        for i in 0..5 {
            limbs[5 * c + i] = coordinate[i];
        }
    }
    limbs
}

/// Canonical words of Y + X, 2Z, 2dT and Y − X of a point.
pub type CachedWords = [[u64; 4]; 4];

/// Σ d·(bucket of digit d) for each lane's buckets, a sum per lane: from the top, a running sum of buckets, and the sum of the running sums. The
/// running sum is the second operand of both additions, so that it is converted once. The buckets of a lane follow those of
/// the one before, digits 1 and up.
///
/// Cost: 17M a bucket of a lane, but 1M for the highest.
#[inline(always)]
pub fn add_buckets<V: Vector25519>(buckets: &[Bucket], sums: &mut [CachedWords]) {
    let of_a_lane = buckets.len() / V::LANES;
    let mut sum = load_bucket::<V>(buckets, of_a_lane, of_a_lane.wrapping_sub(1));
    let mut running = sum.to_cached();
    for b in (0..of_a_lane.saturating_sub(1)).rev() {
        running = load_bucket::<V>(buckets, of_a_lane, b).add(&running).to_cached();
        sum = sum.add(&running).to_accumulator();
    }
    let sum = sum.to_cached();
    let coordinates =
        [sum.y_plus_x.to_words(), sum.z2.to_words(), sum.t2d.to_words(), sum.y_minus_x.to_words()];
    for lane in 0..V::LANES.min(sums.len()) {
        for c in 0..4 {
            sums[lane][c] = coordinates[c][lane];
        }
    }
}

/// Bucket `b` of each lane, which has `of_a_lane` of them.
#[inline(always)]
fn load_bucket<V: Vector25519>(buckets: &[Bucket], of_a_lane: usize, b: usize) -> Accumulator<Fe<V>> {
    let mut group = PerLane::<V, &Bucket>::splat(const { &empty(V::LIMBS) });
    for lane in 0..V::LANES {
        if let Some(bucket) = buckets.get(lane * of_a_lane + b) {
            group[lane] = bucket;
        }
    }
    let l = bundle_rows::<V, LIMBS>(group);
    Accumulator {
        y_plus_x: Fe::<V>::from_limbs([l[0], l[1], l[2], l[3], l[4]]),
        y_minus_x: Fe::<V>::from_limbs([l[5], l[6], l[7], l[8], l[9]]),
        Z: Fe::<V>::from_limbs([l[10], l[11], l[12], l[13], l[14]]).widen(),
        T: Fe::<V>::from_limbs([l[15], l[16], l[17], l[18], l[19]]),
    }
}
