//! The crate sm2 of RustCrypto, ready to be measured: its functions for digests. It has none for many, and no
//! prepared keys.

use chop_bench::inputs::{Inputs, ROUND, WARM_KEYS, fold, fold_all, groups};
use chop_bench::subject::{Prepared, serve};
use sm2::dsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
use sm2::dsa::{Signature, SigningKey, VerifyingKey};

fn main() {
    serve("portable", prepare);
}

struct Signed {
    key: VerifyingKey,
    digest: [u8; 32],
    signature: Signature,
}

fn key(secret: &[u8; 32]) -> SigningKey {
    SigningKey::from_slice("1234567812345678", secret).expect("a key")
}

/// With the nonce of RFC 6979: the crate's own way.
fn sign(key: &SigningKey, digest: &[u8; 32]) -> Signature {
    key.sign_prehash(digest).expect("a signature")
}

fn verify(signed: &Signed) -> u64 {
    u64::from(signed.key.verify_prehash(&signed.digest, &signed.signature).is_ok())
}

/// `n` signatures, input `i` by the key of secret `i mod keys`.
fn signed(n: usize, keys: usize) -> Vec<Signed> {
    let inputs = Inputs::new(n);
    let keys: Vec<SigningKey> = inputs.seeds[..keys].iter().map(key).collect();
    let sign = |(i, digest): (usize, &[u8; 32])| {
        let key = &keys[i % keys.len()];
        Signed { key: key.verifying_key().clone(), digest: *digest, signature: sign(key, digest) }
    };
    inputs.messages.iter().enumerate().map(sign).collect()
}

fn public(secret: &[u8; 32]) -> u64 {
    fold(&key(secret).verifying_key().to_sec1_bytes())
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
        "sm2_sign" => {
            let signers = seeds.iter().map(key).zip(messages).collect();
            Prepared::new(signers, |(key, digest): &(SigningKey, _)| {
                u64::from(sign(key, digest).to_bytes() != [0; 64])
            })
        }
        "sm2_sign_many" => {
            let signers = groups(seeds.iter().map(key).zip(messages).collect(), size);
            Prepared::new(signers, |group: &Vec<(SigningKey, [u8; 32])>| {
                fold_all(group.iter().map(|(key, digest)| u64::from(sign(key, digest).to_bytes() != [0; 64])))
            })
        }
        "sm2_verify" | "sm2_verify_prepared" => Prepared::new(signed(ROUND, ROUND), verify),
        "sm2_verify_each" => verify_each(size, n),
        "sm2_verify_each_prepared" => verify_each(size, WARM_KEYS),
        _ => panic!("an unknown operation: {name}"),
    }
}
