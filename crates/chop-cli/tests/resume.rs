//! `verify-table --resume`: what an interrupted run judged is kept, and the same command goes on after it.

mod common;

use chop::ed25519::SigningKey;
use common::Folder;
use std::fmt::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `n` rows, of which some are invalid, some malformed, and some have a note with a line end.
fn table(n: usize) -> String {
    let key = SigningKey::from_seed(&[7; 32]);
    let (public, good) = (hex(key.verifying_key().as_bytes()), hex(&key.sign(b"m").to_bytes()));
    (0..n).fold(String::new(), |mut text, i| {
        let message = if i % 7 == 3 { "6e" } else { "6d" };
        let signature = if i % 11 == 5 { "00" } else { good.as_str() };
        let note = if i % 5 == 2 { "two\\nlines, \\\"quoted\\\"" } else { "one" };
        writeln!(
            text,
            r#"{{"note":"{note}","public_key":"{public}","message":"{message}","signature":"{signature}"}}"#
        )
        .unwrap();
        text
    })
}

/// The counts of a summary.
fn counts(json: &serde_json::Value) -> [u64; 4] {
    ["rows", "valid", "invalid", "malformed"].map(|name| json[name].as_u64().unwrap())
}

/// Leaves what a run with this command leaves that ends after `n` bytes of its results, which are `whole`.
fn interrupt(folder: &Folder, command: &str, out: &str, whole: &[u8], n: usize) {
    record(folder, command, out);
    folder.write(&format!("{out}.partial"), &whole[..n]);
}

/// Lets a run write its record, and ends it; the results that it may have completed meanwhile are removed.
fn record(folder: &Folder, command: &str, out: &str) {
    let mut child = folder.begin(command, Stdio::null(), Stdio::null());
    loop {
        // Written in one step, before anything is judged.
        if let Ok(text) = std::fs::read(folder.path(&format!("{out}.partial.json"))) {
            let _ = child.kill();
            let _ = child.wait();
            let _ = std::fs::remove_file(folder.path(out));
            folder.write(&format!("{out}.partial.json"), text);
            return;
        }
        if child.try_wait().unwrap().is_some() {
            // Faster than this test: again.
            let _ = std::fs::remove_file(folder.path(out));
            child = folder.begin(command, Stdio::null(), Stdio::null());
        }
    }
}

#[test]
fn an_interrupted_run_goes_on_after_its_last_whole_line() {
    let folder = Folder::new();
    folder.write("a.jsonl", table(300));
    folder.write("b.jsonl", table(200));
    for (out, options) in [
        ("out.jsonl", "--copy note"),
        ("out.csv", "--copy note"),
        ("some.jsonl", "--only-invalid"),
        ("some.csv", "--only-invalid --explain-invalid --copy note"),
        ("none", "--explain-invalid"),
    ] {
        let tables = "a.jsonl b.jsonl";
        let expected =
            folder.chop(&format!("verify-table --out whole-{out} {options} --json {tables}")).exits(1).json();
        let whole = folder.read(&format!("whole-{out}"));
        let command = format!("verify-table --resume --out {out} {options} --json {tables}");
        for n in [0, 1, 40, 120, whole.len() / 3, whole.len() / 2, whole.len() - 1, whole.len()] {
            interrupt(&folder, &command, out, &whole, n);
            let json = folder.chop(&command).exits(1).json();
            assert_eq!(
                String::from_utf8_lossy(&folder.read(out)),
                String::from_utf8_lossy(&whole),
                "{out} {n}"
            );
            assert_eq!(counts(&json), counts(&expected), "{out} {n}");
            assert_eq!(json["bad"], expected["bad"], "{out} {n}");
            let resumed_after = json["resumed_after"].as_u64().unwrap();
            assert!((resumed_after > 0) == (n >= whole.len() / 3) || n == 120, "{out} {n}: {resumed_after}");
            let left: Vec<String> =
                folder.names().into_iter().filter(|name| name.contains("partial")).collect();
            assert!(left.is_empty(), "{left:?}");
            std::fs::remove_file(folder.path(out)).unwrap();
        }
    }
}

