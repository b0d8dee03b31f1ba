//! Key files. Their form is public, the key in them is secret.

use super::bytes;
use crate::secret::{mark_secret, reveal};
use chop::ed25519::SigningKey;
use chop::ed25519::generic::{self, Hash};
use chop::encoding::jose::PrivateJwk;
use chop::encoding::openssh::PrivateKeyFile;
use chop::encoding::text_keys::{Network, TextKey, WifKey};
use chop::encoding::{PrivateKey, decode_text};
use chop::secp256k1;
use chop::x25519::StaticSecret;

/// Where the key begins in PKCS#8.
const HEAD: usize = 16;

/// A file with its secret bytes marked.
fn der(mut der: Vec<u8>) -> Vec<u8> {
    mark_secret(&mut der[HEAD..HEAD + 32]);
    der
}

/// A text with its secret characters marked, the first being number `from` of the base64.
///
/// A character that holds bits of the head too stays public, and so does the last block of four: whether
/// it is padding says how long the key is.
fn pem(text: &str, from: usize) -> String {
    let mut text = text.to_string();
    let start = text.find('\n').expect("a line that begins the block") + 1 + from;
    let end = text.rfind("\n-----END").expect("a line that ends the block") - 4;
    mark_secret(&mut text[start..end]);
    text
}

/// PKCS#8 in DER: version 1, and both forms with a public key, which is compared.
pub fn pkcs8_der() {
    let key = SigningKey::from_seed(&bytes(0));
    let public = key.verifying_key().to_bytes();
    let v1 = key.to_pkcs8_der().expect("a key has an encoding").as_bytes().to_vec();
    let with_public = |length: u8, tag: &[u8]| {
        let mut file = [&v1, tag, &public].concat();
        file[1] = length;
        file[4] = 1; // version 2
        file
    };
    let v2 = with_public(0x51, &[0x81, 0x21, 0x00]);
    let old_ring = with_public(0x53, &[0xa1, 0x23, 0x03, 0x21, 0x00]);
    for file in [v1, v2, old_ring] {
        let key = SigningKey::from_pkcs8_der(&der(file)).expect("a file of the right form");
        reveal(key.verifying_key().to_bytes());
        reveal(
            *key.to_pkcs8_der().expect("a key has an encoding").as_bytes().last_chunk::<32>().expect("48"),
        );
    }
}

/// PKCS#8 in PEM.
pub fn pkcs8_pem() {
    let text = SigningKey::from_seed(&bytes(0)).to_pkcs8_pem().expect("a key has an encoding");
    let key = SigningKey::from_pkcs8_pem(&pem(text.as_str(), HEAD.div_ceil(3) * 4 - 2));
    reveal(key.expect("a file of the right form").verifying_key().to_bytes());
}

/// The keys of X25519, in both forms.
pub fn x25519() {
    let key = StaticSecret::from_bytes(&bytes(0));
    let file = key.to_pkcs8_der().expect("a key has an encoding").as_bytes().to_vec();
    let read = StaticSecret::from_pkcs8_der(&der(file)).expect("a file of the right form");
    reveal(*read.to_bytes().as_bytes());
    let text = key.to_pkcs8_pem().expect("a key has an encoding");
    let read = StaticSecret::from_pkcs8_pem(&pem(text.as_str(), HEAD.div_ceil(3) * 4 - 2));
    reveal(read.expect("a file of the right form").public_key().to_bytes());
}

/// The raw PEM of a hash variant.
pub fn raw_pem<H: Hash>() {
    let text = generic::SigningKey::<H>::from_seed(&bytes(0)).to_raw_pem().expect("the hash has labels");
    let key = generic::SigningKey::<H>::from_raw_pem(&pem(text.as_str(), 0));
    reveal(key.expect("a file of the right form").verifying_key().to_bytes());
}

/// The 64 numbers of Solana: all digits are secret, and which characters are commas.
pub fn solana() {
    let key = SigningKey::from_seed(&bytes(0));
    let mut text = key.to_solana().expect("a key has an encoding").as_str().to_string();
    let end = text.len() - 1;
    mark_secret(&mut text[2..end]);
    let read = SigningKey::from_solana(&text).expect("a file of the right form");
    reveal(read.verifying_key().to_bytes());
}

