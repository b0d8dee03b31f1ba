//! The examples at the end of each help, and how to call its command. A test runs all examples, in the order of the program's list of commands.
//!
//! A line has at most 40 columns, so that no terminal breaks it.

use clap::Command;

/// The examples of the program, then of each command.
const PROGRAM: &[&str] =
    &["chop keygen --out key.pem", "chop sign --key key.pem doc", "chop verify --key key.pub.pem doc"];
const COMMANDS: &[(&str, &[&str])] = &[
    ("keygen", &["chop keygen --out key.pem", "chop keygen --algorithm sm2 --out s.pem"]),
    ("pubkey", &["chop pubkey key.pem"]),
    ("sign", &["chop sign --key key.pem doc", "chop sign --key s.pem --id '' a.md"]),
    ("verify", &["chop verify --key key.pub.pem doc", "chop verify --key s.pub.pem --id '' a.md"]),
    ("explain", &["chop explain --key key.pub.pem doc"]),
    ("verify-table", &["chop verify-table rows.jsonl", "chop verify-table --out v.csv rows.jsonl"]),
    ("encrypt", &["chop encrypt --key s.pub.pem doc"]),
    ("decrypt", &["chop decrypt --key s.pem --out - doc.enc"]),
    ("policies", &["chop policies zip-215", "chop policies solana", "chop policies ecrecover"]),
    ("inspect", &["chop inspect key.pem"]),
    ("convert", &["chop convert s.pub.pem --key-format hex"]),
    ("cpu", &["chop cpu"]),
    ("bench", &["chop bench --quick --operation verify"]),
    ("completions", &["chop completions bash >chop.bash"]),
    ("man", &["chop man | man -l -", "chop man verify >chop-verify.1"]),
];

/// Columns of a line at most.
const WIDTH: usize = 40;

/// The program with the examples in its help, and with lines about its usage that are no longer than others.
pub(crate) fn add(program: Command) -> Command {
    let with = |program: Command, (name, lines): &(&'static str, &[&str])| {
        program.mut_subcommand(name, |command| broken(command.after_help(text(lines)), name))
    };
    COMMANDS.iter().fold(program.after_help(text(PROGRAM)), with)
}

/// The command with its usage in lines: an option and its value stay together.
fn broken(command: Command, name: &str) -> Command {
    let mut named = command.bin_name(format!("chop {name}"));
    let usage = named.render_usage().to_string();
    let mut lines = vec![String::from("chop")];
    let words = usage.trim_start_matches("Usage: chop ").replace("> ", ">\n").replace("] ", "]\n");
    for word in words.lines() {
        let last = lines.last_mut().filter(|line| MARGIN.len() + line.len() + 1 + word.len() <= WIDTH);
        match last {
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    named.override_usage(lines.join(&format!("\n{MARGIN}")))
}

/// The blanks under `Usage: `, which clap writes before the first line.
const MARGIN: &str = "       ";

fn text(lines: &[&str]) -> String {
    format!("Examples:\n{}", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, PROGRAM, WIDTH};
    use clap::CommandFactory;

    #[test]
    fn every_command_has_examples_of_its_own_that_the_program_takes() {
        let mut program = crate::cli::command();
        program.build();
        let commands =
            program.get_subcommands().map(|command| command.get_name()).filter(|name| *name != "help");
        assert_eq!(commands.collect::<Vec<_>>(), COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        for (name, lines) in COMMANDS.iter().chain(&[("", PROGRAM)]) {
            for line in *lines {
                assert!(line.len() <= WIDTH, "{line}");
                assert!(line.starts_with(&format!("chop {name}")), "{line}");
                let words = line.split([' ']).take_while(|word| !word.starts_with(['|', '>']));
                let words = words.map(|word| word.trim_matches('\''));
                let parsed = crate::cli::Cli::command().try_get_matches_from(words);
                assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
            }
        }
    }
}
