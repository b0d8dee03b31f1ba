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

/// Signatures of many keys, and of one key where `one` asks for it: public keys, messages and signatures.
#[cfg(feature = "alloc")]
fn signed(n: usize, one: bool) -> Vec<(VerifyingKey, Vec<u8>, Signature)> {
    let of = |i: usize| {
        let number = if one { 1 } else { i as u32 + 1 };
        let mut d = [0; 32];
        d[28..].copy_from_slice(&number.to_be_bytes());
        let (key, message) = (SigningKey::from_bytes(&d).unwrap(), vec![i as u8; i % 100]);
        let signature = key.sign(&message);
        (key.verifying_key(), message, signature)
    };
    (0..n).map(of).collect()
}

#[cfg(all(feature = "alloc", feature = "getrandom"))]
#[test]
fn one_verdict_for_all_agrees_with_a_verdict_each() {
    use chop::bip340::{BatchError, Item, find_invalid, verify_all, verify_all_deterministic, verify_each};
    assert_eq!(verify_all(&[]), Err(BatchError::Empty));
    assert_eq!(verify_all_deterministic(&[]), Err(BatchError::Empty));
    assert!(find_invalid(&[]).is_empty());
    on_every_level(|level| {
        for (n, one) in [(1, false), (2, true), (60, false), (130, true), (600, false)] {
            let mut signed = signed(n, one);
            let what = format!("{n} at {}", level.name());
            let encodings: Vec<[u8; 32]> = signed.iter().map(|(key, ..)| key.to_bytes()).collect();
            let judge = |signed: &[(VerifyingKey, Vec<u8>, Signature)], expected: &[usize]| {
                let items: Vec<Item<'_>> = signed
                    .iter()
                    .zip(&encodings)
                    .enumerate()
                    .map(|(i, ((key, message, signature), encoding))| match i % 2 {
                        0 => Item::new(key, message, signature),
                        _ => Item::new(encoding, message, signature),
                    })
                    .collect();
                let verdict = if expected.is_empty() { Ok(()) } else { Err(BatchError::Invalid) };
                assert_eq!(verify_all(&items), verdict, "{what}");
                assert_eq!(verify_all_deterministic(&items), verdict, "{what}");
                assert_eq!(find_invalid(&items), expected, "{what}");
                assert_eq!(verify_each(&items).invalid().collect::<Vec<_>>(), expected, "{what}");
            };
            judge(&signed, &[]);
            // Another message, s + 1, an x of R that no point has, and s out of range.
            let last = n - 1;
            signed[last].1.push(1);
            judge(&signed, &[last]);
            let mut bytes = signed[0].2.to_bytes();
            bytes[63] ^= 1;
            signed[0].2 = Signature::from_bytes(&bytes);
            let mut expected = vec![0, last];
            expected.dedup();
            judge(&signed, &expected);
            if n > 3 {
                bytes[..32].copy_from_slice(&[0; 32]);
                bytes[31] = 5;
                signed[1].2 = Signature::from_bytes(&bytes);
                bytes[32..].copy_from_slice(&[0xFF; 32]);
                bytes[..32].copy_from_slice(signed[2].2.r_bytes());
                signed[2].2 = Signature::from_bytes(&bytes);
                judge(&signed, &[0, 1, 2, last]);
            }
        }
    });
}

/// Defects that cancel in a sum without weights.
#[cfg(all(feature = "alloc", feature = "getrandom"))]
#[test]
fn defects_do_not_cancel() {
    use chop::bip340::{BatchError, Item, find_invalid, verify_all};
    let signed = signed(300, false);
    let mut moved: Vec<Signature> = signed.iter().map(|(_, _, signature)| *signature).collect();
    let n = &secp256k1().n;
    for (i, less) in [(7, false), (8, true)] {
        let s = BigUint::from_bytes_be(moved[i].s_bytes());
        let s = if less { (s + n - 1u8) % n } else { (s + 1u8) % n };
        let mut signature = moved[i].to_bytes();
        signature[32..].copy_from_slice(&bytes(&s));
        moved[i] = Signature::from_bytes(&signature);
    }
    on_every_level(|_| {
        let of = |(i, (key, message, _)): (usize, &'_ (VerifyingKey, Vec<u8>, Signature))| {
            (i, *key, message.clone())
        };
        let parts: Vec<_> = signed.iter().enumerate().map(of).collect();
        let items: Vec<Item<'_>> =
            parts.iter().map(|(i, key, message)| Item::new(key, message, &moved[*i])).collect();
        assert_eq!(verify_all(&items), Err(BatchError::Invalid));
        assert_eq!(find_invalid(&items), [7, 8]);
    });
}

