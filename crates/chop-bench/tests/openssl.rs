//! OpenSSL's program verifies our signatures with our key files, and we verify its.

mod common;

use chop::ed25519::{Signature, SigningKey, VerifyingKey};
use common::random;
use std::path::Path;
use std::process::Command;

/// Runs `openssl` with these arguments in `folder`; its output if it succeeds.
fn openssl(folder: &Path, arguments: &[&str]) -> Option<Vec<u8>> {
    let output = Command::new("openssl").args(arguments).current_dir(folder).output().ok()?;
    output.status.success().then_some(output.stdout)
}

/// A new folder, removed at the end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("chop-bench-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for temporary files");
        Folder(path)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.0.join(name), content).expect("a temporary file");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).expect("a temporary file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether there is an `openssl` that signs with Ed25519; says so if not.
fn present(test: &str) -> bool {
    let folder = Folder::new(test);
    let arguments = ["genpkey", "-algorithm", "ed25519", "-out", "key.pem"];
    let present = openssl(&folder.0, &arguments).is_some();
    if !present {
        println!("skipped: {test}: there is no openssl program with Ed25519");
    }
    present
}

#[test]
fn openssl_verifies_our_signatures_with_our_keys() {
    let test = "openssl_verifies_our_signatures_with_our_keys";
    let mut random = random(test);
    if !present(test) {
        return;
    }
    let folder = Folder::new("ours");
    for i in 0..40 {
        // This program refuses an empty message.
        let message = random.vec(1 + 37 * i);
        let key = SigningKey::from_seed(&random.bytes());
        let signature = key.sign(&message);
        folder.write("message", &message);
        folder.write("signature", signature.to_bytes());
        folder.write("public.pem", key.verifying_key().to_public_key_pem().expect("a key file"));
        let verify = "pkeyutl -verify -pubin -inkey public.pem -rawin -in message -sigfile signature";
        let arguments: Vec<&str> = verify.split(' ').collect();
        assert!(openssl(&folder.0, &arguments).is_some(), "{message:?} {signature:?}");
        // Our private key file is read too, and gives the same signature.
        folder.write("private.pem", key.to_pkcs8_pem().expect("a key file").as_str());
        let sign = "pkeyutl -sign -inkey private.pem -rawin -in message -out theirs";
        let arguments: Vec<&str> = sign.split(' ').collect();
        assert!(openssl(&folder.0, &arguments).is_some(), "{message:?}");
        assert_eq!(folder.read("theirs"), signature.to_bytes());
        // And what is altered is refused.
        let mut altered = signature.to_bytes();
        altered[random.below(64)] ^= 1 << random.below(8);
        folder.write("signature", altered);
        let arguments: Vec<&str> = verify.split(' ').collect();
        assert!(openssl(&folder.0, &arguments).is_none(), "{message:?} {altered:?}");
    }
}

#[test]
fn we_verify_openssls_signatures_with_its_keys() {
    let test = "we_verify_openssls_signatures_with_its_keys";
    let mut random = random(test);
    if !present(test) {
        return;
    }
    let folder = Folder::new("theirs");
    for i in 0..40 {
        let message = random.vec(1 + 37 * i);
        folder.write("message", &message);
        for command in [
            "genpkey -algorithm ed25519 -out private.pem",
            "pkey -in private.pem -pubout -out public.pem",
            "pkeyutl -sign -inkey private.pem -rawin -in message -out signature",
        ] {
            let arguments: Vec<&str> = command.split(' ').collect();
            assert!(openssl(&folder.0, &arguments).is_some(), "openssl {command}");
        }
        let text = |name| String::from_utf8(folder.read(name)).expect("PEM is text");
        let public = VerifyingKey::from_public_key_pem(&text("public.pem")).expect("its public key");
        let private = SigningKey::from_pkcs8_pem(&text("private.pem")).expect("its private key");
        assert_eq!(private.verifying_key(), public);
        let signature = Signature::from_slice(&folder.read("signature")).expect("64 bytes");
        public.verify(&message, &signature).expect("its signature is valid");
        assert_eq!(private.sign(&message), signature);
    }
}
