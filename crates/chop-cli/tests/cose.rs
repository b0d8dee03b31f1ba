//! COSE_Key and COSE_Sign1.

mod common;

use common::Folder;

/// A folder with a key that is named in its JWK, and the same as `key.cose`.
fn with_keys() -> Folder {
    let folder = Folder::signed();
    let public = folder.chop("convert key.pub.pem --key-format raw --out key.raw").exits(0);
    assert!(public.err.is_empty());
    let bytes = [b"\xa3\x01\x01\x20\x06\x21\x58\x20".as_slice(), &folder.read("key.raw")].concat();
    folder.write("key.cose", bytes);
    folder
}

#[test]
fn a_signature_stands_beside_its_document() {
    let folder = with_keys();
    let said = folder.chop("sign --force --key key.pem --signature-format cose doc").exits(0);
    said.says("signed with ed25519 (COSE_Sign1)").says("written to doc.sig");
    for key in ["key.cose", "key.pub.pem"] {
        folder.chop(&format!("verify --key {key} doc")).exits(0).says("doc: OK, COSE_Sign1");
    }
    folder.chop("inspect doc.sig").exits(0).says("COSE_Sign1");
    folder.chop("inspect key.cose").exits(0).says("COSE_Key").says("ed25519");
    folder.chop("keygen --out other.pem").exits(0);
    folder.chop("verify --key other.pub.pem doc").exits(1).complains("another document or key");
    folder.write("doc", "hallo\n");
    folder.chop("verify --key key.cose doc").exits(1);
    folder.chop("verify --key key.cose --signature-format raw doc").exits(1).complains("COSE_Sign1");
    folder
        .chop("verify --key key.cose --signature-format cose doc.sig")
        .exits(2)
        .complains("without its payload");
    folder.chop("keygen --algorithm sm2 --out sm2.pem").exits(0);
    folder.chop("sign --force --key sm2.pem --signature-format cose doc").exits(2).complains("no COSE_Sign1");
}

#[test]
fn a_private_key_signs_only_where_its_owner_allows_it() {
    let folder = Folder::new();
    folder.write("doc", "hello\n");
    let key = |operation: u8| {
        [b"\xa4\x01\x01\x20\x06\x04\x81", &[operation][..], b"\x23\x58\x20", &[7; 32]].concat()
    };
    folder.write("signs.cose", key(1));
    folder.write("verifies.cose", key(2));
    folder.chop("sign --key signs.cose doc").exits(0);
    folder.chop("sign --force --key verifies.cose doc").exits(2).complains("key_ops do not allow");
}

#[test]
fn a_signature_with_its_payload_needs_no_other_file_where_that_is_asked_for() {
    let folder = with_keys();
    folder.chop("sign --force --key key.pem --signature-format cose doc").exits(0);
    let detached = folder.read("doc.sig");
    let null = detached.iter().position(|byte| *byte == 0xf6).unwrap();
    let attached = [&detached[..null], b"\x46hello\n", &detached[null + 1..]].concat();
    folder.write("whole", attached);
    let verify = "verify --key key.cose --signature-format cose";
    folder.chop(&format!("{verify} whole")).exits(0).says("whole: OK, COSE_Sign1");
    folder.chop("verify --key key.cose whole").exits(2).complains("whole.sig");
    folder.chop("verify --key key.cose --signature whole doc").exits(0);
    folder.write("doc", "hallo\n");
    folder.chop("verify --key key.cose --signature whole doc").exits(1).complains("not this document");
}
