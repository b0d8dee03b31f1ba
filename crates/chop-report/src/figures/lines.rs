//! How many a second, against n items a call: both axes logarithmic, a line each, its name at its end.

use super::axis::{Log, labelled};
use super::looks::Look;
use super::place::spread;
use super::svg::{Anchor, LINE, Svg, fitted, width};
use crate::groups::{Group, Series};
use crate::{Measurement, Run, numbers};

const WIDTH: f64 = 560.0;
/// The widest place for names.
const NAMES: f64 = 190.0;
const LEFT: f64 = 54.0;
const TOP: f64 = 22.0;
/// Height of the field of lines, at least; many names need more.
const FIELD: f64 = 230.0;
const BOTTOM: f64 = 40.0;

/// The lines of a group.
pub(crate) fn lines(id: &str, run: &Run, group: &Group<'_>) -> String {
    let points = || group.series.iter().flat_map(|series| series.points.iter().copied());
    let labels: Vec<String> =
        group.series.iter().map(|series| fitted(&series.implementation.name, NAMES)).collect();
    let names = labels.iter().map(|label| width(label) * 1.1).fold(0.0, f64::max) + 22.0;
    let bottom = TOP + FIELD.max(LINE * labels.len() as f64);
    let (right, height) = (WIDTH - names, bottom + BOTTOM);
    let x = Log::between(points().map(|point| point.n as f64), LEFT + 10.0, right - 8.0);
    let y = Log::around(points().map(|point| point.per_second()), bottom, TOP);

    let title = format!(
        "{} of {}: how many a second against n items a call",
        group.what.title(),
        group.what.algorithm.title()
    );
    let mut svg = Svg::new(id, WIDTH, height, &title, &description(group));
    let rates = y.ticks();
    let places: Vec<(f64, f64)> = rates.iter().map(|&rate| (y.at(rate), LINE)).collect();
    for i in labelled(&places) {
        let at = places[i].0;
        svg.rule((LEFT, at), (right, at), "grid");
        svg.text(LEFT - 6.0, at + 4.0, Anchor::End, "", &numbers::tick(rates[i]));
    }
    svg.text(2.0, 11.0, Anchor::Start, "", "per second");
    let sizes: Vec<(f64, String)> =
        group.sizes().iter().map(|&n| (x.at(n as f64), numbers::thousands(n as f64))).collect();
    for (place, _) in &sizes {
        svg.rule((*place, bottom), (*place, bottom + 4.0), "axis");
    }
    let places: Vec<(f64, f64)> = sizes.iter().map(|(place, n)| (*place, width(n) + 6.0)).collect();
    for i in labelled(&places) {
        svg.text(sizes[i].0, bottom + 17.0, Anchor::Middle, "", &sizes[i].1);
    }
    svg.text((LEFT + right) / 2.0, bottom + 34.0, Anchor::Middle, "", "n, items a call");
    svg.rule((LEFT, bottom), (right, bottom), "axis");

    let place = |point: &Measurement| (x.at(point.n as f64), y.at(point.per_second()));
    // Thick lines of ours are below the thin ones, so that equal lines are both seen; their markers are above.
    let (ours, others): (Vec<&Series<'_>>, Vec<&Series<'_>>) =
        group.series.iter().partition(|series| series.implementation.ours);
    for series in ours.iter().chain(&others) {
        let look = Look::of(run, &series.implementation.id);
        svg.path(&series.points.iter().map(|point| place(point)).collect::<Vec<_>>(), &look);
    }
    for series in others.iter().chain(&ours) {
        let look = Look::of(run, &series.implementation.id);
        for point in &series.points {
            let (x, y) = place(point);
            let rate = numbers::rate(point.per_second());
            svg.marker(x, y, &look, &format!("{}, n = {}: {rate}", series.implementation.name, point.n));
        }
    }

    // The end of each line, from the highest to the lowest.
    let mut ends: Vec<(f64, f64, usize)> = Vec::new();
    for (i, series) in group.series.iter().enumerate() {
        if let Some(last) = series.points.last() {
            let (x, y) = place(last);
            ends.push((x, y, i));
        }
    }
    ends.sort_by(|a, b| a.1.total_cmp(&b.1));
    let wanted: Vec<f64> = ends.iter().map(|(_, y, _)| *y).collect();
    for (&(x, y, i), at) in ends.iter().zip(spread(&wanted, LINE, TOP, bottom)) {
        let look = Look::of(run, &group.series[i].implementation.id);
        svg.rule((x + 6.0, y), (right + 8.0, at), "leader");
        svg.text(right + 12.0, at + 4.0, Anchor::Start, look.class(), &labels[i]);
    }
    svg.finish()
}

/// The rates at both ends of each line.
fn description(group: &Group<'_>) -> String {
    let mut parts = Vec::new();
    for series in &group.series {
        let end = |point: Option<&&Measurement>| {
            point.map_or(String::new(), |point| {
                format!("{} with n = {}", numbers::rate(point.per_second()), point.n)
            })
        };
        let (first, last) = (end(series.points.first()), end(series.points.last()));
        let name = &series.implementation.name;
        parts.push(if first == last {
            format!("{name}: {first}")
        } else {
            format!("{name}: {first}, {last}")
        });
    }
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Operation;
    use crate::groups::groups;

    /// The base lines of the names at the ends of lines.
    fn names(svg: &str) -> Vec<f64> {
        let right: Vec<f64> = svg
            .lines()
            .filter(|line| {
                line.starts_with("<text") && line.contains("start") && !line.contains("per second")
            })
            .map(|line| line.split('"').nth(3).unwrap().parse().unwrap())
            .collect();
        right
    }

    #[test]
    fn every_line_has_markers_dashes_and_a_name_that_overlaps_no_other() {
        let ids: Vec<String> =
            (0..12).map(|i| format!("other-{i}")).chain(["chop-portable".into()]).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let mut run = crate::tests::run(&ids, &[1, 16, 256]);
        run.results.iter_mut().for_each(|result| result.ns = 1000.0);
        let groups = groups(&run);
        let group = groups.iter().find(|group| group.what.operation == Operation::VerifyAll).unwrap();
        let svg = lines("f", &run, group);
        assert_eq!(svg.matches("<polyline").count(), 13);
        assert_eq!(svg.matches("<path").count(), 39);
        let names = names(&svg);
        assert_eq!(names.len(), 13);
        assert!(names.windows(2).all(|pair| pair[1] - pair[0] > LINE - 0.2), "{names:?}");
        assert!(svg.contains("class=\"ours\">chop-portable<"));
        assert!(svg.contains(">256<") && svg.contains(">1 M<") && svg.contains("n, items a call"));
        assert!(svg.contains("other-0: 1.00 M/s with n = 1, 1.00 M/s with n = 256"), "{svg}");
    }
}
