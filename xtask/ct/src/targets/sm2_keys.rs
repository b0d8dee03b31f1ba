//! SM2 as its users call it: keys, signatures, ciphertexts, key files.

use super::bytes;
use crate::secret::{mark_secret, reveal, secret};
use chop::level;
use chop::sm2::{self, Digest, Form, SigningKey};
use chop_core::cpu::Level;

/// Where the key begins in PKCS#8, and in PEM of it: what is before it is public.
const HEAD: usize = 36;

fn secret_key(n: usize) -> SigningKey {
    SigningKey::from_bytes(&secret(bytes(n))).expect("in range")
}

/// A key from its number, and what is published of it.
pub fn keygen(level: Level) {
    level::force(Some(level));
    let key = secret_key(0);
    reveal(key.verifying_key().to_bytes());
    reveal(*key.to_bytes().as_bytes());
}

/// Signatures with every kind of nonce.
pub fn sign(level: Level) {
    level::force(Some(level));
    let (key, digest) = (secret_key(0), Digest::from_bytes(bytes(1)));
    for signature in [
        key.sign_prehashed_hedged_with(&digest, &secret(bytes(2))),
        key.sign_prehashed(&digest),
        key.sign_hedged_with(b"a message", &secret(bytes(3))),
    ] {
        reveal(*signature.r_bytes());
        reveal(*signature.s_bytes());
    }
}

/// Signatures by many keys.
pub fn sign_many(level: Level) {
    level::force(Some(level));
    let keys: Vec<SigningKey> = (0..11).map(secret_key).collect();
    let items: Vec<(&SigningKey, &[u8])> = keys.iter().map(|key| (key, &b"a message"[..])).collect();
    let randomness: Vec<[u8; 32]> = (0..11).map(|n| secret(bytes(n + 11))).collect();
    for signature in sm2::sign_many_hedged_with(&items, &randomness) {
        reveal(*signature.s_bytes());
    }
    for signature in sm2::sign_many(&items) {
        reveal(*signature.s_bytes());
    }
}

/// A ciphertext of a secret message with secret randomness.
pub fn encrypt(level: Level) {
    level::force(Some(level));
    let key = SigningKey::from_bytes(&bytes(0)).expect("in range").verifying_key();
    let message: [u8; 32] = secret(bytes(1));
    let ciphertext = sm2::encrypt_with(&key, &message, Form::C1C3C2, &secret(bytes(2)));
    reveal(*ciphertext.expect("a message").last_chunk::<64>().expect("C3 and C2"));
}

/// A plaintext, and the refusal of a ciphertext with a bit flipped.
pub fn decrypt(level: Level) {
    level::force(Some(level));
    let public = SigningKey::from_bytes(&bytes(0)).expect("in range").verifying_key();
    let key = secret_key(0);
    for form in [Form::C1C3C2, Form::C1C2C3, Form::Der] {
        let mut ciphertext = sm2::encrypt_with(&public, &bytes(1), form, &bytes(2)).expect("a message");
        let message = sm2::decrypt(&key, &ciphertext, form).expect("the right key");
        reveal(*message.as_bytes().first_chunk::<32>().expect("32 bytes"));
        let last = ciphertext.len() - 1;
        ciphertext[last] ^= 1;
        assert!(sm2::decrypt(&key, &ciphertext, form).is_err());
    }
}

/// PKCS#8 in DER and in PEM.
pub fn pkcs8(level: Level) {
    level::force(Some(level));
    let key = SigningKey::from_bytes(&bytes(0)).expect("in range");
    let mut der = key.to_pkcs8_der().expect("a key has an encoding").as_bytes().to_vec();
    mark_secret(&mut der[HEAD..HEAD + 32]);
    let read = SigningKey::from_pkcs8_der(&der).expect("a file of the right form");
    reveal(*read.to_pkcs8_der().expect("a key has an encoding").as_bytes().last_chunk::<102>().expect("138"));
    let mut text = key.to_pkcs8_pem().expect("a key has an encoding").as_str().to_string();
    // The characters of d alone: 36 bytes are 48 characters, and 32 bytes 42 and a bit. Lines have 64.
    let start = text.find('\n').expect("a line that begins the block") + 1;
    mark_secret(&mut text[start + 48..start + 64]);
    mark_secret(&mut text[start + 65..start + 65 + 26]);
    let read = SigningKey::from_pkcs8_pem(&text).expect("a file of the right form");
    reveal(*read.to_bytes().as_bytes());
}
