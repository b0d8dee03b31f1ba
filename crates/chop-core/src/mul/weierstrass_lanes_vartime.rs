//! a·P + b·G on SM2's curve in eight lanes, for public scalars: eight times, and once for a prepared key.
//!
//! **Exceptions.** Whoever made a signature may have made the additions meet them. An addition gives Z = 0 exactly
//! where it met one: where the summands are equal or opposite. Z = 0 stays: a doubling has Z3 = 2·Y·Z, an addition
//! Z3 = Z1·Z2·H. So it is enough to look at the end. **Where Z of the result is 0, the lane says nothing**, and the
//! caller computes that one again by the code for one lane; elsewhere no exception occurred. Neighbours are not
//! disturbed, as no operation moves data between lanes.
//!
//! Sums that are O because nothing has been added yet are no exception: there the sum becomes the summand.
//!
//! Lanes differ in where their digits are zero, so there are fixed windows here and no sliding ones.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::split::JOINS;
use super::weierstrass_lanes::mul_base;
use super::weierstrass_split::moved;
#[cfg(feature = "alloc")]
use super::weierstrass_tables_vartime::{MULTIPLES, Table};
use crate::curve::weierstrass::{Affine, Jacobian, PackedPoint};
use crate::field::fsm2::r52::Fe;
use crate::lanes::{LaneMasks, Vector};
use crate::scalar::digits_x8::Digits;
use crate::scalar::recode;
use crate::table::{SM2_COMB, SM2_ENTRIES, SM2_MULTIPLES, SM2_ROWS, SM2_WINDOW, Sm2Comb, select_weierstrass};
#[cfg(feature = "alloc")]
use select_weierstrass::AffineLimbs;
use select_weierstrass::CachedLimbs;

/// Bits a window of the scalar of P: a table of 16 points a lane.
const WINDOW: usize = 5;
const DIGITS: usize = 52;
/// Entries of a table with a Z: for 0, which is never added, and the 16 magnitudes of a digit.
pub const ENTRIES: usize = 17;
/// Bits a window of the scalar of G: a table of 512 points for all lanes. Twice the other window, so that both
/// are at the same places.
const BASE_WINDOW: usize = 2 * WINDOW;
const BASE_DIGITS: usize = 26;

/// The lanes, as bits, in which the index is 0.
#[inline(always)]
pub(super) fn zeros(index: &[u64; 8]) -> u8 {
    let mut bits = 0;
    for lane in 0..8 {
        bits |= u8::from(index[lane] == 0) << lane;
    }
    bits
}

/// `next`, but `first` where the sum was O, and the sum where nothing is added.
#[inline(always)]
pub(super) fn stepped<V: Vector>(
    sum: &Jacobian<Fe<V>>,
    next: Jacobian<Fe<V>>,
    first: &Jacobian<Fe<V>>,
    empty: &mut u8,
    none: u8,
) -> Jacobian<Fe<V>> {
    let mut next = next;
    // After a few windows neither is the case in any lane, but for a zero digit now and then.
    if *empty != 0 {
        next = Jacobian::select(V::mask_of_bits(*empty), first, &next);
    }
    if none != 0 {
        next = Jacobian::select(V::mask_of_bits(none), sum, &next);
    }
    *empty &= none;
    next
}

/// What a·P takes its multiples of P from.
pub trait Multiples<V: Vector> {
    /// The sum and ±j·P, and ±j·P alone, for the public j ≤ 16 of each lane and the opposite where the mask is true; anything for 0.
    fn added(
        &self,
        sum: &Jacobian<Fe<V>>,
        j: &[u64; 8],
        negative: LaneMasks<V>,
    ) -> (Jacobian<Fe<V>>, Jacobian<Fe<V>>);
}

/// Multiples with a Z: the entry for 0, and 1·P, …, 16·P of each lane.
impl<V: Vector> Multiples<V> for [CachedLimbs; ENTRIES] {
    #[inline(always)]
    fn added(
        &self,
        sum: &Jacobian<Fe<V>>,
        j: &[u64; 8],
        negative: LaneMasks<V>,
    ) -> (Jacobian<Fe<V>>, Jacobian<Fe<V>>) {
        let entry = select_weierstrass::entries_of_lanes_vartime(self, j).negate_if(negative);
        (sum.add_distinct(&entry), entry.to_jacobian())
    }
}

