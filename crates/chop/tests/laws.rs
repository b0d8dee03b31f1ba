//! Laws that hold for all keys and messages.
#![cfg(all(feature = "blake2b", feature = "blake3"))]

use chop::ed25519::{self, Context, Item, Policy, PreparedVerifyingKey, Signature, SigningKey, VerifyingKey};
use chop::encoding::{PrivateKey, PublicKey};
use chop::x25519::{self, StaticSecret};
use chop::{Error, ed25519_blake2b, ed25519_blake3};
use proptest::collection::vec;
use proptest::prelude::*;
use std::io::Cursor;

fn message() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..300)
}

fn context() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 1..=255)
}

fn policy() -> impl Strategy<Value = Policy> {
    (0..Policy::NAMED.len()).prop_map(|i| Policy::NAMED[i].policy)
}

/// `bytes` with one bit altered.
fn flipped<const N: usize>(mut bytes: [u8; N], bit: usize) -> [u8; N] {
    bytes[bit / 8 % N] ^= 1 << (bit % 8);
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_signed_verifies_in_every_mode(
        seed: [u8; 32], noise: [u8; 32], message in message(), context in context(), policy in policy(), cut: usize,
    ) {
        let key = SigningKey::from_seed(&seed);
        let public = key.verifying_key();
        let context = Context::new(&context).unwrap();
        let (left, right) = message.split_at(cut % (message.len() + 1));
        let plain = public.with_policy(policy);

        let signature = key.sign(&message);
        prop_assert_eq!(key.sign_parts(&[left, right]), signature);
        prop_assert_eq!(key.sign_checked(&message), Ok(signature));
        prop_assert_eq!(key.sign_reader(Cursor::new(&message)).unwrap(), signature);
        prop_assert_eq!(plain.verify(&message, &signature), Ok(()));
        prop_assert_eq!(plain.verify_parts(&[left, right], &signature), Ok(()));
        prop_assert!(plain.verify_reader(Cursor::new(&message), &signature).is_ok());
        prop_assert_eq!(PreparedVerifyingKey::new(&public).verify(&message, &signature), Ok(()));

        let in_context = key.ctx(context).sign(&message);
        prop_assert_eq!(public.ctx(context).with_policy(policy).verify(&message, &in_context), Ok(()));
        let hedged = key.ctx(context).sign_hedged_with(&message, &noise);
        prop_assert_eq!(public.ctx(context).with_policy(policy).verify(&message, &hedged), Ok(()));
        prop_assert_ne!(hedged, in_context);

        for context in [None, Some(context)] {
            let prehashed = key.ph(context).sign(&message);
            prop_assert_eq!(public.ph(context).with_policy(policy).verify(&message, &prehashed), Ok(()));
        }
    }

    #[test]
    fn what_hash_variants_sign_verifies_in_the_same_variant(seed: [u8; 32], message in message()) {
        let key = ed25519_blake2b::SigningKey::from_seed(&seed);
        prop_assert_eq!(key.verifying_key().verify(&message, &key.sign(&message)), Ok(()));
        let key = ed25519_blake3::SigningKey::from_seed(&seed);
        prop_assert_eq!(key.verifying_key().verify(&message, &key.sign(&message)), Ok(()));
    }

    #[test]
    fn one_altered_bit_of_anything_is_rejected(
        seed: [u8; 32], message in vec(any::<u8>(), 1..300), context in context(), bit: u16,
    ) {
        let bit = usize::from(bit);
        let key = SigningKey::from_seed(&seed);
        let public = key.verifying_key();
        let signature = key.sign(&message);
        let invalid = Err(Error::InvalidSignature);

        let other = Signature::from_bytes(&flipped(signature.to_bytes(), bit));
        prop_assert_eq!(public.verify(&message, &other), invalid);
        prop_assert_eq!(PreparedVerifyingKey::new(&public).verify(&message, &other), invalid);
        if let Ok(other) = VerifyingKey::from_bytes(&flipped(public.to_bytes(), bit)) {
            prop_assert_eq!(other.verify(&message, &signature), invalid);
        }
        let mut altered = message.clone();
        altered[bit / 8 % message.len()] ^= 1 << (bit % 8);
        prop_assert_eq!(public.verify(&altered, &signature), invalid);

        let mut elsewhere = context.clone();
        elsewhere[bit / 8 % context.len()] ^= 1 << (bit % 8);
        let (here, elsewhere) = (Context::new(&context).unwrap(), Context::new(&elsewhere).unwrap());
        prop_assert_eq!(public.ctx(elsewhere).verify(&message, &key.ctx(here).sign(&message)), invalid);
        prop_assert_eq!(public.ph(Some(elsewhere)).verify(&message, &key.ph(Some(here)).sign(&message)), invalid);
    }

    #[test]
    fn each_and_all_and_the_search_say_what_one_says(
        seeds in vec(any::<[u8; 32]>(), 1..4), altered in vec(any::<(u16, bool)>(), 1..20), policy in policy(),
    ) {
        let keys: Vec<SigningKey> = seeds.iter().map(SigningKey::from_seed).collect();
        let signed: Vec<_> = altered
            .iter()
            .enumerate()
            .map(|(i, (bit, alter))| {
                let key = &keys[i % keys.len()];
                let signature = key.sign(&[i as u8]).to_bytes();
                let signature = if *alter { flipped(signature, usize::from(*bit)) } else { signature };
                (key.verifying_key(), [i as u8], Signature::from_bytes(&signature))
            })
            .collect();
        let items: Vec<Item<'_>> =
            signed.iter().map(|(key, message, signature)| Item::new(key, message, signature)).collect();
        let one = |(key, message, signature): &(VerifyingKey, [u8; 1], Signature)| {
            key.with_policy(policy).verify(message, signature).is_ok()
        };
        let expected: Vec<bool> = signed.iter().map(one).collect();
        let invalid: Vec<usize> = (0..expected.len()).filter(|i| !expected[*i]).collect();
        let each = ed25519::verify_each(&items, policy);
        prop_assert_eq!(each.iter().collect::<Vec<_>>(), expected);
        prop_assert_eq!(ed25519::verify_all(&items, policy).is_ok(), invalid.is_empty());
        prop_assert_eq!(ed25519::verify_all_deterministic(&items, policy).is_ok(), invalid.is_empty());
        prop_assert_eq!(ed25519::find_invalid(&items, policy), invalid);
    }

    #[test]
    fn many_are_what_one_would_be(seeds in vec(any::<[u8; 32]>(), 0..20), message in message()) {
        let keys = ed25519::keygen_many::<ed25519::generic::Sha512>(&seeds);
        let items: Vec<(&SigningKey, &[u8])> = keys.iter().map(|key| (key, message.as_slice())).collect();
        let signatures = ed25519::sign_many(&items);
        prop_assert_eq!((keys.len(), signatures.len()), (seeds.len(), seeds.len()));
        for ((seed, key), signature) in seeds.iter().zip(&keys).zip(&signatures) {
            let alone = SigningKey::from_seed(seed);
            prop_assert_eq!(alone.verifying_key(), key.verifying_key());
            prop_assert_eq!(alone.sign(&message), *signature);
        }
    }

    #[test]
    fn exchange_is_symmetric(a: [u8; 32], b: [u8; 32]) {
        let (a, b) = (StaticSecret::from_bytes(&a), StaticSecret::from_bytes(&b));
        let (of_a, of_b) = (a.public_key(), b.public_key());
        let (shared, other) = (a.exchange(&of_b).unwrap(), b.exchange(&of_a).unwrap());
        prop_assert_eq!(shared.as_bytes(), other.as_bytes());
        for many in x25519::exchange_many(&[(&a, &of_b), (&b, &of_a)]) {
            let many = many.unwrap();
            prop_assert_eq!(many.as_bytes(), shared.as_bytes());
        }
        prop_assert_eq!(x25519::public_key_many(&[&a, &b]), [of_a, of_b]);
    }

    #[test]
    fn an_ed25519_key_and_its_x25519_form_belong_together(seed: [u8; 32]) {
        let key = SigningKey::from_seed(&seed);
        let public = key.verifying_key();
        let converted = x25519::PublicKey::from_ed25519(&public);
        prop_assert_eq!(StaticSecret::from_ed25519(&key).public_key(), converted);
        prop_assert_eq!(converted.to_ed25519(public.to_bytes()[31] >> 7), Ok(public));
    }

    #[test]
    fn key_files_give_the_key_back(seed: [u8; 32]) {
        let key = SigningKey::from_seed(&seed);
        let der = key.to_pkcs8_der().unwrap();
        prop_assert!(SigningKey::from_pkcs8_der(der.as_bytes()).unwrap().to_seed().equals(&key.to_seed()));
        let pem = key.to_pkcs8_pem().unwrap();
        prop_assert!(SigningKey::from_pkcs8_pem(pem.as_str()).unwrap().to_seed().equals(&key.to_seed()));
        prop_assert!(SigningKey::from_slice(key.to_keypair_bytes().as_bytes()).is_ok());
        let public = key.verifying_key();
        prop_assert_eq!(VerifyingKey::from_public_key_der(&public.to_public_key_der()), Ok(public));
        prop_assert_eq!(PublicKey::from_pem(&public.to_public_key_pem().unwrap()), Ok(PublicKey::Ed25519(public)));

        let secret = StaticSecret::from_bytes(&seed);
        let pem = secret.to_pkcs8_pem().unwrap();
        prop_assert!(StaticSecret::from_pkcs8_pem(pem.as_str()).unwrap().to_bytes().equals(&secret.to_bytes()));
        let pem = secret.public_key().to_public_key_pem().unwrap();
        prop_assert_eq!(x25519::PublicKey::from_public_key_pem(&pem), Ok(secret.public_key()));

        let raw = ed25519_blake3::SigningKey::from_seed(&seed).to_raw_pem().unwrap();
        let read = PrivateKey::from_pem(raw.as_str(), None).unwrap();
        prop_assert_eq!(read.algorithm(), "ed25519-blake3");
        let raw = ed25519_blake2b::SigningKey::from_seed(&seed).to_raw_pem().unwrap();
        let read = ed25519_blake2b::SigningKey::from_raw_pem(raw.as_str()).unwrap();
        prop_assert!(read.to_seed().equals(&key.to_seed()));
    }

    #[test]
    fn a_policy_has_the_name_that_gives_it(policy in policy(), garbage in "[a-z0-9-]{0,40}") {
        prop_assert_eq!(Policy::from_name(policy.id().unwrap()), Ok(policy));
        match Policy::from_name(&garbage) {
            Ok(found) => prop_assert!(Policy::NAMED.iter().any(|named| named.policy == found)),
            Err(unknown) => prop_assert!(unknown.nearest.is_none_or(|near| Policy::from_name(near).is_ok())),
        }
    }
}
