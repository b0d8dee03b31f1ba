//! How tables may be written: formats told by their beginnings, encodings, prefixes, nested columns; and that a column
//! that is missing is told with those there are.

mod common;

use base64ct::{Base64Url, Base64UrlUnpadded, Encoding};
use chop::ed25519::SigningKey;
use common::Folder;
use std::fmt::Write as _;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Key, message and signature number `i`, of which every third is not valid.
fn row(i: u64) -> [Vec<u8>; 3] {
    let key = SigningKey::from_seed(&[(i % 3) as u8; 32]);
    let message = format!("message {i}").into_bytes();
    let mut signature = key.sign(&message).to_bytes();
    signature[0] ^= u8::from(i % 3 == 2);
    [key.verifying_key().to_bytes().to_vec(), message, signature.to_vec()]
}

fn object(i: u64) -> String {
    let [key, message, signature] = row(i).map(|bytes| hex(&bytes));
    format!(r#"{{"public_key":"{key}","message":"{message}","signature":"{signature}"}}"#)
}

/// A table with a header and this separator.
fn with_header(n: u64, separator: &str) -> String {
    let line = |fields: [String; 3]| fields.join(separator) + "\n";
    let header = line(["public_key", "message", "signature"].map(str::to_owned));
    header + &(0..n).map(|i| line(row(i).map(|bytes| hex(&bytes)))).collect::<String>()
}

#[test]
fn standard_input_is_recognised_by_how_it_begins() {
    let folder = Folder::new();
    let lines: String = (0..6).map(|i| object(i) + "\n").collect();
    let array = format!("[{}]", (0..6).map(object).collect::<Vec<_>>().join(","));
    let spread = format!("\n [\n{}\n]\n", (0..6).map(object).collect::<Vec<_>>().join(",\n  "));
    let (csv, tsv) = (with_header(6, ","), with_header(6, "\t"));
    let cases = [
        (lines, "-:3:"),
        (array, "-:3:"),
        (spread, "-:3:"),
        (csv.clone(), "-:4:"),
        (format!("\u{feff}{csv}"), "-:4:"),
        (tsv, "-:4:"),
    ];
    for (table, line) in cases {
        let said = folder.run(&["verify-table", "-"], table.as_bytes()).exits(1).says("valid:      4");
        said.says("malformed:  0").says(line);
        let packed = zstd::encode_all(table.as_bytes(), 1).unwrap();
        folder.run(&["verify-table", "-"], &packed).exits(1).says("invalid:    2");
    }
    folder.run(&["verify-table", "-"], b"no table\n").exits(1).says("malformed:  1");
    folder.run(&["verify-table", "-"], b"a,b\n").exits(2).complains("no column public_key");
    folder.run(&["verify-table", "-"], b" \n").exits(2).complains("no rows");
}

#[test]
fn an_array_is_read_where_the_name_says_json_or_the_format_is_given() {
    let folder = Folder::new();
    let array = format!("[\n{},\n{{}},\nnull,\n{},]", object(0), object(1));
    folder.write("rows.json", &array);
    folder.write("rows.data", &array);
    folder.write("lines.json", object(0) + "\n" + &object(1));
    for arguments in ["rows.json", "--format json rows.data"] {
        let said = folder.chop(&format!("verify-table {arguments}")).exits(1);
        let said =
            said.says("rows:       5").says("valid:      2").says("invalid:    0").says("malformed:  3");
        said.says(":2: malformed: no column").says(":3: malformed").says(":5: malformed");
    }
    folder.chop("verify-table lines.json").exits(0).says("valid:      2");
    folder
        .chop("verify-table --format json lines.json")
        .exits(2)
        .complains("lines.json")
        .complains("no JSON array");
    for (wrong, what) in [(format!("[{}", object(0)), "no end"), (format!("[{}] 7", object(0)), "follows")] {
        folder.write("wrong.json", wrong);
        folder.chop("verify-table wrong.json").exits(2).complains("cannot read wrong.json").complains(what);
    }
    // As a stream, rows are lines, and an array is a row that is malformed.
    folder.run(&["verify-table", "--stream"], format!("[{}]\n", object(0)).as_bytes()).exits(0).says("0");
}

#[test]
fn a_prefix_stands_before_hexadecimal_digits_wherever_they_are_read() {
    let folder = Folder::signed();
    let mut table = String::new();
    for prefix in ["", "0x", "0X"] {
        let [key, message, signature] = row(0).map(|bytes| format!("{prefix}{}", hex(&bytes)));
        writeln!(table, r#"{{"public_key":"{key}","message":"{message}","signature":"{signature}"}}"#)
            .unwrap();
    }
    folder.write("rows.jsonl", table);
    folder.chop("verify-table rows.jsonl").exits(0).says("valid:      3");
    folder.write("double.jsonl", object(0).replace(":\"", ":\"0x0x"));
    folder.chop("verify-table double.jsonl").exits(1).says("is not hexadecimal");
    // Keys and signatures, contexts and identifiers.
    let seed = hex(&[7; 32]);
    folder.write("seed", format!("0x{seed}\n"));
    let private = "--key seed --secret --algorithm ed25519ctx";
    let key = hex(SigningKey::from_seed(&[7; 32]).verifying_key().as_bytes());
    folder.chop(&format!("sign {private} --context-hex 0xab --force --signature-format hex doc")).exits(0);
    folder.write("doc.sig", format!("0X{}", folder.text("doc.sig")));
    folder.chop(&format!("verify --key 0x{key} --context-hex 0Xab doc")).exits(0);
    folder.chop(&format!("verify --key 0X{key} --context-hex ab doc")).exits(0);
    folder.chop(&format!("verify --key {key} --context-hex 0xac doc")).exits(1);
    folder
        .chop(&format!("verify --key {key} --context-hex 0xabc doc"))
        .exits(2)
        .complains("pairs of hexadecimal");
    folder.chop("sign --key seed --algorithm sm2 --id-hex 0x61 --force doc").exits(0);
    folder.chop("pubkey seed --algorithm sm2 --out sm2.pem").exits(0);
    folder.chop("verify --key sm2.pem --id a doc").exits(0);
}

#[test]
fn columns_are_base58_or_base64url_where_that_is_said() {
    let folder = Folder::new();
    let [key, message, signature] = row(0);
    let base58 = |bytes: &[u8]| bs58::encode(bytes).into_string();
    let rows = |key: String, message: String, signature: String| {
        format!("{{\"public_key\":\"{key}\",\"message\":\"{message}\",\"signature\":\"{signature}\"}}\n")
    };
    folder.write("solana.jsonl", rows(base58(&key), base58(&message), base58(&signature)));
    let base64url = Base64Url::encode_string;
    folder.write(
        "url.jsonl",
        rows(base64url(&key), base64url(&message), base64url(&signature))
            + &rows(hex_free(&key), hex_free(&message), hex_free(&signature)),
    );
    let all = |name: &str| format!("--encoding public_key={name},message={name},signature={name}");
    folder.chop(&format!("verify-table {} solana.jsonl", all("base58"))).exits(0).says("valid:      1");
    folder.chop(&format!("verify-table {} url.jsonl", all("base64url"))).exits(0).says("valid:      2");
    // Never guessed.
    folder.chop("verify-table solana.jsonl").exits(1).says("public_key is not hexadecimal");
    folder.chop(&format!("verify-table {} solana.jsonl", all("base64url"))).exits(1).says("malformed:  1");
    folder.chop(&format!("verify-table {} url.jsonl", all("base58"))).exits(1).says("is not base58");
    folder.write("long.jsonl", rows(base58(&key), "1".repeat(5000), base58(&signature)));
    folder.chop(&format!("verify-table {} long.jsonl", all("base58"))).exits(1).says("at most 4096");
    folder.chop("verify-table --encoding message=base32 url.jsonl").exits(2).complains("base58");
}

/// Base64 for addresses without padding.
fn hex_free(bytes: &[u8]) -> String {
    Base64UrlUnpadded::encode_string(bytes)
}

#[test]
fn nested_columns_are_named_by_their_path_and_a_real_name_comes_first() {
    let folder = Folder::new();
    let [key, message, signature] = row(0).map(|bytes| hex(&bytes));
    let columns = "--columns public_key=tx.pk,message=tx.body.text,signature=tx.sig";
    let tx = format!(r#""tx":{{"pk":"{key}","body":{{"text":"{message}"}},"sig":"{signature}","n":7}}"#);
    let wrong = "00".repeat(64);
    let cases = [
        (format!("{{{tx}}}"), None),
        (format!(r#"{{{tx},"tx.sig":"{wrong}"}}"#), Some("the signature is not valid")),
        (format!(r#"{{"tx.sig":"{signature}",{}}}"#, tx.replace(&signature, &wrong)), None),
        (format!(r#"{{{},"tx.sig":"{signature}"}}"#, tx.replace(&signature, &wrong)), None),
        (format!(r#"{{{tx},"tx.sig":null}}"#), Some("no column tx.sig")),
        (
            format!(r#"{{{}}}"#, tx.replace("\"sig\"", "\"signature\"")),
            Some("there are tx, tx.body, tx.body.text, tx.n"),
        ),
        (r#"{"tx":7}"#.to_owned(), Some("no column tx.pk; there are tx")),
        (format!("{{{tx},{tx}}}"), Some("tx is there twice")),
        (format!("{{{}}}", tx.replace("\"n\"", "\"sig\"")), Some("sig is there twice")),
        (format!("{{{}}}", tx.replace(&format!("\"{signature}\""), "[1]")), Some("tx.sig is not a string")),
    ];
    folder.write("rows.jsonl", cases.iter().map(|(row, _)| format!("{row}\n")).collect::<String>());
    folder.chop(&format!("verify-table {columns} --copy tx.n --copy tx --out out rows.jsonl")).exits(1);
    for (line, (row, reason)) in folder.text("out").lines().zip(&cases) {
        let result: serde_json::Value = serde_json::from_str(line).unwrap();
        match reason {
            None => {
                assert_eq!((&result["valid"], &result["tx.n"]), (&true.into(), &7.into()), "{row}: {line}")
            }
            Some("the signature is not valid") => {
                assert_eq!(result["error"], serde_json::Value::Null, "{line}")
            }
            Some(reason) => assert!(result["error"].as_str().unwrap().contains(reason), "{row}: {line}"),
        }
    }
    // In an array, and in a stream.
    let [array, stream] = [format!("[{{{tx}}}]"), format!("{{{tx}}}\n")];
    let arguments: Vec<&str> = ["verify-table"].into_iter().chain(columns.split(' ')).collect();
    folder.run(&[&arguments[..], &["-"]].concat(), array.as_bytes()).exits(0);
    assert_eq!(folder.run(&[&arguments[..], &["--stream"]].concat(), stream.as_bytes()).exits(0).out, "1\n");
    // Of a table with a header, it is the name.
    folder.write("rows.csv", format!("tx.pk,tx.body.text,tx.sig\n{key},{message},{signature}\n"));
    folder.chop(&format!("verify-table {columns} rows.csv")).exits(0);
}

#[test]
fn a_missing_column_is_told_with_those_there_are() {
    let folder = Folder::new();
    folder.write(
        "rows.jsonl",
        object(0).replace("public_key", "pk").replace('}', r#","none":null,"meta":{"n":1}}"#),
    );
    let said = folder.chop("verify-table rows.jsonl").exits(1);
    said.says("malformed: no column public_key; there are message, meta, meta.n, pk, signature\n");
    for (name, separator) in [("rows.csv", ","), ("rows.tsv", "\t")] {
        folder.write(name, with_header(1, separator).replace("public_key", "pk"));
        let said = folder.chop(&format!("verify-table {name}")).exits(2);
        said.complains(
            "no column public_key: use --columns public_key=NAME; there are pk, message, signature",
        );
    }
    folder.write("null.tsv", with_header(1, "\t") + "\\N\t00\t00\n");
    folder.chop("verify-table null.tsv").exits(1).says("no column public_key: it is null");
    let many: Vec<String> = (0..50).map(|i| format!("\"{i:02}{}\":1", "x".repeat(100))).collect();
    folder.write("many.jsonl", format!("{{{}}}", many.join(",")));
    let said = folder.chop("verify-table many.jsonl").exits(1);
    assert!(
        said.out.contains("31xxx") && said.out.contains("x…, …") && !said.out.contains("32xxx"),
        "{}",
        said.out
    );
}
