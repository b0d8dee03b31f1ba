//! `chop explain --row` on tables of secp256k1: the verdict and the reason are those of the table, and what else a row may be is named.

mod common;

use chop::secp256k1::{Address, Digest, MessageHash, RecoverableSignature, Signature, SigningKey};
use common::{Folder, Said};
use serde_json::{Value, json};

const MESSAGE: &[u8] = b"hello";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn key(number: u8) -> SigningKey {
    SigningKey::from_bytes(&[number; 32]).unwrap()
}

fn public(number: u8) -> String {
    hex(&key(number).verifying_key().to_compressed_bytes())
}

fn address(number: u8) -> String {
    Address::of(&key(number).verifying_key()).to_string()
}

fn digest() -> Digest {
    Digest::keccak256(MESSAGE)
}

fn signed(hash: MessageHash) -> RecoverableSignature {
    key(7).sign_digest_recoverable(&hash.digest(MESSAGE))
}

fn made() -> RecoverableSignature {
    signed(MessageHash::Keccak256)
}

fn swapped(signature: &Signature) -> Vec<u8> {
    [*signature.s_bytes(), *signature.r_bytes()].concat()
}

/// A row with the message.
fn row(mut fields: Value) -> Value {
    fields["message"] = json!(hex(MESSAGE));
    fields
}

/// Rows of every kind, with a part of what is said about each.
fn rows() -> Vec<(Value, &'static str)> {
    let (made, prefixed) = (made(), signed(MessageHash::Eip191));
    let (id, raw) = (made.recovery_id().to_byte(), hex(&made.signature().to_bytes()));
    let high = hex(&made.signature().with_other_s().to_bytes());
    let of = |signature: &RecoverableSignature| hex(&signature.to_bytes());
    vec![
        (row(json!({"public_key": public(7), "signature": raw})), "OK"),
        (row(json!({"address": address(7), "signature": of(&made)})), "27 and the recovery id"),
        (row(json!({"address": address(7), "signature": raw, "v": 37 + id})), "chain 1 (EIP-155)"),
        (row(json!({"public_key": public(7), "signature": raw, "recovery_id": id})), "recovery id:"),
        (row(json!({"public_key": public(8), "signature": raw})), "no command, and nothing that was tried"),
        (row(json!({"public_key": public(7), "signature": high})), "--signature-format raw --policy any-s"),
        (row(json!({"address": address(7), "signature": high, "v": 28 - id})), "--policy any-s"),
        (
            row(json!({"public_key": public(7), "signature": hex(&swapped(made.signature()))})),
            "the halves are swapped",
        ),
        (
            row(json!({"address": address(7), "signature": hex(&swapped(made.signature())), "v": 27})),
            "the halves are swapped",
        ),
        (
            row(json!({"public_key": public(7), "signature": hex(&prefixed.signature().to_bytes())})),
            "--hash eip191",
        ),
        (
            row(json!({"address": address(7), "signature": of(&prefixed)})),
            "--hash eip191 --signature-format recoverable",
        ),
        (
            row(json!({"address": address(7), "signature": of(&signed(MessageHash::Sha256d))})),
            "hashed with sha256d",
        ),
        (
            row(json!({"address": address(7), "signature": raw, "v": 28 - id})),
            "the row names another recovery id",
        ),
        (
            row(json!({"public_key": public(7), "signature": raw, "v": 28 - id})),
            "the row names another recovery id",
        ),
        (row(json!({"address": address(7), "signature": raw, "v": 30})), "v:           30: none"),
        (row(json!({"address": address(7), "signature": raw, "recovery_id": 2})), "must be 0 or 1"),
        (
            row(json!({"address": address(8), "signature": of(&made)})),
            "no command, and nothing that was tried",
        ),
        (
            row(json!({"address": address(8), "public_key": public(7), "signature": raw})),
            "not that of its key",
        ),
        (
            row(json!({"public_key": format!("02{}", "00".repeat(32)), "signature": raw})),
            "no point of the curve",
        ),
        (row(json!({"public_key": public(7), "signature": "00".repeat(64)})), "no command"),
        (row(json!({"public_key": public(7), "signature": hex(made.signature().to_der().as_ref())})), "OK"),
        (row(json!({"address": address(7), "signature": raw})), "malformed: "),
        (row(json!({"address": "0x00", "signature": raw, "v": 27})), "malformed: "),
        (
            json!({"digest": hex(digest().as_bytes()), "public_key": public(7), "signature": raw}),
            "none: the row has a digest",
        ),
        (
            json!({"digest": hex(digest().as_bytes()), "address": address(7), "signature": high, "recovery_id": 1 - id}),
            "--allow-digests --algorithm secp256k1 --signature-format raw --policy any-s",
        ),
        (
            json!({"digest": hex(Digest::keccak256(b"").as_bytes()), "address": address(7), "signature": of(&made)}),
            "the address of the recovered key is",
        ),
    ]
}

