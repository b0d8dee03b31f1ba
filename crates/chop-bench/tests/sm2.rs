//! SM2 beside the crates sm2 and efficient-sm2, and beside gmsm in Go: equal nonces of RFC 6979, verdicts and
//! ciphertexts both ways.

mod common;

use ::sm2::dsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
use ::sm2::dsa::signature::{MultipartVerifier, Verifier};
use ::sm2::pke::Mode;
use chop::Error;
use chop::sm2::{self, Digest, Form, Id, Signature, SigningKey};
use common::random;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A key of both.
fn keys(secret: &[u8; 32], id: &str) -> Option<(SigningKey, ::sm2::dsa::SigningKey)> {
    let ours = SigningKey::from_bytes(secret);
    let theirs = ::sm2::dsa::SigningKey::from_slice(id, secret);
    assert!(ours.is_ok() || secret[..4] == [0xff; 4], "{secret:02x?}");
    Some((ours.ok()?, theirs.ok()?))
}

#[test]
fn keys_signatures_and_verdicts_are_those_of_the_crate_sm2() {
    let mut random = random("keys_signatures_and_verdicts_are_those_of_the_crate_sm2");
    let mut rejected = 0;
    for i in 0..300 {
        let id = ["1234567812345678", "", "TLSv1.3+GM+Cipher+Suite"][i % 3];
        let secret: [u8; 32] = random.bytes();
        let Some((ours, theirs)) = keys(&secret, id) else { continue };
        let public = ours.verifying_key();
        assert_eq!(public.to_bytes()[..], theirs.verifying_key().to_sec1_bytes()[..]);
        let id = Id::new(id.as_bytes()).expect("short");

        // The same nonce of RFC 6979 for the same digest, and so the same bytes.
        let mut e: [u8; 32] = random.bytes();
        if i % 4 == 0 {
            e[..8].fill(0xff); // above n
        }
        let digest = Digest::from_bytes(e);
        let signature = ours.sign_prehashed(&digest);
        let expected: ::sm2::dsa::Signature = theirs.sign_prehash(&e).expect("a signature");
        assert_eq!(signature.to_bytes()[..], expected.to_bytes()[..], "{secret:02x?} {e:02x?}");

        // Messages both ways.
        let message: [u8; 32] = random.bytes();
        let message = &message[..i % 33];
        let signed = ours.with_id(&id).sign_hedged(message).expect("randomness");
        let theirs_of_ours = ::sm2::dsa::Signature::from_slice(&signed.to_bytes()).expect("in range");
        theirs.verifying_key().verify(message, &theirs_of_ours).expect("ours, verified by them");
        theirs.verifying_key().multipart_verify(&[message, b""], &theirs_of_ours).expect("in parts");

        // One changed bit: the same verdict.
        let mut changed = signed.to_bytes();
        changed[i % 64] ^= 1 << (i % 8);
        let ours_says = Signature::from_bytes(&changed)
            .and_then(|signature| public.with_id(&id).verify(message, &signature));
        let they_say = ::sm2::dsa::Signature::from_slice(&changed)
            .and_then(|signature| theirs.verifying_key().verify(message, &signature));
        assert_eq!(ours_says.is_ok(), they_say.is_ok());
        rejected += usize::from(ours_says.is_err());
        assert!(theirs.verifying_key().verify_prehash(&e, &expected).is_ok());
    }
    assert!(rejected > 250);
}

#[test]
fn digests_signed_by_efficient_sm2_verify_and_ours_there() {
    let mut random = random("digests_signed_by_efficient_sm2_verify_and_ours_there");
    for _ in 0..200 {
        let (secret, e): ([u8; 32], [u8; 32]) = (random.bytes(), random.bytes());
        let Ok(ours) = SigningKey::from_bytes(&secret) else { continue };
        let theirs = efficient_sm2::KeyPair::new(&secret).expect("a key");
        let public = ours.verifying_key();
        assert_eq!(public.to_bytes()[..], *theirs.public_key().bytes_less_safe());
        let digest = Digest::from_bytes(e);
        let signature = ours.sign_prehashed_hedged(&digest).expect("randomness");
        efficient_sm2::Signature::from_slice(&signature.to_bytes())
            .expect("a signature")
            .verify_digest(&theirs.public_key(), &e)
            .expect("ours, verified by them");
        let made = theirs.sign(b"message").expect("a signature");
        let made = Signature::from_components(made.r(), made.s()).expect("in range");
        public.verify(b"message", &made).expect("theirs, verified by us");
    }
}

