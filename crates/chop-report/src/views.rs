//! Parts of a run that documents show: one table, or one an algorithm.

use crate::groups::Group;
use crate::markdown::table;
use crate::tables::{self, Align, NOTHING, Table};
use crate::{Algorithm, Language, Run, circumstances, escape, numbers};
use std::fmt;

/// A part of a run. Tables are of the shortest messages of a run only.
///
/// ```
/// use chop_report::View;
/// assert_eq!(View::from_name("latency"), Some(View::Latency));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// `latency`: one item a call, nanoseconds; a row for everybody.
    Latency,
    /// `batch`: n items a call, nanoseconds an item; a row for everybody and operation.
    Batch,
    /// `ratios`: the fastest of ours beside the fastest of the others; a row an operation.
    Ratios,
    /// `beside`: items a second of chosen implementations; a row for each operation and n of the first of them.
    Beside,
    /// `verdicts`: who accepts what.
    Verdicts,
    /// `implementations`: who was measured and who was not.
    Implementations,
}

impl View {
    /// All of them.
    ///
    /// ```
    /// assert!(chop_report::View::ALL.contains(&chop_report::View::Batch));
    /// ```
    pub const ALL: [View; 6] =
        [View::Latency, View::Batch, View::Ratios, View::Beside, View::Verdicts, View::Implementations];

    /// What documents call it.
    ///
    /// ```
    /// assert_eq!(chop_report::View::Ratios.name(), "ratios");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            View::Latency => "latency",
            View::Batch => "batch",
            View::Ratios => "ratios",
            View::Beside => "beside",
            View::Verdicts => "verdicts",
            View::Implementations => "implementations",
        }
    }

    /// The view with this name.
    ///
    /// ```
    /// assert_eq!(chop_report::View::from_name("speed"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<View> {
        View::ALL.into_iter().find(|view| view.name() == name)
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Whom and what a view shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice<'a> {
    /// None stand for all.
    pub algorithms: &'a [Algorithm],
    /// Ids of implementations, in the order of the columns, for [`View::Beside`]; none stand for all.
    pub implementations: &'a [&'a str],
}

/// A part of a run as Markdown, with the circumstances above it: processor, compilers, commit, date, command.
///
/// ```
/// use chop_report::{Choice, Language, Run, View, view};
/// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.json"));
/// let text = view(&Run::from_json(json)?, View::Latency, Choice::default(), Language::English);
/// assert!(text.contains("| chop, portable | 25,000 |"), "{text}");
/// # Ok::<(), chop_report::Error>(())
/// ```
pub fn view(run: &Run, view: View, choice: Choice<'_>, language: Language) -> String {
    let circumstances = escape::markdown(&circumstances::sentence(run));
    let by = language.introduce("Measured by");
    let command = run.command.replace(char::is_control, " ");
    let mut text = format!("{circumstances}. {by}\n\n```sh\n{command}\n```\n");
    for (title, mut part) in parts(run, view, choice) {
        if !part.rows.is_empty() {
            part.columns.iter_mut().for_each(|(title, _)| *title = language.say(title));
            if part.first_is_label {
                part.rows.iter_mut().for_each(|row| row[0] = language.say(&row[0]));
            }
            text += &format!("\n{}\n\n{}", language.introduce(&title), table(&part));
        }
    }
    text
}

/// The tables of a view with their titles.
fn parts(run: &Run, view: View, choice: Choice<'_>) -> Vec<(String, Table)> {
    let Choice { algorithms, implementations } = choice;
    match view {
        View::Verdicts => {
            let title = "Who accepts what (✓ is accepted, – is rejected, ? could not be asked)";
            let verdicts = tables::verdicts(run).map(|verdicts| (title.into(), verdicts));
            verdicts.into_iter().chain([("The cases".into(), tables::cases(run))]).collect()
        }
        View::Implementations => vec![
            ("Measured".into(), tables::implementations(run)),
            ("Not measured".into(), tables::absent(run)),
        ],
        View::Latency | View::Batch | View::Ratios | View::Beside => {
            let all = tables::shortest(run);
            let chosen = Algorithm::ALL.iter().filter(|it| algorithms.is_empty() || algorithms.contains(it));
            let part = |algorithm: &Algorithm| {
                let groups: Vec<&Group<'_>> =
                    all.iter().filter(|group| group.what.algorithm == *algorithm).collect();
                let (unit, part) = match view {
                    View::Latency => ("one at a time, nanoseconds", latency(run, &groups)),
                    View::Batch => ("n at a time, nanoseconds an item", batch(&groups)),
                    View::Beside => ("items a second", beside(run, &groups, implementations)),
                    _ => ("the fastest, nanoseconds an item", ratios(&groups)),
                };
                (format!("{}, {unit}{}", algorithm.title(), messages(&groups)), part)
            };
            chosen.map(part).collect()
        }
    }
}

