//! Timing: rounds of calls on a pool of threads.
//!
//! A bulk operation is called on one thread and takes the others itself; a single one is called on all
//! threads at the same time. The time of an item is the round's divided by the items of all calls.

use super::operations::Work;
use anyhow::Context;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
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

/// The threads that operations run on.
pub(super) struct Threads(ThreadPool);

impl Threads {
    /// `n` threads.
    pub(super) fn new(n: usize) -> anyhow::Result<Threads> {
        let pool = ThreadPoolBuilder::new().num_threads(n).build();
        Ok(Threads(pool.with_context(|| format!("cannot start {n} threads; ask for fewer with --threads"))?))
    }

    /// How many.
    pub(super) fn count(&self) -> usize {
        self.0.current_num_threads()
    }
}

/// Whether the operation's result for `n` inputs is right.
pub(super) fn is_right(threads: &Threads, work: &dyn Work, n: usize) -> bool {
    threads.0.install(|| work.is_right(0..n))
}

/// Times the operation with `n` inputs a call.
pub(super) fn measure(threads: &Threads, work: &dyn Work, n: usize, effort: Effort) -> Measurement {
    let (calls, first) = first_round(threads, work, n, effort.round);
    let rounds = if first > LONG { FEW } else { effort.rounds };
    let mut times = vec![first];
    times.extend((1..rounds).map(|_| round(threads, work, n, calls)));
    times.sort_unstable();
    let callers = if work.is_bulk() { 1 } else { threads.count() };
    let items = calls as f64 * n as f64 * callers as f64;
    let of_item = |time: Duration| time.as_nanos() as f64 / items;
    Measurement { median: of_item(times[rounds / 2]), least: of_item(times[0]), rounds }
}

/// As many calls as last long enough, and how long they last.
fn first_round(threads: &Threads, work: &dyn Work, n: usize, at_least: Duration) -> (usize, Duration) {
    let mut calls = 1;
    loop {
        let time = round(threads, work, n, calls);
        if time >= at_least {
            return (calls, time);
        }
        // A little more than this round says is needed, and twice as much at least, should it lie.
        let wanted = 1.1 * calls as f64 * at_least.as_secs_f64() / time.as_secs_f64().max(1e-9);
        calls = (wanted as usize).max(2 * calls);
    }
}

/// `calls` calls, on one thread or on all at the same time.
fn round(threads: &Threads, work: &dyn Work, n: usize, calls: usize) -> Duration {
    let all_calls = || {
        for call in 0..calls {
            work.call(inputs_of(call, n, work.inputs()));
        }
    };
    let begin = Instant::now();
    if work.is_bulk() {
        threads.0.install(all_calls);
    } else {
        threads.0.broadcast(|_| all_calls());
    }
    begin.elapsed()
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
    struct Sleeps {
        bulk: bool,
        called: Mutex<Vec<Range<usize>>>,
    }

    impl Sleeps {
        fn new(bulk: bool) -> Sleeps {
            Sleeps { bulk, called: Mutex::default() }
        }
    }

    impl Work for Sleeps {
        fn inputs(&self) -> usize {
            10
        }
        fn is_bulk(&self) -> bool {
            self.bulk
        }
        fn call(&self, range: Range<usize>) {
            std::thread::sleep(Duration::from_millis(1));
            self.called.lock().unwrap().push(range);
        }
        fn is_right(&self, range: Range<usize>) -> bool {
            range == (0..4)
        }
    }

    #[test]
    fn a_round_is_divided_by_its_calls_and_items_and_single_operations_run_on_every_thread() {
        let threads = Threads::new(2).unwrap();
        let effort = Effort { round: Duration::from_millis(5), rounds: 3 };
        // 1 ms for 4 items or more, once or on 2 threads: a thread wakes late, but never early.
        for (bulk, least) in [(true, 1e6 / 4.0), (false, 1e6 / 8.0)] {
            let measured = measure(&threads, &Sleeps::new(bulk), 4, effort);
            assert_eq!(measured.rounds, 3);
            assert!(measured.least >= least, "{measured:?}");
            assert!(measured.median >= measured.least);
        }
        for (bulk, calls) in [(true, 3), (false, 6)] {
            let work = Sleeps::new(bulk);
            round(&threads, &work, 4, 3);
            assert_eq!(work.called.lock().unwrap().len(), calls);
        }
    }

    #[test]
    fn a_wrong_result_is_noticed() {
        let threads = Threads::new(1).unwrap();
        assert!(is_right(&threads, &Sleeps::new(true), 4) && !is_right(&threads, &Sleeps::new(true), 5));
    }

    #[test]
    fn calls_go_round_the_inputs() {
        let work = Sleeps::new(true);
        for call in 0..3 {
            work.call(inputs_of(call, 4, work.inputs()));
        }
        assert_eq!(*work.called.lock().unwrap(), [0..4, 4..8, 0..4]);
    }
}
