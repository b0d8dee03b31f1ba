//! `ct`: the constant-time check. Builds `xtask/ct` at several optimisation levels and runs it under
//! Valgrind, where secrets are undefined memory; what it computes is listed in `xtask/ct/src/targets`.
//!
//! A run proves something only if it can fail: the targets named `leaky/…` leak, and the check fails
//! unless Valgrind complains about each of them, at each optimisation level.

use crate::side_by_side::side_by_side;
use crate::{Outcome, aliases, outcome, repository};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Optimisation levels: what compilers do to constant-time code differs between them. Each is the profile
/// `opt-…` of `xtask/ct/Cargo.toml`.
const LEVELS: &[&str] = &["1", "2", "3", "s"];
/// The exit status by which Valgrind says that there were errors.
const ERRORS: i32 = 99;
/// Lines of Valgrind's report that are shown for a target that leaks.
const SHOWN: usize = 30;

/// What the command line asks for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Wish {
    /// Without Valgrind, fail instead of skipping.
    require: bool,
    /// Levels other than that of releases may be built without what is known of pointers.
    quick: bool,
    /// Optimisation levels; all if empty.
    levels: Vec<String>,
    /// Targets, by their whole name or by the part before the slash; all if empty.
    targets: Vec<String>,
}

/// A target and whether it must leak.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Target {
    name: String,
    control: bool,
}

/// `ct [--require] [--quick] [--opt LEVEL]… [target]…`.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let wish = parse(arguments)?;
    if let Some(reason) = unavailable() {
        let line = format!("SKIPPED, nothing was checked: {reason}");
        return if wish.require { Err(line) } else { Ok(line) };
    }
    let wanted = |level: &&str| wish.levels.is_empty() || wish.levels.iter().any(|it| it == level);
    let levels: Vec<&'static str> = LEVELS.iter().copied().filter(wanted).collect();
    let results = side_by_side(&levels, |level| check_level(level, &wish));
    let mut violations = Vec::new();
    let mut checked = 0;
    for (level, result) in results {
        let (count, wrong) = result.map_err(|error| format!("opt-level {level}: {error}"))?;
        checked += count;
        println!("  opt-level {level}: {} of {count} as expected", count - wrong.len());
        violations.extend(wrong.into_iter().map(|line| format!("opt-level {level}: {line}")));
    }
    outcome(violations, format!("{checked} targets, controls included"))
}

/// How many targets were run at an optimisation level, and a report for each that did not do as expected.
fn check_level(level: &str, wish: &Wish) -> Result<(usize, Vec<String>), String> {
    let program = build(level, wish.quick)?;
    let targets = chosen(&list(&program)?, &wish.targets)?;
    Ok((targets.len(), judge(&program, &targets)?))
}

fn parse(arguments: &[String]) -> Result<Wish, String> {
    let mut wish = Wish::default();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--require" => wish.require = true,
            aliases::OPTION => wish.quick = true,
            "--opt" => match arguments.next() {
                Some(level) if LEVELS.contains(&level.as_str()) => wish.levels.push(level.clone()),
                _ => return Err(format!("--opt takes one of {}", LEVELS.join(", "))),
            },
            flag if flag.starts_with('-') => return Err(format!("unknown option `{flag}`")),
            name => wish.targets.push(name.into()),
        }
    }
    Ok(wish)
}

/// Why the check cannot run here, if it cannot.
fn unavailable() -> Option<String> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return Some("the requests to Valgrind are written for x86-64 Linux".into());
    }
    match Command::new("valgrind").arg("--version").output() {
        Ok(output) if output.status.success() => None,
        Ok(_) => Some("`valgrind --version` fails".into()),
        Err(error) => Some(format!("valgrind does not start: {error}")),
    }
}

