//! The operations of BIP 340.

use chop::bip340::{self, Item, Signature, SigningKey, VerifyingKey};
use chop_bench::inputs::{Inputs, ROUND, fold, fold_all, groups};
use chop_bench::subject::{Case, Prepared};

struct Signed {
    key: VerifyingKey,
    message: Vec<u8>,
    signature: Signature,
}

impl Signed {
    fn item(&self) -> Item<'_> {
        Item::new(&self.key, &self.message, &self.signature)
    }
}

fn key(secret: &[u8; 32]) -> SigningKey {
    SigningKey::from_bytes(secret).expect("a key")
}

/// `n` signatures, each by a key of its own.
fn signed(n: usize) -> Vec<Signed> {
    let Inputs { seeds, messages } = Inputs::new(n);
    let sign = |(secret, message): (&[u8; 32], &[u8; 32])| {
        let key = key(secret);
        Signed { key: key.verifying_key(), message: message.to_vec(), signature: key.sign(message) }
    };
    seeds.iter().zip(&messages).map(sign).collect()
}

/// The operation of this name, which begins with `bip340_`.
pub(crate) fn prepare(name: &str, size: usize) -> Option<Prepared> {
    let n = ROUND.max(size);
    Some(match name.strip_prefix("bip340_")? {
        "sign" => {
            let Inputs { seeds, messages } = Inputs::new(n);
            let signers = seeds.iter().map(key).zip(messages).collect();
            Prepared::new(signers, |(key, message): &(SigningKey, [u8; 32])| {
                fold(&key.sign(message).to_bytes())
            })
        }
        "verify" => Prepared::new(signed(ROUND), |input: &Signed| u64::from(input.item().verify().is_ok())),
        "verify_each" => Prepared::new(groups(signed(n), size), |group: &Vec<Signed>| {
            let items: Vec<Item<'_>> = group.iter().map(Signed::item).collect();
            fold_all(bip340::verify_each(&items).iter().map(u64::from))
        }),
        "verify_all" => Prepared::new(vec![signed(size)], |batch: &Vec<Signed>| {
            let items: Vec<Item<'_>> = batch.iter().map(Signed::item).collect();
            u64::from(bip340::verify_all(&items).is_ok())
        }),
        _ => return None,
    })
}

/// The verdicts of the route that has this name after `bip340_`; one for all of `verify_all`.
pub(crate) fn verdicts(operation: &str, cases: &[Case]) -> Vec<bool> {
    let read = |case: &Case| {
        let key = VerifyingKey::from_slice(&case.key).ok()?;
        let signature = Signature::from_bytes(&case.signature);
        Some(Signed { key, message: case.message.clone(), signature })
    };
    let cases: Vec<Option<Signed>> = cases.iter().map(read).collect();
    let items: Vec<Item<'_>> = cases.iter().flatten().map(Signed::item).collect();
    let all_are_keys = items.len() == cases.len();
    match operation {
        "verify_all" => vec![all_are_keys && bip340::verify_all(&items).is_ok()],
        "verify_each" => {
            let verdicts = bip340::verify_each(&items);
            let mut verdicts = verdicts.iter();
            cases.iter().map(|case| case.is_some() && verdicts.next().expect("a verdict an item")).collect()
        }
        _ => {
            cases.iter().map(|case| case.as_ref().is_some_and(|case| case.item().verify().is_ok())).collect()
        }
    }
}
