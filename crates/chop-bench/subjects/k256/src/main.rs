//! The crate k256 of RustCrypto, ready to be measured: its functions for digests, and BIP 340. It has none for many.

use chop_bench::about::{About, ConstantTime, pinned};
use chop_bench::scheme::{Recovery, Scheme, serve_secp256k1};
use k256::ecdsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
use k256::ecdsa::{RecoveryId, Signature, SigningKey, VerifyingKey};
use k256::schnorr;

fn main() {
    let about = About {
        name: "k256 (RustCrypto)".to_owned(),
        version: pinned(include_str!("../Cargo.toml"), "k256"),
        language: "Rust".to_owned(),
        rule: "SEC 1, s below n/2; BIP 340".to_owned(),
        constant_time: ConstantTime::Yes,
    };
    serve_secp256k1::<Ecdsa, Schnorr>(about, "portable");
}

struct Ecdsa;

impl Scheme for Ecdsa {
    const PREFIX: &'static str = "secp256k1_";
    type Signer = SigningKey;
    type Public = [u8; 65];
    type Key = VerifyingKey;

    fn signer(secret: &[u8; 32]) -> SigningKey {
        SigningKey::from_slice(secret).expect("a secret below n")
    }

    fn public(signer: &SigningKey) -> [u8; 65] {
        encoded(signer.verifying_key())
    }

    /// With the nonce of RFC 6979.
    fn sign(signer: &SigningKey, digest: &[u8]) -> [u8; 64] {
        let signature: Signature = signer.sign_prehash(digest).expect("a signature");
        signature.to_bytes().into()
    }

    fn parse(public: &[u8]) -> Option<VerifyingKey> {
        VerifyingKey::from_sec1_bytes(public).ok()
    }

    fn verify_parsed(key: &VerifyingKey, digest: &[u8], signature: &[u8; 64]) -> bool {
        Signature::from_slice(signature).is_ok_and(|signature| key.verify_prehash(digest, &signature).is_ok())
    }
}

fn encoded(key: &VerifyingKey) -> [u8; 65] {
    key.to_sec1_point(false).as_bytes().try_into().expect("an uncompressed point")
}

impl Recovery for Ecdsa {
    type Recoverable = (Signature, RecoveryId);

    fn sign_recoverable(signer: &SigningKey, digest: &[u8; 32]) -> (Signature, RecoveryId) {
        signer.sign_prehash_recoverable(digest)
    }

    fn recover((signature, id): &(Signature, RecoveryId), digest: &[u8; 32]) -> Option<[u8; 65]> {
        VerifyingKey::recover_from_prehash(digest, signature, *id).ok().map(|key| encoded(&key))
    }
}

struct Schnorr;

impl Scheme for Schnorr {
    const PREFIX: &'static str = "bip340_";
    type Signer = schnorr::SigningKey;
    type Public = [u8; 32];
    type Key = schnorr::VerifyingKey;

    fn signer(secret: &[u8; 32]) -> schnorr::SigningKey {
        schnorr::SigningKey::from_slice(secret).expect("a secret below n")
    }

    fn public(signer: &schnorr::SigningKey) -> [u8; 32] {
        signer.verifying_key().to_bytes().into()
    }

    /// With auxiliary randomness of 32 zeros.
    fn sign(signer: &schnorr::SigningKey, message: &[u8]) -> [u8; 64] {
        signer.sign_raw(message, &[0; 32]).expect("a signature").to_bytes()
    }

    fn parse(public: &[u8]) -> Option<schnorr::VerifyingKey> {
        schnorr::VerifyingKey::from_slice(public).ok()
    }

    fn verify_parsed(key: &schnorr::VerifyingKey, message: &[u8], signature: &[u8; 64]) -> bool {
        schnorr::Signature::try_from(&signature[..])
            .is_ok_and(|signature| key.verify_raw(message, &signature).is_ok())
    }
}
