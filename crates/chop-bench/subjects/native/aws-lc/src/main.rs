//! aws-lc-rs, ready to be measured.

use aws_lc_rs::agreement::{self, PrivateKey, agree};
use aws_lc_rs::error::Unspecified;
use aws_lc_rs::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use chop_bench::about::{About, ConstantTime, pinned};
use chop_bench::scheme::{Exchange, Scheme, exchanges, signatures, verdicts};
use chop_bench::subject::Subject;

fn main() {
    Subject {
        about: About {
            name: "aws-lc-rs".to_owned(),
            version: pinned(include_str!("../Cargo.toml"), "aws-lc-rs"),
            language: "C, assembly".to_owned(),
            rule: "rfc8032-cofactorless".to_owned(),
            constant_time: ConstantTime::Yes,
        },
        level: "auto",
        operations: &["keygen", "sign", "verify", "x25519_public", "x25519_shared"],
        routes: &["verify"],
        prepare: &|name, size| {
            signatures::<AwsLc>(name, size)
                .or_else(|| exchanges::<X25519>(name, size))
                .unwrap_or_else(|| panic!("an unknown operation: {name}"))
        },
        verdicts: &verdicts::<AwsLc>,
    }
    .serve();
}

struct AwsLc;

impl Scheme for AwsLc {
    type Signer = Ed25519KeyPair;
    type Public = [u8; 32];
    type Key = [u8; 32];

    fn signer(secret: &[u8; 32]) -> Ed25519KeyPair {
        Ed25519KeyPair::from_seed_unchecked(secret).expect("every seed is a key")
    }

    fn public(signer: &Ed25519KeyPair) -> [u8; 32] {
        signer.public_key().as_ref().try_into().expect("32 bytes")
    }

    fn sign(signer: &Ed25519KeyPair, message: &[u8]) -> [u8; 64] {
        signer.sign(message).as_ref().try_into().expect("64 bytes")
    }

    /// The point is decoded by each verification, parsed key or not.
    fn parse(public: &[u8]) -> Option<[u8; 32]> {
        public.try_into().ok()
    }

    fn verify_parsed(key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
        UnparsedPublicKey::new(&ED25519, key).verify(message, signature).is_ok()
    }
}

fn key(secret: &[u8; 32]) -> PrivateKey {
    PrivateKey::from_private_key(&agreement::X25519, secret).expect("every secret is a key")
}

struct X25519;

impl Exchange for X25519 {
    /// Its bytes, and the key that they make.
    type Secret = ([u8; 32], PrivateKey);

    fn secret(secret: &[u8; 32]) -> ([u8; 32], PrivateKey) {
        (*secret, key(secret))
    }

    /// A key computes its public key when it is made.
    fn public(secret: &([u8; 32], PrivateKey)) -> [u8; 32] {
        key(&secret.0).compute_public_key().expect("a public key").as_ref().try_into().expect("32 bytes")
    }

    fn shared(secret: &([u8; 32], PrivateKey), public: &[u8; 32]) -> [u8; 32] {
        let public = agreement::UnparsedPublicKey::new(&agreement::X25519, public);
        agree(&secret.1, public, Unspecified, |shared| shared.try_into().map_err(|_| Unspecified))
            .expect("an honest key")
    }
}
