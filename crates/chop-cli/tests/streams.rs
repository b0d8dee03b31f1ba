//! Rows of standard input, answered while the one who asks waits.

mod common;

use chop::ed25519::SigningKey;
use common::Folder;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Key, message and signature number `i`, valid unless `i` is odd.
fn row(i: u64) -> (String, String, String) {
    let key = SigningKey::from_seed(&[(i % 7) as u8; 32]);
    let message = format!("message {i}");
    let mut signature = key.sign(message.as_bytes()).to_bytes();
    signature[0] ^= (i % 2) as u8;
    (hex(key.verifying_key().as_bytes()), hex(message.as_bytes()), hex(&signature))
}

fn json(i: u64) -> String {
    let (key, message, signature) = row(i);
    format!("{{\"public_key\":\"{key}\",\"message\":\"{message}\",\"signature\":\"{signature}\"}}\n")
}

fn tsv(i: u64) -> String {
    let (key, message, signature) = row(i);
    format!("{key}\t{message}\t{signature}\n")
}

const TSV: &str = "verify-table --stream --format tsv --columns public_key,message,signature";

/// A run of the program that is asked block by block.
struct Stream {
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<String>,
}

impl Stream {
    fn begin(folder: &Folder, arguments: &str) -> Stream {
        let mut child = folder.begin(arguments, Stdio::piped(), Stdio::piped());
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, answers) = mpsc::channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Stream { input: child.stdin.take(), child, answers }
    }

    fn write(&mut self, rows: &str) {
        self.input.as_mut().unwrap().write_all(rows.as_bytes()).unwrap();
    }

    /// The next answers; a minute is more than any machine needs.
    #[track_caller]
    fn answers(&self, n: usize) -> String {
        let wait = Duration::from_secs(60);
        (0..n)
            .map(|i| self.answers.recv_timeout(wait).unwrap_or_else(|_| panic!("answer {i} of {n}")))
            .collect()
    }

    #[track_caller]
    fn ends(mut self, code: i32) {
        drop(self.input.take());
        assert_eq!(self.child.wait().unwrap().code(), Some(code));
        assert!(self.answers.recv_timeout(Duration::from_secs(60)).is_err(), "more answers than rows");
    }
}

#[test]
fn each_block_is_answered_before_the_next_one_is_written() {
    let folder = Folder::new();
    for (arguments, row) in [("verify-table --stream", json as fn(u64) -> String), (TSV, tsv)] {
        let mut stream = Stream::begin(&folder, arguments);
        for block in [1, 2, 1, 65, 300, 1] {
            stream.write(&(0..block).map(row).collect::<String>());
            assert_eq!(stream.answers(block as usize), "10".repeat(200)[..block as usize]);
        }
        stream.ends(0);
    }
}

#[test]
fn rows_are_answered_although_the_next_one_has_begun() {
    let mut stream = Stream::begin(&Folder::new(), TSV);
    let next = tsv(1);
    let (head, tail) = next.split_at(40);
    stream.write(&(tsv(0) + head));
    assert_eq!(stream.answers(1), "1");
    // So is one that comes byte by byte.
    tail.bytes().for_each(|byte| stream.write(&char::from(byte).to_string()));
    assert_eq!(stream.answers(1), "0");
    stream.ends(0);
}

#[test]
fn many_rows_are_answered_in_their_order() {
    let some: Vec<String> = (0..140).map(tsv).collect();
    let mut stream = Stream::begin(&Folder::new(), &format!("{TSV} --threads 3"));
    for block in [10_001, 5_000] {
        // Written while the answers are read, as they fill the pipes.
        let rows: String = (0..block).map(|i| some[i % 140].as_str()).collect();
        let mut input = stream.input.take().unwrap();
        let writer = std::thread::spawn(move || {
            input.write_all(rows.as_bytes()).unwrap();
            input
        });
        let answers = stream.answers(block);
        assert_eq!(answers, "10".repeat(block)[..block]);
        stream.input = Some(writer.join().unwrap());
    }
    stream.ends(0);
}

