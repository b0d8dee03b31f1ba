//! ECDSA over secp256k1: keys, hashes, signatures, rules, and what is refused.

mod common;

use chop::secp256k1::{Address, Digest, RecoverableSignature, Signature, SigningKey, VerifyingKey};
use chop::sm2;
use common::{Folder, Said};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A folder with `key.pem`, `key.pub.pem`, `doc` and `doc.sig`, made with Ethereum's hash.
fn signed() -> Folder {
    let folder = Folder::new();
    folder.chop("keygen --algorithm secp256k1 --out key.pem").exits(0).says("secp256k1");
    folder.write("doc", "hello\n");
    folder.chop("sign --key key.pem --hash keccak256 doc").exits(0);
    folder
}

/// A folder with the key of the tests, as `key` (hex of the secret) and `pub` (hex of the point).
fn fixed() -> (Folder, SigningKey) {
    let folder = Folder::new();
    let key = SigningKey::from_bytes(&[7; 32]).unwrap();
    folder.write("key", hex(&[7; 32]));
    folder.write("pub", hex(&key.verifying_key().to_compressed_bytes()));
    folder.write("doc", "hello\n");
    (folder, key)
}

#[test]
fn a_file_is_signed_and_verified_and_a_tampered_copy_is_refused() {
    let folder = signed();
    assert!(Signature::from_der(&folder.read("doc.sig")).is_ok());
    let verify = "verify --key key.pub.pem --hash keccak256 doc";
    assert_eq!(folder.chop(verify).exits(0).out, "doc: OK\n");
    folder.write("doc", "hellp\n");
    let said = folder.chop(verify).exits(1).complains("another message, key or hash");
    said.complains("hint: chop explain --key key.pub.pem --hash keccak256 doc");
}

#[test]
fn every_hash_is_its_own_and_one_must_be_named() {
    let (folder, key) = fixed();
    let digests = [
        ("sha256", Digest::sha256(b"hello\n")),
        ("sha256d", Digest::sha256d(b"hello\n")),
        ("keccak256", Digest::keccak256(b"hello\n")),
        ("eip191", Digest::eip191(b"hello\n")),
    ];
    for (hash, digest) in &digests {
        folder.chop(&format!("sign --key key --algorithm secp256k1 --hash {hash} --out {hash} doc")).exits(0);
        let expected = key.sign_digest(digest).to_der();
        assert_eq!(folder.read(hash), expected.as_ref(), "{hash}");
        for (other, _) in &digests {
            let verify =
                format!("verify --key pub --algorithm secp256k1 --signature {hash} --hash {other} doc");
            folder.chop(&verify).exits(i32::from(other != hash));
        }
    }
    for command in ["sign --key key", "verify --key pub", "explain --key pub"] {
        folder.write("doc.sig", folder.read("sha256"));
        folder.chop(&format!("{command} --algorithm secp256k1 doc")).exits(2).complains("needs --hash");
    }
    folder.chop("verify --key pub --algorithm secp256k1 --hash md5 doc").exits(2).complains("sha256d");
    let ed25519 = Folder::signed();
    ed25519.chop("verify --key key.pub.pem --hash sha256 doc").exits(2).complains("is for secp256k1");
}

#[test]
fn every_signature_format_is_written_and_read() {
    let folder = signed();
    for (format, reading) in [
        ("raw", "raw"),
        ("der", "der"),
        ("hex", "raw"),
        ("base64", "raw"),
        ("der-hex", "der"),
        ("der-base64", "der"),
        ("recoverable", "recoverable"),
        ("recoverable-hex", "recoverable"),
    ] {
        let sign = "sign --key key.pem --hash keccak256 --signature-format";
        folder.chop(&format!("{sign} {format} --out {format} doc")).exits(0);
        let verify = format!("verify --key key.pub.pem --hash keccak256 --signature {format}");
        folder.chop(&format!("{verify} doc")).exits(0);
        folder.chop(&format!("{verify} --signature-format {reading} doc")).exits(0);
        let other = if reading == "raw" { "der" } else { "raw" };
        folder.chop(&format!("{verify} --signature-format {other} doc")).exits(1).complains("bytes");
    }
    let recoverable = folder.read("recoverable");
    assert_eq!((folder.read("raw").len(), recoverable.len()), (64, 65));
    assert!(matches!(recoverable[64], 27 | 28));
    assert!(folder.text("recoverable-hex").ends_with(['b', 'c', '\n']));
}

