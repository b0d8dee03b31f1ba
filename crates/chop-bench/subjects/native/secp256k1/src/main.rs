//! libsecp256k1, ready to be measured: ECDSA on the curve of Bitcoin. The version is that of the Rust crate, which carries the library.

use chop_bench::about::{About, ConstantTime, pinned};
use chop_bench::scheme::{Scheme, serve};
use secp256k1::ecdsa::Signature;
use secp256k1::{Message, PublicKey, SecretKey};

fn main() {
    let about = About {
        name: "libsecp256k1".to_owned(),
        version: pinned(include_str!("../Cargo.toml"), "secp256k1"),
        language: "C".to_owned(),
        rule: "SEC 1, s below n/2".to_owned(),
        constant_time: ConstantTime::Yes,
    };
    serve::<Ecdsa>(about, "auto");
}

struct Ecdsa;

impl Scheme for Ecdsa {
    const PREFIX: &'static str = "secp256k1_";
    type Signer = SecretKey;
    type Public = [u8; 65];
    type Key = PublicKey;

    fn signer(secret: &[u8; 32]) -> SecretKey {
        SecretKey::from_secret_bytes(*secret).expect("a secret below n")
    }

    fn public(signer: &SecretKey) -> [u8; 65] {
        PublicKey::from_secret_key(signer).serialize_uncompressed()
    }

    /// With the nonce of RFC 6979.
    fn sign(signer: &SecretKey, digest: &[u8]) -> [u8; 64] {
        signer.sign_ecdsa(message(digest)).serialize_compact()
    }

    fn parse(public: &[u8]) -> Option<PublicKey> {
        PublicKey::from_slice(public).ok()
    }

    fn verify_parsed(key: &PublicKey, digest: &[u8], signature: &[u8; 64]) -> bool {
        Signature::from_compact(signature)
            .is_ok_and(|signature| signature.verify(message(digest), key).is_ok())
    }
}

fn message(digest: &[u8]) -> Message {
    Message::from_digest(digest.try_into().expect("32 bytes"))
}