/// Affine multiples: 1·P, …, 16·P of each lane.
#[cfg(feature = "alloc")]
impl<V: Vector> Multiples<V> for [AffineLimbs; MULTIPLES] {
    #[inline(always)]
    fn added(
        &self,
        sum: &Jacobian<Fe<V>>,
        j: &[u64; 8],
        negative: LaneMasks<V>,
    ) -> (Jacobian<Fe<V>>, Jacobian<Fe<V>>) {
        let entry = select_weierstrass::affine_of_lanes_vartime(self, j).negate_if(negative);
        (sum.add_affine_distinct(&entry), entry.to_jacobian())
    }
}

/// The affine multiples of eight points, lane by lane.
#[cfg(feature = "alloc")]
#[inline(always)]
pub fn by_lanes<V: Vector>(table: &Table<V>) -> [AffineLimbs; MULTIPLES] {
    let mut limbs = [[[0; 10]; 8]; MULTIPLES];
    for i in 0..MULTIPLES {
        limbs[i] = select_weierstrass::affine_limbs(&table[i]);
    }
    limbs
}

/// a·P + b·G in each lane, for scalars below n in little-endian words. Where Z is 0: see the top of this file.
///
/// Cost: 255 doublings, 78 additions of 8M + 3S, and 3M more for each of 52 of them if the multiples have a Z.
#[inline(always)]
pub fn mul_lanes<V: Vector, M: Multiples<V>>(a: &[V; 4], table: &M, b: &[V; 4]) -> Jacobian<Fe<V>> {
    let a_digits = Digits::<V, WINDOW, DIGITS>::new(a);
    let b_digits = Digits::<V, BASE_WINDOW, BASE_DIGITS>::new(b);
    let mut Q = Jacobian::<Fe<V>>::identity();
    let mut empty = u8::MAX;
    for i in (0..DIGITS).rev() {
        if i + 1 < DIGITS {
            for _ in 0..WINDOW {
                Q = Q.double();
            }
        }
        let (index, negative) = a_digits.get(i);
        let index = index.to_array();
        let (next, first) = table.added(&Q, &index, negative);
        Q = stepped(&Q, next, &first, &mut empty, zeros(&index));
        if i % 2 == 0 {
            let (index, negative) = b_digits.get(i / 2);
            let index = index.to_array();
            let entry = base_multiples(&index).negate_if(negative);
            let next = Q.add_affine_distinct(&entry);
            Q = stepped(&Q, next, &entry.to_jacobian(), &mut empty, zeros(&index));
        }
    }
    Q
}

/// index·G in each lane, for indices up to 512; G for 0.
#[inline(always)]
fn base_multiples<V: Vector>(index: &[u64; 8]) -> Affine<Fe<V>> {
    let mut entries: [&PackedPoint; 8] = [&SM2_MULTIPLES[0]; 8];
    for lane in 0..8 {
        if let Some(entry) = SM2_MULTIPLES.get((index[lane] as usize).wrapping_sub(1)) {
            entries[lane] = entry;
        }
    }
    select_weierstrass::load_lanes(entries)
}

/// P, and 1·P, …, (N − 1)·P of each lane, N ≤ 17; the entry for 0 is never added.
#[inline(always)]
pub fn multiples<V: Vector, const N: usize>(P: &Affine<Fe<V>>) -> [CachedLimbs; N] {
    let first = P.to_jacobian();
    let mut table = [select_weierstrass::cached_limbs(&first.to_cached()); N];
    let mut multiple = first.double();
    for j in 2..N {
        table[j] = select_weierstrass::cached_limbs(&multiple.to_cached());
        // j·P ≠ ±P for 1 < j ≤ 16 and a prime order above 17; the last sum is not used.
        multiple = multiple.add_affine_distinct(P);
    }
    table
}

