//! Tables of text, before they are Markdown or HTML.

use crate::groups::{Group, groups};
use crate::{Case, Run, circumstances, numbers};

/// How a column is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// A table: its columns and rows of as many cells. The first cell of a row is its name.
#[derive(Debug, PartialEq)]
pub(crate) struct Table {
    pub(crate) columns: Vec<(String, Align)>,
    pub(crate) rows: Vec<Vec<String>>,
    /// Whether that name is of an operation, in words of ours, and not one that the run gives.
    pub(crate) first_is_label: bool,
}

impl Table {
    pub(crate) fn new(columns: &[(&str, Align)]) -> Table {
        let columns = columns.iter().map(|(title, align)| (title.to_string(), *align)).collect();
        Table { columns, rows: Vec::new(), first_is_label: false }
    }
}

use Align::{Left, Right};

/// What is written where there is nothing to say.
pub(crate) const NOTHING: &str = "–";

/// Where, when and how.
pub(crate) fn facts(run: &Run) -> Table {
    let mut table = Table::new(&[("what", Left), ("value", Left)]);
    table.rows =
        circumstances::facts(run).into_iter().map(|(name, value)| vec![name.into(), value]).collect();
    table
}

/// The implementations that were measured.
pub(crate) fn implementations(run: &Run) -> Table {
    let mut table = Table::new(&[
        ("name", Left),
        ("version", Left),
        ("language", Left),
        ("built with", Left),
        ("verifies by", Left),
        ("constant time", Left),
    ]);
    for who in &run.implementations {
        table.rows.push(vec![
            if who.ours { format!("{} (ours)", who.name) } else { who.name.clone() },
            who.version.clone(),
            who.language.clone(),
            if who.flags.is_empty() { "its defaults".into() } else { who.flags.clone() },
            who.rule.clone(),
            who.constant_time.clone().unwrap_or_else(|| "not known".into()),
        ]);
    }
    table
}

/// The implementations that were not measured, and why.
pub(crate) fn absent(run: &Run) -> Table {
    let mut table = Table::new(&[("name", Left), ("why it was not measured", Left)]);
    table.rows = run.absent.iter().map(|absent| vec![absent.name.clone(), absent.reason.clone()]).collect();
    table
}

/// All numbers of a group.
pub(crate) fn numbers_of(group: &Group<'_>) -> Table {
    let many = group.what.operation.takes_many();
    let verifies = group.what.operation.verifies();
    let called = group.series.iter().flat_map(|series| &series.points).any(|point| point.call.is_some());
    let columns = [
        (true, ("implementation", Left)),
        (many, ("n", Right)),
        (true, ("ns", Right)),
        (true, ("least ns", Right)),
        (true, ("per second", Right)),
        (true, ("time ÷ ours", Right)),
        (true, ("rounds", Right)),
        (verifies, ("verifies by", Left)),
        (called, ("call", Left)),
    ];
    let kept: Vec<_> = columns.iter().filter(|(kept, _)| *kept).map(|(_, column)| *column).collect();
    let mut table = Table::new(&kept);
    for n in group.sizes() {
        for (who, point) in group.at(n) {
            let cells = [
                who.name.clone(),
                numbers::thousands(n as f64),
                numbers::thousands(point.ns),
                numbers::thousands(point.ns_min),
                numbers::thousands(point.per_second()),
                group.ratio(point).map_or(NOTHING.into(), numbers::three_digits),
                point.rounds.to_string(),
                who.rule.clone(),
                point.call.clone().unwrap_or_default(),
            ];
            let row = cells.into_iter().zip(columns).filter(|(_, (kept, _))| *kept).map(|(cell, _)| cell);
            table.rows.push(row.collect());
        }
    }
    table
}

