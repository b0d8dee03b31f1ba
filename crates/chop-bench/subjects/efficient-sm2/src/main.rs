//! efficient-sm2, ready to be measured: its functions for digests. It has none for many, and no prepared keys.

use chop_bench::inputs::{Inputs, ROUND, WARM_KEYS, fold, fold_all, groups};
use chop_bench::subject::{Prepared, serve};
use efficient_sm2::{DefaultRand, KeyPair, PublicKey, Signature};

fn main() {
    serve("portable", prepare);
}

struct Signed {
    key: PublicKey,
    digest: [u8; 32],
    signature: Signature,
}

fn key(secret: &[u8; 32]) -> KeyPair {
    KeyPair::new(secret).expect("a key")
}

/// With the randomness that the crate takes where no digest is given.
fn sign(key: &KeyPair, digest: &[u8; 32]) -> Signature {
    key.sign_digest(&mut DefaultRand(rand::rng()), digest).expect("a signature")
}

fn verify(signed: &Signed) -> u64 {
    u64::from(signed.signature.verify_digest(&signed.key, &signed.digest).is_ok())
}

/// `n` signatures, input `i` by the key of secret `i mod keys`.
fn signed(n: usize, keys: usize) -> Vec<Signed> {
    let inputs = Inputs::new(n);
    let keys: Vec<KeyPair> = inputs.seeds[..keys].iter().map(key).collect();
    let sign = |(i, digest): (usize, &[u8; 32])| {
        let key = &keys[i % keys.len()];
        Signed { key: key.public_key(), digest: *digest, signature: sign(key, digest) }
    };
    inputs.messages.iter().enumerate().map(sign).collect()
}

fn public(secret: &[u8; 32]) -> u64 {
    fold(key(secret).public_key().bytes_less_safe())
}

fn verify_each(size: usize, keys: usize) -> Prepared {
    Prepared::new(groups(signed(ROUND.max(size), keys), size), |group: &Vec<Signed>| {
        fold_all(group.iter().map(verify))
    })
}

fn prepare(name: &str, size: usize) -> Prepared {
    let n = ROUND.max(size);
    let Inputs { seeds, messages } = Inputs::new(n);
    match name {
        "sm2_keygen" => Prepared::new(seeds, public),
        "sm2_keygen_many" => {
            Prepared::new(groups(seeds, size), |secrets: &Vec<[u8; 32]>| fold_all(secrets.iter().map(public)))
        }
        // Nonces differ, so there is nothing to compare but that a signature was made.
        "sm2_sign" => {
            let signers = seeds.iter().map(key).zip(messages).collect();
            Prepared::new(signers, |(key, digest): &(KeyPair, _)| u64::from(sign(key, digest).r() != [0; 32]))
        }
        "sm2_sign_many" => {
            let signers = groups(seeds.iter().map(key).zip(messages).collect(), size);
            Prepared::new(signers, |group: &Vec<(KeyPair, [u8; 32])>| {
                fold_all(group.iter().map(|(key, digest)| u64::from(sign(key, digest).r() != [0; 32])))
            })
        }
        "sm2_verify" | "sm2_verify_prepared" => Prepared::new(signed(ROUND, ROUND), verify),
        "sm2_verify_each" => verify_each(size, n),
        "sm2_verify_each_prepared" => verify_each(size, WARM_KEYS),
        _ => panic!("an unknown operation: {name}"),
    }
}
