//! SM2 through the public interface: sample values, accumulated values, identifiers, digests, DER, bulk.

#[allow(unreachable_pub)]
mod levels;

use chop::Error;
use chop::sm2::{self, Digest, Form, Id, Item, PreparedVerifyingKey, Signature, SigningKey, VerifyingKey};
use chop_core::engine::sm2::sign;
use chop_core::scalar::nsm2::Scalar;
use chop_vectors::accumulated;
use levels::on_every_level;
use num_bigint::BigUint;
use sha2::Digest as _;

/// n, the order of the curve.
const N: [u8; 32] = [
    0xFF, 0xFF, 0xFF, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x72,
    0x03, 0xDF, 0x6B, 0x21, 0xC6, 0x05, 0x2B, 0x53, 0xBB, 0xF4, 0x09, 0x39, 0xD5, 0x41, 0x23,
];

fn order() -> BigUint {
    BigUint::from_bytes_be(&N)
}

fn bytes(x: &BigUint) -> [u8; 32] {
    let (digits, mut bytes) = (x.to_bytes_be(), [0; 32]);
    bytes[32 - digits.len()..].copy_from_slice(&digits);
    bytes
}

fn key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32]).unwrap()
}

#[test]
fn the_sample_of_the_standard_is_signed_and_verified() {
    let sample = chop_vectors::sm2::signature();
    on_every_level(|level| {
        let key = SigningKey::from_bytes(&sample.d).unwrap();
        let id = Id::new(&sample.id).unwrap();
        assert_eq!(id, Id::DEFAULT);
        let public = key.verifying_key();
        assert_eq!(public.to_bytes(), sample.public);
        assert_eq!(public.with_id(&id).z(), &sample.z);
        assert_eq!(public.with_id(&id).digest(&sample.message).as_bytes(), &sample.e);

        let (k, _) = Scalar::from_canonical_bytes(&sample.k);
        let (factor, _) = Scalar::from_canonical_bytes(&sample.inv_1_plus_d);
        let made = sign::sign(level, &factor, &k, &sample.e).unwrap();
        assert_eq!((made.r, made.s), (sample.r, sample.s));

        let signature = Signature::from_der(&sample.der).unwrap();
        assert_eq!(signature, Signature::from_components(sample.r, sample.s).unwrap());
        assert_eq!(signature.to_der().as_ref(), sample.der);
        public.verify(&sample.message, &signature).unwrap();
        PreparedVerifyingKey::new(&public).verify(&sample.message, &signature).unwrap();
    });
}

#[test]
fn the_sample_of_the_standard_decrypts() {
    let sample = chop_vectors::sm2::encryption();
    on_every_level(|_| {
        let key = SigningKey::from_bytes(&sample.d).unwrap();
        for (ciphertext, form) in
            [(&sample.c1c3c2, Form::C1C3C2), (&sample.c1c2c3, Form::C1C2C3), (&sample.der, Form::Der)]
        {
            assert_eq!(sm2::decrypt(&key, ciphertext, form).unwrap().as_bytes(), sample.message);
        }
    });
}

/// SHA-512 over public keys and signatures with given nonces: a hundred of them.
#[test]
fn accumulated_signatures_are_right() {
    let number = |bytes: &[u8], less: u8| {
        let x = BigUint::from_bytes_be(bytes) % (order() - less) + 1u8;
        self::bytes(&x)
    };
    let mut hash = sha2::Sha512::new();
    let mut done = 0;
    for (n, expected) in accumulated::sm2() {
        while done < n {
            let input = accumulated::sm2_input(done);
            let d = number(&input.d, 2);
            let key = SigningKey::from_bytes(&d).unwrap();
            let id = Id::new(&input.id).unwrap();
            let digest = key.with_id(&id).digest(&input.message);
            let (k, _) = Scalar::from_canonical_bytes(&number(&input.k, 1));
            let (d, _) = Scalar::from_canonical_bytes(&d);
            let factor = d.add(&Scalar::ONE).invert();
            let made = sign::sign(chop::level::current(), &factor, &k, digest.as_bytes()).unwrap();
            let signature = Signature::from_components(made.r, made.s).unwrap();
            key.verifying_key().with_id(&id).verify(&input.message, &signature).unwrap();
            hash.update(key.verifying_key().to_bytes());
            hash.update(signature.to_bytes());
            done += 1;
        }
        assert_eq!(<[u8; 64]>::from(hash.clone().finalize()), expected, "after {n}");
    }
    assert_eq!(done, 100);
}

