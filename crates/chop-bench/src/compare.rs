//! Times two programs in turns.
//!
//! One program rests while the other works, both on one processor; a round measures every operation
//! once in each, for a few milliseconds, and rounds alternate which is first. So a slow second of the
//! machine meets both, and spoils few of the rounds.

use crate::Options;
use crate::circumstances::{load, print_circumstances};
use crate::programs::{Program, processor};
use crate::rivals::{least, median as middle};
use chop_bench::operation::Operation;

/// The measurements of one operation.
struct Series {
    operation: Operation,
    /// Calls a measurement, in each program.
    calls: [usize; 2],
    /// Nanoseconds an item, in each program, a round after the other.
    times: [Vec<f64>; 2],
}

pub(crate) fn run(options: &Options) -> Result<(), String> {
    let [chop, rival] = [options.chop()?, options.rival_build()?];
    let cpu = processor();
    let mut programs = [Program::start(&chop, cpu)?, Program::start(&rival, cpu)?];
    print_circumstances(options)?;
    let level = programs[0].level()?;
    programs[1].level()?;
    println!("level      {level}");
    match cpu {
        Some(cpu) => println!("held on    processor {cpu}"),
        None => println!("held on    no processor: there is no `taskset`"),
    }
    println!("load       {}", load());

    let mut all = Vec::new();
    for operation in options.operations(usize::MAX) {
        let results = [programs[0].check(&operation)?, programs[1].check(&operation)?];
        if results[0] != results[1] {
            return Err(format!("{operation}: the programs compute different things"));
        }
        let mut calls = [1, 1];
        for (program, calls) in programs.iter_mut().zip(&mut calls) {
            while program.time(&operation, *calls)? < options.milliseconds * 1_000_000 {
                *calls *= 2;
            }
        }
        all.push(Series { operation, calls, times: [Vec::new(), Vec::new()] });
    }
    for round in 0..options.rounds {
        for series in &mut all {
            for turn in 0..2 {
                let which = (round + turn) % 2;
                let calls = series.calls[which];
                let time = programs[which].time(&series.operation, calls)?;
                series.times[which].push(time as f64 / (calls * series.operation.items()) as f64);
            }
        }
    }

    println!("load       {} at the end, {} rounds", load(), options.rounds);
    println!();
    println!(
        "ns a key, signature or secret; ratio = chop / {}, below 1 where chop is faster",
        options.rival.name()
    );
    println!(
        "{:<41} {:>9} {:>10} {:>7} {:>10} {:>11} {:>7} {:>7}",
        "operation/level/size",
        "chop",
        options.rival.name(),
        "ratio",
        "chop least",
        "rival least",
        "ratio",
        "paired"
    );
    for series in &all {
        let [chop, rival] = &series.times;
        let (median, least) = ([middle(chop), middle(rival)], [least(chop), least(rival)]);
        let pairs: Vec<f64> = chop.iter().zip(rival).map(|(c, r)| c / r).collect();
        println!(
            "{:<41} {:>9.0} {:>10.0} {:>7.3} {:>10.0} {:>11.0} {:>7.3} {:>7.3}",
            series.operation.title(&level),
            median[0],
            median[1],
            median[0] / median[1],
            least[0],
            least[1],
            least[0] / least[1],
            middle(&pairs),
        );
    }
    Ok(())
}
