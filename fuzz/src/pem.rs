//! Key texts: no text makes a parser panic, all readers agree on what a text is, and what parses is written
//! in a form that parses to the same.

use chop::ed25519::generic::{Hash, SigningKey, VerifyingKey};
use chop::ed25519::{self, generic};
use chop::encoding::openssh::PrivateKeyFile;
use chop::encoding::{PrivateKey, PublicKey};
use chop::{Error, KeyFileError, ed25519_blake2b, ed25519_blake3, x25519};

/// Gives the bytes, as text, to every parser of PEM.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let private = PrivateKey::from_pem(&text, None);
    let public = PublicKey::from_pem(&text);
    assert!(private.is_err() || public.is_err(), "a text that is private and public");

    let ed25519 = ed25519::SigningKey::from_pkcs8_pem(&text);
    let exchange = x25519::StaticSecret::from_pkcs8_pem(&text);
    let blake2b = raw::<ed25519_blake2b::generic::Blake2b>(&text);
    let blake3 = raw::<ed25519_blake3::generic::Blake3>(&text);
    assert!(SigningKey::<generic::Sha512>::from_raw_pem(&text).is_err(), "Ed25519 has no raw form");
    let openssh = PrivateKeyFile::from_text(&text, None).is_ok();
    let readers = [ed25519.is_ok(), exchange.is_ok(), blake2b, blake3, openssh];
    let count = readers.iter().filter(|reads| **reads).count();
    assert_eq!(count, usize::from(private.is_ok()), "one reader for each private key");
    if let Ok(key) = ed25519 {
        let again = key.to_pkcs8_pem().expect("every key has an encoding");
        let again =
            ed25519::SigningKey::from_pkcs8_pem(again.as_str()).expect("what was written can be read");
        assert!(again.to_seed().equals(&key.to_seed()));
    }
    if let Ok(key) = exchange {
        let again = key.to_pkcs8_pem().expect("every key has an encoding");
        let again =
            x25519::StaticSecret::from_pkcs8_pem(again.as_str()).expect("what was written can be read");
        assert!(again.to_bytes().equals(&key.to_bytes()));
    }

    let readers = [
        ed25519::VerifyingKey::from_public_key_pem(&text).is_ok(),
        x25519::PublicKey::from_public_key_pem(&text).is_ok(),
        VerifyingKey::<ed25519_blake2b::generic::Blake2b>::from_raw_pem(&text).is_ok(),
        VerifyingKey::<ed25519_blake3::generic::Blake3>::from_raw_pem(&text).is_ok(),
    ];
    let count = readers.iter().filter(|reads| **reads).count();
    assert_eq!(count, usize::from(public.is_ok()), "one reader for each public key");
    if let Ok(key) = public {
        assert_eq!(PublicKey::from_pem(&key.to_pem().expect("every key has an encoding")), Ok(key));
    }
}

/// Whether the text is the raw private key of a hash variant.
fn raw<H: Hash>(text: &str) -> bool {
    let Ok(key) = SigningKey::<H>::from_raw_pem(text) else { return false };
    let again = key.to_raw_pem().expect("the variant has labels");
    let again = SigningKey::<H>::from_raw_pem(again.as_str()).expect("what was written can be read");
    assert!(again.to_seed().equals(&key.to_seed()));
    let public = key.verifying_key();
    let written = public.to_raw_pem().expect("the variant has labels");
    assert_eq!(VerifyingKey::<H>::from_raw_pem(&written), Ok(public));
    assert_eq!(
        SigningKey::<H>::from_raw_pem(&written).err(),
        Some(Error::KeyFile(KeyFileError::PublicKeyGiven))
    );
    true
}

/// A key in each form that is read.
pub fn seeds() -> Vec<Vec<u8>> {
    let text = "every key has an encoding";
    let key = ed25519::SigningKey::from_seed(&[7; 32]);
    let exchange = x25519::StaticSecret::from_bytes(&[9; 32]);
    let blake2b = ed25519_blake2b::SigningKey::from_seed(&[7; 32]);
    let blake3 = ed25519_blake3::SigningKey::from_seed(&[7; 32]);
    let secrets = [
        key.to_pkcs8_pem().expect(text),
        exchange.to_pkcs8_pem().expect(text),
        blake2b.to_raw_pem().expect(text),
        blake3.to_raw_pem().expect(text),
    ];
    let publics = [
        key.verifying_key().to_public_key_pem().expect(text),
        exchange.public_key().to_public_key_pem().expect(text),
        blake2b.verifying_key().to_raw_pem().expect(text),
        blake3.verifying_key().to_raw_pem().expect(text),
    ];
    let secrets = secrets.iter().map(|secret| secret.as_str().as_bytes().to_vec());
    let publics = publics.iter().map(|public| public.as_bytes().to_vec());
    let mut seeds: Vec<Vec<u8>> = secrets.chain(publics).collect();
    let windows: Vec<u8> =
        seeds[0].iter().flat_map(|c| if *c == b'\n' { vec![b'\r', *c] } else { vec![*c] }).collect();
    seeds.push(windows);
    seeds
        .push(b"-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAA=\n-----END ENCRYPTED PRIVATE KEY-----\n".to_vec());
    seeds
}
