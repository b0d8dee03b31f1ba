//! Keys and signatures of secp256k1.

use super::cases::{Case, Given, MANY, kept, random, randoms};
use super::words::{Secrets, bytes_of};
use chop::bip340;
use chop::secp256k1::{self as scheme, Digest, RecoverableSignature, Signature, SigningKey};
use chop_ref::secp256k1;
use hmac::{Hmac, KeyInit, Mac};
use num_bigint::BigUint;
use sha2::{Digest as _, Sha256};

fn number(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

fn n() -> &'static BigUint {
    &secp256k1().n
}

pub(crate) fn of_key(d: &[u8; 32]) -> Secrets {
    Secrets::default().number("d", &number(d), n())
}

/// The first nonce of RFC 6979 with what is added, and the last state of its generator.
fn nonce(d: &[u8; 32], e: &[u8; 32], added: &[u8]) -> (BigUint, Secrets) {
    let mac = |key: &[u8; 32], parts: &[&[u8]]| -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length");
        parts.iter().for_each(|part| mac.update(part));
        mac.finalize().into_bytes().into()
    };
    let mut e = bytes_of(&(number(e) % n()));
    e.reverse();
    let (mut key, mut value) = ([0; 32], [1; 32]);
    for step in [0, 1] {
        key = mac(&key, &[&value, &[step], d, &e, added]);
        value = mac(&key, &[&value]);
    }
    value = mac(&key, &[&value]);
    (
        number(&value),
        Secrets::default().bytes("key of the generator", &key).bytes("state of the generator", &value),
    )
}

/// What a signature with this nonce must not leave: the signature must follow from key and nonce.
fn of_signature(d: &[u8; 32], e: &[u8; 32], added: &[u8], signature: &Signature) -> Secrets {
    let (k, more) = nonce(d, e, added);
    let (r, s, _) =
        secp256k1().ecdsa_sign(&number(d), &k, &number(e)).expect("a nonce that gives a signature");
    assert_eq!((number(signature.r_bytes()), number(signature.s_bytes())), (r.clone(), s), "of this nonce");
    let inverse = k.modinv(n()).expect("n is prime");
    let product = &r * number(d) % n();
    of_key(d)
        .and(more)
        .number("nonce", &k, n())
        .number("1/nonce", &inverse, n())
        .number("r·d", &product, n())
        .number("e + r·d", &((product.clone() + number(e)) % n()), n())
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = keys();
    cases.extend(signatures());
    cases.extend(many());
    cases.extend(schnorr());
    cases.iter_mut().for_each(|case| case.name = format!("secp256k1: {}", case.name));
    cases
}

fn keys() -> Vec<Case> {
    let d = kept(random("a key of secp256k1"));
    let key = kept(SigningKey::from_bytes(d).expect("a key"));
    vec![
        Case::new("from_bytes", of_key(d), move || assert!(SigningKey::from_bytes(d).is_ok())),
        Case::new("from_bytes, boxed", of_key(d), move || {
            Box::new(SigningKey::from_bytes(d).expect("a key"))
        })
        .moved(),
        Case::new("from_slice", of_key(d), move || assert!(SigningKey::from_slice(d).is_ok())),
        Case::new("from_rng", of_key(d), move || assert!(SigningKey::from_rng(&mut Given(d)).is_ok())),
        Case::new("to_bytes", of_key(d), move || key.to_bytes()),
        Case::new("public key", of_key(d), move || key.verifying_key()),
    ]
}

fn signatures() -> Vec<Case> {
    let d = kept(random("another key of secp256k1"));
    let key = kept(SigningKey::from_bytes(d).expect("a key"));
    let message = kept([random("a message"), random("its end")].concat());
    let randomness = kept(random("randomness"));
    let digest = kept(Digest::sha256(message));
    let other = kept(Digest::keccak256(message));
    let fixed = |digest: &Digest| of_signature(d, digest.as_bytes(), &[], &key.sign_digest(digest));
    let hedged = of_signature(d, digest.as_bytes(), randomness, &key.sign_hedged_with(message, randomness));
    vec![
        Case::new("sign", fixed(digest), move || key.sign(message)),
        Case::new("sign_checked", fixed(digest), move || key.sign_checked(message).expect("no fault")),
        Case::new("sign_digest", fixed(other), move || key.sign_digest(other)),
        Case::new("sign_digest_recoverable", fixed(other), move || -> RecoverableSignature {
            key.sign_digest_recoverable(other)
        }),
        Case::new("sign_hedged_with", hedged.bytes("randomness", randomness), move || {
            key.sign_hedged_with(message, randomness)
        }),
    ]
}

