//! Tables of signatures.

mod common;

use base64ct::{Base64, Encoding};
use chop::ed25519::{Context, SigningKey};
use common::Folder;
use std::fmt::Write as _;
use std::io::Write as _;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Key, message and signature number `i`, valid unless `i` is in `bad`.
fn row(i: u64, bad: &[u64]) -> (String, String, String) {
    let mut seed = [7; 32];
    seed[..8].copy_from_slice(&(i % 5).to_le_bytes());
    let key = SigningKey::from_seed(&seed);
    let message = format!("message {i}");
    let mut signature = key.sign(message.as_bytes()).to_bytes();
    if bad.contains(&i) {
        signature[0] ^= 1;
    }
    (hex(key.verifying_key().as_bytes()), hex(message.as_bytes()), hex(&signature))
}

fn json_rows(n: u64, bad: &[u64]) -> String {
    (0..n).fold(String::new(), |mut text, i| {
        let (key, message, signature) = row(i, bad);
        writeln!(
            text,
            r#"{{"id":{i},"public_key":"{key}","message":"{message}","signature":"{signature}"}}"#
        )
        .unwrap();
        text
    })
}

fn csv_rows(n: u64, bad: &[u64]) -> String {
    (0..n).fold("id,public_key,message,signature\n".to_owned(), |mut text, i| {
        let (key, message, signature) = row(i, bad);
        writeln!(text, "{i},{key},{message},{signature}").unwrap();
        text
    })
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_valid_table_is_summarised() {
    let folder = Folder::new();
    folder.write("rows.jsonl", json_rows(20, &[]));
    let said = folder.chop("verify-table rows.jsonl").exits(0).says("rows:       20").says("chop-1");
    assert!(said.out.contains("per second:") && !said.out.contains("bad rows"), "{}", said.out);
    let json = folder.chop("verify-table --json --policy zebra rows.jsonl").exits(0).json();
    assert_eq!((&json["rows"], &json["valid"]), (&20.into(), &20.into()));
    assert_eq!(json["policy"], "zip-215");
    assert_eq!(folder.chop("verify-table --quiet rows.jsonl").exits(0).out, "");
}

#[test]
fn every_format_and_compression_gives_the_same_verdicts() {
    let folder = Folder::new();
    let (json, csv) = (json_rows(20, &[3, 17]), csv_rows(20, &[3, 17]));
    folder.write("a.jsonl", &json);
    folder.write("b.csv", &csv);
    folder.write("c.jsonl.gz", gzip(&json));
    folder.write("d.csv.zst", zstd::encode_all(csv.as_bytes(), 1).unwrap());
    // Two members in one file, and a byte order mark.
    let (head, tail) = csv.split_at(700);
    folder.write("e.csv.gz", [gzip(&format!("\u{feff}{head}")), gzip(tail)].concat());
    folder.write("f.csv", csv.replace('\n', "\r\n"));
    for name in ["a.jsonl", "b.csv", "c.jsonl.gz", "d.csv.zst", "e.csv.gz", "f.csv"] {
        let json = folder.chop(&format!("verify-table --json {name}")).exits(1).json();
        assert_eq!((&json["rows"], &json["invalid"], &json["malformed"]), (&20.into(), &2.into(), &0.into()));
        let first = if name.contains("csv") { 5 } else { 4 };
        assert_eq!((&json["bad"][0]["row"], &json["bad"][0]["line"]), (&3.into(), &first.into()), "{name}");
    }
    folder.run(&["verify-table", "-"], json.as_bytes()).exits(1).says("-:4: the signature is not valid");
    folder.run(&["verify-table", "--format", "csv", "-"], &gzip(&csv)).exits(1).says("-:5:");
}

#[test]
fn results_are_in_the_order_of_the_rows_for_any_number_of_threads() {
    let folder = Folder::new();
    // More rows than a chunk has.
    let rows = json_rows(40, &[7]).repeat(110);
    folder.write("rows.jsonl", &rows);
    for threads in [1, 2, 5] {
        let out = format!("out{threads}.jsonl");
        folder
            .chop(&format!("verify-table --threads {threads} --copy id --out {out} rows.jsonl"))
            .exits(1)
            .complains("rows:       4400");
        let text = folder.text(&out);
        assert_eq!(text.lines().count(), 4_400);
        for (i, line) in text.lines().enumerate() {
            let verdict = match i % 40 {
                7 => r#"false,"reason":"the equation does not hold""#,
                _ => "true",
            };
            let expected = format!(r#"{{"row":{i},"line":{},"valid":{verdict},"id":{}}}"#, i + 1, i % 40);
            assert_eq!(line, expected);
        }
    }
}

#[test]
fn malformed_rows_are_named_and_stop_nothing() {
    let folder = Folder::new();
    let (key, message, signature) = row(0, &[]);
    let object = |key: &str, message: &str, signature: &str, more: &str| {
        format!(r#"{{"public_key":{key},"message":"{message}","signature":"{signature}"{more}}}"#)
    };
    let quoted = format!("\"{key}\"");
    let cases = [
        (object(&quoted, &message, &signature, ""), None),
        ("not json".to_owned(), Some("expected")),
        ("[1]".to_owned(), Some("a JSON object")),
        ("{}".to_owned(), Some("no column public_key")),
        (object("7", &message, &signature, ""), Some("public_key is not a string")),
        (object("null", &message, &signature, ""), Some("no column public_key")),
        (object("\"abcd\"", &message, &signature, ""), Some("public_key has 2 bytes, and must have 32")),
        (object(&quoted, &message, "00", ""), Some("signature has 1 bytes, and must have 64")),
        (object(&quoted, "xyz", &signature, ""), Some("message is not hexadecimal")),
        (object(&quoted, &message, &signature, ",\"algorithm\":\"rsa\""), Some("no algorithm rsa")),
        (object(&quoted, &message, &signature, ",\"algorithm\":\"ed25519ctx\""), Some("needs a context")),
        (object(&quoted, &message, &signature, ",\"algorithm\":\"x25519\""), Some("do not sign")),
        (object(&quoted, &message, &signature, ",\"message\":\"00\""), Some("message is there twice")),
        (
            object(&quoted, &message, &signature, ",\"context\":\"a\",\"context_hex\":\"00\""),
            Some("both context"),
        ),
        (format!("{} x", object(&quoted, &message, &signature, "")), Some("trailing characters")),
        (
            object(&quoted, &message, &signature, &format!(",\"context\":\"{}\"", "x".repeat(256))),
            Some("256"),
        ),
        (object(&quoted, &message, &signature, ",\"other\":{\"a\":[1,null]}"), None),
    ];
    let table: String = cases.iter().map(|(row, _)| format!("{row}\n")).collect();
    folder.write("rows.jsonl", table);
    folder.chop("verify-table rows.jsonl --out out.jsonl").exits(1);
    let out = folder.text("out.jsonl");
    assert_eq!(out.lines().count(), cases.len());
    for (line, (row, error)) in out.lines().zip(&cases) {
        let result: serde_json::Value = serde_json::from_str(line).unwrap();
        match error {
            None => assert_eq!(result["valid"], true, "{row}: {line}"),
            Some(error) => assert!(result["error"].as_str().unwrap_or("").contains(error), "{row}: {line}"),
        }
    }
    folder
        .chop("verify-table rows.jsonl")
        .exits(1)
        .says("malformed:  15")
        .says("rows.jsonl:2: malformed: expected")
        .says("the first ten");
}

#[test]
fn malformed_csv_is_named_by_row_or_refused_by_its_header() {
    let folder = Folder::new();
    let csv = csv_rows(3, &[]);
    folder.write("rows.csv", csv.clone() + "1,2\n" + "\"unclosed,1,2,3\n4\n");
    folder
        .chop("verify-table rows.csv")
        .exits(1)
        .says("rows:       5")
        .says("rows.csv:5: malformed: 2 columns where the header has 4")
        .says("rows.csv:6: malformed");
    folder.write("bytes.csv", [csv.as_bytes(), b"1,\xff,\xff,00\n"].concat());
    folder.chop("verify-table bytes.csv").exits(1).says("bytes.csv:5: malformed: not UTF-8");
    folder.write("other.csv", csv.replace("public_key", "pk"));
    folder.chop("verify-table other.csv").exits(2).complains("no column public_key");
    folder.chop("verify-table --columns public_key=pk other.csv").exits(0);
    folder.write("twice.csv", csv.replace("id,", "message,"));
    folder.chop("verify-table twice.csv").exits(2).complains("twice");
}

#[test]
fn nothing_to_judge_exits_with_2() {
    let folder = Folder::new();
    for (name, content) in
        [("a.jsonl", ""), ("b.jsonl", "\n \n"), ("c.csv", ""), ("d.csv", "public_key,message,signature\n")]
    {
        folder.write(name, content);
        folder.chop(&format!("verify-table {name}")).exits(2).complains("no rows");
    }
    folder.write("e.jsonl.gz", gzip(""));
    folder.chop("verify-table --json e.jsonl.gz").exits(2).says("\"rows\": 0");
}

#[test]
fn tables_that_cannot_be_read_do_not_stop_the_others() {
    let folder = Folder::new();
    folder.write("good.jsonl", json_rows(3, &[1]));
    let whole = gzip(&json_rows(200, &[]));
    folder.write("cut.jsonl.gz", &whole[..whole.len() - 20]);
    folder.write("plain.jsonl.gz", "{}");
    std::fs::create_dir(folder.path("dir.jsonl")).unwrap();
    let tables = "missing.jsonl dir.jsonl plain.jsonl.gz cut.jsonl.gz good.jsonl";
    let said = folder.chop(&format!("verify-table {tables}")).exits(2);
    let said = said
        .complains("cannot read missing.jsonl")
        .complains("cannot read dir.jsonl")
        .complains("plain.jsonl.gz is not compressed as its name says")
        .complains("cannot read cut.jsonl.gz");
    said.says("good.jsonl:2: the signature is not valid");
}

#[cfg(not(feature = "parquet"))]
#[test]
fn tables_in_columns_say_how_to_get_them() {
    let folder = Folder::new();
    folder.write("rows.jsonl", json_rows(1, &[]));
    for arguments in
        ["rows.parquet", "rows.arrow", "rows.arrows", "--format arrow -", "--out out.parquet rows.jsonl"]
    {
        let said = folder.chop(&format!("verify-table {arguments}")).exits(2);
        said.complains("cargo install --locked --path crates/chop-cli --features parquet");
    }
}

#[test]
fn one_key_for_all_rows_and_other_encodings() {
    let folder = Folder::new();
    let key = SigningKey::from_seed(&[9; 32]);
    let mut csv = "msg,sig\n".to_owned();
    for i in 0..5 {
        let signature = key.sign(format!("text {i}").as_bytes()).to_bytes();
        writeln!(csv, "text {i},{}", Base64::encode_string(&signature)).unwrap();
    }
    folder.write("rows.csv", csv);
    folder.write("pub.pem", key.verifying_key().to_public_key_pem().unwrap());
    let options = "--columns message=msg,signature=sig --encoding message=utf8,signature=base64";
    folder.chop(&format!("verify-table --key pub.pem {options} rows.csv")).exits(0).says("valid:      5");
    let other = hex(SigningKey::from_seed(&[8; 32]).verifying_key().as_bytes());
    folder.chop(&format!("verify-table --key {other} {options} rows.csv")).exits(1).says("invalid:    5");
    folder.chop(&format!("verify-table {options} rows.csv")).exits(2).complains("no column public_key");
    folder.chop(&format!("verify-table --key missing.pem {options} rows.csv")).exits(2);
    folder.chop("verify-table --encoding message=latin1 rows.csv").exits(2).complains("latin1");
}

#[test]
fn every_algorithm_in_one_table() {
    let folder = Folder::new();
    let seed = [9; 32];
    let key = SigningKey::from_seed(&seed);
    let blake3 = chop::ed25519_blake3::SigningKey::from_seed(&seed);
    let blake2b = chop::ed25519_blake2b::SigningKey::from_seed(&seed);
    let context = Context::new(b"use").unwrap();
    let standard = hex(key.verifying_key().as_bytes());
    let rows = [
        ("", "", &standard, key.sign(b"m")),
        ("ed25519", "", &standard, key.sign(b"m")),
        ("ed25519ctx", "use", &standard, key.ctx(context).sign(b"m")),
        ("", "use", &standard, key.ctx(context).sign(b"m")),
        ("ed25519ph", "", &standard, key.ph(None).sign(b"m")),
        ("ed25519ph", "use", &standard, key.ph(Some(context)).sign(b"m")),
        ("ed25519-blake3", "", &hex(blake3.verifying_key().as_bytes()), blake3.sign(b"m")),
        ("ed25519-blake2b", "", &hex(blake2b.verifying_key().as_bytes()), blake2b.sign(b"m")),
    ];
    let mut csv = "algorithm,context,public_key,message,signature\n".to_owned();
    for (algorithm, context, key, signature) in &rows {
        writeln!(csv, "{algorithm},{context},{key},6d,{}", hex(&signature.to_bytes())).unwrap();
    }
    folder.write("rows.csv", &csv);
    folder.chop("verify-table rows.csv").exits(0).says("valid:      8");
    // With an algorithm for all, rows that say another one are malformed.
    folder.chop("verify-table --algorithm ed25519ph rows.csv").exits(1).says("malformed:  4");
    folder.write("b.pem", blake3.verifying_key().to_raw_pem().unwrap());
    folder.chop("verify-table --key b.pem rows.csv").exits(1).says("valid:      1");
}

#[test]
fn output_can_be_chosen() {
    let folder = Folder::new();
    folder.write("rows.jsonl", json_rows(20, &[3, 17]));
    folder.write("more.jsonl", json_rows(2, &[1]));
    folder.chop("verify-table --only-invalid --out out rows.jsonl more.jsonl").exits(1);
    let reasons =
        ["the equation does not hold", "the equation does not hold", "R is not the encoding of a point"];
    let expected = format!(
        "{{\"row\":3,\"line\":4,\"file\":\"rows.jsonl\",\"valid\":false,\"reason\":\"{}\"}}\n\
         {{\"row\":17,\"line\":18,\"file\":\"rows.jsonl\",\"valid\":false,\"reason\":\"{}\"}}\n\
         {{\"row\":21,\"line\":2,\"file\":\"more.jsonl\",\"valid\":false,\"reason\":\"{}\"}}\n",
        reasons[0], reasons[1], reasons[2]
    );
    assert_eq!(folder.text("out"), expected);
    folder.chop("verify-table --out out rows.jsonl").exits(2).complains("out exists");
    assert_eq!(folder.text("out"), expected);
    folder.chop("verify-table --force --fail-fast --out out rows.jsonl").exits(1);
    assert_eq!(folder.text("out").lines().count(), 4);
    let said = folder.chop("verify-table --json --out - rows.jsonl").exits(1);
    assert_eq!(said.out.lines().count(), 20);
    said.complains("\"rows\": 20");
    folder.chop("verify-table --copy valid --out x rows.jsonl").exits(2).complains("of their own");
    folder.chop("verify-table --copy id rows.jsonl").exits(2).complains("--out");
}

#[test]
fn copied_columns_are_copied_as_they_are() {
    let folder = Folder::new();
    let (key, message, signature) = row(0, &[]);
    let row = format!(
        r#"{{"n":123456789012345678901234567890,"x":{{"a":[1, 2.50]}},"s":"\u00e9\n","public_key":"{key}","message":"{message}","signature":"{signature}"}}"#
    );
    let other = row.replacen("{", r#"{"some":1,"#, 1);
    folder.write("rows.jsonl", format!("{row}\n{other}\n"));
    folder.chop("verify-table --copy n --copy x --copy s --copy some --out out rows.jsonl").exits(0);
    let copies = r#""n":123456789012345678901234567890,"x":{"a":[1, 2.50]},"s":"\u00e9\n""#;
    let expected = format!(
        "{{\"row\":0,\"line\":1,\"valid\":true,{copies},\"some\":null}}\n\
         {{\"row\":1,\"line\":2,\"valid\":true,{copies},\"some\":1}}\n"
    );
    assert_eq!(folder.text("out"), expected);
}

#[test]
fn a_key_that_is_no_point_makes_its_row_invalid_not_malformed() {
    let folder = Folder::new();
    let (_, message, signature) = row(0, &[]);
    let key = "02".to_owned() + &"00".repeat(31);
    folder.write(
        "rows.jsonl",
        format!(r#"{{"public_key":"{key}","message":"{message}","signature":"{signature}"}}"#),
    );
    folder.chop("verify-table rows.jsonl").exits(1).says("invalid:    1").says("malformed:  0");
}
