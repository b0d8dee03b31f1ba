//! `chop bench`: how fast this machine does what the library can.
//!
//! `cases` says what is measured, `operations`, `sm2` and `secp256k1` make the inputs, call the library and check its results,
//! `measure` takes the times, `report` makes data and a table of them.

mod bip340;
mod cases;
mod measure;
mod operations;
mod report;
mod secp256k1;
mod sm2;

use crate::exit::Outcome;
use crate::files::{self, Destination, Readers};
use crate::output;
use anyhow::{Context, bail, ensure};
use cases::Series;
use chop::level::{self, Level};
use chop_report::{Algorithm, Operation};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use measure::{Effort, Threads};
use operations::{Inputs, Material};
use report::Row;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Measure how fast this machine generates keys, signs, verifies, recovers keys and agrees on secrets
///
/// Every operation of every algorithm on every level of this processor, for 1 to 16384 items a call and messages of 32 and
/// 1024 bytes. Times are nanoseconds an item: the median over rounds of at least 10 ms, and the least. Keys
/// are given as bytes, decoded, prepared (64 different ones), or as the same bytes in every item. Every result is checked before it is timed. It takes a few minutes; other programs that run at the same time
/// make the numbers worse. With --html the results are also written as a page to look at and to keep.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Measure fewer sizes in shorter rounds
    #[arg(long)]
    quick: bool,
    /// Run on N threads: bulk operations share their items out, single ones run on all at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Measure only this algorithm; can be repeated
    #[arg(long, value_parser = algorithms(), value_name = "NAME", value_delimiter = ',')]
    algorithm: Vec<Algorithm>,
    /// Measure only this operation; can be repeated
    #[arg(long, value_parser = operations(), value_name = "NAME", value_delimiter = ',')]
    operation: Vec<Operation>,
    /// Measure only this level; can be repeated [default: all; portable32, portable8 and portable4 up to 64 items]
    #[arg(
        long, value_name = "NAME", value_delimiter = ',', value_parser = known_level,
        env = "CHOP_LEVEL", hide_env_values = true
    )]
    level: Vec<Level>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Also write a page with figures, for any browser: one file that needs nothing else
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Overwrite that file
    #[arg(long, requires = "html")]
    force: bool,
}

fn algorithms() -> impl TypedValueParser<Value = Algorithm> {
    let names = PossibleValuesParser::new(Algorithm::ALL.iter().map(|algorithm| algorithm.name()));
    names.map(|name| Algorithm::from_name(&name).expect("names are those of algorithms"))
}

fn operations() -> impl TypedValueParser<Value = Operation> {
    let names = PossibleValuesParser::new(Operation::ALL.iter().map(|operation| operation.name()));
    names.map(|name| Operation::from_name(&name).expect("names are those of operations"))
}

impl Args {
    fn destination<'a>(&self, page: &'a Path, inputs: &'a files::Inputs) -> Destination<'a> {
        Destination { path: page, force: self.force, readers: Readers::Everybody, inputs }
    }

    /// The command that measures the same again, without the names of files.
    fn command(&self) -> String {
        let mut command = String::from("chop bench");
        let mut add = |option: &str, values: Vec<&str>| {
            if !values.is_empty() {
                command += &format!(" --{option} {}", values.join(","));
            }
        };
        add("algorithm", self.algorithm.iter().map(|algorithm| algorithm.name()).collect());
        add("operation", self.operation.iter().map(|operation| operation.name()).collect());
        add("level", self.level.iter().map(|level| level.name()).collect());
        if self.threads != 1 {
            command += &format!(" --threads {}", self.threads);
        }
        if self.quick {
            command += " --quick";
        }
        command + " --json"
    }
}

fn known_level(name: &str) -> Result<Level, String> {
    let available: Vec<_> = Level::available().map(Level::name).collect();
    Level::from_name(name).ok_or_else(|| format!("this processor has {}", available.join(", ")))
}

