//! What is written, and over what: complete files only, over nothing of the user's unless asked, secrets to their
//! owner only.

mod common;

use common::Folder;
use std::io::Read;

/// A table of good rows under one key, `n` of them, and a file that is no table.
fn with_tables(n: usize) -> Folder {
    let folder = Folder::new();
    let key = chop::ed25519::SigningKey::from_seed(&[7; 32]);
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let row = format!(
        "{{\"note\":\"a, b\",\"public_key\":\"{}\",\"message\":\"6d\",\"signature\":\"{}\"}}\n",
        hex(key.verifying_key().as_bytes()),
        hex(&key.sign(b"m").to_bytes())
    );
    folder.write("rows.jsonl", row.repeat(n));
    folder.write("broken.jsonl.gz", "no gzip");
    folder
}

#[test]
fn a_failed_run_leaves_what_was_there_and_nothing_else() {
    let folder = with_tables(3);
    folder.write("old", "old");
    let before = folder.names();
    folder.chop("verify-table --out old --force missing.jsonl").exits(2);
    folder.chop("verify-table --out old --force rows.jsonl broken.jsonl.gz").exits(2);
    folder.chop("verify-table --out new rows.jsonl missing.jsonl").exits(2).complains("not written");
    folder.write("empty.jsonl", "");
    folder.chop("verify-table --out new empty.jsonl").exits(2);
    folder.chop("keygen --out new --passphrase-file missing").exits(2);
    assert_eq!(folder.text("old"), "old");
    std::fs::remove_file(folder.path("empty.jsonl")).unwrap();
    assert_eq!(folder.names(), before);
    // So that the next run is not in its own way.
    folder.chop("verify-table --out new rows.jsonl").exits(0);
    assert_eq!(folder.text("new").lines().count(), 3);
}

#[test]
fn an_output_that_is_an_input_is_refused_by_what_it_is() {
    let folder = with_tables(3);
    folder.chop("keygen --algorithm sm2 --out key.pem").exits(0);
    folder.write("word", "open sesame\n");
    folder.write("doc", "hello");
    folder.chop("encrypt --key key.pub.pem doc").exits(0);
    std::fs::hard_link(folder.path("doc"), folder.path("hard")).unwrap();
    #[cfg(unix)]
    for name in ["doc", "key.pem", "key.pub.pem", "doc.enc", "rows.jsonl", "word"] {
        std::os::unix::fs::symlink(name, folder.path(&format!("{name}.link"))).unwrap();
    }
    let before: Vec<_> = folder.names().iter().map(|name| (name.clone(), folder.read(name))).collect();
    for command in [
        "sign --key key.pem --out doc doc",
        "sign --key key.pem --out hard doc",
        "sign --key key.pem --out key.pem doc",
        "sign --key key.pem --passphrase-file word --out word doc",
        "encrypt --key key.pub.pem --out doc doc",
        "encrypt --key key.pub.pem --out key.pub.pem doc",
        "decrypt --key key.pem --out doc.enc doc.enc",
        "decrypt --key key.pem --out key.pem doc.enc",
        "pubkey key.pem --out key.pem",
        "keygen --algorithm sm2 --passphrase-file word --out word",
        "verify-table --out rows.jsonl rows.jsonl",
        "verify-table --key key.pub.pem --out key.pub.pem rows.jsonl",
        "convert key.pem --new-passphrase-file word --key-format pem --out word",
        #[cfg(unix)]
        "sign --key key.pem --out doc.link doc",
        #[cfg(unix)]
        "sign --key key.pem.link --out key.pem doc",
        #[cfg(unix)]
        "decrypt --key key.pem --out doc.enc doc.enc.link",
        #[cfg(unix)]
        "verify-table --out rows.jsonl.link rows.jsonl",
    ] {
        folder.chop(&format!("{command} --force")).exits(2).complains("is the file that");
        for (name, content) in &before {
            assert_eq!(&folder.read(name), content, "{command} changed {name}");
        }
        assert_eq!(folder.names().len(), before.len(), "{command}: {:?}", folder.names());
    }
    // Two documents, of which one has the name of the other's signature.
    folder.write("doc.sig", "not a signature");
    folder.chop("sign --force --key key.pem doc doc.sig").exits(2).complains("is the file that");
    assert_eq!(folder.text("doc.sig"), "not a signature");
    // Standard input and output are files, too.
    let open = |name: &str| std::fs::File::options().read(true).append(true).open(folder.path(name)).unwrap();
    for (command, input, output) in [
        ("sign --force --key key.pem --out doc -", open("doc"), open("word")),
        ("encrypt --key key.pub.pem -", open("doc"), open("doc")),
    ] {
        let status = folder.begin(command, input.into(), output.into()).wait().unwrap();
        assert_eq!((status.code(), folder.text("doc").as_str()), (Some(2), "hello"), "{command}");
    }
}

