//! PKCS#12 files, CFCA files and envelopes of GM/T 0009 and GM/T 0010 in the program, with the program of OpenSSL.

mod common;

use common::Folder;
use std::path::PathBuf;

/// d of the example of GM/T 0003.5, which the files of other programs hold.
const D: &str = "3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8";

/// A file among the published test values.
fn vector(name: &str) -> Vec<u8> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "chop-vectors", "data", name].iter().collect();
    std::fs::read(&path).unwrap()
}

/// A folder with `word`, which has the passphrase of the files in it, and `doc`.
fn folder(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    folder.write("word", "correct horse\n");
    folder.write("doc", "hello\n");
    files.iter().for_each(|(name, vector_name)| folder.write(name, vector(vector_name)));
    folder
}

/// Checks that every command takes a private key of SM2 with a passphrase, and that it is the one of the vectors.
#[track_caller]
fn is_taken_everywhere(folder: &Folder, file: &str, form: &str) {
    let word = "--passphrase-file word";
    folder
        .chop(&format!("inspect {file}"))
        .exits(0)
        .says("private key")
        .says(form)
        .says("encrypted:          yes");
    folder.chop(&format!("inspect {file} {word}")).exits(0).says(form).says("algorithm:          sm2");
    let hex =
        folder.chop(&format!("convert {file} {word} --key-format hex --secret --no-passphrase")).exits(0);
    assert_eq!(hex.out.trim(), D);
    folder.chop(&format!("pubkey {file} {word} --force --out pub.pem")).exits(0);
    folder.chop(&format!("sign --key {file} {word} --force doc")).exits(0);
    folder.chop("verify --key pub.pem doc").exits(0);
    // Encrypted in, encrypted out.
    folder.chop(&format!("convert {file} {word} --key-format pem --force --out pem")).exits(0);
    assert!(folder.text("pem").starts_with("-----BEGIN ENCRYPTED PRIVATE KEY-----"));
    folder.write("wrong", "another\n");
    for command in ["pubkey", "sign doc --force --key", "convert --key-format der --out x"] {
        let said = folder.chop(&format!("{command} {file} --passphrase-file wrong")).exits(2);
        said.complains("wrong passphrase");
    }
    folder.chop(&format!("verify --key {file} doc")).exits(2).complains("a private key");
}

#[test]
fn a_cfca_file_is_taken_wherever_a_private_key_is() {
    let folder = folder(&[("key.pem.sm2", "sm2-keys/gmsm-cfca.pem")]);
    let base64: String = folder.text("key.pem.sm2").lines().filter(|line| !line.starts_with('-')).collect();
    folder.write("key.sm2", &base64);
    is_taken_everywhere(&folder, "key.sm2", "CFCA file, DER as base64");
    folder.chop("pubkey key.pem.sm2 --passphrase-file word").exits(0);
}

#[test]
fn a_pkcs12_file_is_taken_wherever_a_private_key_is() {
    let folder = folder(&[
        ("openssl.p12", "pkcs12/openssl-sm4-cbc-sm3.p12"),
        ("bc.p12", "pkcs12/bc-store-pieces.p12"),
        ("old.p12", "pkcs12/openssl-legacy.p12"),
        ("other.p12", "pkcs12/bc-other-certificate.p12"),
        ("two.p12", "pkcs12/bc-two-keys.p12"),
    ]);
    is_taken_everywhere(&folder, "openssl.p12", "PKCS#12, DER");
    is_taken_everywhere(&folder, "bc.p12", "PKCS#12");
    let refused = |file: &str, text: &str| {
        folder.chop(&format!("pubkey {file} --passphrase-file word")).exits(2).complains(text);
    };
    refused("old.p12", "openssl pkcs12 -legacy");
    refused("other.p12", "does not belong");
    refused("two.p12", "several keys");
}