#[test]
fn rules_differ_in_s_in_der_and_in_ids() {
    let (folder, key) = fixed();
    let made = key.sign_digest_recoverable(&Digest::keccak256(b"hello\n"));
    let high = made.signature().with_other_s();
    let mut lax = made.signature().to_der().as_ref().to_vec();
    lax.push(0);
    folder.write("low", made.signature().to_bytes());
    folder.write("high", high.to_bytes());
    folder.write("high-der", high.to_der());
    folder.write("low-der", made.signature().to_der());
    folder.write("lax", lax);
    let expected = [
        // rule, low, high, low-der, high-der
        ("libsecp256k1", [0, 1, 0, 1]),
        ("low-s", [0, 1, 0, 1]),
        ("any-s", [0, 0, 0, 0]),
        ("bitcoin-relay", [0, 1, 0, 1]),
        ("bitcoin-consensus", [0, 0, 0, 0]),
        ("ethereum-transaction", [0, 1, 1, 1]),
        ("ecrecover", [0, 0, 1, 1]),
    ];
    let verify = "verify --key pub --algorithm secp256k1 --hash keccak256";
    for (rule, codes) in expected {
        for (name, code) in ["low", "high", "low-der", "high-der"].into_iter().zip(codes) {
            let said = folder.chop(&format!("{verify} --policy {rule} --signature {name} doc"));
            assert_eq!(said.code, code, "{rule} {name}: {}{}", said.out, said.err);
        }
    }
    folder.chop(&format!("{verify} --signature lax doc")).exits(1).complains("der-lax");
    folder.chop(&format!("{verify} --signature lax --signature-format der-lax doc")).exits(0);
    folder
        .chop(&format!("{verify} --signature lax --signature-format der-lax --policy bitcoin-relay doc"))
        .exits(1)
        .complains("strict DER");
    folder.chop(&format!("{verify} --signature high doc")).exits(1).complains("any-s takes it");
    folder.chop(&format!("{verify} --policy zip215 --signature low doc")).exits(2).complains("libsecp256k1");
    let ed25519 = Folder::signed();
    ed25519.chop("verify --key key.pub.pem --policy any-s doc").exits(2).complains("is for secp256k1");
}

#[test]
fn a_recoverable_signature_recovers_the_key_that_is_given() {
    let (folder, key) = fixed();
    let made = key.sign_digest_recoverable(&Digest::eip191(b"hello\n"));
    let mut bytes = made.to_bytes();
    folder.write("doc.sig", bytes);
    let verify = "verify --key pub --algorithm secp256k1 --hash eip191 doc";
    folder.chop(verify).exits(0);
    bytes[64] -= 27;
    folder.write("doc.sig", bytes);
    folder.chop(verify).exits(0);
    bytes[64] ^= 1;
    folder.write("doc.sig", bytes);
    folder.chop(verify).exits(1);
    bytes[64] = 2;
    folder.write("doc.sig", bytes);
    folder.chop(verify).exits(1).complains("0, 1, 27 or 28");
    assert!(RecoverableSignature::from_bytes(&bytes).is_err());
}

