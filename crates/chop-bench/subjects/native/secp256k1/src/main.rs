//! libsecp256k1, ready to be measured: ECDSA on the curve of Bitcoin, and BIP 340. The version is that of the Rust crate, which carries the library.

use chop_bench::about::{About, ConstantTime, pinned};
use chop_bench::scheme::{Recovery, Scheme, serve_secp256k1};
use secp256k1::ecdsa::{RecoverableSignature, Signature};
use secp256k1::{Keypair, Message, PublicKey, SecretKey, XOnlyPublicKey, schnorr};

fn main() {
    let about = About {
        name: "libsecp256k1".to_owned(),
        version: pinned(include_str!("../Cargo.toml"), "secp256k1"),
        language: "C".to_owned(),
        rule: "SEC 1, s below n/2; BIP 340".to_owned(),
        constant_time: ConstantTime::Yes,
    };
    serve_secp256k1::<Ecdsa, Schnorr>(about, "auto");
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

impl Recovery for Ecdsa {
    type Recoverable = RecoverableSignature;

    fn sign_recoverable(signer: &SecretKey, digest: &[u8; 32]) -> RecoverableSignature {
        RecoverableSignature::sign_ecdsa_recoverable(message(digest), signer)
    }

    fn recover(signature: &RecoverableSignature, digest: &[u8; 32]) -> Option<[u8; 65]> {
        signature.recover_ecdsa(message(digest)).ok().map(|key| key.serialize_uncompressed())
    }
}

struct Schnorr;

impl Scheme for Schnorr {
    const PREFIX: &'static str = "bip340_";
    type Signer = Keypair;
    type Public = [u8; 32];
    type Key = XOnlyPublicKey;

    fn signer(secret: &[u8; 32]) -> Keypair {
        Keypair::from_secret_key(&Ecdsa::signer(secret))
    }

    fn public(signer: &Keypair) -> [u8; 32] {
        signer.x_only_public_key().0.to_byte_array()
    }

    /// With auxiliary randomness of 32 zeros.
    fn sign(signer: &Keypair, message: &[u8]) -> [u8; 64] {
        schnorr::sign_with_aux_rand(message, signer, &[0; 32]).to_byte_array()
    }

    fn parse(public: &[u8]) -> Option<XOnlyPublicKey> {
        XOnlyPublicKey::from_byte_array(public.try_into().ok()?).ok()
    }

    fn verify_parsed(key: &XOnlyPublicKey, message: &[u8], signature: &[u8; 64]) -> bool {
        schnorr::verify(&schnorr::Signature::from_byte_array(*signature), message, key).is_ok()
    }
}

fn message(digest: &[u8]) -> Message {
    Message::from_digest(digest.try_into().expect("32 bytes"))
}
