//! chop, ready to be measured. The environment variable `CHOP_LEVEL` chooses the level; without it, it is
//! the fastest that the processor has.

mod bip340;
mod points;
mod secp256k1;
mod sm2;
mod verdicts;

use chop::ed25519::{self, Item, Policy, PreparedVerifyingKey, Signature, SigningKey, VerifyingKey};
use chop::level::{self, Level};
use chop::x25519::{PublicKey, StaticSecret, exchange_many, public_key_many};
use chop_bench::about::{About, ConstantTime};
use chop_bench::inputs::{COLD_KEYS, HOT_KEYS, Inputs, ROUND, WARM_KEYS, fold, fold_all, groups};
use chop_bench::subject::{Prepared, Subject};
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    if let Ok(name) = std::env::var("CHOP_LEVEL") {
        let level = Level::from_name(&name);
        if level.is_none() {
            eprintln!("this processor has no level {name}");
            return ExitCode::from(2);
        }
        level::force(level);
    }
    let routes = verdicts::routes();
    Subject {
        about: About {
            name: "chop".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "Rust".to_owned(),
            rule: Policy::DEFAULT.id().expect("the default has a name").to_owned(),
            constant_time: ConstantTime::Yes,
        },
        level: level::current().name(),
        operations: &OPERATIONS,
        routes: &routes.iter().map(String::as_str).collect::<Vec<_>>(),
        prepare: &prepare,
        verdicts: &verdicts::verdicts,
    }
    .serve();
    ExitCode::SUCCESS
}

/// Of schemes. It has a function for all of them, and for those of points.
const OPERATIONS: [&str; 41] = [
    "keygen",
    "keygen_many",
    "sign",
    "sign_decoded",
    "sign_many",
    "verify",
    "verify_decoded",
    "verify_prepared",
    "verify_each",
    "verify_each_decoded",
    "verify_each_prepared",
    "verify_each_prepared_1024",
    "verify_all",
    "verify_all_decoded",
    "verify_all_same",
    "x25519_public",
    "x25519_public_many",
    "x25519_shared",
    "x25519_shared_many",
    "sm2_keygen",
    "sm2_keygen_many",
    "sm2_sign",
    "sm2_sign_many",
    "sm2_verify",
    "sm2_verify_prepared",
    "sm2_verify_each",
    "sm2_verify_each_prepared",
    "secp256k1_keygen",
    "secp256k1_keygen_many",
    "secp256k1_sign",
    "secp256k1_sign_many",
    "secp256k1_verify",
    "secp256k1_verify_prepared",
    "secp256k1_verify_each",
    "secp256k1_verify_each_prepared",
    "secp256k1_recover",
    "secp256k1_recover_many",
    "bip340_sign",
    "bip340_verify",
    "bip340_verify_each",
    "bip340_verify_all",
];

/// A signature with all that is needed to verify it.
struct Signed {
    encoding: [u8; 32],
    key: VerifyingKey,
    message: [u8; 32],
    signature: Signature,
}

/// `n` signatures, input `i` by the key of seed `i mod keys`.
fn signed(n: usize, keys: usize) -> Vec<Signed> {
    let inputs = Inputs::new(n);
    let keys: Vec<SigningKey> = inputs.seeds[..keys].iter().map(SigningKey::from_seed).collect();
    let sign = |(i, message): (usize, &[u8; 32])| {
        let key = &keys[i % keys.len()];
        let (public, signature) = (key.verifying_key(), key.sign(message));
        Signed { encoding: public.to_bytes(), key: public, message: *message, signature }
    };
    inputs.messages.iter().enumerate().map(sign).collect()
}

/// The same, with their prepared keys.
fn signed_prepared(n: usize, keys: usize) -> Vec<(Rc<PreparedVerifyingKey>, Signed)> {
    let signed = signed(n, keys);
    let keys: Vec<_> =
        signed[..keys].iter().map(|input| Rc::new(PreparedVerifyingKey::new(&input.key))).collect();
    signed.into_iter().enumerate().map(|(i, input)| (keys[i % keys.len()].clone(), input)).collect()
}

fn secrets_with_publics(inputs: &Inputs) -> Vec<(StaticSecret, PublicKey)> {
    let publics = inputs.messages.iter().map(|secret| StaticSecret::from_bytes(secret).public_key());
    inputs.seeds.iter().map(StaticSecret::from_bytes).zip(publics).collect()
}

