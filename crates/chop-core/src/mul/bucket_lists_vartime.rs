//! Which term goes to which bucket: the bookkeeping of a sum by buckets in lanes. Public values.
//!
//! The windows of the scalars are handed out to the lanes in runs: lane l has windows l·m … l·m + m − 1,
//! and pass i works on window l·m + i of every lane. A bucket of a pass is a pair of lane and digit, and
//! its list names the terms that are added to it. A group of lists, as many as there are lanes, is walked at a time, whichever
//! lane they belong to, the longest first, so that those of a group have nearly the same length, and what is read in a step of
//! a group lies side by side.

use crate::lanes::{PerLane, Vector};
use crate::scalar::digits::lanes::PublicDigits;
use crate::scalar::digits::windows::Windows;
use alloc::{vec, vec::Vec};

/// The digits of all scalars, and the lists of one pass at a time.
pub struct BucketLists {
    lanes: usize,
    windows: Windows,
    /// Buckets of a window.
    buckets: usize,
    /// m, the windows of a lane.
    passes: usize,
    terms: usize,
    /// Digit d of window j of term i at j·terms + i, as 2·|d| + (d < 0).
    digits: Vec<u16>,
    /// How many digits ±(b + 1) window j has, at j·buckets + b.
    counts: Vec<u32>,
    /// Of the current pass, by bucket: where the next entry of its list goes.
    next: Vec<u32>,
    /// Term·2 + (digit < 0) of a group of lists at a time.
    entries: Vec<u32>,
    /// How long the longest list of each group is.
    steps: Vec<u32>,
    /// The buckets with a list, longest list first.
    order: Vec<u32>,
    /// The buckets without.
    without_terms: Vec<u32>,
    /// How many lists have each length; then, where they begin in `order`.
    by_length: Vec<u32>,
}

/// The entry of a list that is at its end: of a term that there never is.
pub const NO_TERM: u32 = u32::MAX - 1;

/// Groups of terms whose digits are cut out together: what is written of a window lies side by side.
pub const GROUPS_AT_A_TIME: usize = 8;

/// What the steps of a sum cost, in products of field elements in one lane.
pub struct Costs {
    /// A term is added to a bucket.
    pub addition: usize,
    /// The first term of a bucket, which is not more.
    pub first: usize,
    /// A bucket is added to the sum of its window.
    pub bucket: usize,
}

/// The window width with the least cost in `lanes` lanes, and that cost, for so many short terms of so many bits each, and long ones.
///
/// In the sums of buckets lanes without a window do as much work as the others.
pub fn window_for(terms: [(usize, usize); 2], lanes: usize, costs: &Costs) -> (usize, usize) {
    let cost = |width: usize| {
        let windows = Windows::new(width, terms.map(|(_, bits)| bits));
        let buckets = 1 << (windows.widest() - 1);
        let digits = terms.map(|(n, bits)| if n > 0 { windows.count_for(bits) } else { 0 });
        let all = digits[0].max(digits[1]);
        let (mut additions, mut lists) = (0, 0);
        for j in 0..all {
            let own = (0..2).filter(|&kind| j < digits[kind]).map(|kind| terms[kind].0).sum::<usize>();
            additions += own;
            lists += own.min(buckets);
        }
        costs.addition * additions - (costs.addition - costs.first) * lists
            + costs.bucket * lanes * all.div_ceil(lanes) * buckets
    };
    (3..=11).map(|width| (width, cost(width))).min_by_key(|&(_, cost)| cost).unwrap_or((3, 0))
}

impl BucketLists {
    /// Lists for so many lanes of `terms` terms with scalars of one of two lengths, short and long, in windows of at most `window` bits: no
    /// digits yet.
    pub fn new(lanes: usize, terms: usize, lengths: [usize; 2], window: usize) -> BucketLists {
        let windows = Windows::new(window, lengths);
        let passes = windows.count().div_ceil(lanes);
        let buckets = 1 << (windows.widest() - 1);
        BucketLists {
            lanes,
            windows,
            buckets,
            passes,
            terms,
            digits: vec![0; lanes * passes * terms],
            counts: vec![0; lanes * passes * buckets],
            next: vec![0; lanes * buckets],
            entries: Vec::with_capacity(terms),
            steps: Vec::new(),
            order: Vec::with_capacity(lanes * buckets),
            without_terms: Vec::new(),
            by_length: Vec::new(),
        }
    }

