//! A key is what the user typed or named, never what somebody else put in its place.

#![allow(non_snake_case)] // points are written in upper case

mod common;

use chop::ed25519::SigningKey;
use chop::hazmat::sm2p256::{Point, Scalar};
use chop::sm2;
use common::Folder;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A folder with `doc` signed by a key of an attacker, whose public key is in a file with the name of the key of
/// the user.
fn attacked() -> (Folder, String) {
    let folder = Folder::new();
    let (user, attacker) = (SigningKey::from_seed(&[1; 32]), SigningKey::from_seed(&[2; 32]));
    let typed = hex(user.verifying_key().as_bytes());
    folder.write("doc", "pay\n");
    folder.write("doc.sig", attacker.sign(b"pay\n").to_bytes());
    folder.write(&typed, hex(attacker.verifying_key().as_bytes()));
    let row = format!(
        "{{\"public_key\":\"\",\"message\":\"{}\",\"signature\":\"{}\"}}\n",
        hex(b"pay\n"),
        hex(&attacker.sign(b"pay\n").to_bytes())
    );
    folder.write("rows.jsonl", row);
    (folder, typed)
}

#[test]
fn a_typed_public_key_wins_over_a_file_of_its_name() {
    let (folder, typed) = attacked();
    let note = "the file of that name was not read";
    folder.chop(&format!("verify --key {typed} doc")).exits(1).complains(note);
    folder.chop(&format!("explain --key {typed} doc")).exits(1).says(&typed).complains(note);
    folder.chop(&format!("verify-table --key {typed} rows.jsonl")).exits(1).complains(note);
    // The file can be named all the same.
    folder.chop(&format!("verify --key ./{typed} doc")).exits(0);
    let absolute = folder.path(&typed);
    folder.chop(&format!("verify --key {} doc", absolute.display())).exits(0);
}

#[test]
fn a_typed_sm2_key_wins_for_encryption() {
    let folder = Folder::new();
    let key = |byte| sm2::SigningKey::from_bytes(&[byte; 32]).unwrap();
    let typed = hex(&key(1).verifying_key().to_compressed_bytes());
    folder.write(&typed, hex(&key(2).verifying_key().to_bytes()));
    folder.write("doc", "hello");
    folder.write("mine", [1; 32]);
    folder.chop(&format!("encrypt --key {typed} doc")).exits(0).complains("was not read");
    folder.chop("decrypt --key mine --out back doc.enc").exits(0);
    assert_eq!(folder.text("back"), "hello");
}

#[test]
fn text_that_only_looks_like_a_key_is_a_file_if_there_is_one() {
    let folder = Folder::signed();
    // No point has this y, and an SM2 key is not of the kind that an Ed25519 algorithm asks for.
    let no_point = "02".to_owned() + &"00".repeat(31);
    let other_kind =
        hex(&sm2::SigningKey::from_bytes(&[7; 32]).unwrap().verifying_key().to_compressed_bytes());
    for name in [no_point, other_kind] {
        let command = format!("verify --algorithm ed25519 --key {name} doc");
        folder.chop(&command).exits(2);
        folder.write(&name, folder.read("key.pub.pem"));
        folder.chop(&command).exits(0);
    }
}

#[test]
fn thirty_two_bare_bytes_are_no_private_key_unless_the_user_says_so() {
    let folder = Folder::signed();
    folder.chop("convert key.pem --secret --key-format hex --out seed").exits(0);
    folder.chop("convert key.pub.pem --key-format hex --out public").exits(0);
    folder.chop("convert key.pub.pem --key-format raw --out public.raw").exits(0);
    for key in ["seed", "public", "public.raw"] {
        for command in [
            format!("sign --force --key {key} doc"),
            format!("sign --force --algorithm ed25519 --key {key} doc"),
            format!("sign --force --secret --key {key} doc"),
            format!("pubkey {key}"),
            format!("pubkey --secret {key}"),
            format!("convert --secret --key-format pem {key} --out x"),
        ] {
            folder.chop(&command).exits(2).complains("--secret and --algorithm");
        }
    }
    folder.chop("sign --force --secret --algorithm ed25519 --key seed doc").exits(0);
    folder.chop("verify --key key.pub.pem doc").exits(0);
    folder.chop("pubkey --secret --algorithm ed25519 seed").exits(0).says("PUBLIC KEY");
    folder.chop("convert --secret --algorithm ed25519 --key-format pem seed --out back").exits(0);
    assert_eq!(folder.read("back"), folder.read("key.pem"));
    // What only SM2 could mean needs no second word, and decrypting is for SM2 only.
    folder.write("d", hex(&[7; 32]));
    folder.chop("sign --force --algorithm sm2 --key d doc").exits(0).says("signed with sm2");
    folder.chop("convert --algorithm sm2 --secret --key-format pem d --out d.pem").exits(0);
    folder.chop("pubkey --algorithm sm2 --out d.pub.pem d").exits(0);
    folder.chop("encrypt --key d.pub.pem doc").exits(0);
    folder.chop("decrypt --secret --key d --out back.txt doc.enc").exits(0);
}