fn verify_each(items: &[Item<'_>]) -> u64 {
    fold_all(ed25519::verify_each(items, Policy::DEFAULT).iter().map(u64::from))
}

/// The items go round `keys` prepared keys; where a group is smaller, the next one goes on with the next key.
fn verify_each_prepared(size: usize, keys: usize) -> Prepared {
    let signed = signed_prepared(ROUND.max(size).max(keys), keys);
    Prepared::new(groups(signed, size), |group: &Vec<(Rc<PreparedVerifyingKey>, Signed)>| {
        let items: Vec<Item<'_>> =
            group.iter().map(|(key, s)| Item::new(&**key, &s.message, &s.signature)).collect();
        verify_each(&items)
    })
}

/// Keys as 32 bytes.
fn verify_all(signed: &[Signed]) -> u64 {
    let items: Vec<Item<'_>> =
        signed.iter().map(|s| Item::new(&s.encoding, &s.message, &s.signature)).collect();
    u64::from(ed25519::verify_all(&items, Policy::DEFAULT).is_ok())
}

fn prepare(name: &str, size: usize) -> Prepared {
    // For an operation on many, `size` is how many; one round is at least one group of them.
    let n = ROUND.max(size);
    let inputs = Inputs::new(n);
    match name {
        "keygen" => {
            Prepared::new(inputs.seeds, |seed| fold(SigningKey::from_seed(seed).verifying_key().as_bytes()))
        }
        "keygen_many" => Prepared::new(groups(inputs.seeds, size), |seeds: &Vec<[u8; 32]>| {
            let keys: Vec<SigningKey> = ed25519::keygen_many(seeds);
            fold_all(keys.iter().map(|key| fold(key.verifying_key().as_bytes())))
        }),
        // A key keeps its expanded secret.
        "sign" | "sign_decoded" => {
            let keys = inputs.seeds.iter().map(SigningKey::from_seed);
            Prepared::new(keys.zip(inputs.messages).collect(), |(key, message): &(SigningKey, _)| {
                fold(&key.sign(message).to_bytes())
            })
        }
        "sign_many" => {
            let keys = inputs.seeds.iter().map(SigningKey::from_seed);
            let signers: Vec<_> = keys.zip(inputs.messages).collect();
            Prepared::new(groups(signers, size), |group: &Vec<(SigningKey, [u8; 32])>| {
                let items: Vec<(&SigningKey, &[u8])> =
                    group.iter().map(|(key, message)| (key, &message[..])).collect();
                fold_all(ed25519::sign_many(&items).iter().map(|signature| fold(&signature.to_bytes())))
            })
        }
        "verify" => Prepared::new(signed(ROUND, ROUND), |input| {
            let item = Item::new(&input.encoding, &input.message, &input.signature);
            u64::from(item.verify(Policy::DEFAULT).is_ok())
        }),
        "verify_decoded" => Prepared::new(signed(ROUND, ROUND), |input| {
            u64::from(input.key.verify(&input.message, &input.signature).is_ok())
        }),
        "verify_prepared" => Prepared::new(signed_prepared(ROUND, HOT_KEYS), |(key, input)| {
            u64::from(key.verify(&input.message, &input.signature).is_ok())
        }),
        "verify_each" => Prepared::new(groups(signed(n, n), size), |group: &Vec<Signed>| {
            let items: Vec<Item<'_>> =
                group.iter().map(|s| Item::new(&s.encoding, &s.message, &s.signature)).collect();
            verify_each(&items)
        }),
        "verify_each_decoded" => Prepared::new(groups(signed(n, n), size), |group: &Vec<Signed>| {
            let items: Vec<Item<'_>> =
                group.iter().map(|s| Item::new(&s.key, &s.message, &s.signature)).collect();
            verify_each(&items)
        }),
        "verify_each_prepared" => verify_each_prepared(size, WARM_KEYS),
        "verify_each_prepared_1024" => verify_each_prepared(size, COLD_KEYS),
        "verify_all" => Prepared::new(vec![signed(size, size)], |batch| verify_all(batch)),
        "verify_all_decoded" => Prepared::new(vec![signed(size, size)], |signed: &Vec<Signed>| {
            let items: Vec<Item<'_>> =
                signed.iter().map(|s| Item::new(&s.key, &s.message, &s.signature)).collect();
            u64::from(ed25519::verify_all(&items, Policy::DEFAULT).is_ok())
        }),
        "verify_all_same" => Prepared::new(groups(signed(n, 1), size), |batch| verify_all(batch)),
        "x25519_public" => Prepared::new(inputs.seeds, |secret| {
            fold(StaticSecret::from_bytes(secret).public_key().as_bytes())
        }),
        "x25519_public_many" => {
            let secrets = inputs.seeds.iter().map(StaticSecret::from_bytes).collect();
            Prepared::new(groups(secrets, size), |group: &Vec<StaticSecret>| {
                let publics = public_key_many(&group.iter().collect::<Vec<_>>());
                fold_all(publics.iter().map(|public| fold(public.as_bytes())))
            })
        }
        "x25519_shared" => Prepared::new(secrets_with_publics(&inputs), |(secret, public)| {
            fold(secret.exchange(public).expect("an honest key").as_bytes())
        }),
        "x25519_shared_many" => {
            let pairs = groups(secrets_with_publics(&inputs), size);
            Prepared::new(pairs, |group: &Vec<(StaticSecret, PublicKey)>| {
                let pairs: Vec<_> = group.iter().map(|(secret, public)| (secret, public)).collect();
                let shared = exchange_many(&pairs);
                fold_all(shared.iter().map(|shared| fold(shared.as_ref().expect("an honest key").as_bytes())))
            })
        }
        _ => points::prepare(name, size)
            .or_else(|| secp256k1::prepare(name, size))
            .or_else(|| bip340::prepare(name, size))
            .unwrap_or_else(|| sm2::prepare(name, size)),
    }
}
