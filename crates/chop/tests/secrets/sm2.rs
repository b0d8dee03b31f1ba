//! Keys, signatures and ciphertexts of SM2.

use super::cases::{Case, Given, MANY, kept, random, randoms};
use super::words::{Secrets, bytes_of};
use chop::sm2::{self, Form, Id, Signature, SigningKey};
use chop_ref::sm2::sm2;
use hmac::{Hmac, KeyInit, Mac};
use num_bigint::BigUint;
use signature::{MultipartSigner, RandomizedSigner, Signer};
use sm3::{Digest as _, Sm3};

/// What a nonce for signatures is told from others by.
const SIGNATURE: &[u8] = b"chop SM2 nonce";

fn number(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

fn sm3(parts: &[&[u8]]) -> [u8; 32] {
    Sm3::digest(parts.concat()).into()
}

/// d and (1 + d)^−1.
pub(crate) fn of_key(d: &[u8; 32]) -> Secrets {
    let n = &sm2().n;
    let factor = sm2().inverse_of_1_plus(&number(d)).expect("a key");
    Secrets::default().number("d", &number(d), n).number("1/(1 + d)", &factor, n).number(
        "1 + d",
        &(number(d) + 1u8),
        n,
    )
}

/// The first hedged nonce, and the two digests that it is made of.
fn hedged(parts: &[&[u8]]) -> (BigUint, Secrets) {
    let common = parts.concat();
    let wide = [sm3(&[&common, &[0, 0]]), sm3(&[&common, &[0, 1]])].concat();
    (number(&wide) % &sm2().n, Secrets::default().bytes("digests that give the nonce", &wide))
}

/// The first nonce of RFC 6979, and the last state of its generator.
fn deterministic(d: &[u8; 32], e: &[u8; 32]) -> (BigUint, Secrets) {
    let mac = |key: &[u8; 32], parts: &[&[u8]]| -> [u8; 32] {
        let mut mac = Hmac::<Sm3>::new_from_slice(key).expect("any length");
        parts.iter().for_each(|part| mac.update(part));
        mac.finalize().into_bytes().into()
    };
    let e = number(e) % &sm2().n;
    let mut e = bytes_of(&e);
    e.reverse();
    let (mut key, mut value) = ([0; 32], [1; 32]);
    for step in [0, 1] {
        key = mac(&key, &[&value, &[step], d, &e]);
        value = mac(&key, &[&value]);
    }
    value = mac(&key, &[&value]);
    (
        number(&value),
        Secrets::default().bytes("key of the generator", &key).bytes("state of the generator", &value),
    )
}

/// The nonce of a signature and r + k; the signature must follow from key and nonce.
fn of_nonce(d: &[u8; 32], k: &BigUint, e: &[u8; 32], signature: &Signature) -> Secrets {
    let n = &sm2().n;
    let bytes = signature.to_bytes();
    let (r, s) = bytes.split_at(32);
    let expected = sm2().sign(&number(d), k, &number(e)).expect("a nonce that gives a signature");
    assert_eq!(expected, (number(r), number(s)), "the signature of this nonce");
    Secrets::default().number("nonce", k, n).number("r + nonce", &((number(r) + k) % n), n)
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = keys();
    cases.extend(signatures());
    cases.extend(ciphertexts());
    cases.extend(many());
    cases.iter_mut().for_each(|case| case.name = format!("sm2: {}", case.name));
    cases
}

fn keys() -> Vec<Case> {
    let d = kept(random("an SM2 key"));
    let key = kept(SigningKey::from_bytes(d).expect("a key"));
    let blob = kept(*key.to_blob().as_bytes());
    vec![
        Case::new("from_bytes", of_key(d), move || assert!(SigningKey::from_bytes(d).is_ok())),
        Case::new("from_bytes, boxed", of_key(d), move || {
            Box::new(SigningKey::from_bytes(d).expect("a key"))
        })
        .moved(),
        Case::new("from_slice", of_key(d), move || assert!(SigningKey::from_slice(d).is_ok())),
        Case::new("from_rng", of_key(d), move || assert!(SigningKey::from_rng(&mut Given(d)).is_ok())),
        Case::new("from_blob", of_key(d), move || assert!(SigningKey::from_blob(blob).is_ok())),
        Case::new("to_bytes", of_key(d), move || key.to_bytes()),
        Case::new("to_blob", of_key(d), move || key.to_blob()),
        Case::new("public key", of_key(d), move || key.verifying_key()),
    ]
}

fn signatures() -> Vec<Case> {
    let d = kept(random("another SM2 key"));
    let key = kept(SigningKey::from_bytes(d).expect("a key"));
    let message = kept([random("a message"), random("its end")].concat());
    let randomness = kept(random("randomness"));
    let id = kept(Id::new(b"alice@example.org").expect("an identifier"));
    let digest = kept(key.with_id(id).digest(message));
    let default = kept(key.with_id(&Id::DEFAULT).digest(message));
    let with_randomness = |e: &[u8; 32], signature: &Signature| {
        let (k, more) = hedged(&[d, randomness, e, SIGNATURE]);
        of_key(d).and(more).and(of_nonce(d, &k, e, signature)).bytes("randomness", randomness)
    };
    let repeated = |e: &[u8; 32], signature: &Signature| {
        let (k, more) = deterministic(d, e);
        of_key(d).and(more).and(of_nonce(d, &k, e, signature))
    };
    let in_default = || with_randomness(default.as_bytes(), &key.sign_hedged_with(message, randomness));
    let in_id = || with_randomness(digest.as_bytes(), &key.sign_prehashed_hedged_with(digest, randomness));
    let fixed = || repeated(default.as_bytes(), &key.sign(message));
    let fixed_in_id = || repeated(digest.as_bytes(), &key.sign_prehashed(digest));
    vec![
        Case::new("sign_hedged_with", in_default(), move || key.sign_hedged_with(message, randomness)),
        Case::new("sign", fixed(), move || key.sign(message)),
        Case::new("with_id, sign_hedged_with", in_id(), move || {
            key.with_id(id).sign_hedged_with(message, randomness)
        }),
        Case::new("with_id, sign", fixed_in_id(), move || key.with_id(id).sign(message)),
        Case::new("sign_prehashed_hedged_with", in_id(), move || {
            key.sign_prehashed_hedged_with(digest, randomness)
        }),
        Case::new("sign_prehashed", fixed_in_id(), move || key.sign_prehashed(digest)),
        Case::new("sign_hedged", of_key(d), move || key.sign_hedged(message).expect("randomness")),
        Case::new("with_id, sign_parts", of_key(d), move || key.with_id(id).sign_parts(&[message, b"more"])),
        Case::new("sign_checked", of_key(d), move || key.sign_checked(message).expect("no fault")),
        Case::new("sign_reader", of_key(d).bytes("message", message), move || {
            key.sign_reader(message.as_slice()).expect("a message")
        }),
        Case::new("sign_reader_hedged", of_key(d).bytes("message", message), move || {
            key.sign_reader_hedged(message.as_slice()).expect("a message")
        }),
        Case::new("Signer", of_key(d), move || Signer::sign(key, message)),
        Case::new("MultipartSigner", of_key(d), move || key.with_id(id).multipart_sign(&[message])),
        Case::new("RandomizedSigner", in_default(), move || {
            key.sign_with_rng(&mut Given(randomness), message)
        }),
    ]
}

/// The point that both sides compute, and the masks made of it.
fn of_shared(k: &BigUint, public: &chop_ref::weierstrass::Point, text: &[u8]) -> (Secrets, Vec<u8>) {
    let (x, y) = sm2().mul(k, public).expect("a multiple that is not O");
    let coordinates = [x.clone(), y.clone()].map(|number| {
        let mut bytes = bytes_of(&number);
        bytes.reverse();
        bytes
    });
    let coordinates = coordinates.concat();
    let mask: Vec<u8> =
        (1u32..).take(text.len().div_ceil(32)).flat_map(|i| sm3(&[&coordinates, &i.to_be_bytes()])).collect();
    let masked = text.iter().zip(&mask).map(|(byte, mask)| byte ^ mask).collect();
    let secrets = Secrets::default().integer("shared x", &x).integer("shared y", &y).bytes("mask", &mask);
    (secrets, masked)
}

fn ciphertexts() -> Vec<Case> {
    let d = kept(random("a key that decrypts"));
    let key = kept(SigningKey::from_bytes(d).expect("a key"));
    let public = kept(key.verifying_key());
    let message = kept([random("a plaintext"), random("its end")].concat());
    let randomness = kept(random("randomness of a ciphertext"));
    let (k, more) = hedged(&[randomness, &public.to_bytes(), b"chop SM2 encryption", message]);
    let point = sm2().mul(&number(d), &sm2().G);
    let (shared, masked) = of_shared(&k, &point, message);
    let of_plaintext = || shared.clone().bytes("plaintext", message);
    let mut cases = Vec::new();
    let more = more.number("nonce", &k, &sm2().n).bytes("randomness", randomness);
    for form in [Form::C1C3C2, Form::C1C2C3, Form::Der] {
        let ciphertext = kept(sm2::encrypt_with(public, message, form, randomness).expect("a ciphertext"));
        assert!(ciphertext.windows(masked.len()).any(|part| part == masked), "the plaintext under this mask");
        let changed = kept(
            ciphertext.iter().enumerate().map(|(i, byte)| byte ^ u8::from(i == 100)).collect::<Vec<_>>(),
        );
        let of_nonce = of_plaintext().and(more.clone());
        cases.push(Case::new(format!("encrypt, {form:?}"), of_nonce, move || {
            sm2::encrypt_with(public, message, form, randomness).expect("a ciphertext")
        }));
        cases.push(Case::new(format!("decrypt, {form:?}"), of_plaintext().and(of_key(d)), move || {
            assert!(sm2::decrypt(key, ciphertext, form).is_ok())
        }));
        cases.push(Case::new(
            format!("decrypt what was changed, {form:?}"),
            of_plaintext().and(of_key(d)),
            move || {
                assert!(sm2::decrypt(key, changed, form).is_err());
            },
        ));
    }
    cases
}

fn many() -> Vec<Case> {
    let mut cases = Vec::new();
    for n in MANY {
        let ds = kept(randoms("SM2 keys", n));
        let mut one_is_none = ds.clone();
        one_is_none[n / 2] = [0xFF; 32];
        let one_is_none = kept(one_is_none);
        let messages = kept(randoms("messages", n));
        let randomness = kept(randoms("randomness", n));
        let keys = kept(sm2::keygen_many(ds).expect("keys"));
        let items = kept(
            keys.iter().zip(messages).map(|(key, message)| (key, message.as_slice())).collect::<Vec<_>>(),
        );
        let signatures = sm2::sign_many_hedged_with(items, randomness);
        let of_keys = || ds.iter().map(of_key).fold(Secrets::default(), Secrets::and);
        let mut of_all = of_keys();
        for i in 0..n {
            let e = keys[i].with_id(&Id::DEFAULT).digest(&messages[i]);
            let (k, more) = hedged(&[&ds[i], &randomness[i], e.as_bytes(), SIGNATURE]);
            // The reference is slow: the nonces of a part follow from their signatures, the last among them.
            if i % 13 == (n - 1) % 13 {
                of_all = of_all.and(of_nonce(&ds[i], &k, e.as_bytes(), &signatures[i]));
            }
            of_all = of_all.and(more).number("nonce", &k, &sm2().n).bytes("randomness", &randomness[i]);
        }
        cases.push(
            Case::new("keygen_many", of_keys(), move || sm2::keygen_many(ds).expect("keys")).on_many(n),
        );
        cases.push(
            Case::new("keygen_many with no key", of_keys(), move || {
                assert!(sm2::keygen_many(one_is_none).is_err())
            })
            .on_many(n),
        );
        cases.push(
            Case::new("sign_many_hedged_with", of_all, move || sm2::sign_many_hedged_with(items, randomness))
                .on_many(n),
        );
        cases.push(Case::new("sign_many", of_keys(), move || sm2::sign_many(items)).on_many(n));
        cases.push(
            Case::new("sign_many_hedged", of_keys(), move || {
                sm2::sign_many_hedged(items).expect("randomness")
            })
            .on_many(n),
        );
    }
    cases
}
