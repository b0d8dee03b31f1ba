//! Rows that are not valid: each is told why, and by whom it would be accepted, in results, in summaries, and by
//! `chop explain --row`.

mod common;

use chop::ed25519::{Context, SigningKey};
use common::Folder;
use serde_json::Value;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn object(key: &[u8], message: &[u8], signature: &[u8]) -> String {
    let [key, message, signature] = [key, message, signature].map(hex);
    format!(r#"{{"public_key":"{key}","message":"{message}","signature":"{signature}"}}"#)
}

/// The identity as a key and as R, with S = 0: valid for every rule that accepts points of small order.
fn small_order() -> String {
    let identity: Vec<u8> = [1].into_iter().chain([0; 31]).collect();
    object(&identity, b"m", &[identity.clone(), vec![0; 32]].concat())
}

/// A valid row, an invalid one, one whose key has small order, one with S ≥ ℓ, one whose key is no point, and
/// two that are malformed.
fn rows() -> [String; 7] {
    let key = SigningKey::from_seed(&[7; 32]);
    let (public, signature) = (key.verifying_key().to_bytes(), key.sign(b"m").to_bytes());
    let mut large = signature;
    large[63] |= 0x1f;
    let no_point: Vec<u8> = [2].into_iter().chain([0; 31]).collect();
    [
        object(&public, b"m", &signature),
        object(&public, b"n", &signature),
        small_order(),
        object(&public, b"m", &large),
        object(&no_point, b"m", &signature),
        object(&public, b"m", &signature[..63]),
        "no row".to_owned(),
    ]
}

const REASONS: [&str; 7] = [
    "",
    "the equation does not hold",
    "the public key has small order",
    "S is not below the group order",
    "the public key is not the encoding of a point",
    "signature has 63 bytes, and must have 64",
    "expected ident",
];

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("rows.jsonl", rows().join("\n"));
    folder
}

#[test]
fn every_row_that_is_not_valid_has_a_reason() {
    let folder = folder();
    folder.chop("verify-table --out out.jsonl rows.jsonl").exits(1);
    for (i, line) in folder.text("out.jsonl").lines().enumerate() {
        let row: Value = serde_json::from_str(line).unwrap();
        let (reason, error) = (row["reason"].as_str().unwrap_or(""), row["error"].as_str());
        assert!(reason.starts_with(REASONS[i]) && (i == 0) == reason.is_empty(), "{line}");
        assert_eq!(error, (i > 4).then_some(reason), "{line}");
        assert!(row.get("accepted_by").is_none(), "{line}");
    }
    folder.chop("verify-table --only-invalid --out out.csv rows.jsonl").exits(1);
    let csv = folder.text("out.csv");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "row,line,valid,error,reason");
    assert_eq!(lines[1], "1,2,false,,the equation does not hold");
    let both = "\"signature has 63 bytes, and must have 64\"";
    assert_eq!(lines[5], format!("5,6,false,{both},{both}"));
    for name in ["reason", "accepted_by"] {
        folder
            .chop(&format!("verify-table --copy {name} --out x rows.jsonl"))
            .exits(2)
            .complains("of their own");
    }
}

#[test]
fn rows_are_valid_invalid_or_malformed_and_never_two_of_these() {
    let folder = folder();
    let said = folder.chop("verify-table rows.jsonl").exits(1);
    let said = said.says("rows:       7").says("valid:      1").says("invalid:    4").says("malformed:  2");
    for (i, reason) in REASONS.iter().enumerate().skip(1) {
        let what = if i > 4 { "malformed" } else { "the signature is not valid" };
        assert!(said.out.contains(&format!("rows.jsonl:{}: {what}: {reason}", i + 1)), "{}", said.out);
    }
    let json = folder.chop("verify-table --json rows.jsonl").exits(1).json();
    let number = |name: &str| json[name].as_u64().unwrap();
    assert_eq!(number("rows"), number("valid") + number("invalid") + number("malformed"));
    assert_eq!((&json["bad"][0]["reason"], &json["bad"][0].get("error")), (&REASONS[1].into(), &None));
    assert_eq!(json["bad"][5]["error"], json["bad"][5]["reason"]);
    // A malformed row alone is enough.
    folder.write("malformed.jsonl", rows()[0].clone() + "\nno row\n");
    let json = folder.chop("verify-table --json malformed.jsonl").exits(1).json();
    assert_eq!((&json["invalid"], &json["malformed"]), (&0.into(), &1.into()));
    folder.chop("verify-table --quiet malformed.jsonl").exits(1);
    folder.chop("verify-table --fail-fast malformed.jsonl").exits(1);
}