    /// Cuts out the digits of some terms from `first` on, as many as there are: the words of their scalars, which have at
    /// most `bits` bits, and 1 for each that is meant to be negative. Each term is to be cut once.
    ///
    /// # Panics
    /// If there is no such term, or `bits` is more than the long ones have.
    #[inline(always)]
    pub fn recode<V: Vector>(
        &mut self,
        first: usize,
        scalars: &[PerLane<V, [u64; 4]>; GROUPS_AT_A_TIME],
        negative: &[PerLane<V, u64>; GROUPS_AT_A_TIME],
        bits: usize,
    ) {
        let (windows, count, buckets) = (&self.windows, self.windows.count_for(bits), self.buckets);
        let zero = V::splat(0);
        let mut digits = [PublicDigits::<V>::new(&[zero; 4], windows, count); GROUPS_AT_A_TIME];
        for g in 0..GROUPS_AT_A_TIME {
            digits[g] = PublicDigits::new(&V::from_records(&scalars[g]), windows, count);
        }
        for j in 0..count {
            let row = &mut self.digits[j * self.terms + first..(j + 1) * self.terms];
            let counts = &mut self.counts[j * buckets..(j + 1) * buckets];
            for (places, (digits, negative)) in row.chunks_mut(V::LANES).zip(digits.iter().zip(negative)) {
                // A digit 0 may become −0, which has no bucket either.
                let found = digits.get(windows, count, j).xor(V::from_array(*negative)).to_array();
                for (place, &digit) in places.iter_mut().zip(found.as_ref()) {
                    *place = digit as u16;
                    // A digit that is 0 has no bucket.
                    if let Some(count) = counts.get_mut((digit as usize / 2).wrapping_sub(1)) {
                        *count += 1;
                    }
                }
            }
        }
    }

    /// The windows that there are digits for; the last lanes may have fewer.
    pub fn windows(&self) -> &Windows {
        &self.windows
    }

    /// m: how many windows a lane has.
    pub fn passes(&self) -> usize {
        self.passes
    }

    /// Buckets a lane has in a pass.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// Makes the lists of pass `i`, by counting.
    pub fn sort(&mut self, i: usize) {
        let (terms, buckets) = (self.terms, self.buckets);
        let lanes = self.lanes;
        let counts = |lane: usize| &self.counts[(lane * self.passes + i) * buckets..][..buckets];
        // Buckets by the lengths of their lists.
        let mut longest = 0;
        for lane in 0..lanes {
            for &count in counts(lane) {
                longest = longest.max(count);
            }
        }
        self.by_length.clear();
        self.by_length.resize(longest as usize + 1, 0);
        for lane in 0..lanes {
            for &count in counts(lane) {
                self.by_length[count as usize] += 1;
            }
        }
        let mut sum = 0;
        for number in self.by_length[1..].iter_mut().rev() {
            (*number, sum) = (sum, sum + *number);
        }
        self.order.clear();
        self.order.resize(sum as usize, 0);
        self.without_terms.clear();
        for lane in 0..lanes {
            for (b, &count) in counts(lane).iter().enumerate() {
                let bucket = (lane * buckets + b) as u32;
                if count > 0 {
                    let place = &mut self.by_length[count as usize];
                    self.order[*place as usize] = bucket;
                    *place += 1;
                } else {
                    self.without_terms.push(bucket);
                }
            }
        }
        // Where the lists of each group begin.
        self.steps.clear();
        let mut begin = 0;
        for group in self.order.chunks(lanes) {
            let first = group[0] as usize;
            let length = counts(first / buckets)[first % buckets];
            self.steps.push(length);
            for (lane, &bucket) in group.iter().enumerate() {
                self.next[bucket as usize] = begin + lane as u32;
            }
            begin += lanes as u32 * length;
        }
        self.entries.clear();
        // No more than there are: growing by itself it would double.
        self.entries.reserve_exact(begin as usize);
        self.entries.resize(begin as usize, NO_TERM);
        let entries = &mut self.entries[..];
        for lane in 0..lanes {
            let digits = &self.digits[(lane * self.passes + i) * terms..][..terms];
            let next = &mut self.next[lane * buckets..][..buckets];
            for (term, &digit) in digits.iter().enumerate() {
                if let Some(place) = next.get_mut((digit as usize / 2).wrapping_sub(1)) {
                    entries[*place as usize] = (term as u32) << 1 | u32::from(digit & 1);
                    *place += lanes as u32;
                }
            }
        }
    }

    /// The buckets of the pass that have a list, the longest list first. Bucket lane·buckets + d − 1 is that
    /// of digit d in a lane. Those of a group are walked together.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The buckets of the pass that have no list.
    pub fn without_terms(&self) -> &[u32] {
        &self.without_terms
    }

    /// How long the longest list of each group is, which is the first: at least 1.
    pub fn steps(&self) -> &[u32] {
        &self.steps
    }

    /// Term·2 + (digit < 0) of a group of lists, step by step, and then of the next group. Where a list is at its end stands
    /// [`NO_TERM`].
    pub fn entries(&self) -> &[u32] {
        &self.entries
    }
}
