//! SM2: keys, signatures, tables, ciphertexts, dialects, and what is refused.

mod common;

use base64ct::{Base64, Encoding};
use chop::sm2::{self, Digest, Id, Signature, SigningKey};
use common::Folder;
use std::fmt::Write as _;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A folder with `key.pem`, `key.pub.pem`, `doc` and `doc.sig`.
fn signed() -> Folder {
    let folder = Folder::new();
    folder.chop("keygen --algorithm sm2 --out key.pem").exits(0).says("sm2").says("public key:  04");
    folder.write("doc", "hello\n");
    folder.chop("sign --key key.pem doc").exits(0);
    folder
}

/// A folder with the key of the tests, as `key` (hex of the secret) and `pub` (hex of the point).
fn fixed() -> (Folder, SigningKey) {
    let folder = Folder::new();
    let key = SigningKey::from_bytes(&[7; 32]).unwrap();
    folder.write("key", hex(&[7; 32]));
    folder.write("pub", hex(&key.verifying_key().to_bytes()));
    folder.write("doc", "hello\n");
    (folder, key)
}

/// DER with a needless zero before s.
fn lenient(signature: &Signature) -> Vec<u8> {
    let mut der = signature.to_der().as_ref().to_vec();
    let s = 4 + usize::from(der[3]);
    der[1] += 1;
    der[s + 1] += 1;
    der.insert(s + 2, 0);
    der
}

#[test]
fn a_file_is_signed_and_verified_and_a_tampered_copy_is_refused() {
    let folder = signed();
    assert!(Signature::from_der(&folder.read("doc.sig")).is_ok());
    assert_eq!(folder.chop("verify --key key.pub.pem doc").exits(0).out, "doc: OK\n");
    folder.chop("verify --key key.pub.pem --algorithm sm2 doc").exits(0);
    folder.write("doc", "hellp\n");
    let said = folder.chop("verify --key key.pub.pem doc").exits(1);
    assert_eq!(said.out, "doc: INVALID\n");
    assert!(!said.err.contains("policy"), "{}", said.err);
    said.complains("another message, key or identifier")
        .complains("hint: chop explain --key key.pub.pem doc");
}

#[test]
fn a_dash_is_standard_input_and_output() {
    let folder = signed();
    let made = folder.run(&["sign", "--key", "key.pem", "-"], b"hello\n").exits(0);
    folder.write("in.sig", &made.bytes);
    folder.chop("verify --key key.pub.pem --signature in.sig doc").exits(0);
    let verify = ["verify", "--key", "key.pub.pem", "--signature", "doc.sig", "-"];
    assert_eq!(folder.run(&verify, b"hello\n").exits(0).out, "-: OK\n");
    folder.run(&verify, b"hello").exits(1);
    let key = folder.read("key.pub.pem");
    folder.run(&["verify", "--key", "-", "doc"], &key).exits(0);
    let made = folder.run(&["encrypt", "--key", "key.pub.pem", "-"], b"secret").exits(0);
    assert_eq!(folder.run(&["decrypt", "--key", "key.pem", "-"], &made.bytes).exits(0).out, "secret");
}

#[test]
fn every_signature_format_is_written_and_read() {
    let folder = signed();
    for (format, reading) in [
        ("raw", "raw"),
        ("der", "der"),
        ("hex", "raw"),
        ("base64", "raw"),
        ("der-hex", "der"),
        ("der-base64", "der-lenient"),
    ] {
        folder.chop(&format!("sign --key key.pem --signature-format {format} --out {format} doc")).exits(0);
        let verify = format!("verify --key key.pub.pem --signature {format}");
        folder.chop(&format!("{verify} doc")).exits(0);
        folder.chop(&format!("{verify} --signature-format auto doc")).exits(0);
        folder.chop(&format!("{verify} --signature-format {reading} doc")).exits(0);
        let other = if reading == "raw" { "der" } else { "raw" };
        folder
            .chop(&format!("{verify} --signature-format {other} doc"))
            .exits(1)
            .complains("use --signature-format");
    }
    assert_eq!((folder.read("raw").len(), folder.read("hex").len()), (64, 129));
}