#[test]
fn sm3_is_sm3() {
    for case in chop_vectors::sm3::samples() {
        assert_eq!(Digest::without_z(&case.message).as_bytes(), &case.digest);
    }
    let message: Vec<u8> = (0..300u16).map(|i| i as u8).collect();
    let digests: Vec<u8> = (0..300).flat_map(|n| *Digest::without_z(&message[..n]).as_bytes()).collect();
    assert_eq!(Digest::without_z(&digests).as_bytes(), &chop_vectors::sm3::of_300_lengths());
}

#[test]
fn every_way_of_signing_verifies_and_no_two_agree() {
    let (key, message) = (key(), b"message".as_slice());
    let public = key.verifying_key();
    let deterministic = key.sign(message);
    let mixed = key.sign_hedged_with(message, &[1; 32]);
    let signatures = [
        deterministic,
        mixed,
        key.sign_hedged_with(message, &[2; 32]),
        key.sign_hedged(message).unwrap(),
        key.sign_hedged(message).unwrap(),
        key.sign_reader_hedged(message).unwrap(),
    ];
    for (i, signature) in signatures.iter().enumerate() {
        public.verify(message, signature).unwrap();
        public.verify_reader(message, signature).unwrap();
        assert_eq!(public.verify(b"massage", signature), Err(Error::InvalidSignature));
        for other in &signatures[..i] {
            assert_ne!(signature.r_bytes(), other.r_bytes(), "a nonce was used twice");
        }
    }
    assert_eq!(key.sign(message), deterministic);
    assert_eq!(key.sign_checked(message), Ok(deterministic));
    assert_eq!(key.sign_parts(&[b"mess", b"age"]), deterministic);
    assert_eq!(key.sign_reader(message).unwrap(), deterministic);
    public.verify_parts(&[b"mess", b"age"], &deterministic).unwrap();
    assert_eq!(key.sign_hedged_with(message, &[1; 32]), mixed);
    assert_ne!(key.sign_hedged_with(b"massage", &[1; 32]).r_bytes(), mixed.r_bytes());
}

/// RFC 6979, section 3.2, written down with HMAC over SM3 and integers.
#[test]
fn deterministic_nonces_are_those_of_rfc_6979() {
    use hmac::{Hmac, KeyInit, Mac};
    let mac = |key: &[u8], parts: &[&[u8]]| -> Vec<u8> {
        let mut mac = Hmac::<sm3::Sm3>::new_from_slice(key).unwrap();
        parts.iter().for_each(|part| mac.update(part));
        mac.finalize().into_bytes().to_vec()
    };
    let d = [7; 32];
    let key = key();
    // The second digest is above n, and so is reduced.
    for e in [[0x11; 32], [0xFF; 32]] {
        let h1 = bytes(&(BigUint::from_bytes_be(&e) % order()));
        let (mut k, mut v) = (vec![0; 32], vec![1; 32]);
        for byte in [0u8, 1] {
            k = mac(&k, &[&v, &[byte], &d, &h1]);
            v = mac(&k, &[&v]);
        }
        v = mac(&k, &[&v]);
        let nonce: [u8; 32] = v.try_into().unwrap();
        let (nonce, _) = Scalar::from_canonical_bytes(&nonce);
        let (d, _) = Scalar::from_canonical_bytes(&d);
        let factor = d.add(&Scalar::ONE).invert();
        let made = sign::sign(chop::level::current(), &factor, &nonce, &e).unwrap();
        let signature = key.sign_prehashed(&Digest::from_bytes(e));
        assert_eq!((signature.r_bytes(), signature.s_bytes()), (&made.r, &made.s));
    }
}

