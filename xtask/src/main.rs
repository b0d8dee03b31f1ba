//! Chores of this repository: `cargo xtask <command>`.
//!
//! Generated files come from `chop-ref` and the checks read source text, so that nothing here depends on
//! the code that is checked, but for the page about the library's policies. A check has one rule table at the top of its file: change the table, not
//! the check.

#![forbid(unsafe_code)]

mod aliases;
mod codegen;
mod constant_time;
mod dependencies;
mod generate;
mod languages;
mod layers;
mod repository;
mod rivals;
mod side_by_side;
mod style;
mod syntax;
mod tokens;
mod unsafe_code;
mod vartime;

use std::process::ExitCode;

/// What a command reports: one line when all is well, or a list of what is not.
type Outcome = Result<String, String>;

/// A command of `cargo xtask`.
struct Command {
    name: &'static str,
    arguments: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Outcome,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "test",
        arguments: "[rust|python]…",
        about: "the tests of every language whose tools are here",
        run: languages::test,
    },
    Command {
        name: "wheel",
        arguments: "[folder]",
        about: "the Python package as a wheel, for release",
        run: languages::wheel,
    },
    Command {
        name: "generate",
        arguments: "[--check]",
        about: "write the generated files, or compare them",
        run: generate::run,
    },
    Command {
        name: "check-layers",
        arguments: "",
        about: "no import and no dependency against the arrows of the architecture",
        run: |arguments| none(arguments).and_then(|()| check_layers()),
    },
    Command {
        name: "check-unsafe",
        arguments: "",
        about: "unsafe only in the listed files, each block with its reason",
        run: |arguments| none(arguments).and_then(|()| unsafe_code::check()),
    },
    Command {
        name: "check-vartime",
        arguments: "",
        about: "constant-time code calls nothing that is named _vartime",
        run: |arguments| none(arguments).and_then(|()| vartime::check()),
    },
    Command {
        name: "check-style",
        arguments: "",
        about: "no unfinished code, no machine's paths, no overlong files",
        run: |arguments| none(arguments).and_then(|()| style::check()),
    },
    Command {
        name: "check",
        arguments: "",
        about: "generate --check and every check-… above",
        run: |arguments| none(arguments).and_then(|()| check_all()),
    },
    Command {
        name: "ct",
        arguments: "[--require] [--quick] [--opt 1|2|3|s]… [target]…",
        about: "constant time, under Valgrind with secrets marked undefined",
        run: constant_time::run,
    },
    Command {
        name: "check-codegen",
        arguments: "[--quick] [--opt 1|2|3|s]…",
        about: "what the compiler made of the kernels, from its assembly",
        run: codegen::run,
    },
    Command {
        name: "rivals",
        arguments: "[--quick] [--only ID,…] …",
        about: "where chop stands: measures it beside other implementations",
        run: rivals::run,
    },
];

/// The commands that `check` runs.
type Check = (&'static str, fn() -> Outcome);
const CHECKS: &[Check] = &[
    ("generate --check", generate::check),
    ("check-layers", check_layers),
    ("check-unsafe", unsafe_code::check),
    ("check-vartime", vartime::check),
    ("check-style", style::check),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        print!("{}", usage());
        return ExitCode::SUCCESS;
    };
    let Some(command) = COMMANDS.iter().find(|command| command.name == *name) else {
        eprint!("error: no command `{name}`\n\n{}", usage());
        return ExitCode::from(2);
    };
    match (command.run)(rest) {
        Ok(line) => {
            println!("{name}: {line}");
            ExitCode::SUCCESS
        }
        Err(report) => {
            eprintln!("{name}: failed\n{report}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> String {
    let mut text = "usage: cargo xtask <command>\n\n".to_string();
    for Command { name, arguments, about, .. } in COMMANDS {
        let call = format!("{name} {arguments}");
        text += &format!("  {call:<55}{about}\n");
    }
    text
}

fn none(arguments: &[String]) -> Result<(), String> {
    match arguments.first() {
        None => Ok(()),
        Some(first) => Err(format!("unexpected argument `{first}`")),
    }
}

fn check_layers() -> Outcome {
    match (layers::check(), dependencies::check()) {
        (Ok(modules), Ok(crates)) => Ok(format!("{modules}; {crates}")),
        (modules, crates) => {
            Err([modules.err(), crates.err()].into_iter().flatten().collect::<Vec<_>>().join("\n"))
        }
    }
}

fn check_all() -> Outcome {
    let mut failed = Vec::new();
    for (name, check) in CHECKS {
        match check() {
            Ok(line) => println!("  ok      {name:<18}{line}"),
            Err(report) => {
                println!("  FAILED  {name}");
                failed.push(format!("{name}:\n{report}"));
            }
        }
    }
    if failed.is_empty() { Ok("all is well".into()) } else { Err(failed.join("\n\n")) }
}

/// The outcome of a check: `summary`, or the violations, one a line.
fn outcome(violations: Vec<String>, summary: String) -> Outcome {
    if violations.is_empty() { Ok(summary) } else { Err(violations.join("\n")) }
}