/// Base58 of a private key with its code, hexadecimal digits of libsodium, and the forms of age and WireGuard.
pub fn text() {
    let key = SigningKey::from_seed(&bytes(0));
    let any = PrivateKey::Ed25519(SigningKey::from_seed(&bytes(0)));
    let x25519 = StaticSecret::from_bytes(&bytes(1));
    let whole = "a key has an encoding";
    let multibase = any.to_multibase().expect(whole);
    let libsodium = key.to_libsodium().expect(whole);
    let mut multibase = multibase.as_str().to_string();
    // The first letter is its encoding.
    mark_secret(&mut multibase[1..]);
    let read = TextKey::of(&multibase).expect("a key").private_key().expect("a text of the right form");
    let PrivateKey::Ed25519(read) = read else { panic!("a key of Ed25519") };
    reveal(read.verifying_key().to_bytes());
    let mut libsodium = libsodium.as_str().to_string();
    // The other half is the public key.
    mark_secret(&mut libsodium[..64]);
    let (pair, _) = decode_text(&libsodium).expect("one encoding").expect("hexadecimal digits");
    let read = SigningKey::from_slice(pair.as_bytes()).expect("a seed and its public key");
    reveal(read.verifying_key().to_bytes());
    let mut age = x25519.to_age().expect(whole).as_str().to_string();
    mark_secret(&mut age["AGE-SECRET-KEY-1".len()..]);
    reveal(StaticSecret::from_age(&age).expect("a text of the right form").public_key().to_bytes());
    let mut wireguard = x25519.to_wireguard().expect(whole).as_str().to_string();
    // The last block of four says how long the key is.
    mark_secret(&mut wireguard[..40]);
    reveal(
        StaticSecret::from_wireguard(&wireguard).expect("a text of the right form").public_key().to_bytes(),
    );
}

/// A key of Bitcoin's wallets: all characters but the first, which says the network.
pub fn wif() {
    let key = secp256k1::SigningKey::from_bytes(&bytes(0)).expect("a key");
    let mut text = key.to_wif(Network::Mainnet, true).expect("a key has an encoding").as_str().to_string();
    mark_secret(&mut text[1..]);
    let read = TextKey::of(&text).expect("a key").private_key().expect("a text of the right form");
    let PrivateKey::Secp256k1(read) = read else { panic!("a key of secp256k1") };
    reveal(read.verifying_key().to_bytes());
    let wif = WifKey::from_text(&text).expect("a text of the right form");
    reveal(wif.key.verifying_key().to_bytes());
}

/// A key in JSON: the characters of `d`.
pub fn jwk() {
    let key = PrivateKey::Ed25519(SigningKey::from_seed(&bytes(0)));
    let mut text = key.to_jwk(Some("me")).expect("a key has a form").as_str().to_string();
    let start = text.find("\"d\":\"").expect("a secret") + 5;
    mark_secret(&mut text[start..start + 43]);
    let read = PrivateJwk::from_text(&text).expect("a file of the right form");
    reveal(<[u8; 32]>::try_from(read.key.public_key().to_bytes()).expect("32 bytes"));
}

/// A file of OpenSSH: the characters that hold nothing but the seed.
pub fn openssh() {
    /// Bytes behind the seed: the public key, the length of the comment, `me`, and padding to a multiple of 8.
    const BEHIND: usize = 32 + 4 + 2 + 3;
    let key = SigningKey::from_seed(&bytes(0));
    let mut text = key.to_openssh("me").expect("a key has an encoding").as_str().to_string();
    let start = text.find('\n').expect("a line that begins the block") + 1;
    let end = text.rfind("\n-----END").expect("a line that ends the block");
    let places: Vec<usize> = (start..end).filter(|at| !matches!(&text[*at..at + 1], "\n" | "=")).collect();
    let length = places.len() * 3 / 4;
    let seed = length - BEHIND - 32;
    for at in &places[(seed * 8).div_ceil(6)..(seed + 32) * 8 / 6] {
        mark_secret(&mut text[*at..at + 1]);
    }
    let read = PrivateKeyFile::from_text(&text, None).expect("a file of the right form");
    reveal(read.key.verifying_key().to_bytes());
}