#[test]
fn identifiers_separate_signatures() {
    let key = key();
    let public = key.verifying_key();
    let long = [b'x'; 8191];
    let ids = [Id::DEFAULT, Id::TLS_13, Id::EMPTY, Id::new(b"a").unwrap(), Id::new(&long).unwrap()];
    for (i, id) in ids.iter().enumerate() {
        let signature = key.with_id(id).sign_hedged(b"m").unwrap();
        for (j, other) in ids.iter().enumerate() {
            assert_eq!(public.with_id(other).verify(b"m", &signature).is_ok(), i == j);
            let item = Item::new(&public, b"m", &signature).with_id(*other);
            assert_eq!(sm2::verify_each(&[item]).all_valid(), i == j);
        }
    }
    assert_eq!(Id::new(&[0; 8192]), Err(Error::IdLength));
}

#[test]
fn digests_are_what_they_say() {
    let key = key();
    let verifier_key = key.verifying_key();
    let verifier = verifier_key.with_id(&Id::EMPTY);
    let z = verifier.z().to_vec();
    let sm3 = |parts: &[&[u8]]| *Digest::without_z(&parts.concat()).as_bytes();
    assert_eq!(verifier.digest(b"m").as_bytes(), &sm3(&[&z, b"m"]));
    assert_eq!(verifier.double_digest(b"m").as_bytes(), &sm3(&[&z, &sm3(&[b"m"])]));
    for digest in [verifier.digest(b"m"), verifier.double_digest(b"m"), Digest::from_bytes([0xFF; 32])] {
        let signature = key.sign_prehashed_hedged(&digest).unwrap();
        verifier_key.verify_prehashed(&digest, &signature).unwrap();
        let item = Item::prehashed(&verifier_key, &digest, &signature);
        assert!(sm2::verify_each(&[item]).all_valid() && item.verify().is_ok());
    }
}

#[test]
fn only_numbers_in_range_are_keys_and_signatures() {
    let (zero, one, n) = (BigUint::ZERO, BigUint::from(1u8), order());
    let limit = BigUint::from_bytes_be(&[0xFF; 32]);
    for d in [zero.clone(), &n - 1u8, n.clone(), &n + 1u8, limit.clone()] {
        assert_eq!(SigningKey::from_bytes(&bytes(&d)).err(), Some(Error::SecretKeyRange), "{d:x}");
    }
    for d in [one.clone(), &n - 2u8] {
        let key = SigningKey::from_bytes(&bytes(&d)).unwrap();
        assert_eq!(key.to_bytes().as_bytes(), &bytes(&d));
        key.verifying_key().verify(b"m", &key.sign_hedged(b"m").unwrap()).unwrap();
    }
    let middle = bytes(&(&n >> 1));
    for bad in [zero, n.clone(), &n + 1u8, limit].map(|x| bytes(&x)) {
        assert_eq!(Signature::from_components(bad, middle), Err(Error::SignatureRange));
        assert_eq!(Signature::from_components(middle, bad), Err(Error::SignatureRange));
    }
    for good in [one, &n - 1u8].map(|x| bytes(&x)) {
        Signature::from_components(good, middle).unwrap();
        Signature::from_components(middle, good).unwrap();
    }
    assert_eq!(Signature::from_slice(&[1; 63]), Err(Error::SignatureLength));
    assert_eq!(SigningKey::from_slice(&[1; 33]).err(), Some(Error::SecretKeyLength));
}

