//! Several keys: which of them made a signature, and what is left out.

mod common;

use common::Folder;

/// A folder with the keys `a.pem`, `b.pem`, `c.pem`, their public halves in `keys`, and `doc` signed with the second.
fn with_keys() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("keys")).unwrap();
    for key in ["a", "b", "c"] {
        make(&folder, key, "ed25519");
    }
    folder.write("doc", "hello\n");
    folder.chop("sign --key b.pem doc").exits(0);
    folder
}

/// Makes a key whose public half is in the folder `keys`.
fn make(folder: &Folder, key: &str, algorithm: &str) {
    folder.chop(&format!("keygen --algorithm {algorithm} --out {key}.pem")).exits(0);
    std::fs::rename(folder.path(&format!("{key}.pub.pem")), folder.path(&format!("keys/{key}.pub"))).unwrap();
}

/// The key id that `inspect` says.
fn key_id(folder: &Folder, key: &str) -> String {
    let json = folder.chop(&format!("inspect --json {key}")).exits(0).json();
    json["key_id"].as_str().unwrap().to_owned()
}

#[test]
fn any_of_several_keys_verifies_and_ok_says_which() {
    let folder = with_keys();
    let id = key_id(&folder, "keys/b.pub");
    let said = folder.chop("sign --force --key b.pem doc").exits(0);
    said.says(&format!("doc: signed with ed25519, key {id}, written to doc.sig"));
    folder.chop("verify --key keys/b.pub doc").exits(0).says("doc: OK\n");
    let which = format!("doc: OK, with keys/b.pub ({id})\n");
    for keys in ["--key keys/a.pub --key keys/b.pub", "--key keys/b.pub --key keys/c.pub", "--key keys"] {
        folder.chop(&format!("verify {keys} doc")).exits(0).says(&which);
    }
    let said = folder.chop("verify --key keys/a.pub --key keys/c.pub doc").exits(1);
    said.says("doc: INVALID").complains("none of the 2 keys verifies it: the equation does not hold");
    let json = folder.chop("verify --key keys --json doc").exits(0).json();
    assert_eq!(json["results"][0]["keys"][0]["name"], "keys/b.pub");
    assert_eq!(json["results"][0]["keys"][0]["key_id"], *id);
}

#[test]
fn what_can_be_read_once_is_judged_by_several_keys() {
    let folder = with_keys();
    let arguments = ["verify", "--key", "keys", "--signature", "doc.sig", "-"];
    folder.run(&arguments, b"hello\n").exits(0).says("OK, with keys/b.pub");
    folder.run(&arguments, b"hallo\n").exits(1);
}

#[test]
fn a_folder_of_keys_leaves_out_what_is_no_public_key_and_names_it() {
    let folder = with_keys();
    folder.write("keys/private.pem", folder.read("a.pem"));
    folder.write("keys/notes.txt", "no key at all");
    folder.write("keys/.hidden", "no key at all");
    std::fs::create_dir(folder.path("keys/more")).unwrap();
    let said = folder.chop("verify --key keys doc").exits(0);
    assert_eq!(said.err.lines().count(), 2, "{}", said.err);
    said.complains("keys/private.pem").complains("private key").complains("keys/notes.txt");
    folder.chop("verify --key keys/more doc").exits(2).complains("no key that could verify");
    folder.chop("verify --key nowhere doc").exits(2).complains("nowhere");
}

#[test]
fn keys_of_several_algorithms_stand_beside_each_other() {
    let folder = with_keys();
    make(&folder, "sm2", "sm2");
    make(&folder, "x", "x25519");
    folder.chop("verify --key keys doc").exits(0).says("keys/b.pub").complains("keys/x.pub is not tried");
    folder.chop("sign --force --key sm2.pem doc").exits(0);
    folder.chop("verify --key keys doc").exits(0).says("keys/sm2.pub");
    folder.chop("verify --key keys --algorithm sm2 doc").exits(0).says("keys/sm2.pub");
    folder.chop("verify --key keys/x.pub doc").exits(2).complains("do not sign");
}

#[test]
fn signatures_among_the_documents_are_left_out_with_their_documents() {
    let folder = with_keys();
    folder.chop("verify --key keys/b.pub doc doc.sig").exits(0);
    folder.chop("verify --key keys/b.pub doc.sig doc").exits(0);
    // Alone it is a document.
    folder.chop("verify --key keys/b.pub doc.sig").exits(2).complains("doc.sig.sig");
    // What is signed is named, and no signature is written over a document.
    let before = folder.read("doc.sig");
    folder.chop("sign --force --key b.pem doc doc.sig").exits(2).complains("is the file that");
    assert_eq!(folder.read("doc.sig"), before);
}

#[test]
fn every_line_of_authorized_keys_counts() {
    let folder = with_keys();
    let line = |key: &str| folder.chop(&format!("convert keys/{key}.pub --key-format openssh")).exits(0).out;
    folder.write("authorized_keys", format!("{} a@here\n{} b@here\n", line("a").trim(), line("b").trim()));
    folder
        .chop("verify --key authorized_keys doc")
        .exits(0)
        .says("OK, with authorized_keys, b@here (SHA256:");
}
