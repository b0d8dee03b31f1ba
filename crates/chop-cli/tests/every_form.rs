//! One key through every form of private keys and back.

mod common;

use common::Folder;

/// Writes a key in one form after the other, each out of the one before, and expects the same secret and the same public key every time.
fn goes_through(algorithm: &str, forms: &[&str]) {
    let folder = Folder::new();
    folder.chop(&format!("keygen --algorithm {algorithm} --out key0")).exits(0);
    let hex = |file: &str| {
        let more = if file == "key0" { String::new() } else { format!(" --algorithm {algorithm}") };
        let secret = folder.chop(&format!("convert {file} --secret{more} --key-format hex")).exits(0).out;
        folder
            .chop(&format!("convert {file} --secret{more} --key-format pem --out public.pem --force"))
            .exits(0);
        let public = folder.chop("pubkey public.pem").exits(0).out;
        (secret, public)
    };
    let expected = hex("key0");
    for (number, form) in forms.iter().enumerate() {
        let (from, to) = (format!("key{number}"), format!("key{}", number + 1));
        folder
            .chop(&format!("convert {from} --secret --algorithm {algorithm} --key-format {form} --out {to}"))
            .exits(0);
        assert_eq!(hex(&to), expected, "{form}");
    }
}

#[test]
fn an_ed25519_key_goes_through_every_form_and_back() {
    let forms = [
        "der",
        "openssh",
        "jwk",
        "minisign",
        "signify",
        "solana",
        "libsodium",
        "tendermint",
        "multibase",
        "raw",
        "hex",
        "pem",
    ];
    goes_through("ed25519", &forms);
}

#[test]
fn an_x25519_key_goes_through_every_form_and_back() {
    goes_through("x25519", &["der", "jwk", "wireguard", "age", "multibase", "raw", "hex", "pem"]);
}

#[test]
fn an_sm2_key_goes_through_every_form_and_back() {
    goes_through("sm2", &["der", "jwk", "multibase", "skf", "raw", "hex", "pem"]);
}

#[test]
fn a_secp256k1_key_goes_through_every_form_and_back() {
    goes_through("secp256k1", &["der", "jwk", "multibase", "wif", "raw", "hex", "pem"]);
}
