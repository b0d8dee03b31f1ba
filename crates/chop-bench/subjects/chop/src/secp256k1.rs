//! The operations of ECDSA on secp256k1.

use chop::secp256k1::{
    self, Digest, Item, PreparedVerifyingKey, RecoverableSignature, Rule, Signature, SigningKey, VerifyingKey,
};
use chop_bench::inputs::{HOT_KEYS, Inputs, ROUND, WARM_KEYS, fold, fold_all, groups};
use chop_bench::subject::{Case, Prepared};
use std::rc::Rc;

struct Signed {
    key: VerifyingKey,
    prepared: Option<Rc<PreparedVerifyingKey>>,
    digest: Digest,
    signature: Signature,
}

impl Signed {
    fn item(&self) -> Item<'_> {
        match &self.prepared {
            Some(key) => Item::of_digest(&**key, &self.digest, &self.signature),
            None => Item::of_digest(&self.key, &self.digest, &self.signature),
        }
    }
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
        let signature = key.sign_digest(&digest);
        Signed { key: key.verifying_key(), prepared: prepared.clone(), digest, signature }
    };
    inputs.messages.iter().enumerate().map(sign).collect()
}

type Recoverable = (RecoverableSignature, Digest);

/// `n` signatures that recover their keys.
fn recoverable(n: usize) -> Vec<Recoverable> {
    let Inputs { seeds, messages } = Inputs::new(n);
    let sign = |(secret, digest): (&[u8; 32], &[u8; 32])| {
        let digest = Digest::from_bytes(*digest);
        (key(secret).sign_digest_recoverable(&digest), digest)
    };
    seeds.iter().zip(&messages).map(sign).collect()
}

fn verify_each(size: usize, keys: usize, prepared: bool) -> Prepared {
    let signed = signed(ROUND.max(size).max(keys), keys, prepared);
    Prepared::new(groups(signed, size), |group: &Vec<Signed>| {
        let items: Vec<Item<'_>> = group.iter().map(Signed::item).collect();
        fold_all(secp256k1::verify_each(&items, Rule::LIBSECP256K1).iter().map(u64::from))
    })
}

/// The operation of this name, which begins with `secp256k1_`.
pub(crate) fn prepare(name: &str, size: usize) -> Option<Prepared> {
    let n = ROUND.max(size);
    let Inputs { seeds, messages } = Inputs::new(n);
    Some(match name.strip_prefix("secp256k1_")? {
        "keygen" => Prepared::new(seeds, |secret| fold(&key(secret).verifying_key().to_bytes())),
        "keygen_many" => Prepared::new(groups(seeds, size), |secrets: &Vec<[u8; 32]>| {
            let keys = secp256k1::keygen_many(secrets).expect("keys");
            fold_all(keys.iter().map(|key| fold(&key.verifying_key().to_bytes())))
        }),
        "sign" => {
            let signers = seeds.iter().map(key).zip(messages).collect();
            Prepared::new(signers, |(key, digest): &(SigningKey, [u8; 32])| {
                fold(&key.sign_digest(&Digest::from_bytes(*digest)).to_bytes())
            })
        }
        "sign_many" => {
            let signers = groups(seeds.iter().map(key).zip(messages).collect(), size);
            Prepared::new(signers, |group: &Vec<(SigningKey, [u8; 32])>| {
                let items: Vec<(&SigningKey, Digest)> =
                    group.iter().map(|(key, digest)| (key, Digest::from_bytes(*digest))).collect();
                let signatures = secp256k1::sign_digests(&items);
                fold_all(signatures.iter().map(|signature| fold(&signature.signature().to_bytes())))
            })
        }
        "verify" => Prepared::new(signed(ROUND, ROUND, false), |input: &Signed| {
            u64::from(input.key.verify_digest(&input.digest, &input.signature).is_ok())
        }),
        "verify_prepared" => Prepared::new(signed(ROUND, HOT_KEYS, true), |input: &Signed| {
            u64::from(input.item().verify(Rule::LIBSECP256K1).is_ok())
        }),
        "recover" => Prepared::new(recoverable(n), |(signature, digest)| {
            signature.recover(digest).map_or(0, |key| fold(&key.to_bytes()))
        }),
        "recover_many" => Prepared::new(groups(recoverable(n), size), |group: &Vec<Recoverable>| {
            let items: Vec<(&Digest, &RecoverableSignature)> =
                group.iter().map(|(signature, digest)| (digest, signature)).collect();
            let keys = secp256k1::recover_many(&items, Rule::ANY_S);
            fold_all(keys.iter().map(|key| key.map_or(0, |key| fold(&key.to_bytes()))))
        }),
        "verify_each" => verify_each(size, n, false),
        "verify_each_prepared" => verify_each(size, WARM_KEYS, true),
        _ => return None,
    })
}

/// The verdicts of the route that has this name after `secp256k1_`.
pub(crate) fn verdicts(operation: &str, cases: &[Case]) -> Vec<bool> {
    let is_prepared = operation.ends_with("_prepared");
    let read = |case: &Case| {
        let key = VerifyingKey::from_slice(&case.key).ok()?;
        let signature = Signature::from_bytes(&case.signature).ok()?;
        let digest = Digest::from_bytes(case.message[..].try_into().expect("32 bytes of digest"));
        let prepared = is_prepared.then(|| Rc::new(PreparedVerifyingKey::new(&key)));
        Some(Signed { key, prepared, digest, signature })
    };
    let cases: Vec<Option<Signed>> = cases.iter().map(read).collect();
    let rule = Rule::LIBSECP256K1;
    if operation.starts_with("verify_each") {
        let items: Vec<Item<'_>> = cases.iter().flatten().map(Signed::item).collect();
        let verdicts = secp256k1::verify_each(&items, rule);
        let mut verdicts = verdicts.iter();
        return cases
            .iter()
            .map(|case| case.is_some() && verdicts.next().expect("a verdict an item"))
            .collect();
    }
    cases.iter().map(|case| case.as_ref().is_some_and(|case| case.item().verify(rule).is_ok())).collect()
}
