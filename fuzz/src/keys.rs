//! Binary keys and signatures: no bytes make a parser panic, and what parses is written in a form that
//! parses to the same.

use chop::ed25519::generic::{Hash, SigningKey, VerifyingKey};
use chop::ed25519::{self, Signature};
use chop::encoding::{PrivateKey, PublicKey};
use chop::{Secret, ed25519_blake2b, ed25519_blake3, sm2, x25519};

/// Gives the bytes to every parser of binary keys.
pub fn run(data: &[u8]) {
    seed_or_pair::<ed25519::generic::Sha512>(data);
    seed_or_pair::<ed25519_blake2b::generic::Blake2b>(data);
    seed_or_pair::<ed25519_blake3::generic::Blake3>(data);
    ed25519_files(data);
    x25519_keys(data);
    any_files(data);
    if let Ok(signature) = Signature::from_slice(data) {
        assert_eq!(signature.to_bytes(), data, "a signature is its 64 bytes");
    }
}

fn same<const N: usize>(x: &Secret<N>, y: &Secret<N>) {
    assert!(x.equals(y), "a secret key changed on its way");
}

fn seed_or_pair<H: Hash>(data: &[u8]) {
    if let Ok(key) = SigningKey::<H>::from_slice(data) {
        let pair = key.to_keypair_bytes();
        assert!(pair.as_bytes().starts_with(&data[..32]));
        assert!(data.len() == 32 || pair.as_bytes() == data, "the public half was not checked");
        let again = SigningKey::<H>::from_slice(pair.as_bytes()).expect("what was written can be read");
        same(&again.to_seed(), &key.to_seed());
    }
    if let Ok(key) = VerifyingKey::<H>::from_slice(data) {
        assert_eq!(key.to_bytes(), data, "a public key keeps its bytes");
        assert_eq!(VerifyingKey::from_bytes(key.as_bytes()), Ok(key));
    }
}

fn ed25519_files(data: &[u8]) {
    if let Ok(key) = ed25519::SigningKey::from_pkcs8_der(data) {
        let der = key.to_pkcs8_der().expect("every key has an encoding");
        let again =
            ed25519::SigningKey::from_pkcs8_der(der.as_bytes()).expect("what was written can be read");
        same(&again.to_seed(), &key.to_seed());
        assert!(x25519::StaticSecret::from_pkcs8_der(data).is_err(), "a key of two algorithms");
    }
    if let Ok(key) = ed25519::VerifyingKey::from_public_key_der(data) {
        // SPKI has one encoding only: DER leaves no choice here.
        assert_eq!(key.to_public_key_der(), data);
        assert!(x25519::PublicKey::from_public_key_der(data).is_err(), "a key of two algorithms");
    }
}

fn x25519_keys(data: &[u8]) {
    for key in [x25519::StaticSecret::from_slice(data), x25519::StaticSecret::from_pkcs8_der(data)] {
        let Ok(key) = key else { continue };
        let der = key.to_pkcs8_der().expect("every key has an encoding");
        let again =
            x25519::StaticSecret::from_pkcs8_der(der.as_bytes()).expect("what was written can be read");
        same(&again.to_bytes(), &key.to_bytes());
        assert_eq!(again.public_key(), key.public_key());
    }
    for key in [x25519::PublicKey::from_slice(data), x25519::PublicKey::from_public_key_der(data)] {
        let Ok(key) = key else { continue };
        assert!(data.ends_with(key.as_bytes()));
        assert_eq!(x25519::PublicKey::from_public_key_der(&key.to_public_key_der()), Ok(key));
        for sign in [0, 1] {
            if let Ok(edwards) = key.to_ed25519::<ed25519::generic::Sha512>(sign) {
                assert_eq!(edwards.to_bytes()[31] >> 7, sign, "the sign that was asked for");
                let (there, here) = (x25519::PublicKey::from_ed25519(&edwards), canonical(&key));
                assert_eq!(there.to_bytes(), here, "there and back");
            }
        }
    }
}

/// The u of a key that is read as RFC 7748 says, bit 255 ignored, and written as the integer below p.
fn canonical(key: &x25519::PublicKey) -> [u8; 32] {
    let mut u = key.to_bytes();
    u[31] &= 0x7f;
    chop_ref::field::to_bytes(&(chop_ref::field::from_bytes(&u) % chop_ref::field::p()))
}

fn any_files(data: &[u8]) {
    let (private, public) = (PrivateKey::from_der(data, None), PublicKey::from_der(data));
    assert!(private.is_err() || public.is_err(), "a file that is private and public");
    if let Ok(key) = private {
        let of_a_type = match &key {
            PrivateKey::Ed25519(_) => ed25519::SigningKey::from_pkcs8_der(data).is_ok(),
            PrivateKey::X25519(_) => x25519::StaticSecret::from_pkcs8_der(data).is_ok(),
            PrivateKey::Sm2(_) => {
                let (pkcs8, sec1) =
                    (sm2::SigningKey::from_pkcs8_der(data), sm2::SigningKey::from_sec1_der(data));
                pkcs8.is_ok() != sec1.is_ok()
            }
            _ => false,
        };
        assert!(of_a_type, "two readers that disagree about {}", key.algorithm());
    }
    if let Ok(key) = public {
        let text = key.to_pem().expect("every key has an encoding");
        assert_eq!(PublicKey::from_pem(&text), Ok(key));
    }
}

/// A key in each form that is read.
pub fn seeds() -> Vec<Vec<u8>> {
    let key = ed25519::SigningKey::from_seed(&[7; 32]);
    let public = key.verifying_key();
    let exchange = x25519::StaticSecret::from_bytes(&[9; 32]);
    let v1 = key.to_pkcs8_der().expect("every key has an encoding").as_bytes().to_vec();
    let with_public = |length: u8, tag: &[u8]| {
        let mut file = [&v1, tag, public.as_bytes()].concat();
        (file[1], file[4]) = (length, 1);
        file
    };
    vec![
        vec![7; 32],
        key.to_keypair_bytes().as_bytes().to_vec(),
        with_public(0x51, &[0x81, 0x21, 0]),
        with_public(0x53, &[0xa1, 0x23, 3, 0x21, 0]),
        public.to_bytes().to_vec(),
        public.to_public_key_der().to_vec(),
        exchange.to_pkcs8_der().expect("every key has an encoding").as_bytes().to_vec(),
        exchange.public_key().to_public_key_der().to_vec(),
        key.sign(b"").to_bytes().to_vec(),
        v1,
    ]
}
