//! Key files. Their form is public, the key in them is secret.

use super::bytes;
use crate::secret::{mark_secret, reveal};
use chop::ed25519::SigningKey;
use chop::ed25519::generic::{self, Hash};
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
