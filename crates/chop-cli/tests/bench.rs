//! `chop bench`: what it prints. How fast anything is, no test says.

mod common;

use common::Folder;
use serde_json::Value;

/// The results of a run, as JSON.
fn results(arguments: &str) -> Vec<Value> {
    let json =
        Folder::new().chop(&format!("bench --quick --level portable --json {arguments}")).exits(0).json();
    json["results"].as_array().unwrap().clone()
}

#[test]
fn json_is_one_object_with_the_machine_and_every_field_of_a_result() {
    let said = Folder::new()
        .chop("bench --quick --level portable --algorithm ed25519 --operation sign --json")
        .exits(0);
    let json = said.json();
    let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(fields(&json), ["format", "command", "date", "machine", "implementations", "results"]);
    assert_eq!(json["format"], "chop-measurements 1");
    let command = "chop bench --algorithm ed25519 --operation sign --level portable --quick --json";
    assert_eq!(json["command"], command);

    let machine = &json["machine"];
    let mut named = fields(machine);
    named.retain(|field| field != "features");
    assert_eq!(named, ["processor", "processors", "os", "arch", "chop", "level", "policy"]);
    assert!(machine["processors"].as_u64().unwrap() > 0);
    for name in ["processor", "os", "arch", "chop", "level"] {
        assert!(!machine[name].as_str().unwrap().is_empty(), "{name}");
    }
    assert_eq!(machine["policy"], "chop-1");

    let results = json["results"].as_array().unwrap();
    let lengths: Vec<_> = results.iter().map(|result| result["message_bytes"].as_u64()).collect();
    assert_eq!(lengths, [Some(32), Some(1024)]);
    for result in results {
        assert_eq!(
            fields(result),
            [
                "implementation",
                "operation",
                "algorithm",
                "level",
                "key",
                "n",
                "message_bytes",
                "threads",
                "ns",
                "ns_min",
                "rounds"
            ]
        );
        assert_eq!(result["implementation"], json["implementations"][0]["id"]);
        assert_eq!(result["operation"], "sign");
        assert_eq!(result["algorithm"], "ed25519");
        assert_eq!(result["level"], "portable");
        assert!(result["key"].is_null());
        assert_eq!(result["n"], 1);
        assert_eq!(result["threads"], 1);
        assert_eq!(result["rounds"], 3);
        let (median, least) = (result["ns"].as_f64().unwrap(), result["ns_min"].as_f64().unwrap());
        assert!(0.0 < least && least <= median, "{result}");
    }
}

#[test]
fn verification_is_measured_with_every_form_of_key() {
    let results = results("--algorithm ed25519 --operation verify_all,verify");
    let keys_of = |operation: &str, n: u64| -> Vec<&str> {
        let results = results.iter().filter(|result| {
            result["operation"] == operation && result["n"] == n && result["message_bytes"] == 32
        });
        results.map(|result| result["key"].as_str().unwrap()).collect()
    };
    assert_eq!(keys_of("verify", 1), ["bytes", "decoded", "prepared"]);
    assert_eq!(keys_of("verify_all", 1), ["bytes", "decoded", "prepared"]);
    for n in [16, 256, 1024] {
        assert_eq!(keys_of("verify_all", n), ["bytes", "decoded", "prepared", "same"]);
    }
}

#[test]
fn sm2_has_its_operations() {
    let results = results("--algorithm sm2 --operation keygen,sign,verify,keygen_many,sign_many,verify_all");
    assert!(
        results.iter().all(|result| result["algorithm"] == "sm2" && result["ns"].as_f64().unwrap() > 0.0)
    );
    let operations = |name: &str| results.iter().filter(|result| result["operation"] == name).count();
    assert_eq!(["keygen", "sign", "verify", "keygen_many", "sign_many"].map(operations), [1, 2, 6, 4, 8]);
    assert_eq!(operations("verify_all"), 0, "there is no equation for many signatures of SM2");
}