#[test]
fn the_policies_that_accept_a_row_are_named_where_that_is_asked_for() {
    let folder = folder();
    folder.chop("verify-table --explain-invalid --out out.jsonl rows.jsonl").exits(1);
    let text = folder.text("out.jsonl");
    let mut accepting = None;
    for (i, line) in text.lines().enumerate() {
        let row: Value = serde_json::from_str(line).unwrap();
        match (i, row.get("accepted_by").and_then(Value::as_array)) {
            (0, None) => {}
            (2, Some(ids)) => accepting = Some(ids.clone()),
            (_, Some(ids)) => assert!(ids.is_empty(), "{line}"),
            (_, None) => panic!("{line}"),
        }
    }
    let accepting = accepting.unwrap();
    // Each policy decides as it does when it is asked for.
    for policy in chop::ed25519::Policy::NAMED {
        folder.write("one.jsonl", small_order());
        let code = folder.chop(&format!("verify-table --quiet --policy {} one.jsonl", policy.id)).code;
        assert_eq!(code == 0, accepting.contains(&policy.id.into()), "{}", policy.id);
    }
    assert!(accepting.contains(&"zip-215".into()) && !accepting.contains(&"chop-1".into()));
    let said = folder.chop("verify-table --explain-invalid rows.jsonl").exits(1);
    let said = said.says("small order; accepted by stdlib, fips-186-5,");
    said.says("rows.jsonl:2: the signature is not valid: the equation does not hold; no policy accepts it");
    let json = folder.chop("verify-table --explain-invalid --json rows.jsonl").exits(1).json();
    assert_eq!(json["bad"][1]["accepted_by"].as_array().unwrap(), &accepting);
    folder.chop("verify-table --explain-invalid --out out.csv rows.jsonl").exits(1);
    let csv = folder.text("out.csv");
    assert!(csv.starts_with("row,line,valid,error,reason,accepted_by\n"), "{csv}");
    assert!(csv.contains(",the public key has small order,stdlib fips-186-5 "), "{csv}");
}

