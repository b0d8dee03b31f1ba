//! What a terminal gets: nothing that was read commands it, and no secret.
#![cfg(unix)]

mod common;

use common::Folder;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

/// Runs the program with standard output and error on a terminal: the exit code, and what the terminal got.
fn on_a_terminal(folder: &Folder, arguments: &[&str]) -> (i32, String) {
    on_a_terminal_of(0, folder, arguments)
}

/// The same on a terminal with so many columns; 0 if it does not say how many.
fn on_a_terminal_of(columns: u16, folder: &Folder, arguments: &[&str]) -> (i32, String) {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&controller).unwrap();
    unlockpt(&controller).unwrap();
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&controller, size).unwrap();
    let name = ptsname(&controller, Vec::new()).unwrap();
    let terminal = || File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_chop"));
    command.current_dir(folder.path("")).env_remove("CHOP_LEVEL").args(arguments).stdin(Stdio::null());
    let mut child = command.stdout(terminal()).stderr(terminal()).spawn().unwrap();
    drop(command);
    let reader = std::thread::spawn(move || {
        let mut controller = File::from(controller);
        let (mut shown, mut buffer) = (Vec::new(), [0; 4096]);
        // The end is an error here: the other side is closed.
        while let Ok(n @ 1..) = controller.read(&mut buffer) {
            shown.extend_from_slice(&buffer[..n]);
        }
        shown
    });
    let code = child.wait().unwrap().code().unwrap();
    (code, String::from_utf8_lossy(&reader.join().unwrap()).into_owned())
}

/// Whether a text commands a terminal. A terminal ends its lines with CR LF, and the bar of `verify-table` goes
/// back to the beginning of its own.
fn commands(text: &str) -> bool {
    text.replace("\r\u{1b}[2K", "\n").replace("\r\n", "\n").chars().any(|c| {
        c != '\n' && c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    })
}

/// C0, DEL, C1 and what turns the direction of text, and a line that lies.
const HOSTILE: &str = "\u{1b}[2J\u{7f}\u{9b}31m\u{202e}\u{2066}\u{200f}\u{61c}\rdoc: OK";

#[test]
fn nothing_that_was_read_commands_a_terminal() {
    let folder = Folder::signed();
    let name = format!("a{HOSTILE}\ndoc: OK");
    folder.write(&name, "hello");
    folder.write(&format!("{name}.sig"), [0; 64]);
    folder.write("key.bad", format!("ssh-{HOSTILE} AAAA"));
    folder.write("pem.bad", format!("-----BEGIN {HOSTILE}-----\nAAAA\n-----END {HOSTILE}-----\n"));
    let escaped: String = HOSTILE.chars().filter(|c| *c as u32 >= 0x7f).collect();
    folder.write(
        "rows.jsonl",
        format!(
            "\"{escaped}\"\n{{\"note\":\"{escaped}\",\"x\":{{\t\"a\":\r1}},\"algorithm\":\"{escaped}\"}}\n\
             {{\"note\":\"\\u001b[2J\",\"algorithm\":\"\\u001b[2J\\n rows.jsonl:1: OK\"}}\n"
        ),
    );
    folder.write("rows.csv", format!("public_key,{escaped},{escaped},message\n1,2,3,4\n"));
    folder.write("twice.csv", "message,\"a\u{1b}[2J\",message,signature,public_key\n");
    folder.write(&format!("{name}.jsonl"), "no row\n");
    let sig = format!("{name}.sig");
    let table = format!("{name}.jsonl");
    let unknown = format!("--{name}");
    let key = "key.pub.pem";
    for arguments in [
        &["verify", "--key", key, &name][..],
        &["verify", "--json", "--key", key, &name],
        &["explain", "--key", key, &name],
        &["explain", "--json", "--key", key, &name],
        &["verify", "--key", "key.bad", "doc"],
        &["verify", "--key", "pem.bad", "doc"],
        &["verify", "--key", &name, "doc"],
        &["inspect", "key.bad"],
        &["inspect", "pem.bad"],
        &["inspect", &name],
        &["inspect", "--json", &sig],
        &["sign", "--key", "key.pem", "--force", &name],
        &["sign", "--key", &name, "doc"],
        &["pubkey", &name],
        &["convert", "key.pub.pem", "--key-format", "pem", "--out", &name],
        &["keygen", "--out", &name],
        &["verify-table", "rows.jsonl"],
        &["verify-table", "--json", "rows.jsonl"],
        &["verify-table", "--copy", "note", "--copy", "x", "--out", "-", "rows.jsonl"],
        &["verify-table", "--copy", "nothing", "--out", "out", "rows.jsonl"],
        &["verify-table", "rows.csv"],
        &["verify-table", "twice.csv"],
        &["verify-table", &table],
        &["verify-table", &name],
        &["verify", &unknown],
        &[&name],
        &["policies", &name],
        &["man", &name],
    ] {
        let (code, shown) = on_a_terminal(&folder, arguments);
        assert!(!commands(&shown), "{arguments:?}: {code}, {shown:?}");
        assert!(!shown.lines().any(|line| line.starts_with("doc: OK")), "{arguments:?}: {shown:?}");
        assert!(!shown.is_empty(), "{arguments:?}");
    }
}