#[test]
fn secp256k1_has_its_operations() {
    let names = "keygen,sign,verify,keygen_many,sign_many,verify_all,recover,recover_many";
    let results = results(&format!("--algorithm secp256k1 --operation {names}"));
    assert!(
        results
            .iter()
            .all(|result| result["algorithm"] == "secp256k1" && result["ns"].as_f64().unwrap() > 0.0)
    );
    let operations = |name: &str| results.iter().filter(|result| result["operation"] == name).count();
    let found: Vec<usize> = names.split(',').map(operations).collect();
    assert_eq!(found, [1, 2, 6, 4, 8, 0, 1, 4], "there is no equation for many signatures of ECDSA");
}

#[test]
fn bip340_has_its_operations() {
    let results = results("--algorithm bip340");
    assert!(results.iter().all(|result| result["algorithm"] == "bip340"));
    let operations = |name: &str| results.iter().filter(|result| result["operation"] == name).count();
    let found = ["sign", "verify", "verify_each", "verify_all", "keygen", "sign_many"].map(operations);
    assert_eq!(found, [2, 4, 22, 22, 0, 0]);
}

#[test]
fn threads_and_key_agreement_are_named_in_the_results() {
    let results = results("--operation public_key,public_key_many --threads 2");
    assert_eq!(results.len(), 5);
    for result in results {
        assert_eq!(result["algorithm"], "x25519");
        assert_eq!(result["threads"], 2);
        assert!(result["key"].is_null() && result["message_bytes"].is_null());
        assert!(result["ns"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn the_table_has_the_machine_and_a_row_a_measurement() {
    let folder = Folder::new();
    let said = folder
        .chop("bench --quick --algorithm ed25519 --level portable,portable32 --operation keygen")
        .exits(0);
    said.says("processor:").says("policy:     chop-1").says("threads:    1");
    let said = folder
        .chop("bench --quick --algorithm ed25519 --level portable --operation keygen_many,verify")
        .exits(0);
    let (_, table) = said.out.split_once("\n\n").unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0][..6], ["operation", "algorithm", "level", "key", "n", "message"]);
    assert_eq!(rows[1][..6], ["verify", "ed25519", "portable", "bytes", "1", "32"]);
    let last = rows.last().unwrap();
    assert_eq!(last[..6], ["keygen_many", "ed25519", "portable", "-", "1024", "-"]);
    assert_eq!((rows.len(), last.len()), (1 + 6 + 4, 9));
}

#[test]
fn a_page_is_written_beside_what_is_printed_and_never_over_a_file_without_force() {
    let folder = Folder::new();
    let bench =
        "bench --quick --level portable --algorithm ed25519 --operation sign,sign_many --html page.html";
    folder.chop(&format!("{bench} --json")).exits(0).says("\"results\"");
    let page = String::from_utf8(folder.read("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for text in
        ["How fast chop is", "chop, portable", "sign_many: messages of 32 bytes", "chop-1", "<polyline"]
    {
        assert!(page.contains(text), "{text}");
    }
    folder.write("page.html", "mine");
    folder.chop(bench).exits(2).complains("page.html exists: use --force to overwrite it");
    assert_eq!(folder.read("page.html"), b"mine");
    folder.chop(&format!("{bench} --force")).exits(0).says("per second");
    assert_ne!(folder.read("page.html"), b"mine");
}

#[test]
fn a_page_that_cannot_be_written_is_an_error() {
    let folder = Folder::new();
    let bench = "bench --quick --level portable --algorithm ed25519 --operation keygen";
    folder.chop(&format!("{bench} --html -")).exits(2).complains("name one after --html");
    folder.chop(&format!("{bench} --html none/page.html")).exits(2).complains("there is no folder none");
    folder.chop(&format!("{bench} --force")).exits(2).complains("--html");
}

#[test]
fn unknown_operations_levels_and_numbers_of_threads_are_errors_of_usage() {
    let folder = Folder::new();
    let said = folder.chop("bench --operation sing").exits(2);
    said.complains("sing").complains("verify_each").complains("public_key_many");
    let said = folder.chop("bench --level quantum").exits(2);
    said.complains("quantum").complains("this processor has").complains("portable32");
    folder.chop("bench --algorithm sm3").exits(2).complains("sm3").complains("x25519");
    folder.chop("bench --algorithm sm2 --operation exchange").exits(2).complains("nothing to measure");
    folder.chop("bench --threads 0").exits(2).complains("1..=1024");
}
