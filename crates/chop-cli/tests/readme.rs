//! The two READMEs say the same, and their first commands and those of their SM2 section do what is printed there.
#![cfg(unix)]

mod common;

use common::Folder;

const ENGLISH: &str = include_str!("../../../README.md");
const CHINESE: &str = include_str!("../../../README.zh-CN.md");

/// The code blocks, each with its language.
fn blocks(text: &str) -> Vec<&str> {
    text.split("```").skip(1).step_by(2).collect()
}

/// What a text is made of: the levels of its headings, the columns of its tables, the targets of its links.
fn structure(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut code = false;
    for line in text.lines() {
        code ^= line.starts_with("```");
        if code {
            continue;
        }
        match line.split_once(' ') {
            Some((marks, _)) if marks.starts_with('#') => parts.push(marks.to_owned()),
            _ if line.starts_with('|') => parts.push(format!("{} columns", line.matches('|').count() - 1)),
            _ => {}
        }
        let links = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        parts.extend(
            links.map(|(target, _)| target.to_owned()).filter(|target| !target.starts_with("README")),
        );
    }
    parts
}

#[test]
fn both_languages_have_the_same_code_headings_tables_and_links() {
    assert_eq!(blocks(ENGLISH), blocks(CHINESE));
    assert_eq!(structure(ENGLISH), structure(CHINESE));
    assert!(ENGLISH.contains("(README.zh-CN.md)") && CHINESE.contains("(README.md)"));
    assert_eq!(blocks(ENGLISH).len(), 11);
}

/// The commands of a console block with what each prints.
fn commands(block: &str) -> Vec<(&str, String)> {
    let lines = block.strip_prefix("console\n").unwrap().lines();
    let mut commands: Vec<(&str, String)> = Vec::new();
    for line in lines {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, String::new())),
            (None, Some((_, printed))) => *printed += &format!("{line}\n"),
            (None, None) => panic!("output before a command: {line}"),
        }
    }
    commands
}

/// Runs a command of a README and gives what it prints.
fn printed_by(command: &str, folder: &Folder) -> String {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_chop"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", command]).env("PATH", &path).env_remove("CHOP_LEVEL").current_dir(folder.path(""));
    String::from_utf8_lossy(&shell.output().unwrap().stdout).into_owned()
}

#[test]
fn the_first_commands_print_what_is_said() {
    let folder = Folder::new();
    folder.write("README.md", ENGLISH);
    std::fs::create_dir(folder.path("examples")).unwrap();
    folder.write("examples/signatures.jsonl", include_str!("../../../examples/signatures.jsonl"));
    let first = commands(blocks(ENGLISH)[0]);
    assert_eq!(first.len(), 5);
    for (command, printed) in first {
        assert_eq!(printed_by(command, &folder), printed, "{command}");
    }
}

#[test]
fn the_quick_start_can_be_pasted_as_it_stands() {
    let folder = Folder::new();
    folder.write("README.md", ENGLISH);
    let block = blocks(ENGLISH).into_iter().find(|block| block.contains("cargo install")).unwrap();
    let lines = block.strip_prefix("sh\ncargo install --locked --path crates/chop-cli\n").unwrap();
    folder.shell(&format!("set -e\n{lines}")).exits(0).says("README.md: OK");
}

/// A script that fails if it runs.
fn another_program(folder: &Folder, path: &str) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::create_dir_all(folder.path(path).parent().unwrap()).unwrap();
    folder.write(path, "#!/bin/sh\necho another program >&2\nexit 9\n");
    std::fs::set_permissions(folder.path(path), PermissionsExt::from_mode(0o755)).unwrap();
}

#[test]
fn the_tour_runs_the_installed_program_in_any_root_and_no_other() {
    let folder = Folder::new();
    let repository = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let tour = repository.join("examples/tour.sh");
    another_program(&folder, "home/.cargo/bin/chop");
    another_program(&folder, "first/bin/chop");
    another_program(&folder, "elsewhere/bin/chop");
    let installed =
        |from: &str| format!("[v1]\n\"chop-cli 0.1.0 (path+file://{from}/crates/chop-cli)\" = [\"chop\"]\n");
    folder.write("elsewhere/.crates.toml", installed("/somewhere/else"));
    let run = |root: &str| {
        let mut command = std::process::Command::new(&tour);
        let path = format!("{}:{}", folder.path("first/bin").display(), std::env::var("PATH").unwrap());
        command
            .env("PATH", path)
            .env("HOME", folder.path("home"))
            .env("CARGO_INSTALL_ROOT", folder.path(root));
        common::said(command.env_remove("CARGO_HOME").output().unwrap())
    };
    let said = run("elsewhere").exits(2).complains("cargo install --locked --path crates/chop-cli");
    assert!(!said.err.contains("another program"), "{}", said.err);
    std::fs::create_dir_all(folder.path("a root/bin")).unwrap();
    std::os::unix::fs::symlink(common::program(), folder.path("a root/bin/chop")).unwrap();
    folder.write("a root/.crates.toml", installed(repository.to_str().unwrap()));
    run("a root").exits(0).says("tampered.md: INVALID").says("valid:      25600");
}

#[test]
fn the_sm2_section_prints_what_it_says() {
    let folder = Folder::new();
    folder.write("README.md", ENGLISH);
    let block = blocks(ENGLISH).into_iter().find(|block| block.contains("--algorithm sm2")).unwrap();
    let commands = commands(block);
    assert_eq!(commands.len(), 6);
    for (command, printed) in commands {
        assert_eq!(printed_by(command, &folder), printed, "{command}");
    }
    assert_eq!(folder.text("copy.md"), ENGLISH);
}
