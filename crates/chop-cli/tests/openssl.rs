//! OpenSSL verifies our signatures with our keys, and we verify OpenSSL's with its keys.

mod common;

use common::{Folder, Said};

/// Runs OpenSSL; `None`, with a message, if this machine lacks it or has one without Ed25519.
fn openssl(folder: &Folder, arguments: &str) -> Option<Said> {
    let said = folder.other("openssl", arguments);
    if said.is_none() {
        println!("skipped: OpenSSL, which this machine lacks");
    }
    said
}

/// A folder with a document, if OpenSSL can sign files with Ed25519.
fn folder() -> Option<Folder> {
    let folder = Folder::new();
    folder.write("doc", "hello\n");
    folder.write("word", "open sesame\n");
    openssl(&folder, "genpkey -algorithm ed25519 -out o.pem")?.exits(0);
    let said = openssl(&folder, "pkeyutl -sign -rawin -inkey o.pem -in doc -out o.sig")?;
    if said.code != 0 {
        println!("skipped: this OpenSSL signs no files with Ed25519");
        return None;
    }
    Some(folder)
}

#[test]
fn openssl_verifies_our_signature_with_our_key() {
    let Some(folder) = folder() else { return };
    folder.chop("keygen --out key.pem").exits(0);
    folder.chop("sign --key key.pem doc").exits(0);
    let verify = "pkeyutl -verify -pubin -inkey key.pub.pem -rawin -in doc -sigfile";
    openssl(&folder, &format!("{verify} doc.sig")).unwrap().exits(0);
    openssl(&folder, &format!("{verify} o.sig")).unwrap().exits(1);
    // And signs the same with our private key.
    openssl(&folder, "pkeyutl -sign -rawin -inkey key.pem -in doc -out again.sig").unwrap().exits(0);
    assert_eq!(folder.read("again.sig"), folder.read("doc.sig"));
}

#[test]
fn we_verify_openssl_s_signature_with_its_key() {
    let Some(folder) = folder() else { return };
    openssl(&folder, "pkey -in o.pem -pubout -out o.pub.pem").unwrap().exits(0);
    openssl(&folder, "pkey -in o.pem -pubout -outform DER -out o.pub.der").unwrap().exits(0);
    for key in ["o.pub.pem", "o.pub.der"] {
        folder.chop(&format!("verify --key {key} --signature o.sig doc")).exits(0);
    }
    assert_eq!(folder.chop("pubkey o.pem").exits(0).out, folder.text("o.pub.pem"));
    folder.chop("sign --key o.pem doc").exits(0);
    assert_eq!(folder.read("doc.sig"), folder.read("o.sig"));
}

#[test]
fn encrypted_keys_travel_both_ways() {
    let Some(folder) = folder() else { return };
    openssl(&folder, "pkcs8 -topk8 -v2 aes-256-cbc -in o.pem -passout file:word -out o.enc.pem")
        .unwrap()
        .exits(0);
    folder.chop("sign --key o.enc.pem --passphrase-file word doc").exits(0);
    assert_eq!(folder.read("doc.sig"), folder.read("o.sig"));
    folder.chop("keygen --passphrase-file word --out ours.pem").exits(0);
    openssl(&folder, "pkeyutl -sign -rawin -inkey ours.pem -passin file:word -in doc -out ours.sig")
        .unwrap()
        .exits(0);
    folder.chop("verify --key ours.pub.pem --signature ours.sig doc").exits(0);
    folder
        .chop("convert ours.pem --passphrase-file word --new-passphrase-file word --key-format der --out ours.der")
        .exits(0);
    let said = openssl(&folder, "pkey -inform DER -in ours.der -passin file:word -pubout").unwrap().exits(0);
    assert_eq!(said.out, folder.text("ours.pub.pem"));
}

#[test]
fn x25519_keys_travel_both_ways() {
    let Some(folder) = folder() else { return };
    openssl(&folder, "genpkey -algorithm x25519 -out x.pem").unwrap().exits(0);
    let theirs = openssl(&folder, "pkey -in x.pem -pubout").unwrap().exits(0).out;
    assert_eq!(folder.chop("pubkey x.pem").exits(0).out, theirs);
    folder.chop("keygen --algorithm x25519 --out y.pem").exits(0);
    let ours = openssl(&folder, "pkey -in y.pem -pubout").unwrap().exits(0).out;
    assert_eq!(ours, folder.text("y.pub.pem"));
    folder.chop("verify --key o.pem --signature o.sig doc").exits(2).complains("private key");
}

#[test]
fn keys_of_other_algorithms_are_refused_by_name() {
    let Some(folder) = folder() else { return };
    openssl(&folder, "genpkey -algorithm ec -pkeyopt ec_paramgen_curve:P-256 -out p.pem").unwrap().exits(0);
    openssl(&folder, "pkey -in p.pem -pubout -out p.pub.pem").unwrap().exits(0);
    folder.chop("sign --key p.pem doc").exits(2).complains("p.pem");
    folder.chop("verify --key p.pub.pem --signature o.sig doc").exits(2).complains("p.pub.pem");
}

#[test]
fn ssh_keygen_s_public_keys_are_read() {
    let folder = Folder::new();
    let arguments = ["-q", "-t", "ed25519", "-N", "", "-C", "me@here", "-f", "id"];
    let path = folder.path("");
    let made = std::process::Command::new("ssh-keygen").current_dir(path).args(arguments).output();
    if !made.is_ok_and(|output| output.status.success()) {
        println!("skipped: ssh-keygen, which this machine lacks");
        return;
    }
    folder.chop("inspect id.pub").exits(0).says("OpenSSH line").says("ed25519");
    folder.write("doc", "");
    folder.write("doc.sig", [0; 64]);
    folder.chop("verify --key id.pub doc").exits(1);
    folder.run(&["verify", "--key", folder.text("id.pub").trim(), "doc"], b"").exits(1);
    folder.chop("verify --key id doc").exits(2).complains("this is a private key");
}
