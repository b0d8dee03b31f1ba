//! efficient-sm2, ready to be measured: its functions for digests. It has none for many, and no prepared keys.

use chop_bench::about::{About, ConstantTime, pinned};
use chop_bench::scheme::{Scheme, serve};
use efficient_sm2::{DefaultRand, KeyPair, PublicKey, Signature};

fn main() {
    let about = About {
        name: "efficient-sm2".to_owned(),
        version: pinned(include_str!("../Cargo.toml"), "efficient-sm2"),
        language: "Rust".to_owned(),
        rule: "GB/T 32918".to_owned(),
        constant_time: ConstantTime::No,
    };
    serve::<EfficientSm2>(about, "portable");
}

struct EfficientSm2;

impl Scheme for EfficientSm2 {
    const PREFIX: &'static str = "sm2_";
    const DETERMINISTIC: bool = false;
    type Signer = KeyPair;
    type Public = [u8; 65];
    type Key = PublicKey;

    fn signer(secret: &[u8; 32]) -> KeyPair {
        KeyPair::new(secret).expect("a key")
    }

    fn public(signer: &KeyPair) -> [u8; 65] {
        signer.public_key().bytes_less_safe().try_into().expect("65 bytes")
    }

    /// With the randomness that the crate takes where no digest is given.
    fn sign(signer: &KeyPair, digest: &[u8]) -> [u8; 64] {
        let signature = signer.sign_digest(&mut DefaultRand(rand::rng()), digest).expect("a signature");
        [signature.r(), signature.s()].concat().try_into().expect("two halves of 32 bytes")
    }

    /// Not looked at before it is used.
    fn parse(public: &[u8]) -> Option<PublicKey> {
        Some(PublicKey::from_slice(public.get(1..65)?))
    }

    fn verify_parsed(key: &PublicKey, digest: &[u8], signature: &[u8; 64]) -> bool {
        Signature::from_slice(signature).is_ok_and(|signature| signature.verify_digest(key, digest).is_ok())
    }
}