fn many() -> Vec<Case> {
    let mut cases = Vec::new();
    for n in MANY {
        let ds = kept(randoms("keys of secp256k1", n));
        let mut one_is_none = ds.clone();
        one_is_none[n / 2] = [0xFF; 32];
        let one_is_none = kept(one_is_none);
        let messages = kept(randoms("messages", n));
        let randomness = kept(randoms("randomness", n));
        let keys = kept(scheme::keygen_many(ds).expect("keys"));
        let items = kept(
            keys.iter().zip(messages).map(|(key, message)| (key, message.as_slice())).collect::<Vec<_>>(),
        );
        let digests = kept(items.iter().map(|(key, m)| (*key, Digest::keccak256(m))).collect::<Vec<_>>());
        let of_keys = || ds.iter().map(of_key).fold(Secrets::default(), Secrets::and);
        // The reference is slow: what follows from the nonces is looked for of a part of them, the last among them.
        let is_followed = |i: usize| i % 13 == (n - 1) % 13;
        let of_all = |e: &dyn Fn(usize) -> [u8; 32], added: &dyn Fn(usize) -> Vec<u8>, made: &[Signature]| {
            (0..n).fold(of_keys(), |all, i| {
                if is_followed(i) {
                    return all.and(of_signature(&ds[i], &e(i), &added(i), &made[i]));
                }
                let (k, more) = nonce(&ds[i], &e(i), &added(i));
                all.and(more).number("nonce", &k, self::n())
            })
        };
        let sha256 = |i: usize| *Digest::sha256(&messages[i]).as_bytes();
        let made = scheme::sign_many_hedged_with(items, randomness);
        let hedged = of_all(&sha256, &|i| randomness[i].to_vec(), &made);
        let fixed = of_all(&sha256, &|_| Vec::new(), &scheme::sign_many(items));
        let made: Vec<Signature> =
            scheme::sign_digests(digests).iter().map(|made| *made.signature()).collect();
        let of_digests = of_all(&|i| *digests[i].1.as_bytes(), &|_| Vec::new(), &made);
        let calls = [
            Case::new("keygen_many", of_keys(), move || scheme::keygen_many(ds).expect("keys")),
            Case::new("keygen_many with no key", of_keys(), move || {
                assert!(scheme::keygen_many(one_is_none).is_err())
            }),
            Case::new("sign_many_hedged_with", hedged, move || {
                scheme::sign_many_hedged_with(items, randomness)
            }),
            Case::new("sign_many", fixed, move || scheme::sign_many(items)),
            Case::new("sign_digests", of_digests, move || scheme::sign_digests(digests)),
            Case::new("sign_many_hedged", of_keys(), move || {
                scheme::sign_many_hedged(items).expect("randomness")
            }),
        ];
        cases.extend(calls.map(|case| case.on_many(n)));
    }
    cases
}

/// SHA-256(SHA-256(tag) ‖ SHA-256(tag) ‖ parts).
fn tagged(tag: &str, parts: &[&[u8]]) -> [u8; 32] {
    let name = Sha256::digest(tag);
    let mut hash = Sha256::new_with_prefix(name);
    hash.update(name);
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

/// Keys and signatures of BIP 340.
fn schnorr() -> Vec<Case> {
    let d = kept(random("a key of BIP 340"));
    let key = kept(bip340::SigningKey::from_bytes(d).expect("a key"));
    let ecdsa = kept(SigningKey::from_bytes(d).expect("a key"));
    let message = kept(random("a message of BIP 340"));
    let randomness = kept(random("randomness of BIP 340"));
    let even = number(key.to_bytes().as_bytes());
    let of_key = || of_key(d).number("d or n − d", &even, n());
    let of_signature = |randomness: &[u8; 32]| {
        let mask = tagged("BIP0340/aux", &[randomness]);
        let masked: Vec<u8> = key.to_bytes().as_bytes().iter().zip(mask).map(|(d, mask)| d ^ mask).collect();
        let x = key.verifying_key().to_bytes();
        let k = number(&tagged("BIP0340/nonce", &[&masked, &x, message])) % n();
        let signature = key.sign_hedged_with(message, randomness);
        let e = number(&tagged("BIP0340/challenge", &[signature.r_bytes(), &x, message])) % n();
        let product = e * &even % n();
        assert!(
            [k.clone(), n() - &k].iter().any(|k| (k + &product) % n() == number(signature.s_bytes())),
            "of this nonce"
        );
        of_key().number("nonce", &k, n()).number("e·d", &product, n()).bytes("masked key", &masked)
    };
    let tweaked = number(key.tweaked(None).expect("a key").to_bytes().as_bytes());
    let of_tweaked = of_key().number("tweaked d", &tweaked, n());
    let cases = vec![
        Case::new("from_bytes", of_key(), move || assert!(bip340::SigningKey::from_bytes(d).is_ok())),
        Case::new("from_bytes, boxed", of_key(), move || {
            Box::new(bip340::SigningKey::from_bytes(d).expect("a key"))
        })
        .moved(),
        Case::new("to_bytes", of_key(), move || key.to_bytes()),
        Case::new("sign", of_signature(&[0; 32]), move || key.sign(message)),
        Case::new("sign_checked", of_signature(&[0; 32]), move || {
            key.sign_checked(message).expect("no fault")
        }),
        Case::new("sign_hedged_with", of_signature(randomness), move || {
            key.sign_hedged_with(message, randomness)
        }),
        Case::new("sign_reader", of_signature(&[0; 32]), move || {
            key.sign_reader(std::io::Cursor::new(message)).expect("a message that does not change")
        }),
        Case::new("a key of ECDSA", of_key(), move || {
            assert_eq!(bip340::SigningKey::from(ecdsa).verifying_key(), key.verifying_key());
        }),
        Case::new("tweaked", of_tweaked, move || assert!(key.tweaked(None).is_ok())),
    ];
    cases.into_iter().map(|case| Case { name: format!("BIP 340 {}", case.name), ..case }).collect()
}
