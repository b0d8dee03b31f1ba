//! The machine and the results, as a table and as JSON.

use super::cases::Series;
use super::measure::Measurement;
use super::operations::POLICY;
use crate::commands::all_cores;
use chop::level::Level;
use serde_json::{Value, json};
use std::env::consts::{ARCH, OS};

/// One measurement with what was measured.
pub(super) struct Row<'a> {
    pub(super) series: &'a Series,
    pub(super) n: usize,
    pub(super) measurement: Measurement,
}

/// The results as one JSON object.
pub(super) fn to_json(rows: &[Row<'_>], threads: usize) -> String {
    let machine = json!({
        "processor": processor(),
        "processors": all_cores(),
        "os": OS,
        "arch": ARCH,
        "chop": VERSION,
        "level": Level::detect().name(),
        "policy": policy(),
    });
    let results: Vec<Value> = rows
        .iter()
        .map(|Row { series, n, measurement }| {
            json!({
                "operation": series.operation.name(),
                "algorithm": series.algorithm.name(),
                "level": series.level.name(),
                "key": series.key.map(|key| key.name()),
                "n": n,
                "message_bytes": series.message_bytes,
                "threads": threads,
                "ns": tenths(measurement.median),
                "ns_min": tenths(measurement.least),
                "rounds": measurement.rounds,
            })
        })
        .collect();
    format!("{:#}\n", json!({ "machine": machine, "results": results }))
}

/// The results for people.
pub(super) fn to_table(rows: &[Row<'_>], threads: usize) -> String {
    let head = format!(
        "processor:  {}\nprocessors: {}\nsystem:     {OS} {ARCH}\nchop:       {VERSION}\n\
         level:      {}, the fastest here\npolicy:     {}\nthreads:    {threads}\n\n",
        processor(),
        all_cores(),
        Level::detect().name(),
        policy(),
    );
    let titles = TITLES.map(|(title, _)| title.to_owned());
    let mut lines = vec![titles];
    lines.extend(rows.iter().map(cells));
    let widths: Vec<usize> = (0..TITLES.len())
        .map(|column| lines.iter().map(|line| line[column].len()).max().unwrap_or(0))
        .collect();
    let line = |cells: &[String; TITLES.len()]| {
        let columns = cells.iter().zip(TITLES).zip(&widths);
        let padded: Vec<String> = columns
            .map(|((cell, (_, align)), width)| match align {
                Align::Left => format!("{cell:<width$}"),
                Align::Right => format!("{cell:>width$}"),
            })
            .collect();
        padded.join("  ") + "\n"
    };
    head + &lines.iter().map(line).collect::<String>()
}

#[derive(Clone, Copy)]
enum Align {
    Left,
    Right,
}

/// The columns of the table: times and rates are of one item.
const TITLES: [(&str, Align); 9] = [
    ("operation", Align::Left),
    ("algorithm", Align::Left),
    ("level", Align::Left),
    ("key", Align::Left),
    ("n", Align::Right),
    ("message", Align::Right),
    ("ns", Align::Right),
    ("least", Align::Right),
    ("per second", Align::Right),
];

fn cells(row: &Row<'_>) -> [String; TITLES.len()] {
    let Row { series, n, measurement } = row;
    [
        series.operation.name().to_owned(),
        series.algorithm.name().to_owned(),
        series.level.name().to_owned(),
        series.key.map_or("-", |key| key.name()).to_owned(),
        n.to_string(),
        series.message_bytes.map_or("-".to_owned(), |bytes| bytes.to_string()),
        format!("{:.0}", measurement.median),
        format!("{:.0}", measurement.least),
        format!("{:.0}", 1e9 / measurement.median),
    ]
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn policy() -> &'static str {
    POLICY.id().unwrap_or("custom")
}

/// Nanoseconds with one digit after the point: no clock here is better.
fn tenths(ns: f64) -> f64 {
    (ns * 10.0).round() / 10.0
}

/// What the system calls the processor; its architecture where the system does not say.
fn processor() -> String {
    let described = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    model(&described).unwrap_or(ARCH).to_owned()
}

fn model(described: &str) -> Option<&str> {
    let fields = described.lines().filter_map(|line| line.split_once(':'));
    let mut names = fields.filter(|(field, _)| field.trim() == "model name").map(|(_, name)| name.trim());
    names.find(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_named_as_the_system_names_it() {
        let described = "processor\t: 0\nmodel\t\t: 1\nmodel name\t: A processor: fast\n\nprocessor\t: 1\n";
        assert_eq!(model(described), Some("A processor: fast"));
        assert_eq!(model("processor\t: 0\nBogoMIPS\t: 50.00\n"), None);
    }
}
