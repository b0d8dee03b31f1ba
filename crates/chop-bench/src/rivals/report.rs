//! The run as data, and its three files.

use super::Entrant;
use super::arguments::Arguments;
use super::measure::{Series, least, median};
use crate::circumstances::first_line;
use chop_report::{
    Absent, Algorithm, Implementation, Key, Machine, Measurement, Operation, Run, VerdictTable,
};
use std::path::Path;
use std::process::Command;

/// The files of a run.
const FILES: [&str; 3] = ["rivals.json", "rivals.md", "rivals.html"];

/// What an operation is called in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Named {
    algorithm: Algorithm,
    operation: Operation,
    key: Option<Key>,
}

/// The words of a report for an operation of [`chop_bench::operation`].
fn named(name: &str) -> Option<Named> {
    let prefixes = [
        ("sm2_", Algorithm::Sm2),
        ("x25519_", Algorithm::X25519),
        ("secp256k1_", Algorithm::Secp256k1),
        ("bip340_", Algorithm::Bip340),
    ];
    let (algorithm, rest) = prefixes
        .into_iter()
        .find_map(|(prefix, algorithm)| Some((algorithm, name.strip_prefix(prefix)?)))
        .unwrap_or((Algorithm::Ed25519, name));
    let plain = match rest {
        "public" => Some(Operation::PublicKey),
        "public_many" => Some(Operation::PublicKeyMany),
        "shared" => Some(Operation::Exchange),
        "shared_many" => Some(Operation::ExchangeMany),
        _ => Operation::from_name(rest).filter(|operation| !operation.verifies()),
    };
    if let Some(operation) = plain {
        return Some(Named { algorithm, operation, key: None });
    }
    if rest == "sign_decoded" {
        return Some(Named { algorithm, operation: Operation::Sign, key: Some(Key::Decoded) });
    }
    // Keys on other curves are always parsed before.
    let bytes = if algorithm == Algorithm::Ed25519 { Key::Bytes } else { Key::Decoded };
    let forms = [("_decoded", Key::Decoded), ("_prepared", Key::Prepared), ("_same", Key::Same), ("", bytes)];
    forms.into_iter().find_map(|(ending, key)| {
        let operation = Operation::from_name(rest.strip_suffix(ending)?)?;
        Some(Named { algorithm, operation, key: Some(key) })
    })
}

/// The run as data.
pub(crate) fn run(
    arguments: &Arguments,
    held_on: Option<usize>,
    load: [String; 2],
    entrants: &[Entrant],
    absent: Vec<Absent>,
    series: &[Series],
    verdicts: VerdictTable,
) -> Run {
    let ours: Vec<&Entrant> = entrants.iter().filter(|entrant| entrant.build.is_ours()).collect();
    // Levels come from slow to fast.
    let (level, version, rule) = ours.last().map_or(("none", "none", "none"), |entrant| {
        (&entrant.level, entrant.about.version.as_str(), entrant.about.rule.as_str())
    });
    let mut machine = Machine::here(version, level, rule);
    machine.held_on = held_on;
    machine.load = Some(load);
    let compilers = [("rustc", "--version"), ("cc", "--version"), ("go", "version")];
    for (compiler, question) in compilers {
        let answer = first_line(Command::new(compiler).arg(question));
        // The name is there already.
        let answer = answer.strip_prefix(compiler).unwrap_or(&answer).trim();
        if !answer.is_empty() {
            machine.compilers.insert(compiler.to_owned(), answer.to_owned());
        }
    }
    let mut run = Run::new(&arguments.command(), machine);
    run.implementations = entrants.iter().map(implementation).collect();
    run.absent = absent;
    run.results = series.iter().filter_map(|series| measurement(entrants, series)).collect();
    run.verdicts = Some(verdicts);
    run
}

