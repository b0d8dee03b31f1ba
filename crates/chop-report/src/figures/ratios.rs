//! Others beside ours: how many times as long each takes, a row an operation.

use super::axis::{Log, labelled};
use super::looks::Look;
use super::svg::{Anchor, LINE, Svg, width};
use crate::groups::Group;
use crate::{Implementation, Run, numbers};

const WIDTH: f64 = 820.0;
const ROW: f64 = 24.0;
const BOTTOM: f64 = 40.0;

/// A row of the figure: what was done, and who takes how many times as long as the fastest of ours.
struct Row<'a> {
    label: String,
    others: Vec<(&'a Implementation, f64)>,
}

/// The ratios of all `groups` in which ours and others were measured, each with the largest n that both have;
/// nothing if there are none.
pub(crate) fn ratios(id: &str, run: &Run, groups: &[&Group<'_>]) -> Option<String> {
    let rows: Vec<Row<'_>> = groups.iter().filter_map(|group| row(group)).collect();
    if rows.is_empty() {
        return None;
    }
    let shown: Vec<&Implementation> = run
        .implementations
        .iter()
        .filter(|who| rows.iter().any(|row| row.others.iter().any(|(other, _)| other.id == who.id)))
        .collect();
    let left = rows.iter().map(|row| width(&row.label)).fold(0.0, f64::max) + 10.0;
    let legend = legend(&shown);
    let top = legend.last().map_or(0.0, |(_, y, _)| y + LINE) + 24.0;
    let bottom = top + ROW * rows.len() as f64;
    let right = WIDTH - 20.0;
    // 1 is always there: it is ours.
    let values = rows.iter().flat_map(|row| row.others.iter().map(|(_, ratio)| *ratio)).chain([1.0]);
    let axis = Log::around(values, left + 12.0, right);

    let description: Vec<String> = rows.iter().map(Row::describe).collect();
    let title = "How many times as long others take as the fastest of ours";
    let mut svg = Svg::new(id, WIDTH, bottom + BOTTOM, title, &description.join("; "));
    for (x, y, who) in legend {
        let look = Look::of(run, &who.id);
        svg.marker(x, y - 4.0, &look, &who.name);
        svg.text(x + 10.0, y, Anchor::Start, look.class(), &who.name);
    }
    let ticks = axis.ticks();
    let places: Vec<(f64, f64)> = ticks.iter().map(|&ratio| (axis.at(ratio), 40.0)).collect();
    for i in labelled(&places) {
        let at = places[i].0;
        svg.rule((at, top), (at, bottom), "grid");
        svg.text(at, bottom + 16.0, Anchor::Middle, "", &format!("{}×", numbers::tick(ticks[i])));
    }
    let one = axis.at(1.0);
    svg.rule((one, top - 4.0), (one, bottom), "one");
    let anchor = if one > (left + right) / 2.0 { Anchor::End } else { Anchor::Start };
    svg.text(one, top - 8.0, anchor, "ours", "ours = 1");
    svg.text(
        (left + right) / 2.0,
        bottom + 33.0,
        Anchor::Middle,
        "",
        "time ÷ time of the fastest of ours: right of 1, ours is faster",
    );
    for (i, row) in rows.iter().enumerate() {
        let y = top + ROW * (i as f64 + 0.5);
        svg.rule((left, y), (right, y), "row");
        svg.text(left - 6.0, y + 4.0, Anchor::End, "", &row.label);
        for (who, ratio) in &row.others {
            let tip = format!("{}, {}: {}×", row.label, who.name, numbers::three_digits(*ratio));
            svg.marker(axis.at(*ratio), y, &Look::of(run, &who.id), &tip);
        }
    }
    Some(svg.finish())
}

fn row<'a>(group: &Group<'a>) -> Option<Row<'a>> {
    let n = group.largest_shared()?;
    let others = group.at(n).into_iter().filter(|(who, _)| !who.ours);
    let others = others.filter_map(|(who, point)| Some((who, group.ratio(point)?))).collect();
    let title = group.what.short();
    let label = if group.what.operation.takes_many() {
        format!("{title}, n = {}", numbers::thousands(n as f64))
    } else {
        title
    };
    Some(Row { label, others })
}

impl Row<'_> {
    fn describe(&self) -> String {
        let others: Vec<String> = self
            .others
            .iter()
            .map(|(who, ratio)| format!("{} {}", who.name, numbers::three_digits(*ratio)))
            .collect();
        format!("{}: {}", self.label, others.join(", "))
    }
}

/// Names in lines, with the places of their markers.
fn legend<'a>(shown: &[&'a Implementation]) -> Vec<(f64, f64, &'a Implementation)> {
    let (mut x, mut y) = (8.0, LINE);
    let mut places = Vec::new();
    for who in shown {
        let wide = width(&who.name) + 34.0;
        if x > 8.0 && x + wide > WIDTH {
            (x, y) = (8.0, y + LINE * 1.3);
        }
        places.push((x, y, *who));
        x += wide;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::groups::groups;

    #[test]
    fn ratios_are_of_the_largest_n_that_both_have() {
        let mut run = crate::tests::run(&["chop-portable", "other"], &[1, 16, 64]);
        run.results.retain(|result| result.implementation != "other" || result.n < 64);
        for result in &mut run.results {
            result.ns =
                if result.implementation == "other" { 3000.0 } else { 1000.0 * result.n as f64 / 16.0 };
        }
        let groups = groups(&run);
        let groups: Vec<&Group<'_>> = groups.iter().collect();
        let svg = ratios("f", &run, &groups).unwrap();
        assert!(svg.contains("verify_all, key as bytes, n = 16, other: 3.00×"), "{svg}");
        assert!(svg.contains(">ours = 1<") && svg.contains(">5×<"), "{svg}");
    }

    #[test]
    fn alone_there_are_no_ratios() {
        let run = crate::tests::run(&["chop-portable", "chop-ifma"], &[1, 16]);
        let groups = groups(&run);
        assert!(ratios("f", &run, &groups.iter().collect::<Vec<_>>()).is_none());
    }

    #[test]
    fn names_of_a_legend_stay_inside() {
        let names: Vec<String> = (0..20).map(|i| format!("somebody with a long name {i}")).collect();
        let run = crate::tests::run(&names.iter().map(String::as_str).collect::<Vec<_>>(), &[1]);
        let all: Vec<_> = run.implementations.iter().collect();
        let places = legend(&all);
        assert!(places.iter().all(|(x, _, who)| x + width(&who.name) < WIDTH));
        assert!(places[19].1 > places[0].1);
    }
}
