//! Counts instructions with Valgrind: the same number in every run, on any machine, however busy.
//!
//! An instruction is not a unit of time (a multiplication costs more than a move), so a ratio here is
//! a hint where to look, not a speed.

use crate::Options;
use crate::builds::Ready;
use crate::circumstances::print_circumstances;
use chop_bench::inputs::ROUND;
use chop_bench::operation::Operation;
use std::process::Command;

pub(crate) fn run(options: &Options) -> Result<(), String> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return Err("there is no valgrind".to_owned());
    }
    let [chop, rival] = [options.chop()?, options.rival_build()?];
    print_circumstances(options)?;
    println!("level      {}", options.level);
    let operations = options.operations(64);
    println!();
    println!("instructions a key, signature or secret");
    println!("{:<41} {:>10} {:>10} {:>7}", "operation/level/size", "chop", options.rival.name(), "ratio");
    for operation in operations {
        let chop = instructions(&chop, &operation)?;
        let rival = instructions(&rival, &operation)?;
        let title = operation.title(&options.level);
        println!("{title:<41} {chop:>10.0} {rival:>10.0} {:>7.3}", chop / rival);
    }
    Ok(())
}

/// Instructions an item: those of a run with more calls less those of one with fewer, so that the
/// preparation of inputs does not count.
fn instructions(program: &Ready, operation: &Operation) -> Result<f64, String> {
    let calls = if operation.items() == 1 { ROUND } else { 2 };
    let few = total(program, operation, 1)?;
    let many = total(program, operation, 1 + calls)?;
    Ok((many - few) / (calls * operation.items()) as f64)
}

fn total(program: &Ready, operation: &Operation, calls: usize) -> Result<f64, String> {
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(&program.program)
        .args([operation.name, &operation.size.to_string(), &calls.to_string()])
        .envs(program.environment.iter().map(|(name, value)| (name, value)))
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let count =
        text.lines().find_map(|line| line.split_once("refs:")).map(|(_, n)| n.trim().replace(',', ""));
    count.and_then(|n| n.parse().ok()).ok_or_else(|| format!("no count for {operation}:\n{text}"))
}