/// Builds the program at an optimisation level and gives its place.
fn build(level: &str, quick: bool) -> Result<PathBuf, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| repository::at("target"), PathBuf::from);
    let target = repository::root().join(target).join("ct");
    let profile = format!("opt-{level}");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([
            "build",
            "--quiet",
            "--profile",
            &profile,
            "--manifest-path",
            "xtask/ct/Cargo.toml",
            "--target-dir",
        ])
        .arg(&target)
        // What the library reveals on purpose is told to Valgrind in this build only. Flags of the caller
        // are left out: they may ask for instructions that Valgrind does not know.
        .env("RUSTFLAGS", format!("--cfg chop_ct {}", aliases::flags(level, quick)))
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .current_dir(repository::root())
        .status()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if status.success() { Ok(target.join(profile).join("chop-ct")) } else { Err("the build failed".into()) }
}

fn list(program: &Path) -> Result<Vec<Target>, String> {
    let output = Command::new(program).arg("--list").output().map_err(|error| format!("chop-ct: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let targets: Vec<Target> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(kind, name)| Target { name: name.into(), control: kind == "control" })
        .collect();
    if targets.iter().any(|target| target.control) {
        Ok(targets)
    } else {
        Err("no positive control is listed".into())
    }
}

/// The targets with these names, or all; and always all controls.
fn chosen(all: &[Target], names: &[String]) -> Result<Vec<Target>, String> {
    let is =
        |target: &Target, name: &String| target.name == *name || target.name.starts_with(&format!("{name}/"));
    if let Some(unknown) = names.iter().find(|name| !all.iter().any(|target| is(target, name))) {
        let list: Vec<&str> = all.iter().map(|target| target.name.as_str()).collect();
        return Err(format!("no target `{unknown}`; there are:\n{}", list.join("\n")));
    }
    let wanted =
        |target: &&Target| target.control || names.is_empty() || names.iter().any(|name| is(target, name));
    Ok(all.iter().filter(wanted).cloned().collect())
}

/// Runs the targets and describes those that did not do as expected: one report each.
fn judge(program: &Path, targets: &[Target]) -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    // Controls apart from the rest, so that Valgrind's own exit status is a second witness.
    for control in [true, false] {
        let group: Vec<&Target> = targets.iter().filter(|target| target.control == control).collect();
        if group.is_empty() {
            continue;
        }
        let names: Vec<&str> = group.iter().map(|target| target.name.as_str()).collect();
        let (status, text, log) = valgrind(program, &names)?;
        let before = wrong.len();
        for target in group {
            if let Some(fault) = fault(target, verdict(&text, &target.name)) {
                let mut report = format!("{}: {fault}", target.name);
                if !target.control {
                    let (_, _, log) = valgrind(program, &[target.name.as_str()])?;
                    report += &shown(&log);
                }
                wrong.push(report);
            }
        }
        let expected = if control { ERRORS } else { 0 };
        if wrong.len() == before && status != Some(expected) {
            wrong.push(format!("Valgrind ends with {status:?}, not {expected}:{}", shown(&log)));
        }
    }
    Ok(wrong)
}

/// The errors of a report, each with the calls that led to it from the target on, below a line of ours.
fn shown(log: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    let is_error = |line: &str| line.contains("depends on uninit") || line.starts_with("Use of uninit");
    // Each line begins with `==<process>== `.
    let lines = log.lines().filter_map(|line| line.splitn(3, "==").nth(2)).map(str::trim_start);
    for line in lines {
        inside = is_error(line) || inside && (line.starts_with("at ") || line.starts_with("by "));
        // Below the target there are the frames of the program that runs it.
        inside &= !line.contains("FnOnce::call_once") && !line.contains("(main.rs:");
        if inside {
            text += if is_error(line) { "\n  " } else { "\n      " };
            text += line;
        }
    }
    text.lines().take(SHOWN).collect::<Vec<_>>().join("\n")
}

/// What the program printed about a target.
fn verdict<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| match line.splitn(3, ' ').collect::<Vec<_>>()[..] {
        [verdict, _, found] if found == name => Some(verdict),
        _ => None,
    })
}

