//! A hostile or unlucky folder: signals, crashes and other runs at any moment, full disks, links that move. What
//! counts is what is there afterwards.
#![cfg(unix)]

mod common;

use common::Folder;
use rustix::process::{Pid, Signal, kill_process};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Numbers that are printed with the test's name, so that a failure can be looked into.
struct Random(u64);

impl Random {
    fn new(test: &str) -> Random {
        let seed =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64;
        println!("{test}: seed {seed}");
        Random(seed | 1)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// Whether the programs that this one starts ignore a signal, as those of `nohup` do.
fn is_ignored(signal: Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let set = set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()).unwrap_or(0);
    set >> (signal.as_raw() - 1) & 1 == 1
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Waits until a condition holds; a minute is more than any machine needs.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}: still not");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn unfinished(folder: &Folder) -> bool {
    folder.names().iter().any(|name| name.ends_with(".part"))
}

#[test]
fn a_signal_removes_what_is_unfinished_and_leaves_what_was_there() {
    for (signal, code) in [(Signal::HUP, 129), (Signal::INT, 130), (Signal::TERM, 143)] {
        if is_ignored(signal) {
            println!("skipped: {signal:?}, which this process ignores");
            continue;
        }
        let folder = Folder::new();
        folder.write("out", "old");
        // A table whose end never comes: waiting for a child would close its standard input.
        let mut child = folder.begin("verify-table - --force --out out", Stdio::piped(), Stdio::null());
        let _table = child.stdin.take();
        wait_until("a temporary file", || unfinished(&folder));
        assert_eq!(folder.text("out"), "old");
        send(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(code));
        assert_eq!((folder.names(), folder.text("out").as_str()), (vec!["out".to_owned()], "old"));
    }
}

#[test]
fn a_signal_that_was_ignored_stays_ignored() {
    if !Path::new("/proc/self/status").exists() {
        println!("skipped: ignored signals, which this system does not tell of");
        return;
    }
    let folder = Folder::signed();
    let script = format!("trap '' HUP; exec {} verify-table - --out out", env!("CARGO_BIN_EXE_chop"));
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(folder.path("")).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until("a temporary file", || unfinished(&folder));
    send(&child, Signal::HUP);
    std::thread::sleep(Duration::from_millis(50));
    assert!(child.try_wait().unwrap().is_none(), "the hangup was not ignored");
    // The end of the table: there was no row.
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

/// Both halves match, or there is a private key alone, or nothing.
#[track_caller]
fn expect_pair(folder: &Folder, when: &str) {
    if !folder.path("key.pem").exists() {
        assert!(!folder.path("key.pub.pem").exists(), "{when}: a public key alone");
        return;
    }
    let public = folder.chop("pubkey key.pem").exits(0).out;
    if folder.path("key.pub.pem").exists() {
        assert_eq!(folder.text("key.pub.pem"), public, "{when}: halves of two keys");
    }
}

#[test]
fn a_key_pair_that_is_interrupted_at_any_moment_never_has_a_wrong_half() {
    let folder = Folder::new();
    let mut random = Random::new("a_key_pair_that_is_interrupted");
    for round in 0..120 {
        let child = folder.begin("keygen --force --out key.pem", Stdio::null(), Stdio::null());
        std::thread::sleep(Duration::from_micros(random.below(9000)));
        let signal = [Signal::TERM, Signal::INT, Signal::KILL][round % 3];
        send(&child, signal);
        let status = { child }.wait().unwrap();
        expect_pair(&folder, &format!("round {round}, {status:?}"));
        if signal != Signal::KILL && status.code().is_some() {
            assert!(!unfinished(&folder), "round {round}, {status:?}: {:?}", folder.names());
        }
        for name in folder.names().iter().filter(|name| name.ends_with(".part")) {
            std::fs::remove_file(folder.path(name)).unwrap();
        }
    }
}

#[test]
fn runs_at_the_same_time_leave_one_pair() {
    let folder = Folder::new();
    let run = |force: &'static str| {
        std::thread::scope(|scope| {
            let runs: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| folder.chop(&format!("keygen --out key.pem{force}")).code))
                .collect();
            runs.into_iter().map(|run| run.join().unwrap()).collect::<Vec<i32>>()
        })
    };
    for round in 0..5 {
        let codes = run("");
        assert_eq!(codes.iter().filter(|code| **code == 0).count(), 1, "round {round}: {codes:?}");
        assert_eq!(folder.names(), ["key.pem", "key.pub.pem"], "round {round}");
        expect_pair(&folder, &format!("round {round}"));
        assert_eq!(run(" --force"), [0; 8], "round {round}, with force");
        assert_eq!(folder.names(), ["key.pem", "key.pub.pem"], "round {round}, with force");
        expect_pair(&folder, &format!("round {round}, with force"));
        std::fs::remove_file(folder.path("key.pem")).unwrap();
        std::fs::remove_file(folder.path("key.pub.pem")).unwrap();
    }
}