#[test]
fn a_run_that_is_killed_at_any_moment_goes_on_until_it_is_complete() {
    let folder = Folder::new();
    // Most are malformed, and judged quickly: there are more than are judged together.
    let some: Vec<String> =
        table(500).lines().map(|line| format!("{line}\n{}", "no row\n".repeat(40))).collect();
    folder.write("rows.jsonl", some.concat());
    folder.chop("verify-table --out whole.csv --copy note rows.jsonl").exits(1);
    let whole = folder.text("whole.csv");
    let command = "verify-table --threads 1 --resume --out out.csv --copy note rows.jsonl";
    let length = || std::fs::metadata(folder.path("out.csv.partial")).map_or(0, |metadata| metadata.len());
    let mut interrupted = 0;
    for round in 0..50 {
        let before = length();
        let mut child = folder.begin(command, Stdio::null(), Stdio::null());
        // Some runs end before they have written anything, and the others soon after that.
        let moment = Instant::now() + Duration::from_millis(7 * round);
        while child.try_wait().unwrap().is_none()
            && if round < 5 { Instant::now() < moment } else { length() <= before }
        {
            std::thread::sleep(Duration::from_micros(200));
        }
        let _ = child.kill();
        match child.wait().unwrap().code() {
            Some(code) => {
                assert_eq!(code, 1, "round {round}: {}", folder.chop(command).err);
                break;
            }
            None if folder.path("out.csv").exists() => break,
            None => interrupted += 1,
        }
    }
    println!("interrupted {interrupted} times");
    assert!(folder.path("out.csv").exists(), "{:?}", folder.names());
    assert_eq!(folder.text("out.csv"), whole);
}

#[test]
fn only_the_same_command_on_the_same_tables_goes_on() {
    let folder = Folder::new();
    folder.write("rows.jsonl", table(50));
    folder.write("more.jsonl", table(5));
    folder.chop("keygen --out key.pem").exits(0);
    let command = "verify-table --resume --out out";
    record(&folder, &format!("{command} rows.jsonl"), "out");
    let before = (folder.read("out.partial.json"), folder.names());
    for (more, what) in [
        ("--policy zip-215 rows.jsonl", "another policy"),
        ("--key key.pub.pem rows.jsonl", "another key"),
        ("--only-invalid rows.jsonl", "other arguments"),
        ("--encoding message=utf8 rows.jsonl", "other arguments"),
        ("--copy note rows.jsonl", "other arguments"),
        ("--explain-invalid rows.jsonl", "other arguments"),
        ("rows.jsonl more.jsonl", "other tables"),
        ("more.jsonl", "other tables"),
    ] {
        folder
            .chop(&format!("{command} {more}"))
            .exits(2)
            .complains(what)
            .complains("out.partial.json to begin anew");
        assert_eq!((folder.read("out.partial.json"), folder.names()), before, "{more}");
    }
    // A table that was changed, although its size is as before, and one that was touched.
    let text = folder.text("rows.jsonl");
    std::thread::sleep(Duration::from_millis(20));
    folder.write("rows.jsonl", &text);
    folder.chop(&format!("{command} rows.jsonl")).exits(2).complains("have changed since");
    let _ = std::fs::remove_file(folder.path("out.partial"));
    std::fs::remove_file(folder.path("out.partial.json")).unwrap();
    // How much is said, and with how many threads, changes no result.
    record(&folder, &format!("{command} rows.jsonl"), "out");
    folder.chop(&format!("{command} --threads 2 --quiet rows.jsonl")).exits(1);
    assert_eq!(folder.text("out").lines().count(), 50);
}

