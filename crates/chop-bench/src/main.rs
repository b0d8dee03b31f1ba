//! Measures chop beside its rivals.
//!
//! ```text
//! cargo run --release --manifest-path crates/chop-bench/Cargo.toml -- compare
//! cargo run --release --manifest-path crates/chop-bench/Cargo.toml -- count
//! cargo run --release --manifest-path crates/chop-bench/Cargo.toml -- rivals
//! ```

mod builds;
mod circumstances;
mod compare;
mod count;
mod programs;
mod rivals;

use builds::{Build, Libraries, Profile, Ready};
use chop_bench::operation::{Operation, Rival};
use std::process::ExitCode;

const USAGE: &str = "\
usage: chop-bench compare|count|rivals [OPTIONS]
  compare   processor time of chop and of its rival, in turns, and the ratio of the two
  count     instructions of one call, by Valgrind: repeatable on a busy machine
  rivals    everybody in one run: see below
  --only TEXT        operations whose name/size contains TEXT
  --level NAME       the level of chop: portable (default), portable32, portable8, …
  --rival NAME       dalek (default), commonware, efficient-sm2, sm2
  --backend NAME     the backend of dalek: serial (default), auto
  --rounds N         rounds of `compare` (default 31)
  --milliseconds N   at least so long for each measurement of `compare` (default 10)
  --largest N        no batches larger than N (default 16384; `count`: 64)";

/// What the command line asks for.
struct Options {
    only: String,
    level: String,
    rival: Rival,
    backend: String,
    rounds: usize,
    milliseconds: u64,
    largest: Option<usize>,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().unwrap_or_default();
    let result = match command.as_str() {
        "compare" => parse(arguments).and_then(|options| compare::run(&options)),
        "count" => parse(arguments).and_then(|options| count::run(&options)),
        "rivals" => rivals::run(arguments),
        _ => Err(format!("{USAGE}\n\n{}", rivals::USAGE)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        only: String::new(),
        level: "portable".to_owned(),
        rival: Rival::Dalek,
        backend: "serial".to_owned(),
        rounds: 31,
        milliseconds: 10,
        largest: None,
    };
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value\n{USAGE}"))?;
        let number = || value.parse().map_err(|_| format!("{name}: not a number: {value}"));
        match name.as_str() {
            "--only" => options.only = value,
            "--level" => options.level = value,
            "--rival" => {
                options.rival =
                    Rival::from_name(&value).ok_or_else(|| format!("no rival {value}\n{USAGE}"))?;
            }
            "--backend" if matches!(value.as_str(), "serial" | "auto") => options.backend = value,
            "--rounds" => options.rounds = number()?,
            "--milliseconds" => options.milliseconds = number()? as u64,
            "--largest" => options.largest = Some(number()?),
            _ => return Err(format!("unknown: {name} {value}\n{USAGE}")),
        }
    }
    if options.rounds == 0 {
        return Err("--rounds: at least 1".to_owned());
    }
    Ok(options)
}

impl Options {
    /// chop, built stock as its users build it: what is faster is chosen at run time.
    fn chop(&self) -> Result<Ready, String> {
        let chop = make("chop-portable")?;
        Ok(Ready { environment: vec![("CHOP_LEVEL", self.level.clone())], ..chop })
    }

    /// The rival, stock but for the backend of dalek.
    fn rival_build(&self) -> Result<Ready, String> {
        match self.rival {
            Rival::Dalek => make(&format!("dalek-{}", self.backend)),
            rival => make(rival.name()),
        }
    }

    /// The operations asked for, without batches larger than `largest` or what the user said. Says which
    /// of them the rival is not measured with.
    fn operations(&self, largest: usize) -> Vec<Operation> {
        let largest = self.largest.unwrap_or(largest);
        let mut operations = Operation::all();
        operations.retain(|o| o.to_string().contains(&self.only) && o.items() <= largest);
        let (measured, others): (Vec<_>, Vec<_>) =
            operations.into_iter().partition(|o| o.is_measured_with(self.rival));
        let mut names: Vec<&str> = others.iter().map(|o| o.name).collect();
        names.dedup();
        if !names.is_empty() {
            println!("left out   {}: not measured with {}", names.join(", "), self.rival.name());
        }
        measured
    }
}

/// Builds a row of the table.
fn make(id: &str) -> Result<Ready, String> {
    let build = Build::of(id).ok_or_else(|| format!("there is no build {id}"))?;
    build.make(&Libraries::new(), Profile::Release).map_err(|reason| format!("{id}: {reason}"))
}