#[test]
fn an_envelope_is_opened_by_convert_with_the_key_that_it_is_for() {
    let folder = folder(&[
        ("0009", "gm/gmsm-gmt0009.pem"),
        ("0010", "gm/gmsm-gmt0010-pkcs8.pem"),
        ("cfca", "gm/gmsm-gmt0010-cfca-raw.pem"),
        ("legacy", "gm/gmsm-gmt0010-legacy-raw.pem"),
    ]);
    folder.write("opener.hex", format!("{:064x}\n", 0x0123_4567));
    folder.chop("convert opener.hex --secret --algorithm sm2 --key-format pem --out opener.pem").exits(0);
    folder
        .chop("convert opener.pem --key-format pem --new-passphrase-file word --out opener.enc.pem")
        .exits(0);
    folder.chop("keygen --algorithm sm2 --out other.pem").exits(0);
    for file in ["0009", "0010", "cfca", "legacy"] {
        folder.chop(&format!("inspect {file}")).exits(0).says("in an envelope").says("--open-with");
        let convert = format!("convert {file} --key-format");
        let hex = folder.chop(&format!("{convert} hex --secret --open-with opener.pem")).exits(0);
        assert_eq!(hex.out.trim(), D, "{file}");
        folder.chop(&format!("{convert} hex --open-with opener.pem")).exits(2).complains("say --secret");
        let other = folder.chop(&format!("{convert} pem --out x --open-with other.pem")).exits(2);
        other.complains("encrypted to another key than the one given");
        folder.chop(&format!("{convert} pem --out x")).exits(2).complains("chop convert --open-with KEY");
        // Protected as the key that opens it.
        let line =
            format!("{convert} pem --force --out key --open-with opener.enc.pem --passphrase-file word");
        folder.chop(&line).exits(0);
        assert!(folder.text("key").starts_with("-----BEGIN ENCRYPTED PRIVATE KEY-----"));
        folder.chop("sign --force --key key --passphrase-file word doc").exits(0);
    }
    folder.chop("convert 0009 --key-format pem --force --out opener.pem --open-with opener.pem").exits(2);
    folder
        .chop("convert doc --key-format pem --out x --open-with opener.pem")
        .exits(2)
        .complains("GM/T 0009");
}

/// Runs OpenSSL; `None` and a note if this machine lacks it, or its version 3 with SM2 and SM4.
#[cfg(unix)]
fn openssl(folder: &Folder, line: &str) -> Option<common::Said> {
    let probe =
        folder.shell("openssl pkcs12 -help 2>&1 | grep -q macalg && openssl enc -ciphers | grep -q sm4-cbc");
    if probe.code != 0 {
        eprintln!("skipped: OpenSSL 3 with SM4, which this machine lacks");
        return None;
    }
    Some(folder.shell(line).exits(0))
}

#[cfg(unix)]
#[test]
fn what_openssl_exports_is_read() {
    let folder = folder(&[]);
    folder.chop("keygen --algorithm sm2 --out sm2.pem").exits(0);
    folder.chop("keygen --out ed25519.pem").exits(0);
    for (key, options) in [
        ("sm2", "-keypbe sm4-cbc -certpbe sm4-cbc -macalg sm3"),
        ("sm2", "-keypbe aes-256-cbc -certpbe aes-128-cbc -macalg sha256 -iter 10000"),
        ("sm2", "-keypbe NONE -certpbe NONE -macalg sha512"),
        ("ed25519", "-keypbe sm4-cbc -certpbe NONE -macalg sha1"),
        ("ed25519", "-nomac"),
    ] {
        let line = format!(
            "openssl req -x509 -key {key}.pem -subj /CN=a -days 9 -out crt && openssl pkcs12 -export -inkey {key}.pem \
             -in crt -passout file:word {options} -out {key}.p12"
        );
        let Some(_) = openssl(&folder, &line) else { return };
        let said = folder.chop(&format!("pubkey {key}.p12 --passphrase-file word")).exits(0);
        assert_eq!(said.out, folder.text(&format!("{key}.pub.pem")), "{options}");
    }
    let rsa = "openssl req -x509 -newkey rsa:2048 -nodes -keyout rsa.pem -subj /CN=a -out crt && openssl pkcs12 -export \
               -inkey rsa.pem -in crt -passout file:word -out rsa.p12";
    let Some(_) = openssl(&folder, rsa) else { return };
    folder.chop("pubkey rsa.p12 --passphrase-file word").exits(2).complains("another algorithm");
}