#[test]
fn lenient_der_is_accepted_only_when_asked_for() {
    let (folder, key) = fixed();
    folder.write("doc.sig", lenient(&key.sign(b"hello\n")));
    for reading in ["auto", "der", "raw"] {
        folder.chop(&format!("verify --key pub --signature-format {reading} doc")).exits(1);
    }
    folder.chop("verify --key pub doc").exits(1).complains("--signature-format der-lenient reads it");
    folder.chop("verify --key pub --signature-format der-lenient doc").exits(0);
}

#[test]
fn identifiers_bind() {
    let folder = signed();
    folder.chop("sign --key key.pem --id alice@example.org --out alice doc").exits(0);
    folder.run(&["sign", "--key", "key.pem", "--id", "", "--out", "empty", "doc"], b"").exits(0);
    let verify = |options: &[&str]| {
        folder.run(&[&["verify", "--key", "key.pub.pem"], options, &["doc"]].concat(), b"").code
    };
    assert_eq!(verify(&["--signature", "alice", "--id", "alice@example.org"]), 0);
    assert_eq!(verify(&["--signature", "alice", "--id-hex", "616c696365406578616d706c652e6f7267"]), 0);
    assert_eq!(verify(&["--signature", "alice", "--id", "alice"]), 1);
    assert_eq!(verify(&["--signature", "alice"]), 1);
    assert_eq!(verify(&["--signature", "empty", "--id", ""]), 0);
    assert_eq!(verify(&["--signature", "empty"]), 1);
    assert_eq!(verify(&["--id", "1234567812345678"]), 0);
    let json = folder.chop("verify --json --key key.pub.pem doc").exits(0).json();
    assert_eq!((&json["algorithm"], &json["id"]), (&"sm2".into(), &hex(b"1234567812345678").into()));
    assert!(json["policy"].is_null());
}

#[test]
fn keys_are_converted_and_read_back_in_every_form() {
    let folder = signed();
    folder.write("word", "open sesame\n");
    for format in ["pem", "der", "raw", "hex", "skf"] {
        folder.chop(&format!("convert key.pub.pem --key-format {format} --out pub.{format}")).exits(0);
        folder.chop(&format!("verify --key pub.{format} doc")).exits(0);
        folder.chop(&format!("convert pub.{format} --key-format pem --out back.{format}")).exits(0);
        assert_eq!(folder.read(&format!("back.{format}")), folder.read("key.pub.pem"));
        folder.chop(&format!("inspect pub.{format}")).exits(0).says("public key").says("sm2").says("SHA256:");
        folder.chop(&format!("convert key.pem --secret --key-format {format} --out key.{format}.p")).exits(0);
        let public = folder.chop(&format!("pubkey --algorithm sm2 key.{format}.p")).exits(0).out;
        assert_eq!(public, folder.text("key.pub.pem"), "{format}");
        let said =
            folder.chop(&format!("inspect --algorithm sm2 key.{format}.p")).exits(0).says("private key");
        let secret = folder.chop("convert key.pem --secret --key-format hex").exits(0).out;
        assert!(!said.out.contains(secret.trim()), "{}", said.out);
    }
    let point = folder.text("pub.hex");
    folder.chop(&format!("verify --key {} doc", point.trim())).exits(0);
    assert_eq!(point.trim().len(), 130);
    folder.chop("convert key.pem --key-format pem --new-passphrase-file word --out enc.pem").exits(0);
    assert!(folder.text("enc.pem").contains("ENCRYPTED"));
    folder.chop("sign --force --key enc.pem --passphrase-file word doc").exits(0);
    folder.chop("verify --key key.pub.pem doc").exits(0);
    // PEM without its lines, as programs in Java print it.
    folder.write("base64", Base64::encode_string(&folder.read("pub.der")));
    folder.chop("verify --key base64 doc").exits(0);
}