/// Measures and prints.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    if cfg!(debug_assertions) {
        output::note("chop: this program was built for debugging: it is slower than one built for use");
    }
    let plan = cases::plan(&args.algorithm, &args.operation, &args.level, args.quick);
    ensure!(
        !plan.is_empty(),
        "nothing to measure: the algorithm that is named has no operation that is named"
    );
    let inputs = files::Inputs::default();
    if let Some(page) = &args.html {
        ensure!(!files::is_dash(page), "a page is written to a file: name one after --html");
        // Before the work, which takes minutes.
        args.destination(page, &inputs).check()?;
        let folder = page.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            bail!("cannot write {}: there is no folder {}", output::name(page), output::name(folder));
        }
    }
    let effort = if args.quick { Effort::QUICK } else { Effort::FULL };
    let threads = Threads::new(usize::from(args.threads))?;
    let bar = progress(&plan);
    let rows = measure_all(&plan, &threads, effort, &bar)?;
    bar.finish_and_clear();
    let run = report::to_run(&args.command(), &rows, threads.count());
    let text = if args.json { run.to_json() } else { report::to_table(&rows, threads.count()) };
    output::print(&text)?;
    if let Some(page) = &args.html {
        args.destination(page, &inputs).write(chop_report::html(&run).as_bytes())?;
    }
    Ok(Outcome::Done)
}

/// How many inputs there are at least: calls go round them.
const INPUTS: usize = 256;

fn measure_all<'a>(
    plan: &'a [Series],
    threads: &Threads,
    effort: Effort,
    bar: &ProgressBar,
) -> anyhow::Result<Vec<Row<'a>>> {
    let largest = plan.iter().flat_map(|series| series.sizes.iter().copied()).fold(INPUTS, usize::max);
    level::force(None);
    bar.set_message("making keys");
    let number = |algorithm| match plan.iter().any(|series| series.algorithm == algorithm) {
        true => largest,
        false => 0,
    };
    let inputs = Inputs::new(largest);
    let sm2_inputs = sm2::Inputs::new(number(Algorithm::Sm2))?;
    let secp256k1_inputs = secp256k1::Inputs::new(number(Algorithm::Secp256k1))?;
    let bip340_inputs = bip340::Inputs::new(number(Algorithm::Bip340))?;
    let mut rows = Vec::new();
    for series in plan {
        // The fastest level makes what the measured level must agree with.
        level::force(None);
        bar.set_message(series.to_string());
        let (material, sm2_material, secp256k1_material, bip340_material);
        let work = match series.algorithm {
            Algorithm::Sm2 => {
                sm2_material = sm2::Material::new(&sm2_inputs, series);
                sm2_material.work()
            }
            Algorithm::Secp256k1 => {
                secp256k1_material = secp256k1::Material::new(&secp256k1_inputs, series);
                secp256k1_material.work()
            }
            Algorithm::Bip340 => {
                bip340_material = bip340::Material::new(&bip340_inputs, series);
                bip340_material.work()
            }
            Algorithm::Ed25519 | Algorithm::X25519 => {
                material = Material::new(&inputs, series);
                material.work()
            }
        };
        let work = work.with_context(|| format!("{series}: there is no such operation"))?;
        level::force(Some(series.level));
        for &n in &series.sizes {
            bar.set_message(format!("{series}, n = {n}"));
            ensure!(
                measure::is_right(threads, &*work, n),
                "{series}, n = {n}: the result is wrong, and a wrong result has no speed; please report this \
                 with the output of `chop cpu`"
            );
            rows.push(Row { series, n, measurement: measure::measure(threads, &*work, n, effort) });
            bar.inc(1);
        }
    }
    Ok(rows)
}

/// A bar on standard error, if that is a terminal.
fn progress(plan: &[Series]) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(plan.iter().map(|series| series.sizes.len() as u64).sum());
    if let Ok(style) = ProgressStyle::with_template("{bar:12} {pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn the_command_measures_the_same_again_and_names_no_files() {
        for (given, said) in [
            ("chop", "chop bench --json"),
            (
                "chop --quick --threads 2 --operation sign --operation verify --html a.html --algorithm sm2",
                "chop bench --algorithm sm2 --operation sign,verify --threads 2 --quick --json",
            ),
            ("chop --level portable,portable8 --json", "chop bench --level portable,portable8 --json"),
        ] {
            assert_eq!(Cli::parse_from(given.split(' ')).args.command(), said);
        }
    }
}
