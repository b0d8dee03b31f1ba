//! Keys in text: both ways with `wg`, `age-keygen`, `openssl`, and packages of Python and JavaScript.

mod common;

use common::{Folder, Said, said};

/// The secret in a file, in hexadecimal digits.
#[track_caller]
fn secret(folder: &Folder, file: &str, more: &str) -> String {
    folder.chop(&format!("convert {file} --key-format hex --secret{more}")).exits(0).out
}

/// The public key in a file, in hexadecimal digits.
#[track_caller]
fn public(folder: &Folder, file: &str) -> String {
    folder.chop(&format!("convert {file} --key-format hex")).exits(0).out
}

/// Runs a line of a shell; `None` and a note if this machine lacks the program or the package.
fn outside(folder: &Folder, what: &str, present: &str, line: &str) -> Option<Said> {
    let run = |line: &str| {
        let mut command = std::process::Command::new("sh");
        said(command.current_dir(folder.path("")).args(["-c", line]).output().unwrap())
    };
    if run(present).code != 0 {
        eprintln!("skipped: {what} is not here");
        return None;
    }
    Some(run(line).exits(0))
}

#[test]
fn an_ed25519_key_moves_through_every_form_and_back() {
    let folder = Folder::signed();
    let (seed, key) = (secret(&folder, "key.pem", ""), public(&folder, "key.pub.pem"));
    for format in ["solana", "libsodium", "tendermint", "multibase", "openssh", "der", "pem"] {
        folder.chop(&format!("convert key.pem --key-format {format} --out {format}")).exits(0);
        assert_eq!(secret(&folder, format, ""), seed, "{format}");
        folder.chop(&format!("convert {format} --key-format pem --out {format}.pem")).exits(0);
        assert_eq!(folder.text(&format!("{format}.pem")), folder.text("key.pem"));
        folder.chop(&format!("sign --force --key {format} doc")).exits(0);
        folder.chop(&format!("inspect {format}")).exits(0).says("private key").says(key.trim());
        folder.chop(&format!("convert key.pub.pem --key-format {format} --out {format}.pub")).exits(0);
        if format == "solana" {
            continue; // Base58 may be base64, too: see below.
        }
        assert_eq!(public(&folder, &format!("{format}.pub")), key, "{format}");
        folder.chop(&format!("verify --key {format}.pub doc")).exits(0);
    }
    let did = format!("did:key:{}", folder.text("multibase.pub").trim());
    folder.chop(&format!("verify --key {did} doc")).exits(0);
    folder.write("did", &did);
    folder.chop("inspect did").exits(0).says("did:key").says("public key").says(key.trim());
    folder.chop(&format!("verify --key base58:{} doc", folder.text("solana.pub").trim())).exits(0);
    for (file, name) in [
        ("solana", "Solana keypair"),
        ("libsodium", "a seed and its public key"),
        ("tendermint", "Tendermint key file"),
        ("multibase", "multibase key"),
    ] {
        folder.chop(&format!("inspect {file}")).exits(0).says(name);
    }
}

#[test]
fn an_x25519_key_moves_through_wireguard_and_age_and_back() {
    let folder = Folder::new();
    folder.chop("keygen --algorithm x25519 --out key.pem").exits(0);
    let (bytes, key) = (secret(&folder, "key.pem", ""), public(&folder, "key.pub.pem"));
    for (format, more) in [("age", ""), ("multibase", ""), ("wireguard", " --algorithm x25519")] {
        let secrecy = if format == "wireguard" { " --secret" } else { "" };
        folder.chop(&format!("convert key.pem --key-format {format}{secrecy} --out {format}")).exits(0);
        assert_eq!(secret(&folder, format, more), bytes, "{format}");
        folder.chop(&format!("convert key.pub.pem --key-format {format} --out {format}.pub")).exits(0);
        let back = folder.chop(&format!("convert {format}.pub --key-format hex{more}")).exits(0).out;
        assert_eq!(back, key, "{format}");
    }
    folder.chop("inspect age").exits(0).says("age key").says("x25519").says(key.trim());
    folder.chop("convert key.pem --key-format wireguard").exits(2).complains("say --secret");
    // The text of WireGuard does not say what it is.
    folder.chop("convert wireguard --key-format pem --out x --secret").exits(2).complains("--algorithm");
}

/// A key of the tests of Bitcoin Core, for its main network and uncompressed, and its bytes.
const WIF: &str = "5JuW2AMDYu4xVwRG9DZW18VbzQrGcd5RCgb99sS6ehJsNQXu5b9";
const WIF_BYTES: &str = "8f8943bf956de595665c38ffff23827e17c10cdc1c27a028caae6c9810626198";

