//! Builds of several optimisation levels, as many at a time as there are processors: each is the compiler on one of them for most of its time, and
//! takes 3 GB of memory or more.

/// What `work` gives for each level.
pub(crate) fn side_by_side<T: Send>(
    levels: &[&'static str],
    work: impl Fn(&'static str) -> T + Sync,
) -> Vec<(&'static str, T)> {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut results = Vec::new();
    for some in levels.chunks(processors) {
        std::thread::scope(|scope| {
            let threads: Vec<_> = some.iter().map(|&level| (level, scope.spawn(|| work(level)))).collect();
            results
                .extend(threads.into_iter().map(|(level, thread)| (level, thread.join().expect("no panic"))));
        });
    }
    results
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
}