fn implementation(entrant: &Entrant) -> Implementation {
    let variant = entrant.build.variant;
    let name = &entrant.about.name;
    Implementation {
        id: entrant.build.id.to_owned(),
        name: if variant.is_empty() { name.clone() } else { format!("{name}, {variant}") },
        version: entrant.about.version.clone(),
        language: entrant.about.language.clone(),
        flags: entrant.build.flags().to_owned(),
        rule: entrant.about.rule.clone(),
        constant_time: Some(entrant.about.constant_time.name().to_owned()),
        ours: entrant.build.is_ours(),
    }
}

fn measurement(entrants: &[Entrant], series: &Series) -> Option<Measurement> {
    let entrant = &entrants[series.entrant];
    let Named { algorithm, operation, key } = named(series.operation.name)?;
    let signs = matches!(operation, Operation::Sign | Operation::SignMany);
    Some(Measurement {
        implementation: entrant.build.id.to_owned(),
        operation,
        algorithm,
        level: entrant.build.is_ours().then(|| entrant.level.clone()),
        key,
        n: series.operation.items(),
        message_bytes: (signs || operation.verifies()).then_some(32),
        threads: 1,
        ns: median(&series.times),
        ns_min: least(&series.times),
        rounds: series.times.len(),
        call: None,
    })
}

/// Whether the folder may be written: it is new or empty, or holds an earlier run and nothing else.
pub(crate) fn may_write(folder: &Path) -> Result<(), String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if !FILES.iter().any(|file| name == *file) {
            let (folder, name) = (folder.display(), name.display());
            return Err(format!(
                "{folder} holds something else than a run: {name}; choose another with --out"
            ));
        }
    }
    Ok(())
}

/// Writes the three files and prints the summary.
pub(crate) fn write(folder: &Path, run: &Run) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let summary = chop_report::markdown(run);
    let json = run.to_json();
    // What nobody can read must not be kept.
    Run::from_json(&json).map_err(|error| format!("the run is not as it should be: {error}"))?;
    let contents = [json, summary.clone(), chop_report::html(run)];
    for (name, content) in FILES.iter().zip(contents) {
        let path = folder.join(name);
        std::fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    println!("{summary}");
    eprintln!("written    {} in {}", FILES.join(", "), folder.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_has_words_in_reports_but_the_one_that_is_not_measured() {
        for operation in chop_bench::operation::Operation::in_groups_of(&[1024]) {
            let expected = operation.name != "verify_each_prepared_1024";
            assert_eq!(named(operation.name).is_some(), expected, "{operation}");
        }
        let words = |name| named(name).map(|n| (n.algorithm, n.operation, n.key));
        let all = Operation::VerifyAll;
        assert_eq!(words("verify_all_same"), Some((Algorithm::Ed25519, all, Some(Key::Same))));
        assert_eq!(words("sm2_verify"), Some((Algorithm::Sm2, Operation::Verify, Some(Key::Decoded))));
        assert_eq!(
            words("secp256k1_verify"),
            Some((Algorithm::Secp256k1, Operation::Verify, Some(Key::Decoded)))
        );
        let decoded = Some(Key::Decoded);
        assert_eq!(words("bip340_verify_all"), Some((Algorithm::Bip340, all, decoded)));
        let recover = Operation::RecoverMany;
        assert_eq!(words("secp256k1_recover_many"), Some((Algorithm::Secp256k1, recover, None)));
        assert_eq!(words("x25519_shared"), Some((Algorithm::X25519, Operation::Exchange, None)));
        assert_eq!(words("sign_many"), Some((Algorithm::Ed25519, Operation::SignMany, None)));
    }

    #[test]
    fn a_folder_with_something_else_is_left_alone() {
        let folder = std::env::temp_dir().join(format!("chop-bench-out-{}", std::process::id()));
        assert_eq!(may_write(&folder), Ok(()));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("rivals.json"), "{}").expect("a file");
        assert_eq!(may_write(&folder), Ok(()));
        std::fs::write(folder.join("thesis.tex"), "").expect("a file");
        assert!(may_write(&folder).is_err_and(|error| error.contains("thesis.tex")));
        std::fs::remove_dir_all(&folder).expect("it was there");
    }
}