#[test]
fn a_key_of_bitcoin_signs_and_keeps_what_stands_beside_it() {
    let folder = Folder::new();
    folder.write("key", format!("{WIF}\n"));
    folder.write("doc", "hello\n");
    assert_eq!(secret(&folder, "key", "").trim(), WIF_BYTES);
    folder.chop("sign --key key --hash sha256d doc").exits(0).says("secp256k1");
    folder.chop("pubkey key --out key.pub.pem").exits(0);
    folder.chop("verify --key key.pub.pem --hash sha256d doc").exits(0);
    let inspected = folder.chop("inspect key --json").exits(0);
    assert!(!inspected.out.contains(WIF) && !inspected.out.contains(WIF_BYTES), "a secret");
    let facts = inspected.json();
    assert_eq!((&facts["kind"], &facts["form"]), (&"private key".into(), &"WIF".into()));
    assert_eq!((&facts["network"], &facts["compressed"]), (&"mainnet".into(), &false.into()));
    // As it was, unless another kind is asked for.
    let convert = |more: &str| folder.chop(&format!("convert key --key-format wif{more}")).exits(0).out;
    assert_eq!(convert("").trim(), WIF);
    for (kind, firsts) in
        [("mainnet", "KL"), ("testnet", "c"), ("mainnet-uncompressed", "5"), ("testnet-uncompressed", "9")]
    {
        let text = convert(&format!(" --wif-kind {kind}"));
        assert!(text.starts_with(|first| firsts.contains(first)), "{kind}: {text}");
        folder.write("other", &text);
        assert_eq!(secret(&folder, "other", "").trim(), WIF_BYTES);
        assert_eq!(folder.chop("convert other --key-format wif").exits(0).out, text);
    }
    folder.chop("convert key --key-format pem --out key.pem").exits(0).complains("no place for the network");
    assert!(folder.chop("convert key.pem --key-format wif").exits(0).out.starts_with(['K', 'L']));
}

#[test]
fn what_is_wrong_with_a_key_of_bitcoin_is_named() {
    let folder = Folder::new();
    let refused = |text: &str, why: &str| {
        folder.write("key", text);
        folder.write("doc", "hello\n");
        for command in
            ["inspect key", "sign --key key --hash sha256 doc", "convert key --key-format pem --out x"]
        {
            folder.chop(command).exits(2).complains("WIF key: ").complains(why);
        }
    };
    refused(&WIF.replace("b9", "b8"), "wrong checksum");
    // A key of Litecoin.
    refused("6uB7ZCt4HABDLQ8W9SpNfYGL6Aa9YZv7kPfCto6Z41S3xnYHvW4", "version");
    refused("cPTVQ1hbo4qdoysf6Jx5GthqucNmdfqt6J2pZRFeXv8Ep7Kmjqud", "other than 01 behind");
    folder.write("key", WIF);
    folder.chop("verify --key key --hash sha256 doc").exits(2).complains("a public key belongs here");
    folder.chop("sign --key key --algorithm sm2 doc").exits(2).complains("not for sm2");
    folder.chop("keygen --out ed.pem").exits(0);
    folder.chop("convert ed.pem --key-format wif --out x").exits(2).complains("those of secp256k1 have one");
    folder.chop("pubkey key --out key.pub.pem").exits(0);
    folder.chop("convert key.pub.pem --key-format wif").exits(2).complains("a form of private keys");
    folder
        .chop("convert key --key-format hex --secret --wif-kind testnet")
        .exits(2)
        .complains("--key-format wif");
}

#[test]
fn keys_of_bitcoin_are_those_of_bit() {
    let folder = Folder::new();
    folder.chop("keygen --algorithm secp256k1 --out key.pem").exits(0);
    folder.chop("convert key.pem --key-format wif --out wif").exits(0);
    folder.chop("convert key.pem --key-format wif --wif-kind testnet --out testnet").exits(0);
    let python = "from bit import Key, PrivateKeyTestnet
theirs = Key(open('wif').read().strip())
assert theirs.to_wif() == open('wif').read().strip()
assert PrivateKeyTestnet(open('testnet').read().strip()).to_hex() == theirs.to_hex()
open('public', 'w').write(theirs.public_key.hex())
open('theirs', 'w').write(PrivateKeyTestnet().to_wif())
";
    folder.write("bitcoin.py", python);
    let Some(_) = outside(&folder, "the Python package bit", "python3 -c 'import bit'", "python3 bitcoin.py")
    else {
        return;
    };
    let compressed = folder.text("public");
    let ours = folder.chop("convert public --algorithm secp256k1 --key-format hex").exits(0).out;
    assert_eq!(public(&folder, "key.pub.pem"), ours, "{compressed}");
    folder.chop("inspect theirs").exits(0).says("testnet");
    assert_eq!(folder.chop("convert theirs --key-format wif").exits(0).out.trim(), folder.text("theirs"));
}