#[test]
fn inspect_names_signatures_and_what_cannot_be_read() {
    let (folder, key) = fixed();
    let signature = key.sign(b"hello\n");
    folder.write("der", signature.to_der().as_ref());
    folder.chop("inspect der").exits(0).says("signature").says("sm2").says(&hex(signature.r_bytes()));
    folder.write("lenient", lenient(&signature));
    folder.chop("inspect lenient").exits(0).says("strict:             no");
    folder.write("raw", signature.to_bytes());
    folder.chop("inspect raw").exits(0).says("r and s for sm2:    yes");
    folder.chop("inspect --algorithm sm2 raw").exits(0).says(&hex(signature.s_bytes()));
    folder.write("blob", signature.to_blob());
    folder.chop("inspect blob").exits(0).says("SKF or SDF").says("signature");
    // CFCA: SEQUENCE { 1, SEQUENCE { 1.2.156.10197.6.1.4.2.1, … } }; GM/T 0010: SEQUENCE { ….3, … }.
    let oid = |last: u8| vec![0x06, 0x0a, 0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x06, 0x01, 0x04, 0x02, last];
    let sequence = |content: &[u8]| [&[0x30, content.len() as u8], content].concat();
    let cfca = sequence(&[&[2, 1, 1][..], &sequence(&[&oid(1)[..], &[4, 8], &[0; 8]].concat())].concat());
    let enveloped = sequence(&[&oid(3)[..], &[0xa0, 2, 5, 0]].concat());
    folder.write("cfca.sm2", Base64::encode_string(&cfca));
    folder.write("enveloped", enveloped);
    for command in ["inspect", "pubkey", "convert --key-format pem --secret"] {
        folder.chop(&format!("{command} cfca.sm2")).exits(2).complains("CFCA file: is not 1, a private key");
    }
    folder.chop("inspect enveloped").exits(0).says("private key in an envelope").says("another SM2 key");
    for command in ["pubkey", "convert --key-format pem", "convert --key-format pem --secret"] {
        let said = folder.chop(&format!("{command} enveloped")).exits(2);
        said.complains("encrypted to another SM2 key").complains("chop convert --open-with KEY enveloped");
    }
}