const OPTIONS: &str = "--algorithm secp256k1 --hash keccak256 --allow-digests";

fn folder() -> Folder {
    let folder = Folder::new();
    let text: String = rows().iter().map(|(row, _)| format!("{row}\n")).collect();
    folder.write("rows.jsonl", text);
    folder
}

fn explained(folder: &Folder, number: usize, more: &str) -> Said {
    folder.chop(&format!("explain --row rows.jsonl:{number} {OPTIONS}{more}"))
}

#[test]
fn a_row_gets_the_verdict_and_the_reason_of_its_table_under_every_rule() {
    let folder = folder();
    for rule in
        ["libsecp256k1", "bitcoin-consensus", "bitcoin-relay", "ethereum-transaction", "ecrecover", "any-s"]
    {
        let policy = format!(" --policy {rule}");
        folder
            .chop(&format!("verify-table {OPTIONS}{policy} --out results.jsonl --force rows.jsonl"))
            .exits(1);
        let results = folder.text("results.jsonl");
        assert_eq!(results.lines().count(), rows().len());
        for (number, line) in (1..).zip(results.lines()) {
            let expected: Value = serde_json::from_str(line).unwrap();
            let valid = expected["valid"].as_bool() == Some(true);
            let said =
                explained(&folder, number, &format!("{policy} --json")).exits(i32::from(!valid)).json();
            assert_eq!(said["valid"], valid, "{rule} {number}");
            let reason = match expected["error"].as_str() {
                Some(error) => json!(format!("malformed: {error}")),
                None => expected["reason"].clone(),
            };
            assert_eq!(said["reason"], reason, "{rule} {number}: {expected}");
        }
    }
}

#[test]
fn what_else_a_row_may_be_is_named() {
    let folder = folder();
    for (number, (row, part)) in (1..).zip(rows()) {
        let said = explained(&folder, number, "");
        assert!(said.out.contains(part), "{number} {row}\n{part}\n{}", said.out);
    }
}

#[test]
fn the_commands_of_a_row_accept_it() {
    let folder = folder();
    let mut commands = 0;
    for (number, (row, _)) in (1..).zip(rows()) {
        let said = explained(&folder, number, " --json").json();
        folder.write("one.jsonl", row.to_string());
        for dialect in said["dialects"].as_array().into_iter().flatten() {
            let Some(command) = dialect["command"].as_str() else { continue };
            let command = command.trim_start_matches("chop ").replace("rows.jsonl", "one.jsonl");
            folder.chop(&command).exits(0);
            commands += 1;
        }
    }
    assert_eq!(commands, 6);
}

#[test]
fn the_recovered_address_is_told_beside_that_of_the_row() {
    let folder = folder();
    let (_, mismatch) =
        rows().into_iter().enumerate().find(|(_, (row, _))| row["address"] == address(8)).unwrap();
    folder.write("one.jsonl", mismatch.0.to_string());
    let said = folder.chop(&format!("explain --row one.jsonl:1 {OPTIONS} --json")).exits(1).json();
    assert_eq!((&said["address"], &said["recovered"]), (&json!(address(8)), &json!(address(7))));
    assert_eq!(said["public_key"], Value::Null);
    let text = folder.chop(&format!("explain --row one.jsonl:1 {OPTIONS}")).exits(1);
    text.says(&format!("recovered:   {}", address(7)));
}

#[test]
fn one_key_for_all_rows_is_the_key_of_a_row() {
    let folder = folder();
    folder.write("pub", public(7));
    let key = "--key pub";
    folder.chop(&format!("explain {key} --row rows.jsonl:5 {OPTIONS}")).exits(0).says("verdict:     OK");
    let said = folder.chop(&format!("explain {key} --row rows.jsonl:6 {OPTIONS}")).exits(1);
    said.says("chop verify-table --key pub --allow-digests --algorithm secp256k1 --hash keccak256");
    folder.chop(&format!("explain --try-id x --row rows.jsonl:1 {OPTIONS}")).exits(2).complains("for sm2");
    folder.chop("explain --row rows.jsonl:1 --algorithm secp256k1").exits(2).complains("needs --hash");
}