#[test]
fn a_seed_and_its_public_key_need_no_word() {
    let folder = Folder::new();
    folder.write("doc", "hello");
    let pair = SigningKey::from_seed(&[7; 32]).to_keypair_bytes();
    folder.write("pair", pair.as_bytes());
    folder.write("pair.hex", hex(pair.as_bytes()));
    let blake3 = chop::ed25519_blake3::SigningKey::from_seed(&[7; 32]).to_keypair_bytes();
    folder.write("blake3", blake3.as_bytes());
    folder.chop("sign --key pair doc").exits(0).says("doc: signed with ed25519, key SHA256:");
    folder.chop("sign --key pair.hex --force doc").exits(0);
    folder.chop("sign --key blake3 --force doc").exits(0).says("signed with ed25519-blake3");
    let mut wrong = *pair.as_bytes();
    wrong[40] ^= 1;
    folder.write("wrong", wrong);
    folder.chop("sign --key wrong --force doc").exits(2);
    folder.chop("verify --key pair doc").exits(2).complains("this is a private key");
}

#[test]
fn the_public_half_of_a_key_is_refused_as_the_private_one() {
    let folder = Folder::signed();
    folder.chop("convert key.pub.pem --key-format hex --out key").exits(0);
    folder.chop("convert key.pub.pem --key-format raw --out key.raw").exits(0);
    for key in ["key", "key.raw"] {
        folder
            .chop(&format!("sign --force --secret --algorithm ed25519 --key {key} doc"))
            .exits(2)
            .complains("is the public key in")
            .complains("key.pub.pem");
    }
}

#[test]
fn signing_names_the_algorithm() {
    let folder = Folder::new();
    folder.write("doc", "hello");
    for (algorithm, name) in [("ed25519", "ed25519"), ("ed25519-blake3", "ed25519-blake3"), ("sm2", "sm2")] {
        folder.chop(&format!("keygen --algorithm {algorithm} --out {name}.pem")).exits(0);
        folder
            .chop(&format!("sign --key {name}.pem --out {name}.sig doc"))
            .exits(0)
            .says(&format!("doc: signed with {algorithm}, key SHA256:"));
    }
    folder.chop("sign --key ed25519.pem --algorithm ed25519ph doc").exits(0).says("signed with ed25519ph");
    let said = folder.chop("sign --key ed25519.pem --signature-format hex --out - doc").exits(0);
    assert_eq!(said.out.len(), 129);
    said.complains("doc: signed with ed25519");
    assert_eq!(folder.chop("sign --quiet --force --key ed25519.pem doc").exits(0).out, "");
}

/// A digest and a row of SM2 that nobody signed: for chosen s and t, r = t − s and e = r − x of s·G + t·P.
fn forged() -> (String, impl Fn(&str) -> String) {
    let key = sm2::SigningKey::from_bytes(&[7; 32]).unwrap().verifying_key();
    let (P, s, t) = (Point::from_bytes(&key.to_bytes()).unwrap(), Scalar::from(5u64), Scalar::from(6u64));
    let R = Point::double_base_vartime(&t, &P, &s).to_bytes().unwrap();
    let (r, x) = (t - s, Scalar::from_bytes_mod_order(R[1..33].try_into().unwrap()));
    let (key, signature) = (hex(&key.to_bytes()), hex(&[r.to_bytes(), s.to_bytes()].concat()));
    let row = move |more: &str| format!("{{\"public_key\":\"{key}\",{more}\"signature\":\"{signature}\"}}\n");
    (format!("\"digest\":\"{}\",", hex(&(r - x).to_bytes())), row)
}

#[test]
fn digests_are_judged_only_when_that_is_asked_for() {
    let folder = Folder::new();
    let (digest, row) = forged();
    folder.write("rows.jsonl", row(&digest));
    let said = folder.chop("verify-table --algorithm sm2 rows.jsonl").exits(1).says("malformed:  1");
    said.says("--allow-digests");
    let said = folder.chop("verify-table --algorithm sm2 --allow-digests rows.jsonl").exits(0);
    said.says("valid:      1").says("digests:    1").says("anybody can make a digest");
    let json = folder.chop("verify-table --algorithm sm2 --allow-digests --json rows.jsonl").exits(0).json();
    assert_eq!(json["digests"], 1);
    assert!(json["digests_prove"].as_str().unwrap().contains("nothing by itself"));
    for both in [format!("{digest}\"message\":\"00\","), format!("{digest}\"message\":\"\",")] {
        folder.write("both.jsonl", row(&both));
        folder
            .chop("verify-table --algorithm sm2 --allow-digests both.jsonl")
            .exits(1)
            .says("both message and digest");
    }
}

#[test]
fn a_column_that_is_first_null_is_there_twice_like_any_other() {
    let folder = Folder::new();
    let key = SigningKey::from_seed(&[7; 32]);
    let public = hex(key.verifying_key().as_bytes());
    let signature = hex(&key.sign(b"m").to_bytes());
    for (twice, name) in [
        ("\"message\":null,\"message\":\"6d\"", "message"),
        ("\"message\":\"6d\",\"message\":null", "message"),
        ("\"message\":\"6d\",\"note\":null,\"note\":1", "note"),
    ] {
        let row = format!("{{\"public_key\":\"{public}\",{twice},\"signature\":\"{signature}\"}}\n");
        folder.write("rows.jsonl", row + "{\"note\":1}\n");
        folder
            .chop("verify-table --copy note --out - rows.jsonl")
            .exits(1)
            .says(&format!("{name} is there twice"));
    }
}
