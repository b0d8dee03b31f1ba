//! Many items with a result each: lengths, blocks and leftovers, once for all kinds of work.

use super::levels::{One, Wide};
use super::one::{Job, WideJob, run, run_wide};
use crate::cpu::Level;

/// Items of one kind. The job holds its columns and what all items share. The number of items, their order and the level
/// never change a result.
pub trait Each: Sized {
    /// The result of an item.
    type Out;
    /// Groups of a block.
    const BLOCK_GROUPS: usize;
    /// The least number of leftover items, of `n` in all, that are worth a group; each of fewer runs alone. A job that has one
    /// says how it was measured.
    #[inline]
    fn least_leftover(_n: usize) -> usize {
        1
    }
    /// How many items there are.
    fn count(&self) -> usize;
    /// The result of item `i`, by the job for one.
    fn one(&self, level: Level, i: usize, out: &mut Self::Out);
    /// The results of at most a block of items, from item `first` on. A body like those of a [`Job`].
    fn block<L: Wide>(&self, first: usize, out: &mut [Self::Out]);
    /// All results on a level without lanes. Jobs that are [`Shared`] have [`run_shared`] here.
    #[inline]
    fn in_one_lane(&self, level: Level, out: &mut [Self::Out]) {
        for (i, out) in out.iter_mut().enumerate() {
            self.one(level, i, out);
        }
    }
}

/// Items that share something on a level without lanes, too.
pub trait Shared: Each {
    /// As [`Each::block`], where a group is one item.
    fn block_in_one_lane<L: One>(&self, first: usize, out: &mut [Self::Out]);
}

/// The results of all items: by blocks on a level with lanes, but for leftovers that are not worth a group.
///
/// # Panics
/// If there is not one place per item.
#[inline]
pub fn run_each<J: Each>(level: Level, job: &J, out: &mut [J::Out]) {
    assert_eq!(job.count(), out.len(), "one place an item");
    let Some(lanes) = level.in_lanes() else {
        return job.in_one_lane(level, out);
    };
    let whole = in_groups(out.len(), level.lanes(), J::least_leftover(out.len()));
    let (out, leftover) = out.split_at_mut(whole);
    if whole > 0 {
        run_wide(lanes, Blocks { job, out });
    }
    for (i, out) in leftover.iter_mut().enumerate() {
        job.one(level, whole + i, out);
    }
}

/// The results of all items of a level without lanes, by blocks.
#[inline]
pub fn run_shared<J: Shared>(level: Level, job: &J, out: &mut [J::Out]) {
    run(level, BlocksInOneLane { job, out });
}

/// The items of a block in a column of its job: `n` from item `first` on. The driver asks for items that exist; debug
/// builds assert it, and no build has a panic in its kernels for it.
#[inline(always)]
pub fn part<T>(column: &[T], first: usize, n: usize) -> &[T] {
    debug_assert!(first + n <= column.len());
    column.get(first..first + n).unwrap_or_default()
}

/// How many of `n` items go in groups of `lanes`; those after them run alone. `least` leftover items are worth a group.
#[inline]
pub fn in_groups(n: usize, lanes: usize, least: usize) -> usize {
    let leftover = n % lanes;
    if leftover >= least { n } else { n - leftover }
}

struct Blocks<'a, J: Each> {
    job: &'a J,
    out: &'a mut [J::Out],
}

impl<J: Each> WideJob for Blocks<'_, J> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        let block = J::BLOCK_GROUPS * L::LANES;
        for (i, out) in self.out.chunks_mut(block).enumerate() {
            self.job.block::<L>(i * block, out);
        }
    }
}

struct BlocksInOneLane<'a, J: Each> {
    job: &'a J,
    out: &'a mut [J::Out],
}

impl<J: Shared> Job for BlocksInOneLane<'_, J> {
    type Out = ();
    #[inline(always)]
    fn one<L: One>(self) {
        for (i, out) in self.out.chunks_mut(J::BLOCK_GROUPS).enumerate() {
            self.job.block_in_one_lane::<L>(i * J::BLOCK_GROUPS, out);
        }
    }
}