#[test]
fn convert_changes_a_passphrase_in_place() {
    let folder = Folder::signed();
    folder.write("old", "old word\n");
    folder.write("new", "new word\n");
    folder.chop("convert key.pem --new-passphrase-file old --key-format pem --out key.pem").exits(2);
    folder.chop("convert key.pem --new-passphrase-file old --key-format pem --out key.pem --force").exits(0);
    assert!(folder.text("key.pem").contains("ENCRYPTED"));
    let change = "--passphrase-file old --new-passphrase-file new --key-format pem --out key.pem --force";
    folder.chop(&format!("convert key.pem {change}")).exits(0);
    folder.chop("sign --key key.pem --passphrase-file old --force doc").exits(2);
    folder.chop("sign --key key.pem --passphrase-file new --force doc").exits(0);
    folder.chop("verify --key key.pub.pem doc").exits(0);
}

#[test]
fn an_encrypted_key_stays_encrypted_unless_told_otherwise() {
    let folder = Folder::new();
    folder.write("doc", "hello");
    folder.write("word", "open sesame\n");
    for algorithm in ["ed25519", "sm2", "x25519"] {
        folder
            .chop(&format!("keygen --force --algorithm {algorithm} --passphrase-file word --out key.pem"))
            .exits(0);
        let convert = |more: &str| folder.chop(&format!("convert key.pem --passphrase-file word {more}"));
        convert("--key-format pem --out same.pem --force").exits(0);
        assert!(folder.text("same.pem").contains("ENCRYPTED"));
        convert("--key-format der --out same.der --force").exits(0);
        for file in ["same.pem", "same.der"] {
            folder.chop(&format!("pubkey {file}")).exits(2).complains("passphrase");
            let public = folder.chop(&format!("pubkey --passphrase-file word {file}")).exits(0).out;
            assert_eq!(public, folder.text("key.pub.pem"));
        }
        convert("--key-format hex --secret").exits(2).complains("--no-passphrase");
        convert("--key-format hex --secret --no-passphrase").exits(0);
        convert("--key-format pem --no-passphrase --out plain.pem --force").exits(0);
        assert!(!folder.text("plain.pem").contains("ENCRYPTED"));
        convert("--key-format pem --no-passphrase --encrypt").exits(2);
        // A plain one stays plain.
        folder.chop("convert plain.pem --key-format pem --out copy.pem --force").exits(0);
        assert_eq!(folder.text("copy.pem"), folder.text("plain.pem"));
    }
    folder
        .chop("convert key.pub.pem --no-passphrase --key-format pem")
        .exits(2)
        .complains("nothing to encrypt");
}

#[cfg(unix)]
#[test]
fn secrets_go_to_a_fifo_or_a_device_only_when_that_is_asked_for() {
    let folder = Folder::new();
    folder.write("doc", "hello");
    folder.chop("keygen --algorithm sm2 --out key.pem").exits(0);
    folder.chop("encrypt --key key.pub.pem doc").exits(0);
    assert!(folder.other("mkfifo", "fifo").is_some_and(|said| said.code == 0));
    for command in
        ["keygen --out", "decrypt --key key.pem doc.enc --out", "convert key.pem --key-format pem --out"]
    {
        folder.chop(&format!("{command} fifo")).exits(2).complains("is no regular file");
        folder.chop(&format!("{command} /dev/null")).exits(2).complains("is no regular file");
    }
    let path = folder.path("fifo");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        std::fs::File::open(path).unwrap().read_to_string(&mut text).unwrap();
        text
    });
    folder.chop("decrypt --key key.pem doc.enc --force --out fifo").exits(0);
    assert_eq!(reader.join().unwrap(), "hello");
    // What is no secret may go there unasked.
    folder.chop("sign --key key.pem --out /dev/null doc").exits(0);
}

