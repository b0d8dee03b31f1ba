//! The crate sm2 of RustCrypto, ready to be measured: its functions for digests. It has none for many, and no
//! prepared keys.

use chop_bench::about::{About, ConstantTime, pinned};
use chop_bench::scheme::{Scheme, serve};
use sm2::dsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
use sm2::dsa::{Signature, SigningKey, VerifyingKey};

fn main() {
    let about = About {
        name: "sm2 (RustCrypto)".to_owned(),
        version: pinned(include_str!("../Cargo.toml"), "sm2"),
        language: "Rust".to_owned(),
        rule: "GB/T 32918".to_owned(),
        constant_time: ConstantTime::Yes,
    };
    serve::<Sm2>(about, "portable");
}

/// The identifier of a key; digests have it in them already.
const ID: &str = "1234567812345678";

struct Sm2;

impl Scheme for Sm2 {
    const PREFIX: &'static str = "sm2_";
    /// Others take random nonces, so there is nothing to compare.
    const DETERMINISTIC: bool = false;
    type Signer = SigningKey;
    type Public = [u8; 65];
    type Key = VerifyingKey;

    fn signer(secret: &[u8; 32]) -> SigningKey {
        SigningKey::from_slice(ID, secret).expect("a key")
    }

    fn public(signer: &SigningKey) -> [u8; 65] {
        signer.verifying_key().to_sec1_bytes()[..].try_into().expect("an uncompressed point")
    }

    /// With the nonce of RFC 6979: the crate's own way.
    fn sign(signer: &SigningKey, digest: &[u8]) -> [u8; 64] {
        let signature: Signature = signer.sign_prehash(digest).expect("a signature");
        signature.to_bytes().into()
    }

    fn parse(public: &[u8]) -> Option<VerifyingKey> {
        VerifyingKey::from_sec1_bytes(ID, public).ok()
    }

    fn verify_parsed(key: &VerifyingKey, digest: &[u8], signature: &[u8; 64]) -> bool {
        Signature::from_slice(signature).is_ok_and(|signature| key.verify_prehash(digest, &signature).is_ok())
    }
}
