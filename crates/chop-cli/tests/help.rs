//! The examples of every help do what they show.
#![cfg(unix)]

mod common;

use common::Folder;

/// The examples at the end of a help.
fn examples(help: &str) -> Vec<String> {
    let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_else(|| panic!("no examples: {help}"));
    examples.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// The commands of the program, in the order of its help.
fn commands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("    "));
    let names = lines.filter_map(|line| line.split_whitespace().next().map(str::to_owned));
    names.filter(|name| name != "help").collect()
}

#[test]
fn the_examples_of_every_help_run() {
    let folder = Folder::new();
    folder.write("doc", "hello\n");
    folder.write("a.md", "hello\n");
    folder.write("rows.jsonl", include_str!("../../../examples/signatures.jsonl"));
    let help = folder.chop("--help").exits(0).out;
    let commands = commands(&help);
    assert!(commands.len() >= 15, "{commands:?}");
    for command in &commands {
        let long = folder.chop(&format!("{command} --help")).exits(0).out;
        let short = folder.chop(&format!("{command} -h")).exits(0).out;
        assert_eq!(examples(&long), examples(&short), "{command}");
        for example in examples(&long) {
            // The manual is shown by a program that is not everywhere, and a measurement takes minutes where nothing is optimised.
            let example = example
                .replace("| man -l -", ">chop.1")
                .replace("--quick", "--quick --level portable --algorithm ed25519");
            folder.shell(&example).exits(0);
        }
    }
    // Those of the program itself are the first of its commands.
    let first: Vec<String> = examples(&help);
    assert_eq!(
        first,
        ["chop keygen --out key.pem", "chop sign --key key.pem doc", "chop verify --key key.pub.pem doc"]
    );
}

#[test]
fn what_signs_and_verifies_offers_no_algorithm_that_does_not() {
    let folder = Folder::new();
    for command in ["sign", "verify", "explain", "verify-table"] {
        let help = folder.chop(&format!("{command} --help")).exits(0).out;
        assert!(!help.contains("x25519") && help.contains("ed25519ph"), "{command}: {help}");
        let said = folder.chop(&format!("{command} --algorithm x25519 --key key doc")).exits(2);
        said.complains("x25519").complains("ed25519ph");
    }
    for command in ["keygen", "convert", "inspect"] {
        assert!(folder.chop(&format!("{command} --help")).exits(0).out.contains("x25519"), "{command}");
    }
}
