//! The hash functions that signatures are made with.

use blake2::Blake2b512;
use sha2::{Digest, Sha512};

/// A 64-byte hash of the concatenation of some parts.
pub type Hash = fn(&[&[u8]]) -> [u8; 64];

/// SHA-512, the hash of RFC 8032.
pub fn sha512(parts: &[&[u8]]) -> [u8; 64] {
    Sha512::digest(parts.concat()).into()
}

/// BLAKE2b with 64 bytes of output and no key.
pub fn blake2b(parts: &[&[u8]]) -> [u8; 64] {
    Blake2b512::digest(parts.concat()).into()
}

/// The first 64 bytes of the output stream of BLAKE3.
pub fn blake3(parts: &[&[u8]]) -> [u8; 64] {
    let mut digest = [0; 64];
    blake3::Hasher::new().update(&parts.concat()).finalize_xof().fill(&mut digest);
    digest
}
