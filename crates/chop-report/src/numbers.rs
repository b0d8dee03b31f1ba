//! Numbers as text: with a unit, to the digits that a measurement has.

/// `25663.4` as `25,663`.
pub(crate) fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Nanoseconds with three digits: `25.7 µs`.
pub(crate) fn time(ns: f64) -> String {
    scaled(ns, &[(1e9, "s"), (1e6, "ms"), (1e3, "µs")], " ns")
}

/// How many a second, with three digits: `38.9 k/s`.
pub(crate) fn rate(per_second: f64) -> String {
    scaled(per_second, &[(1e9, "G/s"), (1e6, "M/s"), (1e3, "k/s")], "/s")
}

/// A number on an axis: `20 k`.
pub(crate) fn tick(value: f64) -> String {
    for (unit, name) in [(1e9, "G"), (1e6, "M"), (1e3, "k")] {
        if value >= unit {
            return format!("{} {name}", short(value / unit));
        }
    }
    short(value)
}

/// `value` in the first of `units` (largest first) that it reaches with three digits, else in `small`.
fn scaled(value: f64, units: &[(f64, &str)], small: &str) -> String {
    // What would be written as 1000 of a unit is 1.00 of the next.
    match units.iter().find(|(unit, _)| value >= 0.9995 * unit) {
        Some((unit, name)) => format!("{} {name}", three_digits(value / unit)),
        None => format!("{}{small}", three_digits(value)),
    }
}

/// A number with three digits, two of them after the point at most: `1.98`, `26.3`, `140`.
pub(crate) fn three_digits(value: f64) -> String {
    let digits = if value < 9.995 {
        2
    } else if value < 99.95 {
        1
    } else {
        0
    };
    format!("{value:.digits$}")
}

/// Without zeros that say nothing.
fn short(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_of_a_measurement() {
        assert_eq!([0.4, 999.5, 1234567.0].map(thousands), ["0", "1,000", "1,234,567"]);
        assert_eq!([7.0, 25_663.4, 999_700.0, 2e9].map(time), ["7.00 ns", "25.7 µs", "1.00 ms", "2.00 s"]);
        assert_eq!([38_966.0, 1_704_000.0, 12.3].map(rate), ["39.0 k/s", "1.70 M/s", "12.3/s"]);
        assert_eq!([0.5, 1.0, 20_000.0, 5e6].map(tick), ["0.5", "1", "20 k", "5 M"]);
        assert_eq!(
            [0.337, 1.98, 9.999, 26.34, 140.2].map(three_digits),
            ["0.34", "1.98", "10.0", "26.3", "140"]
        );
    }
}