#[test]
fn forms_without_encryption_are_written_only_when_that_is_said() {
    let folder = Folder::new();
    folder.write("word", "correct horse");
    folder.chop("keygen --passphrase-file word --out key.pem").exits(0);
    for format in ["solana", "libsodium", "tendermint", "multibase"] {
        let convert = format!("convert key.pem --passphrase-file word --key-format {format} --out {format}");
        folder.chop(&convert).exits(2).complains("no encrypted form").complains("--no-passphrase");
        folder.chop(&format!("{convert} --no-passphrase")).exits(0);
        let encrypted =
            format!("convert {format} --new-passphrase-file word --key-format pem --out {format}.pem");
        folder.chop(&encrypted).exits(0);
        assert!(folder.text(&format!("{format}.pem")).contains("ENCRYPTED"));
    }
    folder.chop("keygen --algorithm sm2 --out sm2.pem").exits(0);
    for format in ["solana", "libsodium", "tendermint", "age"] {
        folder
            .chop(&format!("convert sm2.pem --key-format {format} --out x"))
            .exits(2)
            .complains("sm2 keys have no form in");
    }
    folder.chop("convert sm2.pem --key-format multibase --out sm2.txt").exits(0);
    assert_eq!(secret(&folder, "sm2.txt", ""), secret(&folder, "sm2.pem", ""));
}

#[test]
fn a_public_half_that_does_not_fit_is_refused() {
    let folder = Folder::new();
    for name in ["a", "b"] {
        folder.chop(&format!("keygen --out {name}.pem")).exits(0);
        for format in ["libsodium", "tendermint"] {
            folder.chop(&format!("convert {name}.pem --key-format {format} --out {name}.{format}")).exits(0);
        }
    }
    let (a, b) = (folder.text("a.libsodium"), folder.text("b.libsodium"));
    folder.write("mixed", format!("{}{}", &a[..64], &b[64..]));
    folder.chop("convert mixed --key-format pem --out x --secret").exits(2).complains("does not belong");
    let line = |text: &str, part: &str| text.lines().find(|line| line.contains(part)).unwrap().to_owned();
    let (a, b) = (folder.text("a.tendermint"), folder.text("b.tendermint"));
    folder.write("mixed", a.replace(&line(&a, "address"), &line(&b, "address")));
    folder.chop("sign --key mixed mixed").exits(2).complains("does not belong");
}

#[test]
fn signatures_in_base58_are_written_and_read() {
    let folder = Folder::signed();
    folder.chop("sign --key key.pem --force --signature-format base58 doc").exits(0);
    let text = folder.text("doc.sig");
    assert!((86..=89).contains(&text.len()), "{text}");
    folder.chop("verify --key key.pub.pem --signature-format base58 doc").exits(0);
    folder.chop("explain --key key.pub.pem --signature-format base58 doc").exits(0);
    // Where it cannot be base64, too, it is recognised.
    if text.trim().len() > 86 {
        folder.chop("verify --key key.pub.pem doc").exits(0);
    }
    folder.write("doc.sig", "0OIl");
    folder
        .chop("verify --key key.pub.pem --signature-format base58 doc")
        .exits(1)
        .complains("not 64 bytes in base58");
    folder.write("table.csv", "message,signature\n00,00\n");
    folder
        .chop("verify-table --key key.pub.pem --signature-format base58 table.csv")
        .exits(2)
        .complains("--encoding");
    folder.chop("keygen --algorithm sm2 --out sm2.pem").exits(0);
    folder.chop("sign --key sm2.pem --force --signature-format base58 doc").exits(0);
    folder.chop("verify --key sm2.pub.pem --signature-format base58 doc").exits(0);
}

#[test]
fn text_that_may_be_two_keys_is_refused_until_a_prefix_decides() {
    let folder = Folder::signed();
    // Base58 of 32 bytes, and base64 without padding of others.
    let text = "C1ahYo1HcS5VwnfJ2fSqhZUer2EWn54cDh3DQd4jwhM";
    folder.write("key", text);
    for command in ["inspect key", "verify --key key doc", &format!("verify --key {text} doc")] {
        folder.chop(command).exits(2).complains("base58").complains("base64");
    }
    let hex = |prefix: &str| folder.chop(&format!("verify --key {prefix}:{text} doc"));
    hex("base58").exits(1);
    hex("hex").exits(2).complains("not in that encoding");
    folder.write("key", format!("base58:{text}\n"));
    folder.chop("inspect key").exits(0).says("base58");
}