#[test]
fn public_keys_are_points_in_three_forms() {
    let public = key().verifying_key();
    let (long, short) = (public.to_bytes(), public.to_compressed_bytes());
    assert_eq!(VerifyingKey::from_bytes(&long).unwrap(), public);
    assert_eq!(VerifyingKey::from_slice(&short).unwrap(), public);
    let mut other = short;
    other[0] ^= 1;
    assert_ne!(VerifyingKey::from_slice(&other).unwrap(), public);
    for form in [0, 1, 5, 6, 7, 0xFF] {
        let mut bad = long;
        bad[0] = form;
        assert_eq!(VerifyingKey::from_bytes(&bad), Err(Error::NotAPoint), "form {form}");
    }
    let mut off = long;
    off[64] ^= 1;
    assert_eq!(VerifyingKey::from_bytes(&off), Err(Error::NotAPoint));
    for bad in [&long[..64], &long[1..], &short[..32], &[], &[0]] {
        assert_eq!(VerifyingKey::from_slice(bad), Err(Error::PublicKeyLength));
    }
}

/// What a DER signature may be mistaken for, and who reads it.
#[test]
fn der_is_strict_and_the_lenient_reader_is_apart() {
    let element = |tag: u8, content: &[u8]| [&[tag, content.len() as u8], content].concat();
    let (r, s) = ([0x81; 32], [0x11; 31]);
    let sequence = |r: &[u8], s: &[u8]| element(0x30, &[element(2, r), element(2, s)].concat());
    let with_zero = |x: &[u8]| [&[0], x].concat();
    let strict = sequence(&with_zero(&r), &s);
    let signature = Signature::from_der(&strict).unwrap();
    assert_eq!((signature.r_bytes(), &signature.s_bytes()[1..]), (&r, s.as_slice()));

    let content = &strict[2..];
    let lenient = [
        sequence(&r, &s),                         // the sign's zero is missing
        sequence(&with_zero(&with_zero(&r)), &s), // one zero too many
        sequence(&with_zero(&r), &with_zero(&s)), // a needless zero
        sequence(&with_zero(&r), &[&[0; 9], s.as_slice()].concat()),
        [&[0x30, 0x81, content.len() as u8], content].concat(), // long lengths
        [&[0x30, 0x82, 0, content.len() as u8], content].concat(),
    ];
    for der in lenient {
        assert_eq!(Signature::from_der(&der), Err(Error::SignatureDer), "{der:02x?}");
        assert_eq!(Signature::from_der_lenient(&der), Ok(signature), "{der:02x?}");
    }

    let trailing = |der: &[u8]| [der, &[0]].concat();
    let nonsense = [
        vec![],
        vec![0x30],
        element(0x30, &[]),
        element(0x31, content),                              // SET
        element(0x30, &element(2, &s)),                      // one number
        element(0x30, &[content, &element(2, &s)].concat()), // three
        trailing(&strict),
        element(0x30, &trailing(content)),
        sequence(&[&[1], r.as_slice()].concat(), &s), // 33 bytes
        sequence(&[], &s),
        element(0x30, &[element(4, &r), element(2, &s)].concat()), // OCTET STRING
        [&[0x30, 0x80], content, &[0, 0]].concat(),                // indefinite length
        [&[0x30, 0x85, 0, 0, 0, 0, content.len() as u8], content].concat(),
    ];
    for der in nonsense {
        assert_eq!(Signature::from_der(&der), Err(Error::SignatureDer), "{der:02x?}");
        assert_eq!(Signature::from_der_lenient(&der), Err(Error::SignatureDer), "{der:02x?}");
    }
    for cut in 0..strict.len() {
        assert_eq!(Signature::from_der_lenient(&strict[..cut]), Err(Error::SignatureDer));
    }
    assert_eq!(Signature::from_der(&sequence(&[0], &s)), Err(Error::SignatureRange));
}

