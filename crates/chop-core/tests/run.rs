//! Many items: each gets its own result, in its own place, whatever their number and the level.

use chop_core::cpu::Level;
use chop_core::run::{Each, Job, One, Shared, Wide, in_groups, run, run_each, run_shared};

/// How a result was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Nothing,
    Alone,
    Block(usize),
    BlockInOneLane(usize),
}

struct Tag<'a>(&'a u32);

impl Job for Tag<'_> {
    type Out = (u32, Way);
    fn one<L: One>(self) -> (u32, Way) {
        (*self.0, Way::Alone)
    }
}

/// Each item is tagged; three leftover ones are worth a group.
struct Tags<'a>(&'a [u32]);

impl Each for Tags<'_> {
    type Out = (u32, Way);
    const BLOCK_GROUPS: usize = 2;

    fn least_leftover(_: usize) -> usize {
        3
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut (u32, Way)) {
        *out = run(level, Tag(&self.0[i]));
    }

    fn block<L: Wide>(&self, first: usize, out: &mut [(u32, Way)]) {
        let n = out.len();
        for (item, out) in self.0[first..].iter().zip(out) {
            *out = (*item, Way::Block(n));
        }
    }
}

/// The same, where items share something in one lane, too.
struct SharedTags<'a>(Tags<'a>);

impl Each for SharedTags<'_> {
    type Out = (u32, Way);
    const BLOCK_GROUPS: usize = 2;

    fn count(&self) -> usize {
        self.0.count()
    }

    fn one(&self, level: Level, i: usize, out: &mut (u32, Way)) {
        self.0.one(level, i, out);
    }

    fn block<L: Wide>(&self, first: usize, out: &mut [(u32, Way)]) {
        self.0.block::<L>(first, out);
    }

    fn in_one_lane(&self, level: Level, out: &mut [(u32, Way)]) {
        run_shared(level, self, out);
    }
}

impl Shared for SharedTags<'_> {
    fn block_in_one_lane<L: One>(&self, first: usize, out: &mut [(u32, Way)]) {
        let n = out.len();
        for (item, out) in self.0.0[first..].iter().zip(out) {
            *out = (*item, Way::BlockInOneLane(n));
        }
    }
}

/// The items of a run and how each result was made; every result is in its place.
fn ways<J: Each<Out = (u32, Way)>>(level: Level, items: &[u32], job: &J) -> Vec<Way> {
    let mut out = vec![(0, Way::Nothing); items.len()];
    run_each(level, job, &mut out);
    for (item, (found, way)) in items.iter().zip(&out) {
        assert_eq!((item, *way != Way::Nothing), (found, true), "{} of {}", level.name(), items.len());
    }
    out.into_iter().map(|(_, way)| way).collect()
}

#[test]
fn every_number_of_items_is_cut_into_blocks_and_leftovers() {
    let items: Vec<u32> = (100..166).collect();
    for level in Level::available() {
        for n in 0..=65 {
            let items = &items[..n];
            let expected: Vec<Way> = match level.lanes() {
                1 => vec![Way::Alone; n],
                lanes => {
                    let whole = in_groups(n, lanes, 3);
                    let block = |i: usize| Way::Block((whole - i / (2 * lanes) * (2 * lanes)).min(2 * lanes));
                    (0..n).map(|i| if i < whole { block(i) } else { Way::Alone }).collect()
                }
            };
            assert_eq!(ways(level, items, &Tags(items)), expected, "{} of {n}", level.name());
        }
    }
}

#[test]
fn items_of_one_lane_share_where_they_can() {
    let items = [1, 2, 3, 4, 5];
    let expected = [2, 2, 2, 2, 1].map(Way::BlockInOneLane);
    for level in Level::available().filter(|level| level.lanes() == 1) {
        assert_eq!(ways(level, &items, &SharedTags(Tags(&items))), expected, "{}", level.name());
    }
}

#[test]
fn leftovers_are_those_that_fill_no_group() {
    assert_eq!([0, 1, 2, 3, 7, 8, 10, 11, 16].map(|n| in_groups(n, 8, 3)), [0, 0, 0, 3, 7, 8, 8, 11, 16]);
    assert_eq!([0, 1, 4, 5].map(|n| in_groups(n, 4, 1)), [0, 1, 4, 5]);
}

#[test]
#[should_panic(expected = "one place an item")]
fn there_is_a_place_for_each_item() {
    run_each(Level::PORTABLE, &Tags(&[1, 2]), &mut [(0, Way::Nothing)]);
}