/// The published signatures, valid and not, among others.
#[cfg(all(feature = "alloc", feature = "getrandom"))]
#[test]
fn the_published_signatures_are_found_among_others() {
    use chop::bip340::{Item, find_invalid};
    let published = chop_vectors::bip340::signatures();
    let signatures: Vec<Signature> =
        published.iter().map(|row| Signature::from_bytes(&row.signature)).collect();
    on_every_level(|level| {
        for times in [1, 30] {
            let items: Vec<Item<'_>> = (0..times * published.len())
                .map(|i| i % published.len())
                .map(|i| Item::new(&published[i].public, &published[i].message, &signatures[i]))
                .collect();
            let expected: Vec<usize> =
                (0..items.len()).filter(|i| !published[i % published.len()].valid).collect();
            assert_eq!(find_invalid(&items), expected, "{times} times at {}", level.name());
        }
    });
}

#[cfg(feature = "std")]
#[test]
fn messages_of_readers_are_signed_and_verified_and_must_not_change() {
    use chop::ReaderError;
    use std::io::{Cursor, Read, Seek, SeekFrom};
    /// Gives another byte after it was rewound.
    struct Changing(Cursor<Vec<u8>>);
    impl Read for Changing {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0.read(buffer)
        }
    }
    impl Seek for Changing {
        fn seek(&mut self, position: SeekFrom) -> std::io::Result<u64> {
            if let SeekFrom::Start(_) = position {
                self.0.get_mut()[0] ^= 1;
            }
            self.0.seek(position)
        }
    }
    let key = SigningKey::from_bytes(&[7; 32]).unwrap();
    let message: Vec<u8> = (0..200_000u32).map(|i| i as u8).collect();
    let signature = key.sign_reader(Cursor::new(&message)).unwrap();
    assert_eq!(signature, key.sign(&message));
    key.verifying_key().verify_reader(&message[..], &signature).unwrap();
    assert!(key.verifying_key().verify_reader(&message[1..], &signature).is_err());
    let changed = key.sign_reader(Changing(Cursor::new(message.clone()))).unwrap_err();
    assert!(matches!(changed, ReaderError::Failed(Error::MessageChanged)), "{changed:?}");
    #[cfg(feature = "getrandom")]
    {
        let hedged = key.sign_reader_hedged(Cursor::new(&message)).unwrap();
        assert_ne!(hedged, signature);
        key.verifying_key().verify(&message, &hedged).unwrap();
    }
}

#[test]
fn keys_of_ecdsa_are_keys_of_bip_340() {
    for i in 1..10 {
        let ecdsa = chop::secp256k1::SigningKey::from_bytes(&[i; 32]).unwrap();
        let (key, public) = (SigningKey::from(&ecdsa), VerifyingKey::from(ecdsa.verifying_key()));
        assert_eq!(key.verifying_key(), public);
        assert_eq!(SigningKey::from_bytes(&[i; 32]).unwrap().verifying_key(), public);
        let point = chop::secp256k1::VerifyingKey::from(public);
        assert_eq!(point.to_compressed_bytes(), [&[2][..], &public.to_bytes()].concat()[..]);
    }
}

#[cfg(feature = "explain")]
#[test]
fn dialects_name_the_message_and_the_form() {
    use chop::bip340::dialects;
    use chop::secp256k1::{Digest, MessageHash};
    let key = SigningKey::from_bytes(&[7; 32]).unwrap();
    let public = key.verifying_key();
    let only = |signature: &[u8]| {
        let found = dialects(&public, b"hello\n", signature);
        assert_eq!(found.len(), 1, "{found:?}");
        (found[0].hash, found[0].document, found[0].signature)
    };
    let plain = key.sign(b"hello\n").to_bytes();
    assert_eq!(only(&plain), (None, chop::explain::AS_IS, "r ‖ s"));
    let digest = key.sign(Digest::keccak256(b"hello\n").as_bytes()).to_bytes();
    assert_eq!(only(&digest).0, Some(MessageHash::Keccak256));
    assert!(only(&key.sign(b"hello").to_bytes()).1.contains("newline"));
    let swapped = [&plain[32..], &plain[..32]].concat();
    assert!(only(&swapped).2.contains("swapped"));
    let mut reversed = plain;
    reversed[..32].reverse();
    reversed[32..].reverse();
    assert!(only(&reversed).2.contains("little endian"));
    assert!(only(&[&plain[..], &[0x83]].concat()).2.contains("sighash"));
    assert!(dialects(&public, b"hello\n", &plain[..63]).is_empty());
}

/// Among so many that parts are searched, on a level without lanes.
#[cfg(all(feature = "alloc", feature = "getrandom"))]
#[test]
fn the_search_finds_some_among_many() {
    use chop::bip340::{Item, find_invalid};
    on_every_level(|level| {
        if level != chop::level::Level::PORTABLE {
            return;
        }
        let mut signed = signed(1100, false);
        // One, two in one part, and some in all parts.
        for expected in [vec![901], vec![901, 903], (0..1100).step_by(90).collect()] {
            expected.iter().for_each(|i| signed[*i].1.push(1));
            let items: Vec<Item<'_>> =
                signed.iter().map(|(key, message, made)| Item::new(key, message, made)).collect();
            assert_eq!(find_invalid(&items), expected);
            expected.iter().for_each(|i| signed[*i].1.truncate(i % 100));
        }
    });
}