/// The verdicts of all implementations, a numbered column per case; `None` if no implementation was asked.
pub(crate) fn verdicts(run: &Run) -> Option<Table> {
    let verdicts = run.verdicts.as_ref()?;
    let mut table = Table::new(&[("implementation", Left), ("verifies by", Left)]);
    table.columns.extend((1..=verdicts.cases.len()).map(|number| (number.to_string(), Left)));
    for row in &verdicts.rows {
        let Some(who) = run.implementation(&row.implementation) else { continue };
        // `verify@zip-215`: one function by several rules.
        let (route, rule) = match &row.route {
            Some(route) => route.split_once('@').unwrap_or((route, &who.rule)),
            None => ("verify", who.rule.as_str()),
        };
        let name = if route == "verify" { who.name.clone() } else { format!("{}, {route}", who.name) };
        let mut cells = vec![name, rule.to_owned()];
        cells.extend(row.accepts.iter().map(|verdict| {
            match verdict {
                Some(true) => "✓",
                Some(false) => NOTHING,
                None => "?",
            }
            .to_owned()
        }));
        table.rows.push(cells);
    }
    Some(table)
}

/// What the numbers of the cases of [`verdicts`] mean.
pub(crate) fn cases(run: &Run) -> Table {
    let mut table = Table::new(&[("number", Left), ("case", Left), ("what is irregular", Left)]);
    let cases = run.verdicts.iter().flat_map(|verdicts| &verdicts.cases);
    let row = |(i, case): (usize, &Case)| vec![(i + 1).to_string(), case.id.clone(), case.note.clone()];
    table.rows = cases.enumerate().map(row).collect();
    table
}

/// The groups with the shortest messages of each operation: the others differ in hashing only.
pub(crate) fn shortest(run: &Run) -> Vec<Group<'_>> {
    let all = groups(run);
    let least: Vec<_> = all
        .iter()
        .map(|group| {
            let same = all.iter().filter(|other| {
                (other.what.algorithm, other.what.operation) == (group.what.algorithm, group.what.operation)
            });
            same.map(|other| other.what.message_bytes).min().flatten()
        })
        .collect();
    let kept = all.into_iter().zip(least).filter(|(group, least)| group.what.message_bytes == *least);
    kept.map(|(group, _)| group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Operation;

    #[test]
    fn numbers_have_a_column_for_what_the_group_has() {
        let run = Run::from_json(include_str!("../tests/data/small.json")).unwrap();
        let groups = groups(&run);
        let table = numbers_of(&groups[0]);
        let titles: Vec<&str> = table.columns.iter().map(|(title, _)| title.as_str()).collect();
        let expected = ["implementation", "ns", "least ns", "per second", "time ÷ ours", "rounds", "call"];
        assert_eq!(titles, expected);
        assert_eq!(table.rows[0], ["chop, portable", "25,000", "24,000", "39,999", "1.00", "5", ""]);
        assert_eq!(table.rows[1][1..5], ["50,001", "50,000", "20,000", "2.00"]);
    }

    #[test]
    fn verification_names_the_rule_of_everybody() {
        let run = crate::tests::run(&["chop-portable", "other"], &[1, 16]);
        for group in groups(&run) {
            let table = numbers_of(&group);
            let rule = table.columns.iter().position(|(title, _)| title == "verifies by");
            assert_eq!(rule.is_some(), group.what.operation.verifies());
            assert!(rule.is_none_or(|rule| table.rows.iter().all(|row| !row[rule].is_empty())));
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
        }
    }

    #[test]
    fn verdicts_are_words_and_nobody_is_said_to_reject_what_it_was_not_asked() {
        let run = Run::from_json(include_str!("../tests/data/small.json")).unwrap();
        let table = verdicts(&run).unwrap();
        assert_eq!(table.rows[0], ["chop, portable", "chop-1", "–", "–"]);
        assert_eq!(table.rows[1][2..], ["✓", "?"]);
        assert_eq!(cases(&run).rows[1], ["2", "s-large", "S ≥ ℓ"]);
    }

    #[test]
    fn the_shortest_messages_stand_for_all() {
        let mut run = crate::tests::run(&["chop-portable"], &[1]);
        let longer = run.results.clone().into_iter().filter(|result| result.message_bytes.is_some());
        run.results.extend(longer.map(|result| crate::Measurement { message_bytes: Some(1024), ..result }));
        let kept = shortest(&run);
        assert!(kept.iter().all(|group| [None, Some(32)].contains(&group.what.message_bytes)));
        assert!(kept.iter().any(|group| group.what.operation == Operation::Keygen));
        assert_eq!(2 * kept.len() - groups(&run).len(), 1, "only making keys has no messages");
    }
}
