//! Times as bars: who takes how long, the fastest first; or how long each operation takes.

use super::looks::Look;
use super::svg::{Anchor, LINE, Svg, fitted, width};
use crate::groups::Group;
use crate::{Implementation, Measurement, Run, numbers};

/// Widths of a figure and, at most, of the names in it.
struct Widths {
    all: f64,
    names: f64,
}

const OF_EVERYBODY: Widths = Widths { all: 560.0, names: 240.0 };
/// What an operation got is said in more words.
const OF_OPERATIONS: Widths = Widths { all: 820.0, names: 480.0 };
const ROW: f64 = 22.0;
const BAR: f64 = 14.0;

/// A bar with its name and its value.
struct Bar<'a> {
    name: String,
    who: &'a Implementation,
    ns: f64,
    value: String,
}

/// The bars of a group with one n: one for everybody.
pub(crate) fn bars(id: &str, run: &Run, group: &Group<'_>) -> String {
    let title = format!("{} of {}: time an item", group.title(), group.what.algorithm.title());
    draw(id, run, &title, &OF_EVERYBODY, of_group(group, |who| who.name.clone()).collect())
}

/// The bars of groups with one n in which only one implementation was measured: one for every group.
pub(crate) fn bars_of_one(id: &str, run: &Run, groups: &[&Group<'_>]) -> String {
    let bars = groups.iter().flat_map(|group| of_group(group, |_| group.title()));
    draw(id, run, "Time an item of each operation", &OF_OPERATIONS, bars.collect())
}

fn of_group<'a>(
    group: &Group<'a>,
    name: impl Fn(&Implementation) -> String,
) -> impl Iterator<Item = Bar<'a>> {
    let points = group.sizes().into_iter().flat_map(|n| group.at(n));
    points.map(move |(who, point)| Bar { name: name(who), who, ns: point.ns, value: value(group, point) })
}

fn draw(id: &str, run: &Run, title: &str, widths: &Widths, bars: Vec<Bar<'_>>) -> String {
    let slowest = bars.iter().map(|bar| bar.ns).fold(1e-9, f64::max);
    let labels: Vec<String> = bars.iter().map(|bar| fitted(&bar.name, widths.names)).collect();
    let values: Vec<&str> = bars.iter().map(|bar| bar.value.as_str()).collect();
    // Bold letters are wider.
    let left = labels.iter().map(|label| width(label)).fold(0.0, f64::max) * 1.1 + 8.0;
    let right = values.iter().map(|value| width(value)).fold(0.0, f64::max) + 10.0;
    let room = (widths.all - left - right).max(40.0);
    let height = ROW * bars.len() as f64 + 4.0;
    let description: Vec<String> = bars.iter().map(|bar| format!("{}: {}", bar.name, bar.value)).collect();
    let mut svg = Svg::new(id, widths.all, height, title, &description.join("; "));
    svg.rule((left, 0.0), (left, height), "axis");
    for (i, bar) in bars.iter().enumerate() {
        let look = Look::of(run, &bar.who.id);
        let top = ROW * i as f64 + (ROW - BAR) / 2.0 + 2.0;
        let base = top + LINE * 0.75;
        let length = room * bar.ns / slowest;
        svg.text(left - 6.0, base, Anchor::End, look.class(), &labels[i]);
        svg.bar(
            left,
            top,
            length,
            BAR,
            &look,
            &format!("{} {}: {}", bar.who.name, bar.who.version, bar.value),
        );
        svg.text(left + length + 6.0, base, Anchor::Start, look.class(), &bar.value);
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
        let svg = bars("f", &run, group);
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

    #[test]
    fn alone_the_bars_are_of_operations() {
        let run = crate::tests::run(&["chop-portable"], &[1]);
        let groups = groups(&run);
        let svg = bars_of_one("f", &run, &groups.iter().collect::<Vec<_>>());
        assert_eq!(svg.matches("<rect").count(), groups.len());
        assert!(svg.contains(">verify: key as bytes, messages of 32 bytes<"), "{svg}");
        assert!(!svg.contains("×"), "there is nobody to compare with: {svg}");
    }
}