#[test]
fn documents_are_encrypted_and_decrypted_in_every_form() {
    let folder = signed();
    for form in ["der", "c1c3c2", "c1c2c3"] {
        folder.chop(&format!("encrypt --key key.pub.pem --form {form} --out {form}.enc doc")).exits(0);
        folder.chop(&format!("decrypt --key key.pem --form {form} {form}.enc")).exits(0);
        assert_eq!(folder.text(form), "hello\n");
        for other in ["der", "c1c3c2", "c1c2c3"].into_iter().filter(|other| *other != form) {
            folder
                .chop(&format!("decrypt --key key.pem --form {other} --out none {form}.enc"))
                .exits(2)
                .complains(&format!("it does with --form {form}"));
        }
    }
    // The default forms and names; text; without the 04.
    folder.chop("encrypt --key key.pub.pem doc").exits(0);
    folder.chop("inspect doc.enc").exits(0).says("ciphertext").says("plaintext bytes:    6");
    folder.write("cut.enc", &folder.read("doc.enc")[..90]);
    folder.chop("inspect cut.enc").exits(2);
    folder.chop("decrypt --key key.pem --out again doc.enc").exits(0);
    folder.write("hex", hex(&folder.read("doc.enc")));
    assert_eq!(folder.chop("decrypt --key key.pem --out - hex").exits(0).out, "hello\n");
    folder.write("short", &folder.read("c1c3c2.enc")[1..]);
    folder
        .chop("decrypt --key key.pem --form c1c3c2 --out none short")
        .exits(2)
        .complains("it does with --form c1c3c2-without-04");
    assert!(!folder.path("none").exists());
    for form in ["c1c3c2", "c1c2c3"] {
        folder.chop(&format!("encrypt --key key.pub.pem --force --form {form}-without-04 doc")).exits(0);
        folder
            .chop(&format!("decrypt --key key.pem --form {form}-without-04 --out - doc.enc"))
            .exits(0)
            .says("hello");
        folder.write("whole", [&[4], folder.read("doc.enc").as_slice()].concat());
        folder.chop(&format!("decrypt --key key.pem --form {form} --out - whole")).exits(0).says("hello");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path("again")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn what_does_not_decrypt_writes_nothing() {
    let folder = signed();
    folder.chop("encrypt --key key.pub.pem doc").exits(0);
    folder.chop("encrypt --key key.pub.pem doc").exits(2).complains("doc.enc exists: use --force");
    folder.chop("encrypt --key key.pub.pem --force doc").exits(0);
    folder.chop("decrypt --key key.pem doc.enc").exits(2).complains("doc exists: use --force");
    folder.chop("decrypt --key key.pem --force doc.enc").exits(0);
    let mut bad = folder.read("doc.enc");
    *bad.last_mut().unwrap() ^= 1;
    folder.write("bad.enc", &bad);
    folder.chop("decrypt --key key.pem bad.enc").exits(2).complains("does not decrypt");
    folder.chop("keygen --algorithm sm2 --out other.pem").exits(0);
    folder.chop("decrypt --key other.pem --out bad doc.enc").exits(2).complains("another key");
    folder.write("large", vec![7; (64 << 20) + 1]);
    folder
        .chop("encrypt --key key.pub.pem large")
        .exits(2)
        .complains("cannot encrypt large: more than 64 MiB");
    folder.write("empty", "");
    folder.chop("encrypt --key key.pub.pem empty").exits(2).complains("one byte or more");
    folder.chop("decrypt --key key.pem --out bad empty").exits(2).complains("does not decrypt");
    folder.chop("decrypt --key key.pem doc").exits(2).complains("say with --out");
    folder.chop("encrypt --key key.pem doc --force").exits(2).complains("this is a private key");
    folder.chop("decrypt --key key.pub.pem doc.enc --force").exits(2).complains("this is a public key");
    folder.chop("encrypt --key missing.pem doc --force").exits(2).complains("cannot read missing.pem");
    folder.chop("encrypt --key key.pub.pem missing").exits(2).complains("cannot read missing");
    folder.chop("keygen --out ed.pem").exits(0);
    folder.chop("encrypt --key ed.pub.pem --force doc").exits(2).complains("a key for ed25519, not for sm2");
    folder.chop("decrypt --key ed.pem --force doc.enc").exits(2).complains("a key for ed25519, not for sm2");
    assert!(!folder.path("bad").exists() && !folder.path("empty.enc").exists());
    assert_eq!(folder.text("doc"), "hello\n");
}

#[test]
fn what_sm2_lacks_or_alone_has_is_refused_by_name() {
    let folder = signed();
    folder
        .chop("verify --policy zip-215 --key key.pub.pem doc")
        .exits(2)
        .complains("--policy is for Ed25519");
    folder
        .chop("explain --policy zip-215 --key key.pub.pem doc")
        .exits(2)
        .complains("--policy is for Ed25519");
    folder
        .chop("verify-table --policy go --algorithm sm2 a.jsonl")
        .exits(2)
        .complains("--policy is for Ed25519");
    folder.chop("verify-table --policy go --key key.pub.pem a.jsonl").exits(2).complains("is for Ed25519");
    folder.chop("sign --force --key key.pem --context a doc").exits(2).complains("sm2 has no context");
    folder.chop("sign --force --key key.pem --algorithm ed25519 doc").exits(2).complains("for sm2, not for");
    let long = "x".repeat(8192);
    folder.chop(&format!("verify --key key.pub.pem --id {long} doc")).exits(2).complains("has 8192");
    folder.chop("sign --key key.pem --id a --id-hex 00 doc").exits(2);
    folder.chop("sign --key key.pem --id-hex 0 doc").exits(2).complains("hexadecimal");
    folder.chop("sign --key key.pem --signature-format der-lenient doc").exits(2).complains("der-lenient");

    folder.chop("keygen --out ed.pem").exits(0);
    folder.chop("sign --key ed.pem --out ed.sig doc").exits(0);
    let verify = "verify --key ed.pub.pem --signature ed.sig";
    folder.chop(&format!("{verify} --id a doc")).exits(2).complains("ed25519 has no identifier");
    folder.chop(&format!("{verify} --signature-format der doc")).exits(2).complains("have no DER form");
    folder.chop(&format!("{verify} --signature-format auto doc")).exits(0);
    folder.chop("sign --key ed.pem --signature-format der-hex --out x doc").exits(2).complains("no DER form");
    folder.chop("explain --key ed.pub.pem --try-id a --signature ed.sig doc").exits(2).complains("--try-id");
    folder.chop("convert ed.pub.pem --key-format skf").exits(2).complains("only those of sm2");
    folder.chop("verify-table --key ed.pub.pem --id a t.jsonl").exits(2).complains("no identifier");
    folder
        .chop("verify-table --algorithm ed25519 --signature-format der t.jsonl")
        .exits(2)
        .complains("no DER form");
}

#[test]
fn keys_that_are_none_are_refused_by_name() {
    let folder = signed();
    folder.write("zeros", [0; 32]);
    folder.chop("pubkey --algorithm sm2 zeros").exits(2).complains("from 1 to n - 2");
    folder.write("ones", [0xff; 32]);
    folder.chop("sign --algorithm sm2 --force --key ones doc").exits(2).complains("from 1 to n - 2");
    let point = folder.chop("convert key.pub.pem --key-format hex").exits(0).out;
    let point = point.trim();
    for (key, reason) in [
        ("04".to_owned() + &"11".repeat(64), "not a public key"),
        (point[..128].to_owned(), "not the coordinates of a point"),
        (point[..64].to_owned(), "is this the private key?"),
        (point[..66].to_owned(), "but 33"),
    ] {
        folder.chop(&format!("verify --algorithm sm2 --key {key} doc")).exits(2).complains(reason);
    }
    // x and y without 04 are a key, whether the algorithm is named or not.
    for algorithm in ["", " --algorithm sm2"] {
        folder.chop(&format!("verify{algorithm} --key {} doc", &point[2..])).exits(0);
    }
    assert_eq!(folder.chop("convert key.pub.pem --key-format xy").exits(0).out.trim(), &point[2..]);
    folder.chop("convert key.pem --key-format xy").exits(2).complains("a form of public keys");
    folder.chop("convert key.pem --key-format hex").exits(2).complains("say --secret");
    folder.chop("convert key.pem --key-format skf").exits(2).complains("say --secret");
    folder.chop("verify --key key.pem doc").exits(2).complains("this is a private key");
    // A signature that is none is rejected, and says why.
    for (bytes, reason) in [
        (vec![0; 64], "from 1 to n - 1"),
        (vec![0x30, 0], "not a signature in DER"),
        (vec![], "0 bytes"),
        (folder.read("doc.sig")[..60].to_vec(), "60 bytes"),
    ] {
        folder.write("doc.sig", bytes);
        folder.chop("verify --key key.pub.pem doc").exits(1).says("doc: INVALID").complains(reason);
    }
}

/// Explains the signature of `doc` and expects one dialect.
#[track_caller]
fn explained(folder: &Folder, content: impl AsRef<[u8]>, options: &[&str], expected: &str) -> Option<String> {
    folder.write("doc.sig", content);
    let arguments = [&["explain", "--key", "pub", "--json"], options, &["doc"]].concat();
    let json = folder.run(&arguments, b"").exits(1).json();
    let found = json["would_verify"].as_array().unwrap();
    assert_eq!(found.len(), 1, "{expected}: {json:#}");
    assert!(found[0].as_str().unwrap().contains(expected), "{expected}: {json:#}");
    // What it says is so: verify accepts what has options, and nothing else.
    folder.chop("verify --key pub doc").exits(1);
    json["dialects"][0]["options"].as_str().map(str::to_owned)
}

#[test]
fn explain_finds_each_dialect_and_verify_takes_it_only_when_told() {
    let (folder, key) = fixed();
    let message = b"hello\n";
    let standard = key.sign(message);
    let swapped = Signature::from_components(*standard.s_bytes(), *standard.r_bytes()).unwrap();
    let with_id = |id: &[u8]| key.with_id(&Id::new(id).unwrap()).sign(message);
    for (signature, expected, id) in [
        (with_id(b""), "identifier '' (empty", ""),
        (with_id(b"TLSv1.3+GM+Cipher+Suite"), "TLS 1.3", "TLSv1.3+GM+Cipher+Suite"),
        (with_id(b"alice"), "'alice'", "alice"),
    ] {
        let options = explained(&folder, signature.to_der(), &["--try-id", "alice"], expected).unwrap();
        assert_eq!(options, format!("--id '{id}' --signature-format der"));
        let verify = ["verify", "--key", "pub", "--id", id, "--signature-format", "der", "doc"];
        folder.run(&verify, b"").exits(0);
    }
    let options = explained(&folder, lenient(&standard), &[], "lenient DER").unwrap();
    assert_eq!(options, "--id '1234567812345678' --signature-format der-lenient");
    folder.chop(&format!("verify --key pub {} doc", options.replace('\'', ""))).exits(0);

    let default = key.with_id(&Id::DEFAULT);
    let sign = |digest: &Digest| key.sign_prehashed(digest);
    for (content, expected) in [
        (sign(&default.double_digest(message)).to_der().as_ref().to_vec(), "hashed twice"),
        (sign(&Digest::without_z(message)).to_der().as_ref().to_vec(), "SM3(M): without Z"),
        (key.sign(b"hello").to_bytes().to_vec(), "without its last newline"),
        (swapped.to_bytes().to_vec(), "s ‖ r"),
        (swapped.to_der().as_ref().to_vec(), "DER, s before r"),
        (standard.to_blob().to_vec(), "SKF and SDF"),
    ] {
        assert_eq!(explained(&folder, content, &[], expected), None, "{expected}");
    }
    // The document is the digest already: raw, and as hexadecimal digits.
    let signature = standard.to_der();
    folder.write("doc", default.digest(message).as_bytes());
    explained(&folder, signature, &[], "the document is the digest");
    folder.write("doc", hex(default.digest(message).as_bytes()));
    explained(&folder, signature, &[], "the bytes whose hexadecimal text the document is");

    let text =
        folder.chop("explain --key pub doc").exits(1).says("identifier:  1234567812345678 (the default)");
    text.says("what would verify").says("chop verify never accepts it");
    folder.write("doc", "something else");
    folder.chop("explain --key pub doc").exits(1).says("nothing that was tried").says("--try-id");
    folder.write("doc", message);
    let said = folder.chop("explain --key pub doc").exits(0).says("verdict:     OK");
    assert!(!said.out.contains("what would verify"), "{}", said.out);
}

/// Six good rows as the columns public_key, message, digest, signature, id.
fn good_rows() -> Vec<[String; 5]> {
    let alice = Id::new(b"alice").unwrap();
    (0..6)
        .map(|i| {
            let key = SigningKey::from_bytes(&[i + 1; 32]).unwrap();
            let point = key.verifying_key();
            let message = format!("message {i}");
            let text = hex(message.as_bytes());
            let signature = key.sign(message.as_bytes());
            let digest = key.with_id(&alice).digest(message.as_bytes());
            let der = hex(signature.to_der().as_ref());
            match i {
                0 => [hex(&point.to_bytes()), text, String::new(), der, String::new()],
                1 => [hex(&point.to_bytes()), text, String::new(), hex(&signature.to_bytes()), String::new()],
                2 => [hex(&point.to_compressed_bytes()), text, String::new(), der, String::new()],
                3 => [hex(&point.to_bytes()), text, String::new(), der, hex(b"1234567812345678")],
                4 => {
                    let signature = key.with_id(&alice).sign(message.as_bytes());
                    let der = hex(signature.to_der().as_ref());
                    [hex(&point.to_bytes()), text, String::new(), der, hex(b"alice")]
                }
                _ => {
                    let signature = key.sign_prehashed(&digest).to_bytes();
                    [
                        hex(&point.to_bytes()),
                        String::new(),
                        hex(digest.as_bytes()),
                        hex(&signature),
                        String::new(),
                    ]
                }
            }
        })
        .collect()
}

const COLUMNS: [&str; 5] = ["public_key", "message", "digest", "signature", "id"];

fn csv(rows: &[[String; 5]]) -> String {
    let lines = rows.iter().map(|row| row.join(","));
    [COLUMNS.join(",")].into_iter().chain(lines).fold(String::new(), |text, line| text + &line + "\n")
}

fn jsonl(rows: &[[String; 5]]) -> String {
    rows.iter().fold(String::new(), |mut text, row| {
        let cells = COLUMNS.iter().zip(row).filter(|(_, cell)| !cell.is_empty());
        let cells: Vec<_> = cells.map(|(name, cell)| format!("\"{name}\":\"{cell}\"")).collect();
        writeln!(text, "{{{}}}", cells.join(",")).unwrap();
        text
    })
}

#[test]
fn tables_have_points_messages_or_digests_signatures_and_identifiers() {
    let folder = Folder::new();
    let mut rows = good_rows();
    folder.write("good.csv", csv(&rows));
    folder.write("good.jsonl", jsonl(&rows));
    let said = folder
        .chop("verify-table --allow-digests --algorithm sm2 good.csv good.jsonl")
        .exits(0)
        .says("valid:      12");
    assert!(!said.out.contains("policy"), "{}", said.out);
    let json = folder.chop("verify-table --allow-digests --json --algorithm sm2 good.csv").exits(0).json();
    assert!(json["policy"].is_null());

    // One bad row of each kind: only those that cannot be read are malformed.
    let good = rows[0].clone();
    let with = |field: usize, text: &str| {
        let mut row = good.clone();
        row[field] = text.to_owned();
        row
    };
    let both: [String; 5] =
        [&good[0], &good[1], &rows[5][2], &good[3], ""].map(|text| text.to_owned().clone());
    let mut digest_with_id = rows[5].clone();
    digest_with_id[4] = hex(b"alice");
    let leniently = hex(&lenient(&Signature::from_der(&unhex(&good[3])).unwrap()));
    let bad = [
        (with(1, "00"), None),
        (with(4, "00"), None),
        (with(0, &("04".to_owned() + &"11".repeat(64))), None),
        (with(0, &good[0][2..]), Some("put 04 before x and y")),
        (with(0, "0400"), Some("2 bytes, and must have 65 or 33")),
        (with(2, "00"), Some("both message and digest")),
        (both, Some("both message and digest")),
        (with(3, "3000"), Some("not a signature in DER")),
        (with(3, &"00".repeat(64)), Some("from 1 to n - 1")),
        (with(3, &leniently), Some("der-lenient")),
        (with(4, "xyz"), Some("id is not hexadecimal")),
        (with(4, &"00".repeat(8192)), Some("8191 bytes")),
        (digest_with_id, Some("digest and id")),
    ];
    rows.extend(bad.iter().map(|(row, _)| row.clone()));
    folder.write("rows.csv", csv(&rows));
    folder.write("rows.jsonl", jsonl(&rows));
    for table in ["rows.csv", "rows.jsonl"] {
        let out = format!("{table}.out");
        folder
            .chop(&format!("verify-table --allow-digests --algorithm sm2 --copy id --out {out} {table}"))
            .exits(1);
        let lines: Vec<serde_json::Value> =
            folder.text(&out).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), rows.len());
        assert!(lines[..6].iter().all(|line| line["valid"] == true));
        for (line, (_, error)) in lines[6..].iter().zip(&bad) {
            assert_eq!(line["valid"], false);
            match error {
                Some(error) => assert!(line["error"].as_str().unwrap().contains(error), "{error}: {line}"),
                None => assert!(line["error"].is_null(), "{line}"),
            }
        }
    }
    folder.write("lenient.csv", csv(&[with(3, &leniently)]));
    folder.chop("verify-table --algorithm sm2 --signature-format der-lenient lenient.csv").exits(0);
    folder
        .chop("verify-table --allow-digests --algorithm sm2 --signature-format raw good.csv")
        .exits(1)
        .says("malformed:  4");
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

#[test]
fn one_key_and_one_identifier_for_all_rows() {
    let (folder, key) = fixed();
    let empty = key.with_id(&Id::EMPTY);
    let alice = Id::new(b"alice").unwrap();
    let mut table = "message,signature,id\n".to_owned();
    for text in ["one", "two"] {
        let signature = empty.sign(text.as_bytes());
        writeln!(table, "{text},{},", Base64::encode_string(signature.to_der().as_ref())).unwrap();
    }
    let signature = key.with_id(&alice).sign(b"three").to_bytes();
    writeln!(table, "three,{},{}", Base64::encode_string(&signature), hex(b"alice")).unwrap();
    folder.write("rows.csv", table);
    let options = ["--encoding", "message=utf8,signature=base64", "rows.csv"];
    let run = |more: &[&str]| folder.run(&[&["verify-table", "--key", "pub"], more, &options].concat(), b"");
    run(&["--id", ""]).exits(0).says("valid:      3");
    run(&["--id-hex", ""]).exits(0);
    run(&[]).exits(1).says("invalid:    2");
    run(&["--id", &"x".repeat(8192)]).exits(2).complains("8192");
}

#[test]
fn rows_of_sm2_stand_beside_others_and_an_id_may_be_a_number_there() {
    let folder = Folder::new();
    let ed = chop::ed25519::SigningKey::from_seed(&[7; 32]);
    let (key, signature) = (hex(ed.verifying_key().as_bytes()), hex(&ed.sign(b"m").to_bytes()));
    let sm2 = &good_rows()[0];
    let rows = format!(
        "{{\"id\":7,\"digest\":[1],\"public_key\":\"{key}\",\"message\":\"6d\",\"signature\":\"{signature}\"}}\n\
         {{\"algorithm\":\"sm2\",\"public_key\":\"{0}\",\"message\":\"{1}\",\"signature\":\"{2}\"}}\n\
         {{\"algorithm\":\"sm2\",\"id\":7,\"public_key\":\"{0}\",\"message\":\"{1}\",\"signature\":\"{2}\"}}\n",
        sm2[0], sm2[1], sm2[3]
    );
    folder.write("rows.jsonl", rows);
    let said = folder.chop("verify-table rows.jsonl").exits(1).says("valid:      2").says("policy:");
    said.says("rows.jsonl:3: malformed: id is not a string");
    // A table without messages is one of SM2 only.
    folder.write("digests.csv", "public_key,digest,signature\n");
    folder.chop("verify-table digests.csv").exits(2).complains("no column message");
    folder.chop("verify-table --algorithm sm2 digests.csv").exits(2).complains("no rows");
}

#[test]
fn completions_and_manual_know_the_new_commands() {
    let folder = Folder::new();
    folder.chop("completions bash").exits(0).says("encrypt").says("sm2");
    folder.chop("man decrypt").exits(0).says("c1c3c2");
    folder.chop("man sign").exits(0).says("id\\-hex");
    // The sample of the standard's encryption is that of the library: both read each other.
    let key = SigningKey::from_bytes(&[7; 32]).unwrap();
    let ciphertext = sm2::encrypt(&key.verifying_key(), b"hello", sm2::Form::C1C2C3).unwrap();
    folder.write("key", [7; 32]);
    folder.write("doc.enc", &ciphertext);
    folder.chop("decrypt --key key --form c1c2c3 doc.enc").exits(0);
    assert_eq!(folder.text("doc"), "hello");
}
