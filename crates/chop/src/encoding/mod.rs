//! Keys as files and text: PKCS#8 and SPKI in DER and PEM, encrypted PKCS#8, SEC1, raw keys of the hash
//! variants, and the keys of X.509 certificates.
//!
//! | key                  | private                                        | public                     |
//! |----------------------|------------------------------------------------|----------------------------|
//! | Ed25519, X25519      | PKCS#8 (RFC 8410), `PRIVATE KEY`, `ENCRYPTED PRIVATE KEY` | SPKI, `PUBLIC KEY` |
//! | SM2                  | the same, and SEC1, `EC PRIVATE KEY`, `SM2 PRIVATE KEY`   | the same, certificates |
//! | secp256k1            | the same, and SEC1, `EC PRIVATE KEY`           | the same                   |
//! | Ed25519 with BLAKE3  | 32 raw bytes, `ED25519-BLAKE3 PRIVATE KEY`     | `ED25519-BLAKE3 PUBLIC KEY` |
//! | Ed25519 with BLAKE2b | 32 raw bytes, `ED25519-BLAKE2B PRIVATE KEY`    | `ED25519-BLAKE2B PUBLIC KEY` |
//!
//! Keys and signatures of OpenSSH are in `openssh`, those of minisign and signify in `minisign`, those in JSON (JWK, JWS, JWT) in `jose`,
//! those of COSE in `cose`, keys as Solana, CometBFT, WireGuard, age, Bitcoin and others write them in text in `text_keys`, each with the feature of
//! that name.
//!
//! Written in one form only: PKCS#8 version 1, which every program reads. Read as version 1, version 2
//! (with a public key, which must fit), the form that old versions of ring wrote, and for SM2 what software
//! has made of it: either form of the identifier, SEC1 with and without its curve, PBES2 with SM4 and SM3.
//! CFCA files and keys in envelopes need the feature `gm`, PKCS#12 files the feature `pkcs12`.
//! [`PrivateKey::load`] and [`PublicKey::load`] read whatever a file holds; what is recognised and not read has an error of its own.
//! [`recognise`] says what bytes are before they are read. Structures of SM2 hardware are methods of the keys, `from_blob` and `to_blob`.

#[cfg(feature = "pkcs8")]
#[macro_use]
mod files;

#[cfg(feature = "pem")]
mod any;
#[cfg(feature = "pkcs8")]
mod blocks;
#[cfg(feature = "serde")]
pub(crate) mod bytes_serde;
#[cfg(feature = "gm")]
mod cfca;
#[cfg(feature = "cose")]
pub mod cose;
#[cfg(all(feature = "pem", any(feature = "secp256k1", feature = "sm2")))]
mod curves;
#[cfg(feature = "pkcs8")]
mod der;
#[cfg(all(feature = "pkcs8", any(feature = "secp256k1", feature = "sm2")))]
mod elliptic;
#[cfg(feature = "gm")]
mod envelope;
#[cfg(feature = "pkcs8")]
mod foreign;
#[cfg(feature = "serde")]
mod hex;
#[cfg(feature = "jose")]
pub mod jose;
#[cfg(any(feature = "jose", feature = "text-keys"))]
#[cfg_attr(not(feature = "jose"), allow(dead_code, reason = "each format reads a part of what JSON has"))]
mod json;
#[cfg(feature = "pkcs8")]
mod keys;
#[cfg(feature = "pkcs8")]
mod limited_scrypt;
#[cfg(feature = "pem")]
mod load;
#[cfg(feature = "minisign")]
pub mod minisign;
#[cfg(feature = "openssh")]
pub mod openssh;
#[cfg(feature = "pkcs8")]
mod pbes2;
#[cfg(feature = "pem")]
pub(crate) mod pem;
#[cfg(feature = "pkcs12")]
mod pkcs12;
#[cfg(feature = "pem")]
mod public_half;
#[cfg(feature = "pkcs8")]
mod recognise;
#[cfg(feature = "x509")]
mod request;
#[cfg(all(feature = "pkcs8", feature = "secp256k1"))]
mod secp256k1;
#[cfg(feature = "pem")]
mod shape;
#[cfg(all(feature = "pkcs8", feature = "sm2"))]
mod sm2;
#[cfg(feature = "text-keys")]
pub mod text_keys;
#[cfg(feature = "x509")]
mod x509;

#[cfg(feature = "pkcs8")]
pub use crate::secret::SecretBytes;
#[cfg(feature = "pem")]
pub use any::{PrivateKey, PublicKey};
#[cfg(feature = "pem")]
pub use pem::SecretText;
#[cfg(feature = "pkcs8")]
pub use recognise::{Content, DerContent, recognise};
#[cfg(feature = "x509")]
pub use request::CertificateRequest;
#[cfg(feature = "pem")]
pub use shape::{Shape, Writing, decode_text};
#[cfg(feature = "x509")]
pub use x509::Certificate;

/// Returns the result of `f`, which reads a key from a file or writes one; the stack is wiped of the key.
#[cfg(feature = "pkcs8")]
#[inline(always)]
pub(crate) fn cleanly<T>(f: impl FnOnce() -> T) -> T {
    chop_core::ct::on_wiped_stack::<1024, _>(f)
}

/// Whether a public key that stands beside a private one is the one that belongs to it.
#[cfg(feature = "pkcs8")]
pub(crate) fn halves_agree(read: &[u8], own: &[u8]) -> bool {
    use chop_core::ct;
    read.len() == own.len() && ct::declassify(ct::eq(read, own), "public keys are public")
}

/// One element of DER: tag, shortest length, content. Of public bytes.
#[cfg(all(feature = "pkcs8", any(feature = "getrandom", test)))]
fn element(tag: u8, parts: &[&[u8]]) -> alloc::vec::Vec<u8> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let bytes = length.to_be_bytes();
    let significant = &bytes[bytes.iter().take_while(|byte| **byte == 0).count()..];
    let mut der = alloc::vec![tag];
    if length < 0x80 {
        der.push(length as u8);
    } else {
        der.push(0x80 | significant.len() as u8);
        der.extend_from_slice(significant);
    }
    parts.iter().for_each(|part| der.extend_from_slice(part));
    der
}
