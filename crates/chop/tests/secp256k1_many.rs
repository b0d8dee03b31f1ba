//! ECDSA over secp256k1, many at a time: what each item has alone, on every level and in groups of every size.
#![cfg(all(feature = "secp256k1", feature = "alloc"))]

#[allow(unreachable_pub)]
mod levels;

use chop::Error;
use chop::secp256k1::{
    self, Address, Digest, Item, KeyCache, PreparedVerifyingKey, RecoverableSignature, RecoveryId, Rule,
    Signature, SigningKey, VerifyingKey,
};
use levels::on_every_level;

fn keys() -> Vec<SigningKey> {
    let secrets: Vec<[u8; 32]> = (1..=9).map(|i| [i; 32]).collect();
    secp256k1::keygen_many(&secrets).unwrap()
}

#[test]
fn many_keys_and_signatures_are_those_that_one_is() {
    on_every_level(|_| {
        let keys = keys();
        let messages: Vec<Vec<u8>> = (0..70).map(|i| vec![i as u8; 3 * i]).collect();
        let randomness: Vec<[u8; 32]> = (0..70).map(|i| [i; 32]).collect();
        for n in [0, 1, 2, 7, 8, 9, 70] {
            let jobs: Vec<(&SigningKey, &[u8])> =
                messages[..n].iter().enumerate().map(|(i, m)| (&keys[i % 9], m.as_slice())).collect();
            let hedged = secp256k1::sign_many_hedged_with(&jobs, &randomness[..n]);
            let fixed = secp256k1::sign_many(&jobs);
            let digests: Vec<(&SigningKey, Digest)> =
                jobs.iter().map(|(key, message)| (*key, Digest::keccak256(message))).collect();
            let of_digests = secp256k1::sign_digests(&digests);
            assert_eq!([hedged.len(), fixed.len(), of_digests.len()], [n; 3]);
            for (i, (key, message)) in jobs.iter().enumerate() {
                assert_eq!(hedged[i], key.sign_hedged_with(message, &randomness[i]));
                assert_eq!(fixed[i], key.sign(message));
                assert_eq!(of_digests[i], key.sign_digest_recoverable(&digests[i].1));
            }
        }
        for (i, key) in keys.iter().enumerate() {
            let one = SigningKey::from_bytes(&[i as u8 + 1; 32]).unwrap();
            assert_eq!(key.verifying_key(), one.verifying_key());
            assert_eq!(key.to_bytes().as_bytes(), one.to_bytes().as_bytes());
        }
        for bad in [[0; 32], [0xFF; 32]] {
            for place in [0, 1, 8, 16] {
                let mut secrets = vec![[1; 32]; 17];
                secrets[place] = bad;
                assert_eq!(secp256k1::keygen_many(&secrets).err(), Some(Error::SecretKeyRange));
            }
        }
    });
}

#[cfg(feature = "getrandom")]
#[test]
fn hedged_signatures_of_many_differ_and_verify() {
    let keys = keys();
    let jobs: Vec<(&SigningKey, &[u8])> = keys.iter().map(|key| (key, b"hello".as_slice())).collect();
    let [first, second] = [0; 2].map(|_| secp256k1::sign_many_hedged(&jobs).unwrap());
    for i in 0..keys.len() {
        assert_ne!(first[i], second[i]);
        keys[i].verifying_key().verify(b"hello", &first[i]).unwrap();
    }
}

/// Keys in every form, some that are none; messages, digests; s low and high; some spoilt.
#[test]
fn verdicts_of_many_are_those_of_items_alone() {
    on_every_level(|level| {
        let keys = keys();
        let publics: Vec<VerifyingKey> = keys.iter().map(SigningKey::verifying_key).collect();
        let prepared: Vec<PreparedVerifyingKey> = publics.iter().map(PreparedVerifyingKey::new).collect();
        let long: Vec<[u8; 65]> = publics.iter().map(VerifyingKey::to_bytes).collect();
        let short: Vec<[u8; 33]> = publics.iter().map(VerifyingKey::to_compressed_bytes).collect();
        let mut hybrid = long[0];
        hybrid[0] = 6 | hybrid[64] & 1;
        let messages: Vec<Vec<u8>> = (0..200).map(|i| vec![i as u8; i]).collect();
        let signatures: Vec<Signature> = (0..200)
            .map(|i| {
                let signature = keys[i % 9].sign(&messages[i]);
                if i % 4 == 1 { signature.with_other_s() } else { signature }
            })
            .collect();
        for rule in [Rule::LIBSECP256K1, Rule::BITCOIN_CONSENSUS] {
            for n in (0..=33).chain([129, 200]) {
                let items: Vec<Item<'_>> = (0..n)
                    .map(|i| {
                        let message = &messages[if i % 3 == 2 { (i + 1) % 200 } else { i }];
                        let signature = &signatures[i];
                        match i % 7 {
                            0 => Item::new(&publics[i % 9], message, signature),
                            1 => Item::new(&prepared[i % 9], message, signature),
                            2 => Item::new(&long[i % 9], message, signature),
                            3 => Item::of_digest(&short[i % 9], &Digest::sha256(message), signature),
                            4 => Item::new(&short[i % 9], message, signature),
                            5 => Item::new(&hybrid, message, signature),
                            _ => Item::new(b"no key", message, signature),
                        }
                    })
                    .collect();
                let verdicts = secp256k1::verify_each(&items, rule);
                for (i, item) in items.iter().enumerate() {
                    let valid = i % 3 != 2 && i % 7 < 5 && (i % 4 != 1 || !rule.requires_low_s());
                    assert_eq!(verdicts.is_valid(i), valid, "item {i} of {n}, {rule}, {}", level.name());
                    assert_eq!(item.verify(rule).is_ok(), valid, "item {i} alone, {rule}");
                }
            }
        }
    });
}

