//! chop, ready to be measured. The environment variable `CHOP_LEVEL` chooses the level.

use chop::ed25519::{self, Item, Policy, PreparedVerifyingKey, Signature, SigningKey, VerifyingKey};
use chop::level::{self, Level};
use chop::x25519::{PublicKey, StaticSecret};
use chop_bench::inputs::{HOT_KEYS, Inputs, ROUND, fold};
use chop_bench::subject::{Prepared, serve};
use std::rc::Rc;

fn main() {
    if let Ok(name) = std::env::var("CHOP_LEVEL") {
        let level = Level::from_name(&name);
        assert!(level.is_some(), "this processor has no level {name}");
        level::force(level);
    }
    serve(level::current().name(), prepare);
}

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

fn prepare(name: &str, size: usize) -> Prepared {
    let Inputs { seeds, messages } = Inputs::new(ROUND);
    match name {
        "keygen" => Prepared::new(seeds, |seed| fold(SigningKey::from_seed(seed).verifying_key().as_bytes())),
        "sign" => {
            let keys = seeds.iter().map(SigningKey::from_seed);
            Prepared::new(keys.zip(messages).collect(), |(key, message): &(SigningKey, _)| {
                fold(&key.sign(message).to_bytes())
            })
        }
        "verify" => Prepared::new(signed(ROUND, ROUND), |input| {
            let key = VerifyingKey::from_bytes(&input.encoding).expect("a key");
            u64::from(key.verify(&input.message, &input.signature).is_ok())
        }),
        "verify_decoded" => Prepared::new(signed(ROUND, ROUND), |input| {
            u64::from(input.key.verify(&input.message, &input.signature).is_ok())
        }),
        "verify_prepared" => {
            let signed = signed(ROUND, HOT_KEYS);
            let keys: Vec<_> = signed[..HOT_KEYS]
                .iter()
                .map(|input| Rc::new(PreparedVerifyingKey::new(&input.key)))
                .collect();
            let inputs = signed.into_iter().enumerate().map(|(i, input)| (keys[i % HOT_KEYS].clone(), input));
            Prepared::new(inputs.collect(), |(key, input)| {
                u64::from(key.verify(&input.message, &input.signature).is_ok())
            })
        }
        "verify_all" => Prepared::new(vec![signed(size, size)], |signed: &Vec<Signed>| {
            let items: Vec<Item<'_>> =
                signed.iter().map(|s| Item::new(&s.encoding, &s.message, &s.signature)).collect();
            u64::from(ed25519::verify_all(&items, Policy::DEFAULT).is_ok())
        }),
        "verify_all_decoded" => Prepared::new(vec![signed(size, size)], |signed: &Vec<Signed>| {
            let items: Vec<Item<'_>> =
                signed.iter().map(|s| Item::new(&s.key, &s.message, &s.signature)).collect();
            u64::from(ed25519::verify_all(&items, Policy::DEFAULT).is_ok())
        }),
        "x25519_public" => {
            Prepared::new(seeds, |secret| fold(StaticSecret::from_bytes(secret).public_key().as_bytes()))
        }
        "x25519_shared" => {
            let publics = messages.iter().map(|secret| StaticSecret::from_bytes(secret).public_key());
            let secrets = seeds.iter().map(StaticSecret::from_bytes);
            Prepared::new(secrets.zip(publics).collect(), |(secret, public): &(StaticSecret, PublicKey)| {
                fold(secret.exchange(public).expect("an honest key").as_bytes())
            })
        }
        _ => panic!("an unknown operation: {name}"),
    }
}
