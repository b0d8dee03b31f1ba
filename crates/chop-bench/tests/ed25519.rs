//! Ed25519 beside ed25519-dalek 3, ed25519-dalek 2 and ed25519-zebra: equal keys, signatures, verdicts.

mod common;

use chop::ed25519::{
    Context, Item, KeyRef, Policy, PreparedVerifyingKey, Signature, SigningKey, VerifyingKey, find_invalid,
    verify_all, verify_all_deterministic, verify_each,
};
use chop::level::{self, Level};
use common::{Case, case, lifted_encodings, random, small_order_encodings};
use sha2::{Digest, Sha512};

#[test]
fn keys_and_signatures_are_those_of_dalek_and_zebra() {
    use ed25519_dalek::Signer;
    let mut random = random("keys_and_signatures_are_those_of_dalek_and_zebra");
    for i in 0..1000 {
        let seed: [u8; 32] = random.bytes();
        let message = random.vec(i % 300);
        let (ours, dalek) = (SigningKey::from_seed(&seed), ed25519_dalek::SigningKey::from_bytes(&seed));
        let dalek_2 = ed25519_dalek_2::SigningKey::from_bytes(&seed);
        let zebra = ed25519_zebra::SigningKey::from(seed);
        let signature = ours.sign(&message).to_bytes();
        assert_eq!(ours.verifying_key().to_bytes(), dalek.verifying_key().to_bytes(), "{seed:?}");
        assert_eq!(signature, dalek.sign(&message).to_bytes(), "{seed:?} {message:?}");
        assert_eq!(signature, ed25519_dalek_2::Signer::sign(&dalek_2, &message).to_bytes());
        assert_eq!(signature, zebra.sign(&message).to_bytes());
    }
}

#[test]
fn prehashed_signatures_are_those_of_dalek() {
    let mut random = random("prehashed_signatures_are_those_of_dalek");
    for i in 0..500 {
        let seed: [u8; 32] = random.bytes();
        let (message, context) = (random.vec(i % 300), random.vec(i % 256));
        let (ours, dalek) = (SigningKey::from_seed(&seed), ed25519_dalek::SigningKey::from_bytes(&seed));
        let hasher = Sha512::new_with_prefix(&message);
        let ours = ours.ph(Context::new(&context).ok());
        let signature = ours.sign(&message);
        assert_eq!(ours.sign_prehashed(&hasher.clone().finalize().into()), signature);
        let theirs = dalek.sign_prehashed(hasher.clone(), Some(&context)).expect("a context");
        assert_eq!(signature.to_bytes(), theirs.to_bytes(), "{seed:?} {message:?} {context:?}");
        let public = VerifyingKey::from_bytes(dalek.verifying_key().as_bytes()).expect("a key");
        public.ph(Context::new(&context).ok()).verify(&message, &signature).expect("valid");
        dalek.verifying_key().verify_prehashed(hasher, Some(&context), &signature).expect("valid");
    }
}

/// A rival's verdict, and the policy that is said to be the same.
struct Rival {
    name: &'static str,
    policy: Policy,
    verify: fn(&Case) -> bool,
}

const RIVALS: [Rival; 4] = [
    Rival {
        name: "ed25519-dalek 3 verify",
        policy: Policy::STDLIB,
        verify: |case| {
            use ed25519_dalek::{Signature, Verifier, VerifyingKey};
            let signature = Signature::from_bytes(&case.signature);
            VerifyingKey::from_bytes(&case.key).is_ok_and(|key| key.verify(&case.message, &signature).is_ok())
        },
    },
    Rival {
        name: "ed25519-dalek 3 verify_strict",
        policy: Policy::DALEK_STRICT,
        verify: |case| {
            use ed25519_dalek::{Signature, VerifyingKey};
            let signature = Signature::from_bytes(&case.signature);
            VerifyingKey::from_bytes(&case.key)
                .is_ok_and(|key| key.verify_strict(&case.message, &signature).is_ok())
        },
    },
    Rival {
        name: "ed25519-dalek 2 verify with legacy_compatibility",
        policy: Policy::LEGACY,
        verify: |case| {
            use ed25519_dalek_2::{Signature, Verifier, VerifyingKey};
            let signature = Signature::from_bytes(&case.signature);
            VerifyingKey::from_bytes(&case.key).is_ok_and(|key| key.verify(&case.message, &signature).is_ok())
        },
    },
    Rival {
        name: "ed25519-zebra 5 verify",
        policy: Policy::ZIP_215,
        verify: |case| {
            use ed25519_zebra::{Signature, VerificationKey};
            let signature = Signature::from_bytes(&case.signature);
            VerificationKey::try_from(case.key).is_ok_and(|key| key.verify(&signature, &case.message).is_ok())
        },
    },
];

/// chop's verdict of one signature by itself.
fn verify(case: &Case, policy: Policy) -> bool {
    let signature = Signature::from_bytes(&case.signature);
    VerifyingKey::from_bytes(&case.key)
        .is_ok_and(|key| key.with_policy(policy).verify(&case.message, &signature).is_ok())
}