#[test]
fn many_agree_with_one() {
    on_every_level(|_| {
        let secrets: Vec<[u8; 32]> = (1..=9).map(|i| [i; 32]).collect();
        let keys = sm2::keygen_many(&secrets).unwrap();
        let messages: Vec<Vec<u8>> = (0..70).map(|i| vec![i as u8; 3 * i]).collect();
        let jobs: Vec<(&SigningKey, &[u8])> =
            messages.iter().enumerate().map(|(i, m)| (&keys[i % 9], m.as_slice())).collect();
        let randomness: Vec<[u8; 32]> = (0..70).map(|i| [i; 32]).collect();
        let signatures = sm2::sign_many_hedged_with(&jobs, &randomness);
        for (((key, message), randomness), signature) in jobs.iter().zip(&randomness).zip(&signatures) {
            assert_eq!(signature, &key.sign_hedged_with(message, randomness));
        }
        assert_eq!(sm2::sign_many_hedged(&jobs).unwrap().len(), 70);
        for (signature, (key, message)) in sm2::sign_many(&jobs).iter().zip(&jobs) {
            assert_eq!(signature, &key.sign(message));
        }

        let publics: Vec<VerifyingKey> = keys.iter().map(SigningKey::verifying_key).collect();
        let prepared: Vec<PreparedVerifyingKey> = publics.iter().map(PreparedVerifyingKey::new).collect();
        let encoded: Vec<[u8; 65]> = publics.iter().map(VerifyingKey::to_bytes).collect();
        let bound: Vec<_> = publics.iter().map(|key| key.with_id(&Id::DEFAULT)).collect();
        for n in (0..=65).chain([70]) {
            // Every third is spoilt by another message, every fifth by bytes that are no key.
            let items: Vec<Item<'_>> = (0..n)
                .map(|i| {
                    let message = &messages[if i % 3 == 2 { i + 1 } else { i } % 70];
                    let signature = &signatures[i];
                    match i % 5 {
                        0 => Item::new(&publics[i % 9], message, signature),
                        1 => Item::new(&prepared[i % 9], message, signature),
                        2 => Item::new(&encoded[i % 9], message, signature),
                        3 => Item::new(&bound[i % 9], message, signature),
                        _ => Item::new(b"no key", message, signature),
                    }
                })
                .collect();
            let verdicts = sm2::verify_each(&items);
            for i in 0..n {
                assert_eq!(verdicts.is_valid(i), i % 3 != 2 && i % 5 != 4, "item {i} of {n}");
            }
            if let Some(last) = items.last() {
                assert_eq!(last.verify().is_ok(), verdicts.is_valid(n - 1), "item {n} alone");
            }
        }
    });
    on_every_level(|_| {
        for bad in [[0; 32], [0xFF; 32], bytes(&(order() - 1u8))] {
            for place in [0, 1, 8, 16] {
                let mut secrets = vec![[1; 32]; 17];
                secrets[place] = bad;
                assert_eq!(sm2::keygen_many(&secrets).err(), Some(Error::SecretKeyRange));
            }
        }
    });
}

#[test]
fn verdicts_under_keys_that_occur_often_are_those_of_items_alone() {
    on_every_level(|level| {
        let signer = key();
        let id = Id::new(b"alice@example.org").unwrap();
        let (public, other) =
            (signer.verifying_key(), SigningKey::from_bytes(&[9; 32]).unwrap().verifying_key());
        let (whole, compressed) = (public.to_bytes(), public.to_compressed_bytes());
        let bound = public.with_id(&id);
        let digest = public.with_id(&Id::DEFAULT).digest(b"message");
        let [plain, named] = [signer.sign(b"message"), signer.with_id(&id).sign(b"message")];
        let mut negative = whole;
        negative[64] ^= 1;
        let mut cases = Vec::new();
        for signature in [&plain, &named] {
            for message in [&b"message"[..], b"massage"] {
                cases.extend([
                    Item::new(&whole, message, signature),
                    Item::new(&compressed, message, signature),
                    Item::new(&public, message, signature).with_id(id),
                    Item::new(&bound, message, signature),
                    Item::new(&other, message, signature),
                    Item::new(&negative, message, signature),
                    Item::new(b"no key", message, signature),
                ]);
            }
            cases.push(Item::prehashed(&public, &digest, signature));
        }
        let expected: Vec<bool> = cases.iter().map(|case| case.verify().is_ok()).collect();
        assert_eq!(expected.iter().filter(|valid| **valid).count(), 5, "{}", level.name());
        let items: Vec<Item<'_>> = cases.iter().cycle().take(120 * cases.len()).copied().collect();
        for (i, valid) in sm2::verify_each(&items).iter().enumerate() {
            assert_eq!(valid, expected[i % cases.len()], "item {i} at {}", level.name());
        }
    });
}