#[test]
fn what_is_known_and_not_read_is_named() {
    let folder = Folder::new();
    for (content, name) in [
        (
            "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDME\n-----END PGP PUBLIC KEY BLOCK-----\n",
            "`gpg` or `sq`",
        ),
        ("PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n", "puttygen"),
        ("age-encryption.org/v1\n-> X25519 abc\n", "age --decrypt"),
        ("[Interface]\nPrivateKey = AAAA\n", "behind `PrivateKey =`"),
        ("eyJhbGciOiJkaXIifQ.AAAA.AAAA.AAAA.AAAA", "JWE"),
    ] {
        folder.write("file", content);
        folder.chop("inspect file").exits(2).complains(name);
        folder.chop("convert file --key-format pem --out x").exits(2).complains(name);
        folder.chop("sign --key file file").exits(2).complains(name);
    }
}

#[test]
fn keys_of_wireguard_are_those_of_wg() {
    let folder = Folder::new();
    let Some(_) =
        outside(&folder, "wg", "wg --version", "wg genkey > theirs && wg pubkey < theirs > theirs.pub")
    else {
        return;
    };
    let ours = |more: &str| format!("convert theirs --algorithm x25519 --secret{more}");
    folder.chop(&ours(" --key-format wireguard --out again")).exits(0);
    assert_eq!(folder.text("again"), folder.text("theirs"));
    folder.chop(&ours(" --key-format pem --out key.pem")).exits(0);
    folder.chop("pubkey key.pem --out key.pub.pem").exits(0);
    folder.chop("convert key.pub.pem --key-format wireguard --out ours.pub").exits(0);
    assert_eq!(folder.text("ours.pub"), folder.text("theirs.pub"));
    // Keys of chop have bits that `wg` ignores.
    folder.chop("keygen --algorithm x25519 --out own.pem").exits(0);
    folder.chop("convert own.pem --key-format wireguard --secret --out own").exits(0);
    folder.chop("convert own.pub.pem --key-format wireguard --out own.pub").exits(0);
    let theirs = outside(&folder, "wg", "wg --version", "wg pubkey < own").unwrap();
    assert_eq!(theirs.out, folder.text("own.pub"));
}

#[test]
fn keys_of_age_are_those_of_age_keygen() {
    let folder = Folder::new();
    let here = "age-keygen --version";
    let Some(_) =
        outside(&folder, "age-keygen", here, "age-keygen -o theirs && age-keygen -y theirs > theirs.pub")
    else {
        return;
    };
    folder.chop("convert theirs --key-format pem --out key.pem").exits(0);
    folder.chop("pubkey key.pem --out key.pub.pem").exits(0);
    folder.chop("convert key.pub.pem --key-format age --out ours.pub").exits(0);
    assert_eq!(folder.text("ours.pub"), folder.text("theirs.pub"));
    folder.chop("convert key.pem --key-format age --out ours").exits(0);
    assert!(folder.text("theirs").contains(folder.text("ours").trim()));
    folder.write("doc", "hello\n");
    let round = "age -e -r $(cat ours.pub) -o doc.age doc && age -d -i ours doc.age";
    let said = outside(&folder, "age", "age --version", round).unwrap();
    assert_eq!(said.out, "hello\n");
    folder.chop("inspect doc.age").exits(2).complains("encrypted with age");
    let other = outside(&folder, "age-keygen", here, "age-keygen 2>/dev/null | tail -1").unwrap().out;
    let mixed: String = folder
        .text("theirs")
        .lines()
        .filter(|line| line.starts_with('#'))
        .fold(other, |all, line| format!("{line}\n{all}"));
    folder.write("mixed", mixed);
    folder.chop("convert mixed --key-format pem --out x").exits(2).complains("does not belong");
}

