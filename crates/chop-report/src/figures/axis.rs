//! Logarithmic axes: where a value is, and which values are named.

use std::ops::RangeInclusive;

/// A logarithmic axis: values of `low..=high` are at `from..=to`. `from` may be greater than `to`, as it is on
/// an axis that points up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Log {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Log {
    /// An axis that begins and ends with values that are [named](Log::ticks), and has all `values` inside.
    ///
    /// # Panics
    /// If there are no values, or one is not positive: there is no place for it.
    pub(crate) fn around(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Log {
        let (least, most) = extremes(values);
        let (low, mut high) = (below(least), above(most));
        if low == high {
            high = above(low * 1.01);
        }
        if is_wide(low, high) {
            return Log {
                low: 10_f64.powf(low.log10().floor()),
                high: 10_f64.powf(high.log10().ceil()),
                from,
                to,
            };
        }
        Log { low, high, from, to }
    }

    /// An axis from the least of `values` to the greatest, which are named all.
    ///
    /// # Panics
    /// As [`around`](Log::around).
    pub(crate) fn between(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Log {
        let (low, high) = extremes(values);
        Log { low, high, from, to }
    }

    /// The place of a value. On an axis of one value that is the middle.
    pub(crate) fn at(&self, value: f64) -> f64 {
        if self.low == self.high {
            return (self.from + self.to) / 2.0;
        }
        self.from + (value / self.low).ln() / (self.high / self.low).ln() * (self.to - self.from)
    }

    /// The values that are named: 1, 2, 5, 10 and so on; powers of ten only where those would be too many.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        let within = self.low * 0.999..=self.high * 1.001;
        series(&within)
            .filter(|(digit, _)| *digit == 1 || !is_wide(self.low, self.high))
            .map(|(_, value)| value)
            .collect()
    }
}

/// Whether only powers of ten are named between these.
fn is_wide(low: f64, high: f64) -> bool {
    high / low > 1001.0
}

fn extremes(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (least, most) =
        values.fold((f64::INFINITY, 0.0), |(least, most), value| (value.min(least), value.max(most)));
    assert!(0.0 < least && most.is_finite(), "an axis has positive values");
    (least, most)
}

/// The greatest value of the series that is not above `value`.
fn below(value: f64) -> f64 {
    let range = value / 11.0..=value * 1.000_001;
    series(&range).last().map_or(value, |(_, value)| value)
}

/// The least value of the series that is not below `value`.
fn above(value: f64) -> f64 {
    let range = value * 0.999_999..=value * 11.0;
    series(&range).next().map_or(value, |(_, value)| value)
}

/// The values d·10^k with d = 1, 2, 5 in `range`, ascending, with d.
fn series(range: &RangeInclusive<f64>) -> impl Iterator<Item = (u32, f64)> {
    let first = range.start().log10().floor() as i32;
    let last = range.end().log10().ceil() as i32;
    let all = (first..=last).flat_map(|k| [1, 2, 5].map(|digit| (digit, f64::from(digit) * 10_f64.powi(k))));
    all.filter(|(_, value)| range.contains(value))
}

/// The indices of the `labels`, a place and a width each in the order of places, that can be written without
/// touching: the first and the last if there is room for both, as they say how far an axis goes.
pub(crate) fn labelled(labels: &[(f64, f64)]) -> Vec<usize> {
    let Some(last) = labels.len().checked_sub(1) else { return Vec::new() };
    let apart = |a: usize, b: usize| {
        let ((a, wide), (b, other)) = (labels[a], labels[b]);
        (a - b).abs() >= (wide + other) / 2.0
    };
    let mut chosen = vec![0];
    for i in 1..=last {
        if apart(i, chosen[chosen.len() - 1]) && (i == last || apart(i, last)) {
            chosen.push(i);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_begins_and_ends_with_named_values() {
        let axis = Log::around([21.0, 470.0].into_iter(), 0.0, 100.0);
        assert_eq!(axis.ticks(), [20.0, 50.0, 100.0, 200.0, 500.0]);
        assert_eq!((axis.at(20.0), axis.at(500.0)), (0.0, 100.0));
        assert!((axis.at(100.0) - 50.0).abs() < 1e-9, "the middle of 20 and 500 is 100");
        let axis = Log::around([0.3, 8.0].into_iter(), 300.0, 0.0);
        assert_eq!(axis.ticks(), [0.2, 0.5, 1.0, 2.0, 5.0, 10.0]);
        assert!(axis.at(5.0) < axis.at(0.5));
    }

    #[test]
    fn many_decades_are_named_by_powers_of_ten() {
        let axis = Log::around([1.0, 90_000.0].into_iter(), 0.0, 1.0);
        assert_eq!(axis.ticks(), [1.0, 10.0, 100.0, 1e3, 1e4, 1e5]);
        let axis = Log::around([200.0, 300_000.0].into_iter(), 0.0, 10.0);
        assert_eq!(axis.ticks(), [100.0, 1e3, 1e4, 1e5, 1e6]);
        assert!(axis.at(100.0).abs() < 1e-9 && (axis.at(1e6) - 10.0).abs() < 1e-9, "both ends are named");
    }

    #[test]
    fn one_value_has_an_axis() {
        for value in [1.0, 3.0, 1000.0] {
            let axis = Log::around([value].into_iter(), 0.0, 1.0);
            assert!(axis.ticks().len() >= 2 && (0.0..=1.0).contains(&axis.at(value)), "{value}: {axis:?}");
        }
        assert_eq!(Log::between([64.0].into_iter(), 0.0, 10.0).at(64.0), 5.0);
    }

    #[test]
    fn labels_are_left_out_where_they_would_touch() {
        let chosen = |places: &[f64]| labelled(&places.iter().map(|place| (*place, 9.0)).collect::<Vec<_>>());
        assert_eq!(chosen(&[0.0, 10.0, 20.0, 21.0, 40.0]), [0, 1, 2, 4]);
        assert_eq!(chosen(&[40.0, 35.0, 0.0]), [0, 2]);
        assert_eq!(chosen(&[0.0, 1.0]), [0]);
        assert_eq!(chosen(&[5.0]), [0]);
        assert_eq!(chosen(&[]), [0; 0]);
        assert_eq!(labelled(&[(0.0, 4.0), (10.0, 4.0), (20.0, 20.0)]), [0, 2], "a wide label needs room");
    }
}
