//! The results: as data, and as a table for people.

use super::cases::Series;
use super::measure::Measurement;
use super::operations::POLICY;
use super::secp256k1;
use chop::level::Level;
use chop_report::{Implementation, Machine, Run};

/// One measurement with what was measured.
pub(super) struct Row<'a> {
    pub(super) series: &'a Series,
    pub(super) n: usize,
    pub(super) measurement: Measurement,
}

/// The results as data: each level is an implementation.
pub(super) fn to_run(command: &str, rows: &[Row<'_>], threads: usize) -> Run {
    let mut run = Run::new(command, machine());
    for Row { series, n, measurement } in rows {
        let level = series.level.name();
        let id = format!("chop-{level}");
        if run.implementation(&id).is_none() {
            run.implementations.push(Implementation {
                id: id.clone(),
                name: format!("chop, {level}"),
                version: VERSION.into(),
                language: "Rust".into(),
                flags: String::new(),
                rule: format!("{} (Ed25519), GB/T 32918 (SM2), {} (secp256k1)", policy(), secp256k1::RULE),
                constant_time: Some("yes".into()),
                ours: true,
            });
        }
        run.results.push(chop_report::Measurement {
            implementation: id,
            operation: series.operation,
            algorithm: series.algorithm,
            level: Some(level.into()),
            key: series.key,
            n: *n,
            message_bytes: series.message_bytes,
            threads,
            ns: tenths(measurement.median),
            ns_min: tenths(measurement.least),
            rounds: measurement.rounds,
            call: None,
        });
    }
    run
}

/// The results for people.
pub(super) fn to_table(rows: &[Row<'_>], threads: usize) -> String {
    let Machine { processor, processors, os, arch, chop, level, policy, .. } = machine();
    let head = format!(
        "processor:  {processor}\nprocessors: {processors}\nsystem:     {os} {arch}\nchop:       {chop}\n\
         level:      {level}, the fastest here\npolicy:     {policy}\nthreads:    {threads}\n\n",
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
        series.operation.to_string(),
        series.algorithm.to_string(),
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

fn machine() -> Machine {
    Machine::here(VERSION, Level::detect().name(), policy())
}

fn policy() -> &'static str {
    POLICY.id().unwrap_or("custom")
}

/// Nanoseconds with one digit after the point: no clock here is better.
fn tenths(ns: f64) -> f64 {
    (ns * 10.0).round() / 10.0
}
