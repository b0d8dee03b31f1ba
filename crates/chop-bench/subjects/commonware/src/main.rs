//! commonware-cryptography-curve25519, ready to be measured. It chooses its implementation at run time.
//!
//! It signs a frame: the length of a namespace, the namespace, the message. With an empty namespace that
//! is a zero byte before the message, and every message that is measured begins with one: so what follows it
//! is the message here, and all subjects hash the same 32 bytes.

use chop_bench::about::{About, ConstantTime, pinned};
use chop_bench::scheme::{Batch, Scheme, batches, signatures, verdicts_with_batch};
use chop_bench::subject::{Case, Subject};
use commonware_codec::{Copying, DecodeExt};
use commonware_cryptography::{BatchEntry, BatchVerifier};
use commonware_cryptography_curve25519::signing::{Signature, SigningKey, VerifyingKey};
use commonware_parallel::Sequential;
use getrandom::SysRng;
use rand_core::UnwrapErr;

const NAMESPACE: &[u8] = b"";

fn main() {
    Subject {
        about: About {
            name: "commonware curve25519".to_owned(),
            version: pinned(include_str!("../Cargo.toml"), "commonware-cryptography-curve25519"),
            language: "Rust".to_owned(),
            rule: "zip-215".to_owned(),
            constant_time: ConstantTime::Yes,
        },
        level: "auto",
        operations: &["keygen", "sign", "verify", "verify_all", "verify_all_same"],
        routes: &["verify", "verify_all"],
        prepare: &|name, size| {
            signatures::<Commonware>(name, size)
                .or_else(|| batches::<Commonware>(name, size))
                .unwrap_or_else(|| panic!("an unknown operation: {name}"))
        },
        verdicts: &verdicts_with_batch::<Commonware>,
    }
    .serve();
}

/// What follows the frame of an empty namespace.
fn unframed(message: &[u8]) -> &[u8] {
    &message[1..]
}

fn signature(bytes: &[u8; 64]) -> Signature {
    Signature::decode(Copying(bytes)).expect("64 bytes")
}

struct Commonware;

impl Scheme for Commonware {
    type Signer = SigningKey;
    type Public = [u8; 32];
    type Key = VerifyingKey;

    fn signer(secret: &[u8; 32]) -> SigningKey {
        SigningKey::decode(Copying(secret)).expect("every seed is a key")
    }

    fn public(signer: &SigningKey) -> [u8; 32] {
        signer.verifying_key().as_ref().try_into().expect("32 bytes")
    }

    fn sign(signer: &SigningKey, message: &[u8]) -> [u8; 64] {
        signer.sign(NAMESPACE, unframed(message)).as_ref().try_into().expect("64 bytes")
    }

    /// The point is decoded by each verification.
    fn parse(public: &[u8]) -> Option<VerifyingKey> {
        VerifyingKey::decode(Copying(public)).ok()
    }

    fn verify_parsed(key: &VerifyingKey, message: &[u8], bytes: &[u8; 64]) -> bool {
        key.verify(NAMESPACE, unframed(message), &signature(bytes))
    }

    fn takes(case: &Case) -> bool {
        case.message.first() == Some(&0)
    }
}

impl Batch for Commonware {
    /// On one thread, with randomness of the system.
    fn verify_all(items: &[(&[u8], &[u8], &[u8; 64])]) -> bool {
        let keys: Option<Vec<VerifyingKey>> = items.iter().map(|(key, ..)| Commonware::parse(key)).collect();
        let Some(keys) = keys else { return false };
        let items: Vec<(&VerifyingKey, &[u8], Signature)> = items
            .iter()
            .zip(&keys)
            .map(|((_, message, bytes), key)| (key, *message, signature(bytes)))
            .collect();
        VerifyingKey::verify_batch(
            &mut UnwrapErr(SysRng),
            &items,
            |_, (key, message, signature)| BatchEntry {
                namespace: NAMESPACE,
                message: unframed(message),
                public_key: key,
                signature,
            },
            &Sequential,
        )
    }
}
