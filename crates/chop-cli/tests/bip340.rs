//! Schnorr signatures of BIP 340: keys of secp256k1 and of 32 bytes, files, tables, and what is refused.

mod common;

use chop::bip340::{Signature, SigningKey};
use chop::secp256k1::Digest;
use common::Folder;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A folder with `key.pem`, `key.pub.pem`, `doc` and `doc.sig`.
fn signed() -> Folder {
    let folder = Folder::new();
    folder.chop("keygen --algorithm bip340 --out key.pem").exits(0);
    folder.write("doc", "hello\n");
    folder.chop("sign --key key.pem --algorithm bip340 doc").exits(0).says("bip340");
    folder
}

#[test]
fn a_file_is_signed_and_verified_and_a_tampered_copy_is_refused() {
    let folder = signed();
    assert_eq!(folder.read("doc.sig").len(), 64);
    let verify = "verify --key key.pub.pem --algorithm bip340 doc";
    assert_eq!(folder.chop(verify).exits(0).out, "doc: OK\n");
    folder.write("doc", "hellp\n");
    folder.chop(verify).exits(1).complains("another message or key");
    // Fresh randomness each time, on standard input, too.
    folder.chop("sign --key key.pem --algorithm bip340 --out other doc").exits(0);
    folder.chop("verify --key key.pub.pem --algorithm bip340 --signature other doc").exits(0);
    // Without the algorithm the key is one of ECDSA.
    folder.chop("verify --key key.pub.pem doc").exits(2).complains("--algorithm bip340");
}

#[test]
fn thirty_two_bytes_are_a_public_key_unless_the_user_says_secret() {
    let folder = Folder::new();
    let key = SigningKey::from_bytes(&[7; 32]).unwrap();
    folder.write("secret", hex(&[7; 32]));
    folder.write("pub", hex(&key.verifying_key().to_bytes()));
    folder.write("doc", "hello\n");
    folder.chop("sign --key secret --algorithm bip340 doc").exits(2).complains("--secret");
    folder.chop("sign --key secret --secret --algorithm bip340 doc").exits(0);
    let signature = Signature::from_slice(&folder.read("doc.sig")).unwrap();
    key.verifying_key().verify(b"hello\n", &signature).unwrap();
    for public in ["pub".to_owned(), hex(&key.verifying_key().to_bytes())] {
        folder.chop(&format!("verify --key {public} --algorithm bip340 doc")).exits(0);
    }
    folder.chop("sign --key pub --secret --algorithm bip340 --out x doc").exits(0);
    let no_point = "00".repeat(31) + "05";
    folder.chop(&format!("verify --key {no_point} --algorithm bip340 doc")).exits(2);
    let raw = "convert --algorithm bip340 --key-format hex pub";
    assert_eq!(folder.chop(raw).exits(0).out.trim(), hex(&key.verifying_key().to_bytes()));
    let x = hex(&key.verifying_key().to_bytes());
    folder.chop("inspect --algorithm secp256k1 secret").exits(0).says(&x);
    folder.chop("inspect --algorithm bip340 pub").exits(0).says("the bytes do not say which");
}

#[test]
fn what_says_nothing_about_these_signatures_is_refused() {
    let folder = signed();
    for (options, why) in [
        ("--hash sha256", "has the hash of its standard"),
        ("--policy any-s", "one rule"),
        ("--signature-format der", "no DER form"),
        ("--signature-format recoverable", "are for secp256k1"),
        ("--context c", "no context"),
        ("--v 27", "is for secp256k1"),
    ] {
        let verify = format!("verify --key key.pub.pem --algorithm bip340 {options} doc");
        folder.chop(&verify).exits(2).complains(why);
    }
    folder.chop("sign --key key.pem --algorithm bip340 --signature-format der doc").exits(2).complains("DER");
    folder.chop("keygen --out ed.pem").exits(0);
    folder.chop("verify --key ed.pub.pem --algorithm bip340 doc").exits(2).complains("not for bip340");
}

