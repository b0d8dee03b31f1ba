//! Keys, signatures of files, and what is said about them.

mod common;

use common::Folder;

#[test]
fn a_file_is_signed_and_verified_and_a_tampered_copy_is_refused() {
    let folder = Folder::signed();
    assert_eq!(folder.read("doc.sig").len(), 64);
    assert_eq!(folder.chop("verify --key key.pub.pem doc").exits(0).out, "doc: OK\n");
    folder.write("doc", "hellp\n");
    let said = folder.chop("verify --key key.pub.pem doc").exits(1);
    assert_eq!(said.out, "doc: INVALID\n");
    said.complains("the equation does not hold").complains("hint: chop explain --key key.pub.pem doc");
}

#[test]
fn several_documents_are_judged_each_and_what_could_not_be_judged_wins() {
    let folder = Folder::signed();
    folder.write("bad", "other");
    folder.write("bad.sig", folder.read("doc.sig"));
    let said = folder.chop("verify --key key.pub.pem doc bad").exits(1);
    assert_eq!(said.out, "doc: OK\nbad: INVALID\n");
    let said = folder.chop("verify --key key.pub.pem missing bad doc").exits(2);
    assert_eq!(said.out, "bad: INVALID\ndoc: OK\n");
    let said = folder.chop("verify --quiet --key key.pub.pem doc bad").exits(1);
    assert_eq!((said.out.as_str(), said.err.as_str()), ("", ""));
    let json = folder.chop("verify --json --policy go --key key.pub.pem doc bad missing").exits(2).json();
    assert_eq!(json["policy"], "stdlib");
    assert_eq!(json["valid"], false);
    assert_eq!(json["results"][0]["valid"], true);
    assert_eq!(json["results"][1]["valid"], false);
    assert!(json["results"][2]["valid"].is_null() && json["results"][2]["error"].is_string());
}

#[test]
fn every_signature_format_is_written_and_read() {
    let folder = Folder::signed();
    for (format, length) in [("raw", 64), ("hex", 129), ("base64", 89)] {
        folder.chop(&format!("sign --key key.pem --signature-format {format} --out {format} doc")).exits(0);
        assert_eq!(folder.read(format).len(), length);
        folder.chop(&format!("verify --key key.pub.pem --signature {format} doc")).exits(0);
    }
}

#[test]
fn every_algorithm_signs_and_is_told_by_its_key() {
    let folder = Folder::new();
    folder.write("doc", "hello");
    for algorithm in ["ed25519", "ed25519-blake3", "ed25519-blake2b"] {
        folder
            .chop(&format!("keygen --algorithm {algorithm} --out {algorithm}.pem"))
            .exits(0)
            .says(algorithm);
        folder.chop(&format!("sign --key {algorithm}.pem --out {algorithm}.sig doc")).exits(0);
        let verify = format!("verify --key {algorithm}.pub.pem --signature {algorithm}.sig");
        folder.chop(&format!("{verify} doc")).exits(0);
        folder.chop(&format!("{verify} --algorithm {algorithm} --json doc")).exits(0).says(algorithm);
        let public = folder.text(&format!("{algorithm}.pub.pem"));
        assert_eq!(folder.chop(&format!("pubkey {algorithm}.pem")).exits(0).out, public);
    }
    assert!(folder.text("ed25519-blake3.pem").contains("BEGIN ED25519-BLAKE3 PRIVATE KEY"));
    folder.chop("verify --key ed25519.pub.pem --signature ed25519-blake3.sig doc").exits(1);
}

#[test]
fn contexts_and_prehashing_bind() {
    let folder = Folder::signed();
    folder.chop("sign --key key.pem --context invoices --out ctx doc").exits(0);
    folder.chop("sign --key key.pem --algorithm ed25519ph --out ph doc").exits(0);
    folder.chop("sign --key key.pem --algorithm ed25519ph --context-hex 00ff --out phc doc").exits(0);
    let verify = |options: &str| folder.chop(&format!("verify --key key.pub.pem {options} doc")).code;
    assert_eq!(verify("--signature ctx --context invoices"), 0);
    assert_eq!(verify("--signature ctx --context-hex 696e766f69636573 --algorithm ed25519ctx"), 0);
    assert_eq!(verify("--signature ctx --context invoice"), 1);
    assert_eq!(verify("--signature ctx"), 1);
    assert_eq!(verify("--signature ph --algorithm ed25519ph"), 0);
    assert_eq!(verify("--signature ph"), 1);
    assert_eq!(verify("--signature phc --algorithm ed25519ph --context-hex 00ff"), 0);
    assert_eq!(verify("--signature phc --algorithm ed25519ph"), 1);
}

