//! Keys and signatures of secp256k1.

use super::cases::{Case, Given, kept, random};
use super::words::{Secrets, bytes_of};
use chop::secp256k1::{Digest, RecoverableSignature, Signature, SigningKey};
use chop_ref::secp256k1;
use hmac::{Hmac, KeyInit, Mac};
use num_bigint::BigUint;
use sha2::Sha256;

fn number(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

fn n() -> &'static BigUint {
    &secp256k1().n
}

fn of_key(d: &[u8; 32]) -> Secrets {
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