#[test]
fn v_beside_a_signature_says_which_key_made_it() {
    let (folder, key) = fixed();
    let made = key.sign_digest_recoverable(&Digest::keccak256(b"hello\n"));
    folder.write("doc.sig", made.signature().to_bytes());
    let verify = |v: u64| {
        folder.chop(&format!("verify --key pub --algorithm secp256k1 --hash keccak256 --v {v} doc")).code
    };
    let id = u64::from(made.recovery_id().to_byte());
    assert_eq!([id, id + 27, id + 35, id + 37].map(verify), [0; 4]);
    assert_eq!([id ^ 1, (id ^ 1) + 27, (id ^ 1) + 35, 2, 29].map(verify), [1; 5]);
    folder.write("doc.sig", made.signature().to_der());
    assert_eq!(verify(id), 1);
    let ed25519 = Folder::signed();
    ed25519.chop("verify --key key.pub.pem --v 27 doc").exits(2).complains("--v is for secp256k1");
}

#[test]
fn keys_are_converted_and_a_point_says_nothing_of_its_curve_in_33_bytes() {
    let folder = signed();
    for format in ["pem", "der", "hex"] {
        let secret = if format == "hex" { " --secret" } else { "" };
        let convert = format!("convert --key-format {format} --force");
        folder.chop(&format!("{convert}{secret} --out key.{format} key.pem")).exits(0);
        folder.chop(&format!("{convert} --out pub.{format} key.pub.pem")).exits(0);
        let named = if format == "hex" { " --algorithm secp256k1" } else { "" };
        let sign = format!("sign --key key.{format}{named} --hash sha256 --out sig --force doc");
        folder.chop(&sign).exits(0);
        let verify = format!("verify --key pub.{format}{named} --hash sha256 --signature sig doc");
        folder.chop(&verify).exits(0);
    }
    let (folder, _) = fixed();
    folder.write("doc.sig", "");
    // The x of a point of both curves.
    let keys = (1..=200).map(|number| SigningKey::from_bytes(&[number; 32]).unwrap().verifying_key());
    let is_of_both = |key: &VerifyingKey| sm2::VerifyingKey::from_slice(&key.to_compressed_bytes()).is_ok();
    let key = keys.into_iter().find(is_of_both).unwrap();
    folder.write("pub", hex(&key.to_compressed_bytes()));
    folder.chop("verify --key pub --hash sha256 doc").exits(2).complains("say --algorithm");
    let mut hybrid = key.to_bytes();
    hybrid[0] = 6 + (hybrid[64] & 1);
    folder.write("pub", hex(&hybrid));
    folder.chop("verify --key pub --algorithm secp256k1 --hash sha256 doc").exits(2).complains("hybrid");
}

#[test]
fn explain_names_the_dialect_and_the_call() {
    let (folder, key) = fixed();
    let explain = |signature: &[u8], hash: &str| {
        folder.write("doc.sig", signature);
        folder.chop(&format!("explain --key pub --algorithm secp256k1 --hash {hash} doc"))
    };
    let made = key.sign_digest_recoverable(&Digest::eip191(b"hello\n"));
    explain(&made.to_bytes(), "eip191").exits(0).says("OK");
    let said = explain(&made.to_bytes(), "keccak256").exits(1);
    let call = "chop verify --key pub --algorithm secp256k1 --hash eip191 --signature-format recoverable doc";
    assert!(said.out.contains("--hash eip191 --signature-format recoverable"), "{call}: {}", said.out);
    let made = key.sign_digest(&Digest::sha256(b"hello\n"));
    explain(&made.with_other_s().to_bytes(), "sha256").exits(1).says("--policy any-s");
    explain(&[*made.s_bytes(), *made.r_bytes()].concat(), "sha256").exits(1).says("no command");
    explain(&[1; 64], "sha256").exits(1).says("nothing that was tried");
}

