//! ring, ready to be measured. It has no parsed keys, and no X25519 with a given secret.

use chop_bench::about::{About, ConstantTime, pinned};
use chop_bench::scheme::{Scheme, serve};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

fn main() {
    let about = About {
        name: "ring".to_owned(),
        version: pinned(include_str!("../Cargo.toml"), "ring"),
        language: "Rust, C, assembly".to_owned(),
        rule: "stdlib".to_owned(),
        constant_time: ConstantTime::Yes,
    };
    serve::<Ring>(about, "auto");
}

struct Ring;

impl Scheme for Ring {
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

    /// The point is decoded by each verification.
    fn parse(public: &[u8]) -> Option<[u8; 32]> {
        public.try_into().ok()
    }

    fn verify_parsed(key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
        UnparsedPublicKey::new(&ED25519, key).verify(message, signature).is_ok()
    }
}
