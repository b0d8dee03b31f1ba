//! OpenSSH: its keys and its signatures, both ways with `ssh-keygen`.

mod common;

use common::{Folder, Said, said};

/// A folder with `id` and `id.pub` of `ssh-keygen`, with the passphrase and the cipher given; `None` if this machine lacks the program.
fn with_key_of_openssh(passphrase: &str, cipher: &str) -> Option<Folder> {
    let folder = Folder::new();
    let path = folder.path("id");
    let mut command = std::process::Command::new("ssh-keygen");
    command.args([
        "-q",
        "-t",
        "ed25519",
        "-a",
        "2",
        "-C",
        "me at home",
        "-N",
        passphrase,
        "-Z",
        cipher,
        "-f",
    ]);
    let Ok(output) = command.arg(path).output() else {
        eprintln!("skipped: ssh-keygen is not here");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder.write("doc", "hello\n");
    folder.write("pass", passphrase);
    Some(folder)
}

/// Runs `ssh-keygen` with the document on standard input.
fn ssh_keygen(folder: &Folder, arguments: &str, input: &str) -> Said {
    let script = format!("ssh-keygen {arguments} < {input}");
    let mut command = std::process::Command::new("sh");
    said(command.current_dir(folder.path("")).args(["-c", &script]).output().unwrap())
}

/// The key that a file of `ssh-keygen` holds, in hexadecimal.
fn hex_of(folder: &Folder, file: &str, more: &str) -> String {
    folder.chop(&format!("convert {file} --key-format hex{more}")).exits(0).out
}

#[test]
fn keys_of_openssh_are_read_and_written_back() {
    let Some(folder) = with_key_of_openssh("", "aes256-ctr") else { return };
    let (public, secret) = (hex_of(&folder, "id.pub", ""), hex_of(&folder, "id", " --secret"));
    folder.chop("inspect id").exits(0).says("private key").says("OpenSSH").says(public.trim());
    folder.chop("inspect id.pub").exits(0).says("public key").says(public.trim());
    folder.chop("convert id --key-format openssh --out again").exits(0);
    ssh_keygen(&folder, "-y -f again", "/dev/null").exits(0).says(folder.text("id.pub").trim());
    folder.chop("convert id.pub --key-format openssh --out again.pub").exits(0);
    assert_eq!(folder.text("again.pub"), folder.text("id.pub"), "with its comment");
    folder.chop("convert id --key-format pem --out key.pem").exits(0);
    folder.chop("convert key.pem --key-format openssh --out third").exits(0);
    assert_eq!(hex_of(&folder, "third", " --secret"), secret);
    folder.chop("sign --key id doc").exits(0);
    folder.chop("verify --key id.pub doc").exits(0);
}

#[test]
fn encrypted_keys_of_openssh_stay_encrypted() {
    for cipher in ["aes256-ctr", "aes256-gcm@openssh.com"] {
        let Some(folder) = with_key_of_openssh("correct horse", cipher) else { return };
        let secret = hex_of(&folder, "id", " --secret --no-passphrase --passphrase-file pass");
        folder.chop("inspect id").exits(0).says("encrypted").says("yes");
        folder.chop("convert id --key-format openssh --passphrase-file pass --out again").exits(0);
        folder.chop("inspect again").exits(0).says("encrypted").says("yes");
        let public = ssh_keygen(&folder, "-y -P 'correct horse' -f again", "/dev/null").exits(0).out;
        assert_eq!(public, folder.text("id.pub"));
        assert_eq!(hex_of(&folder, "again", " --secret --no-passphrase --passphrase-file pass"), secret);
        folder.chop("convert id --key-format pem --passphrase-file pass --out key.pem").exits(0);
        assert!(folder.text("key.pem").contains("ENCRYPTED"));
        folder.write("pass", "wrong");
        folder.chop("sign --key id --passphrase-file pass doc").exits(2).complains("wrong passphrase");
    }
    let Some(folder) = with_key_of_openssh("x", "chacha20-poly1305@openssh.com") else { return };
    folder.chop("sign --key id --passphrase-file pass doc").exits(2).complains("ssh-keygen -p -Z aes256-ctr");
}

#[test]
fn signatures_go_both_ways() {
    let Some(folder) = with_key_of_openssh("", "aes256-ctr") else { return };
    folder.write("allowed", format!("# mine\nalice@example.com {}", folder.text("id.pub")));

    folder.chop("sign --key id --signature-format sshsig --namespace file doc").exits(0).says("for file");
    ssh_keygen(&folder, "-Y verify -f allowed -I alice@example.com -n file -s doc.sig", "doc").exits(0);
    folder
        .chop("verify --key allowed --namespace file doc")
        .exits(0)
        .says("doc: OK, signed by alice@example.com");
    folder.chop("verify --key id.pub --namespace file doc").exits(0).says("doc: OK");
    folder.chop("verify --key allowed doc").exits(2).complains("--namespace");
    folder.chop("verify --key allowed --namespace git doc").exits(1).complains("for file, not for git");
    folder.chop("verify --key allowed --namespace file --identity bob doc").exits(1).complains("not for bob");
    folder.write("doc", "hallo\n");
    folder.chop("verify --key allowed --namespace file doc").exits(1).complains("another message");

    for hash in ["sha256", "sha512"] {
        ssh_keygen(&folder, &format!("-Y sign -q -f id -n mail -O hashalg={hash}"), "doc > other.sig")
            .exits(0);
        folder.chop("verify --key allowed --namespace mail --signature other.sig doc").exits(0);
        folder.chop("inspect other.sig").exits(0).says("mail").says(hash);
    }
    let json = folder.run(
        &["verify", "--json", "--key", "allowed", "--namespace", "mail", "--signature", "other.sig", "doc"],
        b"",
    );
    assert_eq!(json.exits(0).json()["results"][0]["signed_by"], "alice@example.com");
}

#[test]
fn who_may_sign_what_and_when_is_obeyed() {
    let Some(folder) = with_key_of_openssh("", "aes256-ctr") else { return };
    folder.chop("sign --key id --signature-format sshsig --namespace file doc").exits(0);
    let key = folder.text("id.pub");
    let verify = |line: &str, more: &str| {
        folder.write("allowed", format!("{line} {key}"));
        folder.chop(&format!("verify --key allowed --namespace file{more} doc"))
    };
    verify("*@example.com,!eve@example.com", " --identity bob@example.com").exits(0);
    verify("*@example.com,!eve@example.com", " --identity eve@example.com").exits(1);
    verify("a namespaces=\"git,fi*\"", "").exits(0);
    verify("a namespaces=\"git\"", "").exits(1).complains("not for the namespace file");
    verify("a valid-after=20260101Z", " --time 20251231Z").exits(1).complains("not valid yet");
    verify("a valid-after=20260101Z", " --time 20260101Z").exits(0);
    verify("a valid-before=20260101Z", " --time 2026-01-01T00:00:01Z").exits(1).complains("no longer valid");
    verify("a valid-before=20260101Z", " --time 20260101Z").exits(0);
    verify("a cert-authority", "")
        .exits(1)
        .complains("line 1 does not count")
        .complains("certificate authority");
    // Options of authorized_keys: the line of a key, and nobody's.
    let key_alone = verify("no-pty", "").exits(0);
    assert!(!key_alone.out.contains("signed by"), "{}", key_alone.out);
    verify("no-pty", " --identity no-pty").exits(2).complains("a key alone says nothing");
    verify("cert-authority", "").exits(2).complains("certificate authority");
    verify(&format!("cert-authority {key}"), "").exits(0).complains("line 1 does not count");
    verify(&format!("ssh-ed25519 AAAA\nrestrict {key}"), "").exits(0).complains("line 1 does not count");
    verify(&format!("cert-authority {}alice", &key), "")
        .exits(0)
        .complains("line 1 does not count")
        .says("by alice");
    verify("b ssh-rsa AAAA\ncert-authority", "").exits(1).complains("line 2 does not count");
    for bits in ["-t rsa -b 2048", "-t ecdsa"] {
        let _ = std::fs::remove_file(folder.path("other"));
        ssh_keygen(&folder, &format!("-q -f other -N '' {bits}"), "/dev/null").exits(0);
        ssh_keygen(&folder, "-Y sign -q -f other -n file", "doc > other.sig").exits(0);
        folder
            .chop("verify --key allowed --namespace file --signature other.sig doc")
            .exits(2)
            .complains("`ssh-keygen -Y verify` judges it");
        folder.chop("inspect other.sig").exits(2).complains("SSH SIGNATURE: the key belongs to another");
        folder.chop("inspect other").exits(2).complains("OPENSSH PRIVATE KEY: the key belongs to another");
    }
    verify("c frobnicate", "").exits(1).complains("an option that is not one of this file's");
    folder.write("allowed", "SSHKRL\n\0");
    folder.chop("verify --key allowed --namespace file doc").exits(2);
}

#[test]
fn commits_and_tags_of_git_are_judged_by_the_signatures_in_them() {
    let Some(folder) = with_key_of_openssh("", "aes256-ctr") else { return };
    let git = |arguments: &[&str]| {
        let mut command = std::process::Command::new("git");
        let settings = [
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@example.com",
            "-c",
            "gpg.format=ssh",
            "-c",
            "user.signingkey=id",
        ];
        command.current_dir(folder.path("")).args(settings).args(arguments).output().ok()
    };
    if git(&["init", "-q"]).is_none() {
        eprintln!("skipped: git is not here");
        return;
    }
    let run = |arguments: &[&str]| {
        let output = git(arguments).unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    run(&["add", "doc"]);
    run(&["commit", "-q", "-S", "-m", "one"]);
    run(&["tag", "-s", "-m", "first", "v1"]);
    folder.write("allowed", format!("a@example.com namespaces=\"git\" {}", folder.text("id.pub")));
    let verify = ["verify", "--key", "allowed", "--namespace", "git"];

    let commit = run(&["cat-file", "commit", "HEAD"]);
    folder.write("commit", &commit);
    folder.write("tag", run(&["cat-file", "tag", "v1"]));
    let both = folder.run(&[verify.as_slice(), &["commit", "tag"]].concat(), b"").exits(0);
    assert_eq!(
        both.out,
        "commit: OK, commit, signed by a@example.com\ntag: OK, tag, signed by a@example.com\n"
    );
    folder.run(&[verify.as_slice(), &["-"]].concat(), &commit).exits(0).says("signed by a@example.com");
    let described = folder.chop("inspect commit").exits(0).says("commit of git").says("SSH signature");
    assert!(described.out.contains("namespace:          git"), "{}", described.out);
    let changed = String::from_utf8(commit.clone()).unwrap().replace("one", "two");
    folder.run(&[verify.as_slice(), &["-"]].concat(), changed.as_bytes()).exits(1);
    folder.run(&["verify", "--key", "allowed", "--namespace", "file", "commit"], b"").exits(2);

    run(&["commit", "-q", "--no-gpg-sign", "--allow-empty", "-m", "two"]);
    let unsigned = run(&["cat-file", "commit", "HEAD"]);
    folder
        .run(&[verify.as_slice(), &["-"]].concat(), &unsigned)
        .exits(1)
        .complains("no signature in this commit");
    folder.write("unsigned", &unsigned);
    folder.chop("inspect unsigned").exits(0).says("there is no signature in this commit");
    folder
        .run(&[verify.as_slice(), &["-"]].concat(), b"hello")
        .exits(2)
        .complains("neither a commit nor a tag");
}

#[test]
fn what_is_no_ssh_signature_or_not_made_by_them_is_refused() {
    let folder = Folder::signed();
    folder.chop("sign --key key.pem --force --signature-format sshsig doc").exits(2).complains("--namespace");
    folder
        .chop("sign --key key.pem --force --namespace file doc")
        .exits(2)
        .complains("--signature-format sshsig");
    folder.chop("verify --key key.pub.pem --namespace file doc").exits(2).complains("no SSH signature");
    folder.chop("verify --key key.pub.pem --signature-format sshsig --namespace file doc").exits(1);
    folder.chop("keygen --algorithm sm2 --out sm2.pem").exits(0);
    folder.chop("sign --key sm2.pem --force --signature-format sshsig --namespace file doc").exits(2);
    folder.chop("convert sm2.pem --key-format openssh --out x").exits(2).complains("no form in OpenSSH");
    folder.write("sk", "sk-ssh-ed25519@openssh.com AAAA\n");
    folder.chop("verify --key sk --namespace file doc").exits(2);
}
