//! One scalar multiplication spread over the lanes, for the least time of one result.
//!
//! A comb has no doublings, so that its windows may be added up in any order: lane l adds up those whose number is l modulo
//! the number of lanes, and in the end the lanes are added to each other, in three additions for eight. The sums are in every
//! lane.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::double_base_vartime::base_digits_vartime;
use crate::curve::edwards::{Accumulator, AffineCached, Extended, PackedPoint};
use crate::field::f25519::{F25519, LaneFe as Fe, Vector25519};
use crate::field::{Field, LaneField, Lanes};
use crate::lanes::{PerLane, joined, joins};
use crate::scalar::digits;
use crate::scalar::digits::split::SplitDigits;
use crate::table::read::edwards;
use crate::table::{
    Aligned, BASE_COMB_PUBLIC, BASE_SPLIT, COMB_ROWS, COMB_WINDOW, Comb, IDENTITY, PUBLIC_ROWS, SPLIT_GROUPS,
    SPLIT_WINDOWS,
};

/// s·B for one scalar below ℓ. Constant time.
///
/// Cost in eight lanes: 7 additions of 7M, 3 of 9M and 1M; the whole table of 49 KB is read. (Windows of 5 bits:
/// 6 additions and 86 KB; of 3 bits: 10 and 34 KB.)
#[inline(always)]
pub fn mul_base<V: Vector25519>(scalar: &[u64; 4]) -> Extended<Fe<V>> {
    let mut digits = SplitDigits::new(scalar);
    let (index, negative) = digits.get::<V>(0);
    let mut sum = edwards::select_split(&BASE_SPLIT, 0, index).to_accumulator_signed(negative);
    for group in 1..SPLIT_GROUPS * SPLIT_WINDOWS / V::LANES {
        let (index, negative) = digits.get::<V>(group);
        let entry = edwards::select_split(&BASE_SPLIT, group, index);
        sum = sum.add_affine_signed(&entry, negative).to_accumulator();
    }
    digits.wipe();
    join::<V>(&sum)
}

/// The sum of all lanes, in each lane. Cost in eight lanes: 3 additions of 9M.
#[inline(always)]
fn join<V: Vector25519>(P: &Accumulator<Fe<V>>) -> Extended<Fe<V>> {
    let mut sum = *P;
    for j in 0..joins::<V>() {
        let from = joined::<V>(j);
        let mut other = sum.to_cached();
        for coordinate in [&mut other.y_plus_x, &mut other.y_minus_x, &mut other.z2, &mut other.t2d] {
            *coordinate = coordinate.permute(from);
        }
        sum = sum.add(&other).to_accumulator();
    }
    sum.to_extended()
}

/// A point that is in every lane with the same coordinates, in a field of one lane. Cost: as a conversion of one coordinate.
#[inline(always)]
pub fn one_of_all<F: F25519, V: Vector25519>(P: &Extended<Fe<V>>) -> Extended<F> {
    const { assert!(V::LANES >= 4) };
    // All coordinates in lanes of one element.
    let all = Fe::<V>::select(V::pattern(0b0010), &P.Y, &P.X);
    let all = Fe::<V>::select(V::pattern(0b0100), &P.Z, &all);
    let all = Fe::<V>::select(V::pattern(0b1000), &P.T, &all);
    let words = all.to_words();
    let [X, Y, Z, T] =
        [words[0], words[1], words[2], words[3]].map(|words| F::from_loose(&Lanes::splat(words)));
    Extended { X, Y, Z, T }
}

/// The entries for the digits of rows of a comb, a row per lane from row LANES·`group` on, and where they are negative.
#[inline(always)]
fn comb_rows_vartime<V: Vector25519, const ROWS: usize, const ENTRIES: usize>(
    comb: &[Aligned<[PackedPoint; ENTRIES]>; ROWS],
    digits: &[i16; ROWS],
    group: usize,
) -> (AffineCached<Fe<V>>, <Fe<V> as Field>::Mask) {
    let (mut entries, mut negative) = (PerLane::<V, &PackedPoint>::splat(&IDENTITY), 0);
    for lane in 0..V::LANES {
        let i = V::LANES * group + lane;
        let (Some(digit), Some(row)) = (digits.get(i), comb.get(i)) else { break };
        if let Some(entry) = row.get((digit.unsigned_abs() as usize).wrapping_sub(1)) {
            entries[lane] = entry;
            negative |= u8::from(*digit < 0) << lane;
        }
    }
    (edwards::load_lanes::<V>(entries), V::mask_of_bits(negative))
}

/// a·A + b·B for public scalars below ℓ and the comb of A.
///
/// Cost in eight lanes: 9 additions of 7M, 3 of 9M and 1M.
#[inline(always)]
pub fn mul_prepared_vartime<V: Vector25519>(a: &[u64; 4], comb: &Comb, b: &[u64; 4]) -> Extended<Fe<V>> {
    let a = digits::signed_radix::<COMB_WINDOW, COMB_ROWS>(a).map(i16::from);
    let b = base_digits_vartime(b);
    let (entry, negative) = comb_rows_vartime::<V, _, _>(comb, &a, 0);
    let mut sum = entry.to_accumulator_signed(negative);
    for group in 1..COMB_ROWS.div_ceil(V::LANES) {
        let (entry, negative) = comb_rows_vartime::<V, _, _>(comb, &a, group);
        sum = sum.add_affine_signed(&entry, negative).to_accumulator();
    }
    for group in 0..PUBLIC_ROWS.div_ceil(V::LANES) {
        let (entry, negative) = comb_rows_vartime::<V, _, _>(&BASE_COMB_PUBLIC, &b, group);
        sum = sum.add_affine_signed(&entry, negative).to_accumulator();
    }
    join::<V>(&sum)
}