/// The lines that a terminal shows of a text, each of the parts that overwrite one another in it.
fn shown_lines(text: &str) -> Vec<String> {
    let parts = text.split(['\r', '\n']).map(|part| {
        let mut shown = String::new();
        let mut rest = part;
        while let Some((before, after)) = rest.split_once('\u{1b}') {
            shown += before;
            rest = after.trim_start_matches(|c: char| !c.is_ascii_alphabetic()).get(1..).unwrap_or("");
        }
        shown + rest
    });
    parts.collect()
}

#[test]
fn help_wraps_at_40_columns_and_the_bar_at_30_stays_on_its_line() {
    let folder = Folder::new();
    for command in ["verify", "verify-table", "sign", "convert", "keygen", "decrypt"] {
        let (code, shown) = on_a_terminal_of(40, &folder, &[command, "--help"]);
        assert_eq!(code, 0);
        // A word that is longer stands alone.
        let longer = shown_lines(&shown);
        let longer: Vec<_> = longer.iter().filter(|line| line.chars().count() > 40).collect();
        assert!(longer.iter().all(|line| line.trim().split(' ').count() <= 2), "{longer:#?}");
    }
    folder.write("rows.jsonl", include_str!("../../../examples/signatures.jsonl").repeat(8));
    let (code, shown) = on_a_terminal_of(30, &folder, &["verify-table", "rows.jsonl"]);
    assert_eq!(code, 0);
    assert!(!shown.contains("\u{1b}[1A") && !shown.contains("\u{1b}M"), "the bar has lines: {shown:?}");
    let lines = shown_lines(&shown);
    let bars: Vec<_> = lines.iter().filter(|line| line.contains('%')).collect();
    assert!(!bars.is_empty(), "{shown:?}");
    assert!(bars.iter().all(|bar| bar.chars().count() <= 30), "{bars:#?}");
    assert!(bars.iter().any(|bar| bar.contains(" rows")), "{bars:#?}");
}

#[test]
fn rows_on_a_terminal_are_the_same_json() {
    let folder = Folder::new();
    folder.write("rows.jsonl", "{\"note\":\"\u{9b}31m\u{202e}\",\"x\":{\t\"a\":\r[1]}}\n");
    let arguments = ["verify-table", "--quiet", "--copy", "note", "--copy", "x", "--out", "-", "rows.jsonl"];
    let (_, shown) = on_a_terminal(&folder, &arguments);
    let row: serde_json::Value = serde_json::from_str(shown.trim()).unwrap();
    assert_eq!(row["note"], "\u{9b}31m\u{202e}");
    assert_eq!(row["x"]["a"][0], 1);
}

#[test]
fn a_terminal_gets_no_secret() {
    let folder = Folder::signed();
    for arguments in [
        &["keygen", "--out", "-"][..],
        &["convert", "key.pem", "--key-format", "pem"],
        &["convert", "key.pem", "--key-format", "hex", "--secret"],
        &["convert", "key.pem", "--key-format", "der"],
    ] {
        let (code, shown) = on_a_terminal(&folder, arguments);
        assert!(
            code == 2 && shown.contains("is not written to a terminal"),
            "{arguments:?}: {code}, {shown}"
        );
        assert!(!shown.contains("PRIVATE KEY"), "{arguments:?}");
    }
}

#[test]
fn decrypted_text_is_shown_only_if_it_commands_nothing() {
    let folder = Folder::new();
    folder.chop("keygen --algorithm sm2 --out key.pem").exits(0);
    for (text, is_shown) in [
        ("hello\tworld\r\n", true),
        ("turned \u{202e}", false),
        ("over\rwritten", false),
        ("\u{9b}31m", false),
    ] {
        folder.write("doc", text);
        folder.chop("encrypt --force --key key.pub.pem doc").exits(0);
        let (code, shown) = on_a_terminal(&folder, &["decrypt", "--key", "key.pem", "--out", "-", "doc.enc"]);
        assert_eq!(code == 0, is_shown, "{text:?}: {shown:?}");
    }
}

#[test]
fn a_private_key_that_others_can_read_is_warned_of() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::signed();
    let warning = "others can read the private key in key.pem";
    for (mode, warned) in [(0o600, false), (0o400, false), (0o640, true), (0o604, true)] {
        std::fs::set_permissions(folder.path("key.pem"), PermissionsExt::from_mode(mode)).unwrap();
        for command in
            ["sign --force --key key.pem doc", "pubkey key.pem", "convert key.pem --key-format pem"]
        {
            let said = folder.chop(command).exits(0);
            assert_eq!(said.err.contains(warning), warned, "{mode:o}: {command}: {}", said.err);
        }
    }
    assert!(!folder.chop("convert key.pub.pem --key-format pem").exits(0).err.contains("warning"));
}