#[test]
fn explain_compares_v_with_the_key_and_its_calls_verify() {
    let (folder, key) = fixed();
    let address = Address::of(&key.verifying_key()).to_string();
    let made = key.sign_digest_recoverable(&Digest::keccak256(b"hello\n"));
    let id = u64::from(made.recovery_id().to_byte());
    let explain = |hash: &str, v: &str| {
        let said = folder.chop(&format!("explain --key pub --algorithm secp256k1 --hash {hash}{v} doc"));
        let verify = folder.chop(&format!("verify --key pub --algorithm secp256k1 --hash {hash}{v} doc"));
        assert_eq!(said.code, verify.code, "{hash} {v}");
        said
    };
    let call = |said: &Said| {
        let line = said.out.lines().find_map(|line| line.trim_start().strip_prefix("chop "));
        line.unwrap_or_else(|| panic!("{}", said.out)).to_owned()
    };

    folder.write("doc.sig", made.signature().to_bytes());
    let said = explain("keccak256", &format!(" --v {}", 37 + id)).exits(0);
    let said = said.says("chain 1 (EIP-155)").says(&format!("address:     {address}\n"));
    said.says(&format!("recovered:   {address}\n"));
    let chain = |id: u64| format!(" --v {}", 37 + id);
    for (hash, v, right) in [
        ("keccak256", chain(1 - id), chain(id)),
        ("sha256", chain(1 - id), chain(id)),
        ("sha256", chain(id), chain(id)),
        ("keccak256", format!(" --v {}", 1 - id), format!(" --v {id}")),
        ("keccak256", " --v 30".to_owned(), format!(" --v {}", 27 + id)),
    ] {
        let said = explain(hash, &v).exits(1);
        let call = call(&said);
        assert!(call.contains(&format!("--hash keccak256 --signature-format raw{right}")), "{call}");
        folder.chop(&call).exits(0);
    }
    explain("keccak256", &chain(1 - id)).says("v, or the recovery id, is wrong");
    // A rule without recovery ids takes no v.
    let said = explain("keccak256", &format!(" --policy bitcoin-relay --v {}", 27 + id)).exits(1);
    folder.chop(&call(&said)).exits(0);
    let said = folder.chop("verify --key pub --algorithm secp256k1 --hash sha256 --v 27 doc").exits(1);
    said.complains("--hash sha256 --algorithm secp256k1 --v 27 doc");

    // v belongs to 64 bytes.
    folder.write("doc.sig", made.signature().to_der());
    let said = explain("keccak256", " --v 27").exits(1).says("--v belongs to a signature of 64 bytes");
    folder.chop(&call(&said)).exits(0);

    // Behind the signature, it cannot be corrected by an argument.
    let mut other = made.to_bytes();
    other[64] ^= 7;
    assert_eq!(u64::from(other[64]), 28 - id);
    folder.write("doc.sig", other);
    let said = explain("keccak256", "").exits(1).says("v, or the recovery id, is wrong");
    said.says(&format!("recovery id {id}, which is v {id}, {} or", 27 + id)).says("ends in another v");
    folder.chop("keygen --out ed.pem").exits(0);
    folder.chop("explain --key ed.pub.pem --v 27 doc").exits(2).complains("--v is for secp256k1");
}

