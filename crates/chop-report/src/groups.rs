//! Results that can be compared with each other: the same operation on the same kind of input.

use crate::{Algorithm, Implementation, Key, Measurement, Operation, Run, numbers};
use std::collections::BTreeMap;

/// What is the same in all results of a group; sorted as reports show them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct What {
    pub(crate) algorithm: Algorithm,
    pub(crate) operation: Operation,
    pub(crate) message_bytes: Option<usize>,
    pub(crate) key: Option<Key>,
    pub(crate) threads: usize,
}

/// The results of one implementation in a group.
pub(crate) struct Series<'a> {
    pub(crate) implementation: &'a Implementation,
    /// By n, ascending.
    pub(crate) points: Vec<&'a Measurement>,
}

/// Results that differ in who was measured, and in n.
pub(crate) struct Group<'a> {
    pub(crate) what: What,
    /// In the order of the run's implementations.
    pub(crate) series: Vec<Series<'a>>,
}

/// All results, in groups.
pub(crate) fn groups(run: &Run) -> Vec<Group<'_>> {
    let mut groups: BTreeMap<What, Vec<Series<'_>>> = BTreeMap::new();
    for implementation in &run.implementations {
        for point in run.results.iter().filter(|result| result.implementation == implementation.id) {
            let series = groups.entry(What::of(point)).or_default();
            match series.last_mut() {
                Some(last) if last.implementation.id == implementation.id => last.points.push(point),
                _ => series.push(Series { implementation, points: vec![point] }),
            }
        }
    }
    for series in groups.values_mut().flatten() {
        series.points.sort_by_key(|point| point.n);
    }
    groups.into_iter().map(|(what, series)| Group { what, series }).collect()
}

impl What {
    /// What a result was measured with.
    pub(crate) fn of(result: &Measurement) -> What {
        let Measurement { algorithm, operation, message_bytes, key, threads, .. } = *result;
        What { algorithm, operation, message_bytes, key, threads }
    }

    /// What the name of the operation does not say: `key as bytes, messages of 32 bytes`.
    fn details(&self) -> String {
        let messages = self.message_bytes.map(|bytes| format!("messages of {bytes} bytes"));
        let parts: Vec<String> = self.key().into_iter().chain(messages).chain(self.threads()).collect();
        parts.join(", ")
    }

    fn key(&self) -> Option<String> {
        let said = match self.key? {
            Key::Bytes => "key as bytes",
            Key::Decoded if self.operation.signs() => "private key expanded",
            Key::Decoded => "key decoded",
            Key::Prepared => "key prepared",
            Key::Same => "the same key for all",
        };
        Some(said.into())
    }

    fn threads(&self) -> Option<String> {
        (self.threads > 1).then(|| format!("{} threads", self.threads))
    }

    /// The name of the operation with what is said of keys and threads, for tables of one length of message.
    pub(crate) fn short(&self) -> String {
        let name = self.operation.to_string();
        [name].into_iter().chain(self.key()).chain(self.threads()).collect::<Vec<_>>().join(", ")
    }

    /// The name of the operation with the details.
    pub(crate) fn title(&self) -> String {
        match self.details() {
            details if details.is_empty() => self.operation.to_string(),
            details => format!("{}: {details}", self.operation),
        }
    }
}

impl<'a> Group<'a> {
    /// The operation with its details, and n if all have the same.
    pub(crate) fn title(&self) -> String {
        match self.sizes()[..] {
            [n] if self.what.operation.takes_many() => {
                format!("{}, n = {}", self.what.title(), numbers::thousands(n as f64))
            }
            _ => self.what.title(),
        }
    }

    /// Every n that somebody was measured with, ascending.
    pub(crate) fn sizes(&self) -> Vec<usize> {
        let mut sizes: Vec<usize> =
            self.series.iter().flat_map(|series| series.points.iter().map(|point| point.n)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// The implementations that were measured with `n`, the fastest first.
    pub(crate) fn at(&self, n: usize) -> Vec<(&'a Implementation, &'a Measurement)> {
        let with_n = |series: &Series<'a>| {
            let point = series.points.iter().copied().find(|point| point.n == n)?;
            Some((series.implementation, point))
        };
        let mut found: Vec<_> = self.series.iter().filter_map(with_n).collect();
        found.sort_by(|(_, a), (_, b)| a.ns.total_cmp(&b.ns));
        found
    }

    /// The fastest of ours, or of the others, with `n`.
    pub(crate) fn fastest(&self, n: usize, ours: bool) -> Option<(&'a Implementation, &'a Measurement)> {
        self.at(n).into_iter().find(|(implementation, _)| implementation.ours == ours)
    }

    /// How many times as long as the fastest of ours `point` takes: above 1 where ours is faster. `None`
    /// where ours was not measured.
    pub(crate) fn ratio(&self, point: &Measurement) -> Option<f64> {
        self.fastest(point.n, true).map(|(_, ours)| point.ns / ours.ns)
    }

    /// The largest n with which both ours and others were measured.
    pub(crate) fn largest_shared(&self) -> Option<usize> {
        let shared = |n: &usize| self.fastest(*n, true).is_some() && self.fastest(*n, false).is_some();
        self.sizes().into_iter().rev().find(shared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_the_same_kind_are_together_and_ratios_are_to_the_fastest_of_ours() {
        let mut run = crate::tests::run(&["chop-a", "chop-b", "x"], &[1, 16]);
        for result in &mut run.results {
            result.ns = match (result.implementation.as_str(), result.n) {
                ("chop-a", _) => 100.0,
                ("chop-b", 1) => 150.0,
                ("chop-b", _) => 80.0,
                _ => 200.0,
            };
        }
        let groups = groups(&run);
        let group = groups.iter().find(|group| group.what.operation == Operation::VerifyEach).unwrap();
        assert_eq!(group.sizes(), [1, 16]);
        let names = |n| group.at(n).iter().map(|(who, _)| who.id.as_str()).collect::<Vec<_>>();
        assert_eq!(names(1), ["chop-a", "chop-b", "x"]);
        assert_eq!(names(16), ["chop-b", "chop-a", "x"]);
        let ratios = |n| group.at(n).iter().map(|(_, point)| group.ratio(point).unwrap()).collect::<Vec<_>>();
        assert_eq!(ratios(1), [1.0, 1.5, 2.0]);
        assert_eq!(ratios(16), [1.0, 1.25, 2.5]);
        assert_eq!(group.largest_shared(), Some(16));
        assert!(groups.iter().map(|group| group.what).is_sorted());
    }

    #[test]
    fn without_ours_there_is_no_ratio() {
        let run = crate::tests::run(&["x"], &[1]);
        let groups = groups(&run);
        assert!(groups.iter().all(|group| group.ratio(group.series[0].points[0]).is_none()));
        assert!(groups.iter().all(|group| group.largest_shared().is_none()));
    }

    #[test]
    fn a_title_says_what_the_operation_does_not() {
        let what = What {
            algorithm: Algorithm::Ed25519,
            operation: Operation::VerifyAll,
            message_bytes: Some(32),
            key: Some(Key::Same),
            threads: 2,
        };
        assert_eq!(what.title(), "verify_all: the same key for all, messages of 32 bytes, 2 threads");
        let what = What { operation: Operation::Keygen, message_bytes: None, key: None, threads: 1, ..what };
        assert_eq!(what.title(), "keygen");
    }
}