/// `, messages of 32 bytes`.
fn messages(groups: &[&Group<'_>]) -> String {
    let bytes = groups.iter().find_map(|group| group.what.message_bytes);
    bytes.map_or(String::new(), |bytes| format!(", messages of {bytes} bytes"))
}

fn latency(run: &Run, groups: &[&Group<'_>]) -> Table {
    let groups: Vec<_> = groups.iter().filter(|group| !group.what.operation.takes_many()).collect();
    let mut table = Table::new(&[("implementation", Align::Left)]);
    table.columns.extend(groups.iter().map(|group| (group.what.short(), Align::Right)));
    for who in &run.implementations {
        let times: Vec<Option<f64>> = groups
            .iter()
            .map(|group| group.at(1).iter().find(|(other, _)| other.id == who.id).map(|(_, point)| point.ns))
            .collect();
        if times.iter().any(Option::is_some) {
            let mut row = vec![who.name.clone()];
            row.extend(times.into_iter().map(|ns| ns.map_or(NOTHING.into(), numbers::thousands)));
            table.rows.push(row);
        }
    }
    table
}

fn batch(groups: &[&Group<'_>]) -> Table {
    let groups: Vec<_> = groups.iter().filter(|group| group.what.operation.takes_many()).collect();
    let mut sizes: Vec<usize> = groups.iter().flat_map(|group| group.sizes()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut table = Table::new(&[("operation", Align::Left), ("implementation", Align::Left)]);
    table.first_is_label = true;
    let n = |n: &usize| (format!("n = {}", numbers::thousands(*n as f64)), Align::Right);
    table.columns.extend(sizes.iter().map(n));
    for group in groups {
        for series in &group.series {
            let mut row = vec![group.what.short(), series.implementation.name.clone()];
            row.extend(sizes.iter().map(|n| {
                let point = series.points.iter().find(|point| point.n == *n);
                point.map_or(NOTHING.into(), |point| numbers::thousands(point.ns))
            }));
            table.rows.push(row);
        }
    }
    table
}

fn ratios(groups: &[&Group<'_>]) -> Table {
    let mut table = Table::new(&[
        ("operation", Align::Left),
        ("n", Align::Right),
        ("ours", Align::Right),
        ("the fastest other", Align::Right),
        ("time ÷ ours", Align::Right),
        ("which", Align::Left),
    ]);
    table.first_is_label = true;
    for group in groups {
        let Some(n) = group.largest_shared() else { continue };
        let (Some((_, ours)), Some((who, other))) = (group.fastest(n, true), group.fastest(n, false)) else {
            continue;
        };
        table.rows.push(vec![
            group.what.short(),
            numbers::thousands(n as f64),
            numbers::thousands(ours.ns),
            numbers::thousands(other.ns),
            numbers::three_digits(other.ns / ours.ns),
            who.name.clone(),
        ]);
    }
    table
}

/// Columns of `ids`, rows of what the first of them was measured with. The last column has the time of the first
/// over that of the fastest of ours among them.
fn beside(run: &Run, groups: &[&Group<'_>], ids: &[&str]) -> Table {
    let chosen: Vec<_> = match ids {
        [] => run.implementations.iter().collect(),
        ids => ids.iter().filter_map(|id| run.implementations.iter().find(|who| who.id == *id)).collect(),
    };
    let mut table = Table::new(&[("operation", Align::Left), ("n", Align::Right)]);
    table.first_is_label = true;
    table.columns.extend(chosen.iter().map(|who| (who.name.clone(), Align::Right)));
    table.columns.push(("time ÷ ours".into(), Align::Right));
    for group in groups {
        for n in group.sizes() {
            let all = group.at(n);
            let of = |id: &str| all.iter().find(|(who, _)| who.id == id).map(|(_, point)| point.ns);
            let Some(first) = chosen.first().and_then(|who| of(&who.id)) else { continue };
            let mut row = vec![group.what.short(), numbers::thousands(n as f64)];
            row.extend(chosen.iter().map(|who| of(&who.id).map_or(NOTHING.into(), per_second)));
            let ours = chosen.iter().filter(|who| who.ours).filter_map(|who| of(&who.id)).reduce(f64::min);
            row.push(ours.map_or(NOTHING.into(), |ours| numbers::three_digits(first / ours)));
            table.rows.push(row);
        }
    }
    table
}

/// How many a second, with three digits that say something: `38,900`.
fn per_second(ns: f64) -> String {
    let rate = 1e9 / ns;
    let unit = 10_f64.powf(rate.log10().floor() - 2.0).max(1.0);
    numbers::thousands((rate / unit).round() * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(which: View, algorithms: &[Algorithm]) -> String {
        shown_of(which, Choice { algorithms, implementations: &[] })
    }

    fn shown_of(which: View, choice: Choice<'_>) -> String {
        let mut run = crate::tests::run(&["chop-portable", "other"], &[1, 1024]);
        for result in &mut run.results {
            result.ns = if result.implementation == "other" { 30_000.0 } else { 20_000.0 };
        }
        view(&run, which, choice, Language::English)
    }

    #[test]
    fn every_view_says_where_and_how_it_was_measured() {
        for which in View::ALL {
            let text = shown(which, &[]);
            assert!(text.contains("Measured by:\n\n```sh\ncargo xtask rivals\n```\n"), "{which}: {text}");
            assert_eq!(View::from_name(which.name()), Some(which));
        }
    }

    #[test]
    fn latency_has_a_row_for_everybody_and_a_column_an_operation() {
        let text = shown(View::Latency, &[]);
        assert!(text.contains("Ed25519, one at a time, nanoseconds, messages of 32 bytes:\n\n"), "{text}");
        assert!(text.contains("| implementation | keygen | sign | verify, key as bytes |\n"), "{text}");
        assert!(text.contains("| other | 30,000 | 30,000 | 30,000 |\n"), "{text}");
    }

    #[test]
    fn batch_has_a_column_for_every_n() {
        let text = shown(View::Batch, &[]);
        assert!(text.contains("| operation | implementation | n = 1 | n = 1,024 |\n"), "{text}");
        assert!(text.contains("| verify_all, key as bytes | chop-portable | 20,000 | 20,000 |\n"), "{text}");
    }

    #[test]
    fn ratios_name_the_fastest_other() {
        let text = shown(View::Ratios, &[]);
        assert!(
            text.contains("| verify_all, key as bytes | 1,024 | 20,000 | 30,000 | 1.50 | other |\n"),
            "{text}"
        );
    }

    #[test]
    fn rates_stand_beside_each_other_in_the_order_that_is_asked_for() {
        let choice = Choice { algorithms: &[], implementations: &["other", "chop-portable"] };
        let text = shown_of(View::Beside, choice);
        assert!(text.contains("| operation | n | other | chop-portable | time ÷ ours |\n"), "{text}");
        assert!(text.contains("| verify_all, key as bytes | 1,024 | 33,300 | 50,000 | 1.50 |\n"), "{text}");
        let text = shown_of(View::Beside, Choice { algorithms: &[], implementations: &["other"] });
        assert!(text.contains("| sign | 1 | 33,300 | – |\n"), "{text}");
    }

    #[test]
    fn algorithms_are_chosen() {
        assert!(!shown(View::Latency, &[Algorithm::Sm2]).contains("Ed25519, "));
        assert!(shown(View::Latency, &[Algorithm::Ed25519]).contains("Ed25519, "));
    }
}