#[test]
fn reasons_are_those_of_every_algorithm_and_of_one_key_for_all_rows() {
    let folder = Folder::new();
    let key = SigningKey::from_seed(&[9; 32]);
    let blake3 = chop::ed25519_blake3::SigningKey::from_seed(&[9; 32]);
    let sm2 = chop::sm2::SigningKey::from_bytes(&[9; 32]).unwrap();
    let context = Context::new(b"use").unwrap();
    let public = key.verifying_key().to_bytes();
    let row = |key: &[u8], signature: &[u8], more: &str| object(key, b"n", signature).replace('}', more);
    let rows = [
        row(&public, &key.ctx(context).sign(b"m").to_bytes(), r#","context":"use"}"#),
        row(&public, &key.ph(None).sign(b"m").to_bytes(), r#","algorithm":"ed25519ph"}"#),
        row(
            blake3.verifying_key().as_bytes(),
            &blake3.sign(b"m").to_bytes(),
            r#","algorithm":"ed25519-blake3"}"#,
        ),
        row(&sm2.verifying_key().to_bytes(), &sm2.sign(b"m").to_bytes(), r#","algorithm":"sm2"}"#),
        row(&[4; 65], &sm2.sign(b"m").to_bytes(), r#","algorithm":"sm2"}"#),
    ];
    folder.write("rows.jsonl", rows.join("\n"));
    folder.chop("verify-table --explain-invalid --out out rows.jsonl").exits(1).complains("invalid:    5");
    let text = folder.text("out");
    let reasons: Vec<&str> = text
        .lines()
        .map(|line| line.split("\"reason\":\"").nth(1).unwrap().split('"').next().unwrap())
        .collect();
    assert_eq!(reasons[..3], ["the equation does not hold"; 3]);
    assert!(reasons[3].contains("key or identifier") && reasons[4].contains("point"), "{reasons:?}");
    folder.write("plain.jsonl", row(&public, &key.sign(b"m").to_bytes(), "}"));
    let said = folder.chop(&format!("verify-table --key {} plain.jsonl", hex(&public))).exits(1);
    said.says("the equation does not hold");
}

#[test]
fn a_row_is_explained_by_the_line_that_the_summary_prints() {
    let folder = folder();
    folder.chop("explain --row rows.jsonl:1").exits(0).says("verdict:     OK").says("rows.jsonl:1");
    for (i, reason) in REASONS.iter().enumerate().skip(1) {
        let said = folder.chop(&format!("explain --row rows.jsonl:{}", i + 1)).exits(1).says("INVALID");
        said.says(reason);
    }
    folder.chop("explain --row rows.jsonl:6").exits(1).says("malformed: signature has 63 bytes");
    let json = folder.chop("explain --json --row rows.jsonl:3").exits(1).json();
    let rules = json["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["policy"] == "zip-215" && rule["valid"] == true), "{json}");
    let json = folder.chop("explain --json --row rows.jsonl:7").exits(1).json();
    assert_eq!((&json["valid"], &json["file"]), (&false.into(), &"rows.jsonl:7".into()));
    folder.chop("explain --row rows.jsonl:8").exits(2).complains("no row begins on line 8");
    folder.chop("explain --row rows.jsonl").exits(2).complains("TABLE:N");
    folder.chop("explain --row missing.jsonl:1").exits(2).complains("missing.jsonl");
    folder.chop("explain --row rows.jsonl:1 doc").exits(2).complains("cannot be used with");
    folder.chop("explain --key k --columns a=b doc").exits(2).complains("use --row TABLE:N");
    folder.chop("explain").exits(2).complains("--key");
    let said = folder.chop("verify-table rows.jsonl").exits(1);
    said.says("chop explain --row rows.jsonl:2");
}

#[test]
fn a_row_is_explained_with_the_options_of_its_table() {
    let folder = Folder::new();
    let key = SigningKey::from_seed(&[9; 32]);
    let signature = bs58::encode(key.sign(b"text, 1\n").to_bytes()).into_string();
    let csv = format!("note,msg,sig\n\"a\nb\",\"text, 1\",{signature}\nc,\"text, 1\n\",{signature}\n");
    folder.write("rows.csv", &csv);
    folder.write("rows.csv.gz", {
        use std::io::Write;
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(csv.as_bytes()).unwrap();
        encoder.finish().unwrap()
    });
    let key = hex(key.verifying_key().as_bytes());
    let options =
        format!("--key {key} --columns message=msg,signature=sig --encoding message=utf8,signature=base58");
    for table in ["rows.csv", "rows.csv.gz"] {
        folder.chop(&format!("verify-table {options} {table}")).exits(1).says(&format!("{table}:2:"));
        let said = folder.chop(&format!("explain {options} --row {table}:2")).exits(1);
        said.says("with a newline added");
        folder.chop(&format!("explain {options} --row {table}:4")).exits(0);
        // A line on which a row goes on.
        folder.chop(&format!("explain {options} --row {table}:3")).exits(2).complains("no row begins");
    }
    let arguments: Vec<&str> = options.split(' ').collect();
    let said = folder.run(&[&["explain"], &arguments[..], &["--row", "-:4"]].concat(), csv.as_bytes());
    said.exits(0);
}

#[test]
fn rows_of_sm2_are_explained_too() {
    let folder = Folder::new();
    let key = chop::sm2::SigningKey::from_bytes(&[9; 32]).unwrap();
    let public = key.verifying_key().to_bytes();
    let id = chop::sm2::Id::new(b"alice").unwrap();
    let digest = chop::sm2::Digest::from_bytes([5; 32]);
    let of_digest = |signature: &[u8]| object(&public, &[5; 32], signature).replace("message", "digest");
    let rows = [
        object(&public, b"m", key.sign(b"m").to_der().as_ref()),
        object(&public, b"m", &key.with_id(&id).sign(b"m").to_bytes()),
        object(&public, b"m", &key.with_id(&id).sign(b"m").to_bytes())
            .replace('}', ",\"id\":\"0x616c696365\"}"),
        of_digest(&key.sign_prehashed(&digest).to_bytes()),
        of_digest(&key.sign(b"m").to_bytes()),
    ];
    folder.write("rows.jsonl", rows.join("\n"));
    let explain = |line: u64| {
        folder
            .chop(&format!("explain --algorithm sm2 --allow-digests --row rows.jsonl:{line} --try-id alice"))
    };
    explain(1).exits(0).says("verdict:     OK");
    explain(2).exits(1).says("--id 'alice'");
    explain(3).exits(0);
    explain(4).exits(0).says("verdict:     OK");
    explain(5).exits(1).says("the equation does not hold");
    folder
        .chop("explain --algorithm sm2 --row rows.jsonl:4")
        .exits(1)
        .says("malformed: digest without message");
}
