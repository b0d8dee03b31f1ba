//! The examples at the end of each help. A test runs them all, in the order of the program's list of commands.
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
    ("policies", &["chop policies zip-215", "chop policies solana"]),
    ("inspect", &["chop inspect key.pem"]),
    ("convert", &["chop convert s.pub.pem --key-format hex"]),
    ("cpu", &["chop cpu"]),
    ("bench", &["chop bench --quick --operation verify"]),
    ("completions", &["chop completions bash >chop.bash"]),
    ("man", &["chop man | man -l -", "chop man verify >chop-verify.1"]),
];

/// The program with the examples in its help.
pub(crate) fn add(program: Command) -> Command {
    let with = |program: Command, (name, lines): &(&'static str, &[&str])| {
        program.mut_subcommand(name, |command| command.after_help(text(lines)))
    };
    COMMANDS.iter().fold(program.after_help(text(PROGRAM)), with)
}

fn text(lines: &[&str]) -> String {
    format!("Examples:\n{}", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, PROGRAM};
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
                assert!(line.len() <= 40, "{line}");
                assert!(line.starts_with(&format!("chop {name}")), "{line}");
                let words = line.split([' ']).take_while(|word| !word.starts_with(['|', '>']));
                let words = words.map(|word| word.trim_matches('\''));
                let parsed = crate::cli::Cli::command().try_get_matches_from(words);
                assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
            }
        }
    }
}
