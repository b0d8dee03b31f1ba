//! minisign and signify: their keys and their signatures, both ways with the real programs.

mod common;

use chop::ed25519::SigningKey;
use chop::encoding::minisign::KeyId;
use common::{Folder, Said};

const PASSPHRASE: &str = "correct horse";

/// A folder with a document, a passphrase in `pass` and a key pair that `make` makes; `None` if this machine lacks the program.
fn with_key(program: &str, make: &str) -> Option<Folder> {
    let folder = Folder::new();
    folder.write("doc", "hello\n");
    folder.write("pass", PASSPHRASE);
    match folder.other(program, make) {
        Some(said) => {
            said.exits(0);
            Some(folder)
        }
        None => {
            eprintln!("skipped: {program} is not here");
            None
        }
    }
}

fn with_key_of_minisign() -> Option<Folder> {
    with_key("minisign", "-G -W -p minisign.pub -s minisign.key")
}

fn with_key_of_signify() -> Option<Folder> {
    with_key("signify-openbsd", "-G -n -p my.pub -s my.sec")
}

/// Runs another program, which reads the passphrase from standard input where there is no terminal.
#[cfg(unix)]
fn with_passphrase(folder: &Folder, program: &str, arguments: &str) -> Said {
    let script = format!("setsid {program} {arguments} < pass");
    let mut command = std::process::Command::new("sh");
    common::said(command.current_dir(folder.path("")).args(["-c", &script]).output().unwrap())
}

/// The key that a file holds, in hexadecimal.
fn hex_of(folder: &Folder, file: &str, more: &str) -> String {
    folder.chop(&format!("convert {file} --key-format hex{more}")).exits(0).out
}

#[test]
fn signatures_of_minisign_go_both_ways() {
    let Some(folder) = with_key_of_minisign() else { return };
    let minisign = |arguments: &str| folder.other("minisign", arguments).unwrap();
    for (more, hashed) in [("", true), (" -l", false)] {
        minisign(&format!("-S{more} -s minisign.key -m doc -t version")).exits(0);
        let said = folder.chop("verify --key minisign.pub doc").exits(0);
        assert_eq!(said.out, "doc: OK, trusted comment: version\n");
        let form = if hashed { "minisign\n" } else { "minisign, legacy\n" };
        folder.chop("inspect doc.minisig").exits(0).says(form).says("trusted comment:    version");
        folder.chop("verify --key minisign.pub --signature-format minisign doc").exits(0);
    }
    // The key as an argument, and in forms that have no id.
    let bare = folder.text("minisign.pub").lines().nth(1).unwrap().to_owned();
    folder.run(&["verify", "--key", &bare, "doc"], b"").exits(0).says("doc: OK, trusted comment: version");
    let hex = hex_of(&folder, "minisign.pub", "");
    folder.run(&["verify", "--key", hex.trim(), "--signature", "doc.minisig", "doc"], b"").exits(0);

    let signed = folder.chop("sign --key minisign.key --signature-format minisign --force doc").exits(0);
    let shown = folder.chop("inspect --json minisign.pub").exits(0).json();
    let id = shown["minisign_key_id"].as_str().unwrap();
    assert_eq!(
        signed.out,
        format!("doc: signed with ed25519, key {id} (minisign), written to doc.minisig\n")
    );
    minisign("-V -H -p minisign.pub -m doc")
        .exits(0)
        .says("Trusted comment: timestamp:")
        .says("\tfile:doc\thashed");
    let json = folder.chop("verify --json --key minisign.pub doc").exits(0).json();
    assert!(json["results"][0]["trusted_comment"].as_str().unwrap().ends_with("\tfile:doc\thashed"));
    let sign = [
        "sign",
        "--key",
        "minisign.key",
        "--signature-format",
        "minisign",
        "--out",
        "x",
        "--trusted-comment",
    ];
    folder.run(&[&sign[..], &["grüße an alle", "doc"]].concat(), b"").exits(0);
    minisign("-V -p minisign.pub -m doc -x x").exits(0).says("Trusted comment: grüße an alle");
    folder.chop("verify --key minisign.pub --signature x doc").exits(0).says("grüße an alle");
    folder.run(&[&sign[..], &["two\nlines", "--force", "doc"]].concat(), b"").exits(2).complains("one line");
}

