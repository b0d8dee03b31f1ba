//! BIP 340: the published signatures, edges of both numbers, many at a time, and the tweaks of BIP 341.
#![cfg(feature = "secp256k1")]
#![allow(non_snake_case)] // points are capital letters

#[allow(unreachable_pub)]
mod levels;

use chop::Error;
use chop::bip340::{Parity, Signature, SigningKey, VerifyingKey};
use chop_ref::{BigUint, secp256k1};
use levels::on_every_level;
use sha2::{Digest as _, Sha256};

fn bytes(x: &BigUint) -> [u8; 32] {
    let (digits, mut bytes) = (x.to_bytes_be(), [0; 32]);
    bytes[32 - digits.len()..].copy_from_slice(&digits);
    bytes
}

#[test]
fn the_published_signatures_are_made_and_judged() {
    on_every_level(|level| {
        let mut made = 0;
        for (i, row) in chop_vectors::bip340::signatures().iter().enumerate() {
            let what = format!("row {i} at {}", level.name());
            if let Some((d, randomness)) = &row.made_by {
                let key = SigningKey::from_bytes(d).unwrap();
                assert_eq!(key.verifying_key().to_bytes(), row.public, "{what}");
                let signature = key.sign_hedged_with(&row.message, randomness);
                assert_eq!(signature.to_bytes(), row.signature, "{what}");
                if randomness == &[0; 32] {
                    assert_eq!(key.sign(&row.message), signature, "{what}");
                    assert_eq!(key.sign_checked(&row.message), Ok(signature), "{what}");
                }
                made += 1;
            }
            let verified = VerifyingKey::from_bytes(&row.public)
                .and_then(|key| key.verify(&row.message, &Signature::from_bytes(&row.signature)));
            assert_eq!(verified.is_ok(), row.valid, "{what}");
        }
        assert_eq!(made, 8);
    });
}

#[test]
fn numbers_out_of_range_are_no_keys_and_verify_nothing() {
    let (n, p) = (&secp256k1().n, &secp256k1().p);
    for d in [BigUint::ZERO, n.clone(), n + 1u8, (BigUint::from(1u8) << 256) - 1u8] {
        assert_eq!(SigningKey::from_bytes(&bytes(&d)).err(), Some(Error::SecretKeyRange));
    }
    for x in [p.clone(), p + 1u8, BigUint::from(5u8), BigUint::ZERO] {
        assert_eq!(VerifyingKey::from_bytes(&bytes(&x)), Err(Error::NotAPoint), "{x:x}");
    }
    assert_eq!(VerifyingKey::from_slice(&[2; 33]), Err(Error::PublicKeyLength));
    assert_eq!(SigningKey::from_slice(&[1; 31]).err(), Some(Error::SecretKeyLength));
    assert_eq!(Signature::from_slice(&[1; 65]), Err(Error::SignatureLength));
    // s + n, for a signature whose s leaves room, is the same number and not valid.
    let key = SigningKey::from_bytes(&[7; 32]).unwrap();
    let room = (BigUint::from(1u8) << 256) - n;
    let s = BigUint::from(1u8);
    assert!(s < room);
    on_every_level(|_| {
        for s in [&s + n, n.clone(), n - 1u8] {
            let mut signature = key.sign(b"hello").to_bytes();
            signature[32..].copy_from_slice(&bytes(&s));
            assert!(key.verifying_key().verify(b"hello", &Signature::from_bytes(&signature)).is_err());
        }
    });
}

#[test]
fn a_key_and_its_opposite_are_one_key() {
    let d = BigUint::from_bytes_be(&[7; 32]);
    let [key, opposite] =
        [d.clone(), &secp256k1().n - &d].map(|d| SigningKey::from_bytes(&bytes(&d)).unwrap());
    assert_eq!(key.verifying_key(), opposite.verifying_key());
    assert_eq!(key.to_bytes().as_bytes(), opposite.to_bytes().as_bytes());
    assert_eq!(key.sign(b"hello"), opposite.sign(b"hello"));
    key.verifying_key().verify_parts(&[b"he", b"", b"llo"], &key.sign(b"hello")).unwrap();
}

