//! ed25519-consensus, ready to be measured, on curve25519-dalek-ng.

use chop_bench::about::{About, ConstantTime, pinned};
use chop_bench::scheme::{Batch, Scheme, serve_with_batch};
use ed25519_consensus::{Signature, SigningKey, VerificationKey, VerificationKeyBytes, batch};

fn main() {
    let about = About {
        name: "ed25519-consensus".to_owned(),
        version: pinned(include_str!("../Cargo.toml"), "ed25519-consensus"),
        language: "Rust".to_owned(),
        rule: "zip-215".to_owned(),
        constant_time: ConstantTime::Yes,
    };
    serve_with_batch::<Consensus>(about, "auto");
}

struct Consensus;

impl Scheme for Consensus {
    type Signer = SigningKey;
    type Public = [u8; 32];
    type Key = VerificationKey;

    fn signer(secret: &[u8; 32]) -> SigningKey {
        SigningKey::from(*secret)
    }

    fn public(signer: &SigningKey) -> [u8; 32] {
        VerificationKeyBytes::from(signer).into()
    }

    fn sign(signer: &SigningKey, message: &[u8]) -> [u8; 64] {
        signer.sign(message).into()
    }

    fn parse(public: &[u8]) -> Option<VerificationKey> {
        VerificationKey::try_from(public).ok()
    }

    fn verify_parsed(key: &VerificationKey, message: &[u8], signature: &[u8; 64]) -> bool {
        key.verify(&Signature::from(*signature), message).is_ok()
    }
}

impl Batch for Consensus {
    /// With the generator that its documentation takes; signatures under equal keys are put together.
    fn verify_all(items: &[(&[u8], &[u8], &[u8; 64])]) -> bool {
        let mut batch = batch::Verifier::new();
        for (key, message, signature) in items {
            let Ok(key) = VerificationKeyBytes::try_from(*key) else { return false };
            batch.queue((key, Signature::from(**signature), message));
        }
        batch.verify(rand::thread_rng()).is_ok()
    }
}
