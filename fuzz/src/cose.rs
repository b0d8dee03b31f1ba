//! Keys and signatures of COSE: no bytes make a parser panic, and what parses is judged.

use chop::ed25519::{Policy, SigningKey};
use chop::encoding::cose::{CoseKey, Sign1};
use chop::encoding::recognise;

/// Gives the bytes to every parser.
pub fn run(data: &[u8]) {
    let _ = recognise(data);
    let (public, private) = (CoseKey::from_bytes(data), CoseKey::private_from_bytes(data));
    assert!(public.is_err() || private.is_err(), "a key is public or private");
    if let Ok(signature) = Sign1::from_bytes(data) {
        let key = SigningKey::from_seed(&[7; 32]).verifying_key();
        let payload = signature.payload().unwrap_or(b"hello").to_vec();
        if signature.verify(&key, &payload, b"", Policy::DEFAULT).is_ok() {
            assert!(signature.verify(&key, &payload, b"x", Policy::DEFAULT).is_err());
        }
    }
}

/// Bytes of each kind.
pub fn seeds() -> Vec<Vec<u8>> {
    let key = SigningKey::from_seed(&[7; 32]);
    let public = key.verifying_key().to_bytes();
    vec![
        [b"\xa3\x01\x01\x20\x06\x21\x58\x20".as_slice(), &public].concat(),
        [b"\xa4\x01\x01\x20\x06\x23\x58\x20".as_slice(), &[7; 32], b"\x21\x58\x20", &public].concat(),
        [b"\xa5\x01\x01\x02\x41a\x03\x32\x04\x81\x02\x20\x06".as_slice()].concat(),
        Sign1::sign_detached(&key, Some(b"2026"), b"hello"),
        Sign1::sign_detached(&key, None, b"hello"),
    ]
}
