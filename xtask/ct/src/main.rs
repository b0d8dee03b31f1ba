//! Runs chop on secrets that Valgrind takes for undefined memory.
//!
//! Memcheck reports each conditional jump and each address that depends on undefined memory, which is each
//! branch and each table index that depends on a secret (Langley 2010, "ctgrind"). It does not see an
//! instruction whose own time depends on its operands, such as a division.
//!
//! `chop-ct --list` prints the targets; `chop-ct <target>…` runs them, under Valgrind, and prints a
//! verdict for each. `cargo xtask ct` does all that.

mod secret;
mod targets;
mod valgrind;

use std::process::ExitCode;
use targets::{TARGETS, Target};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == ["--list"] {
        for target in TARGETS {
            println!("{} {}", if target.leaks { "control" } else { "target" }, target.name);
        }
        return ExitCode::SUCCESS;
    }
    if !valgrind::is_running() {
        eprintln!("error: not under Valgrind with Memcheck; use `cargo xtask ct`");
        return ExitCode::from(2);
    }
    for name in &arguments {
        let Some(target) = TARGETS.iter().find(|target| target.name == *name) else {
            eprintln!("error: no target `{name}`");
            return ExitCode::from(2);
        };
        run(target);
    }
    ExitCode::SUCCESS
}

/// Prints `<verdict> <errors> <name>`, where the verdict is `clean`, `leaks` or `idle`.
fn run(target: &Target) {
    let before = valgrind::errors();
    (target.run)();
    let errors = valgrind::errors() - before;
    let verdict = match (errors, secret::results_were_secret()) {
        (1.., _) => "leaks",
        (0, true) => "clean",
        (0, false) => "idle",
    };
    println!("{verdict} {errors} {}", target.name);
}
