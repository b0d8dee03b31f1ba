//! Every route of chop to a verdict.

use crate::{bip340, secp256k1};
use chop::ed25519::{self, Item, Policy, PreparedVerifyingKey, Signature, VerifyingKey};
use chop::sm2;
use chop_bench::subject::Case;

/// Routes with the default policy.
const ROUTES: [&str; 19] = [
    "verify",
    "verify_decoded",
    "verify_prepared",
    "verify_each",
    "verify_each_decoded",
    "verify_each_prepared",
    "verify_all",
    "verify_all_decoded",
    "sm2_verify",
    "sm2_verify_prepared",
    "sm2_verify_each",
    "sm2_verify_each_prepared",
    "secp256k1_verify",
    "secp256k1_verify_prepared",
    "secp256k1_verify_each",
    "secp256k1_verify_each_prepared",
    "bip340_verify",
    "bip340_verify_each",
    "bip340_verify_all",
];

/// All routes: those above, and one at a time, many at a time and together with each named policy.
pub(crate) fn routes() -> Vec<String> {
    let named = Policy::NAMED.iter().flat_map(|named| {
        ["verify", "verify_each", "verify_all"].map(|operation| format!("{operation}@{}", named.id))
    });
    ROUTES.iter().map(|route| (*route).to_owned()).chain(named).collect()
}

/// The verdicts of a route; one for all of a route of `verify_all`.
pub(crate) fn verdicts(route: &str, cases: &[Case]) -> Vec<Option<bool>> {
    if let Some(operation) = route.strip_prefix("sm2_") {
        return sm2_verdicts(operation, cases).into_iter().map(Some).collect();
    }
    if let Some(operation) = route.strip_prefix("secp256k1_") {
        return secp256k1::verdicts(operation, cases).into_iter().map(Some).collect();
    }
    if let Some(operation) = route.strip_prefix("bip340_") {
        return bip340::verdicts(operation, cases).into_iter().map(Some).collect();
    }
    let (operation, policy) = match route.split_once('@') {
        Some((operation, name)) => (operation, Policy::from_name(name).expect("a named policy")),
        None => (route, Policy::DEFAULT),
    };
    let is_prepared = operation.ends_with("_prepared");
    let cases: Vec<Read> = cases.iter().map(|case| Read::new(case, is_prepared)).collect();
    let verdicts: Vec<bool> = match operation {
        "verify" => {
            let verify = |case: &Read| case.item().is_some_and(|item| item.verify(policy).is_ok());
            cases.iter().map(verify).collect()
        }
        "verify_decoded" => cases.iter().map(|case| case.verify(policy)).collect(),
        "verify_prepared" => cases.iter().map(|case| case.verify_prepared(policy)).collect(),
        "verify_each" => each(&cases, Read::item, policy),
        "verify_each_decoded" => each(&cases, Read::item_decoded, policy),
        "verify_each_prepared" => each(&cases, Read::item_prepared, policy),
        "verify_all" => vec![all(&cases, Read::item, policy)],
        "verify_all_decoded" => vec![all(&cases, Read::item_decoded, policy)],
        _ => panic!("an unknown route: {route}"),
    };
    verdicts.into_iter().map(Some).collect()
}

/// A case with its key, if it is a key; prepared, which takes the time of ten verifications, where that is asked for.
struct Read {
    encoding: [u8; 32],
    key: Option<VerifyingKey>,
    prepared: Option<PreparedVerifyingKey>,
    message: Vec<u8>,
    signature: Signature,
}

impl Read {
    fn new(case: &Case, is_prepared: bool) -> Read {
        let encoding: [u8; 32] = case.key[..].try_into().expect("32 bytes of key");
        let key = VerifyingKey::from_bytes(&encoding).ok();
        Read {
            encoding,
            key,
            prepared: key.filter(|_| is_prepared).map(|key| PreparedVerifyingKey::new(&key)),
            message: case.message.clone(),
            signature: Signature::from_bytes(&case.signature),
        }
    }

    fn verify(&self, policy: Policy) -> bool {
        let key = self.key.as_ref().map(|key| key.with_policy(policy));
        key.is_some_and(|key| key.verify(&self.message, &self.signature).is_ok())
    }

    fn verify_prepared(&self, policy: Policy) -> bool {
        let key = self.prepared.as_ref().map(|key| key.with_policy(policy));
        key.is_some_and(|key| key.verify(&self.message, &self.signature).is_ok())
    }

    fn item(&self) -> Option<Item<'_>> {
        Some(Item::new(&self.encoding, &self.message, &self.signature))
    }

    fn item_decoded(&self) -> Option<Item<'_>> {
        self.key.as_ref().map(|key| Item::new(key, &self.message, &self.signature))
    }

    fn item_prepared(&self) -> Option<Item<'_>> {
        self.prepared.as_ref().map(|key| Item::new(key, &self.message, &self.signature))
    }
}

/// What is no item, as its key does not decode, is invalid.
fn each(cases: &[Read], item: fn(&Read) -> Option<Item<'_>>, policy: Policy) -> Vec<bool> {
    let items: Vec<Option<Item<'_>>> = cases.iter().map(item).collect();
    let present: Vec<Item<'_>> = items.iter().flatten().copied().collect();
    let verdicts = ed25519::verify_each(&present, policy);
    let mut verdicts = verdicts.iter();
    items.iter().map(|item| item.is_some() && verdicts.next().expect("a verdict an item")).collect()
}

fn all(cases: &[Read], item: fn(&Read) -> Option<Item<'_>>, policy: Policy) -> bool {
    let items: Option<Vec<Item<'_>>> = cases.iter().map(item).collect();
    items.is_some_and(|items| ed25519::verify_all(&items, policy).is_ok())
}

fn sm2_verdicts(operation: &str, cases: &[Case]) -> Vec<bool> {
    let read = |case: &Case| {
        let key = sm2::VerifyingKey::from_slice(&case.key).ok()?;
        let prepared = sm2::PreparedVerifyingKey::new(&key);
        let digest = sm2::Digest::from_bytes(case.message[..].try_into().expect("32 bytes of digest"));
        Some((key, prepared, digest, sm2::Signature::from_bytes(&case.signature).ok()?))
    };
    let cases: Vec<_> = cases.iter().map(read).collect();
    let one =
        |verify: fn(&(sm2::VerifyingKey, sm2::PreparedVerifyingKey, sm2::Digest, sm2::Signature)) -> bool| {
            cases.iter().map(|case| case.as_ref().is_some_and(verify)).collect()
        };
    let many = |prepared: bool| {
        let present = cases.iter().flatten();
        let items: Vec<sm2::Item<'_>> = present
            .map(|(key, table, digest, signature)| match prepared {
                true => sm2::Item::prehashed(table, digest, signature),
                false => sm2::Item::prehashed(key, digest, signature),
            })
            .collect();
        let verdicts = sm2::verify_each(&items);
        let mut verdicts = verdicts.iter();
        cases.iter().map(|case| case.is_some() && verdicts.next().expect("a verdict an item")).collect()
    };
    match operation {
        "verify" => one(|(key, _, digest, signature)| key.verify_prehashed(digest, signature).is_ok()),
        "verify_prepared" => {
            one(|(_, key, digest, signature)| key.verify_prehashed(digest, signature).is_ok())
        }
        "verify_each" => many(false),
        "verify_each_prepared" => many(true),
        _ => panic!("an unknown route: sm2_{operation}"),
    }
}