#[test]
fn a_dash_is_standard_input_and_output() {
    let folder = Folder::signed();
    let signed = folder.run(&["sign", "--key", "key.pem", "-"], b"hello\n").exits(0);
    assert_eq!(signed.bytes, folder.read("doc.sig"));
    let arguments = ["verify", "--key", "key.pub.pem", "--signature", "doc.sig", "-"];
    assert_eq!(folder.run(&arguments, b"hello\n").exits(0).out, "-: OK\n");
    folder.run(&arguments, b"hello").exits(1);
    let ph = ["sign", "--key", "key.pem", "--algorithm", "ed25519ph", "--out", "ph", "-"];
    folder.run(&ph, b"hello\n").exits(0);
    folder.chop("verify --key key.pub.pem --algorithm ed25519ph --signature ph doc").exits(0);
    let key = folder.read("key.pub.pem");
    folder.run(&["verify", "--key", "-", "doc"], &key).exits(0);
    let key = folder.chop("keygen --out -").exits(0).complains("SHA256:");
    assert!(key.out.starts_with("-----BEGIN PRIVATE KEY-----"));
}

#[test]
fn a_public_key_is_taken_in_every_form() {
    let folder = Folder::signed();
    let hex = folder.chop("convert key.pub.pem --key-format hex").exits(0).out;
    folder.chop(&format!("verify --key {} doc", hex.trim())).exits(0);
    folder.write("hex", &hex);
    folder.chop("verify --key hex doc").exits(0);
    for format in ["pem", "der", "raw"] {
        folder.chop(&format!("convert key.pub.pem --key-format {format} --out {format}")).exits(0);
        folder.chop(&format!("verify --key {format} doc")).exits(0);
        folder.chop(&format!("convert {format} --key-format pem --out {format}.back")).exits(0);
        assert_eq!(folder.read(&format!("{format}.back")), folder.read("key.pub.pem"));
    }
}

#[test]
fn private_keys_are_converted_and_read_back() {
    let folder = Folder::signed();
    folder.write("word", "open sesame\n");
    folder.chop("convert key.pem --key-format der --out key.der").exits(0);
    folder.chop("convert key.pem --key-format raw --secret --out key.raw").exits(0);
    folder.chop("convert key.pem --key-format hex --secret --out key.hex").exits(0);
    folder
        .chop("convert key.pem --key-format pem --new-passphrase-file word --out key.enc --algorithm ed25519")
        .exits(0);
    assert!(folder.text("key.enc").contains("ENCRYPTED"));
    let signature = folder.read("doc.sig");
    for (key, more) in [
        ("key.der", ""),
        ("key.raw", " --secret --algorithm ed25519"),
        ("key.hex", " --secret --algorithm ed25519"),
        ("key.enc", ""),
    ] {
        let out = format!("{key}.sig");
        folder.chop(&format!("sign --key {key} --passphrase-file word --out {out}{more} doc")).exits(0);
        assert_eq!(folder.read(&out), signature);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(folder.path(key)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{key}");
        }
    }
    folder
        .chop("convert key.enc --passphrase-file word --no-passphrase --key-format pem --out plain.pem")
        .exits(0);
    assert_eq!(folder.read("plain.pem"), folder.read("key.pem"));
    folder.chop("keygen --passphrase-file word --out enc.pem").exits(0);
    folder.chop("sign --key enc.pem --passphrase-file word --out enc.sig doc").exits(0);
    folder.chop("verify --key enc.pub.pem --signature enc.sig doc").exits(0);
}