#[test]
fn verdicts_under_keys_that_occur_often_are_those_of_items_alone() {
    on_every_level(|level| {
        let signer = SigningKey::from_bytes(&[7; 32]).unwrap();
        let public = signer.verifying_key();
        let (whole, compressed) = (public.to_bytes(), public.to_compressed_bytes());
        let other = SigningKey::from_bytes(&[9; 32]).unwrap().verifying_key();
        let mut negative = whole;
        negative[64] ^= 1;
        let (low, digest) = (signer.sign(b"message"), Digest::sha256(b"message"));
        let high = low.with_other_s();
        let mut cases = Vec::new();
        for signature in [&low, &high] {
            for message in [&b"message"[..], b"massage"] {
                cases.extend([
                    Item::new(&whole, message, signature),
                    Item::new(&compressed, message, signature),
                    Item::new(&public, message, signature),
                    Item::new(&other, message, signature),
                    Item::new(&negative, message, signature),
                    Item::new(b"no key", message, signature),
                ]);
            }
            cases.push(Item::of_digest(&public, &digest, signature));
        }
        let items: Vec<Item<'_>> = cases.iter().cycle().take(300 * cases.len()).copied().collect();
        for (rule, count) in [(Rule::LIBSECP256K1, 4), (Rule::ANY_S, 8)] {
            let expected: Vec<bool> = cases.iter().map(|case| case.verify(rule).is_ok()).collect();
            assert_eq!(expected.iter().filter(|valid| **valid).count(), count, "{}", level.name());
            let mut cache = KeyCache::new();
            let mut valid = vec![false; items.len()];
            cache.verify_each_into(&items, rule, &mut valid);
            assert_ne!(format!("{cache:?}"), "KeyCache(0 prepared)", "{}", level.name());
            for (i, valid) in valid.into_iter().enumerate() {
                assert_eq!(valid, expected[i % cases.len()], "item {i}, {rule}, {}", level.name());
            }
        }
    });
}

#[test]
fn keys_and_addresses_of_many_are_those_that_one_recovers() {
    on_every_level(|level| {
        let keys = keys();
        let digests: Vec<Digest> = (0..150).map(|i| Digest::keccak256(&[i])).collect();
        let signatures: Vec<RecoverableSignature> = (0..150)
            .map(|i| {
                let made = keys[i % 9].sign_digest_recoverable(&digests[i]);
                let id = |id| RecoveryId::new(id).unwrap();
                match i % 5 {
                    // A high s belongs to the other R.
                    1 => RecoverableSignature::new(
                        made.signature().with_other_s(),
                        id(made.recovery_id().to_byte() ^ 1),
                    ),
                    // Another key.
                    2 => RecoverableSignature::new(*made.signature(), id(made.recovery_id().to_byte() ^ 1)),
                    // No key: r + n is not below p.
                    3 => RecoverableSignature::new(*made.signature(), id(2)),
                    _ => made,
                }
            })
            .collect();
        for rule in Rule::NAMED {
            for n in [0, 1, 2, 5, 16, 17, 128, 150] {
                let items: Vec<(&Digest, &RecoverableSignature)> =
                    digests.iter().zip(&signatures).take(n).collect();
                let found = secp256k1::recover_many(&items, rule);
                let addresses = secp256k1::recover_addresses(&items, rule);
                assert_eq!([found.len(), addresses.len()], [n; 2]);
                for (i, (digest, signature)) in items.iter().enumerate() {
                    let expected = signature.recover_by(rule, digest).ok();
                    assert_eq!(found[i], expected, "item {i} of {n}, {rule}, {}", level.name());
                    assert_eq!(addresses[i], expected.as_ref().map(Address::of), "item {i} of {n}");
                    let own = expected == Some(keys[i % 9].verifying_key());
                    let taken = rule.takes_recovery_id(signature.recovery_id())
                        && (i % 5 != 1 || !rule.requires_low_s());
                    assert_eq!(own, taken && !matches!(i % 5, 2 | 3), "item {i} of {n}, {rule}");
                }
            }
        }
    });
}
