//! SM2 with the program of OpenSSL, both ways: keys, signatures under both default identifiers, encryption.

mod common;

use common::{Folder, Said};

/// Runs OpenSSL with words that have no blanks; the machine has it.
fn openssl(folder: &Folder, arguments: &str) -> Said {
    folder.other("openssl", arguments).unwrap()
}

/// A folder with `doc`, and `o.pem` and `o.pub.pem` of OpenSSL; `None`, with a message, if it lacks SM2.
fn folder() -> Option<Folder> {
    let folder = Folder::new();
    folder.write("doc", "hello\n");
    folder.write("word", "open sesame\n");
    let made = folder.other("openssl", "genpkey -algorithm SM2 -out o.pem");
    let signed = made.and_then(|_| folder.other("openssl", &format!("{SIGN} -inkey o.pem -out probe")));
    if signed.is_none_or(|said| said.code != 0) {
        println!("skipped: OpenSSL 3 with SM2, which this machine lacks");
        return None;
    }
    openssl(&folder, "pkey -in o.pem -pubout -out o.pub.pem").exits(0);
    Some(folder)
}

const SIGN: &str = "pkeyutl -sign -rawin -digest sm3 -in doc";
const VERIFY: &str = "pkeyutl -verify -pubin -rawin -digest sm3 -in doc";
const DEFAULT: &str = "-pkeyopt distid:1234567812345678";

#[test]
fn openssl_verifies_our_signatures_with_our_keys() {
    let Some(folder) = folder() else { return };
    folder.chop("keygen --algorithm sm2 --out key.pem").exits(0);
    folder.chop("sign --key key.pem doc").exits(0);
    folder.run(&["sign", "--key", "key.pem", "--id", "", "--out", "empty.sig", "doc"], b"").exits(0);
    folder.chop("sign --key key.pem --id alice --out alice.sig doc").exits(0);
    let verify =
        |options: &str| openssl(&folder, &format!("{VERIFY} -inkey key.pub.pem -sigfile {options}")).code;
    assert_eq!(verify(&format!("doc.sig {DEFAULT}")), 0);
    assert_eq!(verify("alice.sig -pkeyopt distid:alice"), 0);
    assert_eq!(verify("alice.sig -pkeyopt distid:bob"), 1);
    // What OpenSSL takes when it is told nothing has changed between versions: it is one of the two.
    assert_ne!(verify("doc.sig") == 0, verify("empty.sig") == 0);
}

#[test]
fn we_verify_openssl_s_signatures_with_its_keys() {
    let Some(folder) = folder() else { return };
    openssl(&folder, "pkey -in o.pem -pubout -outform DER -out o.pub.der").exits(0);
    openssl(&folder, &format!("{SIGN} -inkey o.pem -out default.sig {DEFAULT}")).exits(0);
    openssl(&folder, &format!("{SIGN} -inkey o.pem -out alice.sig -pkeyopt distid:alice")).exits(0);
    for key in ["o.pub.pem", "o.pub.der"] {
        folder.chop(&format!("verify --key {key} --signature default.sig doc")).exits(0);
        folder.chop(&format!("verify --key {key} --signature alice.sig --id alice doc")).exits(0);
        folder.chop(&format!("verify --key {key} --signature alice.sig doc")).exits(1);
    }
    assert_eq!(folder.chop("pubkey o.pem").exits(0).out, folder.text("o.pub.pem"));
    folder.chop("sign --key o.pem doc").exits(0);
    openssl(&folder, &format!("{VERIFY} -inkey o.pub.pem -sigfile doc.sig {DEFAULT}")).exits(0);
    // Told nothing, OpenSSL 3.0 takes the empty identifier; the doctor says so, and what to do.
    openssl(&folder, &format!("{SIGN} -inkey o.pem -out told-nothing.sig")).exits(0);
    let said = folder.chop("explain --key o.pub.pem --signature told-nothing.sig doc");
    if said.code == 1 {
        said.says("identifier '' (empty").says("--id ''");
        let verify = ["verify", "--key", "o.pub.pem", "--id", "", "--signature", "told-nothing.sig", "doc"];
        folder.run(&verify, b"").exits(0);
        folder.chop("verify --key o.pub.pem --signature told-nothing.sig doc").exits(1);
    } else {
        println!("this OpenSSL takes the identifier 1234567812345678 when it is told none");
    }
}

