//! Who takes how long: a bar each, the fastest first.

use super::looks::Look;
use super::svg::{Anchor, LINE, Svg, fitted, width};
use crate::groups::Group;
use crate::{Measurement, Run, numbers};

const WIDTH: f64 = 560.0;
/// The widest place for names.
const NAMES: f64 = 240.0;
const ROW: f64 = 22.0;
const BAR: f64 = 14.0;

/// The bars of a group with `n` items a call.
pub(crate) fn bars(id: &str, run: &Run, group: &Group<'_>, n: usize) -> String {
    let rows = group.at(n);
    let slowest = rows.last().map_or(1.0, |(_, point)| point.ns);
    let labels: Vec<String> = rows.iter().map(|(who, _)| fitted(&who.name, NAMES)).collect();
    let values: Vec<String> = rows.iter().map(|(_, point)| value(group, point)).collect();
    let widest = |texts: &[String]| texts.iter().map(|text| width(text)).fold(0.0, f64::max);
    // Bold letters are wider.
    let left = widest(&labels) * 1.06 + 8.0;
    let room = (WIDTH - left - widest(&values) - 10.0).max(40.0);
    let height = ROW * rows.len() as f64 + 4.0;
    let title = format!("{} of {}: time an item", group.what.title(), group.what.algorithm.title());
    let description: Vec<String> =
        rows.iter().zip(&values).map(|((who, _), value)| format!("{}: {value}", who.name)).collect();
    let mut svg = Svg::new(id, WIDTH, height, &title, &description.join("; "));
    svg.rule((left, 0.0), (left, height), "axis");
    for (i, (who, point)) in rows.iter().enumerate() {
        let look = Look::of(run, &who.id);
        let top = ROW * i as f64 + (ROW - BAR) / 2.0 + 2.0;
        let base = top + LINE * 0.75;
        let length = room * point.ns / slowest;
        svg.text(left - 6.0, base, Anchor::End, look.class(), &labels[i]);
        svg.bar(left, top, length, BAR, &look, &format!("{} {}: {}", who.name, who.version, values[i]));
        svg.text(left + length + 6.0, base, Anchor::Start, look.class(), &values[i]);
    }
    svg.finish()
}

/// `25.7 µs · 39.0 k/s · 1.98×`.
fn value(group: &Group<'_>, point: &Measurement) -> String {
    let ratio = group.ratio(point).filter(|_| group.series.len() > 1);
    let ratio = ratio.map_or(String::new(), |ratio| format!(" · {}×", numbers::three_digits(ratio)));
    format!("{} · {}{ratio}", numbers::time(point.ns), numbers::rate(point.per_second()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Operation;
    use crate::groups::groups;

    #[test]
    fn bars_are_sorted_and_ours_are_hatched_and_bold() {
        let mut run = crate::tests::run(&["slow", "chop-portable", "fast"], &[1]);
        for result in &mut run.results {
            result.ns = match result.implementation.as_str() {
                "slow" => 80_000.0,
                "fast" => 20_000.0,
                _ => 40_000.0,
            };
        }
        let groups = groups(&run);
        let group = groups.iter().find(|group| group.what.operation == Operation::Sign).unwrap();
        let svg = bars("f", &run, group, 1);
        let names: Vec<&str> = svg.lines().filter(|line| line.contains("text-anchor=\"end\"")).collect();
        assert!(names[0].contains(">fast<") && names[2].contains(">slow<"), "{names:?}");
        assert!(names[1].contains("class=\"ours\">chop-portable<"), "{names:?}");
        assert!(svg.contains(">20.0 µs · 50.0 k/s · 0.50×<"), "{svg}");
        assert!(svg.contains("<desc id=\"f-d\">fast: 20.0 µs · 50.0 k/s · 0.50×; chop-portable: "), "{svg}");
        assert_eq!(svg.matches("fill=\"url(#ours)\"").count(), 1);
        let lengths: Vec<f64> = svg
            .lines()
            .filter(|line| line.starts_with("<rect"))
            .map(|line| line.split('"').nth(5).unwrap().parse().unwrap())
            .collect();
        assert!((lengths[2] / lengths[0] - 4.0).abs() < 0.01, "lengths are in proportion: {lengths:?}");
    }
}
