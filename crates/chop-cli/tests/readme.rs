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
    assert_eq!(blocks(ENGLISH).len(), 13);
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
    without_key_ids(&String::from_utf8_lossy(&shell.output().unwrap().stdout))
}

/// A text with `SHA256:…` for the ids of keys, which are others each time.
fn without_key_ids(text: &str) -> String {
    let is_id = |c: char| c.is_ascii_alphanumeric() || c == '+' || c == '/';
    let mut parts = text.split("key SHA256:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| format!("{all}key SHA256:…{}", part.trim_start_matches(is_id)))
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

#[test]
fn the_secp256k1_section_prints_what_it_says() {
    let folder = Folder::new();
    folder.write("README.md", ENGLISH);
    let block = blocks(ENGLISH).into_iter().find(|block| block.contains("--algorithm secp256k1")).unwrap();
    let commands = commands(block);
    assert_eq!(commands.len(), 4);
    for (command, printed) in commands {
        assert_eq!(printed_by(command, &folder), printed, "{command}");
    }
}

/// The commands of the table under a heading of the README.
fn commands_of_table(heading: &str) -> Vec<String> {
    let (_, section) = ENGLISH.split_once(heading).unwrap();
    let table =
        section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cell =
        |line: &str| line.replace("\\|", "\u{0}").split('|').nth(2).unwrap().trim().replace('\u{0}', "|");
    table.skip(2).map(|line| cell(line).trim_matches('`').to_owned()).collect()
}

#[test]
fn signatures_of_other_programs_are_judged_by_the_commands_of_one_table() {
    let folder = Folder::new();
    // A key of the same bytes every time: the base58 of one in 70 could be base64, too, and needs a prefix.
    folder.write("seed", "07".repeat(32));
    folder.chop("convert seed --algorithm ed25519 --secret --key-format pem --out key.pem").exits(0);
    folder.chop("pubkey key.pem --out key.pub.pem").exits(0);
    for (format, name) in [
        ("openssh", "key.ssh"),
        ("jwk", "key.jwk"),
        ("minisign", "minisign.pub"),
        ("signify", "signify.pub"),
        ("solana", "solana.txt"),
        ("raw", "key.raw"),
    ] {
        folder.chop(&format!("convert key.pub.pem --key-format {format} --out {name}")).exits(0);
    }
    folder.write("allowed_signers", format!("me@here {}", folder.text("key.ssh")));
    folder.write("jwks.json", format!(r#"{{"keys":[{}]}}"#, folder.text("key.jwk")));
    let key = [b"\xa3\x01\x01\x20\x06\x21\x58\x20".as_slice(), &folder.read("key.raw")].concat();
    folder.write("key.cose", key);
    std::fs::create_dir(folder.path("keys")).unwrap();
    folder.write("keys/mine.pub", folder.text("key.pub.pem"));
    for file in ["release.tar", "release.zip", "release.img", "message.bin", "payload"] {
        folder.write(file, format!("this is {file}\n"));
    }
    folder.write("claims", r#"{"sub":"me"}"#);
    let sign = |arguments: &str| folder.chop(&format!("sign --key key.pem {arguments}")).exits(0);
    sign("--signature-format sshsig --namespace file release.tar");
    sign("--signature-format jwt --out token.jwt claims");
    sign("--signature-format minisign release.zip");
    sign("release.zip");
    sign("--signature-format signify --out release.sig release.img");
    sign("--signature-format base58 --out solana.sig message.bin");
    sign("--signature-format cose --out detached payload");
    // The payload in the place of null.
    let detached = folder.read("detached");
    let null = detached.iter().position(|byte| *byte == 0xf6).unwrap();
    let payload = folder.read("payload");
    let head = [0x40 | payload.len() as u8];
    folder.write("token.cose", [&detached[..null], &head, &payload, &detached[null + 1..]].concat());
    let has_git = commit(&folder);

    let commands = commands_of_table("## Keys and signatures of other programs");
    assert_eq!(commands.len(), 8);
    for command in commands.iter().filter(|command| has_git || !command.starts_with("git")) {
        folder.shell(command).exits(0).says(": OK");
    }
}

/// Makes a commit that is signed with the key; whether there is git.
fn commit(folder: &Folder) -> bool {
    if folder.other("git", "init -q .").is_none() {
        eprintln!("skipped: git is not here");
        return false;
    }
    let tree = folder.other("git", "write-tree").unwrap().exits(0).out;
    let head = format!("tree {}\nauthor me <me@here> 1 +0000\ncommitter me <me@here> 1 +0000\n", tree.trim());
    folder.write("commit", format!("{head}\nmessage\n"));
    folder.chop("sign --key key.pem --signature-format sshsig --namespace git commit").exits(0);
    let signature = folder.text("commit.sig").trim_end().replace('\n', "\n ");
    folder.write("signed", format!("{head}gpgsig {signature}\n\nmessage\n"));
    let id = folder.other("git", "hash-object -t commit -w signed").unwrap().exits(0).out;
    folder.other("git", &format!("update-ref HEAD {}", id.trim())).unwrap().exits(0);
    true
}
