//! Σ s_i·P_i on a Weierstrass curve for many public terms in one lane: buckets of equal digits (Pippenger 1976).
//!
//! For each window of w bits, term i is added to the bucket of its digit; then Σ d·bucket_d is two running sums. With signed digits there
//! are 2^(w−1) buckets. Every addition looks for its exceptions.
#![allow(non_snake_case)] // points are capital letters

use crate::curve::jacobian::{Affine, Curve, CurveField, Jacobian};
use crate::scalar::digits::{self, SignedRadix};
use alloc::{vec, vec::Vec};

/// A public scalar: ±magnitude.
#[derive(Clone, Copy, Debug, Default)]
pub struct Short {
    /// In little-endian words.
    pub magnitude: [u64; 2],
    /// Whether it is below 0.
    pub negative: bool,
}

/// Bits of a [`Short`].
pub const BITS: usize = 128;

impl Short {
    /// The words of the magnitude.
    #[inline(always)]
    pub fn words(&self) -> [u64; 4] {
        [self.magnitude[0], self.magnitude[1], 0, 0]
    }
}

/// The window width with the least cost for `n` terms.
///
/// Per window: one addition a term (8M + 3S, but the first of a bucket is free) and two a bucket (20M + 7S).
fn window_for(n: usize) -> usize {
    let cost = |w: usize| digits::signed_radix_len(BITS, w) * (11 * n + 16 * (1 << (w - 1)));
    (2..=13).min_by_key(|&w| cost(w)).unwrap_or(2)
}

/// Σ s_i·P_i in one lane.
///
/// Cost per window: 8M + 3S a term, 20M + 7S a bucket. Heap: 96 bytes a bucket and two bytes a term and window.
///
/// # Panics
/// If the lengths differ.
pub fn mul_vartime<C: Curve, F: CurveField<C>>(scalars: &[Short], points: &[Affine<C, F>]) -> Jacobian<C, F> {
    debug_assert_eq!(F::LANES, 1);
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    let w = window_for(scalars.len());
    let windows = digits::signed_radix_len(BITS, w);
    let digits: Vec<SignedRadix> =
        scalars.iter().map(|s| SignedRadix::new_vartime(&s.words(), w, windows)).collect();
    let mut buckets: Vec<Option<Jacobian<C, F>>> = vec![None; 1 << (w - 1)];
    let mut total = Jacobian::identity();
    for j in (0..windows).rev() {
        for _ in 0..w {
            total = total.double();
        }
        buckets.fill(None);
        for ((scalar, digits), P) in scalars.iter().zip(&digits).zip(points) {
            let digit = digits.digit(w, j);
            let place = (digit.unsigned_abs() as usize).wrapping_sub(1);
            // A digit 0 has no bucket.
            if let Some(bucket) = buckets.get_mut(place) {
                let P = if scalar.negative == (digit < 0) { *P } else { opposite(P) };
                *bucket = Some(bucket.map_or(P.to_jacobian(), |sum| sum.add_affine_vartime(&P)));
            }
        }
        total = total.add_vartime(&sum_of_buckets(&buckets).to_cached());
    }
    total
}

fn opposite<C: Curve, F: CurveField<C>>(P: &Affine<C, F>) -> Affine<C, F> {
    P.negate_if(F::mask(&crate::field::Lanes::splat(crate::ct::Mask::TRUE)))
}

/// Σ d·bucket_d: from the top, a running sum of buckets, and the sum of the running sums.
fn sum_of_buckets<C: Curve, F: CurveField<C>>(buckets: &[Option<Jacobian<C, F>>]) -> Jacobian<C, F> {
    let (mut running, mut sum) = (Jacobian::identity(), Jacobian::<C, F>::identity());
    for bucket in buckets.iter().rev() {
        if let Some(bucket) = bucket {
            running = bucket.add_vartime(&running.to_cached());
        }
        sum = sum.add_vartime(&running.to_cached());
    }
    sum
}