#[test]
fn what_is_wrong_with_a_signature_of_minisign_is_named() {
    let Some(folder) = with_key_of_minisign() else { return };
    folder.other("minisign", "-S -s minisign.key -m doc -t version").unwrap().exits(0);
    let right = folder.text("doc.minisig");
    folder.write("doc", "hallo\n");
    folder
        .chop("verify --key minisign.pub doc")
        .exits(1)
        .complains("another message: the trusted comment is signed");
    folder.write("doc", "hello\n");
    folder.write("doc.minisig", right.replace("version", "Version"));
    folder.chop("verify --key minisign.pub doc").exits(1).complains("another trusted comment");
    folder.write("doc.minisig", right.lines().take(2).collect::<Vec<_>>().join("\n"));
    folder.chop("verify --key minisign.pub doc").exits(1).complains("ends before its trusted comment");
    folder.other("minisign", "-S -l -s minisign.key -m doc -t version").unwrap().exits(0);
    let legacy = folder.text("doc.minisig");
    folder.write("doc.minisig", legacy.lines().take(2).collect::<Vec<_>>().join("\n") + "\n");
    folder.chop("verify --key minisign.pub doc").exits(1).complains("no trusted comment");
    folder.chop("verify --key minisign.pub --signature-format signify doc").exits(0);
    folder.write("doc.minisig", &right);
    folder
        .chop("verify --key minisign.pub --signature-format signify doc")
        .exits(1)
        .complains("one of minisign");
    folder.chop("verify --key minisign.pub --signature minisign.pub doc").exits(1).complains("is a key");
    folder.chop("verify --key minisign.key doc").exits(2).complains("private key");
    folder.chop("sign --key minisign.pub doc").exits(2).complains("public key");
    folder.chop("explain --key minisign.pub --signature doc.minisig doc").exits(2).complains("chop verify");
    folder.write("doc.raw", [0; 64]);
    folder
        .chop("verify --key minisign.pub --signature-format minisign --signature doc.raw doc")
        .exits(1)
        .complains("minisign or signify file");
    folder.other("minisign", "-G -W -p other.pub -s other.key").unwrap().exits(0);
    let json = folder.chop("verify --json --key other.pub doc").exits(1).json();
    let reason = json["results"][0]["reason"].as_str().unwrap().to_owned();
    let id = |file: &str| {
        folder.chop(&format!("inspect --json {file}")).exits(0).json()["minisign_key_id"].clone()
    };
    let (made, this) = (id("minisign.pub"), id("other.pub"));
    let ids = [made, this].map(|id| id.as_str().unwrap().to_owned());
    assert_eq!(reason, format!("the signature is made with the key {}, and this key is {}", ids[0], ids[1]));
}

#[test]
fn signatures_of_signify_go_both_ways() {
    let Some(folder) = with_key_of_signify() else { return };
    let signify = |arguments: &str| folder.other("signify-openbsd", arguments).unwrap();
    signify("-S -s my.sec -m doc -x doc.sig").exits(0);
    assert_eq!(folder.chop("verify --key my.pub doc").exits(0).out, "doc: OK, signify\n");
    folder.chop("inspect doc.sig").exits(0).says("signify").says("verify with my.pub");
    let theirs = folder.text("doc.sig");
    folder.chop("sign --key my.sec --signature-format signify --force doc").exits(0).says("(signify)");
    assert_eq!(folder.text("doc.sig"), theirs, "Ed25519 is deterministic");
    signify("-V -p my.pub -m doc").exits(0).says("Signature Verified");
    folder.write("doc", "hallo\n");
    folder.chop("verify --key my.pub doc").exits(1).complains("another message");

    // A signature with its message, and one in a gzip file.
    signify("-S -e -s my.sec -m doc -x all").exits(0);
    folder.chop("verify --key my.pub --signature all doc").exits(1).complains("signify -V -e");
    folder.chop("verify --key my.pub all").exits(2).complains("signify -V -e");
    if folder.other("gzip", "-k doc").is_some() {
        signify("-S -z -s my.sec -m doc.gz -x signed.gz").exits(0);
        folder.chop("verify --key my.pub signed.gz").exits(2).complains("signify -V -z");
    }
}

#[test]
fn a_key_is_moved_between_all_three_programs() {
    let Some(folder) = with_key_of_minisign() else { return };
    let secret = hex_of(&folder, "minisign.key", " --secret");
    folder
        .chop("inspect minisign.key")
        .exits(0)
        .says("private key")
        .says("minisign")
        .says("encrypted:          no");
    folder.chop("convert minisign.key --key-format signify --out my.sec").exits(0);
    folder.chop("convert minisign.pub --key-format signify --out my.pub").exits(0);
    folder.chop("inspect my.sec").exits(0).says("signify secret key");
    folder.chop("convert my.sec --key-format minisign --out again.key").exits(0);
    folder.chop("convert my.pub --key-format minisign --out again.pub").exits(0);
    assert_eq!(folder.text("again.pub"), folder.text("minisign.pub"));
    assert_eq!(hex_of(&folder, "again.key", " --secret"), secret);
    folder.other("minisign", "-S -s again.key -m doc -x a").unwrap().exits(0);
    folder.chop("verify --key minisign.pub --signature a doc").exits(0);
    if let Some(said) = folder.other("signify-openbsd", "-S -s my.sec -m doc -x b") {
        said.exits(0);
        folder.other("signify-openbsd", "-V -p my.pub -m doc -x b").unwrap().exits(0);
        folder.chop("verify --key my.pub --signature b doc").exits(0);
        folder.chop("verify --key minisign.pub --signature-format signify --signature b doc").exits(0);
    }
    // A public half that does not fit is refused: the last byte but the checksum, in base64.
    let text = folder.text("minisign.key");
    let at = text.find('\n').unwrap() + 1 + 140;
    let other = if text.as_bytes()[at] == b'A' { "B" } else { "A" };
    folder.write("bad.key", [&text[..at], other, &text[at + 1..]].concat());
    folder.chop("sign --key bad.key doc").exits(2).complains("does not belong");
}

