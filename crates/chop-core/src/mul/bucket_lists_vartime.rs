//! Which term goes to which bucket: the bookkeeping of a sum by buckets in eight lanes. Public values.
//!
//! The windows of the scalars are handed out to the lanes in runs: lane l has windows l·m … l·m + m − 1,
//! and pass i works on window l·m + i of every lane. A bucket of a pass is a pair of lane and digit, and
//! its list names the terms that are added to it. Lists are walked eight at a time, whichever lane they
//! belong to, the longest first, so that the eight have nearly the same length.

use crate::scalar::recode;
use alloc::{vec, vec::Vec};

/// A public scalar and its length: short ones cost less.
#[derive(Clone, Copy)]
pub struct Scalar {
    /// Below 2^bits.
    pub words: [u64; 4],
    /// At most 255.
    pub bits: usize,
}

/// The digits of all scalars, and the lists of one pass at a time.
pub struct BucketLists {
    /// Bits a window.
    window: usize,
    /// m, the windows of a lane.
    passes: usize,
    terms: usize,
    /// Digit of window j of term i at j·terms + i.
    digits: Vec<i16>,
    /// Of the current pass, by bucket: where its list begins in `entries`; one more at the end.
    starts: Vec<u32>,
    /// Term·2 + (digit < 0).
    entries: Vec<u32>,
    /// The buckets with a list, longest list first.
    order: Vec<u32>,
}

/// The window width with the least cost for `n` terms of which half have 128-bit scalars, in products of
/// field elements: 7 for a term and window, but 1 for the first of a bucket, and 17 for a bucket, in whose
/// sums lanes without a window do as much work as the others. Counted, and right to about a tenth.
pub fn window_for(n: usize) -> usize {
    let cost = |w: usize| {
        let (short, long) = (128 / w + 1, 253 / w + 1);
        let (terms, buckets) = ((short + long) * n / 2, 1 << (w - 1));
        7 * terms - 6 * (terms.min(buckets * long)) + 17 * 8 * long.div_ceil(8) * buckets
    };
    (3..=12).min_by_key(|&w| cost(w)).unwrap_or(3)
}

impl BucketLists {
    /// The digits of the scalars, in windows of `window` bits.
    pub fn new(scalars: &[Scalar], window: usize) -> BucketLists {
        let terms = scalars.len();
        let longest = scalars.iter().map(|s| s.bits).max().unwrap_or(0);
        let passes = recode::signed_radix_len(longest, window).div_ceil(8);
        let mut digits = vec![0i16; 8 * passes * terms];
        let mut row = vec![0i16; 8 * passes];
        for (i, scalar) in scalars.iter().enumerate() {
            let row = &mut row[..recode::signed_radix_len(scalar.bits, window)];
            recode::signed_radix_vartime(&scalar.words, window, row);
            for (j, digit) in row.iter().enumerate() {
                digits[j * terms + i] = *digit;
            }
        }
        BucketLists {
            window,
            passes,
            terms,
            digits,
            starts: vec![0; (8 << (window - 1)) + 1],
            entries: vec![0; 8 * terms],
            order: Vec::with_capacity(8 << (window - 1)),
        }
    }

    /// Bits a window.
    pub fn window(&self) -> usize {
        self.window
    }

    /// m: how many windows a lane has.
    pub fn passes(&self) -> usize {
        self.passes
    }

    /// Buckets a lane has in a pass.
    pub fn buckets(&self) -> usize {
        1 << (self.window - 1)
    }

    /// Makes the lists of pass `i`, by counting.
    pub fn sort(&mut self, i: usize) {
        let (terms, buckets) = (self.terms, self.buckets());
        self.starts.fill(0);
        for lane in 0..8 {
            let digits = &self.digits[(lane * self.passes + i) * terms..][..terms];
            let counts = &mut self.starts[lane * buckets..][..buckets + 1];
            for &digit in digits {
                if digit != 0 {
                    counts[digit.unsigned_abs() as usize] += 1;
                }
            }
        }
        // counts[b + 1] is the length of list b; sums of them are where lists end, and then begin.
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        let mut next: Vec<u32> = self.starts[..8 * buckets].to_vec();
        for lane in 0..8 {
            let digits = &self.digits[(lane * self.passes + i) * terms..][..terms];
            for (term, &digit) in digits.iter().enumerate() {
                if digit != 0 {
                    let next = &mut next[lane * buckets + digit.unsigned_abs() as usize - 1];
                    self.entries[*next as usize] = (term as u32) << 1 | (digit < 0) as u32;
                    *next += 1;
                }
            }
        }
        let length = |bucket: u32| self.starts[bucket as usize + 1] - self.starts[bucket as usize];
        self.order.clear();
        self.order.extend((0..8 * buckets as u32).filter(|&bucket| length(bucket) > 0));
        self.order.sort_unstable_by_key(|&bucket| core::cmp::Reverse(length(bucket)));
    }

    /// The buckets of the pass that have a list, the longest list first. Bucket lane·buckets + d − 1 is that
    /// of digit d in a lane.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The list of a bucket: term·2 + (digit < 0).
    pub fn list(&self, bucket: u32) -> &[u32] {
        let bucket = bucket as usize;
        &self.entries[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }
}