#[test]
fn encryption_travels_both_ways() {
    let Some(folder) = folder() else { return };
    openssl(&folder, "pkeyutl -encrypt -pubin -inkey o.pub.pem -in doc -out theirs.enc").exits(0);
    folder.chop("decrypt --key o.pem theirs.enc").exits(0);
    assert_eq!(folder.text("theirs"), "hello\n");
    folder.chop("encrypt --key o.pub.pem --out ours.enc doc").exits(0);
    let said = openssl(&folder, "pkeyutl -decrypt -inkey o.pem -in ours.enc").exits(0);
    assert_eq!(said.out, "hello\n");
    folder.chop("decrypt --key o.pem --form c1c3c2 --out no theirs.enc").exits(2).complains("--form der");
}

#[test]
fn keys_travel_both_ways_in_every_form() {
    let Some(folder) = folder() else { return };
    let public = folder.text("o.pub.pem");
    openssl(&folder, "ec -in o.pem -out sec1.pem").exits(0);
    openssl(&folder, "ec -in o.pem -outform DER -out sec1.der").exits(0);
    openssl(&folder, "pkcs8 -topk8 -v2 aes-256-cbc -in o.pem -passout file:word -out enc.pem").exits(0);
    for key in ["sec1.pem", "sec1.der", "enc.pem"] {
        assert_eq!(folder.chop(&format!("pubkey --passphrase-file word {key}")).exits(0).out, public);
        folder.chop(&format!("inspect --passphrase-file word {key}")).exits(0).says("sm2");
    }
    for options in ["sm4-cbc", "sm4-cbc -v2prf hmacWithSM3"] {
        let encrypt = format!("pkcs8 -topk8 -v2 {options} -in o.pem -passout file:word -out sm4.pem");
        if openssl(&folder, &encrypt).code == 0 {
            assert_eq!(folder.chop("pubkey --passphrase-file word sm4.pem").exits(0).out, public);
        } else {
            println!("skipped: {options}, with which this OpenSSL encrypts no keys");
        }
    }
    folder.chop("keygen --algorithm sm2 --passphrase-file word --out key.pem").exits(0);
    let said = openssl(&folder, "pkey -in key.pem -passin file:word -pubout").exits(0);
    assert_eq!(said.out, folder.text("key.pub.pem"));
    folder.chop("convert o.pem --key-format der --out o.der").exits(0);
    assert_eq!(openssl(&folder, "pkey -inform DER -in o.der -pubout").exits(0).out, public);
    let compressed = "ec -in o.pem -pubout -conv_form compressed -out compressed.pem";
    openssl(&folder, compressed).exits(0);
    assert_eq!(folder.chop("convert compressed.pem --key-format pem").exits(0).out, public);
}

#[test]
fn the_key_of_a_certificate_is_read_and_who_signed_it_is_told() {
    let Some(folder) = folder() else { return };
    let request = "req -x509 -new -key o.pem -sm3 -subj /CN=test -days 30 -out cert.pem \
                   -sigopt distid:1234567812345678";
    if openssl(&folder, request).code != 0 {
        println!("skipped: certificates, which this OpenSSL does not sign with SM2");
        return;
    }
    folder
        .chop("inspect cert.pem")
        .exits(0)
        .says("only its key is looked at")
        .says("signed by this key: yes");
    assert_eq!(folder.chop("convert cert.pem --key-format pem").exits(0).out, folder.text("o.pub.pem"));
    openssl(&folder, "x509 -in cert.pem -outform DER -out cert.der").exits(0);
    folder.chop("sign --key o.pem doc").exits(0);
    for key in ["cert.pem", "cert.der"] {
        folder.chop(&format!("verify --key {key} doc")).exits(0);
    }
    folder.chop("verify --key cert.pem --algorithm ed25519 doc").exits(2).complains("sm2");
}