#[test]
fn every_call_that_explain_gives_verifies() {
    let (folder, key) = fixed();
    let made = key.sign_digest_recoverable(&Digest::eip191(b"hello\n"));
    let (low, high) = (made.signature(), made.signature().with_other_s());
    let [v, wrong_v] = [made.to_bytes()[64], made.to_bytes()[64] ^ 7];
    let forms = [
        low.to_bytes().to_vec(),
        high.to_bytes().to_vec(),
        made.to_bytes().to_vec(),
        [&low.to_bytes()[..], &[wrong_v]].concat(),
        [&high.to_bytes()[..], &[wrong_v]].concat(),
        [&low.to_bytes()[..], &[v - 27]].concat(),
        [&[v][..], &low.to_bytes()].concat(),
        low.to_der().as_ref().to_vec(),
        high.to_der().as_ref().to_vec(),
        [low.to_der().as_ref(), &[1]].concat(),
    ];
    let (mut calls, mut without) = (0, 0);
    for (form, rule) in forms
        .iter()
        .flat_map(|form| ["libsecp256k1", "bitcoin-relay", "ethereum-transaction"].map(|rule| (form, rule)))
    {
        folder.write("doc.sig", form);
        for format in ["auto", "raw"] {
            let options = format!("--algorithm secp256k1 --hash sha256 --policy {rule}");
            let explain = format!("explain --key pub --json --signature-format {format} {options} doc");
            let said = folder.chop(&explain).exits(1).json();
            assert_eq!(said["dialects"].as_array().unwrap().len(), 1, "{form:?} {said}");
            match said["dialects"][0]["command"].as_str() {
                Some(call) => folder.chop(call.trim_start_matches("chop ")).exits(0),
                None => {
                    without += 1;
                    continue;
                }
            };
            calls += 1;
        }
    }
    // No argument helps with a wrong v behind r and s, nor with one before them. With the other s, the other v is right.
    assert_eq!((calls, without), (8 * 6, 2 * 6));
}

#[test]
fn inspect_tells_keys_addresses_and_signatures() {
    let (folder, key) = fixed();
    let address = Address::of(&key.verifying_key()).to_string();
    folder.chop("inspect --algorithm secp256k1 pub").exits(0).says("secp256k1").says(&address);
    folder.chop("inspect --algorithm secp256k1 key").exits(0).says("private key").says(&address);
    let made = key.sign_digest_recoverable(&Digest::sha256(b"hello\n"));
    let inspect = |bytes: &[u8]| {
        folder.write("sig", bytes);
        folder.chop("inspect --algorithm secp256k1 --json sig").exits(0).json()
    };
    let told = inspect(&made.to_bytes());
    assert_eq!(told["recovery_id"], made.recovery_id().to_byte());
    assert_eq!(told["r"], hex(made.signature().r_bytes()));
    assert_eq!((&told["low_s"], &told["strict"]), (&true.into(), &true.into()));
    let told = inspect(&made.signature().with_other_s().to_bytes());
    assert_eq!((&told["low_s"], &told["strict"]), (&false.into(), &true.into()));
    let mut lax = made.signature().to_der().as_ref().to_vec();
    assert_eq!(inspect(&lax)["strict"], true);
    folder.chop("inspect sig").exits(0).says("sm2 or secp256k1");
    lax.push(0);
    assert_eq!(inspect(&lax)["strict"], false);
}

#[test]
fn a_jwk_that_names_es256k_signs_and_verifies_with_sha256_alone() {
    let folder = Folder::new();
    folder.chop("keygen --algorithm secp256k1 --out key.pem").exits(0);
    for name in ["key", "key.pub"] {
        folder.chop(&format!("convert {name}.pem --key-format jwk --out {name}.jwk")).exits(0);
        let named = folder.text(&format!("{name}.jwk")).replacen('{', "{\"alg\":\"ES256K\",", 1);
        folder.write(&format!("{name}.jwk"), named);
    }
    folder.write("doc", "hello\n");
    let sign = |key: &str, hash: &str| folder.chop(&format!("sign --key {key} --hash {hash} --force doc"));
    let verify = |hash: &str| folder.chop(&format!("verify --key key.pub.jwk --hash {hash} doc"));
    sign("key.jwk", "sha256").exits(0);
    verify("sha256").exits(0);
    sign("key.jwk", "keccak256").exits(2).complains("alg names another algorithm");
    sign("key.pem", "keccak256").exits(0);
    verify("keccak256").exits(1).complains("alg names another algorithm");
    folder.chop("explain --key key.pub.jwk --hash keccak256 doc").exits(2).complains("alg names another");
    folder.write("key.pub.jwk", folder.text("key.pub.jwk").replace("ES256K", "ES256"));
    verify("sha256").exits(1).complains("alg names another algorithm");
}
