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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bytes_are_the_published_ones() {
        let first = |hash: Hash, parts: &[&[u8]]| u64::from_be_bytes(hash(parts)[..8].try_into().unwrap());
        assert_eq!(first(sha512, &[b"a", b"bc"]), 0xddaf_35a1_9361_7aba); // FIPS 180-4 example, "abc"
        assert_eq!(first(blake2b, &[b"ab", b"c"]), 0xba80_a53f_981c_4d0d); // RFC 7693, appendix A, "abc"
        assert_eq!(first(blake3, &[]), 0xaf13_49b9_f5f9_a1a6); // the empty input
    }
}