/// What is wrong with a verdict, if anything.
fn fault(target: &Target, verdict: Option<&str>) -> Option<&'static str> {
    match (verdict, target.control) {
        (Some("clean"), false) | (Some("leaks"), true) => None,
        (Some("leaks"), false) => Some("a branch or an address depends on a secret"),
        (Some("idle"), _) => Some("its results do not depend on its secrets: nothing was tested"),
        (_, true) => Some("a positive control was not reported: the check is blind"),
        (_, false) => Some("it did not finish"),
    }
}

/// The exit status, the output and Valgrind's report of a run.
fn valgrind(program: &Path, names: &[&str]) -> Result<(Option<i32>, String, String), String> {
    let log = program.with_extension("log");
    let mut log_option = OsString::from("--log-file=");
    log_option.push(&log);
    let mut suppressions = OsString::from("--suppressions=");
    suppressions.push(repository::at("xtask/ct/valgrind.supp"));
    let output = Command::new("valgrind")
        .args(["--tool=memcheck", "--leak-check=no", "--error-limit=no", "--num-callers=24"])
        .arg(format!("--error-exitcode={ERRORS}"))
        .arg(log_option)
        .arg(suppressions)
        .arg(program)
        .args(names)
        .output()
        .map_err(|error| format!("valgrind does not start: {error}"))?;
    let text = [output.stdout, output.stderr].concat();
    let report = std::fs::read_to_string(&log).map_err(|error| format!("Valgrind's report: {error}"))?;
    Ok((output.status.code(), String::from_utf8_lossy(&text).into_owned(), report))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(String::from).collect()
    }

    fn target(name: &str, control: bool) -> Target {
        Target { name: name.into(), control }
    }

    #[test]
    fn arguments_are_options_and_names() {
        let wish = parse(&words("--opt s a/b --require --opt 1 c --quick")).unwrap();
        assert_eq!(wish, Wish { require: true, quick: true, levels: words("s 1"), targets: words("a/b c") });
        assert!(parse(&words("--opt 4")).is_err());
        assert!(parse(&words("--opt")).is_err());
        assert!(parse(&words("--all")).is_err());
    }

    #[test]
    fn controls_run_with_every_choice() {
        let all =
            [target("leaky/x", true), target("a/1", false), target("a/2", false), target("ab/1", false)];
        let names = |wish: &str| -> Vec<String> {
            chosen(&all, &words(wish)).unwrap().into_iter().map(|it| it.name).collect()
        };
        assert_eq!(names(""), ["leaky/x", "a/1", "a/2", "ab/1"]);
        assert_eq!(names("a"), ["leaky/x", "a/1", "a/2"]);
        assert_eq!(names("a/2"), ["leaky/x", "a/2"]);
        assert!(chosen(&all, &words("b")).is_err());
    }

    #[test]
    fn a_report_is_cut_to_errors_and_the_calls_of_the_target() {
        let log = "==7== Memcheck\n==7== Command: x\n==7== \n==7== Use of uninitialised value of size 8\n\
                   ==7==    at 0x1: f (a.rs:1)\n==7==    by 0x2: run (main.rs:9)\n==7==    by 0x3: g\n\
                   ==7== \n==7== Conditional jump or move depends on uninitialised value(s)\n\
                   ==7==    at 0x4: h (b.rs:2)\n==7== \n==7== HEAP SUMMARY:\n";
        let expected = "
  Use of uninitialised value of size 8
      at 0x1: f (a.rs:1)
  Conditional jump or move depends on uninitialised value(s)
      at 0x4: h (b.rs:2)";
        assert_eq!(shown(log), expected);
    }

    #[test]
    fn each_verdict_is_good_for_one_kind_of_target() {
        let text = "clean 0 a/1\nleaks 3 leaky/x\nidle 0 b\n";
        let faulty = |name, control| fault(&target(name, control), verdict(text, name)).is_some();
        assert!(!faulty("a/1", false));
        assert!(!faulty("leaky/x", true));
        assert!(faulty("a/1", true));
        assert!(faulty("leaky/x", false));
        assert!(faulty("b", false));
        assert!(faulty("b", true));
        assert!(faulty("never printed", false));
        assert!(faulty("never printed", true));
    }
}