#[test]
fn verdicts_are_those_of_the_rivals_on_every_level() {
    let mut random = random("verdicts_are_those_of_the_rivals_on_every_level");
    let cases: Vec<Case> = (0..6000).map(|i| case(&mut random, i)).collect();
    let mut accepted = [0; RIVALS.len()];
    let mut disagreements = Vec::new();
    for level in Level::available() {
        level::force(Some(level));
        // Slow levels take a part: 31 and 120, the number of kinds of cases, have no common factor.
        let step = if level == Level::detect() { 1 } else { 31 };
        for case in cases.iter().step_by(step) {
            for (rival, accepted) in RIVALS.iter().zip(&mut accepted) {
                let theirs = (rival.verify)(case);
                *accepted += usize::from(theirs);
                if verify(case, rival.policy) != theirs {
                    let level = level.name();
                    disagreements.push(format!("{} on {level} says {theirs}: {case:?}", rival.name));
                }
            }
        }
    }
    level::force(None);
    for (rival, accepted) in RIVALS.iter().zip(&accepted) {
        println!("{}: {accepted} accepted", rival.name);
        assert!(*accepted > 500, "too few accepted to mean something");
    }
    assert!(disagreements.is_empty(), "{} disagree:\n{}", disagreements.len(), disagreements.join("\n"));
}

#[test]
fn the_same_encodings_are_keys() {
    let mut random = random("the_same_encodings_are_keys");
    let mut encodings: Vec<[u8; 32]> = (0..2000).map(|_| random.bytes()).collect();
    encodings.extend(small_order_encodings());
    encodings.extend(lifted_encodings());
    for encoding in encodings {
        let ours = VerifyingKey::from_bytes(&encoding);
        assert_eq!(ours.is_ok(), ed25519_dalek::VerifyingKey::from_bytes(&encoding).is_ok(), "{encoding:?}");
        assert_eq!(ours.is_ok(), ed25519_zebra::VerificationKey::try_from(encoding).is_ok(), "{encoding:?}");
        let dalek = ed25519_dalek_2::VerifyingKey::from_bytes(&encoding);
        assert_eq!(ours.is_ok(), dalek.is_ok(), "{encoding:?}");
        if let (Ok(ours), Ok(dalek)) = (ours, dalek) {
            assert_eq!(ours.is_small_order(), dalek.is_weak(), "{encoding:?}");
            let u = chop::x25519::PublicKey::from_ed25519(&ours);
            assert_eq!(u.to_bytes(), dalek.to_montgomery().to_bytes(), "{encoding:?}");
        }
    }
}

#[test]
fn every_route_gives_the_verdict_of_a_single_verification() {
    let mut random = random("every_route_gives_the_verdict_of_a_single_verification");
    let cases: Vec<Case> = (0..960).map(|i| case(&mut random, i)).collect();
    let policies: Vec<Policy> = Policy::NAMED.iter().map(|named| named.policy).collect();
    let signatures: Vec<Signature> = cases.iter().map(|c| Signature::from_bytes(&c.signature)).collect();
    let decoded: Vec<Option<VerifyingKey>> =
        cases.iter().map(|case| VerifyingKey::from_bytes(&case.key).ok()).collect();
    let items: Vec<Item<'_>> = cases
        .iter()
        .zip(&signatures)
        .zip(&decoded)
        .enumerate()
        .map(|(i, ((case, signature), decoded))| {
            let key: KeyRef<'_> = match decoded {
                Some(key) if i % 2 == 1 => key.into(),
                _ => (&case.key).into(),
            };
            Item::new(key, &case.message, signature)
        })
        .collect();
    for policy in policies {
        let verdicts: Vec<bool> = cases.iter().map(|case| verify(case, policy)).collect();
        let bad: Vec<usize> = (0..cases.len()).filter(|&i| !verdicts[i]).collect();
        let good: Vec<Item<'_>> = (0..cases.len()).filter(|&i| verdicts[i]).map(|i| items[i]).collect();
        assert_eq!(verify_each(&items, policy).iter().collect::<Vec<_>>(), verdicts, "{:?}", policy.id());
        assert_eq!(find_invalid(&items, policy), bad, "{:?}", policy.id());
        assert_eq!(verify_all(&good, policy), Ok(()), "{:?}", policy.id());
        // Each bad one among good ones.
        for &i in &bad {
            let first = i % (good.len() - 8);
            let mut some = good[first..first + 1 + i % 8].to_vec();
            some.insert(i % (some.len() + 1), items[i]);
            let verdict = verify_all_deterministic(&some, policy);
            assert!(verdict.is_err(), "{:?}: {:?} passes in a batch", policy.id(), cases[i]);
        }
    }
}

#[test]
fn a_prepared_key_gives_the_verdict_of_the_plain_one() {
    let mut random = random("a_prepared_key_gives_the_verdict_of_the_plain_one");
    for i in 0..960 {
        let case = case(&mut random, i);
        let Ok(key) = VerifyingKey::from_bytes(&case.key) else { continue };
        let prepared = PreparedVerifyingKey::new(&key);
        let signature = Signature::from_bytes(&case.signature);
        for named in Policy::NAMED {
            let expected = verify(&case, named.policy);
            let single = prepared.with_policy(named.policy).verify(&case.message, &signature).is_ok();
            let item = Item::new(&prepared, &case.message, &signature);
            assert_eq!(single, expected, "{}: {case:?}", named.id);
            assert_eq!(verify_each(&[item], named.policy).is_valid(0), expected, "{}: {case:?}", named.id);
            assert_eq!(verify_all(&[item, item], named.policy).is_ok(), expected, "{}: {case:?}", named.id);
        }
    }
}
