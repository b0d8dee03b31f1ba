//! The operations of SM2.

use chop::sm2::{self, Digest, Item, PreparedVerifyingKey, Signature, SigningKey, VerifyingKey};
use chop_bench::inputs::{HOT_KEYS, Inputs, ROUND, WARM_KEYS, fold, fold_all, groups};
use chop_bench::subject::Prepared;
use std::rc::Rc;

struct Signed {
    key: VerifyingKey,
    prepared: Option<Rc<PreparedVerifyingKey>>,
    digest: Digest,
    signature: Signature,
}

fn key(secret: &[u8; 32]) -> SigningKey {
    SigningKey::from_bytes(secret).expect("a key")
}

/// `n` signatures, input `i` by the key of secret `i mod keys`.
fn signed(n: usize, keys: usize, prepared: bool) -> Vec<Signed> {
    let inputs = Inputs::new(n);
    let keys: Vec<(SigningKey, Option<Rc<PreparedVerifyingKey>>)> = inputs.seeds[..keys]
        .iter()
        .map(|secret| {
            let key = key(secret);
            let table = prepared.then(|| Rc::new(PreparedVerifyingKey::new(&key.verifying_key())));
            (key, table)
        })
        .collect();
    let sign = |(i, digest): (usize, &[u8; 32])| {
        let (key, prepared) = &keys[i % keys.len()];
        let digest = Digest::from_bytes(*digest);
        let signature = key.sign_prehashed(&digest);
        Signed { key: key.verifying_key(), prepared: prepared.clone(), digest, signature }
    };
    inputs.messages.iter().enumerate().map(sign).collect()
}

fn verify_each(size: usize, keys: usize, prepared: bool) -> Prepared {
    let signed = signed(ROUND.max(size).max(keys), keys, prepared);
    Prepared::new(groups(signed, size), |group: &Vec<Signed>| {
        let items: Vec<Item<'_>> = group
            .iter()
            .map(|s| match &s.prepared {
                Some(key) => Item::prehashed(&**key, &s.digest, &s.signature),
                None => Item::prehashed(&s.key, &s.digest, &s.signature),
            })
            .collect();
        fold_all(sm2::verify_each(&items).iter().map(u64::from))
    })
}

/// The operation of this name.
pub(crate) fn prepare(name: &str, size: usize) -> Prepared {
    let n = ROUND.max(size);
    let Inputs { seeds, messages } = Inputs::new(n);
    match name {
        "sm2_keygen" => Prepared::new(seeds, |secret| fold(&key(secret).verifying_key().to_bytes())),
        "sm2_keygen_many" => Prepared::new(groups(seeds, size), |secrets: &Vec<[u8; 32]>| {
            let keys = sm2::keygen_many(secrets).expect("keys");
            fold_all(keys.iter().map(|key| fold(&key.verifying_key().to_bytes())))
        }),
        "sm2_sign" => {
            let signers = seeds.iter().map(key).zip(messages).collect();
            Prepared::new(signers, |(key, digest): &(SigningKey, [u8; 32])| {
                let signature = key.sign_prehashed_hedged(&Digest::from_bytes(*digest)).expect("randomness");
                u64::from(signature.r_bytes() != &[0; 32])
            })
        }
        "sm2_sign_many" => {
            let signers = groups(seeds.iter().map(key).zip(messages).collect(), size);
            Prepared::new(signers, |group: &Vec<(SigningKey, [u8; 32])>| {
                let items: Vec<(&SigningKey, &[u8])> =
                    group.iter().map(|(key, message)| (key, &message[..])).collect();
                let signatures = sm2::sign_many_hedged(&items).expect("randomness");
                fold_all(signatures.iter().map(|signature| u64::from(signature.r_bytes() != &[0; 32])))
            })
        }
        "sm2_verify" => Prepared::new(signed(ROUND, ROUND, false), |input| {
            u64::from(input.key.verify_prehashed(&input.digest, &input.signature).is_ok())
        }),
        "sm2_verify_prepared" => Prepared::new(signed(ROUND, HOT_KEYS, true), |input: &Signed| {
            let key = input.prepared.as_ref().expect("prepared");
            u64::from(key.verify_prehashed(&input.digest, &input.signature).is_ok())
        }),
        "sm2_verify_each" => verify_each(size, n, false),
        "sm2_verify_each_prepared" => verify_each(size, WARM_KEYS, true),
        _ => panic!("an unknown operation: {name}"),
    }
}
