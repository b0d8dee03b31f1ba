//! Σ s_i·P_i + b·B for some dozens of public terms in eight lanes: each lane adds up an eighth of the terms by fixed
//! windows, with one chain of doublings for all of its own (Straus 1964).
//!
//! The lanes double at the same time, so that the doublings cost what those of one term would. B has no table of its
//! own: its comb is added in the end, each lane reading every eighth row of it.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::pippenger_lanes_vartime::{Bucket, store};
use super::split::{COMB_GROUPS, comb_rows_vartime};
use crate::curve::edwards::{Cached, Completed, Extended};
use crate::field::Field;
use crate::field::f25519::r52::Fe;
use crate::lanes::Vector;
use crate::scalar::digits_x8::Digits;
use crate::scalar::recode;
use crate::table::select::{CachedLimbs, cached_limbs, entries_of_lanes_vartime};
use crate::table::{BASE_COMB, COMB_ROWS, COMB_WINDOW};

/// Bits a window: tables of 8 multiples. With five bits there would be 16 additions in place of 8 for a table, and
/// 77 in place of 97 for the digits: the same, for twice the memory.
const WINDOW: usize = 4;
/// Windows of a scalar below 2^253.
const DIGITS: usize = 64;
/// 0·P, 1·P, …, 8·P of each lane.
type Table = [CachedLimbs; 1 + (1 << (WINDOW - 1))];

/// At most so many groups, whose digits are on the stack.
pub const GROUPS: usize = 32;

/// Eight terms, one a lane. 11,784 bytes.
#[derive(Clone, Copy)]
pub struct Group {
    /// Below 2^`bits`; 0 where there is no term.
    scalars: [[u64; 4]; 8],
    /// Windows that are looked at.
    windows: usize,
    table: Table,
}

impl Group {
    /// Terms with scalars below 2^bits, bits ≤ 253, and no points yet.
    pub fn new(scalars: [[u64; 4]; 8], bits: usize) -> Group {
        // All digits but the last of [`DIGITS`] are below 8, so that n of them reach 7/15·16^n, which 2^(4·n − 1) is
        // above: a bit more than where the last of n may be 8.
        let windows = recode::signed_radix_len(bits + 1, WINDOW).min(DIGITS);
        Group { scalars, windows, table: [[[0; 20]; 8]; 1 + (1 << (WINDOW - 1))] }
    }

    /// Makes the table of the points. Cost: 7 additions, 8 conversions.
    #[inline(always)]
    pub fn set_points<V: Vector>(&mut self, P: &Extended<Fe<V>>) {
        let mut multiple = P.to_accumulator();
        let step = multiple.to_cached();
        self.table[0] = cached_limbs(&Cached::<Fe<V>>::identity());
        self.table[1] = cached_limbs(&step);
        for entry in &mut self.table[2..] {
            multiple = multiple.add(&step).to_accumulator();
            *entry = cached_limbs(&multiple.to_cached());
        }
    }
}

/// What is to be added up of all lanes: Σ s_i·P_i + b·B for the base scalar b below ℓ.
///
/// Cost: 252 doublings, an addition of 8M a window of each group, 7 additions of 7M.
///
/// # Panics
/// If there are more than [`GROUPS`].
#[inline(always)]
pub fn mul_vartime<V: Vector>(groups: &[Group], base_scalar: &[u64; 4]) -> [Bucket; 8] {
    assert!(groups.len() <= GROUPS, "too many groups");
    let mut digits = [Digits::<V, WINDOW, DIGITS>::new(&[V::splat(0); 4]); GROUPS];
    let mut windows = 0;
    for g in 0..GROUPS {
        let Some(group) = groups.get(g) else { break };
        digits[g] = Digits::new(&<Fe<V> as Field>::bundle(&group.scalars));
        windows = windows.max(group.windows);
    }
    let mut last = Completed::<Fe<V>>::identity();
    for i in (0..DIGITS).rev() {
        if i + 1 < windows {
            let mut Q = last.to_projective();
            // The coordinate T, which an addition needs, is made by the last doubling only.
            for _ in 1..WINDOW {
                Q = Q.double().to_projective();
            }
            last = Q.double();
        }
        for g in 0..GROUPS {
            let Some(group) = groups.get(g) else { break };
            if i < group.windows {
                let (index, negative) = digits[g].get(i);
                let entry = entries_of_lanes_vartime(&group.table, index);
                last = last.to_accumulator().add_signed(&entry, negative);
            }
        }
    }
    let mut sum = last.to_accumulator();
    let base_digits = recode::signed_radix::<COMB_WINDOW, COMB_ROWS>(base_scalar);
    for group in 0..COMB_GROUPS {
        let (entry, negative) = comb_rows_vartime::<V>(&BASE_COMB, &base_digits, group);
        sum = sum.add_affine_signed(&entry, negative).to_accumulator();
    }
    store(&sum)
}