#[cfg(unix)]
#[test]
fn key_files_are_readable_by_their_owner_only_even_when_they_replace_others() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.write("key.pem", "old and readable by everybody");
    folder.chop("keygen --force --out key.pem").exits(0);
    let mode = std::fs::metadata(folder.path("key.pem")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn x25519_has_keys_and_no_signatures() {
    let folder = Folder::new();
    folder.write("doc", "hello");
    folder.chop("keygen --algorithm x25519 --out x.pem").exits(0).says("x25519");
    folder.chop("sign --key x.pem doc").exits(2).complains("do not sign");
    folder.write("doc.sig", [0; 64]);
    folder.chop("verify --key x.pub.pem doc").exits(2).complains("do not sign");
    folder.chop("verify-table --key x.pub.pem doc --format csv").exits(2).complains("do not sign");
}

#[test]
fn inspect_names_what_a_file_holds_and_no_secret() {
    let folder = Folder::signed();
    folder.chop("inspect key.pub.pem").exits(0).says("public key").says("SHA256:");
    folder.chop("inspect doc.sig").exits(0).says("signature").says("S canonical");
    let secret = folder.chop("convert key.pem --key-format hex --secret").exits(0).out;
    folder.write("seed", &secret);
    for file in ["key.pem", "seed"] {
        let said = folder.chop(&format!("inspect {file}")).exits(0);
        assert!(!said.out.contains(secret.trim()), "{}", said.out);
    }
    let json = folder.chop("inspect --json key.pem").exits(0).json();
    assert_eq!((&json["kind"], &json["encrypted"]), (&"private key".into(), &false.into()));
    folder.write("word", "w");
    folder.chop("keygen --passphrase-file word --out enc.pem").exits(0);
    folder.chop("inspect enc.pem").exits(0).says("encrypted:          yes");
    folder.chop("inspect --passphrase-file word enc.pem").exits(0).says("SHA256:");
}

#[test]
fn explain_shows_facts_rules_and_what_would_verify() {
    let folder = Folder::signed();
    folder.chop("explain --key key.pub.pem doc").exits(0).says("cofactored_equal  yes").says("zip-215");
    folder.write("doc", "hello");
    folder
        .chop("explain --key key.pub.pem doc")
        .exits(1)
        .says("INVALID  the equation does not hold")
        .says("as ed25519, the document with a newline added");
    folder.chop("sign --key key.pem --algorithm ed25519ph --force doc").exits(0);
    folder.chop("explain --key key.pub.pem doc").exits(1).says("as ed25519ph");
    folder.write("doc.sig", "short");
    folder
        .chop("explain --key key.pub.pem doc")
        .exits(1)
        .says("the signature has 5 bytes")
        .says("no command");
    let json = folder.chop("explain --json --key key.pub.pem doc").exits(1).json();
    assert_eq!(json["commands"], serde_json::json!([]));
    folder.chop("explain --key key.pub.pem missing").exits(2);
    // The neutral element as a key, and a signature of zeros but for R = A: valid for some rules only.
    let neutral = "01".to_owned() + &"00".repeat(31);
    folder.write("doc.sig", neutral.clone() + &"00".repeat(32));
    let said = folder.chop(&format!("explain --key {neutral} doc")).exits(1);
    assert!(
        said.out.contains("chop-1                INVALID  the public key has small order"),
        "{}",
        said.out
    );
    assert!(said.out.contains("zip-215               OK"), "{}", said.out);
    folder.chop(&format!("explain --key {neutral} --policy zebra doc")).exits(0);
    let json = folder.chop(&format!("explain --json --key {neutral} doc")).exits(1).json();
    assert_eq!(json["facts"]["a_small_order"], true);
    assert_eq!((&json["orders"]["A"]["order"], &json["orders"]["A"]["mixed"]), (&"1".into(), &false.into()));
    assert_eq!(json["accepted_by"][0], "stdlib");
    said.says("accepted under --policy stdlib, ")
        .says(&format!("chop verify --key {neutral} --policy stdlib doc"));
}

#[cfg(unix)]
#[test]
fn the_commands_that_explain_names_verify() {
    let folder = Folder::signed();
    folder.write("it's", "hello\n");
    let verify = |json: &serde_json::Value, n: usize| {
        let commands = json["commands"].as_array().unwrap();
        assert_eq!(commands.len(), n, "{json:#}");
        for command in commands {
            folder.shell(command.as_str().unwrap()).exits(0);
        }
    };
    for (sign, explain, n) in [
        ("--algorithm ed25519ph", "", 1),
        ("--algorithm ed25519ph --context c", "--context c", 1),
        ("", "--algorithm ed25519ph --policy zip-215", 1),
    ] {
        folder.shell(&format!("chop sign --force --key key.pem {sign} --out \"it's.sig\" \"it's\"")).exits(0);
        let said = folder.shell(&format!("chop explain --json --key key.pub.pem {explain} \"it's\""));
        verify(&said.exits(1).json(), n);
    }
    // A key of another kind is typed: a file of it names its algorithm.
    folder.chop("keygen --algorithm ed25519-blake3 --out b.pem").exits(0);
    folder.chop("sign --key b.pem --out b.sig doc").exits(0);
    let key = folder.chop("convert b.pub.pem --key-format hex").exits(0).out;
    let said = folder.chop(&format!("explain --json --key {} --signature b.sig doc", key.trim()));
    verify(&said.exits(1).json(), 1);
    // The document has changed.
    folder.write("doc", "hello");
    let said = folder.chop("explain --key key.pub.pem doc").exits(1).says("no command: `chop verify` judges");
    assert!(!said.out.contains("nothing"), "{}", said.out);
    folder.write("doc", "something else");
    folder.chop("explain --key key.pub.pem doc").exits(1).says("  no command: every rule rejects it");
}

/// The signature of the page of policies with this number: key, message, signature.
fn of_page(number: &str) -> [String; 3] {
    let page = include_str!("../../../docs/verification-policies.md");
    let line = page.lines().find(|line| line.split_whitespace().next() == Some(number)).unwrap();
    let mut words = line.split_whitespace().skip(1).map(str::to_owned);
    std::array::from_fn(|_| words.next().unwrap())
}

#[cfg(unix)]
#[test]
fn explain_says_which_point_has_mixed_order_and_the_command_for_another_rule() {
    let folder = Folder::new();
    for (number, mixed, other) in [("18", "A", "R"), ("19", "R", "A")] {
        let [key, message, signature] = of_page(number);
        folder.write(
            "doc",
            (0..message.len() / 2)
                .map(|i| u8::from_str_radix(&message[2 * i..2 * i + 2], 16).unwrap())
                .collect::<Vec<u8>>(),
        );
        folder.write("doc.sig", signature);
        let explain = format!("explain --key {key} --policy stdlib");
        let said = folder.chop(&format!("{explain} doc")).exits(1);
        assert!(said.out.contains(&format!("order of {mixed}        8·ℓ")), "{}", said.out);
        assert!(said.out.contains("mixed: a multiple of B plus a point of order 8"), "{}", said.out);
        assert!(said.out.contains(&format!("order of {other}        ℓ ")), "{}", said.out);
        let json = folder.chop(&format!("{explain} --json doc")).exits(1).json();
        assert_eq!(json["orders"][mixed]["small_part"], 8);
        assert_eq!(json["orders"][mixed]["mixed"], true);
        assert_eq!(json["orders"][other]["mixed"], false);
        let command = json["commands"][0].as_str().unwrap();
        assert_eq!(command, format!("chop verify --key {key} doc"));
        folder.shell(command).exits(0);
    }
}

#[test]
fn policies_and_processor_are_described() {
    let folder = Folder::new();
    folder.chop("policies").exits(0).says("chop-1").says("also: default");
    folder.chop("policies zebra").exits(0).says("zip-215").says("cofactored");
    folder.chop("policies zip251").exits(2).complains("did you mean zip215?");
    folder.chop("policies").exits(0).says("bitcoin-relay").says("also: low-s");
    folder.chop("policies low-s").exits(0).says("libsecp256k1, of secp256k1").says("0, 1, 2, 3");
    folder.chop("policies bitcoin-consensus").exits(0).says("strict (BIP 66)").says("no key is recovered");
    folder.chop("policies node").exits(0).says("Node.js").says("stdlib: chop verify --policy stdlib");
    folder.chop("policies Solana").exits(0).says("dalek-strict").says("firedancer");
    folder.chop("policies noble").exits(0).says("zip-215").says("chop-1");
    folder.chop("policies safari").exits(0).says("rule:             unknown");
    folder.chop("policies zebra").exits(0).says("policy:           zip-215").says("software:");
    let json = folder.chop("policies --json sui").exits(0).json();
    assert_eq!(
        (&json["software"][0]["policy"], json["policies"].as_array().unwrap().len()),
        (&"zip-215".into(), 0)
    );
    let said = folder.chop("policies quantum").exits(2).complains("`chop policies` lists both");
    assert!(!said.err.contains("did you mean"), "{}", said.err);
    let said = folder.chop("verify --key k --policy python doc").exits(2).complains("chop policies python");
    assert!(!said.err.contains("did you mean"), "{}", said.err);
    folder.chop("cpu").exits(0).says("architecture:").says("portable32");
    let json = folder.chop("cpu --json").exits(0).json();
    let available = json["available"].as_array().unwrap();
    assert!(available.len() >= 3);
    // Each level is measured, or says what is missing.
    let levels = json["levels"].as_array().unwrap();
    for level in levels {
        let measured = level["verified_per_second"].as_f64().is_some_and(|rate| rate > 0.0);
        assert_eq!(measured, available.contains(&level["name"]), "{level}");
        assert!(measured || !cfg!(target_arch = "x86_64") || !level["lacks"].as_array().unwrap().is_empty());
    }
    for name in ["ifma", "avxifma", "fma", "avx512f", "adx", "portable"] {
        assert!(levels.iter().any(|level| level["name"] == name), "{name}");
    }
}

#[test]
fn completions_and_manual_are_generated() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        folder.chop(&format!("completions {shell}")).exits(0).says("verify-table");
    }
    folder.chop("man").exits(0).says(".TH chop 1").says("chop\\-verify\\-table(1)");
    folder.chop("man sign").exits(0).says(".TH chop-sign 1");
    folder.chop("man sing").exits(2).complains("no command sing");
}
