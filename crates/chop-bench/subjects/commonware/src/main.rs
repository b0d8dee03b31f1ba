//! commonware-cryptography-curve25519, ready to be measured. It chooses its implementation at run time.
//!
//! It signs a frame: the length of a namespace, the namespace, the message. With an empty namespace that
//! is a zero byte before the message, and every message of [`Inputs`] begins with one: so what follows it
//! is the message here, and all subjects hash the same 32 bytes.

use chop_bench::inputs::{Inputs, ROUND, fold, groups};
use chop_bench::subject::{Prepared, serve};
use commonware_codec::{Copying, DecodeExt};
use commonware_cryptography::{BatchEntry, BatchVerifier};
use commonware_cryptography_curve25519::signing::{Signature, SigningKey, VerifyingKey};
use commonware_parallel::Sequential;
use getrandom::SysRng;
use rand_core::UnwrapErr;

const NAMESPACE: &[u8] = b"";

fn main() {
    serve("auto", prepare);
}

/// A signature with all that is needed to verify it.
struct Signed {
    encoding: [u8; 32],
    message: [u8; 32],
    signature: Signature,
}

fn signing_key(seed: &[u8; 32]) -> SigningKey {
    SigningKey::decode(Copying(seed)).expect("every seed is a key")
}

/// The key of 32 bytes; the point is decoded by each verification.
fn verifying_key(encoding: &[u8; 32]) -> VerifyingKey {
    VerifyingKey::decode(Copying(encoding)).expect("32 bytes")
}

/// What follows the frame of an empty namespace.
fn unframed(message: &[u8; 32]) -> &[u8] {
    &message[1..]
}

/// `n` signatures, input `i` by the key of seed `i mod keys`.
fn signed(n: usize, keys: usize) -> Vec<Signed> {
    let inputs = Inputs::new(n);
    let keys: Vec<SigningKey> = inputs.seeds[..keys].iter().map(signing_key).collect();
    let sign = |(i, message): (usize, &[u8; 32])| {
        let key = &keys[i % keys.len()];
        let encoding = key.verifying_key().as_ref().try_into().expect("32 bytes");
        Signed { encoding, message: *message, signature: key.sign(NAMESPACE, unframed(message)) }
    };
    inputs.messages.iter().enumerate().map(sign).collect()
}

/// Keys as 32 bytes, on one thread, with randomness of the system.
fn verify_all(batch: &[Signed]) -> u64 {
    let keyed: Vec<(VerifyingKey, &Signed)> =
        batch.iter().map(|input| (verifying_key(&input.encoding), input)).collect();
    let valid = VerifyingKey::verify_batch(
        &mut UnwrapErr(SysRng),
        &keyed,
        |_, (key, input)| BatchEntry {
            namespace: NAMESPACE,
            message: unframed(&input.message),
            public_key: key,
            signature: &input.signature,
        },
        &Sequential,
    );
    u64::from(valid)
}

fn prepare(name: &str, size: usize) -> Prepared {
    let Inputs { seeds, messages } = Inputs::new(ROUND);
    match name {
        "keygen" => Prepared::new(seeds, |seed| fold(signing_key(seed).verifying_key().as_ref())),
        "sign" => {
            let keys = seeds.iter().map(signing_key);
            Prepared::new(keys.zip(messages).collect(), |(key, message): &(SigningKey, [u8; 32])| {
                fold(key.sign(NAMESPACE, unframed(message)).as_ref())
            })
        }
        "verify" => Prepared::new(signed(ROUND, ROUND), |input| {
            let key = verifying_key(&input.encoding);
            u64::from(key.verify(NAMESPACE, unframed(&input.message), &input.signature))
        }),
        "verify_all" => Prepared::new(vec![signed(size, size)], |batch| verify_all(batch)),
        "verify_all_same" => {
            Prepared::new(groups(signed(ROUND.max(size), 1), size), |batch| verify_all(batch))
        }
        _ => panic!("an unknown operation: {name}"),
    }
}