#[test]
fn explain_names_what_was_signed_instead() {
    let folder = Folder::new();
    let key = SigningKey::from_bytes(&[7; 32]).unwrap();
    folder.write("pub", hex(&key.verifying_key().to_bytes()));
    folder.write("doc", "hello\n");
    let explain = "explain --key pub --algorithm bip340 doc";
    folder.write("doc.sig", key.sign(b"hello\n").to_bytes());
    folder.chop(explain).exits(0).says("OK");
    folder.write("doc.sig", key.sign(Digest::sha256(b"hello\n").as_bytes()).to_bytes());
    folder.chop(explain).exits(1).says("the message is the sha256 of the document");
    let mut with_sighash = key.sign(b"hello\n").to_bytes().to_vec();
    with_sighash.push(1);
    folder.write("doc.sig", &with_sighash);
    folder.chop(explain).exits(1).says("sighash byte");
    folder.chop(&format!("{explain} --json")).exits(1).says("would_verify");
    folder.write("doc.sig", key.sign(b"another").to_bytes());
    folder.chop(explain).exits(1).says("no command");
}

#[test]
fn tables_have_keys_of_32_bytes_and_no_digests() {
    let folder = Folder::new();
    let mut table = "public_key,message,signature\n".to_owned();
    for i in 0..40u8 {
        let key = SigningKey::from_bytes(&[i + 1; 32]).unwrap();
        let mut signature = key.sign(&[i; 5]).to_bytes();
        signature[63] ^= u8::from(i == 7);
        if i == 9 {
            signature[32..].fill(0xFF);
        }
        table += &format!("{},{},{}\n", hex(&key.verifying_key().to_bytes()), hex(&[i; 5]), hex(&signature));
    }
    folder.write("t.csv", &table);
    let said = folder.chop("verify-table --algorithm bip340 t.csv").exits(1);
    let said =
        said.says("rows:       40").says("invalid:    2").says("9: the signature is not valid: the equation");
    said.says("11: the signature is not valid: s is not below the order");
    let explain = "explain --algorithm bip340 --row t.csv";
    folder.chop(&format!("{explain}:2")).exits(0).says("OK");
    folder.chop(&format!("{explain}:9")).exits(1).says("the equation does not hold");
    folder.chop(&format!("{explain}:11")).exits(1).says("not below the order");
    let key = SigningKey::from_bytes(&[1; 32]).unwrap();
    let one = |message: &[u8]| {
        format!(r#"{{"message":"{}","signature":"{}"}}"#, hex(message), hex(&key.sign(message).to_bytes()))
            + "\n"
    };
    folder.write("one.jsonl", one(b"a") + &one(b"") + &one(b"ccc"));
    let x = hex(&key.verifying_key().to_bytes());
    folder
        .chop(&format!("verify-table --algorithm bip340 --key {x} one.jsonl"))
        .exits(0)
        .says("valid:      3");
    // Rows that name their algorithm, and what rows of this one do not have.
    let row = |more: &str| {
        let signature = hex(&key.sign(b"a").to_bytes());
        format!(r#"{{"algorithm":"bip340","public_key":"{x}","signature":"{signature}"{more}}}"#) + "\n"
    };
    let rows = [
        row(r#","message":"61""#),
        row(&format!(r#","digest":"{}""#, hex(&[1; 32]))),
        row(r#","message":"61","v":27"#),
        row(r#","message":"61","address":"0x0000000000000000000000000000000000000000""#),
    ];
    folder.write("rows.jsonl", rows.concat());
    let said = folder.chop("verify-table --allow-digests rows.jsonl").exits(1);
    said.says("valid:      1").says("malformed:  3").says("bip340 has none");
    folder.write("short.csv", format!("public_key,message,signature\n02{x},61,{}\n", hex(&[1; 64])));
    folder.chop("verify-table --algorithm bip340 short.csv").exits(1).says("must have 32");
}