#[test]
fn every_line_is_a_row_and_a_malformed_one_is_answered_by_0() {
    let folder = Folder::new();
    let last = json(2);
    let rows =
        ["{}\n", "\n", "nonsense\n", "\r\n", &json(0).replace('\n', "\r\n"), "null\n", last.trim_end()];
    let said = folder.run(&["verify-table", "--stream"], rows.concat().as_bytes()).exits(0);
    assert_eq!((said.out.as_str(), said.err.as_str()), ("0\n0\n0\n0\n1\n0\n1\n", ""));
    let last = tsv(2);
    let rows = [
        "\n",
        "a\tb\n",
        "\t\t\n",
        &tsv(0).replace('\n', "\t\n"),
        &tsv(0).replace('\n', "\r\n"),
        "\\N\t\\N\t\\N\n",
        &tsv(0).replace('\t', "\\q\t"),
        last.trim_end(),
    ];
    let arguments: Vec<&str> = TSV.split(' ').collect();
    let said = folder.run(&arguments, rows.concat().as_bytes()).exits(0);
    assert_eq!((said.out.as_str(), said.err.as_str()), ("0\n0\n0\n0\n1\n0\n0\n1\n", ""));
    for arguments in [&["verify-table", "--stream"][..], &arguments] {
        assert_eq!(folder.run(arguments, b"").exits(0).out, "");
    }
}

#[test]
fn fields_of_tab_separated_text_are_unescaped() {
    let folder = Folder::new();
    let key = SigningKey::from_seed(&[9; 32]);
    let public = hex(key.verifying_key().as_bytes());
    let mut rows = String::new();
    for (text, field) in
        [("a\tb\n\\N\0'", r"a\tb\n\\N\0\'"), ("", ""), ("明文\r", r"明文\r"), (r"\N", r"\\N")]
    {
        let signature = hex(&key.sign(text.as_bytes()).to_bytes());
        writeln!(rows, "7\t{field}\t{signature}\t\\N").unwrap();
    }
    let columns = "--columns _,message,signature,context --encoding message=utf8";
    let arguments = format!("verify-table --stream --format tsv --key {public} {columns}");
    let arguments: Vec<&str> = arguments.split(' ').collect();
    assert_eq!(folder.run(&arguments, rows.as_bytes()).exits(0).out, "1\n1\n1\n1\n");
    // The same as a file, with a header.
    folder.write("rows.tsv", format!("id\tmessage\tsignature\tcontext\n\n{rows}"));
    let arguments =
        format!("verify-table --key {public} --encoding message=utf8 --copy message --copy context");
    folder.chop(&format!("{arguments} --out out rows.tsv")).exits(0);
    let out = folder.text("out");
    assert!(
        out.starts_with(r#"{"row":0,"line":3,"valid":true,"message":"a\tb\n\\N\u0000'","context":null}"#),
        "{out}"
    );
}

#[test]
fn options_hold_for_streams_and_what_can_mean_nothing_is_refused() {
    let folder = Folder::new();
    let stream = |arguments: &str, input: &str| {
        let arguments = format!("verify-table --stream {arguments}");
        folder.run(&arguments.split(' ').collect::<Vec<_>>(), input.as_bytes())
    };
    // A key that is the neutral point, and a signature that holds under rules that accept such keys.
    let (zeros, one) = ("00".repeat(31), "01".to_owned() + &"00".repeat(31));
    let row = format!("{{\"public_key\":\"{one}\",\"message\":\"\",\"signature\":\"{one}{zeros}00\"}}\n");
    assert_eq!(stream("--policy zip-215", &row).exits(0).out, "1\n");
    assert_eq!(stream("--policy libsodium", &row).exits(0).out, "0\n");
    assert_eq!(stream("--algorithm ed25519ph", &json(0)).exits(0).out, "0\n");
    let renamed = json(0).replace("public_key", "pk");
    assert_eq!(stream("--columns public_key=pk", &renamed).exits(0).out, "1\n");
    for (arguments, complaint) in [
        ("--format csv", "--stream reads jsonl and tsv"),
        ("--format tsv", "--columns public_key,message,signature"),
        ("--format tsv --columns public_key,message", "no signature"),
        ("--format tsv --columns public_key,message,sig", "no such column"),
        ("--out out", "--out"),
        ("rows.jsonl", "TABLE"),
        ("--key -", "only one argument"),
    ] {
        stream(arguments, "").exits(2).complains(complaint);
    }
}