/// A small file system in memory; unmounted when dropped.
struct SmallDisk(std::path::PathBuf);

impl SmallDisk {
    fn mount(at: std::path::PathBuf) -> Option<SmallDisk> {
        std::fs::create_dir(&at).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=256k,mode=700", "tmpfs"]).arg(&at).stderr(Stdio::null());
        mount.status().is_ok_and(|status| status.success()).then_some(SmallDisk(at))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_leaves_what_was_there_and_nothing_else() {
    let folder = Folder::signed();
    let Some(_disk) = SmallDisk::mount(folder.path("small")) else {
        println!("skipped: a full disk, since this user may not mount a small one");
        return;
    };
    let sm2 = folder.chop("keygen --algorithm sm2 --out sm2.pem");
    sm2.exits(0);
    folder.write("large", vec![0x5a; 300 << 10]);
    folder.write("rows.jsonl", "no row\n".repeat(20_000));
    folder.write("small/old", "old");
    let names = || {
        let entries = std::fs::read_dir(folder.path("small")).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect::<Vec<_>>()
    };
    for command in [
        "encrypt --key sm2.pub.pem --force --out small/old large",
        "encrypt --key sm2.pub.pem --out small/new large",
        "verify-table --force --out small/old rows.jsonl",
        "verify-table --out small/new rows.jsonl",
    ] {
        folder.chop(command).exits(2).complains("cannot write small/");
        assert_eq!(
            (names(), folder.text("small/old").as_str()),
            (vec!["old".to_owned()], "old"),
            "{command}"
        );
    }
    // A disk without room for any key.
    let fill = |name: &str| {
        let mut size = 256 << 10;
        while size > 0 && std::fs::write(folder.path(name), vec![1; size]).is_err() {
            size -= 4096;
        }
    };
    fill("small/full");
    let before = names();
    folder.chop("keygen --out small/key.pem").exits(2).complains("cannot write small/key");
    assert_eq!(names(), before);
}

#[test]
fn a_link_that_comes_and_goes_leads_no_output_away() {
    let folder = Folder::signed();
    folder.write("victim", "precious");
    std::fs::remove_file(folder.path("doc.sig")).unwrap();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                let _ = std::os::unix::fs::symlink("victim", folder.path("doc.sig"));
                let _ = std::fs::remove_file(folder.path("doc.sig"));
                let _ = std::os::unix::fs::symlink("nothing-yet", folder.path("doc.sig"));
                let _ = std::fs::remove_file(folder.path("doc.sig"));
            }
        });
        for _ in 0..100 {
            let said = folder.chop("sign --key key.pem doc");
            assert!(said.code == 0 || said.code == 2, "{}", said.err);
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(folder.text("victim"), "precious");
    assert!(!folder.path("nothing-yet").exists() && !unfinished(&folder));
}

#[test]
fn a_table_that_is_interrupted_at_any_moment_leaves_all_or_nothing() {
    let folder = Folder::new();
    folder.write("rows.jsonl", "no row\n".repeat(3000));
    folder.chop("verify-table --out whole rows.jsonl").exits(1);
    let whole = folder.text("whole");
    let mut random = Random::new("a_table_that_is_interrupted");
    for round in 0..60 {
        let force = if round % 2 == 0 { " --force" } else { "" };
        let _ = std::fs::remove_file(folder.path("out"));
        let command = format!("verify-table{force} --out out rows.jsonl");
        let mut child = folder.begin(&command, Stdio::null(), Stdio::null());
        std::thread::sleep(Duration::from_micros(random.below(30_000)));
        let _ = kill_process(Pid::from_child(&child), Signal::TERM);
        let status = child.wait().unwrap();
        if folder.path("out").exists() {
            assert_eq!(folder.text("out"), whole, "round {round}, {status:?}");
        } else {
            assert_ne!(status.code(), Some(1), "round {round}");
        }
        assert!(!unfinished(&folder), "round {round}, {status:?}");
    }
}