/// a·P + b·G in each lane, for scalars below n, b ≠ 0, and the comb of each lane's P. Where Z is 0: see the top
/// of this file.
///
/// Cost: 85 additions of 8M + 3S, no doublings. Combs are read where they lie: 43 times 64 bytes of each, which are asked
/// for an addition before.
#[inline(always)]
pub fn mul_combs<V: Vector>(a: &[V; 4], combs: &[&Sm2Comb; 8], b: &[V; 4]) -> Jacobian<Fe<V>> {
    let digits = Digits::<V, SM2_WINDOW, SM2_ROWS>::new(a);
    let mut Q = mul_base(b);
    let (mut index, mut negative) = digits.get(0);
    let mut entries = comb_entries::<V>(combs, 0, index);
    for i in 0..SM2_ROWS {
        let (own, none, is_negative) = (entries, zeros(&index.to_array()), negative);
        if i + 1 < SM2_ROWS {
            (index, negative) = digits.get(i + 1);
            entries = comb_entries::<V>(combs, i + 1, index);
            for lane in 0..8 {
                V::prefetch_vartime(entries[lane]);
            }
        }
        let entry = select_weierstrass::load_lanes(own).negate_if(is_negative);
        let next = Q.add_affine_distinct(&entry);
        Q = stepped(&Q, next, &entry.to_jacobian(), &mut 0, none);
    }
    Q
}

/// Entry `index` of row `row` of each lane's comb; that of 0 is not used.
#[inline(always)]
fn comb_entries<'a, V: Vector>(combs: &[&'a Sm2Comb; 8], row: usize, index: V) -> [&'a PackedPoint; 8] {
    let index = index.to_array();
    let mut entries: [&PackedPoint; 8] = [&combs[0][0][0]; 8];
    for lane in 0..8 {
        // An index is 32 at most.
        entries[lane] = &combs[lane][row][(index[lane] as usize).wrapping_sub(1) % SM2_ENTRIES];
    }
    entries
}

/// Rows of the combs of two points, eight at a time.
const COMB_GROUPS: usize = (2 * SM2_ROWS).div_ceil(8);

/// a·P + b·G once, in each lane, for scalars below n and the comb of P, the rows of both combs in the lanes as in
/// [`split`](super::split). Where Z is 0: see the top of this file; or there was nothing to add up in some lane.
///
/// Cost: 10 additions of 8M + 3S, 3 of 12M + 4S, of eight lanes each.
#[inline(always)]
pub fn mul_prepared_split<V: Vector>(a: &[u64; 4], comb: &Sm2Comb, b: &[u64; 4]) -> Jacobian<Fe<V>> {
    let terms = [
        (comb, recode::signed_radix::<SM2_WINDOW, SM2_ROWS>(a)),
        (&SM2_COMB, recode::signed_radix::<SM2_WINDOW, SM2_ROWS>(b)),
    ];
    let mut sum = Jacobian::identity();
    let mut empty = u8::MAX;
    for group in 0..COMB_GROUPS {
        let (mut entries, mut negative, mut none) = ([&comb[0][0]; 8], 0, u8::MAX);
        for lane in 0..8 {
            let row = 8 * group + lane;
            let (comb, digits) = &terms[usize::from(row >= SM2_ROWS)];
            let row = if row >= SM2_ROWS { row - SM2_ROWS } else { row };
            let (Some(digit), Some(row)) = (digits.get(row), comb.get(row)) else { break };
            if let Some(entry) = row.get((digit.unsigned_abs() as usize).wrapping_sub(1)) {
                entries[lane] = entry;
                negative |= u8::from(*digit < 0) << lane;
                none &= !(1 << lane);
            }
        }
        let entry = select_weierstrass::load_lanes(entries).negate_if(V::mask_of_bits(negative));
        let first = entry.to_jacobian();
        let next = if group == 0 { first } else { sum.add_affine_distinct(&entry) };
        sum = stepped(&sum, next, &first, &mut empty, none);
    }
    for from in JOINS {
        sum = sum.add_distinct(&moved(&sum, from));
    }
    sum
}