#[cfg(unix)]
#[test]
fn a_secret_is_never_written_through_what_somebody_else_made() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = Folder::new();
    folder.write("theirs", "");
    std::fs::set_permissions(folder.path("theirs"), PermissionsExt::from_mode(0o666)).unwrap();
    let inode = std::fs::metadata(folder.path("theirs")).unwrap().ino();
    for (name, target) in [("link", "theirs"), ("dangling", "nowhere")] {
        std::os::unix::fs::symlink(target, folder.path(name)).unwrap();
        folder.chop(&format!("keygen --out {name}")).exits(2).complains("exists");
    }
    folder.chop("keygen --force --out link").exits(0);
    // Written through the link, to a new file that only its owner may read.
    let made = std::fs::metadata(folder.path("theirs")).unwrap();
    assert!(made.ino() != inode && made.mode() & 0o777 == 0o600);
    assert!(std::fs::symlink_metadata(folder.path("link")).unwrap().is_symlink());
    folder.chop("keygen --force --out dangling").exits(0);
    assert!(folder.text("nowhere").contains("PRIVATE KEY"));
}

#[cfg(unix)]
#[test]
fn a_file_that_is_replaced_keeps_who_may_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let folder = with_tables(2);
    folder.write("out", "old");
    for mode in [0o600, 0o644, 0o640] {
        std::fs::set_permissions(folder.path("out"), PermissionsExt::from_mode(mode)).unwrap();
        folder.chop("verify-table --force --out out rows.jsonl").exits(0);
        let now = std::fs::metadata(folder.path("out")).unwrap().permissions().mode();
        assert_eq!(now & 0o777, mode);
    }
}

#[test]
fn results_are_written_as_the_name_of_their_file_ends() {
    let folder = with_tables(3);
    folder.write("more.jsonl", folder.text("rows.jsonl") + "no row\n");
    let run = |out: &str| {
        folder.chop(&format!("verify-table --copy note --out {out} rows.jsonl more.jsonl")).exits(1);
        folder.read(out)
    };
    let plain = run("out.jsonl");
    let mut unpacked = Vec::new();
    flate2::read::MultiGzDecoder::new(&run("out.jsonl.gz")[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain);
    assert_eq!(zstd::decode_all(&run("out.zst")[..]).unwrap(), plain);
    let csv = String::from_utf8(run("out.csv")).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "row,line,file,valid,error,reason,note");
    assert_eq!(lines[1], "0,1,rows.jsonl,true,,,\"a, b\"");
    assert!(lines[7].starts_with("6,4,more.jsonl,false,") && lines.len() == 8, "{csv}");
    assert_eq!(zstd::decode_all(&run("out.csv.zst")[..]).unwrap(), csv.as_bytes());
    for ending in ["arrow", "xz", "csv.bz2"] {
        let command = format!("verify-table --out out.{ending} rows.jsonl");
        folder.chop(&command).exits(2).complains("results are not written as");
    }
}

#[test]
fn a_column_that_no_row_has_cannot_be_copied() {
    let folder = with_tables(2);
    folder
        .chop("verify-table --copy nota --out out rows.jsonl")
        .exits(2)
        .complains("--copy nota")
        .complains("message, note, public_key, signature");
    folder.write("rows.csv", "public_key,message,signature\n");
    folder
        .chop("verify-table --copy note --out out rows.csv")
        .exits(2)
        .complains("public_key, message, signature");
    assert!(!folder.path("out").exists());
    // Of several tables one may have it.
    folder.chop("verify-table --copy note --out out rows.csv rows.jsonl").exits(0);
}

#[test]
fn errors_of_writing_name_the_file() {
    let folder = with_tables(2);
    folder.chop("keygen --out key.pem").exits(0);
    if !std::path::Path::new("/dev/full").exists() {
        println!("skipped: /dev/full, which this system lacks");
        return;
    }
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    for command in ["--help", "verify --help", "--version", "policies", "completions bash", "man"] {
        let mut child = folder.begin(command, std::process::Stdio::null(), full().into());
        assert_eq!(child.wait().unwrap().code(), Some(2), "{command}");
    }
    folder.chop("verify-table --out /dev/full rows.jsonl").exits(2).complains("cannot write /dev/full");
    folder.chop("sign --key key.pem --out /dev/full rows.jsonl").exits(2).complains("cannot write /dev/full");
    // A failure to say what was made leaves nothing made.
    for command in ["keygen --out new.pem", "sign --key key.pem --out new.sig rows.jsonl"] {
        let before = folder.names();
        let mut child = folder.begin(command, std::process::Stdio::null(), full().into());
        assert_eq!(child.wait().unwrap().code(), Some(2), "{command}");
        assert_eq!(folder.names(), before, "{command}");
    }
}
