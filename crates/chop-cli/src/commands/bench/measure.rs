//! Timing: rounds of calls on several threads.
//!
//! All threads do the same number of calls at the same time, each on inputs of its own. The time of a
//! round is from the first thread's beginning to the last one's end, and that of an item the round's
//! divided by calls · n · threads.

use super::operations::Work;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

/// How long and how often.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// What a round lasts at least, by repeating the call.
    pub(super) round: Duration,
    /// How many rounds: an odd number.
    pub(super) rounds: usize,
}

impl Effort {
    pub(super) const FULL: Effort = Effort { round: Duration::from_millis(10), rounds: 5 };
    pub(super) const QUICK: Effort = Effort { round: Duration::from_millis(2), rounds: FEW };
}

/// The rounds of calls that are `LONG`: they average over more than disturbs shorter ones.
const FEW: usize = 3;
const LONG: Duration = Duration::from_secs(1);

/// Nanoseconds an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measurement {
    pub(super) median: f64,
    pub(super) least: f64,
    pub(super) rounds: usize,
}

/// Does `task` on every element at the same time, each on a thread of its own.
pub(super) fn on_threads<'a, T: Sync, R: Send>(
    elements: &'a [T],
    task: impl Fn(&'a T) -> R + Sync,
) -> Vec<R> {
    let task = &task;
    thread::scope(|scope| {
        let threads: Vec<_> = elements.iter().map(|element| scope.spawn(move || task(element))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

/// Whether the operation's result for `n` inputs is right, on every thread.
pub(super) fn is_right(works: &[Box<dyn Work + '_>], n: usize) -> bool {
    on_threads(works, |work| work.is_right(0..n)).into_iter().all(|right| right)
}

/// Times the operation with `n` inputs a call.
pub(super) fn measure(works: &[Box<dyn Work + '_>], n: usize, effort: Effort) -> Measurement {
    let (calls, first) = first_round(works, n, effort.round);
    let rounds = if first > LONG { FEW } else { effort.rounds };
    let mut times = vec![first];
    times.extend((1..rounds).map(|_| round(works, n, calls)));
    times.sort_unstable();
    let items = calls as f64 * n as f64 * works.len() as f64;
    let of_item = |time: Duration| time.as_nanos() as f64 / items;
    Measurement { median: of_item(times[rounds / 2]), least: of_item(times[0]), rounds }
}

/// As many calls as last long enough, and how long they last.
fn first_round(works: &[Box<dyn Work + '_>], n: usize, at_least: Duration) -> (usize, Duration) {
    let mut calls = 1;
    loop {
        let time = round(works, n, calls);
        if time >= at_least {
            return (calls, time);
        }
        // A little more than this round says is needed, and twice as much at least, should it lie.
        let wanted = 1.1 * calls as f64 * at_least.as_secs_f64() / time.as_secs_f64().max(1e-9);
        calls = (wanted as usize).max(2 * calls);
    }
}

/// `calls` calls on every thread, all at the same time.
fn round(works: &[Box<dyn Work + '_>], n: usize, calls: usize) -> Duration {
    let together = Barrier::new(works.len());
    let spans = on_threads(works, |work| {
        together.wait();
        let begin = Instant::now();
        for call in 0..calls {
            work.call(inputs_of(call, n, work.inputs()));
        }
        (begin, Instant::now())
    });
    let begin = spans.iter().map(|(begin, _)| *begin).min();
    let end = spans.iter().map(|(_, end)| *end).max();
    begin.zip(end).map_or(Duration::ZERO, |(begin, end)| end - begin)
}

/// The inputs of a call: calls go round all, so that a processor cannot learn a few by heart.
fn inputs_of(call: usize, n: usize, inputs: usize) -> Range<usize> {
    let first = call % (inputs / n) * n;
    first..first + n
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Takes a millisecond a call and writes down its inputs.
    struct Sleeps(Mutex<Vec<Range<usize>>>);

    impl Work for Sleeps {
        fn inputs(&self) -> usize {
            10
        }
        fn call(&self, range: Range<usize>) {
            thread::sleep(Duration::from_millis(1));
            self.0.lock().unwrap().push(range);
        }
        fn is_right(&self, range: Range<usize>) -> bool {
            range == (0..4)
        }
    }

    #[test]
    fn a_round_is_divided_by_its_calls_items_and_threads() {
        let works: Vec<Box<dyn Work>> =
            (0..2).map(|_| Box::new(Sleeps(Mutex::default())) as Box<dyn Work>).collect();
        let effort = Effort { round: Duration::from_millis(5), rounds: 3 };
        let measured = measure(&works, 4, effort);
        assert_eq!(measured.rounds, 3);
        // Each of 2 threads sleeps 1 ms for 4 items, or more: a thread wakes late, but never early.
        assert!(measured.least >= 1e6 / 8.0, "{measured:?}");
        assert!(measured.median >= measured.least);
    }

    #[test]
    fn one_wrong_thread_is_enough() {
        let works: Vec<Box<dyn Work>> = vec![Box::new(Sleeps(Mutex::default()))];
        assert!(is_right(&works, 4) && !is_right(&works, 5));
    }

    #[test]
    fn calls_go_round_the_inputs() {
        let work = Sleeps(Mutex::default());
        for call in 0..3 {
            work.call(inputs_of(call, 4, work.inputs()));
        }
        assert_eq!(*work.0.lock().unwrap(), [0..4, 4..8, 0..4]);
    }
}