#[cfg(feature = "getrandom")]
#[test]
fn hedged_signatures_differ_and_verify() {
    let key = SigningKey::generate().unwrap();
    let [first, second] = [0; 2].map(|_| key.sign_hedged(b"hello").unwrap());
    assert_ne!(first, second);
    for signature in [first, second] {
        key.verifying_key().verify(b"hello", &signature).unwrap();
        assert!(key.verifying_key().verify(b"olleh", &signature).is_err());
    }
}

/// P + t·G by the oracle.
#[test]
fn tweaked_keys_are_those_of_the_oracle() {
    let curve = secp256k1();
    let tag = Sha256::digest(b"TapTweak");
    on_every_level(|level| {
        let (mut even, mut odd) = (0, 0);
        for i in 1..20u8 {
            let key = SigningKey::from_bytes(&[i; 32]).unwrap();
            let x = key.verifying_key().to_bytes();
            for root in [None, Some([i; 32])] {
                let mut hash = Sha256::new_with_prefix(tag);
                hash.update(tag);
                hash.update(x);
                hash.update(root.as_ref().map_or(&[][..], |root| root));
                let t = BigUint::from_bytes_be(&hash.finalize());
                let P = curve.lift(&BigUint::from_bytes_be(&x), false);
                let (x, y) = curve.add(&P, &curve.mul(&t, &curve.G)).unwrap();
                let (output, parity) = key.verifying_key().tweaked(root.as_ref()).unwrap();
                assert_eq!(output.to_bytes(), bytes(&x), "key {i} at {}", level.name());
                assert_eq!(parity == Parity::Odd, y.bit(0), "key {i} at {}", level.name());
                if parity == Parity::Odd {
                    odd += 1
                } else {
                    even += 1
                }
                let secret = key.tweaked(root.as_ref()).unwrap();
                assert_eq!(secret.verifying_key(), output);
                output.verify(b"spent", &secret.sign(b"spent")).unwrap();
            }
        }
        assert!(even > 5 && odd > 5);
    });
}

#[cfg(feature = "alloc")]
#[test]
fn verdicts_of_many_are_those_of_items_alone() {
    use chop::bip340::{Item, verify_each};
    let published = chop_vectors::bip340::signatures();
    let keys: Vec<SigningKey> = (1..=9).map(|i| SigningKey::from_bytes(&[i; 32]).unwrap()).collect();
    let messages: Vec<Vec<u8>> = (0..130).map(|i| vec![i as u8; i]).collect();
    on_every_level(|level| {
        let signatures: Vec<Signature> = (0..130).map(|i| keys[i % 9].sign(&messages[i])).collect();
        let publics: Vec<VerifyingKey> = keys.iter().map(SigningKey::verifying_key).collect();
        let encoded: Vec<[u8; 32]> = publics.iter().map(VerifyingKey::to_bytes).collect();
        let of_published: Vec<Signature> =
            published.iter().map(|row| Signature::from_bytes(&row.signature)).collect();
        for n in [0, 1, 2, 3, 8, 9, 16, 17, 65, 130] {
            let mut items = Vec::new();
            let mut expected = Vec::new();
            for i in 0..n {
                let message = &messages[if i % 3 == 2 { (i + 1) % 130 } else { i }];
                items.push(match i % 4 {
                    0 => Item::new(&publics[i % 9], message, &signatures[i]),
                    3 => Item::new(&[0xFF; 32], message, &signatures[i]),
                    _ => Item::new(&encoded[i % 9], message, &signatures[i]),
                });
                expected.push(i % 3 != 2 && i % 4 != 3);
            }
            for (row, signature) in published.iter().zip(&of_published) {
                items.push(Item::new(&row.public, &row.message, signature));
                expected.push(row.valid);
            }
            let verdicts = verify_each(&items);
            for (i, item) in items.iter().enumerate() {
                assert_eq!(verdicts.is_valid(i), expected[i], "item {i} of {n} at {}", level.name());
                assert_eq!(item.verify().is_ok(), expected[i], "item {i} alone at {}", level.name());
            }
        }
    });
}
