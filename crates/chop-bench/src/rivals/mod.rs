//! Everybody in one run: builds, asks, measures and reports.
//!
//! Who cannot be built or started here is reported with the reason and stops nothing; who gives a wrong
//! verdict stops everything.

mod arguments;
mod corpus;
mod guard;
mod measure;
mod report;

pub(crate) use arguments::USAGE;
pub(crate) use measure::{least, median};

use crate::builds::{BUILDS, Build};
use crate::circumstances::{commit, load};
use crate::programs::{Program, processor};
use arguments::Arguments;
use chop_bench::about::About;
use chop_bench::subject::Case;
use chop_report::Absent;
use guard::Questions;
use std::time::Instant;

/// Somebody who is there to be measured.
pub(crate) struct Entrant {
    build: &'static Build,
    program: Program,
    about: About,
    level: String,
    operations: Vec<String>,
    routes: Vec<String>,
}

impl Entrant {
    /// Asks a program what it is.
    fn introduce(build: &'static Build, mut program: Program) -> Result<Entrant, String> {
        Ok(Entrant {
            build,
            about: program.about()?,
            level: program.level()?,
            operations: program.operations()?,
            routes: program.routes()?,
            program,
        })
    }

    fn verdicts(&mut self, route: &str, cases: &[&Case]) -> Result<Vec<Option<bool>>, String> {
        self.program.verdicts(route, cases).map_err(|error| format!("{}: {route}: {error}", self.build.id))
    }
}

/// The subcommand.
pub(crate) fn run(words: impl Iterator<Item = String>) -> Result<(), String> {
    let arguments = Arguments::parse(words)?;
    report::may_write(&arguments.out)?;
    let cpu = processor();
    let before = load();
    // Of what is built, whatever changes while it is measured.
    let commit = commit().ok().flatten();
    let (mut entrants, absent) = assemble(&arguments, cpu);
    if entrants.is_empty() {
        let reasons: Vec<String> = absent.iter().map(|a| format!("{}: {}", a.id, a.reason)).collect();
        return Err(format!("nobody is there to be measured\n{}", reasons.join("\n")));
    }

    let start = Instant::now();
    eprintln!(
        "asking     {} programs about signatures that are valid, altered and irregular",
        entrants.len()
    );
    let questions = Questions::new()?;
    let routes = guard::agree(&mut entrants, &questions)?;
    let verdicts = guard::table(&mut entrants, &questions.edges)?;
    eprintln!("           all agree on what is valid and altered, by {routes} routes");

    let operations = arguments.operations();
    eprintln!("preparing  {} operations", operations.len());
    let mut series = measure::prepare(&mut entrants, &operations)?;
    let budget = arguments.budget().saturating_sub(start.elapsed().as_nanos() as u64);
    let (plan, left_out) = measure::fit(&mut series, arguments.rounds, budget);
    eprintln!(
        "measuring  {} measurements a round, {} rounds, {:.1} ms or a call each",
        series.len(),
        plan.rounds,
        plan.slice as f64 / 1e6
    );
    for what in &left_out {
        eprintln!("left out   {what}: there is no time for them");
    }
    let first_round = Instant::now();
    measure::measure(&mut entrants, &mut series, plan, |round| {
        let spent = first_round.elapsed().as_nanos() as u64;
        let left = arguments.budget().saturating_sub(start.elapsed().as_nanos() as u64);
        // Rounds that the user asked for are done, however long they take.
        let goes_on = arguments.rounds.is_some() || measure::reaches(round, spent, left);
        let what = if goes_on { "" } else { " is left out: the time is spent" };
        eprintln!("round      {} of {}, {} s{what}", round + 1, plan.rounds, start.elapsed().as_secs());
        goes_on
    })?;
    say_who_differs(&entrants, &verdicts, &questions);

    let mut run = report::run(&arguments, cpu, [before, load()], &entrants, absent, &series, verdicts);
    run.commit = commit;
    report::write(&arguments.out, &run)
}

/// Builds and starts everybody who is asked for; and who is absent.
fn assemble(arguments: &Arguments, cpu: Option<usize>) -> (Vec<Entrant>, Vec<Absent>) {
    let (mut entrants, mut absent) = (Vec::new(), Vec::new());
    for build in BUILDS.iter().filter(|build| arguments.wants(build)) {
        let start = Instant::now();
        eprint!("building   {:<24}", build.id);
        let entrant = build
            .make(&arguments.libraries, arguments.profile)
            .and_then(|ready| Program::start(&ready, cpu))
            .and_then(|program| Entrant::introduce(build, program));
        match entrant {
            Ok(entrant) => {
                eprintln!(
                    "{} {} ({} s)",
                    entrant.about.name,
                    entrant.about.version,
                    start.elapsed().as_secs()
                );
                entrants.push(entrant);
            }
            Err(reason) => {
                eprintln!("absent: {reason}");
                absent.push(Absent { id: build.id.to_owned(), name: build.id.to_owned(), reason });
            }
        }
    }
    (entrants, absent)
}

/// Says whose verdicts are not those of the rule that its row names.
fn say_who_differs(entrants: &[Entrant], verdicts: &chop_report::VerdictTable, questions: &Questions) {
    for entrant in entrants {
        let rule = &entrant.about.rule;
        let first = verdicts.rows.iter().find(|row| row.implementation == entrant.build.id);
        if first.and_then(|row| guard::follows(row, rule, &questions.edges)) == Some(false) {
            eprintln!("note       {}: its verdicts are not those of {rule}", entrant.build.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_here_is_listed_with_the_reason() {
        let words = ["--only", "firedancer,tongsuo,crypto_mb"].map(str::to_owned);
        let arguments = Arguments::parse(words.into_iter()).expect("known ids");
        let (entrants, absent) = assemble(&arguments, None);
        assert!(entrants.is_empty());
        let reasons: Vec<(&str, &str)> =
            absent.iter().map(|absent| (absent.id.as_str(), absent.reason.as_str())).collect();
        let none = |id| format!("no library was given: --library {id}=PATH");
        let [crypto_mb, firedancer, tongsuo] = ["crypto_mb", "firedancer", "tongsuo"].map(none);
        let expected = [("crypto_mb", &*crypto_mb), ("firedancer", &*firedancer), ("tongsuo", &*tongsuo)];
        assert_eq!(reasons, expected);
    }
}
