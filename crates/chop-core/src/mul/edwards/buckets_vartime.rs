//! Σ s_i·P_i for many public terms: buckets of equal digits (Pippenger 1976).
//!
//! For each window of w bits, term i is added to the bucket of its digit; then Σ d·bucket_d is two
//! running sums. With signed digits there are 2^(w−1) buckets. Short scalars skip the upper windows.
#![allow(non_snake_case)] // points are capital letters

use crate::curve::edwards::{Accumulator, AffineCached, Extended};
use crate::field::f25519::F25519;
use crate::scalar::digits::{self, SignedRadix};
use alloc::{vec, vec::Vec};

/// A public scalar and its length: short ones cost less.
#[derive(Clone, Copy)]
pub struct Scalar {
    /// Below 2^bits.
    pub words: [u64; 4],
    /// At most 255.
    pub bits: usize,
}

/// The window width with the least cost for `n` terms of which half have 128-bit scalars.
///
/// Per window: one addition a term (7M, but the first of a bucket is free) and two a bucket (17M).
pub fn window_for(n: usize) -> usize {
    let cost = |w: usize| {
        (128 / w + 1) * (7 * n + 10 * (1 << (w - 1))) + (125 / w) * (7 * n / 2 + 10 * (1 << (w - 1)))
    };
    (2..=13).min_by_key(|&w| cost(w)).unwrap_or(2)
}

/// Σ s_i·P_i in one lane, for points with Z = 1.
///
/// Cost per window: 7M a term that reaches it, 17M a bucket. Heap: 120 bytes a term, 160 bytes a bucket
/// and two bytes a term and window.
///
/// # Panics
/// If the lengths differ.
pub fn mul_vartime<F: F25519>(scalars: &[Scalar], points: &[Extended<F>]) -> Extended<F> {
    debug_assert_eq!(F::LANES, 1);
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    let n = scalars.len();
    let w = window_for(n);
    let longest = scalars.iter().map(|s| s.bits).max().unwrap_or(0);
    let windows = digits::signed_radix_len(longest, w);
    let mut digits = vec![0i16; windows * n];
    for (i, scalar) in scalars.iter().enumerate() {
        let scalar = SignedRadix::new_vartime(&scalar.words, w, digits::signed_radix_len(scalar.bits, w));
        for j in 0..scalar.digits() {
            digits[j * n + i] = scalar.digit(w, j);
        }
    }
    let cached: Vec<AffineCached<F>> = points.iter().map(AffineCached::from_affine).collect();
    let mut buckets = vec![Accumulator::<F>::identity(); 1 << (w - 1)];
    let mut occupied = vec![false; 1 << (w - 1)];
    let mut total = Extended::identity();
    for j in (0..windows).rev() {
        if j + 1 != windows {
            let mut doubled = total.to_projective();
            for _ in 1..w {
                doubled = doubled.double().to_projective();
            }
            total = doubled.double().to_extended();
        }
        occupied.fill(false);
        for (i, &digit) in digits[j * n..][..n].iter().enumerate() {
            if digit == 0 {
                continue;
            }
            let at = digit.unsigned_abs() as usize - 1;
            let bucket = &mut buckets[at];
            *bucket = match (occupied[at], digit > 0) {
                (true, _) => bucket.add_affine_signed_vartime(&cached[i], digit < 0).to_accumulator(),
                (false, true) => points[i].to_accumulator(),
                (false, false) => points[i].negate().to_accumulator(),
            };
            occupied[at] = true;
        }
        if let Some(window) = sum_of_buckets(&buckets, &occupied) {
            total = total.add(&window.to_cached()).to_extended();
        }
    }
    total
}

/// Σ d·bucket_d: from the top, a running sum of buckets, and the sum of the running sums. The running
/// sum is the second operand of both additions, so that it is converted once: 17M a bucket.
fn sum_of_buckets<F: F25519>(buckets: &[Accumulator<F>], occupied: &[bool]) -> Option<Accumulator<F>> {
    let top = occupied.iter().rposition(|occupied| *occupied)?;
    let (mut running, mut sum) = (buckets[top].to_cached(), buckets[top]);
    for (bucket, occupied) in buckets[..top].iter().zip(occupied).rev() {
        if *occupied {
            running = bucket.add(&running).to_cached();
        }
        sum = sum.add(&running).to_accumulator();
    }
    Some(sum)
}
