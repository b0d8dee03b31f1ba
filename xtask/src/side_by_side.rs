//! Builds of several optimisation levels, as many at a time as cargo may start compilers (`CARGO_BUILD_JOBS`, or else the processors): each is the
//! compiler on one processor for most of its time, and takes up to 8 GB of memory.

use std::num::NonZero;

/// What `work` gives for each level.
pub(crate) fn side_by_side<T: Send>(
    levels: &[&'static str],
    work: impl Fn(&'static str) -> T + Sync,
) -> Vec<(&'static str, T)> {
    let jobs = std::env::var("CARGO_BUILD_JOBS").ok();
    let mut results = Vec::new();
    for some in levels.chunks(at_a_time(jobs.as_deref())) {
        std::thread::scope(|scope| {
            let threads: Vec<_> = some.iter().map(|&level| (level, scope.spawn(|| work(level)))).collect();
            results
                .extend(threads.into_iter().map(|(level, thread)| (level, thread.join().expect("no panic"))));
        });
    }
    results
}

/// How many builds run at a time, given what `CARGO_BUILD_JOBS` says. Where that is no positive number, as cargo also takes words and numbers below
/// zero, the processors count.
fn at_a_time(jobs: Option<&str>) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
    jobs.and_then(|jobs| jobs.parse::<NonZero<usize>>().ok()).map_or_else(processors, NonZero::get)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_its_result_in_the_order_of_the_levels() {
        let levels = ["a", "bb", "ccc", "dddd", "eeeee"];
        assert_eq!(side_by_side(&levels, str::len), levels.map(|level| (level, level.len())));
        assert!(side_by_side(&[], str::len).is_empty());
    }

    #[test]
    fn as_many_run_at_a_time_as_cargo_may_start() {
        assert_eq!(at_a_time(Some("1")), 1);
        assert_eq!(at_a_time(Some("3")), 3);
        for other in [None, Some("0"), Some("-1"), Some("default")] {
            assert!(at_a_time(other) >= 1);
        }
    }
}