#[test]
fn ciphertexts_of_the_crate_sm2_decrypt_and_ours_there() {
    let mut random = random("ciphertexts_of_the_crate_sm2_decrypt_and_ours_there");
    for i in 1..100 {
        let secret: [u8; 32] = random.bytes();
        let Ok(key) = SigningKey::from_bytes(&secret) else { continue };
        let message: Vec<u8> = (0..i).map(|_| random.bytes::<1>()[0]).collect();
        for (form, mode) in [(Form::C1C3C2, Mode::C1C3C2), (Form::C1C2C3, Mode::C1C2C3)] {
            let scalar = *::sm2::SecretKey::from_slice(&secret).expect("a key").to_nonzero_scalar();
            let scalar = ::sm2::NonZeroScalar::new(scalar).expect("not 0");
            let theirs = ::sm2::pke::DecryptingKey::new_with_mode(scalar, mode);
            let ciphertext = sm2::encrypt(&key.verifying_key(), &message, form).expect("a message");
            assert_eq!(theirs.decrypt(&ciphertext).expect("ours, decrypted by them"), message);
        }
    }
}

/// The Go program.
struct Gmsm(Child);

impl Gmsm {
    /// Builds and starts it; nothing where there is no Go or its module cannot be had.
    fn start() -> Option<Gmsm> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("gmsm");
        let program = std::env::temp_dir().join(format!("chop-bench-gmsm-{}", std::process::id()));
        let mut build = Command::new("go");
        build.args(["build", "-o"]).arg(&program).arg(".").current_dir(source);
        if !build.status().is_ok_and(|status| status.success()) {
            println!("skipped: gmsm cannot be built here (Go, and its module, are needed)");
            return None;
        }
        let child = Command::new(&program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let child = child.expect("what was built starts");
        // The running program keeps its file.
        let _ = std::fs::remove_file(program);
        Some(Gmsm(child))
    }

    fn ask(&mut self, words: &[&str]) -> String {
        let input = self.0.stdin.as_mut().expect("an input");
        writeln!(input, "{}", words.join(" ")).expect("it reads");
        let mut byte = [0];
        let mut line = String::new();
        // A byte at a time: what is read ahead would be lost.
        let output = self.0.stdout.as_mut().expect("an output");
        while std::io::Read::read(output, &mut byte).expect("it writes") == 1 && byte[0] != b'\n' {
            line.push(char::from(byte[0]));
        }
        line
    }
}

impl Drop for Gmsm {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

fn hex(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "-".to_owned();
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("hex")).collect()
}

#[test]
fn gmsm_reads_what_we_write_and_we_read_what_it_writes() {
    let Some(mut gmsm) = Gmsm::start() else { return };
    let mut random = random("gmsm_reads_what_we_write_and_we_read_what_it_writes");
    for i in 0..200 {
        let secret: [u8; 32] = random.bytes();
        let Ok(key) = SigningKey::from_bytes(&secret) else { continue };
        let public = key.verifying_key();
        let encoded = hex(&public.to_bytes());
        // Without an identifier gmsm takes the default one.
        let id = [&b"1234567812345678"[..], b"alice", b"TLSv1.3+GM+Cipher+Suite"][i % 3];
        let bound = Id::new(id).expect("short");
        let message: Vec<u8> = (0..i).map(|_| random.bytes::<1>()[0]).collect();

        let signature = key.with_id(&bound).sign_hedged(&message).expect("randomness").to_der();
        let answer = gmsm.ask(&["verify", &encoded, &hex(id), &hex(&message), &hex(signature.as_ref())]);
        assert_eq!(answer, "true");
        let made = unhex(&gmsm.ask(&["sign", &hex(&secret), &hex(id), &hex(&message)]));
        let made = Signature::from_der(&made).expect("strict DER");
        public.with_id(&bound).verify(&message, &made).expect("its signature");
        let other = gmsm.ask(&["verify", &encoded, &hex(b"bob"), &hex(&message), &hex(signature.as_ref())]);
        assert_eq!(other, "false");

        // Where t is all zeros, gmsm encrypts anew, but with the shared point of the first try in place of the public key, so
        // nobody can decrypt what comes out; and its decryption refuses a C2 that is all zeros. One ciphertext in 256 of a
        // message of one byte is either.
        if message.len() < 8 {
            continue;
        }
        for (form, name) in [(Form::C1C3C2, "c1c3c2"), (Form::C1C2C3, "c1c2c3"), (Form::Der, "der")] {
            let ciphertext = sm2::encrypt(&public, &message, form).expect("a message");
            assert_eq!(gmsm.ask(&["decrypt", &hex(&secret), name, &hex(&ciphertext)]), hex(&message));
            let made = unhex(&gmsm.ask(&["encrypt", &encoded, name, &hex(&message)]));
            assert_eq!(sm2::decrypt(&key, &made, form).expect("its ciphertext").as_bytes(), message);
            let mut changed = made;
            let last = changed.len() - 1;
            changed[last] ^= 1;
            assert_eq!(sm2::decrypt(&key, &changed, form).err(), Some(Error::Ciphertext));
        }
    }
}
