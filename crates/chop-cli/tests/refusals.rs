//! What goes wrong is named, exits with its code, and leaves nothing half done.

mod common;

use common::Folder;

#[test]
fn signatures_of_wrong_length_are_judged_and_rejected() {
    let folder = Folder::signed();
    let signature = folder.read("doc.sig");
    for wrong in [&signature[..63], &[&signature[..], b"!"].concat(), b"", b"\xff\xfe", b"zz"] {
        folder.write("doc.sig", wrong);
        folder.chop("verify --key key.pub.pem doc").exits(1).says("doc: INVALID").complains("must have 64");
    }
}

#[test]
fn keys_of_wrong_length_or_no_point_cannot_be_used() {
    let folder = Folder::signed();
    for (key, reason) in [
        ("ab".repeat(31), "but 31"),
        ("ab".repeat(33), "but 33"),
        ("ab".repeat(64), "but 64"),
        ("02".to_owned() + &"00".repeat(31), "not a public key"),
    ] {
        folder.chop(&format!("verify --key {key} doc")).exits(2).complains(reason);
    }
    folder.write("empty", "");
    folder.chop("verify --key empty doc").exits(2).complains("empty");
    folder.chop("sign --key empty doc --force").exits(2).complains("empty");
}

#[test]
fn keys_of_the_wrong_type_are_refused_by_name() {
    let folder = Folder::signed();
    folder
        .chop("verify --key key.pem doc")
        .exits(2)
        .complains("this is a private key, and a public key belongs here");
    folder
        .chop("sign --force --key key.pub.pem doc")
        .exits(2)
        .complains("this is a public key, and a private key belongs here");
    folder.chop("pubkey key.pub.pem").exits(2).complains("this is a public key");
    folder.chop("keygen --algorithm ed25519-blake3 --out b.pem").exits(0);
    folder.chop("sign --force --algorithm ed25519 --key b.pem doc").exits(2).complains("ed25519-blake3");
    folder
        .chop("verify --algorithm ed25519-blake2b --key b.pub.pem doc")
        .exits(2)
        .complains("ed25519-blake3");
    folder.chop("verify --algorithm ed25519ctx --key key.pub.pem doc").exits(2).complains("needs a context");
    folder.chop("convert b.pem --key-format der --out b.der").exits(2).complains("no DER form");
    folder.write("word", "w");
    folder
        .chop("keygen --algorithm ed25519-blake3 --passphrase-file word --out c.pem")
        .exits(2)
        .complains("no encrypted form");
    folder.write("rsa", "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ== me");
    folder.chop("verify --key rsa doc").exits(2).complains("ssh-rsa is no Ed25519 key");
    folder.write("short", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 me");
    folder.chop("verify --key short doc").exits(2).complains("ends in its key");
}

#[test]
fn garbage_and_truncated_keys_are_named() {
    let folder = Folder::signed();
    let pem = folder.text("key.pub.pem");
    folder.write("garbage", "-----BEGIN PUBLIC KEY-----\n!!!!\n-----END PUBLIC KEY-----\n");
    folder.write("truncated", &pem[..60]);
    folder.write("certificate", pem.replace("PUBLIC KEY", "CERTIFICATE"));
    folder.write("noise", [0xa5; 100]);
    for (key, reason) in [
        ("garbage", "not a PEM key"),
        ("truncated", "not a PEM key"),
        ("certificate", "not an X.509 certificate"),
    ] {
        folder.chop(&format!("verify --key {key} doc")).exits(2).complains(key).complains(reason);
    }
    folder.chop("verify --key noise doc").exits(2).complains("noise").complains("but 100");
    folder.chop("convert key.pub.pem --key-format der --out whole.der").exits(0);
    folder.write("half.der", &folder.read("whole.der")[..40]);
    folder.chop("verify --key half.der doc").exits(2).complains("not a DER key");
    let private = folder.text("key.pem");
    folder.write("half", &private[..70]);
    folder.chop("sign --force --key half doc").exits(2).complains("not a PEM key");
    folder.chop("inspect noise").exits(2).complains("neither a key nor a signature");
    folder.write("huge", vec![b'a'; 1 << 17]);
    folder.chop("verify --key huge doc").exits(2).complains("more than 64 KiB");
}

#[test]
fn missing_files_and_directories_are_named() {
    let folder = Folder::signed();
    std::fs::create_dir(folder.path("dir")).unwrap();
    folder.chop("verify --key missing.pem doc").exits(2).complains("cannot read missing.pem");
    folder.chop("verify --key dir doc").exits(2).complains("dir: no key that could verify");
    folder.chop("sign --key missing.pem doc").exits(2).complains("cannot read missing.pem");
    folder.chop("sign --key key.pem missing dir").exits(2).complains("missing").complains("cannot read dir");
    assert!(!folder.path("missing.sig").exists() && !folder.path("dir.sig").exists());
    folder.write("dir.sig", folder.read("doc.sig"));
    folder.chop("verify --key key.pub.pem dir").exits(2).complains("cannot read dir");
    folder.chop("verify --key key.pub.pem --signature missing doc").exits(2).complains("missing");
    folder.chop("inspect dir").exits(2);
    folder.chop("keygen --out missing/key.pem").exits(2).complains("cannot write missing/key.pem");
}

#[test]
fn what_cannot_be_written_is_named() {
    let folder = Folder::signed();
    std::fs::create_dir(folder.path("dir")).unwrap();
    folder.chop("sign --key key.pem --out dir doc").exits(2).complains("cannot write dir");
    folder.chop("keygen --force --out dir").exits(2).complains("cannot write dir");
    folder
        .chop("convert key.pub.pem --key-format pem --out dir --force")
        .exits(2)
        .complains("cannot write dir");
    if std::path::Path::new("/dev/full").exists() {
        folder.chop("sign --key key.pem --out /dev/full doc").exits(2).complains("cannot write /dev/full");
        assert!(std::path::Path::new("/dev/full").exists());
    } else {
        println!("skipped: /dev/full, which this system lacks");
    }
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::signed();
    std::fs::create_dir(folder.path("locked")).unwrap();
    std::fs::set_permissions(folder.path("locked"), PermissionsExt::from_mode(0o555)).unwrap();
    if std::fs::write(folder.path("locked/probe"), "").is_ok() {
        println!("skipped: read-only folders do not stop this user");
        return;
    }
    folder.chop("sign --key key.pem --out locked/sig doc").exits(2).complains("cannot write locked/sig");
}

#[test]
fn a_full_device_on_standard_output_is_an_error() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
        println!("skipped: /dev/full, which this system lacks");
        return;
    };
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_chop"))
        .arg("policies")
        .stdout(full)
        .stderr(std::process::Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn nothing_is_overwritten_without_force() {
    let folder = Folder::signed();
    let (key, signature) = (folder.read("key.pem"), folder.read("doc.sig"));
    folder.chop("keygen --out key.pem").exits(2).complains("key.pem exists: use --force");
    folder.write("doc", "changed");
    folder.chop("sign --key key.pem doc").exits(2).complains("doc.sig exists");
    folder.chop("pubkey key.pem --out key.pub.pem").exits(2).complains("key.pub.pem exists");
    folder.chop("convert key.pub.pem --key-format hex --out doc").exits(2).complains("doc exists");
    assert_eq!((folder.read("key.pem"), folder.read("doc.sig")), (key, signature.clone()));
    // A public key that is in the way stops before a private key is written.
    folder.write("new.pub.pem", "in the way");
    folder.chop("keygen --out new.pem").exits(2).complains("new.pub.pem exists");
    assert!(!folder.path("new.pem").exists());
    folder.chop("sign --force --key key.pem doc").exits(0);
    assert_ne!(folder.read("doc.sig"), signature);
}

#[test]
fn contexts_have_limits() {
    let folder = Folder::signed();
    let long = "x".repeat(256);
    folder.chop(&format!("sign --force --key key.pem --context {long} doc")).exits(2).complains("1 to 255");
    folder.chop(&format!("verify --key key.pub.pem --context {long} doc")).exits(2).complains("has 256");
    folder.run(&["sign", "--key", "key.pem", "--context", "", "doc"], b"").exits(2).complains("1 to 255");
    folder.chop("sign --key key.pem --context-hex 0g doc").exits(2).complains("hexadecimal");
    folder.chop("sign --key key.pem --context a --context-hex 00 doc").exits(2);
    folder
        .chop("sign --force --key key.pem --algorithm ed25519 --context a doc")
        .exits(2)
        .complains("context");
    folder.chop(&format!("sign --force --key key.pem --context {} doc", "x".repeat(255))).exits(0);
}

#[test]
fn an_unknown_policy_gets_a_suggestion() {
    let folder = Folder::signed();
    folder
        .chop("verify --policy dalek-strickt --key key.pub.pem doc")
        .exits(2)
        .complains("did you mean dalek-strict?");
    folder.chop("verify-table --policy zebras doc").exits(2).complains("did you mean zebra?");
}

#[test]
fn passphrases_that_are_wrong_or_missing_are_named() {
    let folder = Folder::signed();
    folder.write("word", "right\n");
    folder.write("wrong", "wrong\n");
    folder.write("blank", "\n");
    folder.chop("keygen --passphrase-file word --out enc.pem").exits(0);
    let sign = "sign --key enc.pem --out new.sig doc";
    folder.chop(&format!("{sign} --passphrase-file wrong")).exits(2).complains("wrong passphrase");
    folder.chop(&format!("{sign} --passphrase-file blank")).exits(2).complains("empty");
    folder.chop(&format!("{sign} --passphrase-file missing")).exits(2).complains("cannot read missing");
    folder.chop("keygen --passphrase-file blank --out no.pem").exits(2).complains("empty");
    assert!(!folder.path("no.pem").exists() && !folder.path("new.sig").exists());
}

#[test]
fn usage_mistakes_exit_with_2() {
    let folder = Folder::signed();
    for arguments in [
        "verify doc",
        "verify --key key.pub.pem",
        "sign --key key.pem",
        "frobnicate",
        "keygen --algorithm rsa --out x.pem",
        "verify --key key.pub.pem --signature doc.sig doc doc",
        "sign --key key.pem --out x doc doc",
        "verify --key key.pub.pem -",
        "verify --key - --signature - doc",
        "sign --key - -",
        "convert key.pem --key-format raw",
        "convert key.pub.pem --key-format pem --encrypt",
        "verify-table doc",
        "verify-table --threads 0 doc.jsonl",
    ] {
        let said = folder.chop(arguments).exits(2);
        assert!(!said.err.is_empty(), "{arguments}");
    }
    folder.chop("--help").exits(0).says("verify-table");
    folder.chop("--version").exits(0).says("chop ");
}

#[test]
fn a_level_that_is_unknown_is_refused_and_a_known_one_obeyed() {
    let folder = Folder::signed();
    let run = |level: &str, arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chop"));
        command.current_dir(folder.path("")).env("CHOP_LEVEL", level).args(arguments).output().unwrap()
    };
    let output = run("turbo", &["cpu"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("portable32"));
    for level in ["portable", "portable32", "portable8", "portable4"] {
        let output = run(level, &["cpu"]);
        assert!(String::from_utf8_lossy(&output.stdout).contains(&format!("level:        {level}\n")));
        assert!(run(level, &["verify", "--key", "key.pub.pem", "doc"]).status.success(), "{level}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly_and_keeps_the_verdict() {
    let folder = Folder::signed();
    folder.write("bad", "other");
    folder.write("bad.sig", folder.read("doc.sig"));
    let table = format!("{}\n", "{}".to_owned()).repeat(20_000);
    folder.write("rows.jsonl", table);
    for (arguments, code) in [
        ("policies", 0),
        ("man", 0),
        ("completions bash", 0),
        ("verify --key key.pub.pem doc", 0),
        ("verify --key key.pub.pem doc bad", 1),
        ("verify --json --key key.pub.pem bad doc", 1),
        ("explain --key key.pub.pem doc", 0),
        ("verify-table --out - rows.jsonl", 2),
    ] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_chop"))
            .current_dir(folder.path(""))
            .args(arguments.split(' '))
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {err}");
        assert!(!err.contains("panicked") && !err.to_lowercase().contains("pipe"), "{arguments}: {err}");
    }
}

#[test]
fn a_table_that_cannot_be_read_is_named_and_nothing_is_counted() {
    let folder = Folder::new();
    folder.write("bad.jsonl.gz", "not compressed");
    for table in ["missing.jsonl", "bad.jsonl.gz"] {
        let said = folder.chop(&format!("verify-table {table}")).exits(2).complains(table);
        assert_eq!((said.out.as_str(), said.err.lines().count()), ("", 1), "{}", said.err);
        folder.chop(&format!("verify-table --json {table}")).exits(2).says("\"rows\": 0");
    }
}