/// All forms of ciphertexts.
const FORMS: [Form; 5] =
    [Form::C1C3C2, Form::C1C2C3, Form::Der, Form::C1C3C2Without04, Form::C1C2C3Without04];

#[test]
fn ciphertexts_without_04_are_the_others_without_it() {
    let public = key().verifying_key();
    for (form, without) in [(Form::C1C3C2, Form::C1C3C2Without04), (Form::C1C2C3, Form::C1C2C3Without04)] {
        let whole = sm2::encrypt_with(&public, b"message", form, &[1; 32]).unwrap();
        let cut = sm2::encrypt_with(&public, b"message", without, &[1; 32]).unwrap();
        assert_eq!((whole[0], &whole[1..]), (4, cut.as_slice()));
    }
}

#[test]
fn ciphertexts_decrypt_in_their_form_and_only_whole() {
    let key = key();
    let public = key.verifying_key();
    for form in FORMS {
        for length in [1, 2, 31, 32, 33, 64, 100, 200, 70_000] {
            let message = vec![0x6D; length];
            let ciphertext = sm2::encrypt(&public, &message, form).unwrap();
            assert_eq!(sm2::decrypt(&key, &ciphertext, form).unwrap().as_bytes(), message);
        }
        assert_eq!(sm2::encrypt(&public, b"", form), Err(Error::EmptyMessage));
        let ciphertext = sm2::encrypt_with(&public, b"message", form, &[1; 32]).unwrap();
        assert_eq!(sm2::encrypt_with(&public, b"message", form, &[1; 32]).unwrap(), ciphertext);
        assert_ne!(sm2::encrypt_with(&public, b"message", form, &[2; 32]).unwrap(), ciphertext);
        let fails = |ciphertext: &[u8], form| {
            assert_eq!(sm2::decrypt(&key, ciphertext, form).err(), Some(Error::Ciphertext));
        };
        for cut in 0..ciphertext.len() {
            fails(&ciphertext[..cut], form);
        }
        for i in 0..ciphertext.len() {
            for bit in [0, 7] {
                let mut changed = ciphertext.clone();
                changed[i] ^= 1 << bit;
                fails(&changed, form);
            }
        }
        fails(&[&ciphertext[..], &[0]].concat(), form);
        for other in FORMS {
            if other != form {
                fails(&ciphertext, other);
            }
        }
        let stranger = SigningKey::from_bytes(&[8; 32]).unwrap();
        assert_eq!(sm2::decrypt(&stranger, &ciphertext, form).err(), Some(Error::Ciphertext));
    }
}

#[cfg(feature = "serde")]
#[test]
fn keys_and_signatures_are_hexadecimal_in_json_and_checked_when_read() {
    let key = SigningKey::from_bytes(&[7; 32]).expect("below n − 1");
    let public = key.verifying_key();
    let signature = key.sign(b"message");
    let text = serde_json::to_string(&(&public, &signature)).expect("text");
    assert_eq!(text.len(), 2 * 65 + 2 * 64 + 7);
    let (read, read_signature): (VerifyingKey, Signature) = serde_json::from_str(&text).expect("as written");
    assert!(read == public && read_signature == signature);

    // A point that is not on the curve, and r = 0.
    let mut off = public.to_bytes();
    off[64] ^= 1;
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert!(serde_json::from_str::<VerifyingKey>(&format!("\"{}\"", hex(&off))).is_err());
    assert!(
        serde_json::from_str::<VerifyingKey>(&format!("\"{}\"", hex(&public.to_compressed_bytes()))).is_err()
    );
    let mut zero = signature.to_bytes();
    zero[..32].fill(0);
    assert!(serde_json::from_str::<Signature>(&format!("\"{}\"", hex(&zero))).is_err());
}
