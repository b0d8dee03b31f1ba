//! Scalar multiplication of eight independent problems, one a lane.
//!
//! Lanes differ in where their digits are zero, so there are fixed windows here and no sliding ones. A
//! scalar is a 256-bit integer a lane in four vectors of words.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::curve::edwards::{Accumulator, AffineCached, Cached, Extended, PackedPoint, Projective};
use crate::field::f25519::r52::Fe;
use crate::lanes::Vector;
use crate::scalar::digits_x8::Digits;
use crate::table::{
    BASE_COMB_LIMBS, BASE_MULTIPLES, COMB_ENTRIES, COMB_ROWS, COMB_WINDOW, Comb, IDENTITY, WIDE_ROWS,
    WIDE_WINDOW, select,
};

/// s·B in each lane, for scalars below ℓ. Constant time: rows of the comb are looked up in registers.
///
/// Cost: 42 additions of 7M, and 1M.
#[inline(always)]
pub fn mul_base<V: Vector>(scalars: &[V; 4]) -> Extended<Fe<V>> {
    let mut digits = Digits::<V, WIDE_WINDOW, WIDE_ROWS>::new(scalars);
    let (index, negative) = digits.get(0);
    let mut sum = select::select_lanes(&BASE_COMB_LIMBS[0], index).to_accumulator_signed(negative);
    for i in 1..WIDE_ROWS {
        let (index, negative) = digits.get(i);
        let entry = select::select_lanes(&BASE_COMB_LIMBS[i], index);
        sum = sum.add_affine_signed(&entry, negative).to_accumulator();
    }
    digits.wipe();
    sum.to_extended()
}

/// Bits a window of the scalar of A: a table of 16 points a lane.
const A_WINDOW: usize = 5;
const A_DIGITS: usize = 51;
/// Bits a window of the scalar of B: a table of 512 points for all lanes. Twice the other window, so that
/// both are at the same places.
const B_WINDOW: usize = 2 * A_WINDOW;
const B_DIGITS: usize = 26;

/// a·A + b·B in each lane, for public scalars below ℓ.
///
/// Cost: 250 doublings, 51 additions of 8M and 26 of 7M, a table of 15 additions and 16 conversions.
#[inline(always)]
pub fn double_base_vartime<V: Vector>(a: &[V; 4], A: &Extended<Fe<V>>, b: &[V; 4]) -> Projective<Fe<V>> {
    let a_digits = Digits::<V, A_WINDOW, A_DIGITS>::new(a);
    let b_digits = Digits::<V, B_WINDOW, B_DIGITS>::new(b);
    let table = multiples(A);
    let mut Q = Projective::<Fe<V>>::identity();
    for i in (0..A_DIGITS).rev() {
        let mut P = Accumulator::identity();
        if i + 1 < A_DIGITS {
            // The coordinate T, which an addition needs, is made by the last doubling only.
            for _ in 1..A_WINDOW {
                Q = Q.double().to_projective();
            }
            P = Q.double().to_accumulator();
        }
        let (index, negative) = a_digits.get(i);
        let mut R = P.add_signed(&select::entries_of_lanes_vartime(&table, index), negative);
        if i % 2 == 0 {
            let (index, negative) = b_digits.get(i / 2);
            let entry = base_multiples_vartime(index);
            R = R.to_accumulator().add_affine_signed(&entry, negative);
        }
        Q = R.to_projective();
    }
    Q
}

/// index·B in each lane, for public indices up to 512.
#[inline(always)]
fn base_multiples_vartime<V: Vector>(index: V) -> AffineCached<Fe<V>> {
    let index = index.to_array();
    let mut entries = [&IDENTITY; 8];
    for lane in 0..8 {
        if let Some(entry) = BASE_MULTIPLES.get((index[lane] as usize).wrapping_sub(1)) {
            entries[lane] = entry;
        }
    }
    select::load_lanes(entries)
}

/// 0·P, 1·P, …, 16·P of each lane.
#[inline(always)]
fn multiples<V: Vector>(P: &Extended<Fe<V>>) -> [select::CachedLimbs; 17] {
    let mut table = [select::cached_limbs(&Cached::<Fe<V>>::identity()); 17];
    let mut multiple = P.to_accumulator();
    let step = multiple.to_cached();
    table[1] = select::cached_limbs(&step);
    for j in 2..17 {
        multiple = multiple.add(&step).to_accumulator();
        table[j] = select::cached_limbs(&multiple.to_cached());
    }
    table
}

/// a·A + b·B in each lane, for public scalars below ℓ and the comb of each lane's A.
///
/// Cost: 94 additions of 7M, no doublings. Combs are read where they lie: 51 times 96 bytes of each, which are asked
/// for two additions before.
#[inline(always)]
pub fn double_comb_vartime<V: Vector>(a: &[V; 4], combs: &[&Comb; 8], b: &[V; 4]) -> Projective<Fe<V>> {
    let a_digits = Digits::<V, COMB_WINDOW, COMB_ROWS>::new(a);
    let b_digits = Digits::<V, WIDE_WINDOW, WIDE_ROWS>::new(b);
    let (index, mut negative) = a_digits.get(0);
    let mut entries = comb_entries_vartime::<V>(combs, 0, index);
    let mut sum = Accumulator::identity();
    for i in 0..COMB_ROWS {
        let (own, is_negative) = (entries, negative);
        if i + 1 < COMB_ROWS {
            let index;
            (index, negative) = a_digits.get(i + 1);
            entries = comb_entries_vartime::<V>(combs, i + 1, index);
            for lane in 0..8 {
                V::prefetch_vartime(entries[lane]);
            }
        }
        // The comb of B has wider windows, and fewer.
        if i < WIDE_ROWS {
            let (index, base_is_negative) = b_digits.get(i);
            let entry = select::select_lanes(&BASE_COMB_LIMBS[i], index);
            sum = sum.add_affine_signed(&entry, base_is_negative).to_accumulator();
        }
        sum = sum.add_affine_signed(&select::load_lanes(own), is_negative).to_accumulator();
    }
    sum.to_extended().to_projective()
}

/// Entry `index` of row `row` of each lane's comb, the neutral element for 0.
#[inline(always)]
fn comb_entries_vartime<'a, V: Vector>(combs: &[&'a Comb; 8], row: usize, index: V) -> [&'a PackedPoint; 8] {
    let index = index.to_array();
    let mut entries = [&IDENTITY; 8];
    for lane in 0..8 {
        // An index is 16 at most.
        if let Some(i) = (index[lane] as usize).checked_sub(1) {
            entries[lane] = &combs[lane][row][i % COMB_ENTRIES];
        }
    }
    entries
}
