//! ed25519-dalek and x25519-dalek, ready to be measured. The backend is chosen when this is built.

mod points;

use chop_bench::about::{About, ConstantTime, pinned};
use chop_bench::inputs::{Inputs, ROUND, fold};
use chop_bench::scheme::{Batch, Exchange, Scheme, batches, exchanges, signatures, verdicts_with_batch};
use chop_bench::subject::{Case, Prepared, Subject};
use ed25519_dalek::hazmat::{ExpandedSecretKey, raw_sign};
use ed25519_dalek::{Sha512, Signature, Signer, SigningKey, Verifier, VerifyingKey, verify_batch};
use x25519_dalek::{PublicKey, StaticSecret};

const LEVEL: &str = if cfg!(curve25519_dalek_backend = "serial") {
    "serial"
} else if cfg!(curve25519_dalek_backend = "avx512") {
    "avx512"
} else {
    "auto"
};

fn main() {
    Subject {
        about: About {
            name: "ed25519-dalek".to_owned(),
            version: pinned(include_str!("../Cargo.toml"), "ed25519-dalek"),
            language: "Rust".to_owned(),
            rule: "stdlib".to_owned(),
            constant_time: ConstantTime::Yes,
        },
        level: LEVEL,
        operations: &[
            "keygen",
            "sign",
            "sign_decoded",
            "verify",
            "verify_decoded",
            "verify_all",
            "verify_all_decoded",
            "x25519_public",
            "x25519_shared",
        ],
        routes: &["verify", "verify_decoded", "verify_all", "verify@dalek-strict"],
        prepare: &|name, size| {
            sign_decoded(name)
                .or_else(|| signatures::<Dalek>(name, size))
                .or_else(|| batches::<Dalek>(name, size))
                .or_else(|| exchanges::<X25519>(name, size))
                .or_else(|| points::prepare(name, size))
                .unwrap_or_else(|| panic!("an unknown operation: {name}"))
        },
        verdicts: &|route, cases| match route {
            "verify@dalek-strict" => cases.iter().map(|case| Some(verify_strict(case))).collect(),
            _ => verdicts_with_batch::<Dalek>(route, cases),
        },
    }
    .serve();
}

struct Dalek;

impl Scheme for Dalek {
    type Signer = SigningKey;
    type Public = [u8; 32];
    type Key = VerifyingKey;

    fn signer(secret: &[u8; 32]) -> SigningKey {
        SigningKey::from_bytes(secret)
    }

    fn public(signer: &SigningKey) -> [u8; 32] {
        signer.verifying_key().to_bytes()
    }

    fn sign(signer: &SigningKey, message: &[u8]) -> [u8; 64] {
        signer.sign(message).to_bytes()
    }

    fn parse(public: &[u8]) -> Option<VerifyingKey> {
        VerifyingKey::from_bytes(public.try_into().ok()?).ok()
    }

    fn verify_parsed(key: &VerifyingKey, message: &[u8], signature: &[u8; 64]) -> bool {
        key.verify(message, &Signature::from_bytes(signature)).is_ok()
    }
}

impl Batch for Dalek {
    /// All keys are decoded, even where they are equal.
    fn verify_all(items: &[(&[u8], &[u8], &[u8; 64])]) -> bool {
        let keys: Option<Vec<VerifyingKey>> = items.iter().map(|(key, ..)| Dalek::parse(key)).collect();
        let Some(keys) = keys else { return false };
        let items: Vec<_> = items
            .iter()
            .zip(&keys)
            .map(|((_, message, signature), key)| (key, *message, *signature))
            .collect();
        Dalek::verify_all_parsed(&items) == Some(true)
    }

    fn verify_all_parsed(items: &[(&VerifyingKey, &[u8], &[u8; 64])]) -> Option<bool> {
        let keys: Vec<VerifyingKey> = items.iter().map(|(key, ..)| **key).collect();
        let messages: Vec<&[u8]> = items.iter().map(|(_, message, _)| *message).collect();
        let signatures: Vec<Signature> =
            items.iter().map(|(.., signature)| Signature::from_bytes(signature)).collect();
        Some(verify_batch(&messages, &signatures, &keys).is_ok())
    }
}

fn verify_strict(case: &Case) -> bool {
    let signature = Signature::from_bytes(&case.signature);
    Dalek::parse(&case.key).is_some_and(|key| key.verify_strict(&case.message, &signature).is_ok())
}

struct X25519;

impl Exchange for X25519 {
    type Secret = StaticSecret;

    fn secret(secret: &[u8; 32]) -> StaticSecret {
        StaticSecret::from(*secret)
    }

    fn public(secret: &StaticSecret) -> [u8; 32] {
        PublicKey::from(secret).to_bytes()
    }

    fn shared(secret: &StaticSecret, public: &[u8; 32]) -> [u8; 32] {
        secret.diffie_hellman(&PublicKey::from(*public)).to_bytes()
    }
}

/// The operation `sign_decoded`: `sign` expands the seed in each call.
fn sign_decoded(name: &str) -> Option<Prepared> {
    let Inputs { seeds, messages } = (name == "sign_decoded").then(|| Inputs::new(ROUND))?;
    let keys = seeds
        .iter()
        .map(|seed| (ExpandedSecretKey::from(seed), SigningKey::from_bytes(seed).verifying_key()));
    Some(Prepared::new(
        keys.zip(messages).collect(),
        |((secret, public), message): &((ExpandedSecretKey, VerifyingKey), [u8; 32])| {
            fold(&raw_sign::<Sha512>(secret, message, public).to_bytes())
        },
    ))
}