#[test]
fn a_key_from_elsewhere_gets_an_id_of_its_own() {
    let folder = Folder::signed();
    folder.chop("convert key.pem --key-format minisign --out key.key").exits(0);
    folder.chop("convert key.pub.pem --key-format minisign --out key.pub").exits(0);
    folder.chop("convert key.pub.pem --key-format openssh --out ssh.pub").exits(0);
    folder.chop("convert ssh.pub --key-format signify --out signify.pub").exits(0);
    let lines = ["key.pub", "signify.pub"].map(|file| folder.text(file).lines().nth(1).unwrap().to_owned());
    assert_eq!(lines[0], lines[1]);
    let hex = hex_of(&folder, "key.pub", "");
    let bytes = base16ct::mixed::decode_vec(hex.trim()).unwrap();
    let id = KeyId::of(&chop::ed25519::VerifyingKey::from_slice(&bytes).unwrap());
    folder.chop("inspect key.pub").exits(0).says(&id.to_string());
    folder.chop("sign --key key.pem --signature-format minisign doc").exits(0).says(&id.to_string());
    folder.chop("verify --key key.pub doc").exits(0).says("trusted comment");
    // Any id will do for a key without one.
    let seed = [7; 32];
    let key = SigningKey::from_seed(&seed);
    let file = key.to_minisign(KeyId([1; 8]), "").unwrap();
    folder.write("seven.key", file.as_str());
    folder.chop("sign --key seven.key --signature-format minisign --out doc.sig --force doc").exits(0);
    folder.write("seven.hex", chop_hex(key.verifying_key().as_bytes()));
    folder.chop("verify --key seven.hex doc").exits(0);
    if let Some(said) = folder.other("minisign", "-V -p key.pub -m doc") {
        said.exits(0);
    } else {
        eprintln!("skipped: minisign is not here");
    }
}

fn chop_hex(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

#[cfg(unix)]
#[test]
fn encrypted_keys_of_both_stay_encrypted() {
    for (program, private, sign, verify) in [
        ("minisign", "m.key", "-S -s m.key -m doc -x s", "-V -p m.pub -m doc -x s"),
        ("signify-openbsd", "m.sec", "-S -s m.sec -m doc -x s", "-V -p m.pub -m doc -x s"),
    ] {
        let folder = Folder::signed();
        folder.write("pass", format!("{PASSPHRASE}\n"));
        let format = program.split('-').next().unwrap();
        let secret = hex_of(&folder, "key.pem", " --secret");
        folder
            .chop(&format!(
                "convert key.pem --key-format {format} --new-passphrase-file pass --out {private}"
            ))
            .exits(0);
        folder.chop(&format!("convert key.pub.pem --key-format {format} --out m.pub")).exits(0);
        let shown = folder.chop(&format!("inspect {private}")).exits(0).says("encrypted:          yes");
        assert!(shown.out.contains("give --passphrase-file"), "{}", shown.out);
        let again = format!("convert {private} --passphrase-file pass --key-format pem --out again.pem");
        folder.chop(&again).exits(0);
        assert!(folder.text("again.pem").contains("ENCRYPTED"));
        let hex = " --secret --no-passphrase --passphrase-file pass";
        assert_eq!(hex_of(&folder, "again.pem", hex), secret);
        if folder.other(program, "-v").is_none() {
            eprintln!("skipped: {program} is not here");
            continue;
        }
        with_passphrase(&folder, program, sign).exits(0);
        folder.other(program, verify).unwrap().exits(0);
        folder.chop("verify --key m.pub --signature s doc").exits(0);
        folder.write("wrong", "wrong horse\n");
        folder
            .chop(&format!("sign --key {private} --passphrase-file wrong --out t doc"))
            .exits(2)
            .complains("wrong passphrase");
    }
}

#[test]
fn what_has_no_such_form_is_refused() {
    let folder = Folder::signed();
    folder.chop("keygen --algorithm sm2 --out sm2.pem").exits(0);
    for format in ["minisign", "signify"] {
        folder
            .chop(&format!("convert sm2.pem --key-format {format} --out x"))
            .exits(2)
            .complains("no form in minisign");
        let sign = format!("sign --key sm2.pem --signature-format {format} --out x doc");
        folder.chop(&sign).exits(2).complains("ed25519 does");
        let verify = format!("verify --key sm2.pub.pem --signature-format {format} doc");
        folder.chop(&verify).exits(2).complains("no signatures of minisign");
    }
    folder
        .chop("sign --key key.pem --trusted-comment x --out x doc")
        .exits(2)
        .complains("--signature-format minisign");
    let context = "sign --key key.pem --context c --signature-format minisign --out x doc";
    folder.chop(context).exits(2).complains("makes no signatures of minisign");
    folder.write("doc.minisig", "untrusted comment: a\nnonsense\n");
    folder.chop("verify --key key.pub.pem --signature doc.minisig doc").exits(1).complains("second line");
    folder.chop("inspect doc.minisig").exits(2).complains("second line");
}