#[test]
fn what_cannot_be_continued_is_refused_at_once() {
    let folder = Folder::new();
    folder.write("rows.jsonl", table(5));
    let before = folder.names();
    for out in ["out.jsonl.gz", "out.csv.zst", "out.gz"] {
        let said = folder.chop(&format!("verify-table --resume --out {out} rows.jsonl")).exits(2);
        said.complains("not written line by line");
    }
    folder.chop("verify-table --resume --out - rows.jsonl").exits(2).complains("--out FILE");
    folder.chop("verify-table --resume rows.jsonl").exits(2).complains("--out");
    folder.chop("verify-table --resume --fail-fast --out out rows.jsonl").exits(2);
    folder.run(&["verify-table", "--resume", "--out", "out", "-"], b"").exits(2).complains("standard input");
    folder.chop("verify-table --resume --out out missing.jsonl").exits(2).complains("missing.jsonl");
    folder.chop("verify-table --resume --out rows.jsonl rows.jsonl --force").exits(2).complains("read from");
    assert_eq!(folder.names(), before);
    folder.write("out", "old");
    folder.chop("verify-table --resume --out out rows.jsonl").exits(2).complains("out exists");
    folder.chop("verify-table --resume --force --out out rows.jsonl").exits(1);
    assert_eq!(folder.text("out").lines().count(), 5);
    std::fs::remove_file(folder.path("out")).unwrap();
    folder.write("out.partial", "somebody's");
    folder.chop("verify-table --resume --out out rows.jsonl").exits(2).complains("without out.partial.json");
    assert_eq!(folder.text("out.partial"), "somebody's");
}

#[test]
fn damaged_results_are_not_continued() {
    let folder = Folder::new();
    folder.write("rows.jsonl", table(50));
    let command = "verify-table --resume --out out rows.jsonl";
    record(&folder, command, "out");
    for damaged in ["nonsense\n", "{\"row\":1,\"line\":2,\"valid\":true}\n", "{\"row\":0}\n"] {
        folder.write("out.partial", damaged);
        folder.chop(command).exits(2).complains("out.partial is damaged");
        assert_eq!(folder.text("out.partial"), damaged);
    }
    folder.write(
        "out.partial",
        (0..60).map(|i| format!("{{\"row\":{i},\"line\":1,\"valid\":true}}\n")).collect::<String>(),
    );
    folder.chop(command).exits(2).complains("60 were judged before");
    folder.write("out.partial.json", "{");
    folder.chop(command).exits(2).complains("out.partial.json is damaged");
}

#[test]
fn without_resume_nothing_is_left_and_with_it_what_was_judged() {
    let folder = Folder::new();
    let whole = zstd::encode_all(table(9000).as_bytes(), 1).unwrap();
    folder.write("cut.jsonl.zst", &whole[..whole.len() - 9]);
    folder.write("rows.jsonl", table(20));
    let before = folder.names();
    folder.chop("verify-table --out out cut.jsonl.zst rows.jsonl").exits(2).complains("not written");
    assert_eq!(folder.names(), before);
    let said = folder.chop("verify-table --resume --out out cut.jsonl.zst rows.jsonl").exits(2);
    said.complains("out.partial has the results so far");
    // Up to where the first table could be read, and nothing of the next one.
    let text = folder.text("out.partial");
    assert!(text.lines().count() > 0 && !text.contains("rows.jsonl") && !folder.path("out").exists());
    // The same again, and then of the whole table.
    folder
        .chop("verify-table --resume --out out cut.jsonl.zst rows.jsonl")
        .exits(2)
        .complains("results so far");
    assert_eq!(folder.text("out.partial"), text);
    // What can never be complete is not kept either.
    folder.chop("verify-table --resume --out none --copy absent rows.jsonl").exits(2).complains("absent");
    folder.write("empty.jsonl", "");
    folder.chop("verify-table --resume --out none empty.jsonl").exits(2).complains("no rows");
    assert!(!folder.names().iter().any(|name| name.starts_with("none")), "{:?}", folder.names());
}