#[test]
fn pem_of_openssl_is_read_with_the_text_around_it() {
    let folder = Folder::new();
    folder.chop("keygen --out key.pem").exits(0);
    let make = "openssl req -x509 -key key.pem -subj /CN=a -days 9 -out a.crt && \
                openssl req -new -key key.pem -subj /CN=a -out a.csr && \
                openssl pkcs12 -export -inkey key.pem -in a.crt -passout pass:x -out a.p12 && \
                openssl pkcs12 -in a.p12 -nodes -passin pass:x -out nodes && \
                openssl x509 -in a.crt -text -out text && cat a.crt a.crt key.pem > chain";
    let Some(_) = outside(&folder, "openssl", "openssl version", make) else { return };
    let (seed, key) = (secret(&folder, "key.pem", ""), public(&folder, "key.pub.pem"));
    for file in ["nodes", "chain"] {
        assert_eq!(secret(&folder, file, ""), seed, "{file}");
        folder.chop(&format!("inspect {file}")).exits(0).says("private key").says(key.trim());
    }
    folder.write("bom", format!("\u{feff}{}", folder.text("text")));
    for file in ["text", "bom", "a.crt", "a.csr"] {
        assert_eq!(public(&folder, file), key, "{file}");
        folder.chop(&format!("inspect {file}")).exits(0).says("certificate").says(key.trim());
    }
    folder.chop("inspect a.p12").exits(0).says("PKCS#12").says("private key");
    folder.chop("verify --key a.p12 key.pem --signature key.pem").exits(2).complains("a private key");
}

#[test]
fn wallets_of_solana_are_those_of_solders() {
    let folder = Folder::signed();
    folder.chop("convert key.pem --key-format solana --out id.json").exits(0);
    folder.chop("convert key.pub.pem --key-format solana --out id.pub").exits(0);
    let python = "from solders.keypair import Keypair
from solders.pubkey import Pubkey
k = Keypair.from_json(open('id.json').read())
assert str(k.pubkey()) == open('id.pub').read().strip()
open('again.json', 'w').write(k.to_json())
open('secret', 'w').write(str(k))
open('doc.sig', 'w').write(str(k.sign_message(open('doc', 'rb').read())))
";
    folder.write("solana.py", python);
    let Some(_) =
        outside(&folder, "the Python package solders", "python3 -c 'import solders'", "python3 solana.py")
    else {
        return;
    };
    assert_eq!(folder.text("again.json"), folder.text("id.json").trim());
    assert_eq!(secret(&folder, "secret", ""), secret(&folder, "key.pem", ""));
    let key = format!("base58:{}", folder.text("id.pub").trim());
    folder.chop(&format!("verify --key {key} --signature-format base58 doc")).exits(0);
}

#[test]
fn wallets_of_solana_are_those_of_web3_js() {
    let folder = Folder::signed();
    folder.chop("convert key.pem --key-format solana --out id.json").exits(0);
    folder.chop("convert key.pub.pem --key-format solana --out id.pub").exits(0);
    let script = "const { Keypair } = require('@solana/web3.js');
const fs = require('fs');
const k = Keypair.fromSecretKey(Uint8Array.from(JSON.parse(fs.readFileSync('id.json'))));
if (k.publicKey.toBase58() !== fs.readFileSync('id.pub', 'utf8').trim()) process.exit(1);
fs.writeFileSync('theirs.json', JSON.stringify(Array.from(Keypair.generate().secretKey)));
";
    folder.write("solana.js", script);
    let here = "node -e \"require('@solana/web3.js').Keypair.generate()\"";
    let Some(_) = outside(&folder, "the package @solana/web3.js, version 1,", here, "node solana.js") else {
        return;
    };
    folder.chop("convert theirs.json --key-format solana --out again.json").exits(0);
    assert_eq!(folder.text("again.json").trim(), folder.text("theirs.json"));
}

#[test]
fn ciphertexts_without_04_are_those_of_sm_crypto() {
    let folder = Folder::new();
    folder.chop("keygen --algorithm sm2 --out key.pem").exits(0);
    folder.write("doc", "hello\n");
    folder.write("secret", secret(&folder, "key.pem", "").trim());
    for (form, mode) in [("c1c3c2", 1), ("c1c2c3", 0)] {
        folder.chop(&format!("encrypt --key key.pub.pem --form {form}-without-04 --force doc")).exits(0);
        let script = format!(
            "const {{ sm2 }} = require('sm-crypto');
const fs = require('fs');
const d = fs.readFileSync('secret', 'utf8');
if (sm2.doDecrypt(fs.readFileSync('doc.enc').toString('hex'), d, {mode}) !== 'hello\\n') process.exit(1);
fs.writeFileSync('theirs', sm2.doEncrypt('hello', sm2.getPublicKeyFromPrivateKey(d), {mode}));
"
        );
        folder.write("sm2.js", script);
        let here = "node -e \"require('sm-crypto')\"";
        let Some(_) = outside(&folder, "the package sm-crypto", here, "node sm2.js") else { return };
        let decrypt = format!("decrypt --key key.pem --form {form}-without-04 --out - theirs");
        assert_eq!(folder.chop(&decrypt).exits(0).out, "hello");
    }
}
