//! graviola, ready to be measured.

use chop_bench::about::{About, ConstantTime, pinned};
use chop_bench::scheme::{Exchange, Scheme, exchanges, signatures, verdicts};
use chop_bench::subject::Subject;
use graviola::key_agreement::x25519::{PublicKey, StaticPrivateKey};
use graviola::signing::eddsa::{Ed25519SigningKey, Ed25519VerifyingKey};

fn main() {
    Subject {
        about: About {
            name: "graviola".to_owned(),
            version: pinned(include_str!("../Cargo.toml"), "graviola"),
            language: "Rust, assembly".to_owned(),
            rule: "rfc8032-cofactorless".to_owned(),
            constant_time: ConstantTime::Yes,
        },
        level: "auto",
        operations: &["keygen", "sign", "verify", "verify_decoded", "x25519_public", "x25519_shared"],
        routes: &["verify", "verify_decoded"],
        prepare: &|name, size| {
            signatures::<Graviola>(name, size)
                .or_else(|| exchanges::<X25519>(name, size))
                .unwrap_or_else(|| panic!("an unknown operation: {name}"))
        },
        verdicts: &verdicts::<Graviola>,
    }
    .serve();
}

struct Graviola;

impl Scheme for Graviola {
    type Signer = Ed25519SigningKey;
    type Public = [u8; 32];
    type Key = Ed25519VerifyingKey;

    fn signer(secret: &[u8; 32]) -> Ed25519SigningKey {
        Ed25519SigningKey::from_bytes(secret).expect("every seed is a key")
    }

    fn public(signer: &Ed25519SigningKey) -> [u8; 32] {
        signer.public_key().as_bytes()
    }

    fn sign(signer: &Ed25519SigningKey, message: &[u8]) -> [u8; 64] {
        signer.sign(message)
    }

    fn parse(public: &[u8]) -> Option<Ed25519VerifyingKey> {
        Ed25519VerifyingKey::from_bytes(public).ok()
    }

    fn verify_parsed(key: &Ed25519VerifyingKey, message: &[u8], signature: &[u8; 64]) -> bool {
        key.verify(signature, message).is_ok()
    }
}

struct X25519;

impl Exchange for X25519 {
    type Secret = StaticPrivateKey;

    fn secret(secret: &[u8; 32]) -> StaticPrivateKey {
        StaticPrivateKey::from_array(secret)
    }

    fn public(secret: &StaticPrivateKey) -> [u8; 32] {
        secret.public_key().as_bytes()
    }

    fn shared(secret: &StaticPrivateKey, public: &[u8; 32]) -> [u8; 32] {
        secret.diffie_hellman(&PublicKey::from_array(public)).expect("an honest key").0
    }
}
